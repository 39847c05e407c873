package app_test

import (
	"encoding/json"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"tsunagu/app"
	"tsunagu/app/apptest"
	"tsunagu/app/demo"
)

func BenchmarkBuildDemo(b *testing.B) {
	for b.Loop() {
		apptest.DemoPlatform(b)
	}
}

// BenchmarkListingSearch is a whole call at the server on the demo network: token, session, search
// with exact count, reduction to the caller's view, encoding.
func BenchmarkListingSearch(b *testing.B) {
	a := apptest.DemoPlatform(b)
	for _, c := range []struct{ name, login, query string }{
		{"bank/default", "fin-b@demo.example.jp", ""},
		{"buyer/default", "buy-b@demo.example.jp", ""},
		{"bank/filters", "fin-b@demo.example.jp",
			"?industryTypes=%7B%22category%22%3A%5B%2213%22%5D%7D&location=13,14,27&salesPriceTo=6&propertyName=dueDate"},
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

func benchToken(b testing.TB, a *app.App, login string) string {
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
