package index

import (
	"encoding/binary"
	"math/bits"
)

// Holders are, for each code of a column that holds a set, the rows that have it: what Records say, turned round. To read all records takes
// as long as there are rows, whatever is sought; to read these as long as there are rows that are found.
type Holders struct {
	at    []uint32 // by code: where its rows begin in gaps; one more than there are codes
	gaps  []byte   // of each code's rows the distances from one to the next, the first from -1
	slots uint32   // one more than the last row
}

// HoldersOf reads the records once for what they have in a column, and once more to write it down.
func HoldersOf(r *Records, of *Wanted) *Holders {
	var sizes []uint32
	var last []uint32 // by code: the row that had it last, and one more
	walk := func(each func(code, gap uint32)) {
		clear(last)
		for i, c := range r.chunks {
			for k := uint32(0); c != nil && k < chunkSlots; k++ {
				next := uint32(i)<<chunkShift | k + 1
				of.each(c.all[c.at[k]:c.at[k+1]], func(code uint32) {
					for int(code) >= len(last) {
						last, sizes = append(last, 0), append(sizes, 0)
					}
					if last[code] != next { // a row's entries may have the same
						each(code, next-last[code])
						last[code] = next
					}
				})
			}
		}
	}
	h := &Holders{}
	walk(func(code, gap uint32) { sizes[code] += uint32(bits.Len32(gap)+6) / 7 })
	h.at = make([]uint32, len(sizes)+1)
	for code, size := range sizes {
		h.at[code+1] = h.at[code] + size
		h.slots = max(h.slots, last[code])
	}
	h.gaps = make([]byte, h.at[len(sizes)])
	to := append([]uint32(nil), h.at...)
	walk(func(code, gap uint32) { to[code] += uint32(binary.PutUvarint(h.gaps[to[code]:], uint64(gap))) })
	return h
}

// each calls f with the codes that the entries of a record have in the column.
func (w *Wanted) each(record string, f func(code uint32)) {
	for at := 0; at < len(record); {
		for column := range w.Columns {
			n := uint32(1)
			if column < w.Sets {
				n, at = number(record, at)
			}
			for range n {
				var code uint32
				if code, at = number(record, at); column == w.Column {
					f(code)
				}
			}
		}
	}
}

// With are the rows that have a code of each of so many sets, ascending.
func (h *Holders) With(w *Wanted, sets int) []*Set {
	out := make([]*Set, sets)
	for set := range out {
		is := NewBits(h.slots)
		for code, in := range w.Codes[:min(len(w.Codes), len(h.at)-1)] {
			if in&(1<<set) == 0 {
				continue
			}
			next := uint32(0)
			for at := h.at[code]; at < h.at[code+1]; {
				gap, n := uint32(h.gaps[at]), uint32(1)
				if gap >= 0x80 {
					all, size := binary.Uvarint(h.gaps[at:])
					gap, n = uint32(all), uint32(size)
				}
				next, at = next+gap, at+n
				is.w[(next-1)/64] |= 1 << ((next - 1) % 64)
			}
		}
		out[set] = is.Set()
		is.Free()
	}
	return out
}

// Bytes is how much memory they take.
func (h *Holders) Bytes() int { return len(h.gaps) + 4*len(h.at) }
