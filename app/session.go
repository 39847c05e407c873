package app

import (
	"errors"
	"net/http"
	"net/url"
	"time"

	"tsunagu/app/auth"
	"tsunagu/app/deal"
	"tsunagu/store"
)

// Cookies of a browser (trust.md Tokens and cookies). The names token and refreshToken are
// SPEC.md 6's. The fingerprint makes a stolen token useless in another browser.
const (
	cookieToken       = "token"
	cookieRefresh     = "refreshToken"
	cookieFingerprint = "__Host-fp"
	cookieDevice      = "__Host-device" // known to both doors: it opens neither
)

// door is one of the two sign-ins (domain.md 1). They share their rules and nothing else: users,
// tokens and cookies of one are nothing at the other.
type door struct {
	audience auth.Audience
	callers  callers // who signs in here
	path     string  // of its token call; its refresh cookie goes nowhere else
	event    string  // of the audit log

	token, tokenPath     string // cookie that script reads for the bearer
	refresh, fingerprint string // HttpOnly cookies
	trust                string // HttpOnly cookie of a browser that needs no code
}

var (
	platformDoor = &door{auth.Platform, fin | buy, "/token", "login", cookieToken, "/", cookieRefresh, cookieFingerprint, "__Host-trust"}
	officeDoor   = &door{auth.Office, adm | fad, "/office/token", "office_login", "officeToken", "/office", "officeRefreshToken", "__Host-office-fp", "__Host-office-trust"}
)

// door is where the callers of a call sign in; nil where no token is needed. No call has
// callers of both.
func (c callers) door() *door {
	switch {
	case c&(anyone|byKey) != 0:
		return nil
	case c&officeDoor.callers != 0:
		return officeDoor
	}
	return platformDoor
}

// tokenAnswer is what POST /token says. A browser gets the refresh token in its HttpOnly
// cookie alone; other clients get it here, as SPEC.md 7 has it. Where a code is still to come
// there is a ticket and no token: a client that knows of no codes finds no role in it, which
// SPEC.md 6 takes for a wrong sign-in.
type tokenAnswer struct {
	Token                string `json:"token,omitempty"`
	RefreshToken         string `json:"refreshToken,omitempty"`
	IsNeedPasswordChange bool   `json:"isNeedPasswordChange"`
	IsNeedSecondStep     bool   `json:"isNeedSecondStep,omitempty" doc:"2段階認証の設定が必要。設定するまで他の操作はできない"`
	Ticket               string `json:"ticket,omitempty" doc:"確認コードの入力が必要。grant_type=totp で確認コードと一緒に送る。5分間、1回だけ使える"`
}

var errWrongLogin = &Problem{Title: "Invalid grant", Status: 400, Detail: "ログインID、またはパスワードが間違っています。", Code: "invalid_grant"}

func (a *App) sessionCalls() {
	add(a.Platform, call{
		method: "POST", path: platformDoor.path, area: "auth", callers: anyone, maxBody: 16 << 10,
		records: "自分", summary: "ログインとトークンの更新", spec: "SPEC 7 Authentication",
	},
		func(r *request, in *tokenForm) (*tokenAnswer, error) { return a.grant(r, platformDoor, in) })
	add(a.Platform, call{
		method: "POST", path: "/logout", area: "auth", callers: fin | buy, passwordDue: true,
		records: "自分", summary: "ログアウト", spec: "SPEC 4 Session",
	},
		func(r *request, _ *struct{}) (nothing, error) { return nothing{}, a.signOut(r, platformDoor) })
}

// tokenForm is the form of a token call: grant_type password with loginId and password, or
// refresh_token with refreshToken (SPEC.md 7 Authentication); totp with ticket, code and, from a
// browser that is to be remembered, remember=1.
type tokenForm struct {
	RawBody []byte `contentType:"application/x-www-form-urlencoded"`
}

