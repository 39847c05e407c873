package store

import (
	"database/sql"
	"encoding/json"
)

// MainPersons are the main persons (主担当, team.md 1) of companies of the viewer's institution, by the companies' numbers.
// Companies of others have none.
func (q *Q) MainPersons(v Viewer, seqs []uint32) (map[uint32]string, error) {
	out := make(map[uint32]string, len(seqs))
	if v.IsBuyer() {
		return out, nil
	}
	b, err := json.Marshal(seqs)
	if err != nil {
		return nil, err
	}
	return out, q.each(func(r *sql.Rows) error {
		var seq uint32
		var id string
		err := r.Scan(&seq, &id)
		out[seq] = id
		return err
	}, "SELECT p.seq, p.user_id"+eachID+"person_in_charge p ON p.kind = ? AND p.seq = j.value AND p.is_main = 1 WHERE p.institution_id = ?",
		string(b), InChargeOfCompany, v.InstitutionID)
}

// isOfFIN is true for a user `u` of a bank who works on deals.
const isOfFIN = "u.role = " + codeRoleFIN + " AND u.business <> " + codeBusinessLending

// MainPersonCount is for how many rows of an import its file names a main person who is not it already.
func (t *ImportTouches) MainPersonCount() int { return t.mainPersons }

// checkMainPersons is ErrStale where one of the persons that the file names is no enabled user of the institution any more, or
// where somebody has put a person in charge of one of its companies since the file was handed in. That a company has lost its
// person meanwhile is no reason: it gets the one of the file.
func (q *Q) checkMainPersons(i *CompanyImport) error {
	var is bool
	err := q.scan1([]any{&is}, "SELECT EXISTS (SELECT 1 FROM company_import_row r LEFT JOIN company c ON c.id = r.c_id LEFT JOIN "+
		"person_in_charge p ON p.kind = ? AND p.seq = c.seq AND p.is_main = 1 WHERE r.import_id = ? AND r.number > ? AND "+isImported+
		" AND r.main_person IS NOT NULL AND (p.created > ? OR NOT EXISTS (SELECT 1 FROM user u WHERE u.id = r.main_person AND "+isOfFIN+
		" AND u.status = "+codeUserEnabled+" AND u.client_id = ?)))", InChargeOfCompany, i.ID, i.WrittenTo, ms(i.Created), i.InstitutionID)
	if err == nil && is {
		err = ErrStale
	}
	return err
}

// mainPersons puts those in charge whom the rows of a piece name, in place of who was. Who stood beside becomes the main person;
// the one before does not stay.
func (p *importPiece) mainPersons() error {
	const from = " FROM company_import_row r CROSS JOIN company c ON c.id = r.c_id CROSS JOIN user u ON u.id = r.main_person AND " + isOfFIN +
		" AND u.client_id = c.institution_id"
	const rows = " WHERE r.import_id = ? AND r.number > ? AND r.number <= ? AND " + isImported + " AND r.main_person IS NOT NULL"
	if _, err := p.exec("DELETE FROM person_in_charge WHERE kind = ? AND (seq, user_id) IN (SELECT x.seq, x.user_id"+from+
		" CROSS JOIN person_in_charge x ON x.kind = ? AND x.seq = c.seq AND x.is_main = 1 AND x.user_id <> u.id"+rows+")",
		p.rows(InChargeOfCompany, InChargeOfCompany)...); err != nil {
		return err
	}
	_, err := p.exec("INSERT INTO person_in_charge (kind, seq, user_id, institution_id, is_main, creator, created) SELECT ?, c.seq, u.id, "+
		"c.institution_id, 1, ?, ?"+from+rows+" ORDER BY c.seq ON CONFLICT (kind, seq, user_id) DO UPDATE SET is_main = 1 WHERE is_main = 0",
		p.rows(InChargeOfCompany, p.of.UserID, p.now)...)
	return err
}
