package signin

import (
	"cmp"
	"errors"
	"time"

	"tsunagu/app/auth"
	"tsunagu/app/company"
	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/web"
	"tsunagu/store"
)

// PasswordChangeInput is the body of ChangeUserPassword (SPEC.md 7 Authentication).
type PasswordChangeInput struct {
	Password    string `json:"password" doc:"今のパスワード"`
	NewPassword string `json:"newPassword" doc:"新しいパスワード。12文字以上"`
}

// passwordResetInput is the body of /initializePassword (SPEC.md 7 Authentication).
type passwordResetInput struct {
	MailAddress string `json:"mailAddress" doc:"ログインIDのメールアドレス"`
}

// passwordKeyInput asks whether a mailed link still opens.
type passwordKeyInput struct {
	Key      string `json:"key"`
	Passcode string `json:"passcode,omitempty" doc:"招待状のとき、電話などで伝えられた8桁の確認コード"`
}

// passwordKeyAnswer tells the link's holder whose password it sets.
type passwordKeyAnswer struct {
	LoginID string `json:"loginId"`
	IsFirst bool   `json:"isFirst" doc:"招待された利用者の最初のパスワード"`
	Expires string `json:"expires" doc:"リンクの期限（UTC）"`

	HasDirectory        bool `json:"hasDirectory,omitempty" doc:"招待された利用者が、社内のアカウントと結び付けて始められる"`
	IsPasswordForbidden bool `json:"isPasswordForbidden,omitempty" doc:"金融機関の決まりにより、パスワードは設定できない"`
}

// passwordSetInput sets a password by a mailed link.
type passwordSetInput struct {
	Key      string `json:"key"`
	Passcode string `json:"passcode,omitempty" doc:"招待状のとき、電話などで伝えられた8桁の確認コード"`
	Password string `json:"password" doc:"新しいパスワード。12文字以上"`
}

// passwordSetAnswer says where to sign in now, and as whom.
type passwordSetAnswer struct {
	LoginID    string `json:"loginId"`
	SignInPath string `json:"signInPath" doc:"ログインする画面。/login か /office"`
}

func (a Room) PasswordCalls() {
	change := func(r *web.Request, in *struct{ Body PasswordChangeInput }) (web.Nothing, error) {
		return web.Nothing{}, a.ChangePassword(r, in.Body.Password, in.Body.NewPassword)
	}
	web.Add(a.Platform, web.Call{
		Method: "PUT", Path: "/api/FinancialUser/ChangeUserPassword", Area: "auth", Callers: web.FIN | web.LEN, PasswordDue: true,
		Records: "自分", Summary: "パスワード変更（金融機関）", Spec: "SPEC 6, 7 Authentication",
	}, change)
	web.Add(a.Platform, web.Call{
		Method: "PUT", Path: "/api/BuyerCompanyUser/ChangeUserPassword", Area: "auth", Callers: web.BUY, PasswordDue: true,
		Records: "自分", Summary: "パスワード変更（買手）", Spec: "SPEC 6, 7 Authentication",
	}, change)

	web.Add(a.Platform, web.Call{
		Method: "POST", Path: "/initializePassword", Area: "auth", Callers: web.Anyone, MaxBody: 4 << 10, PasswordDue: true,
		Records: "なし。登録の有無によらず同じ答え", Summary: "パスワードの再設定の申し込み", Spec: "SPEC 7 Authentication; domain 6 Password",
	},
		func(r *web.Request, in *struct{ Body passwordResetInput }) (web.Nothing, error) {
			return web.Nothing{}, a.requestPasswordReset(r, in.Body.MailAddress)
		})
	web.Add(a.Platform, web.Call{
		Method: "POST", Path: "/api/Public/GetPasswordKey", Area: "auth", Callers: web.ByKey, MaxBody: 4 << 10, PasswordDue: true,
		Records: "メールのリンクの本人", Summary: "パスワード設定のリンクが使えるか", Spec: "domain 6, 9 /password-set",
	},
		func(r *web.Request, in *struct{ Body passwordKeyInput }) (*passwordKeyAnswer, error) {
			k, u, err := a.openPasswordKey(r, in.Body.Key, in.Body.Passcode)
			if err != nil {
				return nil, err
			}
			out := &passwordKeyAnswer{LoginID: u.LoginID, IsFirst: u.PasswordHash == "", Expires: web.ServerTime(k.Expires)}
			return out, r.Read(func(q *store.Q) (err error) {
				out.IsPasswordForbidden, _, err = passwordRule(q, u)
				if err == nil && u.Status == int(deal.UserUnapproved) {
					out.HasDirectory, err = hasDirectory(q, u)
				}
				return err
			})
		})
	web.Add(a.Platform, web.Call{
		Method: "POST", Path: "/api/Public/SetPasswordByKey", Area: "auth", Callers: web.ByKey, MaxBody: 4 << 10, PasswordDue: true,
		Records: "メールのリンクの本人", Summary: "リンクによるパスワードの設定", Spec: "domain 6, 9 /password-set",
	},
		func(r *web.Request, in *struct{ Body passwordSetInput }) (*passwordSetAnswer, error) {
			return a.setPasswordByKey(r, &in.Body)
		})
}

