package merger_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/listing"
	"tsunagu/app/mail"
	"tsunagu/app/web"
	"tsunagu/store"
)

// Nobody merges two institutions alone: the office proposes, each administrator confirms for his own, and where there
// is none, the office's second approver does.
func TestWhoConfirms(t *testing.T) {
	w := newWorld(t)
	for field, changes := range map[string]map[string]any{
		"absorbedId":  {"absorbedId": store.NewID()},
		"survivingId": {"survivingId": w.AID},
		"date":        {"date": "2026-11-21"},
		"mark":        {"mark": " "},
		"reason":      {"reason": ""},
	} {
		w.office.Post("/api/Office/ProposeMerger", proposal(w.AID, w.CID(), changes)).Want(422).Has(`"` + field + `"`)
	}
	w.office.Post("/api/Office/ProposeMerger", proposal(w.AID, w.CID(), map[string]any{"date": "2027-12-01"})).Want(422).Has(`"date"`)
	for _, c := range []*apptest.Caller{w.fadA, w.FinA, w.BuyA, w.Visitor()} {
		if r := c.Post("/api/Office/ProposeMerger", proposal(w.AID, w.CID(), nil)); r.Status == 200 {
			t.Error("somebody else proposes")
		}
	}
	id := w.propose(w.AID, w.CID())
	w.office.Post("/api/Office/ProposeMerger", proposal(w.BID, w.CID(), nil)).Want(409).Has("終わっていない合併")

	// Who confirms is told: A's administrator, and all of C, which has none; nobody of B.
	for address, n := range map[string]int{"admin@a.example.jp": 1, "fin@a.example.jp": 0, "fin@c.example.jp": 1, "second@n.example.jp": 1,
		"office@n.example.jp": 0, "admin@b.example.jp": 0, "fin@b.example.jp": 0} {
		if got := w.KindsTo(mail.MergerProposed, address); got != n {
			t.Errorf("%s got %d mails, want %d", address, got, n)
		}
	}
	nothing := w.fadB.Get("/api/Office/GetMerger?mergerId=" + store.NewID()).Want(400)
	w.fadB.Get("/api/Office/GetMerger?mergerId=" + id).Want(400).SameAs(nothing)
	w.fadB.Get("/api/Office/GetMergerList").Want(200).Has(`"allCount":0`)
	w.fadB.Post("/api/Office/ConfirmMerger", map[string]any{"mergerId": id, "version": 1, "side": 1}).Want(400)
	w.fadB.Post("/api/Office/WithdrawMerger", map[string]any{"mergerId": id, "version": 1, "reason": "反対"}).Want(400)
	if r := w.FinA.Get("/api/Office/GetMergerList"); r.Status == 200 {
		t.Error("a bank's user reads mergers")
	}

	// The office cannot confirm for A, which has an administrator, nor who proposed it for C.
	confirm(w.second, id, 1).Want(409).Has("この金融機関の管理者")
	confirm(w.office, id, 2).Want(409).Has("提案した方とは別")
	confirm(w.fadA, id, 2).Want(422).Has(`"side"`)
	w.fadA.Post("/api/Office/ConfirmMerger", map[string]any{"mergerId": id, "version": 9}).Want(409)
	w.today(id)
	w.Job("merger")
	confirm(w.fadA, id, 0).Want(200)
	confirm(w.fadA, id, 1).Want(409).Has("すでに確認")
	w.today(id)
	w.Job("merger")
	if i := w.InstitutionNow(w.AID); i.Status != int(deal.InstitutionRunning) {
		t.Fatal("one side's confirmation is enough")
	}
	if w.KindsTo(mail.MergerFixed, "fin@a.example.jp") != 0 {
		t.Error("told before both have confirmed")
	}
	confirm(w.second, id, 2).Want(200)
	for _, address := range []string{"fin@a.example.jp", "admin@a.example.jp", "fin@c.example.jp"} {
		if w.KindsTo(mail.MergerFixed, address) != 1 {
			t.Errorf("%s was not told the date", address)
		}
	}
	if m := detail(w.fadA, id); m["state"].(float64) != 2 || m["proposedBy"] != web.AuditOffice || m["backup"] != "" {
		t.Errorf("A's administrator sees %v", m)
	}
	// C has an administrator now: the office's confirmation counts no more.
	w.User(deal.RoleFAD, w.CID(), "admin@c.example.jp")
	if m := detail(w.fadA, id); m["state"].(float64) != 1 {
		t.Errorf("A's administrator sees %v", m)
	}
	w.today(id)
	w.Job("merger")
	if i := w.InstitutionNow(w.AID); i.Status != int(deal.InstitutionRunning) {
		t.Fatal("merged without C's administrator")
	}
	fadC := w.SignInOffice("admin@c.example.jp")
	withdrawal := map[string]any{"mergerId": id, "version": detail(fadC, id)["version"], "reason": " "}
	fadC.Post("/api/Office/WithdrawMerger", withdrawal).Want(422).Has(`"reason"`)
	fadC.Post("/api/Office/WithdrawMerger", apptest.With(withdrawal, map[string]any{"reason": "総会で否決"})).Want(200)
	w.fadA.Get("/api/Office/GetMerger?mergerId="+id).Want(200).Has("総会で否決", `"state":4`).HasNot("利用者 admin@c.example.jp")
	confirm(fadC, id, 2).Want(409).Has("取り下げられて")
	w.Job("merger")
	if i := w.InstitutionNow(w.AID); i.Status != int(deal.InstitutionRunning) {
		t.Fatal("merged after it was withdrawn")
	}
	w.fadA.Get("/api/Office/GetAuditList?event=merger_withdrawn").Want(200).Has("金融機関の合併の取下げ").HasNot("admin@c.example.jp")
	w.propose(w.AID, w.CID())
}

