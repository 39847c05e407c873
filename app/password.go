package app

import (
	"cmp"
	"errors"
	"time"

	"tsunagu/app/auth"
	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/store"
)

// passwordChangeInput is the body of ChangeUserPassword (SPEC.md 7 Authentication).
type passwordChangeInput struct {
	Password    string `json:"password" doc:"今のパスワード"`
	NewPassword string `json:"newPassword" doc:"新しいパスワード。12文字以上"`
}

// passwordResetInput is the body of /initializePassword (SPEC.md 7 Authentication).
type passwordResetInput struct {
	MailAddress string `json:"mailAddress" doc:"ログインIDのメールアドレス"`
}

// passwordKeyInput asks whether a mailed link still opens.
type passwordKeyInput struct {
	Key string `json:"key"`
}

// passwordKeyAnswer tells the link's holder whose password it sets.
type passwordKeyAnswer struct {
	LoginID string `json:"loginId"`
	IsFirst bool   `json:"isFirst" doc:"招待された利用者の最初のパスワード"`
	Expires string `json:"expires" doc:"リンクの期限（UTC）"`
}

// passwordSetInput sets a password by a mailed link.
type passwordSetInput struct {
	Key      string `json:"key"`
	Password string `json:"password" doc:"新しいパスワード。12文字以上"`
}

// passwordSetAnswer says where to sign in now, and as whom.
type passwordSetAnswer struct {
	LoginID    string `json:"loginId"`
	SignInPath string `json:"signInPath" doc:"ログインする画面。/login か /office"`
}

func (a *App) passwordCalls() {
	change := func(r *request, in *struct{ Body passwordChangeInput }) (nothing, error) {
		return nothing{}, a.changePassword(r, in.Body.Password, in.Body.NewPassword)
	}
	add(a.Platform, call{
		method: "PUT", path: "/api/FinancialUser/ChangeUserPassword", area: "auth", callers: fin, passwordDue: true,
		records: "自分", summary: "パスワード変更（金融機関）", spec: "SPEC 6, 7 Authentication",
	}, change)
	add(a.Platform, call{
		method: "PUT", path: "/api/BuyerCompanyUser/ChangeUserPassword", area: "auth", callers: buy, passwordDue: true,
		records: "自分", summary: "パスワード変更（買手）", spec: "SPEC 6, 7 Authentication",
	}, change)

	add(a.Platform, call{
		method: "POST", path: "/initializePassword", area: "auth", callers: anyone, maxBody: 4 << 10, passwordDue: true,
		records: "なし。登録の有無によらず同じ答え", summary: "パスワードの再設定の申し込み", spec: "SPEC 7 Authentication; domain 6 Password",
	},
		func(r *request, in *struct{ Body passwordResetInput }) (nothing, error) {
			return nothing{}, a.requestPasswordReset(r, in.Body.MailAddress)
		})
	add(a.Platform, call{
		method: "POST", path: "/api/Public/GetPasswordKey", area: "auth", callers: byKey, maxBody: 4 << 10, passwordDue: true,
		records: "メールのリンクの本人", summary: "パスワード設定のリンクが使えるか", spec: "domain 6, 9 /password-set",
	},
		func(r *request, in *struct{ Body passwordKeyInput }) (*passwordKeyAnswer, error) {
			return reading(r, func(q *store.Q) (out *passwordKeyAnswer, err error) {
				k, u, err := passwordKey(q, in.Body.Key)
				if err != nil {
					return nil, err
				}
				out = &passwordKeyAnswer{u.LoginID, u.PasswordHash == "", serverTime(k.Expires)}
				return out, nil
			})
		})
	add(a.Platform, call{
		method: "POST", path: "/api/Public/SetPasswordByKey", area: "auth", callers: byKey, maxBody: 4 << 10, passwordDue: true,
		records: "メールのリンクの本人", summary: "リンクによるパスワードの設定", spec: "domain 6, 9 /password-set",
	},
		func(r *request, in *struct{ Body passwordSetInput }) (*passwordSetAnswer, error) {
			return a.setPasswordByKey(r, in.Body.Key, in.Body.Password)
		})
}

