package listing_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/store"
)

func TestListingLevels(t *testing.T) {
	m := apptest.NewMarketplace(apptest.NewPlatform(t))
	id := m.Published(nil)
	both := func(c *apptest.Caller) apptest.Result {
		t.Helper()
		o, d := fields(apptest.SeeOverview(c, id).Want(200)), fields(apptest.SeeDetails(c, id).Want(200))
		o.Body += d.Body
		return o
	}
	l1 := []string{"【東海】精密部品の加工", "東海地方で金属部品", `"formattedLocation":"東海"`, `"salesPriceTo":5`, `"assignmentReason":[11]`}

	// L1: nothing of what opens later, and for BUY not even who is in charge.
	both(m.BuyB).Has(l1...).Has(`"level":1`).HasNot(apptest.CanariesL3...).HasNot(apptest.CanariesL4...).HasNot(apptest.CanariesSF...).
		HasNot(m.AID, "湊星銀行", m.Seller, "prefecturecode", "citycode", "inChargeFinancialInstitutionId", "ChargeSellerBusiness")
	both(m.FinB).Has(l1...).Has(`"level":1`, m.AID,
		"湊星銀行").HasNot(apptest.CanariesL3...).HasNot(apptest.CanariesL4...).HasNot(apptest.CanariesSF...).HasNot(m.Seller)
	// A buyer of SF's own is a buyer all the same.
	both(m.BuyA).Has(`"level":1`).HasNot(apptest.CanariesL3...).HasNot(apptest.CanariesL4...).HasNot(apptest.CanariesSF...).HasNot(m.AID,
		"湊星銀行", "ChargeSellerBusiness")
	apptest.SeeOverview(m.BuyB, id).Has(`"opensAt":{`, `"companyName":4`, `"others":3`, "秘密保持契約に同意すると表示されます", "実名交渉の承認後に表示されます")

	// L2: the channel opens, the content does not.
	n := m.Negotiation(id, m.BuyerB, m.BID, deal.NegotiationAnonymous, false)
	for _, c := range []*apptest.Caller{m.BuyB, m.FinB} {
		both(c).Has(`"level":2`, "AnonymousNegotiated").HasNot(apptest.CanariesL3...).HasNot(apptest.CanariesL4...)
	}
	apptest.SeeOverview(m.BuyB, id).Has(n)
	noLedger(m, id)

	// L3: texts without the name, bands, the prefecture.
	m.SetNegotiation(n, func(n *store.Negotiation) {
		n.IsConsent, n.ConsentVersion, n.ConsentAt = true, 1, n.StartedAt
	})
	for _, c := range []*apptest.Caller{m.BuyB, m.FinB} {
		both(c).Has(`"level":3`, `"prefecturecode":"23"`, `"formattedLocation":"愛知県"`, m.AID, "湊星銀行",
			"fiscalYear").Has(apptest.CanariesL3...).HasNot(apptest.CanariesL4...).HasNot(apptest.CanariesSF...).HasNot(m.Seller)
	}

	// L4: the name, exact amounts.
	m.SetNegotiation(n, func(n *store.Negotiation) { n.Status, n.ApprovedAt = int(deal.NegotiationRealName), n.StartedAt })
	for _, c := range []*apptest.Caller{m.BuyB, m.FinB} {
		both(c).Has(`"level":4`, m.Seller, "愛知県名古屋市中村区").Has(apptest.CanariesL4...).HasNot(apptest.CanariesSF...).HasNot("amountOfSalesBand")
	}
	// A list, which leaves no line in the ledger, shows neither.
	for _, c := range []*apptest.Caller{m.BuyB, m.FinB} {
		c.Get(apptest.ListingBase+"SearchSellerBusinessAsync").Want(200).Has(`"level":4`,
			"RealNameNegotiated").HasNot(apptest.CanariesL3...).HasNot(apptest.CanariesL4...).HasNot(m.Seller, "prefecturecode")
	}
	// The other buyer learns nothing by it, and no answer of its changes.
	both(m.BuyA).Has(`"level":1`).HasNot(apptest.CanariesL3...).HasNot(apptest.CanariesL4...)

	// The ledger has who read what, on what, and no user's name; SF meets its own content free.
	both(m.FinA).Has(`"level":9`)
	ledger := m.FinA.Get(apptest.ListingBase + "GetDisclosureLedger?sellerBusinessId=" + id).Want(200)
	ledger.Has("蒼陵信用金庫", "秘密保持契約 第1版", "実名交渉の承認", apptest.BuyerBName).HasNot("利用者", "buy@b", "fin@b")
	if lines := ledger.JSON()["ledgerList"].([]any); len(lines) != 8 {
		t.Errorf("%d lines in the ledger, want 8", len(lines))
	}
	nowhere := m.FinB.Get(apptest.ListingBase + "GetDisclosureLedger?sellerBusinessId=" + store.NewID()).Want(400)
	m.FinB.Get(apptest.ListingBase + "GetDisclosureLedger?sellerBusinessId=" + id).SameAs(nowhere)

	// 9 falls back to L1.
	m.SetNegotiation(n, func(n *store.Negotiation) { n.Status = int(deal.NegotiationBroken) })
	both(m.BuyB).Has(`"level":1`, `"isSuspended":true`, "BreakNegotiations").HasNot(apptest.CanariesL3...).HasNot(apptest.CanariesL4...)
	m.Read(func(q *store.Q) error { return q.VerifyChains() })
}

