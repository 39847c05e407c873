// Package words says which words mean the same as a word, or a kind of it, so that a search for 介護 also finds 老人ホーム. It is a
// dictionary of the field, embedded in the program, to which the network's office adds groups of its own. It is pure: it knows no data of
// the network but those groups. README.md says how the tables are written.
package words

import (
	"iter"
	"math"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"tsunagu/store/master"
)

// Group is one meaning: its usual word, other words for it, kinds of it, what is offered beside it, and the classes of industries that it
// stands for. Words are as they are written.
type Group struct {
	Head                    string
	Same, Narrower, Related []string
	Classes                 []string
}

// foldedGroup are the folded words of a group, by their numbers, with the head first among the same.
type foldedGroup struct{ same, narrower []uint32 }

// entry is a word of a dictionary.
type entry struct {
	folded, spelled string // spelled as the first group writes it
	of, under       uint32 // where its groups begin in holds: those that it names, and those of which it is a kind
}

// Dictionary are groups, found by their folded words. It does not change; With makes another one. It is kept small, since every process
// has it: a word stands once, with a number, and what is known of it in slices.
type Dictionary struct {
	base    *Dictionary // the groups that it was made of; nil for none
	groups  []Group     // all, those of base first
	folded  []foldedGroup
	number  map[string]uint32 // of a folded word in entries; like these without what base has
	entries []entry           // one more than there are words
	holds   []uint16          // numbers in groups

	mu      sync.Mutex
	widened map[string]Widened // of words that were asked for lately
}

// widenedMost bounds how many of them are remembered: a page after another asks the same, and broad words have a thousand kinds.
const widenedMost = 100

// With is the dictionary with more groups. One with the head of a group that is there adds to that.
func (d *Dictionary) With(groups []Group) *Dictionary {
	out := &Dictionary{base: d, groups: slices.Concat(d.groups, groups), number: map[string]uint32{}, widened: map[string]Widened{}}
	if len(out.groups) > math.MaxUint16 {
		panic("words: more groups than there are numbers")
	}
	var of, under [][]uint16
	known := func(word string) uint32 {
		folded := master.Fold(word)
		n, ok := out.number[folded]
		if !ok {
			if folded == word {
				folded = word // the dictionary's own bytes
			}
			n = uint32(len(out.entries))
			out.number[folded], out.entries = n, append(out.entries, entry{folded: folded, spelled: word})
			of, under = append(of, nil), append(under, nil)
		}
		return n
	}
	for i, g := range groups {
		var own foldedGroup
		add := func(to *[][]uint16, list *[]uint32, word string) {
			n, group := known(word), uint16(len(d.groups)+i)
			*list = append(*list, n)
			if !slices.Contains((*to)[n], group) {
				(*to)[n] = append((*to)[n], group)
			}
		}
		add(&of, &own.same, g.Head)
		for _, word := range g.Same {
			add(&of, &own.same, word)
		}
		for _, word := range g.Narrower {
			add(&under, &own.narrower, word)
		}
		out.folded = append(out.folded, own)
		for _, word := range g.Related {
			known(word)
		}
	}
	for i := range of {
		out.entries[i].of = uint32(len(out.holds))
		out.holds = append(out.holds, of[i]...)
		out.entries[i].under = uint32(len(out.holds))
		out.holds = append(out.holds, under[i]...)
	}
	out.entries = append(out.entries, entry{of: uint32(len(out.holds))})
	out.entries, out.holds = slices.Clone(out.entries), slices.Clone(out.holds) // no more room than they need
	return out
}

// appendOf appends the numbers of the groups that a folded word names to a list, in their order.
func (d *Dictionary) appendOf(to []int, word string) []int {
	if d.base != nil {
		to = d.base.appendOf(to, word)
	}
	if n, ok := d.number[word]; ok {
		for _, g := range d.holds[d.entries[n].of:d.entries[n].under] {
			to = append(to, int(g))
		}
	}
	return to
}

// of are the numbers of the groups that a folded word names.
func (d *Dictionary) of(word string) []int { return d.appendOf(nil, word) }

// under are the numbers of the groups of which a folded word is a kind.
func (d *Dictionary) under(word string) (out []int) {
	if d.base != nil {
		out = d.base.under(word)
	}
	if n, ok := d.number[word]; ok {
		for _, g := range d.holds[d.entries[n].under:d.entries[n+1].of] {
			out = append(out, int(g))
		}
	}
	return out
}

// isSearched says that a folded word names a group or is a kind of one. In the built-in dictionary each such word has concepts.
func (d *Dictionary) isSearched(word string) bool {
	n, ok := d.number[word]
	return ok && d.entries[n].of < d.entries[n+1].of || d.base != nil && d.base.isSearched(word)
}

// wordsOf are the folded words of a group, by its number: those with its meaning, and the kinds.
func (d *Dictionary) wordsOf(group int) (same, narrower iter.Seq[string]) {
	first := len(d.groups) - len(d.folded)
	if group < first {
		return d.base.wordsOf(group)
	}
	own := d.folded[group-first]
	words := func(numbers []uint32) iter.Seq[string] {
		return func(yield func(string) bool) {
			for _, n := range numbers {
				if !yield(d.entries[n].folded) {
					return
				}
			}
		}
	}
	return words(own.same), words(own.narrower)
}

// spelled is a folded word as the first group that has it writes it; "" where none does.
func (d *Dictionary) spelled(folded string) string {
	if d.base != nil {
		if word := d.base.spelled(folded); word != "" {
			return word
		}
	}
	if n, ok := d.number[folded]; ok {
		return d.entries[n].spelled
	}
	return ""
}

