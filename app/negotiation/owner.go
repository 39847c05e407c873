package negotiation

import (
	"cmp"
	"errors"

	"tsunagu/app/auth"
	"tsunagu/app/company"
	"tsunagu/app/deal"
	"tsunagu/app/disclosure"
	"tsunagu/app/duty"
	"tsunagu/app/mail"
	"tsunagu/app/web"
	"tsunagu/store"
)

// RequestOwnerConsent gives the owner's person a link, by mail or printed, and the passcode by a second
// way (domain.md 4 (2), 3.2). A new request revokes the link before.
func (a Room) RequestOwnerConsent(tx *store.Tx, by web.Actor, in *OwnerRequestInput) (*ownerRequested, error) {
	d, err := byID(&tx.Q, by, in.BuyerNegotiationID, &in.Version)
	if err != nil {
		return nil, err
	}
	if !d.IsSF() {
		return nil, store.ErrNotFound
	}
	var c web.Check
	company.CheckPasscodeWay(&c, &in.PasscodeBy, &in.PpapMailaddress)
	u, err := tx.User(in.UserID)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return nil, err
	}
	known := err == nil && deal.Role(u.Role) == deal.RoleSEL && u.ClientID == d.SellerCompanyID && u.Status != int(deal.UserBlocked) &&
		u.Status != int(deal.UserUnsubscribed)
	c.Ok(known, "userId", "リンクを送る売手の担当者を選んでください。")
	if known && in.PasscodeBy != company.PasscodeOfLetter {
		_, err = mail.ParseAddress(u.LoginID)
		c.Ok(err == nil, "userId", "この担当者にはメールアドレスが登録されていません。招待状を印刷して依頼するか、売手の担当者の登録を確認してください。")
	}
	if err := c.Err(); err != nil {
		return nil, err
	}
	if _, err := a.Move(tx, by, d, deal.MoveInput{Kind: deal.MoveAskOwner, Expected: &d.Facts.Status}, MoveNote{}); err != nil {
		return nil, err
	}
	r := &company.OwnerRequest{Kind: mail.OwnerConsentRequest, Path: "/owner-consent", Noun: "negotiation", BankID: d.SFID, Person: u,
		Key:        &store.LinkKey{Kind: store.LinkOwnerConsent, SubjectID: d.ID, UserID: u.ID},
		CaseNumber: web.CaseNumber("N", d.ID), PasscodeBy: in.PasscodeBy, Address: in.PpapMailaddress}
	asked, err := company.In(a.Platform).AskOwner(tx, by, r)
	if err != nil {
		return nil, err
	}
	return &ownerRequested{MovedNegotiation: *d.moved(), CaseNumber: r.CaseNumber, UserName: u.UserName,
		Expires: web.ServerTime(r.Key.Expires), IsSameAddress: asked.IsSameAddress, Passcode: asked.Passcode, Letter: asked.Letter}, nil
}

// recordOwnerConsent records the owner's answer by SF: a refusal, or the consent on the paper
// that a colleague attached, which this user confirms.
func (a Room) recordOwnerConsent(tx *store.Tx, by web.Actor, in *ownerRecordInput) (*MovedNegotiation, error) {
	var c web.Check
	c.Prose(in, "comment", "コメント", &in.Comment, false)
	if err := c.Err(); err != nil {
		return nil, err
	}
	d, err := byID(&tx.Q, by, in.BuyerNegotiationID, &in.Version)
	if err == nil && (d.paper == nil || !in.IsApproval) {
		err = d.mustAct(deal.ActorSF)
	}
	if err != nil {
		return nil, err
	}
	kind := deal.MoveOwnerRefuse
	if in.IsApproval {
		kind = deal.MoveOwnerAgree
	}
	if _, err := a.Move(tx, by, d, deal.MoveInput{Kind: kind, Expected: &d.Facts.Status}, MoveNote{Comment: in.Comment}); err != nil {
		return nil, err
	}
	if in.IsApproval && d.paper != nil {
		if err := tx.ConfirmPaper(d.paper, by.ID()); err != nil {
			return nil, err
		}
	}
	return d.moved(), nil
}

// WrongPasscode is said with what is left; the fifth wrong one revokes the key.
func WrongPasscode(left int) error {
	if left <= 0 {
		return web.Conflict("key_dead", "パスコードの誤りが続いたため、このリンクは使えなくなりました。お取引の金融機関の担当者へご連絡ください。")
	}
	return web.Invalid("passcode", "パスコードが違います。別のメール、電話、または書面でお伝えした8桁の数字を入力してください。")
}

