package store

import (
	"cmp"
	"slices"

	"tsunagu/store/index"
)

// pairInWord is a pair of a word, where it stands in it, and the lists of where it stands in texts.
type pairInWord struct {
	at    uint64
	text  string
	lists []*wordList
	size  int
}

// rows are the rows with a word.
func (l *wordLists) rows(word string) (*index.Bits, error) {
	l.room = wordRooms.Get().(*wordRoom)
	defer l.close()
	letters := []rune(word)
	for i, r := range letters {
		letters[i] = tokenRune(r)
	}
	if len(letters) <= 2 {
		return l.rowsWith(string(letters), len(letters) == 2)
	}
	// Pairs that stand end to end tell the word; where they do not come out even the last two overlap.
	var pairs []*pairInWord
	for i := 0; i < len(letters); i += 2 {
		at := min(i, len(letters)-2)
		p := &pairInWord{at: uint64(at), text: string(letters[at : at+2])}
		for _, s := range l.segments {
			if err := l.read(s, p.text, true, func(w *wordList) { p.lists, p.size = append(p.lists, w), p.size+w.size() }); err != nil {
				return nil, err
			}
		}
		if p.size == 0 {
			return index.NewBits(0), nil
		}
		pairs = append(pairs, p)
	}
	slices.SortStableFunc(pairs, func(a, b *pairInWord) int { return cmp.Compare(a.size, b.size) }) // the rarest leaves least to do
	err := l.begin(pairs[0])
	for _, p := range pairs[1:] {
		if err == nil {
			err = l.narrow(p)
		}
	}
	if err != nil {
		return nil, err
	}
	return l.room.places.rows(), nil
}

// rowsWith are the rows with a pair, or with any that begins with a character.
func (l *wordLists) rowsWith(text string, isWhole bool) (*index.Bits, error) {
	found := index.NewBits(0)
	var room [rowsAtOnce]wordRow
	for _, s := range l.segments {
		var failed error
		err := l.read(s, text, isWhole, func(w *wordList) {
			rows := l.rowsOf(w)
			for rows.more() {
				for _, row := range rows.some(room[:]) {
					found.Put(row.number)
				}
			}
			if rows.isBroken {
				failed = errListForm
			}
			l.room.lists = l.room.lists[:0] // one character has very many of them
		})
		if err = cmp.Or(err, failed); err != nil {
			found.Free()
			return nil, err
		}
	}
	return found, nil
}

// foundPlaces are where a word may begin, in ascending order: the row's number, the place in it, and in
// the last bit whether the pair that is being looked for stands where it has to.
type foundPlaces []uint64

const (
	rowBits = 32
	isThere = 1
)

// bytesForPlace is about how much of a list a place takes, with its row.
const bytesForPlace = 4

// rows are the rows of the places.
func (f foundPlaces) rows() *index.Bits {
	found := index.NewBits(0)
	for _, x := range f {
		found.Put(uint32(x >> rowBits))
	}
	return found
}

// merge puts places, of which the first n are in order and those after them are, into one.
func (l *wordLists) merge(n int) {
	f := l.room.places
	later := append(l.room.later[:0], f[n:]...)
	l.room.later = later
	for to := len(f) - 1; len(later) > 0; to-- {
		last := len(later) - 1
		if n > 0 && f[n-1] > later[last] {
			n--
			f[to] = f[n]
		} else {
			f[to], later = later[last], later[:last]
		}
	}
}

// begin finds where a word may begin by one of its pairs.
func (l *wordLists) begin(p *pairInWord) error {
	var room [rowsAtOnce]wordRow
	out := slices.Grow(l.room.places[:0], p.size/bytesForPlace)
	for _, w := range p.lists {
		before, rows := len(out), l.rowsOf(w)
		for rows.more() {
			for _, row := range rows.some(room[:]) {
				at, n := uint64(row.number)<<rowBits, uint64(0)
				first := at + p.at<<1
				for _, b := range rows.data[row.from:row.to] {
					if n = n<<7 | uint64(b&0x7f); b >= 0x80 {
						continue
					}
					if n < 2 || n > maxListed { // 1 is for another column, of which there is none
						return errListForm
					}
					if at += (n - 2) << 1; at >= first {
						out = append(out, at-p.at<<1)
					}
					n = 0
				}
				if n > 0 {
					return errListForm
				}
			}
		}
		if rows.isBroken {
			return errListForm
		}
		if l.room.places = out; before > 0 {
			l.merge(before)
		}
	}
	return nil
}

// fewBytes of a list to one place, and most of its rows are none that the place is in.
const fewBytes = 16 * bytesForPlace

// narrow keeps the places at which another pair of the word stands where it has to.
func (l *wordLists) narrow(p *pairInWord) error {
	var room [rowsAtOnce]wordRow
	for _, w := range p.lists {
		left, rows, atOnce := l.room.places, l.rowsOf(w), rowsAtOnce
		isFew := len(left)*fewBytes < w.size()
		if isFew {
			atOnce = 1
		}
		for len(left) > 0 && rows.more() {
			if isFew {
				rows.skip(uint32(left[0] >> rowBits))
			}
			var ok bool
			if left, ok = left.mark(rows.data, rows.some(room[:atOnce]), p.at); !ok {
				return errListForm
			}
		}
		if rows.isBroken {
			return errListForm
		}
	}
	kept := l.room.places[:0] // what is kept stands never beyond what was looked at
	for _, x := range l.room.places {
		if x&isThere != 0 {
			kept = append(kept, x&^isThere)
		}
	}
	l.room.places = kept
	return nil
}

// mark marks the places at which a pair of some rows, that stands so far behind, is there; those that
// are left are not before the rows' end.
func (f foundPlaces) mark(data []byte, rows []wordRow, behind uint64) (left foundPlaces, ok bool) {
	i := 0
	for _, row := range rows {
		at, n := uint64(row.number)<<rowBits, uint64(0)
		for i < len(f) && f[i] < at {
			i++
		}
		if i == len(f) {
			break
		}
		if f[i]>>rowBits != uint64(row.number) {
			continue
		}
		at -= behind << 1 // where the word would begin, were the pair the row's first
		for _, b := range data[row.from:row.to] {
			if n = n<<7 | uint64(b&0x7f); b >= 0x80 {
				continue
			}
			if n < 2 || n > maxListed {
				return nil, false
			}
			at += (n - 2) << 1
			n = 0
			for i < len(f) && f[i] < at {
				i++
			}
			if i < len(f) && f[i] == at {
				f[i] |= isThere
			}
		}
		if n > 0 {
			return nil, false
		}
	}
	return f[i:], true
}