// changePassword wants the present password, ends all other sessions and tells the user by
// mail. A wrong present password counts for the lockout: a session left open on a desk must
// not be a place to guess it.
func (a *App) changePassword(r *request, present, next string) error {
	var at attempt
	err := r.read(func(q *store.Q) (err error) {
		if at, err = r.attemptAt(q, r.user.LoginID, r.user); err != nil {
			return err
		}
		return r.checkLock(q, at)
	})
	if err != nil {
		return err
	}
	ok, err := a.hasher.Verify(r, r.user.PasswordHash, present)
	if err != nil {
		return err
	}
	if !ok {
		if err := r.write(func(tx *store.Tx) error { return r.wrongPassword(tx, at, r.user, "password_change") }); err != nil {
			return err
		}
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
		if err := tx.ForgetLoginFailures(at.idHash, at.address, at.device, tx.Now().Add(-auth.FailureLife)); err != nil {
			return err
		}
		if err := r.storePassword(tx, u, hash, r.session, "password changed"); err != nil {
			return err
		}
		return tx.AddAudit(r.line("password_changed", "user", u.ID, "ok", ""))
	})
}

// storePassword writes a new password, ends the user's sessions but one and tells by mail.
func (r *request) storePassword(tx *store.Tx, u *store.User, hash, exceptSession, reason string) error {
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
	return r.p.mailUser(tx, mail.PasswordChanged, u, u.ID, mail.Data{})
}

// resetAnswerTime is how long the answer to a reset takes, whatever was done: a mail costs half
// a millisecond more than none, which would tell who is a member.
const resetAnswerTime = 200 * time.Millisecond

