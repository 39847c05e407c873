package apptest

import (
	"maps"

	"tsunagu/app/deal"
)

// With is a copy of a body with changes; the bodies below are companies for tests.
func With(body map[string]any, changes map[string]any) map[string]any {
	out := maps.Clone(body)
	if out == nil {
		out = map[string]any{}
	}
	maps.Copy(out, changes)
	return out
}

var OverviewBody = map[string]any{
	"memberType": 2, "industryType": `["13003","12005"]`, "industryOtherText12005": "古民家再生",
	"location":    `{"region":6,"prefecturecode":"23","citycode":"23105"}`,
	"salesAmount": 3, "mAndAExperience": 1, "remark": "備考です",
}

var DetailsBody = map[string]any{
	"businessFormType": 1, "representativeName": "山本 一郎", "postalCode": "450-0002", "prefectureCode": "23", "cityCode": "23105",
	"townName": "名駅", "buildingName": "1-1",
	"representativePhoneNumber": "０５２－１２３－４５６７", "homePageUrl": "https://example.co.jp/", "listType": 2, "capitalAmount": 10000,
	"lastYearSalesAmount": 250000,
	"operatingProfit":     -3000, "totalAssets": 500000, "numberOfEmployees": 25, "establishedYear": 1975,
}

var NeedsBody = map[string]any{
	"title": "東海の製造業の譲受けを希望", "detail": "設備のある会社を探しています。", "acquisitionIndustry": `["13003"]`, "negotiationTarget": []int{1, 3},
	"acquisitionRegionArea": []int{6}, "acquisitionPrice": 2, "acquisitionPriceTo": 5, "acquisitionAnnualSales": 3, "numberOfManagers": 3,
	"acquisitionDeadline": 3,
}

// Seller registers a seller company with details and returns its id.
func (c *Caller) Seller(name string) string { return c.company("SellerCompany", name) }

// Buyer registers a public buyer company and returns its id.
func (c *Caller) Buyer(name string) string { return c.company("BuyerCompany", name) }

func (c *Caller) company(noun, name string) string {
	c.P.T.Helper()
	id := c.Post("/api/"+noun+"/CreateUpdateCompanyOverviewAsync", OverviewBody).Want(200).Text()
	c.Post("/api/"+noun+"/CreateUpdateCompanyDetailsAsync", With(DetailsBody, map[string]any{"companyId": id, "companyName": name})).Want(200)
	return id
}

// Needs registers a need of a buyer and returns its id.
func (c *Caller) Needs(buyerID string) string {
	c.P.T.Helper()
	return c.Post("/api/Needs/RegistNeeds", With(NeedsBody, map[string]any{"clientId": buyerID})).Want(200).Text()
}

// Banks are two institutions, each with a bank user and a buyer that has a user.
type Banks struct {
	*Platform
	AID, BID         string
	FinA, FinB       *Caller
	BuyA, BuyB       *Caller
	BuyerA, BuyerB   string
	SecondA, SecondB *Caller
}

const (
	BuyerAName = "青嵐精機株式会社"
	BuyerBName = "㈱霧晴環境"
)

func NewBanks(p *Platform) *Banks {
	p.T.Helper()
	b := &Banks{Platform: p, AID: p.Institution("9981", "湊星銀行"), BID: p.Institution("9982", "蒼陵信用金庫")}
	p.User(deal.RoleFIN, b.AID, "fin@a.example.jp")
	p.User(deal.RoleFIN, b.AID, "fin2@a.example.jp")
	p.User(deal.RoleFIN, b.BID, "fin@b.example.jp")
	p.User(deal.RoleFIN, b.BID, "fin2@b.example.jp")
	b.FinA, b.FinB, b.SecondA, b.SecondB = p.SignIn("fin@a.example.jp"), p.SignIn("fin@b.example.jp"), p.SignIn("fin2@a.example.jp"), p.SignIn("fin2@b.example.jp")
	b.BuyerA, b.BuyerB = b.FinA.Buyer(BuyerAName), b.FinB.Buyer(BuyerBName)
	p.User(deal.RoleBUY, b.BuyerA, "buy@a.example.jp")
	p.User(deal.RoleBUY, b.BuyerB, "buy@b.example.jp")
	b.BuyA, b.BuyB = p.SignIn("buy@a.example.jp"), p.SignIn("buy@b.example.jp")
	return b
}

// SameAs fails unless two answers are equal byte for byte (domain.md 2: a denied record and one
// that does not exist).
func (r Result) SameAs(other Result) Result {
	r.T.Helper()
	if r.Status != other.Status || r.Body != other.Body {
		r.T.Errorf("answers differ: %d %s and %d %s", r.Status, r.Body, other.Status, other.Body)
	}
	return r
}

const NoID = "0190a0a0-0000-7000-8000-000000000000"
