package breakglass_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
)

const readGlassPath = "/api/Office/ReadBreakGlass?breakGlassId="

// glassFile downloads a file by an opening.
func glassFile(c *apptest.Caller, id, file string) apptest.Result {
	c.P.T.Helper()
	return c.Get("/api/Office/DownloadBreakGlassFile?breakGlassId=" + id + "&fileId=" + file)
}

// glassMails are the texts of the mails about openings to an address.
func glassMails(p *apptest.Platform, address string) (out []string) {
	p.T.Helper()
	for _, m := range p.Mails(address) {
		if strings.Contains(m.Subject, "事務局が内容を閲覧します") {
			out = append(out, m.Subject+m.Text+m.HTML)
		}
	}
	return out
}

// Before the opening nothing can be read; during it one negotiation, by the requesting user only;
// after it nothing. Both banks are told.
func TestBreakGlassOfANegotiation(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	office := tk.Office()
	tk.User(deal.RoleFAD, tk.BID, "admin@b.example.jp")
	fad := tk.SignInOffice("admin@b.example.jp")
	id := tk.Named()
	tk.FinA.Say(id, 2, "売手からの連絡です。").Want(200)
	tk.BuyB.Say(id, 1, "買手からの相談です。").Want(200)
	tk.FinB.Upload(apptest.NegotiationBase+"CreateBuyerNegotiationMessageAsync",
		map[string]any{"buyerNegotiationId": id, "messageType": 2, "messageBody": "添付します"}, "資料.pdf", []byte("%PDF-1.7 x")).Want(200)
	other := tk.RivalNamed()
	tk.Rival.Say(other, 1, "競合の相談です。").Want(200)

	nothing := office.Get(readGlassPath + store.NewID()).Want(400).Has("not_available")
	office.Get("/api/Office/GetBreakGlassTargetList?word="+id[len(id)-8:]).Want(200).Has(web.CaseNumber("N", id), "湊星銀行",
		"蒼陵信用金庫").HasNot(apptest.SellerNames...).HasNot(apptest.BuyerNames...)
	office.Get("/api/Office/GetBreakGlassTargetList?word=N-" + strings.ToUpper(id[len(id)-8:])).Want(200).Has(id)
	office.Get("/api/Office/GetBreakGlassTargetList?word=L-" + id[len(id)-8:]).Want(200).HasNot(id)
	office.Get("/api/Office/GetBreakGlassTargetList?word=" + id[len(id)-7:]).Want(200).HasNot(id)
	office.Post("/api/Office/RequestBreakGlass", map[string]any{"kind": 2, "targetId": id, "ground": 9, "reason": " ",
		"minutes": 600}).Want(422).Has(`"ground"`, `"reason"`, `"minutes"`)
	office.Glass(deal.BreakGlassNegotiation, tk.Listing).Want(400).SameAs(nothing)
	office.Glass(7, id).Want(400).SameAs(nothing)
	version := tk.FinA.RowVersion(id)

	opened := office.Glass(deal.BreakGlassNegotiation, id)
	glass := opened.Has(`"state":2`).GlassID()
	content := office.Get(readGlassPath+glass).Want(200).Has("売手からの連絡です。", "買手からの相談です。", "資料.pdf", "カナリア製作所",
		apptest.BuyerBName).HasNot("競合の相談です。", "黒潮ライバル", `"sellerBusiness"`, "234567")
	file := content.JSON()["negotiation"].(map[string]any)["messageList"].([]any)
	var attachment string
	for _, m := range file {
		if f := m.(map[string]any)["fileId"].(string); f != "" {
			attachment = f
		}
	}
	glassFile(office, glass, attachment).Want(200).Has("%PDF-1.7")

	// No other user can read it: no colleague, no administrator, no bank.
	tk.User(deal.RoleADM, web.OfficeClient, "second@n.example.jp")
	second := tk.SignInOffice("second@n.example.jp")
	for _, c := range []*apptest.Caller{second, fad, tk.FinA, tk.FinB, tk.BuyB, tk.Visitor()} {
		r := c.Get(readGlassPath + glass)
		if r.Status == 200 {
			t.Error("somebody else reads it")
		}
		r.HasNot("売手からの連絡です。")
		if glassFile(c, glass, attachment).Status == 200 {
			t.Error("somebody else opens the file")
		}
	}
	second.Get(readGlassPath + glass).Want(400).SameAs(nothing)
	fad.Get(readGlassPath + glass).Want(400).SameAs(nothing)
	fad.Glass(deal.BreakGlassNegotiation, id).Want(400)
	second.Get("/api/Office/GetBreakGlassList").Want(200).Has("金融機関からの苦情の調査のため", "苦情・紛争の調査", "交渉の当事者とメッセージ",
		"メッセージの添付ファイル").HasNot("買手からの相談です。").HasNot(apptest.BuyerNames...)

	// Both banks find the opening in their histories, mails and audit logs; their own work is not
	// disturbed.
	for _, c := range []*apptest.Caller{tk.FinA, tk.FinB} {
		c.Get(apptest.NegotiationBase+"GetBuyerNegotiationAsync?buyerNegotiationId="+id).Want(200).Has("事務局の緊急閲覧", "苦情・紛争の調査").HasNot("金融機関からの苦情")
	}
	tk.BuyB.Get(apptest.NegotiationBase + "GetBuyerNegotiationAsync?buyerNegotiationId=" + id).Want(200).HasNot("事務局の緊急閲覧")
	if now := tk.FinA.RowVersion(id); now != version {
		t.Errorf("the row is at %d, was at %d", now, version)
	}
	for _, address := range []string{"fin@a.example.jp", "fin2@a.example.jp", "fin@b.example.jp", "admin@b.example.jp"} {
		mails := glassMails(tk.Marketplace.Banks.Platform, address)
		if len(mails) != 1 || !strings.Contains(mails[0], web.CaseNumber("N", id)) {
			t.Errorf("%s got %d mails", address, len(mails))
			continue
		}
		for _, name := range append(append([]string{"白嶺", "湊星", "蒼陵", "苦情"}, apptest.SellerNames...), apptest.BuyerNames...) {
			if strings.Contains(mails[0], name) {
				t.Errorf("the mail to %s says %s", address, name)
			}
		}
	}
	for _, address := range []string{"fin@c.example.jp", "buy@b.example.jp", "rival@b.example.jp"} {
		if n := len(glassMails(tk.Marketplace.Banks.Platform, address)); n != 0 {
			t.Errorf("%s got %d mails", address, n)
		}
	}
	fad.Get("/api/Office/GetAuditList?event=break_glass.read").Want(200).Has("緊急閲覧での閲覧", `"userName":"事務局"`).HasNot("office@n.example.jp")
	tk.FinA.Get(apptest.ListingBase+"GetDisclosureLedger?sellerBusinessId="+tk.Listing).Want(200).Has("事務局の緊急閲覧", "緊急閲覧（苦情・紛争の調査）")
	officer := ""
	tk.Read(func(q *store.Q) error {
		u, err := q.UserByLogin("office@n.example.jp")
		if err == nil {
			officer = u.ID
		}
		return err
	})
	lines := tk.LedgerOf(web.LedgerBreakGlass)
	if len(lines) != 3 || lines[0].NegotiationID != id || lines[0].CompanyID != tk.Seller || lines[0].BuyerCompanyID != tk.BuyerB ||
		lines[0].Level != 4 || lines[0].UserID != officer || lines[0].IP == "" {
		t.Errorf("%d lines in the ledger: %+v", len(lines), lines)
	}

	// If the line of the ledger cannot be written, nothing can be read.
	tk.SQLExec("CREATE TRIGGER ledger_broken BEFORE INSERT ON ledger BEGIN SELECT RAISE(ABORT, 'no more lines'); END")
	office.Get(readGlassPath + glass).Want(503).HasNot("売手からの連絡です。")
	glassFile(office, glass, attachment).Want(503).HasNot("%PDF-1.7")
	tk.SQLExec("DROP TRIGGER ledger_broken")

	// The hour ends.
	tk.Clock.Add(59 * time.Minute)
	office = tk.SignInOffice("office@n.example.jp")
	office.Get(readGlassPath + glass).Want(200)
	tk.Clock.Add(time.Minute)
	office.Get(readGlassPath + glass).Want(400).SameAs(nothing)
	glassFile(office, glass, attachment).Want(400).SameAs(nothing)
	office.Post("/api/Office/CloseBreakGlass", map[string]any{"breakGlassId": glass}).Want(409).Has("時間満了")
	office.Get("/api/Office/GetBreakGlass?breakGlassId="+glass).Want(200).Has("時間満了", `"canRead":false`)
	tk.Read(func(q *store.Q) error { return q.VerifyChains() })
}

