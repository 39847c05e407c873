package store

import (
	"database/sql"
	"math"
	"slices"
	"strings"
	"time"

	"tsunagu/store/index"
)

// visibleIndex is visible.go for the index: every method decides with sets and columns what the method of
// the same name there decides in SQL, in the same order. TestVisibilityHasTwoHomes holds all other files to
// using these, and the tests of the search compare both on random networks.
type visibleIndex struct {
	q  *Q
	ed *edition
}

func (q *Q) visibleIndex(ed *edition) visibleIndex { return visibleIndex{q, ed} }

// visibleListing is the twin of Q.visibleListing, for listings with a published content. With isGeneral a bank
// finds its own as everybody does: while they are shown (listingConditions has that in SQL).
func (x visibleIndex) visibleListing(v Viewer, isGeneral bool) (*index.Bits, error) {
	t := x.ed.listings
	now, err := x.q.showingNow(x.ed)
	if err != nil {
		return nil, err
	}
	stopped, err := x.stopped()
	if err != nil {
		return nil, err
	}
	if !v.IsBuyer() {
		key := audienceKey{institution: v.InstitutionID, stopped: stopped, isGeneral: isGeneral}
		if key.reach, err = x.q.reach(v); err != nil {
			return nil, err
		}
		if key.reach != nil {
			turned := teamListingsKey{side: SideBF, of: negotiationStatus, from: 0, to: 9}
			if key.turned, err = x.q.teamListings(v, x.ed, turned); err != nil {
				return nil, err
			}
			turned.from, turned.to = 1, 5 // under way or done
			if key.begun, err = x.q.teamListings(v, x.ed, turned); err != nil {
				return nil, err
			}
		}
		return x.audienceIn(now, key)
	}
	if over, err := x.q.isTrialOver(v.BuyerID); err != nil || over {
		return t.Bits(), err
	}
	own, err := x.q.dealings(v, "", nil)
	if err != nil {
		return nil, err
	}
	shown, err := x.audienceIn(now, audienceKey{institution: v.InstitutionID, stopped: stopped, isBuyer: true})
	if err != nil {
		return nil, err
	}
	return shown.Or(own.dealing).And(t.Set(listingIsPublished, "")), nil
}

// ownListings is the twin of Viewer.ownListing.
func (x visibleIndex) ownListings(v Viewer) (*index.Set, error) {
	inCharge := x.ed.listings.Set(listingInCharge, v.InstitutionID)
	r, err := x.q.reach(v)
	if err != nil || r == nil {
		return inCharge, err
	}
	return both(x.ed.listings, inCharge, r.listings), nil
}

// mayDeal says that an institution has a row of negotiations about a listing, on either side: where it says no there is
// none, where it says yes SQL knows which of them it may know of.
func (x visibleIndex) mayDeal(institution string, listing uint32) bool {
	return x.ed.listings == nil || x.ed.listings.Set(listingDealing, institution).Has(listing)
}

// stopped are the institutions that take no part now, the other side of running.
func (x visibleIndex) stopped() (string, error) {
	ids, err := x.q.StoppedInstitutions()
	return strings.Join(ids, " "), err
}

// addDealing adds to a listing the institutions that a negotiation about it shows it to (dealing in
// Q.visibleListing), and what searches ask of negotiations.
func addDealing(e *index.Edit, slot uint32, bf, sf string, status, offer int, isNote bool) {
	e.Add(slot, listingDealing, bf)
	e.Add(slot, listingDealing, sf)
	if isNote {
		return
	}
	if status >= 1 && status <= 5 {
		e.Add(slot, listingBuying, bf)
	}
	if status >= 1 && status <= 4 {
		e.Add(slot, listingBuyingNow, bf)
		e.Add(slot, listingSelling, sf)
	}
	e.Add(slot, listingOffered, smallNumber(offer)+bf)
}

// showing is the twin of Q.showing and Q.recentlySold: the listings that show on one day, and those concluded
// within six months of some moments of that day.
type showing struct {
	set, sold   *index.Set
	from, until int64 // sold is right for moments whose "six months ago" lies between these
}

type showingKey struct{ day int64 }

