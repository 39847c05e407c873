package app

import (
	"regexp"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"tsunagu/app/mail"
	"tsunagu/store"
	"tsunagu/store/master"
)

// accountRequestInput is an institution's wish to join (SPEC.md 3 Account request, 7
// RegistAccountRequest; domain.md 6): the institution's fields that are its own to say.
type accountRequestInput struct {
	FinancialName         string    `json:"financialName"`
	FinancialNameKana     string    `json:"financialNameKana"`
	FinancialCode         string    `json:"financialCode,omitempty" doc:"金融機関コード4桁。コードのない種別では空"`
	FinancialType         int       `json:"financialType" doc:"項目 financialType"`
	RepresentativeName    string    `json:"representativeName"`
	Postcode              string    `json:"postcode"`
	Prefecture            string    `json:"prefecture" doc:"都道府県コード2桁"`
	City                  string    `json:"city" doc:"市区町村コード5桁"`
	Address               string    `json:"address" doc:"町域・番地"`
	BuildingName          string    `json:"buildingName,omitempty"`
	Phone                 string    `json:"phone"`
	Fax                   string    `json:"fax,omitempty"`
	WebsiteURL            string    `json:"websiteUrl,omitempty"`
	ResponsibleParsonName string    `json:"responsibleParsonName"`
	ResponsibleParsonDept string    `json:"responsibleParsonDepartment"`
	ResponsibleParsonPos  string    `json:"responsibleParsonPosition,omitempty"`
	ResponsibleParsonTel  string    `json:"responsibleParsonTel"`
	ResponsibleParsonMail string    `json:"responsibleParsonMail"`
	HandlingBusiness      list[int] `json:"handlingBusiness" doc:"項目 handlingBusiness"`
	SalesRegion           list[int] `json:"salesRegion" doc:"項目 region。JSONの文字列でもよい"`
	IsTermsAccepted       bool      `json:"isTermsAccepted" doc:"利用規約とプライバシーポリシーへの同意"`
}

func (a *App) accountRequestCalls() {
	add(a.Platform, call{
		method: "POST", path: "/api/AccountRequest/CheckAccountRequest", area: "account-request", callers: anyone,
		records: "受付中のネットワーク", summary: "利用申請の確認。保存される形で返す", spec: "domain 9 /join/financial/confirm",
		maxBody: 64 << 10, passwordDue: true,
	},
		func(r *request, in *struct{ Body accountRequestInput }) (*accountRequestInput, error) {
			if err := r.read(checkRequestsOpen); err != nil {
				return nil, err
			}
			return &in.Body, checkAccountRequest(&in.Body)
		})
	add(a.Platform, call{
		method: "POST", path: "/api/AccountRequest/RegistAccountRequest", area: "account-request", callers: anyone,
		records: "受付中のネットワーク", summary: "金融機関の利用申請", spec: "SPEC 7 Authentication; domain 6",
		maxBody: 64 << 10, passwordDue: true,
	},
		func(r *request, in *struct{ Body accountRequestInput }) (*receivedAnswer, error) {
			// Before the fields: where nothing is taken, nobody should mend a form.
			if err := r.read(checkRequestsOpen); err != nil {
				return nil, err
			}
			if err := checkAccountRequest(&in.Body); err != nil {
				return nil, err
			}
			if err := r.takeWithMailbox(throttleRequest, in.Body.ResponsibleParsonMail); err != nil {
				return nil, err
			}
			return writing(r, func(tx *store.Tx) (*receivedAnswer, error) {
				return a.saveAccountRequest(tx, r.actor, &in.Body)
			})
		})
}

// checkRequestsOpen refuses while the office has switched requests off (domain.md 6).
func checkRequestsOpen(q *store.Q) error {
	open, err := q.Setting(store.SettingAccountRequest)
	if err != nil {
		return err
	}
	if open != "1" {
		return conflict("requests_closed", "ただいま利用申請の受付を停止しています。受付の再開については、事務局にお問い合わせください。")
	}
	return nil
}

var financialCodePattern = regexp.MustCompile(`^[0-9]{4}$`)

// Types of institutions that have no 金融機関コード: securities firms, leasing and funds,
// insurers, advisers (items.json, financial_types: 収録なし).
var typesWithoutCode = map[int]bool{12: true, 13: true, 15: true, 16: true, 17: true}

