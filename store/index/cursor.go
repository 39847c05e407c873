package index

import (
	"math/bits"
	"sort"
)

// Cursor goes through some rows of a table in an order. For many rows it goes along the stored
// order of all rows, for few it sorts them.
type Cursor struct {
	t     *Table
	by    int
	isAsc bool
	in    *Bits
	not   *Rows // left out

	sorted []uint32 // the remaining rows, if they were sorted

	// Otherwise the stored order: the cursor's place in it, and the end of the run of equal rows
	// that it is in. When the order goes up, a run is read backwards.
	blocks     [][]uint32
	at         place
	begin, end place
	inRun      bool
}

// place is a position in the blocks of an order.
type place struct{ block, i int }

// Cursor starts at the first of the rows in b; need is how many will be read.
func (t *Table) Cursor(by int, b *Bits, isAsc bool, need int) *Cursor {
	c := &Cursor{t: t, by: by, isAsc: isAsc, in: b, blocks: t.orders[by].blocks}
	n := b.Count()
	if n == 0 {
		return c
	}
	// To choose the first ones looks up the number of each row; a walk passes more rows than these where the conditions
	// leave out those with which it begins.
	walk, choosing := min(need, n)*(t.Count()/n+1), 4*n
	o := &t.schema.Orders[by]
	if o.IsText {
		choosing *= bits.Len(uint(n))
	}
	if o.IsKept && walk < choosing {
		if !isAsc {
			c.at = place{len(c.blocks), 0}
		}
		return c
	}
	c.blocks = nil
	c.sorted = t.first(by, isAsc, b.slots(n), min(need, n))
	return c
}

// Next is the next row, if there is one.
func (c *Cursor) Next() (slot uint32, ok bool) {
	for len(c.sorted) > 0 {
		if slot, c.sorted = c.sorted[0], c.sorted[1:]; c.not == nil || !c.not.Has(slot) {
			return slot, true
		}
	}
	if len(c.blocks) == 0 {
		return 0, false
	}
	for {
		if slot, ok = c.step(); !ok || c.wants(slot) {
			return slot, ok
		}
	}
}

func (c *Cursor) wants(slot uint32) bool { return c.in.Has(slot) && (c.not == nil || !c.not.Has(slot)) }

// step is the next row of the stored order, whether the cursor wants it or not.
func (c *Cursor) step() (uint32, bool) {
	if c.isAsc {
		return c.up()
	}
	return c.down()
}

func (c *Cursor) down() (uint32, bool) {
	if c.at.i == 0 {
		if c.at.block == 0 {
			return 0, false
		}
		c.at.block--
		c.at.i = len(c.blocks[c.at.block])
	}
	c.at.i--
	return c.blocks[c.at.block][c.at.i], true
}

// up goes from one run of equal rows to the next, through each from its end to the first row that is wanted: only
// where one is, the end is looked for.
func (c *Cursor) up() (uint32, bool) {
	if c.inRun && c.at == c.begin {
		c.at, c.inRun = c.end, false
	}
	if !c.inRun {
		var ok bool
		if c.begin, ok = c.nextWanted(c.at); !ok {
			return 0, false
		}
		c.end, c.inRun = c.runEnd(c.begin), true
		c.at = c.end
	}
	return c.down()
}

// nextWanted is the first place at p or after it whose row is wanted.
func (c *Cursor) nextWanted(p place) (place, bool) {
	for ; p.block < len(c.blocks); p = (place{p.block + 1, 0}) {
		for block := c.blocks[p.block]; p.i < len(block); p.i++ {
			if c.wants(block[p.i]) {
				return p, true
			}
		}
	}
	return p, false
}

// runEnd is where the rows that are equal to the one at p end.
func (c *Cursor) runEnd(p place) place {
	first := c.blocks[p.block][p.i]
	after := func(slot uint32) bool { return c.t.compareColumn(c.by, slot, first) > 0 }
	b := p.block
	if p.i+1 < len(c.blocks[b]) && after(c.blocks[b][p.i+1]) { // most runs are one row
		return place{b, p.i + 1}
	}
	if !after(c.blocks[b][len(c.blocks[b])-1]) { // into later blocks: the last that begins with an equal row
		b += sort.Search(len(c.blocks)-b-1, func(i int) bool { return after(c.blocks[b+1+i][0]) })
	}
	from := 0
	if b == p.block {
		from = p.i
	}
	return place{b, from + sort.Search(len(c.blocks[b])-from, func(i int) bool { return after(c.blocks[b][from+i]) })}
}

// Walker returns rows one after another.
type Walker interface{ Next() (uint32, bool) }

// Page skips offset rows of a walker and returns the next ones.
func Page(w Walker, offset, limit int) []uint32 {
	var out []uint32
	for i := 0; len(out) < limit; i++ {
		slot, ok := w.Next()
		if !ok {
			break
		}
		if i >= offset {
			out = append(out, slot)
		}
	}
	return out
}

// merge merges two walkers.
type merge struct {
	t            *Table
	a, b         *Cursor
	x, y         uint32
	okX, okY     bool
	isAsc, begun bool
}

// Merge merges two cursors, each ordered by a number column, as if they were one order.
func (t *Table) Merge(a, b *Cursor, isAsc bool) Walker { return &merge{t: t, a: a, b: b, isAsc: isAsc} }

func (w *merge) Next() (slot uint32, ok bool) {
	if !w.begun {
		w.begun = true
		w.x, w.okX = w.a.Next()
		w.y, w.okY = w.b.Next()
	}
	if w.okX && (!w.okY || w.isFirst()) {
		slot, ok = w.x, true
		w.x, w.okX = w.a.Next()
		return slot, ok
	}
	slot, ok = w.y, w.okY
	if ok {
		w.y, w.okY = w.b.Next()
	}
	return slot, ok
}

// isFirst says that x comes before y: by the greater number, or with isAsc the smaller one, then by
// the greater slot.
func (w *merge) isFirst() bool {
	orders := w.t.schema.Orders
	x, y := w.t.Int(orders[w.a.by].Column, w.x), w.t.Int(orders[w.b.by].Column, w.y)
	if x != y {
		return (x > y) != w.isAsc
	}
	return w.x > w.y
}
