package store

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"tsunagu/store/index"
)

// readIndex reads the index from its file and applies what has changed since. It returns how many changes those are,
// and how many of them were not on the tape.
func (s *Store) readIndex(ctx context.Context) (caughtUp, lookedUp int, err error) {
	var row *keptRow
	if err := s.Read(ctx, func(q *Q) (err error) { row, err = q.kept(); return err }); err != nil {
		return 0, 0, err
	}
	if row == nil || row.key == "" {
		return 0, 0, errNotKept
	}
	layout, err := thisLayout()
	if err != nil {
		return 0, 0, err
	}
	e, held, err := readKept(s.dir, row.key, row.n, layout)
	if err != nil {
		return 0, 0, err
	}
	s.search.mu.Lock()
	s.search.changed = changes{} // commits up to here are in the log
	s.search.mu.Unlock()
	taped := int64(0)
	if err := s.Read(ctx, func(q *Q) error {
		if now, err := q.kept(); err != nil {
			return err
		} else if now == nil || *now != *row {
			return errOtherMoment // the log was ended while the file was read
		}
		if log, err := q.held(row.n, held.n); err != nil {
			return err
		} else if log != held {
			return errOtherMoment // it counts on changes that are not in this log (search_kept_warm.go)
		}
		var commits []int64
		changed := map[int64][]Source{}
		if err := q.each(func(r *sql.Rows) error {
			var n int64
			var x Source
			err := r.Scan(&n, &x.of, &x.id)
			if len(changed[n]) == 0 {
				commits = append(commits, n)
			}
			changed[n] = append(changed[n], x)
			caughtUp++
			return err
		}, "SELECT n, kind, id FROM search_log WHERE n > ? ORDER BY seq", row.n); err != nil {
			return err
		}
		e, taped = e.playTape(s.dir, row, changed)
		var left []Source
		for _, n := range commits {
			left = append(left, changed[n]...)
		}
		lookedUp = len(left)
		var err error
		e, err = q.nextEdition(e, changesOf(left), nil)
		return err
	}); err != nil {
		return 0, 0, err
	}
	if err := s.search.kept.beginTape(s.dir, row.key, taped); err != nil {
		return 0, 0, err
	}
	if err := s.catchUp(ctx, e); err != nil {
		return 0, 0, err
	}
	return caughtUp, lookedUp, s.mendAllWords(ctx)
}

// makeIndex reads the index from its file, or else builds it. The server's log says which, and how long it
// took.
func (s *Store) makeIndex(ctx context.Context, isFirst bool) error {
	r, began, why := s.search, time.Now(), "it was lost"
	if isFirst {
		caughtUp, lookedUp, err := s.readIndex(ctx)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		gone := s.removeUnknown(ctx)
		if err == nil {
			r.log.Info("search index read", "seconds", time.Since(began).Seconds(), "changed since", caughtUp, "looked up", lookedUp)
			r.kept.callIfMany()
		} else { // unusable and confidential, so deleted
			gone = RemoveKeptIndex(s.dir, "")
			r.kept.mu.Lock()
			r.kept.isNamed = false
			r.kept.mu.Unlock()
		}
		if gone != nil {
			r.log.Warn("an old search index is still there", "err", gone)
		}
		if err == nil {
			return nil
		}
		if why, began = err.Error(), time.Now(); errors.Is(err, index.ErrBroken) {
			why = "the file is damaged"
		}
	}
	if err := s.buildIndex(ctx); err != nil {
		return err
	}
	r.log.Info("search index built", "seconds", time.Since(began).Seconds(), "why", why)
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.kept.isFor(r.head) {
		r.kept.call()
	}
	return nil
}
