package apptest

import (
	"context"
	"sync"

	"tsunagu/app/auth"
	"tsunagu/app/company"
	"tsunagu/app/disclosure"
)

// Candidate is the id by which a buyer appears among the candidates of a listing.
func (p *Platform) Candidate(listingID, companyID string) string {
	return p.aliasOf(company.PlaceCandidates, "listing", listingID, companyID)
}

// Partner is the id by which a buyer appears in its anonymous negotiation of a listing.
func (p *Platform) Partner(listingID, companyID string) string {
	return p.aliasOf(company.PlaceNegotiation, "listing", listingID, companyID)
}

// Searched is the id by which a buyer appears in the search of an institution.
func (p *Platform) Searched(institutionID, companyID string) string {
	return p.aliasOf(company.PlaceSearch, "institution", institutionID, companyID)
}

// CandidatesOf are the ids of several buyers among the candidates of a listing.
func (p *Platform) CandidatesOf(listingID string, companyIDs ...string) []string {
	out := make([]string, len(companyIDs))
	for i, id := range companyIDs {
		out[i] = p.Candidate(listingID, id)
	}
	return out
}

func (p *Platform) aliasOf(kind byte, place, placeID, companyID string) string {
	p.T.Helper()
	numbers := p.Numbers()
	return company.In(p.App.Platform).IDsAt(kind, numbers[placeID]).Company(companyID, numbers[companyID], disclosure.BuyerSearch)
}

// FrozenNumbers holds the result of Numbers for platforms whose store is closed.
var FrozenNumbers sync.Map

// Numbers are the database numbers, by id, from which aliases are made.
func (p *Platform) Numbers() map[string]uint32 {
	p.T.Helper()
	if known, ok := FrozenNumbers.Load(p); ok {
		return known.(map[string]uint32)
	}
	out := map[string]uint32{}
	rows, err := OpenRaw(p.T, p.App.Store.Dir()).QueryContext(context.Background(),
		"SELECT id, seq FROM institution UNION ALL SELECT id, seq FROM listing UNION ALL SELECT id, seq FROM company UNION ALL SELECT id, seq FROM needs")
	if err != nil {
		p.T.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var id string
		var number uint32
		if err := rows.Scan(&id, &number); err != nil {
			p.T.Fatal(err)
		}
		out[id] = number
	}
	if err := rows.Err(); err != nil {
		p.T.Fatal(err)
	}
	return out
}

// Own is the company's own id behind an id, which may be an alias.
func (p *Platform) Own(id string) string {
	p.T.Helper()
	x, ok := p.App.Keys.ReadAlias(id)
	if !ok {
		return id
	}
	for own, number := range p.Numbers() {
		if number == x.Subject && auth.AliasMark(own) == x.Mark {
			return own
		}
	}
	return id
}

func ErrorsOf(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// EachText calls tell for every text of an answer, with the listing that it belongs to and whether a
// name is shown beside it.
func EachText(v any, listing string, isNamed bool, tell func(text, listing string, isNamed bool)) {
	switch v := v.(type) {
	case map[string]any:
		if id, ok := v["sellerBusinessId"].(string); ok {
			listing = id
		}
		for _, k := range []string{"displayName", "companyName"} {
			if name, ok := v[k].(string); ok {
				isNamed = name != disclosure.NameAnonymous
			}
		}
		for _, x := range v {
			EachText(x, listing, isNamed, tell)
		}
	case []any:
		for _, x := range v {
			EachText(x, listing, isNamed, tell)
		}
	case string:
		tell(v, listing, isNamed)
	}
}
