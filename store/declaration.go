package store

import (
	"encoding/json"
	"time"
)

// Declaration is what the network says of itself in public, in one version (compliance.md 3).
type Declaration struct {
	Version      int       `db:"version"`
	Title        string    `db:"title"`
	Items        string    `db:"items"`   // JSON list of DeclarationItem
	Sharing      int       `db:"sharing"` // deal.Sharing
	SharingSince string    `db:"sharing_since"`
	SharingNote  string    `db:"sharing_note"`
	Body         string    `db:"body"`
	Hash         string    `db:"hash"`
	Creator      string    `db:"creator"`
	Created      time.Time `db:"created"`
}

// DeclarationItem is a heading with its text.
type DeclarationItem struct {
	Heading string `json:"heading"`
	Text    string `json:"text"`
}

// ItemList are the items of a declaration.
func (d *Declaration) ItemList() (items []DeclarationItem, err error) {
	return items, json.Unmarshal([]byte(d.Items), &items)
}

// Declaration is the newest version, which shows; ErrNotFound where the office has published none.
func (q *Q) Declaration() (*Declaration, error) {
	return get[Declaration](q, "SELECT "+names[Declaration]("d")+" FROM declaration d ORDER BY d.version DESC LIMIT 1")
}

// DeclarationVersion is one version; ErrNotFound.
func (q *Q) DeclarationVersion(version int) (*Declaration, error) {
	return get[Declaration](q, "SELECT "+names[Declaration]("d")+" FROM declaration d WHERE d.version = ?", version)
}

// Declarations are all versions, the newest first.
func (q *Q) Declarations() ([]Declaration, error) {
	return list[Declaration](q, "SELECT "+names[Declaration]("d")+" FROM declaration d ORDER BY d.version DESC")
}

// HasDeclaration says whether the network declares something.
func (q *Q) HasDeclaration() (has bool, err error) {
	return has, q.scan1([]any{&has}, "SELECT EXISTS (SELECT 1 FROM declaration)")
}

// AddDeclaration publishes the version after the one that the caller saw, 0 for none; ErrStale.
func (t *Tx) AddDeclaration(d *Declaration, seen int, items []DeclarationItem, by string) error {
	var last int
	if err := t.scan1([]any{&last}, "SELECT coalesce(max(version), 0) FROM declaration"); err != nil {
		return err
	}
	if last != seen {
		return ErrStale
	}
	text, err := json.Marshal(items)
	if err != nil {
		return err
	}
	d.Items, d.Version, d.Creator, d.Created = string(text), seen+1, by, t.now
	return insert(t, "declaration", d)
}
