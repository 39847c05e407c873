package app_test

import "tsunagu/app/apptest"

// matrixInputs are the inputs of a 簡易株価, as a body.
func matrixInputs(fields map[string]any) map[string]any {
	return apptest.With(map[string]any{"version": 0, "netAsset": 1000, "lineList": []map[string]any{}, "taxRate": 0, "operatingProfit": 100,
		"remuneration": 0, "otherAdjustment": 0, "depreciation": 10, "yearsFrom": 1, "yearsTo": 3, "multipleFrom": 30, "multipleTo": 50,
		"interestBearingDebt": 0, "cashDeposit": 0, "note": ""}, fields)
}

// addValuation adds the calls of a 簡易株価. The workbook needs a version: allowedValuation writes one first.
func addValuation(add func(p []probe, calls ...string), rows map[string][]probe) {
	const base = "/api/SellerBusiness/"
	add(of("listing", "charge", "sellerBusinessId"), "GET "+base+"GetValuation")
	add([]probe{{of: "listing", set: "charge", body: bodyID("sellerBusinessId", matrixInputs(nil))}}, "POST "+base+"SaveValuation")
	rows["POST "+base+"ExportValuation"] = []probe{{of: "listing", set: "charge", body: bodyID("sellerBusinessId", map[string]any{"version": 1})}}
}
