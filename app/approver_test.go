package app

import (
	"strings"
	"testing"
	"time"

	"tsunagu/app/auth"
	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/office"
	"tsunagu/app/web"
	"tsunagu/store"
)

// row is a user as it stands.
func (p *platform) userRow(id string) *store.User {
	p.t.Helper()
	var u *store.User
	p.read(func(q *store.Q) (err error) { u, err = q.User(id); return err })
	return u
}

// colleague is whom a clerk makes: registered over HTTP, and signed in with the mailed link.
func (p *platform) colleague(by *caller, loginID string) (*caller, string) {
	p.t.Helper()
	id := by.post("/api/FinancialUser/RegistUser", userBody("", loginID)).want(200).text()
	p.setByKey(p.mailedKey(loginID), testPassword).want(200)
	return p.signIn(loginID), id
}

func (c *caller) approver(deed, id, reason string) result {
	return c.post("/api/Office/"+deed+"Approver", map[string]any{"userId": id, "version": c.p.userRow(id).Version, "reason": reason})
}

// The attack: a clerk makes a colleague, signs in as him and publishes what no seller has approved.
func TestColleagueIsNoSecondPairOfEyes(t *testing.T) {
	m := newMarketplace(newPlatform(t))
	m.user(deal.RoleFAD, m.aID, "admin@a.example.jp")
	m.user(deal.RoleFAD, m.aID, "admin2@a.example.jp")
	m.user(deal.RoleFAD, m.bID, "admin@b.example.jp")
	m.user(deal.RoleADM, web.OfficeClient, "office@n.example.jp")
	fad, fadB := m.signInOffice("admin@a.example.jp"), m.signInOffice("admin@b.example.jp")
	puppet, id := m.colleague(m.finA, "puppet@a.example.jp")
	for _, address := range []string{"admin@a.example.jp", "admin2@a.example.jp"} {
		if m.kindsTo(mail.UserAdded, address) != 1 {
			t.Errorf("%s is not told of a new user", address)
		}
	}
	if m.kindsTo(mail.UserAdded, "admin@b.example.jp") != 0 {
		t.Error("another institution is told")
	}
	fad.get("/api/Office/GetAuditList?event=user_created").want(200).has(id)
	fadB.get("/api/Office/GetAuditList?event=user_created").want(200).has(`"allCount":0`)
	fad.get("/api/Office/GetUserTasks").want(200).has(`"waitingCount":1`, `"formerCount":0`)
	fadB.get("/api/Office/GetUserTasks").want(200).has(`"waitingCount":0`)
	fad.get("/api/Office/GetUserList?approver=0").want(200).has(id, `"allCount":1`, "承認者としての確認待ち")
	m.finA.get("/api/FinancialUser/GetUser?userId="+id).want(200).has(`"approverState":0`, "確認待ち")
	m.finA.get("/api/BuyerCompanyUser/GetUsersList?clientId=" + m.buyerA).want(200).hasNot("approverState")

	listing, version := m.draft(nil)
	m.finA.upload(listingBase+"RequestPaperApproval", map[string]any{"sellerBusinessId": listing, "version": version}, "承諾書.pdf", []byte("%PDF-1.7 x")).want(200)
	state := listingBase + "IsSellerBusinessApprovedData?sellerBusinessId=" + listing
	confirm := func(c *caller) result {
		return c.post(listingBase+"ConfirmPaperApproval", map[string]any{"sellerBusinessId": listing, "version": m.version(listing)})
	}
	puppet.get(state).want(200).has(`"canConfirm":false`, web.NotApprover)
	confirm(puppet).want(409).has("管理者に依頼してください")
	seeOverview(puppet, listing).has(web.NotApprover)
	puppet.get("/api/MyPage/GetDesk").want(200).hasNot("売手の承諾書を確かめて")

	// Another institution's administrator finds nobody, as for who does not exist.
	for _, deed := range []string{"Confirm", "Withdraw"} {
		fadB.approver(deed, id, "x").want(400).sameAs(fadB.post("/api/Office/"+deed+"Approver", map[string]any{"userId": noID, "version": 1, "reason": "x"}))
	}
	fad.approver("Confirm", id, " ").want(422).has(`"reason"`)
	fad.post("/api/Office/ConfirmApprover", map[string]any{"userId": id, "version": 99, "reason": "面談"}).want(409).has("stale")
	m.signInOffice("office@n.example.jp").approver("Confirm", id, "面談").want(409).has("管理者がいます")
	m.finA.approver("Confirm", id, "面談").want(401)

	// Confirmed, he is one for others; never for who has made him, nor for whom he has made.
	fad.approver("Confirm", id, "支店で面談").want(200)
	fad.approver("Confirm", id, "支店で面談").want(409)
	fad.get("/api/Office/GetAuditList?event=approver_confirmed").want(200).has(id, "支店で面談")
	fadB.get("/api/Office/GetAuditList?event=approver_confirmed").want(200).has(`"allCount":0`)
	if m.kindsTo(mail.ApproverConfirmed, "puppet@a.example.jp") != 1 || m.kindsTo(mail.UserChanged, "admin2@a.example.jp") != 1 {
		t.Error("the user and the administrators are told")
	}
	puppet.get(state).want(200).has(`"canConfirm":false`, web.RelatedApprover)
	confirm(puppet).want(409).has("つながりのある方")
	third, thirdID := m.colleague(puppet, "third@a.example.jp")
	fad.approver("Confirm", thirdID, "支店で面談").want(200)
	confirm(third).want(409).has("つながりのある方")
	if m.userRow(thirdID).LoginBy != id {
		t.Error("who gave the address is not kept")
	}

	// Whom the administrator has made is admitted with it; withdrawn, he is one no more, at once.
	other := fad.post("/api/Office/RegistUser", map[string]any{"role": 3, "loginId": "other@a.example.jp", "userName": "湊 別"}).want(200).text()
	m.setByKey(m.mailedKey("other@a.example.jp"), testPassword).want(200)
	o := m.signIn("other@a.example.jp")
	o.get(state).want(200).has(`"canConfirm":true`, `"whyNot":""`)
	fad.approver("Withdraw", other, "異動").want(200)
	o.get(state).want(200).has(`"canConfirm":false`, web.NoApproverMore)
	confirm(o).want(409).has("外されています")
	fad.approver("Withdraw", other, "異動").want(409)
	fad.approver("Confirm", other, "戻った").want(200)
	confirm(o).want(200)
}

