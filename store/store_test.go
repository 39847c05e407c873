package store_test

import (
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"tsunagu/store"
	"tsunagu/store/storetest"
)

var ctx = context.Background()

func TestSecondProcessIsRefused(t *testing.T) {
	s := storetest.New(t, &storetest.Clock{})
	if _, err := store.Open(ctx, s.Dir(), store.Options{}); !errors.Is(err, store.ErrInUse) {
		t.Fatalf("second open: %v", err)
	}
	// The refused store must not have released the first one's locks.
	if err := s.Write(ctx, func(tx *store.Tx) error { return tx.SetSetting("a", "b", "") }); err != nil {
		t.Fatal(err)
	}
}

func TestNewerDatabaseIsRefused(t *testing.T) {
	s := storetest.New(t, &storetest.Clock{})
	dir := s.Dir()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	raw(t, dir, "INSERT INTO goose_db_version (version_id, is_applied) VALUES (99999, 1)")
	if _, err := store.Open(ctx, dir, store.Options{}); !errors.Is(err, store.ErrNewerDatabase) {
		t.Fatalf("open: %v", err)
	}
}

func raw(t *testing.T, dir, query string) {
	t.Helper()
	db, err := sql.Open("sqlite", filepath.Join(dir, store.DatabaseFile))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(query); err != nil {
		t.Fatal(err)
	}
}

