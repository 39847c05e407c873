package directory_test

import (
	"strings"
	"testing"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/web"
	"tsunagu/store"
)

// A setting is checked, tried by the administrator, confirmed by the office, and the one before stays in force meanwhile.
func TestDirectorySetting(t *testing.T) {
	w := newWorld(t)
	save := func(changes body) apptest.Result { return w.Fad.Post(office+"SaveDirectory", w.setting(changes)) }
	for field, changes := range map[string]body{"issuer": {"issuer": "http://directory.example.jp"}, "clientId": {"clientId": ""},
		"clientSecret": {"clientSecret": ""}, "domainList": {"domainList": []string{"not a domain"}}, "groupList": {"groupClaim": "groups"},
		"emergencyUserId": {"isPasswordForbidden": true}, "acrList": {"acrList": []string{"two words"}}} {
		save(changes).Want(422).Has(`"field":"` + field + `"`)
	}
	for _, issuer := range []string{"ftp://x.example", "https://user:pw@x.example", "https://x.example#a", "https://x.example?a=b",
		"javascript:1"} {
		save(body{"issuer": issuer}).Want(422).Has(`"field":"issuer"`)
	}
	save(body{"emergencyUserId": store.NewID()}).Want(422).Has(`"field":"emergencyUserId"`)
	first := save(body{"domainList": []string{" @A.example.jp", "a.example.jp"}}).Want(200).HasNot(apptest.DirectorySecret)
	if d := first.JSON()["next"].(body); d["state"] != 1.0 || len(d["domainList"].([]any)) != 1 {
		t.Errorf("%v", d)
	}
	w.SQLScan("SELECT count(*) FROM directory WHERE instr(client_secret, 'secret') > 0", new(int))
	if n := w.Count("SELECT count(*) FROM directory WHERE instr(client_secret, ?) > 0", apptest.DirectorySecret); n != 0 {
		t.Error("the secret stands in the database")
	}
	save(nil).Want(409)                      // stale
	save(body{"clientSecret": ""}).Want(200) // a second click
	w.Fad.Post(office+"SendDirectory", body{"version": 1}).Want(409).Has("試しにログイン")
	// The secret goes to no other issuer.
	save(body{"version": 1, "issuer": "https://evil.example", "clientSecret": ""}).Want(422).Has(`"field":"clientSecret"`)
	// A trial that fails is no trial: the demands are asked.
	save(body{"version": 1, "acrList": []string{"phr"}}).Want(200)
	w.try().Want(400).Has("条件")
	w.Fad.Post(office+"SendDirectory", body{"version": w.next()["version"]}).Want(409)
	save(body{"version": w.next()["version"]}).Want(200)
	w.try().Want(200)
	if w.next()["state"] != 2.0 {
		t.Errorf("%v", w.next())
	}
	// What is changed after its trial is tried again.
	save(body{"version": w.next()["version"], "domainList": []string{"a.example.jp", "x.example.jp"}}).Want(200)
	w.Fad.Post(office+"SendDirectory", body{"version": w.next()["version"]}).Want(409)
	w.try().Want(200)
	w.Adm.Get(office + "GetDirectories").Want(200).HasNot(w.Dir.Issuer)
	told := w.Newly(func() {
		w.Fad.Post(office+"SendDirectory", body{"version": w.next()["version"]}).Want(200)
		w.Fad.Post(office+"SendDirectory", body{"version": w.next()["version"]}).Want(200) // a second click
	}, mail.DirectoryAsked)
	apptest.WantMails(t, "sent", told, "office@network.example.jp directory_asked")
	save(body{"version": w.next()["version"]}).Want(409).Has("先に取り下げて")
	w.Adm.Get(office+"GetDirectories").Want(200).Has(w.Dir.Issuer, `"mayConfirm":true`, "湊星銀行").HasNot(apptest.DirectorySecret)
	// The office sends it back with a reason.
	n := w.next()
	back := body{"directoryId": n["directoryId"], "version": n["version"], "reason": ""}
	w.Adm.Post(office+"ReturnDirectory", back).Want(422)
	back["reason"] = "x.example.jp は使えません。"
	told = w.Newly(func() { w.Adm.Post(office+"ReturnDirectory", back).Want(200) }, mail.DirectoryDecided)
	apptest.WantMails(t, "sent back", told, "admin@a.example.jp directory_decided")
	w.Adm.Post(office+"ReturnDirectory", back).Want(409)
	if w.next()["state"] != 5.0 || w.next()["reason"] != back["reason"] {
		t.Errorf("%v", w.next())
	}
	w.Visitor().Post("/api/Directory/Begin", body{"loginId": "x@a.example.jp", "door": "platform"}).Want(400).Has("no_directory")
	w.set(body{"version": w.next()["version"]})
	b, _ := w.begin("x@a.example.jp")
	_ = b
	// A further one leaves the one in force alone until it is confirmed; the other bank cannot take the domain.
	w.bindAs("sato@a.example.jp", "sato").Want(200)
	in, r := w.enter("sato@a.example.jp", "sato")
	r.Want(200)
	save(body{"clientSecret": "", "domainList": []string{"other.example.jp"}}).Want(200)
	w.try().Want(200)
	if w.begin("x@a.example.jp"); !isIn(in) {
		t.Error("out before the next one is in force")
	}
	w.Fad.Post(office+"SendDirectory", body{"version": w.next()["version"]}).Want(200)
	stale := body{"directoryId": w.next()["directoryId"], "version": 1}
	w.Adm.Post(office+"ConfirmDirectory", stale).Want(409)
	w.confirm().Want(200)
	if isIn(in) {
		t.Error("in by the setting of before")
	}
	w.Visitor().Post("/api/Directory/Begin", body{"loginId": "x@a.example.jp", "door": "platform"}).Want(400).Has("no_directory")
	w.begin("x@other.example.jp")
	if n := w.Count("SELECT count(*) FROM directory WHERE state = 6 AND length(client_secret) > 0"); n != 0 {
		t.Errorf("%d secrets of settings that ended", n)
	}
	// Nobody else reads or changes it.
	w.FadB.Get(office+"GetDirectory").Want(200).HasNot(w.Dir.Issuer, "other.example.jp", w.Admin.UserName)
	f := w.inForce()
	end := body{"directoryId": f["directoryId"], "version": f["version"], "reason": "x"}
	w.FadB.Post(office+"EndDirectory", end).SameAs(
		w.FadB.Post(office+"EndDirectory", apptest.With(end, body{"directoryId": store.NewID()})).Want(400))
	w.FadB.Get(office + "GetDirectories").Want(400)
	w.SignIn("sato@a.example.jp").Get(office + "GetDirectory").Want(401)
}

