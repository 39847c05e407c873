package index

import (
	"maps"
	"slices"
	"strings"
	"sync"
)

// Edit collects a change of a table. A row that is put or dropped loses all values that it had; add
// a row's facets after it is put. From time to time the collected rows are settled, that is moved
// into the new table: there, packed, a row takes a tenth of the memory.
type Edit struct {
	t, is        *Table // the table before, and the new one with the rows settled so far
	rowsAtOnce   int    // rows that are settled together
	facetsAtOnce int

	gone, slots []uint32
	ints        []int64 // of the rows not settled yet
	texts       []string
	later       []laterText
	adds        [256]map[string]*[]uint32 // by field and value
	digits      [256]*[10]*[]uint32       // the same slices of the values that are a digit, half of all that is added

	settledGone, settledRows, slicedGone int

	added int
	tape  *[]byte // what the caller told, if it is recorded
}

type laterText struct {
	slot   uint32
	column int
	text   string
}

const (
	rowsAtOnce   = 1 << 13
	facetsAtOnce = 1 << 19 // settling copies a part of every set that changes
)

// Edit begins a change.
func (t *Table) Edit() *Edit {
	return &Edit{t: t, rowsAtOnce: rowsAtOnce, facetsAtOnce: facetsAtOnce}
}

// Drop takes a row out.
func (e *Edit) Drop(slot uint32) {
	e.recordDrop(slot)
	e.gone = append(e.gone, slot)
}

// Put sets a row, which must not be put twice. The caller may reuse the slices afterwards.
func (e *Edit) Put(slot uint32, ints []int64, texts ...string) {
	e.recordPut(slot, ints, texts)
	if e.t.Count() > 0 { // in an empty table the row had no values
		e.gone = append(e.gone, slot)
	}
	e.slots = append(e.slots, slot)
	e.ints, e.texts = append(e.ints, ints...), append(e.texts, texts...)
	e.add(slot, all)
	if len(e.slots)-e.settledRows >= e.rowsAtOnce {
		e.settleRows()
	}
}

// SetText changes a text of a row that was put.
func (e *Edit) SetText(slot uint32, column int, text string) {
	e.later = append(e.later, laterText{slot, column, text})
	if len(e.later) >= e.rowsAtOnce {
		e.settleRows()
	}
}

// Add gives a row a value.
func (e *Edit) Add(slot uint32, field uint8, value string) {
	e.recordAdd(slot, field, value)
	e.add(slot, Facet{field, value})
}

func (e *Edit) add(slot uint32, f Facet) {
	slots := e.addsOf(f)
	*slots = append(*slots, slot)
	if e.added++; e.added >= e.facetsAtOnce {
		e.settleFacets()
	}
}

// addsOf are the slots to which a value is added.
func (e *Edit) addsOf(f Facet) *[]uint32 {
	isDigit := len(f.Value) == 1 && f.Value[0] >= '0' && f.Value[0] <= '9'
	if isDigit {
		if e.digits[f.Field] == nil {
			e.digits[f.Field] = new([10]*[]uint32)
		}
		if slots := e.digits[f.Field][f.Value[0]-'0']; slots != nil {
			return slots
		}
	}
	slots := e.adds[f.Field][f.Value]
	if slots == nil {
		if slots = new([]uint32); e.adds[f.Field] == nil {
			e.adds[f.Field] = map[string]*[]uint32{}
		}
		e.adds[f.Field][strings.Clone(f.Value)] = slots // it may be a piece of something long
	}
	if isDigit {
		e.digits[f.Field][f.Value[0]-'0'] = slots
	}
	return slots
}

// Slots are the slots of the rows that are put.
func (e *Edit) Slots() []uint32 { return e.slots }

// Done is the table with the change.
func (e *Edit) Done() *Table {
	e.settleRows()
	e.settleFacets()
	was, is := e.t, e.is
	old := empty // of the dropped rows, those that existed
	if was.Count() > 0 {
		var there []uint32
		SetOf(e.gone).Each(func(slot uint32) {
			if was.Rows().Has(slot) {
				there = append(there, slot)
			}
		})
		old = SetOf(there)
	}
	var group sync.WaitGroup
	for by, o := range was.schema.Orders {
		if !o.IsKept {
			continue
		}
		group.Go(func() { is.orders[by] = was.orders[by].change(by, was, is, old, is.sorted(by, e.slots)) })
	}
	group.Wait()
	return is
}

