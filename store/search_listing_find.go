package store

import (
	"math"
	"strconv"
	"strings"

	"tsunagu/store/index"
)

// indexedListings are the listings that a search finds, where the index can tell; nil where SQL
// has to. It is visibleListing and the conditions of SearchListings said in sets.
func (q *Q) indexedListings(v Viewer, s *ListingSearch, working bool) (*index.Table, *index.Bits, error) {
	ed, err := q.edition()
	if err != nil || ed == nil || ed.listings == nil {
		return nil, nil, err
	}
	t := ed.listings
	now, err := q.showingNow(t)
	if err != nil {
		return nil, nil, err
	}
	inCharge := t.Set(listingInCharge, v.InstitutionID)
	var b *index.Bits
	if working { // the own ones, which are all visible
		b = t.Bits().Or(inCharge).And(t.Set(listingIsWorking, ""))
	} else if b, err = q.visibleInIndex(v, t, now, !s.IsSold || s.IsShowing); err != nil {
		return nil, nil, err
	}
	switch {
	case s.IsShowing && s.IsSold:
		some := t.Bits().Or(now.set).Or(now.sold)
		b.AndBits(some)
		some.Free()
	case s.IsShowing:
		b.And(now.set)
	case s.IsSold:
		b.And(t.Set(listingStatus, "2"))
	}
	if s.IsNotOwn && !v.IsBuyer() {
		b.AndNot(inCharge)
	}
	if !s.PublishedAfter.IsZero() {
		after := s.PublishedAfter.UnixMilli()
		b.Keep(func(slot uint32) bool { return t.Int(listingPublished, slot) > after })
	}
	if s.CompanyID != "" {
		set, err := q.seqSet("SELECT l.seq FROM listing l WHERE l.company_id = ?", s.CompanyID)
		if err != nil {
			return nil, nil, err
		}
		b.And(set)
	}
	if s.IDs != nil {
		set, err := q.idSet("listing", s.IDs)
		if err != nil {
			return nil, nil, err
		}
		b.And(set)
	}
	if err := s.indexedRows(q, v, t, b); err != nil {
		return nil, nil, err
	}
	for _, word := range s.Words {
		set, err := q.listingsWith(v, t, word, working)
		if set == nil || err != nil {
			b.Free()
			return nil, nil, err
		}
		b.And(set)
	}
	s.indexedContent(t, b, working)
	return t, b, nil
}

// visibleInIndex are the listings with a published content that the viewer may know of; in the
// general search a bank finds its own as everybody does: while they are shown.
func (q *Q) visibleInIndex(v Viewer, t *index.Table, now *showing, isGeneral bool) (*index.Bits, error) {
	ids, err := q.StoppedInstitutions()
	if err != nil {
		return nil, err
	}
	stopped := strings.Join(ids, " ")
	if !v.IsBuyer() {
		return audienceIn(t, now, audienceKey{institution: v.InstitutionID, stopped: stopped, isGeneral: isGeneral}), nil
	}
	if over, err := q.isTrialOver(v.BuyerID); err != nil || over {
		return t.Bits(), err
	}
	own, err := q.dealings(v, "", nil)
	if err != nil {
		return nil, err
	}
	return audienceIn(t, now, audienceKey{institution: v.InstitutionID, stopped: stopped, isBuyer: true}).Or(own.dealing).And(t.Set(listingIsPublished, "")), nil
}

// indexedRows is ListingSearch.rows in sets: what hangs on one buyer or user is few, and SQL's.
func (s *ListingSearch) indexedRows(q *Q, v Viewer, t *index.Table, b *index.Bits) error {
	own, args := s.ownRow(v)
	ofBank := !v.IsBuyer() && s.BuyerID == ""
	and := func(query string, args ...any) error {
		set, err := q.seqSet(query, args...)
		b.And(set)
		return err
	}
	const from = "SELECT l.seq FROM negotiation n JOIN listing l ON l.id = n.listing_id"
	if s.Offers != nil {
		if ofBank {
			some := t.Bits()
			for _, state := range s.Offers {
				some.Or(t.Set(listingOffered, smallNumber(state)+v.InstitutionID))
			}
			b.AndBits(some)
			some.Free()
		} else if err := and(from+" WHERE "+own+" AND n.offer_send_status IN ("+marks(len(s.Offers))+")", append(append([]any{}, args...), anyOf(s.Offers)...)...); err != nil {
			return err
		}
	}
	if s.IsNegotiation {
		if ofBank {
			some := t.Bits().Or(t.Set(listingBuyingNow, v.InstitutionID)).Or(t.Set(listingSelling, v.InstitutionID))
			b.AndBits(some)
			some.Free()
		} else if err := and(from+" WHERE "+own+" AND n.status BETWEEN 1 AND 4", args...); err != nil {
			return err
		}
	}
	if s.IsMessage {
		query, all := s.unread(v, "l0.seq")
		if err := and(query, all...); err != nil {
			return err
		}
	}
	if s.IsNotRead {
		set, err := q.seqSet("SELECT l.seq FROM listing l WHERE l.id IN (SELECT u.listing_id FROM user_action u WHERE u.user_id = ? AND u.action_type = 2)", v.UserID)
		if err != nil {
			return err
		}
		b.AndNot(set)
	}
	return nil
}

