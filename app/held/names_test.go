package held_test

import (
	"context"
	"strings"
	"testing"

	"tsunagu/app/apptest"
	"tsunagu/app/negotiation"
	"tsunagu/store"
)

// asks sends a message with the request for an approver's decision if it contains a name.
func asks(c *apptest.Caller, id, body, file string) apptest.Result {
	c.P.T.Helper()
	fields := map[string]any{"buyerNegotiationId": id, "messageType": 2, "messageBody": body, "isApprovalAsked": true}
	if file == "" {
		return c.Post(apptest.SayPath, fields)
	}
	return c.Upload(apptest.SayPath, fields, file, []byte("%PDF-1.7 x"))
}

// held is the only text that waits or was sent back.
func held(c *apptest.Caller, query string) map[string]any {
	c.P.T.Helper()
	all := c.Get(apptest.NegotiationBase + "GetHeldTexts?" + query).Want(200).JSON()["heldTextList"].([]any)
	if len(all) != 1 {
		c.P.T.Fatalf("%d held texts", len(all))
	}
	return all[0].(map[string]any)
}

func decides(c *apptest.Caller, h map[string]any, isApproval bool, reason string) apptest.Result {
	c.P.T.Helper()
	return c.Post(apptest.NegotiationBase+"DecideHeldText", map[string]any{"heldTextId": h["heldTextId"], "version": h["version"],
		"isApproval": isApproval, "reason": reason})
}

func audits(p *apptest.Platform, event string) (out []store.AuditLine) {
	p.T.Helper()
	p.Read(func(q *store.Q) error {
		var err error
		out, _, err = q.SearchAudit(store.AuditSearch{Event: event, Page: store.Page{Limit: 1000}})
		return err
	})
	return out
}

func TestNamesDoNotLeave(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	id := tk.Started()
	before := tk.FinB.Thread(id).Want(200).Body
	for _, body := range []string{"株式会社カナリア製作所です", "カナリア製作所の件", "ｶﾅﾘｱ製作所", "かなりあ　製作所", "カ\nナリ\u3000ア製作所", "金糸雀様", "金糸　雀"} {
		tk.FinA.Say(id, 2, body).Want(422).Has(`"name_before_time"`, `"messageBody"`, "入力した内容は残っています", "承認者").HasNot("霧晴環境")
	}
	for _, body := range []string{"霧晴環境です", "（株）霧晴環境", "霧晴 環境", "山本一郎"} {
		tk.FinB.Say(id, 2, body).Want(422).Has(`"messageBody"`).HasNot("カナリア")
	}
	tk.FinA.Upload(apptest.SayPath, map[string]any{"buyerNegotiationId": id, "messageType": 2, "messageBody": "カナリア製作所の資料"}, "カナリア製作所_概要.pdf",
		[]byte("%PDF-1.7 x")).
		Want(422).Has(`"messageBody"`, `"fileName"`)
	if tk.FinB.Thread(id).Want(200).Body != before {
		t.Error("something of a refused message arrived")
	}
	// A part of a name gives a warning; if the text is sent all the same, codes of the hits are
	// logged.
	tk.FinA.Say(id, 2, "金糸様の工場は名古屋市です。03-1234-5678").Want(200)
	lines := audits(tk.Marketplace.Banks.Platform, "message.create")
	if d := lines[0].Detail + lines[len(lines)-1].Detail; !strings.Contains(d, "messageBody:phone=1") || strings.Contains(d, "1234") ||
		strings.Contains(d, "金糸") {
		t.Errorf("audit %q", d)
	}
	tk.BuyB.Say(id, 1, "霧晴環境の山本 一郎です。").Want(200) // the buyer's own bank knows its name
	tk.FinB.Say(id, 1, "霧晴環境 御中").Want(200)

	// At 2 the buyer's name is open to SF, the seller's to nobody yet.
	tk.BuyB.Deed("RealNameConsent", id, nil).Want(200)
	tk.FinB.To(id, 1, 2, nil).Want(200)
	tk.FinB.Say(id, 2, "霧晴環境の山本 一郎です。").Want(200)
	tk.FinA.Say(id, 2, "カナリア製作所です。").Want(422)
	tk.FinA.Deed("NegotiationApprove", id, map[string]any{"isApproval": false, "comment": "カナリア製作所は同業です。",
		"ownerReason": "同業のため。"}).Want(422).Has(`"comment"`).HasNot("承認者")
	key, passcode := tk.OwnerKey(id)
	tk.OwnerDecides(key, passcode, true).Want(200)
	tk.FinA.Deed("NegotiationApprove", id, map[string]any{"isApproval": true}).Want(200)
	tk.FinA.Say(id, 2, "カナリア製作所の金糸 雀です。").Want(200)
	tk.FinB.Say(id, 1, "カナリア製作所より").Want(200)
	if n := len(audits(tk.Marketplace.Banks.Platform, "held_text.held")); n != 0 {
		t.Errorf("%d texts were held", n)
	}
}

