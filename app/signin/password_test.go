package signin_test

import (
	"strings"
	"testing"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/auth"
	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/web"
	"tsunagu/store"
)

func TestPasswordReset(t *testing.T) {
	p := apptest.NewPlatform(t)
	u := p.User(deal.RoleFIN, p.Institution("9981", "湊星銀行"), "fin@a.example.jp")
	signedIn := p.SignIn("fin@a.example.jp")

	// Whether the address is known shows nowhere in the answer.
	known, unknown := p.Reset("ＦＩＮ@a.example.jp").Want(200), p.Reset("nobody@a.example.jp").Want(200)
	if known.Body != unknown.Body {
		t.Errorf("answers differ: %s and %s", known.Body, unknown.Body)
	}
	if n := len(p.Mails("nobody@a.example.jp")); n != 0 {
		t.Errorf("%d mails to a stranger", n)
	}
	first := p.MailedKey("fin@a.example.jp")
	p.Reset("fin@a.example.jp").Want(200)
	key := p.MailedKey("fin@a.example.jp")
	dead := p.SetByKey("no such key", apptest.NextPassword).Want(400)
	if again := p.SetByKey(first, apptest.NextPassword).Want(400); again.Body != dead.Body {
		t.Errorf("a replaced key and none differ: %s and %s", again.Body, dead.Body)
	}
	p.Visitor().Post("/api/Public/GetPasswordKey", map[string]any{"key": first}).Want(400)
	p.Visitor().Post("/api/Public/GetPasswordKey", map[string]any{"key": key}).Want(200).Has(`"loginId":"fin@a.example.jp"`, `"isFirst":false`)

	for password, says := range map[string]string{"": auth.ErrPasswordEmpty.Error(), "short": auth.ErrPasswordShort.Error(),
		"xx-fin@a.example.jp-xx": auth.ErrPasswordLoginID.Error(), "password1234": auth.ErrPasswordCommon.Error()} {
		p.SetByKey(key, password).Want(422).Has(`"field":"password"`, says)
	}
	p.SetByKey(key, apptest.NextPassword).Want(200).Has("fin@a.example.jp", `"signInPath":"/login"`)
	p.SetByKey(key, apptest.NextPassword+"x").Want(400) // once only
	p.Sign("fin@a.example.jp", apptest.TestPassword).Want(400)
	p.Sign("fin@a.example.jp", apptest.NextPassword).Want(200)
	signedIn.Get("/api/Topics/GetTopics").Want(401) // every session ended
	if m := p.Mails("fin@a.example.jp")[0]; m.Kind != mail.PasswordChanged {
		t.Errorf("newest mail is %s", m.Kind)
	}
	p.Read(func(q *store.Q) error {
		x, err := q.User(u.ID)
		if err == nil && x.Status != int(deal.UserEnabled) {
			t.Errorf("status %d", x.Status)
		}
		return err
	})

	p.Reset("not an address").Want(422).Has(`"mailAddress"`)
	p.Reset("").Want(422).Has(`"mailAddress"`)
	p.Visitor().Do("POST", "/initializePassword", "application/json", strings.NewReader("{")).Want(422).Has("データの形式").HasNot("unexpected")
}

func TestPasswordResetRunsOut(t *testing.T) {
	p := apptest.NewPlatform(t)
	p.User(deal.RoleFIN, p.Institution("9981", "湊星銀行"), "fin@a.example.jp")
	p.Reset("fin@a.example.jp")
	key := p.MailedKey("fin@a.example.jp")
	p.Clock.Add(auth.ResetLinkLife - time.Second)
	p.Visitor().Post("/api/Public/GetPasswordKey", map[string]any{"key": key}).Want(200)
	p.Clock.Add(time.Second)
	p.Visitor().Post("/api/Public/GetPasswordKey", map[string]any{"key": key}).Want(400)
	p.SetByKey(key, apptest.NextPassword).Want(400)
	p.Sign("fin@a.example.jp", apptest.TestPassword).Want(200)
}

