package office_test

import (
	"net/url"
	"slices"
	"strings"
	"testing"

	"tsunagu/app/apptest"
	"tsunagu/app/negotiation"
	"tsunagu/store"
)

// A seller moves: the new institution becomes SF with all of the seller's data, the old one loses
// all of it.
func TestChangeOfChargeOfASeller(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	office := tk.Office()
	id := tk.Named()
	tk.FinA.Say(id, 2, "Aからの連絡です。").Want(200)
	tk.FinA.Deed("UpdateNextAction", id, map[string]any{"date": "2026-12-01", "userId": tk.UserOf(tk.FinA).ID}).Want(200)
	attachment := tk.FinB.Upload(apptest.NegotiationBase+"CreateBuyerNegotiationMessageAsync",
		map[string]any{"buyerNegotiationId": id, "messageType": 2, "messageBody": "添付します"}, "資料.pdf",
		[]byte("%PDF-1.7 x")).Want(200).JSON()["buyerNegotiationMessageId"].(string)
	waiting, _ := tk.Draft(nil)
	key, passcode := tk.Request(waiting)
	limited := tk.Published(map[string]any{"isLimited": true})
	rest := tk.Published(map[string]any{"isRest": true, "restFinancial": []string{tk.CID()}})
	list := tk.FinA.Post("/api/BuyerCompany/RegistLongList", map[string]any{"sellerBusinessId": tk.Listing, "name": "候補",
		"companyIds": tk.CandidatesOf(tk.Listing, tk.BuyerC)}).Want(200).JSON()["longListId"].(string)
	tk.FinB.Get(apptest.ListingBase + "GetSellerBusinessOverViewAsync?sellerBusinessId=" + rest).Want(200)

	office.ChangeCharge(tk.Seller, tk.CID()).Want(200)

	nothing := tk.FinA.Get("/api/SellerCompany/GetCompanyOverViewAsync?companyId=" + store.NewID()).Want(400)
	for _, path := range []string{
		"/api/SellerCompany/GetCompanyOverViewAsync?companyId=" + tk.Seller, "/api/SellerCompany/GetCompanyDetailsAsync?companyId=" + tk.Seller,
		"/api/SellerCompanyUser/GetUsersList?clientId=" + tk.Seller + "&userType=3",
		apptest.ListingBase + "GetSellerBusinessOverViewAsync?sellerBusinessId=" + waiting,
		apptest.ListingBase + "GetSellerBusinessOverViewAsync?sellerBusinessId=" + limited,
		apptest.ListingBase + "GetSellerBusinessOverViewAsync?sellerBusinessId=" + rest,
		apptest.ListingBase + "GetSellerBusinessHistory?sellerBusinessId=" + tk.Listing,
		apptest.ListingBase + "GetDisclosureLedger?sellerBusinessId=" + tk.Listing,
		apptest.ListingBase + "GetSellerBusinessPreview?sellerBusinessId=" + tk.Listing,
		apptest.NegotiationBase + "GetBuyerNegotiationAsync?buyerNegotiationId=" + id,
		apptest.NegotiationBase + "GetBuyerNegotiationMessageListAsync?buyerNegotiationId=" + id,
		apptest.NegotiationBase + "DownloadAttachedFile?buyerNegotiationMessageId=" + attachment,
		"/api/BuyerCompany/GetLongList?longListId=" + list,
	} {
		tk.FinA.Get(path).Want(400).SameAs(nothing)
	}
	tk.FinA.Get(apptest.ListingBase + "GetSellerBusinessDetailsAsync?sellerBusinessId=" +
		tk.Listing).HasNot(apptest.CanariesL4...).HasNot(apptest.CanariesL3...)
	tk.FinA.Get(apptest.NegotiationBase + "PartnerListBySellerFinancial").Want(200).Has(`"allCount":0`)
	blindDeed(tk.FinA, "UpdateNextAction", id, 1).Want(400).SameAs(nothing)

	tk.FinC.Get("/api/SellerCompany/GetCompanyDetailsAsync?companyId=" + tk.Seller).Want(200).Has("カナリア製作所")
	tk.FinC.Get(apptest.ListingBase+"GetSellerBusinessDetailsAsync?sellerBusinessId="+tk.Listing).Want(200).Has("カナリア製作所", "234567")
	tk.FinC.Get(apptest.ListingBase+"GetSellerBusinessHistory?sellerBusinessId="+tk.Listing).Want(200).Has("担当金融機関の変更",
		"合併による移管").HasNot("利用者 fin@a.example.jp")
	tk.FinC.Get(apptest.ListingBase+"GetDisclosureLedger?sellerBusinessId="+tk.Listing).Want(200).Has("ネームクリア", "担当金融機関の変更", "白嶺銀行")
	tk.FinC.Thread(id).Want(200).Has("Aからの連絡です。", "資料.pdf", "売手側の担当金融機関が変わりました。").HasNot("利用者 fin@a.example.jp", "利用者 fin2@a.example.jp")
	view := tk.FinC.Row(id)
	if view["side"] != negotiation.SideSF || view["displayName"] != apptest.BuyerBName || view["nextAction"].(map[string]any)["userId"] != "" {
		t.Errorf("C sees %v", apptest.ViewText(view))
	}
	if v := tk.FinB.Row(id); v["sellerFinancialInstitutionId"] != tk.CID() {
		t.Errorf("B sees another SF: %v", v["sellerFinancialInstitutionId"])
	}
	tk.FinC.Say(id, 2, "これからはCが担当します。").Want(200)
	tk.FinB.Thread(id).Want(200).Has("これからはCが担当します。")
	// The audience is set anew: a listing limited to SF's own buyers is seen by the new institution's, and
	// a listing with excluded institutions now excludes the old one.
	tk.FinC.Get(apptest.ListingBase + "GetSellerBusinessOverViewAsync?sellerBusinessId=" + limited).Want(200).Has(`"isLimited":true`)
	tk.FinC.Get(apptest.ListingBase + "GetSellerBusinessOverViewAsync?sellerBusinessId=" + rest).Want(200).Has(`"restFinancial":["` + tk.AID +
		`"]`).HasNot(`"isPending":true`)
	tk.FinB.Get(apptest.ListingBase + "GetSellerBusinessOverViewAsync?sellerBusinessId=" + rest).Want(200)
	tk.BuyA.Get(apptest.ListingBase + "GetSellerBusinessOverViewAsync?sellerBusinessId=" + limited).Want(400)
	// The unanswered request to the seller is cancelled; the new institution asks again.
	tk.Visitor().Post(apptest.ListingBase+"GetApprovalByKey", map[string]any{"key": key, "passcode": passcode}).HasNot("カナリア製作所", "精密部品")
	tk.Decide(key, passcode, true)
	tk.FinC.Get(apptest.ListingBase + "GetSellerBusinessOverViewAsync?sellerBusinessId=" +
		waiting).Want(200).Has(`"status":0`).HasNot(`"isPending":true`)
	tk.FinC.Post(apptest.ListingBase+"SendApprovalRequest", map[string]any{"sellerBusinessId": waiting,
		"ppapMailaddress": "second@canary.example.co.jp"}).Want(200)

	// Sessions go on, both institutions are told, and no mail contains a name.
	for address, word := range map[string]string{"fin@a.example.jp": "担当する企業が変わりました", "fin2@a.example.jp": "担当する企業が変わりました",
		"fin@c.example.jp": "新しく担当する企業があります"} {
		n := 0
		for _, m := range tk.Mails(address) {
			if strings.Contains(m.Subject, word) {
				n++
			}
			for _, name := range append([]string{"白嶺", "湊星"}, apptest.SellerNames...) {
				if strings.Contains(m.Text+m.Subject, name) {
					t.Errorf("the mail to %s names %s", address, name)
				}
			}
		}
		if n != 1 {
			t.Errorf("%s got %d mails %q", address, n, word)
		}
	}
	tk.Read(func(q *store.Q) error {
		for institution, event := range map[string]string{"": "company_in_charge_changed", tk.AID: "company_in_charge_given",
			tk.CID(): "company_in_charge_taken"} {
			lines, n, err := q.SearchAudit(store.AuditSearch{Institution: institution, Event: event, Page: store.Page{Limit: 9}})
			if err != nil || n != 1 || lines[0].SubjectID != tk.Seller {
				t.Errorf("audit %s: %d lines, %v", event, n, err)
			}
		}
		return nil
	})
}

