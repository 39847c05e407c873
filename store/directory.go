package store

import (
	"errors"
	"time"
)

// States of a version of a directory's setting.
const (
	DirectoryDraft    = 1 // being written; not tried
	DirectoryTried    = 2 // the administrator signed in by it
	DirectorySent     = 3 // waits for the office
	DirectoryInForce  = 4
	DirectoryReturned = 5 // by the office, with a reason
	DirectoryEnded    = 6
)

// Directory is a version of what an institution has set of its own directory (OpenID Connect): one is in force at most, and one on its way.
type Directory struct {
	ID               string    `db:"id"`
	InstitutionID    string    `db:"institution_id"`
	State            int       `db:"state"`
	Issuer           string    `db:"issuer"`
	ClientID         string    `db:"client_id"`
	ClientSecret     []byte    `db:"client_secret"` // sealed with the key file
	ACR              []string  `db:"acr"`           // one of them is demanded; none: nothing is
	AMR              []string  `db:"amr"`           // all of them are demanded
	GroupClaim       string    `db:"group_claim"`
	GroupValues      []string  `db:"group_values"` // one of them is demanded
	Domains          []string  `db:"domains"`      // of login IDs, folded
	ForbidsPasswords bool      `db:"forbids_passwords"`
	EmergencyUserID  string    `db:"emergency_user_id"`
	Tried            time.Time `db:"tried"`
	TriedBy          string    `db:"tried_by"`
	Sent             time.Time `db:"sent"`
	SentBy           string    `db:"sent_by"`
	Decided          time.Time `db:"decided"`
	DecidedBy        string    `db:"decided_by"`
	Reason           string    `db:"reason"` // why the office sent it back, or why it ended
	Ended            time.Time `db:"ended"`
	Stamp
}

// DirectoryBinding says who of a directory a user is.
type DirectoryBinding struct {
	UserID        string    `db:"user_id"`
	InstitutionID string    `db:"institution_id"`
	Issuer        string    `db:"issuer"`
	Subject       string    `db:"subject"`
	Created       time.Time `db:"created"`
}

// DirectorySession says which session of a directory opened a session here.
type DirectorySession struct {
	SessionID   string `db:"session_id"`
	DirectoryID string `db:"directory_id"`
	Issuer      string `db:"issuer"`
	Subject     string `db:"subject"`
	SID         string `db:"sid"`
}

func (q *Q) directory(where string, params ...any) (*Directory, error) {
	return get[Directory](q, "SELECT "+names[Directory]("d")+" FROM directory d WHERE "+where, params...)
}

// Directory by its id; ErrNotFound.
func (q *Q) Directory(id string) (*Directory, error) { return q.directory("d.id = ?", id) }

// DirectoryInForce is an institution's directory by which its people sign in; ErrNotFound.
func (q *Q) DirectoryInForce(institution string) (*Directory, error) {
	return q.directory("d.institution_id = ? AND d.state = 4", institution)
}

// DirectoryOnItsWay is the setting that is not in force yet; ErrNotFound.
func (q *Q) DirectoryOnItsWay(institution string) (*Directory, error) {
	return q.directory("d.institution_id = ? AND d.state IN (1, 2, 3, 5)", institution)
}

// DirectoryOfDomain is the directory in force to which login IDs of a domain lead; ErrNotFound. It asks for no user.
func (q *Q) DirectoryOfDomain(domain string) (*Directory, error) {
	return q.directory("d.state = 4 AND d.id = (SELECT m.directory_id FROM directory_domain m WHERE m.domain = ?)", domain)
}

// HasDirectory says that an institution has a directory in force.
func (q *Q) HasDirectory() (is bool, err error) {
	err = q.scan1([]any{&is}, "SELECT EXISTS (SELECT 1 FROM directory d WHERE d.state = 4)")
	return is, err
}

// DirectoriesOfIssuer are those in force that an issuer speaks for: several institutions may share one.
func (q *Q) DirectoriesOfIssuer(issuer string) ([]Directory, error) {
	return list[Directory](q, "SELECT "+names[Directory]("d")+" FROM directory d WHERE d.state = 4 AND d.issuer = ? ORDER BY d.id", issuer)
}

// DirectoriesShown are all that are in force or wait for the office: those that wait first.
func (q *Q) DirectoriesShown() ([]Directory, error) {
	return list[Directory](q, "SELECT "+names[Directory]("d")+" FROM directory d WHERE d.state IN (3, 4) ORDER BY d.state, d.modified, d.id")
}

// PutDirectory writes a new setting or the change of one; ErrDuplicate where somebody else wrote one meanwhile.
func (t *Tx) PutDirectory(d *Directory, by string) error {
	if d.ID == "" {
		d.ID = NewID()
		t.touch(&d.Stamp, by)
		return insert(t, "directory", d)
	}
	t.touch(&d.Stamp, by)
	return update(t, "directory", d, "id = ? AND version = ?", d.ID, d.Version-1)
}

// PutDirectoryDomains makes login IDs of these domains lead to a directory, or, without any, none. ErrDuplicate where one of them leads to
// another institution's.
func (t *Tx) PutDirectoryDomains(directoryID string, domains []string) error {
	if _, err := t.exec("DELETE FROM directory_domain WHERE directory_id = ?", directoryID); err != nil {
		return err
	}
	for _, d := range domains {
		if _, err := t.exec("INSERT INTO directory_domain (domain, directory_id) VALUES (?, ?)", d, directoryID); err != nil {
			return err
		}
	}
	return nil
}

