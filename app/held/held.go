package held

import (
	"errors"
	"strings"

	"tsunagu/app/anonymity"
	"tsunagu/app/deal"
	"tsunagu/app/disclosure"
	"tsunagu/app/history"
	"tsunagu/app/negotiation"
	"tsunagu/app/web"
	"tsunagu/store"
)

func (a Room) Calls() {
	const own = "自機関が書いた、承認待ちまたは差戻しの文面"
	web.Add(a.Platform, web.Call{
		Method: "GET", Path: "/api/BuyerNegotiation/GetHeldTexts", Area: "negotiation", Callers: web.FIN,
		Records: own, Summary: "承認待ちの文面の一覧", Spec: "domain 0.7",
	},
		func(r *web.Request, in *heldTextQuery) (*heldTextList, error) {
			return web.Reading(r, func(q *store.Q) (*heldTextList, error) { return a.heldTexts(q, r.Actor, in) })
		})
	web.Add(a.Platform, web.Call{
		Method: "POST", Path: "/api/BuyerNegotiation/DecideHeldText", Area: "negotiation", Callers: web.FIN, Fresh: web.FIN,
		Records: "自機関の別の担当者が書いた文面", Summary: "名前を含む文面の承認・差戻し", Spec: "domain 0.7",
	},
		func(r *web.Request, in *struct{ Body heldDecisionInput }) (*heldDecided, error) {
			return web.Writing(r, func(tx *store.Tx) (*heldDecided, error) { return a.decideHeldText(tx, r.Actor, &in.Body) })
		})
	web.Add(a.Platform, web.Call{
		Method: "POST", Path: "/api/BuyerNegotiation/WithdrawHeldText", Area: "negotiation", Callers: web.FIN,
		Records: "自分が書いた文面", Summary: "承認待ちの文面の取下げ", Spec: "domain 0.7",
	},
		func(r *web.Request, in *struct{ Body heldTextRef }) (web.Nothing, error) {
			return web.Nothing{}, r.Write(func(tx *store.Tx) error { return withdrawHeldText(tx, r.Actor, &in.Body) })
		})
	web.AddFile(a.Platform, web.Call{
		Method: "GET", Path: "/api/BuyerNegotiation/DownloadHeldFile", Area: "negotiation", Callers: web.FIN,
		Records: own, Summary: "承認待ちの文面の添付ファイル", Spec: "domain 0.7",
	},
		func(r *web.Request, in *struct {
			HeldTextID string `query:"heldTextId"`
		}) (*web.Download, error) {
			return web.Writing(r, func(tx *store.Tx) (*web.Download, error) { return a.downloadHeldFile(tx, r.Actor, in.HeldTextID) })
		})
}

// HeldDealing is the negotiation of a held message.
func HeldDealing(q *store.Q, by web.Actor, h *store.HeldText) (*negotiation.Dealing, error) {
	row, err := q.NegotiationRow(by.Viewer, h.NegotiationID)
	if err != nil {
		return nil, err
	}
	return negotiation.DealingOf(q, by, row)
}

// heldNames are the names in a held text that are not open now: some may have been opened since it
// was held.
func heldNames(q *store.Q, by web.Actor, h *store.HeldText, d *negotiation.Dealing) (*negotiation.ClosedNames, error) {
	if d == nil {
		l, err := web.OwnListing(q, by, h.ListingID, nil)
		if err != nil {
			return nil, err
		}
		return negotiation.NamesInOffer(q, l.CompanyID, l.ID, h.Body)
	}
	texts := map[string]string{"messageBody": h.Body}
	if h.FileID != nil {
		f, err := q.File(*h.FileID)
		if err != nil {
			return nil, err
		}
		texts["fileName"] = f.Name
	}
	return negotiation.NamesIn(q, by, d, deal.MessageType(h.MessageType), deal.MessageOriginatorType(h.OriginatorType), texts)
}

