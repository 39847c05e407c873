package app

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
)

const readGlassPath = "/api/Office/ReadBreakGlass?breakGlassId="

// glass asks for one thing to be opened for an hour.
func (c *caller) glass(kind deal.BreakGlassKind, target string) result {
	c.p.t.Helper()
	return c.post("/api/Office/RequestBreakGlass", map[string]any{"kind": kind, "targetId": target, "ground": 1, "reason": "金融機関からの苦情の調査のため", "minutes": 60})
}

func (r result) glassID() string { r.t.Helper(); return r.want(200).json()["breakGlassId"].(string) }

// glassFile opens a file by an opening.
func (c *caller) glassFile(id, file string) result {
	c.p.t.Helper()
	return c.get("/api/Office/DownloadBreakGlassFile?breakGlassId=" + id + "&fileId=" + file)
}

// theirs are the texts of a caller's mails about an opening.
func (p *platform) glassMails(address string) (out []string) {
	p.t.Helper()
	for _, m := range p.mails(address) {
		if strings.Contains(m.Subject, "事務局が内容を閲覧します") {
			out = append(out, m.Subject+m.Text+m.HTML)
		}
	}
	return out
}

// Nothing before; one negotiation during, and only to who asked; nothing after. Both banks are told.
func TestBreakGlassOfANegotiation(t *testing.T) {
	tk := newTalks(newPlatform(t))
	office := tk.office()
	tk.user(deal.RoleFAD, tk.bID, "admin@b.example.jp")
	fad := tk.signInOffice("admin@b.example.jp")
	id := tk.named()
	tk.finA.say(id, 2, "売手からの連絡です。").want(200)
	tk.buyB.say(id, 1, "買手からの相談です。").want(200)
	tk.finB.upload(negotiationBase+"CreateBuyerNegotiationMessageAsync", map[string]any{"buyerNegotiationId": id, "messageType": 2, "messageBody": "添付します"}, "資料.pdf", []byte("%PDF-1.7 x")).want(200)
	other := tk.rivalNamed()
	tk.rival.say(other, 1, "競合の相談です。").want(200)

	nothing := office.get(readGlassPath + store.NewID()).want(400).has("not_available")
	office.get("/api/Office/GetBreakGlassTargetList?word="+id[len(id)-8:]).want(200).has(web.CaseNumber("N", id), "湊星銀行", "蒼陵信用金庫").hasNot(sellerNames...).hasNot(buyerNames...)
	office.get("/api/Office/GetBreakGlassTargetList?word=N-" + strings.ToUpper(id[len(id)-8:])).want(200).has(id)
	office.get("/api/Office/GetBreakGlassTargetList?word=L-" + id[len(id)-8:]).want(200).hasNot(id)
	office.get("/api/Office/GetBreakGlassTargetList?word=" + id[len(id)-7:]).want(200).hasNot(id)
	office.post("/api/Office/RequestBreakGlass", map[string]any{"kind": 2, "targetId": id, "ground": 9, "reason": " ", "minutes": 600}).want(422).has(`"ground"`, `"reason"`, `"minutes"`)
	office.glass(deal.BreakGlassNegotiation, tk.listing).want(400).sameAs(nothing)
	office.glass(7, id).want(400).sameAs(nothing)
	version := tk.finA.rowVersion(id)

	opened := office.glass(deal.BreakGlassNegotiation, id)
	glass := opened.has(`"state":2`).glassID()
	content := office.get(readGlassPath+glass).want(200).has("売手からの連絡です。", "買手からの相談です。", "資料.pdf", "カナリア製作所", buyerBName).hasNot("競合の相談です。", "黒潮ライバル", `"sellerBusiness"`, "234567")
	file := content.json()["negotiation"].(map[string]any)["messageList"].([]any)
	var attachment string
	for _, m := range file {
		if f := m.(map[string]any)["fileId"].(string); f != "" {
			attachment = f
		}
	}
	office.glassFile(glass, attachment).want(200).has("%PDF-1.7")

	// Nobody else has it: not a colleague, no administrator, no bank.
	tk.user(deal.RoleADM, web.OfficeClient, "second@n.example.jp")
	second := tk.signInOffice("second@n.example.jp")
	for _, c := range []*caller{second, fad, tk.finA, tk.finB, tk.buyB, tk.visitor()} {
		r := c.get(readGlassPath + glass)
		if r.status == 200 {
			t.Error("somebody else reads it")
		}
		r.hasNot("売手からの連絡です。")
		if c.glassFile(glass, attachment).status == 200 {
			t.Error("somebody else opens the file")
		}
	}
	second.get(readGlassPath + glass).want(400).sameAs(nothing)
	fad.get(readGlassPath + glass).want(400).sameAs(nothing)
	fad.glass(deal.BreakGlassNegotiation, id).want(400)
	second.get("/api/Office/GetBreakGlassList").want(200).has("金融機関からの苦情の調査のため", "苦情・紛争の調査", "交渉の当事者とメッセージ", "メッセージの添付ファイル").hasNot("買手からの相談です。").hasNot(buyerNames...)

	// Both banks find it in their histories, their mails and their logs; no deed of theirs is disturbed.
	for _, c := range []*caller{tk.finA, tk.finB} {
		c.get(negotiationBase+"GetBuyerNegotiationAsync?buyerNegotiationId="+id).want(200).has("事務局の緊急閲覧", "苦情・紛争の調査").hasNot("金融機関からの苦情")
	}
	tk.buyB.get(negotiationBase + "GetBuyerNegotiationAsync?buyerNegotiationId=" + id).want(200).hasNot("事務局の緊急閲覧")
	if now := tk.finA.rowVersion(id); now != version {
		t.Errorf("the row is at %d, was at %d", now, version)
	}
	for _, address := range []string{"fin@a.example.jp", "fin2@a.example.jp", "fin@b.example.jp", "admin@b.example.jp"} {
		mails := tk.glassMails(address)
		if len(mails) != 1 || !strings.Contains(mails[0], web.CaseNumber("N", id)) {
			t.Errorf("%s got %d mails", address, len(mails))
			continue
		}
		for _, name := range append(append([]string{"白嶺", "湊星", "蒼陵", "苦情"}, sellerNames...), buyerNames...) {
			if strings.Contains(mails[0], name) {
				t.Errorf("the mail to %s says %s", address, name)
			}
		}
	}
	for _, address := range []string{"fin@c.example.jp", "buy@b.example.jp", "rival@b.example.jp"} {
		if n := len(tk.glassMails(address)); n != 0 {
			t.Errorf("%s got %d mails", address, n)
		}
	}
	fad.get("/api/Office/GetAuditList?event=break_glass.read").want(200).has("緊急閲覧での閲覧", `"userName":"事務局"`).hasNot("office@n.example.jp")
	tk.finA.get(listingBase+"GetDisclosureLedger?sellerBusinessId="+tk.listing).want(200).has("事務局の緊急閲覧", "緊急閲覧（苦情・紛争の調査）")
	officer := ""
	tk.read(func(q *store.Q) error {
		u, err := q.UserByLogin("office@n.example.jp")
		if err == nil {
			officer = u.ID
		}
		return err
	})
	lines := tk.ledgerOf(web.LedgerBreakGlass)
	if len(lines) != 3 || lines[0].NegotiationID != id || lines[0].CompanyID != tk.seller || lines[0].BuyerCompanyID != tk.buyerB || lines[0].Level != 4 || lines[0].UserID != officer || lines[0].IP == "" {
		t.Errorf("%d lines in the ledger: %+v", len(lines), lines)
	}

	// Without a line nothing is read.
	tk.sqlExec("CREATE TRIGGER ledger_broken BEFORE INSERT ON ledger BEGIN SELECT RAISE(ABORT, 'no more lines'); END")
	office.get(readGlassPath + glass).want(503).hasNot("売手からの連絡です。")
	office.glassFile(glass, attachment).want(503).hasNot("%PDF-1.7")
	tk.sqlExec("DROP TRIGGER ledger_broken")

	// Time is over.
	tk.clock.Add(59 * time.Minute)
	office = tk.signInOffice("office@n.example.jp")
	office.get(readGlassPath + glass).want(200)
	tk.clock.Add(time.Minute)
	office.get(readGlassPath + glass).want(400).sameAs(nothing)
	office.glassFile(glass, attachment).want(400).sameAs(nothing)
	office.post("/api/Office/CloseBreakGlass", map[string]any{"breakGlassId": glass}).want(409).has("時間満了")
	office.get("/api/Office/GetBreakGlass?breakGlassId="+glass).want(200).has("時間満了", `"canRead":false`)
	tk.read(func(q *store.Q) error { return q.VerifyChains() })
}

