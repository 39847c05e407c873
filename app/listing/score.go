package listing

import (
	"cmp"

	"tsunagu/app/deal"
	"tsunagu/app/match"
	"tsunagu/app/score"
	"tsunagu/store"
)

// scorer scores listings for buyers of the viewer's. The zero value scores nothing.
type scorer struct {
	viewer  store.Viewer
	weights score.Weights
	buyers  map[string]*scoredBuyer
	buyerID string // whose score is asked for; "" for nobody's
}

type scoredBuyer struct {
	status deal.CompanyStatus
	needs  []score.NeedPoints
}

// readScorer for a buyer's user, or for the buyer a bank asks for; without one it scores nothing.
func readScorer(q *store.Q, vs Viewers) (*scorer, error) {
	s := &scorer{viewer: vs.Viewer, buyerID: cmp.Or(vs.Viewer.BuyerID, vs.BuyerID), buyers: map[string]*scoredBuyer{}}
	if s.buyerID == "" {
		return s, nil
	}
	var err error
	if s.weights, err = match.WeightsOf(q); err != nil {
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
		b.needs = append(b.needs, match.NeedPoints(&needs[i]))
	}
	s.buyers[id] = b
	return b, nil
}

// of is the score of a view for the buyer asked for, nil where the hard filters forbid one or there
// is no need (domain.md 8). It knows published L1 fields alone.
func (s *scorer) of(v *ListingView) *score.Score {
	b := s.buyers[s.buyerID]
	if v.isOwnList || b == nil {
		return nil
	}
	f := score.MatchFacts{IsShown: v.shown == deal.ListingShowing, BuyerStatus: b.status}
	if n := v.own; n != nil && n.BuyerCompanyID == s.buyerID {
		f.Interest, f.IsBroken = deal.InterestStatus(n.InterestStatus), deal.NegotiationStatus(n.Status) == deal.NegotiationBroken
	}
	if !score.Applies(f) {
		return nil
	}
	return s.best(v, b)
}

// found is the score that a listing was found by.
func (s *scorer) found(q *store.Q, v *ListingView, l *store.ScoredListing) (*score.Score, error) {
	if l.Score < 0 {
		return nil, nil
	}
	b, err := s.buyer(q, l.BuyerID)
	if err != nil {
		return nil, err
	}
	return s.best(v, b), nil
}

func (s *scorer) best(v *ListingView, b *scoredBuyer) *score.Score {
	if best, ok := score.Best(match.ListingPoints(v.Content), b.needs, match.ScoreNames, s.weights); ok {
		return &best
	}
	return nil
}
