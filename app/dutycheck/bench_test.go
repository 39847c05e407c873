package dutycheck_test

import (
	"fmt"
	"net/http/httptest"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
)

// BenchmarkDutyCheck asks for pages of the list, and for the workbook, in a network of 500,000 negotiations: of a bank that is a side of
// some 40,000 of them, and of one that is a side of 200,000. Duties are four for each of their sides, beside those of their customers. It
// reports the rows, the milliseconds of a page, and the memory that stands while the workbook is written.
//
//	go test ./app/dutycheck -run '^$' -bench DutyCheck -benchtime 5x
func BenchmarkDutyCheck(b *testing.B) {
	tk := apptest.NewTalks(apptest.NewPlatform(b))
	tk.Started()
	tk.User(deal.RoleFAD, tk.AID, "fad@a.example.jp")
	tk.User(deal.RoleFAD, tk.BID, "fad@b.example.jp")
	manyDeals(b, tk)
	tk.Platform = tk.Reopened()
	callers := map[string]*apptest.Caller{"large": tk.SignInOffice("fad@a.example.jp"), "usual": tk.SignInOffice("fad@b.example.jp")}
	for _, bank := range []string{"usual", "large"} {
		c := callers[bank]
		for _, query := range []string{"state=live", "state=live&lack=any", "", "lack=must", "kind=9&order=expiry",
			"personInCharge=none&order=new"} {
			b.Run(bank+"/"+query, func(b *testing.B) {
				rows := 0.0
				b.ReportAllocs()
				for b.Loop() {
					rows = c.Get(listPath + "?limit=50&" + query).Want(200).JSON()["allCount"].(float64)
				}
				b.ReportMetric(rows, "rows")
				b.ReportMetric(float64(b.Elapsed().Milliseconds())/float64(b.N), "ms/page")
			})
		}
		b.Run(bank+"/file", func(b *testing.B) {
			for b.Loop() {
				peak := peakOf()
				r := httptest.NewRequest("GET", filePath, nil)
				r.Header.Set("Authorization", "Bearer "+c.Token)
				w := &counting{ResponseRecorder: httptest.NewRecorder()}
				tk.App.ServeHTTP(w, r)
				if w.Code != 200 {
					b.Fatal(w.Code, w.n)
				}
				b.ReportMetric(float64(peak())/1e6, "MB/heap")
				b.ReportMetric(float64(w.n)/1e6, "MB/file")
			}
		})
	}
}

// counting is a response writer that counts the bytes and keeps nothing.
type counting struct {
	*httptest.ResponseRecorder
	n int
}

func (c *counting) Write(p []byte) (int, error) { c.n += len(p); return len(p), nil }

