package apptest

import (
	"regexp"

	"tsunagu/app/deal"
	"tsunagu/store"
)

// ListingOverviewBody and the others are bodies of a listing for tests. Every field that L1
// withholds contains a canary, a text whose appearance in an answer shows a leak.
var ListingOverviewBody = map[string]any{
	"businessName": "【東海】精密部品の加工", "description": "東海地方で金属部品の加工を営む企業です。業歴は約40年。", "industryTypes": `["13003"]`, "publicRegion": []int{6},
	"location": `{"region":6,"prefecturecode":"23","citycode":"23105"}`, "salesAmount": 3, "operatingProfit": 3, "salesPrice": 2,
	"salesPriceTo":         5,
	"numberOfManagersFrom": 11, "numberOfManagersTo": 20, "willingnessToSell": 1, "negotiationTarget": []int{1}, "salesAsset": []int{2, 99},
	"salesAssetOther": "カナリア資産", "others": "カナリア備考", "industryOtherText": "カナリア業種",
}

var ListingDetailsBody = map[string]any{
	"companyName": "カナリア製作所", "representativeName": "金糸 雀", "postalCode": "4500002", "address": "愛知県名古屋市中村区名駅カナリア1-1", "phone": "052-999-8877",
	"fax":         "052-999-8878",
	"homePageUrl": "https://canary.example.co.jp/", "targetUrl": "https://canary-target.example.co.jp/", "fiscalYear": 2025,
	"amountOfSales": 234567, "operatingProfit": 12345, "ordinaryIncome": 12346, "ebitda": 12347, "netIncome": 12348,
	"executiveRemuneration": 12349,
	"debitAmount":           123451, "assetAmount": 123452, "cashDeposit": 123453, "interestBearingDebt": 123454, "netAsset": -123455,
	"preAmountOfSales": 234561,
	"markets":          "カナリア市場", "targetCustomers": "カナリア顧客", "services": "カナリア商品", "advantage": "カナリア強み", "providingMethod": "カナリア方法",
	"assignmentReason": []int{11}, "assignmentReasonAddition": "カナリア理由", "supplementaryDescription": "カナリア補足",
}

// The canaries, by the level at which they may appear.
var (
	CanariesL3 = []string{"カナリア資産", "カナリア備考", "カナリア業種", "カナリア強み", "カナリア方法", "カナリア理由", "1億円以上3億円未満", "マイナス"}
	CanariesL4 = []string{"カナリア製作所", "金糸", "4500002", "カナリア1-1", "052-999-8877", "052-999-8878", "canary.example", "canary-target", "234567",
		"12345", "12346", "12347", "12348", "12349",
		"123451", "123452", "123453", "123454", "-123455", "234561", "カナリア市場", "カナリア顧客", "カナリア商品", "カナリア補足", "23105"}
	CanariesSF = []string{"restFinancial", "version", "isLimited", "isRest", "isPending", "returnComment", "moves", "isPrefecturePublic",
		"startDate"}
)

const ListingBase = "/api/SellerBusiness/"

// Marketplace is two banks; A has a seller with a person in charge.
type Marketplace struct {
	*Banks
	Seller string
	Person string // mail address of the seller's person in charge
}

func NewMarketplace(p *Platform) *Marketplace {
	p.T.Helper()
	m := &Marketplace{Banks: NewBanks(p), Person: "owner@canary.example.co.jp"}
	m.Seller = m.FinA.Seller("カナリア製作所")
	p.User(deal.RoleSEL, m.Seller, m.Person)
	return m
}

// Draft saves a listing with overview and details and returns its id and version.
func (m *Marketplace) Draft(changes map[string]any) (id string, version int) {
	m.T.Helper()
	o := m.FinA.Post(ListingBase+"CreateUpdateSellerBusinessOverviewAsync",
		With(With(ListingOverviewBody, map[string]any{"companyId": m.Seller}), changes)).Want(200).JSON()
	id = o["sellerBusinessId"].(string)
	d := m.FinA.Post(ListingBase+"CreateUpdateSellerBusinessDetailsAsync",
		With(ListingDetailsBody, map[string]any{"sellerBusinessId": id, "version": o["version"]})).Want(200).JSON()
	return id, int(d["version"].(float64))
}

