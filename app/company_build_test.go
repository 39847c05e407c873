package app

import (
	"maps"

	"tsunagu/app/deal"
)

// Bodies of companies for tests; with overwrites what a case is about.
func with(body map[string]any, changes map[string]any) map[string]any {
	out := maps.Clone(body)
	if out == nil {
		out = map[string]any{}
	}
	maps.Copy(out, changes)
	return out
}

var overviewBody = map[string]any{
	"memberType": 2, "industryType": `["13003","12005"]`, "industryOtherText12005": "古民家再生", "location": `{"region":6,"prefecturecode":"23","citycode":"23105"}`,
	"salesAmount": 3, "mAndAExperience": 1, "remark": "備考です",
}

var detailsBody = map[string]any{
	"businessFormType": 1, "representativeName": "山本 一郎", "postalCode": "450-0002", "prefectureCode": "23", "cityCode": "23105", "townName": "名駅", "buildingName": "1-1",
	"representativePhoneNumber": "０５２－１２３－４５６７", "homePageUrl": "https://example.co.jp/", "listType": 2, "capitalAmount": 10000, "lastYearSalesAmount": 250000,
	"operatingProfit": -3000, "totalAssets": 500000, "numberOfEmployees": 25, "establishedYear": 1975,
}

var needsBody = map[string]any{
	"title": "東海の製造業の譲受けを希望", "detail": "設備のある会社を探しています。", "acquisitionIndustry": `["13003"]`, "negotiationTarget": []int{1, 3},
	"acquisitionRegionArea": []int{6}, "acquisitionPrice": 2, "acquisitionPriceTo": 5, "acquisitionAnnualSales": 3, "numberOfManagers": 3, "acquisitionDeadline": 3,
}

// seller registers a seller company with details and returns its id.
func (c *caller) seller(name string) string { return c.company("SellerCompany", name) }

// buyer registers a public buyer company and returns its id.
func (c *caller) buyer(name string) string { return c.company("BuyerCompany", name) }

func (c *caller) company(noun, name string) string {
	c.p.t.Helper()
	id := c.post("/api/"+noun+"/CreateUpdateCompanyOverviewAsync", overviewBody).want(200).text()
	c.post("/api/"+noun+"/CreateUpdateCompanyDetailsAsync", with(detailsBody, map[string]any{"companyId": id, "companyName": name})).want(200)
	return id
}

// needs registers a need of a buyer and returns its id.
func (c *caller) needs(buyerID string) string {
	c.p.t.Helper()
	return c.post("/api/Needs/RegistNeeds", with(needsBody, map[string]any{"clientId": buyerID})).want(200).text()
}

// banks are two institutions with a bank user each, and a buyer of each with a user.
type banks struct {
	*platform
	aID, bID         string
	finA, finB       *caller
	buyA, buyB       *caller
	buyerA, buyerB   string
	secondA, secondB *caller
}

const (
	buyerAName = "青嵐精機株式会社"
	buyerBName = "㈱霧晴環境"
)

func newBanks(p *platform) *banks {
	p.t.Helper()
	b := &banks{platform: p, aID: p.institution("9981", "湊星銀行"), bID: p.institution("9982", "蒼陵信用金庫")}
	p.user(deal.RoleFIN, b.aID, "fin@a.example.jp")
	p.user(deal.RoleFIN, b.aID, "fin2@a.example.jp")
	p.user(deal.RoleFIN, b.bID, "fin@b.example.jp")
	p.user(deal.RoleFIN, b.bID, "fin2@b.example.jp")
	b.finA, b.finB, b.secondA, b.secondB = p.signIn("fin@a.example.jp"), p.signIn("fin@b.example.jp"), p.signIn("fin2@a.example.jp"), p.signIn("fin2@b.example.jp")
	b.buyerA, b.buyerB = b.finA.buyer(buyerAName), b.finB.buyer(buyerBName)
	p.user(deal.RoleBUY, b.buyerA, "buy@a.example.jp")
	p.user(deal.RoleBUY, b.buyerB, "buy@b.example.jp")
	b.buyA, b.buyB = p.signIn("buy@a.example.jp"), p.signIn("buy@b.example.jp")
	return b
}

// sameAs fails unless two answers are byte for byte alike (domain.md 2: denied and nonexistent).
func (r result) sameAs(other result) result {
	r.t.Helper()
	if r.status != other.status || r.body != other.body {
		r.t.Errorf("answers differ: %d %s and %d %s", r.status, r.body, other.status, other.body)
	}
	return r
}
