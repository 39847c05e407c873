package app

import (
	"context"
	"regexp"
	"strings"
	"testing"

	"tsunagu/app/negotiation"
	"tsunagu/store"
)

const sayPath = negotiationBase + "CreateBuyerNegotiationMessageAsync"

var uuids = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f-]{27}`)

// asks sends a message that waits for an approver where it bears a name.
func (c *caller) asks(id, body, file string) result {
	c.p.t.Helper()
	fields := map[string]any{"buyerNegotiationId": id, "messageType": 2, "messageBody": body, "isApprovalAsked": true}
	if file == "" {
		return c.post(sayPath, fields)
	}
	return c.upload(sayPath, fields, file, []byte("%PDF-1.7 x"))
}

// held is the one text that waits or was sent back.
func (c *caller) held(query string) map[string]any {
	c.p.t.Helper()
	all := c.get(negotiationBase + "GetHeldTexts?" + query).want(200).json()["heldTextList"].([]any)
	if len(all) != 1 {
		c.p.t.Fatalf("%d held texts", len(all))
	}
	return all[0].(map[string]any)
}

func (c *caller) decides(h map[string]any, isApproval bool, reason string) result {
	c.p.t.Helper()
	return c.post(negotiationBase+"DecideHeldText", map[string]any{"heldTextId": h["heldTextId"], "version": h["version"], "isApproval": isApproval, "reason": reason})
}

func (p *platform) audits(event string) (out []store.AuditLine) {
	p.t.Helper()
	p.read(func(q *store.Q) error {
		var err error
		out, _, err = q.SearchAudit(store.AuditSearch{Event: event, Page: store.Page{Limit: 1000}})
		return err
	})
	return out
}

func TestNamesDoNotLeave(t *testing.T) {
	tk := newTalks(newPlatform(t))
	id := tk.started()
	before := tk.finB.thread(id).want(200).body
	for _, body := range []string{"株式会社カナリア製作所です", "カナリア製作所の件", "ｶﾅﾘｱ製作所", "かなりあ　製作所", "カ\nナリ\u3000ア製作所", "金糸雀様", "金糸　雀"} {
		tk.finA.say(id, 2, body).want(422).has(`"name_before_time"`, `"messageBody"`, "入力した内容は残っています", "承認者").hasNot("霧晴環境")
	}
	for _, body := range []string{"霧晴環境です", "（株）霧晴環境", "霧晴 環境", "山本一郎"} {
		tk.finB.say(id, 2, body).want(422).has(`"messageBody"`).hasNot("カナリア")
	}
	tk.finA.upload(sayPath, map[string]any{"buyerNegotiationId": id, "messageType": 2, "messageBody": "カナリア製作所の資料"}, "カナリア製作所_概要.pdf", []byte("%PDF-1.7 x")).
		want(422).has(`"messageBody"`, `"fileName"`)
	if tk.finB.thread(id).want(200).body != before {
		t.Error("something of a refused message arrived")
	}
	// A part of a name warns, and what was sent in spite of it is noted in codes.
	tk.finA.say(id, 2, "金糸様の工場は名古屋市です。03-1234-5678").want(200)
	lines := tk.audits("message.create")
	if d := lines[0].Detail + lines[len(lines)-1].Detail; !strings.Contains(d, "messageBody:phone=1") || strings.Contains(d, "1234") || strings.Contains(d, "金糸") {
		t.Errorf("audit %q", d)
	}
	tk.buyB.say(id, 1, "霧晴環境の山本 一郎です。").want(200) // its own bank knows it
	tk.finB.say(id, 1, "霧晴環境 御中").want(200)

	// At 2 the buyer's name is open to SF, the seller's to nobody yet.
	tk.buyB.deed("RealNameConsent", id, nil).want(200)
	tk.finB.to(id, 1, 2, nil).want(200)
	tk.finB.say(id, 2, "霧晴環境の山本 一郎です。").want(200)
	tk.finA.say(id, 2, "カナリア製作所です。").want(422)
	tk.finA.deed("NegotiationApprove", id, map[string]any{"isApproval": false, "comment": "カナリア製作所は同業です。", "ownerReason": "同業のため。"}).want(422).has(`"comment"`).hasNot("承認者")
	key, passcode := tk.ownerKey(id)
	tk.ownerDecides(key, passcode, true).want(200)
	tk.finA.deed("NegotiationApprove", id, map[string]any{"isApproval": true}).want(200)
	tk.finA.say(id, 2, "カナリア製作所の金糸 雀です。").want(200)
	tk.finB.say(id, 1, "カナリア製作所より").want(200)
	if n := len(tk.audits("held_text.held")); n != 0 {
		t.Errorf("%d texts were held", n)
	}
}

// A bank that knows the seller by one buyer does not tell another, and nobody but SF can let it pass.
func TestSellersNameToAnotherBuyer(t *testing.T) {
	tk := newTalks(newPlatform(t))
	tk.named()
	o := tk.finB.post(negotiationBase+"StartNegotiation", map[string]any{"sellerBusinessId": tk.listing, "companyId": tk.rivalBuyer}).want(200).json()
	id := o["buyerNegotiationId"].(string)
	tk.finB.say(id, 1, "売手はカナリア製作所です").want(422).has("売手側金融機関の承認").hasNot("承認者に")
	tk.finB.post(sayPath, map[string]any{"buyerNegotiationId": id, "messageType": 1, "messageBody": "カナリア製作所", "isApprovalAsked": true}).want(422)
	tk.rival.thread(id).want(200).hasNot("カナリア")
	tk.finB.post(negotiationBase+"CheckMessage", map[string]any{"buyerNegotiationId": id, "messageType": 1, "messageBody": "カナリア製作所"}).want(200).has(`"isExact":true`)
}

// A name that the writer's side does not know is not looked for: his answer is the same to the byte
// whether it is the other's or not.
func TestNamesAreNoOracle(t *testing.T) {
	w := newAccessWorld(t)
	other := w.changed(t, []string{
		"UPDATE listing_content SET company_name = '別会社株式会社', representative_name = '別 名' WHERE listing_id IN (SELECT listing_id FROM negotiation WHERE id = '" + w.object("negotiation", "counterparty before the names") + "')",
		"UPDATE company_details SET company_name = '別会社', name_folded = 'べつ', representative_name = '別 名' WHERE company_id IN (SELECT id FROM company WHERE kind = 2)",
		"UPDATE user SET user_name = '別 名', user_name_kana = 'ベツ ナ' WHERE role = 1",
		"DELETE FROM former_name",
	})
	another := w.changed(t, []string{
		"UPDATE company_details SET company_name = '別会社', name_folded = 'べつ', representative_name = '別 名' WHERE company_id = '" + w.buyerB + "'",
		"UPDATE user SET user_name = '別 名', user_name_kana = 'ベツ ナ' WHERE client_id = '" + w.buyerB + "'",
		"DELETE FROM former_name",
	})
	const words = "カナリア製作所 株式会社カナリア製作所 金糸 雀 霧晴環境 山本 一郎 別会社 別 名"
	row, offer := w.object("negotiation", "counterparty before the names"), w.object("negotiation", "counterparty has an offer, not begun")
	for _, x := range []struct {
		world       *accessWorld
		name, call  string
		body        map[string]any
		isForm, has bool
	}{
		{other, "finB", sayPath, map[string]any{"buyerNegotiationId": row, "messageType": 1, "messageBody": words}, false, false},
		{other, "finB", sayPath, map[string]any{"buyerNegotiationId": row, "messageType": 2, "messageBody": "カナリア製作所でしょうか。別会社でしょうか。"}, false, false},
		{other, "finB", sayPath, map[string]any{"buyerNegotiationId": row, "messageType": 2, "messageBody": "質問", "isApprovalAsked": true}, true, false},
		{other, "buyB", sayPath, map[string]any{"buyerNegotiationId": row, "messageType": 1, "messageBody": words}, false, false},
		{other, "finB", negotiationBase + "CheckMessage", map[string]any{"buyerNegotiationId": row, "messageType": 1, "messageBody": words}, false, false},
		{other, "finB", negotiationBase + "CheckMessage", map[string]any{"buyerNegotiationId": row, "messageType": 2, "messageBody": words}, false, false},
		{other, "finB", negotiationBase + "UpdateBuyerNegotiationOfferSendStatusAsync", map[string]any{"buyerNegotiationId": offer, "fromOfferSendStatus": 1, "offerSendStatus": 2}, false, false},
		{another, "finA", sayPath, map[string]any{"buyerNegotiationId": row, "messageType": 2, "messageBody": "霧晴環境でしょうか。別会社でしょうか。"}, false, false},
		{another, "finA", negotiationBase + "CheckMessage", map[string]any{"buyerNegotiationId": row, "messageType": 2, "messageBody": words}, false, false},
		{other, "finA", sayPath, map[string]any{"buyerNegotiationId": row, "messageType": 2, "messageBody": "カナリア製作所"}, false, true},
		{another, "finB", sayPath, map[string]any{"buyerNegotiationId": row, "messageType": 2, "messageBody": "霧晴環境"}, false, true},
	} {
		answer := func(w *accessWorld) string {
			p := w.thaw(t)
			who := &caller{p, w.tokens[x.name]}
			body := with(x.body, nil)
			if strings.HasSuffix(x.call, "OfferSendStatusAsync") {
				body["version"] = who.rowVersion(offer)
			}
			r := who.post(x.call, body)
			if x.isForm {
				r = who.upload(x.call, body, "カナリア製作所.pdf", []byte("%PDF-1.7 x"))
			}
			if !x.has && r.status != 200 {
				t.Errorf("%s %s: %d %s", x.name, x.call, r.status, r.body)
			}
			return uuids.ReplaceAllString(unpacked(r.body), "<id>")
		}
		if one, two := answer(w), answer(x.world); (one == two) == x.has {
			t.Errorf("%s learns %v of whose name it is by %s: %s", x.name, x.has, x.call, difference(one, two))
		}
	}
}

func TestHeldMessage(t *testing.T) {
	tk := newTalks(newPlatform(t))
	id := tk.started()
	others := func() string {
		s := ""
		for _, c := range []*caller{tk.finB, tk.buyB, tk.secondB} {
			s += c.thread(id).want(200).body + c.get(negotiationBase+"GetUnreadCounts").want(200).body + c.get("/api/MyPage/GetDesk").body + viewText(c.row(id)) + c.get(negotiationBase+"GetHeldTexts").body
		}
		return s + strings.Repeat("+", tk.notices("fin@b.example.jp")+tk.notices("buy@b.example.jp"))
	}
	before := others()
	sent := tk.finA.asks(id, "カナリア製作所の資料です。", "カナリア製作所.pdf").want(200).json()
	if sent["buyerNegotiationMessageId"] != "" || sent["heldTextId"] == nil {
		t.Errorf("answer %v", sent)
	}
	if now := others(); now != before {
		t.Errorf("the other side notices a text that waits: %s", difference(before, now))
	}
	h := tk.finA.held("buyerNegotiationId=" + id)
	if h["canConfirm"] != false || h["isMine"] != true || h["state"] != 0.0 || len(h["hitList"].([]any)) != 2 {
		t.Errorf("its writer sees %v", h)
	}
	tk.finA.thread(id).want(200).hasNot("カナリア") // it has not been sent
	file := negotiationBase + "DownloadHeldFile?heldTextId=" + h["heldTextId"].(string)
	none := tk.finC.get(negotiationBase + "DownloadHeldFile?heldTextId=" + store.NewID()).want(400)
	for _, c := range []*caller{tk.finB, tk.finC} {
		c.get(file).sameAs(none)
		c.decides(h, true, "x").sameAs(none)
		c.post(negotiationBase+"WithdrawHeldText", map[string]any{"heldTextId": h["heldTextId"], "version": h["version"]}).sameAs(none)
	}
	if r := tk.secondA.get(file).want(200); r.body != "%PDF-1.7 x" {
		t.Errorf("the approver reads %q", r.body)
	}
	// One person alone cannot: not its writer, and not without a reason.
	tk.finA.decides(h, true, "面談で合意済み").want(409).has("別の承認者")
	tk.finA.decides(h, false, "直します").want(409)
	tk.secondA.decides(h, true, " ").want(422).has(`"reason"`)
	tk.secondA.decides(h, false, "").want(422).has(`"reason"`)
	tk.finA.thread(id).want(200).hasNot("カナリア")
	if tasks := tk.secondA.get("/api/MyPage/GetDesk").want(200); !strings.Contains(tasks.body, "名前を含む文面を、送ってよいか確かめる") {
		t.Error("the approver has no task")
	}
	tk.finA.get("/api/MyPage/GetDesk").want(200).hasNot("送ってよいか確かめる")

	// Sent back, its writer mends it: the file is still there.
	tk.secondA.decides(h, false, "会社名を外してください。").want(200)
	tk.secondA.decides(h, true, "二度目").want(409)
	h = tk.finA.held("sellerBusinessId=" + tk.listing)
	if h["state"] != 1.0 || h["reason"] != "会社名を外してください。" || h["messageBody"] != "カナリア製作所の資料です。" || h["attachedFileName"] != "カナリア製作所.pdf" {
		t.Errorf("sent back: %v", h)
	}
	tk.finA.get("/api/MyPage/GetDesk").want(200).has("差し戻された文面を直すか、取り下げる")
	again := map[string]any{"buyerNegotiationId": id, "messageType": 2, "messageBody": "資料です。", "heldTextId": h["heldTextId"], "keepsFile": true}
	tk.finA.post(sayPath, again).want(422).has(`"fileName"`).hasNot(`"messageBody"`)
	tk.secondA.post(sayPath, again).want(409)
	tk.finA.post(sayPath, with(again, map[string]any{"isApprovalAsked": true})).want(200)
	tk.finA.post(sayPath, again).want(400) // it is another text now
	if now := others(); now != before {
		t.Errorf("the other side notices: %s", difference(before, now))
	}

	// Approved, it goes as a message of its writer's, with a line in the ledger at that moment.
	h = tk.secondA.held("")
	tk.secondA.decides(h, true, "面談の場で双方が了承したため").want(200).has(`"sentCount":1`, `"state":2`)
	tk.secondA.decides(h, true, "二度目").want(409)
	tk.finB.thread(id).want(200).has("資料です。", "カナリア製作所.pdf")
	if tk.notices("fin@b.example.jp") != 1 {
		t.Error("the other end was not told")
	}
	if n := len(tk.finA.get(negotiationBase + "GetHeldTexts").want(200).json()["heldTextList"].([]any)); n != 0 {
		t.Errorf("%d texts still wait", n)
	}
	ledger := tk.finA.get(listingBase + "GetDisclosureLedger?sellerBusinessId=" + tk.listing).want(200)
	ledger.has("承認者の判断による開示", "面談の場で双方が了承したため", "名前を含むメッセージ", "匿名").hasNot("霧晴環境")
	if l := tk.audits("held_text.approved"); len(l) != 1 || l[0].UserID != tk.userOf(tk.secondA).ID || !strings.Contains(l[0].Detail, "writer="+tk.userOf(tk.finA).ID) {
		t.Errorf("audit %+v", l)
	}
	if s := viewText(tk.finA.row(id)["timeline"]); !strings.Contains(s, "名前を含む文面の送信の承認") || !strings.Contains(s, "双方が了承") {
		t.Error("its own side's history has no line")
	}
	for _, c := range []*caller{tk.finB, tk.buyB} {
		if s := viewText(c.row(id)); strings.Contains(s, "承認") && strings.Contains(s, "双方が了承") {
			t.Error("the other side reads why it was let pass")
		}
	}
	tk.read(func(q *store.Q) error { return q.VerifyChains() })
}

// A buyer's name that its bank's approver lets pass is no line of the listing's ledger.
func TestHeldBuyersName(t *testing.T) {
	tk := newTalks(newPlatform(t))
	id := tk.started()
	tk.finB.asks(id, "霧晴環境です。", "").want(200)
	tk.secondB.decides(tk.secondB.held(""), true, "買手の了承を得たため").want(200)
	tk.finA.thread(id).want(200).has("霧晴環境です。")
	tk.finA.get(listingBase + "GetDisclosureLedger?sellerBusinessId=" + tk.listing).want(200).hasNot("買手の了承")
	var kind, company, institution, user string
	if err := openRaw(t, tk.a.Store.Dir()).QueryRowContext(context.Background(), "SELECT kind, company_id, institution_id, user_id FROM ledger WHERE negotiation_id = ?", id).
		Scan(&kind, &company, &institution, &user); err != nil || kind != negotiation.LedgerRelease || company != tk.buyerB || institution != tk.aID || user != tk.userOf(tk.secondB).ID {
		t.Errorf("ledger %s %s %s %s %v", kind, company, institution, user, err)
	}
	if s := viewText(tk.finA.row(id)); strings.Contains(s, "買手の了承") {
		t.Error("SF reads why BF let it pass")
	}
}

// Who may change a name does not get it past by changing it, writing it and changing it back.
func TestFormerNamesDoNotLeave(t *testing.T) {
	tk := newTalks(newPlatform(t))
	id := tk.started()
	rename := func(c *caller, noun, company, name, person string) {
		t.Helper()
		d := c.get("/api/" + noun + "/GetCompanyDetailsAsync?companyId=" + company).want(200).json()
		c.post("/api/"+noun+"/CreateUpdateCompanyDetailsAsync", with(detailsBody, map[string]any{"companyId": company, "version": d["version"], "companyName": name, "representativeName": person})).want(200)
	}
	was := tk.finB.get("/api/BuyerCompany/GetCompanyDetailsAsync?companyId=" + tk.buyerB).want(200).json()
	tk.finB.asks(id, "霧晴環境です。", "").want(200)
	rename(tk.finB, "BuyerCompany", tk.buyerB, "仮名商事", "仮名 太郎")
	for _, body := range []string{"霧晴環境です。", "仮名商事です。", was["representativeName"].(string) + "です。"} {
		tk.finB.say(id, 2, body).want(422).has(`"messageBody"`)
	}
	rename(tk.finB, "BuyerCompany", tk.buyerB, was["companyName"].(string), was["representativeName"].(string))
	tk.finB.say(id, 2, "仮名商事です。").want(422)
	h := tk.secondB.held("")
	tk.finB.decides(h, true, "了承済み").want(409)
	tk.secondB.decides(h, true, "").want(422).has(`"reason"`)
	tk.finA.thread(id).want(200).hasNot("霧晴", "仮名")

	u := tk.userOf(tk.buyB)
	raw := openRaw(t, tk.a.Store.Dir())
	if _, err := raw.ExecContext(t.Context(), "UPDATE user SET user_name = '別名 花子' WHERE id = ?", u.ID); err != nil {
		t.Fatal(err)
	}
	tk.finB.say(id, 2, u.UserName+"より").want(422)
	rename(tk.finA, "SellerCompany", tk.seller, "仮称工業", "仮称 次郎")
	tk.finA.say(id, 2, "カナリア製作所です。").want(422)
	tk.finA.say(id, 2, "仮称工業です。").want(422)
	tk.finB.say(id, 2, "仮称工業とカナリア製作所です。").want(200) // it knows neither: what a bank does not know is nothing to it
}

func TestHeldTextMeanwhile(t *testing.T) {
	tk := newTalks(newPlatform(t))
	id := tk.hoped()
	tk.finA.asks(id, "カナリア製作所です。", "").want(200)
	h := tk.finA.held("")
	key, passcode := tk.ownerKey(id)
	tk.ownerDecides(key, passcode, true).want(200)
	tk.finA.deed("NegotiationApprove", id, map[string]any{"isApproval": true}).want(200)
	// The names have opened: it can just go, and nothing was let pass before its time.
	if n := tk.finA.held("")["hitList"].([]any); len(n) != 0 {
		t.Errorf("hits %v", n)
	}
	tk.finA.decides(h, true, "").want(200)
	tk.finB.thread(id).want(200).has("カナリア製作所です。")
	tk.finA.get(listingBase + "GetDisclosureLedger?sellerBusinessId=" + tk.listing).want(200).hasNot("承認者の判断")

	// After the end it is back with its writer, and cannot be sent.
	other := tk.finC.post(negotiationBase+"StartNegotiation", map[string]any{"sellerBusinessId": tk.listing, "companyId": tk.buyerC}).want(200).json()["buyerNegotiationId"].(string)
	tk.finA.asks(other, "カナリア製作所です。", "").want(200)
	h = tk.finA.held("")
	tk.finC.to(other, 1, 9, map[string]any{"endReason": 1}).want(200)
	tk.secondA.decides(h, true, "了承済み").want(409)
	h = tk.finA.held("")
	if h["state"] != 1.0 || !strings.Contains(h["reason"].(string), "交渉が終わった") {
		t.Errorf("after the end: %v", h)
	}
	tk.finC.thread(other).want(200).hasNot("カナリア")
	tk.secondA.post(negotiationBase+"WithdrawHeldText", map[string]any{"heldTextId": h["heldTextId"], "version": h["version"]}).want(409)
	tk.finA.post(negotiationBase+"WithdrawHeldText", map[string]any{"heldTextId": h["heldTextId"], "version": 1}).want(409)
	tk.finA.post(negotiationBase+"WithdrawHeldText", map[string]any{"heldTextId": h["heldTextId"], "version": h["version"]}).want(200)
	tk.finA.get(negotiationBase + "GetHeldTexts").want(200).has(`"heldTextList":[]`)
}

func TestNamesInOffers(t *testing.T) {
	tk := newTalks(newPlatform(t))
	one, many := negotiationBase+"UpdateBuyerNegotiationOfferSendStatusAsync", negotiationBase+"LongListOfferSend"
	single := map[string]any{"sellerBusinessId": tk.listing, "companyId": tk.candidate(tk.listing, tk.buyerB), "offerSendStatus": 1, "offerMessage": "ｶﾅﾘｱ製作所のご案内"}
	list := map[string]any{"sellerBusinessId": tk.listing, "companyIds": []string{tk.candidate(tk.listing, tk.rivalBuyer), tk.buyerA}, "offerMessage": "かなりあ製作所のご案内"}
	tk.finA.post(one, single).want(422).has(`"offerMessage"`, `"name_before_time"`)
	tk.finA.post(many, list).want(422).has(`"offerMessage"`)
	offered := tk.finA.post(one, with(single, map[string]any{"offerMessage": "霧晴環境でしょうか"})).want(200).json()["buyerNegotiationId"].(string) // whose name it is must not be told
	o := tk.finA.post(many, with(list, map[string]any{"isApprovalAsked": true})).want(200).json()
	if o["heldTextId"] == nil || o["sentCount"] != 0.0 {
		t.Errorf("held: %v", o)
	}
	tk.finB.get(negotiationBase + "PartnerListByBuyerFinancial").want(200).hasNot("ご案内")
	tk.buyA.get(negotiationBase + "PartnerListByBuyerFinancial").want(200).hasNot(tk.listing)
	tk.finA.decides(tk.finA.held(""), true, "理由").want(409)
	h := tk.secondA.held("sellerBusinessId=" + tk.listing)
	if len(h["companyList"].([]any)) != 2 || h["messageType"] != 0.0 {
		t.Errorf("held offer %v", h)
	}
	tk.secondA.decides(h, true, "公開済みのため").want(200).has(`"sentCount":2`)
	tk.buyA.get(negotiationBase + "PartnerListByBuyerFinancial").want(200).has("かなりあ製作所のご案内")
	ledger := tk.finA.get(listingBase + "GetDisclosureLedger?sellerBusinessId=" + tk.listing).want(200)
	if n := strings.Count(ledger.body, "公開済みのため"); n != 2 {
		t.Errorf("%d lines of two disclosures: %s", n, ledger.body)
	}
	// Let pass once, BF can pass it on though it knows the name.
	for _, row := range tk.finB.get(negotiationBase + "PartnerListByBuyerFinancial").want(200).json()["partnerList"].([]any) {
		if row := row.(map[string]any); row["buyerCompanyId"] == tk.rivalBuyer {
			tk.finB.deed("UpdateBuyerNegotiationOfferSendStatusAsync", row["buyerNegotiationId"].(string), map[string]any{"fromOfferSendStatus": 1, "offerSendStatus": 2}).want(200)
		}
	}
	// Sent back, its writer sends it anew.
	tk.finA.post(many, map[string]any{"sellerBusinessId": tk.listing, "companyIds": tk.candidatesOf(tk.listing, tk.buyerC), "offerMessage": "カナリア製作所", "isApprovalAsked": true}).want(200)
	tk.secondA.decides(tk.secondA.held(""), false, "名前を外してください。").want(200)
	h = tk.finA.held("")
	tk.finA.post(many, map[string]any{"sellerBusinessId": tk.listing, "companyIds": tk.candidatesOf(tk.listing, tk.buyerC), "offerMessage": "名古屋市の会社です", "heldTextId": h["heldTextId"]}).want(200).has(`"sentCount":1`)
	tk.finA.get(negotiationBase + "GetHeldTexts").want(200).has(`"heldTextList":[]`)
	if l := tk.audits("offer.sent_with_hits"); len(l) == 0 || !strings.Contains(l[0].Detail+l[len(l)-1].Detail, "offerMessage:place=1") {
		t.Errorf("audit %+v", l)
	}
	// Offered again by its row alone, it is a candidate still.
	again := func(from, to int, fields map[string]any) result {
		return tk.finA.deed("UpdateBuyerNegotiationOfferSendStatusAsync", offered, with(map[string]any{"fromOfferSendStatus": from, "offerSendStatus": to}, fields))
	}
	again(1, 9, nil).want(200)
	again(9, 1, map[string]any{"offerMessage": "カナリア製作所", "isApprovalAsked": true}).want(200).has(`"heldTextId"`)
	tk.finA.get(negotiationBase+"GetHeldTexts").want(200).has(tk.candidate(tk.listing, tk.buyerB), "匿名").hasNot(tk.buyerB, "霧晴")
	tk.secondA.decides(tk.secondA.held(""), true, "公開済みのため").want(200).has(`"sentCount":1`)
}

// A need is open to every bank: its own names warn there, and what was saved all the same is noted.
func TestNeedsWithNamesAreNoted(t *testing.T) {
	tk := newTalks(newPlatform(t))
	tk.finB.post("/api/Needs/RegistNeeds", with(needsBody, map[string]any{"clientId": tk.buyerB, "title": "霧晴環境の希望"})).want(200)
	if l := tk.audits("needs_created"); len(l) == 0 || !strings.Contains(l[len(l)-1].Detail+l[0].Detail, "title:company=1") {
		t.Errorf("audit %+v", l)
	}
}
