package store

import (
	"cmp"
	"database/sql"
	"slices"

	"tsunagu/store/index"
)

// BuyerScoring is by what the buyers that a search finds are scored for one of the viewer's own
// listings (domain.md 8).
type BuyerScoring struct {
	Fit         Fit
	Content     *ListingContent           // the listing's, as published
	IsCandidate bool                      // only those that it can be offered to, who alone have a score
	Least       int                       // drops who scores less; 0 drops nobody
	Keep        func(*LongCandidate) bool // of candidates; nil keeps all
	ByScore     bool                      // the best first, who has no score last; else in the order of the search
	IsWorst     bool                      // the worst first
}

// ScoredBuyer is a found buyer with its score, -1 where it has none. But for its id nothing is
// told of who is no candidate.
type ScoredBuyer struct {
	LongCandidate
	Score int
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
	t, b := f.t, f.bits()
	defer b.Free()
	candidates := b.Copy()
	defer candidates.Free()
	rows, err := q.indexedCandidates(v, s.ListingID, t, candidates, sc.Keep)
	if err != nil {
		return nil, 0, err
	}
	if sc.IsCandidate {
		b.AndBits(candidates)
	}
	var listing uint32
	if err := q.scan1([]any{&listing}, "SELECT seq FROM listing WHERE id = ?", s.ListingID); err != nil {
		return nil, 0, err
	}
	score, needs := q.at.scored.by(sc.Fit), q.at.scored.needs
	sheet := sheets(q.at.scored.contents.At(listing), score.ofListing)
	scores := b.Score(func(slot uint32) int {
		if !candidates.Has(slot) {
			return -1
		}
		return bestOf(sheet, needs.At(slot))
	})
	if sc.Least > 0 {
		b.Keep(func(slot uint32) bool { return scores.Of(slot) >= sc.Least })
	}
	walk := func(of *index.Bits, need int) (index.Walker, func()) { return s.indexedOrder(v, t, of, need) }
	var page []uint32
	if sc.ByScore {
		page = scores.Page(b, sc.IsWorst, false, s.Offset, s.Limit, walk)
	} else {
		w, free := walk(b, s.Offset+s.Limit)
		page = index.Page(w, s.Offset, s.Limit)
		free()
	}
	found, err := q.foundCompanies(page)
	if err != nil {
		return nil, 0, err
	}
	out := make([]ScoredBuyer, len(found))
	for i := range found {
		row, ok := rows[page[i]]
		if !ok {
			row = LongCandidate{CompanyID: found[i].ID, IsOwn: candidates.Has(page[i]) && found[i].InstitutionID == v.InstitutionID}
		}
		out[i] = ScoredBuyer{row, scores.Of(page[i])}
	}
	return out, b.Count(), nil
}

// indexedCandidates keeps of the buyers in b those that the listing can be offered to: it is
// candidateBuyer said in sets. It returns what there is between them and the listing, by number.
func (q *Q) indexedCandidates(v Viewer, listingID string, t *index.Table, b *index.Bits, keep func(*LongCandidate) bool) (map[uint32]LongCandidate, error) {
	isShowing, isLimited, isRest := false, false, false
	audience, args := q.audience("?", v.InstitutionID)
	if err := q.each(func(r *sql.Rows) error {
		isShowing = true
		return r.Scan(&isLimited, &isRest)
	}, "SELECT p.is_limited, p.is_rest FROM listing l JOIN listing_content p ON p.listing_id = l.id AND p.side = 2 WHERE l.id = ? AND l.institution_id = ? AND l.status = 1 AND "+audience,
		append([]any{listingID, v.InstitutionID}, args...)...); err != nil {
		return nil, err
	}
	own := t.Set(companyInCharge, v.InstitutionID)
	b.And(t.Set(companyKind, smallNumber(Buyer))).And(t.Set(companyStatus, "1")).AndNot(t.Set(companyTrial, ""))
	switch {
	case !isShowing:
		b.And(index.SetOf(nil))
	case isLimited:
		b.And(own)
	case isRest:
		kept, err := codes[string](q, "SELECT r.code FROM listing_code r WHERE r.listing_id = ? AND r.side = 2 AND r.field = 'rest'", listingID)
		if err != nil {
			return nil, err
		}
		out := t.Any(companyInCharge, kept).AndNot(own)
		b.AndNotBits(out)
		out.Free()
	}
	if keep == nil {
		keep = func(*LongCandidate) bool { return true }
	}
	var row where
	row.add("n.listing_id = ?", listingID)
	q.visibleNegotiation(v, &row)
	fits, fitArgs := candidateRow(v)
	rows := map[uint32]LongCandidate{}
	var in, out []uint32
	if err := q.each(func(r *sql.Rows) error {
		var seq uint32
		var isCandidate bool
		var c LongCandidate
		if err := r.Scan(&seq, &isCandidate, &c.CompanyID, &c.IsOwn, &c.NegotiationID, &c.Status, &c.EndedFrom, &c.OfferSendStatus, timeColumn{&c.OfferedAt}); err != nil {
			return err
		}
		if out = append(out, seq); isCandidate && b.Has(seq) && keep(&c) {
			in, rows[seq] = append(in, seq), c
		}
		return nil
	}, "SELECT c.seq, "+fits+", c.id, c.institution_id = ?, n.id, n.status, n.ended_from, n.offer_send_status, n.offered_at FROM negotiation n JOIN company c ON c.id = n.buyer_company_id WHERE "+row.String(),
		append(append(fitArgs, v.InstitutionID), row.args...)...); err != nil {
		return nil, err
	}
	b.AndNot(index.SetOf(out))
	for _, isOwn := range []bool{true, false} {
		switch {
		case keep(&LongCandidate{IsOwn: isOwn}):
		case isOwn:
			b.AndNot(own)
		default:
			b.And(own)
		}
	}
	b.Or(index.SetOf(in))
	return rows, nil
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
		at[c.CompanyID] = ScoredBuyer{c, score}
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
			c = ScoredBuyer{LongCandidate{CompanyID: id}, -1}
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
	return out[:min(s.Limit, len(out))], count, nil
}
