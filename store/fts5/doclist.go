package fts5

import (
	"slices"

	"tsunagu/store/index"
)

// doc is a row with a bigram, and where its positions are in the list.
type doc struct {
	rowid    uint32
	from, to int
}

// docIter goes through a list a batch at a time: a common bigram has half a million rows, so the work for
// each has to be small. Deleted rows are skipped.
type docIter struct {
	data     []byte
	deleted  *index.Bits // nil if there are none
	absolute []int       // offsets, from here on, of the rows whose rowid is written in full
	at       int
	rowid    uint64 // of the row before
	isBroken bool
}

const batchSize = 128

func (r *reader) docs(d *doclist) docIter {
	return docIter{data: r.buffers.lists[d.from:d.to], deleted: d.deleted, absolute: d.absolute}
}

// more reports whether another row may follow.
func (i *docIter) more() bool { return i.at < len(i.data) && !i.isBroken }

// batch returns the next rows, at most len(buf): fewer at the end, and where some were deleted.
func (i *docIter) batch(buf []doc) []doc {
	n := 0
	for n < len(buf) && i.more() {
		data, at, rowid, end := i.data, i.at, i.rowid, i.end()
		for at < end && n < len(buf) {
			delta, size := data[at], data[at+1]
			to := at + 2 + int(size>>1)
			if isLong(delta, size) || to > len(data) {
				break
			}
			rowid += uint64(delta)
			buf[n] = doc{uint32(rowid), at + 2, to}
			at = to
			n++
		}
		if i.at, i.rowid = at, rowid; rowid > maxNumber {
			i.isBroken = true
			return nil
		}
		if n == len(buf) {
			break
		}
		if d, ok := i.peek(); ok {
			buf[n] = d
			n++
			i.advance(d)
		}
	}
	if i.deleted != nil {
		return slices.DeleteFunc(buf[:n], func(d doc) bool { return i.deleted.Has(d.rowid) })
	}
	return buf[:n]
}

// skipTo skips the rows before one, by whole pages where it can.
func (i *docIter) skipTo(wanted uint32) {
	for i.more() {
		skipped := 0
		for skipped < len(i.absolute) {
			if first, _ := varint(i.data, i.absolute[skipped]); first > uint64(wanted) {
				break
			}
			skipped++
		}
		if skipped > 1 || skipped == 1 && i.at < i.absolute[0] {
			i.at, i.absolute = i.absolute[skipped-1], i.absolute[skipped-1:]
		}
		data, at, rowid, end := i.data, i.at, i.rowid, i.end()
		for at < end {
			delta, size := data[at], data[at+1]
			to := at + 2 + int(size>>1)
			if isLong(delta, size) || to > len(data) || rowid+uint64(delta) >= uint64(wanted) {
				break
			}
			rowid, at = rowid+uint64(delta), to
		}
		i.at, i.rowid = at, rowid
		d, ok := i.peek()
		if !ok || d.rowid >= wanted {
			return
		}
		i.advance(d)
	}
}

// end is the offset up to which a row may begin that is written as a difference, with a byte after it.
func (i *docIter) end() int {
	if len(i.absolute) > 0 {
		return min(len(i.data)-1, i.absolute[0])
	}
	return len(i.data) - 1
}

// isLong reports that the two numbers at the beginning of a row are not of one byte each, as nearly all are.
func isLong(delta, size byte) bool { return delta-1 >= 0x7f || size&0x81 != 0 }

// peek is the next row in whatever encoding; the iterator stays before it.
func (i *docIter) peek() (d doc, ok bool) {
	if !i.more() {
		return d, false
	}
	n, at := varint(i.data, i.at)
	size, from := varint(i.data, at)
	isAbsolute := len(i.absolute) > 0 && i.at == i.absolute[0]
	// The lowest bit of size marks a deleted row, which lists of this kind of table do not have.
	if n == 0 || n > maxNumber || size&1 != 0 || size > maxNumber || len(i.absolute) > 0 && i.at > i.absolute[0] {
		i.isBroken = true
		return d, false
	}
	if !isAbsolute {
		n += i.rowid
	}
	to := from + int(size/2)
	if to > len(i.data) || n > maxNumber {
		i.isBroken = true
		return d, false
	}
	return doc{uint32(n), from, to}, true
}

// advance moves behind the row that peek returned.
func (i *docIter) advance(d doc) {
	if len(i.absolute) > 0 && i.at == i.absolute[0] {
		i.absolute = i.absolute[1:]
	}
	i.at, i.rowid = d.to, uint64(d.rowid)
}

// maxNumber is above every rowid and every position.
const maxNumber = 1 << 31
