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

// IsKnown says that it is one of the three.
func (b Business) IsKnown() bool { return known(businesses, b) }

// MayLend says whether a user decides about financing: from 検討中 on it is the lending desk's word.
func (b Business) MayLend() bool { return b != BusinessMA }

// RoleOf is what a user may be, by the role and the business in his row.
func RoleOf(role Role, b Business) Role {
	if role == RoleFIN && b == BusinessLending {
		return RoleLEN
	}
	return role
}

// WhyNotLendingAlone says why a user cannot change to lending alone: what he works on would lie where nobody may look after it.
// "" where he can.
func WhyNotLendingAlone(inCharge int, isApprover, isDeputy bool) string {
	switch {
	case inCharge > 0:
		return "この利用者は、企業・案件・交渉の担当者です。先に「担当の状況」で、ほかの人に引き継いでください。"
	case isDeputy:
		return "この利用者は、不在の人の代理です。先に、その人に代理を変えてもらってください。"
	case isApprover:
		return "この利用者は承認者です。先に、承認者から外してください。"
	}
	return ""
}
