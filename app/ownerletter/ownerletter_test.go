package ownerletter_test

import (
	"strings"
	"testing"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
)

// world is two banks with a negotiation that waits for the owner, who has no mail address.
type world struct {
	*apptest.Talks
	owner string // the seller's person without a mail address
}

func newWorld(t *testing.T) *world {
	w := &world{Talks: apptest.NewTalks(apptest.NewPlatform(t))}
	w.owner = w.FinA.Post("/api/SellerCompanyUser/RegistUser", map[string]any{"clientId": w.Seller, "userName": "金糸 雀",
		"phone1": "052-111-2222"}).Want(200).Text()
	// A colleague registered him long ago.
	w.SQLExec(`UPDATE user SET creator = x.id, modifier = x.id, modified = 0
		FROM (SELECT o.id FROM user o JOIN user f ON f.client_id = o.client_id
		WHERE f.login_id = 'fin@a.example.jp' AND o.role = f.role AND o.id <> f.id LIMIT 1) x WHERE user.id = '` + w.owner + "'")
	return w
}

// printed is what is on the paper, and how the bank goes on with it.
type printed struct {
	w        *world
	key, ref string // ref: the query of its record
	draws    string
	record   map[string]any
}

func (w *world) listingLetter(id string) *printed {
	w.T.Helper()
	v := w.FinA.Post(apptest.ListingBase+"SendApprovalRequest", map[string]any{"sellerBusinessId": id, "userId": w.owner,
		"passcodeBy": "letter"}).Want(200).HasNot(`"passcode":`).JSON()
	return &printed{w, w.keyOf(v, "/seller-business/approve?key="), apptest.ListingBase + "GetApprovalDelivery?sellerBusinessId=" + id,
		apptest.ListingBase + "DrawApprovalPasscode", map[string]any{"sellerBusinessId": id}}
}

func (w *world) consentLetter(id string) *printed {
	w.T.Helper()
	v := w.FinA.Deed("RequestOwnerConsent", id, map[string]any{"userId": w.owner, "passcodeBy": "letter"}).Want(200).
		HasNot(`"passcode":`).JSON()
	return &printed{w, w.keyOf(v, "/owner-consent?key="), apptest.NegotiationBase + "GetOwnerDelivery?buyerNegotiationId=" + id,
		apptest.NegotiationBase + "DrawOwnerPasscode", map[string]any{"buyerNegotiationId": id}}
}

func (w *world) keyOf(v map[string]any, path string) string {
	w.T.Helper()
	letter, _ := v["letter"].(map[string]any)
	if letter == nil || letter["userName"] != "金糸 雀" || letter["fromName"] != "湊星銀行" || letter["qrSize"].(float64) < 20 {
		w.T.Fatalf("letter %v", letter)
	}
	_, key, ok := strings.Cut(letter["link"].(string), path)
	if !ok || len(key) != 43 {
		w.T.Fatalf("link %v", letter["link"])
	}
	return key
}

func (p *printed) delivery(c *apptest.Caller) map[string]any {
	p.w.T.Helper()
	return c.Get(p.ref).Want(200).HasNot(p.key).JSON()
}

func (p *printed) draw(c *apptest.Caller, letterID any) apptest.Result {
	return c.Post(p.draws, apptest.With(p.record, map[string]any{"letterId": letterID}))
}

// passcode is what the second approver is shown.
func (p *printed) passcode() string {
	p.w.T.Helper()
	v := p.draw(p.w.SecondA, p.delivery(p.w.SecondA)["letterId"]).Want(200).HasNot(p.key).Has("052-111-2222", "金糸 雀").JSON()
	return v["passcode"].(string)
}

func wrong(passcode string) string {
	if passcode == "00000000" {
		return "00000001"
	}
	return "00000000"
}

