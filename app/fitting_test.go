package app_test

import (
	"context"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"testing"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/demo"
	"tsunagu/app/match"
	"tsunagu/app/score"
	"tsunagu/store"
)

// toldOneByOne are the listings that each buyer is to be told of, found by plain SQL for one buyer after another: by
// the rules of domain.md 8, without any code that searches for many buyers at once.
func (w *searchWorld) toldOneByOne(q *store.Q, f *store.Fitting) map[string][]string {
	w.T.Helper()
	since := "NULL"
	if !f.Since.IsZero() {
		since = fmt.Sprint(f.Since.UnixMilli())
	}
	rows, err := apptest.OpenRaw(w.T, w.App.Store.Dir()).Query(`SELECT c.id, c.institution_id FROM company c
		JOIN institution i ON i.id = c.institution_id
		WHERE c.kind = 1 AND c.status = 1 AND c.is_trial = 0 AND c.is_send_recommend_mail = 1 AND i.status = 1
		AND EXISTS (SELECT 1 FROM user u WHERE u.client_id = c.id AND u.role = 2 AND u.status = 2 AND u.regist_send_mail = 1)
		AND EXISTS (SELECT 1 FROM needs d WHERE d.client_id = c.id AND d.status = 1)
		AND NOT EXISTS (SELECT 1 FROM recommended r WHERE r.kind = ? AND r.buyer_company_id = c.id AND r.at BETWEEN `+since+` AND ?)`,
		f.Kind, q.Now().UnixMilli())
	if err != nil {
		w.T.Fatal(err)
	}
	defer rows.Close()
	out := map[string][]string{}
	for rows.Next() {
		var id, institution string
		if err := rows.Scan(&id, &institution); err != nil {
			w.T.Fatal(err)
		}
		found, err := q.Plain().FittingListings(store.Viewer{InstitutionID: institution, BuyerID: id},
			&store.ListingSearch{IsShowing: true, IsNotBegun: true, PublishedAfter: f.PublishedAfter, Limit: f.Most},
			&store.ListingScoring{Fit: f.Fit, BuyerID: id, Least: f.Least, ByScore: true, NotTold: f.Kind})
		if err != nil {
			w.T.Fatal(err)
		}
		if len(found) > 0 {
			out[id] = found
		}
	}
	if err := rows.Err(); err != nil {
		w.T.Fatal(err)
	}
	return out
}

// marked are the listings of which buyers were told by a kind of mail.
func (w *searchWorld) marked(kind string) map[string][]string {
	w.T.Helper()
	rows, err := apptest.OpenRaw(w.T, w.App.Store.Dir()).Query("SELECT buyer_company_id, listing_id FROM recommended WHERE kind = ?", kind)
	if err != nil {
		w.T.Fatal(err)
	}
	defer rows.Close()
	out := map[string][]string{}
	for rows.Next() {
		var buyer, listing string
		if err := rows.Scan(&buyer, &listing); err != nil {
			w.T.Fatal(err)
		}
		out[buyer] = append(out[buyer], listing)
	}
	if err := rows.Err(); err != nil {
		w.T.Fatal(err)
	}
	return out
}

// publishSome publishes some listings: otherwise too few are public at a time.
func (w *searchWorld) publishSome() {
	w.T.Helper()
	w.Write(func(tx *store.Tx) error {
		for range 30 {
			own := demo.One(w.r, w.listings)
			l, err := tx.Listing(store.Viewer{InstitutionID: own.InstitutionID}, own.ID)
			if err != nil {
				return err
			}
			p, err := tx.ListingContent(own.ID, store.Working)
			if err != nil {
				return err
			}
			l.Status, l.PublishedAt, l.ConcludedAt = int(deal.ListingShowing), tx.Now(), time.Time{}
			p.StartDate, p.DueDate = tx.Today(), deal.AddDays(tx.Now(), w.r.IntN(20))
			p.IsLimited, p.IsRest, p.RestFinancial = w.chance(4), w.chance(4), nil
			if p.IsRest {
				p.RestFinancial = []string{demo.One(w.r, w.banks)}
			}
			if err := tx.UpdateListing(l, ""); err != nil {
				return err
			}
			if err := tx.PutListingContent(l.ID, store.Published, p); err != nil {
				return err
			}
		}
		return nil
	})
}

