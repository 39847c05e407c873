package store

import (
	"database/sql"
	"reflect"
	"slices"
	"strings"
	"time"
)

// CompanyImport is an uploaded file of companies that was read and waits for its user's decision.
// It belongs to one user of one institution and is deleted when it expires.
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
	WrittenTo      int       `db:"written_to"`    // the number of the last row that is a company by now
	WrittenCount   int       `db:"written_count"` // how many rows these are
	Created        time.Time `db:"created"`
	Expires        time.Time `db:"expires"`
	Finished       time.Time `db:"finished"`
}

// States of an import.
const (
	ImportReading  = "reading"
	ImportUnmapped = "unmapped" // its headings are not those of an import: its user says what they mean
	ImportReady    = "ready"
	ImportWrong    = "wrong"    // some rows have errors, so nothing is imported
	ImportFailed   = "failed"   // the file is not a table of companies
	ImportApplying = "applying" // it is decided, and written piece by piece until it is done
	ImportDone     = "done"
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
	Label                               string // the company's name, for display
	Changes                             []CellChange
	Cells                               []string // as they stood in the file, only if the row is wrong
	Record                              *CompanyRecord
	Person                              *User
	MainPerson                          string // who becomes the main person of the company (主担当), "" where the file changes nothing
}

// CellChange is one cell that differs from what is stored.
type CellChange struct {
	Column string `json:"column"`
	Before string `json:"before"`
	After  string `json:"after"`
}

// ImportIssue is an error in a cell, or a notice about it.
type ImportIssue struct {
	ImportID  string `db:"import_id"`
	Seq       int    `db:"seq"`
	Number    int    `db:"number"`
	Column    string `db:"column_name"`
	Value     string `db:"value"`
	Reason    string `db:"reason"`
	IsWarning bool   `db:"is_warning"`
}

// The columns that a file can set, by table. A switch writes no others.
var (
	importedCompany = strings.Fields("id status member_type region prefecture_code city_code sales_amount ma_experience ma_reason_others " +
		"industry_other_text industry_other_texts remark registration_id version")
	importedDetails = strings.Fields(`company_id company_name name_folded business_type representative_name postal_code prefecture_code prefecture_name city_code city_name town_code town_name building_name
		representative_phone_number representative_fax_number home_page_url corporate_registration_number list_type security_code capital_amount sales_amount operating_profit total_assets
		number_of_employees established_year status version`)
	importedPerson = strings.Fields("id role client_type client_id login_id login_folded user_name user_name_kana status system_type " +
		"user_type member_type regist_type regist_send_mail version")
)

// CreateImport writes an import whose file begins to be read.
func (t *Tx) CreateImport(i *CompanyImport) error {
	i.ID, i.Created = NewID(), t.now
	return insert(t, "company_import", i)
}

// Reread makes it one whose file begins to be read again.
func (i *CompanyImport) Reread() {
	i.State, i.Detail, i.Notices, i.Finished = ImportReading, "", nil, time.Time{}
	i.RowsRead, i.NewCount, i.ChangedCount, i.UnchangedCount, i.WrongCount, i.ErrorCount, i.WarningCount = 0, 0, 0, 0, 0, 0, 0
}

// UpdateImport writes an import's progress; ErrStale if it was deleted meanwhile.
func (t *Tx) UpdateImport(i *CompanyImport) error {
	// Only the columns that change: if an id is written, SQLite searches all tables that refer to
	// it.
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
	own := []string{"import_id", "number", "action", "details_action", "person_action", "label", "changes", "cells", "industries", "reasons",
		"main_person"}
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
		values = append(values, textOf(record.IndustryTypes), textOf(record.MAReasons),
			sql.NullString{String: r.MainPerson, Valid: r.MainPerson != ""})
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

// textOf is a list in the form in which a column stores it.
func textOf[T any](list []T) any {
	return args(&struct {
		L []T `db:"l"`
	}{list})[0]
}

// argsOf are the values of the named columns of v.
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

// ImportIssues are a page of an import's issues in the file's order, and their total number; with a
// column, only that column's issues. The caller has read Import first.
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

// DueImports are imports that have expired, but none that is being carried out.
func (q *Q) DueImports() ([]string, error) {
	return codes[string](q, "SELECT id FROM company_import WHERE expires <= ? AND state <> ? ORDER BY expires LIMIT 20", ms(q.now),
		ImportApplying)
}

// clearAtOnce is the most rows that one write clears, so that other writers do not wait for long.
const clearAtOnce = 2000

// ClearImport deletes a part of what an import has staged and says whether there is more. The last
// call deletes the import itself. ErrStale where it is being carried out: what it has staged is still needed.
func (t *Tx) ClearImport(id string) (more bool, err error) {
	var isApplying bool
	if err := t.scan1([]any{&isApplying}, "SELECT EXISTS (SELECT 1 FROM company_import WHERE id = ? AND state = ?)", id,
		ImportApplying); err != nil {
		return false, err
	}
	if isApplying {
		return false, ErrStale
	}
	if more, err = t.UnstageRows(id); err != nil || more {
		return more, err
	}
	_, err = t.exec("DELETE FROM company_import WHERE id = ?", id)
	return false, err
}

// UnstageRows deletes a part of the rows and issues that an import has staged, and says whether there is more: before its
// file is read again, or it is deleted.
func (t *Tx) UnstageRows(id string) (more bool, err error) {
	for _, table := range []string{"company_import_row", "company_import_issue"} {
		key := map[string]string{"company_import_row": "number", "company_import_issue": "seq"}[table]
		n, err := t.exec("DELETE FROM "+table+" WHERE import_id = ?1 AND "+key+" IN (SELECT "+key+" FROM "+table+
			" WHERE import_id = ?1 ORDER BY "+key+" LIMIT ?2)", id, clearAtOnce)
		if err != nil || n == clearAtOnce {
			return err == nil, err
		}
	}
	return false, nil
}
