package app

import (
	"regexp"

	"tsunagu/app/deal"
	"tsunagu/store"
)

// Bodies of a listing for tests. Every field that L1 withholds bears a canary, which is looked
// for where it must not be.
var listingOverviewBody = map[string]any{
	"businessName": "【東海】精密部品の加工", "description": "東海地方で金属部品の加工を営む企業です。業歴は約40年。", "industryTypes": `["13003"]`, "publicRegion": []int{6},
	"location": `{"region":6,"prefecturecode":"23","citycode":"23105"}`, "salesAmount": 3, "operatingProfit": 3, "salesPrice": 2, "salesPriceTo": 5,
	"numberOfManagersFrom": 11, "numberOfManagersTo": 20, "willingnessToSell": 1, "negotiationTarget": []int{1}, "salesAsset": []int{2, 99},
	"salesAssetOther": "カナリア資産", "others": "カナリア備考", "industryOtherText": "カナリア業種",
}

var listingDetailsBody = map[string]any{
	"companyName": "カナリア製作所", "representativeName": "金糸 雀", "postalCode": "4500002", "address": "愛知県名古屋市中村区名駅カナリア1-1", "phone": "052-999-8877", "fax": "052-999-8878",
	"homePageUrl": "https://canary.example.co.jp/", "targetUrl": "https://canary-target.example.co.jp/", "fiscalYear": 2025,
	"amountOfSales": 234567, "operatingProfit": 12345, "ordinaryIncome": 12346, "ebitda": 12347, "netIncome": 12348, "executiveRemuneration": 12349,
	"debitAmount": 123451, "assetAmount": 123452, "cashDeposit": 123453, "interestBearingDebt": 123454, "netAsset": -123455, "preAmountOfSales": 234561,
	"markets": "カナリア市場", "targetCustomers": "カナリア顧客", "services": "カナリア商品", "advantage": "カナリア強み", "providingMethod": "カナリア方法",
	"assignmentReason": []int{11}, "assignmentReasonAddition": "カナリア理由", "supplementaryDescription": "カナリア補足",
}

// Canaries by the level at which they open.
var (
	canariesL3 = []string{"カナリア資産", "カナリア備考", "カナリア業種", "カナリア強み", "カナリア方法", "カナリア理由", "1億円以上3億円未満", "マイナス"}
	canariesL4 = []string{"カナリア製作所", "金糸", "4500002", "カナリア1-1", "052-999-8877", "052-999-8878", "canary.example", "canary-target", "234567", "12345", "12346", "12347", "12348", "12349",
		"123451", "123452", "123453", "123454", "-123455", "234561", "カナリア市場", "カナリア顧客", "カナリア商品", "カナリア補足", "23105"}
	canariesSF = []string{"restFinancial", "version", "isLimited", "isRest", "isPending", "returnComment", "moves", "isPrefecturePublic", "startDate"}
)

const listingBase = "/api/SellerBusiness/"

// marketplace is two banks, of which A has a seller with a person in charge.
type marketplace struct {
	*banks
	seller string
	person string // mail of the seller's person in charge
}

func newMarketplace(p *platform) *marketplace {
	p.t.Helper()
	m := &marketplace{banks: newBanks(p), person: "owner@canary.example.co.jp"}
	m.seller = m.finA.seller("カナリア製作所")
	p.user(deal.RoleSEL, m.seller, m.person)
	return m
}

// draft saves a listing with overview and details and returns its id and version.
func (m *marketplace) draft(changes map[string]any) (id string, version int) {
	m.t.Helper()
	o := m.finA.post(listingBase+"CreateUpdateSellerBusinessOverviewAsync", with(with(listingOverviewBody, map[string]any{"companyId": m.seller}), changes)).want(200).json()
	id = o["sellerBusinessId"].(string)
	d := m.finA.post(listingBase+"CreateUpdateSellerBusinessDetailsAsync", with(listingDetailsBody, map[string]any{"sellerBusinessId": id, "version": o["version"]})).want(200).json()
	return id, int(d["version"].(float64))
}