// grant answers the token call of a door.
func (a *App) grant(r *request, d *door, in *tokenForm) (*tokenAnswer, error) {
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

// signOut ends the session that calls.
func (a *App) signOut(r *request, d *door) error {
	r.dropCookies(d)
	return r.write(func(tx *store.Tx) error {
		if err := tx.RevokeSession(r.session, "logout"); err != nil {
			return err
		}
		return tx.AddAudit(r.line("logout", "user", r.id(), "ok", ""))
	})
}

// isBrowser: a request that a page made bears one of these, and script cannot take them off.
func isBrowser(r *http.Request) bool {
	return r.Header.Get("Origin") != "" || r.Header.Get("Sec-Fetch-Site") != ""
}

// signIn checks ID and password. Unknown IDs, wrong passwords, roles of the other door and users
// who may not sign in answer alike, take alike long and count alike for the lockout.
func (a *App) signIn(r *request, d *door, loginID, password string) (*tokenAnswer, error) {
	if isBrowser(r.raw) && !a.secure(r.raw) {
		return nil, &Problem{Title: "Upgrade required", Status: 426, Detail: "この接続は暗号化されていないため、ログインできません。https:// で始まるアドレスか、このパソコン上の http://localhost から開いてください。", Code: "insecure_address"}
	}
	var user *store.User
	var at attempt
	out := false
	err := r.read(func(q *store.Q) error {
		u, err := q.UserByLogin(auth.FoldLoginID(loginID))
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return err
		}
		if user = u; u != nil {
			if out, err = isOut(q, u); err != nil {
				return err
			}
		}
		if at, err = r.attemptAt(q, loginID, u); err != nil {
			return err
		}
		return r.checkLock(q, at)
	})
	if err != nil {
		return nil, err
	}

	ok := false
	if user != nil && user.PasswordHash != "" {
		if ok, err = a.hasher.Verify(r, user.PasswordHash, password); err != nil {
			return nil, err
		}
	} else if err := a.hasher.VerifyNone(r, password); err != nil {
		return nil, err
	}
	role := deal.RoleNone
	if ok {
		role = deal.Role(user.Role)
	}
	if !ok || out || !d.callers.has(role) || user.Status != int(deal.UserEnabled) {
		if err := r.write(func(tx *store.Tx) error { return r.wrongPassword(tx, at, user, d.event) }); err != nil {
			return nil, err
		}
		return nil, errWrongLogin
	}
	var rehash string
	if auth.NeedsRehash(user.PasswordHash) {
		if rehash, err = a.hasher.Hash(r, password); err != nil {
			return nil, err
		}
	}
	return r.firstStep(user, d, at, rehash)
}

// opening is what differs between the ways in.
type opening struct {
	detail string                             // of the audit line: what stood for the code
	prove  func(*store.Tx, *store.User) error // what must hold in the transaction that opens
}

// openSession starts a session of the user and answers with its tokens.
func (r *request) openSession(user *store.User, d *door, at attempt, by *opening) (*tokenAnswer, error) {
	browser := isBrowser(r.raw)
	refresh, fingerprint, deviceSecret := auth.NewSecret(), "", cookieValue(r.raw, cookieDevice)
	if browser {
		fingerprint = auth.NewSecret()
		if deviceSecret == "" {
			deviceSecret = auth.NewSecret()
		}
	}
	s := &store.Session{UserID: user.ID, Aud: string(d.audience), IP: r.ip, UserAgent: truncate(r.raw.UserAgent(), 200)}
	if fingerprint != "" {
		s.FingerprintHash = auth.HashSecret(fingerprint)
	}
	err := r.write(func(tx *store.Tx) error {
		// Read again inside: the row may have been blocked since it was checked.
		u, err := tx.User(user.ID)
		if err != nil {
			return err
		}
		if u.Status != int(deal.UserEnabled) || u.PasswordHash != user.PasswordHash || !d.callers.has(deal.Role(u.Role)) {
			return errWrongLogin
		}
		if by.prove != nil {
			if err := by.prove(tx, u); err != nil {
				return err
			}
		}
		if err := r.become(&tx.Q, u); err != nil {
			return err
		}
		if out, err := isOut(&tx.Q, u); err != nil {
			return err
		} else if out {
			return errWrongLogin
		}
		s.Expires = tx.Now().Add(auth.SessionAbsolute)
		if err := tx.CreateSession(s); err != nil {
			return err
		}
		r.session = s.ID
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
		return tx.AddAudit(r.line(d.event, "user", u.ID, "ok", by.detail))
	})
	if err != nil {
		return nil, err
	}
	return r.tokens(s, d, refresh, fingerprint, deviceSecret)
}

// tokens signs an access token for the session and hands both out, by cookies to a browser.
func (r *request) tokens(s *store.Session, d *door, refresh, fingerprint, deviceSecret string) (*tokenAnswer, error) {
	token, err := r.p.Keys.Sign(auth.Claims{Audience: d.audience, Role: tokenRole(r.role), UserID: r.user.ID, ClientID: r.user.ClientID,
		Name: r.user.UserName, SessionID: s.ID, Fingerprint: s.FingerprintHash}, r.p.Store.Now())
	if err != nil {
		return nil, err
	}
	out := &tokenAnswer{Token: token, IsNeedPasswordChange: r.user.IsNeedPasswordChange, IsNeedSecondStep: r.stepDue}
	if !isBrowser(r.raw) {
		out.RefreshToken = refresh
		return out, nil
	}
	rest := s.Expires.Sub(r.p.Store.Now())
	http.SetCookie(r.w, &http.Cookie{Name: d.token, Value: token, Path: d.tokenPath, Secure: true, SameSite: http.SameSiteLaxMode, MaxAge: int(rest / time.Second)})
	r.setSecret(d.refresh, refresh, d.path, rest)
	if fingerprint != "" {
		r.setSecret(d.fingerprint, fingerprint, "/", rest)
	}
	if deviceSecret != "" {
		r.setSecret(cookieDevice, deviceSecret, "/", 365*24*time.Hour)
	}
	return out, nil
}