func TestWriteRollsBackAndRefusesToNest(t *testing.T) {
	s := storetest.New(t, &storetest.Clock{})
	boom := errors.New("boom")
	err := s.Write(ctx, func(tx *store.Tx) error {
		if err := tx.SetSetting("half", "done", ""); err != nil {
			return err
		}
		return boom
	})
	if !errors.Is(err, boom) {
		t.Fatal(err)
	}
	read(t, s, func(q *store.Q) error {
		if v, err := q.Setting("half"); err != nil || v != "" {
			t.Errorf("half a write stayed: %q %v", v, err)
		}
		return nil
	})
	var nested error
	if err := s.Write(ctx, func(tx *store.Tx) error {
		nested = s.Write(tx.Context(), func(*store.Tx) error { return nil })
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if !errors.Is(nested, store.ErrNested) {
		t.Errorf("nested write: %v", nested)
	}
}

func TestReadersCannotWriteAndSeeOneMoment(t *testing.T) {
	s := storetest.New(t, &storetest.Clock{})
	read(t, s, func(q *store.Q) error {
		before, err := q.Setting("moment")
		if err != nil {
			return err
		}
		if err := s.Write(ctx, func(tx *store.Tx) error { return tx.SetSetting("moment", "later", "") }); err != nil {
			return err
		}
		after, err := q.Setting("moment")
		if before != after {
			t.Errorf("a snapshot moved from %q to %q", before, after)
		}
		return err
	})
}

func TestManyWritersAndReaders(t *testing.T) {
	s := storetest.New(t, &storetest.Clock{})
	var wg sync.WaitGroup
	errs := make(chan error, 100)
	for range 10 {
		wg.Go(func() {
			for range 20 {
				errs <- s.Write(ctx, func(tx *store.Tx) error {
					return tx.AddAudit(store.AuditLine{Event: "test"})
				})
			}
		})
		wg.Go(func() {
			for range 20 {
				errs <- s.Read(ctx, func(q *store.Q) error { return q.VerifyChains() })
			}
		})
	}
	go func() { wg.Wait(); close(errs) }()
	n := 0
	for err := range errs {
		n++
		if err != nil {
			t.Fatal(err)
		}
	}
	if n != 400 {
		t.Errorf("%d results", n)
	}
}

func TestStaleVersion(t *testing.T) {
	s := storetest.New(t, &storetest.Clock{})
	i := &store.Institution{Code: "9981", Name: "湊星銀行", Status: 1}
	write(t, s, func(tx *store.Tx) error { return tx.CreateInstitution(i, "") })
	first, second := *i, *i
	write(t, s, func(tx *store.Tx) error { return tx.UpdateInstitution(&first, "u1") })
	err := s.Write(ctx, func(tx *store.Tx) error { return tx.UpdateInstitution(&second, "u2") })
	if !errors.Is(err, store.ErrStale) {
		t.Fatalf("second update: %v", err)
	}
	read(t, s, func(q *store.Q) error {
		got, err := q.Institution(i.ID)
		if err == nil && (got.Modifier != "u1" || got.Version != 2 || !got.Created.Equal(storetest.Start)) {
			t.Errorf("row %+v", got)
		}
		return err
	})
}

func TestLoginIDsAreUniqueButSellersContacts(t *testing.T) {
	s := storetest.New(t, &storetest.Clock{})
	user := func(role int) error {
		return s.Write(ctx, func(tx *store.Tx) error {
			return tx.CreateUser(&store.User{Role: role, ClientID: "c", LoginID: "A@x.example.jp", LoginFolded: "a@x.example.jp"}, "")
		})
	}
	const sel, buy, fin = 1, 2, 3
	for i, c := range []struct {
		role int
		want error
	}{{fin, nil}, {buy, store.ErrDuplicate}, {sel, nil}, {sel, nil}} {
		if err := user(c.role); !errors.Is(err, c.want) {
			t.Errorf("%d: role %d: %v", i, c.role, err)
		}
	}
}

func TestChains(t *testing.T) {
	s := storetest.New(t, &storetest.Clock{})
	for range 3 {
		write(t, s, func(tx *store.Tx) error {
			if err := tx.AddLedger(store.LedgerLine{Kind: "view", ListingID: "l", Level: 4}); err != nil {
				return err
			}
			return tx.AddAudit(store.AuditLine{Event: "view", Detail: "案件"})
		})
	}
	read(t, s, func(q *store.Q) error { return q.VerifyChains() })
	dir := s.Dir()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ tamper, says string }{
		{"UPDATE ledger SET level = 1 WHERE seq = 2", "ledger is append-only"},
		{"DELETE FROM ledger WHERE seq = 3", "ledger is append-only"},
		{"UPDATE audit SET detail = '' WHERE seq = 2", "audit is append-only"},
		{"DELETE FROM audit WHERE seq = 3", "audit is append-only"},
	} {
		db, err := sql.Open("sqlite", filepath.Join(dir, store.DatabaseFile))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := db.Exec(c.tamper); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", c.tamper, err)
		}
		db.Close()
	}
	// A line that another network wrote, in the place of one of these: its own hash is right, and the
	// check fails at the next line.
	other := storetest.New(t, &storetest.Clock{})
	for i := range 2 {
		write(t, other, func(tx *store.Tx) error {
			return errors.Join(tx.AddLedger(store.LedgerLine{Kind: "view", ListingID: "l", Level: 4 - 3*i}),
				tx.AddAudit(store.AuditLine{Event: "view", Detail: []string{"案件", "何も"}[i]}))
		})
	}
	forged := func(chain, column string) string {
		var value, hash string
		db, err := sql.Open("sqlite", filepath.Join(other.Dir(), store.DatabaseFile))
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(db.QueryRow("SELECT quote("+column+"), quote(hash) FROM "+chain+" WHERE seq = 2").Scan(&value, &hash),
			db.Close()); err != nil {
			t.Fatal(err)
		}
		return "UPDATE " + chain + " SET " + column + " = " + value + ", hash = " + hash + " WHERE seq = 2"
	}
	// Changes made without the triggers still break the chain.
	for _, c := range []struct{ tamper, says string }{
		{forged("ledger", "level"), "ledger line 3 "},
		{forged("audit", "detail"), "audit line 3 "},
		{"UPDATE ledger SET level = 1 WHERE seq = 2", "ledger line 2 "},
		{"DELETE FROM ledger WHERE seq = 2", "ledger line 3 "},
		{"DELETE FROM ledger WHERE seq = 2; UPDATE ledger SET seq = seq - 1 WHERE seq > 2", "ledger line 2 "}, // the gap closed up
		{"DELETE FROM ledger WHERE seq = 1", "ledger line 2 "},
		{"UPDATE audit SET user_id = 'somebody' WHERE seq = 3", "audit line 3 "},
		{"DELETE FROM audit WHERE seq = 2", "audit line 3 "},
		{"DELETE FROM audit WHERE seq = 2; UPDATE audit SET seq = seq - 1 WHERE seq > 2", "audit line 2 "},
		{"DELETE FROM audit WHERE seq = 1", "audit line 2 "},
	} {
		copied := filepath.Join(t.TempDir(), "data")
		if err := os.CopyFS(copied, os.DirFS(dir)); err != nil {
			t.Fatal(err)
		}
		raw(t, copied, "DROP TRIGGER ledger_no_update; DROP TRIGGER ledger_no_delete; DROP TRIGGER audit_no_update; DROP TRIGGER "+
			"audit_no_delete; "+c.tamper)
		again, err := store.Open(ctx, copied, store.Options{NoIndex: true})
		if err != nil {
			t.Fatal(err)
		}
		if err := again.Read(ctx, func(q *store.Q) error { return q.VerifyChains() }); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", c.tamper, err)
		}
		if err := again.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestIntegrity(t *testing.T) {
	s := storetest.New(t, &storetest.Clock{})
	read(t, s, func(q *store.Q) error { return q.Integrity() })
}

func read(t *testing.T, s *store.Store, f func(*store.Q) error) {
	t.Helper()
	if err := s.Read(ctx, f); err != nil {
		t.Fatal(err)
	}
}

func write(t *testing.T, s *store.Store, f func(*store.Tx) error) {
	t.Helper()
	if err := s.Write(ctx, f); err != nil {
		t.Fatal(err)
	}
}

func TestFolderNames(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, dir := range []string{"relative", "with space & 日本語?#", filepath.Join("deep", "er")} {
		s, err := store.Open(ctx, dir, store.Options{})
		if err != nil {
			t.Fatalf("%s: %v", dir, err)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		if m, _ := filepath.Glob("*"); len(m) == 0 {
			t.Errorf("%s: nothing was made here", dir)
		}
	}
}

func TestWriteOfAGoneCallerChangesNothing(t *testing.T) {
	s := storetest.New(t, &storetest.Clock{})
	gone, leave := context.WithCancel(ctx)
	err := s.Write(gone, func(tx *store.Tx) error {
		if err := tx.SetSetting("half", "done", ""); err != nil {
			return err
		}
		leave()
		return nil
	})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("write: %v", err)
	}
	func() {
		defer func() { _ = recover() }()
		_ = s.Write(ctx, func(tx *store.Tx) error {
			_ = tx.SetSetting("half", "panicked", "")
			panic("boom")
		})
	}()
	// The connection is usable again.
	write(t, s, func(tx *store.Tx) error { return tx.SetSetting("next", "fine", "") })
	read(t, s, func(q *store.Q) error {
		for key, want := range map[string]string{"half": "", "next": "fine"} {
			if v, err := q.Setting(key); err != nil || v != want {
				t.Errorf("%s = %q %v", key, v, err)
			}
		}
		return nil
	})
}

// rows counts rows in the file itself, as another process would.
func rows(t *testing.T, s *store.Store, of string) (n int) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+filepath.ToSlash(filepath.Join(s.Dir(), store.DatabaseFile))+"?mode=ro")
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(db.QueryRow("SELECT count(*) FROM "+of).Scan(&n), db.Close()); err != nil {
		t.Fatal(err)
	}
	return n
}

