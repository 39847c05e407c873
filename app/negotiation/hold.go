package negotiation

import (
	"tsunagu/app/anonymity"
	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
)

// LedgerRelease is the ledger's word for a name that an approver let pass before its time.
const LedgerRelease = "release"

// hold keeps a text for the institution's approvers. Nothing of it reaches anybody else.
func hold(tx *store.Tx, by web.Actor, h *store.HeldText, n *ClosedNames) error {
	if !n.mayAsk {
		return n.refusal()
	}
	h.InstitutionID, h.UserID = by.Institution(), by.ID()
	if err := tx.HoldText(h); err != nil {
		return err
	}
	return tx.AddAudit(by.Line("held_text.held", "held_text", h.ID, "ok", anonymity.HitsForAudit(n.Hits)))
}

// holdMessage keeps a message with its file.
func holdMessage(tx *store.Tx, by web.Actor, d *Dealing, m *store.Message, n *ClosedNames) (*sentMessage, error) {
	h := &store.HeldText{ListingID: d.ListingID, NegotiationID: d.ID, MessageType: m.MessageType, OriginatorType: m.OriginatorType,
		Body: m.Body, FileID: m.FileID}
	if err := hold(tx, by, h, n); err != nil {
		return nil, err
	}
	return &sentMessage{BuyerNegotiationID: d.ID, HeldTextID: h.ID}, nil
}

// holdOffer keeps an offer to some buyers, named as the caller named them.
func holdOffer(tx *store.Tx, by web.Actor, listingID string, companyIDs []string, text string, n *ClosedNames) (string, error) {
	h := &store.HeldText{ListingID: listingID, CompanyIDs: companyIDs, Body: text, OriginatorType: int(deal.OriginatorSF)}
	err := hold(tx, by, h, n)
	return h.ID, err
}

// returnedText is the text that was sent back and is sent anew by its writer.
func returnedText(tx *store.Tx, by web.Actor, id, listingID, negotiationID string) (*store.HeldText, error) {
	h, err := tx.HeldText(by.Viewer, id)
	if err != nil {
		return nil, err
	}
	switch {
	case h.ListingID != listingID || h.NegotiationID != negotiationID:
		return nil, store.ErrNotFound
	case h.State != int(deal.HeldReturned):
		return nil, web.ErrStale
	case h.UserID != by.ID():
		return nil, web.Conflict(deal.NotAllowed, "差し戻された文面は、書いた担当者が直して送ります。ほかの担当者は、新しく書いてください。")
	}
	return h, nil
}
