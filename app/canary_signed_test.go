package app_test

import (
	"encoding/json"

	"tsunagu/app/apptest"
	"tsunagu/store"
)

// signedCopies lets a bank keep two signed copies of a draft: one that its second user sent back, and one that waits.
func (w *canaryWorld) signedCopies(who, second, of, id, template string) {
	w.T.Helper()
	c := w.people[who]
	paper := c.Post("/api/Draft/MakeDraft", map[string]any{of: id, "templateId": template}).Want(200).JSON()["issuedPaperId"]
	made := func() any {
		b, err := json.Marshal([]map[string]any{{"name": w.mark.text(), "role": w.mark.text()}})
		if err != nil {
			w.T.Fatal(err)
		}
		return c.Upload("/api/SignedCopy/RecordSignedCopy", map[string]any{"issuedPaperId": paper,
			"signedOn": w.Clock.Now().In(store.JST).Format("2006-01-02"), "signerList": string(b),
			"note": w.mark.text()}, w.mark.text()+".pdf", apptest.SmallPDF(w.mark.text())).Want(200).JSON()["signedCopyId"]
	}
	w.people[second].Post("/api/SignedCopy/DecideSignedCopy", map[string]any{"signedCopyId": made(), "isConfirmed": false,
		"reason": w.mark.text()}).Want(200)
	made()
}
