// Package master answers look-ups in the master data of the network from
// memory: prefectures, municipalities, towns and postal codes, industries,
// the item lists of the forms, and financial institutions. The data are
// embedded in the executable; nothing is read from disk or database.
//
// All codes are text with their leading zeros. The small tables are parsed at
// their first use; the addresses (119,525 towns) at the first look-up of a
// town or postal code, or earlier with [Preload].
//
// Returned slices are copies that the caller may sort or cut. The slices and pointers in their
// elements (Region.PrefectureCodes, Large.Small, Item.Min and so on) are shared: read them, do not
// write to them.
//
// The embedded data are part of the program, so a broken table is a
// programming error and panics at first use; the tests read every table.
package master

import (
	"embed"
	"encoding/csv"
	"fmt"
	"slices"
)

//go:embed data/*.csv data/items.json data/licences/*.txt
var files embed.FS

// readTable returns the named columns, in the order asked for, of every row
// of data/name. Columns are found by header, so that a new one in the data
// does not shift the others.
func readTable(name string, columns ...string) [][]string {
	f, err := files.Open("data/" + name)
	if err != nil {
		panic(fmt.Errorf("master: %w", err))
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		panic(fmt.Errorf("master: %s: %w", name, err))
	}
	if len(rows) < 2 {
		panic(fmt.Errorf("master: %s: no rows", name))
	}
	at := make([]int, len(columns))
	for i, c := range columns {
		if at[i] = slices.Index(rows[0], c); at[i] < 0 {
			panic(fmt.Errorf("master: %s: no column %s", name, c))
		}
	}
	out := make([][]string, len(rows)-1)
	for i, row := range rows[1:] {
		out[i] = make([]string, len(columns))
		for j, k := range at {
			out[i][j] = row[k]
		}
	}
	return out
}

// index maps the key of each element to its position.
func index[T any](list []T, key func(T) string) map[string]int {
	m := make(map[string]int, len(list))
	for i, v := range list {
		k := key(v)
		if _, double := m[k]; double {
			panic(fmt.Errorf("master: code %s twice", k))
		}
		m[k] = i
	}
	return m
}

// find returns the element of list that index has put under code.
func find[T any](list []T, at map[string]int, code string) (T, bool) {
	i, ok := at[code]
	if !ok {
		var none T
		return none, false
	}
	return list[i], true
}
