package directory_test

import (
	"crypto/rand"
	"crypto/rsa"
	"encoding/base64"
	"encoding/json"
	"maps"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/directory"
	"tsunagu/store"
)

// What a directory says is believed as far as it is signed, meant for this network and this way, of now, and enough.
func TestDirectoryHostileTokens(t *testing.T) { both(t, directoryHostileTokens) }

func directoryHostileTokens(t *testing.T, w *world) {
	w.set(body{"acrList": []string{"phr", "phrh"}, "amrList": []string{"pwd", "otp"}, "groupClaim": "groups",
		"groupList": []string{"ma", "ma2"}},
		good)
	w.twist(good)
	w.bindAs("sato@a.example.jp", "sato").Want(200)
	now := func(d time.Duration) int64 { return w.Clock.Now().Add(d).Unix() }
	stranger, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	type claims = map[string]any
	for _, x := range []struct {
		name  string
		twist func(claims)
		sign  func([]byte) string
		want  string // code; "" for in
	}{
		{name: "as it is"},
		{name: "another issuer", twist: func(c claims) { c["iss"] = "https://other.example" }, want: "refused"},
		{name: "another audience", twist: func(c claims) { c["aud"] = "other" }, want: "refused"},
		{name: "no audience", twist: func(c claims) { delete(c, "aud") }, want: "refused"},
		{name: "two audiences, no party", want: "refused",
			twist: func(c claims) { c["aud"] = []string{apptest.DirectoryClient, "other"}; delete(c, "azp") }},
		{name: "another party", twist: func(c claims) { c["azp"] = "other" }, want: "refused"},
		{name: "two audiences, our party", twist: func(c claims) {
			c["aud"], c["azp"] = []string{apptest.DirectoryClient, "other"}, apptest.DirectoryClient
		}},
		{name: "another nonce", twist: func(c claims) { c["nonce"] = "x" }, want: "refused"},
		{name: "no nonce", twist: func(c claims) { delete(c, "nonce") }, want: "refused"},
		{name: "expired", twist: func(c claims) { c["exp"] = now(-2 * time.Minute) }, want: "refused"},
		{name: "no expiry", twist: func(c claims) { delete(c, "exp") }, want: "refused"},
		{name: "expired within the leeway", twist: func(c claims) { c["exp"] = now(-30 * time.Second) }},
		{name: "clock ten minutes ahead", twist: func(c claims) { c["iat"], c["exp"] = now(10*time.Minute), now(time.Hour) }, want: "refused"},
		{name: "clock ten minutes behind", twist: func(c claims) { c["iat"], c["exp"] = now(-10*time.Minute), now(time.Hour) }, want: "refused"},
		{name: "not before ten minutes from now", twist: func(c claims) { c["nbf"] = now(10 * time.Minute) }, want: "refused"},
		{name: "no time", twist: func(c claims) { delete(c, "iat") }, want: "refused"},
		{name: "clock half a minute ahead", twist: func(c claims) { c["iat"] = now(30 * time.Second) }},
		{name: "no subject", twist: func(c claims) { delete(c, "sub") }, want: "refused"},
		{name: "subject of nobody here", twist: func(c claims) { c["sub"] = "sub-takahashi" }, want: "unbound"},
		{name: "subject in other letters", twist: func(c claims) { c["sub"] = "SUB-SATO" }, want: "unbound"},
		{name: "access token of another", twist: func(c claims) { c["at_hash"] = "AAAAAAAAAAAAAAAAAAAAAA" }, want: "refused"},
		{name: "no acr", twist: func(c claims) { delete(c, "acr") }, want: "refused"},
		{name: "weaker acr", twist: func(c claims) { c["acr"] = "0" }, want: "refused"},
		{name: "the other acr", twist: func(c claims) { c["acr"] = "phrh" }},
		{name: "no amr", twist: func(c claims) { delete(c, "amr") }, want: "refused"},
		{name: "half of the amr", twist: func(c claims) { c["amr"] = []string{"pwd"} }, want: "refused"},
		{name: "more amr", twist: func(c claims) { c["amr"] = []string{"otp", "x", "pwd"} }},
		{name: "no group", twist: func(c claims) { delete(c, "groups") }, want: "refused"},
		{name: "another group", twist: func(c claims) { c["groups"] = []string{"MA", "ma3"} }, want: "refused"},
		{name: "one group as a text", twist: func(c claims) { c["groups"] = "ma2" }},
		{name: "another's key", sign: func(b []byte) string { return apptest.SignedBy(t, stranger, "other", b) }, want: "refused"},
		{name: "another's key under the name of ours", sign: func(b []byte) string { return apptest.SignedBy(t, stranger, w.Dir.KeyID, b) },
			want: "refused"},
		{name: "no signature", sign: unsigned, want: "refused"},
		{name: "signed with the public secret", sign: func(b []byte) string { return byMAC(t, b) }, want: "refused"},
		{name: "no token", sign: func([]byte) string { return "" }, want: "refused"},
		{name: "no JWT", sign: func([]byte) string { return "a.b.c" }, want: "refused"},
	} {
		w.twist(func(c claims) {
			good(c)
			if x.twist != nil {
				x.twist(c)
			}
		})
		w.Dir.Sign = x.sign
		before := w.Count("SELECT count(*) FROM audit WHERE event = 'directory_refused'")
		b, r := w.enter("sato@a.example.jp", "sato")
		if x.want == "" {
			if r.Status != 200 || !isIn(b) {
				t.Errorf("%s: %d %s", x.name, r.Status, r.Body)
			}
			continue
		}
		if r.Status != 400 || !strings.Contains(r.Body, `"code":"directory_`+x.want+`"`) || b.Token != "" || len(b.Cookies) != 0 {
			t.Errorf("%s: %d %s %v", x.name, r.Status, r.Body, b.Cookies)
		}
		if n := w.Count("SELECT count(*) FROM audit WHERE event = 'directory_refused'"); n != before+1 {
			t.Errorf("%s: %d lines", x.name, n-before)
		}
	}
}

