package negotiation

import (
	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/web"
	"tsunagu/store"
)

// EndCompany ends what a company that was just disabled has open: sign-ins, links and mail at once,
// and a buyer's interest, offers and negotiations (domain.md 0.8). What comes back when it is enabled
// again is only what was never taken away: its users may sign in anew, its needs are found.
func (a Room) EndCompany(tx *store.Tx, by web.Actor, c *store.Company) error {
	if err := tx.EndCompany(c.ID, "company disabled", false); err != nil || c.Kind != store.Buyer {
		return err
	}
	rows, err := tx.NegotiationsOfCompany(c.ID)
	if err != nil {
		return err
	}
	doer := web.Actor{Role: by.Role, Session: by.Session, IP: by.IP} // who it was the audit says, once
	for i := range rows {
		d, err := DealingOf(&tx.Q, doer, &rows[i])
		if err != nil {
			return err
		}
		d.As = deal.ActorSystem
		if err := a.endForBuyer(tx, doer, d); err != nil {
			return err
		}
	}
	return nil
}

// endForBuyer ends one row of a buyer that is disabled. A bank has ended its live ones itself, each
// for its reason; the office's deed ends them for all, and the seller's bank reads that it ended and
// no more. A waiting offer is declined as the buyer's bank would decline it. Contracts stand.
func (a Room) endForBuyer(tx *store.Tx, by web.Actor, d *Dealing) error {
	if d.NegotiationStatus().Live() {
		const reason = deal.EndCompliance // which is told to nobody
		if _, err := a.Move(tx, by, d, deal.MoveInput{Kind: deal.MoveEnd, Reason: reason}, MoveNote{reason: int(reason)}); err != nil {
			return err
		}
		if err := a.Tell(tx, d, SideSF, mail.NegotiationStatusChanged, mail.Data{}); err != nil {
			return err
		}
	}
	if d.NegotiationStatus() == deal.NegotiationNone && d.InterestStatus == int(deal.InterestInterested) {
		d.InterestStatus = int(deal.InterestNone)
		if err := d.record(tx, by, SideSystem, "clear_interest"); err != nil {
			return err
		}
	}
	if d.OfferSendStatus == int(deal.OfferWaiting) {
		d.OfferSendStatus = int(deal.OfferDeclined)
		return d.record(tx, by, SideBF, "offer_"+string(deal.OfferDecline))
	}
	return nil
}

// record saves a row with the line of what happened to it.
func (d *Dealing) record(tx *store.Tx, by web.Actor, side, event string) error {
	if err := d.Save(tx, by, event); err != nil {
		return err
	}
	d.found = d.Negotiation
	return d.Note(tx, by, side, event, d.Status, 0, "")
}
