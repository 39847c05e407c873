package app

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"tsunagu/app/auth"
	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/web"
	"tsunagu/store"
)

const nextPassword = "Kawaguchi-2026-nami"

// mailedKey is the key of the newest mail to an address.
func (p *platform) mailedKey(address string) string {
	p.t.Helper()
	ms := p.mails(address)
	if len(ms) == 0 {
		p.t.Fatalf("no mail to %s", address)
	}
	_, key, ok := strings.Cut(ms[0].Text, "?key=")
	if !ok {
		p.t.Fatalf("no key in %s", ms[0].Text)
	}
	return strings.Fields(key)[0]
}

func (p *platform) sign(loginID, password string) result {
	return p.visitor().form("/token", url.Values{"grant_type": {"password"}, "loginId": {loginID}, "password": {password}})
}

func (p *platform) reset(address string) result {
	return p.visitor().post("/initializePassword", map[string]any{"mailAddress": address})
}

func (p *platform) setByKey(key, password string) result {
	return p.visitor().post("/api/Public/SetPasswordByKey", map[string]any{"key": key, "password": password})
}

// moveUser puts a user into a status.
func (p *platform) moveUser(id string, s deal.UserStatus) {
	p.write(func(tx *store.Tx) error {
		u, err := tx.User(id)
		if err != nil {
			return err
		}
		u.Status = int(s)
		return tx.UpdateUser(u, "")
	})
}

func TestPasswordReset(t *testing.T) {
	p := newPlatform(t)
	u := p.user(deal.RoleFIN, p.institution("9981", "湊星銀行"), "fin@a.example.jp")
	signedIn := p.signIn("fin@a.example.jp")

	// Whether the address is known shows nowhere in the answer.
	known, unknown := p.reset("ＦＩＮ@a.example.jp").want(200), p.reset("nobody@a.example.jp").want(200)
	if known.body != unknown.body {
		t.Errorf("answers differ: %s and %s", known.body, unknown.body)
	}
	if n := len(p.mails("nobody@a.example.jp")); n != 0 {
		t.Errorf("%d mails to a stranger", n)
	}
	first := p.mailedKey("fin@a.example.jp")
	p.reset("fin@a.example.jp").want(200)
	key := p.mailedKey("fin@a.example.jp")
	dead := p.setByKey("no such key", nextPassword).want(400)
	if again := p.setByKey(first, nextPassword).want(400); again.body != dead.body {
		t.Errorf("a replaced key and none differ: %s and %s", again.body, dead.body)
	}
	p.visitor().post("/api/Public/GetPasswordKey", map[string]any{"key": first}).want(400)
	p.visitor().post("/api/Public/GetPasswordKey", map[string]any{"key": key}).want(200).has(`"loginId":"fin@a.example.jp"`, `"isFirst":false`)

	for password, says := range map[string]string{"": auth.ErrPasswordEmpty.Error(), "short": auth.ErrPasswordShort.Error(), "xx-fin@a.example.jp-xx": auth.ErrPasswordLoginID.Error(), "password1234": auth.ErrPasswordCommon.Error()} {
		p.setByKey(key, password).want(422).has(`"field":"password"`, says)
	}
	p.setByKey(key, nextPassword).want(200).has("fin@a.example.jp", `"signInPath":"/login"`)
	p.setByKey(key, nextPassword+"x").want(400) // once only
	p.sign("fin@a.example.jp", testPassword).want(400)
	p.sign("fin@a.example.jp", nextPassword).want(200)
	signedIn.get("/api/Topics/GetTopics").want(401) // every session ended
	if m := p.mails("fin@a.example.jp")[0]; m.Kind != mail.PasswordChanged {
		t.Errorf("newest mail is %s", m.Kind)
	}
	p.read(func(q *store.Q) error {
		x, err := q.User(u.ID)
		if err == nil && x.Status != int(deal.UserEnabled) {
			t.Errorf("status %d", x.Status)
		}
		return err
	})

	p.reset("not an address").want(422).has(`"mailAddress"`)
	p.reset("").want(422).has(`"mailAddress"`)
	p.visitor().do("POST", "/initializePassword", "application/json", strings.NewReader("{")).want(422).has("データの形式").hasNot("unexpected")
}

