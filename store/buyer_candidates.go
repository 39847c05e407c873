package store

import (
	"database/sql"
	"fmt"
	"slices"

	"tsunagu/store/index"
)

// candidateFacts are what decides whom a listing can be offered to, but for the companies: its
// audience, and what stands between it and buyers as far as the institution may know.
type candidateFacts struct {
	listing                      uint32
	isShowing, isLimited, isRest bool
	rest                         []string // institutions that it is kept from
	rows                         []candidateRowOf
	all                          *keptCandidates // where nobody is left out
	key                          string          // tells apart whom it can be offered to
}

// keptCandidates are those that have a row of their own, and which of them are kept.
type keptCandidates struct {
	rows                  map[uint32]LongCandidate // by number
	in, dropped           []uint32
	keepsOwn, keepsOthers bool // of who has no row
	key                   string
}

func (f *candidateFacts) kept(keep func(*LongCandidate) bool) *keptCandidates {
	if keep == nil && f.all != nil {
		return f.all
	}
	k := &keptCandidates{rows: map[uint32]LongCandidate{}, keepsOwn: true, keepsOthers: true}
	for i := range f.rows {
		if c := &f.rows[i]; c.fits && (keep == nil || keep(&c.LongCandidate)) {
			k.in, k.rows[c.seq] = append(k.in, c.seq), c.LongCandidate
		} else {
			k.dropped = append(k.dropped, c.seq)
		}
	}
	if keep != nil {
		k.keepsOwn, k.keepsOthers = keep(&LongCandidate{IsOwn: true}), keep(&LongCandidate{})
		k.key = fmt.Sprint(k.in, k.keepsOwn, k.keepsOthers)
	}
	return k
}

type candidateRowOf struct {
	LongCandidate
	seq  uint32
	fits bool
}

type candidateFactsKey struct{ institution, listing, today string }

func (q *Q) candidateFacts(v Viewer, listingID string) (*candidateFacts, error) {
	return Keep(q, candidateFactsKey{v.InstitutionID, listingID, q.Today()}, func() (Kept[*candidateFacts], error) {
		f := &candidateFacts{}
		of := []Source{OfListing(listingID), OfDealing(listingID), OfNetwork()}
		none := Kept[*candidateFacts]{}
		if err := q.scan1([]any{&f.listing}, "SELECT seq FROM listing WHERE id = ?", listingID); err != nil {
			return none, err
		}
		audience, args := q.audience("?", v.InstitutionID)
		if err := q.each(func(r *sql.Rows) error {
			f.isShowing = true
			return r.Scan(&f.isLimited, &f.isRest)
		}, "SELECT p.is_limited, p.is_rest FROM listing l JOIN listing_content p ON p.listing_id = l.id AND p.side = 2 WHERE l.id = ? AND l.institution_id = ? AND l.status = 1 AND "+audience,
			append([]any{listingID, v.InstitutionID}, args...)...); err != nil {
			return none, err
		}
		var err error
		if f.rest, err = codes[string](q, "SELECT r.code FROM listing_code r WHERE r.listing_id = ? AND r.side = 2 AND r.field = 'rest'", listingID); err != nil {
			return none, err
		}
		var row where
		row.add("n.listing_id = ?", listingID)
		q.candidateDealing(v, &row)
		fits, fitArgs := candidateRow(v)
		status, statusArgs := candidateStatus(v)
		err = q.each(func(r *sql.Rows) error {
			var c candidateRowOf
			err := r.Scan(&c.seq, &c.fits, &c.CompanyID, &c.IsOwn, &c.NegotiationID, &c.Status, &c.EndedFrom, &c.OfferSendStatus, timeColumn{&c.OfferedAt})
			f.rows, of = append(f.rows, c), append(of, OfCompany(c.CompanyID))
			return err
		}, "SELECT c.seq, "+fits+", c.id, c.institution_id = ?, n.id, "+status+", n.offer_send_status, n.offered_at FROM negotiation n JOIN company c ON c.id = n.buyer_company_id WHERE "+row.String(),
			slices.Concat(fitArgs, []any{v.InstitutionID}, statusArgs, row.args)...)
		f.all = f.kept(nil)
		f.key = fmt.Sprint(f.isShowing, f.isLimited, f.isRest, f.rest, f.all.in, f.all.dropped)
		return Kept[*candidateFacts]{Value: f, Of: of, Bytes: 510*len(f.rows) + 80*len(f.rest)}, err
	})
}

// candidates are those of found companies that a listing can be offered to: it is candidateBuyer said
// in sets.
func (f *companiesFound) candidates(facts *candidateFacts, kept *keptCandidates) *companiesFound {
	found, t := f.bits(), f.t
	defer found.Free()
	set := func(s *index.Set) index.Clause { return index.Clause{Sets: []*index.Set{s}} }
	not := func(s ...*index.Set) index.Clause { return index.Clause{Sets: s, IsNot: true} }
	clauses := []index.Clause{{Bits: []*index.Bits{found}}, set(t.Set(companyKind, smallNumber(Buyer))), set(t.Set(companyStatus, smallNumber(companyIsPublic))),
		not(t.Set(companyTrial, "")), not(index.SetOf(kept.dropped))}
	switch {
	case !facts.isShowing:
		clauses = append(clauses, set(index.SetOf(nil)))
	case facts.isLimited:
		clauses = append(clauses, set(f.inCharge))
	case facts.isRest:
		clauses = append(clauses, not(facts.restOf(t, f.key.institution)...))
	}
	// Whoever has a row has been kept or dropped by it.
	with := index.SetOf(kept.in)
	switch {
	case kept.keepsOwn && kept.keepsOthers:
	case kept.keepsOwn:
		clauses = append(clauses, index.Clause{Sets: []*index.Set{f.inCharge, with}})
	case kept.keepsOthers:
		clauses = append(clauses, not(f.inCharge.Change(with, nil)))
	default:
		clauses = append(clauses, set(with))
	}
	parts := t.SelectParts(clauses, nil, []index.Clause{set(f.inCharge)})
	out := *f
	out.public, out.own, out.both = parts[0], parts[1], parts[1]
	out.key.facts, out.key.kept = facts.key, kept.key
	return &out
}

// restOf are the companies of the institutions that the listing is kept from, but for its own.
func (f *candidateFacts) restOf(t *index.Table, own string) (out []*index.Set) {
	for _, id := range f.rest {
		if id != own {
			out = append(out, t.Set(companyInCharge, id))
		}
	}
	return out
}
