package store

import (
	"slices"

	"tsunagu/store/index"
)

// wordRow is a row with a pair, and where in the list its places stand.
type wordRow struct {
	number   uint32
	from, to int
}

// wordRows goes along a list, several rows at a time: what is done for each of half a million is to be
// little. Rows that were dropped are passed over.
type wordRows struct {
	data     []byte
	dropped  *index.Bits // nil where there are none
	whole    []int       // where the rows stand, from here on, that are told whole
	at       int
	number   uint64 // of the row before
	isBroken bool
}

const rowsAtOnce = 128

func (l *wordLists) rowsOf(w *wordList) wordRows {
	return wordRows{data: l.room.lists[w.from:w.to], dropped: w.dropped, whole: w.whole}
}

// more says whether there may be another row.
func (r *wordRows) more() bool { return r.at < len(r.data) && !r.isBroken }

// some are the next rows, as many as there is room for: fewer where some were dropped, and at the end.
func (r *wordRows) some(room []wordRow) []wordRow {
	n := 0
	for n < len(room) && r.more() {
		data, at, number, end := r.data, r.at, r.number, r.end()
		for at < end && n < len(room) {
			further, size := data[at], data[at+1]
			to := at + 2 + int(size>>1)
			if isLong(further, size) || to > len(data) {
				break
			}
			number += uint64(further)
			room[n] = wordRow{uint32(number), at + 2, to}
			at = to
			n++
		}
		if r.at, r.number = at, number; number > maxListed {
			r.isBroken = true
			return nil
		}
		if n == len(room) {
			break
		}
		if row, ok := r.next(); ok {
			room[n] = row
			n++
			r.pass(row)
		}
	}
	if r.dropped != nil {
		return slices.DeleteFunc(room[:n], func(row wordRow) bool { return r.dropped.Has(row.number) })
	}
	return room[:n]
}

// skip passes over the rows before one, over what need not be looked at.
func (r *wordRows) skip(wanted uint32) {
	for r.more() {
		skipped := 0
		for skipped < len(r.whole) {
			if first, _ := varint(r.data, r.whole[skipped]); first > uint64(wanted) {
				break
			}
			skipped++
		}
		if skipped > 1 || skipped == 1 && r.at < r.whole[0] {
			r.at, r.whole = r.whole[skipped-1], r.whole[skipped-1:]
		}
		data, at, number, end := r.data, r.at, r.number, r.end()
		for at < end {
			further, size := data[at], data[at+1]
			to := at + 2 + int(size>>1)
			if isLong(further, size) || to > len(data) || number+uint64(further) >= uint64(wanted) {
				break
			}
			number, at = number+uint64(further), to
		}
		r.at, r.number = at, number
		row, ok := r.next()
		if !ok || row.number >= wanted {
			return
		}
		r.pass(row)
	}
}

// end is up to where rows are told by how far they are from the one before, with the byte after.
func (r *wordRows) end() int {
	if len(r.whole) > 0 {
		return min(len(r.data)-1, r.whole[0])
	}
	return len(r.data) - 1
}

// isLong says that the numbers a row begins with are not two of one byte each, as nearly all are.
func isLong(further, size byte) bool { return further-1 >= 0x7f || size&0x81 != 0 }

// next is the next row, whatever it looks like; the list still stands before it.
func (r *wordRows) next() (row wordRow, ok bool) {
	if !r.more() {
		return row, false
	}
	n, at := varint(r.data, r.at)
	size, from := varint(r.data, at)
	isWhole := len(r.whole) > 0 && r.at == r.whole[0]
	if n == 0 || n > maxListed || size&1 != 0 || size > maxListed || len(r.whole) > 0 && r.at > r.whole[0] {
		r.isBroken = true
		return row, false
	}
	if !isWhole {
		n += r.number
	}
	to := from + int(size/2)
	if to > len(r.data) || n > maxListed {
		r.isBroken = true
		return row, false
	}
	return wordRow{uint32(n), from, to}, true
}

// pass puts the list behind what next told.
func (r *wordRows) pass(row wordRow) {
	if len(r.whole) > 0 && r.at == r.whole[0] {
		r.whole = r.whole[1:]
	}
	r.at, r.number = row.to, uint64(row.number)
}

// maxListed is above every row's number and every row's places.
const maxListed = 1 << 31

// varint is the number at a place of some bytes, as SQLite writes it, and where the next begins: beyond
// their end where it is broken off.
func varint(b []byte, at int) (v uint64, next int) {
	if at < len(b) && b[at] < 0x80 {
		return uint64(b[at]), at + 1
	}
	return longVarint(b, at)
}

func longVarint(b []byte, at int) (v uint64, next int) {
	for i := range 9 {
		if at+i >= len(b) {
			break
		}
		c := b[at+i]
		if i == 8 {
			return v<<8 | uint64(c), at + 9
		}
		if v = v<<7 | uint64(c&0x7f); c < 0x80 {
			return v, at + i + 1
		}
	}
	return 0, len(b) + 1
}
