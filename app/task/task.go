package task

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"tsunagu/app/deal"
)

// Kind is a kind of work that waits for a bank (domain 9, /mypage).
type Kind string

// The kinds, the most urgent first; deadlines may change the order. Start and Answer are equally urgent.
const (
	Decide   Kind = "decide"
	Offer    Kind = "offer"
	Unread   Kind = "unread"
	Start    Kind = "start"
	Answer   Kind = "answer"
	Closing  Kind = "closing"
	Next     Kind = "next"
	Duty     Kind = "duty"
	Disposal Kind = "disposal"
	Listing  Kind = "listing"
	Trial    Kind = "trial"
	Stalled  Kind = "stalled"
)

// Kinds are all kinds in the order of their urgency.
var Kinds = []Kind{Decide, Offer, Unread, Start, Answer, Closing, Next, Duty, Disposal, Listing,
	Trial, Stalled}

// Task is one thing to do, of one record.
type Task struct {
	Kind  Kind
	Title string    // what to do
	As    deal.Side // of a negotiation: the side that has to do it
	Due   string    // YYYY-MM-DD, "" where there is no deadline
	Rank  int       // smaller is more urgent
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
	AheadDays = 3 // a deadline is shown so many days before
	TrialDays = 7 // days before the end of a trial at which its bank gets a task
)

func taskOf(kind Kind, title, due string, now time.Time) Task {
	left, ok := deal.DaysUntil(now, due)
	t := Task{Kind: kind, Title: title, Due: due, Rank: kindRank(kind)}
	switch {
	case ok && left < 0:
		t.Rank = rankOver
	case ok && left == 0:
		t.Rank = rankToday
	case ok && left <= AheadDays:
		t.Rank = rankSoon
	}
	return t
}

func kindRank(kind Kind) int {
	if kind == Answer {
		kind = Start
	}
	return rankKinds + slices.Index(Kinds, kind)
}

func taskSoon(day string, now time.Time) bool {
	left, ok := deal.DaysUntil(now, day)
	return ok && left <= AheadDays
}

// Compare orders by urgency, then by deadline; callers may add further criteria.
func Compare(a, b Task) int {
	none := func(day string) string { return cmp.Or(day, "9999") }
	return cmp.Or(cmp.Compare(a.Rank, b.Rank), strings.Compare(none(a.Due), none(b.Due)))
}

// OfListing is the task of a bank about its listing: it was sent back, or its period is near its
// end or over. shown is its status today, dueDate that of the content which the bank edits.
func OfListing(t deal.Terms, shown deal.ListingStatus, dueDate string, now time.Time) (Task, bool) {
	left, ok := deal.DaysUntil(now, dueDate)
	switch {
	case shown == deal.ListingRemand:
		return taskOf(Listing, "差戻された案件を直す", "", now), true
	case shown == deal.ListingOutsidePeriod && ok && left < 0:
		return taskOf(Listing, "公開期限が過ぎた案件を延長するか、取り下げる", dueDate, now), true
	case shown == deal.ListingShowing && ok && left <= t.PeriodFirstDays:
		return taskOf(Listing, "公開期限が近い案件を延長するか決める", dueDate, now), true
	}
	return Task{}, false
}

// OfApproval is the task about a listing that waits for its approval: to confirm a paper as a
// second person, or to send a new link in place of an expired one.
func OfApproval(isPaper, canConfirm, isExpired bool) (Task, bool) {
	switch {
	case isPaper && canConfirm:
		return Task{Kind: Decide, Title: "売手の承諾書を確かめて、案件を公開する", Rank: kindRank(Decide)}, true
	case !isPaper && isExpired:
		return Task{Kind: Listing, Title: "期限が切れた承認依頼を、もう一度送る", Rank: kindRank(Listing)}, true
	}
	return Task{}, false
}

// OfBuyer is the task about a buyer's own registration that waits for its bank (domain 6).
func OfBuyer() Task {
	return Task{Kind: Decide, Title: "買手の登録内容を確かめて、承認するか差戻す", Rank: kindRank(Decide)}
}

// OfUser is the task about a user whom a buyer has added and whom its bank has to approve (domain 6).
func OfUser() Task {
	return Task{Kind: Decide, Title: "買手が追加したユーザを確かめて、承認する", Rank: kindRank(Decide)}
}

// OfTrial is the task about a trial whose last day is near or over (domain 6). Its deadline does
// not make it more urgent, because nothing is lost by it.
func OfTrial(lastDay string, now time.Time) (Task, bool) {
	left, ok := deal.DaysUntil(now, lastDay)
	if !ok || left > TrialDays {
		return Task{}, false
	}
	title := "お試しが終わる買手を、本登録に進める"
	if left < 0 {
		title = "お試しが終わった買手を、本登録に進める"
	}
	return Task{Kind: Trial, Title: title, Due: lastDay, Rank: kindRank(Trial)}, true
}

// OfHeld is the task about a text with a name that may not be sent yet: a user who can confirm
// decides, and the writer edits what was sent back (domain 0.7).
func OfHeld(s deal.HeldState, canConfirm, isMine bool) (Task, bool) {
	switch {
	case s == deal.HeldWaiting && canConfirm:
		return Task{Kind: Decide, Title: "名前を含む文面を、送ってよいか確かめる", Rank: rankBlocks}, true
	case s == deal.HeldReturned && isMine:
		return Task{Kind: Decide, Title: "差し戻された文面を直すか、取り下げる", Rank: kindRank(Decide)}, true
	}
	return Task{}, false
}

// OfSignedCopy is the task about the signed copy of a paper that waits for a second user (papers.md 2). label is the paper's kind.
func OfSignedCopy(label string) Task {
	return Task{Kind: Decide, Title: "署名済みの控え（" + label + "）を、二人目として確認する", Rank: kindRank(Decide)}
}

// DutyAheadDays are the days before the end of a duty's validity at which its bank gets a task.
const DutyAheadDays = 14

// OfReport is the task of the seller's bank when the buyer's has told it of its look into the buyer (compliance.md 2).
func OfReport() Task {
	return Task{Kind: Duty, Title: "届いた買手調査の報告を見て、売手に伝えることを記録する", Rank: kindRank(Duty)}
}

// OfDuty is the task about a duty of the desk, or about the waiver of one: to confirm it as a second user, or to do it anew before it
// lapses (compliance.md 1). label is the kind's.
func OfDuty(label, validUntil string, isWaiting, isWaiver, canConfirm bool, now time.Time) (Task, bool) {
	switch left, ok := deal.DaysUntil(now, validUntil); {
	case isWaiver && canConfirm:
		return Task{Kind: Decide, Title: "確認事項（" + label + "）の省略を認めるか決める", Rank: kindRank(Decide)}, true
	case isWaiting && canConfirm:
		return Task{Kind: Decide, Title: "確認事項（" + label + "）を、二人目として確認する", Rank: kindRank(Decide)}, true
	case isWaiver, isWaiting, !ok, left > DutyAheadDays:
		return Task{}, false
	case left < 0:
		return taskOf(Duty, "期限が切れた確認事項（"+label+"）を、もう一度行う", validUntil, now), true
	}
	return taskOf(Duty, "期限が近い確認事項（"+label+"）を、もう一度行う", validUntil, now), true
}

// OfAftercare is the task of the seller's bank on the day of a look after a deal was signed, until it is recorded (compliance.md 2).
func OfAftercare(due string, now time.Time) (Task, bool) {
	if left, ok := deal.DaysUntil(now, due); !ok || left > 0 {
		return Task{}, false
	}
	return taskOf(Duty, "成約後の確認を記録する（約束が守られているか）", due, now), true
}
