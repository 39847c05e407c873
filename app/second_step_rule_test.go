package app

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"tsunagu/app/auth"
	"tsunagu/app/deal"
	"tsunagu/app/office"
	"tsunagu/app/signin"
	"tsunagu/app/web"
	"tsunagu/store"
)

// onlySetUp fails unless the caller is answered by those calls alone that set the second step up.
func onlySetUp(t *testing.T, c *caller, role deal.Role) {
	t.Helper()
	refused := 0
	for _, row := range c.p.a.Table {
		if !row.Callers.Has(role) || row.PasswordDue || row.Callers.Door() == nil {
			continue
		}
		r := c.do(row.Method, row.Path, "", nil)
		if r.status != 400 || r.body != problemBody(web.ErrSecondStepFirst) {
			t.Errorf("%s %s answers %d %s", row.Method, row.Path, r.status, web.Truncate(r.body, 200))
		}
		refused++
	}
	if refused < 15 {
		t.Errorf("only %d calls were tried", refused)
	}
}

func TestSecondStepRequiredOfBanks(t *testing.T) {
	p, c := newBank(t)
	p.user(deal.RoleBUY, p.trialBuyer(), "buy@a.example.jp")
	buyer := p.signIn("buy@a.example.jp")
	c.get(aBank + "GetUsersList").want(200)
	p.stepRule("2")
	onlySetUp(t, c, deal.RoleFIN) // the session that is open already, too
	buyer.get("/api/BuyerCompanyUser/GetSignIns").want(200)
	again := p.sign("fin@a.example.jp", testPassword).want(200).has(`"token"`, `"isNeedSecondStep":true`).json()
	c = &caller{p, again["token"].(string)}
	onlySetUp(t, c, deal.RoleFIN)
	c.get(aBank + "GetSecondStep").want(200).has(`"rule":2`)
	phone, _ := c.enrol(aBank)
	c.get(aBank + "GetUsersList").want(200)
	c.post(aBank+"EndSecondStep", map[string]any{"password": testPassword, "code": phone.next()}).want(409)
	p.code(p.ticket("fin@a.example.jp"), phone.next()).want(200).hasNot("isNeedSecondStep")

	// Switched off, nobody new begins; who has it goes on and may end it.
	p.stepRule("0")
	p.user(deal.RoleFIN, c.p.userOf(c).ClientID, "fin2@a.example.jp")
	second := p.signIn("fin2@a.example.jp")
	second.post(aBank+"StartSecondStep", map[string]any{}).want(409)
	second.get(aBank + "GetSecondStep").want(200).has(`"rule":0`)
	p.code(p.ticket("fin@a.example.jp"), phone.next()).want(200)
	c.post(aBank+"EndSecondStep", map[string]any{"password": testPassword, "code": phone.next()}).want(200)
	p.signIn("fin@a.example.jp")
}

// trialBuyer is a company for a buyer's user.
func (p *platform) trialBuyer() string {
	p.t.Helper()
	c := &store.Company{Kind: store.Buyer, InstitutionID: p.institution("9989", "北辰銀行"), Status: int(deal.CompanyEnabled)}
	p.write(func(tx *store.Tx) error { return tx.CreateCompany(c, "") })
	return c.ID
}

