package deal

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
)

// TaskKind is a kind of work that waits for a bank (domain 9, /mypage).
type TaskKind string

// The kinds, the most urgent first; deadlines may change the order. TaskStart and TaskAnswer are equally urgent.
const (
	TaskDecide   TaskKind = "decide"
	TaskOffer    TaskKind = "offer"
	TaskUnread   TaskKind = "unread"
	TaskStart    TaskKind = "start"
	TaskAnswer   TaskKind = "answer"
	TaskClosing  TaskKind = "closing"
	TaskNext     TaskKind = "next"
	TaskDisposal TaskKind = "disposal"
	TaskListing  TaskKind = "listing"
	TaskTrial    TaskKind = "trial"
	TaskStalled  TaskKind = "stalled"
)

// TaskKinds are all kinds in the order of their urgency.
var TaskKinds = []TaskKind{TaskDecide, TaskOffer, TaskUnread, TaskStart, TaskAnswer, TaskClosing, TaskNext, TaskDisposal, TaskListing,
	TaskTrial, TaskStalled}

// Task is one thing to do, of one record.
type Task struct {
	Kind  TaskKind
	Title string // what to do
	As    Side   // of a negotiation: the side that has to do it
	Due   string // YYYY-MM-DD, "" where there is no deadline
	Rank  int    // smaller is more urgent
}

const (
	rankBlocks = iota // the other side waits for it, and the deal cannot go on
	rankOver
	rankToday
	rankSoon
	rankKinds // ranks of the kinds begin here
)

// IsUrgent says whether the deadline is over or near.
func (t Task) IsUrgent() bool { return t.Rank > rankBlocks && t.Rank < rankKinds }

const (
	TaskAheadDays = 3 // a deadline is shown so many days before
	TrialTaskDays = 7 // days before the end of a trial at which its bank gets a task
)

func taskOf(kind TaskKind, title, due string, now time.Time) Task {
	left, ok := DaysUntil(now, due)
	t := Task{Kind: kind, Title: title, Due: due, Rank: kindRank(kind)}
	switch {
	case ok && left < 0:
		t.Rank = rankOver
	case ok && left == 0:
		t.Rank = rankToday
	case ok && left <= TaskAheadDays:
		t.Rank = rankSoon
	}
	return t
}

func kindRank(kind TaskKind) int {
	if kind == TaskAnswer {
		kind = TaskStart
	}
	return rankKinds + slices.Index(TaskKinds, kind)
}

func taskSoon(day string, now time.Time) bool {
	left, ok := DaysUntil(now, day)
	return ok && left <= TaskAheadDays
}

// CompareTasks orders by urgency, then by deadline; callers may add further criteria.
func CompareTasks(a, b Task) int {
	none := func(day string) string { return cmp.Or(day, "9999") }
	return cmp.Or(cmp.Compare(a.Rank, b.Rank), strings.Compare(none(a.Due), none(b.Due)))
}

