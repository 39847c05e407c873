package match

import (
	"errors"

	"tsunagu/app/anonymity"
	"tsunagu/app/deal"
	"tsunagu/store"
)

// A name before its time leaves a trace, or does not leave (domain.md 0.7): an exact hit of a name in
// what the reader gets to read is refused. What is looked for depends on the writer's side alone, so
// that a refusal tells nobody a name that he does not know.

// namesOfCompany are a company's names and its people's, those that they had until now as well: who
// changes a name does not get the other past, nor what stood there before.
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

// NamesOfSeller are a seller's names as its company and the listing have them, edited and published.
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
