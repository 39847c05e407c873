package app

import (
	"slices"
	"strings"
	"testing"
	"time"

	"tsunagu/app/deal"
	"tsunagu/store"
)

func TestListingLevels(t *testing.T) {
	m := newMarketplace(newPlatform(t))
	id := m.published(nil)
	both := func(c *caller) result {
		t.Helper()
		o, d := seeOverview(c, id).want(200).fields(), seeDetails(c, id).want(200).fields()
		o.body += d.body
		return o
	}
	l1 := []string{"【東海】精密部品の加工", "東海地方で金属部品", `"formattedLocation":"東海"`, `"salesPriceTo":5`, `"assignmentReason":[11]`}

	// L1: nothing of what opens later, and for BUY not even who is in charge.
	both(m.buyB).has(l1...).has(`"level":1`).hasNot(canariesL3...).hasNot(canariesL4...).hasNot(canariesSF...).
		hasNot(m.aID, "湊星銀行", m.seller, "prefecturecode", "citycode", "inChargeFinancialInstitutionId", "ChargeSellerBusiness")
	both(m.finB).has(l1...).has(`"level":1`, m.aID, "湊星銀行").hasNot(canariesL3...).hasNot(canariesL4...).hasNot(canariesSF...).hasNot(m.seller)
	// A buyer of SF's own is a buyer all the same.
	both(m.buyA).has(`"level":1`).hasNot(canariesL3...).hasNot(canariesL4...).hasNot(canariesSF...).hasNot(m.aID, "湊星銀行", "ChargeSellerBusiness")
	seeOverview(m.buyB, id).has(`"opensAt":{`, `"companyName":4`, `"others":3`, "秘密保持契約に同意すると表示されます", "実名交渉の承認後に表示されます")

	// L2: the channel opens, the content does not.
	n := m.negotiation(id, m.buyerB, m.bID, deal.NegotiationAnonymous, false)
	for _, c := range []*caller{m.buyB, m.finB} {
		both(c).has(`"level":2`, "AnonymousNegotiated").hasNot(canariesL3...).hasNot(canariesL4...)
	}
	seeOverview(m.buyB, id).has(n)
	m.noLedger(id)

	// L3: texts without the name, bands, the prefecture.
	m.setNegotiation(n, func(n *store.Negotiation) {
		n.IsConsent, n.ConsentVersion, n.ConsentAt = true, 1, n.StartedAt
	})
	for _, c := range []*caller{m.buyB, m.finB} {
		both(c).has(`"level":3`, `"prefecturecode":"23"`, `"formattedLocation":"愛知県"`, m.aID, "湊星銀行", "fiscalYear").has(canariesL3...).hasNot(canariesL4...).hasNot(canariesSF...).hasNot(m.seller)
	}

	// L4: the name, exact amounts.
	m.setNegotiation(n, func(n *store.Negotiation) { n.Status, n.ApprovedAt = int(deal.NegotiationRealName), n.StartedAt })
	for _, c := range []*caller{m.buyB, m.finB} {
		both(c).has(`"level":4`, m.seller, "愛知県名古屋市中村区").has(canariesL4...).hasNot(canariesSF...).hasNot("amountOfSalesBand")
	}
	// A list, which leaves no line in the ledger, shows neither.
	for _, c := range []*caller{m.buyB, m.finB} {
		c.get(listingBase+"SearchSellerBusinessAsync").want(200).has(`"level":4`, "RealNameNegotiated").hasNot(canariesL3...).hasNot(canariesL4...).hasNot(m.seller, "prefecturecode")
	}
	// The other buyer learns nothing by it, and no answer of its changes.
	both(m.buyA).has(`"level":1`).hasNot(canariesL3...).hasNot(canariesL4...)

	// The ledger has who read what, on what, and no user's name; SF meets its own content free.
	both(m.finA).has(`"level":9`)
	ledger := m.finA.get(listingBase + "GetDisclosureLedger?sellerBusinessId=" + id).want(200)
	ledger.has("蒼陵信用金庫", "秘密保持契約 第1版", "実名交渉の承認", buyerBName).hasNot("利用者", "buy@b", "fin@b")
	if lines := ledger.json()["ledgerList"].([]any); len(lines) != 8 {
		t.Errorf("%d lines in the ledger, want 8", len(lines))
	}
	nowhere := m.finB.get(listingBase + "GetDisclosureLedger?sellerBusinessId=" + store.NewID()).want(400)
	m.finB.get(listingBase + "GetDisclosureLedger?sellerBusinessId=" + id).sameAs(nowhere)

	// 9 falls back to L1.
	m.setNegotiation(n, func(n *store.Negotiation) { n.Status = int(deal.NegotiationBroken) })
	both(m.buyB).has(`"level":1`, `"isSuspended":true`, "BreakNegotiations").hasNot(canariesL3...).hasNot(canariesL4...)
	m.read(func(q *store.Q) error { return q.VerifyChains() })
}

