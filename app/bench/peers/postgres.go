package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// postgresTypes are the types of the columns. A card contains the JSON of its row in the answer, so
// that the handler encodes nothing.
var postgresTypes = map[string]string{"FLAG": "boolean", "BITS": "integer", "INTEGER": "integer", "TIME": "bigint",
	"TEXT": `text COLLATE "C"`, "WORDS": "text"}

// postgres serves the cards: a connection pool, prepared statements, count and page in one round.
func postgres(address, dsn, cards string) error {
	ctx := context.Background()
	pool, err := pgxpool.New(ctx, dsn)
	if err != nil {
		return err
	}
	from, tables, err := cardTables(cards)
	if err != nil {
		return err
	}
	defer from.Close()
	for i := range tables {
		var there bool
		if err := pool.QueryRow(ctx, "SELECT to_regclass($1) IS NOT NULL", tables[i].name+"_made").Scan(&there); err != nil {
			return err
		}
		if !there {
			if err := fill(ctx, pool, &tables[i], from); err != nil {
				return err
			}
		}
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /ready", func(http.ResponseWriter, *http.Request) {})
	for i := range tables {
		mux.HandleFunc("GET /cards/"+tables[i].name, func(w http.ResponseWriter, r *http.Request) {
			if err := answer(r.Context(), pool, &tables[i], w, r); err != nil && !errors.Is(err, context.Canceled) {
				http.Error(w, err.Error(), http.StatusInternalServerError)
			}
		})
	}
	return http.ListenAndServe(address, mux)
}

// fill copies a table of cards with its columns and indexes; columns of words get a trigram index.
func fill(ctx context.Context, pool *pgxpool.Pool, t *table, from *sql.DB) error {
	run := func(query string) error {
		if _, err := pool.Exec(ctx, query); err != nil {
			return fmt.Errorf("%w in %s", err, query)
		}
		return nil
	}
	var names, declared, words []string
	for _, c := range t.columns {
		names = append(names, c.name)
		declared = append(declared, c.name+" "+postgresTypes[c.kind]+" NOT NULL")
		if c.kind == "WORDS" {
			words = append(words, c.name)
		}
	}
	names, declared = append(names, "payload"), append(declared, "payload text NOT NULL")
	for _, q := range []string{"CREATE EXTENSION IF NOT EXISTS pg_trgm", "DROP TABLE IF EXISTS " + t.name,
		"CREATE TABLE " + t.name + " (" + strings.Join(declared, ", ") + ", PRIMARY KEY (seq))"} {
		if err := run(q); err != nil {
			return err
		}
	}
	rows, err := from.Query("SELECT " + strings.Join(names, ", ") + " FROM " + t.name)
	if err != nil {
		return err
	}
	defer rows.Close()
	if _, err := pool.CopyFrom(ctx, pgx.Identifier{t.name}, names, pgx.CopyFromFunc(func() ([]any, error) {
		if !rows.Next() {
			return nil, rows.Err()
		}
		values, at := make([]any, len(names)), make([]any, len(names))
		for i := range values {
			at[i] = &values[i]
		}
		if err := rows.Scan(at...); err != nil {
			return nil, err
		}
		for i, c := range t.columns {
			if c.kind == "FLAG" {
				values[i] = values[i] == int64(1)
			}
		}
		return values, nil
	})); err != nil {
		return err
	}
	for _, q := range t.indexes {
		if err := run(q); err != nil {
			return err
		}
	}
	for _, c := range words {
		if err := run(fmt.Sprintf("CREATE INDEX %s_%s ON %[1]s USING gin (%[2]s gin_trgm_ops)", t.name, c)); err != nil {
			return err
		}
	}
	if err := run("VACUUM ANALYZE " + t.name); err != nil {
		return err
	}
	return run("CREATE OR REPLACE VIEW " + t.name + "_made AS SELECT 1 AS made")
}

// query is the condition and the order of a request, with its arguments.
func (t *table) query(r *http.Request) (where, order string, args []any, err error) {
	q := r.URL.Query()
	flag, err := t.column(q.Get("flag"))
	if err != nil {
		return "", "", nil, err
	}
	mark := func(value any) string {
		args = append(args, value)
		return "$" + strconv.Itoa(len(args))
	}
	where = flag.name
	for _, any := range q["where"] {
		var terms []string
		for term := range strings.SplitSeq(any, "|") {
			part := strings.Split(term, " ")
			c, err := t.column(part[0])
			if err != nil || len(part) < 3 {
				return "", "", nil, errors.Join(err, fmt.Errorf("not understood: %s", term))
			}
			if part[1] == "has" {
				terms = append(terms, c.name+" LIKE "+mark("%"+strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(part[2])+"%"))
				continue
			}
			var numbers []int32
			for _, s := range part[2:] {
				n, err := strconv.ParseInt(s, 10, 32)
				if err != nil {
					return "", "", nil, err
				}
				numbers = append(numbers, int32(n))
			}
			switch part[1] {
			case "in":
				terms = append(terms, c.name+" = ANY("+mark(numbers)+")")
			case "bits":
				terms = append(terms, c.name+" & "+mark(numbers[0])+" <> 0")
			case "most":
				terms = append(terms, c.name+" <= "+mark(numbers[0]))
			case "least":
				terms = append(terms, c.name+" >= "+mark(numbers[0]))
			default:
				return "", "", nil, fmt.Errorf("not understood: %s", term)
			}
		}
		where += " AND (" + strings.Join(terms, " OR ") + ")"
	}
	var by []string
	for name := range strings.SplitSeq(q.Get("order"), ",") {
		name, falls := strings.CutPrefix(name, "-")
		c, err := t.column(name)
		if err != nil {
			return "", "", nil, err
		}
		if by = append(by, c.name); falls {
			by[len(by)-1] += " DESC"
		}
	}
	return where, strings.Join(by, ", "), args, nil
}

func answer(ctx context.Context, pool *pgxpool.Pool, t *table, w http.ResponseWriter, r *http.Request) error {
	where, order, args, err := t.query(r)
	if err != nil {
		return err
	}
	page, err := strconv.Atoi(r.URL.Query().Get("page"))
	if err != nil {
		return err
	}
	var batch pgx.Batch
	batch.Queue("SELECT count(*) FROM "+t.name+" WHERE "+where, args...)
	batch.Queue(fmt.Sprintf("SELECT payload FROM %s WHERE %s ORDER BY %s LIMIT 10 OFFSET %d", t.name, where, order, 10*(page-1)), args...)
	results := pool.SendBatch(ctx, &batch)
	defer results.Close()
	count := 0
	if err := results.QueryRow().Scan(&count); err != nil {
		return err
	}
	rows, err := results.Query()
	if err != nil {
		return err
	}
	defer rows.Close()
	out := append(make([]byte, 0, 16<<10), `{"allCount":`...)
	out = append(strconv.AppendInt(out, int64(count), 10), `,"cards":[`...)
	for first := true; rows.Next(); first = false {
		var payload []byte
		if err := rows.Scan(&payload); err != nil {
			return err
		}
		if !first {
			out = append(out, ',')
		}
		out = append(out, payload...)
	}
	if err := rows.Err(); err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(out)+2))
	_, err = w.Write(append(out, `]}`...))
	return err
}
