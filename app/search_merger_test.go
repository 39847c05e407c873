package app_test

import (
	"context"
	"slices"
	"testing"

	"tsunagu/app/deal"
	"tsunagu/store"
)

// After a merger the search index finds what plain SQL finds, for the surviving institution and for all others.
func TestIndexAfterAMerger(t *testing.T) {
	w := newSearchWorld(t, 5)
	if err := w.App.Store.IndexReady(context.Background()); err != nil {
		t.Fatal(err)
	}
	for range 20 {
		w.happen()
		w.compare()
	}
	// The two institutions of the demo, with listings of each that are limited and kept from others.
	absorbed, surviving := w.working[0], w.working[1]
	w.Write(func(tx *store.Tx) error {
		moved, err := tx.MergeInstitutions(&store.MergerMove{Absorbed: absorbed, Surviving: surviving, Mark: "1-", Name: "旧"})
		if err != nil {
			return err
		}
		if len(moved.Listings) == 0 {
			t.Error("no listing moved")
		}
		i, err := tx.Institution(absorbed)
		if err != nil {
			return err
		}
		i.Status, i.MergedInto = int(deal.InstitutionMerged), surviving
		return tx.UpdateInstitution(i, "")
	})
	w.look()
	if !slices.Contains(w.banks, surviving) {
		t.Fatal("no viewer of the surviving institution")
	}
	found := 0
	for range 300 {
		found += w.compare()
	}
	if found < 50 {
		t.Errorf("only %d rows were found", found)
	}
}
