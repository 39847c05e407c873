package deal

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// settledBook is a book in which every step before a milestone is in force.
func settledBook(before Milestone) FactBook {
	b := FactBook{InForce: map[Milestone]FactValue{}, Proposed: map[Milestone]Proposal{}, ListingDue: "2027-03-01"}
	for _, step := range factSteps {
		if slices.Contains(step, before) {
			break
		}
		for _, m := range step {
			b.InForce[m] = valueOf(m)
		}
	}
	return b
}

// valueOf is a valid value for a kind of milestone; all have the same day.
func valueOf(m Milestone) FactValue {
	v := FactValue{Date: "2026-11-20"}
	switch m {
	case MilestoneIntent, MilestoneClosed:
		v.Price = 150_000
	case MilestoneBasicAgreement:
		v.Until = "2027-01-20"
	}
	return v
}

// TestFactGolden tries every action on every milestone from every status by every actor: recorded
// with the earlier steps in force, confirmed, sent back and withdrawn for each side's record.
func TestFactGolden(t *testing.T) {
	var b strings.Builder
	b.WriteString("status\tkind\tactor\trecord\tskip\tBF’s: confirm\treturn\twithdraw\tSF’s: confirm\treturn\twithdraw\n")
	code := func(r *Refusal, done string) string {
		if r != nil {
			return r.Code
		}
		return done
	}
	record := func(f NegotiationFacts, book FactBook, in MilestoneInput, a Actor) string {
		e, refusals := RecordMilestone(f, book, in, a)
		switch {
		case len(refusals) > 0:
			return refusals[0].Code
		case e.Enter:
			return "in force"
		}
		return "waits"
	}
	for _, s := range drawnNegotiations {
		for _, m := range milestones {
			for _, a := range allActors {
				f, book := ready(s, MoveEnd), settledBook(m.Code)
				fmt.Fprintf(&b, "%d\t%d %s\t%s\t%s\t%s", s, m.Code, m.Code, a,
					record(f, book, MilestoneInput{Kind: m.Code, FactValue: valueOf(m.Code)}, a),
					record(f, book, MilestoneInput{Kind: m.Code, FactValue: FactValue{Skipped: true}}, a))
				for _, by := range []Side{SideBF, SideSF} {
					p := Proposal{ID: "p", Kind: m.Code, Value: valueOf(m.Code), By: by, IsSecond: true}
					_, r1 := ConfirmFacts(f, book, []Proposal{p}, a)
					_, r2 := ReturnFact(f, p, "理由", a)
					_, r3 := WithdrawFact(f, p, a)
					fmt.Fprintf(&b, "\t%s\t%s\t%s", code(r1, "in force"), code(r2, "returned"), code(r3, "withdrawn"))
				}
				b.WriteString("\n")
			}
		}
	}
	golden(t, "fact.tsv", b.String())
}

func refusalOf(refusals []*Refusal) string {
	var out []string
	for _, r := range refusals {
		out = append(out, strings.TrimSuffix(r.Code+" "+r.Field, " "))
	}
	return strings.Join(out, ", ")
}