func (m *marketplace) noLedger(id string) {
	m.t.Helper()
	m.finA.get(listingBase + "GetDisclosureLedger?sellerBusinessId=" + id).want(200).has(`"ledgerList":[]`)
}

func TestLedgerOfAnAnonymousBuyer(t *testing.T) {
	m := newMarketplace(newPlatform(t))
	id := m.published(nil)
	m.negotiation(id, m.buyerB, m.bID, deal.NegotiationAnonymous, true)
	seeDetails(m.buyB, id).want(200)
	m.finA.get(listingBase+"GetDisclosureLedger?sellerBusinessId="+id).want(200).has(`"buyerName":"匿名"`, "蒼陵信用金庫").hasNot("霧晴", m.buyerB)
}

func TestBankWithSeveralBuyers(t *testing.T) {
	m := newMarketplace(newPlatform(t))
	id := m.published(nil)
	other := m.finB.buyer("月岬精機株式会社")
	row := m.negotiation(id, m.buyerB, m.bID, deal.NegotiationRealName, true)
	seeOverview(m.finB, id).want(200).has(`"level":4`)
	as := func(buyer string) result {
		return m.finB.get(listingBase + "GetSellerBusinessOverViewAsync?sellerBusinessId=" + id + "&companyId=" + buyer)
	}
	as(m.buyerB).want(200).has(`"level":4`, "カナリア製作所")
	as(other).want(200).has(`"level":1`).fields().hasNot(canariesL3...).hasNot(canariesL4...)
	// The ledger names the row that opened what was read, not one that is further without consent.
	third := m.finB.buyer("常盤工業株式会社")
	m.negotiation(id, third, m.bID, deal.NegotiationHope, false)
	m.setNegotiation(row, func(n *store.Negotiation) { n.Status = int(deal.NegotiationAnonymous) })
	seeDetails(m.finB, id).want(200).has(`"level":3`)
	m.read(func(q *store.Q) error {
		lines, err := q.LedgerOfListing(id)
		for _, l := range lines {
			if l.BuyerCompanyID != m.buyerB {
				t.Errorf("the ledger names %s", l.BuyerCompanyID)
			}
		}
		return err
	})
	nowhere := as(store.NewID()).want(400)
	as(m.buyerA).sameAs(nowhere) // another bank's buyer
	as(m.seller).sameAs(nowhere)
	m.buyB.get(listingBase + "GetSellerBusinessOverViewAsync?sellerBusinessId=" + id + "&companyId=" + m.buyerA).sameAs(nowhere)
}

