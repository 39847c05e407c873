package app_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"tsunagu/app/auth"
	"tsunagu/app/company"
	"tsunagu/app/deal"
	"tsunagu/app/demo"
	"tsunagu/app/listing"
	"tsunagu/app/longlist"
	"tsunagu/app/negotiation"
	"tsunagu/app/web"
	"tsunagu/store"
	"tsunagu/store/master"
)

// chargeFilter asks now and then who works on a row, and when next.
func (w *searchWorld) chargeFilter() (f store.ChargeFilter) {
	if w.chance(20) {
		f.PersonIDs = []string{demo.One(w.r, w.persons), demo.One(w.r, w.persons)}
	}
	f.IsNobodys = w.chance(40)
	if w.chance(30) {
		f.NextFrom, f.NextTo = demo.One(w.r, []string{"", w.day()}), demo.One(w.r, []string{"", w.day()})
	}
	return f
}

func (w *searchWorld) listingSearch() *store.ListingSearch {
	s := &store.ListingSearch{IsOwn: w.chance(5), IsNotOwn: w.chance(6), IsNegotiation: w.chance(8), IsMessage: w.chance(8),
		IsNotRead: w.chance(8), IsNotBegun: w.chance(8), IsShowing: w.chance(4), IsSold: w.chance(4),
		SalesAmounts: some(w.r, []int{1, 2, 3, 4, 5, 6}, 4), Offers: some(w.r, []int{1, 2, 3, 4}, 3),
		PriceLow: some(w.r, []int{0, 1, 2, 3, 4, 5}, 5), PriceHigh: some(w.r, []int{0, 3, 4, 5, 6, 7}, 5),
		Sort: demo.One(w.r, []string{"", store.SortModified, store.SortBusinessName, store.SortSalesAmount, store.SortSalesPrice,
			store.SortDueDate, store.SortOperatingProfit, store.SortPersonInCharge, store.SortNextAction}), ChargeFilter: w.chargeFilter(),
		IsAscending: w.chance(2), Limit: demo.One(w.r, []int{1, 3, 10, 100, deal.LimitAll}), Offset: demo.One(w.r, []int{0, 0, 0, 1, 7, 30})}
	if w.chance(4) {
		s.Industries, s.LargeClasses = w.industries(), some(w.r, []string{"13", "12", "05"}, 2)
	}
	if w.chance(4) {
		for range 1 + w.r.IntN(6) {
			s.Prefectures = append(s.Prefectures, w.prefecture())
		}
		s.Regions = listing.RegionsOf(s.Prefectures)
	}
	if w.chance(5) {
		s.ManagersFrom, s.ManagersTo = w.number(), w.number()
		for _, n := range []*int64{s.ManagersFrom, s.ManagersTo} {
			if n != nil && w.chance(2) { // sometimes a number that was used before
				*n -= *n % 30
			}
		}
	}
	if w.chance(5) {
		if s.DueFrom = w.day(); w.chance(2) { // sometimes a day that was used before
			s.DueFrom = s.DueFrom[:8] + "01"
		}
	}
	if w.chance(10) {
		s.PublishedAfter = w.Clock.Now().Add(-time.Duration(w.r.IntN(3000)) * time.Hour)
	}
	if w.chance(10) {
		s.CompanyID = demo.One(w.r, w.companies).ID
	}
	if w.chance(10) {
		s.IDs = []string{demo.One(w.r, w.listings).ID, demo.One(w.r, w.listings).ID, "none"}
	}
	if w.chance(3) {
		for range 1 + w.r.IntN(2) {
			if word := w.word(); word != "" {
				s.Words = append(s.Words, w.question(strings.Fields(word)...)...)
			}
		}
		s.Without = w.without()
	}
	return s
}

