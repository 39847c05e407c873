package store

import (
	"errors"
	"math"
	"reflect"
	"slices"
	"strings"

	"tsunagu/store/index"
)

// indexedNegotiations are the row numbers of a page of what SearchNegotiations finds, and the total
// number of rows; false where SQL has to answer. It is visibleNegotiation and the search's conditions,
// on columns of the index; keep them equal.
func (q *Q) indexedNegotiations(v Viewer, s *NegotiationSearch) (page []uint32, count int, ok bool, err error) {
	ed, err := q.edition()
	if err != nil || ed == nil || ed.listings == nil {
		return nil, 0, false, err
	}
	asked := *s
	if asked.Side == SideBF && asked.Buyers != nil { // all rows of BF are its own buyers'
		if buyers := *asked.Buyers; buyers.isAll() {
			asked.Buyers = nil
		} else if !buyers.IsNotOwn {
			buyers.IsOwn = true
			asked.Buyers = &buyers
		}
	}
	var rows []uint32
	if asked.Side == SideBuyer || asked.isAll() { // few rows, or the whole sorted list
		rows, err = q.findNegotiations(v, &asked, ed)
	} else {
		rows, err = q.selectedNegotiations(v, &asked, ed)
	}
	if errors.Is(err, errOnlySQL) {
		return nil, 0, false, nil
	}
	for i := min(s.Offset, len(rows)); err == nil && i < len(rows) && len(page) < s.Limit; i++ {
		if s.Descending {
			page = append(page, rows[len(rows)-1-i])
		} else {
			page = append(page, rows[i])
		}
	}
	return page, len(rows), err == nil, err
}

// errOnlySQL: the index cannot answer, SQL has to.
var errOnlySQL = errors.New("store: only SQL can tell")

// isAll says whether a search has no condition.
func (s *NegotiationSearch) isAll() bool {
	return reflect.DeepEqual(*s, NegotiationSearch{Side: s.Side, Sort: s.Sort, Descending: s.Descending, Offset: s.Offset, Limit: s.Limit})
}

// findNegotiations are the matching rows in ascending order.
func (q *Q) findNegotiations(v Viewer, s *NegotiationSearch, ed *edition) ([]uint32, error) {
	bank, ok, err := q.visibleIndex(ed).visibleNegotiation(v, s.Side)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, errOnlySQL
	}
	ordered := func() ([]uint32, error) {
		all, ok, err := q.orderedNegotiations(v, s, ed)
		if err == nil && !ok {
			err = errOnlySQL
		}
		return all, err
	}
	if s.isAll() && s.Sort != SortPersonInCharge {
		return ordered()
	}
	t := ed.negotiations
	b := t.Bits()
	var all []uint32
	var of *parties
	if s.Side == SideBuyer { // these are few
		if all, err = ordered(); err == nil {
			b.Add(all)
			of = partiesOf(t, eachOf(all), len(all))
		}
	} else {
		b.Or(bank.set)
		of, err = q.bankParties(bank, ed)
	}
	if err == nil {
		err = q.narrowNegotiations(v, s, ed, b, of)
	}
	if err != nil {
		b.Free()
		return nil, err
	}
	defer b.Free()
	n := b.Count()
	if all == nil {
		if of := s.inCharge(); s.Sort == SortPersonInCharge && of != 0 {
			rows := make([]uint32, 0, n)
			b.Each(func(slot uint32) { rows = append(rows, slot) })
			sorted, err := q.pageByCharge(v, of, s.Sort, false, rows, 0, len(rows))
			slices.Reverse(sorted) // of equal ones the oldest first
			return sorted, err
		}
		if n < 16+len(of.slots)/32 { // faster to sort than to go along all of them
			return q.sortNegotiations(v, s, ed, negotiationColumn(s), partiesOf(t, b.Each, n))
		}
		if all, err = ordered(); err != nil {
			return nil, err
		}
	}
	rows := make([]uint32, 0, n)
	for _, slot := range all {
		if b.Has(slot) {
			rows = append(rows, slot)
		}
	}
	return rows, nil
}

