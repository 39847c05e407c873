package negotiation

import (
	"time"

	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/web"
	"tsunagu/store"
)

// MoveNote is what is written down with a move beside what deal decides.
type MoveNote struct {
	reason  int    // of the history line: an end reason, a questionnaire key
	Comment string // the side's own words

	ownerReason string // what the owner is told of a refusal
}

// Move decides a move and stores all that it does, in the transaction of its caller.
func (a Room) Move(tx *store.Tx, by web.Actor, d *Dealing, in deal.MoveInput, note MoveNote) (deal.Effects, error) {
	e, refusal := deal.Decide(d.Facts, in, d.As)
	if refusal != nil {
		return e, refusal
	}
	return e, a.apply(tx, by, d, in, e, note)
}

// apply stores the effects of a move (deal.Effects) in one transaction.
func (a Room) apply(tx *store.Tx, by web.Actor, d *Dealing, in deal.MoveInput, e deal.Effects, note MoveNote) error {
	n, now, from := &d.Negotiation, tx.Now(), d.Status
	side := sideName(d.As, in.Kind)
	if n.Status != int(e.Status) || e.CreateRow {
		n.Status, n.StatusAt = int(e.Status), now
	}
	if e.Moved {
		n.AnswerDue = e.AnswerDue
	}
	if n.Status == int(deal.NegotiationAnonymous) && n.StartedAt.IsZero() {
		n.StartedAt = now
	}
	if e.SetInterest {
		n.InterestStatus, n.InterestAt = int(deal.InterestInterested), now
	}
	if e.SetConsent {
		n.IsConsent, n.ConsentUser, n.ConsentIP, n.ConsentAt = true, by.ID(), by.IP, now
	}
	if e.ClearConsent {
		n.IsConsent, n.ConsentVersion, n.ConsentHash, n.ConsentUser, n.ConsentIP, n.ConsentFile = false, 0, "", "", "", nil
		n.ConsentAt = web.ZeroTime
	}
	if e.SetRealNameConsent {
		n.RealNameConsentAt, n.RealNameConsentUser = now, by.ID()
		if d.paper != nil {
			n.RealNameConsentUser, n.RealNameConsentSecond = d.paper.RequestedBy, by.ID()
		}
	}
	if e.ClearRealNameConsent {
		n.RealNameConsentAt, n.RealNameConsentUser, n.RealNameConsentSecond = web.ZeroTime, "", ""
		if err := tx.CancelPapers(store.PaperRealNameConsent, n.ID); err != nil {
			return err
		}
	}
	if n.SellerApprovalStatus != int(e.SellerApproval) || in.Kind == deal.MoveAskOwner {
		n.SellerApprovalStatus, n.SellerApprovalAt = int(e.SellerApproval), now
	}
	if e.KillOwnerKey && d.exists() {
		if err := tx.RevokeLinkKeys(store.LinkOwnerConsent, n.ID, string(in.Kind)); err != nil {
			return err
		}
		if in.Kind != deal.MoveOwnerAgree || d.paper == nil {
			if err := tx.CancelPapers(store.PaperOwnerConsent, n.ID); err != nil {
				return err
			}
		}
	}
	if s := sideOf(e.ContractProposed); n.ContractProposedBy != s {
		n.ContractProposedBy, n.ContractProposedAt = s, now
	}
	switch {
	case e.ReopenAsked && n.ReopenAskedAt.IsZero():
		n.ReopenAskedAt = now
	case !e.ReopenAsked:
		n.ReopenAskedAt = web.ZeroTime
	}
	switch in.Kind {
	case deal.MoveRequestRealName:
		n.RealNameRequestedAt = now
	case deal.MoveApproveRealName:
		n.ApprovedAt, n.ApprovedBy = now, by.ID()
		if d.As == deal.ActorBoth {
			if h, err := tx.LastNegotiationEvent(n.ID, string(deal.MoveRequestRealName)); err != nil {
				return err
			} else {
				n.ApprovedBy, n.ApprovedSecond = h.Actor, by.ID()
			}
		}
	case deal.MoveRejectRealName:
		n.RejectedAt, n.RejectReason = now, note.Comment
	case deal.MoveReopenAgree:
		// What ended begins anew: the financing too, which the end had broken off.
		n.EndReason, n.EndComment, n.EndedBy, n.IsDisposalDone = 0, "", "", false
		if n.FinancialSupportStatus == int(deal.FinancingInterrupted) {
			n.FinancialSupportStatus = int(deal.FinancingUnchecked)
		}
	}
	if e.FinancingTo9 {
		n.FinancialSupportStatus = int(deal.FinancingInterrupted)
	}
	if e.EndReason != 0 {
		n.EndReason, n.EndedBy, n.EndedAt, n.EndedFrom, n.IsDisposalDone = int(e.EndReason), side, now, from, false
		if in.Kind == deal.MoveEnd || in.Kind == deal.MoveStepBack {
			n.EndComment = note.Comment
		}
	}
	if err := closeFacts(tx, d, in.Kind, e); err != nil {
		return err
	}
	var joined *store.Negotiation
	if deal.BuyerNameOpen(deal.NegotiationStatus(n.Status)) && !deal.BuyerNameOpen(deal.NegotiationStatus(from)) && n.BFID != n.SFID {
		var err error
		if joined, err = joinedNote(tx, n); err != nil {
			return err
		}
	}
	if err := d.Save(tx, by, string(in.Kind)); err != nil {
		return err
	}
	if joined != nil {
		if err := tx.JoinNote(joined, n); err != nil {
			return err
		}
	}
	if err := d.noteMove(tx, by, side, string(in.Kind), from, note); err != nil {
		return err
	}
	if e.ThreadsClosed {
		if err := tx.ReturnHeldTexts(n.ID, "交渉が終わったため、送信されませんでした。"); err != nil {
			return err
		}
	}
	if err := d.Say(tx, e.Lines...); err != nil {
		return err
	}
	if e.OpensL4 {
		if err := tx.AddLedger(store.LedgerLine{Kind: "nameclear", ListingID: n.ListingID, CompanyID: d.SellerCompanyID, BuyerCompanyID: n.BuyerCompanyID, NegotiationID: n.ID, Level: int(deal.L4),
			UserID: by.ID(), ClientID: n.BuyerCompanyID, InstitutionID: n.BFID, Basis: "オーナーの承諾、売手側金融機関の承認", Subject: e.Ledger, IP: by.IP}); err != nil {
			return err
		}
	}
	if e.ListingConcluded {
		if err := a.concludeListing(tx, by, d); err != nil {
			return err
		}
	}
	return a.mailMove(tx, by, d, in, e)
}