// showingNow is computed once for each day; rows that changed are looked at anew.
func (q *Q) showingNow(ed *edition) (*showing, error) {
	day, err := dayNumber(q.Today())
	if err != nil {
		return nil, err
	}
	t, since := ed.listings, soldSince(q.now)
	// among are those of some listings.
	among := func(s *showing, each func(func(slot uint32))) (set, sold []uint32) {
		each(func(slot uint32) {
			if t.Set(listingStatus, listingIsPublic).Has(slot) && isListingShowing(t, slot, day) {
				set = append(set, slot)
			}
			if at := t.Int(listingConcluded, slot); t.Set(listingStatus, listingIsSold).Has(slot) && at >= s.from {
				sold, s.until = append(sold, slot), min(s.until, at)
			}
		})
		return set, sold
	}
	found := func(s *showing) (Kept[*showing], error) {
		return Kept[*showing]{Value: s, Bytes: s.set.Bytes() + s.sold.Bytes()}, nil
	}
	find := func() (Kept[*showing], error) {
		s := &showing{from: since, until: math.MaxInt64}
		set, sold := among(s, func(f func(slot uint32)) {
			t.Set(listingStatus, listingIsPublic).Each(f)
			t.Set(listingStatus, listingIsSold).Each(f)
		})
		s.set, s.sold = index.SetOf(set), index.SetOf(sold)
		return found(s)
	}
	isStill := func(s *showing) bool { return s.from <= since && since <= s.until }
	return remember(q, ed, lookup[*showing]{cache: cacheShowing, key: showingKey{day}, mends: listingTable, isRows: true, isStill: isStill,
		find: find, mend: func(was *showing, changed []uint32) (Kept[*showing], error) {
			s := *was
			set, sold := among(&s, func(f func(slot uint32)) {
				for _, slot := range changed {
					if t.Rows().Has(slot) {
						f(slot)
					}
				}
			})
			if !isStill(&s) {
				return find()
			}
			s.set, s.sold = was.set.Change(index.SetOf(changed), set), was.sold.Change(index.SetOf(changed), sold)
			return found(&s)
		}})
}

// Values of the field listingStatus.
const (
	listingIsPublic = "1"
	listingIsSold   = "2"
)

func soldSince(now time.Time) int64 { return now.AddDate(0, -6, 0).UnixMilli() }

// isListingShowing is valid for public listings; it is false for those without a published content.
func isListingShowing(t *index.Table, slot uint32, day int64) bool {
	return t.Set(listingIsPublished, "").Has(slot) && t.Int(contentStart, slot) <= day && t.Int(contentDue, slot) >= day
}

// audienceKey is whose audience, on a day.
type audienceKey struct {
	institution string
	stopped     string // the institutions that take no part now
	isBuyer     bool
	isGeneral   bool // without what only the institution in charge would still find
	now         *showing
	reach       *reach     // of a bank's user whose institution shows records to their teams alone
	turned      *index.Set // what his team negotiates about for its buyers, …
	begun       *index.Set // … and of that what is under way or done
}

// audienceIn is the twin of Q.audience for all listings and one institution; for a bank with the listings that
// it negotiates about or is in charge of, as in Q.visibleListing. Most searches begin with all of them.
func (x visibleIndex) audienceIn(now *showing, key audienceKey) (*index.Bits, error) {
	t := x.ed.listings
	key.now = now
	all, err := remember(x.q, x.ed, lookup[*index.Bits]{cache: cacheAudiences, key: key, of: listingTable, isRows: true,
		find: func() (Kept[*index.Bits], error) {
			published, inCharge := t.Set(listingIsPublished, ""), t.Set(listingInCharge, key.institution)
			shown := t.Bits().Or(now.set).Or(now.sold) // while they show …
			managed, buying := inCharge, t.Set(listingBuying, key.institution)
			if key.reach != nil {
				managed, buying = both(t, inCharge, key.reach.listings), key.begun
			}
			own := shown.Copy().And(managed)
			for id := range strings.FieldsSeq(key.stopped) { // … and the bank in charge takes part …
				shown.AndNot(t.Set(listingInCharge, id))
			}
			kept := t.Bits().Or(t.Set(listingRest, "")).And(t.Set(listingKeptFrom, key.institution)).Or(t.Set(listingLimited, ""))
			b := shown.Copy().AndNotBits(kept).OrBits(shown.And(inCharge)) // … to their audience
			if key.reach != nil {                                          // a colleague's to the team of a buyer who has turned to it
				colleagues := t.Bits().Or(inCharge).AndNot(key.turned)
				b.AndNotBits(colleagues)
				colleagues.Free()
			}
			switch {
			case key.isBuyer:
			case key.isGeneral: // its own as everybody does
				b.Or(buying).And(published).AndNot(managed).OrBits(own.And(published))
			default:
				b.Or(buying).Or(managed).And(published)
			}
			shown.Free()
			kept.Free()
			own.Free()
			b = b.Own()
			return Kept[*index.Bits]{Value: b, Bytes: b.Bytes()}, nil
		}})
	if err != nil {
		return nil, err
	}
	return all.Copy(), nil
}

