package apptest

import (
	"tsunagu/store"
)

// FittingNeeds is a need that scores 70 or more for the test's listing.
var FittingNeeds = With(NeedsBody, map[string]any{"acquisitionIndustry": `["13003"]`, "negotiationTarget": []int{1},
	"acquisitionRegionArea": []int{6}, "acquisitionPrice": 2, "acquisitionPriceTo": 5, "acquisitionAnnualSales": 3})

func (c *Caller) Wants(buyerID string, body map[string]any) {
	c.P.T.Helper()
	c.Post("/api/Needs/RegistNeeds", With(body, map[string]any{"clientId": buyerID})).Want(200)
}

func (p *Platform) SetCompany(id string, set func(*store.Company)) {
	p.T.Helper()
	p.Write(func(tx *store.Tx) error {
		c, err := tx.CompanyOf(id)
		if err != nil {
			return err
		}
		set(c)
		return tx.UpdateCompany(c, "")
	})
}
