package store

import "time"

// NetworkText is one version of the network's own texts: kind "terms", "privacy", "nda", "company"
// (domain.md 9). Versions are never changed: a consent records the version that was read.
type NetworkText struct {
	Kind    string    `db:"kind"`
	Version int       `db:"version"`
	Title   string    `db:"title"`
	Body    string    `db:"body"`
	Hash    string    `db:"hash"`
	Creator string    `db:"creator"`
	Created time.Time `db:"created"`
}

// NetworkText is the newest version of a text; ErrNotFound.
func (q *Q) NetworkText(kind string) (*NetworkText, error) {
	return get[NetworkText](q, "SELECT "+names[NetworkText]("t")+" FROM network_text t WHERE t.kind = ? ORDER BY t.version DESC LIMIT 1", kind)
}

// AddNetworkText publishes the next version.
func (t *Tx) AddNetworkText(x *NetworkText, by string) error {
	_, err := t.exec(`INSERT INTO network_text (kind, version, title, body, hash, creator, created)
		VALUES (?1, (SELECT coalesce(max(version), 0) + 1 FROM network_text WHERE kind = ?1), ?2, ?3, ?4, ?5, ?6)`,
		x.Kind, x.Title, x.Body, x.Hash, by, ms(t.now))
	return err
}

// FAQ is one question with its answer (domain.md 9 /faq).
type FAQ struct {
	ID       string    `db:"id"`
	Category string    `db:"category"`
	Question string    `db:"question"`
	Answer   string    `db:"answer"`
	Sort     int       `db:"sort"`
	IsPublic bool      `db:"is_public"`
	Modified time.Time `db:"modified"`
}

// FAQs lists the published questions in the office's order.
func (q *Q) FAQs() ([]FAQ, error) {
	return list[FAQ](q, "SELECT "+names[FAQ]("f")+" FROM faq f WHERE f.is_public = 1 ORDER BY f.sort, f.id")
}

// AddFAQ writes a new question.
func (t *Tx) AddFAQ(f *FAQ) error {
	f.ID, f.Modified = NewID(), t.now
	return insert(t, "faq", f)
}
