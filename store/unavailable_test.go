package store

import (
	"context"
	"errors"
	"testing"
)

// A full disk and one that has become read-only refuse a write with ErrUnavailable; nothing of it is
// stored, reads go on, and the next write works. SQLite itself refuses here, as on such a disk.
func TestFullAndReadOnlyAreUnavailable(t *testing.T) {
	s, bank, _ := memory(t)
	ctx := context.Background()
	count := func() (n int) {
		t.Helper()
		if err := s.Read(ctx, func(q *Q) error { return q.scan1([]any{&n}, "SELECT count(*) FROM company") }); err != nil {
			t.Fatal(err)
		}
		return n
	}
	many := func(tx *Tx) error {
		for range 2000 { // more than the current page has room for
			if err := tx.CreateCompany(&Company{Kind: Buyer, InstitutionID: bank}, ""); err != nil {
				return err
			}
		}
		return nil
	}
	for _, x := range []struct{ name, refuse, allow string }{
		{"full", "PRAGMA max_page_count = 1", "PRAGMA max_page_count = 4294967294"}, // no more pages than there are
		{"read-only", "PRAGMA query_only = 1", "PRAGMA query_only = 0"},
	} {
		before := count()
		if _, err := s.conn.ExecContext(ctx, x.refuse); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if err := s.Write(ctx, many); !errors.Is(err, ErrUnavailable) {
				t.Errorf("%s: %v", x.name, err)
			}
			if n := count(); n != before {
				t.Errorf("%s: %d companies, were %d", x.name, n, before)
			}
		}
		if _, err := s.conn.ExecContext(ctx, x.allow); err != nil {
			t.Fatal(err)
		}
		if err := s.Write(ctx, many); err != nil || count() != before+2000 {
			t.Errorf("%s, and not any more: %v, %d companies", x.name, err, count())
		}
	}
}
