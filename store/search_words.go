package store

import (
	"context"
	"database/sql"
	"encoding/binary"
	"encoding/json"
	"runtime"
	"slices"
	"strings"

	"tsunagu/store/fts5"
	"tsunagu/store/index"
	"tsunagu/store/words"
)

// What free words are searched in: the published texts of listings, and buyers' living needs.
type wordsOf struct {
	kind              int
	table, noun, text string // words table, table of the rows, query of a row's texts by number
	rows              table  // the rows' table in the index
	hasNames          bool   // the texts have names aside (words.Aside)

	scored func(*scored) (*index.Records, *scoredValues) // where the index has the concepts of the texts
}

var (
	needsWords = &wordsOf{1, "needs_words", "company", "SELECT n.free_text_folded FROM company c JOIN needs n ON n.client_id = c.id " +
		"AND n.status = " + codeNeedsLiving + " WHERE c.seq = ? ORDER BY n.seq", companyTable, false,
		func(s *scored) (*index.Records, *scoredValues) { return s.needs, s.needValues }}
	listingWords = &wordsOf{2, "listing_words", "listing", "SELECT p.free_text_folded FROM listing l JOIN listing_content p ON " +
		"p.listing_id = l.id AND p.side = " + codeSidePublished + " WHERE l.seq = ?", listingTable, true,
		func(s *scored) (*index.Records, *scoredValues) { return s.contents, s.contentValues }}
)

// wordsAtOnce is the most rows that an earlier write left without words and that one write handles.
const wordsAtOnce = 2000

// mendWords writes the words of what this transaction changed, and says whether any are left.
func (t *Tx) mendWords() (more bool, err error) {
	type row struct {
		kind int
		seq  int64
	}
	var due []row
	if err := t.each(func(r *sql.Rows) error {
		var x row
		err := r.Scan(&x.kind, &x.seq)
		due = append(due, x)
		return err
	}, "SELECT kind, seq FROM words_due LIMIT ?", wordsAtOnce); err != nil {
		return false, err
	}
	for _, x := range due {
		of := listingWords
		if x.kind == needsWords.kind {
			of = needsWords
		}
		texts, err := codes[string](&t.Q, of.text, x.seq)
		if err != nil {
			return false, err
		}
		if _, err := t.exec("DELETE FROM "+of.table+" WHERE rowid = ?", x.seq); err != nil {
			return false, err
		}
		if tokens := fts5.Tokens(of.indexed(texts)); tokens != "" {
			if _, err := t.exec("INSERT INTO "+of.table+" (rowid, text) VALUES (?, ?)", x.seq, tokens); err != nil {
				return false, err
			}
		}
		if _, err := t.exec("DELETE FROM words_due WHERE kind = ? AND seq = ?", x.kind, x.seq); err != nil {
			return false, err
		}
	}
	return len(due) == wordsAtOnce, nil
}

// mendAllWords handles the rows that an older version of the program, or a very large write, left
// without words.
func (s *Store) mendAllWords(ctx context.Context) error {
	for more := true; more; {
		if err := s.Read(ctx, func(q *Q) (err error) { more, err = q.wordsDue(); return err }); err != nil || !more {
			return err
		}
		if err := s.Write(ctx, func(*Tx) error { return nil }); err != nil { // every write mends some
			return err
		}
	}
	return nil
}

// mergePages is how much of a words table one write merges, which takes some milliseconds.
const mergePages = 200

// mergeWords merges the segments that changes of texts have left in the words tables, and removes deleted rows
// from them: both make searches for a word slower. Other writes run between two steps.
func (s *Store) mergeWords(ctx context.Context) error {
	for _, of := range []*wordsOf{needsWords, listingWords} {
		for pages, done := -mergePages, false; !done; pages = mergePages { // a negative number starts a merge of all segments
			if err := s.Write(ctx, func(t *Tx) (err error) {
				done, err = fts5.MergeStep(t.each, t.exec, of.table, pages)
				return err
			}); err != nil {
				return err
			}
		}
	}
	return nil
}

func (q *Q) wordsDue() (bool, error) {
	var due bool
	err := q.scan1([]any{&due}, "SELECT EXISTS (SELECT 1 FROM words_due)")
	return due, err
}

// indexed are texts as the words table has them: the names in one with other characters than what was written.
func (of *wordsOf) indexed(texts []string) (out []string) {
	if !of.hasNames {
		return texts
	}
	for _, text := range texts {
		written, names, _ := strings.Cut(text, words.Aside)
		out = append(out, written, fts5.Name(names))
	}
	return out
}

// wordKey is the cache key of words, any of which a row has, and the table that they are searched in.
type wordKey struct {
	of      *wordsOf
	words   string
	isTyped bool // sought in the names, too
}

// kindsKey is the cache key of concepts, any of which a row has.
type kindsKey struct {
	of    *wordsOf
	kinds string
}