// A clerk and whom he made cannot do it the other way round, nor two whom he made, unless an
// administrator knows both.
func TestMakersAreOnePerson(t *testing.T) {
	b := newBanks(newPlatform(t))
	b.user(deal.RoleFAD, b.aID, "admin@a.example.jp")
	fad := b.signInOffice("admin@a.example.jp")
	_, one := b.colleague(b.finA, "one@a.example.jp")
	_, two := b.colleague(b.finA, "two@a.example.jp")
	_, deep := b.colleague(b.signIn("two@a.example.jp"), "deep@a.example.jp")
	maker := b.userOf(b.finA).ID
	may := func(by, of string) (ok bool) {
		t.Helper()
		b.read(func(q *store.Q) (err error) {
			r := web.Request{Platform: b.a.Platform}
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
	second := userIDOf(b.platform, "fin2@a.example.jp")
	if !may(second, maker) || !may(second, one) || may(maker, maker) || !may(maker, second) {
		t.Error("who was admitted by somebody else confirms")
	}
	fad.approver("Confirm", one, "面談").want(200)
	if may(one, two) || may(one, deep) {
		t.Error("two whom a clerk made are one, as long as one of them is nobody")
	}
	fad.approver("Confirm", two, "面談").want(200)
	fad.approver("Confirm", deep, "面談").want(200)
	if !may(one, two) || !may(two, one) || !may(deep, one) {
		t.Error("both are known to the administrator")
	}
	if may(one, maker) || may(maker, one) || may(deep, maker) || may(maker, deep) || may(deep, two) || may(two, deep) {
		t.Error("who made, and who was made, through however many hands")
	}

	// A colleague who has not begun gets another address from a clerk: it is that clerk's mailbox.
	late := fad.post("/api/Office/RegistUser", map[string]any{"role": 3, "loginId": "late@a.example.jp", "userName": "湊 遅"}).want(200).text()
	if !may(late, maker) {
		t.Error("the administrator's own is admitted")
	}
	told := b.kindsTo(mail.UserChanged, "admin@a.example.jp")
	b.finA.post("/api/FinancialUser/RegistUser", with(userBody("", "mine@a.example.jp"), map[string]any{"userId": late, "version": b.userRow(late).Version})).want(200)
	if u := b.userRow(late); u.Approver != int(deal.ApproverWaits) || u.LoginBy != maker || may(late, second) {
		t.Errorf("the address was given by a clerk: %+v", u)
	}
	if b.kindsTo(mail.UserChanged, "admin@a.example.jp") != told+1 {
		t.Error("the administrator is told")
	}
	fad.approver("Confirm", late, "面談").want(200)
	if may(late, maker) || !may(late, second) {
		t.Error("never for who gave the address")
	}

	// Stopped by the bank, let in again by the office: he waits. By the administrator: as before.
	stop := func(by *caller, deed, id string) {
		by.post("/api/Office/"+deed, map[string]any{"userId": id, "version": b.userRow(id).Version}).want(200)
	}
	b.user(deal.RoleADM, web.OfficeClient, "office@n.example.jp")
	office := b.signInOffice("office@n.example.jp")
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
	fad.get("/api/Office/GetAuditList?event=user_unblocked").want(200).has(`"userName":"事務局"`).hasNot("office@n.example.jp")
}

// The second pair of eyes of each deed in a negotiation.
func TestColleagueConfirmsNoDeed(t *testing.T) {
	w := newTalks(newPlatform(t))
	puppet, _ := w.colleague(w.finB, "puppet@b.example.jp")
	id := w.started()
	w.finB.upload(negotiationBase+"AttachPaper", map[string]any{"buyerNegotiationId": id, "version": w.finB.rowVersion(id), "kind": "realname_consent"}, "同意書.pdf", []byte(pdf)).want(200)
	puppet.get(negotiationBase+"GetBuyerNegotiationAsync?buyerNegotiationId="+id).want(200).has(`"canConfirm":false`, web.NotApprover)
	puppet.deed("RealNameConsent", id, nil).want(409).has("管理者に依頼してください")

	w.secondB.deed("RealNameConsent", id, nil).want(200)
	w.finB.to(id, 1, 2, nil).want(200)
	mine, _ := w.colleague(w.finA, "puppet@a.example.jp")
	w.finA.upload(negotiationBase+"AttachPaper", map[string]any{"buyerNegotiationId": id, "version": w.finA.rowVersion(id), "kind": "owner_consent"}, "承諾書.pdf", []byte(pdf)).want(200)
	mine.deed("RecordOwnerConsent", id, map[string]any{"isApproval": true}).want(409).has("管理者に依頼してください")
	w.secondA.deed("RecordOwnerConsent", id, map[string]any{"isApproval": true}).want(200)

	// Both sides of one bank: whom he made does not approve what he asked for.
	o := w.buyA.post(negotiationBase+"CreateBuyerNegotiationByBuyerAsync", map[string]any{"sellerBusinessId": w.listing}).want(200).json()
	row := o["buyerNegotiationId"].(string)
	w.buyA.consent(w.listing, int(o["version"].(float64))).want(200)
	w.finA.deed("StartNegotiation", row, nil).want(200)
	w.buyA.deed("RealNameConsent", row, nil).want(200)
	w.finA.to(row, 1, 2, nil).want(200)
	key, passcode := w.ownerKey(row)
	w.ownerDecides(key, passcode, true).want(200)
	if got := viewText(move(mine.row(row), deal.MoveApproveRealName)["blocked"]); !strings.Contains(got, "管理者に依頼してください") {
		t.Errorf("the screen of the clerk's colleague says %q", got)
	}
	mine.deed("NegotiationApprove", row, map[string]any{"isApproval": true}).want(409).has("管理者に依頼してください")
	w.secondA.deed("NegotiationApprove", row, map[string]any{"isApproval": true}).want(200)
}

// The attack: the office makes itself a user of a bank.
func TestOfficeMakesNoUserOfABank(t *testing.T) {
	c := newConsole(newPlatform(t))
	c.user(deal.RoleFIN, c.bankA, "fin@a.example.jp")
	regist := func(role deal.Role, bank, login string) result {
		return c.office.post("/api/Office/RegistUser", map[string]any{"role": int(role), "financialId": bank, "loginId": login, "userName": "新任 一子"})
	}
	for _, role := range []deal.Role{deal.RoleFIN, deal.RoleFAD} {
		regist(role, c.bankA, "x@n.example.jp").want(409).has("管理者がいます")
	}
	// Stopping the administrator first does not help.
	admin := userIDOf(c.platform, "admin@a.example.jp")
	c.office.post("/api/Office/DisableUser", map[string]any{"userId": admin, "version": c.userRow(admin).Version}).want(200)
	for _, role := range []deal.Role{deal.RoleFIN, deal.RoleFAD} {
		regist(role, c.bankA, "x@n.example.jp").want(409).has("管理者がいます")
	}
	if c.kindsTo(mail.UserChanged, "fin@a.example.jp") != 1 {
		t.Error("a bank whose administrator was stopped is not told")
	}
	c.office.get("/api/Office/GetUserList?word=x@n").want(200).has(`"allCount":0`)
	if n := len(c.mails("x@n.example.jp")); n != 0 {
		t.Errorf("%d mails to whom the office wanted in", n)
	}

	// Where there is none: the first administrator alone; all users and the contact are told.
	bankC := c.institution("9983", "潮見銀行")
	c.write(func(tx *store.Tx) error {
		i, err := tx.Institution(bankC)
		if err != nil {
			return err
		}
		i.ResponsibleMail, i.ResponsibleName = "contact@c.example.jp", "潮見 渡"
		return tx.UpdateInstitution(i, "")
	})
	clerk := c.user(deal.RoleFIN, bankC, "fin@c.example.jp")
	regist(deal.RoleFIN, bankC, "x@n.example.jp").want(409).has("先に金融機関の管理者を登録")
	id := regist(deal.RoleFAD, bankC, "admin@c.example.jp").want(200).text()
	for _, address := range []string{"contact@c.example.jp", "fin@c.example.jp"} {
		if c.kindsTo(mail.UserAdded, address) != 1 {
			t.Errorf("%s is not told of the first administrator", address)
		}
	}
	for _, m := range c.mails("contact@c.example.jp") {
		if strings.Contains(m.Text, "admin@c") || strings.Contains(m.Text, "新任") {
			t.Error("the mail names somebody")
		}
	}
	regist(deal.RoleFAD, bankC, "x@n.example.jp").want(409)
	c.setByKey(c.mailedKey("admin@c.example.jp"), testPassword).want(200)
	c.signInOffice("admin@c.example.jp").get("/api/Office/GetAuditList?event=user_created").want(200).has(id, `"userName":"事務局"`).hasNot("office@n.example.jp")

	// The office admits a clerk only where nobody else can, and the bank is told.
	c.office.approver("Withdraw", clerk.ID, "届出").want(409).has("管理者がいます")
	adminC := c.userRow(id)
	c.office.post("/api/Office/DisableUser", map[string]any{"userId": id, "version": adminC.Version}).want(200)
	told := c.kindsTo(mail.UserChanged, "contact@c.example.jp")
	c.office.approver("Withdraw", clerk.ID, "届出").want(200)
	c.office.approver("Confirm", clerk.ID, "届出").want(409).has("管理者がいます")
	if c.kindsTo(mail.UserChanged, "contact@c.example.jp") != told+1 {
		t.Error("the contact is told")
	}
}

// A login ID that the office wants changed works only when the institution's administrator says so.
func TestLoginIDWaits(t *testing.T) {
	c := newConsole(newPlatform(t))
	u := c.user(deal.RoleFIN, c.bankA, "old@a.example.jp")
	inside := c.signIn("old@a.example.jp")
	ask := func(id, login string) result {
		return c.office.send("PUT", "/api/Office/ChangeUserLoginId", map[string]any{"userId": id, "version": c.userRow(id).Version, "loginId": login, "reason": "改姓の届出"})
	}
	decide := func(by *caller, deed, id, login string) result {
		return by.post("/api/Office/"+deed+"LoginChange", map[string]any{"userId": id, "loginId": login, "reason": "内線で確認"})
	}
	ask(u.ID, "new@a.example.jp").want(200)
	if c.kindsTo(mail.LoginChangeAsked, "old@a.example.jp") != 1 || c.kindsTo(mail.LoginChangeWaits, "admin@a.example.jp") != 1 || len(c.mails("new@a.example.jp")) != 0 {
		t.Error("the user at the old address and the administrator are told, and nothing goes to the new one")
	}
	// The old one works, the new one is nobody's: a reminder to it mails nothing.
	inside.get("/api/BuyerCompany/SearchCompanyAsync?limit=1").want(200)
	c.reset("new@a.example.jp").want(200)
	c.sign("new@a.example.jp", testPassword).want(400)
	if n := len(c.mails("new@a.example.jp")); n != 0 {
		t.Errorf("%d mails to an address that nobody has confirmed", n)
	}
	c.fadA.get("/api/Office/GetLoginChangeList").want(200).has("new@a.example.jp", "改姓の届出", `"canConfirm":true`, `"requestedBy":"事務局"`).hasNot("office@n")
	c.fadB.get("/api/Office/GetLoginChangeList").want(200).has(`"loginChangeList":[]`)
	c.fadB.get("/api/Office/GetUserTasks").want(200).has(`"loginCount":0`)
	c.fadA.get("/api/Office/GetUserTasks").want(200).has(`"loginCount":1`)
	c.office.get("/api/Office/GetLoginChangeList").want(200).has(`"canConfirm":false`, "金融機関の管理者が確認します")
	c.fadA.get("/api/Office/GetAuditList?event=login_id_asked").want(200).has("改姓の届出", `"allCount":1`)

	decide(c.office, "Confirm", u.ID, "new@a.example.jp").want(409).has("金融機関の管理者が確認します")
	for _, deed := range []string{"Confirm", "Refuse"} {
		decide(c.fadB, deed, u.ID, "new@a.example.jp").want(400).sameAs(decide(c.fadB, deed, noID, "new@a.example.jp"))
		decide(c.fadA, deed, u.ID, "else@a.example.jp").want(409).has("stale")
		c.fadA.post("/api/Office/"+deed+"LoginChange", map[string]any{"userId": u.ID, "loginId": "new@a.example.jp", "reason": ""}).want(422).has(`"reason"`)
	}
	decide(c.fadA, "Refuse", u.ID, "new@a.example.jp").want(200)
	decide(c.fadA, "Confirm", u.ID, "new@a.example.jp").want(409).has("確認を待っているログインIDの変更はありません")
	if c.kindsTo(mail.LoginChangeRefused, "old@a.example.jp") != 1 {
		t.Error("the user is told that nothing changes")
	}

	ask(u.ID, "new@a.example.jp").want(200)
	decide(c.fadA, "Confirm", u.ID, "new@a.example.jp").want(200)
	inside.get("/api/BuyerCompany/SearchCompanyAsync?limit=1").want(401)
	c.sign("old@a.example.jp", testPassword).want(400)
	c.signIn("new@a.example.jp").get("/api/BuyerCompany/SearchCompanyAsync?limit=1").want(200)
	c.fadA.get("/api/Office/GetAuditList?event=login_id_changed").want(200).has("内線で確認", `"allCount":1`)

	// An address that became somebody's meanwhile.
	ask(u.ID, "taken@a.example.jp").want(200)
	c.user(deal.RoleFIN, c.bankB, "taken@a.example.jp")
	decide(c.fadA, "Confirm", u.ID, "taken@a.example.jp").want(409).has("ほかの利用者のログインID")
	c.signIn("new@a.example.jp")
}

// Where no administrator is, the office's second user confirms; who is alone waits, and all know.
func TestLoginIDWithoutAdministrator(t *testing.T) {
	p := newPlatform(t)
	bank := p.institution("9981", "湊星銀行")
	p.user(deal.RoleADM, web.OfficeClient, "office@n.example.jp")
	u := p.user(deal.RoleFIN, bank, "old@a.example.jp")
	p.user(deal.RoleFIN, bank, "other@a.example.jp")
	officer := p.signInOffice("office@n.example.jp")
	body := func(login string) map[string]any {
		return map[string]any{"userId": u.ID, "loginId": login, "reason": "届出"}
	}
	officer.send("PUT", "/api/Office/ChangeUserLoginId", with(body("new@a.example.jp"), map[string]any{"version": p.userRow(u.ID).Version})).want(200)
	if p.kindsTo(mail.LoginChangeWaits, "other@a.example.jp") != 1 {
		t.Error("the bank's users are told where it has no administrator")
	}
	officer.post("/api/Office/ConfirmLoginChange", body("new@a.example.jp")).want(409).has("3日後")
	p.clock.Add(office.LoginWait - time.Minute)
	p.signInOffice("office@n.example.jp").post("/api/Office/ConfirmLoginChange", body("new@a.example.jp")).want(409).has("3日後")
	p.clock.Add(2 * time.Minute)
	p.signInOffice("office@n.example.jp").post("/api/Office/ConfirmLoginChange", body("new@a.example.jp")).want(200)
	if p.userRow(u.ID).Approver != int(deal.ApproverWaits) {
		t.Error("whose address the office has changed waits to be confirmed")
	}

	// Of two, the other; not whom the first has made.
	officer = p.signInOffice("office@n.example.jp")
	made := officer.post("/api/Office/RegistUser", map[string]any{"role": 9, "loginId": "puppet@n.example.jp", "userName": "事務 二人"}).want(200).text()
	p.setByKey(p.mailedKey("puppet@n.example.jp"), testPassword).want(200)
	puppet := p.signInOffice("puppet@n.example.jp")
	officer.send("PUT", "/api/Office/ChangeUserLoginId", with(body("third@a.example.jp"), map[string]any{"version": p.userRow(u.ID).Version})).want(200)
	puppet.post("/api/Office/ConfirmLoginChange", body("third@a.example.jp")).want(409).has("confirm-approver")
	p.clock.Add(2 * office.LoginWait)
	p.signInOffice("office@n.example.jp").post("/api/Office/ConfirmLoginChange", body("third@a.example.jp")).want(409).has("ほかの担当者")
	p.signInOffice("office@n.example.jp").approver("Confirm", made, "同席").want(409).has("confirm-approver")
	if err := office.In(p.a.Platform).ConfirmApprover(t.Context(), "puppet@n.example.jp"); err != nil {
		t.Fatal(err)
	}
	p.signInOffice("puppet@n.example.jp").post("/api/Office/ConfirmLoginChange", body("third@a.example.jp")).want(200)
	if err := office.In(p.a.Platform).ConfirmApprover(t.Context(), "third@a.example.jp"); err == nil {
		t.Error("a bank's user is not the machine's to admit")
	}
}

// Break-glass: whom one of the office's people has made does not confirm for him, and stopping the
// other first does not make him alone.
func TestBreakGlassWantsTwoPeople(t *testing.T) {
	tk := newTalks(newPlatform(t))
	office := tk.office()
	other := tk.user(deal.RoleADM, web.OfficeClient, "second@n.example.jp")
	office.post("/api/Office/RegistUser", map[string]any{"role": 9, "loginId": "puppet@n.example.jp", "userName": "事務 二人"}).want(200)
	tk.setByKey(tk.mailedKey("puppet@n.example.jp"), testPassword).want(200)
	puppet := tk.signInOffice("puppet@n.example.jp")
	ask := func() string {
		return office.post("/api/Office/RequestBreakGlass", map[string]any{"kind": deal.BreakGlassListing, "targetId": tk.listing, "ground": 1, "reason": "照会", "minutes": 15}).glassID()
	}
	id := ask()
	puppet.get("/api/Office/GetBreakGlass?breakGlassId="+id).want(200).has(`"canConfirm":false`, "confirm-approver")
	puppet.post("/api/Office/ConfirmBreakGlass", map[string]any{"breakGlassId": id}).want(409).has("confirm-approver")
	tk.signInOffice("second@n.example.jp").approver("Confirm", userIDOf(tk.platform, "puppet@n.example.jp"), "同席").want(200)
	puppet.post("/api/Office/ConfirmBreakGlass", map[string]any{"breakGlassId": id}).want(409).has("つながりのある方")

	for _, u := range []string{other.ID, userIDOf(tk.platform, "puppet@n.example.jp")} {
		office.post("/api/Office/DisableUser", map[string]any{"userId": u, "version": tk.userRow(u).Version}).want(200)
	}
	office.get("/api/Office/GetBreakGlass?breakGlassId="+ask()).want(200).has(`"canRead":false`, `"opened":""`)
}

// Who watches over an institution's people is told what others do to them, and it is in its own log.
func TestWatchersAreTold(t *testing.T) {
	c := newConsole(newPlatform(t))
	u := c.user(deal.RoleFIN, c.bankA, "fin@a.example.jp")
	deed := func(name string, more map[string]any) {
		t.Helper()
		c.office.post("/api/Office/"+name, with(map[string]any{"userId": u.ID, "version": c.userRow(u.ID).Version}, more)).want(200)
	}
	c.signIn("fin@a.example.jp")
	deed("UnlockUser", nil)
	deed("EndSessions", nil)
	deed("DisableUser", nil)
	deed("EnableUser", nil)
	for event, want := range map[string]bool{"user_unlocked": true, "sessions_ended": true, "user_blocked": true, "user_unblocked": true} {
		if got := strings.Contains(c.fadA.get("/api/Office/GetAuditList?event="+event).want(200).body, u.ID); got != want {
			t.Errorf("%s stands in the institution's own log: %v", event, got)
		}
		c.fadB.get("/api/Office/GetAuditList?event=" + event).want(200).has(`"allCount":0`)
	}
	if n := c.kindsTo(mail.UserChanged, "admin@a.example.jp"); n != 2 {
		t.Errorf("%d mails to the administrator, of a stop and its end", n)
	}
	// At the machine itself.
	c.write(func(tx *store.Tx) error {
		return tx.PutSecondStep(&store.SecondStep{UserID: u.ID, Secret: []byte("x"), Enabled: tx.Now()})
	})
	if err := office.In(c.a.Platform).ResetSecondStep(t.Context(), "fin@a.example.jp"); err != nil {
		t.Fatal(err)
	}
	c.fadA.get("/api/Office/GetAuditList?event=second_step_reset").want(200).has(u.ID, "tsunagu reset-totp")
	if n := c.kindsTo(mail.UserChanged, "admin@a.example.jp"); n != 3 {
		t.Error("the administrator is told of it")
	}
	if n := c.kindsTo(mail.UserChanged, "admin@b.example.jp"); n != 0 {
		t.Errorf("%d mails to another institution", n)
	}
}

// The contact that is to be told cannot be turned off unseen: the former one is told as well.
func TestContactMovedIsTold(t *testing.T) {
	p := newPlatform(t)
	b := newBanks(p)
	p.user(deal.RoleFAD, b.aID, "admin@a.example.jp")
	p.write(func(tx *store.Tx) error {
		i, err := tx.Institution(b.aID)
		if err != nil {
			return err
		}
		i.ResponsibleMail = "contact@a.example.jp"
		return tx.UpdateInstitution(i, "")
	})
	info := b.finA.get("/api/Financial/GetFinancialInfo").want(200).json()
	body := map[string]any{"version": info["version"], "representativeName": "湊 頭取", "postcode": "220-0001", "prefecture": "14", "city": "14103", "address": "1番地", "phone": "045-000-0000",
		"responsibleParsonName": "湊 担当", "responsibleParsonDepartment": "支援部", "responsibleParsonTel": "045-000-0001", "responsibleParsonMail": "contact2@a.example.jp", "handlingBusiness": []int{1}, "salesRegion": []int{6}}
	b.finA.post("/api/Financial/RegistFinancial", body).want(200)
	if p.kindsTo(mail.ContactChanged, "contact@a.example.jp") != 1 || p.kindsTo(mail.ContactChanged, "admin@a.example.jp") != 1 || len(p.mails("contact2@a.example.jp")) != 0 {
		t.Error("the former contact and the administrators are told")
	}
}

// The user named in an application is admitted with it; another whom the office names is not.
func TestApplicationAdmitsItsOwn(t *testing.T) {
	for _, login := range []string{"", "x@n.example.jp"} {
		c := newConsole(newPlatform(t))
		c.visitor().post("/api/AccountRequest/RegistAccountRequest", with(accountRequest(), map[string]any{"financialCode": "9990"})).want(200)
		id := c.office.get("/api/Office/GetAccountRequestList").want(200).json()["requestList"].([]any)[0].(map[string]any)["accountRequestId"]
		user := c.office.post("/api/Office/ApproveAccountRequest", map[string]any{"accountRequestId": id, "loginId": login}).want(200).json()["userId"].(string)
		u := c.userRow(user)
		contact := accountRequest()["responsibleParsonMail"].(string)
		if named := login == ""; deal.ApproverState(u.Approver).MayApprove() != named || (auth.FoldLoginID(u.LoginID) == auth.FoldLoginID(contact)) != named {
			t.Errorf("login %q: %+v", login, u)
		} else if (c.kindsTo(mail.UserAdded, contact) == 1) == named {
			t.Errorf("login %q: the contact has %d mails of it", login, c.kindsTo(mail.UserAdded, contact))
		}
	}
}
