package app

import (
	"net/url"
	"strings"
	"testing"

	"tsunagu/app/company"
	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/store"
)

// kindsTo counts the mails of a kind to an address.
func (p *platform) kindsTo(kind mail.Kind, address string) (n int) {
	p.t.Helper()
	for _, m := range p.mails(address) {
		if m.Kind == kind {
			n++
		}
	}
	return n
}

// The office corrects an institution's data: with a reason, before its eyes, and only what differs.
func TestCorrectionOfAnInstitution(t *testing.T) {
	c := newConsole(newPlatform(t))
	c.user(deal.RoleFIN, c.bankA, "fin@a.example.jp")
	c.user(deal.RoleFIN, c.bankB, "fin@b.example.jp")
	fields := func() map[string]any {
		return c.office.get("/api/Office/GetInstitution?financialId=" + c.bankA).want(200).json()
	}
	complete := fields()
	for name, value := range accountRequest() {
		if _, ok := complete[name]; ok {
			complete[name] = value
		}
	}
	complete = with(complete, map[string]any{"financialName": "湊星銀行", "shortName": "湊星", "financialCode": "9981", "salesRegion": []int{6}, "reason": "住所変更の届出"})
	for _, gone := range []string{"status", "created", "modified"} {
		delete(complete, gone)
	}
	put := func(changes map[string]any) result {
		return c.office.send("PUT", "/api/Office/UpdateInstitution", with(complete, changes))
	}
	put(map[string]any{"reason": " "}).want(422).has(`"reason"`)
	put(nil).want(200)
	version := fields()["version"]
	put(map[string]any{"version": version}).want(409).has("変更された項目がありません")
	put(map[string]any{"version": version, "phone": "045-000-0009", "reason": "電話番号の届出"}).want(200)
	if c.kindsTo(mail.InstitutionCorrected, "fin@a.example.jp") != 2 || c.kindsTo(mail.InstitutionCorrected, "admin@a.example.jp") != 2 || c.kindsTo(mail.InstitutionCorrected, "fin@b.example.jp") != 0 {
		t.Error("the institution itself, and nobody else, is told each time")
	}
	c.fadA.get("/api/Office/GetAuditList?event=institution_updated").want(200).has("phone 電話番号の届出", `"userName":"事務局"`).hasNot("office@n.example.jp")
	c.fadB.get("/api/Office/GetAuditList?event=institution_updated").want(200).has(`"allCount":0`)
}

// A mistyped address: the old one loses what went there, both are told, and the new one signs in.
func TestCorrectionOfALoginID(t *testing.T) {
	c := newConsole(newPlatform(t))
	u := c.user(deal.RoleFIN, c.bankA, "old@a.example.jp")
	c.user(deal.RoleFIN, c.bankB, "taken@b.example.jp")
	inside := c.signIn("old@a.example.jp")
	inside.get("/api/BuyerCompany/SearchCompanyAsync?limit=1").want(200)
	version := func(id string) (v int) {
		c.read(func(q *store.Q) error {
			u, err := q.User(id)
			if err == nil {
				v = u.Version
			}
			return err
		})
		return v
	}
	change := func(by *caller, id, login, reason string) result {
		return by.send("PUT", "/api/Office/ChangeUserLoginId", map[string]any{"userId": id, "version": version(id), "loginId": login, "reason": reason})
	}
	change(c.office, u.ID, "not a mail", "").want(422).has(`"loginId"`, `"reason"`)
	change(c.office, u.ID, "taken@b.example.jp", "届出").want(422).has(company.LoginIDTaken)
	change(c.office, u.ID, "old@a.example.jp", "届出").want(422).has("いまと同じ")
	change(c.fadA, u.ID, "new@a.example.jp", "届出").want(400).has("not_available")
	c.office.send("PUT", "/api/Office/ChangeUserLoginId", map[string]any{"userId": u.ID, "version": 77, "loginId": "new@a.example.jp", "reason": "届出"}).want(409)
	change(c.office, u.ID, "new@a.example.jp", "改姓の届出").want(200)
	confirm := func(id, login string) {
		t.Helper()
		c.fadA.post("/api/Office/ConfirmLoginChange", map[string]any{"userId": id, "loginId": login, "reason": "内線で確認"}).want(200)
	}
	confirm(u.ID, "new@a.example.jp")

	inside.get("/api/BuyerCompany/SearchCompanyAsync?limit=1").want(401)
	c.visitor().form("/token", url.Values{"grant_type": {"password"}, "loginId": {"old@a.example.jp"}, "password": {testPassword}}).want(400)
	c.signIn("new@a.example.jp").get("/api/BuyerCompany/SearchCompanyAsync?limit=1").want(200)
	for _, address := range []string{"old@a.example.jp", "new@a.example.jp"} {
		if c.kindsTo(mail.LoginIDChanged, address) != 1 {
			t.Errorf("%s is not told", address)
		}
		for _, m := range c.mails(address) {
			if strings.Contains(m.Text, "new@a") || strings.Contains(m.Text, "届出") {
				t.Errorf("the mail to %s says the other address or the reason", address)
			}
		}
	}
	c.fadA.get("/api/Office/GetAuditList?event=login_id_changed").want(200).has("内線で確認", `"allCount":1`)
	c.fadB.get("/api/Office/GetAuditList?event=login_id_changed").want(200).has(`"allCount":0`)

	// Who has not begun: the link that went astray is dead, a new one goes to the right address.
	id := c.fadA.post("/api/Office/RegistUser", map[string]any{"role": 3, "financialId": c.bankA, "loginId": "astray@a.example.jp", "userName": "新任 一子"}).want(200).text()
	astray := keyInMail.FindStringSubmatch(c.mails("astray@a.example.jp")[0].Text)[1]
	c.visitor().post("/api/Public/GetPasswordKey", map[string]any{"key": astray}).want(200)
	change(c.office, id, "right@a.example.jp", "入力の誤り").want(200)
	confirm(id, "right@a.example.jp")
	c.visitor().post("/api/Public/GetPasswordKey", map[string]any{"key": astray}).want(400)
	if c.kindsTo(mail.InvitationResent, "right@a.example.jp") != 1 || c.kindsTo(mail.InvitationResent, "astray@a.example.jp") != 0 {
		t.Error("the invitation goes to the new address alone")
	}
}