// An owner without a mail address approves a listing and agrees to real names by letters, with no mail to him.
func TestOwnerAnswersByLetter(t *testing.T) {
	w := newWorld(t)
	id, _ := w.Draft(nil)
	w.FinA.Post(apptest.ListingBase+"SendApprovalRequest", map[string]any{"sellerBusinessId": id, "userId": w.owner,
		"passcodeBy": "told"}).Want(422).Has("招待状")
	const asked = "SELECT count(*) FROM outbox WHERE kind IN ('listing_approval_request', 'owner_consent_request', 'passcode')"
	before := w.Count(asked)
	p := w.listingLetter(id)
	p.w.FinA.Get(apptest.ListingBase+"IsSellerBusinessApprovedData?sellerBusinessId="+id).Want(200).Has(`"isLetter":true`, `"sentTo":""`).
		HasNot(p.key)
	w.Decide(p.key, "", true).Want(400) // before it is drawn no passcode opens it
	w.Decide(p.key, "00000000", true).Want(400)
	code := p.passcode()
	if got := p.delivery(w.FinA); got["codeBy"] != "利用者 fin2@a.example.jp" || got["canDraw"] != false {
		t.Errorf("delivery %v", got)
	}
	w.Decide(p.key, code, true).Want(200)
	w.Decide(p.key, code, true).Want(400)
	if p.delivery(w.FinA)["text"] != "" {
		t.Error("an answered request still waits")
	}
	p.draw(w.SecondA, "x").Want(409)

	row := w.Hoped()
	p = w.consentLetter(row)
	w.OwnerDecides(p.key, "00000000", true).Want(422).Has("まだ用意されていません")
	w.OwnerDecides(p.key, p.passcode(), true).Want(200)
	w.FinA.Deed("NegotiationApprove", row, map[string]any{"isApproval": true}).Want(200)
	if n := w.Count(asked); n != before {
		t.Errorf("%d mails to the owner", n-before)
	}
	if n := w.Count("SELECT count(*) FROM audit WHERE event IN ('owner_letter', 'owner_letter.passcode')"); n != 4 {
		t.Errorf("%d audit lines", n)
	}
}

// Neither the printer, nor another bank, nor the buyer, nor a colleague who is no second person is shown the passcode.
func TestPrinterSeesNoPasscode(t *testing.T) {
	w := newWorld(t)
	draft, _ := w.Draft(nil)
	for _, p := range []*printed{w.listingLetter(draft), w.consentLetter(w.Hoped())} {
		own := p.delivery(w.FinA)
		if own["canDraw"] != false || !strings.Contains(own["whyNot"].(string), "作った方") {
			t.Errorf("the printer reads %v", own)
		}
		p.draw(w.FinA, own["letterId"]).Want(409).Has("作った方").HasNot(`"passcode"`)
		for _, c := range []*apptest.Caller{w.FinB, w.SecondB, w.BuyA, w.BuyB} {
			c.Get(p.ref).Want(400).HasNot("金糸")
			p.draw(c, own["letterId"]).Want(400).HasNot("金糸")
		}
		p.draw(w.Visitor(), own["letterId"]).Want(401)
		// A colleague whom the printer made is not a second person.
		login := "puppet" + own["letterId"].(string)[30:] + "@a.example.jp"
		w.FinA.Post("/api/FinancialUser/RegistUser", apptest.UserBody("", login)).Want(200)
		w.SetByKey(w.MailedKey(login), apptest.TestPassword).Want(200)
		puppet := w.SignIn(login)
		p.draw(puppet, p.delivery(puppet)["letterId"]).Want(409).HasNot(`"passcode"`)
	}
}

// A new letter, a mailed request or an edit ends the letter before; a passcode drawn on an old page is refused.
func TestNewLetterEndsTheOld(t *testing.T) {
	w := newWorld(t)
	row := w.Hoped()
	first := w.consentLetter(row)
	old := first.delivery(w.SecondA)["letterId"]
	code := first.passcode()
	second := w.consentLetter(row)
	second.draw(w.SecondA, old).Want(409).Has("更新")
	w.OwnerDecides(first.key, code, true).Want(400)
	again := second.passcode()
	final := second.passcode() // drawn anew: the one before is over
	if again != final {
		w.OwnerDecides(second.key, again, true).Want(422)
	}
	w.OwnerKey(row) // mailed, to somebody else
	w.OwnerDecides(second.key, final, true).Want(400)
	second.draw(w.SecondA, second.delivery(w.SecondA)["letterId"]).Want(409)

	id, _ := w.Draft(nil)
	p := w.listingLetter(id)
	code = p.passcode()
	w.Edit(id, map[string]any{"businessName": "【東海】金属部品の加工"}).Want(200)
	w.Decide(p.key, code, true).Want(400)
	if got := p.delivery(w.SecondA); got["canDraw"] != false || got["isAlive"] != false {
		t.Errorf("after the edit %v", got)
	}
}

