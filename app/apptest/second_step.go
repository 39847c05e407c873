package apptest

import (
	"encoding/base32"
	"net/url"
	"strings"

	"tsunagu/app/auth"
)

// Telephone is an authenticator app.
type Telephone struct {
	P      *Platform
	Secret []byte
}

func (t *Telephone) Code() string { return auth.CodeAt(t.Secret, t.P.Clock.Now()) }

// Next advances the clock until there is a code that has not been used.
func (t *Telephone) Next() string {
	t.P.Clock.Add(auth.CodePeriod)
	return t.Code()
}

// Scan registers the key that the platform shows.
func (c *Caller) Scan(path string) *Telephone {
	c.P.T.Helper()
	key := c.Post(path+"StartSecondStep", map[string]any{}).Want(200).JSON()["key"].(string)
	secret, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(strings.ReplaceAll(key, " ", ""))
	if err != nil {
		c.P.T.Fatal(err)
	}
	return &Telephone{c.P, secret}
}

// Enrol sets the second step up and returns the telephone and the recovery codes.
func (c *Caller) Enrol(path string) (*Telephone, []string) {
	c.P.T.Helper()
	t := c.Scan(path)
	return t, CodesIn(c.Post(path+"ConfirmSecondStep", map[string]any{"code": t.Code(), "password": TestPassword}).Want(200))
}

func CodesIn(r Result) (out []string) {
	r.T.Helper()
	for _, c := range r.JSON()["recoveryCodes"].([]any) {
		out = append(out, c.(string))
	}
	return out
}

// Ticket is what the right password returns if a code must follow.
func (p *Platform) Ticket(loginID string) string {
	p.T.Helper()
	return p.Sign(loginID, TestPassword).Want(200).HasNot(`"token"`, "refreshToken").JSON()["ticket"].(string)
}

func CodeForm(ticket, code string) url.Values {
	return url.Values{"grant_type": {"totp"}, "ticket": {ticket}, "code": {code}}
}

func (p *Platform) Code(ticket, code string) Result {
	p.T.Helper()
	return p.Visitor().Form("/token", CodeForm(ticket, code))
}

const ABank = "/api/FinancialUser/"
