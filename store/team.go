package store

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// TeamRole is what a user of a bank does in the team of a company (案件チーム, team.md 2). The team of a seller sees its listings and
// the seller's side of their negotiations, that of a buyer the buyer's side of its negotiations.
type TeamRole int

// The roles, as team_member and team_reach store them; of several the first counts.
const (
	TeamInCharge TeamRole = 1 + iota // 担当: in charge of the company or of something of it (PersonInCharge)
	TeamApprover                     // 承認者: confirms as the second, and does nothing else
	TeamReader                       // 閲覧
)

// TeamMember is a user in the team of a company.
type TeamMember struct {
	UserID     string    `db:"user_id"`
	Role       TeamRole  `db:"role"`
	Since      time.Time `db:"since"` // in this role
	UserName   string    `db:"user_name"`
	Kana       string    `db:"user_name_kana"`
	Department string    `db:"department"`
	Status     int       `db:"status"` // the user's
}

// TeamOf is the team of a company in an institution: who is in charge of it or of something of it, then the others, by name.
func (q *Q) TeamOf(institutionID, companyID string) ([]TeamMember, error) {
	return list[TeamMember](q, "SELECT x.user_id AS user_id, min(x.role) AS role, x.since AS since, u.user_name, u.user_name_kana, u.department, u.status FROM ("+
		"SELECT p.user_id, 1 AS role, p.created AS since FROM team_record r JOIN person_in_charge p ON p.kind = r.kind AND p.seq = r.seq AND "+
		"p.institution_id = ? WHERE r.company_id = ? UNION ALL SELECT m.user_id, m.role, m.created FROM team_member m WHERE m.company_id = ? "+
		"ORDER BY 2, 3) x JOIN user u ON u.id = x.user_id AND u.client_id = ? GROUP BY x.user_id ORDER BY 2, u.user_name_kana, u.seq",
		institutionID, companyID, companyID, institutionID)
}

// AddTeamMember puts a user into the team of a company, as TeamApprover or TeamReader, or changes which of them he is. The caller has
// checked that he is an enabled user of the institution in charge.
func (t *Tx) AddTeamMember(companyID, userID string, role TeamRole, by string) error {
	if _, err := t.RemoveTeamMember(companyID, userID); err != nil {
		return err
	}
	_, err := t.exec("INSERT INTO team_member (company_id, user_id, role, creator, created) VALUES (?, ?, ?, ?, ?)", companyID, userID, role, by, ms(t.now))
	return err
}

// RemoveTeamMember takes such a user out; n is 0 where he was none. Who is in charge stays in the team.
func (t *Tx) RemoveTeamMember(companyID, userID string) (n int64, err error) {
	return t.exec("DELETE FROM team_member WHERE company_id = ? AND user_id = ?", companyID, userID)
}

// SetTeamOnly says whether an institution shows its deals to teams alone (チームのみ) or to all its users (全員).
func (t *Tx) SetTeamOnly(institutionID string, isTeamOnly bool) error {
	if err := t.execOne("UPDATE institution SET is_team_only = ?, all_asked_by = '', all_asked_at = NULL WHERE id = ?", isTeamOnly, institutionID); err != nil {
		return err
	}
	return t.fillTeams(institutionID)
}

// fillTeams derives anew what the users of an institution may see; the triggers of step 0035 do it for what changes one by one.
func (t *Tx) fillTeams(institutionID string) error {
	if _, err := t.exec("DELETE FROM team_reach WHERE user_seq IN (SELECT u.seq FROM user u WHERE u.client_id = ?)", institutionID); err != nil {
		return err
	}
	_, err := t.exec("INSERT INTO team_reach SELECT u.seq, r.kind, r.seq, min(x.role) FROM institution i JOIN team_role x ON x.institution_id = i.id "+
		"JOIN user u ON u.id = x.user_id JOIN team_record r ON r.company_id = x.company_id WHERE i.id = ? AND i.is_team_only = 1 "+
		"GROUP BY u.seq, r.kind, r.seq", institutionID)
	return err
}

// Team is the set of users whose records a viewer sees where an institution shows them to teams alone: himself and those whose deputy
// he is today. "" is a viewer whom nothing is hidden from within his institution.
type Team string

// Part is what a viewer does with a record: who may look at it may not do everything.
type Part int

// The parts. The zero one is looking.
const (
	PartLooks    Part = iota
	PartActs          // TeamInCharge alone
	PartConfirms      // TeamInCharge and TeamApprover
)

// roles are the roles that a part takes.
func (p Part) roles() TeamRole {
	switch p {
	case PartActs:
		return TeamInCharge
	case PartConfirms:
		return TeamApprover
	}
	return TeamReader
}

type teamKey struct{ user, day string }

// Team is that of a bank's user today.
func (q *Q) Team(userID, institutionID string) (Team, error) {
	return Keep(q, teamKey{userID, q.Today()}, func() (Kept[Team], error) {
		out := Kept[Team]{Of: []Source{OfNetwork(), OfCharge(institutionID), OfUser(userID)}, Bytes: 50}
		var isTeamOnly bool
		err := q.scan1([]any{&isTeamOnly}, "SELECT EXISTS (SELECT 1 FROM institution i WHERE i.id = ? AND i.is_team_only = 1)", institutionID)
		if err != nil || !isTeamOnly {
			return out, err
		}
		users, err := q.StandsFor(userID)
		if err != nil {
			return out, err
		}
		seqs, err := codes[int64](q, "SELECT u.seq FROM user u WHERE u.client_id = ? AND u.id IN ("+marks(len(users))+") ORDER BY u.seq",
			append([]any{institutionID}, anyOf(users)...)...)
		some := make([]string, len(seqs))
		for i, seq := range seqs {
			some[i] = strconv.FormatInt(seq, 10)
		}
		out.Value = Team(strings.Join(some, ", "))
		return out, err
	})
}