// edit saves the overview again with changes.
func (m *marketplace) edit(id string, changes map[string]any) result {
	m.t.Helper()
	return m.finA.post(listingBase+"CreateUpdateSellerBusinessOverviewAsync", with(with(listingOverviewBody, map[string]any{"sellerBusinessId": id, "version": m.version(id)}), changes))
}

func (m *marketplace) version(id string) int {
	m.t.Helper()
	return int(m.finA.get(listingBase + "GetSellerBusinessOverViewAsync?sellerBusinessId=" + id).want(200).json()["version"].(float64))
}

var keyInMail = regexp.MustCompile(`key=([A-Za-z0-9_-]{43})`)

var passcodeInMail = regexp.MustCompile(`\b([0-9]{8})\b`)

// request sends the approval request and reads key and passcode out of the two mails.
func (m *marketplace) request(id string) (key, passcode string) {
	m.t.Helper()
	m.finA.post(listingBase+"SendApprovalRequest", map[string]any{"sellerBusinessId": id, "ppapMailaddress": "second@canary.example.co.jp"}).want(200)
	k := keyInMail.FindStringSubmatch(m.mails(m.person)[0].Text)
	p := passcodeInMail.FindStringSubmatch(m.mails("second@canary.example.co.jp")[0].Text)
	if k == nil || p == nil {
		m.t.Fatal("no key or passcode in the mails")
	}
	return k[1], p[1]
}

func (m *marketplace) decide(key, passcode string, isApproval bool) result {
	m.t.Helper()
	return m.visitor().post(listingBase+"ApproveByKey", map[string]any{"key": key, "passcode": passcode, "isApproval": isApproval, "name": "金糸 雀", "comment": "表題を直してください。"})
}

// published makes a listing that the seller has approved.
func (m *marketplace) published(changes map[string]any) string {
	m.t.Helper()
	id, _ := m.draft(changes)
	key, passcode := m.request(id)
	m.decide(key, passcode, true).want(200)
	return id
}

// negotiation puts a row of buyer B at a status, as the negotiation's own deeds would.
func (m *marketplace) negotiation(listingID, buyerID, bf string, status deal.NegotiationStatus, isConsent bool) string {
	m.t.Helper()
	n := &store.Negotiation{ListingID: listingID, BuyerCompanyID: buyerID, BFID: bf, SFID: m.aID, Status: int(status), IsConsent: isConsent}
	m.write(func(tx *store.Tx) error {
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

func (m *marketplace) setNegotiation(id string, set func(*store.Negotiation)) {
	m.t.Helper()
	m.write(func(tx *store.Tx) error {
		n, err := tx.Negotiation(store.Viewer{InstitutionID: m.bID}, id)
		if err != nil {
			return err
		}
		set(n)
		return tx.UpdateNegotiation(n, "", store.SideBuyer+store.SideBF+store.SideSF)
	})
}

// search returns the ids found and fails where allCount does not fit them.
func (c *caller) search(query string) []string {
	c.p.t.Helper()
	v := c.get(listingBase + "SearchSellerBusinessAsync?limit=99999999&" + query).want(200).json()
	ids := []string{}
	for _, r := range v["sellerBusinessList"].([]any) {
		ids = append(ids, r.(map[string]any)["sellerBusinessId"].(string))
	}
	if int(v["allCount"].(float64)) != len(ids) {
		c.p.t.Errorf("allCount %v for %d rows of %s", v["allCount"], len(ids), query)
	}
	return ids
}

func seeOverview(c *caller, id string) result {
	return c.get(listingBase + "GetSellerBusinessOverViewAsync?sellerBusinessId=" + id)
}

func seeDetails(c *caller, id string) result {
	return c.get(listingBase + "GetSellerBusinessDetailsAsync?sellerBusinessId=" + id)
}

var fieldNames = regexp.MustCompile(`"(opensAt|opens)":(\{[^}]*\}|\[.*?\}\])`)

// fields is the answer without its lists of what is withheld, which bear names of fields alone.
func (r result) fields() result {
	r.body = fieldNames.ReplaceAllString(r.body, `""`)
	return r
}
