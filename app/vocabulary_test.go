package app_test

import (
	"net/url"
	"slices"
	"testing"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/store"
)

// TestFinancialSupportVocabulary asks SearchFinancialSupport with each word of SPEC.md 7's
// vocabulary: of two negotiations that differ in everything it must find the right one.
func TestFinancialSupportVocabulary(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	other := tk.FinB.Post("/api/BuyerCompany/CreateUpdateCompanyOverviewAsync",
		apptest.With(apptest.OverviewBody, map[string]any{"industryType": `["11001"]`,
			"location": `{"region":7,"prefecturecode":"27","citycode":"27102"}`, "salesAmount": 6})).Want(200).Text()
	tk.FinB.Post("/api/BuyerCompany/CreateUpdateCompanyDetailsAsync",
		apptest.With(apptest.DetailsBody, map[string]any{"companyId": other, "companyName": "朝凪物産株式会社"})).Want(200)
	tk.FinB.Needs(tk.BuyerB)
	second := tk.Published(map[string]any{"businessName": "【近畿】水産物の卸売", "industryTypes": `["11001"]`, "salesPrice": 6, "salesPriceTo": 7,
		"dueDate": "2027-01-31"})
	row := func(listing, buyer string) string {
		return tk.FinB.Post(apptest.NegotiationBase+"UpdateBuyerNegotiationInterestStatusAsync",
			map[string]any{"sellerBusinessId": listing, "companyId": buyer, "interestStatus": 1}).Want(200).JSON()["buyerNegotiationId"].(string)
	}
	one := tk.FinB.Post(apptest.NegotiationBase+"StartNegotiation",
		map[string]any{"sellerBusinessId": tk.Listing, "companyId": tk.BuyerB}).Want(200).JSON()["buyerNegotiationId"].(string)
	two := row(second, other)
	own := tk.FinB.Seller("蒼陵の売手株式会社")
	draft := tk.FinB.Post(apptest.ListingBase+"CreateUpdateSellerBusinessOverviewAsync",
		apptest.With(apptest.ListingOverviewBody, map[string]any{"companyId": own})).Want(200).JSON()["sellerBusinessId"].(string)
	status := func(company string, s deal.CompanyStatus, trial bool) {
		tk.Write(func(tx *store.Tx) error {
			c, err := tx.CompanyOf(company)
			if err != nil {
				return err
			}
			c.Status, c.IsTrial = int(s), trial
			return tx.UpdateCompany(c, "")
		})
	}
	found := func(query url.Values) (out []string) {
		t.Helper()
		v := tk.FinB.Get("/api/BuyerCompany/SearchFinancialSupport?" + query.Encode()).Want(200).JSON()
		for _, r := range v["buyerNegotiationList"].([]any) {
			out = append(out, r.(map[string]any)["buyerNegotiationId"].(string))
		}
		if float64(len(out)) != v["allCount"] {
			t.Errorf("%v: %d rows, allCount %v", query, len(out), v["allCount"])
		}
		return out
	}
	both := []string{two, one}
	list := tk.FinB.Post("/api/BuyerCompany/RegistLongList", map[string]any{"sellerBusinessId": draft, "name": "候補",
		"companyIds": []string{tk.BuyerB}})
	for _, c := range []struct {
		word, value string
		want        string
	}{
		{"sellerBusinessId", tk.Listing, one}, {"sellerBusinessName", "精密部品", one}, {"searchStatus", "1", one}, {"searchStatus", "[1,5]", one},
		{"searchType", "4", ""}, {"searchType", "2", ""},
		{"dueDateF", "2027-02-15", one}, {"dueDateT", "2027-02-15", two}, {"salesPrice", "6", two}, {"salesPriceTo", "4", one},
		{"businessIndustryTypes", `{"category":["13"],"sub_category":[]}`, one}, {"businessIndustryTypes", `{"sub_category":["11001"]}`, two},
		{"companyName", "霧晴", one}, {"companyName", "朝凪物産", two}, {"companyIds", tk.BuyerB + "," + apptest.NoID, one},
		{"companyIds", `["` + other + `"]`, two}, {"targetCompanyIds", tk.BuyerB, one},
		{"companyIndustryTypes", `{"sub_category":["12005"]}`, one}, {"companyIndustryTypes", `{"category":["11"]}`, two},
		{"annualSaleF", "5", two}, {"annualSaleT", "3", one},
		{"prefecture", "27", two}, {"prefecture", `["23"]`, one}, {"needsName", "設備のある", one}, {"isLongList", "true", one},
	} {
		if c.word == "isLongList" && list.Status != 200 {
			t.Fatal(list.Body)
		}
		want := []string{}
		if c.want != "" {
			want = []string{c.want}
		}
		if got := found(url.Values{c.word: {c.value}}); !slices.Equal(got, want) && len(got)+len(want) > 0 {
			t.Errorf("%s=%s finds %v, want %v", c.word, c.value, got, want)
		}
	}
	for _, c := range []struct {
		word, without string
		status        deal.CompanyStatus
		trial         bool
	}{
		{"isPublic", "", deal.CompanyEnabled, false}, {"noPublic", "isPublic", deal.CompanyDisabled, false},
		{"noApproved", "isPublic", deal.CompanyFinancialNotApproved, false}, {"isTrial", "", deal.CompanyEnabled, true},
	} {
		status(other, c.status, c.trial)
		status(tk.BuyerB, deal.CompanyNoData, false)
		if c.word == "noPublic" {
			status(tk.BuyerB, deal.CompanyEnabled, false)
		}
		if got := found(url.Values{c.word: {"true"}}); !slices.Equal(got, []string{two}) {
			t.Errorf("%s finds %v, want %v", c.word, got, two)
		}
		if got := found(url.Values{c.word: {"false"}}); len(got) != 2 {
			t.Errorf("%s=false finds %v", c.word, got)
		}
		status(tk.BuyerB, deal.CompanyEnabled, false)
		status(other, deal.CompanyEnabled, false)
	}
	// All negotiations are of own buyers: the conditions on who is in charge change nothing. Then
	// page, limit and order.
	for _, word := range []string{"isOnlyPersonInCharge", "isNotOnlyPersonInCharge"} {
		if got := found(url.Values{word: {"true"}}); len(got) != 2 {
			t.Errorf("%s finds %v", word, got)
		}
	}
	asc := found(url.Values{"propertyName": {"dueDate"}, "isDescending": {"false"}})
	if !slices.Equal(asc, both) || !slices.Equal(found(url.Values{"propertyName": {"dueDate"}}), []string{one, two}) ||
		!slices.Equal(found(url.Values{"isDescending": {"false"}}), found(nil)) {
		t.Errorf("orders: %v", asc)
	}
	v := tk.FinB.Get("/api/BuyerCompany/SearchFinancialSupport?limit=1&pageNumber=2").Want(200).JSON()
	if len(v["buyerNegotiationList"].([]any)) != 1 || v["allCount"] != 2.0 {
		t.Errorf("the second page: %v", v)
	}
	// What is hidden at the negotiation's level is not searched, nor what other institutions' buyers
	// want.
	for _, words := range []string{"sellerBusinessName=カナリア", "sellerBusinessName=名古屋", "companyName=カナリア", "needsName=カナリア"} {
		q, _ := url.ParseQuery(words)
		if got := found(q); len(got) != 0 {
			t.Errorf("%s finds %v", words, got)
		}
	}
}
