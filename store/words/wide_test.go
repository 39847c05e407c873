package words

import (
	"slices"
	"strings"
	"testing"

	"tsunagu/store/master"
)

// broad is a word with more kinds than are searched as words.
const broad = "食品製造"

// aKind is a text with a kind of the broad word for which there was no room, of which no other searched word is a part.
func aKind(t *testing.T, of Widened) (word string) {
	t.Helper()
	for _, other := range of.Others {
		got := Concepts("「" + other + "」")
		if len(got) == 1 && slices.Contains(of.others, got[0]) && !IsIn(termOf(Default(), of.Word).Alternatives(), other) {
			return other
		}
	}
	t.Fatal("no other kind")
	return ""
}

func termOf(d *Dictionary, word string, without ...string) Term {
	return d.Terms(Question(word), without)[0]
}

// What there is no room for is found by its concept, and only that.
func TestOtherKinds(t *testing.T) {
	d := Default()
	w := d.Widen(broad)
	if len(w.Same)+len(w.Narrower) < AlternatesMost || len(w.Others) < 20 {
		t.Fatalf("%d words, %d others", len(w.Same)+len(w.Narrower), len(w.Others))
	}
	for _, other := range w.Others {
		for _, word := range slices.Concat([]string{w.Word}, w.Same, w.Narrower) {
			if strings.Contains(other, word) {
				t.Errorf("%s is found by %s already", other, word)
			}
		}
	}
	term := termOf(d, broad)
	text := "東海地方で" + aKind(t, w) + "を営む"
	if !hasKind(term, text) || IsIn(term.Alternatives(), text) || hasKind(term, "介護と、老人ほーむの会社") || hasKind(term, "") {
		t.Errorf("%s: %v", text, hasKind(term, text))
	}
	if narrow := d.Widen("弁護士"); len(narrow.Others)+len(narrow.others) > 0 || hasKind(termOf(d, "「"+broad+"」"), text) {
		t.Error("a word with few kinds, or in quotation marks, has others")
	}
}

// They are switched off in one, for one word, or each with what it is called.
func TestOtherKindsAreSwitchedOff(t *testing.T) {
	d := Default()
	w := d.Widen(broad)
	kind := aKind(t, w)
	text := kind + "の会社"
	if hasKind(termOf(d, broad, "「"+w.Word+"」", OthersOf("卸売業")), text) == false || hasKind(termOf(d, broad, OthersOf(w.Word)), text) {
		t.Error("all of them")
	}
	rest := termOf(d, broad, OthersOf(w.Word))
	for _, shown := range slices.Concat(w.Same, w.Narrower) {
		if of := builtIn().of(shown); !isText(shown) && !HasAny(of, rest.Kinds) || isText(shown) && !slices.Contains(rest.Also, shown) {
			t.Errorf("%s is shown, and gone with the others", shown)
		}
	}
	if got := termOf(d, broad, kind); hasKind(got, text) || len(got.Kinds) == 0 {
		t.Errorf("%s alone", kind)
	}
	// A shown word: neither its other words nor what has it as a part come back.
	isTold := false
	for _, shown := range w.Narrower {
		for _, other := range w.Others {
			if of := builtIn().of(shown); len(of) > 0 && slices.Equal(of, builtIn().of(other)) && len(Concepts("「"+other+"」")) == 1 {
				isTold = true
				if got := termOf(d, broad, shown); hasKind(got, "「"+other+"」") || !hasKind(termOf(d, broad), "「"+other+"」") {
					t.Errorf("%s is switched off, and found by %s", shown, other)
				}
			}
		}
	}
	for _, word := range w.all {
		for _, shown := range w.Narrower {
			if of := builtIn().of(word); shown != word && strings.Contains(word, shown) && len(of) == 1 {
				isTold = true
				if _, is := slices.BinarySearch(termOf(d, broad, shown).Kinds, of[0]); is {
					t.Errorf("%s is switched off, and %s is found", shown, word)
				}
			}
		}
	}
	if !isTold {
		t.Error("no shown word has a concept")
	}
	if fresh := d.Widen(broad); !slices.Equal(fresh.kinds, w.kinds) || !slices.Equal(fresh.Narrower, w.Narrower) {
		t.Error("what is remembered was changed")
	}
}

