package store

import "time"

// BreakGlass is what one user of the office asked to read of one listing or one negotiation, and
// whether and until when it is open to that user (domain.md 9, last paragraph).
type BreakGlass struct {
	ID            string    `db:"id"`
	Kind          int       `db:"kind"` // deal.BreakGlassKind
	ListingID     string    `db:"listing_id"`
	NegotiationID *string   `db:"negotiation_id"`
	Ground        int       `db:"ground"`
	Reason        string    `db:"reason"`
	Minutes       int       `db:"minutes"`
	RequestedBy   string    `db:"requested_by"`
	Requested     time.Time `db:"requested"`
	ConfirmedBy   *string   `db:"confirmed_by"`
	Opened        time.Time `db:"opened"`
	Expires       time.Time `db:"expires"`
	ClosedBy      *string   `db:"closed_by"`
	Closed        time.Time `db:"closed"`
}

// BreakGlass by id, for the list of the office; ErrNotFound. It is no permission to read.
func (q *Q) BreakGlass(id string) (*BreakGlass, error) {
	return get[BreakGlass](q, "SELECT "+names[BreakGlass]("b")+" FROM break_glass b WHERE b.id = ?", id)
}

// OpenBreakGlass is an opening by which this user may read now; ErrNotFound.
func (q *Q) OpenBreakGlass(id, userID string) (*BreakGlass, error) {
	var w where
	w.add("b.id = ?", id)
	q.openBreakGlass(userID, &w)
	return get[BreakGlass](q, "SELECT "+names[BreakGlass]("b")+" FROM break_glass b WHERE "+w.String(), w.args...)
}

// BreakGlasses lists the newest first and counts them.
func (q *Q) BreakGlasses(p Page) ([]BreakGlass, int, error) {
	var w where
	return page[BreakGlass](q, "b", "break_glass b", &w, "b.seq DESC", p)
}

// BreakGlassLines are what was done by an opening, the oldest first.
func (q *Q) BreakGlassLines(id string) ([]AuditLine, error) {
	return list[AuditLine](q, "SELECT "+names[AuditLine]("a")+" FROM audit a WHERE a.subject_id = ? AND a.subject_kind = 'break_glass' "+
		"ORDER BY a.seq", id)
}

// CreateBreakGlass stores a request. Its user's id and its moment are the transaction's.
func (t *Tx) CreateBreakGlass(b *BreakGlass, by string) error {
	b.ID, b.RequestedBy, b.Requested = NewID(), by, t.now
	return insert(t, "break_glass", b)
}

// UpdateBreakGlass stores what became of an opening that was not closed before; ErrStale.
func (t *Tx) UpdateBreakGlass(b *BreakGlass) error {
	return update(t, "break_glass", b, "id = ? AND closed IS NULL", b.ID)
}

// ListingsByNumber are the ids of the listings whose id, or whose number in mails, this is.
func (q *Q) ListingsByNumber(number string) ([]string, error) {
	return codes[string](q, "SELECT id FROM listing WHERE id = ?1 OR substr(id, -8) = ?1 ORDER BY seq", number)
}

// NegotiationsByNumber are those of negotiations.
func (q *Q) NegotiationsByNumber(number string) ([]string, error) {
	return codes[string](q, "SELECT id FROM negotiation WHERE id = ?1 OR substr(id, -8) = ?1 ORDER BY seq", number)
}

// DocumentsOfListing are a listing's documents, for a reader who may read all of the listing.
func (q *Q) DocumentsOfListing(listingID string) ([]Document, error) {
	return list[Document](q, "SELECT "+names[Document]("d")+documentFrom+"d.removed IS NULL AND d.listing_id = ?"+documentsMade, listingID)
}
