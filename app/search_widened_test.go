package app_test

import (
	"strings"
	"testing"

	"tsunagu/app/apptest"
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

// No concept stands in more than a few texts of unrelated businesses: what every seller or buyer writes says nothing of him
// (store/words/data/everywhere.tsv).
func TestConceptsTellOfBusinesses(t *testing.T) {
	const most, classes = 5, 3 // percent of all texts, large classes
	w := newDemoWorld(t)
	db := apptest.OpenRaw(t, w.App.Store.Dir())
	for _, query := range []string{"SELECT c.business_name || char(10) || c.description, coalesce((SELECT min(y.code) FROM listing_code y " +
		"WHERE y.listing_id = c.listing_id AND y.side = 2 AND y.field = 'industry'), '') FROM listing_content c WHERE c.side = 2",
		"SELECT n.free_text_folded, coalesce((SELECT min(y.code) FROM needs_code y WHERE y.needs_id = n.id AND y.field = 'industry'), '') " +
			"FROM needs n WHERE n.status = 1"} {
		rows, err := db.Query(query)
		if err != nil {
			t.Fatal(err)
		}
		defer rows.Close()
		texts, found := 0, map[int]map[string]int{}
		for rows.Next() {
			var text, class string
			if err := rows.Scan(&text, &class); err != nil {
				t.Fatal(err)
			}
			texts++
			for _, n := range words.Concepts(master.Fold(text)) {
				if found[n] == nil {
					found[n] = map[string]int{}
				}
				found[n][class[:min(2, len(class))]]++
			}
		}
		if err := rows.Err(); err != nil || texts < 100 {
			t.Fatal(texts, err)
		}
		for n, by := range found {
			sum := 0
			for _, count := range by {
				sum += count
			}
			if sum*100 > most*texts && len(by) >= classes {
				t.Errorf("%s stands in %d of %d texts of %d large classes", words.ConceptName(n), sum, texts, len(by))
			}
		}
	}
}
