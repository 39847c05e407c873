package apptest

import (
	"database/sql"
	"testing"

	"tsunagu/store"
)

// OpenRaw opens a test's database directly, without the store.
func OpenRaw(t testing.TB, dir string) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+dir+"/"+store.DatabaseFile+"?_pragma=busy_timeout(5000)")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

func (p *Platform) Count(query string, args ...any) (n int) {
	p.T.Helper()
	if err := OpenRaw(p.T, p.App.Store.Dir()).QueryRow(query, args...).Scan(&n); err != nil {
		p.T.Fatal(err)
	}
	return n
}
