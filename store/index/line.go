package index

import (
	"cmp"
	"slices"
	"sort"
	"sync"
)

// line is some rows in an order, up or down, of which any is reached at once.
type line struct {
	t      *Table
	by     int
	isAsc  bool
	list   []uint32 // the rows as they follow one another
	in     *Bits    // or, where they are many: going along the kept order,
	before []uint32 // with how many of them stand before each of its blocks, and how many there are
}

// lines are those that were asked of some rows.
type lines struct {
	mu    sync.Mutex
	of    map[lineKey]*line
	asked map[lineKey]bool
}

type lineKey struct {
	by    int
	isAsc bool
}

// isAlong says that rows are reached by going along the kept order.
func (r *Rows) isAlong(by int) bool { return r.many != nil && r.t.schema.Orders[by].IsKept }

// line is made once.
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

// slots are the rows but for some.
func (r *Rows) slots(not *Rows) []uint32 {
	out := make([]uint32, 0, r.n)
	r.Each(func(slot uint32) {
		if not == nil || !not.Has(slot) {
			out = append(out, slot)
		}
	})
	return out
}

// numbered is a row with its number in an order.
type numbered struct {
	number int64
	slot   uint32
}

// compare puts the greater number first, then the greater slot.
func (x numbered) compare(y numbered) int {
	if x.number != y.number {
		return cmp.Compare(y.number, x.number)
	}
	return cmp.Compare(y.slot, x.slot)
}

// first are some of the first rows in an order but for those that are left out.
func (r *Rows) first(by int, isAsc bool, need int, not *Rows) []uint32 {
	o := &r.t.schema.Orders[by]
	if r.many != nil || o.IsText || len(o.Ties) > 0 || need == 0 {
		return r.t.first(by, isAsc, r.slots(not), need)
	}
	if first := r.met(by, isAsc, need, not); first != nil {
		return first
	}
	var room [maxFirst + 1]numbered
	first, chunks := room[:0], r.t.ints[o.Column]
	for _, slot := range r.few { // most are passed over after a look at their number
		row := numbered{chunks[slot>>chunkShift].at(slot), slot}
		if isAsc {
			row.number = ^row.number // turns the order round
		}
		if len(first) == need && row.compare(first[need-1]) > 0 || not != nil && not.Has(slot) {
			continue
		}
		i, _ := slices.BinarySearchFunc(first, row, numbered.compare)
		if first = slices.Insert(first, i, row); len(first) > need {
			first = first[:need]
		}
	}
	out := make([]uint32, len(first))
	for i, row := range first {
		out[i] = row.slot
	}
	return out
}

// met are the first of some rows as they are met by going along the kept order, where that is likely
// to take less than to look at the number of each, which lie far apart; nil where it takes more.
func (r *Rows) met(by int, isAsc bool, need int, not *Rows) []uint32 {
	const stepsForRow = 4 // take as long as a look
	most := stepsForRow * r.n
	if !r.t.schema.Orders[by].IsKept || need*(r.t.Count()/max(r.n, 1)+1) > most {
		return nil
	}
	c := &Cursor{t: r.t, by: by, isAsc: isAsc, in: r.t.Bits().Add(r.few), blocks: r.t.orders[by].blocks}
	defer c.in.Free()
	if !isAsc {
		c.at = place{len(c.blocks), 0}
	}
	out := make([]uint32, 0, need)
	for range most {
		slot, ok := c.step()
		if ok && c.in.Has(slot) && (not == nil || !not.Has(slot)) {
			out = append(out, slot)
		}
		if !ok || len(out) == need {
			return out
		}
	}
	return nil
}

// isFar says that a walk goes past so many rows that it had better begin where the page does.
func (r *Rows) isFar(by, need int) bool {
	return r.isAlong(by) && min(need, r.n)*(r.t.Count()/max(r.n, 1)+1) > 64+r.t.Count()/256
}

// maxFirst bounds the first rows that are picked out of a few without sorting all of these.
const maxFirst = 64

// cursor is a walk over the rows from the beginning, of which some are left out and need are wanted.
// Of a few rows that are asked for a second time all are sorted, for good.
func (r *Rows) cursor(by int, isAsc bool, need int, not *Rows) *Cursor {
	c := &Cursor{t: r.t, by: by, isAsc: isAsc, not: not}
	if r.isAlong(by) {
		if c.in, c.blocks = r.many, r.t.orders[by].blocks; !isAsc {
			c.at = place{len(c.blocks), 0}
		}
		return c
	}
	if need <= maxFirst && need < r.n/4 {
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

// first are the first rows of some in an order. The slots are its own from now on.
func (t *Table) first(by int, isAsc bool, slots []uint32, need int) []uint32 {
	o := &t.schema.Orders[by]
	if o.IsText || len(o.Ties) > 0 {
		return firstOf(slots, need, func(x, y uint32) int {
			d := t.compareColumn(by, x, y)
			if !isAsc {
				d = -d
			}
			if d == 0 {
				d = -t.compareTies(by, x, y)
			}
			return d
		})
	}
	rows := make([]numbered, len(slots))
	for i, slot := range slots {
		if rows[i] = (numbered{t.Int(o.Column, slot), slot}); isAsc {
			rows[i].number = ^rows[i].number // turns the order round
		}
	}
	rows = firstOf(rows, need, numbered.compare)
	for i := range rows {
		slots[i] = rows[i].slot
	}
	return slots[:len(rows)]
}

// firstOf sorts rows, or as many of them as are needed.
func firstOf[R any](rows []R, need int, compare func(x, y R) int) []R {
	if need > maxFirst || need >= len(rows) {
		slices.SortFunc(rows, compare)
		return rows[:min(need, len(rows))]
	}
	out := make([]R, 0, need+1)
	for _, row := range rows {
		if len(out) == need && (need == 0 || compare(row, out[need-1]) > 0) {
			continue
		}
		i, _ := slices.BinarySearchFunc(out, row, compare)
		if out = slices.Insert(out, i, row); len(out) > need {
			out = out[:need]
		}
	}
	return out
}

func (l *line) count() int {
	if l.in == nil {
		return len(l.list)
	}
	return int(l.before[len(l.before)-1])
}

// from is a walk that begins with the k-th row.
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
	// Within a run of equal rows it goes backwards.
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

// ahead is how many rows come before a row with a number, which need not be one of them. It is for
// orders by numbers without ties.
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

// place is the first one in the kept order of which something is true, as it is of all that follow.
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

// upTo is how many rows stand before a place.
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

// after is the place after the k-th row of the kept order.
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
