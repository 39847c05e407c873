package app_test

import "tsunagu/app/apptest"

// matrixInputs are the inputs of a 簡易株価, as a body.
func matrixInputs(fields map[string]any) map[string]any {
	return apptest.With(map[string]any{"version": 0, "netAsset": 1000, "lineList": []map[string]any{}, "taxRate": 0, "operatingProfit": 100,
		"remuneration": 0, "otherAdjustment": 0, "depreciation": 10, "yearsFrom": 1, "yearsTo": 3, "multipleFrom": 30, "multipleTo": 50,
		"interestBearingDebt": 0, "cashDeposit": 0, "note": ""}, fields)
}

// valued is a listing of A's with a 簡易株価.
func (w *accessWorld) valued() []object {
	w.FinA.Post("/api/SellerBusiness/SaveValuation", matrixInputs(map[string]any{"sellerBusinessId": w.Listing})).Want(200)
	return []object{{"own", w.Listing, map[string]string{"own": inA}}}
}

// valuationRows adds the calls of a 簡易株価, and of the list of what a bank works on.
func valuationRows(rows map[string][]probe) {
	const base = "/api/SellerBusiness/"
	rows["GET "+base+"GetValuation"] = of("listing", "charge", "sellerBusinessId")
	rows["POST "+base+"SaveValuation"] = []probe{{of: "listing", set: "charge", body: bodyID("sellerBusinessId", matrixInputs(nil))}}
	memorandumRows(rows)
	rows["GET /api/Report/GetPipelineTables"], rows["GET /api/Report/ExportPipeline"] = plain, plain
	rows["POST "+base+"ExportValuation"] = []probe{{of: "valued", set: "own", body: bodyID("sellerBusinessId", map[string]any{"version": 1})}}
}
