package office

import (
	"slices"

	"tsunagu/app/company"
	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/web"
	"tsunagu/store"
)

func (a Room) officeLetterCalls() {
	type body struct{ Body officeUserDeed }
	web.Add(a.Platform, web.OfficeCall("POST", "MakeLetter", web.ADM|web.FAD, officeUserRecords,
		"パスワード設定の招待状（印刷する案内と、電話などで伝える確認コード）。前の案内は使えなくなる"),
		func(r *web.Request, in *body) (*company.Letter, error) {
			return web.Writing(r, func(tx *store.Tx) (*company.Letter, error) {
				u, err := managedUser(&tx.Q, r.Actor, in.Body.UserID)
				if err != nil {
					return nil, err
				}
				return a.inviteByLetter(tx, r.Actor, u)
			})
		})
}

// inviteByLetter makes a letter for the first password. Who makes it could use it himself, so the office
// makes none for the people of a bank that has an administrator of its own, its own people get theirs from
// who registered them, and a clerk who came in by the office's letter is an approver only once somebody
// has confirmed him.
func (a Room) inviteByLetter(tx *store.Tx, by web.Actor, u *store.User) (*company.Letter, error) {
	if err := waitsForPassword(u); err != nil {
		return nil, err
	}
	if by.Role == deal.RoleADM {
		if u.Role == int(deal.RoleADM) {
			if u.Creator != by.ID() {
				return nil, web.Conflict(deal.NotAllowed, "事務局の利用者の招待状は、その利用者を登録した方が作ります。")
			}
		} else if has, err := hasStartedAdministrator(&tx.Q, u.ClientID); err != nil {
			return nil, err
		} else if has {
			return nil, web.Conflict(deal.NotAllowed, "この金融機関には管理者がいます。招待状は、金融機関の管理者が作ります。")
		}
		web.Unadmit(u)
		if err := tx.UpdateUser(u, by.ID()); err != nil {
			return nil, err
		}
	}
	out, err := company.In(a.Platform).InviteByLetter(tx, by, u)
	if err != nil {
		return nil, err
	}
	if err := company.In(a.Platform).TellWatchers(tx, mail.UserChanged, u, by.Role == deal.RoleADM); err != nil {
		return nil, err
	}
	return out, company.UserDeed(tx, by, "user_letter", u, "")
}

// hasStartedAdministrator says that an institution's administrator has ever been in, also one who was stopped.
func hasStartedAdministrator(q *store.Q, institutionID string) (bool, error) {
	us, err := q.UsersOf(institutionID, int(deal.RoleFAD))
	return slices.ContainsFunc(us, func(u store.User) bool { return u.PasswordHash != "" }), err
}
