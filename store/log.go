package store

import (
	"context"
	"database/sql"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
)

// What is committed stands in SQLite's log first, and is written back into the database from time to
// time. SQLite would have the commit do so that fills the log: it would wait for a thousand pages all
// over the file, and everybody behind it. Here it is done beside the writes; a commit does it only
// where the log has grown all the same.

const (
	writeBackAfter = 100     // commits
	writeBackGrown = 8 << 20 // bytes, by which the log has grown
	// A log as long, in pages, is brought to its end while no write goes on, which takes little then:
	// only from there on the next write begins it anew.
	endLogAfter = 4096
	// What is left to the commit, in pages.
	logAtMost = "PRAGMA wal_autocheckpoint = 32768"
)

type logKeeper struct {
	db      *sql.DB // a connection of its own
	commits atomic.Int64
	due     chan struct{}
	stop    context.CancelFunc
	stopped sync.WaitGroup
}

// startLog writes the log back from here on.
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

// committed tells that the log has grown.
func (k *logKeeper) committed() {
	if k == nil {
		return
	}
	k.commits.Add(1)
	select {
	case k.due <- struct{}{}:
	default: // it is known
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
		// What fails here is done the next time, at the latest by a commit, which says so.
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

// writeBack writes what of the log nobody needs any more into the database, and says how long it is.
func (s *Store) writeBack(ctx context.Context) (pages int, err error) {
	var busy, done int
	err = s.log.db.QueryRowContext(ctx, "PRAGMA wal_checkpoint(PASSIVE)").Scan(&busy, &pages, &done)
	return pages, err
}
