package store

// wordRows goes along a list: each row and its places, in ascending order.
type wordRows struct {
	data     []byte
	at       int
	whole    []int // where the rows stand, from the next one on, that are told whole
	row      uint64
	places   []byte
	isBroken bool
}

func (w *wordList) rows() wordRows { return wordRows{data: w.data, whole: w.whole} }

// next goes to the next row, and says whether there is one.
func (r *wordRows) next() bool {
	if r.at >= len(r.data) || r.isBroken {
		return false
	}
	n, at := uint64(r.data[r.at]), r.at+1
	if n >= 0x80 {
		n, at = longVarint(r.data, r.at)
	}
	if len(r.whole) == 0 || r.at < r.whole[0] {
		n += r.row
	} else if r.at == r.whole[0] {
		r.whole = r.whole[1:]
	} else {
		r.isBroken = true
		return false
	}
	size, from := varint(r.data, at)
	r.at = from + int(size/2)
	if size&1 != 0 || size > maxListed || r.at > len(r.data) || n == 0 || n > maxListed {
		r.isBroken = true
		return false
	}
	r.row, r.places = n, r.data[from:r.at]
	return true
}

// seek goes to the first row that is not before one, over what need not be looked at.
func (r *wordRows) seek(row uint64) bool {
	for r.row < row {
		skipped := 0
		for skipped < len(r.whole) {
			if first, _ := varint(r.data, r.whole[skipped]); first > row {
				break
			}
			skipped++
		}
		if skipped > 1 || skipped == 1 && r.at < r.whole[0] {
			r.at, r.whole = r.whole[skipped-1], r.whole[skipped-1:]
		}
		if !r.next() {
			return false
		}
		r.pass(row)
	}
	return true
}

// pass goes to a row within one page, as far as numbers of one byte tell of it: nearly all are such.
func (r *wordRows) pass(row uint64) {
	end := len(r.data) - 1
	if len(r.whole) > 0 {
		end = min(end, r.whole[0])
	}
	data, at, from, n := r.data, r.at, r.at, r.row
	for n < row && at < end {
		further, size := data[at], data[at+1]
		if further >= 0x80 || size >= 0x80 || size&1 != 0 {
			break
		}
		next := at + 2 + int(size>>1)
		if next > len(data) {
			break
		}
		n, from, at = n+uint64(further), at+2, next
	}
	if at > r.at && n <= maxListed {
		r.row, r.places, r.at = n, data[from:at], at
	}
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
