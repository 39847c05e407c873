package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"time"
)

// Q is a consistent snapshot of the database, with one time for the whole transaction.
type Q struct {
	ctx context.Context
	run runner
	now time.Time
	// search is where a reader finds the index; nil in a writer, whose changes the index does not
	// have yet.
	search *searcher
	at     *edition // the edition of this snapshot, once it was asked for
	// endPlain ends a search that runs without the index (see searchable).
	endPlain func(error) error
	// prepare returns the prepared statement of a text, ready to run in this transaction, or nil
	// where none is kept.
	prepare func(query string) (*sql.Stmt, error)
	watch   *watchman
}

// runner is the read transaction, or the writer's connection.
type runner interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}

// Tx is a Q that may write.
type Tx struct {
	Q
	files []string // the attachments that its new rows name
}

// Context is the transaction's context; inside a Write it marks a further Write as nested.
func (q *Q) Context() context.Context { return q.ctx }

// Now is the transaction's clock in UTC, the same for all that happens in it.
func (q *Q) Now() time.Time { return q.now }

// Today is the transaction's date in Japan, as YYYY-MM-DD: periods and due dates are Japanese days.
func (q *Q) Today() string { return q.now.In(JST).Format(time.DateOnly) }

// At returns the same transaction with another time. The demo network builds its past with it.
func (t *Tx) At(now time.Time) *Tx {
	c := *t
	c.now = now.UTC()
	return &c
}

// JST is Japan's time zone, which has no daylight saving.
var JST = time.FixedZone("JST", 9*60*60)

// query and exec make the SQL calls of the other files shorter.
func (q *Q) query(query string, args ...any) (*sql.Rows, error) {
	var rows *sql.Rows
	st, err := q.prepare(query)
	if err == nil && st != nil {
		rows, err = st.QueryContext(q.ctx, args...)
	} else if err == nil {
		rows, err = q.run.QueryContext(q.ctx, query, args...)
	}
	if err != nil {
		return nil, fmt.Errorf("%w in %s", mapErr(err), query)
	}
	return rows, nil
}

func (t *Tx) exec(query string, args ...any) (int64, error) {
	defer t.watch.statement(t.ctx, query, time.Now())
	t.watch.work(0)
	var res sql.Result
	st, err := t.prepare(query)
	if err == nil && st != nil {
		res, err = st.ExecContext(t.ctx, args...)
	} else if err == nil {
		res, err = t.run.ExecContext(t.ctx, query, args...)
	}
	if err != nil {
		return 0, fmt.Errorf("%w in %s", mapErr(err), query)
	}
	return res.RowsAffected()
}

// execOne is exec for a statement that must change a row: if it changes none, the row's version was
// another one, so ErrStale.
func (t *Tx) execOne(query string, args ...any) error {
	n, err := t.exec(query, args...)
	if err == nil && n == 0 {
		return ErrStale
	}
	return err
}

// each calls f for every row. f scans.
func (q *Q) each(f func(*sql.Rows) error, query string, args ...any) error {
	defer q.watch.statement(q.ctx, query, time.Now()) // the time includes reading the rows, during which SQLite works
	rows, err := q.query(query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	read := int64(0)
	defer func() { q.watch.work(read) }()
	for rows.Next() {
		read++
		if err := f(rows); err != nil {
			return err
		}
	}
	return mapErr(rows.Err())
}

// scan1 scans one row; ErrNotFound if there is none.
func (q *Q) scan1(dest []any, query string, args ...any) error {
	found := false
	err := q.each(func(r *sql.Rows) error {
		found = true
		return r.Scan(dest...)
	}, query, args...)
	if err == nil && !found {
		return ErrNotFound
	}
	return err
}

// stmtCache keeps the readers' prepared statements by their text: it halves a page's time. Searches
// can build any number of texts, so the cache stops growing at a size.
type stmtCache struct {
	sync.Mutex
	m map[string]*sql.Stmt
}

const maxStmts = 400

// preparer is a pool of connections, or the writer's connection.
type preparer interface {
	PrepareContext(ctx context.Context, query string) (*sql.Stmt, error)
}

// get is the statement of a text, or nil when the cache is full.
func (c *stmtCache) get(ctx context.Context, db preparer, query string) (*sql.Stmt, error) {
	c.Lock()
	defer c.Unlock()
	if st, ok := c.m[query]; ok {
		return st, nil
	}
	if len(c.m) >= maxStmts || without(cacheStatements) {
		return nil, nil
	}
	// A statement outlives the request that first needed it.
	st, err := db.PrepareContext(context.WithoutCancel(ctx), query)
	if err != nil {
		return nil, err
	}
	if c.m == nil {
		c.m = map[string]*sql.Stmt{}
	}
	c.m[query] = st
	return st, nil
}

func (c *stmtCache) close() error {
	c.Lock()
	defer c.Unlock()
	var errs []error
	for _, st := range c.m {
		errs = append(errs, st.Close())
	}
	c.m = nil
	return errors.Join(errs...)
}