// One person of the office is not both administrators: whom the proposer has made confirms only after the institution
// had time to object.
func TestProposerIsNoAdministrator(t *testing.T) {
	w := newWorld(t)
	w.office.Post("/api/Office/RegistUser", map[string]any{"role": 4, "financialId": w.CID(), "loginId": "made@c.example.jp",
		"userName": "管理 一郎"}).Want(200)
	key := w.MailedKey("made@c.example.jp")
	w.SetByKey(key, "Mizuumi-no-Hotori-5").Want(200)
	made := func() *apptest.Caller {
		t.Helper()
		return &apptest.Caller{P: w.Platform, Token: w.OfficeSign("made@c.example.jp", "Mizuumi-no-Hotori-5").Want(200).JSON()["token"].(string)}
	}
	id := w.propose(w.CID(), w.AID)
	confirm(made(), id, 1).Want(409).Has("登録から3日後")
	confirm(w.second, id, 1).Want(409).Has("この金融機関の管理者")
	w.Clock.Add(3*24*time.Hour + time.Minute)
	confirm(made(), id, 1).Want(200)
}

// Each side sees its own counts alone; the office, which reads no content, both.
func TestPreviewCountsTheOwn(t *testing.T) {
	w := newWorld(t)
	w.Named()
	w.Published(map[string]any{"isLimited": true})
	w.SQLExec("UPDATE company SET registration_id = 'K-1' WHERE id IN ('" + w.BuyerA + "', '" + w.BuyerB + "')")
	id := w.propose(w.BID, w.AID)
	for _, x := range []struct {
		c    *apptest.Caller
		name string
		has  map[string]float64
		not  string
	}{
		{w.fadB, "蒼陵信用金庫", map[string]float64{"担当者": 2, "買手企業": 2, "売手企業": 0, "売却案件": 0, "進行中の交渉（買手側）": 1}, "湊星銀行"},
		{w.fadA, "湊星銀行", map[string]float64{"担当者": 2, "買手企業": 1, "売手企業": 1, "売却案件": 2, "進行中の交渉（売手側）": 1}, "蒼陵信用金庫"},
	} {
		ps := detail(x.c, id)["previews"].([]any)
		if len(ps) != 1 {
			t.Fatalf("%s sees %d sides", x.name, len(ps))
		}
		p := ps[0].(map[string]any)
		if p["financialName"] != x.name || p["bothCount"].(float64) != 1 {
			t.Errorf("%s sees %v", x.name, p)
		}
		for _, c := range p["counts"].([]any) {
			c := c.(map[string]any)
			if n, ok := x.has[c["label"].(string)]; ok && c["count"].(float64) != n {
				t.Errorf("%s sees %v of %v, want %v", x.name, c["count"], c["label"], n)
			}
		}
	}
	// That both use the number K-1 changes nothing that either sees.
	a, b := detail(w.fadA, id)["previews"].([]any)[0].(map[string]any), detail(w.fadB, id)["previews"].([]any)[0].(map[string]any)
	if a["unshownCount"].(float64) != 1 || a["numberCount"].(float64) != 0 ||
		b["unshownCount"].(float64) != 0 || b["numberCount"].(float64) != 1 {
		t.Errorf("A sees %v, B %v", a, b)
	}
	before := w.fadB.Get("/api/Office/GetMerger?mergerId=" + id).Body
	w.SQLExec("UPDATE company SET registration_id = 'K-2' WHERE id = '" + w.BuyerA + "'")
	w.SQLExec("UPDATE company SET financial_memo = '極秘' WHERE id = '" + w.BuyerA + "'")
	if now := w.fadB.Get("/api/Office/GetMerger?mergerId=" + id).Body; now != before {
		t.Errorf("B sees A's numbers: %s", apptest.Difference(before, now))
	}
	if n := len(detail(w.office, id)["previews"].([]any)); n != 2 {
		t.Errorf("the office sees %d sides", n)
	}
	w.office.Get("/api/Office/GetMerger?mergerId=" + id).HasNot(apptest.SellerNames...).HasNot(apptest.BuyerNames...)
}