// audience is the twin of Q.audience for one listing and one institution at a time.
func (x visibleIndex) audience() (func(listing uint32, institution string) bool, error) {
	t := x.ed.listings
	now, err := x.q.showingNow(x.ed)
	if err != nil {
		return nil, err
	}
	ids, err := x.q.StoppedInstitutions()
	if err != nil {
		return nil, err
	}
	stopped := make([]*index.Set, len(ids))
	for i, id := range ids {
		stopped[i] = t.Set(listingInCharge, id)
	}
	published, limited, rest := t.Set(listingIsPublished, ""), t.Set(listingLimited, ""), t.Set(listingRest, "")
	return func(listing uint32, institution string) bool {
		if !published.Has(listing) || !now.set.Has(listing) && !now.sold.Has(listing) {
			return false
		}
		if slices.ContainsFunc(stopped, func(set *index.Set) bool { return set.Has(listing) }) {
			return false
		}
		if t.Set(listingInCharge, institution).Has(listing) {
			return true
		}
		return !limited.Has(listing) && !(rest.Has(listing) && t.Set(listingKeptFrom, institution).Has(listing))
	}, nil
}

// openListing is the twin of Q.openListing.
func (x visibleIndex) openListing() (*index.Bits, error) {
	t := x.ed.listings
	now, err := x.q.showingNow(x.ed)
	if err != nil {
		return nil, err
	}
	stopped, err := x.q.StoppedInstitutions()
	if err != nil {
		return nil, err
	}
	b := t.Bits().Or(now.set).AndNot(t.Set(listingLimited, "")).AndNot(t.Set(listingRest, ""))
	for _, id := range stopped {
		b.AndNot(t.Set(listingInCharge, id))
	}
	return b, nil
}

// buyerSees is the twin of Q.buyerSees for rows of the viewer's own institution as BF, by the numbers of row and listing,
// with a function that returns its memory. SF sees its own listings anyway.
func (x visibleIndex) buyerSees(v Viewer, side string) (func(slot, listing uint32) bool, func(), error) {
	if side == SideSF {
		return func(uint32, uint32) bool { return true }, func() {}, nil
	}
	t := x.ed.listings
	now, err := x.q.showingNow(x.ed)
	if err != nil {
		return nil, nil, err
	}
	stopped, err := x.stopped()
	if err != nil {
		return nil, nil, err
	}
	audience, err := x.audienceIn(now, audienceKey{institution: v.InstitutionID, stopped: stopped, isBuyer: true})
	if err != nil {
		return nil, nil, err
	}
	audience.And(t.Set(listingIsPublished, ""))
	hasBegun := func(slot uint32) bool {
		status := x.ed.negotiations.Int(negotiationStatus, slot)
		return status >= 1 && status <= 5
	}
	return func(slot, listing uint32) bool { return audience.Has(listing) || hasBegun(slot) }, audience.Free, nil
}

// indexedParties are whose a row of negotiations is: of ofBF (a note is nobody's as BF) and ofSF.
const indexedParties = "CASE WHEN " + notNote + " THEN n.bf_id ELSE '' END, n.sf_id, " + knownToSF

