package team

import (
	"regexp"

	"tsunagu/app/console"
	"tsunagu/app/web"
	"tsunagu/store"
	"tsunagu/store/master"
)

// officeCalls are those of an institution's administrator about teams: who is in which since when, by numbers and never by contents.
func (a Room) officeCalls() {
	const own = "自機関の企業。番号だけ"
	web.Add(a.Platform, web.OfficeCall("GET", "SearchTeams", web.FAD, own, "だれが、いつから、どの企業の案件チームにいるか"),
		func(r *web.Request, in *teamsQuery) (*teamList, error) {
			return web.Reading(r, func(q *store.Q) (*teamList, error) { return searchTeams(q, r.Actor, in) })
		})
	a.memberCalls(web.OfficeCall("POST", "SaveTeamMember", web.FAD, own, "案件チームに承認者または閲覧の人を加える。役割の変更"),
		web.OfficeCall("POST", "RemoveTeamMember", web.FAD, own, "案件チームから外す"))
}

// typedNumber is a company's case number as people type or paste it, folded: with its letter, which for a buyer is B in some mails, or
// the eight characters by themselves.
var typedNumber = regexp.MustCompile(`(?:(?:^|[^0-9a-z])[cb] ?[-ー]? ?|^-?)([0-9a-f]{8})(?:$|[^0-9a-z])`)

// searchTeams is a page of the companies of the actor's institution with their teams.
func searchTeams(q *store.Q, by web.Actor, in *teamsQuery) (*teamList, error) {
	institution, _, err := console.Managed(by)
	if err != nil {
		return nil, err
	}
	var c web.Check
	c.Text(in, "word", "番号", &in.Word, false)
	if err := c.Err(); err != nil {
		return nil, err
	}
	s := &store.TeamSearch{UserID: in.UserID, IsNobodys: in.IsNobodys, Page: in.Page()}
	if in.Word != "" {
		s.Number = "none" // no number in it finds nothing
		if m := typedNumber.FindStringSubmatch(master.Fold(in.Word)); m != nil {
			s.Number = m[1]
		}
	}
	found, n, err := q.TeamCompanies(institution, s)
	if err != nil {
		return nil, err
	}
	out := &teamList{TeamList: []teamRow{}, AllCount: n}
	for _, x := range found {
		row := teamRow{CompanyID: x.ID, CaseNumber: web.CaseNumber("C", x.ID),
			Label: map[int]string{store.Buyer: "買手企業", store.Seller: "売手企業"}[x.Kind]}
		if row.MemberList, err = membersOf(q, institution, x.ID); err != nil {
			return nil, err
		}
		out.TeamList = append(out.TeamList, row)
	}
	out.CandidateList, err = candidatesOf(q, institution)
	return out, err
}
