package app

import (
	"errors"
	"slices"

	"tsunagu/app/auth"
	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
)

// Who may not know a buyer's name gets an id of it that is made for the place where he meets it: one for
// his institution's search, one for the candidates and offers of each listing, and one for the anonymous
// negotiations of each (domain.md 0.4). What is one buyer in two of them nobody can tell by an id. A
// candidate and a negotiation of one listing are two places as well: SF may not know that whom it has
// offered to negotiates already. The id itself comes with the name.

// idPlace is where ids of buyers are made for; the zero place is nowhere, and has none.
type idPlace struct {
	kind   byte
	number uint32 // of the institution, or of the listing
}

const (
	placeSearch      = 1 + iota // number: of the institution
	placeCandidates             // of the listing
	placeNegotiation            // of the listing
	placeOfNeeds     = 0x10     // beside one of these: it is the id of a need
)

// buyerIDs makes the ids of buyers and their needs at one place.
type buyerIDs struct {
	keys *auth.Keys
	idPlace
}

// company is the id of a company at a view.
func (ids buyerIDs) company(id string, number uint32, view deal.BuyerView) string {
	switch {
	case view >= deal.BuyerStatus2:
		return id
	case ids.kind == 0:
		return ""
	}
	return ids.keys.Alias(auth.Alias{Kind: ids.kind, Context: ids.number, Subject: number, Mark: auth.AliasMark(id)})
}

// needs is the id of a company's need at a view of the company.
func (ids buyerIDs) needs(n *store.Needs, view deal.BuyerView) string {
	switch {
	case view >= deal.BuyerStatus2:
		return n.ID
	case ids.kind == 0:
		return ""
	}
	return ids.keys.Alias(auth.Alias{Kind: ids.kind | placeOfNeeds, Context: ids.number, Subject: n.Seq, Mark: auth.AliasMark(n.ID)})
}

func (a *App) idsAt(kind byte, number uint32) buyerIDs {
	return buyerIDs{a.Keys, idPlace{kind, number}}
}

// searchIDs are those of a search: of the institution's own, or of the candidates of its listing.
func (a *App) searchIDs(q *store.Q, by web.Actor, listingID string) (buyerIDs, error) {
	if by.Viewer.IsBuyer() {
		return buyerIDs{}, nil
	}
	if listingID != "" {
		l, err := q.KnownListing(by.Viewer, listingID)
		if err != nil {
			return buyerIDs{}, err
		}
		return a.idsAt(placeCandidates, l.Seq), nil
	}
	number, err := q.InstitutionNumber(by.Institution())
	return a.idsAt(placeSearch, number), err
}

// idsIn are those that SF gets in a negotiation. A row that SF knows by its own offer is that candidate.
func (a *App) idsIn(d *dealing) buyerIDs {
	if !d.OfferedAt.IsZero() {
		return a.idsAt(placeCandidates, d.ListingSeq)
	}
	return a.idsAt(placeNegotiation, d.ListingSeq)
}

// knownCompany is a company as the actor knows it by an id.
type knownCompany struct {
	*store.Company
	view deal.BuyerView
	ids  buyerIDs // of the place that the id is from

	listingID string // of that place, where it is one of a listing's
}

// isAnonymousPartner says that SF sees a negotiation of a buyer, and the buyer in it only anonymously.
func isAnonymousPartner(n *store.Negotiation) bool {
	return n.BFID != n.SFID && !n.IsNote && (!n.StartedAt.IsZero() || !n.ReopenAskedAt.IsZero()) && !deal.BuyerNameOpen(deal.NegotiationStatus(n.Status))
}

// knownCompany is the company of the kind that the actor knows by an id, and the view on it: everything
// where it maintains it; by the company's own id the most that a negotiation opens, as long as one opens
// the name; by an id made for a place what that place shows (domain.md 3.5). Whatever else an id may be
// is not there.
func (a *App) knownCompany(q *store.Q, by web.Actor, kind int, id string) (*knownCompany, error) {
	id = by.CompanyID(id)
	c, err := q.MaintainedCompany(by.Viewer, id)
	if err == nil && c.Kind == kind {
		return &knownCompany{Company: c, view: deal.BuyerInCharge}, nil
	}
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return nil, err
	}
	if err == nil || kind != store.Buyer || by.Viewer.IsBuyer() {
		return nil, store.ErrNotFound
	}
	x, isAlias := a.Keys.ReadAlias(id)
	if !isAlias {
		return a.namedCompany(q, by, id)
	}
	if c, err = q.CompanyNumbered(x.Subject); err != nil {
		return nil, err
	}
	if auth.AliasMark(c.ID) != x.Mark || c.Kind != store.Buyer {
		return nil, store.ErrNotFound
	}
	k := &knownCompany{Company: c, view: deal.BuyerSearch, ids: a.idsAt(x.Kind, x.Context)}
	if by.Maintains(c) {
		k.view = deal.BuyerInCharge
	}
	n, err := a.rowAt(q, by, k)
	if err != nil {
		return nil, err
	}
	if n != nil {
		// One that is out of use is known by what goes on with the bank alone (domain.md 0.8).
		if status := deal.NegotiationStatus(n.Status); c.Status == int(deal.CompanyDisabled) && !by.Maintains(c) && !status.Live() && status != deal.NegotiationSigned {
			return nil, store.ErrNotFound
		}
		k.view = max(k.view, deal.BuyerViewOf(deal.BuyerViewFacts{HasRow: true, Status: deal.NegotiationStatus(n.Status)}))
		return k, nil
	}
	if x.Kind == placeNegotiation {
		return nil, store.ErrNotFound
	}
	if found, err := q.IsFound(by.Viewer, c.ID); err != nil {
		return nil, err
	} else if !found {
		return nil, store.ErrNotFound
	}
	return k, nil
}

