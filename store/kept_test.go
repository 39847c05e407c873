package store

import "testing"

// A cached value is used by a snapshot only if none of its sources has changed between the two
// snapshots, in either order.
func TestKeptHolds(t *testing.T) {
	m := newMemo()
	a, b := OfCompany("a"), OfCompany("b")
	put := func(n int64) { m.keep("key", n, []Source{a, b}, "value", 1) }
	holds := func(n int64, want bool) {
		t.Helper()
		if _, got := peek[string](m, &edition{n: n}, "key"); got != want {
			t.Errorf("at %d: %v, not %v", n, got, want)
		}
	}
	put(5)
	holds(4, true)
	holds(5, true)
	holds(9, true)
	back := m.change(6, []Source{b, OfListing("a")})
	holds(5, false) // a write is committing: a reader of 5 reads again until the result is known
	back()
	holds(5, true)
	holds(6, true)
	m.change(6, []Source{b})
	holds(5, false)
	holds(6, false)
	put(5) // read before the commit, cached after it
	holds(6, false)
	put(6)
	holds(6, true)
	holds(5, false) // an older snapshot must not use it
	holds(7, true)
	m.change(8, []Source{OfSession("a")})
	holds(8, true)

	many := make([]Source, maxSources+1)
	m.change(9, many)
	holds(9, false)
	put(9)
	holds(9, true)
	holds(8, false)
	put(8) // from an older snapshot: the newer value stays
	holds(9, true)
}

// The cache is bounded, and a value that is used stays.
func TestKeptForgets(t *testing.T) {
	m := newMemo()
	ed := &edition{n: 1}
	for i := range 1000 {
		m.keep(i, 1, nil, i, memoValueBytes/100)
		if _, ok := peek[int](m, ed, 0); !ok {
			t.Fatalf("what was used is forgotten after %d", i)
		}
	}
	n := len(m.values.young.by[0]) + len(m.values.old.by[0])
	if n > 110 {
		t.Errorf("%d are kept", n)
	}
	if _, ok := peek[int](m, ed, 1); ok {
		t.Error("what nobody uses is kept")
	}
}
