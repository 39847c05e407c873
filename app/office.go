package app

import (
	"strconv"

	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/store"
)

// The office's console (domain.md 1, 9 /office): everything is the office's (ADM); an
// institution's administrator (FAD) has its own institution's users and audit lines. Nothing
// here reads what stands behind L1, a message, or the body of a mail.
const officePath = "/api/Office/"

func (a *App) officeCalls() {
	a.officeSessionCalls()
	a.officeRequestCalls()
	a.officeInstitutionCalls()
	a.officeUserCalls()
	a.officeSettingCalls()
	a.officePeriodCalls()
	a.officeSettingHistoryCalls()
	a.officeNetworkCalls()
	a.officeTopicCalls()
	a.officeInquiryCalls()
	a.officeListingCalls()
	a.officeChargeCalls()
	a.officeCorrectionCalls()
	a.officeApproverCalls()
	a.officeLoginCalls()
	a.officeMailCalls()
	a.officeAuditCalls()
	a.officeFigureCalls()
	a.officeGlassCalls()
	a.officeGuideCalls()

	add(a.Platform, officeCall("GET", "GetSummary", adm, "ネットワーク全体の件数", "概況"),
		func(r *request, _ *struct{}) (*officeSummary, error) {
			return reading(r, func(q *store.Q) (out *officeSummary, err error) {
				s, err := q.OfficeSummary(deal.BreakGlassWait)
				if err != nil {
					return nil, err
				}
				out = &officeSummary{s.Institutions, s.Users, s.Buyers, s.Sellers, s.Requests, s.Inquiries, s.WaitingMail, s.DeadMail, a.sendsMail(), []officeCount{}, []officeCount{}, s.Documents, s.Grants, s.OpenGlasses, 0, false, serverTime(s.OldestMail), false}
				if out.FailedJobCount, err = q.FailedJobs(); err != nil {
					return nil, err
				}
				g, err := q.ClockGuard()
				if err != nil {
					return nil, err
				}
				out.IsClockSuspected = !g.Suspected.IsZero()
				held, err := q.Held()
				if err != nil {
					return nil, err
				}
				out.IsMailHeld = !held.Since.IsZero()
				for _, c := range s.Listings {
					out.Listings = append(out.Listings, officeCount{c.Status, deal.ListingStatus(c.Status).Label(), c.Count})
				}
				for _, c := range s.Negotiations {
					out.Negotiations = append(out.Negotiations, officeCount{c.Status, deal.NegotiationStatus(c.Status).Label(), c.Count})
				}
				return out, nil
			})
		})
	add(a.Platform, officeCall("GET", "GetCodes", adm|fad, "なし（選択肢）", "事務局の画面の選択肢"),
		func(*request, *struct{}) (*officeCodes, error) { return codesOfOffice(), nil })
}

// officeCall is a row of the call table for the console.
func officeCall(method, name string, who callers, records, summary string) call {
	return call{
		method: method, path: officePath + name, area: "office", callers: who,
		records: records, summary: summary, spec: "domain 1, 9 /office",
	}
}

// officeCount is how many there are at a status.
type officeCount struct {
	Status int    `json:"status"`
	Label  string `json:"label"`
	Count  int    `json:"count"`
}

// officeSummary is the network in numbers: metadata alone.
type officeSummary struct {
	InstitutionCount int           `json:"institutionCount"`
	UserCount        int           `json:"userCount" doc:"有効な利用者"`
	BuyerCount       int           `json:"buyerCount"`
	SellerCount      int           `json:"sellerCount"`
	RequestCount     int           `json:"requestCount" doc:"審査待ちの利用申請"`
	InquiryCount     int           `json:"inquiryCount" doc:"未対応の問い合わせ"`
	WaitingMailCount int           `json:"waitingMailCount"`
	DeadMailCount    int           `json:"deadMailCount" doc:"送信できなかったメール"`
	IsMailSent       bool          `json:"isMailSent" doc:"メールサーバーが設定されている"`
	Listings         []officeCount `json:"listings"`
	Negotiations     []officeCount `json:"negotiations"`
	DocumentCount    int           `json:"documentCount" doc:"登録されている資料"`
	GrantCount       int           `json:"grantCount" doc:"いま有効な資料の開示"`
	OpenGlassCount   int           `json:"openGlassCount" doc:"確認待ち・閲覧中の緊急閲覧"`
	FailedJobCount   int           `json:"failedJobCount" doc:"前回うまくいかなかった定期処理"`
	IsClockSuspected bool          `json:"isClockSuspected" doc:"時計の確認を待っている定期処理がある"`
	OldestMail       string        `json:"oldestMail" doc:"送信を待っている最も古いメールの作成（UTC）。なければ空"`
	IsMailHeld       bool          `json:"isMailHeld" doc:"復元のあと、メールの送信を止めている"`
}

// sendsMail says that mail leaves the outbox here.
func (a *App) sendsMail() bool { return a.SMTP != nil && !a.Demo }

