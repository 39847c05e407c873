package store

import (
	"database/sql"
	"slices"
	"strings"
	"time"
)

// InCharge is a kind of record that persons of a bank are in charge of (担当者, team.md 1). The two sides of a negotiation
// are two records.
type InCharge int

// The kinds, as person_in_charge stores them.
const (
	InChargeOfCompany InCharge = 1 + iota
	InChargeOfListing
	InChargeOfBF
	InChargeOfSF
)

// InChargeKinds are all of them.
var InChargeKinds = []InCharge{InChargeOfCompany, InChargeOfListing, InChargeOfBF, InChargeOfSF}

// inChargeTable is where the records of a kind are, under the alias that the predicates of visible.go want, and which of them an
// institution (?) works on and may know of. A row that SF does not know of is nobody's work at SF: its count would tell of it.
var inChargeTable = map[InCharge]struct{ from, alias, own, live string }{
	InChargeOfCompany: {"company c", "c", "c.institution_id = ?", "c.status <> " + codeCompanyDisabled},
	InChargeOfListing: {"listing l", "l", "l.institution_id = ?",
		"l.status IN (" + codeListingUnapproved + ", " + codeListingShowing + ", " + codeListingRemand + ")"},
	InChargeOfBF: {"negotiation n", "n", ofBF, "(n.status " + listOfLive + " OR n.closing_due <> '')"},
	InChargeOfSF: {"negotiation n", "n", ofSF, "(n.status " + listOfLive + " OR n.closing_due <> '')"},
}

// PersonInCharge is somebody of the viewer's institution who is in charge of a record.
type PersonInCharge struct {
	Seq        uint32 `db:"seq"` // the record's number
	UserID     string `db:"user_id"`
	IsMain     bool   `db:"is_main"` // 主担当; else 副担当
	UserName   string `db:"user_name"`
	Kana       string `db:"user_name_kana"`
	Department string `db:"department"`
	Status     int    `db:"status"` // the user's
}

const personsFrom = "SELECT p.seq, p.user_id, p.is_main, u.user_name, u.user_name_kana, u.department, u.status " +
	"FROM person_in_charge p JOIN user u ON u.id = p.user_id WHERE "

// InChargeSeq is the number of a record that the viewer's institution works on; ErrNotFound.
func (q *Q) InChargeSeq(v Viewer, of InCharge, id string) (seq uint32, err error) {
	t := inChargeTable[of]
	if v.IsBuyer() || t.from == "" {
		return 0, ErrNotFound
	}
	err = q.scan1([]any{&seq}, "SELECT "+t.alias+".seq FROM "+t.from+" WHERE "+t.alias+".id = ? AND "+v.own(of), id, v.InstitutionID)
	return seq, err
}

// InChargeSeqs are the numbers of those of some records that the viewer's institution works on, by their ids.
func (q *Q) InChargeSeqs(v Viewer, of InCharge, ids []string) (map[string]uint32, error) {
	out, t := map[string]uint32{}, inChargeTable[of]
	if v.IsBuyer() || t.from == "" {
		return out, nil
	}
	err := inChunks(ids, func(ids []string) error {
		return q.each(func(r *sql.Rows) error {
			var id string
			var seq uint32
			err := r.Scan(&id, &seq)
			out[id] = seq
			return err
		}, "SELECT "+t.alias+".id, "+t.alias+".seq FROM "+t.from+" WHERE "+t.alias+".id IN ("+marks(len(ids))+") AND "+v.own(of),
			append(anyOf(ids), v.InstitutionID)...)
	})
	return out, err
}

// PersonsInCharge are those of records of the viewer's institution, by the records' numbers; the main one of each first, then
// by name. Records of others have none.
func (q *Q) PersonsInCharge(v Viewer, of InCharge, seqs []uint32) (map[uint32][]PersonInCharge, error) {
	out := map[uint32][]PersonInCharge{}
	if v.IsBuyer() || len(seqs) == 0 {
		return out, nil
	}
	const size = 500
	for some := range slices.Chunk(seqs, size) {
		found, err := list[PersonInCharge](q, personsFrom+"p.kind = ? AND p.institution_id = ? AND p.seq IN ("+marks(len(some))+")"+
			v.reach(of, "p.seq")+" ORDER BY p.seq, p.is_main DESC, u.user_name_kana, u.seq", append([]any{of, v.InstitutionID}, anyOf(some)...)...)
		if err != nil {
			return nil, err
		}
		for _, p := range found {
			out[p.Seq] = append(out[p.Seq], p)
		}
	}
	return out, nil
}

