package deal

import (
	"slices"
	"strings"
	"time"
)

// CompanyEvent names what happens to a buyer or seller company (domain 6).
type CompanyEvent string

const (
	CompanyCreate       CompanyEvent = "create"        // BF, or SF for a seller: the overview
	CompanyInvite       CompanyEvent = "invite"        // BF registers the first user: a mail with a key
	CompanyResend       CompanyEvent = "resend"        // BF, ReSendCreateMail: a new key
	CompanySelfRegister CompanyEvent = "self_register" // the buyer, by key
	CompanyApprove      CompanyEvent = "approve"       // BF
	CompanyReturn       CompanyEvent = "return"        // BF, with a comment: a new key
	CompanySaveDetails  CompanyEvent = "save_details"  // the institution in charge, or the buyer once enabled
	CompanyDisable      CompanyEvent = "disable"
	CompanyEnable       CompanyEvent = "enable"
)

// TrialRefused is the text about what a trial company may not do, and what to do instead (domain 6).
const TrialRefused = "お試しの企業は、興味の登録、秘密保持契約の承諾、交渉ができません。本登録が済むと行えます。本登録は、担当の金融機関で手続きします。"

// TrialEnd is the last day (JST) of a trial that begins now, and the moment after it.
func (t Terms) TrialEnd(now time.Time) (day string, over time.Time) {
	day = AddDays(now, t.TrialDays)
	d, _ := time.ParseInLocation(time.DateOnly, day, JST)
	return day, d.AddDate(0, 0, 1)
}

// AntisocialDeclaration is what a buyer declares with its registration (反社会的勢力排除の表明, domain 6);
// AntisocialVersion must change with every change of the text.
const (
	AntisocialVersion     = 1
	AntisocialDeclaration = "当社（個人の場合は私）は、次のことを表明し、将来にわたって確約します。\n" +
		"1. 当社、当社の役員、株主その他当社の経営を実質的に支配する者は、暴力団、暴力団員、暴力団員でなくなった時から5年を経過しない者、暴力団準構成員、暴力団関係企業、総会屋等、社会運動等標ぼうゴロ、特殊知能暴力集団等その他これらに準ずる者（以下「反社会的勢力」）ではないこと。\n" +
		"2. 反社会的勢力に資金を提供し、便宜を供与するなどの関与をせず、社会的に非難されるべき関係を持たないこと。\n" +
		"3. 自らまたは第三者を利用して、暴力的な要求、法的な責任を超えた不当な要求、脅迫的な言動、偽計や威力を用いて信用を毀損し業務を妨害する行為をしないこと。\n" +
		"4. これらに反することが分かったときは、直ちに利用を停止されても異議を述べないこと。"
)

// CompanyFacts is what a company's move depends on.
type CompanyFacts struct {
	Exists     bool
	Client     ClientType
	Status     CompanyStatus
	HasDetails bool // saved by the bank, or approved by it
	KeyAlive   bool // the invitation's key exists, is unused and not expired
	Accepted   bool // terms and 反社会的勢力排除の表明
	Comment    string
}

// CompanyEffects is what a company's move does.
type CompanyEffects struct {
	Status       CompanyStatus
	NewKey       bool // a new key replaces the old one; 14 days
	UsesKey      bool
	EnablesUsers bool // first users 1 → 2
	MailsBF      bool
	MailsUsers   bool
}

type companyRule struct {
	event  CompanyEvent
	label  string
	actors []Actor
	from   []CompanyStatus
	orNew  bool
	to     string
	cond   string
}

