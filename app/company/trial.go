package company

import (
	"time"

	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/web"
	"tsunagu/store"
)

// A trial (お試し, domain.md 6) is a buyer with an overview alone whose users come in at once, for
// so many days, to look at what everybody may look at. It becomes a full buyer by its registration:
// the bank saves the details, or the buyer registers by its key and the bank approves. When the
// days are over its users are out like those of a disabled company (web/taking_part.go), but for the key by
// which the bank lets it register.

// beginTrial counts the days from the first user on, who gets the link to set a password.
func (a Room) beginTrial(tx *store.Tx, by web.Actor, c *store.Company, u *store.User) error {
	terms, err := web.TermsOf(&tx.Q)
	if err != nil {
		return err
	}
	_, c.TrialUntil = terms.TrialEnd(tx.Now())
	if err := tx.UpdateCompany(c, by.ID()); err != nil {
		return err
	}
	if err := a.InviteUser(tx, u, mail.Invitation); err != nil {
		return err
	}
	return tx.AddAudit(by.Line("company_trial", "company", c.ID, "ok", ""))
}

// TrialEnd is the last day of a trial, "" where it has not begun.
func TrialEnd(c *store.Company) string {
	if c.TrialUntil.IsZero() {
		return ""
	}
	return deal.Date(c.TrialUntil.Add(-time.Millisecond))
}

// IsTrialOver says that a trial's days are over.
func IsTrialOver(c *store.Company, now time.Time) bool {
	return c.IsTrial && !c.TrialUntil.IsZero() && !now.Before(c.TrialUntil)
}
