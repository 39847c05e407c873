package app_test

import (
	"context"
	"database/sql"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"tsunagu/store"
	"tsunagu/store/storetest"
)

// statements collects what stores send to SQLite: as a log, to which every statement is a slow one.
type statements struct {
	mu   sync.Mutex
	seen map[string]bool
}

func (s *statements) options() store.Options {
	s.seen = map[string]bool{}
	return store.Options{SlowQuery: 1, Log: slog.New(s)}
}

func (s *statements) Enabled(context.Context, slog.Level) bool { return true }
func (s *statements) WithAttrs([]slog.Attr) slog.Handler       { return s }
func (s *statements) WithGroup(string) slog.Handler            { return s }

func (s *statements) Handle(_ context.Context, r slog.Record) error {
	r.Attrs(func(a slog.Attr) bool {
		if a.Key == "sql" {
			s.mu.Lock()
			s.seen[a.Value.String()] = true
			s.mu.Unlock()
		}
		return true
	})
	return nil
}

// wholeTables are the statements that may read all rows of a large table, and why; each by a part of its text.
var wholeTables = map[string]string{
	"FROM company_card k":                                     "the index is made",
	"FROM company_details d":                                  "the index is made",
	"SELECT (SELECT count(*) FROM company)":                   "the index is made",
	"l.published_at, l.modified, CASE WHEN l.is_sold_hidden":  "the index is made",
	"FROM needs d":                                            "the index is made",
	"FROM listing_content p":                                  "the index is made",
	"FROM listing l JOIN listing_content p ON p.listing_id":   "a search while the index is made",
	"SELECT h.to_status, (SELECT max(m.at) FROM listing_hist": "the office's month end is of the whole network",
	"coalesce(m.date, ''), m.amount, n.desired_amount":        "the office's month end is of the whole network",
	"SELECT count(*) FROM listing l WHERE 1":                  "how long the office's list of listings is",
	"FROM (SELECT l.seq, l.id, l.institution_id, l.status":    "a page of that list, in the order of the table, to its end at most",
	"SELECT c.listing_id, c.side, 'rest', ?1":                 "a new institution is among the rest of every audience",
	"INSERT INTO team_reach SELECT":                           "an institution begins to show its records to teams alone",
	" AND (0)":                                                "whoever may see nothing",
}

const (
	countrySize = 100_000 // rows
	leftOut     = "…"     // the log's end of a statement that is too long for it: of all calls the import of a file alone
)

var (
	wholeScan = regexp.MustCompile(`^SCAN (\w+)(?: USING (?:COVERING )?INDEX (\w+))?`)
	namedRows = regexp.MustCompile(`(?:FROM|JOIN|UPDATE|INTO|,) (\w+)(?: (?:AS )?(\w+))?`)
	hasPlan   = regexp.MustCompile(`^(SELECT|INSERT|UPDATE|DELETE|WITH) `)
	numbered  = regexp.MustCompile(`\?(\d+)`)
)

// readFewRows: with the statistics of a network of a million companies (testdata/statistics.tsv) SQLite reads none of the
// large tables in whole for a statement. One that takes a millisecond here would hold up everybody for seconds there.
func (s *statements) readFewRows(t *testing.T) {
	t.Helper()
	db, rowsOf := atCountrySize(t)
	explained := 0
	for query := range s.seen {
		if strings.HasSuffix(query, leftOut) || !hasPlan.MatchString(query) {
			continue
		}
		plan, err := planOf(t, db, query)
		if err != nil {
			if !strings.Contains(err.Error(), "no such table") { // a connection's own
				t.Errorf("%v: %s", err, query)
			}
			continue
		}
		explained++
		names := map[string]string{}
		for _, m := range namedRows.FindAllStringSubmatch(query, -1) {
			if names[m[1]] = m[1]; m[2] != "" {
				names[m[2]] = m[1]
			}
		}
		for _, line := range plan {
			m := wholeScan.FindStringSubmatch(line)
			if m == nil {
				continue
			}
			rows := rowsOf[m[2]]
			if _, is := rowsOf[m[2]]; !is {
				rows = rowsOf[" "+names[m[1]]]
			}
			if rows < countrySize {
				continue
			}
			isAllowed := false
			for part := range wholeTables {
				isAllowed = isAllowed || strings.Contains(query, part)
			}
			if !isAllowed {
				t.Errorf("%s, %d rows: %s", line, rows, query)
			}
		}
	}
	if explained < 600 {
		t.Errorf("only %d of %d statements are explained", explained, len(s.seen))
	}
}

