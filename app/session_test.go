package app

import (
	"net/url"
	"testing"
	"time"

	"tsunagu/app/auth"
	"tsunagu/app/deal"
	"tsunagu/store"
)

func TestSignIn(t *testing.T) {
	p := newPlatform(t)
	bank := p.institution("9981", "湊星銀行")
	p.user(deal.RoleFIN, bank, "fin@a.example.jp")
	p.user(deal.RoleADM, "", "office@a.example.jp")
	sign := func(id, password string) result {
		return p.visitor().form("/token", url.Values{"grant_type": {"password"}, "loginId": {id}, "password": {password}})
	}
	ok := sign("ＦＩＮ@a.example.jp ", testPassword).want(200).json()
	if ok["refreshToken"] == "" || ok["isNeedPasswordChange"] != false {
		t.Errorf("answer %v", ok)
	}
	wrong := sign("fin@a.example.jp", "wrong").want(400)
	// An unknown ID, a wrong password and a role that has no business here answer alike.
	for _, r := range []result{sign("nobody@a.example.jp", testPassword), sign("office@a.example.jp", testPassword)} {
		if r.status != wrong.status || r.body != wrong.body {
			t.Errorf("answers differ: %s and %s", r.body, wrong.body)
		}
	}
}

func TestLockout(t *testing.T) {
	p := newPlatform(t)
	bank := p.institution("9981", "湊星銀行")
	p.user(deal.RoleFIN, bank, "fin@a.example.jp")
	sign := func(password string) result {
		return p.visitor().form("/token", url.Values{"grant_type": {"password"}, "loginId": {"fin@a.example.jp"}, "password": {password}})
	}
	for range 5 {
		sign("wrong").want(400)
	}
	locked := sign(testPassword).want(429).has(auth.LockoutMessage)
	if locked.header.Get("Retry-After") == "" {
		t.Error("no Retry-After")
	}
	p.clock.Add(16 * time.Minute)
	sign(testPassword).want(200)
}

func TestRefreshRotation(t *testing.T) {
	p := newPlatform(t)
	bank := p.institution("9981", "湊星銀行")
	p.user(deal.RoleFIN, bank, "fin@a.example.jp")
	first := p.visitor().form("/token", url.Values{"grant_type": {"password"}, "loginId": {"fin@a.example.jp"}, "password": {testPassword}}).json()
	refresh := func(token any) result {
		return p.visitor().form("/token", url.Values{"grant_type": {"refresh_token"}, "refreshToken": {token.(string)}})
	}
	second := refresh(first["refreshToken"]).want(200).json()
	again := refresh(first["refreshToken"]).want(200).json()
	if again["refreshToken"] != second["refreshToken"] {
		t.Error("within the grace the same successor must come")
	}
	p.clock.Add(auth.RefreshGrace + time.Second)
	refresh(first["refreshToken"]).want(401)
	refresh(second["refreshToken"]).want(401) // the whole family ended
}

func TestSessionEndsWithTheNextRequest(t *testing.T) {
	p := newPlatform(t)
	bank := p.institution("9981", "湊星銀行")
	u := p.user(deal.RoleFIN, bank, "fin@a.example.jp")
	c := p.signIn("fin@a.example.jp")
	c.send("PUT", "/api/BuyerCompanyUser/ChangeUserPassword", map[string]any{"password": "x", "newPassword": "y"}).want(400)
	c.send("PUT", "/api/FinancialUser/ChangeUserPassword", map[string]any{"password": "x", "newPassword": "short"}).want(422).has(`"password"`, `"newPassword"`)
	p.write(func(tx *store.Tx) error {
		u, err := tx.User(u.ID)
		if err != nil {
			return err
		}
		u.Status = int(deal.UserBlocked)
		return tx.UpdateUser(u, "")
	})
	c.send("PUT", "/api/FinancialUser/ChangeUserPassword", map[string]any{"password": "x", "newPassword": "y"}).want(401)
}
