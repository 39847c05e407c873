package store

import (
	"cmp"
	"database/sql"
	"math"
	"slices"

	"tsunagu/store/index"
)

// ListingScoring says how the listings that a search finds are scored (domain.md 8): for one buyer,
// whose institution or user asks, or by the best of all public buyers of a bank.
type ListingScoring struct {
	Fit     Fit
	Weights string // what Fit hangs on besides its values, as a cache key; "" caches nothing
	BuyerID string // "" for all
	Least   int    // drops listings that score less; 0 drops none
	ByScore bool   // best or worst first; else in the order of the search
	NotTold string // drops listings that this kind of mail told the buyer of; "" drops none
}

// ScoredListing is a found listing with its score, -1 where it has none: the listing does not show,
// or the buyer is not public, has no need, is not interested, or has let the listing go.
type ScoredListing struct {
	*FoundListing
	Score   int
	BuyerID string // the buyer with this score
}

// notScored is true for rows `n` that keep a buyer from being scored with a listing.
const notScored = "(n.interest_status = " + codeInterestNotInterested + " OR n.status = " + codeNegotiationBroken + ")"

// ScoredListings is SearchListings with scores. The caller has checked that the viewer may ask for
// the buyer.
func (q *Q) ScoredListings(v Viewer, s *ListingSearch, sc *ListingScoring) ([]ScoredListing, int, error) {
	if (s.IsOwn || s.CompanyID != "") && !v.IsBuyer() {
		return q.unscoredListings(v, s, sc)
	}
	p, err := q.scoredPage(v, s, sc)
	if err != nil {
		return nil, 0, err
	}
	if p == nil {
		out, err := q.readScoredListings(v, s, sc)
		count := len(out)
		out = out[min(s.Offset, count):]
		return out[:min(s.Limit, len(out))], count, err
	}
	page, scores, buyer := p.slots, p.scores, p.buyer
	found, err := q.listingsAt(page, Published)
	if err != nil {
		return nil, 0, err
	}
	out := make([]ScoredListing, len(found))
	for i := range found {
		out[i] = ScoredListing{FoundListing: found[i], Score: scores.Of(page[i])}
		if out[i].Score >= 0 {
			if out[i].BuyerID, err = buyer(page[i]); err != nil {
				return nil, 0, err
			}
		}
	}
	return out, p.count, nil
}

// FittingListings are the ids of a page of ScoredListings, for callers that need no more.
func (q *Q) FittingListings(v Viewer, s *ListingSearch, sc *ListingScoring) ([]string, error) {
	p, err := q.scoredPage(v, s, sc)
	if err != nil {
		return nil, err
	}
	if p == nil {
		var ids []string
		out, _, err := q.ScoredListings(v, s, sc)
		for i := range out {
			ids = append(ids, out[i].ID)
		}
		return ids, err
	}
	at := make(map[uint32]string, len(p.slots))
	for part := range slices.Chunk(p.slots, batchSize) {
		if err := q.each(func(r *sql.Rows) error {
			var seq uint32
			var id string
			err := r.Scan(&seq, &id)
			at[seq] = id
			return err
		}, "SELECT l.seq, l.id FROM listing l WHERE l.seq IN ("+marks(len(part))+")", anyOf(part)...); err != nil {
			return nil, err
		}
	}
	out := make([]string, len(p.slots))
	for i, slot := range p.slots {
		out[i] = at[slot]
	}
	return out, nil
}

// scoredPage is a page of listings in the index.
type scoredPage struct {
	slots  []uint32
	count  int // in all
	scores *index.Scores
	buyer  func(slot uint32) (string, error) // the buyer with this score
}

