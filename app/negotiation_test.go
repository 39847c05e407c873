package app

import (
	"sync"
	"testing"
	"time"

	"tsunagu/app/deal"
	"tsunagu/store"
)

// everythingOf reads all that a caller can of a listing's negotiations, and returns it as one text.
func (t *talks) everythingOf(c *caller, id string) string {
	t.t.Helper()
	all := ""
	for _, path := range []string{"GetBuyerNegotiationAsync?buyerNegotiationId=" + id, "GetBuyerNegotiationAsync?sellerBusinessId=" + t.listing, "GetBuyerNegotiationMessageListAsync?buyerNegotiationId=" + id,
		"PartnerListByBuyerFinancial", "PartnerListByBuyerFinancial?sellerBusinessId=" + t.listing, "PartnerListBySellerFinancial?sellerBusinessId=" + t.listing, "GetUnreadCounts"} {
		all += c.get(negotiationBase+path).body + "\n"
	}
	return all + c.get("/api/BuyerCompany/SearchFinancialSupport").body
}

func TestTheDeal(t *testing.T) {
	tk := newTalks(newPlatform(t))
	none := tk.finC.get(negotiationBase + "GetBuyerNegotiationAsync?buyerNegotiationId=" + store.NewID()).want(400)

	// Nobody has a row yet; who may have one sees the moves, and no id.
	before := tk.buyB.get(negotiationBase + "GetBuyerNegotiationAsync?sellerBusinessId=" + tk.listing).want(200).json()
	if before["buyerNegotiationId"] != "" || move(before, deal.MoveInterest) == nil || move(before, deal.MoveStart) != nil {
		t.Errorf("before: %v", before)
	}

	var id string
	seller, buyer := false, false // which names are open
	// look asserts what each of the seven sees. SF sees the row where sfSees.
	look := func(step string, status int, sfSees bool) {
		t.Helper()
		for name, c := range map[string]*caller{"BUY": tk.buyB, "BF": tk.finB} {
			r := tk.everythingOf(c, id)
			for _, s := range sellerNames[:1] {
				if has := (result{t: t, body: r}); seller {
					has.has(s)
				} else {
					has.hasNot(sellerNames...)
				}
			}
			v := c.row(id)
			if v["status"] != float64(status) {
				t.Errorf("%s: %s sees status %v", step, name, v["status"])
			}
			if name == "BUY" {
				(result{t: t, body: r}).hasNot(`"owner"`, "sellerApprovalStatus", "financialSupportStatus", `"contractProposedBy"`, `"nextAction"`, "オーナー")
			} else {
				(result{t: t, body: r}).hasNot(`"owner"`, "sellerApprovalStatus")
			}
		}
		sf := tk.everythingOf(tk.finA, id)
		if buyer {
			(result{t: t, body: sf}).has("霧晴環境")
		} else {
			(result{t: t, body: sf}).hasNot(buyerNames...)
		}
		(result{t: t, body: sf}).hasNot("interestStatus", "financialSupportStatus", "isRealNameConsent", "黒潮ライバル")
		if got := tk.finA.get(negotiationBase + "GetBuyerNegotiationAsync?buyerNegotiationId=" + id); sfSees != (got.status == 200) {
			t.Errorf("%s: SF gets %d", step, got.status)
		}
		for name, c := range map[string]*caller{"rival": tk.rival, "bank C": tk.finC, "BUY A": tk.buyA} {
			c.get(negotiationBase + "GetBuyerNegotiationAsync?buyerNegotiationId=" + id).sameAs(none)
			c.thread(id).sameAs(none)
			if r := (result{t: t, body: tk.everythingOf(c, id)}); name != "" {
				r.hasNot(id, "霧晴環境", "カナリア")
			}
		}
	}

	o := tk.buyB.post(negotiationBase+"CreateBuyerNegotiationByBuyerAsync", map[string]any{"sellerBusinessId": tk.listing}).want(200).json()
	id = o["buyerNegotiationId"].(string)
	look("interest", 0, false)
	if len(tk.mails("fin@b.example.jp")) != 1 || len(tk.mails("fin@a.example.jp")) != 1 { // A: the listing's approval
		t.Errorf("interest: mails to B %d, to A %d", len(tk.mails("fin@b.example.jp")), len(tk.mails("fin@a.example.jp")))
	}
	tk.buyB.consent(tk.listing, int(o["version"].(float64))).want(200)
	look("consent", 0, false)
	tk.finB.deed("StartNegotiation", id, nil).want(200)
	look("start", 1, true)
	tk.finA.thread(id).want(200).has("匿名交渉を開始しました。").hasNot("興味あり", "秘密保持契約")
	tk.finB.to(id, 1, 2, nil).want(409).has("実名開示同意")
	tk.buyB.deed("RealNameConsent", id, nil).want(200)
	look("real-name consent", 1, true)
	tk.finB.to(id, 1, 2, nil).want(200).has(`"status":2`)
	buyer = true
	look("request", 2, true)
	if v := tk.finA.row(id); v["answerDue"] != "2026-12-05" || v["buyer"].(map[string]any)["details"].(map[string]any)["salesAmount"] != nil || v["buyer"].(map[string]any)["details"].(map[string]any)["salesAmountBand"] == nil {
		t.Errorf("SF at 2: %v", v["buyer"])
	}
	tk.finA.deed("NegotiationApprove", id, map[string]any{"isApproval": true}).want(409).has("オーナー")
	key, passcode := tk.ownerKey(id)
	look("owner asked", 2, true)
	tk.visitor().post(negotiationBase+"GetOwnerConsentByKey", map[string]any{"key": key, "passcode": passcode}).want(200).has("霧晴環境", "カナリア製作所", `"13003"`, `"23"`).hasNot("山本 一郎", "確認済", "450-0002", tk.buyerB[:8]+"x")
	tk.ownerDecides(key, passcode, true).want(200)
	tk.ownerDecides(key, passcode, false).sameAs(none)
	look("owner agreed", 2, true)
	tk.finA.deed("NegotiationApprove", id, map[string]any{"isApproval": true}).want(200).has(`"status":3`)
	seller = true
	look("approved", 3, true)
	if v := tk.finA.row(id); v["buyer"].(map[string]any)["details"].(map[string]any)["salesAmount"] != 250000.0 {
		t.Errorf("SF at 3: %v", v["buyer"])
	}
	tk.read(func(q *store.Q) error {
		lines, err := q.LedgerOfListing(tk.listing)
		cleared := 0
		for _, l := range lines {
			if l.Kind == "nameclear" && l.NegotiationID == id && l.Level == 4 {
				cleared++
			}
		}
		if cleared != 1 {
			t.Errorf("%d lines of name clearing in the ledger", cleared)
		}
		return err
	})
	tk.finB.to(id, 3, 4, nil).want(409).has("トップ面談")
	tk.finB.milestone(id, deal.MilestoneTopInterview, map[string]any{"note": "先方は二代目"}).want(200)
	tk.finB.milestone(id, deal.MilestoneIntent, nil).want(422).has(`"amount"`)
	tk.finB.milestone(id, deal.MilestoneIntent, map[string]any{"amount": 150_000}).want(200)
	tk.finA.to(id, 3, 4, nil).want(409).has("双方で確認") // what waits satisfies nothing
	tk.finA.confirm(id).want(200)
	if r := tk.everythingOf(tk.finA, id); len(r) > 0 {
		(result{t: t, body: r}).has("2026-12-01", "150000").hasNot("先方は二代目")
	}
	tk.finA.to(id, 3, 4, nil).want(200)
	look("conditions", 4, true)
	tk.dated(id)

	// A rival of the same bank and one of bank C are in it as well, and an offer is open.
	rival := tk.rival.post(negotiationBase+"CreateBuyerNegotiationByBuyerAsync", map[string]any{"sellerBusinessId": tk.listing}).want(200).json()["buyerNegotiationId"].(string)
	tk.finB.deed("StartNegotiation", rival, nil).want(200)
	tk.finA.post(negotiationBase+"UpdateBuyerNegotiationOfferSendStatusAsync", map[string]any{"sellerBusinessId": tk.listing, "companyId": tk.candidate(tk.listing, tk.buyerC), "offerSendStatus": 1, "offerMessage": "ご検討ください。"}).want(200)

	tk.finB.to(id, 4, 5, nil).want(200)
	look("proposed", 4, true)
	tk.finB.to(id, 4, 5, map[string]any{"move": "confirm_contract"}).want(409)
	if v := tk.finA.row(id); v["isApprovalMe"] != true || v["contractProposedBy"] != "bf" {
		t.Errorf("SF does not see that it can confirm: %v %v", v["isApprovalMe"], v["contractProposedBy"])
	}
	tk.finA.to(id, 4, 5, nil).want(200).has(`"status":5`)
	for _, c := range []*caller{tk.buyB, tk.finB, tk.finA} {
		if v := c.row(id); v["status"] != 5.0 || v["statusLabel"] != "成約" || len(v["writableMessageTypes"].([]any)) != 0 {
			t.Errorf("after the contract: %v", v)
		}
	}
	tk.finA.say(id, 2, "あとから").want(409)

	// The rivals learn that it is over, and neither with whom nor at what.
	for _, c := range []*caller{tk.rival, tk.finC} {
		r := tk.everythingOf(c, rival)
		(result{t: t, body: r}).hasNot(id, "霧晴環境", "カナリア", "150000")
	}
	(result{t: t, body: viewText(tk.rival.row(rival))}).has("募集終了", `"status":9`).hasNot("fin@b.example.jp", "利用者 fin@a", tk.buyerB)
	tk.rival.thread(rival).want(200).has("募集終了")
	v := tk.finC.get(negotiationBase + "PartnerListByBuyerFinancial").want(200).json()["partnerList"].([]any)[0].(map[string]any)
	if v["offerSendStatus"] != 9.0 || v["status"] != 9.0 {
		t.Errorf("the offer to C: %v", v)
	}
	tk.read(func(q *store.Q) error {
		l, err := q.Listing(store.Viewer{InstitutionID: tk.aID}, tk.listing)
		if err == nil && (l.Status != int(deal.ListingConcluded) || l.ConcludedAt.IsZero()) {
			t.Errorf("listing %d, %v", l.Status, l.ConcludedAt)
		}
		if err == nil {
			err = q.VerifyChains()
		}
		return err
	})
}

