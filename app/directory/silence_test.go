package directory_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/web"
	"tsunagu/store"
)

// anyID is different in each world.
var anyID = regexp.MustCompile(`[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`)

// Two banks A with a directory: in one nobody is bound, invited, blocked or there beyond its staff; in the other a user is bound, one is
// bound and blocked, one is invited, the administrator is bound. Whoever may not know reads the same of both, to the byte.
func TestDirectoryTwoWorlds(t *testing.T) {
	heard := [2]map[string]string{}
	for i := range heard {
		w := newWorld(t)
		w.set(nil)
		if i == 1 {
			w.bindAs("sato@a.example.jp", "sato").Want(200)
			w.Dir.Bind(w.Platform, w.Suzuki, "suzuki")
			w.Dir.Bind(w.Platform, w.Admin, "admin")
			w.MoveUser(w.Suzuki.ID, deal.UserBlocked)
			w.User(deal.RoleFIN, w.A, "takahashi@a.example.jp")
			var id string
			w.SQLScan("SELECT id FROM user WHERE login_id = 'takahashi@a.example.jp'", &id)
			w.Fad.Post(office+"InviteToDirectory", body{"userId": id}).Want(200)
		}
		got := map[string]string{}
		heard[i] = got
		keep := func(what string, r apptest.Result) {
			got[what] = fmt.Sprint(r.Status, " ", anyID.ReplaceAllString(strings.ReplaceAll(r.Body, w.Dir.Issuer, "ISSUER"), "ID"))
		}
		// A visitor, who types login IDs and tries passwords and links.
		for _, name := range []string{"sato", "suzuki", "takahashi", "admin", "nobody"} {
			login := name + "@a.example.jp"
			for _, door := range []string{"platform", "office"} {
				b := apptest.PageWindow(w.Platform)
				r := b.Post("/api/Directory/Begin", body{"loginId": login, "door": door}).Want(200)
				u, err := url.Parse(r.JSON()["address"].(string))
				if err != nil {
					t.Fatal(err)
				}
				q := u.Query()
				for _, random := range []string{"state", "nonce", "code_challenge"} {
					q.Set(random, fmt.Sprint(len(q.Get(random))))
				}
				u.RawQuery = q.Encode()
				r.Body = u.String()
				keep("the way of "+login+" at "+door, r)
				if c := b.Cookies["__Host-directory"]; c == nil || len(b.Cookies) != 1 {
					t.Errorf("cookies of %s: %v", login, b.Cookies)
				} else {
					got["cookie of "+login+" at "+door] = fmt.Sprint(len(c.Value))
				}
			}
			keep("a wrong password of "+login, w.Sign(login, "wrong-Password-1"))
			keep("a wrong password of "+login+" at the office", w.OfficeSign(login, "wrong-Password-1"))
			keep("the wish of "+login, w.Reset(login))
		}
		keep("an invitation that is none", w.Visitor().Post("/api/Directory/BeginByKey", body{"key": "x"}))
		// Somebody of the directory, whose user is none, blocked, invited, or of the other door. sub-sato alone is a user in one world.
		for _, x := range []struct{ name, door string }{{"suzuki", "platform"}, {"takahashi", "platform"}, {"admin", "platform"},
			{"suzuki", "office"}, {"sato", "office"}} {
			b := apptest.PageWindow(w.Platform)
			way := b.Post("/api/Directory/Begin", body{"loginId": "x@a.example.jp", "door": x.door}).Want(200).JSON()["address"].(string)
			keep("the return of "+x.name+" at "+x.door, w.back(b, w.Dir.LogIn(way, x.name)))
			if len(b.Cookies) != 0 {
				t.Errorf("cookies of %s: %v", x.name, b.Cookies)
			}
		}
		// The directory itself, of people of whom it does not know whether they are users.
		for _, name := range []string{"sato", "suzuki", "admin", "stranger"} {
			raw := w.Dir.Signed(body{"iss": w.Dir.Issuer, "aud": apptest.DirectoryClient, "iat": w.Clock.Now().Unix(),
				"exp": w.Clock.Now().Unix() + 120, "jti": name, "sub": "sub-" + name,
				"events": body{"http://schemas.openid.net/event/backchannel-logout": body{}}})
			keep("a log-out of "+name, w.Visitor().Form("/api/Directory/BackChannelLogout", url.Values{"logout_token": {raw}}))
		}
		// The other bank: its administrator and its users, of A's people and of somebody who is nobody.
		tanaka := w.SignIn("tanaka@b.example.jp")
		for what, id := range map[string]string{"sato": w.Sato.ID, "suzuki": w.Suzuki.ID, "the administrator": w.Admin.ID,
			"nobody": store.NewID()} {
			keep("B invites "+what, w.FadB.Post(office+"InviteToDirectory", body{"userId": id}))
			keep("B unbinds "+what, w.FadB.Post(office+"UnbindDirectory", body{"userId": id, "reason": "理由"}))
		}
		keep("B's setting", w.FadB.Get(office+"GetDirectory"))
		keep("B's user's own", tanaka.Get("/api/Directory/GetOwnDirectory"))
		keep("B's administrator's own", w.FadB.Get(office+"GetOwnDirectory"))
		users := w.FadB.Get(office + "GetDirectoryUsers").HasNot("a.example.jp")
		keep("how many users B sees", apptest.Result{Status: users.Status, Body: fmt.Sprint(strings.Count(users.Body, `"userId"`))})
		for _, name := range []string{"GetOwnDirectory"} {
			keep("A's buyer's "+name, w.Visitor().Get("/api/Directory/"+name))
		}
	}
	if len(heard[0]) < 50 || !slices.Equal(slices.Sorted(maps.Keys(heard[0])), slices.Sorted(maps.Keys(heard[1]))) {
		t.Errorf("%d and %d answers", len(heard[0]), len(heard[1]))
	}
	for what, answer := range heard[0] {
		if heard[1][what] != answer {
			t.Errorf("%s: %s", what, apptest.Difference(answer, heard[1][what]))
		}
	}
	// And nobody is told apart from nobody within a world.
	for _, what := range []string{"a wrong password of %s@a.example.jp", "the wish of %s@a.example.jp"} {
		for _, name := range []string{"sato", "suzuki", "takahashi"} {
			if a, b := heard[1][fmt.Sprintf(what, name)], heard[1][fmt.Sprintf(what, "nobody")]; a != b {
				t.Errorf("%s: %s", fmt.Sprintf(what, name), apptest.Difference(b, a))
			}
		}
	}
}

