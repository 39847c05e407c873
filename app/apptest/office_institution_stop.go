package apptest

import (
	"tsunagu/app/deal"
	"tsunagu/store"
)

func (p *Platform) InstitutionNow(id string) (i *store.Institution) {
	p.T.Helper()
	p.Read(func(q *store.Q) (err error) { i, err = q.Institution(id); return err })
	return i
}

func (p *Platform) IsStopped(id string) bool {
	p.T.Helper()
	return p.InstitutionNow(id).Status == int(deal.InstitutionStopped)
}

func (c *Caller) MoveInstitution(id, event string) Result {
	c.P.T.Helper()
	return c.Send("PUT", "/api/Office/ChangeInstitutionStatus",
		map[string]any{"financialId": id, "version": c.P.InstitutionNow(id).Version, "event": event, "reason": "退会の届出"})
}
