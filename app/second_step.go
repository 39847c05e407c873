package app

import (
	"errors"
	"strconv"

	"tsunagu/app/auth"
	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/store"
)

// The second step of signing in: a code of an app on one's telephone after the password.

var (
	errWrongCode  = &Problem{Title: "Invalid grant", Status: 400, Detail: "確認コードが違うか、すでに使われています。アプリに次のコードが表示されてから、もう一度入力してください。", Code: "wrong_code"}
	errTicketOver = &Problem{Title: "Invalid grant", Status: 400, Detail: "確認コードを入力できる時間（5分）が過ぎました。もう一度、ログインIDとパスワードを入力してください。", Code: "ticket_over"}
)

// stepRule is the rule for a role in this network.
func (a *Platform) stepRule(q *store.Q, role deal.Role) (deal.SecondStepRule, error) {
	banks := deal.SecondStepOptional
	if role == deal.RoleFIN { // the others' does not hang on the setting
		var err error
		if banks, err = bankStepRule(q); err != nil {
			return 0, err
		}
	}
	return deal.SecondStepFor(role, banks, a.FreeCode), nil
}

// bankStepRule is the network's setting for the banks' users.
func bankStepRule(q *store.Q) (deal.SecondStepRule, error) {
	v, err := q.Setting(store.SettingSecondStep)
	if n, bad := strconv.Atoi(v); err == nil && bad == nil {
		return deal.SecondStepRule(n), nil
	}
	return deal.SecondStepOptional, err
}

// stepDue says that a user must set it up before anything else.
func (a *Platform) stepDue(q *store.Q, u *store.User) (bool, error) {
	rule, err := a.stepRule(q, deal.Role(u.Role))
	if err != nil || rule != deal.SecondStepRequired {
		return false, err
	}
	s, err := q.SecondStep(u.ID)
	return err == nil && !s.IsOn(), err
}

// takeCode uses up what was typed, a code of the app or a recovery code, and says which it was;
// errWrongCode.
func (a *App) takeCode(tx *store.Tx, u *store.User, s *store.SecondStep, typed string) (string, error) {
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
		return "recovery_code", a.mailUser(tx, mail.RecoveryCodeUsed, u, u.ID, mail.Data{})
	}
	return "", errWrongCode
}

// ifStale says in a sign-in's own words that the row is gone.
func ifStale(err error, p *Problem) error {
	if errors.Is(err, store.ErrStale) {
		return p
	}
	return err
}

// firstStep goes on after the right password: into a session or, where the second step is on
// and this browser is not remembered, to a ticket for the code.
func (r *request) firstStep(user *store.User, d *door, at attempt, rehash string) (*tokenAnswer, error) {
	trust := auth.HashSecret(cookieValue(r.raw, d.trust))
	asks, trusted := false, false
	if err := r.read(func(q *store.Q) error {
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
		by := &opening{prove: func(tx *store.Tx, u *store.User) error {
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
			by.detail = "trusted_device"
		}
		return r.openSession(user, d, at, by)
	}
	ticket := auth.NewSecret()
	return &tokenAnswer{Ticket: ticket}, r.write(func(tx *store.Tx) error {
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
		return tx.CreateTicket(auth.HashSecret(ticket), u.ID, string(d.audience), tx.Now().Add(auth.TicketLife))
	})
}

// signInByCode is the second step: the ticket of the first and a code. Wrong codes count for the
// lockout as wrong passwords do; nothing of it is forgotten before the code was right.
func (a *App) signInByCode(r *request, d *door, ticket, code string, remember bool) (*tokenAnswer, error) {
	hash := auth.HashSecret(ticket)
	var user *store.User
	var at attempt
	err := r.read(func(q *store.Q) (err error) {
		if user, err = q.TicketUser(hash, string(d.audience)); err != nil {
			return err
		}
		if at, err = r.attemptAt(q, user.LoginID, user); err != nil {
			return err
		}
		return r.checkLock(q, at)
	})
	if errors.Is(err, store.ErrNotFound) {
		return nil, errTicketOver
	}
	if err != nil {
		return nil, err
	}
	trust := ""
	if remember && isBrowser(r.raw) {
		// Colleagues at one PC are each remembered by the one cookie of its browser.
		if trust = cookieValue(r.raw, d.trust); trust == "" {
			trust = auth.NewSecret()
		}
	}
	by := &opening{}
	by.prove = func(tx *store.Tx, u *store.User) error {
		s, err := tx.SecondStep(u.ID)
		if err != nil {
			return err
		}
		if !s.IsOn() {
			return errTicketOver // taken off meanwhile
		}
		if by.detail, err = a.takeCode(tx, u, s, code); err != nil {
			return err
		}
		if err := ifStale(tx.UseTicket(hash), errTicketOver); err != nil {
			return err
		}
		if trust == "" {
			return nil
		}
		return tx.TrustDevice(&store.TrustedDevice{Hash: auth.HashSecret(trust), UserID: u.ID, UserAgent: truncate(r.raw.UserAgent(), 200), Expires: tx.Now().Add(auth.TrustLife)})
	}
	out, err := r.openSession(user, d, at, by)
	if errors.Is(err, errWrongCode) {
		if err := r.write(func(tx *store.Tx) error { return r.wrongPassword(tx, at, user, "second_step") }); err != nil {
			return nil, err
		}
	}
	if err == nil && trust != "" {
		r.setSecret(d.trust, trust, "/", auth.TrustLife)
	}
	return out, err
}