// stays are the columns that keep the institution that acted, in the past.
var stays = []string{"audit.client_id", "audit.institution_id", "audit.subject_id", "audit.detail", "institution.id", "ledger.client_id",
	"ledger.institution_id", "link_key.snapshot", "merger.absorbed_id", "message.client_id", "outbox.subject_id"}

// The buyers' bank is absorbed. To the seller's bank, a third one, nothing moves but the name; the bank's people go on
// with their logins; and no row is left with the institution that is gone.
func TestMergerOfTheBuyersBank(t *testing.T) {
	w := newWorld(t)
	c := w.CID()
	id, rival := w.Named(), ""
	w.FinB.Say(id, 2, "Bからの連絡です。").Want(200)
	w.FinA.Say(id, 2, "Aからの返事です。").Want(200)
	w.BuyB.Say(id, 1, "買手からBへ。").Want(200)
	rival = w.Negotiation(w.Listing, w.RivalBuyer, w.BID, deal.NegotiationAnonymous, true)
	w.FinB.Deed("UpdateFinancialSupportStatus", id, map[string]any{"fromFinancialSupportStatus": 0, "financialSupportStatus": 2,
		"financingConsent": true, "desiredAmount": 77_001, "fundsPurpose": "Bの資金使途"}).Want(200)
	w.SQLExec("UPDATE company SET registration_id = 'K-1', financial_memo = 'Bのメモ', modified = modified + 1 WHERE id = '" + w.BuyerB + "'")
	w.SQLExec("INSERT INTO saved_search (id, user_id, screen, name, query, created) VALUES ('s1', '" + w.UserOf(w.FinA).ID +
		"', 'seller', 'B', '{\"financialId\":\"" + w.BID + "\"}', 1)")

	for _, of := range []string{w.BID, c} {
		w.SQLExec("INSERT INTO company_import_column (institution_id, kind, header, column_name, unit, user_id, modified) VALUES ('" + of +
			"', 1, '売上', 'salesAmount', '" + of[:8] + "', '" + w.UserOf(w.FinB).ID + "', 1)")
	}
	w.SQLExec("INSERT INTO company_import_column (institution_id, kind, header, column_name, user_id, modified) VALUES ('" + w.BID +
		"', 1, '社名', 'companyName', '" + w.UserOf(w.FinB).ID + "', 1)")
	w.SQLExec("INSERT INTO topic (id, title, institution_id, created, modified) VALUES ('t1', 'Bへのお知らせ', '" + w.BID + "', 1, 1)")

	paths := []string{apptest.NegotiationBase + "GetBuyerNegotiationAsync?buyerNegotiationId=" + id,
		apptest.NegotiationBase + "GetBuyerNegotiationAsync?buyerNegotiationId=" + rival,
		apptest.NegotiationBase + "GetBuyerNegotiationMessageListAsync?buyerNegotiationId=" + id,
		apptest.NegotiationBase + "PartnerListBySellerFinancial?limit=99&sellerBusinessId=" + w.Listing,
		apptest.NegotiationBase + "GetUnreadCounts", "/api/MyPage/GetDesk",
		"/api/BuyerCompany/SearchCompanyAsync?isNotOnlyPersonInCharge=true&limit=99", "/api/BuyerCompany/SearchCompanyAsync?limit=99",
		apptest.ListingBase + "SearchSellerBusinessAsync?isPublic=true",
		apptest.ListingBase + "GetSellerBusinessOverViewAsync?sellerBusinessId=" + w.Listing,
		apptest.ListingBase + "GetSellerBusinessHistory?sellerBusinessId=" + w.Listing}
	answers := func(c *apptest.Caller) (out []string) {
		for _, p := range paths {
			out = append(out, c.Get(p).Want(200).Body)
		}
		return append(out, c.Candidates(w.Listing, nil).Want(200).Body)
	}
	before := answers(w.FinA)
	backups := apptest.Entries(t, w.App.BackupDir, "*.tar")
	version := w.BuyB.RowVersion(id)
	number := w.merged(w.BID, c)

	for i, now := range answers(w.FinA) {
		if was := renamed(before[i], w.BID, c, "蒼陵信用金庫", "白嶺銀行"); now != was && i != 2 {
			t.Errorf("A's answer %d moved: %s", i, apptest.Difference(was, now))
		} else if i == 2 && now != before[i] { // messages keep who wrote them
			t.Errorf("the messages moved: %s", apptest.Difference(before[i], now))
		}
	}
	if made := apptest.Entries(t, w.App.BackupDir, "*.tar"); len(made) != len(backups)+1 {
		t.Errorf("backups %v, were %v", made, backups)
	}
	file := detail(w.office, number)["backup"].(string)
	if _, err := os.Stat(filepath.Join(w.App.BackupDir, file)); err != nil || !strings.Contains(file, "-hand.tar") {
		t.Errorf("the backup %q: %v", file, err)
	}
	// A's ledger tells that another institution reads now, and keeps the old one's name in the past.
	w.FinA.Get(apptest.ListingBase+"GetDisclosureLedger?sellerBusinessId="+w.Listing).Want(200).Has("金融機関の合併による承継", "蒼陵信用金庫との合併", "白嶺銀行",
		`"institutionName":"蒼陵信用金庫"`).HasNot("黒潮ライバル")
	if lines := w.LedgerOf(listing.EventMerger); len(lines) != 2 || lines[0].InstitutionID != c {
		t.Errorf("%d lines in the ledger", len(lines))
	}

	// B's people are out once, and go on with their logins under C.
	w.FinB.Get(apptest.NegotiationBase + "GetUnreadCounts").Want(401)
	w.fadB.Get("/api/Office/GetMergerList").Want(401)
	fin := w.SignIn("fin@b.example.jp")
	if got := w.InstitutionOf(fin); got != c {
		t.Errorf("fin@b is of %s", got)
	}
	view := fin.Row(id)
	if s := apptest.ViewText(view); !strings.Contains(s, "77001") || !strings.Contains(s, "Bの資金使途") || view["status"].(float64) != 3 {
		t.Errorf("the financing did not move: %s", s)
	}
	fin.Thread(id).Want(200).Has("Bからの連絡です。", "利用者 fin@b.example.jp")
	w.FinC.Thread(id).Want(200).Has("買手からBへ。")
	w.FinC.Get("/api/BuyerCompany/GetCompanyOverViewAsync?companyId="+w.BuyerB).Want(200).Has("Bのメモ", `"registrationId":"9999-K-1"`)
	w.SignInOffice("admin@b.example.jp").Get("/api/Office/GetAuditList?event=merger_done").Want(200).Has("蒼陵信用金庫 → 白嶺銀行")
	w.SignInOffice("admin@b.example.jp").Get("/api/Office/GetAuditList?limit=100").Want(200).Has(`"financialName":"蒼陵信用金庫"`,
		`"financialName":"白嶺銀行"`)
	// The buyers are not disturbed, and their bidding stays apart.
	if v := w.BuyB.RowVersion(id); v != version {
		t.Errorf("the buyer's row is at %d, was at %d", v, version)
	}
	w.BuyB.Say(id, 1, "引き続きお願いします。").Want(200)
	w.Rival.Get(apptest.NegotiationBase + "GetBuyerNegotiationAsync?buyerNegotiationId=" + id).Want(400)
	// Nothing is left with the institution that is gone.
	for _, at := range w.traces(w.BID) {
		if !slices.Contains(stays, at) {
			t.Errorf("%s still names the absorbed institution", at)
		}
	}
	w.Read(func(q *store.Q) error { return q.VerifyChains() })

	if n := w.Count("SELECT count(*) FROM company_import_column WHERE institution_id = '" + c + "'"); n != 2 {
		t.Errorf("%d headings of the surviving institution", n)
	}
	// It stays as a closed row that can be chosen for nothing.
	w.office.Get("/api/Office/GetInstitutionList?word=" + "9982").Want(200).Has(`"status":3`)
	i := w.InstitutionNow(w.BID)
	for _, event := range []string{"stop", "resume"} {
		w.office.Send("PUT", "/api/Office/ChangeInstitutionStatus", map[string]any{"financialId": w.BID, "version": i.Version, "event": event,
			"reason": "再開"}).Want(409).Has("合併により終了")
	}
	w.office.ChangeCharge(w.BuyerA, w.BID).Want(422).Has(`"financialId"`)
	w.office.Post("/api/Office/ProposeMerger", proposal(w.AID, w.BID, nil)).Want(422).Has(`"survivingId"`)
	// A form that was open before keeps the listing from the institution that continues.
	w.FinA.Post(apptest.ListingBase+"ChangeAudience", map[string]any{"sellerBusinessId": w.Listing, "version": w.Version(w.Listing),
		"isRest": true, "restFinancial": []string{w.BID}}).Want(200)
	w.FinA.Get(apptest.ListingBase + "GetSellerBusinessOverViewAsync?sellerBusinessId=" + w.Listing).Want(200).Has(
		fmt.Sprintf(`"restFinancial":["%s"]`, c))
	w.office.Post("/api/Office/ConfirmMerger", map[string]any{"mergerId": number, "version": 9, "side": 1}).Want(409).Has("完了")
	moved := apptest.ViewText(detail(w.office, number)["moved"])
	if !strings.Contains(moved, `{"count":2,"label":"買手企業"}`) {
		t.Errorf("moved %s", moved)
	}
	// A request that was let in before the merger leaves no row behind it.
	err := w.App.Store.Write(t.Context(), func(tx *store.Tx) error {
		return tx.CreateCompany(&store.Company{Kind: store.Buyer, InstitutionID: w.BID, Status: 5}, "")
	})
	if err == nil {
		t.Error("a company of the absorbed institution was created")
	}
}

