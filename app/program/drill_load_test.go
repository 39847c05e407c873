package program

import (
	"database/sql"
	"fmt"
	"net"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tsunagu/store"
)

// colleagues gives a bank n more users before the program runs, with the password of its first.
func colleagues(t *testing.T, dir string, n int) []string {
	t.Helper()
	db, err := sql.Open("sqlite", filepath.Join(dir, store.DatabaseFile))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1) // temporary tables belong to one connection
	var logins []string
	for i := range n {
		login := fmt.Sprintf("drill%d@demo.example.jp", i)
		for _, step := range []struct {
			query string
			args  []any
		}{
			{"CREATE TEMP TABLE one AS SELECT * FROM user WHERE login_id = 'fin-b@demo.example.jp'", nil},
			{"UPDATE one SET seq = NULL, id = ?1, login_id = ?2, login_folded = ?2, user_name = '訓練 一郎'", []any{store.NewID(), login}},
			{"INSERT INTO user SELECT * FROM one", nil},
			{"DROP TABLE one", nil},
		} {
			if _, err := db.Exec(step.query, step.args...); err != nil {
				t.Fatal(err)
			}
		}
		logins = append(logins, login)
	}
	return logins
}

// TestDrillLoad lets very many users work at once, each reading and now and then writing: nothing
// fails, and the program stays small (trust.md G7). Silent connections are open all the time.
func TestDrillLoad(t *testing.T) {
	users, rounds, silent := drillSize("DRILL_USERS", 20, 1000), drillSize("DRILL_ROUNDS", 3, 20), drillSize("DRILL_SILENT", 50, 2000)
	dir := drillFolder(t)
	logins := colleagues(t, dir, users)
	n := serveDrill(t, dir)
	for range silent { // half of them have sent a part of a header
		c, err := net.Dial("tcp", strings.TrimPrefix(n.base, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		if _, err := c.Write([]byte("GET /api/Item/GetItems HTTP/1.1\r\nHost: local")); err != nil {
			t.Fatal(err)
		}
	}
	first := n.mustSignIn(logins[0])
	row, _ := first.rowIn("PartnerListByBuyerFinancial", 1)
	listing := first.strange()

	guests := make([]*guest, users)
	var wg sync.WaitGroup
	gate := make(chan struct{}, 4) // fewer than the sign-ins' queue accepts at once
	for i, login := range logins {
		wg.Go(func() {
			gate <- struct{}{}
			defer func() { <-gate }()
			guests[i], _, _ = n.signIn(login)
		})
	}
	wg.Wait()
	for i, g := range guests {
		if g == nil {
			t.Fatalf("%s did not get in\n%s", logins[i], n.errors)
		}
	}
	var failed atomic.Int32
	var mu sync.Mutex
	var took []time.Duration
	written, began := atomic.Int32{}, time.Now()
	for i, g := range guests {
		wg.Go(func() {
			for round := range rounds {
				paths := []string{"/api/SellerBusiness/SearchSellerBusinessAsync?limit=20&pageNumber=" + fmt.Sprint(1+round%3),
					"/api/SellerBusiness/GetSellerBusinessOverViewAsync?sellerBusinessId=" + listing,
					"/api/BuyerNegotiation/GetUnreadCounts", "/api/BuyerNegotiation/PartnerListByBuyerFinancial?limit=20"}
				at := time.Now()
				var err error
				if (i+round)%10 == 0 {
					if _, err = g.say(row, fmt.Sprintf("訓練 %d-%d", i, round)); err == nil {
						written.Add(1)
					}
				} else {
					_, err = g.call("GET", paths[(i+round)%len(paths)], nil, nil)
				}
				mu.Lock()
				took = append(took, time.Since(at))
				mu.Unlock()
				if err != nil && failed.Add(1) < 10 {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	all := time.Since(began)
	now, most := n.memory()
	if most > 512 {
		t.Errorf("%.0f MiB were held", most)
	}
	n.kill()
	st, err := soundData(t, dir)
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	var there int32
	if err := openCopy(t, st).QueryRow("SELECT count(*) FROM message WHERE body LIKE '訓練 %'").Scan(&there); err != nil ||
		there != written.Load() {
		t.Errorf("%d messages were acknowledged, %d are there: %v", written.Load(), there, err)
	}
	report(t, "load: %d signed-in users at once and %d silent connections, %d requests (%d of them writes) in %v: %d errors; p50 %v, p95 %v; memory %.0f MiB, at most %.0f MiB", users, silent, len(took), written.Load(), all.Round(time.Millisecond), failed.Load(),
		percentile(took, 0.5).Round(time.Millisecond), percentile(took, 0.95).Round(time.Millisecond), now, most)
}