func (w *searchWorld) companySearch() *store.CompanySearch {
	s := &store.CompanySearch{Kind: 1 + w.r.IntN(8)/7, IsOwn: w.chance(4), IsNotOwn: w.chance(6), Statuses: some(w.r, []int{0, 1, 2, 3, 4}, 3),
		IsTrial: w.chance(10), SalesAmounts: some(w.r, []int{0, 1, 2, 3, 4, 5, 6}, 5),
		IsInLongList: w.chance(10), Sort: demo.One(w.r, []string{"", store.SortModified, store.SortCreated, store.SortCompanyName,
			store.SortSalesAmount, store.SortPrefecture, store.SortPersonInCharge, store.SortNextAction}), ChargeFilter: w.chargeFilter(),
		IsAscending: w.chance(2), Limit: demo.One(w.r, []int{1, 3, 10, 100, deal.LimitAll}), Offset: demo.One(w.r, []int{0, 0, 0, 1, 7, 30})}
	if s.Kind == store.Buyer {
		// sometimes bounds that were used before
		if s.PriceLow, s.PriceHigh = some(w.r, []int{0, 1, 2, 3, 4, 5}, 5), some(w.r, []int{0, 3, 4, 5, 6, 7}, 5); w.chance(2) {
			s.PriceLow, s.PriceHigh = []int{0, 1, 2}, nil
		}
	}
	if w.chance(3) {
		for range w.r.IntN(8) {
			s.Prefectures = append(s.Prefectures, w.prefecture())
		}
	}
	if w.chance(4) {
		s.Industries, s.LargeClasses = w.industries(), some(w.r, []string{"13", "12", "05"}, 2)
	}
	if w.chance(6) {
		s.NeedsClasses, s.NeedsLarge = w.industries(), some(w.r, []string{"13", "12", "05"}, 2)
	}
	if w.chance(6) {
		s.NameFolded = master.Fold(demo.One(w.r, wordsSought))
	}
	if w.chance(5) {
		s.Needs, s.Without = w.needsQuestion(), w.without()
	}
	if w.chance(8) {
		s.IDs = []string{demo.One(w.r, w.companies).ID, demo.One(w.r, w.companies).ID, "none"}
	}
	if w.chance(3) {
		s.LongListOf = demo.One(w.r, w.listings).ID
	}
	return s
}

func (w *searchWorld) negotiationSearch(v store.Viewer, buyers *store.CompanySearch) *store.NegotiationSearch {
	s := &store.NegotiationSearch{Side: demo.One(w.r, []string{store.SideBF, store.SideSF}),
		Sort: demo.One(w.r, append([]string{""}, store.NegotiationSorts...)), Descending: w.chance(2),
		Limit: demo.One(w.r, []int{1, 3, 10, 100, deal.LimitAll}), Offset: demo.One(w.r, []int{0, 0, 0, 1, 7, 30}),
		HasInterest: w.chance(10), HasOffer: w.chance(10), HasFinancing: w.chance(10), ChargeFilter: w.chargeFilter()}
	if w.chance(6) {
		s.PriceLow, s.PriceHigh = some(w.r, []int{0, 1, 2, 3, 4, 5}, 5), some(w.r, []int{0, 3, 4, 5, 6, 7}, 5)
	}
	if w.chance(5) {
		s.Statuses = []int{demo.One(w.r, []int{0, 1, 2}), demo.One(w.r, []int{2, 3, 4}), demo.One(w.r, []int{5, 9, 77})}
	}
	if s.NeedsAction = w.chance(6); v.IsBuyer() {
		s.Side = store.SideBuyer
	} else if w.chance(4) {
		s.Buyers = buyers
	}
	if w.chance(8) {
		s.ListingID = demo.One(w.r, w.listings).ID
	}
	if w.chance(8) {
		s.BuyerIDs = []string{demo.One(w.r, w.companies).ID, demo.One(w.r, w.companies).ID, "none"}
	}
	if w.chance(6) {
		s.BusinessName = demo.One(w.r, []string{w.text(), "の", "M", "m", "%", "_", "a\x00b", "\xff"})
	}
	if w.chance(6) {
		s.ListingIndustries, s.ListingLarge = w.industries(), some(w.r, []string{"13", "12", "05"}, 2)
	}
	if w.chance(5) {
		s.DueFrom, s.DueTo = demo.One(w.r, []string{"", w.day(), "2026"}), demo.One(w.r, []string{"", w.day()})
	}
	return s
}

// negotiationQuestion is a search for negotiations and who made it.
type negotiationQuestion struct {
	viewer store.Viewer
	search *store.NegotiationSearch
}

