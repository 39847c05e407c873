package lending_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/web"
	"tsunagu/store"
)

const (
	base   = "/api/Lending/"
	lender = "yushi@b.example.jp"
)

// desk is a network in which bank B has a user who works on lending alone, and an administrator.
type desk struct {
	*apptest.Talks
	id       string // a negotiation of B's buyer
	LenderID string
	FadB     *apptest.Caller
	Lender   *apptest.Caller
}

func newDesk(t *testing.T) *desk {
	w := &desk{Talks: apptest.NewTalks(apptest.NewPlatform(t))}
	w.User(deal.RoleFAD, w.BID, "admin@b.example.jp")
	w.FadB = w.SignInOffice("admin@b.example.jp")
	w.User(deal.RoleFIN, w.BID, lender)
	w.LenderID = w.UserOf(w.SignIn(lender)).ID
	w.Write(func(tx *store.Tx) error { // as an administrator admits him: no approver
		u, err := tx.User(w.LenderID)
		if err == nil {
			u.Approver = int(deal.ApproverWithdrawn)
			err = tx.UpdateUser(u, "")
		}
		return err
	})
	w.works(w.FadB, w.LenderID, deal.BusinessLending).Want(200)
	w.Lender = w.SignIn(lender)
	w.id = w.Started()
	return w
}

// works changes what a user works on, from the version that he has now.
func (w *desk) works(by *apptest.Caller, userID string, on deal.Business) apptest.Result {
	w.T.Helper()
	return by.Post("/api/Office/ChangeBusiness", map[string]any{"userId": userID, "version": w.stored(userID).Version, "business": int(on)})
}

func (w *desk) stored(userID string) (u *store.User) {
	w.T.Helper()
	w.Read(func(q *store.Q) (err error) { u, err = q.User(userID); return err })
	return u
}

// finance moves the financing as the M&A desk does it.
func (w *desk) finance(by *apptest.Caller, from, to int, fields map[string]any) apptest.Result {
	w.T.Helper()
	return by.Deed("UpdateFinancialSupportStatus", w.id, apptest.With(map[string]any{"fromFinancialSupportStatus": from,
		"financialSupportStatus": to}, fields))
}

func (w *desk) cases(query string) apptest.Result { return w.Lender.Get(base + "SearchCases?" + query) }
func (w *desk) one() apptest.Result {
	return w.Lender.Get(base + "GetCase?buyerNegotiationId=" + w.id)
}

// moves changes the case as the lending desk does it, with what it saw.
func (w *desk) moves(from, to int, fields map[string]any) apptest.Result {
	w.T.Helper()
	seen := w.one().Want(200).JSON()["financing"].(map[string]any)["revision"]
	return w.Lender.Post(base+"UpdateCase", apptest.With(map[string]any{"buyerNegotiationId": w.id, "revision": seen,
		"fromFinancialSupportStatus": from, "financialSupportStatus": to}, fields))
}

var consent = map[string]any{"financingConsent": true}

