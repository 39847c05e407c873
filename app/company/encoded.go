package company

import (
	"tsunagu/app/disclosure"
	"tsunagu/store"
)

// EncodedKey is what rows are kept under: the record, which of its sides, the sight, for whom the row has
// a score, and the place that its ids are of.
type EncodedKey struct {
	ID     string
	Side   int
	Sight  disclosure.Sight
	Scored ScoredFor
	Place  IDPlace
}

// ScoredFor is an own listing that buyers are scored for, on a day; it is zero where none is.
type ScoredFor struct{ Institution, Listing, Today string }

// Sources are what scores for the listing, and what stands between it and a buyer, are read from
// besides the buyer.
func (s ScoredFor) Sources() []store.Source {
	return []store.Source{store.OfListing(s.Listing), store.OfDealing(s.Listing), store.OfNetwork()}
}
