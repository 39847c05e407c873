package main

import (
	"database/sql"
	"fmt"
	"regexp"
	"strings"

	_ "modernc.org/sqlite"
)

// table is a table of cards that the bench has written: FLAG is a boolean, BITS are 13 bits in a
// number, WORDS are searched for substrings, TIME is in milliseconds. Its indexes cover the filters'
// columns.
type table struct {
	name    string
	columns []column // without payload
	indexes []string // CREATE INDEX …
}

type column struct{ name, kind string }

// bitsOf is how many bits a column of BITS has.
const bitsOf = 13

// cardTables are the complete tables of a database of cards.
func cardTables(file string) (db *sql.DB, out []table, err error) {
	if db, err = sql.Open("sqlite", "file:"+file+"?mode=ro"); err != nil {
		return nil, nil, err
	}
	column1 := func(query string, args ...any) (out []string, err error) {
		rows, err := db.Query(query, args...)
		if err != nil {
			return nil, err
		}
		defer rows.Close()
		for rows.Next() {
			var s string
			if err := rows.Scan(&s); err != nil {
				return nil, err
			}
			out = append(out, s)
		}
		return out, rows.Err()
	}
	made, err := column1("SELECT name FROM sqlite_schema WHERE type = 'view' ORDER BY rowid")
	if err != nil {
		return nil, nil, err
	}
	for _, name := range made {
		t := table{name: strings.TrimSuffix(name, "_made")}
		columns, err := column1("SELECT name || ' ' || type FROM pragma_table_info(?) WHERE name <> 'payload' ORDER BY cid", t.name)
		if err != nil {
			return nil, nil, err
		}
		for _, c := range columns {
			name, kind, _ := strings.Cut(c, " ")
			t.columns = append(t.columns, column{name, kind})
		}
		if t.indexes, err = column1("SELECT sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL ORDER BY rowid",
			t.name); err != nil {
			return nil, nil, err
		}
		out = append(out, t)
	}
	return db, out, nil
}

func (t *table) column(name string) (column, error) {
	for _, c := range t.columns {
		if c.name == name {
			return c, nil
		}
	}
	return column{}, fmt.Errorf("%s has no %s", t.name, name)
}

var indexed = regexp.MustCompile(`^CREATE INDEX (\w+) ON (\w+) \((.*)\)$`)