// The seller's bank and the buyer's bank become one.
func TestMergerOfBothSides(t *testing.T) {
	w := newWorld(t)
	id := w.Hoped()
	limited := w.Published(map[string]any{"isLimited": true})
	against := w.Published(map[string]any{"isRest": true, "restFinancial": []string{w.BID}})
	open := w.Published(map[string]any{"isRest": true, "restFinancial": []string{w.CID()}})
	waiting, _ := w.Draft(map[string]any{"isLimited": true})
	key, passcode := w.Request(waiting)
	dealing := w.Negotiation(limited, w.BuyerA, w.AID, deal.NegotiationAnonymous, false)
	w.BuyA.Get(apptest.ListingBase + "GetSellerBusinessOverViewAsync?sellerBusinessId=" + limited).Want(200)
	owner, code := w.OwnerKey(id)
	ended := w.Published(map[string]any{"isLimited": true})
	w.FinA.Post(apptest.ListingBase+"ConcludeOutside", map[string]any{"sellerBusinessId": ended, "version": w.Version(ended),
		"comment": "外で成約"}).Want(200)
	w.merged(w.BID, w.AID)

	fin := w.SignIn("fin@b.example.jp")
	// The bank's own people see all of it; its buyers of before see nothing that the owner had not agreed to.
	fin.Get(apptest.ListingBase + "GetSellerBusinessDetailsAsync?sellerBusinessId=" + limited).Want(200).Has("カナリア製作所")
	for what, x := range map[string]string{"limited": limited, "kept from B": against, "sold": ended} {
		for _, c := range []*apptest.Caller{w.BuyB, w.Rival, w.FinC} {
			apptest.SeeOverview(c, x).Want(400)
			if slices.Contains(c.Search(""), x) {
				t.Errorf("the listing that is %s is found", what)
			}
		}
	}
	w.BuyA.Get(apptest.NegotiationBase + "GetBuyerNegotiationAsync?buyerNegotiationId=" + dealing).Want(200)
	apptest.SeeOverview(w.BuyB, open).Want(200)
	w.FinA.Get(apptest.ListingBase+"GetSellerBusinessOverViewAsync?sellerBusinessId="+limited).Want(200).Has(`"status":5`, `"isLimited":true`)
	w.FinA.Get(apptest.ListingBase+"GetSellerBusinessHistory?sellerBusinessId="+limited).Want(200).Has("合併による公開の停止", "もう一度公開してください")
	w.FinA.Get(apptest.ListingBase + "GetSellerBusinessOverViewAsync?sellerBusinessId=" + against).Want(200).HasNot(w.BID)
	// A request that waited for the owner showed him the narrower audience: it is void.
	w.Decide(key, passcode, true)
	w.FinA.Get(apptest.ListingBase + "GetSellerBusinessOverViewAsync?sellerBusinessId=" + waiting).Want(200).Has(`"status":0`)
	w.FinA.Get(apptest.ListingBase + "GetSellerBusinessHistory?sellerBusinessId=" + waiting).Want(200).Has("もう一度依頼").HasNot("公開期間を終了")
	// The owner approves, and it shows again.
	w.Edit(limited, map[string]any{"isLimited": true, "dueDate": "2027-03-31"}).Want(200)
	key, passcode = w.Request(limited)
	w.Decide(key, passcode, true).Want(200)
	apptest.SeeOverview(w.BuyB, limited).Want(200)

	// One institution on both sides: the owner's answer by link still counts, and the real names open by two people.
	w.OwnerDecides(owner, code, true).Want(200)
	fin.Deed("NegotiationApprove", id, map[string]any{"isApproval": true}).Want(409) // who asked for the real names
	w.FinA.Deed("NegotiationApprove", id, map[string]any{"isApproval": true}).Want(200)
	if s := w.FinA.Row(id)["status"].(float64); s != 3 {
		t.Errorf("two users did not open the names: status %v", s)
	}
	for _, at := range w.traces(w.BID) {
		if !slices.Contains(stays, at) {
			t.Errorf("%s still names the absorbed institution", at)
		}
	}
}

