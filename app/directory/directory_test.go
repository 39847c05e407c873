package directory_test

import (
	"encoding/base64"
	"net/url"
	"strings"
	"testing"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/mail"
	"tsunagu/store"
)

// From the setting to a session: tried by the administrator, confirmed by the office, bound by who is signed in, and then the way in.
func TestDirectorySignIn(t *testing.T) { both(t, directorySignIn) }

func directorySignIn(t *testing.T, w *world) {
	none := w.Visitor().Post("/api/Directory/Begin", body{"loginId": "sato@a.example.jp", "door": "platform"}).Want(400)
	none.Has(`"code":"no_directory"`)
	w.set(nil)

	b, address := w.begin("sato@a.example.jp")
	u, err := url.Parse(address)
	q := u.Query()
	if err != nil || !strings.HasPrefix(address, w.Dir.Issuer) || q.Get("code_challenge_method") != "S256" ||
		q.Get("response_type") != "code" ||
		q.Get("scope") != "openid" || q.Get("nonce") == "" || q.Get("state") == "" || q.Get("redirect_uri") != apptest.DirectoryReturn {
		t.Errorf("the way: %s", address)
	}
	// The mail address of the directory's person is the login ID of a user: that binds nobody.
	w.back(b, w.Dir.LogIn(address, "sato")).Want(400).Has(`"code":"directory_unbound"`)
	if len(b.Cookies) != 0 {
		t.Errorf("cookies of who was refused: %v", b.Cookies)
	}
	told := w.Newly(func() { w.bindAs("sato@a.example.jp", "sato").Want(200).Has(`"purpose":"bind"`) }, mail.DirectoryBound)
	if len(told) != 1 || !strings.Contains(told[0], "sato@a.example.jp") {
		t.Errorf("mails of the binding: %q", told)
	}
	b, r := w.enter("sato@a.example.jp", "sato")
	r.Want(200).Has(`"purpose":"signin"`, `"page":"/mypage"`).HasNot("refresh", "token")
	if !isIn(b) {
		t.Error("not in")
	}
	// Node's directory does not say when he signed in there unless it is asked: that is no fresh proof.
	if m, proven := w.method(w.Sato.ID); m != store.MethodDirectory || proven != !w.Dir.IsNode() {
		t.Errorf("method %s, proven %v", m, proven)
	}
	// Bound is bound: the same again, another of the directory, and his subject for a colleague.
	w.SignIn("sato@a.example.jp")
	again := w.SignIn("sato@a.example.jp")
	w.Prove(again.Token)
	w.as(again).Post("/api/Directory/BeginDirectoryBinding", body{}).Want(400).Has("すでに社内のアカウントと")
	w.bindAs("suzuki@a.example.jp", "sato").Want(400).Has(`"code":"directory_taken"`)
	if n := w.Count("SELECT count(*) FROM directory_binding"); n != 1 {
		t.Errorf("%d bindings", n)
	}
	// The platform's door is no way to the office, nor the other way round.
	o := apptest.PageWindow(w.Platform)
	way := o.Post("/api/Directory/Begin", body{"loginId": "sato@a.example.jp", "door": "office"}).Want(200).JSON()["address"].(string)
	w.back(o, w.Dir.LogIn(way, "sato")).Want(400).Has(`"code":"directory_unbound"`)
	// Unbinding ends what is open; a reason is asked for, and another bank's administrator finds nobody.
	w.Fad.Post(office+"UnbindDirectory", body{"userId": w.Sato.ID, "reason": " "}).Want(422)
	w.FadB.Post(office+"UnbindDirectory", body{"userId": w.Sato.ID, "reason": "x"}).SameAs(
		w.FadB.Post(office+"UnbindDirectory", body{"userId": store.NewID(), "reason": "x"}).Want(400))
	w.Fad.Post(office+"UnbindDirectory", body{"userId": w.Sato.ID, "reason": "異動のため"}).Want(200)
	w.Fad.Post(office+"UnbindDirectory", body{"userId": w.Sato.ID, "reason": "異動のため"}).Want(200) // a second click
	if isIn(b) {
		t.Error("in after the unbinding")
	}
	if n := w.Count("SELECT count(*) FROM audit WHERE event = 'directory_unbound'"); n != 1 {
		t.Errorf("%d lines", n)
	}
}

