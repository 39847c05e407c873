package apptest

import (
	"database/sql"
	"path/filepath"
	"slices"
	"testing"

	"tsunagu/store"
)

// Watcher is called on every commit and counts the rows of all tables.
type Watcher struct {
	Db     *sql.DB
	Tables []string
}

// Counters are the tables into which a refused call may write: failed sign-ins and passcodes are
// counted.
var Counters = []string{"audit", "login_failure", "link_key", "session", "refresh_token"}

func NewWatcher(t testing.TB, p *Platform) *Watcher {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+filepath.ToSlash(filepath.Join(p.App.Store.Dir(), store.DatabaseFile))+"?mode=ro")
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	t.Cleanup(func() { _ = db.Close() })
	w := &Watcher{Db: db}
	rows, err := db.Query("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			t.Fatal(err)
		}
		if !slices.Contains(Counters, name) {
			w.Tables = append(w.Tables, name)
		}
	}
	return w
}
