package persons

import (
	"slices"

	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/web"
	"tsunagu/store"
)

// Receiver is a user of a bank who gets a mail about a record.
type Receiver struct {
	store.User
	IsDeputy bool // as the deputy of who is in charge
}

// Receivers are the enabled users of an institution who get mails about one of its records (team.md 1): who is in charge of it,
// their deputies of today, and who wants the mails of all. Where nobody is in charge who is there today and has a mail address, or
// whose deputy is and has, it is all users: no mail reaches nobody. Of an institution that shows records to their teams alone it is
// the team, and of a team of nobody the administrators (team.md 2).
func (a Room) Receivers(tx *store.Tx, institutionID string, of store.InCharge, id string) (out []Receiver, err error) {
	us, err := tx.DealUsersOf(institutionID)
	if err != nil {
		return nil, err
	}
	us = slices.DeleteFunc(us, func(u store.User) bool { return u.Status != int(deal.UserEnabled) })
	team, isTeamOnly, err := tx.MailedTeam(institutionID, of, id)
	if err != nil {
		return nil, err
	}
	if isTeamOnly { // nobody else may know of it
		us = slices.DeleteFunc(us, func(u store.User) bool { return !team[u.ID] })
	}
	persons, err := tx.MailedPersons(institutionID, of, id)
	if err != nil {
		return nil, err
	}
	absences, err := tx.AbsencesOf(institutionID)
	if err != nil {
		return nil, err
	}
	absences = slices.DeleteFunc(absences, func(x store.Absence) bool { return !x.IsOn(tx.Today()) })
	isThere := false
	for i := range us {
		own := slices.Contains(persons, us[i].ID)
		isDeputy := slices.ContainsFunc(absences, func(x store.Absence) bool {
			return x.DeputyID == us[i].ID && slices.Contains(persons, x.UserID)
		})
		isAway := slices.ContainsFunc(absences, func(x store.Absence) bool { return x.UserID == us[i].ID })
		_, err := mail.ParseAddress(us[i].LoginID) // a login ID may be any text, and then gets no mail
		isThere = isThere || err == nil && (own || isDeputy) && !isAway
		if own || isDeputy || us[i].IsMailedAll {
			out = append(out, Receiver{us[i], isDeputy && !own})
		}
	}
	if isThere {
		return out, nil
	}
	out = nil
	for i := range us {
		out = append(out, Receiver{us[i], false})
	}
	if len(out) > 0 || !isTeamOnly {
		return out, nil
	}
	// A team of nobody: who says whose it is has to hear that something waits.
	us, err = tx.UsersOf(institutionID, int(deal.RoleFAD))
	for i := range us {
		out = append(out, Receiver{us[i], false})
	}
	return out, err
}

// Mail mails the receivers of a record who want the kind.
func (a Room) Mail(tx *store.Tx, kind mail.Kind, institutionID string, of store.InCharge, id string, d mail.Data) error {
	all, err := a.Receivers(tx, institutionID, of, id)
	if err != nil {
		return err
	}
	for i := range all {
		if !wants(&all[i].User, kind) {
			continue
		}
		d.IsDeputy = all[i].IsDeputy
		if err := a.MailUser(tx, kind, &all[i].User, id, d); err != nil {
			return err
		}
	}
	return nil
}

// MailLenders mails the users of an institution who work on lending alone and want the kind (team.md 2).
func (a Room) MailLenders(tx *store.Tx, kind mail.Kind, institutionID, subjectID string, d mail.Data) error {
	us, err := tx.UsersOf(institutionID, int(deal.RoleFIN))
	for i := range us {
		if err == nil && web.RoleOf(&us[i]) == deal.RoleLEN && wants(&us[i], kind) {
			err = a.MailUser(tx, kind, &us[i], subjectID, d)
		}
	}
	return err
}

// wants says whether a user of a bank gets mails of a kind.
func wants(u *store.User, kind mail.Kind) bool {
	return u.Status == int(deal.UserEnabled) && (kind.Setting() == mail.Always || u.RegistSendMail)
}

// tellOne mails one user of a bank about himself, if he wants the kind.
func (a Room) tellOne(tx *store.Tx, kind mail.Kind, userID string, d mail.Data) error {
	u, err := tx.User(userID)
	if err != nil || !wants(u, kind) {
		return err
	}
	return a.MailUser(tx, kind, u, u.ID, d)
}

// RequestExpired tells SF that a request to a listing's seller has ended.
func (a Room) RequestExpired(tx *store.Tx, l *store.Listing) error {
	return a.Mail(tx, mail.RequestExpired, l.InstitutionID, store.InChargeOfListing, l.ID,
		mail.Data{CaseNumber: web.CaseNumber("L", l.ID), Link: a.BaseURL + web.ListingPath(l.ID)})
}
