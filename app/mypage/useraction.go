package mypage

import (
	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
)

func (a Room) UserActionCalls() {
	type body struct{ Body userActionInput }
	web.Add(a.Platform, web.Call{
		Method: "POST", Path: "/api/UserAction/Regist", Area: "useraction", Callers: web.FIN | web.BUY,
		Records: "見える案件", Summary: "利用者の行動の記録。閲覧は既読になる", Spec: "SPEC 3, 7",
	},
		func(r *web.Request, in *body) (web.Nothing, error) {
			return web.Nothing{}, r.Write(func(tx *store.Tx) error { return recordAction(tx, r.Actor, &in.Body) })
		})
}

// recordAction writes down what a user did with a listing. Signing in is recorded by the
// sign-in itself and is not assignable from outside.
func recordAction(tx *store.Tx, by web.Actor, in *userActionInput) error {
	var c web.Check
	switch deal.ActionType(in.ActionTypes) {
	case deal.ActionClick, deal.ActionInterested, deal.ActionNotInterested:
	default:
		c.Fail("actionTypes", "行動の種類にない値です。")
	}
	switch deal.ActionRouteType(in.ActionRouteType) {
	case deal.RouteNone, deal.RouteRecommend, deal.RouteOffer:
	default:
		c.Fail("actionRouteType", "経路の種類にない値です。")
	}
	c.Ok(in.SellerBusinessID != "", "sellerBusinessId", "案件を指定してください。")
	if err := c.Err(); err != nil {
		return err
	}
	l, err := tx.Listing(by.Viewer, in.SellerBusinessID)
	if err != nil {
		return err
	}
	return tx.AddUserAction(by.ID(), l.ID, in.ActionTypes, in.ActionRouteType)
}

// userActionInput is what a user did with a listing (SPEC.md 7 UserAction).
type userActionInput struct {
	SellerBusinessID string `json:"sellerBusinessId,omitempty"`
	ActionTypes      int    `json:"actionTypes" doc:"2 閲覧、3 興味あり、4 興味なし"`
	ActionRouteType  int    `json:"actionRouteType,omitempty" doc:"1 おすすめ、2 オファー"`
}
