// Package match computes how well a buyer fits a listing, and which names a text contains that it
// must not.
package match

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"tsunagu/app/anonymity"
	"tsunagu/app/deal"
	"tsunagu/app/score"
	"tsunagu/store"
	"tsunagu/store/master"
)

// AnonymityPlaces are the municipalities that a text must not name, with their suffix, and those of
// three characters and more without it; names of prefectures are allowed.
var AnonymityPlaces = sync.OnceValue(func() *anonymity.Places {
	var names, stems, allowed []string
	for _, p := range master.Prefectures() {
		allowed = append(allowed, p.Name, strings.TrimRight(p.Name, "都府県"))
		for _, c := range master.Cities(p.Code) {
			names = append(names, c.FullName, c.Name)
			if stem := strings.TrimRight(c.Name, "市区町村"); utf8.RuneCountInString(stem) >= 3 {
				stems = append(stems, stem)
			}
		}
	}
	return anonymity.NewPlaces(names, stems, allowed).WithAreas(areas())
})

// OwnNames are what texts about a seller must not give away: its names as the company and the
// listing have them, and its persons in charge.
func OwnNames(q *store.Q, companyID string, w *store.ListingContent) ([]anonymity.OwnNames, error) {
	var out []anonymity.OwnNames
	d, err := q.CompanyDetails(companyID)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return nil, err
	}
	if err == nil {
		out = append(out, anonymity.OwnNames{Company: d.CompanyName, Representative: d.RepresentativeName, City: d.CityName,
			Towns: []string{d.TownName, d.BuildingName}})
	}
	if w != nil {
		city, _ := master.FindCity(w.CityCode)
		out = append(out, anonymity.OwnNames{Company: w.CompanyName, Representative: w.RepresentativeName, City: city.Name})
	}
	us, err := q.UsersOf(companyID, int(deal.RoleSEL))
	if err != nil {
		return nil, err
	}
	for _, u := range us {
		out = append(out, anonymity.OwnNames{Representative: u.UserName, RepresentativeKana: u.UserNameKana})
	}
	return out, nil
}

// AnonymityHits runs the check of domain.md 3.3 with several sets of names; a hit found by several
// sets is returned once.
func AnonymityHits(texts map[string]string, own []anonymity.OwnNames) []anonymity.Hit {
	out := []anonymity.Hit{}
	for i, o := range append([]anonymity.OwnNames{{}}, own...) {
		places := AnonymityPlaces()
		if i > 0 {
			places = nil // hits of places were found with the first set
		}
		for _, h := range anonymity.Check(texts, o, places) {
			out = slices.DeleteFunc(out, func(k anonymity.Hit) bool {
				return k.IsMild && k.Field == h.Field && k.Start < h.End && h.Start < k.End
			})
			if !slices.ContainsFunc(out, func(k anonymity.Hit) bool { return k.Field == h.Field && k.Start == h.Start && k.End == h.End }) {
				out = append(out, h)
			}
		}
	}
	slices.SortStableFunc(out, func(x, y anonymity.Hit) int {
		if c := strings.Compare(x.Field, y.Field); c != 0 {
			return c
		}
		return x.Start - y.Start
	})
	return out
}

// FitOf is the match score (domain.md 8) in the form in which the store asks for it.
func FitOf(weights score.Weights) store.Fit {
	return store.Fit{
		Of: func(c *store.ScoredContent, n *store.ScoredNeed) int {
			return score.Total(pointsOf(c), needPoints(n), ScoreNames, weights)
		},
		Near: weights.Bar(), MostApart: score.MostApart,
	}
}

// RegionOf is the region key of a prefecture, 0 for none.
func RegionOf(prefecture string) int {
	p, ok := master.FindPrefecture(prefecture)
	if !ok {
		return 0
	}
	key, _ := strconv.Atoi(p.RegionCode)
	return key
}

// ListingPoints is the data of a listing that the score may use: its published L1 fields.
func ListingPoints(c *store.ListingContent) score.ListingPoints {
	return pointsOf(store.ContentToScore(c))
}

func pointsOf(c *store.ScoredContent) score.ListingPoints {
	prefecture, regions := c.PublishedPlace()
	p := score.ListingPoints{Industries: c.IndustryTypes, Prefecture: prefecture, Regions: regions, Sales: c.SalesAmount, Assets: c.SalesAsset,
		Schemes:     c.NegotiationTarget,
		Willingness: deal.Willingness(c.WillingnessToSell), Price: PriceRange(c.SalesPrice, c.SalesPriceTo), Filled: c.FilledIn,
		Fillable: c.Fillable, Concepts: c.Concepts}
	if c.ManagersFrom != nil || c.ManagersTo != nil {
		p.People = &score.Range{From: c.ManagersFrom, To: c.ManagersTo}
	}
	return p
}

// NeedPoints is the data of a need that the score uses.
func NeedPoints(n *store.Needs) score.NeedPoints { return needPoints(store.NeedToScore(n)) }

func needPoints(n *store.ScoredNeed) score.NeedPoints {
	p := score.NeedPoints{ID: n.ID, Industries: n.AcquisitionIndustry, Regions: n.AcquisitionRegionArea, Prefectures: n.AcquisitionRegion,
		Price: PriceRange(n.AcquisitionPrice, n.AcquisitionPriceTo), Sales: n.AcquisitionAnnualSales, Assets: n.AcquisitionAsset,
		Schemes: n.NegotiationTarget, Concepts: n.Concepts}
	if n.ManagersFrom != nil || n.ManagersTo != nil {
		p.People = &score.Range{From: n.ManagersFrom, To: n.ManagersTo}
	}
	if i, ok := master.FindItem(master.AcquisitionDeadline, n.AcquisitionDeadline); ok {
		if p.Months = score.DeadlineAny; i.Max != nil {
			p.Months = int(*i.Max)
		}
	}
	return p
}

// PriceRange is a range in 百万円 from two item keys; nil where there is none or it is 応相談.
func PriceRange(from, to int) *score.Range {
	r := &score.Range{}
	if i, ok := master.FindItem(master.AcquisitionPrice, from); ok {
		r.From = i.Min
	}
	if i, ok := master.FindItem(master.SalesPriceTo, to); ok {
		r.To = i.Max
	}
	if r.From == nil && r.To == nil {
		return nil
	}
	return r
}

// WeightsOf are the current weights of all scores.
func WeightsOf(q *store.Q) (score.Weights, error) {
	var w score.Weights
	rows, err := q.ScoreWeights()
	for _, r := range rows {
		if w.Points == nil {
			w = score.Weights{Version: r.Version, Points: map[string]int{}}
		}
		w.Points[r.Item] = r.Weight
	}
	return w, err
}
