package listing

import (
	"errors"

	"tsunagu/app/deal"
	"tsunagu/app/disclosure"
	"tsunagu/app/web"
	"tsunagu/store"
)

// disclosing answers a reading and, where it opened L3 or L4 content, writes the ledger's and
// the audit's line in the same transaction (domain.md 3.5). Readings below are no writes, so
// that a full disk does not end them.
func disclosing[O any](r *web.Request, read func(*store.Q) (O, *store.Reading, error)) (out O, err error) {
	var reading *store.Reading
	err = r.Read(func(q *store.Q) error { out, reading, err = read(q); return err })
	if err != nil || reading == nil {
		return out, err
	}
	return web.Writing(r, func(tx *store.Tx) (O, error) {
		out, reading, err := read(&tx.Q)
		if err != nil || reading == nil {
			return out, err
		}
		return out, tx.AddReading(reading, deal.ReadingWindow)
	})
}

func readListingOverview(q *store.Q, by web.Actor, in *listingViewQuery) (*ListingOverview, *store.Reading, error) {
	vs, err := viewersOf(q, by, in.CompanyID)
	if err != nil {
		return nil, nil, err
	}
	v, err := view(q, vs, in.SellerBusinessID, in.IsPublished)
	if err != nil {
		return nil, nil, err
	}
	s, err := readScorer(q, vs)
	if err != nil {
		return nil, nil, err
	}
	v.score = s.of(v)
	out := v.Overview()
	if v.Level == disclosure.InCharge && !in.IsPublished {
		if err := deskOf(q, by, v, out); err != nil {
			return nil, nil, err
		}
	}
	return out, v.disclosure(by, "overview"), nil
}

// deskOf adds what SF needs at its desk: what it can do now, and whether all is approved.
func deskOf(q *store.Q, by web.Actor, v *ListingView, out *ListingOverview) error {
	f, err := listingFacts(q, v.Listing, v.Content)
	if err != nil {
		return err
	}
	p, err := q.WaitingPaper(store.PaperListingApproval, v.Listing.ID)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return err
	}
	if err == nil {
		f.PaperWaits = true
		if f.IsSecondUser, f.NotSecond, err = web.SecondPair(q, by, p.RequestedBy); err != nil {
			return err
		}
	}
	out.IsApprovedData = !f.HasChanges
	out.Moves = []listingMove{}
	for _, m := range deal.ListingEvents(f, deal.ActorSF) {
		if m.Event == deal.ListingApprove && !f.PaperWaits {
			continue // by link it is the seller's alone
		}
		out.Moves = append(out.Moves, listingMove{string(m.Event), m.Label, m.Blocked})
	}
	return nil
}

func readListingDetails(q *store.Q, by web.Actor, in *listingViewQuery) (*ListingDetails, *store.Reading, error) {
	vs, err := viewersOf(q, by, in.CompanyID)
	if err != nil {
		return nil, nil, err
	}
	v, err := view(q, vs, in.SellerBusinessID, in.IsPublished)
	if err != nil {
		return nil, nil, err
	}
	return v.Details(), v.disclosure(by, "details"), nil
}
