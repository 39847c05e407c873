package store

import (
	"fmt"
	"strings"
)

// An import is carried out in steps. ClaimImport makes its rows its own. CheckImport, which only reads, finds whether
// all of them can be written. WriteImport writes them piece by piece: the first piece is the decision, after which nothing
// can stand against the others. EndClaims is the end, or gives up what cannot be carried out.

// AnyImport is an import, whoever's it is; ErrNotFound.
func (q *Q) AnyImport(id string) (*CompanyImport, error) {
	return get[CompanyImport](q, "SELECT "+names[CompanyImport]("i")+" FROM company_import i WHERE i.id = ?", id)
}

// ApplyingImports are the imports that are decided and not written to their end.
func (q *Q) ApplyingImports() ([]CompanyImport, error) {
	return list[CompanyImport](q, "SELECT "+names[CompanyImport]("i")+" FROM company_import i WHERE i.state = ? ORDER BY i.id", ImportApplying)
}

// IsImporting says whether there is one of an institution.
func (q *Q) IsImporting(institutionID string) (is bool, err error) {
	err = q.scan1([]any{&is}, "SELECT EXISTS (SELECT 1 FROM company_import i WHERE i.state = ? AND i.institution_id = ?)", ImportApplying,
		institutionID)
	return is, err
}

// ImportTouches names the columns and lists of existing companies that an import changes. Its pieces write
// nothing else, so that indexes and triggers of other columns do not run.
type ImportTouches struct {
	company, details, person []string // columns
	lists                    map[string]bool
	mainPersons              int // rows that name a main person
}

// importedLists are the lists of a company that a file can set: table, column, and the name under which
// they are staged.
var importedLists = [][3]string{{"company_industry", "code", "industries"}, {"company_reason", "reason", "reasons"}}

// CheckImport finds whether what is left of a claimed import can be written: ErrStale where somebody has changed one of
// its companies since they were read, or has registered one that it would create, or where its user may not change one any more;
// an UnseenError where another team of the institution has registered one; ErrDuplicate where a person has got an account
// elsewhere. It reads the rows that will be overwritten, so that the writer need not wait for the disk.
func (q *Q) CheckImport(i *CompanyImport) (*ImportTouches, error) {
	v := Viewer{InstitutionID: i.InstitutionID}
	if i.State != ImportApplying { // what is decided is written
		var err error
		if v, err = q.importer(i); err == nil {
			err = q.checkUnseen(i, v)
		}
		if err != nil {
			return nil, err
		}
	}
	// CROSS JOIN keeps the order of the loops: the staged rows, then the one row that has the value.
	for _, x := range []struct {
		is    error
		query string
		args  []any
	}{
		{ErrStale, `CROSS JOIN company_details d ON d.corporate_registration_number = r.d_corporate_registration_number
				AND d.corporate_registration_number <> ''
			CROSS JOIN company c ON c.id = d.company_id
			WHERE r.action = ` + codeImportNew + ` AND c.institution_id = ? AND c.kind = ?`, []any{i.InstitutionID, i.Kind}},
		{ErrDuplicate, `CROSS JOIN user u ON u.login_folded = r.u_login_folded AND u.role <> ` + codeRoleSEL + `
			WHERE r.person_action = ` + codeImportNew + ` AND r.u_role <> ` + codeRoleSEL, nil},
	} {
		var is bool
		if err := q.scan1([]any{&is}, "SELECT EXISTS (SELECT 1 FROM company_import_row r "+x.query+" AND r.import_id = ? AND r.number > ?)",
			append(x.args, i.ID, i.WrittenTo)...); err != nil {
			return nil, err
		}
		if is {
			return nil, x.is
		}
	}
	if i.State != ImportApplying {
		if err := q.checkMainPersons(i); err != nil {
			return nil, err
		}
	}
	return q.importTouches(i, v)
}