// The office and the administrators always need it, but in the demo.
func TestSecondStepOfTheOffice(t *testing.T) {
	p := newPlatform(t)
	c := newConsole(p)
	c.office.get("/api/Office/GetSecondStep").want(200).has(`"rule":1`)
	p.a.FreeCode = false
	onlySetUp(t, c.office, deal.RoleADM)
	onlySetUp(t, c.fadA, deal.RoleFAD)
	p.officeSign("office@n.example.jp", testPassword).want(200).has(`"isNeedSecondStep":true`)
	c.office.get("/api/Office/GetMe").want(200)
	phone, _ := c.office.enrol(web.OfficePath)
	c.office.get("/api/Office/GetSummary").want(200)
	c.office.post("/api/Office/EndSecondStep", map[string]any{"password": testPassword, "code": phone.next()}).want(409)
	ticket := p.officeSign("office@n.example.jp", testPassword).want(200).hasNot(`"token"`).json()["ticket"].(string)
	p.code(ticket, phone.next()).want(400).has(`"ticket_over"`) // the members' door
	p.visitor().form(web.OfficeDoor.Path, codeForm(ticket, phone.code())).want(200).has(`"token"`)

	// The office sets the rule of the banks.
	settings := c.office.get("/api/Office/GetSettings").want(200).has(`"secondStep":1`).json()
	c.office.send("PUT", "/api/Office/UpdateSettings", with(settings, map[string]any{"secondStep": 3})).want(422)
	c.office.send("PUT", "/api/Office/UpdateSettings", with(settings, map[string]any{"secondStep": 2})).want(200)
	c.office.get("/api/Office/GetSettings").want(200).has(`"secondStep":2`)
	p.user(deal.RoleFIN, c.bankA, "fin@a.example.jp")
	onlySetUp(t, p.signIn("fin@a.example.jp"), deal.RoleFIN)
}

// The password comes first where both are due.
func TestPasswordBeforeSecondStep(t *testing.T) {
	p, c := newBank(t)
	p.stepRule("2")
	p.write(func(tx *store.Tx) error {
		u, err := tx.UserByLogin("fin@a.example.jp")
		if err != nil {
			return err
		}
		u.IsNeedPasswordChange = true
		return tx.UpdateUser(u, "")
	})
	c.get(aBank + "GetUsersList").want(400).has("password_change_required")
	c.send("PUT", aBank+"ChangeUserPassword", map[string]any{"password": testPassword, "newPassword": nextPassword}).want(200)
	c.get(aBank + "GetUsersList").want(400).has("second_step_required")
}

