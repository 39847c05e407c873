package negotiation

import (
	"slices"

	"tsunagu/app/deal"
	"tsunagu/app/history"
	"tsunagu/app/mail"
	"tsunagu/app/web"
	"tsunagu/store"
)

// proposalGone is the answer to who acts on what has been changed, taken back or decided meanwhile.
func proposalGone() error {
	return web.Conflict(deal.Stale, "この記録は、変更されたか、取り下げられたか、すでに確認されています。最新の内容を確認して、もう一度操作してください。")
}

// ConfirmMilestone puts in force what the other side recorded, as the caller saw it (domain.md 0.6).
func (a Room) ConfirmMilestone(tx *store.Tx, by web.Actor, in *ConfirmMilestoneInput) (*MovedNegotiation, error) {
	d, err := byID(&tx.Q, by, in.BuyerNegotiationID, &in.Version)
	if err != nil {
		return nil, err
	}
	var c web.Check
	c.Ok(len(in.ProposalIDs) > 0, "proposalIds", "確認する記録を選んでください。")
	if err := c.Err(); err != nil {
		return nil, err
	}
	b, err := factBook(&tx.Q, by, d)
	if err != nil {
		return nil, err
	}
	stored, err := tx.MilestoneProposals(d.ID)
	if err != nil {
		return nil, err
	}
	var chosen []deal.Proposal
	for _, id := range slices.Compact(slices.Sorted(slices.Values(in.ProposalIDs))) {
		p, ok := proposalOf(b, id)
		if !ok {
			return nil, proposalGone()
		}
		chosen = append(chosen, p)
	}
	e, refusal := deal.ConfirmFacts(d.Facts, *b, chosen, d.As)
	if refusal != nil {
		return nil, refusal
	}
	side, event := sideName(d.As, deal.MoveConfirmContract), ""
	for _, p := range stored {
		kind := deal.Milestone(p.Kind)
		value, ok := e.Enter[kind]
		if !ok {
			continue
		}
		event = history.FactEvent(history.FactConfirmed, kind)
		m := &store.Milestone{NegotiationID: d.ID, Kind: p.Kind, Date: p.Date, Amount: p.Amount, Until: p.Until, IsSkipped: p.IsSkipped,
			Note: p.Note, Side: p.Side, Creator: p.Creator, Created: p.Created,
			Confirmer: by.ID(), Confirmed: tx.Now()}
		if err := tx.PutMilestone(m, by.ID()); err != nil {
			return nil, err
		}
		if err := tx.DropMilestoneProposal(d.ID, p.Kind); err != nil {
			return nil, err
		}
		if err := d.factNote(tx, by, side, history.FactConfirmed, kind, b.InForce[kind], value, ""); err != nil {
			return nil, err
		}
		switch {
		case kind == deal.MilestoneClosed:
			d.ClosingDue = ""
		case kind == deal.MilestoneClosing && d.NegotiationStatus() == deal.NegotiationSigned:
			d.ClosingDue = value.Date
		}
	}
	for _, kind := range e.Drop {
		if err := tx.DropMilestone(d.ID, int(kind)); err != nil {
			return nil, err
		}
	}
	if _, ok := e.Enter[deal.MilestoneBasicAgreement]; ok {
		if err := stopForExclusivity(tx, by, d); err != nil {
			return nil, err
		}
	}
	if err := a.saveFacts(tx, by, d, event, side, e.WithdrawsContract, e.Lines); err != nil {
		return nil, err
	}
	return d.moved(), a.tellOther(tx, d, mail.MilestoneConfirmed, mail.Data{}, false)
}

func proposalOf(b *deal.FactBook, id string) (deal.Proposal, bool) {
	for _, p := range b.Proposed {
		if p.ID == id {
			return p, true
		}
	}
	return deal.Proposal{}, false
}

// proposalNamed is the row and the proposal that an input names, as the caller saw them.
func proposalNamed(tx *store.Tx, by web.Actor, in *ProposalInput) (*Dealing, *deal.FactBook, deal.Proposal, error) {
	d, err := byID(&tx.Q, by, in.BuyerNegotiationID, &in.Version)
	if err != nil {
		return nil, nil, deal.Proposal{}, err
	}
	b, err := factBook(&tx.Q, by, d)
	if err != nil {
		return nil, nil, deal.Proposal{}, err
	}
	p, ok := proposalOf(b, in.ProposalID)
	if !ok {
		return nil, nil, p, proposalGone()
	}
	return d, b, p, nil
}

