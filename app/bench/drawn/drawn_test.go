package drawn

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tsunagu/app"
	"tsunagu/app/apptest"
	"tsunagu/app/company"
	"tsunagu/app/demo"
	"tsunagu/app/longlist"
	"tsunagu/store"
)

func TestDrawn(t *testing.T) {
	a := apptest.DemoPlatform(t)
	w, err := Open(filepath.Join(a.Store.Dir(), store.DatabaseFile), demo.DemoPassword)
	if err != nil {
		t.Fatal(err)
	}
	t.Run("Answers", func(t *testing.T) { testAnswers(t, a, w) })
	t.Run("EveryFilter", func(t *testing.T) { testEveryFilter(t, a, w) })
	t.Run("Seed", func(t *testing.T) { testSeed(t, w) })
}

// tokens are access tokens of the world's logins.
func tokens(t *testing.T, a *app.App, w *World) (out []string) {
	for _, l := range w.Logins {
		form := url.Values{"grant_type": {"password"}, "loginId": {l.Name}, "password": {demo.DemoPassword}}
		r := httptest.NewRequest("POST", "/token", strings.NewReader(form.Encode()))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		answer := httptest.NewRecorder()
		a.ServeHTTP(answer, r)
		var x struct{ Token string }
		if err := json.Unmarshal(answer.Body.Bytes(), &x); err != nil || x.Token == "" {
			t.Fatalf("%s: %d %s", l.Name, answer.Code, answer.Body)
		}
		out = append(out, x.Token)
	}
	return out
}

// parameters are a question's parameters.
func parameters(t *testing.T, q *Question) map[string]string {
	out := map[string]string{}
	if q.Body != nil {
		var body map[string]json.RawMessage
		if err := json.Unmarshal(q.Body, &body); err != nil {
			t.Fatal(err)
		}
		for name, text := range body {
			out[name] = strings.Trim(string(text), `"`)
		}
		return out
	}
	_, text, _ := strings.Cut(q.Target, "?")
	query, err := url.ParseQuery(text)
	if err != nil {
		t.Fatal(err)
	}
	for name := range query {
		out[name] = query.Get(name)
	}
	return out
}

func (q *Question) ask(a *app.App, token string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(q.Method(), q.Target, strings.NewReader(string(q.Body)))
	r.Header.Set("Authorization", "Bearer "+token)
	if q.Body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	out := httptest.NewRecorder()
	a.ServeHTTP(out, r)
	return out
}

// Every question of every kind is answered, and some of every kind with rows; the same for the question on
// another page and in another order, and no question is repeated.
func testAnswers(t *testing.T, a *app.App, w *World) {
	who := tokens(t, a, w)
	d, seen := New(w, 1), map[string]bool{}
	for _, k := range Kinds {
		asked, found := 0, 0
		try := func(q *Question) {
			key := fmt.Sprint(q.Login, q.Target, string(q.Body))
			if seen[key] {
				t.Fatalf("%s: twice: %s", k.Name, key)
			}
			seen[key] = true
			answer := q.ask(a, who[q.Login])
			var out map[string]json.RawMessage
			if answer.Code != http.StatusOK || json.Unmarshal(answer.Body.Bytes(), &out) != nil || out[k.Rows] == nil {
				t.Fatalf("%s: %s %s %s: %d %s", k.Name, w.Logins[q.Login].Name, q.Target, q.Body, answer.Code, answer.Body)
			}
			if asked++; string(out[k.Rows]) != "[]" {
				found++
			}
		}
		for _, q := range d.Many(k, 150) {
			try(q)
			if other, ok := d.Turned(q); ok != k.isPaged {
				t.Errorf("%s: another page: %v", k.Name, ok)
			} else if ok {
				try(other)
			}
		}
		if asked < 10 || found == 0 {
			t.Errorf("%s: %d questions, %d of them find something", k.Name, asked, found)
		}
	}
}