func TestListingIsHiddenBeforeItIsPublished(t *testing.T) {
	m := newMarketplace(newPlatform(t))
	id, version := m.draft(nil)
	nowhere := seeOverview(m.finB, store.NewID()).want(400)
	for _, c := range []*caller{m.finB, m.buyB, m.buyA} {
		seeOverview(c, id).sameAs(nowhere)
		seeDetails(c, id).sameAs(nowhere)
		if ids := c.search(""); len(ids) != 0 {
			t.Errorf("found %v", ids)
		}
		c.post("/api/UserAction/Regist", map[string]any{"sellerBusinessId": id, "actionTypes": 2}).sameAs(nowhere)
	}
	seeOverview(m.finA, id).want(200).has("カナリア資産", "NonPublic", "ChargeSellerBusiness", `"moves":[`)
	seeDetails(m.finA, id).want(200).has("カナリア製作所", "234567")
	if ids := m.finA.search("isOnlyPersonInCharge=true"); !slices.Equal(ids, []string{id}) {
		t.Errorf("own list %v", ids)
	}
	if ids := m.finA.search(""); len(ids) != 0 {
		t.Errorf("the general search shows own drafts: %v", ids)
	}

	// Others' writes are denied as if there were nothing.
	for path, body := range map[string]map[string]any{
		"CreateUpdateSellerBusinessOverviewAsync": with(listingOverviewBody, map[string]any{"sellerBusinessId": id, "version": version}),
		"CreateUpdateSellerBusinessDetailsAsync":  with(listingDetailsBody, map[string]any{"sellerBusinessId": id, "version": version}),
		"SendApprovalRequest":                     {"sellerBusinessId": id, "ppapMailaddress": "a@b.example.jp"},
		"ChangeAudience":                          {"sellerBusinessId": id, "version": version},
		"ChangePeriod":                            {"sellerBusinessId": id, "version": version, "dueDate": "2027-01-01"},
		"ChangeSuspension":                        {"sellerBusinessId": id, "version": version, "isStopped": true},
		"DisableSellerBusiness":                   {"sellerBusinessId": id, "version": version, "comment": "x"},
		"RestoreSellerBusiness":                   {"sellerBusinessId": id, "version": version},
		"ConcludeOutside":                         {"sellerBusinessId": id, "version": version, "comment": "x"},
		"ConfirmPaperApproval":                    {"sellerBusinessId": id, "version": version},
		"CheckAnonymity":                          {"sellerBusinessId": id, "texts": map[string]string{}},
	} {
		denied := m.finB.post(listingBase+path, with(body, map[string]any{"sellerBusinessId": store.NewID()})).want(400)
		m.finB.post(listingBase+path, body).sameAs(denied)
		m.buyA.post(listingBase+path, body).want(400)
		m.visitor().post(listingBase+path, body).want(401)
	}
	for _, path := range []string{"IsSellerBusinessApprovedData", "GetSellerBusinessPreview", "GetSellerBusinessHistory", "GetDisclosureLedger", "DownloadPaperApproval"} {
		denied := m.finB.get(listingBase + path + "?sellerBusinessId=" + store.NewID()).want(400)
		m.finB.get(listingBase + path + "?sellerBusinessId=" + id).sameAs(denied)
		m.buyA.get(listingBase + path + "?sellerBusinessId=" + id).want(400)
	}
	m.finB.post(listingBase+"CreateUpdateSellerBusinessOverviewAsync", with(listingOverviewBody, map[string]any{"companyId": m.seller})).sameAs(nowhere)
}