// What another institution hid from either stays hidden from the one that they become.
func TestWhatWasHiddenStaysHidden(t *testing.T) {
	w := newWorld(t)
	c := w.CID()
	hidden := w.Published(map[string]any{"isRest": true, "restFinancial": []string{w.BID}})
	both := w.Published(map[string]any{"isRest": true, "restFinancial": []string{w.BID, c}})
	buyer := w.User(deal.RoleBUY, w.BuyerC, "buy@c.example.jp")
	buyC := w.SignIn(buyer.LoginID)
	apptest.SeeOverview(buyC, hidden).Want(200)
	begun := w.Published(map[string]any{"isRest": true, "restFinancial": []string{w.BID}})
	row := w.Negotiation(begun, w.BuyerC, c, deal.NegotiationAnonymous, false)
	pending, _ := w.Draft(map[string]any{"isRest": true, "restFinancial": []string{w.BID}})
	key, passcode := w.Request(pending)
	w.merged(w.BID, c)

	nothing := apptest.SeeOverview(w.Rival, store.NewID()).Want(400)
	for _, who := range []string{"fin@b.example.jp", "buy@b.example.jp"} {
		apptest.SeeOverview(w.SignIn(who), hidden).SameAs(nothing)
	}
	apptest.SeeOverview(w.Rival, begun).SameAs(nothing)
	if slices.Contains(w.FinC.Search(""), hidden) || slices.Contains(w.FinC.Search(""), both) || slices.Contains(buyC.Search(""), both) {
		t.Error("what was hidden from both is found")
	}
	// A negotiation that began keeps its access (domain.md 3.4).
	buyC.Get(apptest.NegotiationBase + "GetBuyerNegotiationAsync?buyerNegotiationId=" + row).Want(200)
	// Who published it is told, and can let it be seen.
	w.FinA.Get(apptest.ListingBase+"GetSellerBusinessHistory?sellerBusinessId="+hidden).Want(200).Has("合併による公開先の変更", "蒼陵信用金庫")
	w.FinA.Get(apptest.ListingBase + "GetSellerBusinessHistory?sellerBusinessId=" + both).Want(200).HasNot("合併による公開先の変更")
	w.FinA.Get(apptest.ListingBase + "GetSellerBusinessOverViewAsync?sellerBusinessId=" + hidden).Want(200).Has(
		fmt.Sprintf(`"restFinancial":["%s"]`, c))
	if n := w.KindsTo(mail.MergerAudience, "fin@a.example.jp"); n != 1 {
		t.Errorf("A got %d mails", n)
	}
	// The owner's answer to a request of before hides it from the same.
	w.Decide(key, passcode, true).Want(200)
	w.FinA.Get(apptest.ListingBase + "GetSellerBusinessOverViewAsync?sellerBusinessId=" + pending).Want(200).Has(
		fmt.Sprintf(`"restFinancial":["%s"]`, c))
	apptest.SeeOverview(buyC, pending).SameAs(nothing)
	for _, m := range w.Mails("fin@a.example.jp") {
		for _, name := range append([]string{"白嶺", "蒼陵"}, apptest.SellerNames...) {
			if strings.Contains(m.Text+m.Subject, name) {
				t.Errorf("a mail names %s", name)
			}
		}
	}
}