// A bank that knows the seller through one buyer must not tell another buyer, and only SF can approve
// such a text.
func TestSellersNameToAnotherBuyer(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	tk.Named()
	o := tk.FinB.Post(apptest.NegotiationBase+"StartNegotiation",
		map[string]any{"sellerBusinessId": tk.Listing, "companyId": tk.RivalBuyer}).Want(200).JSON()
	id := o["buyerNegotiationId"].(string)
	tk.FinB.Say(id, 1, "売手はカナリア製作所です").Want(422).Has("売手側金融機関の承認").HasNot("承認者に")
	tk.FinB.Post(apptest.SayPath, map[string]any{"buyerNegotiationId": id, "messageType": 1, "messageBody": "カナリア製作所",
		"isApprovalAsked": true}).Want(422)
	tk.Rival.Thread(id).Want(200).HasNot("カナリア")
	tk.FinB.Post(apptest.NegotiationBase+"CheckMessage", map[string]any{"buyerNegotiationId": id, "messageType": 1,
		"messageBody": "カナリア製作所"}).Want(200).Has(`"isExact":true`)
}

func TestHeldMessage(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	id := tk.Started()
	others := func() string {
		s := ""
		for _, c := range []*apptest.Caller{tk.FinB, tk.BuyB, tk.SecondB} {
			s += c.Thread(id).Want(200).Body + c.Get(apptest.NegotiationBase+"GetUnreadCounts").Want(200).Body + c.Get("/api/MyPage/GetDesk").Body +
				apptest.ViewText(c.Row(id)) + c.Get(apptest.NegotiationBase+"GetHeldTexts").Body
		}
		return s + strings.Repeat("+", tk.Notices("fin@b.example.jp")+tk.Notices("buy@b.example.jp"))
	}
	before := others()
	sent := asks(tk.FinA, id, "カナリア製作所の資料です。", "カナリア製作所.pdf").Want(200).JSON()
	if sent["buyerNegotiationMessageId"] != "" || sent["heldTextId"] == nil {
		t.Errorf("answer %v", sent)
	}
	if now := others(); now != before {
		t.Errorf("the other side notices a text that waits: %s", apptest.Difference(before, now))
	}
	h := held(tk.FinA, "buyerNegotiationId="+id)
	if h["canConfirm"] != false || h["isMine"] != true || h["state"] != 0.0 || len(h["hitList"].([]any)) != 2 {
		t.Errorf("its writer sees %v", h)
	}
	tk.FinA.Thread(id).Want(200).HasNot("カナリア") // it has not been sent
	file := apptest.NegotiationBase + "DownloadHeldFile?heldTextId=" + h["heldTextId"].(string)
	none := tk.FinC.Get(apptest.NegotiationBase + "DownloadHeldFile?heldTextId=" + store.NewID()).Want(400)
	for _, c := range []*apptest.Caller{tk.FinB, tk.FinC} {
		c.Get(file).SameAs(none)
		decides(c, h, true, "x").SameAs(none)
		c.Post(apptest.NegotiationBase+"WithdrawHeldText", map[string]any{"heldTextId": h["heldTextId"], "version": h["version"]}).SameAs(none)
	}
	if r := tk.SecondA.Get(file).Want(200); r.Body != "%PDF-1.7 x" {
		t.Errorf("the approver reads %q", r.Body)
	}
	// The writer cannot approve his own text, and nobody can without a reason.
	decides(tk.FinA, h, true, "面談で合意済み").Want(409).Has("別の承認者")
	decides(tk.FinA, h, false, "直します").Want(409)
	decides(tk.SecondA, h, true, " ").Want(422).Has(`"reason"`)
	decides(tk.SecondA, h, false, "").Want(422).Has(`"reason"`)
	tk.FinA.Thread(id).Want(200).HasNot("カナリア")
	if tasks := tk.SecondA.Get("/api/MyPage/GetDesk").Want(200); !strings.Contains(tasks.Body, "名前を含む文面を、送ってよいか確かめる") {
		t.Error("the approver has no task")
	}
	tk.FinA.Get("/api/MyPage/GetDesk").Want(200).HasNot("送ってよいか確かめる")

	// A text sent back can be changed by its writer: its file is still attached.
	decides(tk.SecondA, h, false, "会社名を外してください。").Want(200)
	decides(tk.SecondA, h, true, "二度目").Want(409)
	h = held(tk.FinA, "sellerBusinessId="+tk.Listing)
	if h["state"] != 1.0 || h["reason"] != "会社名を外してください。" || h["messageBody"] != "カナリア製作所の資料です。" || h["attachedFileName"] != "カナリア製作所.pdf" {
		t.Errorf("sent back: %v", h)
	}
	tk.FinA.Get("/api/MyPage/GetDesk").Want(200).Has("差し戻された文面を直すか、取り下げる")
	again := map[string]any{"buyerNegotiationId": id, "messageType": 2, "messageBody": "資料です。", "heldTextId": h["heldTextId"],
		"keepsFile": true}
	tk.FinA.Post(apptest.SayPath, again).Want(422).Has(`"fileName"`).HasNot(`"messageBody"`)
	tk.SecondA.Post(apptest.SayPath, again).Want(409)
	tk.FinA.Post(apptest.SayPath, apptest.With(again, map[string]any{"isApprovalAsked": true})).Want(200)
	tk.FinA.Post(apptest.SayPath, again).Want(400) // the held text has another version now
	if now := others(); now != before {
		t.Errorf("the other side notices: %s", apptest.Difference(before, now))
	}

	// An approved text is sent as a message of its writer's, with a line in the ledger at that moment.
	h = held(tk.SecondA, "")
	decides(tk.SecondA, h, true, "面談の場で双方が了承したため").Want(200).Has(`"sentCount":1`, `"state":2`)
	decides(tk.SecondA, h, true, "二度目").Want(409)
	tk.FinB.Thread(id).Want(200).Has("資料です。", "カナリア製作所.pdf")
	if tk.Notices("fin@b.example.jp") != 1 {
		t.Error("the other end was not told")
	}
	if n := len(tk.FinA.Get(apptest.NegotiationBase + "GetHeldTexts").Want(200).JSON()["heldTextList"].([]any)); n != 0 {
		t.Errorf("%d texts still wait", n)
	}
	ledger := tk.FinA.Get(apptest.ListingBase + "GetDisclosureLedger?sellerBusinessId=" + tk.Listing).Want(200)
	ledger.Has("承認者の判断による開示", "面談の場で双方が了承したため", "名前を含むメッセージ", "匿名").HasNot("霧晴環境")
	if l := audits(tk.Marketplace.Banks.Platform, "held_text.approved"); len(l) != 1 || l[0].UserID != tk.UserOf(tk.SecondA).ID ||
		!strings.Contains(l[0].Detail, "writer="+tk.UserOf(tk.FinA).ID) {
		t.Errorf("audit %+v", l)
	}
	if s := apptest.ViewText(tk.FinA.Row(id)["timeline"]); !strings.Contains(s, "名前を含む文面の送信の承認") || !strings.Contains(s, "双方が了承") {
		t.Error("its own side's history has no line")
	}
	for _, c := range []*apptest.Caller{tk.FinB, tk.BuyB} {
		if s := apptest.ViewText(c.Row(id)); strings.Contains(s, "承認") && strings.Contains(s, "双方が了承") {
			t.Error("the other side reads why it was let pass")
		}
	}
	tk.Read(func(q *store.Q) error { return q.VerifyChains() })
}

