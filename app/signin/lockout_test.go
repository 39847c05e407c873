package signin_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/auth"
	"tsunagu/app/mail"
	"tsunagu/app/web"
)

// Ten failures for one ID lock it wherever they come from and however it is spelt; one that nobody has
// answers alike.
func TestLockoutOfOneID(t *testing.T) {
	p := apptest.NewLockout(t)
	spellings := []string{"fin@a.example.jp", "FIN@A.example.jp", "ｆｉｎ@a.example.jp", " fin@a.example.jp ", "fin@a.example.jp"}
	var locked []string
	for _, x := range []struct{ name, id string }{{"fin", "fin@a.example.jp"}, {"nobody", "nobody@a.example.jp"}} {
		for i := range 10 {
			id := strings.NewReplacer("fin", x.name, "FIN", strings.ToUpper(x.name), "ｆｉｎ", x.name+"\u200b").Replace(spellings[i%len(spellings)])
			p.SignInFrom(fmt.Sprintf("192.0.2.%d", i+1), id, "wrong", "").Want(400)
		}
		r := p.SignInFrom("192.0.2.99", x.id, apptest.TestPassword, "").Want(429).Has(auth.LockoutMessage)
		locked = append(locked, r.Header.Get("Retry-After")+r.Body)
	}
	if locked[0] != locked[1] {
		t.Errorf("who is a member can be told: %q", locked)
	}
	p.SignInFrom("192.0.2.99", "fin2@a.example.jp", apptest.TestPassword, "").Want(200) // a colleague's is another ID
	p.Clock.Add(31 * time.Minute)
	p.SignInFrom("192.0.2.99", "fin@a.example.jp", apptest.TestPassword, "").Want(200)
}

// Thirty failures from one address lock the address, though each was for another ID and nobody has any.
func TestLockoutOfOneAddress(t *testing.T) {
	p := apptest.NewLockout(t)
	for i := range 30 {
		p.SignInFrom("192.0.2.1", fmt.Sprintf("guess%d@a.example.jp", i), "wrong", "").Want(400)
	}
	p.SignInFrom("192.0.2.1", "fin@a.example.jp", apptest.TestPassword, "").Want(429)
	p.SignInFrom("192.0.2.2", "fin@a.example.jp", apptest.TestPassword, "").Want(200)
	p.Clock.Add(11 * time.Minute)
	p.SignInFrom("192.0.2.1", "fin@a.example.jp", apptest.TestPassword, "").Want(200)
}

// A rival cannot lock a bank out: the device that signed in with this ID before has a counter of its
// own, and no other device has it.
func TestLockoutSparesTheKnownDevice(t *testing.T) {
	p := apptest.NewLockout(t)
	devices := map[string]string{}
	for _, id := range []string{"fin@a.example.jp", "fin2@a.example.jp"} {
		r := p.SignInFrom("192.0.2.1", id, apptest.TestPassword, auth.NewSecret()).Want(200)
		for _, c := range (&http.Response{Header: r.Header}).Cookies() {
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
		p.SignInFrom(fmt.Sprintf("198.51.100.%d", i+1), "fin@a.example.jp", "wrong", "").Want(400)
	}
	p.SignInFrom("192.0.2.1", "fin@a.example.jp", apptest.TestPassword, "").Want(429)
	p.SignInFrom("192.0.2.1", "fin@a.example.jp", apptest.TestPassword, auth.NewSecret()).Want(429) // made up
	p.SignInFrom("192.0.2.1", "fin@a.example.jp", apptest.TestPassword, colleagues).Want(429)
	p.SignInFrom("192.0.2.1", "fin@a.example.jp", apptest.TestPassword, own).Want(200)
	// Its own failures lock it, and nobody else.
	p.Clock.Add(31 * time.Minute)
	for range 5 {
		p.SignInFrom("192.0.2.1", "fin@a.example.jp", "wrong", own).Want(400)
	}
	p.SignInFrom("192.0.2.1", "fin@a.example.jp", apptest.TestPassword, own).Want(429)
	p.SignInFrom("192.0.2.1", "fin@a.example.jp", apptest.TestPassword, "").Want(200)
	p.Clock.Add(16 * time.Minute)
	p.SignInFrom("192.0.2.1", "fin@a.example.jp", apptest.TestPassword, own).Want(200)
}

// A right password takes back its own wrong ones and nobody else's: who guesses from elsewhere does not
// begin anew each time that the user signs in.
func TestLockoutForgetsItsOwnAlone(t *testing.T) {
	p := apptest.NewLockout(t)
	const id, here, guesser = "fin@a.example.jp", "192.0.2.1", "198.51.100.1"
	wrong := func(from string, n int) {
		t.Helper()
		for range n {
			p.SignInFrom(from, id, "wrong", "").Want(400)
		}
	}
	wrong(here, 4)
	p.SignInFrom(here, id, apptest.TestPassword, "").Want(200)
	wrong(here, 4) // would be eight
	p.SignInFrom(here, id, apptest.TestPassword, "").Want(200)
	wrong(guesser, 4)
	p.SignInFrom(here, id, apptest.TestPassword, "").Want(200)
	wrong(guesser, 1)
	p.SignInFrom(guesser, id, apptest.TestPassword, "").Want(429) // five of one address
	p.SignInFrom(here, id, apptest.TestPassword, "").Want(200)
	for i := range 4 {
		wrong(fmt.Sprintf("203.0.113.%d", i+1), 1)
		p.SignInFrom(here, id, apptest.TestPassword, "").Want(200)
	}
	wrong("203.0.113.9", 1)
	p.SignInFrom(here, id, apptest.TestPassword, "").Want(429) // ten of the ID
}

// The user hears of the lock once, however often it is locked anew in the time that a failure counts.
func TestLockoutIsToldOnce(t *testing.T) {
	p := apptest.NewLockout(t)
	told := func() (n int) {
		for _, m := range p.Mails("fin@a.example.jp") {
			if m.Kind == mail.AccountLocked {
				n++
			}
		}
		return n
	}
	lock := func(from string) {
		t.Helper()
		for range 5 {
			p.SignInFrom(from, "fin@a.example.jp", "wrong", "").Want(400)
		}
	}
	lock("192.0.2.1")
	if told() != 1 {
		t.Errorf("told %d times", told())
	}
	p.Clock.Add(5 * time.Minute)
	lock("192.0.2.2")
	if told() != 1 {
		t.Errorf("told %d times of one lock and the next", told())
	}
	p.Clock.Add(auth.FailureLife + time.Minute)
	lock("192.0.2.3")
	if told() != 2 {
		t.Errorf("told %d times, the last of them long after", told())
	}
}