func TestNamesCloseAgain(t *testing.T) {
	t.Run("refused", func(t *testing.T) {
		tk := newTalks(newPlatform(t))
		id := tk.hoped()
		tk.finB.say(id, 2, "霧晴環境の山本です。").want(200)
		tk.finA.thread(id).want(200).has("霧晴環境の山本です。")
		tk.finA.deed("NegotiationApprove", id, map[string]any{"isApproval": false}).want(422).has(`"ownerReason"`, "打診状況報告")
		tk.finA.deed("NegotiationApprove", id, map[string]any{"isApproval": false, "status": 1, "comment": "条件が合いません。"}).want(422).has(`"ownerReason"`)
		tk.finA.deed("NegotiationApprove", id, map[string]any{"isApproval": false, "status": 3, "ownerReason": "x"}).want(422).has(`"status"`)
		tk.finA.deed("NegotiationApprove", id, map[string]any{"isApproval": false, "status": 1, "comment": "条件が合いません。", "ownerReason": "同業のため。"}).want(200).has(`"status":1`)
		(result{t: t, body: tk.everythingOf(tk.finA, id)}).hasNot(buyerNames...)
		(result{t: t, body: tk.everythingOf(tk.finB, id)}).has("条件が合いません。", "2026-12-21").hasNot(sellerNames...)
		(result{t: t, body: tk.everythingOf(tk.buyB, id)}).hasNot("条件が合いません。")
		tk.buyB.deed("RealNameConsent", id, nil).want(200)
		tk.finB.to(id, 1, 2, nil).want(409).has("2026/12/21以降に申請してください。")
		tk.clock.Add(30 * 24 * time.Hour)
		tk.finB, tk.finA = tk.signIn("fin@b.example.jp"), tk.signIn("fin@a.example.jp")
		tk.finB.to(id, 1, 2, nil).want(200)
		tk.finA.thread(id).want(200).has("霧晴環境の山本です。")
	})
	t.Run("ended", func(t *testing.T) {
		tk := newTalks(newPlatform(t))
		id := tk.named()
		tk.finA.say(id, 2, "カナリア製作所の金糸です。").want(200)
		file := tk.finA.upload(negotiationBase+"CreateBuyerNegotiationMessageAsync", map[string]any{"buyerNegotiationId": id, "messageType": 2, "messageBody": ""}, "カナリア決算書.pdf", []byte("%PDF-1.7 x")).want(200).json()["buyerNegotiationMessageId"].(string)
		tk.finB.say(id, 2, "霧晴環境より。").want(200)
		tk.finB.get(negotiationBase + "DownloadAttachedFile?buyerNegotiationMessageId=" + file).want(200)
		tk.finB.thread(id).want(200).has("カナリア製作所の金糸です。", "カナリア決算書.pdf")
		tk.finB.to(id, 3, 9, nil).want(422).has(`"endReason"`)
		tk.finB.to(id, 3, 9, map[string]any{"endReason": int(deal.EndCompliance), "comment": "内部の事情"}).want(200)
		(result{t: t, body: tk.everythingOf(tk.finA, id)}).hasNot(append([]string{"内部の事情", "コンプライアンス"}, buyerNames...)...)
		(result{t: t, body: tk.everythingOf(tk.finB, id)}).has("内部の事情", "コンプライアンス", `"isClosed":true`).hasNot("カナリア製作所", "カナリア決算書.pdf")
		(result{t: t, body: tk.everythingOf(tk.buyB, id)}).hasNot(append([]string{"内部の事情", "コンプライアンス"}, sellerNames...)...)
		none := tk.finB.get(negotiationBase + "DownloadAttachedFile?buyerNegotiationMessageId=" + store.NewID()).want(400)
		tk.finB.get(negotiationBase + "DownloadAttachedFile?buyerNegotiationMessageId=" + file).sameAs(none)
		tk.finA.get(negotiationBase + "DownloadAttachedFile?buyerNegotiationMessageId=" + file).want(200)
		tk.finB.say(id, 2, "あとから").want(409)
		list := func(c *caller, side string) result {
			return c.get(negotiationBase + "PartnerListBy" + side + "Financial").want(200)
		}
		list(tk.finB, "Buyer").has(`"isDisposalDue":true`)
		list(tk.finA, "Seller").hasNot("isDisposalDue")
		list(tk.buyB, "Buyer").hasNot("isDisposalDue")
		tk.finB.deed("ConfirmDisposal", id, map[string]any{}).want(200)
		tk.finB.deed("ConfirmDisposal", id, map[string]any{}).want(409)
		list(tk.finB, "Buyer").hasNot("isDisposalDue")
		tk.finA.deed("ConfirmDisposal", id, map[string]any{}).want(400)

		// Taken up again: BF asks, the buyer consents anew, SF agrees; names stay closed.
		tk.finB.to(id, 9, 1, nil).want(200).has(`"status":9`)
		tk.finA.to(id, 9, 1, nil).want(409).has("新たな秘密保持契約")
		tk.clock.Add(time.Second)
		tk.buyB.consent(tk.listing, tk.buyB.rowVersion(id)).want(200)
		tk.finA.to(id, 9, 1, nil).want(200).has(`"status":1`)
		(result{t: t, body: tk.everythingOf(tk.finB, id)}).hasNot(sellerNames...)
		(result{t: t, body: tk.everythingOf(tk.finA, id)}).hasNot(buyerNames...)
	})
}

