package web_test

import (
	"compress/gzip"
	"context"
	"io"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"tsunagu/app/apptest"
	"tsunagu/app/public"
	"tsunagu/app/web"
)

// What is read comes compressed to who takes it so, and is the same as without; tokens and what is
// short come as they are.
func TestCompression(t *testing.T) {
	p := apptest.NewPlatform(t)
	ask := func(method, path, accept, body string) (*httptest.ResponseRecorder, string) {
		t.Helper()
		r := httptest.NewRequest(method, path, strings.NewReader(body))
		r.Host = "localhost:8080"
		r.Header.Set("Accept-Encoding", accept)
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		w := httptest.NewRecorder()
		p.App.ServeHTTP(w, r)
		got := w.Body.Bytes()
		if w.Header().Get("Content-Encoding") == "gzip" {
			z, err := gzip.NewReader(w.Body)
			if err != nil {
				t.Fatal(err)
			}
			if got, err = io.ReadAll(z); err != nil {
				t.Fatal(err)
			}
		}
		return w, string(got)
	}
	const long, short = "/api/BussinessType/GetBusinessTypes", "/api/Public/GetNetwork"
	plain, want := ask("GET", long, "", "")
	small, got := ask("GET", long, "gzip, deflate, br", "")
	if plain.Header().Get("Content-Encoding") != "" || small.Header().Get("Content-Encoding") != "gzip" || got != want || len(want) < 5000 {
		t.Fatalf("%q %q: %d bytes, compressed %d", plain.Header().Get("Content-Encoding"), small.Header().Get("Content-Encoding"), len(want),
			len(got))
	}
	if small.Code != 200 || small.Header().Get("Content-Type") != "application/json" || small.Header().Get("Cache-Control") != "no-store" ||
		!strings.Contains(small.Header().Get("Vary"), "Accept-Encoding") {
		t.Errorf("%d %v", small.Code, small.Header())
	}
	for _, c := range []struct {
		method, path, body string
		status             int
	}{
		{"GET", short, "", 200},
		{"GET", "/api/No/Such", "", 400},
		{"POST", "/token", "grant_type=password&loginId=x&password=" + strings.Repeat("y", 2000), 400},
		{"POST", "/api/Public/GetNetwork", "", 400},
	} {
		w, body := ask(c.method, c.path, "gzip", c.body)
		if w.Code != c.status || w.Header().Get("Content-Encoding") != "" || body == "" {
			t.Errorf("%s %s: %d %q %q", c.method, c.path, w.Code, w.Header().Get("Content-Encoding"), body)
		}
	}
}

// The page brings what GetNetwork says, as text and never as markup.
func TestPageNote(t *testing.T) {
	p := apptest.NewPlatform(t)
	note := public.In(p.App.Platform).NetworkNote(t.Context())
	for _, s := range []string{`<meta name="network" content="{&#34;networkName&#34;:`, `&#34;officeMail&#34;`} {
		if !strings.Contains(note, s) {
			t.Errorf("%s is not in %s", s, note)
		}
	}
	if strings.Count(note, "<") != 1 || strings.Count(note, `"`) != 4 {
		t.Errorf("not one attribute: %s", note)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	h := web.Pages(fstest.MapFS{"index.html": {Data: []byte("<head></head><body>")}}, func(ctx context.Context) string {
		if ctx.Err() != nil {
			return ""
		}
		return note
	})
	for ctx, want := range map[context.Context]string{t.Context(): "<head>" + note + "</head><body>", ended: "<head></head><body>"} {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequestWithContext(ctx, "GET", "/mypage", nil))
		if w.Body.String() != want {
			t.Errorf("%s", w.Body)
		}
	}
}