// narrowNegotiations drops from b, some rows of of, those for which the filters do not hold; errOnlySQL where the index
// cannot answer. The conditions that cost least come first: the later ones look at the rows that are left, one by one.
func (q *Q) narrowNegotiations(v Viewer, s *NegotiationSearch, ed *edition, b *index.Bits, of *parties) error {
	t := ed.negotiations
	if s.ListingID != "" {
		set, err := q.seqSet("SELECT n.seq FROM negotiation n WHERE n.listing_id = ?", s.ListingID)
		if err != nil {
			return err
		}
		b.And(set)
	}
	if len(s.BuyerIDs) > 0 {
		set, err := q.seqSet("SELECT n.seq FROM negotiation n WHERE n.buyer_company_id IN ("+marks(len(s.BuyerIDs))+")", anyOf(s.BuyerIDs)...)
		if err != nil {
			return err
		}
		b.And(set)
	}
	if of := s.inCharge(); of != 0 {
		if err := s.narrow(q, v, of, func(set *index.Set) { b.And(set) }, func(set *index.Set) { b.AndNot(set) }); err != nil {
			return err
		}
	}
	var states []index.Clause
	if len(s.Statuses) > 0 && s.Side == SideSF { // as SF is told of them
		unbegun, err := q.unbegun(v, s.Side)
		if err != nil {
			return err
		}
		shown := anyOfField(t, negotiationShownState, numbers(s.Statuses))
		if unbegun != nil {
			b.Keep(func(slot uint32) bool {
				if _, is := unbegun.at[slot]; is {
					return slices.Contains(s.Statuses, 0)
				}
				return slices.ContainsFunc(shown.Sets, func(set *index.Set) bool { return set.Has(slot) })
			})
		} else {
			states = append(states, shown)
		}
	} else if len(s.Statuses) > 0 {
		states = append(states, anyOfField(t, negotiationState, numbers(s.Statuses)))
	}
	for _, x := range []struct {
		is    bool
		field uint8
	}{{s.HasInterest, negotiationInterested}, {s.HasOffer, negotiationOffered}, {s.HasFinancing, negotiationFinanced}} {
		if x.is {
			states = append(states, anyOfField(t, x.field, []string{""}))
		}
	}
	b.Narrow(states...)
	if s.NeedsAction {
		if err := q.needsAction(v, s, t, b); err != nil {
			return err
		}
	}
	if err := q.narrowByListing(v, s, ed, b, of); err != nil {
		return err
	}
	if s.Buyers == nil {
		return nil
	}
	buyers, err := q.companiesAmong(v, s.Buyers, of.of(b, of.buyers, ed.companies))
	if err == nil && buyers == nil {
		err = errOnlySQL
	}
	if err != nil {
		return err
	}
	defer buyers.Free()
	of.keep(b, func(i int) bool { return buyers.Has(of.buyers[i]) })
	return nil
}

// narrowByListing drops the rows for whose listing's published content the filters do not hold, or whose buyer does not
// see the listing, if there are such filters.
func (q *Q) narrowByListing(v Viewer, s *NegotiationSearch, ed *edition, b *index.Bits, rows *parties) error {
	t := ed.listings
	var clauses []index.Clause
	if len(s.ListingIndustries)+len(s.ListingLarge) > 0 {
		clauses = append(clauses, anyClass(t, contentIndustry, contentLarge, s.ListingIndustries, s.ListingLarge))
	}
	if s.PriceLow != nil {
		clauses = append(clauses, anyOfField(t, contentPriceFrom, numbers(s.PriceLow)))
	}
	if s.PriceHigh != nil {
		clauses = append(clauses, anyOfField(t, contentPriceTo, numbers(s.PriceHigh)))
	}
	if s.DueFrom != "" || s.DueTo != "" {
		from, to, err := dueBetween(s.DueFrom, s.DueTo)
		if err != nil { // not a date: SQL compares it as text
			return errOnlySQL
		}
		clauses = append(clauses, between(t, contentDue, from, to))
	}
	word, isPlain := likeWord(s.BusinessName)
	if !isPlain {
		return errOnlySQL
	}
	if len(clauses) == 0 && s.BusinessName == "" {
		return nil
	}
	some := rows.of(b, rows.listings, t).Narrow(append(clauses, anyOfField(t, listingIsPublished, []string{""}))...)
	defer some.Free()
	sees, done, err := q.visibleIndex(ed).buyerSees(v, s.Side)
	if err != nil {
		return err
	}
	defer done()
	rows.keep(b, func(i int) bool {
		listing := rows.listings[i]
		return some.Has(listing) && sees(rows.slots[i], listing) && (word == "" || strings.Contains(asciiLower(t.Text(0, listing)), word))
	})
	return nil
}

// dueBetween are the limits of a column for dates from one day to another; a listing without a date has the least of all.
func dueBetween(first, last string) (from, to int64, err error) {
	from, to = unset, math.MaxInt64
	if first != "" {
		from, err = dayNumber(first)
	}
	if err == nil && last != "" {
		to, err = dayNumber(last)
	}
	return from, to, err
}

// needsAction drops the rows in which nothing waits for the viewer's bank today; for a buyer only SQL can answer.
func (q *Q) needsAction(v Viewer, s *NegotiationSearch, t *index.Table, b *index.Bits) error {
	waits, next := uint8(negotiationWaits), negotiationNextBF
	switch s.Side {
	case SideBF:
	case SideSF:
		waits, next = negotiationWaitsSF, negotiationNextSF
	default:
		return errOnlySQL
	}
	today, err := dayNumber(q.Today())
	if err != nil {
		return err
	}
	unread, err := q.unreadRows(v, s.Side)
	if err != nil {
		return err
	}
	due := []index.Clause{between(t, next, unset+1, today), anyOfField(t, negotiationState, numbers([]int{0, 1, 2, 3, 4, 5}))}
	b.Narrow(index.Clause{Sets: []*index.Set{t.Set(waits, ""), unread}, Cases: [][]index.Clause{due}})
	return nil
}

// unreadRows are the negotiations in which the viewer's bank has something to read on a side. The set stays the same
// pointer until it changes.
func (q *Q) unreadRows(v Viewer, side string) (*index.Set, error) {
	return Keep(q, unreadRowsKey{v.InstitutionID, side}, func() (Kept[*index.Set], error) {
		unread := unreadByBF
		if side == SideSF {
			unread = unreadBySF
		}
		set, err := q.seqSet("SELECT n.seq"+unread, v.InstitutionID, side)
		return Kept[*index.Set]{set, []Source{OfUnread(v.InstitutionID)}, 4 * set.Count()}, err
	})
}

type unreadRowsKey struct{ institution, side string }