// ChangePassword wants the present password, ends all other sessions and tells the user by
// mail. A wrong present password counts for the lockout: a session left open on a desk must
// not be a place to guess it.
func (a Room) ChangePassword(r *web.Request, present, next string) error {
	var at attempt
	err := r.Read(func(q *store.Q) (err error) {
		if at, err = attemptAt(r, q, r.User.LoginID, r.User); err != nil {
			return err
		}
		return checkLock(r, q, at)
	})
	if err != nil {
		return err
	}
	ok, err := a.Hasher.Verify(r, r.User.PasswordHash, present)
	if err != nil {
		return err
	}
	if !ok {
		if err := r.Write(func(tx *store.Tx) error { return wrongPassword(r, tx, at, r.User, "password_change") }); err != nil {
			return err
		}
	}
	var c web.Check
	c.Ok(ok, "password", "今のパスワードが間違っています。入力し直してください。")
	if err := auth.CheckNewPassword(next, r.User.LoginID); err != nil {
		c.Fail("newPassword", err.Error())
	} else if ok && present == next {
		c.Fail("newPassword", "今のパスワードと違うものを入力してください。")
	}
	if err := c.Err(); err != nil {
		return err
	}
	hash, err := a.Hasher.Hash(r, next)
	if err != nil {
		return err
	}
	return r.Write(func(tx *store.Tx) error {
		u, err := tx.User(r.ID())
		if err != nil {
			return err
		}
		if u.PasswordHash != r.User.PasswordHash {
			return web.ErrStale
		}
		if err := tx.ForgetLoginFailures(at.idHash, at.address, at.device, tx.Now().Add(-auth.FailureLife)); err != nil {
			return err
		}
		if err := storePassword(r, tx, u, hash, r.Session, "password changed"); err != nil {
			return err
		}
		return tx.AddAudit(r.Line("password_changed", "user", u.ID, "ok", ""))
	})
}

// storePassword writes a new password, ends the user's sessions but one and tells by mail.
func storePassword(r *web.Request, tx *store.Tx, u *store.User, hash, exceptSession, reason string) error {
	u.PasswordHash, u.IsNeedPasswordChange, u.PasswordChanged = hash, false, tx.Now()
	if err := tx.UpdateUser(u, u.ID); err != nil {
		return err
	}
	if err := tx.RevokeSessionsOf(u.ID, exceptSession, reason); err != nil {
		return err
	}
	if err := tx.RevokeLinkKeys(store.LinkPassword, u.ID, reason); err != nil {
		return err
	}
	return r.Platform.MailUser(tx, mail.PasswordChanged, u, u.ID, mail.Data{})
}