// One listing and its documents can be read, and nothing of those who negotiate about it.
func TestBreakGlassOfAListing(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	office := tk.Office()
	row := tk.Named()
	tk.FinA.Say(row, 2, "売手からの連絡です。").Want(200)
	tk.Document(tk.Listing, "企業概要書", []byte(apptest.Pdf))
	elsewhere := tk.Published(nil)
	tk.Document(elsewhere, "ほかの案件の資料", []byte(apptest.Pdf))
	glass := office.Glass(deal.BreakGlassListing, tk.Listing).GlassID()
	content := office.Get(readGlassPath+glass).Want(200).Has("カナリア製作所", "234567", "企業概要書", `"isPublished":true`).HasNot("売手からの連絡です。",
		"ほかの案件の資料", "restFinancial", `"remark"`).HasNot(apptest.BuyerNames...)
	paper := content.JSON()["sellerBusiness"].(map[string]any)["documents"].([]any)[0].(map[string]any)["fileId"].(string)
	glassFile(office, glass, paper).Want(200).Has("%PDF")
	var other string
	tk.SQLScan("SELECT file_id FROM document WHERE listing_id = '"+elsewhere+"'", &other)
	glassFile(office, glass, other).Want(400).Has("not_available")

	tk.FinA.Get(apptest.ListingBase+"GetSellerBusinessHistory?sellerBusinessId="+tk.Listing).Want(200).Has("事務局の緊急閲覧",
		"苦情・紛争の調査").HasNot("金融機関からの苦情")
	tk.FinA.Get(apptest.ListingBase + "GetDisclosureLedger?sellerBusinessId=" + tk.Listing).Want(200).Has("企業概要書（第1版）")
	office.Get("/api/Office/GetBreakGlassList").Want(200).Has("案件の概要・詳細", "第1版）").HasNot("資料「")
	if len(glassMails(tk.Marketplace.Banks.Platform, "fin@a.example.jp")) != 1 ||
		len(glassMails(tk.Marketplace.Banks.Platform, "fin@b.example.jp")) != 0 {
		t.Error("the seller's bank alone is told of its listing")
	}
	// Ended by hand, it can be read no more.
	office.Post("/api/Office/CloseBreakGlass", map[string]any{"breakGlassId": glass}).Want(200)
	office.Get(readGlassPath + glass).Want(400).Has("not_available")
	glassFile(office, glass, paper).Want(400)
	office.Post("/api/Office/CloseBreakGlass", map[string]any{"breakGlassId": glass}).Want(409)
}

