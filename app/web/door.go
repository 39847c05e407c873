package web

import (
	"tsunagu/app/auth"
	"tsunagu/store"
)

// Cookies of a browser (trust.md Tokens and cookies). The names token and refreshToken are
// SPEC.md 6's. The fingerprint makes a stolen token useless in another browser.
const (
	CookieToken       = "token"
	CookieRefresh     = "refreshToken"
	CookieFingerprint = "__Host-fp"
	CookieDevice      = "__Host-device" // known to both doors: it opens neither
)

// Door is one of the two sign-ins (domain.md 1). They share their rules and nothing else: users,
// tokens and cookies of one are nothing at the other.
type Door struct {
	Audience auth.Audience
	Callers  Callers // who signs in here
	Path     string  // of its token call; its refresh cookie goes nowhere else
	Event    string  // of the audit log

	Token, TokenPath     string // cookie that script reads for the bearer
	Refresh, Fingerprint string // HttpOnly cookies
	Trust                string // HttpOnly cookie of a browser that needs no code
}

var (
	PlatformDoor = &Door{auth.Platform, FIN | LEN | BUY, "/token", "login", CookieToken, "/", CookieRefresh, CookieFingerprint, "__Host-trust"}
	OfficeDoor   = &Door{auth.Office, ADM | FAD, "/office/token", "office_login", "officeToken", "/office", "officeRefreshToken",
		"__Host-office-fp", "__Host-office-trust"}
)

// Door is where the callers of a call sign in; nil where no token is needed. No call has callers of both.
func (c Callers) Door() *Door {
	switch {
	case c&(Anyone|ByKey) != 0:
		return nil
	case c&OfficeDoor.Callers != 0:
		return OfficeDoor
	}
	return PlatformDoor
}

// Line starts an audit line of what the actor did.
func (b Actor) Line(event, kind, id, result, detail string) store.AuditLine {
	l := store.AuditLine{Event: event, Role: int(b.Role), InstitutionID: b.Viewer.InstitutionID, SessionID: b.Session, SubjectKind: kind,
		SubjectID: id, Result: result, Detail: detail, IP: b.IP}
	if b.User != nil {
		l.UserID, l.ClientID = b.User.ID, b.User.ClientID
	}
	return l
}

// Truncate cuts to n characters.
func Truncate(s string, n int) string {
	rs := []rune(s)
	if len(rs) > n {
		return string(rs[:n])
	}
	return s
}
