package app

import (
	"testing"

	"tsunagu/app/deal"
	"tsunagu/store"
)

func TestOfferThroughTheBuyersBank(t *testing.T) {
	tk := newTalks(newPlatform(t))
	offer := func(c *caller, fields map[string]any) result {
		return c.post(negotiationBase+"UpdateBuyerNegotiationOfferSendStatusAsync", fields)
	}
	first := map[string]any{"sellerBusinessId": tk.listing, "companyId": tk.candidate(tk.listing, tk.buyerB), "offerSendStatus": 1, "offerMessage": "ご検討ください。"}
	offer(tk.finA, with(first, map[string]any{"offerMessage": ""})).want(422).has(`"offerMessage"`)
	offer(tk.finB, first).want(400)
	offer(tk.finA, with(first, map[string]any{"companyId": tk.seller})).want(400)

	// The buyer was interested before: SF learns nothing of it.
	known := tk.buyB.post(negotiationBase+"CreateBuyerNegotiationByBuyerAsync", map[string]any{"sellerBusinessId": tk.listing}).want(200).json()
	id := known["buyerNegotiationId"].(string)
	tk.buyB.consent(tk.listing, int(known["version"].(float64))).want(200)
	o := offer(tk.finA, first).want(200).json()
	if o["buyerNegotiationId"] != id || o["status"] != 0.0 {
		t.Fatalf("offer: %v", o)
	}
	sf := tk.everythingOf(tk.finA, id)
	(result{t: t, body: sf}).has("ご検討ください。", "買手金融機関確認待ち", "オファーを確認しています。").hasNot(append([]string{"興味", "interest", "秘密保持", `"isConsent":true`, "蒼陵"}, buyerNames...)...)
	(result{t: t, body: tk.everythingOf(tk.buyB, id)}).hasNot("ご検討ください。", "オファー", "確認待ち")
	if len(tk.mails("buy@b.example.jp")) != 0 {
		t.Error("the buyer was told before its bank passed the offer on")
	}
	bf := tk.finB.row(id)
	if bf["isApprovalMe"] != true || bf["offerMessage"] != "ご検討ください。" {
		t.Errorf("BF: %v", bf)
	}
	tk.finB.deed("UpdateBuyerNegotiationOfferSendStatusAsync", id, map[string]any{"fromOfferSendStatus": 2, "offerSendStatus": 2}).want(409).has("stale")
	tk.finA.deed("UpdateBuyerNegotiationOfferSendStatusAsync", id, map[string]any{"fromOfferSendStatus": 1, "offerSendStatus": 2}).want(400)
	tk.finB.deed("UpdateBuyerNegotiationOfferSendStatusAsync", id, map[string]any{"fromOfferSendStatus": 1, "offerSendStatus": 2}).want(200)
	if len(tk.mails("buy@b.example.jp")) != 1 {
		t.Error("the buyer was not told of the offer")
	}
	if v := tk.finA.row(id); v["offerSendStatus"] != 2.0 {
		t.Errorf("SF: %v", v["offerSendStatus"])
	}
	if v := tk.buyB.row(id); v["offerSendStatus"] != 3.0 || v["offerMessage"] != "ご検討ください。" {
		t.Errorf("BUY: %v", v["offerSendStatus"])
	}
	tk.finA.deed("UpdateBuyerNegotiationOfferSendStatusAsync", id, map[string]any{"fromOfferSendStatus": 3, "offerSendStatus": 9}).want(200)
	(result{t: t, body: tk.everythingOf(tk.buyB, id)}).hasNot("ご検討ください。")
	for _, c := range []*caller{tk.rival, tk.finC} {
		c.get(negotiationBase + "GetBuyerNegotiationAsync?buyerNegotiationId=" + id).want(400)
	}
}

func TestOfferOnARowThatEndedUnseen(t *testing.T) {
	tk := newTalks(newPlatform(t))
	id := tk.buyB.post(negotiationBase+"CreateBuyerNegotiationByBuyerAsync", map[string]any{"sellerBusinessId": tk.listing}).want(200).json()["buyerNegotiationId"].(string)
	tk.finB.to(id, 0, 9, map[string]any{"endReason": 1}).want(200)
	tk.finA.get(negotiationBase + "GetBuyerNegotiationAsync?buyerNegotiationId=" + id).want(400)
	tk.finA.post(negotiationBase+"UpdateBuyerNegotiationOfferSendStatusAsync", map[string]any{"sellerBusinessId": tk.listing, "companyId": tk.candidate(tk.listing, tk.buyerB), "offerSendStatus": 1, "offerMessage": "ご検討ください。"}).want(200).has(`"status":0`)
	(result{t: t, body: tk.everythingOf(tk.finA, id)}).has(`"status":0`).hasNot("交渉終了", "買手見送り", `"end":`, `"toStatus":9`, `"fromStatus":9`)
}