func noLedger(m *apptest.Marketplace, id string) {
	m.T.Helper()
	m.FinA.Get(apptest.ListingBase + "GetDisclosureLedger?sellerBusinessId=" + id).Want(200).Has(`"ledgerList":[]`)
}

func TestLedgerOfAnAnonymousBuyer(t *testing.T) {
	m := apptest.NewMarketplace(apptest.NewPlatform(t))
	id := m.Published(nil)
	m.Negotiation(id, m.BuyerB, m.BID, deal.NegotiationAnonymous, true)
	apptest.SeeDetails(m.BuyB, id).Want(200)
	m.FinA.Get(apptest.ListingBase+"GetDisclosureLedger?sellerBusinessId="+id).Want(200).Has(`"buyerName":"匿名"`, "蒼陵信用金庫").HasNot("霧晴",
		m.BuyerB)
}

func TestBankWithSeveralBuyers(t *testing.T) {
	m := apptest.NewMarketplace(apptest.NewPlatform(t))
	id := m.Published(nil)
	other := m.FinB.Buyer("月岬精機株式会社")
	row := m.Negotiation(id, m.BuyerB, m.BID, deal.NegotiationRealName, true)
	apptest.SeeOverview(m.FinB, id).Want(200).Has(`"level":4`)
	as := func(buyer string) apptest.Result {
		return m.FinB.Get(apptest.ListingBase + "GetSellerBusinessOverViewAsync?sellerBusinessId=" + id + "&companyId=" + buyer)
	}
	as(m.BuyerB).Want(200).Has(`"level":4`, "カナリア製作所")
	fields(as(other).Want(200).Has(`"level":1`)).HasNot(apptest.CanariesL3...).HasNot(apptest.CanariesL4...)
	// The ledger names the row that opened what was read, not one that is further without consent.
	third := m.FinB.Buyer("常盤工業株式会社")
	m.Negotiation(id, third, m.BID, deal.NegotiationHope, false)
	m.SetNegotiation(row, func(n *store.Negotiation) { n.Status = int(deal.NegotiationAnonymous) })
	apptest.SeeDetails(m.FinB, id).Want(200).Has(`"level":3`)
	m.Read(func(q *store.Q) error {
		lines, err := q.LedgerOfListing(id)
		for _, l := range lines {
			if l.BuyerCompanyID != m.BuyerB {
				t.Errorf("the ledger names %s", l.BuyerCompanyID)
			}
		}
		return err
	})
	nowhere := as(store.NewID()).Want(400)
	as(m.BuyerA).SameAs(nowhere) // another bank's buyer
	as(m.Seller).SameAs(nowhere)
	m.BuyB.Get(apptest.ListingBase + "GetSellerBusinessOverViewAsync?sellerBusinessId=" + id + "&companyId=" + m.BuyerA).SameAs(nowhere)
}

