package dutycheck_test

import (
	"fmt"
	"slices"
	"testing"

	"tsunagu/app/deal"
	"tsunagu/app/duty"
	"tsunagu/store"
)

// told are the deals of a search with where they stand, in the order of their words.
func told(t *testing.T, q *store.Q, institution string, s store.DutyDealSearch) (out []string) {
	t.Helper()
	checker, err := duty.CheckerOf(q, institution)
	if err != nil {
		t.Fatal(err)
	}
	s.BeganBefore = checker.TermsSince()
	if err := q.DutyDeals(store.Viewer{InstitutionID: institution}, &s, func(d *store.DutyDeal) {
		out = append(out, fmt.Sprint(d.Of, d.Seq, d.CompanySeq, d.ListingSeq, d.Status, d.IsHouse, d.HasContract, d.RealStatus, d.StatusAt,
			d.Began, d.Company, d.Own, d.Listing, checker.Line(d)))
	}); err != nil {
		t.Fatal(err)
	}
	slices.Sort(out)
	return out
}

// The deals of the index are those of the tables, with every filter, and where they stand is the same.
func TestDutyDealsAreThoseOfPlainSQL(t *testing.T) {
	found, unbegun := 0, 0
	for seed := range uint64(8) {
		w := newWorld(t, 100+seed)
		searches := []store.DutyDealSearch{{Number: w.deals[0][28:]}, {Number: w.deals[0][28:], Letter: "N"},
			{Number: w.Listing[28:], Letter: "L"}, {Number: w.BuyerB[28:]}, {IsNobodys: true}, {PersonID: w.UserOf(w.FinA).ID}}
		for _, class := range []string{"", store.DealLive, store.DealSigned, store.DealEnded} {
			for _, side := range []string{"", store.SideBF, store.SideSF} {
				searches = append(searches, store.DutyDealSearch{Class: class, Side: side})
			}
		}
		for _, clerk := range w.desk {
			w.Read(func(q *store.Q) error {
				if is, err := q.HasIndex(); err != nil || !is {
					t.Fatalf("index %v, %v", is, err)
				}
				for _, s := range searches {
					bank := w.InstitutionOf(clerk)
					index, plain := told(t, q, bank, s), told(t, q.Plain(), bank, s)
					if !slices.Equal(index, plain) {
						t.Errorf("world %d, %+v:\nindex %q\nplain %q", seed, s, index, plain)
					}
					found += len(index)
				}
				return nil
			})
		}
		unbegun += w.Count("SELECT count(*) FROM negotiation n WHERE n.status = ? AND n.ended_from = 0 AND n.bf_id <> n.sf_id",
			deal.NegotiationBroken)
	}
	if found < 500 || unbegun == 0 {
		t.Errorf("%d deals found, %d ended before they began", found, unbegun)
	}
}
