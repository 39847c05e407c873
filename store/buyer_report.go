package store

import "time"

// BuyerReport is what a buyer's bank told the seller's bank of its look into the buyer (買手調査の報告, compliance.md 2), by a deed of its
// own. It belongs to the negotiation, whichever bank is in charge of the buyer later, and is never changed: a later one takes its place.
type BuyerReport struct {
	ID            string    `db:"id"`
	NegotiationID string    `db:"negotiation_id"`
	PerformedOn   string    `db:"performed_on"` // YYYY-MM-DD
	LookedBy      string    `db:"looked_by"`    // bank and person, as the bank writes them
	Items         string    `db:"items"`        // JSON object: what was looked into, and its class
	Line          string    `db:"line"`         // the bank's own words; "" for none
	Salt          string    `db:"salt"`         // random, as a duty's
	Hash          string    `db:"hash"`
	Replaces      *string   `db:"replaces"`
	Creator       string    `db:"creator"`
	Created       time.Time `db:"created"`
}

// BuyerReports are all of a negotiation, the newest first. Who may read them its caller decides.
func (q *Q) BuyerReports(negotiationID string) ([]BuyerReport, error) {
	return list[BuyerReport](q, "SELECT "+names[BuyerReport]("r")+" FROM buyer_report r WHERE r.negotiation_id = ? ORDER BY r.seq DESC",
		negotiationID)
}

// LastBuyerReport is the newest of a negotiation, by its number; ErrNotFound.
func (q *Q) LastBuyerReport(negotiationSeq uint32) (*BuyerReport, error) {
	return get[BuyerReport](q, "SELECT "+names[BuyerReport]("r")+" FROM buyer_report r JOIN negotiation n ON n.id = r.negotiation_id "+
		"WHERE n.seq = ? ORDER BY r.seq DESC LIMIT 1", negotiationSeq)
}

// CreateBuyerReport writes one; ErrDuplicate where another one replaced the same meanwhile, or was the first.
func (t *Tx) CreateBuyerReport(r *BuyerReport, by string) error {
	r.ID, r.Creator, r.Created = NewID(), by, t.now
	return insert(t, "buyer_report", r)
}
