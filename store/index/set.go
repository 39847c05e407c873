// Package index keeps in memory what a search needs of a table of SQLite: a bitmap for every
// value, small columns, and orders. A Table never changes: an Edit makes the next one, which
// shares with it all that stayed the same, so that a reader keeps the one that belongs to its
// snapshot and nobody waits for anybody. It knows neither SQL nor what the values mean.
package index

import (
	"math/bits"
	"slices"
)

const (
	pageShift = 13
	pageSlots = 1 << pageShift
	pageWords = pageSlots / 64
	maxSparse = 512 // a list of as many takes as much memory as the bits do
)

// page is a part of a Set: a sorted list while there are few, else bits.
type page struct {
	n     int
	few   []uint16
	words *pageBits
}

type pageBits [pageWords]uint64

func (p *page) has(low uint16) bool {
	if p.words != nil {
		return p.words[low>>6]&(1<<(low&63)) != 0
	}
	_, ok := slices.BinarySearch(p.few, low)
	return ok
}

func (p *page) each(f func(low uint16)) {
	for _, low := range p.few {
		f(low)
	}
	if p.words == nil {
		return
	}
	for i, w := range p.words {
		for ; w != 0; w &= w - 1 {
			f(uint16(i<<6 | bits.TrailingZeros64(w)))
		}
	}
}

// change is p without the slots of gone and with the added ones; p itself where nothing changes,
// nil where nothing is left.
func (p *page) change(gone *page, added []uint16) *page {
	if p == nil {
		p = &page{}
	}
	touched := false
	if gone != nil {
		smaller, other := p, gone
		if gone.n < p.n {
			smaller, other = gone, p
		}
		smaller.each(func(low uint16) { touched = touched || other.has(low) })
	}
	if !touched && len(added) == 0 {
		return p.orNil()
	}
	if p.words == nil && len(p.few)+len(added) <= maxSparse {
		out := &page{few: make([]uint16, 0, len(p.few)+len(added))}
		for _, low := range p.few {
			if !touched || !gone.has(low) {
				out.few = append(out.few, low)
			}
		}
		out.few = append(out.few, added...)
		slices.Sort(out.few)
		out.few = slices.Compact(out.few)
		out.n = len(out.few)
		return out.orNil()
	}
	out := &page{words: new(pageBits)}
	if p.words != nil {
		*out.words = *p.words
	}
	for _, low := range p.few {
		out.words[low>>6] |= 1 << (low & 63)
	}
	if touched {
		gone.each(func(low uint16) { out.words[low>>6] &^= 1 << (low & 63) })
	}
	for _, low := range added {
		out.words[low>>6] |= 1 << (low & 63)
	}
	for _, w := range out.words {
		out.n += bits.OnesCount64(w)
	}
	if out.n <= maxSparse/2 {
		few := make([]uint16, 0, out.n)
		out.each(func(low uint16) { few = append(few, low) })
		out.few, out.words = few, nil
	}
	return out.orNil()
}

func (p *page) orNil() *page {
	if p.n == 0 {
		return nil
	}
	return p
}

// Set is a set of slots that never changes.
type Set struct {
	pages []*page
	n     int
}

var empty = &Set{}

// SetOf is the set of the slots.
func SetOf(slots []uint32) *Set { return empty.Change(empty, slots) }

// Count is how many slots are in the set.
func (s *Set) Count() int { return s.n }

// Bytes is how much memory the set takes, about: pages that it shares with others count in full.
func (s *Set) Bytes() int {
	n := 48
	for _, p := range s.pages {
		n += 8
		if p != nil {
			n += 40 + 2*len(p.few)
		}
		if p != nil && p.words != nil {
			n += 8 * pageWords
		}
	}
	return n
}

// Has says that a slot is in the set.
func (s *Set) Has(slot uint32) bool {
	p := s.page(int(slot >> pageShift))
	return p != nil && p.has(uint16(slot%pageSlots))
}

// And is the set of the slots that are in both.
func (s *Set) And(o *Set) *Set {
	b := newBits(len(s.pages)).Or(s).And(o)
	defer b.Free()
	return b.Set()
}

// Each calls f with every slot in ascending order.
func (s *Set) Each(f func(slot uint32)) {
	for i, p := range s.pages {
		if p != nil {
			p.each(func(low uint16) { f(uint32(i)<<pageShift | uint32(low)) })
		}
	}
}

func (s *Set) page(i int) *page {
	if i >= len(s.pages) {
		return nil
	}
	return s.pages[i]
}

// Change is s without the slots of gone and with the added ones.
func (s *Set) Change(gone *Set, added []uint32) *Set {
	if !slices.IsSorted(added) {
		added = slices.Sorted(slices.Values(added))
	}
	var out *Set
	put := func(i int, p *page) {
		old := s.page(i)
		if p == old {
			return
		}
		if out == nil {
			out = &Set{pages: slices.Clone(s.pages), n: s.n}
		}
		for i >= len(out.pages) {
			out.pages = append(out.pages, nil)
		}
		out.pages[i] = p
		if old != nil {
			out.n -= old.n
		}
		if p != nil {
			out.n += p.n
		}
	}
	next := 0 // the first page that is not settled
	goneUntil := func(end int) {
		for ; next < min(end, len(gone.pages), len(s.pages)); next++ {
			if g, old := gone.pages[next], s.pages[next]; g != nil && old != nil {
				put(next, old.change(g, nil))
			}
		}
	}
	for len(added) > 0 {
		i := int(added[0] >> pageShift)
		goneUntil(i)
		var lows []uint16
		for len(added) > 0 && int(added[0]>>pageShift) == i {
			lows = append(lows, uint16(added[0]%pageSlots))
			added = added[1:]
		}
		put(i, s.page(i).change(gone.page(i), lows))
		next = i + 1
	}
	goneUntil(len(s.pages))
	if out == nil {
		return s
	}
	return out
}
