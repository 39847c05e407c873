package mypage

import (
	"tsunagu/app/deal"
	"tsunagu/app/disclosure"
	"tsunagu/app/negotiation"
	"tsunagu/app/task"
	"tsunagu/app/web"
	"tsunagu/store"
)

// duties adds what the own bank recorded, or wants to leave out, that waits for this user as the second one, and what lapses soon.
func (d *deskReading) duties() error {
	now := d.q.Now()
	found, err := d.q.DueDuties(d.by.Viewer, deal.AddDays(now, task.DutyAheadDays))
	if err != nil {
		return err
	}
	told, err := d.q.DueReports(d.by.Viewer)
	if err != nil {
		return err
	}
	found = append(found, told...)
	ids := map[store.InCharge][]string{}
	for i := range found {
		ids[found[i].Of] = append(ids[found[i].Of], found[i].RecordID)
	}
	others := map[store.InCharge]map[string]bool{}
	for of := range ids {
		if others[of], err = d.own.AreOthers(d.q, of, ids[of]); err != nil {
			return err
		}
	}
	for i := range found {
		x := &found[i]
		may := false
		if x.IsWaiting {
			if may, err = web.MayConfirm(d.q, d.by, x.Creator); err != nil {
				return err
			}
		}
		t, ok := task.OfDuty(deal.DutyKind(x.Kind).Label(), x.ValidUntil, x.IsWaiting, x.IsWaiver, may, now)
		if i >= len(found)-len(told) {
			t, ok = task.OfReport(), true
		}
		// What waits for a second user waits for somebody else than who is in charge.
		if !ok || others[x.Of][x.RecordID] && t.Kind == task.Duty {
			continue
		}
		of := deskTask{Key: x.RecordID + ".duty." + deal.DutyKind(x.Kind).Label(), Subject: disclosure.DisplayName(x.Name, true)}
		w := waiting{Task: t, since: x.Created}
		switch x.Of {
		case store.InChargeOfCompany:
			of.Place, of.CompanyID = map[int]string{store.Buyer: "buyer", store.Seller: "seller"}[x.CompanyOf], x.RecordID
		case store.InChargeOfListing:
			of.Place, of.SellerBusinessID, of.Subject = "listing", x.RecordID, x.Name
		case store.InChargeOfBF, store.InChargeOfSF:
			of.Place, of.BuyerNegotiationID, of.Subject, w.seq = negotiation.SideBF, x.RecordID, "", x.RecordSeq
			if w.As = deal.SideBF; x.Of == store.InChargeOfSF {
				of.Place, w.As = negotiation.SideSF, deal.SideSF
			}
		}
		d.counts[t.Kind]++
		w.deskTask = of
		d.tasks = append(d.tasks, w)
	}
	return d.aftercares()
}

// aftercares adds the looks at deals that were signed, on SF's side.
func (d *deskReading) aftercares() error {
	found, err := d.q.Aftercares(d.by.Viewer)
	if err != nil {
		return err
	}
	ids := make([]string, len(found))
	for i := range found {
		ids[i] = found[i].ID
	}
	others, err := d.own.AreOthers(d.q, store.InChargeOfSF, ids)
	if err != nil {
		return err
	}
	for i := range found {
		x := &found[i]
		t, ok := task.OfAftercare(deal.AftercareDue(deal.Date(x.Signed), x.ValidUntil), d.q.Now())
		if !ok || others[x.ID] {
			continue
		}
		t.As = deal.SideSF
		d.counts[t.Kind]++
		d.tasks = append(d.tasks, waiting{Task: t, since: x.Signed, seq: x.Seq, deskTask: deskTask{
			Key: x.ID + ".duty." + deal.DutyAftercare.Label(), Place: negotiation.SideSF, BuyerNegotiationID: x.ID}})
	}
	return nil
}
