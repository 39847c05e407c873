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
}

type candidateRowOf struct {
	LongCandidate
	seq  uint32
	fits bool
}

type candidateFactsKey struct{ institution, listing, today string }

// candidates are the buyers that a listing can be offered to, with what there is between them and
// it, by number; of who is no candidate that is nobody's to see.
type candidates struct {
	*companiesFound
	listing uint32
	rows    map[uint32]LongCandidate
}

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
		q.visibleNegotiation(v, &row)
		fits, fitArgs := candidateRow(v)
		err = q.each(func(r *sql.Rows) error {
			var c candidateRowOf
			err := r.Scan(&c.seq, &c.fits, &c.CompanyID, &c.IsOwn, &c.NegotiationID, &c.Status, &c.EndedFrom, &c.OfferSendStatus, timeColumn{&c.OfferedAt})
			f.rows, of = append(f.rows, c), append(of, OfCompany(c.CompanyID))
			return err
		}, "SELECT c.seq, "+fits+", c.id, c.institution_id = ?, n.id, n.status, n.ended_from, n.offer_send_status, n.offered_at FROM negotiation n JOIN company c ON c.id = n.buyer_company_id WHERE "+row.String(),
			append(append(fitArgs, v.InstitutionID), row.args...)...)
		return Kept[*candidateFacts]{Value: f, Of: of, Bytes: 250*len(f.rows) + 40*len(f.rest)}, err
	})
}

// indexedCandidates are those of found companies that the listing can be offered to: it is
// candidateBuyer said in sets.
func (q *Q) indexedCandidates(v Viewer, listingID string, from *companiesFound, keep func(*LongCandidate) bool) (*candidates, error) {
	facts, err := q.candidateFacts(v, listingID)
	if err != nil {
		return nil, err
	}
	if keep == nil {
		keep = func(*LongCandidate) bool { return true }
	}
	out := &candidates{listing: facts.listing, rows: map[uint32]LongCandidate{}}
	var in, dropped []uint32
	for i := range facts.rows {
		if c := &facts.rows[i]; c.fits && keep(&c.LongCandidate) {
			in, out.rows[c.seq] = append(in, c.seq), c.LongCandidate
		} else {
			dropped = append(dropped, c.seq)
		}
	}
	keepsOwn, keepsOthers := keep(&LongCandidate{IsOwn: true}), keep(&LongCandidate{})
	t := from.t
	key := from.key
	key.facts = fmt.Sprint(facts.isShowing, facts.isLimited, facts.isRest, facts.rest, in, dropped, keepsOwn, keepsOthers)
	out.companiesFound = selected(from.chosen, q.at, key, func() (*companiesFound, int) {
		found := from.bits()
		defer found.Free()
		inCharge := t.Set(companyInCharge, v.InstitutionID)
		set := func(s *index.Set) index.Clause { return index.Clause{Sets: []*index.Set{s}} }
		not := func(s ...*index.Set) index.Clause { return index.Clause{Sets: s, IsNot: true} }
		clauses := []index.Clause{{Bits: []*index.Bits{found}}, set(t.Set(companyKind, smallNumber(Buyer))), set(t.Set(companyStatus, smallNumber(companyIsPublic))),
			not(t.Set(companyTrial, "")), not(index.SetOf(dropped))}
		switch {
		case !facts.isShowing:
			clauses = append(clauses, set(index.SetOf(nil)))
		case facts.isLimited:
			clauses = append(clauses, set(inCharge))
		case facts.isRest:
			others := slices.DeleteFunc(slices.Clone(facts.rest), func(id string) bool { return id == v.InstitutionID })
			c := anyOfField(t, companyInCharge, others)
			c.IsNot = true
			clauses = append(clauses, c)
		}
		// Whoever has a row has been kept or dropped by it.
		with := index.SetOf(in)
		switch {
		case keepsOwn && keepsOthers:
		case keepsOwn:
			clauses = append(clauses, index.Clause{Sets: []*index.Set{inCharge, with}})
		case keepsOthers:
			clauses = append(clauses, not(inCharge.Change(with, nil)))
		default:
			clauses = append(clauses, set(with))
		}
		f := from.of(t.Select(clauses...), inCharge)
		return f, f.public.Bytes() + f.own.Bytes()
	})
	out.key = key
	return out, nil
}
