package words

import (
	"fmt"
	"slices"
	"testing"
	"unicode/utf8"

	"tsunagu/store/master"
)

// smallClasses are the codes of the small classes.
func smallClasses() (codes []string) {
	for _, large := range master.Industries() {
		for _, small := range large.Small {
			codes = append(codes, small.Code)
		}
	}
	return codes
}

// The built-in groups say each meaning once, with words that a search can use, and stand for classes that there are.
func TestGroups(t *testing.T) {
	heads, same := map[string]string{}, map[string]string{}
	once := func(in map[string]string, word, head, what string) {
		folded := master.Fold(word)
		if before, is := in[folded]; is {
			t.Errorf("%s %q stands in the group %q and in %q", what, word, before, head)
		}
		in[folded] = head
	}
	for _, g := range readGroups() {
		once(heads, g.Head, g.Head, "the head")
		for _, word := range g.Same {
			once(same, word, g.Head, "the word")
		}
		for _, word := range slices.Concat([]string{g.Head}, g.Same, g.Narrower, g.Related) {
			if utf8.RuneCountInString(master.Fold(word)) < 2 {
				t.Errorf("%q of the group %q has fewer than two characters", word, g.Head)
			}
		}
		for _, code := range g.Classes {
			if _, ok := master.FindIndustry(code); !ok {
				t.Errorf("the group %q stands for a class %q that is not there", g.Head, code)
			}
		}
	}
	if cycle := Default().Cycle(); cycle != nil {
		t.Errorf("kinds of kinds come round: %v", cycle)
	}
}

// The dictionary is as large as a field needs, and tells of every class.
func TestDictionaryIsWhole(t *testing.T) {
	if n := Default().Groups(); n < 1500 {
		t.Errorf("%d groups, want at least 1,500", n)
	}
	of := map[string]int{}
	for _, g := range readGroups() {
		for _, code := range g.Classes {
			of[code]++
		}
	}
	for _, code := range smallClasses() {
		if of[code] < 8 {
			t.Errorf("the class %s is named by %d groups, want at least 8", code, of[code])
		}
	}
}

// Relations of classes stand once, between classes that there are, with a reason.
func TestRelations(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range readRelations() {
		for _, code := range []string{r.code, r.Code} {
			if _, ok := master.FindIndustry(code); !ok {
				t.Errorf("a relation of a class %q that is not there", code)
			}
		}
		pair := r.code + " " + r.Code
		if r.code >= r.Code || seen[pair] {
			t.Errorf("the relation %s stands twice, or with the larger code first", pair)
		}
		seen[pair] = true
		if n := utf8.RuneCountInString(r.Why); n < 2 || n > 30 {
			t.Errorf("the reason of %s has %d characters: %s", pair, n, r.Why)
		}
		if !slices.Contains([]string{"顧客", "工程", "供給"}, r.Kind) {
			t.Errorf("the relation %s is of the kind %q", pair, r.Kind)
		}
		if !slices.Contains(Neighbours(r.Code), Neighbour{r.code, r.Why, r.Kind}) || !slices.Contains(Neighbours(r.code), r.Neighbour) {
			t.Errorf("the relation %s does not hold both ways", pair)
		}
	}
}

// Each class has neighbours, and not half of all.
func TestEveryClassHasNeighbours(t *testing.T) {
	for _, code := range smallClasses() {
		if n := len(Neighbours(code)); n < 3 || n > 10 {
			t.Errorf("the class %s has %d neighbours, want 3 to 10", code, n)
		}
	}
}

// A cycle is found, and Widen ends all the same.
func TestCycle(t *testing.T) {
	d := (&Dictionary{}).With([]Group{{Head: "親の業", Narrower: []string{"子の業"}}, {Head: "子の業", Narrower: []string{"孫の業"}},
		{Head: "孫の業"}})
	if cycle := d.Cycle(); cycle != nil {
		t.Fatal(cycle)
	}
	d = d.With([]Group{{Head: "孫の業", Narrower: []string{"親の業"}}})
	if fmt.Sprint(d.Cycle()) == "[]" {
		t.Error("親の業 is a kind of itself, and nothing says so")
	}
	if got := d.Widen("親の業"); fmt.Sprint(got.Narrower) != "[子の業 孫の業]" {
		t.Error(got)
	}
}
