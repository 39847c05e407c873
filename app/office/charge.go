package office

import (
	"tsunagu/app/deal"
	"tsunagu/app/disclosure"
	"tsunagu/app/listing"
	"tsunagu/app/mail"
	"tsunagu/app/negotiation"
	"tsunagu/app/web"
	"tsunagu/store"
)

// officeCompanyRow is a company as the office sees it: metadata only, never a name.
type officeCompanyRow struct {
	CompanyID        string `json:"companyId"`
	CompanyType      int    `json:"companyType" doc:"1 買手 2 売手"`
	RegistrationID   string `json:"registrationId" doc:"担当金融機関の顧客番号"`
	FinancialID      string `json:"financialId" doc:"担当の金融機関"`
	FinancialName    string `json:"financialName"`
	Status           int    `json:"status" doc:"GetEnumerations の companyStatus"`
	ListingCount     int    `json:"listingCount" doc:"売却案件の数"`
	NegotiationCount int    `json:"negotiationCount" doc:"進行中の交渉の数"`
	Created          string `json:"created" doc:"UTC"`
	CanDisable       bool   `json:"canDisable" doc:"今の状態から無効にできる"`
	CanEnable        bool   `json:"canEnable" doc:"有効に戻せる"`
	Version          int    `json:"version"`
}

type officeCompanyList struct {
	CompanyList []officeCompanyRow `json:"companyList"`
	AllCount    int                `json:"allCount"`
}

type officeCompaniesQuery struct {
	Word string `query:"word" maxLength:"100" doc:"企業IDまたは顧客番号。完全に一致するもの"`
	web.OfficePaging
}

// officeCharge gives a company to another institution (domain.md 4).
type officeCharge struct {
	CompanyID   string `json:"companyId"`
	Version     int    `json:"version"`
	FinancialID string `json:"financialId" doc:"新しい担当の金融機関"`
	Comment     string `json:"comment" limit:"1000" doc:"理由。新しい担当の金融機関に見える"`
}

func (a Room) officeChargeCalls() {
	web.Add(a.Platform, web.OfficeCall("GET", "GetCompanyList", web.ADM, "企業IDまたは顧客番号が一致する企業の概況", "企業の照会"),
		func(r *web.Request, in *officeCompaniesQuery) (*officeCompanyList, error) {
			return web.Reading(r, func(q *store.Q) (*officeCompanyList, error) { return officeCompanies(q, in) })
		})
	type body struct{ Body officeCharge }
	web.Add(a.Platform, web.OfficeCall("PUT", "ChangeInChargeFinancialInstitution", web.ADM, "すべての企業", "担当金融機関の変更。案件と交渉も移る"),
		func(r *web.Request, in *body) (web.Nothing, error) {
			return web.Nothing{}, r.Write(func(tx *store.Tx) error { return a.changeCharge(tx, r.Actor, &in.Body) })
		})
}

func officeCompanies(q *store.Q, in *officeCompaniesQuery) (*officeCompanyList, error) {
	var c web.Check
	c.Text(in, "word", "企業IDまたは顧客番号", &in.Word, false)
	if err := c.Err(); err != nil {
		return nil, err
	}
	cs, n, err := q.OfficeCompanies(in.Word, in.Page())
	if err != nil {
		return nil, err
	}
	names, err := q.InstitutionNames()
	if err != nil {
		return nil, err
	}
	out := &officeCompanyList{CompanyList: []officeCompanyRow{}, AllCount: n}
	for _, c := range cs {
		can := func(e deal.CompanyEvent) bool {
			_, refusal := deal.DecideCompany(deal.CompanyFacts{Exists: true, Client: deal.ClientType(c.Kind), Status: deal.CompanyStatus(c.Status)},
				e, deal.ActorOffice)
			return refusal == nil
		}
		out.CompanyList = append(out.CompanyList, officeCompanyRow{c.ID, c.Kind, c.RegistrationID, c.InstitutionID, names[c.InstitutionID],
			c.Status, c.ListingCount, c.NegotiationCount, web.ServerTime(c.Created),
			can(deal.CompanyDisable), can(deal.CompanyEnable), c.Version})
	}
	return out, nil
}

// charge is a change of the institution in charge of one company.
type charge struct {
	company  *store.Company
	from, to string
	reason   string
}

