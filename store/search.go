package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"sync"

	"tsunagu/store/index"
)

// The index of what can be searched (architecture.md, Search at size). SQLite is the truth: the
// index is read from it after Open, in the background, and every Write carries what it changed
// over before it commits. Until it stands, inside a Write, and wherever it cannot tell, a search
// is plain SQL, which is what it must equal.

// edition is the index as it stands with one search_version of the database.
type edition struct {
	n                   int64
	companies, listings *index.Table
}

// searcher keeps the latest editions: a reader takes the one that belongs to its snapshot.
type searcher struct {
	mu      sync.Mutex
	recent  map[int64]*edition
	head    *edition // what the last commit left; nil while none stands
	changed changes  // while one is being built: what was written meanwhile
	err     error    // why none could be built
	log     *slog.Logger

	stop    context.CancelFunc
	stopped sync.WaitGroup
	done    chan struct{} // closed when the first build has come to its end
}

// keptEditions is how many commits a reader may fall behind before it has to do without.
const keptEditions = 32

// changes are the ids of companies and listings whose entries are no longer true.
type changes struct{ companies, listings map[string]bool }

func (c *changes) add(o changes) {
	for id := range o.companies {
		if c.companies == nil {
			c.companies = map[string]bool{}
		}
		c.companies[id] = true
	}
	for id := range o.listings {
		if c.listings == nil {
			c.listings = map[string]bool{}
		}
		c.listings[id] = true
	}
}

// watch has SQLite itself note what the writer changes, whichever statement does it, in a table
// of the writer's connection that rolls back with the rest.
func (s *Store) watch(ctx context.Context) error {
	const company, listing = "1", "2"
	type source struct{ table, kind, id, when string }
	of := func(table, kind, id string) source { return source{table, kind, id, ""} }
	sources := []source{
		of("company", company, "%.id"), of("company_industry", company, "%.company_id"), of("company_details", company, "%.company_id"),
		of("needs", company, "%.client_id"), of("needs_code", company, "(SELECT client_id FROM needs WHERE id = %.needs_id)"),
		of("listing", listing, "%.id"), of("listing_content", listing, "%.listing_id"), of("listing_code", listing, "%.listing_id"),
		{"negotiation", listing, "%.listing_id", "OLD.listing_id <> NEW.listing_id OR OLD.bf_id <> NEW.bf_id OR OLD.sf_id <> NEW.sf_id OR OLD.status <> NEW.status OR OLD.offer_send_status <> NEW.offer_send_status"},
	}
	statements := []string{"PRAGMA temp_store = MEMORY", "CREATE TEMP TABLE search_changed (kind INTEGER NOT NULL, id TEXT NOT NULL, PRIMARY KEY (kind, id)) STRICT, WITHOUT ROWID"}
	for _, x := range sources {
		for event, rows := range map[string][]string{"INSERT": {"NEW"}, "UPDATE": {"OLD", "NEW"}, "DELETE": {"OLD"}} {
			when, body := "", ""
			if event == "UPDATE" && x.when != "" {
				when = " WHEN " + x.when
			}
			for _, row := range rows {
				id := strings.ReplaceAll(x.id, "%", row)
				body += " INSERT OR IGNORE INTO search_changed SELECT " + x.kind + ", " + id + " WHERE " + id + " IS NOT NULL;"
			}
			statements = append(statements, "CREATE TEMP TRIGGER search_"+x.table+"_"+strings.ToLower(event)+" AFTER "+event+" ON main."+x.table+when+" BEGIN"+body+" END")
		}
	}
	for _, st := range statements {
		if _, err := s.conn.ExecContext(ctx, st); err != nil {
			return fmt.Errorf("%w in %s", err, st)
		}
	}
	return nil
}

// startIndex builds the index in the background.
func (s *Store) startIndex(log *slog.Logger) {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	ctx, stop := context.WithCancel(context.Background())
	s.search = &searcher{recent: map[int64]*edition{}, log: log, stop: stop, done: make(chan struct{})}
	s.search.stopped.Go(func() {
		defer close(s.search.done)
		s.buildIndex(ctx)
	})
}

// stopIndex ends a build that is under way.
func (s *Store) stopIndex() {
	if s.search != nil {
		s.search.stop()
		s.search.stopped.Wait()
	}
}

