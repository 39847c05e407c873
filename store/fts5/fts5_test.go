package fts5

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	_ "modernc.org/sqlite"

	"tsunagu/store/index"
)

// words is a database with one words table, of the kind that the store has.
type words struct {
	t  *testing.T
	db *sql.Conn // as in the store, a query may run while the rows of another are read
}

const table = "words"

func newWords(t *testing.T) *words {
	t.Helper()
	db, err := sql.Open("sqlite", filepath.Join(t.TempDir(), "words.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	conn, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	w := &words{t, conn}
	w.write("PRAGMA synchronous = OFF")
	w.write("CREATE VIRTUAL TABLE words USING fts5(text, content='', contentless_delete=1, tokenize='ascii')")
	return w
}

// runner is the database or a transaction.
type runner interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

func each(db runner) Each {
	return func(f func(*sql.Rows) error, query string, args ...any) error {
		rows, err := db.QueryContext(context.Background(), query, args...)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			if err := f(rows); err != nil {
				return err
			}
		}
		return rows.Err()
	}
}

func (w *words) write(query string, args ...any) {
	w.t.Helper()
	if _, err := w.db.ExecContext(w.t.Context(), query, args...); err != nil {
		w.t.Fatal(err)
	}
}

// transaction runs f in one; it is rolled back if keep is false.
func (w *words) transaction(keep bool, f func(tx *sql.Tx, exec func(query string, args ...any))) {
	w.t.Helper()
	tx, err := w.db.BeginTx(w.t.Context(), nil)
	if err != nil {
		w.t.Fatal(err)
	}
	f(tx, func(query string, args ...any) {
		w.t.Helper()
		if _, err := tx.Exec(query, args...); err != nil {
			w.t.Fatal(err)
		}
	})
	end := tx.Rollback
	if keep {
		end = tx.Commit
	}
	if err := end(); err != nil {
		w.t.Fatal(err)
	}
}

// The lists give the same rows as FTS5 and as the texts themselves, through all that FTS5 does with its
// segments: it writes them, merges them in steps, deletes rows, and ends lists in the middle of a page.
func TestListsEqualFTS5(t *testing.T) {
	for seed := range uint64(2) {
		for _, page := range []int{64, 300, 4050} {
			t.Run(fmt.Sprintf("%d/%d", page, seed), func(t *testing.T) { compareLists(t, page, rand.New(rand.NewPCG(seed, uint64(page)))) })
		}
	}
}

func compareLists(t *testing.T, page int, r *rand.Rand) {
	db := newWords(t)
	letters := []rune("県県県製造業のa%_ 。𠮷")
	some := func(most int) string {
		var b strings.Builder
		for range 1 + r.IntN(most) {
			b.WriteRune(letters[r.IntN(len(letters))])
		}
		return b.String()
	}
	write := func(f func(exec func(query string, args ...any))) {
		t.Helper()
		db.transaction(true, func(_ *sql.Tx, exec func(string, ...any)) { f(exec) })
	}
	write(func(exec func(string, ...any)) {
		exec("INSERT INTO words (words, rank) VALUES ('pgsz', ?)", page)
		exec("INSERT INTO words (words, rank) VALUES ('automerge', ?)", 2+r.IntN(6))
		exec("INSERT INTO words (words, rank) VALUES ('deletemerge', ?)", 5+r.IntN(60))
	})
	texts := map[uint32][]string{}
	put := func(exec func(string, ...any), row uint32) {
		exec("DELETE FROM words WHERE rowid = ?", row)
		delete(texts, row)
		if r.IntN(6) == 0 {
			return
		}
		for range 1 + r.IntN(3) {
			most := 40
			if r.IntN(20) == 0 { // positions of several bytes, and so many that their number has several
				most = 1500
			}
			texts[row] = append(texts[row], some(most))
		}
		exec("INSERT INTO words (rowid, text) VALUES (?, ?)", row, Tokens(texts[row]))
	}
	for round := range 60 {
		if round%30 == 29 {
			db.merge()
			lists, err := open(each(db.db), table)
			if err != nil {
				t.Fatal(err)
			}
			if len(lists.segments) != 1 || lists.segments[0].tombstonePages > 0 {
				t.Errorf("round %d: %d segments are left, the first with %d tombstone pages", round, len(lists.segments),
					lists.segments[0].tombstonePages)
			}
		}
		write(func(exec func(string, ...any)) {
			rows := 1
			if round%20 == 0 {
				rows = 150
			}
			for range rows {
				put(exec, 1+uint32(r.IntN(400))*uint32(1+r.IntN(2)*50))
			}
			switch r.IntN(20) {
			case 0:
				exec("INSERT INTO words (words) VALUES ('optimize')")
			case 1, 2, 3:
				exec("INSERT INTO words (words, rank) VALUES ('merge', ?)", 1+r.IntN(20))
			}
		})
		if round%4 != 3 {
			continue
		}
		for range 30 {
			word := some(6)
			if round%8 == 3 && r.IntN(2) == 0 { // one that is in a text
				for _, of := range texts {
					all := []rune(of[0])
					from := r.IntN(len(all))
					word = string(all[from:min(len(all), from+1+r.IntN(8))])
					break
				}
			}
			listed, err := findInLists(each(db.db), table, [][]string{{word}})
			if err != nil {
				t.Fatal(err)
			}
			matched, err := Match(each(db.db), table, []string{word})
			if err != nil {
				t.Fatal(err)
			}
			var want []uint32
			for row, of := range texts {
				if slices.ContainsFunc(of, func(text string) bool { return strings.Contains(text, word) }) {
					want = append(want, row)
				}
			}
			slices.Sort(want)
			if !slices.Equal(slotsOf(listed), want) || !slices.Equal(slotsOfSet(matched), want) {
				t.Fatalf("round %d, %q: the lists give %v, FTS5 finds %v, the texts that have it are %v", round, word, slotsOf(listed),
					slotsOfSet(matched), want)
			}
			more := [][]string{{word}, {some(1), some(2)}, {some(2)}, {some(1), some(1), some(1)}}
			for range 12 * r.IntN(2) { // so many are read ahead
				more = append(more, []string{some(6), some(3)}, []string{some(4) + "県"})
			}
			want = nil
			for row, of := range texts {
				has := func(word string) bool {
					return slices.ContainsFunc(of, func(text string) bool { return strings.Contains(text, word) })
				}
				if slices.ContainsFunc(more, func(all []string) bool {
					return !slices.ContainsFunc(all, func(word string) bool { return !has(word) })
				}) {
					want = append(want, row)
				}
			}
			slices.Sort(want)
			any, err := Find(each(db.db), table, more...)
			if err != nil {
				t.Fatal(err)
			}
			if matched, err = Match(each(db.db), table, more...); err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(slotsOfSet(any), want) || !slices.Equal(slotsOfSet(matched), want) {
				t.Fatalf("round %d, any of %q: %v, FTS5 finds %v, the texts that have one are %v", round, more, slotsOfSet(any),
					slotsOfSet(matched), want)
			}
		}
	}
}

// A bigram is found whose rows begin on the page after it. That happens when a page is full to the byte, so
// pages of all sizes are written.
func TestListsOfFullPages(t *testing.T) {
	db := newWords(t)
	db.transaction(false, func(tx *sql.Tx, exec func(string, ...any)) {
		put := func(row int, text string) {
			exec("INSERT INTO words (rowid, text) VALUES (?, ?)", row, Tokens([]string{text}))
		}
		const rows = 150
		for row := range rows {
			put(1+row, "〇一県県製造業")
		}
		for page := 150; page < 450; page++ {
			for _, command := range []string{"pgsz", "optimize"} { // an optimized index stays as it is without another row
				put(page*2+len(command)%2, "県県")
				exec("INSERT INTO words (words, rank) VALUES (?, ?)", command, page)
			}
			for _, word := range []string{"〇一", "一県県", "県製造", "造業"} {
				if found, err := findInLists(each(tx), table, [][]string{{word}}); err != nil || len(slotsOf(found)) != rows {
					t.Fatalf("pages of %d: %q is in %d, %v", page, word, len(slotsOf(found)), err)
				}
			}
		}
	})
}

// Lists in an unknown format are left to FTS5, and damaged lists never end the program.
func TestUnknownFormat(t *testing.T) {
	db := newWords(t)
	db.transaction(true, func(_ *sql.Tx, exec func(string, ...any)) {
		for row := 1; row <= 300; row++ {
			exec("INSERT INTO words (rowid, text) VALUES (?, ?)", row, Tokens([]string{"金属製品の製造業"}))
		}
	})
	db.write("DELETE FROM words WHERE rowid % 3 = 0")
	find := func() (n int, listed error) {
		t.Helper()
		_, listed = findInLists(each(db.db), table, [][]string{{"製造業"}})
		set, err := Find(each(db.db), table, []string{"製造業"})
		if err != nil {
			t.Fatal(err)
		}
		return set.Count(), listed
	}
	if n, err := find(); n != 200 || err != nil {
		t.Fatal(n, err)
	}
	db.write("UPDATE words_config SET v = 5 WHERE k = 'version'")
	if n, err := find(); n != 200 || !errors.Is(err, errFormat) {
		t.Error(n, err)
	}
	db.write("UPDATE words_config SET v = 4 WHERE k = 'version'")
	type block struct {
		id   int64
		page []byte
	}
	var pages []block
	if err := each(db.db)(func(r *sql.Rows) error {
		var b block
		err := r.Scan(&b.id, &b.page)
		pages = append(pages, b)
		return err
	}, "SELECT id, block FROM words_data WHERE id <> 1 ORDER BY id"); err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(5, 6))
	broken := 0
	for try := range 20 {
		for _, b := range pages {
			hurt := slices.Clone(b.page)
			for range 1 + r.IntN(3) {
				hurt[r.IntN(len(hurt))] = byte(r.Uint32())
			}
			if r.IntN(4) == 0 {
				hurt = hurt[:r.IntN(len(hurt))]
			}
			if at := 4 * (1 + try); try < 3 { // the largest number, at the beginning of what pages hold
				hurt = slices.Concat(b.page[:at], bytes.Repeat([]byte{0xff}, 9), b.page[at+9:])
			}
			db.transaction(false, func(tx *sql.Tx, exec func(string, ...any)) {
				exec("UPDATE words_data SET block = ? WHERE id = ?", hurt, b.id)
				for _, word := range []string{"製", "製造", "金属製品の"} {
					if _, err := findInLists(each(tx), table, [][]string{{word}}); err != nil {
						broken++
						if !errors.Is(err, errFormat) {
							t.Errorf("%x: %v", hurt, err)
						}
					}
				}
			})
		}
	}
	if broken == 0 {
		t.Error("no damage was noticed")
	}
}