func TestLongListOffer(t *testing.T) {
	tk := newTalks(newPlatform(t))
	b := tk.candidate(tk.listing, tk.buyerB)
	send := func(ids ...string) result {
		return tk.finA.post(negotiationBase+"LongListOfferSend", map[string]any{"sellerBusinessId": tk.listing, "companyIds": ids, "offerMessage": "ご検討ください。"})
	}
	count := func() (n int) {
		tk.read(func(q *store.Q) error {
			rows, err := q.OpenNegotiations(tk.listing, "")
			n = len(rows)
			return err
		})
		return n
	}
	tk.finA.post(negotiationBase+"LongListOfferSend", map[string]any{"sellerBusinessId": tk.listing, "companyIds": []string{}, "offerMessage": " "}).want(422).has(`"companyIds"`, `"offerMessage"`)
	send(b, tk.seller).want(400) // no buyer: the whole call is refused
	send(b, store.NewID()).want(400)
	if n := count(); n != 0 {
		t.Fatalf("%d offers of a refused call", n)
	}
	v := send(tk.buyerA, b, b, tk.candidate(tk.listing, tk.buyerC)).want(200).json()
	if v["allCount"] != 3.0 || v["sentCount"] != 3.0 {
		t.Errorf("result %v", v)
	}
	if v := tk.buyA.get(negotiationBase + "GetBuyerNegotiationAsync?sellerBusinessId=" + tk.listing).want(200).json(); v["offerSendStatus"] != 3.0 {
		t.Errorf("an own buyer gets the offer at once: %v", v["offerSendStatus"])
	}
	again := send(tk.buyerA, b).want(200).json()
	if again["sentCount"] != 0.0 || again["skippedCount"] != 2.0 {
		t.Errorf("again: %v", again)
	}
	tk.finB.post(negotiationBase+"LongListOfferSend", map[string]any{"sellerBusinessId": tk.listing, "companyIds": []string{tk.buyerC}, "offerMessage": "x"}).want(400)
}

func TestInterest(t *testing.T) {
	tk := newTalks(newPlatform(t))
	path := negotiationBase + "UpdateBuyerNegotiationInterestStatusAsync"
	tk.buyB.post(path, map[string]any{"sellerBusinessId": tk.listing, "interestStatus": 1, "questionnaire": 21}).want(422).has(`"questionnaire"`)
	o := tk.buyB.post(path, map[string]any{"sellerBusinessId": tk.listing, "interestStatus": 1, "questionnaire": 3}).want(200).json()
	id := o["buyerNegotiationId"].(string)
	tk.finB.get(negotiationBase+"GetBuyerNegotiationAsync?buyerNegotiationId="+id).want(200).has("希望価格が合わない", `"interestStatus":1`)
	tk.finA.get(negotiationBase + "GetBuyerNegotiationAsync?buyerNegotiationId=" + id).want(400)
	tk.buyB.post(path, map[string]any{"sellerBusinessId": tk.listing, "interestStatus": 2}).want(409) // another tab made the row
	tk.finC.post(path, map[string]any{"sellerBusinessId": tk.listing, "companyId": tk.buyerB, "interestStatus": 2}).want(400)
	tk.buyB.deed("UpdateBuyerNegotiationInterestStatusAsync", id, map[string]any{"interestStatus": 2, "comment": "詳しく伺いたいです。"}).want(200)
	tk.finB.thread(id).want(200).has("詳しく伺いたいです。")
	tk.finB.deed("StartNegotiation", id, nil).want(200)
	tk.buyB.deed("UpdateBuyerNegotiationInterestStatusAsync", id, map[string]any{"interestStatus": 1}).want(409)
	// A bank does it for its own buyer.
	tk.finB.post(path, map[string]any{"sellerBusinessId": tk.listing, "companyId": tk.rivalBuyer, "interestStatus": 2}).want(200)
}

