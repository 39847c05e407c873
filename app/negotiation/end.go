package negotiation

import (
	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
)

// concludeListing is what a signed contract does to its listing: 成約済み, every other row
// ended and every open offer withdrawn (domain.md 4, 4 → 5).
func (a Room) concludeListing(tx *store.Tx, by web.Actor, d *Dealing) error {
	l, err := tx.ListingOfNegotiation(&d.Negotiation)
	if err != nil {
		return err
	}
	e, refusal := deal.MoveListing(deal.ListingFacts{Exists: true, Status: deal.ListingStatus(l.Status), StartDate: d.StartDate,
		DueDate: d.DueDate, Now: tx.Now(),
		IsPending: l.IsPending, ApprovedAt: l.ApprovedAt, IsStopped: l.IsSuspended}, deal.ListingInput{Event: deal.ListingConclude},
		deal.ActorSystem)
	if refusal != nil {
		return refusal
	}
	from := l.Status
	l.Status, l.IsPending, l.ConcludedAt = int(e.Status), e.IsPending, tx.Now()
	if e.KillsKey {
		if err := tx.RevokeLinkKeys(store.LinkListingApproval, l.ID, "concluded"); err != nil {
			return err
		}
		if err := tx.CancelPapers(store.PaperListingApproval, l.ID); err != nil {
			return err
		}
	}
	if err := tx.UpdateListing(l, by.ID()); err != nil {
		return err
	}
	if err := tx.AddListingHistory(store.ListingHistory{ListingID: l.ID, Side: SideSystem, Event: string(deal.ListingConclude),
		FromStatus: from, ToStatus: l.Status}); err != nil {
		return err
	}
	if err := tx.AddAudit(by.Line("listing.conclude", "listing", l.ID, "ok", "")); err != nil {
		return err
	}
	return a.EndNegotiationsOf(tx, by, l.ID, d.ID, e.EndsNegotiations)
}

// EndNegotiationsOf ends every row of a listing that is not over, but one ("" = all), with the reason, and withdraws every open offer. by
// is whose deed brought it about: audit names him, the rows do not, since nobody may learn who else negotiated.
func (a Room) EndNegotiationsOf(tx *store.Tx, by web.Actor, listingID, exceptID string, reason deal.EndReason) error {
	rows, err := tx.OpenNegotiations(listingID, exceptID)
	if err != nil {
		return err
	}
	system := web.Actor{Role: by.Role, Session: by.Session, IP: by.IP}
	for i := range rows {
		row, err := tx.NegotiationRowOf(rows[i].ID)
		if err != nil {
			return err
		}
		d, err := DealingOf(&tx.Q, system, row)
		if err != nil {
			return err
		}
		d.As = deal.ActorSystem
		switch deal.OfferSendStatus(d.OfferSendStatus) {
		case deal.OfferWaiting, deal.OfferSent, deal.OfferOpened:
			if d.OfferSendStatus = int(deal.OfferWithdrawn); d.NegotiationStatus() == deal.NegotiationBroken ||
				d.NegotiationStatus() == deal.NegotiationSigned {
				if err := d.Save(tx, system, "offer_"+string(deal.OfferWithdraw)); err != nil {
					return err
				}
			}
		}
		if d.NegotiationStatus() == deal.NegotiationBroken || d.NegotiationStatus() == deal.NegotiationSigned {
			continue
		}
		if _, err := a.Move(tx, system, d, deal.MoveInput{Kind: deal.MoveEnd, Reason: reason}, MoveNote{reason: int(reason)}); err != nil {
			return err
		}
	}
	return tx.AddAudit(by.Line("negotiation.end_all", "listing", listingID, "ok", ""))
}

// stepBack is the buyer's own 見送り: the negotiation ends at once, its bank is told why, the other
// side what it is told of any end by the buyer's side (domain.md 0.12).
func (a Room) stepBack(tx *store.Tx, by web.Actor, in *stepBackInput) (*MovedNegotiation, error) {
	var c web.Check
	c.Prose(in, "comment", "見送る理由", &in.Comment, false)
	if err := c.Err(); err != nil {
		return nil, err
	}
	d, err := byID(&tx.Q, by, in.BuyerNegotiationID, &in.Version)
	if err != nil {
		return nil, err
	}
	if _, err := a.Move(tx, by, d, deal.MoveInput{Kind: deal.MoveStepBack, Expected: &d.Facts.Status, Comment: in.Comment},
		MoveNote{reason: int(deal.EndBuyerDeclined), Comment: in.Comment}); err != nil {
		return nil, err
	}
	return d.moved(), nil
}
