package apptest

import (
	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
)

// CID is the id of bank C, to which companies move.
func (t *Talks) CID() string { t.T.Helper(); return t.InstitutionOf(t.FinC) }

func (t *Talks) Office() *Caller {
	t.T.Helper()
	t.User(deal.RoleADM, web.OfficeClient, "office@n.example.jp")
	return t.SignInOffice("office@n.example.jp")
}

func (p *Platform) CompanyVersion(id string) (version int) {
	p.T.Helper()
	p.Read(func(q *store.Q) error {
		c, err := q.CompanyOf(id)
		if err == nil {
			version = c.Version
		}
		return err
	})
	return version
}

func (c *Caller) ChangeCharge(companyID, financialID string) Result {
	c.P.T.Helper()
	return c.Send("PUT", "/api/Office/ChangeInChargeFinancialInstitution",
		map[string]any{"companyId": companyID, "version": c.P.CompanyVersion(companyID), "financialId": financialID, "comment": "合併による移管"})
}
