package office_test

import (
	"net/http/httptest"
	"net/url"
	"strings"

	"tsunagu/app/apptest"
)

// browse sends a form as a browser does, with cookies.
func browse(p *apptest.Platform, path, cookies string, v url.Values) (apptest.Result, map[string]string) {
	req := httptest.NewRequest("POST", path, strings.NewReader(v.Encode()))
	req.Host = "localhost:8080"
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.Header.Set("Origin", "http://localhost:8080")
	req.Header.Set("Cookie", cookies)
	w := httptest.NewRecorder()
	p.App.ServeHTTP(w, req)
	got := map[string]string{}
	for _, c := range w.Result().Cookies() {
		got[c.Name] = c.Value + "; Path=" + c.Path
		if c.HttpOnly {
			got[c.Name] += "; HttpOnly"
		}
	}
	return apptest.Result{T: p.T, Status: w.Code, Header: w.Header(), Body: w.Body.String()}, got
}
