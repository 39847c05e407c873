package words

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// parts finds out which words contain one of some words.
type parts map[rune][]string // by their first characters

func partsOf(words ...[]string) parts {
	p := parts{}
	for _, list := range words {
		for _, word := range list {
			first, _ := utf8.DecodeRuneInString(word)
			p[first] = append(p[first], word)
		}
	}
	return p
}

// isIn says whether a word contains any of them but itself, or with isItself also itself.
func (p parts) isIn(word string, isItself bool) bool {
	for at, r := range word {
		for _, part := range p[r] {
			if strings.HasPrefix(word[at:], part) && (isItself || len(part) < len(word)) {
				return true
			}
		}
	}
	return false
}

// reduce drops the words that others find already, and what is too much. The kinds beyond are found by their concepts; what the office
// added has none, so it comes before other kinds.
func (w *Widened) reduce() {
	w.all = slices.Concat([]string{w.Word}, w.Same, w.Narrower)
	all := partsOf(w.all)
	isFound := func(word string) bool { return all.isIn(word, false) }
	w.Same, w.Narrower = slices.DeleteFunc(w.Same, isFound), slices.DeleteFunc(w.Narrower, isFound)
	w.Same = w.Same[:min(len(w.Same), AlternatesMost)]
	room := AlternatesMost - len(w.Same)
	if len(w.Narrower) <= room {
		return
	}
	c := builtIn()
	var offices, kinds, phrases []string
	for _, word := range w.Narrower {
		switch {
		case strings.Contains(word, Both):
			phrases = append(phrases, word)
		case len(c.of(word)) == 0:
			offices = append(offices, word)
		default:
			kinds = append(kinds, word)
		}
	}
	// Half of what is left for the first kinds, which say best what was searched; then phrases, which have no concept either.
	half := min(len(kinds), max(0, room-len(offices))/2)
	w.Narrower = slices.Concat(offices, kinds[:half], phrases, kinds[half:])[:room]
	searched := partsOf([]string{w.Word}, w.Same, w.Narrower)
	for _, word := range w.all {
		if isSaid(word) && len(c.of(word)) > 0 && !searched.isIn(word, true) {
			w.Others = append(w.Others, word)
			w.kinds = append(w.kinds, c.of(word)...)
		}
	}
	slices.Sort(w.kinds)
	w.kinds = slices.Compact(w.kinds)
}

// OthersOf is what switches off the other kinds of a folded word: no word has a comma in it.
func OthersOf(word string) string { return word + "、そのほかの種類" }

// but are the concepts of the other kinds, and the deeds, but for those that are switched off and for concepts of words that are, or
// contain one that is: a text that has these would come back by them.
func (w *Widened) but(without []string) (kinds []int, deeds []Deed) {
	if len(without) == 0 || len(w.kinds)+len(w.Deeds) == 0 {
		return w.kinds, w.Deeds
	}
	isOff := Off(without)
	off, c, gone := partsOf(slices.DeleteFunc(slices.Clone(w.all), func(word string) bool { return !isOff(word) })), builtIn(), map[int]bool{}
	for _, word := range w.all {
		if off.isIn(word, true) {
			for _, n := range c.of(word) {
				gone[n] = true
			}
		}
	}
	if !isOff(OthersOf(w.Word)) {
		kinds = slices.DeleteFunc(slices.Clone(w.kinds), func(n int) bool { return gone[n] })
	}
	for _, d := range w.Deeds {
		if !isOff(d.Name) {
			deeds = append(deeds, d.without(gone))
		}
	}
	return kinds, deeds
}

// HasAny says whether any of the concepts of a text is among others, which are in ascending order.
func HasAny(concepts, others []int) bool {
	return slices.ContainsFunc(concepts, func(n int) bool {
		_, is := slices.BinarySearch(others, n)
		return is
	})
}

// leastKana is the length from which a word of kana alone counts: shorter ones stand by chance between the words of a text.
const leastKana = 3

func isLong(word string) bool {
	n := utf8.RuneCountInString(word)
	return n >= 2 && (!isKana(word) || n >= leastKana)
}

// isKana says that a folded word has no other characters.
func isKana(word string) bool {
	return !slices.ContainsFunc([]rune(word), func(r rune) bool { return (r < 'ぁ' || r > 'ん') && r != 'ー' })
}