func TestPasswordResetRunsOut(t *testing.T) {
	p := newPlatform(t)
	p.user(deal.RoleFIN, p.institution("9981", "湊星銀行"), "fin@a.example.jp")
	p.reset("fin@a.example.jp")
	key := p.mailedKey("fin@a.example.jp")
	p.clock.Add(auth.ResetLinkLife - time.Second)
	p.visitor().post("/api/Public/GetPasswordKey", map[string]any{"key": key}).want(200)
	p.clock.Add(time.Second)
	p.visitor().post("/api/Public/GetPasswordKey", map[string]any{"key": key}).want(400)
	p.setByKey(key, nextPassword).want(400)
	p.sign("fin@a.example.jp", testPassword).want(200)
}

func TestPasswordResetOfTheOffice(t *testing.T) {
	p := newPlatform(t)
	p.user(deal.RoleADM, web.OfficeClient, "office@a.example.jp")
	p.reset("office@a.example.jp").want(200)
	p.setByKey(p.mailedKey("office@a.example.jp"), nextPassword).want(200).has(`"signInPath":"/office"`)
	p.sign("office@a.example.jp", nextPassword).want(400) // its own sign-in is another one
}

// Who may not sign in gets no link, and a link that was sent before dies with the right.
func TestPasswordResetByStatus(t *testing.T) {
	for _, c := range []struct {
		status deal.UserStatus
		mails  int
	}{{deal.UserEnabled, 1}, {deal.UserUnapproved, 0}, {deal.UserBlocked, 0}, {deal.UserUnsubscribed, 0}} {
		t.Run(c.status.String(), func(t *testing.T) {
			p := newPlatform(t)
			u := p.user(deal.RoleFIN, p.institution("9981", "湊星銀行"), "fin@a.example.jp")
			p.moveUser(u.ID, c.status)
			p.reset("fin@a.example.jp").want(200)
			if n := len(p.mails("fin@a.example.jp")); n != c.mails {
				t.Fatalf("%d mails, want %d", n, c.mails)
			}
			if c.mails == 1 {
				key := p.mailedKey("fin@a.example.jp")
				p.moveUser(u.ID, deal.UserBlocked)
				p.visitor().post("/api/Public/GetPasswordKey", map[string]any{"key": key}).want(400)
				p.setByKey(key, nextPassword).want(400)
			}
		})
	}
}

func TestInvitation(t *testing.T) {
	p := newPlatform(t)
	u := &store.User{Role: int(deal.RoleFIN), ClientType: 3, ClientID: p.institution("9981", "湊星銀行"), LoginID: "new@a.example.jp", LoginFolded: auth.FoldLoginID("new@a.example.jp"), UserName: "新人", Status: int(deal.UserUnapproved)}
	p.write(func(tx *store.Tx) error {
		if err := tx.CreateUser(u, ""); err != nil {
			return err
		}
		return p.a.InviteUser(tx, u, mail.Invitation)
	})
	lost := p.mailedKey("new@a.example.jp")
	p.reset("new@a.example.jp").want(200) // who lost the invitation gets it once more
	if m := p.mails("new@a.example.jp")[0]; m.Kind != mail.InvitationResent {
		t.Errorf("mailed %s", m.Kind)
	}
	key := p.mailedKey("new@a.example.jp")
	p.setByKey(lost, nextPassword).want(400)
	p.clock.Add(13 * 24 * time.Hour)
	p.visitor().post("/api/Public/GetPasswordKey", map[string]any{"key": key}).want(200).has(`"isFirst":true`)
	p.sign("new@a.example.jp", "").want(400)
	p.setByKey(key, nextPassword).want(200)
	p.sign("new@a.example.jp", nextPassword).want(200)
}