// IndexReady waits until the index stands.
func (s *Store) IndexReady(ctx context.Context) error {
	select {
	case <-s.search.done:
	case <-ctx.Done():
		return ctx.Err()
	}
	s.search.mu.Lock()
	defer s.search.mu.Unlock()
	return s.search.err
}

// buildIndex reads everything while writes go on, and then, while they wait for a moment, what
// they changed.
func (s *Store) buildIndex(ctx context.Context) {
	var companies, listings *index.Table
	var group sync.WaitGroup
	errs := make([]error, 2)
	read := func(err *error, f func(q *Q) error) {
		group.Go(func() { *err = s.Read(ctx, f) })
	}
	read(&errs[0], func(q *Q) (err error) { companies, err = q.loadCompanies(index.New(companySchema), nil); return err })
	read(&errs[1], func(q *Q) (err error) { listings, err = q.loadListings(index.New(listingSchema), nil); return err })
	group.Wait()
	err := errors.Join(errs...)
	if err == nil {
		err = s.catchUp(ctx, companies, listings)
	}
	if err == nil {
		err = s.mendAllWords(ctx)
	}
	s.search.mu.Lock()
	defer s.search.mu.Unlock()
	s.search.err = err
	if err != nil && ctx.Err() == nil {
		s.search.log.Error(lostIndex, "err", err)
	}
}

// lostIndex is logged when searches fall back: they are right, and slow.
const lostIndex = "search goes without its index until the next start"

func (s *Store) catchUp(ctx context.Context, companies, listings *index.Table) error {
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
		e, err := q.nextEdition(&edition{companies: companies, listings: listings}, r.changed)
		if err != nil {
			return err
		}
		if e.n, err = q.searchVersion(); err != nil {
			return err
		}
		r.changed, r.head = changes{}, e
		r.recent[e.n] = e
		return nil
	})
}

func (q *Q) searchVersion() (n int64, err error) {
	return n, q.scan1([]any{&n}, "SELECT n FROM search_version")
}

// nextEdition reads anew what has changed.
func (q *Q) nextEdition(from *edition, c changes) (*edition, error) {
	e := *from
	var err error
	if len(c.companies) > 0 {
		if e.companies, err = q.loadCompanies(from.companies, c.companies); err != nil {
			return nil, err
		}
	}
	if len(c.listings) > 0 {
		e.listings, err = q.loadListings(from.listings, c.listings)
	}
	return &e, err
}