// Without a backup nothing moves; a failed run changes nothing, and the next one does it once.
func TestNoMergerWithoutABackup(t *testing.T) {
	w := newWorld(t)
	id := w.propose(w.BID, w.CID())
	confirm(w.fadB, id, 1).Want(200)
	confirm(w.second, id, 2).Want(200)
	w.Job("merger")
	if made := apptest.Entries(t, w.App.BackupDir, "*.tar"); len(made) != 0 {
		t.Errorf("backups before the date: %v", made)
	}
	w.today(id)
	if err := os.WriteFile(w.App.BackupDir, []byte("no folder"), 0o600); err != nil {
		t.Fatal(err)
	}
	if r := w.TryJob(t.Context(), "merger"); r.State == store.RunDone {
		t.Error("the job went well without a backup")
	}
	if i := w.InstitutionNow(w.BID); i.Status != int(deal.InstitutionRunning) {
		t.Fatal("merged without a backup")
	}
	if err := os.Remove(w.App.BackupDir); err != nil {
		t.Fatal(err)
	}
	// A transaction that breaks in its midst leaves everything as it was.
	w.SQLExec("CREATE TRIGGER broken BEFORE INSERT ON ledger BEGIN SELECT RAISE(ABORT, 'no more lines'); END")
	w.Negotiation(w.Listing, w.BuyerB, w.BID, deal.NegotiationRealName, true)
	if r := w.TryJob(t.Context(), "merger"); r.State == store.RunDone {
		t.Error("the job went well without its lines")
	}
	w.FinB.Get("/api/BuyerCompany/GetCompanyOverViewAsync?companyId=" + w.BuyerB).Want(200).Has(apptest.BuyerBName)
	w.SQLExec("DROP TRIGGER broken")
	w.SQLExec("UPDATE institution SET status = 2 WHERE id = '" + w.CID() + "'")
	made := len(apptest.Entries(t, w.App.BackupDir, "*.tar"))
	if r := w.TryJob(t.Context(), "merger"); r.State == store.RunDone || !strings.Contains(r.Error, "利用を停止している") {
		t.Errorf("merged with an institution that was stopped: %s", r.Error)
	}
	if n := len(apptest.Entries(t, w.App.BackupDir, "*.tar")); n != made {
		t.Errorf("%d backups for a merger that cannot be", n-made)
	}
	w.SQLExec("UPDATE institution SET status = 1 WHERE id = '" + w.CID() + "'")
	w.Job("merger")
	w.Job("merger")
	if n := w.KindsTo(mail.MergerDone, "fin@b.example.jp"); n != 1 {
		t.Errorf("told %d times", n)
	}
	if i := w.InstitutionNow(w.BID); i.Status != int(deal.InstitutionMerged) || i.MergedInto != w.CID() {
		t.Errorf("B is %d", i.Status)
	}
}

