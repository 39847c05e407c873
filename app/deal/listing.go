package deal

import (
	"cmp"
	"slices"
	"strings"
	"time"
)

// ListingEvent names what happens to a listing (domain 3.1).
type ListingEvent string

const (
	ListingSave            ListingEvent = "save"             // SF saves an overview or details
	ListingRequestApproval ListingEvent = "request_approval" // SendApprovalRequest
	ListingApprove         ListingEvent = "approve"          // the seller, or 書面承諾
	ListingSendBack        ListingEvent = "send_back"        // the seller, with a comment
	ListingNarrow          ListingEvent = "narrow_audience"
	ListingWiden           ListingEvent = "widen_audience" // changes the working content
	ListingShorten         ListingEvent = "shorten_period"
	ListingExtend          ListingEvent = "extend_period"
	ListingStop            ListingEvent = "stop"   // 受付停止
	ListingResume          ListingEvent = "resume" // ends 受付停止
	ListingConclude        ListingEvent = "conclude"
	ListingConcludeOutside ListingEvent = "conclude_outside" // 本システム外で成約
	ListingDisable         ListingEvent = "disable"
	ListingRestore         ListingEvent = "restore" // 3 → 0
	ListingReopen          ListingEvent = "reopen"  // 2 → 1
	ListingExpire          ListingEvent = "expire"  // too long outside the period
)

// ListingFacts is everything that a move of one listing can depend on.
type ListingFacts struct {
	Exists    bool
	Status    ListingStatus // stored: 0 to 4
	StartDate string        // 公開開始日 of the published content, YYYY-MM-DD
	DueDate   string        // of the published content; of the working one before publication
	Now       time.Time
	Periods   Schedule

	HasChanges      bool // the working content is not the published one
	IsPending       bool // an approval request is open
	IsComplete      bool // overview and details have all required fields
	AnonymityPassed bool // no hit, or each hit has a written reason (3.3)
	WorkingDueDate  string
	ApprovedAt      time.Time // the seller's last approval
	IsStopped       bool      // 受付停止中

	Owed         string // which of the bank's duties hold back a request for approval (compliance.md 2)
	PaperWaits   bool   // a signed approval is attached and waits for a second FIN user
	IsSecondUser bool   // the caller is not the user who attached it
	NotSecond    string // why the caller may not confirm, if for another reason than having attached it
}

// ListingInput is what comes with an event.
type ListingInput struct {
	Event       ListingEvent
	Expected    *ListingStatus // the stored status that the caller saw
	Comment     string         // reason or comment of disable, send_back, reopen, conclude_outside
	NewDueDate  string         // of shorten_period and extend_period
	SameContent bool           // of approve and send_back: the hash equals that of the pending snapshot
}

// ListingEffects is what an event does.
type ListingEffects struct {
	Status             ListingStatus // next stored status
	IsPending          bool          // next
	Freezes            bool          // a snapshot is stored, key and passcode are mailed
	KillsKey           bool          // the seller's open key becomes invalid
	Publishes          bool          // the frozen content becomes the published one
	PublishesDueDate   bool          // only the period changes, at once and in both contents
	PublishesAudience  bool          // only the audience changes, at once and in both contents
	IsStopped          bool          // next
	EndsNegotiations   EndReason     // all rows that are not over → 9 with this reason; 0 for none
	OffersWithdrawn    bool
	ConcludedOutside   bool
	NeedsApprovalAgain bool // the change waits in the working content for a new approval
}

type listingRule struct {
	event      ListingEvent
	label      string
	actors     []Actor
	from       []ListingStatus
	orNew      bool
	to         string // for the table
	conditions []listingCondition
}

type listingCondition struct {
	text  string
	check func(f ListingFacts, in ListingInput, a Actor) *Refusal
}

func requires(text, otherwise string, ok func(f ListingFacts) bool) listingCondition {
	return listingCondition{text, func(f ListingFacts, _ ListingInput, _ Actor) *Refusal {
		if ok(f) {
			return nil
		}
		return notAllowed(otherwise)
	}}
}

