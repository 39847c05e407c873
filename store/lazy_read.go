package store

import (
	"context"
	"database/sql"
	"errors"
)

// errMoved: a write was committed after the edition with which a lazy read began.
var errMoved = errors.New("store: the database has moved on")

// ReadLazily is Read for a function that finds most values in memory: a read transaction begins at the
// first SQL statement, or never if there is none. f sees one snapshot as in Read. If a write is
// committed between the start of f and its first statement, f runs a second time, so it must reset
// whatever it fills in.
func (s *Store) ReadLazily(ctx context.Context, f func(*Q) error) error {
	if s.search == nil || without(cacheLazyReads) {
		return s.Read(ctx, f)
	}
	s.search.mu.Lock()
	at := s.search.head
	s.search.mu.Unlock()
	l := &lazyRead{s: s, ctx: ctx, n: at.n}
	err := func() (err error) {
		defer l.end()
		q := &Q{ctx: ctx, run: l, now: s.Now(), search: s.search, at: at, watch: &s.watchman, prepare: l.prepare}
		defer func() { err = q.end(err) }()
		return f(q)
	}()
	if l.moved {
		return s.Read(ctx, f)
	}
	return err
}

// lazyRead is the read transaction of a lazy read, which may never begin.
type lazyRead struct {
	s     *Store
	ctx   context.Context
	n     int64 // the snapshot that it has to read
	tx    *sql.Tx
	moved bool
}

func (l *lazyRead) begin() error {
	switch {
	case l.moved:
		return errMoved
	case l.tx != nil:
		return nil
	}
	select {
	case l.s.reads <- struct{}{}:
	case <-l.ctx.Done():
		return l.ctx.Err()
	}
	tx, err := l.s.reader.BeginTx(l.ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		<-l.s.reads
		return mapErr(err)
	}
	l.tx = tx
	var n int64
	st, err := l.prepare("SELECT n FROM search_version")
	if err != nil {
		return err
	}
	if st != nil {
		err = st.QueryRowContext(l.ctx).Scan(&n)
	} else {
		err = tx.QueryRowContext(l.ctx, "SELECT n FROM search_version").Scan(&n)
	}
	if err != nil {
		return mapErr(err)
	}
	if n != l.n {
		l.moved = true
		return errMoved
	}
	return nil
}

func (l *lazyRead) end() {
	if l.tx != nil {
		_ = l.tx.Rollback()
		<-l.s.reads
	}
}

func (l *lazyRead) prepare(query string) (*sql.Stmt, error) {
	if err := l.begin(); err != nil {
		return nil, err
	}
	st, err := l.s.stmts.get(l.ctx, l.s.reader, query)
	if err != nil || st == nil {
		return nil, err
	}
	return l.tx.StmtContext(l.ctx, st), nil
}

// QueryContext and ExecContext run texts for which no prepared statement is cached.
func (l *lazyRead) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	if err := l.begin(); err != nil {
		return nil, err
	}
	return l.tx.QueryContext(ctx, query, args...)
}

func (l *lazyRead) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	if err := l.begin(); err != nil {
		return nil, err
	}
	return l.tx.ExecContext(ctx, query, args...)
}
