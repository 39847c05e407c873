package store

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"tsunagu/store/index"
	"tsunagu/store/words"
)

// The index of what can be searched (architecture.md, Search at size). The data is in SQLite: the
// index is read from it after Open, in the background, and every Write updates the index with its
// changes before it commits. Until the index stands, inside a Write, and wherever the index cannot
// answer, a search is plain SQL. A search by the index must give the same result as plain SQL.

// edition is the index for one search_version of the database; it has no tables while the index is
// being built.
type edition struct {
	n                   int64
	companies, listings *index.Table
	negotiations        *index.Table
	scored              scored

	changes changeCounts
	changed [tableCount][]uint32 // the rows that differ from the edition before, by table
}

// searcher keeps the latest editions: a reader takes the one of its snapshot.
type searcher struct {
	memo *memo

	mu      sync.Mutex
	recent  map[int64]*edition
	head    *edition // the edition of the last commit
	changed changes  // while an index is being built: what was written since the build began
	err     error    // why no index could be built
	log     *slog.Logger
	lost    chan struct{}

	isLarge atomic.Bool   // the network is so large that searches without the index are slow
	plain   chan struct{} // one entry for each search that runs without the index

	plainAtMost time.Duration // how long each of them may take

	kept *keeper

	stop    context.CancelFunc
	stopped sync.WaitGroup
	done    chan struct{} // closed when a build ends; replaced when the index is lost
}

// keptEditions is how many commits a reader may fall behind and still use the index.
const keptEditions = 32

// startIndex makes the index in the background.
func (s *Store) startIndex(ctx context.Context, log *slog.Logger, keep *keeper) error {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	first := &edition{}
	large := false
	if err := s.Read(ctx, func(q *Q) (err error) {
		if first.n, err = q.searchVersion(); err == nil {
			large, err = q.isLarge()
		}
		if err == nil {
			err = keep.start(q)
		}
		return err
	}); err != nil {
		return err
	}
	ctx, stop := context.WithCancel(context.Background())
	s.search = &searcher{memo: newMemo(), recent: map[int64]*edition{first.n: first}, head: first, log: log, lost: make(chan struct{}, 1),
		plain: make(chan struct{},
			plainAtOnce), plainAtMost: plainAtMost, kept: keep, stop: stop, done: make(chan struct{})}
	s.search.isLarge.Store(large)
	s.search.stopped.Go(words.Prepare) // beside the index, that the first search need not wait for it
	s.search.stopped.Go(func() { s.keepIndex(ctx) })
	s.search.stopped.Go(func() { s.keepCards(ctx) })
	s.search.stopped.Go(func() { s.keepFile(ctx) })
	return nil
}

// rebuildAfter is how long to wait after a failed build; the time doubles with each failure, up to the
// longest.
const (
	rebuildAfter  = time.Second
	rebuildAtMost = time.Hour
)

// keepIndex reads or builds the index, and rebuilds it when it was lost. Until it stands searches are plain SQL.
func (s *Store) keepIndex(ctx context.Context) {
	r := s.search
	isFirst := true
	for wait := rebuildAfter; ; isFirst = false {
		err := s.makeIndex(ctx, isFirst)
		r.mu.Lock()
		r.err = err
		select {
		case <-r.done:
		default:
			close(r.done)
		}
		r.mu.Unlock()
		if ctx.Err() != nil {
			return
		}
		var again <-chan time.Time
		if err != nil {
			r.log.Error(lostIndex, "err", err)
			again, wait = time.After(wait), min(2*wait, rebuildAtMost)
		} else {
			wait = rebuildAfter
		}
		select {
		case <-ctx.Done():
			return
		case <-again:
		case <-r.lost:
		}
	}
}

// stopIndex cancels a running build, or saves the finished index.
func (s *Store) stopIndex() {
	if s.search != nil {
		s.search.stop()
		s.search.stopped.Wait()
		s.saveAtLast()
		s.search.kept.closeTapes()
	}
}

// IndexReady waits until the index stands.
func (s *Store) IndexReady(ctx context.Context) error {
	s.search.mu.Lock()
	done := s.search.done
	s.search.mu.Unlock()
	select {
	case <-done:
	case <-ctx.Done():
		return ctx.Err()
	}
	s.search.mu.Lock()
	defer s.search.mu.Unlock()
	return s.search.err
}