// rowAt is what stands between a buyer and the listing of the place that it is known at; nil where
// nothing does, or nothing that is known there. ErrNotFound where the place is not the actor's.
func (a *App) rowAt(q *store.Q, by web.Actor, k *knownCompany) (*store.Negotiation, error) {
	if k.ids.kind == placeSearch {
		number, err := q.InstitutionNumber(by.Institution())
		if err == nil && number != k.ids.number {
			err = store.ErrNotFound
		}
		return nil, err
	}
	if k.ids.kind != placeCandidates && k.ids.kind != placeNegotiation {
		return nil, store.ErrNotFound
	}
	var err error
	if k.listingID, err = q.OwnListingNumbered(by.Viewer, k.ids.number); err != nil {
		return nil, err
	}
	n, err := q.NegotiationOf(k.listingID, k.ID)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return nil, err
	}
	if err == nil {
		isOpen := deal.BuyerNameOpen(deal.NegotiationStatus(n.Status))
		if isOpen || k.ids.kind == placeNegotiation && isAnonymousPartner(n) || k.ids.kind == placeCandidates && !n.OfferedAt.IsZero() {
			return n, nil
		}
	}
	if k.ids.kind == placeNegotiation {
		return nil, nil
	}
	if n, err = q.NoteOf(k.listingID, k.ID); errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	return n, err
}

// namedCompany is another bank's buyer by its own id.
func (a *App) namedCompany(q *store.Q, by web.Actor, id string) (*knownCompany, error) {
	c, err := q.Company(by.Viewer, id)
	if err != nil {
		return nil, err
	}
	k := &knownCompany{Company: c}
	statuses, err := q.BuyerStatuses(by.Viewer, id)
	for _, s := range statuses {
		k.view = max(k.view, deal.BuyerViewOf(deal.BuyerViewFacts{HasRow: true, Status: deal.NegotiationStatus(s)}))
	}
	if err == nil && (c.Kind != store.Buyer || k.view < deal.BuyerStatus2) {
		err = store.ErrNotFound
	}
	return k, err
}

// knownNeeds is a need as the actor knows it by an id, and its company.
func (a *App) knownNeeds(q *store.Q, by web.Actor, id string) (*store.Needs, *knownCompany, error) {
	x, isAlias := a.Keys.ReadAlias(id)
	if isAlias {
		if x.Kind&placeOfNeeds == 0 {
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
		clientID = a.idsAt(x.Kind&^placeOfNeeds, x.Context).company(c.ID, c.Seq, deal.BuyerSearch)
	}
	k, err := a.knownCompany(q, by, store.Buyer, clientID)
	return n, k, err
}

// buyersAt are the own ids of the buyers that ids of one place, and those of own buyers, stand for, in
// the same order; what stands for none is "".
func (a *App) buyersAt(q *store.Q, by web.Actor, ids []string, at buyerIDs) ([]string, error) {
	own, err := q.MaintainedIDs(by.Viewer, ids)
	if err != nil {
		return nil, err
	}
	out, numbers, read := make([]string, len(ids)), []uint32{}, make([]auth.Alias, len(ids))
	for i, id := range ids {
		if own[id] {
			out[i] = id
		} else if x, ok := a.Keys.ReadAlias(id); ok && at.kind != 0 && x.Kind == at.kind && x.Context == at.number {
			read[i], numbers = x, append(numbers, x.Subject)
		}
	}
	found, err := q.CompanyIDsNumbered(numbers)
	for i, x := range read {
		if id := found[x.Subject]; x.Kind != 0 && id != "" && auth.AliasMark(id) == x.Mark {
			out[i] = id
		}
	}
	return out, err
}

// soughtBuyers has a search among given companies look for those that the ids stand for at its place.
func (a *App) soughtBuyers(q *store.Q, by web.Actor, s *store.CompanySearch, at buyerIDs) error {
	if s.IDs == nil || s.Kind != store.Buyer {
		return nil
	}
	ids, err := a.buyersAt(q, by, s.IDs, at)
	s.IDs = slices.DeleteFunc(ids, func(id string) bool { return id == "" })
	return err
}

// placeOf is where ids of buyers are from, of a search or of one listing's candidates. All are of one
// place: else an answer about the ids of two would tell which of them are one buyer.
func (a *App) placeOf(q *store.Q, by web.Actor, ids []string) (buyerIDs, error) {
	for _, id := range ids {
		x, ok := a.Keys.ReadAlias(id)
		switch {
		case !ok:
		case x.Kind == placeSearch:
			return a.searchIDs(q, by, "")
		case x.Kind == placeCandidates:
			_, err := q.OwnListingNumbered(by.Viewer, x.Context)
			return a.idsAt(x.Kind, x.Context), err
		}
	}
	return buyerIDs{}, nil
}
