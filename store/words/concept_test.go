package words

import (
	"strings"
	"testing"

	"tsunagu/store/master"
)

func sampleConcepts() *concepts {
	return newConcepts((&Dictionary{}).With([]Group{
		{Head: "介護", Same: []string{"介護事業"}, Narrower: []string{"老人ホーム", "デイサービス"}, Related: []string{"福祉用具"}},
		{Head: "老人ホーム", Same: []string{"特養"}, Narrower: []string{"ケアハウス"}},
		{Head: "住宅", Same: []string{"ホーム"}},
		{Head: "福祉用具"},
		{Head: "IT", Same: []string{"システム開発"}},
		{Head: "バス"},
		{Head: "プレス", Same: []string{"プレス加工"}},
	}))
}

func namesOf(c *concepts, text string) string {
	var out []string
	for _, n := range c.find(master.Fold(text)) {
		out = append(out, c.names[n])
	}
	return strings.Join(out, " ")
}

func TestConceptsOfTexts(t *testing.T) {
	c := sampleConcepts()
	for text, want := range map[string]string{
		"": "", "会社です。": "",
		"老人ﾎｰﾑの会社":        "老人ホーム", // not ホーム within it
		"特養とホームの会社":       "住宅 老人ホーム",
		"デイサービス、介護、介護事業。": "デイサービス 介護",
		"ITのkitとit's":     "IT",
		"kitとunit2とitems": "",
		"及ばすとバス":          "", // too short for kana
		"ぷれす加工のプレス":       "プレス",
		"ケアハウス":           "ケアハウス",
		"介":               "",
		"老人ホ":             "",
		"介護\ufffd老人ホーム":   "老人ホーム 介護",
	} {
		if got := namesOf(c, text); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
	if got := c.find("介護\xff"); len(got) != 1 {
		t.Errorf("a broken text has %v", got)
	}
}

// Of many concepts those of the longest words count.
func TestConceptsAreFew(t *testing.T) {
	var groups []Group
	var text strings.Builder
	for i := range ConceptsMost + 20 {
		head := string(rune('一'+i)) + "製造"
		if i%2 == 0 {
			head += "業者"
		}
		groups = append(groups, Group{Head: head})
		text.WriteString(head + "。")
	}
	got := newConcepts((&Dictionary{}).With(groups)).find(text.String())
	long := len(groups) / 2
	if len(got) != ConceptsMost || got[0] != 0 || got[long-1] != 2*long-2 || got[long] != 1 || got[len(got)-1] != 2*(len(got)-long)-1 {
		t.Errorf("%v", got)
	}
}

// Each word by which something is found has a concept, and no other has.
func TestWordsHaveConcepts(t *testing.T) {
	c := builtIn()
	for word := range c.d.number {
		if is := c.d.isSearched(word); is != (len(c.of(word)) > 0) {
			t.Errorf("%s: searched %v, concepts %v", word, is, c.of(word))
		}
	}
	if c.d.isSearched("無い言葉") {
		t.Error("a word that nobody wrote")
	}
}

func TestConceptsMeet(t *testing.T) {
	c := sampleConcepts()
	number := func(word string) int {
		of := c.find(master.Fold(word))
		if len(of) != 1 {
			t.Fatal(word, of)
		}
		return of[0]
	}
	for _, x := range []struct {
		wanted, said string
		want         Meeting
	}{
		{"介護", "介護事業", Meets}, {"介護", "老人ホーム", Meets}, {"介護", "特養", Meets}, {"介護", "ケアハウス", Meets}, {"介護", "デイサービス", Meets},
		{"老人ホーム", "介護", Near}, {"ケアハウス", "介護", Near}, {"介護", "福祉用具", Near}, {"福祉用具", "介護", Near},
		{"老人ホーム", "デイサービス", Apart}, {"老人ホーム", "福祉用具", Apart}, {"介護", "IT", Apart},
	} {
		if got := c.meeting(number(x.wanted), number(x.said)); got != x.want {
			t.Errorf("%s and %s: %d, want %d", x.wanted, x.said, got, x.want)
		}
	}
}

// What every seller or buyer writes says nothing of the business; a longer word does.
func TestWordsOfAllTexts(t *testing.T) {
	for _, text := range []string{"成長投資を進められる相手を希望します。", "人材と技術の受け継ぎ", "幹線道路沿いの店舗数か所。"} {
		if got := Concepts(master.Fold(text)); len(got) > 0 {
			t.Errorf("%s: %s", text, ConceptName(got[0]))
		}
	}
	if len(Concepts(master.Fold("人材派遣と道路工事の会社です。"))) < 2 {
		t.Error("longer words are gone, too")
	}
	seen := map[string]bool{}
	for _, r := range readTable("everywhere.tsv", "word\twhy") {
		if word := master.Fold(r[0]); len(builtIn().of(word)) == 0 || r[1] == "" || seen[word] {
			t.Errorf("%q: nobody knows it, without a reason, or twice", r)
		} else {
			seen[word] = true
		}
	}
}

// The built-in dictionary: what everybody knows, every way of meeting occurs, and each class's neighbours hold both ways.
func TestBuiltInConcepts(t *testing.T) {
	one := func(word string) int { return Concepts(master.Fold(word))[0] }
	for _, x := range [][2]string{{"介護", "老人ホーム"}, {"介護", "デイサービス"}, {"金属加工", "プレス"}, {"飲食", "レストラン"}} {
		if Meet(one(x[0]), one(x[1])) != Meets {
			t.Errorf("%q do not meet", x)
		}
	}
	if Meet(one("介護"), one("プレス")) != Apart {
		t.Error("介護 meets プレス")
	}
	for _, word := range []string{"介護", "金属加工", "プレス"} { // whatever meets one either way is around it
		around, n := map[int]bool{}, one(word)
		Around(n, func(other int) { around[other] = true })
		for other := range builtIn().names {
			if around[other] != (Meet(n, other) != Apart || Meet(other, n) != Apart) {
				t.Errorf("%s and %s: %v", word, ConceptName(other), around[other])
			}
		}
	}
	for m := Apart; m <= Meets; m++ {
		if wanted, said := Example(m); Meet(wanted, said) != m {
			t.Errorf("no example of %d", m)
		}
	}
	pairs := 0
	for _, large := range master.Industries() {
		for _, small := range large.Small {
			for _, n := range Neighbours(small.Code) {
				back, ok := Beside(n.Code, small.Code)
				why, is := Beside(small.Code, n.Code)
				if _, known := master.FindIndustry(n.Code); !ok || !is || back != why || why != n.Why || !known || n.Code == small.Code {
					t.Errorf("%s and %s: %q, %q", small.Code, n.Code, why, back)
				}
				pairs++
			}
		}
	}
	if _, ok := Beside("13004", "13019"); pairs < 20 || ok {
		t.Errorf("%d pairs; food and electronics are neighbours: %v", pairs, ok)
	}
}

func BenchmarkConcepts(b *testing.B) {
	text := master.Fold("東海地方で金属部品のプレス加工を営む企業です。業歴は約40年で、従業員は二十名ほど。後継者がいないため譲渡を希望しています。老人ホーム向けの部品も手がけています。")
	for b.Loop() {
		Concepts(text)
	}
}
