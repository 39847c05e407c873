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
	_ "modernc.org/sqlite"
)

// A card carries the JSON that the answer is to hold, ready made: the handler has nothing to encode.
var cardTable = []string{
	`CREATE TABLE card (seq integer PRIMARY KEY, visible boolean NOT NULL, published bigint NOT NULL, name text NOT NULL COLLATE "C", text text NOT NULL, industry integer NOT NULL, pref integer NOT NULL,
		regions integer NOT NULL, price integer NOT NULL, price_to integer NOT NULL, due integer NOT NULL, profit integer NOT NULL, payload text NOT NULL)`,
}

var cardIndexes = []string{
	"CREATE EXTENSION IF NOT EXISTS pg_trgm",
	"CREATE INDEX card_text ON card USING gin (text gin_trgm_ops)",
	"CREATE INDEX card_published ON card (visible, published DESC, seq DESC) INCLUDE (industry, pref, regions, price, price_to, due)",
	"CREATE INDEX card_price ON card (visible, price DESC, price_to DESC, seq DESC) INCLUDE (industry, pref, regions, due)",
	"CREATE INDEX card_due ON card (visible, due DESC, seq DESC) INCLUDE (industry, pref, regions, price, price_to)",
	"CREATE INDEX card_name ON card (visible, name DESC, seq DESC)",
	"CREATE INDEX card_profit ON card (visible, profit DESC, seq DESC)",
	"VACUUM ANALYZE card",
}

// postgres serves the cards: a connection pool, prepared statements, count and page in one round.
func postgres(address, dsn, cards string) error {
	ctx := context.Background()
	pool, err := pgxpool.New(ctx, dsn)
	if err != nil {
		return err
	}
	var there bool
	if err := pool.QueryRow(ctx, "SELECT to_regclass('card_profit') IS NOT NULL").Scan(&there); err != nil {
		return err
	}
	if !there {
		if err := fill(ctx, pool, cards); err != nil {
			return err
		}
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /ready", func(http.ResponseWriter, *http.Request) {})
	mux.HandleFunc("GET /cards", func(w http.ResponseWriter, r *http.Request) {
		if err := answer(r.Context(), pool, w, r); err != nil && !errors.Is(err, context.Canceled) {
			http.Error(w, err.Error(), http.StatusInternalServerError)
		}
	})
	return http.ListenAndServe(address, mux)
}

func fill(ctx context.Context, pool *pgxpool.Pool, cards string) error {
	for _, q := range append([]string{"DROP TABLE IF EXISTS card"}, cardTable...) {
		if _, err := pool.Exec(ctx, q); err != nil {
			return fmt.Errorf("%w in %s", err, q)
		}
	}
	db, err := sql.Open("sqlite", "file:"+cards+"?mode=ro")
	if err != nil {
		return err
	}
	defer db.Close()
	rows, err := db.Query("SELECT seq, visible = 1, published, name, text, industry, pref, regions, price, price_to, due, profit, payload FROM card")
	if err != nil {
		return err
	}
	defer rows.Close()
	columns := []string{"seq", "visible", "published", "name", "text", "industry", "pref", "regions", "price", "price_to", "due", "profit", "payload"}
	if _, err := pool.CopyFrom(ctx, pgx.Identifier{"card"}, columns, pgx.CopyFromFunc(func() ([]any, error) {
		if !rows.Next() {
			return nil, rows.Err()
		}
		var seq, industry, pref, regions, price, priceTo, due, profit int32
		var visible bool
		var published int64
		var name, text, payload string
		if err := rows.Scan(&seq, &visible, &published, &name, &text, &industry, &pref, &regions, &price, &priceTo, &due, &profit, &payload); err != nil {
			return nil, err
		}
		return []any{seq, visible, published, name, text, industry, pref, regions, price, priceTo, due, profit, payload}, nil
	})); err != nil {
		return err
	}
	for _, q := range cardIndexes {
		if _, err := pool.Exec(ctx, q); err != nil {
			return fmt.Errorf("%w in %s", err, q)
		}
	}
	return nil
}

var sorts = map[string]string{
	"": "published %s, seq DESC", "salesPrice": "price %s, price_to %[1]s, seq DESC", "dueDate": "due %s, seq DESC", "businessName": "name %s, seq DESC", "operatingProfit": "profit %s, seq DESC",
}

func answer(ctx context.Context, pool *pgxpool.Pool, w http.ResponseWriter, r *http.Request) error {
	q := r.URL.Query()
	where, args := "visible", []any{}
	add := func(format string, values ...any) {
		marks := make([]any, len(values))
		for i, v := range values {
			args = append(args, v)
			marks[i] = "$" + strconv.Itoa(len(args))
		}
		where += " AND " + fmt.Sprintf(format, marks...)
	}
	number := func(name string) int { n, _ := strconv.Atoi(q.Get(name)); return n }
	if q.Has("industry") {
		add("industry & %s <> 0", number("industry"))
	}
	if q.Has("prefs") {
		var prefs []int32
		for s := range strings.SplitSeq(q.Get("prefs"), ",") {
			n, _ := strconv.Atoi(s)
			prefs = append(prefs, int32(n))
		}
		add("(pref = ANY(%s) OR regions & %s <> 0)", prefs, number("regions"))
	}
	if q.Has("priceTo") {
		add("(price_to = 9 OR price = 0 AND price_to = 0 OR price <= %s)", number("priceTo"))
	}
	if q.Has("due") {
		add("due >= %s", number("due"))
	}
	if q.Has("word") {
		add("text LIKE %s", "%"+strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(q.Get("word"))+"%")
	}
	direction := "DESC"
	if q.Get("ascending") == "true" {
		direction = "ASC"
	}
	var batch pgx.Batch
	batch.Queue("SELECT count(*) FROM card WHERE "+where, args...)
	batch.Queue(fmt.Sprintf("SELECT payload FROM card WHERE %s ORDER BY %s LIMIT 10 OFFSET %d", where, fmt.Sprintf(sorts[q.Get("sort")], direction), 10*max(number("page")-1, 0)), args...)
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
