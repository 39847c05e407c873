package app

import (
	"bytes"
	"database/sql"
	"net/http"
	"net/url"
	"testing"
	"time"

	"tsunagu/app/auth"
	"tsunagu/app/deal"
	"tsunagu/app/web"
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
	const replays = "SELECT count(*) FROM audit a JOIN session s ON s.id = a.subject_id WHERE a.event = 'refresh' AND a.result = 'replay' AND s.revoke_reason = 'replay'"
	if n := p.count(replays); n != 0 {
		t.Errorf("%d replays before there was one", n)
	}
	refresh(first["refreshToken"]).want(401)
	if n := p.count(replays); n != 1 {
		t.Errorf("%d lines of the audit log about a replay", n)
	}
	refresh(second["refreshToken"]).want(401) // the whole family ended
}

// What opens a session is nowhere in the database as it is: who reads a backup can sign in with nothing.
func TestSecretsAreNotInTheDatabase(t *testing.T) {
	p := newPlatform(t)
	p.user(deal.RoleFIN, p.institution("9981", "湊星銀行"), "fin@a.example.jp")
	b := &browser{p: p, origin: "http://localhost:8080", cookies: map[string]*http.Cookie{}}
	login := url.Values{"grant_type": {"password"}, "loginId": {"fin@a.example.jp"}, "password": {testPassword}}
	secrets := map[string]string{"password": testPassword, "token": b.form(login).want(200).json()["token"].(string)}
	for _, when := range []string{"first", "renewed"} { // the first one has a successor that is kept for the grace
		for name, c := range b.cookies {
			secrets[when+" "+name] = c.Value
		}
		if when == "first" {
			b.form(url.Values{"grant_type": {"refresh_token"}}).want(200)
		}
	}
	p.reset("fin@a.example.jp").want(200)
	secrets["key of a link"] = p.mailedKey("fin@a.example.jp")
	if secrets["first "+web.CookieRefresh] == secrets["renewed "+web.CookieRefresh] || len(secrets) < 10 {
		t.Fatalf("%d secrets", len(secrets))
	}
	db := openRaw(t, p.a.Store.Dir())
	w := newWatcher(t, p)
	cells := 0
	for _, table := range append(w.tables, counters...) {
		rows, err := db.Query("SELECT * FROM " + table)
		if err != nil {
			t.Fatal(err)
		}
		columns, err := rows.Columns()
		if err != nil {
			t.Fatal(err)
		}
		values, dest := make([]sql.RawBytes, len(columns)), make([]any, len(columns))
		for i := range values {
			dest[i] = &values[i]
		}
		for rows.Next() {
			if err := rows.Scan(dest...); err != nil {
				t.Fatal(err)
			}
			for i, v := range values {
				cells++
				for name, secret := range secrets {
					if secret == "" || bytes.Contains(v, []byte(secret)) {
						t.Errorf("%s.%s holds the %s", table, columns[i], name)
					}
				}
			}
		}
		if err := rows.Err(); err != nil {
			t.Fatal(err)
		}
	}
	if cells < 200 {
		t.Errorf("looked at %d cells", cells)
	}
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