// One listing, its documents, and nothing of those who negotiate about it.
func TestBreakGlassOfAListing(t *testing.T) {
	tk := newTalks(newPlatform(t))
	office := tk.office()
	row := tk.named()
	tk.finA.say(row, 2, "売手からの連絡です。").want(200)
	tk.document(tk.listing, "企業概要書", []byte(pdf))
	elsewhere := tk.published(nil)
	tk.document(elsewhere, "ほかの案件の資料", []byte(pdf))
	glass := office.glass(deal.BreakGlassListing, tk.listing).glassID()
	content := office.get(readGlassPath+glass).want(200).has("カナリア製作所", "234567", "企業概要書", `"isPublished":true`).hasNot("売手からの連絡です。", "ほかの案件の資料", "restFinancial", `"remark"`).hasNot(buyerNames...)
	paper := content.json()["sellerBusiness"].(map[string]any)["documents"].([]any)[0].(map[string]any)["fileId"].(string)
	office.glassFile(glass, paper).want(200).has("%PDF")
	var other string
	tk.sqlScan("SELECT file_id FROM document WHERE listing_id = '"+elsewhere+"'", &other)
	office.glassFile(glass, other).want(400).has("not_available")

	tk.finA.get(listingBase+"GetSellerBusinessHistory?sellerBusinessId="+tk.listing).want(200).has("事務局の緊急閲覧", "苦情・紛争の調査").hasNot("金融機関からの苦情")
	tk.finA.get(listingBase + "GetDisclosureLedger?sellerBusinessId=" + tk.listing).want(200).has("企業概要書（第1版）")
	office.get("/api/Office/GetBreakGlassList").want(200).has("案件の概要・詳細", "第1版）").hasNot("資料「")
	if len(tk.glassMails("fin@a.example.jp")) != 1 || len(tk.glassMails("fin@b.example.jp")) != 0 {
		t.Error("the seller's bank alone is told of its listing")
	}
	// Ended by hand, and then it is over.
	office.post("/api/Office/CloseBreakGlass", map[string]any{"breakGlassId": glass}).want(200)
	office.get(readGlassPath + glass).want(400).has("not_available")
	office.glassFile(glass, paper).want(400)
	office.post("/api/Office/CloseBreakGlass", map[string]any{"breakGlassId": glass}).want(409)
}

