package negotiation

import (
	"errors"
	"strings"

	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/persons"
	"tsunagu/app/vocabulary"
	"tsunagu/app/web"
	"tsunagu/store"
	"tsunagu/store/master"
)

func number(p *int64) int64 {
	if p == nil {
		return 0
	}
	return *p
}

func (d *Dealing) financingFacts() deal.FinancingFacts {
	return deal.FinancingFacts{Exists: d.exists(), Status: d.Facts.Financing, Negotiation: d.NegotiationStatus(),
		HasSharingConsent: d.FinancingConsent,
		DesiredAmount:     number(d.DesiredAmount), HasOwnFunds: d.OwnFunds != nil, OwnFunds: number(d.OwnFunds), Purpose: d.FundsPurpose,
		ApprovalNumber: d.ApprovalNumber, ApprovalDate: d.ApprovalDate, ApprovedAmount: number(d.ApprovedAmount), IsByMA: d.isByMA}
}

// financing is the financing support for BF, with the moves and what each still wants.
func (d *Dealing) financing() *negotiationFinancing {
	o := &negotiationFinancing{FinancialSupportStatus: d.FinancialSupportStatus, StatusLabel: d.Facts.Financing.Label(),
		Moves: []financingMove{}, FinancingConsent: d.FinancingConsent,
		DesiredAmount: d.DesiredAmount, OwnFunds: d.OwnFunds, FundsPurpose: d.FundsPurpose, ApprovalNumber: d.ApprovalNumber,
		ApprovalDate: d.ApprovalDate, ApprovedAmount: d.ApprovedAmount}
	for _, to := range deal.FinancingMoves(d.Facts.Financing) {
		m := financingMove{Status: int(to), Label: to.Label(), Needs: FinancingNeeds[to]}
		for _, r := range deal.DecideFinancing(d.financingFacts(), to, nil, d.As) {
			if r.Code != deal.Invalid { // what is missing the same call may bring
				m.Blocked = r.Detail
			}
		}
		o.Moves = append(o.Moves, m)
	}
	return o
}

// FinancingNeeds says what a status wants (domain.md 5).
var FinancingNeeds = map[deal.FinancialSupportStatus]string{deal.FinancingConsulted: "買手の情報共有同意",
	deal.FinancingExamined: "希望額・自己資金・使途",
	deal.FinancingApproved: "稟議番号・決裁日・承認された金額", deal.FinancingExecuted: "交渉の成約"}

// updateFinancing moves the financing support of an own buyer, or only writes its contents
// (domain.md 5).
func (a Room) updateFinancing(tx *store.Tx, by web.Actor, in *FinancingInput) (*MovedNegotiation, error) {
	d, err := a.moveFinancing(tx, by, in)
	if err != nil {
		return nil, err
	}
	return d.moved(), nil
}

// UpdateFinancing is updateFinancing for the lending desk, which has read the case (store.LendingCase).
func (a Room) UpdateFinancing(tx *store.Tx, by web.Actor, in *FinancingInput) error {
	_, err := a.moveFinancing(tx, by, in)
	return err
}

func (a Room) moveFinancing(tx *store.Tx, by web.Actor, in *FinancingInput) (*Dealing, error) {
	d, err := byID(&tx.Q, by, in.BuyerNegotiationID, in.Version)
	if err != nil {
		return nil, err
	}
	if !d.isBF() {
		return nil, store.ErrNotFound
	}
	var c web.Check
	c.Amount(in, "desiredAmount", "希望額（千円）", in.DesiredAmount, false)
	c.Amount(in, "ownFunds", "自己資金（千円）", in.OwnFunds, false)
	c.Amount(in, "approvedAmount", "承認された金額（千円）", in.ApprovedAmount, false)
	if in.FundsPurpose != nil {
		c.Prose(in, "fundsPurpose", "使途", in.FundsPurpose, false)
	}
	if in.ApprovalNumber != nil {
		c.Text(in, "approvalNumber", "稟議番号", in.ApprovalNumber, false)
	}
	if in.ApprovalDate != nil {
		c.Date("approvalDate", "決裁日", *in.ApprovalDate, false)
	}
	if in.FinancingConsent != nil {
		d.FinancingConsent = *in.FinancingConsent
	}
	for to, from := range map[**int64]*int64{&d.DesiredAmount: in.DesiredAmount, &d.OwnFunds: in.OwnFunds,
		&d.ApprovedAmount: in.ApprovedAmount} {
		if from != nil {
			*to = from
		}
	}
	for to, from := range map[*string]*string{&d.FundsPurpose: in.FundsPurpose, &d.ApprovalNumber: in.ApprovalNumber,
		&d.ApprovalDate: in.ApprovalDate} {
		if from != nil {
			*to = *from
		}
	}
	from, to := deal.FinancialSupportStatus(in.FromFinancialSupportStatus), deal.FinancialSupportStatus(in.FinancialSupportStatus)
	if to != from {
		for _, r := range deal.DecideFinancing(d.financingFacts(), to, &from, d.As) {
			if r.Code != deal.Invalid {
				return nil, r
			}
			c.Fail(r.Field, r.Detail)
		}
	} else if from != d.Facts.Financing {
		return nil, web.ErrStale
	} else if d.NegotiationStatus() == deal.NegotiationBroken {
		return nil, web.Conflict("not_allowed", "交渉が終了しているため、資金支援の内容を変更できません。")
	} else if d.isByMA && in.hasContents() && deal.IsByLending(from) {
		return nil, web.Conflict("not_allowed", "検討が始まった資金支援の内容を変更できるのは、融資の担当者です。融資の担当者に依頼してください。")
	}
	if err := c.Err(); err != nil {
		return nil, err
	}
	d.FinancialSupportStatus = int(to)
	if err := d.Save(tx, by, "financing"); err != nil {
		return nil, err
	}
	if err := d.Note(tx, by, SideBF, "financing", d.Status, int(to), ""); err != nil || to == from {
		return d, err
	}
	return d, a.tellFinancing(tx, by, d, to)
}