// companyRules is the table of domain 6. ActorBF is the institution in charge of
// the company, of a seller too; ActorBUY the buyer's own user.
var companyRules = []companyRule{
	{CompanyCreate, "登録する", []Actor{ActorBF}, nil, true, "3", ""},
	{CompanyInvite, "登録を案内する", []Actor{ActorBF}, []CompanyStatus{CompanyNoData}, false, "5", "買手企業"},
	{CompanyResend, "案内を再送する", []Actor{ActorBF}, []CompanyStatus{CompanyNotCreated}, false, "5", "買手企業"},
	{CompanySelfRegister, "登録を申し込む", []Actor{ActorBUY}, []CompanyStatus{CompanyNotCreated}, false, "11", "有効なキー、規約への同意と反社会的勢力排除の表明"},
	{CompanyApprove, "承認する", []Actor{ActorBF}, []CompanyStatus{CompanyFinancialNotApproved}, false, "1", ""},
	{CompanyReturn, "差戻す", []Actor{ActorBF}, []CompanyStatus{CompanyFinancialNotApproved}, false, "5", "コメント"},
	{CompanySaveDetails, "詳細を保存する", []Actor{ActorBF, ActorBUY},
		[]CompanyStatus{CompanyEnabled, CompanyNoData, CompanyNotCreated, CompanyFinancialNotApproved}, false, "1", "買手自身は 1 のみ"},
	{CompanyDisable, "無効にする", []Actor{ActorBF, ActorOffice}, []CompanyStatus{CompanyEnabled, CompanyNoData, CompanyNotCreated,
		CompanyFinancialNotApproved}, false, "2", ""},
	{CompanyEnable, "有効に戻す", []Actor{ActorBF, ActorOffice}, []CompanyStatus{CompanyDisabled}, false, "1（詳細がなければ3）", ""},
}

// DecideCompany makes a company's move, or returns why it cannot (SPEC 4, domain 6).
func DecideCompany(f CompanyFacts, event CompanyEvent, a Actor) (CompanyEffects, *Refusal) {
	i := slices.IndexFunc(companyRules, func(r companyRule) bool { return r.event == event })
	if i < 0 || !slices.Contains(companyRules[i].actors, a) {
		return CompanyEffects{}, notAvailable()
	}
	r := companyRules[i]
	forBuyers := event == CompanyInvite || event == CompanyResend || event == CompanySelfRegister
	switch {
	case f.Exists == r.orNew, forBuyers && f.Client != ClientBuyer,
		event == CompanySelfRegister && !f.KeyAlive,
		event == CompanySaveDetails && a == ActorBUY && f.Status != CompanyEnabled:
		return CompanyEffects{}, notAvailable()
	case f.Exists && !slices.Contains(r.from, f.Status):
		return CompanyEffects{}, notAllowed("現在の状態（" + f.Status.Label() + "）の企業では「" + r.label + "」を行えません。最新の内容を確認してください。")
	}
	e := CompanyEffects{Status: f.Status}
	switch event {
	case CompanyCreate:
		e.Status = CompanyNoData
	case CompanyInvite, CompanyResend:
		e.Status, e.NewKey, e.MailsUsers = CompanyNotCreated, true, true
	case CompanySelfRegister:
		if !f.Accepted {
			return CompanyEffects{}, invalid("accepted", "利用規約への同意と、反社会的勢力排除の表明が必要です。")
		}
		e.Status, e.UsesKey, e.MailsBF = CompanyFinancialNotApproved, true, true
	case CompanyApprove:
		e.Status, e.EnablesUsers, e.MailsUsers = CompanyEnabled, true, true
	case CompanyReturn:
		if strings.TrimSpace(f.Comment) == "" {
			return CompanyEffects{}, invalid("comment", "差戻しの理由を入力してください。")
		}
		e.Status, e.NewKey, e.MailsUsers = CompanyNotCreated, true, true
	case CompanySaveDetails:
		e.Status = CompanyEnabled
		e.EnablesUsers = f.Status == CompanyNotCreated || f.Status == CompanyFinancialNotApproved
		e.MailsUsers = e.EnablesUsers
	case CompanyDisable:
		e.Status = CompanyDisabled
	case CompanyEnable:
		e.Status = CompanyEnabled
		if !f.HasDetails {
			e.Status = CompanyNoData
		}
	}
	return e, nil
}

// UserEvent names what happens to a user (SPEC 3, domain 6).
type UserEvent string

const (
	UserApprove     UserEvent = "approve"
	UserBlock       UserEvent = "block"
	UserUnblock     UserEvent = "unblock"
	UserUnsubscribe UserEvent = "unsubscribe"
)

type userRule struct {
	event UserEvent
	label string
	from  []UserStatus
	to    UserStatus
}

// userRules: 1 Unapproved → 2 Enabled by BF (buyer's users) or FAD (own institution's users), and
// the moves out of these. Withdrawal is final.
var userRules = []userRule{
	{UserApprove, "承認する", []UserStatus{UserUnapproved}, UserEnabled},
	{UserBlock, "停止する", []UserStatus{UserUnapproved, UserEnabled}, UserBlocked},
	{UserUnblock, "停止を解除する", []UserStatus{UserBlocked}, UserEnabled},
	{UserUnsubscribe, "退会とする", []UserStatus{UserUnapproved, UserEnabled, UserBlocked}, UserUnsubscribed},
}

