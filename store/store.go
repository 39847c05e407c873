// Package store holds the product's data types and their SQL, on SQLite. It knows no HTTP and
// decides nothing; who may see which rows is decided in visible.go and, for the index, in
// visible_index.go, and nowhere else.
package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// DatabaseFile is the name of the database inside a data folder; FilesDir the folder of
// attachments and documents beside it.
const (
	DatabaseFile = "tsunagu.db"
	FilesDir     = "files"
	LockFile     = "tsunagu.lock" // locked by the process that uses the folder
)

// Errors that callers tell apart. Every other error is a bug or a fault of the machine.
var (
	// ErrNotFound: there is no such row, or this viewer may not know of it (domain.md 2: the two
	// are not told apart).
	ErrNotFound = errors.New("store: not found")
	// ErrStale: the row's version is not the one the caller saw (409).
	ErrStale = errors.New("store: stale version")
	// ErrDuplicate: a unique value exists already.
	ErrDuplicate = errors.New("store: duplicate")
	// ErrClaimed: the row is one that a running import of companies will write; in a moment it is free again (409).
	ErrClaimed = errors.New("store: claimed by an import")
	// ErrLoginClaimed: the login ID is of a user that such an import will create, of any institution. It says no more
	// than that a moment later it is taken, or is not.
	ErrLoginClaimed = errors.New("store: login ID claimed by an import")
	// ErrNested: Write was called inside Write; it would wait for the only writer connection, which
	// it holds itself.
	ErrNested = errors.New("store: Write does not nest")
	// ErrInUse: another process has locked this data folder.
	ErrInUse = errors.New("store: data folder is in use")
	// ErrUnavailable: disk full, read-only or busy; nothing was changed (503).
	ErrUnavailable = errors.New("store: cannot write now")
	// ErrFolder: nothing can be written in the data folder.
	ErrFolder = errors.New("store: cannot write in the data folder")
	// ErrNewerDatabase: the database was written by a newer version of the program.
	ErrNewerDatabase = errors.New("store: database is newer than this program")
)

// Store is one open data folder. Safe for concurrent use.
type Store struct {
	dir    string
	writer *sql.DB
	reader *sql.DB
	lock   *os.File
	clock  func() time.Time

	// reads limits the readers in place of the pool's own limit: a reader that prepares a statement
	// needs a second connection for a moment and must not wait for other readers.
	reads chan struct{}
	stmts stmtCache

	// The writer's one connection is never given back to the pool: its prepared statements stay,
	// which makes a write a third faster, and BEGIN IMMEDIATE runs on it directly.
	write  chan struct{} // one writer at a time
	conn   *sql.Conn
	wstmts stmtCache

	cardsLeft chan struct{} // signals that a write has left cards to be made

	search    *searcher  // nil with Options.NoIndex
	log       *logKeeper // nil with Options.NoIndex
	keptEnded bool       // with NoIndex: the saved index has been made invalid
	replica   Replica    // nil: there is none
	watchman

	closing sync.Once
	closed  error
}

// maxReaders: two connections read twice as much as one; more only increase the readers' p99
// (architecture.md SQLite).
const maxReaders = 6

// What a connection adds to the pages of the database that SQLite keeps, in negative KiB as PRAGMA cache_size takes it. The pages are
// shared: whoever reads most has most of what all connections add together. A page takes 8 KiB of the process where it has 4, as the
// allocator knows powers of two. The system keeps the rest of the file in what memory is free.
const (
	writerCache = "-8192"
	readerCache = "-1024"
	fileCache   = "-4096" // of a database that is checked or looked into beside the own one

	// How much of the file each reader maps, in bytes. The process's memory has what each of them has touched.
	readerMapped = "4194304"
)

