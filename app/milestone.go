package app

import (
	"strconv"

	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/store"
)

// recordMilestone records a milestone or changes it (domain.md 4 Milestones). The exclusivity
// of a 基本合意 stops the listing's 受付 until its day.
func (a *App) recordMilestone(tx *store.Tx, by actor, in *milestoneInput) (*MovedNegotiation, error) {
	d, err := a.byID(&tx.Q, by, in.BuyerNegotiationID, in.Version)
	if err != nil {
		return nil, err
	}
	var c check
	c.prose("note", "覚書", &in.Note, false, 1000)
	c.amount("amount", "意向表明の価格（千円）", in.Amount, false, 1, maxAmount)
	c.date("date", "日付", in.Date, true)
	c.date("until", "独占交渉期限", in.Until, false)
	kind := deal.Milestone(in.Kind)
	c.ok(in.Amount == nil || kind == deal.MilestoneIntent, "amount", "価格は意向表明のときに入力してください。")
	c.ok(in.Until == "" || kind == deal.MilestoneBasicAgreement, "until", "独占交渉期限は基本合意のときに入力してください。")
	if err := c.err(); err != nil {
		return nil, err
	}
	milestones, err := tx.Milestones(d.ID)
	if err != nil {
		return nil, err
	}
	recorded := map[deal.Milestone]string{}
	m := &store.Milestone{NegotiationID: d.ID, Kind: in.Kind}
	for i := range milestones {
		recorded[deal.Milestone(milestones[i].Kind)] = milestones[i].Date
		if milestones[i].Kind == in.Kind {
			m = &milestones[i]
		}
	}
	input := deal.MilestoneInput{Kind: kind, Date: in.Date, Until: in.Until}
	if in.Amount != nil {
		input.Price = *in.Amount
	}
	e, refusal := deal.RecordMilestone(d.facts, recorded, input, d.as)
	if refusal != nil {
		return nil, refusal
	}
	m.Date, m.Amount, m.Until, m.Note, m.Side = in.Date, in.Amount, in.Until, in.Note, sideName(d.as, "")
	if err := tx.PutMilestone(m, by.id()); err != nil {
		return nil, err
	}
	if kind == deal.MilestoneBasicAgreement {
		if err := a.stopForExclusivity(tx, by, d, e); err != nil {
			return nil, err
		}
	}
	if err := d.save(tx, by, "milestone_"+strconv.Itoa(in.Kind)); err != nil {
		return nil, err
	}
	if err := d.note(tx, by, m.Side, "milestone_"+strconv.Itoa(in.Kind), d.Status, 0, ""); err != nil {
		return nil, err
	}
	if err := d.say(tx, e.Line); err != nil {
		return nil, err
	}
	return d.moved(), a.tellOther(tx, d, mail.MilestoneRecorded, mail.Data{}, false)
}

// stopForExclusivity sets 受付停止 to the end of exclusivity. What SF stopped by hand stays
// stopped beyond it; an exclusivity taken back or run out ends the stop that it had made.
func (a *App) stopForExclusivity(tx *store.Tx, by actor, d *dealing, e deal.MilestoneEffects) error {
	l, err := tx.ListingOfNegotiation(&d.Negotiation)
	if err != nil || deal.ListingStatus(l.Status) != deal.ListingShowing {
		return err
	}
	byHand := l.IsSuspended && l.ExclusiveUntil == ""
	if byHand || l.ExclusiveUntil == e.StopUntil && l.IsSuspended == e.StopsListing {
		return nil
	}
	event := deal.ListingResume
	if l.IsSuspended, l.ExclusiveUntil = e.StopsListing, ""; e.StopsListing {
		event, l.ExclusiveUntil = deal.ListingStop, e.StopUntil
	}
	if err := tx.UpdateListing(l, by.id()); err != nil {
		return err
	}
	return tx.AddListingHistory(store.ListingHistory{ListingID: l.ID, Side: sideSystem, Event: string(event), FromStatus: l.Status, ToStatus: l.Status})
}
