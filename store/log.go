package store

import (
	"context"
	"database/sql"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
)

// A commit goes to SQLite's write-ahead log first, and from there into the database file. By default
// SQLite copies the log back in the commit that fills it, which then waits, with everybody behind it,
// while a thousand scattered pages are written. Here the log is copied back beside the writes; a
// commit does it only if the log has grown very large all the same.

const (
	writeBackAfter = 100     // commits
	writeBackGrown = 8 << 20 // bytes, by which the log has grown
	// From this length in pages the log is copied back completely while no write runs, which takes
	// little time by then. Only after that the next write starts the log from its beginning.
	endLogAfter = 4096
	// The length in pages at which a commit copies the log back itself.
	logAtMost = "PRAGMA wal_autocheckpoint = 32768"
)

type logKeeper struct {
	db      *sql.DB // a connection of its own
	commits atomic.Int64
	due     chan struct{}
	stop    context.CancelFunc
	stopped sync.WaitGroup
}

// startLog starts to copy the log back in the background.
func (s *Store) startLog(ctx context.Context) error {
	path := filepath.Join(s.dir, DatabaseFile)
	db, err := sql.Open("sqlite", dsn(path, "_pragma=busy_timeout(5000)", "_pragma=synchronous(FULL)", "_pragma=trusted_schema(0)",
		"_pragma=cache_size(-1024)"))
	if err != nil {
		return err
	}
	db.SetMaxOpenConns(1)
	if _, err := s.conn.ExecContext(ctx, logAtMost); err != nil {
		_ = db.Close()
		return err
	}
	ctx, stop := context.WithCancel(context.Background())
	s.log = &logKeeper{db: db, due: make(chan struct{}, 1), stop: stop}
	s.log.stopped.Go(func() { s.keepLog(ctx, path+"-wal") })
	return nil
}

func (s *Store) stopLog() error {
	if s.log == nil {
		return nil
	}
	s.log.stop()
	s.log.stopped.Wait()
	return s.log.db.Close()
}

// committed signals that the log has grown.
func (k *logKeeper) committed() {
	if k == nil {
		return
	}
	k.commits.Add(1)
	select {
	case k.due <- struct{}{}:
	default: // a signal is already waiting
	}
}

func (s *Store) keepLog(ctx context.Context, file string) {
	commits, size := int64(0), int64(0)
	for {
		select {
		case <-ctx.Done():
			return
		case <-s.log.due:
		}
		n, grown := s.log.commits.Load(), false
		if info, err := os.Stat(file); err == nil {
			grown = info.Size() > size+writeBackGrown
			if grown {
				size = info.Size()
			}
		}
		if n-commits < writeBackAfter && !grown {
			continue
		}
		commits = n
		// A failure here is tried again the next time, at the latest by a commit, which returns the
		// error.
		if pages, err := s.writeBack(ctx); err != nil || pages < endLogAfter {
			continue
		}
		select {
		case s.write <- struct{}{}:
			_, _ = s.writeBack(ctx)
			<-s.write
		case <-ctx.Done():
			return
		}
	}
}

// writeBack copies those pages of the log that no reader needs any more into the database, and
// returns the log's length in pages.
func (s *Store) writeBack(ctx context.Context) (pages int, err error) {
	var busy, done int
	err = s.log.db.QueryRowContext(ctx, "PRAGMA wal_checkpoint(PASSIVE)").Scan(&busy, &pages, &done)
	return pages, err
}
