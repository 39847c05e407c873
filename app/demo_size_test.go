package app

import (
	"context"
	"os"
	"testing"
	"time"

	"tsunagu/app/deal"
	"tsunagu/app/demo"
	"tsunagu/app/listing"
	"tsunagu/store"
)

// A grown demo has the size that was asked for, every call reads it, and the index finds in it
// what plain SQL finds.
func TestGrowDemo(t *testing.T) {
	w := newSearchWorld(t, 4)
	size := demo.DemoSize{Companies: 1400, Listings: 500, Negotiations: 600}
	last := map[string]int{}
	if err := demo.In(w.a.Platform).GrowDemo(context.Background(), os.DirFS(inRepository("testdata/demo")), size, func(what string, done, of int) {
		if last[what] = done; done > of {
			t.Errorf("%s: %d of %d", what, done, of)
		}
	}); err != nil {
		t.Fatal(err)
	}
	for _, what := range []string{"売手企業", "買手企業", "売却案件", "交渉"} {
		if last[what] == 0 {
			t.Errorf("no %s", what)
		}
	}
	if err := w.a.Store.IndexReady(context.Background()); err != nil {
		t.Fatal(err)
	}
	w.look()
	if n := len(w.companies); n != size.Companies {
		t.Errorf("%d companies, not %d", n, size.Companies)
	}
	if n := len(w.listings); n != size.Listings {
		t.Errorf("%d listings, not %d", n, size.Listings)
	}
	w.read(func(q *store.Q) error {
		n := 0
		for _, id := range w.banks {
			of, err := q.CountNegotiations(store.Viewer{InstitutionID: id})
			if err != nil {
				return err
			}
			n += of
		}
		if n < size.Negotiations*9/10 || n > size.Negotiations {
			t.Errorf("%d negotiations, not %d", n, size.Negotiations)
		}
		return q.VerifyChains()
	})
	for _, j := range w.a.Jobs() {
		if isDue, err := w.a.Plan(context.Background(), j); isDue || err != nil {
			t.Errorf("%s is due in a network that has only been made: %v", j.Name, err)
		}
	}
	w.read(func(q *store.Q) error {
		buyers, err := q.RecommendedBuyers(listing.RecommendedWeekly, time.Time{})
		if err != nil || len(buyers) < 10 {
			t.Fatalf("%d buyers want recommendations: %v", len(buyers), err)
		}
		us, err := q.UsersOf(buyers[len(buyers)-1], int(deal.RoleBUY))
		if err != nil || len(us) != 1 {
			t.Fatalf("%d users: %v", len(us), err)
		}
		for _, known := range []string{demo.DemoPassword, testPassword} {
			if ok, err := w.a.Hasher.Verify(context.Background(), us[0].PasswordHash, known); ok || err != nil {
				t.Errorf("a user of a grown world signs in with %q: %v", known, err)
			}
		}
		return nil
	})
	for range 60 {
		w.compare()
	}
	bank := &caller{w.platform, benchToken(t, w.a, "fin-a@demo.example.jp")}
	found := bank.get(listingBase + "SearchSellerBusinessAsync?limit=50").want(200).json()["sellerBusinessList"].([]any)
	if len(found) != 50 {
		t.Fatalf("%d listings on a page", len(found))
	}
	for _, l := range found[:10] {
		id := l.(map[string]any)["sellerBusinessId"].(string)
		bank.get(listingBase + "GetSellerBusinessOverViewAsync?sellerBusinessId=" + id).want(200)
	}
	bank.get("/api/BuyerCompany/SearchCompanyAsync?limit=50&companyName=" + "%E6%A0%AA").want(200)
}