// setSecret sets a cookie that no script reads.
func (r *request) setSecret(name, value, path string, age time.Duration) {
	http.SetCookie(r.w, &http.Cookie{Name: name, Value: value, Path: path, Secure: true, HttpOnly: true, SameSite: http.SameSiteStrictMode, MaxAge: int(age / time.Second)})
}

func (r *request) dropCookies(d *door) {
	for _, c := range []struct{ name, path string }{{d.token, d.tokenPath}, {d.refresh, d.path}, {d.fingerprint, "/"}} {
		http.SetCookie(r.w, &http.Cookie{Name: c.name, Path: c.path, Secure: true, MaxAge: -1})
	}
}

// refresh answers a refresh token with the next one. For 30 s the previous one yields the same
// successor (a lost answer, many tabs); used later it ends the whole family (trust.md G4).
func (a *App) refresh(r *request, d *door, given string) (*tokenAnswer, error) {
	if isBrowser(r.raw) {
		given = cookieValue(r.raw, d.refresh)
	}
	if given == "" {
		return nil, errUnauthorized
	}
	fingerprint := cookieValue(r.raw, d.fingerprint)
	next := auth.NewSecret()
	var session *store.Session
	var replay bool
	err := r.write(func(tx *store.Tx) error {
		rt, err := tx.RefreshToken(auth.HashSecret(given))
		if errors.Is(err, store.ErrNotFound) {
			return errUnauthorized
		}
		if err != nil {
			return err
		}
		if session, err = tx.Session(rt.SessionID); err != nil {
			return err
		}
		if session.Aud != string(d.audience) || !alive(session, tx.Now()) || session.FingerprintHash != "" && !auth.SecretMatches(fingerprint, session.FingerprintHash) {
			return errUnauthorized
		}
		u, err := tx.User(session.UserID)
		if err != nil {
			return err
		}
		if u.Status != int(deal.UserEnabled) || !d.callers.has(deal.Role(u.Role)) {
			return errUnauthorized
		}
		if err := r.become(&tx.Q, u); err != nil {
			return err
		}
		if out, err := isOut(&tx.Q, u); err != nil {
			return err
		} else if out {
			return errUnauthorized
		}
		r.session = session.ID
		if !rt.Used.IsZero() {
			// The clock may have gone back: the grace is no longer for it.
			if tx.Now().Sub(rt.Used).Abs() > auth.RefreshGrace || len(rt.Successor) == 0 {
				replay = true
				if err := tx.RevokeSession(session.ID, "replay"); err != nil {
					return err
				}
				return tx.AddAudit(r.line("refresh", "session", session.ID, "replay", ""))
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
		err = errUnauthorized
	}
	if err != nil {
		if errors.Is(err, errUnauthorized) {
			r.dropCookies(d)
		}
		return nil, err
	}
	return r.tokens(session, d, next, "", "")
}

func tokenRole(r deal.Role) auth.Role {
	switch r {
	case deal.RoleBUY:
		return auth.BUY
	case deal.RoleFIN:
		return auth.FIN
	case deal.RoleFAD:
		return auth.FAD
	case deal.RoleADM:
		return auth.ADM
	}
	return ""
}

// line starts an audit line of what the actor did.
func (b actor) line(event, kind, id, result, detail string) store.AuditLine {
	l := store.AuditLine{Event: event, Role: int(b.role), InstitutionID: b.viewer.InstitutionID, SessionID: b.session, SubjectKind: kind, SubjectID: id, Result: result, Detail: detail, IP: b.ip}
	if b.user != nil {
		l.UserID, l.ClientID = b.user.ID, b.user.ClientID
	}
	return l
}

func cookieValue(r *http.Request, name string) string {
	c, err := r.Cookie(name)
	if err != nil {
		return ""
	}
	return c.Value
}

// truncate cuts to n characters.
func truncate(s string, n int) string {
	rs := []rune(s)
	if len(rs) > n {
		return string(rs[:n])
	}
	return s
}