// A buyer's name that its bank's approver lets pass is not written into the listing's ledger.
func TestHeldBuyersName(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	id := tk.Started()
	asks(tk.FinB, id, "霧晴環境です。", "").Want(200)
	decides(tk.SecondB, held(tk.SecondB, ""), true, "買手の了承を得たため").Want(200)
	tk.FinA.Thread(id).Want(200).Has("霧晴環境です。")
	tk.FinA.Get(apptest.ListingBase + "GetDisclosureLedger?sellerBusinessId=" + tk.Listing).Want(200).HasNot("買手の了承")
	var kind, company, institution, user string
	if err := apptest.OpenRaw(t, tk.App.Store.Dir()).QueryRowContext(context.Background(),
		"SELECT kind, company_id, institution_id, user_id FROM ledger WHERE negotiation_id = ?", id).
		Scan(&kind, &company, &institution, &user); err != nil || kind != negotiation.LedgerRelease || company != tk.BuyerB ||
		institution != tk.AID || user != tk.UserOf(tk.SecondB).ID {
		t.Errorf("ledger %s %s %s %s %v", kind, company, institution, user, err)
	}
	if s := apptest.ViewText(tk.FinA.Row(id)); strings.Contains(s, "買手の了承") {
		t.Error("SF reads why BF let it pass")
	}
}

