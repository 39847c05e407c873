package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// ErrDamaged: the database file is not intact. Nothing of it is used.
var ErrDamaged = errors.New("store: database is damaged")

// Lock takes the named lock of a folder, so that two processes do not do the same work there.
func Lock(dir, name string) (*os.File, error) { return lockFile(dir, name) }

// migrationFiles are the schema's migrations; a test replaces them.
var migrationFiles fs.FS = migrations

// Schema compares a database file with this program's migrations.
type Schema struct {
	Version int64 // the highest step that it has; 0 is an empty file
	IsOlder bool  // migrations are missing
	IsNewer bool  // it has migrations that this program does not know
}

// Schema of the database.
func (q *Q) Schema() (Schema, error) {
	var tables int
	if err := q.scan1([]any{&tables}, "SELECT count(*) FROM sqlite_master WHERE name = 'goose_db_version'"); err != nil || tables == 0 {
		return Schema{IsOlder: true}, err
	}
	have, err := codes[int64](q, "SELECT version_id FROM goose_db_version WHERE version_id > 0 AND is_applied")
	if err != nil {
		return Schema{}, err
	}
	known, err := migrationVersions()
	if err != nil {
		return Schema{}, err
	}
	var out Schema
	for _, v := range have {
		out.Version = max(out.Version, v)
		out.IsNewer = out.IsNewer || !slices.Contains(known, v)
	}
	for _, v := range known {
		out.IsOlder = out.IsOlder || !slices.Contains(have, v)
	}
	return out, nil
}

func migrationVersions() ([]int64, error) {
	names, err := fs.Glob(migrationFiles, "migrations/*.sql")
	if err != nil {
		return nil, err
	}
	var out []int64
	for _, name := range names {
		number, _, _ := strings.Cut(filepath.Base(name), "_")
		v, err := strconv.ParseInt(number, 10, 64)
		if err != nil {
			return nil, err
		}
		out = append(out, v)
	}
	return out, nil
}

// ReadFile runs f on a database file as it is: by a connection of its own, without the folder's
// lock, without bringing it to this program's schema. It may be the live database of a server:
// SQLite's own locks separate two connections, in one process or in two. Never open the live file
// by other means in the server's process: closing it would release the process's locks.
func ReadFile(ctx context.Context, path string, now time.Time, f func(*Q) error) error {
	db, err := openFile(path)
	if err != nil {
		return err
	}
	defer db.Close()
	tx, err := db.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return mapErr(err)
	}
	defer tx.Rollback()
	return f(&Q{ctx: ctx, run: tx, now: now.UTC(), prepare: func(string) (*sql.Stmt, error) { return nil, nil }})
}

// LogOf runs a statement on a database file that nobody has open, and returns the log that it made. What is in the log is in
// the file too then.
func LogOf(ctx context.Context, path, statement string) (log []byte, err error) {
	db, err := sql.Open("sqlite", dsn(path, "_pragma=synchronous(FULL)", "_pragma=wal_autocheckpoint(0)"))
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1) // the last one to close brings the log into the file
	if _, err = db.ExecContext(ctx, statement); err == nil {
		log, err = os.ReadFile(path + "-wal")
	}
	return log, mapErr(errors.Join(err, db.Close()))
}

func openFile(path string) (*sql.DB, error) {
	if _, err := os.Stat(path); err != nil {
		return nil, err
	}
	db, err := sql.Open("sqlite", dsn(path, "mode=ro", "_pragma=busy_timeout(5000)", "_pragma=foreign_keys(1)", "_pragma=trusted_schema(0)",
		"_pragma=cache_size("+fileCache+")"))
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	return db, nil
}

// Snapshot writes the database of a data folder as of one moment into a new file, on disk when it
// returns. Writers go on meanwhile. VACUUM INTO leaves out what was erased, such as the text of
// sent mails, which the pages of a plain copy would still hold.
func Snapshot(ctx context.Context, dir, to string) error {
	db, err := openFile(filepath.Join(dir, DatabaseFile))
	if err != nil {
		return err
	}
	defer db.Close()
	if _, err := db.ExecContext(ctx, "VACUUM INTO ?", to); err != nil {
		return mapErr(err)
	}
	f, err := os.OpenFile(to, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	err = f.Chmod(0o600)
	return errors.Join(err, f.Sync(), f.Close())
}

// quickCheckBytes is the largest database that each start checks in whole, which takes about a
// second. A larger one is checked by every backup.
const quickCheckBytes = 256 << 20

// CheckFolder checks, before anything writes to it, that the database of a folder can be used: it
// is intact, as far as a start can wait for the check, and not from a newer program. Where there is
// no database the Schema is empty.
func CheckFolder(ctx context.Context, dir string) (schema Schema, err error) {
	path := filepath.Join(dir, DatabaseFile)
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) || err == nil && info.Size() == 0 {
		return Schema{}, nil
	}
	if err != nil {
		return Schema{}, err
	}
	err = ReadFile(ctx, path, time.Time{}, func(q *Q) error {
		if schema, err = q.Schema(); err != nil {
			return err
		}
		if schema.IsNewer {
			return fmt.Errorf("%w: schema %d", ErrNewerDatabase, schema.Version)
		}
		if info.Size() > quickCheckBytes {
			return nil
		}
		var result string
		if err := q.scan1([]any{&result}, "PRAGMA quick_check(1)"); err != nil || result == "ok" {
			return err
		}
		return fmt.Errorf("%w: %s", ErrDamaged, result)
	})
	return schema, err
}

// isDamage says whether SQLite found that the file is not an intact database.
func isDamage(err *sqlite.Error) bool {
	switch err.Code() & 0xff {
	case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB:
		return true
	}
	return false
}

// Files lists all attachments by their rows.
func (q *Q) Files() ([]File, error) {
	return list[File](q, "SELECT "+names[File]("f")+" FROM file f ORDER BY f.path")
}
