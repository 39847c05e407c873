package task

import (
	"slices"
	"testing"
	"time"

	"tsunagu/app/deal"
)

var taskNow = time.Date(2026, 11, 21, 3, 0, 0, 0, time.UTC)

// The tasks of a negotiation, and the side that has to do them (domain 9, /mypage).
func TestNegotiationTasks(t *testing.T) {
	moved := taskNow.AddDate(0, 0, -1)
	for _, c := range []struct {
		name string
		f    NegotiationFacts
		want []string
	}{
		{"nothing to do", NegotiationFacts{IsBF: true, Status: deal.NegotiationAnonymous}, nil},
		{"unread", NegotiationFacts{IsBF: true, Status: deal.NegotiationAnonymous, Unread: 2}, []string{"unread BF 未読のメッセージ（2件）を読む"}},
		{"unread by the seller's bank", NegotiationFacts{IsSF: true, Status: deal.NegotiationAnonymous, Unread: 1},
			[]string{"unread SF 未読のメッセージ（1件）を読む"}},
		{"interest of a buyer in charge", NegotiationFacts{IsBF: true, Interest: deal.InterestInterested},
			[]string{"start BF 興味を示した買手のために、交渉を開始する"}},
		{"not interested", NegotiationFacts{IsBF: true, Interest: 1}, nil},
		{"interest that the seller's bank must not know of", NegotiationFacts{IsSF: true, Interest: deal.InterestInterested}, nil},
		{"an offer to forward", NegotiationFacts{IsBF: true, IsApprovalMe: true, Offer: deal.OfferWaiting},
			[]string{"offer BF 届いたオファーを、買手へ送るか見送るか決める"}},
		{"an offer after the end", NegotiationFacts{IsBF: true, Status: deal.NegotiationBroken, IsApprovalMe: true, Offer: deal.OfferWaiting},
			[]string{"offer BF 届いたオファーを、買手へ送るか見送るか決める"}},
		{"the owner is not asked yet", NegotiationFacts{IsSF: true, Status: deal.NegotiationHope, AnswerDue: "2026-12-05"},
			[]string{"decide SF オーナーへ実名開示の承諾を依頼する 2026-12-05"}},
		{"the owner thinks", NegotiationFacts{IsSF: true, Status: deal.NegotiationHope, SellerApproval: deal.SellerAsked,
			AnswerDue: "2026-12-05"},
			nil},
		{"the owner thinks too long", NegotiationFacts{IsSF: true, Status: deal.NegotiationHope, SellerApproval: deal.SellerAsked,
			AnswerDue: "2026-11-24"}, []string{"answer SF 回答期限が近い実名交渉を、オーナーに確かめる 2026-11-24"}},
		{"the other side is late", NegotiationFacts{IsBF: true, Status: deal.NegotiationHope, AnswerDue: "2026-11-20"},
			[]string{"answer BF 回答期限が過ぎた実名交渉を、売手側金融機関に確かめる 2026-11-20"}},
		{"the owner agreed", NegotiationFacts{IsSF: true, IsBF: true, Status: deal.NegotiationHope, IsApprovalMe: true,
			SellerApproval: deal.SellerAgreed}, []string{"decide SF 実名交渉を承認する"}},
		{"the owner refused", NegotiationFacts{IsSF: true, Status: deal.NegotiationHope, IsApprovalMe: true, SellerApproval: deal.SellerRefused},
			[]string{"decide SF 実名交渉を却下する"}},
		{"the owner's paper", NegotiationFacts{IsSF: true, Status: deal.NegotiationHope, IsApprovalMe: true, SellerApproval: deal.SellerAsked},
			[]string{"decide SF オーナー承諾の書面を確認する"}},
		{"a paper of a colleague", NegotiationFacts{IsBF: true, Status: deal.NegotiationAnonymous, IsApprovalMe: true},
			[]string{"decide BF 実名開示同意の書面を確認する"}},
		{"a contract", NegotiationFacts{IsSF: true, Status: deal.NegotiationConditions, IsApprovalMe: true}, []string{"decide SF 提案された成約を確認する"}},
		{"a contract, on both sides", NegotiationFacts{IsSF: true, IsBF: true, Status: deal.NegotiationConditions, IsApprovalMe: true},
			[]string{"decide BF 提案された成約を確認する"}},
		{"what the other side recorded", NegotiationFacts{IsSF: true, Status: deal.NegotiationRealName, IsApprovalMe: true, IsFactAsked: true,
			Unread: 1},
			[]string{"decide SF 相手方が記録した日程・条件を確認する", "unread SF 未読のメッセージ（1件）を読む"}},
		{"what the own side recorded", NegotiationFacts{IsSF: true, Status: deal.NegotiationConditions, IsFactAsked: true}, nil},
		{"a signed deal", NegotiationFacts{IsBF: true, Status: deal.NegotiationSigned, ClosingDue: "2026-12-20"},
			[]string{"closing BF クロージングの完了日と成約金額を記録する 2026-12-20"}},
		{"its closing waits for the other side", NegotiationFacts{IsBF: true, Status: deal.NegotiationSigned, ClosingDue: "2026-12-20",
			IsFactAsked: true},
			[]string{"closing BF クロージングの記録を、相手方に確認してもらう 2026-12-20"}},
		{"its closing waits for this side", NegotiationFacts{IsSF: true, Status: deal.NegotiationSigned, ClosingDue: "2026-12-20",
			IsFactAsked: true, IsApprovalMe: true},
			[]string{"decide SF 相手方が記録した日程・条件を確認する"}},
		{"closed", NegotiationFacts{IsBF: true, IsSF: true, Status: deal.NegotiationSigned}, nil},
		{"a request to reopen", NegotiationFacts{IsSF: true, Status: deal.NegotiationBroken, IsApprovalMe: true},
			[]string{"decide SF 交渉の再開に同意するか決める"}},
		{"what must be disposed of is the buyer's bank's", NegotiationFacts{IsSF: true, IsBF: true, Status: deal.NegotiationBroken,
			IsDisposalDue: true}, []string{"disposal BF 受け取った資料を廃棄して、確認を記録する"}},
		{"next action in a week", NegotiationFacts{IsBF: true, Status: deal.NegotiationAnonymous, NextAction: "2026-11-28"}, nil},
		{"next action today, and unread", NegotiationFacts{IsBF: true, Status: deal.NegotiationAnonymous, NextAction: "2026-11-21", Unread: 1},
			[]string{"unread BF 未読のメッセージ（1件）を読む", "next BF 次回対応日の用件を進める 2026-11-21"}},
	} {
		c.f.Now, c.f.Moved = taskNow, moved
		var got []string
		for _, task := range OfNegotiation(c.f) {
			text := string(task.Kind) + " " + string(task.As) + " " + task.Title
			if task.Due != "" {
				text += " " + task.Due
			}
			got = append(got, text)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// A negotiation counts as stalled from the day on which the person in charge is told of it.
func TestStalledTask(t *testing.T) {
	terms := deal.StandardTerms()
	before := StalledBefore(terms, taskNow)
	for days, want := range map[int]bool{0: false, terms.StalledPersonDays - 1: false, terms.StalledPersonDays: true,
		terms.StalledPersonDays + 40: true} {
		day, _ := deal.ParseDate(deal.AddDays(taskNow, -days))
		for _, moved := range []time.Time{day, day.Add(24*time.Hour - time.Millisecond)} {
			if got := moved.Before(before); got != want {
				t.Errorf("%d days without movement: %v", days, got)
			}
		}
	}
	if got := OfStalled(NegotiationFacts{IsBF: true, Now: taskNow,
		Moved: taskNow.AddDate(0, 0, -15)}); got.Title != "15日間動きがない交渉を確かめる" || got.As != deal.SideBF {
		t.Errorf("%+v", got)
	}
}

func TestListingTask(t *testing.T) {
	terms := deal.StandardTerms()
	for _, c := range []struct {
		shown deal.ListingStatus
		due   string
		want  string
	}{
		{deal.ListingShowing, "2027-04-01", ""},
		{deal.ListingShowing, deal.AddDays(taskNow, terms.PeriodFirstDays), "公開期限が近い案件を延長するか決める"},
		{deal.ListingShowing, deal.AddDays(taskNow, terms.PeriodFirstDays+1), ""},
		{deal.ListingRemand, "2027-04-01", "差戻された案件を直す"},
		{deal.ListingOutsidePeriod, "2026-11-01", "公開期限が過ぎた案件を延長するか、取り下げる"},
		{deal.ListingOutsidePeriod, "2027-04-01", ""}, // not yet shown: its period begins later
		{2, "2026-11-01", ""},
		{3, "2026-11-01", ""},
	} {
		task, ok := OfListing(terms, c.shown, c.due, taskNow)
		if task.Title != c.want || ok != (c.want != "") {
			t.Errorf("%d due %s: %q, want %q", c.shown, c.due, task.Title, c.want)
		}
	}
}

func TestApprovalTask(t *testing.T) {
	for _, c := range []struct {
		isPaper, canConfirm, isExpired bool
		want                           Kind
	}{{true, true, false, Decide}, {true, false, false, ""}, {false, false, false, ""}, {false, false, true, Listing}} {
		if task, ok := OfApproval(c.isPaper, c.canConfirm, c.isExpired); task.Kind != c.want || ok != (c.want != "") {
			t.Errorf("%+v: %+v", c, task)
		}
	}
}

func TestTrialTask(t *testing.T) {
	for day, want := range map[string]string{"": "", "2026-12-20": "", "2026-11-29": "", "2026-11-28": "お試しが終わる買手を、本登録に進める",
		"2026-11-21": "お試しが終わる買手を、本登録に進める", "2026-11-20": "お試しが終わった買手を、本登録に進める"} {
		if task, ok := OfTrial(day, taskNow); task.Title != want || ok != (want != "") || ok && task.IsUrgent() {
			t.Errorf("%q: %+v", day, task)
		}
	}
}

// Overdue first, then today's, then the next days', then by kind; among equals by the deadline.
func TestCompareTasks(t *testing.T) {
	one := func(f NegotiationFacts) Task {
		f.IsBF, f.Now = true, taskNow
		return OfNegotiation(f)[0]
	}
	terms := deal.StandardTerms()
	listing := func(due string) Task { task, _ := OfListing(terms, deal.ListingShowing, due, taskNow); return task }
	trial, _ := OfTrial("2026-11-20", taskNow)
	want := []Task{
		one(NegotiationFacts{Status: deal.NegotiationHope, AnswerDue: "2026-11-01"}),
		one(NegotiationFacts{Status: deal.NegotiationHope, AnswerDue: "2026-11-02"}),
		one(NegotiationFacts{Status: deal.NegotiationAnonymous, NextAction: "2026-11-21"}),
		listing("2026-11-23"),
		OfBuyer(),
		one(NegotiationFacts{IsApprovalMe: true}),
		one(NegotiationFacts{Status: deal.NegotiationAnonymous, Unread: 1}),
		one(NegotiationFacts{Interest: deal.InterestInterested}),
		one(NegotiationFacts{Status: deal.NegotiationBroken, IsDisposalDue: true}),
		listing("2026-12-01"),
		trial,
		OfStalled(NegotiationFacts{Now: taskNow, Moved: taskNow.AddDate(0, -2, 0)}),
	}
	for i, task := range want {
		if task.IsUrgent() != (i < 4) {
			t.Errorf("%q is urgent: %v", task.Title, task.IsUrgent())
		}
	}
	got := slices.Clone(want)
	slices.Reverse(got)
	slices.SortStableFunc(got, Compare)
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("place %d: %q, want %q", i, got[i].Title, want[i].Title)
		}
	}
}

// What the other side waits for comes first, even before passed deadlines and unread messages,
// because the deal cannot go on without it.
func TestWhatBlocksTheDealComesFirst(t *testing.T) {
	for _, f := range []NegotiationFacts{
		{IsSF: true, Status: deal.NegotiationConditions, IsApprovalMe: true},
		{IsBF: true, Status: deal.NegotiationSigned, IsApprovalMe: true, IsFactAsked: true},
	} {
		f.Now, f.Unread, f.NextAction = taskNow, 9, "2026-11-01"
		tasks := OfNegotiation(f)
		slices.SortStableFunc(tasks, Compare)
		if len(tasks) != 3 || tasks[0].Kind != Decide || tasks[0].IsUrgent() || tasks[1].Kind != Next || !tasks[1].IsUrgent() {
			t.Errorf("%+v", tasks)
		}
		if f.Ask() != tasks[0].Title {
			t.Errorf("asked for %q, want %q", f.Ask(), tasks[0].Title)
		}
	}
}

// A duty is a task of who may confirm it, and of its bank some days before it lapses; one that waits for another is nobody's.
func TestOfDuty(t *testing.T) {
	for _, c := range []struct {
		until                        string
		isWaiting, isWaiver, confirm bool
		want                         string
	}{
		{"", false, false, false, ""},
		{"2026-12-06", false, false, false, ""},
		{"2026-12-05", false, false, false, "期限が近い確認事項（反社照会）を、もう一度行う"},
		{"2026-11-21", false, false, true, "期限が近い確認事項（反社照会）を、もう一度行う"},
		{"2026-11-20", false, false, false, "期限が切れた確認事項（反社照会）を、もう一度行う"},
		{"2026-11-20", true, false, false, ""},
		{"2027-11-20", true, false, true, "確認事項（反社照会）を、二人目として確認する"},
		{"", true, true, true, "確認事項（反社照会）の省略を認めるか決める"},
		{"", true, true, false, ""},
	} {
		if task, ok := OfDuty("反社照会", c.until, c.isWaiting, c.isWaiver, c.confirm, taskNow); task.Title != c.want || ok != (c.want != "") {
			t.Errorf("%+v: %+v", c, task)
		}
	}
}
