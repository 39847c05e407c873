package company

import (
	"errors"
	"slices"

	"tsunagu/app/auth"
	"tsunagu/app/deal"
	"tsunagu/app/disclosure"
	"tsunagu/app/web"
	"tsunagu/store"
)

// Who may not know a buyer's name gets an id of it that is made for the place where he meets it: one for
// his institution's search, one for the candidates and offers of each listing, and one for the anonymous
// negotiations of each (domain.md 0.4). What is one buyer in two of them nobody can tell by an id. A
// candidate and a negotiation of one listing are two places as well: SF may not know that whom it has
// offered to negotiates already. The id itself comes with the name.

// IDPlace is where ids of buyers are made for; the zero place is nowhere, and has none.
type IDPlace struct {
	Kind   byte
	Number uint32 // of the institution, or of the listing
}

const (
	PlaceSearch      = 1 + iota // number: of the institution
	PlaceCandidates             // of the listing
	PlaceNegotiation            // of the listing
	PlaceOfNeeds     = 0x10     // beside one of these: it is the id of a need
)

// BuyerIDs makes the ids of buyers and their needs at one place.
type BuyerIDs struct {
	keys *auth.Keys
	IDPlace
}

// Company is the id of a company at a view.
func (ids BuyerIDs) Company(id string, number uint32, view disclosure.BuyerView) string {
	switch {
	case view >= disclosure.BuyerStatus2:
		return id
	case ids.Kind == 0:
		return ""
	}
	return ids.keys.Alias(auth.Alias{Kind: ids.Kind, Context: ids.Number, Subject: number, Mark: auth.AliasMark(id)})
}

// Needs is the id of a company's need at a view of the company.
func (ids BuyerIDs) Needs(n *store.Needs, view disclosure.BuyerView) string {
	switch {
	case view >= disclosure.BuyerStatus2:
		return n.ID
	case ids.Kind == 0:
		return ""
	}
	return ids.keys.Alias(auth.Alias{Kind: ids.Kind | PlaceOfNeeds, Context: ids.Number, Subject: n.Seq, Mark: auth.AliasMark(n.ID)})
}

func (a Room) IDsAt(kind byte, number uint32) BuyerIDs {
	return BuyerIDs{a.Keys, IDPlace{kind, number}}
}

// SearchIDs are those of a search: of the institution's own, or of the candidates of its listing.
func (a Room) SearchIDs(q *store.Q, by web.Actor, listingID string) (BuyerIDs, error) {
	if by.Viewer.IsBuyer() {
		return BuyerIDs{}, nil
	}
	if listingID != "" {
		l, err := q.KnownListing(by.Viewer, listingID)
		if err != nil {
			return BuyerIDs{}, err
		}
		return a.IDsAt(PlaceCandidates, l.Seq), nil
	}
	number, err := q.InstitutionNumber(by.Institution())
	return a.IDsAt(PlaceSearch, number), err
}

// KnownCompany is a company as the actor knows it by an id.
type KnownCompany struct {
	*store.Company
	View disclosure.BuyerView
	IDs  BuyerIDs // of the place that the id is from

	ListingID string // of that place, where it is one of a listing's
}

// IsAnonymousPartner says that SF sees a negotiation of a buyer, and the buyer in it only anonymously: SF's bank, or its team, is not
// the buyer's.
func IsAnonymousPartner(q *store.Q, by web.Actor, n *store.Negotiation) (bool, error) {
	isBF, _, err := q.StandsOn(by.Viewer, n)
	return !isBF && !n.IsNote && (!n.StartedAt.IsZero() || !n.ReopenAskedAt.IsZero()) &&
		!deal.BuyerNameOpen(deal.NegotiationStatus(n.Status)), err
}

