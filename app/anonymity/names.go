package anonymity

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
)

// FindNames looks for exact names: the company's with or without its legal form, and whole names of
// persons, in any width, kana or spacing (domain 0.7). Parts of a name, places and patterns are
// left to Check, which only warns. places says which words are allowed even if they are a company's
// name (a prefecture, a region).
func FindNames(texts map[string]string, own []OwnNames, places *Places) []Hit {
	var needles []needle
	for _, o := range own {
		needles = append(needles, o.whole(places)...)
	}
	var hits []Hit
	for _, field := range slices.Sorted(maps.Keys(texts)) {
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

// whole are the needles of FindNames. Two characters are a person's name only with a space: many
// people share a family name.
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

// MergeHits returns the hits of FindNames, and those of the others that do not lie within one of
// them.
func MergeHits(exact, others []Hit) []Hit {
	out := slices.Clone(exact)
	for _, h := range others {
		if !slices.ContainsFunc(exact, func(e Hit) bool {
			return e.Field == h.Field && (e.Start <= h.Start && h.End <= e.End || h.IsMild && e.Start < h.End && h.Start < e.End)
		}) {
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

// HitsForAudit describes in codes with which hits a text was sent: their kinds, fields and numbers.
// The words themselves are not recorded.
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
