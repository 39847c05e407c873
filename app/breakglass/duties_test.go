package breakglass_test

import (
	"strings"
	"testing"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
)

const dutyBase = "/api/Duty/"

// recorded writes a duty of the caller's bank, and answers its id.
func recorded(c *apptest.Caller, k deal.DutyKind, about int, of, id string, values map[string]any) string {
	c.P.T.Helper()
	return c.Post(dutyBase+"RecordDuty", map[string]any{of: id, "kind": int(k), "record": about, "performedOn": "2026-11-21",
		"values": values}).Want(200).JSON()["dutyId"].(string)
}

func attached(c *apptest.Caller, duty, name string) string {
	c.P.T.Helper()
	return c.Upload(dutyBase+"AttachDutyFile", map[string]any{"dutyId": duty}, name, []byte("%PDF-1.7 "+name)).Want(200).
		JSON()["fileId"].(string)
}

// dutiesTold are the mails to an address that name an opening of duties.
func dutiesTold(p *apptest.Platform, address string) (n int) {
	p.T.Helper()
	for _, m := range p.Mails(address) {
		if strings.Contains(m.Subject, "事務局が確認事項を閲覧します") {
			n++
		}
	}
	return n
}

// What one bank recorded is opened by name, to the office's one user, and that bank alone is told. Of the closed kinds nothing opens.
func TestBreakGlassOfDuties(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	office := tk.Office()
	id := tk.Named()
	fee := recorded(tk.FinB, deal.DutyFee, 1, "companyId", tk.BuyerB, map[string]any{"way": "manual", "base": "price",
		"rates": "買手からは5億円まで4%", "minimum": "5000", "otherSide": "yes"})
	paper := attached(tk.FinB, fee, "手数料の説明.pdf")
	look := recorded(tk.FinB, deal.DutyAntisocial, 1, "companyId", tk.BuyerB, map[string]any{"sources": "police", "result": "look",
		"note": "同姓同名を確かめている"})
	closed := attached(tk.FinB, look, "照会の回答.pdf")
	recorded(tk.FinA, deal.DutyFee, 1, "companyId", tk.Seller, map[string]any{"way": "manual", "base": "net",
		"rates": "売手からは5億円まで5%", "minimum": "9000", "otherSide": "no"})
	recorded(tk.FinA, deal.DutyClosing, 4, "buyerNegotiationId", id, map[string]any{"paid": "no", "register": "no", "handover": "no",
		"note": "着金を待っている"})
	version := tk.FinA.RowVersion(id)

	// An opening of the negotiation shows none of it.
	ordinary := office.Glass(deal.BreakGlassNegotiation, id).GlassID()
	office.Get(readGlassPath+ordinary).Want(200).HasNot("5億円まで", "着金を待っている", `"duties"`)
	glassFile(office, ordinary, paper).Want(400)
	office.Post("/api/Office/CloseBreakGlass", map[string]any{"breakGlassId": ordinary}).Want(200)
	ledger := tk.FinA.Get(apptest.ListingBase + "GetDisclosureLedger?sellerBusinessId=" + tk.Listing).Want(200)
	before := tk.FinA.Get(apptest.NegotiationBase + "GetBuyerNegotiationAsync?buyerNegotiationId=" + id).Want(200)
	mailed := len(glassMails(tk.Marketplace.Banks.Platform, "fin@a.example.jp"))

	office.Get("/api/Office/GetBreakGlassTargetList?word="+id[len(id)-8:]).Want(200).Has("買手側の確認事項", "売手側の確認事項").
		HasNot("5億円まで")
	glass := office.Glass(deal.BreakGlassBuyerDuties, id).GlassID()
	office.Get(readGlassPath+glass).Want(200).Has("買手からは5億円まで4%", "譲渡額", "5000千円", "手数料の説明.pdf", `"kindLabel":"反社照会"`, `"isClosed":true`,
		"未完了").HasNot("売手からは", "着金を待っている", "同姓同名", "照会の回答", "警察", "要確認", `"negotiation"`).HasNot(apptest.SellerNames...)
	for _, x := range office.Get(readGlassPath + glass).Want(200).JSON()["duties"].(map[string]any)["dutyList"].([]any) {
		d := x.(map[string]any)
		if d["isClosed"] == true && (d["record"] != nil || len(d["fileList"].([]any)) > 0 || d["stateLabel"] != "未完了") {
			t.Errorf("a closed kind tells more than that it is done or not: %v", d)
		}
	}
	glassFile(office, glass, paper).Want(200).Has("手数料の説明")
	glassFile(office, glass, closed).Want(400).HasNot("照会の回答")
	for address, want := range map[string]int{"fin@b.example.jp": 1, "fin@a.example.jp": 0, "fin@c.example.jp": 0, "buy@b.example.jp": 0} {
		if n := dutiesTold(tk.Marketplace.Banks.Platform, address); n != want {
			t.Errorf("%s got %d mails", address, n)
		}
	}
	// The other bank's world is the same to the byte.
	tk.FinA.Get(apptest.NegotiationBase + "GetBuyerNegotiationAsync?buyerNegotiationId=" + id).Want(200).SameAs(before)
	tk.FinA.Get(apptest.ListingBase + "GetDisclosureLedger?sellerBusinessId=" + tk.Listing).Want(200).SameAs(ledger)
	tk.FinB.Get(apptest.NegotiationBase+"GetBuyerNegotiationAsync?buyerNegotiationId="+id).Want(200).Has("事務局の緊急閲覧", "確認事項。理由：苦情・紛争の調査")
	if n := len(glassMails(tk.Marketplace.Banks.Platform, "fin@a.example.jp")); n != mailed || tk.FinA.RowVersion(id) != version {
		t.Errorf("%d mails, were %d", n, mailed)
	}
	tk.User(deal.RoleFAD, tk.BID, "admin@b.example.jp")
	tk.User(deal.RoleFAD, tk.AID, "admin@a.example.jp")
	fadB, fadA := tk.SignInOffice("admin@b.example.jp"), tk.SignInOffice("admin@a.example.jp")
	fadB.Get("/api/Office/GetAuditList?event=break_glass.read").Want(200).Has("買手側の確認事項", "確認事項の書面（手数料）")
	fadA.Get("/api/Office/GetAuditList?event=break_glass.read").Want(200).HasNot("買手側の確認事項")
	office.Get("/api/Office/GetBreakGlass?breakGlassId="+glass).Want(200).Has("買手側の確認事項").HasNot("5億円まで", "手数料の説明.pdf")

	// And the same the other way round.
	before = tk.FinB.Get(apptest.NegotiationBase + "GetBuyerNegotiationAsync?buyerNegotiationId=" + id).Want(200)
	glass = office.Glass(deal.BreakGlassSellerDuties, id).GlassID()
	office.Get(readGlassPath+glass).Want(200).Has("売手からは5億円まで5%", "着金を待っている").HasNot("買手からは", "同姓同名")
	tk.FinB.Get(apptest.NegotiationBase + "GetBuyerNegotiationAsync?buyerNegotiationId=" + id).Want(200).SameAs(before)
	tk.FinA.Get(apptest.NegotiationBase + "GetBuyerNegotiationAsync?buyerNegotiationId=" + id).Want(200).Has("確認事項。理由：苦情・紛争の調査")
	for _, address := range []string{"fin@a.example.jp", "fin@b.example.jp"} {
		if n := dutiesTold(tk.Marketplace.Banks.Platform, address); n != 1 {
			t.Errorf("%s got %d mails", address, n)
		}
	}
	lines := tk.LedgerOf(web.LedgerBreakGlass)
	for _, l := range lines {
		if strings.Contains(l.Subject, "売手側の確認事項") && l.BuyerCompanyID != "" || strings.Contains(l.Subject, "買手側") {
			t.Errorf("%+v", l)
		}
	}

	// A listing's.
	glass = office.Glass(deal.BreakGlassListingDuties, tk.Listing).GlassID()
	office.Get(readGlassPath+glass).Want(200).Has("売手からは5億円まで5%", "経営者保証").HasNot("着金を待っている", "買手からは", `"sellerBusiness"`)
	tk.FinA.Get(apptest.ListingBase + "GetSellerBusinessHistory?sellerBusinessId=" + tk.Listing).Want(200).Has("確認事項。理由：苦情・紛争の調査")
	tk.Read(func(q *store.Q) error { return q.VerifyChains() })
}

