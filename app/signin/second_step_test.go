package signin_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/auth"
	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
)

// newBank is a platform with one institution and one user of it, signed in.
func newBank(t *testing.T) (*apptest.Platform, *apptest.Caller) {
	p := apptest.NewPlatform(t)
	p.User(deal.RoleFIN, p.Institution("9981", "湊星銀行"), "fin@a.example.jp")
	return p, p.SignIn("fin@a.example.jp")
}

func TestSecondStep(t *testing.T) {
	p, c := newBank(t)
	other := p.SignIn("fin@a.example.jp")
	c.Get(apptest.ABank+"GetSecondStep").Want(200).Has(`"rule":1`, `"isEnabled":false`)
	phone := c.Scan(apptest.ABank)
	p.Sign("fin@a.example.jp", apptest.TestPassword).Want(200).Has(`"token"`) // a key alone asks for nothing
	c.Post(apptest.ABank+"ConfirmSecondStep", map[string]any{"code": otherThan(phone),
		"password": apptest.TestPassword}).Want(422).Has(`"code"`)
	c.Post(apptest.ABank+"ConfirmSecondStep", map[string]any{"code": phone.Code(), "password": "wrong"}).Want(422).Has(`"password"`)
	codes := apptest.CodesIn(c.Post(apptest.ABank+"ConfirmSecondStep",
		map[string]any{"code": phone.Code(), "password": apptest.TestPassword}).Want(200))
	if len(codes) != auth.RecoveryCodes {
		t.Errorf("%d recovery codes", len(codes))
	}
	c.Get(apptest.ABank+"GetSecondStep").Want(200).Has(`"isEnabled":true`, `"recoveryCodeCount":10`).HasNot(codes[0])
	other.Get(apptest.ABank + "GetUsersList").Want(401) // it knew the password alone
	c.Get(apptest.ABank + "GetUsersList").Want(200)

	// The right password gets a ticket, and nothing that is a token.
	ticket := p.Ticket("fin@a.example.jp")
	for _, token := range []string{ticket, ""} {
		(&apptest.Caller{P: p, Token: token}).Get(apptest.ABank + "GetUsersList").Want(401)
	}
	p.Sign("fin@a.example.jp", "wrong").Want(400).Has("invalid_grant").HasNot("ticket")
	// The code that set it up is used, and so is each code once it opened.
	p.Code(ticket, phone.Code()).Want(400).Has(`"wrong_code"`)
	code := phone.Next()
	wide := strings.NewReplacer("0", "０", "1", "１", "2", "２", "3", "３", "4", "４", "5", "５", "6", "６", "7", "７", "8", "８", "9",
		"９").Replace(code[:3]) + "　" + code[3:]
	signedIn := p.Code(ticket, wide).Want(200).Has(`"token"`, `"refreshToken"`).HasNot("ticket").JSON()
	(&apptest.Caller{P: p, Token: signedIn["token"].(string)}).Get(apptest.ABank + "GetUsersList").Want(200)
	p.Code(ticket, phone.Next()).Want(400).Has(`"ticket_over"`)
	ticket = p.Ticket("fin@a.example.jp")
	p.Clock.Add(-auth.CodePeriod)
	p.Code(ticket, code).Want(400).Has(`"wrong_code"`)
	p.Clock.Add(2 * auth.CodePeriod)

	// A ticket is of one door, and runs out.
	p.Visitor().Form(web.OfficeDoor.Path, apptest.CodeForm(ticket, phone.Code())).Want(400).Has(`"ticket_over"`)
	p.Clock.Add(auth.TicketLife)
	over := p.Code(ticket, phone.Code()).Want(400)
	p.Code("", phone.Code()).Want(400).SameAs(over)
	p.Code("nonsense", phone.Code()).Want(400).SameAs(over)

	// So does the right of who was blocked in between.
	ticket = p.Ticket("fin@a.example.jp")
	p.Write(func(tx *store.Tx) error {
		u, err := tx.UserByLogin("fin@a.example.jp")
		if err != nil {
			return err
		}
		u.Status = int(deal.UserBlocked)
		return tx.UpdateUser(u, "")
	})
	p.Code(ticket, phone.Next()).Want(400).HasNot(`"token"`)
}

func TestWrongCodesLock(t *testing.T) {
	p, c := newBank(t)
	phone, codes := c.Enrol(apptest.ABank)
	for range 4 {
		p.Code(p.Ticket("fin@a.example.jp"), otherThan(phone)).Want(400).Has(`"wrong_code"`)
	}
	// That the password was right forgets nothing: who has it must not go on guessing codes.
	ticket := p.Ticket("fin@a.example.jp")
	p.Code(ticket, "0000-0000-0000").Want(400).Has(`"wrong_code"`)
	p.Code(ticket, phone.Next()).Want(429).Has(auth.LockoutMessage)
	p.Code(ticket, codes[0]).Want(429)
	p.Sign("fin@a.example.jp", apptest.TestPassword).Want(429)
	if m := p.Mails("fin@a.example.jp"); !strings.Contains(m[0].Subject, "停止") {
		t.Errorf("the owner was not told: %s", m[0].Subject)
	}
	p.Clock.Add(16 * time.Minute)
	p.Code(p.Ticket("fin@a.example.jp"), phone.Code()).Want(200)
	// Five more are free again: the success forgot those before.
	for range 4 {
		p.Code(p.Ticket("fin@a.example.jp"), otherThan(phone)).Want(400)
	}
	p.Code(p.Ticket("fin@a.example.jp"), phone.Next()).Want(200)
}

