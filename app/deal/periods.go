package deal

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Terms are the periods and limits that the office may set, in one version. Limits that protect companies (the passcode, sign-in, how long
// a sold listing can be found, retention of what the office keeps) are not among them.
type Terms struct {
	ListingMonths      int // default length of a listing's period (domain 3.1)
	ListingMonthsMax   int // dueDate is at most this far away (domain 3.1)
	ApprovalMonths     int // extending the period: older approvals do not count (domain 3.1)
	OutsidePeriodDays  int // a listing is disabled after so many days outside its period (domain 3.1)
	PeriodFirstDays    int // SF is reminded of the end of a listing's period so long before, …
	PeriodSecondDays   int // … again, and on the day itself (domain 3.1)
	NewDays            int // isNew since publication (domain 4)
	AnswerDays         int // answer to a real-name request (domain 4)
	AnswerFirstDays    int // SF is reminded of it so long before, and on the day itself
	NextRequestDays    int // after a refused real-name request (domain 4)
	ReopenDays         int // a negotiation may be taken up again (domain 4)
	StalledPersonDays  int // without movement: the person in charge is told, …
	StalledBankDays    int // … the institution, …
	StalledOfficeDays  int // … the office (domain 7)
	MessageMailMinutes int // at most one mail per thread in this time (domain 7)
	LinkKeyDays        int // a seller's link (domain 3.2); the owner's consent is the same (domain 4)
	KeyReminderDays    int // the seller is reminded so long before it ends
	RegistrationDays   int // a buyer's invitation, a user's first password (domain 6)
	TrialDays          int // trial companies (domain 6)
	AnonymityK         int // k-anonymity (domain 3.3)
	BandWidth          int // how many bands of the item masters are shown as one (domain 3.5)

	PoisonousMonths int // what was found of a company is kept so long after it ceased to count (compliance.md 2)

	Gates [22]int // how much each of GateRules holds back (GateLevel)
}

// TermRule describes one of the terms: its standard value and the range in which it may be set.
type TermRule struct {
	Key, Group, Label, Unit string
	Standard, Min, Max      int
	Choices                 []int // the only allowed values; nil allows all between the limits
	Help                    string
	of                      func(*Terms) *int
}

const (
	groupListing = "売却案件"
	groupDeal    = "交渉"
	groupLink    = "メールのリンク・お試し"
	groupBand    = "金額の帯・匿名化"
	groupKept    = "確認事項の保存"
)

// termRules is the table of the terms in the order of the screen. The standards are those of the
// domain. Lengths in days and months are of the calendar in Japan.
var termRules = append([]TermRule{
	{"listingMonths", groupListing, "公開期間の標準の長さ", "か月", 6, 1, 24, nil, "公開期限を入力しないときの長さです。", func(t *Terms) *int { return &t.ListingMonths }},
	{"listingMonthsMax", groupListing, "公開期間の最長の長さ", "か月", 12, 1, 24, nil, "公開期限に選べる、最も先の日です。すでに公開している案件の期限は変わりません。",
		func(t *Terms) *int { return &t.ListingMonthsMax }},
	{"approvalMonths", groupListing, "承認なしで延長できる期間", "か月", 6, 1, 6, nil, "売手の最後の承認からこの期間を過ぎると、公開期限の延長にも売手の承認が必要です。",
		func(t *Terms) *int { return &t.ApprovalMonths }},
	{"outsidePeriodDays", groupListing, "公開期限から無効になるまで", "日", 90, 30, 365, nil, "公開中の案件は、公開したときの日数のままです。",
		func(t *Terms) *int { return &t.OutsidePeriodDays }},
	{"periodFirstDays", groupListing, "公開期限の予告（1回目）", "日前", 30, 2, 90, nil, "", func(t *Terms) *int { return &t.PeriodFirstDays }},
	{"periodSecondDays", groupListing, "公開期限の予告（2回目）", "日前", 7, 1, 60, nil, "このほか、公開期限の当日にも知らせます。",
		func(t *Terms) *int { return &t.PeriodSecondDays }},
	{"newDays", groupListing, "「新着」と表示する期間", "日", 14, 1, 60, nil, "", func(t *Terms) *int { return &t.NewDays }},
	{"answerDays", groupDeal, "実名交渉の回答期限", "日", 14, 3, 60, nil, "すでに申請されている交渉の回答期限は変わりません。", func(t *Terms) *int { return &t.AnswerDays }},
	{"answerFirstDays", groupDeal, "回答期限の催促", "日前", 7, 1, 30, nil, "このほか、当日と、期限が過ぎたときにも知らせます。",
		func(t *Terms) *int { return &t.AnswerFirstDays }},
	{"nextRequestDays", groupDeal, "却下のあと、次に申請できるまで", "日", 30, 0, 180, nil, "すでに却下された申請は、却下したときの日数のままです。",
		func(t *Terms) *int { return &t.NextRequestDays }},
	{"reopenDays", groupDeal, "終了のあと、再開できる期間", "日", 90, 1, 365, nil, "すでに終了した交渉は、終了したときの日数のままです。",
		func(t *Terms) *int { return &t.ReopenDays }},
	{"stalledPersonDays", groupDeal, "動きのない交渉の知らせ（担当者）", "日", 14, 3, 180, nil, "", func(t *Terms) *int { return &t.StalledPersonDays }},
	{"stalledBankDays", groupDeal, "動きのない交渉の知らせ（金融機関）", "日", 30, 4, 270, nil, "", func(t *Terms) *int { return &t.StalledBankDays }},
	{"stalledOfficeDays", groupDeal, "動きのない交渉の知らせ（事務局）", "日", 60, 5, 365, nil, "", func(t *Terms) *int { return &t.StalledOfficeDays }},
	{"messageMailMinutes", groupDeal, "メッセージのメールの間隔", "分", 10, 10, 1440, nil, "一つのやりとりについて、この時間に一通までにします。",
		func(t *Terms) *int { return &t.MessageMailMinutes }},
	{"linkKeyDays", groupLink, "売手へのリンク（承認・同意）の期限", "日", 7, 2, 14, nil, "すでに送ったリンクの期限は変わりません。", func(t *Terms) *int { return &t.LinkKeyDays }},
	{"keyReminderDays", groupLink, "売手への再度の連絡", "日前", 2, 1, 7, nil, "リンクの期限のこの日数前に、回答していない売手へ一度だけ連絡します。",
		func(t *Terms) *int { return &t.KeyReminderDays }},
	{"registrationKeyDays", groupLink, "登録・最初のパスワードのリンクの期限", "日", 14, 1, 30, nil, "すでに送ったリンクの期限は変わりません。",
		func(t *Terms) *int { return &t.RegistrationDays }},
	{"trialDays", groupLink, "お試しの期間", "日", 30, 7, 90, nil, "すでに始まったお試しの終わりは変わりません。", func(t *Terms) *int { return &t.TrialDays }},
	{"anonymityK", groupBand, "匿名化チェックで求める、同じ条件の会社の数", "社", 3, 3, 20, nil, "業種・地域・売上高が同じ会社がこの数に満たない案件には、承認を依頼する前に、広い地域や大分類をすすめます。",
		func(t *Terms) *int { return &t.AnonymityK }},
	{"bandWidth", groupBand, "実名承認前に開示する金額の帯", "", 1, 1, 4, []int{1, 2, 4}, "細かくする変更は、売手があらためて承認した案件と、新しい実名交渉の申請から効きます。粗くする変更は、すぐにすべてに効きます。",
		func(t *Terms) *int { return &t.BandWidth }},
	{"poisonousMonths", groupKept, "反社照会・買手調査・特定事業者リスト照会の内容の保存", "か月", 60, 12, 120, nil,
		"次の記録に置き換わるか、期限が切れてから、この期間を過ぎると、内容と書面を消します。記録した日と人は残ります。" +
			"短くする変更は、30日後から効きます。それまでに長さを戻せば、前の長さのまま保存します。", func(t *Terms) *int { return &t.PoisonousMonths }},
}, gateTerms()...)

// ChoiceLabel is the name of a value for a term with choices, else the value with its unit.
func (r TermRule) ChoiceLabel(value int) string {
	if r.Choices == nil {
		return strconv.Itoa(value) + r.Unit
	}
	if r.Group == groupGate {
		return GateLevel(value).Label()
	}
	if value == 1 {
		return "選択肢の帯のまま"
	}
	return fmt.Sprintf("隣り合う%dつの帯を一つにまとめる", value)
}

// TermRules is the table, for screens.
func TermRules() []TermRule { return append([]TermRule(nil), termRules...) }

// StandardTerms are the terms of the domain, in force until the office sets others.
func StandardTerms() Terms { return TermsOf(nil) }

// TermsOf are the terms with these values by key; missing keys have the standard value.
func TermsOf(values map[string]int) (t Terms) {
	for _, r := range termRules {
		*r.of(&t) = r.Standard
		if v, ok := values[r.Key]; ok {
			*r.of(&t) = v
		}
	}
	return t
}

// Value is a term by its rule.
func (t Terms) Value(r TermRule) int { return *r.of(&t) }

// Fill replaces each {key} in a text with the number of that term.
func (t Terms) Fill(text string) string {
	for _, r := range termRules {
		text = strings.ReplaceAll(text, "{"+r.Key+"}", strconv.Itoa(t.Value(r)))
	}
	return text
}

// LinkKeyLife is how long a seller's or owner's mailed link is valid.
func (t Terms) LinkKeyLife() time.Duration { return time.Duration(t.LinkKeyDays) * day }

// RegistrationKeyLife is how long an invitation is valid.
func (t Terms) RegistrationKeyLife() time.Duration { return time.Duration(t.RegistrationDays) * day }

// PeriodReminderDays are the days before the end of a listing's period on which SF is reminded.
func (t Terms) PeriodReminderDays() []int { return []int{t.PeriodFirstDays, t.PeriodSecondDays, 0} }

// AnswerReminderDays are the days before an answer is due on which SF is reminded.
func (t Terms) AnswerReminderDays() []int { return []int{t.AnswerFirstDays, 0} }

// StalledDays are the days without movement after which the person in charge, the institution and the office are told.
func (t Terms) StalledDays() []int {
	return []int{t.StalledPersonDays, t.StalledBankDays, t.StalledOfficeDays}
}

// CheckTerms says what is wrong with new terms, by key.
func CheckTerms(values map[string]int) map[string]string {
	wrong := map[string]string{}
	for _, r := range termRules {
		v, given := values[r.Key]
		switch {
		case !given || v < r.Min || v > r.Max:
			wrong[r.Key] = fmt.Sprintf("「%s」は%dから%dまでの整数で入力してください。", r.Label, r.Min, r.Max)
		case r.Choices != nil && !contains(r.Choices, v):
			wrong[r.Key] = "「" + r.Label + "」を選んでください。"
		}
	}
	if len(wrong) > 0 {
		return wrong
	}
	t := TermsOf(values)
	less := func(a, b int, key, text string) {
		if a >= b {
			wrong[key] = text
		}
	}
	less(t.ListingMonths, t.ListingMonthsMax+1, "listingMonths", "公開期間の標準の長さは、最長の長さ以下にしてください。")
	less(t.PeriodSecondDays, t.PeriodFirstDays, "periodSecondDays", "2回目の予告は、1回目より後（小さい日数）にしてください。")
	less(t.AnswerFirstDays, t.AnswerDays, "answerFirstDays", "回答期限の催促は、回答期限より短い日数にしてください。")
	less(t.StalledPersonDays, t.StalledBankDays, "stalledBankDays", "金融機関への知らせは、担当者への知らせより後（大きい日数）にしてください。")
	less(t.StalledBankDays, t.StalledOfficeDays, "stalledOfficeDays", "事務局への知らせは、金融機関への知らせより後（大きい日数）にしてください。")
	less(t.KeyReminderDays, t.LinkKeyDays, "keyReminderDays", "売手への再度の連絡は、リンクの期限より短い日数にしてください。")
	return wrong
}

func contains(list []int, v int) bool {
	for _, x := range list {
		if x == v {
			return true
		}
	}
	return false
}

// TermsSince are terms with the time from which they apply.
type TermsSince struct {
	Since time.Time
	Terms
}

// Schedule is every version of the terms, the oldest first. What has begun keeps the terms of its
// beginning, so that a promised day does not change. The zero value always has the standard.
type Schedule []TermsSince

// At are the terms that applied at a moment; for the zero time the standard.
func (s Schedule) At(moment time.Time) Terms {
	for i := len(s) - 1; i >= 0; i-- {
		if !s[i].Since.After(moment) {
			return s[i].Terms
		}
	}
	return StandardTerms()
}

// LeastOutsidePeriodDays is the shortest time outside its period after which any listing may be disabled.
func (s Schedule) LeastOutsidePeriodDays() int {
	least := StandardTerms().OutsidePeriodDays
	for _, t := range s {
		least = min(least, t.OutsidePeriodDays)
	}
	return least
}

// BandWidth is how coarse an amount is shown whose disclosure somebody agreed to at the moment agreed: the width of that time, or the
// present one if it is coarser. A finer band would show more than was agreed to. Widths divide each other, so two bands of the same amount
// never show more than the finer one.
func (s Schedule) BandWidth(agreed, now time.Time) int {
	return max(s.At(agreed).BandWidth, s.At(now).BandWidth)
}

// standard are the standard values, for the texts of the tables.
var standard = StandardTerms()
