package app

import (
	"crypto/tls"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"tsunagu/app/auth"
	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
)

const probePath = "/api/BuyerNegotiation/GetUnreadCounts"

// forged is a token with its header or claims changed and its signature as it was, or none.
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
	b := newBanks(newPlatform(t))
	a, other := b.userOf(b.finA), b.userOf(b.finB)
	claims, err := b.a.Keys.Parse(b.finA.token, auth.Platform, b.clock.Now())
	if err != nil {
		t.Fatal(err)
	}
	sign := func(change func(*auth.Claims)) string {
		c := claims
		change(&c)
		token, err := b.a.Keys.Sign(c, b.clock.Now())
		if err != nil {
			t.Fatal(err)
		}
		return token
	}
	bad := map[string]string{
		"empty": "", "garbage": "a.b.c", "no signature": forged(t, b.finA.token, nil, nil, ""), "half a signature": b.finA.token[:len(b.finA.token)-4],
		"alg none":          forged(t, b.finA.token, map[string]any{"alg": "none"}, nil, ""),
		"alg None, signed":  forged(t, b.finA.token, map[string]any{"alg": "None"}, nil, "same"),
		"alg HS512":         forged(t, b.finA.token, map[string]any{"alg": "HS512"}, nil, "same"),
		"another user":      forged(t, b.finA.token, nil, map[string]any{"http://schemas.xmlsoap.org/ws/2005/05/identity/claims/sid": other.ID}, "same"),
		"a longer life":     forged(t, b.finA.token, nil, map[string]any{"exp": 4102444800}, "same"),
		"no end":            forged(t, b.finA.token, nil, map[string]any{"exp": nil}, "same"),
		"user of another":   sign(func(c *auth.Claims) { c.UserID = other.ID }),
		"session of none":   sign(func(c *auth.Claims) { c.SessionID = store.NewID() }),
		"another role":      sign(func(c *auth.Claims) { c.Role = auth.BUY }),
		"the office's role": sign(func(c *auth.Claims) { c.Role, c.Audience = auth.FAD, auth.Office }),
		"a fingerprint":     sign(func(c *auth.Claims) { c.Fingerprint = auth.HashSecret("x") }),
	}
	for name, token := range bad {
		r := (&caller{b.platform, token}).get(probePath)
		if r.status != 401 || r.json()["code"] != "unauthorized" {
			t.Errorf("%s: %d %s", name, r.status, r.body)
		}
	}
	// A claim of an institution is nothing: rights come from the row.
	c := &caller{b.platform, sign(func(c *auth.Claims) { c.ClientID = b.bID })}
	c.get("/api/FinancialUser/GetUsersList").want(200).has(a.LoginID).hasNot(other.LoginID)
	c.get("/api/FinancialUser/GetUsersList?clientId=" + b.bID).want(400)
	// The bearer alone is a credential, never a cookie.
	req := httptest.NewRequest("GET", probePath, nil)
	req.Host = "localhost:8080"
	req.AddCookie(&http.Cookie{Name: web.CookieToken, Value: b.finA.token})
	w := httptest.NewRecorder()
	b.a.ServeHTTP(w, req)
	if w.Code != 401 {
		t.Errorf("a cookie is taken for a credential: %d", w.Code)
	}
	b.finA.get(probePath).want(200)
	b.clock.Add(auth.AccessTokenLife + time.Second)
	b.finA.get(probePath).want(401)
}

// browser is a browser on a page of an origin with its cookies.
type browser struct {
	p       *platform
	origin  string
	cookies map[string]*http.Cookie
	token   string
}

func (b *browser) do(method, path, contentType, body string, headers map[string]string) result {
	b.p.t.Helper()
	req := httptest.NewRequest(method, path, strings.NewReader(body))
	req.Host = "localhost:8080"
	req.Header.Set("Origin", b.origin)
	if contentType != "" {
		req.Header.Set("Content-Type", contentType)
	}
	if b.token != "" {
		req.Header.Set("Authorization", "Bearer "+b.token)
	}
	for k, v := range headers {
		req.Header.Set(k, v)
	}
	for _, c := range b.cookies {
		if strings.HasPrefix(path, c.Path) {
			req.AddCookie(&http.Cookie{Name: c.Name, Value: c.Value})
		}
	}
	w := httptest.NewRecorder()
	b.p.a.ServeHTTP(w, req)
	for _, c := range w.Result().Cookies() {
		if c.MaxAge < 0 {
			delete(b.cookies, c.Name)
		} else {
			b.cookies[c.Name] = c
		}
	}
	return result{t: b.p.t, status: w.Code, header: w.Header(), body: w.Body.String()}
}

