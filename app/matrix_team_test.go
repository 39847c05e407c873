package app_test

import "tsunagu/app/apptest"

// addTeams adds the calls of teams: about a company in the charge of the own institution, and about the rule of an institution.
func addTeams(add func(p []probe, calls ...string)) {
	add(of("seller", "persons", "companyId"), "GET /api/Team/GetTeam")
	// finA2 is in charge of a listing of the seller.
	colleague := func(fields map[string]any) func(x *probing) map[string]any {
		return func(x *probing) map[string]any {
			user := x.w.user["mustFIN"]
			if x.id != x.w.Seller {
				user = x.w.user["finB2"]
			}
			return apptest.With(fields, map[string]any{"companyId": x.id, "userId": user})
		}
	}
	for door, set := range map[string]string{"/api/Team/": "persons", "/api/Office/": "admin"} {
		add([]probe{{of: "seller", set: set, body: colleague(map[string]any{"role": 3})}}, "POST "+door+"SaveTeamMember")
		add([]probe{{of: "seller", set: set, body: colleague(nil)}}, "POST "+door+"RemoveTeamMember")
	}
	add(plain, "GET /api/Office/SearchTeams", "GET /api/Office/SearchDutyCheck", "GET /api/Office/ExportDutyCheck")
	add(of("institution", "users", "financialId"), "GET /api/Office/GetTeamRule")
	add([]probe{{body: body(map[string]any{"isTeamOnly": false})}}, "POST /api/Office/ChangeTeamRule")
	add([]probe{{of: "institution", set: "users", body: bodyID("financialId", map[string]any{"asked": ""})}},
		"POST /api/Office/ConfirmTeamRule", "POST /api/Office/WithdrawTeamRule")
}

// askedForAll is what an administrator has asked for in bank A, which shows its deals to teams alone, as a body.
func askedForAll(x *probing) map[string]any {
	for _, isTeamOnly := range []bool{true, false} {
		x.as("FAD").Post("/api/Office/ChangeTeamRule", map[string]any{"isTeamOnly": isTeamOnly}).Want(200)
	}
	asked := x.as("FAD").Get("/api/Office/GetTeamRule").Want(200).JSON()["asked"].(map[string]any)["asked"]
	return map[string]any{"financialId": x.w.AID, "asked": asked}
}
