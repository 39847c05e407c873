package app_test

import (
	"fmt"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/inspection"
)

// inspecting makes every file for an inspector that a bank's user can have. It leaves lines in both logs, so it is not among what is
// read to compare two worlds.
func (w *canaryWorld) inspecting(p *apptest.Platform, who *person, tell func(what string, r apptest.Result)) {
	if who.role != deal.RoleFIN {
		return
	}
	c := &apptest.Caller{P: p, Token: who.Token}
	for name, sides := range map[string][]int{"sellerBusinessId": {2}, "buyerNegotiationId": {3, 4}} {
		for _, id := range w.ids[name] {
			for _, side := range sides {
				tell(fmt.Sprint("POST MakeInspectionFile ", id, " ", side),
					c.Post(inspection.Path+"MakeInspectionFile", map[string]any{name: id, "recordKind": side}))
			}
		}
	}
}