// Nobody changes his own, and a seller's person is nobody's here.
func TestCorrectionOfALoginIDHasLimits(t *testing.T) {
	tk := newTalks(newPlatform(t))
	office := tk.office()
	me := office.get("/api/Office/GetMe").want(200).json()["userId"]
	office.send("PUT", "/api/Office/ChangeUserLoginId", map[string]any{"userId": me, "version": 1, "loginId": "x@n.example.jp", "reason": "届出"}).want(409).has("ご自身")
	office.send("PUT", "/api/Office/ChangeUserLoginId", map[string]any{"userId": tk.personID, "version": 1, "loginId": "x@n.example.jp", "reason": "届出"}).want(400).has("not_available")
}

// The office takes a company out of use and back, by the rules of its institution.
func TestOfficeDisablesACompany(t *testing.T) {
	tk := newTalks(newPlatform(t))
	office := tk.office()
	set := func(id, event, reason string) result {
		return office.send("PUT", "/api/Office/ChangeCompanyStatus", map[string]any{"companyId": id, "version": tk.companyVersion(id), "event": event, "reason": reason})
	}
	set(tk.seller, "disable", "届出").want(409).has("進行中の案件または交渉")
	set(tk.buyerC, "disable", "").want(422).has(`"reason"`)
	set(tk.buyerC, "enable", "届出").want(409)
	office.send("PUT", "/api/Office/ChangeCompanyStatus", map[string]any{"companyId": store.NewID(), "version": 1, "event": "disable", "reason": "届出"}).want(400).has("not_available")
	office.send("PUT", "/api/Office/ChangeCompanyStatus", map[string]any{"companyId": tk.buyerC, "version": 77, "event": "disable", "reason": "届出"}).want(409)
	office.get("/api/Office/GetCompanyList?word="+tk.buyerC).want(200).has(`"canDisable":true`, `"canEnable":false`)
	set(tk.buyerC, "disable", "二重の登録").want(200)
	office.get("/api/Office/GetCompanyList?word="+tk.buyerC).want(200).has(`"status":2`, `"canDisable":false`, `"canEnable":true`)
	tk.finA.get("/api/BuyerCompany/GetCompanyOverViewAsync?companyId=" + tk.searched(tk.aID, tk.buyerC)).want(400)
	tk.finC.get("/api/BuyerCompany/GetCompanyHistory?companyId=" + tk.buyerC).want(200).has("事務局が無効にしました").hasNot("office@")
	if tk.kindsTo(mail.CompanyStatusChanged, "fin@c.example.jp") != 1 || tk.kindsTo(mail.CompanyStatusChanged, "fin@a.example.jp") != 0 {
		t.Error("the institution in charge alone is told")
	}
	for _, m := range tk.mails("fin@c.example.jp") {
		if strings.Contains(m.Text, "白嶺") || strings.Contains(m.Text, "二重") {
			t.Error("the mail names the company or the reason")
		}
	}
	set(tk.buyerC, "enable", "登録の誤り").want(200)
	tk.finA.get("/api/BuyerCompany/GetCompanyOverViewAsync?companyId=" + tk.searched(tk.aID, tk.buyerC)).want(200)
}
