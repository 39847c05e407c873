package public

import (
	"regexp"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"tsunagu/app/mail"
	"tsunagu/app/web"
	"tsunagu/store"
	"tsunagu/store/master"
)

// AccountRequestInput is an institution's application to join (SPEC.md 3 Account request, 7
// RegistAccountRequest; domain.md 6): those fields that the institution itself fills in.
type AccountRequestInput struct {
	FinancialName         string        `json:"financialName" limit:"80"`
	FinancialNameKana     string        `json:"financialNameKana" limit:"80"`
	FinancialCode         string        `json:"financialCode,omitempty" limit:"10" doc:"金融機関コード4桁。コードのない種別では空"`
	FinancialType         int           `json:"financialType" doc:"項目 financialType"`
	RepresentativeName    string        `json:"representativeName" limit:"40"`
	Postcode              string        `json:"postcode"`
	Prefecture            string        `json:"prefecture" doc:"都道府県コード2桁"`
	City                  string        `json:"city" doc:"市区町村コード5桁"`
	Address               string        `json:"address" limit:"120" doc:"町域・番地"`
	BuildingName          string        `json:"buildingName,omitempty" limit:"80"`
	Phone                 string        `json:"phone"`
	Fax                   string        `json:"fax,omitempty"`
	WebsiteURL            string        `json:"websiteUrl,omitempty"`
	ResponsibleParsonName string        `json:"responsibleParsonName" limit:"40"`
	ResponsibleParsonDept string        `json:"responsibleParsonDepartment" limit:"60"`
	ResponsibleParsonPos  string        `json:"responsibleParsonPosition,omitempty" limit:"60"`
	ResponsibleParsonTel  string        `json:"responsibleParsonTel"`
	ResponsibleParsonMail string        `json:"responsibleParsonMail"`
	HandlingBusiness      web.List[int] `json:"handlingBusiness" doc:"項目 handlingBusiness"`
	SalesRegion           web.List[int] `json:"salesRegion" doc:"項目 region。JSONの文字列でもよい"`
	IsTermsAccepted       *bool         `json:"isTermsAccepted,omitempty" doc:"利用規約とプライバシーポリシーへの同意。省くと、申し込むことで同意する"`
}

func (a Room) AccountRequestCalls() {
	web.Add(a.Platform, web.Call{
		Method: "POST", Path: "/api/AccountRequest/CheckAccountRequest", Area: "account-request", Callers: web.Anyone,
		Records: "受付中のネットワーク", Summary: "利用申請の確認。保存される形で返す", Spec: "domain 9 /join/financial/confirm",
		MaxBody: 64 << 10, PasswordDue: true,
	},
		func(r *web.Request, in *struct{ Body AccountRequestInput }) (*AccountRequestInput, error) {
			if err := r.Read(checkRequestsOpen); err != nil {
				return nil, err
			}
			return &in.Body, CheckAccountRequest(&in.Body)
		})
	web.Add(a.Platform, web.Call{
		Method: "POST", Path: "/api/AccountRequest/RegistAccountRequest", Area: "account-request", Callers: web.Anyone,
		Records: "受付中のネットワーク", Summary: "金融機関の利用申請", Spec: "SPEC 7 Authentication; domain 6",
		MaxBody: 64 << 10, PasswordDue: true,
	},
		func(r *web.Request, in *struct{ Body AccountRequestInput }) (*receivedAnswer, error) {
			// Before the fields: while applications are closed, nobody should have to correct a form.
			if err := r.Read(checkRequestsOpen); err != nil {
				return nil, err
			}
			if err := CheckAccountRequest(&in.Body); err != nil {
				return nil, err
			}
			if err := r.TakeWithMailbox(web.ThrottleRequest, in.Body.ResponsibleParsonMail); err != nil {
				return nil, err
			}
			return web.Writing(r, func(tx *store.Tx) (*receivedAnswer, error) {
				return a.SaveAccountRequest(tx, r.Actor, &in.Body)
			})
		})
}

// checkRequestsOpen refuses applications while the office has closed them (domain.md 6).
func checkRequestsOpen(q *store.Q) error {
	open, err := q.Setting(store.SettingAccountRequest)
	if err != nil {
		return err
	}
	if open != "1" {
		return web.Conflict("requests_closed", "ただいま利用申請の受付を停止しています。受付の再開については、事務局にお問い合わせください。")
	}
	return nil
}

var financialCodePattern = regexp.MustCompile(`^[0-9]{4}$`)

// Types of institutions that have no 金融機関コード: securities firms, leasing and funds,
// insurers, advisers (items.json, financial_types: 収録なし).
var typesWithoutCode = map[int]bool{12: true, 13: true, 15: true, 16: true, 17: true}

