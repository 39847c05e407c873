package app_test

// valuation lets SF compute a price for itself.
func (w *canaryWorld) valuation() {
	w.T.Helper()
	w.people["finA"].Post("/api/SellerBusiness/SaveValuation", map[string]any{"sellerBusinessId": w.x, "version": 0, "netAsset": 1000,
		"lineList": []map[string]any{{"name": w.mark.text(), "isDebt": false, "book": 1, "market": 2}}, "taxRate": 0, "operatingProfit": 1,
		"remuneration": 0, "otherAdjustment": 0, "depreciation": 1, "yearsFrom": 1, "yearsTo": 2, "multipleFrom": 30, "multipleTo": 50,
		"interestBearingDebt": 0, "cashDeposit": 0, "note": w.mark.text()}).Want(200)
}

// deskPapers are what A writes and keeps of its listing.
func (w *canaryWorld) deskPapers() {
	w.valuation()
	w.memorandum()
	w.signedCopies("finA", "finA2", "sellerBusinessId", w.x, "sample-37-2")
}
