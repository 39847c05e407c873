package deal

import "slices"

// MilestoneInput is a milestone to record (domain 4).
type MilestoneInput struct {
	Kind Milestone
	FactValue
	Skips []Milestone // earlier steps to leave out: 行わない
}

// MilestoneEffects is what recording a milestone does.
type MilestoneEffects struct {
	Propose           map[Milestone]FactValue // needs the other side's confirmation
	Enter             bool                    // in force at once: a date that one side writes down
	WithdrawsContract bool
	Lines             []Line
}

var milestoneFrom = map[Milestone][]NegotiationStatus{
	MilestoneTopInterview:   {NegotiationRealName, NegotiationConditions},
	MilestoneIntent:         {NegotiationRealName, NegotiationConditions},
	MilestoneBasicAgreement: {NegotiationRealName, NegotiationConditions},
	MilestoneDDStart:        {NegotiationRealName, NegotiationConditions},
	MilestoneDDEnd:          {NegotiationRealName, NegotiationConditions},
	MilestoneContract:       {NegotiationConditions},
	MilestoneClosing:        {NegotiationConditions, NegotiationSigned}, // the planned date, which may be postponed
	MilestoneClosed:         {NegotiationSigned},
}

// opensMilestone says why a milestone cannot be recorded in the negotiation's status: the names must be open.
func opensMilestone(f NegotiationFacts, kind Milestone) *Refusal {
	from, ok := milestoneFrom[kind]
	if !ok {
		return invalid("kind", "マイルストーンの種類を選んでください。")
	}
	if !slices.Contains(from, f.Status) {
		return notAllowed("現在の状態（" + f.Status.Label() + "）では「" + kind.Label() + "」を記録できません。最新の内容を確認してください。")
	}
	return nil
}

// recordable says why a milestone cannot be recorded now, whatever its value.
func recordable(f NegotiationFacts, b FactBook, kind Milestone, a Actor) *Refusal {
	if refusal := opensMilestone(f, kind); refusal != nil {
		return refusal
	}
	if p, ok := b.Proposed[kind]; ok && !p.Returned && p.By != sideOrBF(a) {
		return notAllowed("相手方が「" + kind.Label() + "」を記録し、確認を待っています。先に、確認するか差し戻してください。")
	}
	if b.InForce[MilestoneClosed].IsSet() && kind == MilestoneClosing {
		return notAllowed("クロージングは完了しています。予定日は変更できません。")
	}
	for _, m := range missing(kind, b.coming) {
		if !m.IsSkippable() {
			return notAllowed("先に「" + m.StepLabel() + "」を記録してください。")
		}
	}
	return nil
}

// sideOrBF is the side that an actor records for: BF's where both are one institution.
func sideOrBF(a Actor) Side {
	if a == ActorBoth {
		return SideBF
	}
	return sideOf(a)
}

// OpenMilestones are the milestones that an actor can record now, in their order.
func OpenMilestones(f NegotiationFacts, b FactBook, a Actor) []Milestone {
	open := []Milestone{}
	if banks(f, a) != nil {
		return open
	}
	for _, m := range milestones {
		if recordable(f, b, m.Code, a) == nil {
			open = append(open, m.Code)
		}
	}
	return open
}

// RecordMilestone decides whether SF or BF may record a milestone: only where the names are open, in the order of a deal, and with dates
// that follow each other (domain 4, 0.6). A bilateral milestone waits for the other side; its only effect is to withdraw a pending 成約の提案.
func RecordMilestone(f NegotiationFacts, b FactBook, in MilestoneInput, a Actor) (MilestoneEffects, []*Refusal) {
	e := MilestoneEffects{Propose: map[Milestone]FactValue{}}
	if refusal := banks(f, a); refusal != nil {
		return e, []*Refusal{refusal}
	}
	if refusal := recordable(f, b, in.Kind, a); refusal != nil {
		return e, []*Refusal{refusal}
	}
	var wrong []*Refusal
	fail := func(field, detail string) { wrong = append(wrong, invalid(field, detail)) }
	e.Lines = nil
	for _, m := range in.Skips {
		switch p, ok := b.Proposed[m]; {
		case !m.IsSkippable() || !slices.Contains(b.Missing(in.Kind), m):
			fail("skips", "「"+SkippedLabel+"」にできるのは、この前の、まだ決まっていない基本合意とDDだけです。")
		case opensMilestone(f, m) != nil:
			fail("skips", opensMilestone(f, m).Detail)
		case ok && !p.Returned:
			fail("skips", "「"+m.StepLabel()+"」は、相手方の確認を待っています。")
		default:
			e.Propose[m] = FactValue{Skipped: true}
		}
	}
	for _, m := range b.Missing(in.Kind) {
		if !slices.Contains(in.Skips, m) {
			fail("skips", "「"+m.StepLabel()+"」がまだ記録されていません。先に記録するか、「"+SkippedLabel+"」を選んでください。")
		}
	}
	if in.Skipped {
		if !in.Kind.IsSkippable() {
			fail("isSkipped", "「"+SkippedLabel+"」にできるのは、基本合意とDDだけです。")
		}
		in.FactValue = FactValue{Skipped: true}
	} else {
		checkValue(f, b, in, fail)
	}
	if len(wrong) > 0 {
		return e, wrong
	}
	if e.Enter = !b.NeedsOther(in.Kind, in.FactValue); e.Enter {
		e.Lines = append(e.Lines, Line{true, true, true, milestoneText(in.Kind, in.FactValue) + "を記録しました。"})
	} else {
		e.Propose[in.Kind] = in.FactValue
	}
	for _, m := range milestones {
		if v, ok := e.Propose[m.Code]; ok {
			e.Lines = append(e.Lines, Line{false, true, true, milestoneText(m.Code, v) + "が記録されました。相手方の確認を待っています。"})
		}
	}
	if len(e.Propose) > 0 {
		var w FactEffects
		w.withdrawContract(f)
		e.WithdrawsContract, e.Lines = w.WithdrawsContract, append(e.Lines, w.Lines...)
	}
	return e, nil
}

// checkValue reports everything that is wrong with the entered values.
func checkValue(f NegotiationFacts, b FactBook, in MilestoneInput, fail func(field, detail string)) {
	if _, ok := ParseDate(in.Date); !ok {
		fail("date", "日付を正しく入力してください。")
	} else {
		if refusal := order(in.Kind, in.Date, b.coming); refusal != nil {
			fail(refusal.Field, refusal.Detail)
		}
		if in.Kind == MilestoneClosed && in.Date > Date(f.Now) {
			fail("date", "クロージングが完了した日を、今日までの日付で入力してください。")
		}
	}
	switch {
	case in.Kind == MilestoneIntent && in.Price <= 0:
		fail("amount", "意向表明の価格を千円単位で入力してください。")
	case in.Kind == MilestoneClosed && in.Price <= 0:
		fail("amount", "成約金額を千円単位で入力してください。")
	}
	if in.Kind == MilestoneBasicAgreement && in.Until != "" {
		if _, ok := ParseDate(in.Until); !ok || in.Until < in.Date {
			fail("until", "独占交渉期限は、基本合意の日付以降の日付を入力してください。")
		} else if why := b.pastPeriod(in.Kind, in.FactValue); why != "" {
			fail("until", why)
		}
	}
}