// importTouches compares what is left of an import with what is stored. ErrStale where a row is not the one that was
// read, or its company not one that v may change.
func (q *Q) importTouches(i *CompanyImport, v Viewer) (*ImportTouches, error) {
	var changed, read int
	out := &ImportTouches{lists: map[string]bool{}}
	type column struct {
		name    string
		to      *[]string
		touched int
	}
	var columns []*column
	var sums strings.Builder
	for _, of := range []struct {
		alias, is string
		columns   []string
		to        *[]string
	}{{"c", "1", importedCompany, &out.company}, {"d", "r.details_action = 2", importedDetails, &out.details},
		{"u", "r.person_action = 2", importedPerson, &out.person}} {
		for _, name := range of.columns[:len(of.columns)-1] { // all but the version
			columns = append(columns, &column{name: name, to: of.to})
			sums.WriteString(", coalesce(max(" + of.is + " AND " + of.alias + "." + name + " IS NOT r." + of.alias + "_" + name + "), 0)")
		}
	}
	into := []any{&changed, &read}
	for _, c := range columns {
		into = append(into, &c.touched)
	}
	// The columns that are compared stand at the row's end, so each row is read in whole.
	err := q.scan1(into,
		`SELECT coalesce(sum(c.version IS NOT r.c_version OR `+v.isNotOwnCompany()+` OR c.kind <> ?
				OR r.details_action = 1 AND d.version IS NOT NULL OR r.details_action = 2 AND d.version IS NOT r.d_version
				OR r.person_action = 2 AND u.version IS NOT r.u_version), 0),
			coalesce(sum((SELECT count(*) FROM company_industry x WHERE x.company_id = c.id)
				+ (SELECT count(*) FROM company_reason x WHERE x.company_id = c.id)), 0)
				+ count(c.shown_modified) + count(d.modified) + count(u.modified)`+sums.String()+`
		FROM company_import_row r LEFT JOIN company c ON c.id = r.c_id
			LEFT JOIN company_details d ON d.company_id = c.id LEFT JOIN user u ON u.id = r.u_id
		WHERE r.import_id = ? AND r.number > ? AND r.action = `+codeImportChange, i.InstitutionID, i.Kind, i.ID, i.WrittenTo)
	if err == nil && changed > 0 {
		err = ErrStale
	}
	if err != nil {
		return nil, err
	}
	for _, c := range columns {
		if c.touched > 0 {
			*c.to = append(*c.to, c.name)
		}
	}
	for _, of := range importedLists {
		table, column, lists := of[0], of[1], of[2]
		var differs bool
		if err := q.scan1([]any{&differs}, "SELECT EXISTS (SELECT 1 FROM company_import_row r WHERE r.import_id = ? AND r.number > ? AND "+
			"r.action = "+codeImportChange+" AND ((SELECT count(*) FROM "+table+" x WHERE x.company_id = r.c_id) <> (SELECT count(DISTINCT "+
			"j.value) FROM json_each(r."+lists+") j) OR EXISTS (SELECT 1 FROM json_each(r."+lists+") j WHERE NOT EXISTS (SELECT 1 FROM "+table+
			" x WHERE x.company_id = r.c_id AND x."+column+" = j.value))))", i.ID, i.WrittenTo); err != nil {
			return nil, err
		}
		out.lists[table] = differs
	}
	return out, q.scan1([]any{&out.mainPersons}, "SELECT count(r.main_person) FROM company_import_row r WHERE r.import_id = ? AND "+
		"r.number > ? AND "+isImported, i.ID, i.WrittenTo)
}

// WriteImport writes the next rows of an import that is claimed and that CheckImport has found writable, at most so many, in
// statements over sets: each row with its company, lists, details and person. It says whether any are left. Its error
// rolls the piece back; after the first piece only a fault of the machine is one. ErrStale where it is not claimed.
func (t *Tx) WriteImport(i *CompanyImport, touches *ImportTouches, atMost int) (more bool, err error) {
	if i.State != ImportReady && i.State != ImportApplying {
		return false, ErrStale
	}
	if err := t.execOne("UPDATE import_running SET is_writing = 1 WHERE id = ?", i.ID); err != nil {
		return false, err
	}
	var to, count int
	if err := t.scan1([]any{&to, &count}, "SELECT coalesce(max(x.number), 0), count(*) FROM (SELECT r.number FROM company_import_row r "+
		"WHERE r.import_id = ? AND r.number > ? AND "+isImported+" ORDER BY r.number LIMIT ?) x", i.ID, i.WrittenTo, atMost); err != nil {
		return false, err
	}
	if count > 0 {
		p := importPiece{t, i, ms(t.now), i.WrittenTo, to}
		if err := p.write(touches); err != nil {
			return false, err
		}
		i.WrittenTo, i.WrittenCount = to, i.WrittenCount+count
	}
	if err := t.scan1([]any{&more}, "SELECT EXISTS (SELECT 1 FROM company_import_row r WHERE r.import_id = ? AND r.number > ? AND "+
		isImported+")", i.ID, i.WrittenTo); err != nil {
		return false, err
	}
	if i.State = ImportApplying; !more {
		i.State, i.Finished = ImportDone, t.now
	}
	if err := t.execOne("UPDATE company_import SET state = ?, finished = ?, written_to = ?, written_count = ? WHERE id = ?", i.State,
		ms(i.Finished), i.WrittenTo, i.WrittenCount, i.ID); err != nil {
		return false, err
	}
	return more, t.execOne("UPDATE import_running SET is_writing = 0 WHERE id = ?", i.ID)
}