func (b *browser) form(v url.Values) result {
	b.p.t.Helper()
	return b.do("POST", "/token", "application/x-www-form-urlencoded", v.Encode(), nil)
}

// A browser on a line that others can read is told so before it is asked for anything: not even a wrong
// password is looked at. Other clients are not held back.
func TestSignInNeedsEncryption(t *testing.T) {
	p := newPlatform(t)
	p.user(deal.RoleFIN, p.institution("9981", "湊星銀行"), "fin@a.example.jp")
	login := url.Values{"grant_type": {"password"}, "loginId": {"fin@a.example.jp"}, "password": {testPassword}}.Encode()
	sign := func(door, host, origin string, encrypted bool) result {
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
		p.a.ServeHTTP(w, r)
		if w.Code != 200 && len(w.Result().Cookies()) > 0 {
			t.Errorf("cookies with a %d", w.Code)
		}
		return result{t: t, status: w.Code, header: w.Header(), body: w.Body.String()}
	}
	for _, host := range []string{"ma.example.jp", "192.0.2.5:8080", "localhost.example.jp", "notlocalhost"} {
		for _, door := range []string{web.PlatformDoor.Path, web.OfficeDoor.Path} {
			sign(door, host, "http://"+host, false).want(426).has("insecure_address", "https://").hasNot(`"token"`)
		}
		sign(web.PlatformDoor.Path, host, "https://"+host, true).want(200)
		sign(web.PlatformDoor.Path, host, "", false).want(200)
	}
	for _, host := range []string{"localhost:8080", "tsunagu.localhost", "127.0.0.1:8080", "[::1]:8080"} {
		sign(web.PlatformDoor.Path, host, "http://"+host, false).want(200)
	}
}

func TestBrowserSession(t *testing.T) {
	p := newPlatform(t)
	bank := p.institution("9981", "湊星銀行")
	p.user(deal.RoleFIN, bank, "fin@a.example.jp")
	b := &browser{p: p, origin: "http://localhost:8080", cookies: map[string]*http.Cookie{}}
	login := url.Values{"grant_type": {"password"}, "loginId": {"fin@a.example.jp"}, "password": {testPassword}}
	b.token = b.form(login).want(200).hasNot("refreshToken").json()["token"].(string)
	for name, want := range map[string]http.Cookie{
		web.CookieToken:       {Path: "/", Secure: true, HttpOnly: false, SameSite: http.SameSiteLaxMode},
		web.CookieRefresh:     {Path: "/token", Secure: true, HttpOnly: true, SameSite: http.SameSiteStrictMode},
		web.CookieFingerprint: {Path: "/", Secure: true, HttpOnly: true, SameSite: http.SameSiteStrictMode},
		web.CookieDevice:      {Path: "/", Secure: true, HttpOnly: true, SameSite: http.SameSiteStrictMode},
	} {
		c := b.cookies[name]
		if c == nil || c.Path != want.Path || c.Secure != want.Secure || c.HttpOnly != want.HttpOnly || c.SameSite != want.SameSite || c.Domain != "" {
			t.Errorf("cookie %s: %+v", name, c)
		}
	}
	b.do("GET", probePath, "", "", nil).want(200)
	// A stolen token without the browser's companion, or with another's, is nothing.
	(&caller{p, b.token}).get(probePath).want(401)
	fp := b.cookies[web.CookieFingerprint].Value
	b.cookies[web.CookieFingerprint].Value = auth.NewSecret()
	b.do("GET", probePath, "", "", nil).want(401)
	b.form(url.Values{"grant_type": {"refresh_token"}}).want(401)
	if b.cookies[web.CookieRefresh] != nil {
		t.Error("a refused refresh leaves its cookie")
	}
	b.cookies[web.CookieFingerprint] = &http.Cookie{Name: web.CookieFingerprint, Value: fp, Path: "/"}
	b.do("GET", probePath, "", "", nil).want(200) // the stranger's try did not end the session

	// Another origin reaches nothing, with all the cookies of the world.
	evil := &browser{p: p, origin: "https://evil.example", cookies: b.cookies, token: b.token}
	denied := evil.form(login)
	if denied.status != 400 || len(denied.header.Values("Set-Cookie")) > 0 || strings.Contains(denied.body, "token") {
		t.Errorf("another origin signs in: %d %s", denied.status, denied.body)
	}
	evil.do("POST", "/logout", "", "", nil).want(400)
	evil.do("POST", "/api/UserAction/Regist", "application/json", `{"actionTypes":2,"sellerBusinessId":"x"}`, nil).want(400).has("not_available")
	b.do("POST", "/logout", "", "", map[string]string{"Sec-Fetch-Site": "cross-site"}).want(400)
	b.do("GET", probePath, "", "", nil).want(200)

	b.do("POST", "/logout", "", "", nil).want(200)
	for _, name := range []string{web.CookieToken, web.CookieRefresh, web.CookieFingerprint} {
		if b.cookies[name] != nil {
			t.Errorf("log-out leaves the cookie %s", name)
		}
	}
	b.cookies[web.CookieFingerprint] = &http.Cookie{Name: web.CookieFingerprint, Value: fp, Path: "/"}
	b.do("GET", probePath, "", "", nil).want(401)

	// On plain HTTP elsewhere nobody is asked for a password.
	req := httptest.NewRequest("POST", "/token", strings.NewReader(login.Encode()))
	req.Host, req.RemoteAddr = "bank.example.jp", "192.0.2.7:1"
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.Header.Set("Origin", "http://bank.example.jp")
	w := httptest.NewRecorder()
	p.a.ServeHTTP(w, req)
	if w.Code != http.StatusUpgradeRequired || len(w.Result().Cookies()) > 0 {
		t.Errorf("plain HTTP: %d %s", w.Code, w.Body)
	}
}