func TestStaleAndConcurrentMoves(t *testing.T) {
	tk := newTalks(newPlatform(t))
	id := tk.started()
	v := tk.finB.rowVersion(id)
	body := func(version, from int) map[string]any {
		return map[string]any{"buyerNegotiationId": id, "version": version, "fromStatus": from, "status": 9, "endReason": 1}
	}
	tk.finB.post(negotiationBase+"NegotiationStatusChange", body(v-1, 1)).want(409).has(`"stale"`)
	tk.finB.post(negotiationBase+"NegotiationStatusChange", body(v, 3)).want(409).has(`"stale"`, "匿名交渉中")
	var wg sync.WaitGroup
	statuses := make([]int, 4)
	for i := range statuses {
		wg.Go(func() {
			c := []*caller{tk.finB, tk.finA, tk.secondB, tk.secondA}[i]
			statuses[i] = c.post(negotiationBase+"NegotiationStatusChange", body(v, 1)).status
		})
	}
	wg.Wait()
	won := map[int]int{}
	for _, s := range statuses {
		won[s]++
	}
	if won[200] != 1 || won[409] != 3 {
		t.Errorf("statuses %v", statuses)
	}
	tk.finC.post(negotiationBase+"NegotiationStatusChange", body(v, 1)).want(400)
	tk.buyB.post(negotiationBase+"NegotiationStatusChange", body(v, 1)).want(400)
}

