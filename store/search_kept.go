package store

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"sync"
	"time"
)

// The index of a large network is saved in a file (search_kept_file.go), so that a start reads it instead of
// building it. The database names the valid file by a random key, and the edition number that it holds; from
// that number on every commit logs, in its own transaction, which rows of the index it changed. So the file plus
// the logged changes is the index of this database. That also holds for a database restored from a backup,
// because its key and log were restored with it. Any other file, and a damaged one, is deleted and the index
// rebuilt.
//
// The steps of saving: write the new file, write its key into the database, delete the old file, delete the log
// rows that the new file includes. If the process ends between two steps, either the old or the new file is
// valid.

const (
	keptFrom     = largeFrom // companies and listings: an index of fewer is built at once
	saveAfter    = 2_500     // logged changes: reading them takes a second, or a few from a cold disk
	saveAtEnd    = 1_000     // logged changes: reading fewer takes less time than writing the file
	endAtMost    = 3 * time.Second
	keptLogMost  = 100_000 // more take as long as a build: then log and file end until the next save
	trimmedAt    = 2_000   // log rows deleted in one write, which takes some milliseconds
	keptLookEach = 10 * time.Minute
	// The longest age of a file: erased data stays in it no longer, even if nothing else is
	// written.
	keptAtMost = 24 * time.Hour
)

// keeper saves the index in a file.
type keeper struct {
	from       int // companies and listings
	isFollowed bool
	due        chan struct{}

	mu        sync.Mutex
	isLogging bool
	isNamed   bool // the database names a valid file
	rows      int  // about how many rows the log has
	next      int  // at how many rows the next file is due
	tapes     []*tapeFile

	// Tests replace these.
	most int                              // logged changes
	free func(dir string) (uint64, error) // bytes of the disk
	step func(string)                     // called before each step of saving
	ends time.Duration                    // the longest time for the save at shutdown
}

func newKeeper(from int, isFollowed bool) *keeper {
	if from == 0 {
		from = keptFrom
	}
	return &keeper{from: from, isFollowed: isFollowed, due: make(chan struct{}, 1), next: saveAfter, most: keptLogMost,
		free: FreeBytes, step: func(string) {}, ends: endAtMost}
}

// isFor says whether an index is large enough to be saved.
func (k *keeper) isFor(e *edition) bool {
	return e.listings != nil && e.companies.Count()+e.listings.Count() >= k.from
}

// keptRow is what the database stores about the file.
type keptRow struct {
	key   string
	n     int64
	saved time.Time
}

// kept returns the row about the file; nil where changes are not logged.
func (q *Q) kept() (*keptRow, error) {
	var k keptRow
	var saved sql.NullInt64
	err := q.scan1([]any{&k.key, &k.n, &saved}, "SELECT key, n, saved FROM search_kept")
	if errors.Is(err, ErrNotFound) {
		return nil, nil
	}
	k.saved = fromMS(saved)
	return &k, err
}

// endKept ends the logging of changes. From then on no existing file can be brought up to date.
func (t *Tx) endKept() error {
	_, err := t.exec("DELETE FROM search_kept")
	if err == nil {
		_, err = t.exec("DELETE FROM search_log")
	}
	return err
}

// endKeptOnce is for a process that does not log changes: its first write makes the existing file
// invalid.
func (s *Store) endKeptOnce(t *Tx) (committed func(bool), err error) {
	if s.keptEnded {
		return func(bool) {}, nil
	}
	return func(ok bool) {
		if ok {
			s.keptEnded = RemoveKeptIndex(s.dir, "") == nil // else the next write tries again; the file is invalid in any case
		}
	}, t.endKept()
}

// start finds out whether the database has a log to continue.
func (k *keeper) start(q *Q) error {
	row, err := q.kept()
	if err != nil || row == nil {
		return err
	}
	k.isLogging, k.isNamed = true, row.key != ""
	return q.scan1([]any{&k.rows}, "SELECT count(*) FROM search_log")
}

// log records what a transaction changes in the index, under the edition's number. The caller calls
// committed after the commit, and record with what the index was told of it, if that is wanted.
func (k *keeper) log(t *Tx, n int64, c *changes) (committed func(), on *keptTape, err error) {
	added := len(c.companies) + len(c.listings) + len(c.negotiations)
	k.mu.Lock()
	isLogging, rows := k.isLogging, k.rows
	if len(k.tapes) > 0 {
		on = &keptTape{n: n}
	}
	k.mu.Unlock()
	if !isLogging || added == 0 {
		return func() {}, nil, nil
	}
	if rows+added > k.most {
		return func() { k.set(false, 0) }, nil, t.endKept()
	}
	_, err = t.exec("INSERT INTO search_log (n, kind, id) SELECT ?, kind, id FROM temp.search_changed WHERE kind IN (?, ?, ?)", n,
		nounCompany, nounListing, nounNegotiation)
	return func() {
		k.mu.Lock()
		defer k.mu.Unlock()
		if k.rows += added; k.rows >= k.next {
			k.next += saveAfter // if saving fails, the next try is after as many changes again
			k.call()
		}
	}, on, err
}

func (k *keeper) set(isLogging bool, rows int) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.endTapesOf(func(*tapeFile) bool { return true })
	k.isLogging, k.rows, k.next = isLogging, rows, saveAfter
	k.isNamed = k.isNamed && isLogging
}

// call requests a save soon.
func (k *keeper) call() {
	select {
	case k.due <- struct{}{}:
	default: // it is known
	}
}

// callIfMany requests a save if the log is long.
func (k *keeper) callIfMany() {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.rows >= saveAfter {
		k.call()
	}
}

