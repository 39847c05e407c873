package directory_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/directory"
	"tsunagu/store"
)

// why is what the audit log says of the last refusal.
func (w *world) why() (detail string) {
	w.SQLScan("SELECT detail FROM audit WHERE event = 'directory_refused' ORDER BY seq DESC LIMIT 1", &detail)
	return detail
}

// changed is the address of a way with other parameters; "" for none.
func changed(t *testing.T, address string, to map[string]string) string {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	q := u.Query()
	for k, v := range to {
		if q.Get(k) == "" {
			t.Fatalf("no %s in %s", k, address)
		}
		if q.Set(k, v); v == "" {
			q.Del(k)
		}
	}
	u.RawQuery = q.Encode()
	return u.String()
}

// Who can change the address at which a browser asks the directory, or has a code of another way, gets nobody in: neither directory's
// code is worth anything outside of the way, the client and the nonce for which it was made.
func TestDirectoryChangedWays(t *testing.T) { both(t, directoryChangedWays) }

func directoryChangedWays(t *testing.T, w *world) {
	w.set(nil)
	w.bindAs("sato@a.example.jp", "sato").Want(200)
	refused := 0
	for name, to := range map[string]map[string]string{
		"another nonce":  {"nonce": strings.Repeat("n", 43)},
		"no nonce":       {"nonce": ""},
		"another client": {"client_id": apptest.DirectoryOther},
		"another's PKCE": {"code_challenge": strings.Repeat("E", 43)},
		"PKCE as a text": {"code_challenge_method": "plain"},
	} {
		b, address := w.begin("sato@a.example.jp")
		q, _ := w.Dir.Visit(w.Dir.Window(), changed(t, address, to), "sato")
		if q.Get("code") == "" { // the directory does not do it at all
			refused++
			continue
		}
		if r := w.back(b, q); r.Status != 400 || !strings.Contains(r.Body, `"code":"directory_refused"`) || len(b.Cookies) != 0 {
			t.Errorf("%s: %d %s", name, r.Status, r.Body)
		}
	}
	if most := map[bool]int{true: 1}[w.Dir.IsNode()]; refused != most { // PKCE as a text
		t.Errorf("the directory itself refused %d of them", refused)
	}
	// PKCE taken out of a way: its code does not hold in another browser's way, whose nonce is another even where a directory accepts a
	// verifier that nobody announced.
	_, theirs := w.begin("sato@a.example.jp")
	stolen, _ := w.Dir.Visit(w.Dir.Window(), changed(t, theirs, map[string]string{"code_challenge": "", "code_challenge_method": ""}), "sato")
	if stolen.Get("code") == "" {
		t.Fatal("the directory asks for PKCE: what is tried here cannot be")
	}
	thief, own := w.begin("sato@a.example.jp")
	u, _ := url.Parse(own)
	stolen.Set("state", u.Query().Get("state"))
	w.back(thief, stolen).Want(400).Has(`"code":"directory_refused"`)
	if len(thief.Cookies) != 0 {
		t.Errorf("%v", thief.Cookies)
	}
	// The state of one way and the code of another, of one person's two windows.
	one, first := w.begin("sato@a.example.jp")
	_, second := w.begin("sato@a.example.jp")
	q1, q2 := w.Dir.LogIn(first, "sato"), w.Dir.LogIn(second, "sato")
	q1.Set("code", q2.Get("code"))
	w.back(one, q1).Want(400).Has(`"code":"directory_refused"`)
	// A directory that says it is another one is none: at this name of the same machine it is not whom the setting names.
	w.Fad.Post(office+"SaveDirectory", w.setting(body{"issuer": strings.Replace(w.Dir.Issuer, "127.0.0.1", "localhost", 1)})).Want(200)
	w.as(w.Fad).Post(office+"BeginDirectoryTrial", body{"version": w.next()["version"]}).Want(400).Has(`"code":"directory_down"`)
	if _, r := w.enter("sato@a.example.jp", "sato"); r.Status != 200 {
		t.Errorf("the setting in force: %s", r.Body)
	}
}

