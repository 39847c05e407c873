package web_test

import (
	"context"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"tsunagu/app/web"
)

func TestPages(t *testing.T) {
	h := web.Pages(fstest.MapFS{
		"index.html":      {Data: []byte("<!doctype html><title>page</title>")},
		"assets/a-123.js": {Data: []byte(strings.Repeat("let a = 1;\n", 100))},
		".gitkeep":        {Data: []byte("")},
		"icon.svg":        {Data: []byte("<svg/>")},
	}, func(context.Context) string { return "" })
	for _, c := range []struct {
		method, path, accept string
		status               int
		cache, encoding      string
		page                 bool
	}{
		{"GET", "/", "", 200, "no-store", "", true},
		{"GET", "/seller-business/0199-1", "", 200, "no-store", "", true},
		{"GET", "/assets/a-123.js", "gzip, br", 200, "public, max-age=31536000, immutable", "gzip", false},
		{"GET", "/assets/a-123.js", "", 200, "public, max-age=31536000, immutable", "", false},
		{"GET", "/assets/gone.js", "gzip", 404, "", "", false},
		{"GET", "/assets/", "", 404, "", "", false},
		{"GET", "/.gitkeep", "", 404, "", "", false},
		{"GET", "/icon.svg", "", 200, "", "", false},
		{"GET", "/../../etc/passwd.txt", "", 404, "", "", false},
		{"POST", "/mypage", "", 400, "", "", false},
	} {
		r := httptest.NewRequest(c.method, "http://localhost/", nil)
		r.URL.Path = c.path
		r.Header.Set("Accept-Encoding", c.accept)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code != c.status || w.Header().Get("Cache-Control") != c.cache || w.Header().Get("Content-Encoding") != c.encoding ||
			strings.Contains(w.Body.String(), "<title>page") != c.page {
			t.Errorf("%s %s: %d %q %q %.40q", c.method, c.path, w.Code, w.Header().Get("Cache-Control"), w.Header().Get("Content-Encoding"), w.Body)
		}
	}
}

func TestContentDisposition(t *testing.T) {
	for name, want := range map[string]string{
		"a.pdf":       `attachment; filename="a.pdf"; filename*=UTF-8''a.pdf`,
		`概"要;.pdf`:    `attachment; filename="____.pdf"; filename*=UTF-8''%E6%A6%82%22%E8%A6%81%3B.pdf`,
		"x\r\nSet: y": `attachment; filename="x__Set: y"; filename*=UTF-8''x%0D%0ASet%3A%20y`,
	} {
		if got := web.ContentDisposition(name); got != want {
			t.Errorf("%q: %s", name, got)
		}
	}
}
