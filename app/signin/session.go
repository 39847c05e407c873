package signin

import (
	"cmp"
	"errors"
	"net/http"
	"net/url"
	"time"

	"tsunagu/app/auth"
	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
)

// TokenAnswer is what POST /token says. A browser gets the refresh token in its HttpOnly
// cookie alone; other clients get it here, as SPEC.md 7 has it. Where a code is still to come
// there is a ticket and no token: a client that knows of no codes finds no role in it, which
// SPEC.md 6 takes for a wrong sign-in.
type TokenAnswer struct {
	Token                string `json:"token,omitempty"`
	RefreshToken         string `json:"refreshToken,omitempty"`
	IsNeedPasswordChange bool   `json:"isNeedPasswordChange"`
	IsNeedSecondStep     bool   `json:"isNeedSecondStep,omitempty" doc:"2段階認証の設定が必要。設定するまで他の操作はできない"`
	Ticket               string `json:"ticket,omitempty" doc:"確認コードの入力が必要。grant_type=totp で確認コードと一緒に送る。5分間、1回だけ使える"`
}

var errWrongLogin = &web.Problem{Title: "Invalid grant", Status: 400, Detail: "ログインID、またはパスワードが間違っています。", Code: "invalid_grant"}

func (a Room) Calls() {
	web.Add(a.Platform, web.Call{
		Method: "POST", Path: web.PlatformDoor.Path, Area: "auth", Callers: web.Anyone, MaxBody: 16 << 10,
		Records: "自分", Summary: "ログインとトークンの更新", Spec: "SPEC 7 Authentication",
	},
		func(r *web.Request, in *TokenForm) (*TokenAnswer, error) { return a.Grant(r, web.PlatformDoor, in) })
	web.Add(a.Platform, web.Call{
		Method: "POST", Path: "/logout", Area: "auth", Callers: web.FIN | web.LEN | web.BUY, PasswordDue: true,
		Records: "自分", Summary: "ログアウト", Spec: "SPEC 4 Session",
	},
		func(r *web.Request, _ *struct{}) (web.Nothing, error) {
			return web.Nothing{}, SignOut(r, web.PlatformDoor)
		})
}

// TokenForm is the form of a token call: grant_type password with loginId and password, or
// refresh_token with refreshToken (SPEC.md 7 Authentication); totp with ticket, code and, from a
// browser that is to be remembered, remember=1.
type TokenForm struct {
	RawBody []byte `contentType:"application/x-www-form-urlencoded"`
}

// Grant answers the token call of a door.
func (a Room) Grant(r *web.Request, d *web.Door, in *TokenForm) (*TokenAnswer, error) {
	f, err := url.ParseQuery(string(in.RawBody))
	if err != nil {
		return nil, errWrongLogin
	}
	switch f.Get("grant_type") {
	case "password":
		return a.signIn(r, d, f.Get("loginId"), f.Get("password"))
	case "totp":
		return a.signInByCode(r, d, f.Get("ticket"), f.Get("code"), f.Get("remember") == "1")
	case "refresh_token":
		return a.refresh(r, d, f.Get("refreshToken"))
	}
	return nil, errWrongLogin
}

// SignOut ends the session that calls.
func SignOut(r *web.Request, d *web.Door) error {
	dropCookies(r, d)
	return r.Write(func(tx *store.Tx) error {
		if err := tx.RevokeSession(r.Session, "logout"); err != nil {
			return err
		}
		return tx.AddAudit(r.Line("logout", "user", r.ID(), "ok", ""))
	})
}

// isBrowser: a request that a page made bears one of these, and script cannot take them off.
func isBrowser(r *http.Request) bool {
	return r.Header.Get("Origin") != "" || r.Header.Get("Sec-Fetch-Site") != ""
}

// otherDoor is the answer to the right password at the wrong door: a wrong login (domain.md 2) that says where the
// right one is. Who does not know the password never gets it, and it counts for the lockout as any wrong one does.
func otherDoor(d *web.Door) *web.Problem {
	p := *errWrongLogin
	detail := "このログインIDは、会員のログイン画面（/login）でお使いください。"
	if d == web.PlatformDoor {
		detail = "このログインIDは、事務局・金融機関の管理者のものです。事務局のログイン画面（/office）でお使いください。"
	}
	p.Errors = []web.FieldError{{Field: "loginId", Detail: detail}}
	return &p
}

