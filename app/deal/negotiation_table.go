package deal

import (
	"cmp"
	"slices"
	"strings"
	"time"
)

// buyerNotReady is all that the seller's side is told when a buyer cannot take part now.
const buyerNotReady = "買手側の準備が整っていないため、いまは進められません。"

// AvoidedTitle is the task of the seller's bank where a buyer asks for real names whom the owner wants to be avoided.
const AvoidedTitle = "打診しない先に一致した買手の実名交渉を却下する"

// AvoidedRefused is why a step is refused that would give the seller's name to a buyer whom the owner wants to be avoided.
const AvoidedRefused = "買手企業が、オーナーの「打診しない先」に一致しています。実名交渉の申請を却下してください。打診してよいとオーナーに確かめたときは、売手企業の「打診しない先」から外すと進められます。"

// condition is one condition of a rule: its text for the table, and a check that returns in
// Japanese what is missing and what to do, "" if the condition holds.
type condition struct {
	text  string
	check func(f NegotiationFacts, a Actor) string
}

// moveRule is one line of the table of domain 4.
type moveRule struct {
	kind       MoveKind
	label      string
	actors     []Actor
	from       []NegotiationStatus
	orNoRow    bool // also allowed when there is no row yet
	to         []NegotiationStatus
	stays      bool // keeps its status
	needs      []string
	conditions []condition
	effect     string // for the table
}

func holds(text, otherwise string, ok func(f NegotiationFacts) bool) condition {
	return condition{text, func(f NegotiationFacts, _ Actor) string {
		if ok(f) {
			return ""
		}
		return otherwise
	}}
}