// Tombstone pages have to be complete and to hold possible rowids: else deleted rows would be found, or
// others not.
func TestTombstones(t *testing.T) {
	db := newWords(t)
	find := func() (rows []uint32, listed error) {
		t.Helper()
		lists, err := open(each(db.db), table)
		if err != nil {
			t.Fatal(err)
		}
		found, err := lists.rows("製造業")
		if err == nil {
			rows = slotsOf(found)
		}
		if len(lists.buffers.lists) > 0 {
			t.Errorf("%d bytes are left in the buffer", len(lists.buffers.lists))
		}
		return rows, err
	}
	const far = 2 << 32
	db.write("INSERT INTO words (rowid, text) VALUES (1, '製造 造業 業'), (2, '製造 造業 業'), (3, '製造 造業 業'), (?, '県内 内')", far)
	if rows, err := find(); !slices.Equal(rows, []uint32{1, 2, 3}) || err != nil {
		t.Fatal(rows, err)
	}
	db.write("DELETE FROM words WHERE rowid = 3")
	if rows, err := find(); !slices.Equal(rows, []uint32{1, 2}) || err != nil {
		t.Error(rows, err)
	}
	db.transaction(false, func(tx *sql.Tx, exec func(string, ...any)) {
		exec("DELETE FROM words_data WHERE id >= ?", int64(tombstoneOffset)<<segmentShift)
		if rows, err := findInLists(each(tx), table, [][]string{{"製造業"}}); !errors.Is(err, errFormat) {
			t.Error("a page is missing:", rows, err)
		}
	})
	db.write("DELETE FROM words WHERE rowid = ?", far)
	if rows, err := find(); !errors.Is(err, errFormat) {
		t.Error(rows, err)
	}
}

