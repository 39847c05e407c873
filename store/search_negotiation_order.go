package store

import (
	"cmp"
	"database/sql"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"tsunagu/store/index"
)

// A bank has few of all negotiations. Each of its lists is sorted when it is first asked for and
// then cached; rows that change are moved to their new places.

// negotiationOrderKey is the cache key of one of a bank's lists, sorted by a column or by a value
// in another table.
type negotiationOrderKey struct {
	bankRowsKey
	column  int
	unbegun *unbegunRows
	now     *showing // what an order by another table depends on
	stopped string
}

// Orders by values in other tables: they hold until these tables change.
const (
	byJoinedDue = negotiationInts + iota
	byJoinedTitle
	byJoinedName
	byOfferReached // for a buyer: an offer that has not reached it counts as none
)

// negotiationColumn is the column by which negotiationOrder sorts.
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
	case SortNextAction:
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

// orderedNegotiations are all rows that the viewer may know of on a side, in ascending order; false
// where the index does not know the rows' owners.
func (q *Q) orderedNegotiations(v Viewer, s *NegotiationSearch, ed *edition) ([]uint32, bool, error) {
	bank, ok, err := q.visibleIndex(ed).visibleNegotiation(v, s.Side)
	if err != nil || !ok {
		return nil, false, err
	}
	key := negotiationOrderKey{bankRowsKey: bank.bankRowsKey, column: negotiationColumn(s)}
	if s.Side == SideBuyer {
		return q.orderedForBuyer(v, s, ed, key)
	}
	if key.unbegun, err = q.unbegun(v, s.Side); err != nil {
		return nil, false, err
	}
	of := table(0) // the other tables that the order depends on
	switch key.column {
	case byJoinedDue, byJoinedTitle:
		of = listingTable
		if s.Side == SideBF {
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
	find := func() (Kept[[]uint32], error) {
		of, err := q.bankParties(bank, ed)
		if err != nil {
			return Kept[[]uint32]{}, err
		}
		rows, err := q.sortNegotiations(v, s, ed, key.column, of)
		return Kept[[]uint32]{Value: rows, Bytes: 4 * len(rows)}, err
	}
	rows, err := remember(q, ed, lookup[[]uint32]{cache: cacheOrders, key: key, of: of, mends: negotiationTable, isRows: true, find: find,
		mend: func(was, changed []uint32) (Kept[[]uint32], error) {
			rows, ok := mendOrder(ed.negotiations, bank.set, key.column, was, changed)
			if !ok || key.unbegun != nil {
				return find()
			}
			return Kept[[]uint32]{Value: rows, Bytes: 4 * len(rows)}, nil
		}})
	return rows, true, err
}

// mendOrder updates the order of a set's rows after some rows have changed; false where they have to be sorted anew.
func mendOrder(t *index.Table, set *index.Set, column int, was, changed []uint32) ([]uint32, bool) {
	gone := index.SetOf(changed)
	var in []uint32
	for _, slot := range changed {
		if set.Has(slot) {
			in = append(in, slot)
		}
	}
	if len(in) == 0 && !slices.ContainsFunc(was, gone.Has) { // only other banks' rows have changed
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

// orderedForBuyer are a buyer's rows in order; they are few. Equal ones stand in the order in which
// the buyer could first see them.
func (q *Q) orderedForBuyer(v Viewer, s *NegotiationSearch, ed *edition, key negotiationOrderKey) ([]uint32, bool, error) {
	seqs, err := Keep(q, buyerRowsKey{v.BuyerID}, func() (Kept[[]uint32], error) {
		seqs, err := codes[uint32](q, "SELECT n.seq FROM negotiation n WHERE "+ofBuyer+" ORDER BY n.buyer_since, n.seq", v.BuyerID)
		return Kept[[]uint32]{seqs, []Source{OfBuyer(v.BuyerID)}, 4 * len(seqs)}, err
	})
	if err != nil {
		return nil, false, err
	}
	own, err := q.visibleIndex(ed).ofBF(v)
	if err != nil {
		return nil, false, err
	}
	for _, seq := range seqs { // visibility was computed for the viewer's bank alone
		if !own.Has(seq) {
			return nil, false, nil
		}
	}
	of := partiesOf(ed.negotiations, eachOf(seqs), len(seqs))
	rows, err := q.sortNegotiations(v, s, ed, key.column, of)
	return rows, true, err
}

type buyerRowsKey struct{ buyer string }

// sortNegotiations sorts rows in ascending order; equal ones stay as they come.
func (q *Q) sortNegotiations(v Viewer, s *NegotiationSearch, ed *edition, column int, of *parties) ([]uint32, error) {
	t := ed.negotiations
	switch column {
	case byOfferReached:
		return sortedRows(of, func(i int) int64 {
			if n := t.Int(negotiationOffer, of.slots[i]); n == 2 || n == 3 {
				return n
			}
			return 0
		}, cmp.Compare[int64]), nil
	case byJoinedDue, byJoinedTitle:
		sees, done, err := q.visibleIndex(ed).buyerSees(v, s.Side)
		if err != nil {
			return nil, err
		}
		defer done()
		published := ed.listings.Set(listingIsPublished, "")
		shown := func(i int) bool { return published.Has(of.listings[i]) && sees(of.slots[i], of.listings[i]) }
		if column == byJoinedDue {
			return sortedRows(of, func(i int) int64 {
				if shown(i) {
					return max(ed.listings.Int(contentDue, of.listings[i]), 0)
				}
				return 0
			}, cmp.Compare[int64]), nil
		}
		return sortedRows(of, func(i int) string {
			if shown(i) {
				return ed.listings.Text(0, of.listings[i])
			}
			return ""
		}, strings.Compare), nil
	case byJoinedName:
		own, err := q.visibleIndex(ed).ofBF(v)
		if err != nil {
			return nil, err
		}
		return sortedRows(of, func(i int) string {
			if own.Has(of.slots[i]) {
				return ed.companies.Text(0, of.buyers[i])
			}
			return ""
		}, strings.Compare), nil
	}
	unbegun, err := q.unbegun(v, s.Side)
	if err != nil {
		return nil, err
	}
	return sortedRows(of, func(i int) int64 {
		if unbegun != nil && (column == negotiationShown || column == negotiationShownAt) {
			if at, is := unbegun.at[of.slots[i]]; is && column == negotiationShownAt {
				return at
			} else if is {
				return 0
			}
		}
		return t.Int(column, of.slots[i])
	}, cmp.Compare[int64]), nil
}

// unbegunRows are those of a team on the seller's side that have not begun for it, with the time that it is shown: the columns of the
// index are for the whole bank, which is the buyer's too, and knows how they ended (Viewer.statusForSF).
type unbegunRows struct{ at map[uint32]int64 }

type unbegunKey struct{ desk string }

// unbegun are those rows; nil where there are none.
func (q *Q) unbegun(v Viewer, side string) (*unbegunRows, error) {
	if v.Team == "" || side != SideSF {
		return nil, nil
	}
	return Keep(q, unbegunKey{v.Desk()}, func() (Kept[*unbegunRows], error) {
		rows := &unbegunRows{map[uint32]int64{}}
		err := q.each(func(r *sql.Rows) error {
			var seq uint32
			var at sql.NullInt64
			err := r.Scan(&seq, &at)
			rows.at[seq] = orUnset(at)
			return err
		}, "SELECT n.seq, n.offered_at FROM negotiation n WHERE "+v.ofSF()+" AND n.bf_id = n.sf_id AND "+unbegun+" AND NOT (1"+
			v.reach(InChargeOfBF, "n.seq")+")", v.InstitutionID)
		bytes := 100 + 60*len(rows.at)
		if len(rows.at) == 0 {
			rows = nil
		}
		return Kept[*unbegunRows]{rows, v.DeskSources(OfBank(v.InstitutionID)), bytes}, err
	})
}

// sortedRows are rows in ascending order of a value; equal ones stay as they come.
func sortedRows[V any](of *parties, value func(i int) V, compare func(x, y V) int) []uint32 {
	type sorted struct {
		value V
		at    int
	}
	all := make([]sorted, len(of.slots))
	for i := range all {
		all[i] = sorted{value(i), i}
	}
	slices.SortFunc(all, func(x, y sorted) int {
		if c := compare(x.value, y.value); c != 0 {
			return c
		}
		return cmp.Compare(x.at, y.at)
	})
	rows := make([]uint32, len(all))
	for i := range all {
		rows[i] = of.slots[all[i].at]
	}
	return rows
}

// likeWord is a word in the form in which LIKE compares it, ignoring case for ASCII letters; false
// for a word that SQLite would not take literally.
func likeWord(word string) (string, bool) {
	return asciiLower(word), utf8.ValidString(word) && !strings.Contains(word, "\x00")
}

// asciiLower lowers ASCII letters; a text without any is returned as it is.
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

func parseSeq(s string) (uint32, error) {
	n, err := strconv.ParseUint(s, 10, 32)
	return uint32(n), err
}
