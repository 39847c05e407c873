package index

import (
	"cmp"
	"maps"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// testSchema is a table with orders of each kind: by a number, by a text, and one that is not
// stored.
var testSchema = &Schema{Ints: 2, Texts: 1, Orders: []Order{{Column: 0, IsKept: true},
	{Column: 0, IsText: true, Ties: []int{1}, IsKept: true}, {Column: 1}}, Sliced: []int{1}}

type plainRow struct {
	ints   [2]int64
	text   string
	values []string
}

// plain is the same table as a map, with which a Table is compared.
type plain map[uint32]plainRow

func (p plain) find(by int, isAsc bool, fits func(plainRow) bool) []uint32 {
	var out []uint32
	for slot, r := range p {
		if fits(r) {
			out = append(out, slot)
		}
	}
	slices.SortFunc(out, func(x, y uint32) int {
		a, b := p[x], p[y]
		c := []int{cmp.Compare(a.ints[0], b.ints[0]), strings.Compare(a.text, b.text), cmp.Compare(a.ints[1], b.ints[1])}[by]
		if !isAsc {
			c = -c
		}
		if c == 0 && by == 1 {
			c = -cmp.Compare(a.ints[1], b.ints[1])
		}
		if c == 0 {
			c = -cmp.Compare(x, y)
		}
		return c
	})
	return out
}

// After any edits a table finds what a map finds, and earlier tables still find what they did.
func TestTableIsAMap(t *testing.T) {
	for _, spread := range []int{300, 60_000} {
		r := rand.New(rand.NewPCG(uint64(spread), 1))
		table, rows := New(testSchema), plain{}
		type moment struct {
			t *Table
			p plain
		}
		var past []moment
		for range 120 {
			e, seen := table.Edit(), map[uint32]bool{}
			var put []uint32
			n := 1 + r.IntN(5)
			if r.IntN(15) == 0 {
				n = spread / 2
			}
			if r.IntN(3) > 0 {
				e.rowsAtOnce, e.facetsAtOnce = 1+r.IntN(n), 1+r.IntN(2*n)
			}
			next := plain{}
			for slot, row := range rows {
				next[slot] = row
			}
			for range n {
				slot := uint32(r.IntN(spread))
				if seen[slot] {
					continue
				}
				seen[slot] = true
				if r.IntN(4) == 0 {
					e.Drop(slot)
					delete(next, slot)
					continue
				}
				row := plainRow{ints: [2]int64{int64(r.IntN(20) - 5), r.Int64N(1 << 40)}, text: strconv.Itoa(r.IntN(500))}
				switch r.IntN(16) {
				case 0, 1:
					row.ints[0] = absent
				case 2, 3:
					row.ints[1] = absent
				case 4, 5, 6, 7:
					row.ints[1] = int64(r.IntN(20) - 5)
				case 8:
					row.ints[1] = []int64{absent + 1, math.MaxInt64}[r.IntN(2)]
				}
				e.Put(slot, row.ints[:], row.text)
				for range r.IntN(4) {
					v := strconv.Itoa(r.IntN(6))
					row.values = append(row.values, v)
					e.Add(slot, 1, v)
				}
				next[slot] = row
				if put = append(put, slot); r.IntN(3) == 0 { // a text that is set by its own call, maybe much later
					slot := put[r.IntN(len(put))]
					row := next[slot]
					row.text = strconv.Itoa(r.IntN(5000))
					e.SetText(slot, 0, row.text)
					next[slot] = row
				}
			}
			past = append(past, moment{table, rows})
			if len(past) > 5 {
				past = past[1:]
			}
			table, rows = e.Done(), next
			moments := append([]moment{{table, rows}}, past...)
			for _, m := range moments {
				for column := range 2 {
					if m.t != table {
						break // comparing all rows takes long
					}
					want := map[int64]int{}
					for _, row := range m.p {
						want[row.ints[column]]++
					}
					if got := m.t.Counts(column); !maps.Equal(got, want) {
						t.Fatalf("column %d counts %v, want %v", column, got, want)
					}
				}
				compareTables(t, r, m.t, m.p)
			}
			m := moments[r.IntN(len(moments))]
			compareUnions(t, r, m.t, m.p)
		}
	}
}

func compareTables(t *testing.T, r *rand.Rand, table *Table, rows plain) {
	t.Helper()
	value, without, by, isAsc := strconv.Itoa(r.IntN(7)), strconv.Itoa(r.IntN(7)), r.IntN(3), r.IntN(2) == 0
	want := rows.find(by, isAsc, func(row plainRow) bool {
		return slices.Contains(row.values, value) && !slices.Contains(row.values, without)
	})
	b := table.Any(1, []string{value}).And(table.Rows()).AndNot(table.Set(1, without))
	defer b.Free()
	if b.Count() != len(want) || table.Count() != len(rows) {
		t.Fatalf("%d of %d rows, want %d of %d", b.Count(), table.Count(), len(want), len(rows))
	}
	column, low := r.IntN(2), int64(r.IntN(20)-6)
	high := low + int64(r.IntN(8))
	switch r.IntN(6) {
	case 0:
		low = absent
	case 1:
		low, high = absent, absent
	case 2:
		high = math.MaxInt64
	case 3:
		low, high = r.Int64N(1<<40), r.Int64N(1<<40)
	}
	between := 0
	for _, slot := range want {
		if n := rows[slot].ints[column]; n >= low && n <= high {
			between++
		}
	}
	some := b.Copy().KeepBetween(table, column, low, high)
	if n := some.Count(); n != between || some.AndNotBits(b).Count() != 0 {
		t.Fatalf("column %d: %d rows between %d and %d, want %d", column, n, low, high, between)
	}
	some.Free()
	offset, limit := r.IntN(len(want)+2), r.IntN(30)
	need := offset + limit
	if r.IntN(3) == 0 {
		need = 1 << 40 // a large number makes the cursor choose the other method
	}
	got := Page(table.Cursor(by, b, isAsc, need), offset, limit)
	if want = want[min(offset, len(want)):]; !slices.Equal(got, want[:min(limit, len(want))]) {
		t.Fatalf("order %d, up %v, from %d: %v, want %v", by, isAsc, offset, got, want[:min(limit, len(want))])
	}
}

// country is a table of a million rows with values as skewed as those of companies.
func country(n int) *Table {
	r := rand.New(rand.NewPCG(1, 1))
	e := New(testSchema).Edit()
	for slot := range uint32(n) {
		e.Put(slot, []int64{int64(r.IntN(10)), int64(n) - int64(slot)}, "会社"+strconv.Itoa(r.IntN(n)))
		x := r.Float64()
		e.Add(slot, 1, strconv.Itoa(int(600*x*x*x)))
		e.Add(slot, 2, strconv.Itoa(int(47*x*x)))
		for range 2 {
			e.Add(slot, 3, strconv.Itoa(r.IntN(600)))
		}
		e.Add(slot, 4, strconv.Itoa(r.IntN(3)))
	}
	return e.Done()
}

// BenchmarkMillion measures the index alone with a million rows in memory: building it, applying
// one change, and finding the first page with the exact count, in several ways.
func BenchmarkMillion(b *testing.B) {
	const n = 1_000_000
	var t *Table
	b.Run("build", func(b *testing.B) {
		var without, with runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&without)
		for b.Loop() {
			t = country(n)
		}
		runtime.GC()
		runtime.ReadMemStats(&with)
		b.ReportMetric(float64(int64(with.HeapAlloc)-int64(without.HeapAlloc))/(1<<20), "MiB")
	})
	if t == nil {
		t = country(n)
	}
	b.Run("edit", func(b *testing.B) {
		r := rand.New(rand.NewPCG(2, 2))
		for b.Loop() {
			e := t.Edit()
			slot := uint32(r.IntN(n))
			e.Put(slot, []int64{5, r.Int64N(n)}, "変更")
			e.Add(slot, 1, "7")
			e.Add(slot, 2, "13")
			e.Done()
		}
	})
	find := func(name string, by int, isAsc bool, offset int, narrow func(*Bits)) {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				rows := t.Bits().Or(t.Set(4, "1")).Or(t.Set(1, "3"))
				narrow(rows)
				if rows.Count() == 0 || len(Page(t.Cursor(by, rows, isAsc, offset+10), offset, 10)) != 10 {
					b.Fatal("nothing found")
				}
				rows.Free()
			}
		})
	}
	find("all", 0, false, 0, func(*Bits) {})
	find("filters", 0, false, 0, func(rows *Bits) {
		some := t.Any(2, []string{"1", "13", "27"})
		rows.AndBits(some)
		some.Free()
		some = t.Any(3, []string{"5", "6", "7"})
		rows.AndBits(some)
		some.Free()
	})
	find("byName", 1, true, 0, func(*Bits) {})
	find("page1000", 1, false, 10_000, func(*Bits) {})
}

