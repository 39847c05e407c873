package negotiation_test

import (
	"sync"
	"testing"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/store"
)

func TestTheDeal(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	none := tk.FinC.Get(apptest.NegotiationBase + "GetBuyerNegotiationAsync?buyerNegotiationId=" + store.NewID()).Want(400)

	// Nobody has a row yet; who may have one sees the moves, and no id.
	before := tk.BuyB.Get(apptest.NegotiationBase + "GetBuyerNegotiationAsync?sellerBusinessId=" + tk.Listing).Want(200).JSON()
	if before["buyerNegotiationId"] != "" || apptest.Move(before, deal.MoveInterest) == nil || apptest.Move(before, deal.MoveStart) != nil {
		t.Errorf("before: %v", before)
	}

	var id string
	seller, buyer := false, false // which names are open
	// look asserts what each of the seven sees. SF sees the row where sfSees.
	look := func(step string, status int, sfSees bool) {
		t.Helper()
		for name, c := range map[string]*apptest.Caller{"BUY": tk.BuyB, "BF": tk.FinB} {
			r := tk.EverythingOf(c, id)
			for _, s := range apptest.SellerNames[:1] {
				if has := (apptest.Result{T: t, Body: r}); seller {
					has.Has(s)
				} else {
					has.HasNot(apptest.SellerNames...)
				}
			}
			v := c.Row(id)
			if v["status"] != float64(status) {
				t.Errorf("%s: %s sees status %v", step, name, v["status"])
			}
			if name == "BUY" {
				(apptest.Result{T: t, Body: r}).HasNot(`"owner"`, "sellerApprovalStatus", "financialSupportStatus", `"contractProposedBy"`,
					`"nextAction"`, "オーナー")
			} else {
				(apptest.Result{T: t, Body: r}).HasNot(`"owner"`, "sellerApprovalStatus")
			}
		}
		sf := tk.EverythingOf(tk.FinA, id)
		if buyer {
			(apptest.Result{T: t, Body: sf}).Has("霧晴環境")
		} else {
			(apptest.Result{T: t, Body: sf}).HasNot(apptest.BuyerNames...)
		}
		(apptest.Result{T: t, Body: sf}).HasNot("interestStatus", "financialSupportStatus", "isRealNameConsent", "黒潮ライバル")
		if got := tk.FinA.Get(apptest.NegotiationBase + "GetBuyerNegotiationAsync?buyerNegotiationId=" + id); sfSees != (got.Status == 200) {
			t.Errorf("%s: SF gets %d", step, got.Status)
		}
		for name, c := range map[string]*apptest.Caller{"rival": tk.Rival, "bank C": tk.FinC, "BUY A": tk.BuyA} {
			c.Get(apptest.NegotiationBase + "GetBuyerNegotiationAsync?buyerNegotiationId=" + id).SameAs(none)
			c.Thread(id).SameAs(none)
			if r := (apptest.Result{T: t, Body: tk.EverythingOf(c, id)}); name != "" {
				r.HasNot(id, "霧晴環境", "カナリア")
			}
		}
	}

	o := tk.BuyB.Post(apptest.NegotiationBase+"CreateBuyerNegotiationByBuyerAsync",
		map[string]any{"sellerBusinessId": tk.Listing}).Want(200).JSON()
	id = o["buyerNegotiationId"].(string)
	look("interest", 0, false)
	if len(tk.Mails("fin@b.example.jp")) != 1 || len(tk.Mails("fin@a.example.jp")) != 1 { // A: the listing's approval
		t.Errorf("interest: mails to B %d, to A %d", len(tk.Mails("fin@b.example.jp")), len(tk.Mails("fin@a.example.jp")))
	}
	tk.BuyB.Consent(tk.Listing, int(o["version"].(float64))).Want(200)
	look("consent", 0, false)
	tk.FinB.Deed("StartNegotiation", id, nil).Want(200)
	look("start", 1, true)
	tk.FinA.Thread(id).Want(200).Has("匿名交渉を開始しました。").HasNot("興味あり", "秘密保持契約")
	tk.FinB.To(id, 1, 2, nil).Want(409).Has("実名開示同意")
	tk.BuyB.Deed("RealNameConsent", id, nil).Want(200)
	look("real-name consent", 1, true)
	tk.FinB.To(id, 1, 2, nil).Want(200).Has(`"status":2`)
	buyer = true
	look("request", 2, true)
	if v := tk.FinA.Row(id); v["answerDue"] != "2026-12-05" || v["buyer"].(map[string]any)["details"].(map[string]any)["salesAmount"] != nil ||
		v["buyer"].(map[string]any)["details"].(map[string]any)["salesAmountBand"] == nil {
		t.Errorf("SF at 2: %v", v["buyer"])
	}
	tk.FinA.Deed("NegotiationApprove", id, map[string]any{"isApproval": true}).Want(409).Has("オーナー")
	key, passcode := tk.OwnerKey(id)
	look("owner asked", 2, true)
	tk.Visitor().Post(apptest.NegotiationBase+"GetOwnerConsentByKey", map[string]any{"key": key, "passcode": passcode}).Want(200).Has("霧晴環境",
		"カナリア製作所", `"13003"`, `"23"`).HasNot("山本 一郎", "確認済", "450-0002", tk.BuyerB[:8]+"x")
	tk.OwnerDecides(key, passcode, true).Want(200)
	tk.OwnerDecides(key, passcode, false).SameAs(none)
	look("owner agreed", 2, true)
	tk.FinA.Deed("NegotiationApprove", id, map[string]any{"isApproval": true}).Want(200).Has(`"status":3`)
	seller = true
	look("approved", 3, true)
	if v := tk.FinA.Row(id); v["buyer"].(map[string]any)["details"].(map[string]any)["salesAmount"] != 250000.0 {
		t.Errorf("SF at 3: %v", v["buyer"])
	}
	tk.Read(func(q *store.Q) error {
		lines, err := q.LedgerOfListing(tk.Listing)
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
	tk.FinB.To(id, 3, 4, nil).Want(409).Has("トップ面談")
	tk.FinB.Milestone(id, deal.MilestoneTopInterview, map[string]any{"note": "先方は二代目"}).Want(200)
	tk.FinB.Milestone(id, deal.MilestoneIntent, nil).Want(422).Has(`"amount"`)
	tk.FinB.Milestone(id, deal.MilestoneIntent, map[string]any{"amount": 150_000}).Want(200)
	tk.FinA.To(id, 3, 4, nil).Want(409).Has("双方で確認") // what waits satisfies nothing
	tk.FinA.Confirm(id).Want(200)
	if r := tk.EverythingOf(tk.FinA, id); len(r) > 0 {
		(apptest.Result{T: t, Body: r}).Has("2026-12-01", "150000").HasNot("先方は二代目")
	}
	tk.FinA.To(id, 3, 4, nil).Want(200)
	look("conditions", 4, true)
	tk.Dated(id)

	// A rival of the same bank and one of bank C are in it as well, and an offer is open.
	rival := tk.Rival.Post(apptest.NegotiationBase+"CreateBuyerNegotiationByBuyerAsync",
		map[string]any{"sellerBusinessId": tk.Listing}).Want(200).JSON()["buyerNegotiationId"].(string)
	tk.FinB.Deed("StartNegotiation", rival, nil).Want(200)
	tk.FinA.Post(apptest.NegotiationBase+"UpdateBuyerNegotiationOfferSendStatusAsync",
		map[string]any{"sellerBusinessId": tk.Listing, "companyId": tk.Candidate(tk.Listing, tk.BuyerC), "offerSendStatus": 1,
			"offerMessage": "ご検討ください。"}).Want(200)

	tk.FinB.To(id, 4, 5, nil).Want(200)
	look("proposed", 4, true)
	tk.FinB.To(id, 4, 5, map[string]any{"move": "confirm_contract"}).Want(409)
	if v := tk.FinA.Row(id); v["isApprovalMe"] != true || v["contractProposedBy"] != "bf" {
		t.Errorf("SF does not see that it can confirm: %v %v", v["isApprovalMe"], v["contractProposedBy"])
	}
	tk.FinA.To(id, 4, 5, nil).Want(200).Has(`"status":5`)
	for _, c := range []*apptest.Caller{tk.BuyB, tk.FinB, tk.FinA} {
		if v := c.Row(id); v["status"] != 5.0 || v["statusLabel"] != "成約" || len(v["writableMessageTypes"].([]any)) != 0 {
			t.Errorf("after the contract: %v", v)
		}
	}
	tk.FinA.Say(id, 2, "あとから").Want(409)

	// The rivals learn that it is over, and neither with whom nor at what.
	for _, c := range []*apptest.Caller{tk.Rival, tk.FinC} {
		r := tk.EverythingOf(c, rival)
		(apptest.Result{T: t, Body: r}).HasNot(id, "霧晴環境", "カナリア", "150000")
	}
	(apptest.Result{T: t, Body: apptest.ViewText(tk.Rival.Row(rival))}).Has("募集終了", `"status":9`).HasNot("fin@b.example.jp", "利用者 fin@a",
		tk.BuyerB)
	tk.Rival.Thread(rival).Want(200).Has("募集終了")
	v := tk.FinC.Get(apptest.NegotiationBase + "PartnerListByBuyerFinancial").Want(200).JSON()["partnerList"].([]any)[0].(map[string]any)
	if v["offerSendStatus"] != 9.0 || v["status"] != 9.0 {
		t.Errorf("the offer to C: %v", v)
	}
	tk.Read(func(q *store.Q) error {
		l, err := q.Listing(store.Viewer{InstitutionID: tk.AID}, tk.Listing)
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
		tk := apptest.NewTalks(apptest.NewPlatform(t))
		id := tk.Hoped()
		tk.FinB.Say(id, 2, "霧晴環境の山本です。").Want(200)
		tk.FinA.Thread(id).Want(200).Has("霧晴環境の山本です。")
		tk.FinA.Deed("NegotiationApprove", id, map[string]any{"isApproval": false}).Want(422).Has(`"ownerReason"`, "打診状況報告")
		tk.FinA.Deed("NegotiationApprove", id, map[string]any{"isApproval": false, "status": 1,
			"comment": "条件が合いません。"}).Want(422).Has(`"ownerReason"`)
		tk.FinA.Deed("NegotiationApprove", id, map[string]any{"isApproval": false, "status": 3, "ownerReason": "x"}).Want(422).Has(`"status"`)
		tk.FinA.Deed("NegotiationApprove", id, map[string]any{"isApproval": false, "status": 1, "comment": "条件が合いません。",
			"ownerReason": "同業のため。"}).Want(200).Has(`"status":1`)
		(apptest.Result{T: t, Body: tk.EverythingOf(tk.FinA, id)}).HasNot(apptest.BuyerNames...)
		(apptest.Result{T: t, Body: tk.EverythingOf(tk.FinB, id)}).Has("条件が合いません。", "2026-12-21").HasNot(apptest.SellerNames...)
		(apptest.Result{T: t, Body: tk.EverythingOf(tk.BuyB, id)}).HasNot("条件が合いません。")
		tk.BuyB.Deed("RealNameConsent", id, nil).Want(200)
		tk.FinB.To(id, 1, 2, nil).Want(409).Has("2026/12/21以降に申請してください。")
		tk.Clock.Add(30 * 24 * time.Hour)
		tk.FinB, tk.FinA = tk.SignIn("fin@b.example.jp"), tk.SignIn("fin@a.example.jp")
		tk.FinB.To(id, 1, 2, nil).Want(200)
		tk.FinA.Thread(id).Want(200).Has("霧晴環境の山本です。")
	})
	t.Run("ended", func(t *testing.T) {
		tk := apptest.NewTalks(apptest.NewPlatform(t))
		id := tk.Named()
		tk.FinA.Say(id, 2, "カナリア製作所の金糸です。").Want(200)
		file := tk.FinA.Upload(apptest.NegotiationBase+"CreateBuyerNegotiationMessageAsync",
			map[string]any{"buyerNegotiationId": id, "messageType": 2, "messageBody": ""}, "カナリア決算書.pdf",
			[]byte("%PDF-1.7 x")).Want(200).JSON()["buyerNegotiationMessageId"].(string)
		tk.FinB.Say(id, 2, "霧晴環境より。").Want(200)
		tk.FinB.Get(apptest.NegotiationBase + "DownloadAttachedFile?buyerNegotiationMessageId=" + file).Want(200)
		tk.FinB.Thread(id).Want(200).Has("カナリア製作所の金糸です。", "カナリア決算書.pdf")
		tk.FinB.To(id, 3, 9, nil).Want(422).Has(`"endReason"`)
		tk.FinB.To(id, 3, 9, map[string]any{"endReason": int(deal.EndCompliance), "comment": "内部の事情"}).Want(200)
		(apptest.Result{T: t, Body: tk.EverythingOf(tk.FinA, id)}).HasNot(append([]string{"内部の事情", "コンプライアンス"}, apptest.BuyerNames...)...)
		(apptest.Result{T: t, Body: tk.EverythingOf(tk.FinB, id)}).Has("内部の事情", "コンプライアンス", `"isClosed":true`).HasNot("カナリア製作所", "カナリア決算書.pdf")
		(apptest.Result{T: t, Body: tk.EverythingOf(tk.BuyB, id)}).HasNot(append([]string{"内部の事情", "コンプライアンス"}, apptest.SellerNames...)...)
		none := tk.FinB.Get(apptest.NegotiationBase + "DownloadAttachedFile?buyerNegotiationMessageId=" + store.NewID()).Want(400)
		tk.FinB.Get(apptest.NegotiationBase + "DownloadAttachedFile?buyerNegotiationMessageId=" + file).SameAs(none)
		tk.FinA.Get(apptest.NegotiationBase + "DownloadAttachedFile?buyerNegotiationMessageId=" + file).Want(200)
		tk.FinB.Say(id, 2, "あとから").Want(409)
		list := func(c *apptest.Caller, side string) apptest.Result {
			return c.Get(apptest.NegotiationBase + "PartnerListBy" + side + "Financial").Want(200)
		}
		list(tk.FinB, "Buyer").Has(`"isDisposalDue":true`)
		list(tk.FinA, "Seller").HasNot("isDisposalDue")
		list(tk.BuyB, "Buyer").HasNot("isDisposalDue")
		tk.FinB.Deed("ConfirmDisposal", id, map[string]any{}).Want(200)
		tk.FinB.Deed("ConfirmDisposal", id, map[string]any{}).Want(409)
		list(tk.FinB, "Buyer").HasNot("isDisposalDue")
		tk.FinA.Deed("ConfirmDisposal", id, map[string]any{}).Want(400)

		// Taken up again: BF asks, the buyer consents anew, SF agrees; names stay closed.
		tk.FinB.To(id, 9, 1, nil).Want(200).Has(`"status":9`)
		tk.FinA.To(id, 9, 1, nil).Want(409).Has("新たな秘密保持契約")
		tk.Clock.Add(time.Second)
		tk.BuyB.Consent(tk.Listing, tk.BuyB.RowVersion(id)).Want(200)
		tk.FinA.To(id, 9, 1, nil).Want(200).Has(`"status":1`)
		(apptest.Result{T: t, Body: tk.EverythingOf(tk.FinB, id)}).HasNot(apptest.SellerNames...)
		(apptest.Result{T: t, Body: tk.EverythingOf(tk.FinA, id)}).HasNot(apptest.BuyerNames...)
	})
}

func TestStaleAndConcurrentMoves(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	id := tk.Started()
	v := tk.FinB.RowVersion(id)
	body := func(version, from int) map[string]any {
		return map[string]any{"buyerNegotiationId": id, "version": version, "fromStatus": from, "status": 9, "endReason": 1}
	}
	tk.FinB.Post(apptest.NegotiationBase+"NegotiationStatusChange", body(v-1, 1)).Want(409).Has(`"stale"`)
	tk.FinB.Post(apptest.NegotiationBase+"NegotiationStatusChange", body(v, 3)).Want(409).Has(`"stale"`, "匿名交渉中")
	var wg sync.WaitGroup
	statuses := make([]int, 4)
	for i := range statuses {
		wg.Go(func() {
			c := []*apptest.Caller{tk.FinB, tk.FinA, tk.SecondB, tk.SecondA}[i]
			statuses[i] = c.Post(apptest.NegotiationBase+"NegotiationStatusChange", body(v, 1)).Status
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
	tk.FinC.Post(apptest.NegotiationBase+"NegotiationStatusChange", body(v, 1)).Want(400)
	tk.BuyB.Post(apptest.NegotiationBase+"NegotiationStatusChange", body(v, 1)).Want(400)
}

func TestSecondPairOfEyes(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	id := tk.Started()
	pdf := []byte("%PDF-1.7 signed")
	attach := func(c *apptest.Caller, kind string) apptest.Result {
		return c.Upload(apptest.NegotiationBase+"AttachPaper", map[string]any{"buyerNegotiationId": id, "version": c.RowVersion(id),
			"kind": kind}, "同意書.pdf", pdf)
	}
	tk.FinB.Deed("RealNameConsent", id, nil).Want(422).Has(`"file"`)
	tk.FinA.Deed("RealNameConsent", id, nil).Want(400)
	attach(tk.FinA, "realname_consent").Want(400)
	attach(tk.FinB, "realname_consent").Want(200)
	paper := tk.FinB.Row(id)["papers"].([]any)[0].(map[string]any)
	if paper["canConfirm"] != false || tk.SecondB.Row(id)["papers"].([]any)[0].(map[string]any)["canConfirm"] != true {
		t.Errorf("papers: %v", paper)
	}
	download := apptest.NegotiationBase + "DownloadPaper?paperId=" + paper["paperId"].(string)
	if r := tk.SecondB.Get(download).Want(200); r.Body != string(pdf) {
		t.Error("another paper")
	}
	for _, c := range []*apptest.Caller{tk.FinA, tk.FinC, tk.BuyB} {
		c.Get(download).Want(400)
	}
	if len(tk.FinA.Row(id)["papers"].([]any)) != 0 {
		t.Error("SF sees the buyer's paper")
	}
	tk.FinB.Deed("RealNameConsent", id, nil).Want(409).Has("別の担当者")
	tk.SecondB.Deed("RealNameConsent", id, nil).Want(200)
	tk.FinB.To(id, 1, 2, nil).Want(200)
	attach(tk.FinA, "owner_consent").Want(200)
	tk.FinA.Deed("RecordOwnerConsent", id, map[string]any{"isApproval": true}).Want(409)
	tk.FinB.Deed("RecordOwnerConsent", id, map[string]any{"isApproval": true}).Want(400)
	tk.SecondA.Deed("RecordOwnerConsent", id, map[string]any{"isApproval": true}).Want(200)
	if v := tk.FinA.Row(id)["owner"].(map[string]any); v["status"] != 2.0 || v["isPaper"] != true {
		t.Errorf("owner: %v", v)
	}
	tk.FinA.Deed("NegotiationApprove", id, map[string]any{"isApproval": true}).Want(200)
}

func TestOneBankOnBothSides(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	o := tk.BuyA.Post(apptest.NegotiationBase+"CreateBuyerNegotiationByBuyerAsync",
		map[string]any{"sellerBusinessId": tk.Listing}).Want(200).JSON()
	id := o["buyerNegotiationId"].(string)
	tk.BuyA.Consent(tk.Listing, int(o["version"].(float64))).Want(200)
	tk.FinA.Deed("StartNegotiation", id, nil).Want(200)
	tk.BuyA.Deed("RealNameConsent", id, nil).Want(200)
	tk.FinA.To(id, 1, 2, nil).Want(200)
	tk.FinA.Deed("RecordOwnerConsent", id, map[string]any{"isApproval": true}).Want(422)
	key, passcode := tk.OwnerKey(id)
	tk.OwnerDecides(key, passcode, true).Want(200)
	tk.FinA.Deed("NegotiationApprove", id, map[string]any{"isApproval": true}).Want(409).Has("別の担当者")
	tk.SecondA.Deed("NegotiationApprove", id, map[string]any{"isApproval": true}).Want(200)
	if v := tk.FinA.Row(id); v["side"] != "both" || v["level"] != 9.0 {
		t.Errorf("both: %v %v", v["side"], v["level"])
	}
	tk.BuyA.Row(id)
}

func TestOwnerLink(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	id := tk.Hoped()
	tk.FinA.Deed("RequestOwnerConsent", id, map[string]any{"userId": store.NewID(), "ppapMailaddress": "x"}).Want(422).Has(`"userId"`,
		`"ppapMailaddress"`)
	tk.FinB.Deed("RequestOwnerConsent", id, map[string]any{"userId": tk.PersonID, "ppapMailaddress": "second@canary.example.co.jp"}).Want(400)
	old, oldCode := tk.OwnerKey(id)
	key, passcode := tk.OwnerKey(id)
	none := tk.OwnerDecides("unknown", "12345678", true).Want(400)
	tk.OwnerDecides(old, oldCode, true).SameAs(none) // the newer request killed it
	for range deal.WrongPasscodes - 1 {
		tk.OwnerDecides(key, "00000000", true).Want(422).Has(`"passcode"`)
	}
	tk.OwnerDecides(key, "00000000", true).Want(409)
	tk.OwnerDecides(key, passcode, true).SameAs(none)
	if v := tk.FinA.Row(id)["owner"].(map[string]any); v["status"] != 1.0 || v["isExpired"] != true {
		t.Errorf("owner: %v", v)
	}
	key, passcode = tk.OwnerKey(id)
	tk.Visitor().Post(apptest.NegotiationBase+"DecideOwnerConsentByKey",
		map[string]any{"key": key, "passcode": passcode, "isApproval": false, "userName": " "}).Want(422).Has(`"userName"`)
	tk.OwnerDecides(key, passcode, false).Want(200)
	if v := tk.FinA.Row(id); v["sellerApprovalStatus"] != 3.0 || v["owner"].(map[string]any)["decidedName"] != "金糸 雀" {
		t.Errorf("owner: %v", v["owner"])
	}
	(apptest.Result{T: t, Body: tk.EverythingOf(tk.FinB, id)}).HasNot("拒否", "オーナーが", "金糸")
	tk.FinA.Deed("NegotiationApprove", id, map[string]any{"isApproval": true}).Want(409)
	tk.FinA.Deed("NegotiationApprove", id, map[string]any{"isApproval": false, "status": 9, "comment": "見送ります。",
		"ownerReason": "同業のため。"}).Want(200).Has(`"status":9`)
}

func TestConsentByPaper(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	a := tk.FinB.Get(apptest.ListingBase + "GetConfidentialityAgreement").Want(200).JSON()
	form := map[string]any{"sellerBusinessId": tk.Listing, "companyId": tk.BuyerB, "version": 0, "agreementVersion": a["version"],
		"agreementHash": a["hash"]}
	tk.FinB.Post(apptest.ListingBase+"Consent", form).Want(422).Has(`"file"`)
	tk.FinB.Upload(apptest.ListingBase+"Consent", form, "NDA.exe", []byte("MZ\x00\x00")).Want(415)
	tk.FinB.Upload(apptest.ListingBase+"Consent", apptest.With(form, map[string]any{"agreementVersion": 99}), "NDA.pdf",
		[]byte("%PDF-1.7")).Want(409)
	tk.FinC.Upload(apptest.ListingBase+"Consent", form, "NDA.pdf", []byte("%PDF-1.7")).Want(400)
	tk.FinB.Upload(apptest.ListingBase+"Consent", apptest.With(form, map[string]any{"version": "x"}), "NDA.pdf",
		[]byte("%PDF-1.7")).Want(422).Has(`"version"`)
	id := tk.FinB.Upload(apptest.ListingBase+"Consent", form, "NDA.pdf", []byte("%PDF-1.7")).Want(200).JSON()["buyerNegotiationId"].(string)
	if v := tk.FinB.Row(id); v["isConsent"] != true || v["consent"].(map[string]any)["isPaper"] != true || v["level"] != 1.0 {
		t.Errorf("consent: %v", v["consent"])
	}
	tk.FinB.Upload(apptest.ListingBase+"Consent", apptest.With(form, map[string]any{"version": tk.FinB.RowVersion(id)}), "NDA.pdf",
		[]byte("%PDF-1.7")).Want(409)
}

func TestExclusivityStopsTheListing(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	id := tk.Intended()
	tk.FinB.Milestone(id, deal.MilestoneBasicAgreement, map[string]any{"until": "2026-11-30"}).Want(422).Has(`"until"`)
	tk.FinB.Milestone(id, deal.MilestoneBasicAgreement, map[string]any{"until": "2026-12-31"}).Want(200)
	// BF alone stops nothing
	tk.FinC.Get(apptest.ListingBase + "GetSellerBusinessOverViewAsync?sellerBusinessId=" + tk.Listing).Want(200).Has(`"isStopped":false`)
	tk.FinA.Confirm(id).Want(200)
	start := map[string]any{"sellerBusinessId": tk.Listing, "companyId": tk.BuyerC}
	r := tk.FinC.Post(apptest.NegotiationBase+"StartNegotiation", start).Want(409).Has("受付停止中")
	r.HasNot("霧晴", "独占", "2026")
	if v := tk.FinC.Get(apptest.NegotiationBase + "GetBuyerNegotiationAsync?sellerBusinessId=" + tk.Listing + "&companyId=" +
		tk.BuyerC).Want(200).JSON(); apptest.Move(v, deal.MoveStart)["blocked"] == "" || v["isStopped"] != true {
		t.Errorf("C: %v", v["moves"])
	}
	tk.Clock.Add(41 * 24 * time.Hour)
	c := tk.SignIn("fin@c.example.jp")
	for _, path := range []string{"GetSellerBusinessOverViewAsync?sellerBusinessId=" + tk.Listing, "SearchSellerBusinessAsync"} {
		c.Get(apptest.ListingBase + path).Want(200).Has(`"isStopped":false`).HasNot(`"isStopped":true`)
	}
	c.Post(apptest.NegotiationBase+"StartNegotiation", start).Want(200)
}

func TestNextAction(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	id := tk.Started()
	users := map[string]string{}
	tk.Read(func(q *store.Q) error {
		for _, inst := range []string{tk.AID, tk.BID} {
			us, err := q.UsersOf(inst, int(deal.RoleFIN))
			if err != nil {
				return err
			}
			users[inst] = us[0].ID
		}
		return nil
	})
	tk.FinB.Deed("UpdateNextAction", id, map[string]any{"date": "2026-13-01", "userId": users[tk.AID]}).Want(422).Has(`"date"`, `"userId"`)
	tk.FinB.Deed("UpdateNextAction", id, map[string]any{"date": "2026-12-24", "userId": users[tk.BID]}).Want(200)
	(apptest.Result{T: t, Body: tk.EverythingOf(tk.FinB, id)}).Has("2026-12-24")
	(apptest.Result{T: t, Body: tk.EverythingOf(tk.FinA, id) + tk.EverythingOf(tk.BuyB, id)}).HasNot("2026-12-24")
}
