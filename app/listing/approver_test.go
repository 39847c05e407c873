package listing_test

import (
	"strings"
	"testing"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/office"
	"tsunagu/app/web"
	"tsunagu/store"
)

// row is a user as it stands.
func userRow(p *apptest.Platform, id string) *store.User {
	p.T.Helper()
	var u *store.User
	p.Read(func(q *store.Q) (err error) { u, err = q.User(id); return err })
	return u
}

// colleague is whom a clerk makes: registered over HTTP, and signed in with the mailed link.
func colleague(p *apptest.Platform, by *apptest.Caller, loginID string) (*apptest.Caller, string) {
	p.T.Helper()
	id := by.Post("/api/FinancialUser/RegistUser", apptest.UserBody("", loginID)).Want(200).Text()
	p.SetByKey(p.MailedKey(loginID), apptest.TestPassword).Want(200)
	return p.SignIn(loginID), id
}

func approver(c *apptest.Caller, deed, id, reason string) apptest.Result {
	return c.Post("/api/Office/"+deed+"Approver", map[string]any{"userId": id, "version": userRow(c.P, id).Version, "reason": reason})
}

// The attack: a clerk makes a colleague, signs in as him and publishes what no seller has approved.
func TestColleagueIsNoSecondPairOfEyes(t *testing.T) {
	m := apptest.NewMarketplace(apptest.NewPlatform(t))
	m.User(deal.RoleFAD, m.AID, "admin@a.example.jp")
	m.User(deal.RoleFAD, m.AID, "admin2@a.example.jp")
	m.User(deal.RoleFAD, m.BID, "admin@b.example.jp")
	m.User(deal.RoleADM, web.OfficeClient, "office@n.example.jp")
	fad, fadB := m.SignInOffice("admin@a.example.jp"), m.SignInOffice("admin@b.example.jp")
	puppet, id := colleague(m.Banks.Platform, m.FinA, "puppet@a.example.jp")
	for _, address := range []string{"admin@a.example.jp", "admin2@a.example.jp"} {
		if m.KindsTo(mail.UserAdded, address) != 1 {
			t.Errorf("%s is not told of a new user", address)
		}
	}
	if m.KindsTo(mail.UserAdded, "admin@b.example.jp") != 0 {
		t.Error("another institution is told")
	}
	fad.Get("/api/Office/GetAuditList?event=user_created").Want(200).Has(id)
	fadB.Get("/api/Office/GetAuditList?event=user_created").Want(200).Has(`"allCount":0`)
	fad.Get("/api/Office/GetUserTasks").Want(200).Has(`"waitingCount":1`, `"formerCount":0`)
	fadB.Get("/api/Office/GetUserTasks").Want(200).Has(`"waitingCount":0`)
	fad.Get("/api/Office/GetUserList?approver=0").Want(200).Has(id, `"allCount":1`, "承認者としての確認待ち")
	m.FinA.Get("/api/FinancialUser/GetUser?userId="+id).Want(200).Has(`"approverState":0`, "確認待ち")
	m.FinA.Get("/api/BuyerCompanyUser/GetUsersList?clientId=" + m.BuyerA).Want(200).HasNot("approverState")

	listing, version := m.Draft(nil)
	m.FinA.Upload(apptest.ListingBase+"RequestPaperApproval", map[string]any{"sellerBusinessId": listing, "version": version}, "承諾書.pdf",
		[]byte("%PDF-1.7 x")).Want(200)
	state := apptest.ListingBase + "IsSellerBusinessApprovedData?sellerBusinessId=" + listing
	confirm := func(c *apptest.Caller) apptest.Result {
		return c.Post(apptest.ListingBase+"ConfirmPaperApproval", map[string]any{"sellerBusinessId": listing, "version": m.Version(listing)})
	}
	puppet.Get(state).Want(200).Has(`"canConfirm":false`, web.NotApprover)
	confirm(puppet).Want(409).Has("管理者に依頼してください")
	apptest.SeeOverview(puppet, listing).Has(web.NotApprover)
	puppet.Get("/api/MyPage/GetDesk").Want(200).HasNot("売手の承諾書を確かめて")

	// Another institution's administrator finds nobody, as for who does not exist.
	for _, deed := range []string{"Confirm", "Withdraw"} {
		approver(fadB, deed, id, "x").Want(400).SameAs(fadB.Post("/api/Office/"+deed+"Approver",
			map[string]any{"userId": apptest.NoID, "version": 1, "reason": "x"}))
	}
	approver(fad, "Confirm", id, " ").Want(422).Has(`"reason"`)
	fad.Post("/api/Office/ConfirmApprover", map[string]any{"userId": id, "version": 99, "reason": "面談"}).Want(409).Has("stale")
	approver(m.SignInOffice("office@n.example.jp"), "Confirm", id, "面談").Want(409).Has("管理者がいます")
	approver(m.FinA, "Confirm", id, "面談").Want(401)

	// Confirmed, he is one for others; never for who has made him, nor for whom he has made.
	approver(fad, "Confirm", id, "支店で面談").Want(200)
	approver(fad, "Confirm", id, "支店で面談").Want(409)
	fad.Get("/api/Office/GetAuditList?event=approver_confirmed").Want(200).Has(id, "支店で面談")
	fadB.Get("/api/Office/GetAuditList?event=approver_confirmed").Want(200).Has(`"allCount":0`)
	if m.KindsTo(mail.ApproverConfirmed, "puppet@a.example.jp") != 1 || m.KindsTo(mail.UserChanged, "admin2@a.example.jp") != 1 {
		t.Error("the user and the administrators are told")
	}
	puppet.Get(state).Want(200).Has(`"canConfirm":false`, web.RelatedApprover)
	confirm(puppet).Want(409).Has("つながりのある方")
	third, thirdID := colleague(m.Banks.Platform, puppet, "third@a.example.jp")
	approver(fad, "Confirm", thirdID, "支店で面談").Want(200)
	confirm(third).Want(409).Has("つながりのある方")
	if userRow(m.Banks.Platform, thirdID).LoginBy != id {
		t.Error("who gave the address is not kept")
	}

	// Whom the administrator has made is admitted with it; withdrawn, he is one no more, at once.
	other := fad.Post("/api/Office/RegistUser", map[string]any{"role": 3, "loginId": "other@a.example.jp", "userName": "湊 別"}).Want(200).Text()
	m.SetByKey(m.MailedKey("other@a.example.jp"), apptest.TestPassword).Want(200)
	o := m.SignIn("other@a.example.jp")
	o.Get(state).Want(200).Has(`"canConfirm":true`, `"whyNot":""`)
	approver(fad, "Withdraw", other, "異動").Want(200)
	o.Get(state).Want(200).Has(`"canConfirm":false`, web.NoApproverMore)
	confirm(o).Want(409).Has("外されています")
	approver(fad, "Withdraw", other, "異動").Want(409)
	approver(fad, "Confirm", other, "戻った").Want(200)
	confirm(o).Want(200)
}

