package directory

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/url"
	"strings"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"

	"tsunagu/app/auth"
	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/signin"
	"tsunagu/app/web"
	"tsunagu/store"
)

// What visitors may begin, and directories tell, in a time; a bank's staff sits behind one address.
var (
	throttleBegin  = web.ThrottleRule{Name: "directory", Burst: 200, Pause: time.Second}
	throttleLogout = web.ThrottleRule{Name: "directory log-out", Burst: 600, Pause: 100 * time.Millisecond}
)

// directoryBegin asks where a login ID's people sign in.
type directoryBegin struct {
	LoginID string `json:"loginId" limit:"254" doc:"ログインID。メールアドレスの@より後ろだけで、金融機関を見分ける"`
	Door    string `json:"door" doc:"platform：会員のログイン画面。office：事務局のログイン画面"`
}

// directoryReturn is what the directory sent the browser back with (OpenID Connect Core 1.0, 3.1.2.5; RFC 9207).
type directoryReturn struct {
	Code   string `json:"code,omitempty" maxLength:"4000"`
	State  string `json:"state" maxLength:"200"`
	Error  string `json:"error,omitempty" maxLength:"200"`
	Issuer string `json:"issuer,omitempty" maxLength:"500"`
}

// directoryReturned says what has been done, and where it goes on.
type directoryReturned struct {
	Purpose string `json:"purpose" doc:"signin：ログインした。bind：結び付けた。trial：試した。proof：本人であることを確認した"`
	Page    string `json:"page" doc:"続きの画面"`
}

// logoutForm is a directory's log-out (OpenID Connect Back-Channel Logout 1.0, 2.5).
type logoutForm struct {
	RawBody []byte `contentType:"application/x-www-form-urlencoded"`
}

const spec = "trust Passwords and lockout"

func (a Room) signInCalls() {
	web.Add(a.Platform, web.Call{Method: "POST", Path: "/api/Directory/Begin", Area: "directory", Callers: web.Anyone, MaxBody: 4 << 10,
		Records: "認証基盤が有効な金融機関", Summary: "社内のアカウントでのログインを始める。利用者がいるかどうかは調べない", Spec: spec},
		func(r *web.Request, in *struct{ Body directoryBegin }) (*directoryWay, error) {
			return a.beginSignIn(r, &in.Body)
		})
	web.Add(a.Platform, web.Call{Method: "POST", Path: "/api/Directory/Return", Area: "directory", Callers: web.Anyone, MaxBody: 16 << 10,
		Records: "自分が始めた手続き", Summary: "認証基盤から戻る。ログイン、結び付け、設定の試し、本人の確認のいずれかを終える", Spec: spec},
		func(r *web.Request, in *struct{ Body directoryReturn }) (*directoryReturned, error) {
			return a.back(r, &in.Body)
		})
	web.Add(a.Platform, web.Call{Method: "POST", Path: "/api/Directory/BackChannelLogout", Area: "directory", Callers: web.Anyone,
		MaxBody: 32 << 10, Records: "その認証基盤で開いたログイン", Summary: "認証基盤からのログアウトの知らせ（署名を確かめる）", Spec: spec},
		func(r *web.Request, in *logoutForm) (web.Nothing, error) { return web.Nothing{}, a.logOut(r, in) })
}

// beginSignIn finds the directory by the domain of the login ID alone. No user is looked for: who is known and who is not are sent alike.
func (a Room) beginSignIn(r *web.Request, in *directoryBegin) (*directoryWay, error) {
	var c web.Check
	c.Text(in, "loginId", "ログインID", &in.LoginID, true)
	c.Ok(doorOf(in.Door) != nil, "door", "ログインの画面を、読み込み直してください。")
	if err := c.Err(); err != nil {
		return nil, err
	}
	if err := a.Throttle.Take(a.Store.Now(), throttleBegin, r.IP); err != nil {
		return nil, err
	}
	d, err := web.Reading(r, func(q *store.Q) (*store.Directory, error) { return q.DirectoryOfDomain(domainOf(in.LoginID)) })
	if err != nil {
		return nil, notFoundIs(err, errNone)
	}
	return a.begin(r, d, flow{Purpose: forSignIn, Door: in.Door}, in.LoginID)
}

