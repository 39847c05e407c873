package app

import (
	"context"
	"encoding/json"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"testing"

	"tsunagu/app/auth"
	"tsunagu/app/demo"
	"tsunagu/app/web"
	"tsunagu/store"
)

// demoPlatform is a platform with the whole demo network in it.
func demoPlatform(b testing.TB) *App {
	s, err := store.Open(context.Background(), b.TempDir(), store.Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { s.Close() })
	keys, err := auth.LoadKeys(s.Dir())
	if err != nil {
		b.Fatal(err)
	}
	a := New(web.Config{Store: s, Keys: keys, BaseURL: "http://localhost:8080", MailFrom: "office@demo.example.jp", Demo: true})
	if err := demo.In(a.Platform).BuildDemo(context.Background(), os.DirFS(inRepository("testdata/demo"))); err != nil {
		b.Fatal(err)
	}
	return a
}

func BenchmarkBuildDemo(b *testing.B) {
	for b.Loop() {
		demoPlatform(b)
	}
}

// BenchmarkListingSearch is a whole call at the server on the demo network: token, session,
// search with exact count, cutting, encoding.
func BenchmarkListingSearch(b *testing.B) {
	a := demoPlatform(b)
	for _, c := range []struct{ name, login, query string }{
		{"bank/default", "fin-b@demo.example.jp", ""},
		{"buyer/default", "buy-b@demo.example.jp", ""},
		{"bank/filters", "fin-b@demo.example.jp", "?industryTypes=%7B%22category%22%3A%5B%2213%22%5D%7D&location=13,14,27&salesPriceTo=6&propertyName=dueDate"},
		{"bank/freeWord", "fin-b@demo.example.jp", "?freeWord=%E8%A3%BD%E9%80%A0"},
	} {
		b.Run(c.name, func(b *testing.B) {
			token := benchToken(b, a, c.login)
			for b.Loop() {
				r := httptest.NewRequest("GET", "/api/SellerBusiness/SearchSellerBusinessAsync"+c.query, nil)
				r.Header.Set("Authorization", "Bearer "+token)
				w := httptest.NewRecorder()
				a.ServeHTTP(w, r)
				if w.Code != 200 {
					b.Fatal(w.Code, w.Body)
				}
			}
		})
	}
}

func benchToken(b testing.TB, a *App, login string) string {
	form := url.Values{"grant_type": {"password"}, "loginId": {login}, "password": {demo.DemoPassword}}
	r := httptest.NewRequest("POST", "/token", strings.NewReader(form.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	w := httptest.NewRecorder()
	a.ServeHTTP(w, r)
	var out struct {
		Token string `json:"token"`
	}
	if err := json.Unmarshal(w.Body.Bytes(), &out); err != nil || out.Token == "" {
		b.Fatal(w.Code, w.Body)
	}
	return out.Token
}
