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
	rows, ok, err := q.orderedNegotiations(v, s, ed)
	if err == nil && !ok {
		err = errOnlySQL
	}
	if err != nil {
		return nil, err
	}
	fits, free, ok, err := q.negotiationFits(v, s, ed)
	if err == nil && !ok {
		err = errOnlySQL
	}
	if err != nil {
		return nil, err
	}
	defer free()
	if fits == nil {
		return rows, nil
	}
	var found []uint32
	for _, slot := range rows {
		if fits(ed.negotiations, slot) {
			found = append(found, slot)
		}
	}
	return slices.Clip(found), nil
}

// fit says whether a row matches a condition.
type fit func(t *index.Table, slot uint32) bool

// negotiationFits is the filters' condition on a row, nil for none; false where the index cannot
// answer.
func (q *Q) negotiationFits(v Viewer, s *NegotiationSearch, ed *edition) (all fit, free func(), ok bool, err error) {
	var fits []fit
	var frees []func()
	release := func() {
		for _, done := range frees {
			done()
		}
	}
	defer func() {
		if err != nil || !ok {
			release()
		}
	}()
	column := func(column int, is func(n int64) bool) {
		fits = append(fits, func(t *index.Table, slot uint32) bool { return is(t.Int(column, slot)) })
	}
	if s.ListingID != "" {
		seq, err := q.seqOf(OfListing(s.ListingID), "SELECT l.seq FROM listing l WHERE l.id = ?", s.ListingID)
		if err != nil {
			return nil, nil, false, err
		}
		column(negotiationListing, func(n int64) bool { return n == seq })
	}
	if len(s.BuyerIDs) > 0 {
		buyers := map[int64]bool{}
		for _, id := range s.BuyerIDs {
			seq, err := q.seqOf(OfCompany(id), "SELECT c.seq FROM company c WHERE c.id = ?", id)
			if err != nil {
				return nil, nil, false, err
			}
			buyers[seq] = true
		}
		column(negotiationBuyer, func(n int64) bool { return buyers[n] })
	}
	if len(s.Statuses) > 0 {
		var some uint64
		for _, status := range s.Statuses {
			if status >= 0 && status < 64 { // every row's status is in this range
				some |= 1 << status
			}
		}
		column(negotiationStatus, func(n int64) bool { return some>>uint64(n)&1 == 1 })
	}
	if s.HasInterest {
		column(negotiationInterest, func(n int64) bool { return n == 2 })
	}
	if s.HasOffer {
		column(negotiationOffer, func(n int64) bool { return n != 0 })
	}
	if s.HasFinancing {
		column(negotiationFinancing, func(n int64) bool { return n >= 2 && n <= 8 })
	}
	if s.NeedsAction {
		action, ok, err := q.needsAction(v, s, ed.negotiations)
		if err != nil || !ok {
			return nil, nil, false, err
		}
		fits = append(fits, action)
	}
	listing, some, ok, err := q.listingFits(s, ed)
	if err != nil || !ok {
		return nil, nil, false, err
	}
	if some != nil {
		frees = append(frees, some.Free)
	}
	if listing != nil {
		sees, done, err := q.visibleIndex(ed).buyerSees(v, s.Side)
		if err != nil {
			return nil, nil, false, err
		}
		frees = append(frees, done)
		fits = append(fits, func(t *index.Table, slot uint32) bool {
			return sees(t, slot) && listing(ed.listings, uint32(t.Int(negotiationListing, slot)))
		})
	}
	if s.Buyers != nil {
		found, err := q.indexedCompanies(v, s.Buyers)
		if err != nil || found == nil {
			return nil, nil, false, err
		}
		column(negotiationBuyer, func(n int64) bool { return found.has(uint32(n)) })
	}
	switch len(fits) {
	case 0:
		return nil, release, true, nil
	case 1:
		return fits[0], release, true, nil
	}
	return func(t *index.Table, slot uint32) bool {
		for _, f := range fits {
			if !f(t, slot) {
				return false
			}
		}
		return true
	}, release, true, nil
}