// A domain leads to one institution, also where two wait at once; who is no second pair of eyes confirms nothing.
func TestDirectoryConfirming(t *testing.T) {
	w := newWorld(t)
	w.set(nil)
	w.FadB.Post(office+"SaveDirectory", w.setting(nil)).Want(200)
	b := apptest.PageWindow(w.Platform)
	b.Token = w.FadB.Token
	next := func() body { return w.FadB.Get(office + "GetDirectory").Want(200).JSON()["next"].(body) }
	way := b.Post(office+"BeginDirectoryTrial", body{"version": next()["version"]}).Want(200)
	w.back(b, w.Dir.LogIn(way.JSON()["address"].(string), "admin")).Want(200)
	w.FadB.Post(office+"SendDirectory", body{"version": next()["version"]}).Want(409).Has("ほかの金融機関")
	w.User(deal.RoleADM, web.OfficeClient, "office2@n.example.jp")
	w.SQLExec("UPDATE user SET approver = 0 WHERE login_id = 'office2@n.example.jp'")
	w.Fad.Post(office+"SaveDirectory", w.setting(nil)).Want(200)
	w.try().Want(200)
	w.Fad.Post(office+"SendDirectory", body{"version": w.next()["version"]}).Want(200)
	n := w.next()
	w.SignInOffice("office2@n.example.jp").Post(office+"ConfirmDirectory",
		body{"directoryId": n["directoryId"], "version": n["version"]}).Want(409).Has("承認者")
	results := apptest.Together(4, func(int) apptest.Result {
		return w.Adm.Post(office+"ConfirmDirectory", body{"directoryId": n["directoryId"], "version": n["version"]})
	})
	done := 0
	for _, r := range results {
		if r.Status == 200 {
			done++
		}
	}
	if k := w.Count("SELECT count(*) FROM directory WHERE state = 4"); done != 1 || k != 1 {
		t.Errorf("%d confirmed, %d in force", done, k)
	}
	// A trial that began before a change counts for nothing.
	w.Fad.Post(office+"SaveDirectory", w.setting(nil)).Want(200)
	tb := w.as(w.Fad)
	trial := tb.Post(office+"BeginDirectoryTrial", body{"version": w.next()["version"]}).Want(200)
	q := w.Dir.LogIn(trial.JSON()["address"].(string), "admin")
	w.Fad.Post(office+"SaveDirectory", w.setting(body{"version": w.next()["version"], "clientSecret": "other"})).Want(200)
	w.back(tb, q).Want(400).Has("directory_over")
	if w.next()["state"] != 1.0 {
		t.Errorf("%v", w.next())
	}
}

