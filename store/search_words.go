package store

import (
	"context"
	"database/sql"
	"runtime"
	"strings"
	"sync"

	"tsunagu/store/fts5"
	"tsunagu/store/index"
)

// What the free words are sought in: the published texts of listings, and buyers' living needs.
type wordsOf struct {
	kind              int
	table, noun, text string // the words, the rows they are of, and a query of a row's texts by its number
}

var (
	needsWords = &wordsOf{1, "needs_words", "company", "SELECT n.free_text_folded FROM company c JOIN needs n ON n.client_id = c.id " +
		"AND n.status = " + codeNeedsLiving + " WHERE c.seq = ? ORDER BY n.seq"}
	listingWords = &wordsOf{2, "listing_words", "listing", "SELECT p.free_text_folded FROM listing l JOIN listing_content p ON " +
		"p.listing_id = l.id AND p.side = " + codeSidePublished + " WHERE l.seq = ?"}
)

// wordsAtOnce bounds what one write mends of words that an earlier one left.
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

// mendAllWords works off what an older version, or a very large write, has left.
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

// mergePages is how much of a words table one write merges: some milliseconds' work.
const mergePages = 200

// mergeWords merges the segments that changes of texts have left in the words tables, and removes deleted rows
// from them: both make finding a word slower. The writer is free between two steps.
func (s *Store) mergeWords(ctx context.Context) error {
	for _, of := range []*wordsOf{needsWords, listingWords} {
		for pages, done := -mergePages, false; !done; pages = mergePages { // a negative number begins with all segments
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
	return due, q.scan1([]any{&due}, "SELECT EXISTS (SELECT 1 FROM words_due)")
}

// foundWords keeps the rows found for words, as they are in one edition; the oldest goes first.
type foundWords struct {
	mu     sync.Mutex
	sets   map[string]*index.Set
	words  []string
	sought map[string]chan struct{} // those that somebody is finding
}

const (
	maxFoundWords = 200
	derivedWords  = "words"
)

func foundIn(t *index.Table) *foundWords {
	x, _ := t.Derived.LoadOrStore(derivedWords, &foundWords{sets: map[string]*index.Set{}, sought: map[string]chan struct{}{}})
	return x.(*foundWords)
}

// get are the rows found for a word. Where nobody has looked for it yet the caller does, and says when
// it is over; others wait for that, instead of doing the same beside it.
func (f *foundWords) get(ctx context.Context, word string) (set *index.Set, over func(), err error) {
	for {
		f.mu.Lock()
		set, sought := f.sets[word], f.sought[word]
		if without(cacheWords) {
			set = nil
		}
		if set == nil && sought == nil {
			sought = make(chan struct{})
			f.sought[word] = sought
			f.mu.Unlock()
			return nil, func() {
				f.mu.Lock()
				defer f.mu.Unlock()
				delete(f.sought, word)
				close(sought)
			}, nil
		}
		f.mu.Unlock()
		if set != nil {
			return set, nil, nil
		}
		select {
		case <-sought:
		case <-ctx.Done():
			return nil, nil, ctx.Err()
		}
	}
}

func (f *foundWords) put(word string, set *index.Set) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.sets[word] != nil {
		return
	}
	if len(f.words) == maxFoundWords {
		delete(f.sets, f.words[0])
		f.words = f.words[1:]
	}
	f.sets[word], f.words = set, append(f.words, word)
}

// carry takes the found words over to the next edition: the rows that changed are looked at anew.
func (of *wordsOf) carry(q *Q, was, is *index.Table, slots []uint32) error {
	from, to := foundIn(was), foundIn(is)
	from.mu.Lock()
	defer from.mu.Unlock()
	if len(from.words) == 0 {
		return nil
	}
	texts := map[uint32][]string{}
	for _, slot := range slots {
		found, err := codes[string](q, of.text, slot)
		if err != nil {
			return err
		}
		texts[slot] = found
	}
	changed := index.SetOf(slots)
	for _, word := range from.words {
		var with []uint32
		for _, slot := range slots {
			for _, text := range texts[slot] {
				if strings.Contains(text, word) {
					with = append(with, slot)
					break
				}
			}
		}
		to.put(word, from.sets[word].Change(changed, with))
	}
	return nil
}

// wordsAtATime bounds how many words are found at once: one that stands in half a million rows takes
// megabytes for a moment and all of a processor, so more at once are only slower.
var wordsAtATime = make(chan struct{}, runtime.GOMAXPROCS(0))

// find are the rows with a word; nil where the words of some row are still to be mended.
func (of *wordsOf) find(q *Q, t *index.Table, word string) (*index.Set, error) {
	found := foundIn(t)
	set, over, err := found.get(q.ctx, word)
	if set != nil || err != nil {
		return set, err
	}
	defer over()
	if due, err := q.wordsDue(); err != nil || due {
		return nil, err
	}
	select {
	case wordsAtATime <- struct{}{}:
		defer func() { <-wordsAtATime }()
	case <-q.ctx.Done():
		return nil, q.ctx.Err()
	}
	if set, err = fts5.Find(q.each, of.table, word); err != nil {
		return nil, err
	}
	found.put(word, set)
	return set, nil
}
