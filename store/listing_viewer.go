package store

import (
	"database/sql"
	"slices"

	"tsunagu/store/index"
)

// What links a viewer with listings: its own negotiations, and the listings that it has opened.

// dealings are a viewer's own negotiations on the buying side, and the milestones that it may know
// of.
type dealings struct {
	rows    map[string][]Negotiation // by listing
	reached map[string][]reachedOn   // by listing
	dealing *index.Set               // for one buyer: listings of negotiations in status 1 to 5, by number
}

// reachedOn are the days of a row's トップ面談 and 基本合意, "" where there is none.
type reachedOn struct{ topInterview, basicAgreement string }

// Reached are the milestones that a list of listings shows.
type Reached struct{ TopInterview, BasicAgreement bool }

type buyerDealingsKey struct{ desk, buyer string }
type bankDealingsKey struct{ desk, listing string }

// dealings with some listings: for one buyer all of its negotiations, for all of a bank's buyers those about
// these listings. Most listings of a page have no negotiation with the bank, so they are not asked for.
func (q *Q) dealings(v Viewer, buyerID string, listings []*FoundListing) (*dealings, error) {
	if v.IsBuyer() || buyerID != "" {
		key := buyerDealingsKey{"", v.BuyerID}
		if !v.IsBuyer() {
			key = buyerDealingsKey{v.Desk(), buyerID}
		}
		return Keep(q, key, func() (Kept[*dealings], error) {
			own, args := ownRow(v, buyerID)
			d := &dealings{rows: map[string][]Negotiation{}, reached: map[string][]reachedOn{}}
			err := q.readDealings(d.rows, own, args...)
			if err == nil {
				err = q.readReached(d.reached, own, args...)
			}
			if err != nil {
				return Kept[*dealings]{}, err
			}
			n := 0
			for _, rows := range d.rows {
				n += len(rows)
			}
			d.dealing, err = q.seqSet("SELECT l.seq FROM negotiation n JOIN listing l ON l.id = n.listing_id WHERE "+own+" AND n.status "+
				codesBegun, args...)
			return Kept[*dealings]{d, v.DeskSources(OfBuyer(key.buyer)), 1000 * n}, err
		})
	}
	ed, err := q.edition()
	if err != nil {
		return nil, err
	}
	seqs, listingIDs := map[string]uint32{}, []string{}
	for _, l := range listings {
		if ed == nil || q.visibleIndex(ed).mayDeal(v.InstitutionID, l.Seq) {
			seqs[l.ID], listingIDs = l.Seq, append(listingIDs, l.ID)
		}
	}
	found, err := keepMany(q, listingIDs, func(id string) any { return bankDealingsKey{v.Desk(), id} },
		func(missing []string) (map[string]Kept[*dealings], error) {
			out := make(map[string]Kept[*dealings], len(missing))
			err := inChunks(missing, func(ids []string) error {
				rows, reached, err := q.bankDealings(v, ed, ids, seqs)
				if err != nil {
					return err
				}
				for _, id := range ids {
					d := &dealings{rows: map[string][]Negotiation{id: rows[id]}, reached: map[string][]reachedOn{id: reached[id]}}
					out[id] = Kept[*dealings]{d, v.DeskSources(OfDealing(id)), 600 + 1000*len(d.rows[id])}
				}
				return nil
			})
			return out, err
		})
	if err != nil {
		return nil, err
	}
	all := &dealings{rows: map[string][]Negotiation{}, reached: map[string][]reachedOn{}}
	for id, d := range found {
		if len(d.rows[id]) > 0 {
			all.rows[id] = d.rows[id]
		}
		if len(d.reached[id]) > 0 {
			all.reached[id] = d.reached[id]
		}
	}
	return all, nil
}

// bankDealings reads what a bank has about some listings, whose numbers are known: its rows by their cards, which the
// index knows. Of listings in its charge it has the milestones of all rows.
func (q *Q) bankDealings(v Viewer, ed *edition, ids []string, seqs map[string]uint32) (rows map[string][]Negotiation,
	reached map[string][]reachedOn, err error) {
	rows, reached = map[string][]Negotiation{}, map[string][]reachedOn{}
	about := ids
	if ed != nil && ed.listings != nil {
		slots, inCharge, err := q.bankRowsAbout(v, ed, ids, seqs)
		if err != nil {
			return nil, nil, err
		}
		found, err := q.NegotiationsAt(slots)
		if err != nil {
			return nil, nil, err
		}
		for _, row := range found {
			if rows[row.ListingID] = append(rows[row.ListingID], row.Negotiation); !slices.Contains(inCharge, row.ListingID) {
				reached[row.ListingID] = append(reached[row.ListingID], reachedOn{row.TopInterview, row.BasicAgreement})
			}
		}
		about = inCharge
	}
	// The + prevents SQLite from reading all of the bank's rows, which it does while it has no statistics.
	own, args := "+"+v.ofBF(), []any{v.InstitutionID}
	among := " AND n.listing_id IN (" + marks(len(about)) + ")"
	if ed == nil || ed.listings == nil {
		if err := q.readDealings(rows, own+among, append(args, anyOf(about)...)...); err != nil {
			return nil, nil, err
		}
	}
	if len(about) > 0 {
		args = append(append(args, v.InstitutionID), anyOf(about)...)
		if err := q.readReached(reached, "("+own+" OR "+v.isSF()+")"+among, args...); err != nil {
			return nil, nil, err
		}
	}
	return rows, reached, nil
}

