package inspection_test

import (
	"fmt"
	"net/url"
	"testing"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/inspection"
	"tsunagu/app/web"
)

// BenchmarkNameAccess asks who learned a name in a network of 500,000 negotiations and two million lines of the ledger: of a usual
// listing, and of one with 10,000 lines of 500 buyers, by number, name and 法人番号. It reports the rows and the milliseconds of a page.
//
//	go test ./app/inspection -run '^$' -bench NameAccess -benchtime 20x
func BenchmarkNameAccess(b *testing.B) {
	tk := apptest.NewTalks(apptest.NewPlatform(b))
	id := tk.Named()
	apptest.SeeDetails(tk.BuyB, tk.Listing).Want(200)
	usual := manyReadings(b, tk)
	tk.Platform = tk.Reopened()
	c := tk.SignIn("fin@a.example.jp")
	for _, x := range [][2]string{{"usual listing", web.CaseNumber("L", usual)}, {"usual name", "試算第00007"}, {"number", "1000000000007"},
		{"negotiation", web.CaseNumber("N", id)}, {"large listing", web.CaseNumber("L", tk.Listing)}, {"large name", "カナリア"},
		{"too many", "試算"}, {"nothing", "どこにもない"}} {
		b.Run(x[0], func(b *testing.B) {
			rows := 0.0
			for b.Loop() {
				rows = c.Get(inspection.Path + "SearchNameAccess?limit=50&word=" + url.QueryEscape(x[1])).Want(200).JSON()["allCount"].(float64)
			}
			b.ReportMetric(rows, "rows")
			b.ReportMetric(float64(b.Elapsed().Microseconds())/1000/float64(b.N), "ms/page")
		})
	}
}

// manyReadings fills the database past the product: 5,000 sellers of A with a listing each, a negotiation of each with 100 of B's
// buyers (500,000), four lines of the ledger for each, and 10,000 lines of one listing. It returns a usual listing.
func manyReadings(b *testing.B, tk *apptest.Talks) string {
	b.Helper()
	begun := time.Now()
	db := apptest.OpenRaw(b, tk.App.Store.Dir())
	db.SetMaxOpenConns(1)
	run := func(query string, args ...any) {
		if _, err := db.Exec(query, args...); err != nil {
			b.Fatalf("%v in %s", err, query)
		}
	}
	id := func(what, number string) string {
		return fmt.Sprintf("printf('%s000000-0000-7000-8000-%%012x', %s)", what, number)
	}
	count := func(n int) string {
		return fmt.Sprintf("(WITH RECURSIVE k(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM k WHERE n + 1 < %d) SELECT n FROM k)", n)
	}
	run("PRAGMA synchronous = OFF")
	run("PRAGMA cache_size = -300000")
	run("PRAGMA temp_store = MEMORY")
	run("BEGIN")
	triggers := apptest.DropTriggers(b, db)
	run(apptest.CopyOf(b, db, "company", map[string]string{"seq": "10000 + k.n", "id": id("2c", "k.n"), "registration_id": "''"})+
		" FROM company x, "+count(5000)+" k WHERE x.id = ?", tk.Seller)
	run(apptest.CopyOf(b, db, "company_details", map[string]string{"company_id": id("2c", "k.n"), "company_name": "printf('試算第%05d商店', k.n)",
		"name_folded": "printf('試算第%05d商店', k.n)", "corporate_registration_number": "printf('%013d', 1000000000000 + k.n)"})+
		" FROM company_details x, "+count(5000)+" k WHERE x.company_id = ?", tk.Seller)
	run(apptest.CopyOf(b, db, "company", map[string]string{"seq": "20000 + k.n", "id": id("2b", "k.n"), "registration_id": "''"})+
		" FROM company x, "+count(500)+" k WHERE x.id = ?", tk.BuyerB)
	run(apptest.CopyOf(b, db, "company_details", map[string]string{"company_id": id("2b", "k.n")})+
		" FROM company_details x, "+count(500)+" k WHERE x.company_id = ?", tk.BuyerB)
	run(apptest.CopyOf(b, db, "listing", map[string]string{"seq": "10000 + k.n", "id": id("3d", "k.n"), "company_id": id("2c", "k.n")})+
		" FROM listing x, "+count(5000)+" k WHERE x.id = ?", tk.Listing)
	run(apptest.CopyOf(b, db, "listing_content", map[string]string{"listing_id": id("3d", "k.n")})+
		" FROM listing_content x, "+count(5000)+" k WHERE x.listing_id = ?", tk.Listing)
	one := "(SELECT * FROM negotiation ORDER BY seq LIMIT 1) x"
	run(apptest.CopyOf(b, db, "negotiation", map[string]string{"seq": "100000 + l.n * 100 + k.n", "id": id("4e", "l.n * 100 + k.n"),
		"listing_id": id("3d", "l.n"), "buyer_company_id": id("2b", "(k.n + l.n) % 500")}) + " FROM " + one + ", " + count(5000) + " l, " +
		count(100) + " k")
	run(apptest.CopyOf(b, db, "negotiation", map[string]string{"seq": "1000000 + k.n", "id": id("5e", "k.n"),
		"buyer_company_id": id("2b", "k.n")}) + " FROM " + one + ", " + count(500) + " k")
	line := "(SELECT * FROM ledger WHERE kind = 'view' AND level = 4 ORDER BY seq LIMIT 1) x"
	run(apptest.CopyOf(b, db, "ledger", map[string]string{"seq": "1000 + (l.n * 100 + k.n) * 4 + r.n", "listing_id": id("3d", "l.n"),
		"company_id": id("2c", "l.n"), "buyer_company_id": id("2b", "(k.n + l.n) % 500"), "client_id": id("2b", "(k.n + l.n) % 500"),
		"negotiation_id": id("4e", "l.n * 100 + k.n"), "prev": "''", "hash": "hex(randomblob(16))"}) +
		" FROM " + line + ", " + count(5000) + " l, " + count(100) + " k, " + count(4) + " r")
	run(apptest.CopyOf(b, db, "ledger", map[string]string{"seq": "3000000 + k.n", "buyer_company_id": id("2b", "k.n % 500"),
		"client_id": id("2b", "k.n % 500"), "negotiation_id": id("5e", "k.n % 500"), "prev": "''", "hash": "hex(randomblob(16))"}) +
		" FROM " + line + ", " + count(10000) + " k")
	for _, statement := range triggers {
		run(statement)
	}
	run("COMMIT")
	var negotiations, lines int
	if err := db.QueryRow("SELECT (SELECT count(*) FROM negotiation), (SELECT count(*) FROM ledger)").Scan(&negotiations, &lines); err != nil {
		b.Fatal(err)
	}
	b.Logf("%d negotiations, %d lines, filled in %s", negotiations, lines, time.Since(begun).Round(time.Second))
	return fmt.Sprintf("3d000000-0000-7000-8000-%012x", 7)
}