func CheckAccountRequest(in *AccountRequestInput) error {
	var c web.Check
	c.Text(in, "financialName", "金融機関名", &in.FinancialName, true)
	in.FinancialNameKana = master.Katakana(in.FinancialNameKana)
	c.Text(in, "financialNameKana", "金融機関名（カナ）", &in.FinancialNameKana, true)
	c.Item("financialType", "金融機関の種別", master.FinancialTypes, in.FinancialType, true)
	in.FinancialCode = norm.NFKC.String(in.FinancialCode)
	c.Text(in, "financialCode", "金融機関コード", &in.FinancialCode, in.FinancialType != 0 && !typesWithoutCode[in.FinancialType])
	if n := utf8.RuneCountInString(in.FinancialCode); n > 0 && n <= 10 {
		c.Ok(financialCodePattern.MatchString(in.FinancialCode), "financialCode", "金融機関コードは4桁の数字で入力してください。")
	}
	c.Text(in, "representativeName", "代表者名", &in.RepresentativeName, true)
	c.Postal("postcode", "郵便番号", &in.Postcode, true)
	web.CheckPlace(&c, in.Prefecture, in.City)
	c.Text(in, "address", "町域・番地", &in.Address, true)
	c.Text(in, "buildingName", "建物名", &in.BuildingName, false)
	c.Phone("phone", "電話番号", &in.Phone, true)
	c.Phone("fax", "FAX番号", &in.Fax, false)
	c.Link("websiteUrl", "ホームページ", &in.WebsiteURL)
	c.Text(in, "responsibleParsonName", "担当者名", &in.ResponsibleParsonName, true)
	c.Text(in, "responsibleParsonDepartment", "担当者の部署", &in.ResponsibleParsonDept, true)
	c.Text(in, "responsibleParsonPosition", "担当者の役職", &in.ResponsibleParsonPos, false)
	c.Phone("responsibleParsonTel", "担当者の電話番号", &in.ResponsibleParsonTel, true)
	c.Mail("responsibleParsonMail", "担当者のメールアドレス", &in.ResponsibleParsonMail, true)
	web.Codes(&c, "handlingBusiness", "取扱業務", (*[]int)(&in.HandlingBusiness), true,
		func(k int) bool { return web.HasItem(master.HandlingBusiness, k) })
	web.Codes(&c, "salesRegion", "営業地域", (*[]int)(&in.SalesRegion), true, func(k int) bool { return web.HasItem(master.RegionItems, k) })
	c.Ok(in.IsTermsAccepted == nil || *in.IsTermsAccepted, "isTermsAccepted", "利用規約とプライバシーポリシーを確認し、同意してください。")
	return c.Err()
}

// SaveAccountRequest stores an application and mails the applicant and the office. The answer does
// not reveal whether the institution is a member already or has applied before: only the office may
// see that.
func (a Room) SaveAccountRequest(tx *store.Tx, by web.Actor, in *AccountRequestInput) (*receivedAnswer, error) {
	if err := checkRequestsOpen(&tx.Q); err != nil {
		return nil, err
	}
	if err := CheckAccountRequest(in); err != nil {
		return nil, err
	}
	req, err := tx.CreateAccountRequest(in.Institution())
	if err != nil {
		return nil, err
	}
	d := mail.Data{CaseNumber: web.CaseNumber("A", req.ID)}
	if err := a.MailTo(tx, mail.AccountRequestReceived, in.ResponsibleParsonMail, "", req.ID, d); err != nil {
		return nil, err
	}
	if err := a.MailOffice(tx, mail.AccountRequestNotice, req.ID, d); err != nil {
		return nil, err
	}
	return &receivedAnswer{d.CaseNumber}, tx.AddAudit(by.Line("account_request", "account_request", req.ID, "ok", ""))
}

// Institution is the institution as applied for, which is not a member yet.
func (in *AccountRequestInput) Institution() *store.Institution {
	return &store.Institution{
		Code: in.FinancialCode, Name: in.FinancialName, NameKana: in.FinancialNameKana, Type: in.FinancialType,
		RepresentativeName: in.RepresentativeName,
		Postcode:           in.Postcode, Prefecture: in.Prefecture, City: in.City, Address: in.Address, BuildingName: in.BuildingName,
		Phone: in.Phone, Fax: in.Fax, WebsiteURL: in.WebsiteURL,
		ResponsibleName: in.ResponsibleParsonName, ResponsibleDept: in.ResponsibleParsonDept, ResponsiblePosition: in.ResponsibleParsonPos,
		ResponsibleTel: in.ResponsibleParsonTel, ResponsibleMail: in.ResponsibleParsonMail,
		HandlingBusiness: in.HandlingBusiness, SalesRegion: in.SalesRegion,
	}
}
