package office_test

import (
	"net/url"
	"slices"
	"strings"
	"testing"

	"tsunagu/app/apptest"
	"tsunagu/app/auth"
	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/office"
	"tsunagu/store"
)

// A seller's institution is stopped: its users are signed out at once, and its listings and buyers
// look to others as if they had never existed; negotiations already begun stay with the other side.
func TestStoppedInstitutionShowsNothing(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	officer := tk.Office()
	tk.User(deal.RoleFAD, tk.AID, "admin@a.example.jp")
	fad := tk.SignInOffice("admin@a.example.jp")
	row := tk.Started() // with buyer B
	offered := tk.Published(nil)
	// an offer to its own buyer
	tk.FinA.Post("/api/BuyerNegotiation/SendOffer", map[string]any{"sellerBusinessId": offered, "companyIds": []string{tk.BuyerA}})
	waiting, _ := tk.Draft(nil)
	approval, _ := tk.Request(waiting)
	tk.Reset("fin2@a.example.jp").Want(200)
	reset := tk.MailedKey("fin2@a.example.jp")
	_, registration := tk.FinA.Invited("new@a.example.jp")
	const number = "/api/NumberToDisplay/GetNumberOfSellerBusiness"
	tk.Visitor().Get(number).Want(200).Has(`:2}`)
	if !slices.Contains(tk.FinB.Search(""), offered) || !slices.Contains(tk.Rival.Search(""), tk.Listing) {
		t.Fatal("the listings do not show to begin with")
	}
	others := map[string]int{}
	for _, address := range []string{"fin@b.example.jp", "buy@b.example.jp", "fin@c.example.jp", "rival@b.example.jp"} {
		others[address] = len(tk.Mails(address))
	}

	officer.MoveInstitution(tk.AID, "resume").Want(409).Has("すでに利用中です")
	officer.Send("PUT", "/api/Office/ChangeInstitutionStatus", map[string]any{"financialId": tk.AID, "version": 77, "event": "stop",
		"reason": "退会"}).Want(409)
	officer.Send("PUT", "/api/Office/ChangeInstitutionStatus", map[string]any{"financialId": tk.AID,
		"version": tk.InstitutionNow(tk.AID).Version, "event": "stop", "reason": " "}).Want(422).Has(`"reason"`)
	officer.MoveInstitution(tk.AID, "stop").Want(200)

	// No user of it can act.
	for who, c := range map[string]*apptest.Caller{"FIN": tk.FinA, "its buyer": tk.BuyA} {
		if r := c.Get(apptest.ProbePath); r.Status != 401 {
			t.Errorf("%s goes on: %d", who, r.Status)
		}
	}
	fad.Get("/api/Office/GetMe").Want(401)
	tk.Sign("fin@a.example.jp", apptest.TestPassword).Want(400).SameAs(tk.Sign("fin@a.example.jp", "wrong-"+apptest.TestPassword))
	tk.Sign("buy@a.example.jp", apptest.TestPassword).Want(400)
	tk.OfficeSign("admin@a.example.jp", apptest.TestPassword).Want(400)
	before := len(tk.Mails("fin@a.example.jp"))
	tk.Reset("fin@a.example.jp").Want(200)
	tk.SetByKey(reset, "Mizuumi-no-Hotori-7").Want(400).Has("not_available")
	tk.Open(approval, "00000000").Want(400)
	tk.Register(registration, "新井工業", "new@a.example.jp").Want(400)
	more := office.BankUser(deal.RoleFIN, tk.AID, "more@a.example.jp")
	tk.Write(func(tx *store.Tx) error { return tx.CreateUser(more, "") })
	officer.Post("/api/Office/ReSendInvitation", map[string]any{"userId": more.ID}).Want(409).Has("再開してから")

	// Its listings and buyers are not visible any more.
	for who, c := range map[string]*apptest.Caller{"a bank": tk.FinB, "a buyer": tk.Rival, "another bank": tk.FinC} {
		for _, id := range c.Search("") {
			if id == offered || id == tk.Listing && c != tk.FinB {
				t.Errorf("%s finds %s", who, id)
			}
		}
		apptest.SeeOverview(c, offered).Want(400).SameAs(apptest.SeeOverview(c, store.NewID()))
	}
	apptest.SeeOverview(tk.Rival, tk.Listing).Want(400).SameAs(apptest.SeeOverview(tk.Rival, store.NewID()))
	tk.Visitor().Get(number).Want(200).Has(`:0}`)
	tk.Rival.Post(apptest.NegotiationBase+"CreateBuyerNegotiationByBuyerAsync", map[string]any{"sellerBusinessId": offered}).Want(400)
	tk.FinB.Get("/api/BuyerCompany/SearchCompanyAsync?limit=200").Want(200).HasNot(tk.BuyerA)
	tk.FinB.Get("/api/BuyerCompany/GetCompanyOverViewAsync?companyId=" +
		tk.BuyerA).Want(400).SameAs(tk.FinB.Get("/api/BuyerCompany/GetCompanyOverViewAsync?companyId=" + store.NewID()))
	tk.FinB.Get("/api/Financial/RestFinancial?limit=200").Want(200).HasNot(tk.AID)
	tk.FinB.Get("/api/Financial/GetFinancialInfo?financialId=" +
		tk.AID).Want(400).SameAs(tk.FinB.Get("/api/Financial/GetFinancialInfo?financialId=" + store.NewID()))

	// The negotiation goes on for the other side, which learns nothing of the stop.
	tk.FinB.Row(row)
	if !slices.Contains(tk.FinB.Search(""), tk.Listing) {
		t.Error("the bank of a negotiation under way has lost its listing")
	}
	tk.FinB.Say(row, 2, "ご確認をお願いします。").Want(200)
	if n := len(tk.Mails("fin@a.example.jp")); n != before {
		t.Errorf("%d mails to a stopped bank", n-before)
	}
	for address, n := range others {
		if now := len(tk.Mails(address)); now != n {
			t.Errorf("%s was told: %+v", address, tk.Mails(address)[0])
		}
	}

	officer.MoveInstitution(tk.AID, "resume").Want(200)
	if tk.KindsTo(mail.InstitutionStopped, "fin@a.example.jp") != 1 || tk.KindsTo(mail.InstitutionStopped, "admin@a.example.jp") != 1 ||
		tk.KindsTo(mail.InstitutionResumed, "fin@a.example.jp") != 1 {
		t.Error("the institution itself is told of both")
	}
	tk.FinA.Get(apptest.ProbePath).Want(401) // the old session stays ended
	tk.SetByKey(reset, "Mizuumi-no-Hotori-7").Want(400)
	again := tk.SignIn("fin@a.example.jp")
	again.Row(row)
	again.Thread(row).Want(200).Has("ご確認をお願いします。")
	tk.Visitor().Get(number).Want(200).Has(`:2}`)
	if !slices.Contains(tk.FinC.Search(""), offered) {
		t.Error("the listing does not show again")
	}
	tk.SignInOffice("admin@a.example.jp").Get("/api/Office/GetAuditList?event=institution_stopped").Want(200).Has("退会の届出", `"userName":"事務局"`)
	officer.Get("/api/Office/GetInstitutionList").Want(200).Has(`"status":1`).HasNot(`"status":2`)
}

