package app

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"tsunagu/app/company"
	"tsunagu/app/deal"
	"tsunagu/store"
)

const noID = "0190a0a0-0000-7000-8000-000000000000"

func TestSellerCompany(t *testing.T) {
	b := newBanks(newPlatform(t))
	id := b.finA.seller("株式会社あおば製作所")
	o := b.finA.get("/api/SellerCompany/GetCompanyOverViewAsync?companyId="+id).want(200).
		has(`"companyType":2`, `"industryType":["12005","13003"]`, `"location":{"region":6,"prefecturecode":"23","citycode":"23105"}`, `"industryOtherText12005":"古民家再生"`,
			`"displayName":"株式会社あおば製作所"`, `"status":1`, `"tags":["ChargeCompany"]`, `"isSendOfferMail":1`, `"inChargeFinancialInstitutionName":"湊星銀行"`).json()
	b.finA.get("/api/SellerCompany/GetCompanyDetailsAsync?companyId="+id).want(200).
		has(`"lastYearSalesAmount":250000`, `"operatingProfit":-3000`, `"representativePhoneNumber":"052-123-4567"`, `"prefectureName":"愛知県"`, `"cityName":"名古屋市中村区"`, `"postalCode":"4500002"`).
		hasNot(`"salesAmount"`, "Band")

	// Another bank: the seller is not there at all, by any way in.
	for _, path := range []string{"GetCompanyOverViewAsync", "GetCompanyDetailsAsync", "GetCompanyHistory"} {
		b.finB.get("/api/SellerCompany/" + path + "?companyId=" + id).want(400).sameAs(b.finB.get("/api/SellerCompany/" + path + "?companyId=" + noID))
		b.buyA.get("/api/SellerCompany/" + path + "?companyId=" + id).want(400).sameAs(b.finB.get("/api/SellerCompany/" + path + "?companyId=" + noID))
	}
	b.finB.get("/api/BuyerCompany/GetCompanyOverViewAsync?companyId=" + id).want(400)
	save := func(c *caller, id string) result {
		return c.post("/api/SellerCompany/CreateUpdateCompanyOverviewAsync", with(overviewBody, map[string]any{"companyId": id, "version": o["version"]}))
	}
	save(b.finB, id).want(400).sameAs(save(b.finB, noID))
	b.finB.post("/api/SellerCompany/CreateUpdateCompanyDetailsAsync", with(detailsBody, map[string]any{"companyId": id, "companyName": "x"})).want(400)

	save(b.finA, id).want(200)
	save(b.finA, id).want(409).has(`"code":"stale"`)
	b.finA.post("/api/SellerCompany/CreateUpdateCompanyDetailsAsync", with(detailsBody, map[string]any{"companyId": id, "companyName": "x"})).want(409)

	// The same noun under the other path is another kind.
	b.finA.get("/api/BuyerCompany/GetCompanyOverViewAsync?companyId=" + id).want(400)
}

func TestCompanyInputAllAtOnce(t *testing.T) {
	b := newBanks(newPlatform(t))
	b.finA.post("/api/SellerCompany/CreateUpdateCompanyOverviewAsync", map[string]any{"memberType": 7, "location": map[string]any{"prefecturecode": "23", "citycode": "13101"},
		"salesAmount": 99, "mAndAExperience": 5, "mAndAReason": []int{31}, "registrationId": strings.Repeat("1", 41)}).want(422).
		has(`"memberType"`, `"industryType"`, `"location"`, `"salesAmount"`, `"mAndAExperience"`, `"mAndAReason"`, `"registrationId"`)
	// 名古屋市 itself is no place of an address, and 29 opens a text of its own.
	b.finA.post("/api/SellerCompany/CreateUpdateCompanyOverviewAsync", with(overviewBody, map[string]any{"location": map[string]any{"prefecturecode": "23", "citycode": "23100"}, "mAndAReason": []int{29}})).
		want(422).has(`"location"`, `"mAndAReasonOthers"`).hasNot(`"industryType"`)
	id := b.finA.post("/api/SellerCompany/CreateUpdateCompanyOverviewAsync", overviewBody).want(200).text()
	b.finA.post("/api/SellerCompany/CreateUpdateCompanyDetailsAsync", map[string]any{"companyId": id, "postalCode": "12", "representativePhoneNumber": "abc", "homePageUrl": "javascript:alert(1)",
		"corporateRegistrationNumber": "1234567890123", "listType": 1, "establishedYear": 2027, "numberOfEmployees": -1}).want(422).
		has(`"companyName"`, `"businessFormType"`, `"representativeName"`, `"postalCode"`, `"prefectureCode"`, `"cityCode"`, `"representativePhoneNumber"`, `"homePageUrl"`,
			`"corporateRegistrationNumber"`, `"securityCode"`, `"establishedYear"`, `"numberOfEmployees"`)
	// What is not assignable is no field of the body.
	for _, f := range []string{"status", "inChargeFinancialInstitutionId", "companyType", "institutionId"} {
		b.finA.post("/api/SellerCompany/CreateUpdateCompanyOverviewAsync", with(overviewBody, map[string]any{f: 1})).want(422).has(f)
	}
	// Nothing was saved by any of this.
	b.finA.get("/api/SellerCompany/GetCompanyDetailsAsync?companyId=" + id).want(400)
	b.finA.get("/api/SellerCompany/GetCompanyOverViewAsync?companyId="+id).want(200).has(`"status":3`, `"displayName":"企業情報未設定"`, `"version":1`)
}

