package index

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"
)

var keptSchema = &Schema{Ints: 3, Texts: 1, Orders: []Order{{Column: 0, IsKept: true}, {Column: 1, IsKept: true},
	{Column: 0, IsText: true, Ties: []int{1}, IsKept: true}, {Column: 2}}}

// A table that is read back equals the one that was written, whatever edits it had before, and behaves the same
// under later edits.
func TestTableIsReadAsWritten(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	table := New(keptSchema)
	change := func(to *Table, seed uint64) *Table {
		r, e := rand.New(rand.NewPCG(seed, 1)), to.Edit()
		for _, slot := range r.Perm(40_000)[:1+r.IntN(6000)] {
			if slot := uint32(slot); r.IntN(9) == 0 {
				e.Drop(slot)
			} else {
				e.Put(slot, []int64{int64(r.IntN(200)), absent, r.Int64() - math.MaxInt64/2}, fmt.Sprint("row", r.IntN(5000)))
				e.Add(slot, uint8(r.IntN(3)), fmt.Sprint(r.IntN(1<<r.IntN(12))))
			}
		}
		return e.Done()
	}
	for round := range 12 {
		written := &bytes.Buffer{}
		w := NewWriter(written, []byte("seed"))
		table.Write(w)
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		from := NewReader(bytes.NewReader(written.Bytes()), int64(written.Len()), []byte("seed"))
		read, err := ReadTable(from, keptSchema)
		if err == nil {
			err = from.Close()
		}
		if err != nil {
			t.Fatal(err)
		}
		sameTable(t, round, read, table)
		seed := r.Uint64()
		table = change(table, seed)
		sameTable(t, round, change(read, seed), table)
	}
	if table.Count() < 10_000 {
		t.Errorf("only %d rows", table.Count())
	}
}

// sameTable compares all results of two tables; the values of a field may be in different order.
func sameTable(t *testing.T, round int, a, b *Table) {
	t.Helper()
	if b.pages == 0 && a.Count() == 0 {
		return
	}
	if a.pages != b.pages || len(a.sets) != len(b.sets) || !reflect.DeepEqual(a.ints, b.ints) || !reflect.DeepEqual(a.texts, b.texts) {
		t.Fatalf("round %d: other rows", round)
	}
	for f, i := range b.facets {
		if j, ok := a.facets[f]; !ok || !reflect.DeepEqual(a.sets[j], b.sets[i]) && a.sets[j].n+b.sets[i].n > 0 {
			t.Fatalf("round %d: other rows of %v", round, f)
		}
	}
	for by := range keptSchema.Orders {
		if len(a.orders[by].blocks) != len(b.orders[by].blocks) {
			t.Fatalf("round %d: another order %d", round, by)
		}
		for i, block := range b.orders[by].blocks {
			if !reflect.DeepEqual(a.orders[by].blocks[i], block) {
				t.Fatalf("round %d: another order %d", round, by)
			}
		}
	}
	for field := range uint8(3) {
		if len(a.Values(field)) != len(b.Values(field)) {
			t.Fatalf("round %d: other values of %d", round, field)
		}
	}
}

// Records are read back as written; entries that a Sheet could not read are refused.
func TestRecordsAreReadAsWritten(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	values := []int{50, 300, 70_000}
	for round := range 20 {
		e := (&Records{}).Edit()
		for range 3000 {
			var entry []byte
			for column, most := range values {
				codes := []uint32{uint32(r.IntN(most))}
				if column == 0 {
					codes = append(codes, 0, 1)[r.IntN(3):]
				}
				entry = AppendCodes(entry, column == 0, codes...)
			}
			e.Add(uint32(r.IntN(9000)), entry)
		}
		records, written := e.Done(), &bytes.Buffer{}
		w := NewWriter(written, nil)
		records.Write(w)
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		read := func(values []int) (*Records, error) {
			return ReadRecords(NewReader(bytes.NewReader(written.Bytes()), int64(written.Len()), nil), 1, values)
		}
		if is, err := read(values); err != nil || !reflect.DeepEqual(is, records) {
			t.Fatalf("round %d: %v", round, err)
		}
		if _, err := read([]int{50, 10, 70_000}); err == nil {
			t.Fatal("a code without a value is read")
		}
		if _, err := read(append(values, 1)); err == nil {
			t.Fatal("entries of fewer columns are read")
		}
	}
}
