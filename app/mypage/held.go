package mypage

import (
	"errors"
	"strings"

	"tsunagu/app/deal"
	"tsunagu/app/disclosure"
	"tsunagu/app/held"
	"tsunagu/app/negotiation"
	"tsunagu/app/task"
	"tsunagu/app/web"
	"tsunagu/store"
)

// heldTexts are texts with a name that wait for this user's decision, or that were sent back to
// him.
func (d *deskReading) heldTexts() error {
	found, err := d.q.HeldTexts(d.by.Viewer, "", "")
	if err != nil {
		return err
	}
	for i := range found {
		h := &found[i]
		canConfirm, err := web.MayConfirm(d.q, d.by, h.UserID)
		if err != nil {
			return err
		}
		t, ok := task.OfHeld(deal.HeldState(h.State), canConfirm, h.UserID == d.by.ID())
		if !ok {
			continue
		}
		of, err := d.heldTask(h)
		if errors.Is(err, store.ErrNotFound) {
			continue // the institution is no longer in charge of the listing or the negotiation
		}
		if err != nil {
			return err
		}
		since := h.Held
		if !h.Decided.IsZero() {
			since = h.Decided
		}
		t.As = deal.SideSF
		if of.Place == negotiation.SideBF {
			t.As = deal.SideBF
		}
		d.add(t, *of, since)
	}
	return nil
}

// heldTask is the task for a held text; its address is the negotiation, or the listing's offers.
func (d *deskReading) heldTask(h *store.HeldText) (*deskTask, error) {
	of := &deskTask{Key: h.ID + ".held", Place: "offers", SellerBusinessID: h.ListingID, BuyerNegotiationID: h.NegotiationID}
	if h.IsOffer() {
		w, err := d.q.ListingContent(h.ListingID, store.Working)
		if err != nil {
			return nil, err
		}
		of.Subject = w.BusinessName
		return of, nil
	}
	x, err := held.HeldDealing(d.q, d.by, h)
	if err != nil {
		return nil, err
	}
	view := x.BuyerView()
	name := disclosure.BuyerName(x.BuyerName, view)
	if of.Subject = name; x.Level() > disclosure.Hidden {
		of.Subject = strings.TrimSuffix(name+"　"+x.BusinessName, "　")
	}
	if of.Place = negotiation.SideSF; h.OriginatorType == int(deal.OriginatorBF) {
		of.Place = negotiation.SideBF
	}
	return of, nil
}