// The confirm step shows what will be stored, and stores nothing.
func TestCompanyPreview(t *testing.T) {
	b := newBanks(newPlatform(t))
	b.finA.post("/api/SellerCompany/CheckCompanyOverview", overviewBody).want(200).has(`"location":{"region":6`, `"industryOtherText12005":"古民家再生"`)
	b.finA.post("/api/SellerCompany/CheckCompanyOverview", map[string]any{}).want(422).has(`"industryType"`)
	b.finA.post("/api/SellerCompany/CheckCompanyDetails", with(detailsBody, map[string]any{"companyId": "", "companyName": " ㈱みなと "})).want(200).
		has(`"companyName":"㈱みなと"`, `"representativePhoneNumber":"052-123-4567"`, `"cityName":"名古屋市中村区"`)
	b.finA.post("/api/SellerCompanyUser/CheckUser", userBody("", "x@x.example.jp")).want(200).has(`"userNameKana":"リヨウ タロウ"`)
	b.finA.post("/api/BuyerCompanyUser/CheckUser", userBody("", "fin@b.example.jp")).want(422).has(company.LoginIDTaken)
	b.finA.get("/api/SellerCompany/SearchCompanyAsync").want(200).has(`"allCount":0`)
}

// A buyer of another bank, as far as each step of a negotiation opens it (domain.md 3.5).
func TestBuyerViewOfAnotherBank(t *testing.T) {
	b := newBanks(newPlatform(t))
	o := b.finB.get("/api/BuyerCompany/GetCompanyOverViewAsync?companyId=" + b.buyerB).want(200).json()
	b.finB.post("/api/BuyerCompany/CreateUpdateCompanyOverviewAsync", with(overviewBody, map[string]any{"companyId": b.buyerB, "version": o["version"], "financialMemo": "極秘のメモ", "registrationId": "C-77", "remark": "内々の備考"})).want(200)
	b.finB.needs(b.buyerB)
	n := b.row(t, b.finA, b.buyerB)

	secret := []string{buyerBName, "霧晴", "極秘のメモ", "C-77", "内々の備考", "山本 一郎", "052-123-4567"}
	known := b.searched(b.aID, b.buyerB)
	overview := func() result { return b.finA.get("/api/BuyerCompany/GetCompanyOverViewAsync?companyId=" + known) }
	details := func() result { return b.finA.get("/api/BuyerCompany/GetCompanyDetailsAsync?companyId=" + known) }
	own := func() result { return b.finA.get("/api/BuyerCompany/GetCompanyOverViewAsync?companyId=" + b.buyerB) }
	none := b.finA.get("/api/BuyerCompany/GetCompanyDetailsAsync?companyId=" + noID)

	overview().want(200).has(`"displayName":"匿名"`, `"status":4`, `"prefecturecode":"23"`, `"mAndAExperience":1`, `"tags":["Public"]`).hasNot(secret...).
		hasNot("citycode", "inCharge", "companyName", "mAndAReason", "isSend", "version", "industryOtherText")
	details().want(400).sameAs(none)
	own().sameAs(none)
	b.finA.get("/api/Needs/GetNeedsList?clientId=" + known).want(200).has("東海の製造業").hasNot("version")

	n.move(deal.NegotiationAnonymous)
	overview().want(200).hasNot("蒼陵信用金庫") // a search knows of no negotiation
	own().sameAs(none)
	known = b.partner(n.listing, b.buyerB)
	overview().want(200).has(`"displayName":"匿名"`, "蒼陵信用金庫").hasNot(secret...)
	details().want(400).sameAs(none)

	n.move(deal.NegotiationHope)
	own().want(200).has(buyerBName)
	overview().want(200).has(buyerBName, "citycode").hasNot("極秘のメモ", "C-77", "内々の備考")
	details().want(200).has(buyerBName, "山本 一郎", `"salesAmountBand":"1億円以上3億円未満"`, `"operatingProfitBand":"営業赤字"`).
		hasNot(`"salesAmount"`, "250000", "052-123-4567", "numberOfEmployees", "establishedYear", "version")

	n.move(deal.NegotiationRealName)
	details().want(200).has(buyerBName, `"salesAmount":250000`).hasNot("Band", "052-123-4567")
	// In search it stays anonymous all the same.
	b.finA.get("/api/BuyerCompany/SearchCompanyAsync?isNotOnlyPersonInCharge=true").want(200).has(`"allCount":1`).hasNot(secret...)

	n.move(deal.NegotiationBroken)
	overview().want(200).has(`"displayName":"匿名"`).hasNot(secret...)
	details().want(400).sameAs(none)
	// A buyer that is out of use and in no negotiation that one knows of is not there.
	b.write(func(tx *store.Tx) error {
		c, err := tx.CompanyOf(b.buyerB)
		if err != nil {
			return err
		}
		c.Status = int(deal.CompanyDisabled)
		return tx.UpdateCompany(c, "")
	})
	b.finA.get("/api/BuyerCompany/SearchCompanyAsync?isNotOnlyPersonInCharge=true").want(200).has(`"allCount":0`)
	b.secondA.get("/api/Needs/GetNeeds?needsId=" + noID).want(400)
	// Whoever looked while the name was open stands in the log.
	b.read(func(q *store.Q) error {
		lines, err := q.AuditOfCompany(store.Viewer{InstitutionID: b.bID}, b.buyerB, 100)
		for _, l := range lines {
			if l.Event == "buyer_viewed" {
				t.Error("the other bank's reading is told to this bank's history")
			}
		}
		return err
	})
}

