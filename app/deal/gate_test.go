package deal

import (
	"fmt"
	"strings"
	"testing"
)

// TestGatesGolden holds back one step after the other: which move of which actor waits for a duty of its own side, from each status. A move
// that is not there would be made as if nothing were owed.
func TestGatesGolden(t *testing.T) {
	var b strings.Builder
	b.WriteString("gate\tstatus\tmove or event\tactor\n")
	row := func(g Gate, status any, what any, a Actor) {
		fmt.Fprintf(&b, "%s\t%v\t%v\t%s\n", nameOf(gates, g), status, what, a)
	}
	for g := range gateCount {
		var owed Owed
		owed[g] = "先に確認事項の記録が要ります。"
		for _, r := range moveRules {
			for _, a := range allActors {
				for _, s := range append([]NegotiationStatus{-1}, drawnNegotiations...) {
					f := ready(max(s, 0), r.kind)
					if f.Exists = s >= 0; !f.Exists {
						f.Status = NegotiationNone
					}
					f.ContractProposed = proposedFor(r.kind, a)
					in := MoveInput{Kind: r.kind, Expected: &f.Status, OnPaper: true, Reason: EndTerms, To: NegotiationAnonymous, Comment: "理由",
						OwnerReason: "理由"}
					if _, refusal := Decide(f, in, a); refusal != nil {
						continue
					}
					f.Owed = owed
					if _, refusal := Decide(f, in, a); refusal != nil {
						row(g, map[bool]string{true: fmt.Sprint(int(s)), false: "–"}[s >= 0], r.kind, a)
						if refusal.Detail != owed[g] || refusal.Code != NotAllowed {
							t.Errorf("%v", refusal)
						}
					}
				}
			}
		}
	}
	for _, r := range listingRules {
		for s := ListingUnapproved; s <= ListingRemand; s++ {
			for _, a := range allActors {
				f, in := readyListing(s, r.event)
				if _, refusal := MoveListing(f, in, a); refusal != nil {
					continue
				}
				f.Owed = "先に確認事項の記録が要ります。"
				if _, refusal := MoveListing(f, in, a); refusal != nil {
					row(GatePublish, int(s), r.event, a)
				}
			}
		}
	}
	for _, r := range offerRules {
		for _, s := range drawnOffers {
			for _, a := range allActors {
				f := readyOffer(s)
				if _, refusal := DecideOffer(f, r.event, &s, a); refusal != nil {
					continue
				}
				f.Owed = "外への操作を止めています。"
				if _, refusal := DecideOffer(f, r.event, &s, a); refusal != nil {
					row(GateOutward, int(s), "offer "+r.event, a)
				}
			}
		}
	}
	golden(t, "gates.tsv", b.String())
}

// Each gate of a kind is one term of the network, found by its own key, and nothing is held back before the office says so.
func TestGateTerms(t *testing.T) {
	if len(GateRules) != len(Terms{}.Gates) {
		t.Fatalf("%d rules, %d places", len(GateRules), len(Terms{}.Gates))
	}
	keys := map[string]bool{}
	for i, r := range gateTerms() {
		keys[r.Key] = true
		for level := GateNone; level <= GateMust; level++ {
			terms := TermsOf(map[string]int{r.Key: int(level)})
			for j, x := range GateRules {
				want := GateWarn
				if i == j {
					want = level
				}
				if got := terms.GateLevel(x.Kind, x.Gate); got != want {
					t.Errorf("%s at %v: %v at %v is %v", r.Key, level, x.Kind.Label(), x.Gate.Label(), got)
				}
			}
		}
	}
	if len(keys) != len(GateRules) || StandardTerms().GateLevel(DutyClosing, GateContract) != GateNone {
		t.Errorf("%d keys", len(keys))
	}
}

// A network begins with the gates of compliance.md 2, and one that was there before them only warns.
func TestFirstGates(t *testing.T) {
	first, must := FirstGates(), 0
	if wrong := CheckTerms(withAll(first)); len(wrong) > 0 {
		t.Errorf("%v", wrong)
	}
	for _, r := range GateRules {
		if StandardTerms().GateLevel(r.Kind, r.Gate) != GateWarn {
			t.Errorf("%s before %s is not a warning", r.Kind.Label(), r.Gate.Label())
		}
		if TermsOf(first).GateLevel(r.Kind, r.Gate) == GateMust {
			must++
		}
	}
	if must == 0 || first["gateAntisocialRequest"] != int(GateMust) || first["gateFeeRequest"] != int(GateWarn) {
		t.Errorf("%d are required: %v", must, first)
	}
}

// withAll are some terms with the standard of the others.
func withAll(some map[string]int) map[string]int {
	out := map[string]int{}
	for _, r := range TermRules() {
		out[r.Key] = r.Standard
		if v, ok := some[r.Key]; ok {
			out[r.Key] = v
		}
	}
	return out
}