// decideHeldText carries out an approver's decision: the text is sent, with a line in the ledger,
// or goes back to its writer. If all names in it have been opened meanwhile, it is sent without an
// approver's decision.
func (a Room) decideHeldText(tx *store.Tx, by web.Actor, in *heldDecisionInput) (*heldDecided, error) {
	h, err := tx.HeldText(by.Viewer, in.HeldTextID)
	if err != nil {
		return nil, err
	}
	if h.State != int(deal.HeldWaiting) || h.Version != in.Version {
		return nil, web.ErrStale
	}
	var d *negotiation.Dealing
	if !h.IsOffer() {
		if d, err = HeldDealing(&tx.Q, by, h); err != nil {
			return nil, err
		}
	}
	n, err := heldNames(&tx.Q, by, h, d)
	if err != nil {
		return nil, err
	}
	isDeed := !in.IsApproval || len(n.Hits) > 0
	if isDeed {
		if may, err := web.MayConfirm(&tx.Q, by, h.UserID); err != nil {
			return nil, err
		} else if !may {
			return nil, web.Conflict(deal.NotAllowed, "この文面は、書いた担当者とは別の承認者が確かめて、承認するか差し戻します。書いた担当者は、取り下げて直せます。")
		}
	}
	var c web.Check
	c.Prose(in, "reason", "理由", &in.Reason, isDeed)
	if err := c.Err(); err != nil {
		return nil, err
	}
	out := &heldDecided{HeldTextID: h.ID, State: int(deal.HeldReturned)}
	event := "held_text.returned"
	if in.IsApproval {
		out.State, event = int(deal.HeldSent), "held_text.approved"
		if d != nil {
			out.SentCount, err = 1, a.sendHeldMessage(tx, by, h, d, n, in.Reason)
		} else {
			err = a.sendHeldOffers(tx, by, h, n, in.Reason, out)
		}
		if err != nil {
			return nil, err
		}
		h.Body, h.FileID = "", nil
	}
	h.State, h.DecidedBy, h.Reason = out.State, by.ID(), in.Reason
	if err := tx.DecideHeldText(h); err != nil {
		return nil, err
	}
	detail := strings.TrimSpace("writer=" + h.UserID + " " + anonymity.HitsForAudit(n.Hits))
	return out, tx.AddAudit(by.Line(event, "held_text", h.ID, "ok", detail))
}

// sendHeldMessage sends a message in its writer's name, dated now.
func (a Room) sendHeldMessage(tx *store.Tx, by web.Actor, h *store.HeldText, d *negotiation.Dealing, n *negotiation.ClosedNames,
	reason string) error {
	if !d.MayWrite(h.MessageType) {
		return web.Conflict(deal.NotAllowed, "交渉が終わっているため、メッセージは送れません。書いた担当者に差し戻してください。")
	}
	if d.Facts.IsAvoided && n.IsSellers && len(n.Hits) > 0 { // nobody lets the owner's name pass to whom the owner wants to be avoided
		return web.Conflict(deal.NotAllowed, "売手の名前が含まれていますが、買手企業が、オーナーの「打診しない先」に一致しているため、送れません。"+
			"書いた担当者に差し戻してください。")
	}
	m := &store.Message{NegotiationID: d.ID, MessageType: h.MessageType, OriginatorType: h.OriginatorType, UserID: h.UserID,
		ClientID: by.User.ClientID, Body: h.Body, FileID: h.FileID, AtStatus: d.Status}
	if err := negotiation.In(a.Platform).PostMessage(tx, by, d, m, ""); err != nil || len(n.Hits) == 0 {
		return err
	}
	return released(tx, by, d, n, "名前を含むメッセージ", reason)
}

