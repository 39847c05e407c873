package merger_test

import (
	"slices"
	"testing"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/listing"
	"tsunagu/app/web"
	"tsunagu/store"
)

// A sold listing whose owner agreed to fewer readers than a merger would give it stays hidden when the office takes the
// sale back and its bank extends the period, until the owner approves again, though his approval is recent.
func TestSoldListingWaitsForItsOwner(t *testing.T) {
	w := newWorld(t)
	sold := w.Published(map[string]any{"isLimited": true})
	w.FinA.Post(apptest.ListingBase+"ConcludeOutside", map[string]any{"sellerBusinessId": sold, "version": w.Version(sold),
		"comment": "外で成約"}).Want(200)
	apptest.SeeOverview(w.BuyA, sold).Want(200) // the own buyers see that it was sold
	w.merged(w.BID, w.AID)
	hidden := func(when string) {
		t.Helper()
		for _, c := range []*apptest.Caller{w.BuyB, w.Rival, w.FinC} {
			nothing := apptest.SeeOverview(c, store.NewID()).Want(400)
			apptest.SeeOverview(c, sold).SameAs(nothing)
			if slices.Contains(c.Search(""), sold) {
				t.Errorf("%s: it is found", when)
			}
		}
	}
	hidden("sold")
	w.office.Post("/api/Office/ReopenSellerBusiness", map[string]any{"sellerBusinessId": sold, "version": w.Version(sold),
		"comment": "契約が解除されました"}).Want(200)
	hidden("reopened")
	w.FinA.Post(apptest.ListingBase+"ChangePeriod", map[string]any{"sellerBusinessId": sold, "version": w.Version(sold),
		"dueDate": "2027-03-31"}).Want(200).Has(`"needsApprovalAgain":true`)
	hidden("with a longer period")
	key, passcode := w.Request(sold)
	hidden("while the owner is asked")
	w.Decide(key, passcode, true).Want(200)
	apptest.SeeOverview(w.BuyB, sold).Want(200)
	apptest.SeeOverview(w.FinC, sold).SameAs(apptest.SeeOverview(w.FinC, store.NewID()).Want(400))
}

// readersOf is who learned a seller's name, of one kind of reader by institution.
func readersOf(r apptest.Result, kind string) map[string]map[string]any {
	out := map[string]map[string]any{}
	for _, l := range r.JSON()["listingList"].([]any) {
		for _, x := range l.(map[string]any)["readerList"].([]any) {
			if x := x.(map[string]any); x["reader"] == kind {
				out[x["institutionName"].(string)] = x
			}
		}
	}
	return out
}

// Who learned the name: the surviving institution is there from the merger on, beside the one that was, with what it had
// read. Only who is in charge of the seller reads that.
func TestReadersAfterAMerger(t *testing.T) {
	w := newWorld(t)
	c, id := w.CID(), w.Named()
	path := "/api/SellerCompany/GetNameReaders?companyId=" + w.Seller
	apptest.SeeDetails(w.FinB, w.Listing).Want(200)
	nothing := w.FinA.Get("/api/SellerCompany/GetNameReaders?companyId=" + store.NewID()).Want(400)
	w.FinB.Get(path).SameAs(nothing)
	w.FinA.Get(path).Want(200).Has("蒼陵信用金庫").HasNot("白嶺銀行")
	w.merged(w.BID, c)

	seen := w.FinA.Get(path).Want(200).HasNot("黒潮ライバル", "利用者", "fin@")
	banks := readersOf(seen, "bank")
	if r := banks["蒼陵信用金庫"]; len(banks) != 2 || r == nil || r["readingCount"] != 1.0 ||
		r["openedLabel"] == listing.LedgerKindLabel(listing.EventMerger) {
		t.Errorf("the bank that was: %v", banks)
	}
	if r := banks["白嶺銀行"]; r == nil || r["openedAt"] == "" || r["openedLabel"] != listing.LedgerKindLabel(listing.EventMerger) ||
		r["readingCount"] != 0.0 || r["learnedAt"] != "" {
		t.Errorf("the bank that continues: %v", r)
	}
	fin := w.SignIn("fin@b.example.jp")
	fin.Get(path).SameAs(nothing)
	w.FinC.Get(path).SameAs(nothing)
	w.Rival.Get(path).SameAs(nothing)
	apptest.SeeDetails(fin, w.Listing).Want(200)
	if r := readersOf(w.FinA.Get(path).Want(200), "bank")["白嶺銀行"]; r["readingCount"] != 1.0 || r["learnedAt"] == "" {
		t.Errorf("after it read: %v", r)
	}
	for _, word := range []string{web.CaseNumber("L", w.Listing), web.CaseNumber("N", id)} {
		w.office.Get("/api/Office/GetNameReaders?word="+word).Want(200).Has("白嶺銀行", "蒼陵信用金庫").HasNot(apptest.SellerNames...).
			HasNot(apptest.BuyerNames...)
	}
}

