package words

import (
	"iter"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"
)

// isPhrase says that a folded kind is several words, all of which a text must have.
func isPhrase(word string) bool { return strings.Contains(word, Both) }

// phrases finds what a dictionary has in several words: a text that has all of one is about its group, wherever they stand.
type phrases struct {
	words trie       // that phrases are made of
	keyed [][]spoken // by a word's number: the phrases whose longest word it is
}

// spoken is a phrase with its concept.
type spoken struct {
	others  []uint16 // numbers of its other words
	concept uint16
	length  uint16 // characters
}

func newPhrases(d *Dictionary) phrases {
	number := map[string]int{}
	each := func(f func(group int, parts []string)) {
		for i := range d.groups {
			same, narrower := d.wordsOf(i)
			for _, list := range []iter.Seq[string]{same, narrower} {
				for word := range list {
					if isPhrase(word) {
						f(i, strings.Split(word, Both))
					}
				}
			}
		}
	}
	each(func(_ int, parts []string) {
		for _, part := range parts {
			number[part] = 0
		}
	})
	all := slices.Sorted(maps.Keys(number))
	for i, word := range all {
		number[word] = i
	}
	p := phrases{words: trieOf(all), keyed: make([][]spoken, len(all))}
	each(func(group int, parts []string) {
		slices.SortStableFunc(parts, func(a, b string) int { return utf8.RuneCountInString(b) - utf8.RuneCountInString(a) })
		s := spoken{concept: uint16(group)}
		for i, part := range parts {
			s.length += uint16(utf8.RuneCountInString(part))
			if i > 0 {
				s.others = append(s.others, uint16(number[part]))
			}
		}
		p.keyed[number[parts[0]]] = append(p.keyed[number[parts[0]]], s)
	})
	return p
}

// in are the concepts of the phrases of a folded text.
func (p *phrases) in(text string) (hits []hit) {
	has, found := make([]uint64, (len(p.keyed)+63)/64), []uint32(nil)
	for at, r := range text {
		node, end := p.words.start(r), at+utf8.RuneLen(r)
		for node != 0 {
			if word := p.words.word[node]; word != 0 && has[(word-1)/64]&(1<<((word-1)%64)) == 0 {
				has[(word-1)/64] |= 1 << ((word - 1) % 64)
				found = append(found, word-1)
			}
			next, size := utf8.DecodeRuneInString(text[end:])
			if size == 0 {
				break
			}
			node, end = p.words.step(node, next), end+size
		}
	}
	for _, word := range found {
		for _, s := range p.keyed[word] {
			if !slices.ContainsFunc(s.others, func(n uint16) bool { return has[n/64]&(1<<(n%64)) == 0 }) {
				hits = append(hits, hit{s.concept, int(s.length)})
			}
		}
	}
	return hits
}
