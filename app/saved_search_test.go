package app

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"tsunagu/app/deal"
	"tsunagu/app/mypage"
)

const savedBase = "/api/SavedSearch/"

// keep saves a search.
func (c *caller) keep(area, name, conditions string) result {
	c.p.t.Helper()
	return c.post(savedBase+"RegistSavedSearch", map[string]any{"area": area, "name": name, "conditions": conditions})
}

// kept are the caller's saved searches of a screen by name.
func (c *caller) kept(area string) map[string]map[string]any {
	c.p.t.Helper()
	v, out := c.get(savedBase+"GetSavedSearchList?area="+area).want(200).json(), map[string]map[string]any{}
	for _, s := range v["savedSearchList"].([]any) {
		s := s.(map[string]any)
		out[s["name"].(string)] = s
	}
	if int(v["allCount"].(float64)) != len(out) {
		c.p.t.Errorf("allCount %v for %d", v["allCount"], len(out))
	}
	return out
}

func TestSavedSearch(t *testing.T) {
	b := newBanks(newPlatform(t))
	first := b.finA.keep("seller-business", "東海の製造業", "?location=23&location=21&industryTypes=13&freeWord=M%26A+100%25&pageNumber=7").want(200).json()
	if first["conditions"] != "freeWord=M%26A+100%25&industryTypes=13&location=23&location=21" {
		t.Errorf("conditions %v", first["conditions"])
	}
	id := first["savedSearchId"].(string)
	ref := func(more map[string]any) map[string]any {
		return with(map[string]any{"savedSearchId": id, "version": 1, "area": "seller-business", "name": "東海の製造業"}, more)
	}

	// The user's own: not the colleague's, not another bank's, not on another screen.
	for _, other := range []*caller{b.secondA, b.finB, b.buyA} {
		if got := other.kept("seller-business"); len(got) != 0 {
			t.Errorf("another user reads %v", got)
		}
		for _, deed := range []string{"RegistSavedSearch", "UseSavedSearch", "DeleteSavedSearch"} {
			body := ref(nil)
			switch deed {
			case "UseSavedSearch":
				body = map[string]any{"savedSearchId": id}
			case "DeleteSavedSearch":
				body = map[string]any{"savedSearchId": id, "version": 1}
			}
			other.post(savedBase+deed, body).want(400).sameAs(other.post(savedBase+deed, with(body, map[string]any{"savedSearchId": noID})))
		}
	}
	b.finA.post(savedBase+"RegistSavedSearch", ref(map[string]any{"area": "buyer-company"})).want(400).has("not_available")
	if got := b.finA.kept("buyer-company"); len(got) != 0 {
		t.Errorf("the buyer search has %v", got)
	}
	// A buyer's user has one search, and there is no other screen than the known ones.
	b.buyA.keep("seller-business", "おすすめ", "isRecommended=true").want(200)
	for _, area := range []string{"buyer-company", "seller-company-manage", "financial-support", "office", ""} {
		b.buyA.keep(area, "x", "").want(400).sameAs(b.buyA.get(savedBase + "GetSavedSearchList?area=" + area))
	}

	// A name is there once; who means to replace says which.
	b.finA.keep("seller-business", " 東海の製造業\n", "isPublic=true").want(409).has("name_taken", "置き換える")
	b.finA.keep("buyer-company", "東海の製造業", "prefecture=23").want(200)
	b.finA.post(savedBase+"RegistSavedSearch", ref(map[string]any{"conditions": "isPublic=true"})).want(200).has(`"version":2`, `"conditions":"isPublic=true"`)
	b.finA.post(savedBase+"RegistSavedSearch", ref(map[string]any{"conditions": "isSold=true"})).want(409).has("stale")
	b.finA.post(savedBase+"RegistSavedSearch", ref(map[string]any{"version": 2, "name": "公開中"})).want(200).has(`"conditions":"isPublic=true"`)
	b.finA.keep("seller-business", "別", "").want(200)
	b.finA.post(savedBase+"RegistSavedSearch", ref(map[string]any{"version": 3, "name": "別"})).want(409).has("name_taken")

	b.finA.post(savedBase+"DeleteSavedSearch", map[string]any{"savedSearchId": id, "version": 1}).want(409).has("stale")
	b.finA.post(savedBase+"DeleteSavedSearch", map[string]any{"savedSearchId": id, "version": 3}).want(200)
	b.finA.post(savedBase+"DeleteSavedSearch", map[string]any{"savedSearchId": id, "version": 3}).want(400).has("not_available")
	if got := b.finA.kept("seller-business"); len(got) != 1 || got["別"] == nil {
		t.Errorf("left %v", got)
	}
}