func TestSecondPairOfEyes(t *testing.T) {
	tk := newTalks(newPlatform(t))
	id := tk.started()
	pdf := []byte("%PDF-1.7 signed")
	attach := func(c *caller, kind string) result {
		return c.upload(negotiationBase+"AttachPaper", map[string]any{"buyerNegotiationId": id, "version": c.rowVersion(id), "kind": kind}, "同意書.pdf", pdf)
	}
	tk.finB.deed("RealNameConsent", id, nil).want(422).has(`"file"`)
	tk.finA.deed("RealNameConsent", id, nil).want(400)
	attach(tk.finA, "realname_consent").want(400)
	attach(tk.finB, "realname_consent").want(200)
	paper := tk.finB.row(id)["papers"].([]any)[0].(map[string]any)
	if paper["canConfirm"] != false || tk.secondB.row(id)["papers"].([]any)[0].(map[string]any)["canConfirm"] != true {
		t.Errorf("papers: %v", paper)
	}
	download := negotiationBase + "DownloadPaper?paperId=" + paper["paperId"].(string)
	if r := tk.secondB.get(download).want(200); r.body != string(pdf) {
		t.Error("another paper")
	}
	for _, c := range []*caller{tk.finA, tk.finC, tk.buyB} {
		c.get(download).want(400)
	}
	if len(tk.finA.row(id)["papers"].([]any)) != 0 {
		t.Error("SF sees the buyer's paper")
	}
	tk.finB.deed("RealNameConsent", id, nil).want(409).has("別の担当者")
	tk.secondB.deed("RealNameConsent", id, nil).want(200)
	tk.finB.to(id, 1, 2, nil).want(200)
	attach(tk.finA, "owner_consent").want(200)
	tk.finA.deed("RecordOwnerConsent", id, map[string]any{"isApproval": true}).want(409)
	tk.finB.deed("RecordOwnerConsent", id, map[string]any{"isApproval": true}).want(400)
	tk.secondA.deed("RecordOwnerConsent", id, map[string]any{"isApproval": true}).want(200)
	if v := tk.finA.row(id)["owner"].(map[string]any); v["status"] != 2.0 || v["isPaper"] != true {
		t.Errorf("owner: %v", v)
	}
	tk.finA.deed("NegotiationApprove", id, map[string]any{"isApproval": true}).want(200)
}

