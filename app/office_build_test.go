package app

import (
	"net/http/httptest"
	"net/url"
	"strings"

	"tsunagu/app/deal"
	"tsunagu/app/web"
)

// signInOffice signs in at the office's door as a client that is no browser.
func (p *platform) signInOffice(loginID string) *caller {
	p.t.Helper()
	return &caller{p, p.officeSign(loginID, testPassword).want(200).json()["token"].(string)}
}

func (p *platform) officeSign(loginID, password string) result {
	return p.visitor().form(web.OfficeDoor.Path, url.Values{"grant_type": {"password"}, "loginId": {loginID}, "password": {password}})
}

// console is a network of two institutions with an office user and one administrator each.
type console struct {
	*platform
	bankA, bankB       string // ids
	office, fadA, fadB *caller
}

func newConsole(p *platform) *console {
	c := &console{platform: p, bankA: p.institution("9981", "湊星銀行"), bankB: p.institution("9982", "蒼陵信用金庫")}
	p.user(deal.RoleADM, web.OfficeClient, "office@n.example.jp")
	p.user(deal.RoleFAD, c.bankA, "admin@a.example.jp")
	p.user(deal.RoleFAD, c.bankB, "admin@b.example.jp")
	c.office, c.fadA, c.fadB = p.signInOffice("office@n.example.jp"), p.signInOffice("admin@a.example.jp"), p.signInOffice("admin@b.example.jp")
	return c
}

// browse sends a form as a page of the browser would, with cookies.
func (p *platform) browse(path, cookies string, v url.Values) (result, map[string]string) {
	req := httptest.NewRequest("POST", path, strings.NewReader(v.Encode()))
	req.Host = "localhost:8080"
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.Header.Set("Origin", "http://localhost:8080")
	req.Header.Set("Cookie", cookies)
	w := httptest.NewRecorder()
	p.a.ServeHTTP(w, req)
	got := map[string]string{}
	for _, c := range w.Result().Cookies() {
		got[c.Name] = c.Value + "; Path=" + c.Path
		if c.HttpOnly {
			got[c.Name] += "; HttpOnly"
		}
	}
	return result{t: p.t, status: w.Code, header: w.Header(), body: w.Body.String()}, got
}
