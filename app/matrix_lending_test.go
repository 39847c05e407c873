package app_test

// addLending adds the calls of the lending desk: a case that the buyer agreed to, and negotiations that it may not know of.
func addLending(add func(p []probe, calls ...string)) {
	add(plain, "GET /api/Lending/SearchCases", "GET /api/Lending/GetOwnSettings")
	add([]probe{{body: body(map[string]any{"registSendMail": true})}}, "POST /api/Lending/SaveOwnSettings")
	add(of("negotiation", "lending", "buyerNegotiationId"), "GET /api/Lending/GetCase")
	add([]probe{{of: "negotiation", set: "lending", body: bodyID("buyerNegotiationId", map[string]any{"revision": "x",
		"fromFinancialSupportStatus": 2, "financialSupportStatus": 2})}}, "POST /api/Lending/UpdateCase")
	add([]probe{{of: "bankUser", set: "managed", body: bodyID("userId", map[string]any{"version": 99, "business": 1})}},
		"POST /api/Office/ChangeBusiness")
}