// keepFile saves the index whenever a save is due.
func (s *Store) keepFile(ctx context.Context) {
	r := s.search
	for {
		isOld := false
		select {
		case <-ctx.Done():
			return
		case <-r.kept.due:
		case <-time.After(keptLookEach):
			isOld = true
		}
		if isOld {
			var err error
			if isOld, err = s.keptIsOld(ctx); err != nil || !isOld {
				continue
			}
		}
		if err := s.saveIndex(ctx, true); err != nil && ctx.Err() == nil {
			r.log.Warn("the search index is not kept: the next start may have to build it", "err", err)
		}
	}
}

// keptIsOld says whether the file is missing, or lacks changes and has reached its longest age.
func (s *Store) keptIsOld(ctx context.Context) (isOld bool, err error) {
	err = s.Read(ctx, func(q *Q) error {
		row, err := q.kept()
		if err != nil || row == nil || row.key == "" {
			isOld = true
			return err
		}
		var lacks bool
		err = q.scan1([]any{&lacks}, "SELECT EXISTS (SELECT 1 FROM search_log WHERE n > ?)", row.n)
		age := q.now.Sub(row.saved)
		isOld = lacks && (age >= keptAtMost || age < 0)
		return err
	})
	return isOld, err
}

// saveIndex writes the newest edition into a file, after which the log starts again. A calm save pauses
// between blocks so that others get the processor and the disk.
func (s *Store) saveIndex(ctx context.Context, isCalm bool) error {
	r, k := s.search, s.search.kept
	newest := func() *edition {
		r.mu.Lock()
		defer r.mu.Unlock()
		return r.head
	}
	if !k.isFor(newest()) {
		return nil
	}
	k.mu.Lock()
	isLogging := k.isLogging
	k.mu.Unlock()
	if !isLogging {
		if err := s.Write(ctx, k.begin); err != nil {
			k.set(false, 0)
			return err
		}
	}
	k.step("logging")
	key, err := newKey(rand.Reader)
	if err != nil {
		return err
	}
	if err := k.beginTape(s.dir, key, 0); err != nil { // before the edition is chosen, so that it has every commit after it
		return err
	}
	isNamed := false
	defer func() { k.endTapes(func(of string) bool { return of == key && !isNamed }) }()
	e := newest()
	if e.listings == nil { // the index was lost meanwhile: the next one is saved
		return nil
	}
	if err := k.write(ctx, s.dir, keptFile{e, key, heldLog{n: e.n}}, isCalm); err != nil {
		return err
	}
	k.step("kept")
	if err := s.Write(ctx, func(t *Tx) error {
		// If the log was ended meanwhile, the file could not be brought up to date.
		return t.execOne("UPDATE search_kept SET key = ?, n = ?, saved = ? WHERE n <= ?", key, e.n, ms(t.now), e.n)
	}); err != nil {
		return errors.Join(err, s.removeUnknown(context.WithoutCancel(ctx)))
	}
	isNamed = true
	k.step("named")
	k.endTapes(func(of string) bool { return of != key })
	if err := RemoveKeptIndex(s.dir, key); err != nil {
		return err
	}
	k.step("alone")
	k.mu.Lock()
	k.isNamed = true
	k.mu.Unlock()
	return s.trimLog(ctx, e.n)
}

// begin starts the log, before the edition to save is chosen, so that no change after it is missed.
func (k *keeper) begin(t *Tx) error {
	err := t.endKept()
	if err == nil {
		_, err = t.exec("INSERT INTO search_kept SELECT 1, '', n, 0 FROM search_version")
	}
	if err == nil {
		k.set(true, 0) // set inside the write, before any other write
	}
	return err
}

// removeUnknown deletes all index files except the one that the database names.
func (s *Store) removeUnknown(ctx context.Context) error {
	var row *keptRow
	if err := s.Read(ctx, func(q *Q) (err error) { row, err = q.kept(); return err }); err != nil {
		return err
	}
	if row == nil {
		return RemoveKeptIndex(s.dir, "")
	}
	return RemoveKeptIndex(s.dir, row.key)
}

// trimLog deletes log rows that the file includes, some at a time.
func (s *Store) trimLog(ctx context.Context, n int64) error {
	k := s.search.kept
	for gone := int64(trimmedAt); gone == trimmedAt; {
		if err := s.Write(ctx, func(t *Tx) (err error) {
			gone, err = t.exec("DELETE FROM search_log WHERE n <= ? AND seq IN (SELECT l.seq FROM search_log l ORDER BY l.seq LIMIT ?)", n,
				trimmedAt)
			return err
		}); err != nil {
			return err
		}
		k.mu.Lock()
		k.rows = max(0, k.rows-int(gone))
		k.next = k.rows + saveAfter
		k.mu.Unlock()
		k.step("trimmed")
	}
	return nil
}

// saveAtLast saves the index at shutdown if the next start would otherwise have many changes to read. It
// gives up after a short time, so that a slow disk does not delay the shutdown. Where another machine goes on, its
// file would be worth nothing by a key of the last moment.
func (s *Store) saveAtLast() {
	k := s.search.kept
	if k.isFollowed {
		return
	}
	k.mu.Lock()
	isEnough := k.isLogging && k.isNamed && k.rows < saveAtEnd
	k.mu.Unlock()
	if isEnough {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), k.ends)
	defer cancel()
	if err := s.saveIndex(ctx, false); err != nil {
		s.search.log.Warn("the search index is not kept: the next start may have to build it", "err", err)
	}
}