// byOwnerKey runs f for the holder of an owner's link with its passcode. A wrong passcode is
// counted, and SF is told when the fifth revokes the key. The transaction of a wrong passcode is
// kept; that of a refused deed is not.
func (a Room) byOwnerKey(r *web.Request, key, passcode string, f func(*store.Tx, *store.LinkKey) error) error {
	var refused error
	err := r.Write(func(tx *store.Tx) error {
		refused = nil
		k, err := tx.LinkKey(auth.HashSecret(key))
		if err != nil {
			return err
		}
		if k.Kind != store.LinkOwnerConsent || !k.Alive(tx.Now()) {
			return store.ErrNotFound
		}
		if k.PasscodeHash == "" { // a letter whose passcode nobody was shown yet: no guess to count
			return web.Invalid("passcode", "パスコードが、まだ用意されていません。お取引の金融機関の担当者からの連絡をお待ちください。")
		}
		matches, err := a.TryPasscode(tx, k, passcode, r.Line("owner_consent.passcode", "negotiation", k.SubjectID, "refused", ""))
		if err != nil {
			return err
		}
		if matches {
			return f(tx, k)
		}
		if refused = WrongPasscode(deal.WrongPasscodes - k.Attempts); k.Revoked.IsZero() {
			return nil
		}
		row, err := tx.NegotiationRowOf(k.SubjectID)
		if err != nil {
			return err
		}
		return a.Tell(tx, &Dealing{NegotiationRow: row}, SideSF, mail.RequestExpired, mail.Data{})
	})
	return cmp.Or(err, refused)
}

// ownerDealing is the negotiation of an owner's link.
func ownerDealing(tx *store.Tx, k *store.LinkKey) (*Dealing, error) {
	row, err := tx.NegotiationRowOf(k.SubjectID)
	if err != nil {
		return nil, err
	}
	d, err := DealingOf(&tx.Q, web.Actor{}, row)
	if err == nil {
		d.As = deal.ActorSeller
	}
	return d, err
}

// ownerPage is what the owner decides on: the case, and to whom the name would open.
type ownerPage struct {
	CaseNumber    string           `json:"caseNumber"`
	FinancialName string           `json:"financialName" doc:"担当の金融機関"`
	BusinessName  string           `json:"businessName"`
	CompanyName   string           `json:"companyName" doc:"開示される売手の名前"`
	Buyer         NegotiationBuyer `json:"buyer"`
	BuyerBankName string           `json:"buyerFinancialName"`
	BuyerReport   duty.OwnerReport `json:"buyerReport" doc:"買手調査の報告（compliance 2）"`
	Expires       string           `json:"expires"`
}

// ownerPage is what the owner reads before deciding: the case, and to whom the name would open,
// told as SF sees the buyer at status 2 (domain.md 3.5).
func (a Room) ownerPage(tx *store.Tx, k *store.LinkKey) (*ownerPage, error) {
	d, err := ownerDealing(tx, k)
	if err != nil {
		return nil, err
	}
	buyer, err := a.BuyerOf(&tx.Q, store.Viewer{InstitutionID: d.SFID}, d,
		disclosure.BuyerViewOf(disclosure.BuyerViewFacts{HasRow: true, Status: d.NegotiationStatus()}), false)
	if err != nil {
		return nil, err
	}
	buyer.Financing, buyer.SalesAmount, buyer.MAndAExperience = "", 0, 0 // who it is, where and in which trade: no more
	names, err := tx.InstitutionNames()
	report, failed := duty.ReportToOwner(&tx.Q, d.NegotiationRow)
	if err = cmp.Or(err, failed); err != nil {
		return nil, err
	}
	return &ownerPage{CaseNumber: web.CaseNumber("N", d.ID), FinancialName: names[d.SFID], BusinessName: d.BusinessName,
			CompanyName: disclosure.DisplayName(d.PublishedCompany, true),
			Buyer:       *buyer, BuyerBankName: names[d.BFID], BuyerReport: report, Expires: web.ServerTime(k.Expires)},
		tx.AddAudit(web.Actor{}.Line("owner_consent.view", "negotiation", d.ID, "ok", ""))
}

// DecideOwnerConsent is the owner's one decision; name, address and time are kept with the key.
func (a Room) DecideOwnerConsent(tx *store.Tx, by web.Actor, k *store.LinkKey, in *OwnerDecisionInput) (*ownerDecided, error) {
	var c web.Check
	c.Text(in, "userName", "お名前", &in.UserName, true)
	c.Prose(in, "comment", "コメント", &in.Comment, false)
	if err := c.Err(); err != nil {
		return nil, err
	}
	d, err := ownerDealing(tx, k)
	if err != nil {
		return nil, err
	}
	kind, decision := deal.MoveOwnerRefuse, "refused"
	if in.IsApproval {
		kind, decision = deal.MoveOwnerAgree, "agreed"
	}
	k.Used, k.Decision, k.DecidedName, k.DecidedComment, k.DecidedIP = tx.Now(), decision, in.UserName, in.Comment, by.IP
	if err := tx.UpdateLinkKey(k); err != nil {
		return nil, err
	}
	if _, err := a.Move(tx, by, d, deal.MoveInput{Kind: kind, Expected: &d.Facts.Status}, MoveNote{Comment: in.Comment}); err != nil {
		return nil, err
	}
	return &ownerDecided{IsApproval: in.IsApproval}, nil
}
