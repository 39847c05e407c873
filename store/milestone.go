package store

import "time"

// Milestone is a dated step of a negotiation (domain.md 4 Milestones); codes are those of app/deal.
type Milestone struct {
	NegotiationID string    `db:"negotiation_id"`
	Kind          int       `db:"kind"`
	Date          string    `db:"date"`   // YYYY-MM-DD
	Amount        *int64    `db:"amount"` // price of the 意向表明, 千円
	Until         string    `db:"until"`  // 独占交渉期限 of the 基本合意
	Note          string    `db:"note"`   // of the side that recorded it
	Side          string    `db:"side"`   // "bf" or "sf"
	Creator       string    `db:"creator"`
	Created       time.Time `db:"created"`
	Modified      time.Time `db:"modified"`
}

// Milestones of a negotiation in the order of their kinds. The caller has asked Negotiation first.
func (q *Q) Milestones(negotiationID string) ([]Milestone, error) {
	return list[Milestone](q, "SELECT "+names[Milestone]("m")+" FROM milestone m WHERE m.negotiation_id = ? ORDER BY m.kind", negotiationID)
}

// PutMilestone records a milestone or replaces it.
func (t *Tx) PutMilestone(m *Milestone, by string) error {
	if _, err := t.exec("DELETE FROM milestone WHERE negotiation_id = ? AND kind = ?", m.NegotiationID, m.Kind); err != nil {
		return err
	}
	if m.Created.IsZero() {
		m.Creator, m.Created = by, t.now
	}
	m.Modified = t.now
	return insert(t, "milestone", m)
}
