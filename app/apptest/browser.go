package apptest

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
)

const ProbePath = "/api/BuyerNegotiation/GetUnreadCounts"

// Browser is a browser with cookies, on a page of an origin.
type Browser struct {
	P       *Platform
	Origin  string
	Cookies map[string]*http.Cookie
	Token   string
}

func (b *Browser) Do(method, path, contentType, body string, headers map[string]string) Result {
	b.P.T.Helper()
	req := httptest.NewRequest(method, path, strings.NewReader(body))
	req.Host = "localhost:8080"
	req.Header.Set("Origin", b.Origin)
	if contentType != "" {
		req.Header.Set("Content-Type", contentType)
	}
	if b.Token != "" {
		req.Header.Set("Authorization", "Bearer "+b.Token)
	}
	for k, v := range headers {
		req.Header.Set(k, v)
	}
	for _, c := range b.Cookies {
		if strings.HasPrefix(path, c.Path) {
			req.AddCookie(&http.Cookie{Name: c.Name, Value: c.Value})
		}
	}
	w := httptest.NewRecorder()
	b.P.App.ServeHTTP(w, req)
	for _, c := range w.Result().Cookies() {
		if c.MaxAge < 0 {
			delete(b.Cookies, c.Name)
		} else {
			b.Cookies[c.Name] = c
		}
	}
	return Result{T: b.P.T, Status: w.Code, Header: w.Header(), Body: w.Body.String()}
}

func (b *Browser) Form(v url.Values) Result {
	b.P.T.Helper()
	return b.Do("POST", "/token", "application/x-www-form-urlencoded", v.Encode(), nil)
}

// Together makes n calls at the same time.
func Together(n int, do func(i int) Result) []Result {
	out := make([]Result, n)
	start := make(chan struct{})
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() {
			<-start
			out[i] = do(i)
		})
	}
	close(start)
	wg.Wait()
	return out
}
