package app

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"

	"tsunagu/app/web"
	"tsunagu/store"
	"tsunagu/store/storetest"
)

// logged is a log that a test reads. It has no times, so that no date in it is one of the test's.
func logged() (*lines, *slog.Logger) {
	l := &lines{}
	return l, slog.New(slog.NewJSONHandler(l, &slog.HandlerOptions{Level: slog.LevelDebug, ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey {
			return slog.Attr{}
		}
		return a
	}}))
}

// all are the lines so far, and from begins anew.
func (l *lines) all(t testing.TB) (out []map[string]any, text string) {
	t.Helper()
	l.mu.Lock()
	defer l.mu.Unlock()
	text = l.text.String()
	for line := range strings.Lines(text) {
		var v map[string]any
		if err := json.Unmarshal([]byte(line), &v); err != nil {
			t.Fatalf("%v in %q", err, line)
		}
		out = append(out, v)
	}
	return out, text
}

// openLogged is a store whose every statement is a slow one.
func openLogged(t testing.TB, log *slog.Logger, measure store.Measure) (*store.Store, *storetest.Clock) {
	t.Helper()
	clock := &storetest.Clock{}
	s, err := store.Open(context.Background(), t.TempDir(), store.Options{Clock: clock.Now, Log: log, SlowQuery: time.Nanosecond, Measure: measure})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s, clock
}

// The whole story of a deal goes through the log at its most talkative, with every statement in
// it: no name, address, amount, word or secret of anybody is in it.
func TestLogHoldsNothing(t *testing.T) {
	said, log := logged()
	s, clock := openLogged(t, log, nil)
	w := newCanaryWorldOn(t, newPlatformOn(t, s, clock, web.Config{Log: log}))
	w.keep, w.isDeaf = func(string) {}, true
	w.tell(t, &scanned{}, nil)
	canaries := w.harvest(openRaw(t, w.a.Store.Dir()))
	if len(canaries) < 500 {
		t.Fatalf("only %d canaries", len(canaries))
	}

	// What a visitor makes up stands in no log either.
	w.visitor().get("/api/株式会社ひみつ/" + w.mark.text() + "?freeWord=" + w.mark.text())
	w.visitor().get("/seller-business/approve/" + w.mark.text())
	w.visitor().get(listingBase + "SearchSellerBusinessAsync?freeWord=" + w.mark.text())

	all, text := said.all(t)
	requests, statements, users := 0, 0, 0
	for _, l := range all {
		switch l["msg"] {
		case "request":
			requests++
			if l["user"] != nil {
				users++
			}
			if l["request"] == "" || l["method"] == "" || l["status"] == 0.0 {
				t.Errorf("a line tells too little: %v", l)
			}
		case "slow statement":
			statements++
		}
	}
	if requests < 150 || users < 140 || statements < 2500 {
		t.Errorf("%d requests, %d of them by users, %d statements: this is not the story", requests, users, statements)
	}
	seen := map[string]bool{}
	found(text, func(token string) {
		if k := canaries[token]; k != nil && !seen[token] {
			seen[token] = true
			at := strings.Index(text, token)
			t.Errorf("the log holds %s (%s): …%s…", token, strings.Join(k.where, ", "), text[max(0, at-120):min(len(text), at+60)])
		} else if strings.HasPrefix(token, markPrefix) && len(token) == 7 && !seen[token] {
			seen[token] = true
			t.Errorf("the log holds the canary %s", token)
		}
	})
	for name, p := range w.people {
		for what, secret := range map[string]string{"token": p.token, "link key": p.key, "passcode": p.code} {
			if secret != "" && regexp.MustCompile(`(^|[^0-9A-Za-z_-])`+regexp.QuoteMeta(secret)+`([^0-9A-Za-z_-]|$)`).MatchString(text) {
				t.Errorf("the log holds the %s of %s", what, name)
			}
		}
	}
	for _, s := range []string{testPassword, "株式会社", "Bearer", "@example", "@network", "利用者", "freeWord="} {
		if strings.Contains(text, s) {
			t.Errorf("the log holds %q", s)
		}
	}
}