func TestListingIsHiddenBeforeItIsPublished(t *testing.T) {
	m := apptest.NewMarketplace(apptest.NewPlatform(t))
	id, version := m.Draft(nil)
	nowhere := apptest.SeeOverview(m.FinB, store.NewID()).Want(400)
	for _, c := range []*apptest.Caller{m.FinB, m.BuyB, m.BuyA} {
		apptest.SeeOverview(c, id).SameAs(nowhere)
		apptest.SeeDetails(c, id).SameAs(nowhere)
		if ids := c.Search(""); len(ids) != 0 {
			t.Errorf("found %v", ids)
		}
		c.Post("/api/UserAction/Regist", map[string]any{"sellerBusinessId": id, "actionTypes": 2}).SameAs(nowhere)
	}
	apptest.SeeOverview(m.FinA, id).Want(200).Has("カナリア資産", "NonPublic", "ChargeSellerBusiness", `"moves":[`)
	apptest.SeeDetails(m.FinA, id).Want(200).Has("カナリア製作所", "234567")
	if ids := m.FinA.Search("isOnlyPersonInCharge=true"); !slices.Equal(ids, []string{id}) {
		t.Errorf("own list %v", ids)
	}
	if ids := m.FinA.Search(""); len(ids) != 0 {
		t.Errorf("the general search shows own drafts: %v", ids)
	}

	// Others' writes are denied as if there were nothing.
	for path, body := range map[string]map[string]any{
		"CreateUpdateSellerBusinessOverviewAsync": apptest.With(apptest.ListingOverviewBody,
			map[string]any{"sellerBusinessId": id, "version": version}),
		"CreateUpdateSellerBusinessDetailsAsync": apptest.With(apptest.ListingDetailsBody,
			map[string]any{"sellerBusinessId": id, "version": version}),
		"SendApprovalRequest":   {"sellerBusinessId": id, "ppapMailaddress": "a@b.example.jp"},
		"ChangeAudience":        {"sellerBusinessId": id, "version": version},
		"ChangePeriod":          {"sellerBusinessId": id, "version": version, "dueDate": "2027-01-01"},
		"ChangeSuspension":      {"sellerBusinessId": id, "version": version, "isStopped": true},
		"DisableSellerBusiness": {"sellerBusinessId": id, "version": version, "comment": "x"},
		"RestoreSellerBusiness": {"sellerBusinessId": id, "version": version},
		"ConcludeOutside":       {"sellerBusinessId": id, "version": version, "comment": "x"},
		"ConfirmPaperApproval":  {"sellerBusinessId": id, "version": version},
		"CheckAnonymity":        {"sellerBusinessId": id, "texts": map[string]string{}},
	} {
		denied := m.FinB.Post(apptest.ListingBase+path, apptest.With(body, map[string]any{"sellerBusinessId": store.NewID()})).Want(400)
		m.FinB.Post(apptest.ListingBase+path, body).SameAs(denied)
		m.BuyA.Post(apptest.ListingBase+path, body).Want(400)
		m.Visitor().Post(apptest.ListingBase+path, body).Want(401)
	}
	for _, path := range []string{"IsSellerBusinessApprovedData", "GetSellerBusinessPreview", "GetSellerBusinessHistory",
		"GetDisclosureLedger", "DownloadPaperApproval"} {
		denied := m.FinB.Get(apptest.ListingBase + path + "?sellerBusinessId=" + store.NewID()).Want(400)
		m.FinB.Get(apptest.ListingBase + path + "?sellerBusinessId=" + id).SameAs(denied)
		m.BuyA.Get(apptest.ListingBase + path + "?sellerBusinessId=" + id).Want(400)
	}
	m.FinB.Post(apptest.ListingBase+"CreateUpdateSellerBusinessOverviewAsync",
		apptest.With(apptest.ListingOverviewBody, map[string]any{"companyId": m.Seller})).SameAs(nowhere)
}

