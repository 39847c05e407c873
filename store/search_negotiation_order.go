package store

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"tsunagu/store/index"
)

// A bank's negotiations are few of all: each of its lists is put in order by itself when it is first
// asked for, and the next edition takes it over with the rows that have changed.
type negotiationOrders struct {
	mu    sync.Mutex
	of    map[negotiationOrderKey]negotiationOrder
	asked []negotiationOrderKey // the first first
}

// negotiationOrderKey is one of a bank's lists by a column, or by what stands in another table.
type negotiationOrderKey struct {
	field       uint8
	institution string
	column      int
}

// negotiationOrder are the rows, the least first.
type negotiationOrder struct {
	rows []uint32
	by   joinedWith
}

// joinedWith is what an order was made with besides the negotiations.
type joinedWith struct {
	listings, companies *index.Table
	now                 *showing
	stopped             string
}

// What stands in other tables: orders by it hold for as long as these stay what they are.
const (
	byJoinedDue = negotiationInts + iota
	byJoinedTitle
	byJoinedName
	byOfferReached // a buyer's: an offer that has not reached it is none
)

const (
	derivedNegotiationOrders = "orders"
	maxNegotiationOrders     = 256 // four bytes for each row
)

// negotiationColumn is negotiationOrder's column.
func negotiationColumn(s *NegotiationSearch) int {
	last := map[string]int{SideBF: negotiationMoved, SideSF: negotiationShownAt, SideBuyer: negotiationStatusAt}[s.Side]
	switch s.Sort {
	case "status":
		if s.Side == SideSF {
			return negotiationShown
		}
		return negotiationStatus
	case "statusAt":
		if s.Side == SideBF {
			return negotiationStatusAt
		}
	case "interestStatus":
		if s.Side != SideSF {
			return negotiationInterest
		}
	case "offerSendStatus":
		if s.Side == SideBuyer {
			return byOfferReached
		}
		return negotiationOffer
	case "financialSupportStatus":
		if s.Side == SideBF {
			return negotiationFinancing
		}
	case "nextAction":
		switch s.Side {
		case SideBF:
			return negotiationNextBF
		case SideSF:
			return negotiationNextSF
		}
	case "dueDate":
		return byJoinedDue
	case "businessName":
		return byJoinedTitle
	case "displayName":
		return byJoinedName
	}
	return last
}

// orderedNegotiations are all rows that the viewer may know of on a side, in order, the least first;
// false where the index does not know whose they are.
func (q *Q) orderedNegotiations(v Viewer, s *NegotiationSearch, ed *edition) ([]uint32, bool, error) {
	field, ok := q.visibleIndex(ed).visibleNegotiation(v, s.Side)
	if !ok {
		return nil, false, nil
	}
	t, key := ed.negotiations, negotiationOrderKey{field, v.InstitutionID, negotiationColumn(s)}
	if s.Side == SideBuyer {
		return q.orderedForBuyer(v, s, ed, key)
	}
	var by joinedWith
	var err error
	switch key.column {
	case byJoinedDue, byJoinedTitle:
		by.listings = ed.listings
		if s.Side == SideBF {
			if by.now, err = q.showingNow(ed.listings); err != nil {
				return nil, false, err
			}
			stopped, err := q.StoppedInstitutions()
			if err != nil {
				return nil, false, err
			}
			by.stopped = strings.Join(stopped, " ")
		}
	case byJoinedName:
		by.companies = ed.companies
	}
	x, _ := t.Derived.LoadOrStore(derivedNegotiationOrders, &negotiationOrders{of: map[negotiationOrderKey]negotiationOrder{}})
	orders := x.(*negotiationOrders)
	orders.mu.Lock()
	was, ok := orders.of[key]
	orders.mu.Unlock()
	if ok && was.by == by && !without(cacheOrders) {
		return was.rows, true, nil
	}
	set := t.Set(key.field, key.institution)
	rows, err := q.sortNegotiations(v, s, ed, key.column, func(f func(slot uint32)) { set.Each(f) })
	if err != nil {
		return nil, false, err
	}
	orders.put(key, negotiationOrder{rows, by})
	return rows, true, nil
}

func (o *negotiationOrders) put(key negotiationOrderKey, is negotiationOrder) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if _, ok := o.of[key]; !ok {
		if len(o.asked) == maxNegotiationOrders {
			delete(o.of, o.asked[0])
			o.asked = o.asked[1:]
		}
		o.asked = append(o.asked, key)
	}
	o.of[key] = is
}

// orderedForBuyer are a buyer's, of which there are few. Those that are alike stand in the order in
// which they became the buyer's.
func (q *Q) orderedForBuyer(v Viewer, s *NegotiationSearch, ed *edition, key negotiationOrderKey) ([]uint32, bool, error) {
	seqs, err := Keep(q, buyerRowsKey{v.BuyerID}, func() (Kept[[]uint32], error) {
		seqs, err := codes[uint32](q, "SELECT n.seq FROM negotiation n WHERE "+ofBuyer+" ORDER BY n.buyer_since, n.seq", v.BuyerID)
		return Kept[[]uint32]{seqs, []Source{OfBuyer(v.BuyerID)}, 4 * len(seqs)}, err
	})
	if err != nil {
		return nil, false, err
	}
	own := q.visibleIndex(ed).ofBF(v)
	for _, seq := range seqs { // what a row's bank may see is asked of this one alone
		if !own.Has(seq) {
			return nil, false, nil
		}
	}
	rows, err := q.sortNegotiations(v, s, ed, key.column, func(f func(slot uint32)) {
		for _, seq := range seqs {
			f(seq)
		}
	})
	return rows, true, err
}