// heldRow is a negotiation between a listing of bank A and a buyer, moved by hand.
type heldRow struct {
	b           *banks
	id, listing string
}

func (b *banks) row(t *testing.T, c *caller, buyerID string) heldRow {
	t.Helper()
	seller := c.seller("株式会社あおば製作所")
	n := &store.Negotiation{BuyerCompanyID: buyerID, BFID: b.bID, SFID: b.aID}
	b.write(func(tx *store.Tx) error {
		l := &store.Listing{CompanyID: seller, InstitutionID: b.aID, Status: int(deal.ListingShowing)}
		if err := tx.CreateListing(l, &store.ListingContent{}, ""); err != nil {
			return err
		}
		n.ListingID, n.StartedAt = l.ID, tx.Now()
		return tx.CreateNegotiation(n, "")
	})
	return heldRow{b, n.ID, n.ListingID}
}

func (h heldRow) move(s deal.NegotiationStatus) {
	h.b.write(func(tx *store.Tx) error {
		n, err := tx.Negotiation(store.Viewer{InstitutionID: h.b.aID}, h.id)
		if err != nil {
			return err
		}
		n.Status = int(s)
		return tx.UpdateNegotiation(n, "", store.SideBuyer+store.SideBF+store.SideSF)
	})
}

func TestBuyerMaintainsItsOwn(t *testing.T) {
	b := newBanks(newPlatform(t))
	mine := b.buyB.get("/api/BuyerCompany/GetCompanyOverViewAsync").want(200).has(buyerBName).json()
	b.finB.post("/api/BuyerCompany/CreateUpdateCompanyOverviewAsync", with(overviewBody, map[string]any{"companyId": b.buyerB, "version": mine["version"], "financialMemo": "融資判断のメモ"})).want(200)
	mine = b.buyB.get("/api/BuyerCompany/GetCompanyOverViewAsync").want(200).hasNot("融資判断").json()
	// A buyer can neither read nor wipe what the bank noted.
	b.buyB.post("/api/BuyerCompany/CreateUpdateCompanyOverviewAsync", with(overviewBody, map[string]any{"companyId": b.buyerB, "version": mine["version"], "salesAmount": 5})).want(200)
	b.finB.get("/api/BuyerCompany/GetCompanyOverViewAsync?companyId="+b.buyerB).want(200).has("融資判断のメモ", `"salesAmount":5`)
	b.buyB.get("/api/BuyerCompany/GetCompanyDetailsAsync").want(200).has(`"salesAmount":250000`)
	for _, path := range []string{"BuyerCompany/GetCompanyOverViewAsync?companyId=", "BuyerCompany/GetCompanyDetailsAsync?companyId=", "Needs/GetNeedsList?clientId=", "BuyerCompanyUser/GetUsersList?clientId="} {
		b.buyB.get("/api/" + path + b.buyerA).want(400).sameAs(b.buyB.get("/api/" + path + noID))
	}
	// The search and the bank's deeds are not a buyer's.
	for _, path := range []string{"SearchCompanyAsync", "GetCompanyHistory"} {
		b.buyB.get("/api/BuyerCompany/" + path).want(400)
	}
	b.buyB.send("PUT", "/api/BuyerCompany/ChangeCompanyStatus", map[string]any{"companyId": b.buyerB, "expectedStatus": 1, "event": "disable"}).want(400)
	// Typed so far: the word for the kind of company says nothing of the name.
	for typed, isFound := range map[string]bool{"株": true, "株式": true, "株式会社": true, " 株式会社 ": true, "有限": true, "医療法人": true, buyerAName: true, "株式会社青嵐": true,
		"有": false, "株式会社無": false, "会社": false, "%": false, "株%": false} {
		r := b.finA.get("/api/BuyerCompany/SearchCompanyAsync?isOnlyPersonInCharge=true&companyName=" + url.QueryEscape(typed)).want(200)
		if has := strings.Contains(r.body, b.buyerA); has != isFound {
			t.Errorf("%q: %v", typed, has)
		}
	}
	// It finds no doubles: it would learn of others.
	b.buyA.get("/api/BuyerCompany/CheckCompany?companyName=" + url.QueryEscape(buyerAName)).want(200).has(`"companyList":[{"companyId":"` + b.buyerA)
	b.buyA.get("/api/BuyerCompany/CheckCompany?companyName=" + url.QueryEscape(buyerBName)).want(200).has(`"isDuplicate":false`)
}

