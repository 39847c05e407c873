package index

import (
	"cmp"
	"maps"
	"math"
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

// Conditions leave the same rows whatever they are made of, one row after another or a page at once, from all rows or from
// some.
func TestClauses(t *testing.T) {
	r := rand.New(rand.NewPCG(10, 10))
	const all = 3*pageSlots + 500
	e, values, numbers := New(testSchema).Edit(), make([]int, all), make([][2]int64, all)
	for slot := range uint32(all) {
		if slot%97 == 0 { // no such row
			continue
		}
		x := r.Float64()
		values[slot] = int(60 * x * x * x) // few rows have the last ones, many the first
		numbers[slot] = [2]int64{int64(r.IntN(2000)) - 100, int64(slot / 7)}
		if r.IntN(5) == 0 {
			numbers[slot][0] = absent
		}
		e.Put(slot, numbers[slot][:], "")
		e.Add(slot, 1, strconv.Itoa(values[slot]))
	}
	table := e.Done()
	type is = func(slot uint32) bool
	plain := func() (c Clause, fits is) {
		var of []int
		for range r.IntN(5) {
			of = append(of, r.IntN(60))
			c.Sets = append(c.Sets, table.Set(1, strconv.Itoa(of[len(of)-1])))
		}
		some := table.Bits()
		if r.IntN(3) == 0 {
			for range r.IntN(2000) {
				some.Put(r.Uint32N(all))
			}
			c.Bits = []*Bits{some}
		}
		column, low := r.IntN(2), r.Int64N(3000)-500
		high := low + r.Int64N(1500)
		switch r.IntN(4) {
		case 0:
			low = absent + r.Int64N(2)
		case 1:
			high = math.MaxInt64
		}
		isSpan := r.IntN(3) == 0
		if isSpan {
			c.Spans = []Span{table.Between(column, low, high)}
		}
		c.IsNot = r.IntN(4) == 0
		return c, func(slot uint32) bool {
			n := numbers[slot][column]
			return (slices.Contains(of, values[slot]) || some.Has(slot) || isSpan && low <= n && n <= high) != c.IsNot
		}
	}
	both := func(n int) (clauses []Clause, fits is) {
		var every []is
		for range n {
			c, one := plain()
			clauses, every = append(clauses, c), append(every, one)
		}
		return clauses, func(slot uint32) bool { return !slices.ContainsFunc(every, func(one is) bool { return !one(slot) }) }
	}
	for range 400 {
		clauses, fits := both(1 + r.IntN(3))
		if r.IntN(2) == 0 {
			with, own := plain()
			one, isOne := both(1 + r.IntN(2))
			two, isTwo := both(1 + r.IntN(2))
			with.Cases = [][]Clause{one, two}
			before := fits
			clauses, fits = append(clauses, with), func(slot uint32) bool {
				is := own(slot) != with.IsNot
				return before(slot) && (is || isOne(slot) || isTwo(slot)) != with.IsNot
			}
		}
		from := table.Bits().Or(table.Rows())
		if r.IntN(2) == 0 {
			from.Keep(func(uint32) bool { return r.IntN(200) == 0 })
		}
		narrowed, found := from.Copy().Narrow(clauses...), table.Select(clauses...)
		parts := table.SelectParts(clauses[1:], clauses[:1], nil)
		for slot := range uint32(all) {
			is := table.Rows().Has(slot) && fits(slot)
			if found.Has(slot) != is || parts[0].Has(slot) != is || narrowed.Has(slot) != (is && from.Has(slot)) {
				t.Fatalf("row %d: %v, selected %v, %v, narrowed %v", slot, is, found.Has(slot), parts[0].Has(slot), narrowed.Has(slot))
			}
		}
		if found.Count() != parts[0].Count() {
			t.Fatalf("%d rows and %d", found.Count(), parts[0].Count())
		}
	}
}

// Rows of a word may end on an earlier page than those of another one: neither has room that the other must have.
func TestBitsOfUnequalRoom(t *testing.T) {
	with := func(slots ...uint32) *Bits {
		b := NewBits(0)
		for _, slot := range slots {
			b.Put(slot)
		}
		return b
	}
	for _, x := range []struct {
		got  *Bits
		want []uint32
	}{
		{with(3, 7).AndBits(with(7, 1_000_000)), []uint32{7}}, {with(7, 1_000_000).AndBits(with(3, 7)), []uint32{7}},
		{with(3, 7).AndNotBits(with(7, 1_000_000)), []uint32{3}}, {with(7, 1_000_000).AndNotBits(with(3, 7)), []uint32{1_000_000}},
	} {
		var got []uint32
		x.got.Set().Each(func(slot uint32) { got = append(got, slot) })
		if !slices.Equal(got, x.want) {
			t.Errorf("%v, want %v", got, x.want)
		}
	}
}
