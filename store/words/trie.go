package words

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"
)

// trie finds words in a text, rune by rune. Its nodes are numbered breadth first, so that the children of one follow each other, and those
// of the next begin where they end: a node is three numbers. 0 is the root, and stands for no node where one is asked for.
type trie struct {
	rune  []rune   // by which a node is reached
	child []uint32 // its first child; one more than there are nodes
	word  []uint32 // 1 and more: the number of the word that ends at it, counted from 1
	roots []uint32 // by a rune of the basic plane less its lowest: the child of the root
	low   rune
}

// trieOf makes one of words in ascending order, each once.
func trieOf(words []string) trie {
	t := trie{}
	type span struct{ from, to, at int } // words that begin alike up to a byte
	for level := []span{{0, len(words), 0}}; len(level) > 0; {
		var next []span
		for _, s := range level {
			i, end := s.from, uint32(0)
			if i < s.to && len(words[i]) == s.at {
				i++
				end = uint32(i)
			}
			t.word = append(t.word, end)
			for i < s.to {
				r, size := utf8.DecodeRuneInString(words[i][s.at:])
				first, same := i, words[i][s.at:s.at+size]
				for i++; i < s.to && strings.HasPrefix(words[i][s.at:], same); i++ {
				}
				next = append(next, span{first, i, s.at + size})
				t.rune = append(t.rune, r)
			}
			t.child = append(t.child, uint32(len(t.rune)+1))
		}
		level = next
	}
	// What was collected is where a node's children end, which is where those of the next begin.
	t.rune = slices.Concat([]rune{0}, t.rune)
	t.child = slices.Concat([]uint32{1}, t.child)
	t.word = slices.Clone(t.word)
	if of := t.rune[1:t.child[1]]; len(of) > 0 {
		t.low = slices.Min(of)
		t.roots = make([]uint32, min(slices.Max(of), 0xffff)-min(t.low, 0xffff)+1)
		for i, r := range of {
			if r <= 0xffff {
				t.roots[r-t.low] = uint32(1 + i)
			}
		}
	}
	return t
}

// start is the node of words that begin with a rune.
func (t *trie) start(r rune) uint32 {
	if r < t.low {
		return 0
	}
	if r > 0xffff {
		return t.step(0, r)
	}
	if at := int(r - t.low); at < len(t.roots) {
		return t.roots[at]
	}
	return 0
}

// step is the node after another one.
func (t *trie) step(node uint32, r rune) uint32 {
	from := t.child[node]
	at, ok := slices.BinarySearchFunc(t.rune[from:t.child[node+1]], r, cmp.Compare[rune])
	if !ok {
		return 0
	}
	return from + uint32(at)
}
