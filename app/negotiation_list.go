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
	rows, count, err := a.rowsOf(q, by, s)
	return &partnerList{PartnerList: rows, AllCount: count}, err
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
func (a *App) negotiationRows(q *store.Q, by actor, found []store.NegotiationRow, unread map[string]int) ([]NegotiationRow, error) {
	institutions, err := q.InstitutionNames()
	if err != nil {
		return nil, err
	}
	out := make([]NegotiationRow, 0, len(found))
	for i := range found {
		d, err := a.dealingOf(q, by, &found[i])
		if err != nil {
			return nil, err
		}
		row, err := a.rowOf(q, by, d, institutions, unread[d.ID])
		if err != nil {
			return nil, err
		}
		out = append(out, *row)
	}
	return out, nil
}
