package store

import (
	"errors"
	"time"
)

// Passkey is a key of a device with which its user signs in (trust.md Passwords and lockout). Nothing of it is a secret; it is the
// device that has the private key.
type Passkey struct {
	ID           string    `db:"id"`
	UserID       string    `db:"user_id"`
	Host         string    `db:"host"` // the relying party for which it was made
	CredentialID []byte    `db:"credential_id"`
	PublicKey    []byte    `db:"public_key"`
	SignCount    int64     `db:"sign_count"`
	IsSyncable   bool      `db:"is_syncable"`
	IsSynced     bool      `db:"is_synced"`
	Transports   []string  `db:"transports"`
	Name         string    `db:"name"`
	Created      time.Time `db:"created"`
	LastUsed     time.Time `db:"last_used"`
}

// For what a challenge is signed.
const (
	PasskeySignIn   = "sign_in"
	PasskeyRegister = "register"
	PasskeyProof    = "proof"
)

// Steps is what a user has set up for signing in beside the password.
type Steps struct {
	HasCode    bool // of an app: asked for after the password
	HasPasskey bool // of this host
	IsDemanded bool // the institution demands a passkey of him
}

// IsDue says that a user must set something up before anything else; isRequired: a second step is the rule.
func (s Steps) IsDue(isRequired bool) bool {
	return !s.HasPasskey && (s.IsDemanded || isRequired && !s.HasCode)
}

// IsPasskeyOnly says that the password opens nothing, since the passkey stands for what must come with it.
func (s Steps) IsPasskeyOnly(isRequired bool) bool {
	return s.HasPasskey && (s.IsDemanded || isRequired && !s.HasCode)
}

// Steps of a user at a host; "" where passkeys are not offered, and then none counts or is demanded.
func (q *Q) Steps(u *User, host string) (out Steps, err error) {
	err = q.scan1([]any{&out.HasCode, &out.HasPasskey, &out.IsDemanded}, `SELECT
		EXISTS (SELECT 1 FROM second_step s WHERE s.user_id = ?1 AND s.enabled IS NOT NULL),
		EXISTS (SELECT 1 FROM passkey p WHERE p.user_id = ?1 AND p.host = ?2),
		?2 <> '' AND EXISTS (SELECT 1 FROM user u JOIN institution i ON i.id = u.client_id AND u.client_type = `+codeClientInstitution+`
			WHERE u.id = ?1 AND u.role = `+codeRoleFIN+` AND i.is_passkey_demanded)`, u.ID, host)
	return out, err
}

// Passkeys of a user, the oldest first.
func (q *Q) Passkeys(userID string) ([]Passkey, error) {
	return list[Passkey](q, "SELECT "+names[Passkey]("p")+" FROM passkey p WHERE p.user_id = ? ORDER BY p.created, p.id", userID)
}

// Passkey by what its device calls it, at a host; ErrNotFound.
func (q *Q) Passkey(credentialID []byte, host string) (*Passkey, error) {
	return get[Passkey](q, "SELECT "+names[Passkey]("p")+" FROM passkey p WHERE p.credential_id = ? AND p.host = ?", credentialID, host)
}

// HasPasskey says that a user has one of any host.
func (q *Q) HasPasskey(userID string) (is bool, err error) {
	err = q.scan1([]any{&is}, "SELECT EXISTS (SELECT 1 FROM passkey p WHERE p.user_id = ?)", userID)
	return is, err
}

// CreatePasskey writes a new one; ErrDuplicate where there is one of this credential.
func (t *Tx) CreatePasskey(p *Passkey) error {
	p.ID, p.Created = NewID(), t.now
	return insert(t, "passkey", p)
}

// UsePasskey records that one signed: its counter, and whether it is synced now.
func (t *Tx) UsePasskey(p *Passkey) error {
	return t.execOne("UPDATE passkey SET sign_count = ?, is_synced = ?, last_used = ? WHERE id = ?", p.SignCount, p.IsSynced, ms(t.now), p.ID)
}

// RenamePasskey gives a user's own passkey another name; ErrNotFound for another user's.
func (t *Tx) RenamePasskey(id, userID, name string) error {
	return noneIfStale(t.execOne("UPDATE passkey SET name = ? WHERE id = ? AND user_id = ?", name, id, userID))
}

// DropPasskey deletes a user's passkey and ends the sessions that it opened, except one ("" = none); ErrNotFound for another user's.
func (t *Tx) DropPasskey(id, userID, except string) error {
	if err := noneIfStale(t.execOne("DELETE FROM passkey WHERE id = ? AND user_id = ?", id, userID)); err != nil {
		return err
	}
	_, err := t.exec("UPDATE session SET revoked = ?, revoke_reason = 'passkey removed' WHERE user_id = ? AND passkey_id = ? AND id <> ? AND "+
		"revoked IS NULL", ms(t.now), userID, id, except)
	return err
}

// DropPasskeys deletes all passkeys of a user and returns their number.
func (t *Tx) DropPasskeys(userID string) (int64, error) {
	return t.exec("DELETE FROM passkey WHERE user_id = ?", userID)
}

func noneIfStale(err error) error {
	if errors.Is(err, ErrStale) {
		return ErrNotFound
	}
	return err
}

// PasskeyChallenge is what a device is asked to sign.
type PasskeyChallenge struct {
	Hash      string    `db:"hash"`
	Aud       string    `db:"aud"` // as in Session
	Purpose   string    `db:"purpose"`
	SessionID string    `db:"session_id"` // "" for signing in
	Expires   time.Time `db:"expires"`
}

// CreatePasskeyChallenge writes one and deletes those that are over.
func (t *Tx) CreatePasskeyChallenge(c *PasskeyChallenge) error {
	if _, err := t.exec("DELETE FROM passkey_challenge WHERE expires <= ?", ms(t.now)); err != nil {
		return err
	}
	return insert(t, "passkey_challenge", c)
}

// TakePasskeyChallenge uses one up, and says whether it was good for what it is taken for.
func (t *Tx) TakePasskeyChallenge(hash, aud, purpose, sessionID string) (bool, error) {
	n, err := t.exec("DELETE FROM passkey_challenge WHERE hash = ? AND aud = ? AND purpose = ? AND session_id = ? AND expires > ?", hash, aud,
		purpose, sessionID, ms(t.now))
	return n == 1, err
}

// DemandPasskeys sets whether an institution demands passkeys of its users.
func (t *Tx) DemandPasskeys(institutionID string, is bool) error {
	return t.execOne("UPDATE institution SET is_passkey_demanded = ? WHERE id = ?", is, institutionID)
}

// WithoutPasskey counts the users of an institution's platform who may sign in and have no passkey of a host.
func (q *Q) WithoutPasskey(institutionID, host string, enabled int) (n int, err error) {
	err = q.scan1([]any{&n}, "SELECT count(*) FROM user u WHERE u.client_type = "+codeClientInstitution+" AND u.client_id = ? AND u.role = "+
		codeRoleFIN+" AND u.status = ? AND NOT EXISTS (SELECT 1 FROM passkey p WHERE p.user_id = u.id AND p.host = ?)", institutionID, enabled,
		host)
	return n, err
}
