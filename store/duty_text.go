package store

import "time"

// DutyText is one version of a text or list that an institution works with (compliance.md 1, 3). It is never changed nor deleted.
type DutyText struct {
	ID            string    `db:"id"`
	InstitutionID string    `db:"institution_id"`
	Kind          int       `db:"kind"`    // deal.DutyKind of what uses it
	Version       int       `db:"version"` // from 1 on, without gaps
	Content       string    `db:"content"` // the canonical text (app/dutytext)
	Hash          string    `db:"hash"`    // SHA-256 of it
	Reason        string    `db:"reason"`  // what changed
	Creator       string    `db:"creator"`
	Created       time.Time `db:"created"`
}

// DutyTexts are an institution's versions of a kind, the newest first.
func (q *Q) DutyTexts(institution string, kind int) ([]DutyText, error) {
	return list[DutyText](q, "SELECT "+names[DutyText]("t")+" FROM duty_text t WHERE t.institution_id = ? AND t.kind = ? "+
		"ORDER BY t.version DESC", institution, kind)
}

// LastDutyText is an institution's newest version of a kind; ErrNotFound where it has none.
func (q *Q) LastDutyText(institution string, kind int) (*DutyText, error) {
	return get[DutyText](q, "SELECT "+names[DutyText]("t")+" FROM duty_text t WHERE t.institution_id = ? AND t.kind = ? ORDER BY t.version "+
		"DESC LIMIT 1", institution, kind)
}

// DutyText is a version by its id: an institution's, or one of an institution that became part of it, which records of before
// still name; ErrNotFound.
func (q *Q) DutyText(institution, id string) (*DutyText, error) {
	return get[DutyText](q, "SELECT "+names[DutyText]("t")+" FROM duty_text t WHERE t.id = ?1 AND (t.institution_id = ?2 OR "+
		"t.institution_id IN (SELECT i.id FROM institution i WHERE i.merged_into = ?2))", id, institution)
}

// AddDutyText writes a version; ErrStale where somebody else wrote the same number first.
func (t *Tx) AddDutyText(d *DutyText, by string) error {
	last, err := t.LastDutyText(d.InstitutionID, d.Kind)
	if err := follows(d.Version, err, func() int { return last.Version }); err != nil {
		return err
	}
	d.ID, d.Creator, d.Created = NewID(), by, t.now
	return insert(t, "duty_text", d)
}
