package store

import (
	"context"
	"testing"
)

// memory is a store with two buyers of one bank, whose index stands.
func memory(t *testing.T) (s *Store, bank string, buyers []string) {
	t.Helper()
	s, err := Open(context.Background(), t.TempDir(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	i := &Institution{Name: "試験銀行", Status: 1}
	if err := s.Write(context.Background(), func(tx *Tx) error { return tx.CreateInstitution(i, "") }); err != nil {
		t.Fatal(err)
	}
	if err := s.IndexReady(context.Background()); err != nil {
		t.Fatal(err)
	}
	return s, i.ID, []string{newBuyer(t, s, i.ID), newBuyer(t, s, i.ID)}
}

func newBuyer(t *testing.T, s *Store, bank string) string {
	t.Helper()
	c := &Company{Kind: Buyer, InstitutionID: bank, Status: 1}
	if err := s.Write(context.Background(), func(tx *Tx) error { return tx.CreateCompany(c, "") }); err != nil {
		t.Fatal(err)
	}
	return c.ID
}

// found is how many buyers the index finds.
func found(t *testing.T, s *Store, bank string) (n int) {
	t.Helper()
	if err := s.Read(context.Background(), func(q *Q) error {
		has, err := q.HasIndex()
		if err != nil || !has {
			t.Error("the index does not stand", err)
		}
		_, n, err = q.SearchCompanies(Viewer{InstitutionID: bank}, &CompanySearch{Kind: Buyer, Limit: 10})
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return n
}

// An index that cannot follow a write is discarded and rebuilt; the write succeeds.
func TestLostIndexIsBuiltAnew(t *testing.T) {
	s, bank, buyers := memory(t)
	if n := found(t, s, bank); n != 2 {
		t.Fatalf("%d buyers", n)
	}
	for range 2 {
		if err := s.Write(context.Background(), func(tx *Tx) error { // deletes a row
			_, err := tx.exec("DELETE FROM company WHERE id = ?", buyers[0])
			return err
		}); err != nil {
			t.Fatal(err)
		}
		if err := s.IndexReady(context.Background()); err != nil {
			t.Fatal(err)
		}
		if n := found(t, s, bank); n != 1 {
			t.Errorf("%d buyers", n)
		}
		buyers = []string{newBuyer(t, s, bank)} // the rebuilt index follows later writes
		if n := found(t, s, bank); n != 2 {
			t.Errorf("%d buyers", n)
		}
	}
}

// Health does not call the index ready while it is being built.
func TestHealthTellsOfTheIndex(t *testing.T) {
	s, _, _ := memory(t)
	ready := func() bool {
		t.Helper()
		h, err := s.Health(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		return h.IndexReady
	}
	if !ready() {
		t.Error("it stands and is not ready")
	}
	s.search.mu.Lock()
	s.search.head = &edition{n: s.search.head.n}
	s.search.mu.Unlock()
	if ready() {
		t.Error("it is ready before it stands")
	}
}

// A lazy read sees one snapshot: if a write comes between what it read from memory and its first
// statement, it runs again.
func TestLazyReadIsOneSnapshot(t *testing.T) {
	s, bank, _ := memory(t)
	runs, names, buyers := 0, map[string]string{}, 0
	look := func(between func()) {
		t.Helper()
		runs = 0
		if err := s.ReadLazily(context.Background(), func(q *Q) (err error) {
			if runs++; runs == 1 {
				between()
			}
			if names, err = q.InstitutionNames(); err != nil {
				return err
			}
			return q.scan1([]any{&buyers}, "SELECT count(*) FROM company")
		}); err != nil {
			t.Fatal(err)
		}
	}
	look(func() {})
	if runs != 1 || names[bank] != "試験銀行" || buyers != 2 {
		t.Errorf("%d runs: %v, %d", runs, names, buyers)
	}
	look(func() {
		newBuyer(t, s, bank)
		if err := s.Write(context.Background(), func(tx *Tx) error {
			i, err := tx.Institution(bank)
			if err != nil {
				return err
			}
			i.ShortName = "試験"
			return tx.UpdateInstitution(i, "")
		}); err != nil {
			t.Error(err)
		}
	})
	if runs != 2 || names[bank] != "試験" || buyers != 3 {
		t.Errorf("%d runs: %v, %d", runs, names, buyers)
	}
	// Values in memory need no database: its file could be missing.
	if err := s.ReadLazily(context.Background(), func(q *Q) (err error) {
		q.run, q.prepare = nil, nil
		names, err = q.InstitutionNames()
		return err
	}); err != nil || names[bank] != "試験" {
		t.Errorf("%v, %v", names, err)
	}
}

// statements writes one statement at a time.
func statements(t *testing.T, s *Store) func(query string, args ...any) {
	return func(query string, args ...any) {
		t.Helper()
		if err := s.Write(t.Context(), func(tx *Tx) error { _, err := tx.exec(query, args...); return err }); err != nil {
			t.Fatal(err)
		}
	}
}
