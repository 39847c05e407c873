package store

import (
	"math"
	"slices"

	"tsunagu/store/index"
	"tsunagu/store/words"
)

// indexedListings are the listings that a search finds by the index; nil where SQL has to answer.
// It is visibleListing and the conditions of SearchListings written with sets; keep them equal.
func (q *Q) indexedListings(v Viewer, s *ListingSearch, working bool) (*index.Table, *index.Bits, error) {
	find := q.searchable
	if working { // SQL finds these fast enough
		find = q.edition
	}
	ed, err := find()
	if err != nil || ed == nil || ed.listings == nil {
		return nil, nil, err
	}
	t := ed.listings
	now, err := q.showingNow(ed)
	if err != nil {
		return nil, nil, err
	}
	visible := q.visibleIndex(ed)
	inCharge, err := visible.ownListings(v)
	if err != nil {
		return nil, nil, err
	}
	var b *index.Bits
	if working { // the own ones, which are all visible
		b = t.Bits().Or(inCharge).And(t.Set(listingIsWorking, ""))
	} else if b, err = visible.visibleListing(v, !s.IsSold || s.IsShowing); err != nil {
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
	if err := s.indexedRows(q, v, ed, b); err != nil {
		return nil, nil, err
	}
	if s.isAny() {
		b.And(inCharge)
		if err := s.narrow(q, v, InChargeOfListing, func(set *index.Set) { b.And(set) }, func(set *index.Set) { b.AndNot(set) }); err != nil {
			return nil, nil, err
		}
	}
	terms, err := q.terms(s.Words, s.Without)
	if err != nil {
		return nil, nil, err
	}
	for _, term := range terms {
		sets, err := q.listingsWith(v, ed, term, working)
		if sets == nil || err != nil {
			b.Free()
			return nil, nil, err
		}
		b.Narrow(index.Clause{Sets: sets})
	}
	return t, b.Narrow(s.indexedContent(t, working)...), nil
}

// indexedRows is ListingSearch.rows with sets: conditions on one buyer or user match few rows,
// which SQL looks up.
func (s *ListingSearch) indexedRows(q *Q, v Viewer, ed *edition, b *index.Bits) error {
	own, args := s.ownRow(v)
	t := ed.listings
	ofBank := !v.IsBuyer() && s.BuyerID == ""
	isTeam := ofBank && v.Team != "" // the listings' sets are those of the whole bank
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
				if isTeam {
					if err := q.addTeamListings(v, ed, some, teamListingsKey{side: SideBF, of: negotiationOffer, from: state, to: state}); err != nil {
						return err
					}
					continue
				}
				some.Or(t.Set(listingOffered, smallNumber(state)+v.InstitutionID))
			}
			b.AndBits(some)
			some.Free()
		} else if err := and(from+" WHERE "+own+" AND n.offer_send_status IN ("+marks(len(s.Offers))+")", append(append([]any{}, args...),
			anyOf(s.Offers)...)...); err != nil {
			return err
		}
	}
	if s.IsNegotiation {
		if ofBank {
			some := t.Bits()
			if isTeam {
				for _, side := range []string{SideBF, SideSF} {
					if err := q.addTeamListings(v, ed, some, teamListingsKey{side: side, of: negotiationStatus, from: 1, to: 4}); err != nil {
						return err
					}
				}
			} else {
				some.Or(t.Set(listingBuyingNow, v.InstitutionID)).Or(t.Set(listingSelling, v.InstitutionID))
			}
			b.AndBits(some)
			some.Free()
		} else if err := and(from+" WHERE "+own+" AND n.status "+codesLive, args...); err != nil {
			return err
		}
	}
	if s.IsNotBegun {
		set, err := q.seqSet(from+" WHERE "+own+" AND n.status "+codesBegun, args...)
		if err != nil {
			return err
		}
		b.AndNot(set)
	}
	if s.IsMessage {
		query, all := s.unread(v, "l0.seq")
		if err := and(query, all...); err != nil {
			return err
		}
	}
	if s.IsNotRead {
		set, err := q.seqSet("SELECT l.seq FROM listing l WHERE l.id IN (SELECT u.listing_id FROM user_action u WHERE u.user_id = ? AND "+
			"u.action_type = 2)", v.UserID)
		if err != nil {
			return err
		}
		b.AndNot(set)
	}
	return nil
}

// listingsWith are the listings with a term, any of the sets. The institution in charge also searches its working
// contents and its sellers' names: these are few and not in the index.
func (q *Q) listingsWith(v Viewer, ed *edition, term words.Term, working bool) ([]*index.Set, error) {
	if !working {
		return listingWords.find(q, ed, term)
	}
	cond, args, err := q.listingHas(v, "c", term, true)
	if err != nil {
		return nil, err
	}
	set, err := q.seqSet(`SELECT l.seq FROM listing l JOIN listing_content c ON c.listing_id = l.id AND c.side = `+codeSideWorking+` WHERE `+
		v.ownListing()+` AND (`+cond+`)`, append([]any{v.InstitutionID}, args...)...)
	return []*index.Set{set}, err
}