// TakenDomain is one of the domains that leads to another institution's directory, or is on its way there; "" for none.
func (q *Q) TakenDomain(institution string, domains []string) (string, error) {
	for _, d := range domains {
		var n int
		if err := q.scan1([]any{&n}, "SELECT count(*) FROM directory d, json_each(d.domains) j WHERE d.institution_id <> ? AND "+
			"d.state IN (3, 4) AND j.value = ?", institution, d); err != nil {
			return "", err
		}
		if n > 0 {
			return d, nil
		}
	}
	return "", nil
}

// endDirectory ends what an institution has of directories, in force or on its way, with the bindings.
func (t *Tx) endDirectory(institution, reason string) error {
	for _, x := range []struct {
		query string
		args  []any
	}{
		{"DELETE FROM directory_domain WHERE directory_id IN (SELECT d.id FROM directory d WHERE d.institution_id = ?)", []any{institution}},
		{"DELETE FROM directory_binding WHERE institution_id = ?", []any{institution}},
		{"UPDATE directory SET state = 6, version = version + 1, client_secret = X'', reason = ?2, ended = ?3 WHERE institution_id = ?1 AND " +
			"state <> 6", []any{institution, reason, ms(t.now)}},
	} {
		if _, err := t.exec(x.query, x.args...); err != nil {
			return err
		}
	}
	return nil
}

// DirectoryBinding is who of a directory a user is; ErrNotFound.
func (q *Q) DirectoryBinding(userID string) (*DirectoryBinding, error) {
	return get[DirectoryBinding](q, "SELECT "+names[DirectoryBinding]("b")+" FROM directory_binding b WHERE b.user_id = ?", userID)
}

// DirectoryBindings are those of an institution's users.
func (q *Q) DirectoryBindings(institution string) ([]DirectoryBinding, error) {
	return list[DirectoryBinding](q, "SELECT "+names[DirectoryBinding]("b")+" FROM directory_binding b WHERE b.institution_id = ? "+
		"ORDER BY b.user_id", institution)
}

// DirectoryUser is the user whom an institution's directory means by a subject; ErrNotFound.
func (q *Q) DirectoryUser(institution, issuer, subject string) (*User, error) {
	return get[User](q, "SELECT "+names[User]("u")+" FROM directory_binding b JOIN user u ON u.id = b.user_id WHERE b.institution_id = ? AND "+
		"b.issuer = ? AND b.subject = ? AND u.client_id = b.institution_id", institution, issuer, subject)
}

// BindDirectory binds a user; a binding to another issuer, of a setting of before, gives way. ErrDuplicate where the subject is another
// user of the institution.
func (t *Tx) BindDirectory(b *DirectoryBinding) error {
	if _, err := t.exec("DELETE FROM directory_binding WHERE user_id = ? AND issuer <> ?", b.UserID, b.Issuer); err != nil {
		return err
	}
	b.Created = t.now
	return insert(t, "directory_binding", b)
}

// UnbindDirectory ends a user's binding; ErrStale where there is none.
func (t *Tx) UnbindDirectory(userID string) error {
	return t.execOne("DELETE FROM directory_binding WHERE user_id = ?", userID)
}

// CreateDirectorySession remembers which session of the directory a session belongs to.
func (t *Tx) CreateDirectorySession(s *DirectorySession) error {
	return insert(t, "directory_session", s)
}

// RevokeDirectorySubject ends the running sessions that a session of the directory's opened: by its sid, or by the subject alone all of his
// (OpenID Connect Back-Channel Logout 1.0, 2.7). It returns which.
func (t *Tx) RevokeDirectorySubject(directoryID, subject, sid string) ([]Session, error) {
	var w where
	w.add("x.directory_id = ? AND s.revoked IS NULL", directoryID)
	if subject != "" {
		w.add("x.subject = ?", subject)
	}
	if sid != "" {
		w.add("x.sid = ?", sid)
	}
	if subject == "" && sid == "" {
		return nil, errors.New("store: neither subject nor sid")
	}
	found, err := list[Session](&t.Q, "SELECT "+names[Session]("s")+" FROM directory_session x JOIN session s ON s.id = x.session_id WHERE "+
		w.String()+" ORDER BY s.id", w.args...)
	for i := range found {
		if err == nil {
			err = t.RevokeSession(found[i].ID, "logged out at the directory")
		}
	}
	return found, err
}

// RevokeDirectory ends all running sessions that a directory's setting opened.
func (t *Tx) RevokeDirectory(directoryID, reason string) error {
	_, err := t.exec("UPDATE session SET revoked = ?, revoke_reason = ? WHERE revoked IS NULL AND id IN (SELECT x.session_id FROM "+
		"directory_session x WHERE x.directory_id = ?)", ms(t.now), reason, directoryID)
	return err
}

// RevokePasswordSessions ends the running sessions of an institution's people that a password opened, but for one user's.
func (t *Tx) RevokePasswordSessions(institution, except, reason string) error {
	_, err := t.exec("UPDATE session SET revoked = ?, revoke_reason = ? WHERE revoked IS NULL AND method NOT IN ('"+MethodPasskey+"', '"+
		MethodDirectory+"') AND user_id IN (SELECT u.id FROM user u WHERE u.client_type = "+codeClientInstitution+" AND u.client_id = ? AND "+
		"u.id <> ?)", ms(t.now), reason, institution, except)
	return err
}

// UseDirectoryOnce records what is good for once; ErrDuplicate where it was used before.
func (t *Tx) UseDirectoryOnce(hash string, expires time.Time) error {
	if _, err := t.exec("DELETE FROM directory_used WHERE expires < ?", ms(t.now)); err != nil {
		return err
	}
	_, err := t.exec("INSERT INTO directory_used (hash, expires) VALUES (?, ?)", hash, ms(expires))
	return err
}
