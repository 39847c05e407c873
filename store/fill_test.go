package store

import (
	"context"
	"errors"
	"slices"
	"testing"
)

// Fill leaves the schema and the durability of commits as they were, also when it fails.
func TestFill(t *testing.T) {
	ctx := context.Background()
	s, err := Open(ctx, t.TempDir(), Options{NoIndex: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	look := func() []string {
		t.Helper()
		var out []string
		if err := s.Read(ctx, func(q *Q) (err error) {
			out, err = codes[string](q, "SELECT name || sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL ORDER BY name")
			return err
		}); err != nil {
			t.Fatal(err)
		}
		return out
	}
	synchronous := func() (n int) {
		t.Helper()
		if err := s.conn.QueryRowContext(ctx, "PRAGMA synchronous").Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	was, safe := look(), synchronous()
	if len(was) < 20 || safe != 2 {
		t.Fatalf("%d indexes, synchronous %d", len(was), safe)
	}
	fill := func() error {
		if n := len(look()); n > 13 { // those that keep rows apart
			t.Errorf("%d indexes while it fills", n)
		}
		if n := synchronous(); n != 0 {
			t.Errorf("synchronous is %d while it fills", n)
		}
		return s.Write(ctx, func(tx *Tx) error {
			return tx.CreateInstitution(&Institution{Code: "9999", Name: "試験銀行", Status: 1, HandlingBusiness: []int{}, SalesRegion: []int{}}, "")
		})
	}
	if err := s.Fill(ctx, fill); err != nil {
		t.Fatal(err)
	}
	if is := look(); !slices.Equal(is, was) {
		t.Errorf("after it: %v\nbefore: %v", is, was)
	}
	if err := s.Read(ctx, func(q *Q) error {
		names, err := q.InstitutionNames()
		if err == nil && len(names) != 1 {
			t.Errorf("%d institutions", len(names))
		}
		return errors.Join(err, q.Integrity())
	}); err != nil {
		t.Fatal(err)
	}
	broke := errors.New("broke off")
	if err := s.Fill(ctx, func() error { return broke }); !errors.Is(err, broke) {
		t.Errorf("%v", err)
	}
	if n := synchronous(); n != 2 {
		t.Errorf("synchronous is %d at the end", n)
	}
}
