package web_test

import (
	"encoding/json"
	"net/http/httptest"
	"net/netip"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus/testutil/promlint"

	"tsunagu/app"
	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
)

func prefixes(list string) (out []netip.Prefix) {
	for s := range strings.FieldsSeq(list) {
		out = append(out, netip.MustParsePrefix(s))
	}
	return out
}

// A scrape tells how the platform does, and nothing of anybody in it.
func TestMetrics(t *testing.T) {
	m := web.NewMetrics("test")
	_, log := apptest.Logged()
	s, clock := apptest.OpenLogged(t, log, m.Store)
	p := apptest.NewPlatformOn(t, s, clock, web.Config{Metrics: m, Log: log})
	bank := p.Institution("9981", "ひみつ銀行")
	u := p.User(deal.RoleFIN, bank, "himitsu@example.jp")
	c := p.SignIn("himitsu@example.jp")
	c.Get(apptest.ListingBase + "SearchSellerBusinessAsync").Want(200)
	p.Visitor().Get("/api/ひみつ")
	p.Visitor().Get("/seller-business/" + bank)
	if err := s.IndexReady(t.Context()); err != nil {
		t.Fatal(err)
	}

	w := httptest.NewRecorder()
	m.Handler().ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
	text := w.Body.String()
	for _, pattern := range []string{
		`(?m)^tsunagu_http_requests_total\{method="POST",route="/token",status="2xx"\} 1$`,
		`(?m)^tsunagu_http_requests_total\{method="GET",route="/api/",status="4xx"\} 1$`,
		`(?m)^tsunagu_http_request_seconds_count\{route="/token"\} 1$`,
		`(?m)^tsunagu_store_seconds_count\{what="commit"\} [1-9]`,
		`(?m)^tsunagu_store_seconds_count\{what="writer_wait"\} [1-9]`,
		`(?m)^tsunagu_store_seconds_count\{what="write"\} [1-9]`,
		`(?m)^tsunagu_slow_statements_total [1-9]`,
		`(?m)^tsunagu_database_up 1$`, `(?m)^tsunagu_sessions 1$`, `(?m)^tsunagu_mails\{state="waiting"\} 0$`,
		`(?m)^tsunagu_mails\{state="dead"\} 0$`,
		`(?m)^tsunagu_wal_bytes [1-9]`, `(?m)^tsunagu_database_bytes [1-9]`, `(?m)^tsunagu_disk_free_bytes [1-9]`,
		`(?m)^tsunagu_search_index_ready 1$`, `(?m)^tsunagu_search_index_behind 0$`, `(?m)^tsunagu_jobs_failed 0$`,
		`(?m)^tsunagu_password_checks\{state="running"\} 0$`, `(?m)^tsunagu_info\{version="test"\} 1$`, `(?m)^go_goroutines [1-9]`,
	} {
		if !regexp.MustCompile(pattern).MatchString(text) {
			t.Errorf("no line %s in\n%s", pattern, regexp.MustCompile(`(?m)^tsunagu_http_requests_total.*$`).FindAllString(text, -1))
		}
	}
	for _, s := range []string{u.ID, bank, "ひみつ", "himitsu", "銀行", "@"} {
		if strings.Contains(text, s) {
			t.Errorf("the figures hold %q", s)
		}
	}
	// A job that came to its end shows when.
	p.Write(func(tx *store.Tx) error {
		r, err := tx.BeginRun("cleanup", "")
		if err != nil {
			return err
		}
		r.State, r.Ended = store.RunDone, tx.Now()
		return tx.EndRun(r)
	})
	w = httptest.NewRecorder()
	m.Handler().ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
	if !strings.Contains(w.Body.String(), `tsunagu_job_success_timestamp_seconds{job="cleanup"} `) {
		t.Error("the job's end is missing")
	}
	families, err := m.Registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	if problems, err := promlint.NewWithMetricFamilies(families).Lint(); err != nil || len(problems) > 0 {
		t.Errorf("%v %v", problems, err)
	}
	// The platform's own address does not answer a scrape.
	if r := p.Visitor().Get("/metrics"); strings.Contains(r.Body, "tsunagu_") {
		t.Error("the figures are open to everybody")
	}
}

func TestReady(t *testing.T) {
	said, log := apptest.Logged()
	s, clock := apptest.OpenLogged(t, log, nil)
	p := apptest.NewPlatformOn(t, s, clock, web.Config{Log: log})
	ask := func(status int) (r app.Readiness) {
		t.Helper()
		p.App.ReadyState.Mu.Lock()
		p.App.Asked = p.App.Asked.AddDate(-1, 0, 0) // not the last answer again
		p.App.ReadyState.Mu.Unlock()
		got := p.Visitor().Get("/readyz").Want(status)
		got.HasNot(s.Dir(), "tsunagu.db")
		if err := json.Unmarshal([]byte(got.Body), &r); err != nil {
			t.Fatal(err)
		}
		return r
	}
	if err := s.IndexReady(t.Context()); err != nil {
		t.Fatal(err)
	}
	if r := ask(200); !r.Ready || r.Database != "ok" || r.Disk != "ok" || r.Index != "ready" || r.Reason != "" {
		t.Errorf("%+v", r)
	}
	// An open write transaction does not delay it.
	p.Write(func(*store.Tx) error { ask(200); return nil })
	// A folder in which no file can be written: the lock is still held, but the disk is gone.
	gone := s.Dir() + "-gone"
	if err := os.Rename(s.Dir(), gone); err != nil {
		t.Fatal(err)
	}
	r := ask(503)
	if r.Ready || r.Disk != "unwritable" || !strings.Contains(r.Reason, "書き込めません") {
		t.Errorf("%+v", r)
	}
	if err := os.Rename(gone, s.Dir()); err != nil {
		t.Fatal(err)
	}
	if r := ask(200); !r.Ready { // it recovers by itself
		t.Errorf("%+v", r)
	}
	p.App.Leave()
	if r := ask(503); r.Ready || !strings.Contains(r.Reason, "終了") {
		t.Errorf("%+v", r)
	}
	p.Visitor().Get("/healthz").Want(200) // alive to its end
	if _, text := said.All(t); !strings.Contains(text, "not ready") {
		t.Error("nothing in the log")
	}
}
