package deal

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// FindNames looks for names as such: the company's with or without its legal form, and whole names
// of persons, in any width, kana or spacing (domain 0.7). Parts of a name, places and patterns are
// CheckAnonymity's: they warn. places says which words may be said though a company is called so
// (a prefecture, a region).
func FindNames(texts map[string]string, own []OwnNames, places *Places) []Hit {
	var needles []needle
	for _, o := range own {
		needles = append(needles, o.whole(places)...)
	}
	var hits []Hit
	for _, field := range sortedFields(texts) {
		original, key := []rune(texts[field]), foldKey(texts[field])
		var of []Hit
		for _, s := range findNames(key, needles) {
			start, end := key.at[s.from].start, key.at[s.to-1].end
			of = append(of, Hit{Field: field, Start: start, End: end, Text: string(original[start:end]), Kind: s.kind, Why: hitWords[s.kind].why,
				Suggestion: hitWords[s.kind].suggestion, IsExact: true})
		}
		hits = append(hits, withoutOverlaps(of)...)
	}
	return hits
}

// whole are the needles of FindNames. Two characters are a person's name only with a space: a family
// name alone is many people's.
func (o OwnNames) whole(places *Places) []needle {
	var all []needle
	add := func(name string, kind HitKind, atLeast int) {
		text := []rune(foldKey(name).text)
		if len(text) < atLeast || places.allows(text) {
			return
		}
		isLatin := !slices.ContainsFunc(text, func(r rune) bool { return r > unicode.MaxLatin1 })
		all = append(all, needle{text: text, kind: kind, isLatin: isLatin})
	}
	person := func(name string, atLeast int) {
		if len(strings.FieldsFunc(name, unicode.IsSpace)) > 1 {
			atLeast = 2
		}
		add(name, HitRepresentative, atLeast)
	}
	if core := coreName(o.Company); core != "" {
		add(o.Company, HitCompany, 2)
		add(core, HitCompany, 2)
	}
	add(coreName(o.CompanyKana), HitCompany, 3)
	person(o.Representative, 3)
	person(o.RepresentativeKana, 4)
	return all
}

// MergeHits are the hits of FindNames, and of the others those that do not lie within one of them.
func MergeHits(exact, others []Hit) []Hit {
	out := slices.Clone(exact)
	for _, h := range others {
		if !slices.ContainsFunc(exact, func(e Hit) bool { return e.Field == h.Field && e.Start <= h.Start && h.End <= e.End }) {
			out = append(out, h)
		}
	}
	slices.SortStableFunc(out, func(x, y Hit) int {
		if c := strings.Compare(x.Field, y.Field); c != 0 {
			return c
		}
		return x.Start - y.Start
	})
	return out
}

// HitsForAudit says in codes what a text was sent with: which kinds of hits in which field, and how
// many. The words themselves stay where they were written.
func HitsForAudit(hits []Hit) string {
	counts := map[string]int{}
	for _, h := range hits {
		counts[h.Field+":"+string(h.Kind)]++
	}
	keys := make([]string, 0, len(counts))
	for key := range counts {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	for i, key := range keys {
		keys[i] = fmt.Sprintf("%s=%d", key, counts[key])
	}
	if len(keys) == 0 {
		return ""
	}
	return "hits " + strings.Join(keys, " ")
}

// HeldState is where a text stands that does not leave without a second pair of eyes.
type HeldState int

// The states of a held text.
const (
	HeldWaiting  HeldState = 0
	HeldReturned HeldState = 1
	HeldSent     HeldState = 2
)

var heldStates = []value[HeldState]{{HeldWaiting, "Waiting", "承認待ち"}, {HeldReturned, "Returned", "差戻し"}, {HeldSent, "Sent", "送信済"}}

func (s HeldState) Label() string { return labelOf(heldStates, s) }

// HeldReasonRunes bounds the reason for which a name is let pass, or a text sent back.
const HeldReasonRunes = 300

// reachesAlone says that a text has no reader but its writer's own institution.
func reachesAlone(as Actor, kind MessageType) bool { return as == ActorBoth && kind == MessageBFtoSF }

// ClosedNames says whose names a message of one side may not bear yet: of those that the writer's
// side knows the ones that its reader does not (domain 0.7). knowsSeller is whether the writer's
// institution knows the seller's name: a name that it does not know is not looked for, since the
// answer would tell it.
func ClosedNames(as Actor, kind MessageType, from MessageOriginatorType, s NegotiationStatus, knowsSeller bool) (sellers, buyers bool) {
	switch {
	case reachesAlone(as, kind):
	case kind == MessageBUYtoBF && from == OriginatorBF:
		sellers = knowsSeller && !s.NamesOpen()
	case kind == MessageBFtoSF && from == OriginatorSF:
		sellers = !s.NamesOpen()
	case kind == MessageBFtoSF && from == OriginatorBF:
		buyers = !BuyerNameOpen(s)
	}
	return sellers, buyers
}

func sortedFields(texts map[string]string) []string {
	fields := make([]string, 0, len(texts))
	for f := range texts {
		fields = append(fields, f)
	}
	slices.Sort(fields)
	return fields
}

// HeldTask is a text with a name that may not leave yet: one whom its writer asks decides, and what he
// sent back its writer mends (domain 0.7).
func HeldTask(s HeldState, canConfirm, isMine bool) (Task, bool) {
	switch {
	case s == HeldWaiting && canConfirm:
		return Task{Kind: TaskDecide, Title: "名前を含む文面を、送ってよいか確かめる", Rank: rankBlocks}, true
	case s == HeldReturned && isMine:
		return Task{Kind: TaskDecide, Title: "差し戻された文面を直すか、取り下げる", Rank: kindRank(TaskDecide)}, true
	}
	return Task{}, false
}

// disposalTitle is the task after an end; the bank learns by it that its buyer stepped back.
func disposalTitle(isSteppedBack bool) string {
	if isSteppedBack {
		return "買手が見送った理由を確かめ、受け取った資料の廃棄を記録する"
	}
	return "受け取った資料を廃棄して、確認を記録する"
}
