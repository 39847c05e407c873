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

// Lifetimes of sessions and links (trust.md "Tokens and cookies", "Passwords and lockout").
const (
	AccessTokenLife = 10 * time.Minute
	RefreshGrace    = 30 * time.Second // the previous refresh token yields the same successor
	SessionIdle     = 60 * time.Minute
	SessionAbsolute = 12 * time.Hour
	ResetLinkLife   = 30 * time.Minute
)

// Audience separates the two sign-ins: a token of one is refused by the other (domain.md section
// 1).
type Audience string

// The two sign-ins.
const (
	Platform Audience = "platform" // /login: BUY and FIN
	Office   Audience = "office"   // /office: ADM and FAD
)

// Role is the lower-case word of a role in the token (SPEC.md section 3, Enumerations). Rights are
// never derived from it but from the user's row.
type Role string

// Roles that can sign in. SEL cannot.
const (
	BUY Role = "buy"
	FIN Role = "fin"
	FAD Role = "fad"
	ADM Role = "adm"
)

// audienceOf is the only sign-in at which a role is accepted.
var audienceOf = map[Role]Audience{BUY: Platform, FIN: Platform, FAD: Office, ADM: Office}

const issuer = "tsunagu"

// The claims' names must end in role, /sid and groupsid (SPEC.md section 6); the full names are in
// the WS-Federation style that the specification's client expects.
const (
	ClaimRole     = "http://schemas.microsoft.com/ws/2008/06/identity/claims/role"
	ClaimUserID   = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/sid"
	ClaimClientID = "http://schemas.microsoft.com/ws/2008/06/identity/claims/groupsid"
	ClaimName     = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name"
)

// tokenType is the JWT header typ of RFC 9068, so that no other JWT signed with this key is
// accepted as an access token.
const tokenType = "at+jwt"

// ErrToken stands for every reason to refuse an access token: the caller answers 401 without
// details.
var ErrToken = errors.New("認証の有効期限が切れたか、認証情報が正しくありません。もう一度ログインしてください。")

// Claims are the content of an access token.
type Claims struct {
	Audience    Audience
	Role        Role
	UserID      string
	ClientID    string    // the organisation: institution or buyer company; the office's own id for ADM
	Name        string    // the user's own name, shown in the screen's header, so that users of a shared PC see whose session it is
	IsLending   bool      // the screens are those of who works on lending alone (team.md 2); rights come from the row
	SessionID   string    // the session row, looked up on every request
	Fingerprint string    // HashSecret of the __Host-fp cookie; empty for clients that are not browsers
	IssuedAt    time.Time // set by Sign and Parse, UTC
	ExpiresAt   time.Time // set by Sign and Parse, UTC
}

type tokenClaims struct {
	Role        Role   `json:"http://schemas.microsoft.com/ws/2008/06/identity/claims/role"`
	UserID      string `json:"http://schemas.xmlsoap.org/ws/2005/05/identity/claims/sid"`
	ClientID    string `json:"http://schemas.microsoft.com/ws/2008/06/identity/claims/groupsid"`
	Name        string `json:"http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name,omitempty"`
	IsLending   bool   `json:"lending,omitempty"`
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

// Sign makes an access token that is valid for [AccessTokenLife] from now. It refuses claims that
// no sign-in can produce, as they are a fault of the program.
func (k *Keys) Sign(c Claims, now time.Time) (string, error) {
	if err := c.check(); err != nil {
		return "", fmt.Errorf("sign access token: %w", err)
	}
	t := jwt.NewWithClaims(jwt.SigningMethodHS256, tokenClaims{
		Role: c.Role, UserID: c.UserID, ClientID: c.ClientID, Name: c.Name, IsLending: c.IsLending, SessionID: c.SessionID,
		Fingerprint: c.Fingerprint,
		RegisteredClaims: jwt.RegisteredClaims{
			// A random ID makes two tokens of the same second different: a client refused with one may try
			// the other.
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
		Audience: audience, Role: tc.Role, UserID: tc.UserID, ClientID: tc.ClientID, Name: tc.Name, IsLending: tc.IsLending,
		SessionID: tc.SessionID, Fingerprint: tc.Fingerprint,
		IssuedAt: tc.IssuedAt.UTC(), ExpiresAt: tc.ExpiresAt.UTC(),
	}
	if c.check() != nil {
		return Claims{}, ErrToken
	}
	if tc.NotBefore == nil { // the cache does not check this time
		k.checked.put(token, c)
	}
	return c, nil
}

// checkedTokens caches tokens whose signature and claims are valid: verifying them at each request
// took a tenth of a search's time. What depends on the time is checked at each request.
type checkedTokens struct {
	mu     sync.RWMutex
	claims map[string]Claims
}

// checkedAtMost is far more than the tokens in use within [AccessTokenLife]; when it is reached, the
// cache is emptied.
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
	t.claims[strings.Clone(token)] = c // a copy, as token shares memory with the request's headers
}
