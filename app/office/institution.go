package office

import (
	"reflect"
	"strings"

	"tsunagu/app/company"
	"tsunagu/app/mail"
	"tsunagu/app/public"
	"tsunagu/app/web"
	"tsunagu/store"
)

// OfficeInstitution are an institution's fields that the office edits (SPEC.md 3 Financial
// institution). The names are those of RegistAccountRequest.
type OfficeInstitution struct {
	FinancialName         string `json:"financialName" limit:"80"`
	FinancialNameKana     string `json:"financialNameKana" limit:"80"`
	ShortName             string `json:"shortName" limit:"20" doc:"一覧で使う略称"`
	FinancialCode         string `json:"financialCode" limit:"10" doc:"金融機関コード4桁。コードのない種別では空"`
	FinancialType         int    `json:"financialType" doc:"項目 financialType"`
	RepresentativeName    string `json:"representativeName" limit:"40"`
	Postcode              string `json:"postcode"`
	Prefecture            string `json:"prefecture" doc:"都道府県コード2桁"`
	City                  string `json:"city" doc:"市区町村コード5桁"`
	Address               string `json:"address" limit:"120" doc:"町域・番地"`
	BuildingName          string `json:"buildingName" limit:"80"`
	Phone                 string `json:"phone"`
	Fax                   string `json:"fax"`
	WebsiteURL            string `json:"websiteUrl"`
	ResponsibleParsonName string `json:"responsibleParsonName" limit:"40"`
	ResponsibleParsonDept string `json:"responsibleParsonDepartment" limit:"60"`
	ResponsibleParsonPos  string `json:"responsibleParsonPosition" limit:"60"`
	ResponsibleParsonTel  string `json:"responsibleParsonTel"`
	ResponsibleParsonMail string `json:"responsibleParsonMail"`
	HandlingBusiness      []int  `json:"handlingBusiness" doc:"項目 handlingBusiness"`
	SalesRegion           []int  `json:"salesRegion" doc:"項目 region"`
}

// officeInstitutionDetail is a member institution as the office sees it.
type officeInstitutionDetail struct {
	FinancialID string `json:"financialId"`
	OfficeInstitution
	Status   int    `json:"status" doc:"GetEnumerations の institutionStatus"`
	Version  int    `json:"version"`
	Created  string `json:"created" doc:"UTC"`
	Modified string `json:"modified" doc:"UTC"`
}

type officeInstitutionRow struct {
	FinancialID   string `json:"financialId"`
	FinancialName string `json:"financialName"`
	ShortName     string `json:"shortName"`
	FinancialCode string `json:"financialCode"`
	FinancialType int    `json:"financialType" doc:"項目 financialType"`
	Prefecture    string `json:"prefecture" doc:"都道府県コード"`
	Status        int    `json:"status" doc:"GetEnumerations の institutionStatus"`
	UserCount     int    `json:"userCount" doc:"自機関の利用者（停止中・退会を含む）"`
	Created       string `json:"created" doc:"UTC"`
}

type officeInstitutionList struct {
	InstitutionList []officeInstitutionRow `json:"institutionList"`
	AllCount        int                    `json:"allCount"`
}

type officeInstitutionsQuery struct {
	Word string `query:"word" maxLength:"100" doc:"名称、カナ、略称、金融機関コード"`
	web.OfficePaging
}

type officeInstitutionQuery struct {
	FinancialID string `query:"financialId" required:"true"`
}

type officeInstitutionInput struct {
	FinancialID string `json:"financialId"`
	Version     int    `json:"version"`
	Reason      string `json:"reason" limit:"500" doc:"変更の理由。金融機関の監査ログに表示される"`
	OfficeInstitution
}

