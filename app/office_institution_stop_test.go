package app

import (
	"net/url"
	"slices"
	"strings"
	"testing"

	"tsunagu/app/auth"
	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/office"
	"tsunagu/store"
)

func (p *platform) institutionNow(id string) (i *store.Institution) {
	p.t.Helper()
	p.read(func(q *store.Q) (err error) { i, err = q.Institution(id); return err })
	return i
}

func (p *platform) isStopped(id string) bool {
	p.t.Helper()
	return p.institutionNow(id).Status == int(deal.InstitutionStopped)
}

func (c *caller) moveInstitution(id, event string) result {
	c.p.t.Helper()
	return c.send("PUT", "/api/Office/ChangeInstitutionStatus", map[string]any{"financialId": id, "version": c.p.institutionNow(id).Version, "event": event, "reason": "退会の届出"})
}

// A seller's bank is stopped: it is out at once, and what it shows is gone for the others as if it
// had never been; what they have begun with it they keep.
func TestStoppedInstitutionShowsNothing(t *testing.T) {
	tk := newTalks(newPlatform(t))
	officer := tk.office()
	tk.user(deal.RoleFAD, tk.aID, "admin@a.example.jp")
	fad := tk.signInOffice("admin@a.example.jp")
	row := tk.started() // with buyer B
	offered := tk.published(nil)
	tk.finA.post("/api/BuyerNegotiation/SendOffer", map[string]any{"sellerBusinessId": offered, "companyIds": []string{tk.buyerA}}) // its own buyer
	waiting, _ := tk.draft(nil)
	approval, _ := tk.request(waiting)
	tk.reset("fin2@a.example.jp").want(200)
	reset := tk.mailedKey("fin2@a.example.jp")
	_, registration := tk.finA.invited("new@a.example.jp")
	const number = "/api/NumberToDisplay/GetNumberOfSellerBusiness"
	tk.visitor().get(number).want(200).has(`:2}`)
	if !slices.Contains(tk.finB.search(""), offered) || !slices.Contains(tk.rival.search(""), tk.listing) {
		t.Fatal("the listings do not show to begin with")
	}
	others := map[string]int{}
	for _, address := range []string{"fin@b.example.jp", "buy@b.example.jp", "fin@c.example.jp", "rival@b.example.jp"} {
		others[address] = len(tk.mails(address))
	}

	officer.moveInstitution(tk.aID, "resume").want(409).has("すでに利用中です")
	officer.send("PUT", "/api/Office/ChangeInstitutionStatus", map[string]any{"financialId": tk.aID, "version": 77, "event": "stop", "reason": "退会"}).want(409)
	officer.send("PUT", "/api/Office/ChangeInstitutionStatus", map[string]any{"financialId": tk.aID, "version": tk.institutionNow(tk.aID).Version, "event": "stop", "reason": " "}).want(422).has(`"reason"`)
	officer.moveInstitution(tk.aID, "stop").want(200)

	// Nobody acts for it.
	for who, c := range map[string]*caller{"FIN": tk.finA, "its buyer": tk.buyA} {
		if r := c.get(probePath); r.status != 401 {
			t.Errorf("%s goes on: %d", who, r.status)
		}
	}
	fad.get("/api/Office/GetMe").want(401)
	tk.sign("fin@a.example.jp", testPassword).want(400).sameAs(tk.sign("fin@a.example.jp", "wrong-"+testPassword))
	tk.sign("buy@a.example.jp", testPassword).want(400)
	tk.officeSign("admin@a.example.jp", testPassword).want(400)
	before := len(tk.mails("fin@a.example.jp"))
	tk.reset("fin@a.example.jp").want(200)
	tk.setByKey(reset, "Mizuumi-no-Hotori-7").want(400).has("not_available")
	tk.open(approval, "00000000").want(400)
	tk.register(registration, "新井工業", "new@a.example.jp").want(400)
	more := office.BankUser(deal.RoleFIN, tk.aID, "more@a.example.jp")
	tk.write(func(tx *store.Tx) error { return tx.CreateUser(more, "") })
	officer.post("/api/Office/ReSendInvitation", map[string]any{"userId": more.ID}).want(409).has("再開してから")

	// What it shows is gone.
	for who, c := range map[string]*caller{"a bank": tk.finB, "a buyer": tk.rival, "another bank": tk.finC} {
		for _, id := range c.search("") {
			if id == offered || id == tk.listing && c != tk.finB {
				t.Errorf("%s finds %s", who, id)
			}
		}
		seeOverview(c, offered).want(400).sameAs(seeOverview(c, store.NewID()))
	}
	seeOverview(tk.rival, tk.listing).want(400).sameAs(seeOverview(tk.rival, store.NewID()))
	tk.visitor().get(number).want(200).has(`:0}`)
	tk.rival.post(negotiationBase+"CreateBuyerNegotiationByBuyerAsync", map[string]any{"sellerBusinessId": offered}).want(400)
	tk.finB.get("/api/BuyerCompany/SearchCompanyAsync?limit=200").want(200).hasNot(tk.buyerA)
	tk.finB.get("/api/BuyerCompany/GetCompanyOverViewAsync?companyId=" + tk.buyerA).want(400).sameAs(tk.finB.get("/api/BuyerCompany/GetCompanyOverViewAsync?companyId=" + store.NewID()))
	tk.finB.get("/api/Financial/RestFinancial?limit=200").want(200).hasNot(tk.aID)
	tk.finB.get("/api/Financial/GetFinancialInfo?financialId=" + tk.aID).want(400).sameAs(tk.finB.get("/api/Financial/GetFinancialInfo?financialId=" + store.NewID()))

	// What was begun goes on for the other side, and it learns nothing.
	tk.finB.row(row)
	if !slices.Contains(tk.finB.search(""), tk.listing) {
		t.Error("the bank of a negotiation under way has lost its listing")
	}
	tk.finB.say(row, 2, "ご確認をお願いします。").want(200)
	if n := len(tk.mails("fin@a.example.jp")); n != before {
		t.Errorf("%d mails to a stopped bank", n-before)
	}
	for address, n := range others {
		if now := len(tk.mails(address)); now != n {
			t.Errorf("%s was told: %+v", address, tk.mails(address)[0])
		}
	}

	officer.moveInstitution(tk.aID, "resume").want(200)
	if tk.kindsTo(mail.InstitutionStopped, "fin@a.example.jp") != 1 || tk.kindsTo(mail.InstitutionStopped, "admin@a.example.jp") != 1 || tk.kindsTo(mail.InstitutionResumed, "fin@a.example.jp") != 1 {
		t.Error("the institution itself is told of both")
	}
	tk.finA.get(probePath).want(401) // what ended stays at an end
	tk.setByKey(reset, "Mizuumi-no-Hotori-7").want(400)
	again := tk.signIn("fin@a.example.jp")
	again.row(row)
	again.thread(row).want(200).has("ご確認をお願いします。")
	tk.visitor().get(number).want(200).has(`:2}`)
	if !slices.Contains(tk.finC.search(""), offered) {
		t.Error("the listing does not show again")
	}
	tk.signInOffice("admin@a.example.jp").get("/api/Office/GetAuditList?event=institution_stopped").want(200).has("退会の届出", `"userName":"事務局"`)
	officer.get("/api/Office/GetInstitutionList").want(200).has(`"status":1`).hasNot(`"status":2`)
}

