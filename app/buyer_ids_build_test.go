package app

import (
	"context"
	"sync"

	"tsunagu/app/auth"
	"tsunagu/app/company"
	"tsunagu/app/deal"
)

// candidate is a buyer's id among the candidates of a listing.
func (p *platform) candidate(listingID, companyID string) string {
	return p.aliasOf(company.PlaceCandidates, "listing", listingID, companyID)
}

// partner is a buyer's id in its anonymous negotiation of a listing.
func (p *platform) partner(listingID, companyID string) string {
	return p.aliasOf(company.PlaceNegotiation, "listing", listingID, companyID)
}

// searched is a buyer's id in the search of an institution.
func (p *platform) searched(institutionID, companyID string) string {
	return p.aliasOf(company.PlaceSearch, "institution", institutionID, companyID)
}

// candidates are several.
func (p *platform) candidatesOf(listingID string, companyIDs ...string) []string {
	out := make([]string, len(companyIDs))
	for i, id := range companyIDs {
		out[i] = p.candidate(listingID, id)
	}
	return out
}

func (p *platform) aliasOf(kind byte, place, placeID, companyID string) string {
	p.t.Helper()
	numbers := p.numbers()
	return company.In(p.a.Platform).IdsAt(kind, numbers[placeID]).Company(companyID, numbers[companyID], deal.BuyerSearch)
}

// frozenNumbers are those of platforms whose store is closed.
var frozenNumbers sync.Map

// numbers are the small numbers of what ids are made of.
func (p *platform) numbers() map[string]uint32 {
	p.t.Helper()
	if known, ok := frozenNumbers.Load(p); ok {
		return known.(map[string]uint32)
	}
	out := map[string]uint32{}
	rows, err := openRaw(p.t, p.a.Store.Dir()).QueryContext(context.Background(), "SELECT id, seq FROM institution UNION ALL SELECT id, seq FROM listing UNION ALL SELECT id, seq FROM company UNION ALL SELECT id, seq FROM needs")
	if err != nil {
		p.t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var id string
		var number uint32
		if err := rows.Scan(&id, &number); err != nil {
			p.t.Fatal(err)
		}
		out[id] = number
	}
	if err := rows.Err(); err != nil {
		p.t.Fatal(err)
	}
	return out
}

// own is the company's own id that an id stands for.
func (p *platform) own(id string) string {
	p.t.Helper()
	x, ok := p.a.Keys.ReadAlias(id)
	if !ok {
		return id
	}
	for own, number := range p.numbers() {
		if number == x.Subject && auth.AliasMark(own) == x.Mark {
			return own
		}
	}
	return id
}

// candidateOn is C's buyer among the candidates of what may be a listing.
func (w *accessWorld) candidateOn(id string) string {
	if w.numbers()[id] == 0 {
		id = w.listing
	}
	return w.candidate(id, w.buyerC)
}

// withAliases adds to ids those that A and C have of buyers whom they may not know by name.
func (w *canaryWorld) withAliases(ids worldIDs) worldIDs {
	for _, id := range []string{w.candidate(w.x, w.buyerB), w.partner(w.x, w.buyerB), w.partner(w.x, w.rival), w.searched(w.banks["A"], w.buyerB), w.searched(w.banks["C"], w.buyerB)} {
		for _, name := range []string{"companyId", "clientId"} {
			ids[name] = append(ids[name], id)
		}
	}
	return ids
}