// The office's own words have no concept: they are searched as words before other kinds, and lead to those of a built-in word.
func TestOtherKindsOfTheOffice(t *testing.T) {
	d := Default().With([]Group{{Head: "地元の味", Narrower: []string{broad}}, {Head: broad, Narrower: []string{"おやつ便"}}})
	if w := d.Widen(broad); w.Narrower[0] != "おやつ便" || len(w.Narrower) > AlternatesMost {
		t.Errorf("%v", w.Narrower)
	}
	text := aKind(t, Default().Widen(broad)) + "の会社"
	if own := termOf(d, "地元の味"); !hasKind(own, text) || hasKind(own, "介護の会社") {
		t.Errorf("%v", own)
	}
	if !hasKind(termOf(d, "地元の味"), master.Fold(broad)+"の会社") {
		t.Error("the built-in word itself is not searched")
	}
}

// A built-in word is sought by its concept, and so are all that mean the same; with one of them switched off the others are sought as they
// stand, and nothing else of the concept is.
func TestWordsOfOneConcept(t *testing.T) {
	d := Default()
	w := d.Widen("歯医者")
	if len(w.Same) < 3 {
		t.Fatal(w.Same)
	}
	all := termOf(d, "歯医者")
	for _, word := range w.Same {
		if slices.Contains(all.Also, word) || !hasKind(all, "駅前の「"+word+"」") {
			t.Errorf("%s is not sought by its concept alone", word)
		}
	}
	off, rest := w.Same[0], w.Same[1:]
	got := termOf(d, "歯医者", off)
	if hasKind(got, "駅前の「"+off+"」") || IsIn(got.Alternatives(), "駅前の「"+off+"」") {
		t.Errorf("%s is switched off, and found", off)
	}
	for _, word := range rest {
		if !IsIn(got.Alternatives(), "駅前の「"+word+"」") {
			t.Errorf("%s went with %s", word, off)
		}
	}
}

// A text that has all words of a phrase is about the groups that have it as a kind, and about no other.
func TestPhrases(t *testing.T) {
	d := (&Dictionary{}).With([]Group{{Head: "配送", Narrower: []string{"荷物＋届け", "軽貨物"}}, {Head: "宅配", Narrower: []string{"荷物＋届け"}},
		{Head: "祭壇製作", Narrower: []string{"祭壇＋製作＋葬儀"}}})
	c := newConcepts(d)
	for text, want := range map[string][]int{"届けるのは、商店街の荷物です。": {0, 1}, "荷物を預かる": nil, "届け出": nil, "": nil,
		"葬儀の祭壇を製作": {2}, "祭壇を製作": nil, "配送": {0}} {
		got := c.find(master.Fold(text))
		if slices.Sort(got); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
	if c.meeting(0, 1) != Apart || c.meeting(1, 0) != Apart {
		t.Error("a phrase of two groups makes one a kind of the other")
	}
	rice, farm := termOf(Default(), "稲作"), builtIn().of("農業")
	if HasAny(farm, rice.Kinds) || !HasAny(Concepts(master.Fold("田で米をつくっています")), rice.Kinds) {
		t.Error("稲作 finds all of 農業, or not its phrase")
	}
}

// A word without a concept is sought even where a built-in one is part of it: the office's word is no word of the texts' concepts.
func TestOfficeWordWithABuiltInPart(t *testing.T) {
	d := Default().With([]Group{{Head: "歯医者", Narrower: []string{"訪問歯科医院便", "歯科医院便り"}}})
	got := termOf(d, "歯医者")
	for _, word := range []string{"訪問歯科医院便", "歯科医院便り"} {
		if !IsIn(got.Alternatives(), word) {
			t.Errorf("%s is not sought", word)
		}
	}
}

// What was written is told apart from the names beside it.
func TestWritten(t *testing.T) {
	for text, want := range map[string]string{"鋳造" + Aside + "茶・こーひー": "鋳造", "鋳造": "鋳造", Aside + "東海": "", "": ""} {
		if got := Written(text); got != want {
			t.Errorf("%q: %q", text, got)
		}
	}
	if master.Fold("a"+Aside+"b") != "a b" {
		t.Error("somebody may write what stands between")
	}
}

// hasKind says whether a text that somebody wrote, folded, has a concept of a term.
func hasKind(t Term, text string) bool { return HasAny(Concepts(text), t.Kinds) }
