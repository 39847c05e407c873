package app_test

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"tsunagu/app"
	"tsunagu/app/apptest"
	"tsunagu/app/auth"
	"tsunagu/app/deal"
	"tsunagu/app/demo"
	"tsunagu/app/web"
	"tsunagu/store"
	"tsunagu/store/storetest"
)

// TestDrillMerger merges two institutions through the router, and says for how long the one transaction of it holds the
// writer while others read on: two small ones, and two that share a large network. DRILL_MERGER is the number of companies
// of the large one.
func TestDrillMerger(t *testing.T) {
	if os.Getenv("TSUNAGU_DRILL") == "" {
		t.Skip("runs in make drill")
	}
	large := 50_000
	if n, err := strconv.Atoi(os.Getenv("DRILL_MERGER")); err == nil {
		large = n
	}
	t.Run("small", func(t *testing.T) {
		drillMerger(t, demo.DemoSize{Companies: 700, Listings: 400, Negotiations: 600}, 120)
	})
	t.Run("large", func(t *testing.T) {
		drillMerger(t, demo.DemoSize{Companies: large, Listings: large / 5, Negotiations: large / 2}, large/2)
	})
}

// drillMerger merges two institutions of about as many companies each in a network of a size.
func drillMerger(t *testing.T, size demo.DemoSize, each int) {
	dir, clock := t.TempDir(), &storetest.Clock{}
	open := func(o store.Options) *apptest.Platform {
		o.Clock = clock.Now
		s, err := store.Open(t.Context(), dir, o)
		if err != nil {
			t.Fatal(err)
		}
		keys, err := auth.LoadKeys(dir)
		if err != nil {
			t.Fatal(err)
		}
		p := &apptest.Platform{T: t, App: app.New(web.Config{Store: s, Keys: keys, BaseURL: "http://localhost:8080",
			MailFrom: "office@demo.example.jp", Demo: true, FreeCode: true}), Clock: clock}
		p.App.ResetAnswerTime = -1
		return p
	}
	p := open(store.Options{NoIndex: true})
	world := os.DirFS("../testdata/demo")
	if err := demo.In(p.App.Platform).BuildDemo(t.Context(), world); err != nil {
		t.Fatal(err)
	}
	if err := demo.In(p.App.Platform).GrowDemo(t.Context(), world, size, func(string, int, int) {}); err != nil {
		t.Fatal(err)
	}
	var a, b, third string
	p.SQLScan("SELECT client_id FROM user WHERE login_id = 'fin-a@demo.example.jp'", &a)
	p.SQLScan("SELECT client_id FROM user WHERE login_id = 'fin-b@demo.example.jp'", &b)
	p.SQLScan("SELECT id FROM institution WHERE status = 1 AND id NOT IN ('"+a+"', '"+b+"')", &third)
	if err := p.App.Store.Close(); err != nil {
		t.Fatal(err)
	}
	share(t, dir, a, b, third, each)

	var mu sync.Mutex
	took := map[string]time.Duration{}
	p = open(store.Options{Measure: func(what string, d time.Duration) {
		mu.Lock()
		defer mu.Unlock()
		took[what] = max(took[what], d)
	}})
	defer func() {
		if err := p.App.Store.Close(); err != nil {
			t.Error(err)
		}
	}()
	if err := p.App.Store.IndexReady(t.Context()); err != nil {
		t.Fatal(err)
	}
	p.User(deal.RoleADM, web.OfficeClient, "drill@n.example.jp")
	office := p.SignInOffice("drill@n.example.jp")
	id := office.Post("/api/Office/ProposeMerger", map[string]any{"absorbedId": a, "survivingId": b, "date": "2026-11-22", "mark": "A-",
		"reason": "合併"}).Want(200).JSON()["mergerId"]
	for i, of := range []string{a, b} {
		login := fmt.Sprintf("drill-%d@n.example.jp", i)
		p.User(deal.RoleFAD, of, login)
		p.SignInOffice(login).Post("/api/Office/ConfirmMerger", map[string]any{"mergerId": id, "version": i + 1, "side": i + 1}).Want(200)
	}
	clock.Add(40 * time.Hour)
	p.User(deal.RoleFIN, third, "drill-reader@n.example.jp")
	reader := p.SignIn("drill-reader@n.example.jp")

	mu.Lock()
	clear(took)
	mu.Unlock()
	done := make(chan time.Duration)
	began := time.Now()
	go func() {
		p.Job("merger")
		done <- time.Since(began)
	}()
	var reads []time.Duration
	var whole time.Duration
	for whole == 0 {
		select {
		case whole = <-done:
		default:
			at := time.Now()
			reader.Get("/api/MyPage/GetDesk").Want(200)
			reader.Get(apptest.ListingBase + "SearchSellerBusinessAsync?isPublic=true").Want(200)
			reads = append(reads, time.Since(at))
		}
	}
	mu.Lock()
	held, commit := took[store.MeasuredWrite], took[store.MeasuredCommit]
	mu.Unlock()
	moved := p.Count("SELECT coalesce(json_extract(counts, '$.buyers') + json_extract(counts, '$.sellers'), 0) FROM merger " +
		"WHERE done IS NOT NULL")
	if moved < each*9/10 {
		t.Fatalf("%d companies moved", moved)
	}
	if n := p.Count("SELECT count(*) FROM company WHERE institution_id = ?", a); n != 0 {
		t.Errorf("%d companies are left", n)
	}
	t.Logf("FIGURE merger of %d of %d companies, %d of %d listings, %d negotiations, %d long lists: the transaction holds the writer for %v "+
		"(commit %v), the job with its backup takes %v; meanwhile %d pairs of readings, the longest %v", moved,
		p.Count("SELECT count(*) FROM company"), p.Count("SELECT json_extract(counts, '$.listings') FROM merger"),
		p.Count("SELECT count(*) FROM listing"), p.Count("SELECT count(*) FROM negotiation"), p.Count("SELECT count(*) FROM long_list"),
		held.Round(time.Millisecond), commit.Round(time.Millisecond), whole.Round(time.Millisecond), len(reads),
		slices.Max(append(reads, 0)).Round(time.Millisecond))
}

