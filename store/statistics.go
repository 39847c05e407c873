package store

import (
	"context"
	"errors"
	"strings"
)

// SQLite's planner chooses among indexes by what it was told of the rows. A network that grows from
// nothing has not told it anything, and one that takes over a hundred thousand companies has told it of
// another network: until it is told, a page may take seconds.

// StatisticsRows is how many rows a plan matters for: below it any is as good.
const StatisticsRows = 1000

const (
	statisticsGrown = 10      // times as many rows as it was told of
	statisticsLarge = 100_000 // rows: what holds for these holds for more, till the week's round
	// How much of an index is looked at, which bounds how long the writer is held.
	statisticsLimit = "PRAGMA analysis_limit = 2000"
)

// grownTables are the tables that have much more rows than the planner was told of.
func (q *Q) grownTables() (grown []string, err error) {
	tables, err := q.countedTables()
	if err != nil {
		return nil, err
	}
	rowsKnown := map[string]int{}
	var isTold int
	if err := q.scan1([]any{&isTold}, "SELECT count(*) FROM sqlite_schema WHERE name = 'sqlite_stat1'"); err != nil {
		return nil, err
	}
	for _, table := range tables {
		if n := 0; isTold > 0 {
			if err := q.scan1([]any{&n}, "SELECT coalesce(max(CAST(stat AS INTEGER)), 0) FROM sqlite_stat1 WHERE tbl = ?", table); err != nil {
				return nil, err
			}
			rowsKnown[table] = n
		}
		if rowsKnown[table] >= statisticsLarge {
			continue
		}
		want, n := max(StatisticsRows, statisticsGrown*rowsKnown[table]), 0
		if err := q.scan1([]any{&n}, "SELECT count(*) FROM (SELECT 1 FROM "+quoted(table)+" LIMIT ?)", want); err != nil {
			return nil, err
		}
		if n == want {
			grown = append(grown, table)
		}
	}
	return grown, nil
}

// countedTables are all but those that belong to SQLite and to the index of words.
func (q *Q) countedTables() ([]string, error) {
	return codes[string](q, "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite\\_%' "+
		"ESCAPE '\\' ORDER BY name")
}

func quoted(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

// Statistics tells the planner of the tables that have grown since it was told, and says how many
// they were. The writer is free between two of them.
func (s *Store) Statistics(ctx context.Context) (int, error) {
	return s.tellPlanner(ctx, (*Q).grownTables)
}

func (s *Store) tellPlanner(ctx context.Context, of func(*Q) ([]string, error)) (int, error) {
	var tables []string
	if err := s.Read(ctx, func(q *Q) (err error) { tables, err = of(q); return err }); err != nil || len(tables) == 0 {
		return 0, err
	}
	for _, table := range tables {
		if err := s.Write(ctx, func(t *Tx) error { return t.say(statisticsLimit, "ANALYZE main."+quoted(table)) }); err != nil {
			return 0, err
		}
	}
	// Another connection reads what was told with the schema, so only when that changes.
	return len(tables), s.Write(ctx, func(t *Tx) error {
		return t.say("CREATE TABLE planner_told (x INTEGER) STRICT", "DROP TABLE planner_told")
	})
}

// say runs statements that are not worth keeping.
func (t *Tx) say(statements ...string) error {
	for _, query := range statements {
		if _, err := t.run.ExecContext(t.ctx, query); err != nil {
			return mapErr(err)
		}
	}
	return nil
}

// Optimize tells SQLite's planner of all tables anew, merges the words' lists and gives the space of the
// log back. It waits for its turn among the writers; a checkpoint cannot be part of a transaction.
func (s *Store) Optimize(ctx context.Context) error {
	if _, err := s.tellPlanner(ctx, (*Q).countedTables); err != nil {
		return err
	}
	if err := s.mergeWords(ctx); err != nil {
		return err
	}
	select {
	case s.write <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { <-s.write }()
	rows, err := s.conn.QueryContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)")
	if err != nil {
		return mapErr(err)
	}
	for rows.Next() {
		continue // a checkpoint that readers hold up goes as far as it can
	}
	return mapErr(errors.Join(rows.Err(), rows.Close()))
}
