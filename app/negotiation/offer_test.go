package negotiation_test

import (
	"testing"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/store"
)

func TestOfferThroughTheBuyersBank(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	offer := func(c *apptest.Caller, fields map[string]any) apptest.Result {
		return c.Post(apptest.NegotiationBase+"UpdateBuyerNegotiationOfferSendStatusAsync", fields)
	}
	first := map[string]any{"sellerBusinessId": tk.Listing, "companyId": tk.Candidate(tk.Listing, tk.BuyerB), "offerSendStatus": 1,
		"offerMessage": "ご検討ください。"}
	offer(tk.FinA, apptest.With(first, map[string]any{"offerMessage": ""})).Want(422).Has(`"offerMessage"`)
	offer(tk.FinB, first).Want(400)
	offer(tk.FinA, apptest.With(first, map[string]any{"companyId": tk.Seller})).Want(400)

	// The buyer was interested before: SF learns nothing of it.
	known := tk.BuyB.Post(apptest.NegotiationBase+"CreateBuyerNegotiationByBuyerAsync",
		map[string]any{"sellerBusinessId": tk.Listing}).Want(200).JSON()
	id := known["buyerNegotiationId"].(string)
	tk.BuyB.Consent(tk.Listing, int(known["version"].(float64))).Want(200)
	o := offer(tk.FinA, first).Want(200).JSON()
	if o["buyerNegotiationId"] != id || o["status"] != 0.0 {
		t.Fatalf("offer: %v", o)
	}
	sf := tk.EverythingOf(tk.FinA, id)
	(apptest.Result{T: t, Body: sf}).Has("ご検討ください。", "買手金融機関確認待ち",
		"オファーを確認しています。").HasNot(append([]string{"興味", "interest", "秘密保持", `"isConsent":true`, "蒼陵"}, apptest.BuyerNames...)...)
	(apptest.Result{T: t, Body: tk.EverythingOf(tk.BuyB, id)}).HasNot("ご検討ください。", "オファー", "確認待ち")
	if len(tk.Mails("buy@b.example.jp")) != 0 {
		t.Error("the buyer was told before its bank passed the offer on")
	}
	bf := tk.FinB.Row(id)
	if bf["isApprovalMe"] != true || bf["offerMessage"] != "ご検討ください。" {
		t.Errorf("BF: %v", bf)
	}
	tk.FinB.Deed("UpdateBuyerNegotiationOfferSendStatusAsync", id,
		map[string]any{"fromOfferSendStatus": 2, "offerSendStatus": 2}).Want(409).Has("stale")
	tk.FinA.Deed("UpdateBuyerNegotiationOfferSendStatusAsync", id, map[string]any{"fromOfferSendStatus": 1, "offerSendStatus": 2}).Want(400)
	tk.FinB.Deed("UpdateBuyerNegotiationOfferSendStatusAsync", id, map[string]any{"fromOfferSendStatus": 1, "offerSendStatus": 2}).Want(200)
	if len(tk.Mails("buy@b.example.jp")) != 1 {
		t.Error("the buyer was not told of the offer")
	}
	if v := tk.FinA.Row(id); v["offerSendStatus"] != 2.0 {
		t.Errorf("SF: %v", v["offerSendStatus"])
	}
	if v := tk.BuyB.Row(id); v["offerSendStatus"] != 3.0 || v["offerMessage"] != "ご検討ください。" {
		t.Errorf("BUY: %v", v["offerSendStatus"])
	}
	tk.FinA.Deed("UpdateBuyerNegotiationOfferSendStatusAsync", id, map[string]any{"fromOfferSendStatus": 3, "offerSendStatus": 9}).Want(200)
	(apptest.Result{T: t, Body: tk.EverythingOf(tk.BuyB, id)}).HasNot("ご検討ください。")
	for _, c := range []*apptest.Caller{tk.Rival, tk.FinC} {
		c.Get(apptest.NegotiationBase + "GetBuyerNegotiationAsync?buyerNegotiationId=" + id).Want(400)
	}
}

func TestOfferOnARowThatEndedUnseen(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	id := tk.BuyB.Post(apptest.NegotiationBase+"CreateBuyerNegotiationByBuyerAsync",
		map[string]any{"sellerBusinessId": tk.Listing}).Want(200).JSON()["buyerNegotiationId"].(string)
	tk.FinB.To(id, 0, 9, map[string]any{"endReason": 1}).Want(200)
	tk.FinA.Get(apptest.NegotiationBase + "GetBuyerNegotiationAsync?buyerNegotiationId=" + id).Want(400)
	tk.FinA.Post(apptest.NegotiationBase+"UpdateBuyerNegotiationOfferSendStatusAsync",
		map[string]any{"sellerBusinessId": tk.Listing, "companyId": tk.Candidate(tk.Listing, tk.BuyerB), "offerSendStatus": 1,
			"offerMessage": "ご検討ください。"}).Want(200).Has(`"status":0`)
	(apptest.Result{T: t, Body: tk.EverythingOf(tk.FinA, id)}).Has(`"status":0`).HasNot("交渉終了", "買手見送り", `"end":`, `"toStatus":9`,
		`"fromStatus":9`)
}

