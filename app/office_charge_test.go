package app

import (
	"net/url"
	"slices"
	"strings"
	"testing"

	"tsunagu/app/deal"
	"tsunagu/app/negotiation"
	"tsunagu/app/web"
	"tsunagu/store"
)

// bank C, to which companies move, and the office.
func (t *talks) cID() string { t.t.Helper(); return t.institutionOf(t.finC) }

func (t *talks) office() *caller {
	t.t.Helper()
	t.user(deal.RoleADM, web.OfficeClient, "office@n.example.jp")
	return t.signInOffice("office@n.example.jp")
}

func (p *platform) companyVersion(id string) (version int) {
	p.t.Helper()
	p.read(func(q *store.Q) error {
		c, err := q.CompanyOf(id)
		if err == nil {
			version = c.Version
		}
		return err
	})
	return version
}

func (c *caller) changeCharge(companyID, financialID string) result {
	c.p.t.Helper()
	return c.send("PUT", "/api/Office/ChangeInChargeFinancialInstitution", map[string]any{"companyId": companyID, "version": c.p.companyVersion(companyID), "financialId": financialID, "comment": "合併による移管"})
}

// A seller moves: the new bank is SF with all that stands there, the old one has nothing of it.
func TestChangeOfChargeOfASeller(t *testing.T) {
	tk := newTalks(newPlatform(t))
	office := tk.office()
	id := tk.named()
	tk.finA.say(id, 2, "Aからの連絡です。").want(200)
	tk.finA.deed("UpdateNextAction", id, map[string]any{"date": "2026-12-01", "userId": tk.userOf(tk.finA).ID}).want(200)
	attachment := tk.finB.upload(negotiationBase+"CreateBuyerNegotiationMessageAsync", map[string]any{"buyerNegotiationId": id, "messageType": 2, "messageBody": "添付します"}, "資料.pdf", []byte("%PDF-1.7 x")).want(200).json()["buyerNegotiationMessageId"].(string)
	waiting, _ := tk.draft(nil)
	key, passcode := tk.request(waiting)
	limited := tk.published(map[string]any{"isLimited": true})
	rest := tk.published(map[string]any{"isRest": true, "restFinancial": []string{tk.cID()}})
	list := tk.finA.post("/api/BuyerCompany/RegistLongList", map[string]any{"sellerBusinessId": tk.listing, "name": "候補", "companyIds": tk.candidatesOf(tk.listing, tk.buyerC)}).want(200).json()["longListId"].(string)
	tk.finB.get(listingBase + "GetSellerBusinessOverViewAsync?sellerBusinessId=" + rest).want(200)

	office.changeCharge(tk.seller, tk.cID()).want(200)

	nothing := tk.finA.get("/api/SellerCompany/GetCompanyOverViewAsync?companyId=" + store.NewID()).want(400)
	for _, path := range []string{
		"/api/SellerCompany/GetCompanyOverViewAsync?companyId=" + tk.seller, "/api/SellerCompany/GetCompanyDetailsAsync?companyId=" + tk.seller, "/api/SellerCompanyUser/GetUsersList?clientId=" + tk.seller + "&userType=3",
		listingBase + "GetSellerBusinessOverViewAsync?sellerBusinessId=" + waiting, listingBase + "GetSellerBusinessOverViewAsync?sellerBusinessId=" + limited, listingBase + "GetSellerBusinessOverViewAsync?sellerBusinessId=" + rest,
		listingBase + "GetSellerBusinessHistory?sellerBusinessId=" + tk.listing, listingBase + "GetDisclosureLedger?sellerBusinessId=" + tk.listing, listingBase + "GetSellerBusinessPreview?sellerBusinessId=" + tk.listing,
		negotiationBase + "GetBuyerNegotiationAsync?buyerNegotiationId=" + id, negotiationBase + "GetBuyerNegotiationMessageListAsync?buyerNegotiationId=" + id,
		negotiationBase + "DownloadAttachedFile?buyerNegotiationMessageId=" + attachment, "/api/BuyerCompany/GetLongList?longListId=" + list,
	} {
		tk.finA.get(path).want(400).sameAs(nothing)
	}
	tk.finA.get(listingBase + "GetSellerBusinessDetailsAsync?sellerBusinessId=" + tk.listing).hasNot(canariesL4...).hasNot(canariesL3...)
	tk.finA.get(negotiationBase + "PartnerListBySellerFinancial").want(200).has(`"allCount":0`)
	tk.finA.blindDeed("UpdateNextAction", id, 1).want(400).sameAs(nothing)

	tk.finC.get("/api/SellerCompany/GetCompanyDetailsAsync?companyId=" + tk.seller).want(200).has("カナリア製作所")
	tk.finC.get(listingBase+"GetSellerBusinessDetailsAsync?sellerBusinessId="+tk.listing).want(200).has("カナリア製作所", "234567")
	tk.finC.get(listingBase+"GetSellerBusinessHistory?sellerBusinessId="+tk.listing).want(200).has("担当金融機関の変更", "合併による移管").hasNot("利用者 fin@a.example.jp")
	tk.finC.get(listingBase+"GetDisclosureLedger?sellerBusinessId="+tk.listing).want(200).has("ネームクリア", "担当金融機関の変更", "白嶺銀行")
	tk.finC.thread(id).want(200).has("Aからの連絡です。", "資料.pdf", "売手側の担当金融機関が変わりました。").hasNot("利用者 fin@a.example.jp", "利用者 fin2@a.example.jp")
	view := tk.finC.row(id)
	if view["side"] != negotiation.SideSF || view["displayName"] != buyerBName || view["nextAction"].(map[string]any)["userId"] != "" {
		t.Errorf("C sees %v", viewText(view))
	}
	if v := tk.finB.row(id); v["sellerFinancialInstitutionId"] != tk.cID() {
		t.Errorf("B sees another SF: %v", v["sellerFinancialInstitutionId"])
	}
	tk.finC.say(id, 2, "これからはCが担当します。").want(200)
	tk.finB.thread(id).want(200).has("これからはCが担当します。")
	// The audience is the new bank's circle: its limited listing, and the old one kept out where some are.
	tk.finC.get(listingBase + "GetSellerBusinessOverViewAsync?sellerBusinessId=" + limited).want(200).has(`"isLimited":true`)
	tk.finC.get(listingBase + "GetSellerBusinessOverViewAsync?sellerBusinessId=" + rest).want(200).has(`"restFinancial":["` + tk.aID + `"]`).hasNot(`"isPending":true`)
	tk.finB.get(listingBase + "GetSellerBusinessOverViewAsync?sellerBusinessId=" + rest).want(200)
	tk.buyA.get(listingBase + "GetSellerBusinessOverViewAsync?sellerBusinessId=" + limited).want(400)
	// What waited for the seller's answer is dead; the new bank asks again.
	tk.visitor().post(listingBase+"GetApprovalByKey", map[string]any{"key": key, "passcode": passcode}).hasNot("カナリア製作所", "精密部品")
	tk.decide(key, passcode, true)
	tk.finC.get(listingBase + "GetSellerBusinessOverViewAsync?sellerBusinessId=" + waiting).want(200).has(`"status":0`).hasNot(`"isPending":true`)
	tk.finC.post(listingBase+"SendApprovalRequest", map[string]any{"sellerBusinessId": waiting, "ppapMailaddress": "second@canary.example.co.jp"}).want(200)

	// Sessions go on, both banks are told, and no mail names anybody.
	for address, word := range map[string]string{"fin@a.example.jp": "担当する企業が変わりました", "fin2@a.example.jp": "担当する企業が変わりました", "fin@c.example.jp": "新しく担当する企業があります"} {
		n := 0
		for _, m := range tk.mails(address) {
			if strings.Contains(m.Subject, word) {
				n++
			}
			for _, name := range append([]string{"白嶺", "湊星"}, sellerNames...) {
				if strings.Contains(m.Text+m.Subject, name) {
					t.Errorf("the mail to %s names %s", address, name)
				}
			}
		}
		if n != 1 {
			t.Errorf("%s got %d mails %q", address, n, word)
		}
	}
	tk.read(func(q *store.Q) error {
		for institution, event := range map[string]string{"": "company_in_charge_changed", tk.aID: "company_in_charge_given", tk.cID(): "company_in_charge_taken"} {
			lines, n, err := q.SearchAudit(store.AuditSearch{Institution: institution, Event: event, Page: store.Page{Limit: 9}})
			if err != nil || n != 1 || lines[0].SubjectID != tk.seller {
				t.Errorf("audit %s: %d lines, %v", event, n, err)
			}
		}
		return nil
	})
}

