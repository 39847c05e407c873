package store

import "testing"

// A kept value is told to a snapshot only where nothing that it was read from has changed between
// the two, whichever is the earlier.
func TestKeptHolds(t *testing.T) {
	k := newKept()
	a, b := OfCompany("a"), OfCompany("b")
	put := func(n int64) { k.put("key", &keptValue{"value", []Source{a, b}, n, 1}) }
	holds := func(n int64, want bool) {
		t.Helper()
		if _, got := k.get("key", n); got != want {
			t.Errorf("at %d: %v, not %v", n, got, want)
		}
	}
	put(5)
	holds(4, true)
	holds(5, true)
	holds(9, true)
	back := k.change(6, []Source{b, OfListing("a")})
	holds(5, false) // being written: a reader of 5 reads anew until it is known how the commit went
	back()
	holds(5, true)
	holds(6, true)
	k.change(6, []Source{b})
	holds(5, false)
	holds(6, false)
	put(5) // read before the commit, put after it
	holds(6, false)
	put(6)
	holds(6, true)
	holds(5, false) // a snapshot from before must not learn of it
	holds(7, true)
	k.change(8, []Source{OfSession("a")})
	holds(8, true)

	many := make([]Source, maxSources+1)
	k.change(9, many)
	holds(9, false)
	put(9)
	holds(9, true)
	holds(8, false)
}

// What is kept is bounded, and what is used stays.
func TestKeptForgets(t *testing.T) {
	k := newKept()
	for i := range 1000 {
		k.put(i, &keptValue{i, nil, 1, keptBytes / 100})
		if _, ok := k.get(0, 1); !ok {
			t.Fatalf("what was used is forgotten after %d", i)
		}
	}
	n := len(k.young) + len(k.old)
	if n > 110 {
		t.Errorf("%d are kept", n)
	}
	if _, ok := k.get(1, 1); ok {
		t.Error("what nobody uses is kept")
	}
}