// MailedPersons are the users in charge of a record of an institution, whoever asks: for mails. The main one comes first.
func (q *Q) MailedPersons(institutionID string, of InCharge, id string) ([]string, error) {
	t := inChargeTable[of]
	return codes[string](q, "SELECT p.user_id FROM "+t.from+" JOIN person_in_charge p ON p.kind = ? AND p.seq = "+t.alias+".seq WHERE "+
		t.alias+".id = ? AND p.institution_id = ? ORDER BY p.is_main DESC, p.user_id", of, id, institutionID)
}

// SetPersonsInCharge writes who is in charge of a record: nobody where main is "". The caller has checked that all are enabled
// users of the institution.
func (t *Tx) SetPersonsInCharge(v Viewer, of InCharge, seq uint32, main string, others []string) error {
	if _, err := t.exec("DELETE FROM person_in_charge WHERE kind = ? AND seq = ?", of, seq); err != nil {
		return err
	}
	for _, id := range append([]string{main}, others...) {
		if id == "" {
			continue
		}
		if _, err := t.exec("INSERT INTO person_in_charge (kind, seq, user_id, institution_id, is_main, creator, created) VALUES "+
			"(?, ?, ?, ?, ?, ?, ?)", of, seq, id, v.InstitutionID, id == main, v.UserID, ms(t.now)); err != nil {
			return err
		}
	}
	return nil
}

// MovePersonsInCharge frees the records of a company from the people and the team of an institution that is not in charge of it any more:
// the company, its listings, and its side of their negotiations.
func (t *Tx) MovePersonsInCharge(companyID, from string) error {
	if _, err := t.exec("DELETE FROM team_member WHERE company_id = ?", companyID); err != nil {
		return err
	}
	_, err := t.exec(`DELETE FROM person_in_charge WHERE institution_id = ?2 AND (
		kind = 1 AND seq IN (SELECT c.seq FROM company c WHERE c.id = ?1)
		OR kind = 2 AND seq IN (SELECT l.seq FROM listing l WHERE l.company_id = ?1)
		OR kind = 3 AND seq IN (SELECT n.seq FROM negotiation n WHERE n.buyer_company_id = ?1)
		OR kind = 4 AND seq IN (SELECT n.seq FROM negotiation n JOIN listing l ON l.id = n.listing_id WHERE l.company_id = ?1))`,
		companyID, from)
	return err
}

// Charge is a record with its main person, as those see it who distribute the work: a number, no name of a customer.
type Charge struct {
	Of      InCharge  `db:"of"`
	Seq     uint32    `db:"seq"`
	ID      string    `db:"id"`
	Kind    int       `db:"kind"`   // of a company: Buyer or Seller
	Status  int       `db:"status"` // of the record, as the institution is told of it
	UserID  string    `db:"user_id"`
	Created time.Time `db:"created"` // since when the person is in charge; zero for nobody
}

// ChargeSearch asks for live records of the viewer's institution: those that a user is the main person of, or, without a user, the
// deals (listings and negotiations) that nobody looks after today: without a main person, with a disabled one, or with one who is
// away without a deputy.
type ChargeSearch struct {
	UserID string
	Page
}

// chargeColumns are the columns of a Charge of each kind.
var chargeColumns = map[InCharge]string{
	InChargeOfCompany: "c.seq, c.id, c.kind AS kind, c.status AS status",
	InChargeOfListing: "l.seq, l.id, 0 AS kind, l.status AS status",
	InChargeOfBF:      "n.seq, n.id, 0 AS kind, n.status AS status",
	InChargeOfSF:      "n.seq, n.id, 0 AS kind, " + statusForSF + " AS status",
}

