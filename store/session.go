package store

import (
	"context"
	"errors"
	"time"
)

// Session is one sign-in (trust.md Tokens and cookies). Aud is "platform" or "office".
type Session struct {
	ID              string    `db:"id"`
	UserID          string    `db:"user_id"`
	Aud             string    `db:"aud"`
	FingerprintHash string    `db:"fingerprint_hash"`
	Created         time.Time `db:"created"`
	LastSeen        time.Time `db:"last_seen"`
	Expires         time.Time `db:"expires"`
	Revoked         time.Time `db:"revoked"`
	RevokeReason    string    `db:"revoke_reason"`
	IP              string    `db:"ip"`
	UserAgent       string    `db:"user_agent"`
	Method          string    `db:"method"`     // one of Method…
	PasskeyID       string    `db:"passkey_id"` // that opened it
	Proven          time.Time `db:"proven"`     // when the user last proved who he is; zero: never in this session
	ProvenBy        string    `db:"proven_by"`  // how he did again after signing in, one of Method…; "": has not
}

// How somebody signed in, or proved again who he is.
const (
	MethodPassword  = "password"       // alone
	MethodCode      = "totp"           // password and a code of the app
	MethodRecovery  = "recovery_code"  // password and a recovery code
	MethodTrusted   = "trusted_device" // password in a browser that is remembered
	MethodPasskey   = "passkey"
	MethodDirectory = "directory" // the institution's own
)

// RefreshToken is one token in a session's chain of tokens. Successor is sealed with the key file.
type RefreshToken struct {
	Hash      string    `db:"hash"`
	SessionID string    `db:"session_id"`
	Created   time.Time `db:"created"`
	Used      time.Time `db:"used"`
	Successor []byte    `db:"successor"`
}

// Session by id; ErrNotFound.
func (q *Q) Session(id string) (*Session, error) {
	return get[Session](q, "SELECT "+names[Session]("s")+" FROM session s WHERE s.id = ?", id)
}

// CreateSession writes a sign-in.
func (t *Tx) CreateSession(s *Session) error {
	s.ID, s.Created, s.LastSeen = NewID(), t.now, t.now
	return insert(t, "session", s)
}

// SeeSession records activity, from which the idle time counts; the caller does so at most once a
// minute.
func (t *Tx) SeeSession(id string) error {
	_, err := t.exec("UPDATE session SET last_seen = ? WHERE id = ? AND revoked IS NULL AND last_seen < ?", ms(t.now), id, ms(t.now))
	return err
}

// ProveSession records that the session's user proved who he is at this moment, and by which Method…; ErrStale where it has ended.
func (t *Tx) ProveSession(id, by string) error {
	return t.execOne("UPDATE session SET proven = ?, proven_by = ? WHERE id = ? AND revoked IS NULL", ms(t.now), by, id)
}

type sessionKey struct{}

// WithSession tells whose transactions run under the context: lines of the ledger, which name no session, carry its method.
func WithSession(ctx context.Context, id string) context.Context {
	return context.WithValue(ctx, sessionKey{}, id)
}

// methodOf is how the user of a session last proved who he is; "" where nobody is signed in.
func (q *Q) methodOf(id string) (method string, err error) {
	if id == "" {
		return "", nil
	}
	err = q.scan1([]any{&method}, "SELECT CASE proven_by WHEN '' THEN method ELSE proven_by END FROM session WHERE id = ?", id)
	if errors.Is(err, ErrNotFound) {
		return "", nil
	}
	return method, err
}

// RevokeSession ends one session at once.
func (t *Tx) RevokeSession(id, reason string) error {
	_, err := t.exec("UPDATE session SET revoked = ?, revoke_reason = ? WHERE id = ? AND revoked IS NULL", ms(t.now), reason, id)
	return err
}

// RevokeSessionsOf ends all of a user's sessions except one ("" = none): after a block, a change of
// role or of the password (trust.md G10). Remembered browsers must enter a code again, and the calendar's address ends.
func (t *Tx) RevokeSessionsOf(userID, except, reason string) error {
	if err := t.forgetTrust(userID); err != nil {
		return err
	}
	if err := t.EndCalendarFeed(userID); err != nil {
		return err
	}
	_, err := t.exec("UPDATE session SET revoked = ?, revoke_reason = ? WHERE user_id = ? AND id <> ? AND revoked IS NULL", ms(t.now),
		reason, userID, except)
	return err
}

