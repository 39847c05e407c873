package app

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tsunagu/app/auth"
	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
)

// newBank is a platform with one institution and one user of it, signed in.
func newBank(t *testing.T) (*platform, *caller) {
	p := newPlatform(t)
	p.user(deal.RoleFIN, p.institution("9981", "湊星銀行"), "fin@a.example.jp")
	return p, p.signIn("fin@a.example.jp")
}

const aBank = "/api/FinancialUser/"

func TestSecondStep(t *testing.T) {
	p, c := newBank(t)
	other := p.signIn("fin@a.example.jp")
	c.get(aBank+"GetSecondStep").want(200).has(`"rule":1`, `"isEnabled":false`)
	phone := c.scan(aBank)
	p.sign("fin@a.example.jp", testPassword).want(200).has(`"token"`) // a key alone asks for nothing
	c.post(aBank+"ConfirmSecondStep", map[string]any{"code": phone.otherThan(), "password": testPassword}).want(422).has(`"code"`)
	c.post(aBank+"ConfirmSecondStep", map[string]any{"code": phone.code(), "password": "wrong"}).want(422).has(`"password"`)
	codes := codesIn(c.post(aBank+"ConfirmSecondStep", map[string]any{"code": phone.code(), "password": testPassword}).want(200))
	if len(codes) != auth.RecoveryCodes {
		t.Errorf("%d recovery codes", len(codes))
	}
	c.get(aBank+"GetSecondStep").want(200).has(`"isEnabled":true`, `"recoveryCodeCount":10`).hasNot(codes[0])
	other.get(aBank + "GetUsersList").want(401) // it knew the password alone
	c.get(aBank + "GetUsersList").want(200)

	// The right password gets a ticket, and nothing that is a token.
	ticket := p.ticket("fin@a.example.jp")
	for _, token := range []string{ticket, ""} {
		(&caller{p, token}).get(aBank + "GetUsersList").want(401)
	}
	p.sign("fin@a.example.jp", "wrong").want(400).has("invalid_grant").hasNot("ticket")
	// The code that set it up is used, and so is each code once it opened.
	p.code(ticket, phone.code()).want(400).has(`"wrong_code"`)
	code := phone.next()
	wide := strings.NewReplacer("0", "０", "1", "１", "2", "２", "3", "３", "4", "４", "5", "５", "6", "６", "7", "７", "8", "８", "9", "９").Replace(code[:3]) + "　" + code[3:]
	signedIn := p.code(ticket, wide).want(200).has(`"token"`, `"refreshToken"`).hasNot("ticket").json()
	(&caller{p, signedIn["token"].(string)}).get(aBank + "GetUsersList").want(200)
	p.code(ticket, phone.next()).want(400).has(`"ticket_over"`)
	ticket = p.ticket("fin@a.example.jp")
	p.clock.Add(-auth.CodePeriod)
	p.code(ticket, code).want(400).has(`"wrong_code"`)
	p.clock.Add(2 * auth.CodePeriod)

	// A ticket is of one door, and runs out.
	p.visitor().form(web.OfficeDoor.Path, codeForm(ticket, phone.code())).want(400).has(`"ticket_over"`)
	p.clock.Add(auth.TicketLife)
	over := p.code(ticket, phone.code()).want(400)
	p.code("", phone.code()).want(400).sameAs(over)
	p.code("nonsense", phone.code()).want(400).sameAs(over)

	// So does the right of who was blocked in between.
	ticket = p.ticket("fin@a.example.jp")
	p.write(func(tx *store.Tx) error {
		u, err := tx.UserByLogin("fin@a.example.jp")
		if err != nil {
			return err
		}
		u.Status = int(deal.UserBlocked)
		return tx.UpdateUser(u, "")
	})
	p.code(ticket, phone.next()).want(400).hasNot(`"token"`)
}

func TestWrongCodesLock(t *testing.T) {
	p, c := newBank(t)
	phone, codes := c.enrol(aBank)
	for range 4 {
		p.code(p.ticket("fin@a.example.jp"), phone.otherThan()).want(400).has(`"wrong_code"`)
	}
	// That the password was right forgets nothing: who has it must not go on guessing codes.
	ticket := p.ticket("fin@a.example.jp")
	p.code(ticket, "0000-0000-0000").want(400).has(`"wrong_code"`)
	p.code(ticket, phone.next()).want(429).has(auth.LockoutMessage)
	p.code(ticket, codes[0]).want(429)
	p.sign("fin@a.example.jp", testPassword).want(429)
	if m := p.mails("fin@a.example.jp"); !strings.Contains(m[0].Subject, "停止") {
		t.Errorf("the owner was not told: %s", m[0].Subject)
	}
	p.clock.Add(16 * time.Minute)
	p.code(p.ticket("fin@a.example.jp"), phone.code()).want(200)
	// Five more are free again: the success forgot those before.
	for range 4 {
		p.code(p.ticket("fin@a.example.jp"), phone.otherThan()).want(400)
	}
	p.code(p.ticket("fin@a.example.jp"), phone.next()).want(200)
}

