package web_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"tsunagu/app/apptest"
	"tsunagu/app/web"
	"tsunagu/store/storetest"
)

// A request has a number from here, whatever it says itself, and its line says which route it met.
func TestRequestLine(t *testing.T) {
	said, log := apptest.Logged()
	clock := &storetest.Clock{}
	p := apptest.NewPlatformOn(t, storetest.New(t, clock), clock, web.Config{Log: log})
	req := httptest.NewRequest("GET", "/api/Public/GetNetwork?x=1", nil)
	req.Header.Set(web.HeaderRequest, "FORGED-LINE")
	w := httptest.NewRecorder()
	p.App.ServeHTTP(w, req)
	id := w.Header().Get(web.HeaderRequest)
	if !regexp.MustCompile(`^[2-9A-Y]{5}-[2-9A-Y]{5}$`).MatchString(id) {
		t.Errorf("number %q", id)
	}
	all, text := said.All(t)
	if len(all) != 1 {
		t.Fatalf("%d lines: %s", len(all), text)
	}
	l := all[0]
	if l["request"] != id || l["route"] != "/api/Public/GetNetwork" || l["method"] != "GET" || l["status"] != 422.0 && l["status"] != 200.0 ||
		l["bytes"] != float64(w.Body.Len()) {
		t.Errorf("%v", l)
	}
	if strings.Contains(text, "FORGED") {
		t.Error("the number comes from outside")
	}
	// An invented method and an address that is none leave no trace of themselves.
	req = httptest.NewRequest("KAISHAMEI", "/api/Public/GetNetwork", nil)
	p.App.ServeHTTP(httptest.NewRecorder(), req)
	if all, text := said.All(t); strings.Contains(text, "KAISHAMEI") || all[1]["method"] != "other" {
		t.Error(text)
	}
}

// A panic is logged with its place and the request's number, and the number is what the user is told.
func TestPanicIsTold(t *testing.T) {
	said, log := apptest.Logged()
	clock := &storetest.Clock{}
	p := apptest.NewPlatformOn(t, storetest.New(t, clock), clock, web.Config{Log: log})
	for _, do := range []http.HandlerFunc{
		func(http.ResponseWriter, *http.Request) { panic("株式会社ひみつ") },
		func(http.ResponseWriter, *http.Request) { panic(errors.New("secret@example.jp")) },
		func(_ http.ResponseWriter, r *http.Request) { _ = []int{}[len(r.URL.Path)] },
	} {
		w := httptest.NewRecorder()
		p.App.Around(do).ServeHTTP(w, httptest.NewRequest("GET", "/x", nil))
		var problem struct{ Detail, Code, Instance string }
		if err := json.Unmarshal(w.Body.Bytes(), &problem); err != nil {
			t.Fatal(err)
		}
		id := w.Header().Get(web.HeaderRequest)
		if w.Code != 500 || problem.Code != "internal" || problem.Detail != web.ErrInternal.Detail || problem.Instance != id || id == "" {
			t.Errorf("%d %s", w.Code, w.Body)
		}
		all, text := said.All(t)
		l := all[len(all)-2]
		if l["msg"] != "panic" || l["request"] != id || !strings.Contains(l["stack"].(string), "trace_test.go") {
			t.Errorf("%v", l)
		}
		if strings.Contains(text, "ひみつ") || strings.Contains(text, "secret@") {
			t.Error("a panic's value is in the log")
		}
	}
	if _, text := said.All(t); !strings.Contains(text, "index out of range") {
		t.Error("the runtime's own words are missing")
	}
}

// Refusals stay alike: only answers that are the platform's own fault bear a number.
func TestRefusalsBearNoNumber(t *testing.T) {
	p := apptest.NewPlatform(t)
	one, other := p.Visitor().Get("/api/Nothing").Want(400), p.Visitor().Get("/api/Nothing").Want(400)
	if one.Body != other.Body {
		t.Errorf("%s\n%s", one.Body, other.Body)
	}
	one.HasNot("instance")
	if one.Header.Get(web.HeaderRequest) == other.Header.Get(web.HeaderRequest) {
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
		a := apptest.NewPlatformOn(t, storetest.New(t, clock), clock, web.Config{Proxies: prefixes(c.proxies)}).App
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