// Desk names what of its institution a viewer sees: equal ones see the same. It belongs into every key under which something is kept
// that was computed of an institution's own records.
func (v Viewer) Desk() string {
	if v.Team == "" {
		return v.InstitutionID
	}
	return v.InstitutionID + " " + string(v.Team) + " " + strconv.Itoa(int(v.Part))
}

// deskSources are what such a value hangs on beside its own sources.
func (v Viewer) deskSources(of ...Source) []Source {
	if v.Team != "" && !slices.Contains(of, OfCharge(v.InstitutionID)) {
		of = append(of, OfCharge(v.InstitutionID))
	}
	return of
}

// reach is true for the records of a kind whose number is the SQL expression seq, that the viewer's team may see; "" where the
// institution hides none from its users. The users' numbers stand in the text, so that the conditions of 全員 keep their arguments.
func (v Viewer) reach(of InCharge, seq string) string {
	if v.Team == "" {
		return ""
	}
	return fmt.Sprintf(" AND EXISTS (SELECT 1 FROM team_reach tr WHERE tr.user_seq IN (%s) AND tr.kind = %d AND tr.seq = %s AND tr.role <= %d)",
		v.Team, of, seq, v.Part.roles())
}

// IsInTeam says that the viewer's team may see a record of its institution, by its number.
func (q *Q) IsInTeam(v Viewer, of InCharge, seq uint32) (bool, error) {
	if v.Team == "" {
		return true, nil
	}
	var is bool
	return is, q.scan1([]any{&is}, "SELECT EXISTS (SELECT 1 WHERE 1"+v.reach(of, "?")+")", seq)
}

// AskForAll records that an administrator asks to show an institution's deals to all its users (全員); it waits for a second person.
func (t *Tx) AskForAll(institutionID, by string) error {
	return t.execOne("UPDATE institution SET all_asked_by = ?, all_asked_at = ? WHERE id = ?", by, ms(t.now), institutionID)
}

// WithdrawAll ends what AskForAll recorded.
func (t *Tx) WithdrawAll(institutionID string) error {
	return t.execOne("UPDATE institution SET all_asked_by = '', all_asked_at = NULL WHERE id = ?", institutionID)
}

// LeaveTeams takes a user out of all teams in which he is not in charge: he works on lending alone from now on.
func (t *Tx) LeaveTeams(userID string) error {
	_, err := t.exec("DELETE FROM team_member WHERE user_id = ?", userID)
	return err
}

// TeamSearch asks for companies of an institution whose teams its administrator looks at; empty conditions ask nothing.
type TeamSearch struct {
	Number string // the last eight characters of the company's id, as in its case number
	UserID string // who is in the team
	// IsNobodys asks for those that nobody would move forward (NobodysWork).
	IsNobodys bool
	Page
}

// TeamCompany is a company of which only the team is told.
type TeamCompany struct {
	ID   string `db:"id"`
	Kind int    `db:"kind"`
}

// TeamCompanies are a page of an institution's companies, the latest first, and the count of all that the search finds.
func (q *Q) TeamCompanies(institutionID string, s *TeamSearch) ([]TeamCompany, int, error) {
	var w where
	w.add("c.institution_id = ?", institutionID)
	if s.Number != "" {
		w.add("substr(c.id, -8) = ?", s.Number)
	}
	if s.UserID != "" {
		w.add("c.id IN (SELECT t.company_id FROM team_role t WHERE t.user_id = ? AND t.institution_id = ?)", s.UserID, institutionID)
	}
	if s.IsNobodys {
		w.add(nobodysCompany)
	}
	return page[TeamCompany](q, "c", "company c", &w, "c.seq DESC", s.Page)
}

// NobodysWork is what of an institution nobody would move forward where it shows deals to teams alone.
type NobodysWork struct {
	Companies int // with no enabled user in charge of the company or of anything of it; disabled companies do not count
	Listings  int // live ones of these
}

// nobodysCompany is true for such a company `c`.
const nobodysCompany = "c.status <> " + codeCompanyDisabled + " AND NOT EXISTS (SELECT 1 FROM team_record r " +
	"JOIN person_in_charge p ON p.kind = r.kind AND p.seq = r.seq AND p.institution_id = c.institution_id " +
	"JOIN user u ON u.id = p.user_id AND u.status = " + codeUserEnabled + " WHERE r.company_id = c.id)"

// NobodysWork counts it as it is now.
func (q *Q) NobodysWork(institutionID string) (out NobodysWork, err error) {
	const where = " WHERE c.institution_id = ? AND " + nobodysCompany
	if err = q.scan1([]any{&out.Companies}, "SELECT count(*) FROM company c"+where, institutionID); err != nil {
		return out, err
	}
	return out, q.scan1([]any{&out.Listings}, "SELECT count(*) FROM company c JOIN listing l ON l.company_id = c.id AND "+
		inChargeTable[InChargeOfListing].live+where, institutionID)
}