// blindDeed posts a deed with a version that was not read: the row is the caller's no more.
func (c *caller) blindDeed(path, id string, version int) result {
	c.p.t.Helper()
	return c.post(negotiationBase+path, map[string]any{"buyerNegotiationId": id, "version": version})
}

// A buyer moves to the bank that is SF: the rules of one institution on both sides apply, and
// what was the old bank's own does not go along.
func TestChangeOfChargeOfABuyer(t *testing.T) {
	tk := newTalks(newPlatform(t))
	office := tk.office()
	o := tk.finB.get("/api/BuyerCompany/GetCompanyOverViewAsync?companyId=" + tk.buyerB).want(200).json()
	tk.finB.post("/api/BuyerCompany/CreateUpdateCompanyOverviewAsync", with(overviewBody, map[string]any{"companyId": tk.buyerB, "version": o["version"], "financialMemo": "Bの極秘メモ", "registrationId": "C-77"})).want(200)
	needs := tk.finB.needs(tk.buyerB)
	id := tk.hoped()
	tk.buyB.say(id, 1, "買手からBへ。").want(200)
	tk.finB.deed("UpdateFinancialSupportStatus", id, map[string]any{"fromFinancialSupportStatus": 0, "financialSupportStatus": 2, "financingConsent": true, "desiredAmount": 77_001, "fundsPurpose": "Bの資金使途"}).want(200)
	hidden := tk.published(nil)
	row0 := tk.buyB.post(negotiationBase+"CreateBuyerNegotiationByBuyerAsync", map[string]any{"sellerBusinessId": hidden}).want(200).json()["buyerNegotiationId"].(string)
	second := tk.buyB

	row := office.get("/api/Office/GetCompanyList?word=C-77").want(200).has(tk.buyerB, `"allCount":1`, "蒼陵信用金庫").hasNot("霧晴", "極秘", "山本")
	office.get("/api/Office/GetCompanyList?word=" + tk.buyerB).want(200).has(`"allCount":1`)
	for _, none := range []string{"", "C-7", "霧晴環境", "%", tk.buyerB[:30]} {
		office.get("/api/Office/GetCompanyList?word=" + url.QueryEscape(none)).want(200).has(`"allCount":0`)
	}
	if row.json()["companyList"].([]any)[0].(map[string]any)["negotiationCount"].(float64) != 1 {
		t.Error(row.body)
	}
	office.send("PUT", "/api/Office/ChangeInChargeFinancialInstitution", map[string]any{"companyId": tk.buyerB, "version": 9999, "financialId": tk.aID, "comment": "移管"}).want(409)
	office.changeCharge(tk.buyerB, tk.bID).want(422).has(`"financialId"`)
	office.changeCharge(tk.buyerB, store.NewID()).want(422).has(`"financialId"`)
	office.send("PUT", "/api/Office/ChangeInChargeFinancialInstitution", map[string]any{"companyId": tk.buyerB, "version": tk.companyVersion(tk.buyerB), "financialId": "", "comment": " "}).want(422).has(`"financialId"`, `"comment"`)
	tk.finA.get(negotiationBase + "GetBuyerNegotiationAsync?buyerNegotiationId=" + row0).want(400)

	office.changeCharge(tk.buyerB, tk.aID).want(200)

	for _, path := range []string{"/api/BuyerCompany/GetCompanyDetailsAsync?companyId=" + tk.buyerB, negotiationBase + "GetBuyerNegotiationAsync?buyerNegotiationId=" + id, negotiationBase + "GetBuyerNegotiationMessageListAsync?buyerNegotiationId=" + id,
		"/api/BuyerCompanyUser/GetUsersList?clientId=" + tk.buyerB + "&userType=1", listingBase + "GetSellerBusinessOverViewAsync?sellerBusinessId=" + hidden + "&companyId=" + tk.buyerB} {
		tk.finB.get(path).want(400)
	}
	tk.finB.get("/api/BuyerCompany/SearchFinancialSupport").want(200).hasNot(tk.buyerB)
	tk.finA.get("/api/BuyerCompany/GetCompanyOverViewAsync?companyId="+tk.buyerB).want(200).has(buyerBName).hasNot("極秘メモ", "C-77")
	tk.finA.get("/api/Needs/GetNeeds?needsId=" + needs).want(200)
	view := tk.finA.row(id)
	if view["side"] != negotiation.SideBoth || view["financialSupportStatus"].(float64) != 0 {
		t.Errorf("A sees %v", viewText(view))
	}
	if s := viewText(view); strings.Contains(s, "77001") || strings.Contains(s, "Bの資金使途") {
		t.Errorf("the old bank's financing went along: %s", s)
	}
	tk.finA.thread(id).want(200).has("買手からBへ。", "買手側の担当金融機関が変わりました。").hasNot("利用者 fin@b.example.jp")
	tk.finA.row(row0)
	// The buyer's session goes on, and its bank is another one.
	second.get(negotiationBase + "GetBuyerNegotiationAsync?buyerNegotiationId=" + id).want(200)
	second.thread(id).want(200).has("買手側の担当金融機関が変わりました。")
	second.say(id, 1, "買手からAへ。").want(200)
	tk.finA.thread(id).want(200).has("買手からAへ。")
	// One institution on both sides: a signed paper of the owner's by one user, confirmed by another.
	tk.finA.upload(negotiationBase+"AttachPaper", map[string]any{"buyerNegotiationId": id, "version": tk.finA.rowVersion(id), "kind": "owner_consent"}, "同意書.pdf", []byte("%PDF-1.7 x")).want(200)
	tk.finA.deed("RecordOwnerConsent", id, map[string]any{"isApproval": true}).want(409)
	tk.secondA.deed("RecordOwnerConsent", id, map[string]any{"isApproval": true}).want(200)
	tk.finA.deed("NegotiationApprove", id, map[string]any{"isApproval": true}).want(200)
}

