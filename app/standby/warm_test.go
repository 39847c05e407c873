package standby_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"tsunagu/app/standby"
	"tsunagu/store"
	"tsunagu/store/storetest"
)

func kept(t *testing.T, dir string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "tsunagu.index-*"))
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// keeping is a leader's store with a company, whose index is saved as that of a large network.
func keeping(t *testing.T, o store.Options, bank *store.Institution) *store.Store {
	t.Helper()
	st := storetest.NewWith(t, store.Options{KeepFrom: 1, Clock: o.Clock})
	if err := st.Write(t.Context(), func(tx *store.Tx) error {
		if err := tx.CreateInstitution(bank, ""); err != nil {
			return err
		}
		return tx.CreateCompany(&store.Company{Kind: store.Buyer, InstitutionID: bank.ID, Status: 1}, "")
	}); err != nil {
		t.Fatal(err)
	}
	if err := st.Close(); err != nil {
		t.Fatal(err)
	}
	o.KeepFrom, o.IsFollowed = 1, true
	st, err := store.Open(t.Context(), st.Dir(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := st.Close(); err != nil {
			t.Error(err)
		}
	})
	return st
}

// TestTakesOverWarm: the new leader reads the search index that it made while it followed, also after changes that came
// later, and builds none; what it finds is what plain SQL finds. A damaged file is not read.
func TestTakesOverWarm(t *testing.T) {
	for _, damage := range []bool{false, true} {
		bank := &store.Institution{Name: "試験銀行", Status: 1}
		x := newTwoOn(t, func(o store.Options) *store.Store { return keeping(t, o, bank) })
		buyers := 1
		add := func() {
			x.Write(func(tx *store.Tx) error {
				for range 30 {
					buyers++
					c := &store.Company{Kind: store.Buyer, InstitutionID: bank.ID, Status: 1, SalesAmount: buyers % 7}
					if err := tx.CreateCompany(c, ""); err != nil {
						return err
					}
				}
				return nil
			})
		}
		add()
		x.await(func(r standby.Readiness) bool { return r.CanLead && !r.Preparing && len(kept(t, x.dir)) == 1 })
		if leads, follows := kept(t, x.App.Store.Dir()), kept(t, x.dir); !strings.Contains(fmt.Sprint(leads), filepath.Base(follows[0])) {
			t.Errorf("the leader has %q, the standby %q", leads, follows)
		}
		add()
		x.Write(func(tx *store.Tx) error { return tx.SetSetting("last", "so", "") })
		x.followed("last")
		if failed := x.promote(); failed != "" {
			t.Fatal(failed)
		}
		if err := <-x.ended; err != nil {
			t.Fatal(err)
		}
		if damage {
			path := kept(t, x.dir)[0]
			b, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			b[len(b)/2] ^= 1
			if err := os.WriteFile(path, b, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if said := x.lookFor(bank.ID, buyers); strings.Contains(said, "search index read") == damage ||
			strings.Contains(said, "search index built") != damage {
			t.Errorf("damaged is %v:\n%s", damage, said)
		}
	}
}

// lookFor opens what the standby has taken over, compares a search by the index with plain SQL, and returns the log.
func (x *two) lookFor(bank string, buyers int) string {
	x.T.Helper()
	log := &bytes.Buffer{}
	st, err := store.Open(x.T.Context(), x.dir, store.Options{KeepFrom: 1, Log: slog.New(slog.NewTextHandler(log, nil))})
	if err != nil {
		x.T.Fatal(err)
	}
	if err := st.IndexReady(x.T.Context()); err != nil {
		x.T.Fatal(err)
	}
	if err := st.Read(x.T.Context(), func(q *store.Q) error {
		if has, err := q.HasIndex(); err != nil || !has {
			x.T.Error("the index does not stand", err)
		}
		for _, sort := range []string{"modified", "salesAmount"} {
			search := &store.CompanySearch{Kind: store.Buyer, Sort: sort, Limit: 1000, IsOwn: true}
			rows, n, err := q.SearchCompanies(store.Viewer{InstitutionID: bank}, search)
			if err != nil {
				return err
			}
			plain, m, err := q.Plain().SearchCompanies(store.Viewer{InstitutionID: bank}, search)
			if err != nil {
				return err
			}
			if n != buyers || m != buyers || !reflect.DeepEqual(rows, plain) {
				x.T.Errorf("by %s the index finds %d, SQL %d, of %d", sort, n, m, buyers)
			}
		}
		return nil
	}); err != nil {
		x.T.Error(err)
	}
	if err := st.Close(); err != nil {
		x.T.Error(err)
	}
	return log.String()
}
