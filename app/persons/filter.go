package persons

import (
	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
)

// Filter is what lists of the own institution's records can be narrowed by: who works on a record, and when next.
type Filter struct {
	PersonInCharge string `query:"personInCharge" maxLength:"60" doc:"担当者（主または副）の利用者。me：自分と、きょう代理をする人。none：主担当のいないもの。all：機関全体"`
	NextActionF    string `query:"nextActionF" doc:"次回対応日の範囲"`
	NextActionT    string `query:"nextActionT"`
}

// Conditions are the filter's for the store, as the actor asks. They hold for records of the own institution alone, so that a
// user of another one finds nothing. A day that is none is ignored (SPEC 5).
func (f *Filter) Conditions(q *store.Q, by web.Actor) (out store.ChargeFilter, err error) {
	if by.Viewer.IsBuyer() {
		return out, nil
	}
	for from, to := range map[string]*string{f.NextActionF: &out.NextFrom, f.NextActionT: &out.NextTo} {
		if _, ok := deal.ParseDate(from); ok {
			*to = from
		}
	}
	switch f.PersonInCharge {
	case "", "all": // a saved search says expressly that it is of the whole institution
	case "none":
		out.IsNobodys = true
	case "me":
		out.PersonIDs, err = q.StandsFor(by.ID())
	default:
		out.PersonIDs = []string{f.PersonInCharge}
	}
	return out, err
}