func TestOneBankOnBothSides(t *testing.T) {
	tk := newTalks(newPlatform(t))
	o := tk.buyA.post(negotiationBase+"CreateBuyerNegotiationByBuyerAsync", map[string]any{"sellerBusinessId": tk.listing}).want(200).json()
	id := o["buyerNegotiationId"].(string)
	tk.buyA.consent(tk.listing, int(o["version"].(float64))).want(200)
	tk.finA.deed("StartNegotiation", id, nil).want(200)
	tk.buyA.deed("RealNameConsent", id, nil).want(200)
	tk.finA.to(id, 1, 2, nil).want(200)
	tk.finA.deed("RecordOwnerConsent", id, map[string]any{"isApproval": true}).want(422)
	key, passcode := tk.ownerKey(id)
	tk.ownerDecides(key, passcode, true).want(200)
	tk.finA.deed("NegotiationApprove", id, map[string]any{"isApproval": true}).want(409).has("別の担当者")
	tk.secondA.deed("NegotiationApprove", id, map[string]any{"isApproval": true}).want(200)
	if v := tk.finA.row(id); v["side"] != "both" || v["level"] != 9.0 {
		t.Errorf("both: %v %v", v["side"], v["level"])
	}
	tk.buyA.row(id)
}

func TestOwnerLink(t *testing.T) {
	tk := newTalks(newPlatform(t))
	id := tk.hoped()
	tk.finA.deed("RequestOwnerConsent", id, map[string]any{"userId": store.NewID(), "ppapMailaddress": "x"}).want(422).has(`"userId"`, `"ppapMailaddress"`)
	tk.finB.deed("RequestOwnerConsent", id, map[string]any{"userId": tk.personID, "ppapMailaddress": "second@canary.example.co.jp"}).want(400)
	old, oldCode := tk.ownerKey(id)
	key, passcode := tk.ownerKey(id)
	none := tk.ownerDecides("unknown", "12345678", true).want(400)
	tk.ownerDecides(old, oldCode, true).sameAs(none) // the newer request killed it
	for range deal.WrongPasscodes - 1 {
		tk.ownerDecides(key, "00000000", true).want(422).has(`"passcode"`)
	}
	tk.ownerDecides(key, "00000000", true).want(409)
	tk.ownerDecides(key, passcode, true).sameAs(none)
	if v := tk.finA.row(id)["owner"].(map[string]any); v["status"] != 1.0 || v["isExpired"] != true {
		t.Errorf("owner: %v", v)
	}
	key, passcode = tk.ownerKey(id)
	tk.visitor().post(negotiationBase+"DecideOwnerConsentByKey", map[string]any{"key": key, "passcode": passcode, "isApproval": false, "userName": " "}).want(422).has(`"userName"`)
	tk.ownerDecides(key, passcode, false).want(200)
	if v := tk.finA.row(id); v["sellerApprovalStatus"] != 3.0 || v["owner"].(map[string]any)["decidedName"] != "金糸 雀" {
		t.Errorf("owner: %v", v["owner"])
	}
	(result{t: t, body: tk.everythingOf(tk.finB, id)}).hasNot("拒否", "オーナーが", "金糸")
	tk.finA.deed("NegotiationApprove", id, map[string]any{"isApproval": true}).want(409)
	tk.finA.deed("NegotiationApprove", id, map[string]any{"isApproval": false, "status": 9, "comment": "見送ります。", "ownerReason": "同業のため。"}).want(200).has(`"status":9`)
}