var (
	listingVisible = holds("売却案件が見える", "この売却案件は現在ご覧いただけません。", func(f NegotiationFacts) bool { return f.ListingVisible })
	listingShown   = holds("公開中・公開期間内", "売却案件が公開期間中ではありません。案件の公開を待ってください。",
		func(f NegotiationFacts) bool { return f.ListingStatus == ListingShowing && f.InPeriod })
	notStopped   = holds("受付停止中でない", "この売却案件は受付停止中です。受付の再開を待ってください。", func(f NegotiationFacts) bool { return !f.IsStopped })
	buyerEnabled = condition{"買手企業の状態が公開中(1)", func(f NegotiationFacts, a Actor) string {
		switch {
		case f.BuyerStatus == CompanyEnabled:
			return ""
		case a == ActorSF:
			return buyerNotReady
		}
		return "買手企業の登録が完了していません。買手企業の詳細を登録するか、承認してください。"
	}}
	// Only the buyer's bank is told what it has to correct; the other side is told that the buyer is not ready.
	buyerTakesPart = condition{"買手企業が無効でない", func(f NegotiationFacts, a Actor) string {
		switch {
		case f.BuyerStatus != CompanyDisabled:
			return ""
		case a == ActorSF:
			return buyerNotReady
		}
		return "この買手企業は無効になっています。有効に戻してから行ってください。"
	}}
	notTrial      = holds("体験利用でない", TrialRefused, func(f NegotiationFacts) bool { return !f.IsTrial })
	consented     = holds("秘密保持契約の承諾", "秘密保持契約の承諾がまだありません。買手に承諾を依頼するか、署名済みの書面を登録してください。", func(f NegotiationFacts) bool { return f.IsConsent })
	buyerComplete = holds("買手企業の詳細が登録済み", "買手企業の詳細が不足しています。企業名・所在地などを登録してください。",
		func(f NegotiationFacts) bool { return f.BuyerDetailsComplete })
	realNameConsented = holds("買手の実名開示同意", "買手の実名開示同意がまだありません。買手に同意を依頼するか、署名済みの書面を登録してください。",
		func(f NegotiationFacts) bool { return f.IsRealNameConsent })
	rejectedLongAgo = condition{standard.Fill("前回の却下から一定の日数が経過（標準{nextRequestDays}日）"), func(f NegotiationFacts, _ Actor) string {
		from := NextRequestFrom(f.Periods, f.LastRejectedAt)
		if Date(f.Now) >= from {
			return ""
		}
		return "前回の却下から、次に申請できるまでの日数が経過していません。" + japaneseDate(from) + "以降に申請してください。"
	}}
	notAvoided       = holds("オーナーの打診しない先でない", AvoidedRefused, func(f NegotiationFacts) bool { return !f.IsAvoided })
	ownerNotAnswered = holds("オーナーの回答前", "オーナーの回答は済んでいます。回答に従って、実名交渉を承認または却下してください。",
		func(f NegotiationFacts) bool {
			return f.SellerApproval == SellerNotAsked || f.SellerApproval == SellerAsked
		})
	ownerMayAnswer = condition{"依頼中（書面では未依頼も可）", func(f NegotiationFacts, a Actor) string {
		switch {
		case f.SellerApproval == SellerAsked, f.SellerApproval == SellerNotAsked && a.is([]Actor{ActorSF}):
			return ""
		case f.SellerApproval == SellerNotAsked:
			return "この依頼は取り消されています。担当の金融機関へお問い合わせください。"
		}
		return "オーナーの回答は済んでいます。"
	}}
	secondOnPaper = condition{"書面では別の担当者", func(f NegotiationFacts, a Actor) string {
		if f.PaperWaits && a.is([]Actor{ActorBF, ActorSF}) && !f.IsSecondUser {
			return "書面は登録済みです。" + cmp.Or(f.NotSecond, "書面を登録した担当者とは別の担当者が確認してください。")
		}
		return ""
	}}
	ownerAgreed = condition{"sellerApprovalStatus 2 承諾", func(f NegotiationFacts, _ Actor) string {
		switch f.SellerApproval {
		case SellerAgreed:
			return ""
		case SellerRefused:
			return "オーナーが実名の開示を拒否しています。実名交渉を却下してください。"
		case SellerAsked:
			return "オーナーの承諾を待っています。承諾の後に承認してください。"
		}
		return "オーナーの承諾がありません。先にオーナーへ承諾を依頼してください。"
	}}
	secondWhenBoth = condition{"同一金融機関では別の担当者", func(f NegotiationFacts, a Actor) string {
		if (a == ActorBoth || f.IsHouse) && !f.IsSecondUser {
			return "買手と売手を同じ金融機関が担当しています。" + cmp.Or(f.NotSecond, "依頼した担当者とは別の担当者が行ってください。")
		}
		return ""
	}}
	interviewed = holds("トップ面談日", "トップ面談日が記録されていません。マイルストーンに記録してください。", func(f NegotiationFacts) bool { return f.TopInterviewDate != "" })
	intended    = holds("意向表明（日付・価格）", "意向表明の日付と価格が、双方で確認されていません。マイルストーンに記録し、双方で確認してください。",
		func(f NegotiationFacts) bool { return f.IntentDate != "" && f.IntentPrice > 0 })
	contracted = holds("最終契約日・クロージング予定日", "最終契約日とクロージング予定日が、双方で確認されていません。マイルストーンに記録し、双方で確認してください。",
		func(f NegotiationFacts) bool { return f.ContractDate != "" && f.ClosingDate != "" })
	// For SF a row that ended before it began has not begun, so the moves that SF has must be the
	// same for both. SF can withdraw its offer instead.
	begunForSF = condition{"売手側金融機関は始まった交渉だけ", func(f NegotiationFacts, a Actor) string {
		if a == ActorSF && f.Status == NegotiationNone {
			return "交渉はまだ始まっていません。オファーを取り下げる場合は、オファーの画面から取り下げてください。"
		}
		return ""
	}}
	agreedOn = holds("確認待ちの記録がない", "相手方の確認を待っている記録があります。確認、差戻しまたは取下げの後に行ってください。",
		func(f NegotiationFacts) bool { return !f.FactWaitsBF && !f.FactWaitsSF })
	notProposed = holds("成約が未提案", "成約はすでに提案されています。相手方の確認を待つか、提案を取り下げてください。",
		func(f NegotiationFacts) bool { return f.ContractProposed == SideNone })
	ownProposal = condition{"自らの提案", func(f NegotiationFacts, a Actor) string {
		switch {
		case f.ContractProposed == SideNone:
			return "成約は提案されていません。"
		case a != ActorBoth && f.ContractProposed != sideOf(a):
			return "相手方の提案は取り下げられません。確認するか、条件の協議を続けてください。"
		}
		return ""
	}}
	othersProposal = condition{"相手方の提案", func(f NegotiationFacts, a Actor) string {
		switch {
		case f.ContractProposed == SideNone:
			return "成約がまだ提案されていません。先に成約を提案してください。"
		case a != ActorBoth && f.ContractProposed == sideOf(a):
			return "自らの提案は確認できません。相手方の確認を待っています。"
		}
		return ""
	}}
	endedLately = holds(standard.Fill("終了から再開できる期間以内（標準{reopenDays}日）"), "再開できる期間を過ぎたため、再開できません。",
		NegotiationFacts.mayReopen)
	notAsked      = holds("再開が未依頼", "再開はすでに依頼されています。売手側金融機関の回答を待っています。", func(f NegotiationFacts) bool { return !f.IsReopenAsked })
	reopenAsked   = holds("再開の依頼", "買手側金融機関からの再開の依頼がありません。", func(f NegotiationFacts) bool { return f.IsReopenAsked })
	consentedAnew = holds("新たな秘密保持契約の承諾", "終了の後の、新たな秘密保持契約の承諾がまだありません。買手の承諾を待ってください。",
		func(f NegotiationFacts) bool { return f.consentedAnew() })
	notConsented = condition{"未承諾（9では再開の依頼後）", func(f NegotiationFacts, _ Actor) string {
		switch {
		case f.Status == NegotiationBroken && !f.IsReopenAsked:
			return "交渉は終了しています。再開が依頼されると、あらためて承諾できます。"
		case f.Status == NegotiationBroken && f.consentedAnew(), f.Status != NegotiationBroken && f.IsConsent:
			return "秘密保持契約は承諾済みです。"
		}
		return ""
	}}
	notRealNameConsented = holds("未同意", "実名開示には同意済みです。", func(f NegotiationFacts) bool { return !f.IsRealNameConsent })
)

