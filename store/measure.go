package store

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"
)

// Measure is called with the duration of a step in the store, from many goroutines.
type Measure func(what string, took time.Duration)

// What is measured.
const (
	MeasuredWait      = "writer_wait" // waiting for the one write transaction at a time
	MeasuredWrite     = "write"       // from BEGIN to COMMIT
	MeasuredCommit    = "commit"      // COMMIT alone: mostly the disk
	MeasuredStatement = "slow_statement"
)

// watchman measures and logs what a store does.
type watchman struct {
	log     *slog.Logger
	slow    time.Duration // 0 never
	measure Measure
	worked  *[2]atomic.Int64 // statements, and rows read
}

func newWatchman(o Options) watchman {
	w := watchman{o.Log, o.SlowQuery, o.Measure, &[2]atomic.Int64{}}
	if w.log == nil {
		w.log = slog.New(slog.DiscardHandler)
	}
	if w.measure == nil {
		w.measure = func(string, time.Duration) {}
	}
	return w
}

// since measures what began at a moment of the real clock: a test's clock tells no durations.
func (w *watchman) since(what string, began time.Time) { w.measure(what, time.Since(began)) }

// work counts a statement with the rows that it read.
func (w *watchman) work(rows int64) {
	if w != nil {
		w.worked[0].Add(1)
		w.worked[1].Add(rows)
	}
}

// Worked is how many statements the store has run in total, and how many rows they have read. Tests
// compare it between answers, because more work shows in the response time.
func (s *Store) Worked() (statements, rows int64) { return s.worked[0].Load(), s.worked[1].Load() }

// statement logs a statement that took long: its text, in which every value is a placeholder,
// never the values.
func (w *watchman) statement(ctx context.Context, query string, began time.Time) {
	if w == nil || w.slow <= 0 {
		return
	}
	if took := time.Since(began); took >= w.slow {
		w.measure(MeasuredStatement, took)
		w.log.LogAttrs(ctx, slog.LevelWarn, "slow statement", slog.Int64("ms", took.Milliseconds()), slog.String("sql", oneLine(query)))
	}
}

// loggedStatement bounds what of a statement is logged: a search's text can be long.
const loggedStatement = 4000

func oneLine(query string) string {
	s := strings.Join(strings.Fields(query), " ")
	if r := []rune(s); len(r) > loggedStatement {
		return string(r[:loggedStatement]) + "…"
	}
	return s
}

// Health is how the store stands, for those who watch over it.
type Health struct {
	DatabaseBytes, WALBytes int64
	FreeBytes               uint64 // of the disk of the data folder; 0 where the system does not tell
	IndexReady              bool
	IndexEdition            int64 // the number of writes that the index holds
	IndexBehind             int64 // how many of the database's it does not hold yet
	WaitingMails, DeadMails int
	Sessions                int // that are neither ended nor over
	FailedJobs              int
	JobSuccess              map[string]time.Time // last run that came to its end, by job
	DatabaseVersion         int64                // of the schema
}

// Health reads how the store stands. It takes no lock that a writer holds.
func (s *Store) Health(ctx context.Context) (*Health, error) {
	h := &Health{JobSuccess: map[string]time.Time{}}
	path := filepath.Join(s.dir, DatabaseFile)
	if i, err := os.Stat(path); err == nil {
		h.DatabaseBytes = i.Size()
	}
	if i, err := os.Stat(path + "-wal"); err == nil {
		h.WALBytes = i.Size()
	}
	h.FreeBytes, _ = FreeBytes(s.dir)
	var version int64
	err := s.Read(ctx, func(q *Q) error {
		if err := q.scan1([]any{&h.WaitingMails, &h.DeadMails, &h.Sessions, &h.DatabaseVersion, &version}, `SELECT
			(SELECT count(*) FROM outbox WHERE state = ?), (SELECT count(*) FROM outbox WHERE state = ?),
			(SELECT count(*) FROM session WHERE revoked IS NULL AND expires > ?),
			(SELECT max(version_id) FROM goose_db_version WHERE is_applied), (SELECT n FROM search_version)`, MailWaiting, MailDead, ms(q.now)); err != nil {
			return err
		}
		var err error
		if h.FailedJobs, err = q.FailedJobs(); err != nil {
			return err
		}
		runs, err := list[JobRun](q, "SELECT "+names[JobRun]("r")+" FROM job_run r WHERE r.seq IN (SELECT max(o.seq) FROM job_run o WHERE "+
			"o.state = ? GROUP BY o.name)", RunDone)
		for _, r := range runs {
			h.JobSuccess[r.Name] = r.Ended
		}
		return err
	})
	if s.search != nil {
		s.search.mu.Lock()
		defer s.search.mu.Unlock()
		if e := s.search.head; e.listings != nil {
			h.IndexReady, h.IndexEdition, h.IndexBehind = true, e.n, max(0, version-e.n)
		}
	}
	return h, err
}

// probeBytes is more than one page of any file system, so that a full disk refuses it.
const probeBytes = 64 << 10

// Writable tries whether the data folder takes a file: a full or read-only disk does not.
func (s *Store) Writable() (err error) {
	f, err := os.CreateTemp(s.dir, ".probe-*")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close(), os.Remove(f.Name())) }()
	_, err = f.Write(make([]byte, probeBytes))
	return err
}