// Two banks with two directories: the code of one is nothing in the way of the other (mix-up, RFC 9700 4.4), the same subject at both are
// two people, and a log-out of one ends nothing of the other.
func TestDirectoryTwoBanks(t *testing.T) {
	w := newWorld(t)
	w.set(nil)
	w.bindAs("sato@a.example.jp", "sato").Want(200)
	node := apptest.NewNodeDirectory(t)
	node.InForce(w.Platform, w.B, "b.example.jp")
	node.SetTwist(nil)
	inA, r := w.enter("sato@a.example.jp", "sato")
	r.Want(200)
	for name, x := range map[string]struct {
		login    string
		from, to *apptest.Directory
	}{"B's code in A's way": {"sato@a.example.jp", node, w.Dir}, "A's code in B's way": {"tanaka@b.example.jp", w.Dir, node}} {
		other := map[*apptest.Directory]string{node: "tanaka@b.example.jp", w.Dir: "sato@a.example.jp"}[x.from]
		b, address := w.begin(x.login)
		if !strings.HasPrefix(address, x.to.Issuer) {
			t.Fatalf("%s: %s", name, address)
		}
		_, theirs := w.begin(other)
		q := x.from.LogIn(theirs, "sato")
		u, _ := url.Parse(address)
		r := b.Post("/api/Directory/Return", body{"code": q.Get("code"), "state": u.Query().Get("state"), "issuer": q.Get("iss")})
		if r.Status != 400 || !strings.Contains(r.Body, "directory_refused") || len(b.Cookies) != 0 {
			t.Errorf("%s: %d %s", name, r.Status, r.Body)
		}
		// Without the answer's issuer, which not every directory names, the exchange refuses.
		b, address = w.begin(x.login)
		u, _ = url.Parse(address)
		b.Post("/api/Directory/Return", body{"code": x.from.LogIn(theirs, "sato").Get("code"), "state": u.Query().Get("state")}).Want(400)
	}
	// sub-sato of B's directory is nobody, though sub-sato of A's is bound.
	b, address := w.begin("tanaka@b.example.jp")
	w.back(b, node.LogIn(address, "sato")).Want(400).Has("directory_unbound")
	// Nor does a login ID of B lead A's man in by his own directory.
	b, address = w.begin("tanaka@b.example.jp")
	u, _ := url.Parse(address)
	q := w.Dir.LogIn(func() string { _, a := w.begin("sato@a.example.jp"); return a }(), "sato")
	q.Set("state", u.Query().Get("state"))
	w.back(b, q).Want(400)
	node.SetTwist(func(map[string]any) {})
	raw := node.Signed(map[string]any{"iss": node.Issuer, "aud": apptest.DirectoryClient, "iat": w.Clock.Now().Unix(),
		"exp": w.Clock.Now().Unix() + 120, "jti": store.NewID(), "sub": "sub-sato",
		"events": map[string]any{"http://schemas.openid.net/event/backchannel-logout": map[string]any{}}})
	w.Visitor().Form("/api/Directory/BackChannelLogout", url.Values{"logout_token": {raw}})
	if !isIn(inA) {
		t.Error("B's directory ended a session of A's")
	}
}

// What an institution demands of its directory is what a real one says of how its people signed in, and of their groups.
func TestNodeDirectoryDemands(t *testing.T) {
	w := worldOf(t, apptest.NewNodeDirectory(t))
	w.set(nil)
	for _, name := range []string{"sato", "suzuki"} {
		w.bindAs(name+"@a.example.jp", name).Want(200)
	}
	for _, x := range []struct {
		demand body
		weak   string // of suzuki, who types a password alone
	}{
		{body{"acrList": []string{"phr", "phrh"}}, "signin: acr"},
		{body{"amrList": []string{"pwd", "otp"}}, "signin: amr"},
		{body{"groupClaim": "groups", "groupList": []string{"x", "ma2"}}, "signin: group"},
	} {
		w.set(x.demand)
		if b, r := w.enter("sato@a.example.jp", "sato"); r.Status != 200 || !isIn(b) {
			t.Errorf("%v: %s", x.demand, r.Body)
		}
		if b, r := w.enter("suzuki@a.example.jp", "suzuki"); r.Status != 400 || len(b.Cookies) != 0 || w.why() != x.weak {
			t.Errorf("%v: %d %s, why %s", x.demand, r.Status, r.Body, w.why())
		}
	}
	w.set(body{"groupClaim": "department", "acrList": []string{}, "groupList": []string{"x"}, "clientSecret": apptest.DirectorySecret},
		func(c map[string]any) { c["department"] = "x" }) // tried by who has it
	w.twist(nil)
	if _, r := w.enter("sato@a.example.jp", "sato"); r.Status != 400 || w.why() != "signin: group" {
		t.Errorf("a claim that the directory does not have: %s, why %s", r.Body, w.why())
	}
}

