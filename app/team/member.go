package team

import (
	"errors"
	"slices"
	"strconv"

	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/web"
	"tsunagu/store"
)

// Why a team is not changed.
const (
	notInCharge = "チームのみのときに案件チームを変えられるのは、担当者（代理を含む）と管理者だけです。担当者に依頼してください。"
	chargeLeave = "この人は担当者です。外すには、担当者の変更か引き継ぎで、担当から外してください。"

	notTheBank   = "この金融機関で利用中の人を選んでください。"
	notEnabled   = "この人は、利用を始めていないか、停止されています。利用できるようになってから加えてください（管理者に確認してください）。"
	lendingAlone = "この人の業務は融資だけなので、案件チームには加えられません。加えるには、先に管理者に業務の変更を依頼してください。"
	hasIt        = "この人は担当者なので、加えなくても見て進められます。別の人を選んでください。"
	noApprover   = "この人は、承認者として確認されていません。先に管理者が「利用者」の画面で承認者として確認するか、役割を「閲覧」にしてください。"
)

// companyToChange is a company that the actor may look at, and its team. What he may do with it, mayChange says.
func companyToChange(tx *store.Tx, by web.Actor, id string) (*store.Company, []store.TeamMember, error) {
	v := by.Viewer
	v.Part = store.PartLooks
	c, err := tx.MaintainedCompany(v, id)
	if err != nil {
		return nil, nil, err
	}
	team, err := tx.TeamOf(c.InstitutionID, c.ID)
	return c, team, err
}

// roleIn is the role of a user in a team; 0 for none.
func roleIn(team []store.TeamMember, userID string) store.TeamRole {
	if n := slices.IndexFunc(team, func(m store.TeamMember) bool { return m.UserID == userID }); n >= 0 {
		return team[n].Role
	}
	return 0
}

// SaveMember puts a user into the team of a company as second eyes or as who may look, or changes which of them he is.
func (a Room) SaveMember(tx *store.Tx, by web.Actor, in *MemberInput) error {
	c, team, err := companyToChange(tx, by, in.CompanyID)
	if err != nil {
		return err
	}
	if may, err := mayChange(&tx.Q, by, c); err != nil {
		return err
	} else if !may {
		return web.Conflict(deal.NotAllowed, notInCharge)
	}
	role, was := store.TeamRole(in.Role), roleIn(team, in.UserID)
	if role == was && (was == store.TeamApprover || was == store.TeamReader) {
		return nil // a second click
	}
	var k web.Check
	k.Code("role", "役割", in.Role, true, func(int) bool { return role == store.TeamApprover || role == store.TeamReader })
	u, err := tx.User(in.UserID)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return err
	}
	switch {
	case err != nil || u.ClientID != c.InstitutionID || deal.Role(u.Role) != deal.RoleFIN:
		k.Fail("userId", notTheBank)
	case web.RoleOf(u) == deal.RoleLEN:
		k.Fail("userId", lendingAlone)
	case u.Status != int(deal.UserEnabled):
		k.Fail("userId", notEnabled)
	case was == store.TeamInCharge:
		k.Fail("userId", hasIt)
	case role == store.TeamApprover && !deal.ApproverState(u.Approver).MayApprove():
		k.Fail("role", noApprover)
	}
	if err := k.Err(); err != nil {
		return err
	}
	if err := tx.AddTeamMember(c.ID, u.ID, role, by.ID()); err != nil {
		return err
	}
	if err := tx.AddAudit(by.Line("team_member_added", "company", c.ID, "ok", "user="+u.ID+" role="+strconv.Itoa(in.Role))); err != nil {
		return err
	}
	return a.tellTeam(tx, c, "")
}

// removeMember takes somebody out of a team; himself everybody may.
func (a Room) removeMember(tx *store.Tx, by web.Actor, in *memberRemoval) error {
	c, team, err := companyToChange(tx, by, in.CompanyID)
	if err != nil {
		return err
	}
	if in.UserID != by.ID() {
		if may, err := mayChange(&tx.Q, by, c); err != nil {
			return err
		} else if !may {
			return web.Conflict(deal.NotAllowed, notInCharge)
		}
	}
	n, err := tx.RemoveTeamMember(c.ID, in.UserID)
	switch {
	case err != nil:
		return err
	case n == 0 && roleIn(team, in.UserID) == store.TeamInCharge:
		return web.Conflict(deal.NotAllowed, chargeLeave)
	case n == 0:
		return nil // a second click
	}
	if err := tx.AddAudit(by.Line("team_member_removed", "company", c.ID, "ok", "user="+in.UserID)); err != nil {
		return err
	}
	return a.tellTeam(tx, c, in.UserID)
}

// companyPaths are where banks look at a company.
var companyPaths = map[int]string{store.Buyer: "/buyer-company-manage/", store.Seller: "/seller-company-manage/"}

// tellTeam mails the team of a company, and who has left it, that it has changed. Whoever may look at a deal is no notice that somebody
// could switch off.
func (a Room) tellTeam(tx *store.Tx, c *store.Company, left string) error {
	team, err := tx.TeamOf(c.InstitutionID, c.ID)
	if err != nil {
		return err
	}
	about := map[string]string{} // by user: the company, or himself for who may not be told of the company any more
	ids := []string{}
	for i := range team {
		ids = append(ids, team[i].UserID)
		about[team[i].UserID] = c.ID
	}
	if left != "" && about[left] == "" {
		ids = append(ids, left)
		about[left] = left
	}
	d := mail.Data{CaseNumber: web.CaseNumber("C", c.ID), Link: a.BaseURL + companyPaths[c.Kind] + c.ID}
	for _, id := range ids {
		u, err := tx.User(id)
		if err != nil {
			return err
		}
		if u.Status != int(deal.UserEnabled) {
			continue
		}
		if err := a.MailUser(tx, mail.TeamChanged, u, about[id], d); err != nil {
			return err
		}
	}
	return nil
}