// listingFits is the filters' condition on the published content, nil for none, with bits for the caller
// to free.
func (q *Q) listingFits(s *NegotiationSearch, ed *edition) (all fit, some *index.Bits, ok bool, err error) {
	t := ed.listings
	published := t.Set(listingIsPublished, "")
	var fits []fit
	content := func(is fit) {
		fits = append(fits, func(t *index.Table, slot uint32) bool { return published.Has(slot) && is(t, slot) })
	}
	if len(s.ListingIndustries)+len(s.ListingLarge) > 0 {
		more := t.Any(contentLarge, s.ListingLarge)
		some = t.Any(contentIndustry, s.ListingIndustries).OrBits(more)
		more.Free()
		fits = append(fits, func(_ *index.Table, slot uint32) bool { return some.Has(slot) })
	}
	if s.DueFrom != "" || s.DueTo != "" {
		from, to := int64(0), int64(math.MaxInt64)
		for of, day := range map[*int64]string{&from: s.DueFrom, &to: s.DueTo} {
			if day == "" {
				continue
			}
			if *of, err = dayNumber(day); err != nil { // not a date: SQL compares it as text
				return nil, some, false, nil
			}
		}
		content(func(t *index.Table, slot uint32) bool {
			due := max(t.Int(contentDue, slot), 0)
			return due >= from && due <= to
		})
	}
	if s.PriceLow != nil || s.PriceHigh != nil {
		content(func(t *index.Table, slot uint32) bool {
			price := t.Int(contentPrice, slot)
			return (s.PriceLow == nil || containsInt(s.PriceLow, price>>32)) && (s.PriceHigh == nil || containsInt(s.PriceHigh,
				price&math.MaxUint32))
		})
	}
	if s.BusinessName != "" {
		word, plain := likeWord(s.BusinessName)
		if !plain {
			return nil, some, false, nil
		}
		content(func(t *index.Table, slot uint32) bool { return strings.Contains(asciiLower(t.Text(0, slot)), word) })
	}
	if len(fits) == 0 {
		return nil, nil, true, nil
	}
	return func(t *index.Table, slot uint32) bool {
		for _, f := range fits {
			if !f(t, slot) {
				return false
			}
		}
		return true
	}, some, true, nil
}

// needsAction matches rows in which something waits for BF today; for another side only SQL can
// answer.
func (q *Q) needsAction(v Viewer, s *NegotiationSearch, t *index.Table) (fit, bool, error) {
	if s.Side != SideBF {
		return nil, false, nil
	}
	today, err := dayNumber(q.Today())
	if err != nil {
		return nil, false, err
	}
	unread, err := q.unreadRows(v)
	if err != nil {
		return nil, false, err
	}
	waits := t.Set(negotiationWaits, "")
	return func(t *index.Table, slot uint32) bool {
		if waits.Has(slot) || unread.Has(slot) {
			return true
		}
		next, status := t.Int(negotiationNextBF, slot), t.Int(negotiationStatus, slot)
		return next != unset && next <= today && status >= 0 && status <= 5
	}, true, nil
}

// unreadRows are the negotiations in which BF has something to read. The set stays the same pointer
// until it changes.
func (q *Q) unreadRows(v Viewer) (*index.Set, error) {
	return Keep(q, unreadRowsKey{v.InstitutionID}, func() (Kept[*index.Set], error) {
		set, err := q.seqSet("SELECT n.seq"+unreadByBF, v.InstitutionID, SideBF)
		return Kept[*index.Set]{set, []Source{OfUnread(v.InstitutionID)}, 4 * set.Count()}, err
	})
}

type unreadRowsKey struct{ institution string }

type seqKey struct{ of Source }

// seqOf is the number of a listing or a company; a number that no row has where there is none.
func (q *Q) seqOf(of Source, query, id string) (int64, error) {
	return Keep(q, seqKey{of}, func() (Kept[int64], error) {
		found, err := codes[int64](q, query, id)
		if len(found) == 0 {
			found = []int64{nobody - 1} // not 0, which is the number of rows whose owners are not known yet
		}
		return Kept[int64]{found[0], []Source{of}, 100}, err
	})
}
