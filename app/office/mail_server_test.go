package office_test

import (
	"strings"
	"testing"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/mail/mailtest"
	"tsunagu/app/upkeep"
	"tsunagu/app/web"
	"tsunagu/store"
	"tsunagu/store/storetest"
)

const mailPassword = "himitsu-no-aikotoba"

// mailServerBody is what the office enters for the test's mail server.
func mailServerBody(s *mailtest.Server, version int, change map[string]any) map[string]any {
	body := map[string]any{"host": s.Host(), "port": s.Port(), "tls": "none", "user": "tsunagu", "from": "noreply@network.example.jp",
		"mailPassword": mailPassword, "version": version, "password": apptest.TestPassword}
	return apptest.With(body, change)
}

// The office sets the mail server in its console: what waited goes out, the password is stored sealed and
// in no answer, and it goes to no other server than the one it was entered for.
func TestMailServerSetInConsole(t *testing.T) {
	c := apptest.NewConsole(apptest.NewPlatform(t))
	s := mailtest.Start(t, mailtest.Options{User: "tsunagu", Password: mailPassword})
	put := func(who *apptest.Caller, version int, change map[string]any) apptest.Result {
		return who.Send("PUT", "/api/Office/UpdateMailServer", mailServerBody(s, version, change))
	}
	test := func() apptest.Result { return c.Office.Post("/api/Office/SendTestMail", map[string]any{}) }
	c.Visitor().Get("/api/Public/GetNetwork").Want(200).Has(`"isMailSent":false`)
	c.Office.Get("/api/Office/GetMailServer").Want(200).Has(`"isMailSent":false`, `"host":""`, `"isFixed":false`)
	test().Want(409).Has("設定されていません")
	c.FadA.Post("/api/Office/RegistUser", map[string]any{"role": 3, "loginId": "new@a.example.jp", "userName": "新しい人"}).Want(200)

	put(c.FadA, 0, nil).Want(400)
	put(c.Office, 0, map[string]any{"password": "wrong"}).Want(422).Has(`"password"`)
	put(c.Office, 0, map[string]any{"host": "http://mail.example.jp/"}).Want(422).Has(`"host"`)
	put(c.Office, 0, map[string]any{"host": ""}).Want(422).Has(`"host"`)
	put(c.Office, 0, map[string]any{"from": "x", "port": 70000}).Want(422).Has(`"from"`, `"port"`)
	put(c.Office, 0, map[string]any{"user": ""}).Want(422).Has(`"user"`)
	put(c.Office, 0, map[string]any{"mailPassword": ""}).Want(422).Has(`"mailPassword"`)
	settings := c.Office.Get("/api/Office/GetSettings").Want(200).JSON()
	put(c.Office, 0, map[string]any{"mailPassword": "wrong"}).Want(200).Has(`"isWaiting":false`)
	test().Want(200).Has(`"isTaken":false`, "ユーザ名またはパスワード", "535")
	upkeep.In(c.App.Platform).SendMails(t.Context())
	c.Office.Get("/api/Office/GetMailServer").Want(200).Has(`"label":"利用開始のご案内"`, "535", `"state":0`)
	put(c.Office, 0, nil).Want(409)
	put(c.Office, 1, nil).Want(200)
	test().Want(200).Has(`"isTaken":true`, "office@n.example.jp")
	upkeep.In(c.App.Platform).SendMails(t.Context())
	got := map[string]bool{}
	for _, m := range s.Mails() {
		got[m.To] = true
		if m.User != "tsunagu" || m.From != "noreply@network.example.jp" {
			t.Errorf("%s by %q as %q", m.To, m.From, m.User)
		}
	}
	if !got["new@a.example.jp"] || !got["office@n.example.jp"] {
		t.Errorf("mails to %v", got)
	}
	c.Visitor().Get("/api/Public/GetNetwork").Want(200).Has(`"isMailSent":true`)
	c.Office.Get("/api/Office/GetMailServer").Want(200).Has(`"hasPassword":true`, `"isMailSent":true`, `"problemList":[]`).HasNot(mailPassword)
	c.Read(func(q *store.Q) error {
		v, err := q.Setting(store.SettingMailServer)
		if !strings.Contains(v, "tsunagu") || strings.Contains(v, mailPassword) {
			t.Errorf("stored: %s", v)
		}
		return err
	})
	c.Office.Send("PUT", "/api/Office/UpdateSettings", settings).Want(200) // a form open beside it is not stale

	// Without the password again only what does not lead it elsewhere.
	put(c.Office, 2, map[string]any{"mailPassword": "", "from": "other@network.example.jp"}).Want(200)
	test().Want(200).Has(`"isTaken":true`)
	for name, change := range map[string]any{"host": "localhost", "port": 25, "user": "other", "tls": "starttls"} {
		put(c.Office, 3, map[string]any{"mailPassword": "", name: change}).Want(422).Has(`"mailPassword"`)
	}
	put(c.Office, 3, map[string]any{"host": ""}).Want(200)
	test().Want(409)
	c.Office.Get("/api/Office/GetSettingChangeList").Want(200).Has("メールサーバー", "新しく登録").HasNot(mailPassword)
	c.Office.Get("/api/Office/GetAuditList?event=mail_server_updated").Want(200).Has(`"allCount":4`).HasNot(mailPassword)
}

