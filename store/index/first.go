package index

import (
	"cmp"
	"slices"
)

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

// first are the first need rows in an order, without the rows of not.
func (r *Rows) first(by int, isAsc bool, need int, not *Rows) []uint32 {
	o := &r.t.schema.Orders[by]
	if r.many != nil || o.IsText || len(o.Ties) > 0 || need == 0 || need > maxFirst {
		return r.t.first(by, isAsc, r.slots(not), need)
	}
	if first := r.met(by, isAsc, need, not); first != nil {
		return first
	}
	var room [maxFirst + 1]numbered
	first, chunks := room[:0], r.t.ints[o.Column]
	for _, slot := range r.few { // most are rejected by their number alone
		row := numbered{chunks[slot>>chunkShift].at(slot), slot}
		if isAsc {
			row.number = ^row.number // reverses the order
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

// met are the first of some rows, found by going along the stored order, if that is likely to be
// faster than reading the number of each row, which lie far apart in memory; nil if it is slower.
func (r *Rows) met(by int, isAsc bool, need int, not *Rows) []uint32 {
	const stepsForRow = 4 // steps along the order cost as much as reading one row's number
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

// first are the first need of the given slots in an order. It keeps and changes the slice slots.
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
			rows[i].number = ^rows[i].number // reverses the order
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
	if need < len(rows)/4 {
		rows = leastOf(rows, need, compare)
	}
	slices.SortFunc(rows, compare)
	return rows[:min(need, len(rows))]
}

// leastOf are the first of some rows, unsorted: the kept rows form a heap with the last of them on top.
func leastOf[R any](rows []R, need int, compare func(x, y R) int) []R {
	heap := rows[:need]
	sink := func(i int) {
		for {
			child := 2*i + 1
			if child >= need {
				return
			}
			if child+1 < need && compare(heap[child+1], heap[child]) > 0 {
				child++
			}
			if compare(heap[child], heap[i]) <= 0 {
				return
			}
			heap[i], heap[child] = heap[child], heap[i]
			i = child
		}
	}
	for i := need/2 - 1; i >= 0; i-- {
		sink(i)
	}
	for i := need; need > 0 && i < len(rows); i++ {
		if compare(rows[i], heap[0]) < 0 {
			heap[0] = rows[i]
			sink(0)
		}
	}
	return heap
}
