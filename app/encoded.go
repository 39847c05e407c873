package app

import (
	"bytes"

	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
)

// MarshalJSON is the list as a part of another answer.
func (l *listingList) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	err := web.WriteJSON(&b, l)
	return b.Bytes(), err
}

// encodedKey is what rows are kept under: the record, which of its sides, the sight, for whom the row has
// a score, and the place that its ids are of.
type encodedKey struct {
	id     string
	side   int
	sight  deal.Sight
	scored scoredFor
	place  idPlace
}

// scoredFor is an own listing that buyers are scored for, on a day; it is zero where none is.
type scoredFor struct{ institution, listing, today string }

// sources are what scores for the listing, and what stands between it and a buyer, are read from
// besides the buyer.
func (s scoredFor) sources() []store.Source {
	return []store.Source{store.OfListing(s.listing), store.OfDealing(s.listing), store.OfNetwork()}
}
