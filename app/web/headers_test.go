package web_test

import (
	"crypto/tls"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"tsunagu/app"
	"tsunagu/app/apptest"
)

// TestDrillHeaders: what protects a browser stands in every answer, of whatever kind it is (trust.md
// Input and output).
func TestDrillHeaders(t *testing.T) {
	p := apptest.NewPlatform(t)
	c := p.App.Config
	c.BaseURL = "https://tsunagu.example.jp"
	c.UI = fstest.MapFS{"index.html": {Data: []byte("<!doctype html><title>page</title>")}, "assets/a-1.js": {Data: []byte("let a")},
		"assets/a-1.css": {Data: []byte("a{}")}}
	p.App = app.New(c)
	for _, x := range []struct {
		method, path string
		status       int
		media, cache string
	}{
		{"GET", "/", 200, "text/html; charset=utf-8", "no-store"},
		{"GET", "/mypage", 200, "text/html; charset=utf-8", "no-store"},
		{"GET", "/assets/a-1.js", 200, "text/javascript; charset=utf-8", "immutable"},
		{"GET", "/assets/a-1.css", 200, "text/css; charset=utf-8", "immutable"},
		{"GET", "/assets/a-2.js", 404, "text/plain; charset=utf-8", ""},
		{"GET", "/assets/a-1.js.map", 404, "text/plain; charset=utf-8", ""},
		{"GET", "/api/Public/GetNetwork", 200, "application/json", "no-store"},
		{"GET", "/api/SellerBusiness/SearchSellerBusinessAsync", 401, "application/problem+json", "no-store"},
		{"GET", "/api/Nothing/Here", 400, "application/problem+json", "no-store"},
		{"POST", "/token", 422, "application/problem+json", "no-store"},
		{"POST", "/office/token", 422, "application/problem+json", "no-store"},
		{"GET", "/healthz", 200, "text/plain; charset=utf-8", ""},
		{"GET", "/debug/pprof/", 200, "text/html; charset=utf-8", "no-store"}, // the page that says that there is none
		{"TRACE", "/api/Public/GetNetwork", 400, "application/problem+json", "no-store"},
		{"TRACE", "/", 400, "application/problem+json", ""},
		{"OPTIONS", "/api/Public/GetNetwork", 400, "application/problem+json", "no-store"},
	} {
		req := httptest.NewRequest(x.method, "https://tsunagu.example.jp"+x.path, nil)
		req.TLS = &tls.ConnectionState{}
		if x.method == "POST" {
			req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		}
		if x.method == "OPTIONS" {
			req.Header.Set("Origin", "https://evil.example")
			req.Header.Set("Access-Control-Request-Method", "GET")
			req.Header.Set("Access-Control-Request-Headers", "authorization")
		}
		w := httptest.NewRecorder()
		p.App.ServeHTTP(w, req)
		h, where := w.Header(), x.method+" "+x.path
		if media := h.Get("Content-Type"); media == "" && x.status == 200 {
			h.Set("Content-Type", http.DetectContentType(w.Body.Bytes())) // as the server does it
		}
		if w.Code != x.status || h.Get("Content-Type") != x.media || !strings.Contains(h.Get("Cache-Control"), x.cache) {
			t.Errorf("%s: %d %q %q, want %d %q %q", where, w.Code, h.Get("Content-Type"), h.Get("Cache-Control"), x.status, x.media, x.cache)
		}
		for name, want := range map[string]string{
			"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "Cross-Origin-Opener-Policy": "same-origin",
			"Cross-Origin-Resource-Policy": "same-origin",
			"X-Frame-Options":              "DENY", "Strict-Transport-Security": "max-age=31536000; includeSubDomains",
		} {
			if h.Get(name) != want {
				t.Errorf("%s: %s is %q, want %q", where, name, h.Get(name), want)
			}
		}
		rules := map[string]string{}
		for rule := range strings.SplitSeq(h.Get("Content-Security-Policy"), ";") {
			name, value, _ := strings.Cut(strings.TrimSpace(rule), " ")
			rules[name] = value
		}
		for name, want := range map[string]string{"default-src": "'none'", "script-src": "'self'", "style-src": "'self'", "connect-src": "'self'",
			"base-uri": "'none'", "form-action": "'self'", "frame-ancestors": "'none'"} {
			if rules[name] != want {
				t.Errorf("%s: %s is %q, want %q", where, name, rules[name], want)
			}
		}
		for name := range h {
			if strings.HasPrefix(name, "Access-Control-") || name == "Server" || name == "X-Powered-By" {
				t.Errorf("%s: %s: %s", where, name, h.Get(name))
			}
		}
		if strings.Contains(w.Body.String(), "pprof") {
			t.Errorf("%s shows a profiler: %s", where, w.Body)
		}
	}
	// On a plain connection a browser must not be told to keep to TLS.
	w := httptest.NewRecorder()
	apptest.NewPlatform(t).App.ServeHTTP(w, httptest.NewRequest("GET", "http://localhost:8080/", nil))
	if w.Header().Get("Strict-Transport-Security") != "" {
		t.Error("HSTS without TLS")
	}
}
