package store

import (
	"fmt"
	"math"
	"slices"
	"time"
)

// CaseNumber is a number by which people call a case: its letter, "" where only the end of the id was typed.
type CaseNumber struct{ Prefix, End string }

// caseSubjects are the records of listings (the first %s) and negotiations (the second): themselves, the listings'
// negotiations, and documents, messages and openings of theirs.
const caseSubjects = `WITH l(id) AS (%s), n(id) AS (%s UNION SELECT n.id FROM negotiation n WHERE n.listing_id IN (SELECT id FROM l))
	SELECT id FROM l UNION SELECT id FROM n UNION SELECT d.id FROM document d WHERE d.listing_id IN (SELECT id FROM l)
	UNION SELECT m.id FROM message m WHERE m.negotiation_id IN (SELECT id FROM n)
	UNION SELECT b.id FROM break_glass b WHERE b.negotiation_id IS NULL AND b.listing_id IN (SELECT id FROM l)
		OR b.negotiation_id IN (SELECT id FROM n)`

const noCase = "SELECT '' WHERE 0"

// where restricts lines `a` of the audit log to those about a case and what belongs to it.
func (c *CaseNumber) where(w *where) {
	listings, negotiations, args := noCase, noCase, []any{}
	if c.Prefix == "" || c.Prefix == "L" {
		listings, args = "SELECT l.id FROM listing l INDEXED BY listing_number WHERE substr(l.id, -8) = ?", append(args, c.End)
	}
	if c.Prefix == "" || c.Prefix == "N" {
		negotiations, args = "SELECT n.id FROM negotiation n INDEXED BY negotiation_number WHERE substr(n.id, -8) = ?", append(args, c.End)
	}
	subjects := fmt.Sprintf(caseSubjects, listings, negotiations)
	if c.Prefix == "" || c.Prefix == "A" {
		subjects, args = subjects+" UNION SELECT r.id FROM account_request r WHERE substr(r.id, -8) = ?", append(args, c.End)
	}
	if c.Prefix == "" || c.Prefix == "Q" {
		subjects, args = subjects+" UNION SELECT i.id FROM inquiry i WHERE substr(i.id, -8) = ?", append(args, c.End)
	}
	w.add("a.subject_id IN ("+subjects+")", args...)
}

// CaseOf is the letter and the id of the case that a subject of the audit log belongs to; "" where it belongs to none.
func (q *Q) CaseOf(kind, id string) (prefix, of string, err error) {
	from := ""
	switch kind {
	case "listing":
		return "L", id, nil
	case "negotiation":
		return "N", id, nil
	case "account_request":
		return "A", id, nil
	case "inquiry":
		return "Q", id, nil
	case "document":
		prefix, from = "L", "SELECT listing_id FROM document WHERE id = ?"
	case "message":
		prefix, from = "N", "SELECT negotiation_id FROM message WHERE id = ?"
	default:
		return "", "", nil
	}
	ids, err := codes[string](q, from, id)
	if err != nil || len(ids) == 0 {
		return "", "", err
	}
	return prefix, ids[0], nil
}

// CompaniesCalled are the ids of the companies with this id, or with this 顧客番号 at the institution ("" is any): who
// asks looks up what it was told, and cannot search (domain.md 9).
func (q *Q) CompaniesCalled(institution, key string) ([]string, error) {
	return codes[string](q, "SELECT c.id FROM company c WHERE c.seq IN ("+numbersCalled+
		") AND (?2 = '' OR c.institution_id = ?2) ORDER BY c.seq", key, institution)
}

// numbersCalled are the numbers of the companies with the id ?1, or with this 顧客番号 at any institution: two lists by two
// indexes, as for OR SQLite reads every company of the network. "" is none.
const numbersCalled = "SELECT x.seq FROM company x WHERE x.id = ?1 UNION SELECT y.seq FROM institution i CROSS JOIN company y ON " +
	"y.institution_id = i.id AND y.registration_id = ?1 WHERE y.registration_id <> ''"