type buyerRowsKey struct{ buyer string }

// sortNegotiations puts rows in order, the least first; those that are alike as they come.
func (q *Q) sortNegotiations(v Viewer, s *NegotiationSearch, ed *edition, column int, each func(func(slot uint32))) ([]uint32, error) {
	t := ed.negotiations
	number, text := func(slot uint32) int64 { return t.Int(column, slot) }, func(uint32) string { return "" }
	none := func(uint32) int64 { return 0 }
	switch column {
	case byOfferReached:
		number = func(slot uint32) int64 {
			if n := t.Int(negotiationOffer, slot); n == 2 || n == 3 {
				return n
			}
			return 0
		}
	case byJoinedDue, byJoinedTitle:
		sees, done, err := q.visibleIndex(ed).buyerSees(v, s.Side)
		if err != nil {
			return nil, err
		}
		defer done()
		published := ed.listings.Set(listingIsPublished, "")
		shown := func(slot uint32) (listing uint32, ok bool) {
			listing = uint32(t.Int(negotiationListing, slot))
			return listing, published.Has(listing) && sees(t, slot)
		}
		if column == byJoinedDue {
			number = func(slot uint32) int64 {
				if listing, ok := shown(slot); ok {
					return max(ed.listings.Int(contentDue, listing), 0)
				}
				return 0
			}
			break
		}
		number, text = none, func(slot uint32) string {
			if listing, ok := shown(slot); ok {
				return ed.listings.Text(0, listing)
			}
			return ""
		}
	case byJoinedName:
		own := q.visibleIndex(ed).ofBF(v)
		number, text = none, func(slot uint32) string {
			if !own.Has(slot) {
				return ""
			}
			return ed.companies.Text(0, uint32(t.Int(negotiationBuyer, slot)))
		}
	}
	type sorted struct {
		number int64
		text   string
		slot   uint32
	}
	var all []sorted
	each(func(slot uint32) { all = append(all, sorted{number(slot), text(slot), slot}) })
	slices.SortStableFunc(all, func(x, y sorted) int {
		return cmp.Or(cmp.Compare(x.number, y.number), strings.Compare(x.text, y.text))
	})
	rows := make([]uint32, len(all))
	for i := range all {
		rows[i] = all[i].slot
	}
	return rows, nil
}

// carryNegotiationOrders takes over the orders of the table before: those by columns with the rows that
// changed, others where none of theirs did.
func carryNegotiationOrders(was, is *index.Table, changed []uint32) {
	x, ok := was.Derived.Load(derivedNegotiationOrders)
	if !ok {
		return
	}
	old := x.(*negotiationOrders)
	old.mu.Lock()
	of, asked := maps.Clone(old.of), slices.Clone(old.asked)
	old.mu.Unlock()
	gone := index.SetOf(changed)
	for key, o := range of {
		had, has := was.Set(key.field, key.institution), is.Set(key.field, key.institution)
		var in []uint32
		isTouched := false
		for _, slot := range changed {
			isTouched = isTouched || had.Has(slot)
			if has.Has(slot) {
				in = append(in, slot)
			}
		}
		if !isTouched && len(in) == 0 {
			continue
		}
		if key.column >= negotiationInts {
			delete(of, key)
			asked = slices.DeleteFunc(asked, func(k negotiationOrderKey) bool { return k == key })
			continue
		}
		rows := make([]uint32, 0, len(o.rows)+len(in))
		for _, slot := range o.rows {
			if !gone.Has(slot) {
				rows = append(rows, slot)
			}
		}
		compare := func(x, y uint32) int {
			return cmp.Or(cmp.Compare(is.Int(key.column, x), is.Int(key.column, y)), cmp.Compare(x, y))
		}
		for _, slot := range in {
			at, _ := slices.BinarySearchFunc(rows, slot, compare)
			rows = slices.Insert(rows, at, slot)
		}
		of[key] = negotiationOrder{rows: rows}
	}
	is.Derived.Store(derivedNegotiationOrders, &negotiationOrders{of: of, asked: asked})
}

// likeWord is a word as LIKE seeks it, which takes small and capital letters of ASCII for the same;
// false for what SQLite reads otherwise than as it stands.
func likeWord(word string) (string, bool) {
	return asciiLower(word), utf8.ValidString(word) && !strings.Contains(word, "\x00")
}

// asciiLower makes the letters of ASCII small, and leaves alone what has none.
func asciiLower(s string) string {
	for i := range len(s) {
		if s[i] >= 'A' && s[i] <= 'Z' {
			b := []byte(s)
			for ; i < len(b); i++ {
				if b[i] >= 'A' && b[i] <= 'Z' {
					b[i] += 'a' - 'A'
				}
			}
			return string(b)
		}
	}
	return s
}

func containsInt(keys []int, n int64) bool { return slices.Contains(keys, int(n)) }

func parseSeq(s string) (uint32, error) {
	n, err := strconv.ParseUint(s, 10, 32)
	return uint32(n), err
}