// Where passwords are forbidden, they open nothing but for the emergency account, which is told of; nobody learns it who does not know one.
func TestDirectoryForbidsPasswords(t *testing.T) {
	w := newWorld(t)
	was := w.as(w.SignIn("sato@a.example.jp"))
	other := w.as(w.SignIn("tanaka@b.example.jp"))
	w.set(body{"isPasswordForbidden": true, "emergencyUserId": w.Suzuki.ID})
	if isIn(was) || !isIn(other) {
		t.Error("the session of a password lives on, or another bank's does not")
	}
	wrong := w.Sign("nobody@a.example.jp", "wrong-Password-1").Want(400)
	w.Sign("sato@a.example.jp", "wrong-Password-1").SameAs(wrong)
	w.Sign("sato@a.example.jp", apptest.TestPassword).Want(400).Has("社内のアカウントでログイン", `"code":"directory_only"`)
	w.OfficeSign("admin@a.example.jp", apptest.TestPassword).Want(400).Has("社内のアカウントでログイン")
	told := w.Newly(func() { w.Sign("suzuki@a.example.jp", apptest.TestPassword).Want(200) }, mail.EmergencySignIn)
	apptest.WantMails(t, "emergency", told, "admin@a.example.jp emergency_sign_in", "office@network.example.jp emergency_sign_in")
	if n := w.Count("SELECT count(*) FROM audit WHERE event = 'emergency_sign_in' AND subject_id = ?", w.Suzuki.ID); n != 1 {
		t.Errorf("%d lines", n)
	}
	told = w.Newly(func() { w.Sign("suzuki@a.example.jp", "wrong-Password-1").Want(400) }, mail.EmergencySignIn)
	apptest.WantMails(t, "a wrong password", told)
	// Nobody sets a password to get in: the answer to the wish is the same, no mail goes out.
	told = w.Newly(func() {
		w.Reset("sato@a.example.jp").SameAs(w.Reset("nobody@a.example.jp").Want(200))
	}, mail.PasswordReset)
	apptest.WantMails(t, "reset", told)
	w.Sign("tanaka@b.example.jp", apptest.TestPassword).Want(200)
	// It ends with the directory.
	w.Adm.Get(office + "GetDirectories").Want(200).Has("suzuki@a.example.jp")
	list := w.Adm.Get(office + "GetDirectories").Want(200).JSON()["directoryList"].([]any)[0].(body)
	w.Adm.Post(office+"EndDirectory", body{"directoryId": list["directoryId"], "version": list["version"], "reason": "認証基盤の障害"}).Want(200)
	w.SignIn("sato@a.example.jp")
}

// A new user begins by the invitation with the directory alone, an old one is asked to bind; each link is good once, for its user.
func TestDirectoryInvitation(t *testing.T) { both(t, directoryInvitation) }