// From the question to the loan: what the lending desk is told, what it may do, and what ends with the buyer's agreement.
func TestLendingDesk(t *testing.T) {
	w := newDesk(t)
	none := w.one().Want(400)
	if rows := w.cases("").Want(200).JSON(); rows["allCount"] != 0.0 {
		t.Fatalf("a case that was not brought: %v", rows)
	}
	w.finance(w.FinB, 0, 1, nil).Want(200)
	w.one().SameAs(none)

	told := w.Newly(func() { w.finance(w.FinB, 1, 2, consent).Want(200) }, mail.FinancingAsked, mail.FinancingMoved)
	apptest.WantMails(t, "a case is brought", told, lender+" "+string(mail.FinancingAsked))
	w.cases("").Want(200).Has(apptest.BuyerBName, w.id, "相談受付").HasNot(apptest.SellerNames...)
	w.one().Want(200).Has("霧晴環境", "相談受付", "検討中（稟議中）").HasNot(apptest.SellerNames...)

	told = w.Newly(func() {
		w.moves(2, 3, map[string]any{"desiredAmount": 120_000, "ownFunds": 30_000, "fundsPurpose": "株式の取得"}).Want(200).Has("株式の取得")
	}, mail.FinancingAsked, mail.FinancingMoved)
	apptest.WantMails(t, "the lending desk examines", told, "fin@b.example.jp "+string(mail.FinancingMoved))

	got := w.FinB.Row(w.id)["financingSupport"].(map[string]any)
	if got["financialSupportStatus"] != 3.0 || got["desiredAmount"] != 120_000.0 {
		t.Errorf("the M&A desk reads %v", got)
	}
	stale := w.one().JSON()["financing"].(map[string]any)["revision"]
	w.finance(w.FinB, 3, 3, map[string]any{"fundsPurpose": "株式の取得と運転資金"}).Want(200)
	w.Lender.Post(base+"UpdateCase", map[string]any{"buyerNegotiationId": w.id, "revision": stale, "fromFinancialSupportStatus": 3,
		"financialSupportStatus": 3, "fundsPurpose": "設備"}).Want(409)
	w.Lender.Post(base+"UpdateCase", map[string]any{"buyerNegotiationId": w.id, "fromFinancialSupportStatus": 3, "financialSupportStatus": 4,
		"revision": ""}).Want(409)
	w.one().Has("運転資金").HasNot("設備")

	w.moves(3, 5, nil).Want(422).Has("稟議番号", "決裁日")
	w.moves(3, 5, map[string]any{"approvalNumber": "R-1", "approvalDate": "2026-02-30", "approvedAmount": 0}).Want(422)
	w.moves(3, 5, map[string]any{"approvalNumber": "R-1", "approvalDate": "2026-03-02", "approvedAmount": 100_000}).Want(200).Has("承認済")
	w.moves(5, 6, nil).Want(409).Has("成約")
	if rows := w.cases("searchStatus=5&word=" + "霧晴").Want(200).JSON()["caseList"].([]any); len(rows) != 1 {
		t.Errorf("by state and name: %v", rows)
	}
	if rows := w.cases("searchStatus=2").Want(200).JSON()["caseList"].([]any); len(rows) != 0 {
		t.Errorf("of another state: %v", rows)
	}
	w.cases("searchStatus=0").Want(422)
	w.cases("searchStatus=x").Want(422)

	w.finance(w.FinB, 5, 5, map[string]any{"financingConsent": false}).Want(200)
	w.one().SameAs(none)
	w.cases("").HasNot(w.id)
	w.Lender.Post(base+"UpdateCase", map[string]any{"buyerNegotiationId": w.id, "fromFinancialSupportStatus": 5, "financialSupportStatus": 9,
		"revision": stale}).SameAs(none)
}

// What was never asked for, is another bank's, or is not shown to the own M&A desk any more, is not the lending desk's; a decision of its
// own stays.
func TestLendingEnds(t *testing.T) {
	w := newDesk(t)
	none := w.one().Want(400)
	w.finance(w.FinB, 0, 0, consent).Want(200) // consent alone
	w.one().SameAs(none)
	w.FinB.To(w.id, 1, 9, map[string]any{"endReason": 1}).Want(200)
	w.one().SameAs(none) // the end sets 中止

	w = newDesk(t)
	w.finance(w.FinB, 0, 1, nil).Want(200)
	w.finance(w.FinB, 1, 2, consent).Want(200)
	w.finance(w.FinB, 2, 2, map[string]any{"fundsPurpose": "設備"}).Want(200)
	w.moves(2, 3, map[string]any{"desiredAmount": 1, "ownFunds": 0}).Want(200)
	w.one().HasNot("支援不要").Has("検討中（稟議中）")
	if list := w.one().JSON()["moveList"].([]any); len(list) != 2 {
		t.Errorf("moves since it was asked for, without saves of the contents: %v", list)
	}
	w.moves(3, 3, map[string]any{"fundsPurpose": ""}).Want(200).HasNot("設備")
	w.moves(3, 8, nil).Want(200)
	w.FinB.To(w.id, 1, 9, map[string]any{"endReason": 1}).Want(200)
	w.one().Want(200).Has(`"statusLabel":"謝絶"`, "精密部品")
	w.FinA.Post(apptest.ListingBase+"ChangeAudience", map[string]any{"sellerBusinessId": w.Listing, "version": w.Version(w.Listing),
		"isLimited": true}).Want(200)
	w.one().Want(200).HasNot("精密部品", "金属部品")
	w.cases("").Want(200).Has(w.id).HasNot("精密部品")
	if n := w.cases("word=" + "精密").Want(200).JSON()["allCount"]; n != 0.0 {
		t.Errorf("the hidden title is found: %v", n)
	}
}