// changeCharge gives a company to another institution, with its listings and negotiations: the new
// institution has all rows, the old one none (domain.md 4). What belonged to the old institution
// itself does not move: its memo and customer number, its persons in charge and team, its financing, its
// long lists, and every link and paper that waited for an answer to it.
func (a Room) changeCharge(tx *store.Tx, by web.Actor, in *officeCharge) error {
	company, err := tx.CompanyOf(in.CompanyID)
	if err != nil {
		return err
	}
	if company.Version != in.Version {
		return store.ErrStale
	}
	var c web.Check
	c.Prose(in, "comment", "理由", &in.Comment, true)
	i, err := tx.Institution(in.FinancialID)
	if there, err := exists(i, err); err != nil {
		return err
	} else if !there || i.Status != 1 {
		c.Fail("financialId", "新しい担当の金融機関を選んでください。")
	}
	c.Ok(in.FinancialID != company.InstitutionID, "financialId", "この金融機関は、すでにこの企業を担当しています。別の金融機関を選んでください。")
	if err := c.Err(); err != nil {
		return err
	}
	x := &charge{company: company, from: company.InstitutionID, to: in.FinancialID, reason: in.Comment}
	// While its team is known.
	if err := a.MailInstitution(tx, mail.InChargeGiven, x.from, company.ID,
		mail.Data{CaseNumber: web.CaseNumber("C", company.ID)}); err != nil {
		return err
	}
	company.InstitutionID, company.FinancialMemo, company.RegistrationID = x.to, "", ""
	if err := tx.UpdateCompany(company, by.ID()); err != nil {
		return err
	}
	if err := tx.MovePersonsInCharge(company.ID, x.from); err != nil {
		return err
	}
	if err := tx.EndCompanyNextAction(company.ID); err != nil {
		return err
	}
	listings, err := tx.ListingsOfCompany(company.ID)
	if err != nil {
		return err
	}
	for i := range listings {
		if err := handOverListing(tx, by, x, &listings[i]); err != nil {
			return err
		}
	}
	rows, err := tx.NegotiationsOfCompany(company.ID)
	if err != nil {
		return err
	}
	for i := range rows {
		if err := handOverNegotiation(tx, by, x, &rows[i]); err != nil {
			return err
		}
	}
	return a.tellCharge(tx, by, x)
}

// handOverListing moves a listing. An approval request that the seller has not answered came from
// the old institution and is cancelled; the new one asks again.
func handOverListing(tx *store.Tx, by web.Actor, x *charge, l *store.Listing) error {
	if err := tx.RevokeLinkKeys(store.LinkListingApproval, l.ID, web.EventChangeCharge); err != nil {
		return err
	}
	if err := tx.HandOverPapers(store.PaperListingApproval, l.ID, x.to); err != nil {
		return err
	}
	if err := tx.DropHeldTexts(x.from, l.ID, ""); err != nil {
		return err
	}
	if err := tx.HandOverAudience(l.ID, x.from, x.to); err != nil {
		return err
	}
	l.InstitutionID, l.IsPending = x.to, false
	if err := tx.UpdateListing(l, by.ID()); err != nil {
		return err
	}
	// The new institution may read everything from now on: the ledger records that as a disclosure
	// like any other.
	if err := tx.AddLedger(store.LedgerLine{Kind: web.EventChangeCharge, ListingID: l.ID, CompanyID: l.CompanyID, Level: int(disclosure.L4),
		UserID: by.ID(), ClientID: x.to, InstitutionID: x.to,
		Basis: "事務局による担当金融機関の変更", Subject: "売手側", IP: by.IP}); err != nil {
		return err
	}
	return listing.ListingDeed(tx, by, l, web.EventChangeCharge, l.Status, x.reason)
}