// Before the seller's bank knows of a negotiation there is nothing of its own to open there; whether somebody recorded anything does not
// show before an opening.
func TestBreakGlassOfDutiesBeforeItBegan(t *testing.T) {
	world := func(records bool) (string, *apptest.Talks) {
		tk := apptest.NewTalks(apptest.NewPlatform(t))
		office := tk.Office()
		id := tk.BuyB.Post(apptest.NegotiationBase+"CreateBuyerNegotiationByBuyerAsync",
			map[string]any{"sellerBusinessId": tk.Listing}).Want(200).JSON()["buyerNegotiationId"].(string)
		if records {
			recorded(tk.FinB, deal.DutyIdentity, 1, "companyId", tk.BuyerB, map[string]any{"owner": "yes"})
		}
		office.Glass(deal.BreakGlassSellerDuties, id).Want(400).Has("not_available")
		targets := office.Get("/api/Office/GetBreakGlassTargetList?word=N-" + id[len(id)-8:]).Want(200).Has("買手側の確認事項").HasNot("売手側の確認事項")
		return strings.ReplaceAll(strings.ReplaceAll(targets.Body, id, "ID"), web.CaseNumber("N", id), "NO"), tk
	}
	quiet, _ := world(false)
	loud, _ := world(true)
	if quiet != loud {
		t.Errorf("%s\n%s", quiet, loud)
	}
}