func TestRefreshStorm(t *testing.T) {
	p := newPlatform(t)
	bank := p.institution("9981", "湊星銀行")
	p.user(deal.RoleFIN, bank, "fin@a.example.jp")
	first := p.visitor().form("/token", url.Values{"grant_type": {"password"}, "loginId": {"fin@a.example.jp"}, "password": {testPassword}}).want(200).json()
	refresh := func(token string) result {
		return p.visitor().form("/token", url.Values{"grant_type": {"refresh_token"}, "refreshToken": {token}})
	}
	old := first["refreshToken"].(string)
	answers := together(50, func(int) result { return refresh(old) })
	successors := map[string]bool{}
	for _, r := range answers {
		successors[r.want(200).json()["refreshToken"].(string)] = true
	}
	if len(successors) != 1 || successors[old] {
		t.Errorf("%d successors of one token", len(successors))
	}
	var living int
	if err := newWatcher(t, p).db.QueryRow("SELECT count(*) FROM refresh_token WHERE used IS NULL").Scan(&living); err != nil || living != 1 {
		t.Errorf("%d living tokens, %v", living, err)
	}
	// Neither door takes the other's.
	next := ""
	for s := range successors {
		next = s
	}
	p.visitor().form("/office/token", url.Values{"grant_type": {"refresh_token"}, "refreshToken": {next}}).want(401)
	token := answers[7].json()["token"].(string)
	(&caller{p, token}).get(probePath).want(200)
	p.clock.Add(auth.RefreshGrace + time.Second)
	for _, r := range together(20, func(int) result { return refresh(old) }) { // replay
		r.want(401)
	}
	(&caller{p, token}).get(probePath).want(401)
	refresh(next).want(401)
}

// together makes n calls at once.
func together(n int, do func(i int) result) []result {
	out := make([]result, n)
	start := make(chan struct{})
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() {
			<-start
			out[i] = do(i)
		})
	}
	close(start)
	wg.Wait()
	return out
}