// notDrawn are the parameters that no question uses, and why.
var notDrawn = map[string]string{
	"limit": "a page has ten rows", "without": "of free words",
	"freeWord": "a text", "companyName": "a text", "needsName": "a text", "sellerBusinessName": "a text",
	searchSellers + " isOnlyPersonInCharge": "always so", searchSellers + " isNotOnlyPersonInCharge": "never so",
	searchSellers + " businessIndustryTypes": "of buyers", searchSellers + " salesPrice": "of buyers",
	searchSellers + " salesPriceTo":     "of buyers",
	searchSellers + " sellerBusinessId": "of buyers", searchSellers + " isLongList": "of buyers",
	searchFinancing + " isOnlyPersonInCharge": "always so", searchFinancing + " isNotOnlyPersonInCharge": "never so",
}

// Every filter of a call is used in some question, every order in both directions, every page and every login; and
// no order of a call is missing.
func testEveryFilter(t *testing.T, a *app.App, w *World) {
	drawn := map[string]map[string]bool{} // the values by call and parameter
	note := func(of, value string) {
		if drawn[of] == nil {
			drawn[of] = map[string]bool{}
		}
		drawn[of][value] = true
	}
	d := New(w, 2)
	for _, k := range Kinds {
		for _, q := range d.Many(k, 3000) {
			p := parameters(t, q)
			for name, value := range p {
				note(k.Path+" "+name, value)
			}
			if order := p[propertyName]; order != "" {
				note(k.Name+" orders", order+" "+p[isDescending])
			}
			note(k.Name+" logins", fmt.Sprint(q.Login))
		}
		if n := len(drawn[k.Name+" logins"]); n != logins && k.subject == "" {
			t.Errorf("%s: %d people ask", k.Name, n)
		}
		for _, order := range k.orders {
			if !drawn[k.Name+" orders"][order+" true"] || !drawn[k.Name+" orders"][order+" false"] {
				t.Errorf("%s: not both directions of %s", k.Name, order)
			}
		}
		if n := len(drawn[k.Path+" "+pageNumber]); k.isPaged && n != mostPages {
			t.Errorf("%s: %d pages", k.Name, n)
		}
	}
	for _, k := range Kinds {
		for _, name := range taken(t, a, k) {
			if len(drawn[k.Path+" "+name]) == 0 && notDrawn[name] == "" && notDrawn[k.Path+" "+name] == "" {
				t.Errorf("%s takes %s, which no question has", k.Path, name)
			}
		}
	}
	if !slices.Equal(company.CompanySorts, companyOrders) {
		t.Error("a company search has other orders")
	}
}

// taken are the parameters that a kind's call accepts.
func taken(t *testing.T, a *app.App, k *Kind) (names []string) {
	if k.posts {
		of := reflect.TypeFor[longlist.LongCompanyQuery]()
		for i := range of.NumField() {
			name, _, _ := strings.Cut(of.Field(i).Tag.Get("json"), ",")
			names = append(names, name)
		}
		return names
	}
	for _, c := range a.Table {
		if c.Path == k.Path && c.Method == http.MethodGet {
			for _, p := range a.OperationOf(c).Parameters {
				if p.In == "query" {
					names = append(names, p.Name)
				}
			}
		}
	}
	if len(names) < 3 {
		t.Fatalf("%s takes %v", k.Path, names)
	}
	return names
}

// The same seed draws the same questions, another seed others, and a kind with few questions ends.
func testSeed(t *testing.T, w *World) {
	listings := KindNamed("listings")
	text := func(seed uint64) (out string) {
		for _, q := range New(w, seed).Many(listings, 50) {
			out += q.Target + "\n"
		}
		return out
	}
	if one, same := text(3), text(3); one != same || one == text(4) {
		t.Error("the questions do not go by the seed")
	}
	own := 0
	for _, l := range w.Logins {
		own += len(l.Listings)
	}
	if n := len(New(w, 5).Many(KindNamed("bestBuyers"), own+100)); n > own || n < own/2 || w.Subjects(KindNamed("bestBuyers")) != own {
		t.Errorf("%d questions about %d listings", n, own)
	}
}