// Before the seller's bank knows of a row nothing of an opening reaches it, and nothing of the
// seller's is shown.
func TestBreakGlassBeforeItBegan(t *testing.T) {
	tk := newTalks(newPlatform(t))
	office := tk.office()
	id := tk.buyB.post(negotiationBase+"CreateBuyerNegotiationByBuyerAsync", map[string]any{"sellerBusinessId": tk.listing}).want(200).json()["buyerNegotiationId"].(string)
	tk.buyB.say(id, 1, "買手からの相談です。").want(200)
	ledger := tk.finA.get(listingBase + "GetDisclosureLedger?sellerBusinessId=" + tk.listing).want(200)
	glass := office.glass(deal.BreakGlassNegotiation, id).glassID()
	office.get(readGlassPath+glass).want(200).has("買手からの相談です。", buyerBName).hasNot(sellerNames...)
	tk.finA.get(listingBase + "GetDisclosureLedger?sellerBusinessId=" + tk.listing).want(200).sameAs(ledger)
	if len(tk.glassMails("fin@a.example.jp")) != 0 || len(tk.glassMails("fin@b.example.jp")) != 1 {
		t.Error("only the buyer's bank may be told")
	}
	// Nor does it learn of it when the negotiation has begun.
	o := tk.buyB.row(id)
	tk.buyB.consent(tk.listing, int(o["version"].(float64))).want(200)
	tk.finB.deed("StartNegotiation", id, nil).want(200)
	tk.finA.get(negotiationBase + "GetBuyerNegotiationAsync?buyerNegotiationId=" + id).want(200).hasNot("緊急閲覧")
	tk.finA.get(listingBase + "GetDisclosureLedger?sellerBusinessId=" + tk.listing).want(200).hasNot("緊急閲覧")
	tk.finB.get(negotiationBase + "GetBuyerNegotiationAsync?buyerNegotiationId=" + id).want(200).has("事務局の緊急閲覧")
	// Now it does: the same opening shows what both sides know.
	office.get(readGlassPath + glass).want(200).has("カナリア製作所")
}

