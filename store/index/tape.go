package index

import (
	"encoding/binary"
	"math"
)

// A tape is what an edit did to the rows of a table, as bytes: whoever has the table before and the tape has the
// table after. Tapes of several edits, one after another, are played as one edit, each row from the last that has it.

// What stands on a tape: a number of these, then the slot, then what belongs to it.
const (
	tapeDrop = iota
	tapePut  // numbers and texts
	tapeAdd  // field and value
)

// Record has the edit put on a tape what it is told from now on.
func (e *Edit) Record(tape *[]byte) { e.tape = tape }

func appendText(to []byte, s string) []byte {
	return append(binary.AppendUvarint(to, uint64(len(s))), s...)
}

func (e *Edit) recordDrop(slot uint32) {
	if e.tape != nil {
		*e.tape = binary.AppendUvarint(append(*e.tape, tapeDrop), uint64(slot))
	}
}

func (e *Edit) recordPut(slot uint32, ints []int64, texts []string) {
	if e.tape == nil {
		return
	}
	to := binary.AppendUvarint(append(*e.tape, tapePut), uint64(slot))
	for _, n := range ints {
		to = binary.AppendVarint(to, n)
	}
	for _, s := range texts {
		to = appendText(to, s)
	}
	*e.tape = to
}

func (e *Edit) recordAdd(slot uint32, field uint8, value string) {
	if e.tape != nil {
		*e.tape = appendText(append(binary.AppendUvarint(append(*e.tape, tapeAdd), uint64(slot)), field), value)
	}
}

// TapeReader reads a tape, or whatever was written in the same way. It trusts nothing; after what cannot be, IsBroken
// is true and all that it reads is zero.
type TapeReader struct {
	left     string
	IsBroken bool
}

// NewTapeReader reads a tape from its beginning. What it reads are pieces of it.
func NewTapeReader(tape string) *TapeReader { return &TapeReader{left: tape} }

// More says whether there is more to read.
func (r *TapeReader) More() bool { return len(r.left) > 0 }

func (r *TapeReader) fail() { r.left, r.IsBroken = "", true }

// Byte reads one byte.
func (r *TapeReader) Byte() (b byte) {
	if len(r.left) == 0 {
		r.fail()
		return 0
	}
	b, r.left = r.left[0], r.left[1:]
	return b
}

// Uint reads a number.
func (r *TapeReader) Uint() (n uint64) {
	for shift := 0; shift < 64; shift += 7 {
		b := r.Byte()
		if n |= uint64(b&0x7f) << shift; b < 0x80 {
			return n
		}
	}
	r.fail()
	return 0
}

// Int reads a number that may be below zero.
func (r *TapeReader) Int() int64 {
	n := r.Uint()
	return int64(n>>1) ^ -int64(n&1)
}

// Slot reads a slot.
func (r *TapeReader) Slot() uint32 {
	n := r.Uint()
	if n > math.MaxUint32 {
		r.fail()
		return 0
	}
	return uint32(n)
}

// Text reads a text.
func (r *TapeReader) Text() (s string) {
	n := r.Uint()
	if n > uint64(len(r.left)) {
		r.fail()
		return ""
	}
	s, r.left = r.left[:n], r.left[n:]
	return s
}

// AppendTape appends one tape, or another text, to bytes that a TapeReader reads with Text.
func AppendTape(to, tape []byte) []byte {
	return append(binary.AppendUvarint(to, uint64(len(tape))), tape...)
}

// Play does to the table what stands on tapes, and tells the rows that they change; ErrBroken where that is not
// what edits of this table can have recorded.
func (t *Table) Play(tapes []string) (*Table, error) {
	// The tape that is right for a row, twice its place, and one more where it puts the row.
	last := map[uint32]int{}
	for i, tape := range tapes {
		once := func(slot uint32, at int) bool {
			before, ok := last[slot]
			last[slot] = at
			return !ok || before < 2*i
		}
		if !t.schema.readTape(tape, func(slot uint32, _ []int64, _ []string) bool { return once(slot, 2*i+1) },
			func(slot uint32) bool { return once(slot, 2*i) }, func(slot uint32, _ Facet) bool { return last[slot] == 2*i+1 }) {
			return nil, ErrBroken
		}
	}
	for slot := range last {
		if int(slot) > t.pages*pageSlots+len(last) { // a row that is new has the number after those that are there
			return nil, ErrBroken
		}
	}
	e := t.Edit()
	for i, tape := range tapes {
		is := func(slot uint32) bool { return last[slot]/2 == i }
		t.schema.readTape(tape, func(slot uint32, ints []int64, texts []string) bool {
			if is(slot) {
				e.Put(slot, ints, texts...)
			}
			return true
		}, func(slot uint32) bool {
			if is(slot) {
				e.Drop(slot)
			}
			return true
		}, func(slot uint32, f Facet) bool {
			if is(slot) {
				e.add(slot, f)
			}
			return true
		})
	}
	return e.Done(), nil
}

// readTape calls for what stands on a tape, until something of it is refused; false then, and where it is no tape.
func (s *Schema) readTape(tape string, put func(slot uint32, ints []int64, texts []string) bool, drop func(slot uint32) bool,
	add func(slot uint32, f Facet) bool) bool {
	r := NewTapeReader(tape)
	ints, texts := make([]int64, s.Ints), make([]string, s.Texts)
	for r.More() {
		what, slot, is := r.Byte(), r.Slot(), false
		switch what {
		case tapeDrop:
			is = !r.IsBroken && drop(slot)
		case tapePut:
			for i := range ints {
				ints[i] = r.Int()
			}
			for i := range texts {
				texts[i] = r.Text()
			}
			is = !r.IsBroken && put(slot, ints, texts)
		case tapeAdd:
			f := Facet{r.Byte(), r.Text()}
			is = !r.IsBroken && f != all && add(slot, f)
		}
		if !is {
			return false
		}
	}
	return true
}
