package index

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// Tapes of several edits, played at once, make the table that the edits made one after another.
func TestTapesArePlayed(t *testing.T) {
	const rows = 3 * pageSlots
	r := rand.New(rand.NewPCG(5, 5))
	change := func(to *Table, n int, tape *[]byte) *Table {
		e := to.Edit()
		if tape != nil {
			e.Record(tape)
		}
		for _, at := range r.Perm(rows)[:n] {
			if slot := uint32(at); r.IntN(9) == 0 {
				e.Drop(slot)
			} else {
				e.Put(slot, []int64{int64(r.IntN(200)), absent, r.Int64() - math.MaxInt64/2}, fmt.Sprint("row", r.IntN(5000)))
				e.Add(slot, 1, fmt.Sprint(r.IntN(40)))
				e.Add(slot, uint8(r.IntN(3)), fmt.Sprint(r.IntN(1<<r.IntN(12))))
			}
		}
		return e.Done()
	}
	was := change(New(keptSchema), rows, nil)
	for range 6 {
		is, tapes := was, make([]string, 1+r.IntN(20))
		for i := range tapes {
			var tape []byte
			is = change(is, r.IntN(300), &tape)
			tapes[i] = string(tape)
		}
		played, err := was.Play(tapes)
		if err != nil {
			t.Fatal(err)
		}
		sameRows(t, played, is)
		was = played
	}
}

// sameRows compares all that two tables say of their rows.
func sameRows(t *testing.T, a, b *Table) {
	t.Helper()
	rows := func(of *Set) (out []uint32) {
		of.Each(func(slot uint32) { out = append(out, slot) })
		return out
	}
	if !slices.Equal(rows(a.Rows()), rows(b.Rows())) {
		t.Fatal("other rows")
	}
	b.Rows().Each(func(slot uint32) {
		for column := range keptSchema.Ints {
			if a.Int(column, slot) != b.Int(column, slot) || a.Text(0, slot) != b.Text(0, slot) {
				t.Fatalf("another row %d", slot)
			}
		}
	})
	for f := range b.facets {
		if !slices.Equal(rows(a.Set(f.Field, f.Value)), rows(b.Set(f.Field, f.Value))) {
			t.Fatalf("other rows of %v", f)
		}
	}
	for by, o := range keptSchema.Orders {
		if o.IsKept && !slices.Equal(slices.Concat(a.orders[by].blocks...), slices.Concat(b.orders[by].blocks...)) {
			t.Fatalf("another order %d", by)
		}
	}
}

// What no edit can have recorded is refused, and never causes a panic.
func TestWrongTapesAreRefused(t *testing.T) {
	schema := &Schema{Ints: 1, Texts: 1}
	e := New(schema).Edit()
	e.Put(1, []int64{1}, "one")
	e.Put(2, []int64{2}, "two")
	was := e.Done()
	e = was.Edit()
	var tape []byte
	e.Record(&tape)
	e.Put(3, []int64{-3}, "three")
	put := len(tape)
	e.Add(3, 7, "value")
	added := len(tape)
	e.Drop(1)
	for cut := range tape {
		if _, err := was.Play([]string{string(tape[:cut])}); err == nil && cut != 0 && cut != put && cut != added {
			t.Errorf("cut at %d and played", cut)
		}
	}
	for name, tape := range map[string][]byte{
		"put twice":             {tapePut, 1, 2, 0, tapePut, 1, 2, 0},
		"added to another's":    {tapePut, 1, 2, 0, tapeAdd, 2, 1, 0},
		"added to what is gone": {tapeDrop, 1, tapeAdd, 1, 1, 0},
		"among all rows":        {tapePut, 1, 2, 0, tapeAdd, 1, 0, 0},
		"far away":              {tapePut, 0xff, 0xff, 0xff, 0xff, 0xf, 2, 0},
		"no slot":               {tapeDrop, 0xff, 0xff, 0xff, 0xff, 0x1f},
		"long text":             {tapePut, 1, 2, 9, 'a'},
		"endless number":        {tapeDrop, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff},
		"unknown":               {9, 1},
	} {
		if _, err := was.Play([]string{string(tape)}); !errors.Is(err, ErrBroken) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