func TestConsentByPaper(t *testing.T) {
	tk := newTalks(newPlatform(t))
	a := tk.finB.get(listingBase + "GetConfidentialityAgreement").want(200).json()
	form := map[string]any{"sellerBusinessId": tk.listing, "companyId": tk.buyerB, "version": 0, "agreementVersion": a["version"], "agreementHash": a["hash"]}
	tk.finB.post(listingBase+"Consent", form).want(422).has(`"file"`)
	tk.finB.upload(listingBase+"Consent", form, "NDA.exe", []byte("MZ\x00\x00")).want(415)
	tk.finB.upload(listingBase+"Consent", with(form, map[string]any{"agreementVersion": 99}), "NDA.pdf", []byte("%PDF-1.7")).want(409)
	tk.finC.upload(listingBase+"Consent", form, "NDA.pdf", []byte("%PDF-1.7")).want(400)
	tk.finB.upload(listingBase+"Consent", with(form, map[string]any{"version": "x"}), "NDA.pdf", []byte("%PDF-1.7")).want(422).has(`"version"`)
	id := tk.finB.upload(listingBase+"Consent", form, "NDA.pdf", []byte("%PDF-1.7")).want(200).json()["buyerNegotiationId"].(string)
	if v := tk.finB.row(id); v["isConsent"] != true || v["consent"].(map[string]any)["isPaper"] != true || v["level"] != 1.0 {
		t.Errorf("consent: %v", v["consent"])
	}
	tk.finB.upload(listingBase+"Consent", with(form, map[string]any{"version": tk.finB.rowVersion(id)}), "NDA.pdf", []byte("%PDF-1.7")).want(409)
}

