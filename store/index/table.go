package index

import (
	"cmp"
	"slices"
	"strings"
	"sync"
)

// Schema says what a table keeps of a row: some numbers, some texts, and by which of them it is
// ordered. A row's facets, the values that it has, need not be known beforehand.
type Schema struct {
	Ints, Texts int
	Orders      []Order
}

// Order is by one column. Rows that are equal in it stand the other way round: the greatest of
// the columns Ties first, then the greatest slot, whichever way the column goes.
type Order struct {
	Column int
	IsText bool
	Ties   []int // number columns
	IsKept bool  // else it is made for each search, for orders of a few rows
}

// Facet is one value of one field.
type Facet struct {
	Field uint8
	Value string
}

// all is the facet of every row.
var all = Facet{}

const (
	chunkShift = 10
	chunkSlots = 1 << chunkShift
)

// texts are those of one chunk: one string and where each begins.
type texts struct {
	all string
	at  [chunkSlots + 1]uint32
}

// Table is the index of one table of SQLite at one moment.
type Table struct {
	schema *Schema
	ints   [][]*numbers // by column and chunk
	texts  [][]*texts
	facets map[Facet]int // places in sets; copied when one is new
	values [][]string    // by field; likewise
	sets   []*Set
	orders []*order
	pages  int

	Derived sync.Map // what searches have worked out of this very table
}

// New is a table without rows.
func New(s *Schema) *Table {
	t := &Table{schema: s, ints: make([][]*numbers, s.Ints), texts: make([][]*texts, s.Texts), facets: map[Facet]int{all: 0}, sets: []*Set{empty}}
	for range s.Orders {
		t.orders = append(t.orders, &order{})
	}
	return t
}

// Count is how many rows there are.
func (t *Table) Count() int { return t.sets[0].n }

// Rows are the slots of all rows.
func (t *Table) Rows() *Set { return t.sets[0] }

// Set are the rows that have a value.
func (t *Table) Set(field uint8, value string) *Set {
	if i, ok := t.facets[Facet{field, value}]; ok {
		return t.sets[i]
	}
	return empty
}

// Values are those that a field has or once had. They are everybody's who asks.
func (t *Table) Values(field uint8) []string {
	if int(field) >= len(t.values) {
		return nil
	}
	return t.values[field]
}

// Bits are empty bits for this table's slots.
func (t *Table) Bits() *Bits { return newBits(t.pages) }

// Any are the rows that have one of the values.
func (t *Table) Any(field uint8, values []string) *Bits {
	b := t.Bits()
	for _, v := range values {
		b.Or(t.Set(field, v))
	}
	return b
}

// Int is a row's number.
func (t *Table) Int(column int, slot uint32) int64 {
	return t.ints[column][slot>>chunkShift].at(slot)
}

// Text is a row's text.
func (t *Table) Text(column int, slot uint32) string {
	c, i := t.texts[column][slot>>chunkShift], slot%chunkSlots
	return c.all[c.at[i]:c.at[i+1]]
}

// compare tells how two rows stand in an order: its column, then its ties, then the slots.
func (t *Table) compare(by int, a, b uint32) int {
	if c := t.compareColumn(by, a, b); c != 0 {
		return c
	}
	return t.compareTies(by, a, b)
}

func (t *Table) compareColumn(by int, a, b uint32) int {
	o := &t.schema.Orders[by]
	if o.IsText {
		return strings.Compare(t.Text(o.Column, a), t.Text(o.Column, b))
	}
	return cmp.Compare(t.Int(o.Column, a), t.Int(o.Column, b))
}

func (t *Table) compareTies(by int, a, b uint32) int {
	for _, column := range t.schema.Orders[by].Ties {
		if c := cmp.Compare(t.Int(column, a), t.Int(column, b)); c != 0 {
			return c
		}
	}
	return cmp.Compare(a, b)
}

// Edit is a change of a table that is being put together. A row that is put or dropped loses all
// that it had; Facets of a row are added after it is put.
type Edit struct {
	t     *Table
	gone  []uint32
	slots []uint32
	ints  []int64
	texts []string
	adds  map[Facet][]uint32
}

// Edit begins a change.
func (t *Table) Edit() *Edit { return &Edit{t: t, adds: map[Facet][]uint32{}} }

// Drop takes a row out.
func (e *Edit) Drop(slot uint32) { e.gone = append(e.gone, slot) }