// index puts what the transaction has changed into the next edition, at the end of it. Nobody
// finds that edition before the commit shows its number. committed says how the commit went.
func (t *Tx) index(r *searcher) (committed func(bool), err error) {
	var c changes
	if err := t.each(func(rows *sql.Rows) error {
		var kind int
		var id string
		if err := rows.Scan(&kind, &id); err != nil {
			return err
		}
		if kind == 1 {
			c.add(changes{companies: map[string]bool{id: true}})
		} else {
			c.add(changes{listings: map[string]bool{id: true}})
		}
		return nil
	}, "SELECT kind, id FROM temp.search_changed"); err != nil {
		return nil, err
	}
	if len(c.companies)+len(c.listings) == 0 {
		return func(bool) {}, nil
	}
	if _, err := t.exec("DELETE FROM temp.search_changed"); err != nil {
		return nil, err
	}
	var n int64
	if err := t.scan1([]any{&n}, "UPDATE search_version SET n = n + 1 RETURNING n"); err != nil {
		return nil, err
	}
	r.mu.Lock()
	head := r.head
	r.mu.Unlock()
	if head == nil {
		return func(ok bool) {
			r.mu.Lock()
			defer r.mu.Unlock()
			if ok && r.err == nil {
				r.changed.add(c)
			}
		}, nil
	}
	next, err := t.nextEdition(head, c)
	if gone := t.ctx.Err(); gone != nil {
		return nil, gone
	}
	if err == nil && n != head.n+1 {
		err = errors.New("store: the index belongs to another version")
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if err != nil { // the write is right all the same: searches are plain SQL from here on
		r.head, r.recent, r.err = nil, map[int64]*edition{}, err
		r.log.Error(lostIndex, "err", err)
		return func(bool) {}, nil
	}
	next.n = n
	r.recent[n] = next
	return func(ok bool) {
		r.mu.Lock()
		defer r.mu.Unlock()
		if !ok {
			delete(r.recent, n)
			return
		}
		r.head = next
		delete(r.recent, n-keptEditions)
	}, nil
}

// edition is the index of this very snapshot, or nil where there is none.
func (q *Q) edition() (*edition, error) {
	if q.search == nil {
		return nil, nil
	}
	n, err := q.searchVersion()
	if err != nil {
		return nil, err
	}
	q.search.mu.Lock()
	defer q.search.mu.Unlock()
	return q.search.recent[n], nil
}

// HasIndex says that searches of this snapshot go by the index.
func (q *Q) HasIndex() (bool, error) {
	ed, err := q.edition()
	return ed != nil, err
}

// Plain is the same snapshot without the index: what every search of the index is held against.
func (q *Q) Plain() *Q {
	c := *q
	c.search = nil
	return &c
}

// among is the condition that picks the rows to read: those of the ids, or all.
func among(alias string, ids map[string]bool) (string, []any, error) {
	if ids == nil {
		return "1", nil, nil
	}
	list := make([]string, 0, len(ids))
	for id := range ids {
		list = append(list, id)
	}
	b, err := json.Marshal(list)
	return alias + ".id IN (SELECT j.value FROM json_each(?) j)", []any{string(b)}, err
}

// checkRows refuses what an index cannot hold: rows that went away, of which it would not learn
// the numbers, and numbers so far apart that the bits between them would fill the memory.
func checkRows(found int, highest uint32, ids map[string]bool) error {
	if ids != nil && found != len(ids) {
		return errors.New("store: an indexed row is gone")
	}
	if ids == nil && int(highest) > 8*found+1<<20 {
		return errors.New("store: row numbers lie too far apart for an index")
	}
	return nil
}

// seqSet are the row numbers that a query finds.
func (q *Q) seqSet(query string, args ...any) (*index.Set, error) {
	seqs, err := codes[uint32](q, query, args...)
	return index.SetOf(seqs), err
}

// idSet are the row numbers of ids.
func (q *Q) idSet(table string, ids []string) (*index.Set, error) {
	b, err := json.Marshal(ids)
	if err != nil {
		return nil, err
	}
	return q.seqSet("SELECT x.seq FROM "+table+" x WHERE x.id IN (SELECT j.value FROM json_each(?) j)", string(b))
}

// idsOf are the ids of row numbers, in their order.
func (q *Q) idsOf(table string, seqs []uint32) ([]string, error) {
	out, at := make([]string, len(seqs)), make(map[uint32]int, len(seqs))
	for i, seq := range seqs {
		at[seq] = i
	}
	for part := range slices.Chunk(seqs, batchSize) {
		if err := q.each(func(r *sql.Rows) error {
			var seq uint32
			var id string
			if err := r.Scan(&seq, &id); err != nil {
				return err
			}
			out[at[seq]] = id
			return nil
		}, "SELECT x.seq, x.id FROM "+table+" x WHERE x.seq IN ("+marks(len(part))+")", anyOf(part)...); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// numbers are keys as the values of a field.
func numbers(keys []int) []string {
	out := make([]string, len(keys))
	for i, k := range keys {
		out[i] = strconv.Itoa(k)
	}
	return out
}

// pairs are the values of a field of two keys, of which each may be among some; nil is any.
func pairs(t *index.Table, field uint8, low, high []int) *index.Bits {
	b := t.Bits()
	for _, v := range t.Values(field) {
		x, y, _ := strings.Cut(v, ":")
		if (low == nil || hasNumber(low, x)) && (high == nil || hasNumber(high, y)) {
			b.Or(t.Set(field, v))
		}
	}
	return b
}

func hasNumber(keys []int, s string) bool {
	for _, k := range keys {
		if strconv.Itoa(k) == s {
			return true
		}
	}
	return false
}

func pair(x, y int) string { return strconv.Itoa(x) + ":" + strconv.Itoa(y) }

// codeNumber is a short code as a number that sorts as the text does.
func codeNumber(code string) (n int64, err error) {
	if len(code) > 7 {
		return 0, fmt.Errorf("store: %q is no code", code)
	}
	for i := range 7 {
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