// A request has a number from here, whatever it says itself, and its line says which route it met.
func TestRequestLine(t *testing.T) {
	said, log := logged()
	clock := &storetest.Clock{}
	p := newPlatformOn(t, storetest.New(t, clock), clock, web.Config{Log: log})
	req := httptest.NewRequest("GET", "/api/Public/GetNetwork?x=1", nil)
	req.Header.Set(web.HeaderRequest, "FORGED-LINE")
	w := httptest.NewRecorder()
	p.a.ServeHTTP(w, req)
	id := w.Header().Get(web.HeaderRequest)
	if !regexp.MustCompile(`^[2-9A-Y]{5}-[2-9A-Y]{5}$`).MatchString(id) {
		t.Errorf("number %q", id)
	}
	all, text := said.all(t)
	if len(all) != 1 {
		t.Fatalf("%d lines: %s", len(all), text)
	}
	l := all[0]
	if l["request"] != id || l["route"] != "/api/Public/GetNetwork" || l["method"] != "GET" || l["status"] != 422.0 && l["status"] != 200.0 || l["bytes"] != float64(w.Body.Len()) {
		t.Errorf("%v", l)
	}
	if strings.Contains(text, "FORGED") {
		t.Error("the number comes from outside")
	}
	// An invented method and an address that is none leave no trace of themselves.
	req = httptest.NewRequest("KAISHAMEI", "/api/Public/GetNetwork", nil)
	p.a.ServeHTTP(httptest.NewRecorder(), req)
	if all, text := said.all(t); strings.Contains(text, "KAISHAMEI") || all[1]["method"] != "other" {
		t.Error(text)
	}
}

// A panic is logged with its place and the request's number, and the number is what the user is told.
func TestPanicIsTold(t *testing.T) {
	said, log := logged()
	clock := &storetest.Clock{}
	p := newPlatformOn(t, storetest.New(t, clock), clock, web.Config{Log: log})
	for _, do := range []http.HandlerFunc{
		func(http.ResponseWriter, *http.Request) { panic("株式会社ひみつ") },
		func(http.ResponseWriter, *http.Request) { panic(errors.New("secret@example.jp")) },
		func(_ http.ResponseWriter, r *http.Request) { _ = []int{}[len(r.URL.Path)] },
	} {
		w := httptest.NewRecorder()
		p.a.around(do).ServeHTTP(w, httptest.NewRequest("GET", "/x", nil))
		var problem struct{ Detail, Code, Instance string }
		if err := json.Unmarshal(w.Body.Bytes(), &problem); err != nil {
			t.Fatal(err)
		}
		id := w.Header().Get(web.HeaderRequest)
		if w.Code != 500 || problem.Code != "internal" || problem.Detail != web.ErrInternal.Detail || problem.Instance != id || id == "" {
			t.Errorf("%d %s", w.Code, w.Body)
		}
		all, text := said.all(t)
		l := all[len(all)-2]
		if l["msg"] != "panic" || l["request"] != id || !strings.Contains(l["stack"].(string), "trace_test.go") {
			t.Errorf("%v", l)
		}
		if strings.Contains(text, "ひみつ") || strings.Contains(text, "secret@") {
			t.Error("a panic's value is in the log")
		}
	}
	if _, text := said.all(t); !strings.Contains(text, "index out of range") {
		t.Error("the runtime's own words are missing")
	}
}

// Refusals stay alike: only answers that are the platform's own fault bear a number.
func TestRefusalsBearNoNumber(t *testing.T) {
	p := newPlatform(t)
	one, other := p.visitor().get("/api/Nothing").want(400), p.visitor().get("/api/Nothing").want(400)
	if one.body != other.body {
		t.Errorf("%s\n%s", one.body, other.body)
	}
	one.hasNot("instance")
	if one.header.Get(web.HeaderRequest) == other.header.Get(web.HeaderRequest) {
		t.Error("two requests have one number")
	}
}

// The forwarded address counts from our own proxies alone: a client cannot get around the lockout.
func TestForwardedAddress(t *testing.T) {
	clock := &storetest.Clock{}
	for _, c := range []struct{ proxies, peer, forwarded, want string }{
		{"", "192.0.2.1:1000", "198.51.100.7", "192.0.2.1"},
		{"127.0.0.0/8", "192.0.2.1:1000", "198.51.100.7", "192.0.2.1"},
		{"127.0.0.0/8", "127.0.0.1:1000", "203.0.113.5, 198.51.100.7", "198.51.100.7"},
		{"127.0.0.0/8", "127.0.0.1:1000", "", "127.0.0.1"},
		{"127.0.0.0/8", "127.0.0.1:1000", "198.51.100.7, nonsense", "127.0.0.1"},
		{"127.0.0.0/8", "[::ffff:127.0.0.1]:1000", "2001:db8::1", "2001:db8::1"},
		{"::1/128", "[::1]:1000", "::ffff:198.51.100.7", "198.51.100.7"},
	} {
		a := newPlatformOn(t, storetest.New(t, clock), clock, web.Config{Proxies: prefixes(c.proxies)}).a
		r := httptest.NewRequest("GET", "http://tsunagu.example.jp/", nil)
		r.RemoteAddr = c.peer
		r.Header.Set("X-Forwarded-For", c.forwarded)
		r.Header.Set("X-Forwarded-Proto", "https")
		if got := a.ClientIP(r); got != c.want {
			t.Errorf("%v: %s", c, got)
		}
		if trusted := c.proxies != "" && !strings.HasPrefix(c.peer, "192."); a.Secure(r) != trusted {
			t.Errorf("%v: secure %v", c, !trusted)
		}
	}
}
