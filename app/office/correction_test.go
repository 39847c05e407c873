package office_test

import (
	"net/url"
	"strings"
	"testing"

	"tsunagu/app/apptest"
	"tsunagu/app/company"
	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/store"
)

// The office corrects an institution's data: with a reason, the institution is told, and only what
// differs is written.
func TestCorrectionOfAnInstitution(t *testing.T) {
	c := apptest.NewConsole(apptest.NewPlatform(t))
	c.User(deal.RoleFIN, c.BankA, "fin@a.example.jp")
	c.User(deal.RoleFIN, c.BankB, "fin@b.example.jp")
	fields := func() map[string]any {
		return c.Office.Get("/api/Office/GetInstitution?financialId=" + c.BankA).Want(200).JSON()
	}
	complete := fields()
	for name, value := range apptest.AccountRequest() {
		if _, ok := complete[name]; ok {
			complete[name] = value
		}
	}
	complete = apptest.With(complete, map[string]any{"financialName": "湊星銀行", "shortName": "湊星", "financialCode": "9981",
		"salesRegion": []int{6}, "reason": "住所変更の届出"})
	for _, gone := range []string{"status", "created", "modified"} {
		delete(complete, gone)
	}
	put := func(changes map[string]any) apptest.Result {
		return c.Office.Send("PUT", "/api/Office/UpdateInstitution", apptest.With(complete, changes))
	}
	put(map[string]any{"reason": " "}).Want(422).Has(`"reason"`)
	put(nil).Want(200)
	version := fields()["version"]
	put(map[string]any{"version": version}).Want(409).Has("変更された項目がありません")
	put(map[string]any{"version": version, "phone": "045-000-0009", "reason": "電話番号の届出"}).Want(200)
	if c.KindsTo(mail.InstitutionCorrected, "fin@a.example.jp") != 2 || c.KindsTo(mail.InstitutionCorrected, "admin@a.example.jp") != 2 ||
		c.KindsTo(mail.InstitutionCorrected, "fin@b.example.jp") != 0 {
		t.Error("the institution itself, and nobody else, is told each time")
	}
	c.FadA.Get("/api/Office/GetAuditList?event=institution_updated").Want(200).Has("phone 電話番号の届出",
		`"userName":"事務局"`).HasNot("office@n.example.jp")
	c.FadB.Get("/api/Office/GetAuditList?event=institution_updated").Want(200).Has(`"allCount":0`)
}

// A mistyped address is corrected: links sent to the old address stop working, both addresses are
// told, and the user signs in with the new one.
func TestCorrectionOfALoginID(t *testing.T) {
	c := apptest.NewConsole(apptest.NewPlatform(t))
	u := c.User(deal.RoleFIN, c.BankA, "old@a.example.jp")
	c.User(deal.RoleFIN, c.BankB, "taken@b.example.jp")
	inside := c.SignIn("old@a.example.jp")
	inside.Get("/api/BuyerCompany/SearchCompanyAsync?limit=1").Want(200)
	version := func(id string) (v int) {
		c.Read(func(q *store.Q) error {
			u, err := q.User(id)
			if err == nil {
				v = u.Version
			}
			return err
		})
		return v
	}
	change := func(by *apptest.Caller, id, login, reason string) apptest.Result {
		return by.Send("PUT", "/api/Office/ChangeUserLoginId", map[string]any{"userId": id, "version": version(id), "loginId": login,
			"reason": reason})
	}
	change(c.Office, u.ID, "not a mail", "").Want(422).Has(`"loginId"`, `"reason"`)
	change(c.Office, u.ID, "taken@b.example.jp", "届出").Want(422).Has(company.LoginIDTaken)
	change(c.Office, u.ID, "old@a.example.jp", "届出").Want(422).Has("いまと同じ")
	change(c.FadA, u.ID, "new@a.example.jp", "届出").Want(400).Has("not_available")
	c.Office.Send("PUT", "/api/Office/ChangeUserLoginId", map[string]any{"userId": u.ID, "version": 77, "loginId": "new@a.example.jp",
		"reason": "届出"}).Want(409)
	change(c.Office, u.ID, "new@a.example.jp", "改姓の届出").Want(200)
	confirm := func(id, login string) {
		t.Helper()
		c.FadA.Post("/api/Office/ConfirmLoginChange", map[string]any{"userId": id, "loginId": login, "reason": "内線で確認"}).Want(200)
	}
	confirm(u.ID, "new@a.example.jp")

	inside.Get("/api/BuyerCompany/SearchCompanyAsync?limit=1").Want(401)
	c.Visitor().Form("/token", url.Values{"grant_type": {"password"}, "loginId": {"old@a.example.jp"},
		"password": {apptest.TestPassword}}).Want(400)
	c.SignIn("new@a.example.jp").Get("/api/BuyerCompany/SearchCompanyAsync?limit=1").Want(200)
	for _, address := range []string{"old@a.example.jp", "new@a.example.jp"} {
		if c.KindsTo(mail.LoginIDChanged, address) != 1 {
			t.Errorf("%s is not told", address)
		}
		for _, m := range c.Mails(address) {
			if strings.Contains(m.Text, "new@a") || strings.Contains(m.Text, "届出") {
				t.Errorf("the mail to %s says the other address or the reason", address)
			}
		}
	}
	c.FadA.Get("/api/Office/GetAuditList?event=login_id_changed").Want(200).Has("内線で確認", `"allCount":1`)
	c.FadB.Get("/api/Office/GetAuditList?event=login_id_changed").Want(200).Has(`"allCount":0`)

	// A user who has not set a password yet: the link that went to the wrong address stops working, a
	// new one goes to the right address.
	id := c.FadA.Post("/api/Office/RegistUser", map[string]any{"role": 3, "financialId": c.BankA, "loginId": "astray@a.example.jp",
		"userName": "新任 一子"}).Want(200).Text()
	astray := apptest.KeyInMail.FindStringSubmatch(c.Mails("astray@a.example.jp")[0].Text)[1]
	c.Visitor().Post("/api/Public/GetPasswordKey", map[string]any{"key": astray}).Want(200)
	change(c.Office, id, "right@a.example.jp", "入力の誤り").Want(200)
	confirm(id, "right@a.example.jp")
	c.Visitor().Post("/api/Public/GetPasswordKey", map[string]any{"key": astray}).Want(400)
	if c.KindsTo(mail.InvitationResent, "right@a.example.jp") != 1 || c.KindsTo(mail.InvitationResent, "astray@a.example.jp") != 0 {
		t.Error("the invitation goes to the new address alone")
	}
}