// halfOf writes into all tables that a real operation writes, and returns where its rows would be.
func halfOf(tx *store.Tx) error {
	return errors.Join(tx.SetSetting("half", "done", ""), tx.AddAudit(store.AuditLine{Event: "half"}),
		tx.AddLedger(store.LedgerLine{Kind: "view", Level: 4}),
		tx.QueueMail(&store.OutboxMail{Kind: "half", Address: "a@a.example.jp", Subject: "half", Body: []byte("half")}))
}

var halves = []string{"setting WHERE key = 'half'", "audit", "ledger", "outbox"}

// A caller may be cancelled after any statement of its write, also the last one before the commit:
// then no table has anything of it. With the index and without it.
func TestWriteOfWhoLeavesAnywhereChangesNothing(t *testing.T) {
	for _, noIndex := range []bool{false, true} {
		heard := storetest.Heard()
		heard.NoIndex = noIndex
		s, err := store.Open(ctx, t.TempDir(), heard)
		if err != nil {
			t.Fatal(err)
		}
		n := 1
		for left := true; left; n++ {
			gone, caller := storetest.NewLeaving(ctx)
			err := s.Write(gone, func(tx *store.Tx) error {
				caller.After(n)
				return halfOf(tx)
			})
			caller.End()
			if left = caller.IsGone(); left && !errors.Is(err, context.Canceled) || !left && err != nil {
				t.Errorf("left after statement %d (%v): %v", n, left, err)
			}
			for _, of := range halves {
				if is := rows(t, s, of); (is == 0) != left {
					t.Fatalf("left after statement %d (%v): %d rows in %s", n, left, is, of)
				}
			}
		}
		if n < 8 { // at least four statements write, the others read the changes for the index
			t.Errorf("a write of %d statements", n-2)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// A commit that SQLite refuses returns an error and leaves nothing; the next one works.
func TestRefusedCommitIsTold(t *testing.T) {
	s := storetest.New(t, &storetest.Clock{})
	// An error that appears only at the commit: a reference to a row that is never written.
	raw(t, s.Dir(), `CREATE TABLE promise (id TEXT NOT NULL REFERENCES institution(id) DEFERRABLE INITIALLY DEFERRED) STRICT;
		CREATE TRIGGER promised AFTER INSERT ON setting WHEN new.key = 'half' BEGIN INSERT INTO promise VALUES ('nobody'); END`)
	for range 2 {
		if err := s.Write(ctx, halfOf); err == nil || !strings.Contains(err.Error(), "FOREIGN KEY") {
			t.Errorf("the commit: %v", err)
		}
	}
	write(t, s, func(tx *store.Tx) error { return tx.SetSetting("next", "fine", "") })
	for _, of := range halves {
		if n := rows(t, s, of); n != 0 {
			t.Errorf("%d rows of a refused commit in %s", n, of)
		}
	}
	if rows(t, s, "setting WHERE key = 'next'") != 1 {
		t.Error("the next write is lost")
	}
}

// Other accounts on the machine cannot read the data, even if the folder's mode allows everybody.
func TestDataIsPrivate(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the folder's owner says who reads it")
	}
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for range 2 { // the second time the file exists with a mode that is too open
		s, err := store.Open(ctx, dir, store.Options{})
		if err != nil {
			t.Fatal(err)
		}
		write(t, s, func(tx *store.Tx) error {
			return tx.CreateInstitution(&store.Institution{Name: store.NewID(), Status: 0}, "")
		})
		err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil || path == dir {
				return err
			}
			info, err := d.Info()
			if err == nil && info.Mode().Perm()&0o077 != 0 {
				t.Errorf("%s is open to others: %v", d.Name(), info.Mode())
			}
			return err
		})
		if err := errors.Join(err, s.Close(), os.Chmod(filepath.Join(dir, store.DatabaseFile), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
}

// Relative names of a folder and a file are found from the current directory.
func TestRelativeNames(t *testing.T) {
	t.Chdir(t.TempDir())
	s, err := store.Open(t.Context(), "data", store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"data/" + store.DatabaseFile, "./data/" + store.DatabaseFile,
		"../" + filepath.Base(mustGetwd(t)) + "/data/" + store.DatabaseFile} {
		if err := store.ReadFile(t.Context(), path, time.Now(), func(q *store.Q) error { return q.Integrity() }); err != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
	if _, err := store.CheckFolder(t.Context(), "data"); err != nil {
		t.Error(err)
	}
}

func mustGetwd(t *testing.T) string {
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	return dir
}
