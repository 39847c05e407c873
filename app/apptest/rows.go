package apptest

import (
	"database/sql"
	"strings"
	"testing"
)

// CopyOf is a statement's beginning that copies a row of a table with other values in some columns.
func CopyOf(t testing.TB, db *sql.DB, table string, other map[string]string) string {
	t.Helper()
	rows, err := db.Query("SELECT name FROM pragma_table_info(?)", table)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var names, values []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			t.Fatal(err)
		}
		value := other[name]
		if value == "" {
			value = "x." + name
		}
		names, values = append(names, name), append(values, value)
	}
	return "INSERT OR IGNORE INTO " + table + " (" + strings.Join(names, ", ") + ") SELECT " + strings.Join(values, ", ")
}

// DropTriggers drops what would keep other tables right, row by row, and returns the statements that make it again.
func DropTriggers(t testing.TB, db *sql.DB) (statements []string) {
	t.Helper()
	rows, err := db.Query("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var names []string
	for rows.Next() {
		var name, statement string
		if err := rows.Scan(&name, &statement); err != nil {
			t.Fatal(err)
		}
		names, statements = append(names, name), append(statements, statement)
	}
	rows.Close()
	for _, name := range names {
		if _, err := db.Exec("DROP TRIGGER " + name); err != nil {
			t.Fatal(err)
		}
	}
	return statements
}
