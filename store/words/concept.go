package words

import (
	"cmp"
	"maps"
	"slices"
	"sync"
	"unicode/utf8"

	"tsunagu/store/master"
)

// Concepts are what a text is about, for the match score (domain.md 8): a number for each group of the built-in dictionary, and one for
// each kind that is in no group as a word of its own. The office's groups have none, so that a score is the same wherever it is asked.

// ConceptsMost is how many concepts of a text count: more than a text of 2,000 characters has, as the search finds it by no other way.
const ConceptsMost = 64

// Meeting is how a concept that somebody wants meets one that a text has.
type Meeting uint8

const (
	Apart Meeting = iota
	Near          // one is offered beside the other, or the text is more general than the wish
	Meets         // the same, or a kind of what is wanted

)

// concepts are those of a dictionary, made once. Those with the numbers of its groups are the groups' own.
type concepts struct {
	d      *Dictionary
	names  []string
	kinds  map[string]uint16 // of kinds that name no group
	words  trie              // those that stand for their concepts in a text
	said   []uint16          // their concepts
	ofWord []uint32          // by a word's number there: where its own end in said; those of the first begin at the first, 0
	first  []uint32          // by concept: where the others that it meets begin in met
	met    []metConcept      // those of one ascending
	phrases
}

type metConcept struct {
	said uint16
	how  Meeting
}

var builtIn = sync.OnceValue(func() *concepts { return newConcepts(Default()) })

// Prepare makes what the first question would wait for.
func Prepare() { builtIn(); neighbours(); classesNamed() }

func newConcepts(d *Dictionary) *concepts {
	c := &concepts{d: d, kinds: map[string]uint16{}}
	for _, g := range d.groups {
		c.names = append(c.names, g.Head)
	}
	var said []string
	for i, g := range d.groups {
		same, narrower := d.wordsOf(i)
		said = slices.AppendSeq(said, same)
		written := g.Narrower
		for word := range narrower {
			if len(c.of(word)) == 0 {
				c.kinds[word] = uint16(len(c.names))
				c.names, said = append(c.names, written[0]), append(said, word)
			}
			written = written[1:]
		}
	}
	c.phrases = newPhrases(d)
	slices.Sort(said)
	said = slices.DeleteFunc(slices.Compact(said), func(word string) bool { return !isSaid(word) || isPhrase(word) })
	c.words = trieOf(said)
	c.ofWord = make([]uint32, 1, len(said)+1)
	for _, word := range said {
		for _, n := range c.of(word) {
			c.said = append(c.said, uint16(n))
		}
		c.ofWord = append(c.ofWord, uint32(len(c.said)))
	}
	c.meet()
	return c
}

// isSaid says that a folded word that has concepts stands for them in a text.
func isSaid(word string) bool { return isLong(word) && !everywhere()[word] }

// of are the concepts of a folded word. A phrase stands for the groups that have it.
func (c *concepts) of(word string) []int {
	if isPhrase(word) {
		return append(c.d.of(word), c.d.under(word)...)
	}
	of := c.d.of(word)
	if n, ok := c.kinds[word]; ok && len(of) == 0 {
		of = append(of, int(n))
	}
	return of
}

// meet works out which concepts meet, from the kinds of each group, theirs in turn, and what is offered beside it.
func (c *concepts) meet() {
	kinds := make([][]int, len(c.names))
	for i := range c.d.groups {
		_, narrower := c.d.wordsOf(i)
		for word := range narrower {
			if !isPhrase(word) {
				kinds[i] = append(kinds[i], c.of(word)...)
			}
		}
	}
	met := make([]map[int]Meeting, len(c.names))
	put := func(wanted, said int, how Meeting) {
		if met[wanted] == nil {
			met[wanted] = map[int]Meeting{}
		}
		met[wanted][said] = max(met[wanted][said], how)
	}
	for wanted := range c.names {
		put(wanted, wanted, Meets)
		for level := kinds[wanted]; len(level) > 0; {
			var next []int
			for _, kind := range level {
				if met[wanted][kind] != Meets {
					put(wanted, kind, Meets)
					put(kind, wanted, Near)
					next = append(next, kinds[kind]...)
				}
			}
			level = next
		}
	}
	for i, g := range c.d.groups {
		for _, word := range g.Related {
			for _, other := range c.of(master.Fold(word)) {
				put(i, other, Near)
				put(other, i, Near)
			}
		}
	}
	for _, of := range met {
		c.first = append(c.first, uint32(len(c.met)))
		for _, said := range slices.Sorted(maps.Keys(of)) {
			c.met = append(c.met, metConcept{uint16(said), of[said]})
		}
	}
	c.first = append(c.first, uint32(len(c.met)))
	c.met = slices.Clone(c.met)
}