// resetAnswerTime is how long the answer to a reset takes, whatever was done: a mail costs half
// a millisecond more than none, which would tell who is a member.
const resetAnswerTime = 200 * time.Millisecond

// requestPasswordReset mails a single-use link to who signs in with this address. Known and
// unknown addresses get the same answer in the same time and are limited alike (domain.md 6
// Password).
func (a Room) requestPasswordReset(r *web.Request, address string) error {
	var c web.Check
	c.Mail("mailAddress", "メールアドレス", &address, true)
	if err := c.Err(); err != nil {
		return err
	}
	if err := a.Throttle.Take(a.Store.Now(), web.ThrottleReset, r.IP); err != nil {
		return err
	}
	defer waitUntil(r, time.Now().Add(cmp.Or(a.ResetAnswerTime, resetAnswerTime)))
	// Beyond this the links sent already stay good: a stranger must neither flood the mailbox
	// nor keep replacing the link that its owner is about to open.
	if a.Throttle.Take(a.Store.Now(), web.ThrottleMailbox, "reset "+a.Keys.HashLoginID(address)) != nil {
		return nil
	}
	return r.Write(func(tx *store.Tx) error {
		u, err := tx.UserByLogin(auth.FoldLoginID(address))
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return err
		}
		l := r.Line("password_reset", "user", "", "refused", "")
		if u != nil {
			l.SubjectID = u.ID
			sent, err := a.mailPasswordReset(tx, u)
			if err != nil {
				return err
			}
			if sent {
				l.Result = "ok"
			}
		}
		return tx.AddAudit(l)
	})
}

// waitUntil holds an answer back; a caller that goes away is not waited for.
func waitUntil(r *web.Request, t time.Time) {
	timer := time.NewTimer(time.Until(t))
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-r.Done():
	}
}

// mailPasswordReset sends what fits the user's state: a link of 30 minutes; the invitation once
// more to who never answered it; nothing to who may not sign in.
func (a Room) mailPasswordReset(tx *store.Tx, u *store.User) (bool, error) {
	if out, err := web.IsOut(&tx.Q, u); err != nil || out {
		return false, err
	}
	switch deal.UserStatus(u.Status) {
	case deal.UserEnabled:
		if isForbidden, _, err := passwordRule(&tx.Q, u); err != nil || isForbidden {
			return false, err
		}
		link, _, err := a.NewLink(tx, &store.LinkKey{Kind: store.LinkPassword, SubjectID: u.ID, UserID: u.ID}, "/password-set",
			auth.ResetLinkLife, false)
		if err != nil {
			return false, err
		}
		return true, a.MailUser(tx, mail.PasswordReset, u, u.ID, mail.Data{Link: link, Expires: tx.Now().Add(auth.ResetLinkLife)})
	case deal.UserUnapproved:
		// A letter stays good: who knows the address must not end it, and perhaps no mail arrives there.
		if has, err := company.HasLetter(&tx.Q, u); err != nil || has {
			return false, err
		}
		_, err := tx.LatestLinkKey(store.LinkPassword, u.ID)
		if errors.Is(err, store.ErrNotFound) {
			return false, nil // waits for the approval of its institution
		}
		if err != nil {
			return false, err
		}
		return true, a.InviteUser(tx, u, mail.InvitationResent)
	}
	return false, nil
}

// openPasswordKey finds what a link opens: a mailed one by its key, a letter's by key and code. A wrong
// code is counted.
func (a Room) openPasswordKey(r *web.Request, key, code string) (k *store.LinkKey, u *store.User, err error) {
	if code == "" {
		err = r.Read(func(q *store.Q) error { k, u, err = passwordKey(q, key); return err })
		return k, u, err
	}
	err = r.ByLink(func(tx *store.Tx) error { k, u, err = a.letterKey(tx, r.Actor, key, code); return err })
	if errors.Is(err, web.ErrLink) {
		err = company.ErrLetter
	}
	return k, u, err
}