// Groups is how many there are.
func (d *Dictionary) Groups() int { return len(d.groups) }

// Spelled is a folded word as the dictionary writes it; of two words of a text, with ＋ between them.
func (d *Dictionary) Spelled(folded string) string {
	if word := d.spelled(folded); word != "" {
		return word
	}
	if of, does, isDeed := strings.Cut(folded, Both); isDeed {
		return d.spelledDeed(of, does)
	}
	return folded
}

// Holding are the heads of the groups that have a word as their head or with the same meaning.
func (d *Dictionary) Holding(word string) (heads []string) {
	for _, g := range d.of(master.Fold(word)) {
		heads = append(heads, d.groups[g].Head)
	}
	return heads
}

// AlternatesMost bounds how many words are shown beside one, each of which can be switched off by itself: words with the same
// meaning first, then kinds, the nearest first, in the order in which the groups have them. The kinds beyond are Widened.Others.
const AlternatesMost = 40

// Widened is a folded word with what is searched beside it: Same and Narrower as they are shown, and Others, the words of all
// kinds for which there was no room. Two with Both between them are one: both are in the text. A word that contains the asked one
// or another of these is not shown. A text is found by a built-in word if it has its concept, and by one of the office if it
// contains it. Related are suggestions, never searched. Deeds are names of the business taken apart.
type Widened struct {
	Word                            string
	Same, Narrower, Others, Related []string
	Classes                         []string
	Deeds                           []Deed

	all    []string        // the word and those of its groups and all kinds, also those that others find
	texts  map[string]bool // those of all that are sought as they stand (isText)
	kinds  []int           // concepts of all, ascending
	others []int           // those of Others alone
}

// Widen looks a word up, however it is spelled. One that is in no group is tried without an ending such as 業 or 会社. What it returns is
// everybody's and must not be changed.
func (d *Dictionary) Widen(word string) Widened {
	folded := master.Fold(word)
	if utf8.RuneCountInString(folded) < 2 {
		return Widened{Word: folded}
	}
	d.mu.Lock()
	w, ok := d.widened[folded]
	d.mu.Unlock()
	if ok {
		return w
	}
	if w = d.widen(folded); len(w.all) > 1 { // words that nobody knows would drive out the others
		d.mu.Lock()
		defer d.mu.Unlock()
		if len(d.widened) >= widenedMost {
			clear(d.widened)
		}
		d.widened[folded] = w
	}
	return w
}

func (d *Dictionary) widen(folded string) Widened {
	w := Widened{Word: folded}
	f := &finding{d: d, seen: map[string]bool{w.Word: true}, done: map[int]bool{}}
	at, known := d.of(w.Word), w.Word
	if at == nil {
		if stem := d.stem(w.Word); stem != "" {
			at, known = d.of(stem), stem
			f.add(&w.Same, stem)
		}
	}
	f.group(&w, at)
	w.reduce()
	w.Deeds = deedsOf(append([]string{w.Word}, w.Same...))
	for _, g := range at {
		for _, word := range d.groups[g].Related {
			f.add(&w.Related, master.Fold(word))
		}
		for _, code := range d.groups[g].Classes {
			if !slices.Contains(w.Classes, code) {
				w.Classes = append(w.Classes, code)
			}
		}
	}
	for _, g := range d.under(known) { // the wider word is one to think of, too
		f.add(&w.Related, master.Fold(d.groups[g].Head))
	}
	return w
}

// endings are what a clerk adds to the name of a business.
var endings = []string{"事業者", "業者", "業界", "事業", "会社", "企業", "業"}

// stem is a word of a group of which another one is the name with an ending; "" where there is none.
func (d *Dictionary) stem(word string) string {
	for _, end := range endings {
		if stem, ok := strings.CutSuffix(word, end); ok && len(d.of(stem)) > 0 && utf8.RuneCountInString(stem) >= 2 {
			return stem
		}
	}
	return ""
}

// finding collects the words of groups, each once.
type finding struct {
	d    *Dictionary
	seen map[string]bool
	done map[int]bool
}

func (f *finding) add(to *[]string, word string) {
	if !f.seen[word] {
		f.seen[word] = true
		*to = append(*to, word)
	}
}

// group adds the words of some groups: their own, then those of the kinds, level by level.
func (f *finding) group(w *Widened, at []int) {
	for level, to := at, &w.Same; len(level) > 0; to = &w.Narrower {
		var next []int
		for _, g := range level {
			if f.done[g] {
				continue
			}
			f.done[g] = true
			same, narrower := f.d.wordsOf(g)
			for word := range same {
				f.add(to, word)
			}
			for word := range narrower {
				next = f.d.appendOf(next, word)
				f.add(&w.Narrower, word)
			}
		}
		level = next
	}
}

// Cycle are heads of groups of which each is a kind of the one before, and the first a kind of the last; nil where there are none.
func (d *Dictionary) Cycle() []string {
	state := make([]int, len(d.groups)) // 1 on the way, 2 without a cycle
	var way []string
	var visit func(g int) bool
	visit = func(g int) bool {
		way = append(way, d.groups[g].Head)
		if state[g] == 1 {
			return true
		}
		if state[g] == 0 {
			state[g] = 1
			for _, word := range d.groups[g].Narrower {
				if slices.ContainsFunc(d.of(master.Fold(word)), visit) {
					return true
				}
			}
			state[g] = 2
		}
		way = way[:len(way)-1]
		return false
	}
	for g := range d.groups {
		if visit(g) {
			return way
		}
	}
	return nil
}
