package app

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"tsunagu/app/auth"
	"tsunagu/app/company"
	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
)

func TestDoorsNeverMix(t *testing.T) {
	p := newPlatform(t)
	c := newConsole(p)
	fin := p.user(deal.RoleFIN, c.bankA, "fin@a.example.jp")
	p.user(deal.RoleBUY, c.bankA, "buy@a.example.jp")

	// The wrong door answers as to a wrong password, byte for byte.
	wrong := p.officeSign("office@n.example.jp", "wrong").want(400)
	for _, id := range []string{"fin@a.example.jp", "buy@a.example.jp", "nobody@a.example.jp"} {
		p.officeSign(id, testPassword).want(400).sameAs(wrong)
	}
	for _, id := range []string{"office@n.example.jp", "admin@a.example.jp"} {
		p.sign(id, testPassword).want(400).sameAs(wrong)
	}
	// So does the other door's token at every call, and no token.
	bank := p.signIn("fin@a.example.jp")
	refused := p.visitor().get("/api/Office/GetSummary").want(401)
	bank.get("/api/Office/GetSummary").want(401).sameAs(refused)
	bank.get("/api/Office/GetUserList").want(401)
	bank.form("/office/logout", nil).want(401)
	c.office.get("/api/FinancialUser/GetUsersList").want(401)
	c.fadA.get("/api/Topics/GetTopics").want(401)
	c.office.form("/logout", nil).want(401)
	bank.get("/api/FinancialUser/GetUsersList").want(200) // still there

	// Refresh tokens, too, and a try at the wrong door ends nothing.
	refresh := func(path, token string) result {
		return p.visitor().form(path, url.Values{"grant_type": {"refresh_token"}, "refreshToken": {token}})
	}
	own := p.officeSign("office@n.example.jp", testPassword).want(200).json()["refreshToken"].(string)
	refresh("/token", own).want(401)
	refresh("/office/token", own).want(200)
	banks := p.sign("fin@a.example.jp", testPassword).want(200).json()["refreshToken"].(string)
	refresh("/office/token", banks).want(401)
	refresh("/token", banks).want(200)

	// Who changes sides loses the session with the next request.
	p.write(func(tx *store.Tx) error {
		u, err := tx.User(fin.ID)
		if err != nil {
			return err
		}
		u.Role = int(deal.RoleFAD)
		return tx.UpdateUser(u, "")
	})
	bank.get("/api/FinancialUser/GetUsersList").want(401)

	c.office.form("/office/logout", nil).want(200)
	c.office.get("/api/Office/GetSummary").want(401)
}