// Login screens tell nothing of users: whoever has the domain is sent alike, whoever has not is refused alike.
func TestDirectoryTellsOfNoUser(t *testing.T) {
	w := newWorld(t)
	w.set(nil)
	w.bindAs("sato@a.example.jp", "sato").Want(200)
	shape := func(loginID string) string {
		_, address := w.begin(loginID)
		u, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		q := u.Query()
		for _, name := range []string{"state", "nonce", "code_challenge"} {
			if len(q.Get(name)) < 40 {
				t.Errorf("%s of %s: %q", name, loginID, q.Get(name))
			}
			q.Set(name, "")
		}
		if q.Get("login_hint") != loginID {
			t.Errorf("hint %q", q.Get("login_hint"))
		}
		q.Set("login_hint", "")
		u.RawQuery = q.Encode()
		return u.String()
	}
	known := shape("sato@a.example.jp")
	for _, id := range []string{"suzuki@a.example.jp", "nobody@a.example.jp", "admin@a.example.jp", "x@A.EXAMPLE.JP"} {
		if s := shape(id); s != known {
			t.Errorf("%s: %s, known: %s", id, s, known)
		}
	}
	refused := w.Visitor().Post("/api/Directory/Begin", body{"loginId": "tanaka@b.example.jp", "door": "platform"}).Want(400)
	for _, id := range []string{"nobody@b.example.jp", "office@n.example.jp", "nobody@nowhere.example", "a.example.jp@", "text"} {
		w.Visitor().Post("/api/Directory/Begin", body{"loginId": id, "door": "platform"}).SameAs(refused)
	}
	if n := w.Count("SELECT count(*) FROM directory_used"); n != 2 { // the trial and the binding
		t.Errorf("what visitors begin is written down: %d", n)
	}
}

// A code, a state and a nonce are good for the browser and the way that they belong to, once.
func TestDirectoryStolenAnswers(t *testing.T) { both(t, directoryStolenAnswers) }

func directoryStolenAnswers(t *testing.T, w *world) {
	w.set(nil)
	w.bindAs("sato@a.example.jp", "sato").Want(200)
	w.bindAs("suzuki@a.example.jp", "suzuki").Want(200)
	b, address := w.begin("sato@a.example.jp")
	got := w.Dir.LogIn(address, "sato")
	before := w.Dir.Tokens.Load()

	// Another browser, without and with a way of its own.
	thief := apptest.PageWindow(w.Platform)
	w.back(thief, got).Want(400).Has(`"code":"directory_over"`)
	thief, _ = w.begin("suzuki@a.example.jp")
	w.back(thief, got).Want(400).Has(`"code":"directory_over"`)
	// Another browser with its own state, and the stolen code: the directory refuses, since the verifier is another.
	thief, theirs := w.begin("suzuki@a.example.jp")
	own := w.Dir.LogIn(theirs, "suzuki")
	w.back(thief, url.Values{"code": {got.Get("code")}, "state": {own.Get("state")}}).Want(400).Has(`"code":"directory_refused"`)
	if isIn(thief) || w.Dir.Tokens.Load() != before {
		t.Error("a stolen code was exchanged")
	}
	// The victim's browser with the thief's code and state (login CSRF).
	w.back(b, own).Want(400).Has(`"code":"directory_over"`)
	// Wrong state, wrong issuer of the answer (RFC 9207), an error, no code: each ends its way.
	for name, change := range map[string]body{"state": {"state": got.Get("state") + "x"}, "empty state": {"state": ""},
		"iss":   {"issuer": "https://other.example"},
		"error": {"error": "access_denied"}, "no code": {"code": ""}} {
		b, address := w.begin("sato@a.example.jp")
		q := w.Dir.LogIn(address, "sato")
		in := body{"code": q.Get("code"), "state": q.Get("state"), "issuer": q.Get("iss")}
		for k, v := range change {
			in[k] = v
		}
		b.Post("/api/Directory/Return", in).Want(400)
		if r := w.back(b, q); r.Status != 400 || isIn(b) {
			t.Errorf("%s: again %d", name, r.Status)
		}
	}
	// Once, also with the cookie of before, and also when many come at once.
	b, address = w.begin("sato@a.example.jp")
	cookie := b.Cookies["__Host-directory"]
	q := w.Dir.LogIn(address, "sato")
	w.back(b, q).Want(200)
	b.Cookies["__Host-directory"] = cookie
	w.back(b, q).Want(400).Has(`"code":"directory_over"`)
	// A way is ten minutes long.
	b, address = w.begin("sato@a.example.jp")
	q = w.Dir.LogIn(address, "sato")
	w.Clock.Add(flowLife + 1)
	w.back(b, q).Want(400).Has(`"code":"directory_over"`)
	// What is sealed for another purpose is no way.
	b, _ = w.begin("sato@a.example.jp")
	b.Cookies["__Host-directory"].Value = sealedOther(w)
	w.back(b, q).Want(400).Has(`"code":"directory_over"`)
}

const (
	flowLife   = 10 * time.Minute
	afterwards = 11 * time.Second // nobody asks again at once whom nobody reached
)

// sealedOther is sealed with the network's own key, as a refresh token's successor is.
func sealedOther(w *world) string {
	return base64.RawURLEncoding.EncodeToString(w.App.Keys.Seal([]byte("{}")))
}