// Five wrong passcodes end a letter, however often it is drawn meanwhile.
func TestLetterIsGuessedFiveTimes(t *testing.T) {
	w := newWorld(t)
	row := w.Hoped()
	p := w.consentLetter(row)
	code := p.passcode()
	for i := range deal.WrongPasscodes {
		if i == deal.WrongPasscodes-1 {
			code = p.passcode()
			w.OwnerDecides(p.key, wrong(code), true).Want(409)
			break
		}
		w.OwnerDecides(p.key, wrong(code), true).Want(422)
	}
	w.OwnerDecides(p.key, code, true).Want(400)
	if got := p.delivery(w.SecondA); !strings.Contains(got["text"].(string), "無効") || got["canDraw"] != false {
		t.Errorf("after five guesses %v", got)
	}
	p.draw(w.SecondA, p.delivery(w.SecondA)["letterId"]).Want(409)
}

// Whoever prints a letter does not decide which number the second approver calls: one that he wrote, or that changed just
// now, is not shown with the passcode.
func TestNumberOfWhoPrints(t *testing.T) {
	w := newWorld(t)
	u := w.FinA.Get("/api/SellerCompanyUser/GetUser?userId=" + w.owner).Want(200).JSON()
	w.FinA.Post("/api/SellerCompanyUser/RegistUser", map[string]any{"userId": w.owner, "clientId": w.Seller, "version": u["version"],
		"userName": "金糸 雀", "phone1": "090-9999-0000"}).Want(200)
	p := w.consentLetter(w.Hoped())
	p.draw(w.SecondA, p.delivery(w.SecondA)["letterId"]).Want(200).Has(`"phone":""`, "金糸 雀").HasNot("090-9999-0000", "052-111-2222")
}

// A person of the seller who is stopped meanwhile decides nothing, and no passcode is drawn for him.
func TestOwnerChangedMeanwhile(t *testing.T) {
	w := newWorld(t)
	p := w.consentLetter(w.Hoped())
	code := p.passcode()
	u := w.FinA.Get("/api/SellerCompanyUser/GetUser?userId=" + w.owner).Want(200).JSON()
	w.FinA.Post("/api/SellerCompanyUser/RegistUser", map[string]any{"userId": w.owner, "clientId": w.Seller, "version": u["version"],
		"userName": "金糸 雀", "status": int(deal.UserBlocked)}).Want(200)
	w.OwnerDecides(p.key, code, true).Want(400)
	p.draw(w.SecondA, p.delivery(w.SecondA)["letterId"]).Want(409)
}

// A request by mail says whether the mail left.
func TestMailedRequestSaysWhereItIs(t *testing.T) {
	w := newWorld(t)
	row := w.Hoped()
	w.OwnerKey(row)
	got := w.FinA.Get(apptest.NegotiationBase + "GetOwnerDelivery?buyerNegotiationId=" + row).Want(200).JSON()
	if got["isLetter"] != false || got["text"] != "メールは送信待ち" {
		t.Errorf("delivery %v", got)
	}
	w.SQLExec("UPDATE outbox SET state = 1 WHERE kind = 'owner_consent_request'")
	w.FinA.Get(apptest.NegotiationBase + "GetOwnerDelivery?buyerNegotiationId=" + row).Want(200).Has("メールを送付済み")
	w.OwnerKey(row)
	w.consentLetter(row) // what waits to be mailed is not sent after a letter took its place
	if n := w.Count("SELECT count(*) FROM outbox WHERE state = 0 AND kind IN ('owner_consent_request', 'passcode') AND subject_id = ?",
		row); n != 0 {
		t.Errorf("%d mails of a request that is over", n)
	}
}