// Options for Open. A nil Clock is time.Now; tests pass their own. Log gets what no call returns: that
// the index is lost and searches are slow; nil discards it. NoIndex is for a process that writes very
// much and searches nothing. Statements that take SlowQuery or longer are logged; 0 logs none. Measure is
// called with the durations of writes. The index is saved on disk from this number of companies and
// listings on; 0 is the default. Replica gets what is committed as well. IsFollowed says that another machine follows this
// database and has an index of its own for the file that the database names: Close leaves that one named.
type Options struct {
	Clock      func() time.Time
	NoIndex    bool
	KeepFrom   int
	Log        *slog.Logger
	SlowQuery  time.Duration
	Measure    Measure
	Replica    Replica
	IsFollowed bool
	// BeforeMigrate is called, with the folder locked, before an older database is migrated to this
	// program's schema. If it returns an error the database stays as it is.
	BeforeMigrate func(context.Context, Schema) error
}

// Open locks the data folder, checks that its database is intact, migrates it and returns it. A
// second process on the same folder gets ErrInUse, a database from a newer program
// ErrNewerDatabase, a damaged one ErrDamaged.
func Open(ctx context.Context, dir string, o Options) (*Store, error) {
	if o.Clock == nil {
		o.Clock = time.Now
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Join(dir, FilesDir), 0o700); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFolder, err)
	}
	lock, err := lockFile(dir, LockFile)
	if errors.Is(err, ErrInUse) {
		return nil, err
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFolder, err)
	}
	s := &Store{dir: dir, lock: lock, clock: o.Clock, reads: make(chan struct{}, maxReaders), write: make(chan struct{}, 1),
		cardsLeft: make(chan struct{}, 1), replica: o.Replica, watchman: newWatchman(o)}
	// Before SQLite opens it, because the files that SQLite puts beside the database get the
	// database's mode.
	if err := private(filepath.Join(dir, DatabaseFile)); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	schema, err := CheckFolder(ctx, dir)
	if err == nil && schema.Version > 0 && schema.IsOlder && o.BeforeMigrate != nil {
		err = o.BeforeMigrate(ctx, schema)
	}
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	if err := s.open(ctx, schema); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	if !o.NoIndex {
		if err := s.watch(ctx); err != nil {
			return nil, errors.Join(err, s.Close())
		}
		if err := s.startIndex(ctx, o.Log, newKeeper(o.KeepFrom, o.IsFollowed)); err != nil {
			return nil, errors.Join(err, s.Close())
		}
		if err := s.startLog(ctx); err != nil {
			return nil, errors.Join(err, s.Close())
		}
	}
	return s, nil
}

// InUse says whether a process has locked the data folder.
func InUse(dir string) bool {
	if _, err := os.Stat(dir); err != nil {
		return false
	}
	lock, err := lockFile(dir, LockFile)
	if err == nil {
		_ = lock.Close()
	}
	return errors.Is(err, ErrInUse)
}

// writerDSN opens a database to write. synchronous=FULL: NORMAL loses acknowledged writes at power loss (trust.md G3).
func writerDSN(path string, more ...string) string {
	return dsn(path, append([]string{"_txlock=immediate", "_pragma=busy_timeout(5000)", "_pragma=journal_mode(WAL)",
		"_pragma=synchronous(FULL)", "_pragma=trusted_schema(0)", "_pragma=cache_size(" + writerCache + ")"}, more...)...)
}

func (s *Store) open(ctx context.Context, schema Schema) (err error) {
	path := filepath.Join(s.dir, DatabaseFile)
	// Where CheckFolder found every step, there is none to look for.
	if schema.IsOlder || schema.Version == 0 {
		if err := migrateSchema(ctx, writerDSN(path)); err != nil {
			return err
		}
	}
	if s.writer, err = sql.Open("sqlite", writerDSN(path, "_pragma=foreign_keys(1)", "_pragma=temp_store(MEMORY)")); err != nil {
		return err
	}
	s.writer.SetMaxOpenConns(1)
	if s.conn, err = s.writer.Conn(ctx); errors.Is(mapErr(err), ErrUnavailable) {
		return fmt.Errorf("%w: %w", ErrFolder, err)
	} else if err != nil {
		return err
	}
	if s.reader, err = sql.Open("sqlite", dsn(path, "mode=ro", "_pragma=busy_timeout(5000)", "_pragma=query_only(1)",
		"_pragma=foreign_keys(1)", "_pragma=trusted_schema(0)", "_pragma=cache_size("+readerCache+")",
		"_pragma=mmap_size("+readerMapped+")")); err != nil {
		return err
	}
	s.reader.SetMaxIdleConns(maxReaders + 1)
	return s.guardImports(ctx)
}

