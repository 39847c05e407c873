package index

import (
	"cmp"
	"strings"
)

// Schema says what a table keeps of a row: some numbers, some texts, and by which of them it is
// ordered. A row's facets, the values that it has, need not be known beforehand.
type Schema struct {
	Ints, Texts int
	Orders      []Order
	Sliced      []int // columns of numbers that are asked for ranges
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
	sliced []*sliced    // by column; nil of those that are not
	texts  [][]*texts
	facets map[Facet]int // places in sets; copied when one is new
	values [][]string    // by field; likewise
	sets   []*Set
	orders []*order
	pages  int
}

// New is a table without rows.
func New(s *Schema) *Table {
	t := &Table{schema: s, ints: make([][]*numbers, s.Ints), texts: make([][]*texts, s.Texts), facets: map[Facet]int{all: 0},
		sets: []*Set{empty}}
	for range s.Orders {
		t.orders = append(t.orders, &order{})
	}
	t.sliced = make([]*sliced, s.Ints)
	for _, column := range s.Sliced {
		t.sliced[column] = newSliced()
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

// BitsOf are the slots of some bits of this table at another moment, as far as there is room for them here.
func (t *Table) BitsOf(o *Bits) *Bits {
	b := t.Bits()
	copy(b.w, o.w)
	return b
}

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

// Counts are how many rows have each number of a column.
func (t *Table) Counts(column int) map[int64]int {
	out := map[int64]int{}
	var small [64]int // nearly all that anybody counts, and a map takes ten times as long
	t.Rows().Each(func(slot uint32) {
		if n := t.Int(column, slot); n >= 0 && n < int64(len(small)) {
			small[n]++
		} else {
			out[n]++
		}
	})
	for n, found := range small {
		if found > 0 {
			out[int64(n)] = found
		}
	}
	return out
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
