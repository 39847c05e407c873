package negotiation

import (
	"cmp"
	"errors"
	"time"

	"tsunagu/app/company"
	"tsunagu/app/deal"
	"tsunagu/app/disclosure"
	"tsunagu/app/task"
	"tsunagu/app/web"
	"tsunagu/store"
)

// sideLabel is the actor's own side as answers tell it.
func (d *Dealing) sideLabel() string {
	if d.As == deal.ActorBoth {
		return SideBoth
	}
	return sideName(d.As, "")
}

// BuyerView is what the actor's side sees of the buyer in this negotiation (domain.md 3.5).
func (d *Dealing) BuyerView() disclosure.BuyerView {
	return disclosure.BuyerViewOf(disclosure.BuyerViewFacts{IsInCharge: d.IsBuyerSide(), IsShown: d.BuyerStatus == int(deal.CompanyEnabled),
		HasRow: d.exists(), Status: d.NegotiationStatus()})
}

// BuyerOf is the buyer with what a view opens. withDetails adds its details and needs.
func (a Room) BuyerOf(q *store.Q, v store.Viewer, d *Dealing, view disclosure.BuyerView, withDetails bool) (*NegotiationBuyer, error) {
	c := d.buyer
	if c == nil {
		var err error
		if c, err = q.CompanyOf(d.BuyerCompanyID); err != nil {
			return nil, err
		}
	}
	ids := a.idsIn(d)
	b := &NegotiationBuyer{CompanyID: ids.Company(c.ID, c.Seq, view),
		DisplayName: disclosure.BuyerName(d.BuyerName, view), IndustryType: c.IndustryTypes,
		Location: &negotiationPlace{c.Region, c.PrefectureCode, c.CityCode}, SalesAmount: c.SalesAmount, MAndAExperience: c.MAExperience,
		CompanyName: d.BuyerName,
		Financing:   deal.FinancingForSF(deal.FinancialSupportStatus(d.FinancialSupportStatus))}
	if withDetails {
		needs, err := q.NeedsOfCompany(v, c.ID)
		if err != nil {
			return nil, err
		}
		b.NeedsList = make([]negotiationNeeds, 0, len(needs))
		for _, n := range needs {
			b.NeedsList = append(b.NeedsList, negotiationNeeds{ids.Needs(&n, view), n.Title, n.Detail})
		}
		details, err := q.CompanyDetails(c.ID)
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return nil, err
		}
		if err == nil && disclosure.AllowedBuyer(disclosure.BuyerDetails, "companyName", view) {
			b.Details = company.DetailsOf(details, store.Buyer, view, d.Facts.Periods.BandWidth(d.RealNameConsentAt, q.Now()))
		}
	}
	if view != disclosure.BuyerInCharge {
		allowed := disclosure.BuyerFilter(disclosure.BuyerOverview, view)
		disclosure.Cut(b, func(field string) bool {
			return field == "details" || len(field) > 8 && field[:8] == "details." || allowed(field) // the details were cut by their own list
		})
	}
	return b, nil
}

