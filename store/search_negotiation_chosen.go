package store

import (
	"fmt"
	"strings"

	"tsunagu/store/index"
)

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

// chosenNegotiations is findNegotiations, found once for each edition.
func (q *Q) chosenNegotiations(v Viewer, s *NegotiationSearch, ed *edition) ([]uint32, error) {
	chosen := q.search.bargains
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
	return tried(chosen, ed, key, func() ([]uint32, int, error) {
		rows, err := q.findNegotiations(v, s, ed)
		return rows, 4 * len(rows), err
	})
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