func TestResetSecondStep(t *testing.T) {
	p := newPlatform(t)
	c := newConsole(p)
	p.user(deal.RoleFIN, c.bankA, "fin@a.example.jp")
	p.user(deal.RoleFIN, c.bankB, "fin@b.example.jp")
	reset := func(by *caller, login string) result {
		return by.post("/api/Office/ResetSecondStep", map[string]any{"userId": userIDOf(p, login), "comment": "スマートフォンの紛失。本人に電話で確認"})
	}
	enrolled := func(login string) *caller {
		by := p.signIn(login)
		by.enrol(aBank)
		return by
	}
	nowhere := c.fadA.post("/api/Office/ResetSecondStep", map[string]any{"userId": store.NewID(), "comment": "紛失"}).want(400)
	reset(c.fadA, "fin@a.example.jp").want(409) // there is none
	bankA, bankB := enrolled("fin@a.example.jp"), enrolled("fin@b.example.jp")
	reset(c.fadA, "fin@b.example.jp").want(400).sameAs(nowhere)
	bankA.post("/api/Office/ResetSecondStep", map[string]any{"userId": userIDOf(p, "fin@a.example.jp"), "comment": "x"}).want(401)
	c.fadA.post("/api/Office/ResetSecondStep", map[string]any{"userId": userIDOf(p, "fin@a.example.jp"), "comment": " "}).want(422).has(`"comment"`)
	p.ticket("fin@a.example.jp")

	list := c.fadA.get("/api/Office/GetUserList?word=fin@a").want(200).has(`"hasSecondStep":true`)
	reset(c.fadA, "fin@a.example.jp").want(200)
	c.fadA.get("/api/Office/GetUserList?word=fin@a").want(200).has(`"hasSecondStep":false`)
	list.hasNot("secret", "pending")
	bankA.get(aBank + "GetUsersList").want(401) // whoever was in is out
	p.signIn("fin@a.example.jp")                // the password still guards it
	if m := p.mails("fin@a.example.jp"); !strings.Contains(m[0].Subject, "2段階認証が解除") {
		t.Errorf("the owner was not told: %s", m[0].Subject)
	}
	reset(c.office, "fin@b.example.jp").want(200)
	bankB.get(aBank + "GetUsersList").want(401)

	// An administrator's is the office's to reset; the office's own is nobody's from afar.
	c.fadA.enrol(web.OfficePath)
	c.office.enrol(web.OfficePath)
	p.user(deal.RoleFAD, c.bankA, "admin2@a.example.jp")
	reset(p.signInOffice("admin2@a.example.jp"), "admin@a.example.jp").want(409)
	reset(c.fadA, "admin@a.example.jp").want(409)
	reset(c.office, "office@n.example.jp").want(409)
	p.user(deal.RoleADM, web.OfficeClient, "office2@n.example.jp")
	reset(p.signInOffice("office2@n.example.jp"), "office@n.example.jp").want(409)
	reset(c.office, "admin@a.example.jp").want(200)

	// But on the machine itself.
	for _, login := range []string{"nobody@n.example.jp", "office2@n.example.jp"} {
		if err := office.In(p.a.Platform).ResetSecondStep(context.Background(), login); !errors.Is(err, signin.ErrNoSecondStep) {
			t.Errorf("%s: %v", login, err)
		}
	}
	if err := office.In(p.a.Platform).ResetSecondStep(context.Background(), "OFFICE@n.example.jp"); err != nil {
		t.Fatal(err)
	}
	p.officeSign("office@n.example.jp", testPassword).want(200).has(`"token"`)
	p.read(func(q *store.Q) error {
		lines, _, err := q.SearchAudit(store.AuditSearch{Event: "second_step_reset", Page: store.Page{Limit: 10}})
		var got []string
		for _, l := range lines {
			got = append(got, fmt.Sprint(l.Role, " ", l.Detail))
		}
		// What the office does stands in its own log and in the institution's.
		office := slices.Repeat([]string{"9 スマートフォンの紛失。本人に電話で確認"}, 2*2)
		if want := slices.Concat([]string{"0 tsunagu reset-totp"}, office, []string{"4 スマートフォンの紛失。本人に電話で確認"}); !slices.Equal(got, want) {
			t.Errorf("audit %q", got)
		}
		return err
	})
}

// window is a browser at the platform's door.
func (p *platform) window() *browser {
	return &browser{p, "http://localhost:8080", map[string]*http.Cookie{}, ""}
}

func (b *browser) password(login string) result {
	b.p.t.Helper()
	return b.form(url.Values{"grant_type": {"password"}, "loginId": {login}, "password": {testPassword}}).want(200)
}

// remembered signs in with a code and asks the browser to be remembered.
func (b *browser) remembered(login string, t *telephone) {
	b.p.t.Helper()
	form := codeForm(b.password(login).json()["ticket"].(string), t.next())
	form.Set("remember", "1")
	b.token = b.form(form).want(200).json()["token"].(string)
}