// A clerk and whom he made cannot do it the other way round, nor two whom he made, unless an
// administrator knows both.
func TestMakersAreOnePerson(t *testing.T) {
	b := apptest.NewBanks(apptest.NewPlatform(t))
	b.User(deal.RoleFAD, b.AID, "admin@a.example.jp")
	fad := b.SignInOffice("admin@a.example.jp")
	_, one := colleague(b.Platform, b.FinA, "one@a.example.jp")
	_, two := colleague(b.Platform, b.FinA, "two@a.example.jp")
	_, deep := colleague(b.Platform, b.SignIn("two@a.example.jp"), "deep@a.example.jp")
	maker := b.UserOf(b.FinA).ID
	may := func(by, of string) (ok bool) {
		t.Helper()
		b.Read(func(q *store.Q) (err error) {
			r := web.Request{Platform: b.App.Platform}
			u, err := q.User(by)
			if err != nil {
				return err
			}
			if err := r.Become(q, u); err != nil {
				return err
			}
			ok, err = web.MayConfirm(q, r.Actor, of)
			return err
		})
		return ok
	}
	second := apptest.UserIDOf(b.Platform, "fin2@a.example.jp")
	if !may(second, maker) || !may(second, one) || may(maker, maker) || !may(maker, second) {
		t.Error("who was admitted by somebody else confirms")
	}
	approver(fad, "Confirm", one, "面談").Want(200)
	if may(one, two) || may(one, deep) {
		t.Error("two whom a clerk made are one, as long as one of them is nobody")
	}
	approver(fad, "Confirm", two, "面談").Want(200)
	approver(fad, "Confirm", deep, "面談").Want(200)
	if !may(one, two) || !may(two, one) || !may(deep, one) {
		t.Error("both are known to the administrator")
	}
	if may(one, maker) || may(maker, one) || may(deep, maker) || may(maker, deep) || may(deep, two) || may(two, deep) {
		t.Error("who made, and who was made, through however many hands")
	}

	// A colleague who has not begun gets another address from a clerk: it is that clerk's mailbox.
	late := fad.Post("/api/Office/RegistUser", map[string]any{"role": 3, "loginId": "late@a.example.jp", "userName": "湊 遅"}).Want(200).Text()
	if !may(late, maker) {
		t.Error("the administrator's own is admitted")
	}
	told := b.KindsTo(mail.UserChanged, "admin@a.example.jp")
	b.FinA.Post("/api/FinancialUser/RegistUser", apptest.With(apptest.UserBody("", "mine@a.example.jp"),
		map[string]any{"userId": late, "version": userRow(b.Platform, late).Version})).Want(200)
	if u := userRow(b.Platform, late); u.Approver != int(deal.ApproverWaits) || u.LoginBy != maker || may(late, second) {
		t.Errorf("the address was given by a clerk: %+v", u)
	}
	if b.KindsTo(mail.UserChanged, "admin@a.example.jp") != told+1 {
		t.Error("the administrator is told")
	}
	approver(fad, "Confirm", late, "面談").Want(200)
	if may(late, maker) || !may(late, second) {
		t.Error("never for who gave the address")
	}

	// Stopped by the bank, let in again by the office: he waits. By the administrator: as before.
	stop := func(by *apptest.Caller, deed, id string) {
		by.Post("/api/Office/"+deed, map[string]any{"userId": id, "version": userRow(b.Platform, id).Version}).Want(200)
	}
	b.User(deal.RoleADM, web.OfficeClient, "office@n.example.jp")
	office := b.SignInOffice("office@n.example.jp")
	stop(fad, "DisableUser", second)
	stop(fad, "EnableUser", second)
	if !may(second, maker) {
		t.Error("the administrator lets him in again as he was")
	}
	stop(fad, "DisableUser", second)
	stop(office, "EnableUser", second)
	if may(second, maker) {
		t.Error("the office's word is not the administrator's")
	}
	fad.Get("/api/Office/GetAuditList?event=user_unblocked").Want(200).Has(`"userName":"事務局"`).HasNot("office@n.example.jp")
}

