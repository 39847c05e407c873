package deal

// effects are the effects of a move that Decide has allowed.
func effects(f NegotiationFacts, in MoveInput, a Actor) Effects {
	e := Effects{Status: f.Status, SellerApproval: f.SellerApproval, ContractProposed: f.ContractProposed, ReopenAsked: f.IsReopenAsked}
	if !f.Exists {
		e.CreateRow, e.Moved, e.Status = true, true, NegotiationNone
	}
	move := func(to NegotiationStatus) { e.Status, e.Moved = to, true }
	say := func(buy, bf, sf bool, text string) { e.Lines = append(e.Lines, Line{buy, bf, sf, text}) }

	switch in.Kind {
	case MoveInterest:
		e.SetInterest = true
		say(true, true, false, "買手が「興味あり」を登録しました。")
	case MoveStart:
		move(NegotiationAnonymous)
		e.OpensChannel = true
		say(true, true, true, "匿名交渉を開始しました。")
	case MoveConsent:
		e.SetConsent = true
		// SF learns of a row in status 0 only by an offer of its own, and of no other action on it.
		say(true, true, f.Exists && f.Status != NegotiationNone, "秘密保持契約の承諾を記録しました。")
	case MoveRealNameConsent:
		e.SetRealNameConsent = true
		say(true, true, false, "買手の実名開示同意を記録しました。")
	case MoveRequestRealName:
		move(NegotiationHope)
		e.SetRealNameRequested = true
		e.OpensBuyerName, e.JoinsNote = true, !f.IsOneBank
		e.AnswerDue = AddDays(f.Now, f.Periods.At(f.Now).AnswerDays)
		e.SellerApproval = SellerNotAsked
		say(true, true, true, "実名交渉を申請しました。回答期限は"+japaneseDate(e.AnswerDue)+"です。")
	case MoveAskOwner:
		e.SellerApproval = SellerAsked
		e.MailOwner, e.KillOwnerKey, e.CancelOwnerPaper = true, true, true
		say(false, false, true, "オーナーへ実名開示の承諾を依頼しました。")
	case MoveOwnerAgree:
		e.SellerApproval = SellerAgreed
		e.KillOwnerKey, e.CancelOwnerPaper = true, !goesOnPaper(in.Kind, a)
		say(false, false, true, "オーナーが実名の開示を承諾しました。")
	case MoveOwnerRefuse:
		e.SellerApproval = SellerRefused
		e.KillOwnerKey, e.CancelOwnerPaper = true, true
		say(false, false, true, "オーナーが実名の開示を拒否しました。")
	case MoveApproveRealName:
		move(NegotiationRealName)
		e.SetApproved, e.ApprovedByTwo = true, a == ActorBoth
		e.OpensL4 = true
		e.Ledger = "ネームクリア"
		say(true, true, true, "実名交渉が承認されました。")
	case MoveRejectRealName:
		move(in.To)
		e.SetRejected = true
		e.ClosesBuyerName, e.ClearRealNameConsent = true, true
		e.SellerApproval, e.KillOwnerKey, e.CancelOwnerPaper = SellerNotAsked, true, true
		say(true, true, true, "実名交渉は承認されませんでした。")
		if in.To == NegotiationBroken {
			e.EndReason = EndNameNotCleared
			end(&e, f)
		}
	case MoveConditions:
		move(NegotiationConditions)
		say(true, true, true, "条件交渉に進みました。")
	case MoveProposeContract:
		e.ContractProposed = sideOf(a)
		if a == ActorBoth {
			e.ContractProposed = SideBF
		}
		say(false, true, true, "成約が提案されました。相手方の確認を待っています。")
	case MoveWithdrawContract:
		e.ContractProposed = SideNone
		say(false, true, true, "成約の提案が取り下げられました。")
	case MoveConfirmContract:
		move(NegotiationSigned)
		e.ContractProposed = SideNone
		e.ListingConcluded, e.OthersEnd, e.OffersWithdrawn, e.ThreadsClosed = true, true, true, true
		e.ClosingDue = f.ClosingDate
		say(true, true, true, "成約しました。")
	case MoveUndoContract:
		move(NegotiationConditions)
		e.ListingReopened = true
		e.DropClosed, e.DropProposals = true, true
		say(true, true, true, "事務局が成約を取り消し、条件交渉に戻しました。")
	case MoveEnd:
		move(NegotiationBroken)
		e.EndReason, e.KeepEndComment = in.Reason, true
		end(&e, f)
		if f.Status != NegotiationNone || in.Reason == EndRecruitingClosed {
			say(true, true, f.Status != NegotiationNone, "交渉が終了しました（"+in.Reason.SharedLabel()+"）。")
		}
	case MoveStepBack:
		move(NegotiationBroken)
		e.EndReason, e.KeepEndComment = EndBuyerDeclined, true
		end(&e, f)
		say(true, true, true, "交渉が終了しました（"+e.EndReason.SharedLabel()+"）。")
	case MoveReopenAsk:
		e.ReopenAsked = true
		say(true, true, true, "交渉の再開が依頼されました。再開には、新たな秘密保持契約の承諾が必要です。")
	case MoveReopenAgree:
		move(NegotiationAnonymous)
		e.ReopenAsked = false
		e.SellerApproval = SellerNotAsked
		e.ClearEnd, e.FinancingTo0 = true, f.Financing == FinancingInterrupted // interrupted financing starts again
		say(true, true, true, "匿名交渉を再開しました。")
	}
	e.dates(f, in.Kind)
	e.Notices = notices(f, in.Kind, a, e)
	return e
}

// dates says which values get a new date.
func (e *Effects) dates(f NegotiationFacts, k MoveKind) {
	e.SetStarted = e.Status == NegotiationAnonymous && !f.HasStarted
	e.SellerApprovalMoved = e.SellerApproval != f.SellerApproval || k == MoveAskOwner
	e.ContractMoved = e.ContractProposed != f.ContractProposed
	e.ReopenMoved = e.ReopenAsked != f.IsReopenAsked
}

// end sets the effects that every end of a negotiation has (domain 4).
func end(e *Effects, f NegotiationFacts) {
	e.ClosesNames = f.Status == NegotiationHope || f.Status.NamesOpen()
	e.ClearConsent, e.ClearRealNameConsent = true, true
	e.FinancingTo9 = f.Financing != FinancingExecuted && f.Financing != FinancingDeclined && f.Financing != FinancingInterrupted
	e.SellerApproval, e.KillOwnerKey, e.CancelOwnerPaper = SellerNotAsked, true, true
	e.DropProposals = true
	e.ContractProposed = SideNone
	e.ReopenAsked = false
	e.AnswerDue = ""
	e.ThreadsClosed = true
	e.DisposalTask = f.Exists && f.Status != NegotiationNone
}
