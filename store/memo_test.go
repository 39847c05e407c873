package store

import (
	"context"
	"errors"
	"sync"
	"testing"

	"tsunagu/store/index"
)

// tally counts how often something is done.
type tally struct {
	mu    sync.Mutex
	times int
}

func (c *tally) next() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.times++
	return c.times
}

// snapshot runs f in a snapshot of a store.
func snapshot(t *testing.T, s *Store, f func(q *Q, ed *edition)) {
	t.Helper()
	if err := s.Read(t.Context(), func(q *Q) error {
		ed, err := q.edition()
		if err == nil {
			f(q, ed)
		}
		return err
	}); err != nil {
		t.Error(err)
	}
}

// A value that many callers ask for at once is computed once, by one of them.
func TestMemoSingleFlight(t *testing.T) {
	s, _, _ := memory(t)
	const callers = 6
	var c tally
	begun, end := make(chan bool, 1), make(chan bool)
	ask := func() (n int) {
		snapshot(t, s, func(q *Q, ed *edition) {
			var err error
			if n, err = remember(q, ed, lookup[int]{key: "once", of: companyTable, find: func() (Kept[int], error) {
				begun <- true
				<-end
				return Kept[int]{Value: c.next()}, nil
			}}); err != nil {
				t.Error(err)
			}
		})
		return n
	}
	answers := make(chan int, callers)
	for range callers {
		go func() { answers <- ask() }()
	}
	<-begun
	close(end)
	for range callers {
		if n := <-answers; n != 1 {
			t.Errorf("worked out %d times", n)
		}
	}
	if c.times != 1 || len(s.search.memo.pending) != 0 {
		t.Errorf("worked out %d times, %d are pending", c.times, len(s.search.memo.pending))
	}
}

// A caller that computes a value and is cancelled gets that error alone: one of the waiting callers computes
// it next.
func TestMemoFailureIsNobodyElses(t *testing.T) {
	s, _, _ := memory(t)
	ctx, cancel := context.WithCancel(t.Context())
	begun := make(chan bool)
	first, second := make(chan error), make(chan error)
	ask := func(ctx context.Context, find func() (Kept[string], error)) error {
		return s.Read(ctx, func(q *Q) error {
			ed, err := q.edition()
			if err != nil {
				return err
			}
			v, err := remember(q, ed, lookup[string]{key: "fails", of: listingTable, find: find})
			if err == nil && v != "found" {
				err = errors.New("a failure is an answer: " + v)
			}
			return err
		})
	}
	go func() {
		first <- ask(ctx, func() (Kept[string], error) {
			begun <- true
			<-ctx.Done()
			return Kept[string]{Value: "half"}, ctx.Err()
		})
	}()
	<-begun
	go func() {
		second <- ask(t.Context(), func() (Kept[string], error) { return Kept[string]{Value: "found"}, nil })
	}()
	cancel()
	if err := <-first; !errors.Is(err, context.Canceled) {
		t.Error("who failed got", err)
	}
	if err := <-second; err != nil {
		t.Error("another one got", err)
	}
	if err := ask(t.Context(), func() (Kept[string], error) { return Kept[string]{}, errors.New("worked out again") }); err != nil {
		t.Error(err)
	}
}

// A panic while the memo is asked leaves it usable, and nobody waits for a value that nobody computes.
func TestMemoAfterAPanic(t *testing.T) {
	s, _, _ := memory(t)
	snapshot(t, s, func(q *Q, ed *edition) {
		ask := func(key any, find func() int) (n int, panicked any) {
			defer func() { panicked = recover() }()
			n, _ = remember(q, ed, lookup[int]{key: key, find: func() (Kept[int], error) { return Kept[int]{Value: find()}, nil }})
			return n, nil
		}
		if _, panicked := ask([]int{1}, func() int { return 1 }); panicked == nil {
			t.Error("a key that cannot be compared has passed")
		}
		if _, panicked := ask("panics", func() int { panic("in the middle") }); panicked == nil {
			t.Error("no panic")
		}
		if n, panicked := ask("panics", func() int { return 2 }); n != 2 || panicked != nil {
			t.Error(n, panicked)
		}
	})
}

