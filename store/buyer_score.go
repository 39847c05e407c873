package store

import (
	"cmp"
	"slices"
)

// BuyerScoring is by what the buyers that a search finds are scored for one of the viewer's own
// listings (domain.md 8).
type BuyerScoring struct {
	Fit         Fit
	Weights     string                    // all that the fit hangs on besides the two: what was scored is kept under it; "" keeps nothing
	Content     *ListingContent           // the listing's, as published
	IsCandidate bool                      // only those that it can be offered to, who alone have a score
	Least       int                       // drops who scores less; 0 drops nobody
	Keep        func(*LongCandidate) bool // of candidates; nil keeps all
	ByScore     bool                      // the best first, who has no score last; else in the order of the search
	IsWorst     bool                      // the worst first
}

// ScoredBuyer is a found buyer with its score, -1 where it has none. Of what is between it and the
// listing nothing is told of who is no candidate.
type ScoredBuyer struct {
	LongCandidate
	Score   int
	Company FoundCompany
}

// ScoredBuyers is a page of the buyers that a search finds, by score, and how many there are. The
// caller has asked Listing and knows it to be the viewer's own.
func (q *Q) ScoredBuyers(v Viewer, s *LongSearch, sc *BuyerScoring) ([]ScoredBuyer, int, error) {
	s.Kind = Buyer
	f, err := q.indexedCompanies(v, &s.CompanySearch)
	if err != nil {
		return nil, 0, err
	}
	if f == nil {
		return q.readScoredBuyers(v, s, sc)
	}
	candidates, err := q.indexedCandidates(v, s.ListingID, f, sc.Keep)
	if err != nil {
		return nil, 0, err
	}
	all := f
	if sc.IsCandidate {
		all = candidates.companiesFound
	}
	scored := q.at.scored
	content := scored.contents.At(candidates.listing)
	score := func() func(slot uint32) int {
		sheet := sheets(content, scored.by(sc.Fit).ofListing)
		return func(slot uint32) int { return bestOf(sheet, scored.needs.At(slot)) }
	}
	var page []uint32
	var scores []int
	count := all.count()
	if sc.ByScore || sc.Least > 0 {
		chosen := candidates.chosen
		if sc.Weights == "" {
			chosen = nil
		}
		r := selected(chosen, q.at, rankingKey{candidates.key, content, sc.Weights, sc.IsCandidate}, func() (*ranking, int) {
			r := rank(all, candidates.companiesFound, score())
			return r, r.bytes()
		})
		if sc.Least > 0 {
			count = r.from(sc.Least)
		}
		if sc.ByScore {
			page, scores = r.page(&s.CompanySearch, sc.Least, sc.IsWorst)
		} else {
			page = r.least(sc.Least).page(&s.CompanySearch)
		}
	} else {
		page = all.page(&s.CompanySearch)
	}
	if scores == nil {
		scores = make([]int, len(page))
		of := score()
		for i, slot := range page {
			if scores[i] = -1; candidates.public.Has(slot) {
				scores[i] = of(slot)
			}
		}
	}
	found, err := q.foundCompanies(page)
	if err != nil {
		return nil, 0, err
	}
	out := make([]ScoredBuyer, len(found))
	for i := range found {
		row := LongCandidate{CompanyID: found[i].ID}
		if candidates.public.Has(page[i]) {
			if known, ok := candidates.rows[page[i]]; ok {
				row = known
			}
			row.IsOwn = found[i].InstitutionID == v.InstitutionID
		}
		out[i] = ScoredBuyer{row, scores[i], found[i]}
	}
	return out, count, nil
}

// readScoredBuyers reads all that a search finds: what ScoredBuyers must equal.
func (q *Q) readScoredBuyers(v Viewer, s *LongSearch, sc *BuyerScoring) ([]ScoredBuyer, int, error) {
	candidates, err := q.LongCandidates(v, s)
	if err != nil {
		return nil, 0, err
	}
	if sc.Keep != nil {
		candidates = slices.DeleteFunc(candidates, func(c LongCandidate) bool { return !sc.Keep(&c) })
	}
	ids, at := make([]string, len(candidates)), map[string]ScoredBuyer{}
	for i, c := range candidates {
		ids[i] = c.CompanyID
	}
	needs, err := q.NeedsOfCompanies(v, ids)
	if err != nil {
		return nil, 0, err
	}
	filled, fillable := sc.Content.Filled()
	for _, c := range candidates {
		score := -1
		of := needs[c.CompanyID]
		for i := range of {
			score = max(score, sc.Fit(sc.Content, filled, fillable, &of[i]))
		}
		at[c.CompanyID] = ScoredBuyer{LongCandidate: c, Score: score}
	}
	if !sc.IsCandidate {
		if ids, err = q.FoundCompanyIDs(v, &s.CompanySearch); err != nil {
			return nil, 0, err
		}
	}
	out := make([]ScoredBuyer, 0, len(ids))
	for _, id := range ids {
		c, ok := at[id]
		if !ok {
			c = ScoredBuyer{LongCandidate: LongCandidate{CompanyID: id}, Score: -1}
		}
		if c.Score >= sc.Least || sc.Least == 0 {
			out = append(out, c)
		}
	}
	if sc.ByScore {
		slices.SortStableFunc(out, func(x, y ScoredBuyer) int {
			switch {
			case x.Score < 0 || y.Score < 0:
				return cmp.Compare(min(y.Score, 0), min(x.Score, 0))
			case sc.IsWorst:
				return cmp.Compare(x.Score, y.Score)
			}
			return cmp.Compare(y.Score, x.Score)
		})
	}
	count := len(out)
	out = out[min(s.Offset, count):]
	out = out[:min(s.Limit, len(out))]
	return out, count, q.readCompanies(v, out)
}

// readCompanies reads the companies of scored buyers.
func (q *Q) readCompanies(v Viewer, page []ScoredBuyer) error {
	at, ids := make(map[string]*ScoredBuyer, len(page)), make([]string, len(page))
	for i := range page {
		ids[i] = page[i].CompanyID
		at[ids[i]] = &page[i]
	}
	return inChunks(ids, func(ids []string) error {
		found, _, err := q.SearchCompanies(v, &CompanySearch{Kind: Buyer, IDs: ids, Limit: len(ids)})
		for _, c := range found {
			at[c.ID].Company = c
		}
		return err
	})
}
