package apptest

import (
	"net/http"
	"net/url"
)

// Window is a new browser on the platform's own page.
func (p *Platform) Window() *Browser {
	return &Browser{p, "http://localhost:8080", map[string]*http.Cookie{}, ""}
}

func (b *Browser) Password(login string) Result {
	b.P.T.Helper()
	return b.Form(url.Values{"grant_type": {"password"}, "loginId": {login}, "password": {TestPassword}}).Want(200)
}

// Remembered signs in with a code and asks to trust this browser.
func (b *Browser) Remembered(login string, t *Telephone) {
	b.P.T.Helper()
	form := CodeForm(b.Password(login).JSON()["ticket"].(string), t.Next())
	form.Set("remember", "1")
	b.Token = b.Form(form).Want(200).JSON()["token"].(string)
}