// A user who may change a company's name cannot send it by changing the name, writing it and
// changing it back.
func TestFormerNamesDoNotLeave(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	id := tk.Started()
	rename := func(c *apptest.Caller, noun, company, name, person string) {
		t.Helper()
		d := c.Get("/api/" + noun + "/GetCompanyDetailsAsync?companyId=" + company).Want(200).JSON()
		c.Post("/api/"+noun+"/CreateUpdateCompanyDetailsAsync", apptest.With(apptest.DetailsBody,
			map[string]any{"companyId": company, "version": d["version"], "companyName": name, "representativeName": person})).Want(200)
	}
	was := tk.FinB.Get("/api/BuyerCompany/GetCompanyDetailsAsync?companyId=" + tk.BuyerB).Want(200).JSON()
	asks(tk.FinB, id, "霧晴環境です。", "").Want(200)
	rename(tk.FinB, "BuyerCompany", tk.BuyerB, "仮名商事", "仮名 太郎")
	for _, body := range []string{"霧晴環境です。", "仮名商事です。", was["representativeName"].(string) + "です。"} {
		tk.FinB.Say(id, 2, body).Want(422).Has(`"messageBody"`)
	}
	rename(tk.FinB, "BuyerCompany", tk.BuyerB, was["companyName"].(string), was["representativeName"].(string))
	tk.FinB.Say(id, 2, "仮名商事です。").Want(422)
	h := held(tk.SecondB, "")
	decides(tk.FinB, h, true, "了承済み").Want(409)
	decides(tk.SecondB, h, true, "").Want(422).Has(`"reason"`)
	tk.FinA.Thread(id).Want(200).HasNot("霧晴", "仮名")

	u := tk.UserOf(tk.BuyB)
	raw := apptest.OpenRaw(t, tk.App.Store.Dir())
	if _, err := raw.ExecContext(t.Context(), "UPDATE user SET user_name = '別名 花子' WHERE id = ?", u.ID); err != nil {
		t.Fatal(err)
	}
	tk.FinB.Say(id, 2, u.UserName+"より").Want(422)
	rename(tk.FinA, "SellerCompany", tk.Seller, "仮称工業", "仮称 次郎")
	tk.FinA.Say(id, 2, "カナリア製作所です。").Want(422)
	tk.FinA.Say(id, 2, "仮称工業です。").Want(422)
	tk.FinB.Say(id, 2, "仮称工業とカナリア製作所です。").Want(200) // FinB knows neither name, so its text is not checked for them
}

