package office

import (
	"errors"
	"time"

	"tsunagu/app/auth"
	"tsunagu/app/breakglass"
	"tsunagu/app/company"
	"tsunagu/app/console"
	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/web"
	"tsunagu/store"
)

// Whoever can read the mailbox of a login ID can sign in as that user. Therefore a change needs two
// persons: the office requests it, another user confirms it (team.md 3). Until then the old login ID
// stays in use, and nothing is mailed to the new one.

// officeLoginChange requests another mail address as a user's login ID.
type officeLoginChange struct {
	UserID  string `json:"userId"`
	Version int    `json:"version" doc:"画面が見ている版"`
	LoginID string `json:"loginId" doc:"新しいメールアドレス"`
	Reason  string `json:"reason" limit:"500" doc:"変更の理由。金融機関の監査ログに表示される"`
}

// officeLoginDecision confirms or refuses the requested change that the caller saw.
type officeLoginDecision struct {
	UserID  string `json:"userId"`
	LoginID string `json:"loginId" doc:"画面が見ている新しいメールアドレス"`
	Reason  string `json:"reason" limit:"500" doc:"本人に確かめた方法、または認めない理由。監査ログに残る"`
}

// officeLoginRow is a change that waits for confirmation.
type officeLoginRow struct {
	UserID        string `json:"userId"`
	UserName      string `json:"userName"`
	Role          int    `json:"role" doc:"GetEnumerations の role"`
	FinancialName string `json:"financialName" doc:"所属または担当の金融機関"`
	LoginID       string `json:"loginId" doc:"いまのログインID"`
	NewLoginID    string `json:"newLoginId"`
	Reason        string `json:"reason"`
	Requested     string `json:"requested" doc:"UTC"`
	RequestedBy   string `json:"requestedBy"`
	CanConfirm    bool   `json:"canConfirm"`
	WhyNot        string `json:"whyNot" doc:"この利用者が確認できない理由"`
}

type officeLoginList struct {
	LoginChangeList []officeLoginRow `json:"loginChangeList"`
}

const loginRecords = "管理者：自機関と担当企業の利用者。事務局：すべて"

// LoginWait is how long an office with one user must wait, after all concerned have been told,
// before that user can confirm.
const LoginWait = 3 * 24 * time.Hour

func (a Room) officeLoginCalls() {
	type login struct{ Body officeLoginChange }
	web.Add(a.Platform, web.OfficeCall("PUT", "ChangeUserLoginId", web.ADM, "すべての利用者（売手の担当者と自分を除く）", "ログインID（メールアドレス）の変更の申し出。管理者が確認すると変わる"),
		func(r *web.Request, in *login) (web.Nothing, error) {
			return web.Nothing{}, r.Write(func(tx *store.Tx) error { return a.askLoginID(tx, r.Actor, &in.Body) })
		})
	web.Add(a.Platform, web.OfficeCall("GET", "GetLoginChangeList", web.ADM|web.FAD, loginRecords, "確認を待つログインIDの変更"),
		func(r *web.Request, _ *struct{}) (*officeLoginList, error) {
			return web.Reading(r, func(q *store.Q) (*officeLoginList, error) { return loginChanges(q, r.Actor) })
		})
	type decision struct{ Body officeLoginDecision }
	web.Add(a.Platform, web.OfficeCall("POST", "ConfirmLoginChange", web.ADM|web.FAD, loginRecords, "ログインIDの変更の確認。ログインは終了する").Freshly(),
		func(r *web.Request, in *decision) (web.Nothing, error) {
			return web.Nothing{}, r.Write(func(tx *store.Tx) error { return a.confirmLoginID(tx, r.Actor, &in.Body) })
		})
	web.Add(a.Platform, web.OfficeCall("POST", "RefuseLoginChange", web.ADM|web.FAD, loginRecords, "ログインIDの変更を認めない、または取り下げる"),
		func(r *web.Request, in *decision) (web.Nothing, error) {
			return web.Nothing{}, r.Write(func(tx *store.Tx) error { return a.refuseLoginID(tx, r.Actor, &in.Body) })
		})
}

