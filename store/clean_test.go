package store

import (
	"database/sql"
	"os"
	"path/filepath"
	"testing"
)

// TestCleanTexts: what was stored before texts were cleaned at the door is mended by the step, and no
// more: not what a hash is taken of, and no version that a person saw.
func TestCleanTexts(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, DatabaseFile), released(t, "0030"), 0o600); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, DatabaseFile)
	do := func(change string) {
		t.Helper()
		db, err := sql.Open("sqlite", writerDSN(path))
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		if _, err := db.Exec(change); err != nil {
			t.Fatal(change, err)
		}
	}
	ask := func(query string) (n int) {
		t.Helper()
		db, err := sql.Open("sqlite", writerDSN(path))
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		if err := db.QueryRow(query).Scan(&n); err != nil {
			t.Fatal(query, err)
		}
		return n
	}
	const versions = "SELECT sum(version) FROM company"
	before := ask(versions)
	dirty := map[string]string{
		"company_details": "company_name", "listing_content": "description", "message": "body", "needs": "detail", "negotiation": "offer_message",
		`"user"`: "user_name", "file": "name", "institution": "address", "company": "remark",
	}
	for table, column := range dirty {
		do("UPDATE " + table + " SET " + column + " = 'か' || char(0x200b) || char(0x3099) || char(0x202e) || " + column + " || char(0xfeff)")
	}
	// A company that was named so once with a hidden character and once without: one former name is left of the two, and of
	// those that the step itself makes into former ones none keeps the character.
	do("INSERT INTO former_name SELECT id, 'もと' || char(0x200b) || 'の名', '', '', 1 FROM company LIMIT 1")
	do("INSERT INTO former_name SELECT id, 'もとの名', '', '', 2 FROM company LIMIT 1")
	do("INSERT INTO former_name SELECT id, 'もとの' || char(0x2060) || '名', '', '', 3 FROM company LIMIT 1")
	searches := ask("SELECT count(*) FROM saved_search")
	for _, name := range []string{"'東海の製造業'", "'東海' || char(0x200b) || 'の製造業'", "'関東' || char(0x200b)"} {
		do("INSERT INTO saved_search (id, user_id, screen, name, query, created) " +
			"SELECT hex(randomblob(16)), id, 'listing', " + name + ", '', 1 FROM user ORDER BY id LIMIT 1")
	}
	const hashed = "SELECT count(*) FROM network_text WHERE NOT is_clean(body)"
	do("UPDATE network_text SET body = body || char(0x200b)")
	texts := ask(hashed)
	migrate(t, dir, migrations)
	if n := ask(hashed); n != texts || n == 0 {
		t.Errorf("%d of %d texts that a hash is taken of are as they were", n, texts)
	}
	if n := ask("SELECT count(*) FROM saved_search"); n != searches+3 {
		t.Errorf("%d saved searches, were %d", n, searches+3)
	}
	if n := ask("SELECT count(*) FROM saved_search WHERE name IN ('関東', '東海の製造業')"); n != 2 {
		t.Errorf("%d saved searches have their names", n)
	}
	if n := ask("SELECT count(*) FROM former_name WHERE company_name = 'もとの名'"); n != 1 {
		t.Errorf("%d former names of one name", n)
	}
	if n := ask("SELECT count(*) FROM former_name WHERE NOT is_clean(company_name, person_name, person_name_kana)"); n != 0 {
		t.Errorf("%d former names hold characters that nobody sees", n)
	}
	for table, column := range dirty {
		if n := ask("SELECT count(*) FROM " + table + " WHERE NOT is_clean(" + column + ")"); n != 0 {
			t.Errorf("%s.%s: %d rows are not mended", table, column, n)
		}
		if n := ask("SELECT count(*) FROM " + table + " WHERE " + column + " LIKE 'が%'"); n == 0 {
			t.Errorf("%s.%s: nothing is kept of what was written", table, column)
		}
	}
	if after := ask(versions); after != before {
		t.Errorf("versions %d, were %d: who edits now would be told of somebody else's change", after, before)
	}
}
