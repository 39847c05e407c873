package deal

import "fmt"

// DutyKind is a kind of duty of a bank's desk (確認事項, compliance.md 2). What is recorded of each stands in app/duty.
type DutyKind int

const (
	DutyAntisocial   DutyKind = 1
	DutyIdentity     DutyKind = 2
	DutyBuyerCheck   DutyKind = 3
	DutyListedBuyer  DutyKind = 4
	DutyExplanation  DutyKind = 5
	DutyMandate      DutyKind = 6
	DutyFee          DutyKind = 7
	DutyConflict     DutyKind = 8
	DutyContractRisk DutyKind = 9
	DutyClosing      DutyKind = 10
	DutyContactStop  DutyKind = 11
	DutyGuarantee    DutyKind = 12
	DutyAftercare    DutyKind = 13
	DutyBuyerReport  DutyKind = 14
)

var dutyKinds = []value[DutyKind]{
	{DutyAntisocial, "Antisocial", "反社照会"}, {DutyIdentity, "Identity", "取引時確認の参照"}, {DutyBuyerCheck, "BuyerCheck", "買手調査"},
	{DutyListedBuyer, "ListedBuyer", "特定事業者リスト照会"}, {DutyExplanation, "Explanation", "重要事項説明"}, {DutyMandate, "Mandate", "契約"},
	{DutyFee, "Fee", "手数料"}, {DutyConflict, "Conflict", "利益相反の説明"}, {DutyContractRisk, "ContractRisk", "最終契約の注意点"},
	{DutyClosing, "Closing", "クロージングの確認"}, {DutyContactStop, "ContactStop", "営業停止の申出"},
	{DutyGuarantee, "Guarantee", "経営者保証"}, {DutyAftercare, "Aftercare", "成約後の確認"},
	{DutyBuyerReport, "BuyerReport", "買手調査の報告"},
}

func (k DutyKind) Label() string { return labelOf(dutyKinds, k) }
func (k DutyKind) Known() bool   { return known(dutyKinds, k) }

// DutyResult is what a duty came to.
type DutyResult int

const (
	DutyDone  DutyResult = 1
	DutyOpen  DutyResult = 2 // something has to be looked into first
	DutyStops DutyResult = 3 // nothing may go out for this company
)

// Gate is a step of a deal that duties of the side which makes it may hold back.
type Gate int

const (
	GatePublish  Gate = iota // the seller is asked to approve the listing
	GateStart                // the negotiation begins
	GateRequest              // 1 → 2
	GateAsk                  // the seller is asked for real names
	GateApprove              // 2 → 3
	GateContract             // 4 → 5
	GateOutward              // every other deed outward: only what stops all of them holds it back
	gateCount
)

var gates = []value[Gate]{
	{GatePublish, "Publish", "売手への承認依頼"}, {GateStart, "Start", "交渉の開始"}, {GateRequest, "Request", "実名交渉の申請"},
	{GateAsk, "Ask", "売手への実名交渉の確認依頼"}, {GateApprove, "Approve", "実名交渉の承認"},
	{GateContract, "Contract", "成約の提案・確認"}, {GateOutward, "Outward", "外への操作"},
}

func (g Gate) Label() string { return labelOf(gates, g) }
func (g Gate) Known() bool   { return known(gates, g) }

// Owed says of each step which duties hold it back now, in Japanese; "" where none does.
type Owed [gateCount]string

// GateLevel is how much a duty holds back a step.
type GateLevel int

const (
	GateNone GateLevel = 0
	GateWarn GateLevel = 1
	GateMust GateLevel = 2
)

var gateLevels = []value[GateLevel]{{GateNone, "None", "なし"}, {GateWarn, "Warn", "警告"}, {GateMust, "Must", "必須"}}

func (l GateLevel) Label() string { return labelOf(gateLevels, l) }

// GateRule is one duty at one step; its level is a term of the network (periods.go).
type GateRule struct {
	Kind  DutyKind
	Gate  Gate
	First GateLevel // of a network that begins; one that was there before the gates only warns (compliance.md 4)
}

// GateRules are all of them, in the order of the screen.
var GateRules = []GateRule{
	{DutyAntisocial, GatePublish, GateWarn}, {DutyAntisocial, GateStart, GateWarn}, {DutyAntisocial, GateRequest, GateMust},
	{DutyAntisocial, GateApprove, GateMust},
	{DutyIdentity, GateRequest, GateWarn}, {DutyIdentity, GateApprove, GateWarn}, {DutyBuyerCheck, GateRequest, GateMust},
	{DutyListedBuyer, GateRequest, GateMust}, {DutyListedBuyer, GateApprove, GateMust}, {DutyListedBuyer, GateContract, GateMust},
	{DutyExplanation, GatePublish, GateMust}, {DutyExplanation, GateRequest, GateMust},
	{DutyMandate, GatePublish, GateWarn}, {DutyMandate, GateRequest, GateWarn},
	{DutyFee, GatePublish, GateWarn}, {DutyFee, GateRequest, GateWarn},
	{DutyConflict, GateRequest, GateWarn}, {DutyConflict, GateApprove, GateMust},
	{DutyContractRisk, GateContract, GateMust},
	{DutyGuarantee, GateAsk, GateMust}, {DutyGuarantee, GateContract, GateMust},
	{DutyBuyerReport, GateAsk, GateMust},
}

const groupGate = "確認事項（操作の前に求める記録）"

// gateTerms are the terms by which the office sets how much each duty holds back each step.
func gateTerms() (rules []TermRule) {
	for i, r := range GateRules {
		rules = append(rules, TermRule{Key: r.key(), Group: groupGate,
			Label: fmt.Sprintf("%s（%s）", r.Kind.Label(), r.Gate.Label()), Standard: int(GateWarn), Max: int(GateMust),
			Choices: []int{int(GateNone), int(GateWarn), int(GateMust)},
			Help: "「必須」は、記録するか、二人目が省略を認めるまで、その操作ができません。「警告」は、画面で知らせるだけです。" +
				"始まった交渉と、公開した案件は、始めたときのままです。", of: func(t *Terms) *int { return &t.Gates[i] }})
	}
	return rules
}

func (r GateRule) key() string { return "gate" + nameOf(dutyKinds, r.Kind) + nameOf(gates, r.Gate) }

// FirstGates are the terms of the gates, by key, with which a network begins.
func FirstGates() map[string]int {
	out := map[string]int{}
	for _, r := range GateRules {
		out[r.key()] = int(r.First)
	}
	return out
}

// Recommended is the value that the screen names as the usual one: the standard, and of a gate what a network begins with.
func (r TermRule) Recommended() int {
	if first, is := FirstGates()[r.Key]; is {
		return first
	}
	return r.Standard
}

// GateLevel is how much a duty holds back a step.
func (t Terms) GateLevel(k DutyKind, g Gate) GateLevel {
	for i, r := range GateRules {
		if r.Kind == k && r.Gate == g {
			return GateLevel(t.Gates[i])
		}
	}
	return GateNone
}

// dutiesDone: what the side that makes the move has to have recorded before it. Another side is told nothing of it.
func dutiesDone(g Gate) condition {
	return condition{"自らの側の確認事項", func(f NegotiationFacts, a Actor) string {
		if a.is([]Actor{ActorBF, ActorSF}) {
			return f.Owed[g]
		}
		return ""
	}}
}
