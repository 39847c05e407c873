package app

import (
	"cmp"
	"strconv"

	"tsunagu/app/deal"
	"tsunagu/store"
	"tsunagu/store/master"
)

// fitOf is the match score (domain.md 8) as the store asks for it.
func fitOf(weights deal.Weights) store.Fit {
	return func(l *store.ListingContent, filled, fillable int, n *store.Needs) int {
		return deal.TotalScore(pointsOf(l, filled, fillable), needPoints(n), scoreNames, weights)
	}
}

// scorer scores listings for buyers of the viewer's. The zero value scores nothing.
type scorer struct {
	viewer  store.Viewer
	weights deal.Weights
	buyers  map[string]*scoredBuyer
	buyerID string // whose score is asked for; "" for nobody's
}

type scoredBuyer struct {
	status deal.CompanyStatus
	needs  []deal.NeedPoints
}

// scorer for a buyer's user, or for the buyer a bank asks for; without one it scores nothing.
func (a *App) scorer(q *store.Q, vs viewers) (*scorer, error) {
	s := &scorer{viewer: vs.viewer, buyerID: cmp.Or(vs.viewer.BuyerID, vs.buyerID), buyers: map[string]*scoredBuyer{}}
	if s.buyerID == "" {
		return s, nil
	}
	var err error
	if s.weights, err = weightsOf(q); err != nil {
		return nil, err
	}
	_, err = s.buyer(q, s.buyerID)
	return s, err
}

// buyer reads a buyer with its needs once.
func (s *scorer) buyer(q *store.Q, id string) (*scoredBuyer, error) {
	if b := s.buyers[id]; b != nil {
		return b, nil
	}
	c, err := q.MaintainedCompany(s.viewer, id)
	if err != nil {
		return nil, err
	}
	needs, err := q.NeedsOfCompany(s.viewer, id)
	if err != nil {
		return nil, err
	}
	b := &scoredBuyer{status: deal.CompanyStatus(c.Status)}
	for i := range needs {
		b.needs = append(b.needs, needPoints(&needs[i]))
	}
	s.buyers[id] = b
	return b, nil
}

// of is the score of a view for the buyer asked for, nil where the hard filters forbid one or there
// is no need (domain.md 8). It knows published L1 fields alone.
func (s *scorer) of(v *listingView) *deal.Score {
	b := s.buyers[s.buyerID]
	if v.isOwnList || b == nil {
		return nil
	}
	f := deal.MatchFacts{IsShown: v.shown == deal.ListingShowing, BuyerStatus: b.status}
	if n := v.own; n != nil && n.BuyerCompanyID == s.buyerID {
		f.Interest, f.IsBroken = deal.InterestStatus(n.InterestStatus), deal.NegotiationStatus(n.Status) == deal.NegotiationBroken
	}
	if !deal.Scorable(f) {
		return nil
	}
	return s.best(v, b)
}

// found is the score that a listing was found by.
func (s *scorer) found(q *store.Q, v *listingView, l *store.ScoredListing) (*deal.Score, error) {
	if l.Score < 0 {
		return nil, nil
	}
	b, err := s.buyer(q, l.BuyerID)
	if err != nil {
		return nil, err
	}
	return s.best(v, b), nil
}

func (s *scorer) best(v *listingView, b *scoredBuyer) *deal.Score {
	if score, ok := deal.BestScore(listingPoints(v.content), b.needs, scoreNames, s.weights); ok {
		return &score
	}
	return nil
}

// scoreNames gives the masters' names to the reasons of a score.
var scoreNames = deal.ScoreNames{
	Industry: func(code string) string {
		if l, ok := master.FindLarge(code); ok {
			return l.Name
		}
		s, _ := master.FindIndustry(code)
		return s.Name
	},
	Region:     func(key int) string { return master.ItemLabel(master.RegionItems, key) },
	Prefecture: func(code string) string { p, _ := master.FindPrefecture(code); return p.Name },
	RegionOf:   regionOf,
	Sales:      func(key int) string { return master.ItemLabel(master.SalesAmount, key) },
	Asset:      func(key int) string { return master.ItemLabel(master.SalesAssets, key) },
	Scheme:     func(key int) string { return master.ItemLabel(master.NegotiationTargets, key) },
}

// regionOf is the region key of a prefecture, 0 for none.
func regionOf(prefecture string) int {
	p, ok := master.FindPrefecture(prefecture)
	if !ok {
		return 0
	}
	key, _ := strconv.Atoi(p.RegionCode)
	return key
}

// listingPoints is what the score may know of a listing: its published L1 fields.
func listingPoints(c *store.ListingContent) deal.ListingPoints {
	filled, fillable := c.Filled()
	return pointsOf(c, filled, fillable)
}

func pointsOf(c *store.ListingContent, filled, fillable int) deal.ListingPoints {
	prefecture, regions := c.PublishedPlace()
	p := deal.ListingPoints{Industries: c.IndustryTypes, Prefecture: prefecture, Regions: regions, Sales: c.SalesAmount, Assets: c.SalesAsset, Schemes: c.NegotiationTarget,
		Willingness: deal.Willingness(c.WillingnessToSell), Price: priceRange(c.SalesPrice, c.SalesPriceTo), Filled: filled, Fillable: fillable}
	if c.ManagersFrom != nil || c.ManagersTo != nil {
		p.People = &deal.Range{From: c.ManagersFrom, To: c.ManagersTo}
	}
	return p
}

// needPoints is what the score knows of one need.
func needPoints(n *store.Needs) deal.NeedPoints {
	p := deal.NeedPoints{ID: n.ID, Industries: n.AcquisitionIndustry, Regions: n.AcquisitionRegionArea, Prefectures: n.AcquisitionRegion,
		Price: priceRange(n.AcquisitionPrice, n.AcquisitionPriceTo), Sales: n.AcquisitionAnnualSales, Assets: n.AcquisitionAsset, Schemes: n.NegotiationTarget}
	if n.ManagersFrom != nil || n.ManagersTo != nil {
		p.People = &deal.Range{From: n.ManagersFrom, To: n.ManagersTo}
	}
	if i, ok := master.FindItem(master.AcquisitionDeadline, n.AcquisitionDeadline); ok {
		if p.Months = deal.DeadlineAny; i.Max != nil {
			p.Months = int(*i.Max)
		}
	}
	return p
}

// priceRange is a range in 百万円 from two item keys; nil where there is none or it is 応相談.
func priceRange(from, to int) *deal.Range {
	r := &deal.Range{}
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