// A buyer's institution is stopped: its buyers are no candidates any more. A listing restricted
// during the stop could not name it, and excludes it when it comes back.
func TestStoppedInstitutionIsOfferedNothing(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	office := tk.Office()
	tk.FinC.Needs(tk.BuyerC)
	if !slices.Contains(tk.FinA.Candidates(tk.Listing, nil).CompanyIDs(), tk.BuyerC) {
		t.Fatal("no candidate to begin with")
	}
	office.MoveInstitution(tk.CID(), "stop").Want(200)
	if slices.Contains(tk.FinA.Candidates(tk.Listing, nil).CompanyIDs(), tk.BuyerC) {
		t.Error("the buyer of a stopped bank is a candidate")
	}
	offer := func(buyer string) apptest.Result {
		return tk.FinA.Post("/api/BuyerNegotiation/SendOffer", map[string]any{"sellerBusinessId": tk.Listing, "companyIds": []string{buyer}})
	}
	offer(tk.BuyerC).Want(400).SameAs(offer(store.NewID()))
	rest := tk.Published(map[string]any{"isRest": true, "restFinancial": []string{tk.BID}})
	kept := tk.Published(map[string]any{"isRest": true, "restFinancial": []string{tk.CID()}}) // from a form opened before
	office.MoveInstitution(tk.CID(), "resume").Want(200)
	back := tk.SignIn("fin@c.example.jp")
	for _, id := range back.Search("") {
		if id == rest || id == kept {
			t.Error("it finds a restricted listing when it comes back")
		}
	}
	apptest.SeeOverview(back, rest).Want(400)
	if !slices.Contains(tk.FinA.Candidates(tk.Listing, nil).CompanyIDs(), tk.BuyerC) {
		t.Error("its buyer is no candidate again")
	}

	// Another institution has been given its code.
	i := tk.InstitutionNow(tk.CID())
	office.MoveInstitution(tk.CID(), "stop").Want(200)
	tk.Institution(i.Code, "白嶺の後継銀行")
	if r := office.MoveInstitution(i.ID, "resume").Want(409); !strings.Contains(r.Body, "同じ金融機関コード") {
		t.Error(r.Body)
	}
}