// sendHeldOffers sends an offer to those buyers that can get one now.
func (a Room) sendHeldOffers(tx *store.Tx, by web.Actor, h *store.HeldText, n *negotiation.ClosedNames, reason string,
	out *heldDecided) error {
	for _, id := range h.CompanyIDs {
		d, err := negotiation.In(a.Platform).Offered(&tx.Q, by, h.ListingID, id)
		if errors.Is(err, store.ErrNotFound) {
			out.SkippedCount++
			continue
		}
		if err != nil {
			return err
		}
		var refusal *deal.Refusal
		switch err := negotiation.In(a.Platform).MoveOffer(tx, by, d, deal.OfferSend, nil, h.Body); {
		case errors.As(err, &refusal) && refusal.Code == deal.NotAllowed:
			out.SkippedCount++
			continue
		case err != nil:
			return err
		}
		out.SentCount++
		if len(n.Hits) == 0 {
			continue
		}
		if err := released(tx, by, d, n, "名前を含むオファー", reason); err != nil {
			return err
		}
	}
	if out.SentCount == 0 {
		return web.Conflict(deal.NotAllowed, "いまオファーを送れる買手がいません。書いた担当者に差し戻してください。")
	}
	return nil
}

// released writes a name that an approver let pass into the disclosure ledger, and into his side's
// history. A seller's name is a line of the listing's ledger, which SF reads; a buyer's name is
// not.
func released(tx *store.Tx, by web.Actor, d *negotiation.Dealing, n *negotiation.ClosedNames, subject, reason string) error {
	line := store.LedgerLine{Kind: negotiation.LedgerRelease, BuyerCompanyID: d.BuyerCompanyID, NegotiationID: d.ID, Level: int(disclosure.L4),
		UserID: by.ID(),
		Basis:  "承認者の判断：" + reason, Subject: subject, IP: by.IP}
	side, event := negotiation.SideBF, history.EventReleaseBF
	if n.IsSellers {
		side, event = negotiation.SideSF, history.EventReleaseSF
		line.ListingID, line.CompanyID, line.ClientID, line.InstitutionID = d.ListingID, d.SellerCompanyID, d.BuyerCompanyID, d.BFID
	} else {
		line.CompanyID, line.ClientID, line.InstitutionID = d.BuyerCompanyID, d.SFID, d.SFID
	}
	if err := tx.AddLedger(line); err != nil {
		return err
	}
	return d.Note(tx, by, side, event, d.Status, 0, reason)
}

// withdrawHeldText withdraws a text that has not been sent: by its writer, or by a colleague when the
// writer is not a user any more.
func withdrawHeldText(tx *store.Tx, by web.Actor, in *heldTextRef) error {
	h, err := tx.HeldText(by.Viewer, in.HeldTextID)
	if err != nil {
		return err
	}
	if h.State == int(deal.HeldSent) || h.Version != in.Version {
		return web.ErrStale
	}
	if may, err := mayWithdraw(&tx.Q, by, h); err != nil {
		return err
	} else if !may {
		return web.Conflict(deal.NotAllowed, "この文面を取り下げられるのは、書いた担当者だけです。送ってよくない場合は、承認者が差し戻してください。")
	}
	if err := tx.DropHeldText(h, false); err != nil {
		return err
	}
	return tx.AddAudit(by.Line("held_text.withdrawn", "held_text", h.ID, "ok", ""))
}

func mayWithdraw(q *store.Q, by web.Actor, h *store.HeldText) (bool, error) {
	if h.UserID == by.ID() {
		return true, nil
	}
	u, err := q.User(h.UserID)
	if errors.Is(err, store.ErrNotFound) {
		return true, nil
	}
	return err == nil && u.Status != int(deal.UserEnabled), err
}

// downloadHeldFile opens the file of a held text to its own institution.
func (a Room) downloadHeldFile(tx *store.Tx, by web.Actor, id string) (*web.Download, error) {
	h, err := tx.HeldText(by.Viewer, id)
	if err != nil {
		return nil, err
	}
	if h.FileID == nil {
		return nil, store.ErrNotFound
	}
	f, err := tx.File(*h.FileID)
	if err != nil {
		return nil, err
	}
	if err := tx.AddAudit(by.Line("held_text.download", "held_text", h.ID, "ok", "")); err != nil {
		return nil, err
	}
	return a.SendFile(f)
}
