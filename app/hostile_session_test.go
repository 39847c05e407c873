package app_test

import (
	"crypto/tls"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/auth"
	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
)

// forged is a token with a changed header or changed claims, and with its old signature or none.
func forged(t *testing.T, token string, header, claims map[string]any, signature string) string {
	t.Helper()
	parts := strings.Split(token, ".")
	for i, changes := range []map[string]any{header, claims} {
		b, err := base64.RawURLEncoding.DecodeString(parts[i])
		if err != nil {
			t.Fatal(err)
		}
		var m map[string]any
		if err := json.Unmarshal(b, &m); err != nil {
			t.Fatal(err)
		}
		for k, v := range changes {
			if v == nil {
				delete(m, k)
			} else {
				m[k] = v
			}
		}
		if b, err = json.Marshal(m); err != nil {
			t.Fatal(err)
		}
		parts[i] = base64.RawURLEncoding.EncodeToString(b)
	}
	if signature != "same" {
		parts[2] = signature
	}
	return strings.Join(parts, ".")
}

func TestForgedTokens(t *testing.T) {
	b := apptest.NewBanks(apptest.NewPlatform(t))
	a, other := b.UserOf(b.FinA), b.UserOf(b.FinB)
	claims, err := b.App.Keys.Parse(b.FinA.Token, auth.Platform, b.Clock.Now())
	if err != nil {
		t.Fatal(err)
	}
	sign := func(change func(*auth.Claims)) string {
		c := claims
		change(&c)
		token, err := b.App.Keys.Sign(c, b.Clock.Now())
		if err != nil {
			t.Fatal(err)
		}
		return token
	}
	bad := map[string]string{
		"empty": "", "garbage": "a.b.c", "no signature": forged(t, b.FinA.Token, nil, nil, ""),
		"half a signature": b.FinA.Token[:len(b.FinA.Token)-4],
		"alg none":         forged(t, b.FinA.Token, map[string]any{"alg": "none"}, nil, ""),
		"alg None, signed": forged(t, b.FinA.Token, map[string]any{"alg": "None"}, nil, "same"),
		"alg HS512":        forged(t, b.FinA.Token, map[string]any{"alg": "HS512"}, nil, "same"),
		"another user": forged(t, b.FinA.Token, nil, map[string]any{"http://schemas.xmlsoap.org/ws/2005/05/identity/claims/sid": other.ID},
			"same"),
		"a longer life":     forged(t, b.FinA.Token, nil, map[string]any{"exp": 4102444800}, "same"),
		"no end":            forged(t, b.FinA.Token, nil, map[string]any{"exp": nil}, "same"),
		"user of another":   sign(func(c *auth.Claims) { c.UserID = other.ID }),
		"session of none":   sign(func(c *auth.Claims) { c.SessionID = store.NewID() }),
		"another role":      sign(func(c *auth.Claims) { c.Role = auth.BUY }),
		"the office's role": sign(func(c *auth.Claims) { c.Role, c.Audience = auth.FAD, auth.Office }),
		"a fingerprint":     sign(func(c *auth.Claims) { c.Fingerprint = auth.HashSecret("x") }),
	}
	for name, token := range bad {
		r := (&apptest.Caller{P: b.Platform, Token: token}).Get(apptest.ProbePath)
		if r.Status != 401 || r.JSON()["code"] != "unauthorized" {
			t.Errorf("%s: %d %s", name, r.Status, r.Body)
		}
	}
	// A claim of another institution has no effect: rights come from the user's row.
	c := &apptest.Caller{P: b.Platform, Token: sign(func(c *auth.Claims) { c.ClientID = b.BID })}
	c.Get("/api/FinancialUser/GetUsersList").Want(200).Has(a.LoginID).HasNot(other.LoginID)
	c.Get("/api/FinancialUser/GetUsersList?clientId=" + b.BID).Want(400)
	// The access token is accepted in the header only, never as a cookie.
	req := httptest.NewRequest("GET", apptest.ProbePath, nil)
	req.Host = "localhost:8080"
	req.AddCookie(&http.Cookie{Name: web.CookieToken, Value: b.FinA.Token})
	w := httptest.NewRecorder()
	b.App.ServeHTTP(w, req)
	if w.Code != 401 {
		t.Errorf("a cookie is taken for a credential: %d", w.Code)
	}
	b.FinA.Get(apptest.ProbePath).Want(200)
	b.Clock.Add(auth.AccessTokenLife + time.Second)
	b.FinA.Get(apptest.ProbePath).Want(401)
}

