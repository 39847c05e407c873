package store

import (
	"fmt"
	"strings"

	"tsunagu/store/index"
	"tsunagu/store/words"
)

// negotiationsKey is the cache key of found negotiations: everything that decides which rows of an
// edition are found, and their order.
type negotiationsKey struct {
	asked       string
	institution string
	reach       *reach
	unbegun     *unbegunRows
	column      int // the column of the order
	today       string
	now         *showing
	stopped     string            // stopped institutions
	unread      *index.Set        // set if the search asks for rows that need action
	dictionary  *words.Dictionary // set if it asks for words of a need, which the dictionary widens
}

// selectedNegotiations is findNegotiations, cached until any row of the index changes.
func (q *Q) selectedNegotiations(v Viewer, s *NegotiationSearch, ed *edition) ([]uint32, error) {
	key := negotiationsKey{asked: s.asked(), institution: v.InstitutionID, column: negotiationColumn(s), today: q.Today()}
	var err error
	if key.reach, err = q.reach(v); err != nil {
		return nil, err
	}
	if key.unbegun, err = q.unbegun(v, s.Side); err != nil {
		return nil, err
	}
	stopped, err := q.StoppedInstitutions()
	if err != nil {
		return nil, err
	}
	key.stopped = strings.Join(stopped, " ")
	if key.now, err = q.showingNow(ed); err != nil {
		return nil, err
	}
	if s.NeedsAction {
		if key.unread, err = q.unreadRows(v, s.Side); err != nil {
			return nil, err
		}
	}
	if s.Buyers != nil && len(s.Buyers.Needs) > 0 {
		if key.dictionary, err = q.Dictionary(); err != nil {
			return nil, err
		}
	}
	// Not cached: no table of the index shows when these change.
	isOfLists := s.Buyers != nil && (s.Buyers.IsInLongList || s.Buyers.isAny()) || s.isAny() || s.Sort == SortPersonInCharge
	return remember(q, ed, lookup[[]uint32]{cache: cacheDealings, isAlone: isOfLists, key: key, of: allTables, isRows: true,
		find: func() (Kept[[]uint32], error) {
			rows, err := q.findNegotiations(v, s, ed)
			return Kept[[]uint32]{Value: rows, Bytes: 4*len(rows) + len(key.asked)}, err
		}})
}

// asked is a cache key of a search: all fields except those of the page and the order.
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
