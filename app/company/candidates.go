package company

import (
	"tsunagu/app/deal"
	"tsunagu/app/match"
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
func ScoreCandidates(content *store.ListingContent, found []store.ScoredBuyer, weights deal.Weights) []Candidate {
	points, out := match.ListingPoints(content), make([]Candidate, len(found))
	for i, c := range found {
		out[i].ScoredBuyer = c
		of := c.Company.Needs
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
