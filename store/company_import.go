package store

import (
	"database/sql"
	"reflect"
	"slices"
	"strings"
	"time"
)

// CompanyImport is a file of companies that was read and waits for its user. It belongs to one
// user of one institution and is gone when it expires.
type CompanyImport struct {
	ID             string    `db:"id"`
	Kind           int       `db:"kind"`
	InstitutionID  string    `db:"institution_id"`
	UserID         string    `db:"user_id"`
	FileName       string    `db:"file_name"`
	Encoding       string    `db:"encoding"`
	State          string    `db:"state"`
	Detail         string    `db:"detail"` // why it failed
	Header         []string  `db:"header"` // the file's first row
	Notices        []string  `db:"notices"`
	RowsRead       int       `db:"rows_read"`
	NewCount       int       `db:"new_count"`
	ChangedCount   int       `db:"changed_count"`
	UnchangedCount int       `db:"unchanged_count"`
	WrongCount     int       `db:"wrong_count"`
	ErrorCount     int       `db:"error_count"`
	WarningCount   int       `db:"warning_count"`
	Created        time.Time `db:"created"`
	Expires        time.Time `db:"expires"`
	Finished       time.Time `db:"finished"`
}

// States of an import.
const (
	ImportReading = "reading"
	ImportReady   = "ready"
	ImportWrong   = "wrong"  // some rows have errors: all or nothing
	ImportFailed  = "failed" // the file is no such table
	ImportDone    = "done"
)

// What an import does with a row, its details and its person.
const (
	ImportNothing = 0
	ImportNew     = 1
	ImportChange  = 2
	ImportError   = 9
)

// ImportRow is one row of an import in its final values. Versions in Record are those seen.
type ImportRow struct {
	Number                              int
	Action, DetailsAction, PersonAction int
	Label                               string // the company's name, for people
	Changes                             []CellChange
	Cells                               []string // as they stood in the file, where the row is wrong
	Record                              *CompanyRecord
	Person                              *User
}

// CellChange is one cell that differs from what is stored.
type CellChange struct {
	Column string `json:"column"`
	Before string `json:"before"`
	After  string `json:"after"`
}

// ImportIssue is what is wrong with a cell, or worth a look.
type ImportIssue struct {
	ImportID  string `db:"import_id"`
	Seq       int    `db:"seq"`
	Number    int    `db:"number"`
	Column    string `db:"column_name"`
	Value     string `db:"value"`
	Reason    string `db:"reason"`
	IsWarning bool   `db:"is_warning"`
}

// The columns that a file can set, of each table. A switch writes them and no others.
var (
	importedCompany = strings.Fields("id status member_type region prefecture_code city_code sales_amount ma_experience ma_reason_others " +
		"industry_other_text industry_other_texts remark version")
	importedDetails = strings.Fields(`company_id company_name name_folded business_type representative_name postal_code prefecture_code prefecture_name city_code city_name town_code town_name building_name
		representative_phone_number representative_fax_number home_page_url corporate_registration_number list_type security_code capital_amount sales_amount operating_profit total_assets
		number_of_employees established_year status version`)
	importedPerson = strings.Fields("id role client_type client_id login_id login_folded user_name user_name_kana status system_type " +
		"user_type member_type regist_type regist_send_mail version")
)

// CreateImport writes an import that begins to be read.
func (t *Tx) CreateImport(i *CompanyImport) error {
	i.ID, i.Created = NewID(), t.now
	return insert(t, "company_import", i)
}

// UpdateImport writes how far an import is; ErrStale where it was thrown away meanwhile.
func (t *Tx) UpdateImport(i *CompanyImport) error {
	// Only what moves: a written id has SQLite look through all that refers to it.
	columns := strings.Fields("encoding state detail header notices rows_read new_count changed_count unchanged_count wrong_count " +
		"error_count warning_count finished")
	return t.execOne("UPDATE company_import SET "+strings.Join(columns, " = ?, ")+" = ? WHERE id = ?", append(argsOf(i, columns), i.ID)...)
}

// Import is an import of the viewer's own that has not expired; ErrNotFound.
func (q *Q) Import(v Viewer, id string) (*CompanyImport, error) {
	var w where
	w.add("i.id = ?", id)
	q.visibleImport(v, &w)
	return get[CompanyImport](q, "SELECT "+names[CompanyImport]("i")+" FROM company_import i WHERE "+w.String(), w.args...)
}