func checkAccountRequest(in *accountRequestInput) error {
	var c check
	c.text("financialName", "金融機関名", &in.FinancialName, true, 80)
	in.FinancialNameKana = master.Katakana(in.FinancialNameKana)
	c.text("financialNameKana", "金融機関名（カナ）", &in.FinancialNameKana, true, 80)
	c.item("financialType", "金融機関の種別", master.FinancialTypes, in.FinancialType, true)
	in.FinancialCode = norm.NFKC.String(in.FinancialCode)
	c.text("financialCode", "金融機関コード", &in.FinancialCode, in.FinancialType != 0 && !typesWithoutCode[in.FinancialType], 10)
	if n := utf8.RuneCountInString(in.FinancialCode); n > 0 && n <= 10 {
		c.ok(financialCodePattern.MatchString(in.FinancialCode), "financialCode", "金融機関コードは4桁の数字で入力してください。")
	}
	c.text("representativeName", "代表者名", &in.RepresentativeName, true, maxName)
	c.postal("postcode", "郵便番号", &in.Postcode, true)
	checkPlace(&c, in.Prefecture, in.City)
	c.text("address", "町域・番地", &in.Address, true, 120)
	c.text("buildingName", "建物名", &in.BuildingName, false, 80)
	c.phone("phone", "電話番号", &in.Phone, true)
	c.phone("fax", "FAX番号", &in.Fax, false)
	c.link("websiteUrl", "ホームページ", &in.WebsiteURL)
	c.text("responsibleParsonName", "担当者名", &in.ResponsibleParsonName, true, maxName)
	c.text("responsibleParsonDepartment", "担当者の部署", &in.ResponsibleParsonDept, true, 60)
	c.text("responsibleParsonPosition", "担当者の役職", &in.ResponsibleParsonPos, false, 60)
	c.phone("responsibleParsonTel", "担当者の電話番号", &in.ResponsibleParsonTel, true)
	c.mail("responsibleParsonMail", "担当者のメールアドレス", &in.ResponsibleParsonMail, true)
	codes(&c, "handlingBusiness", "取扱業務", (*[]int)(&in.HandlingBusiness), true, func(k int) bool { return hasItem(master.HandlingBusiness, k) })
	codes(&c, "salesRegion", "営業地域", (*[]int)(&in.SalesRegion), true, func(k int) bool { return hasItem(master.RegionItems, k) })
	c.ok(in.IsTermsAccepted, "isTermsAccepted", "利用規約とプライバシーポリシーを確認し、同意してください。")
	return c.err()
}

// checkPlace wants a prefecture and one of its municipalities that an address can name.
func checkPlace(c *check, prefecture, city string) {
	if prefecture == "" {
		c.fail("prefecture", "都道府県を選択してください。")
	} else if _, ok := master.FindPrefecture(prefecture); !ok {
		c.fail("prefecture", "都道府県の選択肢にない値です。選び直してください。")
	}
	if city == "" {
		c.fail("city", "市区町村を選択してください。")
	} else if m, ok := master.FindCity(city); !ok || !m.Selectable {
		c.fail("city", "市区町村の選択肢にない値です。選び直してください。")
	} else if m.PrefCode != prefecture {
		c.fail("city", "市区町村が都道府県と合いません。選び直してください。")
	}
}

// saveAccountRequest stores a wish to join and mails the requester and the office. Whether the
// institution is a member already, or has asked before, is the office's to see, not a visitor's.
func (a *App) saveAccountRequest(tx *store.Tx, by actor, in *accountRequestInput) (*receivedAnswer, error) {
	if err := checkRequestsOpen(&tx.Q); err != nil {
		return nil, err
	}
	if err := checkAccountRequest(in); err != nil {
		return nil, err
	}
	req, err := tx.CreateAccountRequest(in.institution())
	if err != nil {
		return nil, err
	}
	d := mail.Data{CaseNumber: caseNumber("A", req.ID)}
	if err := a.mailTo(tx, mail.AccountRequestReceived, in.ResponsibleParsonMail, "", req.ID, d); err != nil {
		return nil, err
	}
	if err := a.mailOffice(tx, mail.AccountRequestNotice, req.ID, d); err != nil {
		return nil, err
	}
	return &receivedAnswer{d.CaseNumber}, tx.AddAudit(by.line("account_request", "account_request", req.ID, "ok", ""))
}

// institution is what was asked for, not a member yet.
func (in *accountRequestInput) institution() *store.Institution {
	return &store.Institution{
		Code: in.FinancialCode, Name: in.FinancialName, NameKana: in.FinancialNameKana, Type: in.FinancialType, RepresentativeName: in.RepresentativeName,
		Postcode: in.Postcode, Prefecture: in.Prefecture, City: in.City, Address: in.Address, BuildingName: in.BuildingName,
		Phone: in.Phone, Fax: in.Fax, WebsiteURL: in.WebsiteURL,
		ResponsibleName: in.ResponsibleParsonName, ResponsibleDept: in.ResponsibleParsonDept, ResponsiblePosition: in.ResponsibleParsonPos,
		ResponsibleTel: in.ResponsibleParsonTel, ResponsibleMail: in.ResponsibleParsonMail,
		HandlingBusiness: in.HandlingBusiness, SalesRegion: in.SalesRegion,
	}
}
