package store

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// ErrPreparing: the index is being built, and the search would take too long without it (503).
var ErrPreparing = errors.New("store: the index is being built")

// In a large network a search without the index reads most of the database: some at once would take
// from everybody the readers, and from the index what it is built with. So those who can ask again in
// a moment are soon told to.
const (
	largeFrom   = 50_000 // companies and listings: up to here SQL finds them in a moment
	plainAtOnce = 1
	plainAtMost = 2 * time.Second
)

type briefly struct{}

// Briefly is ctx for reads that rather end with ErrPreparing than search a large network without the
// index for long. Others, such as jobs, take the time that it takes.
func Briefly(ctx context.Context) context.Context { return context.WithValue(ctx, briefly{}, true) }

// searchable is the edition to search in; nil where SQL has to.
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

// end gives back what a search without the index has taken.
func (q *Q) end(err error) error {
	if q.endPlain == nil {
		return err
	}
	return q.endPlain(err)
}

// isLarge says whether the network is a large one.
func (q *Q) isLarge() (large bool, err error) {
	err = q.scan1([]any{&large}, "SELECT coalesce((SELECT max(seq) FROM company), 0) + coalesce((SELECT max(seq) FROM "+
		"listing), 0) >= ?", largeFrom)
	return large, err
}