// The client's secret, what proves a way (verifier, nonce, code), and who of the directory somebody is stand in no answer, log line, mail
// or export; the first four not in the database's files either.
func TestDirectorySecretsAreNowhere(t *testing.T) {
	lines, log := apptest.Logged()
	w := worldOf(t, apptest.NewDirectory(t), log)
	var said strings.Builder
	apptest.Heard.Store(w.Platform, func(_ *apptest.Caller, what string, r apptest.Result) { fmt.Fprintln(&said, what, r.Header, r.Body) })
	t.Cleanup(func() { apptest.Heard.Delete(w.Platform) })
	answered := func(r apptest.Result) { fmt.Fprintln(&said, r.Header, r.Body) }
	secret := map[string]string{"client secret": apptest.DirectorySecret}
	way := func(b *apptest.Browser, address, name string) url.Values {
		t.Helper()
		sealed, err := base64.RawURLEncoding.DecodeString(b.Cookies["__Host-directory"].Value)
		if err != nil {
			t.Fatal(err)
		}
		plain, err := w.App.Keys.Open(sealed)
		_, text, _ := strings.Cut(string(plain), "\n")
		var f struct{ N, C string }
		if err != nil || json.Unmarshal([]byte(text), &f) != nil || len(f.N) < 40 || len(f.C) < 40 {
			t.Fatalf("%v %s", err, plain)
		}
		if strings.Contains(address, f.C) {
			t.Error("the verifier goes along")
		}
		q := w.Dir.LogIn(address, name)
		secret["nonce of "+name], secret["verifier of "+name], secret["code of "+name] = f.N, f.C, q.Get("code")
		return q
	}
	w.set(nil)
	w.bindAs("sato@a.example.jp", "sato").Want(200)
	b, address := w.begin("sato@a.example.jp")
	r := w.back(b, way(b, address, "sato")).Want(200)
	answered(r)
	b.Token = b.Cookies["token"].Value
	proof := b.Post("/api/Directory/BeginDirectoryProof", body{}).Want(200).JSON()["address"].(string)
	answered(w.back(b, way(b, proof, "sato")))
	refused, address := w.begin("sato@a.example.jp")
	answered(w.back(refused, way(refused, address, "takahashi")).Want(400))
	w.Dir.Dead.Store(true)
	down, address := w.begin("sato@a.example.jp")
	answered(w.back(down, url.Values{"code": {"a-code-that-nobody-took"}, "state": {func() string {
		u, _ := url.Parse(address)
		return u.Query().Get("state")
	}()}}).Want(400))
	secret["code at a dead directory"] = "a-code-that-nobody-took"
	w.Dir.Dead.Store(false)
	w.Fad.Post(office+"InviteToDirectory", body{"userId": w.Suzuki.ID}).Want(200)
	// Everything that anybody reads without naming a thing, at both doors, and the files of it.
	sato := w.SignIn("sato@a.example.jp")
	calls := 0
	for _, c := range w.App.Table {
		if c.Method != "GET" {
			continue
		}
		for _, who := range []*apptest.Caller{w.Fad, w.FadB, w.Adm, sato, w.Visitor()} {
			if strings.Contains(c.Path, "Backup") || strings.Contains(c.Path, "{") {
				continue
			}
			who.Get(c.Path)
			who.Get(c.Path + "?limit=100")
			calls++
		}
	}
	for _, who := range []*apptest.Caller{w.Fad, w.Adm} {
		who.Get(office+"GetAuditList?limit=100").Want(200).Has("directory_refused", "directory_proven")
		who.Get(office + "ExportAuditList").Want(200).Has("directory")
	}
	_, text := lines.All(t)
	var mails strings.Builder
	w.Read(func(q *store.Q) error {
		all, err := q.Mails(1000)
		for _, o := range all {
			b, err := w.App.Keys.Open(o.Body)
			if err != nil {
				return err
			}
			var m mail.Message
			if err := json.Unmarshal(b, &m); err != nil {
				return err
			}
			fmt.Fprintln(&mails, m.Subject, m.Text, m.HTML)
		}
		return err
	})
	if calls < 100 || mails.Len() == 0 || text == "" {
		t.Fatalf("%d calls, %d bytes of mails, %d of the log", calls, mails.Len(), len(text))
	}
	for what, s := range secret {
		for where, in := range map[string]string{"an answer": said.String(), "the log": text, "a mail": mails.String()} {
			if i := strings.Index(in, s); i >= 0 {
				t.Errorf("%s stands in %s: %s", what, where, in[max(0, i-200):min(len(in), i+100)])
			}
		}
		for _, file := range []string{store.DatabaseFile, store.DatabaseFile + "-wal"} {
			raw, err := os.ReadFile(filepath.Join(w.App.Store.Dir(), file))
			if err != nil && !os.IsNotExist(err) {
				t.Fatal(err)
			}
			if strings.Contains(string(raw), s) {
				t.Errorf("%s stands in %s", what, file)
			}
		}
	}
	for _, name := range []string{"sub-sato", "sub-takahashi", "sub-admin"} {
		if strings.Contains(said.String()+text+mails.String(), name) {
			t.Errorf("%s is named", name)
		}
	}
}

