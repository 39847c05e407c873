package words

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"tsunagu/store/master"
)

// Concepts are what a text is about, for the match score (domain.md 8): a number for each group of the built-in dictionary, and one for
// each kind that is in no group as a word of its own. The office's groups have none, so that a score is the same wherever it is asked.

// ConceptsMost is how many concepts of a text count.
const ConceptsMost = 16

// Meeting is how a concept that somebody wants meets one that a text has.
type Meeting uint8

const (
	Apart Meeting = iota
	Near          // one is offered beside the other, or the text is more general than the wish
	Meets         // the same, or a kind of what is wanted

)

// concepts are those of a dictionary, made once.
type concepts struct {
	names  []string
	by     map[string][]uint16 // by a folded word
	said   map[string]bool     // the words that stand for their concepts in a text
	next   map[trieStep]int32  // a trie of the words: node and rune to the next node
	ends   [][]uint16          // concepts of the word that ends at a node
	around [][]metConcept      // by concept: the others that it meets, by their numbers
}

type trieStep struct {
	node int32
	r    rune
}

type metConcept struct {
	said uint16
	how  Meeting
}

var builtIn = sync.OnceValue(func() *concepts { return newConcepts(Default().groups) })

func newConcepts(groups []Group) *concepts {
	c := &concepts{by: map[string][]uint16{}, said: map[string]bool{}, next: map[trieStep]int32{}, ends: make([][]uint16, 1)}
	name := func(word string, n uint16) {
		if folded := master.Fold(word); !slices.Contains(c.by[folded], n) {
			c.by[folded] = append(c.by[folded], n)
		}
	}
	for i, g := range groups {
		c.names = append(c.names, g.Head)
		name(g.Head, uint16(i))
		for _, word := range g.Same {
			name(word, uint16(i))
		}
	}
	for _, g := range groups {
		for _, word := range g.Narrower {
			if folded := master.Fold(word); len(c.by[folded]) == 0 && !strings.Contains(folded, Both) {
				name(word, uint16(len(c.names)))
				c.names = append(c.names, word)
			}
		}
	}
	silent := everywhere()
	for word, of := range c.by {
		if isLong(word) && !silent[word] {
			c.plant(word, of)
			c.said[word] = true
		}
	}
	c.meet(groups)
	return c
}

func (c *concepts) plant(word string, of []uint16) {
	node := int32(0)
	for _, r := range word {
		to, ok := c.next[trieStep{node, r}]
		if !ok {
			to = int32(len(c.ends))
			c.next[trieStep{node, r}], c.ends = to, append(c.ends, nil)
		}
		node = to
	}
	c.ends[node] = of
}

// meet works out which concepts meet, from the kinds of each group, theirs in turn, and what is offered beside it.
func (c *concepts) meet(groups []Group) {
	kinds := make([][]uint16, len(c.names))
	for i, g := range groups {
		for _, word := range g.Narrower {
			kinds[i] = append(kinds[i], c.by[master.Fold(word)]...)
		}
	}
	met := make([]map[uint16]Meeting, len(c.names))
	put := func(wanted, said uint16, how Meeting) {
		if met[wanted] == nil {
			met[wanted] = map[uint16]Meeting{}
		}
		met[wanted][said] = max(met[wanted][said], how)
	}
	for i := range c.names {
		wanted := uint16(i)
		put(wanted, wanted, Meets)
		for level := kinds[i]; len(level) > 0; {
			var next []uint16
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
	for i, g := range groups {
		for _, word := range g.Related {
			for _, other := range c.by[master.Fold(word)] {
				put(uint16(i), other, Near)
				put(other, uint16(i), Near)
			}
		}
	}
	c.around = make([][]metConcept, len(c.names))
	for i, said := range met {
		for n, how := range said {
			c.around[i] = append(c.around[i], metConcept{n, how})
		}
		slices.SortFunc(c.around[i], func(a, b metConcept) int { return cmp.Compare(a.said, b.said) })
	}
}

// find are the concepts of a folded text, those of the longest words first, since they say the most; of equally long ones the first in
// the dictionary. A word within a longer one does not count (ホーム in 老人ホーム), nor do letters within others (it in kit).
func (c *concepts) find(text string) []int {
	type hit struct {
		concept uint16
		length  int
	}
	var hits []hit
	beyond, before := 0, rune(0)
	for at, r := range text {
		first := c.next[trieStep{0, r}]
		if first != 0 && !(isLetter(before) && isLetter(r)) {
			_, size := utf8.DecodeRuneInString(text[at:])
			node, end, length, of := first, at+size, 1, []uint16(nil)
			to, most := end, 1
			for ends, last := text[end:], r; ; length++ {
				next, size := utf8.DecodeRuneInString(ends)
				if c.ends[node] != nil && !(isLetter(last) && isLetter(next)) {
					of, to, most = c.ends[node], end, length
				}
				var ok bool
				if node, ok = c.next[trieStep{node, next}]; size == 0 || !ok {
					break
				}
				ends, end, last = ends[size:], end+size, next
			}
			if of != nil && to > beyond {
				beyond = to
				for _, n := range of {
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
	return builtIn().met(wanted, said)
}

// Around calls f with the concepts that meet one or are met by it, itself among them: all others are apart from it either way.
func Around(concept int, f func(other int)) {
	for _, m := range builtIn().around[concept] {
		f(int(m.said))
	}
}

func (c *concepts) met(wanted, said int) Meeting {
	around := c.around[wanted]
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