// wordsAtATime bounds how many words are searched at once: a word that stands in half a million rows
// takes megabytes and a whole processor for a moment, so more at once are only slower.
var wordsAtATime = make(chan struct{}, runtime.GOMAXPROCS(0))

// find are the rows with a term of a question: those with its own word, as one set those with any of the words that are sought beside it
// as they stand, those with a concept of what it is widened by, and those with a deed. So what a word alone finds is remembered once,
// however it is widened, and words that the office adds are another set. nil where words of some row are still missing in the table.
func (of *wordsOf) find(q *Q, ed *edition, term words.Term) ([]*index.Set, error) {
	exact, err := of.findAny(q, ed, [][]string{{term.Word}}, true)
	if exact == nil || err != nil {
		return nil, err
	}
	out := []*index.Set{exact}
	if len(term.Also) > 0 {
		also, err := of.findAny(q, ed, term.Alternatives(), false)
		if also == nil || err != nil {
			return nil, err
		}
		out = append(out, also)
	}
	sets := kindSets(term)
	if !slices.ContainsFunc(sets, func(kinds []int) bool { return len(kinds) > 0 }) && len(term.Deeds) == 0 {
		return out, nil
	}
	kinds, err := of.ofKinds(q, ed, sets)
	if err != nil {
		return nil, err
	}
	out = append(out, kinds[0])
	for i, deed := range term.Deeds {
		// What texts have for what a business does is the same for all of one trade, and remembered as such.
		does, err := of.findAny(q, ed, eachAlone(deed.Does), false)
		if does == nil || err != nil {
			return nil, err
		}
		out = append(out, kinds[i+1].And(does))
		if deed.Of == "" {
			continue
		}
		named, err := of.findAny(q, ed, [][]string{{deed.Of}}, false)
		if named == nil || err != nil {
			return nil, err
		}
		out = append(out, named.And(does))
	}
	return out, nil
}

// eachAlone are words as alternatives.
func eachAlone(alternatives []string) (out [][]string) {
	for _, word := range alternatives {
		out = append(out, []string{word})
	}
	return out
}

func keptSet(set *index.Set) (Kept[*index.Set], error) {
	return Kept[*index.Set]{Value: set, Bytes: set.Bytes()}, nil
}

// findAny are the rows with all words of any of the alternatives; those that somebody typed may also stand in the names.
func (of *wordsOf) findAny(q *Q, ed *edition, any [][]string, isTyped bool) (*index.Set, error) {
	key := ""
	for _, all := range any {
		key += strings.Join(all, "\x01") + "\x00"
	}
	return orSQL(remember(q, ed, lookup[*index.Set]{cache: cacheWords, key: wordKey{of, key, isTyped}, mends: of.rows, isRows: true,
		find: func() (Kept[*index.Set], error) {
			sought := any
			if isTyped && of.hasNames { // which have no phrases
				for _, all := range any {
					sought = append(sought[:len(sought):len(sought)], []string{fts5.Name(all[0])})
				}
			}
			set, err := of.seek(q, sought)
			if err != nil {
				return Kept[*index.Set]{}, err
			}
			return keptSet(set)
		},
		mend: func(was *index.Set, changed []uint32) (Kept[*index.Set], error) {
			var with []uint32
			for _, slot := range changed {
				texts, err := codes[string](q, of.text, slot)
				if err != nil {
					return Kept[*index.Set]{}, err
				}
				for i := range texts {
					if !isTyped {
						texts[i] = words.Written(texts[i])
					}
				}
				if words.IsIn(any, texts...) {
					with = append(with, slot)
				}
			}
			return keptSet(was.Change(index.SetOf(changed), with))
		}}))
}

// ofKinds are, for each of up to eight sets of concepts, the rows of whose texts one has any of them, as the index has them for the score.
func (of *wordsOf) ofKinds(q *Q, ed *edition, sets [][]int) ([]*index.Set, error) {
	records, values := of.scored(&ed.scored)
	var wanted []uint8
	var key []byte
	for i, kinds := range sets {
		for _, kind := range kinds {
			if code, ok := values.known(scoredWords, scoredValue{a: int64(kind)}); ok {
				for int(code) >= len(wanted) {
					wanted = append(wanted, 0)
				}
				wanted[code] |= 1 << i
			}
		}
		key = append(binary.AppendUvarint(key, uint64(len(kinds))), keyOfKinds(kinds)...)
	}
	with := &index.Wanted{Columns: scoredColumns, Sets: scoredSets, Column: scoredWords, Codes: wanted}
	kept := func(sets []*index.Set) (out Kept[[]*index.Set], err error) {
		out.Value = sets
		for _, set := range sets {
			out.Bytes += set.Bytes()
		}
		return out, nil
	}
	return remember(q, ed, lookup[[]*index.Set]{cache: cacheWords, key: kindsKey{of, string(key)}, mends: of.rows, isRows: true,
		find: func() (Kept[[]*index.Set], error) {
			holders, err := of.holders(q, ed)
			if err != nil {
				return Kept[[]*index.Set]{}, err
			}
			return kept(holders.with(records, with, len(sets)))
		},
		mend: func(was []*index.Set, changed []uint32) (Kept[[]*index.Set], error) {
			return kept(changeKinds(was, records, with, index.SetOf(changed)))
		}})
}