// A browser on an unencrypted connection is refused before anything is checked, even a wrong password.
// Other clients are not refused.
func TestSignInNeedsEncryption(t *testing.T) {
	p := apptest.NewPlatform(t)
	p.User(deal.RoleFIN, p.Institution("9981", "湊星銀行"), "fin@a.example.jp")
	login := url.Values{"grant_type": {"password"}, "loginId": {"fin@a.example.jp"}, "password": {apptest.TestPassword}}.Encode()
	sign := func(door, host, origin string, encrypted bool) apptest.Result {
		t.Helper()
		r := httptest.NewRequest("POST", door, strings.NewReader(login))
		r.Host = host
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		if origin != "" {
			r.Header.Set("Origin", origin)
		}
		if encrypted {
			r.TLS = &tls.ConnectionState{}
		}
		w := httptest.NewRecorder()
		p.App.ServeHTTP(w, r)
		if w.Code != 200 && len(w.Result().Cookies()) > 0 {
			t.Errorf("cookies with a %d", w.Code)
		}
		return apptest.Result{T: t, Status: w.Code, Header: w.Header(), Body: w.Body.String()}
	}
	for _, host := range []string{"ma.example.jp", "192.0.2.5:8080", "localhost.example.jp", "notlocalhost"} {
		for _, door := range []string{web.PlatformDoor.Path, web.OfficeDoor.Path} {
			sign(door, host, "http://"+host, false).Want(426).Has("insecure_address", "https://").HasNot(`"token"`)
		}
		sign(web.PlatformDoor.Path, host, "https://"+host, true).Want(200)
		sign(web.PlatformDoor.Path, host, "", false).Want(200)
	}
	for _, host := range []string{"localhost:8080", "tsunagu.localhost", "127.0.0.1:8080", "[::1]:8080"} {
		sign(web.PlatformDoor.Path, host, "http://"+host, false).Want(200)
	}
}

func TestBrowserSession(t *testing.T) {
	p := apptest.NewPlatform(t)
	bank := p.Institution("9981", "湊星銀行")
	p.User(deal.RoleFIN, bank, "fin@a.example.jp")
	b := &apptest.Browser{P: p, Origin: "http://localhost:8080", Cookies: map[string]*http.Cookie{}}
	login := url.Values{"grant_type": {"password"}, "loginId": {"fin@a.example.jp"}, "password": {apptest.TestPassword}}
	b.Token = b.Form(login).Want(200).HasNot("refreshToken").JSON()["token"].(string)
	for name, want := range map[string]http.Cookie{
		web.CookieToken:       {Path: "/", Secure: true, HttpOnly: false, SameSite: http.SameSiteLaxMode},
		web.CookieRefresh:     {Path: "/token", Secure: true, HttpOnly: true, SameSite: http.SameSiteStrictMode},
		web.CookieFingerprint: {Path: "/", Secure: true, HttpOnly: true, SameSite: http.SameSiteStrictMode},
		web.CookieDevice:      {Path: "/", Secure: true, HttpOnly: true, SameSite: http.SameSiteStrictMode},
	} {
		c := b.Cookies[name]
		if c == nil || c.Path != want.Path || c.Secure != want.Secure || c.HttpOnly != want.HttpOnly || c.SameSite != want.SameSite ||
			c.Domain != "" {
			t.Errorf("cookie %s: %+v", name, c)
		}
	}
	b.Do("GET", apptest.ProbePath, "", "", nil).Want(200)
	// A stolen token without the browser's fingerprint cookie, or with another's, is refused.
	(&apptest.Caller{P: p, Token: b.Token}).Get(apptest.ProbePath).Want(401)
	fp := b.Cookies[web.CookieFingerprint].Value
	b.Cookies[web.CookieFingerprint].Value = auth.NewSecret()
	b.Do("GET", apptest.ProbePath, "", "", nil).Want(401)
	b.Form(url.Values{"grant_type": {"refresh_token"}}).Want(401)
	if b.Cookies[web.CookieRefresh] != nil {
		t.Error("a refused refresh leaves its cookie")
	}
	b.Cookies[web.CookieFingerprint] = &http.Cookie{Name: web.CookieFingerprint, Value: fp, Path: "/"}
	b.Do("GET", apptest.ProbePath, "", "", nil).Want(200) // the refused tries did not end the session

	// Another origin is refused, even with all the cookies.
	evil := &apptest.Browser{P: p, Origin: "https://evil.example", Cookies: b.Cookies, Token: b.Token}
	denied := evil.Form(login)
	if denied.Status != 400 || len(denied.Header.Values("Set-Cookie")) > 0 || strings.Contains(denied.Body, "token") {
		t.Errorf("another origin signs in: %d %s", denied.Status, denied.Body)
	}
	evil.Do("POST", "/logout", "", "", nil).Want(400)
	evil.Do("POST", "/api/UserAction/Regist", "application/json", `{"actionTypes":2,"sellerBusinessId":"x"}`,
		nil).Want(400).Has("not_available")
	b.Do("POST", "/logout", "", "", map[string]string{"Sec-Fetch-Site": "cross-site"}).Want(400)
	b.Do("GET", apptest.ProbePath, "", "", nil).Want(200)

	b.Do("POST", "/logout", "", "", nil).Want(200)
	for _, name := range []string{web.CookieToken, web.CookieRefresh, web.CookieFingerprint} {
		if b.Cookies[name] != nil {
			t.Errorf("log-out leaves the cookie %s", name)
		}
	}
	b.Cookies[web.CookieFingerprint] = &http.Cookie{Name: web.CookieFingerprint, Value: fp, Path: "/"}
	b.Do("GET", apptest.ProbePath, "", "", nil).Want(401)

	// On plain HTTP, except on the same machine, nobody is asked for a password.
	req := httptest.NewRequest("POST", "/token", strings.NewReader(login.Encode()))
	req.Host, req.RemoteAddr = "bank.example.jp", "192.0.2.7:1"
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.Header.Set("Origin", "http://bank.example.jp")
	w := httptest.NewRecorder()
	p.App.ServeHTTP(w, req)
	if w.Code != http.StatusUpgradeRequired || len(w.Result().Cookies()) > 0 {
		t.Errorf("plain HTTP: %d %s", w.Code, w.Body)
	}
}

