// Package words says which words mean the same as a word, or a kind of it, so that a search for 介護 also finds 老人ホーム. It is a
// dictionary of the field, embedded in the program, to which the network's office adds groups of its own. It is pure: it knows no data of
// the network but those groups. README.md says how the tables are written.
package words

import (
	"maps"
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

// foldedGroup are the folded words of a group, with the head first among the same.
type foldedGroup struct{ same, narrower []string }

// Dictionary are groups, found by their folded words. It does not change; With makes another one.
type Dictionary struct {
	groups  []Group
	folded  []foldedGroup     // theirs
	of      map[string][]int  // by a head, or a word with the same meaning
	under   map[string][]int  // by a kind: the groups of which it is one
	spelled map[string]string // a folded word as the first group writes it

	mu      sync.Mutex
	widened map[string]Widened // of words that were asked for lately
}

// widenedMost bounds how many of them are remembered: a page after another asks the same, and broad words have a thousand kinds.
const widenedMost = 100

// With is the dictionary with more groups. One with the head of a group that is there adds to that.
func (d *Dictionary) With(groups []Group) *Dictionary {
	out := &Dictionary{groups: slices.Concat(d.groups, groups), folded: slices.Clone(d.folded), of: map[string][]int{},
		under: map[string][]int{}, spelled: map[string]string{}, widened: map[string]Widened{}}
	maps.Copy(out.of, d.of)
	maps.Copy(out.under, d.under)
	maps.Copy(out.spelled, d.spelled)
	for i, g := range groups {
		var own foldedGroup
		add := func(to map[string][]int, list *[]string, word string) {
			folded := master.Fold(word)
			*list = append(*list, folded)
			if !slices.Contains(to[folded], len(d.groups)+i) {
				to[folded] = append(slices.Clip(to[folded]), len(d.groups)+i)
			}
			out.spell(word)
		}
		add(out.of, &own.same, g.Head)
		for _, word := range g.Same {
			add(out.of, &own.same, word)
		}
		for _, word := range g.Narrower {
			add(out.under, &own.narrower, word)
		}
		out.folded = append(out.folded, own)
		for _, word := range g.Related {
			out.spell(word)
		}
	}
	return out
}

func (d *Dictionary) spell(word string) {
	if folded := master.Fold(word); d.spelled[folded] == "" {
		d.spelled[folded] = word
	}
}

// Groups is how many there are.
func (d *Dictionary) Groups() int { return len(d.groups) }

// Spelled is a folded word as the dictionary writes it; of two words of a text, with ＋ between them.
func (d *Dictionary) Spelled(folded string) string {
	if word := d.spelled[folded]; word != "" {
		return word
	}
	if of, does, isDeed := strings.Cut(folded, Both); isDeed {
		return d.spelledDeed(of, does)
	}
	return folded
}

// Holding are the heads of the groups that have a word as their head or with the same meaning.
func (d *Dictionary) Holding(word string) (heads []string) {
	for _, g := range d.of[master.Fold(word)] {
		heads = append(heads, d.groups[g].Head)
	}
	return heads
}

// AlternatesMost bounds how many words are searched beside one: words with the same meaning first, then kinds, the nearest first, in the
// order in which the groups have them. The kinds beyond are found by the concepts of texts (Widened.Others).
const AlternatesMost = 40

// Widened is a folded word with the folded words that are searched beside it: Same and Narrower. Two with Both between them are one
// alternative: both are in the text. A word that contains the asked one, or
// another of these, is not among them: a search is for parts of texts, so it is found already. Related are suggestions, never searched.
// Others are the words of all kinds for which there was no room: a text is found by them if it has their concepts.
// Deeds are names of the business taken apart.
type Widened struct {
	Word                            string
	Same, Narrower, Others, Related []string
	Classes                         []string
	Deeds                           []Deed

	all   []string // the word and those of its groups and all kinds, also those that others find
	kinds []int    // concepts of Others
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
	at, known := d.of[w.Word], w.Word
	if at == nil {
		if stem := d.stem(w.Word); stem != "" {
			at, known = d.of[stem], stem
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
	for _, g := range d.under[known] { // the wider word is one to think of, too
		f.add(&w.Related, master.Fold(d.groups[g].Head))
	}
	return w
}

// endings are what a clerk adds to the name of a business.
var endings = []string{"事業者", "業者", "業界", "事業", "会社", "企業", "業"}

// stem is a word of a group of which another one is the name with an ending; "" where there is none.
func (d *Dictionary) stem(word string) string {
	for _, end := range endings {
		if stem, ok := strings.CutSuffix(word, end); ok && d.of[stem] != nil && utf8.RuneCountInString(stem) >= 2 {
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
			for _, word := range f.d.folded[g].same {
				f.add(to, word)
			}
			for _, word := range f.d.folded[g].narrower {
				next = append(next, f.d.of[word]...)
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
				if slices.ContainsFunc(d.of[master.Fold(word)], visit) {
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
