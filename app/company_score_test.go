package app

import (
	"net/url"
	"testing"

	"tsunagu/store"
)

// TestBuyersByScore looks at the buyer search with an own listing: scores with their reasons,
// in their order, and nothing that the listing's bank may not know.
func TestBuyersByScore(t *testing.T) {
	tk := newTalks(newPlatform(t))
	tk.finC.needs(tk.buyerC)
	tk.finB.post("/api/Needs/RegistNeeds", with(needsBody, map[string]any{"clientId": tk.rivalBuyer, "acquisitionIndustry": `["22003"]`, "acquisitionRegionArea": []int{1}})).want(200)
	search := func(pairs ...string) result {
		t.Helper()
		v := url.Values{"sellerBusinessId": {tk.listing}, "limit": {"99999999"}}
		for i := 0; i < len(pairs); i += 2 {
			v.Set(pairs[i], pairs[i+1])
		}
		return tk.finA.get("/api/BuyerCompany/SearchCompanyAsync?" + v.Encode())
	}
	byScore := search("propertyName", "score")
	wantIDs(t, "the best first, those without needs last", byScore.companyIDs()[:2], tk.buyerC, tk.rivalBuyer)
	if got := len(byScore.companyIDs()); got != 4 {
		t.Errorf("a listing drops buyers: %d", got)
	}
	wantIDs(t, "the worst first", search("propertyName", "score", "isDescending", "false").companyIDs()[:2], tk.rivalBuyer, tk.buyerC)
	byScore.has("業種：小分類『", "（30/30）", "おすすめ")
	search("propertyName", "score", "isNotOnlyPersonInCharge", "true").has("（30/30）").hasNot(othersNames...).hasNot(sellerNames...)
	row := byScore.candidate(tk.buyerC)
	sum := 0.0
	for _, r := range row["reasons"].([]any) {
		sum += r.(map[string]any)["points"].(float64)
	}
	long := tk.finA.candidates(tk.listing, nil).candidate(tk.buyerC)
	if row["score"] != sum || row["score"] != long["score"] || row["needsId"] != long["needsId"] {
		t.Errorf("score %v (reasons %v), on the long list %v", row["score"], sum, long["score"])
	}
	if row := byScore.candidate(tk.buyerA); row["score"] != nil || row["reasons"] != nil {
		t.Errorf("a buyer without needs has a score: %v", row)
	}
	if row := search("pageNumber", "2", "limit", "1", "propertyName", "score").want(200).json(); row["allCount"] != 4.0 || row["companyList"].([]any)[0].(map[string]any)["companyId"] != tk.candidate(tk.listing, tk.rivalBuyer) {
		t.Errorf("second page: %v", row)
	}
	if row := tk.finA.get("/api/BuyerCompany/SearchCompanyAsync?limit=99").candidate(tk.buyerC); row["score"] != nil {
		t.Errorf("without a listing: %v", row["score"])
	}

	// Another bank's interest, refusal or end leaves no trace.
	before := search("propertyName", "score").body
	tk.buyB.post(negotiationBase+"CreateBuyerNegotiationByBuyerAsync", map[string]any{"sellerBusinessId": tk.listing}).want(200)
	tk.rival.post(negotiationBase+"UpdateBuyerNegotiationInterestStatusAsync", map[string]any{"sellerBusinessId": tk.listing, "interestStatus": 1}).want(200)
	if after := search("propertyName", "score").body; after != before {
		t.Errorf("before %s\nafter %s", before, after)
	}

	// Lists of the listing alone; of any listing own buyers alone, as another bank's would be tied to its candidate's id.
	other := tk.published(map[string]any{"businessName": "【東海】別の案件"})
	tk.finA.post(longListBase+"RegistLongList", map[string]any{"sellerBusinessId": other, "name": "候補", "companyIds": tk.candidatesOf(other, tk.buyerC, tk.buyerA)}).want(200)
	wantIDs(t, "in the listing's lists", search("isLongList", "true").companyIDs())
	wantIDs(t, "in any list", search("isLongList", "true", "sellerBusinessId", "").companyIDs(), tk.buyerA)
	if got := tk.finC.get("/api/BuyerCompany/SearchCompanyAsync?isLongList=true").companyIDs(); len(got) != 0 {
		t.Errorf("another bank's list finds %v", got)
	}

	// Only an own listing; and no score to order by without one.
	denied := tk.finB.get("/api/BuyerCompany/SearchCompanyAsync?sellerBusinessId=" + tk.listing).want(400)
	denied.sameAs(tk.finB.get("/api/BuyerCompany/SearchCompanyAsync?sellerBusinessId=" + store.NewID()))
	tk.finA.get("/api/BuyerCompany/SearchCompanyAsync?propertyName=score").want(422).has(`"propertyName"`)
	tk.finA.get("/api/SellerCompany/SearchCompanyAsync?propertyName=score&sellerBusinessId=" + tk.listing).want(422)
	draft, _ := tk.draft(nil)
	if rows := tk.finA.get("/api/BuyerCompany/SearchCompanyAsync?propertyName=score&sellerBusinessId=" + draft).candidate(tk.buyerC); rows["score"] != nil {
		t.Errorf("a listing that nobody has seen is scored: %v", rows)
	}
}
