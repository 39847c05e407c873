package fts5

import (
	"bytes"
	"database/sql"
	"encoding/binary"
	"errors"
	"math"
	"sync"

	"tsunagu/store/index"
)

// errFormat: the lists are not in the format that this package reads.
var errFormat = errors.New("fts5: the lists are in an unknown format")

const (
	configVersion   = 4       // 'version' in the config table
	structureID     = 10      // id of the structure record
	segmentShift    = 37      // a page's id is its segment's number << segmentShift, plus the page's number
	tombstoneOffset = 1 << 16 // added to a segment's number in the ids of its tombstone pages
	tombstoneHeader = 8
)

// reader reads the lists of one table in one snapshot.
type reader struct {
	each     Each
	table    string
	segments []*segment
	buffers  *buffers
	ahead    *ahead // nil where little is asked
}

// buffers are reused from one search to the next: the lists of a common bigram take megabytes.
type buffers struct {
	lists     []byte
	positions positions
	next      positions // for merge
}

var bufferPool = sync.Pool{New: func() any { return &buffers{} }}

// close returns the buffers to the pool; the lists that were read are invalid afterwards.
func (r *reader) close() {
	r.buffers.lists = r.buffers.lists[:0]
	bufferPool.Put(r.buffers)
}

// free ends the reader: what it read of deleted rows, for all words that it was asked for, is reused.
func (r *reader) free() {
	for _, s := range r.segments {
		if s.deleted != nil {
			s.deleted.Free()
			s.deleted = nil
		}
	}
}

// segment is a part of the index that was written at once. Rows that were deleted later are still in it,
// and in its tombstone pages.
type segment struct {
	id, first, last uint64 // the numbers of its first and last page
	tombstonePages  uint64
	deleted         *index.Bits // read by tombstones; nil before, and where there are none
}

// open reads the structure record: which segments there are.
func open(each Each, table string) (*reader, error) {
	r := &reader{each: each, table: table}
	version, structure := 0, []byte(nil)
	if err := each(func(rows *sql.Rows) error { return rows.Scan(&version, &structure) },
		"SELECT c.v, d.block FROM "+table+"_config c JOIN "+table+"_data d ON d.id = ? WHERE c.k = 'version'", structureID); err != nil {
		return nil, err
	}
	if version != configVersion || len(structure) < 8 {
		return nil, errFormat
	}
	v := varints{data: structure[4:]} // after the cookie
	hasTombstones := bytes.HasPrefix(v.data, []byte{0xff, 0, 0, 1})
	if hasTombstones {
		v.data = v.data[4:]
	}
	levels := v.next()
	v.next() // number of segments
	v.next() // write counter
	for ; levels > 0 && !v.isBroken; levels-- {
		v.next() // segments of the level that are being merged
		for n := v.next(); n > 0 && !v.isBroken; n-- {
			s := &segment{id: v.next(), first: v.next(), last: v.next()}
			if hasTombstones {
				v.next() // first and
				v.next() // last origin
				s.tombstonePages = v.next()
				v.next() // number of tombstones
				v.next() // number of entries
			}
			if s.last > 0 { // 0: all of it was merged into another
				r.segments = append(r.segments, s)
			}
		}
	}
	if v.isBroken || len(v.data) > 0 {
		return nil, errFormat
	}
	return r, nil
}

// tombstones returns the rows of a segment that were deleted after it was written; nil if there are none.
func (r *reader) tombstones(s *segment) (*index.Bits, error) {
	if s.tombstonePages == 0 || s.deleted != nil {
		return s.deleted, nil
	}
	deleted := index.NewBits(0)
	from := int64((s.id + tombstoneOffset) << segmentShift)
	pages := uint64(0)
	err := r.each(func(rows *sql.Rows) error {
		var page sql.RawBytes
		if err := rows.Scan(&page); err != nil {
			return err
		}
		if len(page) < tombstoneHeader || page[0] != 4 && page[0] != 8 {
			return errFormat
		}
		pages++
		for size, slots := int(page[0]), page[tombstoneHeader:]; len(slots) >= size; slots = slots[size:] {
			rowid := uint64(binary.BigEndian.Uint32(slots))
			if size == 8 {
				rowid = binary.BigEndian.Uint64(slots)
			}
			if rowid > maxNumber {
				return errFormat
			}
			if rowid > 0 { // 0 is an empty slot
				deleted.Put(uint32(rowid))
			}
		}
		return nil
	}, "SELECT block FROM "+r.table+"_data WHERE id >= ? AND id < ?", from, from+int64(s.tombstonePages))
	if err == nil && pages != s.tombstonePages {
		err = errFormat
	}
	if err != nil {
		deleted.Free()
		return nil, err
	}
	s.deleted = deleted
	return deleted, nil
}

// varints reads numbers one after another, as SQLite encodes them. All that are read in this way are far
// below the largest possible number.
type varints struct {
	data     []byte
	isBroken bool
}

func (v *varints) next() uint64 {
	n, next := varint(v.data, 0)
	if next > len(v.data) || n > math.MaxInt64 {
		v.isBroken, v.data = true, nil
		return 0
	}
	v.data = v.data[next:]
	return n
}

// varint is the number at an offset, and the offset after it: beyond the end if it is cut off.
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