// compareNegotiations compares the index, plain SQL and the caches for one search for negotiations,
// and for some earlier ones, whatever was written since, also as another institution.
func (w *searchWorld) compareNegotiations(q *store.Q, v store.Viewer, buyers *store.CompanySearch) (int, error) {
	s := w.negotiationSearch(v, buyers)
	n, err := w.compareFound(q, v, s)
	if err != nil {
		return 0, err
	}
	for range min(2, len(w.asked)) {
		before := demo.One(w.r, w.asked)
		who := before.viewer
		if w.chance(3) && !who.IsBuyer() {
			who = store.Viewer{UserID: who.UserID, InstitutionID: demo.One(w.r, w.working)} // without a team: its numbers are users of the other
		}
		if _, err := w.compareFound(q, who, before.search); err != nil {
			return 0, err
		}
	}
	if w.asked = append(w.asked, negotiationQuestion{v, s}); len(w.asked) > 12 {
		w.asked = w.asked[1:]
	}
	w.bargains += n
	return n, w.compareWritten(q, v, s)
}

// compareFound compares two answers of the index with one of plain SQL, and then the reverse order
// once.
func (w *searchWorld) compareFound(q *store.Q, v store.Viewer, asked *store.NegotiationSearch) (found int, err error) {
	for turn := range 2 {
		s := *asked
		if turn == 1 {
			s.Descending, s.Offset = !s.Descending, 0
		}
		want, m, err := q.Plain().SearchNegotiations(v, &s)
		if err != nil {
			return 0, err
		}
		for range 2 - turn {
			got, n, err := q.SearchNegotiations(v, &s)
			if err != nil {
				return 0, err
			}
			if n != m || len(got) != len(want) || len(got) > 0 && !reflect.DeepEqual(got, want) {
				id := func(n *store.NegotiationRow) string { return n.ID }
				w.T.Fatalf("%+v, buyers %+v, of %+v: %d by the index, %d by SQL\n%s\n%s", s, s.Buyers, v, n, m, idsFound(got, id), idsFound(want, id))
			}
		}
		found = m
	}
	return found, nil
}

// compareWritten compares the cached rows of a list with rows read afresh.
func (w *searchWorld) compareWritten(q *store.Q, v store.Viewer, s *store.NegotiationSearch) error {
	by := web.Actor{Viewer: v, User: &store.User{ID: v.UserID}}
	written := func(q *store.Q) (out string) {
		rows, _, err := negotiation.In(w.App.Platform).EncodedNegotiations(q, by, s)
		if err != nil {
			return err.Error()
		}
		for _, row := range rows {
			out += string(row) + "\n"
		}
		return out
	}
	if got, want := written(q), written(q.Plain()); got != want {
		w.T.Fatalf("%+v of %+v, kept and read anew:\n%s\n%s", s, v, got, want)
	}
	unread, err := q.UnreadMessages(v, "")
	if err != nil {
		return err
	}
	if counted, err := q.Plain().UnreadMessages(v, ""); err != nil || !reflect.DeepEqual(unread, counted) {
		w.T.Fatalf("%+v: unread %v, counted %v (%v)", v, unread, counted, err)
	}
	return nil
}