// good are the claims that a setting with all demands asks for.
func good(c map[string]any) {
	c["acr"], c["amr"], c["groups"] = "phr", []string{"pwd", "otp"}, []string{"x", "ma"}
}

func unsigned(b []byte) string {
	return base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"none"}`)) + "." + base64.RawURLEncoding.EncodeToString(b) + "."
}

// byMAC signs with the client's secret, as where an algorithm may be chosen by the token.
func byMAC(t *testing.T, b []byte) string {
	return apptest.SignedWith(t, jose.SigningKey{Algorithm: jose.HS256, Key: []byte(strings.Repeat(apptest.DirectorySecret, 2))}, b)
}

// A new key is believed at once, one that was taken back is not after its documents are old, and an unknown one never.
func TestDirectoryKeyRotation(t *testing.T) {
	w := newWorld(t)
	w.set(nil)
	w.bindAs("sato@a.example.jp", "sato").Want(200)
	old, oldID := w.Dir.Key, w.Dir.KeyID
	w.Dir.Rotate()
	if _, r := w.enter("sato@a.example.jp", "sato"); r.Status != 200 {
		t.Errorf("the new key: %s", r.Body)
	}
	w.Dir.Sign = func(b []byte) string { return apptest.SignedBy(t, old, oldID, b) }
	w.Clock.Add(11 * time.Minute)
	w.twist(func(c map[string]any) {
		for _, name := range []string{"iat", "exp", "auth_time"} {
			c[name] = w.Clock.Now().Unix() + 10
		}
	})
	if b, r := w.enter("sato@a.example.jp", "sato"); r.Status != 400 || isIn(b) {
		t.Errorf("the key that was taken back: %d %s", r.Status, r.Body)
	}
	w.Dir.Sign = nil
	if _, r := w.enter("sato@a.example.jp", "sato"); r.Status != 200 {
		t.Errorf("after it: %s", r.Body)
	}
}

// A directory that is down, slow or no directory is said to be so, without its address; it is not asked again at each call, and
// passwords stay.
func TestDirectoryDown(t *testing.T) { both(t, directoryDown) }

func directoryDown(t *testing.T, w *world) {
	w.set(nil)
	w.bindAs("sato@a.example.jp", "sato").Want(200)
	b, address := w.begin("sato@a.example.jp")
	q := w.Dir.LogIn(address, "sato")
	w.Dir.Dead.Store(true)
	w.back(b, q).Want(400).Has(`"code":"directory_down"`).HasNot(w.Dir.Issuer)
	w.Clock.Add(11 * time.Minute) // its document is old now
	for range 3 {
		w.Visitor().Post("/api/Directory/Begin", body{"loginId": "sato@a.example.jp", "door": "platform"}).Want(400).
			Has(`"code":"directory_down"`).HasNot(w.Dir.Issuer)
	}
	asked := w.Dir.Asked.Load()
	w.Visitor().Post("/api/Directory/Begin", body{"loginId": "sato@a.example.jp", "door": "platform"}).Want(400)
	if n := w.Dir.Asked.Load(); n != asked {
		t.Errorf("asked again: %d", n-asked)
	}
	w.SignIn("sato@a.example.jp")
	w.Dir.Dead.Store(false)
	w.Clock.Add(11 * time.Second)
	w.begin("sato@a.example.jp")

	defer directory.SetPatience(100 * time.Millisecond)()
	w.Clock.Add(11 * time.Minute)
	w.Dir.Slow.Store(true)
	defer w.Dir.Slow.Store(false)
	w.Visitor().Post("/api/Directory/Begin", body{"loginId": "sato@a.example.jp", "door": "platform"}).Want(400).
		Has(`"code":"directory_down"`)
	w.SignIn("sato@a.example.jp")
}

// A log-out of the directory's ends with the next request what it opened: one session by sid, all of a person by sub. Forged ones end
// nothing.
func TestDirectoryBackChannelLogout(t *testing.T) { both(t, directoryBackChannelLogout) }

func directoryBackChannelLogout(t *testing.T, w *world) {
	w.set(nil)
	w.bindAs("sato@a.example.jp", "sato").Want(200)
	w.bindAs("suzuki@a.example.jp", "suzuki").Want(200)
	sid := func(s string) func(map[string]any) { return func(c map[string]any) { c["sid"] = s } }
	open := func(login, name, s string) *apptest.Browser {
		w.twist(sid(s))
		b, r := w.enter(login, name)
		r.Want(200)
		w.twist(func(map[string]any) {}) // the tokens below are under the key with which it is twisted
		return b
	}
	one, two := open("sato@a.example.jp", "sato", "s1"), open("sato@a.example.jp", "sato", "s2")
	other := open("suzuki@a.example.jp", "suzuki", "s3")
	byPassword := w.as(w.SignIn("sato@a.example.jp"))
	token := func(changes map[string]any) map[string]any {
		c := map[string]any{"iss": w.Dir.Issuer, "aud": apptest.DirectoryClient, "iat": w.Clock.Now().Unix(), "exp": w.Clock.Now().Unix() + 120,
			"jti": store.NewID(), "sub": "sub-sato", "sid": "s1",
			"events": map[string]any{"http://schemas.openid.net/event/backchannel-logout": map[string]any{}}}
		for k, v := range changes {
			if c[k] = v; v == nil {
				delete(c, k)
			}
		}
		return c
	}
	tell := func(raw string) apptest.Result {
		return w.Visitor().Form("/api/Directory/BackChannelLogout", url.Values{"logout_token": {raw}})
	}
	stranger, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	b, _ := json.Marshal(token(nil))
	forged := map[string]string{"another's key": apptest.SignedBy(t, stranger, w.Dir.KeyID, b), "no signature": unsigned(b),
		"nothing": "", "text": "x.y.z"}
	for name, changes := range map[string]map[string]any{"another issuer": {"iss": "https://other.example"}, "another audience": {"aud": "x"},
		"no event": {"events": map[string]any{}}, "with a nonce": {"nonce": "n"}, "neither sub nor sid": {"sub": nil, "sid": nil},
		"no jti": {"jti": nil}, "old": {"iat": w.Clock.Now().Add(-10 * time.Minute).Unix()},
		"from the future": {"iat": w.Clock.Now().Add(10 * time.Minute).Unix()}, "expired": {"exp": w.Clock.Now().Add(-2 * time.Minute).Unix()}} {
		forged[name] = w.Dir.Signed(token(changes))
	}
	first := tell("a.b.c").Want(400)
	for name, raw := range forged {
		if r := tell(raw); r.Status != 400 || r.Body == "" || len(r.Body) != len(first.Body) {
			t.Errorf("%s: %d %s", name, r.Status, r.Body)
		}
	}
	if !isIn(one) || !isIn(two) || !isIn(other) {
		t.Error("a forged log-out ended a session")
	}
	real := w.Dir.Signed(token(nil))
	tell(real).Want(200)
	if isIn(one) || !isIn(two) || !isIn(other) || !isIn(byPassword) {
		t.Errorf("by sid: %v %v %v %v", isIn(one), isIn(two), isIn(other), isIn(byPassword))
	}
	tell(real).Want(400) // again
	tell(w.Dir.Signed(token(map[string]any{"sid": "s3"}))).Want(200)
	if !isIn(other) {
		t.Error("another person's sid")
	}
	tell(w.Dir.Signed(token(map[string]any{"sid": nil}))).Want(200)
	if isIn(two) || !isIn(other) || !isIn(byPassword) {
		t.Error("by sub")
	}
	if n := w.Count("SELECT count(*) FROM audit WHERE event = 'directory_logout' AND institution_id = ?", w.A); n != 2 {
		t.Errorf("%d lines", n)
	}
	// The ended session's refresh token is worth nothing either.
	if r := two.Form(url.Values{"grant_type": {"refresh_token"}}); r.Status != 401 {
		t.Errorf("refresh: %d", r.Status)
	}
}

// Rights end at once (trust.md G10) also of who came in by the directory, and its tokens are bound to the browser (G4).
func TestDirectorySessionsEndAtOnce(t *testing.T) { both(t, directorySessionsEndAtOnce) }

func directorySessionsEndAtOnce(t *testing.T, w *world) {
	w.set(nil)
	w.bindAs("sato@a.example.jp", "sato").Want(200)
	b, r := w.enter("sato@a.example.jp", "sato")
	r.Want(200)
	thief := apptest.PageWindow(w.Platform)
	thief.Token = b.Token
	if isIn(thief) {
		t.Error("a stolen token is worth something")
	}
	old := maps.Clone(b.Cookies)
	b.Form(url.Values{"grant_type": {"refresh_token"}}).Want(200)
	w.Clock.Add(time.Minute)
	thief.Cookies = old
	if r := thief.Form(url.Values{"grant_type": {"refresh_token"}}); r.Status != 401 {
		t.Errorf("a used refresh token: %d", r.Status)
	}
	if isIn(b) {
		t.Error("the family lives on")
	}
	b, r = w.enter("sato@a.example.jp", "sato")
	r.Want(200)
	w.MoveUser(w.Sato.ID, deal.UserBlocked)
	if isIn(b) {
		t.Error("a stopped user is in")
	}
	if _, r := w.enter("sato@a.example.jp", "sato"); r.Status != 400 || !strings.Contains(r.Body, "directory_unbound") {
		t.Errorf("a stopped user comes in: %s", r.Body)
	}
	w.MoveUser(w.Sato.ID, deal.UserEnabled)
	b, r = w.enter("sato@a.example.jp", "sato")
	r.Want(200)
	id := w.inForce()
	w.Fad.Post(office+"EndDirectory", body{"directoryId": id["directoryId"], "version": id["version"], "reason": "漏れの疑い"}).Want(200)
	if isIn(b) {
		t.Error("in after the directory's end")
	}
	w.Visitor().Post("/api/Directory/Begin", body{"loginId": "sato@a.example.jp", "door": "platform"}).Want(400).Has("no_directory")
}
