package signin_test

import (
	"bytes"
	"database/sql"
	"net/http"
	"net/url"
	"testing"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/auth"
	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
)

func TestSignIn(t *testing.T) {
	p := apptest.NewPlatform(t)
	bank := p.Institution("9981", "湊星銀行")
	p.User(deal.RoleFIN, bank, "fin@a.example.jp")
	p.User(deal.RoleADM, "", "office@a.example.jp")
	sign := func(id, password string) apptest.Result {
		return p.Visitor().Form("/token", url.Values{"grant_type": {"password"}, "loginId": {id}, "password": {password}})
	}
	ok := sign("ＦＩＮ@a.example.jp ", apptest.TestPassword).Want(200).JSON()
	if ok["refreshToken"] == "" || ok["isNeedPasswordChange"] != false {
		t.Errorf("answer %v", ok)
	}
	wrong := sign("fin@a.example.jp", "wrong").Want(400)
	// An unknown ID, a wrong password and a role that has no business here answer alike; the latter's own password is told
	// where it is of use.
	sign("office@a.example.jp", apptest.TestPassword).Want(400).Has(`"code":"invalid_grant"`, "/office").HasNot("oken\"", "ticket")
	for _, r := range []apptest.Result{sign("nobody@a.example.jp", apptest.TestPassword), sign("office@a.example.jp", "wrong")} {
		if r.Status != wrong.Status || r.Body != wrong.Body {
			t.Errorf("answers differ: %s and %s", r.Body, wrong.Body)
		}
	}
}

func TestLockout(t *testing.T) {
	p := apptest.NewPlatform(t)
	bank := p.Institution("9981", "湊星銀行")
	p.User(deal.RoleFIN, bank, "fin@a.example.jp")
	sign := func(password string) apptest.Result {
		return p.Visitor().Form("/token", url.Values{"grant_type": {"password"}, "loginId": {"fin@a.example.jp"}, "password": {password}})
	}
	for range 5 {
		sign("wrong").Want(400)
	}
	locked := sign(apptest.TestPassword).Want(429).Has(auth.LockoutMessage)
	if locked.Header.Get("Retry-After") == "" {
		t.Error("no Retry-After")
	}
	p.Clock.Add(16 * time.Minute)
	sign(apptest.TestPassword).Want(200)
}

func TestRefreshRotation(t *testing.T) {
	p := apptest.NewPlatform(t)
	bank := p.Institution("9981", "湊星銀行")
	p.User(deal.RoleFIN, bank, "fin@a.example.jp")
	first := p.Visitor().Form("/token", url.Values{"grant_type": {"password"}, "loginId": {"fin@a.example.jp"},
		"password": {apptest.TestPassword}}).JSON()
	refresh := func(token any) apptest.Result {
		return p.Visitor().Form("/token", url.Values{"grant_type": {"refresh_token"}, "refreshToken": {token.(string)}})
	}
	second := refresh(first["refreshToken"]).Want(200).JSON()
	again := refresh(first["refreshToken"]).Want(200).JSON()
	if again["refreshToken"] != second["refreshToken"] {
		t.Error("within the grace the same successor must come")
	}
	p.Clock.Add(auth.RefreshGrace + time.Second)
	const replays = "SELECT count(*) FROM audit a JOIN session s ON s.id = a.subject_id WHERE a.event = 'refresh' AND a.result = 'replay' AND s.revoke_reason = 'replay'"
	if n := p.Count(replays); n != 0 {
		t.Errorf("%d replays before there was one", n)
	}
	refresh(first["refreshToken"]).Want(401)
	if n := p.Count(replays); n != 1 {
		t.Errorf("%d lines of the audit log about a replay", n)
	}
	refresh(second["refreshToken"]).Want(401) // the whole family ended
}

// What opens a session is nowhere in the database as it is: who reads a backup can sign in with nothing.
func TestSecretsAreNotInTheDatabase(t *testing.T) {
	p := apptest.NewPlatform(t)
	p.User(deal.RoleFIN, p.Institution("9981", "湊星銀行"), "fin@a.example.jp")
	b := &apptest.Browser{P: p, Origin: "http://localhost:8080", Cookies: map[string]*http.Cookie{}}
	login := url.Values{"grant_type": {"password"}, "loginId": {"fin@a.example.jp"}, "password": {apptest.TestPassword}}
	secrets := map[string]string{"password": apptest.TestPassword, "token": b.Form(login).Want(200).JSON()["token"].(string)}
	for _, when := range []string{"first", "renewed"} { // the first one has a successor that is kept for the grace
		for name, c := range b.Cookies {
			secrets[when+" "+name] = c.Value
		}
		if when == "first" {
			b.Form(url.Values{"grant_type": {"refresh_token"}}).Want(200)
		}
	}
	p.Reset("fin@a.example.jp").Want(200)
	secrets["key of a link"] = p.MailedKey("fin@a.example.jp")
	if secrets["first "+web.CookieRefresh] == secrets["renewed "+web.CookieRefresh] || len(secrets) < 10 {
		t.Fatalf("%d secrets", len(secrets))
	}
	db := apptest.OpenRaw(t, p.App.Store.Dir())
	w := apptest.NewWatcher(t, p)
	cells := 0
	for _, table := range append(w.Tables, apptest.Counters...) {
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
	p := apptest.NewPlatform(t)
	bank := p.Institution("9981", "湊星銀行")
	u := p.User(deal.RoleFIN, bank, "fin@a.example.jp")
	c := p.SignIn("fin@a.example.jp")
	c.Send("PUT", "/api/BuyerCompanyUser/ChangeUserPassword", map[string]any{"password": "x", "newPassword": "y"}).Want(400)
	c.Send("PUT", "/api/FinancialUser/ChangeUserPassword", map[string]any{"password": "x", "newPassword": "short"}).Want(422).Has(`"password"`,
		`"newPassword"`)
	p.Write(func(tx *store.Tx) error {
		u, err := tx.User(u.ID)
		if err != nil {
			return err
		}
		u.Status = int(deal.UserBlocked)
		return tx.UpdateUser(u, "")
	})
	c.Send("PUT", "/api/FinancialUser/ChangeUserPassword", map[string]any{"password": "x", "newPassword": "y"}).Want(401)
}
