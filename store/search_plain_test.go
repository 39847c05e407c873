package store

import (
	"context"
	"errors"
	"testing"
	"time"
)

// While the index of a large network is being built, one at a time of those who can ask again searches
// without it, and not for long; what SQL finds soon, and who has to be done with it, is let through.
func TestSearchWhileTheIndexIsBuilt(t *testing.T) {
	s, bank, _ := memory(t)
	s.search.mu.Lock()
	s.search.head = &edition{n: s.search.head.n} // as after a start
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

	// One that takes too long is broken off; who goes away is not told to ask again.
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
		t.Error(err) // not the search's own end
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

// The end of the time that a search may take without the index is an answer of its own.
func TestSearchWithoutTheIndexEnds(t *testing.T) {
	s, _, _ := memory(t)
	s.search.isLarge.Store(true)
	s.search.plainAtMost = 50 * time.Millisecond
	err := s.Read(Briefly(context.Background()), func(q *Q) error {
		q.at = &edition{n: q.search.head.n}
		if _, err := q.searchable(); err != nil {
			return err
		}
		// Endless, as a search of very much is: only the time ends it.
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
