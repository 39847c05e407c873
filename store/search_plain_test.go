package store

import (
	"context"
	"errors"
	"testing"
	"time"
)

// While the index of a large network is being built, callers that can retry search one at a time
// without it, and not for long. Searches that SQL answers fast, and jobs that must finish, are not
// limited.
func TestSearchWhileTheIndexIsBuilt(t *testing.T) {
	s, bank, _ := memory(t)
	s.search.mu.Lock()
	s.search.head = &edition{n: s.search.head.n} // as right after a start
	s.search.recent = map[int64]*edition{s.search.head.n: s.search.head}
	s.search.mu.Unlock()
	ctx := context.Background()
	viewer := Viewer{InstitutionID: bank}
	search := func(q *Q) error {
		_, n, err := q.SearchCompanies(viewer, &CompanySearch{Kind: Buyer, Limit: 10})
		if err == nil && n != 2 {
			t.Errorf("%d buyers", n)
		}
		return err
	}
	listings := func(q *Q) error {
		_, _, err := q.SearchListings(viewer, &ListingSearch{Limit: 10})
		return err
	}
	number := func(q *Q) error { _, err := q.NumberOfListings(); return err }
	places := func(q *Q) error { _, _, err := q.ShownPlaces(viewer); return err }
	own := func(q *Q) error {
		_, n, err := q.SearchCompanies(viewer, &CompanySearch{Kind: Buyer, IsOwn: true, Limit: 10})
		if err == nil && n != 2 {
			t.Errorf("%d buyers of its own", n)
		}
		return err
	}
	try := func(want error, ctx context.Context, searches ...func(*Q) error) {
		t.Helper()
		for i, f := range searches {
			for name, read := range map[string]func(context.Context, func(*Q) error) error{"read": s.Read, "lazily": s.ReadLazily} {
				if err := read(ctx, f); !errors.Is(err, want) {
					t.Errorf("%s %d: %v, want %v", name, i, err, want)
				}
			}
		}
	}
	taken := func() int { return len(s.search.plain) }

	for range plainAtOnce {
		s.search.plain <- struct{}{}
	}
	try(nil, Briefly(ctx), search, listings, number, places, own) // a small network: nobody waits for long
	s.search.isLarge.Store(true)
	try(ErrPreparing, Briefly(ctx), search, listings, number, places)
	try(nil, Briefly(ctx), own)
	try(nil, ctx, search, listings, number, places, own) // a job
	for range plainAtOnce {
		<-s.search.plain
	}
	try(nil, Briefly(ctx), search, listings, number, places, func(q *Q) error { return errors.Join(search(q), listings(q), search(q)) })
	if taken() != 0 {
		t.Errorf("%d places are not given back", taken())
	}

	// A search that takes too long is cancelled; a caller that has gone away does not get
	// ErrPreparing.
	long := func(q *Q) error {
		if err := search(q); err != nil {
			return err
		}
		if taken() != 1 {
			t.Errorf("%d places are taken", taken())
		}
		if end, ok := q.ctx.Deadline(); !ok || time.Until(end) > plainAtMost {
			t.Error("the search has no end", end)
		}
		over, cancel := context.WithDeadline(q.ctx, time.Now())
		defer cancel()
		q.ctx = over
		return search(q)
	}
	if err := s.Read(Briefly(ctx), long); !errors.Is(err, context.DeadlineExceeded) || errors.Is(err, ErrPreparing) {
		t.Error(err) // not the search's own timeout
	}
	gone, leave := context.WithCancel(Briefly(ctx))
	if err := s.Read(gone, func(q *Q) error { leave(); return errors.Join(search(q), q.ctx.Err()) }); !errors.Is(err, context.Canceled) ||
		errors.Is(err, ErrPreparing) {
		t.Error(err)
	}
	if taken() != 0 {
		t.Errorf("%d places are not given back", taken())
	}

	if err := s.buildIndex(ctx); err != nil {
		t.Fatal(err)
	}
	for range plainAtOnce {
		s.search.plain <- struct{}{}
	}
	try(nil, Briefly(ctx), search, listings, number, places, own)
	if n := found(t, s, bank); n != 2 {
		t.Errorf("%d buyers", n)
	}
}

// When the time for a search without the index is over, the answer is ErrPreparing.
func TestSearchWithoutTheIndexEnds(t *testing.T) {
	s, _, _ := memory(t)
	s.search.isLarge.Store(true)
	s.search.plainAtMost = 50 * time.Millisecond
	err := s.Read(Briefly(context.Background()), func(q *Q) error {
		q.at = &edition{n: q.search.head.n}
		if _, err := q.searchable(); err != nil {
			return err
		}
		// An endless query, like a search of very many rows: only the timeout ends it.
		var n int
		return q.scan1([]any{&n}, "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT count(*) FROM c")
	})
	if !errors.Is(err, ErrPreparing) {
		t.Errorf("%v, want %v", err, ErrPreparing)
	}
	if n := len(s.search.plain); n != 0 {
		t.Errorf("%d places are not given back", n)
	}
}
