package app_test

import (
	"net/url"
	"strings"

	"tsunagu/app/apptest"
	"tsunagu/store"
)

const matrixTable = "標準（第1版）"

// matrixTerms are a fee table as a body.
func matrixTerms(fields map[string]any) map[string]any {
	return apptest.With(map[string]any{"version": 0, "name": "標準", "base": 1, "stepList": []map[string]any{{"upTo": nil, "rate": 500}},
		"minimum": 5000, "retainer": 0, "monthly": 0, "interim": 0, "interimShare": 0, "isRetainerDeducted": false, "isInterimDeducted": false,
		"deductedNote": ""}, fields)
}

func matrixProfile(fields map[string]any) map[string]any {
	return apptest.With(map[string]any{"version": 0, "qualification": "公認会計士", "registrationNumber": "1", "since": "2018-04", "dealCount": 3,
		"training": "", "trainedOn": ""}, fields)
}

// advisers are what A's administrator wrote: a fee table, and of a colleague who makes no calls what he may say of himself.
func (w *accessWorld) advisers() {
	w.T.Helper()
	fad := &apptest.Caller{P: w.Platform, Token: w.tokens["FAD"]}
	made := fad.Post("/api/Office/SaveFeeTable", matrixTerms(nil)).Want(200).JSON()["feeTableList"].([]any)[0].(map[string]any)
	w.objects["feeTable"] = []object{{"own", made["tableId"].(string), map[string]string{"admin": "FAD"}}}
	fad.Post("/api/Office/SaveAdviser", matrixProfile(map[string]any{"userId": w.user["finA2"]})).Want(200)
	for _, o := range w.objects["bankUser"] {
		if strings.Contains(o.sets["managed"], "FAD") && o.id == w.user["finA"] {
			w.objects["advised"] = append(w.objects["advised"], object{o.relation, o.id, map[string]string{"admin": "FAD"}})
		}
	}
	w.objects["advised"] = append(w.objects["advised"], object{"other institution's", w.user["finB2"], nil})
	w.directory(w.AID)
}

// directory is a setting of A's that waits for the office.
func (w *accessWorld) directory(institution string) {
	w.T.Helper()
	d := &store.Directory{InstitutionID: institution, State: store.DirectorySent, Issuer: "https://d.example.jp", ClientID: "tsunagu",
		ClientSecret: w.App.Keys.Seal([]byte("x")), Domains: []string{"d.example.jp"}}
	w.Write(func(tx *store.Tx) error { return tx.PutDirectory(d, "") })
	w.objects["directory"] = []object{{"waits for the office", d.ID, map[string]string{"office": "ADM"}}}
}

// addDirectory adds the calls of institutions' directories. What needs one that answers is tried in its own room.
func addDirectory(add func(p []probe, calls ...string)) {
	const office, own = "/api/Office/", "/api/Directory/"
	add(plain, "GET "+office+"GetDirectory", "GET "+office+"GetDirectories", "GET "+office+"GetDirectoryUsers",
		"GET "+office+"GetOwnDirectory",
		"GET "+own+"GetOwnDirectory", "POST "+office+"BeginDirectoryBinding", "POST "+office+"BeginDirectoryProof",
		"POST "+own+"BeginDirectoryBinding", "POST "+own+"BeginDirectoryProof")
	add([]probe{{body: body(map[string]any{"version": 1})}}, "POST "+office+"BeginDirectoryTrial", "POST "+office+"SendDirectory",
		"POST "+office+"WithdrawDirectory", "POST "+office+"DiscardDirectory")
	add([]probe{{body: body(map[string]any{"version": 1, "issuer": "https://d.example.jp", "clientId": "tsunagu", "clientSecret": "y",
		"acrList": []string{}, "amrList": []string{}, "groupClaim": "", "groupList": []string{}, "domainList": []string{"d.example.jp"},
		"isPasswordForbidden": false, "emergencyUserId": ""})}}, "POST "+office+"SaveDirectory")
	add([]probe{{of: "directory", set: "office", body: bodyID("directoryId", map[string]any{"version": 1})}},
		"POST "+office+"ConfirmDirectory")
	add([]probe{{of: "directory", set: "office", body: bodyID("directoryId", map[string]any{"version": 1, "reason": "理由"})}},
		"POST "+office+"ReturnDirectory")
	add([]probe{{of: "directory", set: "ended", body: bodyID("directoryId", map[string]any{"version": 1, "reason": "理由"})}},
		"POST "+office+"EndDirectory")
	add([]probe{{of: "advised", set: "admin", body: bodyID("userId", nil)}}, "POST "+office+"InviteToDirectory")
	add([]probe{{of: "advised", set: "admin", body: bodyID("userId", map[string]any{"reason": "理由"})}}, "POST "+office+"UnbindDirectory")
	add([]probe{{body: body(map[string]any{"loginId": "x@nowhere.example", "door": "platform"})}}, "POST "+own+"Begin")
	add([]probe{{body: body(map[string]any{"code": "x", "state": "y"})}}, "POST "+own+"Return")
	add([]probe{{body: body(map[string]any{"key": "x"})}}, "POST "+own+"BeginByKey")
	add(plain, "POST "+own+"BackChannelLogout") // takes a form; without one it is a forged log-out
}

// addAdvisers adds the calls of profiles and fee tables, and what a table comes to for a company.
func addAdvisers(add func(p []probe, calls ...string)) {
	const office = "/api/Office/"
	add(plain, "GET "+office+"GetAdvisers", "GET "+office+"GetFeeTables", "GET /api/Adviser/GetAdviserProfile")
	add([]probe{{of: "advised", set: "admin", body: bodyID("userId", matrixProfile(nil))}}, "POST "+office+"SaveAdviser")
	add([]probe{{body: body(matrixTerms(map[string]any{"name": "小規模"}))},
		{of: "feeTable", set: "admin", body: bodyID("tableId", matrixTerms(map[string]any{"version": 1, "minimum": 6000}))}},
		"POST "+office+"SaveFeeTable")
	add([]probe{{of: "feeTable", set: "admin", body: bodyID("tableId", map[string]any{"version": 1})}}, "POST "+office+"RetireFeeTable")
	add([]probe{{of: "seller", set: "persons", query: func(x *probing) url.Values {
		return url.Values{"companyId": {x.id}, "table": {matrixTable}, "from": {"30000"}}
	}}}, "GET /api/Duty/GetFeeExample")
}