// Each deed twenty times at once is done once: one session, one line, one mail to each.
func TestDirectoryDoubleDeeds(t *testing.T) { both(t, directoryDoubleDeeds) }

func directoryDoubleDeeds(t *testing.T, w *world) {
	w.User(deal.RoleADM, web.OfficeClient, "office2@n.example.jp")
	adm2 := w.SignInOffice("office2@n.example.jp")
	wins := func(what string, want int, rs []apptest.Result) {
		t.Helper()
		n := 0
		for _, r := range rs {
			if r.Status == 200 {
				n++
			} else if r.Status != 400 && r.Status != 409 {
				t.Errorf("%s: %d %s", what, r.Status, r.Body)
			}
		}
		if n != want {
			t.Errorf("%s: %d of %d were accepted", what, n, len(rs))
		}
	}
	lines := func(event string, want int) {
		t.Helper()
		if n := w.Count("SELECT count(*) FROM audit WHERE event = ? AND result = 'ok'", event); n != want {
			t.Errorf("%s: %d lines, want %d", event, n, want)
		}
	}
	many := func(do func(i int) apptest.Result) []apptest.Result { return apptest.Together(20, do) }
	w.Fad.Post(office+"SaveDirectory", w.setting(nil)).Want(200)
	w.try().Want(200)
	version := w.next()["version"]
	told := w.Newly(func() {
		wins("sending", 1, many(func(int) apptest.Result { return w.Fad.Post(office+"SendDirectory", body{"version": version}) }))
	}, mail.DirectoryAsked)
	apptest.WantMails(t, "sending", told, "office@network.example.jp directory_asked")
	n := w.next()
	decided := body{"directoryId": n["directoryId"], "version": n["version"]}
	told = w.Newly(func() {
		wins("confirming", 1, many(func(i int) apptest.Result {
			return []*apptest.Caller{w.Adm, adm2}[i%2].Post(office+"ConfirmDirectory", decided)
		}))
	}, mail.DirectoryDecided)
	apptest.WantMails(t, "confirming", told, "admin@a.example.jp directory_decided")
	// One return from the directory, in the windows of one browser.
	b, address := w.begin("sato@a.example.jp")
	w.Dir.Bind(w.Platform, w.Sato, "sato")
	q := w.Dir.LogIn(address, "sato")
	cookie := b.Cookies["__Host-directory"]
	before := w.Count("SELECT count(*) FROM session")
	wins("returning", 1, many(func(int) apptest.Result {
		again := apptest.PageWindow(w.Platform)
		again.Cookies["__Host-directory"] = cookie
		return w.back(again, q)
	}))
	if opened := w.Count("SELECT count(*) FROM session") - before; opened != 1 {
		t.Errorf("%d sessions", opened)
	}
	w.twist(func(map[string]any) {})
	raw := w.Dir.Signed(body{"iss": w.Dir.Issuer, "aud": apptest.DirectoryClient, "iat": w.Clock.Now().Unix(),
		"exp": w.Clock.Now().Unix() + 120, "jti": "once", "sub": "sub-sato", "events": body{"http://schemas.openid.net/event/backchannel-logout": body{}}})
	wins("logging out", 1, many(func(int) apptest.Result {
		return w.Visitor().Form("/api/Directory/BackChannelLogout", url.Values{"logout_token": {raw}})
	}))
	lines("directory_logout", 1)
	many(func(int) apptest.Result { return w.Fad.Post(office+"InviteToDirectory", body{"userId": w.Suzuki.ID}) })
	if links := w.Count("SELECT count(*) FROM link_key WHERE subject_id = ? AND used IS NULL AND revoked IS NULL", w.Suzuki.ID); links != 1 {
		t.Errorf("%d invitations hold", links)
	}
	wins("unbinding", 20, many(func(int) apptest.Result {
		return w.Fad.Post(office+"UnbindDirectory", body{"userId": w.Sato.ID, "reason": "異動のため"})
	}))
	lines("directory_unbound", 1)
	f := w.inForce()
	told = w.Newly(func() {
		wins("ending", 1, many(func(int) apptest.Result {
			return w.Fad.Post(office+"EndDirectory", body{"directoryId": f["directoryId"], "version": f["version"], "reason": "障害のため"})
		}))
	}, mail.DirectoryEnded)
	apptest.WantMails(t, "ending", told, "admin@a.example.jp directory_ended", "office@network.example.jp directory_ended")
}