// A buyer's bank is stopped: its buyers are no candidates any more. Who restricted a listing in the
// meantime could not name it, so that it is kept out when it comes back.
func TestStoppedInstitutionIsOfferedNothing(t *testing.T) {
	tk := newTalks(newPlatform(t))
	office := tk.office()
	tk.finC.needs(tk.buyerC)
	if !slices.Contains(tk.finA.candidates(tk.listing, nil).companyIDs(), tk.buyerC) {
		t.Fatal("no candidate to begin with")
	}
	office.moveInstitution(tk.cID(), "stop").want(200)
	if slices.Contains(tk.finA.candidates(tk.listing, nil).companyIDs(), tk.buyerC) {
		t.Error("the buyer of a stopped bank is a candidate")
	}
	offer := func(buyer string) result {
		return tk.finA.post("/api/BuyerNegotiation/SendOffer", map[string]any{"sellerBusinessId": tk.listing, "companyIds": []string{buyer}})
	}
	offer(tk.buyerC).want(400).sameAs(offer(store.NewID()))
	rest := tk.published(map[string]any{"isRest": true, "restFinancial": []string{tk.bID}})
	kept := tk.published(map[string]any{"isRest": true, "restFinancial": []string{tk.cID()}}) // as the form still has it
	office.moveInstitution(tk.cID(), "resume").want(200)
	back := tk.signIn("fin@c.example.jp")
	for _, id := range back.search("") {
		if id == rest || id == kept {
			t.Error("it finds a restricted listing when it comes back")
		}
	}
	seeOverview(back, rest).want(400)
	if !slices.Contains(tk.finA.candidates(tk.listing, nil).companyIDs(), tk.buyerC) {
		t.Error("its buyer is no candidate again")
	}

	// Another member has its code now.
	i := tk.institutionNow(tk.cID())
	office.moveInstitution(tk.cID(), "stop").want(200)
	tk.institution(i.Code, "白嶺の後継銀行")
	if r := office.moveInstitution(i.ID, "resume").want(409); !strings.Contains(r.body, "同じ金融機関コード") {
		t.Error(r.body)
	}
}

