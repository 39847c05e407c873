package negotiation

import (
	"cmp"
	"errors"
	"strings"

	"tsunagu/app/deal"
	"tsunagu/app/disclosure"
	"tsunagu/app/duty"
	"tsunagu/app/history"
	"tsunagu/app/mail"
	"tsunagu/app/persons"
	"tsunagu/app/web"
	"tsunagu/store"
)

// Dealing is a negotiation with the side on which one actor stands in it and the facts that
// its rules want. It is made from the database alone.
type Dealing struct {
	*store.NegotiationRow
	As     deal.Actor
	seenAs deal.Actor // as whom he reads it: who may look may not do everything (team.md 2)
	actsAs deal.Actor // the side that he is in charge of
	Facts  deal.NegotiationFacts
	paper  *store.Paper      // of the actor's institution, waiting
	found  store.Negotiation // as it was read
	buyer  *store.Company    // where a list has read it with those of its other rows

	isByMA bool   // the actor works on M&A alone (team.md 2)
	DoneBy string // whose deed waits for a second pair of eyes; "" for none
	// hiddenRow is the row that is there for others while it is none for this buyer, such as an offer that
	// its bank has not passed on. What the buyer does is put on it, and looks to the buyer as on a new one.
	hiddenRow *store.Negotiation
	book      *deal.FactBook // read where it is asked for (facts)
}

// Sides as history, milestones and answers name them.
const (
	SideBuyer  = "buyer"
	SideBF     = "bf"
	SideSF     = "sf"
	SideBoth   = "both"
	SideSeller = "seller"
	SideSystem = "system"
)

// StandsIn is the side of the actor in a negotiation: from his own row and his teams, never from a body.
func StandsIn(q *store.Q, b web.Actor, n *store.Negotiation) (deal.Actor, error) {
	if b.Viewer.IsBuyer() && n.BuyerCompanyID == b.Viewer.BuyerID {
		return deal.ActorBUY, nil
	}
	switch bf, sf, err := q.StandsOn(b.Viewer, n); {
	case bf && sf:
		return deal.ActorBoth, err
	case bf:
		return deal.ActorBF, err
	case sf:
		return deal.ActorSF, err
	default:
		return deal.ActorNone, err
	}
}

// sideName is how an actor's side is written down; of an institution on both sides the one that the event belongs to.
func sideName(as deal.Actor, event deal.MoveKind) string {
	switch as {
	case deal.ActorBUY:
		return SideBuyer
	case deal.ActorBF:
		return SideBF
	case deal.ActorSF:
		return SideSF
	case deal.ActorSeller:
		return SideSeller
	case deal.ActorBoth:
		switch event {
		case deal.MoveAskOwner, deal.MoveOwnerAgree, deal.MoveOwnerRefuse, deal.MoveApproveRealName, deal.MoveRejectRealName,
			deal.MoveReopenAgree, deal.MoveConfirmContract:
			return SideSF
		}
		return SideBF
	case deal.ActorOffice:
		return "office"
	}
	return SideSystem
}

// IsBuyerSide says that the actor acts on the buyer's side.
func (d *Dealing) IsBuyerSide() bool {
	return d.As == deal.ActorBUY || d.As == deal.ActorBF || d.As == deal.ActorBoth
}

func (d *Dealing) IsSF() bool { return d.As == deal.ActorSF || d.As == deal.ActorBoth }

func (d *Dealing) isBF() bool { return d.As == deal.ActorBF || d.As == deal.ActorBoth }

// ShownStatus is the status as the actor may know it: to SF a row that ended before it began is one that has not begun (domain.md 4).
func (d *Dealing) ShownStatus() deal.NegotiationStatus {
	if d.As == deal.ActorSF && d.NegotiationStatus() == deal.NegotiationBroken && d.EndedFrom == int(deal.NegotiationNone) &&
		!d.Facts.IsReopenAsked {
		return deal.NegotiationNone
	}
	return d.NegotiationStatus()
}

// NegotiationStatus is the negotiation's status.
func (d *Dealing) NegotiationStatus() deal.NegotiationStatus { return deal.NegotiationStatus(d.Status) }

