package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tsunagu/store/index"
)

// The lists that are read here tell what FTS5 finds and what stands in the texts, through all that
// FTS5 does with its segments: it writes, merges in steps, drops rows, and ends lists in mid-page.
func TestWordListsAreWhatFTS5Finds(t *testing.T) {
	for seed := range uint64(2) {
		for _, page := range []int{64, 300, 4050} {
			t.Run(fmt.Sprintf("%d/%d", page, seed), func(t *testing.T) { tryWordLists(t, page, rand.New(rand.NewPCG(seed, uint64(page)))) })
		}
	}
}

func tryWordLists(t *testing.T, page int, r *rand.Rand) {
	s, _, _ := memory(t)
	ctx := context.Background()
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
		if err := s.Write(ctx, func(tx *Tx) error {
			f(func(query string, args ...any) {
				if _, err := tx.exec(query, args...); err != nil {
					t.Fatal(err)
				}
			})
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	write(func(exec func(string, ...any)) {
		exec("INSERT INTO listing_words (listing_words, rank) VALUES ('pgsz', ?)", page)
		exec("INSERT INTO listing_words (listing_words, rank) VALUES ('automerge', ?)", 2+r.IntN(6))
		exec("INSERT INTO listing_words (listing_words, rank) VALUES ('deletemerge', ?)", 5+r.IntN(60))
	})
	texts := map[uint32][]string{}
	put := func(exec func(string, ...any), row uint32) {
		exec("DELETE FROM listing_words WHERE rowid = ?", row)
		delete(texts, row)
		if r.IntN(6) == 0 {
			return
		}
		var b strings.Builder
		for i := range 1 + r.IntN(3) {
			most := 40
			if r.IntN(20) == 0 { // places that take several bytes, and so many that their number does
				most = 1500
			}
			text := some(most)
			if i > 0 {
				b.WriteString(between)
			}
			pairsOf(&b, text)
			texts[row] = append(texts[row], text)
		}
		exec("INSERT INTO listing_words (rowid, text) VALUES (?, ?)", row, b.String())
	}
	for round := range 60 {
		if round%30 == 29 {
			if err := s.Optimize(ctx); err != nil {
				t.Fatal(err)
			}
			if err := s.Read(ctx, func(q *Q) error {
				lists, err := listingWords.lists(q)
				if err == nil && (len(lists.segments) != 1 || lists.segments[0].tombstonePages > 0) {
					t.Errorf("round %d: %d lists are left, the first with %d pages of dropped rows", round, len(lists.segments), lists.segments[0].tombstonePages)
				}
				return err
			}); err != nil {
				t.Fatal(err)
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
				exec("INSERT INTO listing_words (listing_words) VALUES ('optimize')")
			case 1, 2, 3:
				exec("INSERT INTO listing_words (listing_words, rank) VALUES ('merge', ?)", 1+r.IntN(20))
			}
		})
		if round%4 != 3 {
			continue
		}
		if err := s.Read(ctx, func(q *Q) error {
			for range 30 {
				word := some(6)
				if round%8 == 3 && r.IntN(2) == 0 { // one that stands somewhere
					for _, of := range texts {
						all := []rune(of[0])
						from := r.IntN(len(all))
						word = string(all[from:min(len(all), from+1+r.IntN(8))])
						break
					}
				}
				listed, err := listingWords.listed(q, word)
				if err != nil {
					return err
				}
				matched, err := listingWords.matched(q, word)
				if err != nil {
					return err
				}
				var want []uint32
				for row, of := range texts {
					if slices.ContainsFunc(of, func(text string) bool { return strings.Contains(text, word) }) {
						want = append(want, row)
					}
				}
				slices.Sort(want)
				if !slices.Equal(slotsOf(listed), want) || !slices.Equal(matched, want) {
					return fmt.Errorf("round %d, %q: the lists tell %v, FTS5 finds %v, the texts have it in %v", round, word, slotsOf(listed), matched, want)
				}
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
}

// A pair whose rows begin on the page after it is found as the others are: that happens where a page is
// full to the byte, so pages of all sizes are written.
func TestWordListsOfFullPages(t *testing.T) {
	s, _, _ := memory(t)
	if err := s.Write(context.Background(), func(tx *Tx) error {
		put := func(row int, text string) {
			var b strings.Builder
			pairsOf(&b, text)
			if _, err := tx.exec("INSERT INTO listing_words (rowid, text) VALUES (?, ?)", row, b.String()); err != nil {
				t.Fatal(err)
			}
		}
		const rows = 150
		for row := range rows {
			put(1+row, "〇一県県製造業")
		}
		for page := 150; page < 450; page++ {
			for _, command := range []string{"pgsz", "optimize"} { // what is optimized already stays as it is, without a row more
				put(page*2+len(command)%2, "県県")
				if _, err := tx.exec("INSERT INTO listing_words (listing_words, rank) VALUES (?, ?)", command, page); err != nil {
					t.Fatal(err)
				}
			}
			for _, word := range []string{"〇一", "一県県", "県製造", "造業"} {
				if found, err := listingWords.listed(&tx.Q, word); err != nil || len(slotsOf(found)) != rows {
					t.Fatalf("pages of %d: %q is in %d, %v", page, word, len(slotsOf(found)), err)
				}
			}
		}
		return errStop
	}); !errors.Is(err, errStop) {
		t.Fatal(err)
	}
}

// Lists of a form that is not known are left to FTS5, and lists that make no sense never end the program.
func TestWordListsOfAnotherForm(t *testing.T) {
	s, _, _ := memory(t)
	ctx := context.Background()
	write := statements(t, s)
	for row := 1; row <= 300; row++ {
		var b strings.Builder
		pairsOf(&b, "金属製品の製造業")
		write("INSERT INTO listing_words (rowid, text) VALUES (?, ?)", row, b.String())
	}
	write("DELETE FROM listing_words WHERE rowid % 3 = 0")
	find := func() (n int, listed error) {
		t.Helper()
		if err := s.Read(ctx, func(q *Q) error {
			_, listed = listingWords.listed(q, "製造業")
			ed, err := q.edition()
			if err != nil {
				return err
			}
			ed.listings.Derived.Clear()
			set, err := listingWords.find(q, ed.listings, "製造業")
			if err == nil {
				n = set.Count()
			}
			return err
		}); err != nil {
			t.Fatal(err)
		}
		return n, listed
	}
	if n, err := find(); n != 200 || err != nil {
		t.Fatal(n, err)
	}
	write("UPDATE listing_words_config SET v = 5 WHERE k = 'version'")
	if n, err := find(); n != 200 || !errors.Is(err, errListForm) {
		t.Error(n, err)
	}
	write("UPDATE listing_words_config SET v = 4 WHERE k = 'version'")
	pages := map[int64][]byte{}
	if err := s.Read(ctx, func(q *Q) error {
		ids, err := codes[int64](q, "SELECT id FROM listing_words_data WHERE id <> 1")
		for _, id := range ids {
			page := []byte{}
			if err := q.scan1([]any{&page}, "SELECT block FROM listing_words_data WHERE id = ?", id); err != nil {
				return err
			}
			pages[id] = page
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(5, 6))
	broken := 0
	for try := range 20 {
		for id, page := range pages {
			hurt := slices.Clone(page)
			for range 1 + r.IntN(3) {
				hurt[r.IntN(len(hurt))] = byte(r.Uint32())
			}
			if r.IntN(4) == 0 {
				hurt = hurt[:r.IntN(len(hurt))]
			}
			if at := 4 * (1 + try); try < 3 { // the largest number there is, where pages begin to tell something
				hurt = slices.Concat(page[:at], bytes.Repeat([]byte{0xff}, 9), page[at+9:])
			}
			if err := s.Write(ctx, func(tx *Tx) error {
				if _, err := tx.exec("UPDATE listing_words_data SET block = ? WHERE id = ?", hurt, id); err != nil {
					return err
				}
				for _, word := range []string{"製", "製造", "金属製品の"} {
					if _, err := listingWords.listed(&tx.Q, word); err != nil {
						broken++
						if !errors.Is(err, errListForm) {
							t.Errorf("%x: %v", hurt, err)
						}
					}
				}
				return errStop
			}); !errors.Is(err, errStop) {
				t.Fatal(err)
			}
		}
	}
	if broken == 0 {
		t.Error("nothing was noticed")
	}
}

// What tells of dropped rows has to be whole, and to tell of rows that there can be: else rows that were
// dropped would be found, or others not.
func TestWordListsOfDroppedRows(t *testing.T) {
	s, _, _ := memory(t)
	ctx := context.Background()
	write := statements(t, s)
	find := func() (rows []uint32, listed error) {
		t.Helper()
		if err := s.Read(ctx, func(q *Q) error {
			lists, err := listingWords.lists(q)
			if err != nil {
				return err
			}
			found, err := lists.rows("製造業")
			if listed = err; err == nil {
				rows = slotsOf(found)
			}
			if len(lists.room.lists) > 0 {
				t.Errorf("%d bytes are left in the room", len(lists.room.lists))
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		return rows, listed
	}
	const far = 2 << 32
	write("INSERT INTO listing_words (rowid, text) VALUES (1, '製造 造業 業'), (2, '製造 造業 業'), (3, '製造 造業 業'), (?, '県内 内')", far)
	if rows, err := find(); !slices.Equal(rows, []uint32{1, 2, 3}) || err != nil {
		t.Fatal(rows, err)
	}
	write("DELETE FROM listing_words WHERE rowid = 3")
	if rows, err := find(); !slices.Equal(rows, []uint32{1, 2}) || err != nil {
		t.Error(rows, err)
	}
	if err := s.Write(ctx, func(tx *Tx) error {
		if _, err := tx.exec("DELETE FROM listing_words_data WHERE id >= ?", int64(tombstonesFor)<<segmentBits); err != nil {
			return err
		}
		if rows, err := listingWords.listed(&tx.Q, "製造業"); !errors.Is(err, errListForm) {
			t.Error("a page is missing:", rows, err)
		}
		return errStop
	}); !errors.Is(err, errStop) {
		t.Fatal(err)
	}
	write("DELETE FROM listing_words WHERE rowid = ?", far)
	if rows, err := find(); !errors.Is(err, errListForm) {
		t.Error(rows, err)
	}
}

// A list that makes no sense is one of a form that is not known, wherever in it that shows.
func TestWordListsThatMakeNoSense(t *testing.T) {
	last := []byte{0x88, 0x80, 0x80, 0x80, 0} // maxListed
	for what, c := range map[string]struct {
		list    []byte
		isKnown bool
		whole   []int
	}{
		"two rows":                    {[]byte{1, 2, 2, 1, 4, 3, 2}, true, nil},
		"the last row":                {slices.Concat(last, []byte{2, 2}), true, nil},
		"the last place":              {slices.Concat([]byte{1, 10}, last), true, nil},
		"no row":                      {[]byte{0, 2, 2}, false, nil},
		"a row that is too far":       {slices.Concat(last, []byte{2, 2, 1, 2, 2}), false, nil},
		"a row that is told too far":  {[]byte{0x88, 0x80, 0x80, 0x80, 1, 2, 2}, false, nil},
		"a place that is too far":     {[]byte{1, 10, 0x88, 0x80, 0x80, 0x80, 1}, false, nil},
		"a place in another column":   {[]byte{1, 2, 1}, false, nil},
		"a place that is broken off":  {[]byte{1, 2, 0x82}, false, nil},
		"a row without places":        {[]byte{1, 2}, false, nil},
		"a second row without places": {[]byte{1, 2, 2, 1, 2}, false, nil},
		"a second row that is whole":  {[]byte{1, 2, 2, 2, 2, 2}, true, []int{3}},
		"a row over a whole one":      {[]byte{1, 6, 2, 2, 2, 1, 2, 2}, false, []int{3}},
		"a second row, deleted":       {[]byte{1, 2, 2, 1, 3, 2}, false, nil},
		"a row without their number":  {[]byte{1, 2, 2, 1}, false, nil},
		"a row that was deleted":      {[]byte{1, 3, 2}, false, nil},
		"a number without end":        {bytes.Repeat([]byte{0xff}, 30), false, nil},
	} {
		list := &wordList{to: len(c.list), whole: append([]int{0}, c.whole...)}
		p := &pairInWord{lists: []*wordList{list}, size: len(c.list)}
		l := &wordLists{room: &wordRoom{lists: c.list}}
		if err := l.begin(p); c.isKnown && err != nil || !c.isKnown && !errors.Is(err, errListForm) {
			t.Errorf("%s: begun with it: %v", what, err)
		}
		l.room.places = foundPlaces{1 << rowBits, 2 << rowBits, maxListed << rowBits, (maxListed + 1) << rowBits}
		if err := l.narrow(p); c.isKnown && err != nil || !c.isKnown && !errors.Is(err, errListForm) {
			t.Errorf("%s: gone on with it: %v", what, err)
		}
	}
}

var errStop = errors.New("roll back")

func slotsOf(rows *index.Bits) (out []uint32) {
	rows.Set().Each(func(slot uint32) { out = append(out, slot) })
	return out
}
