package office

import (
	"tsunagu/app/company"
	"tsunagu/app/mail"
	"tsunagu/app/web"
	"tsunagu/store"
)

// The office's corrections of other institutions' data: each has a reason, a line in the audit log
// of the institution concerned, and a mail (domain.md 6, 9). What an institution notes about its
// customers cannot be corrected here: the office does not read it.

// correction is one thing that the office corrected.
type correction struct {
	event, kind, id string
	institution     string // whose log has the line and who gets the mail; "" for the office's own users
	detail          string
	mail            mail.Kind // "" for none to the institution
	data            mail.Data
}

// tellCorrection writes the audit lines and mails the institution's users and administrators,
// whatever their mail settings are: somebody else changed their data.
func (a Room) tellCorrection(tx *store.Tx, by web.Actor, x *correction) error {
	if err := tx.AddAudit(by.Line(x.event, x.kind, x.id, "ok", x.detail)); err != nil {
		return err
	}
	if x.institution == "" {
		return nil
	}
	l := by.Line(x.event, x.kind, x.id, "ok", x.detail)
	l.InstitutionID = x.institution
	if err := tx.AddAudit(l); err != nil || x.mail == "" {
		return err
	}
	return company.In(a.Platform).AlertInstitution(tx, x.mail, x.institution, x.id, x.data)
}

// officeCompanyStatus disables a company, or enables it again.
type officeCompanyStatus struct {
	CompanyID string `json:"companyId"`
	Version   int    `json:"version" doc:"画面が見ている版"`
	Event     string `json:"event" enum:"disable,enable"`
	Reason    string `json:"reason" limit:"500" doc:"理由。担当の金融機関の監査ログに表示される"`
}

func (a Room) officeCorrectionCalls() {
	type status struct{ Body officeCompanyStatus }
	web.Add(a.Platform, web.OfficeCall("PUT", "ChangeCompanyStatus", web.ADM, "すべての企業", "企業を無効にする、有効に戻す"),
		func(r *web.Request, in *status) (web.Nothing, error) {
			return web.Nothing{}, r.Write(func(tx *store.Tx) error { return a.changeCompanyStatusByOffice(tx, r.Actor, &in.Body) })
		})
}

// changeCompanyStatusByOffice disables or enables a company by the rules of its institution
// (domain.md 6: 2 = disabled by BF or office).
func (a Room) changeCompanyStatusByOffice(tx *store.Tx, by web.Actor, in *officeCompanyStatus) error {
	c, err := tx.CompanyOf(in.CompanyID)
	if err != nil {
		return err
	}
	if c.Version != in.Version {
		return store.ErrStale
	}
	var k web.Check
	k.Prose(in, "reason", "理由", &in.Reason, true)
	if err := k.Err(); err != nil {
		return err
	}
	if err := company.In(a.Platform).MoveCompany(tx, by, c, &company.CompanyStatusInput{CompanyID: c.ID, Event: in.Event}); err != nil {
		return err
	}
	path := "/buyer-company-manage/"
	if c.Kind == store.Seller {
		path = "/seller-company-manage/"
	}
	return a.tellCorrection(tx, by, &correction{event: "company_" + in.Event + "_by_office", kind: "company", id: c.ID,
		institution: c.InstitutionID, detail: in.Reason,
		mail: mail.CompanyStatusChanged, data: mail.Data{CaseNumber: web.CaseNumber("C", c.ID), Link: a.BaseURL + path + c.ID}})
}
