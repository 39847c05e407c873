package app_test

import "tsunagu/app/apptest"

// activities are a note of finA's about A's seller, and one about A's side of a negotiation.
func (w *accessWorld) activities() {
	w.T.Helper()
	for noun, o := range map[string]struct{ name, id string }{
		"companyActivity":     {"companyId", w.Seller},
		"negotiationActivity": {"buyerNegotiationId", w.object("negotiation", "counterparty before the names")},
	} {
		id := w.FinA.Post("/api/Activity/SaveActivity", activityBody(map[string]any{o.name: o.id})).Want(200).JSON()["activityId"].(string)
		w.objects[noun] = []object{{"own", id, map[string]string{"own": inA}}}
	}
}

func activityBody(changes map[string]any) map[string]any {
	return apptest.With(map[string]any{"date": "2026-11-20", "means": 1, "body": "社長と話した"}, changes)
}

// addActivities adds the calls of notes and of next actions: about a company, and about the own side of a negotiation.
func addActivities(add func(p []probe, calls ...string)) {
	const path = "/api/Activity/"
	add([]probe{{of: "seller", set: "persons", query: idIn("companyId")},
		{of: "negotiation", set: "banks", query: idIn("buyerNegotiationId")}}, "GET "+path+"GetActivities")
	row := func(x *probing) string { return x.w.object("negotiation", "counterparty before the names") }
	on := func(name string, of func(x *probing) string, fields map[string]any) func(x *probing) map[string]any {
		return func(x *probing) map[string]any {
			return apptest.With(fields, map[string]any{name: of(x), "activityId": x.id, "version": 1})
		}
	}
	other := activityBody(map[string]any{"body": "社長に会った"})
	seller := func(x *probing) string { return x.w.Seller }
	add([]probe{{of: "seller", set: "persons", body: bodyID("companyId", activityBody(nil))},
		{of: "negotiation", set: "banks", body: bodyID("buyerNegotiationId", activityBody(nil))},
		{of: "companyActivity", set: "own", body: on("companyId", seller, other)},
		{of: "negotiationActivity", set: "own", body: on("buyerNegotiationId", row, other)}}, "POST "+path+"SaveActivity")
	add([]probe{{of: "companyActivity", set: "own", body: on("companyId", seller, nil)},
		{of: "negotiationActivity", set: "own", body: on("buyerNegotiationId", row, nil)}}, "POST "+path+"DeleteActivity")
	add([]probe{{of: "seller", set: "persons", body: bodyID("companyId", map[string]any{"version": 0, "date": "2026-12-03"})}},
		"POST "+path+"SaveCompanyNextAction")
	addDuties(add)
	addDrafts(add)
	addAdvisers(add)
	addDirectory(add)
	addVocabulary(add)
	addPapers(add)
	addSigned(add)
	addInspection(add)
	addProofs(add)
}