// Before the seller's bank knows of a negotiation it learns nothing of an opening, and the opening
// shows nothing of the seller.
func TestBreakGlassBeforeItBegan(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	office := tk.Office()
	id := tk.BuyB.Post(apptest.NegotiationBase+"CreateBuyerNegotiationByBuyerAsync",
		map[string]any{"sellerBusinessId": tk.Listing}).Want(200).JSON()["buyerNegotiationId"].(string)
	tk.BuyB.Say(id, 1, "買手からの相談です。").Want(200)
	ledger := tk.FinA.Get(apptest.ListingBase + "GetDisclosureLedger?sellerBusinessId=" + tk.Listing).Want(200)
	glass := office.Glass(deal.BreakGlassNegotiation, id).GlassID()
	office.Get(readGlassPath+glass).Want(200).Has("買手からの相談です。", apptest.BuyerBName).HasNot(apptest.SellerNames...)
	tk.FinA.Get(apptest.ListingBase + "GetDisclosureLedger?sellerBusinessId=" + tk.Listing).Want(200).SameAs(ledger)
	if len(glassMails(tk.Marketplace.Banks.Platform, "fin@a.example.jp")) != 0 ||
		len(glassMails(tk.Marketplace.Banks.Platform, "fin@b.example.jp")) != 1 {
		t.Error("only the buyer's bank may be told")
	}
	// Nor does it learn of that opening after the negotiation has begun.
	o := tk.BuyB.Row(id)
	tk.BuyB.Consent(tk.Listing, int(o["version"].(float64))).Want(200)
	tk.FinB.Deed("StartNegotiation", id, nil).Want(200)
	tk.FinA.Get(apptest.NegotiationBase + "GetBuyerNegotiationAsync?buyerNegotiationId=" + id).Want(200).HasNot("緊急閲覧")
	tk.FinA.Get(apptest.ListingBase + "GetDisclosureLedger?sellerBusinessId=" + tk.Listing).Want(200).HasNot("緊急閲覧")
	tk.FinB.Get(apptest.NegotiationBase + "GetBuyerNegotiationAsync?buyerNegotiationId=" + id).Want(200).Has("事務局の緊急閲覧")
	// Once the negotiation has begun, the same opening shows what both sides know.
	office.Get(readGlassPath + glass).Want(200).Has("カナリア製作所")
}

