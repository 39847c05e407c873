package auth

import (
	"crypto/rand"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/golang-jwt/jwt/v5"
)

// Lives of sessions and links (trust.md "Tokens and cookies", "Passwords and
// lockout").
const (
	AccessTokenLife = 10 * time.Minute
	RefreshGrace    = 30 * time.Second // the previous refresh token yields the same successor
	SessionIdle     = 60 * time.Minute
	SessionAbsolute = 12 * time.Hour
	ResetLinkLife   = 30 * time.Minute
)

// Audience keeps the two sign-ins apart: a token of one is refused by the
// other (domain.md section 1).
type Audience string

// The two sign-ins.
const (
	Platform Audience = "platform" // /login: BUY and FIN
	Office   Audience = "office"   // /office: ADM and FAD
)

// Role is the lower-case role word in the token (SPEC.md section 3,
// Enumerations). Rights never come from it but from the user's row.
type Role string

// Roles that sign in somewhere. SEL never does.
const (
	BUY Role = "buy"
	FIN Role = "fin"
	FAD Role = "fad"
	ADM Role = "adm"
)

// audienceOf says at which sign-in a role may appear at all.
var audienceOf = map[Role]Audience{BUY: Platform, FIN: Platform, FAD: Office, ADM: Office}

const issuer = "tsunagu"

// The names end in role, /sid and groupsid as SPEC.md section 6 asks; written
// out in the WS-Federation style that its client expects.
const (
	ClaimRole     = "http://schemas.microsoft.com/ws/2008/06/identity/claims/role"
	ClaimUserID   = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/sid"
	ClaimClientID = "http://schemas.microsoft.com/ws/2008/06/identity/claims/groupsid"
	ClaimName     = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name"
)

// tokenType is the JWT header typ of RFC 9068, so that no other JWT ever
// signed with this key passes as an access token.
const tokenType = "at+jwt"

// ErrToken is every reason to refuse an access token: the caller answers 401
// and says no more.
var ErrToken = errors.New("認証の有効期限が切れたか、認証情報が正しくありません。もう一度ログインしてください。")

// Claims are the content of an access token.
type Claims struct {
	Audience    Audience
	Role        Role
	UserID      string
	ClientID    string    // the organisation: institution or buyer company; the office's own id for ADM
	Name        string    // the user's own name, for the screen's header: whose session a shared PC shows
	SessionID   string    // the session row, looked up on every request
	Fingerprint string    // HashSecret of the __Host-fp cookie; empty for clients that are no browsers
	IssuedAt    time.Time // set by Sign and Parse, UTC
	ExpiresAt   time.Time // set by Sign and Parse, UTC
}

type tokenClaims struct {
	Role        Role   `json:"http://schemas.microsoft.com/ws/2008/06/identity/claims/role"`
	UserID      string `json:"http://schemas.xmlsoap.org/ws/2005/05/identity/claims/sid"`
	ClientID    string `json:"http://schemas.microsoft.com/ws/2008/06/identity/claims/groupsid"`
	Name        string `json:"http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name,omitempty"`
	SessionID   string `json:"session"`
	Fingerprint string `json:"fgp,omitempty"`
	jwt.RegisteredClaims
}

func (c Claims) check() error {
	switch {
	case c.Audience != Platform && c.Audience != Office:
		return fmt.Errorf("unknown audience %q", c.Audience)
	case audienceOf[c.Role] != c.Audience:
		return fmt.Errorf("role %q does not sign in at %q", c.Role, c.Audience)
	case c.UserID == "" || c.ClientID == "" || c.SessionID == "":
		return errors.New("user, client or session is missing")
	}
	return nil
}

// Sign makes an access token that is valid for [AccessTokenLife] from now. It
// refuses claims that no sign-in can have, which is a fault of the program.
func (k *Keys) Sign(c Claims, now time.Time) (string, error) {
	if err := c.check(); err != nil {
		return "", fmt.Errorf("sign access token: %w", err)
	}
	t := jwt.NewWithClaims(jwt.SigningMethodHS256, tokenClaims{
		Role: c.Role, UserID: c.UserID, ClientID: c.ClientID, Name: c.Name, SessionID: c.SessionID, Fingerprint: c.Fingerprint,
		RegisteredClaims: jwt.RegisteredClaims{
			// Two tokens signed in the same second differ: a client that was refused with one may
			// try the other.
			ID:        rand.Text(),
			Issuer:    issuer,
			Audience:  jwt.ClaimStrings{string(c.Audience)},
			IssuedAt:  jwt.NewNumericDate(now),
			ExpiresAt: jwt.NewNumericDate(now.Add(AccessTokenLife)),
		},
	})
	t.Header["typ"] = tokenType
	return t.SignedString(k.signing)
}

// Parse checks an access token of the given sign-in and returns its claims;
// anything wrong is [ErrToken]. It proves only who the bearer was when the
// token was made: the caller still checks the session row and the user's row.
func (k *Keys) Parse(token string, audience Audience, now time.Time) (Claims, error) {
	if c, ok := k.checked.get(token); ok && c.Audience == audience && !now.Before(c.IssuedAt) && now.Before(c.ExpiresAt) {
		return c, nil
	}
	var tc tokenClaims
	t, err := jwt.NewParser(
		jwt.WithValidMethods([]string{jwt.SigningMethodHS256.Alg()}),
		jwt.WithIssuer(issuer),
		jwt.WithAudience(string(audience)),
		jwt.WithExpirationRequired(),
		jwt.WithIssuedAt(),
		jwt.WithStrictDecoding(),
		jwt.WithTimeFunc(func() time.Time { return now }),
	).ParseWithClaims(token, &tc, func(*jwt.Token) (any, error) { return k.signing, nil })
	if err != nil {
		return Claims{}, ErrToken
	}
	if t.Header["typ"] != tokenType || len(tc.Audience) != 1 || tc.IssuedAt == nil ||
		tc.ExpiresAt.Sub(tc.IssuedAt.Time) > AccessTokenLife {
		return Claims{}, ErrToken
	}
	c := Claims{
		Audience: audience, Role: tc.Role, UserID: tc.UserID, ClientID: tc.ClientID, Name: tc.Name,
		SessionID: tc.SessionID, Fingerprint: tc.Fingerprint,
		IssuedAt: tc.IssuedAt.UTC(), ExpiresAt: tc.ExpiresAt.UTC(),
	}
	if c.check() != nil {
		return Claims{}, ErrToken
	}
	if tc.NotBefore == nil { // of which get knows nothing
		k.checked.put(token, c)
	}
	return c, nil
}

// checkedTokens caches the tokens whose signature and claims are valid: verifying them at each request
// took a tenth of a search's time. What depends on the time is checked each time.
type checkedTokens struct {
	mu     sync.RWMutex
	claims map[string]Claims
}

// checkedAtMost is far more than are in use within [AccessTokenLife]; beyond it all are checked anew.
const checkedAtMost = 4096

func (t *checkedTokens) get(token string) (Claims, bool) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	c, ok := t.claims[token]
	return c, ok
}

func (t *checkedTokens) put(token string, c Claims) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.claims == nil || len(t.claims) >= checkedAtMost {
		t.claims = map[string]Claims{}
	}
	t.claims[strings.Clone(token)] = c // not with the headers that it came in
}