// Where the office has more than one person, a second one confirms the mail server: its owner reads every
// link that sets a password.
func TestMailServerWantsSecondPerson(t *testing.T) {
	c := apptest.NewConsole(apptest.NewPlatform(t))
	s := mailtest.Start(t, mailtest.Options{User: "tsunagu", Password: mailPassword})
	other := c.User(deal.RoleADM, web.OfficeClient, "second@n.example.jp")
	second := c.SignInOffice("second@n.example.jp")
	put := func(version int) {
		t.Helper()
		c.Office.Send("PUT", "/api/Office/UpdateMailServer", mailServerBody(s, version, nil)).Want(200).Has(`"isWaiting":true`)
	}
	decide := func(who *apptest.Caller, version int, isConfirmed bool) apptest.Result {
		return who.Post("/api/Office/DecideMailServer", map[string]any{"isConfirmed": isConfirmed, "version": version,
			"password": apptest.TestPassword})
	}
	inForce := func(want bool) {
		t.Helper()
		has := map[bool]string{true: `"isMailSent":true`, false: `"isMailSent":false`}[want]
		c.Office.Get("/api/Office/GetMailServer").Want(200).Has(has)
	}
	told := c.Newly(func() { put(0) }, mail.MailServerChanged)
	apptest.WantMails(t, "asked", told, "office@n.example.jp mail_server_changed", "second@n.example.jp mail_server_changed")
	inForce(false)
	c.Office.Get("/api/Office/GetMailServer").Want(200).Has("ご自身の申し出")
	decide(c.Office, 1, true).Want(409)
	decide(c.FadA, 1, true).Want(400)
	second.Get("/api/Office/GetMailServer").Want(200).Has(`"whyNot":""`, `"userName":"利用者 office@n.example.jp"`).HasNot(mailPassword)
	decide(second, 2, true).Want(409)
	decide(second, 1, false).Want(200)
	decide(second, 1, true).Want(409)
	inForce(false)
	put(0)
	approver := func(state deal.ApproverState) {
		c.Write(func(tx *store.Tx) error {
			u, err := tx.User(other.ID)
			if err != nil {
				return err
			}
			u.Approver = int(state)
			return tx.UpdateUser(u, "")
		})
	}
	approver(deal.ApproverWaits)
	decide(second, 1, true).Want(409)
	inForce(false)
	approver(deal.ApproverConfirmed)
	decide(second, 1, true).Want(200)
	inForce(true)
	// A colleague who was stopped counts still: nobody becomes alone by stopping the others.
	user := c.Office.Get("/api/Office/GetUserList?word=second").Want(200).JSON()["userList"].([]any)[0].(map[string]any)
	c.Office.Post("/api/Office/DisableUser", map[string]any{"userId": other.ID, "version": user["version"]}).Want(200)
	put(1)
	c.Office.Get("/api/Office/GetAuditList?event=mail_server_updated").Want(200).Has(`"allCount":1`)
}

// The start command wins over the console, and its server is shown as fixed; the demo connects nowhere.
func TestMailServerOfStartCommand(t *testing.T) {
	x := apptest.NewPost(t, mailtest.Options{})
	x.Office = x.SignInOffice("adm@n.example.jp")
	x.Office.Get("/api/Office/GetMailServer").Want(200).Has(`"isFixed":true`, `"from":"noreply@network.example.jp"`, `"host":"127.0.0.1"`)
	body := mailServerBody(x.Server, 0, nil)
	x.Office.Send("PUT", "/api/Office/UpdateMailServer", body).Want(409).Has("起動")
	x.Office.Post("/api/Office/SendTestMail", map[string]any{}).Want(200).Has(`"isTaken":true`)
	x.Server.Kill()
	x.Office.Post("/api/Office/SendTestMail", map[string]any{}).Want(200).Has(`"isTaken":false`, "接続を受け付けません", "refused")

	clock := &storetest.Clock{}
	p := apptest.NewPlatformOn(t, storetest.New(t, clock), clock, web.Config{Demo: true})
	p.User(deal.RoleADM, web.OfficeClient, "adm@n.example.jp")
	adm := p.SignInOffice("adm@n.example.jp")
	adm.Send("PUT", "/api/Office/UpdateMailServer", body).Want(409).Has("デモ")
	adm.Post("/api/Office/SendTestMail", map[string]any{}).Want(200).Has(`"isMailSent":false`)
}
