package store

import (
	"bytes"
	"database/sql"
	"encoding/binary"
	"errors"
	"math"
	"sync"

	"tsunagu/store/index"
)

// Where pairs of characters stand is read from the lists that FTS5 keeps, not asked of it: it would
// step through all pairs of a word row by row, and nine tenths of a question would be its steps. The
// lists are part of SQLite's file format and so stay as they are (fts5_index.c tells how they look); a
// form that is not known, or that makes no sense, is FTS5's to answer for.
var errListForm = errors.New("store: the words' lists have a form that is not known")

const (
	listVersion     = 4
	structureID     = 10
	segmentBits     = 37      // of a page's id, a segment's number stands above them
	tombstonesFor   = 1 << 16 // so much higher is the number under which a segment's dropped rows stand
	pageHeader      = 4
	tombstoneHeader = 8
)

// wordLists are the lists of one table of words as one snapshot has them.
type wordLists struct {
	q        *Q
	table    string
	segments []*wordSegment
	room     *wordRoom
}

// wordRoom is what a word is found in: a common pair's lists take megabytes for a moment.
type wordRoom struct {
	lists         []byte
	places, later foundPlaces
}

var wordRooms = sync.Pool{New: func() any { return &wordRoom{} }}

// close gives the room of all that was read back, which is not used afterwards.
func (l *wordLists) close() {
	l.room.lists = l.room.lists[:0]
	wordRooms.Put(l.room)
	for _, s := range l.segments {
		if s.dropped != nil {
			s.dropped.Free()
		}
	}
}

// wordSegment is a part of the lists that was written at once. Rows that were dropped later stand in
// it still, and in its tombstones.
type wordSegment struct {
	id, first, last uint64
	tombstonePages  uint64
	dropped         *index.Bits // once they were asked for
}

// wordList is what one segment holds of one pair: each row's number, as far as it is from the one
// before, and its places. The first of a page is told whole.
type wordList struct {
	from, to int         // in the room for lists
	whole    []int       // in the list
	dropped  *index.Bits // rows of it that no longer are
}

func (w *wordList) size() int { return w.to - w.from }

// goOn says where a row is told whole: for the first one, twice, where its pair stood at the end of a page.
func (w *wordList) goOn(at int) {
	if at > w.whole[len(w.whole)-1] {
		w.whole = append(w.whole, at)
	}
}

// add puts more of the list that is being read behind what there is of it.
func (l *wordLists) add(w *wordList, data []byte) {
	l.room.lists = append(l.room.lists, data...)
	w.to = len(l.room.lists)
}

// lists reads which segments there are.
func (of *wordsOf) lists(q *Q) (*wordLists, error) {
	l := &wordLists{q: q, table: of.table}
	var version int
	var structure []byte
	if err := q.scan1([]any{&version, &structure}, "SELECT c.v, d.block FROM "+of.table+"_config c JOIN "+of.table+"_data d ON d.id = ? WHERE c.k = 'version'", structureID); err != nil {
		return nil, err
	}
	if version != listVersion || len(structure) < 8 {
		return nil, errListForm
	}
	r := varints{data: structure[4:]} // after what tells other connections that it changed
	withTombstones := bytes.HasPrefix(r.data, []byte{0xff, 0, 0, 1})
	if withTombstones {
		r.data = r.data[4:]
	}
	levels := r.next()
	r.next() // all segments
	r.next() // what was ever written
	for ; levels > 0 && !r.isBroken; levels-- {
		r.next() // of them, those that are being merged
		for n := r.next(); n > 0 && !r.isBroken; n-- {
			s := &wordSegment{id: r.next(), first: r.next(), last: r.next()}
			if withTombstones {
				r.next() // the first and the last
				r.next() // of the writes that it holds
				s.tombstonePages = r.next()
				r.next() // how many
				r.next() // of how many
			}
			if s.last > 0 { // else it was merged to its end
				l.segments = append(l.segments, s)
			}
		}
	}
	if r.isBroken || len(r.data) > 0 {
		return nil, errListForm
	}
	return l, nil
}

// varints are numbers one after another, as SQLite writes them. None of those that are read so is anywhere
// near the largest there is.
type varints struct {
	data     []byte
	isBroken bool
}

func (r *varints) next() uint64 {
	v, next := varint(r.data, 0)
	if next > len(r.data) || v > math.MaxInt64 {
		r.isBroken, r.data = true, nil
		return 0
	}
	r.data = r.data[next:]
	return v
}