// Put sets a row, which must not be put twice. Its slices are the caller's again afterwards.
func (e *Edit) Put(slot uint32, ints []int64, texts ...string) {
	e.gone, e.slots = append(e.gone, slot), append(e.slots, slot)
	e.ints, e.texts = append(e.ints, ints...), append(e.texts, texts...)
	e.Add(slot, all.Field, all.Value)
}

// SetText changes a text of the row that was put as the i-th.
func (e *Edit) SetText(i, column int, text string) {
	e.texts[i*e.t.schema.Texts+column] = text
}

// Add gives a row a value.
func (e *Edit) Add(slot uint32, field uint8, value string) {
	f := Facet{field, value}
	e.adds[f] = append(e.adds[f], slot)
}

// Slots are those of the rows that are put.
func (e *Edit) Slots() []uint32 { return e.slots }

// Done is the table with the change.
func (e *Edit) Done() *Table {
	was := e.t
	is := &Table{schema: was.schema, facets: was.facets, values: was.values, sets: slices.Clone(was.sets), ints: slices.Clone(was.ints), texts: slices.Clone(was.texts), orders: slices.Clone(was.orders), pages: was.pages}
	if len(e.slots) > 0 {
		is.pages = max(is.pages, int(slices.Max(e.slots)>>pageShift)+1)
	}
	e.columns(is)
	gone := SetOf(e.gone)
	e.values(is, gone)
	var group sync.WaitGroup
	old := gone // of these, what was there
	if was.Count() == 0 {
		old = empty
	} else {
		var there []uint32
		gone.Each(func(slot uint32) {
			if was.Rows().Has(slot) {
				there = append(there, slot)
			}
		})
		old = SetOf(there)
	}
	for by, o := range was.schema.Orders {
		if !o.IsKept {
			continue
		}
		group.Go(func() {
			added := slices.SortedFunc(slices.Values(e.slots), func(a, b uint32) int { return is.compare(by, a, b) })
			is.orders[by] = was.orders[by].change(by, was, is, old, added)
		})
	}
	group.Wait()
	return is
}

// columns sets the numbers and texts of the rows that are put, in copies of their chunks.
func (e *Edit) columns(is *Table) {
	chunks := is.pages * pageSlots / chunkSlots
	byChunk := map[uint32][]int{}
	for i, slot := range e.slots {
		byChunk[slot>>chunkShift] = append(byChunk[slot>>chunkShift], i)
	}
	for column := range is.schema.Ints {
		of := make([]*numbers, chunks)
		copy(of, is.ints[column])
		for c, rows := range byChunk {
			var chunk [chunkSlots]int64
			of[c].unpack(&chunk)
			for _, i := range rows {
				chunk[e.slots[i]%chunkSlots] = e.ints[i*is.schema.Ints+column]
			}
			of[c] = pack(&chunk)
		}
		is.ints[column] = of
	}
	for column := range is.schema.Texts {
		of := make([]*texts, chunks)
		copy(of, is.texts[column])
		for c, rows := range byChunk {
			var all [chunkSlots]string
			if old := of[c]; old != nil {
				for i := range all {
					all[i] = old.all[old.at[i]:old.at[i+1]]
				}
			}
			for _, i := range rows {
				all[e.slots[i]%chunkSlots] = e.texts[i*is.schema.Texts+column]
			}
			chunk := &texts{all: strings.Join(all[:], "")}
			for i, s := range all {
				chunk.at[i+1] = chunk.at[i] + uint32(len(s))
			}
			of[c] = chunk
		}
		is.texts[column] = of
	}
}

// values moves the rows between the sets of values.
func (e *Edit) values(is *Table, gone *Set) {
	fresh := false
	for f := range e.adds {
		if _, ok := is.facets[f]; ok {
			continue
		}
		if !fresh {
			m := make(map[Facet]int, len(is.facets)+1)
			for f, i := range is.facets {
				m[f] = i
			}
			is.facets, is.values, fresh = m, slices.Clone(is.values), true
		}
		for int(f.Field) >= len(is.values) {
			is.values = append(is.values, nil)
		}
		is.values[f.Field] = append(slices.Clip(is.values[f.Field]), f.Value) // the table before has its own
		is.facets[f] = len(is.sets)
		is.sets = append(is.sets, empty)
	}
	adds := make([][]uint32, len(is.sets))
	for f, slots := range e.adds {
		adds[is.facets[f]] = slots
	}
	for i, s := range is.sets {
		is.sets[i] = s.Change(gone, adds[i])
	}
}
