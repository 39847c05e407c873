// Package fts5 finds the rows that contain a word, by reading FTS5's own lists of positions instead of
// running a MATCH query. The format it reads, and what happens when a list is not in that format, is
// described in README.md.
package fts5

import (
	"database/sql"
	"errors"
	"strings"

	"tsunagu/store/index"
)

// Each runs a query and calls f for every row; f scans it.
type Each func(f func(*sql.Rows) error, query string, args ...any) error

// Find returns the rows of a words table that contain all words of any of the alternatives. It reads the lists of FTS5, its structure once
// for all words; if they are not in the expected format, FTS5 itself runs the query.
func Find(each Each, table string, any ...[]string) (*index.Set, error) {
	rows, err := findInLists(each, table, any)
	if errors.Is(err, errFormat) {
		return Match(each, table, any...)
	}
	if err != nil {
		return nil, err
	}
	defer rows.Free()
	return rows.Set(), nil
}

// Match returns the rows that contain all words of any of the alternatives as FTS5 finds them.
func Match(each Each, table string, any ...[]string) (*index.Set, error) {
	queries := make([]string, len(any))
	for i, all := range any {
		var parts []string
		for _, word := range all {
			parts = append(parts, matchQuery(word))
		}
		queries[i] = "(" + strings.Join(parts, " AND ") + ")"
	}
	rowids := []uint32{}
	err := each(func(r *sql.Rows) error {
		var rowid uint32
		err := r.Scan(&rowid)
		rowids = append(rowids, rowid)
		return err
	}, "SELECT rowid FROM "+table+" WHERE "+table+" MATCH ?", strings.Join(queries, " OR "))
	if err != nil {
		return nil, err
	}
	return index.SetOf(rowids), nil
}

func findInLists(each Each, table string, any [][]string) (*index.Bits, error) {
	r, err := open(each, table)
	if err != nil {
		return nil, err
	}
	defer r.free()
	if err := r.readAhead(any); err != nil {
		return nil, err
	}
	// Words of several alternatives are read once: phrases share what their businesses do.
	times, shared := map[string]int{}, map[string]*index.Bits{}
	for _, all := range any {
		for _, word := range all {
			times[word]++
		}
	}
	defer func() {
		for _, rows := range shared {
			rows.Free()
		}
	}()
	read := func(word string) (*index.Bits, error) {
		if times[word] == 1 {
			return r.rows(word)
		}
		if shared[word] == nil {
			rows, err := r.rows(word)
			if err != nil {
				return nil, err
			}
			shared[word] = rows
		}
		return shared[word].Copy(), nil
	}
	some := index.NewBits(0)
	for _, all := range any {
		rows, err := rowsWithAll(all, read)
		if err != nil {
			some.Free()
			return nil, err
		}
		if rows.Bytes() > some.Bytes() { // the one with room for the other takes it up
			some, rows = rows, some
		}
		some.OrBits(rows)
		rows.Free()
	}
	return some, nil
}

// rowsWithAll are the rows with each of some words; the rest of them is not read where no row is left.
func rowsWithAll(all []string, read func(word string) (*index.Bits, error)) (*index.Bits, error) {
	rows, err := read(all[0])
	if err != nil {
		return nil, err
	}
	for _, word := range all[1:] {
		if rows.Count() == 0 {
			break
		}
		more, err := read(word)
		if err != nil {
			rows.Free()
			return nil, err
		}
		rows.AndBits(more)
		more.Free()
	}
	return rows, nil
}

// MergeStep merges about pages pages of a words table's segments and reports whether there was nothing
// left to merge. A negative number of pages begins a merge of all segments, a positive one continues it.
func MergeStep(each Each, exec func(query string, args ...any) (int64, error), table string, pages int) (done bool, err error) {
	changes := func() (n int, err error) {
		return n, each(func(r *sql.Rows) error { return r.Scan(&n) }, "SELECT total_changes()")
	}
	before, err := changes()
	if err != nil {
		return false, err
	}
	if _, err := exec("INSERT INTO "+table+" ("+table+", rank) VALUES ('merge', ?)", pages); err != nil {
		return false, err
	}
	after, err := changes()
	return after-before < 2, err // FTS5's documented sign that it had nothing to do
}
