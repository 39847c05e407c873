package company

import (
	"tsunagu/app/deal"
	"tsunagu/app/match"
	"tsunagu/app/web"
	"tsunagu/store"
)

// Candidate is a buyer that a listing fits, with its score.
type Candidate struct {
	store.ScoredBuyer
	Points      *deal.Score
	IsOfferable bool
}

// ScoreCandidates scores a listing for each buyer by the best of its needs. The hard filters of
// domain.md 8 hold already: the store's predicate is theirs.
func ScoreCandidates(content *store.ListingContent, found []store.ScoredBuyer, needs map[string][]store.Needs,
	weights deal.Weights) []Candidate {
	points, out := match.ListingPoints(content), make([]Candidate, len(found))
	for i, c := range found {
		out[i].ScoredBuyer = c
		of := needs[c.CompanyID]
		wanted := make([]deal.NeedPoints, len(of))
		for k := range of {
			wanted[k] = match.NeedPoints(&of[k])
		}
		if score, ok := deal.BestScore(points, wanted, match.ScoreNames, weights); ok {
			out[i].Points = &score
		}
	}
	return out
}

// NeedsOfScored are the living needs of scored buyers, by company.
func NeedsOfScored(q *store.Q, by web.Actor, found []store.ScoredBuyer) (map[string][]store.Needs, error) {
	companies := make([]store.FoundCompany, len(found))
	for i := range found {
		companies[i] = found[i].Company
	}
	return NeedsOfFound(q, by.Viewer, companies)
}