func TestPasswordResetOfTheOffice(t *testing.T) {
	p := apptest.NewPlatform(t)
	p.User(deal.RoleADM, web.OfficeClient, "office@a.example.jp")
	p.Reset("office@a.example.jp").Want(200)
	p.SetByKey(p.MailedKey("office@a.example.jp"), apptest.NextPassword).Want(200).Has(`"signInPath":"/office"`)
	p.Sign("office@a.example.jp", apptest.NextPassword).Want(400) // its own sign-in is another one
}

// Who may not sign in gets no link, and a link that was sent before is refused once the right is
// gone.
func TestPasswordResetByStatus(t *testing.T) {
	for _, c := range []struct {
		status deal.UserStatus
		mails  int
	}{{deal.UserEnabled, 1}, {deal.UserUnapproved, 0}, {deal.UserBlocked, 0}, {deal.UserUnsubscribed, 0}} {
		t.Run(c.status.String(), func(t *testing.T) {
			p := apptest.NewPlatform(t)
			u := p.User(deal.RoleFIN, p.Institution("9981", "湊星銀行"), "fin@a.example.jp")
			p.MoveUser(u.ID, c.status)
			p.Reset("fin@a.example.jp").Want(200)
			if n := len(p.Mails("fin@a.example.jp")); n != c.mails {
				t.Fatalf("%d mails, want %d", n, c.mails)
			}
			if c.mails == 1 {
				key := p.MailedKey("fin@a.example.jp")
				p.MoveUser(u.ID, deal.UserBlocked)
				p.Visitor().Post("/api/Public/GetPasswordKey", map[string]any{"key": key}).Want(400)
				p.SetByKey(key, apptest.NextPassword).Want(400)
			}
		})
	}
}

func TestInvitation(t *testing.T) {
	p := apptest.NewPlatform(t)
	u := &store.User{Role: int(deal.RoleFIN), ClientType: 3, ClientID: p.Institution("9981", "湊星銀行"), LoginID: "new@a.example.jp",
		LoginFolded: auth.FoldLoginID("new@a.example.jp"), UserName: "新人", Status: int(deal.UserUnapproved)}
	p.Write(func(tx *store.Tx) error {
		if err := tx.CreateUser(u, ""); err != nil {
			return err
		}
		return p.App.InviteUser(tx, u, mail.Invitation)
	})
	lost := p.MailedKey("new@a.example.jp")
	p.Reset("new@a.example.jp").Want(200) // who lost the invitation gets it once more
	if m := p.Mails("new@a.example.jp")[0]; m.Kind != mail.InvitationResent {
		t.Errorf("mailed %s", m.Kind)
	}
	key := p.MailedKey("new@a.example.jp")
	p.SetByKey(lost, apptest.NextPassword).Want(400)
	p.Clock.Add(13 * 24 * time.Hour)
	p.Visitor().Post("/api/Public/GetPasswordKey", map[string]any{"key": key}).Want(200).Has(`"isFirst":true`)
	p.Sign("new@a.example.jp", "").Want(400)
	p.SetByKey(key, apptest.NextPassword).Want(200)
	p.Sign("new@a.example.jp", apptest.NextPassword).Want(200)
}

func TestPasswordResetIsThrottled(t *testing.T) {
	p := apptest.NewPlatform(t)
	p.User(deal.RoleFIN, p.Institution("9981", "湊星銀行"), "fin@a.example.jp")
	for range web.ThrottleMailbox.Burst {
		p.Reset("fin@a.example.jp").Want(200)
	}
	key := p.MailedKey("fin@a.example.jp")
	p.Reset("fin@a.example.jp").Want(200)
	if n := len(p.Mails("fin@a.example.jp")); n != web.ThrottleMailbox.Burst {
		t.Errorf("%d mails", n)
	}
	p.Visitor().Post("/api/Public/GetPasswordKey", map[string]any{"key": key}).Want(200) // the last one sent stays good

	var last apptest.Result
	for range web.ThrottleReset.Burst {
		last = p.Reset("nobody@a.example.jp")
	}
	last.Want(429).Has("too_many", "分ほど待って")
	if last.Header.Get("Retry-After") == "" {
		t.Error("no Retry-After")
	}
	p.Clock.Add(web.ThrottleReset.Pause)
	p.Reset("nobody@a.example.jp").Want(200)
}

