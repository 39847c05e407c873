package app

import (
	"encoding/json"
	"net/http/httptest"
	"net/netip"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus/testutil/promlint"

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
	_, log := logged()
	s, clock := openLogged(t, log, m.Store)
	p := newPlatformOn(t, s, clock, web.Config{Metrics: m, Log: log})
	bank := p.institution("9981", "ひみつ銀行")
	u := p.user(deal.RoleFIN, bank, "himitsu@example.jp")
	c := p.signIn("himitsu@example.jp")
	c.get(listingBase + "SearchSellerBusinessAsync").want(200)
	p.visitor().get("/api/ひみつ")
	p.visitor().get("/seller-business/" + bank)
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
		`(?m)^tsunagu_database_up 1$`, `(?m)^tsunagu_sessions 1$`, `(?m)^tsunagu_mails\{state="waiting"\} 0$`, `(?m)^tsunagu_mails\{state="dead"\} 0$`,
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
	p.write(func(tx *store.Tx) error {
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
	if r := p.visitor().get("/metrics"); strings.Contains(r.body, "tsunagu_") {
		t.Error("the figures are open to everybody")
	}
}

func TestReady(t *testing.T) {
	said, log := logged()
	s, clock := openLogged(t, log, nil)
	p := newPlatformOn(t, s, clock, web.Config{Log: log})
	ask := func(status int) (r readiness) {
		t.Helper()
		p.a.readyState.mu.Lock()
		p.a.asked = p.a.asked.AddDate(-1, 0, 0) // not the last answer again
		p.a.readyState.mu.Unlock()
		got := p.visitor().get("/readyz").want(status)
		got.hasNot(s.Dir(), "tsunagu.db")
		if err := json.Unmarshal([]byte(got.body), &r); err != nil {
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
	// A writer at work makes nobody wait.
	p.write(func(*store.Tx) error { ask(200); return nil })
	// A folder that takes no file: the lock's file stands in the way of nothing, but the disk is gone.
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
	p.a.Leave()
	if r := ask(503); r.Ready || !strings.Contains(r.Reason, "終了") {
		t.Errorf("%+v", r)
	}
	p.visitor().get("/healthz").want(200) // alive to its end
	if _, text := said.all(t); !strings.Contains(text, "not ready") {
		t.Error("nothing in the log")
	}
}
