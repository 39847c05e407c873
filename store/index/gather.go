package index

import (
	"math/bits"
	"slices"
	"sync"
)

// gathering collects rows that are found page by page: as a list while they are few, else as bits.
type gathering struct {
	t    *Table
	n    int
	few  *[]uint32
	many *Bits
}

// gatheringRoom is a pool of memory for the lists; only the found rows are copied from it.
var gatheringRoom = sync.Pool{New: func() any { return new([]uint32) }}

// add adds the rows of a page, of which there are so many.
func (g *gathering) add(i int, page *pageBits, rows int) {
	if g.many != nil {
		*g.many.page(i) = *page
		g.n += rows
		return
	}
	if g.few == nil {
		g.few = gatheringRoom.Get().(*[]uint32)
	}
	few := *g.few
	for j, w := range page {
		for ; w != 0; w &= w - 1 {
			few = append(few, uint32(i)<<pageShift|uint32(j<<6|bits.TrailingZeros64(w)))
		}
	}
	if g.n = len(few); !g.t.isFew(g.n) {
		g.many, few = g.t.Bits().Add(few), few[:0]
	}
	*g.few = few
}

func (g *gathering) rows() *Rows {
	r := &Rows{t: g.t, n: g.n, many: g.many}
	if g.many == nil && g.n > 0 {
		r.few = slices.Clone(*g.few)
	}
	return r
}

// free returns the memory to the pool, except the bits of many rows, which the result keeps.
func (g *gathering) free() {
	if g.few != nil {
		*g.few = (*g.few)[:0]
		gatheringRoom.Put(g.few)
	}
}
