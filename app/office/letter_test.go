package office_test

import (
	"strings"
	"testing"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/web"
	"tsunagu/store"
)

// letter is what a MakeLetter answers.
type letter struct{ key, code string }

func letterOf(r apptest.Result) letter {
	r.T.Helper()
	v := r.Want(200).JSON()
	_, key, ok := strings.Cut(v["link"].(string), "/letter?key=")
	if !ok || v["qrSize"].(float64) < 20 || v["qrPath"] == "" {
		r.T.Errorf("letter %v", v)
	}
	return letter{key, strings.ReplaceAll(v["code"].(string), " ", "")}
}

// open asks what a letter opens, with a code.
func (l letter) open(p *apptest.Platform, code string) apptest.Result {
	body := map[string]any{"key": l.key}
	if code != "" {
		body["passcode"] = code
	}
	return p.Visitor().Post("/api/Public/GetPasswordKey", body)
}

func (l letter) set(p *apptest.Platform, code string) apptest.Result {
	body := map[string]any{"key": l.key, "password": apptest.NextPassword}
	if code != "" {
		body["passcode"] = code
	}
	return p.Visitor().Post("/api/Public/SetPasswordByKey", body)
}

func (l letter) wrong() string {
	if l.code == "00000000" {
		return "00000001"
	}
	return "00000000"
}

// An administrator without a mail server lets a clerk in by a letter: link and code together set the
// password, once; either alone opens nothing.
func TestLetterLetsIn(t *testing.T) {
	c := apptest.NewConsole(apptest.NewPlatform(t))
	id := c.FadA.Post("/api/Office/RegistUser", map[string]any{"role": 3, "loginId": "new@a.example.jp", "userName": "新しい人"}).Want(200).Text()
	mailed := c.MailedKey("new@a.example.jp")
	state := func(want string) {
		t.Helper()
		c.FadA.Get("/api/Office/GetUserList?word=new").Want(200).Has(`"statusLabel":"案内済み"`, `"invitation":"`+want)
	}
	state("案内のメールは送信待ち")
	first := letterOf(c.FadA.Post("/api/Office/MakeLetter", map[string]any{"userId": id}).Has("湊星銀行", "new@a.example.jp"))
	state("招待状を作成済み（2026/12/05まで）")
	c.Visitor().Post("/api/Public/GetPasswordKey", map[string]any{"key": mailed}).Want(400) // the mailed link is over
	c.Read(func(q *store.Q) error {
		ms, _, err := q.SearchMails("new@a.example.jp", 10, 0)
		if len(ms) != 0 { // those whose content is not erased
			t.Errorf("still to be mailed: %v", ms[0].Kind)
		}
		return err
	})
	l := letterOf(c.FadA.Post("/api/Office/MakeLetter", map[string]any{"userId": id}))
	first.open(c.Platform, first.code).Want(400)
	l.open(c.Platform, "").Want(400).HasNot("new@a")
	l.open(c.Platform, first.code+"9").Want(400).HasNot("new@a")
	l.set(c.Platform, "").Want(400)
	l.open(c.Platform, l.code[:4]+" "+l.code[4:]).Want(200).Has("new@a.example.jp", `"isFirst":true`)
	// Somebody who knows the address cannot end the letter by asking for a password.
	c.Reset("new@a.example.jp").Want(200)
	l.set(c.Platform, l.code).Want(200).Has(`"signInPath":"/login"`)
	l.set(c.Platform, l.code).Want(400)
	c.Sign("new@a.example.jp", apptest.NextPassword).Want(200)
	c.FadA.Post("/api/Office/MakeLetter", map[string]any{"userId": id}).Want(409)
	c.FadA.Get("/api/Office/GetAuditList?event=user_letter").Want(200).Has(`"allCount":2`, "admin@a.example.jp").HasNot(l.code, l.key)
	c.FadA.Get("/api/Office/GetUserList?word=new").Want(200).Has(`"approverState":1`)
}

