package task

import (
	"fmt"
	"time"

	"tsunagu/app/deal"
)

// NegotiationFacts is what the tasks of a negotiation depend on, as far as the institution may know it.
type NegotiationFacts struct {
	IsBF, IsSF     bool
	Status         deal.NegotiationStatus // as shown to the institution
	IsApprovalMe   bool                   // also true for a paper that waits for this user
	SellerApproval deal.SellerApprovalStatus
	IsAvoided      bool // the buyer, whose name SF knows, is on the owner's 打診しない先
	Offer          deal.OfferSendStatus
	Interest       deal.InterestStatus
	IsNoteWaiting  bool   // an offer beside the negotiation waits for BF
	IsFactAsked    bool   // a recorded fact waits for somebody
	ClosingDue     string // of a signed deal that is not closed
	AnswerDue      string
	NextAction     string
	IsDisposalDue  bool
	IsSteppedBack  bool // the buyer itself ended it
	Unread         int
	Moved          time.Time // last movement that this side can see
	Now            time.Time
}

// OfNegotiation are the tasks that an institution has in a negotiation now.
func OfNegotiation(f NegotiationFacts) []Task {
	var tasks []Task
	own := deal.SideSF
	if f.IsBF {
		own = deal.SideBF
	}
	add := func(kind Kind, as deal.Side, due, title string) {
		t := taskOf(kind, title, due, f.Now)
		t.As = as
		tasks = append(tasks, t)
	}
	kind, as, title := f.decision()
	switch {
	case f.Status == deal.NegotiationHope && f.IsSF && f.IsAvoided:
		add(Decide, deal.SideSF, f.AnswerDue, deal.AvoidedTitle)
	case title != "" && (f.Status.NamesOpen() || f.Status == deal.NegotiationSigned):
		add(kind, as, "", title)
		tasks[0].Rank = rankBlocks
	case title != "":
		add(kind, as, f.AnswerDue, title)
	case f.Status == deal.NegotiationSigned && f.IsFactAsked:
		add(Closing, own, f.ClosingDue, "クロージングの記録を、相手方に確認してもらう")
	case f.Status == deal.NegotiationSigned && f.ClosingDue != "":
		add(Closing, own, f.ClosingDue, "クロージングの完了日と成約金額を記録する")
	case f.Status == deal.NegotiationHope && f.IsSF && f.SellerApproval == deal.SellerNotAsked:
		add(Decide, deal.SideSF, f.AnswerDue, "オーナーへ実名開示の承諾を依頼する")
	case f.Status == deal.NegotiationHope && taskSoon(f.AnswerDue, f.Now):
		when, whom, as := "近い", "売手側金融機関", deal.SideBF
		if left, _ := deal.DaysUntil(f.Now, f.AnswerDue); left < 0 {
			when = "過ぎた"
		}
		if f.IsSF {
			whom, as = "オーナー", deal.SideSF
		}
		add(Answer, as, f.AnswerDue, fmt.Sprintf("回答期限が%s実名交渉を、%sに確かめる", when, whom))
	case f.Status == deal.NegotiationNone && f.IsBF && f.Interest == deal.InterestInterested:
		add(Start, deal.SideBF, "", "興味を示した買手のために、交渉を開始する")
	}
	if f.IsNoteWaiting {
		add(Offer, deal.SideBF, "", "交渉中の買手に届いたオファーを、買手へ送るか見送るか決める")
	}
	if f.IsDisposalDue {
		add(Disposal, deal.SideBF, "", disposalTitle(f.IsSteppedBack))
	}
	if f.Unread > 0 {
		add(Unread, own, "", fmt.Sprintf("未読のメッセージ（%d件）を読む", f.Unread))
	}
	if t, ok := OfNextAction(f.NextAction, f.Now); ok {
		add(Next, own, f.NextAction, t.Title)
	}
	return tasks
}

// OfNextAction is the task of a 次回対応日 that is near or over: a negotiation's or a company's.
func OfNextAction(day string, now time.Time) (Task, bool) {
	return taskOf(Next, "次回対応日の用件を進める", day, now), taskSoon(day, now)
}

// Ask is what the institution has to decide or to record now, in the words of its task; "" for nothing.
func (f NegotiationFacts) Ask() string {
	f.Unread, f.NextAction, f.IsDisposalDue = 0, "", false
	for _, t := range OfNegotiation(f) {
		if t.Kind == Decide || t.Kind == Offer || t.Kind == Closing {
			return t.Title
		}
	}
	return ""
}

// decision is what the institution can decide now, by the negotiation's status (domain 4).
func (f NegotiationFacts) decision() (kind Kind, as deal.Side, title string) {
	if !f.IsApprovalMe {
		return "", "", ""
	}
	const offer = "届いたオファーを、買手へ送るか見送るか決める"
	switch f.Status {
	case deal.NegotiationNone:
		return Offer, deal.SideBF, offer
	case deal.NegotiationAnonymous:
		return Decide, deal.SideBF, "実名開示同意の書面を確認する"
	case deal.NegotiationHope:
		switch f.SellerApproval {
		case deal.SellerAgreed:
			return Decide, deal.SideSF, "実名交渉を承認する"
		case deal.SellerRefused:
			return Decide, deal.SideSF, "実名交渉を却下する"
		}
		return Decide, deal.SideSF, "オーナー承諾の書面を確認する"
	case deal.NegotiationRealName, deal.NegotiationConditions, deal.NegotiationSigned:
		as = deal.SideSF
		if f.IsBF {
			as = deal.SideBF
		}
		if f.IsFactAsked {
			return Decide, as, "相手方が記録した日程・条件を確認する"
		}
		return Decide, as, "提案された成約を確認する"
	case deal.NegotiationBroken:
		if f.Offer == deal.OfferWaiting {
			return Offer, deal.SideBF, offer
		}
		return Decide, deal.SideSF, "交渉の再開に同意するか決める"
	}
	return "", "", ""
}

// StalledBefore is a moment: a live negotiation that last moved before it is a task, if it has no other task.
func StalledBefore(t deal.Terms, now time.Time) time.Time {
	day, _ := deal.ParseDate(deal.AddDays(now, 1-t.StalledPersonDays))
	return day
}

// OfStalled is the task of a negotiation that has not moved.
func OfStalled(f NegotiationFacts) Task {
	left, _ := deal.DaysUntil(f.Now, deal.Date(f.Moved))
	t := taskOf(Stalled, fmt.Sprintf("%d日間動きがない交渉を確かめる", -left), "", f.Now)
	t.As = deal.SideSF
	if f.IsBF {
		t.As = deal.SideBF
	}
	return t
}

// disposalTitle is the title of the task after an end; it also tells the bank that its buyer stepped back.
func disposalTitle(isSteppedBack bool) string {
	if isSteppedBack {
		return "買手が見送った理由を確かめ、受け取った資料の廃棄を記録する"
	}
	return "受け取った資料を廃棄して、確認を記録する"
}
