package app_test

import (
	"tsunagu/app/apptest"
	"tsunagu/app/issued"
)

// papers are made by each side of a negotiation about what it may know: a buyer, its bank, and the seller's bank.
func (w *accessWorld) papers() {
	w.T.Helper()
	var agreed, named string
	for _, o := range w.objects["negotiation"] {
		switch {
		case o.relation == "counterparty before the names":
			agreed = o.id
		case o.relation == "counterparty after the names":
			named = o.id
		}
	}
	for _, x := range []struct {
		relation, who, row string
		kind               issued.Kind
		side               int
		readers            string
	}{{"the counterparty's", "buyB", agreed, issued.KindConfidentiality, 3, "buyB"},
		{"the counterparty's bank's", "finB", named, issued.KindConfidentiality, 3, "finB"},
		{"own", "finA", named, issued.KindOwnerConsent, 4, inA}} {
		c := &apptest.Caller{P: w.Platform, Token: w.tokens[x.who]}
		id := c.Post(issued.Path+"IssuePaper", map[string]any{"buyerNegotiationId": x.row, "kind": int(x.kind), "recordKind": x.side}).Want(200).
			JSON()["issuedPaperId"].(string)
		w.objects["issuedPaper"] = append(w.objects["issuedPaper"], object{x.relation, id, map[string]string{"own": x.readers}})
	}
	for _, o := range w.objects["buyer"] { // a bank has papers of its sellers, too
		who := o.sets["maintain"]
		if o.relation == "a seller" {
			who = inA
		}
		w.objects["papered"] = append(w.objects["papered"], object{o.relation, o.id, map[string]string{"maintain": who}})
	}
}

// addPapers adds the calls of papers that are made.
func addPapers(add func(p []probe, calls ...string)) {
	add([]probe{{of: "negotiation", set: "party", query: idIn("buyerNegotiationId")},
		{of: "listing", set: "see", query: idIn("sellerBusinessId")}, {of: "papered", set: "maintain", query: idIn("companyId")}},
		"GET "+issued.Path+"SearchIssuedPaper")
	add([]probe{{of: "negotiation", set: "agreed", body: bodyID("buyerNegotiationId",
		map[string]any{"kind": int(issued.KindConfidentiality), "recordKind": 3})}}, "POST "+issued.Path+"IssuePaper")
	add([]probe{{body: body(map[string]any{"key": "AAAA", "passcode": "AAAA", "kind": int(issued.KindNameClear)})}},
		"POST "+issued.Path+"DownloadOwnerPaperByKey")
	add(of("issuedPaper", "own", "issuedPaperId"), "GET "+issued.Path+"DownloadIssuedPaper")
}
