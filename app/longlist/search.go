package longlist

import (
	"encoding/json"
	"errors"
	"strconv"

	"tsunagu/app/company"
	"tsunagu/app/deal"
	"tsunagu/app/disclosure"
	"tsunagu/app/match"
	"tsunagu/app/score"
	"tsunagu/app/vocabulary"
	"tsunagu/app/web"
	"tsunagu/store"
)

// search checks the conditions, all at once, and translates them for the store.
func (in *LongCompanyQuery) search() (*store.LongSearch, error) {
	text := func(c IndustryCondition) string {
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
	words := company.CompanySearchInput{IsOnlyPersonInCharge: in.IsOnlyPersonInCharge, IsNotOnlyPersonInCharge: in.IsNotOnlyPersonInCharge,
		CompanyName: in.CompanyName, NeedsName: in.NeedsName, Without: in.Without,
		CompanyIndustryTypes: text(in.CompanyIndustryTypes.V), BusinessIndustryTypes: text(in.BusinessIndustryTypes.V),
		AnnualSaleF: in.AnnualSaleF, AnnualSaleT: in.AnnualSaleT,
		Prefecture: in.Prefecture, SalesPrice: in.SalesPrice, SalesPriceTo: in.SalesPriceTo, IsPublic: in.IsPublic, NoPublic: in.NoPublic,
		NoApproved: in.NoApproved, IsTrial: in.IsTrial,
		CompanyIDs: in.CompanyIDs, TargetCompanyIDs: in.TargetCompanyIDs, IsLongList: in.IsLongList, SellerBusinessID: in.SellerBusinessID,
		Paging: p}
	s, err := words.Search(store.Buyer)
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

// SearchLongCompany is one page of the buyers that an own listing fits, the best first. The store
// scores all of them, as the order and the count need every score; contents and reasons are read for
// the page only.
func (a Room) SearchLongCompany(q *store.Q, by web.Actor, in *LongCompanyQuery) (*longCompanyList, error) {
	l, err := q.KnownListing(by.Viewer, in.SellerBusinessID)
	if err != nil {
		return nil, err
	}
	s, err := in.search()
	if err != nil {
		return nil, err
	}
	ids := company.In(a.Platform).IDsAt(company.PlaceCandidates, l.Seq)
	if err := company.In(a.Platform).SoughtBuyers(q, by, &s.CompanySearch, ids); err != nil {
		return nil, err
	}
	out := &longCompanyList{}
	if out.Shown, err = vocabulary.Of(q, s.Needs, s.Without); err != nil {
		return nil, err
	}
	content, err := q.KnownContent(l.ID, store.Published)
	if errors.Is(err, store.ErrNotFound) {
		content, err = q.KnownContent(l.ID, store.Working) // an unpublished listing is scored by its draft
	}
	if err != nil {
		return nil, err
	}
	status := deal.ShownStatus(deal.ListingStatus(l.Status), content.StartDate, content.DueDate, q.Now())
	out.Listing = longListListing{SellerBusinessID: l.ID, CompanyID: l.CompanyID,
		BusinessName: content.BusinessName, Status: int(status), StatusLabel: status.Label(),
		DueDate:   content.DueDate,
		IsStopped: l.IsSuspended, IsOfferable: status == deal.ListingShowing && !l.IsSuspended}
	weights, err := match.WeightsOf(q)
	if err != nil {
		return nil, err
	}
	var keep func(*store.LongCandidate) bool
	if in.IsOfferable {
		keep = func(c *store.LongCandidate) bool { return offerable(c, &out.Listing) }
	}
	found, count, err := q.ScoredBuyers(by.Viewer, s, &store.BuyerScoring{Keep: keep, Fit: match.FitOf(weights), Weights: weights.Key(),
		Content: content, IsCandidate: true, Least: in.ScoreFrom,
		ByScore: in.PropertyName == "" || in.PropertyName == web.SortScore, IsWorst: in.PropertyName == web.SortScore && in.IsDescending != nil &&
			!*in.IsDescending})
	if err != nil {
		return nil, err
	}
	out.AllCount = count
	out.rows, err = encodedCandidates(q, by, &out.Listing, content, weights, found, ids)
	return out, err
}

// candidateKey is the cache key of a candidate's row as the bank of the listing sees it.
type candidateKey struct {
	company.EncodedKey
	isOfferable bool
}

// encodedCandidates are the rows of scored buyers as JSON, from the cache where possible.
func encodedCandidates(q *store.Q, by web.Actor, l *longListListing, content *store.ListingContent, weights score.Weights,
	found []store.ScoredBuyer, ids company.BuyerIDs) ([][]byte, error) {
	out, keys := make([][]byte, len(found)), make([]*candidateKey, len(found))
	var missing []store.ScoredBuyer
	for i := range found {
		c := &found[i]
		isOfferable := offerable(&c.LongCandidate, l)
		if sight, ok := disclosure.BuyerSight(company.ViewOf(by, &c.Company.Company), c.Company.IsTrial, false); ok &&
			len(found) <= web.KeptRows {
			scored := company.ScoredFor{Institution: by.Institution(), Listing: l.SellerBusinessID, Today: q.Today()}
			keys[i] = &candidateKey{company.EncodedKey{ID: c.CompanyID, Side: c.Company.Kind, Sight: sight, Scored: scored, Place: ids.IDPlace},
				isOfferable}
			var err error
			if out[i], ok, err = store.Peek[[]byte](q, *keys[i]); err != nil {
				return nil, err
			} else if ok {
				continue
			}
		}
		if missing == nil {
			missing = make([]store.ScoredBuyer, 0, len(found)-i)
		}
		missing = append(missing, *c)
	}
	if len(missing) == 0 {
		return out, nil
	}
	candidates := company.ScoreCandidates(content, missing, weights)
	for i := range candidates {
		candidates[i].IsOfferable = offerable(&candidates[i].LongCandidate, l)
	}
	rows, err := candidateRows(q, by, candidates, ids)
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
			// What a bank may know of a buyer's needs also depends on the buyer's negotiations.
			of := append(key.Scored.Sources(), store.OfCompany(key.ID), store.OfBuyer(key.ID))
			out[i], err = web.EncodedRow(q, *key, of, func() (any, error) { return row, nil })
		}
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// offerable applies the offer's own rules to what the institution in charge of the listing knows of
// the buyer.
func offerable(c *store.LongCandidate, l *longListListing) bool {
	as := deal.ActorSF
	if c.IsOwn {
		as = deal.ActorBoth
	}
	_, refusal := deal.DecideOffer(deal.OfferFacts{Exists: c.NegotiationID != "", Status: deal.OfferSendStatus(c.OfferSendStatus),
		Negotiation: deal.NegotiationStatus(c.Status),
		IsShown:     l.Status == int(deal.ListingShowing), IsStopped: l.IsStopped, InAudience: true, BuyerStatus: deal.CompanyEnabled,
		MessageRunes: 1}, deal.OfferSend, nil, as)
	return refusal == nil
}

// candidateRows are the rows of a page.
func candidateRows(q *store.Q, by web.Actor, page []company.Candidate, ids company.BuyerIDs) ([]longCompanyRow, error) {
	institutions, err := q.InstitutionNames()
	if err != nil {
		return nil, err
	}
	out := make([]longCompanyRow, 0, len(page))
	for i := range page {
		c := &page[i]
		shown := company.ReadCompanyRow(by, q, &c.Company, institutions, ids)
		status, offer := deal.NegotiationStatus(c.Status), deal.OfferSendStatus(c.OfferSendStatus)
		row := longCompanyRow{CompanyOverview: shown.CompanyOverview, NeedsList: shown.NeedsList, Reasons: []score.Reason{}, IsInCharge: c.IsOwn,
			IsOfferable: c.IsOfferable, BuyerNegotiationID: c.NegotiationID,
			NegotiationStatus: int(status), NegotiationLabel: status.Label(), OfferSendStatus: int(offer), OfferSendStatusLabel: offer.Label(),
			OfferedAt: web.ServerTime(c.OfferedAt)}
		if c.Points != nil {
			row.Score, row.ScoreBand, row.NeedsID, row.Reasons = &c.Points.Total, c.Points.Band, company.NeedsID(by, &c.Company,
				c.Points.NeedID, ids), c.Points.Reasons
		}
		out = append(out, row)
	}
	return out, nil
}
