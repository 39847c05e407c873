package store

import (
	"context"
	"errors"
	"fmt"
	"testing"
)

// A disk that is full in the midst of an import stops it between two rows: what it has written stays, what is left is
// still its own, and once there is room it goes on where it was.
func TestImportOnAFullDisk(t *testing.T) {
	const rows, first = 3000, 100
	s, bank, _ := memory(t)
	ctx := context.Background()
	write := func(f func(tx *Tx) error) {
		t.Helper()
		if err := s.Write(ctx, f); err != nil {
			t.Fatal(err)
		}
	}
	user := &User{Role: 3, ClientType: 3, ClientID: bank, LoginID: "import@example.jp", LoginFolded: "import@example.jp"}
	i := &CompanyImport{Kind: Buyer, InstitutionID: bank, State: ImportReady, NewCount: rows, Expires: s.Now()}
	staged := make([]ImportRow, rows)
	for n := range staged {
		staged[n] = ImportRow{Number: n + 2, Action: ImportNew, DetailsAction: ImportNew, Record: &CompanyRecord{Company: Company{ID: NewID()}}}
		staged[n].Record.Details = CompanyDetails{CompanyID: staged[n].Record.ID, CompanyName: fmt.Sprint("蒼陵製作所", n)}
	}
	write(func(tx *Tx) error {
		if err := tx.CreateUser(user, ""); err != nil {
			return err
		}
		i.UserID = user.ID
		if err := tx.CreateImport(i); err != nil {
			return err
		}
		return tx.StageRows(i.ID, staged, nil)
	})
	if err := s.ClaimImport(ctx, i); err != nil {
		t.Fatal(err)
	}
	var touches *ImportTouches
	if err := s.Read(ctx, func(q *Q) (err error) {
		if i, err = q.AnyImport(i.ID); err == nil {
			touches, err = q.CheckImport(i)
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	piece := func(atMost int) error {
		return s.Write(ctx, func(tx *Tx) error {
			i, err := tx.AnyImport(i.ID)
			if err == nil {
				_, err = tx.WriteImport(i, touches, atMost)
			}
			return err
		})
	}
	stands := func(state string, written int) {
		t.Helper()
		var companies int
		if err := s.Read(ctx, func(q *Q) (err error) {
			if i, err = q.AnyImport(i.ID); err != nil {
				return err
			}
			return q.scan1([]any{&companies}, "SELECT count(*) FROM company_imported WHERE import_id = ?", i.ID)
		}); err != nil {
			t.Fatal(err)
		}
		if i.State != state || i.WrittenCount != written || companies != written {
			t.Errorf("%s with %d rows and %d companies, want %s with %d", i.State, i.WrittenCount, companies, state, written)
		}
	}
	if err := piece(first); err != nil {
		t.Fatal(err)
	}
	stands(ImportApplying, first)
	if _, err := s.conn.ExecContext(ctx, "PRAGMA max_page_count = 1"); err != nil { // no more pages than there are
		t.Fatal(err)
	}
	for range 2 {
		if err := piece(rows); !errors.Is(err, ErrUnavailable) {
			t.Errorf("on a full disk: %v", err)
		}
		stands(ImportApplying, first)
	}
	if _, err := s.conn.ExecContext(ctx, "PRAGMA max_page_count = 4294967294"); err != nil {
		t.Fatal(err)
	}
	if err := s.Write(ctx, func(tx *Tx) error { _, err := tx.ClearImport(i.ID); return err }); !errors.Is(err, ErrStale) {
		t.Errorf("thrown away in the midst: %v", err)
	}
	if err := piece(rows); err != nil {
		t.Fatal(err)
	}
	stands(ImportDone, rows)
	if err := piece(rows); !errors.Is(err, ErrStale) {
		t.Errorf("written again: %v", err)
	}
}
