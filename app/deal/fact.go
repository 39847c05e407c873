package deal

import (
	"slices"
	"strconv"
	"strings"
)

// FactValue is the value of a milestone. For a bilateral milestone both banks agree on all of it (domain 0.6).
type FactValue struct {
	Date    string // YYYY-MM-DD
	Price   int64  // 千円, of the 意向表明; 成約金額 of the クロージング完了
	Until   string // 独占交渉期限 of the 基本合意; "" for none
	Skipped bool   // 行わない
}

// IsSet says whether the milestone has a value.
func (v FactValue) IsSet() bool { return v.Date != "" || v.Skipped }

// Text is the value as the history shows it to those who may read the milestone.
func (v FactValue) Text() string {
	if v.Skipped {
		return SkippedLabel
	}
	if v.Date == "" {
		return ""
	}
	parts := []string{japaneseDate(v.Date)}
	if v.Price > 0 {
		parts = append(parts, thousands(v.Price)+"千円")
	}
	if v.Until != "" {
		parts = append(parts, "独占交渉期限 "+japaneseDate(v.Until))
	}
	return strings.Join(parts, "　")
}

// SkippedLabel is shown for a step that both banks leave out.
const SkippedLabel = "行わない"

func thousands(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Proposal is a value that one side recorded and that the other has not confirmed: it has no effect yet.
type Proposal struct {
	ID       string
	Kind     Milestone
	Value    FactValue
	By       Side
	Returned bool // sent back: it waits for the side that recorded it
	IsHouse  bool // BF and SF are one institution
	IsSecond bool // … and the actor may confirm what its other user recorded
}

// FactBook is all milestones and proposals of one negotiation.
type FactBook struct {
	InForce    map[Milestone]FactValue
	Proposed   map[Milestone]Proposal
	ListingDue string // last day of the listing's period; "" for none
}

// bilateral are the milestones that are in force only when both banks have confirmed them; the others are dates that one bank writes down.
var bilateral = []Milestone{MilestoneIntent, MilestoneBasicAgreement, MilestoneContract, MilestoneClosing, MilestoneClosed}

// factSteps is the order of the steps of a deal; a step is one milestone or several.
var factSteps = [][]Milestone{
	{MilestoneIntent}, {MilestoneBasicAgreement}, {MilestoneDDStart, MilestoneDDEnd}, {MilestoneContract}, {MilestoneClosing},
	{MilestoneClosed},
}

// skippable are the milestones that both banks may agree to leave out (行わない), by the first of their
// step. The others are necessary: the terms need a price, the contract its two dates.
var skippable = []Milestone{MilestoneBasicAgreement, MilestoneDDStart}

// IsBilateral says whether a milestone of this kind needs the other side's confirmation.
func (m Milestone) IsBilateral() bool { return slices.Contains(bilateral, m) }

// IsSkippable says whether both banks can agree to leave it out.
func (m Milestone) IsSkippable() bool { return slices.Contains(skippable, m) }

func stepOf(m Milestone) int {
	return slices.IndexFunc(factSteps, func(step []Milestone) bool { return slices.Contains(step, m) })
}

// StepLabel is the name of the step that a milestone belongs to.
func (m Milestone) StepLabel() string {
	if m == MilestoneDDStart || m == MilestoneDDEnd {
		return "DD"
	}
	return m.Label()
}

// NeedsOther says whether a value needs the other side's confirmation: bilateral milestones, a step
// that is left out, and one that was left out and is to take place after all.
func (b FactBook) NeedsOther(m Milestone, v FactValue) bool {
	if m.IsBilateral() || v.Skipped {
		return true
	}
	step := stepOf(m)
	return step >= 0 && b.InForce[factSteps[step][0]].Skipped
}

// settled says whether, by these values, a step has happened or both sides leave it out.
func settled(step []Milestone, value func(Milestone) FactValue) bool {
	return value(step[0]).Skipped || value(step[len(step)-1]).Date != ""
}

// missing are the unsettled steps between a milestone and the last settled step before it. Steps
// before that one were agreed on together with it.
func missing(m Milestone, value func(Milestone) FactValue) []Milestone {
	var out []Milestone
	if value(m).IsSet() {
		return nil
	}
	for i := stepOf(m) - 1; i >= 0 && !settled(factSteps[i], value); i-- {
		out = append([]Milestone{factSteps[i][0]}, out...)
	}
	return out
}

// inForce is the agreed value of a milestone; coming also includes a proposed one.
func (b FactBook) inForce(m Milestone) FactValue { return b.InForce[m] }
func (b FactBook) coming(m Milestone) FactValue {
	if p, ok := b.Proposed[m]; ok && !p.Returned {
		return p.Value
	}
	return b.InForce[m]
}

// Missing are the steps for which the dialog of a milestone has to ask whether they are left out.
func (b FactBook) Missing(m Milestone) []Milestone { return missing(m, b.coming) }

// order refuses dates that are not in the order of the steps.
func order(m Milestone, date string, value func(Milestone) FactValue) *Refusal {
	for _, pair := range [][2]Milestone{{MilestoneDDStart, MilestoneDDEnd}, {MilestoneContract, MilestoneClosing},
		{MilestoneContract, MilestoneClosed}} {
		first, last := value(pair[0]).Date, value(pair[1]).Date
		switch m {
		case pair[0]:
			first = date
		case pair[1]:
			last = date
		default:
			continue
		}
		if first != "" && last != "" && last < first {
			return invalid("date", pair[1].Label()+"の日付は、"+pair[0].Label()+"の日付以降にしてください。")
		}
	}
	return nil
}

// FactEffects is the result of a bank's action on a proposal; the caller stores all of it at once.
type FactEffects struct {
	Enter             map[Milestone]FactValue // in force from now on; their proposals are deleted
	Drop              []Milestone             // no longer in force
	WithdrawsContract bool
	ClosingDone       bool
	Lines             []Line
}

// ContractLapsed is the text for both banks when a change withdraws a pending 成約の提案.
const ContractLapsed = "日程・条件が変更されたため、成約の提案は取り下げられました。内容が確認された後に、あらためて提案してください。"

func (e *FactEffects) withdrawContract(f NegotiationFacts) {
	if e.WithdrawsContract = f.ContractProposed != SideNone; e.WithdrawsContract {
		e.Lines = append(e.Lines, Line{false, true, true, ContractLapsed})
	}
}

// mayConfirm: the other side may, or a second user where one institution is both sides; returns the reason why the actor may not.
func (p Proposal) mayConfirm(a Actor) string {
	switch {
	case p.Returned:
		return "差し戻された内容です。記録した側が直して、もう一度記録するのを待ってください。"
	case (a == ActorBoth || p.IsHouse) && !p.IsSecond:
		return "買手と売手を同じ金融機関が担当しています。記録した担当者とは別の担当者が行ってください。"
	case a != ActorBoth && p.By == sideOf(a):
		return "自らの記録は確認できません。相手方の確認を待っています。"
	}
	return ""
}

// Confirmable says why the actor cannot confirm or send back a proposal, "" where it can.
func Confirmable(f NegotiationFacts, p Proposal, a Actor) string {
	if refusal := opensMilestone(f, p.Kind); refusal != nil {
		return refusal.Detail
	}
	return p.mayConfirm(a)
}

// ConfirmWith are the proposals of earlier steps, which have to be confirmed before this one or together with it.
func (b FactBook) ConfirmWith(m Milestone) []Proposal {
	var out []Proposal
	for _, step := range missing(m, b.inForce) {
		for _, kind := range factSteps[stepOf(step)] {
			if p, ok := b.Proposed[kind]; ok && !p.Returned {
				out = append(out, p)
			}
		}
	}
	return out
}

func banks(f NegotiationFacts, a Actor) *Refusal {
	if !a.is([]Actor{ActorBF, ActorSF}) || !f.actorSees(a) {
		return notAvailable()
	}
	return nil
}

// ConfirmFacts decides whether the actor may confirm the proposals, which then come into force
// together. An earlier step that is neither settled nor among them is refused as missing.
func ConfirmFacts(f NegotiationFacts, b FactBook, proposals []Proposal, a Actor) (FactEffects, *Refusal) {
	e := FactEffects{Enter: map[Milestone]FactValue{}}
	if refusal := banks(f, a); refusal != nil {
		return e, refusal
	}
	proposals = slices.Clone(proposals)
	slices.SortFunc(proposals, func(x, y Proposal) int { return int(x.Kind) - int(y.Kind) })
	value := func(m Milestone) FactValue {
		if v, ok := e.Enter[m]; ok {
			return v
		}
		return b.InForce[m]
	}
	for _, p := range proposals {
		if why := Confirmable(f, p, a); why != "" {
			return e, notAllowed(why)
		}
		if before := missing(p.Kind, value); len(before) > 0 {
			return e, notAllowed("先に「" + before[0].StepLabel() + "」を、双方で確認してください。行わない場合は、「" + SkippedLabel + "」として記録し、確認します。")
		}
		if refusal := order(p.Kind, p.Value.Date, value); refusal != nil {
			return e, notAllowed(refusal.Detail + "差し戻して、日付を確かめてください。")
		}
		if why := b.pastPeriod(p.Kind, p.Value); why != "" {
			return e, notAllowed(why)
		}
		e.Enter[p.Kind] = p.Value
		switch {
		case p.Value.Skipped && p.Kind == MilestoneDDStart:
			e.Drop = append(e.Drop, MilestoneDDEnd)
		case p.Kind == MilestoneDDEnd && value(MilestoneDDStart).Skipped:
			e.Drop = append(e.Drop, MilestoneDDStart)
		}
		e.ClosingDone = e.ClosingDone || p.Kind == MilestoneClosed
		e.Lines = append(e.Lines, Line{true, true, true, milestoneText(p.Kind, p.Value) + "を、双方が確認しました。"})
	}
	e.withdrawContract(f)
	return e, nil
}

// milestoneText is a milestone in a system line: its date, never an amount.
func milestoneText(m Milestone, v FactValue) string {
	if v.Skipped {
		return m.StepLabel() + "（" + SkippedLabel + "）"
	}
	return m.Label() + "（" + japaneseDate(v.Date) + "）"
}

func (b FactBook) pastPeriod(m Milestone, v FactValue) string {
	if m == MilestoneBasicAgreement && v.Until != "" && b.ListingDue != "" && v.Until > b.ListingDue {
		return "独占交渉期限は、案件の公開期限（" + japaneseDate(b.ListingDue) + "）以前の日付にしてください。公開期限を延長してから、長くすることもできます。"
	}
	return ""
}

// ReturnFact decides whether the actor may send a proposal back, with a reason.
func ReturnFact(f NegotiationFacts, p Proposal, reason string, a Actor) (FactEffects, *Refusal) {
	var e FactEffects
	if refusal := banks(f, a); refusal != nil {
		return e, refusal
	}
	if why := Confirmable(f, p, a); why != "" {
		return e, notAllowed(why)
	}
	if strings.TrimSpace(reason) == "" {
		return e, invalid("comment", "差し戻す理由を入力してください。記録した側に表示されます。")
	}
	e.Lines = []Line{{false, true, true, milestoneText(p.Kind, p.Value) + "が差し戻されました。"}}
	return e, nil
}

// WithdrawFact decides whether the actor may withdraw what its own side recorded.
func WithdrawFact(f NegotiationFacts, p Proposal, a Actor) (FactEffects, *Refusal) {
	var e FactEffects
	if refusal := banks(f, a); refusal != nil {
		return e, refusal
	}
	if a != ActorBoth && p.By != sideOf(a) {
		return e, notAllowed("相手方の記録は取り下げられません。確認するか、差し戻してください。")
	}
	e.Lines = []Line{{false, true, true, milestoneText(p.Kind, p.Value) + "の記録が取り下げられました。"}}
	return e, nil
}

// ExclusiveUntil is the last day of the exclusivities of a listing, "" where none runs. Only agreed
// exclusivities stop new negotiations (domain 0.6).
func ExclusiveUntil(untils []string, today string) string {
	last := ""
	for _, until := range untils {
		if until >= today {
			last = max(last, until)
		}
	}
	return last
}
