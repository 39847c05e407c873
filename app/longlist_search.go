package app

import (
	"encoding/json"
	"errors"
	"strconv"

	"tsunagu/app/deal"
	"tsunagu/app/match"
	"tsunagu/app/web"
	"tsunagu/store"
)

// search checks the conditions, all at once, and translates them for the store.
func (in *longCompanyQuery) search() (*store.LongSearch, error) {
	text := func(c industryCondition) string {
		if len(c.Category)+len(c.SubCategory) == 0 {
			return ""
		}
		b, err := json.Marshal(c)
		if err != nil {
			panic(err) // two lists of strings always marshal
		}
		return string(b)
	}
	p := web.Paging{PageNumber: in.PageNumber, Limit: in.Limit, PropertyName: in.PropertyName}
	if p.PageNumber == 0 {
		p.PageNumber = 1
	}
	if p.Limit == 0 {
		p.Limit = deal.PageSize
	}
	if in.IsDescending != nil {
		p.IsDescending = strconv.FormatBool(*in.IsDescending)
	}
	words := companySearchInput{IsOnlyPersonInCharge: in.IsOnlyPersonInCharge, IsNotOnlyPersonInCharge: in.IsNotOnlyPersonInCharge, CompanyName: in.CompanyName, NeedsName: in.NeedsName,
		CompanyIndustryTypes: text(in.CompanyIndustryTypes.V), BusinessIndustryTypes: text(in.BusinessIndustryTypes.V), AnnualSaleF: in.AnnualSaleF, AnnualSaleT: in.AnnualSaleT,
		Prefecture: in.Prefecture, SalesPrice: in.SalesPrice, SalesPriceTo: in.SalesPriceTo, IsPublic: in.IsPublic, NoPublic: in.NoPublic, NoApproved: in.NoApproved, IsTrial: in.IsTrial,
		CompanyIDs: in.CompanyIDs, TargetCompanyIDs: in.TargetCompanyIDs, IsLongList: in.IsLongList, SellerBusinessID: in.SellerBusinessID, Paging: p}
	s, err := words.search(store.Buyer)
	var problem *web.Problem
	if err != nil && !errors.As(err, &problem) {
		return nil, err
	}
	var c web.Check
	if problem != nil {
		c.Errors = problem.Errors
	}
	c.Ok(len(in.CompanyIDs) <= web.MaxLongList, "companyIds", "一度に指定できるのは1,000社までです。")
	c.Ok(len(in.TargetCompanyIDs) <= web.MaxLongList, "targetCompanyIds", "一度に指定できるのは1,000社までです。")
	if err := c.Err(); err != nil {
		return nil, err
	}
	return &store.LongSearch{CompanySearch: *s, ListingID: in.SellerBusinessID}, nil
}

// candidate is a buyer that a listing fits, with its score.
type candidate struct {
	store.ScoredBuyer
	score       *deal.Score
	isOfferable bool
}

// searchLongCompany is one page of the buyers that an own listing fits, the best first. The store
// scores all of them, as only then the order and the count are right; contents are read, and reasons
// given, for the page alone.
func (a *App) searchLongCompany(q *store.Q, by web.Actor, in *longCompanyQuery) (*longCompanyList, error) {
	l, err := q.KnownListing(by.Viewer, in.SellerBusinessID)
	if err != nil {
		return nil, err
	}
	s, err := in.search()
	if err != nil {
		return nil, err
	}
	ids := a.idsAt(placeCandidates, l.Seq)
	if err := a.soughtBuyers(q, by, &s.CompanySearch, ids); err != nil {
		return nil, err
	}
	out := &longCompanyList{}
	content, err := q.KnownContent(l.ID, store.Published)
	if errors.Is(err, store.ErrNotFound) {
		content, err = q.KnownContent(l.ID, store.Working) // nobody else has seen anything of it yet
	}
	if err != nil {
		return nil, err
	}
	status := deal.ShownStatus(deal.ListingStatus(l.Status), content.StartDate, content.DueDate, q.Now())
	out.Listing = longListListing{SellerBusinessID: l.ID, BusinessName: content.BusinessName, Status: int(status), StatusLabel: status.Label(), DueDate: content.DueDate,
		IsStopped: l.IsSuspended, IsOfferable: status == deal.ListingShowing && !l.IsSuspended}
	weights, err := match.WeightsOf(q)
	if err != nil {
		return nil, err
	}
	var keep func(*store.LongCandidate) bool
	if in.IsOfferable {
		keep = func(c *store.LongCandidate) bool { return offerable(c, &out.Listing) }
	}
	found, count, err := q.ScoredBuyers(by.Viewer, s, &store.BuyerScoring{Keep: keep, Fit: match.FitOf(weights), Weights: weights.Key(), Content: content, IsCandidate: true, Least: in.ScoreFrom,
		ByScore: in.PropertyName == "" || in.PropertyName == web.SortScore, IsWorst: in.PropertyName == web.SortScore && in.IsDescending != nil && !*in.IsDescending})
	if err != nil {
		return nil, err
	}
	out.AllCount = count
	out.rows, err = a.encodedCandidates(q, by, &out.Listing, content, weights, found, ids)
	return out, err
}

// candidateKey is what a candidate's row is kept under, for the bank of the listing alone.
type candidateKey struct {
	encodedKey
	isOfferable bool
}

