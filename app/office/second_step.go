package office

import (
	"context"
	"errors"

	"tsunagu/app/auth"
	"tsunagu/app/company"
	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/signin"
	"tsunagu/app/web"
	"tsunagu/store"
)

// secondStepReset removes the second step of another user's sign-in.
type secondStepReset struct {
	UserID  string `json:"userId"`
	Comment string `json:"comment" limit:"400" doc:"理由。監査ログに残る"`
}

func (a Room) SecondStepResetCalls() {
	reset := web.OfficeCall("POST", "ResetSecondStep", web.ADM|web.FAD, "事務局：金融機関の利用者と管理者。管理者：自機関の利用者", "端末をなくした利用者の2段階認証の解除")
	web.Add(a.Platform, reset.Freshly(),
		func(r *web.Request, in *struct{ Body secondStepReset }) (web.Nothing, error) {
			return web.Nothing{}, r.Write(func(tx *store.Tx) error {
				u, err := managedUser(&tx.Q, r.Actor, in.Body.UserID)
				if err != nil {
					return err
				}
				return a.resetSecondStep(tx, r.Actor, u, &in.Body)
			})
		})
}

// resetSecondStep removes the second step of a user who lost the telephone. The password is still
// needed; all of the user's sessions end, and the user is told.
func (a Room) resetSecondStep(tx *store.Tx, by web.Actor, u *store.User, in *secondStepReset) error {
	var c web.Check
	c.Prose(in, "comment", "理由", &in.Comment, true)
	if err := c.Err(); err != nil {
		return err
	}
	switch role := deal.Role(u.Role); {
	case deal.MayResetSecondStep(by.Role, role):
	case role == deal.RoleADM:
		return web.Conflict(deal.NotAllowed, "事務局の利用者の2段階認証は、画面からは解除できません。つなぐが動いているパソコンで、コマンド tsunagu reset-totp を実行してください。")
	case role == deal.RoleFAD:
		return web.Conflict(deal.NotAllowed, "管理者の2段階認証は、事務局が解除します。事務局へご連絡ください。")
	default:
		return signin.ErrStepOff
	}
	s, err := tx.SecondStep(u.ID)
	if err != nil {
		return err
	}
	if !s.IsOn() {
		return signin.ErrStepOff
	}
	return a.dropSecondStep(tx, by, u, in.Comment)
}

func (a Room) dropSecondStep(tx *store.Tx, by web.Actor, u *store.User, why string) error {
	if err := tx.DropSecondStep(u.ID); err != nil {
		return err
	}
	if err := tx.RevokeSessionsOf(u.ID, "", "second step reset"); err != nil {
		return err
	}
	if err := a.MailUser(tx, mail.SecondStepReset, u, u.ID, mail.Data{}); err != nil {
		return err
	}
	if err := a.tellUserChanged(tx, u); err != nil {
		return err
	}
	return company.UserDeed(tx, by, "second_step_reset", u, why)
}

// ResetSecondStep removes an office user's second step and passkeys from the command line of the machine, for an
// office whose users cannot do it on the screen.
func (a Room) ResetSecondStep(ctx context.Context, loginID string) error {
	return a.Store.Write(ctx, func(tx *store.Tx) error {
		u, err := tx.UserByLogin(auth.FoldLoginID(loginID))
		if errors.Is(err, store.ErrNotFound) {
			return signin.ErrNoSecondStep
		}
		if err != nil {
			return err
		}
		s, err := tx.SecondStep(u.ID)
		if err != nil {
			return err
		}
		n, err := tx.DropPasskeys(u.ID)
		if err != nil {
			return err
		}
		if !s.IsOn() && n == 0 {
			return signin.ErrNoSecondStep
		}
		return a.dropSecondStep(tx, web.Actor{}, u, "tsunagu reset-totp")
	})
}