// NextRequestFrom is the day from which real names may be asked for again after a refusal, "" where there was none (domain 4).
func NextRequestFrom(periods Schedule, rejected time.Time) string {
	if rejected.IsZero() {
		return ""
	}
	return AddDays(rejected, periods.At(rejected).NextRequestDays)
}

// mayReopen: the end is not too long ago (domain 4, 9 → 1).
func (f NegotiationFacts) mayReopen() bool {
	return Within(f.EndedAt, f.Now, f.Periods.At(f.EndedAt).ReopenDays)
}

// consentedAnew: there is a consent from after the end; an earlier one does not count (domain 4, 9 → 1).
func (f NegotiationFacts) consentedAnew() bool {
	return f.IsConsent && f.ConsentAt.After(f.EndedAt)
}

func sideOf(a Actor) Side {
	switch a {
	case ActorBF:
		return SideBF
	case ActorSF:
		return SideSF
	}
	return SideNone
}

func japaneseDate(date string) string { return strings.ReplaceAll(date, "-", "/") }

var (
	none, anonymous, hope  = NegotiationNone, NegotiationAnonymous, NegotiationHope
	realName, conditionsOn = NegotiationRealName, NegotiationConditions
	signed, broken         = NegotiationSigned, NegotiationBroken
)

type statuses = []NegotiationStatus