// around are the concepts that meet one or are met by it, ascending.
func (c *concepts) around(concept int) []metConcept {
	return c.met[c.first[concept]:c.first[concept+1]]
}

// hit is a concept in a text, and how many characters stand for it.
type hit struct {
	concept uint16
	length  int
}

// find are the concepts of a folded text, those of the longest words first, since they say the most; of equally long ones the first in
// the dictionary. A word within a longer one does not count (ホーム in 老人ホーム), nor do letters within others (it in kit). Of a phrase both
// words count wherever they stand.
func (c *concepts) find(text string) []int {
	hits := c.phrases.in(text)
	beyond, before := 0, rune(0)
	for at, r := range text {
		if first := c.words.start(r); first != 0 && !(isLetter(before) && isLetter(r)) {
			_, size := utf8.DecodeRuneInString(text[at:])
			node, end, of := first, at+size, 0
			to, most := end, 1
			for length, last := 1, r; node != 0; length++ {
				next, size := utf8.DecodeRuneInString(text[end:])
				if word := c.words.word[node]; word != 0 && !(isLetter(last) && isLetter(next)) {
					of, to, most = int(word), end, length
				}
				if size == 0 {
					break
				}
				node, end, last = c.words.step(node, next), end+size, next
			}
			if of != 0 && to > beyond {
				beyond = to
				for _, n := range c.said[c.ofWord[of-1]:c.ofWord[of]] {
					hits = append(hits, hit{n, most})
				}
			}
		}
		before = r
	}
	slices.SortFunc(hits, func(a, b hit) int { return cmp.Or(cmp.Compare(b.length, a.length), cmp.Compare(a.concept, b.concept)) })
	var out []int
	for _, h := range hits {
		if n := int(h.concept); len(out) < ConceptsMost && !slices.Contains(out, n) {
			out = append(out, n)
		}
	}
	return out
}

func isLetter(r rune) bool { return r >= 'a' && r <= 'z' || r >= '0' && r <= '9' }

// Concepts are those of a folded text, at most ConceptsMost.
func Concepts(text string) []int { return builtIn().find(text) }

// ConceptName is the usual word of a concept, as it is written.
func ConceptName(concept int) string { return builtIn().names[concept] }

// Meet says how a wanted concept meets one that a text has.
func Meet(wanted, said int) Meeting {
	return builtIn().meeting(wanted, said)
}

// Around calls f with the concepts that meet one or are met by it, itself among them: all others are apart from it either way.
func Around(concept int, f func(other int)) {
	for _, m := range builtIn().around(concept) {
		f(int(m.said))
	}
}

func (c *concepts) meeting(wanted, said int) Meeting {
	around := c.around(wanted)
	at, ok := slices.BinarySearchFunc(around, uint16(said), func(m metConcept, n uint16) int { return cmp.Compare(m.said, n) })
	if !ok {
		return Apart
	}
	return around[at].how
}

// Example is a wanted concept and one that a text has which meet so.
func Example(m Meeting) (wanted, said int) {
	for wanted := range builtIn().names {
		for said := range builtIn().names {
			if Meet(wanted, said) == m {
				return wanted, said
			}
		}
	}
	panic("words: no concepts meet so")
}