// Edit saves the overview again with changes.
func (m *Marketplace) Edit(id string, changes map[string]any) Result {
	m.T.Helper()
	return m.FinA.Post(ListingBase+"CreateUpdateSellerBusinessOverviewAsync",
		With(With(ListingOverviewBody, map[string]any{"sellerBusinessId": id, "version": m.Version(id)}), changes))
}

func (m *Marketplace) Version(id string) int {
	m.T.Helper()
	return int(m.FinA.Get(ListingBase + "GetSellerBusinessOverViewAsync?sellerBusinessId=" + id).Want(200).JSON()["version"].(float64))
}

var KeyInMail = regexp.MustCompile(`key=([A-Za-z0-9_-]{43})`)

var PasscodeInMail = regexp.MustCompile(`\b([0-9]{8})\b`)

// Request sends the approval request and returns key and passcode from the two mails.
func (m *Marketplace) Request(id string) (key, passcode string) {
	m.T.Helper()
	m.FinA.Post(ListingBase+"SendApprovalRequest", map[string]any{"sellerBusinessId": id,
		"ppapMailaddress": "second@canary.example.co.jp"}).Want(200)
	k := KeyInMail.FindStringSubmatch(m.Mails(m.Person)[0].Text)
	p := PasscodeInMail.FindStringSubmatch(m.Mails("second@canary.example.co.jp")[0].Text)
	if k == nil || p == nil {
		m.T.Fatal("no key or passcode in the mails")
	}
	return k[1], p[1]
}

func (m *Marketplace) Decide(key, passcode string, isApproval bool) Result {
	m.T.Helper()
	return m.Visitor().Post(ListingBase+"ApproveByKey", map[string]any{"key": key, "passcode": passcode, "isApproval": isApproval,
		"name": "金糸 雀", "comment": "表題を直してください。"})
}

// Published creates a listing that the seller has approved.
func (m *Marketplace) Published(changes map[string]any) string {
	m.T.Helper()
	id, _ := m.Draft(changes)
	key, passcode := m.Request(id)
	m.Decide(key, passcode, true).Want(200)
	return id
}

// Negotiation writes a negotiation of a buyer in a status, as the negotiation's own calls would
// leave it.
func (m *Marketplace) Negotiation(listingID, buyerID, bf string, status deal.NegotiationStatus, isConsent bool) string {
	m.T.Helper()
	n := &store.Negotiation{ListingID: listingID, BuyerCompanyID: buyerID, BFID: bf, SFID: m.AID, Status: int(status), IsConsent: isConsent}
	m.Write(func(tx *store.Tx) error {
		if isConsent {
			n.ConsentVersion, n.ConsentAt = 1, tx.Now()
		}
		if status >= deal.NegotiationAnonymous {
			n.StartedAt = tx.Now()
		}
		if status.NamesOpen() {
			n.ApprovedAt = tx.Now()
		}
		return tx.CreateNegotiation(n, "")
	})
	return n.ID
}

func (m *Marketplace) SetNegotiation(id string, set func(*store.Negotiation)) {
	m.T.Helper()
	m.Write(func(tx *store.Tx) error {
		n, err := tx.Negotiation(store.Viewer{InstitutionID: m.BID}, id)
		if err != nil {
			return err
		}
		set(n)
		return tx.UpdateNegotiation(n, "", store.SideBuyer+store.SideBF+store.SideSF)
	})
}

// Search returns the ids found and fails if allCount differs from their number.
func (c *Caller) Search(query string) []string {
	c.P.T.Helper()
	v := c.Get(ListingBase + "SearchSellerBusinessAsync?limit=99999999&" + query).Want(200).JSON()
	ids := []string{}
	for _, r := range v["sellerBusinessList"].([]any) {
		ids = append(ids, r.(map[string]any)["sellerBusinessId"].(string))
	}
	if int(v["allCount"].(float64)) != len(ids) {
		c.P.T.Errorf("allCount %v for %d rows of %s", v["allCount"], len(ids), query)
	}
	return ids
}

func SeeOverview(c *Caller, id string) Result {
	return c.Get(ListingBase + "GetSellerBusinessOverViewAsync?sellerBusinessId=" + id)
}

func SeeDetails(c *Caller, id string) Result {
	return c.Get(ListingBase + "GetSellerBusinessDetailsAsync?sellerBusinessId=" + id)
}
