package app_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"tsunagu/app/apptest"
	"tsunagu/app/company"
)

// The ids of other banks' buyers in all answers to a bank: beside a name, in a search, among a listing's
// candidates, in a listing's negotiations. No id occurs in two of these contexts, and none without a name
// is the buyer's own.
func TestBuyerIDsMeetNowhere(t *testing.T) {
	w := newAccessWorld(t)
	numbers := w.Numbers()
	for name, bank := range map[string]string{"finA": w.AID, "finB": w.BID} {
		p := w.thaw(t)
		foreign := map[string]bool{}
		rows, err := apptest.OpenRaw(t, p.App.Store.Dir()).QueryContext(t.Context(),
			"SELECT id FROM company WHERE kind = 1 AND institution_id <> ?1 UNION ALL SELECT n.id FROM needs n JOIN company c ON c.id = n.client_id WHERE c.institution_id <> ?1", bank)
		if err != nil {
			t.Fatal(err)
		}
		for rows.Next() {
			var id string
			if err := rows.Scan(&id); err != nil {
				t.Fatal(err)
			}
			foreign[id] = true
		}
		if err := apptest.ErrorsOf(rows.Err(), rows.Close()); err != nil {
			t.Fatal(err)
		}
		at, seen := map[string]string{}, map[string]int{}
		for what, answer := range w.everything(p, name, "") {
			if strings.Contains(what, "/Needs/") || strings.Contains(what, "/Office/") {
				continue // these ids have no name beside them; TestBuyerViewOfAnotherBank checks them
			}
			_, body, ok := strings.Cut(answer, " {")
			var v any
			if !ok || json.Unmarshal([]byte("{"+body), &v) != nil {
				continue
			}
			apptest.EachText(v, "", false, func(text, listing string, isNamed bool) {
				if foreign[text] {
					if seen["named"]++; !isNamed {
						t.Errorf("%s has the own id of a buyer without its name in %s", name, what)
					}
					return
				}
				x, ok := p.App.Keys.ReadAlias(text)
				if !ok {
					return
				}
				place := fmt.Sprint(x.Kind&^company.PlaceOfNeeds, " ", x.Context)
				if was, ok := at[text]; ok && was != place {
					t.Errorf("%s meets an id in two places: %s and %s", name, was, place)
				}
				at[text] = place
				seen[place[:1]]++
				switch isSearch := strings.Contains(what, "SearchCompanyAsync") && !strings.Contains(what, "of listing"); {
				case isSearch && (x.Kind&^company.PlaceOfNeeds != company.PlaceSearch || x.Context != numbers[bank]):
					t.Errorf("%s: an id of %s in %s", name, place, what)
				case listing != "" && x.Kind&^company.PlaceOfNeeds == company.PlaceNegotiation && x.Context != numbers[listing]:
					t.Errorf("%s: a negotiation of %s has an id of %s in %s", name, listing, place, what)
				}
			})
		}
		if name == "finA" && (seen["named"] == 0 || seen["1"] == 0 || seen["2"] == 0 || seen["3"] == 0) {
			t.Errorf("%s: the test looks in the wrong places: %v", name, seen)
		}
	}
}