func TestCheckCompany(t *testing.T) {
	b := newBanks(newPlatform(t))
	id := b.finA.seller("株式会社あおば製作所")
	check := func(c *caller, name, prefecture string) result {
		return c.get("/api/SellerCompany/CheckCompany?companyName=" + url.QueryEscape(name) + "&prefectureCode=" + prefecture).want(200)
	}
	for _, name := range []string{"㈱あおば製作所", "あおば製作所", "アオバ製作所（株）"} {
		check(b.finA, name, "23").has(`"isDuplicate":true`, id)
		check(b.finA, name, "13").has(`"isDuplicate":false`)
		check(b.finB, name, "23").has(`"isDuplicate":false`, `"companyList":[]`)
	}
	b.finA.get("/api/SellerCompany/CheckCompany?companyName=" + url.QueryEscape("あおば製作所") + "&companyId=" + id).want(200).has(`"isDuplicate":false`)
	b.finA.post("/api/SellerCompany/CreateUpdateCompanyDetailsAsync", with(detailsBody, map[string]any{"companyId": id, "version": 1, "companyName": "別の名前", "corporateRegistrationNumber": "５835678256246"})).want(200)
	b.finA.get("/api/SellerCompany/CheckCompany?corporateRegistrationNumber=5835678256246").want(200).has(`"isDuplicate":true`, "法人番号が同じです。")
	b.finB.get("/api/SellerCompany/CheckCompany?corporateRegistrationNumber=5835678256246").want(200).has(`"isDuplicate":false`)
}