// What the lending desk reads does not move with the deal: messages, consents, names, milestones, the seller's bank.
func TestLendingTellsNothingElse(t *testing.T) {
	w := newDesk(t)
	w.finance(w.FinB, 0, 2, consent).Want(200)
	read := func() string {
		return w.cases("").Want(200).Body + w.one().Want(200).Body + w.cases("sellerBusinessId="+w.Listing).Want(200).Body
	}
	before := read()
	for _, secret := range []string{w.AID, "湊星銀行", w.Seller, w.BuyerB, "negotiationStatus", "\"status\"", "\"level\"", "\"version\"",
		"\"modified\""} {
		if strings.Contains(before, secret) {
			t.Errorf("the answers have %q", secret)
		}
	}
	mails := len(w.Mails(lender))
	deeds := []func(){
		func() { w.FinB.Deed("UpdateNextAction", w.id, map[string]any{"date": "2026-12-24"}).Want(200) },
		func() { w.FinA.Deed("UpdateNextAction", w.id, map[string]any{"date": "2026-12-25"}).Want(200) },
		func() {
			w.FinB.Get(apptest.NegotiationBase + "GetBuyerNegotiationAsync?buyerNegotiationId=" + w.id).Want(200)
		},
		func() { w.FinB.Say(w.id, int(deal.MessageBFtoSF), "面談の日程について").Want(200) },
		func() { w.BuyB.Deed("RealNameConsent", w.id, nil).Want(200); w.FinB.To(w.id, 1, 2, nil).Want(200) },
		func() {
			key, passcode := w.OwnerKey(w.id)
			w.OwnerDecides(key, passcode, true).Want(200)
			w.FinA.Deed("NegotiationApprove", w.id, map[string]any{"isApproval": true}).Want(200)
		},
		func() { w.FinB.Milestone(w.id, deal.MilestoneTopInterview, nil).Want(200) },
	}
	for i, deed := range deeds {
		deed()
		if after := read(); after != before {
			t.Errorf("deed %d moved what the lending desk reads:\n%s\n%s", i, before, after)
		}
	}
	if n := len(w.Mails(lender)) - mails; n != 0 {
		t.Errorf("%d mails of the deal to the lending desk", n)
	}
	if rows := w.Rival.Get(base + "SearchCases"); rows.Status != 400 {
		t.Errorf("a buyer: %d", rows.Status)
	}
	w.FinB.Get(base + "SearchCases").Want(400)
	w.FinA.Get(base + "GetCase?buyerNegotiationId=" + w.id).Want(400)
}

// Whatever is not opened to him by name answers who works on lending alone as it answers nobody's role.
func TestLendingOpensNothingElse(t *testing.T) {
	w := newDesk(t)
	refused := w.Lender.Get("/api/MyPage/GetDesk").Want(400)
	open := []string{}
	for _, c := range w.App.Table {
		if c.Callers.Door() != web.PlatformDoor {
			continue
		}
		if c.Callers.Has(deal.RoleLEN) {
			if !strings.HasPrefix(c.Path, base) {
				open = append(open, strings.TrimPrefix(c.Path, "/api/"))
			}
			continue
		}
		r := w.Lender.Post(c.Path, map[string]any{})
		if c.Method == "GET" {
			r = w.Lender.Get(c.Path)
		} else if c.Method == "PUT" {
			r = w.Lender.Do("PUT", c.Path, "application/json", strings.NewReader("{}"))
		}
		if r.Status != refused.Status || r.Body != refused.Body {
			t.Errorf("%s %s: %d %s", c.Method, c.Path, r.Status, r.Body)
		}
	}
	slices.Sort(open)
	if want := []string{"/logout", "Account/GetDraftKey", "Account/GetProofWays", "Account/Prove", "Directory/BeginDirectoryBinding",
		"Directory/BeginDirectoryProof", "Directory/GetOwnDirectory", "FinancialUser/AddPasskey", "FinancialUser/ChangeUserPassword",
		"FinancialUser/ConfirmSecondStep", "FinancialUser/EndSecondStep", "FinancialUser/EndSignIn", "FinancialUser/ForgetDevice",
		"FinancialUser/GetPasskeys", "FinancialUser/GetSecondStep", "FinancialUser/GetSignIns", "FinancialUser/ProveByPasskey",
		"FinancialUser/RemovePasskey", "FinancialUser/RenamePasskey", "FinancialUser/RenewRecoveryCodes", "FinancialUser/StartPasskey",
		"FinancialUser/StartPasskeyProof", "FinancialUser/StartSecondStep", "Inquiry/GetInquiry",
		"Inquiry/GetInquiryList", "Inquiry/MarkRead", "Inquiry/ReplyInquiry", "Topics/CloseTopic",
		"Topics/GetTopics"}; !slices.Equal(open, want) {
		t.Errorf("open to who works on lending alone: %q", open)
	}
	w.Lender.Post(base+"SaveOwnSettings", map[string]any{"registSendMail": false}).Want(200).Has(`"registSendMail":false`)
	told := w.Newly(func() { w.finance(w.FinB, 0, 2, consent).Want(200) }, mail.FinancingAsked)
	apptest.WantMails(t, "switched off", told)
}

