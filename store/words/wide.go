package words

import (
	"iter"
	"maps"
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

// isText says that a folded word is sought in texts as it stands: it has no concept, as a word of the office, or one that says
// nothing alone.
func isText(word string) bool {
	return !isSaid(word) && !isPhrase(word) || !builtIn().d.isSearched(word)
}

// reduce drops the words that others find already, and those for which there is no room. Of a built-in word the concept is sought, of all
// that it is widened by; what the office added is sought as it stands, and comes before other kinds where there is no room for all.
func (w *Widened) reduce() {
	w.all = slices.Concat([]string{w.Word}, w.Same, w.Narrower)
	w.texts = map[string]bool{}
	for _, word := range w.all {
		if isText(word) {
			w.texts[word] = true
		}
	}
	all, alone := partsOf(w.all), partsOf([]string{w.Word}, slices.Collect(maps.Keys(w.texts)))
	isFound := func(word string) bool {
		if w.texts[word] {
			return alone.isIn(word, false)
		}
		return all.isIn(word, false)
	}
	w.Same, w.Narrower = slices.DeleteFunc(w.Same, isFound), slices.DeleteFunc(w.Narrower, isFound)
	w.Same = w.Same[:min(len(w.Same), AlternatesMost)]
	if room := AlternatesMost - len(w.Same); len(w.Narrower) > room {
		w.choose(room)
	}
	for _, word := range w.all {
		if !isPhrase(word) { // whose groups are others, too; those of this word are here by their heads
			w.kinds = append(w.kinds, builtIn().of(word)...)
		}
	}
	slices.Sort(w.kinds)
	w.kinds = slices.Compact(w.kinds)
}

// choose leaves so many kinds, and notes the others.
func (w *Widened) choose(room int) {
	var offices, kinds, phrases []string
	for _, word := range w.Narrower {
		switch {
		case w.texts[word]:
			offices = append(offices, word)
		case isPhrase(word):
			phrases = append(phrases, word)
		default:
			kinds = append(kinds, word)
		}
	}
	// Half of what is left for the first kinds, which say best what was searched; then phrases.
	half := min(len(kinds), max(0, room-len(offices))/2)
	w.Narrower = slices.Concat(offices, kinds[:half], phrases, kinds[half:])[:room]
	shown, told := partsOf([]string{w.Word}, w.Same, w.Narrower), map[int]bool{}
	for _, word := range slices.Concat([]string{w.Word}, w.Same, w.Narrower) {
		for _, n := range builtIn().of(word) {
			told[n] = told[n] || !isPhrase(word)
		}
	}
	for _, word := range w.all {
		if !w.texts[word] && !isPhrase(word) && !shown.isIn(word, true) {
			w.Others = append(w.Others, word)
			w.others = slices.AppendSeq(w.others, but(builtIn().of(word), told))
		}
	}
}

// OthersOf is what switches off the other kinds of a folded word: no word has a comma in it.
func OthersOf(word string) string { return word + "、そのほかの種類" }

// but are concepts without those that are gone.
func but(concepts []int, gone map[int]bool) iter.Seq[int] {
	return func(yield func(int) bool) {
		for _, n := range concepts {
			if !gone[n] && !yield(n) {
				return
			}
		}
	}
}

// term is what is sought beside the word, but for what is switched off. A concept goes with any of its words and with any that contains
// one that is off: a text would come back by it. Words that are still shown, and found texts by such a concept, are sought as they stand.
func (w *Widened) term(without []string) Term {
	isOff, gone := Off(without), map[int]bool{}
	isGone := func(word string) bool {
		return !w.texts[word] && slices.ContainsFunc(builtIn().of(word), func(n int) bool { return gone[n] })
	}
	if len(without) > 0 {
		off := partsOf(slices.DeleteFunc(slices.Clone(w.all), func(word string) bool { return !isOff(word) }))
		for _, word := range w.all {
			if off.isIn(word, true) {
				for _, n := range builtIn().of(word) {
					gone[n] = true
				}
			}
		}
	}
	t := Term{Word: w.Word}
	for _, d := range w.Deeds {
		if !isOff(d.Name) {
			d.Kinds = slices.Collect(but(d.Kinds, gone))
			t.Deeds = append(t.Deeds, d)
		}
	}
	if isOff(OthersOf(w.Word)) {
		for _, n := range w.others {
			gone[n] = true
		}
	}
	t.Kinds = slices.Collect(but(w.kinds, gone))
	var parted []string
	if len(gone) > 0 {
		parted = slices.DeleteFunc(slices.Clone(w.all), func(word string) bool { return !isGone(word) })
	}
	for _, word := range slices.Concat(w.Same, w.Narrower) {
		isPart := func(of string) bool { return strings.Contains(of, word) }
		if !isOff(word) && (w.texts[word] || slices.ContainsFunc(parted, isPart)) {
			t.Also = append(t.Also, word)
		}
	}
	return t
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
	return strings.IndexFunc(word, func(r rune) bool { return (r < 'ぁ' || r > 'ん') && r != 'ー' }) < 0
}
