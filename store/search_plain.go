package store

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// ErrPreparing: the index is being built, and the search would take too long without it (503).
var ErrPreparing = errors.New("store: the index is being built")

// In a large network a search without the index reads most of the database. Several at once would
// take all readers from everybody, and slow down the building of the index. So callers that can retry
// in a moment get ErrPreparing.
const (
	largeFrom   = 50_000 // companies and listings: up to this number plain SQL is fast enough
	plainAtOnce = 1
	plainAtMost = 2 * time.Second
)

type briefly struct{}

// Briefly is ctx for reads that get ErrPreparing instead of a long search of a large network without
// the index. Others, such as jobs, wait as long as it takes.
func Briefly(ctx context.Context) context.Context { return context.WithValue(ctx, briefly{}, true) }

// searchable is the edition to search in; nil where SQL has to search.
func (q *Q) searchable() (*edition, error) {
	ed, err := q.edition()
	if err != nil || ed == nil {
		return nil, err
	}
	if ed.listings != nil {
		return ed, nil
	}
	if q.endPlain != nil || !q.search.isLarge.Load() || q.ctx.Value(briefly{}) == nil {
		return nil, nil
	}
	select {
	case q.search.plain <- struct{}{}:
	default:
		return nil, ErrPreparing
	}
	asked := q.ctx
	ctx, cancel := context.WithTimeout(asked, q.search.plainAtMost)
	q.ctx = ctx
	q.endPlain = func(err error) error {
		tooLong := errors.Is(ctx.Err(), context.DeadlineExceeded) && asked.Err() == nil
		cancel()
		<-q.search.plain
		if err != nil && tooLong {
			return fmt.Errorf("%w: %w", ErrPreparing, err)
		}
		return err
	}
	return nil, nil
}

// end ends a search without the index and frees its place.
func (q *Q) end(err error) error {
	if q.endPlain == nil {
		return err
	}
	return q.endPlain(err)
}

// isLarge says whether the network is a large one (largeFrom).
func (q *Q) isLarge() (large bool, err error) {
	err = q.scan1([]any{&large}, "SELECT coalesce((SELECT max(seq) FROM company), 0) + coalesce((SELECT max(seq) FROM "+
		"listing), 0) >= ?", largeFrom)
	return large, err
}
