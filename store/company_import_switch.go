package store

import (
	"strings"
)

// ImportTouches names the columns and lists of existing companies that an import changes. Its switch writes
// nothing else, so that indexes and triggers of other columns do not run.
type ImportTouches struct {
	company, details, person []string // columns
	lists                    map[string]bool
}

// importedLists are the lists of a company that a file can set: table, column, and the name under which
// they are staged.
var importedLists = [][3]string{{"company_industry", "code", "industries"}, {"company_reason", "reason", "reasons"}}

// RehearseImport reads the rows that a switch will overwrite, so that the writer, and everybody who
// waits for it, need not wait for the disk. It returns ErrStale where SwitchImport would. The
// ImportTouches that it finds hold for the switch too, which accepts each row only in the version that
// was staged.
func (q *Q) RehearseImport(i *CompanyImport) (*ImportTouches, error) {
	var rows, changed, read int
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
	into := []any{&rows, &changed, &read}
	for _, c := range columns {
		into = append(into, &c.touched)
	}
	// CROSS JOIN as below. The columns that are compared stand at the row's end, so each row is
	// read in whole.
	err := q.scan1(into,
		`SELECT count(*), coalesce(sum(c.version <> r.c_version OR c.institution_id <> ? OR c.kind <> ?
			OR r.details_action = 2 AND d.version IS NOT r.d_version OR r.person_action = 2 AND u.version IS NOT r.u_version), 0),
			coalesce(sum((SELECT count(*) FROM company_industry x WHERE x.company_id = c.id)
				+ (SELECT count(*) FROM company_reason x WHERE x.company_id = c.id)), 0)
				+ count(c.shown_modified) + count(d.modified) + count(u.modified)`+sums.String()+`
		FROM company_import_row r CROSS JOIN company c ON c.id = r.c_id
			LEFT JOIN company_details d ON d.company_id = c.id LEFT JOIN user u ON u.id = r.u_id
		WHERE r.import_id = ? AND r.action = `+codeImportChange, i.InstitutionID, i.Kind, i.ID)
	if err == nil && (rows != i.ChangedCount || changed > 0) {
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
		if err := q.scan1([]any{&differs}, "SELECT EXISTS (SELECT 1 FROM company_import_row r WHERE r.import_id = ? AND r.action = "+
			codeImportChange+" AND ((SELECT count(*) FROM "+table+" x WHERE x.company_id = r.c_id) <> (SELECT count(DISTINCT j.value) "+
			"FROM json_each(r."+lists+") j) OR EXISTS (SELECT 1 FROM json_each(r."+lists+") j WHERE NOT EXISTS (SELECT 1 FROM "+table+
			" x WHERE x.company_id = r.c_id AND x."+column+" = j.value))))", i.ID); err != nil {
			return nil, err
		}
		out.lists[table] = differs
	}
	return out, nil
}

// SwitchImport writes everything that an import has staged, in statements over sets: 100,000
// companies take a few seconds. ErrStale where somebody changed one of them meanwhile, ErrDuplicate
// where the person of a new company has got an account elsewhere; the caller must then roll back.
func (t *Tx) SwitchImport(i *CompanyImport, touches *ImportTouches, by string) error {
	now := ms(t.now)
	rows := func(cond string) string {
		return " FROM company_import_row r WHERE r.import_id = ? AND " + cond
	}
	var taken int
	// CROSS JOIN keeps the order of the loops: the staged rows, then the one company with the number.
	if err := t.scan1([]any{&taken},
		`SELECT count(*) FROM company_import_row r CROSS JOIN company_details d ON d.corporate_registration_number = r.d_corporate_registration_number
			AND d.corporate_registration_number <> ''
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
		columns = columns[:len(columns)-1] // all but the version
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
		set := ""
		for _, c := range columns {
			if c != key {
				set += c + " = r." + prefix + c + ", "
			}
		}
		n, err := t.exec("UPDATE "+table+" SET "+set+"version = "+table+".version + 1, modifier = ?, modified = ?"+
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
	if err := change("company", "c_", "id", touches.company, "r.action = "+codeImportChange); err != nil {
		return err
	}
	for _, of := range importedLists {
		table, column, lists := of[0], of[1], of[2]
		actions := codeImportNew
		if touches.lists[table] {
			actions += ", " + codeImportChange
			if _, err := t.exec("DELETE FROM "+table+" WHERE (company_id, "+column+") IN (SELECT x.company_id, x."+column+
				" FROM company_import_row r JOIN "+table+" x ON x.company_id = r.c_id"+
				" WHERE r.import_id = ? AND r.action = "+codeImportChange+" AND x."+column+" NOT IN (SELECT j.value FROM json_each(r."+lists+
				") j))", i.ID); err != nil {
				return err
			}
		}
		if _, err := t.exec("INSERT OR IGNORE INTO "+table+" (company_id, "+column+
			") SELECT r.c_id, j.value FROM company_import_row r, json_each(r."+lists+
			") j WHERE r.import_id = ? AND r.action IN ("+actions+") ORDER BY r.c_id", i.ID); err != nil {
			return err
		}
	}
	if err := create("company_details", "d_", importedDetails, "r.details_action = 1", "", ""); err != nil {
		return err
	}
	if err := change("company_details", "d_", "company_id", touches.details, "r.details_action = 2"); err != nil {
		return err
	}
	if err := create("user", "u_", importedPerson, "r.person_action = 1", "", ""); err != nil {
		return err
	}
	if err := change("user", "u_", "id", touches.person, "r.person_action = 2"); err != nil {
		return err
	}
	_, err := t.exec("INSERT INTO company_imported (company_id, import_id) SELECT r.c_id, r.import_id"+
		rows("r.action IN ("+codeImportNew+", "+codeImportChange+")")+
		" ORDER BY r.c_id", i.ID)
	return err
}