// KnownCompany is the company of the kind that the actor knows by an id, and the view on it: everything
// where it maintains it; by the company's own id the most that a negotiation opens, as long as one opens
// the name; by an id made for a place what that place shows (domain.md 3.5). Whatever else an id may be
// is not there.
func (a Room) KnownCompany(q *store.Q, by web.Actor, kind int, id string) (*KnownCompany, error) {
	id = by.CompanyID(id)
	c, err := q.MaintainedCompany(by.Viewer, id)
	if err == nil && c.Kind == kind {
		return &KnownCompany{Company: c, View: disclosure.BuyerInCharge}, nil
	}
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return nil, err
	}
	if err == nil || kind != store.Buyer || by.Viewer.IsBuyer() {
		return nil, store.ErrNotFound
	}
	x, isAlias := a.Keys.ReadAlias(id)
	if !isAlias {
		return namedCompany(q, by, id)
	}
	if c, err = q.CompanyNumbered(x.Subject); err != nil {
		return nil, err
	}
	if auth.AliasMark(c.ID) != x.Mark || c.Kind != store.Buyer {
		return nil, store.ErrNotFound
	}
	k := &KnownCompany{Company: c, View: disclosure.BuyerSearch, IDs: a.IDsAt(x.Kind, x.Context)}
	maintains, err := q.Maintains(by.Viewer, c)
	if err != nil {
		return nil, err
	}
	if maintains {
		k.View = disclosure.BuyerInCharge
	}
	n, err := RowAt(q, by, k)
	if err != nil {
		return nil, err
	}
	if n != nil {
		// One that is out of use is known by what goes on with the bank alone (domain.md 0.8).
		if status := deal.NegotiationStatus(n.Status); c.Status == int(deal.CompanyDisabled) && !maintains && !status.Live() &&
			status != deal.NegotiationSigned {
			return nil, store.ErrNotFound
		}
		k.View = max(k.View, disclosure.BuyerViewOf(disclosure.BuyerViewFacts{HasRow: true, Status: deal.NegotiationStatus(n.Status)}))
		return k, nil
	}
	if x.Kind == PlaceNegotiation {
		return nil, store.ErrNotFound
	}
	if found, err := q.IsFound(by.Viewer, c.ID); err != nil {
		return nil, err
	} else if !found {
		return nil, store.ErrNotFound
	}
	return k, nil
}

// RowAt is what stands between a buyer and the listing of the place that it is known at; nil where
// nothing does, or nothing that is known there. ErrNotFound where the place is not the actor's.
func RowAt(q *store.Q, by web.Actor, k *KnownCompany) (*store.Negotiation, error) {
	if k.IDs.Kind == PlaceSearch {
		number, err := q.InstitutionNumber(by.Institution())
		if err == nil && number != k.IDs.Number {
			err = store.ErrNotFound
		}
		return nil, err
	}
	if k.IDs.Kind != PlaceCandidates && k.IDs.Kind != PlaceNegotiation {
		return nil, store.ErrNotFound
	}
	var err error
	if k.ListingID, err = q.OwnListingNumbered(by.Viewer, k.IDs.Number); err != nil {
		return nil, err
	}
	n, err := q.NegotiationOf(k.ListingID, k.ID)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return nil, err
	}
	if err == nil {
		isOpen := deal.BuyerNameOpen(deal.NegotiationStatus(n.Status))
		isPartner, err := IsAnonymousPartner(q, by, n)
		if err != nil {
			return nil, err
		}
		if isOpen || k.IDs.Kind == PlaceNegotiation && isPartner || k.IDs.Kind == PlaceCandidates && !n.OfferedAt.IsZero() {
			return n, nil
		}
	}
	if k.IDs.Kind == PlaceNegotiation {
		return nil, nil
	}
	if n, err = q.NoteOf(k.ListingID, k.ID); errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	return n, err
}

// namedCompany is another bank's buyer by its own id.
func namedCompany(q *store.Q, by web.Actor, id string) (*KnownCompany, error) {
	c, err := q.Company(by.Viewer, id)
	if err != nil {
		return nil, err
	}
	k := &KnownCompany{Company: c}
	statuses, err := q.BuyerStatuses(by.Viewer, id)
	for _, s := range statuses {
		k.View = max(k.View, disclosure.BuyerViewOf(disclosure.BuyerViewFacts{HasRow: true, Status: deal.NegotiationStatus(s)}))
	}
	if err == nil && (c.Kind != store.Buyer || k.View < disclosure.BuyerStatus2) {
		err = store.ErrNotFound
	}
	return k, err
}

