package company_test

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/company"
	"tsunagu/app/deal"
	"tsunagu/store"
)

func TestSellerCompany(t *testing.T) {
	b := apptest.NewBanks(apptest.NewPlatform(t))
	id := b.FinA.Seller("株式会社あおば製作所")
	o := b.FinA.Get("/api/SellerCompany/GetCompanyOverViewAsync?companyId="+id).Want(200).
		Has(`"companyType":2`, `"industryType":["12005","13003"]`, `"location":{"region":6,"prefecturecode":"23","citycode":"23105"}`,
			`"industryOtherText12005":"古民家再生"`,
			`"displayName":"株式会社あおば製作所"`, `"status":1`, `"tags":["ChargeCompany"]`, `"isSendOfferMail":1`,
			`"inChargeFinancialInstitutionName":"湊星銀行"`).JSON()
	b.FinA.Get("/api/SellerCompany/GetCompanyDetailsAsync?companyId="+id).Want(200).
		Has(`"lastYearSalesAmount":250000`, `"operatingProfit":-3000`, `"representativePhoneNumber":"052-123-4567"`, `"prefectureName":"愛知県"`,
			`"cityName":"名古屋市中村区"`, `"postalCode":"4500002"`).
		HasNot(`"salesAmount"`, "Band")

	// Another bank: the seller is not there at all, by any way in.
	for _, path := range []string{"GetCompanyOverViewAsync", "GetCompanyDetailsAsync", "GetCompanyHistory"} {
		b.FinB.Get("/api/SellerCompany/" + path + "?companyId=" + id).Want(400).SameAs(b.FinB.Get("/api/SellerCompany/" + path + "?companyId=" +
			apptest.NoID))
		b.BuyA.Get("/api/SellerCompany/" + path + "?companyId=" + id).Want(400).SameAs(b.FinB.Get("/api/SellerCompany/" + path + "?companyId=" +
			apptest.NoID))
	}
	b.FinB.Get("/api/BuyerCompany/GetCompanyOverViewAsync?companyId=" + id).Want(400)
	save := func(c *apptest.Caller, id string) apptest.Result {
		return c.Post("/api/SellerCompany/CreateUpdateCompanyOverviewAsync",
			apptest.With(apptest.OverviewBody, map[string]any{"companyId": id, "version": o["version"]}))
	}
	save(b.FinB, id).Want(400).SameAs(save(b.FinB, apptest.NoID))
	b.FinB.Post("/api/SellerCompany/CreateUpdateCompanyDetailsAsync",
		apptest.With(apptest.DetailsBody, map[string]any{"companyId": id, "companyName": "x"})).Want(400)

	save(b.FinA, id).Want(200)
	save(b.FinA, id).Want(409).Has(`"code":"stale"`)
	b.FinA.Post("/api/SellerCompany/CreateUpdateCompanyDetailsAsync",
		apptest.With(apptest.DetailsBody, map[string]any{"companyId": id, "version": 0, "companyName": "x"})).Want(409)

	// The same noun under the other path is another kind.
	b.FinA.Get("/api/BuyerCompany/GetCompanyOverViewAsync?companyId=" + id).Want(400)
}