// With the charge of the seller go the letters of the bank before: they are dead, its people draw nothing any more, and the
// bank that took over is told nothing of who printed for whom.
func TestLetterAfterAChangeOfCharge(t *testing.T) {
	w := newWorld(t)
	draft, _ := w.Draft(nil)
	approval, consent := w.listingLetter(draft), w.consentLetter(w.Hoped())
	codes := []string{approval.passcode(), consent.passcode()}
	letters := []any{approval.delivery(w.SecondA)["letterId"], consent.delivery(w.SecondA)["letterId"]}
	w.Office().ChangeCharge(w.Seller, w.CID()).Want(200)
	for i, p := range []*printed{approval, consent} {
		w.FinC.Get(p.ref).Want(200).HasNot("利用者", "金糸", p.key, letters[i].(string)).Has(`"isLetter":false`, `"text":""`)
		p.draw(w.FinC, letters[i]).Want(409).HasNot(`"passcode"`)
		for _, c := range []*apptest.Caller{w.FinA, w.SecondA} {
			c.Get(p.ref).Want(400).HasNot("金糸")
			p.draw(c, letters[i]).Want(400).HasNot(`"passcode"`)
		}
	}
	w.Decide(approval.key, codes[0], true).Want(400)
	w.OwnerDecides(consent.key, codes[1], true).Want(400)
}

// A merger is no change of charge: the letters of the absorbed bank are those of the one that continues it. Its approvers
// draw the passcode, whoever printed does not, and the owner's answer counts.
func TestLetterAfterAMerger(t *testing.T) {
	w := newWorld(t)
	draft, _ := w.Draft(nil)
	row := w.Hoped()
	approval, consent := w.listingLetter(draft), w.consentLetter(row)
	office := w.Office()
	w.User(deal.RoleADM, web.OfficeClient, "second@n.example.jp")
	second := w.SignInOffice("second@n.example.jp")
	id := office.Post("/api/Office/ProposeMerger", map[string]any{"absorbedId": w.AID, "survivingId": w.CID(), "date": "2026-11-22",
		"mark": "A-", "reason": "合併"}).Want(200).JSON()["mergerId"]
	for side := 1; side <= 2; side++ {
		second.Post("/api/Office/ConfirmMerger", map[string]any{"mergerId": id, "version": side, "side": side}).Want(200)
	}
	w.SQLExec("UPDATE merger SET date = '2026-11-21', absorbed_at = absorbed_at - 172800000, surviving_at = surviving_at - 172800000")
	w.Job("merger")

	w.FinA, w.SecondA = w.SignIn("fin@a.example.jp"), w.SignIn("fin2@a.example.jp")
	if w.InstitutionOf(w.FinA) != w.CID() {
		t.Fatal("not merged")
	}
	for _, p := range []*printed{approval, consent} {
		own := p.delivery(w.FinA)
		if own["canDraw"] != false || own["isAlive"] != true || own["madeBy"] != "利用者 fin@a.example.jp" {
			t.Errorf("the printer reads %v", own)
		}
		p.draw(w.FinA, own["letterId"]).Want(409).Has("作った方").HasNot(`"passcode"`)
		for _, c := range []*apptest.Caller{w.FinB, w.SecondB, w.BuyB} {
			c.Get(p.ref).Want(400).HasNot("金糸")
			p.draw(c, own["letterId"]).Want(400).HasNot(`"passcode"`)
		}
		if v := p.delivery(w.FinC); v["canDraw"] != true {
			t.Errorf("an approver of the surviving bank reads %v", v)
		}
	}
	w.Decide(approval.key, approval.passcode(), true).Want(200)
	w.OwnerDecides(consent.key, consent.passcode(), true).Want(200)
}

// A letter is the bank's, not its printer's: when he is stopped it stays good, and he himself is out.
func TestLetterOfWhoIsStopped(t *testing.T) {
	w := newWorld(t)
	p := w.consentLetter(w.Hoped())
	u := w.UserOf(w.FinA)
	u.Status = int(deal.UserBlocked)
	w.Write(func(tx *store.Tx) error { return tx.UpdateUser(u, "") })
	w.FinA.Get(p.ref).Want(401)
	p.draw(w.FinA, p.delivery(w.SecondA)["letterId"]).Want(401).HasNot(`"passcode"`)
	w.OwnerDecides(p.key, "00000000", true).Want(422)
	w.OwnerDecides(p.key, p.passcode(), true).Want(200)
}
