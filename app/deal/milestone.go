package deal

import "slices"

// MilestoneInput is a milestone to record (domain 4).
type MilestoneInput struct {
	Kind  Milestone
	Date  string // YYYY-MM-DD
	Price int64  // 千円, of the 意向表明
	Until string // 独占交渉期限 of the 基本合意; "" for none
}

// MilestoneEffects is what recording a milestone does.
type MilestoneEffects struct {
	StopsListing bool   // 受付停止 until the end of exclusivity (domain 4)
	StopUntil    string // YYYY-MM-DD
	Line         Line
}

var milestoneFrom = map[Milestone][]NegotiationStatus{
	MilestoneTopInterview:   {NegotiationRealName, NegotiationConditions},
	MilestoneIntent:         {NegotiationRealName, NegotiationConditions},
	MilestoneBasicAgreement: {NegotiationRealName, NegotiationConditions},
	MilestoneDDStart:        {NegotiationRealName, NegotiationConditions},
	MilestoneDDEnd:          {NegotiationRealName, NegotiationConditions},
	MilestoneContract:       {NegotiationConditions},
	MilestoneClosing:        {NegotiationConditions, NegotiationSigned}, // planned, then actual
}

// opensMilestone says why a milestone cannot be recorded where the row stands: the names must be
// open, and the dates of a contract that is proposed stand.
func opensMilestone(f NegotiationFacts, kind Milestone) *Refusal {
	from, ok := milestoneFrom[kind]
	if !ok {
		return invalid("kind", "マイルストーンの種類を選んでください。")
	}
	if !slices.Contains(from, f.Status) {
		return notAllowed("現在の状態（" + f.Status.Label() + "）では「" + kind.Label() + "」を記録できません。最新の内容を確認してください。")
	}
	if f.ContractProposed != SideNone && (kind == MilestoneContract || kind == MilestoneClosing) {
		return notAllowed("成約が提案されているため、日付を変更できません。提案を取り下げてから変更してください。")
	}
	return nil
}

// OpenMilestones are the milestones that an actor can record now, in their order.
func OpenMilestones(f NegotiationFacts, a Actor) []Milestone {
	open := []Milestone{}
	if !a.is([]Actor{ActorBF, ActorSF}) || !f.actorSees(a) {
		return open
	}
	for _, m := range milestones {
		if opensMilestone(f, m.Code) == nil {
			open = append(open, m.Code)
		}
	}
	return open
}

// RecordMilestone decides whether SF or BF may record a milestone: only where
// the names are open, and with dates that follow each other (domain 4).
// recorded holds the dates that are there already.
func RecordMilestone(f NegotiationFacts, recorded map[Milestone]string, in MilestoneInput, a Actor) (MilestoneEffects, *Refusal) {
	var e MilestoneEffects
	if !a.is([]Actor{ActorBF, ActorSF}) || !f.actorSees(a) {
		return e, notAvailable()
	}
	if refusal := opensMilestone(f, in.Kind); refusal != nil {
		return e, refusal
	}
	if _, ok := ParseDate(in.Date); !ok {
		return e, invalid("date", "日付を正しく入力してください。")
	}
	if in.Kind == MilestoneIntent && in.Price <= 0 {
		return e, invalid("amount", "意向表明の価格を千円単位で入力してください。")
	}
	for _, order := range [][2]Milestone{{MilestoneDDStart, MilestoneDDEnd}, {MilestoneContract, MilestoneClosing}} {
		first, last := recorded[order[0]], recorded[order[1]]
		if in.Kind == order[0] {
			first = in.Date
		}
		if in.Kind == order[1] {
			last = in.Date
		}
		if slices.Contains(order[:], in.Kind) && first != "" && last != "" && last < first {
			return e, invalid("date", order[1].Label()+"の日付は、"+order[0].Label()+"の日付以降にしてください。")
		}
	}
	if in.Kind == MilestoneBasicAgreement && in.Until != "" {
		if _, ok := ParseDate(in.Until); !ok || in.Until < in.Date {
			return e, invalid("until", "独占交渉期限は、基本合意の日付以降の日付を入力してください。")
		}
		e.StopsListing, e.StopUntil = in.Until >= Date(f.Now), in.Until
	}
	e.Line = Line{true, true, true, in.Kind.Label() + "（" + japaneseDate(in.Date) + "）を記録しました。"}
	return e, nil
}