func TestCompanyInputAllAtOnce(t *testing.T) {
	b := apptest.NewBanks(apptest.NewPlatform(t))
	b.FinA.Post("/api/SellerCompany/CreateUpdateCompanyOverviewAsync",
		map[string]any{"memberType": 7, "location": map[string]any{"prefecturecode": "23", "citycode": "13101"},
			"salesAmount": 99, "mAndAExperience": 5, "mAndAReason": []int{31}, "registrationId": strings.Repeat("1", 41)}).Want(422).
		Has(`"memberType"`, `"industryType"`, `"location"`, `"salesAmount"`, `"mAndAExperience"`, `"mAndAReason"`, `"registrationId"`)
	// 名古屋市 itself is no place of an address, and 29 opens a text of its own.
	b.FinA.Post("/api/SellerCompany/CreateUpdateCompanyOverviewAsync",
		apptest.With(apptest.OverviewBody, map[string]any{"location": map[string]any{"prefecturecode": "23", "citycode": "23100"},
			"mAndAReason": []int{29}})).
		Want(422).Has(`"location"`, `"mAndAReasonOthers"`).HasNot(`"industryType"`)
	id := b.FinA.Post("/api/SellerCompany/CreateUpdateCompanyOverviewAsync", apptest.OverviewBody).Want(200).Text()
	b.FinA.Post("/api/SellerCompany/CreateUpdateCompanyDetailsAsync",
		map[string]any{"companyId": id, "postalCode": "12", "representativePhoneNumber": "abc", "homePageUrl": "javascript:alert(1)",
			"corporateRegistrationNumber": "1234567890123", "listType": 1, "establishedYear": 2027, "numberOfEmployees": -1}).Want(422).
		Has(`"companyName"`, `"businessFormType"`, `"representativeName"`, `"postalCode"`, `"prefectureCode"`, `"cityCode"`,
			`"representativePhoneNumber"`, `"homePageUrl"`,
			`"corporateRegistrationNumber"`, `"securityCode"`, `"establishedYear"`, `"numberOfEmployees"`)
	// What is not assignable is no field of the body.
	for _, f := range []string{"status", "inChargeFinancialInstitutionId", "companyType", "institutionId"} {
		b.FinA.Post("/api/SellerCompany/CreateUpdateCompanyOverviewAsync",
			apptest.With(apptest.OverviewBody, map[string]any{f: 1})).Want(422).Has(f)
	}
	// Nothing was saved by any of this.
	b.FinA.Get("/api/SellerCompany/GetCompanyDetailsAsync?companyId=" + id).Want(400)
	b.FinA.Get("/api/SellerCompany/GetCompanyOverViewAsync?companyId="+id).Want(200).Has(`"status":3`, `"displayName":"企業情報未設定"`,
		`"version":1`)
}

// The confirm step shows what will be stored, and stores nothing.
func TestCompanyPreview(t *testing.T) {
	b := apptest.NewBanks(apptest.NewPlatform(t))
	b.FinA.Post("/api/SellerCompany/CheckCompanyOverview", apptest.OverviewBody).Want(200).Has(`"location":{"region":6`,
		`"industryOtherText12005":"古民家再生"`)
	b.FinA.Post("/api/SellerCompany/CheckCompanyOverview", map[string]any{}).Want(422).Has(`"industryType"`)
	b.FinA.Post("/api/SellerCompany/CheckCompanyDetails", apptest.With(apptest.DetailsBody,
		map[string]any{"companyId": "", "companyName": " ㈱みなと "})).Want(200).
		Has(`"companyName":"㈱みなと"`, `"representativePhoneNumber":"052-123-4567"`, `"cityName":"名古屋市中村区"`)
	b.FinA.Post("/api/SellerCompanyUser/CheckUser", apptest.UserBody("", "x@x.example.jp")).Want(200).Has(`"userNameKana":"リヨウ タロウ"`)
	b.FinA.Post("/api/BuyerCompanyUser/CheckUser", apptest.UserBody("", "fin@b.example.jp")).Want(422).Has(company.LoginIDTaken)
	b.FinA.Get("/api/SellerCompany/SearchCompanyAsync").Want(200).Has(`"allCount":0`)
}

// A 顧客番号 is given to one buyer and one seller of a bank. Whether another bank uses it nobody learns.
func TestCustomerNumberIsOneCompanys(t *testing.T) {
	b := apptest.NewBanks(apptest.NewPlatform(t))
	save := func(c *apptest.Caller, noun, id, number string) apptest.Result {
		body := apptest.With(apptest.OverviewBody, map[string]any{"registrationId": number})
		if id != "" {
			body["companyId"] = id
		}
		return c.Post("/api/"+noun+"/CreateUpdateCompanyOverviewAsync", body)
	}
	one := save(b.FinA, "BuyerCompany", "", "0012").Want(200).Text()
	save(b.FinA, "BuyerCompany", one, "0012").Want(200)
	save(b.FinA, "SellerCompany", "", "0012").Want(200)
	save(b.FinB, "BuyerCompany", "", "0012").Want(200)
	two := save(b.FinA, "BuyerCompany", "", "0013").Want(200).Text()
	for _, id := range []string{two, ""} {
		save(b.FinA, "BuyerCompany", id, "0012").Want(422).Has(`"field":"registrationId"`, "に付いています").HasNot(one)
	}
	save(b.FinA, "BuyerCompany", one, "").Want(200)
	save(b.FinA, "BuyerCompany", two, "0012").Want(200)
}

