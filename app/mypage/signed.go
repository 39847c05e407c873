package mypage

import (
	"tsunagu/app/deal"
	"tsunagu/app/disclosure"
	"tsunagu/app/issued"
	"tsunagu/app/negotiation"
	"tsunagu/app/signed"
	"tsunagu/app/task"
	"tsunagu/store"
)

// signedCopies are signed copies that wait for this user as the second one: for somebody else than who is in charge of the record.
func (d *deskReading) signedCopies() error {
	found, err := signed.WaitingFor(d.q, d.by)
	if err != nil {
		return err
	}
	for i := range found {
		p := &found[i].Paper
		of := deskTask{Key: found[i].ID + ".signed"}
		w := waiting{Task: task.OfSignedCopy(issued.Kind(p.Kind).Label()), since: found[i].Created}
		switch p.Of {
		case store.InChargeOfCompany:
			c, err := d.q.Company(d.by.Viewer, p.CompanyID)
			if err != nil {
				return err
			}
			of.Place, of.CompanyID = map[int]string{store.Buyer: "buyer", store.Seller: "seller"}[c.Kind], c.ID
			details, err := d.q.CompanyDetails(c.ID)
			if err != nil {
				return err
			}
			of.Subject = disclosure.DisplayName(details.CompanyName, true)
		case store.InChargeOfListing:
			l, err := d.q.ListingContent(p.ListingID, store.Working)
			if err != nil {
				return err
			}
			of.Place, of.SellerBusinessID, of.Subject = "listing", p.ListingID, l.BusinessName
		case store.InChargeOfBF, store.InChargeOfSF:
			of.Place, of.BuyerNegotiationID, w.seq, w.As = negotiation.SideBF, p.NegotiationID, found[i].NegotiationSeq, deal.SideBF
			if p.Of == store.InChargeOfSF {
				of.Place, w.As = negotiation.SideSF, deal.SideSF
			}
		}
		d.counts[w.Task.Kind]++
		w.deskTask = of
		d.tasks = append(d.tasks, w)
	}
	return nil
}
