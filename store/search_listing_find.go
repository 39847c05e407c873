package store

import "tsunagu/store/index"

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
	published, inCharge := t.Set(listingIsPublished, ""), t.Set(listingInCharge, v.InstitutionID)
	b := t.Bits()
	if working { // the own ones, which are all visible
		b.Or(inCharge).And(t.Set(listingIsWorking, ""))
	} else if err := q.visibleInIndex(v, t, now, b); err != nil {
		return nil, nil, err
	} else {
		b.And(published)
	}
	shown := func() *index.Bits { return t.Bits().Or(now.set).Or(now.sold) }
	switch {
	case s.IsShowing && s.IsSold:
		some := shown()
		b.AndBits(some)
		some.Free()
	case s.IsShowing:
		b.And(now.set)
	case s.IsSold:
		b.And(t.Set(listingStatus, "2"))
	case !working && !v.IsBuyer():
		some, own := shown(), b.Copy().And(inCharge)
		own.AndBits(some)
		b.AndNot(inCharge).OrBits(own)
		some.Free()
		own.Free()
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

// visibleInIndex adds the listings with a published content that the viewer may know of.
func (q *Q) visibleInIndex(v Viewer, t *index.Table, now *showing, b *index.Bits) error {
	if v.IsBuyer() {
		if over, err := q.isTrialOver(v.BuyerID); err != nil || over {
			return err
		}
	}
	published, inCharge := t.Set(listingIsPublished, ""), t.Set(listingInCharge, v.InstitutionID)
	b.Or(now.set).Or(now.sold) // while they show …
	kept := t.Bits().Or(t.Set(listingRest, "")).And(t.Set(listingKeptFrom, v.InstitutionID)).Or(t.Set(listingLimited, ""))
	own := b.Copy().And(inCharge)
	b.AndNotBits(kept).OrBits(own) // … to their audience
	kept.Free()
	own.Free()
	if v.IsBuyer() {
		own, err := q.dealings(v, "", nil)
		if err != nil {
			return err
		}
		b.Or(own.dealing).And(published)
		return nil
	}
	b.Or(t.Set(listingBuying, v.InstitutionID)).And(published).Or(inCharge)
	return nil
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
		query, all := s.unread(v, func(own, unread, side string) string {
			return from + " JOIN message m ON m.negotiation_id = n.id WHERE " + own + " AND " + unread + " AND NOT EXISTS (SELECT 1 FROM message_read x WHERE x.message_id = m.id AND x.side = '" + side + "')"
		}, " UNION ALL ")
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
	field, column := uint8(0), 0
	if working {
		field, column = workingFields, workingColumns
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
		open := pairs(t, contentPrices+field, nil, []int{priceOpen})
		and(pairs(t, contentPrices+field, s.PriceLow, s.PriceHigh).OrBits(open).Or(t.Set(contentPrices+field, pair(0, 0))))
		open.Free()
	}
	if s.ManagersFrom != nil || s.ManagersTo != nil {
		b.Keep(func(slot uint32) bool {
			from, to := t.Int(contentManagersFrom+column, slot), t.Int(contentManagersTo+column, slot)
			return (from != unset || to != unset) && (s.ManagersFrom == nil || to == unset || to >= *s.ManagersFrom) && (s.ManagersTo == nil || from == unset || from <= *s.ManagersTo)
		})
	}
	if s.DueFrom != "" {
		due, err := dayNumber(s.DueFrom)
		b.Keep(func(slot uint32) bool { return err == nil && t.Int(contentDue+column, slot) >= due })
	}
}

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
