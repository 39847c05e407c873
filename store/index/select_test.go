package index

import (
	"cmp"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"
)

// compareUnions compares pages of selected rows with sorting all of them.
func compareUnions(t *testing.T, r *rand.Rand, table *Table, rows plain) {
	t.Helper()
	some := func(n int) (values []string) {
		for range n {
			values = append(values, strconv.Itoa(r.IntN(7)))
		}
		return values
	}
	sets := func(values []string) (out []*Set) {
		for _, v := range values {
			out = append(out, table.Set(1, v))
		}
		return out
	}
	fits := func(row plainRow, values []string) bool {
		return slices.ContainsFunc(values, func(v string) bool { return slices.Contains(row.values, v) })
	}
	a, b, not := some(1), some(1+r.IntN(3)), some(r.IntN(2))
	if r.IntN(6) == 0 {
		a = nil // an empty part
	}
	known := table.Any(1, b[:1])
	defer known.Free()
	inA := []Clause{{Sets: sets(a)}}
	inB := []Clause{{Sets: sets(not), IsNot: true}, {Sets: sets(b[1:]), Bits: []*Bits{known}}}
	u := &Union{A: table.Select(inA...), B: table.Select(inB...), Both: table.Select(slices.Concat(inA, inB)...), ByA: []int{0, 2}[r.IntN(2)]}
	if shared := inB[r.IntN(2):]; r.IntN(2) == 0 { // empty as well
		parts := table.SelectParts(shared, inB, slices.Concat(inA, inB), inA)
		u.B, u.Both = parts[0], parts[1]
		parts[2].Each(func(slot uint32) {
			if !u.A.Has(slot) {
				t.Fatalf("row %d is none of its part", slot)
			}
		})
		if got, want := parts[2].Count(), table.Select(slices.Concat(shared, inA)...).Count(); got != want {
			t.Fatalf("a part has %d rows, want %d", got, want)
		}
	}
	if r.IntN(4) == 0 {
		u.A = table.Select(inA...).Keep(func(uint32) bool { return false })
		a = nil
	}
	isAsc := r.IntN(2) == 0
	number, want := map[uint32]int64{}, []uint32{}
	for slot, row := range rows {
		isA, isB := fits(row, a), fits(row, b) && !fits(row, not)
		if u.A.Has(slot) != isA || u.B.Has(slot) != isB {
			t.Fatalf("row %d is selected: %v, %v", slot, u.A.Has(slot), u.B.Has(slot))
		}
		switch {
		case isA:
			number[slot] = row.ints[[]int{0, 0, 1}[u.ByA]]
		case isB && !u.Both.Has(slot): // rows of Both need not be in A
			number[slot] = row.ints[0]
		default:
			continue
		}
		want = append(want, slot)
	}
	slices.SortFunc(want, func(x, y uint32) int {
		c := cmp.Compare(number[y], number[x])
		if isAsc {
			c = -c
		}
		return cmp.Or(c, cmp.Compare(y, x))
	})
	for range 6 { // later rounds use what the first ones have cached
		offset, limit := r.IntN(len(want)+2), 1+r.IntN(30)
		if r.IntN(3) == 0 {
			offset = min(offset, 3)
		}
		page := want[min(offset, len(want)):]
		if got := u.Page(isAsc, offset, limit); !slices.Equal(got, page[:min(limit, len(page))]) {
			t.Fatalf("up %v, from %d of %d and %d: %v, want %v", isAsc, offset, u.A.Count(), u.B.Count(), got, page[:min(limit, len(page))])
		}
	}
	if all := u.A.Count() + u.B.Count() - u.Both.Count(); len(a) > 0 && all != len(want) {
		t.Fatalf("%d rows, want %d", all, len(want))
	}
}

// firstOf finds the rows that sorting all would put first.
func TestFirstOf(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	for range 300 {
		rows := r.Perm(r.IntN(300))
		want := slices.Sorted(slices.Values(rows))
		need := r.IntN(2 * maxFirst)
		if got := firstOf(rows, need, cmp.Compare[int]); !slices.Equal(got, want[:min(need, len(want))]) {
			t.Fatalf("%d of %d: %v", need, len(want), got)
		}
	}
}

// The first of a few rows are the same whether they are found along the order or one by one.
func TestFirstOfFewRows(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	const all = 40_000
	e := New(testSchema).Edit()
	for slot := range uint32(all) {
		e.Put(slot, []int64{int64(r.IntN(2000)), int64(slot / 7)}, "")
	}
	table := e.Done()
	isMet := map[bool]int{}
	for range 1500 {
		from, spread := 0, all
		if r.IntN(3) == 0 { // neighbouring rows, far from the beginning of the order
			spread = 1000
			from = r.IntN(all - spread)
		}
		some := func(n int) *Rows {
			slots := map[uint32]bool{}
			for range n {
				slots[uint32(from+r.IntN(spread))] = true
			}
			return table.RowsOf(slices.Sorted(maps.Keys(slots)))
		}
		rows, not := some(1+r.IntN(320)), some(r.IntN(100))
		if r.IntN(3) == 0 {
			not = nil
		}
		by, isAsc, need := []int{0, 2}[r.IntN(2)], r.IntN(2) == 0, 1+r.IntN(12)
		want := table.first(by, isAsc, rows.slots(not), need)
		if got := rows.first(by, isAsc, need, not); !slices.Equal(got, want) {
			t.Fatalf("the first %d of %d by %d, up %v: %v, want %v", need, rows.Count(), by, isAsc, got, want)
		}
		isMet[rows.met(by, isAsc, need, not) != nil]++
	}
	if isMet[true] < 50 || isMet[false] < 50 {
		t.Errorf("met: %v", isMet)
	}
}

// A set made of bits has the same slots, in whatever order they were put, few or many, and can be
// changed as any other set.
func TestBitsSet(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	for range 60 {
		b := NewBits(0)
		var slots []uint32
		of := max(1, r.IntN(30))
		for slot := range r.Uint32N(3 * pageSlots) {
			if r.IntN(of) == 0 && slot%(2*pageSlots) < pageSlots { // so every second page is empty
				slots = append(slots, slot)
			}
		}
		for _, i := range r.Perm(len(slots)) {
			b.Put(slots[i])
		}
		gone, added := SetOf(slots[:len(slots)/3]), []uint32{5, 7 * pageSlots}
		got, want := b.Set(), SetOf(slots)
		b.Free()
		for range 2 {
			var all []uint32
			got.Each(func(slot uint32) { all = append(all, slot) })
			if !slices.Equal(all, slots) || got.Count() != want.Count() {
				t.Fatalf("%d slots of %d", got.Count(), want.Count())
			}
			got, want, slots = got.Change(gone, added), want.Change(gone, added), nil
			want.Each(func(slot uint32) { slots = append(slots, slot) })
		}
	}
}