func (a Room) officeInstitutionCalls() {
	web.Add(a.Platform, web.OfficeCall("GET", "GetInstitutionList", web.ADM, "すべての金融機関", "金融機関の一覧"),
		func(r *web.Request, in *officeInstitutionsQuery) (*officeInstitutionList, error) {
			return web.Reading(r, func(q *store.Q) (*officeInstitutionList, error) { return Institutions(q, in) })
		})
	web.Add(a.Platform, web.OfficeCall("GET", "GetInstitution", web.ADM, "すべての金融機関", "金融機関"),
		func(r *web.Request, in *officeInstitutionQuery) (*officeInstitutionDetail, error) {
			return web.Reading(r, func(q *store.Q) (out *officeInstitutionDetail, err error) {
				i, err := q.Institution(in.FinancialID)
				if err == nil {
					out = &officeInstitutionDetail{i.ID, officeInstitutionOf(i), i.Status, i.Version, web.ServerTime(i.Created),
						web.ServerTime(i.Modified)}
				}
				return out, err
			})
		})
	type body struct{ Body officeInstitutionInput }
	web.Add(a.Platform, web.OfficeCall("PUT", "UpdateInstitution", web.ADM, "すべての金融機関", "金融機関の変更"),
		func(r *web.Request, in *body) (web.Nothing, error) {
			return web.Nothing{}, r.Write(func(tx *store.Tx) error { return a.updateInstitution(tx, r.Actor, &in.Body) })
		})
	type status struct{ Body officeInstitutionStatus }
	web.Add(a.Platform, web.OfficeCall("PUT", "ChangeInstitutionStatus", web.ADM, "すべての金融機関",
		"金融機関の利用の停止と再開。停止すると、ログインもリンクも終了し、案件はほかの金融機関に表示されない"),
		func(r *web.Request, in *status) (web.Nothing, error) {
			return web.Nothing{}, r.Write(func(tx *store.Tx) error { return a.changeInstitutionStatus(tx, r.Actor, &in.Body) })
		})
}

// Institutions are the members that a search of the office finds.
func Institutions(q *store.Q, in *officeInstitutionsQuery) (*officeInstitutionList, error) {
	is, n, err := q.SearchInstitutions(in.Word, in.Page())
	if err != nil {
		return nil, err
	}
	out := &officeInstitutionList{InstitutionList: []officeInstitutionRow{}, AllCount: n}
	for _, i := range is {
		_, users, err := q.SearchManagedUsers(store.UserSearch{Institution: i.ID, OwnUsers: true})
		if err != nil {
			return nil, err
		}
		out.InstitutionList = append(out.InstitutionList, officeInstitutionRow{i.ID, i.Name, i.ShortName, i.Code, i.Type, i.Prefecture,
			i.Status, users, web.ServerTime(i.Created)})
	}
	return out, nil
}

// updateInstitution changes an institution's data, also the name, code and kind, which the
// institution itself may not change.
func (a Room) updateInstitution(tx *store.Tx, by web.Actor, in *officeInstitutionInput) error {
	i, err := tx.Institution(in.FinancialID)
	if err != nil {
		return err
	}
	if i.Version != in.Version {
		return store.ErrStale
	}
	if err := in.check(tx, i); err != nil {
		return err
	}
	before, contact := officeInstitutionOf(i), i.ResponsibleMail
	changed := changedFields(&before, &in.OfficeInstitution)
	if len(changed) == 0 {
		return web.Conflict("unchanged", "変更された項目がありません。直してから、もう一度変更してください。")
	}
	in.apply(i)
	if err := tx.UpdateInstitution(i, by.ID()); err != nil {
		return err
	}
	if err := company.In(a.Platform).TellContactMoved(tx, i, contact); err != nil {
		return err
	}
	return a.tellCorrection(tx, by, &correction{event: "institution_updated", kind: "institution", id: i.ID, institution: i.ID,
		detail: strings.Join(changed, ",") + " " + in.Reason,
		mail:   mail.InstitutionCorrected, data: mail.Data{Link: a.BaseURL + "/member"}})
}

// changedFields are the JSON names of the fields that differ.
func changedFields(before, after *OfficeInstitution) (out []string) {
	x, y := reflect.ValueOf(before).Elem(), reflect.ValueOf(after).Elem()
	for i := range x.NumField() {
		if !reflect.DeepEqual(x.Field(i).Interface(), y.Field(i).Interface()) {
			out = append(out, x.Type().Field(i).Tag.Get("json"))
		}
	}
	return out
}