var (
	listingComplete = requires("概要・詳細が入力済み", "概要または詳細に未入力の必須項目があります。入力してから、もう一度承認を依頼してください。",
		func(f ListingFacts) bool { return f.IsComplete })
	anonymityPassed = requires("匿名化チェック済み（または理由を記入）", "匿名化チェックの指摘が残っています。修正するか、理由を記入してください。",
		func(f ListingFacts) bool { return f.AnonymityPassed })
	listingDuties = listingCondition{"確認事項", func(f ListingFacts, _ ListingInput, _ Actor) *Refusal {
		if f.Owed == "" {
			return nil
		}
		return notAllowed(f.Owed)
	}}
	hasChanges = requires("公開中では変更あり", "公開中の内容から変更がありません。", func(f ListingFacts) bool { return f.Status != ListingShowing || f.HasChanges })
	pending    = requires("承認依頼中", "承認依頼は取り消されたか、すでに回答されています。担当の金融機関へお問い合わせください。",
		func(f ListingFacts) bool { return f.IsPending })
	notStoppedYet = requires("受付停止中でない", "すでに受付停止中です。", func(f ListingFacts) bool { return !f.IsStopped })
	isStoppedNow  = requires("受付停止中", "受付停止中ではありません。", func(f ListingFacts) bool { return f.IsStopped })
	overdue       = requires(standard.Fill("公開期間の終了から一定の日数が経過（標準{outsidePeriodDays}日）"), "公開期間の終了から、無効にするまでの日数が経過していません。",
		func(f ListingFacts) bool {
			due, ok := ParseDate(f.DueDate)
			return ok && Date(f.Now) > AddDays(due, f.Periods.At(f.ApprovedAt).OutsidePeriodDays)
		})
	dueInRange = listingCondition{standard.Fill("公開期限が明日以降、最長の期間以内（標準{listingMonthsMax}か月）"),
		func(f ListingFacts, _ ListingInput, _ Actor) *Refusal {
			return f.Periods.At(f.Now).CheckDueDate(f.WorkingDueDate, f.Now)
		}}
	sameContent = listingCondition{"凍結した内容と同じ", func(_ ListingFacts, in ListingInput, _ Actor) *Refusal {
		if in.SameContent {
			return nil
		}
		return notAllowed("承認依頼の後に内容が変更されたため、この依頼は無効です。新しい依頼をお待ちください。")
	}}
	onPaper = listingCondition{"書面では別の担当者", func(f ListingFacts, _ ListingInput, a Actor) *Refusal {
		switch {
		case a != ActorSF:
			return nil
		case !f.PaperWaits:
			return invalid("file", "署名済みの承諾書を添付し、別の担当者が確認してください。")
		case !f.IsSecondUser:
			return notAllowed("承諾書は登録済みです。" + cmp.Or(f.NotSecond, "承諾書を登録した担当者とは別の担当者が確認してください。"))
		}
		return nil
	}}
	hasComment = listingCondition{"理由", func(_ ListingFacts, in ListingInput, _ Actor) *Refusal {
		if strings.TrimSpace(in.Comment) == "" {
			return invalid("comment", "理由を入力してください。")
		}
		return nil
	}}
	earlierDue = listingCondition{"より早い期限", func(f ListingFacts, in ListingInput, _ Actor) *Refusal {
		if r := checkFutureDay(in.NewDueDate, f.Now); r != nil {
			return r
		}
		if in.NewDueDate >= f.DueDate {
			return invalid("dueDate", "公開期限は、現在の期限（"+japaneseDate(f.DueDate)+"）より前の日付にしてください。")
		}
		return nil
	}}
	laterDue = listingCondition{standard.Fill("より遅い期限（最長の期間以内、標準{listingMonthsMax}か月）"),
		func(f ListingFacts, in ListingInput, _ Actor) *Refusal {
			if r := f.Periods.At(f.Now).CheckDueDate(in.NewDueDate, f.Now); r != nil {
				return r
			}
			if in.NewDueDate <= f.DueDate {
				return invalid("dueDate", "公開期限は、現在の期限（"+japaneseDate(f.DueDate)+"）より後の日付にしてください。")
			}
			return nil
		}}
)

const (
	l0, l1, l2, l3, l4 = ListingUnapproved, ListingShowing, ListingConcluded, ListingDisabled, ListingRemand
)

type listingStates = []ListingStatus