// blindDeed posts a deed with a guessed version: the caller can no longer read the row.
func blindDeed(c *apptest.Caller, path, id string, version int) apptest.Result {
	c.P.T.Helper()
	return c.Post(apptest.NegotiationBase+path, map[string]any{"buyerNegotiationId": id, "version": version})
}

// A buyer moves to the institution that is SF: the rules for one institution on both sides apply,
// and what belonged to the old institution itself does not move.
func TestChangeOfChargeOfABuyer(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	office := tk.Office()
	o := tk.FinB.Get("/api/BuyerCompany/GetCompanyOverViewAsync?companyId=" + tk.BuyerB).Want(200).JSON()
	tk.FinB.Post("/api/BuyerCompany/CreateUpdateCompanyOverviewAsync",
		apptest.With(apptest.OverviewBody, map[string]any{"companyId": tk.BuyerB, "version": o["version"], "financialMemo": "Bの極秘メモ",
			"registrationId": "C-77"})).Want(200)
	needs := tk.FinB.Needs(tk.BuyerB)
	id := tk.Hoped()
	tk.BuyB.Say(id, 1, "買手からBへ。").Want(200)
	tk.FinB.Deed("UpdateFinancialSupportStatus", id, map[string]any{"fromFinancialSupportStatus": 0, "financialSupportStatus": 2,
		"financingConsent": true, "desiredAmount": 77_001, "fundsPurpose": "Bの資金使途"}).Want(200)
	hidden := tk.Published(nil)
	row0 := tk.BuyB.Post(apptest.NegotiationBase+"CreateBuyerNegotiationByBuyerAsync",
		map[string]any{"sellerBusinessId": hidden}).Want(200).JSON()["buyerNegotiationId"].(string)
	second := tk.BuyB

	row := office.Get("/api/Office/GetCompanyList?word=C-77").Want(200).Has(tk.BuyerB, `"allCount":1`, "蒼陵信用金庫").HasNot("霧晴", "極秘", "山本")
	office.Get("/api/Office/GetCompanyList?word=" + tk.BuyerB).Want(200).Has(`"allCount":1`)
	for _, none := range []string{"", "C-7", "霧晴環境", "%", tk.BuyerB[:30]} {
		office.Get("/api/Office/GetCompanyList?word=" + url.QueryEscape(none)).Want(200).Has(`"allCount":0`)
	}
	if row.JSON()["companyList"].([]any)[0].(map[string]any)["negotiationCount"].(float64) != 1 {
		t.Error(row.Body)
	}
	office.Send("PUT", "/api/Office/ChangeInChargeFinancialInstitution",
		map[string]any{"companyId": tk.BuyerB, "version": 9999, "financialId": tk.AID, "comment": "移管"}).Want(409)
	office.ChangeCharge(tk.BuyerB, tk.BID).Want(422).Has(`"financialId"`)
	office.ChangeCharge(tk.BuyerB, store.NewID()).Want(422).Has(`"financialId"`)
	office.Send("PUT", "/api/Office/ChangeInChargeFinancialInstitution",
		map[string]any{"companyId": tk.BuyerB, "version": tk.CompanyVersion(tk.BuyerB), "financialId": "",
			"comment": " "}).Want(422).Has(`"financialId"`, `"comment"`)
	tk.FinA.Get(apptest.NegotiationBase + "GetBuyerNegotiationAsync?buyerNegotiationId=" + row0).Want(400)

	office.ChangeCharge(tk.BuyerB, tk.AID).Want(200)

	for _, path := range []string{"/api/BuyerCompany/GetCompanyDetailsAsync?companyId=" + tk.BuyerB,
		apptest.NegotiationBase + "GetBuyerNegotiationAsync?buyerNegotiationId=" + id,
		apptest.NegotiationBase + "GetBuyerNegotiationMessageListAsync?buyerNegotiationId=" + id,
		"/api/BuyerCompanyUser/GetUsersList?clientId=" + tk.BuyerB + "&userType=1",
		apptest.ListingBase + "GetSellerBusinessOverViewAsync?sellerBusinessId=" + hidden + "&companyId=" + tk.BuyerB} {
		tk.FinB.Get(path).Want(400)
	}
	tk.FinB.Get("/api/BuyerCompany/SearchFinancialSupport").Want(200).HasNot(tk.BuyerB)
	tk.FinA.Get("/api/BuyerCompany/GetCompanyOverViewAsync?companyId="+tk.BuyerB).Want(200).Has(apptest.BuyerBName).HasNot("極秘メモ", "C-77")
	tk.FinA.Get("/api/Needs/GetNeeds?needsId=" + needs).Want(200)
	view := tk.FinA.Row(id)
	if view["side"] != negotiation.SideBoth || view["financialSupportStatus"].(float64) != 0 {
		t.Errorf("A sees %v", apptest.ViewText(view))
	}
	if s := apptest.ViewText(view); strings.Contains(s, "77001") || strings.Contains(s, "Bの資金使途") {
		t.Errorf("the old bank's financing went along: %s", s)
	}
	tk.FinA.Thread(id).Want(200).Has("買手からBへ。", "買手側の担当金融機関が変わりました。").HasNot("利用者 fin@b.example.jp")
	tk.FinA.Row(row0)
	// The buyer's session goes on, with the new institution as its bank.
	second.Get(apptest.NegotiationBase + "GetBuyerNegotiationAsync?buyerNegotiationId=" + id).Want(200)
	second.Thread(id).Want(200).Has("買手側の担当金融機関が変わりました。")
	second.Say(id, 1, "買手からAへ。").Want(200)
	tk.FinA.Thread(id).Want(200).Has("買手からAへ。")
	// One institution on both sides: a paper signed by the owner is attached by one user and confirmed
	// by another.
	tk.FinA.Upload(apptest.NegotiationBase+"AttachPaper", map[string]any{"buyerNegotiationId": id, "version": tk.FinA.RowVersion(id),
		"kind": "owner_consent"}, "同意書.pdf", []byte("%PDF-1.7 x")).Want(200)
	tk.FinA.Deed("RecordOwnerConsent", id, map[string]any{"isApproval": true}).Want(409)
	tk.SecondA.Deed("RecordOwnerConsent", id, map[string]any{"isApproval": true}).Want(200)
	tk.FinA.Deed("NegotiationApprove", id, map[string]any{"isApproval": true}).Want(200)
}