// signIn checks ID and password. Unknown IDs, wrong passwords and users who may not sign in answer alike, and with roles
// of the other door they take alike long and count alike for the lockout.
func (a Room) signIn(r *web.Request, d *web.Door, loginID, password string) (*TokenAnswer, error) {
	if isBrowser(r.Raw) && !a.Secure(r.Raw) {
		return nil, &web.Problem{Title: "Upgrade required", Status: 426,
			Detail: "この接続は暗号化されていないため、ログインできません。https:// で始まるアドレスか、このパソコン上の http://localhost から開いてください。", Code: "insecure_address"}
	}
	var user *store.User
	var at attempt
	out, isForbidden := false, false
	err := r.Read(func(q *store.Q) error {
		u, err := q.UserByLogin(auth.FoldLoginID(loginID))
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return err
		}
		if user = u; u != nil {
			if out, err = web.IsOut(q, u); err != nil {
				return err
			}
			if isForbidden, _, err = passwordRule(q, u); err != nil {
				return err
			}
		}
		if at, err = attemptAt(r, q, loginID, u); err != nil {
			return err
		}
		return checkLock(r, q, at)
	})
	if err != nil {
		return nil, err
	}

	ok := false
	if user != nil && user.PasswordHash != "" {
		if ok, err = a.Hasher.Verify(r, user.PasswordHash, password); err != nil {
			return nil, err
		}
	} else if err := a.Hasher.VerifyNone(r, password); err != nil {
		return nil, err
	}
	role := deal.RoleNone
	if ok {
		role = deal.Role(user.Role)
	}
	if !ok || out || isForbidden || !d.Callers.Has(role) || user.Status != int(deal.UserEnabled) {
		if err := r.Write(func(tx *store.Tx) error { return wrongPassword(r, tx, at, user, d.Event) }); err != nil {
			return nil, err
		}
		if ok && !out && user.Status == int(deal.UserEnabled) {
			if isForbidden && d.Callers.Has(role) {
				return nil, directoryOnly()
			}
			return nil, otherDoor(d)
		}
		return nil, errWrongLogin
	}
	var rehash string
	if a.Hasher.NeedsRehash(user.PasswordHash) {
		if rehash, err = a.Hasher.Hash(r, password); err != nil {
			return nil, err
		}
	}
	return firstStep(r, user, d, at, rehash)
}

// Opening is what differs between the ways in.
type Opening struct {
	Detail  string                                // of the audit line: what stood for the code
	Method  string                                // store.Method…; MethodPassword where it is empty
	Prove   func(*store.Tx, *store.User) error    // what must hold in the transaction that opens
	Keep    func(*store.Tx, *store.Session) error // what is written with the session; nil for nothing
	Passkey string                                // that opens it
}

// Open starts a session of a user who came in by a way that another room has checked.
func (a Room) Open(r *web.Request, user *store.User, d *web.Door, by *Opening) (*TokenAnswer, error) {
	var at attempt
	err := r.Read(func(q *store.Q) (err error) { at, err = attemptAt(r, q, user.LoginID, user); return err })
	if err != nil {
		return nil, err
	}
	return openSession(r, user, d, at, by)
}

