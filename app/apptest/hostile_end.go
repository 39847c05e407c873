package apptest

import (
	"tsunagu/app/deal"
	"tsunagu/store"
)

func (c *Caller) OfficeStatus(companyID, event string) Result {
	c.P.T.Helper()
	version := 0
	c.P.Read(func(q *store.Q) error {
		x, err := q.CompanyOf(companyID)
		if err == nil {
			version = x.Version
		}
		return err
	})
	return c.Send("PUT", "/api/Office/ChangeCompanyStatus", map[string]any{"companyId": companyID, "version": version, "event": event, "reason": "規約への違反"})
}

func (p *Platform) MoveCompany(id string, s deal.CompanyStatus) {
	p.T.Helper()
	p.SetCompany(id, func(c *store.Company) { c.Status = int(s) })
}