// The second pair of eyes of each deed in a negotiation.
func TestColleagueConfirmsNoDeed(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	puppet, _ := colleague(w.Marketplace.Banks.Platform, w.FinB, "puppet@b.example.jp")
	id := w.Started()
	w.FinB.Upload(apptest.NegotiationBase+"AttachPaper", map[string]any{"buyerNegotiationId": id, "version": w.FinB.RowVersion(id),
		"kind": "realname_consent"}, "同意書.pdf", []byte(apptest.Pdf)).Want(200)
	puppet.Get(apptest.NegotiationBase+"GetBuyerNegotiationAsync?buyerNegotiationId="+id).Want(200).Has(`"canConfirm":false`, web.NotApprover)
	puppet.Deed("RealNameConsent", id, nil).Want(409).Has("管理者に依頼してください")

	w.SecondB.Deed("RealNameConsent", id, nil).Want(200)
	w.FinB.To(id, 1, 2, nil).Want(200)
	mine, _ := colleague(w.Marketplace.Banks.Platform, w.FinA, "puppet@a.example.jp")
	w.FinA.Upload(apptest.NegotiationBase+"AttachPaper", map[string]any{"buyerNegotiationId": id, "version": w.FinA.RowVersion(id),
		"kind": "owner_consent"}, "承諾書.pdf", []byte(apptest.Pdf)).Want(200)
	mine.Deed("RecordOwnerConsent", id, map[string]any{"isApproval": true}).Want(409).Has("管理者に依頼してください")
	w.SecondA.Deed("RecordOwnerConsent", id, map[string]any{"isApproval": true}).Want(200)

	// Both sides of one bank: whom he made does not approve what he asked for.
	o := w.BuyA.Post(apptest.NegotiationBase+"CreateBuyerNegotiationByBuyerAsync",
		map[string]any{"sellerBusinessId": w.Listing}).Want(200).JSON()
	row := o["buyerNegotiationId"].(string)
	w.BuyA.Consent(w.Listing, int(o["version"].(float64))).Want(200)
	w.FinA.Deed("StartNegotiation", row, nil).Want(200)
	w.BuyA.Deed("RealNameConsent", row, nil).Want(200)
	w.FinA.To(row, 1, 2, nil).Want(200)
	key, passcode := w.OwnerKey(row)
	w.OwnerDecides(key, passcode, true).Want(200)
	if got := apptest.ViewText(apptest.Move(mine.Row(row), deal.MoveApproveRealName)["blocked"]); !strings.Contains(got, "管理者に依頼してください") {
		t.Errorf("the screen of the clerk's colleague says %q", got)
	}
	mine.Deed("NegotiationApprove", row, map[string]any{"isApproval": true}).Want(409).Has("管理者に依頼してください")
	w.SecondA.Deed("NegotiationApprove", row, map[string]any{"isApproval": true}).Want(200)
}