func TestSaveListing(t *testing.T) {
	m := apptest.NewMarketplace(apptest.NewPlatform(t))
	id, version := m.Draft(nil)
	m.FinA.Post(apptest.ListingBase+"CreateUpdateSellerBusinessOverviewAsync",
		apptest.With(apptest.ListingOverviewBody, map[string]any{"sellerBusinessId": id, "version": version - 1})).Want(409).Has("入力した内容は残っています")
	m.FinA.Post(apptest.ListingBase+"CreateUpdateSellerBusinessDetailsAsync",
		apptest.With(apptest.ListingDetailsBody, map[string]any{"sellerBusinessId": id, "version": version - 1})).Want(409)

	// All of what is wrong at once, on its fields.
	m.FinA.Post(apptest.ListingBase+"CreateUpdateSellerBusinessOverviewAsync",
		map[string]any{"companyId": m.Seller, "businessName": " ", "industryTypes": []string{"99999"}, "publicRegion": "[77]",
			"salesAmount": 77, "operatingProfit": 77, "salesPrice": 8, "salesPriceTo": 77, "numberOfManagersFrom": 5, "numberOfManagersTo": 4,
			"willingnessToSell": 9, "isRest": true,
			"location": map[string]any{"prefecturecode": "23", "citycode": "13101"}, "dueDate": "2026-11-21", "startDate": "x"}).Want(422).
		Has(`"businessName"`, `"industryTypes"`, `"publicRegion"`, `"salesAmount"`, `"operatingProfit"`, `"salesPrice"`, `"salesPriceTo"`,
			`"numberOfManagersTo"`, `"willingnessToSell"`, `"restFinancial"`, `"location"`, `"dueDate"`, `"startDate"`)
	m.FinA.Post(apptest.ListingBase+"CreateUpdateSellerBusinessOverviewAsync",
		apptest.With(apptest.ListingOverviewBody, map[string]any{"companyId": m.Seller, "dueDate": "2027-11-22"})).Want(422).Has("12か月以内")
	m.FinA.Post(apptest.ListingBase+"CreateUpdateSellerBusinessOverviewAsync",
		apptest.With(apptest.ListingOverviewBody, map[string]any{"companyId": m.Seller, "restFinancial": []string{m.AID},
			"isRest": true})).Want(422).Has(`"restFinancial"`)
	// no status from outside
	m.FinA.Post(apptest.ListingBase+"CreateUpdateSellerBusinessOverviewAsync",
		apptest.With(apptest.ListingOverviewBody, map[string]any{"companyId": m.Seller, "status": 1})).Want(422)
	m.FinA.Post(apptest.ListingBase+"CreateUpdateSellerBusinessDetailsAsync",
		map[string]any{"sellerBusinessId": id, "version": version, "postalCode": "1", "phone": "x", "homePageUrl": "javascript:alert(1)",
			"amountOfSales": -1, "fiscalYear": 99, "assignmentReason": []int{31}}).Want(422).Has(`"postalCode"`, `"phone"`, `"homePageUrl"`,
		`"amountOfSales"`, `"fiscalYear"`, `"assignmentReason"`)
	m.FinA.Post(apptest.ListingBase+"CreateUpdateSellerBusinessOverviewAsync",
		apptest.With(apptest.ListingOverviewBody, map[string]any{"companyId": m.BuyerA})).Want(400)

	// The default period is six months.
	apptest.SeeOverview(m.FinA, id).Has(`"dueDate":"2027-05-21"`)
	// A draft may be almost empty, and the request then names everything that lacks.
	bare := m.FinA.Post(apptest.ListingBase+"CreateUpdateSellerBusinessOverviewAsync",
		map[string]any{"companyId": m.Seller, "businessName": "下書き"}).Want(200).JSON()["sellerBusinessId"]
	m.FinA.Post(apptest.ListingBase+"SendApprovalRequest", map[string]any{"sellerBusinessId": bare, "ppapMailaddress": ""}).Want(422).
		Has(`"ppapMailaddress"`, `"overview.description"`, `"overview.industryTypes"`, `"overview.salesAmount"`, `"overview.willingnessToSell"`,
			`"details"`, `"details.amountOfSales"`, `"details.assignmentReason"`)
}