// Packed numbers are read back unchanged, whatever their spread, and missing ones stay missing.
func TestNumbersArePacked(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	for _, spread := range []int64{0, 1, 254, 255, 256, 65534, 65535, 1<<32 - 2, 1<<32 - 1, 1 << 32, 1 << 45, math.MaxInt64} {
		for _, low := range []int64{0, -7, absent + 1, math.MaxInt64 - spread} {
			var values, got [chunkSlots]int64
			for i := range values {
				switch r.IntN(4) {
				case 0:
					values[i] = absent
				case 1:
					values[i] = low
				case 2:
					values[i] = low + spread
				default:
					values[i] = low + r.Int64N(max(spread, 1))
				}
			}
			n := pack(&values)
			for range 20 {
				between := []int64{absent, absent + 1, low - 1, low, low + 1, low + spread, low + spread + 1, low + r.Int64N(max(spread, 1)),
					math.MaxInt64}
				from, to := between[r.IntN(len(between))], between[r.IntN(len(between))]
				var of, want [chunkSlots / 64]uint64
				for i, v := range values {
					of[i>>6] |= 1 << (i & 63)
					if v >= from && v <= to {
						want[i>>6] |= 1 << (i & 63)
					}
				}
				if n.keepBetween(&of, from, to); of != want {
					t.Fatalf("from %d, %d wide: not those between %d and %d", low, spread, from, to)
				}
			}
			if n.unpack(&got); got != values {
				t.Fatalf("from %d, %d wide: not the same", low, spread)
			}
			if spread == 254 && n.one == nil || spread == 65534 && n.two == nil || spread == 1<<32-2 && n.four == nil {
				t.Errorf("%d wide takes more than it needs", spread)
			}
		}
	}
	var none, got [chunkSlots]int64
	for i := range none {
		none[i] = absent
	}
	if pack(&none).unpack(&got); got != none {
		t.Error("what is not there is there")
	}
	if (*numbers)(nil).unpack(&got); got != none {
		t.Error("nothing is something")
	}
}
