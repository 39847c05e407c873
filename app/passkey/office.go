package passkey

import (
	"tsunagu/app/auth"
	"tsunagu/app/company"
	"tsunagu/app/console"
	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/web"
	"tsunagu/store"
)

// What an administrator does: remove the passkeys of who lost a device, and demand passkeys of the institution's users.

func (a Room) officeCalls() {
	web.Add(a.Platform, web.OfficeCall("POST", "RemovePasskeys", web.ADM|web.FAD, "事務局：金融機関の利用者と管理者、買手企業の利用者。管理者：自機関の利用者",
		"端末をなくした利用者のパスキーの削除").Freshly(),
		func(r *web.Request, in *struct{ Body passkeyResetForm }) (web.Nothing, error) {
			return web.Nothing{}, r.Write(func(tx *store.Tx) error { return a.reset(tx, r.Actor, &in.Body) })
		})
	web.Add(a.Platform, web.OfficeCall("GET", "GetPasskeyDemand", web.FAD, "自機関", "自機関の利用者に、パスキーを必須にしているか"),
		func(r *web.Request, _ *struct{}) (*passkeyDemand, error) {
			return web.Reading(r, func(q *store.Q) (*passkeyDemand, error) { return a.demandOf(q, r.Actor) })
		})
	web.Add(a.Platform, web.OfficeCall("POST", "DemandPasskeys", web.FAD, "自機関", "自機関の利用者に、パスキーを必須にする、または必須をやめる"),
		func(r *web.Request, in *struct{ Body passkeyDemandForm }) (*passkeyDemand, error) {
			return web.Writing(r, func(tx *store.Tx) (*passkeyDemand, error) { return a.demand(tx, r.Actor, in.Body.IsDemanded) })
		})
}

// reset removes all passkeys of a user who lost a device, as the second step is reset: by a person, with a reason. The password is still
// needed; all of the user's sessions end, and he is told.
func (a Room) reset(tx *store.Tx, by web.Actor, in *passkeyResetForm) error {
	institution, own, err := console.Managed(by)
	if err != nil {
		return err
	}
	u, err := tx.ManagedUser(institution, own, in.UserID)
	if err != nil {
		return err
	}
	var c web.Check
	c.Prose(in, "comment", "理由", &in.Comment, true)
	if err := c.Err(); err != nil {
		return err
	}
	switch role := deal.Role(u.Role); {
	case deal.MayResetSecondStep(by.Role, role) || role == deal.RoleBUY && by.Role == deal.RoleADM:
	case role == deal.RoleADM:
		return web.Conflict(deal.NotAllowed,
			"事務局の利用者のパスキーは、画面からは削除できません。つなぐが動いているパソコンで、コマンド tsunagu reset-totp を実行してください。")
	case role == deal.RoleFAD:
		return web.Conflict(deal.NotAllowed, "管理者のパスキーは、事務局が削除します。事務局へご連絡ください。")
	default:
		return errNone
	}
	n, err := tx.DropPasskeys(u.ID)
	if err != nil {
		return err
	}
	if n == 0 {
		return errNone
	}
	if err := tx.RevokeSessionsOf(u.ID, "", "passkeys removed"); err != nil {
		return err
	}
	if err := a.MailUser(tx, mail.PasskeysReset, u, u.ID, mail.Data{}); err != nil {
		return err
	}
	if u.Role != int(deal.RoleBUY) {
		if err := company.In(a.Platform).TellWatchers(tx, mail.UserChanged, u, u.Role == int(deal.RoleFAD)); err != nil {
			return err
		}
	}
	return company.UserDeed(tx, by, "passkeys_reset", u, in.Comment)
}

var errNone = web.Conflict(deal.NotAllowed, "この利用者のパスキーは登録されていません。最新の内容を確認してください。")

func (a Room) demandOf(q *store.Q, by web.Actor) (*passkeyDemand, error) {
	i, err := q.Institution(by.Institution())
	if err != nil {
		return nil, err
	}
	rp := auth.PasskeyHost(a.BaseURL)
	out := &passkeyDemand{IsOffered: rp.ID != "", WhyNot: rp.WhyNot, IsDemanded: i.IsPasskeyDemanded}
	out.WithoutCount, err = q.WithoutPasskey(i.ID, rp.ID, int(deal.UserEnabled))
	return out, err
}

// demand sets it. What is so already is a second click.
func (a Room) demand(tx *store.Tx, by web.Actor, is bool) (*passkeyDemand, error) {
	now, err := a.demandOf(&tx.Q, by)
	if err != nil || now.IsDemanded == is {
		return now, err
	}
	if is && !now.IsOffered {
		return nil, web.Conflict(deal.NotAllowed, now.WhyNot)
	}
	if err := tx.DemandPasskeys(by.Institution(), is); err != nil {
		return nil, err
	}
	event := "passkey_demanded"
	if !is {
		event = "passkey_not_demanded"
	}
	if err := tx.AddAudit(by.Line(event, "institution", by.Institution(), "ok", "")); err != nil {
		return nil, err
	}
	return a.demandOf(&tx.Q, by)
}