// tellFinancing mails the lending desk a case that is brought to it, and who is in charge of the buyer's side what the lending desk
// has decided (team.md 2). Where one user does both there is nobody to tell.
func (a Room) tellFinancing(tx *store.Tx, by web.Actor, d *Dealing, to deal.FinancialSupportStatus) error {
	data := mail.Data{CaseNumber: web.CaseNumber("N", d.ID),
		Link: a.BaseURL + "/financial-support/seller-business/" + d.ListingID + "?negotiation=" + d.ID}
	switch {
	case by.Role == deal.RoleLEN:
		return persons.In(a.Platform).Mail(tx, mail.FinancingMoved, d.BFID, store.InChargeOfBF, d.ID, data)
	case to == deal.FinancingConsulted:
		return persons.In(a.Platform).MailLenders(tx, mail.FinancingAsked, d.BFID, d.ID, data)
	}
	return nil
}

// hasContents says that a form changes more than the status and the buyer's consent.
func (in *FinancingInput) hasContents() bool {
	return in.DesiredAmount != nil || in.OwnFunds != nil || in.FundsPurpose != nil || in.ApprovalNumber != nil || in.ApprovalDate != nil ||
		in.ApprovedAmount != nil
}

// SearchFinancialSupport is the list of the negotiations of the own buyers (domain.md 5).
func (a Room) SearchFinancialSupport(q *store.Q, by web.Actor, in *FinancialSupportQuery) (*FinancialSupportList, error) {
	buyers, err := in.buyers().Search(store.Buyer)
	c, problem := web.Check{}, (*web.Problem)(nil)
	if errors.As(err, &problem) {
		c.Errors = problem.Errors
	} else if err != nil {
		return nil, err
	}
	in.Paging.Check(&c, store.NegotiationSorts...)
	s := &store.NegotiationSearch{Side: store.SideBF, Buyers: buyers, ListingID: in.SellerBusinessID,
		BusinessName: strings.TrimSpace(in.SellerBusinessName),
		Sort:         in.PropertyName, Descending: in.Descending(), Offset: in.Offset(), Limit: in.Limit}
	s.ListingLarge, s.ListingIndustries = web.IndustryFilter(&c, "businessIndustryTypes", in.BusinessIndustryTypes)
	c.Item("salesPrice", "希望価格（下限）", master.AcquisitionPrice, in.SalesPrice, false)
	c.Item("salesPriceTo", "希望価格（上限）", master.SalesPriceTo, in.SalesPriceTo, false)
	s.PriceLow, s.PriceHigh = web.PriceFilter(in.SalesPrice, in.SalesPriceTo)
	s.Statuses = statusFilter(&c, in.SearchStatus)
	switch deal.SearchType(in.SearchType) {
	case 0:
	case deal.SearchInterest:
		s.HasInterest = true
	case deal.SearchOffer:
		s.HasOffer = true
	case deal.SearchFinancing:
		s.HasFinancing = true
	case deal.SearchAction:
		s.NeedsAction = true
	default:
		c.Fail("searchType", "絞り込みの種類を選び直してください。")
	}
	s.DueFrom, s.DueTo = dueFilter(in.DueDateF, in.DueDateT)
	if s.ChargeFilter, err = in.Conditions(q, by); err != nil {
		return nil, err
	}
	if err := c.Err(); err != nil {
		return nil, err
	}
	rows, count, err := a.EncodedNegotiations(q, by, s)
	shown, failed := vocabulary.Of(q, buyers.Needs, buyers.Without)
	return &FinancialSupportList{rows: rows, AllCount: count, Shown: shown}, errors.Join(err, failed)
}
