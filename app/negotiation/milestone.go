package negotiation

import (
	"slices"
	"strings"

	"tsunagu/app/deal"
	"tsunagu/app/history"
	"tsunagu/app/mail"
	"tsunagu/app/web"
	"tsunagu/store"
)

// factNote is a line of the history with what was and what is.
func (d *Dealing) factNote(tx *store.Tx, by web.Actor, side, verb string, kind deal.Milestone, old, new deal.FactValue,
	comment string) error {
	event := history.FactEvent(verb, kind)
	if err := tx.AddNegotiationHistory(store.NegotiationHistory{NegotiationID: d.ID, Actor: by.ID(), Side: side, Event: event,
		FromStatus: d.Status, ToStatus: d.Status,
		Comment: comment, OldValue: old.Text(), NewValue: new.Text()}); err != nil {
		return err
	}
	return tx.AddAudit(by.Line("negotiation."+event, "negotiation", d.ID, "ok", ""))
}

// factBook reads all that is recorded in a negotiation.
func factBook(q *store.Q, by web.Actor, d *Dealing) (*deal.FactBook, error) {
	if d.book != nil {
		return d.book, nil
	}
	b := &deal.FactBook{InForce: map[deal.Milestone]deal.FactValue{}, Proposed: map[deal.Milestone]deal.Proposal{}}
	if d.IsPublished {
		b.ListingDue = d.DueDate
	}
	milestones, err := q.Milestones(d.ID)
	if err != nil {
		return nil, err
	}
	for _, m := range milestones {
		b.InForce[deal.Milestone(m.Kind)] = factValue(m.Date, m.Amount, m.Until, m.IsSkipped)
	}
	proposals, err := q.MilestoneProposals(d.ID)
	if err != nil {
		return nil, err
	}
	for _, p := range proposals {
		is := deal.Proposal{ID: p.ID, Kind: deal.Milestone(p.Kind), Value: factValue(p.Date, p.Amount, p.Until, p.IsSkipped),
			By: deal.Side(strings.ToUpper(p.Side)), Returned: !p.Returned.IsZero()}
		if is.IsHouse = d.Facts.IsHouse; is.IsHouse && by.User != nil {
			if is.IsSecond, err = web.MayConfirm(q, by, p.Creator); err != nil {
				return nil, err
			}
		}
		b.Proposed[is.Kind] = is
	}
	d.book = b
	return b, nil
}

func factValue(date string, amount *int64, until string, isSkipped bool) deal.FactValue {
	v := deal.FactValue{Date: date, Until: until, Skipped: isSkipped}
	if amount != nil {
		v.Price = *amount
	}
	return v
}

// factForMe finds out whether the actor can confirm something now.
func factForMe(q *store.Q, by web.Actor, d *Dealing) error {
	if d.FactWaitingFor == "" {
		return nil
	}
	b, err := factBook(q, by, d)
	if err != nil {
		return err
	}
	for _, p := range b.Proposed {
		if deal.Confirmable(d.Facts, p, d.actsAs) == "" {
			d.Facts.FactForMe = true
		}
	}
	return nil
}