// buildIndex reads all rows while writes go on, and then, while writes wait for a moment, the rows
// that they changed.
func (s *Store) buildIndex(ctx context.Context) error {
	s.search.mu.Lock()
	s.search.changed = changes{} // commits up to here are part of what is read next
	s.search.mu.Unlock()
	var companies, listings *index.Table
	var group sync.WaitGroup
	scored := scored{needValues: &scoredValues{}, contentValues: &scoredValues{}, needs: &index.Records{}, contents: &index.Records{}}
	companyNumbers, listingNumbers := &numbering{}, &numbering{}
	errs := make([]error, 2)
	read := func(err *error, f func(q *Q) error) {
		group.Go(func() { *err = s.Read(ctx, f) })
	}
	read(&errs[0], func(q *Q) (err error) {
		companies, err = q.loadAllCompanies(companyNumbers, &scored)
		return err
	})
	read(&errs[1], func(q *Q) (err error) {
		listings, _, err = q.loadListings(index.New(listingSchema), nil, listingNumbers, &scored, nil)
		return err
	})
	group.Wait()
	err := errors.Join(errs...)
	var negotiations *index.Table
	if err == nil {
		err = s.Read(ctx, func(q *Q) (err error) {
			negotiations, listings, err = q.loadNegotiations(listings, listingNumbers, companyNumbers)
			return err
		})
	}
	if err == nil {
		err = s.catchUp(ctx, &edition{companies: companies, listings: listings, negotiations: negotiations, scored: scored})
	}
	if err == nil {
		err = s.mendAllWords(ctx)
	}
	return err
}

// lostIndex is the log line when searches fall back to plain SQL, which is correct but slow.
const lostIndex = "search goes without its index, which is built anew"

