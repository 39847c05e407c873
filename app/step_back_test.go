package app_test

import (
	"testing"

	"tsunagu/app/apptest"
)

// SF reads the same after a step back as after an end by BF.
func TestStepBackLooksLikeAnyEnd(t *testing.T) {
	w := newAccessWorld(t)
	id := w.object("negotiation", "counterparty after the names")
	read := func(do func(p *apptest.Platform)) string {
		p := w.thaw(t)
		do(p)
		finA := &apptest.Caller{P: p, Token: w.tokens["finA"]}
		return apptest.ViewText(finA.Row(id)) + apptest.Unpacked(finA.Thread(id).Body) + apptest.Unpacked(finA.Get("/api/MyPage/GetDesk").Body) +
			apptest.Unpacked(finA.Get(apptest.NegotiationBase+"PartnerListBySellerFinancial").Body)
	}
	self := read(func(p *apptest.Platform) {
		(&apptest.Caller{P: p, Token: w.tokens["buyB"]}).Deed("StepBack", id, map[string]any{"comment": "予算に合いません。"}).Want(200)
	})
	bank := read(func(p *apptest.Platform) {
		(&apptest.Caller{P: p, Token: w.tokens["finB"]}).To(id, 3, 9, map[string]any{"endReason": 1, "comment": "予算に合いません。"}).Want(200)
	})
	if a, b := apptest.Uuids.ReplaceAllString(self, "<id>"), apptest.Uuids.ReplaceAllString(bank, "<id>"); a != b {
		t.Errorf("SF can tell who stepped back: %s", apptest.Difference(a, b))
	}
}