func TestHeldTextMeanwhile(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	id := tk.Hoped()
	asks(tk.FinA, id, "カナリア製作所です。", "").Want(200)
	h := held(tk.FinA, "")
	key, passcode := tk.OwnerKey(id)
	tk.OwnerDecides(key, passcode, true).Want(200)
	tk.FinA.Deed("NegotiationApprove", id, map[string]any{"isApproval": true}).Want(200)
	// The names have been opened: the text is sent, and the ledger records no early disclosure.
	if n := held(tk.FinA, "")["hitList"].([]any); len(n) != 0 {
		t.Errorf("hits %v", n)
	}
	decides(tk.FinA, h, true, "").Want(200)
	tk.FinB.Thread(id).Want(200).Has("カナリア製作所です。")
	tk.FinA.Get(apptest.ListingBase + "GetDisclosureLedger?sellerBusinessId=" + tk.Listing).Want(200).HasNot("承認者の判断")

	// After the end of the negotiation the text is back with its writer, and cannot be sent.
	other := tk.FinC.Post(apptest.NegotiationBase+"StartNegotiation",
		map[string]any{"sellerBusinessId": tk.Listing, "companyId": tk.BuyerC}).Want(200).JSON()["buyerNegotiationId"].(string)
	asks(tk.FinA, other, "カナリア製作所です。", "").Want(200)
	h = held(tk.FinA, "")
	tk.FinC.To(other, 1, 9, map[string]any{"endReason": 1}).Want(200)
	decides(tk.SecondA, h, true, "了承済み").Want(409)
	h = held(tk.FinA, "")
	if h["state"] != 1.0 || !strings.Contains(h["reason"].(string), "交渉が終わった") {
		t.Errorf("after the end: %v", h)
	}
	tk.FinC.Thread(other).Want(200).HasNot("カナリア")
	tk.SecondA.Post(apptest.NegotiationBase+"WithdrawHeldText",
		map[string]any{"heldTextId": h["heldTextId"], "version": h["version"]}).Want(409)
	tk.FinA.Post(apptest.NegotiationBase+"WithdrawHeldText", map[string]any{"heldTextId": h["heldTextId"], "version": 1}).Want(409)
	tk.FinA.Post(apptest.NegotiationBase+"WithdrawHeldText", map[string]any{"heldTextId": h["heldTextId"], "version": h["version"]}).Want(200)
	tk.FinA.Get(apptest.NegotiationBase + "GetHeldTexts").Want(200).Has(`"heldTextList":[]`)
}