func (s *Store) catchUp(ctx context.Context, from *edition) error {
	select {
	case s.write <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { <-s.write }()
	return s.Read(ctx, func(q *Q) error {
		r := s.search
		r.mu.Lock()
		defer r.mu.Unlock()
		e, err := q.nextEdition(from, r.changed, nil)
		if err != nil {
			return err
		}
		if e.n, err = q.searchVersion(); err != nil {
			return err
		}
		r.memo.begin(e)
		r.memo.follow(e)
		r.changed, r.head, r.recent[e.n] = changes{}, e, e
		return nil
	})
}

func (q *Q) searchVersion() (n int64, err error) {
	err = q.scan1([]any{&n}, "SELECT n FROM search_version")
	return n, err
}

// nextEdition is an edition with the changed rows read again. What that does to the index is put on tape, if there is one.
func (q *Q) nextEdition(from *edition, c changes, on *keptTape) (*edition, error) {
	e := *from
	e.changed = [tableCount][]uint32{}
	note := func(of table, rows []uint32) {
		e.changed[of.index()] = rows
		e.changes[of.index()] += int64(len(rows))
	}
	var err error
	var rows []uint32
	if len(c.companies) > 0 {
		if e.companies, rows, err = q.loadCompanies(from.companies, c.companies, nil, &e.scored, on); err != nil {
			return nil, err
		}
		note(companyTable, rows)
	}
	if len(c.listings) > 0 {
		if e.listings, rows, err = q.loadListings(from.listings, c.listings, nil, &e.scored, on); err != nil {
			return nil, err
		}
		note(listingTable, rows)
	}
	if len(c.negotiations) > 0 {
		e.negotiations, rows, err = q.reloadNegotiations(from.negotiations, c.negotiations, on)
		note(negotiationTable, rows)
	}
	return &e, err
}

// tellIndex updates the index in memory with what the transaction has changed. In a store without an index
// it makes the index file on disk invalid instead.
func (s *Store) tellIndex(t *Tx) (committed func(bool), err error) {
	if s.search == nil {
		return s.endKeptOnce(t)
	}
	return t.index(s.search)
}

// index puts what the transaction has changed into the next edition, just before the commit. No
// reader finds that edition before the commit makes its number visible. The caller calls committed
// with whether the commit succeeded.
func (t *Tx) index(r *searcher) (committed func(bool), err error) {
	var changed []Source
	if err := t.each(func(rows *sql.Rows) error {
		var s Source
		err := rows.Scan(&s.of, &s.id)
		changed = append(changed, s)
		return err
	}, "SELECT kind, id FROM temp.search_changed"); err != nil {
		return nil, err
	}
	if len(changed) == 0 {
		return func(bool) {}, nil
	}
	var n int64
	if err := t.scan1([]any{&n}, "UPDATE search_version SET n = n + 1 RETURNING n"); err != nil {
		return nil, err
	}
	c, next, lost := changesOf(changed), &edition{n: n}, error(nil)
	logged, on, err := r.kept.log(t, n, &c)
	if err != nil {
		return nil, err
	}
	if _, err := t.exec("DELETE FROM temp.search_changed"); err != nil {
		return nil, err
	}
	r.mu.Lock()
	head := r.head
	r.mu.Unlock()
	if head.listings != nil {
		made, err := t.nextEdition(head, c, on)
		if gone := t.ctx.Err(); gone != nil {
			return nil, gone
		}
		if err == nil && n != head.n+1 {
			err = errors.New("store: the index belongs to another version")
		}
		if lost = err; err == nil {
			made.n, next = n, made
		} // an index error does not fail the write: searches are plain SQL until the index is rebuilt
	}
	back := r.memo.change(n, changed)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.recent[n] = next
	return func(ok bool) {
		if ok && next.listings != nil {
			r.kept.record(on)
		}
		r.mu.Lock()
		defer r.mu.Unlock()
		if !ok {
			delete(r.recent, n)
			back()
			return
		}
		logged()
		if next.listings == nil {
			r.changed.add(c)
		}
		r.head = next
		r.memo.follow(next)
		delete(r.recent, n-keptEditions)
		if lost != nil {
			r.log.Error(lostIndex, "err", lost)
			r.done = make(chan struct{})
			select {
			case r.lost <- struct{}{}:
			default: // a signal is already waiting
			}
		}
	}, nil
}

// edition is the index of this snapshot; nil where the store keeps no index.
func (q *Q) edition() (*edition, error) {
	if q.search == nil || q.at != nil {
		return q.at, nil
	}
	n, err := q.searchVersion()
	if err != nil {
		return nil, err
	}
	q.search.mu.Lock()
	defer q.search.mu.Unlock()
	if q.at = q.search.recent[n]; q.at == nil {
		q.at = &edition{n: n} // the snapshot is older than the editions that are kept
	}
	return q.at, nil
}

// HasIndex says whether searches of this snapshot use the index.
func (q *Q) HasIndex() (bool, error) {
	ed, err := q.edition()
	return ed != nil && ed.listings != nil, err
}

// Plain is the same snapshot without the index. Tests compare every search by the index with it.
func (q *Q) Plain() *Q {
	c := *q
	c.search, c.at = nil, nil
	return &c
}

// among is the condition that picks the rows to read: those of the ids, or all.
func among(alias string, ids map[string]bool) (string, []any, error) {
	if ids == nil {
		return "1", nil, nil
	}
	list, err := jsonList(ids)
	return alias + ".id IN (SELECT j.value FROM json_each(?) j)", []any{list}, err
}

// jsonList are the members of a set as JSON, in ascending order.
func jsonList(of map[string]bool) (string, error) {
	b, err := json.Marshal(sortedKeys(of))
	return string(b), err
}

// sortedKeys are the keys of a map in ascending order, for loops whose order others can see: of statements, rows,
// errors or keys.
func sortedKeys[K cmp.Ordered, V any](m map[K]V) []K { return slices.Sorted(maps.Keys(m)) }

// checkRows refuses rows that an index cannot hold: deleted rows, whose numbers it cannot learn,
// and numbers so far apart that the bits between them would fill the memory.
func checkRows(found int, highest uint32, ids map[string]bool) error {
	if ids != nil && found != len(ids) {
		return errors.New("store: an indexed row is gone")
	}
	if ids == nil && int(highest) > 8*found+1<<20 {
		return errors.New("store: row numbers lie too far apart for an index")
	}
	return nil
}

// seqSet is the set of row numbers that a query finds.
func (q *Q) seqSet(query string, args ...any) (*index.Set, error) {
	seqs, err := codes[uint32](q, query, args...)
	return index.SetOf(seqs), err
}

// idSet is the set of the row numbers of ids.
func (q *Q) idSet(table string, ids []string) (*index.Set, error) {
	b, err := json.Marshal(ids)
	if err != nil {
		return nil, err
	}
	return q.seqSet("SELECT x.seq FROM "+table+" x WHERE x.id IN (SELECT j.value FROM json_each(?) j)", string(b))
}

// numbers are integer keys as the text values of a field.
func numbers(keys []int) []string {
	out := make([]string, len(keys))
	for i, k := range keys {
		out[i] = strconv.Itoa(k)
	}
	return out
}

// pairs are the sets of rows of a field whose value joins two keys, low and high; each key must be in its
// list, nil allows any.
func pairs(t *index.Table, field uint8, low, high []int) (out []*index.Set) {
	for _, v := range t.Values(field) {
		x, y, _ := strings.Cut(v, ":")
		if (low == nil || hasNumber(low, x)) && (high == nil || hasNumber(high, y)) {
			out = append(out, t.Set(field, v))
		}
	}
	return out
}

func hasNumber(keys []int, s string) bool {
	for _, k := range keys {
		if strconv.Itoa(k) == s {
			return true
		}
	}
	return false
}

func pair(x, y int) string { return smallNumber(x) + ":" + smallNumber(y) }

// codeNumber is a short code as a number that sorts as the text does.
func codeNumber(code string) (n int64, err error) {
	const length = 3 // a prefecture takes two
	if len(code) > length {
		return 0, fmt.Errorf("store: %q is no code", code)
	}
	for i := range length {
		n <<= 8
		if i < len(code) {
			n |= int64(code[i])
		}
	}
	return n, nil
}

// dayNumber is a date as a number that sorts as the text does; "" is 0.
func dayNumber(date string) (int64, error) {
	if date == "" {
		return 0, nil
	}
	if len(date) != 10 {
		return 0, fmt.Errorf("store: %q is no date", date)
	}
	n, err := strconv.ParseUint(date[:4]+date[5:7]+date[8:], 10, 32)
	return int64(n), err
}
