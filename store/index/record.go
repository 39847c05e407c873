package index

import (
	"encoding/binary"
	"slices"
	"strings"
)

// Records keep of the rows of a table what a score is worked out of: of each row some entries, each
// a few small numbers in as few bytes. Like a Table they never change; an edit makes the next ones.
type Records struct{ chunks []*texts }

// At are the entries of a row, one after another; "" is none.
func (r *Records) At(slot uint32) string {
	i := int(slot >> chunkShift)
	if i >= len(r.chunks) || r.chunks[i] == nil {
		return ""
	}
	c, k := r.chunks[i], slot%chunkSlots
	return c.all[c.at[k]:c.at[k+1]]
}

// RecordsEdit is a change of records that is being put together.
type RecordsEdit struct {
	r       *Records
	entries []struct{ slot, at uint32 }
	bytes   []byte
}

// Edit begins a change.
func (r *Records) Edit() *RecordsEdit { return &RecordsEdit{r: r} }

// Put begins a row's entries anew; without an Add after it, it has none.
func (e *RecordsEdit) Put(slot uint32) { e.Add(slot, nil) }

// Add adds an entry to a row. Its bytes are the caller's again afterwards.
func (e *RecordsEdit) Add(slot uint32, entry []byte) {
	e.entries = append(e.entries, struct{ slot, at uint32 }{slot, uint32(len(e.bytes))})
	e.bytes = append(e.bytes, entry...)
}

// Done are the records with the change: each row that was put or added to has what was added alone.
func (e *RecordsEdit) Done() *Records {
	is := &Records{slices.Clone(e.r.chunks)}
	byRow := make([]uint32, len(e.entries)) // as they came, but for the rows
	for i := range byRow {
		byRow[i] = uint32(i)
	}
	slices.SortStableFunc(byRow, func(a, b uint32) int { return int(int64(e.entries[a].slot) - int64(e.entries[b].slot)) })
	entry := func(i uint32) []byte {
		end := len(e.bytes)
		if int(i)+1 < len(e.entries) {
			end = int(e.entries[i+1].at)
		}
		return e.bytes[e.entries[i].at:end]
	}
	for len(byRow) > 0 {
		number := int(e.entries[byRow[0]].slot >> chunkShift)
		for number >= len(is.chunks) {
			is.chunks = append(is.chunks, nil)
		}
		var all strings.Builder
		was, chunk := is.chunks[number], &texts{}
		for k := range uint32(chunkSlots) {
			slot, isPut := uint32(number)<<chunkShift|k, false
			for len(byRow) > 0 && e.entries[byRow[0]].slot == slot {
				all.Write(entry(byRow[0]))
				byRow, isPut = byRow[1:], true
			}
			if !isPut && was != nil {
				all.WriteString(was.all[was.at[k]:was.at[k+1]])
			}
			chunk.at[k+1] = uint32(all.Len())
		}
		chunk.all = strings.Clone(all.String()) // without the room that the builder has left
		is.chunks[number] = chunk
	}
	return is
}

// AppendCodes writes codes for a Sheet: first how many they are, where the column holds a set.
func AppendCodes(to []byte, isSet bool, codes ...uint32) []byte {
	if isSet {
		to = binary.AppendUvarint(to, uint64(len(codes)))
	}
	for _, c := range codes {
		to = binary.AppendUvarint(to, uint64(c))
	}
	return to
}

// Columns are the bytes of each column of a row's first entry, of which the first ones hold sets.
func Columns(record string, sets int, to []string) {
	at := 0
	for column := range to {
		begin, n := at, uint32(1)
		if column < sets {
			n, at = number(record, at)
		}
		for range n {
			_, at = number(record, at)
		}
		to[column] = record[begin:at]
	}
}

// Codes appends the codes of a set as Columns gives it.
func Codes(to []uint32, set string) []uint32 {
	n, at := number(set, 0)
	for range n {
		var code uint32
		code, at = number(set, at)
		to = append(to, code)
	}
	return to
}

// number reads one at a place, and where the next one stands.
func number(s string, at int) (uint32, int) {
	if c := s[at]; c < 0x80 { // nearly all of them
		return uint32(c), at + 1
	}
	n, shift := uint32(0), 0
	for ; s[at] >= 0x80; at++ {
		n |= uint32(s[at]&0x7f) << shift
		shift += 7
	}
	return n | uint32(s[at])<<shift, at + 1
}

// Wanted are codes of a column that holds a set, in up to eight sets of them at once: for
// each code a bit for each set that it is in, and how many columns an entry has, of which the first ones hold sets.
type Wanted struct {
	Columns, Sets, Column int
	Codes                 []uint8
}

// In tells of which sets any entry of a row has a code.
func (w *Wanted) In(record string) (in uint8) {
	for at := 0; at < len(record); {
		for column := range w.Columns {
			n := uint32(1)
			if column < w.Sets {
				n, at = number(record, at)
			}
			for range n {
				if column != w.Column {
					for record[at] >= 0x80 {
						at++
					}
					at++
					continue
				}
				var code uint32
				if code, at = number(record, at); int(code) < len(w.Codes) {
					in |= w.Codes[code]
				}
			}
		}
	}
	return in
}