// RowOf is a negotiation as the actor may see it. It leaves out what a ledger line would be due
// for: the seller's name to the buyer's side.
func (a Room) RowOf(q *store.Q, by web.Actor, d *Dealing, institutions map[string]string, unread int) (*NegotiationRow, error) {
	level, view, status := d.Level(), d.BuyerView(), d.ShownStatus()
	isFIN := d.As != deal.ActorBUY
	o := &NegotiationRow{
		BuyerNegotiationID: d.ID, Version: d.VersionSeen(), Side: d.sideLabel(), SellerBusinessID: d.ListingID, Level: int(level),
		BuyerCompanyID: a.idsIn(d).Company(d.BuyerCompanyID, d.BuyerSeq, view),
		DisplayName:    disclosure.BuyerName(d.BuyerName, view),
		Status:         int(status), StatusLabel: status.Label(), Tag: string(deal.TagOf(status)), StatusAt: web.ServerTime(d.StatusAt),
		Modified:     web.ServerTime(d.StatusAt),
		IsApprovalMe: d.IsApprovalMe() || d.noteWaits(), IsConsent: d.IsConsent,
		IsUnreadMessage: unread > 0, UnreadCount: unread, Step: d.step(), IsTopInterview: d.TopInterview != "", IsBasic: d.BasicAgreement != "",
		AnswerDue: d.AnswerDue,
	}
	if d.As == deal.ActorSF && status == deal.NegotiationNone {
		// SF knows of the row by its own offer and of nothing else that happened on it.
		o.IsConsent, o.StatusAt, o.Modified = false, web.ServerTime(d.OfferedAt), web.ServerTime(d.OfferedAt)
	}
	if d.As == deal.ActorSF && (view >= disclosure.BuyerStatus2 || !d.OfferedAt.IsZero()) {
		o.CandidateID = company.In(a.Platform).IDsAt(company.PlaceCandidates, d.ListingSeq).Company(d.BuyerCompanyID, d.BuyerSeq,
			disclosure.BuyerSearch)
	}
	if d.exists() {
		o.CaseNumber = web.CaseNumber("N", d.ID)
	}
	if level > disclosure.Hidden {
		o.BusinessName, o.DueDate, o.IsStopped = d.BusinessName, d.DueDate, d.IsStopped && d.ListingStatus != int(deal.ListingConcluded)
		o.ListingStatus = int(deal.ShownStatus(deal.ListingStatus(d.ListingStatus), d.StartDate, d.DueDate, q.Now()))
	}
	if view == disclosure.BuyerInCharge || disclosure.AllowedBuyer(disclosure.BuyerOverview, "inChargeFinancialInstitutionId", view) {
		o.BuyerFinancialInstitutionID, o.BuyerFinancialName = d.BFID, institutions[d.BFID]
	}
	if disclosure.AllowedListing(disclosure.Overview, "inChargeFinancialInstitutionId", level, isFIN) {
		o.SellerFinancialID, o.SellerFinancialName = d.SFID, institutions[d.SFID]
	}
	offer := deal.OfferSendStatus(d.OfferSendStatus)
	if d.As == deal.ActorBUY && !d.offerReachedBuyer() {
		offer = deal.OfferNone
	}
	if o.OfferSendStatus, o.OfferSendStatusLabel = int(offer), offer.Label(); offer != deal.OfferNone &&
		(offer != deal.OfferWithdrawn || d.IsSF()) {
		o.OfferMessage = d.OfferMessage
	}
	if d.IsBuyerSide() {
		interest, consented := d.InterestStatus, d.Facts.IsRealNameConsent
		o.InterestStatus, o.IsRealNameConsent = &interest, &consented
	}
	if d.isBF() {
		o.FinancialSupportStatus, o.Modified = &d.FinancialSupportStatus, web.ServerTime(d.BFModified)
		o.IsDisposalDue = status == deal.NegotiationBroken && d.isDisposalDue()
		next, err := nextAction(q, d.NextActionBF, d.PersonBF)
		if err != nil {
			return nil, err
		}
		o.Next = next
	}
	if isFIN && d.exists() {
		o.Ask, o.IsFactAsked, o.ClosingDue = d.taskFacts(q.Now()).Ask(), d.FactWaitingFor != "", d.ClosingDue
	}
	if d.IsSF() {
		o.SellerApprovalStatus, o.SellerDisplayName = &d.SellerApprovalStatus, disclosure.DisplayName(d.PublishedCompany, true)
		o.IsAvoided = d.Facts.IsAvoided
		if d.As == deal.ActorSF {
			next, err := nextAction(q, d.NextActionSF, d.PersonSF)
			if err != nil {
				return nil, err
			}
			o.Next = next
			if o.Buyer, err = a.BuyerOf(q, by.Viewer, d, view, false); err != nil {
				return nil, err
			}
			o.Financing = o.Buyer.Financing
		}
	}
	return o, nil
}

// IsApprovalMe says that the actor can decide now, or confirm a paper of a colleague's.
func (d *Dealing) IsApprovalMe() bool {
	return deal.IsApprovalMe(d.Facts, d.As) || d.Facts.PaperWaits && d.Facts.IsSecondUser
}