func TestPublishedAndWorkingContent(t *testing.T) {
	m := apptest.NewMarketplace(apptest.NewPlatform(t))
	id := m.Published(nil)
	before := apptest.SeeOverview(m.BuyB, id).Want(200)
	m.Clock.Add(5 * time.Minute)
	m.Edit(id, map[string]any{"businessName": "まだ見せない表題", "description": "まだ見せない説明"}).Want(200).Has(`"status":1`, `"needsApprovalAgain":true`)
	apptest.SeeOverview(m.FinA, id).Want(200).Has("まだ見せない表題", `"status":1`).HasNot(`"isApprovedData":true`)
	shown := apptest.ListingBase + "GetSellerBusinessOverViewAsync?isPublished=true&sellerBusinessId=" + id
	m.FinA.Get(shown).Want(200).Has("精密部品の加工", `"level":9`).HasNot("まだ見せない", `"moves"`)
	m.BuyB.Get(shown).SameAs(before)
	draft, _ := m.Draft(nil)
	m.FinA.Get(apptest.ListingBase + "GetSellerBusinessOverViewAsync?isPublished=true&sellerBusinessId=" + draft).Want(400)
	apptest.SeeOverview(m.BuyB, id).SameAs(before) // not even its modified
	for _, c := range []*apptest.Caller{m.BuyB, m.FinB, m.BuyA} {
		if ids := c.Search("freeWord=%E3%81%BE%E3%81%A0%E8%A6%8B%E3%81%9B%E3%81%AA%E3%81%84"); len(ids) != 0 {
			t.Error("search sees the working content")
		}
	}
	fields(m.FinA.Get(apptest.ListingBase+"GetSellerBusinessPreview?sellerBusinessId="+id).Want(200).Has("まだ見せない表題",
		`"isReplacing":true`)).HasNot(apptest.CanariesL3[:6]...)

	key, passcode := m.Request(id)
	m.Decide(key, passcode, false).Want(200)
	apptest.SeeOverview(m.BuyB, id).SameAs(before)
	apptest.SeeOverview(m.FinA, id).Has(`"status":1`, "表題を直してください。")
	key, passcode = m.Request(id)
	m.Decide(key, passcode, true).Want(200)
	apptest.SeeOverview(m.BuyB, id).Want(200).Has("まだ見せない表題").HasNot("精密部品の加工")
	m.FinA.Get(apptest.ListingBase+"IsSellerBusinessApprovedData?sellerBusinessId="+id).Want(200).Has(`"isApprovedData":true`,
		`"isPending":false`)
	m.FinA.Post(apptest.ListingBase+"SendApprovalRequest", map[string]any{"sellerBusinessId": id,
		"ppapMailaddress": "second@canary.example.co.jp"}).Want(409).Has("変更がありません")
}

