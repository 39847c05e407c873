package apptest

import (
	"net/url"
	"strings"

	"tsunagu/app/deal"
	"tsunagu/store"
)

const NextPassword = "Kawaguchi-2026-nami"

// MailedKey is the key in the newest mail to an address.
func (p *Platform) MailedKey(address string) string {
	p.T.Helper()
	ms := p.Mails(address)
	if len(ms) == 0 {
		p.T.Fatalf("no mail to %s", address)
	}
	_, key, ok := strings.Cut(ms[0].Text, "?key=")
	if !ok {
		p.T.Fatalf("no key in %s", ms[0].Text)
	}
	return strings.Fields(key)[0]
}

func (p *Platform) Sign(loginID, password string) Result {
	return p.Visitor().Form("/token", url.Values{"grant_type": {"password"}, "loginId": {loginID}, "password": {password}})
}

func (p *Platform) Reset(address string) Result {
	return p.Visitor().Post("/initializePassword", map[string]any{"mailAddress": address})
}

func (p *Platform) SetByKey(key, password string) Result {
	return p.Visitor().Post("/api/Public/SetPasswordByKey", map[string]any{"key": key, "password": password})
}

// MoveUser sets a user's status.
func (p *Platform) MoveUser(id string, s deal.UserStatus) {
	p.Write(func(tx *store.Tx) error {
		u, err := tx.User(id)
		if err != nil {
			return err
		}
		u.Status = int(s)
		return tx.UpdateUser(u, "")
	})
}
