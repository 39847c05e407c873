package company

import (
	"tsunagu/app/auth"
	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/web"
	"tsunagu/store"
)

// What is done to an institution's people stands in its own log, and whoever watches over them is
// told, whoever did it (team.md 3): an account that somebody adds or takes over is a way around the
// confirmation by a second user.

// UserDeed writes the lines of a deed on a user: the actor's and the institution's own, which its
// administrator reads.
func UserDeed(tx *store.Tx, by web.Actor, event string, u *store.User, detail string) error {
	l := by.Line(event, "user", u.ID, "ok", detail)
	if err := tx.AddAudit(l); err != nil {
		return err
	}
	of, err := tx.InstitutionOf(u)
	if err != nil || of == "" || of == l.InstitutionID {
		return err
	}
	l.InstitutionID = of
	return tx.AddAudit(l)
}

// TellWatchers mails who watches over a user's kind: the office's people of the office's; of an
// institution its administrators, where there is none all of its users, and then, or where contact
// says so, its registered contact. No setting holds it back. Who it is about has a mail of his own.
func (a Room) TellWatchers(tx *store.Tx, kind mail.Kind, u *store.User, contact bool) error {
	of, err := tx.InstitutionOf(u)
	if err != nil {
		return err
	}
	told := map[string]bool{u.LoginFolded: true}
	tell := func(us []store.User, page string) error {
		for i := range us {
			if us[i].Status != int(deal.UserEnabled) || told[us[i].LoginFolded] {
				continue
			}
			told[us[i].LoginFolded] = true
			if err := a.MailUser(tx, kind, &us[i], u.ID, mail.Data{Link: a.BaseURL + page}); err != nil {
				return err
			}
		}
		return nil
	}
	if of == "" {
		us, err := tx.UsersOf(web.OfficeClient, int(deal.RoleADM))
		if err != nil {
			return err
		}
		return tell(us, officeUsersPage)
	}
	fads, err := tx.UsersOf(of, int(deal.RoleFAD))
	if err != nil {
		return err
	}
	if err := tell(fads, officeUsersPage); err != nil {
		return err
	}
	has, err := HasAdministrator(&tx.Q, of, deal.UserEnabled)
	if err != nil || has && !contact {
		return err
	}
	if !has {
		us, err := tx.UsersOf(of, int(deal.RoleFIN))
		if err != nil {
			return err
		}
		if err := tell(us, memberUsersPage); err != nil {
			return err
		}
	}
	i, err := tx.Institution(of)
	if err != nil || told[auth.FoldLoginID(i.ResponsibleMail)] {
		return err
	}
	return a.mailContact(tx, kind, i, i.ResponsibleMail, u.ID)
}

// The screens where an institution's people are looked at.
const (
	officeUsersPage = "/office/users"
	memberUsersPage = "/member?tab=users"
)

// mailContact mails an institution's registered contact, who needs no login, at an address.
func (a Room) mailContact(tx *store.Tx, kind mail.Kind, i *store.Institution, address, subjectID string) error {
	address, err := mail.ParseAddress(address)
	if err != nil {
		return nil
	}
	if stopped, err := tx.IsStopped(i.ID); err != nil || stopped {
		return err
	}
	return a.MailTo(tx, kind, address, "", subjectID, mail.Data{Name: i.ResponsibleName, Department: i.ResponsibleDept,
		Link: a.BaseURL + memberUsersPage})
}

// TellContactMoved tells the registered contact that was: what should reach it goes elsewhere now.
func (a Room) TellContactMoved(tx *store.Tx, i *store.Institution, former string) error {
	if former == "" || auth.FoldLoginID(former) == auth.FoldLoginID(i.ResponsibleMail) {
		return nil
	}
	fads, err := tx.UsersOf(i.ID, int(deal.RoleFAD))
	if err != nil {
		return err
	}
	for k := range fads {
		if fads[k].Status != int(deal.UserEnabled) || fads[k].LoginFolded == auth.FoldLoginID(former) {
			continue
		}
		if err := a.MailUser(tx, mail.ContactChanged, &fads[k], i.ID, mail.Data{Link: a.BaseURL + officeUsersPage}); err != nil {
			return err
		}
	}
	return a.mailContact(tx, mail.ContactChanged, i, former, i.ID)
}

// HasAdministrator says that an institution has one in one of the states.
func HasAdministrator(q *store.Q, institutionID string, states ...deal.UserStatus) (bool, error) {
	var codes []int
	for _, s := range states {
		codes = append(codes, int(s))
	}
	n, err := q.CountUsers(institutionID, int(deal.RoleFAD), codes...)
	return n > 0, err
}

// HasOwnAdministrator also counts one who is invited or stopped: else the office could stop the
// administrator and be the first again.
func HasOwnAdministrator(q *store.Q, institutionID string) (bool, error) {
	return HasAdministrator(q, institutionID, deal.UserUnapproved, deal.UserEnabled, deal.UserBlocked)
}

// AlertInstitution mails an institution's users and its administrators. No setting holds it back.
func (a Room) AlertInstitution(tx *store.Tx, kind mail.Kind, institutionID, subjectID string, d mail.Data) error {
	for _, role := range []deal.Role{deal.RoleFIN, deal.RoleFAD} {
		us, err := tx.UsersOf(institutionID, int(role))
		if err != nil {
			return err
		}
		for i := range us {
			if us[i].Status != int(deal.UserEnabled) {
				continue
			}
			if err := a.MailUser(tx, kind, &us[i], subjectID, d); err != nil {
				return err
			}
		}
	}
	return nil
}