func TestDoorsHaveCookiesOfTheirOwn(t *testing.T) {
	p := newPlatform(t)
	newConsole(p)
	ok, cookies := p.browse("/office/token", "", url.Values{"grant_type": {"password"}, "loginId": {"office@n.example.jp"}, "password": {testPassword}})
	ok.want(200).hasNot("refreshToken")
	if ok.header.Get("Cache-Control") != "no-store" {
		t.Error("the answer may be stored")
	}
	for name, ends := range map[string]string{"officeToken": "; Path=/office", "officeRefreshToken": "; Path=/office/token; HttpOnly", "__Host-office-fp": "; Path=/; HttpOnly"} {
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
	c := &caller{p, value("officeToken")}
	c.get("/api/Office/GetMe").want(401) // without the fingerprint
	again := url.Values{"grant_type": {"refresh_token"}}
	refused, _ := p.browse("/token", "refreshToken="+value("officeRefreshToken")+"; __Host-fp="+value("__Host-office-fp"), again)
	refused.want(401)
	answer, _ := p.browse("/office/token", "officeRefreshToken="+value("officeRefreshToken")+"; __Host-office-fp="+value("__Host-office-fp"), again)
	answer.want(200)
}

func TestOfficeLockout(t *testing.T) {
	p := newPlatform(t)
	c := newConsole(p)
	for range 5 {
		p.officeSign("admin@b.example.jp", "wrong").want(400)
	}
	p.officeSign("admin@b.example.jp", testPassword).want(429).has(auth.LockoutMessage)
	list := c.office.get("/api/Office/GetUserList?word=admin@b").want(200).has(`"failureCount":5`).json()
	id := list["userList"].([]any)[0].(map[string]any)["userId"]
	c.fadA.post("/api/Office/UnlockUser", map[string]any{"userId": id}).want(400)
	p.officeSign("admin@b.example.jp", testPassword).want(429)
	c.office.post("/api/Office/UnlockUser", map[string]any{"userId": id}).want(200)
	p.officeSign("admin@b.example.jp", testPassword).want(200)

	// Tries at one door count at the other: it is one ID.
	for range 5 {
		p.sign("office@n.example.jp", testPassword).want(400)
	}
	p.officeSign("office@n.example.jp", testPassword).want(429)
	p.clock.Add(16 * time.Minute)
	p.officeSign("office@n.example.jp", testPassword).want(200)
}

func TestOfficePasswordFirst(t *testing.T) {
	p := newPlatform(t)
	c := newConsole(p)
	p.write(func(tx *store.Tx) error {
		u, err := tx.UserByLogin("admin@a.example.jp")
		if err != nil {
			return err
		}
		u.IsNeedPasswordChange = true
		return tx.UpdateUser(u, "")
	})
	c.fadA.get("/api/Office/GetUserList").want(400).has("password_change_required")
	c.fadA.get("/api/Office/GetMe").want(200).has(`"role":4`, "湊星銀行")
	c.fadA.send("PUT", "/api/Office/ChangeUserPassword", map[string]any{"password": testPassword, "newPassword": nextPassword}).want(200)
	c.fadA.get("/api/Office/GetUserList").want(200)
}

// Every call that is the office's alone answers an administrator as if it did not exist.
func TestAdministratorHasItsInstitutionAlone(t *testing.T) {
	p := newPlatform(t)
	c := newConsole(p)
	finA, finB := p.user(deal.RoleFIN, c.bankA, "fin@a.example.jp"), p.user(deal.RoleFIN, c.bankB, "fin@b.example.jp")
	p.signIn("fin@a.example.jp")
	p.signIn("fin@b.example.jp")

	denied := c.fadA.post("/api/Office/EndSessions", map[string]any{"userId": "0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b"}).want(400)
	calls := 0
	for _, row := range p.a.Table {
		if row.Callers&web.ADM == 0 || row.Callers&web.FAD != 0 {
			continue
		}
		calls++
		if row.Method == "GET" {
			c.fadA.get(row.Path + "?financialId=x&accountRequestId=x").want(400).sameAs(denied)
		} else {
			c.fadA.send(row.Method, row.Path, map[string]any{}).want(400).sameAs(denied)
		}
	}
	if calls < 18 {
		t.Fatalf("only %d calls are the office's", calls)
	}

	// Users: another institution's are as those who do not exist.
	c.fadA.get("/api/Office/GetUserList").want(200).has("fin@a.example.jp", "admin@a.example.jp").hasNot("b.example.jp", "office@", "蒼陵", c.bankB)
	c.fadA.get("/api/Office/GetUserList?word=fin@b").want(200).sameAs(c.fadA.get("/api/Office/GetUserList?word=nobody"))
	c.fadA.get("/api/Office/GetUserList?financialId=" + c.bankB).want(400).sameAs(denied)
	for _, deed := range []string{"UnlockUser", "DisableUser", "EnableUser", "EndSessions", "ReSendInvitation"} {
		c.fadA.post("/api/Office/"+deed, map[string]any{"userId": finB.ID, "version": finB.Version}).want(400).sameAs(denied)
	}
	for _, role := range []int{int(deal.RoleFIN), int(deal.RoleFAD)} {
		c.fadA.post("/api/Office/RegistUser", map[string]any{"role": role, "financialId": c.bankB, "loginId": "new@b.example.jp", "userName": "新人"}).want(400).sameAs(denied)
	}
	c.fadA.post("/api/Office/RegistUser", map[string]any{"role": int(deal.RoleADM), "loginId": "new@b.example.jp", "userName": "新人"}).want(422).has(`"role"`)
	c.fadA.post("/api/Office/RegistUser", map[string]any{"role": int(deal.RoleBUY), "loginId": "new@b.example.jp", "userName": "新人"}).want(422).has(`"role"`)

	// The audit log: own lines alone, whatever is asked.
	c.fadA.get("/api/Office/GetAuditList?limit=100").want(200).has(finA.ID, "fin@a.example.jp").hasNot(finB.ID, "fin@b.example.jp", "office@", "蒼陵")
	nobody := c.fadA.get("/api/Office/GetAuditList?loginId=nobody@x.example.jp").want(200)
	c.fadA.get("/api/Office/GetAuditList?loginId=fin@b.example.jp").want(200).sameAs(nobody)
	c.fadA.get("/api/Office/GetAuditList?loginId=office@n.example.jp").want(200).sameAs(nobody)
	c.fadA.get("/api/Office/GetAuditList?userId=" + finB.ID).want(200).sameAs(c.fadA.get("/api/Office/GetAuditList?userId=0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b"))
	c.fadA.get("/api/Office/GetAuditList?financialId=" + c.bankB).want(400).sameAs(denied)
	c.office.get("/api/Office/GetAuditList?limit=100").want(200).has(finA.ID, finB.ID)
	c.office.get("/api/Office/GetAuditList?financialId=" + c.bankB).want(200).has(finB.ID).hasNot(finA.ID)
}

func TestOfficeManagesUsers(t *testing.T) {
	p := newPlatform(t)
	c := newConsole(p)
	u := p.user(deal.RoleFIN, c.bankA, "fin@a.example.jp")
	seller := p.user(deal.RoleSEL, c.bankA, "owner@seller.example.jp")
	bank := p.signIn("fin@a.example.jp")
	c.office.get("/api/Office/GetUserList?limit=100").want(200).has("fin@a.example.jp").hasNot("owner@seller", seller.ID)
	c.office.post("/api/Office/EndSessions", map[string]any{"userId": seller.ID}).want(400)

	c.fadA.post("/api/Office/EndSessions", map[string]any{"userId": u.ID}).want(200)
	bank.get("/api/FinancialUser/GetUsersList").want(401)

	bank = p.signIn("fin@a.example.jp")
	c.fadA.post("/api/Office/DisableUser", map[string]any{"userId": u.ID, "version": u.Version + 9}).want(409).has("stale")
	c.fadA.post("/api/Office/DisableUser", map[string]any{"userId": u.ID, "version": u.Version}).want(200)
	bank.get("/api/FinancialUser/GetUsersList").want(401)
	p.sign("fin@a.example.jp", testPassword).want(400)
	c.office.post("/api/Office/DisableUser", map[string]any{"userId": u.ID, "version": u.Version + 1}).want(409)
	c.office.post("/api/Office/EnableUser", map[string]any{"userId": u.ID, "version": u.Version + 1}).want(200)
	p.signIn("fin@a.example.jp")

	me := c.fadA.get("/api/Office/GetMe").want(200).json()["userId"]
	c.fadA.post("/api/Office/DisableUser", map[string]any{"userId": me, "version": 1}).want(409).has("ご自身")
	c.fadA.post("/api/Office/EndSessions", map[string]any{"userId": me}).want(200)
	c.fadA.get("/api/Office/GetMe").want(200) // the others ended, not this one

	// A new administrator, by another: invited, and at the right door once the password is set.
	c.office.post("/api/Office/RegistUser", map[string]any{"role": 4, "loginId": "x", "userName": ""}).want(422).has(`"loginId"`, `"userName"`, `"financialId"`)
	c.fadA.post("/api/Office/RegistUser", map[string]any{"role": 3, "financialId": c.bankA, "loginId": "fin@a.example.jp", "userName": "二人目"}).want(422).has(company.LoginIDTaken)
	id := c.fadA.post("/api/Office/RegistUser", map[string]any{"role": 4, "financialId": c.bankA, "loginId": "admin2@a.example.jp", "userName": "管理 次郎"}).want(200).text()
	p.officeSign("admin2@a.example.jp", testPassword).want(400)
	first := p.mailedKey("admin2@a.example.jp")
	c.fadA.post("/api/Office/ReSendInvitation", map[string]any{"userId": id}).want(200)
	p.setByKey(first, nextPassword).want(400)
	p.setByKey(p.mailedKey("admin2@a.example.jp"), nextPassword).want(200).has(`"signInPath":"/office"`)
	p.officeSign("admin2@a.example.jp", nextPassword).want(200)
	c.fadA.post("/api/Office/ReSendInvitation", map[string]any{"userId": id}).want(409)
}
