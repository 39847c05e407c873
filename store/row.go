package store

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"time"
)

// Nouns are plain structs whose `db` tags name their columns. The few functions here turn
// them into column lists, scan destinations and arguments, so that forty-column tables are
// written down once. Times become integer milliseconds (zero = NULL), slices and maps JSON text.

type column struct {
	name    string
	index   []int
	isGiven bool // set by SQLite, as a row's number is: `db:"seq,given"`; read, never written
	isCard  bool // a list shows it: `db:"business_name,card"`
}

var columnCache sync.Map // reflect.Type → []column

func columnsOf(t reflect.Type) []column {
	if c, ok := columnCache.Load(t); ok {
		return c.([]column)
	}
	var cols []column
	for _, f := range reflect.VisibleFields(t) {
		if name, is, _ := strings.Cut(f.Tag.Get("db"), ","); name != "" {
			cols = append(cols, column{name, f.Index, is == "given", is == "card"})
		}
	}
	columnCache.Store(t, cols)
	return cols
}

// names lists T's columns for a SELECT, each under the given table alias.
func names[T any](alias string) string {
	key := namedColumns{reflect.TypeFor[T](), alias}
	if known, ok := namesKnown.Load(key); ok {
		return known.(string)
	}
	var out []string
	for _, c := range columnsOf(key.of) {
		out = append(out, alias+"."+c.name)
	}
	text := strings.Join(out, ", ")
	namesKnown.Store(key, text)
	return text
}

// namesKnown are the results of names, of which there are as many as places that call it.
var namesKnown sync.Map

type namedColumns struct {
	of    reflect.Type
	alias string
}

// cardNames lists those of T's columns that a list shows.
func cardNames[T any](alias string) string {
	var out []string
	for _, c := range columnsOf(reflect.TypeFor[T]()) {
		if c.isCard {
			out = append(out, alias+"."+c.name)
		}
	}
	return strings.Join(out, ", ")
}

// dests are the scan destinations of v's columns in the order of names.
func dests(v any) []any { return destsOf(v, func(*column) bool { return true }) }

// cardDests are those in the order of cardNames.
func cardDests(v any) []any { return destsOf(v, func(c *column) bool { return c.isCard }) }

func destsOf(v any, is func(*column) bool) []any {
	rv := reflect.ValueOf(v).Elem()
	cols := columnsOf(rv.Type())
	out := make([]any, 0, len(cols))
	for i := range cols {
		c := &cols[i]
		if !is(c) {
			continue
		}
		p := rv.FieldByIndex(c.index).Addr().Interface()
		switch p := p.(type) {
		case *time.Time:
			out = append(out, timeColumn{p})
		case *string, *int, *int64, *bool, **int64, **int, *[]byte:
			out = append(out, p)
		default:
			if k := reflect.TypeOf(p).Elem().Kind(); k == reflect.Slice || k == reflect.Map {
				out = append(out, jsonColumn{p})
			} else {
				out = append(out, p)
			}
		}
	}
	return out
}

// args are the values of v's columns in the order of names.
func args(v any) []any { return valuesOf(v, func(*column) bool { return true }) }

// cardArgs are those in the order of cardNames.
func cardArgs(v any) []any { return valuesOf(v, func(c *column) bool { return c.isCard }) }

func valuesOf(v any, is func(*column) bool) []any {
	rv := reflect.ValueOf(v).Elem()
	cols := columnsOf(rv.Type())
	out := make([]any, 0, len(cols))
	for i := range cols {
		c := &cols[i]
		if !is(c) {
			continue
		}
		switch f := rv.FieldByIndex(c.index).Interface().(type) {
		case time.Time:
			out = append(out, ms(f))
		case []byte:
			out = append(out, f)
		default:
			fv := reflect.ValueOf(f)
			switch fv.Kind() {
			case reflect.Slice, reflect.Map:
				if fv.IsNil() {
					fv = reflect.MakeSlice(reflect.TypeOf([]string{}), 0, 0)
					if reflect.TypeOf(f).Kind() == reflect.Map {
						out = append(out, "{}")
						continue
					}
				}
				b, err := json.Marshal(fv.Interface())
				if err != nil {
					panic(err) // plain slices and maps of strings and numbers always marshal
				}
				out = append(out, string(b))
			default:
				out = append(out, f)
			}
		}
	}
	return out
}

