package store

import (
	"cmp"
	"math/bits"
	"slices"
	"sort"
)

// pairInWord is a pair of a word, where it stands in it, and the lists of where it stands in texts.
type pairInWord struct {
	at    uint32
	text  string
	lists []*wordList
	size  int
}

// rows are the rows with a word, in ascending order.
func (l *wordLists) rows(word string) ([]uint32, error) {
	defer l.free()
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
		p := &pairInWord{at: uint32(at), text: string(letters[at : at+2])}
		for _, s := range l.segments {
			if err := l.read(s, p.text, true, func(w *wordList) { p.lists, p.size = append(p.lists, w), p.size+len(w.data) }); err != nil {
				return nil, err
			}
		}
		if p.size == 0 {
			return nil, nil
		}
		pairs = append(pairs, p)
	}
	slices.SortStableFunc(pairs, func(a, b *pairInWord) int { return cmp.Compare(a.size, b.size) }) // the rarest leaves least to do
	found, err := l.begin(pairs[0])
	for _, p := range pairs[1:] {
		if err == nil {
			err = l.narrow(found, p)
		}
	}
	if err != nil {
		return nil, err
	}
	rows := make([]uint32, len(found.rows))
	for i, r := range found.rows {
		rows[i] = r.row
	}
	return rows, nil
}

// rowsWith are the rows with a pair, or with any that begins with a character.
func (l *wordLists) rowsWith(text string, isWhole bool) ([]uint32, error) {
	var rows bitmap
	for _, s := range l.segments {
		var failed error
		if err := l.read(s, text, isWhole, func(w *wordList) {
			if err := w.each(func(row uint32, _ []byte) bool {
				isDropped, err := l.isDropped(s, row)
				if err != nil {
					failed = err
				} else if !isDropped {
					rows.add(row)
				}
				return err == nil
			}); err != nil {
				failed = err
			}
			l.free() // one character has very many of them
		}); err != nil || failed != nil {
			return nil, cmp.Or(err, failed)
		}
	}
	return rows.slots(), nil
}

// bitmap is a set of rows that are found in no order, some of them often.
type bitmap []uint64

func (b *bitmap) add(row uint32) {
	i := int(row >> 6)
	if i >= len(*b) {
		*b = append(*b, make([]uint64, i+1-len(*b))...)
	}
	(*b)[i] |= 1 << (row & 63)
}

func (b bitmap) slots() []uint32 {
	n := 0
	for _, w := range b {
		n += bits.OnesCount64(w)
	}
	out := make([]uint32, 0, n)
	for i, w := range b {
		for ; w != 0; w &= w - 1 {
			out = append(out, uint32(i<<6|bits.TrailingZeros64(w)))
		}
	}
	return out
}

// foundPlaces are rows in which a word may stand, and where it would begin.
type foundPlaces struct {
	rows   []foundRow
	places []uint32
}

type foundRow struct {
	row      uint32
	from, to uint32 // of the places
	isKept   bool
}

// eachPlace calls f with the places of a pair in a row.
func eachPlace(places []byte, f func(place uint32)) error {
	place := uint64(0)
	for at := 0; at < len(places); {
		var n uint64
		if n, at = varint(places, at); n < 2 || at > len(places) { // 1 is for another column, of which there is none
			return errListForm
		}
		place += n - 2
		f(uint32(place))
	}
	return nil
}

// begin finds where a word may begin by one of its pairs.
func (l *wordLists) begin(p *pairInWord) (*foundPlaces, error) {
	found := &foundPlaces{}
	for _, w := range p.lists {
		var failed error
		if err := w.each(func(row uint32, places []byte) bool {
			var isDropped bool
			if isDropped, failed = l.isDropped(w.segment, row); failed != nil || isDropped {
				return failed == nil
			}
			from := uint32(len(found.places))
			failed = eachPlace(places, func(place uint32) {
				if place >= p.at {
					found.places = append(found.places, place-p.at)
				}
			})
			if to := uint32(len(found.places)); to > from {
				found.rows = append(found.rows, foundRow{row: row, from: from, to: to})
			}
			return failed == nil
		}); err != nil || failed != nil {
			return nil, cmp.Or(err, failed)
		}
	}
	if len(p.lists) > 1 {
		slices.SortFunc(found.rows, func(a, b foundRow) int { return cmp.Compare(a.row, b.row) })
	}
	return found, nil
}

// narrow keeps the places at which another pair of the word stands where it has to.
func (l *wordLists) narrow(found *foundPlaces, p *pairInWord) error {
	for _, w := range p.lists {
		var failed error
		left := found.rows
		if err := w.each(func(row uint32, places []byte) bool {
			if len(left) > 0 && left[0].row < row {
				left = left[skip(left, row):]
			}
			if len(left) == 0 {
				return false
			}
			if left[0].row != row {
				return true
			}
			var isDropped bool
			if isDropped, failed = l.isDropped(w.segment, row); failed != nil || isDropped {
				return failed == nil
			}
			r := &left[0]
			begins := found.places[r.from:r.to]
			r.to, r.isKept = r.from, true
			failed = eachPlace(places, func(place uint32) {
				for len(begins) > 0 && begins[0]+p.at < place {
					begins = begins[1:]
				}
				if len(begins) > 0 && begins[0]+p.at == place {
					found.places[r.to] = begins[0] // not beyond what was looked at
					r.to++
				}
			})
			return failed == nil
		}); err != nil || failed != nil {
			return cmp.Or(err, failed)
		}
	}
	kept := found.rows[:0]
	for _, r := range found.rows {
		if r.isKept && r.to > r.from {
			r.isKept = false
			kept = append(kept, r)
		}
	}
	found.rows = kept
	return nil
}

// skip is how many rows come before one; most often they are few.
func skip(rows []foundRow, row uint32) int {
	far := 1
	for far < len(rows) && rows[far].row < row {
		far *= 2
	}
	from := far / 2
	return from + sort.Search(min(far, len(rows))-from, func(i int) bool { return rows[from+i].row >= row })
}