// taskFacts are a negotiation's for the tasks of the actor's institution (task.OfNegotiation).
func (d *Dealing) taskFacts(now time.Time) task.NegotiationFacts {
	return task.NegotiationFacts{IsBF: d.isBF(), IsSF: d.IsSF(), Status: d.ShownStatus(), IsApprovalMe: d.IsApprovalMe(),
		IsNoteWaiting: d.noteWaits(), SellerApproval: d.Facts.SellerApproval, IsAvoided: d.Facts.IsAvoided, Offer: d.Facts.Offer,
		AnswerDue: d.AnswerDue, IsFactAsked: d.FactWaitingFor != "", ClosingDue: d.ClosingDue, Now: now}
}

// offerReachedBuyer says that the buyer knows of the offer: BF passed it on, or it was its own
// bank's. What was withdrawn or declined before is nothing to it.
func (d *Dealing) offerReachedBuyer() bool { return offerReachedBuyer(&d.Negotiation) }

func offerReachedBuyer(n *store.Negotiation) bool {
	o := deal.OfferSendStatus(n.OfferSendStatus)
	return o == deal.OfferSent || o == deal.OfferOpened
}

func nextAction(q *store.Q, date, userID string) (*negotiationNext, error) {
	n := &negotiationNext{Date: date, UserID: userID}
	if userID == "" {
		return n, nil
	}
	u, err := q.User(userID)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return nil, err
	}
	if err == nil {
		n.UserName = u.UserName
	}
	return n, nil
}

// step is the five-step line as this side may read it: what it has to do in full, what the others
// have to do as far as it may know (deal.StepOf has a text for each side).
func (d *Dealing) step() negotiationStep {
	facts := d.Facts
	facts.Status = d.ShownStatus()
	s := deal.StepOf(facts)
	o := negotiationStep{Index: s.Index, Ended: s.Ended, Labels: deal.StepLabels[:]}
	if d.IsBuyerSide() {
		o.Buyer = s.BUY
	}
	if d.isBF() {
		o.BF = s.BF
	}
	if d.IsSF() {
		o.SF = s.SF
	}
	shared := d.NegotiationStatus().NamesOpen() || d.NegotiationStatus() == deal.NegotiationBroken && d.Facts.IsReopenAsked
	switch d.As {
	case deal.ActorBUY:
		switch {
		case d.NegotiationStatus() == deal.NegotiationHope:
			o.SF = "回答を検討しています。"
		case d.NegotiationStatus().Live() && s.BF != "":
			o.BF = "手続きを進めています。"
		}
	case deal.ActorBF:
		switch {
		case shared:
			o.SF = s.SF
		case d.NegotiationStatus() == deal.NegotiationAnonymous:
			o.SF = s.SF
		case d.NegotiationStatus() == deal.NegotiationHope:
			o.SF = "オーナーの意向を確認し、回答を検討しています。"
		}
	case deal.ActorSF:
		offer := deal.OfferSendStatus(d.OfferSendStatus)
		switch {
		case shared, d.NegotiationStatus() == deal.NegotiationHope:
			o.BF = s.BF
		case d.NegotiationStatus() == deal.NegotiationAnonymous:
			o.BF = "実名交渉を申請するかを検討しています。"
		case facts.Status == deal.NegotiationNone && offer == deal.OfferWaiting:
			o.BF = "オファーを確認しています。"
		case facts.Status == deal.NegotiationNone && (offer == deal.OfferSent || offer == deal.OfferOpened):
			o.BF = "買手の回答を待っています。"
		}
	}
	return o
}