// check applies the rules of the account request, normalises the fields in place, and keeps codes
// unique.
func (f *officeInstitutionInput) check(tx *store.Tx, i *store.Institution) error {
	var c web.Check
	c.Prose(f, "reason", "変更の理由", &f.Reason, true)
	c.Text(f, "shortName", "略称", &f.ShortName, true)
	as := public.AccountRequestInput{
		FinancialName: f.FinancialName, FinancialNameKana: f.FinancialNameKana, FinancialCode: f.FinancialCode, FinancialType: f.FinancialType,
		RepresentativeName: f.RepresentativeName,
		Postcode:           f.Postcode, Prefecture: f.Prefecture, City: f.City, Address: f.Address, BuildingName: f.BuildingName, Phone: f.Phone,
		Fax: f.Fax, WebsiteURL: f.WebsiteURL,
		ResponsibleParsonName: f.ResponsibleParsonName, ResponsibleParsonDept: f.ResponsibleParsonDept,
		ResponsibleParsonPos: f.ResponsibleParsonPos,
		ResponsibleParsonTel: f.ResponsibleParsonTel, ResponsibleParsonMail: f.ResponsibleParsonMail, HandlingBusiness: f.HandlingBusiness,
		SalesRegion:     f.SalesRegion,
		IsTermsAccepted: new(true),
	}
	if err := public.CheckAccountRequest(&as); err != nil {
		p, _ := web.ToProblem(err)
		c.Errors = append(c.Errors, p.Errors...)
	}
	short := f.ShortName
	f.OfficeInstitution = officeInstitutionOf(as.Institution())
	f.ShortName = short
	other, err := tx.InstitutionByCode(f.FinancialCode)
	if taken, err := exists(other, err); err != nil {
		return err
	} else if taken && other.ID != i.ID {
		c.Fail("financialCode", "この金融機関コードは、ほかの金融機関が使っています。")
	}
	return c.Err()
}

func (f *OfficeInstitution) apply(i *store.Institution) {
	i.Name, i.NameKana, i.ShortName, i.Code, i.Type, i.RepresentativeName = f.FinancialName, f.FinancialNameKana, f.ShortName, f.FinancialCode, f.FinancialType, f.RepresentativeName
	i.Postcode, i.Prefecture, i.City, i.Address, i.BuildingName = f.Postcode, f.Prefecture, f.City, f.Address, f.BuildingName
	i.Phone, i.Fax, i.WebsiteURL = f.Phone, f.Fax, f.WebsiteURL
	i.ResponsibleName, i.ResponsibleDept, i.ResponsiblePosition = f.ResponsibleParsonName, f.ResponsibleParsonDept, f.ResponsibleParsonPos
	i.ResponsibleTel, i.ResponsibleMail = f.ResponsibleParsonTel, f.ResponsibleParsonMail
	i.HandlingBusiness, i.SalesRegion = f.HandlingBusiness, f.SalesRegion
}

func officeInstitutionOf(i *store.Institution) OfficeInstitution {
	return OfficeInstitution{
		FinancialName: i.Name, FinancialNameKana: i.NameKana, ShortName: i.ShortName, FinancialCode: i.Code, FinancialType: i.Type,
		RepresentativeName: i.RepresentativeName,
		Postcode:           i.Postcode, Prefecture: i.Prefecture, City: i.City, Address: i.Address, BuildingName: i.BuildingName, Phone: i.Phone,
		Fax: i.Fax, WebsiteURL: i.WebsiteURL,
		ResponsibleParsonName: i.ResponsibleName, ResponsibleParsonDept: i.ResponsibleDept, ResponsibleParsonPos: i.ResponsiblePosition,
		ResponsibleParsonTel: i.ResponsibleTel, ResponsibleParsonMail: i.ResponsibleMail,
		HandlingBusiness: notNil(i.HandlingBusiness), SalesRegion: notNil(i.SalesRegion),
	}
}

// notNil is the list, or an empty one instead of nil: answers never contain null.
func notNil[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