// AuditSearch is what the office and an institution's administrator ask the audit log for.
// Institution "" is all; for an administrator it is always his own.
type AuditSearch struct {
	Users       []string // who acted, or who was acted on: any of them; nil is everybody
	Case        *CaseNumber
	Companies   []string // any of them; nil is all
	Institution string
	Event       string
	ForOffice   bool      // without what an institution keeps from the office: its duties (compliance.md 1)
	From, To    time.Time // From inclusive, To exclusive; zero is unbounded
	Page
}

// SearchAudit lists the newest first and counts them.
func (q *Q) SearchAudit(s AuditSearch) ([]AuditLine, int, error) {
	w := s.where()
	return page[AuditLine](q, "a", "audit a", &w, "a.seq DESC", s.Page)
}

// EachAudit calls f with all lines that SearchAudit would list, some hundred at a time.
func (q *Q) EachAudit(s AuditSearch, f func([]AuditLine) error) error {
	const size = 500
	for last := int64(math.MaxInt64); ; {
		w := s.where()
		w.add("a.seq < ?", last)
		lines, err := list[AuditLine](q, "SELECT "+names[AuditLine]("a")+" FROM audit a WHERE "+w.String()+" ORDER BY a.seq DESC LIMIT ?",
			append(w.args, size)...)
		if err != nil {
			return err
		}
		if len(lines) > 0 {
			if err := f(lines); err != nil {
				return err
			}
			last = lines[len(lines)-1].Seq
		}
		if len(lines) < size {
			return nil
		}
	}
}

func (s AuditSearch) where() (w where) {
	if s.Institution != "" {
		w.add("a.institution_id IN "+continuedBy, s.Institution, s.Institution)
	}
	if s.Users != nil {
		in := "(" + marks(len(s.Users)) + ")"
		w.add("a.user_id IN "+in+" OR a.subject_id IN "+in, append(anyOf(s.Users), anyOf(s.Users)...)...)
	}
	if s.Case != nil {
		s.Case.where(&w)
	}
	if s.Companies != nil {
		in := "(" + marks(len(s.Companies)) + ")"
		of := anyOf(s.Companies)
		w.add("a.subject_id IN "+in+" OR a.client_id IN "+in+" OR a.subject_id IN (SELECT u.id FROM user u WHERE u.client_id IN "+in+
			") OR a.subject_id IN ("+fmt.Sprintf(caseSubjects, "SELECT l.id FROM listing l WHERE l.company_id IN "+in,
			"SELECT n.id FROM negotiation n WHERE n.buyer_company_id IN "+in)+")", slices.Concat(of, of, of, of, of)...)
	}
	if s.Event != "" {
		w.add("a.event = ?", s.Event)
	}
	if s.ForOffice {
		w.add(notDuties)
	}
	if !s.From.IsZero() {
		w.add("a.at >= ?", ms(s.From))
	}
	if !s.To.IsZero() {
		w.add("a.at < ?", ms(s.To))
	}
	return w
}

// notDuties leaves out lines about duties, their waivers, the texts, profiles and fee tables that they use, what one bank told the other
// of them, what an institution draws from them, and the papers that each side makes.
const notDuties = "a.subject_kind NOT IN ('duty', 'duty_waiver', 'duty_text', 'adviser', 'fee_table', 'buyer_report', 'year_report', " +
	"'own_template', 'valuation', 'memorandum', 'desk_paper', 'issued_paper', 'signed_copy', 'inspection')"

// AuditEvents lists the events that the log knows; "" is the office, which is told of no duties.
func (q *Q) AuditEvents(institution string) ([]string, error) {
	return codes[string](q, "SELECT DISTINCT a.event FROM audit a WHERE ?1 = '' AND "+notDuties+" OR ?1 <> '' AND a.institution_id IN "+
		"(SELECT ?1 UNION ALL SELECT id FROM institution WHERE merged_into = ?1) ORDER BY a.event", institution)
}