func TestSaveListing(t *testing.T) {
	m := newMarketplace(newPlatform(t))
	id, version := m.draft(nil)
	m.finA.post(listingBase+"CreateUpdateSellerBusinessOverviewAsync", with(listingOverviewBody, map[string]any{"sellerBusinessId": id, "version": version - 1})).want(409).has("入力した内容は残っています")
	m.finA.post(listingBase+"CreateUpdateSellerBusinessDetailsAsync", with(listingDetailsBody, map[string]any{"sellerBusinessId": id, "version": version - 1})).want(409)

	// All of what is wrong at once, on its fields.
	m.finA.post(listingBase+"CreateUpdateSellerBusinessOverviewAsync", map[string]any{"companyId": m.seller, "businessName": " ", "industryTypes": []string{"99999"}, "publicRegion": "[77]",
		"salesAmount": 77, "operatingProfit": 77, "salesPrice": 8, "salesPriceTo": 77, "numberOfManagersFrom": 5, "numberOfManagersTo": 4, "willingnessToSell": 9, "isRest": true,
		"location": map[string]any{"prefecturecode": "23", "citycode": "13101"}, "dueDate": "2026-11-21", "startDate": "x"}).want(422).
		has(`"businessName"`, `"industryTypes"`, `"publicRegion"`, `"salesAmount"`, `"operatingProfit"`, `"salesPrice"`, `"salesPriceTo"`, `"numberOfManagersTo"`, `"willingnessToSell"`, `"restFinancial"`, `"location"`, `"dueDate"`, `"startDate"`)
	m.finA.post(listingBase+"CreateUpdateSellerBusinessOverviewAsync", with(listingOverviewBody, map[string]any{"companyId": m.seller, "dueDate": "2027-11-22"})).want(422).has("12か月以内")
	m.finA.post(listingBase+"CreateUpdateSellerBusinessOverviewAsync", with(listingOverviewBody, map[string]any{"companyId": m.seller, "restFinancial": []string{m.aID}, "isRest": true})).want(422).has(`"restFinancial"`)
	m.finA.post(listingBase+"CreateUpdateSellerBusinessOverviewAsync", with(listingOverviewBody, map[string]any{"companyId": m.seller, "status": 1})).want(422) // no status from outside
	m.finA.post(listingBase+"CreateUpdateSellerBusinessDetailsAsync", map[string]any{"sellerBusinessId": id, "version": version, "postalCode": "1", "phone": "x", "homePageUrl": "javascript:alert(1)",
		"amountOfSales": -1, "fiscalYear": 99, "assignmentReason": []int{31}}).want(422).has(`"postalCode"`, `"phone"`, `"homePageUrl"`, `"amountOfSales"`, `"fiscalYear"`, `"assignmentReason"`)
	m.finA.post(listingBase+"CreateUpdateSellerBusinessOverviewAsync", with(listingOverviewBody, map[string]any{"companyId": m.buyerA})).want(400)

	// The default period is six months.
	seeOverview(m.finA, id).has(`"dueDate":"2027-05-21"`)
	// A draft may be almost empty, and the request then names everything that lacks.
	bare := m.finA.post(listingBase+"CreateUpdateSellerBusinessOverviewAsync", map[string]any{"companyId": m.seller, "businessName": "下書き"}).want(200).json()["sellerBusinessId"]
	m.finA.post(listingBase+"SendApprovalRequest", map[string]any{"sellerBusinessId": bare, "ppapMailaddress": ""}).want(422).
		has(`"ppapMailaddress"`, `"overview.description"`, `"overview.industryTypes"`, `"overview.salesAmount"`, `"overview.willingnessToSell"`, `"details"`, `"details.amountOfSales"`, `"details.assignmentReason"`)
}

func TestPublishedAndWorkingContent(t *testing.T) {
	m := newMarketplace(newPlatform(t))
	id := m.published(nil)
	before := seeOverview(m.buyB, id).want(200)
	m.clock.Add(5 * time.Minute)
	m.edit(id, map[string]any{"businessName": "まだ見せない表題", "description": "まだ見せない説明"}).want(200).has(`"status":1`, `"needsApprovalAgain":true`)
	seeOverview(m.finA, id).want(200).has("まだ見せない表題", `"status":1`).hasNot(`"isApprovedData":true`)
	shown := listingBase + "GetSellerBusinessOverViewAsync?isPublished=true&sellerBusinessId=" + id
	m.finA.get(shown).want(200).has("精密部品の加工", `"level":9`).hasNot("まだ見せない", `"moves"`)
	m.buyB.get(shown).sameAs(before)
	draft, _ := m.draft(nil)
	m.finA.get(listingBase + "GetSellerBusinessOverViewAsync?isPublished=true&sellerBusinessId=" + draft).want(400)
	seeOverview(m.buyB, id).sameAs(before) // not even its modified
	for _, c := range []*caller{m.buyB, m.finB, m.buyA} {
		if ids := c.search("freeWord=%E3%81%BE%E3%81%A0%E8%A6%8B%E3%81%9B%E3%81%AA%E3%81%84"); len(ids) != 0 {
			t.Error("search sees the working content")
		}
	}
	m.finA.get(listingBase+"GetSellerBusinessPreview?sellerBusinessId="+id).want(200).has("まだ見せない表題", `"isReplacing":true`).fields().hasNot(canariesL3[:6]...)

	key, passcode := m.request(id)
	m.decide(key, passcode, false).want(200)
	seeOverview(m.buyB, id).sameAs(before)
	seeOverview(m.finA, id).has(`"status":1`, "表題を直してください。")
	key, passcode = m.request(id)
	m.decide(key, passcode, true).want(200)
	seeOverview(m.buyB, id).want(200).has("まだ見せない表題").hasNot("精密部品の加工")
	m.finA.get(listingBase+"IsSellerBusinessApprovedData?sellerBusinessId="+id).want(200).has(`"isApprovedData":true`, `"isPending":false`)
	m.finA.post(listingBase+"SendApprovalRequest", map[string]any{"sellerBusinessId": id, "ppapMailaddress": "second@canary.example.co.jp"}).want(409).has("変更がありません")
}