func TestRecordMilestone(t *testing.T) {
	value := func(date string, price int64, until string) FactValue {
		return FactValue{Date: date, Price: price, Until: until}
	}
	for name, c := range map[string]struct {
		status NegotiationStatus
		in     MilestoneInput
		a      Actor
		change func(*FactBook)
		want   string
	}{
		"no price": {3, MilestoneInput{Kind: MilestoneIntent, FactValue: value("2026-11-20", 0, "")}, ActorBF, nil,
			"invalid amount"},
		"no such day and no price": {3, MilestoneInput{Kind: MilestoneIntent, FactValue: value("2026-11-31", 0, "")}, ActorBF, nil,
			"invalid date, invalid amount"},
		"too early": {1, MilestoneInput{Kind: MilestoneTopInterview, FactValue: value("2026-11-20", 0, "")}, ActorBF, nil,
			"not_allowed"},
		"the terms first": {3, MilestoneInput{Kind: MilestoneContract, FactValue: value("2026-11-20", 0, "")}, ActorBF, nil,
			"not_allowed"},
		"not a buyer's": {3, MilestoneInput{Kind: MilestoneTopInterview, FactValue: value("2026-11-20", 0, "")}, ActorBUY, nil,
			"not_available"},
		"no such kind": {3, MilestoneInput{Kind: 99, FactValue: value("2026-10-01", 0, "")}, ActorSF, nil, "invalid kind"},
		"over": {9, MilestoneInput{Kind: MilestoneClosing, FactValue: value("2026-12-01", 0, "")}, ActorSF, nil,
			"not_allowed"},
		"no intent yet": {3, MilestoneInput{Kind: MilestoneBasicAgreement, FactValue: value("2026-11-20", 0, "")}, ActorSF,
			func(b *FactBook) { delete(b.InForce, MilestoneIntent) }, "not_allowed"},
		"the other's waits": {3, MilestoneInput{Kind: MilestoneIntent, FactValue: value("2026-11-20", 1, "")}, ActorBF,
			func(b *FactBook) { b.Proposed[MilestoneIntent] = Proposal{Kind: MilestoneIntent, By: SideSF} }, "not_allowed"},
		"the other's was sent back": {3, MilestoneInput{Kind: MilestoneIntent, FactValue: value("2026-11-20", 1, "")}, ActorBF,
			func(b *FactBook) {
				b.Proposed[MilestoneIntent] = Proposal{Kind: MilestoneIntent, By: SideSF, Returned: true}
			}, ""},
		"beyond the period": {3, MilestoneInput{Kind: MilestoneBasicAgreement, FactValue: value("2026-11-20", 0, "2027-03-02")}, ActorSF,
			nil, "invalid until"},
		"to the period's last day": {3, MilestoneInput{Kind: MilestoneBasicAgreement, FactValue: value("2026-11-20", 0, "2027-03-01")}, ActorSF,
			nil, ""},
		"ends before it begins": {3, MilestoneInput{Kind: MilestoneBasicAgreement, FactValue: value("2026-11-20", 0, "2026-11-19")}, ActorSF,
			nil, "invalid until"},
		"DD ends before it begins": {3, MilestoneInput{Kind: MilestoneDDEnd, FactValue: value("2026-10-01", 0, "")}, ActorSF,
			func(b *FactBook) { b.InForce[MilestoneDDStart] = value("2026-11-01", 0, "") }, "invalid date"},
		"a contract without DD": {4, MilestoneInput{Kind: MilestoneContract, FactValue: value("2026-12-01", 0, "")}, ActorSF,
			func(b *FactBook) { delete(b.InForce, MilestoneDDEnd) }, "invalid skips"},
		"DD left out with it": {4, MilestoneInput{Kind: MilestoneContract, FactValue: value("2026-12-01", 0, ""),
			Skips: []Milestone{MilestoneDDStart}}, ActorSF, func(b *FactBook) { delete(b.InForce, MilestoneDDEnd) }, ""},
		"what happened is not left": {4, MilestoneInput{Kind: MilestoneContract, FactValue: value("2026-12-01", 0, ""),
			Skips: []Milestone{MilestoneDDStart}}, ActorSF, nil, "invalid skips"},
		"an intent is not left out": {3, MilestoneInput{Kind: MilestoneIntent, FactValue: FactValue{Skipped: true}}, ActorSF, nil,
			"invalid isSkipped"},
		"closed tomorrow": {5, MilestoneInput{Kind: MilestoneClosed, FactValue: value("2026-11-22", 1, "")}, ActorSF, nil,
			"invalid date"},
		"closed before the contract": {5, MilestoneInput{Kind: MilestoneClosed, FactValue: value("2026-11-19", 0, "")}, ActorSF, nil,
			"invalid date, invalid amount"},
		"closed": {5, MilestoneInput{Kind: MilestoneClosed, FactValue: value("2026-11-21", 1, "")}, ActorSF, nil, ""},
		"put off after the closing": {5, MilestoneInput{Kind: MilestoneClosing, FactValue: value("2026-12-21", 0, "")}, ActorSF,
			func(b *FactBook) { b.InForce[MilestoneClosed] = value("2026-11-21", 1, "") }, "not_allowed"},
	} {
		b := settledBook(c.in.Kind)
		if c.change != nil {
			c.change(&b)
		}
		_, refusals := RecordMilestone(ready(c.status, MoveConditions), b, c.in, c.a)
		if got := refusalOf(refusals); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// A change needs confirmation too and withdraws a pending 成約の提案; a date that one side writes down
// does neither.
func TestChangeWithdrawsTheContract(t *testing.T) {
	f, b := ready(NegotiationConditions, MoveEnd), settledBook(MilestoneClosed)
	for _, by := range []Side{SideNone, SideBF, SideSF} {
		f.ContractProposed = by
		for _, m := range milestones {
			e, refusals := RecordMilestone(f, b, MilestoneInput{Kind: m.Code, FactValue: valueOf(m.Code)}, ActorSF)
			if m.Code == MilestoneClosed {
				continue // there is no proposal after the contract
			}
			if want := by != SideNone && m.Code.IsBilateral(); len(refusals) > 0 || e.WithdrawsContract != want || e.Enter == m.Code.IsBilateral() {
				t.Errorf("%s, proposed by %q: %+v %v", m.Code, by, e, refusals)
			}
			if told := slices.ContainsFunc(e.Lines, func(l Line) bool {
				return l == Line{false, true, true,
					ContractLapsed}
			}); told != e.WithdrawsContract {
				t.Errorf("%s, proposed by %q: %v", m.Code, by, e.Lines)
			}
			p := Proposal{ID: "p", Kind: m.Code, Value: valueOf(m.Code), By: SideBF}
			if e, refusal := ConfirmFacts(f, b, []Proposal{p}, ActorSF); refusal != nil || e.WithdrawsContract != (by != SideNone) {
				t.Errorf("confirm %s: %+v %v", m.Code, e, refusal)
			}
		}
	}
}

func TestConfirmFacts(t *testing.T) {
	f := ready(NegotiationConditions, MoveEnd)
	proposal := func(m Milestone, v FactValue) Proposal {
		return Proposal{ID: m.String(), Kind: m, Value: v, By: SideSF}
	}
	book := func(waiting ...Proposal) FactBook {
		b := settledBook(MilestoneBasicAgreement)
		for _, p := range waiting {
			b.Proposed[p.Kind] = p
		}
		return b
	}
	basic, dd := proposal(MilestoneBasicAgreement, FactValue{Skipped: true}), proposal(MilestoneDDStart, FactValue{Skipped: true})
	contract, closing := proposal(MilestoneContract, valueOf(MilestoneContract)), proposal(MilestoneClosing, valueOf(MilestoneClosing))
	b := book(basic, dd, contract, closing)

	if _, refusal := ConfirmFacts(f, b, []Proposal{contract}, ActorBF); refusal == nil || refusal.Code != NotAllowed ||
		!strings.Contains(refusal.Detail, "基本合意") {
		t.Errorf("a contract before what is left out: %v", refusal)
	}
	if with := b.ConfirmWith(MilestoneContract); len(with) != 2 || with[0] != basic || with[1] != dd {
		t.Errorf("with the contract: %v", with)
	}
	if e, refusal := ConfirmFacts(f, b, []Proposal{closing, contract, dd, basic}, ActorBF); refusal != nil || len(e.Enter) != 4 ||
		len(e.Lines) != 4 {
		t.Errorf("all together: %+v %v", e, refusal)
	}
	if _, refusal := ConfirmFacts(f, b, []Proposal{basic}, ActorSF); refusal == nil || refusal.Code != NotAllowed {
		t.Errorf("one's own: %v", refusal)
	}
	if _, refusal := ConfirmFacts(f, b, []Proposal{basic}, ActorBoth); refusal == nil || refusal.Code != NotAllowed {
		t.Errorf("alone on both sides: %v", refusal)
	}
	basic.Returned = true
	if _, refusal := ConfirmFacts(f, b, []Proposal{basic}, ActorBF); refusal == nil || refusal.Code != NotAllowed {
		t.Errorf("one that was sent back: %v", refusal)
	}
	late := proposal(MilestoneBasicAgreement, FactValue{Date: "2026-11-20", Until: "2027-02-01"})
	b = book(late)
	b.ListingDue = "2027-01-31" // the listing's period was shortened later
	if _, refusal := ConfirmFacts(f, b, []Proposal{late}, ActorBF); refusal == nil || refusal.Code != NotAllowed {
		t.Errorf("an exclusivity beyond the period: %v", refusal)
	}

	// DD that was left out takes place after all: both sides must confirm its two dates.
	b = settledBook(MilestoneContract)
	b.InForce[MilestoneDDStart], b.InForce[MilestoneDDEnd] = FactValue{Skipped: true}, FactValue{}
	if e, refusals := RecordMilestone(f, b, MilestoneInput{Kind: MilestoneDDEnd, FactValue: valueOf(MilestoneDDEnd)},
		ActorBF); len(refusals) > 0 || e.Enter {
		t.Errorf("DD after all: %+v %v", e, refusals)
	}
	after := Proposal{ID: "p", Kind: MilestoneDDEnd, Value: valueOf(MilestoneDDEnd), By: SideBF}
	if e, refusal := ConfirmFacts(f, b, []Proposal{after}, ActorSF); refusal != nil || !slices.Equal(e.Drop, []Milestone{MilestoneDDStart}) {
		t.Errorf("DD after all: %+v %v", e, refusal)
	}
	if _, refusal := ReturnFact(f, after, " ", ActorSF); refusal == nil || refusal.Field != "comment" {
		t.Errorf("sent back without a reason: %v", refusal)
	}
}

// Unconfirmed proposals have no effect: they allow neither the terms nor the contract.
func TestWaitingFactsSatisfyNothing(t *testing.T) {
	f := ready(NegotiationConditions, MoveProposeContract)
	f.FactWaitsBF = true
	for _, k := range []MoveKind{MoveProposeContract, MoveConfirmContract} {
		f.ContractProposed = proposedFor(k, ActorSF)
		if _, refusal := Decide(f, MoveInput{Kind: k}, ActorSF); refusal == nil || refusal.Code != NotAllowed {
			t.Errorf("%s while something waits: %v", k, refusal)
		}
	}
	if s := StepOf(f); !strings.Contains(s.BF, "確認するか") || !strings.Contains(s.SF, "待っています") {
		t.Errorf("%+v", s)
	}
}

func TestExclusiveUntil(t *testing.T) {
	for want, untils := range map[string][]string{"": {"2026-11-20"}, "2026-11-21": {"2026-11-21", "2026-11-20"},
		"2027-01-01": {"2026-12-01", "2027-01-01"}} {
		if got := ExclusiveUntil(untils, "2026-11-21"); got != want {
			t.Errorf("%v: %q, want %q", untils, got, want)
		}
	}
}

// RecordMilestone accepts exactly what OpenMilestones offers, with the input it asks for.
func TestOpenMilestones(t *testing.T) {
	for _, s := range negotiationStatuses {
		for _, settled := range milestones {
			f, b := NegotiationFacts{Exists: true, Status: s.Code, Now: now, EndedFrom: NegotiationRealName}, settledBook(settled.Code)
			for _, a := range []Actor{ActorBUY, ActorBF, ActorSF, ActorBoth, ActorOffice} {
				open := OpenMilestones(f, b, a)
				for _, m := range milestones {
					_, refusals := RecordMilestone(f, b, MilestoneInput{Kind: m.Code, FactValue: valueOf(m.Code), Skips: b.Missing(m.Code)}, a)
					if slices.Contains(open, m.Code) != (len(refusals) == 0) {
						t.Errorf("%v at %v, all before %v: offered %v, but %v", a, s.Label, settled.Label, slices.Contains(open, m.Code), refusals)
					}
				}
			}
		}
	}
}