// MoveUser returns a user's next status. mayManage is the caller's right over the user, from the database: BF over its buyers' users, FAD
// over its own institution's, the office over all; nobody over himself.
func MoveUser(s UserStatus, event UserEvent, mayManage bool) (UserStatus, *Refusal) {
	i := slices.IndexFunc(userRules, func(r userRule) bool { return r.event == event })
	if i < 0 || !mayManage {
		return s, notAvailable()
	}
	if r := userRules[i]; !slices.Contains(r.from, s) {
		return s, notAllowed("現在の状態（" + s.Label() + "）の利用者には「" + r.label + "」を行えません。最新の内容を確認してください。")
	}
	return userRules[i].to, nil
}

// InstitutionEvent names what the office does to a member.
type InstitutionEvent string

const (
	InstitutionStop   InstitutionEvent = "stop"
	InstitutionResume InstitutionEvent = "resume"
)

type institutionRule struct {
	event    InstitutionEvent
	label    string
	from, to InstitutionStatus
}

var institutionRules = []institutionRule{
	{InstitutionStop, "利用を停止する", InstitutionRunning, InstitutionStopped},
	{InstitutionResume, "利用を再開する", InstitutionStopped, InstitutionRunning},
}

// MoveInstitution returns a member's next status. Only the office may change it.
func MoveInstitution(s InstitutionStatus, event InstitutionEvent) (InstitutionStatus, *Refusal) {
	i := slices.IndexFunc(institutionRules, func(r institutionRule) bool { return r.event == event })
	if i < 0 {
		return s, notAvailable()
	}
	if r := institutionRules[i]; r.from != s {
		return s, notAllowed("この金融機関は、すでに" + s.Label() + "です。最新の内容を確認してください。")
	}
	return institutionRules[i].to, nil
}

// RequestEvent names what happens to an institution's request to join (domain 6).
type RequestEvent string

const (
	RequestApprove RequestEvent = "approve"
	RequestReject  RequestEvent = "reject"
)

type requestRule struct {
	event  RequestEvent
	label  string
	actors []Actor
	from   []AccountRequestStatus
	to     AccountRequestStatus
	needs  string
}

// requestRules: the office approves, or rejects with a reason. Both are final.
var requestRules = []requestRule{
	{RequestApprove, "承認する", []Actor{ActorOffice}, []AccountRequestStatus{RequestPending}, RequestApproved, ""},
	{RequestReject, "却下する", []Actor{ActorOffice}, []AccountRequestStatus{RequestPending}, RequestRejected, "理由"},
}

// DecideAccountRequest returns the next state of an institution's request (domain 6).
func DecideAccountRequest(s AccountRequestStatus, event RequestEvent, reason string, a Actor) (AccountRequestStatus, *Refusal) {
	i := slices.IndexFunc(requestRules, func(r requestRule) bool { return r.event == event })
	switch {
	case i < 0 || !slices.Contains(requestRules[i].actors, a):
		return s, notAvailable()
	case !slices.Contains(requestRules[i].from, s):
		return s, notAllowed("この申請はすでに処理されています（" + s.Label() + "）。")
	case requestRules[i].needs != "" && strings.TrimSpace(reason) == "":
		return s, invalid("reason", "却下の理由を入力してください。")
	}
	return requestRules[i].to, nil
}

// KeyFacts is a mailed link as it is stored (domain 3.2, 6).
type KeyFacts struct {
	Exists   bool
	Expires  time.Time
	Used     bool
	Revoked  bool
	Attempts int // wrong passcodes so far
}

// CheckKey says whether a mailed link is still valid. The answer tells the holder of the key what
// to do, and is the same for a key that never existed and one that was replaced.
func CheckKey(k KeyFacts, now time.Time) *Refusal {
	switch {
	case !k.Exists, k.Revoked:
		return notAvailable()
	case k.Used:
		return notAllowed("このリンクは使用済みです。回答は受け付けられています。")
	case k.Attempts >= WrongPasscodes:
		return notAllowed("パスコードの入力を5回間違えたため、このリンクは無効になりました。担当の金融機関へ再送を依頼してください。")
	case !now.Before(k.Expires):
		return notAllowed("このリンクの有効期限が切れています。担当の金融機関へ再送を依頼してください。")
	}
	return nil
}
