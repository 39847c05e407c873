package store

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"tsunagu/store/index"
)

// A bank's negotiations are few of all: each of its lists is put in order by itself when it is first
// asked for, and rows that change are put in their new places.

// negotiationOrderKey is one of a bank's lists by a column, or by what stands in another table.
type negotiationOrderKey struct {
	field       uint8
	institution string
	column      int
	now         *showing // what an order by another table hangs on
	stopped     string
}

// What stands in other tables: orders by it hold for as long as these stay what they are.
const (
	byJoinedDue = negotiationInts + iota
	byJoinedTitle
	byJoinedName
	byOfferReached // a buyer's: an offer that has not reached it is none
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
	key := negotiationOrderKey{field: field, institution: v.InstitutionID, column: negotiationColumn(s)}
	if s.Side == SideBuyer {
		return q.orderedForBuyer(v, s, ed, key)
	}
	of := table(0) // what else decides the order
	switch key.column {
	case byJoinedDue, byJoinedTitle:
		of = listingTable
		if s.Side == SideBF {
			var err error
			if key.now, err = q.showingNow(ed); err != nil {
				return nil, false, err
			}
			if key.stopped, err = q.visibleIndex(ed).stopped(); err != nil {
				return nil, false, err
			}
		}
	case byJoinedName:
		of = companyTable
	}
	set := ed.negotiations.Set(field, v.InstitutionID)
	find := func() (Kept[[]uint32], error) {
		rows, err := q.sortNegotiations(v, s, ed, key.column, func(f func(slot uint32)) { set.Each(f) })
		return Kept[[]uint32]{Value: rows, Bytes: 4 * len(rows)}, err
	}
	rows, err := remember(q, ed, lookup[[]uint32]{cache: cacheOrders, key: key, of: of, mends: negotiationTable, isRows: true, find: find,
		mend: func(was, changed []uint32) (Kept[[]uint32], error) {
			rows, ok := mendOrder(ed.negotiations, set, key.column, was, changed)
			if !ok {
				return find()
			}
			return Kept[[]uint32]{Value: rows, Bytes: 4 * len(rows)}, nil
		}})
	return rows, true, err
}

// mendOrder is an order of the rows of a set, of which some rows have changed since; false where they have to be put in
// order anew.
func mendOrder(t *index.Table, set *index.Set, column int, was, changed []uint32) ([]uint32, bool) {
	gone := index.SetOf(changed)
	var in []uint32
	for _, slot := range changed {
		if set.Has(slot) {
			in = append(in, slot)
		}
	}
	if len(in) == 0 && !slices.ContainsFunc(was, gone.Has) { // others' rows
		return was, true
	}
	if column >= negotiationInts {
		return nil, false
	}
	rows := make([]uint32, 0, len(was)+len(in))
	for _, slot := range was {
		if !gone.Has(slot) {
			rows = append(rows, slot)
		}
	}
	for _, slot := range in {
		at, _ := slices.BinarySearchFunc(rows, slot, func(x, y uint32) int {
			return cmp.Or(cmp.Compare(t.Int(column, x), t.Int(column, y)), cmp.Compare(x, y))
		})
		rows = slices.Insert(rows, at, slot)
	}
	return rows, true
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