// listingsWith are the listings with a word. The institution in charge seeks in what it edits and in
// its sellers' names: these are few, and no index holds them.
func (q *Q) listingsWith(v Viewer, t *index.Table, word string, working bool) (*index.Set, error) {
	if !working {
		return listingWords.find(q, t, word)
	}
	return q.seqSet(`SELECT l.seq FROM listing l JOIN listing_content c ON c.listing_id = l.id AND c.side = 1 WHERE l.institution_id = ? AND (c.free_text_folded LIKE ? ESCAPE '\'
		OR EXISTS (SELECT 1 FROM company_details d WHERE d.company_id = l.company_id AND d.name_folded LIKE ? ESCAPE '\'))`, v.InstitutionID, like(word), like(word))
}

// indexedContent is ListingSearch.content in sets, but for the words.
func (s *ListingSearch) indexedContent(t *index.Table, b *index.Bits, working bool) {
	field := uint8(0)
	if working {
		field = workingFields
	}
	and := func(some *index.Bits) {
		b.AndBits(some)
		some.Free()
	}
	if len(s.Industries)+len(s.LargeClasses) > 0 {
		more := t.Any(contentLarge+field, s.LargeClasses)
		and(t.Any(contentIndustry+field, s.Industries).OrBits(more))
		more.Free()
	}
	if s.Prefectures != nil {
		public := t.Set(contentPlacePublic+field, "")
		regions := t.Any(contentRegion+field, numbers(s.Regions)).AndNot(public)
		and(t.Any(contentPlace+field, s.Prefectures).And(public).OrBits(regions))
		regions.Free()
	}
	if s.SalesAmounts != nil {
		and(t.Any(contentBand+field, numbers(s.SalesAmounts)))
	}
	if s.PriceLow != nil || s.PriceHigh != nil {
		some := t.Bits().Or(t.Rows())
		for field, keys := range map[uint8][]int{contentPriceFrom + field: s.PriceLow, contentPriceTo + field: s.PriceHigh} {
			if keys != nil {
				keepAny(t, some, field, numbers(keys))
			}
		}
		nothingSaid := t.Bits().Or(t.Set(contentPriceFrom+field, "0")).And(t.Set(contentPriceTo+field, "0"))
		and(some.OrBits(nothingSaid).Or(t.Set(contentPriceTo+field, smallNumber(priceOpen))))
		nothingSaid.Free()
	}
	if s.ManagersFrom != nil || s.ManagersTo != nil { // of neither end nothing is known
		some := t.Bits().Or(t.Set(contentManyFrom+field, "")).And(t.Set(contentManyTo+field, ""))
		b.AndNotBits(some)
		some.Free()
	}
	if s.ManagersFrom != nil {
		coarseManyTo.keep(t, b, working, *s.ManagersFrom, math.MaxInt64, true)
	}
	if s.ManagersTo != nil {
		coarseManyFrom.keep(t, b, working, math.MinInt64+1, *s.ManagersTo, true)
	}
	if s.DueFrom != "" {
		if due, err := dayNumber(s.DueFrom); err != nil {
			b.And(index.SetOf(nil))
		} else {
			coarseDue.keep(t, b, working, due, math.MaxInt64, false)
		}
	}
}

// keep keeps the rows whose number lies between two: by the coarse values that lie between theirs,
// and by the numbers themselves where a value may hold both.
func (c *coarse) keep(t *index.Table, b *index.Bits, working bool, low, high int64, orUnset bool) {
	field, column := c.field, c.column
	if working {
		field, column = field+workingFields, column+workingColumns
	}
	unsaid := t.Bits()
	if orUnset {
		unsaid.Or(t.Set(field, "")).AndBits(b)
	}
	if b.Count() < t.Count()/manyRows {
		b.KeepBetween(t, column, low, high).OrBits(unsaid)
		unsaid.Free()
		return
	}
	first, last := c.of(low), c.of(high)
	inside, edge := t.Bits(), t.Bits()
	for _, v := range t.Values(field) {
		switch n, err := strconv.ParseInt(v, 10, 64); {
		case err != nil: // unset
		case n > first && n < last:
			inside.Or(t.Set(field, v))
		case n == first || n == last:
			edge.Or(t.Set(field, v))
		}
	}
	edge.AndBits(b).KeepBetween(t, column, low, high)
	b.AndBits(inside.OrBits(edge).OrBits(unsaid))
	inside.Free()
	edge.Free()
	unsaid.Free()
}

// manyRows: where fewer than one of so many rows are left, looking at each is quicker than going
// over the sets of the coarse values.
const manyRows = 40

// indexedOrder is ListingSearch.order as a walk over what was found.
func (s *ListingSearch) indexedOrder(t *index.Table, b *index.Bits, working bool, need int) *index.Cursor {
	by, ok := map[string]int{SortBusinessName: byListingName, SortSalesAmount: byListingSales, SortSalesPrice: byPrice, SortDueDate: byDue, SortOperatingProfit: byProfit}[s.Sort]
	switch {
	case ok && working:
		by += workingOrders
	case !ok && working:
		by = byListingModified
	case !ok:
		by = byPublished
	}
	return t.Cursor(by, b, s.IsAscending, need)
}