// LatestImport is the viewer's newest import of a kind; ErrNotFound.
func (q *Q) LatestImport(v Viewer, kind int) (*CompanyImport, error) {
	var w where
	w.add("i.kind = ?", kind)
	q.visibleImport(v, &w)
	return get[CompanyImport](q, "SELECT "+names[CompanyImport]("i")+" FROM company_import i WHERE "+w.String()+
		" ORDER BY i.created DESC, i.id DESC LIMIT 1", w.args...)
}

// StageRows adds rows and issues to an import.
func (t *Tx) StageRows(importID string, rows []ImportRow, issues []ImportIssue) error {
	own := []string{"import_id", "number", "action", "details_action", "person_action", "label", "changes", "cells", "industries", "reasons"}
	columns := slices.Concat(own, prefixed("c_", importedCompany), prefixed("d_", importedDetails), prefixed("u_", importedPerson))
	query := "INSERT INTO company_import_row (" + strings.Join(columns, ", ") + ") VALUES (" + marks(len(columns)) + ")"
	for i := range rows {
		r := &rows[i]
		values := []any{importID, r.Number, r.Action, r.DetailsAction, r.PersonAction, r.Label, textOf(r.Changes), textOf(r.Cells)}
		record, person := r.Record, r.Person
		if record == nil {
			record = &CompanyRecord{}
		}
		if person == nil {
			person = &User{}
		}
		values = append(values, textOf(record.IndustryTypes), textOf(record.MAReasons))
		values = append(values, argsOf(&record.Company, importedCompany)...)
		values = append(values, argsOf(&record.Details, importedDetails)...)
		values = append(values, argsOf(person, importedPerson)...)
		if _, err := t.exec(query, values...); err != nil {
			return err
		}
	}
	for i := range issues {
		issues[i].ImportID = importID
		if err := insert(t, "company_import_issue", &issues[i]); err != nil {
			return err
		}
	}
	return nil
}

// textOf is a list as a column keeps it.
func textOf[T any](list []T) any {
	return args(&struct {
		L []T `db:"l"`
	}{list})[0]
}

// argsOf are the values of v's columns named.
func argsOf[T any](v *T, columns []string) []any {
	all, out := args(v), make([]any, len(columns))
	for i, c := range columnsOf(reflect.TypeFor[T]()) {
		if at := slices.Index(columns, c.name); at >= 0 {
			out[at] = all[i]
		}
	}
	return out
}

func prefixed(prefix string, columns []string) []string {
	out := make([]string, len(columns))
	for i, c := range columns {
		out[i] = prefix + c
	}
	return out
}

// ImportIssues are a page of an import's issues in the file's order, those of one column where
// it is named, and how many there are. The caller has asked Import.
func (q *Q) ImportIssues(importID, column string, limit, offset int) ([]ImportIssue, int, error) {
	const cond = " FROM company_import_issue i WHERE i.import_id = ? AND (? = '' OR i.column_name = ?)"
	count := 0
	if err := q.scan1([]any{&count}, "SELECT count(*)"+cond, importID, column, column); err != nil {
		return nil, 0, err
	}
	out, err := list[ImportIssue](q, "SELECT "+names[ImportIssue]("i")+cond+" ORDER BY i.seq LIMIT ? OFFSET ?", importID, column, column,
		limit, offset)
	return out, count, err
}

// ImportIssueColumns counts an import's issues by column.
func (q *Q) ImportIssueColumns(importID string) (map[string]int, error) {
	out := map[string]int{}
	err := q.each(func(r *sql.Rows) error {
		var column string
		var n int
		if err := r.Scan(&column, &n); err != nil {
			return err
		}
		out[column] = n
		return nil
	}, "SELECT column_name, count(*) FROM company_import_issue WHERE import_id = ? GROUP BY column_name", importID)
	return out, err
}

