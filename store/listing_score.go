package store

import (
	"cmp"
	"database/sql"
	"math"
	"slices"

	"tsunagu/store/index"
)

// ListingScoring is by what the listings that a search finds are scored (domain.md 8): for one
// buyer whose institution or user asks, or for the best of all own public buyers of a bank.
type ListingScoring struct {
	Fit     Fit
	BuyerID string // "" for all
	Least   int    // drops what scores less; 0 drops nothing
	ByScore bool   // the best first, or the worst; else in the order of the search
}

// ScoredListing is a found listing with its score, -1 where it has none: it does not show, the
// buyer is not public, has no need, is not interested, or has let it go.
type ScoredListing struct {
	FoundListing
	Score   int
	BuyerID string // whose score it is
}

// notScored is true for rows `n` that keep a buyer from being scored with a listing.
const notScored = "(n.interest_status = 1 OR n.status = 9)"

// ScoredListings is SearchListings by score. The caller has asked for the buyer.
func (q *Q) ScoredListings(v Viewer, s *ListingSearch, sc *ListingScoring) ([]ScoredListing, int, error) {
	if (s.IsOwn || s.CompanyID != "") && !v.IsBuyer() {
		return q.unscoredListings(v, s, sc)
	}
	t, b, err := q.indexedListings(v, s, false)
	if err != nil {
		return nil, 0, err
	}
	if t == nil {
		return q.readScoredListings(v, s, sc)
	}
	defer b.Free()
	scores, buyer, err := q.scoreListings(v, t, b, sc)
	if err != nil {
		return nil, 0, err
	}
	if sc.Least > 0 {
		b.Keep(func(slot uint32) bool { return scores.Of(slot) >= sc.Least })
	}
	var page []uint32
	if sc.ByScore {
		page = scores.Page(b, s.IsAscending, s.IsAscending, s.Offset, s.Limit, func(equal *index.Bits, need int) (index.Walker, func()) {
			return s.indexedOrder(t, equal, false, need), func() {}
		})
	} else {
		page = index.Page(s.indexedOrder(t, b, false, s.Offset+s.Limit), s.Offset, s.Limit)
	}
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
	return out, b.Count(), nil
}

// unscoredListings are those of the own list: what SF edits is compared with nobody's needs.
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

// scoreListings scores the listings in b by the index, and tells whose score it is.
func (q *Q) scoreListings(v Viewer, t *index.Table, b *index.Bits, sc *ListingScoring) (*index.Scores, func(slot uint32) (string, error), error) {
	now, err := q.showingNow(t)
	if err != nil {
		return nil, nil, err
	}
	ed, score := q.at, q.at.scored.by(sc.Fit)
	if sc.BuyerID != "" {
		shown := b.Copy().And(now.set)
		defer shown.Free()
		of, err := q.buyerSheets(v, ed, score, sc.BuyerID, shown)
		return b.Score(func(slot uint32) int {
			if !shown.Has(slot) {
				return -1
			}
			return bestOf(of, ed.scored.contents.At(slot))
		}), func(uint32) (string, error) { return sc.BuyerID, nil }, err
	}
	own := ed.companies.Bits().Or(ed.companies.Set(companyInCharge, v.InstitutionID)).And(ed.companies.Set(companyKind, smallNumber(Buyer))).And(ed.companies.Set(companyStatus, "1"))
	defer own.Free()
	out := map[uint32][]uint32{}
	if err := q.each(func(r *sql.Rows) error {
		var listing, company uint32
		err := r.Scan(&listing, &company)
		out[listing] = append(out[listing], company)
		return err
	}, "SELECT l.seq, c.seq FROM negotiation n JOIN listing l ON l.id = n.listing_id JOIN company c ON c.id = n.buyer_company_id WHERE n.bf_id = ? AND "+notScored, v.InstitutionID); err != nil {
		return nil, nil, err
	}
	needs := newCrowd(score, ed.scored.needs, own)
	scores := b.Score(func(slot uint32) int {
		if !now.set.Has(slot) {
			return -1
		}
		return needs.best(ed.scored.contents.At(slot), out[slot])
	})
	return scores, func(slot uint32) (string, error) {
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

// buyerSheets are those of a public buyer's needs, and takes out of shown what it does not want.
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

// readScoredListings reads all that a search finds: what ScoredListings must equal.
func (q *Q) readScoredListings(v Viewer, s *ListingSearch, sc *ListingScoring) ([]ScoredListing, int, error) {
	all := *s
	all.Limit, all.Offset = math.MaxInt32, 0
	found, _, err := q.SearchListings(v, &all)
	if err != nil {
		return nil, 0, err
	}
	var buyers []string
	if sc.BuyerID != "" {
		buyers, err = codes[string](q, "SELECT c.id FROM company c WHERE c.id = ? AND c.status = 1", sc.BuyerID)
	} else {
		buyers, err = q.FoundCompanyIDs(v, &CompanySearch{Kind: Buyer, IsOwn: true, Statuses: []int{1}})
	}
	if err != nil {
		return nil, 0, err
	}
	needs, err := q.NeedsOfCompanies(v, buyers)
	if err != nil {
		return nil, 0, err
	}
	ids := make([]string, len(found))
	for i := range found {
		ids[i] = found[i].ID
	}
	rows, err := q.OwnNegotiations(v, sc.BuyerID, ids)
	if err != nil {
		return nil, 0, err
	}
	out := make([]ScoredListing, 0, len(found))
	for i := range found {
		l := ScoredListing{found[i], -1, ""}
		c, isShowing := &l.Content, l.Status == 1 && l.Content.StartDate <= q.Today() && l.Content.DueDate >= q.Today()
		filled, fillable := c.Filled()
		for _, buyer := range buyers {
			if !isShowing || slices.ContainsFunc(rows[l.ID], func(n Negotiation) bool {
				return n.BuyerCompanyID == buyer && (n.InterestStatus == 1 || n.Status == 9)
			}) {
				continue
			}
			for k := range needs[buyer] {
				if score := sc.Fit(c, filled, fillable, &needs[buyer][k]); score > l.Score {
					l.Score, l.BuyerID = score, buyer
				}
			}
		}
		if l.Score >= sc.Least || sc.Least == 0 {
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
	count := len(out)
	out = out[min(s.Offset, count):]
	return out[:min(s.Limit, len(out))], count, nil
}
