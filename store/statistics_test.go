package store

import (
	"database/sql"
	"slices"
	"strings"
	"testing"
)

// A network that grows renews the planner's statistics, once per table for each tenfold, and every
// reader then uses them; the weekly job renews all.
func TestStatistics(t *testing.T) {
	s, err := Open(t.Context(), t.TempDir(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	write := statements(t, s)
	// All rows have the same a, each its own b.
	write("CREATE TABLE grown (id INTEGER PRIMARY KEY, a INTEGER NOT NULL, b INTEGER NOT NULL) STRICT")
	write("CREATE INDEX grown_b ON grown(b)")
	write("CREATE INDEX grown_a ON grown(a)")
	add := func(n int) {
		t.Helper()
		write("INSERT INTO grown (a, b) WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < ?) SELECT 1, n FROM r", n)
	}
	// Several connections, which have all read the schema before.
	plans := func() (out []string) {
		t.Helper()
		var look func(left int)
		look = func(left int) {
			if left == 0 {
				return
			}
			if err := s.Read(t.Context(), func(q *Q) error {
				// EXPLAIN does not check whether the schema has changed.
				const query = "SELECT id FROM grown WHERE a = 1 AND b = 5"
				if _, err := codes[int64](q, query); err != nil {
					return err
				}
				var id, parent, unused int
				var plan string
				rows, err := q.run.QueryContext(t.Context(), "EXPLAIN QUERY PLAN "+query) // nor does a prepared statement
				if err != nil {
					return err
				}
				defer rows.Close()
				if !rows.Next() {
					return sql.ErrNoRows
				}
				if err := rows.Scan(&id, &parent, &unused, &plan); err != nil {
					return err
				}
				out = append(out, plan)
				look(left - 1)
				return nil
			}); err != nil {
				t.Fatal(err)
			}
		}
		look(3)
		return out
	}
	by := func(index string) {
		t.Helper()
		for _, plan := range plans() {
			if !strings.Contains(plan, index+" ") {
				t.Errorf("%s, want %s", plan, index)
			}
		}
	}
	tell := func(want int) {
		t.Helper()
		if n, err := s.Statistics(t.Context()); err != nil || n != want {
			t.Errorf("told of %d tables (%v), want %d", n, err, want)
		}
	}
	add(StatisticsRows - 1)
	by("grown_a")
	tell(0)
	add(1)
	tell(1)
	by("grown_b")
	tell(0)
	add(statisticsGrown*StatisticsRows - StatisticsRows - 1)
	tell(0)
	add(1)
	tell(1)
	tell(0)

	var tables []string
	if err := s.Read(t.Context(), func(q *Q) (err error) { tables, err = q.countedTables(); return err }); err != nil {
		t.Fatal(err)
	}
	if !slices.Contains(tables, "negotiation") || slices.ContainsFunc(tables, func(name string) bool {
		return strings.HasPrefix(name, "sqlite_") || strings.HasPrefix(name, "needs_words")
	}) {
		t.Error(tables)
	}
	write("UPDATE grown SET b = 1, a = id")
	tell(0)
	by("grown_b")
	if err := s.Optimize(t.Context()); err != nil {
		t.Fatal(err)
	}
	by("grown_a")
}