// The attack: the office makes itself a user of a bank.
func TestOfficeMakesNoUserOfABank(t *testing.T) {
	c := apptest.NewConsole(apptest.NewPlatform(t))
	c.User(deal.RoleFIN, c.BankA, "fin@a.example.jp")
	regist := func(role deal.Role, bank, login string) apptest.Result {
		return c.Office.Post("/api/Office/RegistUser", map[string]any{"role": int(role), "financialId": bank, "loginId": login,
			"userName": "新任 一子"})
	}
	for _, role := range []deal.Role{deal.RoleFIN, deal.RoleFAD} {
		regist(role, c.BankA, "x@n.example.jp").Want(409).Has("管理者がいます")
	}
	// Stopping the administrator first does not help.
	admin := apptest.UserIDOf(c.Platform, "admin@a.example.jp")
	c.Office.Post("/api/Office/DisableUser", map[string]any{"userId": admin, "version": userRow(c.Platform, admin).Version}).Want(200)
	for _, role := range []deal.Role{deal.RoleFIN, deal.RoleFAD} {
		regist(role, c.BankA, "x@n.example.jp").Want(409).Has("管理者がいます")
	}
	if c.KindsTo(mail.UserChanged, "fin@a.example.jp") != 1 {
		t.Error("a bank whose administrator was stopped is not told")
	}
	c.Office.Get("/api/Office/GetUserList?word=x@n").Want(200).Has(`"allCount":0`)
	if n := len(c.Mails("x@n.example.jp")); n != 0 {
		t.Errorf("%d mails to whom the office wanted in", n)
	}

	// Where there is none: the first administrator alone; all users and the contact are told.
	bankC := c.Institution("9983", "潮見銀行")
	c.Write(func(tx *store.Tx) error {
		i, err := tx.Institution(bankC)
		if err != nil {
			return err
		}
		i.ResponsibleMail, i.ResponsibleName = "contact@c.example.jp", "潮見 渡"
		return tx.UpdateInstitution(i, "")
	})
	clerk := c.User(deal.RoleFIN, bankC, "fin@c.example.jp")
	regist(deal.RoleFIN, bankC, "x@n.example.jp").Want(409).Has("先に金融機関の管理者を登録")
	id := regist(deal.RoleFAD, bankC, "admin@c.example.jp").Want(200).Text()
	for _, address := range []string{"contact@c.example.jp", "fin@c.example.jp"} {
		if c.KindsTo(mail.UserAdded, address) != 1 {
			t.Errorf("%s is not told of the first administrator", address)
		}
	}
	for _, m := range c.Mails("contact@c.example.jp") {
		if strings.Contains(m.Text, "admin@c") || strings.Contains(m.Text, "新任") {
			t.Error("the mail names somebody")
		}
	}
	regist(deal.RoleFAD, bankC, "x@n.example.jp").Want(409)
	c.SetByKey(c.MailedKey("admin@c.example.jp"), apptest.TestPassword).Want(200)
	c.SignInOffice("admin@c.example.jp").Get("/api/Office/GetAuditList?event=user_created").Want(200).Has(id,
		`"userName":"事務局"`).HasNot("office@n.example.jp")

	// The office admits a clerk only where nobody else can, and the bank is told.
	approver(c.Office, "Withdraw", clerk.ID, "届出").Want(409).Has("管理者がいます")
	adminC := userRow(c.Platform, id)
	c.Office.Post("/api/Office/DisableUser", map[string]any{"userId": id, "version": adminC.Version}).Want(200)
	told := c.KindsTo(mail.UserChanged, "contact@c.example.jp")
	approver(c.Office, "Withdraw", clerk.ID, "届出").Want(200)
	approver(c.Office, "Confirm", clerk.ID, "届出").Want(409).Has("管理者がいます")
	if c.KindsTo(mail.UserChanged, "contact@c.example.jp") != told+1 {
		t.Error("the contact is told")
	}
}

