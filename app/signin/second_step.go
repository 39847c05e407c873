package signin

import (
	"errors"

	"tsunagu/app/auth"
	"tsunagu/app/mail"
	"tsunagu/app/web"
	"tsunagu/store"
)

// The second step of signing in: a code of an app on one's telephone after the password.

var (
	errWrongCode = &web.Problem{Title: "Invalid grant", Status: 400, Detail: "確認コードが違うか、すでに使われています。アプリに次のコードが表示されてから、もう一度入力してください。",
		Code: "wrong_code"}
	errTicketOver = &web.Problem{Title: "Invalid grant", Status: 400, Detail: "確認コードを入力できる時間（5分）が過ぎました。もう一度、ログインIDとパスワードを入力してください。",
		Code: "ticket_over"}
)

// takeCode uses up what was typed, a code of the app or a recovery code, and says which it was;
// errWrongCode.
func (a Room) takeCode(tx *store.Tx, u *store.User, s *store.SecondStep, typed string) (string, error) {
	switch typed = auth.FoldPasscode(typed); len(typed) {
	case auth.CodeDigits:
		secret, err := a.Keys.Open(s.Secret)
		if err != nil {
			return "", err
		}
		step, ok := auth.MatchCode(secret, typed, tx.Now(), s.LastStep)
		if !ok {
			return "", errWrongCode
		}
		s.LastStep = step
		return "totp", tx.PutSecondStep(s)
	case auth.RecoveryDigits:
		if err := ifStale(tx.UseRecoveryCode(u.ID, a.Keys.HashRecoveryCode(u.ID, typed)), errWrongCode); err != nil {
			return "", err
		}
		return "recovery_code", a.MailUser(tx, mail.RecoveryCodeUsed, u, u.ID, mail.Data{})
	}
	return "", errWrongCode
}

// ifStale says in a sign-in's own words that the row is gone.
func ifStale(err error, p *web.Problem) error {
	if errors.Is(err, store.ErrStale) {
		return p
	}
	return err
}

// firstStep goes on after the right password: into a session or, where the second step is on
// and this browser is not remembered, to a ticket for the code.
func firstStep(r *web.Request, user *store.User, d *web.Door, at attempt, rehash string) (*TokenAnswer, error) {
	trust := auth.HashSecret(cookieValue(r.Raw, d.Trust))
	asks, trusted := false, false
	if err := r.Read(func(q *store.Q) error {
		if err := needsPasskey(r, q, user); err != nil {
			return err
		}
		s, err := q.SecondStep(user.ID)
		if err != nil || !s.IsOn() {
			return err
		}
		trusted, err = q.Trusts(trust, user.ID)
		asks = !trusted
		return err
	}); err != nil {
		return nil, err
	}
	keep := func(tx *store.Tx, u *store.User) error {
		if rehash == "" {
			return nil
		}
		u.PasswordHash = rehash
		return tx.UpdateUser(u, u.ID)
	}
	if !asks {
		by := &Opening{Prove: func(tx *store.Tx, u *store.User) error {
			// Read again inside: the second step may have been set up since, or the memory ended.
			s, err := tx.SecondStep(u.ID)
			if err == nil && s.IsOn() != trusted {
				err = errWrongLogin
			}
			if err == nil && trusted {
				err = ifStale(tx.SeeTrustedDevice(trust, u.ID), errWrongLogin)
			}
			if err != nil {
				return err
			}
			return keep(tx, u)
		}}
		if trusted {
			by.Detail = "trusted_device"
		}
		return openSession(r, user, d, at, by)
	}
	ticket := auth.NewSecret()
	return &TokenAnswer{Ticket: ticket}, r.Write(func(tx *store.Tx) error {
		u, err := tx.User(user.ID)
		if err != nil {
			return err
		}
		if u.PasswordHash != user.PasswordHash {
			return errWrongLogin
		}
		if err := keep(tx, u); err != nil {
			return err
		}
		return tx.CreateTicket(auth.HashSecret(ticket), u.ID, string(d.Audience), tx.Now().Add(auth.TicketLife))
	})
}

// signInByCode is the second step: the ticket of the first and a code. Wrong codes count for the
// lockout as wrong passwords do; nothing of it is forgotten before the code was right.
func (a Room) signInByCode(r *web.Request, d *web.Door, ticket, code string, remember bool) (*TokenAnswer, error) {
	hash := auth.HashSecret(ticket)
	var user *store.User
	var at attempt
	err := r.Read(func(q *store.Q) (err error) {
		if user, err = q.TicketUser(hash, string(d.Audience)); err != nil {
			return err
		}
		if at, err = attemptAt(r, q, user.LoginID, user); err != nil {
			return err
		}
		return checkLock(r, q, at)
	})
	if errors.Is(err, store.ErrNotFound) {
		return nil, errTicketOver
	}
	if err != nil {
		return nil, err
	}
	trust := ""
	if remember && isBrowser(r.Raw) {
		// Colleagues at one PC are each remembered by the one cookie of its browser.
		if trust = cookieValue(r.Raw, d.Trust); trust == "" {
			trust = auth.NewSecret()
		}
	}
	by := &Opening{}
	by.Prove = func(tx *store.Tx, u *store.User) error {
		s, err := tx.SecondStep(u.ID)
		if err != nil {
			return err
		}
		if !s.IsOn() {
			return errTicketOver // taken off meanwhile
		}
		if by.Detail, err = a.takeCode(tx, u, s, code); err != nil {
			return err
		}
		if err := ifStale(tx.UseTicket(hash), errTicketOver); err != nil {
			return err
		}
		if trust == "" {
			return nil
		}
		return tx.TrustDevice(&store.TrustedDevice{Hash: auth.HashSecret(trust), UserID: u.ID, UserAgent: web.Truncate(r.Raw.UserAgent(), 200),
			Expires: tx.Now().Add(auth.TrustLife)})
	}
	out, err := openSession(r, user, d, at, by)
	if errors.Is(err, errWrongCode) {
		if err := r.Write(func(tx *store.Tx) error { return wrongPassword(r, tx, at, user, "second_step") }); err != nil {
			return nil, err
		}
	}
	if err == nil && trust != "" {
		setSecret(r, d.Trust, trust, "/", auth.TrustLife)
	}
	return out, err
}