func TestSavedSearchInput(t *testing.T) {
	b := newBanks(newPlatform(t))
	many := url.Values{"prefecture": strings.Split(strings.Repeat("23 ", 900), " ")}.Encode()
	for _, c := range []struct{ area, name, conditions, field string }{
		{"seller-business", "", "", "name"},
		{"seller-business", " \t ", "", "name"},
		{"seller-business", strings.Repeat("あ", mypage.MaxSavedSearchName+1), "", "name"},
		{"seller-business", "x", "prefecture=23", "conditions"},         // another screen's
		{"seller-business", "x", "__proto__=1", "conditions"},           // nobody's
		{"seller-business", "x", "isPublic=1", "conditions"},            //
		{"seller-business", "x", "location=%3Cscript%3E", "conditions"}, // no code
		{"seller-business", "x", "freeWord=%00", "conditions"},          //
		{"seller-business", "x", "freeWord=" + strings.Repeat("a", 201), "conditions"},
		{"seller-business", "x", "dueDate=tomorrow", "conditions"},
		{"seller-business", "x", "salesPrice=-1", "conditions"},
		{"seller-business", "x", "%zz", "conditions"},
		{"buyer-company", "x", many, "conditions"},
		{"seller-company", "x", "needsName=x", "conditions"}, // a seller has no needs
	} {
		b.finA.keep(c.area, c.name, c.conditions).want(422).has(`"field":"`+c.field+`"`).hasNot("script", "__proto__")
	}
	b.finA.keep("seller-business", "", "prefecture=23").want(422).has(`"field":"name"`, `"field":"conditions"`)
	b.finA.post(savedBase+"RegistSavedSearch", map[string]any{"area": "seller-business", "name": "x"}).want(422).has(`"field":"conditions"`)

	// A name is text and nothing else; foreign ids are the user's own harmless text.
	name := `<img src=x onerror=alert(1)>"'; DROP`
	b.finA.keep("seller-business", name, "freeWord="+url.QueryEscape("<script>")+"&companyId="+noID).want(200)
	got := b.finA.kept("seller-business")[name]
	if got == nil || got["conditions"] != "companyId="+noID+"&freeWord=%3Cscript%3E" || got["newCount"] != nil {
		t.Errorf("saved %v", got)
	}
	for i := len(b.finA.kept("seller-business")); i < mypage.MaxSavedSearches; i++ {
		b.finA.keep("financial-support", fmt.Sprint("条件", i), "searchStatus=1&dueDateF=2026-12-01&view=board").want(200)
	}
	b.finA.keep("buyer-company", "もう一つ", "").want(409).has("too_many", "削除")
	b.secondA.keep("buyer-company", "もう一つ", "").want(200)
}

// TestSavedSearchNews counts what is new under the search's own visibility.
func TestSavedSearchNews(t *testing.T) {
	m := newMarketplace(newPlatform(t))
	old := m.published(nil)
	m.clock.Add(time.Minute)
	for _, c := range []*caller{m.finA, m.finB, m.buyB} {
		c.keep("seller-business", "部品", "freeWord="+url.QueryEscape("部品")+"&industryTypes=13").want(200)
		c.keep("seller-business", "東北", "location=02").want(200)
		c.keep("seller-business", "自機関", "isOnlyPersonInCharge=true").want(200)
		c.keep("seller-business", "既読以外", "isNotRead=true").want(200)
	}
	m.finA.keep("seller-business", "この売手", "companyId="+m.seller).want(200)
	m.finB.keep("seller-business", "この売手", "companyId="+m.seller).want(200)
	news := func(c *caller, name string) any {
		t.Helper()
		return c.kept("seller-business")[name]["newCount"]
	}
	for _, name := range []string{"部品", "東北", "自機関", "既読以外"} {
		if n := news(m.finB, name); n != 0.0 {
			t.Errorf("%s before: %v", name, n)
		}
	}
	m.clock.Add(time.Minute)
	m.published(map[string]any{"businessName": "【東海】部品の研磨"})
	m.published(map[string]any{"businessName": "【東海】部品の限定", "isLimited": true})
	for _, c := range []struct {
		who  *caller
		name string
		want any
	}{
		{m.finA, "部品", 2.0}, {m.finB, "部品", 1.0}, {m.buyB, "部品", 1.0}, // the limited one is not counted for others
		{m.finB, "東北", 0.0}, {m.finA, "自機関", 2.0}, {m.finB, "自機関", 0.0},
		{m.buyB, "自機関", 1.0}, // silent for a buyer: it would name the bank
		{m.finB, "既読以外", 1.0},
		{m.finA, "この売手", 2.0}, {m.finB, "この売手", nil}, // another bank's seller
	} {
		if n := news(c.who, c.name); n != c.want {
			t.Errorf("%s: %v, want %v", c.name, n, c.want)
		}
	}
	used := m.finB.kept("seller-business")["部品"]["savedSearchId"]
	m.clock.Add(time.Minute)
	m.finB.post(savedBase+"UseSavedSearch", map[string]any{"savedSearchId": used}).want(200)
	if n := news(m.finB, "部品"); n != 0.0 {
		t.Errorf("after use: %v", n)
	}
	if n := news(m.finB, "既読以外"); n != 1.0 {
		t.Errorf("another one after use: %v", n)
	}
	m.finB.post("/api/UserAction/Regist", map[string]any{"sellerBusinessId": old, "actionTypes": int(deal.ActionClick)}).want(200)
	if n := news(m.finB, "既読以外"); n != 1.0 {
		t.Errorf("an old listing counts as new: %v", n)
	}
}