// Five wrong codes end a letter, and unknown, ended and wrong ones answer alike.
func TestLetterCodeIsTriedFiveTimes(t *testing.T) {
	c := apptest.NewConsole(apptest.NewPlatform(t))
	id := c.FadA.Post("/api/Office/RegistUser", map[string]any{"role": 3, "loginId": "new@a.example.jp", "userName": "新しい人"}).Want(200).Text()
	l := letterOf(c.FadA.Post("/api/Office/MakeLetter", map[string]any{"userId": id}))
	unknown := letter{strings.Repeat("x", len(l.key)), l.code}.open(c.Platform, l.code).Want(400).Body
	for i := range deal.WrongPasscodes {
		r := l.open(c.Platform, l.wrong())
		if i == deal.WrongPasscodes-1 {
			r = l.set(c.Platform, l.wrong())
		}
		if r.Want(400); r.Body != unknown {
			t.Errorf("try %d tells the letter from an unknown one: %s", i, r.Body)
		}
	}
	if got := l.open(c.Platform, l.code).Want(400).Body; got != unknown {
		t.Errorf("a dead letter: %s", got)
	}
	l.set(c.Platform, l.code).Want(400)
	c.FadA.Get("/api/Office/GetUserList?word=new").Want(200).Has("招待状は無効")
	again := letterOf(c.FadA.Post("/api/Office/MakeLetter", map[string]any{"userId": id}))
	c.FadA.Post("/api/Office/ReSendInvitation", map[string]any{"userId": id}).Want(200) // and a mailed link ends a letter
	again.open(c.Platform, again.code).Want(400)
}

// Who makes a letter could use it himself: nobody gets a second pair of eyes that way.
func TestLetterMakesNoApprover(t *testing.T) {
	c := apptest.NewConsole(apptest.NewPlatform(t))
	write := func(who *apptest.Caller, id string) apptest.Result {
		return who.Post("/api/Office/MakeLetter", map[string]any{"userId": id})
	}
	regist := func(who *apptest.Caller, role int, bank, login string) string {
		t.Helper()
		return who.Post("/api/Office/RegistUser", map[string]any{"role": role, "financialId": bank, "loginId": login, "userName": "利用者"}).
			Want(200).Text()
	}
	clerk := regist(c.FadA, 3, "", "clerk@a.example.jp")
	write(c.Office, clerk).Want(409).Has("管理者が作ります") // the bank has an administrator
	write(c.FadB, clerk).Want(400)
	write(c.Visitor(), clerk).Want(401)
	c.User(deal.RoleFIN, c.BankA, "fin@a.example.jp")
	fin := c.SignIn("fin@a.example.jp")
	write(fin, clerk).Want(401)
	fin.Post("/api/FinancialUser/MakeLetter", map[string]any{"userId": clerk}).Want(400)
	// A stopped administrator counts.
	row := c.Office.Get("/api/Office/GetUserList?word=admin@a").Want(200).JSON()["userList"].([]any)[0].(map[string]any)
	c.Office.Post("/api/Office/DisableUser", map[string]any{"userId": row["userId"], "version": row["version"]}).Want(200)
	write(c.Office, clerk).Want(409)

	// The office's own: only who registered them makes the letter, and he confirms nothing by them.
	c.User(deal.RoleADM, web.OfficeClient, "second@n.example.jp")
	second := c.SignInOffice("second@n.example.jp")
	colleague := regist(second, 9, "", "third@n.example.jp")
	write(c.Office, colleague).Want(409).Has("登録した方")
	write(second, colleague).Want(200)

	// A new bank without an administrator: the office lets the first ones in; its clerk is no approver by that.
	bank := c.Institution("9983", "新しい銀行")
	var first *store.User
	c.Write(func(tx *store.Tx) error {
		first = &store.User{Role: int(deal.RoleFIN), ClientType: 3, ClientID: bank, LoginID: "first@c.example.jp",
			LoginFolded: "first@c.example.jp",
			UserName:    "最初の人", Status: int(deal.UserUnapproved), Approver: int(deal.ApproverConfirmed)}
		return tx.CreateUser(first, "")
	})
	l := letterOf(write(c.Office, first.ID).Has("事務局"))
	l.set(c.Platform, l.code).Want(200)
	c.Office.Get("/api/Office/GetUserList?word=first").Want(200).Has(`"approverState":0`)
	admin := regist(c.Office, 4, bank, "admin@c.example.jp")
	told := c.Newly(func() { l = letterOf(write(c.Office, admin)) }, mail.UserChanged)
	apptest.WantMails(t, "the bank is told", told, "first@c.example.jp user_changed")
	l.set(c.Platform, l.code).Want(200).Has(`"signInPath":"/office"`)
}