func TestRememberedDevice(t *testing.T) {
	p, c := newBank(t)
	phone, codes := c.enrol(aBank)
	w := p.window()
	w.form(codeForm(w.password("fin@a.example.jp").json()["ticket"].(string), phone.next())).want(200)
	if w.cookies["__Host-trust"] != nil {
		t.Fatal("remembered without being asked")
	}
	w.remembered("fin@a.example.jp", phone)
	cookie := w.cookies["__Host-trust"]
	if cookie == nil || !cookie.HttpOnly || !cookie.Secure || cookie.SameSite != http.SameSiteStrictMode || cookie.Path != "/" || cookie.MaxAge != int(auth.TrustLife.Seconds()) {
		t.Fatalf("cookie %+v", cookie)
	}
	asks := func(b *browser, login string) bool { b.p.t.Helper(); return b.password(login).json()["ticket"] != nil }
	if asks(w, "fin@a.example.jp") {
		t.Error("the remembered browser is asked")
	}
	w.form(url.Values{"grant_type": {"password"}, "loginId": {"fin@a.example.jp"}, "password": {"wrong"}}).want(400)
	if !asks(p.window(), "fin@a.example.jp") {
		t.Error("another browser is not asked")
	}
	// A colleague at the same PC is asked, and then remembered beside.
	p.user(deal.RoleFIN, p.userOf(c).ClientID, "fin2@a.example.jp")
	second := p.signIn("fin2@a.example.jp")
	secondPhone, _ := second.enrol(aBank)
	if !asks(w, "fin2@a.example.jp") {
		t.Error("a colleague is let in by another's cookie")
	}
	w.remembered("fin2@a.example.jp", secondPhone)
	if asks(w, "fin@a.example.jp") || asks(w, "fin2@a.example.jp") {
		t.Error("colleagues at one PC drive each other out")
	}

	// What ends it: being forgotten, a new password, a block, the office, its time.
	device := func() string {
		d := c.get(aBank + "GetSignIns").want(200).json()["devices"].([]any)
		if len(d) != 1 {
			t.Fatalf("devices %v", d)
		}
		return d[0].(map[string]any)["deviceId"].(string)
	}
	mine := device()
	second.post(aBank+"ForgetDevice", map[string]any{"deviceId": mine}).want(400).sameAs(second.post(aBank+"ForgetDevice", map[string]any{"deviceId": store.NewID()}))
	if asks(w, "fin@a.example.jp") {
		t.Error("a colleague had a device forgotten")
	}
	c.post(aBank+"ForgetDevice", map[string]any{"deviceId": mine}).want(200)
	if !asks(w, "fin@a.example.jp") {
		t.Error("a forgotten browser is let in")
	}
	console := &caller{p, ""}
	p.user(deal.RoleADM, web.OfficeClient, "office@n.example.jp")
	console = p.signInOffice("office@n.example.jp")
	id := userIDOf(p, "fin@a.example.jp")
	version := func() (v int) {
		p.read(func(q *store.Q) error { u, err := q.User(id); v = u.Version; return err })
		return v
	}
	for name, end := range map[string]func(){
		"a block": func() {
			console.post("/api/Office/DisableUser", map[string]any{"userId": id, "version": version()}).want(200)
			console.post("/api/Office/EnableUser", map[string]any{"userId": id, "version": version()}).want(200)
		},
		"the office": func() { console.post("/api/Office/EndSessions", map[string]any{"userId": id}).want(200) },
		"its time":   func() { p.clock.Add(auth.TrustLife); console = p.signInOffice("office@n.example.jp") },
		"a reset": func() {
			console.post("/api/Office/ResetSecondStep", map[string]any{"userId": id, "comment": "紛失"}).want(200)
			phone, codes = p.signIn("fin@a.example.jp").enrol(aBank)
		},
	} {
		console = p.signInOffice("office@n.example.jp")
		w.remembered("fin@a.example.jp", phone)
		if asks(w, "fin@a.example.jp") {
			t.Fatalf("before %s: not remembered", name)
		}
		end()
		if !asks(w, "fin@a.example.jp") {
			t.Errorf("after %s the browser is still let in", name)
		}
	}
	w.remembered("fin@a.example.jp", phone)
	c = &caller{p, p.code(p.ticket("fin@a.example.jp"), codes[0]).want(200).json()["token"].(string)}
	c.send("PUT", aBank+"ChangeUserPassword", map[string]any{"password": testPassword, "newPassword": nextPassword}).want(200)
	if w.form(url.Values{"grant_type": {"password"}, "loginId": {"fin@a.example.jp"}, "password": {nextPassword}}).want(200).json()["ticket"] == nil {
		t.Error("after a new password the browser is still let in")
	}
}