func TestChangePassword(t *testing.T) {
	p := apptest.NewPlatform(t)
	bank := p.Institution("9981", "湊星銀行")
	p.User(deal.RoleFIN, bank, "fin@a.example.jp")
	here, there := p.SignIn("fin@a.example.jp"), p.SignIn("fin@a.example.jp")
	change := func(c *apptest.Caller, present, next string) apptest.Result {
		return c.Send("PUT", "/api/FinancialUser/ChangeUserPassword", map[string]any{"password": present, "newPassword": next})
	}
	change(p.Visitor(), apptest.TestPassword, apptest.NextPassword).Want(401)
	here.Send("PUT", "/api/BuyerCompanyUser/ChangeUserPassword",
		map[string]any{"password": apptest.TestPassword, "newPassword": apptest.NextPassword}).Want(400)
	change(here, apptest.TestPassword, apptest.TestPassword).Want(422).Has("newPassword").HasNot(`"password"`)
	change(here, apptest.TestPassword, apptest.NextPassword).Want(200)
	here.Get("/api/Topics/GetTopics").Want(200)
	there.Get("/api/Topics/GetTopics").Want(401)
	p.Sign("fin@a.example.jp", apptest.TestPassword).Want(400)
	p.Sign("fin@a.example.jp", apptest.NextPassword).Want(200)
}

// A session left open on a desk is no place to guess the password: wrong ones count, and the
// lock holds for both doors.
func TestChangePasswordCountsForTheLockout(t *testing.T) {
	p := apptest.NewPlatform(t)
	p.User(deal.RoleFIN, p.Institution("9981", "湊星銀行"), "fin@a.example.jp")
	c := p.SignIn("fin@a.example.jp")
	change := func(present string) apptest.Result {
		return c.Send("PUT", "/api/FinancialUser/ChangeUserPassword", map[string]any{"password": present, "newPassword": apptest.NextPassword})
	}
	for range 5 {
		change("wrong").Want(422).Has(`"password"`)
	}
	change(apptest.TestPassword).Want(429).Has(auth.LockoutMessage)
	p.Sign("fin@a.example.jp", apptest.TestPassword).Want(429)
	told := 0
	for _, m := range p.Mails("fin@a.example.jp") {
		if m.Kind == mail.AccountLocked {
			told++
		}
	}
	if told != 1 {
		t.Errorf("%d mails about the lock", told)
	}
	// The message says what to do: set a new password by mail.
	p.Reset("fin@a.example.jp").Want(200)
	p.SetByKey(p.MailedKey("fin@a.example.jp"), apptest.NextPassword).Want(200)
	p.Sign("fin@a.example.jp", apptest.NextPassword).Want(200)
}

func TestLockoutTellsNobodyElse(t *testing.T) {
	p := apptest.NewPlatform(t)
	u := p.User(deal.RoleFIN, p.Institution("9981", "湊星銀行"), "fin@a.example.jp")
	p.MoveUser(u.ID, deal.UserBlocked)
	for range 6 {
		p.Sign("fin@a.example.jp", "wrong")
		p.Sign("nobody@a.example.jp", "wrong")
	}
	for _, address := range []string{"fin@a.example.jp", "nobody@a.example.jp"} {
		if n := len(p.Mails(address)); n != 0 {
			t.Errorf("%d mails to %s", n, address)
		}
	}
}