// OfficePaging is paging for the console: no list of it is meant to be read in one go.
type OfficePaging struct {
	PageNumber int `query:"pageNumber" default:"1" minimum:"1" maximum:"100000"`
	Limit      int `query:"limit" default:"10" minimum:"1" maximum:"100"`
}

func (p OfficePaging) page() store.Page {
	return store.Page{Limit: p.Limit, Offset: (p.PageNumber - 1) * p.Limit}
}

// managed is whose records the actor manages: institution "" is all, and own keeps to the
// institution's own people. An administrator without an institution manages nothing.
func (b actor) managed() (institution string, own bool, err error) {
	switch {
	case b.role == deal.RoleADM:
		return "", false, nil
	case b.role == deal.RoleFAD && b.institution() != "":
		return b.institution(), true, nil
	}
	return "", false, store.ErrNotFound
}

// officeCode is a code of the console with its label.
type officeCode struct {
	Code  string `json:"code"`
	Label string `json:"label"`
}

// officeCodes are the choices of the console that GetEnumerations does not have.
type officeCodes struct {
	MailKinds     []officeCode `json:"mailKinds"`
	MailStates    []officeCode `json:"mailStates"`
	InquiryStatus []officeCode `json:"inquiryStatus"`
	TextKinds     []officeCode `json:"textKinds"`
	AuditEvents   []officeCode `json:"auditEvents"`

	BreakGlassGrounds []officeCode `json:"breakGlassGrounds" doc:"緊急閲覧の理由の区分"`
	BreakGlassMinutes []officeCode `json:"breakGlassMinutes" doc:"緊急閲覧の時間（分）"`
}

func codesOfOffice() *officeCodes {
	out := &officeCodes{MailKinds: []officeCode{}, MailStates: mailStates, InquiryStatus: inquiryStatuses, TextKinds: textKinds, AuditEvents: auditEvents}
	for _, k := range mail.Kinds() {
		out.MailKinds = append(out.MailKinds, officeCode{string(k), k.Label()})
	}
	for _, g := range deal.BreakGlassGrounds() {
		out.BreakGlassGrounds = append(out.BreakGlassGrounds, officeCode{strconv.Itoa(int(g)), g.Label()})
	}
	for _, m := range deal.BreakGlassMinutes() {
		out.BreakGlassMinutes = append(out.BreakGlassMinutes, officeCode{strconv.Itoa(m), strconv.Itoa(m) + "分"})
	}
	return out
}

// labelOf is a code's label; one without is shown as it is.
func labelOf(codes []officeCode, code string) string {
	for _, c := range codes {
		if c.Code == code {
			return c.Label
		}
	}
	return code
}

// officeMe is who is signed in at the console.
type officeMe struct {
	UserID        string `json:"userId"`
	UserName      string `json:"userName"`
	LoginID       string `json:"loginId"`
	Role          int    `json:"role" doc:"4 金融機関管理者、9 事務局"`
	FinancialID   string `json:"financialId" doc:"金融機関管理者の所属"`
	FinancialName string `json:"financialName"`
}

func (a *App) officeSessionCalls() {
	add(a.Platform, call{
		method: "POST", path: officeDoor.path, area: "office", callers: anyone, maxBody: 16 << 10,
		records: "自分", summary: "事務局のログインとトークンの更新", spec: "domain 1; trust Tokens and cookies",
	},
		func(r *request, in *tokenForm) (*tokenAnswer, error) { return a.grant(r, officeDoor, in) })
	add(a.Platform, call{
		method: "POST", path: "/office/logout", area: "office", callers: adm | fad, passwordDue: true,
		records: "自分", summary: "事務局のログアウト", spec: "domain 1; trust Tokens and cookies",
	},
		func(r *request, _ *struct{}) (nothing, error) { return nothing{}, a.signOut(r, officeDoor) })
	change := officeCall("PUT", "ChangeUserPassword", adm|fad, "自分", "パスワード変更（事務局）")
	change.passwordDue = true
	add(a.Platform, change, func(r *request, in *struct{ Body passwordChangeInput }) (nothing, error) {
		return nothing{}, a.changePassword(r, in.Body.Password, in.Body.NewPassword)
	})
	me := officeCall("GET", "GetMe", adm|fad, "自分", "ログインしている利用者")
	me.passwordDue = true
	add(a.Platform, me, func(r *request, _ *struct{}) (*officeMe, error) {
		return reading(r, func(q *store.Q) (out *officeMe, err error) {
			out = &officeMe{UserID: r.id(), UserName: r.user.UserName, LoginID: r.user.LoginID, Role: int(r.role), FinancialID: r.institution()}
			if out.FinancialID == "" {
				return out, nil
			}
			i, err := q.Institution(out.FinancialID)
			if err == nil {
				out.FinancialName = i.Name
			}
			return out, err
		})
	})
}

// optionalInt reads a number of a query that may be left out; nil is "all". The call's schema
// lets nothing else through.
func optionalInt(s string) *int {
	n, err := strconv.Atoi(s)
	if err != nil {
		return nil
	}
	return &n
}
