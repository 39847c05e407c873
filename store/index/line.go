package index

import (
	"sort"
	"sync"
)

// line is a selection of rows in an order, up or down, with quick access to the k-th row.
type line struct {
	t      *Table
	by     int
	isAsc  bool
	list   []uint32 // the rows in order
	in     *Bits    // or, for many rows, their bits and the stored order,
	before []uint32 // with the number of rows before each block of the order, and of all
}

// lines are the lines that were asked for of some rows.
type lines struct {
	mu    sync.Mutex
	of    map[lineKey]*line
	asked map[lineKey]bool
}

type lineKey struct {
	by    int
	isAsc bool
}

// isAlong says whether rows are found by going along the stored order.
func (r *Rows) isAlong(by int) bool { return r.many != nil && r.t.schema.Orders[by].IsKept }

// line makes the line of an order once, and returns the same one afterwards.
func (r *Rows) line(by int, isAsc bool) *line {
	r.lines.mu.Lock()
	defer r.lines.mu.Unlock()
	key := lineKey{by, isAsc}
	if l := r.lines.of[key]; l != nil {
		return l
	}
	if r.lines.of == nil {
		r.lines.of = map[lineKey]*line{}
	}
	l := &line{t: r.t, by: by, isAsc: isAsc}
	if !r.isAlong(by) {
		l.list = r.t.first(by, isAsc, r.slots(nil), r.n)
	} else if l.in = r.many; r.lines.of[lineKey{by, !isAsc}] != nil {
		l.before = r.lines.of[lineKey{by, !isAsc}].before
	} else {
		n := uint32(0)
		for _, block := range r.t.orders[by].blocks {
			l.before = append(l.before, n)
			for _, slot := range block {
				if l.in.Has(slot) {
					n++
				}
			}
		}
		l.before = append(l.before, n)
	}
	r.lines.of[key] = l
	return l
}

// slots are the rows without those of not.
func (r *Rows) slots(not *Rows) []uint32 {
	out := make([]uint32, 0, r.n)
	r.Each(func(slot uint32) {
		if not == nil || !not.Has(slot) {
			out = append(out, slot)
		}
	})
	return out
}

// isFar says whether a cursor would pass so many rows that it is better to start at the page itself. Finding that place
// takes one look at every row of the table.
func (r *Rows) isFar(by, need int) bool {
	return r.isAlong(by) && min(need, r.n)*(r.t.Count()/max(r.n, 1)+1) > 64+r.t.Count()/8
}

// maxFirst is the most rows that are selected as the first ones without sorting all.
const maxFirst = 64

// cursor starts at the first row, leaves out the rows of not, and expects need rows to be read. When
// a few rows are asked for a second time, all of them are sorted and the result is kept.
func (r *Rows) cursor(by int, isAsc bool, need int, not *Rows) *Cursor {
	c := &Cursor{t: r.t, by: by, isAsc: isAsc, not: not}
	if r.isAlong(by) {
		if c.in, c.blocks = r.many, r.t.orders[by].blocks; !isAsc {
			c.at = place{len(c.blocks), 0}
		}
		return c
	}
	if need < r.n/4 {
		r.lines.mu.Lock()
		key := lineKey{by, isAsc}
		isKnown := r.lines.of[key] != nil || r.lines.asked[key]
		if r.lines.asked == nil {
			r.lines.asked = map[lineKey]bool{}
		}
		r.lines.asked[key] = true
		r.lines.mu.Unlock()
		if !isKnown {
			c.sorted, c.not = r.first(by, isAsc, need, not), nil
			return c
		}
	}
	c.sorted = r.line(by, isAsc).list
	return c
}

func (l *line) count() int {
	if l.in == nil {
		return len(l.list)
	}
	return int(l.before[len(l.before)-1])
}

// from is a cursor that starts with the k-th row.
func (l *line) from(k int, not *Rows) *Cursor {
	c := &Cursor{t: l.t, by: l.by, isAsc: l.isAsc, not: not}
	n := l.count()
	if k >= n {
		return c
	}
	if l.in == nil {
		c.sorted = l.list[k:]
		return c
	}
	c.in, c.blocks = l.in, l.t.orders[l.by].blocks
	if !l.isAsc {
		c.at = l.after(n - 1 - k)
		return c
	}
	// A run of equal rows is read backwards.
	at := l.after(k)
	slot := c.blocks[at.block][at.i-1]
	c.begin = l.place(func(x uint32) bool { return l.t.compareColumn(l.by, x, slot) >= 0 })
	c.end = l.place(func(x uint32) bool { return l.t.compareColumn(l.by, x, slot) > 0 })
	c.at, c.inRun = l.after(l.upTo(c.begin)+l.upTo(c.end)-1-k), true
	return c
}

// nth is the k-th row.
func (l *line) nth(k int) uint32 {
	slot, _ := l.from(k, nil).Next()
	return slot
}

// ahead is how many rows come before a row with the given number, which need not be one of them. It
// works for orders by numbers without ties.
func (l *line) ahead(number int64, slot uint32) int {
	column := l.t.schema.Orders[l.by].Column
	if l.in == nil {
		return sort.Search(len(l.list), func(i int) bool {
			if n := l.t.Int(column, l.list[i]); n != number {
				return (n < number) != l.isAsc
			}
			return l.list[i] <= slot
		})
	}
	passed := l.upTo(l.place(func(x uint32) bool {
		n := l.t.Int(column, x)
		return n > number || n == number && x > slot
	}))
	if !l.isAsc {
		return l.count() - passed
	}
	less := l.upTo(l.place(func(x uint32) bool { return l.t.Int(column, x) >= number }))
	notMore := l.upTo(l.place(func(x uint32) bool { return l.t.Int(column, x) > number }))
	return less + notMore - passed
}

// place is the first place in the stored order for which is holds; it must hold for all places
// after it.
func (l *line) place(is func(slot uint32) bool) place {
	blocks := l.t.orders[l.by].blocks
	b := sort.Search(len(blocks), func(i int) bool { return is(blocks[i][0]) })
	if b == 0 {
		return place{}
	}
	i := sort.Search(len(blocks[b-1]), func(i int) bool { return is(blocks[b-1][i]) })
	if i == len(blocks[b-1]) {
		return place{b, 0}
	}
	return place{b - 1, i}
}

// upTo is how many rows come before a place.
func (l *line) upTo(p place) int {
	n := int(l.before[p.block])
	if p.i > 0 {
		for _, slot := range l.t.orders[l.by].blocks[p.block][:p.i] {
			if l.in.Has(slot) {
				n++
			}
		}
	}
	return n
}

// after is the place after the k-th row in the stored order.
func (l *line) after(k int) place {
	b := sort.Search(len(l.before), func(i int) bool { return int(l.before[i]) > k }) - 1
	k -= int(l.before[b])
	for i, slot := range l.t.orders[l.by].blocks[b] {
		if l.in.Has(slot) {
			if k == 0 {
				return place{b, i + 1}
			}
			k--
		}
	}
	panic("index: a block has fewer rows than it was counted to have")
}
