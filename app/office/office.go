package office

import (
	"strconv"

	"tsunagu/app/audit"
	"tsunagu/app/breakglass"
	"tsunagu/app/console"
	"tsunagu/app/deal"
	"tsunagu/app/inquiry"
	"tsunagu/app/mail"
	"tsunagu/app/signin"
	"tsunagu/app/topic"
	"tsunagu/app/web"
	"tsunagu/store"
)

func (a Room) Calls() {
	a.officeSessionCalls()
	a.officeRequestCalls()
	a.officeInstitutionCalls()
	a.officeUserCalls()
	a.officeLetterCalls()
	a.officeSettingCalls()
	a.officePeriodCalls()
	a.officeSettingHistoryCalls()
	a.officeNetworkCalls()
	a.officeMailServerCalls()
	topic.In(a.Platform).OfficeCalls()
	a.officeFaqCalls()
	inquiry.In(a.Platform).Calls()
	a.officeListingCalls()
	a.officeChargeCalls()
	a.officeCorrectionCalls()
	a.officeApproverCalls()
	a.officeBusinessCalls()
	a.officeLoginCalls()
	a.officeMailCalls()
	audit.In(a.Platform).Calls()
	a.officeFigureCalls()
	breakglass.In(a.Platform).Calls()
	a.officeGuideCalls()
	a.officeFindCalls()

	web.Add(a.Platform, web.OfficeCall("GET", "GetSummary", web.ADM, "ネットワーク全体の件数", "概況"),
		func(r *web.Request, _ *struct{}) (*officeSummary, error) {
			return web.Reading(r, func(q *store.Q) (out *officeSummary, err error) {
				s, err := q.OfficeSummary(deal.BreakGlassWait)
				if err != nil {
					return nil, err
				}
				sends, err := a.HasMailServer(q)
				if err != nil {
					return nil, err
				}
				out = &officeSummary{s.Institutions, s.Users, s.Buyers, s.Sellers, s.Requests, s.Inquiries, s.WaitingMail, s.DeadMail, sends,
					[]officeCount{}, []officeCount{}, s.Documents, s.Grants, s.OpenGlasses, 0, false, web.ServerTime(s.OldestMail), false,
					officeReplica{}}
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
				out.IsMailHeld, out.Replica = !held.Since.IsZero(), a.officeReplica()
				for _, c := range s.Listings {
					out.Listings = append(out.Listings, officeCount{c.Status, deal.ListingStatus(c.Status).Label(), c.Count})
				}
				for _, c := range s.Negotiations {
					out.Negotiations = append(out.Negotiations, officeCount{c.Status, deal.NegotiationStatus(c.Status).Label(), c.Count})
				}
				return out, nil
			})
		})
	web.Add(a.Platform, web.OfficeCall("GET", "GetCodes", web.ADM|web.FAD, "なし（選択肢）", "事務局の画面の選択肢"),
		func(*web.Request, *struct{}) (*officeCodes, error) { return codesOfOffice(), nil })
}

// officeCount is the number of records in a status.
type officeCount struct {
	Status int    `json:"status"`
	Label  string `json:"label"`
	Count  int    `json:"count"`
}

// officeSummary is the network in numbers, without names.
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
	Replica          officeReplica `json:"replica"`
}

// officeCodes are those choices of the console that GetEnumerations does not have.
type officeCodes struct {
	MailKinds     []console.OfficeCode `json:"mailKinds"`
	MailStates    []console.OfficeCode `json:"mailStates"`
	InquiryStatus []console.OfficeCode `json:"inquiryStatus"`
	TextKinds     []console.OfficeCode `json:"textKinds"`
	AuditEvents   []console.OfficeCode `json:"auditEvents"`

	BreakGlassGrounds []console.OfficeCode `json:"breakGlassGrounds" doc:"緊急閲覧の理由の区分"`
	BreakGlassMinutes []console.OfficeCode `json:"breakGlassMinutes" doc:"緊急閲覧の時間（分）"`
}

func codesOfOffice() *officeCodes {
	out := &officeCodes{MailKinds: []console.OfficeCode{}, MailStates: mailStates, InquiryStatus: inquiry.Statuses, TextKinds: textKinds,
		AuditEvents: audit.Events}
	for _, k := range mail.Kinds() {
		out.MailKinds = append(out.MailKinds, console.Code(string(k), k.Label()))
	}
	for _, g := range deal.BreakGlassGrounds() {
		out.BreakGlassGrounds = append(out.BreakGlassGrounds, console.Code(strconv.Itoa(int(g)), g.Label()))
	}
	for _, m := range deal.BreakGlassMinutes() {
		out.BreakGlassMinutes = append(out.BreakGlassMinutes, console.Code(strconv.Itoa(m), strconv.Itoa(m)+"分"))
	}
	return out
}

// officeMe is the user who is signed in at the console.
type officeMe struct {
	UserID        string `json:"userId"`
	UserName      string `json:"userName"`
	LoginID       string `json:"loginId"`
	Role          int    `json:"role" doc:"4 金融機関管理者、9 事務局"`
	FinancialID   string `json:"financialId" doc:"金融機関管理者の所属"`
	FinancialName string `json:"financialName"`
}

func (a Room) officeSessionCalls() {
	web.Add(a.Platform, web.Call{
		Method: "POST", Path: web.OfficeDoor.Path, Area: "office", Callers: web.Anyone, MaxBody: 16 << 10,
		Records: "自分", Summary: "事務局のログインとトークンの更新", Spec: "domain 1; trust Tokens and cookies",
	},
		func(r *web.Request, in *signin.TokenForm) (*signin.TokenAnswer, error) {
			return signin.In(a.Platform).Grant(r, web.OfficeDoor, in)
		})
	web.Add(a.Platform, web.Call{
		Method: "POST", Path: "/office/logout", Area: "office", Callers: web.ADM | web.FAD, PasswordDue: true,
		Records: "自分", Summary: "事務局のログアウト", Spec: "domain 1; trust Tokens and cookies",
	},
		func(r *web.Request, _ *struct{}) (web.Nothing, error) {
			return web.Nothing{}, signin.SignOut(r, web.OfficeDoor)
		})
	change := web.OfficeCall("PUT", "ChangeUserPassword", web.ADM|web.FAD, "自分", "パスワード変更（事務局）")
	change.PasswordDue = true
	web.Add(a.Platform, change, func(r *web.Request, in *struct{ Body signin.PasswordChangeInput }) (web.Nothing, error) {
		return web.Nothing{}, signin.In(a.Platform).ChangePassword(r, in.Body.Password, in.Body.NewPassword)
	})
	me := web.OfficeCall("GET", "GetMe", web.ADM|web.FAD, "自分", "ログインしている利用者")
	me.PasswordDue = true
	web.Add(a.Platform, me, func(r *web.Request, _ *struct{}) (*officeMe, error) {
		return web.Reading(r, func(q *store.Q) (out *officeMe, err error) {
			out = &officeMe{UserID: r.ID(), UserName: r.User.UserName, LoginID: r.User.LoginID, Role: int(r.Role), FinancialID: r.Institution()}
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
