package deal

import "slices"

// NoticeKind names a mail by which a side is told of a move (domain 7).
type NoticeKind string

const (
	NoticeInterest      NoticeKind = "interest"
	NoticeStarted       NoticeKind = "negotiation_started"
	NoticeRealNameAsked NoticeKind = "real_name_requested"
	NoticeRealNameTold  NoticeKind = "real_name_decided"
	NoticeOwnerAnswered NoticeKind = "owner_consent_answered"
	NoticeStatusChanged NoticeKind = "negotiation_status_changed"
)

// Notice is a mail to all users of one side.
type Notice struct {
	To        Actor // ActorBUY, ActorBF or ActorSF
	Kind      NoticeKind
	AnswerDue string // YYYY-MM-DD, where the mail says by when to answer
}

// A noticeRule is one row of the table of notices: it names one side as the receiver, or the other bank (OtherBank).
type noticeRule struct {
	moves  []MoveKind
	kind   NoticeKind
	to     Actor // ActorNone: the other bank
	second bool  // of the other bank: send it also if that is the actor's own bank, whose second user must act
	due    bool  // the mail names the day by which to answer
	only   func(f NegotiationFacts, a Actor, e Effects) bool
}

// noticeRules is in the order in which the mails go out.
var noticeRules = []noticeRule{
	{moves: []MoveKind{MoveInterest}, kind: NoticeInterest, to: ActorBF, only: by(ActorBUY)},
	{moves: []MoveKind{MoveStart}, kind: NoticeStarted},
	{moves: []MoveKind{MoveRequestRealName}, kind: NoticeRealNameAsked, second: true, due: true},
	{moves: []MoveKind{MoveOwnerAgree, MoveOwnerRefuse}, kind: NoticeOwnerAnswered, to: ActorSF, only: by(ActorSeller)},
	{moves: []MoveKind{MoveApproveRealName}, kind: NoticeRealNameTold, to: ActorBUY},
	// A buyer is told by mail of a refused request only if the refusal ends the negotiation.
	{moves: []MoveKind{MoveRejectRealName}, kind: NoticeStatusChanged, to: ActorBUY, only: ended},
	{moves: []MoveKind{MoveApproveRealName, MoveRejectRealName}, kind: NoticeRealNameTold},
	{moves: []MoveKind{MoveProposeContract, MoveReopenAsk}, kind: NoticeStatusChanged, second: true},
	{moves: []MoveKind{MoveConditions, MoveWithdrawContract, MoveReopenAgree}, kind: NoticeStatusChanged},
	// A side that reads no line about a move gets no mail either: this happens when a row ends before it began.
	{moves: []MoveKind{MoveConfirmContract, MoveEnd}, kind: NoticeStatusChanged, to: ActorBUY, only: reads(ActorBUY)},
	{moves: []MoveKind{MoveEnd}, kind: NoticeStatusChanged, to: ActorBF, only: both(by(ActorSystem), reads(ActorBF))},
	{moves: []MoveKind{MoveConfirmContract, MoveEnd}, kind: NoticeStatusChanged, only: reads(ActorSF)},
	{moves: []MoveKind{MoveUndoContract}, kind: NoticeStatusChanged, to: ActorBUY},
	{moves: []MoveKind{MoveUndoContract, MoveStepBack}, kind: NoticeStatusChanged, to: ActorBF},
	{moves: []MoveKind{MoveUndoContract, MoveStepBack}, kind: NoticeStatusChanged, to: ActorSF, only: twoBanks},
}

type noticeCondition = func(f NegotiationFacts, a Actor, e Effects) bool

func by(actor Actor) noticeCondition {
	return func(_ NegotiationFacts, a Actor, _ Effects) bool { return a == actor }
}

// reads: the side reads a line about the move.
func reads(side Actor) noticeCondition {
	return func(_ NegotiationFacts, _ Actor, e Effects) bool {
		return slices.ContainsFunc(e.Lines, func(l Line) bool {
			return side == ActorBUY && l.BUY || side == ActorBF && l.BF || side == ActorSF && l.SF
		})
	}
}

func both(one, other noticeCondition) noticeCondition {
	return func(f NegotiationFacts, a Actor, e Effects) bool { return one(f, a, e) && other(f, a, e) }
}

func ended(_ NegotiationFacts, _ Actor, e Effects) bool { return e.Status == NegotiationBroken }

// twoBanks: BF and SF are different; one bank on both sides gets the mail as BF already.
func twoBanks(f NegotiationFacts, _ Actor, _ Effects) bool { return !f.IsOneBank }

// notices are the mails about a move.
func notices(f NegotiationFacts, k MoveKind, a Actor, e Effects) []Notice {
	var told []Notice
	for _, r := range noticeRules {
		if !slices.Contains(r.moves, k) || r.only != nil && !r.only(f, a, e) {
			continue
		}
		n := Notice{To: r.to, Kind: r.kind}
		if n.To == ActorNone {
			n.To = OtherBank(a, r.second)
		}
		if r.due {
			n.AnswerDue = e.AnswerDue
		}
		if n.To != ActorNone {
			told = append(told, n)
		}
	}
	return told
}

// OtherBank is the bank to inform of a bank's action, ActorNone if the actor is no bank. If one bank is
// on both sides, it is informed as SF only if needsSecond says that a second user must act.
func OtherBank(a Actor, needsSecond bool) Actor {
	switch {
	case a == ActorBF, a == ActorBoth && needsSecond:
		return ActorSF
	case a == ActorSF:
		return ActorBF
	}
	return ActorNone
}
