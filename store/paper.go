package store

import "time"

// Kinds of papers.
const (
	PaperListingApproval = "listing_approval" // subject: a listing
	PaperOwnerConsent    = "owner_consent"    // subject: a negotiation
	PaperRealNameConsent = "realname_consent"
	PaperApprove         = "approve"
)

// Paper is a signed paper, or a decision without one, that waits for a second user of the
// same institution (domain.md 3.1 書面承諾, 4).
type Paper struct {
	ID            string    `db:"id"`
	Kind          string    `db:"kind"`
	SubjectID     string    `db:"subject_id"`
	FileID        *string   `db:"file_id"`
	ContentHash   string    `db:"content_hash"`
	RequestedBy   string    `db:"requested_by"`
	InstitutionID string    `db:"institution_id"`
	Requested     time.Time `db:"requested"`
	ConfirmedBy   string    `db:"confirmed_by"`
	Confirmed     time.Time `db:"confirmed"`
	Cancelled     time.Time `db:"cancelled"`
}

// CreatePaper writes a waiting paper and cancels older waiting ones of the same matter.
func (t *Tx) CreatePaper(p *Paper) error {
	if err := t.CancelPapers(p.Kind, p.SubjectID); err != nil {
		return err
	}
	p.ID, p.Requested = NewID(), t.now
	return insert(t, "paper", p)
}

// CancelPapers cancels the waiting papers of one matter.
func (t *Tx) CancelPapers(kind, subjectID string) error {
	_, err := t.exec("UPDATE paper SET cancelled = ? WHERE kind = ? AND subject_id = ? AND confirmed IS NULL AND cancelled IS NULL",
		ms(t.now), kind, subjectID)
	return err
}

// WaitingPaper is the paper of one matter that waits for a second user; ErrNotFound.
func (q *Q) WaitingPaper(kind, subjectID string) (*Paper, error) {
	return get[Paper](q, "SELECT "+names[Paper]("p")+" FROM paper p WHERE p.kind = ? AND p.subject_id = ? AND p.confirmed IS NULL AND "+
		"p.cancelled IS NULL", kind, subjectID)
}

// LatestPaper of one matter that was not cancelled; ErrNotFound.
func (q *Q) LatestPaper(kind, subjectID string) (*Paper, error) {
	return get[Paper](q, "SELECT "+names[Paper]("p")+" FROM paper p WHERE p.kind = ? AND p.subject_id = ? AND p.cancelled IS NULL ORDER "+
		"BY p.id DESC LIMIT 1", kind, subjectID)
}

// ConfirmPaper records the second user; ErrStale when the paper no longer waits.
func (t *Tx) ConfirmPaper(p *Paper, by string) error {
	p.ConfirmedBy, p.Confirmed = by, t.now
	return t.execOne("UPDATE paper SET confirmed_by = ?, confirmed = ? WHERE id = ? AND confirmed IS NULL AND cancelled IS NULL",
		p.ConfirmedBy, ms(p.Confirmed), p.ID)
}

// Paper by id, of the viewer's own institution; ErrNotFound.
func (q *Q) Paper(v Viewer, id string) (*Paper, error) {
	if v.IsBuyer() {
		return nil, ErrNotFound
	}
	return get[Paper](q, "SELECT "+names[Paper]("p")+" FROM paper p WHERE p.id = ? AND p.institution_id = ?", id, v.InstitutionID)
}