func TestAudience(t *testing.T) {
	m := newMarketplace(newPlatform(t))
	id := m.published(nil)
	nowhere := seeOverview(m.finB, store.NewID()).want(400)
	change := func(body map[string]any) result {
		return m.finA.post(listingBase+"ChangeAudience", with(map[string]any{"sellerBusinessId": id, "version": m.version(id)}, body))
	}
	hidden := func() {
		t.Helper()
		for _, c := range []*caller{m.finB, m.buyB} {
			seeOverview(c, id).sameAs(nowhere)
			if len(c.search("")) != 0 {
				t.Error("found though it is kept from it")
			}
		}
	}
	change(map[string]any{"isRest": true, "restFinancial": []string{m.bID}}).want(200).has(`"needsApprovalAgain":false`)
	hidden()
	seeOverview(m.buyA, id).want(200).hasNot(m.bID)
	change(map[string]any{"isLimited": true}).want(200).has(`"needsApprovalAgain":false`)
	hidden()
	seeOverview(m.buyA, id).want(200).hasNot("Limited") // it would name SF
	// Widening waits for the seller.
	change(map[string]any{}).want(200).has(`"needsApprovalAgain":true`)
	hidden()
	key, passcode := m.request(id)
	m.visitor().post(listingBase+"GetApprovalByKey", map[string]any{"key": key, "passcode": passcode}).want(200).has(`"hasWiderAudience":true`)
	m.decide(key, passcode, true).want(200)
	seeOverview(m.finB, id).want(200)
	// Narrowing inside an edit holds at once too; who negotiates keeps access.
	m.negotiation(id, m.buyerB, m.bID, deal.NegotiationAnonymous, false)
	m.edit(id, map[string]any{"isLimited": true}).want(200)
	seeOverview(m.buyB, id).want(200).has(`"level":2`)
	other := m.finB.buyer("月岬精機株式会社")
	m.user(deal.RoleBUY, other, "buy2@b.example.jp")
	seeOverview(m.signIn("buy2@b.example.jp"), id).sameAs(nowhere)
	// A newly admitted institution is kept from restricted listings.
	m.edit(id, map[string]any{"isRest": true, "restFinancial": []string{m.bID}}).want(200)
	late := m.institution("9983", "あさぎり野信用金庫")
	m.write(func(tx *store.Tx) error { return tx.KeepOut(late) })
	m.user(deal.RoleFIN, late, "fin@late.example.jp")
	seeOverview(m.signIn("fin@late.example.jp"), id).sameAs(nowhere)
}