// A buyer of another bank, as far as each step of a negotiation opens it (domain.md 3.5).
func TestBuyerViewOfAnotherBank(t *testing.T) {
	b := apptest.NewBanks(apptest.NewPlatform(t))
	o := b.FinB.Get("/api/BuyerCompany/GetCompanyOverViewAsync?companyId=" + b.BuyerB).Want(200).JSON()
	b.FinB.Post("/api/BuyerCompany/CreateUpdateCompanyOverviewAsync",
		apptest.With(apptest.OverviewBody, map[string]any{"companyId": b.BuyerB, "version": o["version"], "financialMemo": "極秘のメモ",
			"registrationId": "C-77", "remark": "内々の備考"})).Want(200)
	b.FinB.Needs(b.BuyerB)
	n := row(b, t, b.FinA, b.BuyerB)

	secret := []string{apptest.BuyerBName, "霧晴", "極秘のメモ", "C-77", "内々の備考", "山本 一郎", "052-123-4567"}
	known := b.Searched(b.AID, b.BuyerB)
	overview := func() apptest.Result {
		return b.FinA.Get("/api/BuyerCompany/GetCompanyOverViewAsync?companyId=" + known)
	}
	details := func() apptest.Result {
		return b.FinA.Get("/api/BuyerCompany/GetCompanyDetailsAsync?companyId=" + known)
	}
	own := func() apptest.Result {
		return b.FinA.Get("/api/BuyerCompany/GetCompanyOverViewAsync?companyId=" + b.BuyerB)
	}
	none := b.FinA.Get("/api/BuyerCompany/GetCompanyDetailsAsync?companyId=" + apptest.NoID)

	overview().Want(200).Has(`"displayName":"匿名"`, `"status":4`, `"prefecturecode":"23"`, `"mAndAExperience":1`,
		`"tags":["Public"]`).HasNot(secret...).
		HasNot("citycode", "inCharge", "companyName", "mAndAReason", "isSend", "version", "industryOtherText")
	details().Want(400).SameAs(none)
	own().SameAs(none)
	b.FinA.Get("/api/Needs/GetNeedsList?clientId=" + known).Want(200).Has("東海の製造業").HasNot("version")

	n.move(deal.NegotiationAnonymous)
	overview().Want(200).HasNot("蒼陵信用金庫") // a search knows of no negotiation
	own().SameAs(none)
	known = b.Partner(n.listing, b.BuyerB)
	overview().Want(200).Has(`"displayName":"匿名"`, "蒼陵信用金庫").HasNot(secret...)
	details().Want(400).SameAs(none)

	n.move(deal.NegotiationHope)
	own().Want(200).Has(apptest.BuyerBName)
	overview().Want(200).Has(apptest.BuyerBName, "citycode").HasNot("極秘のメモ", "C-77", "内々の備考")
	details().Want(200).Has(apptest.BuyerBName, "山本 一郎", `"salesAmountBand":"1億円以上3億円未満"`, `"operatingProfitBand":"営業赤字"`).
		HasNot(`"salesAmount"`, "250000", "052-123-4567", "numberOfEmployees", "establishedYear", "version")

	n.move(deal.NegotiationRealName)
	details().Want(200).Has(apptest.BuyerBName, `"salesAmount":250000`).HasNot("Band", "052-123-4567")
	// In search it stays anonymous all the same.
	b.FinA.Get("/api/BuyerCompany/SearchCompanyAsync?isNotOnlyPersonInCharge=true").Want(200).Has(`"allCount":1`).HasNot(secret...)

	n.move(deal.NegotiationBroken)
	overview().Want(200).Has(`"displayName":"匿名"`).HasNot(secret...)
	details().Want(400).SameAs(none)
	// A buyer that is out of use and in no negotiation that one knows of is not there.
	b.Write(func(tx *store.Tx) error {
		c, err := tx.CompanyOf(b.BuyerB)
		if err != nil {
			return err
		}
		c.Status = int(deal.CompanyDisabled)
		return tx.UpdateCompany(c, "")
	})
	b.FinA.Get("/api/BuyerCompany/SearchCompanyAsync?isNotOnlyPersonInCharge=true").Want(200).Has(`"allCount":0`)
	b.SecondA.Get("/api/Needs/GetNeeds?needsId=" + apptest.NoID).Want(400)
	// Whoever looked while the name was open stands in the log.
	b.Read(func(q *store.Q) error {
		lines, err := q.AuditOfCompany(store.Viewer{InstitutionID: b.BID}, b.BuyerB, 100)
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
	b           *apptest.Banks
	id, listing string
}

func row(b *apptest.Banks, t *testing.T, c *apptest.Caller, buyerID string) heldRow {
	t.Helper()
	seller := c.Seller("株式会社あおば製作所")
	n := &store.Negotiation{BuyerCompanyID: buyerID, BFID: b.BID, SFID: b.AID}
	b.Write(func(tx *store.Tx) error {
		l := &store.Listing{CompanyID: seller, InstitutionID: b.AID, Status: int(deal.ListingShowing)}
		if err := tx.CreateListing(l, &store.ListingContent{}, ""); err != nil {
			return err
		}
		n.ListingID, n.StartedAt = l.ID, tx.Now()
		return tx.CreateNegotiation(n, "")
	})
	return heldRow{b, n.ID, n.ListingID}
}

func (h heldRow) move(s deal.NegotiationStatus) {
	h.b.Write(func(tx *store.Tx) error {
		n, err := tx.Negotiation(store.Viewer{InstitutionID: h.b.AID}, h.id)
		if err != nil {
			return err
		}
		n.Status = int(s)
		return tx.UpdateNegotiation(n, "", store.SideBuyer+store.SideBF+store.SideSF)
	})
}

func TestBuyerMaintainsItsOwn(t *testing.T) {
	b := apptest.NewBanks(apptest.NewPlatform(t))
	mine := b.BuyB.Get("/api/BuyerCompany/GetCompanyOverViewAsync").Want(200).Has(apptest.BuyerBName).JSON()
	b.FinB.Post("/api/BuyerCompany/CreateUpdateCompanyOverviewAsync",
		apptest.With(apptest.OverviewBody, map[string]any{"companyId": b.BuyerB, "version": mine["version"],
			"financialMemo": "融資判断のメモ"})).Want(200)
	mine = b.BuyB.Get("/api/BuyerCompany/GetCompanyOverViewAsync").Want(200).HasNot("融資判断").JSON()
	// A buyer can neither read nor wipe what the bank noted.
	b.BuyB.Post("/api/BuyerCompany/CreateUpdateCompanyOverviewAsync",
		apptest.With(apptest.OverviewBody, map[string]any{"companyId": b.BuyerB, "version": mine["version"], "salesAmount": 5})).Want(200)
	b.FinB.Get("/api/BuyerCompany/GetCompanyOverViewAsync?companyId="+b.BuyerB).Want(200).Has("融資判断のメモ", `"salesAmount":5`)
	b.BuyB.Get("/api/BuyerCompany/GetCompanyDetailsAsync").Want(200).Has(`"salesAmount":250000`)
	for _, path := range []string{"BuyerCompany/GetCompanyOverViewAsync?companyId=", "BuyerCompany/GetCompanyDetailsAsync?companyId=",
		"Needs/GetNeedsList?clientId=", "BuyerCompanyUser/GetUsersList?clientId="} {
		b.BuyB.Get("/api/" + path + b.BuyerA).Want(400).SameAs(b.BuyB.Get("/api/" + path + apptest.NoID))
	}
	// The search and the bank's deeds are not a buyer's.
	for _, path := range []string{"SearchCompanyAsync", "GetCompanyHistory"} {
		b.BuyB.Get("/api/BuyerCompany/" + path).Want(400)
	}
	b.BuyB.Send("PUT", "/api/BuyerCompany/ChangeCompanyStatus",
		map[string]any{"companyId": b.BuyerB, "expectedStatus": 1, "event": "disable"}).Want(400)
	// Typed so far: the word for the kind of company says nothing of the name.
	for typed, isFound := range map[string]bool{"株": true, "株式": true, "株式会社": true, " 株式会社 ": true, "有限": true, "医療法人": true,
		apptest.BuyerAName: true, "株式会社青嵐": true,
		"有": false, "株式会社無": false, "会社": false, "%": false, "株%": false} {
		r := b.FinA.Get("/api/BuyerCompany/SearchCompanyAsync?isOnlyPersonInCharge=true&companyName=" + url.QueryEscape(typed)).Want(200)
		if has := strings.Contains(r.Body, b.BuyerA); has != isFound {
			t.Errorf("%q: %v", typed, has)
		}
	}
	// It finds no doubles: it would learn of others.
	b.BuyA.Get("/api/BuyerCompany/CheckCompany?companyName=" +
		url.QueryEscape(apptest.BuyerAName)).Want(200).Has(`"companyList":[{"companyId":"` + b.BuyerA)
	b.BuyA.Get("/api/BuyerCompany/CheckCompany?companyName=" + url.QueryEscape(apptest.BuyerBName)).Want(200).Has(`"isDuplicate":false`)
}

func TestCheckCompany(t *testing.T) {
	b := apptest.NewBanks(apptest.NewPlatform(t))
	id := b.FinA.Seller("株式会社あおば製作所")
	check := func(c *apptest.Caller, name, prefecture string) apptest.Result {
		return c.Get("/api/SellerCompany/CheckCompany?companyName=" + url.QueryEscape(name) + "&prefectureCode=" + prefecture).Want(200)
	}
	for _, name := range []string{"㈱あおば製作所", "あおば製作所", "アオバ製作所（株）"} {
		check(b.FinA, name, "23").Has(`"isDuplicate":true`, id)
		check(b.FinA, name, "13").Has(`"isDuplicate":false`)
		check(b.FinB, name, "23").Has(`"isDuplicate":false`, `"companyList":[]`)
	}
	b.FinA.Get("/api/SellerCompany/CheckCompany?companyName=" + url.QueryEscape("あおば製作所") + "&companyId=" +
		id).Want(200).Has(`"isDuplicate":false`)
	b.FinA.Post("/api/SellerCompany/CreateUpdateCompanyDetailsAsync",
		apptest.With(apptest.DetailsBody, map[string]any{"companyId": id, "version": 1, "companyName": "別の名前",
			"corporateRegistrationNumber": "５835678256246"})).Want(200)
	b.FinA.Get("/api/SellerCompany/CheckCompany?corporateRegistrationNumber=5835678256246").Want(200).Has(`"isDuplicate":true`, "法人番号が同じです。")
	b.FinB.Get("/api/SellerCompany/CheckCompany?corporateRegistrationNumber=5835678256246").Want(200).Has(`"isDuplicate":false`)
}

func TestCompanySearch(t *testing.T) {
	b := apptest.NewBanks(apptest.NewPlatform(t))
	b.FinB.Needs(b.BuyerB)
	search := func(c *apptest.Caller, noun, query string) company.CompanyList {
		t.Helper()
		var l company.CompanyList
		if err := json.Unmarshal([]byte(c.Get("/api/"+noun+"Company/SearchCompanyAsync?"+query).Want(200).Body), &l); err != nil {
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
		{"given ids", "companyIds=" + b.Searched(b.AID, b.BuyerB) + "," + apptest.NoID, 1},
		{"ids that were not given", "companyIds=" + b.BuyerB + "," + b.Searched(b.BID, b.BuyerB), 0},
		{"given ids both ways", "companyIds=" + b.Searched(b.AID, b.BuyerB) + "&targetCompanyIds=" + b.BuyerA, 0},
		{"a page far away", "pageNumber=99999", 2},
	} {
		l := search(b.FinA, "Buyer", c.query)
		if l.AllCount != c.want || c.name != "a page far away" && len(l.CompanyList) != c.want {
			t.Errorf("%s: %d of %d, want %d", c.name, len(l.CompanyList), l.AllCount, c.want)
		}
	}
	b.FinA.Get("/api/BuyerCompany/SearchCompanyAsync?propertyName=corporateRegistrationNumber&annualSaleF=99&pageNumber=0&prefecture=99&companyIndustryTypes=x").Want(422).
		Has(`"propertyName"`, `"annualSaleF"`, `"pageNumber"`, `"prefecture"`, `"companyIndustryTypes"`)

	// By name only the own companies are in order; whatever the others are called they follow
	// in the order of what everybody sees.
	for i, name := range []string{"株式会社かきつばた", "株式会社あさがお"} {
		b.Clock.Add(time.Minute)
		b.FinA.Buyer(name)
		b.FinB.Buyer([]string{"いの一番", "ンの最後"}[i])
	}
	var names []string
	for _, row := range search(b.FinA, "Buyer", "propertyName=companyName&isDescending=false&limit=99999999").CompanyList {
		names = append(names, row.DisplayName)
	}
	if got := strings.Join(names, " "); got != "株式会社あさがお 株式会社かきつばた "+apptest.BuyerAName+" 匿名 匿名 匿名" {
		t.Errorf("order %s", got)
	}
	a, d := search(b.FinA, "Buyer", "isNotOnlyPersonInCharge=true&propertyName=companyName&isDescending=false"), search(b.FinA, "Buyer",
		"isNotOnlyPersonInCharge=true&propertyName=companyName&isDescending=true")
	if fmt.Sprint(ids(a)) != fmt.Sprint(ids(d)) {
		t.Error("the names of others order the list")
	}

	// Sellers: the own ones whatever is asked.
	id := b.FinA.Seller("株式会社さくら")
	b.FinB.Seller("株式会社すみれ")
	if l := search(b.FinA, "Seller", "isOnlyPersonInCharge=false&isNotOnlyPersonInCharge=true"); l.AllCount != 1 ||
		l.CompanyList[0].CompanyID != id {
		t.Errorf("sellers %+v", l)
	}
	if l := search(b.FinB, "Seller", "companyName="+url.QueryEscape("さくら")); l.AllCount != 0 {
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
	b := apptest.NewBanks(apptest.NewPlatform(t))
	id := b.FinA.Post("/api/BuyerCompany/CreateUpdateCompanyOverviewAsync", apptest.OverviewBody).Want(200).Text()
	status := func(want int) {
		t.Helper()
		b.FinA.Get("/api/BuyerCompany/GetCompanyOverViewAsync?companyId=" + id).Want(200).Has(fmt.Sprintf(`"status":%d`, want))
	}
	status(3)
	resend := func(c *apptest.Caller) apptest.Result {
		return c.Send("PUT", "/api/BuyerCompany/ReSendCreateMail", map[string]any{"companyId": id})
	}
	resend(b.FinA).Want(409)
	b.FinA.Post("/api/BuyerCompanyUser/RegistUser", map[string]any{"clientId": id, "loginId": "new@buyer.example.jp",
		"userName": "新井 花"}).Want(200)
	status(5)
	first := b.Mails("new@buyer.example.jp")
	if len(first) != 1 || !strings.Contains(first[0].Text, "/buyer-company-register/") || strings.Contains(first[0].Text, "?key=") {
		t.Fatalf("mails %+v", first)
	}
	resend(b.FinB).Want(400)
	resend(b.FinA).Want(200)
	if got := b.Mails("new@buyer.example.jp"); len(got) != 2 || got[0].Text == first[0].Text {
		t.Errorf("%d mails", len(got))
	}
	// Others do not see it until it is public.
	b.FinB.Get("/api/BuyerCompany/GetCompanyOverViewAsync?companyId=" + id).Want(400)
	b.FinB.Get("/api/BuyerCompany/SearchCompanyAsync?companyIds=" + id).Want(200).Has(`"allCount":0`)

	move(b, id, deal.CompanyFinancialNotApproved)
	status(11)
	change := func(c *apptest.Caller, event, comment string, seen int) apptest.Result {
		return c.Send("PUT", "/api/BuyerCompany/ChangeCompanyStatus",
			map[string]any{"companyId": id, "expectedStatus": seen, "event": event, "comment": comment})
	}
	change(b.FinB, "approve", "", 11).Want(400)
	change(b.FinA, "approve", "", 5).Want(409).Has("stale")
	change(b.FinA, "return", " ", 11).Want(422).Has(`"comment"`)
	change(b.FinA, "return", "住所をご確認ください。", 11).Want(200)
	status(5)
	move(b, id, deal.CompanyFinancialNotApproved)
	change(b.FinA, "approve", "", 11).Want(200)
	status(1)
	mails := b.Mails("new@buyer.example.jp")
	if len(mails) != 4 || !strings.Contains(mails[0].Text, "/password-set?key=") {
		t.Errorf("%d mails, the last %s", len(mails), mails[0].Text)
	}
	b.FinA.Get("/api/BuyerCompany/GetCompanyHistory?companyId="+id).Want(200).Has("登録しました", "登録の案内を送りました", "差戻しました", "承認しました",
		"利用者 fin@a.example.jp")

	// Where something unfinished hangs on it, it stays in use.
	row(b, t, b.FinA, id).move(deal.NegotiationAnonymous)
	change(b.FinA, "disable", "", 1).Want(409).Has("進行中")
	change(b.FinA, "approve", "", 1).Want(409)
}

func move(b *apptest.Banks, companyID string, s deal.CompanyStatus) {
	b.Write(func(tx *store.Tx) error {
		c, err := tx.CompanyOf(companyID)
		if err != nil {
			return err
		}
		c.Status = int(s)
		return tx.UpdateCompany(c, "")
	})
}