// private makes the database readable by its owner only, whatever the folder's mode: SQLite gives
// its log the same mode. It runs before SQLite opens the file (see lockFolder).
func private(path string) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrFolder, err)
	}
	return errors.Join(f.Chmod(0o600), f.Close())
}

func dsn(path string, params ...string) string {
	if whole, err := filepath.Abs(path); err == nil {
		path = whole
	}
	// Always three slashes: what follows two would be parsed as a host (C:, or a relative folder).
	u := url.URL{Scheme: "file", Path: "/" + strings.TrimPrefix(filepath.ToSlash(path), "/")}
	q := ""
	for i, p := range params {
		if i > 0 {
			q += "&"
		}
		q += p
	}
	u.RawQuery = q
	return u.String()
}

// Close releases the connections and, last, the folder's lock. A second Close does nothing.
func (s *Store) Close() error {
	s.closing.Do(func() { s.closed = s.close() })
	return s.closed
}

func (s *Store) close() error {
	s.stopIndex()
	errs := []error{s.stopLog(), s.stmts.close(), s.wstmts.close()}
	if s.conn != nil {
		errs = append(errs, s.conn.Close())
	}
	for _, db := range []*sql.DB{s.reader, s.writer} {
		if db != nil {
			errs = append(errs, db.Close())
		}
	}
	if s.replica != nil {
		errs = append(errs, s.replica.Close())
	}
	if s.lock != nil {
		errs = append(errs, s.lock.Close())
	}
	return errors.Join(errs...)
}

// Dir is the data folder.
func (s *Store) Dir() string { return s.dir }

// Now is the store's clock in UTC.
func (s *Store) Now() time.Time { return s.clock().UTC() }

type writing struct{}

// Read runs f on one consistent snapshot. Nothing can be written through it.
func (s *Store) Read(ctx context.Context, f func(*Q) error) (err error) {
	select {
	case s.reads <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { <-s.reads }()
	tx, err := s.reader.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return mapErr(err)
	}
	defer tx.Rollback()
	q := &Q{ctx: ctx, run: tx, now: s.Now(), search: s.search, watch: &s.watchman, prepare: func(query string) (*sql.Stmt, error) {
		st, err := s.stmts.get(ctx, s.reader, query)
		if err != nil || st == nil {
			return nil, err
		}
		return tx.StmtContext(ctx, st), nil
	}}
	defer func() { err = q.end(err) }()
	return f(q)
}

// Write runs f in the one write transaction there is at a time (BEGIN IMMEDIATE) and
// commits durably. Any error rolls everything back. Write refuses to nest.
func (s *Store) Write(ctx context.Context, f func(*Tx) error) error {
	if ctx.Value(writing{}) != nil {
		return ErrNested
	}
	if s.replica != nil {
		if err := s.replica.Ready(); err != nil {
			return err
		}
	}
	wait, err := s.writeAlone(ctx, f)
	if err != nil {
		return err
	}
	wait()
	return nil
}

