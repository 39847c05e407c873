package negotiation

import (
	"errors"
	"strconv"
	"strings"
	"sync"

	"tsunagu/app/company"
	"tsunagu/app/deal"
	"tsunagu/app/disclosure"
	"tsunagu/app/web"
	"tsunagu/store"
)

// partnersByBuyerSide lists the negotiations of the own buyers (FIN) or of the own company (BUY).
func (a Room) partnersByBuyerSide(q *store.Q, by web.Actor, in *partnerQuery) (*PartnerList, error) {
	side := store.SideBF
	if by.Viewer.IsBuyer() {
		side = store.SideBuyer
	}
	var c web.Check
	in.Paging.Check(&c, store.NegotiationSorts...)
	if err := c.Err(); err != nil {
		return nil, err
	}
	s := &store.NegotiationSearch{Side: side, ListingID: in.SellerBusinessID, Sort: in.PropertyName, Descending: in.Descending(),
		Offset: in.Offset(), Limit: in.Limit}
	if in.CompanyID != "" {
		s.BuyerIDs = []string{in.CompanyID}
	}
	var err error
	if s.ChargeFilter, err = in.Conditions(q, by); err != nil {
		return nil, err
	}
	rows, count, err := a.EncodedNegotiations(q, by, s)
	return &PartnerList{rows: rows, AllCount: count}, err
}

// PartnersBySellerSide lists the negotiations of the listings in charge that SF may know of.
func (a Room) PartnersBySellerSide(q *store.Q, by web.Actor, in *SellerPartnerQuery) (*PartnerList, error) {
	var c web.Check
	in.Paging.Check(&c, store.NegotiationSorts...)
	s := &store.NegotiationSearch{Side: store.SideSF, ListingID: in.SellerBusinessID, BusinessName: strings.TrimSpace(in.SellerBusinessName),
		Statuses: statusFilter(&c, in.SearchStatus), Sort: in.PropertyName, Descending: in.Descending(), Offset: in.Offset(), Limit: in.Limit}
	s.DueFrom, s.DueTo = dueFilter(in.DueDateF, in.DueDateT)
	var err error
	if s.ChargeFilter, err = in.Conditions(q, by); err != nil {
		return nil, err
	}
	switch deal.SearchType(in.SearchType) {
	case 0:
	case deal.SearchOffer:
		s.HasOffer = true
	case deal.SearchAction:
		s.NeedsAction = true
	default: // interest and financing are the buyer's side's
		c.Fail("searchType", "絞り込みの種類を選び直してください。")
	}
	isNarrowed := s.BusinessName != "" || s.DueFrom+s.DueTo != "" || len(s.Statuses) > 0 || in.SearchType != 0
	c.Ok(in.CompanyID == "" || !isNarrowed, "companyId", "買手を指定するときは、ほかの絞り込みを外してください。")
	if err := c.Err(); err != nil {
		return nil, err
	}
	if in.CompanyID != "" {
		s.BuyerIDs = []string{in.CompanyID}
		return a.partnerOf(q, by, s)
	}
	rows, count, err := a.EncodedNegotiations(q, by, s)
	return &PartnerList{rows: rows, AllCount: count}, err
}

// statusFilter are the negotiation statuses that a search names.
func statusFilter(c *web.Check, statuses string) (out []int) {
	for _, code := range web.ListParam([]string{statuses}) {
		n, err := strconv.Atoi(code)
		c.Ok(err == nil, "searchStatus", "交渉状況の選択肢にない値です。選び直してください。")
		out = append(out, n)
	}
	return out
}

// dueFilter are the limits of the publication's end. An invalid one is ignored (SPEC.md 5).
func dueFilter(from, to string) (string, string) {
	for _, p := range []*string{&from, &to} {
		if _, ok := deal.ParseDate(*p); !ok {
			*p = ""
		}
	}
	return from, to
}

// partnerOf lists the negotiations of the listings in charge with one buyer, as SF knows it: by an id made
// for a listing the one row that it is of, by the buyer's own id those that open its name.
func (a Room) partnerOf(q *store.Q, by web.Actor, s *store.NegotiationSearch) (*PartnerList, error) {
	k, err := company.In(a.Platform).KnownCompany(q, by, store.Buyer, s.BuyerIDs[0])
	switch {
	case errors.Is(err, store.ErrNotFound):
		return &PartnerList{rows: [][]byte{}}, nil
	case err != nil:
		return nil, err
	case k.IDs.Kind == 0 && k.View < disclosure.BuyerInCharge:
		s.Statuses = []int{int(deal.NegotiationHope), int(deal.NegotiationRealName), int(deal.NegotiationConditions), int(deal.NegotiationSigned)}
	case k.IDs.Kind != 0:
		n, err := company.RowAt(q, by, k)
		if err != nil || n == nil || s.ListingID != "" && s.ListingID != k.ListingID || s.Offset > 0 {
			return &PartnerList{rows: [][]byte{}}, err
		}
		return a.onePartner(q, by, n.ID)
	}
	rows, count, err := a.EncodedNegotiations(q, by, s)
	return &PartnerList{rows: rows, AllCount: count}, err
}