// listingRules is the table of domain 3.1.
var listingRules = []listingRule{
	{event: ListingSave, label: "保存する", actors: []Actor{ActorSF}, from: listingStates{l0, l1, l4}, orNew: true, to: "0（1 は 1 のまま作業内容のみ）"},
	{event: ListingRequestApproval, label: "売手へ承認を依頼する", actors: []Actor{ActorSF}, from: listingStates{l0, l1, l4}, to: "0（1 は 1 のまま）、承認依頼中",
		conditions: []listingCondition{hasChanges, listingComplete, anonymityPassed, dueInRange, listingDuties}},
	{event: ListingApprove, label: "承認する", actors: []Actor{ActorSeller, ActorSF}, from: listingStates{l0, l1}, to: "1、公開内容を差し替え",
		conditions: []listingCondition{pending, sameContent, onPaper}},
	{event: ListingSendBack, label: "差戻す", actors: []Actor{ActorSeller}, from: listingStates{l0, l1}, to: "4（1 は 1 のまま）",
		conditions: []listingCondition{pending, sameContent, hasComment}},
	{event: ListingNarrow, label: "公開先を狭める", actors: []Actor{ActorSF}, from: listingStates{l0, l1, l4}, to: "同じ（即時）"},
	{event: ListingWiden, label: "公開先を広げる", actors: []Actor{ActorSF}, from: listingStates{l0, l1, l4}, to: "同じ（1 では承認後に反映）"},
	{event: ListingShorten, label: "公開期間を短縮する", actors: []Actor{ActorSF}, from: listingStates{l0, l1, l4}, to: "同じ（即時）",
		conditions: []listingCondition{earlierDue}},
	{event: ListingExtend, label: "公開期間を延長する", actors: []Actor{ActorSF}, from: listingStates{l0, l1, l4},
		to:         standard.Fill("同じ（最後の承認から標準{approvalMonths}か月超では承認後に反映）"),
		conditions: []listingCondition{laterDue}},
	{event: ListingStop, label: "受付を停止する", actors: []Actor{ActorSF, ActorSystem}, from: listingStates{l1}, to: "1、受付停止中",
		conditions: []listingCondition{notStoppedYet}},
	{event: ListingResume, label: "受付を再開する", actors: []Actor{ActorSF, ActorSystem}, from: listingStates{l1}, to: "1",
		conditions: []listingCondition{isStoppedNow}},
	{event: ListingConclude, label: "成約とする", actors: []Actor{ActorSystem}, from: listingStates{l1}, to: "2"},
	{event: ListingConcludeOutside, label: "本システム外での成約を記録する", actors: []Actor{ActorSF}, from: listingStates{l1}, to: "2、交渉は9（募集終了）",
		conditions: []listingCondition{hasComment}},
	{event: ListingDisable, label: "無効にする", actors: []Actor{ActorSF, ActorOffice}, from: listingStates{l0, l1, l4}, to: "3、交渉は9（売却中止）",
		conditions: []listingCondition{hasComment}},
	{event: ListingRestore, label: "承認前に戻す", actors: []Actor{ActorSF}, from: listingStates{l3}, to: "0"},
	{event: ListingReopen, label: "成約を取り消す", actors: []Actor{ActorOffice}, from: listingStates{l2}, to: "1",
		conditions: []listingCondition{hasComment}},
	{event: ListingExpire, label: "期間終了により無効にする", actors: []Actor{ActorSystem}, from: listingStates{l1}, to: "3、交渉は9（期限切れ）",
		conditions: []listingCondition{overdue}},
}

// MoveListing applies an event to a listing, or returns why it cannot (domain 3.1). Checks run in the same order as in [Decide]. SF is the
// institution in charge; every other institution is ActorNone here.
func MoveListing(f ListingFacts, in ListingInput, a Actor) (ListingEffects, *Refusal) {
	if a == ActorBoth {
		a = ActorSF // whether SF is a buyer's bank too does not matter for a listing
	}
	i := slices.IndexFunc(listingRules, func(r listingRule) bool { return r.event == in.Event })
	if i < 0 || !slices.Contains(listingRules[i].actors, a) {
		return ListingEffects{}, notAvailable()
	}
	r := listingRules[i]
	if !f.Exists && !r.orNew {
		return ListingEffects{}, notAvailable()
	}
	if f.Exists {
		if in.Expected != nil && *in.Expected != f.Status {
			return ListingEffects{}, stale(f.Status.Label())
		}
		if !slices.Contains(r.from, f.Status) {
			return ListingEffects{}, notAllowed("現在の状態（" + f.Status.Label() + "）の売却案件では「" + r.label + "」を行えません。最新の内容を確認してください。")
		}
	}
	for _, c := range r.conditions {
		if refusal := c.check(f, in, a); refusal != nil {
			return ListingEffects{}, refusal
		}
	}
	return listingEffects(f, in), nil
}