// Without an index nothing could make a value of its tables stale, so it is not cached.
func TestMemoWithoutIndex(t *testing.T) {
	m := newMemo()
	if m.follows(&edition{n: 1}, companyTable, 0) || m.follows(&edition{n: 1}, negotiationTable, 0) {
		t.Error("a value of tables that are not there would stay")
	}
	if !m.follows(&edition{n: 1}, 0, 0) {
		t.Error("a value of SQLite alone is refused")
	}
}

// A caller with one of the few read transactions does not wait for a caller that has none yet and may need
// one.
func TestMemoReaderDoesNotWaitForLazyRead(t *testing.T) {
	s, _, _ := memory(t)
	begun, end, done := make(chan bool), make(chan bool), make(chan error)
	go func() {
		done <- s.ReadLazily(t.Context(), func(q *Q) error {
			_, err := remember(q, q.at, lookup[int]{key: "lazy", find: func() (Kept[int], error) {
				begun <- true
				<-end
				_, err := q.searchVersion()
				return Kept[int]{Value: 1}, err
			}})
			return err
		})
	}()
	<-begun
	snapshot(t, s, func(q *Q, ed *edition) {
		n, err := remember(q, ed, lookup[int]{key: "lazy", find: func() (Kept[int], error) { return Kept[int]{Value: 2}, nil }})
		if n != 2 || err != nil {
			t.Error(n, err)
		}
	})
	close(end)
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// A commit makes values of the tables that it changes stale, and no others. An older snapshot goes on as before, and
// what it computes is not shared.
func TestMemoTwoSnapshots(t *testing.T) {
	s, bank, _ := memory(t)
	var c tally
	ask := func(q *Q, ed *edition, of table) int {
		t.Helper()
		n, err := remember(q, ed, lookup[int]{key: of, of: of, find: func() (Kept[int], error) { return Kept[int]{Value: c.next()}, nil }})
		if err != nil {
			t.Error(err)
		}
		return n
	}
	snapshot(t, s, func(old *Q, was *edition) {
		companies, listings := ask(old, was, companyTable), ask(old, was, listingTable)
		newBuyer(t, s, bank)
		snapshot(t, s, func(q *Q, ed *edition) {
			if ask(q, ed, listingTable) != listings {
				t.Error("the listings have not changed")
			}
			is := ask(q, ed, companyTable)
			if is == companies || ask(q, ed, companyTable) != is {
				t.Error("the companies have changed, once")
			}
			if n := ask(old, was, companyTable); n == companies || n == is || ask(q, ed, companyTable) != is {
				t.Error("who is behind shares with nobody")
			}
			if ask(old, was, listingTable) != listings {
				t.Error("what has not changed is everybody's")
			}
		})
	})
	for _, part := range []*halves{&s.search.memo.rows, &s.search.memo.values} {
		for _, half := range []*half{&part.young, &part.old} {
			for _, r := range half.by[companyTable] {
				if r.on != s.search.head.tables(companyTable) {
					t.Error("a table of before is held in memory")
				}
			}
		}
	}
}

// Values are mended for changed rows, for a newer snapshot and for an older one: each gets what it would compute
// itself.
func TestMemoMends(t *testing.T) {
	s, bank, buyers := memory(t)
	var found, mended tally
	ask := func(q *Q, ed *edition) int {
		t.Helper()
		rows, err := remember(q, ed, lookup[*index.Set]{key: "active", mends: companyTable,
			find: func() (Kept[*index.Set], error) {
				found.next()
				return Kept[*index.Set]{Value: ed.companies.Bits().Or(ed.companies.Set(companyStatus, "1")).Set()}, nil
			},
			mend: func(was *index.Set, changed []uint32) (Kept[*index.Set], error) {
				mended.next()
				some := ed.companies.Bits().Or(index.SetOf(changed)).And(ed.companies.Set(companyStatus, "1")).Set()
				var with []uint32
				some.Each(func(slot uint32) { with = append(with, slot) })
				return Kept[*index.Set]{Value: was.Change(index.SetOf(changed), with)}, nil
			}})
		if err != nil {
			t.Fatal(err)
		}
		return rows.Count()
	}
	expect := func(what string, got, want, finds, mends int) {
		t.Helper()
		if got != want || found.times != finds || mended.times != mends {
			t.Errorf("%s: %d rows, found %d times, mended %d times; want %d, %d, %d", what, got, found.times, mended.times, want, finds, mends)
		}
	}
	snapshot(t, s, func(old *Q, was *edition) {
		expect("first", ask(old, was), 2, 1, 0)
		newBuyer(t, s, bank)
		exec := statements(t, s)
		exec("UPDATE company SET status = 2 WHERE id = ?", buyers[0])
		exec("UPDATE company SET status = 1 WHERE id = ?", buyers[0])
		exec("UPDATE company SET status = 2 WHERE id = ?", buyers[1])
		snapshot(t, s, func(q *Q, ed *edition) {
			expect("later", ask(q, ed), 2, 1, 1)
			expect("again", ask(q, ed), 2, 1, 1)
			expect("behind", ask(old, was), 2, 1, 2)
			if ask(q, ed); mended.times != 2 {
				t.Error("who is behind takes the place of what is newer")
			}
		})
	})
	log := &s.search.memo.logs[companyTable.index()]
	log.add(make([]uint32, maxMended+1)) // as a large import does
	s.search.head.changes[companyTable.index()] += maxMended + 1
	snapshot(t, s, func(q *Q, ed *edition) { expect("too much has changed", ask(q, ed), 2, 2, 2) })
}

// The log of changes is bounded, and answers only for changes that it still holds.
func TestMemoLog(t *testing.T) {
	var l changeLog
	for i := range uint32(10_000) {
		l.add([]uint32{i % 7})
		if len(l.rows) > maxLogged {
			t.Fatalf("%d rows are logged", len(l.rows))
		}
	}
	last := l.from + int64(len(l.rows))
	if last != 10_000 {
		t.Errorf("%d changes", last)
	}
	if rows, ok := l.between(last, last-20); !ok || len(rows) != 7 {
		t.Error(rows, ok)
	}
	for _, x := range [][2]int64{{last, last + 1}, {l.from - 1, l.from}, {last, last - maxMended - 1}} {
		if _, ok := l.between(x[0], x[1]); ok {
			t.Error("known", x)
		}
	}
	if rows, ok := l.between(last, last); !ok || rows != nil {
		t.Error(rows, ok)
	}
}

// The cache stays within its budget, and large rows do not evict small values.
func TestMemoBudget(t *testing.T) {
	s, _, _ := memory(t)
	m := s.search.memo
	snapshot(t, s, func(q *Q, ed *edition) {
		put := func(key any, of table, isRows bool, bytes int) {
			if _, err := remember(q, ed, lookup[int]{key: key, of: of, isRows: isRows, find: func() (Kept[int], error) {
				return Kept[int]{Value: 1, Bytes: bytes}, nil
			}}); err != nil {
				t.Error(err)
			}
		}
		put("small", companyTable, false, 1000)
		for i := range 300 {
			put(i, table(i%(1<<tableCount)), true, 1<<20)
			sum := 0
			for _, half := range []*half{&m.rows.young, &m.rows.old, &m.values.young, &m.values.old} {
				for _, by := range half.by {
					for _, r := range by {
						sum += r.bytes
					}
				}
			}
			if sum > memoBytes {
				t.Fatalf("%d bytes after %d", sum, i)
			}
		}
		if r, _ := m.values.at("small", companyTable); r == nil {
			t.Error("a small value was pushed out")
		}
		if r, _ := m.rows.at(0, 0); r != nil {
			t.Error("what nobody used is there")
		}
	})
	// A value that a commit made stale takes no room.
	m.follow(&edition{})
	for of := range m.rows.young.bytes {
		if n := m.rows.young.bytes[of] + len(m.rows.young.by[of]) + len(m.rows.old.by[of]); of&int(companyTable) != 0 && n != 0 {
			t.Errorf("%d of what has ended", n)
		}
	}
}
