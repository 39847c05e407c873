package store

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"tsunagu/store/index"
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
	return list[TeamMember](q, "SELECT x.user_id AS user_id, min(x.role) AS role, x.since AS since, "+
		"u.user_name, u.user_name_kana, u.department, u.status FROM ("+
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
	_, err := t.exec("INSERT INTO team_member (company_id, user_id, role, creator, created) VALUES (?, ?, ?, ?, ?)",
		companyID, userID, role, by, ms(t.now))
	return err
}

// RemoveTeamMember takes such a user out; n is 0 where he was none. Who is in charge stays in the team.
func (t *Tx) RemoveTeamMember(companyID, userID string) (n int64, err error) {
	return t.exec("DELETE FROM team_member WHERE company_id = ? AND user_id = ?", companyID, userID)
}

// SetTeamOnly says whether an institution shows its deals to teams alone (チームのみ) or to all its users (全員).
func (t *Tx) SetTeamOnly(institutionID string, isTeamOnly bool) error {
	if err := t.execOne("UPDATE institution SET is_team_only = ?, all_asked_by = '', all_asked_at = NULL WHERE id = ?", isTeamOnly,
		institutionID); err != nil {
		return err
	}
	return t.fillTeams(institutionID)
}

// fillTeams derives anew what the users of an institution may see; the triggers of step 0035 do it for what changes one by one.
func (t *Tx) fillTeams(institutionID string) error {
	if _, err := t.exec("DELETE FROM team_reach WHERE user_seq IN (SELECT u.seq FROM user u WHERE u.client_id = ?)",
		institutionID); err != nil {
		return err
	}
	_, err := t.exec("INSERT INTO team_reach SELECT u.seq, r.kind, r.seq, min(x.role) FROM institution i "+
		"JOIN team_role x ON x.institution_id = i.id JOIN user u ON u.id = x.user_id "+
		"JOIN team_record r ON r.company_id = x.company_id WHERE i.id = ? AND i.is_team_only = 1 "+
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
		isTeamOnly, err := q.IsTeamOnly(institutionID)
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

// DeskSources adds to the sources of such a value what the team hangs on.
func (v Viewer) DeskSources(of ...Source) []Source {
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
	return fmt.Sprintf(" AND EXISTS (SELECT 1 FROM team_reach tr WHERE tr.user_seq IN (%s) AND tr.kind = %d AND tr.seq = %s AND "+
		"tr.role <= %d)", v.Team, of, seq, v.Part.roles())
}

// IsInTeam says that the viewer's team may see a record of its institution, by its number.
func (q *Q) IsInTeam(v Viewer, of InCharge, seq uint32) (bool, error) {
	if v.Team == "" {
		return true, nil
	}
	var is bool
	return is, q.scan1([]any{&is}, "SELECT EXISTS (SELECT 1 WHERE 1"+v.reach(of, "?")+")", seq)
}

// MustManage is ErrNotFound where a listing that the viewer may know of is not one that he manages: another bank's, or one of a team
// that he is not in.
func (q *Q) MustManage(v Viewer, l *Listing) error {
	is, err := q.manages(v, InChargeOfListing, "listing", l.ID, l.InstitutionID)
	if err == nil && !is {
		err = ErrNotFound
	}
	return err
}

// Manages says that a listing is in the charge of the viewer's institution and of a team that he is in.
func (q *Q) Manages(v Viewer, l *Listing) (bool, error) {
	return q.manages(v, InChargeOfListing, "listing", l.ID, l.InstitutionID)
}

// Maintains is Manages for a company; a buyer maintains itself.
func (q *Q) Maintains(v Viewer, c *Company) (bool, error) {
	if v.IsBuyer() {
		return c.ID == v.BuyerID, nil
	}
	return q.manages(v, InChargeOfCompany, "company", c.ID, c.InstitutionID)
}

// StandsOn says on which sides of a negotiation, which need not have begun, the viewer's institution and team stand.
func (q *Q) StandsOn(v Viewer, n *Negotiation) (bf, sf bool, err error) {
	if v.IsBuyer() || v.InstitutionID == "" {
		return false, false, nil
	}
	if bf, err = q.manages(v, InChargeOfCompany, "company", n.BuyerCompanyID, n.BFID); err == nil {
		sf, err = q.manages(v, InChargeOfListing, "listing", n.ListingID, n.SFID)
	}
	return bf, sf, err
}

// IsOneDesk says that one institution is on both sides of a negotiation, and that who looks after the one may look at the other:
// then nobody there has to be told of it twice.
func (q *Q) IsOneDesk(n *Negotiation) (bool, error) {
	if n.BFID != n.SFID {
		return false, nil
	}
	isTeamOnly, err := q.IsTeamOnly(n.BFID)
	return !isTeamOnly, err
}

type teamOnlyKey struct{ institution string }

// IsTeamOnly says that an institution shows its records to their teams alone (チームのみ).
func (q *Q) IsTeamOnly(institutionID string) (bool, error) {
	return Keep(q, teamOnlyKey{institutionID}, func() (Kept[bool], error) {
		out := Kept[bool]{Of: []Source{OfNetwork()}, Bytes: 50}
		err := q.scan1([]any{&out.Value}, "SELECT EXISTS (SELECT 1 FROM institution i WHERE i.id = ? AND i.is_team_only = 1)", institutionID)
		return out, err
	})
}

func (q *Q) manages(v Viewer, of InCharge, table, id, institution string) (is bool, err error) {
	if is = v.InstitutionID != "" && !v.IsBuyer() && institution == v.InstitutionID; !is || v.Team == "" {
		return is, nil
	}
	return is, q.scan1([]any{&is}, "SELECT EXISTS (SELECT 1 FROM "+table+" x WHERE x.id = ?"+v.reach(of, "x.seq")+")", id)
}

// reach is what the viewer's team may see, for the index; nil where nothing is hidden from him. The pointer stays the same until it
// changes, and belongs into the keys of what is found with it.
type reach struct{ companies, listings, bf, sf *index.Set }

type reachKey struct{ desk string }

func (q *Q) reach(v Viewer) (*reach, error) {
	if v.Team == "" {
		return nil, nil
	}
	return Keep(q, reachKey{v.Desk()}, func() (Kept[*reach], error) {
		r, bytes := &reach{}, 100
		for of, set := range map[InCharge]**index.Set{InChargeOfCompany: &r.companies, InChargeOfListing: &r.listings, InChargeOfBF: &r.bf,
			InChargeOfSF: &r.sf} {
			var err error
			if *set, err = q.seqSet("SELECT DISTINCT tr.seq FROM team_reach tr WHERE tr.user_seq IN ("+
				string(v.Team)+") AND tr.kind = ? AND tr.role <= ? "+
				"ORDER BY tr.seq", of, v.Part.roles()); err != nil {
				return Kept[*reach]{}, err
			}
			bytes += (*set).Bytes()
		}
		return Kept[*reach]{r, v.DeskSources(), bytes}, nil
	})
}

// HasEmptyTeam says that an institution shows records to their teams alone, and that nobody is in charge of anything of the company that
// a record, by its number, belongs to.
func (q *Q) HasEmptyTeam(institutionID string, of InCharge, seq uint32) (is bool, err error) {
	if is, err = q.IsTeamOnly(institutionID); err != nil || !is {
		return false, err
	}
	return is, q.scan1([]any{&is}, "SELECT NOT EXISTS (SELECT 1 FROM team_record r CROSS JOIN team_role t ON t.company_id = r.company_id AND "+
		"t.institution_id = ? AND t.role = 1 WHERE r.kind = ? AND r.seq = ?)", institutionID, of, seq)
}

// MailedTeam are the users who may be told of a record of an institution, deputies of today included, and whether it shows records
// to their teams alone: else the team is empty, and all may be.
func (q *Q) MailedTeam(institutionID string, of InCharge, id string) (team map[string]bool, isTeamOnly bool, err error) {
	if isTeamOnly, err = q.IsTeamOnly(institutionID); err != nil || !isTeamOnly {
		return nil, false, err
	}
	t := inChargeTable[of]
	team = map[string]bool{}
	users, err := codes[string](q, "SELECT u.id FROM "+t.from+" JOIN team_reach tr ON tr.kind = ? AND tr.seq = "+t.alias+
		".seq JOIN user u ON u.seq = tr.user_seq WHERE "+t.alias+".id = ? AND u.client_id = ?", of, id, institutionID)
	if err != nil {
		return nil, true, err
	}
	for _, id := range users {
		team[id] = true
	}
	absences, err := q.AbsencesOf(institutionID)
	for i := range absences {
		if x := &absences[i]; x.IsOn(q.Today()) && x.DeputyID != "" && team[x.UserID] {
			team[x.DeputyID] = true
		}
	}
	return team, true, err
}

// MayBeTold says that a bank's user may be told of a record by its id, whichever it is: of what is no company, listing or negotiation,
// or not in the charge of his institution, he may. It keeps mails to a team.
func (q *Q) MayBeTold(userID, institutionID, subjectID string) (bool, error) {
	team, err := q.Team(userID, institutionID)
	if err != nil || team == "" {
		return true, err
	}
	v := Viewer{InstitutionID: institutionID, Team: team}
	var is, may bool
	err = q.scan1([]any{&is, &may}, "SELECT count(*) > 0, coalesce(max(x.may), 0) FROM (SELECT c.institution_id AS own, 1"+
		v.reach(InChargeOfCompany, "c.seq")+
		" AS may FROM company c WHERE c.id = ?1 UNION ALL SELECT l.institution_id, 1"+
		v.reach(InChargeOfListing, "l.seq")+" FROM listing l WHERE "+
		"l.id = ?1 UNION ALL SELECT n.bf_id, 1"+v.reach(InChargeOfBF, "n.seq")+" FROM negotiation n WHERE n.id = ?1 UNION ALL SELECT n.sf_id, 1"+
		v.reach(InChargeOfSF, "n.seq")+" FROM negotiation n WHERE n.id = ?1) x WHERE x.own = ?2", subjectID, institutionID)
	return !is || may, err
}

// both are the rows that are in two sets.
func both(t *index.Table, a, b *index.Set) *index.Set {
	some := t.Bits().Or(b).And(a)
	defer some.Free()
	return some.Set()
}

// AskForAll records that an administrator asks to show an institution's deals to all its users (全員); it waits for a second person.
func (t *Tx) AskForAll(institutionID, by string) error {
	return t.execOne("UPDATE institution SET all_asked_by = ?, all_asked_at = ? WHERE id = ?", by, ms(t.now), institutionID)
}

// WithdrawAll ends what AskForAll recorded.
func (t *Tx) WithdrawAll(institutionID string) error {
	return t.execOne("UPDATE institution SET all_asked_by = '', all_asked_at = NULL WHERE id = ?", institutionID)
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