// askLoginID is the office's request to correct an address that was mistyped or that the user does not
// use any more. The user is told at the old address, and those who can confirm are told, too.
func (a Room) askLoginID(tx *store.Tx, by web.Actor, in *officeLoginChange) error {
	u, err := managedUser(&tx.Q, by, in.UserID)
	if err != nil {
		return err
	}
	if u.ID == by.ID() {
		return web.Conflict(deal.NotAllowed, "ご自身のログインIDは変更できません。事務局のほかの担当者に依頼してください。")
	}
	if u.Version != in.Version {
		return store.ErrStale
	}
	var c web.Check
	c.Mail("loginId", "新しいメールアドレス", &in.LoginID, true)
	c.Prose(in, "reason", "変更の理由", &in.Reason, true)
	c.Ok(in.LoginID != u.LoginID, "loginId", "いまと同じメールアドレスです。新しいものを入力してください。")
	if err := c.Err(); err != nil {
		return err
	}
	other, err := tx.UserByLogin(auth.FoldLoginID(in.LoginID))
	if taken, err := exists(other, err); err != nil {
		return err
	} else if taken && other.ID != u.ID {
		return web.Invalid("loginId", company.LoginIDTaken)
	}
	if err := tx.PutLoginChange(&store.LoginChange{UserID: u.ID, LoginID: in.LoginID, Reason: in.Reason, RequestedBy: by.ID()}); err != nil {
		return err
	}
	if err := a.MailUser(tx, mail.LoginChangeAsked, u, u.ID, mail.Data{}); err != nil {
		return err
	}
	if err := company.In(a.Platform).TellWatchers(tx, mail.LoginChangeWaits, u, u.Role == int(deal.RoleFAD)); err != nil {
		return err
	}
	return company.UserDeed(tx, by, "login_id_asked", u, in.Reason)
}

func loginChanges(q *store.Q, by web.Actor) (*officeLoginList, error) {
	institution, own, err := console.Managed(by)
	if err != nil {
		return nil, err
	}
	found, err := q.LoginChanges(institution)
	if err != nil {
		return nil, err
	}
	names, err := q.InstitutionNames()
	if err != nil {
		return nil, err
	}
	out := &officeLoginList{LoginChangeList: []officeLoginRow{}}
	for i := range found {
		l := &found[i]
		u, err := q.User(l.UserID)
		if err != nil {
			return nil, err
		}
		of, err := q.InstitutionOf(u)
		if err != nil {
			return nil, err
		}
		row := officeLoginRow{UserID: u.ID, UserName: u.UserName, Role: u.Role, FinancialName: names[of], LoginID: u.LoginID,
			NewLoginID: l.LoginID, Reason: l.Reason,
			Requested: web.ServerTime(l.Requested), RequestedBy: web.AuditOffice}
		if who, err := q.User(l.RequestedBy); err == nil && !own { // only the office may learn which of its users asked
			row.RequestedBy = who.UserName
		}
		if row.WhyNot, err = whyNotLogin(q, by, u, l); err != nil {
			return nil, err
		}
		row.CanConfirm = row.WhyNot == ""
		out.LoginChangeList = append(out.LoginChangeList, row)
	}
	return out, nil
}

// whyNotLogin says why the actor may not confirm a new login ID; "" where he may. The institution's
// administrator confirms; without one, a second user of the office; without a second user, the same
// one after LoginWait, in which all who were told can object.
func whyNotLogin(q *store.Q, by web.Actor, u *store.User, l *store.LoginChange) (string, error) {
	if by.Role == deal.RoleFAD || u.ID == by.ID() {
		return "", nil
	}
	of, err := q.InstitutionOf(u)
	if err != nil {
		return "", err
	}
	if of != "" {
		has, err := company.HasOwnAdministrator(q, of)
		if u.Role == int(deal.RoleFAD) && err == nil {
			// The change may concern the institution's only administrator, who then cannot confirm. An
			// administrator stopped by the office still counts; otherwise the office could stop one of two and
			// then confirm for the other.
			n, err := q.CountUsers(of, u.Role, int(deal.UserEnabled), int(deal.UserBlocked))
			if err != nil {
				return "", err
			}
			has = n > 1 || n == 1 && u.Status != int(deal.UserEnabled) && u.Status != int(deal.UserBlocked)
		}
		if err != nil || has {
			return "この変更は、金融機関の管理者が確認します。管理者が確認するまで、いまのログインIDが使われます。", err
		}
	}
	if l.RequestedBy != by.ID() {
		ok, why, err := web.SecondPair(q, by, l.RequestedBy)
		if err != nil || ok {
			return "", err
		}
		return why, nil
	}
	others, err := breakglass.OtherOfficers(q, by)
	if err != nil {
		return "", err
	}
	if len(others) > 0 {
		return "ご自身の申し出は確認できません。事務局のほかの担当者に確認を依頼してください。", nil
	}
	if until := l.Requested.Add(LoginWait); q.Now().Before(until) {
		return "事務局がお一人のため、関係者に知らせてから3日後（" + until.In(store.JST).Format("2006/01/02 15:04") + "）から確認できます。", nil
	}
	return "", nil
}