// knownNeeds is a need as the actor knows it by an id, and its company.
func (a Room) knownNeeds(q *store.Q, by web.Actor, id string) (*store.Needs, *KnownCompany, error) {
	x, isAlias := a.Keys.ReadAlias(id)
	if isAlias {
		if x.Kind&PlaceOfNeeds == 0 {
			return nil, nil, store.ErrNotFound
		}
		own, err := q.NeedsNumbered(x.Subject)
		if err != nil {
			return nil, nil, err
		}
		if auth.AliasMark(own) != x.Mark {
			return nil, nil, store.ErrNotFound
		}
		id = own
	}
	n, err := q.Needs(by.Viewer, id)
	if err != nil {
		return nil, nil, err
	}
	clientID := n.ClientID
	if isAlias {
		c, err := q.CompanyOf(clientID)
		if err != nil {
			return nil, nil, err
		}
		clientID = a.IDsAt(x.Kind&^PlaceOfNeeds, x.Context).Company(c.ID, c.Seq, disclosure.BuyerSearch)
	}
	k, err := a.KnownCompany(q, by, store.Buyer, clientID)
	return n, k, err
}

// BuyersAt are the own ids of the buyers that ids of one place, and those of own buyers, stand for, in
// the same order; what stands for none is "".
func (a Room) BuyersAt(q *store.Q, by web.Actor, ids []string, at BuyerIDs) ([]string, error) {
	own, _, err := a.numberedBuyers(q, by, ids, at)
	return own, err
}

// numberedBuyers are BuyersAt and their numbers.
func (a Room) numberedBuyers(q *store.Q, by web.Actor, ids []string, at BuyerIDs) (own []string, numbers []uint32, err error) {
	own, numbers = make([]string, len(ids)), make([]uint32, len(ids))
	plain, aliased, read := []string{}, []uint32{}, make([]auth.Alias, len(ids))
	for i, id := range ids {
		x, isAlias := a.Keys.ReadAlias(id) // a company's own id is never one
		if !isAlias {
			plain = append(plain, id)
		} else if at.Kind != 0 && x.Kind == at.Kind && x.Context == at.Number {
			read[i], aliased = x, append(aliased, x.Subject)
		}
	}
	maintained, err := q.MaintainedNumbers(by.Viewer, plain)
	if err != nil {
		return nil, nil, err
	}
	found, err := q.CompanyIDsNumbered(aliased)
	if err != nil {
		return nil, nil, err
	}
	for i, x := range read {
		if number, is := maintained[ids[i]]; is {
			own[i], numbers[i] = ids[i], number
		} else if id := found[x.Subject]; x.Kind != 0 && id != "" && auth.AliasMark(id) == x.Mark {
			own[i], numbers[i] = id, x.Subject
		}
	}
	return own, numbers, nil
}

// SoughtBuyers has a search among given companies look for those that the ids stand for at its place.
func (a Room) SoughtBuyers(q *store.Q, by web.Actor, s *store.CompanySearch, at BuyerIDs) error {
	if s.IDs == nil || s.Kind != store.Buyer {
		return nil
	}
	ids, numbers, err := a.numberedBuyers(q, by, s.IDs, at)
	s.IDs = slices.DeleteFunc(ids, func(id string) bool { return id == "" })
	s.Numbers = slices.DeleteFunc(numbers, func(n uint32) bool { return n == 0 })
	return err
}

// PlaceOf is where ids of buyers are from, of a search or of one listing's candidates. All are of one
// place: else an answer about the ids of two would tell which of them are one buyer.
func (a Room) PlaceOf(q *store.Q, by web.Actor, ids []string) (BuyerIDs, error) {
	for _, id := range ids {
		x, ok := a.Keys.ReadAlias(id)
		switch {
		case !ok:
		case x.Kind == PlaceSearch:
			return a.SearchIDs(q, by, "")
		case x.Kind == PlaceCandidates:
			_, err := q.OwnListingNumbered(by.Viewer, x.Context)
			return a.IDsAt(x.Kind, x.Context), err
		}
	}
	return BuyerIDs{}, nil
}