// exactly drops from found listings those that do not have each word of the question itself; nil where none of the words is widened, or
// another order than the usual one is asked for, or where SQL has to answer.
func (q *Q) exactly(v Viewer, s *ListingSearch, b *index.Bits, working bool) (*index.Bits, error) {
	terms, err := q.exactFirst(s.Words, s.Without, s.Sort, s.IsAscending)
	if terms == nil || err != nil {
		return nil, err
	}
	out := b.Copy()
	for _, term := range terms {
		sets, err := q.listingsWith(v, q.at, words.Term{Word: term.Word}, working)
		if sets == nil || err != nil {
			out.Free()
			return nil, err
		}
		out.And(sets[0])
	}
	return out, nil
}

// indexedContent is ListingSearch.content with sets, without the words, and when a listing was published.
func (s *ListingSearch) indexedContent(t *index.Table, working bool) (out []index.Clause) {
	field := uint8(0)
	if working {
		field = workingFields
	}
	if len(s.Industries)+len(s.LargeClasses) > 0 {
		out = append(out, anyClass(t, contentIndustry+field, contentLarge+field, s.Industries, s.LargeClasses))
	}
	if s.Prefectures != nil {
		some, tellsNone := anyOfField(t, contentPlace+field, s.Prefectures), anyOfField(t, contentPlacePublic+field, []string{""})
		tellsNone.IsNot = true
		some.Cases = [][]index.Clause{{anyOfField(t, contentRegion+field, numbers(s.Regions)), tellsNone}}
		out = append(out, some)
	}
	if s.SalesAmounts != nil {
		out = append(out, anyOfField(t, contentBand+field, numbers(s.SalesAmounts)))
	}
	if !s.PublishedAfter.IsZero() {
		out = append(out, between(t, listingPublished, s.PublishedAfter.UnixMilli()+1, math.MaxInt64))
	}
	if !s.PublishedUntil.IsZero() {
		out = append(out, between(t, listingPublished, 0, s.PublishedUntil.UnixMilli()))
	}
	return append(out, s.indexedRanges(t, working)...)
}

// indexedOrder is ListingSearch.order as a cursor over the found rows.
func (s *ListingSearch) indexedOrder(t *index.Table, b *index.Bits, working bool, need int) *index.Cursor {
	by, ok := map[string]int{SortBusinessName: byListingName, SortSalesAmount: byListingSales, SortSalesPrice: byPrice, SortDueDate: byDue,
		SortOperatingProfit: byProfit}[s.Sort]
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

// indexedListingPage is a page of the found rows in the order of the search.
func (q *Q) indexedListingPage(v Viewer, s *ListingSearch, t *index.Table, b *index.Bits, working bool) ([]uint32, error) {
	if !working || !isByCharge(s.Sort) {
		exact, err := q.exactly(v, s, b, working)
		if err != nil {
			return nil, err
		}
		if exact == nil {
			return index.Page(s.indexedOrder(t, b, working, s.Offset+s.Limit), s.Offset, s.Limit), nil
		}
		defer exact.Free()
		rest, n := b.Copy().AndNotBits(exact), exact.Count()
		defer rest.Free()
		page := index.Page(s.indexedOrder(t, exact, working, s.Offset+s.Limit), s.Offset, s.Limit)
		from, left := max(s.Offset-n, 0), s.Limit-len(page)
		return append(page, index.Page(s.indexedOrder(t, rest, working, from+left), from, left)...), nil
	}
	var rows []uint32
	b.Each(func(slot uint32) { rows = append(rows, slot) })
	return q.pageByCharge(v, InChargeOfListing, s.Sort, s.IsAscending, rows, s.Offset, s.Limit)
}

// teamListingsKey asks for the listings of a team's negotiations on a side by a column of theirs.
type teamListingsKey struct {
	side     string
	of       int
	from, to int
}

// addTeamListings adds them.
func (q *Q) addTeamListings(v Viewer, ed *edition, to *index.Bits, asked teamListingsKey) error {
	set, err := q.teamListings(v, ed, asked)
	if err == nil {
		to.Or(set)
	}
	return err
}

// teamListings are kept until a negotiation changes.
func (q *Q) teamListings(v Viewer, ed *edition, asked teamListingsKey) (*index.Set, error) {
	bank, _, err := q.visibleIndex(ed).visibleNegotiation(v, asked.side)
	if err != nil {
		return nil, err
	}
	type key struct {
		bankRowsKey
		teamListingsKey
	}
	return remember(q, ed, lookup[*index.Set]{cache: cacheDealings, key: key{bank.bankRowsKey, asked}, of: negotiationTable, isRows: true,
		find: func() (Kept[*index.Set], error) {
			of, err := q.bankParties(bank, ed)
			if err != nil {
				return Kept[*index.Set]{}, err
			}
			var found []uint32
			for i, slot := range of.slots {
				if n := int(ed.negotiations.Int(asked.of, slot)); asked.from <= n && n <= asked.to {
					found = append(found, of.listings[i])
				}
			}
			slices.Sort(found)
			set := index.SetOf(slices.Compact(found))
			return Kept[*index.Set]{Value: set, Bytes: set.Bytes()}, nil
		}})
}