// If the office has two users, the second one must confirm, and the hour begins then.
func TestBreakGlassNeedsTheSecondUser(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	office := tk.Office()
	id := tk.Named()
	tk.User(deal.RoleADM, web.OfficeClient, "second@n.example.jp")
	second := tk.SignInOffice("second@n.example.jp")
	glass := office.Glass(deal.BreakGlassNegotiation, id).Has(`"state":1`).GlassID()
	if n := len(glassMails(tk.Marketplace.Banks.Platform, "fin@a.example.jp")); n != 0 || len(tk.LedgerOf(web.LedgerBreakGlass)) != 0 {
		t.Errorf("%d mails before it is open", n)
	}
	if m := tk.Mails("second@n.example.jp"); len(m) != 1 || !strings.Contains(m[0].Text, web.CaseNumber("N", id)) {
		t.Errorf("the second user got %d mails", len(m))
	}
	office.Get(readGlassPath + glass).Want(400).Has("not_available")
	deed := map[string]any{"breakGlassId": glass}
	office.Post("/api/Office/ConfirmBreakGlass", deed).Want(409).Has("ご自身の申し出")
	second.Get(readGlassPath + glass).Want(400)
	tk.Clock.Add(30 * time.Minute)
	office, second = tk.SignInOffice("office@n.example.jp"), tk.SignInOffice("second@n.example.jp")
	second.Post("/api/Office/ConfirmBreakGlass", deed).Want(200)
	second.Post("/api/Office/ConfirmBreakGlass", deed).Want(409)
	second.Get(readGlassPath + glass).Want(400)
	office.Get(readGlassPath + glass).Want(200).Has(apptest.BuyerBName)
	office.Get("/api/Office/GetBreakGlass?breakGlassId="+glass).Want(200).Has(`"remaining":3600`, `"confirmedBy":"利用者 second@n.example.jp"`)
	if n := len(glassMails(tk.Marketplace.Banks.Platform, "fin@a.example.jp")); n != 1 {
		t.Errorf("%d mails once it is open", n)
	}
	// The other user may end the opening.
	second.Post("/api/Office/CloseBreakGlass", deed).Want(200)
	office.Get(readGlassPath + glass).Want(400)

	// A request that nobody confirms lapses; a withdrawn one never opens.
	lapsed, withdrawn := office.Glass(deal.BreakGlassListing, tk.Listing).GlassID(), office.Glass(deal.BreakGlassListing, tk.Listing).GlassID()
	office.Post("/api/Office/CloseBreakGlass", map[string]any{"breakGlassId": withdrawn}).Want(200)
	second.Post("/api/Office/ConfirmBreakGlass", map[string]any{"breakGlassId": withdrawn}).Want(409).Has("取下げ")
	tk.Clock.Add(25 * time.Hour)
	second = tk.SignInOffice("second@n.example.jp")
	second.Post("/api/Office/ConfirmBreakGlass", map[string]any{"breakGlassId": lapsed}).Want(409).Has("失効")
	second.Get("/api/Office/GetBreakGlassList").Want(200).Has(`"allCount":3`, fmt.Sprintf(`"state":%d`, deal.BreakGlassLapsed),
		`"needsSecond":true`)
}
