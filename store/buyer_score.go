package store

import (
	"cmp"
	"slices"
	"strings"

	"tsunagu/store/index"
)

// BuyerScoring says how the buyers that a search finds are scored for one of the viewer's own
// listings (domain.md 8).
type BuyerScoring struct {
	Fit         Fit
	Weights     string                    // the cache key: what the score depends on besides listing and buyer; "" caches nothing
	Content     *ListingContent           // the listing's published content
	IsCandidate bool                      // only buyers that the listing can be offered to; no others have a score
	Least       int                       // drops buyers that score less; 0 drops none
	Keep        func(*LongCandidate) bool // filters candidates; nil keeps all
	ByScore     bool                      // best first, buyers without a score last; else in the order of the search
	IsWorst     bool                      // the worst first
}

// ScoredBuyer is a found buyer with its score, -1 where it has none. For a buyer that is no
// candidate it holds nothing about the buyer's negotiation with the listing.
type ScoredBuyer struct {
	LongCandidate
	Score   int
	Company FoundCompany
}

// ScoredBuyers is a page of the buyers that a search finds, by score, and their total number. The
// caller has read the listing with Listing and knows that it is the viewer's own.
func (q *Q) ScoredBuyers(v Viewer, s *LongSearch, sc *BuyerScoring) ([]ScoredBuyer, int, error) {
	s.Kind = Buyer
	c, err := q.companyQuestion(v, &s.CompanySearch)
	if err != nil {
		return nil, 0, err
	}
	if c == nil || s.IsOwn && isByCharge(s.Sort) { // the index has no such order beside scores
		return q.readScoredBuyers(v, s, sc)
	}
	facts, err := q.candidateFacts(v, s.ListingID)
	if err != nil {
		return nil, 0, err
	}
	avoided, err := q.AvoidedOfListing(v, s.ListingID)
	if err != nil {
		return nil, 0, err
	}
	kept := facts.kept(sc.Keep).without(avoided)
	page, err := q.scoredCompanyPage(c, facts, kept, sc)
	if err != nil {
		return nil, 0, err
	}
	if page == nil {
		return q.readScoredBuyers(v, s, sc)
	}
	found, err := q.foundCompanies(page.slots)
	if err != nil {
		return nil, 0, err
	}
	out := make([]ScoredBuyer, len(found))
	for i := range found {
		row := LongCandidate{CompanyID: found[i].ID}
		if page.fits[i] {
			if known, ok := kept.rows[page.slots[i]]; ok {
				row = known
			}
			row.IsOwn = found[i].InstitutionID == v.InstitutionID // a colleague's is no candidate
		}
		out[i] = ScoredBuyer{row, page.scores[i], found[i]}
	}
	return out, page.count, nil
}

// scoredPageKey is everything a page depends on besides the search: the candidates and the page's
// place.
type scoredPageKey struct {
	of        rankingKey
	least     int
	isByScore bool
	isWorst   bool
}

// reachedKey is the cache key of the buyers that have at least a score.
type reachedKey struct {
	of    rankingKey
	least int
}