// What the old bank asked and nobody has answered is dead: the owner's link, and papers.
func TestChangeOfChargeKillsWhatWaits(t *testing.T) {
	tk := newTalks(newPlatform(t))
	office := tk.office()
	id := tk.hoped()
	key, passcode := tk.ownerKey(id)
	office.changeCharge(tk.seller, tk.cID()).want(200)
	tk.ownerDecides(key, passcode, true)
	if owner := tk.finC.row(id)["owner"].(map[string]any); owner["status"].(float64) != 0 {
		t.Errorf("the owner's consent went to the new bank: %v", owner)
	}
	// A paper that the old bank holds opens for the new one alone.
	tk.finC.upload(negotiationBase+"AttachPaper", map[string]any{"buyerNegotiationId": id, "version": tk.finC.rowVersion(id), "kind": "owner_consent"}, "同意書.pdf", []byte("%PDF-1.7 x")).want(200)
	paper := tk.finC.row(id)["papers"].([]any)[0].(map[string]any)["paperId"].(string)
	office.changeCharge(tk.seller, tk.aID).want(200)
	tk.finC.get(negotiationBase + "DownloadPaper?paperId=" + paper).want(400)
	tk.finA.get(negotiationBase + "DownloadPaper?paperId=" + paper).want(200)
	if papers := tk.finA.row(id)["papers"].([]any); len(papers) != 0 {
		t.Errorf("a paper still waits: %v", papers)
	}
}