func TestFinancing(t *testing.T) {
	tk := newTalks(newPlatform(t))
	id := tk.started()
	move := func(c *caller, from, to deal.FinancialSupportStatus, fields map[string]any) result {
		return c.deed("UpdateFinancialSupportStatus", id, with(map[string]any{"fromFinancialSupportStatus": int(from), "financialSupportStatus": int(to)}, fields))
	}
	move(tk.finB, 0, 2, nil).want(422).has(`"financingConsent"`)
	move(tk.finB, 0, 2, map[string]any{"financingConsent": true}).want(200)
	move(tk.finB, 0, 1, nil).want(409)
	move(tk.finB, 2, 3, map[string]any{"desiredAmount": -1}).want(422).has(`"desiredAmount"`, `"ownFunds"`, `"fundsPurpose"`)
	move(tk.finB, 2, 3, map[string]any{"desiredAmount": 77_123, "ownFunds": 0, "fundsPurpose": "株式の取得資金"}).want(200)
	move(tk.finB, 3, 6, nil).want(409)
	move(tk.finB, 3, 5, map[string]any{"approvalNumber": "R-12", "approvalDate": "2026-11-20", "approvedAmount": 70_000}).want(200)
	move(tk.finB, 5, 6, nil).want(409).has("成約")
	if v := tk.finB.row(id)["financingSupport"].(map[string]any); v["desiredAmount"] != 77123.0 || v["approvalNumber"] != "R-12" {
		t.Errorf("financing: %v", v)
	}
	move(tk.finA, 5, 6, nil).want(400)
	(result{t: t, body: tk.everythingOf(tk.finA, id) + tk.everythingOf(tk.buyB, id)}).hasNot("77123", "R-12", "株式の取得資金", "確認済", "資金支援")
	tk.buyB.deed("RealNameConsent", id, nil).want(200)
	tk.finB.to(id, 1, 2, nil).want(200)
	(result{t: t, body: tk.everythingOf(tk.finA, id)}).has("確認済").hasNot("77123", "R-12")
	tk.finB.to(id, 2, 9, map[string]any{"endReason": int(deal.EndFinancing)}).want(200)
	if v := tk.finB.row(id); v["financialSupportStatus"] != 9.0 {
		t.Errorf("the end leaves the financing at %v", v["financialSupportStatus"])
	}
	move(tk.finB, 9, 2, nil).want(409)
}

func TestSearchFinancialSupport(t *testing.T) {
	tk := newTalks(newPlatform(t))
	id := tk.started()
	tk.finB.post(negotiationBase+"UpdateBuyerNegotiationInterestStatusAsync", map[string]any{"sellerBusinessId": tk.listing, "companyId": tk.rivalBuyer, "interestStatus": 2}).want(200)
	ids := func(c *caller, query string) (out []string) {
		t.Helper()
		v := c.get("/api/BuyerCompany/SearchFinancialSupport?" + query).want(200).json()
		for _, r := range v["buyerNegotiationList"].([]any) {
			out = append(out, r.(map[string]any)["buyerNegotiationId"].(string))
		}
		if float64(len(out)) != v["allCount"] {
			t.Errorf("%s: %d rows, allCount %v", query, len(out), v["allCount"])
		}
		return out
	}
	for query, want := range map[string]int{"": 2, "searchStatus=1": 1, "searchStatus=[0,1]": 2, "searchStatus=5": 0, "sellerBusinessName=" + "%25": 0, "searchType=1": 2, "searchType=2": 0, "searchType=3": 0, "searchType=4": 1,
		"dueDateF=2026-12-01": 2, "dueDateT=2026-12-01": 0, "dueDateT=nonsense": 2, "companyName=%E9%9C%A7%E6%99%B4": 1, "prefecture=23": 2, "prefecture=01": 0, "prefecture=01,23": 2, "annualSaleF=3": 0, "annualSaleF=2&annualSaleT=3": 2, "annualSaleT=2": 0,
		"sellerBusinessName=%E7%B2%BE%E5%AF%86": 2, "sellerBusinessName=%E3%82%AB%E3%83%8A%E3%83%AA%E3%82%A2": 0, `companyIndustryTypes={"sub_category":["13003"]}`: 2, `companyIndustryTypes={"category":["11"]}`: 0,
		`businessIndustryTypes={"category":["13"]}`: 2, `businessIndustryTypes={"sub_category":["13004"]}`: 0, "salesPrice=5": 2, "salesPrice=6": 0, "salesPriceTo=2": 2, "salesPriceTo=1": 0, "companyIds=[\"" + tk.buyerB + "\"]": 1, "propertyName=displayName&isDescending=false": 2, "propertyName=businessName": 2, "propertyName=nextAction": 2} {
		if got := ids(tk.finB, query); len(got) != want {
			t.Errorf("%q finds %d rows, want %d", query, len(got), want)
		}
	}
	for _, c := range []*caller{tk.finA, tk.finC} {
		if got := ids(c, ""); len(got) != 0 {
			t.Errorf("another bank finds %v", got)
		}
	}
	tk.buyB.get("/api/BuyerCompany/SearchFinancialSupport").want(400)
	tk.finB.get("/api/BuyerCompany/SearchFinancialSupport?propertyName=companyName&pageNumber=0&searchStatus=x&searchType=9&prefecture=99&annualSaleF=99&businessIndustryTypes=[").want(422).has(`"prefecture"`, `"annualSaleF"`, `"businessIndustryTypes"`, `"propertyName"`, `"pageNumber"`, `"searchStatus"`, `"searchType"`)
	tk.finB.say(id, 2, "質問です").want(200)
	tk.finA.say(id, 2, "回答です").want(200)
	if got := ids(tk.finB, "searchType=4"); len(got) != 2 {
		t.Errorf("unread is to be acted upon: %v", got)
	}
}
