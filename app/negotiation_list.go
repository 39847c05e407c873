package app

import (
	"tsunagu/store"
)

// partnersByBuyerSide lists the negotiations of the own buyers (FIN) or of the own company (BUY).
func (a *App) partnersByBuyerSide(q *store.Q, by actor, in *partnerQuery) (*partnerList, error) {
	side := store.SideBF
	if by.viewer.IsBuyer() {
		side = store.SideBuyer
	}
	return a.partners(q, by, in, side)
}

// partnersBySellerSide lists the negotiations of the listings in charge that SF may know of.
func (a *App) partnersBySellerSide(q *store.Q, by actor, in *partnerQuery) (*partnerList, error) {
	return a.partners(q, by, in, store.SideSF)
}

func (a *App) partners(q *store.Q, by actor, in *partnerQuery, side string) (*partnerList, error) {
	var c check
	in.Paging.check(&c, store.NegotiationSorts...)
	if err := c.err(); err != nil {
		return nil, err
	}
	s := &store.NegotiationSearch{Side: side, ListingID: in.SellerBusinessID, Sort: in.PropertyName, Descending: in.descending(), Offset: in.offset(), Limit: in.Limit}
	if in.CompanyID != "" {
		s.BuyerIDs = []string{in.CompanyID}
	}
	rows, count, err := a.encodedNegotiations(q, by, s)
	return &partnerList{rows: rows, AllCount: count}, err
}

// keptBoard is the longest list whose rows are kept: as many as a board shows.
const keptBoard = 300

// negotiationKey is what a row's bytes are kept under, besides what it was read from: who reads it, the
// day, on which listings show and terms end, whether the listing shows to the buyer, and what is unread.
type negotiationKey struct {
	seq        uint32
	viewer     store.Viewer
	user       string
	day        string
	inAudience bool
	unread     int
}

// encodedNegotiations is a page of negotiations as the actor may see them, encoded.
func (a *App) encodedNegotiations(q *store.Q, by actor, s *store.NegotiationSearch) ([][]byte, int, error) {
	found, count, err := q.SearchNegotiations(by.viewer, s)
	if err != nil {
		return nil, 0, err
	}
	unread, err := unreadByNegotiation(q, by)
	if err != nil {
		return nil, 0, err
	}
	institutions, err := q.InstitutionNames()
	if err != nil {
		return nil, 0, err
	}
	day, out := q.Today(), make([][]byte, len(found))
	for i, row := range found {
		compose := func() ([]byte, error) {
			o, err := a.negotiationRow(q, by, row, institutions, unread[row.ID])
			if err != nil {
				return nil, err
			}
			return encode(o)
		}
		if len(found) > keptBoard {
			out[i], err = compose()
		} else {
			out[i], err = store.Keep(q, negotiationKey{row.Seq, by.viewer, by.id(), day, row.InAudience, unread[row.ID]}, func() (store.Kept[[]byte], error) {
				b, err := compose()
				return store.Kept[[]byte]{Value: b, Of: append(row.Sources(), store.OfUser(by.id()), store.OfUser(row.PersonBF), store.OfUser(row.PersonSF)), Bytes: cap(b)}, err
			})
		}
		if err != nil {
			return nil, 0, err
		}
	}
	return out, count, nil
}

// rowsOf is a page of negotiations as the actor may see them.
func (a *App) rowsOf(q *store.Q, by actor, s *store.NegotiationSearch) ([]NegotiationRow, int, error) {
	found, count, err := q.SearchNegotiations(by.viewer, s)
	if err != nil {
		return nil, 0, err
	}
	unread, err := unreadByNegotiation(q, by)
	if err != nil {
		return nil, 0, err
	}
	out, err := a.negotiationRows(q, by, found, unread)
	return out, count, err
}

// unreadByNegotiation counts what waits to be read by the actor's side.
func unreadByNegotiation(q *store.Q, by actor) (map[string]int, error) {
	counts, err := q.UnreadMessages(by.viewer, "")
	unread := map[string]int{}
	for _, u := range counts {
		unread[u.NegotiationID] += u.Count
	}
	return unread, err
}

// negotiationRows are found negotiations as rows of a list.
func (a *App) negotiationRows(q *store.Q, by actor, found []*store.NegotiationRow, unread map[string]int) ([]NegotiationRow, error) {
	institutions, err := q.InstitutionNames()
	if err != nil {
		return nil, err
	}
	out := make([]NegotiationRow, 0, len(found))
	for _, found := range found {
		row, err := a.negotiationRow(q, by, found, institutions, unread[found.ID])
		if err != nil {
			return nil, err
		}
		out = append(out, *row)
	}
	return out, nil
}

func (a *App) negotiationRow(q *store.Q, by actor, found *store.NegotiationRow, institutions map[string]string, unread int) (*NegotiationRow, error) {
	d, err := a.dealingOf(q, by, found)
	if err != nil {
		return nil, err
	}
	return a.rowOf(q, by, d, institutions, unread)
}
