package index

import (
	"math/bits"
	"slices"
	"sync"
)

// Bits is the working set of a search: one bit per slot of a table. It belongs to one search.
type Bits struct{ w []uint64 }

var pool = sync.Pool{New: func() any { return &Bits{} }}

// NewBits is empty and has room for slots up to last; Put makes more room.
func NewBits(last uint32) *Bits { return newBits(int(last>>pageShift) + 1) }

// newBits is empty and has room for a number of pages.
func newBits(pages int) *Bits {
	b := pool.Get().(*Bits)
	n := pages * pageWords
	if cap(b.w) < n {
		b.w = make([]uint64, n)
		return b
	}
	b.w = b.w[:n]
	clear(b.w)
	return b
}

// Free returns the memory to the pool; b must not be used afterwards.
func (b *Bits) Free() { pool.Put(b) }

func (b *Bits) page(i int) *pageBits { return (*pageBits)(b.w[i*pageWords:]) }

// Or adds the set's slots.
func (b *Bits) Or(s *Set) *Bits {
	for i, p := range s.pages {
		if p == nil || i*pageWords >= len(b.w) {
			continue
		}
		to := b.page(i)
		if p.words == nil {
			to.put(p.few)
			continue
		}
		for j := 0; j < pageWords; j += 4 { // the most frequent loop of searches
			to[j] |= p.words[j]
			to[j+1] |= p.words[j+1]
			to[j+2] |= p.words[j+2]
			to[j+3] |= p.words[j+3]
		}
	}
	return b
}

func (p *pageBits) put(few []uint16) {
	for _, low := range few {
		p[low>>6%pageWords] |= 1 << (low & 63)
	}
}

// And keeps the slots that are in the set too.
func (b *Bits) And(s *Set) *Bits {
	for i := range len(b.w) / pageWords {
		to, p := b.page(i), s.page(i)
		switch {
		case p == nil:
			*to = pageBits{}
		case p.words != nil:
			for j := range p.words {
				to[j] &= p.words[j]
			}
		default:
			var some pageBits
			some.put(p.few)
			for j := range some {
				to[j] &= some[j]
			}
		}
	}
	return b
}

// AndNot drops the set's slots.
func (b *Bits) AndNot(s *Set) *Bits {
	for i, p := range s.pages {
		if p == nil || i*pageWords >= len(b.w) {
			continue
		}
		to := b.page(i)
		if p.words != nil {
			for j := range p.words {
				to[j] &^= p.words[j]
			}
			continue
		}
		for _, low := range p.few {
			to[low>>6%pageWords] &^= 1 << (low & 63)
		}
	}
	return b
}

// OrBits adds the slots of o, for which b has room.
func (b *Bits) OrBits(o *Bits) *Bits {
	to := b.w[:len(o.w)]
	for i, w := range o.w {
		to[i] |= w
	}
	return b
}

// AndBits keeps the slots that are in o too.
func (b *Bits) AndBits(o *Bits) *Bits {
	n := min(len(b.w), len(o.w)) // either may have room for more
	for i, w := range o.w[:n] {
		b.w[i] &= w
	}
	clear(b.w[n:])
	return b
}

// AndNotBits drops the slots of o.
func (b *Bits) AndNotBits(o *Bits) *Bits {
	n := min(len(b.w), len(o.w))
	for i, w := range o.w[:n] {
		b.w[i] &^= w
	}
	return b
}

// Add adds slots.
func (b *Bits) Add(slots []uint32) *Bits {
	for _, slot := range slots {
		b.w[slot>>6] |= 1 << (slot & 63)
	}
	return b
}

// Put adds a slot and makes room for it if necessary.
func (b *Bits) Put(slot uint32) {
	i := int(slot >> 6)
	if i >= len(b.w) {
		b.w = append(b.w, make([]uint64, (i/pageWords+1)*pageWords-len(b.w))...)
	}
	b.w[i] |= 1 << (slot & 63)
}

// Remove drops slots.
func (b *Bits) Remove(slots []uint32) {
	for _, slot := range slots {
		b.w[slot>>6] &^= 1 << (slot & 63)
	}
}

// Drop drops one slot, for which b has room.
func (b *Bits) Drop(slot uint32) { b.w[slot>>6] &^= 1 << (slot & 63) }

// Own removes b from the pool of memory that searches reuse, so that b can be kept.
func (b *Bits) Own() *Bits {
	out := &Bits{slices.Clone(b.w)}
	b.Free()
	return out
}

// Bytes is how much memory b takes.
func (b *Bits) Bytes() int { return 8 * len(b.w) }

// Copy is another one with the same slots.
func (b *Bits) Copy() *Bits { return newBits(len(b.w) / pageWords).OrBits(b) }

// Keep drops the slots for which f is false.
func (b *Bits) Keep(f func(slot uint32) bool) *Bits {
	for i, w := range b.w {
		for left := w; left != 0; left &= left - 1 {
			low := bits.TrailingZeros64(left)
			if !f(uint32(i<<6 | low)) {
				w &^= 1 << low
			}
		}
		b.w[i] = w
	}
	return b
}

// KeepBetween drops the slots whose number in a column of the table does not lie between two, where
// the least int64 stands for a missing number.
func (b *Bits) KeepBetween(t *Table, column int, low, high int64) *Bits {
	return b.Narrow(Clause{Spans: []Span{t.Between(column, low, high)}})
}

// Has says whether a slot is in b.
func (b *Bits) Has(slot uint32) bool {
	i := int(slot >> 6)
	return i < len(b.w) && b.w[i]&(1<<(slot&63)) != 0
}

// Set is the set of the slots of b.
func (b *Bits) Set() *Set {
	out := &Set{pages: make([]*page, len(b.w)/pageWords)}
	for i := range out.pages {
		words := b.page(i)
		n := 0
		for _, w := range words {
			n += bits.OnesCount64(w)
		}
		if n == 0 {
			continue
		}
		p := &page{n: n}
		if n > maxSparse {
			p.words = new(pageBits)
			*p.words = *words
		} else {
			p.few = make([]uint16, 0, n)
			for j, w := range words {
				for ; w != 0; w &= w - 1 {
					p.few = append(p.few, uint16(j<<6|bits.TrailingZeros64(w)))
				}
			}
		}
		out.pages[i], out.n = p, out.n+n
	}
	return out
}

// Count is how many slots are in b.
func (b *Bits) Count() int {
	n := 0
	for _, w := range b.w {
		n += bits.OnesCount64(w)
	}
	return n
}

// Each calls f with every slot in ascending order.
func (b *Bits) Each(f func(slot uint32)) {
	for i, w := range b.w {
		for ; w != 0; w &= w - 1 {
			f(uint32(i<<6 | bits.TrailingZeros64(w)))
		}
	}
}

// slots are those of b in ascending order.
func (b *Bits) slots(n int) []uint32 {
	out := make([]uint32, 0, n)
	for i, w := range b.w {
		for ; w != 0; w &= w - 1 {
			out = append(out, uint32(i<<6|bits.TrailingZeros64(w)))
		}
	}
	return out
}