// A directory whose clock is ten minutes wrong lets nobody in, half a minute is nothing; a new key is believed at once.
func TestNodeDirectoryClockAndKeys(t *testing.T) {
	w := worldOf(t, apptest.NewNodeDirectory(t))
	w.set(nil)
	w.bindAs("sato@a.example.jp", "sato").Want(200)
	for _, x := range []struct {
		seconds int
		want    string
	}{{600, "signin: from the future"}, {-600, "signin: old"}, {30, ""}, {-30, ""}, {0, ""}} {
		w.Dir.Restart(func(s *apptest.NodeSettings) { s.ClockSeconds = x.seconds })
		b, r := w.enter("sato@a.example.jp", "sato")
		if x.want == "" && (r.Status != 200 || !isIn(b)) {
			t.Errorf("%d s: %s", x.seconds, r.Body)
		}
		if x.want != "" && (r.Status != 400 || len(b.Cookies) != 0 || w.why() != x.want) {
			t.Errorf("%d s: %d %s, why %s", x.seconds, r.Status, r.Body, w.why())
		}
	}
}

// A directory whose process is dead, or takes connections and says nothing, is told to be down at each step; passwords stay; and it is
// there again when it is.
func TestNodeDirectoryDeadAndSlow(t *testing.T) {
	w := worldOf(t, apptest.NewNodeDirectory(t))
	w.set(nil)
	w.bindAs("sato@a.example.jp", "sato").Want(200)
	in, r := w.enter("sato@a.example.jp", "sato")
	r.Want(200)
	down := func(what string) {
		t.Helper()
		if r := w.Visitor().Post("/api/Directory/Begin", body{"loginId": "sato@a.example.jp", "door": "platform"}); r.Status != 400 ||
			!strings.Contains(r.Body, `"code":"directory_down"`) || strings.Contains(r.Body, "127.0.0.1") {
			t.Errorf("%s: %d %s", what, r.Status, r.Body)
		}
		w.SignIn("sato@a.example.jp")
		if !isIn(in) {
			t.Errorf("%s: who is in is out", what)
		}
	}
	b, address := w.begin("sato@a.example.jp")
	q := w.Dir.LogIn(address, "sato")
	w.Dir.Kill()
	w.back(b, q).Want(400).Has(`"code":"directory_down"`)
	w.Clock.Add(11 * time.Minute)
	in = w.as(w.SignIn("sato@a.example.jp"))
	down("dead")
	w.Dir.Restart(func(s *apptest.NodeSettings) { s.ClockSeconds = 11 * 60 })
	down("asked again too soon")
	w.Clock.Add(11 * time.Second)
	if b, r := w.enter("sato@a.example.jp", "sato"); r.Status != 200 || !isIn(b) {
		t.Errorf("back: %s", r.Body)
	}
	defer directory.SetPatience(200 * time.Millisecond)()
	b, address = w.begin("sato@a.example.jp")
	q = w.Dir.LogIn(address, "sato")
	w.Dir.Halt(true)
	w.back(b, q).Want(400).Has(`"code":"directory_down"`)
	w.Clock.Add(11 * time.Minute)
	in = w.as(w.SignIn("sato@a.example.jp"))
	down("slow")
	w.Dir.Halt(false)
}

