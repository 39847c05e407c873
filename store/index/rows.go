package index

import (
	"math/bits"
	"slices"
)

// Count is how many rows there are.
func (r *Rows) Count() int { return r.n }

// Has says whether a row is among them.
func (r *Rows) Has(slot uint32) bool {
	if r.many != nil {
		return r.many.Has(slot)
	}
	_, ok := slices.BinarySearch(r.few, slot)
	return ok
}

// Each calls f with every row in ascending order.
func (r *Rows) Each(f func(slot uint32)) {
	for _, slot := range r.few {
		f(slot)
	}
	if r.many != nil {
		r.many.Each(f)
	}
}

// Among calls f with every row that is in b too.
func (r *Rows) Among(b *Bits, f func(slot uint32)) {
	if r.many == nil {
		for _, slot := range r.few {
			if b.Has(slot) {
				f(slot)
			}
		}
		return
	}
	for i, w := range b.w[:min(len(b.w), len(r.many.w))] {
		for w &= r.many.w[i]; w != 0; w &= w - 1 {
			f(uint32(i<<6 | bits.TrailingZeros64(w)))
		}
	}
}

// Keep returns the rows for which f is true.
func (r *Rows) Keep(f func(slot uint32) bool) *Rows {
	return r.t.Take(r.AddTo(r.t.Bits()).Keep(f))
}

// AddTo adds the rows to bits.
func (r *Rows) AddTo(b *Bits) *Bits {
	b.Add(r.few)
	if r.many != nil {
		b.OrBits(r.many)
	}
	return b
}

// Free returns the memory of rows that nobody else uses to the pool; they must not be used
// afterwards.
func (r *Rows) Free() {
	if r.many != nil {
		r.many.Free()
	}
	*r = Rows{t: r.t}
}

// Bytes is how much memory the rows take, with an estimate of their later lines.
func (r *Rows) Bytes() int {
	const orders = 3
	if r.many != nil {
		return 8*len(r.many.w) + orders*4*(r.t.Count()/blockSlots+1)
	}
	return 256 + 4*len(r.few)*(1+orders)
}
