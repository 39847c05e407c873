package negotiation

import (
	"errors"
	"slices"

	"tsunagu/app/deal"
	"tsunagu/app/history"
	"tsunagu/app/web"
	"tsunagu/store"
	"tsunagu/store/master"
)

// Timeline are the history's lines that the actor may read, the newest first.
func Timeline(q *store.Q, by web.Actor, d *Dealing) (out []negotiationEvent, _ error) {
	lines, err := q.NegotiationHistory(d.ID)
	if err != nil {
		return nil, err
	}
	reads := map[deal.Actor]string{deal.ActorBUY: "b", deal.ActorBF: "f", deal.ActorSF: "s", deal.ActorBoth: "fs"}[d.As]
	for _, h := range lines {
		readers := history.ReadersOf(h.Event, h.FromStatus, d.EndedFrom)
		if !slices.ContainsFunc([]byte(reads), func(r byte) bool { return slices.Contains([]byte(readers), r) }) {
			continue
		}
		if d.As == deal.ActorBUY && h.At.UnixMilli() < d.BuyerSince.UnixMilli() {
			continue // of the time when the row was none for it
		}
		v := negotiationEvent{At: web.ServerTime(h.At), Event: h.Event, Label: history.Label(h.Event), Side: h.Side,
			FromStatus: h.FromStatus, ToStatus: h.ToStatus, OldValue: h.OldValue, NewValue: h.NewValue}
		if d.ShownStatus() != d.NegotiationStatus() {
			v.FromStatus, v.ToStatus = 0, 0
		}
		if h.Event == string(deal.MoveStepBack) && d.As == deal.ActorSF {
			// That it was the buyer itself is not SF's to know: it learns what it learns of any end.
			v.Event, v.Label, v.Side = string(deal.MoveEnd), history.Label(string(deal.MoveEnd)), SideBF
		}
		own := h.Side == d.sideLabel() || d.As == deal.ActorBoth && (h.Side == SideBF || h.Side == SideSF)
		switch h.Event {
		case string(deal.MoveEnd):
			if v.Reason = deal.EndReason(h.Reason).SharedLabel(); own {
				v.Reason = deal.EndReason(h.Reason).Label()
			}
		case string(deal.MoveStepBack):
			v.Reason = deal.EndBuyerDeclined.SharedLabel()
		case string(deal.MoveRejectRealName):
			if own {
				v.OwnerReason = h.OwnerReason
			}
		case "not_interested":
			v.Reason = master.ItemLabel(master.Questionnaire, h.Reason)
		case "financing":
			v.Reason = deal.FinancialSupportStatus(h.Reason).Label()
		}
		verb, _, isFact := history.MilestoneOf(h.Event)
		isReason := (h.Event == string(deal.MoveRejectRealName) || h.Event == string(deal.MoveStepBack)) && d.isBF() || isFact &&
			verb == history.FactReturned && d.NegotiationStatus().NamesOpen()
		if own || isReason || history.IsBreakGlass(h.Event) {
			v.Comment = h.Comment
		}
		if own && h.Actor != "" {
			u, err := q.User(h.Actor)
			if err != nil && !errors.Is(err, store.ErrNotFound) {
				return nil, err
			}
			if err == nil && (u.ClientID == by.User.ClientID) {
				v.UserName = u.UserName
			}
		}
		out = append(out, v)
	}
	return out, nil
}