// letterKey is passwordKey for a letter. Its code is told once and tried five times at most.
func (a Room) letterKey(tx *store.Tx, by web.Actor, key, code string) (*store.LinkKey, *store.User, error) {
	k, _, err := a.OpenLink(tx, by, store.LinkPassword, key, code)
	if err != nil {
		return nil, nil, err
	}
	u, err := passwordUser(&tx.Q, k)
	if errors.Is(err, web.ErrNotAvailable) || errors.Is(err, store.ErrNotFound) {
		err = web.ErrLink
	}
	return k, u, err
}

// passwordKey finds the living link and the user it belongs to. Unknown, used, replaced and
// expired ones, letters without their code, and those of users who were stopped answer alike.
func passwordKey(q *store.Q, key string) (*store.LinkKey, *store.User, error) {
	k, err := q.LinkKey(auth.HashSecret(key))
	if err != nil {
		return nil, nil, err
	}
	if k.Kind != store.LinkPassword || !k.Alive(q.Now()) || k.PasscodeHash != "" {
		return nil, nil, web.ErrNotAvailable
	}
	u, err := passwordUser(q, k)
	return k, u, err
}

// passwordUser is the user of a living link, if it may set a password.
func passwordUser(q *store.Q, k *store.LinkKey) (*store.User, error) {
	u, err := q.User(k.SubjectID)
	if err != nil {
		return nil, err
	}
	if out, err := web.IsOut(q, u); err != nil {
		return nil, err
	} else if out {
		return nil, web.ErrNotAvailable
	}
	if s := deal.UserStatus(u.Status); u.Role == int(deal.RoleSEL) || s != deal.UserUnapproved && s != deal.UserEnabled {
		return nil, web.ErrNotAvailable
	}
	return u, nil
}

// setPasswordByKey uses the link up: password, first enabling, the end of every session and of
// a lockout, which is what the lockout message sends people here for.
func (a Room) setPasswordByKey(r *web.Request, in *passwordSetInput) (*passwordSetAnswer, error) {
	_, holder, err := a.openPasswordKey(r, in.Key, in.Passcode) // first, so that only a living link costs a hash
	if err != nil {
		return nil, err
	}
	out := &passwordSetAnswer{LoginID: holder.LoginID, SignInPath: "/login"}
	if web.OfficeDoor.Callers.Has(deal.Role(holder.Role)) {
		out.SignInPath = "/office"
	}
	if isForbidden, err := web.Reading(r, func(q *store.Q) (bool, error) {
		is, _, err := passwordRule(q, holder)
		return is, err
	}); err != nil {
		return nil, err
	} else if isForbidden {
		return nil, web.Invalid("password", "所属する金融機関の決まりにより、パスワードは使えません。社内のアカウントで始めてください。")
	}
	if err := auth.CheckNewPassword(in.Password, out.LoginID); err != nil {
		return nil, web.Invalid("password", err.Error())
	}
	hash, err := a.Hasher.Hash(r, in.Password)
	if err != nil {
		return nil, err
	}
	return web.Writing(r, func(tx *store.Tx) (*passwordSetAnswer, error) {
		k, u, err := passwordKey(&tx.Q, in.Key)
		how := ""
		if in.Passcode != "" {
			how = "招待状"
			k, u, err = a.letterKey(tx, r.Actor, in.Key, in.Passcode)
		}
		if err != nil {
			return nil, err
		}
		k.Used, k.DecidedIP = tx.Now(), r.IP
		if err := tx.UpdateLinkKey(k); err != nil {
			return nil, err
		}
		u.Status = int(deal.UserEnabled)
		if err := storePassword(r, tx, u, hash, "", "password set by link"); err != nil {
			return nil, err
		}
		// Every failure of the ID, wherever it came from.
		if err := tx.ForgetLoginFailuresOf(a.Keys.HashLoginID(u.LoginID)); err != nil {
			return nil, err
		}
		l := r.Line("password_set", "user", u.ID, "ok", how)
		l.UserID, l.Role, l.ClientID = u.ID, u.Role, u.ClientID
		return out, tx.AddAudit(l)
	})
}
