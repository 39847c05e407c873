package mypage_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/mypage"
)

const savedBase = "/api/SavedSearch/"

// keep saves a search.
func keep(c *apptest.Caller, area, name, conditions string) apptest.Result {
	c.P.T.Helper()
	return c.Post(savedBase+"RegistSavedSearch", map[string]any{"area": area, "name": name, "conditions": conditions})
}

// kept are the caller's saved searches of a screen by name.
func kept(c *apptest.Caller, area string) map[string]map[string]any {
	c.P.T.Helper()
	v, out := c.Get(savedBase+"GetSavedSearchList?area="+area).Want(200).JSON(), map[string]map[string]any{}
	for _, s := range v["savedSearchList"].([]any) {
		s := s.(map[string]any)
		out[s["name"].(string)] = s
	}
	if int(v["allCount"].(float64)) != len(out) {
		c.P.T.Errorf("allCount %v for %d", v["allCount"], len(out))
	}
	return out
}

func TestSavedSearch(t *testing.T) {
	b := apptest.NewBanks(apptest.NewPlatform(t))
	first := keep(b.FinA, "seller-business", "東海の製造業",
		"?location=23&location=21&industryTypes=13&freeWord=M%26A+100%25&pageNumber=7").Want(200).JSON()
	if first["conditions"] != "freeWord=M%26A+100%25&industryTypes=13&location=23&location=21" {
		t.Errorf("conditions %v", first["conditions"])
	}
	id := first["savedSearchId"].(string)
	ref := func(more map[string]any) map[string]any {
		return apptest.With(map[string]any{"savedSearchId": id, "version": 1, "area": "seller-business", "name": "東海の製造業"}, more)
	}

	// Searches belong to one user and one screen: a colleague, another bank or another screen does not
	// have them.
	for _, other := range []*apptest.Caller{b.SecondA, b.FinB, b.BuyA} {
		if got := kept(other, "seller-business"); len(got) != 0 {
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
			other.Post(savedBase+deed, body).Want(400).SameAs(other.Post(savedBase+deed,
				apptest.With(body, map[string]any{"savedSearchId": apptest.NoID})))
		}
	}
	b.FinA.Post(savedBase+"RegistSavedSearch", ref(map[string]any{"area": "buyer-company"})).Want(400).Has("not_available")
	if got := kept(b.FinA, "buyer-company"); len(got) != 0 {
		t.Errorf("the buyer search has %v", got)
	}
	// A buyer's user can save searches on one screen only, and unknown screens are refused.
	keep(b.BuyA, "seller-business", "おすすめ", "isRecommended=true").Want(200)
	for _, area := range []string{"buyer-company", "seller-company-manage", "financial-support", "office", ""} {
		keep(b.BuyA, area, "x", "").Want(400).SameAs(b.BuyA.Get(savedBase + "GetSavedSearchList?area=" + area))
	}

	// A name is unique per screen; to replace a search, the caller gives its id.
	keep(b.FinA, "seller-business", " 東海の製造業\n", "isPublic=true").Want(409).Has("name_taken", "置き換える")
	keep(b.FinA, "buyer-company", "東海の製造業", "prefecture=23").Want(200)
	b.FinA.Post(savedBase+"RegistSavedSearch", ref(map[string]any{"conditions": "isPublic=true"})).Want(200).Has(`"version":2`,
		`"conditions":"isPublic=true"`)
	b.FinA.Post(savedBase+"RegistSavedSearch", ref(map[string]any{"conditions": "isSold=true"})).Want(409).Has("stale")
	b.FinA.Post(savedBase+"RegistSavedSearch", ref(map[string]any{"version": 2, "name": "公開中"})).Want(200).Has(`"conditions":"isPublic=true"`)
	keep(b.FinA, "seller-business", "別", "").Want(200)
	b.FinA.Post(savedBase+"RegistSavedSearch", ref(map[string]any{"version": 3, "name": "別"})).Want(409).Has("name_taken")

	b.FinA.Post(savedBase+"DeleteSavedSearch", map[string]any{"savedSearchId": id, "version": 1}).Want(409).Has("stale")
	b.FinA.Post(savedBase+"DeleteSavedSearch", map[string]any{"savedSearchId": id, "version": 3}).Want(200)
	b.FinA.Post(savedBase+"DeleteSavedSearch", map[string]any{"savedSearchId": id, "version": 3}).Want(400).Has("not_available")
	if got := kept(b.FinA, "seller-business"); len(got) != 1 || got["別"] == nil {
		t.Errorf("left %v", got)
	}
}