func listingEffects(f ListingFacts, in ListingInput) ListingEffects {
	e := ListingEffects{Status: f.Status, IsPending: f.IsPending, IsStopped: f.IsStopped}
	withdraw := func() { e.IsPending, e.KillsKey = false, f.IsPending }
	unlessShowing := func(s ListingStatus) {
		if f.Status != ListingShowing {
			e.Status = s
		}
	}
	switch in.Event {
	case ListingSave:
		unlessShowing(ListingUnapproved)
		withdraw() // any edit makes the key invalid
	case ListingRequestApproval:
		unlessShowing(ListingUnapproved)
		e.KillsKey = f.IsPending
		e.IsPending, e.Freezes = true, true
	case ListingApprove:
		e.Status, e.Publishes = ListingShowing, true
		e.IsPending, e.KillsKey = false, true
	case ListingSendBack:
		unlessShowing(ListingRemand)
		e.IsPending, e.KillsKey = false, true
	case ListingNarrow:
		e.PublishesAudience = true
		withdraw() // the snapshot with the seller has the wider audience
	case ListingWiden:
		e.NeedsApprovalAgain = f.Status == ListingShowing
		withdraw()
	case ListingShorten:
		e.PublishesDueDate = true
		withdraw()
	case ListingExtend:
		e.NeedsApprovalAgain = f.Status == ListingShowing && approvalIsOld(f)
		e.PublishesDueDate = !e.NeedsApprovalAgain
		withdraw()
	case ListingStop:
		e.IsStopped = true
	case ListingResume:
		e.IsStopped = false
	case ListingConclude:
		e.Status = ListingConcluded
		e.EndsNegotiations, e.OffersWithdrawn = EndRecruitingClosed, true
		withdraw()
	case ListingConcludeOutside:
		e.Status, e.ConcludedOutside = ListingConcluded, true
		e.EndsNegotiations, e.OffersWithdrawn = EndRecruitingClosed, true
		withdraw()
	case ListingDisable:
		e.Status = ListingDisabled
		e.EndsNegotiations, e.OffersWithdrawn = EndSaleStopped, true
		withdraw()
	case ListingExpire:
		e.Status = ListingDisabled
		e.EndsNegotiations, e.OffersWithdrawn = EndExpired, true
		withdraw()
	case ListingRestore:
		e.Status, e.IsStopped = ListingUnapproved, false
	case ListingReopen:
		e.Status, e.IsStopped = ListingShowing, false
	}
	return e
}

func approvalIsOld(f ListingFacts) bool {
	return f.ApprovedAt.IsZero() || Date(f.Now) > AddMonths(f.ApprovedAt, f.Periods.At(f.ApprovedAt).ApprovalMonths)
}

// ListingEvents returns the events that an actor can trigger now, with the reason in Japanese where
// a condition forbids one. The input that an event needs is checked only when it happens.
func ListingEvents(f ListingFacts, a Actor) []ListingMove {
	var moves []ListingMove
	for _, r := range listingRules {
		if a != ActorSystem && !a.is(r.actors) || f.Exists && !slices.Contains(r.from, f.Status) || !f.Exists && !r.orNew {
			continue
		}
		m := ListingMove{Event: r.event, Label: r.label}
		in := ListingInput{Event: r.event, SameContent: true, Comment: "-"}
		if _, refusal := MoveListing(f, in, a); refusal != nil && refusal.Code == NotAllowed {
			m.Blocked = refusal.Detail
		} else if refusal != nil && refusal.Code == NotAvailable {
			continue
		} else if refusal != nil && r.event == ListingRequestApproval {
			m.Blocked = refusal.Detail // the field dueDate belongs to the content, not to the request
		}
		moves = append(moves, m)
	}
	return moves
}

// ListingMove is an event as a screen offers it.
type ListingMove struct {
	Event   ListingEvent
	Label   string
	Blocked string
}
