package store_test

import (
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"tsunagu/store"
	"tsunagu/store/storetest"
)

// TestIntegrityOf: checked table by table a database shows the faults that it shows as a whole: a broken page of an index,
// an index that says another thing than its table, and a row that refers to one that is gone.
func TestIntegrityOf(t *testing.T) {
	exec := func(statements ...string) func(*testing.T, string) {
		return func(t *testing.T, path string) {
			db, err := sql.Open("sqlite", path+"?_pragma=writable_schema(1)")
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			for _, s := range statements {
				if _, err := db.Exec(s); err != nil {
					t.Fatal(s, err)
				}
			}
		}
	}
	for what, x := range map[string]struct {
		harm  func(*testing.T, string)
		table string // "" for none
		is    error
	}{
		"whole": {func(*testing.T, string) {}, "", nil},
		"a page of zeros": {func(t *testing.T, path string) {
			var page, size int64
			db, err := sql.Open("sqlite", path)
			if err == nil {
				err = errors.Join(db.QueryRow("SELECT rootpage FROM sqlite_schema WHERE tbl_name = 'company' AND type = 'index'").Scan(&page),
					db.QueryRow("PRAGMA page_size").Scan(&size), db.Close())
			}
			if err != nil {
				t.Fatal(err)
			}
			f, err := os.OpenFile(path, os.O_RDWR, 0)
			if err == nil {
				_, err = f.WriteAt(make([]byte, size), (page-1)*size)
				err = errors.Join(err, f.Close())
			}
			if err != nil {
				t.Fatal(err)
			}
		}, "company", store.ErrDamaged},
		"an index of other rows": {exec("CREATE TABLE other (a INTEGER)", "INSERT INTO other VALUES (1), (2)",
			"CREATE INDEX other_a ON other (a)",
			"UPDATE sqlite_schema SET sql = 'CREATE INDEX other_a ON other (a + 1)' WHERE name = 'other_a'"), "other", store.ErrDamaged},
		"a row that refers to nothing": {exec("PRAGMA foreign_keys = OFF", "CREATE TABLE main_row (id INTEGER PRIMARY KEY)",
			"CREATE TABLE refers (a INTEGER REFERENCES main_row)", "INSERT INTO refers VALUES (7)"), "refers", nil},
	} {
		t.Run(what, func(t *testing.T) {
			s := storetest.New(t, &storetest.Clock{})
			dir := s.Dir()
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(dir, store.DatabaseFile)
			x.harm(t, path)
			var tables, broken []string
			var whole error
			if err := store.ReadFile(t.Context(), path, time.Now(), func(q *store.Q) (err error) {
				if tables, err = q.Tables(); err != nil {
					return err
				}
				for _, table := range tables {
					err := q.IntegrityOf(table)
					if err == nil {
						continue
					}
					if broken = append(broken, table); x.is != nil && !errors.Is(err, x.is) {
						t.Errorf("%s: %v", table, err)
					}
				}
				whole = q.Integrity()
				return nil
			}); err != nil {
				t.Fatal(err)
			}
			if !slices.Contains(tables, "company") || !slices.Contains(tables, "audit") {
				t.Errorf("these are not all tables: %q", tables)
			}
			var want []string
			if x.table != "" {
				want = []string{x.table}
			}
			if !slices.Equal(broken, want) || (whole == nil) != (want == nil) {
				t.Errorf("broken are %q, as a whole: %v", broken, whole)
			}
		})
	}
}