// handOverNegotiation moves a negotiation of the company. The other side's owner of the row is told
// that the opposite institution has changed, if he knew of the negotiation.
func handOverNegotiation(tx *store.Tx, by web.Actor, x *charge, row *store.NegotiationRow) error {
	d, err := negotiation.DealingOf(&tx.Q, web.Actor{Role: by.Role}, row)
	if err != nil {
		return err
	}
	n, event, line := &d.Negotiation, web.EventChangeSF, deal.Line{Text: "売手側の担当金融機関が変わりました。"}
	known := !n.StartedAt.IsZero() || !n.OfferedAt.IsZero() || !n.ReopenAskedAt.IsZero() // as visibleNegotiation has it of SF
	if x.company.Kind == store.Buyer {
		event = web.EventChangeBF
		line = deal.Line{BUY: true, BF: true, SF: !n.StartedAt.IsZero(), Text: "買手側の担当金融機関が変わりました。"}
		if err := handOverBuyerSide(tx, x, d); err != nil {
			return err
		}
	} else {
		line.BUY, line.BF, line.SF = d.NegotiationStatus().NamesOpen(), known, known
		if err := handOverSellerSide(tx, x, d); err != nil {
			return err
		}
	}
	if n.IsNote && n.BFID == n.SFID { // the bank of both sides knows its buyer by name
		return negotiation.FoldNote(tx, by, n)
	}
	if err := d.Save(tx, by, event); err != nil {
		return err
	}
	if err := d.Note(tx, by, "office", event, d.Status, 0, x.reason); err != nil {
		return err
	}
	if level := disclosure.ListingLevel(disclosure.ViewerFacts{InAudience: d.InAudience, HasRow: true, Status: d.NegotiationStatus(),
		IsConsent: n.IsConsent}); event == web.EventChangeBF && level >= disclosure.L3 {
		if err := tx.AddLedger(store.LedgerLine{Kind: web.EventChangeCharge, ListingID: n.ListingID, CompanyID: d.SellerCompanyID,
			BuyerCompanyID: n.BuyerCompanyID, NegotiationID: n.ID, Level: int(level),
			UserID: by.ID(), ClientID: x.to, InstitutionID: x.to, Basis: "事務局による担当金融機関の変更", Subject: "買手側", IP: by.IP}); err != nil {
			return err
		}
	}
	return d.Say(tx, line)
}

// handOverBuyerSide cancels the old institution's financing that is still open: it was that
// institution's own decision, and the buyer consented to share with that one alone. A loan already
// made stays recorded, without the consent: the new institution's lending desk is not told of it.
func handOverBuyerSide(tx *store.Tx, x *charge, d *negotiation.Dealing) error {
	n := &d.Negotiation
	if err := tx.DropHeldTexts(x.from, n.ListingID, n.ID); err != nil {
		return err
	}
	n.BFID, n.PersonBF, n.FinancingConsent = x.to, "", false
	switch deal.FinancialSupportStatus(n.FinancialSupportStatus) {
	case deal.FinancingExecuted, deal.FinancingInterrupted:
	default:
		n.FinancialSupportStatus = int(deal.FinancingUnchecked)
		n.DesiredAmount, n.OwnFunds, n.ApprovedAmount = nil, nil, nil
		n.FundsPurpose, n.ApprovalNumber, n.ApprovalDate = "", "", ""
	}
	return tx.HandOverPapers(store.PaperRealNameConsent, n.ID, x.to)
}

// handOverSellerSide cancels the old institution's unanswered questions to the owner; an answer
// already given stays.
func handOverSellerSide(tx *store.Tx, x *charge, d *negotiation.Dealing) error {
	n := &d.Negotiation
	if err := tx.DropHeldTexts(x.from, n.ListingID, n.ID); err != nil {
		return err
	}
	n.SFID, n.PersonSF = x.to, ""
	if deal.SellerApprovalStatus(n.SellerApprovalStatus) == deal.SellerAsked {
		n.SellerApprovalStatus, n.SellerApprovalAt = int(deal.SellerNotAsked), tx.Now()
	}
	if err := tx.RevokeLinkKeys(store.LinkOwnerConsent, n.ID, web.EventChangeCharge); err != nil {
		return err
	}
	return tx.HandOverPapers(store.PaperOwnerConsent, n.ID, x.to)
}

// tellCharge writes the audit lines, one for the log of each institution, and mails the new institution.
func (a Room) tellCharge(tx *store.Tx, by web.Actor, x *charge) error {
	id := x.company.ID
	if err := tx.AddAudit(by.Line("company_in_charge_changed", "company", id, "ok", "from="+x.from+" to="+x.to+" "+x.reason)); err != nil {
		return err
	}
	for _, of := range []struct{ institution, event string }{{x.from, "company_in_charge_given"}, {x.to, "company_in_charge_taken"}} {
		l := by.Line(of.event, "company", id, "ok", "")
		l.InstitutionID = of.institution
		if err := tx.AddAudit(l); err != nil {
			return err
		}
	}
	path := "/buyer-company-manage/"
	if x.company.Kind == store.Seller {
		path = "/seller-company-manage/"
	}
	return a.MailInstitution(tx, mail.InChargeTaken, x.to, id, mail.Data{CaseNumber: web.CaseNumber("C", id), Link: a.BaseURL + path + id})
}