// visibleNegotiation is the twin of Q.visibleNegotiation, side by side. A buyer's rows are ofBuyer's in SQL.
func (x visibleIndex) visibleNegotiation(v Viewer, side string) (rows bankRows, ok bool, err error) {
	switch {
	case v.IsBuyer():
		rows.field, ok = negotiationBF, side == SideBuyer
	case side == SideBF:
		rows.field, ok = negotiationBF, true
	case side == SideSF:
		rows.field, ok = negotiationSF, true
	}
	if !ok {
		return rows, false, nil
	}
	t := x.ed.negotiations
	rows.institution, rows.set = v.InstitutionID, t.Set(rows.field, v.InstitutionID)
	if rows.reach, err = x.q.reach(v); err == nil && rows.reach != nil {
		of := rows.reach.bf
		if side == SideSF {
			of = rows.reach.sf
		}
		rows.set = both(t, rows.set, of)
	}
	return rows, true, err
}

// ofBF is the twin of Viewer.ofBF.
func (x visibleIndex) ofBF(v Viewer) (*index.Set, error) {
	if v.IsBuyer() { // of its bank
		return x.ed.negotiations.Set(negotiationBF, v.InstitutionID), nil
	}
	rows, _, err := x.visibleNegotiation(v, SideBF)
	return rows.set, err
}

// foundCompany is the twin of Q.foundCompany: the viewer's own companies, and the buyers that every bank finds
// while they are public and their bank takes part.
func (x visibleIndex) foundCompany(v Viewer, stopped []string) (own *index.Set, public func() (*index.Bits, error), err error) {
	t := x.ed.companies
	inCharge := t.Set(companyInCharge, v.InstitutionID)
	r, err := x.q.reach(v)
	if err != nil || r == nil {
		return inCharge, func() (*index.Bits, error) { return x.publicBuyers(stopped) }, err
	}
	return both(t, inCharge, r.companies), func() (*index.Bits, error) {
		public, err := x.publicBuyers(stopped)
		if err != nil {
			return nil, err
		}
		return t.BitsOf(public).AndNot(inCharge), nil
	}, nil
}

// companyIsPublic is the status of a company that other banks may find.
const companyIsPublic = 1

type publicBuyersKey struct{ stopped string }

// publicBuyers are remembered, and looked at anew where a company changed: every search for buyers asks for them.
func (x visibleIndex) publicBuyers(stopped []string) (*index.Bits, error) {
	t := x.ed.companies
	narrow := func(b *index.Bits) *index.Bits {
		b.And(t.Set(companyKind, smallNumber(Buyer))).And(t.Set(companyStatus, smallNumber(companyIsPublic)))
		for _, id := range stopped {
			b.AndNot(t.Set(companyInCharge, id))
		}
		return b
	}
	found := func(rows *index.Bits) (Kept[*index.Bits], error) {
		rows = rows.Own()
		return Kept[*index.Bits]{Value: rows, Bytes: rows.Bytes()}, nil
	}
	return remember(x.q, x.ed, lookup[*index.Bits]{cache: cacheAudiences, key: publicBuyersKey{strings.Join(stopped, " ")},
		mends: companyTable, isRows: true,
		find: func() (Kept[*index.Bits], error) { return found(narrow(t.Bits().Or(t.Rows()))) },
		mend: func(was *index.Bits, changed []uint32) (Kept[*index.Bits], error) {
			anew := t.Bits().Or(index.SetOf(changed))
			rows := t.BitsOf(was).AndNotBits(anew)
			rows.OrBits(narrow(anew.And(t.Rows())))
			anew.Free()
			return found(rows)
		}})
}

// countedCompany is the twin of Q.countedCompany; own are all of the viewer's own.
func (x visibleIndex) countedCompany(v Viewer) (counted *index.Bits, own *index.Set, err error) {
	stopped, err := x.q.StoppedInstitutions()
	if err != nil {
		return nil, nil, err
	}
	t := x.ed.companies
	own, public, err := x.foundCompany(v, stopped)
	if err != nil {
		return nil, nil, err
	}
	buyers, err := public()
	if err != nil {
		return nil, nil, err
	}
	return t.Bits().Or(own).AndNot(t.Set(companyStatus, companyIsGone)).OrBits(buyers), own, nil
}

