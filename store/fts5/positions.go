package fts5

import (
	"cmp"
	"slices"

	"tsunagu/store/index"
)

// bigram is two neighbouring characters of a word, its offset in the word, and its lists.
type bigram struct {
	offset uint64
	text   string
	lists  []*doclist
	size   int
}

// rows are the rows that contain a word.
func (r *reader) rows(word string) (*index.Bits, error) {
	r.buffers = bufferPool.Get().(*buffers)
	defer r.close()
	chars, begins := bigramsOf(word)
	if len(chars) <= 2 {
		return r.rowsWith(string(chars), len(chars) < 2)
	}
	var all []*bigram
	for _, at := range begins {
		b := &bigram{offset: uint64(at), text: string(chars[at : at+2])}
		for _, s := range r.segments {
			if err := r.doclists(s, b.text, false, func(d *doclist) { b.lists, b.size = append(b.lists, d), b.size+d.size() }); err != nil {
				return nil, err
			}
		}
		if b.size == 0 {
			return index.NewBits(0), nil
		}
		all = append(all, b)
	}
	// Beginning with the rarest leaves the fewest positions to compare.
	slices.SortStableFunc(all, func(a, b *bigram) int { return cmp.Compare(a.size, b.size) })
	err := r.start(all[0])
	for _, b := range all[1:] {
		if err == nil {
			err = r.intersect(b)
		}
	}
	if err != nil {
		return nil, err
	}
	return r.buffers.positions.rows(), nil
}

// rowsWith are the rows with one bigram; or, if isPrefix, with any that begins with text.
func (r *reader) rowsWith(text string, isPrefix bool) (*index.Bits, error) {
	found := index.NewBits(0)
	var buf [batchSize]doc
	for _, s := range r.segments {
		var failed error
		err := r.doclists(s, text, isPrefix, func(d *doclist) {
			docs := r.docs(d)
			for docs.more() {
				for _, d := range docs.batch(buf[:]) {
					found.Put(d.rowid)
				}
			}
			if docs.isBroken {
				failed = errFormat
			}
			r.buffers.lists = r.buffers.lists[:0] // a prefix has very many lists
		})
		if err = cmp.Or(err, failed); err != nil {
			found.Free()
			return nil, err
		}
	}
	return found, nil
}

// positions are where the word may begin, in ascending order: the rowid, the position in the row, and in the
// lowest bit whether the bigram that is being compared is at its place.
type positions []uint64

const (
	rowidShift = 32
	matchedBit = 1
)

// bytesPerPosition is about how much of a list one position takes, with its row.
const bytesPerPosition = 4

func (p positions) rows() *index.Bits {
	found := index.NewBits(0)
	for _, x := range p {
		found.Put(uint32(x >> rowidShift))
	}
	return found
}

// merge sorts the positions, of which the first n are sorted and those after them are.
func (r *reader) merge(n int) {
	p := r.buffers.positions
	next := append(r.buffers.next[:0], p[n:]...)
	r.buffers.next = next
	for to := len(p) - 1; len(next) > 0; to-- {
		last := len(next) - 1
		if n > 0 && p[n-1] > next[last] {
			n--
			p[to] = p[n]
		} else {
			p[to], next = next[last], next[:last]
		}
	}
}

// start sets the positions to all at which the word may begin according to one bigram.
func (r *reader) start(b *bigram) error {
	var buf [batchSize]doc
	out := slices.Grow(r.buffers.positions[:0], b.size/bytesPerPosition)
	for _, list := range b.lists {
		before, docs := len(out), r.docs(list)
		for docs.more() {
			for _, d := range docs.batch(buf[:]) {
				at, n := uint64(d.rowid)<<rowidShift, uint64(0)
				first := at + b.offset<<1
				for _, c := range docs.data[d.from:d.to] {
					if n = n<<7 | uint64(c&0x7f); c >= 0x80 {
						continue
					}
					if n < 2 || n > maxNumber { // 1 announces another column; the table has one
						return errFormat
					}
					if at += (n - 2) << 1; at >= first {
						out = append(out, at-b.offset<<1)
					}
					n = 0
				}
				if n > 0 {
					return errFormat
				}
			}
		}
		if docs.isBroken {
			return errFormat
		}
		if r.buffers.positions = out; before > 0 {
			r.merge(before)
		}
	}
	return nil
}

// sparse is so many bytes of a list for each position that most of its rows contain no position.
const sparse = 16 * bytesPerPosition

// intersect keeps the positions at which another bigram of the word is at its place.
func (r *reader) intersect(b *bigram) error {
	var buf [batchSize]doc
	for _, list := range b.lists {
		left, docs, size := r.buffers.positions, r.docs(list), batchSize
		isSparse := len(left)*sparse < list.size()
		if isSparse {
			size = 1
		}
		for len(left) > 0 && docs.more() {
			if isSparse {
				docs.skipTo(uint32(left[0] >> rowidShift))
			}
			var ok bool
			if left, ok = left.mark(docs.data, docs.batch(buf[:size]), b.offset); !ok {
				return errFormat
			}
		}
		if docs.isBroken {
			return errFormat
		}
	}
	kept := r.buffers.positions[:0] // written never beyond what was read
	for _, x := range r.buffers.positions {
		if x&matchedBit != 0 {
			kept = append(kept, x&^matchedBit)
		}
	}
	r.buffers.positions = kept
	return nil
}

// mark sets matchedBit on the positions that the bigram of some rows follows at an offset, and returns the
// positions that are not before the end of those rows.
func (p positions) mark(data []byte, docs []doc, offset uint64) (left positions, ok bool) {
	i := 0
	for _, d := range docs {
		at, n := uint64(d.rowid)<<rowidShift, uint64(0)
		for i < len(p) && p[i] < at {
			i++
		}
		if i == len(p) {
			break
		}
		if p[i]>>rowidShift != uint64(d.rowid) {
			continue
		}
		at -= offset << 1 // where the word would begin if the bigram were at the row's first position
		for _, c := range data[d.from:d.to] {
			if n = n<<7 | uint64(c&0x7f); c >= 0x80 {
				continue
			}
			if n < 2 || n > maxNumber {
				return nil, false
			}
			at += (n - 2) << 1
			n = 0
			for i < len(p) && p[i] < at {
				i++
			}
			if i < len(p) && p[i] == at {
				p[i] |= matchedBit
			}
		}
		if n > 0 {
			return nil, false
		}
	}
	return p[i:], true
}