// TestRightsEndAtOnce: what is taken from a user in the database is gone with the next request,
// whatever his token says (trust.md G10).
func TestRightsEndAtOnce(t *testing.T) {
	set := func(change func(*store.User)) func(*testing.T, *platform, *store.User) {
		return func(t *testing.T, p *platform, u *store.User) {
			p.write(func(tx *store.Tx) error {
				u, err := tx.User(u.ID)
				if err != nil {
					return err
				}
				change(u)
				return tx.UpdateUser(u, "")
			})
		}
	}
	for name, take := range map[string]func(*testing.T, *platform, *store.User){
		"blocked":      set(func(u *store.User) { u.Status = int(deal.UserBlocked) }),
		"unsubscribed": set(func(u *store.User) { u.Status = int(deal.UserUnsubscribed) }),
		"another role": set(func(u *store.User) { u.Role = int(deal.RoleSEL) }),
		"office role":  set(func(u *store.User) { u.Role = int(deal.RoleFAD) }),
		"password set elsewhere": func(t *testing.T, p *platform, u *store.User) {
			p.visitor().post("/initializePassword", map[string]any{"mailAddress": u.LoginID}).want(200)
			k := keyInMail.FindStringSubmatch(p.mails(u.LoginID)[0].Text)
			p.visitor().post("/api/Public/SetPasswordByKey", map[string]any{"key": k[1], "password": "Mizuumi-no-Hotori-5"}).want(200)
		},
		"company disabled": func(t *testing.T, p *platform, u *store.User) { p.moveCompany(u.ClientID, deal.CompanyDisabled) },
		"trial over":       func(t *testing.T, p *platform, u *store.User) { p.trialUntil(u.ClientID, p.clock.Now()) },
		"bank stopped": func(t *testing.T, p *platform, u *store.User) {
			p.write(func(tx *store.Tx) error {
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
			p := newPlatform(t)
			bank := p.institution("9981", "湊星銀行")
			u := p.user(deal.RoleFIN, bank, "fin@a.example.jp")
			if name == "company disabled" || name == "trial over" || name == "bank stopped" {
				u = p.user(deal.RoleBUY, p.signIn(u.LoginID).buyer("霧晴環境株式会社"), "buy@a.example.jp")
			}
			in := p.visitor().form("/token", url.Values{"grant_type": {"password"}, "loginId": {u.LoginID}, "password": {testPassword}}).want(200).json()
			c := &caller{p, in["token"].(string)}
			c.get(probePath).want(200)
			take(t, p, u)
			c.get(probePath).want(401)
			for _, door := range []string{"/token", "/office/token"} { // of what he was, or of what he is now
				p.visitor().form(door, url.Values{"grant_type": {"refresh_token"}, "refreshToken": {in["refreshToken"].(string)}}).want(401)
			}
		})
	}
}

// TestPasswordChangeEndsTheOthers: the one that changes goes on, every other ends.
func TestPasswordChangeEndsTheOthers(t *testing.T) {
	p := newPlatform(t)
	bank := p.institution("9981", "湊星銀行")
	p.user(deal.RoleFIN, bank, "fin@a.example.jp")
	one, two := p.signIn("fin@a.example.jp"), p.signIn("fin@a.example.jp")
	one.send("PUT", "/api/FinancialUser/ChangeUserPassword", map[string]any{"password": testPassword, "newPassword": "Mizuumi-no-Hotori-5"}).want(200)
	one.get(probePath).want(200)
	two.get(probePath).want(401)
}

// TestSessionsEndByThemselves: an hour without a sign, and twelve hours in any case.
func TestSessionsEndByThemselves(t *testing.T) {
	p := newPlatform(t)
	bank := p.institution("9981", "湊星銀行")
	p.user(deal.RoleFIN, bank, "fin@a.example.jp")
	in := p.visitor().form("/token", url.Values{"grant_type": {"password"}, "loginId": {"fin@a.example.jp"}, "password": {testPassword}}).want(200).json()
	refresh := func(r map[string]any) result {
		return p.visitor().form("/token", url.Values{"grant_type": {"refresh_token"}, "refreshToken": {r["refreshToken"].(string)}})
	}
	began := p.clock.Now()
	for p.clock.Now().Sub(began)+50*time.Minute < auth.SessionAbsolute {
		p.clock.Add(50 * time.Minute)
		in = refresh(in).want(200).json()
	}
	p.clock.Add(50 * time.Minute)
	refresh(in).want(401)

	in = p.visitor().form("/token", url.Values{"grant_type": {"password"}, "loginId": {"fin@a.example.jp"}, "password": {testPassword}}).want(200).json()
	p.clock.Add(auth.SessionIdle + time.Second)
	refresh(in).want(401)
}
