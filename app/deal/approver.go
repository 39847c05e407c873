package deal

import "slices"

// ApproverState says whether a user may be the second person who confirms what another has done (team.md 3).
type ApproverState int

// A new user waits for a decision. ApproverFormer is a user who could confirm before such decisions existed.
const (
	ApproverWaits     ApproverState = 0
	ApproverConfirmed ApproverState = 1
	ApproverFormer    ApproverState = 2
	ApproverWithdrawn ApproverState = 3
)

var approverStates = []value[ApproverState]{
	{ApproverWaits, "Waits", "承認者としての確認待ち"}, {ApproverConfirmed, "Confirmed", "承認者"},
	{ApproverFormer, "Former", "承認者（確認のお願い）"}, {ApproverWithdrawn, "Withdrawn", "承認者ではない"},
}

// Label is the state's name on the screen.
func (s ApproverState) Label() string { return labelOf(approverStates, s) }

// MayApprove says whether the state lets a user confirm what another has done.
func (s ApproverState) MayApprove() bool { return s == ApproverConfirmed || s == ApproverFormer }

// ApproverEvent names what an administrator does to the state.
type ApproverEvent string

const (
	ApproverConfirm  ApproverEvent = "confirm"
	ApproverWithdraw ApproverEvent = "withdraw"
)

type approverRule struct {
	label string
	from  []ApproverState
	to    ApproverState
}

var approverRules = map[ApproverEvent]approverRule{
	ApproverConfirm:  {"承認者として確認する", []ApproverState{ApproverWaits, ApproverFormer, ApproverWithdrawn}, ApproverConfirmed},
	ApproverWithdraw: {"承認者から外す", []ApproverState{ApproverWaits, ApproverConfirmed, ApproverFormer}, ApproverWithdrawn},
}

// MoveApprover returns the next state of a user whom the caller may manage.
func MoveApprover(s ApproverState, event ApproverEvent) (ApproverState, *Refusal) {
	r, ok := approverRules[event]
	if !ok {
		return s, notAvailable()
	}
	if !slices.Contains(r.from, s) {
		return s, notAllowed("現在の状態（" + s.Label() + "）の利用者には「" + r.label + "」を行えません。最新の内容を確認してください。")
	}
	return r.to, nil
}
