package app_test

import (
	"net/url"
	"strings"

	"tsunagu/app/apptest"
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