// exists says that the row is there.
func (d *Dealing) exists() bool { return d.ID != "" }

// Level is the actor's level on the listing by this row (domain.md 3.5).
func (d *Dealing) Level() disclosure.Level { return d.levelOf(d.As) }

func (d *Dealing) levelOf(as deal.Actor) disclosure.Level {
	return disclosure.ListingLevel(disclosure.ViewerFacts{IsBUY: as == deal.ActorBUY, IsInCharge: as == deal.ActorSF ||
		as == deal.ActorBoth, InAudience: d.InAudience,
		HasRow: d.exists(), Status: d.NegotiationStatus(), IsConsent: d.IsConsent, IsTrial: d.IsTrial})
}

// DealingOf looks at a row as the actor, with which duties of his side hold back its steps.
func DealingOf(q *store.Q, by web.Actor, row *store.NegotiationRow) (*Dealing, error) {
	d, err := DealingInList(q, by, row)
	if err != nil {
		return nil, err
	}
	d.Facts.Owed, err = duty.OwedIn(q, by, row, d.As, d.Facts.Periods)
	return d, err
}

// DealingInList is one of many: what its row shows does not depend on duties, which are read row by row.
func DealingInList(q *store.Q, by web.Actor, row *store.NegotiationRow) (*Dealing, error) {
	as, err := StandsIn(q, by, &row.Negotiation)
	if err != nil {
		return nil, err
	}
	isOneDesk, err := q.IsOneDesk(&row.Negotiation)
	if err != nil {
		return nil, err
	}
	d := &Dealing{NegotiationRow: row, As: as, found: row.Negotiation,
		isByMA: by.User != nil && !deal.Business(by.User.Business).MayLend()}
	if d.seenAs, err = d.standsAs(q, by, store.PartLooks); err == nil {
		d.actsAs, err = d.standsAs(q, by, store.PartActs)
	}
	var periods deal.Schedule
	if err == nil {
		periods, err = web.PeriodsOf(q)
	}
	if err != nil {
		return nil, err
	}
	n := &row.Negotiation
	d.Facts = deal.NegotiationFacts{
		Exists: d.exists(), Status: d.NegotiationStatus(), Now: q.Now(),
		ListingVisible: row.InAudience || n.Status >= 1 && n.Status <= 5, ListingStatus: deal.ListingStatus(row.ListingStatus),
		InPeriod: row.IsPublished && deal.InPeriod(row.StartDate, row.DueDate, q.Now()), IsStopped: row.IsStopped,
		BuyerStatus: deal.CompanyStatus(row.BuyerStatus), IsTrial: row.IsTrial, BuyerDetailsComplete: row.IsBuyerComplete,
		IsOneBank: isOneDesk, IsHouse: n.BFID == n.SFID, HasStarted: !n.StartedAt.IsZero(),
		Interest: deal.InterestStatus(n.InterestStatus), Offer: deal.OfferSendStatus(n.OfferSendStatus),
		IsConsent: n.IsConsent, ConsentAt: n.ConsentAt, IsRealNameConsent: !n.RealNameConsentAt.IsZero(),
		SellerApproval: deal.SellerApprovalStatus(n.SellerApprovalStatus), LastRejectedAt: n.RejectedAt,
		EndedAt: n.EndedAt, EndedFrom: deal.NegotiationStatus(n.EndedFrom), IsReopenAsked: !n.ReopenAskedAt.IsZero(),
		ContractProposed: deal.Side(strings.ToUpper(n.ContractProposedBy)), Financing: deal.FinancialSupportStatus(n.FinancialSupportStatus),
		Periods: periods, TopInterviewDate: row.TopInterview, IntentDate: row.IntentDate, IntentPrice: row.IntentPrice,
		ContractDate: row.ContractDate, ClosingDate: row.ClosingDate,
		ClosedDate: row.ClosedDate, FactWaitsBF: strings.Contains(n.FactWaitingFor, SideBF),
		FactWaitsSF: strings.Contains(n.FactWaitingFor, SideSF),
	}
	// What a side may not know its rules do not know either: no move, step or refusal tells of it.
	d.Facts.Status = d.ShownStatus()
	if d.As == deal.ActorBUY && !d.offerReachedBuyer() {
		d.Facts.Offer = deal.OfferNone
	}
	if d.As == deal.ActorBUY {
		d.Facts.FactWaitsBF, d.Facts.FactWaitsSF = false, false
	}
	if d.As == deal.ActorBoth || d.As == deal.ActorSF && deal.BuyerNameOpen(d.NegotiationStatus()) { // SF knows the buyer's name
		if d.Facts.IsAvoided, err = q.IsAvoided(d.SellerCompanyID, d.BuyerCompanyID); err != nil {
			return nil, err
		}
	}
	if d.exists() && !by.Viewer.IsBuyer() && by.User != nil {
		if err := factForMe(q, by, d); err != nil {
			return nil, err
		}
		return d, secondEyes(q, by, d)
	}
	return d, nil
}