// changeKinds are sets of rows with a concept after some rows have changed.
func changeKinds(was []*index.Set, records *index.Records, with *index.Wanted, changed *index.Set) []*index.Set {
	is := make([][]uint32, len(was))
	changed.Each(func(slot uint32) {
		in := with.In(records.At(slot))
		for i := range is {
			if in&(1<<i) != 0 {
				is[i] = append(is[i], slot)
			}
		}
	})
	out := make([]*index.Set, len(was))
	for i := range out {
		out[i] = was[i].Change(changed, is[i])
	}
	return out
}

// holders are the rows by their concepts, and those that have changed since that was written down.
type holders struct {
	of      *index.Holders
	changed *index.Set
}

func (h *holders) with(records *index.Records, with *index.Wanted, sets int) []*index.Set {
	return changeKinds(h.of.With(with, sets), records, with, h.changed)
}

// holdersKey is the cache key of the holders in a words table; the numbers of concepts are those of one index.
type holdersKey struct {
	of     *wordsOf
	values *scoredValues
}

// heldAnew is after how many changed rows the holders are written down anew, which takes as long as some thousand rows take a question.
const heldAnew = 4096

// holders are those of an edition. All questions share them: to look through a million records for each would be most of its time.
func (of *wordsOf) holders(q *Q, ed *edition) (*holders, error) {
	records, values := of.scored(&ed.scored)
	kept := func(h *holders) (Kept[*holders], error) {
		return Kept[*holders]{Value: h, Bytes: h.of.Bytes() + h.changed.Bytes()}, nil
	}
	find := func() (Kept[*holders], error) {
		column := &index.Wanted{Columns: scoredColumns, Sets: scoredSets, Column: scoredWords}
		return kept(&holders{index.HoldersOf(records, column), index.SetOf(nil)})
	}
	return remember(q, ed, lookup[*holders]{cache: cacheWords, key: holdersKey{of, values}, mends: of.rows, isRows: true, find: find,
		mend: func(was *holders, changed []uint32) (Kept[*holders], error) {
			if was.changed.Count()+len(changed) > heldAnew {
				return find()
			}
			return kept(&holders{was.of, was.changed.Change(index.SetOf(nil), changed)})
		}})
}

func keyOfKinds(kinds []int) string {
	key := make([]byte, 0, 3*len(kinds))
	for _, kind := range kinds {
		key = binary.AppendUvarint(key, uint64(kind))
	}
	return string(key)
}

// plainOfKinds is what ofKinds finds for each of some sets of concepts, read from the texts: numbers of rows as JSON. The query's rows are
// such a number and the text of a title, and what else was written.
func (q *Q) plainOfKinds(sets [][]int, query string, args ...any) (out []any, err error) {
	seqs := make([][]uint32, len(sets))
	if err := q.each(func(r *sql.Rows) error {
		var seq uint32
		var title, text string
		if err := r.Scan(&seq, &title, &text); err != nil {
			return err
		}
		concepts := words.Concepts(writtenIn(title, text))
		for i, kinds := range sets {
			if words.HasAny(concepts, kinds) {
				seqs[i] = append(seqs[i], seq)
			}
		}
		return nil
	}, query, args...); err != nil {
		return nil, err
	}
	for _, of := range seqs {
		b, err := json.Marshal(append([]uint32{}, of...))
		if err != nil {
			return nil, err
		}
		out = append(out, string(b))
	}
	return out, nil
}

// kindSets are the sets of concepts of a term: those of what it is widened by, then those of each deed.
func kindSets(term words.Term) (sets [][]int) {
	sets = [][]int{term.Kinds}
	for _, deed := range term.Deeds {
		sets = append(sets, deed.Kinds)
	}
	return sets
}

// isOneOf is the condition to be one of the rows that plainOfKinds names.
func isOneOf(seq string) string { return seq + " IN (SELECT j.value FROM json_each(?) j)" }

// seek reads the rows with all words of any of the alternatives from SQLite; errOnlySQL where words of some row are still missing.
func (of *wordsOf) seek(q *Q, any [][]string) (*index.Set, error) {
	if due, err := q.wordsDue(); err != nil {
		return nil, err
	} else if due {
		return nil, errOnlySQL
	}
	select {
	case wordsAtATime <- struct{}{}:
		defer func() { <-wordsAtATime }()
	case <-q.ctx.Done():
		return nil, q.ctx.Err()
	}
	return fts5.Find(q.each, of.table, any...)
}