// Unanswered requests of the old institution are cancelled: the owner's link, and papers.
func TestChangeOfChargeKillsWhatWaits(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	office := tk.Office()
	id := tk.Hoped()
	key, passcode := tk.OwnerKey(id)
	office.ChangeCharge(tk.Seller, tk.CID()).Want(200)
	tk.OwnerDecides(key, passcode, true)
	if owner := tk.FinC.Row(id)["owner"].(map[string]any); owner["status"].(float64) != 0 {
		t.Errorf("the owner's consent went to the new bank: %v", owner)
	}
	// A paper that the old institution attached can be opened by the new one alone.
	tk.FinC.Upload(apptest.NegotiationBase+"AttachPaper", map[string]any{"buyerNegotiationId": id, "version": tk.FinC.RowVersion(id),
		"kind": "owner_consent"}, "同意書.pdf", []byte("%PDF-1.7 x")).Want(200)
	paper := tk.FinC.Row(id)["papers"].([]any)[0].(map[string]any)["paperId"].(string)
	office.ChangeCharge(tk.Seller, tk.AID).Want(200)
	tk.FinC.Get(apptest.NegotiationBase + "DownloadPaper?paperId=" + paper).Want(400)
	tk.FinA.Get(apptest.NegotiationBase + "DownloadPaper?paperId=" + paper).Want(200)
	if papers := tk.FinA.Row(id)["papers"].([]any); len(papers) != 0 {
		t.Errorf("a paper still waits: %v", papers)
	}
}