func TestRefreshStorm(t *testing.T) {
	p := apptest.NewPlatform(t)
	bank := p.Institution("9981", "湊星銀行")
	p.User(deal.RoleFIN, bank, "fin@a.example.jp")
	first := p.Visitor().Form("/token", url.Values{"grant_type": {"password"}, "loginId": {"fin@a.example.jp"},
		"password": {apptest.TestPassword}}).Want(200).JSON()
	refresh := func(token string) apptest.Result {
		return p.Visitor().Form("/token", url.Values{"grant_type": {"refresh_token"}, "refreshToken": {token}})
	}
	old := first["refreshToken"].(string)
	answers := apptest.Together(50, func(int) apptest.Result { return refresh(old) })
	successors := map[string]bool{}
	for _, r := range answers {
		successors[r.Want(200).JSON()["refreshToken"].(string)] = true
	}
	if len(successors) != 1 || successors[old] {
		t.Errorf("%d successors of one token", len(successors))
	}
	var living int
	if err := apptest.NewWatcher(t, p).Db.QueryRow("SELECT count(*) FROM refresh_token WHERE used IS NULL").Scan(&living); err != nil ||
		living != 1 {
		t.Errorf("%d living tokens, %v", living, err)
	}
	// Each of the two sign-ins refuses the other's refresh tokens.
	next := ""
	for s := range successors {
		next = s
	}
	p.Visitor().Form("/office/token", url.Values{"grant_type": {"refresh_token"}, "refreshToken": {next}}).Want(401)
	token := answers[7].JSON()["token"].(string)
	(&apptest.Caller{P: p, Token: token}).Get(apptest.ProbePath).Want(200)
	p.Clock.Add(auth.RefreshGrace + time.Second)
	for _, r := range apptest.Together(20, func(int) apptest.Result { return refresh(old) }) { // reuse of an old token
		r.Want(401)
	}
	(&apptest.Caller{P: p, Token: token}).Get(apptest.ProbePath).Want(401)
	refresh(next).Want(401)
}

