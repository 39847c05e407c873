package team

import (
	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
)

const own = "自機関の企業（チームのみのときは、チームの人だけ）"

func (a Room) Calls() {
	row := func(method, name, summary string) web.Call {
		return web.Call{Method: method, Path: "/api/Team/" + name, Area: "team", Callers: web.FIN, Records: own, Summary: summary, Spec: "team 2"}
	}
	web.Add(a.Platform, row("GET", "GetTeam", "企業の案件チーム。その売却案件と交渉も同じ人が見る"),
		func(r *web.Request, in *companyTeamQuery) (*companyTeam, error) {
			return web.Reading(r, func(q *store.Q) (*companyTeam, error) { return teamOf(q, r.Actor, in.CompanyID) })
		})
	a.memberCalls(row("POST", "SaveTeamMember", "案件チームに承認者または閲覧の人を加える。役割の変更"), row("POST", "RemoveTeamMember", "案件チームから外す"))
	a.officeCalls()
	a.ruleCalls()
}

// memberCalls are the changes of a team; both who works on deals and an administrator make them.
func (a Room) memberCalls(save, remove web.Call) {
	web.Add(a.Platform, save, func(r *web.Request, in *struct{ Body MemberInput }) (web.Nothing, error) {
		return web.Nothing{}, r.Write(func(tx *store.Tx) error { return a.SaveMember(tx, r.Actor, &in.Body) })
	})
	web.Add(a.Platform, remove, func(r *web.Request, in *struct{ Body memberRemoval }) (web.Nothing, error) {
		return web.Nothing{}, r.Write(func(tx *store.Tx) error { return a.removeMember(tx, r.Actor, &in.Body) })
	})
}

// roleLabels name the roles.
var roleLabels = map[store.TeamRole]string{store.TeamInCharge: "担当", store.TeamApprover: "承認者", store.TeamReader: "閲覧"}

// membersOf are the team of a company of an institution.
func membersOf(q *store.Q, institutionID, companyID string) ([]teamMember, error) {
	found, err := q.TeamOf(institutionID, companyID)
	out := make([]teamMember, len(found))
	for i := range found {
		m := &found[i]
		out[i] = teamMember{m.UserID, m.UserName, m.Department, int(m.Role), roleLabels[m.Role], web.ServerTime(m.Since),
			m.Status == int(deal.UserEnabled)}
	}
	return out, err
}

// candidatesOf are the users of an institution who can be in a team: those who work on deals and are enabled.
func candidatesOf(q *store.Q, institutionID string) ([]teamCandidate, error) {
	us, err := q.DealUsersOf(institutionID)
	out := []teamCandidate{}
	for i := range us {
		if u := &us[i]; u.Status == int(deal.UserEnabled) {
			out = append(out, teamCandidate{u.ID, u.UserName, u.Department, deal.ApproverState(u.Approver).MayApprove()})
		}
	}
	return out, err
}

// teamOf is the team of a company that the actor's institution is in charge of and that he may see.
func teamOf(q *store.Q, by web.Actor, companyID string) (*companyTeam, error) {
	c, err := q.MaintainedCompany(by.Viewer, companyID)
	if err != nil {
		return nil, err
	}
	i, err := q.Institution(c.InstitutionID)
	if err != nil {
		return nil, err
	}
	out := &companyTeam{IsTeamOnly: i.IsTeamOnly, CandidateList: []teamCandidate{}}
	if out.MemberList, err = membersOf(q, i.ID, c.ID); err != nil {
		return nil, err
	}
	for _, m := range out.MemberList {
		if m.UserID == by.ID() {
			out.MyRole = m.Role
		}
	}
	if out.MayChange, err = mayChange(q, by, c); err != nil || !out.MayChange {
		return out, err
	}
	out.CandidateList, err = candidatesOf(q, i.ID)
	return out, err
}

// mayChange says whether the actor may change the team of a company that he may see: where its deals are shown to teams alone, who is
// in charge or stands for him, else a reader could let in whom he likes; otherwise everybody, as with the persons in charge. An
// administrator always may.
func mayChange(q *store.Q, by web.Actor, c *store.Company) (bool, error) {
	if by.Role != deal.RoleFIN {
		return by.Role == deal.RoleFAD, nil
	}
	v := store.Viewer{UserID: by.ID(), InstitutionID: by.Institution(), Part: store.PartActs}
	var err error
	if v.Team, err = q.Team(v.UserID, v.InstitutionID); err != nil {
		return false, err
	}
	return q.IsInTeam(v, store.InChargeOfCompany, c.Seq)
}