func TestSavedSearchInput(t *testing.T) {
	b := apptest.NewBanks(apptest.NewPlatform(t))
	many := url.Values{"prefecture": strings.Split(strings.Repeat("23 ", 900), " ")}.Encode()
	for _, c := range []struct{ area, name, conditions, field string }{
		{"seller-business", "", "", "name"},
		{"seller-business", " \t ", "", "name"},
		{"seller-business", strings.Repeat("あ", 41), "", "name"},
		{"seller-business", "x", "prefecture=23", "conditions"},         // a condition of another screen
		{"seller-business", "x", "__proto__=1", "conditions"},           // a condition of no screen
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
		keep(b.FinA, c.area, c.name, c.conditions).Want(422).Has(`"field":"`+c.field+`"`).HasNot("script", "__proto__")
	}
	keep(b.FinA, "seller-business", "", "prefecture=23").Want(422).Has(`"field":"name"`, `"field":"conditions"`)
	b.FinA.Post(savedBase+"RegistSavedSearch", map[string]any{"area": "seller-business", "name": "x"}).Want(422).Has(`"field":"conditions"`)

	// A name is plain text; ids in conditions are not resolved, so another bank's id is harmless.
	name := `<img src=x onerror=alert(1)>"'; DROP`
	keep(b.FinA, "seller-business", name, "freeWord="+url.QueryEscape("<script>")+"&companyId="+apptest.NoID).Want(200)
	got := kept(b.FinA, "seller-business")[name]
	if got == nil || got["conditions"] != "companyId="+apptest.NoID+"&freeWord=%3Cscript%3E" || got["newCount"] != nil {
		t.Errorf("saved %v", got)
	}
	for i := len(kept(b.FinA, "seller-business")); i < mypage.MaxSavedSearches; i++ {
		keep(b.FinA, "financial-support", fmt.Sprint("条件", i), "searchStatus=1&dueDateF=2026-12-01&view=board").Want(200)
	}
	keep(b.FinA, "buyer-company", "もう一つ", "").Want(409).Has("too_many", "削除")
	keep(b.SecondA, "buyer-company", "もう一つ", "").Want(200)
}

// TestSavedSearchNews counts what is new under the search's own visibility.
func TestSavedSearchNews(t *testing.T) {
	m := apptest.NewMarketplace(apptest.NewPlatform(t))
	old := m.Published(nil)
	m.Clock.Add(time.Minute)
	for _, c := range []*apptest.Caller{m.FinA, m.FinB, m.BuyB} {
		keep(c, "seller-business", "部品", "freeWord="+url.QueryEscape("部品")+"&industryTypes=13").Want(200)
		keep(c, "seller-business", "東北", "location=02").Want(200)
		keep(c, "seller-business", "自機関", "isOnlyPersonInCharge=true").Want(200)
		keep(c, "seller-business", "既読以外", "isNotRead=true").Want(200)
	}
	keep(m.FinA, "seller-business", "この売手", "companyId="+m.Seller).Want(200)
	keep(m.FinB, "seller-business", "この売手", "companyId="+m.Seller).Want(200)
	news := func(c *apptest.Caller, name string) any {
		t.Helper()
		return kept(c, "seller-business")[name]["newCount"]
	}
	for _, name := range []string{"部品", "東北", "自機関", "既読以外"} {
		if n := news(m.FinB, name); n != 0.0 {
			t.Errorf("%s before: %v", name, n)
		}
	}
	m.Clock.Add(time.Minute)
	m.Published(map[string]any{"businessName": "【東海】部品の研磨"})
	m.Published(map[string]any{"businessName": "【東海】部品の限定", "isLimited": true})
	for _, c := range []struct {
		who  *apptest.Caller
		name string
		want any
	}{
		{m.FinA, "部品", 2.0}, {m.FinB, "部品", 1.0}, {m.BuyB, "部品", 1.0}, // the limited listing counts for its own bank only
		{m.FinB, "東北", 0.0}, {m.FinA, "自機関", 2.0}, {m.FinB, "自機関", 0.0},
		{m.BuyB, "自機関", 1.0}, // for a buyer the condition is ignored: it would reveal the bank
		{m.FinB, "既読以外", 1.0},
		{m.FinA, "この売手", 2.0}, {m.FinB, "この売手", nil}, // another bank's seller
	} {
		if n := news(c.who, c.name); n != c.want {
			t.Errorf("%s: %v, want %v", c.name, n, c.want)
		}
	}
	used := kept(m.FinB, "seller-business")["部品"]["savedSearchId"]
	m.Clock.Add(time.Minute)
	m.FinB.Post(savedBase+"UseSavedSearch", map[string]any{"savedSearchId": used}).Want(200)
	if n := news(m.FinB, "部品"); n != 0.0 {
		t.Errorf("after use: %v", n)
	}
	if n := news(m.FinB, "既読以外"); n != 1.0 {
		t.Errorf("another one after use: %v", n)
	}
	m.FinB.Post("/api/UserAction/Regist", map[string]any{"sellerBusinessId": old, "actionTypes": int(deal.ActionClick)}).Want(200)
	if n := news(m.FinB, "既読以外"); n != 1.0 {
		t.Errorf("an old listing counts as new: %v", n)
	}
}

// The own institution's lists keep who works on a row, and when next; what is new by it is counted as its user asks.
func TestSavedSearchOfOwnWork(t *testing.T) {
	m := apptest.NewMarketplace(apptest.NewPlatform(t))
	for _, area := range []string{"seller-business", "buyer-company", "buyer-company-manage", "seller-company", "seller-company-manage",
		"financial-support", "seller-negotiation"} {
		for _, who := range []string{"me", "none", "all", m.UserOf(m.SecondA).ID} {
			keep(m.FinA, area, who[:min(4, len(who))], "personInCharge="+who+"&nextActionF=2026-12-01&nextActionT=").
				Want(200).Has("personInCharge=" + who)
		}
	}
	keep(m.FinA, "buyer-company-longlist", "x", "personInCharge=me").Want(422)
	keep(m.FinA, "seller-company", "x", "nextActionF=soon").Want(422)
	const own = "isOnlyPersonInCharge=true&personInCharge="
	keep(m.FinA, "seller-business", "own", own+"me").Want(200)
	keep(m.FinA, "seller-business", "nobody's", own+"none").Want(200)
	m.Clock.Add(time.Minute)
	m.Published(nil)
	for name, want := range map[string]any{"own": 1.0, "nobody's": 0.0} {
		if n := kept(m.FinA, "seller-business")[name]["newCount"]; n != want {
			t.Errorf("%s: %v new", name, n)
		}
	}
}