// Every way to sign in checks the institution's status itself, as a session or link may be created
// while the stop is carried out. Here only the institution's status is set to stopped; its sessions
// and links still exist.
func TestStoppedInstitutionAtEachDoor(t *testing.T) {
	p := apptest.NewPlatform(t)
	const login = "fin@a.example.jp"
	bank := p.Institution("9981", "湊星銀行")
	p.User(deal.RoleFIN, bank, login)
	p.User(deal.RoleFAD, bank, "admin@a.example.jp")
	c, admin := p.SignIn(login), p.SignInOffice("admin@a.example.jp")
	phone, _ := c.Enrol(apptest.ABank)
	first := p.Code(p.Ticket(login), phone.Next()).Want(200).JSON()
	ticket := p.Ticket(login)
	p.Reset(login).Want(200)
	reset := p.MailedKey(login)
	set := func(s deal.InstitutionStatus) {
		t.Helper()
		p.Write(func(tx *store.Tx) error {
			i, err := tx.Institution(bank)
			if err != nil {
				return err
			}
			i.Status = int(s)
			return tx.UpdateInstitution(i, "")
		})
	}
	refresh := func() apptest.Result {
		t.Helper()
		return p.Visitor().Form("/token", url.Values{"grant_type": {"refresh_token"}, "refreshToken": {first["refreshToken"].(string)}})
	}
	set(deal.InstitutionStopped)
	c.Get(apptest.ABank + "GetSecondStep").Want(401)
	admin.Get("/api/Office/GetMe").Want(401)
	refresh().Want(401).HasNot(`"token"`)
	p.Code(ticket, phone.Next()).Want(400).HasNot(`"token"`)
	p.Sign(login, apptest.TestPassword).Want(400).HasNot("ticket", `"token"`).SameAs(p.Sign("nobody@a.example.jp", apptest.TestPassword))
	p.SetByKey(reset, "Mizuumi-no-Hotori-7").Want(400).Has("not_available")
	mailed := len(p.Mails(login))
	p.Write(func(tx *store.Tx) error {
		u, err := tx.UserByLogin(auth.FoldLoginID(login))
		if err != nil {
			return err
		}
		return p.App.MailUser(tx, mail.PasswordChanged, u, u.ID, mail.Data{})
	})
	if len(p.Mails(login)) != mailed {
		t.Error("somebody of a stopped institution is mailed")
	}
	// The refused attempts have used up nothing: they succeed when the institution comes back.
	set(deal.InstitutionRunning)
	refresh().Want(200).Has(`"token"`)
	p.SetByKey(reset, "Mizuumi-no-Hotori-7").Want(200)
}

// What a stop has ended stays ended when the institution comes back: a sign-in waiting for its second
// step, a browser that needs no code, and the owner's link.
func TestStoppedInstitutionEndsWhatWasBegun(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	office := tk.Office()
	const login = "fin@a.example.jp"
	key, passcode := tk.OwnerKey(tk.Hoped())
	draft, _ := tk.Draft(nil)
	approval, approvalCode := tk.Request(draft)
	_, registration := tk.FinA.Invited("new@a.example.jp")
	phone, _ := tk.FinA.Enrol(apptest.ABank)
	w := tk.Window()
	w.Remembered(login, phone)
	if w.Password(login).JSON()["ticket"] != nil {
		t.Fatal("the remembered browser is asked to begin with")
	}
	ticket := tk.Ticket(login)
	office.MoveInstitution(tk.AID, "stop").Want(200)
	office.MoveInstitution(tk.AID, "resume").Want(200)
	tk.Code(ticket, phone.Next()).Want(400).Has("ticket_over")
	if w.Password(login).JSON()["ticket"] == nil {
		t.Error("the browser is still remembered")
	}
	tk.OwnerDecides(key, passcode, true).Want(400).Has("not_available")
	tk.Open(approval, approvalCode).Want(400)
	tk.Register(registration, "新井工業", "new@a.example.jp").Want(400)
}

// The buyers of a stopped institution get no recommendations; listings that fit them count as not yet
// recommended when it comes back.
func TestStoppedInstitutionIsRecommendedLater(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	office := tk.Office()
	tk.FinB.Wants(tk.BuyerB, apptest.FittingNeeds)
	run := func() []string {
		t.Helper()
		return tk.Newly(func() { tk.Job("recommendations") }, mail.WeeklyRecommendation)
	}
	office.MoveInstitution(tk.BID, "stop").Want(200)
	apptest.WantMails(t, "while it is stopped", run())
	office.MoveInstitution(tk.BID, "resume").Want(200)
	apptest.WantMails(t, "when it is back", run(), "buy@b.example.jp "+string(mail.WeeklyRecommendation))
}