// A login ID that the office wants changed works only when the institution's administrator says so.
func TestLoginIDWaits(t *testing.T) {
	c := apptest.NewConsole(apptest.NewPlatform(t))
	u := c.User(deal.RoleFIN, c.BankA, "old@a.example.jp")
	inside := c.SignIn("old@a.example.jp")
	ask := func(id, login string) apptest.Result {
		return c.Office.Send("PUT", "/api/Office/ChangeUserLoginId",
			map[string]any{"userId": id, "version": userRow(c.Platform, id).Version, "loginId": login, "reason": "改姓の届出"})
	}
	decide := func(by *apptest.Caller, deed, id, login string) apptest.Result {
		return by.Post("/api/Office/"+deed+"LoginChange", map[string]any{"userId": id, "loginId": login, "reason": "内線で確認"})
	}
	ask(u.ID, "new@a.example.jp").Want(200)
	if c.KindsTo(mail.LoginChangeAsked, "old@a.example.jp") != 1 || c.KindsTo(mail.LoginChangeWaits, "admin@a.example.jp") != 1 ||
		len(c.Mails("new@a.example.jp")) != 0 {
		t.Error("the user at the old address and the administrator are told, and nothing goes to the new one")
	}
	// The old login ID works and the new one does not exist yet: a password reminder for it mails
	// nothing.
	inside.Get("/api/BuyerCompany/SearchCompanyAsync?limit=1").Want(200)
	c.Reset("new@a.example.jp").Want(200)
	c.Sign("new@a.example.jp", apptest.TestPassword).Want(400)
	if n := len(c.Mails("new@a.example.jp")); n != 0 {
		t.Errorf("%d mails to an address that nobody has confirmed", n)
	}
	c.FadA.Get("/api/Office/GetLoginChangeList").Want(200).Has("new@a.example.jp", "改姓の届出", `"canConfirm":true`,
		`"requestedBy":"事務局"`).HasNot("office@n")
	c.FadB.Get("/api/Office/GetLoginChangeList").Want(200).Has(`"loginChangeList":[]`)
	c.FadB.Get("/api/Office/GetUserTasks").Want(200).Has(`"loginCount":0`)
	c.FadA.Get("/api/Office/GetUserTasks").Want(200).Has(`"loginCount":1`)
	c.Office.Get("/api/Office/GetLoginChangeList").Want(200).Has(`"canConfirm":false`, "金融機関の管理者が確認します")
	c.FadA.Get("/api/Office/GetAuditList?event=login_id_asked").Want(200).Has("改姓の届出", `"allCount":1`)

	decide(c.Office, "Confirm", u.ID, "new@a.example.jp").Want(409).Has("金融機関の管理者が確認します")
	for _, deed := range []string{"Confirm", "Refuse"} {
		decide(c.FadB, deed, u.ID, "new@a.example.jp").Want(400).SameAs(decide(c.FadB, deed, apptest.NoID, "new@a.example.jp"))
		decide(c.FadA, deed, u.ID, "else@a.example.jp").Want(409).Has("stale")
		c.FadA.Post("/api/Office/"+deed+"LoginChange", map[string]any{"userId": u.ID, "loginId": "new@a.example.jp",
			"reason": ""}).Want(422).Has(`"reason"`)
	}
	decide(c.FadA, "Refuse", u.ID, "new@a.example.jp").Want(200)
	decide(c.FadA, "Confirm", u.ID, "new@a.example.jp").Want(409).Has("確認を待っているログインIDの変更はありません")
	if c.KindsTo(mail.LoginChangeRefused, "old@a.example.jp") != 1 {
		t.Error("the user is told that nothing changes")
	}

	ask(u.ID, "new@a.example.jp").Want(200)
	decide(c.FadA, "Confirm", u.ID, "new@a.example.jp").Want(200)
	inside.Get("/api/BuyerCompany/SearchCompanyAsync?limit=1").Want(401)
	c.Sign("old@a.example.jp", apptest.TestPassword).Want(400)
	c.SignIn("new@a.example.jp").Get("/api/BuyerCompany/SearchCompanyAsync?limit=1").Want(200)
	c.FadA.Get("/api/Office/GetAuditList?event=login_id_changed").Want(200).Has("内線で確認", `"allCount":1`)

	// An address that became somebody's meanwhile.
	ask(u.ID, "taken@a.example.jp").Want(200)
	c.User(deal.RoleFIN, c.BankB, "taken@a.example.jp")
	decide(c.FadA, "Confirm", u.ID, "taken@a.example.jp").Want(409).Has("ほかの利用者のログインID")
	c.SignIn("new@a.example.jp")
}

