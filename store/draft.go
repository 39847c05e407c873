package store

import (
	"errors"
	"time"
)

// DraftTemplate is one version of a Word template (書式, papers.md 2), of an institution or of the network. It is never changed nor deleted.
type DraftTemplate struct {
	ID            string    `db:"id"`
	InstitutionID string    `db:"institution_id"` // "" for the network's
	Kind          int       `db:"kind"`           // issued.Kind of the paper
	Version       int       `db:"version"`        // from 1 on, without gaps
	IsWithdrawn   bool      `db:"is_withdrawn"`   // from here on there is none; no file
	FileID        *string   `db:"file_id"`
	Hash          string    `db:"hash"`   // SHA-256 of the file; "" where it is withdrawn
	Reason        string    `db:"reason"` // what changed, or why it was withdrawn
	Creator       string    `db:"creator"`
	Created       time.Time `db:"created"`
}

// DraftTemplates are the versions of an institution, or of the network (""), the newest of each kind first.
func (q *Q) DraftTemplates(institution string) ([]DraftTemplate, error) {
	return list[DraftTemplate](q, "SELECT "+names[DraftTemplate]("t")+" FROM draft_template t WHERE t.institution_id = ? "+
		"ORDER BY t.kind, t.version DESC", institution)
}

// LastDraftTemplate is the newest version of a kind, which may be its withdrawal; ErrNotFound.
func (q *Q) LastDraftTemplate(institution string, kind int) (*DraftTemplate, error) {
	return get[DraftTemplate](q, "SELECT "+names[DraftTemplate]("t")+" FROM draft_template t WHERE t.institution_id = ? AND t.kind = ? "+
		"ORDER BY t.version DESC LIMIT 1", institution, kind)
}

// DraftTemplate is a version with a file, of an institution, of one that became part of it, or of the network; ErrNotFound.
func (q *Q) DraftTemplate(institution, id string) (*DraftTemplate, error) {
	return get[DraftTemplate](q, "SELECT "+names[DraftTemplate]("t")+" FROM draft_template t WHERE t.id = ?1 AND t.is_withdrawn = 0 AND "+
		"(t.institution_id IN ('', ?2) OR t.institution_id IN (SELECT i.id FROM institution i WHERE i.merged_into = ?2 AND ?2 <> ''))",
		id, institution)
}

// AddDraftTemplate writes a version; ErrStale where somebody else wrote the same number first.
func (t *Tx) AddDraftTemplate(d *DraftTemplate, by string) error {
	last, err := t.LastDraftTemplate(d.InstitutionID, d.Kind)
	if err := follows(d.Version, err, func() int { return last.Version }); err != nil {
		return err
	}
	d.ID, d.Creator, d.Created = NewID(), by, t.now
	return insert(t, "draft_template", d)
}

// follows says that a version comes next after the last one, whose reading ended with err; ErrStale where somebody else wrote the same
// number first.
func follows(version int, err error, last func() int) error {
	before := 0
	switch {
	case err == nil:
		before = last()
	case !errors.Is(err, ErrNotFound):
		return err
	}
	if version != before+1 {
		return ErrStale
	}
	return nil
}