// ImportSamples are the first new and changed rows of an import.
func (q *Q) ImportSamples(importID string, action, limit int) ([]ImportRow, error) {
	var out []ImportRow
	err := q.each(func(r *sql.Rows) error {
		row := ImportRow{Action: action}
		if err := r.Scan(&row.Number, &row.Label, jsonColumn{&row.Changes}); err != nil {
			return err
		}
		out = append(out, row)
		return nil
	}, "SELECT number, label, changes FROM company_import_row WHERE import_id = ? AND action = ? ORDER BY number LIMIT ?", importID, action,
		limit)
	return out, err
}

// EachWrongRow calls f for every row with errors: its cells as they stood in the file, and why.
func (q *Q) EachWrongRow(importID string, f func(cells []string, reasons string) error) error {
	return q.each(func(r *sql.Rows) error {
		var cells []string
		var reasons string
		if err := r.Scan(jsonColumn{&cells}, &reasons); err != nil {
			return err
		}
		return f(cells, reasons)
	}, `SELECT r.cells, (SELECT group_concat(x.text, char(10)) FROM (SELECT i.column_name || '：' || i.reason AS text FROM company_import_issue i
			WHERE i.import_id = r.import_id AND i.number = r.number AND i.is_warning = 0 ORDER BY i.seq) x)
		FROM company_import_row r WHERE r.import_id = ? AND r.action = ? ORDER BY r.number`, importID, ImportError)
}

// RehearseImport reads what a switch will write over, so that the one writer does not wait for the disk
// with everybody behind it, and says beforehand what SwitchImport would say: ErrStale.
func (q *Q) RehearseImport(i *CompanyImport) error {
	var rows, changed, read int
	// CROSS JOIN as below. What is asked of each row stands at its end: it is read in whole.
	err := q.scan1([]any{&rows, &changed, &read},
		`SELECT count(*), coalesce(sum(c.version <> r.c_version OR c.institution_id <> ? OR c.kind <> ?
			OR r.details_action = 2 AND d.version IS NOT r.d_version OR r.person_action = 2 AND u.version IS NOT r.u_version), 0),
			coalesce(sum((SELECT count(*) FROM company_industry x WHERE x.company_id = c.id) + (SELECT count(*) FROM company_reason x WHERE x.company_id = c.id)), 0) + count(c.shown_modified) + count(d.modified) + count(u.modified)
		FROM company_import_row r CROSS JOIN company c ON c.id = r.c_id LEFT JOIN company_details d ON d.company_id = c.id LEFT JOIN user u ON u.id = r.u_id
		WHERE r.import_id = ? AND r.action = `+codeImportChange, i.InstitutionID, i.Kind, i.ID)
	if err == nil && (rows != i.ChangedCount || changed > 0) {
		err = ErrStale
	}
	return err
}