// openSession starts a session of the user and answers with its tokens.
func openSession(r *web.Request, user *store.User, d *web.Door, at attempt, by *Opening) (*TokenAnswer, error) {
	browser := isBrowser(r.Raw)
	refresh, fingerprint, deviceSecret := auth.NewSecret(), "", cookieValue(r.Raw, web.CookieDevice)
	if browser {
		fingerprint = auth.NewSecret()
		if deviceSecret == "" {
			deviceSecret = auth.NewSecret()
		}
	}
	s := &store.Session{UserID: user.ID, Aud: string(d.Audience), IP: r.IP, PasskeyID: by.Passkey,
		UserAgent: web.Truncate(r.Raw.UserAgent(), 200)}
	if fingerprint != "" {
		s.FingerprintHash = auth.HashSecret(fingerprint)
	}
	err := r.Write(func(tx *store.Tx) error {
		// Read again inside: the row may have been blocked since it was checked.
		u, err := tx.User(user.ID)
		if err != nil {
			return err
		}
		if u.Status != int(deal.UserEnabled) || u.PasswordHash != user.PasswordHash || !d.Callers.Has(deal.Role(u.Role)) {
			return errWrongLogin
		}
		if by.Prove != nil {
			if err := by.Prove(tx, u); err != nil {
				return err
			}
		}
		if err := r.Become(&tx.Q, u); err != nil {
			return err
		}
		if out, err := web.IsOut(&tx.Q, u); err != nil {
			return err
		} else if out {
			return errWrongLogin
		}
		if by.Method == "" {
			if err := byPassword(r, tx, u); err != nil {
				return err
			}
		}
		s.Expires, s.Method = tx.Now().Add(auth.SessionAbsolute), cmp.Or(by.Method, by.Detail, store.MethodPassword)
		switch s.Method { // the directory's room says itself whether one signed in there just now
		case store.MethodCode, store.MethodRecovery, store.MethodPasskey:
			s.Proven = tx.Now()
		}
		if s.Method != store.MethodPasskey && s.Method != store.MethodDirectory {
			if err := needsPasskey(r, &tx.Q, u); err != nil {
				return err
			}
		}
		if err := tx.CreateSession(s); err != nil {
			return err
		}
		r.Session = s.ID
		r.StepDue = r.StepDue && isStep(s)
		if by.Keep != nil {
			if err := by.Keep(tx, s); err != nil {
				return err
			}
		}
		if err := tx.CreateRefreshToken(&store.RefreshToken{Hash: auth.HashSecret(refresh), SessionID: s.ID}); err != nil {
			return err
		}
		if err := tx.ForgetLoginFailures(at.idHash, at.address, at.device, tx.Now().Add(-auth.FailureLife)); err != nil {
			return err
		}
		if deviceSecret != "" {
			if err := tx.RememberDevice(auth.HashSecret(deviceSecret), u.ID); err != nil {
				return err
			}
		}
		if err := tx.AddUserAction(u.ID, "", int(deal.ActionLogin), 0); err != nil {
			return err
		}
		return tx.AddAudit(r.Line(d.Event, "user", u.ID, "ok", by.Detail))
	})
	if err != nil {
		return nil, err
	}
	return tokens(r, s, d, refresh, fingerprint, deviceSecret)
}

// isStep says that a second step can be asked for in a session: the institution's directory has seen to it otherwise.
func isStep(s *store.Session) bool { return s.Method != store.MethodDirectory }

// tokens signs an access token for the session and hands both out, by cookies to a browser.
func tokens(r *web.Request, s *store.Session, d *web.Door, refresh, fingerprint, deviceSecret string) (*TokenAnswer, error) {
	token, err := r.Platform.Keys.Sign(auth.Claims{Audience: d.Audience, Role: tokenRole(r.Role), UserID: r.User.ID, ClientID: r.User.ClientID,
		Name: r.User.UserName, IsLending: r.Role == deal.RoleLEN, SessionID: s.ID, Fingerprint: s.FingerprintHash}, r.Platform.Store.Now())
	if err != nil {
		return nil, err
	}
	out := &TokenAnswer{Token: token, IsNeedPasswordChange: r.User.IsNeedPasswordChange, IsNeedSecondStep: r.StepDue}
	if !isBrowser(r.Raw) {
		out.RefreshToken = refresh
		return out, nil
	}
	rest := s.Expires.Sub(r.Platform.Store.Now())
	http.SetCookie(r.W, &http.Cookie{Name: d.Token, Value: token, Path: d.TokenPath, Secure: true, SameSite: http.SameSiteLaxMode,
		MaxAge: int(rest / time.Second)})
	setSecret(r, d.Refresh, refresh, d.Path, rest)
	if fingerprint != "" {
		setSecret(r, d.Fingerprint, fingerprint, "/", rest)
	}
	if deviceSecret != "" {
		setSecret(r, web.CookieDevice, deviceSecret, "/", 365*24*time.Hour)
	}
	return out, nil
}

