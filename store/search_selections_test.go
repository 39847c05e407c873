package store

import (
	"testing"

	"tsunagu/store/index"
)

// What was found is found once, for as long as the companies stay and there is room for it.
func TestSelectionsAreKept(t *testing.T) {
	s, found := &selections{}, 0
	find := func(ed *edition, key any, bytes int) int {
		return selected(s, ed, key, func() (int, int) { found++; return found, bytes })
	}
	first := &edition{n: 5, companies: index.New(companySchema)}
	for _, ed := range []*edition{first, first, {n: 6, companies: first.companies}} {
		if find(ed, "a", 10) != 1 {
			t.Error("found twice")
		}
	}
	if find(first, selectionKey{name: "a"}, 10) != 2 || find(first, candidatesKey{selectionKey: selectionKey{name: "a"}}, 10) != 3 {
		t.Error("one was taken for another")
	}
	later := &edition{n: 7, companies: index.New(companySchema)}
	if find(later, "a", 10) != 4 {
		t.Error("the companies have changed")
	}
	if find(first, "a", 10) != 5 || find(first, "a", 10) != 6 || find(later, "a", 10) != 4 {
		t.Error("who is behind finds for itself alone")
	}
	// The young half is full twice: what was not asked for meanwhile is forgotten.
	for i := range 2 {
		find(later, i, selectionBytes/2)
		if i == 0 && find(later, "a", 10) != 4 {
			t.Error("forgotten too soon")
		}
	}
	find(later, 2, selectionBytes/2)
	if n := found; find(later, "a", 10) != n+1 {
		t.Error("kept for ever")
	}
	// What came to nothing is not kept.
	func() {
		defer func() { _ = recover() }()
		selected(s, later, "broken", func() (int, int) { panic("no") })
	}()
	if selected(s, later, "broken", func() (int, int) { return 7, 0 }) != 7 {
		t.Error("nothing was taken for an answer")
	}
	if selected[int](nil, nil, "a", func() (int, int) { return 8, 0 }) != 8 {
		t.Error("without selections")
	}
}
