package app

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"tsunagu/app/auth"
	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/web"
)

// signInFrom tries to sign in from a network address; with a device's secret, as the browser that
// keeps it.
func (p *platform) signInFrom(address, loginID, password, device string) result {
	p.t.Helper()
	form := url.Values{"grant_type": {"password"}, "loginId": {loginID}, "password": {password}}
	req := httptest.NewRequest(http.MethodPost, "/token", strings.NewReader(form.Encode()))
	req.Host, req.RemoteAddr = "localhost:8080", address+":40000"
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	if device != "" {
		req.Header.Set("Origin", "http://localhost:8080")
		req.AddCookie(&http.Cookie{Name: web.CookieDevice, Value: device})
	}
	w := httptest.NewRecorder()
	p.a.ServeHTTP(w, req)
	return result{t: p.t, status: w.Code, header: w.Header(), body: w.Body.String()}
}

func newLockout(t *testing.T) *platform {
	p := newPlatform(t)
	bank := p.institution("9981", "湊星銀行")
	p.user(deal.RoleFIN, bank, "fin@a.example.jp")
	p.user(deal.RoleFIN, bank, "fin2@a.example.jp")
	return p
}

// Ten failures for one ID lock it wherever they come from and however it is spelt; one that nobody has
// answers alike.
func TestLockoutOfOneID(t *testing.T) {
	p := newLockout(t)
	spellings := []string{"fin@a.example.jp", "FIN@A.example.jp", "ｆｉｎ@a.example.jp", " fin@a.example.jp ", "fin@a.example.jp"}
	var locked []string
	for _, x := range []struct{ name, id string }{{"fin", "fin@a.example.jp"}, {"nobody", "nobody@a.example.jp"}} {
		for i := range 10 {
			id := strings.NewReplacer("fin", x.name, "FIN", strings.ToUpper(x.name), "ｆｉｎ", x.name+"\u200b").Replace(spellings[i%len(spellings)])
			p.signInFrom(fmt.Sprintf("192.0.2.%d", i+1), id, "wrong", "").want(400)
		}
		r := p.signInFrom("192.0.2.99", x.id, testPassword, "").want(429).has(auth.LockoutMessage)
		locked = append(locked, r.header.Get("Retry-After")+r.body)
	}
	if locked[0] != locked[1] {
		t.Errorf("who is a member can be told: %q", locked)
	}
	p.signInFrom("192.0.2.99", "fin2@a.example.jp", testPassword, "").want(200) // a colleague's is another ID
	p.clock.Add(31 * time.Minute)
	p.signInFrom("192.0.2.99", "fin@a.example.jp", testPassword, "").want(200)
}

// Thirty failures from one address lock the address, though each was for another ID and nobody has any.
func TestLockoutOfOneAddress(t *testing.T) {
	p := newLockout(t)
	for i := range 30 {
		p.signInFrom("192.0.2.1", fmt.Sprintf("guess%d@a.example.jp", i), "wrong", "").want(400)
	}
	p.signInFrom("192.0.2.1", "fin@a.example.jp", testPassword, "").want(429)
	p.signInFrom("192.0.2.2", "fin@a.example.jp", testPassword, "").want(200)
	p.clock.Add(11 * time.Minute)
	p.signInFrom("192.0.2.1", "fin@a.example.jp", testPassword, "").want(200)
}

// A rival cannot lock a bank out: the device that signed in with this ID before has a counter of its
// own, and no other device has it.
func TestLockoutSparesTheKnownDevice(t *testing.T) {
	p := newLockout(t)
	devices := map[string]string{}
	for _, id := range []string{"fin@a.example.jp", "fin2@a.example.jp"} {
		r := p.signInFrom("192.0.2.1", id, testPassword, auth.NewSecret()).want(200)
		for _, c := range (&http.Response{Header: r.header}).Cookies() {
			if c.Name == web.CookieDevice {
				devices[id] = c.Value
			}
		}
	}
	own, colleagues := devices["fin@a.example.jp"], devices["fin2@a.example.jp"]
	if own == "" || colleagues == "" || own == colleagues {
		t.Fatal(devices)
	}
	for i := range 10 {
		p.signInFrom(fmt.Sprintf("198.51.100.%d", i+1), "fin@a.example.jp", "wrong", "").want(400)
	}
	p.signInFrom("192.0.2.1", "fin@a.example.jp", testPassword, "").want(429)
	p.signInFrom("192.0.2.1", "fin@a.example.jp", testPassword, auth.NewSecret()).want(429) // made up
	p.signInFrom("192.0.2.1", "fin@a.example.jp", testPassword, colleagues).want(429)
	p.signInFrom("192.0.2.1", "fin@a.example.jp", testPassword, own).want(200)
	// Its own failures lock it, and nobody else.
	p.clock.Add(31 * time.Minute)
	for range 5 {
		p.signInFrom("192.0.2.1", "fin@a.example.jp", "wrong", own).want(400)
	}
	p.signInFrom("192.0.2.1", "fin@a.example.jp", testPassword, own).want(429)
	p.signInFrom("192.0.2.1", "fin@a.example.jp", testPassword, "").want(200)
	p.clock.Add(16 * time.Minute)
	p.signInFrom("192.0.2.1", "fin@a.example.jp", testPassword, own).want(200)
}

// A right password takes back its own wrong ones and nobody else's: who guesses from elsewhere does not
// begin anew each time that the user signs in.
func TestLockoutForgetsItsOwnAlone(t *testing.T) {
	p := newLockout(t)
	const id, here, guesser = "fin@a.example.jp", "192.0.2.1", "198.51.100.1"
	wrong := func(from string, n int) {
		t.Helper()
		for range n {
			p.signInFrom(from, id, "wrong", "").want(400)
		}
	}
	wrong(here, 4)
	p.signInFrom(here, id, testPassword, "").want(200)
	wrong(here, 4) // would be eight
	p.signInFrom(here, id, testPassword, "").want(200)
	wrong(guesser, 4)
	p.signInFrom(here, id, testPassword, "").want(200)
	wrong(guesser, 1)
	p.signInFrom(guesser, id, testPassword, "").want(429) // five of one address
	p.signInFrom(here, id, testPassword, "").want(200)
	for i := range 4 {
		wrong(fmt.Sprintf("203.0.113.%d", i+1), 1)
		p.signInFrom(here, id, testPassword, "").want(200)
	}
	wrong("203.0.113.9", 1)
	p.signInFrom(here, id, testPassword, "").want(429) // ten of the ID
}

// The user hears of the lock once, however often it is locked anew in the time that a failure counts.
func TestLockoutIsToldOnce(t *testing.T) {
	p := newLockout(t)
	told := func() (n int) {
		for _, m := range p.mails("fin@a.example.jp") {
			if m.Kind == mail.AccountLocked {
				n++
			}
		}
		return n
	}
	lock := func(from string) {
		t.Helper()
		for range 5 {
			p.signInFrom(from, "fin@a.example.jp", "wrong", "").want(400)
		}
	}
	lock("192.0.2.1")
	if told() != 1 {
		t.Errorf("told %d times", told())
	}
	p.clock.Add(5 * time.Minute)
	lock("192.0.2.2")
	if told() != 1 {
		t.Errorf("told %d times of one lock and the next", told())
	}
	p.clock.Add(auth.FailureLife + time.Minute)
	lock("192.0.2.3")
	if told() != 2 {
		t.Errorf("told %d times, the last of them long after", told())
	}
}
