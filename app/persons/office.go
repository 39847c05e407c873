package persons

import (
	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
)

// officeCalls are those of an institution's administrator: who has what, and handing it over, by numbers and never by contents.
func (a Room) officeCalls() {
	const own = "自機関の企業、売却案件、交渉。番号だけ"
	web.Add(a.Platform, web.OfficeCall("GET", "GetLoads", web.FAD, "自機関の利用者", "だれが何件を担当しているか"),
		func(r *web.Request, _ *struct{}) (*loadList, error) {
			return web.Reading(r, func(q *store.Q) (*loadList, error) { return loadsOf(q, r.Actor) })
		})
	web.Add(a.Platform, web.OfficeCall("GET", "GetCharges", web.FAD, own, "進行中のものと主担当"),
		func(r *web.Request, in *chargeQuery) (*chargeList, error) {
			return web.Reading(r, func(q *store.Q) (*chargeList, error) { return chargesOf(q, r.Actor, in) })
		})
	web.Add(a.Platform, web.OfficeCall("POST", "HandOverCharges", web.FAD, own, "担当の引き継ぎ。一つ、いくつか、またはすべて"),
		func(r *web.Request, in *struct{ Body HandOverInput }) (*handedOver, error) {
			return web.Writing(r, func(tx *store.Tx) (*handedOver, error) { return a.HandOver(tx, r.Actor, &in.Body) })
		})
}

// chargesOf is a page of the live records of the actor's institution.
func chargesOf(q *store.Q, by web.Actor, in *chargeQuery) (*chargeList, error) {
	found, n, err := q.Charges(by.Viewer, &store.ChargeSearch{UserID: in.PersonInCharge, Page: in.Page()})
	if err != nil {
		return nil, err
	}
	users, err := colleagues(q, by)
	if err != nil {
		return nil, err
	}
	out := &chargeList{ChargeList: []chargeRow{}, AllCount: n}
	for i := range found {
		x := &found[i]
		row := chargeRow{Of: subject[x.Of].name, ID: x.ID, CaseNumber: number(x.Of, x.ID), Person: users[x.UserID]}
		row.Label, row.Status = labels(x)
		if row.Person != nil {
			row.Since = web.ServerTime(x.Created)
		}
		out.ChargeList = append(out.ChargeList, row)
	}
	return out, nil
}

// labels name a record's kind and its status.
func labels(x *store.Charge) (label, status string) {
	switch x.Of {
	case store.InChargeOfCompany:
		if label = "買手企業"; x.Kind == store.Seller {
			label = "売手企業"
		}
		return label, deal.CompanyStatus(x.Status).Label()
	case store.InChargeOfListing:
		return "売却案件", deal.ListingStatus(x.Status).Label()
	case store.InChargeOfBF:
		return "交渉（買手側）", deal.NegotiationStatus(x.Status).Label()
	}
	return "交渉（売手側）", deal.NegotiationStatus(x.Status).Label()
}
