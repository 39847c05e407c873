package apptest

import (
	"tsunagu/app/auth"
	"tsunagu/app/deal"
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

// MailedAll lets every bank user get the mails about all that his institution has, not only about what is his.
func (p *Platform) MailedAll() {
	p.T.Helper()
	p.Write(func(tx *store.Tx) error {
		banks, err := tx.InstitutionNames()
		if err != nil {
			return err
		}
		for id := range banks {
			us, err := tx.UsersOf(id, int(deal.RoleFIN))
			if err != nil {
				return err
			}
			for i := range us {
				us[i].IsMailedAll = true
				if err := tx.UpdateUser(&us[i], ""); err != nil {
					return err
				}
			}
		}
		return nil
	})
}