func TestCompanySearch(t *testing.T) {
	b := newBanks(newPlatform(t))
	b.finB.needs(b.buyerB)
	search := func(c *caller, noun, query string) company.CompanyList {
		t.Helper()
		var l company.CompanyList
		if err := json.Unmarshal([]byte(c.get("/api/"+noun+"Company/SearchCompanyAsync?"+query).want(200).body), &l); err != nil {
			t.Fatal(err)
		}
		return l
	}
	industry := func(s string) string { return url.QueryEscape(s) }
	for _, c := range []struct {
		name, query string
		want        int
	}{
		{"all", "", 2},
		{"own", "isOnlyPersonInCharge=true", 1},
		{"others", "isNotOnlyPersonInCharge=true", 1},
		{"own by name", "companyName=" + url.QueryEscape("青嵐"), 1},
		{"another's by name", "companyName=" + url.QueryEscape("霧晴"), 0},
		{"by large class", "companyIndustryTypes=" + industry(`{"category":["13"],"sub_category":[]}`), 2},
		{"by small class", "companyIndustryTypes=" + industry(`{"sub_category":["12005"]}`), 2},
		{"by other class", "companyIndustryTypes=" + industry(`{"category":["11"]}`), 0},
		{"sales from", "annualSaleF=2", 2},
		{"sales from above", "annualSaleF=3", 0},
		{"sales to", "annualSaleF=0&annualSaleT=3", 2},
		{"sales to below", "annualSaleT=2", 0},
		{"prefecture", "prefecture=13,23", 2},
		{"other prefecture", "prefecture=13", 0},
		{"public", "isPublic=true", 2},
		{"not approved", "noApproved=true", 0},
		{"needs' text", "needsName=" + url.QueryEscape("設備のある"), 1},
		{"a literal percent sign", "needsName=%25", 0},
		{"needs' industry", "businessIndustryTypes=" + industry(`{"sub_category":["13003"]}`), 1},
		{"needs' price meets", "salesPrice=3&salesPriceTo=4", 1},
		{"needs' price is above", "salesPriceTo=1", 0},
		{"needs' price is below", "salesPrice=7", 0},
		{"given ids", "companyIds=" + b.searched(b.aID, b.buyerB) + "," + noID, 1},
		{"ids that were not given", "companyIds=" + b.buyerB + "," + b.searched(b.bID, b.buyerB), 0},
		{"given ids both ways", "companyIds=" + b.searched(b.aID, b.buyerB) + "&targetCompanyIds=" + b.buyerA, 0},
		{"a page far away", "pageNumber=99999", 2},
	} {
		l := search(b.finA, "Buyer", c.query)
		if l.AllCount != c.want || c.name != "a page far away" && len(l.CompanyList) != c.want {
			t.Errorf("%s: %d of %d, want %d", c.name, len(l.CompanyList), l.AllCount, c.want)
		}
	}
	b.finA.get("/api/BuyerCompany/SearchCompanyAsync?propertyName=corporateRegistrationNumber&annualSaleF=99&pageNumber=0&prefecture=99&companyIndustryTypes=x").want(422).
		has(`"propertyName"`, `"annualSaleF"`, `"pageNumber"`, `"prefecture"`, `"companyIndustryTypes"`)

	// By name only the own companies are in order; whatever the others are called they follow
	// in the order of what everybody sees.
	for i, name := range []string{"株式会社かきつばた", "株式会社あさがお"} {
		b.clock.Add(time.Minute)
		b.finA.buyer(name)
		b.finB.buyer([]string{"いの一番", "ンの最後"}[i])
	}
	var names []string
	for _, row := range search(b.finA, "Buyer", "propertyName=companyName&isDescending=false&limit=99999999").CompanyList {
		names = append(names, row.DisplayName)
	}
	if got := strings.Join(names, " "); got != "株式会社あさがお 株式会社かきつばた "+buyerAName+" 匿名 匿名 匿名" {
		t.Errorf("order %s", got)
	}
	a, d := search(b.finA, "Buyer", "isNotOnlyPersonInCharge=true&propertyName=companyName&isDescending=false"), search(b.finA, "Buyer", "isNotOnlyPersonInCharge=true&propertyName=companyName&isDescending=true")
	if fmt.Sprint(ids(a)) != fmt.Sprint(ids(d)) {
		t.Error("the names of others order the list")
	}

	// Sellers: the own ones whatever is asked.
	id := b.finA.seller("株式会社さくら")
	b.finB.seller("株式会社すみれ")
	if l := search(b.finA, "Seller", "isOnlyPersonInCharge=false&isNotOnlyPersonInCharge=true"); l.AllCount != 1 || l.CompanyList[0].CompanyID != id {
		t.Errorf("sellers %+v", l)
	}
	if l := search(b.finB, "Seller", "companyName="+url.QueryEscape("さくら")); l.AllCount != 0 {
		t.Errorf("another's seller was found")
	}
}