// companyIsGone is the value of companyStatus of companies that are out of use.
const companyIsGone = "2"

// candidateAudience reads whom an own listing is published to: the EXISTS of Q.candidateBuyer, without the companies.
func (q *Q) candidateAudience(v Viewer, listingID string, f *candidateFacts) error {
	ed, err := q.edition()
	if err != nil {
		return err
	}
	if ed != nil && ed.listings != nil {
		x, t := q.visibleIndex(ed), ed.listings
		shows, err := x.audience()
		if err != nil {
			return err
		}
		own, err := x.ownListings(v)
		if err != nil {
			return err
		}
		f.isShowing = own.Has(f.listing) && t.Set(listingStatus, listingIsPublic).Has(f.listing) && shows(f.listing, v.InstitutionID)
		f.isLimited, f.isRest = t.Set(listingLimited, "").Has(f.listing), t.Set(listingRest, "").Has(f.listing)
	} else if err := q.readCandidateAudience(v, listingID, f); err != nil {
		return err
	}
	if !f.isShowing || !f.isRest {
		return nil
	}
	f.rest, err = codes[string](q, "SELECT r.code FROM listing_code r WHERE r.listing_id = ? AND r.side = "+codeSidePublished+
		" AND r.field = 'rest'", listingID)
	return err
}

// readCandidateAudience is candidateAudience in SQL, but for the institutions that a listing is kept from.
func (q *Q) readCandidateAudience(v Viewer, listingID string, f *candidateFacts) error {
	audience, args := q.audience("?", v.InstitutionID)
	return q.each(func(r *sql.Rows) error {
		f.isShowing = true
		return r.Scan(&f.isLimited, &f.isRest)
	}, "SELECT p.is_limited, p.is_rest FROM listing l JOIN listing_content p ON p.listing_id = l.id AND p.side = "+codeSidePublished+
		" WHERE l.id = ? AND "+v.ownListing()+" AND l.status = "+codeListingShowing+" AND "+audience,
		append([]any{listingID, v.InstitutionID}, args...)...)
}

// candidateBuyer is the twin of Q.candidateBuyer: of companies found by some conditions those that a listing can be offered to.
func (f *companiesFound) candidateBuyer(facts *candidateFacts, kept *keptCandidates, found ...index.Clause) *companiesFound {
	t := f.t
	set := func(s *index.Set) index.Clause { return index.Clause{Sets: []*index.Set{s}} }
	not := func(s ...*index.Set) index.Clause { return index.Clause{Sets: s, IsNot: true} }
	clauses := append(found, set(t.Set(companyKind, smallNumber(Buyer))), set(t.Set(companyStatus, smallNumber(companyIsPublic))),
		not(t.Set(companyTrial, "")), not(index.SetOf(kept.dropped)))
	switch {
	case !facts.isShowing:
		clauses = append(clauses, set(index.SetOf(nil)))
	case facts.isLimited:
		clauses = append(clauses, set(f.inCharge))
	case facts.isRest:
		var rest []*index.Set // the companies of the institutions that it is kept from; never from its own
		for _, id := range facts.rest {
			if id != f.key.institution {
				rest = append(rest, t.Set(companyInCharge, id))
			}
		}
		clauses = append(clauses, not(rest...))
	}
	// A company with a row was kept or dropped by it.
	with := index.SetOf(kept.in)
	switch {
	case kept.keepsOwn && kept.keepsOthers:
	case kept.keepsOwn:
		clauses = append(clauses, index.Clause{Sets: []*index.Set{f.inCharge, with}})
	case kept.keepsOthers:
		clauses = append(clauses, not(f.inCharge.Change(with, nil)))
	default:
		clauses = append(clauses, set(with))
	}
	parts := t.SelectParts(clauses, nil, []index.Clause{set(f.inCharge)})
	out := *f
	out.public, out.own, out.both = parts[0], parts[1], parts[1]
	out.key.facts, out.key.kept = facts.key, kept.key
	return &out
}
