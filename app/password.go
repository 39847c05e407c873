package app

import (
	"tsunagu/app/auth"
	"tsunagu/app/mail"
	"tsunagu/store"
)

func (a *App) passwordCalls() {
	type change struct {
		Body struct {
			Password    string `json:"password" doc:"今のパスワード"`
			NewPassword string `json:"newPassword" doc:"新しいパスワード。12文字以上"`
		}
	}
	do := func(r *request, in *change) (nothing, error) {
		return nothing{}, r.a.changePassword(r, in.Body.Password, in.Body.NewPassword)
	}
	add(a, call{"PUT", "/api/FinancialUser/ChangeUserPassword", "auth", fin, "自分", "パスワード変更（金融機関）", "SPEC 6, 7 Authentication", 0, true}, do)
	add(a, call{"PUT", "/api/BuyerCompanyUser/ChangeUserPassword", "auth", buy, "自分", "パスワード変更（買手）", "SPEC 6, 7 Authentication", 0, true}, do)
}

// changePassword wants the present password, ends all other sessions and tells the user by mail.
func (a *App) changePassword(r *request, present, next string) error {
	ok, err := a.hasher.Verify(r, r.user.PasswordHash, present)
	if err != nil {
		return err
	}
	var c check
	c.ok(ok, "password", "今のパスワードが間違っています。入力し直してください。")
	if err := auth.CheckNewPassword(next, r.user.LoginID); err != nil {
		c.fail("newPassword", err.Error())
	} else if ok && present == next {
		c.fail("newPassword", "今のパスワードと違うものを入力してください。")
	}
	if err := c.err(); err != nil {
		return err
	}
	hash, err := a.hasher.Hash(r, next)
	if err != nil {
		return err
	}
	return r.write(func(tx *store.Tx) error {
		u, err := tx.User(r.id())
		if err != nil {
			return err
		}
		if u.PasswordHash != r.user.PasswordHash {
			return errStale
		}
		u.PasswordHash, u.IsNeedPasswordChange, u.PasswordChanged = hash, false, tx.Now()
		if err := tx.UpdateUser(u, u.ID); err != nil {
			return err
		}
		if err := tx.RevokeSessionsOf(u.ID, r.session, "password changed"); err != nil {
			return err
		}
		if err := tx.AddAudit(r.line("password_changed", "user", u.ID, "ok", "")); err != nil {
			return err
		}
		return a.mailUser(tx, mail.PasswordChanged, u, u.ID, mail.Data{})
	})
}
