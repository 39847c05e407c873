package held

import (
	"errors"

	"tsunagu/app/anonymity"
	"tsunagu/app/deal"
	"tsunagu/app/disclosure"
	"tsunagu/app/negotiation"
	"tsunagu/app/web"
	"tsunagu/store"
)

// heldTexts are the institution's own texts that wait, or that were sent back.
func (a Room) heldTexts(q *store.Q, by web.Actor, in *heldTextQuery) (*heldTextList, error) {
	found, err := q.HeldTexts(by.Viewer, in.SellerBusinessID, in.BuyerNegotiationID)
	if err != nil {
		return nil, err
	}
	out := &heldTextList{HeldTextList: make([]heldText, 0, len(found))}
	for i := range found {
		v, err := a.heldTextOf(q, by, &found[i])
		if errors.Is(err, store.ErrNotFound) {
			continue // the institution is no longer in charge of the listing or the negotiation
		}
		if err != nil {
			return nil, err
		}
		out.HeldTextList = append(out.HeldTextList, *v)
	}
	return out, nil
}

func (a Room) heldTextOf(q *store.Q, by web.Actor, h *store.HeldText) (*heldText, error) {
	v := &heldText{HeldTextID: h.ID, Version: h.Version, State: h.State, StateLabel: deal.HeldState(h.State).Label(),
		SellerBusinessID: h.ListingID, BuyerNegotiationID: h.NegotiationID,
		Side: negotiation.SideSF, MessageType: h.MessageType, MessageBody: h.Body, HitList: []anonymity.Hit{}, Requested: web.ServerTime(h.Held),
		IsMine: h.UserID == by.ID(), Reason: h.Reason}
	if h.OriginatorType == int(deal.OriginatorBF) {
		v.Side = negotiation.SideBF
	}
	var d *negotiation.Dealing
	var err error
	if h.IsOffer() {
		err = a.heldOffer(q, by, h, v)
	} else if d, err = HeldDealing(q, by, h); err == nil {
		err = a.heldMessage(q, by, d, v)
	}
	if err != nil {
		return nil, err
	}
	n, err := heldNames(q, by, h, d)
	if err != nil {
		return nil, err
	}
	v.HitList = append(v.HitList, n.Hits...)
	if h.FileID != nil {
		f, err := q.File(*h.FileID)
		if err != nil {
			return nil, err
		}
		v.ExistsAttachedFile, v.AttachedFileName, v.AttachedFileSize = true, f.Name, f.Size
	}
	if v.RequestedBy, err = userName(q, h.UserID); err != nil {
		return nil, err
	}
	if v.DecidedBy, err = userName(q, h.DecidedBy); err != nil {
		return nil, err
	}
	if h.State == int(deal.HeldWaiting) {
		if v.CanConfirm, err = web.MayConfirm(q, by, h.UserID); err != nil {
			return nil, err
		}
	}
	v.CanWithdraw, err = mayWithdraw(q, by, h)
	return v, err
}

// heldMessage sets to whom a message would go.
func (a Room) heldMessage(q *store.Q, by web.Actor, d *negotiation.Dealing, v *heldText) error {
	institutions, err := q.InstitutionNames()
	if err != nil {
		return err
	}
	row, err := negotiation.In(a.Platform).RowOf(q, by, d, institutions, 0)
	if err == nil {
		v.BusinessName, v.DisplayName = row.BusinessName, row.DisplayName
	}
	return err
}

// heldOffer sets to whom an offer would go.
func (a Room) heldOffer(q *store.Q, by web.Actor, h *store.HeldText, v *heldText) error {
	l, err := web.OwnListing(q, by, h.ListingID, nil)
	if err != nil {
		return err
	}
	w, err := q.ListingContent(l.ID, store.Working)
	if err != nil {
		return err
	}
	v.BusinessName, v.CompanyList = w.BusinessName, make([]heldCompany, 0, len(h.CompanyIDs))
	for _, id := range h.CompanyIDs {
		c := heldCompany{id, disclosure.NameAnonymous}
		d, err := negotiation.In(a.Platform).Offered(q, by, h.ListingID, id)
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return err
		}
		if err == nil {
			view := d.BuyerView()
			c.DisplayName = disclosure.BuyerName(d.BuyerName, view)
		}
		v.CompanyList = append(v.CompanyList, c)
	}
	return nil
}

// userName is a user's name, "" where there is none.
func userName(q *store.Q, id string) (string, error) {
	if id == "" {
		return "", nil
	}
	u, err := q.User(id)
	if errors.Is(err, store.ErrNotFound) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	return u.UserName, nil
}