func TestAudience(t *testing.T) {
	m := apptest.NewMarketplace(apptest.NewPlatform(t))
	id := m.Published(nil)
	nowhere := apptest.SeeOverview(m.FinB, store.NewID()).Want(400)
	change := func(body map[string]any) apptest.Result {
		return m.FinA.Post(apptest.ListingBase+"ChangeAudience", apptest.With(map[string]any{"sellerBusinessId": id, "version": m.Version(id)},
			body))
	}
	hidden := func() {
		t.Helper()
		for _, c := range []*apptest.Caller{m.FinB, m.BuyB} {
			apptest.SeeOverview(c, id).SameAs(nowhere)
			if len(c.Search("")) != 0 {
				t.Error("found though it is kept from it")
			}
		}
	}
	change(map[string]any{"isRest": true, "restFinancial": []string{m.BID}}).Want(200).Has(`"needsApprovalAgain":false`)
	hidden()
	apptest.SeeOverview(m.BuyA, id).Want(200).HasNot(m.BID)
	change(map[string]any{"isLimited": true}).Want(200).Has(`"needsApprovalAgain":false`)
	hidden()
	apptest.SeeOverview(m.BuyA, id).Want(200).HasNot("Limited") // it would name SF
	// Widening waits for the seller.
	change(map[string]any{}).Want(200).Has(`"needsApprovalAgain":true`)
	hidden()
	key, passcode := m.Request(id)
	m.Visitor().Post(apptest.ListingBase+"GetApprovalByKey", map[string]any{"key": key,
		"passcode": passcode}).Want(200).Has(`"hasWiderAudience":true`)
	m.Decide(key, passcode, true).Want(200)
	apptest.SeeOverview(m.FinB, id).Want(200)
	// Narrowing inside an edit holds at once too; who negotiates keeps access.
	m.Negotiation(id, m.BuyerB, m.BID, deal.NegotiationAnonymous, false)
	m.Edit(id, map[string]any{"isLimited": true}).Want(200)
	apptest.SeeOverview(m.BuyB, id).Want(200).Has(`"level":2`)
	other := m.FinB.Buyer("月岬精機株式会社")
	m.User(deal.RoleBUY, other, "buy2@b.example.jp")
	apptest.SeeOverview(m.SignIn("buy2@b.example.jp"), id).SameAs(nowhere)
	// A newly admitted institution is kept from restricted listings.
	m.Edit(id, map[string]any{"isRest": true, "restFinancial": []string{m.BID}}).Want(200)
	late := m.Institution("9983", "あさぎり野信用金庫")
	m.Write(func(tx *store.Tx) error { return tx.KeepOut(late) })
	m.User(deal.RoleFIN, late, "fin@late.example.jp")
	apptest.SeeOverview(m.SignIn("fin@late.example.jp"), id).SameAs(nowhere)
}

func TestPeriod(t *testing.T) {
	m := apptest.NewMarketplace(apptest.NewPlatform(t))
	id := m.Published(nil)
	change := func(due string) apptest.Result {
		return m.FinA.Post(apptest.ListingBase+"ChangePeriod", map[string]any{"sellerBusinessId": id, "version": m.Version(id), "dueDate": due})
	}
	change("2027-03-01").Want(200).Has(`"needsApprovalAgain":false`)
	apptest.SeeOverview(m.BuyB, id).Has(`"dueDate":"2027-03-01"`)
	change("2026-11-21").Want(422).Has(`"dueDate"`)
	change("2028-01-01").Want(422)
	change("2027-06-01").Want(200).Has(`"needsApprovalAgain":false`) // the approval is recent
	apptest.SeeOverview(m.BuyB, id).Has(`"dueDate":"2027-06-01"`)

	m.Clock.Add(193 * 24 * time.Hour) // beyond 2027-06-01
	m.FinA, m.BuyB = m.SignIn("fin@a.example.jp"), m.SignIn("buy@b.example.jp")
	nowhere := apptest.SeeOverview(m.BuyB, store.NewID()).Want(400)
	apptest.SeeOverview(m.BuyB, id).SameAs(nowhere)
	apptest.SeeOverview(m.FinA, id).Want(200).Has(`"status":5`)
	m.Visitor().Get("/api/NumberToDisplay/GetNumberOfSellerBusiness").Want(200).Has(`"numberOfSellerBusiness":0`)
	change("2027-09-01").Want(200).Has(`"needsApprovalAgain":true`) // the approval is over six months old
	apptest.SeeOverview(m.BuyB, id).SameAs(nowhere)
}