// attended is true for a person `p` who is there today (?), or whose deputy is.
const attended = `EXISTS (SELECT 1 FROM (SELECT ? AS day) t JOIN user u ON u.id = p.user_id AND u.status = ` + codeUserEnabled + ` AND NOT EXISTS (
	SELECT 1 FROM absence a LEFT JOIN user d ON d.id = a.deputy_id AND d.status = ` + codeUserEnabled + `
		AND NOT EXISTS (SELECT 1 FROM absence b WHERE b.user_id = d.id AND t.day BETWEEN b.first_day AND b.last_day)
	WHERE a.user_id = u.id AND t.day BETWEEN a.first_day AND a.last_day AND d.id IS NULL))`

// charges selects a kind of what the search asks for, after FROM. A user's are found by his rows: an institution has many companies.
func (s *ChargeSearch) charges(q *Q, v Viewer, of InCharge) (from string, args []any) {
	t := inChargeTable[of]
	if s.UserID != "" {
		return "person_in_charge p CROSS JOIN " + t.from + " ON " + t.alias + ".seq = p.seq WHERE p.kind = ? AND p.user_id = ? AND " +
			"p.is_main = 1 AND " + v.own(of) + " AND " + t.live, []any{of, s.UserID, v.InstitutionID}
	}
	return t.from + " LEFT JOIN person_in_charge p ON p.kind = ? AND p.seq = " + t.alias + ".seq AND p.is_main = 1 WHERE " +
		v.own(of) + " AND " +
		t.live + " AND (p.user_id IS NULL OR NOT " + attended + ")", []any{of, v.InstitutionID, q.Today()}
}

// Charges are a page of what the search asks for, by kind, then the oldest record first, and the count of all.
func (q *Q) Charges(v Viewer, s *ChargeSearch) (out []Charge, count int, err error) {
	if v.IsBuyer() {
		return nil, 0, nil
	}
	for _, of := range InChargeKinds {
		if of == InChargeOfCompany && s.UserID == "" {
			continue // a customer without a deal waits for nobody
		}
		from, args := s.charges(q, v, of)
		n := 0
		if err := q.scan1([]any{&n}, "SELECT count(*) FROM "+from, args...); err != nil {
			return nil, 0, err
		}
		if left := s.Limit - len(out); left > 0 && s.Offset < count+n {
			t := inChargeTable[of]
			found, err := list[Charge](q, "SELECT ? AS of, "+v.forSF(chargeColumns[of])+
				", coalesce(p.user_id, '') AS user_id, p.created AS created FROM "+
				from+" ORDER BY "+t.alias+".seq LIMIT ? OFFSET ?", append(append([]any{of}, args...), left, max(s.Offset-count, 0))...)
			if err != nil {
				return nil, 0, err
			}
			out = append(out, found...)
		}
		count += n
	}
	return out, count, nil
}

// ChargesOfCompany are a company of the viewer's institution and what of it the institution works on and may know of: listings, and
// its side of the negotiations.
func (q *Q) ChargesOfCompany(v Viewer, companyID string) (out []Charge, err error) {
	if v.IsBuyer() {
		return nil, nil
	}
	of := map[InCharge]string{InChargeOfCompany: "c.id = ?", InChargeOfListing: "l.company_id = ?", InChargeOfBF: "n.buyer_company_id = ?",
		InChargeOfSF: "n.listing_id IN (SELECT l.id FROM listing l WHERE l.company_id = ?)"}
	for _, kind := range InChargeKinds {
		t := inChargeTable[kind]
		found, err := list[Charge](q, "SELECT ? AS of, "+v.forSF(chargeColumns[kind])+
			", '' AS user_id, 0 AS created FROM "+t.from+" WHERE "+of[kind]+
			" AND "+v.own(kind)+" ORDER BY "+t.alias+".seq", kind, companyID, v.InstitutionID)
		if err != nil {
			return nil, err
		}
		out = append(out, found...)
	}
	return out, nil
}

type unattendedKey struct{ desk, day string }

// Unattended is how many deals nobody looks after today (ChargeSearch).
func (q *Q) Unattended(v Viewer) (int, error) {
	return Keep(q, unattendedKey{v.Desk(), q.Today()}, func() (Kept[int], error) {
		_, n, err := q.Charges(v, &ChargeSearch{})
		return Kept[int]{n, []Source{OfCharge(v.InstitutionID), OfBank(v.InstitutionID)}, 50}, err
	})
}