func TestExclusivityStopsTheListing(t *testing.T) {
	tk := newTalks(newPlatform(t))
	id := tk.intended()
	tk.finB.milestone(id, deal.MilestoneBasicAgreement, map[string]any{"until": "2026-11-30"}).want(422).has(`"until"`)
	tk.finB.milestone(id, deal.MilestoneBasicAgreement, map[string]any{"until": "2026-12-31"}).want(200)
	tk.finC.get(listingBase + "GetSellerBusinessOverViewAsync?sellerBusinessId=" + tk.listing).want(200).has(`"isStopped":false`) // BF alone stops nothing
	tk.finA.confirm(id).want(200)
	start := map[string]any{"sellerBusinessId": tk.listing, "companyId": tk.buyerC}
	r := tk.finC.post(negotiationBase+"StartNegotiation", start).want(409).has("受付停止中")
	r.hasNot("霧晴", "独占", "2026")
	if v := tk.finC.get(negotiationBase + "GetBuyerNegotiationAsync?sellerBusinessId=" + tk.listing + "&companyId=" + tk.buyerC).want(200).json(); move(v, deal.MoveStart)["blocked"] == "" || v["isStopped"] != true {
		t.Errorf("C: %v", v["moves"])
	}
	tk.clock.Add(41 * 24 * time.Hour)
	c := tk.signIn("fin@c.example.jp")
	for _, path := range []string{"GetSellerBusinessOverViewAsync?sellerBusinessId=" + tk.listing, "SearchSellerBusinessAsync"} {
		c.get(listingBase + path).want(200).has(`"isStopped":false`).hasNot(`"isStopped":true`)
	}
	c.post(negotiationBase+"StartNegotiation", start).want(200)
}

func TestNextAction(t *testing.T) {
	tk := newTalks(newPlatform(t))
	id := tk.started()
	users := map[string]string{}
	tk.read(func(q *store.Q) error {
		for _, inst := range []string{tk.aID, tk.bID} {
			us, err := q.UsersOf(inst, int(deal.RoleFIN))
			if err != nil {
				return err
			}
			users[inst] = us[0].ID
		}
		return nil
	})
	tk.finB.deed("UpdateNextAction", id, map[string]any{"date": "2026-13-01", "userId": users[tk.aID]}).want(422).has(`"date"`, `"userId"`)
	tk.finB.deed("UpdateNextAction", id, map[string]any{"date": "2026-12-24", "userId": users[tk.bID]}).want(200)
	(result{t: t, body: tk.everythingOf(tk.finB, id)}).has("2026-12-24")
	(result{t: t, body: tk.everythingOf(tk.finA, id) + tk.everythingOf(tk.buyB, id)}).hasNot("2026-12-24")
}