// requestPasswordReset mails a single-use link to who signs in with this address. Known and
// unknown addresses get the same answer in the same time and are limited alike (domain.md 6
// Password).
func (a *App) requestPasswordReset(r *request, address string) error {
	var c check
	c.mail("mailAddress", "メールアドレス", &address, true)
	if err := c.err(); err != nil {
		return err
	}
	if err := a.throttle.take(a.Store.Now(), throttleReset, r.ip); err != nil {
		return err
	}
	defer r.waitUntil(time.Now().Add(cmp.Or(a.ResetAnswerTime, resetAnswerTime)))
	// Beyond this the links sent already stay good: a stranger must neither flood the mailbox
	// nor keep replacing the link that its owner is about to open.
	if a.throttle.take(a.Store.Now(), throttleMailbox, "reset "+a.Keys.HashLoginID(address)) != nil {
		return nil
	}
	return r.write(func(tx *store.Tx) error {
		u, err := tx.UserByLogin(auth.FoldLoginID(address))
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return err
		}
		l := r.line("password_reset", "user", "", "refused", "")
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
func (r *request) waitUntil(t time.Time) {
	timer := time.NewTimer(time.Until(t))
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-r.Done():
	}
}

// mailPasswordReset sends what fits the user's state: a link of 30 minutes; the invitation once
// more to who never answered it; nothing to who may not sign in.
func (a *App) mailPasswordReset(tx *store.Tx, u *store.User) (bool, error) {
	if out, err := isOut(&tx.Q, u); err != nil || out {
		return false, err
	}
	switch deal.UserStatus(u.Status) {
	case deal.UserEnabled:
		link, _, err := a.newLink(tx, &store.LinkKey{Kind: store.LinkPassword, SubjectID: u.ID, UserID: u.ID}, "/password-set", auth.ResetLinkLife, false)
		if err != nil {
			return false, err
		}
		return true, a.mailUser(tx, mail.PasswordReset, u, u.ID, mail.Data{Link: link, Expires: tx.Now().Add(auth.ResetLinkLife)})
	case deal.UserUnapproved:
		_, err := tx.LatestLinkKey(store.LinkPassword, u.ID)
		if errors.Is(err, store.ErrNotFound) {
			return false, nil // waits for the approval of its institution
		}
		if err != nil {
			return false, err
		}
		return true, a.inviteUser(tx, u, mail.InvitationResent)
	}
	return false, nil
}

// inviteUser mails the link for the first password, good for as long as a registration's
// (domain.md 6). Using it enables a user that is Unapproved, so it is for those alone whom
// somebody entitled has let in. kind is mail.Invitation or mail.InvitationResent.
func (a *Platform) inviteUser(tx *store.Tx, u *store.User, kind mail.Kind) error {
	switch s, err := takingPartOf(&tx.Q, u); {
	case err != nil:
		return err
	case s.isStopped:
		return conflict(deal.NotAllowed, "この金融機関は、利用を停止しています。利用を再開してから、案内を送ってください。")
	case s.isDisabled:
		return conflict(deal.NotAllowed, "この企業は無効になっています。有効に戻してから、案内を送ってください。")
	case s.isOut(tx.Now()):
		return conflict(deal.NotAllowed, "お試しの期間が終わっています。本登録を案内するか、詳細を登録してください。")
	}
	terms, err := termsOf(&tx.Q)
	if err != nil {
		return err
	}
	link, _, err := a.newLink(tx, &store.LinkKey{Kind: store.LinkPassword, SubjectID: u.ID, UserID: u.ID}, "/password-set", terms.RegistrationKeyLife(), false)
	if err != nil {
		return err
	}
	return a.mailUser(tx, kind, u, u.ID, mail.Data{Link: link, Expires: tx.Now().Add(terms.RegistrationKeyLife())})
}

// passwordKey finds the living link and the user it belongs to. Unknown, used, replaced and
// expired ones and those of users who were stopped answer alike.
func passwordKey(q *store.Q, key string) (*store.LinkKey, *store.User, error) {
	k, err := q.LinkKey(auth.HashSecret(key))
	if err != nil {
		return nil, nil, err
	}
	if k.Kind != store.LinkPassword || !k.Alive(q.Now()) {
		return nil, nil, errNotAvailable
	}
	u, err := q.User(k.SubjectID)
	if err != nil {
		return nil, nil, err
	}
	if out, err := isOut(q, u); err != nil {
		return nil, nil, err
	} else if out {
		return nil, nil, errNotAvailable
	}
	if s := deal.UserStatus(u.Status); u.Role == int(deal.RoleSEL) || s != deal.UserUnapproved && s != deal.UserEnabled {
		return nil, nil, errNotAvailable
	}
	return k, u, nil
}

// setPasswordByKey uses the link up: password, first enabling, the end of every session and of
// a lockout, which is what the lockout message sends people here for.
func (a *App) setPasswordByKey(r *request, key, password string) (*passwordSetAnswer, error) {
	out := &passwordSetAnswer{SignInPath: "/login"}
	err := r.read(func(q *store.Q) error { // first, so that only a living link costs a hash
		_, u, err := passwordKey(q, key)
		if err == nil {
			out.LoginID = u.LoginID
			if officeDoor.callers.has(deal.Role(u.Role)) {
				out.SignInPath = "/office"
			}
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	if err := auth.CheckNewPassword(password, out.LoginID); err != nil {
		return nil, invalid("password", err.Error())
	}
	hash, err := a.hasher.Hash(r, password)
	if err != nil {
		return nil, err
	}
	return writing(r, func(tx *store.Tx) (*passwordSetAnswer, error) {
		k, u, err := passwordKey(&tx.Q, key)
		if err != nil {
			return nil, err
		}
		k.Used, k.DecidedIP = tx.Now(), r.ip
		if err := tx.UpdateLinkKey(k); err != nil {
			return nil, err
		}
		u.Status = int(deal.UserEnabled)
		if err := r.storePassword(tx, u, hash, "", "password set by link"); err != nil {
			return nil, err
		}
		// Every failure of the ID, wherever it came from.
		if err := tx.ForgetLoginFailuresOf(a.Keys.HashLoginID(u.LoginID)); err != nil {
			return nil, err
		}
		l := r.line("password_set", "user", u.ID, "ok", "")
		l.UserID, l.Role, l.ClientID = u.ID, u.Role, u.ClientID
		return out, tx.AddAudit(l)
	})
}