// Load is how many records a user of the viewer's institution is the main person of: live ones of listings and negotiations, and
// all companies.
type Load struct {
	UserID string   `db:"user_id"`
	Of     InCharge `db:"of"`
	Count  int      `db:"n"`
}

type loadsKey struct{ desk string }

// Loads are those of all users and kinds. They are shared and must not be changed.
func (q *Q) Loads(v Viewer) ([]Load, error) {
	if v.IsBuyer() {
		return nil, nil
	}
	return Keep(q, loadsKey{v.Desk()}, func() (Kept[[]Load], error) {
		out, err := list[Load](q, "SELECT p.user_id AS user_id, p.kind AS of, count(*) AS n FROM person_in_charge p WHERE p.institution_id = ? "+
			"AND p.kind = ? AND p.is_main = 1"+v.reach(InChargeOfCompany, "p.seq")+" GROUP BY p.user_id ORDER BY 1",
			v.InstitutionID, InChargeOfCompany)
		for _, of := range []InCharge{InChargeOfListing, InChargeOfBF, InChargeOfSF} {
			if err != nil {
				break
			}
			t := inChargeTable[of]
			var found []Load
			found, err = list[Load](q, "SELECT p.user_id AS user_id, p.kind AS of, count(*) AS n FROM person_in_charge p CROSS JOIN "+t.from+
				" ON "+t.alias+".seq = p.seq WHERE p.institution_id = ? AND p.kind = ? AND p.is_main = 1 AND "+v.own(of)+" AND "+t.live+
				" GROUP BY p.user_id ORDER BY 1", v.InstitutionID, of, v.InstitutionID)
			out = append(out, found...)
		}
		return Kept[[]Load]{out, []Source{OfCharge(v.InstitutionID), OfBank(v.InstitutionID)}, 60 * len(out)}, err
	})
}

// LateLoads are how many negotiations of a user of the viewer's institution, as their main person, had their 次回対応日 before today.
func (q *Q) LateLoads(v Viewer) (out []Load, err error) {
	if v.IsBuyer() {
		return nil, nil
	}
	for _, of := range []InCharge{InChargeOfBF, InChargeOfSF} {
		next, _ := nextActions(of)
		found, err := list[Load](q, "SELECT p.user_id AS user_id, ? AS of, count(*) AS n FROM ("+next+") x JOIN person_in_charge p ON "+
			"p.kind = ? AND p.seq = x.seq AND p.is_main = 1 WHERE x.day < ?"+v.reach(of, "x.seq")+" GROUP BY 1 ORDER BY 1",
			of, v.InstitutionID, of, q.Today())
		if err != nil {
			return nil, err
		}
		out = append(out, found...)
	}
	return out, nil
}

// Work is what of an institution's records some of its users need not look after, by the records' numbers: others are in charge.
type Work map[InCharge]map[uint32]bool

// IsOthers says that others are in charge of a record; of one of nobody it does not.
func (w Work) IsOthers(of InCharge, seq uint32) bool { return w[of][seq] }

type workKey struct{ institution, users string }

// OthersWork is that of the others in the viewer's institution, for users who work together (StandsFor). It is shared and must not
// be changed. A record whose main person is disabled counts as nobody's: somebody has to see it.
func (q *Q) OthersWork(v Viewer, users []string) (Work, error) {
	return Keep(q, workKey{v.InstitutionID, strings.Join(users, " ")}, func() (Kept[Work], error) {
		out, n := Work{}, 0
		for _, of := range InChargeKinds {
			out[of] = map[uint32]bool{}
		}
		err := q.each(func(r *sql.Rows) error {
			var of InCharge
			var seq uint32
			err := r.Scan(&of, &seq)
			out[of][seq] = true
			n++
			return err
		}, "SELECT p.kind, p.seq FROM person_in_charge p JOIN user u ON u.id = p.user_id WHERE p.institution_id = ? GROUP BY p.kind, p.seq "+
			"HAVING max(p.user_id IN ("+marks(len(users))+")) = 0 AND max(p.is_main AND u.status = "+codeUserEnabled+")",
			append([]any{v.InstitutionID}, anyOf(users)...)...)
		return Kept[Work]{out, []Source{OfCharge(v.InstitutionID)}, 200 + 40*n}, err
	})
}
