package app_test

import (
	"context"
	"os"
	"testing"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/demo"
	"tsunagu/store"
)

// A grown demo has the requested size, every call can read it, and the index finds in it what plain
// SQL finds.
func TestGrowDemo(t *testing.T) {
	w := newSearchWorld(t, 4)
	size := demo.DemoSize{Companies: 1400, Listings: 500, Negotiations: 600}
	last := map[string]int{}
	if err := demo.In(w.App.Platform).GrowDemo(context.Background(), os.DirFS(apptest.InRepository("testdata/demo")), size,
		func(what string, done, of int) {
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
	if err := w.App.Store.IndexReady(context.Background()); err != nil {
		t.Fatal(err)
	}
	w.look()
	if n := len(w.companies); n != size.Companies {
		t.Errorf("%d companies, not %d", n, size.Companies)
	}
	if n := len(w.listings); n != size.Listings {
		t.Errorf("%d listings, not %d", n, size.Listings)
	}
	w.Read(func(q *store.Q) error {
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
	for _, j := range w.App.Jobs() {
		if isDue, err := w.App.Plan(context.Background(), j); isDue || err != nil {
			t.Errorf("%s is due in a network that has only been made: %v", j.Name, err)
		}
	}
	w.Read(func(q *store.Q) error {
		buyers, err := q.MailedBuyers(func() error { return nil })
		if err != nil || len(buyers) < 10 {
			t.Fatalf("%d buyers want recommendations: %v", len(buyers), err)
		}
		us, err := q.UsersOf(buyers[len(buyers)-1], int(deal.RoleBUY))
		if err != nil || len(us) != 1 {
			t.Fatalf("%d users: %v", len(us), err)
		}
		for _, known := range []string{demo.DemoPassword, apptest.TestPassword} {
			if ok, err := w.App.Hasher.Verify(context.Background(), us[0].PasswordHash, known); ok || err != nil {
				t.Errorf("a user of a grown world signs in with %q: %v", known, err)
			}
		}
		return nil
	})
	for range 60 {
		w.compare()
	}
	bank := &apptest.Caller{P: w.Platform, Token: benchToken(t, w.App, "fin-a@demo.example.jp")}
	found := bank.Get(apptest.ListingBase + "SearchSellerBusinessAsync?limit=50").Want(200).JSON()["sellerBusinessList"].([]any)
	if len(found) != 50 {
		t.Fatalf("%d listings on a page", len(found))
	}
	for _, l := range found[:10] {
		id := l.(map[string]any)["sellerBusinessId"].(string)
		bank.Get(apptest.ListingBase + "GetSellerBusinessOverViewAsync?sellerBusinessId=" + id).Want(200)
	}
	bank.Get("/api/BuyerCompany/SearchCompanyAsync?limit=50&companyName=" + "%E6%A0%AA").Want(200)
}