// NegotiationTaskFacts is what the tasks of a negotiation depend on, as far as the institution may know it.
type NegotiationTaskFacts struct {
	IsBF, IsSF     bool
	Status         NegotiationStatus // as shown to the institution
	IsApprovalMe   bool              // also true for a paper that waits for this user
	SellerApproval SellerApprovalStatus
	IsAvoided      bool // the buyer, whose name SF knows, is on the owner's 打診しない先
	Offer          OfferSendStatus
	Interest       InterestStatus
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

// NegotiationTasks are the tasks that an institution has in a negotiation now.
func NegotiationTasks(f NegotiationTaskFacts) []Task {
	var tasks []Task
	own := SideSF
	if f.IsBF {
		own = SideBF
	}
	add := func(kind TaskKind, as Side, due, title string) {
		t := taskOf(kind, title, due, f.Now)
		t.As = as
		tasks = append(tasks, t)
	}
	kind, as, title := f.decision()
	switch {
	case f.Status == NegotiationHope && f.IsSF && f.IsAvoided:
		add(TaskDecide, SideSF, f.AnswerDue, AvoidedTitle)
	case title != "" && (f.Status.NamesOpen() || f.Status == NegotiationSigned):
		add(kind, as, "", title)
		tasks[0].Rank = rankBlocks
	case title != "":
		add(kind, as, f.AnswerDue, title)
	case f.Status == NegotiationSigned && f.IsFactAsked:
		add(TaskClosing, own, f.ClosingDue, "クロージングの記録を、相手方に確認してもらう")
	case f.Status == NegotiationSigned && f.ClosingDue != "":
		add(TaskClosing, own, f.ClosingDue, "クロージングの完了日と成約金額を記録する")
	case f.Status == NegotiationHope && f.IsSF && f.SellerApproval == SellerNotAsked:
		add(TaskDecide, SideSF, f.AnswerDue, "オーナーへ実名開示の承諾を依頼する")
	case f.Status == NegotiationHope && taskSoon(f.AnswerDue, f.Now):
		when, whom, as := "近い", "売手側金融機関", SideBF
		if left, _ := DaysUntil(f.Now, f.AnswerDue); left < 0 {
			when = "過ぎた"
		}
		if f.IsSF {
			whom, as = "オーナー", SideSF
		}
		add(TaskAnswer, as, f.AnswerDue, fmt.Sprintf("回答期限が%s実名交渉を、%sに確かめる", when, whom))
	case f.Status == NegotiationNone && f.IsBF && f.Interest == InterestInterested:
		add(TaskStart, SideBF, "", "興味を示した買手のために、交渉を開始する")
	}
	if f.IsNoteWaiting {
		add(TaskOffer, SideBF, "", "交渉中の買手に届いたオファーを、買手へ送るか見送るか決める")
	}
	if f.IsDisposalDue {
		add(TaskDisposal, SideBF, "", disposalTitle(f.IsSteppedBack))
	}
	if f.Unread > 0 {
		add(TaskUnread, own, "", fmt.Sprintf("未読のメッセージ（%d件）を読む", f.Unread))
	}
	if t, ok := NextTask(f.NextAction, f.Now); ok {
		add(TaskNext, own, f.NextAction, t.Title)
	}
	return tasks
}

// NextTask is the task of a 次回対応日 that is near or over: a negotiation's or a company's.
func NextTask(day string, now time.Time) (Task, bool) {
	return taskOf(TaskNext, "次回対応日の用件を進める", day, now), taskSoon(day, now)
}

// Ask is what the institution has to decide or to record now, in the words of its task; "" for nothing.
func (f NegotiationTaskFacts) Ask() string {
	f.Unread, f.NextAction, f.IsDisposalDue = 0, "", false
	for _, t := range NegotiationTasks(f) {
		if t.Kind == TaskDecide || t.Kind == TaskOffer || t.Kind == TaskClosing {
			return t.Title
		}
	}
	return ""
}

// decision is what the institution can decide now, by the negotiation's status (domain 4).
func (f NegotiationTaskFacts) decision() (kind TaskKind, as Side, title string) {
	if !f.IsApprovalMe {
		return "", "", ""
	}
	const offer = "届いたオファーを、買手へ送るか見送るか決める"
	switch f.Status {
	case NegotiationNone:
		return TaskOffer, SideBF, offer
	case NegotiationAnonymous:
		return TaskDecide, SideBF, "実名開示同意の書面を確認する"
	case NegotiationHope:
		switch f.SellerApproval {
		case SellerAgreed:
			return TaskDecide, SideSF, "実名交渉を承認する"
		case SellerRefused:
			return TaskDecide, SideSF, "実名交渉を却下する"
		}
		return TaskDecide, SideSF, "オーナー承諾の書面を確認する"
	case NegotiationRealName, NegotiationConditions, NegotiationSigned:
		as = SideSF
		if f.IsBF {
			as = SideBF
		}
		if f.IsFactAsked {
			return TaskDecide, as, "相手方が記録した日程・条件を確認する"
		}
		return TaskDecide, as, "提案された成約を確認する"
	case NegotiationBroken:
		if f.Offer == OfferWaiting {
			return TaskOffer, SideBF, offer
		}
		return TaskDecide, SideSF, "交渉の再開に同意するか決める"
	}
	return "", "", ""
}

// StalledBefore is a moment: a live negotiation that last moved before it is a task, if it has no other task.
func (t Terms) StalledBefore(now time.Time) time.Time {
	day, _ := ParseDate(AddDays(now, 1-t.StalledPersonDays))
	return day
}

// StalledTask is the task of a negotiation that has not moved.
func StalledTask(f NegotiationTaskFacts) Task {
	left, _ := DaysUntil(f.Now, Date(f.Moved))
	t := taskOf(TaskStalled, fmt.Sprintf("%d日間動きがない交渉を確かめる", -left), "", f.Now)
	t.As = SideSF
	if f.IsBF {
		t.As = SideBF
	}
	return t
}

// ListingTask is the task of a bank about its listing: it was sent back, or its period is near its
// end or over. shown is its status today, dueDate that of the content which the bank edits.
func (t Terms) ListingTask(shown ListingStatus, dueDate string, now time.Time) (Task, bool) {
	left, ok := DaysUntil(now, dueDate)
	switch {
	case shown == ListingRemand:
		return taskOf(TaskListing, "差戻された案件を直す", "", now), true
	case shown == ListingOutsidePeriod && ok && left < 0:
		return taskOf(TaskListing, "公開期限が過ぎた案件を延長するか、取り下げる", dueDate, now), true
	case shown == ListingShowing && ok && left <= t.PeriodFirstDays:
		return taskOf(TaskListing, "公開期限が近い案件を延長するか決める", dueDate, now), true
	}
	return Task{}, false
}

// ApprovalTask is the task about a listing that waits for its approval: to confirm a paper as a
// second person, or to send a new link in place of an expired one.
func ApprovalTask(isPaper, canConfirm, isExpired bool) (Task, bool) {
	switch {
	case isPaper && canConfirm:
		return Task{Kind: TaskDecide, Title: "売手の承諾書を確かめて、案件を公開する", Rank: kindRank(TaskDecide)}, true
	case !isPaper && isExpired:
		return Task{Kind: TaskListing, Title: "期限が切れた承認依頼を、もう一度送る", Rank: kindRank(TaskListing)}, true
	}
	return Task{}, false
}

// BuyerTask is the task about a buyer's own registration that waits for its bank (domain 6).
func BuyerTask() Task {
	return Task{Kind: TaskDecide, Title: "買手の登録内容を確かめて、承認するか差戻す", Rank: kindRank(TaskDecide)}
}

// UserTask is the task about a user whom a buyer has added and whom its bank has to approve (domain 6).
func UserTask() Task {
	return Task{Kind: TaskDecide, Title: "買手が追加したユーザを確かめて、承認する", Rank: kindRank(TaskDecide)}
}

// TrialTask is the task about a trial whose last day is near or over (domain 6). Its deadline does
// not make it more urgent, because nothing is lost by it.
func TrialTask(lastDay string, now time.Time) (Task, bool) {
	left, ok := DaysUntil(now, lastDay)
	if !ok || left > TrialTaskDays {
		return Task{}, false
	}
	title := "お試しが終わる買手を、本登録に進める"
	if left < 0 {
		title = "お試しが終わった買手を、本登録に進める"
	}
	return Task{Kind: TaskTrial, Title: title, Due: lastDay, Rank: kindRank(TaskTrial)}, true
}

// disposalTitle is the title of the task after an end; it also tells the bank that its buyer stepped back.
func disposalTitle(isSteppedBack bool) string {
	if isSteppedBack {
		return "買手が見送った理由を確かめ、受け取った資料の廃棄を記録する"
	}
	return "受け取った資料を廃棄して、確認を記録する"
}
