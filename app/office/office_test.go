package office_test

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/auth"
	"tsunagu/app/company"
	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
)

func TestDoorsNeverMix(t *testing.T) {
	p := apptest.NewPlatform(t)
	c := apptest.NewConsole(p)
	fin := p.User(deal.RoleFIN, c.BankA, "fin@a.example.jp")
	p.User(deal.RoleBUY, c.BankA, "buy@a.example.jp")

	// A sign-in at the wrong entrance is answered like a wrong password, byte for byte; who knows the password is told
	// where the right one is, and gets in at neither.
	wrong := p.OfficeSign("office@n.example.jp", "wrong").Want(400).HasNot("/login", "/office")
	for _, id := range []string{"fin@a.example.jp", "buy@a.example.jp", "nobody@a.example.jp"} {
		p.OfficeSign(id, "wrong").Want(400).SameAs(wrong)
		p.Sign(id, "wrong").Want(400).SameAs(wrong)
	}
	p.OfficeSign("fin@a.example.jp", apptest.TestPassword).Want(400).Has(`"code":"invalid_grant"`, "/login").HasNot("token", "ticket", "/office")
	p.OfficeSign("buy@a.example.jp", apptest.TestPassword).Want(400).SameAs(wrong) // it has no company: it may not sign in
	for _, id := range []string{"office@n.example.jp", "admin@a.example.jp"} {
		p.Sign(id, "wrong").Want(400).SameAs(wrong)
		p.Sign(id, apptest.TestPassword).Want(400).Has(`"code":"invalid_grant"`, "/office").HasNot("token", "ticket", "/login")
	}
	// A token of the other entrance is refused by every call, as is a missing token.
	bank := p.SignIn("fin@a.example.jp")
	refused := p.Visitor().Get("/api/Office/GetSummary").Want(401)
	bank.Get("/api/Office/GetSummary").Want(401).SameAs(refused)
	bank.Get("/api/Office/GetUserList").Want(401)
	bank.Form("/office/logout", nil).Want(401)
	c.Office.Get("/api/FinancialUser/GetUsersList").Want(401)
	c.FadA.Get("/api/Topics/GetTopics").Want(401)
	c.Office.Form("/logout", nil).Want(401)
	bank.Get("/api/FinancialUser/GetUsersList").Want(200) // the session still exists

	// The same holds for refresh tokens; a refused attempt at the wrong entrance ends no session.
	refresh := func(path, token string) apptest.Result {
		return p.Visitor().Form(path, url.Values{"grant_type": {"refresh_token"}, "refreshToken": {token}})
	}
	own := p.OfficeSign("office@n.example.jp", apptest.TestPassword).Want(200).JSON()["refreshToken"].(string)
	refresh("/token", own).Want(401)
	refresh("/office/token", own).Want(200)
	banks := p.Sign("fin@a.example.jp", apptest.TestPassword).Want(200).JSON()["refreshToken"].(string)
	refresh("/office/token", banks).Want(401)
	refresh("/token", banks).Want(200)

	// A user whose role changes to the other entrance loses the session with the next request.
	p.Write(func(tx *store.Tx) error {
		u, err := tx.User(fin.ID)
		if err != nil {
			return err
		}
		u.Role = int(deal.RoleFAD)
		return tx.UpdateUser(u, "")
	})
	bank.Get("/api/FinancialUser/GetUsersList").Want(401)

	c.Office.Form("/office/logout", nil).Want(200)
	c.Office.Get("/api/Office/GetSummary").Want(401)
}

func TestDoorsHaveCookiesOfTheirOwn(t *testing.T) {
	p := apptest.NewPlatform(t)
	apptest.NewConsole(p)
	ok, cookies := browse(p, "/office/token", "", url.Values{"grant_type": {"password"}, "loginId": {"office@n.example.jp"},
		"password": {apptest.TestPassword}})
	ok.Want(200).HasNot("refreshToken")
	if ok.Header.Get("Cache-Control") != "no-store" {
		t.Error("the answer may be stored")
	}
	for name, ends := range map[string]string{"officeToken": "; Path=/office", "officeRefreshToken": "; Path=/office/token; HttpOnly",
		"__Host-office-fp": "; Path=/; HttpOnly"} {
		if !strings.HasSuffix(cookies[name], ends) {
			t.Errorf("cookie %s: %q", name, cookies[name])
		}
	}
	for _, name := range []string{"token", "refreshToken", "__Host-fp"} {
		if _, set := cookies[name]; set {
			t.Errorf("the office's door sets %s", name)
		}
	}
	value := func(name string) string { v, _, _ := strings.Cut(cookies[name], ";"); return v }
	c := &apptest.Caller{P: p, Token: value("officeToken")}
	c.Get("/api/Office/GetMe").Want(401) // the cookie with the token's fingerprint is missing
	again := url.Values{"grant_type": {"refresh_token"}}
	refused, _ := browse(p, "/token", "refreshToken="+value("officeRefreshToken")+"; __Host-fp="+value("__Host-office-fp"), again)
	refused.Want(401)
	answer, _ := browse(p, "/office/token", "officeRefreshToken="+value("officeRefreshToken")+"; __Host-office-fp="+value("__Host-office-fp"),
		again)
	answer.Want(200)
}

