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
// whose deputy is and has, it is all users: no mail reaches nobody.
func (a Room) Receivers(tx *store.Tx, institutionID string, of store.InCharge, id string) (out []Receiver, err error) {
	us, err := tx.UsersOf(institutionID, int(deal.RoleFIN))
	if err != nil {
		return nil, err
	}
	us = slices.DeleteFunc(us, func(u store.User) bool { return u.Status != int(deal.UserEnabled) })
	persons, err := tx.MailedPersons(institutionID, of, id)
	if err != nil {
		return nil, err
	}
	absences, err := tx.AbsencesOf(institutionID)
	if err != nil {
		return nil, err
	}
	absences = slices.DeleteFunc(absences, func(x store.Absence) bool { return !x.IsOn(tx.Today()) || !slices.Contains(persons, x.UserID) })
	isThere := false
	for i := range us {
		own := slices.Contains(persons, us[i].ID)
		isDeputy := slices.ContainsFunc(absences, func(x store.Absence) bool { return x.DeputyID == us[i].ID })
		isAway := slices.ContainsFunc(absences, func(x store.Absence) bool { return x.UserID == us[i].ID })
		_, err := mail.ParseAddress(us[i].LoginID) // a login ID may be any text, and then gets no mail
		isThere = isThere || err == nil && (own && !isAway || isDeputy)
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
	return out, nil
}

// Mail mails the receivers of a record who want the kind.
func (a Room) Mail(tx *store.Tx, kind mail.Kind, institutionID string, of store.InCharge, id string, d mail.Data) error {
	all, err := a.Receivers(tx, institutionID, of, id)
	if err != nil {
		return err
	}
	for i := range all {
		if kind.Setting() != mail.Always && !all[i].RegistSendMail {
			continue
		}
		d.IsDeputy = all[i].IsDeputy
		if err := a.MailUser(tx, kind, &all[i].User, id, d); err != nil {
			return err
		}
	}
	return nil
}

// RequestExpired tells SF that a request to a listing's seller has ended.
func (a Room) RequestExpired(tx *store.Tx, l *store.Listing) error {
	return a.Mail(tx, mail.RequestExpired, l.InstitutionID, store.InChargeOfListing, l.ID,
		mail.Data{CaseNumber: web.CaseNumber("L", l.ID), Link: a.BaseURL + web.ListingPath(l.ID)})
}