// compare makes one search by the index and by plain SQL, in one snapshot.
func (w *searchWorld) compare() (found int) {
	w.T.Helper()
	v, ls, cs := w.anybody(), w.listingSearch(), w.companySearch()
	if v.IsBuyer() {
		ls.IsOwn, ls.IsNotOwn = false, false
	} else if w.chance(6) {
		ls.BuyerID = demo.One(w.r, w.viewers).BuyerID
	}
	w.Read(func(q *store.Q) error {
		if has, err := q.HasIndex(); err != nil || !has {
			w.T.Fatal("no index", err)
		}
		got, n, err := q.SearchListings(v, ls)
		if err != nil {
			return err
		}
		want, m, err := q.Plain().SearchListings(v, ls)
		if err != nil {
			return err
		}
		if n != m || len(got) != len(want) || len(got) > 0 && !reflect.DeepEqual(got, want) {
			w.T.Fatalf("%+v of %+v: the index finds %d, SQL %d\n%s\n%s", ls, v, n, m,
				idsFound(got, func(l *store.FoundListing) string { return l.ID }), idsFound(want, func(l *store.FoundListing) string { return l.ID }))
		}
		found += n
		companies, n, err := q.SearchCompanies(v, cs)
		if err == nil && w.chance(2) { // again, by the cached page
			companies, n, err = q.SearchCompanies(v, cs)
		}
		if err != nil {
			return err
		}
		wanted, m, err := q.Plain().SearchCompanies(v, cs)
		if err != nil {
			return err
		}
		if n != m || len(companies) != len(wanted) || len(companies) > 0 && !reflect.DeepEqual(companies, wanted) {
			w.T.Fatalf("%+v of %+v: the index finds %d, SQL %d\n%s\n%s", cs, v, n, m,
				idsFound(companies, func(c store.FoundCompany) string { return fmt.Sprintf("%+v", c) }),
				idsFound(wanted, func(c store.FoundCompany) string { return fmt.Sprintf("%+v", c) }))
		}
		found += n
		at := store.Coordinates{Industries: w.industries(), LargeClasses: some(w.r, []string{"13", "12", "05"}, 2), Prefectures: cs.Prefectures,
			Regions: listing.RegionsOf(cs.Prefectures), SalesAmount: w.r.IntN(6)}
		bank := store.Viewer{UserID: v.UserID, InstitutionID: v.InstitutionID, Team: v.Team}
		alike, err := q.CountAlike(bank, at)
		if err != nil {
			return err
		}
		if counted, err := q.Plain().CountAlike(bank, at); err != nil || counted != alike {
			w.T.Fatalf("%+v: the index counts %+v, SQL %+v (%v)", at, alike, counted, err)
		}
		places, count, err := q.ShownPlaces(v)
		if err != nil {
			return err
		}
		wantedPlaces, wantedCount, err := q.Plain().ShownPlaces(v)
		if err != nil || count != wantedCount || !reflect.DeepEqual(places, wantedPlaces) {
			w.T.Fatalf("%+v: the index counts %v of %d, SQL %v of %d (%v)", v, places, count, wantedPlaces, wantedCount, err)
		}
		summary, err := q.OfficeSummary(time.Hour)
		if err != nil {
			return err
		}
		wantedSummary, err := q.Plain().OfficeSummary(time.Hour)
		if err != nil || !reflect.DeepEqual(summary, wantedSummary) {
			w.T.Fatalf("the index counts %+v, SQL %+v (%v)", summary, wantedSummary, err)
		}
		public, err := q.NumberOfListings()
		if err != nil {
			return err
		}
		if n, err := q.Plain().NumberOfListings(); err != nil || n != public {
			w.T.Fatalf("the index counts %d listings that show, SQL %d (%v)", public, n, err)
		}
		asks := v
		if w.chance(2) { // these banks have most rows
			asks = w.at(demo.One(w.r, w.working), v.UserID)
		}
		if n, err = w.compareNegotiations(q, asks, cs); err != nil {
			return err
		}
		found += n
		if err := w.compareScores(q, v, ls, cs); err != nil {
			return err
		}
		return w.compareAnswers(q, v, ls, cs)
	})
	return found
}

// compareAnswers compares answers from the caches with those read from the rows: byte for byte the
// same, whoever asked before.
func (w *searchWorld) compareAnswers(q *store.Q, v store.Viewer, ls *store.ListingSearch, cs *store.CompanySearch) error {
	by, written := web.Actor{Viewer: v}, func(answer any, err error) string {
		if err != nil {
			return err.Error()
		}
		var b bytes.Buffer
		if err := web.WriteJSON(&b, answer); err != nil {
			w.T.Fatal(err)
		}
		return b.String()
	}
	byScore, recommended, vs := w.chance(5), w.chance(5), listing.Viewers{Viewer: v, BuyerID: ls.BuyerID}
	ask := func(q *store.Q) string {
		s := *ls
		return written(listing.FoundListings(q, vs, &s, recommended, byScore))
	}
	if got, want := ask(q), ask(q.Plain()); got != want {
		w.T.Fatalf("%+v of %+v, kept and read anew:\n%s\n%s", ls, vs, got, want)
	} else if strings.Count(got, `"sellerBusinessId"`) > 1 {
		w.answers++
	}
	if v.IsBuyer() { // only banks search companies
		return nil
	}
	if got, want := written(company.In(w.App.Platform).FoundCompanies(q, by, cs,
		"")), written(company.In(w.App.Platform).FoundCompanies(q.Plain(), by, cs, "")); got != want {
		w.T.Fatalf("%+v of %+v, kept and read anew:\n%s\n%s", cs, v, got, want)
	} else if strings.Count(got, `"companyId"`) > 1 {
		w.answers++
	}
	l := demo.One(w.r, w.listings)
	by.Viewer = w.at(l.InstitutionID, v.UserID)
	long := &longlist.LongCompanyQuery{SellerBusinessID: l.ID, ScoreFrom: demo.One(w.r, []int{0, 0, 50}), IsOfferable: w.chance(3),
		PageNumber: 1 + w.r.IntN(2), Limit: demo.One(w.r, []int{1, 3, 10, 100}),
		PropertyName: demo.One(w.r, []string{"", web.SortScore, store.SortCreated})}
	if w.chance(2) {
		isDescending := w.chance(2)
		long.IsDescending = &isDescending
	}
	for range 2 { // the second time from the caches
		if got, want := written(longlist.In(w.App.Platform).SearchLongCompany(q, by,
			long)), written(longlist.In(w.App.Platform).SearchLongCompany(q.Plain(), by, long)); got != want {
			w.T.Fatalf("%+v of %+v, by the index and by the rule:\n%s\n%s", long, by.Viewer, got, want)
		}
	}
	if w.chance(3) && cs.Kind == store.Buyer {
		s := *cs
		s.Sort = web.SortScore
		for range 2 {
			if got, want := written(company.In(w.App.Platform).FoundCompanies(q, by, &s,
				l.ID)), written(company.In(w.App.Platform).FoundCompanies(q.Plain(), by, &s, l.ID)); got != want {
				w.T.Fatalf("%+v of %+v for %s, by the index and by the rule:\n%s\n%s", s, by.Viewer, l.ID, got, want)
			}
		}
	}
	return nil
}

