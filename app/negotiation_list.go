package app

import (
	"errors"

	"tsunagu/app/company"
	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
)

// partnersByBuyerSide lists the negotiations of the own buyers (FIN) or of the own company (BUY).
func (a *App) partnersByBuyerSide(q *store.Q, by web.Actor, in *partnerQuery) (*partnerList, error) {
	side := store.SideBF
	if by.Viewer.IsBuyer() {
		side = store.SideBuyer
	}
	return a.partners(q, by, in, side)
}

// partnersBySellerSide lists the negotiations of the listings in charge that SF may know of.
func (a *App) partnersBySellerSide(q *store.Q, by web.Actor, in *partnerQuery) (*partnerList, error) {
	return a.partners(q, by, in, store.SideSF)
}

func (a *App) partners(q *store.Q, by web.Actor, in *partnerQuery, side string) (*partnerList, error) {
	var c web.Check
	in.Paging.Check(&c, store.NegotiationSorts...)
	if err := c.Err(); err != nil {
		return nil, err
	}
	s := &store.NegotiationSearch{Side: side, ListingID: in.SellerBusinessID, Sort: in.PropertyName, Descending: in.Descending(), Offset: in.Offset(), Limit: in.Limit}
	if in.CompanyID != "" {
		s.BuyerIDs = []string{in.CompanyID}
		if side == store.SideSF {
			return a.partnerOf(q, by, s)
		}
	}
	rows, count, err := a.encodedNegotiations(q, by, s)
	return &partnerList{rows: rows, AllCount: count}, err
}

// partnerOf lists the negotiations of the listings in charge with one buyer, as SF knows it: by an id made
// for a listing the one row that it is of, by the buyer's own id those that open its name.
func (a *App) partnerOf(q *store.Q, by web.Actor, s *store.NegotiationSearch) (*partnerList, error) {
	k, err := company.In(a.Platform).KnownCompany(q, by, store.Buyer, s.BuyerIDs[0])
	switch {
	case errors.Is(err, store.ErrNotFound):
		return &partnerList{rows: [][]byte{}}, nil
	case err != nil:
		return nil, err
	case k.Ids.Kind == 0 && k.View < deal.BuyerInCharge:
		s.Statuses = []int{int(deal.NegotiationHope), int(deal.NegotiationRealName), int(deal.NegotiationConditions), int(deal.NegotiationSigned)}
	case k.Ids.Kind != 0:
		n, err := company.RowAt(q, by, k)
		if err != nil || n == nil || s.ListingID != "" && s.ListingID != k.ListingID || s.Offset > 0 {
			return &partnerList{rows: [][]byte{}}, err
		}
		return a.onePartner(q, by, n.ID)
	}
	rows, count, err := a.encodedNegotiations(q, by, s)
	return &partnerList{rows: rows, AllCount: count}, err
}

// onePartner lists one negotiation.
func (a *App) onePartner(q *store.Q, by web.Actor, id string) (*partnerList, error) {
	row, err := q.NegotiationRow(by.Viewer, id)
	if err != nil {
		return nil, err
	}
	d, err := a.dealingOf(q, by, row)
	if err != nil {
		return nil, err
	}
	unread, err := unreadByNegotiation(q, by)
	if err != nil {
		return nil, err
	}
	institutions, err := q.InstitutionNames()
	if err != nil {
		return nil, err
	}
	o, err := a.rowOf(q, by, d, institutions, unread[id])
	if err != nil {
		return nil, err
	}
	b, err := web.Encode(o)
	return &partnerList{rows: [][]byte{b}, AllCount: 1}, err
}

// keptBoard is the longest list whose rows are kept: as many as a board shows.
const keptBoard = 300

// negotiationKey is what a row is kept under, besides what it was read from: who reads it, the day, on
// which listings show and terms end, whether the listing shows to the buyer, and what is unread.
type negotiationKey struct {
	seq        uint32
	viewer     store.Viewer
	user       string
	day        string
	inAudience bool
	unread     int
}

// shownNegotiation is a row of a list, as it is and encoded. It is everybody's and must not be changed.
type shownNegotiation struct {
	*NegotiationRow
	encoded []byte
}

// encodedNegotiations is a page of negotiations as the actor may see them, encoded.
func (a *App) encodedNegotiations(q *store.Q, by web.Actor, s *store.NegotiationSearch) ([][]byte, int, error) {
	shown, count, err := a.searchNegotiations(q, by, s)
	out := make([][]byte, len(shown))
	for i := range shown {
		out[i] = shown[i].encoded
	}
	return out, count, err
}

// searchNegotiations is a page of negotiations as the actor may see them.
func (a *App) searchNegotiations(q *store.Q, by web.Actor, s *store.NegotiationSearch) ([]shownNegotiation, int, error) {
	found, count, err := q.SearchNegotiations(by.Viewer, s)
	if err != nil {
		return nil, 0, err
	}
	unread, err := unreadByNegotiation(q, by)
	if err != nil {
		return nil, 0, err
	}
	out, err := a.shownNegotiations(q, by, found, unread)
	return out, count, err
}

// shownNegotiations are found negotiations as rows of a list.
func (a *App) shownNegotiations(q *store.Q, by web.Actor, found []*store.NegotiationRow, unread map[string]int) ([]shownNegotiation, error) {
	institutions, err := q.InstitutionNames()
	if err != nil {
		return nil, err
	}
	day, out := q.Today(), make([]shownNegotiation, len(found))
	for i, row := range found {
		compose := func() (store.Kept[shownNegotiation], error) {
			d, err := a.dealingOf(q, by, row)
			if err != nil {
				return store.Kept[shownNegotiation]{}, err
			}
			o, err := a.rowOf(q, by, d, institutions, unread[row.ID])
			if err != nil {
				return store.Kept[shownNegotiation]{}, err
			}
			b, err := web.Encode(o)
			of := append(row.Sources(), store.OfUser(by.ID()), store.OfUser(row.PersonBF), store.OfUser(row.PersonSF), store.OfUser(d.doneBy))
			return store.Kept[shownNegotiation]{Value: shownNegotiation{o, b}, Of: of, Bytes: cap(b) + 1200}, err
		}
		if len(found) <= keptBoard {
			out[i], err = store.Keep(q, negotiationKey{row.Seq, by.Viewer, by.ID(), day, row.InAudience, unread[row.ID]}, compose)
		} else {
			var kept store.Kept[shownNegotiation]
			kept, err = compose()
			out[i] = kept.Value
		}
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// unreadByNegotiation counts what waits to be read by the actor's side.
func unreadByNegotiation(q *store.Q, by web.Actor) (map[string]int, error) {
	counts, err := q.UnreadMessages(by.Viewer, "")
	unread := map[string]int{}
	for _, u := range counts {
		unread[u.NegotiationID] += u.Count
	}
	return unread, err
}