// domainOf is the domain of a login ID, "" where it is no mail address.
func domainOf(loginID string) string {
	folded := auth.FoldLoginID(loginID)
	return folded[strings.LastIndexByte(folded, '@')+1:]
}

func doorOf(name string) *web.Door {
	for _, d := range []*web.Door{web.PlatformDoor, web.OfficeDoor} {
		if name == string(d.Audience) {
			return d
		}
	}
	return nil
}

// back ends a way. The state is used up before the directory is asked; what was refused stands in the audit log.
func (a Room) back(r *web.Request, in *directoryReturn) (*directoryReturned, error) {
	if err := a.Throttle.Take(a.Store.Now(), throttleBegin, r.IP); err != nil {
		return nil, err
	}
	f, err := a.flowOf(r, in.State)
	if err != nil {
		return nil, err
	}
	if err := a.once(r, f); err != nil {
		return nil, err
	}
	d, err := web.Reading(r, func(q *store.Q) (*store.Directory, error) { return settingOf(q, f) })
	if err != nil {
		return nil, err
	}
	if in.Error != "" || in.Code == "" {
		return nil, a.told(r, d, f, errLeft, "declined")
	}
	if in.Issuer != "" && in.Issuer != d.Issuer {
		return nil, a.told(r, d, f, errBad, "issuer of the answer")
	}
	who, err := a.whoIs(r, d, in.Code, f.Verifier, f.Nonce)
	if err != nil {
		var why refusal
		if errors.As(err, &why) || errors.Is(err, errUnreached) {
			return nil, a.told(r, d, f, problemOf(err), strings.TrimPrefix(err.Error(), "directory: "))
		}
		return nil, err
	}
	switch f.Purpose {
	case forSignIn:
		return a.signIn(r, d, f, who)
	case forBind:
		return a.bind(r, d, f, who)
	case forTrial:
		return a.tried(r, d, f)
	case forProof:
		return a.prove(r, d, f, who)
	}
	return nil, errOver
}

// settingOf is the setting that a way began by, if it still is what it was; errOver.
func settingOf(q *store.Q, f *flow) (*store.Directory, error) {
	d, err := q.Directory(f.Directory)
	if err != nil {
		return nil, notFoundIs(err, errOver)
	}
	isOnItsWay := d.State == store.DirectoryDraft || d.State == store.DirectoryTried || d.State == store.DirectoryReturned
	if d.Version != f.Version || d.State != store.DirectoryInForce && !(f.Purpose == forTrial && isOnItsWay) {
		return nil, errOver
	}
	return d, nil
}

// told writes down a refusal at the directory and returns what is told of it.
func (a Room) told(r *web.Request, d *store.Directory, f *flow, p error, why string) error {
	if err := r.Write(func(tx *store.Tx) error {
		return tx.AddAudit(line(r.Actor, d, "directory_refused", "refused", f.Purpose+": "+why))
	}); err != nil {
		return err
	}
	return p
}

// line is an audit line of the institution whose directory it is, whoever acts.
func line(by web.Actor, d *store.Directory, event, result, detail string) store.AuditLine {
	l := by.Line(event, "directory", d.ID, result, detail)
	l.InstitutionID = d.InstitutionID
	return l
}