// readNegotiation is GetBuyerNegotiationAsync: one row by id, or the caller's own row of a listing, which may not be there yet. A buyer
// who reads an offer opens it; who reads the seller's name leaves a line in the ledger, who reads the buyer's in the audit log.
func (a Room) readNegotiation(tx *store.Tx, by web.Actor, in *negotiationQuery) (*negotiation, error) {
	q := &tx.Q
	var d *Dealing
	var err error
	if in.BuyerNegotiationID != "" {
		var row *store.NegotiationRow
		if row, err = q.NegotiationRow(by.Viewer, in.BuyerNegotiationID); err == nil {
			d, err = DealingOf(q, by, row)
		}
	} else {
		d, err = own(q, by, in.SellerBusinessID, in.CompanyID)
	}
	if err != nil {
		return nil, err
	}
	if d.As == deal.ActorBUY && d.OfferSendStatus == int(deal.OfferSent) && d.Level() > disclosure.Hidden {
		if err := a.openOffer(tx, by, d); err != nil {
			return nil, err
		}
	}
	if d.As == deal.ActorBUY && d.NoteStatus == int(deal.OfferSent) {
		if err := a.openNote(tx, by, d); err != nil {
			return nil, err
		}
	}
	institutions, err := q.InstitutionNames()
	if err != nil {
		return nil, err
	}
	unread, byType, err := unreadOf(q, by, d)
	if err != nil {
		return nil, err
	}
	row, err := a.RowOf(q, by, d, institutions, unread)
	if err != nil {
		return nil, err
	}
	o := &negotiation{NegotiationRow: *row, Moves: []negotiationMove{}, Papers: []negotiationPaper{},
		Milestones: []NegotiationMilestone{}, OpenMilestones: []int{}, Timeline: []negotiationEvent{},
		WritableTypes: d.writableTypes(d.actsAs), UnreadByType: byType}
	moves, err := d.moves(q, by)
	if err != nil {
		return nil, err
	}
	for _, m := range moves {
		o.Moves = append(o.Moves, moveOf(m))
	}
	if !d.IsSF() {
		o.SellerDisplayName = disclosure.NameAnonymous
		if d.Level() >= disclosure.L4 {
			o.SellerDisplayName = disclosure.DisplayName(d.PublishedCompany, true)
			if err := d.ReadName(tx, by, "交渉の画面"); err != nil {
				return nil, err
			}
		}
	}
	if d.As == deal.ActorSF {
		if o.Buyer, err = a.BuyerOf(q, by.Viewer, d, d.BuyerView(), true); err != nil {
			return nil, err
		}
		if deal.BuyerNameOpen(d.NegotiationStatus()) {
			if err := tx.AddAudit(by.Line("negotiation.view_buyer", "negotiation", d.ID, "ok", "")); err != nil {
				return nil, err
			}
		}
	}
	if !d.exists() {
		return o, nil
	}
	return o, fill(q, by, d, o)
}

// ReadName records that the buyer's side reads the seller's name.
func (d *Dealing) ReadName(tx *store.Tx, by web.Actor, what string) error {
	l := store.LedgerLine{Kind: "view", ListingID: d.ListingID, CompanyID: d.SellerCompanyID, BuyerCompanyID: d.BuyerCompanyID,
		NegotiationID: d.ID, Level: int(disclosure.L4), UserID: by.ID(), ClientID: by.User.ClientID, InstitutionID: by.Institution(),
		Basis: "実名交渉の承認", Subject: what, IP: by.IP}
	return tx.AddReading(&store.Reading{Ledger: l, Audit: by.Line("negotiation.view_seller", "negotiation", d.ID, "ok", what)},
		deal.ReadingWindow)
}

func moveOf(m deal.Move) negotiationMove {
	o := negotiationMove{Move: string(m.Kind), Label: m.Label, To: []int{}, Needs: append([]string{}, m.Needs...), OnPaper: m.OnPaper,
		Blocked: m.Blocked}
	for _, s := range m.To {
		o.To = append(o.To, int(s))
	}
	return o
}

// fill adds what only the screen of one negotiation needs.
func fill(q *store.Q, by web.Actor, d *Dealing, o *negotiation) error {
	if o.IsConsent {
		o.Consent = &negotiationConsent{Version: d.ConsentVersion, At: web.ServerTime(d.ConsentAt), IsPaper: d.ConsentFile != nil}
	}
	if d.IsBuyerSide() {
		switch _, _, _, err := ConsentGiven(q, d); {
		case err == nil:
			o.IsAgreementKept = true
		case !errors.Is(err, store.ErrNotFound):
			return err
		}
		o.RealNameConsentAt = web.ServerTime(d.RealNameConsentAt)
		if from := deal.NextRequestFrom(d.Facts.Periods, d.RejectedAt); q.Today() < from {
			o.NextRequestFrom = from
		}
	}
	if d.As != deal.ActorBUY {
		o.ContractProposedBy = d.ContractProposedBy
	}
	if d.isBF() {
		o.FinancingSupport = d.financing()
	}
	if d.As == deal.ActorBF && d.NoteStatus != 0 {
		note, err := q.NoteOf(d.ListingID, d.BuyerCompanyID)
		if err != nil {
			return err
		}
		o.FurtherOffer = furtherOfferOf(note)
	}
	if d.IsSF() {
		if deal.BuyerNameOpen(d.NegotiationStatus()) || d.isBF() {
			o.IsSameCompany = d.BuyerNumber != "" && d.BuyerNumber == d.SellerNumber
		}
		if err := ownerState(q, d, o); err != nil {
			return err
		}
	}
	if d.paper != nil {
		p, err := paperOf(q, d)
		if err != nil {
			return err
		}
		o.Papers = append(o.Papers, *p)
	}
	if d.ShownStatus() == deal.NegotiationBroken {
		o.End = d.end()
	}
	if err := facts(q, by, d, o); err != nil {
		return err
	}
	lines, err := Timeline(q, by, d)
	o.Timeline = append(o.Timeline, lines...)
	return err
}

