package store

import (
	"context"
	"database/sql"
	"runtime"
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
}

var (
	needsWords = &wordsOf{1, "needs_words", "company", "SELECT n.free_text_folded FROM company c JOIN needs n ON n.client_id = c.id " +
		"AND n.status = " + codeNeedsLiving + " WHERE c.seq = ? ORDER BY n.seq", companyTable}
	listingWords = &wordsOf{2, "listing_words", "listing", "SELECT p.free_text_folded FROM listing l JOIN listing_content p ON " +
		"p.listing_id = l.id AND p.side = " + codeSidePublished + " WHERE l.seq = ?", listingTable}
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
		if tokens := fts5.Tokens(texts); tokens != "" {
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

// wordKey is the cache key of words, any of which a row has, and the table that they are searched in.
type wordKey struct {
	of    *wordsOf
	words string
}

// wordsAtATime bounds how many words are searched at once: a word that stands in half a million rows
// takes megabytes and a whole processor for a moment, so more at once are only slower.
var wordsAtATime = make(chan struct{}, runtime.GOMAXPROCS(0))

// find are the rows with a term of a question: those with its own word, and, as one set, those with any of the words that are searched
// beside it. So what a word alone finds is remembered once, however it is widened, and words that the office adds are another set. nil
// where words of some row are still missing in the table.
func (of *wordsOf) find(q *Q, ed *edition, term words.Term) ([]*index.Set, error) {
	exact, err := of.findAny(q, ed, term.All()[:1])
	if exact == nil || err != nil {
		return nil, err
	}
	if len(term.Also) == 0 {
		return []*index.Set{exact}, nil
	}
	also, err := of.findAny(q, ed, term.All()[1:])
	if also == nil || err != nil {
		return nil, err
	}
	return []*index.Set{exact, also}, nil
}

// findAny are the rows with all words of any of the alternatives.
func (of *wordsOf) findAny(q *Q, ed *edition, any [][]string) (*index.Set, error) {
	key := ""
	for _, all := range any {
		key += strings.Join(all, "\x01") + "\x00"
	}
	found := func(set *index.Set) (Kept[*index.Set], error) {
		return Kept[*index.Set]{Value: set, Bytes: set.Bytes()}, nil
	}
	return orSQL(remember(q, ed, lookup[*index.Set]{cache: cacheWords, key: wordKey{of, key}, mends: of.rows, isRows: true,
		find: func() (Kept[*index.Set], error) {
			set, err := of.seek(q, any)
			if err != nil {
				return Kept[*index.Set]{}, err
			}
			return found(set)
		},
		mend: func(was *index.Set, changed []uint32) (Kept[*index.Set], error) {
			var with []uint32
			for _, slot := range changed {
				texts, err := codes[string](q, of.text, slot)
				if err != nil {
					return Kept[*index.Set]{}, err
				}
				if words.IsIn(any, texts...) {
					with = append(with, slot)
				}
			}
			return found(was.Change(index.SetOf(changed), with))
		}}))
}

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
