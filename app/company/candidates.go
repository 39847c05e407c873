package company

import (
	"tsunagu/app/match"
	"tsunagu/app/score"
	"tsunagu/store"
)

// Candidate is a buyer that a listing fits, with its score.
type Candidate struct {
	store.ScoredBuyer
	Points      *score.Score
	IsOfferable bool
}

// ScoreCandidates scores a listing for each buyer by the best of its needs. The hard filters of
// domain.md 8 hold already: the store's predicate is theirs.
func ScoreCandidates(content *store.ListingContent, found []store.ScoredBuyer, weights score.Weights) []Candidate {
	points, out := match.ListingPoints(content), make([]Candidate, len(found))
	for i, c := range found {
		out[i].ScoredBuyer = c
		of := c.Company.Needs
		wanted := make([]score.NeedPoints, len(of))
		for k := range of {
			wanted[k] = match.NeedPoints(&of[k])
		}
		if best, ok := score.Best(points, wanted, match.ScoreNames, weights); ok {
			out[i].Points = &best
		}
	}
	return out
}
