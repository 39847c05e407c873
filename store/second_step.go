package store

import (
	"errors"
	"time"
)

// SecondStep is a user's second step of signing in. Secret and Pending are sealed with the key
// file; Pending waits for its first code. A user without a row has none.
type SecondStep struct {
	UserID   string    `db:"user_id"`
	Secret   []byte    `db:"secret"`
	Pending  []byte    `db:"pending"`
	Enabled  time.Time `db:"enabled"`
	LastStep int64     `db:"last_step"`
}

// IsOn says that signing in asks for a code.
func (s *SecondStep) IsOn() bool { return !s.Enabled.IsZero() }

// SecondStep of a user; one that is off where there is none.
func (q *Q) SecondStep(userID string) (*SecondStep, error) {
	s, err := get[SecondStep](q, "SELECT "+names[SecondStep]("s")+" FROM second_step s WHERE s.user_id = ?", userID)
	if errors.Is(err, ErrNotFound) {
		return &SecondStep{UserID: userID}, nil
	}
	return s, err
}

// PutSecondStep writes it.
func (t *Tx) PutSecondStep(s *SecondStep) error {
	_, err := t.exec(`INSERT INTO second_step (user_id, secret, pending, enabled, last_step) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT DO UPDATE SET secret = excluded.secret, pending = excluded.pending, enabled = excluded.enabled, last_step = excluded.last_step`,
		s.UserID, s.Secret, s.Pending, ms(s.Enabled), s.LastStep)
	return err
}

// DropSecondStep takes it away with its recovery codes, and what spared it.
func (t *Tx) DropSecondStep(userID string) error {
	for _, table := range []string{"recovery_code", "second_step"} {
		if _, err := t.exec("DELETE FROM "+table+" WHERE user_id = ?", userID); err != nil {
			return err
		}
	}
	return t.forgetTrust(userID)
}

// forgetTrust ends what stands for a part of signing in: a password that was right a moment ago,
// and browsers that need no code.
func (t *Tx) forgetTrust(userID string) error {
	for _, table := range []string{"sign_in_ticket", "trusted_device"} {
		if _, err := t.exec("DELETE FROM "+table+" WHERE user_id = ?", userID); err != nil {
			return err
		}
	}
	return nil
}

// PutRecoveryCodes replaces a user's codes, by their hashes.
func (t *Tx) PutRecoveryCodes(userID string, hashes []string) error {
	if _, err := t.exec("DELETE FROM recovery_code WHERE user_id = ?", userID); err != nil {
		return err
	}
	for _, h := range hashes {
		if _, err := t.exec("INSERT INTO recovery_code (user_id, hash) VALUES (?, ?)", userID, h); err != nil {
			return err
		}
	}
	return nil
}

// RecoveryCodesLeft counts those not used.
func (q *Q) RecoveryCodesLeft(userID string) (n int, err error) {
	err = q.scan1([]any{&n}, "SELECT count(*) FROM recovery_code WHERE user_id = ? AND used IS NULL", userID)
	return n, err
}

// UseRecoveryCode uses a code up; ErrStale where there is none such, or no more.
func (t *Tx) UseRecoveryCode(userID, hash string) error {
	return t.execOne("UPDATE recovery_code SET used = ? WHERE user_id = ? AND hash = ? AND used IS NULL", ms(t.now), userID, hash)
}

// CreateTicket records that a password was right at a door, and forgets tickets that are over.
func (t *Tx) CreateTicket(hash, userID, aud string, expires time.Time) error {
	if _, err := t.exec("DELETE FROM sign_in_ticket WHERE expires <= ?", ms(t.now)); err != nil {
		return err
	}
	_, err := t.exec("INSERT INTO sign_in_ticket (hash, user_id, aud, expires) VALUES (?, ?, ?, ?)", hash, userID, aud, ms(expires))
	return err
}

// TicketUser is whose ticket it is at this door; ErrNotFound, also when it is over.
func (q *Q) TicketUser(hash, aud string) (*User, error) {
	return get[User](q, "SELECT "+names[User]("u")+" FROM sign_in_ticket k JOIN user u ON u.id = k.user_id WHERE k.hash = ? AND k.aud = "+
		"? AND k.expires > ?", hash, aud, ms(q.now))
}

// UseTicket uses it up; ErrStale where another request was quicker.
func (t *Tx) UseTicket(hash string) error {
	return t.execOne("DELETE FROM sign_in_ticket WHERE hash = ?", hash)
}

// TrustedDevice is a browser that gave a code and asked to be remembered.
type TrustedDevice struct {
	ID        string    `db:"id"`
	Hash      string    `db:"hash"`
	UserID    string    `db:"user_id"`
	UserAgent string    `db:"user_agent"`
	Created   time.Time `db:"created"`
	LastSeen  time.Time `db:"last_seen"`
	Expires   time.Time `db:"expires"`
}

// TrustedDevices lists a user's, the one used last first.
func (q *Q) TrustedDevices(userID string) ([]TrustedDevice, error) {
	return list[TrustedDevice](q, "SELECT "+names[TrustedDevice]("d")+" FROM trusted_device d WHERE d.user_id = ? AND d.expires > ? "+
		"ORDER BY d.last_seen DESC, d.id", userID, ms(q.now))
}

// Trusts says that a browser is remembered for a user.
func (q *Q) Trusts(hash, userID string) (bool, error) {
	var n int
	err := q.scan1([]any{&n}, "SELECT count(*) FROM trusted_device WHERE hash = ? AND user_id = ? AND expires > ?", hash, userID, ms(q.now))
	return n > 0, err
}

// TrustDevice remembers one anew, and forgets those whose time is over.
func (t *Tx) TrustDevice(d *TrustedDevice) error {
	if _, err := t.exec("DELETE FROM trusted_device WHERE expires <= ? OR hash = ? AND user_id = ?", ms(t.now), d.Hash, d.UserID); err != nil {
		return err
	}
	d.ID, d.Created, d.LastSeen = NewID(), t.now, t.now
	return insert(t, "trusted_device", d)
}

// SeeTrustedDevice notes that it signed in.
func (t *Tx) SeeTrustedDevice(hash, userID string) error {
	return t.execOne("UPDATE trusted_device SET last_seen = ? WHERE hash = ? AND user_id = ? AND expires > ?", ms(t.now), hash, userID,
		ms(t.now))
}

// ForgetTrustedDevice makes one ask for a code again; ErrNotFound for another user's.
func (t *Tx) ForgetTrustedDevice(id, userID string) error {
	err := t.execOne("DELETE FROM trusted_device WHERE id = ? AND user_id = ?", id, userID)
	if errors.Is(err, ErrStale) {
		err = ErrNotFound
	}
	return err
}

// RunningSessions are a user's sign-ins at one door that have not ended, the newest first.
func (q *Q) RunningSessions(userID, aud string, idleSince time.Time) ([]Session, error) {
	return list[Session](q, "SELECT "+names[Session]("s")+" FROM session s WHERE s.user_id = ? AND s.aud = ? AND s.revoked IS NULL AND "+
		"s.expires > ? AND s.last_seen > ? ORDER BY s.last_seen DESC, s.id DESC",
		userID, aud, ms(q.now), ms(idleSince))
}