func TestPasswordResetIsThrottled(t *testing.T) {
	p := newPlatform(t)
	p.user(deal.RoleFIN, p.institution("9981", "湊星銀行"), "fin@a.example.jp")
	for range web.ThrottleMailbox.Burst {
		p.reset("fin@a.example.jp").want(200)
	}
	key := p.mailedKey("fin@a.example.jp")
	p.reset("fin@a.example.jp").want(200)
	if n := len(p.mails("fin@a.example.jp")); n != web.ThrottleMailbox.Burst {
		t.Errorf("%d mails", n)
	}
	p.visitor().post("/api/Public/GetPasswordKey", map[string]any{"key": key}).want(200) // the last one sent stays good

	var last result
	for range web.ThrottleReset.Burst {
		last = p.reset("nobody@a.example.jp")
	}
	last.want(429).has("too_many", "分ほど待って")
	if last.header.Get("Retry-After") == "" {
		t.Error("no Retry-After")
	}
	p.clock.Add(web.ThrottleReset.Pause)
	p.reset("nobody@a.example.jp").want(200)
}

func TestChangePassword(t *testing.T) {
	p := newPlatform(t)
	bank := p.institution("9981", "湊星銀行")
	p.user(deal.RoleFIN, bank, "fin@a.example.jp")
	here, there := p.signIn("fin@a.example.jp"), p.signIn("fin@a.example.jp")
	change := func(c *caller, present, next string) result {
		return c.send("PUT", "/api/FinancialUser/ChangeUserPassword", map[string]any{"password": present, "newPassword": next})
	}
	change(p.visitor(), testPassword, nextPassword).want(401)
	here.send("PUT", "/api/BuyerCompanyUser/ChangeUserPassword", map[string]any{"password": testPassword, "newPassword": nextPassword}).want(400)
	change(here, testPassword, testPassword).want(422).has("newPassword").hasNot(`"password"`)
	change(here, testPassword, nextPassword).want(200)
	here.get("/api/Topics/GetTopics").want(200)
	there.get("/api/Topics/GetTopics").want(401)
	p.sign("fin@a.example.jp", testPassword).want(400)
	p.sign("fin@a.example.jp", nextPassword).want(200)
}

// A session left open on a desk is no place to guess the password: wrong ones count, and the
// lock holds for both doors.
func TestChangePasswordCountsForTheLockout(t *testing.T) {
	p := newPlatform(t)
	p.user(deal.RoleFIN, p.institution("9981", "湊星銀行"), "fin@a.example.jp")
	c := p.signIn("fin@a.example.jp")
	change := func(present string) result {
		return c.send("PUT", "/api/FinancialUser/ChangeUserPassword", map[string]any{"password": present, "newPassword": nextPassword})
	}
	for range 5 {
		change("wrong").want(422).has(`"password"`)
	}
	change(testPassword).want(429).has(auth.LockoutMessage)
	p.sign("fin@a.example.jp", testPassword).want(429)
	told := 0
	for _, m := range p.mails("fin@a.example.jp") {
		if m.Kind == mail.AccountLocked {
			told++
		}
	}
	if told != 1 {
		t.Errorf("%d mails about the lock", told)
	}
	// The way out that the message names.
	p.reset("fin@a.example.jp").want(200)
	p.setByKey(p.mailedKey("fin@a.example.jp"), nextPassword).want(200)
	p.sign("fin@a.example.jp", nextPassword).want(200)
}

func TestLockoutTellsNobodyElse(t *testing.T) {
	p := newPlatform(t)
	u := p.user(deal.RoleFIN, p.institution("9981", "湊星銀行"), "fin@a.example.jp")
	p.moveUser(u.ID, deal.UserBlocked)
	for range 6 {
		p.sign("fin@a.example.jp", "wrong")
		p.sign("nobody@a.example.jp", "wrong")
	}
	for _, address := range []string{"fin@a.example.jp", "nobody@a.example.jp"} {
		if n := len(p.mails(address)); n != 0 {
			t.Errorf("%d mails to %s", n, address)
		}
	}
}
