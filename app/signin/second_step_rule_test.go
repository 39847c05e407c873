package signin_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"tsunagu/app/apptest"
	"tsunagu/app/auth"
	"tsunagu/app/deal"
	"tsunagu/app/office"
	"tsunagu/app/signin"
	"tsunagu/app/web"
	"tsunagu/store"
)

// onlySetUp fails unless the caller is answered by those calls alone that set the second step up.
func onlySetUp(t *testing.T, c *apptest.Caller, role deal.Role) {
	t.Helper()
	refused := 0
	for _, row := range c.P.App.Table {
		if !row.Callers.Has(role) || row.PasswordDue || row.Callers.Door() == nil {
			continue
		}
		r := c.Do(row.Method, row.Path, "", nil)
		if r.Status != 400 || r.Body != apptest.ProblemBody(web.ErrSecondStepFirst) {
			t.Errorf("%s %s answers %d %s", row.Method, row.Path, r.Status, web.Truncate(r.Body, 200))
		}
		refused++
	}
	if refused < 15 {
		t.Errorf("only %d calls were tried", refused)
	}
}

func TestSecondStepRequiredOfBanks(t *testing.T) {
	p, c := newBank(t)
	p.User(deal.RoleBUY, trialBuyer(p), "buy@a.example.jp")
	buyer := p.SignIn("buy@a.example.jp")
	c.Get(apptest.ABank + "GetUsersList").Want(200)
	stepRule(p, "2")
	onlySetUp(t, c, deal.RoleFIN) // the session that is open already, too
	buyer.Get("/api/BuyerCompanyUser/GetSignIns").Want(200)
	again := p.Sign("fin@a.example.jp", apptest.TestPassword).Want(200).Has(`"token"`, `"isNeedSecondStep":true`).JSON()
	c = &apptest.Caller{P: p, Token: again["token"].(string)}
	onlySetUp(t, c, deal.RoleFIN)
	c.Get(apptest.ABank + "GetSecondStep").Want(200).Has(`"rule":2`)
	phone, _ := c.Enrol(apptest.ABank)
	c.Get(apptest.ABank + "GetUsersList").Want(200)
	c.Post(apptest.ABank+"EndSecondStep", map[string]any{"password": apptest.TestPassword, "code": phone.Next()}).Want(409)
	p.Code(p.Ticket("fin@a.example.jp"), phone.Next()).Want(200).HasNot("isNeedSecondStep")

	// Switched off, nobody new begins; who has it goes on and may end it.
	stepRule(p, "0")
	p.User(deal.RoleFIN, c.P.UserOf(c).ClientID, "fin2@a.example.jp")
	second := p.SignIn("fin2@a.example.jp")
	second.Post(apptest.ABank+"StartSecondStep", map[string]any{}).Want(409)
	second.Get(apptest.ABank + "GetSecondStep").Want(200).Has(`"rule":0`)
	p.Code(p.Ticket("fin@a.example.jp"), phone.Next()).Want(200)
	c.Post(apptest.ABank+"EndSecondStep", map[string]any{"password": apptest.TestPassword, "code": phone.Next()}).Want(200)
	p.SignIn("fin@a.example.jp")
}

// trialBuyer is a company for a buyer's user.
func trialBuyer(p *apptest.Platform) string {
	p.T.Helper()
	c := &store.Company{Kind: store.Buyer, InstitutionID: p.Institution("9989", "北辰銀行"), Status: int(deal.CompanyEnabled)}
	p.Write(func(tx *store.Tx) error { return tx.CreateCompany(c, "") })
	return c.ID
}

// The office and the administrators always need it, but in the demo.
func TestSecondStepOfTheOffice(t *testing.T) {
	p := apptest.NewPlatform(t)
	c := apptest.NewConsole(p)
	c.Office.Get("/api/Office/GetSecondStep").Want(200).Has(`"rule":1`)
	p.App.FreeCode = false
	onlySetUp(t, c.Office, deal.RoleADM)
	onlySetUp(t, c.FadA, deal.RoleFAD)
	p.OfficeSign("office@n.example.jp", apptest.TestPassword).Want(200).Has(`"isNeedSecondStep":true`)
	c.Office.Get("/api/Office/GetMe").Want(200)
	phone, _ := c.Office.Enrol(web.OfficePath)
	c.Office.Get("/api/Office/GetSummary").Want(200)
	c.Office.Post("/api/Office/EndSecondStep", map[string]any{"password": apptest.TestPassword, "code": phone.Next()}).Want(409)
	ticket := p.OfficeSign("office@n.example.jp", apptest.TestPassword).Want(200).HasNot(`"token"`).JSON()["ticket"].(string)
	p.Code(ticket, phone.Next()).Want(400).Has(`"ticket_over"`) // the members' door
	p.Visitor().Form(web.OfficeDoor.Path, apptest.CodeForm(ticket, phone.Code())).Want(200).Has(`"token"`)

	// The office sets the rule of the banks.
	settings := c.Office.Get("/api/Office/GetSettings").Want(200).Has(`"secondStep":1`).JSON()
	c.Office.Send("PUT", "/api/Office/UpdateSettings", apptest.With(settings, map[string]any{"secondStep": 3})).Want(422)
	c.Office.Send("PUT", "/api/Office/UpdateSettings", apptest.With(settings, map[string]any{"secondStep": 2})).Want(200)
	c.Office.Get("/api/Office/GetSettings").Want(200).Has(`"secondStep":2`)
	p.User(deal.RoleFIN, c.BankA, "fin@a.example.jp")
	onlySetUp(t, p.SignIn("fin@a.example.jp"), deal.RoleFIN)
}