func directoryInvitation(t *testing.T, w *world) {
	w.set(body{"isPasswordForbidden": true, "emergencyUserId": w.Admin.ID})
	u := &store.User{Role: int(deal.RoleFIN), ClientType: 3, ClientID: w.A, LoginID: "takahashi@a.example.jp",
		LoginFolded: "takahashi@a.example.jp", UserName: "高橋", Status: int(deal.UserUnapproved)}
	w.Write(func(tx *store.Tx) error {
		if err := tx.CreateUser(u, ""); err != nil {
			return err
		}
		return w.App.InviteUser(tx, u, mail.Invitation)
	})
	key := w.MailedKey("takahashi@a.example.jp")
	w.Visitor().Post("/api/Public/GetPasswordKey", body{"key": key}).Want(200).Has(`"hasDirectory":true`, `"isPasswordForbidden":true`)
	w.SetByKey(key, apptest.NextPassword).Want(422).Has("社内のアカウントで始めてください")
	none := apptest.PageWindow(w.Platform)
	none.Post("/api/Directory/BeginByKey", body{"key": "x"}).Want(400).SameAs(none.Post("/api/Directory/BeginByKey", body{"key": "y"}))
	b := apptest.PageWindow(w.Platform)
	begin := func() string {
		return b.Post("/api/Directory/BeginByKey", body{"key": key}).Want(200).JSON()["address"].(string)
	}
	w.back(b, w.Dir.LogIn(begin(), "takahashi")).Want(200).Has(`"purpose":"signin"`)
	b.Token = b.Cookies["token"].Value
	if m, _ := w.method(u.ID); !isIn(b) || m != store.MethodDirectory {
		t.Errorf("not in: %s", m)
	}
	b.Post("/api/Directory/BeginByKey", body{"key": key}).Want(400) // once
	w.Sign("takahashi@a.example.jp", "").Want(400)

	invite := func(c *apptest.Caller, id string) apptest.Result {
		return c.Post(office+"InviteToDirectory", body{"userId": id})
	}
	admin := w.Admin.LoginID
	w.Fad = w.SignInOffice(admin)
	invite(w.FadB, w.Sato.ID).SameAs(invite(w.FadB, store.NewID()).Want(400))
	invite(w.Fad, u.ID).Want(409)
	told := w.Newly(func() { invite(w.Fad, w.Sato.ID).Want(200).Has(`"invited":"`) }, mail.DirectoryInvitation)
	apptest.WantMails(t, "invitation", told, "sato@a.example.jp directory_invitation")
	key = w.MailedKey("sato@a.example.jp")
	// A colleague of the directory who is bound already cannot take it, and does not use it up.
	w.back(b, w.Dir.LogIn(begin(), "takahashi")).Want(400).Has("directory_taken")
	w.back(b, w.Dir.LogIn(begin(), "sato")).Want(200)
	if list := w.Fad.Get(office + "GetDirectoryUsers").Want(200).Body; strings.Count(list, `"isBound":true`) != 2 {
		t.Errorf("%s", list)
	}
	// What ends a user's link to a password ends this one, and so does time.
	invite(w.Fad, w.Suzuki.ID).Want(200)
	key = w.MailedKey("suzuki@a.example.jp")
	address := begin()
	w.Write(func(tx *store.Tx) error { return tx.RevokeLinkKeys(store.LinkPassword, w.Suzuki.ID, "blocked") })
	b.Post("/api/Directory/BeginByKey", body{"key": key}).Want(400)
	w.back(b, w.Dir.LogIn(address, "suzuki")).Want(400).Has("directory_over")
	invite(w.Fad, w.Suzuki.ID).Want(200)
	key = w.MailedKey("suzuki@a.example.jp")
	w.Clock.Add(3*24*time.Hour + time.Second)
	b.Post("/api/Directory/BeginByKey", body{"key": key}).Want(400)
}

// A fresh proof is the session's own user, asked by the directory just now.
func TestDirectoryProof(t *testing.T) { both(t, directoryProof) }

