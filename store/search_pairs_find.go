package store

import (
	"cmp"
	"slices"
	"sort"
	"sync"
)

// pairInWord is a pair of a word, where it stands in it, and the lists of where it stands in texts.
type pairInWord struct {
	at    uint64
	text  string
	lists []*wordList
	size  int
}

// rows are the rows with a word.
func (l *wordLists) rows(word string) (bitmap, error) {
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
		p := &pairInWord{at: uint64(at), text: string(letters[at : at+2])}
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
	found := placesRoom.Get().(*foundPlaces)
	defer placesRoom.Put(found)
	err := l.begin(found, pairs[0])
	for _, p := range pairs[1:] {
		if err == nil {
			err = l.narrow(found, p)
		}
	}
	if err != nil {
		return nil, err
	}
	return found.rows(), nil
}

// rowsWith are the rows with a pair, or with any that begins with a character.
func (l *wordLists) rowsWith(text string, isWhole bool) (bitmap, error) {
	rows := newBitmap(0)
	for _, s := range l.segments {
		var failed error
		if err := l.read(s, text, isWhole, func(w *wordList) {
			each := w.rows()
			for failed == nil && each.next() {
				var isDropped bool
				if isDropped, failed = l.isDropped(s, uint32(each.row)); !isDropped {
					rows.add(uint32(each.row))
				}
			}
			if each.isBroken {
				failed = errListForm
			}
			l.free() // one character has very many of them
		}); err != nil || failed != nil {
			return nil, cmp.Or(err, failed)
		}
	}
	return rows, nil
}

// bitmap is a set of rows that are found in no order, some of them often.
type bitmap []uint64

var bitmapRoom = sync.Pool{New: func() any { return new(bitmap) }}

// newBitmap has room for rows up to one, until free.
func newBitmap(last uint32) bitmap {
	b := *bitmapRoom.Get().(*bitmap)
	b = slices.Grow(b[:0], int(last>>6)+1)[:last>>6+1]
	clear(b)
	return b
}

func (b bitmap) free() { bitmapRoom.Put(&b) }

func (b *bitmap) add(row uint32) {
	i := int(row >> 6)
	for i >= len(*b) {
		*b = append(*b, 0)
	}
	(*b)[i] |= 1 << (row & 63)
}

// foundPlaces are where a word may begin: the row's number above the place in it, in ascending order.
type foundPlaces []uint64

const placeBits = 32

// bytesForPlace is about how much of a list a place takes, with its row.
const bytesForPlace = 4

// placesRoom is room for them, of which a common pair's take megabytes for a moment.
var placesRoom = sync.Pool{New: func() any { return new(foundPlaces) }}

// rows are the rows of the places.
func (f foundPlaces) rows() bitmap {
	if len(f) == 0 {
		return nil
	}
	rows := newBitmap(uint32(f[len(f)-1] >> placeBits))
	for _, x := range f {
		rows.add(uint32(x >> placeBits))
	}
	return rows
}

// begin finds where a word may begin by one of its pairs.
func (l *wordLists) begin(found *foundPlaces, p *pairInWord) error {
	out := slices.Grow((*found)[:0], p.size/bytesForPlace)
	for _, w := range p.lists {
		each := w.rows()
		for each.next() {
			if isDropped, err := l.isDropped(w.segment, uint32(each.row)); err != nil {
				return err
			} else if isDropped {
				continue
			}
			place, at, n := uint64(0), 0, uint64(0)
			for at < len(each.places) {
				if n, at = varint(each.places, at); n < 2 || n > maxListed || at > len(each.places) { // 1 is for another column, of which there is none
					return errListForm
				}
				if place += n - 2; place >= p.at {
					out = append(out, each.row<<placeBits+place-p.at)
				}
			}
		}
		if each.isBroken {
			return errListForm
		}
	}
	if len(p.lists) > 1 {
		slices.Sort(out)
	}
	*found = out
	return nil
}

// narrow keeps the places at which another pair of the word stands where it has to.
func (l *wordLists) narrow(found *foundPlaces, p *pairInWord) error {
	in, out := *found, (*found)[:0] // what is kept stands never beyond what was looked at
	if len(p.lists) > 1 {
		out = make([]uint64, 0, len(in)) // each list is held against all
	}
	for _, w := range p.lists {
		left, each := in, w.rows()
		for len(left) > 0 && each.seek(left[0]>>placeBits) {
			if left = left[skip(left, each.row<<placeBits):]; len(left) == 0 || left[0]>>placeBits != each.row {
				continue
			}
			isDropped, err := l.isDropped(w.segment, uint32(each.row))
			if err != nil {
				return err
			}
			begin, at, n := each.row<<placeBits-p.at, 0, uint64(0) // where the word would, were the pair the row's first
			for at < len(each.places) {
				if n, at = varint(each.places, at); n < 2 || n > maxListed || at > len(each.places) {
					return errListForm
				}
				begin += n - 2
				for len(left) > 0 && left[0] < begin {
					left = left[1:]
				}
				if len(left) > 0 && left[0] == begin && !isDropped {
					out = append(out, begin)
				}
			}
			left = left[skip(left, (each.row+1)<<placeBits):]
		}
		if each.isBroken {
			return errListForm
		}
	}
	if len(p.lists) > 1 {
		slices.Sort(out)
	}
	*found = out
	return nil
}

// skip is how many places come before one; most often they are few.
func skip(places []uint64, at uint64) int {
	far := 1
	for far < len(places) && places[far] < at {
		far *= 2
	}
	from := far / 2
	return from + sort.Search(min(far, len(places))-from, func(i int) bool { return places[from+i] >= at })
}
