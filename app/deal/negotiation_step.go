package deal

// StepLabels are the five steps of a negotiation (UI design, Tags).
var StepLabels = [5]string{"匿名", "実名希望", "実名", "条件", "成約"}

// Step is a negotiation's place among the five steps, and what each side must do now. A side with nothing to do has "".
type Step struct {
	Index int // 0 to 4; -1 before the first step and after the end
	Ended bool
	BUY   string
	BF    string
	SF    string
}

// StepOf returns the step of a negotiation (UI design: always shown with what each side must do now).
func StepOf(f NegotiationFacts) Step {
	s := Step{Index: int(f.Status) - 1}
	switch f.Status {
	case NegotiationNone:
		s.beforeStart(f)
	case NegotiationAnonymous:
		s.anonymous(f)
	case NegotiationHope:
		s.BUY = "売手側の回答を待っています。"
		s.BF = "売手側金融機関の回答を待っています。"
		switch {
		case f.IsAvoided:
			s.SF = "オーナーの打診しない先に一致しています。実名交渉を却下してください。"
		case f.SellerApproval == SellerNotAsked:
			s.SF = "オーナーへ実名開示の承諾を依頼してください。"
		case f.SellerApproval == SellerAsked:
			s.SF = "オーナーの回答を待っています。"
		case f.SellerApproval == SellerAgreed:
			s.SF = "オーナーが承諾しました。実名交渉を承認してください。"
		case f.SellerApproval == SellerRefused:
			s.SF = "オーナーが拒否しました。実名交渉を却下してください。"
		}
	case NegotiationRealName, NegotiationConditions, NegotiationSigned:
		s.named(f)
		s.facts(f)
	case NegotiationBroken:
		s.Index, s.Ended = -1, true
		s.broken(f)
	}
	return s
}

// facts puts a milestone that waits for a side's confirmation before everything else, because the deal waits for it.
func (s *Step) facts(f NegotiationFacts) {
	const ask, wait = "相手方の記録を確認するか、差し戻してください。", "相手方の確認を待っています。"
	switch {
	case f.FactWaitsBF && f.FactWaitsSF:
		s.BF, s.SF = ask, ask
	case f.FactWaitsBF:
		s.BF, s.SF = ask, wait
	case f.FactWaitsSF:
		s.BF, s.SF = wait, ask
	}
}

// named is the text for a step at which the names are open.
func (s *Step) named(f NegotiationFacts) {
	switch f.Status {
	case NegotiationRealName:
		next := "条件交渉へ進んでください。"
		switch {
		case f.TopInterviewDate == "":
			next = "トップ面談の日程を決めて、記録してください。"
		case f.IntentDate == "" || f.IntentPrice <= 0:
			next = "意向表明の日付と価格を記録し、双方で確認してください。"
		}
		s.BF, s.SF = next, next
		if f.TopInterviewDate == "" {
			s.BUY = "担当の金融機関とトップ面談の準備を進めてください。"
		} else {
			s.BUY = "担当の金融機関と意向表明・条件の検討を進めてください。"
		}
	case NegotiationConditions:
		s.conditions(f)
	case NegotiationSigned:
		if f.ClosedDate == "" {
			s.BF, s.SF = "クロージングの完了日と成約金額を記録してください。", "クロージングの完了日と成約金額を記録してください。"
		}
	}
}

func (s *Step) beforeStart(f NegotiationFacts) {
	switch {
	case f.Offer == OfferWaiting:
		s.BF = "オファーを確認し、買手へ送るか見送るかを決めてください。"
	case f.Interest == InterestInterested:
		s.BF = "買手が興味を示しています。匿名交渉を開始してください。"
		s.BUY = "担当の金融機関からの連絡をお待ちください。"
	case f.Interest == InterestNotInterested:
	case f.Offer == OfferSent || f.Offer == OfferOpened:
		s.BUY = "オファーを確認し、興味の有無を回答してください。"
		s.BF = "買手の回答を待っています。"
	default:
		s.BUY = "案件を確認し、興味の有無を回答してください。"
	}
}

func (s *Step) anonymous(f NegotiationFacts) {
	switch {
	case !f.IsConsent:
		s.BUY = "秘密保持契約の内容を確認し、承諾してください。"
		s.BF = "買手に秘密保持契約の承諾を依頼してください。"
	case !f.IsRealNameConsent:
		s.BUY = "実名で交渉したい場合は、実名の開示に同意してください。"
		s.BF = "買手の意向を確認し、実名開示の同意を得てください。"
	case !f.BuyerDetailsComplete:
		s.BF = "買手企業の詳細を登録してください。"
	default:
		s.BF = "実名交渉を申請してください。"
	}
	s.SF = "匿名での質問に回答してください。"
}

func (s *Step) conditions(f NegotiationFacts) {
	s.BUY = "担当の金融機関と条件の協議を進めてください。"
	switch {
	case f.ContractProposed == SideBF:
		s.SF = "成約が提案されています。内容を確認してください。"
		s.BF = "売手側金融機関の確認を待っています。"
	case f.ContractProposed == SideSF:
		s.BF = "成約が提案されています。内容を確認してください。"
		s.SF = "買手側金融機関の確認を待っています。"
	case f.ContractDate == "" || f.ClosingDate == "":
		s.BF = "最終契約日とクロージング予定日を記録し、双方で確認してください。"
		s.SF = s.BF
	default:
		s.BF = "成約を提案してください。"
		s.SF = s.BF
	}
}

func (s *Step) broken(f NegotiationFacts) {
	if f.EndedFrom != NegotiationNone {
		s.BUY = "受け取った資料を廃棄してください。"
		s.BF = "資料の廃棄を確認してください。"
	}
	if !f.IsReopenAsked {
		return
	}
	if f.consentedAnew() {
		s.SF = "再開の依頼があります。同意するかを決めてください。"
		return
	}
	s.BUY = "再開には、新たな秘密保持契約の承諾が必要です。"
	s.BF = "買手に新たな秘密保持契約の承諾を依頼してください。"
	s.SF = "再開の依頼があります。買手の承諾を待っています。"
}
