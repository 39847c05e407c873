package store

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestMigrationKeepsApprovers: a network of schema 0027 has a user whom a bank's clerk created. He
// stays an approver and is listed for his administrator to decide; all others count as decided by an
// administrator.
func TestMigrationKeepsApprovers(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, DatabaseFile), released(t, "0027"), 0o600); err != nil {
		t.Fatal(err)
	}
	migrate(t, dir, migrations)
	err := ReadFile(t.Context(), filepath.Join(dir, DatabaseFile), time.Now(), func(q *Q) error {
		maker, err := q.UserByLogin("fin-a@demo.example.jp")
		if err != nil {
			return err
		}
		for login, want := range map[string]User{
			"fin-a3@demo.example.jp": {Approver: 2, LoginBy: maker.ID},
			"fin-a@demo.example.jp":  {Approver: 1}, "fin-b2@demo.example.jp": {Approver: 1}, "office@demo.example.jp": {Approver: 1},
			"admin-a@demo.example.jp": {},
		} {
			u, err := q.UserByLogin(login)
			if err != nil {
				return err
			}
			if u.Approver != want.Approver || u.LoginBy != want.LoginBy || u.AdmittedBy != "" || u.Admitted.IsZero() != (want.Approver != 1) {
				t.Errorf("%s: %+v", login, u)
			}
		}
		for institution, want := range map[string]UserTasks{maker.ClientID: {Former: 1}, "another": {}} {
			if got, err := q.UserTasks(institution, true); err != nil || got != want {
				t.Errorf("%s: %+v %v", institution, got, err)
			}
		}
		// This is for the administrator to decide, not for the office.
		got, err := q.UserTasks("", false)
		if got != (UserTasks{}) {
			t.Errorf("the office: %+v", got)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