func ids(l company.CompanyList) (out []string) {
	for _, c := range l.CompanyList {
		out = append(out, c.CompanyID)
	}
	return out
}

// From the bank's first lines to a buyer that may sign in (domain.md 6).
func TestBuyerRegistration(t *testing.T) {
	b := newBanks(newPlatform(t))
	id := b.finA.post("/api/BuyerCompany/CreateUpdateCompanyOverviewAsync", overviewBody).want(200).text()
	status := func(want int) {
		t.Helper()
		b.finA.get("/api/BuyerCompany/GetCompanyOverViewAsync?companyId=" + id).want(200).has(fmt.Sprintf(`"status":%d`, want))
	}
	status(3)
	resend := func(c *caller) result {
		return c.send("PUT", "/api/BuyerCompany/ReSendCreateMail", map[string]any{"companyId": id})
	}
	resend(b.finA).want(409)
	b.finA.post("/api/BuyerCompanyUser/RegistUser", map[string]any{"clientId": id, "loginId": "new@buyer.example.jp", "userName": "新井 花"}).want(200)
	status(5)
	first := b.mails("new@buyer.example.jp")
	if len(first) != 1 || !strings.Contains(first[0].Text, "/buyer-company-register/") || strings.Contains(first[0].Text, "?key=") {
		t.Fatalf("mails %+v", first)
	}
	resend(b.finB).want(400)
	resend(b.finA).want(200)
	if got := b.mails("new@buyer.example.jp"); len(got) != 2 || got[0].Text == first[0].Text {
		t.Errorf("%d mails", len(got))
	}
	// Others do not see it until it is public.
	b.finB.get("/api/BuyerCompany/GetCompanyOverViewAsync?companyId=" + id).want(400)
	b.finB.get("/api/BuyerCompany/SearchCompanyAsync?companyIds=" + id).want(200).has(`"allCount":0`)

	b.move(id, deal.CompanyFinancialNotApproved)
	status(11)
	change := func(c *caller, event, comment string, seen int) result {
		return c.send("PUT", "/api/BuyerCompany/ChangeCompanyStatus", map[string]any{"companyId": id, "expectedStatus": seen, "event": event, "comment": comment})
	}
	change(b.finB, "approve", "", 11).want(400)
	change(b.finA, "approve", "", 5).want(409).has("stale")
	change(b.finA, "return", " ", 11).want(422).has(`"comment"`)
	change(b.finA, "return", "住所をご確認ください。", 11).want(200)
	status(5)
	b.move(id, deal.CompanyFinancialNotApproved)
	change(b.finA, "approve", "", 11).want(200)
	status(1)
	mails := b.mails("new@buyer.example.jp")
	if len(mails) != 4 || !strings.Contains(mails[0].Text, "/password-set?key=") {
		t.Errorf("%d mails, the last %s", len(mails), mails[0].Text)
	}
	b.finA.get("/api/BuyerCompany/GetCompanyHistory?companyId="+id).want(200).has("登録しました", "登録の案内を送りました", "差戻しました", "承認しました", "利用者 fin@a.example.jp")

	// Where something unfinished hangs on it, it stays in use.
	b.row(t, b.finA, id).move(deal.NegotiationAnonymous)
	change(b.finA, "disable", "", 1).want(409).has("進行中")
	change(b.finA, "approve", "", 1).want(409)
}

func (b *banks) move(companyID string, s deal.CompanyStatus) {
	b.write(func(tx *store.Tx) error {
		c, err := tx.CompanyOf(companyID)
		if err != nil {
			return err
		}
		c.Status = int(s)
		return tx.UpdateCompany(c, "")
	})
}