// ReturnMilestone sends back what the other side recorded, with a reason that it reads.
func (a Room) ReturnMilestone(tx *store.Tx, by web.Actor, in *ProposalInput) (*MovedNegotiation, error) {
	d, b, p, err := proposalNamed(tx, by, in)
	if err != nil {
		return nil, err
	}
	var c web.Check
	c.Prose(in, "comment", "差し戻す理由", &in.Comment, false)
	if err := c.Err(); err != nil {
		return nil, err
	}
	e, refusal := deal.ReturnFact(d.Facts, p, in.Comment, d.As)
	if refusal != nil {
		return nil, refusal
	}
	if err := tx.ReturnMilestoneProposal(p.ID, in.Comment, by.ID()); err != nil {
		return nil, err
	}
	side := sideName(d.As, deal.MoveConfirmContract)
	if err := d.factNote(tx, by, side, history.FactReturned, p.Kind, b.InForce[p.Kind], p.Value, in.Comment); err != nil {
		return nil, err
	}
	if err := a.saveFacts(tx, by, d, history.FactEvent(history.FactReturned, p.Kind), side, false, e.Lines); err != nil {
		return nil, err
	}
	return d.moved(), a.tellOther(tx, d, mail.MilestoneReturned, mail.Data{}, false)
}

// withdrawMilestone takes back what the own side recorded and the other has not confirmed.
func (a Room) withdrawMilestone(tx *store.Tx, by web.Actor, in *ProposalInput) (*MovedNegotiation, error) {
	d, b, p, err := proposalNamed(tx, by, in)
	if err != nil {
		return nil, err
	}
	e, refusal := deal.WithdrawFact(d.Facts, p, d.As)
	if refusal != nil {
		return nil, refusal
	}
	if err := tx.DropMilestoneProposal(d.ID, int(p.Kind)); err != nil {
		return nil, err
	}
	side := sideName(d.As, "")
	if err := d.factNote(tx, by, side, history.FactWithdrawn, p.Kind, p.Value, b.InForce[p.Kind], ""); err != nil {
		return nil, err
	}
	return d.moved(), a.saveFacts(tx, by, d, history.FactEvent(history.FactWithdrawn, p.Kind), side, false, e.Lines)
}

// facts adds what is recorded to a negotiation's view: a buyer reads what is in force, the banks
// what waits too.
func facts(q *store.Q, by web.Actor, d *Dealing, o *negotiation) error {
	milestones, err := q.Milestones(d.ID)
	if err != nil {
		return err
	}
	own := func(side, note string) string {
		if side == d.sideLabel() || d.As == deal.ActorBoth {
			return note
		}
		return ""
	}
	for _, m := range milestones {
		o.Milestones = append(o.Milestones, NegotiationMilestone{Kind: m.Kind, Label: deal.Milestone(m.Kind).Label(), Date: m.Date,
			Amount: m.Amount, Until: m.Until, IsSkipped: m.IsSkipped,
			Note: own(m.Side, m.Note), Side: m.Side})
	}
	if d.As == deal.ActorBUY {
		return nil
	}
	b, err := factBook(q, by, d)
	if err != nil {
		return err
	}
	o.MilestoneForms, o.Proposals = []milestoneForm{}, []negotiationProposal{}
	for _, m := range deal.OpenMilestones(d.Facts, *b, d.actsAs) {
		o.OpenMilestones = append(o.OpenMilestones, int(m))
		form := milestoneForm{Kind: int(m), IsBilateral: b.NeedsOther(m, deal.FactValue{}), IsSkippable: m.IsSkippable(), Missing: []int{}}
		for _, before := range b.Missing(m) {
			form.Missing = append(form.Missing, int(before))
		}
		o.MilestoneForms = append(o.MilestoneForms, form)
	}
	stored, err := q.MilestoneProposals(d.ID)
	if err != nil {
		return err
	}
	for _, s := range stored {
		p := b.Proposed[deal.Milestone(s.Kind)]
		v := negotiationProposal{ProposalID: p.ID, Created: web.ServerTime(s.Created), IsReturned: p.Returned, ReturnReason: s.ReturnReason,
			Blocked: deal.Confirmable(d.Facts, p, d.As), With: []string{}}
		v.NegotiationMilestone = NegotiationMilestone{Kind: s.Kind, Label: p.Kind.Label(), Date: s.Date, Amount: s.Amount, Until: s.Until,
			IsSkipped: s.IsSkipped, Note: own(s.Side, s.Note), Side: s.Side}
		if s.IsSkipped {
			v.Label = p.Kind.StepLabel()
		}
		_, refusal := deal.WithdrawFact(d.Facts, p, d.As)
		v.CanConfirm, v.CanWithdraw = v.Blocked == "", refusal == nil
		for _, before := range b.ConfirmWith(p.Kind) {
			v.With = append(v.With, before.ID)
		}
		o.Proposals = append(o.Proposals, v)
	}
	return nil
}
