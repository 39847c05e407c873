package deal

import "slices"

// OfferEvent names what happens to an offer (domain 4).
type OfferEvent string

const (
	OfferSend     OfferEvent = "send"     // SF
	OfferForward  OfferEvent = "forward"  // BF: 1 → 2
	OfferDecline  OfferEvent = "decline"  // BF: 1 → 8
	OfferOpen     OfferEvent = "open"     // BUY reads it: 2 → 3
	OfferWithdraw OfferEvent = "withdraw" // SF, or the end of the listing
)

// OfferFacts is what an offer's move depends on.
type OfferFacts struct {
	Exists        bool // the row exists
	Status        OfferSendStatus
	Negotiation   NegotiationStatus
	IsShown       bool // the listing is public and in its period
	IsStopped     bool // 受付停止中
	InAudience    bool // the buyer would see the listing
	BuyerStatus   CompanyStatus
	IsTrial       bool
	IsAvoided     bool   // one of SF's own buyers that the owner wants to be avoided
	AcceptsOffers bool   // isSendOfferMail: decides about the mail, not about the offer
	MessageRunes  int    // characters of the trimmed message
	Owed          string // what the actor's bank found that stops every deed outward (compliance.md 2)
}

// OfferEffects is what an offer's move does.
type OfferEffects struct {
	Status    OfferSendStatus
	CreateRow bool
	MailBF    bool // offer 1
	MailBUY   bool // offer 2, to buyers with isSendOfferMail
}

type offerRule struct {
	event  OfferEvent
	label  string
	actors []Actor
	from   []OfferSendStatus
	to     string
}

// offerRules is the table of domain 4: SF's offers reach its own buyers at once (2); another institution's buyer through its BF (1).
var offerRules = []offerRule{
	{OfferSend, "オファーを送る", []Actor{ActorSF}, []OfferSendStatus{OfferNone, OfferDeclined, OfferWithdrawn}, "1（自機関の買手は2）"},
	{OfferForward, "買手へ送る", []Actor{ActorBF}, []OfferSendStatus{OfferWaiting}, "2"},
	{OfferDecline, "見送る", []Actor{ActorBF}, []OfferSendStatus{OfferWaiting}, "8"},
	{OfferOpen, "開封する", []Actor{ActorBUY}, []OfferSendStatus{OfferSent}, "3"},
	{OfferWithdraw, "取り下げる", []Actor{ActorSF, ActorSystem}, []OfferSendStatus{OfferWaiting, OfferSent, OfferOpened}, "9"},
}

// DecideOffer makes an offer's move, or returns why it cannot (domain 4). expected is the status
// that the caller saw; nil from jobs and for offers to many buyers.
func DecideOffer(f OfferFacts, event OfferEvent, expected *OfferSendStatus, a Actor) (OfferEffects, *Refusal) {
	i := slices.IndexFunc(offerRules, func(r offerRule) bool { return r.event == event })
	if i < 0 || !a.is(offerRules[i].actors) || !f.Exists && event != OfferSend {
		return OfferEffects{}, notAvailable()
	}
	r := offerRules[i]
	if a == ActorBUY && f.Status != OfferSent && f.Status != OfferOpened {
		return OfferEffects{}, notAvailable() // no offer has reached it
	}
	if expected != nil && *expected != f.Status {
		return OfferEffects{}, stale(f.Status.Label())
	}
	if !slices.Contains(r.from, f.Status) {
		return OfferEffects{}, notAllowed("オファーの状態（" + f.Status.Label() + "）からは「" + r.label + "」を行えません。最新の内容を確認してください。")
	}
	if f.IsAvoided && a == ActorBoth && (event == OfferSend || event == OfferForward) {
		return OfferEffects{}, notAllowed(OfferAvoided)
	}
	if f.Owed != "" && (event == OfferSend || event == OfferForward) {
		return OfferEffects{}, notAllowed(f.Owed)
	}
	e := OfferEffects{Status: f.Status}
	switch event {
	case OfferSend:
		if refusal := sendable(f, a); refusal != nil {
			return OfferEffects{}, refusal
		}
		e.CreateRow = !f.Exists
		e.Status, e.MailBF = OfferWaiting, true
		if a == ActorBoth {
			e.Status, e.MailBF, e.MailBUY = OfferSent, false, f.AcceptsOffers
		}
	case OfferForward:
		if f.BuyerStatus == CompanyDisabled {
			return OfferEffects{}, notAllowed("この買手企業は無効になっているため、オファーを送れません。")
		}
		if !f.IsShown || !f.InAudience {
			return OfferEffects{}, notAllowed("売却案件が公開されていないため、オファーを買手へ送れません。")
		}
		e.Status, e.MailBUY = OfferSent, f.AcceptsOffers
	case OfferDecline:
		e.Status = OfferDeclined
	case OfferOpen:
		e.Status = OfferOpened
	case OfferWithdraw:
		e.Status = OfferWithdrawn
	}
	return e, nil
}

// OfferRunning is the refusal of an offer to a buyer with whom a negotiation exists already.
const OfferRunning = "この買手企業とは交渉中か、交渉が終了しています。交渉の画面を確認してください。"

// OfferAvoided is the refusal of an offer to a buyer that the owner wants to be avoided.
const OfferAvoided = "オーナーの「打診しない先」に一致する買手企業のため、オファーを送れません。打診してよいとオーナーに確かめたときは、売手企業の「打診しない先」から外してから送ってください。"

// sendable: the answer must not reveal anything about the buyer that SF does not know. A running negotiation prevents an offer only if SF
// knows the buyer's name in it; otherwise the offer goes to BF like any other (domain 0.4).
func sendable(f OfferFacts, a Actor) *Refusal {
	switch {
	case f.BuyerStatus != CompanyEnabled || f.IsTrial || !f.InAudience:
		return notAllowed("この買手企業へはオファーを送れません。公開先と買手企業の状態を確認してください。")
	case !f.IsShown:
		return notAllowed("売却案件が公開されていないため、オファーを送れません。案件を公開してから送ってください。")
	case f.IsStopped:
		return notAllowed("受付停止中のため、オファーを送れません。受付を再開してから送ってください。")
	case f.Exists && f.Negotiation != NegotiationNone && (a == ActorBoth || BuyerNameOpen(f.Negotiation)):
		return notAllowed(OfferRunning)
	case f.MessageRunes == 0:
		return invalid("offerMessage", "オファーのメッセージを入力してください。")
	case f.MessageRunes > MessageRunes:
		return invalid("offerMessage", "オファーのメッセージは4,000文字以内で入力してください。")
	}
	return nil
}
