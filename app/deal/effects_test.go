package deal

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// made is an allowed move with the inputs and facts it was made with.
type made struct {
	f       NegotiationFacts
	in      MoveInput
	a       Actor
	variant string
	e       Effects
}

func (m made) from() string {
	if !m.f.Exists {
		return "–"
	}
	return fmt.Sprint(int(m.f.Status))
}

func (m made) banks() string {
	if m.f.IsOneBank {
		return "one"
	}
	return "two"
}

// variants are the inputs and facts besides actor and status on which the effects of a move depend.
func variants(f NegotiationFacts, k MoveKind) []made {
	in := MoveInput{Kind: k, OnPaper: true, Reason: EndTerms, To: NegotiationAnonymous, Comment: "理由", OwnerReason: "理由"}
	plain := made{f: f, in: in}
	other := plain
	switch k {
	case MoveRejectRealName:
		plain.variant, other.variant = "back to 1", "ends"
		other.in.To = NegotiationBroken
	case MoveEnd:
		plain.variant, other.variant = "any other reason", "募集終了"
		other.in.Reason = EndRecruitingClosed
	case MoveReopenAgree:
		plain.variant, other.variant = "begun before", "ended at 0"
		plain.f.Financing, other.f.Financing = FinancingInterrupted, FinancingInterrupted
		other.f.HasStarted = false
	case MoveOwnerAgree, MoveOwnerRefuse:
		plain.variant, other.variant = "asked", "not asked"
		other.f.SellerApproval = SellerNotAsked
	case MoveAskOwner:
		plain.variant, other.variant = "first", "again"
		other.f.SellerApproval = SellerAsked
	default:
		return []made{plain}
	}
	return []made{plain, other}
}

// everyMove makes every move that the rules allow, by every actor, from every status.
func everyMove() (all []made) {
	for _, r := range moveRules {
		for _, a := range allActors {
			for _, one := range []bool{false, true} {
				if one != (a == ActorBoth) && (a == ActorBoth || a == ActorBF || a == ActorSF) {
					continue
				}
				for _, s := range append([]NegotiationStatus{unborn}, drawnNegotiations...) {
					f := ready(max(s, 0), r.kind)
					f.Exists, f.IsOneBank, f.ContractProposed = s != unborn, one, proposedFor(r.kind, a)
					for _, m := range variants(f, r.kind) {
						m.a = a
						e, refusal := Decide(m.f, m.in, a)
						if refusal == nil {
							m.e = e
							all = append(all, m)
						}
					}
				}
			}
		}
	}
	return all
}

// moveTable is a table of the effects of moves, with one row for all statuses from which the
// effects are the same.
func moveTable(head string, what func(made) string) string {
	type row struct{ before, after string }
	var rows []row
	from := map[row][]string{}
	for _, m := range everyMove() {
		r := row{fmt.Sprintf("%s\t%s\t%s\t%s", m.in.Kind, m.a, m.banks(), cmp.Or(m.variant, "–")), what(m)}
		if from[r] == nil {
			rows = append(rows, r)
		}
		from[r] = append(from[r], m.from())
	}
	out := "move\tactor\tbanks\tcase\tfrom\t" + head + "\n"
	for _, r := range rows {
		out += r.before + "\t" + strings.Join(from[r], ", ") + "\t" + r.after + "\n"
	}
	return out
}

// TestNoticesGolden shows for every move who is told of it by mail, in the order of the mails.
func TestNoticesGolden(t *testing.T) {
	golden(t, "notices.tsv", moveTable("told", func(m made) string {
		var mails []string
		for _, n := range m.e.Notices {
			text := n.To.String() + " " + string(n.Kind)
			if n.AnswerDue != "" {
				text += " with the answer's due"
			}
			mails = append(mails, text)
		}
		return cmp.Or(strings.Join(mails, "; "), "–")
	}))
}

// TestEffectsGolden shows for every move what it does, and who reads its line.
func TestEffectsGolden(t *testing.T) {
	golden(t, "effects.tsv", moveTable("to\teffects\tlines", func(m made) string {
		var lines []string
		for _, l := range m.e.Lines {
			lines = append(lines, strings.Join(setFields(l, "Text"), " "))
		}
		return fmt.Sprintf("%d\t%s\t%s", m.e.Status, effectsOf(m.e), cmp.Or(strings.Join(lines, "; "), "–"))
	}))
}

// effectsOf are the names of a move's effects; a field that holds a next value is listed only if the value
// changes.
func effectsOf(e Effects) string {
	set := setFields(e, "Status", "Lines", "Notices", "SellerApproval", "ContractProposed", "ReopenAsked")
	for i, name := range set {
		switch name {
		case "SellerApprovalMoved":
			set[i] = fmt.Sprintf("SellerApproval→%d", e.SellerApproval)
		case "ContractMoved":
			set[i] = "ContractProposed→" + cmp.Or(string(e.ContractProposed), "–")
		case "ReopenMoved":
			set[i] = fmt.Sprintf("ReopenAsked→%v", e.ReopenAsked)
		}
	}
	return cmp.Or(strings.Join(set, " "), "–")
}

// setFields are the names of a value's fields that are not zero, codes and texts with their values.
func setFields(v any, but ...string) (set []string) {
	fields := reflect.ValueOf(v)
	for i := range fields.NumField() {
		name, f := fields.Type().Field(i).Name, fields.Field(i)
		switch {
		case slices.Contains(but, name) || f.IsZero():
		case f.Kind() == reflect.Bool:
			set = append(set, name)
		case f.CanInt():
			set = append(set, fmt.Sprintf("%s=%d", name, f.Int()))
		default:
			set = append(set, fmt.Sprintf("%s=%v", name, f))
		}
	}
	return set
}

// Fields of Effects that describe the same fact agree with each other.
func TestEffectsAgree(t *testing.T) {
	for _, m := range everyMove() {
		e, name := m.e, fmt.Sprintf("%s by %v from %s", m.in.Kind, m.a, m.from())
		if e.Moved != (e.CreateRow || e.Status != m.f.Status) {
			t.Errorf("%s: Moved %v to %v", name, e.Moved, e.Status)
		}
		opens := BuyerNameOpen(e.Status) && !BuyerNameOpen(m.f.Status)
		if e.OpensBuyerName != opens || e.JoinsNote != (opens && !m.f.IsOneBank) {
			t.Errorf("%s: the buyer's name opens %v, the offer beside it joins %v", name, e.OpensBuyerName, e.JoinsNote)
		}
		if ends := e.Status == NegotiationBroken && e.Moved; ends != (e.EndReason != 0) || ends && !e.DropProposals {
			t.Errorf("%s: ends %v: %+v", name, ends, e)
		}
		if !m.f.Exists && (e.KillOwnerKey || e.CancelOwnerPaper || e.ClearRealNameConsent || e.DropProposals || e.DropClosed) {
			t.Errorf("%s: papers and records of a row that is not there", name)
		}
	}
}
