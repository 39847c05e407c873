package fts5

import (
	"bytes"
	"database/sql"
	"encoding/binary"
	"errors"

	"tsunagu/store/index"
)

const leafHeader = 4

// doclist is what one segment holds of one bigram: for each row its rowid, as the difference to the one
// before, and the positions in it. The first rowid on each page is written in full.
type doclist struct {
	from, to int         // in buffers.lists
	absolute []int       // offsets of the rows whose rowid is written in full
	deleted  *index.Bits // rows of it that were deleted since
}

func (d *doclist) size() int { return d.to - d.from }

// addAbsolute notes a rowid that is written in full. The first may be noted twice: when the page ended just
// behind the term.
func (d *doclist) addAbsolute(at int) {
	if at > d.absolute[len(d.absolute)-1] {
		d.absolute = append(d.absolute, at)
	}
}

// add appends data to the list that is being read.
func (r *reader) add(d *doclist, data []byte) {
	r.buffers.lists = append(r.buffers.lists, data...)
	d.to = len(r.buffers.lists)
}

var errDone = errors.New("fts5: done")

// doclists calls f with the list of the bigram text in a segment; or, if isPrefix, with the lists of all
// terms that begin with text.
func (r *reader) doclists(s *segment, text string, isPrefix bool, f func(*doclist)) error {
	if !isPrefix && r.known(s, text, f) {
		return nil
	}
	wanted := append([]byte("0"), text...) // "0" is the main index, as against those of prefixes
	l := &leafScan{r: r, s: s, wanted: wanted, isPrefix: isPrefix, f: f}
	err := r.each(func(rows *sql.Rows) error {
		var page sql.RawBytes
		if err := rows.Scan(&page); err != nil {
			return err
		}
		return l.page(page)
	}, "SELECT block FROM "+r.table+"_data WHERE id BETWEEN ?1 + max(?2, coalesce((SELECT pgno / 2 FROM "+r.table+
		"_idx WHERE segid = ?3 AND term <= ?4 ORDER BY term DESC LIMIT 1), 0)) AND ?1 + ?5 ORDER BY id",
		int64(s.id<<segmentShift), int64(s.first), int64(s.id), wanted, int64(s.last))
	if err == nil && l.list != nil {
		f(l.list)
	}
	if errors.Is(err, errDone) {
		return nil
	}
	return err
}

// leafScan goes through the leaf pages of a segment.
type leafScan struct {
	r        *reader
	s        *segment
	wanted   []byte
	isPrefix bool
	f        func(*doclist)

	term []byte   // the last one
	list *doclist // of it, if it is wanted: it may continue on the next page
}

// page reads one leaf; errDone when nothing wanted can follow.
func (l *leafScan) page(page []byte) error {
	if len(page) < leafHeader {
		return errFormat
	}
	firstRow, end := int(binary.BigEndian.Uint16(page)), int(binary.BigEndian.Uint16(page[2:]))
	if end < leafHeader || end > len(page) {
		return errFormat
	}
	offsets := varints{data: page[end:]} // of the terms: the first, then differences
	at := end
	if len(offsets.data) > 0 {
		at = int(offsets.next())
	}
	if at < leafHeader || at > end || offsets.isBroken {
		return errFormat
	}
	if l.list != nil { // continued from the page before
		if firstRow >= leafHeader && firstRow < at {
			l.list.addAbsolute(l.list.size() + firstRow - leafHeader)
		}
		l.r.add(l.list, page[leafHeader:at])
	}
	for isFirst := true; at < end; isFirst = false {
		if l.list != nil {
			l.f(l.list)
			if l.list = nil; !l.isPrefix {
				return errDone
			}
		}
		next := end
		if len(offsets.data) > 0 {
			next = at + int(offsets.next())
		}
		if next <= at || next > end || offsets.isBroken {
			return errFormat
		}
		if err := l.entry(page[at:next], isFirst); err != nil {
			return err
		}
		at = next
	}
	return nil
}

// entry reads a term and what of its list is on the same page.
func (l *leafScan) entry(data []byte, isFirst bool) error {
	v, shared := varints{data: data}, 0
	if !isFirst { // a page's first term shares nothing with the one before
		shared = int(v.next())
	}
	size := int(v.next())
	if shared > len(l.term) || size > len(v.data) || v.isBroken {
		return errFormat
	}
	l.term = append(l.term[:shared], v.data[:size]...)
	switch {
	case !l.isPrefix && bytes.Equal(l.term, l.wanted), l.isPrefix && bytes.HasPrefix(l.term, l.wanted):
		deleted, err := l.r.tombstones(l.s)
		if err != nil {
			return err
		}
		l.list = &doclist{from: len(l.r.buffers.lists), absolute: []int{0}, deleted: deleted}
		l.r.add(l.list, v.data[size:])
	case bytes.Compare(l.term, l.wanted) > 0:
		return errDone
	}
	return nil
}
