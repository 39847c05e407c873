package company

import (
	"strconv"

	"tsunagu/app/web"
	"tsunagu/store"
	"tsunagu/store/master"
)

// financialInfo is a member institution (SPEC.md 3 Financial institution). Its people and
// telephone numbers are for its own users; a bank of the network may know the rest.
type financialInfo struct {
	FinancialID       string `json:"financialId"`
	FinancialName     string `json:"financialName"`
	FinancialNameKana string `json:"financialNameKana"`
	FinancialCode     string `json:"financialCode"`
	FinancialType     int    `json:"financialType" doc:"項目キー"`
	ShortName         string `json:"shortName"`
	Prefecture        string `json:"prefecture" doc:"都道府県コード"`
	City              string `json:"city" doc:"市区町村コード"`
	WebsiteURL        string `json:"websiteUrl"`
	HandlingBusiness  []int  `json:"handlingBusiness"`
	SalesRegion       []int  `json:"salesRegion"`
	Status            int    `json:"status"`
	IsMine            bool   `json:"isMine"`

	RepresentativeName          string `json:"representativeName,omitempty"`
	Postcode                    string `json:"postcode,omitempty"`
	Address                     string `json:"address,omitempty" doc:"町域・番地"`
	BuildingName                string `json:"buildingName,omitempty"`
	Phone                       string `json:"phone,omitempty"`
	Fax                         string `json:"fax,omitempty"`
	ResponsibleParsonName       string `json:"responsibleParsonName,omitempty"`
	ResponsibleParsonDepartment string `json:"responsibleParsonDepartment,omitempty"`
	ResponsibleParsonPosition   string `json:"responsibleParsonPosition,omitempty"`
	ResponsibleParsonTel        string `json:"responsibleParsonTel,omitempty"`
	ResponsibleParsonMail       string `json:"responsibleParsonMail,omitempty"`
	RegistApplicationID         string `json:"registApplicationId,omitempty"`
	TrialEditType               int    `json:"trialEditType,omitempty"`
	Creator                     string `json:"creator,omitempty" doc:"自機関の利用者の氏名"`
	Created                     string `json:"created,omitempty" doc:"UTC"`
	Modifier                    string `json:"modifier,omitempty" doc:"自機関の利用者の氏名"`
	Modified                    string `json:"modified,omitempty" doc:"UTC"`
	Version                     int    `json:"version,omitempty"`
}

// financialList is the answer of RestFinancial.
type financialList struct {
	FinancialList []financialRow `json:"financialList"`
	AllCount      int            `json:"allCount"`
}

type financialRow struct {
	FinancialID   string `json:"financialId"`
	FinancialName string `json:"financialName"`
	FinancialCode string `json:"financialCode"`
	FinancialType int    `json:"financialType"`
	ShortName     string `json:"shortName"`
	Prefecture    string `json:"prefecture"`
}

// financialInput is what a bank's user saves of the own institution. Name, code and type are
// what the network admitted: the office changes them.
type financialInput struct {
	FinancialID                 string        `json:"financialId,omitempty" doc:"自機関。省略できる"`
	Version                     *int          `json:"version,omitempty" doc:"画面が見ている版。省くと、いまの内容に対して保存する"`
	FinancialName               string        `json:"financialName,omitempty" doc:"変更は事務局へ。空は今のまま"`
	FinancialNameKana           string        `json:"financialNameKana,omitempty" doc:"変更は事務局へ。空は今のまま"`
	FinancialCode               string        `json:"financialCode,omitempty" doc:"変更は事務局へ。空は今のまま"`
	FinancialType               int           `json:"financialType,omitempty" doc:"変更は事務局へ。0は今のまま"`
	RepresentativeName          string        `json:"representativeName,omitempty" limit:"60"`
	Postcode                    string        `json:"postcode,omitempty"`
	Prefecture                  string        `json:"prefecture,omitempty" doc:"都道府県コード"`
	City                        string        `json:"city,omitempty" doc:"市区町村コード"`
	Address                     string        `json:"address,omitempty" limit:"120" doc:"町域・番地"`
	BuildingName                string        `json:"buildingName,omitempty" limit:"80"`
	Phone                       string        `json:"phone,omitempty"`
	Fax                         string        `json:"fax,omitempty"`
	WebsiteURL                  string        `json:"websiteUrl,omitempty"`
	ResponsibleParsonName       string        `json:"responsibleParsonName,omitempty" limit:"60"`
	ResponsibleParsonDepartment string        `json:"responsibleParsonDepartment,omitempty" limit:"60"`
	ResponsibleParsonPosition   string        `json:"responsibleParsonPosition,omitempty" limit:"60"`
	ResponsibleParsonTel        string        `json:"responsibleParsonTel,omitempty"`
	ResponsibleParsonMail       string        `json:"responsibleParsonMail,omitempty"`
	HandlingBusiness            web.List[int] `json:"handlingBusiness,omitempty"`
	SalesRegion                 web.List[int] `json:"salesRegion,omitempty"`
}

