package app_test

import (
	"errors"
	"fmt"
	"reflect"
	"slices"

	"tsunagu/app/demo"
	"tsunagu/app/match"
	"tsunagu/app/score"
	"tsunagu/store"
	"tsunagu/store/words"
)

// weights are random weights that the office could set.
func (w *searchWorld) weights() score.Weights {
	if w.chance(3) {
		return score.Weights{}
	}
	points, left := map[string]int{}, score.Max
	items := score.Weights{}.Items()
	w.r.Shuffle(len(items), func(i, k int) { items[i], items[k] = items[k], items[i] })
	for i, item := range items {
		points[item.Key] = w.r.IntN(left + 1)
		if i == len(items)-1 {
			points[item.Key] = left
		}
		left -= points[item.Key]
	}
	if r := score.CheckWeights(points); r != nil {
		w.T.Fatal(r)
	}
	return score.Weights{Version: 2, Points: points}
}

// subjects are words that the dictionary knows, of which some mean the same, are kinds of one another, or are offered beside it.
var subjects = append([]string{"介護", "老人ホーム", "デイサービス", "金属加工", "プレス", "飲食", "レストラン", "", ""}, otherKinds...)

// about is a text about some of them.
func (w *searchWorld) about() string {
	return demo.One(w.r, subjects) + "の" + demo.One(w.r, subjects) + "。"
}

// nearClass is one of a few small classes, many of which are neighbours.
func (w *searchWorld) nearClass() string {
	if w.chance(2) {
		return demo.One(w.r, words.Neighbours("13015")).Code
	}
	return demo.One(w.r, []string{"13015", "13015", "13004", "13019"})
}

// classes are small ones that a need names, or now and then a whole large one.
func (w *searchWorld) classes() []string {
	out := w.industries()
	if w.chance(4) {
		out = append(out, demo.One(w.r, []string{"13", "17", "15"}))
	}
	return out
}

// fit is the rule, counting what it is asked about by plain SQL.
func (w *searchWorld) fit(weights score.Weights) store.Fit {
	fit := match.FitOf(weights)
	of := fit.Of
	fit.Of = func(c *store.ScoredContent, n *store.ScoredNeed) int {
		total := of(c, n)
		for _, a := range c.IndustryTypes {
			if slices.ContainsFunc(n.AcquisitionIndustry, func(b string) bool { _, ok := words.Beside(a, b); return ok }) {
				w.compared[0]++
			}
		}
		if len(n.Concepts) > 0 && len(c.Concepts) > 0 && words.Meet(n.Concepts[0], c.Concepts[0]) != words.Apart {
			w.compared[1]++
		}
		if total == score.MostApart {
			w.compared[2]++
		}
		return total
	}
	return fit
}

// compareScores compares the scores of the index with the rule, for every listing and every need
// that is found, under random weights.
func (w *searchWorld) compareScores(q *store.Q, v store.Viewer, ls *store.ListingSearch, cs *store.CompanySearch) error {
	weights := w.weights()
	by := &store.ListingScoring{Fit: w.fit(weights), Weights: demo.One(w.r, []string{"", weights.Key()}), BuyerID: ls.BuyerID,
		Least: demo.One(w.r, []int{0, 0, 40, 50, 70}), ByScore: w.chance(2)}
	if v.IsBuyer() {
		by.BuyerID = v.BuyerID
	} else if w.chance(3) {
		by.BuyerID = ""
	} else if own, err := w.ownOf(q, v); err != nil {
		return err
	} else if len(own) > 0 {
		by.BuyerID = demo.One(w.r, own)
	} else {
		by.BuyerID = ""
	}
	got, n, err := q.ScoredListings(v, ls, by)
	if err != nil {
		return err
	}
	want, m, err := q.Plain().ScoredListings(v, ls, by)
	if err != nil {
		return err
	}
	if n != m || len(got) != len(want) || len(got) > 0 && !reflect.DeepEqual(got, want) {
		id := func(l store.ScoredListing) string { return fmt.Sprint(l.ID, " ", l.Score, " ", l.BuyerID) }
		w.T.Fatalf("%+v of %+v by %+v: the index scores %d, the rule %d\n%q\n%q", ls, v, by, n, m, idsFound(got, id), idsFound(want, id))
	}
	for _, l := range got {
		if l.Score >= 0 {
			w.scored[0]++
		}
		if by.Least > 0 && l.Score < by.Least {
			w.T.Fatalf("%d where %d was asked for", l.Score, by.Least)
		}
	}
	if w.chance(2) {
		cs = &store.CompanySearch{Kind: store.Buyer, Sort: cs.Sort, IsAscending: cs.IsAscending, Limit: cs.Limit}
	}
	if v.IsBuyer() || cs.Kind != store.Buyer {
		return nil
	}
	// A listing that is not public has no score, so mostly a public one is chosen.
	var l store.Listing
	var content *store.ListingContent
	for range 8 {
		l = demo.One(w.r, w.listings)
		if content, err = q.ListingContent(l.ID, store.Published); err == nil && l.Status == 1 && content.StartDate <= q.Today() &&
			content.DueDate >= q.Today() {
			break
		}
	}
	if errors.Is(err, store.ErrNotFound) {
		return nil
	} else if err != nil {
		return err
	}
	if l.InstitutionID != v.InstitutionID {
		v = w.at(l.InstitutionID, v.UserID)
	}
	isOwn := w.chance(2)
	again := *cs // a search that can use the cache of the first one
	again.Offset, again.IsAscending = w.r.IntN(20), !cs.IsAscending
	for i := range 4 {
		isCandidate := i < 2
		if i%2 == 1 {
			cs = &again
		}
		sc := &store.BuyerScoring{Fit: by.Fit, Weights: weights.Key(), Content: content, IsCandidate: isCandidate, Least: by.Least,
			ByScore: by.ByScore, IsWorst: w.chance(3)}
		if isCandidate && w.chance(2) {
			sc.Keep = func(c *store.LongCandidate) bool { return c.OfferSendStatus == 0 && c.IsOwn == isOwn }
		}
		s := func() *store.LongSearch { return &store.LongSearch{CompanySearch: *cs, ListingID: l.ID} }
		got, n, err := q.ScoredBuyers(v, s(), sc)
		if err == nil && w.chance(2) { // again, by the cached page
			got, n, err = q.ScoredBuyers(v, s(), sc)
		}
		if err != nil {
			return err
		}
		want, m, err := q.Plain().ScoredBuyers(v, s(), sc)
		if err != nil {
			return err
		}
		if n != m || len(got) != len(want) || len(got) > 0 && !reflect.DeepEqual(got, want) {
			id := func(b store.ScoredBuyer) string { return fmt.Sprintf("%+v %d", b.LongCandidate, b.Score) }
			w.T.Fatalf("%+v for %s of %+v by %+v: the index scores %d, the rule %d\n%s\n%s", cs, l.ID, v, sc, n, m, idsFound(got, id),
				idsFound(want, id))
		}
		for _, c := range got {
			if c.Score >= 0 {
				w.scored[1]++
			}
		}
	}
	return nil
}

// ownOf are the buyers of a bank, or of the teams of a user of it: the callers of the search see to that.
func (w *searchWorld) ownOf(q *store.Q, v store.Viewer) (out []string, err error) {
	for _, o := range w.viewers {
		if o.IsBuyer() && o.InstitutionID == v.InstitutionID {
			out = append(out, o.BuyerID)
		}
	}
	if v.Team == "" {
		return out, nil
	}
	maintained, err := q.MaintainedNumbers(v, out)
	return slices.DeleteFunc(out, func(id string) bool { return maintained[id] == 0 }), err
}
