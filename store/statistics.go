package store

import (
	"context"
	"errors"
	"strings"
)

// SQLite's planner chooses indexes by its statistics about the rows. A network that grew from nothing
// has none, and one that has imported over a hundred thousand companies has those of a smaller network.
// Until they are renewed, a page may take seconds.

// StatisticsRows is how many rows a table needs for the choice of index to matter.
const StatisticsRows = 1000

const (
	statisticsGrown = 10      // times as many rows as in the statistics
	statisticsLarge = 100_000 // rows: from here on statistics are renewed only by the weekly job
	// How many rows of an index are sampled, which limits how long other writes wait.
	statisticsLimit = "PRAGMA analysis_limit = 2000"
)

// grownTables are the tables with many more rows than in the statistics.
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

// countedTables are all tables except SQLite's own and those of the index of words.
func (q *Q) countedTables() ([]string, error) {
	return codes[string](q, "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite\\_%' "+
		"ESCAPE '\\' ORDER BY name")
}

func quoted(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

// Statistics renews the planner's statistics of the tables that have grown much, and returns their
// number. Other writes run between two tables.
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
	// Other connections read statistics together with the schema, so only when the schema's version
	// changes.
	return len(tables), s.Write(ctx, func(t *Tx) error {
		return t.say("CREATE TABLE planner_told (x INTEGER) STRICT", "DROP TABLE planner_told")
	})
}

// say runs statements without keeping them prepared.
func (t *Tx) say(statements ...string) error {
	for _, query := range statements {
		if _, err := t.run.ExecContext(t.ctx, query); err != nil {
			return mapErr(err)
		}
	}
	return nil
}

// Optimize renews the planner's statistics of all tables, merges the segments of the words tables and
// shrinks the log. It waits for its turn among the writers; a checkpoint cannot be part of a
// transaction.
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
	mode := "TRUNCATE"
	if s.replica != nil { // it reads the log for as long as it runs: to wait until nobody does would be to wait in vain
		mode = "PASSIVE"
	}
	rows, err := s.conn.QueryContext(ctx, "PRAGMA wal_checkpoint("+mode+")")
	if err != nil {
		return mapErr(err)
	}
	for rows.Next() {
		continue // a checkpoint that readers block copies as much as it can
	}
	return mapErr(errors.Join(rows.Err(), rows.Close()))
}