func (a Room) FinancialCalls() {
	type ofInstitution struct {
		FinancialID string `query:"financialId" doc:"省略は自機関"`
	}
	web.Add(a.Platform, web.Call{
		Method: "GET", Path: "/api/Financial/GetFinancialInfo", Area: "financial", Callers: web.FIN,
		Records: "加盟機関。連絡先は自機関だけ", Summary: "金融機関", Spec: "SPEC 3 Financial institution",
	},
		func(r *web.Request, in *ofInstitution) (*financialInfo, error) {
			return web.Reading(r, func(q *store.Q) (out *financialInfo, err error) {
				id := in.FinancialID
				if id == "" {
					id = r.Institution()
				}
				i, err := q.Institution(id)
				if err != nil {
					return nil, err
				}
				if i.ID != r.Institution() && i.Status != 1 {
					return nil, store.ErrNotFound
				}
				out, err = readFinancialInfo(r.Actor, q, i)
				return out, err
			})
		})
	type save struct{ Body financialInput }
	web.Add(a.Platform, web.Call{
		Method: "POST", Path: "/api/Financial/RegistFinancial", Area: "financial", Callers: web.FIN,
		Records: "自機関", Summary: "金融機関の更新。IDを返す", Spec: "SPEC 3 Financial institution, 7",
	},
		func(r *web.Request, in *save) (string, error) {
			return web.Writing(r, func(tx *store.Tx) (string, error) {
				return a.saveFinancial(tx, r.Actor, &in.Body)
			})
		})
	type rest struct {
		NotTargetFinancialID string `query:"notTargetFinancialId" doc:"一覧から除く金融機関"`
		web.Paging
	}
	web.Add(a.Platform, web.Call{
		Method: "GET", Path: "/api/Financial/RestFinancial", Area: "financial", Callers: web.FIN,
		Records: "加盟機関の名前", Summary: "公開先制限で選ぶ金融機関", Spec: "SPEC 7 Financial; domain 3.4",
	},
		func(r *web.Request, in *rest) (*financialList, error) {
			var c web.Check
			in.Paging.Check(&c, "financialName", "financialCode", "modified", "created")
			if err := c.Err(); err != nil {
				return nil, err
			}
			out := &financialList{FinancialList: []financialRow{}}
			return web.Reading(r, func(q *store.Q) (*financialList, error) {
				all, err := q.Institutions(in.NotTargetFinancialID)
				out.AllCount = len(all)
				for _, i := range all[min(in.Offset(), len(all)):min(in.Offset()+in.Limit, len(all))] {
					out.FinancialList = append(out.FinancialList, financialRow{i.ID, i.Name, i.Code, i.Type, i.ShortName, i.Prefecture})
				}
				return out, err
			})
		})
}

