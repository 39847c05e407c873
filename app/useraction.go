package app

import (
	"tsunagu/app/deal"
	"tsunagu/store"
)

func (a *App) userActionCalls() {
	type body struct{ Body userActionInput }
	add(a.Platform, call{
		method: "POST", path: "/api/UserAction/Regist", area: "useraction", callers: fin | buy,
		records: "見える案件", summary: "利用者の行動の記録。閲覧は既読になる", spec: "SPEC 3, 7",
	},
		func(r *request, in *body) (nothing, error) {
			return nothing{}, r.write(func(tx *store.Tx) error { return a.recordAction(tx, r.actor, &in.Body) })
		})
}

// recordAction writes down what a user did with a listing. Signing in is recorded by the
// sign-in itself and is not assignable from outside.
func (a *App) recordAction(tx *store.Tx, by actor, in *userActionInput) error {
	var c check
	switch deal.ActionType(in.ActionTypes) {
	case deal.ActionClick, deal.ActionInterested, deal.ActionNotInterested:
	default:
		c.fail("actionTypes", "行動の種類にない値です。")
	}
	switch deal.ActionRouteType(in.ActionRouteType) {
	case deal.RouteNone, deal.RouteRecommend, deal.RouteOffer:
	default:
		c.fail("actionRouteType", "経路の種類にない値です。")
	}
	c.ok(in.SellerBusinessID != "", "sellerBusinessId", "案件を指定してください。")
	if err := c.err(); err != nil {
		return err
	}
	l, err := tx.Listing(by.viewer, in.SellerBusinessID)
	if err != nil {
		return err
	}
	return tx.AddUserAction(by.id(), l.ID, in.ActionTypes, in.ActionRouteType)
}
