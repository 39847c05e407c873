package app_test

import (
	"strings"
	"time"

	"tsunagu/store"
)

// secret is a canary long enough to be looked for as a secret.
func (w *canaryWorld) secret() string { return strings.Repeat(w.mark.text(), 4) }

// boundTo makes a user somebody of his institution's directory, also in the session that he has.
func (w *canaryWorld) boundTo(name string) {
	w.T.Helper()
	u := w.UserOf(w.people[name].Caller)
	w.Write(func(tx *store.Tx) error {
		d, err := tx.DirectoryOnItsWay(u.ClientID)
		if err != nil {
			return err
		}
		subject := w.secret()
		b := &store.DirectoryBinding{UserID: u.ID, InstitutionID: u.ClientID, Issuer: d.Issuer, Subject: subject}
		if err := tx.BindDirectory(b); err != nil {
			return err
		}
		all, err := tx.RunningSessions(u.ID, "platform", time.Time{})
		if err != nil {
			return err
		}
		for _, s := range all {
			err = tx.CreateDirectorySession(&store.DirectorySession{SessionID: s.ID, DirectoryID: d.ID, Issuer: d.Issuer, Subject: subject,
				SID: w.secret()})
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// sentBack is a directory that the office sent back to the administrator of A or B, and who of it a user is: one that answers is another
// test's.
func (w *canaryWorld) sentBack(bank string) {
	w.T.Helper()
	institution := w.UserOf(w.people["fin"+bank].Caller).ClientID
	defer w.boundTo("fin" + bank)
	w.Write(func(tx *store.Tx) error {
		return tx.PutDirectory(&store.Directory{InstitutionID: institution, State: store.DirectoryReturned, Issuer: "https://d.example.jp",
			ClientID: "tsunagu", ClientSecret: []byte(w.secret()), GroupClaim: w.mark.text(), GroupValues: []string{"x"},
			Domains: []string{"d.example.jp"}, Reason: w.mark.text()}, "")
	})
}

// hushedSignIns are deeds about how A's people sign in, of which nobody else may learn.
var hushedSignIns = []hush{
	// Not even their administrator: no directory is in force here, whose list would say it (app/directory, TestDirectoryInvitation).
	{"a user of A's is bound to its directory", func(w *canaryWorld) { w.boundTo("finA2") }, "finA finB fadA fadB buyB " + bystanders, ""},
	{"a user of A's registers a passkey", func(w *canaryWorld) {
		w.Write(func(tx *store.Tx) error {
			return tx.CreatePasskey(&store.Passkey{UserID: w.people["finA"].id(), Host: "localhost", CredentialID: []byte("another"),
				PublicKey: []byte(w.secret()), Name: w.mark.text()})
		})
	}, "finA2 finB fadB buyB " + bystanders, "finA"},
	{"A's directory goes to the office", func(w *canaryWorld) {
		w.Write(func(tx *store.Tx) error {
			d, err := tx.DirectoryOnItsWay(w.UserOf(w.people["finA"].Caller).ClientID)
			if err != nil {
				return err
			}
			d.State = store.DirectorySent
			return tx.PutDirectory(d, "")
		})
	}, "finA finB fadB buyB " + bystanders, "fadA"},
}