// RecordMilestone records a milestone or changes it (domain.md 4 Milestones, 0.6). What the two
// banks have to agree on waits for the other side, and what is in force stays so meanwhile.
func (a Room) RecordMilestone(tx *store.Tx, by web.Actor, in *MilestoneInput) (*MovedNegotiation, error) {
	d, err := byID(&tx.Q, by, in.BuyerNegotiationID, &in.Version)
	if err != nil {
		return nil, err
	}
	b, err := factBook(&tx.Q, by, d)
	if err != nil {
		return nil, err
	}
	kind := deal.Milestone(in.Kind)
	var c web.Check
	c.Prose(in, "note", "覚書", &in.Note, false)
	c.Amount(in, "amount", "価格（千円）", in.Amount, false)
	c.Date("date", "日付", in.Date, !in.IsSkipped)
	c.Date("until", "独占交渉期限", in.Until, false)
	c.Ok(in.Amount == nil || kind == deal.MilestoneIntent || kind == deal.MilestoneClosed, "amount", "価格は、意向表明とクロージング完了のときに入力してください。")
	c.Ok(in.Until == "" || kind == deal.MilestoneBasicAgreement, "until", "独占交渉期限は基本合意のときに入力してください。")
	c.Ok(!in.IsSkipped || in.Date == "" && in.Until == "" && in.Amount == nil, "isSkipped", "「行わない」とするときは、日付などを入力しないでください。")
	value := factValue(in.Date, in.Amount, in.Until, in.IsSkipped)
	input := deal.MilestoneInput{Kind: kind, FactValue: value}
	for _, k := range in.Skips {
		input.Skips = append(input.Skips, deal.Milestone(k))
	}
	e, refusals := deal.RecordMilestone(d.Facts, *b, input, d.As)
	for _, r := range refusals {
		if r.Code != deal.Invalid {
			return nil, r
		}
		if !slices.ContainsFunc(c.Errors, func(e web.FieldError) bool { return e.Field == r.Field && r.Field != "skips" }) {
			c.Fail(r.Field, r.Detail)
		}
	}
	if err := c.Err(); err != nil {
		return nil, err
	}
	side, event := sideName(d.As, ""), history.FactEvent(history.FactProposed, kind)
	if e.Enter {
		event = history.FactEvent(history.FactRecorded, kind)
		m := &store.Milestone{NegotiationID: d.ID, Kind: in.Kind, Date: in.Date, Note: in.Note, Side: side}
		if err := tx.PutMilestone(m, by.ID()); err != nil {
			return nil, err
		}
		if err := tx.DropMilestoneProposal(d.ID, in.Kind); err != nil {
			return nil, err
		}
		if err := d.factNote(tx, by, side, history.FactRecorded, kind, b.InForce[kind], value, ""); err != nil {
			return nil, err
		}
	}
	for _, k := range deal.Milestones() {
		v, ok := e.Propose[k]
		if !ok {
			continue
		}
		p := &store.MilestoneProposal{NegotiationID: d.ID, Kind: int(k), Date: v.Date, Until: v.Until, IsSkipped: v.Skipped, Side: side}
		if k == kind {
			p.Note = in.Note
		}
		if v.Price > 0 {
			p.Amount = &v.Price
		}
		if err := tx.PutMilestoneProposal(p, by.ID()); err != nil {
			return nil, err
		}
		if err := d.factNote(tx, by, side, history.FactProposed, k, b.InForce[k], v, ""); err != nil {
			return nil, err
		}
	}
	if err := a.saveFacts(tx, by, d, event, side, e.WithdrawsContract, e.Lines); err != nil {
		return nil, err
	}
	if len(e.Propose) > 0 {
		return d.moved(), a.tellOther(tx, d, mail.MilestoneProposed, mail.Data{}, true)
	}
	return d.moved(), a.tellOther(tx, d, mail.MilestoneRecorded, mail.Data{}, false)
}

// saveFacts writes what a deed on milestones makes of the row: who has something to confirm, and
// that a pending 成約の提案 goes with what it stood on.
func (a Room) saveFacts(tx *store.Tx, by web.Actor, d *Dealing, event, side string, withdrawsContract bool, lines []deal.Line) error {
	proposals, err := tx.MilestoneProposals(d.ID)
	if err != nil {
		return err
	}
	waits := func(of string) string {
		if slices.ContainsFunc(proposals, func(p store.MilestoneProposal) bool { return p.Returned.IsZero() && p.Side != of }) {
			return of
		}
		return ""
	}
	d.FactWaitingFor = waits(SideBF) + waits(SideSF)
	if withdrawsContract {
		d.ContractProposedBy, d.ContractProposedAt = "", tx.Now()
	}
	if err := d.Save(tx, by, event); err != nil {
		return err
	}
	if err := d.Say(tx, lines...); err != nil || !withdrawsContract {
		return err
	}
	if err := d.Note(tx, by, side, string(deal.MoveWithdrawContract), d.Status, 0, ""); err != nil {
		return err
	}
	if err := a.Tell(tx, d, SideBF, mail.ContractLapsed, mail.Data{}); err != nil || d.Facts.IsOneBank {
		return err
	}
	return a.Tell(tx, d, SideSF, mail.ContractLapsed, mail.Data{})
}

// stopForExclusivity sets 受付停止 to the end of the exclusivities that both banks agreed on. What
// SF stopped by hand stays stopped beyond it; one taken back or run out ends the stop that it had
// made.
func stopForExclusivity(tx *store.Tx, by web.Actor, d *Dealing) error {
	l, err := tx.ListingOfNegotiation(&d.Negotiation)
	if err != nil || deal.ListingStatus(l.Status) != deal.ListingShowing {
		return err
	}
	untils, err := tx.Exclusivities(l.ID)
	if err != nil {
		return err
	}
	until := deal.ExclusiveUntil(untils, tx.Today())
	byHand := l.IsSuspended && l.ExclusiveUntil == ""
	if byHand || l.ExclusiveUntil == until && l.IsSuspended == (until != "") {
		return nil
	}
	event := deal.ListingResume
	if l.IsSuspended, l.ExclusiveUntil = until != "", until; l.IsSuspended {
		event = deal.ListingStop
	}
	if err := tx.UpdateListing(l, by.ID()); err != nil {
		return err
	}
	return tx.AddListingHistory(store.ListingHistory{ListingID: l.ID, Side: SideSystem, Event: string(event), FromStatus: l.Status,
		ToStatus: l.Status})
}