// readFinancialInfo is an institution as the actor may see it.
func readFinancialInfo(b web.Actor, q *store.Q, i *store.Institution) (*financialInfo, error) {
	f := &financialInfo{
		FinancialID: i.ID, FinancialName: i.Name, FinancialNameKana: i.NameKana, FinancialCode: i.Code, FinancialType: i.Type,
		ShortName:  i.ShortName,
		Prefecture: i.Prefecture, City: i.City, WebsiteURL: i.WebsiteURL, HandlingBusiness: i.HandlingBusiness, SalesRegion: i.SalesRegion,
		Status: i.Status,
		IsMine: i.ID == b.Institution(),
	}
	if !f.IsMine {
		return f, nil
	}
	f.RepresentativeName, f.Postcode, f.Address, f.BuildingName, f.Phone, f.Fax = i.RepresentativeName, i.Postcode, i.Address, i.BuildingName, i.Phone, i.Fax
	f.ResponsibleParsonName, f.ResponsibleParsonDepartment, f.ResponsibleParsonPosition = i.ResponsibleName, i.ResponsibleDept, i.ResponsiblePosition
	f.ResponsibleParsonTel, f.ResponsibleParsonMail = i.ResponsibleTel, i.ResponsibleMail
	f.RegistApplicationID, f.TrialEditType, f.Version = i.RegistApplicationID, i.TrialEditType, i.Version
	f.Created, f.Modified = web.ServerTime(i.Created), web.ServerTime(i.Modified)
	users, err := q.VisibleUsers(b.Viewer, i.ID, int(BankUsers.Role))
	for _, u := range users {
		if u.ID == i.Creator {
			f.Creator = u.UserName
		}
		if u.ID == i.Modifier {
			f.Modifier = u.UserName
		}
	}
	return f, err
}

// saveFinancial updates the actor's own institution and returns its id.
func (a Room) saveFinancial(tx *store.Tx, by web.Actor, in *financialInput) (string, error) {
	if by.Viewer.IsBuyer() || in.FinancialID != "" && in.FinancialID != by.Institution() {
		return "", store.ErrNotFound
	}
	i, err := tx.Institution(by.Institution())
	if err != nil {
		return "", err
	}
	if store.IsStale(in.Version, i.Version) {
		return "", store.ErrStale
	}
	if err := in.check(i); err != nil {
		return "", err
	}
	contact := i.ResponsibleMail
	i.RepresentativeName, i.Postcode, i.Prefecture, i.City, i.Address, i.BuildingName = in.RepresentativeName, in.Postcode, in.Prefecture, in.City, in.Address, in.BuildingName
	i.Phone, i.Fax, i.WebsiteURL = in.Phone, in.Fax, in.WebsiteURL
	i.ResponsibleName, i.ResponsibleDept, i.ResponsiblePosition = in.ResponsibleParsonName, in.ResponsibleParsonDepartment, in.ResponsibleParsonPosition
	i.ResponsibleTel, i.ResponsibleMail = in.ResponsibleParsonTel, in.ResponsibleParsonMail
	i.HandlingBusiness, i.SalesRegion = in.HandlingBusiness, in.SalesRegion
	if err := tx.UpdateInstitution(i, by.ID()); err != nil {
		return "", err
	}
	if err := a.TellContactMoved(tx, i, contact); err != nil {
		return "", err
	}
	return i.ID, tx.AddAudit(by.Line("institution_updated", "institution", i.ID, "ok", ""))
}

func (in *financialInput) check(i *store.Institution) error {
	var c web.Check
	for _, f := range []struct{ field, given, stands string }{
		{"financialName", in.FinancialName, i.Name}, {"financialNameKana", in.FinancialNameKana, i.NameKana},
		{"financialCode", in.FinancialCode, i.Code}, {"financialType", strconv.Itoa(in.FinancialType), strconv.Itoa(i.Type)},
	} {
		c.Ok(f.given == "" || f.given == "0" || f.given == f.stands, f.field, "この項目は変更できません。変更が必要なときは事務局へお問い合わせください。")
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
	c.Text(in, "responsibleParsonDepartment", "担当者の部署", &in.ResponsibleParsonDepartment, false)
	c.Text(in, "responsibleParsonPosition", "担当者の役職", &in.ResponsibleParsonPosition, false)
	c.Phone("responsibleParsonTel", "担当者の電話番号", &in.ResponsibleParsonTel, true)
	c.Mail("responsibleParsonMail", "担当者のメールアドレス", &in.ResponsibleParsonMail, true)
	web.Codes(&c, "handlingBusiness", "取扱業務", (*[]int)(&in.HandlingBusiness), false,
		func(k int) bool { return web.HasItem(master.HandlingBusiness, k) })
	web.Codes(&c, "salesRegion", "営業地域", (*[]int)(&in.SalesRegion), false, func(k int) bool { return web.HasItem(master.RegionItems, k) })
	return c.Err()
}