// peakOf watches the heap until the returned function is called, which tells by how much it grew.
func peakOf() func() uint64 {
	heap := func() uint64 {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	runtime.GC()
	from, done := heap(), atomic.Bool{}
	peak := make(chan uint64)
	go func() {
		most := from
		for !done.Load() {
			most = max(most, heap())
			time.Sleep(20 * time.Millisecond)
		}
		peak <- most - from
	}()
	return func() uint64 { done.Store(true); return <-peak }
}

// manyDeals fills the database past the product: 20 banks (number 0 is A, 1 is B), their customers and listings, and negotiations, of
// which A is on a side of two in five.
func manyDeals(b *testing.B, tk *apptest.Talks) {
	b.Helper()
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
	count := func(n string) string {
		return "(WITH RECURSIVE k(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM k WHERE n + 1 < " + n + ") SELECT n FROM k) k"
	}
	run("PRAGMA synchronous = OFF")
	run("PRAGMA cache_size = -500000")
	run("PRAGMA temp_store = MEMORY")
	run("BEGIN")
	putBack := apptest.DropTriggers(b, db)
	run("CREATE TEMP TABLE bank (i INTEGER PRIMARY KEY, id TEXT NOT NULL)")
	run("INSERT INTO bank VALUES (0, ?), (1, ?)", tk.AID, tk.BID)
	run(apptest.CopyOf(b, db, "institution", map[string]string{"seq": "NULL", "id": id("1a", "k.n"), "code": "printf('9%03d', k.n)"})+
		" FROM institution x, "+count("20")+" WHERE x.id = ? AND k.n >= 2", tk.BID)
	run("INSERT INTO bank SELECT k.n, " + id("1a", "k.n") + " FROM " + count("20") + " WHERE k.n >= 2")
	// A thousand buyers and listings of each bank, five thousand of A.
	run("CREATE TEMP TABLE part (bank INTEGER, i INTEGER, seq INTEGER, PRIMARY KEY (bank, i))")
	run("INSERT INTO part SELECT a.i, k.n, 10000 + a.i * 10000 + k.n FROM bank a, " + count("5000") + " WHERE a.i = 0 OR k.n < 1000")
	for kind, x := range []struct{ what, from string }{{"2b", tk.BuyerB}, {"2c", tk.Seller}} {
		run(apptest.CopyOf(b, db, "company", map[string]string{"seq": fmt.Sprintf("p.seq + %d", kind*1000000), "id": id(x.what, "p.seq"),
			"institution_id": "a.id", "registration_id": "''"})+" FROM company x, part p JOIN bank a ON a.i = p.bank WHERE x.id = ?", x.from)
	}
	run(apptest.CopyOf(b, db, "listing", map[string]string{"seq": "p.seq", "id": id("3d", "p.seq"), "company_id": id("2c", "p.seq"),
		"institution_id": "a.id"})+" FROM listing x, part p JOIN bank a ON a.i = p.bank WHERE x.id = ?", tk.Listing)
	const bf, sf = "CASE WHEN k.n % 5 = 0 THEN 0 ELSE 1 + k.n * 3 % 19 END", "CASE WHEN k.n % 5 = 1 THEN 0 ELSE 1 + (k.n / 5 + k.n) % 19 END"
	const chance = "(k.n * 7919 / 5 % 100)"
	status := "CASE WHEN " + chance + " < 8 THEN 0 WHEN " + chance + " < 25 THEN 1 WHEN " + chance + " < 32 THEN 2 WHEN " + chance +
		" < 42 THEN 3 WHEN " + chance + " < 50 THEN 4 WHEN " + chance + " < 58 THEN 5 ELSE 9 END"
	run(apptest.CopyOf(b, db, "negotiation", map[string]string{"seq": "1000000 + k.n", "id": id("4e", "k.n"), "listing_id": "l.id",
		"buyer_company_id": "c.id", "bf_id": "c.institution_id", "sf_id": "l.institution_id", "status": status, "ended_from": "1"}) +
		" FROM (SELECT * FROM negotiation ORDER BY seq LIMIT 1) x CROSS JOIN " + count("500000") +
		" CROSS JOIN part p ON p.bank = " + bf + " AND p.i = k.n / 5 % (CASE WHEN k.n % 5 = 0 THEN 5000 ELSE 1000 END)" +
		" CROSS JOIN part s ON s.bank = " + sf + " AND s.i = (k.n / 5 * 13 + k.n / 25000) % (CASE WHEN k.n % 5 = 1 THEN 5000 ELSE 1000 END)" +
		" CROSS JOIN company c ON c.seq = p.seq CROSS JOIN listing l ON l.seq = s.seq")
	// Duties: of the two banks' customers and four of each of their sides, of the others' one of each.
	duty := func(kind int, of, seq, bank, from string) {
		run(fmt.Sprintf("INSERT INTO duty (id, institution_id, kind, record_kind, record_seq, result, performed_on, valid_until, "+
			"content, salt, hash, replaces, needs_second, creator, created) "+
			"SELECT printf('%d-%s-%%d', %s), %s, %d, %s, %s, CASE WHEN abs(random()) %% 10 = 0 "+
			"THEN 2 ELSE 1 END, '2026-09-01', CASE abs(random()) %% 4 WHEN 0 THEN '2026-11-10' WHEN 1 THEN '2026-12-10' "+
			"ELSE '' END, '{}', '', '', NULL, 0, 'x', 1790000000000 FROM %s AND abs(random()) %% 10 < 9", kind, of, seq, bank, kind, of, seq, from))
	}
	ours := "IN (SELECT id FROM bank WHERE i < 2)"
	for _, kind := range []int{1, 2, 3, 4, 5, 6, 7} {
		duty(kind, "1", "c.seq", "c.institution_id", "company c WHERE c.institution_id "+ours+
			fmt.Sprintf(" AND (c.kind = 1 OR %d NOT IN (3, 4))", kind))
	}
	duty(12, "2", "l.seq", "l.institution_id", "listing l WHERE l.institution_id "+ours)
	for _, kind := range []int{8, 9, 10, 13} {
		duty(kind, "3", "n.seq", "n.bf_id", "negotiation n WHERE n.bf_id "+ours)
	}
	for _, kind := range []int{4, 9, 10, 13} {
		duty(kind, "4", "n.seq", "n.sf_id", "negotiation n WHERE n.sf_id "+ours)
	}
	duty(9, "3", "n.seq", "n.bf_id", "negotiation n WHERE n.bf_id NOT "+ours)
	duty(9, "4", "n.seq", "n.sf_id", "negotiation n WHERE n.sf_id NOT "+ours)
	run("DELETE FROM duty_now")
	run("INSERT INTO duty_now SELECT institution_id, record_kind, record_seq, states FROM duty_states")
	for _, trigger := range putBack {
		run(trigger)
	}
	run("COMMIT")
	for _, query := range []string{"SELECT count(*) FROM negotiation", "SELECT count(*) FROM duty", "SELECT count(*) FROM duty_now"} {
		n := 0
		if err := db.QueryRow(query).Scan(&n); err != nil {
			b.Fatal(err)
		}
		b.Logf("%s: %d", query, n)
	}
}