// secondEyes finds out whether a paper waits and whether the actor is another user than the one
// whose deed he would confirm (domain.md 1).
func secondEyes(q *store.Q, by web.Actor, d *Dealing) error {
	kind, event := "", deal.MoveKind("")
	switch d.NegotiationStatus() {
	case deal.NegotiationAnonymous:
		kind = store.PaperRealNameConsent
	case deal.NegotiationHope:
		kind, event = store.PaperOwnerConsent, deal.MoveRequestRealName
	case deal.NegotiationConditions:
		event = deal.MoveProposeContract
	case deal.NegotiationBroken:
		event = deal.MoveReopenAsk
	}
	if kind != "" && (kind == store.PaperRealNameConsent && d.isBF() || kind == store.PaperOwnerConsent && d.IsSF()) {
		p, err := q.WaitingPaper(kind, d.ID)
		if err == nil {
			d.paper, d.Facts.PaperWaits = p, true
			return d.secondTo(q, by, p.RequestedBy)
		}
		if !errors.Is(err, store.ErrNotFound) {
			return err
		}
	}
	if event == "" || !d.Facts.IsHouse {
		return nil
	}
	h, err := q.LastNegotiationEvent(d.ID, string(event))
	if errors.Is(err, store.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	return d.secondTo(q, by, h.Actor)
}

// secondTo says of the actor whether he may confirm what the user of did.
func (d *Dealing) secondTo(q *store.Q, by web.Actor, of string) (err error) {
	d.DoneBy = of
	if d.Facts.IsSecondUser, d.Facts.NotSecond, err = web.SecondPair(q, by, of); err == nil && d.Facts.IsSecondUser {
		as, err := d.standsAs(q, by, store.PartConfirms)
		d.Facts.IsSecondUser = as != deal.ActorNone
		return err
	}
	return err
}

// byID is a row that the actor may know of, as the caller saw it (nil: as it stands); ErrNotFound, ErrStale.
func byID(q *store.Q, by web.Actor, id string, seen *int) (*Dealing, error) {
	row, err := q.NegotiationRow(by.Viewer, id)
	if err != nil {
		return nil, err
	}
	d, err := DealingOf(q, by, row)
	if err == nil && store.IsStale(seen, d.VersionSeen()) {
		err = web.ErrStale
	}
	return d, err
}

// own is the row of a listing and one of the actor's own buyers, or what would be it. A listing
// that the buyer does not see is not there where there is no row either.
func own(q *store.Q, by web.Actor, listingID, companyID string) (*Dealing, error) {
	if by.Viewer.IsBuyer() {
		if companyID != "" && companyID != by.Viewer.BuyerID {
			return nil, store.ErrNotFound
		}
		companyID = by.Viewer.BuyerID
	}
	if _, err := q.MaintainedCompany(by.Viewer, companyID); err != nil {
		return nil, err
	}
	n, err := q.NegotiationOf(listingID, companyID)
	var row *store.NegotiationRow
	if err == nil {
		row, err = q.NegotiationRow(by.Viewer, n.ID)
	}
	if errors.Is(err, store.ErrNotFound) {
		if by.Viewer.Team != "" { // a colleague's listing shows to everybody but him
			if _, err := q.Listing(by.Viewer, listingID); err != nil {
				return nil, err
			}
		}
		row, err = q.ShownNegotiation(listingID, companyID)
	}
	if err != nil {
		return nil, err
	}
	d, err := DealingOf(q, by, row)
	if err == nil && !d.exists() {
		d.hiddenRow = n
	}
	return d, err
}

// named is the row that an input names, as the caller saw it.
func named(q *store.Q, by web.Actor, in *RowInput) (*Dealing, error) {
	if in.BuyerNegotiationID != "" {
		return byID(q, by, in.BuyerNegotiationID, in.Version)
	}
	company := in.CompanyID
	if company == "" {
		company = in.BuyerCompanyID
	}
	d, err := own(q, by, in.SellerBusinessID, company)
	if err == nil && store.IsStale(in.Version, d.VersionSeen()) {
		err = web.ErrStale
	}
	return d, err
}

// moved is the answer of a write.
func (d *Dealing) moved() *MovedNegotiation {
	return &MovedNegotiation{BuyerNegotiationID: d.ID, SellerBusinessID: d.ListingID, Status: int(d.ShownStatus()),
		StatusLabel: d.ShownStatus().Label(), Version: d.VersionSeen()}
}

// VersionSeen is the row's as the actor's side has it: what the others do unseen does not move it. A
// bank on both sides sees all that happens.
func (d *Dealing) VersionSeen() int {
	switch cmp.Or(d.seenAs, d.As) {
	case deal.ActorBUY:
		return d.VersionBuyer
	case deal.ActorBF:
		return d.VersionBF
	case deal.ActorSF:
		return d.VersionSF
	}
	return d.Version
}

// Save writes the row, new or as it was read. event is what happened, by which those are known
// who can see it; "" is the actor's own side's alone.
func (d *Dealing) Save(tx *store.Tx, by web.Actor, event string) error {
	if d.hiddenRow != nil {
		d.takeOver()
	}
	if d.exists() {
		return tx.UpdateNegotiation(&d.Negotiation, by.ID(), d.sidesSeeing(event))
	}
	err := tx.CreateNegotiation(&d.Negotiation, by.ID())
	if errors.Is(err, store.ErrDuplicate) {
		return web.ErrStale
	}
	return err
}

// takeOver puts what a buyer did on a row that is new to it onto the one that is there. Where its bank
// had ended that one before it began, it begins now.
func (d *Dealing) takeOver() {
	n, did := *d.hiddenRow, &d.Negotiation
	n.Status, n.InterestStatus, n.InterestAt = did.Status, did.InterestStatus, did.InterestAt
	n.IsConsent, n.ConsentVersion, n.ConsentHash, n.ConsentUser = did.IsConsent, did.ConsentVersion, did.ConsentHash, did.ConsentUser
	n.ConsentIP, n.ConsentAt, n.ConsentFile = did.ConsentIP, did.ConsentAt, did.ConsentFile
	if n.EndReason != 0 {
		n.EndReason, n.EndComment, n.EndedBy, n.EndedAt = 0, "", "", web.ZeroTime
		if n.FinancialSupportStatus == int(deal.FinancingInterrupted) {
			n.FinancialSupportStatus = int(deal.FinancingUnchecked)
		}
	}
	d.found, d.Negotiation, d.hiddenRow = n, n, nil
}

// buyerKnows says that the row is there for the buyer.
func (d *Dealing) buyerKnows() bool { return !d.BuyerSince.IsZero() }

// keptFromBuyer are events that make nothing known to a buyer who knows nothing of the row yet, though one that knows of it reads them.
var keptFromBuyer = map[string]bool{string(deal.MoveEnd): true, "disposal": true, web.EventChangeBF: true, web.EventChangeSF: true,
	"offer_" + string(deal.OfferWithdraw): true}

// sidesSeeing are the sides that can see what an event makes of the row: who reads its line in the
// history, and who is shown a field that it changes besides.
func (d *Dealing) sidesSeeing(event string) string {
	was, is := &d.found, &d.Negotiation
	sides := d.sides()
	if event != "" {
		sides = history.ReadersOf(event, was.Status, d.EndedFrom)
	}
	if was.OfferSendStatus != is.OfferSendStatus {
		sides += store.SideBF + store.SideSF // an offer is SF's own, and BF's to pass on
	}
	if offerReachedBuyer(was) != offerReachedBuyer(is) {
		sides += store.SideBuyer
	}
	if financing := func(n *store.Negotiation) string {
		return deal.FinancingForSF(deal.FinancialSupportStatus(n.FinancialSupportStatus))
	}; financing(was) != financing(is) && deal.BuyerNameOpen(d.NegotiationStatus()) {
		sides += store.SideSF
	}
	if was.SFID != is.SFID && d.levelOf(deal.ActorBUY) >= disclosure.L3 {
		sides += store.SideBuyer
	}
	if !d.buyerKnows() && keptFromBuyer[event] {
		sides = strings.ReplaceAll(sides, store.SideBuyer, "")
	}
	return sides
}

// Note writes what happened into history and audit log.
func (d *Dealing) Note(tx *store.Tx, by web.Actor, side, event string, from, reason int, comment string) error {
	return d.noteMove(tx, by, side, event, from, MoveNote{reason: reason, Comment: comment})
}

func (d *Dealing) noteMove(tx *store.Tx, by web.Actor, side, event string, from int, note MoveNote) error {
	if err := tx.AddNegotiationHistory(store.NegotiationHistory{NegotiationID: d.ID, Actor: by.ID(), Side: side, Event: event,
		FromStatus: from, ToStatus: d.Status,
		Reason: note.reason, Comment: note.Comment, OwnerReason: note.ownerReason}); err != nil {
		return err
	}
	return tx.AddAudit(by.Line("negotiation."+event, "negotiation", d.ID, "ok", ""))
}

// Say writes system lines into the channels.
func (d *Dealing) Say(tx *store.Tx, lines ...deal.Line) error {
	for _, l := range lines {
		readers := ""
		for i, reads := range []bool{l.BUY && d.buyerKnows(), l.BF, l.SF} {
			if reads {
				readers += []string{store.SideBuyer, store.SideBF, store.SideSF}[i]
			}
		}
		if readers == "" {
			continue
		}
		if err := tx.CreateMessage(&store.Message{NegotiationID: d.ID, MessageType: int(deal.MessageSystem),
			OriginatorType: int(deal.OriginatorSystem), Body: l.Text, Readers: readers, AtStatus: d.Status}); err != nil {
			return err
		}
	}
	return nil
}

// Links of a negotiation for the mails of each side.
func (a Room) LinkFor(d *Dealing, side string) string {
	switch side {
	case SideBuyer:
		return a.BaseURL + "/seller-business/" + d.ListingID
	case SideSF:
		return a.BaseURL + "/seller-company-manage/seller-business/" + d.ListingID
	}
	return a.BaseURL + "/financial-support/seller-business/" + d.ListingID
}

// Tell mails one side of a negotiation (domain.md 7).
func (a Room) Tell(tx *store.Tx, d *Dealing, side string, kind mail.Kind, data mail.Data) error {
	if side == SideBuyer && !d.buyerKnows() {
		return nil
	}
	if d.IsNote && side != SideSF {
		return nil // only SF knows of the row: BF is told in the negotiation that it stands beside
	}
	data.CaseNumber, data.Link = web.CaseNumber("N", d.ID), a.LinkFor(d, side)
	switch side {
	case SideBuyer:
		return a.MailBuyer(tx, kind, d.BuyerCompanyID, d.ID, data)
	case SideSF:
		return persons.In(a.Platform).Mail(tx, kind, d.SFID, store.InChargeOfSF, d.ID, data)
	}
	return persons.In(a.Platform).Mail(tx, kind, d.BFID, store.InChargeOfBF, d.ID, data)
}

// tellOther mails the other bank; one bank on both sides is told where a second user must act.
func (a Room) tellOther(tx *store.Tx, d *Dealing, kind mail.Kind, data mail.Data, needsSecond bool) error {
	to := deal.OtherBank(d.As, needsSecond)
	if to == deal.ActorNone {
		return nil
	}
	return a.Tell(tx, d, sideName(to, ""), kind, data)
}
