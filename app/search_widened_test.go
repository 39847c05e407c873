package app_test

import (
	"strings"

	"tsunagu/app/demo"
	"tsunagu/store"
	"tsunagu/store/master"
	"tsunagu/store/words"
)

// widenedWords are words of the dictionary of which the demo network's texts have some, and the office adds to them while the test runs.
var widenedWords = append([]string{"介護", "老人ホーム", "金属加工", "プレス", "飲食", "運送", "高齢者向けの仕事"}, broadWords...)

// broadWords have more kinds than are searched as words.
var broadWords = []string{"食品製造", "卸売業", "小売業", "飲食店"}

// otherKinds are some of these further kinds of each: texts are found by their concepts.
var otherKinds = func() (out []string) {
	d := words.Default()
	for _, broad := range broadWords {
		others := d.Widen(broad).Others
		for i := range 3 {
			out = append(out, d.Spelled(others[(2*i+1)*len(others)/6]))
		}
	}
	return out
}()

// question are words of a question, some in quotation marks, sometimes with one that the dictionary widens.
func (w *searchWorld) question(folded ...string) (out []words.Asked) {
	for _, word := range folded {
		out = append(out, words.Asked{Text: word, IsExact: w.chance(4)})
	}
	if len(out) > 0 && w.chance(2) {
		out[0].Text = master.Fold(demo.One(w.r, widenedWords))
	}
	return out
}

// without are words that are sometimes switched off.
func (w *searchWorld) without() []string {
	out := some(w.r, []string{"老人ホーム", "デイサービス", "板金", "レストラン", "トラック"}, 3)
	for _, broad := range broadWords {
		if w.chance(6) {
			out = append(out, words.OthersOf(master.Fold(broad)))
		}
	}
	if w.chance(4) { // a kind that is one of the others
		out = append(out, demo.One(w.r, otherKinds))
	}
	if w.chance(4) {
		out = append(out, demo.One(w.r, words.Default().Widen(demo.One(w.r, broadWords)).Narrower))
	}
	return out
}

// searchable is the searchable text of a listing, sometimes with names aside.
func (w *searchWorld) searchable() string {
	if w.chance(2) {
		return w.text() + words.Aside + w.text()
	}
	return w.text()
}

// needsQuestion are words of needs.
func (w *searchWorld) needsQuestion() (out []words.Asked) {
	if word := w.word(); word != "" {
		out = w.question(word)
	}
	if w.chance(2) {
		out = append(out, w.question(demo.One(w.r, widenedWords))...)
	}
	return out
}

// changeWords lets the office add words, change them and remove them.
func (w *searchWorld) changeWords(tx *store.Tx) error {
	groups, err := tx.WordGroups()
	if err != nil {
		return err
	}
	kinds := []string{demo.One(w.r, widenedWords[:6]), demo.One(w.r, append(broadWords, widenedWords[:6]...))}
	g := store.WordGroup{Head: "高齢者向けの仕事", Same: demo.One(w.r, []string{"製造", "老人ホーム", "建設、の"}),
		Narrower: strings.Join(kinds, "、")}
	if len(groups) == 0 {
		return tx.CreateWordGroup(&g, "")
	}
	if w.chance(3) {
		return tx.DeleteWordGroup(groups[0].ID, groups[0].Version)
	}
	g.ID, g.Version = groups[0].ID, groups[0].Version
	return tx.UpdateWordGroup(&g, "")
}
