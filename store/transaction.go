package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"time"
)

// Q is a consistent view of the database at one moment of the clock.
type Q struct {
	ctx context.Context
	run runner
	now time.Time
	// search is where a reader finds the index; a writer, who may have changed what it tells, none.
	search *searcher
	at     *edition // what of the search belongs to this snapshot, once it was asked for
	// endPlain ends the search without the index that was begun (see searchable).
	endPlain func(error) error
	// prepare gives the kept statement of a text, ready to run here, or nil where none is kept.
	prepare func(query string) (*sql.Stmt, error)
	watch   *watchman
}

// runner is the read transaction, or the writer's connection.
type runner interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}

// Tx is a Q that may write.
type Tx struct{ Q }

// Context is the transaction's context; inside a Write it tells another Write that it would nest.
func (q *Q) Context() context.Context { return q.ctx }

// Now is the transaction's clock in UTC, the same for all that happens in it.
func (q *Q) Now() time.Time { return q.now }

// Today is the transaction's date in Japan, as YYYY-MM-DD: periods and due dates are Japanese days.
func (q *Q) Today() string { return q.now.In(JST).Format(time.DateOnly) }

// At returns the same transaction with another clock. The demo network builds its past with it.
func (t *Tx) At(now time.Time) *Tx {
	c := *t
	c.now = now.UTC()
	return &c
}

// JST is Japan's time zone, which has no daylight saving.
var JST = time.FixedZone("JST", 9*60*60)

// query and exec keep the SQL of the noun files short.
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

// execOne is exec for a row that must be there: none is ErrStale, as every UPDATE names a version.
func (t *Tx) execOne(query string, args ...any) error {
	n, err := t.exec(query, args...)
	if err == nil && n == 0 {
		return ErrStale
	}
	return err
}

// each calls f for every row. f scans.
func (q *Q) each(f func(*sql.Rows) error, query string, args ...any) error {
	defer q.watch.statement(q.ctx, query, time.Now()) // SQLite works while its rows are read
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

// scan1 scans one row; none is ErrNotFound.
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

// stmtCache keeps the readers' prepared statements by their text: it halves a page's time.
// Texts that a search builds could be endless, so the cache stops growing at a size.
type stmtCache struct {
	sync.Mutex
	m map[string]*sql.Stmt
}

const maxStmts = 400

// preparer is a pool, or the writer's connection.
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
