package match

import (
	"errors"

	"tsunagu/app/anonymity"
	"tsunagu/app/deal"
	"tsunagu/store"
)

// A text with a name that its reader may not know yet is refused, or sent on record (domain.md 0.7):
// a hit is an exact name in a text for that reader. Which names are looked for depends on the
// writer's side alone, so that a refusal tells nobody a name that he does not know.

// namesOfCompany are the names of a company and of its people, former ones included: changing a
// name must not allow the old one in a text.
func namesOfCompany(q *store.Q, companyID string) ([]anonymity.OwnNames, error) {
	out, err := OwnNames(q, companyID, nil)
	if err != nil {
		return nil, err
	}
	former, err := q.FormerNames(companyID)
	for _, f := range former {
		out = append(out, anonymity.OwnNames{Company: f.Company, Representative: f.Person, RepresentativeKana: f.PersonKana})
	}
	return out, err
}

// NamesOfSeller are a seller's names in its company and in the listing, in edited and published
// content.
func NamesOfSeller(q *store.Q, companyID, listingID string) ([]anonymity.OwnNames, error) {
	out, err := namesOfCompany(q, companyID)
	if err != nil {
		return nil, err
	}
	for _, side := range []int{store.Working, store.Published} {
		w, err := q.ListingContent(listingID, side)
		if errors.Is(err, store.ErrNotFound) {
			continue
		}
		if err != nil {
			return nil, err
		}
		out = append(out, anonymity.OwnNames{Company: w.CompanyName, Representative: w.RepresentativeName})
	}
	return out, nil
}

// NamesOfBuyer are a buyer's names and its users'.
func NamesOfBuyer(q *store.Q, companyID string) ([]anonymity.OwnNames, error) {
	out, err := namesOfCompany(q, companyID)
	if err != nil {
		return nil, err
	}
	us, err := q.UsersOf(companyID, int(deal.RoleBUY))
	for _, u := range us {
		out = append(out, anonymity.OwnNames{Representative: u.UserName, RepresentativeKana: u.UserNameKana})
	}
	return out, err
}