// importPiece is the rows of an import after one number, up to another.
type importPiece struct {
	*Tx
	of       *CompanyImport
	now      any
	from, to int
}

func (p *importPiece) write(touches *ImportTouches) error {
	const isNew, isChange = "r.action = " + codeImportNew, "r.action = " + codeImportChange
	if err := p.create("company", "c_", importedCompany, isNew, ", kind, institution_id", ", ?, ?", p.of.Kind,
		p.of.InstitutionID); err != nil {
		return err
	}
	if err := p.change("company", "c_", "id", touches.company, isChange); err != nil {
		return err
	}
	for _, of := range importedLists {
		if err := p.list(of[0], of[1], of[2], touches.lists[of[0]]); err != nil {
			return err
		}
	}
	if err := p.create("company_details", "d_", importedDetails, "r.details_action = 1", "", ""); err != nil {
		return err
	}
	if err := p.change("company_details", "d_", "company_id", touches.details, "r.details_action = 2"); err != nil {
		return err
	}
	if err := p.create("user", "u_", importedPerson, "r.person_action = 1", "", ""); err != nil {
		return err
	}
	if err := p.change("user", "u_", "id", touches.person, "r.person_action = 2"); err != nil {
		return err
	}
	if touches.mainPersons > 0 {
		if err := p.mainPersons(); err != nil {
			return err
		}
	}
	_, err := p.exec("INSERT INTO company_imported (company_id, import_id) SELECT r.c_id, r.import_id"+importedRows+" ORDER BY r.c_id",
		p.rows()...)
	return err
}

// isImported is true for those rows that become companies: an import of the correct rows alone has others beside them.
const isImported = "r.action IN (" + codeImportNew + ", " + codeImportChange + ")"

// importedRows are the rows of a piece, with rows as its arguments.
const importedRows = " FROM company_import_row r WHERE r.import_id = ? AND r.number > ? AND r.number <= ? AND " + isImported

func (p *importPiece) rows(before ...any) []any { return append(before, p.of.ID, p.from, p.to) }

func (p *importPiece) create(table, prefix string, columns []string, cond, extra, extraValues string, params ...any) error {
	columns = columns[:len(columns)-1] // all but the version
	by := p.of.UserID
	_, err := p.exec("INSERT INTO "+table+" ("+strings.Join(columns, ", ")+extra+", version, creator, created, modifier, modified) SELECT "+
		strings.Join(prefixed("r."+prefix, columns), ", ")+extraValues+", 1, ?, ?, ?, ?"+importedRows+" AND "+cond+" ORDER BY r.number",
		p.rows(append(params, by, p.now, by, p.now)...)...)
	return err
}

// change writes a row only in the version that was staged. The claim has kept it so: one that is missing is a fault.
func (p *importPiece) change(table, prefix, key string, columns []string, cond string) error {
	want := 0
	if err := p.scan1([]any{&want}, "SELECT count(*)"+importedRows+" AND "+cond, p.rows()...); err != nil || want == 0 {
		return err
	}
	set := ""
	for _, c := range columns {
		if c != key {
			set += c + " = r." + prefix + c + ", "
		}
	}
	n, err := p.exec("UPDATE "+table+" SET "+set+"version = "+table+".version + 1, modifier = ?, modified = ?"+importedRows+" AND "+cond+
		" AND "+table+"."+key+" = +r."+prefix+key+" AND "+table+".version = r."+prefix+"version", p.rows(p.of.UserID, p.now)...)
	if err == nil && int(n) != want {
		return fmt.Errorf("store: an import finds %d of %d rows of %s as it has read them: %w", n, want, table, ErrStale)
	}
	return err
}

// list writes a list of the companies: of those that are there only where it differs in any.
func (p *importPiece) list(table, column, lists string, differs bool) error {
	actions := codeImportNew
	if differs {
		actions += ", " + codeImportChange
		if _, err := p.exec("DELETE FROM "+table+" WHERE (company_id, "+column+") IN (SELECT x.company_id, x."+column+
			" FROM company_import_row r CROSS JOIN "+table+" x ON x.company_id = r.c_id"+
			" WHERE r.import_id = ? AND r.number > ? AND r.number <= ? AND r.action = "+codeImportChange+" AND x."+column+
			" NOT IN (SELECT j.value FROM json_each(r."+lists+") j))", p.rows()...); err != nil {
			return err
		}
	}
	_, err := p.exec("INSERT OR IGNORE INTO "+table+" (company_id, "+column+
		") SELECT r.c_id, j.value FROM company_import_row r, json_each(r."+lists+
		") j WHERE r.import_id = ? AND r.number > ? AND r.number <= ? AND r.action IN ("+actions+") ORDER BY r.c_id", p.rows()...)
	return err
}
