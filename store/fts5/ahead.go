package fts5

import (
	"database/sql"
	"encoding/json"
	"errors"
	"slices"

	"tsunagu/store/index"
)

// A question with forty words has a hundred bigrams, and each would be a query for each segment. Their lists are mostly short: one query
// reads the pages on which they begin, and the lists that end there are known. All others are read one by one, as those of a single word.

// aheadLeast is from how many bigrams on that is worth it.
const aheadLeast = 8

// ahead are lists that were read together, by segment and bigram.
type ahead struct {
	lists map[aheadKey]aheadList
	data  []byte // of all
}

type aheadKey struct {
	s      *segment
	bigram string
}

// aheadList is the list of a bigram in a segment; none of a row where there is none.
type aheadList struct {
	isThere  bool
	from, to int // in ahead.data
	absolute []int
	deleted  *index.Bits
}

// bigramsOf are the characters of a word as they are indexed, and where the bigrams begin by which it is found. Every second one is enough;
// with an odd number of characters the last two overlap.
func bigramsOf(word string) (chars []rune, at []int) {
	chars = []rune(word)
	for i, c := range chars {
		chars[i] = tokenRune(c)
	}
	for i := 0; i < len(chars) && len(chars) >= 2; i += 2 {
		at = append(at, min(i, len(chars)-2))
	}
	return chars, at
}

// readAhead reads the lists of the bigrams of words.
func (r *reader) readAhead(any [][]string) error {
	var bigrams []string
	for _, all := range any {
		for _, word := range all {
			chars, begins := bigramsOf(word)
			for _, at := range begins {
				bigrams = append(bigrams, string(chars[at:at+2]))
			}
		}
	}
	slices.Sort(bigrams)
	if bigrams = slices.Compact(bigrams); len(bigrams) < aheadLeast {
		return nil
	}
	var segments [][2]uint64
	for _, s := range r.segments {
		segments = append(segments, [2]uint64{s.id, s.first})
	}
	wanted, err := json.Marshal(bigrams)
	if err != nil {
		return err
	}
	in, err := json.Marshal(segments)
	if err != nil {
		return err
	}
	r.buffers = bufferPool.Get().(*buffers)
	defer r.close()
	r.ahead = &ahead{lists: map[aheadKey]aheadList{}}
	return r.each(func(rows *sql.Rows) error {
		var segment, bigram int
		var page sql.RawBytes
		if err := rows.Scan(&segment, &bigram, &page); err != nil {
			return err
		}
		if segment < 0 || segment >= len(r.segments) || bigram < 0 || bigram >= len(bigrams) {
			return errFormat
		}
		return r.ahead.page(r, r.segments[segment], bigrams[bigram], page)
	}, "SELECT s.key, b.key, d.block FROM json_each(?1) s CROSS JOIN json_each(?2) b CROSS JOIN "+r.table+"_data d ON d.id = "+
		"((s.value ->> 0) << ?3) + max(s.value ->> 1, coalesce((SELECT pgno / 2 FROM "+r.table+"_idx WHERE segid = s.value ->> 0 AND "+
		"term <= CAST('0' || b.value AS BLOB) ORDER BY term DESC LIMIT 1), 0))", in, wanted, segmentShift)
}

// page takes from a leaf the list of a bigram, if that is seen to end on it or to be in no leaf.
func (a *ahead) page(r *reader, s *segment, bigram string, page []byte) error {
	is := aheadList{}
	r.buffers.lists = r.buffers.lists[:0]
	l := &leafScan{r: r, s: s, wanted: append([]byte("0"), bigram...), f: func(d *doclist) {
		is = aheadList{true, len(a.data), len(a.data) + d.size(), d.absolute, d.deleted}
	}}
	err := l.page(page)
	if err == nil { // what follows is on the next page
		return nil
	}
	if !errors.Is(err, errDone) {
		return err
	}
	if is.isThere {
		a.data = append(a.data, r.buffers.lists...)
	}
	a.lists[aheadKey{s, bigram}] = is
	return nil
}

// known calls f with the list of a bigram in a segment if it was read ahead, and not where there is none; ok is false if that is not known.
func (r *reader) known(s *segment, bigram string, f func(*doclist)) (ok bool) {
	if r.ahead == nil {
		return false
	}
	is, ok := r.ahead.lists[aheadKey{s, bigram}]
	if ok && is.isThere {
		d := &doclist{from: len(r.buffers.lists), absolute: is.absolute, deleted: is.deleted}
		r.add(d, r.ahead.data[is.from:is.to])
		f(d)
	}
	return ok
}