// What a bank noted and planned is the surviving institution's, and nobody else's.
func TestNotesMoveWithTheInstitution(t *testing.T) {
	w := newWorld(t)
	id := w.Started()
	for _, of := range []map[string]any{{"companyId": w.Seller, "nextAction": map[string]any{"version": 0, "date": "2026-12-03",
		"body": "決算書を受け取る"}}, {"buyerNegotiationId": id}} {
		w.FinA.Post("/api/Activity/SaveActivity", apptest.With(of, map[string]any{"date": "2026-11-20", "means": 1, "body": "社長と話した"})).Want(200)
	}
	company, row := "/api/Activity/GetActivities?companyId="+w.Seller, "/api/Activity/GetActivities?buyerNegotiationId="+id
	w.merged(w.AID, w.CID())
	for _, c := range []*apptest.Caller{w.SignIn("fin@a.example.jp"), w.FinC} {
		c.Get(company).Want(200).Has("社長と話した", "決算書を受け取る")
		c.Get(row).Want(200).Has("社長と話した")
	}
	w.SignIn("fin@a.example.jp").Get(company).Want(200).Has(`"isOwn":true`, `"userName":"利用者 fin@a.example.jp"`)
	w.FinB.Get(company).Want(400)
	w.FinB.Get(row).Want(200).Has(`"allCount":0`)
}

// A clerk whose bank gave a seller away and was absorbed afterwards reads nothing of it under his new bank, and neither do
// his new colleagues.
func TestReadersAfterAChangeOfChargeAndAMerger(t *testing.T) {
	w := newWorld(t)
	c := w.CID()
	w.Named()
	path := "/api/SellerCompany/GetNameReaders?companyId=" + w.Seller
	nothing := w.FinB.Get("/api/SellerCompany/GetNameReaders?companyId=" + store.NewID()).Want(400)
	w.office.ChangeCharge(w.Seller, c).Want(200)
	w.merged(w.AID, w.BID)
	for _, who := range []*apptest.Caller{w.SignIn("fin@a.example.jp"), w.FinB} {
		who.Get(path).SameAs(nothing)
	}
	own := readersOf(w.FinC.Get(path).Want(200).HasNot("利用者"), "own")
	if r := own["白嶺銀行"]; r == nil || r["openedAt"] == "" {
		t.Errorf("who is in charge: %v", own)
	}
	if own["蒼陵信用金庫"] != nil {
		t.Errorf("the institution into which the former bank was merged came to be in charge: %v", own)
	}
}

// Nor does a chain help: the proposer makes a colleague, who makes the administrator.
func TestProposerMakesWhoMakesTheAdministrator(t *testing.T) {
	w := newWorld(t)
	c := w.CID()
	const password = "Mizuumi-no-Hotori-5"
	enter := func(login string) *apptest.Caller {
		t.Helper()
		return &apptest.Caller{P: w.Platform, Token: w.OfficeSign(login, password).Want(200).JSON()["token"].(string)}
	}
	regist := func(by *apptest.Caller, login string, user map[string]any) {
		t.Helper()
		by.Post("/api/Office/RegistUser", apptest.With(map[string]any{"loginId": login, "userName": "中間 二郎"}, user)).Want(200)
		w.SetByKey(w.MailedKey(login), password).Want(200)
	}
	regist(w.office, "between@n.example.jp", map[string]any{"role": int(deal.RoleADM)})
	regist(enter("between@n.example.jp"), "made@c.example.jp", map[string]any{"role": int(deal.RoleFAD), "financialId": c})
	id := w.propose(c, w.AID)
	confirm(enter("made@c.example.jp"), id, 1).Want(409).Has("登録から3日後")
	if m := detail(enter("made@c.example.jp"), id); m["sides"].([]any)[0].(map[string]any)["canConfirm"] != false {
		t.Error("the screen offers it")
	}
	w.Clock.Add(3*24*time.Hour + time.Minute)
	confirm(enter("made@c.example.jp"), id, 1).Want(200)
	// Whom somebody else made need not wait.
	second := w.SignInOffice("second@n.example.jp")
	regist(second, "other@n.example.jp", map[string]any{"role": int(deal.RoleADM)})
	confirm(w.SignInOffice("admin@a.example.jp"), id, 2).Want(200)
}
