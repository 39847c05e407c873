package app_test

import (
	"tsunagu/app/apptest"
	"tsunagu/app/signed"
	"tsunagu/store"
)

// signedCopies are A's: of three drafts of its listing, one that can be signed, one with a copy that waits, one with a copy that counts.
func (w *accessWorld) signedCopies() {
	w.T.Helper()
	own := map[string]string{"own": inA}
	c := &apptest.Caller{P: w.Platform, Token: w.tokens["finA"]}
	draft := func(template string) string {
		return c.Post("/api/Draft/MakeDraft", map[string]any{"sellerBusinessId": w.Listing, "templateId": template}).Want(200).
			JSON()["issuedPaperId"].(string)
	}
	copied := func(paper string) string {
		path := signed.Path + "RecordSignedCopy"
		return c.Upload(path, signedBy(paper), apptest.FormFileOf(path), apptest.FormContentOf(w.T, path)).Want(200).
			JSON()["signedCopyId"].(string)
	}
	w.objects["signable"] = []object{{"own", draft("sample-31-2"), own}}
	w.objects["waitingCopy"] = []object{{"own", copied(draft("sample-37-2")), own}}
	counts := copied(draft("sample-32-2"))
	w.Write(func(tx *store.Tx) error { return tx.ConfirmSignedCopy(&store.SignedCopy{ID: counts}, w.user["finA2"]) })
	w.objects["signedCopy"] = []object{{"own", counts, own}}
}

func signedBy(paper string) map[string]any {
	return map[string]any{"issuedPaperId": paper, "signedOn": "2026-11-21", "signerList": `[{"name":"金糸 雀"}]`}
}

// addSigned adds the calls of signed copies, which are a bank's alone.
func addSigned(add func(p []probe, calls ...string)) {
	add([]probe{{of: "negotiation", set: "banks", query: idIn("buyerNegotiationId")},
		{of: "listing", set: "see", query: idIn("sellerBusinessId")}, {of: "papered", set: "maintain", query: idIn("companyId")}},
		"GET "+signed.Path+"SearchSignedCopy")
	add([]probe{{of: "signable", set: "own", form: true, body: func(x *probing) map[string]any { return signedBy(x.id) }}},
		"POST "+signed.Path+"RecordSignedCopy")
	add([]probe{{of: "waitingCopy", set: "own", body: bodyID("signedCopyId", map[string]any{"isConfirmed": true})}},
		"POST "+signed.Path+"DecideSignedCopy")
	add([]probe{{of: "waitingCopy", set: "own", body: bodyID("signedCopyId", map[string]any{"fromState": 1, "reason": "別の書面でした"})},
		{of: "signedCopy", set: "own", body: bodyID("signedCopyId", map[string]any{"fromState": 2, "reason": "別の書面でした"})}},
		"POST "+signed.Path+"WithdrawSignedCopy")
	add(append(of("waitingCopy", "own", "signedCopyId"), of("signedCopy", "own", "signedCopyId")...), "GET "+signed.Path+"DownloadSignedCopy")
}