func TestPeriod(t *testing.T) {
	m := newMarketplace(newPlatform(t))
	id := m.published(nil)
	change := func(due string) result {
		return m.finA.post(listingBase+"ChangePeriod", map[string]any{"sellerBusinessId": id, "version": m.version(id), "dueDate": due})
	}
	change("2027-03-01").want(200).has(`"needsApprovalAgain":false`)
	seeOverview(m.buyB, id).has(`"dueDate":"2027-03-01"`)
	change("2026-11-21").want(422).has(`"dueDate"`)
	change("2028-01-01").want(422)
	change("2027-06-01").want(200).has(`"needsApprovalAgain":false`) // the approval is recent
	seeOverview(m.buyB, id).has(`"dueDate":"2027-06-01"`)

	m.clock.Add(193 * 24 * time.Hour) // beyond 2027-06-01
	m.finA, m.buyB = m.signIn("fin@a.example.jp"), m.signIn("buy@b.example.jp")
	nowhere := seeOverview(m.buyB, store.NewID()).want(400)
	seeOverview(m.buyB, id).sameAs(nowhere)
	seeOverview(m.finA, id).want(200).has(`"status":5`)
	m.visitor().get("/api/NumberToDisplay/GetNumberOfSellerBusiness").want(200).has(`"numberOfSellerBusiness":0`)
	change("2027-09-01").want(200).has(`"needsApprovalAgain":true`) // the approval is over six months old
	seeOverview(m.buyB, id).sameAs(nowhere)
}

func TestDisableRestoreConclude(t *testing.T) {
	m := newMarketplace(newPlatform(t))
	id := m.published(nil)
	nowhere := seeOverview(m.finB, store.NewID()).want(400)
	move := func(path string, body map[string]any) result {
		return m.finA.post(listingBase+path, with(map[string]any{"sellerBusinessId": id, "version": m.version(id)}, body))
	}
	m.visitor().get("/api/NumberToDisplay/GetNumberOfSellerBusiness").want(200).has(`"numberOfSellerBusiness":1`)
	move("ChangeSuspension", map[string]any{"isStopped": true}).want(200)
	seeOverview(m.buyB, id).want(200).has(`"isStopped":true`)
	move("ChangeSuspension", map[string]any{"isStopped": true}).want(409)
	move("ChangeSuspension", map[string]any{"isStopped": false}).want(200)
	move("DisableSellerBusiness", nil).want(422).has(`"comment"`)
	move("DisableSellerBusiness", map[string]any{"comment": "所有者の意向"}).want(200).has(`"status":3`)
	seeOverview(m.finB, id).sameAs(nowhere)
	seeOverview(m.finA, id).has("所有者の意向")
	m.edit(id, nil).want(409)
	move("RestoreSellerBusiness", nil).want(200).has(`"status":0`)
	seeOverview(m.finB, id).sameAs(nowhere)
	m.finA.get(listingBase+"GetSellerBusinessHistory?sellerBusinessId="+id).want(200).has("無効にした", "承認前に戻した", "売手の承認・公開", "所有者の意向", "利用者 fin@a.example.jp")

	sold := m.published(map[string]any{"businessName": "【東海】売れた案件"})
	m.finA.post(listingBase+"ConcludeOutside", map[string]any{"sellerBusinessId": sold, "version": m.version(sold), "comment": "親族へ"}).want(200).has(`"status":2`)
	seeOverview(m.buyB, sold).want(200).has(`"isSold":true`, "ContractSigned").hasNot("親族へ")
	m.clock.Add(190 * 24 * time.Hour)
	seeOverview(m.signIn("buy@b.example.jp"), sold).sameAs(nowhere)
}

func TestPreviewIsWhatBuyersSee(t *testing.T) {
	m := newMarketplace(newPlatform(t))
	id, _ := m.draft(nil)
	preview := m.finA.get(listingBase + "GetSellerBusinessPreview?sellerBusinessId=" + id).want(200)
	preview.fields().hasNot(canariesL4[1:]...).hasNot(canariesL3[:6]...).hasNot("prefecturecode", "inChargeFinancialInstitutionId")
	key, passcode := m.request(id)
	m.decide(key, passcode, true).want(200)
	seen := seeOverview(m.buyB, id).want(200).json()
	told := preview.json()["overview"].(map[string]any)
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