func TestRecoveryCodes(t *testing.T) {
	p, c := newBank(t)
	phone, codes := c.enrol(aBank)
	p.code(p.ticket("fin@a.example.jp"), codes[3]).want(200)
	if m := p.mails("fin@a.example.jp"); !strings.Contains(m[0].Subject, "リカバリーコード") {
		t.Errorf("the owner was not told: %s", m[0].Subject)
	}
	p.code(p.ticket("fin@a.example.jp"), codes[3]).want(400).has(`"wrong_code"`)
	p.code(p.ticket("fin@a.example.jp"), strings.ReplaceAll(codes[4], "-", "")).want(200)
	c.get(aBank + "GetSecondStep").has(`"recoveryCodeCount":8`)

	c.post(aBank+"RenewRecoveryCodes", map[string]any{"password": testPassword, "code": phone.otherThan()}).want(422).has(`"code"`)
	c.post(aBank+"RenewRecoveryCodes", map[string]any{"password": "wrong", "code": phone.next()}).want(422).has(`"password"`)
	renewed := codesIn(c.post(aBank+"RenewRecoveryCodes", map[string]any{"password": testPassword, "code": phone.code()}).want(200))
	p.code(p.ticket("fin@a.example.jp"), codes[5]).want(400) // those before are nothing any more
	p.code(p.ticket("fin@a.example.jp"), renewed[5]).want(200)

	// Another user's codes open nothing.
	p.user(deal.RoleFIN, p.institution("9982", "蒼陵信用金庫"), "fin@b.example.jp")
	p.signIn("fin@b.example.jp").enrol(aBank)
	p.code(p.ticket("fin@b.example.jp"), renewed[6]).want(400).has(`"wrong_code"`)
}

// Neither the shared secret nor a recovery code lies in the database as it is.
func TestSecondStepIsSealed(t *testing.T) {
	p, c := newBank(t)
	phone, codes := c.enrol(aBank)
	waiting := c.scan(aBank)
	p.code(p.ticket("fin@a.example.jp"), codes[0]).want(200)
	found := 0
	for _, name := range []string{store.DatabaseFile, store.DatabaseFile + "-wal"} {
		b, err := os.ReadFile(filepath.Join(p.a.Store.Dir(), name))
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(b, []byte("second_step_enabled")) {
			found++ // the audit line is there, so the rest would be, too
		}
		for _, secret := range [][]byte{phone.secret, waiting.secret, []byte(auth.CodeKey(phone.secret)[:19]), []byte(strings.ReplaceAll(auth.CodeKey(phone.secret), " ", "")), []byte(codes[0]), []byte(strings.ReplaceAll(codes[1], "-", ""))} {
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
	old, codes := c.enrol(aBank)
	next := c.scan(aBank)
	p.code(p.ticket("fin@a.example.jp"), old.next()).want(200) // the old one is good until the new one has shown its code
	try := func(presentCode string) result {
		return c.post(aBank+"ConfirmSecondStep", map[string]any{"code": next.code(), "password": testPassword, "presentCode": presentCode})
	}
	try("").want(422).has(`"presentCode"`)
	try(next.code()).want(422).has(`"presentCode"`)
	try(codes[0]).want(200)
	p.code(p.ticket("fin@a.example.jp"), old.next()).want(400)
	p.code(p.ticket("fin@a.example.jp"), codes[1]).want(400) // new ones were made
	p.code(p.ticket("fin@a.example.jp"), next.code()).want(200)
	try(next.next()).want(409) // no key is waiting

	c.post(aBank+"EndSecondStep", map[string]any{"password": testPassword, "code": ""}).want(422).has(`"code"`)
	c.post(aBank+"EndSecondStep", map[string]any{"password": testPassword, "code": next.next()}).want(200)
	p.signIn("fin@a.example.jp")
	c.post(aBank+"EndSecondStep", map[string]any{"password": testPassword, "code": next.next()}).want(409)
	c.post(aBank+"RenewRecoveryCodes", map[string]any{"password": testPassword, "code": next.next()}).want(409)
	for range 5 {
		c.post(aBank+"EndSecondStep", map[string]any{"password": "wrong", "code": ""}).want(422)
	}
	c.post(aBank+"EndSecondStep", map[string]any{"password": testPassword, "code": ""}).want(429)
}
