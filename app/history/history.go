// Package history says of each event in a negotiation's history who may read its line, and its words.
package history

import (
	"strconv"
	"strings"

	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
)

// Events for a name that an approver let pass before its time, each its own side's to read.
const (
	EventReleaseBF = "release_bf"
	EventReleaseSF = "release_sf"
)

// Verbs of a milestone's events: what one side did with a fact of the deal; a date that it writes down alone has none.
const (
	FactRecorded  = ""
	FactProposed  = "propose"
	FactConfirmed = "confirm"
	FactReturned  = "return"
	FactWithdrawn = "withdraw"
)

var factLabels = map[string]string{FactRecorded: "の記録", FactProposed: "の記録（相手方の確認待ち）", FactConfirmed: "の確認", FactReturned: "の差戻し",
	FactWithdrawn: "の記録の取下げ"}

const milestonePrefix = "milestone_"

// FactEvent is the event of what was done with a milestone.
func FactEvent(verb string, kind deal.Milestone) string {
	if verb != "" {
		verb += "_"
	}
	return milestonePrefix + verb + strconv.Itoa(int(kind))
}

// MilestoneOf reads such an event.
func MilestoneOf(event string) (verb string, kind deal.Milestone, ok bool) {
	rest, ok := strings.CutPrefix(event, milestonePrefix)
	if !ok {
		return "", 0, false
	}
	if v, number, has := strings.Cut(rest, "_"); has {
		verb, rest = v, number
	}
	n, err := strconv.Atoi(rest)
	_, known := factLabels[verb]
	return verb, deal.Milestone(n), err == nil && known
}

// factReaders are the readers of a milestone's line: a buyer learns of what is in force alone.
func factReaders(verb string) string {
	if verb == FactRecorded || verb == FactConfirmed {
		return store.SideBuyer + store.SideBF + store.SideSF
	}
	return store.SideBF + store.SideSF
}

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
	web.EventBreakGlassBF: "f", web.EventBreakGlassSF: "s",
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
	if verb, _, ok := MilestoneOf(event); ok {
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
	web.EventBreakGlassSF: "事務局の緊急閲覧",
}

// IsBreakGlass says that the office opened something, so that its readers read why.
func IsBreakGlass(event string) bool {
	return event == web.EventBreakGlass || event == web.EventBreakGlassBF || event == web.EventBreakGlassSF
}

// Label is an event's word.
func Label(event string) string {
	if verb, k, ok := MilestoneOf(event); ok {
		return k.Label() + factLabels[verb]
	}
	return eventLabels[event]
}