type timeColumn struct{ t *time.Time }

func (c timeColumn) Scan(v any) error {
	var n sql.NullInt64
	if err := n.Scan(v); err != nil {
		return err
	}
	*c.t = fromMS(n)
	return nil
}

type jsonColumn struct{ p any }

func (c jsonColumn) Scan(v any) error {
	switch v := v.(type) {
	case string:
		return json.Unmarshal([]byte(v), c.p)
	case []byte:
		return json.Unmarshal(v, c.p)
	default:
		return fmt.Errorf("store: JSON column holds %T", v)
	}
}

// insert writes v as a new row of the table.
func insert[T any](t *Tx, table string, v *T) error {
	var list []string
	var values []any
	all := args(v)
	for i, c := range columnsOf(reflect.TypeFor[T]()) {
		if !c.isGiven {
			list, values = append(list, c.name), append(values, all[i])
		}
	}
	_, err := t.exec("INSERT INTO "+table+" ("+strings.Join(list, ", ")+") VALUES ("+marks(len(list))+")", values...)
	return err
}

// update writes all columns of v but the id where the conditions (SQL with its arguments) hold. If no
// row fits, ErrStale. The id is left out because writing it, even unchanged, makes SQLite search for
// rows that refer to it, through whole tables where these have no index for it.
func update[T any](t *Tx, table string, v *T, where string, whereArgs ...any) error {
	var list []string
	var values []any
	all := args(v)
	for i, c := range columnsOf(reflect.TypeFor[T]()) {
		if c.name != "id" && !c.isGiven {
			list, values = append(list, c.name+" = ?"), append(values, all[i])
		}
	}
	return t.execOne("UPDATE "+table+" SET "+strings.Join(list, ", ")+" WHERE "+where, append(values, whereArgs...)...)
}

// get scans one T; ErrNotFound if there is no row. The query's SELECT list must be names[T].
func get[T any](q *Q, query string, params ...any) (*T, error) {
	v := new(T)
	if err := q.scan1(dests(v), query, params...); err != nil {
		return nil, err
	}
	return v, nil
}

// list scans all T of a query.
func list[T any](q *Q, query string, params ...any) ([]T, error) {
	var out []T
	err := q.each(func(r *sql.Rows) error {
		var v T
		if err := r.Scan(dests(&v)...); err != nil {
			return err
		}
		out = append(out, v)
		return nil
	}, query, params...)
	return out, err
}

// marks is "?, ?, …" n times.
func marks(n int) string {
	if n == 0 {
		return ""
	}
	return strings.Repeat("?, ", n-1) + "?"
}

// anyOf turns strings into arguments.
func anyOf[S ~[]E, E any](s S) []any {
	out := make([]any, len(s))
	for i, v := range s {
		out[i] = v
	}
	return out
}

// codes reads a list table's codes of one owner in order.
func codes[T any](q *Q, query string, params ...any) ([]T, error) {
	out := []T{}
	err := q.each(func(r *sql.Rows) error {
		var c T
		if err := r.Scan(&c); err != nil {
			return err
		}
		out = append(out, c)
		return nil
	}, query, params...)
	return out, err
}

// where collects the conditions of a search. The zero value matches everything.
type where struct {
	conds []string
	args  []any
}

func (w *where) add(cond string, params ...any) {
	w.conds = append(w.conds, cond)
	w.args = append(w.args, params...)
}

func (w *where) String() string {
	if len(w.conds) == 0 {
		return "1"
	}
	return "(" + strings.Join(w.conds, ") AND (") + ")"
}

// like escapes % and _ so that free words are literal; use with LIKE ? ESCAPE '\'.
func like(s string) string {
	return "%" + strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(s) + "%"
}

// IsStale says that somebody wrote a row since a caller saw its version; a caller who does not say which it saw
// means the row as it stands (domain.md 0.11).
func IsStale(seen *int, version int) bool { return seen != nil && *seen != version }