func TestOfficeLockout(t *testing.T) {
	p := apptest.NewPlatform(t)
	c := apptest.NewConsole(p)
	for range 5 {
		p.OfficeSign("admin@b.example.jp", "wrong").Want(400)
	}
	p.OfficeSign("admin@b.example.jp", apptest.TestPassword).Want(429).Has(auth.LockoutMessage)
	list := c.Office.Get("/api/Office/GetUserList?word=admin@b").Want(200).Has(`"failureCount":5`).JSON()
	id := list["userList"].([]any)[0].(map[string]any)["userId"]
	c.FadA.Post("/api/Office/UnlockUser", map[string]any{"userId": id}).Want(400)
	p.OfficeSign("admin@b.example.jp", apptest.TestPassword).Want(429)
	c.Office.Post("/api/Office/UnlockUser", map[string]any{"userId": id}).Want(200)
	p.OfficeSign("admin@b.example.jp", apptest.TestPassword).Want(200)

	// Failed sign-ins at one entrance count at the other: they concern the same login ID.
	for range 5 {
		p.Sign("office@n.example.jp", apptest.TestPassword).Want(400)
	}
	p.OfficeSign("office@n.example.jp", apptest.TestPassword).Want(429)
	p.Clock.Add(16 * time.Minute)
	p.OfficeSign("office@n.example.jp", apptest.TestPassword).Want(200)
}

func TestOfficePasswordFirst(t *testing.T) {
	p := apptest.NewPlatform(t)
	c := apptest.NewConsole(p)
	p.Write(func(tx *store.Tx) error {
		u, err := tx.UserByLogin("admin@a.example.jp")
		if err != nil {
			return err
		}
		u.IsNeedPasswordChange = true
		return tx.UpdateUser(u, "")
	})
	c.FadA.Get("/api/Office/GetUserList").Want(400).Has("password_change_required")
	c.FadA.Get("/api/Office/GetMe").Want(200).Has(`"role":4`, "湊星銀行")
	c.FadA.Send("PUT", "/api/Office/ChangeUserPassword", map[string]any{"password": apptest.TestPassword,
		"newPassword": apptest.NextPassword}).Want(200)
	c.FadA.Get("/api/Office/GetUserList").Want(200)
}

// Every call that only the office may make answers an administrator as if the call did not exist.
func TestAdministratorHasItsInstitutionAlone(t *testing.T) {
	p := apptest.NewPlatform(t)
	c := apptest.NewConsole(p)
	finA, finB := p.User(deal.RoleFIN, c.BankA, "fin@a.example.jp"), p.User(deal.RoleFIN, c.BankB, "fin@b.example.jp")
	p.SignIn("fin@a.example.jp")
	p.SignIn("fin@b.example.jp")

	denied := c.FadA.Post("/api/Office/EndSessions", map[string]any{"userId": "0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b"}).Want(400)
	calls := 0
	for _, row := range p.App.Table {
		if row.Callers&web.ADM == 0 || row.Callers&web.FAD != 0 {
			continue
		}
		calls++
		if row.Method == "GET" {
			c.FadA.Get(row.Path + "?financialId=x&accountRequestId=x").Want(400).SameAs(denied)
		} else {
			c.FadA.Send(row.Method, row.Path, map[string]any{}).Want(400).SameAs(denied)
		}
	}
	if calls < 18 {
		t.Fatalf("only %d calls are the office's", calls)
	}

	// Users: those of another institution are answered like users who do not exist.
	c.FadA.Get("/api/Office/GetUserList").Want(200).Has("fin@a.example.jp", "admin@a.example.jp").HasNot("b.example.jp", "office@", "蒼陵",
		c.BankB)
	c.FadA.Get("/api/Office/GetUserList?word=fin@b").Want(200).SameAs(c.FadA.Get("/api/Office/GetUserList?word=nobody"))
	c.FadA.Get("/api/Office/GetUserList?financialId=" + c.BankB).Want(400).SameAs(denied)
	for _, deed := range []string{"UnlockUser", "DisableUser", "EnableUser", "EndSessions", "ReSendInvitation"} {
		c.FadA.Post("/api/Office/"+deed, map[string]any{"userId": finB.ID, "version": finB.Version}).Want(400).SameAs(denied)
	}
	for _, role := range []int{int(deal.RoleFIN), int(deal.RoleFAD)} {
		c.FadA.Post("/api/Office/RegistUser", map[string]any{"role": role, "financialId": c.BankB, "loginId": "new@b.example.jp",
			"userName": "新人"}).Want(400).SameAs(denied)
	}
	c.FadA.Post("/api/Office/RegistUser", map[string]any{"role": int(deal.RoleADM), "loginId": "new@b.example.jp",
		"userName": "新人"}).Want(422).Has(`"role"`)
	c.FadA.Post("/api/Office/RegistUser", map[string]any{"role": int(deal.RoleBUY), "loginId": "new@b.example.jp",
		"userName": "新人"}).Want(422).Has(`"role"`)

	// The audit log: only the institution's own lines, whatever the search conditions are.
	c.FadA.Get("/api/Office/GetAuditList?limit=100").Want(200).Has(finA.ID, "fin@a.example.jp").HasNot(finB.ID, "fin@b.example.jp", "office@",
		"蒼陵")
	nobody := c.FadA.Get("/api/Office/GetAuditList?loginId=nobody@x.example.jp").Want(200)
	c.FadA.Get("/api/Office/GetAuditList?loginId=fin@b.example.jp").Want(200).SameAs(nobody)
	c.FadA.Get("/api/Office/GetAuditList?loginId=office@n.example.jp").Want(200).SameAs(nobody)
	c.FadA.Get("/api/Office/GetAuditList?userId=" +
		finB.ID).Want(200).SameAs(c.FadA.Get("/api/Office/GetAuditList?userId=0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b"))
	c.FadA.Get("/api/Office/GetAuditList?financialId=" + c.BankB).Want(400).SameAs(denied)
	c.Office.Get("/api/Office/GetAuditList?limit=100").Want(200).Has(finA.ID, finB.ID)
	c.Office.Get("/api/Office/GetAuditList?financialId=" + c.BankB).Want(200).Has(finB.ID).HasNot(finA.ID)
}

