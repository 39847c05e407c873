package apptest

import (
	"tsunagu/app/auth"
	"tsunagu/store"
)

// UserOf and InstitutionOf are the user and the institution of a caller.
func (p *Platform) UserOf(c *Caller) *store.User {
	p.T.Helper()
	var u *store.User
	p.Read(func(q *store.Q) error {
		claims, err := p.App.Keys.Parse(c.Token, auth.Platform, q.Now())
		if err != nil {
			return err
		}
		u, err = q.User(claims.UserID)
		return err
	})
	return u
}

func (p *Platform) InstitutionOf(c *Caller) string { p.T.Helper(); return p.UserOf(c).ClientID }