// 成約取消 (domain.md 3.1): 5 → 4 and 2 → 1; what had ended with the contract stays ended.
func TestOfficeReopensAListing(t *testing.T) {
	tk := newTalks(newPlatform(t))
	office := tk.office()
	id := tk.proposed()
	ended := tk.rival.post(negotiationBase+"CreateBuyerNegotiationByBuyerAsync", map[string]any{"sellerBusinessId": tk.listing}).want(200).json()["buyerNegotiationId"].(string)
	tk.finB.deed("StartNegotiation", ended, nil).want(200)
	reopen := func(comment string) result {
		return office.post("/api/Office/ReopenSellerBusiness", map[string]any{"sellerBusinessId": tk.listing, "version": tk.version(tk.listing), "comment": comment})
	}
	reopen("まだ成約していません").want(409)
	tk.finA.to(id, 4, 5, nil).want(200)
	office.get("/api/Office/GetSellerBusinessList").want(200).has(`"canReopen":true`)
	reopen(" ").want(422).has(`"comment"`)
	mails := map[string]int{}
	for _, m := range []string{"fin@a.example.jp", "fin@b.example.jp", "buy@b.example.jp", "rival@b.example.jp", "fin@c.example.jp"} {
		mails[m] = len(tk.mails(m))
	}
	reopen("契約が解除されました").want(200)
	for m, more := range map[string]int{"fin@a.example.jp": 1, "fin@b.example.jp": 1, "buy@b.example.jp": 1, "rival@b.example.jp": 0, "fin@c.example.jp": 0} {
		if got := len(tk.mails(m)) - mails[m]; got != more {
			t.Errorf("%s got %d mails, want %d", m, got, more)
		}
	}
	for _, c := range []*caller{tk.finA, tk.finB, tk.buyB} {
		if v := c.row(id); v["status"].(float64) != 4 || strings.Contains(viewText(v), "契約が解除") {
			t.Errorf("%v", viewText(v))
		}
		c.thread(id).has("事務局が成約を取り消し、条件交渉に戻しました。")
	}
	if v := tk.rival.row(ended); v["status"].(float64) != 9 {
		t.Errorf("the rival's row is at %v", v["status"])
	}
	tk.finA.get(listingBase + "GetSellerBusinessOverViewAsync?sellerBusinessId=" + tk.listing).want(200).has(`"status":1`)
	tk.finA.get(listingBase+"GetSellerBusinessHistory?sellerBusinessId="+tk.listing).want(200).has("契約が解除されました", "成約の取消し")
	tk.finC.get(listingBase + "SearchSellerBusinessAsync?isPublic=true").want(200).has(tk.listing).hasNot("契約が解除されました")
	tk.finB.say(id, 2, "条件をあらためて相談します。").want(200)
	reopen("もう一度").want(409)
	// And to the contract again.
	tk.finB.to(id, 4, 5, nil).want(200)
	tk.finA.to(id, 4, 5, nil).want(200)

	outside := tk.published(nil)
	tk.finA.post(listingBase+"ConcludeOutside", map[string]any{"sellerBusinessId": outside, "version": tk.version(outside), "comment": "外で成約"}).want(200)
	office.post("/api/Office/ReopenSellerBusiness", map[string]any{"sellerBusinessId": outside, "version": tk.version(outside), "comment": "誤りでした"}).want(200)
	tk.finC.get(listingBase + "GetSellerBusinessOverViewAsync?sellerBusinessId=" + outside).want(200).has(`"status":1`)
	if m := tk.mails("fin@a.example.jp")[0]; !strings.Contains(m.Subject, "公開中に戻りました") {
		t.Errorf("SF was told %q", m.Subject)
	}
}

// What a buyer may see follows its bank with the very next request, in the session that is open.
func TestBuyersRightsFollowItsBank(t *testing.T) {
	tk := newTalks(newPlatform(t))
	office, nowhere := tk.office(), seeOverview(tk.rival, store.NewID()).want(400)
	tk.finA.post(listingBase+"ChangeAudience", map[string]any{"sellerBusinessId": tk.listing, "version": tk.version(tk.listing), "isRest": true, "restFinancial": []string{tk.cID()}}).want(200)
	sees := func(want bool) {
		t.Helper()
		if r := seeOverview(tk.rival, tk.listing); want {
			r.want(200)
		} else {
			r.sameAs(nowhere)
		}
		if found := slices.Contains(tk.rival.search(""), tk.listing); found != want {
			t.Errorf("found %v, want %v", found, want)
		}
	}
	sees(true)
	office.changeCharge(tk.rivalBuyer, tk.cID()).want(200)
	sees(false)
	office.changeCharge(tk.rivalBuyer, tk.bID).want(200)
	sees(true)
}