// sideOf is how a side of deal's is stored.
func sideOf(s deal.Side) string {
	switch s {
	case deal.SideBF:
		return SideBF
	case deal.SideSF:
		return SideSF
	}
	return ""
}

// mailMove tells those whom domain.md 7 names.
func (a Room) mailMove(tx *store.Tx, by web.Actor, d *Dealing, in deal.MoveInput, e deal.Effects) error {
	switch in.Kind {
	case deal.MoveInterest:
		if d.As == deal.ActorBUY {
			return a.Tell(tx, d, SideBF, mail.Interest, mail.Data{})
		}
	case deal.MoveStart:
		return a.tellOther(tx, d, mail.NegotiationStarted, mail.Data{}, false)
	case deal.MoveRequestRealName:
		due, _ := deal.ParseDate(e.AnswerDue)
		due = due.Add(24*time.Hour - time.Minute) // the whole day
		return a.tellOther(tx, d, mail.RealNameRequested, mail.Data{Expires: due}, true)
	case deal.MoveApproveRealName:
		if err := a.Tell(tx, d, SideBuyer, mail.RealNameDecided, mail.Data{}); err != nil {
			return err
		}
		return a.tellOther(tx, d, mail.RealNameDecided, mail.Data{}, false)
	case deal.MoveRejectRealName:
		if e.Status == deal.NegotiationBroken {
			if err := a.Tell(tx, d, SideBuyer, mail.NegotiationStatusChanged, mail.Data{}); err != nil {
				return err
			}
		}
		return a.tellOther(tx, d, mail.RealNameDecided, mail.Data{}, false)
	case deal.MoveOwnerAgree, deal.MoveOwnerRefuse:
		if d.As == deal.ActorSeller {
			return a.Tell(tx, d, SideSF, mail.OwnerConsentAnswered, mail.Data{})
		}
	case deal.MoveConditions, deal.MoveWithdrawContract, deal.MoveReopenAgree:
		return a.tellOther(tx, d, mail.NegotiationStatusChanged, mail.Data{}, false)
	case deal.MoveUndoContract:
		for _, side := range []string{SideBuyer, SideBF, SideSF} {
			if side == SideSF && d.SFID == d.BFID {
				continue // it has been told as BF
			}
			if err := a.Tell(tx, d, side, mail.NegotiationStatusChanged, mail.Data{}); err != nil {
				return err
			}
		}
	case deal.MoveProposeContract, deal.MoveReopenAsk:
		return a.tellOther(tx, d, mail.NegotiationStatusChanged, mail.Data{}, true)
	case deal.MoveStepBack:
		if err := a.Tell(tx, d, SideBF, mail.NegotiationStatusChanged, mail.Data{}); err != nil || d.SFID == d.BFID {
			return err // it has been told as BF
		}
		return a.Tell(tx, d, SideSF, mail.NegotiationStatusChanged, mail.Data{})
	case deal.MoveConfirmContract, deal.MoveEnd:
		// Who reads no line of it is not told by mail either: an end before the beginning.
		var tell deal.Line
		for _, l := range e.Lines {
			tell = deal.Line{BUY: tell.BUY || l.BUY, BF: tell.BF || l.BF, SF: tell.SF || l.SF}
		}
		if tell.BUY {
			if err := a.Tell(tx, d, SideBuyer, mail.NegotiationStatusChanged, mail.Data{}); err != nil {
				return err
			}
		}
		if d.As == deal.ActorSystem && tell.BF {
			return a.Tell(tx, d, SideBF, mail.NegotiationStatusChanged, mail.Data{})
		}
		if tell.SF {
			return a.tellOther(tx, d, mail.NegotiationStatusChanged, mail.Data{}, false)
		}
	}
	return nil
}
