package store

import (
	"fmt"
	"strings"
	"sync"

	"tsunagu/store/index"
)

// negotiationSelections cache what searches have found among the negotiations of the latest edition, until any row of
// that edition changes; a reader of an older edition searches again.
type negotiationSelections struct {
	mu     sync.Mutex
	of     tables
	n      int64 // the edition that began with these
	chosen *selections
	bytes  int
}

// tables are what an edition holds: another table where a row of it has changed.
type tables struct{ companies, listings, negotiations *index.Table }

// negotiationSelectionBytes bounds them: four for each row that fits, and what was asked. When they are full all are
// forgotten.
const negotiationSelectionBytes = 12 << 20

// at are the selections of an edition; nil where nothing is kept.
func (b *negotiationSelections) at(ed *edition) *selections {
	if without(cacheDealings) {
		return nil
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	of := tables{ed.companies, ed.listings, ed.negotiations}
	switch {
	case b.of != of && ed.n < b.n:
		return nil
	case b.of != of:
		b.of, b.n = of, ed.n
	case b.bytes <= negotiationSelectionBytes:
		return b.chosen
	}
	b.chosen, b.bytes = &selections{}, 0
	return b.chosen
}

// selectedOrError is selectedOrError of selections, and counts the memory.
func (b *negotiationSelections) selectedOrError(chosen *selections, ed *edition, key negotiationsKey, find func() ([]uint32, error)) ([]uint32, error) {
	found, err := selectedOrError(chosen, ed, key, func() (*[]uint32, int, error) {
		rows, err := find()
		bytes := 4*len(rows) + len(key.asked)
		b.mu.Lock()
		defer b.mu.Unlock()
		if err == nil && b.chosen == chosen {
			b.bytes += bytes + keptEach
		}
		return &rows, bytes, err
	})
	if err != nil {
		return nil, err
	}
	return *found, nil
}

// negotiationsKey is all that decides which of an edition's negotiations are found, and their order.
type negotiationsKey struct {
	asked       string
	institution string
	column      int // of the order
	today       string
	now         *showing
	stopped     string     // institutions
	unread      *index.Set // where it was asked for what needs action
}

// selectedNegotiations is findNegotiations, found once for each edition.
func (q *Q) selectedNegotiations(v Viewer, s *NegotiationSearch, ed *edition) ([]uint32, error) {
	kept := &q.search.negotiationSelections
	chosen := kept.at(ed)
	if s.Buyers != nil && s.Buyers.IsInLongList { // no table tells what has changed in these
		chosen = nil
	}
	key := negotiationsKey{asked: s.asked(), institution: v.InstitutionID, column: negotiationColumn(s), today: q.Today()}
	stopped, err := q.StoppedInstitutions()
	if err != nil {
		return nil, err
	}
	key.stopped = strings.Join(stopped, " ")
	if key.now, err = q.showingNow(ed.listings); err != nil {
		return nil, err
	}
	if s.NeedsAction {
		if key.unread, err = q.unreadRows(v); err != nil {
			return nil, err
		}
	}
	return kept.selectedOrError(chosen, ed, key, func() ([]uint32, error) { return q.findNegotiations(v, s, ed) })
}

// asked tells apart what searches ask: every field counts but those of the page and of the order.
func (s *NegotiationSearch) asked() string {
	rest := *s
	rest.Sort, rest.Descending, rest.Offset, rest.Limit, rest.Buyers = "", false, 0, 0, nil
	if s.Buyers == nil {
		return fmt.Sprintf("%#v", rest)
	}
	buyers := *s.Buyers
	buyers.Sort, buyers.IsAscending, buyers.Offset, buyers.Limit = "", false, 0, 0
	return fmt.Sprintf("%#v %#v", rest, buyers)
}