// A damaged list is one of an unknown format, wherever in it the damage is.
func TestDamagedLists(t *testing.T) {
	last := []byte{0x88, 0x80, 0x80, 0x80, 0} // maxNumber
	for what, c := range map[string]struct {
		list     []byte
		isKnown  bool
		absolute []int
	}{
		"two rows":                     {[]byte{1, 2, 2, 1, 4, 3, 2}, true, nil},
		"the last rowid":               {slices.Concat(last, []byte{2, 2}), true, nil},
		"the last position":            {slices.Concat([]byte{1, 10}, last), true, nil},
		"no rowid":                     {[]byte{0, 2, 2}, false, nil},
		"a rowid too large by sum":     {slices.Concat(last, []byte{2, 2, 1, 2, 2}), false, nil},
		"a rowid too large":            {[]byte{0x88, 0x80, 0x80, 0x80, 1, 2, 2}, false, nil},
		"a position too large":         {[]byte{1, 10, 0x88, 0x80, 0x80, 0x80, 1}, false, nil},
		"a position in another column": {[]byte{1, 2, 1}, false, nil},
		"a position cut off":           {[]byte{1, 2, 0x82}, false, nil},
		"a row without positions":      {[]byte{1, 2}, false, nil},
		"a second without positions":   {[]byte{1, 2, 2, 1, 2}, false, nil},
		"a second in full":             {[]byte{1, 2, 2, 2, 2, 2}, true, []int{3}},
		"a row across one in full":     {[]byte{1, 6, 2, 2, 2, 1, 2, 2}, false, []int{3}},
		"a second marked as deleted":   {[]byte{1, 2, 2, 1, 3, 2}, false, nil},
		"a second without a size":      {[]byte{1, 2, 2, 1}, false, nil},
		"a row marked as deleted":      {[]byte{1, 3, 2}, false, nil},
		"a number without end":         {bytes.Repeat([]byte{0xff}, 30), false, nil},
	} {
		list := &doclist{to: len(c.list), absolute: append([]int{0}, c.absolute...)}
		b := &bigram{lists: []*doclist{list}, size: len(c.list)}
		r := &reader{buffers: &buffers{lists: c.list}}
		if err := r.start(b); c.isKnown && err != nil || !c.isKnown && !errors.Is(err, errFormat) {
			t.Errorf("%s, start: %v", what, err)
		}
		r.buffers.positions = positions{1 << rowidShift, 2 << rowidShift, maxNumber << rowidShift, (maxNumber + 1) << rowidShift}
		if err := r.intersect(b); c.isKnown && err != nil || !c.isKnown && !errors.Is(err, errFormat) {
			t.Errorf("%s, intersect: %v", what, err)
		}
	}
}