// onePartner lists one negotiation.
func (a Room) onePartner(q *store.Q, by web.Actor, id string) (*PartnerList, error) {
	row, err := q.NegotiationRow(by.Viewer, id)
	if err != nil {
		return nil, err
	}
	d, err := DealingOf(q, by, row)
	if err != nil {
		return nil, err
	}
	unread, err := UnreadByNegotiation(q, by)
	if err != nil {
		return nil, err
	}
	institutions, err := q.InstitutionNames()
	if err != nil {
		return nil, err
	}
	o, err := a.RowOf(q, by, d, institutions, unread[id])
	if err != nil {
		return nil, err
	}
	b, err := web.Encode(o)
	return &PartnerList{rows: [][]byte{b}, AllCount: 1}, err
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

// ShownNegotiation is a row of a list, as it is and encoded. It is everybody's and must not be changed.
type ShownNegotiation struct {
	*NegotiationRow
	encoded []byte
}

// EncodedNegotiations is a page of negotiations as the actor may see them, encoded.
func (a Room) EncodedNegotiations(q *store.Q, by web.Actor, s *store.NegotiationSearch) ([][]byte, int, error) {
	shown, count, err := a.SearchNegotiations(q, by, s)
	out := make([][]byte, len(shown))
	for i := range shown {
		out[i] = shown[i].encoded
	}
	return out, count, err
}

// SearchNegotiations is a page of negotiations as the actor may see them.
func (a Room) SearchNegotiations(q *store.Q, by web.Actor, s *store.NegotiationSearch) ([]ShownNegotiation, int, error) {
	found, count, err := q.SearchNegotiations(by.Viewer, s)
	if err != nil {
		return nil, 0, err
	}
	unread, err := UnreadByNegotiation(q, by)
	if err != nil {
		return nil, 0, err
	}
	out, err := a.ShownNegotiations(q, by, found, unread)
	return out, count, err
}

// ShownNegotiations are found negotiations as rows of a list.
func (a Room) ShownNegotiations(q *store.Q, by web.Actor, found []*store.NegotiationRow, unread map[string]int) ([]ShownNegotiation,
	error) {
	institutions, err := q.InstitutionNames()
	if err != nil {
		return nil, err
	}
	day, out := q.Today(), make([]ShownNegotiation, len(found))
	buyers := sync.OnceValues(func() (map[uint32]*store.Company, error) { return q.BuyersOf(found) })
	for i, row := range found {
		compose := func() (store.Kept[ShownNegotiation], error) {
			d, err := DealingInList(q, by, row)
			if err != nil {
				return store.Kept[ShownNegotiation]{}, err
			}
			if d.As == deal.ActorSF { // who is shown the buyer
				all, err := buyers()
				if err != nil {
					return store.Kept[ShownNegotiation]{}, err
				}
				d.buyer = all[row.BuyerSeq]
			}
			o, err := a.RowOf(q, by, d, institutions, unread[row.ID])
			if err != nil {
				return store.Kept[ShownNegotiation]{}, err
			}
			b, err := web.Encode(o)
			of := append(row.Sources(), store.OfUser(by.ID()), store.OfUser(row.PersonBF), store.OfUser(row.PersonSF), store.OfUser(d.DoneBy))
			of = by.Viewer.DeskSources(of...)
			return store.Kept[ShownNegotiation]{Value: ShownNegotiation{o, b}, Of: of, Bytes: cap(b) + 1200}, err
		}
		if len(found) <= keptBoard {
			out[i], err = store.Keep(q, negotiationKey{row.Seq, by.Viewer, by.ID(), day, row.InAudience, unread[row.ID]}, compose)
		} else {
			var kept store.Kept[ShownNegotiation]
			kept, err = compose()
			out[i] = kept.Value
		}
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// UnreadByNegotiation counts what waits to be read by the actor's side.
func UnreadByNegotiation(q *store.Q, by web.Actor) (map[string]int, error) {
	counts, err := q.UnreadMessages(by.Viewer, "")
	unread := map[string]int{}
	for _, u := range counts {
		unread[u.NegotiationID] += u.Count
	}
	return unread, err
}
