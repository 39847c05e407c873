package deal

import "slices"

// Audience is whom a listing is shown to (domain 3.4).
type Audience struct {
	IsLimited bool     // 自機関限定; wins over IsRest
	IsRest    bool     // 公開先制限
	Rest      []string // ids of the institutions kept out
}

// Shows says whether the users of an institution, and the buyers in its charge,
// are in the audience; sf is the institution in charge of the listing.
func (a Audience) Shows(institution, sf string) bool {
	switch {
	case institution == sf:
		return true
	case a.IsLimited:
		return false
	case a.IsRest:
		return !slices.Contains(a.Rest, institution)
	}
	return true
}

// Widens says whether the next audience shows the listing to anyone to whom
// this one does not, so that the seller must approve (domain 3.1).
func (a Audience) Widens(next Audience) bool {
	switch {
	case next.IsLimited:
		return false
	case a.IsLimited:
		return true
	case !a.IsRest:
		return false
	case !next.IsRest:
		return len(a.Rest) > 0
	}
	return slices.ContainsFunc(a.Rest, func(id string) bool { return !slices.Contains(next.Rest, id) })
}
