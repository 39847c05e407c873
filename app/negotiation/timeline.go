package negotiation

import (
	"errors"
	"slices"

	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
	"tsunagu/store/master"
)

// EventReaders are the readers of the history's events: b buyer, f BF, s SF.
// A line that is not here is read by nobody.
var EventReaders = map[string]string{
	string(deal.MoveInterest): "bf", "not_interested": "bf", "clear_interest": "bf",
	string(deal.MoveStart): "bfs", string(deal.MoveConsent): "bfs", string(deal.MoveRealNameConsent): "bf",
	string(deal.MoveRequestRealName): "bfs", string(deal.MoveAskOwner): "s", string(deal.MoveOwnerAgree): "s",
	string(deal.MoveOwnerRefuse):     "s",
	string(deal.MoveApproveRealName): "bfs", string(deal.MoveRejectRealName): "bfs", string(deal.MoveConditions): "bfs",
	string(deal.MoveProposeContract): "fs", string(deal.MoveWithdrawContract): "fs", string(deal.MoveConfirmContract): "bfs",
	string(deal.MoveUndoContract): "bfs",
	string(deal.MoveEnd):          "bfs", string(deal.MoveStepBack): "bfs", EventReleaseBF: "f", EventReleaseSF: "s",
	string(deal.MoveReopenAsk):             "bfs",
	string(deal.MoveReopenAgree):           "bfs",
	"attach_" + store.PaperRealNameConsent: "f", "cancel_" + store.PaperRealNameConsent: "f", "attach_" + store.PaperOwnerConsent: "s",
	"cancel_" + store.PaperOwnerConsent: "s",
	"offer_send":                        "fs", "offer_forward": "bfs", "offer_decline": "fs", "offer_open": "bfs", "offer_withdraw": "fs",
	"financing": "f", "disposal": "bfs", web.EventChangeBF: "bfs", web.EventChangeSF: "fs", web.EventBreakGlass: "fs",
	web.EventBreakGlassBF: "f",
}

// ReadersOf are the sides that read a line of an event. SF learns of no deed on a row that had not
// begun; one that ended there has not begun to it.
func ReadersOf(event string, from, endedFrom int) string {
	unbegun := from == int(deal.NegotiationNone) || from == int(deal.NegotiationBroken) && endedFrom == int(deal.NegotiationNone)
	switch event {
	case string(deal.MoveConsent), string(deal.MoveEnd):
		if from == int(deal.NegotiationNone) {
			return store.SideBuyer + store.SideBF
		}
	case web.EventChangeBF:
		if unbegun {
			return store.SideBuyer + store.SideBF
		}
	}
	if verb, _, ok := milestoneOfEvent(event); ok {
		return factReaders(verb)
	}
	return EventReaders[event]
}

var eventLabels = map[string]string{
	string(deal.MoveInterest): "興味あり", "not_interested": "興味なし", "clear_interest": "興味の取消し", string(deal.MoveStart): "匿名交渉の開始",
	string(deal.MoveConsent): "秘密保持契約の承諾", string(deal.MoveRealNameConsent): "実名開示同意", string(deal.MoveRequestRealName): "実名交渉の申請",
	string(deal.MoveAskOwner): "オーナーへの承諾依頼", string(deal.MoveOwnerAgree): "オーナーの承諾", string(deal.MoveOwnerRefuse): "オーナーの拒否",
	string(deal.MoveApproveRealName): "実名交渉の承認", string(deal.MoveRejectRealName): "実名交渉の却下", string(deal.MoveConditions): "条件交渉へ",
	string(deal.MoveProposeContract): "成約の提案", string(deal.MoveWithdrawContract): "成約の提案の取下げ", string(deal.MoveConfirmContract): "成約",
	string(deal.MoveUndoContract): "成約の取消し",
	string(deal.MoveEnd):          "交渉の終了", string(deal.MoveStepBack): "買手の見送り", EventReleaseBF: "名前を含む文面の送信の承認",
	EventReleaseSF:             "名前を含む文面の送信の承認",
	string(deal.MoveReopenAsk): "再開の依頼", string(deal.MoveReopenAgree): "交渉の再開",
	"attach_" + store.PaperRealNameConsent: "実名開示同意の書面の登録", "cancel_" + store.PaperRealNameConsent: "実名開示同意の書面の取消し",
	"attach_" + store.PaperOwnerConsent: "オーナーの承諾の書面の登録", "cancel_" + store.PaperOwnerConsent: "オーナーの承諾の書面の取消し",
	"offer_send": "オファーの送信", "offer_forward": "オファーの転送", "offer_decline": "オファーの見送り", "offer_open": "オファーの開封", "offer_withdraw": "オファーの取下げ",
	"financing": "資金支援の状況", "disposal": "資料廃棄確認", web.EventChangeBF: "買手側の担当金融機関の変更", web.EventChangeSF: "売手側の担当金融機関の変更",
	web.EventBreakGlass: "事務局の緊急閲覧", web.EventBreakGlassBF: "事務局の緊急閲覧",
}

func EventLabel(event string) string {
	if verb, k, ok := milestoneOfEvent(event); ok {
		return k.Label() + factLabels[verb]
	}
	return eventLabels[event]
}

// timeline adds the history's lines that the actor may read, the newest first.
func timeline(q *store.Q, by web.Actor, d *Dealing, o *negotiation) error {
	lines, err := q.NegotiationHistory(d.ID)
	if err != nil {
		return err
	}
	reads := map[deal.Actor]string{deal.ActorBUY: "b", deal.ActorBF: "f", deal.ActorSF: "s", deal.ActorBoth: "fs"}[d.As]
	for _, h := range lines {
		readers := ReadersOf(h.Event, h.FromStatus, d.EndedFrom)
		if !slices.ContainsFunc([]byte(reads), func(r byte) bool { return slices.Contains([]byte(readers), r) }) {
			continue
		}
		if d.As == deal.ActorBUY && h.At.UnixMilli() < d.BuyerSince.UnixMilli() {
			continue // of the time when the row was none for it
		}
		v := negotiationEvent{At: web.ServerTime(h.At), Event: h.Event, Label: EventLabel(h.Event), Side: h.Side, FromStatus: h.FromStatus,
			ToStatus: h.ToStatus,
			OldValue: h.OldValue, NewValue: h.NewValue}
		if d.ShownStatus() != d.NegotiationStatus() {
			v.FromStatus, v.ToStatus = 0, 0
		}
		if h.Event == string(deal.MoveStepBack) && d.As == deal.ActorSF {
			// That it was the buyer itself is not SF's to know: it learns what it learns of any end.
			v.Event, v.Label, v.Side = string(deal.MoveEnd), EventLabel(string(deal.MoveEnd)), SideBF
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
		verb, _, isFact := milestoneOfEvent(h.Event)
		isReason := (h.Event == string(deal.MoveRejectRealName) || h.Event == string(deal.MoveStepBack)) && d.isBF() || isFact &&
			verb == factReturned && d.NegotiationStatus().NamesOpen()
		if own || isReason || h.Event == web.EventBreakGlass || h.Event == web.EventBreakGlassBF {
			v.Comment = h.Comment
		}
		if own && h.Actor != "" {
			u, err := q.User(h.Actor)
			if err != nil && !errors.Is(err, store.ErrNotFound) {
				return err
			}
			if err == nil && (u.ClientID == by.User.ClientID) {
				v.UserName = u.UserName
			}
		}
		o.Timeline = append(o.Timeline, v)
	}
	return nil
}