// encodedCandidates are the rows of scored buyers as JSON.
func (a *App) encodedCandidates(q *store.Q, by web.Actor, l *longListListing, content *store.ListingContent, weights deal.Weights, found []store.ScoredBuyer, ids buyerIDs) ([][]byte, error) {
	out, keys := make([][]byte, len(found)), make([]*candidateKey, len(found))
	var missing []store.ScoredBuyer
	for i := range found {
		c := &found[i]
		isOfferable := offerable(&c.LongCandidate, l)
		if sight, ok := deal.BuyerSight(viewOf(by, &c.Company.Company), c.Company.IsTrial, false); ok && len(found) <= web.KeptRows {
			scored := scoredFor{by.Institution(), l.SellerBusinessID, q.Today()}
			keys[i] = &candidateKey{encodedKey{c.CompanyID, c.Company.Kind, sight, scored, ids.idPlace}, isOfferable}
			var err error
			if out[i], ok, err = store.Peek[[]byte](q, *keys[i]); err != nil {
				return nil, err
			} else if ok {
				continue
			}
		}
		missing = append(missing, *c)
	}
	if len(missing) == 0 {
		return out, nil
	}
	needs, err := needsOfScored(q, by, missing)
	if err != nil {
		return nil, err
	}
	candidates := a.scoreCandidates(content, missing, needs, weights)
	for i := range candidates {
		candidates[i].isOfferable = offerable(&candidates[i].LongCandidate, l)
	}
	rows, err := a.candidateRows(q, by, candidates, needs, ids)
	if err != nil {
		return nil, err
	}
	for i, key := range keys {
		if out[i] != nil {
			continue
		}
		row := rows[0]
		rows = rows[1:]
		if key == nil {
			out[i], err = web.Encode(row)
		} else {
			// What a bank may know of a buyer's needs hangs on the buyer's negotiations too.
			of := append(key.scored.sources(), store.OfCompany(key.id), store.OfBuyer(key.id))
			out[i], err = web.EncodedRow(q, *key, of, func() (any, error) { return row, nil })
		}
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// scoreCandidates scores a listing for each buyer by the best of its needs. The hard filters of
// domain.md 8 hold already: the store's predicate is theirs.
func (a *App) scoreCandidates(content *store.ListingContent, found []store.ScoredBuyer, needs map[string][]store.Needs, weights deal.Weights) []candidate {
	points, out := match.ListingPoints(content), make([]candidate, len(found))
	for i, c := range found {
		out[i].ScoredBuyer = c
		of := needs[c.CompanyID]
		wanted := make([]deal.NeedPoints, len(of))
		for k := range of {
			wanted[k] = match.NeedPoints(&of[k])
		}
		if score, ok := deal.BestScore(points, wanted, match.ScoreNames, weights); ok {
			out[i].score = &score
		}
	}
	return out
}

// needsOfScored are the living needs of scored buyers, by company.
func needsOfScored(q *store.Q, by web.Actor, found []store.ScoredBuyer) (map[string][]store.Needs, error) {
	companies := make([]store.FoundCompany, len(found))
	for i := range found {
		companies[i] = found[i].Company
	}
	return needsOfFound(q, by.Viewer, companies)
}

// offerable asks the offer's own rules, with nothing but what the institution in charge of the
// listing knows of the buyer.
func offerable(c *store.LongCandidate, l *longListListing) bool {
	as := deal.ActorSF
	if c.IsOwn {
		as = deal.ActorBoth
	}
	_, refusal := deal.DecideOffer(deal.OfferFacts{Exists: c.NegotiationID != "", Status: deal.OfferSendStatus(c.OfferSendStatus), Negotiation: deal.NegotiationStatus(c.Status),
		IsShown: l.Status == int(deal.ListingShowing), IsStopped: l.IsStopped, InAudience: true, BuyerStatus: deal.CompanyEnabled, MessageRunes: 1}, deal.OfferSend, nil, as)
	return refusal == nil
}

// candidateRows are the rows of a page.
func (a *App) candidateRows(q *store.Q, by web.Actor, page []candidate, needs map[string][]store.Needs, ids buyerIDs) ([]longCompanyRow, error) {
	institutions, err := q.InstitutionNames()
	if err != nil {
		return nil, err
	}
	out := make([]longCompanyRow, 0, len(page))
	for i := range page {
		c := &page[i]
		shown := readCompanyRow(by, q, &c.Company, institutions, needs, ids)
		status, offer := deal.NegotiationStatus(c.Status), deal.OfferSendStatus(c.OfferSendStatus)
		row := longCompanyRow{CompanyOverview: shown.CompanyOverview, NeedsList: shown.NeedsList, Reasons: []deal.Reason{}, IsInCharge: c.IsOwn, IsOfferable: c.isOfferable, BuyerNegotiationID: c.NegotiationID,
			NegotiationStatus: int(status), NegotiationLabel: status.Label(), OfferSendStatus: int(offer), OfferSendStatusLabel: offer.Label(), OfferedAt: web.ServerTime(c.OfferedAt)}
		if c.score != nil {
			row.Score, row.ScoreBand, row.NeedsID, row.Reasons = &c.score.Total, c.score.Band, needsID(by, &c.Company, needs, c.score.NeedID, ids), c.score.Reasons
		}
		out = append(out, row)
	}
	return out, nil
}
