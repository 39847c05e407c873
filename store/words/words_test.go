package words

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"tsunagu/store/master"
)

// some is a dictionary of which the tests know everything.
var some = (&Dictionary{}).With([]Group{
	{"介護", []string{"介護事業", "ケアサービス"}, []string{"老人ホーム", "デイサービス", "訪問介護"}, []string{"福祉用具"}, []string{"22002"}},
	{"老人ホーム", []string{"有料老人ホーム", "特養"}, nil, nil, nil},
	{"デイサービス", []string{"通所介護", "デイ"}, []string{"リハビリデイ"}, nil, nil},
	{Head: "金属加工", Narrower: []string{"プレス"}},
})

func TestWiden(t *testing.T) {
	for word, want := range map[string]string{
		// 介護事業, 訪問介護 and 通所介護 have 介護 in them, デイサービス and リハビリデイ have デイ.
		"介護":     "[けあさーびす] [老人ほーむ 特養 でい] [福祉用具] [22002]",
		"老人ホーム":  "[特養] [] [介護] []",
		"ﾛｳｼﾞﾝ":  "[] [] [] []",
		"特養":     "[老人ほーむ] [] [] []",
		"通所介護":   "[でい] [] [] []",
		"金属加工業者": "[金属加工] [ぷれす] [] []", // without its ending
		"業者":     "[] [] [] []",
		"介":      "[] [] [] []", // one character stands for nothing
		"リハビリデイ": "[] [] [でいさーびす] []",
	} {
		w := some.Widen(word)
		if got := fmt.Sprint(w.Same, " ", w.Narrower, " ", w.Related, " ", w.Classes); got != want {
			t.Errorf("%s: %s, want %s", word, got, want)
		}
	}
	if got := some.Widen("ﾃﾞｲｻｰﾋﾞｽ"); got.Word != "でいさーびす" {
		t.Error(got) // however it is spelled
	}
	if got := some.Spelled("でいさーびす"); got != "デイサービス" {
		t.Error(got)
	}
}

// hasTerm says whether folded texts have a term, as a search does.
func hasTerm(t Term, texts ...string) bool {
	has := func(any ...string) bool {
		return slices.ContainsFunc(texts, func(text string) bool {
			return slices.ContainsFunc(any, func(word string) bool { return strings.Contains(text, word) })
		})
	}
	isKind := func(kinds []int) bool {
		return slices.ContainsFunc(texts, func(text string) bool { return HasAny(Concepts(text), kinds) })
	}
	return has(t.Word) || IsIn(t.Alternatives(), texts...) || isKind(t.Kinds) ||
		slices.ContainsFunc(t.Deeds, func(d Deed) bool { return (d.Of != "" && has(d.Of) || isKind(d.Kinds)) && has(d.Does...) })
}

