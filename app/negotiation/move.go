package negotiation

import (
	"strings"

	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
)

// MoveNote is what is written down with a move beside what deal decides.
type MoveNote struct {
	reason  int    // of the history line: an end reason, a questionnaire key
	Comment string // the side's own words

	ownerReason string // what the owner is told of a refusal
}

// Move decides a move and stores all that it does, in the transaction of its caller.
func (a Room) Move(tx *store.Tx, by web.Actor, d *Dealing, in deal.MoveInput, note MoveNote) (deal.Effects, error) {
	e, refusal := deal.Decide(d.Facts, in, d.As)
	if refusal != nil {
		return e, refusal
	}
	m := &moving{room: a, tx: tx, by: by, d: d, kind: in.Kind, e: e, note: note}
	m.side, m.from = sideName(d.As, in.Kind), d.Status
	return e, m.store()
}

// moving is a move that is decided, while it is stored.
type moving struct {
	room Room
	tx   *store.Tx
	by   web.Actor
	d    *Dealing
	kind deal.MoveKind
	e    deal.Effects
	note MoveNote
	side string // whose move it is, as it is written down
	from int    // the status before
}

// store carries out the effects of a move, in their order.
func (m *moving) store() error {
	m.status()
	m.consents()
	m.owner()
	m.contract()
	m.end()
	for _, step := range []func() error{
		m.realName, m.papers, m.milestones, m.row, m.history, m.heldTexts, m.lines, m.ledger, m.listing, m.notices,
	} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// status is the row's state, with what begins by it.
func (m *moving) status() {
	n, e, now := &m.d.Negotiation, &m.e, m.tx.Now()
	if e.Moved {
		n.Status, n.StatusAt, n.AnswerDue = int(e.Status), now, e.AnswerDue
	}
	if e.SetStarted {
		n.StartedAt = now
	}
	if e.SetInterest {
		n.InterestStatus, n.InterestAt = int(deal.InterestInterested), now
	}
}

// consents are the buyer's: to the agreement, and to its name being told.
func (m *moving) consents() {
	n, e, now := &m.d.Negotiation, &m.e, m.tx.Now()
	if e.SetConsent {
		n.IsConsent, n.ConsentUser, n.ConsentIP, n.ConsentAt = true, m.by.ID(), m.by.IP, now
	}
	if e.ClearConsent {
		n.IsConsent = false // what was agreed stays: its duties outlive the negotiation, and it is read again
	}
	if e.SetRealNameConsent {
		n.RealNameConsentAt, n.RealNameConsentUser = now, m.by.ID()
		if m.d.paper != nil {
			n.RealNameConsentUser, n.RealNameConsentSecond = m.d.paper.RequestedBy, m.by.ID()
		}
	}
	if e.ClearRealNameConsent {
		n.RealNameConsentAt, n.RealNameConsentUser, n.RealNameConsentSecond = web.ZeroTime, "", ""
	}
}

// owner is where the seller's own approval stands.
func (m *moving) owner() {
	if m.e.SellerApprovalMoved {
		m.d.SellerApprovalStatus, m.d.SellerApprovalAt = int(m.e.SellerApproval), m.tx.Now()
	}
}

// contract is what one side proposes and the other has to agree to: a contract, a new beginning.
func (m *moving) contract() {
	n, e, now := &m.d.Negotiation, &m.e, m.tx.Now()
	if e.ContractMoved {
		n.ContractProposedBy, n.ContractProposedAt = sideOf(e.ContractProposed), now
	}
	if e.ReopenMoved {
		n.ReopenAskedAt = web.ZeroTime
		if e.ReopenAsked {
			n.ReopenAskedAt = now
		}
	}
}

// end is what is kept of an end, or forgotten where it is taken back.
func (m *moving) end() {
	n, e := &m.d.Negotiation, &m.e
	if e.ClearEnd {
		n.EndReason, n.EndComment, n.EndedBy, n.IsDisposalDone = 0, "", "", false
	}
	if e.EndReason != 0 {
		n.EndReason, n.EndedBy, n.EndedAt, n.EndedFrom, n.IsDisposalDone = int(e.EndReason), m.side, m.tx.Now(), m.from, false
	}
	if e.KeepEndComment {
		n.EndComment = m.note.Comment
	}
	if e.FinancingTo0 {
		n.FinancialSupportStatus = int(deal.FinancingUnchecked)
	}
	if e.FinancingTo9 {
		n.FinancialSupportStatus = int(deal.FinancingInterrupted)
	}
}

// realName is the request for the real names and its answer.
func (m *moving) realName() error {
	n, e, now := &m.d.Negotiation, &m.e, m.tx.Now()
	if e.SetRealNameRequested {
		n.RealNameRequestedAt = now
	}
	if e.SetRejected {
		n.RejectedAt, n.RejectReason = now, m.note.Comment
	}
	if e.SetApproved {
		n.ApprovedAt, n.ApprovedBy = now, m.by.ID()
	}
	if e.ApprovedByTwo {
		asked, err := m.tx.LastNegotiationEvent(n.ID, string(deal.MoveRequestRealName))
		if err != nil {
			return err
		}
		n.ApprovedBy, n.ApprovedSecond = asked.Actor, m.by.ID()
	}
	return nil
}

// sideOf is how a side of deal's is stored: as SideBF, SideSF or "".
func sideOf(s deal.Side) string { return strings.ToLower(string(s)) }