// EndWhatWasOver ends the sessions, links and tickets that would be over at a moment later than
// now, and returns their number.
func (t *Tx) EndWhatWasOver(at time.Time, idle time.Duration) (n int64, err error) {
	for _, x := range []struct {
		query string
		args  []any
	}{
		{"UPDATE session SET revoked = ?, revoke_reason = 'over' WHERE revoked IS NULL AND (expires <= ? OR last_seen <= ?)", []any{ms(t.now),
			ms(at), ms(at.Add(-idle))}},
		{"UPDATE link_key SET revoked = ?, revoke_reason = 'expired' WHERE revoked IS NULL AND used IS NULL AND expires <= ?", []any{ms(t.now),
			ms(at)}},
		{"DELETE FROM sign_in_ticket WHERE expires <= ?", []any{ms(at)}},
		{"DELETE FROM passkey_challenge WHERE expires <= ?", []any{ms(at)}},
	} {
		m, err := t.exec(x.query, x.args...)
		if err != nil {
			return 0, err
		}
		n += m
	}
	return n, nil
}

// RefreshToken by the hash of the token; ErrNotFound.
func (q *Q) RefreshToken(hash string) (*RefreshToken, error) {
	return get[RefreshToken](q, "SELECT "+names[RefreshToken]("r")+" FROM refresh_token r WHERE r.hash = ?", hash)
}

// CreateRefreshToken starts or continues a chain.
func (t *Tx) CreateRefreshToken(r *RefreshToken) error {
	r.Created = t.now
	return insert(t, "refresh_token", r)
}

// UseRefreshToken marks a token as used and keeps its sealed successor for the grace period.
func (t *Tx) UseRefreshToken(hash string, successor []byte) error {
	return t.execOne("UPDATE refresh_token SET used = ?, successor = ? WHERE hash = ? AND used IS NULL", ms(t.now), successor, hash)
}

// ForgetSuccessors erases sealed successors whose grace period is over.
func (t *Tx) ForgetSuccessors(before time.Time) error {
	_, err := t.exec("UPDATE refresh_token SET successor = NULL WHERE successor IS NOT NULL AND used < ?", ms(before))
	return err
}

// NthLoginFailure is the time of the n-th newest failed sign-in of a scope (auth.Scope), or
// the zero time where there are fewer. The conditions are those of auth.Rule.Counts.
func (q *Q) NthLoginFailure(scope, idHash, address, device string, n int) (time.Time, error) {
	var w where
	switch scope {
	case "id+address":
		w.add("id_hash = ? AND address = ? AND device = ''", idHash, address)
	case "id":
		w.add("id_hash = ? AND device = ''", idHash)
	case "address":
		w.add("address = ? AND device = ''", address)
	default: // id+device
		w.add("id_hash = ? AND device = ?", idHash, device)
	}
	var at time.Time
	err := q.scan1([]any{timeColumn{&at}}, "SELECT at FROM login_failure WHERE "+w.String()+" ORDER BY at DESC LIMIT 1 OFFSET ?",
		append(w.args, n-1)...)
	if errors.Is(err, ErrNotFound) {
		return time.Time{}, nil
	}
	return at, err
}

// AddLoginFailure records a failed sign-in. device is "" unless the device signed in before.
func (t *Tx) AddLoginFailure(idHash, address, device string) error {
	_, err := t.exec("INSERT INTO login_failure (id_hash, address, device, at) VALUES (?, ?, ?, ?)", idHash, address, device, ms(t.now))
	return err
}

// ForgetLoginFailures clears, after a successful sign-in, the failures with its ID and device or
// its ID and address, and all failures too old to count.
func (t *Tx) ForgetLoginFailures(idHash, address, device string, olderThan time.Time) error {
	_, err := t.exec("DELETE FROM login_failure WHERE id_hash = ? AND (device <> '' AND device = ? OR device = '' AND address = "+
		"?) OR at < ?", idHash, device, address, ms(olderThan))
	return err
}

// ForgetLoginFailuresOf clears all failures of an ID, when its user has set a new password by a
// mailed link.
func (t *Tx) ForgetLoginFailuresOf(idHash string) error {
	_, err := t.exec("DELETE FROM login_failure WHERE id_hash = ?", idHash)
	return err
}

// KnowsDevice says whether this device signed in as this user before.
func (q *Q) KnowsDevice(hash, userID string) (bool, error) {
	var n int
	err := q.scan1([]any{&n}, "SELECT count(*) FROM device WHERE hash = ? AND user_id = ?", hash, userID)
	return n > 0, err
}

// RememberDevice records a device that signed in.
func (t *Tx) RememberDevice(hash, userID string) error {
	_, err := t.exec(`INSERT INTO device (hash, user_id, created, last_seen) VALUES (?1, ?2, ?3, ?3)
		ON CONFLICT DO UPDATE SET last_seen = excluded.last_seen`, hash, userID, ms(t.now))
	return err
}