func TestNamesInOffers(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	one, many := apptest.NegotiationBase+"UpdateBuyerNegotiationOfferSendStatusAsync", apptest.NegotiationBase+"LongListOfferSend"
	single := map[string]any{"sellerBusinessId": tk.Listing, "companyId": tk.Candidate(tk.Listing, tk.BuyerB), "offerSendStatus": 1,
		"offerMessage": "ｶﾅﾘｱ製作所のご案内"}
	list := map[string]any{"sellerBusinessId": tk.Listing, "companyIds": []string{tk.Candidate(tk.Listing, tk.RivalBuyer), tk.BuyerA},
		"offerMessage": "かなりあ製作所のご案内"}
	tk.FinA.Post(one, single).Want(422).Has(`"offerMessage"`, `"name_before_time"`)
	tk.FinA.Post(many, list).Want(422).Has(`"offerMessage"`)
	// a buyer's name passes: a refusal would tell whose name it is
	offered := tk.FinA.Post(one,
		apptest.With(single, map[string]any{"offerMessage": "霧晴環境でしょうか"})).Want(200).JSON()["buyerNegotiationId"].(string)
	o := tk.FinA.Post(many, apptest.With(list, map[string]any{"isApprovalAsked": true})).Want(200).JSON()
	if o["heldTextId"] == nil || o["sentCount"] != 0.0 {
		t.Errorf("held: %v", o)
	}
	tk.FinB.Get(apptest.NegotiationBase + "PartnerListByBuyerFinancial").Want(200).HasNot("ご案内")
	tk.BuyA.Get(apptest.NegotiationBase + "PartnerListByBuyerFinancial").Want(200).HasNot(tk.Listing)
	decides(tk.FinA, held(tk.FinA, ""), true, "理由").Want(409)
	h := held(tk.SecondA, "sellerBusinessId="+tk.Listing)
	if len(h["companyList"].([]any)) != 2 || h["messageType"] != 0.0 {
		t.Errorf("held offer %v", h)
	}
	decides(tk.SecondA, h, true, "公開済みのため").Want(200).Has(`"sentCount":2`)
	tk.BuyA.Get(apptest.NegotiationBase + "PartnerListByBuyerFinancial").Want(200).Has("かなりあ製作所のご案内")
	ledger := tk.FinA.Get(apptest.ListingBase + "GetDisclosureLedger?sellerBusinessId=" + tk.Listing).Want(200)
	if n := strings.Count(ledger.Body, "公開済みのため"); n != 2 {
		t.Errorf("%d lines of two disclosures: %s", n, ledger.Body)
	}
	// Once approved by SF, BF can pass the offer on, although BF knows the name.
	for _, row := range tk.FinB.Get(apptest.NegotiationBase + "PartnerListByBuyerFinancial").Want(200).JSON()["partnerList"].([]any) {
		if row := row.(map[string]any); row["buyerCompanyId"] == tk.RivalBuyer {
			tk.FinB.Deed("UpdateBuyerNegotiationOfferSendStatusAsync", row["buyerNegotiationId"].(string),
				map[string]any{"fromOfferSendStatus": 1, "offerSendStatus": 2}).Want(200)
		}
	}
	// A text sent back is sent anew by its writer.
	tk.FinA.Post(many, map[string]any{"sellerBusinessId": tk.Listing, "companyIds": tk.CandidatesOf(tk.Listing, tk.BuyerC),
		"offerMessage": "カナリア製作所", "isApprovalAsked": true}).Want(200)
	decides(tk.SecondA, held(tk.SecondA, ""), false, "名前を外してください。").Want(200)
	h = held(tk.FinA, "")
	tk.FinA.Post(many, map[string]any{"sellerBusinessId": tk.Listing, "companyIds": tk.CandidatesOf(tk.Listing, tk.BuyerC),
		"offerMessage": "名古屋市の会社です", "heldTextId": h["heldTextId"]}).Want(200).Has(`"sentCount":1`)
	tk.FinA.Get(apptest.NegotiationBase + "GetHeldTexts").Want(200).Has(`"heldTextList":[]`)
	if l := audits(tk.Marketplace.Banks.Platform, "offer.sent_with_hits"); len(l) == 0 ||
		!strings.Contains(l[0].Detail+l[len(l)-1].Detail, "offerMessage:place=1") {
		t.Errorf("audit %+v", l)
	}
	// A held offer that was repeated through its negotiation shows the buyer by its candidate's id.
	again := func(from, to int, fields map[string]any) apptest.Result {
		return tk.FinA.Deed("UpdateBuyerNegotiationOfferSendStatusAsync", offered,
			apptest.With(map[string]any{"fromOfferSendStatus": from, "offerSendStatus": to}, fields))
	}
	again(1, 9, nil).Want(200)
	again(9, 1, map[string]any{"offerMessage": "カナリア製作所", "isApprovalAsked": true}).Want(200).Has(`"heldTextId"`)
	tk.FinA.Get(apptest.NegotiationBase+"GetHeldTexts").Want(200).Has(tk.Candidate(tk.Listing, tk.BuyerB), "匿名").HasNot(tk.BuyerB, "霧晴")
	decides(tk.SecondA, held(tk.SecondA, ""), true, "公開済みのため").Want(200).Has(`"sentCount":1`)
}

// A need is visible to every bank: names of the own buyer give a warning there, and a need saved
// all the same is logged.
func TestNeedsWithNamesAreNoted(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	tk.FinB.Post("/api/Needs/RegistNeeds", apptest.With(apptest.NeedsBody,
		map[string]any{"clientId": tk.BuyerB, "title": "霧晴環境の希望"})).Want(200)
	if l := audits(tk.Marketplace.Banks.Platform, "needs_created"); len(l) == 0 ||
		!strings.Contains(l[len(l)-1].Detail+l[0].Detail, "title:company=1") {
		t.Errorf("audit %+v", l)
	}
}
