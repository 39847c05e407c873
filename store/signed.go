package store

import (
	"errors"
	"time"
)

// SignedCopy is the signed PDF of a paper that the product made (署名済み, papers.md 2). Whose it is and who may read it says the paper.
type SignedCopy struct {
	ID          string    `db:"id"`
	PaperID     string    `db:"paper_id"`
	FileID      string    `db:"file_id"`
	SHA256      string    `db:"sha256"`
	SignedOn    string    `db:"signed_on"` // YYYY-MM-DD
	Signers     string    `db:"signers"`   // JSON
	Note        string    `db:"note"`
	Signature   string    `db:"signature"` // JSON: what was found of digital signatures when it was recorded
	Verifier    int       `db:"verifier"`  // the version of what found it
	Creator     string    `db:"creator"`
	Created     time.Time `db:"created"`
	ConfirmedBy string    `db:"confirmed_by"`
	Confirmed   time.Time `db:"confirmed"`
	EndedBy     string    `db:"ended_by"`
	Ended       time.Time `db:"ended"`
	IsReturned  bool      `db:"is_returned"` // the second user sent it back; otherwise it was withdrawn
	Reason      string    `db:"reason"`      // why it ended
}

// IsWaiting says that a second user has yet to look at it.
func (c *SignedCopy) IsWaiting() bool { return c.Confirmed.IsZero() && c.Ended.IsZero() }

// IsSigned says that it counts.
func (c *SignedCopy) IsSigned() bool { return !c.Confirmed.IsZero() && c.Ended.IsZero() }

// SignedCopies are those of a paper, the newest first. The caller has found that the paper may be read.
func (q *Q) SignedCopies(paperID string) ([]SignedCopy, error) {
	return list[SignedCopy](q, "SELECT "+names[SignedCopy]("c")+" FROM signed_copy c WHERE c.paper_id = ? ORDER BY c.seq DESC", paperID)
}

// SignedCopy by id, of a paper of the viewer's own side; ErrNotFound. Whether he may read it is asked of the paper.
func (q *Q) SignedCopy(v Viewer, id string) (*SignedCopy, error) {
	return get[SignedCopy](q, "SELECT "+names[SignedCopy]("c")+" FROM signed_copy c JOIN issued_paper i ON i.id = c.paper_id WHERE "+
		"c.id = ? AND i.client_id = ?", id, v.client())
}

// WaitingCopy is a copy that a second user has yet to look at.
type WaitingCopy struct {
	ID             string    `db:"id"`
	PaperID        string    `db:"paper_id"`
	NegotiationSeq uint32    `db:"negotiation_seq"` // 0 where the paper is of no negotiation
	Creator        string    `db:"creator"`
	Created        time.Time `db:"created"`
}

// WaitingCopies are those of the viewer's own side, the oldest first. As with SignedCopy.
func (q *Q) WaitingCopies(v Viewer) ([]WaitingCopy, error) {
	return list[WaitingCopy](q, "SELECT c.id, c.paper_id, coalesce(n.seq, 0) AS negotiation_seq, c.creator, c.created FROM signed_copy c "+
		"JOIN issued_paper i ON i.id = c.paper_id LEFT JOIN negotiation n ON n.id = i.negotiation_id WHERE "+
		"c.confirmed IS NULL AND c.ended IS NULL AND i.client_id = ? ORDER BY c.created, c.seq", v.client())
}

// AddSignedCopy writes a copy that waits for its second user; ErrStale where the paper has one that was not ended.
func (t *Tx) AddSignedCopy(c *SignedCopy, by string) error {
	c.ID, c.Creator, c.Created = NewID(), by, t.now
	if err := insert(t, "signed_copy", c); !errors.Is(err, ErrDuplicate) {
		return err
	}
	return ErrStale
}

// ConfirmSignedCopy writes the second user; ErrStale where it does not wait any more.
func (t *Tx) ConfirmSignedCopy(c *SignedCopy, by string) error {
	c.ConfirmedBy, c.Confirmed = by, t.now
	return t.execOne("UPDATE signed_copy SET confirmed_by = ?, confirmed = ? WHERE id = ? AND confirmed IS NULL AND ended IS NULL",
		by, ms(t.now), c.ID)
}

// EndSignedCopy returns or withdraws a copy as it was read; ErrStale where it was confirmed or ended meanwhile.
func (t *Tx) EndSignedCopy(c *SignedCopy, isReturned bool, reason, by string) error {
	c.EndedBy, c.Ended, c.IsReturned, c.Reason = by, t.now, isReturned, reason
	return t.execOne("UPDATE signed_copy SET ended_by = ?, ended = ?, is_returned = ?, reason = ? WHERE id = ? AND ended IS NULL AND "+
		"confirmed_by = ?", by, ms(t.now), isReturned, reason, c.ID, c.ConfirmedBy)
}
