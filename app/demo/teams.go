package demo

import (
	"tsunagu/app/team"
	"tsunagu/store"
)

// tellTeams plans whom the first user of bank A let into the teams of two customers, so that they show somebody beside who is in
// charge. All of its users see all deals: an administrator may change that.
func (d *demo) tellTeams() error {
	a := d.banks[demoBankA]
	for _, x := range []struct {
		of   *demoCompany
		role store.TeamRole
		days int // ago
	}{{d.open(a)[4].seller, store.TeamReader, 40}, {d.fixedBuyer(a), store.TeamApprover, 25}} {
		d.at(d.today.AddDate(0, 0, -x.days), "team", func(tx *store.Tx) error {
			return team.In(d.a.Platform).SaveMember(tx, a.first, &team.MemberInput{CompanyID: x.of.id, UserID: a.other.ID(), Role: int(x.role)})
		})
	}
	return nil
}
