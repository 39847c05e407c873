// Package fts5 finds the rows that contain a word, by reading FTS5's own lists of positions instead of
// running a MATCH query. The format it reads, and what happens when a list is not in that format, is
// described in README.md.
package fts5

import (
	"database/sql"
	"errors"
	"slices"

	"tsunagu/store/index"
)

// Each runs a query and calls f for every row; f scans it.
type Each func(f func(*sql.Rows) error, query string, args ...any) error

// Find returns the rows of a words table that contain word. It reads the lists of FTS5; if they are not
// in the expected format, FTS5 itself runs the query.
func Find(each Each, table, word string) (*index.Set, error) {
	rows, err := findInLists(each, table, word)
	if errors.Is(err, errFormat) {
		return Match(each, table, word)
	}
	if err != nil {
		return nil, err
	}
	defer rows.Free()
	return rows.Set(), nil
}

// Match returns the rows that contain word as FTS5 finds them.
func Match(each Each, table, word string) (*index.Set, error) {
	rowids := []uint32{}
	err := each(func(r *sql.Rows) error {
		var rowid uint32
		err := r.Scan(&rowid)
		rowids = append(rowids, rowid)
		return err
	}, "SELECT rowid FROM "+table+" WHERE "+table+" MATCH ?", matchQuery(word))
	if err != nil {
		return nil, err
	}
	return index.SetOf(rowids), nil
}

// FindAny returns the rows of a words table that contain any of some words, like Find, in one look at its structure.
func FindAny(each Each, table string, words []string) (*index.Set, error) {
	r, err := open(each, table)
	some := index.NewBits(0)
	defer func() { some.Free() }()
	for _, word := range words {
		var rows *index.Bits
		if err == nil {
			rows, err = r.rows(word)
		}
		if errors.Is(err, errFormat) {
			return matchAny(each, table, words)
		}
		if err != nil {
			return nil, err
		}
		if rows.Bytes() > some.Bytes() { // the one with room for the other takes it up
			some, rows = rows, some
		}
		some.OrBits(rows)
		rows.Free()
	}
	return some.Set(), err
}

// matchAny is Match for several words.
func matchAny(each Each, table string, words []string) (*index.Set, error) {
	rows := []uint32{}
	for _, word := range words {
		set, err := Match(each, table, word)
		if err != nil {
			return nil, err
		}
		set.Each(func(row uint32) { rows = append(rows, row) })
	}
	slices.Sort(rows)
	return index.SetOf(slices.Compact(rows)), nil
}

func findInLists(each Each, table, word string) (*index.Bits, error) {
	r, err := open(each, table)
	if err != nil {
		return nil, err
	}
	return r.rows(word)
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