// isDisposalDue says that what the buyer's side got in this negotiation has yet to be disposed of.
func (d *Dealing) isDisposalDue() bool { return d.EndedFrom != 0 && !d.IsDisposalDone }

func (d *Dealing) end() *negotiationEnd {
	e := &negotiationEnd{ReasonLabel: deal.EndReason(d.EndReason).SharedLabel(), At: web.ServerTime(d.EndedAt),
		By:            cmp.Or(d.EndedBy, SideSystem),
		FromStatus:    d.EndedFrom,
		IsDisposalDue: d.isDisposalDue(), IsDisposalDone: d.IsDisposalDone, IsReopenAsked: d.Facts.IsReopenAsked}
	if d.EndedBy == d.sideLabel() || d.As == deal.ActorBoth && d.EndedBy != SideSystem {
		e.Reason, e.ReasonLabel, e.Comment = d.EndReason, deal.EndReason(d.EndReason).Label(), d.EndComment
	}
	if d.EndedBy == SideBuyer { // its reason is its bank's to read; to SF it is an end like any of the buyer's side
		switch {
		case d.isBF():
			e.Comment = d.EndComment
		case d.As == deal.ActorSF:
			e.By = SideBF
		}
	}
	return e
}

// ownerState is where the owner's consent stands, for SF.
func ownerState(q *store.Q, d *Dealing, o *negotiation) error {
	s := deal.SellerApprovalStatus(d.SellerApprovalStatus)
	w := &negotiationOwner{Status: int(s), StatusLabel: s.Label(), At: web.ServerTime(d.SellerApprovalAt)}
	o.Owner = w
	if s == deal.SellerNotAsked {
		w.At = ""
		return nil
	}
	k, err := q.LatestLinkKey(store.LinkOwnerConsent, d.ID)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return err
	}
	switch {
	case s == deal.SellerAsked && err == nil:
		w.Expires, w.IsExpired = web.ServerTime(k.Expires), !k.Alive(q.Now())
	case err == nil && !k.Used.IsZero():
		w.DecidedName, w.Comment = k.DecidedName, k.DecidedComment
	case s == deal.SellerAgreed:
		w.IsPaper = true
	}
	return nil
}

func paperOf(q *store.Q, d *Dealing) (*negotiationPaper, error) {
	p := &negotiationPaper{PaperID: d.paper.ID, Kind: d.paper.Kind, Requested: web.ServerTime(d.paper.Requested),
		CanConfirm: d.Facts.IsSecondUser, WhyNot: d.Facts.NotSecond}
	if d.paper.FileID != nil {
		f, err := q.File(*d.paper.FileID)
		if err != nil {
			return nil, err
		}
		p.FileName = f.Name
	}
	u, err := q.User(d.paper.RequestedBy)
	if err == nil {
		p.RequestedBy = u.UserName
	} else if errors.Is(err, store.ErrNotFound) {
		err = nil
	}
	return p, err
}

// idsIn are those that SF gets in a negotiation. A row that SF knows by its own offer is that candidate.
func (a Room) idsIn(d *Dealing) company.BuyerIDs {
	if !d.OfferedAt.IsZero() {
		return company.In(a.Platform).IDsAt(company.PlaceCandidates, d.ListingSeq)
	}
	return company.In(a.Platform).IDsAt(company.PlaceNegotiation, d.ListingSeq)
}
