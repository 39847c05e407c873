package index

import "math"

// sliced is a column of numbers as one set for each of their bits, the highest first: what lies between two numbers
// takes as many steps as there are bits, and not one for each row. Most of the sets are empty, as most numbers are small.
type sliced struct {
	there *Set // the rows that have a number
	bits  [64]*Set
}

// code is a number whose bits order it among the others: those below zero come first.
func code(n int64) uint64 { return uint64(n) ^ 1<<63 }

func newSliced() *sliced {
	s := &sliced{there: empty}
	for i := range s.bits {
		s.bits[i] = empty
	}
	return s
}

// change is s without the slots of gone, and with the numbers of others.
func (s *sliced) change(gone *Set, slots []uint32, numberOf func(i int) int64) *sliced {
	var there []uint32
	var ones [64][]uint32
	for i, slot := range slots {
		n := numberOf(i)
		if n == absent {
			continue
		}
		there = append(there, slot)
		c := code(n)
		for bit := range ones {
			if c<<bit>>63 == 1 {
				ones[bit] = append(ones[bit], slot)
			}
		}
	}
	out := &sliced{there: s.there.Change(gone, there)}
	for bit, was := range s.bits {
		out.bits[bit] = was.Change(gone, ones[bit])
	}
	return out
}

// slice makes the slices of a table of which everything else is there.
func (t *Table) slice() {
	var slots []uint32
	if len(t.schema.Sliced) > 0 {
		slots = make([]uint32, 0, t.Count())
		t.Rows().Each(func(slot uint32) { slots = append(slots, slot) })
	}
	for _, column := range t.schema.Sliced {
		t.sliced[column] = t.sliced[column].change(empty, slots, func(i int) int64 { return t.Int(column, slots[i]) })
	}
}

// keepBetween drops from a page of bits the rows whose number does not lie between two.
func (s *sliced) keepBetween(i int, of *pageBits, low, high int64) {
	var room, kept pageBits
	there := s.there.page(i).bitsIn(&room)
	if low == absent { // with those that have none
		for j := range kept {
			kept[j] = of[j] &^ there[j]
		}
		low++
	}
	if low > high {
		*of = kept
		return
	}
	for j := range of {
		of[j] &= there[j]
	}
	if low > absent+1 {
		s.narrow(i, of, code(low), true)
	}
	if high < math.MaxInt64 {
		s.narrow(i, of, code(high), false)
	}
	for j := range of {
		of[j] |= kept[j]
	}
}

// narrow keeps the rows whose number is at least a limit, or at most.
func (s *sliced) narrow(i int, of *pageBits, limit uint64, isLeast bool) {
	var room, sure pageBits // those that are past the limit by a bit already seen
	for bit, set := range s.bits {
		isOne, p := limit<<bit>>63 == 1, set.page(i)
		if p == nil && !isOne {
			continue
		}
		ones, left := p.bitsIn(&room), uint64(0)
		switch {
		case isOne && isLeast:
			for j := range of {
				of[j] &= ones[j]
				left |= of[j]
			}
		case isOne:
			for j := range of {
				sure[j] |= of[j] &^ ones[j]
				of[j] &= ones[j]
				left |= of[j]
			}
		case isLeast:
			for j := range of {
				sure[j] |= of[j] & ones[j]
				of[j] &^= ones[j]
				left |= of[j]
			}
		default:
			for j := range of {
				of[j] &^= ones[j]
				left |= of[j]
			}
		}
		if left == 0 {
			break
		}
	}
	for j := range of { // and those that are equal to it
		of[j] |= sure[j]
	}
}

// bitsIn are the rows of a page as bits, in some room where they are a list.
func (p *page) bitsIn(room *pageBits) *pageBits {
	if p != nil && p.words != nil {
		return p.words
	}
	*room = pageBits{}
	if p != nil {
		room.put(p.few)
	}
	return room
}