func TestLongListOffer(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	b := tk.Candidate(tk.Listing, tk.BuyerB)
	send := func(ids ...string) apptest.Result {
		return tk.FinA.Post(apptest.NegotiationBase+"LongListOfferSend",
			map[string]any{"sellerBusinessId": tk.Listing, "companyIds": ids, "offerMessage": "ご検討ください。"})
	}
	count := func() (n int) {
		tk.Read(func(q *store.Q) error {
			rows, err := q.OpenNegotiations(tk.Listing, "")
			n = len(rows)
			return err
		})
		return n
	}
	tk.FinA.Post(apptest.NegotiationBase+"LongListOfferSend", map[string]any{"sellerBusinessId": tk.Listing, "companyIds": []string{},
		"offerMessage": " "}).Want(422).Has(`"companyIds"`, `"offerMessage"`)
	send(b, tk.Seller).Want(400) // no buyer: the whole call is refused
	send(b, store.NewID()).Want(400)
	if n := count(); n != 0 {
		t.Fatalf("%d offers of a refused call", n)
	}
	v := send(tk.BuyerA, b, b, tk.Candidate(tk.Listing, tk.BuyerC)).Want(200).JSON()
	if v["allCount"] != 3.0 || v["sentCount"] != 3.0 {
		t.Errorf("result %v", v)
	}
	if v := tk.BuyA.Get(apptest.NegotiationBase + "GetBuyerNegotiationAsync?sellerBusinessId=" +
		tk.Listing).Want(200).JSON(); v["offerSendStatus"] != 3.0 {
		t.Errorf("an own buyer gets the offer at once: %v", v["offerSendStatus"])
	}
	again := send(tk.BuyerA, b).Want(200).JSON()
	if again["sentCount"] != 0.0 || again["skippedCount"] != 2.0 {
		t.Errorf("again: %v", again)
	}
	tk.FinB.Post(apptest.NegotiationBase+"LongListOfferSend", map[string]any{"sellerBusinessId": tk.Listing, "companyIds": []string{tk.BuyerC},
		"offerMessage": "x"}).Want(400)
}

func TestInterest(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	path := apptest.NegotiationBase + "UpdateBuyerNegotiationInterestStatusAsync"
	tk.BuyB.Post(path, map[string]any{"sellerBusinessId": tk.Listing, "interestStatus": 1,
		"questionnaire": 21}).Want(422).Has(`"questionnaire"`)
	o := tk.BuyB.Post(path, map[string]any{"sellerBusinessId": tk.Listing, "interestStatus": 1, "questionnaire": 3}).Want(200).JSON()
	id := o["buyerNegotiationId"].(string)
	tk.FinB.Get(apptest.NegotiationBase+"GetBuyerNegotiationAsync?buyerNegotiationId="+id).Want(200).Has("希望価格が合わない", `"interestStatus":1`)
	tk.FinA.Get(apptest.NegotiationBase + "GetBuyerNegotiationAsync?buyerNegotiationId=" + id).Want(400)
	tk.BuyB.Post(path, map[string]any{"sellerBusinessId": tk.Listing, "version": 0, "interestStatus": 2}).Want(409) // another tab made the row
	tk.FinC.Post(path, map[string]any{"sellerBusinessId": tk.Listing, "companyId": tk.BuyerB, "interestStatus": 2}).Want(400)
	tk.BuyB.Deed("UpdateBuyerNegotiationInterestStatusAsync", id, map[string]any{"interestStatus": 2, "comment": "詳しく伺いたいです。"}).Want(200)
	tk.FinB.Thread(id).Want(200).Has("詳しく伺いたいです。")
	tk.FinB.Deed("StartNegotiation", id, nil).Want(200)
	tk.BuyB.Deed("UpdateBuyerNegotiationInterestStatusAsync", id, map[string]any{"interestStatus": 1}).Want(409)
	// A bank does it for its own buyer.
	tk.FinB.Post(path, map[string]any{"sellerBusinessId": tk.Listing, "companyId": tk.RivalBuyer, "interestStatus": 2}).Want(200)
}