// decidedLogin is the change that a decision is about, if it is still the one that the caller saw.
func decidedLogin(tx *store.Tx, by web.Actor, in *officeLoginDecision, label string) (*store.User, *store.LoginChange, error) {
	institution, _, err := console.Managed(by)
	if err != nil {
		return nil, nil, err
	}
	u, err := tx.ManagedUser(institution, false, in.UserID)
	if err != nil {
		return nil, nil, err
	}
	l, err := tx.LoginChange(u.ID)
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil, web.Conflict(deal.NotAllowed, "確認を待っているログインIDの変更はありません。すでに確認されたか、取り下げられています。")
	}
	if err != nil {
		return nil, nil, err
	}
	if l.LoginID != in.LoginID {
		return nil, nil, store.ErrStale
	}
	var c web.Check
	c.Prose(in, "reason", label, &in.Reason, true)
	return u, l, c.Err()
}

// confirmLoginID sets the new login ID. Links mailed to the old address stop working, both
// addresses are told, and sessions end.
func (a Room) confirmLoginID(tx *store.Tx, by web.Actor, in *officeLoginDecision) error {
	u, l, err := decidedLogin(tx, by, in, "本人に確かめた方法")
	if err != nil {
		return err
	}
	if why, err := whyNotLogin(&tx.Q, by, u, l); err != nil {
		return err
	} else if why != "" {
		return web.Conflict(deal.NotAllowed, why)
	}
	if err := tx.DropLoginChange(u.ID); err != nil {
		return err
	}
	former := *u
	u.LoginID, u.LoginFolded, u.LoginBy = l.LoginID, auth.FoldLoginID(l.LoginID), by.ID()
	if by.Role == deal.RoleADM && by.ID() != u.ID {
		u.LoginBy = l.RequestedBy
		web.Unadmit(u)
	}
	if err := tx.UpdateUser(u, by.ID()); errors.Is(err, store.ErrDuplicate) {
		return web.Conflict(deal.NotAllowed, "このメールアドレスは、ほかの利用者のログインIDになりました。この変更を取り下げ、別のアドレスで申し出てください。")
	} else if err != nil {
		return err
	}
	if err := tx.RevokeSessionsOf(u.ID, "", "login id changed"); err != nil {
		return err
	}
	if err := tx.RevokeLinkKeys(store.LinkPassword, u.ID, "login id changed"); err != nil {
		return err
	}
	for _, to := range []*store.User{&former, u} {
		if err := a.MailUser(tx, mail.LoginIDChanged, to, u.ID, mail.Data{}); err != nil {
			return err
		}
	}
	if err := a.inviteToNewAddress(tx, u); err != nil {
		return err
	}
	if err := company.In(a.Platform).TellWatchers(tx, mail.UserChanged, u, u.Role == int(deal.RoleFAD)); err != nil {
		return err
	}
	return company.UserDeed(tx, by, "login_id_changed", u, in.Reason)
}

// refuseLoginID deletes a requested change. The user who requested it withdraws it by the same
// call.
func (a Room) refuseLoginID(tx *store.Tx, by web.Actor, in *officeLoginDecision) error {
	u, _, err := decidedLogin(tx, by, in, "理由")
	if err != nil {
		return err
	}
	if err := tx.DropLoginChange(u.ID); err != nil {
		return err
	}
	if err := a.MailUser(tx, mail.LoginChangeRefused, u, u.ID, mail.Data{}); err != nil {
		return err
	}
	return company.UserDeed(tx, by, "login_id_refused", u, in.Reason)
}

// inviteToNewAddress mails a user who has no password yet a link to the new address; the link sent
// to the old one stops working. A buyer's user is invited by his institution instead.
func (a Room) inviteToNewAddress(tx *store.Tx, u *store.User) error {
	if u.PasswordHash != "" || u.Status != int(deal.UserUnapproved) {
		return nil
	}
	if u.Role != int(deal.RoleBUY) {
		return a.InviteUser(tx, u, mail.InvitationResent)
	}
	k, err := tx.LatestLinkKey(store.LinkRegistration, u.ClientID)
	if errors.Is(err, store.ErrNotFound) || err == nil && k.UserID != u.ID {
		return nil
	}
	if err != nil {
		return err
	}
	return tx.RevokeLinkKeys(store.LinkRegistration, u.ClientID, "login id changed")
}