func TestRecoveryCodes(t *testing.T) {
	p, c := newBank(t)
	phone, codes := c.Enrol(apptest.ABank)
	p.Code(p.Ticket("fin@a.example.jp"), codes[3]).Want(200)
	if m := p.Mails("fin@a.example.jp"); !strings.Contains(m[0].Subject, "リカバリーコード") {
		t.Errorf("the owner was not told: %s", m[0].Subject)
	}
	p.Code(p.Ticket("fin@a.example.jp"), codes[3]).Want(400).Has(`"wrong_code"`)
	p.Code(p.Ticket("fin@a.example.jp"), strings.ReplaceAll(codes[4], "-", "")).Want(200)
	c.Get(apptest.ABank + "GetSecondStep").Has(`"recoveryCodeCount":8`)

	c.Post(apptest.ABank+"RenewRecoveryCodes", map[string]any{"password": apptest.TestPassword,
		"code": otherThan(phone)}).Want(422).Has(`"code"`)
	c.Post(apptest.ABank+"RenewRecoveryCodes", map[string]any{"password": "wrong", "code": phone.Next()}).Want(422).Has(`"password"`)
	renewed := apptest.CodesIn(c.Post(apptest.ABank+"RenewRecoveryCodes",
		map[string]any{"password": apptest.TestPassword, "code": phone.Code()}).Want(200))
	p.Code(p.Ticket("fin@a.example.jp"), codes[5]).Want(400) // those before are nothing any more
	p.Code(p.Ticket("fin@a.example.jp"), renewed[5]).Want(200)

	// Another user's codes open nothing.
	p.User(deal.RoleFIN, p.Institution("9982", "蒼陵信用金庫"), "fin@b.example.jp")
	p.SignIn("fin@b.example.jp").Enrol(apptest.ABank)
	p.Code(p.Ticket("fin@b.example.jp"), renewed[6]).Want(400).Has(`"wrong_code"`)
}

// Neither the shared secret nor a recovery code lies in the database as it is.
func TestSecondStepIsSealed(t *testing.T) {
	p, c := newBank(t)
	phone, codes := c.Enrol(apptest.ABank)
	waiting := c.Scan(apptest.ABank)
	p.Code(p.Ticket("fin@a.example.jp"), codes[0]).Want(200)
	found := 0
	for _, name := range []string{store.DatabaseFile, store.DatabaseFile + "-wal"} {
		b, err := os.ReadFile(filepath.Join(p.App.Store.Dir(), name))
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(b, []byte("second_step_enabled")) {
			found++ // the audit line is there, so the rest would be, too
		}
		for _, secret := range [][]byte{phone.Secret, waiting.Secret, []byte(auth.CodeKey(phone.Secret)[:19]),
			[]byte(strings.ReplaceAll(auth.CodeKey(phone.Secret), " ", "")), []byte(codes[0]), []byte(strings.ReplaceAll(codes[1], "-", ""))} {
			if bytes.Contains(b, secret) {
				t.Errorf("%s holds a secret as it is", name)
			}
		}
	}
	if found == 0 {
		t.Error("the files that were read hold nothing of it at all")
	}
}

// Changing one's second step takes the password and a code: the session may stand open on a desk.
func TestChangingTheSecondStep(t *testing.T) {
	p, c := newBank(t)
	old, codes := c.Enrol(apptest.ABank)
	next := c.Scan(apptest.ABank)
	p.Code(p.Ticket("fin@a.example.jp"), old.Next()).Want(200) // the old one is good until the new one has shown its code
	try := func(presentCode string) apptest.Result {
		return c.Post(apptest.ABank+"ConfirmSecondStep", map[string]any{"code": next.Code(), "password": apptest.TestPassword,
			"presentCode": presentCode})
	}
	try("").Want(422).Has(`"presentCode"`)
	try(next.Code()).Want(422).Has(`"presentCode"`)
	try(codes[0]).Want(200)
	p.Code(p.Ticket("fin@a.example.jp"), old.Next()).Want(400)
	p.Code(p.Ticket("fin@a.example.jp"), codes[1]).Want(400) // new ones were made
	p.Code(p.Ticket("fin@a.example.jp"), next.Code()).Want(200)
	try(next.Next()).Want(409) // no key is waiting

	c.Post(apptest.ABank+"EndSecondStep", map[string]any{"password": apptest.TestPassword, "code": ""}).Want(422).Has(`"code"`)
	c.Post(apptest.ABank+"EndSecondStep", map[string]any{"password": apptest.TestPassword, "code": next.Next()}).Want(200)
	p.SignIn("fin@a.example.jp")
	c.Post(apptest.ABank+"EndSecondStep", map[string]any{"password": apptest.TestPassword, "code": next.Next()}).Want(409)
	c.Post(apptest.ABank+"RenewRecoveryCodes", map[string]any{"password": apptest.TestPassword, "code": next.Next()}).Want(409)
	for range 5 {
		c.Post(apptest.ABank+"EndSecondStep", map[string]any{"password": "wrong", "code": ""}).Want(422)
	}
	c.Post(apptest.ABank+"EndSecondStep", map[string]any{"password": apptest.TestPassword, "code": ""}).Want(429)
}