// writeAlone is Write up to where the next one may begin; wait is what is left for this one then.
func (s *Store) writeAlone(ctx context.Context, f func(*Tx) error) (wait func(), err error) {
	asked := time.Now()
	select {
	case s.write <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	defer func() { <-s.write }()
	s.since(MeasuredWait, asked)
	began := time.Now()
	// BEGIN and COMMIT run without the caller's cancellation, so that neither stops halfway: a
	// cancelled caller, or a panic, rolls back.
	end := context.WithoutCancel(ctx)
	if _, err := s.conn.ExecContext(end, "BEGIN IMMEDIATE"); err != nil {
		return nil, mapErr(err)
	}
	committed, indexed := false, func(bool) {}
	defer func() {
		indexed(committed)
		if !committed { // fails harmlessly if SQLite has rolled back by itself
			_, _ = s.conn.ExecContext(end, "ROLLBACK")
		}
	}()
	t := &Tx{Q: Q{ctx: context.WithValue(ctx, writing{}, true), run: s.conn, now: s.Now(), watch: &s.watchman,
		prepare: func(query string) (*sql.Stmt, error) {
			return s.wstmts.get(ctx, s.conn, query)
		}}}
	if err := f(t); err != nil {
		return nil, err
	}
	if _, err := t.mendWords(); err != nil {
		return nil, err
	}
	left, err := t.mendCards()
	if err != nil {
		return nil, err
	}
	done, err := s.tellIndex(t)
	if err != nil {
		return nil, err
	}
	indexed = done
	if s.replica != nil && len(t.files) > 0 {
		s.replica.Keep(t.files)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	// Its error is returned: a deferred foreign key, or a full disk, can refuse the commit itself.
	ended := time.Now()
	if _, err := s.conn.ExecContext(end, "COMMIT"); err != nil {
		return nil, mapErr(err)
	}
	committed = true
	wait = s.replicated(ctx)
	s.log.committed()
	if left {
		select {
		case s.cardsLeft <- struct{}{}:
		default: // a signal is already waiting
		}
	}
	s.since(MeasuredCommit, ended)
	s.since(MeasuredWrite, began)
	return wait, nil
}

// NewID is a UUIDv7: ordered by time, so that indexes grow at their end.
func NewID() string { return uuid.Must(uuid.NewV7()).String() }

func mapErr(err error) error {
	if err == nil {
		return nil
	}
	if errors.Is(err, sql.ErrNoRows) {
		return ErrNotFound
	}
	var se *sqlite.Error
	if errors.As(err, &se) {
		if isDamage(se) {
			return fmt.Errorf("%w: %w", ErrDamaged, err)
		}
		switch se.Code() & 0xff {
		case sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_CANTOPEN:
			return fmt.Errorf("%w: %w", ErrUnavailable, err)
		case sqlite3.SQLITE_CONSTRAINT:
			if se.Code() == sqlite3.SQLITE_CONSTRAINT_TRIGGER {
				return claimed(err)
			}
			if se.Code() == sqlite3.SQLITE_CONSTRAINT_UNIQUE || se.Code() == sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY {
				return fmt.Errorf("%w: %w", ErrDuplicate, err)
			}
		}
	}
	return err
}

// ms and fromMS turn times into the integers of the tables and back. The zero time is NULL.
func ms(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return t.UnixMilli()
}

func fromMS(v sql.NullInt64) time.Time {
	if !v.Valid {
		return time.Time{}
	}
	return time.UnixMilli(v.Int64).UTC()
}

// Tables are those of the database, in their order.
func (q *Q) Tables() ([]string, error) {
	return codes[string](q, "SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0 ORDER BY name")
}

// Integrity checks the database file and its foreign keys.
func (q *Q) Integrity() error { return q.integrity("") }

// IntegrityOf checks a table with its indexes and what it refers to: a large database is checked in pieces.
func (q *Q) IntegrityOf(table string) error { return q.integrity("(?)", table) }

func (q *Q) integrity(of string, table ...any) error {
	var result string
	if err := q.scan1([]any{&result}, "SELECT integrity_check FROM pragma_integrity_check"+of+" LIMIT 1", table...); err != nil {
		return err
	}
	if result != "ok" {
		return fmt.Errorf("%w: %s", ErrDamaged, result)
	}
	var broken int
	if err := q.scan1([]any{&broken}, "SELECT count(*) FROM pragma_foreign_key_check"+of, table...); err != nil {
		return err
	}
	if broken > 0 {
		return fmt.Errorf("%d rows refer to rows that are gone", broken)
	}
	return nil
}
