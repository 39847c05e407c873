package negotiation

import (
	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/persons"
	"tsunagu/app/web"
	"tsunagu/store"
	"tsunagu/store/master"
)

// StartNegotiation begins the anonymous negotiation for a buyer in charge (domain.md 4: –, 0 → 1).
// Nothing here depends on who the seller is.
func (a Room) StartNegotiation(tx *store.Tx, by web.Actor, in *StartInput) (*MovedNegotiation, error) {
	d, err := named(&tx.Q, by, &in.RowInput)
	if err != nil {
		return nil, err
	}
	if _, err := a.Move(tx, by, d, deal.MoveInput{Kind: deal.MoveStart, Expected: &d.Facts.Status}, MoveNote{}); err != nil {
		return nil, err
	}
	return d.moved(), nil
}

// ExpressInterest is 興味あり of a buyer, or of its bank for it (domain.md 4: – → 0).
func (a Room) ExpressInterest(tx *store.Tx, by web.Actor, in *StartInput) (*MovedNegotiation, error) {
	return a.updateInterest(tx, by, &interestInput{RowInput: in.RowInput, InterestStatus: int(deal.InterestInterested)})
}

// updateInterest sets the interest (SPEC.md 4 Interest). 興味あり is a move of the negotiation;
// the others are a note on a row that has not begun. The comment goes to the bank as a message.
func (a Room) updateInterest(tx *store.Tx, by web.Actor, in *interestInput) (*MovedNegotiation, error) {
	var c web.Check
	c.Prose(in, "comment", "コメント", &in.Comment, false)
	c.Code("questionnaire", "理由", in.Questionnaire, false, func(k int) bool {
		i, ok := master.FindItem(master.Questionnaire, k)
		return ok && i.Type == "not_interested"
	})
	c.Ok(in.Questionnaire == 0 || in.InterestStatus == int(deal.InterestNotInterested), "questionnaire", "理由は「興味なし」のときに選んでください。")
	interest := deal.InterestStatus(in.InterestStatus)
	c.Ok(interest == deal.InterestNone || interest == deal.InterestNotInterested ||
		interest == deal.InterestInterested, "interestStatus", "興味の有無を選んでください。")
	if err := c.Err(); err != nil {
		return nil, err
	}
	d, err := named(&tx.Q, by, &in.RowInput)
	if err != nil {
		return nil, err
	}
	if !d.IsBuyerSide() {
		return nil, store.ErrNotFound
	}
	if d.IsTrial {
		return nil, web.Conflict(deal.NotAllowed, deal.TrialRefused)
	}
	// 興味あり said again by who knows of no version: nothing is done and nobody mailed again. Once a negotiation runs or
	// ended, the rules answer, and another reason for no interest is a change.
	isKnown := in.Version == nil && d.exists() && interest == deal.InterestInterested && d.InterestStatus == int(interest) &&
		d.NegotiationStatus() == deal.NegotiationNone
	switch {
	case isKnown:
	case interest == deal.InterestInterested:
		if _, err := a.Move(tx, by, d, deal.MoveInput{Kind: deal.MoveInterest, Expected: &d.Facts.Status}, MoveNote{}); err != nil {
			return nil, err
		}
	default:
		if d.NegotiationStatus() != deal.NegotiationNone {
			return nil, web.Conflict("not_allowed", "交渉が始まっているため、興味の有無は変更できません。見送る場合は、「交渉を見送る」から理由を添えて見送ってください。")
		}
		if d.Facts.BuyerStatus == deal.CompanyDisabled {
			return nil, web.Conflict("not_allowed", "この買手企業は無効になっています。有効に戻してから行ってください。")
		}
		if !d.Facts.ListingVisible {
			return nil, web.Conflict("not_allowed", "この売却案件は現在ご覧いただけません。")
		}
		d.InterestStatus, d.InterestAt = int(interest), tx.Now()
		if !d.exists() {
			d.StatusAt = tx.Now()
		}
		event := map[deal.InterestStatus]string{deal.InterestNone: "clear_interest", deal.InterestNotInterested: "not_interested"}[interest]
		if err := d.Save(tx, by, event); err != nil {
			return nil, err
		}
		if err := d.Note(tx, by, sideName(d.As, ""), event, d.Status, in.Questionnaire, ""); err != nil {
			return nil, err
		}
	}
	if action, ok := interest.Action(); ok && !isKnown {
		if err := tx.AddUserAction(by.ID(), d.ListingID, int(action), 0); err != nil {
			return nil, err
		}
	}
	if in.Comment != "" && d.As == deal.ActorBUY {
		if err := a.PostMessage(tx, by, d, d.message(by, deal.MessageBUYtoBF, deal.OriginatorBUY, in.Comment), ""); err != nil {
			return nil, err
		}
	}
	return d.moved(), nil
}