// An offer that stood beside an anonymous negotiation joins it: the bank of both sides knows that they are one. The
// buyer learns nothing by it.
func TestMergerJoinsAnOfferBeside(t *testing.T) {
	w := newWorld(t)
	running := w.Started()
	w.FinA.Post(apptest.NegotiationBase+"LongListOfferSend", map[string]any{"sellerBusinessId": w.Listing,
		"companyIds": []string{w.Candidate(w.Listing, w.BuyerB)}, "offerMessage": "いかがでしょうか。"}).Want(200).Has(`"sentCount":1`)
	rows := w.Count("SELECT count(*) FROM negotiation")
	w.merged(w.AID, w.BID)
	if n := w.Count("SELECT count(*) FROM negotiation"); n != rows-1 {
		t.Errorf("%d rows, were %d", n, rows)
	}
	fin := w.SignIn("fin@a.example.jp")
	if s := apptest.ViewText(fin.Row(running)); !strings.Contains(s, "いかがでしょうか。") || strings.Contains(s, "furtherOffer") {
		t.Errorf("the bank of both sides sees %s", s)
	}
	if s := apptest.ViewText(w.BuyB.Row(running)); strings.Contains(s, "いかがでしょうか。") {
		t.Errorf("the buyer sees %s", s)
	}
}