// Where no administrator is, the office's second user confirms; who is alone waits, and all know.
func TestLoginIDWithoutAdministrator(t *testing.T) {
	p := apptest.NewPlatform(t)
	bank := p.Institution("9981", "湊星銀行")
	p.User(deal.RoleADM, web.OfficeClient, "office@n.example.jp")
	u := p.User(deal.RoleFIN, bank, "old@a.example.jp")
	p.User(deal.RoleFIN, bank, "other@a.example.jp")
	officer := p.SignInOffice("office@n.example.jp")
	body := func(login string) map[string]any {
		return map[string]any{"userId": u.ID, "loginId": login, "reason": "届出"}
	}
	officer.Send("PUT", "/api/Office/ChangeUserLoginId", apptest.With(body("new@a.example.jp"),
		map[string]any{"version": userRow(p, u.ID).Version})).Want(200)
	if p.KindsTo(mail.LoginChangeWaits, "other@a.example.jp") != 1 {
		t.Error("the bank's users are told where it has no administrator")
	}
	officer.Post("/api/Office/ConfirmLoginChange", body("new@a.example.jp")).Want(409).Has("3日後")
	p.Clock.Add(office.LoginWait - time.Minute)
	p.SignInOffice("office@n.example.jp").Post("/api/Office/ConfirmLoginChange", body("new@a.example.jp")).Want(409).Has("3日後")
	p.Clock.Add(2 * time.Minute)
	p.SignInOffice("office@n.example.jp").Post("/api/Office/ConfirmLoginChange", body("new@a.example.jp")).Want(200)
	if userRow(p, u.ID).Approver != int(deal.ApproverWaits) {
		t.Error("whose address the office has changed waits to be confirmed")
	}

	// Of two, the other; not whom the first has made.
	officer = p.SignInOffice("office@n.example.jp")
	made := officer.Post("/api/Office/RegistUser", map[string]any{"role": 9, "loginId": "puppet@n.example.jp",
		"userName": "事務 二人"}).Want(200).Text()
	p.SetByKey(p.MailedKey("puppet@n.example.jp"), apptest.TestPassword).Want(200)
	puppet := p.SignInOffice("puppet@n.example.jp")
	officer.Send("PUT", "/api/Office/ChangeUserLoginId", apptest.With(body("third@a.example.jp"),
		map[string]any{"version": userRow(p, u.ID).Version})).Want(200)
	puppet.Post("/api/Office/ConfirmLoginChange", body("third@a.example.jp")).Want(409).Has("confirm-approver")
	p.Clock.Add(2 * office.LoginWait)
	p.SignInOffice("office@n.example.jp").Post("/api/Office/ConfirmLoginChange", body("third@a.example.jp")).Want(409).Has("ほかの担当者")
	approver(p.SignInOffice("office@n.example.jp"), "Confirm", made, "同席").Want(409).Has("confirm-approver")
	if err := office.In(p.App.Platform).ConfirmApprover(t.Context(), "puppet@n.example.jp"); err != nil {
		t.Fatal(err)
	}
	p.SignInOffice("puppet@n.example.jp").Post("/api/Office/ConfirmLoginChange", body("third@a.example.jp")).Want(200)
	if err := office.In(p.App.Platform).ConfirmApprover(t.Context(), "third@a.example.jp"); err == nil {
		t.Error("a bank's user is not the machine's to admit")
	}
}