// No user can correct his own login ID, and a seller's person cannot be corrected here.
func TestCorrectionOfALoginIDHasLimits(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	office := tk.Office()
	me := office.Get("/api/Office/GetMe").Want(200).JSON()["userId"]
	office.Send("PUT", "/api/Office/ChangeUserLoginId", map[string]any{"userId": me, "version": 1, "loginId": "x@n.example.jp",
		"reason": "届出"}).Want(409).Has("ご自身")
	office.Send("PUT", "/api/Office/ChangeUserLoginId", map[string]any{"userId": tk.PersonID, "version": 1, "loginId": "x@n.example.jp",
		"reason": "届出"}).Want(400).Has("not_available")
}

// The office disables a company and enables it again, by the rules of its institution.
func TestOfficeDisablesACompany(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	office := tk.Office()
	set := func(id, event, reason string) apptest.Result {
		return office.Send("PUT", "/api/Office/ChangeCompanyStatus",
			map[string]any{"companyId": id, "version": tk.CompanyVersion(id), "event": event, "reason": reason})
	}
	set(tk.Seller, "disable", "届出").Want(409).Has("進行中の案件または交渉")
	set(tk.BuyerC, "disable", "").Want(422).Has(`"reason"`)
	set(tk.BuyerC, "enable", "届出").Want(409)
	office.Send("PUT", "/api/Office/ChangeCompanyStatus", map[string]any{"companyId": store.NewID(), "version": 1, "event": "disable",
		"reason": "届出"}).Want(400).Has("not_available")
	office.Send("PUT", "/api/Office/ChangeCompanyStatus", map[string]any{"companyId": tk.BuyerC, "version": 77, "event": "disable",
		"reason": "届出"}).Want(409)
	office.Get("/api/Office/GetCompanyList?word="+tk.BuyerC).Want(200).Has(`"canDisable":true`, `"canEnable":false`)
	set(tk.BuyerC, "disable", "二重の登録").Want(200)
	office.Get("/api/Office/GetCompanyList?word="+tk.BuyerC).Want(200).Has(`"status":2`, `"canDisable":false`, `"canEnable":true`)
	tk.FinA.Get("/api/BuyerCompany/GetCompanyOverViewAsync?companyId=" + tk.Searched(tk.AID, tk.BuyerC)).Want(400)
	tk.FinC.Get("/api/BuyerCompany/GetCompanyHistory?companyId=" + tk.BuyerC).Want(200).Has("事務局が無効にしました").HasNot("office@")
	if tk.KindsTo(mail.CompanyStatusChanged, "fin@c.example.jp") != 1 || tk.KindsTo(mail.CompanyStatusChanged, "fin@a.example.jp") != 0 {
		t.Error("the institution in charge alone is told")
	}
	for _, m := range tk.Mails("fin@c.example.jp") {
		if strings.Contains(m.Text, "白嶺") || strings.Contains(m.Text, "二重") {
			t.Error("the mail names the company or the reason")
		}
	}
	set(tk.BuyerC, "enable", "登録の誤り").Want(200)
	tk.FinA.Get("/api/BuyerCompany/GetCompanyOverViewAsync?companyId=" + tk.Searched(tk.AID, tk.BuyerC)).Want(200)
}