// bankRowsAbout are the numbers of a bank's rows as BF about some listings, and which of the listings are in its charge.
func (q *Q) bankRowsAbout(v Viewer, ed *edition, ids []string, seqs map[string]uint32) (slots []uint32, inCharge []string, err error) {
	x := q.visibleIndex(ed)
	bank, ok, err := x.visibleNegotiation(v, SideBF)
	if err != nil || !ok {
		return nil, nil, err
	}
	of, err := q.bankParties(bank, ed)
	if err != nil {
		return nil, nil, err
	}
	own, err := x.ownListings(v)
	if err != nil {
		return nil, nil, err
	}
	wanted := ed.listings.Bits()
	defer wanted.Free()
	for _, id := range ids {
		wanted.Put(seqs[id])
		if own.Has(seqs[id]) {
			inCharge = append(inCharge, id)
		}
	}
	for i, listing := range of.listings {
		if wanted.Has(listing) {
			slots = append(slots, of.slots[i])
		}
	}
	return slots, inCharge, nil
}

// readDealings reads the rows of a condition on `n`.
func (q *Q) readDealings(to map[string][]Negotiation, cond string, args ...any) error {
	ns, err := list[Negotiation](q, "SELECT "+names[Negotiation]("n")+" FROM negotiation n WHERE "+cond+" ORDER BY n.seq", args...)
	for _, n := range ns {
		to[n.ListingID] = append(to[n.ListingID], n)
	}
	return err
}

// readReached reads what was reached by the rows of a condition on `n`.
func (q *Q) readReached(to map[string][]reachedOn, cond string, args ...any) error {
	return q.each(func(r *sql.Rows) error {
		var id, date string
		var isBasic bool
		err := r.Scan(&id, &isBasic, &date)
		m := reachedOn{topInterview: date}
		if isBasic {
			m = reachedOn{basicAgreement: date}
		}
		to[id] = append(to[id], m)
		return err
	}, "SELECT n.listing_id, m.kind = "+codeMilestoneBasicAgreement+", m.date FROM milestone m JOIN negotiation n ON n.id = m.negotiation_id "+
		"WHERE m.kind IN ("+codeMilestoneTopInterview+", "+codeMilestoneBasicAgreement+") AND m.is_skipped = 0 AND "+cond, args...)
}

// OwnNegotiations are the viewer's own rows as the buying side, by listing: a buyer's own, a bank's
// own buyers' (one buyer's where buyerID is given). Other buyers' rows are never among them. The
// rows are shared and must not be changed.
func (q *Q) OwnNegotiations(v Viewer, buyerID string, listings []*FoundListing) (map[string][]Negotiation, error) {
	d, err := q.dealings(v, buyerID, listings)
	if err != nil {
		return nil, err
	}
	return d.rows, nil
}

// ReachedMilestones are what was reached by today, by listing: by the viewer's own rows, and by
// all rows of a listing in its institution's charge (domain.md 4).
func (q *Q) ReachedMilestones(v Viewer, buyerID string, listings []*FoundListing) (map[string]Reached, error) {
	d, err := q.dealings(v, buyerID, listings)
	if err != nil {
		return nil, err
	}
	out, today := map[string]Reached{}, q.Today()
	for _, l := range listings {
		var is Reached
		for _, m := range d.reached[l.ID] {
			is.TopInterview = is.TopInterview || m.topInterview != "" && m.topInterview <= today
			is.BasicAgreement = is.BasicAgreement || m.basicAgreement != "" && m.basicAgreement <= today
		}
		out[l.ID] = is
	}
	return out, nil
}

type openedKey struct{ user string }

// OpenedListings are the listings that the user has opened (Click).
func (q *Q) OpenedListings(userID string) (map[string]bool, error) {
	return Keep(q, openedKey{userID}, func() (Kept[map[string]bool], error) {
		opened, err := codes[string](q,
			"SELECT DISTINCT listing_id FROM user_action WHERE user_id = ? AND action_type = "+codeActionClick+" AND listing_id "+
				"IS NOT NULL", userID)
		out := make(map[string]bool, len(opened))
		for _, id := range opened {
			out[id] = true
		}
		return Kept[map[string]bool]{out, []Source{OfReader(userID)}, 120 * len(out)}, err
	})
}

type trialKey struct{ company string }

// trial is what decides whether a trial is over.
type trial struct {
	is    bool
	until int64 // ms; unset where no day was set yet
}

func (q *Q) trialOf(companyID string) (trial, error) {
	if companyID == "" {
		return trial{}, nil
	}
	return Keep(q, trialKey{companyID}, func() (Kept[trial], error) {
		var t trial
		err := q.each(func(r *sql.Rows) error {
			var until sql.NullInt64
			err := r.Scan(&t.is, &until)
			t.until = orUnset(until)
			return err
		}, "SELECT is_trial, trial_until FROM company WHERE id = ?", companyID)
		return Kept[trial]{t, []Source{OfCompany(companyID)}, 50}, err
	})
}

// IsTrial says whether a company is on trial; "" stands for no company.
func (q *Q) IsTrial(companyID string) (bool, error) {
	t, err := q.trialOf(companyID)
	return t.is, err
}

// isTrialOver says that the company is on trial and that its days are over.
func (q *Q) isTrialOver(companyID string) (bool, error) {
	t, err := q.trialOf(companyID)
	return t.is && t.until != unset && t.until <= q.now.UnixMilli(), err
}