// setSecret sets a cookie that no script reads.
func setSecret(r *web.Request, name, value, path string, age time.Duration) {
	http.SetCookie(r.W, &http.Cookie{Name: name, Value: value, Path: path, Secure: true, HttpOnly: true, SameSite: http.SameSiteStrictMode,
		MaxAge: int(age / time.Second)})
}

func dropCookies(r *web.Request, d *web.Door) {
	for _, c := range []struct{ name, path string }{{d.Token, d.TokenPath}, {d.Refresh, d.Path}, {d.Fingerprint, "/"}} {
		http.SetCookie(r.W, &http.Cookie{Name: c.name, Path: c.path, Secure: true, MaxAge: -1})
	}
}

// refresh answers a refresh token with the next one. For 30 s the previous one yields the same
// successor (a lost answer, many tabs); used later it ends the whole family (trust.md G4).
func (a Room) refresh(r *web.Request, d *web.Door, given string) (*TokenAnswer, error) {
	if isBrowser(r.Raw) {
		given = cookieValue(r.Raw, d.Refresh)
	}
	if given == "" {
		return nil, web.ErrUnauthorized
	}
	fingerprint := cookieValue(r.Raw, d.Fingerprint)
	next := auth.NewSecret()
	var session *store.Session
	var replay bool
	err := r.Write(func(tx *store.Tx) error {
		rt, err := tx.RefreshToken(auth.HashSecret(given))
		if errors.Is(err, store.ErrNotFound) {
			return web.ErrUnauthorized
		}
		if err != nil {
			return err
		}
		if session, err = tx.Session(rt.SessionID); err != nil {
			return err
		}
		if session.Aud != string(d.Audience) || !alive(session, tx.Now()) || session.FingerprintHash != "" &&
			!auth.SecretMatches(fingerprint, session.FingerprintHash) {
			return web.ErrUnauthorized
		}
		u, err := tx.User(session.UserID)
		if err != nil {
			return err
		}
		if u.Status != int(deal.UserEnabled) || !d.Callers.Has(deal.Role(u.Role)) {
			return web.ErrUnauthorized
		}
		if err := r.Become(&tx.Q, u); err != nil {
			return err
		}
		if out, err := web.IsOut(&tx.Q, u); err != nil {
			return err
		} else if out {
			return web.ErrUnauthorized
		}
		r.Session = session.ID
		r.StepDue = r.StepDue && isStep(session)
		if !rt.Used.IsZero() {
			// The clock may have gone back: the grace is no longer for it.
			if tx.Now().Sub(rt.Used).Abs() > auth.RefreshGrace || len(rt.Successor) == 0 {
				replay = true
				if err := tx.RevokeSession(session.ID, "replay"); err != nil {
					return err
				}
				return tx.AddAudit(r.Line("refresh", "session", session.ID, "replay", ""))
			}
			plain, err := a.Keys.Open(rt.Successor)
			if err != nil {
				return err
			}
			next = string(plain)
			return nil
		}
		if err := tx.UseRefreshToken(rt.Hash, a.Keys.Seal([]byte(next))); err != nil {
			return err
		}
		if err := tx.CreateRefreshToken(&store.RefreshToken{Hash: auth.HashSecret(next), SessionID: session.ID}); err != nil {
			return err
		}
		return tx.SeeSession(session.ID)
	})
	if err == nil && replay {
		err = web.ErrUnauthorized
	}
	if err != nil {
		if errors.Is(err, web.ErrUnauthorized) {
			dropCookies(r, d)
		}
		return nil, err
	}
	return tokens(r, session, d, next, "", "")
}

func tokenRole(r deal.Role) auth.Role {
	switch r {
	case deal.RoleBUY:
		return auth.BUY
	case deal.RoleFIN, deal.RoleLEN:
		return auth.FIN
	case deal.RoleFAD:
		return auth.FAD
	case deal.RoleADM:
		return auth.ADM
	}
	return ""
}

func cookieValue(r *http.Request, name string) string {
	c, err := r.Cookie(name)
	if err != nil {
		return ""
	}
	return c.Value
}
