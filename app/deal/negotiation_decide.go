package deal

import (
	"slices"
	"strings"
)

// Moves returns the moves that an actor has in a negotiation's status, in the order of the table; those that a condition forbids
// now have Blocked set. An actor who may not know of the row gets none.
func Moves(f NegotiationFacts, a Actor) []Move {
	var moves []Move
	for _, r := range moveRules {
		if !r.mayEver(f, a) || !r.startsFrom(f) {
			continue
		}
		m := Move{Kind: r.kind, Label: r.label, To: r.to, Needs: r.needs, OnPaper: goesOnPaper(r.kind, a), Blocked: r.blocked(f, a)}
		if r.stays {
			m.To = []NegotiationStatus{f.Status}
		}
		if !r.idle(f, a) {
			moves = append(moves, m)
		}
	}
	return moves
}

// mayEver: the actor has this move at all, and may know of the row.
func (r moveRule) mayEver(f NegotiationFacts, a Actor) bool {
	if !a.is(r.actors) {
		return false
	}
	switch {
	case a == ActorOffice, f.Exists && f.actorSees(a):
		return true
	case f.Exists:
		return false
	}
	return r.orNoRow && f.ListingVisible
}

// idle: a button for the move would be pointless, since the action is done already or does not
// apply here (a consent already given, a proposal that does not exist).
func (r moveRule) idle(f NegotiationFacts, a Actor) bool {
	switch r.kind {
	case MoveInterest:
		return f.Exists && f.Interest == InterestInterested
	case MoveConsent:
		return notConsented.check(f, a) != ""
	case MoveRealNameConsent:
		return f.IsRealNameConsent
	case MoveAskOwner:
		return ownerNotAnswered.check(f, a) != ""
	case MoveOwnerAgree, MoveOwnerRefuse:
		return ownerMayAnswer.check(f, a) != ""
	case MoveProposeContract:
		return f.ContractProposed != SideNone
	case MoveWithdrawContract:
		return ownProposal.check(f, a) != ""
	case MoveConfirmContract:
		return othersProposal.check(f, a) != ""
	case MoveReopenAsk:
		return f.IsReopenAsked || !f.mayReopen()
	case MoveReopenAgree:
		return !f.IsReopenAsked
	}
	return false
}

// MoveTo names the move by which an actor would bring a negotiation to the status that NegotiationStatusChange asks for; false
// where no move leads there. 4 → 5 is a proposal or the confirmation of the other side's; 9 → 1 is a request to reopen or the
// agreement to it. Real names are requested with status 2, and granted only by NegotiationApprove.
func MoveTo(f NegotiationFacts, to NegotiationStatus, a Actor) (MoveKind, bool) {
	switch to {
	case NegotiationAnonymous:
		if f.Status == NegotiationBroken && f.IsReopenAsked && a.is([]Actor{ActorSF}) {
			return MoveReopenAgree, true
		}
		return MoveReopenAsk, f.Status == NegotiationBroken
	case NegotiationHope:
		return MoveRequestRealName, true
	case NegotiationConditions:
		if a == ActorOffice {
			return MoveUndoContract, true
		}
		return MoveConditions, true
	case NegotiationSigned:
		other := f.ContractProposed != SideNone && f.ContractProposed != sideOf(a)
		if other {
			return MoveConfirmContract, true
		}
		return MoveProposeContract, true
	case NegotiationBroken:
		return MoveEnd, true
	}
	return "", false
}

// Decide makes a move, or returns why it cannot (domain 4). Checks run in this order: no right to it (not_available), another
// status than the caller saw (stale), wrong status or a condition not met (not_allowed), input missing (invalid).
func Decide(f NegotiationFacts, in MoveInput, a Actor) (Effects, *Refusal) {
	r, ok := ruleOf(in.Kind)
	if !ok || !r.mayEver(f, a) {
		return Effects{}, notAvailable()
	}
	if in.Expected != nil && *in.Expected != f.Status {
		return Effects{}, stale(f.Status.Label())
	}
	if !r.startsFrom(f) {
		if !f.Exists {
			return Effects{}, notAvailable()
		}
		return Effects{}, notAllowed("現在の状態（" + f.Status.Label() + "）からは「" + r.label + "」を行えません。最新の内容を確認してください。")
	}
	if why := r.blocked(f, a); why != "" {
		return Effects{}, notAllowed(why)
	}
	if refusal := checkInput(f, in, a); refusal != nil {
		return Effects{}, refusal
	}
	return effects(f, in, a), nil
}

// goesOnPaper: the actor makes this move with a signed paper, which another actor makes online.
func goesOnPaper(k MoveKind, a Actor) bool {
	switch k {
	case MoveConsent, MoveRealNameConsent:
		return a != ActorBUY
	case MoveOwnerAgree:
		return a != ActorSeller
	}
	return false
}

func checkInput(f NegotiationFacts, in MoveInput, a Actor) *Refusal {
	switch in.Kind {
	case MoveConsent:
		if goesOnPaper(in.Kind, a) && !in.OnPaper {
			return invalid("file", "買手に代わって登録するには、署名済みの書面を添付してください。")
		}
	case MoveRealNameConsent, MoveOwnerAgree:
		if goesOnPaper(in.Kind, a) && !f.PaperWaits {
			return invalid("file", "本人に代わって登録するには、署名済みの書面を添付し、別の担当者が確認してください。")
		}
	case MoveRejectRealName:
		if in.To != NegotiationAnonymous && in.To != NegotiationBroken {
			return invalid("status", "却下の後の状態（匿名交渉に戻す、または交渉を終了する）を選んでください。")
		}
		return ownerIsTold(f, in)
	case MoveStepBack:
		if strings.TrimSpace(in.Comment) == "" {
			return invalid("comment", "見送る理由を入力してください。担当の金融機関だけが読みます。")
		}
	case MoveUndoContract:
		if strings.TrimSpace(in.Comment) == "" {
			return invalid("comment", "成約を取り消す理由を入力してください。")
		}
	case MoveEnd:
		if !in.Reason.Known() {
			return invalid("endReason", "終了の理由を選んでください。")
		}
	}
	return nil
}

// SharedLabel is the label of a reason for the other side, and for the system line that all read: a compliance reason is told to nobody.
func (r EndReason) SharedLabel() string {
	if r == EndCompliance {
		return "その他の事情"
	}
	return r.Label()
}

// IsApprovalMe says whether this actor can decide something now (domain 4): real names, a contract
// or a milestone that the other side proposed, a request to reopen, an offer to forward.
func IsApprovalMe(f NegotiationFacts, a Actor) bool {
	if f.Exists && OfferWaits(a.is([]Actor{ActorBF}), f.Offer, f.Status) {
		return true
	}
	if f.FactForMe {
		return true
	}
	f.IsAvoided, f.Owed = false, Owed{} // who may not approve has to refuse, or to record what is owed
	decisions := []MoveKind{MoveApproveRealName, MoveConfirmContract, MoveReopenAgree}
	if f.SellerApproval == SellerRefused {
		decisions = append(decisions, MoveRejectRealName)
	}
	return slices.ContainsFunc(Moves(f, a), func(m Move) bool {
		return m.Blocked == "" && slices.Contains(decisions, m.Kind)
	})
}

// OfferWaits says whether an offer waits for the buyer's institution to pass it on or to decline it.
func OfferWaits(isBF bool, o OfferSendStatus, s NegotiationStatus) bool {
	return isBF && o == OfferWaiting && !s.Live() && s != NegotiationSigned
}