// The name of a business is searched as texts have it: what it is named for, or a kind of that, and what it does, both in the text.
func TestDeeds(t *testing.T) {
	d := some.With([]Group{{Head: "ドレス販売", Same: []string{"ドレス屋", "ドレスのレンタル"}}, {Head: "豆屋"}})
	w := d.Widen("ドレス販売")
	var names []string
	for _, deed := range w.Deeds {
		names = append(names, d.Spelled(deed.Name))
	}
	if got := fmt.Sprint(names); got != "[ドレス＋販売 ドレス＋レンタル]" {
		t.Error(got)
	}
	if got := d.Widen("豆屋").Deeds; len(got) != 0 {
		t.Error(got) // one character names nothing
	}
	off := d.Terms(Question("ドレス販売"), []string{"ドレス＋販売"})[0]
	on := d.Terms(Question("ドレス販売"), nil)[0]
	for text, want := range map[string][2]bool{"輸入どれすの販売と修理": {true, false}, "どれすの貸出": {true, true}, "どれすを扱う小売": {true, false},
		"販売": {}, "どれすの縫製": {}} {
		if got := [2]bool{hasTerm(on, text), hasTerm(off, text)}; got != want {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
	if !hasTerm(on, "どれすを作る", "卸と販売") {
		t.Error("the two words may stand in two texts of one row")
	}
	if hasTerm(d.Terms(Question(`"ドレス販売"`), nil)[0], "どれすの販売") {
		t.Error("a quoted word is asked for itself")
	}
	// A kind of what the business is named for, of the built-in dictionary.
	b := Default()
	for _, g := range b.groups {
		name := master.Fold(g.Head) + "商社"
		if len(b.of(name)) > 0 || len(g.Narrower) == 0 || len(Concepts(name)) != 1 {
			continue
		}
		kind := master.Fold(g.Narrower[len(g.Narrower)-1])
		term := b.Terms(Question(name), nil)[0]
		if strings.Contains(kind, Both) || len(term.Deeds) != 1 || len(term.Also) > 0 || !HasAny(Concepts(kind), term.Deeds[0].Kinds) {
			continue
		}
		if !hasTerm(term, kind+"を輸入しています") || hasTerm(term, kind+"を眺めています") {
			t.Errorf("%s: %s counts with what the business does alone", name, kind)
		}
		return
	}
	t.Error("no such name")
}

// A group of the office adds words and heads, and the dictionary that it was made of stays as it was.
func TestWith(t *testing.T) {
	more := some.With([]Group{{Head: "介護", Narrower: []string{"見守り"}}, {Head: "農福連携", Same: []string{"ノウフク"}}})
	if got := more.Widen("介護"); !slices.Contains(got.Narrower, "見守り") || !slices.Contains(got.Narrower, "老人ほーむ") {
		t.Error(got)
	}
	if got := more.Widen("のうふく"); fmt.Sprint(got.Same) != "[農福連携]" {
		t.Error(got)
	}
	if got := some.Widen("介護"); slices.Contains(got.Narrower, "見守り") || some.Groups() != 4 || more.Groups() != 6 {
		t.Error(got)
	}
	if got := fmt.Sprint(more.Holding("特養"), more.Holding("介護"), more.Holding("無い")); got != "[老人ホーム] [介護 介護] []" {
		t.Error(got)
	}
}

// A word has a bounded number of alternates: the same meanings first.
func TestAlternatesAreBounded(t *testing.T) {
	g := Group{Head: "何々", Same: []string{"同じ"}}
	for i := range 60 {
		g.Narrower = append(g.Narrower, fmt.Sprintf("種類%02d番", i))
	}
	w := (&Dictionary{}).With([]Group{g}).Widen("何々")
	if len(w.Same)+len(w.Narrower) != AlternatesMost || w.Same[0] != "同じ" || w.Narrower[38] != "種類38番" {
		t.Error(len(w.Same), len(w.Narrower), w.Narrower)
	}
}

func TestQuestion(t *testing.T) {
	for text, want := range map[string]string{
		"":        "[]",
		"　介護　東京 ": "[{介護 false} {東京 false}]",
		`"介護" 東京`: "[{介護 true} {東京 false}]",
		"「介護 施設」 “東京”『大阪』":   "[{介護 施設 true} {東京 true} {大阪 true}]",
		"＂介護＂ ｢デイ｣":          "[{介護 true} {でい true}]",
		"「介護":                "[{介護 true}]", // still being typed
		`"" 「」 介護`:           "[{介護 false}]",
		`直径3"の管 業種「医療」`:      `[{直径3"の管 false} {業種「医療」 false}]`,
		"\"a\x00b\" %_ \\ '": "[{a\x00b true} {%_ false} {\\ false} {' false}]",
	} {
		if got := fmt.Sprint(Question(text)); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

func TestTerms(t *testing.T) {
	terms := some.Terms(Question("介護 「介護」 東京"), []string{"ﾃﾞｲ", "特養"})
	has := func(term Term, text string) bool { return IsIn(term.Alternatives(), text) || hasKind(term, text) }
	if len(terms) != 3 || terms[0].Word != "介護" || fmt.Sprint(terms[1:]) != "[{介護 [] [] []} {東京 [] [] []}]" {
		t.Error(terms)
	}
	if !has(terms[0], "有料老人ほーむを経営") || has(terms[0], "特養を経営") || has(terms[1], "老人ほーむ") ||
		!IsWidened(terms) || IsWidened(terms[1:]) {
		t.Error("a text has a term if it has any of its words")
	}
}

func TestOffered(t *testing.T) {
	w := Default().Widen("医療")
	if got := strings.Join(w.Offered(), " "); !strings.HasPrefix(got, "22 ") {
		t.Errorf("医療 offers %s", got) // the large class 医療・福祉 by a part of its name
	}
	w = Default().Widen("板金")
	if got := w.Offered(); !slices.Contains(got, "13015") {
		t.Errorf("板金 offers %s", got) // an example of its class
	}
	w = Default().Widen("無い言葉")
	if got := w.Offered(); len(got) > 0 {
		t.Error(got)
	}
}
