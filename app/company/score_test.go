package company_test

import (
	"net/url"
	"testing"

	"tsunagu/app/apptest"
	"tsunagu/store"
)

// TestBuyersByScore looks at the buyer search with an own listing: scores with their reasons,
// in their order, and nothing that the listing's bank may not know.
func TestBuyersByScore(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	tk.FinC.Needs(tk.BuyerC)
	tk.FinB.Post("/api/Needs/RegistNeeds", apptest.With(apptest.NeedsBody,
		map[string]any{"clientId": tk.RivalBuyer, "acquisitionIndustry": `["22003"]`, "acquisitionRegionArea": []int{1}})).Want(200)
	search := func(pairs ...string) apptest.Result {
		t.Helper()
		v := url.Values{"sellerBusinessId": {tk.Listing}, "limit": {"99999999"}}
		for i := 0; i < len(pairs); i += 2 {
			v.Set(pairs[i], pairs[i+1])
		}
		return tk.FinA.Get("/api/BuyerCompany/SearchCompanyAsync?" + v.Encode())
	}
	byScore := search("propertyName", "score")
	apptest.WantIDs(t, "the best first, those without needs last", byScore.CompanyIDs()[:2], tk.BuyerC, tk.RivalBuyer)
	if got := len(byScore.CompanyIDs()); got != 4 {
		t.Errorf("a listing drops buyers: %d", got)
	}
	apptest.WantIDs(t, "the worst first", search("propertyName", "score", "isDescending", "false").CompanyIDs()[:2], tk.RivalBuyer, tk.BuyerC)
	byScore.Has("業種：小分類『", "（30/30）", "おすすめ")
	search("propertyName", "score", "isNotOnlyPersonInCharge",
		"true").Has("（30/30）").HasNot(apptest.OthersNames...).HasNot(apptest.SellerNames...)
	row := byScore.Candidate(tk.BuyerC)
	sum := 0.0
	for _, r := range row["reasons"].([]any) {
		sum += r.(map[string]any)["points"].(float64)
	}
	long := tk.FinA.Candidates(tk.Listing, nil).Candidate(tk.BuyerC)
	if row["score"] != sum || row["score"] != long["score"] || row["needsId"] != long["needsId"] {
		t.Errorf("score %v (reasons %v), on the long list %v", row["score"], sum, long["score"])
	}
	if row := byScore.Candidate(tk.BuyerA); row["score"] != nil || row["reasons"] != nil {
		t.Errorf("a buyer without needs has a score: %v", row)
	}
	if row := search("pageNumber", "2", "limit", "1", "propertyName", "score").Want(200).JSON(); row["allCount"] != 4.0 ||
		row["companyList"].([]any)[0].(map[string]any)["companyId"] != tk.Candidate(tk.Listing, tk.RivalBuyer) {
		t.Errorf("second page: %v", row)
	}
	if row := tk.FinA.Get("/api/BuyerCompany/SearchCompanyAsync?limit=99").Candidate(tk.BuyerC); row["score"] != nil {
		t.Errorf("without a listing: %v", row["score"])
	}

	// Another bank's interest, refusal or end leaves no trace.
	before := search("propertyName", "score").Body
	tk.BuyB.Post(apptest.NegotiationBase+"CreateBuyerNegotiationByBuyerAsync", map[string]any{"sellerBusinessId": tk.Listing}).Want(200)
	tk.Rival.Post(apptest.NegotiationBase+"UpdateBuyerNegotiationInterestStatusAsync",
		map[string]any{"sellerBusinessId": tk.Listing, "interestStatus": 1}).Want(200)
	if after := search("propertyName", "score").Body; after != before {
		t.Errorf("before %s\nafter %s", before, after)
	}

	// Lists of the listing alone; of any listing own buyers alone, as another bank's would be tied to its candidate's id.
	other := tk.Published(map[string]any{"businessName": "【東海】別の案件"})
	tk.FinA.Post(apptest.LongListBase+"RegistLongList", map[string]any{"sellerBusinessId": other, "name": "候補",
		"companyIds": tk.CandidatesOf(other, tk.BuyerC, tk.BuyerA)}).Want(200)
	apptest.WantIDs(t, "in the listing's lists", search("isLongList", "true").CompanyIDs())
	apptest.WantIDs(t, "in any list", search("isLongList", "true", "sellerBusinessId", "").CompanyIDs(), tk.BuyerA)
	if got := tk.FinC.Get("/api/BuyerCompany/SearchCompanyAsync?isLongList=true").CompanyIDs(); len(got) != 0 {
		t.Errorf("another bank's list finds %v", got)
	}

	// Only an own listing; and no score to order by without one.
	denied := tk.FinB.Get("/api/BuyerCompany/SearchCompanyAsync?sellerBusinessId=" + tk.Listing).Want(400)
	denied.SameAs(tk.FinB.Get("/api/BuyerCompany/SearchCompanyAsync?sellerBusinessId=" + store.NewID()))
	tk.FinA.Get("/api/BuyerCompany/SearchCompanyAsync?propertyName=score").Want(422).Has(`"propertyName"`)
	tk.FinA.Get("/api/SellerCompany/SearchCompanyAsync?propertyName=score&sellerBusinessId=" + tk.Listing).Want(422)
	draft, _ := tk.Draft(nil)
	if rows := tk.FinA.Get("/api/BuyerCompany/SearchCompanyAsync?propertyName=score&sellerBusinessId=" +
		draft).Candidate(tk.BuyerC); rows["score"] != nil {
		t.Errorf("a listing that nobody has seen is scored: %v", rows)
	}
}