// Who logs out at his directory is out here with the next request: the directory tells it. What it told is worth nothing a second time,
// nor with another signature.
func TestNodeDirectoryLogout(t *testing.T) {
	w := worldOf(t, apptest.NewNodeDirectory(t))
	var told atomic.Value // the last token, and what was answered
	here := httptest.NewServer(http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
		raw, _ := io.ReadAll(r.Body)
		form, _ := url.ParseQuery(string(raw))
		answer := w.Visitor().Form("/api/Directory/BackChannelLogout", form)
		told.Store(fmt.Sprint(answer.Status, " ", form.Get("logout_token")))
		out.WriteHeader(answer.Status)
	}))
	t.Cleanup(here.Close)
	w.Dir.Restart(func(s *apptest.NodeSettings) { s.LogoutTo = here.URL + "/api/Directory/BackChannelLogout" })
	w.set(nil)
	w.bindAs("sato@a.example.jp", "sato").Want(200)
	w.bindAs("suzuki@a.example.jp", "suzuki").Want(200)
	enter := func(c *http.Client, name string) *apptest.Browser {
		b, address := w.begin(name + "@a.example.jp")
		w.back(b, w.Dir.LogInBy(c, address, name)).Want(200)
		b.Token = b.Cookies["token"].Value
		return b
	}
	desk, telephone, hers := w.Dir.Window(), w.Dir.Window(), w.Dir.Window()
	atDesk, onTelephone, her := enter(desk, "sato"), enter(telephone, "sato"), enter(hers, "suzuki")
	byPassword := w.as(w.SignIn("sato@a.example.jp"))
	w.Dir.LogOut(desk)
	answer, _ := told.Load().(string)
	status, raw, _ := strings.Cut(answer, " ")
	if status != "200" || isIn(atDesk) || !isIn(onTelephone) || !isIn(her) || !isIn(byPassword) {
		t.Errorf("told %q: %v %v %v %v", answer, isIn(atDesk), isIn(onTelephone), isIn(her), isIn(byPassword))
	}
	again := w.Visitor().Form("/api/Directory/BackChannelLogout", url.Values{"logout_token": {raw}}).Want(400)
	parts := strings.Split(raw, ".")
	for name, forged := range map[string]string{"no signature": unsigned([]byte("{}")), "half": parts[0] + "." + parts[1] + ".",
		"another's signature": parts[0] + "." + parts[1] + "." + parts[0]} {
		if r := w.Visitor().Form("/api/Directory/BackChannelLogout", url.Values{"logout_token": {forged}}); r.Body != again.Body {
			t.Errorf("%s: %d %s", name, r.Status, r.Body)
		}
	}
	w.Dir.LogOut(hers)
	if isIn(her) || !isIn(onTelephone) {
		t.Error("the second log-out")
	}
}

// A directory that knows the browser lets its person in without asking; a fresh proof is asked for there all the same.
func TestNodeDirectoryProofIsAsked(t *testing.T) {
	w := worldOf(t, apptest.NewNodeDirectory(t))
	w.set(nil)
	w.bindAs("sato@a.example.jp", "sato").Want(200)
	c := w.Dir.Window()
	for _, want := range []bool{true, false} {
		w.Clock.Add(time.Second)
		b, address := w.begin("sato@a.example.jp")
		q, isAsked := w.Dir.Visit(c, address, "sato")
		w.back(b, q).Want(200)
		if isAsked != want {
			t.Errorf("asked: %v", isAsked)
		}
		b.Token = b.Cookies["token"].Value
		if _, proven := w.method(w.Sato.ID); proven {
			t.Error("proven without having been asked")
		}
		if want {
			continue
		}
		way := b.Post("/api/Directory/BeginDirectoryProof", body{}).Want(200).JSON()["address"].(string)
		q, isAsked = w.Dir.Visit(c, way, "sato")
		w.back(b, q).Want(200).Has(`"purpose":"proof"`)
		if _, proven := w.method(w.Sato.ID); !isAsked || !proven {
			t.Errorf("asked: %v, proven: %v", isAsked, proven)
		}
		// Taken out of the way what asks: the directory lets him in, and nothing is proven.
		way = b.Post("/api/Directory/BeginDirectoryProof", body{}).Want(200).JSON()["address"].(string)
		q, isAsked = w.Dir.Visit(c, changed(t, way, map[string]string{"prompt": "", "max_age": ""}), "sato")
		if w.back(b, q).Want(400).Has("directory_old"); isAsked {
			t.Error("asked without a reason")
		}
	}
}
