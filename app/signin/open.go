package signin

import (
	"errors"
	"time"

	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/web"
	"tsunagu/store"
)

// ErrWrongLogin is the one answer to who may not sign in.
var ErrWrongLogin = errWrongLogin

// Alive says that a session still runs.
func Alive(s *store.Session, now time.Time) bool { return alive(s, now) }

// passwordRule says whether a user's institution forbids him passwords, and whether it would, were he not its emergency account.
func passwordRule(q *store.Q, u *store.User) (isForbidden, isEmergency bool, err error) {
	if role := deal.Role(u.Role); role != deal.RoleFIN && role != deal.RoleFAD {
		return false, false, nil
	}
	d, err := q.DirectoryInForce(u.ClientID)
	if errors.Is(err, store.ErrNotFound) {
		return false, false, nil
	}
	if err != nil || !d.ForbidsPasswords {
		return false, false, err
	}
	return d.EmergencyUserID != u.ID, d.EmergencyUserID == u.ID, nil
}

// hasDirectory says that a user's institution has a directory in force.
func hasDirectory(q *store.Q, u *store.User) (bool, error) {
	if role := deal.Role(u.Role); role != deal.RoleFIN && role != deal.RoleFAD {
		return false, nil
	}
	_, err := q.DirectoryInForce(u.ClientID)
	if errors.Is(err, store.ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}

// byPassword is what holds of a password in the transaction that opens a session: not where the institution forbids it, and its emergency
// account does not go in unseen.
func byPassword(r *web.Request, tx *store.Tx, u *store.User) error {
	isForbidden, isEmergency, err := passwordRule(&tx.Q, u)
	if err != nil || isForbidden {
		if err == nil {
			err = errWrongLogin
		}
		return err
	}
	if !isEmergency {
		return nil
	}
	p := r.Platform
	if err := p.MailOffice(tx, mail.EmergencySignIn, u.ID, mail.Data{}); err != nil {
		return err
	}
	us, err := tx.UsersOf(u.ClientID, int(deal.RoleFAD))
	if err != nil {
		return err
	}
	for i := range us {
		if us[i].Status == int(deal.UserEnabled) {
			if err := p.MailUser(tx, mail.EmergencySignIn, &us[i], u.ID, mail.Data{Link: p.BaseURL + "/office/directory"}); err != nil {
				return err
			}
		}
	}
	return tx.AddAudit(r.Line("emergency_sign_in", "user", u.ID, "ok", ""))
}

// directoryOnly is the answer to the right password where the institution forbids it, as otherDoor's: who does not know it never gets it.
func directoryOnly() *web.Problem {
	p := *errWrongLogin
	p.Code = "directory_only"
	p.Errors = []web.FieldError{{Field: "loginId", Detail: "所属する金融機関の決まりにより、パスワードではログインできません。「社内のアカウントでログイン」を押してください。"}}
	return &p
}
