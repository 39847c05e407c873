package apptest

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"tsunagu/app/deal"
	"tsunagu/app/web"
)

// SignInFrom tries to sign in from a network address; with device, as the browser that keeps this
// device's secret.
func (p *Platform) SignInFrom(address, loginID, password, device string) Result {
	p.T.Helper()
	form := url.Values{"grant_type": {"password"}, "loginId": {loginID}, "password": {password}}
	req := httptest.NewRequest(http.MethodPost, "/token", strings.NewReader(form.Encode()))
	req.Host, req.RemoteAddr = "localhost:8080", address+":40000"
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	if device != "" {
		req.Header.Set("Origin", "http://localhost:8080")
		req.AddCookie(&http.Cookie{Name: web.CookieDevice, Value: device})
	}
	w := httptest.NewRecorder()
	p.App.ServeHTTP(w, req)
	return Result{T: p.T, Status: w.Code, Header: w.Header(), Body: w.Body.String()}
}

func NewLockout(t *testing.T) *Platform {
	p := NewPlatform(t)
	bank := p.Institution("9981", "湊星銀行")
	p.User(deal.RoleFIN, bank, "fin@a.example.jp")
	p.User(deal.RoleFIN, bank, "fin2@a.example.jp")
	return p
}
