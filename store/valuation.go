package store

import (
	"encoding/json"
	"time"
)

// Valuation is a version of what SF computes of a listing's price for itself (簡易株価, papers.md 2). It is never changed: the highest
// version of an institution is what its desk goes on with.
type Valuation struct {
	ID            string          `db:"id"`
	ListingID     string          `db:"listing_id"`
	InstitutionID string          `db:"institution_id"` // whose secret it is
	Version       int             `db:"version"`
	Content       json.RawMessage `db:"content"` // the inputs
	Creator       string          `db:"creator"`
	Created       time.Time       `db:"created"`
}

// Valuations are the newest versions of a listing that the viewer's institution wrote. The caller has checked that it is in charge.
func (q *Q) Valuations(v Viewer, listingID string, limit int) ([]Valuation, error) {
	return list[Valuation](q, "SELECT "+names[Valuation]("x")+" FROM valuation x WHERE x.listing_id = ? AND x.institution_id = ? "+
		"ORDER BY x.version DESC LIMIT ?", listingID, v.InstitutionID, limit)
}

// Valuation is one version of them; ErrNotFound.
func (q *Q) Valuation(v Viewer, listingID string, version int) (*Valuation, error) {
	return get[Valuation](q, "SELECT "+names[Valuation]("x")+" FROM valuation x WHERE x.listing_id = ? AND x.institution_id = ? AND "+
		"x.version = ?", listingID, v.InstitutionID, version)
}

// CreateValuation writes the next version; ErrDuplicate where somebody else wrote it meanwhile.
func (t *Tx) CreateValuation(x *Valuation, by string) error {
	x.ID, x.Creator, x.Created = NewID(), by, t.now
	return insert(t, "valuation", x)
}