// atCountrySize is an empty database whose planner believes in a large network, and how many rows the tables (by " " and
// the name) and the indexes have.
func atCountrySize(t *testing.T) (*sql.DB, map[string]int) {
	t.Helper()
	path := filepath.Join(storetest.New(t, &storetest.Clock{}).Dir(), store.DatabaseFile)
	b, err := os.ReadFile(filepath.Join("..", "testdata", "statistics.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	open := func() *sql.DB {
		db, err := sql.Open("sqlite", "file:"+filepath.ToSlash(path))
		if err != nil {
			t.Fatal(err)
		}
		db.SetMaxOpenConns(1)
		t.Cleanup(func() { _ = db.Close() })
		return db
	}
	db, rows := open(), map[string]int{}
	if _, err := db.ExecContext(t.Context(), "ANALYZE sqlite_schema; DELETE FROM sqlite_stat1"); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(b)) {
		f := strings.Split(strings.TrimSpace(line), "\t")
		n, err := strconv.Atoi(strings.Fields(f[2])[0])
		if err != nil {
			t.Fatal(err)
		}
		rows[" "+f[0]], rows[f[1]] = max(rows[" "+f[0]], n), n
		if _, err := db.ExecContext(t.Context(), "INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES (?, nullif(?, ''), ?)",
			f[0], f[1], f[2]); err != nil {
			t.Fatal(err)
		}
	}
	delete(rows, "")
	return open(), rows // which reads the statistics
}

func planOf(t *testing.T, db *sql.DB, query string) (plan []string, err error) {
	t.Helper()
	most := 0
	for _, m := range numbered.FindAllStringSubmatch(query, -1) {
		n, _ := strconv.Atoi(m[1])
		most = max(most, n)
	}
	unset := make([]any, most+strings.Count(query, "?")-len(numbered.FindAllString(query, -1)))
	rows, err := db.QueryContext(t.Context(), "EXPLAIN QUERY PLAN "+query, unset...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var id, parent, unused int
		var line string
		if err := rows.Scan(&id, &parent, &unused, &line); err != nil {
			return nil, err
		}
		plan = append(plan, line)
	}
	return plan, rows.Err()
}

// TestStatementsOfALargeNetwork: the rule finds what it is for.
func TestStatementsOfALargeNetwork(t *testing.T) {
	db, rows := atCountrySize(t)
	for query, want := range map[string]bool{
		"SELECT n.id FROM negotiation n JOIN listing l ON l.id = n.listing_id WHERE n.buyer_company_id = ? OR l.company_id = ?": true,
		"SELECT n.id FROM negotiation n WHERE n.buyer_company_id = ?":                                                           false,
		"SELECT c.id FROM company c WHERE c.registration_id = ?":                                                                true,
	} {
		plan, err := planOf(t, db, query)
		if err != nil {
			t.Fatal(err)
		}
		if got := slices.ContainsFunc(plan, func(line string) bool { return strings.HasPrefix(line, "SCAN ") }); got != want {
			t.Errorf("%s: %q", query, plan)
		}
	}
	if rows[" company"] < countrySize || rows["negotiation_note"] >= countrySize {
		t.Errorf("the statistics tell of %d companies and %d notes", rows[" company"], rows["negotiation_note"])
	}
}
