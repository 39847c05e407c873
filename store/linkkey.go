package store

import "time"

// Kinds of mailed links.
const (
	LinkListingApproval = "listing_approval"
	LinkOwnerConsent    = "owner_consent"
	LinkRegistration    = "registration"
	LinkPassword        = "password"
	LinkSetup           = "setup"
	LinkInquiry         = "inquiry"   // a visitor's, to the thread of his inquiry
	LinkDirectory       = "directory" // a user's, who binds himself to his institution's directory
)

// LinkKey is a mailed link (domain.md 3.2): 256 random bits of which only the hash is stored. It
// allows one decision; some kinds need a passcode, which comes in a second mail.
type LinkKey struct {
	ID             string    `db:"id"`
	Kind           string    `db:"kind"`
	SubjectID      string    `db:"subject_id"`
	UserID         string    `db:"user_id"`
	KeyHash        string    `db:"key_hash"`
	PasscodeHash   string    `db:"passcode_hash"`
	Attempts       int       `db:"attempts"`
	ContentHash    string    `db:"content_hash"`
	Snapshot       string    `db:"snapshot"`
	Created        time.Time `db:"created"`
	Expires        time.Time `db:"expires"`
	Used           time.Time `db:"used"`
	Revoked        time.Time `db:"revoked"`
	RevokeReason   string    `db:"revoke_reason"`
	Decision       string    `db:"decision"`
	DecidedName    string    `db:"decided_name"`
	DecidedComment string    `db:"decided_comment"`
	DecidedIP      string    `db:"decided_ip"`
	LetterBy       string    `db:"letter_by"` // who printed the link; "" for a mailed one
	CodeBy         string    `db:"code_by"`   // who was shown the passcode of an owner's letter
	CodeAt         time.Time `db:"code_at"`
}

// Alive says whether the link can still be used to decide.
func (k *LinkKey) Alive(now time.Time) bool {
	return k.Used.IsZero() && k.Revoked.IsZero() && now.Before(k.Expires)
}

// CreateLinkKey writes a new link and revokes the older ones of the same matter: only the latest is
// valid.
func (t *Tx) CreateLinkKey(k *LinkKey) error {
	if err := t.revokeLinkKeys(k.Kind, k.SubjectID, "replaced"); err != nil {
		return err
	}
	k.ID, k.Created = NewID(), t.now
	return insert(t, "link_key", k)
}

// RevokeLinkKeys revokes all valid links of one matter. What ends a user's link to a password ends the one to a directory, too.
func (t *Tx) RevokeLinkKeys(kind, subjectID, reason string) error {
	if kind == LinkPassword {
		if err := t.revokeLinkKeys(LinkDirectory, subjectID, reason); err != nil {
			return err
		}
	}
	return t.revokeLinkKeys(kind, subjectID, reason)
}

func (t *Tx) revokeLinkKeys(kind, subjectID, reason string) error {
	_, err := t.exec("UPDATE link_key SET revoked = ?, revoke_reason = ? WHERE kind = ? AND subject_id = ? AND used IS NULL AND "+
		"revoked IS NULL", ms(t.now), reason, kind, subjectID)
	return err
}

// RevokeLinksOf revokes the valid links of some kinds that one person holds.
func (t *Tx) RevokeLinksOf(userID, reason string, kinds ...string) error {
	_, err := t.exec("UPDATE link_key SET revoked = ?, revoke_reason = ? WHERE user_id = ? AND kind IN ("+marks(len(kinds))+
		") AND used IS NULL AND revoked IS NULL", append([]any{ms(t.now), reason, userID}, anyOf(kinds)...)...)
	return err
}

// LinkKey by the hash of the key; ErrNotFound.
func (q *Q) LinkKey(keyHash string) (*LinkKey, error) {
	return get[LinkKey](q, "SELECT "+names[LinkKey]("k")+" FROM link_key k WHERE k.key_hash = ?", keyHash)
}

// LatestLinkKey of one matter; ErrNotFound.
func (q *Q) LatestLinkKey(kind, subjectID string) (*LinkKey, error) {
	return get[LinkKey](q, "SELECT "+names[LinkKey]("k")+" FROM link_key k WHERE k.kind = ? AND k.subject_id = ? ORDER BY k.seq "+
		"DESC LIMIT 1", kind, subjectID)
}

// UpdateLinkKey writes attempts, decision or end of a key.
func (t *Tx) UpdateLinkKey(k *LinkKey) error {
	return update(t, "link_key", k, "id = ?", k.ID)
}