// signIn opens a session for whom the directory means.
func (a Room) signIn(r *web.Request, d *store.Directory, f *flow, who *person) (*directoryReturned, error) {
	u, err := web.Reading(r, func(q *store.Q) (*store.User, error) { return q.DirectoryUser(d.InstitutionID, d.Issuer, who.subject) })
	if errors.Is(err, store.ErrNotFound) {
		return nil, a.told(r, d, f, errUnbound, "not bound")
	}
	if err != nil {
		return nil, err
	}
	door := doorOf(f.Door)
	if err := a.open(r, d, u, door, who); err != nil {
		if errors.Is(err, signin.ErrWrongLogin) {
			return nil, a.told(r, d, f, errUnbound, "may not sign in here")
		}
		return nil, err
	}
	return &directoryReturned{f.Purpose, pageOf(door)}, nil
}

// pageOf is where who has signed in at a door goes on.
func pageOf(d *web.Door) string {
	if d == web.OfficeDoor {
		return "/office"
	}
	return "/mypage"
}

// open opens a session of the directory's. That a directory has let somebody in hours ago is no fresh proof: a session counts as proven
// where the directory says that he signed in just now.
func (a Room) open(r *web.Request, d *store.Directory, u *store.User, door *web.Door, who *person) error {
	_, err := signin.In(a.Platform).Open(r, u, door, &signin.Opening{Detail: store.MethodDirectory, Method: store.MethodDirectory,
		Prove: func(tx *store.Tx, u *store.User) error {
			// Read again inside: the setting or the binding may have ended since.
			if now, err := tx.Directory(d.ID); err != nil || now.State != store.DirectoryInForce || now.Version != d.Version {
				return cmpErr(err, errOver)
			}
			b, err := tx.DirectoryBinding(u.ID)
			if err != nil || !isBoundTo(b, d, who) {
				return cmpErr(notFoundIs(err, errUnbound), errUnbound)
			}
			return nil
		},
		Keep: func(tx *store.Tx, s *store.Session) error {
			if a.isFresh(who) {
				if err := tx.ProveSession(s.ID, store.MethodDirectory); err != nil {
					return err
				}
			}
			return tx.CreateDirectorySession(&store.DirectorySession{SessionID: s.ID, DirectoryID: d.ID, Issuer: d.Issuer,
				Subject: who.subject, SID: who.sid})
		}})
	return err
}

func isBoundTo(b *store.DirectoryBinding, d *store.Directory, who *person) bool {
	return b.InstitutionID == d.InstitutionID && b.Issuer == d.Issuer && b.Subject == who.subject
}

// cmpErr is err, or p where there is none.
func cmpErr(err error, p *web.Problem) error {
	if err != nil {
		return err
	}
	return p
}

// isFresh says that the directory asked who it is just now.
func (a Room) isFresh(who *person) bool {
	since := a.Store.Now().Sub(who.signedIn)
	return !who.signedIn.IsZero() && since <= auth.ProofLife && since >= -leeway
}

// prove records that the session's user has proven at the directory who he is.
func (a Room) prove(r *web.Request, d *store.Directory, f *flow, who *person) (*directoryReturned, error) {
	if !a.isFresh(who) {
		return nil, a.told(r, d, f, errOld, "auth_time")
	}
	isOther := false
	err := r.Write(func(tx *store.Tx) error {
		u, err := a.running(r, tx, f)
		if err != nil {
			return err
		}
		b, err := tx.DirectoryBinding(u.ID)
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return err
		}
		if isOther = err != nil || !isBoundTo(b, d, who); isOther {
			return tx.AddAudit(line(r.Actor, d, "directory_refused", "refused", f.Purpose+": another person"))
		}
		if err := tx.ProveSession(f.Session, store.MethodDirectory); err != nil {
			return err
		}
		return tx.AddAudit(line(r.Actor, d, "directory_proven", "ok", ""))
	})
	if err == nil && isOther {
		err = errOther
	}
	return &directoryReturned{f.Purpose, pageOf(doorOf(f.Door))}, err
}