func TestOfficeManagesUsers(t *testing.T) {
	p := apptest.NewPlatform(t)
	c := apptest.NewConsole(p)
	u := p.User(deal.RoleFIN, c.BankA, "fin@a.example.jp")
	seller := p.User(deal.RoleSEL, c.BankA, "owner@seller.example.jp")
	bank := p.SignIn("fin@a.example.jp")
	c.Office.Get("/api/Office/GetUserList?limit=100").Want(200).Has("fin@a.example.jp").HasNot("owner@seller", seller.ID)
	c.Office.Post("/api/Office/EndSessions", map[string]any{"userId": seller.ID}).Want(400)

	c.FadA.Post("/api/Office/EndSessions", map[string]any{"userId": u.ID}).Want(200)
	bank.Get("/api/FinancialUser/GetUsersList").Want(401)

	bank = p.SignIn("fin@a.example.jp")
	c.FadA.Post("/api/Office/DisableUser", map[string]any{"userId": u.ID, "version": u.Version + 9}).Want(409).Has("stale")
	c.FadA.Post("/api/Office/DisableUser", map[string]any{"userId": u.ID, "version": u.Version}).Want(200)
	bank.Get("/api/FinancialUser/GetUsersList").Want(401)
	p.Sign("fin@a.example.jp", apptest.TestPassword).Want(400)
	c.Office.Post("/api/Office/DisableUser", map[string]any{"userId": u.ID, "version": u.Version + 1}).Want(409)
	c.Office.Post("/api/Office/EnableUser", map[string]any{"userId": u.ID, "version": u.Version + 1}).Want(200)
	p.SignIn("fin@a.example.jp")

	me := c.FadA.Get("/api/Office/GetMe").Want(200).JSON()["userId"]
	c.FadA.Post("/api/Office/DisableUser", map[string]any{"userId": me, "version": 1}).Want(409).Has("ご自身")
	c.FadA.Post("/api/Office/EndSessions", map[string]any{"userId": me}).Want(200)
	c.FadA.Get("/api/Office/GetMe").Want(200) // all other sessions ended, not this one

	// An administrator adds another one, who is invited, sets a password and then signs in at the
	// console's entrance.
	c.Office.Post("/api/Office/RegistUser", map[string]any{"role": 4, "loginId": "x", "userName": ""}).Want(422).Has(`"loginId"`, `"userName"`,
		`"financialId"`)
	c.FadA.Post("/api/Office/RegistUser", map[string]any{"role": 3, "financialId": c.BankA, "loginId": "fin@a.example.jp",
		"userName": "二人目"}).Want(422).Has(company.LoginIDTaken)
	id := c.FadA.Post("/api/Office/RegistUser", map[string]any{"role": 4, "financialId": c.BankA, "loginId": "admin2@a.example.jp",
		"userName": "管理 次郎"}).Want(200).Text()
	p.OfficeSign("admin2@a.example.jp", apptest.TestPassword).Want(400)
	first := p.MailedKey("admin2@a.example.jp")
	c.FadA.Post("/api/Office/ReSendInvitation", map[string]any{"userId": id}).Want(200)
	p.SetByKey(first, apptest.NextPassword).Want(400)
	p.SetByKey(p.MailedKey("admin2@a.example.jp"), apptest.NextPassword).Want(200).Has(`"signInPath":"/office"`)
	p.OfficeSign("admin2@a.example.jp", apptest.NextPassword).Want(200)
	c.FadA.Post("/api/Office/ReSendInvitation", map[string]any{"userId": id}).Want(409)
}