// scoredCompanyPage is one page of what a search finds, with scores; nil where SQL has to find it.
func (q *Q) scoredCompanyPage(c *companyQuestion, facts *candidateFacts, kept *keptCandidates, sc *BuyerScoring) (*foundPage, error) {
	scored := c.ed.scored
	content := strings.Clone(scored.contents.At(facts.listing)) // a copy: a cached key must not keep a chunk of records
	key := rankingKey{c.key, content, sc.Weights, sc.IsCandidate}
	key.of.facts, key.of.kept = facts.key, kept.key
	find := func() (Kept[*foundPage], error) {
		all, candidates, err := q.companiesAndCandidates(c, facts, kept, sc.IsCandidate)
		if candidates == nil || err != nil {
			return noPage(err)
		}
		isRemembered := false // a ranking is cached already
		by, err := q.byWeights(&scored, sc.Fit, sc.Weights)
		if err != nil {
			return noPage(err)
		}
		sheet := sheets(content, by.ofListing)
		score := func(slot uint32) int { return bestOf(sheet, scored.needs.At(slot)) }
		defer func() {
			if !isRemembered {
				all.free()
				candidates.free()
			}
		}()
		p := &foundPage{count: all.count()}
		r := scored.bestBuyers(c, sc, all, candidates, sheet)
		var reached *companiesFound
		if r == nil && sc.Least > 0 && !sc.ByScore {
			if reached, err = remember(q, c.ed, lookup[*companiesFound]{cache: cacheRankings, isAlone: c.isFewRows || sc.Weights == "",
				key: reachedKey{key, sc.Least}, of: companyTable, isRows: true, find: func() (Kept[*companiesFound], error) {
					f := scored.reached(all, candidates, sheet, sc.Least)
					return Kept[*companiesFound]{Value: f, Bytes: f.public.Bytes() + f.own.Bytes()}, nil
				}}); err != nil {
				return noPage(err)
			}
		} else if r == nil && (sc.ByScore || sc.Least > 0) {
			isRemembered = true
			if r, err = remember(q, c.ed, lookup[*ranking]{cache: cacheRankings, isAlone: c.isFewRows || sc.Weights == "", key: key,
				of: companyTable, isRows: true, find: func() (Kept[*ranking], error) {
					r := rank(all, candidates, score)
					return Kept[*ranking]{Value: r, Bytes: r.bytes()}, nil
				}}); err != nil {
				return noPage(err)
			}
		}
		if reached != nil {
			p.count, p.slots = reached.count(), reached.page(c.s)
		} else if r != nil {
			if sc.Least > 0 {
				p.count = r.from(sc.Least)
			}
			if sc.ByScore {
				p.slots, p.scores = r.page(c.s, sc.Least, sc.IsWorst)
			} else {
				p.slots = r.least(sc.Least).page(c.s)
			}
		} else {
			p.slots = all.page(c.s)
		}
		p.fits = make([]bool, len(p.slots))
		for i, slot := range p.slots {
			p.fits[i] = candidates.public.Has(slot)
		}
		if p.scores == nil {
			p.scores = make([]int, len(p.slots))
			for i, slot := range p.slots {
				if p.scores[i] = noScore; p.fits[i] {
					p.scores[i] = score(slot)
				}
			}
		}
		return p.kept()
	}
	return orSQL(remember(q, c.ed, lookup[*foundPage]{cache: cachePages, isAlone: c.isLongPage || sc.Weights == "",
		key: c.s.onePage(scoredPageKey{key, sc.Least, sc.ByScore, sc.IsWorst}), of: companyTable, find: find}))
}

// companiesAndCandidates are all that a search finds, and the candidates among them; nil where SQL has
// to find them. Where only candidates are asked for, these are all.
func (q *Q) companiesAndCandidates(c *companyQuestion, facts *candidateFacts, kept *keptCandidates, isCandidate bool) (all,
	candidates *companiesFound, err error) {
	if isCandidate && c.s.NameFolded == "" {
		return q.candidatesFound(c, facts, kept)
	}
	if all, err = q.companiesFound(c); all == nil || err != nil {
		return nil, nil, err
	}
	found := all.bits()
	defer found.Free()
	if candidates = all.candidateBuyer(facts, kept, index.Clause{Bits: []*index.Bits{found}}); isCandidate {
		all.free()
		all = candidates
	}
	return all, candidates, nil
}

// candidatesFound are the candidates among all that a search finds, as both results of companiesAndCandidates.
func (q *Q) candidatesFound(c *companyQuestion, facts *candidateFacts, kept *keptCandidates) (all, candidates *companiesFound, err error) {
	conditions, own, public, err := q.companyClauses(c)
	if conditions == nil || err != nil {
		return nil, nil, err
	}
	inCharge := own[0].Sets
	either := index.Clause{Cases: [][]index.Clause{own}}
	if public != nil {
		either.Cases = append(either.Cases, append(public, index.Clause{Sets: inCharge, IsNot: true}))
	}
	t := c.ed.companies
	f := &companiesFound{t: t, none: t.None(), key: c.key, inCharge: inCharge[0]}
	f = f.candidateBuyer(facts, kept, append(conditions, either)...)
	return f, f, nil
}

// readScoredBuyers computes the same result as ScoredBuyers in plain SQL; tests compare the two.
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
	content := ContentToScore(sc.Content)
	for _, c := range candidates {
		score := -1
		of := needs[c.CompanyID]
		for i := range of {
			score = max(score, sc.Fit.Of(content, NeedToScore(&of[i])))
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
