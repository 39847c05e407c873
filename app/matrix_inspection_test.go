package app_test

import "tsunagu/app/inspection"

// addInspection adds the calls by which a deal is inspected: a side's own bank makes its file, and each bank asks for its own customers.
func addInspection(add func(p []probe, calls ...string)) {
	side := func(id string, of int) func(*probing) map[string]any {
		return bodyID(id, map[string]any{"recordKind": of})
	}
	add([]probe{{of: "listing", set: "charge", body: side("sellerBusinessId", 2)},
		{of: "negotiation", set: "bf", body: side("buyerNegotiationId", 3)},
		{of: "negotiation", set: "sf", body: side("buyerNegotiationId", 4)}}, "POST "+inspection.Path+"MakeInspectionFile")
	add([]probe{{query: fixed("word", "N-00000000")}}, "GET "+inspection.Path+"SearchNameAccess", "GET "+inspection.Path+"ExportNameAccess")
}