func TestDisableRestoreConclude(t *testing.T) {
	m := apptest.NewMarketplace(apptest.NewPlatform(t))
	id := m.Published(nil)
	nowhere := apptest.SeeOverview(m.FinB, store.NewID()).Want(400)
	move := func(path string, body map[string]any) apptest.Result {
		return m.FinA.Post(apptest.ListingBase+path, apptest.With(map[string]any{"sellerBusinessId": id, "version": m.Version(id)}, body))
	}
	m.Visitor().Get("/api/NumberToDisplay/GetNumberOfSellerBusiness").Want(200).Has(`"numberOfSellerBusiness":1`)
	move("ChangeSuspension", map[string]any{"isStopped": true}).Want(200)
	apptest.SeeOverview(m.BuyB, id).Want(200).Has(`"isStopped":true`)
	move("ChangeSuspension", map[string]any{"isStopped": true}).Want(409)
	move("ChangeSuspension", map[string]any{"isStopped": false}).Want(200)
	move("DisableSellerBusiness", nil).Want(422).Has(`"comment"`)
	move("DisableSellerBusiness", map[string]any{"comment": "所有者の意向"}).Want(200).Has(`"status":3`)
	apptest.SeeOverview(m.FinB, id).SameAs(nowhere)
	apptest.SeeOverview(m.FinA, id).Has("所有者の意向")
	m.Edit(id, nil).Want(409)
	move("RestoreSellerBusiness", nil).Want(200).Has(`"status":0`)
	apptest.SeeOverview(m.FinB, id).SameAs(nowhere)
	m.FinA.Get(apptest.ListingBase+"GetSellerBusinessHistory?sellerBusinessId="+id).Want(200).Has("無効にした", "承認前に戻した", "売手の承認・公開", "所有者の意向",
		"利用者 fin@a.example.jp")

	sold := m.Published(map[string]any{"businessName": "【東海】売れた案件"})
	m.FinA.Post(apptest.ListingBase+"ConcludeOutside", map[string]any{"sellerBusinessId": sold, "version": m.Version(sold),
		"comment": "親族へ"}).Want(200).Has(`"status":2`)
	apptest.SeeOverview(m.BuyB, sold).Want(200).Has(`"isSold":true`, "ContractSigned").HasNot("親族へ")
	m.Clock.Add(190 * 24 * time.Hour)
	apptest.SeeOverview(m.SignIn("buy@b.example.jp"), sold).SameAs(nowhere)
}

func TestPreviewIsWhatBuyersSee(t *testing.T) {
	m := apptest.NewMarketplace(apptest.NewPlatform(t))
	id, _ := m.Draft(nil)
	preview := m.FinA.Get(apptest.ListingBase + "GetSellerBusinessPreview?sellerBusinessId=" + id).Want(200)
	fields(preview).HasNot(apptest.CanariesL4[1:]...).HasNot(apptest.CanariesL3[:6]...).HasNot("prefecturecode",
		"inChargeFinancialInstitutionId")
	key, passcode := m.Request(id)
	m.Decide(key, passcode, true).Want(200)
	seen := apptest.SeeOverview(m.BuyB, id).Want(200).JSON()
	told := preview.JSON()["overview"].(map[string]any)
	for name, v := range seen {
		if name == "isReaded" || name == "score" || name == "reasons" {
			continue
		}
		if w, ok := told[name]; !ok || strings.TrimSpace(jsonOf(v)) != strings.TrimSpace(jsonOf(w)) {
			t.Errorf("%s: buyers see %v, the preview says %v", name, v, w)
		}
	}
	for name := range told {
		if _, ok := seen[name]; !ok {
			t.Errorf("the preview has %s, which buyers do not see", name)
		}
	}
}