// ChangeStatus is NegotiationStatusChange: what the two banks do with a negotiation but the
// answer to a real-name request (domain.md 4).
func (a Room) ChangeStatus(tx *store.Tx, by web.Actor, in *StatusInput) (*MovedNegotiation, error) {
	var c web.Check
	c.Prose(in, "comment", "コメント", &in.Comment, false)
	if err := c.Err(); err != nil {
		return nil, err
	}
	d, err := byID(&tx.Q, by, in.BuyerNegotiationID, in.Version)
	if err != nil {
		return nil, err
	}
	kind := deal.MoveKind(in.Move)
	switch kind {
	case deal.MoveRequestRealName, deal.MoveConditions, deal.MoveProposeContract, deal.MoveWithdrawContract, deal.MoveConfirmContract,
		deal.MoveEnd, deal.MoveReopenAsk, deal.MoveReopenAgree:
	case "":
		ok := false
		if kind, ok = deal.MoveTo(d.Facts, deal.NegotiationStatus(in.Status), d.As); !ok {
			return nil, web.Invalid("status", "この状態へは変更できません。最新の内容を確認してください。")
		}
	default:
		return nil, web.Invalid("move", "この操作は受け付けられません。")
	}
	seen := deal.NegotiationStatus(in.FromStatus)
	note := MoveNote{Comment: in.Comment}
	if kind == deal.MoveEnd {
		note.reason = in.EndReason
	}
	if _, err := a.Move(tx, by, d, deal.MoveInput{Kind: kind, Expected: &seen, Reason: deal.EndReason(in.EndReason), Comment: in.Comment},
		note); err != nil {
		return nil, err
	}
	return d.moved(), nil
}

// ApproveNegotiation answers a real-name request: L4 opens, or the buyer's name closes again.
func (a Room) ApproveNegotiation(tx *store.Tx, by web.Actor, in *ApproveInput) (*MovedNegotiation, error) {
	var c web.Check
	c.Prose(in, "comment", "買手側金融機関への説明", &in.Comment, false)
	c.Prose(in, "ownerReason", "打診状況報告に載せる理由", &in.OwnerReason, false)
	if err := c.Err(); err != nil {
		return nil, err
	}
	d, err := byID(&tx.Q, by, in.BuyerNegotiationID, in.Version)
	if err != nil {
		return nil, err
	}
	seen := deal.NegotiationHope
	move, note := deal.MoveInput{Kind: deal.MoveApproveRealName, Expected: &seen}, MoveNote{Comment: in.Comment}
	if !in.IsApproval {
		if in.Status == 0 {
			in.Status = int(deal.NegotiationAnonymous) // the milder of the two, where the caller does not say
		}
		move.Kind, move.To, move.OwnerReason, note.ownerReason = deal.MoveRejectRealName, deal.NegotiationStatus(in.Status), in.OwnerReason, in.OwnerReason
		if d.IsSF() && !d.Facts.IsOneBank {
			if err := namesInReason(&tx.Q, d, "comment", in.Comment); err != nil {
				return nil, err
			}
		}
	}
	if _, err := a.Move(tx, by, d, move, note); err != nil {
		return nil, err
	}
	return d.moved(), nil
}

// UpdateNextAction sets 次回対応日 and 担当者 of the actor's own side (domain.md 4).
func UpdateNextAction(tx *store.Tx, by web.Actor, in *NextActionInput) (*MovedNegotiation, error) {
	d, err := byID(&tx.Q, by, in.BuyerNegotiationID, &in.Version)
	if err != nil {
		return nil, err
	}
	var c web.Check
	c.Date("date", "次回対応日", in.Date, false)
	if in.UserID != "" {
		may, err := persons.MayPlan(&tx.Q, by, in.UserID, d.ID)
		c.Ok(err == nil && may, "userId", "担当者は自機関の利用者から選んでください。")
	}
	if err := c.Err(); err != nil {
		return nil, err
	}
	if d.isBF() {
		d.NextActionBF, d.PersonBF = in.Date, in.UserID
	}
	if d.IsSF() {
		d.NextActionSF, d.PersonSF = in.Date, in.UserID
	}
	if err := d.Save(tx, by, ""); err != nil {
		return nil, err
	}
	return d.moved(), tx.AddAudit(by.Line("negotiation.next_action", "negotiation", d.ID, "ok", ""))
}

// confirmDisposal is 資料廃棄確認: BF confirms that the buyer's side disposed of what it got.
func (a Room) confirmDisposal(tx *store.Tx, by web.Actor, in *RealNameInput) (*MovedNegotiation, error) {
	d, err := byID(&tx.Q, by, in.BuyerNegotiationID, &in.Version)
	if err != nil {
		return nil, err
	}
	switch {
	case !d.isBF():
		return nil, store.ErrNotFound
	case d.NegotiationStatus() != deal.NegotiationBroken || d.EndedFrom == 0:
		return nil, web.Conflict("not_allowed", "資料廃棄確認は、始まった交渉が終了した後に行います。")
	case d.IsDisposalDone:
		return nil, web.Conflict("not_allowed", "資料廃棄確認は済んでいます。")
	}
	d.IsDisposalDone = true
	if err := d.Save(tx, by, "disposal"); err != nil {
		return nil, err
	}
	if err := d.Note(tx, by, SideBF, "disposal", d.Status, 0, ""); err != nil {
		return nil, err
	}
	if err := d.Say(tx, deal.Line{BUY: true, BF: true, SF: true, Text: "資料の廃棄を確認しました。"}); err != nil {
		return nil, err
	}
	return d.moved(), a.tellOther(tx, d, mail.NegotiationStatusChanged, mail.Data{}, false)
}