// share gives each of two institutions so many companies of a network, with their listings and negotiations, long lists,
// financing, memos and numbers; the rest belongs to a third one.
func share(t *testing.T, dir, a, b, third string, each int) {
	db := apptest.OpenRaw(t, dir)
	defer db.Close()
	tx, err := db.Begin()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []string{
		"UPDATE company SET registration_id = 'K-' || seq, financial_memo = 'メモ' || seq, institution_id = CASE WHEN seq > (SELECT max(o.seq) " +
			fmt.Sprintf("FROM (SELECT seq FROM company ORDER BY seq LIMIT %d) o) THEN '%s' WHEN seq %% 2 = 0 THEN ?1 ELSE ?2 END WHERE ?1 <> ?2",
				2*each, third),
		"UPDATE listing SET institution_id = (SELECT c.institution_id FROM company c WHERE c.id = listing.company_id) WHERE ?1 <> ?2",
		"UPDATE negotiation SET bf_id = (SELECT c.institution_id FROM company c WHERE c.id = negotiation.buyer_company_id), " +
			"sf_id = (SELECT l.institution_id FROM listing l WHERE l.id = negotiation.listing_id) WHERE ?1 <> ?2",
		"UPDATE negotiation SET financial_support_status = 2 WHERE seq % 3 = 0 AND ?1 <> ?2",
		"UPDATE listing_content SET is_limited = 1 WHERE ?1 <> ?2 AND listing_id IN (SELECT l.id FROM listing l WHERE l.seq % 10 = 0)",
		"INSERT INTO long_list (id, institution_id, listing_id, name, created, modified) SELECT 'drill' || l.seq, l.institution_id, l.id, " +
			"'候補', 1, 1 FROM listing l WHERE ?1 <> ?2",
		"INSERT INTO long_list_company (long_list_id, company_id) SELECT 'drill' || l.seq, c.id FROM listing l JOIN (SELECT id FROM company " +
			"WHERE kind = 1 LIMIT 10) c WHERE ?1 <> ?2",
	} {
		if _, err := tx.Exec(s, a, b); err != nil {
			t.Fatal(s, err)
		}
	}
	if err := tx.Commit(); err != nil {
		t.Fatal(err)
	}
}