// running is the user whose session a way began in, if it still runs; the request becomes his. errOver.
func (a Room) running(r *web.Request, tx *store.Tx, f *flow) (*store.User, error) {
	s, err := tx.Session(f.Session)
	if err != nil {
		return nil, notFoundIs(err, errOver)
	}
	u, err := tx.User(s.UserID)
	if err != nil {
		return nil, notFoundIs(err, errOver)
	}
	out, err := web.IsOut(&tx.Q, u)
	if err != nil {
		return nil, err
	}
	if !signin.Alive(s, tx.Now()) || u.ID != f.User || u.Status != int(deal.UserEnabled) || out {
		return nil, errOver
	}
	r.Session = s.ID
	return u, r.Become(&tx.Q, u)
}

// logOut ends the sessions of whom a directory has logged out (OpenID Connect Back-Channel Logout 1.0, 2.6). A token counts once. What
// is not a directory's own is refused alike, whatever it is.
func (a Room) logOut(r *web.Request, in *logoutForm) error {
	if err := a.Throttle.Take(a.Store.Now(), throttleLogout, r.IP); err != nil {
		return err
	}
	form, err := url.ParseQuery(string(in.RawBody))
	raw := form.Get("logout_token")
	if err != nil || raw == "" {
		return errForged
	}
	ds, err := web.Reading(r, func(q *store.Q) ([]store.Directory, error) { return q.DirectoriesOfIssuer(issuerOf(raw)) })
	if err != nil {
		return err
	}
	for i := range ds {
		d := &ds[i]
		p, _, err := a.discover(r, d)
		if err != nil {
			continue
		}
		ctx := oidc.ClientContext(r, a.client())
		t, err := a.verifier(p, d).VerifyLogout(ctx, raw)
		if err != nil || !a.isTimely(t) || t.TokenID == "" || t.Subject == "" && t.SessionID == "" {
			continue
		}
		return r.Write(func(tx *store.Tx) error { return a.endAt(r, tx, d, t) })
	}
	return errForged
}

// issuerOf is who a token claims to be from. It only says whose keys to verify it with.
func issuerOf(raw string) string {
	parts := strings.Split(raw, ".")
	if len(parts) != 3 {
		return ""
	}
	b, err := base64.RawURLEncoding.DecodeString(parts[1])
	var c struct {
		Issuer string `json:"iss"`
	}
	if err != nil || json.Unmarshal(b, &c) != nil {
		return ""
	}
	return c.Issuer
}

func (a Room) isTimely(t *oidc.LogoutToken) bool {
	now := a.Store.Now()
	return !t.IssuedAt.After(now.Add(leeway)) && now.Sub(t.IssuedAt) <= oldToken && (t.Expiry.IsZero() || t.Expiry.Unix() <= 0 ||
		now.Before(t.Expiry.Add(leeway)))
}

func (a Room) endAt(r *web.Request, tx *store.Tx, d *store.Directory, t *oidc.LogoutToken) error {
	used := auth.HashSecret("logout " + d.ID + " " + t.TokenID)
	if err := duplicateIs(tx.UseDirectoryOnce(used, t.IssuedAt.Add(oldToken+2*leeway)), errForged); err != nil {
		return err
	}
	ended, err := tx.RevokeDirectorySubject(d.ID, t.Subject, t.SessionID)
	if err != nil {
		return err
	}
	for _, s := range ended {
		l := line(r.Actor, d, "directory_logout", "ok", "")
		l.SubjectKind, l.SubjectID, l.SessionID = "user", s.UserID, s.ID
		if err := tx.AddAudit(l); err != nil {
			return err
		}
	}
	return nil
}

// tellAdministrators mails an institution's administrators.
func (a Room) tellAdministrators(tx *store.Tx, kind mail.Kind, d *store.Directory) error {
	us, err := tx.UsersOf(d.InstitutionID, int(deal.RoleFAD))
	if err != nil {
		return err
	}
	for i := range us {
		if us[i].Status != int(deal.UserEnabled) {
			continue
		}
		if err := a.MailUser(tx, kind, &us[i], d.ID, mail.Data{Link: a.BaseURL + "/office/directory"}); err != nil {
			return err
		}
	}
	return nil
}
