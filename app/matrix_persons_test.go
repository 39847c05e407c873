package app_test

// addPersons adds the calls of persons in charge: each kind of record that somebody may be in charge of; and those of teams.
func addPersons(add func(p []probe, calls ...string)) {
	add(plain, "GET /api/Persons/GetLoads", "GET /api/Persons/GetOwnWork", "POST /api/Persons/EndAbsence", "GET /api/Office/GetLoads",
		"GET /api/Office/GetCharges")
	add([]probe{{query: fixed("of", "listing")}}, "GET /api/Persons/GetPersonsInCharge")
	add([]probe{{body: body(map[string]any{"isMailedAll": true})}}, "POST /api/Persons/SaveMailedWork")
	add([]probe{{body: body(map[string]any{"firstDay": "2026-12-01", "lastDay": "2026-12-02"})}}, "POST /api/Persons/SaveAbsence")
	nobody := func(of string) map[string]any { return map[string]any{"of": of, "personInCharge": ""} }
	add([]probe{{of: "listing", set: "charge", body: bodyID("id", nobody("listing"))}, {of: "seller", set: "persons", body: bodyID("id",
		nobody("company"))}, {of: "negotiation", set: "bf", body: bodyID("id",
		nobody("bf"))}, {of: "negotiation", set: "sf", body: bodyID("id", nobody("sf"))}}, "POST /api/Persons/SavePersonsInCharge")
	mine := func(of string) func(x *probing) map[string]any {
		return func(x *probing) map[string]any {
			return map[string]any{"personInCharge": x.w.user[x.caller], "chargeList": []map[string]any{{"of": of, "id": x.id}}}
		}
	}
	add([]probe{{of: "listing", set: "charge", body: mine("listing")}, {of: "seller", set: "persons", body: mine("company")},
		{of: "negotiation", set: "bf", body: mine("bf")}, {of: "negotiation", set: "sf", body: mine("sf")}}, "POST /api/Persons/HandOver")
	add([]probe{{body: func(x *probing) map[string]any {
		return map[string]any{"personInCharge": x.w.user["finA2"], "isAll": true, "fromPerson": x.w.user["finA"]}
	}}}, "POST /api/Office/HandOverCharges")
	addTeams(add)
	addYearReport(add)
}
