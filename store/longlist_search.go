package store

import (
	"database/sql"
	"time"
)

// LongSearch are the conditions of a search for the buyers that a listing fits (SPEC.md 7
// SearchLongCompany): those of any company search, and the listing.
type LongSearch struct {
	CompanySearch
	ListingID string
}

// LongCandidate is a buyer that a listing fits, with their negotiation as far as the viewer may
// know of it: zero values where it may not, or where there is none.
type LongCandidate struct {
	CompanyID       string
	IsOwn           bool // in the charge of the viewer's institution
	NegotiationID   string
	Status          int
	EndedFrom       int
	OfferSendStatus int
	OfferedAt       time.Time
}

// LongCandidates are all buyers that the viewer's own listing fits, in the order of the search and
// without scores. The caller has read Listing and knows that it is the viewer's own.
func (q *Q) LongCandidates(v Viewer, s *LongSearch) ([]LongCandidate, error) {
	var w, row where
	s.Kind = Buyer
	if err := q.companyConditions(v, &s.CompanySearch, &w); err != nil {
		return nil, err
	}
	q.candidateBuyer(v, s.ListingID, &w)
	row.add("n.listing_id = ? AND n.buyer_company_id = c.id", s.ListingID)
	q.candidateDealing(v, &row)
	order, orderArgs := s.order(v)
	status, args := candidateStatus(v)
	args = append(append([]any{v.InstitutionID}, args...), row.args...)
	args = append(append(args, w.args...), orderArgs...)
	out := []LongCandidate{}
	err := q.each(func(r *sql.Rows) error {
		var c LongCandidate
		if err := r.Scan(&c.CompanyID, &c.IsOwn, &c.NegotiationID, &c.Status, &c.EndedFrom, &c.OfferSendStatus,
			timeColumn{&c.OfferedAt}); err != nil {
			return err
		}
		out = append(out, c)
		return nil
	}, `SELECT c.id, `+v.ownCompany()+`, coalesce(n.id, ''), `+status+`, coalesce(n.offer_send_status, 0), n.offered_at
		FROM company c LEFT JOIN company_details d ON d.company_id = c.id LEFT JOIN negotiation n ON `+row.String()+" WHERE "+w.String()+" ORDER BY "+order, args...)
	return out, err
}

// NeedsOfCompanies are the living needs of companies that the viewer may know of, by company,
// the newest first: NeedsOfCompany for many at once.
func (q *Q) NeedsOfCompanies(v Viewer, companyIDs []string) (map[string][]Needs, error) {
	if v.IsBuyer() {
		return q.readNeeds(v, companyIDs)
	}
	key := func(id string) any { return needsKey{v.Desk(), id} }
	return keepMany(q, companyIDs, key, func(missing []string) (map[string]Kept[[]Needs], error) {
		needs, err := q.readNeeds(v, missing)
		out := make(map[string]Kept[[]Needs], len(missing))
		for _, id := range missing {
			bytes := 0
			for i := range needs[id] {
				bytes += 900 + len(needs[id][i].Detail)
			}
			// The buyer's negotiations are a source too: what a bank may know of a buyer depends on
			// them.
			out[id] = Kept[[]Needs]{needs[id], v.DeskSources(OfCompany(id), OfBuyer(id), OfNetwork()), bytes}
		}
		return out, err
	})
}

// needsKey is the cache key of a company's needs as an institution may know of them.
type needsKey struct{ desk, company string }

func (q *Q) readNeeds(v Viewer, companyIDs []string) (map[string][]Needs, error) {
	out := map[string][]Needs{}
	return out, inChunks(companyIDs, func(ids []string) error {
		var w where
		in(&w, "d.client_id", ids)
		q.visibleNeeds(v, &w)
		return q.eachNeeds(&w, func(n *Needs, _ string) { out[n.ClientID] = append(out[n.ClientID], *n) })
	})
}

// needsColumns are the columns of a need with its lists.
var needsColumns = names[Needs]("d") + ", coalesce((SELECT group_concat(x.field || ':' || x.code, ' ') FROM needs_code x WHERE x.needs_id = d.id), '')"

// eachNeeds reads needs of companies, the latest first. CROSS and + make SQLite start from these companies: otherwise
// it reads all of the viewer's companies, or walks through all needs to have them in order.
func (q *Q) eachNeeds(w *where, f func(n *Needs, lists string)) error {
	return q.each(func(r *sql.Rows) error {
		var n Needs
		var lists string
		err := r.Scan(append(dests(&n), &lists)...)
		n.NeedsLists = needsListsOf(lists)
		f(&n, lists)
		return err
	}, "SELECT "+needsColumns+" FROM needs d CROSS JOIN company c ON c.id = d.client_id WHERE "+w.String()+" ORDER BY +d.seq DESC", w.args...)
}