// next is the new table; it shares nothing that will be written to with the one before.
func (e *Edit) next() *Table {
	if e.is != nil {
		return e.is
	}
	was := e.t
	e.is = &Table{schema: was.schema, facets: was.facets, values: was.values, sets: slices.Clone(was.sets), orders: slices.Clone(was.orders),
		sliced: slices.Clone(was.sliced), pages: was.pages}
	for _, of := range was.ints {
		e.is.ints = append(e.is.ints, slices.Clone(of))
	}
	for _, of := range was.texts {
		e.is.texts = append(e.is.texts, slices.Clone(of))
	}
	return e.is
}

// settleRows sets the numbers and texts of the rows that are put, in copies of their chunks.
func (e *Edit) settleRows() {
	is, slots := e.next(), e.slots[e.settledRows:]
	if len(slots) > 0 {
		is.pages = max(is.pages, int(slices.Max(slots)>>pageShift)+1)
	}
	byChunk := map[uint32][]int{}
	for i, slot := range slots {
		byChunk[slot>>chunkShift] = append(byChunk[slot>>chunkShift], i)
	}
	laterByChunk := map[uint32][]laterText{}
	for _, l := range e.later {
		laterByChunk[l.slot>>chunkShift] = append(laterByChunk[l.slot>>chunkShift], l)
	}
	chunks := is.pages * pageSlots / chunkSlots
	for column := range is.schema.Ints {
		of := append(is.ints[column], make([]*numbers, chunks-len(is.ints[column]))...)
		for c, rows := range byChunk {
			var chunk [chunkSlots]int64
			of[c].unpack(&chunk)
			for _, i := range rows {
				chunk[slots[i]%chunkSlots] = e.ints[i*is.schema.Ints+column]
			}
			of[c] = pack(&chunk)
		}
		is.ints[column] = of
	}
	gone := SetOf(e.gone[e.slicedGone:])
	for _, column := range is.schema.Sliced {
		is.sliced[column] = is.sliced[column].change(gone, slots, func(i int) int64 { return e.ints[i*is.schema.Ints+column] })
	}
	e.slicedGone = len(e.gone)
	for column := range is.schema.Texts {
		of := append(is.texts[column], make([]*texts, chunks-len(is.texts[column]))...)
		change := func(c uint32, set func(all *[chunkSlots]string)) {
			var all [chunkSlots]string
			if old := of[c]; old != nil {
				for i := range all {
					all[i] = old.all[old.at[i]:old.at[i+1]]
				}
			}
			set(&all)
			chunk := &texts{all: strings.Join(all[:], "")}
			for i, s := range all {
				chunk.at[i+1] = chunk.at[i] + uint32(len(s))
			}
			of[c] = chunk
		}
		for c, rows := range byChunk {
			change(c, func(all *[chunkSlots]string) {
				for _, i := range rows {
					all[slots[i]%chunkSlots] = e.texts[i*is.schema.Texts+column]
				}
			})
		}
		for c, texts := range laterByChunk {
			change(c, func(all *[chunkSlots]string) {
				for _, l := range texts {
					if l.column == column {
						all[l.slot%chunkSlots] = l.text
					}
				}
			})
		}
		is.texts[column] = of
	}
	clear(e.texts)
	clear(e.later)
	e.settledRows, e.ints, e.texts, e.later = len(e.slots), e.ints[:0], e.texts[:0], e.later[:0]
}

// settleFacets moves the rows between the sets of values.
func (e *Edit) settleFacets() {
	is, gone := e.next(), SetOf(e.gone[e.settledGone:])
	e.settledGone, e.added = len(e.gone), 0
	fresh := false
	for field, values := range e.adds {
		for value := range values {
			f := Facet{uint8(field), value}
			if _, ok := is.facets[f]; ok {
				continue
			}
			if !fresh {
				is.facets, is.values, fresh = maps.Clone(is.facets), slices.Clone(is.values), true
			}
			for field >= len(is.values) {
				is.values = append(is.values, nil)
			}
			is.values[field] = append(slices.Clip(is.values[field]), value) // the table before keeps its own slice
			is.facets[f] = len(is.sets)
			is.sets = append(is.sets, empty)
		}
	}
	adds := make([][]uint32, len(is.sets))
	for field, values := range e.adds {
		for value, slots := range values {
			adds[is.facets[Facet{uint8(field), value}]] = *slots
			*slots = (*slots)[:0]
		}
	}
	for i, s := range is.sets {
		is.sets[i] = s.Change(gone, adds[i])
	}
}
