package store

import (
	"testing"

	"tsunagu/store/index"
)

// alone is a reader with a memo and without a database.
func alone(t *testing.T, m *memo) *Q { return &Q{ctx: t.Context(), search: &searcher{memo: m}} }

// A result is computed once, as long as the companies stay the same and there is room for it.
func TestSelectionsAreKept(t *testing.T) {
	m, found := newMemo(), 0
	q := alone(t, m)
	find := func(ed *edition, key any, bytes int) int {
		t.Helper()
		n, err := remember(q, ed, lookup[int]{cache: cacheRankings, key: key, of: companyTable, isRows: true, find: func() (Kept[int], error) {
			found++
			return Kept[int]{Value: found, Bytes: bytes}, nil
		}})
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	first := &edition{n: 5, companies: index.New(companySchema)}
	m.follow(first)
	for _, ed := range []*edition{first, first, {n: 6, companies: first.companies}} {
		if find(ed, "a", 10) != 1 {
			t.Error("found twice")
		}
	}
	if find(first, candidatesKey{name: "a"}, 10) != 2 || find(first, candidatesKey{asked: "a"}, 10) != 3 {
		t.Error("one was taken for another")
	}
	later := &edition{n: 7, companies: index.New(companySchema)}
	m.follow(later)
	if find(later, "a", 10) != 4 {
		t.Error("the companies have changed")
	}
	if find(first, "a", 10) != 5 || find(first, "a", 10) != 6 || find(later, "a", 10) != 4 {
		t.Error("who is behind finds for itself alone")
	}
	// The young half fills up twice: values that were not used meanwhile are dropped.
	for i := range 2 {
		find(later, i, memoRowBytes/2-bookkeeping)
		if i == 0 && find(later, "a", 10) != 4 {
			t.Error("forgotten too soon")
		}
	}
	find(later, 2, memoRowBytes/2-bookkeeping)
	if n := found; find(later, "a", 10) != n+1 {
		t.Error("kept for ever")
	}
	// A failed search is not cached.
	broken := lookup[int]{cache: cacheRankings, key: "broken", of: companyTable, isRows: true}
	func() {
		defer func() { _ = recover() }()
		broken.find = func() (Kept[int], error) { panic("no") }
		_, _ = remember(q, later, broken)
	}()
	broken.find = func() (Kept[int], error) { return Kept[int]{Value: 7}, nil }
	if n, err := remember(q, later, broken); n != 7 || err != nil {
		t.Error("nothing was taken for an answer")
	}
	single := lookup[int]{isAlone: true, key: "a", of: companyTable, find: func() (Kept[int], error) { return Kept[int]{Value: 8}, nil }}
	if n, err := remember(q, later, single); n != 8 || err != nil {
		t.Error("without selections")
	}
}
