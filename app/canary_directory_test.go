package app_test

import "tsunagu/store"

// sentBack is a directory that the office sent back to an administrator: one that answers is another test's.
func (w *canaryWorld) sentBack(institution string) {
	w.T.Helper()
	w.Write(func(tx *store.Tx) error {
		return tx.PutDirectory(&store.Directory{InstitutionID: institution, State: store.DirectoryReturned, Issuer: "https://d.example.jp",
			ClientID: "tsunagu", ClientSecret: []byte(w.mark.text()), GroupClaim: w.mark.text(), GroupValues: []string{"x"},
			Domains: []string{"d.example.jp"}, Reason: w.mark.text()}, "")
	})
}
