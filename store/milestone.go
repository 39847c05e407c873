package store

import (
	"time"

	"github.com/google/uuid"
)

// Milestone is a dated step of a negotiation that is in force (domain.md 4 Milestones, 0.6); codes are those of app/deal.
type Milestone struct {
	NegotiationID string    `db:"negotiation_id"`
	Kind          int       `db:"kind"`
	Date          string    `db:"date"`       // YYYY-MM-DD, "" where the step is left out
	Amount        *int64    `db:"amount"`     // price of the 意向表明, 成約金額, 千円
	Until         string    `db:"until"`      // 独占交渉期限 of the 基本合意
	IsSkipped     bool      `db:"is_skipped"` // 行わない
	Note          string    `db:"note"`       // of the side that recorded it
	Side          string    `db:"side"`       // "bf" or "sf"
	Creator       string    `db:"creator"`
	Created       time.Time `db:"created"`
	Modified      time.Time `db:"modified"`
	Confirmer     string    `db:"confirmer"` // who confirmed it for the other side, "" for a date that one side writes down
	Confirmed     time.Time `db:"confirmed"`
}

// MilestoneProposal is a milestone that one side recorded and the other has not confirmed. Only the
// two banks may see it.
type MilestoneProposal struct {
	NegotiationID string    `db:"negotiation_id"`
	Kind          int       `db:"kind"`
	ID            string    `db:"id"` // a new one with every change
	Date          string    `db:"date"`
	Amount        *int64    `db:"amount"`
	Until         string    `db:"until"`
	IsSkipped     bool      `db:"is_skipped"`
	Note          string    `db:"note"`
	Side          string    `db:"side"`
	Creator       string    `db:"creator"`
	Created       time.Time `db:"created"`
	Returned      time.Time `db:"returned"` // when it was sent back; zero while it waits
	Returner      string    `db:"returner"`
	ReturnReason  string    `db:"return_reason"`
}

// Milestones of a negotiation in the order of their kinds. The caller has asked Negotiation first.
func (q *Q) Milestones(negotiationID string) ([]Milestone, error) {
	return list[Milestone](q, "SELECT "+names[Milestone]("m")+" FROM milestone m WHERE m.negotiation_id = ? ORDER BY m.kind", negotiationID)
}

// PutMilestone records a milestone or replaces it.
func (t *Tx) PutMilestone(m *Milestone, by string) error {
	if err := t.DropMilestone(m.NegotiationID, m.Kind); err != nil {
		return err
	}
	if m.Created.IsZero() {
		m.Creator, m.Created = by, t.now
	}
	m.Modified = t.now
	return insert(t, "milestone", m)
}

// DropMilestone deletes a milestone, if it is there.
func (t *Tx) DropMilestone(negotiationID string, kind int) error {
	_, err := t.exec("DELETE FROM milestone WHERE negotiation_id = ? AND kind = ?", negotiationID, kind)
	return err
}

// MilestoneProposals of a negotiation in the order of their kinds. The caller has asked
// Negotiation first and gives them to the two banks alone.
func (q *Q) MilestoneProposals(negotiationID string) ([]MilestoneProposal, error) {
	return list[MilestoneProposal](q, "SELECT "+names[MilestoneProposal]("p")+
		" FROM milestone_proposal p WHERE p.negotiation_id = ? ORDER BY p.kind", negotiationID)
}

// PutMilestoneProposal writes a proposal with a new id, in place of the earlier one.
func (t *Tx) PutMilestoneProposal(p *MilestoneProposal, by string) error {
	if err := t.DropMilestoneProposal(p.NegotiationID, p.Kind); err != nil {
		return err
	}
	p.ID, p.Creator, p.Created = uuid.NewString(), by, t.now
	return insert(t, "milestone_proposal", p)
}

// ReturnMilestoneProposal sends a proposal back.
func (t *Tx) ReturnMilestoneProposal(id, reason, by string) error {
	_, err := t.exec("UPDATE milestone_proposal SET returned = ?, returner = ?, return_reason = ? WHERE id = ?", ms(t.now), by, reason, id)
	return err
}

// DropMilestoneProposal deletes a proposal, if it is there.
func (t *Tx) DropMilestoneProposal(negotiationID string, kind int) error {
	_, err := t.exec("DELETE FROM milestone_proposal WHERE negotiation_id = ? AND kind = ?", negotiationID, kind)
	return err
}

// DropMilestoneProposals deletes all proposals of a negotiation that is over or has begun again.
func (t *Tx) DropMilestoneProposals(negotiationID string) error {
	_, err := t.exec("DELETE FROM milestone_proposal WHERE negotiation_id = ?", negotiationID)
	return err
}

// Exclusivities are the 独占交渉期限 agreed on in the negotiations of a listing that are under way.
func (q *Q) Exclusivities(listingID string) ([]string, error) {
	return codes[string](q, "SELECT m.until FROM milestone m JOIN negotiation n ON n.id = m.negotiation_id WHERE n.listing_id = ? AND "+
		"n.status IN ("+codeNegotiationRealName+", "+codeNegotiationConditions+") AND m.kind = "+codeMilestoneBasicAgreement+" AND m.until <> ''",
		listingID)
}