// TestRightsEndAtOnce: rights that are removed in the database are gone with the next request,
// whatever the token says (trust.md G10).
func TestRightsEndAtOnce(t *testing.T) {
	set := func(change func(*store.User)) func(*testing.T, *apptest.Platform, *store.User) {
		return func(t *testing.T, p *apptest.Platform, u *store.User) {
			p.Write(func(tx *store.Tx) error {
				u, err := tx.User(u.ID)
				if err != nil {
					return err
				}
				change(u)
				return tx.UpdateUser(u, "")
			})
		}
	}
	for name, take := range map[string]func(*testing.T, *apptest.Platform, *store.User){
		"blocked":      set(func(u *store.User) { u.Status = int(deal.UserBlocked) }),
		"unsubscribed": set(func(u *store.User) { u.Status = int(deal.UserUnsubscribed) }),
		"another role": set(func(u *store.User) { u.Role = int(deal.RoleSEL) }),
		"office role":  set(func(u *store.User) { u.Role = int(deal.RoleFAD) }),
		"password set elsewhere": func(t *testing.T, p *apptest.Platform, u *store.User) {
			p.Visitor().Post("/initializePassword", map[string]any{"mailAddress": u.LoginID}).Want(200)
			k := apptest.KeyInMail.FindStringSubmatch(p.Mails(u.LoginID)[0].Text)
			p.Visitor().Post("/api/Public/SetPasswordByKey", map[string]any{"key": k[1], "password": "Mizuumi-no-Hotori-5"}).Want(200)
		},
		"company disabled": func(t *testing.T, p *apptest.Platform, u *store.User) {
			p.MoveCompany(u.ClientID, deal.CompanyDisabled)
		},
		"trial over": func(t *testing.T, p *apptest.Platform, u *store.User) { trialUntil(p, u.ClientID, p.Clock.Now()) },
		"bank stopped": func(t *testing.T, p *apptest.Platform, u *store.User) {
			p.Write(func(tx *store.Tx) error {
				of, err := tx.InstitutionOf(u)
				if err != nil {
					return err
				}
				i, err := tx.Institution(of)
				if err != nil {
					return err
				}
				i.Status = int(deal.InstitutionStopped)
				return tx.UpdateInstitution(i, "")
			})
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := apptest.NewPlatform(t)
			bank := p.Institution("9981", "湊星銀行")
			u := p.User(deal.RoleFIN, bank, "fin@a.example.jp")
			if name == "company disabled" || name == "trial over" || name == "bank stopped" {
				u = p.User(deal.RoleBUY, p.SignIn(u.LoginID).Buyer("霧晴環境株式会社"), "buy@a.example.jp")
			}
			in := p.Visitor().Form("/token", url.Values{"grant_type": {"password"}, "loginId": {u.LoginID},
				"password": {apptest.TestPassword}}).Want(200).JSON()
			c := &apptest.Caller{P: p, Token: in["token"].(string)}
			c.Get(apptest.ProbePath).Want(200)
			take(t, p, u)
			c.Get(apptest.ProbePath).Want(401)
			for _, door := range []string{"/token", "/office/token"} { // the sign-in of his old role and of the new one
				p.Visitor().Form(door, url.Values{"grant_type": {"refresh_token"}, "refreshToken": {in["refreshToken"].(string)}}).Want(401)
			}
		})
	}
}

// TestPasswordChangeEndsTheOthers: the session that changes the password goes on, every other one
// ends.
func TestPasswordChangeEndsTheOthers(t *testing.T) {
	p := apptest.NewPlatform(t)
	bank := p.Institution("9981", "湊星銀行")
	p.User(deal.RoleFIN, bank, "fin@a.example.jp")
	one, two := p.SignIn("fin@a.example.jp"), p.SignIn("fin@a.example.jp")
	one.Send("PUT", "/api/FinancialUser/ChangeUserPassword", map[string]any{"password": apptest.TestPassword,
		"newPassword": "Mizuumi-no-Hotori-5"}).Want(200)
	one.Get(apptest.ProbePath).Want(200)
	two.Get(apptest.ProbePath).Want(401)
}

// TestSessionsEndByThemselves: after an hour without a request, and after twelve hours in any case.
func TestSessionsEndByThemselves(t *testing.T) {
	p := apptest.NewPlatform(t)
	bank := p.Institution("9981", "湊星銀行")
	p.User(deal.RoleFIN, bank, "fin@a.example.jp")
	in := p.Visitor().Form("/token", url.Values{"grant_type": {"password"}, "loginId": {"fin@a.example.jp"},
		"password": {apptest.TestPassword}}).Want(200).JSON()
	refresh := func(r map[string]any) apptest.Result {
		return p.Visitor().Form("/token", url.Values{"grant_type": {"refresh_token"}, "refreshToken": {r["refreshToken"].(string)}})
	}
	began := p.Clock.Now()
	for p.Clock.Now().Sub(began)+50*time.Minute < auth.SessionAbsolute {
		p.Clock.Add(50 * time.Minute)
		in = refresh(in).Want(200).JSON()
	}
	p.Clock.Add(50 * time.Minute)
	refresh(in).Want(401)

	in = p.Visitor().Form("/token", url.Values{"grant_type": {"password"}, "loginId": {"fin@a.example.jp"},
		"password": {apptest.TestPassword}}).Want(200).JSON()
	p.Clock.Add(auth.SessionIdle + time.Second)
	refresh(in).Want(401)
}
