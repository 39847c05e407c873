package store

import "time"

// ImportColumn is what an institution has said that a heading of its own files means: for which column of an import of a
// kind of companies it stands (domain.md 9, import).
type ImportColumn struct {
	InstitutionID string    `db:"institution_id"`
	Kind          int       `db:"kind"`
	Header        string    `db:"header"` // in the form in which headings are compared
	Column        string    `db:"column_name"`
	Unit          string    `db:"unit"` // of the amounts in it, "" for 千円
	UserID        string    `db:"user_id"`
	Modified      time.Time `db:"modified"`
}

// importColumnsMost is how many headings are remembered for a kind of companies of an institution: those of some twenty files.
const importColumnsMost = 1000

// ImportColumns are the headings that an institution has explained, for a kind of companies.
func (q *Q) ImportColumns(institutionID string, kind int) ([]ImportColumn, error) {
	return list[ImportColumn](q, "SELECT "+names[ImportColumn]("m")+" FROM company_import_column m WHERE m.institution_id = ? AND "+
		"m.kind = ? ORDER BY m.header, m.column_name", institutionID, kind)
}

// ExplainImportColumns remembers what the headings of a file mean, in place of what was remembered of them, and forgets the
// oldest ones where there are too many.
func (t *Tx) ExplainImportColumns(institutionID, userID string, kind int, headers []string, columns []ImportColumn) error {
	if _, err := t.exec("DELETE FROM company_import_column WHERE institution_id = ? AND kind = ? AND header IN (SELECT value FROM "+
		"json_each(?))", institutionID, kind, textOf(headers)); err != nil {
		return err
	}
	for i := range columns {
		c := columns[i]
		c.InstitutionID, c.Kind, c.UserID, c.Modified = institutionID, kind, userID, t.now
		if err := insert(t, "company_import_column", &c); err != nil {
			return err
		}
	}
	_, err := t.exec("DELETE FROM company_import_column WHERE institution_id = ?1 AND kind = ?2 AND (header, column_name) NOT IN ("+
		"SELECT header, column_name FROM company_import_column WHERE institution_id = ?1 AND kind = ?2 "+
		"ORDER BY modified DESC, header, column_name LIMIT ?3)",
		institutionID, kind, importColumnsMost)
	return err
}