// The password comes first where both are due.
func TestPasswordBeforeSecondStep(t *testing.T) {
	p, c := newBank(t)
	stepRule(p, "2")
	p.Write(func(tx *store.Tx) error {
		u, err := tx.UserByLogin("fin@a.example.jp")
		if err != nil {
			return err
		}
		u.IsNeedPasswordChange = true
		return tx.UpdateUser(u, "")
	})
	c.Get(apptest.ABank + "GetUsersList").Want(400).Has("password_change_required")
	c.Send("PUT", apptest.ABank+"ChangeUserPassword", map[string]any{"password": apptest.TestPassword,
		"newPassword": apptest.NextPassword}).Want(200)
	c.Get(apptest.ABank + "GetUsersList").Want(400).Has("second_step_required")
}

func TestResetSecondStep(t *testing.T) {
	p := apptest.NewPlatform(t)
	c := apptest.NewConsole(p)
	p.User(deal.RoleFIN, c.BankA, "fin@a.example.jp")
	p.User(deal.RoleFIN, c.BankB, "fin@b.example.jp")
	reset := func(by *apptest.Caller, login string) apptest.Result {
		return by.Post("/api/Office/ResetSecondStep", map[string]any{"userId": apptest.UserIDOf(p, login), "comment": "スマートフォンの紛失。本人に電話で確認"})
	}
	enrolled := func(login string) *apptest.Caller {
		by := p.SignIn(login)
		by.Enrol(apptest.ABank)
		return by
	}
	nowhere := c.FadA.Post("/api/Office/ResetSecondStep", map[string]any{"userId": store.NewID(), "comment": "紛失"}).Want(400)
	reset(c.FadA, "fin@a.example.jp").Want(409) // there is none
	bankA, bankB := enrolled("fin@a.example.jp"), enrolled("fin@b.example.jp")
	reset(c.FadA, "fin@b.example.jp").Want(400).SameAs(nowhere)
	bankA.Post("/api/Office/ResetSecondStep", map[string]any{"userId": apptest.UserIDOf(p, "fin@a.example.jp"), "comment": "x"}).Want(401)
	c.FadA.Post("/api/Office/ResetSecondStep", map[string]any{"userId": apptest.UserIDOf(p, "fin@a.example.jp"),
		"comment": " "}).Want(422).Has(`"comment"`)
	p.Ticket("fin@a.example.jp")

	list := c.FadA.Get("/api/Office/GetUserList?word=fin@a").Want(200).Has(`"hasSecondStep":true`)
	reset(c.FadA, "fin@a.example.jp").Want(200)
	c.FadA.Get("/api/Office/GetUserList?word=fin@a").Want(200).Has(`"hasSecondStep":false`)
	list.HasNot("secret", "pending")
	bankA.Get(apptest.ABank + "GetUsersList").Want(401) // whoever was in is out
	p.SignIn("fin@a.example.jp")                        // the password still guards it
	if m := p.Mails("fin@a.example.jp"); !strings.Contains(m[0].Subject, "2段階認証が解除") {
		t.Errorf("the owner was not told: %s", m[0].Subject)
	}
	reset(c.Office, "fin@b.example.jp").Want(200)
	bankB.Get(apptest.ABank + "GetUsersList").Want(401)

	// An administrator's is the office's to reset; the office's own is nobody's from afar.
	c.FadA.Enrol(web.OfficePath)
	c.Office.Enrol(web.OfficePath)
	p.User(deal.RoleFAD, c.BankA, "admin2@a.example.jp")
	reset(p.SignInOffice("admin2@a.example.jp"), "admin@a.example.jp").Want(409)
	reset(c.FadA, "admin@a.example.jp").Want(409)
	reset(c.Office, "office@n.example.jp").Want(409)
	p.User(deal.RoleADM, web.OfficeClient, "office2@n.example.jp")
	reset(p.SignInOffice("office2@n.example.jp"), "office@n.example.jp").Want(409)
	reset(c.Office, "admin@a.example.jp").Want(200)

	// But on the machine itself.
	for _, login := range []string{"nobody@n.example.jp", "office2@n.example.jp"} {
		if err := office.In(p.App.Platform).ResetSecondStep(context.Background(), login); !errors.Is(err, signin.ErrNoSecondStep) {
			t.Errorf("%s: %v", login, err)
		}
	}
	if err := office.In(p.App.Platform).ResetSecondStep(context.Background(), "OFFICE@n.example.jp"); err != nil {
		t.Fatal(err)
	}
	p.OfficeSign("office@n.example.jp", apptest.TestPassword).Want(200).Has(`"token"`)
	p.Read(func(q *store.Q) error {
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

func TestRememberedDevice(t *testing.T) {
	p, c := newBank(t)
	phone, codes := c.Enrol(apptest.ABank)
	w := p.Window()
	w.Form(apptest.CodeForm(w.Password("fin@a.example.jp").JSON()["ticket"].(string), phone.Next())).Want(200)
	if w.Cookies["__Host-trust"] != nil {
		t.Fatal("remembered without being asked")
	}
	w.Remembered("fin@a.example.jp", phone)
	cookie := w.Cookies["__Host-trust"]
	if cookie == nil || !cookie.HttpOnly || !cookie.Secure || cookie.SameSite != http.SameSiteStrictMode || cookie.Path != "/" ||
		cookie.MaxAge != int(auth.TrustLife.Seconds()) {
		t.Fatalf("cookie %+v", cookie)
	}
	asks := func(b *apptest.Browser, login string) bool {
		b.P.T.Helper()
		return b.Password(login).JSON()["ticket"] != nil
	}
	if asks(w, "fin@a.example.jp") {
		t.Error("the remembered browser is asked")
	}
	w.Form(url.Values{"grant_type": {"password"}, "loginId": {"fin@a.example.jp"}, "password": {"wrong"}}).Want(400)
	if !asks(p.Window(), "fin@a.example.jp") {
		t.Error("another browser is not asked")
	}
	// A colleague at the same PC is asked, and then remembered beside.
	p.User(deal.RoleFIN, p.UserOf(c).ClientID, "fin2@a.example.jp")
	second := p.SignIn("fin2@a.example.jp")
	secondPhone, _ := second.Enrol(apptest.ABank)
	if !asks(w, "fin2@a.example.jp") {
		t.Error("a colleague is let in by another's cookie")
	}
	w.Remembered("fin2@a.example.jp", secondPhone)
	if asks(w, "fin@a.example.jp") || asks(w, "fin2@a.example.jp") {
		t.Error("colleagues at one PC drive each other out")
	}

	// What ends it: being forgotten, a new password, a block, the office, its time.
	device := func() string {
		d := c.Get(apptest.ABank + "GetSignIns").Want(200).JSON()["devices"].([]any)
		if len(d) != 1 {
			t.Fatalf("devices %v", d)
		}
		return d[0].(map[string]any)["deviceId"].(string)
	}
	mine := device()
	second.Post(apptest.ABank+"ForgetDevice", map[string]any{"deviceId": mine}).Want(400).SameAs(second.Post(apptest.ABank+"ForgetDevice",
		map[string]any{"deviceId": store.NewID()}))
	if asks(w, "fin@a.example.jp") {
		t.Error("a colleague had a device forgotten")
	}
	c.Post(apptest.ABank+"ForgetDevice", map[string]any{"deviceId": mine}).Want(200)
	if !asks(w, "fin@a.example.jp") {
		t.Error("a forgotten browser is let in")
	}
	console := &apptest.Caller{P: p, Token: ""}
	p.User(deal.RoleADM, web.OfficeClient, "office@n.example.jp")
	console = p.SignInOffice("office@n.example.jp")
	id := apptest.UserIDOf(p, "fin@a.example.jp")
	version := func() (v int) {
		p.Read(func(q *store.Q) error { u, err := q.User(id); v = u.Version; return err })
		return v
	}
	for name, end := range map[string]func(){
		"a block": func() {
			console.Post("/api/Office/DisableUser", map[string]any{"userId": id, "version": version()}).Want(200)
			console.Post("/api/Office/EnableUser", map[string]any{"userId": id, "version": version()}).Want(200)
		},
		"the office": func() { console.Post("/api/Office/EndSessions", map[string]any{"userId": id}).Want(200) },
		"its time":   func() { p.Clock.Add(auth.TrustLife); console = p.SignInOffice("office@n.example.jp") },
		"a reset": func() {
			console.Post("/api/Office/ResetSecondStep", map[string]any{"userId": id, "comment": "紛失"}).Want(200)
			phone, codes = p.SignIn("fin@a.example.jp").Enrol(apptest.ABank)
		},
	} {
		console = p.SignInOffice("office@n.example.jp")
		w.Remembered("fin@a.example.jp", phone)
		if asks(w, "fin@a.example.jp") {
			t.Fatalf("before %s: not remembered", name)
		}
		end()
		if !asks(w, "fin@a.example.jp") {
			t.Errorf("after %s the browser is still let in", name)
		}
	}
	w.Remembered("fin@a.example.jp", phone)
	c = &apptest.Caller{P: p, Token: p.Code(p.Ticket("fin@a.example.jp"), codes[0]).Want(200).JSON()["token"].(string)}
	c.Send("PUT", apptest.ABank+"ChangeUserPassword", map[string]any{"password": apptest.TestPassword,
		"newPassword": apptest.NextPassword}).Want(200)
	if w.Form(url.Values{"grant_type": {"password"}, "loginId": {"fin@a.example.jp"},
		"password": {apptest.NextPassword}}).Want(200).JSON()["ticket"] == nil {
		t.Error("after a new password the browser is still let in")
	}
}