// Break-glass: whom one of the office's people has made does not confirm for him, and stopping the
// other first does not make him alone.
func TestBreakGlassWantsTwoPeople(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	office := tk.Office()
	other := tk.User(deal.RoleADM, web.OfficeClient, "second@n.example.jp")
	office.Post("/api/Office/RegistUser", map[string]any{"role": 9, "loginId": "puppet@n.example.jp", "userName": "事務 二人"}).Want(200)
	tk.SetByKey(tk.MailedKey("puppet@n.example.jp"), apptest.TestPassword).Want(200)
	puppet := tk.SignInOffice("puppet@n.example.jp")
	ask := func() string {
		return office.Post("/api/Office/RequestBreakGlass", map[string]any{"kind": deal.BreakGlassListing, "targetId": tk.Listing, "ground": 1,
			"reason": "照会", "minutes": 15}).GlassID()
	}
	id := ask()
	puppet.Get("/api/Office/GetBreakGlass?breakGlassId="+id).Want(200).Has(`"canConfirm":false`, "confirm-approver")
	puppet.Post("/api/Office/ConfirmBreakGlass", map[string]any{"breakGlassId": id}).Want(409).Has("confirm-approver")
	approver(tk.SignInOffice("second@n.example.jp"), "Confirm", apptest.UserIDOf(tk.Platform, "puppet@n.example.jp"), "同席").Want(200)
	puppet.Post("/api/Office/ConfirmBreakGlass", map[string]any{"breakGlassId": id}).Want(409).Has("つながりのある方")

	for _, u := range []string{other.ID, apptest.UserIDOf(tk.Platform, "puppet@n.example.jp")} {
		office.Post("/api/Office/DisableUser", map[string]any{"userId": u,
			"version": userRow(tk.Marketplace.Banks.Platform, u).Version}).Want(200)
	}
	office.Get("/api/Office/GetBreakGlass?breakGlassId="+ask()).Want(200).Has(`"canRead":false`, `"opened":""`)
}