// SwitchImport writes everything that an import has staged, in statements over sets: 100,000
// companies are a few seconds. ErrStale where somebody changed one of them meanwhile, ErrDuplicate
// where a new one's person has got an account elsewhere: then nothing may be kept of it.
func (t *Tx) SwitchImport(i *CompanyImport, by string) error {
	now := ms(t.now)
	rows := func(cond string) string {
		return " FROM company_import_row r WHERE r.import_id = ? AND " + cond
	}
	var taken int
	// CROSS JOIN keeps the order of the loops: the staged rows, then the one company with the number.
	if err := t.scan1([]any{&taken},
		`SELECT count(*) FROM company_import_row r CROSS JOIN company_details d ON d.corporate_registration_number = r.d_corporate_registration_number AND d.corporate_registration_number <> ''
		CROSS JOIN company c ON c.id = d.company_id WHERE r.import_id = ? AND r.action = `+codeImportNew+` AND c.institution_id = ? AND c.kind = ?`, i.ID, i.InstitutionID, i.Kind); err != nil {
		return err
	}
	var gone int
	if err := t.scan1([]any{&gone}, "SELECT count(*) FROM company_import_row r CROSS JOIN company c ON c.id = r.c_id WHERE r.import_id = "+
		"? AND r.action = "+codeImportChange+" AND (c.institution_id <> ? OR c.kind <> ?)", i.ID, i.InstitutionID, i.Kind); err != nil {
		return err
	}
	if taken+gone > 0 {
		return ErrStale
	}
	create := func(table, prefix string, columns []string, cond, extra, extraValues string, params ...any) error {
		columns = columns[:len(columns)-1] // but the version
		_, err := t.exec("INSERT INTO "+table+" ("+strings.Join(columns, ", ")+extra+", version, creator, created, modifier, modified) SELECT "+
			strings.Join(prefixed("r."+prefix, columns), ", ")+extraValues+", 1, ?, ?, ?, ?"+rows(cond)+" ORDER BY r.number", append(params, by,
			now, by, now, i.ID)...)
		return err
	}
	change := func(table, prefix, key string, columns []string, cond string) error {
		want := 0
		if err := t.scan1([]any{&want}, "SELECT count(*)"+rows(cond), i.ID); err != nil {
			return err
		}
		var set []string
		for _, c := range columns[:len(columns)-1] {
			if c != key {
				set = append(set, c+" = r."+prefix+c)
			}
		}
		n, err := t.exec("UPDATE "+table+" SET "+strings.Join(set, ", ")+", version = "+table+".version + 1, modifier = ?, modified = ?"+
			rows(cond)+" AND "+table+"."+key+" = r."+prefix+key+" AND "+table+".version = r."+prefix+"version", by, now, i.ID)
		if err == nil && int(n) != want {
			return ErrStale
		}
		return err
	}
	if err := create("company", "c_", importedCompany, "r.action = "+codeImportNew, ", kind, institution_id", ", ?, ?", i.Kind,
		i.InstitutionID); err != nil {
		return err
	}
	if err := change("company", "c_", "id", importedCompany, "r.action = "+codeImportChange); err != nil {
		return err
	}
	for _, of := range [][3]string{{"company_industry", "code", "industries"}, {"company_reason", "reason", "reasons"}} {
		table, column, lists := of[0], of[1], of[2]
		if _, err := t.exec("DELETE FROM "+table+" WHERE (company_id, "+column+") IN (SELECT x.company_id, x."+column+
			" FROM company_import_row r JOIN "+table+" x ON x.company_id = r.c_id"+
			" WHERE r.import_id = ? AND r.action = "+codeImportChange+" AND x."+column+" NOT IN (SELECT j.value FROM json_each(r."+lists+") j))",
			i.ID); err != nil {
			return err
		}
		if _, err := t.exec("INSERT OR IGNORE INTO "+table+" (company_id, "+column+
			") SELECT r.c_id, j.value FROM company_import_row r, json_each(r."+lists+
			") j WHERE r.import_id = ? AND r.action IN ("+codeImportNew+", "+codeImportChange+") ORDER BY r.c_id", i.ID); err != nil {
			return err
		}
	}
	if err := create("company_details", "d_", importedDetails, "r.details_action = 1", "", ""); err != nil {
		return err
	}
	if err := change("company_details", "d_", "company_id", importedDetails, "r.details_action = 2"); err != nil {
		return err
	}
	if err := create("user", "u_", importedPerson, "r.person_action = 1", "", ""); err != nil {
		return err
	}
	if err := change("user", "u_", "id", importedPerson, "r.person_action = 2"); err != nil {
		return err
	}
	_, err := t.exec("INSERT INTO company_imported (company_id, import_id) SELECT r.c_id, r.import_id"+rows("r.action IN ("+codeImportNew+", "+codeImportChange+")")+
		" ORDER BY r.c_id", i.ID)
	return err
}

// DueImports are imports that have expired.
func (q *Q) DueImports() ([]string, error) {
	return codes[string](q, "SELECT id FROM company_import WHERE expires <= ? ORDER BY expires LIMIT 20", ms(q.now))
}

// clearAtOnce bounds how long clearing holds the writer.
const clearAtOnce = 2000

// ClearImport deletes a part of what an import has staged and says whether there is more. With
// the last of it the import itself goes.
func (t *Tx) ClearImport(id string) (more bool, err error) {
	for _, table := range []string{"company_import_row", "company_import_issue"} {
		key := map[string]string{"company_import_row": "number", "company_import_issue": "seq"}[table]
		n, err := t.exec("DELETE FROM "+table+" WHERE import_id = ?1 AND "+key+" IN (SELECT "+key+" FROM "+table+
			" WHERE import_id = ?1 ORDER BY "+key+" LIMIT ?2)", id, clearAtOnce)
		if err != nil || n == clearAtOnce {
			return err == nil, err
		}
	}
	_, err = t.exec("DELETE FROM company_import WHERE id = ?", id)
	return false, err
}