// moveRules is the table of domain 4, in its order.
var moveRules = []moveRule{
	{kind: MoveInterest, label: "興味ありにする", actors: []Actor{ActorBUY, ActorBF}, from: statuses{none}, orNoRow: true, to: statuses{none},
		stays: true, conditions: []condition{listingVisible, buyerTakesPart, notTrial}, effect: "interest 2、ユーザアクション Interested、買手金融機関へ通知"},
	{kind: MoveStart, label: "交渉を開始する", actors: []Actor{ActorBF}, from: statuses{none}, orNoRow: true, to: statuses{anonymous},
		conditions: []condition{listingVisible, listingShown, notStopped, notTrial, buyerEnabled, dutiesDone(GateStart)},
		effect:     "売手金融機関との連絡が開く"},
	{kind: MoveConsent, label: "秘密保持契約を承諾する", actors: []Actor{ActorBUY, ActorBF}, from: statuses{none, anonymous, broken}, orNoRow: true,
		to: statuses{none, anonymous, broken}, stays: true, conditions: []condition{listingVisible, buyerTakesPart, notTrial, notConsented},
		effect: "isConsent（版・ハッシュ・利用者・IP・時刻）"},
	{kind: MoveRealNameConsent, label: "実名の開示に同意する", actors: []Actor{ActorBUY, ActorBF}, from: statuses{anonymous}, to: statuses{anonymous},
		stays: true, conditions: []condition{buyerTakesPart, notRealNameConsented, secondOnPaper}, effect: "実名開示同意"},
	{kind: MoveRequestRealName, label: "実名交渉を申請する", actors: []Actor{ActorBF}, from: statuses{anonymous}, to: statuses{hope},
		conditions: []condition{buyerTakesPart, consented, buyerComplete, realNameConsented, notStopped, rejectedLongAgo,
			dutiesDone(GateRequest)},
		effect: standard.Fill("買手の実名が売手金融機関に開く、回答期限（標準{answerDays}日）")},
	{kind: MoveAskOwner, label: "オーナーへ承諾を依頼する", actors: []Actor{ActorSF}, from: statuses{hope}, to: statuses{hope}, stays: true,
		conditions: []condition{notAvoided, buyerTakesPart, ownerNotAnswered, dutiesDone(GateAsk)},
		effect:     "sellerApprovalStatus 1、リンクとパスコードを送信"},
	{kind: MoveOwnerAgree, label: "オーナーの承諾を記録する", actors: []Actor{ActorSeller, ActorSF}, from: statuses{hope}, to: statuses{hope}, stays: true,
		conditions: []condition{notAvoided, ownerMayAnswer, secondOnPaper, dutiesDone(GateAsk)}, effect: "sellerApprovalStatus 2"},
	{kind: MoveOwnerRefuse, label: "オーナーの拒否を記録する", actors: []Actor{ActorSeller, ActorSF}, from: statuses{hope}, to: statuses{hope},
		stays: true, conditions: []condition{ownerMayAnswer}, effect: "sellerApprovalStatus 3"},
	{kind: MoveApproveRealName, label: "実名交渉を承認する", actors: []Actor{ActorSF}, from: statuses{hope}, to: statuses{realName},
		conditions: []condition{notAvoided, buyerTakesPart, ownerAgreed, secondWhenBoth, dutiesDone(GateApprove)}, effect: "L4 が開く、台帳：ネームクリア"},
	{kind: MoveRejectRealName, label: "実名交渉を却下する", actors: []Actor{ActorSF}, from: statuses{hope}, to: statuses{anonymous, broken},
		needs: []string{"status", "ownerReason"}, effect: standard.Fill("買手の実名が閉じる、次の申請は一定の日数の後（標準{nextRequestDays}日）")},
	{kind: MoveConditions, label: "条件交渉へ進む", actors: []Actor{ActorSF, ActorBF}, from: statuses{realName}, to: statuses{conditionsOn},
		conditions: []condition{interviewed, intended, dutiesDone(GateOutward)}},
	{kind: MoveProposeContract, label: "成約を提案する", actors: []Actor{ActorSF, ActorBF}, from: statuses{conditionsOn}, to: statuses{conditionsOn},
		stays: true, conditions: []condition{notProposed, contracted, agreedOn, dutiesDone(GateContract)}, effect: "相手方の確認を待つ"},
	{kind: MoveWithdrawContract, label: "成約の提案を取り下げる", actors: []Actor{ActorSF, ActorBF}, from: statuses{conditionsOn},
		to: statuses{conditionsOn}, stays: true, conditions: []condition{ownProposal}},
	{kind: MoveConfirmContract, label: "成約を確認する", actors: []Actor{ActorSF, ActorBF}, from: statuses{conditionsOn}, to: statuses{signed},
		conditions: []condition{othersProposal, contracted, agreedOn, secondWhenBoth, dutiesDone(GateContract)},
		effect:     "案件は成約済み、他の交渉は9（募集終了）、オファーは取下げ"},
	{kind: MoveUndoContract, label: "成約を取り消す", actors: []Actor{ActorOffice}, from: statuses{signed}, to: statuses{conditionsOn},
		needs: []string{"comment"}, effect: "案件は公開中に戻る"},
	{kind: MoveEnd, label: "交渉を終了する", actors: []Actor{ActorSF, ActorBF, ActorSystem},
		from: statuses{none, anonymous, hope, realName, conditionsOn}, to: statuses{broken},
		conditions: []condition{begunForSF}, needs: []string{"endReason"}, effect: "L1 に戻る、資金支援は9、資料廃棄確認"},
	{kind: MoveStepBack, label: "交渉を見送る", actors: []Actor{ActorBUY}, from: statuses{anonymous, hope, realName, conditionsOn},
		to: statuses{broken}, needs: []string{"comment"}, effect: "終了（買手見送り）と同じ。理由は買手金融機関だけが読む"},
	{kind: MoveReopenAsk, label: "交渉の再開を依頼する", actors: []Actor{ActorBF}, from: statuses{broken}, to: statuses{broken}, stays: true,
		conditions: []condition{endedLately, listingVisible, listingShown, notStopped, buyerEnabled, notAsked, dutiesDone(GateOutward)},
		effect:     "買手に新たな承諾を依頼"},
	{kind: MoveReopenAgree, label: "交渉の再開に同意する", actors: []Actor{ActorSF}, from: statuses{broken}, to: statuses{anonymous},
		conditions: []condition{endedLately, listingVisible, listingShown, notStopped, buyerEnabled, reopenAsked, consentedAnew, secondWhenBoth,
			dutiesDone(GateOutward)}},
}

func ruleOf(k MoveKind) (moveRule, bool) {
	i := slices.IndexFunc(moveRules, func(r moveRule) bool { return r.kind == k })
	if i < 0 {
		return moveRule{}, false
	}
	return moveRules[i], true
}

func (r moveRule) startsFrom(f NegotiationFacts) bool {
	if !f.Exists {
		return r.orNoRow
	}
	return slices.Contains(r.from, f.Status)
}

// blocked returns what is missing, "" if nothing is.
func (r moveRule) blocked(f NegotiationFacts, a Actor) string {
	for _, c := range r.conditions {
		if why := c.check(f, a); why != "" {
			return why
		}
	}
	return ""
}