// After any changes in the network, the search from listings to buyers finds what plain SQL finds for each buyer, in
// the same order; and the jobs mail exactly these.
func TestListingsLookForTheirBuyers(t *testing.T) {
	w := newSearchWorld(t, 5)
	if err := w.App.Store.IndexReady(context.Background()); err != nil {
		t.Fatal(err)
	}
	found, byJob, restricted := 0, map[string]int{}, 0
	for round := range 60 {
		for range 1 + w.r.IntN(5) {
			w.happen()
		}
		w.Clock.Add(time.Duration(w.r.IntN(900)) * time.Minute)
		if round%10 == 9 {
			w.look()
		}
		if round%3 == 0 {
			for range 3 { // most listings are new to nobody who wants them
				w.publishSome()
			}
		}
		w.Read(func(q *store.Q) error {
			f := &store.Fitting{Kind: demo.One(w.r, []string{"new", "weekly"}), Fit: match.FitOf(w.weights()),
				Least: demo.One(w.r, []int{20, 40, 50, 70}), Most: demo.One(w.r, []int{1, 2, 10, deal.LimitAll})}
			if w.chance(2) {
				f.PublishedAfter = q.Now().AddDate(0, 0, -w.r.IntN(60))
			}
			if w.chance(3) {
				f.Since = q.Now().AddDate(0, 0, -6)
			}
			rested := 0
			buyers, err := q.MailedBuyers(func() error { rested++; return nil })
			if err != nil {
				return err
			}
			want := w.toldOneByOne(q, f)
			for _, of := range []*store.Q{q, q.Plain()} {
				some, err := of.FittingListingsOf(buyers, f, func() error { rested++; return nil })
				if err != nil {
					return err
				}
				got := map[string][]string{}
				for _, b := range some {
					got[b.BuyerID] = b.Listings
				}
				if !reflect.DeepEqual(got, want) {
					t.Fatalf("round %d, %+v: found for many\n%v\none by one\n%v", round, f, got, want)
				}
			}
			if rested == 0 {
				t.Fatal("it never lets others go on")
			}
			for _, listings := range want {
				found += len(listings)
			}
			if f.Most < deal.LimitAll {
				restricted += len(want)
			}
			return nil
		})
		for job, f := range map[string]*store.Fitting{
			"new_listings":    {Kind: "new", Least: score.Recommended, Most: deal.LimitAll},
			"recommendations": {Kind: "weekly", Least: score.Recommended, Most: deal.RecommendedAtOnce},
		} {
			if round%3 > 0 {
				continue
			}
			want := w.marked(f.Kind)
			w.Read(func(q *store.Q) error {
				weights, err := match.WeightsOf(q)
				if err != nil {
					return err
				}
				f.Fit = match.FitOf(weights)
				if f.Kind == "weekly" {
					f.Since = q.Now().AddDate(0, 0, -deal.RecommendedApart)
				} else if first, ok := deal.ParseDate(deal.AddDays(q.Now(), -deal.NewMailDays)); ok {
					f.PublishedAfter = first.Add(-time.Millisecond)
				}
				for buyer, listings := range w.toldOneByOne(q, f) {
					want[buyer] = append(want[buyer], listings...)
					byJob[job] += len(listings)
				}
				return nil
			})
			w.Job(job)
			got := w.marked(f.Kind)
			for _, of := range []map[string][]string{got, want} {
				for buyer := range of {
					slices.Sort(of[buyer])
				}
			}
			if !maps.EqualFunc(got, want, slices.Equal[[]string]) {
				t.Fatalf("round %d: %s told\n%v\nwant\n%v", round, job, got, want)
			}
		}
	}
	if found < 300 || restricted < 20 || byJob["new_listings"] < 3 || byJob["recommendations"] < 3 {
		t.Errorf("only %d listings for buyers, %d bounded, by jobs %v", found, restricted, byJob)
	}
}