// Where the office has two users, the second one confirms, and time runs from then on.
func TestBreakGlassNeedsTheSecondUser(t *testing.T) {
	tk := newTalks(newPlatform(t))
	office := tk.office()
	id := tk.named()
	tk.user(deal.RoleADM, web.OfficeClient, "second@n.example.jp")
	second := tk.signInOffice("second@n.example.jp")
	glass := office.glass(deal.BreakGlassNegotiation, id).has(`"state":1`).glassID()
	if n := len(tk.glassMails("fin@a.example.jp")); n != 0 || len(tk.ledgerOf(web.LedgerBreakGlass)) != 0 {
		t.Errorf("%d mails before it is open", n)
	}
	if m := tk.mails("second@n.example.jp"); len(m) != 1 || !strings.Contains(m[0].Text, web.CaseNumber("N", id)) {
		t.Errorf("the second user got %d mails", len(m))
	}
	office.get(readGlassPath + glass).want(400).has("not_available")
	deed := map[string]any{"breakGlassId": glass}
	office.post("/api/Office/ConfirmBreakGlass", deed).want(409).has("ご自身の申し出")
	second.get(readGlassPath + glass).want(400)
	tk.clock.Add(30 * time.Minute)
	office, second = tk.signInOffice("office@n.example.jp"), tk.signInOffice("second@n.example.jp")
	second.post("/api/Office/ConfirmBreakGlass", deed).want(200)
	second.post("/api/Office/ConfirmBreakGlass", deed).want(409)
	second.get(readGlassPath + glass).want(400)
	office.get(readGlassPath + glass).want(200).has(buyerBName)
	office.get("/api/Office/GetBreakGlass?breakGlassId="+glass).want(200).has(`"remaining":3600`, `"confirmedBy":"利用者 second@n.example.jp"`)
	if n := len(tk.glassMails("fin@a.example.jp")); n != 1 {
		t.Errorf("%d mails once it is open", n)
	}
	// The colleague may end it.
	second.post("/api/Office/CloseBreakGlass", deed).want(200)
	office.get(readGlassPath + glass).want(400)

	// What nobody confirms lapses; what is taken back never opens.
	lapsed, withdrawn := office.glass(deal.BreakGlassListing, tk.listing).glassID(), office.glass(deal.BreakGlassListing, tk.listing).glassID()
	office.post("/api/Office/CloseBreakGlass", map[string]any{"breakGlassId": withdrawn}).want(200)
	second.post("/api/Office/ConfirmBreakGlass", map[string]any{"breakGlassId": withdrawn}).want(409).has("取下げ")
	tk.clock.Add(25 * time.Hour)
	second = tk.signInOffice("second@n.example.jp")
	second.post("/api/Office/ConfirmBreakGlass", map[string]any{"breakGlassId": lapsed}).want(409).has("失効")
	second.get("/api/Office/GetBreakGlassList").want(200).has(`"allCount":3`, fmt.Sprintf(`"state":%d`, deal.BreakGlassLapsed), `"needsSecond":true`)
}
