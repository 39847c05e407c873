package app_test

import (
	"tsunagu/app/apptest"
)

// avoided is one company on the list of whom the owner of A's seller avoids (打診しない先).
func (w *accessWorld) avoided() []object {
	row := w.FinA.Post("/api/SellerCompany/SaveAvoidedCompany", map[string]any{"companyId": w.Seller, "companyName": "白嶺キャピタル",
		"note": "先代からの競合"}).Want(200).JSON()["avoidedList"].([]any)[0].(map[string]any)
	return []object{{"own", row["avoidedId"].(string), map[string]string{"own": inA}}}
}

// avoidedRows are the matrix's rows of the list and of the paper that is made of it.
func avoidedRows(rows map[string][]probe) {
	avoided := func(fields map[string]any) func(x *probing) map[string]any {
		return func(x *probing) map[string]any {
			return apptest.With(map[string]any{"companyId": x.w.Seller, "avoidedId": x.id, "version": 77}, fields)
		}
	}
	rows["POST /api/SellerCompany/SaveAvoidedCompany"] = []probe{
		{of: "seller", set: "charge", body: bodyID("companyId", map[string]any{"companyName": "朝凪商店"})},
		{of: "avoided", set: "own", body: avoided(map[string]any{"companyName": "朝凪商店"})}}
	rows["POST /api/SellerCompany/RemoveAvoidedCompany"] = []probe{
		{of: "avoided", set: "own", body: avoided(map[string]any{"reason": "オーナーに確認しました"})}}
	rows["POST /api/SellerCompany/ExportOwnerLongList"] = []probe{{of: "listing", set: "charge", body: func(x *probing) map[string]any {
		return map[string]any{"sellerBusinessId": x.id, "companyIds": []string{x.w.candidateOn(x.id)}}
	}}}
	valuationRows(rows)
}
