package negotiation

import (
	"tsunagu/app/company"
)

// idsIn are those that SF gets in a negotiation. A row that SF knows by its own offer is that candidate.
func (a Room) idsIn(d *Dealing) company.BuyerIDs {
	if !d.OfferedAt.IsZero() {
		return company.In(a.Platform).IDsAt(company.PlaceCandidates, d.ListingSeq)
	}
	return company.In(a.Platform).IDsAt(company.PlaceNegotiation, d.ListingSeq)
}
