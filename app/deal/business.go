package deal

// Business is what a user of a financial institution works on (業務, team.md 2). M&A and lending of one house are kept apart:
// who lends learns of a buyer's deal what the buyer agreed to, and of the seller's side nothing.
type Business int

const (
	BusinessBoth    Business = 0 // as in a house that has no wall, and what everybody was before there was one
	BusinessMA      Business = 1
	BusinessLending Business = 2
)

var businesses = []value[Business]{
	{BusinessBoth, "Both", "M&Aと融資"}, {BusinessMA, "MA", "M&A"}, {BusinessLending, "Lending", "融資"},
}

func (b Business) Label() string { return labelOf(businesses, b) }

// MayLend says whether a user decides about financing: from 検討中 on it is the lending desk's word.
func (b Business) MayLend() bool { return b != BusinessMA }

// RoleOf is what a user may be, by the role and the business in his row.
func RoleOf(role Role, b Business) Role {
	if role == RoleFIN && b == BusinessLending {
		return RoleLEN
	}
	return role
}