func TestFinancing(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	id := tk.Started()
	move := func(c *apptest.Caller, from, to deal.FinancialSupportStatus, fields map[string]any) apptest.Result {
		return c.Deed("UpdateFinancialSupportStatus", id, apptest.With(map[string]any{"fromFinancialSupportStatus": int(from),
			"financialSupportStatus": int(to)}, fields))
	}
	move(tk.FinB, 0, 2, nil).Want(422).Has(`"financingConsent"`)
	move(tk.FinB, 0, 2, map[string]any{"financingConsent": true}).Want(200)
	move(tk.FinB, 0, 1, nil).Want(409)
	move(tk.FinB, 2, 3, map[string]any{"desiredAmount": -1}).Want(422).Has(`"desiredAmount"`, `"ownFunds"`, `"fundsPurpose"`)
	move(tk.FinB, 2, 3, map[string]any{"desiredAmount": 77_123, "ownFunds": 0, "fundsPurpose": "株式の取得資金"}).Want(200)
	move(tk.FinB, 3, 6, nil).Want(409)
	move(tk.FinB, 3, 5, map[string]any{"approvalNumber": "R-12", "approvalDate": "2026-11-20", "approvedAmount": 70_000}).Want(200)
	move(tk.FinB, 5, 6, nil).Want(409).Has("成約")
	if v := tk.FinB.Row(id)["financingSupport"].(map[string]any); v["desiredAmount"] != 77123.0 || v["approvalNumber"] != "R-12" {
		t.Errorf("financing: %v", v)
	}
	move(tk.FinA, 5, 6, nil).Want(400)
	(apptest.Result{T: t, Body: tk.EverythingOf(tk.FinA, id) + tk.EverythingOf(tk.BuyB, id)}).HasNot("77123", "R-12", "株式の取得資金", "確認済", "資金支援")
	tk.BuyB.Deed("RealNameConsent", id, nil).Want(200)
	tk.FinB.To(id, 1, 2, nil).Want(200)
	(apptest.Result{T: t, Body: tk.EverythingOf(tk.FinA, id)}).Has("確認済").HasNot("77123", "R-12")
	tk.FinB.To(id, 2, 9, map[string]any{"endReason": int(deal.EndFinancing)}).Want(200)
	if v := tk.FinB.Row(id); v["financialSupportStatus"] != 9.0 {
		t.Errorf("the end leaves the financing at %v", v["financialSupportStatus"])
	}
	move(tk.FinB, 9, 2, nil).Want(409)
}

func TestSearchFinancialSupport(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	id := tk.Started()
	tk.FinB.Post(apptest.NegotiationBase+"UpdateBuyerNegotiationInterestStatusAsync",
		map[string]any{"sellerBusinessId": tk.Listing, "companyId": tk.RivalBuyer, "interestStatus": 2}).Want(200)
	ids := func(c *apptest.Caller, query string) (out []string) {
		t.Helper()
		v := c.Get("/api/BuyerCompany/SearchFinancialSupport?" + query).Want(200).JSON()
		for _, r := range v["buyerNegotiationList"].([]any) {
			out = append(out, r.(map[string]any)["buyerNegotiationId"].(string))
		}
		if float64(len(out)) != v["allCount"] {
			t.Errorf("%s: %d rows, allCount %v", query, len(out), v["allCount"])
		}
		return out
	}
	for query, want := range map[string]int{"": 2, "searchStatus=1": 1, "searchStatus=[0,1]": 2, "searchStatus=5": 0,
		"sellerBusinessName=" + "%25": 0, "searchType=1": 2, "searchType=2": 0, "searchType=3": 0, "searchType=4": 1,
		"dueDateF=2026-12-01": 2, "dueDateT=2026-12-01": 0, "dueDateT=nonsense": 2, "companyName=%E9%9C%A7%E6%99%B4": 1, "prefecture=23": 2,
		"prefecture=01": 0, "prefecture=01,23": 2, "annualSaleF=3": 0, "annualSaleF=2&annualSaleT=3": 2, "annualSaleT=2": 0,
		"sellerBusinessName=%E7%B2%BE%E5%AF%86": 2, "sellerBusinessName=%E3%82%AB%E3%83%8A%E3%83%AA%E3%82%A2": 0,
		`companyIndustryTypes={"sub_category":["13003"]}`: 2, `companyIndustryTypes={"category":["11"]}`: 0,
		`businessIndustryTypes={"category":["13"]}`: 2, `businessIndustryTypes={"sub_category":["13004"]}`: 0, "salesPrice=5": 2,
		"salesPrice=6": 0, "salesPriceTo=2": 2, "salesPriceTo=1": 0, "companyIds=[\"" + tk.BuyerB + "\"]": 1,
		"propertyName=displayName&isDescending=false": 2, "propertyName=businessName": 2, "propertyName=nextAction": 2} {
		if got := ids(tk.FinB, query); len(got) != want {
			t.Errorf("%q finds %d rows, want %d", query, len(got), want)
		}
	}
	for _, c := range []*apptest.Caller{tk.FinA, tk.FinC} {
		if got := ids(c, ""); len(got) != 0 {
			t.Errorf("another bank finds %v", got)
		}
	}
	tk.BuyB.Get("/api/BuyerCompany/SearchFinancialSupport").Want(400)
	tk.FinB.Get("/api/BuyerCompany/SearchFinancialSupport?propertyName=companyName&pageNumber=0&searchStatus=x&searchType=9&prefecture=99&annualSaleF=99&businessIndustryTypes=[").Want(422).Has(`"prefecture"`, `"annualSaleF"`, `"businessIndustryTypes"`, `"propertyName"`, `"pageNumber"`, `"searchStatus"`, `"searchType"`)
	tk.FinB.Say(id, 2, "質問です").Want(200)
	tk.FinA.Say(id, 2, "回答です").Want(200)
	if got := ids(tk.FinB, "searchType=4"); len(got) != 2 {
		t.Errorf("unread is to be acted upon: %v", got)
	}
}