// Each door looks at the institution itself: what the stop takes away, somebody may just be about to
// make. Here the institution alone is stopped, and all that was begun still lies there.
func TestStoppedInstitutionAtEachDoor(t *testing.T) {
	p := newPlatform(t)
	const login = "fin@a.example.jp"
	bank := p.institution("9981", "湊星銀行")
	p.user(deal.RoleFIN, bank, login)
	p.user(deal.RoleFAD, bank, "admin@a.example.jp")
	c, admin := p.signIn(login), p.signInOffice("admin@a.example.jp")
	phone, _ := c.enrol(aBank)
	first := p.code(p.ticket(login), phone.next()).want(200).json()
	ticket := p.ticket(login)
	p.reset(login).want(200)
	reset := p.mailedKey(login)
	set := func(s deal.InstitutionStatus) {
		t.Helper()
		p.write(func(tx *store.Tx) error {
			i, err := tx.Institution(bank)
			if err != nil {
				return err
			}
			i.Status = int(s)
			return tx.UpdateInstitution(i, "")
		})
	}
	refresh := func() result {
		t.Helper()
		return p.visitor().form("/token", url.Values{"grant_type": {"refresh_token"}, "refreshToken": {first["refreshToken"].(string)}})
	}
	set(deal.InstitutionStopped)
	c.get(aBank + "GetSecondStep").want(401)
	admin.get("/api/Office/GetMe").want(401)
	refresh().want(401).hasNot(`"token"`)
	p.code(ticket, phone.next()).want(400).hasNot(`"token"`)
	p.sign(login, testPassword).want(400).hasNot("ticket", `"token"`).sameAs(p.sign("nobody@a.example.jp", testPassword))
	p.setByKey(reset, "Mizuumi-no-Hotori-7").want(400).has("not_available")
	mailed := len(p.mails(login))
	p.write(func(tx *store.Tx) error {
		u, err := tx.UserByLogin(auth.FoldLoginID(login))
		if err != nil {
			return err
		}
		return p.a.MailUser(tx, mail.PasswordChanged, u, u.ID, mail.Data{})
	})
	if len(p.mails(login)) != mailed {
		t.Error("somebody of a stopped institution is mailed")
	}
	// None of it has taken anything from who may come back.
	set(deal.InstitutionRunning)
	refresh().want(200).has(`"token"`)
	p.setByKey(reset, "Mizuumi-no-Hotori-7").want(200)
}

// What a stop has ended stays at an end when the institution comes back: the password that was right,
// the browser that needs no code, and the owner's link.
func TestStoppedInstitutionEndsWhatWasBegun(t *testing.T) {
	tk := newTalks(newPlatform(t))
	office := tk.office()
	const login = "fin@a.example.jp"
	key, passcode := tk.ownerKey(tk.hoped())
	draft, _ := tk.draft(nil)
	approval, approvalCode := tk.request(draft)
	_, registration := tk.finA.invited("new@a.example.jp")
	phone, _ := tk.finA.enrol(aBank)
	w := tk.window()
	w.remembered(login, phone)
	if w.password(login).json()["ticket"] != nil {
		t.Fatal("the remembered browser is asked to begin with")
	}
	ticket := tk.ticket(login)
	office.moveInstitution(tk.aID, "stop").want(200)
	office.moveInstitution(tk.aID, "resume").want(200)
	tk.code(ticket, phone.next()).want(400).has("ticket_over")
	if w.password(login).json()["ticket"] == nil {
		t.Error("the browser is still remembered")
	}
	tk.ownerDecides(key, passcode, true).want(400).has("not_available")
	tk.open(approval, approvalCode).want(400)
	tk.register(registration, "新井工業", "new@a.example.jp").want(400)
}

// The buyers of a stopped institution are recommended nothing meanwhile; what fits them counts as not
// yet told when it comes back.
func TestStoppedInstitutionIsRecommendedLater(t *testing.T) {
	tk := newTalks(newPlatform(t))
	office := tk.office()
	tk.finB.wants(tk.buyerB, fittingNeeds)
	run := func() []string {
		t.Helper()
		return tk.newly(func() { tk.job("recommendations") }, mail.WeeklyRecommendation)
	}
	office.moveInstitution(tk.bID, "stop").want(200)
	wantMails(t, "while it is stopped", run())
	office.moveInstitution(tk.bID, "resume").want(200)
	wantMails(t, "when it is back", run(), "buy@b.example.jp "+string(mail.WeeklyRecommendation))
}
