package deal

import (
	"slices"
	"strings"
)

// FinancingFacts is what a move of the financing depends on (domain 5).
type FinancingFacts struct {
	Exists            bool
	Status            FinancialSupportStatus
	Negotiation       NegotiationStatus
	HasSharingConsent bool   // the buyer's 情報共有同意
	DesiredAmount     int64  // 希望額, 千円
	HasOwnFunds       bool   // 自己資金 was entered; 0 is a valid value
	OwnFunds          int64  // 千円
	Purpose           string // 使途
	ApprovalNumber    string // 稟議番号
	ApprovalDate      string // 決裁日, YYYY-MM-DD
	ApprovedAmount    int64  // 千円
	IsByMA            bool   // the actor works on M&A alone (Business.MayLend)
}

// financingByLending are the statuses that are the lending desk's word, if the house keeps one apart (team.md 2).
var financingByLending = []FinancialSupportStatus{FinancingExamined, FinancingLikely, FinancingApproved, FinancingExecuted,
	FinancingDeclined}

// IsByLending says that a status is the lending desk's word.
func IsByLending(s FinancialSupportStatus) bool { return slices.Contains(financingByLending, s) }

type financingRule struct {
	from FinancialSupportStatus
	to   []FinancialSupportStatus
}

// financingRules is the list of moves of domain 5. From any other status 9 is reached only as an
// effect of a negotiation's end (domain 4), not by a move.
var financingRules = []financingRule{
	{FinancingUnchecked, []FinancialSupportStatus{FinancingNotNeeded, FinancingConsulted}},
	{FinancingNotNeeded, []FinancialSupportStatus{FinancingConsulted}},
	{FinancingConsulted, []FinancialSupportStatus{FinancingExamined, FinancingDeclined, FinancingInterrupted}},
	{FinancingExamined, []FinancialSupportStatus{FinancingLikely, FinancingApproved, FinancingDeclined, FinancingInterrupted}},
	{FinancingLikely, []FinancialSupportStatus{FinancingExamined, FinancingApproved, FinancingDeclined, FinancingInterrupted}},
	{FinancingApproved, []FinancialSupportStatus{FinancingExecuted, FinancingInterrupted}},
	{FinancingDeclined, []FinancialSupportStatus{FinancingConsulted}},
}

// financingGates describes what a status requires (domain 5), for the table.
var financingGates = map[FinancialSupportStatus]string{
	FinancingConsulted: "買手の情報共有同意", FinancingExamined: "希望額・自己資金・使途",
	FinancingApproved: "稟議番号・決裁日・金額", FinancingExecuted: "交渉が成約（5）",
}

// FinancingMoves returns the statuses to which the financing may move from a status.
func FinancingMoves(s FinancialSupportStatus) []FinancialSupportStatus {
	for _, r := range financingRules {
		if r.from == s {
			return slices.Clone(r.to)
		}
	}
	return nil
}

// DecideFinancing decides whether BF may move the financing to a status (domain 5). It may return
// several refusals, one for each missing input.
func DecideFinancing(f FinancingFacts, to FinancialSupportStatus, expected *FinancialSupportStatus, a Actor) []*Refusal {
	if !a.is([]Actor{ActorBF}) || !f.Exists {
		return []*Refusal{notAvailable()}
	}
	if expected != nil && *expected != f.Status {
		return []*Refusal{stale(f.Status.Label())}
	}
	if f.Negotiation == NegotiationBroken {
		return []*Refusal{notAllowed("交渉が終了しているため、資金支援の状況を変更できません。")}
	}
	if !slices.Contains(FinancingMoves(f.Status), to) {
		return []*Refusal{notAllowed("現在の状況（" + f.Status.Label() + "）から「" + to.Label() + "」へは変更できません。最新の内容を確認してください。")}
	}
	if f.IsByMA && IsByLending(to) {
		return []*Refusal{notAllowed("「" + to.Label() + "」にできるのは、融資の担当者です。融資の担当者に依頼してください。")}
	}
	var missing []*Refusal
	need := func(ok bool, field, detail string) {
		if !ok {
			missing = append(missing, invalid(field, detail))
		}
	}
	switch to {
	case FinancingConsulted:
		need(f.HasSharingConsent, "financingConsent", "買手の情報共有同意を確認してください。")
	case FinancingExamined:
		need(f.DesiredAmount > 0, "desiredAmount", "希望額を千円単位で入力してください。")
		need(f.HasOwnFunds && f.OwnFunds >= 0, "ownFunds", "自己資金を千円単位で入力してください（ない場合は0）。")
		need(strings.TrimSpace(f.Purpose) != "", "fundsPurpose", "資金の使途を入力してください。")
	case FinancingApproved:
		_, isDate := ParseDate(f.ApprovalDate)
		need(strings.TrimSpace(f.ApprovalNumber) != "", "approvalNumber", "稟議番号を入力してください。")
		need(isDate, "approvalDate", "決裁日を正しい日付で入力してください。")
		need(f.ApprovedAmount > 0, "approvedAmount", "承認された金額を千円単位で入力してください。")
	case FinancingExecuted:
		if f.Negotiation != NegotiationSigned {
			return []*Refusal{notAllowed("交渉が成約してから「実行済」に変更できます。")}
		}
	}
	return missing
}

// FinancingForSF is all that SF is told about the financing (domain 3.5, 5): 確認済 for 1, 4, 5 and 6, else 未確認.
func FinancingForSF(s FinancialSupportStatus) string {
	switch s {
	case FinancingNotNeeded, FinancingLikely, FinancingApproved, FinancingExecuted:
		return "確認済"
	}
	return "未確認"
}