// Who sets it, what hinders it, and that it is in force with the next request.
func TestChangeBusiness(t *testing.T) {
	w := newDesk(t)
	b2 := w.UserOf(w.SecondB).ID
	w.works(w.Office(), b2, deal.BusinessMA).Want(409).Has("管理者がいます")
	w.User(deal.RoleFAD, w.AID, "admin@a.example.jp")
	w.works(w.SignInOffice("admin@a.example.jp"), b2, deal.BusinessMA).Want(400)
	w.works(w.FadB, w.UserOf(w.BuyB).ID, deal.BusinessLending).Want(400)
	w.FadB.Post("/api/Office/ChangeBusiness", map[string]any{"userId": b2, "version": 99, "business": 1}).Want(409)
	w.FadB.Post("/api/Office/ChangeBusiness", map[string]any{"userId": b2, "version": 1, "business": 3}).Want(422)

	w.works(w.FadB, b2, deal.BusinessLending).Want(409).Has("承認者")
	w.works(w.FadB, w.UserOf(w.FinB).ID, deal.BusinessLending).Want(409).Has("引き継いで")

	told := w.Newly(func() { w.works(w.FadB, b2, deal.BusinessMA).Want(200) }, mail.BusinessChanged, mail.UserChanged)
	apptest.WantMails(t, "changed", told, "admin@b.example.jp "+string(mail.UserChanged),
		w.stored(b2).LoginID+" "+string(mail.BusinessChanged))
	w.SecondB.Get("/api/MyPage/GetDesk").Want(401)
	w.works(w.FadB, b2, deal.BusinessMA).Want(200) // a second click
	second := w.SignIn(w.stored(b2).LoginID)
	second.Get("/api/MyPage/GetDesk").Want(200)
	w.finance(second, 0, 2, consent).Want(200)
	w.finance(second, 2, 3, map[string]any{"desiredAmount": 1, "ownFunds": 0, "fundsPurpose": "取得"}).Want(409).Has("融資の担当者")
	if !strings.Contains(fmt.Sprint(second.Row(w.id)["financingSupport"]), "融資の担当者") {
		t.Error("the move is not said to be another's")
	}
	w.finance(w.FinB, 2, 3, map[string]any{"desiredAmount": 1, "ownFunds": 0, "fundsPurpose": "取得"}).Want(200)
	w.finance(second, 3, 3, map[string]any{"desiredAmount": 9}).Want(409).Has("融資の担当者")
	w.finance(second, 3, 3, map[string]any{"financingConsent": true}).Want(200)

	made := second.Post("/api/FinancialUser/RegistUser", map[string]any{"loginId": "third@b.example.jp", "userName": "三人目"}).Want(200).Text()
	if got := deal.Business(w.stored(made).Business); got != deal.BusinessMA {
		t.Errorf("who works on M&A alone makes a user for %s", got.Label())
	}

	// No colleague may put who works on lending in charge of anything, nor name him as deputy or approver.
	w.FinB.Post("/api/Persons/SavePersonsInCharge", map[string]any{"of": "bf", "id": w.id, "personInCharge": w.LenderID,
		"otherPersons": []string{}}).Want(422)
	w.FinB.Post("/api/Persons/SaveAbsence", map[string]any{"firstDay": "2026-12-01", "lastDay": "2026-12-02", "deputyId": w.LenderID}).
		Want(422)
	w.FinB.Deed("UpdateNextAction", w.id, map[string]any{"date": "2026-12-24", "userId": w.LenderID}).Want(422)
	w.FadB.Post("/api/Office/ConfirmApprover", map[string]any{"userId": w.LenderID, "version": w.stored(w.LenderID).Version,
		"reason": "面談"}).Want(409).Has("融資だけ")
	w.works(w.FadB, w.LenderID, deal.BusinessBoth).Want(200)
	w.Lender.Get(base + "SearchCases").Want(401)
	w.SignIn(lender).Get("/api/MyPage/GetDesk").Want(200)
}

// The buyer agreed with one bank: the lending desk of the bank that takes the buyer over reads nothing of the case, also where it has
// ended and stays recorded.
func TestLendingStaysWithItsBank(t *testing.T) {
	w := newDesk(t)
	w.finance(w.FinB, 0, 2, consent).Want(200)
	w.moves(2, 9, nil).Want(200).Has("中止")
	c := w.CID()
	admin, other := "admin@c.example.jp", "yushi@c.example.jp"
	w.User(deal.RoleFAD, c, admin)
	w.User(deal.RoleFIN, c, other)
	id := w.UserOf(w.SignIn(other)).ID
	w.Write(func(tx *store.Tx) error {
		u, err := tx.User(id)
		if err == nil {
			u.Approver = int(deal.ApproverWithdrawn)
			err = tx.UpdateUser(u, "")
		}
		return err
	})
	w.works(w.SignInOffice(admin), id, deal.BusinessLending).Want(200)
	taker := w.SignIn(other)
	w.Office().ChangeCharge(w.BuyerB, c).Want(200)
	none := taker.Get(base + "GetCase?buyerNegotiationId=none").Want(400)
	taker.Get(base + "GetCase?buyerNegotiationId=" + w.id).SameAs(none)
	taker.Get(base + "SearchCases").Want(200).HasNot(w.id)
	w.one().SameAs(none)
}