// merge is what the weekly maintenance does.
func (w *words) merge() {
	w.t.Helper()
	for pages, done := -5, false; !done; pages = 5 {
		w.transaction(true, func(tx *sql.Tx, _ func(string, ...any)) {
			var err error
			if done, err = MergeStep(each(tx), func(query string, args ...any) (int64, error) {
				_, err := tx.Exec(query, args...)
				return 0, err
			}, table, pages); err != nil {
				w.t.Fatal(err)
			}
		})
	}
}

func slotsOf(rows *index.Bits) []uint32 { return slotsOfSet(rows.Set()) }

func slotsOfSet(set *index.Set) (out []uint32) {
	set.Each(func(slot uint32) { out = append(out, slot) })
	return out
}

// A name is found by itself alone, and a text never by a name.
func TestNamesAreFoundApart(t *testing.T) {
	w := newWords(t)
	w.write("INSERT INTO words (rowid, text) VALUES (1, ?)", Tokens([]string{"鋳造と茶", Name("茶・こーひー abc")}))
	w.write("INSERT INTO words (rowid, text) VALUES (2, ?)", Tokens([]string{"茶の店", Name("鋳造")}))
	for word, want := range map[string][2]string{"こーひー": {"[]", "[1]"}, "茶": {"[1 2]", "[1]"}, "鋳造": {"[1]", "[2]"}, "bc": {"[]", "[1]"},
		"茶・": {"[]", "[1]"}, "茶の": {"[2]", "[]"}, "ー a": {"[]", "[1]"}} {
		for i, sought := range []string{word, Name(word)} {
			found, err := Find(each(w.db), table, []string{sought})
			if err != nil {
				t.Fatal(err)
			}
			var slots []uint32
			found.Each(func(slot uint32) { slots = append(slots, slot) })
			if got := fmt.Sprint(slots); got != want[i] {
				t.Errorf("%s, %d: %s, want %s", word, i, got, want[i])
			}
		}
	}
}