// 成約取消 (domain.md 3.1): 5 → 4 and 2 → 1; what had ended with the contract stays ended.
func TestOfficeReopensAListing(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	office := tk.Office()
	id := tk.Proposed()
	ended := tk.Rival.Post(apptest.NegotiationBase+"CreateBuyerNegotiationByBuyerAsync",
		map[string]any{"sellerBusinessId": tk.Listing}).Want(200).JSON()["buyerNegotiationId"].(string)
	tk.FinB.Deed("StartNegotiation", ended, nil).Want(200)
	reopen := func(comment string) apptest.Result {
		return office.Post("/api/Office/ReopenSellerBusiness", map[string]any{"sellerBusinessId": tk.Listing, "version": tk.Version(tk.Listing),
			"comment": comment})
	}
	reopen("まだ成約していません").Want(409)
	tk.FinA.To(id, 4, 5, nil).Want(200)
	office.Get("/api/Office/GetSellerBusinessList").Want(200).Has(`"canReopen":true`)
	reopen(" ").Want(422).Has(`"comment"`)
	mails := map[string]int{}
	for _, m := range []string{"fin@a.example.jp", "fin@b.example.jp", "buy@b.example.jp", "rival@b.example.jp", "fin@c.example.jp"} {
		mails[m] = len(tk.Mails(m))
	}
	reopen("契約が解除されました").Want(200)
	for m, more := range map[string]int{"fin@a.example.jp": 1, "fin@b.example.jp": 1, "buy@b.example.jp": 1, "rival@b.example.jp": 0,
		"fin@c.example.jp": 0} {
		if got := len(tk.Mails(m)) - mails[m]; got != more {
			t.Errorf("%s got %d mails, want %d", m, got, more)
		}
	}
	for _, c := range []*apptest.Caller{tk.FinA, tk.FinB, tk.BuyB} {
		if v := c.Row(id); v["status"].(float64) != 4 || strings.Contains(apptest.ViewText(v), "契約が解除") {
			t.Errorf("%v", apptest.ViewText(v))
		}
		c.Thread(id).Has("事務局が成約を取り消し、条件交渉に戻しました。")
	}
	if v := tk.Rival.Row(ended); v["status"].(float64) != 9 {
		t.Errorf("the rival's row is at %v", v["status"])
	}
	tk.FinA.Get(apptest.ListingBase + "GetSellerBusinessOverViewAsync?sellerBusinessId=" + tk.Listing).Want(200).Has(`"status":1`)
	tk.FinA.Get(apptest.ListingBase+"GetSellerBusinessHistory?sellerBusinessId="+tk.Listing).Want(200).Has("契約が解除されました", "成約の取消し")
	tk.FinC.Get(apptest.ListingBase + "SearchSellerBusinessAsync?isPublic=true").Want(200).Has(tk.Listing).HasNot("契約が解除されました")
	tk.FinB.Say(id, 2, "条件をあらためて相談します。").Want(200)
	reopen("もう一度").Want(409)
	// The negotiation can reach the contract again.
	tk.FinB.To(id, 4, 5, nil).Want(200)
	tk.FinA.To(id, 4, 5, nil).Want(200)

	outside := tk.Published(nil)
	tk.FinA.Post(apptest.ListingBase+"ConcludeOutside", map[string]any{"sellerBusinessId": outside, "version": tk.Version(outside),
		"comment": "外で成約"}).Want(200)
	office.Post("/api/Office/ReopenSellerBusiness", map[string]any{"sellerBusinessId": outside, "version": tk.Version(outside),
		"comment": "誤りでした"}).Want(200)
	tk.FinC.Get(apptest.ListingBase + "GetSellerBusinessOverViewAsync?sellerBusinessId=" + outside).Want(200).Has(`"status":1`)
	if m := tk.Mails("fin@a.example.jp")[0]; !strings.Contains(m.Subject, "公開中に戻りました") {
		t.Errorf("SF was told %q", m.Subject)
	}
}

// A buyer's rights follow its institution from the very next request on, within the open session.
func TestBuyersRightsFollowItsBank(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	office, nowhere := tk.Office(), apptest.SeeOverview(tk.Rival, store.NewID()).Want(400)
	tk.FinA.Post(apptest.ListingBase+"ChangeAudience", map[string]any{"sellerBusinessId": tk.Listing, "version": tk.Version(tk.Listing),
		"isRest": true, "restFinancial": []string{tk.CID()}}).Want(200)
	sees := func(want bool) {
		t.Helper()
		if r := apptest.SeeOverview(tk.Rival, tk.Listing); want {
			r.Want(200)
		} else {
			r.SameAs(nowhere)
		}
		if found := slices.Contains(tk.Rival.Search(""), tk.Listing); found != want {
			t.Errorf("found %v, want %v", found, want)
		}
	}
	sees(true)
	office.ChangeCharge(tk.RivalBuyer, tk.CID()).Want(200)
	sees(false)
	office.ChangeCharge(tk.RivalBuyer, tk.BID).Want(200)
	sees(true)
}