// scoredPage is what ScoredListings finds by the index; nil where the index cannot answer.
func (q *Q) scoredPage(v Viewer, s *ListingSearch, sc *ListingScoring) (*scoredPage, error) {
	t, b, err := q.indexedListings(v, s, false)
	if t == nil || err != nil {
		return nil, err
	}
	all := b
	defer all.Free()
	if sc.NotTold != "" {
		told, err := q.seqSet("SELECT l.seq FROM recommended r JOIN listing l ON l.id = r.listing_id WHERE r.kind = ? AND "+
			"r.buyer_company_id = ?", sc.NotTold, sc.BuyerID)
		if err != nil {
			return nil, err
		}
		b.AndNot(told)
	}
	p, best := &scoredPage{count: b.Count()}, (*index.Bits)(nil)
	if best, p.scores, p.buyer, err = q.scoreListings(v, t, b, s, sc); err != nil {
		return nil, err
	}
	if best != nil {
		defer best.Free()
		b = best
	}
	if sc.Least > 0 {
		b.Keep(func(slot uint32) bool { return p.scores.Of(slot) >= sc.Least })
		p.count = b.Count()
	}
	if sc.ByScore {
		p.slots = p.scores.Page(b, s.IsAscending, s.IsAscending, s.Offset, s.Limit, func(equal *index.Bits, need int) (index.Walker, func()) {
			return s.indexedOrder(t, equal, false, need), func() {}
		})
	} else {
		if p.slots, err = q.indexedListingPage(v, s, t, b, false); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// unscoredListings are those of the own list, without scores: content that SF is editing is not
// compared with needs.
func (q *Q) unscoredListings(v Viewer, s *ListingSearch, sc *ListingScoring) ([]ScoredListing, int, error) {
	if sc.Least > 0 {
		return nil, 0, nil
	}
	found, count, err := q.SearchListings(v, s)
	out := make([]ScoredListing, len(found))
	for i := range found {
		out[i] = ScoredListing{found[i], -1, ""}
	}
	return out, count, err
}

// scoreListings scores the listings in b by the index and tells which buyer each score belongs to. Where the best
// listings are enough for the answer, it scores only these.
func (q *Q) scoreListings(v Viewer, t *index.Table, b *index.Bits, s *ListingSearch, sc *ListingScoring) (best *index.Bits,
	scores *index.Scores, buyer func(slot uint32) (string, error), err error) {
	ed := q.at
	score, err := q.byWeights(&ed.scored, sc.Fit, sc.Weights)
	if err != nil {
		return nil, nil, nil, err
	}
	now, err := q.showingNow(ed)
	if err != nil {
		return nil, nil, nil, err
	}
	if sc.BuyerID != "" {
		shown := b.Copy().And(now.set)
		defer shown.Free()
		buyer := func(uint32) (string, error) { return sc.BuyerID, nil }
		of, err := q.buyerSheets(v, ed, score, sc.BuyerID, shown)
		if err != nil {
			return nil, nil, nil, err
		}
		if best, scores := ed.scored.bestListings(t, b, shown, s, sc, of); best != nil {
			return best, scores, buyer, nil
		}
		return nil, b.Score(func(slot uint32) int {
			if !shown.Has(slot) {
				return -1
			}
			return bestOf(of, ed.scored.contents.At(slot))
		}), buyer, nil
	}
	inCharge, _, err := q.visibleIndex(ed).foundCompany(v, nil)
	if err != nil {
		return nil, nil, nil, err
	}
	own := ed.companies.Bits().Or(inCharge).And(ed.companies.Set(companyKind, smallNumber(Buyer))).And(ed.companies.Set(companyStatus, "1"))
	defer own.Free()
	out := map[uint32][]uint32{}
	if err := q.each(func(r *sql.Rows) error {
		var listing, company uint32
		err := r.Scan(&listing, &company)
		out[listing] = append(out[listing], company)
		return err
	}, "SELECT l.seq, c.seq FROM negotiation n JOIN listing l ON l.id = n.listing_id JOIN company c ON c.id = n.buyer_company_id WHERE "+
		v.ofBF()+" AND "+notScored, v.InstitutionID); err != nil {
		return nil, nil, nil, err
	}
	needs, shown := newNeedGroup(score, ed.scored.needs, own), b.Copy().And(now.set)
	bestScores := needs.best(shown, ed.scored.contents, out)
	scores = b.Score(func(slot uint32) int {
		if !shown.Has(slot) {
			return -1
		}
		return int(bestScores[slot])
	})
	shown.Free()
	return nil, scores, func(slot uint32) (string, error) {
		first := needs.first(ed.scored.contents.At(slot), out[slot], func(a, b uint32) bool {
			return cmp.Or(cmp.Compare(ed.companies.Int(companyModified, a), ed.companies.Int(companyModified, b)), cmp.Compare(a, b)) > 0
		})
		found, err := q.foundCompanies([]uint32{first})
		if err != nil {
			return "", err
		}
		return found[0].ID, nil
	}, nil
}

// buyerSheets are the score sheets of a public buyer's needs. It removes from shown the listings
// that the buyer does not want.
func (q *Q) buyerSheets(v Viewer, ed *edition, score *scoring, buyerID string, shown *index.Bits) ([]*index.Sheet, error) {
	var seq uint32
	if err := q.scan1([]any{&seq}, "SELECT seq FROM company WHERE id = ?", buyerID); err != nil {
		return nil, err
	}
	if !ed.companies.Set(companyStatus, "1").Has(seq) {
		return nil, nil
	}
	row, args := ownRow(v, buyerID)
	out, err := q.seqSet("SELECT l.seq FROM negotiation n JOIN listing l ON l.id = n.listing_id WHERE "+row+" AND "+notScored, args...)
	shown.AndNot(out)
	return sheets(ed.scored.needs.At(seq), score.ofNeed), err
}

// readScoredListings reads and scores all that a search finds, in plain SQL; the index must give
// the same.
func (q *Q) readScoredListings(v Viewer, s *ListingSearch, sc *ListingScoring) ([]ScoredListing, error) {
	all := *s
	all.Limit, all.Offset = math.MaxInt32, 0
	if sc.ByScore && isNewestFirst(s.Sort, s.IsAscending) { // equal scores are in that order, without exact ones first
		all.Sort = sortScore
	}
	found, _, err := q.SearchListings(v, &all)
	if err != nil {
		return nil, err
	}
	var buyers []string
	if sc.BuyerID != "" {
		buyers, err = codes[string](q, "SELECT c.id FROM company c WHERE c.id = ? AND c.status = "+codeCompanyEnabled, sc.BuyerID)
	} else {
		buyers, err = q.FoundCompanyIDs(v, &CompanySearch{Kind: Buyer, IsOwn: true, Statuses: []int{1}})
	}
	if err != nil {
		return nil, err
	}
	needs, err := q.NeedsOfCompanies(v, buyers)
	if err != nil {
		return nil, err
	}
	rows, err := q.OwnNegotiations(v, sc.BuyerID, found)
	if err != nil {
		return nil, err
	}
	wanted := map[string][]*ScoredNeed{}
	for buyer, of := range needs {
		for i := range of {
			wanted[buyer] = append(wanted[buyer], NeedToScore(&of[i]))
		}
	}
	told := map[string]bool{}
	if sc.NotTold != "" {
		if told, err = q.recommended(sc.NotTold, sc.BuyerID); err != nil {
			return nil, err
		}
	}
	out := make([]ScoredListing, 0, len(found))
	for i := range found {
		l := ScoredListing{found[i], -1, ""}
		c, isShowing := &l.Content, l.Status == 1 && l.Content.StartDate <= q.Today() && l.Content.DueDate >= q.Today()
		content := ContentToScore(c)
		for _, buyer := range buyers {
			if !isShowing || slices.ContainsFunc(rows[l.ID], func(n Negotiation) bool {
				return n.BuyerCompanyID == buyer && (n.InterestStatus == 1 || n.Status == 9)
			}) {
				continue
			}
			for _, n := range wanted[buyer] {
				if score := sc.Fit.Of(content, n); score > l.Score {
					l.Score, l.BuyerID = score, buyer
				}
			}
		}
		if !told[l.ID] && (l.Score >= sc.Least || sc.Least == 0) {
			out = append(out, l)
		}
	}
	if sc.ByScore {
		slices.SortStableFunc(out, func(x, y ScoredListing) int {
			if s.IsAscending {
				x, y = y, x
			}
			return cmp.Compare(y.Score, x.Score)
		})
	}
	return out, nil
}