func directoryProof(t *testing.T, w *world) {
	w.set(nil)
	w.bindAs("sato@a.example.jp", "sato").Want(200)
	w.bindAs("suzuki@a.example.jp", "suzuki").Want(200)
	// Let in by the directory's own session of hours ago: in, but not proven.
	ago := func(d time.Duration) func(map[string]any) {
		return func(c map[string]any) { c["auth_time"] = w.Clock.Now().Add(d).Unix() }
	}
	w.twist(ago(-3 * time.Hour))
	b, r := w.enter("sato@a.example.jp", "sato")
	r.Want(200)
	if m, proven := w.method(w.Sato.ID); m != store.MethodDirectory || proven {
		t.Errorf("%s, proven %v", m, proven)
	}
	proof := func(name string) apptest.Result {
		way := b.Post("/api/Directory/BeginDirectoryProof", body{}).Want(200).JSON()["address"].(string)
		if !strings.Contains(way, "prompt=login") || !strings.Contains(way, "max_age=0") {
			t.Errorf("%s", way)
		}
		return w.back(b, w.Dir.LogIn(way, name))
	}
	for what, twist := range map[string]func(map[string]any){"old": ago(-6 * time.Minute), "from the future": ago(2 * time.Minute),
		"unsaid": func(c map[string]any) { delete(c, "auth_time") }} {
		w.twist(twist)
		if r := proof("sato"); r.Status != 400 || !strings.Contains(r.Body, "directory_old") {
			t.Errorf("%s: %s", what, r.Body)
		}
	}
	w.twist(nil)
	proof("suzuki").Want(400).Has("directory_other")
	if _, proven := w.method(w.Sato.ID); proven {
		t.Error("proven by another")
	}
	proof("sato").Want(200).Has(`"purpose":"proof"`)
	if _, proven := w.method(w.Sato.ID); !proven {
		t.Error("not proven")
	}
	// The way of a session that has ended proves nothing, and who is not bound has none.
	way := b.Post("/api/Directory/BeginDirectoryProof", body{}).Want(200).JSON()["address"].(string)
	q := w.Dir.LogIn(way, "sato")
	w.Write(func(tx *store.Tx) error { return tx.RevokeSessionsOf(w.Sato.ID, "", "test") })
	w.back(b, q).Want(400).Has("directory_over")
	w.Fad.Post(office+"BeginDirectoryProof", body{}).Want(400)
	w.as(w.Fad).Post(office+"BeginDirectoryBinding", body{}).Want(200)
}

// Whoever came in by the directory is not made to set up a second step that the network demands.
func TestDirectoryIsASecondStep(t *testing.T) {
	w := newWorld(t)
	w.set(nil)
	w.bindAs("sato@a.example.jp", "sato").Want(200)
	w.Write(func(tx *store.Tx) error { return tx.SetSetting(store.SettingSecondStep, "2", "") })
	b := w.as(&apptest.Caller{P: w.Platform, Token: w.Sign("sato@a.example.jp", apptest.TestPassword).Want(200).JSON()["token"].(string)})
	if isIn(b) {
		t.Fatal("the network does not demand it")
	}
	in, r := w.enter("sato@a.example.jp", "sato")
	r.Want(200)
	if !isIn(in) {
		t.Error("asked for a second step")
	}
	if r := in.Form(map[string][]string{"grant_type": {"refresh_token"}}).Want(200); strings.Contains(r.Body, "isNeedSecondStep") {
		t.Errorf("%s", r.Body)
	}
}

// A merger ends the absorbed institution's directory with its bindings, which say nothing of the surviving one's people.
func TestDirectoryAfterAMerger(t *testing.T) {
	w := newWorld(t)
	w.set(nil)
	w.bindAs("sato@a.example.jp", "sato").Want(200)
	w.Write(func(tx *store.Tx) error {
		_, err := tx.MergeInstitutions(&store.MergerMove{Absorbed: w.A, Surviving: w.B, Name: "湊星銀行"})
		return err
	})
	w.Visitor().Post("/api/Directory/Begin", body{"loginId": "sato@a.example.jp", "door": "platform"}).Want(400).Has("no_directory")
	if n := w.Count("SELECT (SELECT count(*) FROM directory_binding) + (SELECT count(*) FROM directory WHERE state <> 6)"); n != 0 {
		t.Errorf("%d left", n)
	}
}