var errEnough = errors.New("store: enough was read")

// read calls f with the list of every pair in a segment that begins with a text, or of the one that is it.
func (l *wordLists) read(s *wordSegment, text string, isWhole bool, f func(*wordList)) error {
	wanted := append([]byte("0"), text...) // the lists of whole tokens
	var term []byte
	var list *wordList
	err := l.q.each(func(r *sql.Rows) error {
		var page sql.RawBytes
		if err := r.Scan(&page); err != nil {
			return err
		}
		if len(page) < pageHeader {
			return errListForm
		}
		firstRow, end := int(binary.BigEndian.Uint16(page)), int(binary.BigEndian.Uint16(page[2:]))
		if end < pageHeader || end > len(page) {
			return errListForm
		}
		terms := varints{data: page[end:]}
		at := end // of the page's first term
		if len(terms.data) > 0 {
			at = int(terms.next())
		}
		if at < pageHeader || at > end || terms.isBroken {
			return errListForm
		}
		if list != nil { // it goes on
			if firstRow >= pageHeader && firstRow < at {
				list.goOn(list.size() + firstRow - pageHeader)
			}
			l.add(list, page[pageHeader:at])
		}
		for isFirst := true; at < end; isFirst = false {
			if list != nil {
				f(list)
				if list = nil; isWhole {
					return errEnough
				}
			}
			next := end
			if len(terms.data) > 0 {
				next = at + int(terms.next())
			}
			if next <= at || next > end || terms.isBroken {
				return errListForm
			}
			entry, kept := varints{data: page[at:next]}, 0
			if !isFirst {
				kept = int(entry.next())
			}
			size := int(entry.next())
			if kept > len(term) || size > len(entry.data) || entry.isBroken {
				return errListForm
			}
			term = append(term[:kept], entry.data[:size]...)
			switch {
			case isWhole && bytes.Equal(term, wanted), !isWhole && bytes.HasPrefix(term, wanted):
				dropped, err := l.droppedRows(s)
				if err != nil {
					return err
				}
				list = &wordList{from: len(l.room.lists), whole: []int{0}, dropped: dropped}
				l.add(list, entry.data[size:])
			case bytes.Compare(term, wanted) > 0:
				return errEnough
			}
			at = next
		}
		return nil
	}, "SELECT block FROM "+l.table+"_data WHERE id BETWEEN ?1 + max(?2, coalesce((SELECT pgno / 2 FROM "+l.table+"_idx WHERE segid = ?3 AND term <= ?4 ORDER BY term DESC LIMIT 1), 0)) AND ?1 + ?5 ORDER BY id",
		int64(s.id<<segmentBits), int64(s.first), int64(s.id), wanted, int64(s.last))
	if err == nil && list != nil {
		f(list)
	}
	if errors.Is(err, errEnough) {
		return nil
	}
	return err
}

// droppedRows are the rows of a segment that were dropped after it was written; nil where there are none.
func (l *wordLists) droppedRows(s *wordSegment) (*index.Bits, error) {
	if s.tombstonePages == 0 || s.dropped != nil {
		return s.dropped, nil
	}
	dropped := index.NewBits(0)
	from := int64((s.id + tombstonesFor) << segmentBits)
	pages := uint64(0)
	err := l.q.each(func(r *sql.Rows) error {
		var page sql.RawBytes
		if err := r.Scan(&page); err != nil {
			return err
		}
		if len(page) < tombstoneHeader || page[0] != 4 && page[0] != 8 {
			return errListForm
		}
		pages++
		for size, slots := int(page[0]), page[tombstoneHeader:]; len(slots) >= size; slots = slots[size:] {
			row := uint64(binary.BigEndian.Uint32(slots))
			if size == 8 {
				row = binary.BigEndian.Uint64(slots)
			}
			if row > maxListed {
				return errListForm
			}
			if row > 0 { // else nothing stands there
				dropped.Put(uint32(row))
			}
		}
		return nil
	}, "SELECT block FROM "+l.table+"_data WHERE id >= ? AND id < ?", from, from+int64(s.tombstonePages))
	if err == nil && pages != s.tombstonePages {
		err = errListForm
	}
	if err != nil {
		dropped.Free()
		return nil, err
	}
	s.dropped = dropped
	return dropped, nil
}
