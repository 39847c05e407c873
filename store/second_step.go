package store

import (
	"errors"
	"time"
)

// SecondStep is a user's second step of signing in. Secret and Pending are sealed with the key
// file; Pending is a new secret until the user enters its first code. A user without a row has no
// second step.
type SecondStep struct {
	UserID   string    `db:"user_id"`
	Secret   []byte    `db:"secret"`
	Pending  []byte    `db:"pending"`
	Enabled  time.Time `db:"enabled"`
	LastStep int64     `db:"last_step"`
}

// IsOn says whether signing in asks for a code.
func (s *SecondStep) IsOn() bool { return !s.Enabled.IsZero() }

// SecondStep of a user; one that is off where there is no row.
func (q *Q) SecondStep(userID string) (*SecondStep, error) {
	s, err := get[SecondStep](q, "SELECT "+names[SecondStep]("s")+" FROM second_step s WHERE s.user_id = ?", userID)
	if errors.Is(err, ErrNotFound) {
		return &SecondStep{UserID: userID}, nil
	}
	return s, err
}

// PutSecondStep writes a second step.
func (t *Tx) PutSecondStep(s *SecondStep) error {
	_, err := t.exec(`INSERT INTO second_step (user_id, secret, pending, enabled, last_step) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT DO UPDATE SET secret = excluded.secret, pending = excluded.pending, enabled = excluded.enabled, last_step = excluded.last_step`,
		s.UserID, s.Secret, s.Pending, ms(s.Enabled), s.LastStep)
	return err
}

// DropSecondStep deletes a second step with its recovery codes, tickets and trusted browsers.
func (t *Tx) DropSecondStep(userID string) error {
	for _, table := range []string{"recovery_code", "second_step"} {
		if _, err := t.exec("DELETE FROM "+table+" WHERE user_id = ?", userID); err != nil {
			return err
		}
	}
	return t.forgetTrust(userID)
}

// forgetTrust deletes what replaces a part of signing in: tickets, which prove that a password was
// right a moment ago, and browsers that need no code.
func (t *Tx) forgetTrust(userID string) error {
	for _, table := range []string{"sign_in_ticket", "trusted_device"} {
		if _, err := t.exec("DELETE FROM "+table+" WHERE user_id = ?", userID); err != nil {
			return err
		}
	}
	return nil
}

// PutRecoveryCodes replaces a user's recovery codes; only their hashes are stored.
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

// RecoveryCodesLeft counts the unused recovery codes.
func (q *Q) RecoveryCodesLeft(userID string) (n int, err error) {
	err = q.scan1([]any{&n}, "SELECT count(*) FROM recovery_code WHERE user_id = ? AND used IS NULL", userID)
	return n, err
}

// UseRecoveryCode marks a recovery code as used; ErrStale if there is no such code or it was used
// already.
func (t *Tx) UseRecoveryCode(userID, hash string) error {
	return t.execOne("UPDATE recovery_code SET used = ? WHERE user_id = ? AND hash = ? AND used IS NULL", ms(t.now), userID, hash)
}

// CreateTicket records that a password was right at a sign-in page (aud, as in Session), and
// deletes expired tickets.
func (t *Tx) CreateTicket(hash, userID, aud string, expires time.Time) error {
	if _, err := t.exec("DELETE FROM sign_in_ticket WHERE expires <= ?", ms(t.now)); err != nil {
		return err
	}
	_, err := t.exec("INSERT INTO sign_in_ticket (hash, user_id, aud, expires) VALUES (?, ?, ?, ?)", hash, userID, aud, ms(expires))
	return err
}

// TicketUser is the user of a ticket for this sign-in page; ErrNotFound, also when it has expired.
func (q *Q) TicketUser(hash, aud string) (*User, error) {
	return get[User](q, "SELECT "+names[User]("u")+" FROM sign_in_ticket k JOIN user u ON u.id = k.user_id WHERE k.hash = ? AND k.aud = "+
		"? AND k.expires > ?", hash, aud, ms(q.now))
}

// UseTicket deletes a ticket; ErrStale if another request was first.
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

// TrustedDevices lists a user's trusted browsers, the one used last first.
func (q *Q) TrustedDevices(userID string) ([]TrustedDevice, error) {
	return list[TrustedDevice](q, "SELECT "+names[TrustedDevice]("d")+" FROM trusted_device d WHERE d.user_id = ? AND d.expires > ? "+
		"ORDER BY d.last_seen DESC, d.id", userID, ms(q.now))
}

// Trusts says whether a browser is remembered for a user.
func (q *Q) Trusts(hash, userID string) (bool, error) {
	var n int
	err := q.scan1([]any{&n}, "SELECT count(*) FROM trusted_device WHERE hash = ? AND user_id = ? AND expires > ?", hash, userID, ms(q.now))
	return n > 0, err
}

// TrustDevice stores a browser, in place of its earlier row, and deletes expired ones.
func (t *Tx) TrustDevice(d *TrustedDevice) error {
	if _, err := t.exec("DELETE FROM trusted_device WHERE expires <= ? OR hash = ? AND user_id = ?", ms(t.now), d.Hash, d.UserID); err != nil {
		return err
	}
	d.ID, d.Created, d.LastSeen = NewID(), t.now, t.now
	return insert(t, "trusted_device", d)
}

// SeeTrustedDevice records that a trusted browser signed in.
func (t *Tx) SeeTrustedDevice(hash, userID string) error {
	return t.execOne("UPDATE trusted_device SET last_seen = ? WHERE hash = ? AND user_id = ? AND expires > ?", ms(t.now), hash, userID,
		ms(t.now))
}

// ForgetTrustedDevice deletes a browser, so that it asks for a code again; ErrNotFound for another
// user's.
func (t *Tx) ForgetTrustedDevice(id, userID string) error {
	return noneIfStale(t.execOne("DELETE FROM trusted_device WHERE id = ? AND user_id = ?", id, userID))
}

// RunningSessions are a user's sessions of one kind (aud) that have not ended, the newest first.
func (q *Q) RunningSessions(userID, aud string, idleSince time.Time) ([]Session, error) {
	return list[Session](q, "SELECT "+names[Session]("s")+" FROM session s WHERE s.user_id = ? AND s.aud = ? AND s.revoked IS NULL AND "+
		"s.expires > ? AND s.last_seen > ? ORDER BY s.last_seen DESC, s.id DESC",
		userID, aud, ms(q.now), ms(idleSince))
}
