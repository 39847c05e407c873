package app

import (
	"encoding/base32"
	"net/url"
	"strings"
	"time"

	"tsunagu/app/auth"
	"tsunagu/store"
)

// telephone is an app that makes codes.
type telephone struct {
	p      *platform
	secret []byte
}

func (t *telephone) code() string { return auth.CodeAt(t.secret, t.p.clock.Now()) }

// next waits for a code that was not used yet.
func (t *telephone) next() string {
	t.p.clock.Add(auth.CodePeriod)
	return t.code()
}

// otherThan is a code that is none of the app's now.
func (t *telephone) otherThan() string {
	for _, c := range []string{"000000", "111111", "222222", "333333"} {
		if _, ok := auth.MatchCode(t.secret, c, t.p.clock.Now(), 0); !ok {
			return c
		}
	}
	panic("four codes at once")
}

// scan registers the key that the platform shows.
func (c *caller) scan(path string) *telephone {
	c.p.t.Helper()
	key := c.post(path+"StartSecondStep", map[string]any{}).want(200).json()["key"].(string)
	secret, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(strings.ReplaceAll(key, " ", ""))
	if err != nil {
		c.p.t.Fatal(err)
	}
	return &telephone{c.p, secret}
}

// enrol sets the second step up and returns the telephone and the recovery codes.
func (c *caller) enrol(path string) (*telephone, []string) {
	c.p.t.Helper()
	t := c.scan(path)
	return t, codesIn(c.post(path+"ConfirmSecondStep", map[string]any{"code": t.code(), "password": testPassword}).want(200))
}

func codesIn(r result) (out []string) {
	r.t.Helper()
	for _, c := range r.json()["recoveryCodes"].([]any) {
		out = append(out, c.(string))
	}
	return out
}

// ticket is what the right password gets where a code is asked for.
func (p *platform) ticket(loginID string) string {
	p.t.Helper()
	return p.sign(loginID, testPassword).want(200).hasNot(`"token"`, "refreshToken").json()["ticket"].(string)
}

func codeForm(ticket, code string) url.Values {
	return url.Values{"grant_type": {"totp"}, "ticket": {ticket}, "code": {code}}
}

func (p *platform) code(ticket, code string) result {
	p.t.Helper()
	return p.visitor().form("/token", codeForm(ticket, code))
}

// StepRule sets the network's rule for the banks' users.
func (p *platform) stepRule(rule string) {
	p.t.Helper()
	p.write(func(tx *store.Tx) error { return tx.SetSetting(store.SettingSecondStep, rule, "") })
}

// Rows of the calls whose success takes another deed first.

func confirming(name, path string) func(*probing) exchange {
	return func(x *probing) exchange {
		t := x.as(name).scan(path)
		return exchange{caller: name, body: map[string]any{"code": t.code(), "password": testPassword}}
	}
}

func proving(name, path string) func(*probing) exchange {
	return func(x *probing) exchange {
		t, _ := x.as(name).enrol(path)
		return exchange{caller: name, body: map[string]any{"code": t.next(), "password": testPassword}}
	}
}

func trusting(name string) func(*probing) exchange {
	return func(x *probing) exchange {
		d := &store.TrustedDevice{Hash: auth.HashSecret("x"), UserID: x.w.user[name], Expires: x.p.clock.Now().Add(time.Hour)}
		x.p.write(func(tx *store.Tx) error { return tx.TrustDevice(d) })
		return exchange{caller: name, on: "own", body: map[string]any{"deviceId": d.ID}}
	}
}