func idsFound[T any](of []T, id func(T) string) (out []string) {
	for _, x := range of {
		out = append(out, id(x))
	}
	return out
}

// After any changes, for any viewer and any search, the index finds what plain SQL finds: the same
// rows in the same order, and the same count.
func TestIndexIsPlainSQL(t *testing.T) {
	for _, seed := range randomWorlds() {
		w := newSearchWorld(t, seed)
		if err := w.App.Store.IndexReady(context.Background()); err != nil {
			t.Fatal(err)
		}
		found := 0
		for round := range 45 {
			for range w.r.IntN(4) {
				w.happen()
			}
			if w.chance(3) {
				w.deed()
			}
			switch {
			case w.chance(4):
				w.Clock.Add(time.Duration(w.r.IntN(100)) * time.Minute)
			case w.chance(15):
				w.Clock.Add(time.Duration(w.r.IntN(40*24)) * time.Hour)
			}
			if round%15 == 14 {
				w.look()
			}
			for range 10 {
				found += w.compare()
			}
		}
		for n := 0; n < 1000 && (w.scored[0] < 100 || w.scored[1] < 30); n++ { // few listings are public at a time
			w.happen()
			found += w.compare()
		}
		if found < 500 || w.answers < 40 || w.bargains < 30 {
			t.Errorf("only %d rows were found, %d negotiations, %d answers compared", found, w.bargains, w.answers)
		}
		if w.scored[0] < 100 || w.scored[1] < 30 || w.compared[0] < 10 || w.compared[1] < 30 || w.compared[2] < 3 {
			t.Errorf("only %v rows were scored, of %v pairs classes are neighbours, words meet, the score is limited", w.scored, w.compared)
		}
		// After a restart the index that is read from its file finds the same.
		dir := t.TempDir()
		if err := w.App.Store.Close(); err != nil {
			t.Fatal(err)
		}
		if err := os.CopyFS(dir, os.DirFS(w.App.Store.Dir())); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(filepath.Join(dir, auth.KeyFile), 0o600); err != nil {
			t.Fatal(err)
		}
		w.Platform = reopen(w.Platform, t, dir)
		if err := w.App.Store.IndexReady(context.Background()); err != nil {
			t.Fatal(err)
		}
		for range 60 {
			w.compare()
		}
		// The same for a process that was killed: an older index in a file, and what was written since.
		w.keeps(dir)
	}
}

// Readers use the index that belongs to their snapshot, whatever is being written meanwhile.
func TestIndexUnderWrites(t *testing.T) {
	w := newSearchWorld(t, 3)
	if err := w.App.Store.IndexReady(context.Background()); err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	var readers sync.WaitGroup
	var asked [3]int
	for i := range asked {
		reader := *w
		reader.r = newSource(uint64(i) + 10)
		readers.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
					reader.compare()
					asked[i]++
				}
			}
		})
	}
	for range 80 {
		w.happen()
	}
	close(done)
	readers.Wait()
	for _, n := range asked {
		if n == 0 {
			t.Error("a reader never came to read")
		}
	}
}
