package app

import (
	"slices"
	"strconv"

	"tsunagu/app/deal"
	"tsunagu/store"
	"tsunagu/store/master"
)

// scorer scores listings for one buyer, or for all public buyers of a bank of which the best
// counts. The zero value scores nothing.
type scorer struct {
	buyers  []scoredBuyer
	weights deal.Weights
	rows    map[string][]store.Negotiation // own rows by listing
}

type scoredBuyer struct {
	id     string
	status deal.CompanyStatus
	needs  []deal.NeedPoints
}

// scorer for a buyer's user, or for the buyer a bank asks for; without one it scores nothing.
func (a *App) scorer(q *store.Q, vs viewers) (*scorer, error) {
	id := vs.viewer.BuyerID
	if id == "" {
		id = vs.buyerID
	}
	if id == "" {
		return &scorer{}, nil
	}
	c, err := q.MaintainedCompany(vs.viewer, id)
	if err != nil {
		return nil, err
	}
	return scorerOf(q, vs.viewer, []store.Company{*c})
}

// bankScorer scores for all public buyers in charge of a bank.
func (a *App) bankScorer(q *store.Q, v store.Viewer) (*scorer, error) {
	found, _, err := q.SearchCompanies(v, &store.CompanySearch{Kind: store.Buyer, IsOwn: true, Statuses: []int{int(deal.CompanyEnabled)}, Limit: deal.LimitAll})
	if err != nil {
		return nil, err
	}
	companies := make([]store.Company, len(found))
	for i := range found {
		companies[i] = found[i].Company
	}
	return scorerOf(q, v, companies)
}

func scorerOf(q *store.Q, v store.Viewer, companies []store.Company) (*scorer, error) {
	weights, err := weightsOf(q)
	if err != nil {
		return nil, err
	}
	s := &scorer{weights: weights}
	for _, c := range companies {
		needs, err := q.NeedsOfCompany(v, c.ID)
		if err != nil {
			return nil, err
		}
		b := scoredBuyer{id: c.ID, status: deal.CompanyStatus(c.Status)}
		for i := range needs {
			b.needs = append(b.needs, needPoints(&needs[i]))
		}
		if len(b.needs) > 0 {
			s.buyers = append(s.buyers, b)
		}
	}
	return s, nil
}

// of is the best score of a view, nil where the hard filters forbid one or there is no need
// (domain.md 8). It knows published L1 fields alone.
func (s *scorer) of(v *listingView) *deal.Score {
	if v.isOwnList || len(s.buyers) == 0 {
		return nil
	}
	points := listingPoints(v.content)
	var best *deal.Score
	for _, b := range s.buyers {
		f := deal.MatchFacts{IsShown: v.shown == deal.ListingShowing, BuyerStatus: b.status}
		rows := s.rows[v.listing.ID]
		if v.own != nil {
			rows = append(slices.Clone(rows), *v.own)
		}
		for _, n := range rows {
			if n.BuyerCompanyID == b.id {
				f.Interest = deal.InterestStatus(n.InterestStatus)
				f.IsBroken = deal.NegotiationStatus(n.Status) == deal.NegotiationBroken
			}
		}
		if !deal.Scorable(f) {
			continue
		}
		if one, ok := deal.BestScore(points, b.needs, scoreNames, s.weights); ok && (best == nil || one.Total > best.Total) {
			best = &one
		}
	}
	return best
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
	p := deal.ListingPoints{Industries: c.IndustryTypes, Regions: c.PublicRegion, Sales: c.SalesAmount, Assets: c.SalesAsset, Schemes: c.NegotiationTarget,
		Willingness: deal.Willingness(c.WillingnessToSell), Price: priceRange(c.SalesPrice, c.SalesPriceTo)}
	if c.Region != 0 && !slices.Contains(p.Regions, c.Region) {
		p.Regions = append(slices.Clone(p.Regions), c.Region)
	}
	if c.IsPrefecturePublic {
		p.Prefecture = c.PrefectureCode
	}
	if c.ManagersFrom != nil || c.ManagersTo != nil {
		p.People = &deal.Range{From: c.ManagersFrom, To: c.ManagersTo}
	}
	for _, filled := range []bool{c.BusinessName != "", c.Description != "", len(c.IndustryTypes) > 0, len(p.Regions) > 0, c.SalesAmount != 0, c.OperatingProfitBand != 0,
		c.SalesPrice != 0 || c.SalesPriceTo != 0, p.People != nil, c.WillingnessToSell != 0, len(c.SalesAsset) > 0, len(c.NegotiationTarget) > 0, len(c.AssignmentReason) > 0} {
		p.Fillable++
		if filled {
			p.Filled++
		}
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
