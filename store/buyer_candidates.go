package store

import (
	"crypto/sha256"
	"database/sql"
	"fmt"
	"slices"
)

// candidateFacts are what decides to which buyers a listing can be offered, except for the facts of
// the companies: the listing's audience, and its negotiations with buyers as far as the institution
// may know of them.
type candidateFacts struct {
	listing                      uint32
	isShowing, isLimited, isRest bool
	rest                         []string // institutions that it is kept from
	rows                         []candidateRowOf
	all                          *keptCandidates // when no filter leaves a candidate out
	key                          string          // a cache key: equal where the same buyers can be offered the listing
}

// keptCandidates are the candidates that have a negotiation with the listing, and which of them a
// filter keeps.
type keptCandidates struct {
	rows                  map[uint32]LongCandidate // by the company's number
	in, dropped           []uint32
	keepsOwn, keepsOthers bool // for candidates without a negotiation
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
		k.key = keyPart(fmt.Sprint(k.in, k.keepsOwn, k.keepsOthers))
	}
	return k
}

// without leaves out the own buyers that the seller's owner wants to be avoided. They are read for each search, not
// with the facts: any own buyer's new name can make it one.
func (k *keptCandidates) without(avoided []uint32) *keptCandidates {
	if len(avoided) == 0 {
		return k
	}
	out := *k
	out.dropped, out.key = slices.Concat(k.dropped, avoided), keyPart(fmt.Sprint(k.key, avoided))
	return &out
}

// keyPart is a text as a part of a cache key. A long text becomes its hash, because keys do not count towards
// the memo's bytes.
func keyPart(text string) string {
	if len(text) <= sha256.Size {
		return text
	}
	sum := sha256.Sum256([]byte(text))
	return string(sum[:])
}

type candidateRowOf struct {
	LongCandidate
	seq  uint32
	fits bool
}

type candidateFactsKey struct{ desk, listing, today string }

func (q *Q) candidateFacts(v Viewer, listingID string) (*candidateFacts, error) {
	return Keep(q, candidateFactsKey{v.Desk(), listingID, q.Today()}, func() (Kept[*candidateFacts], error) {
		f := &candidateFacts{}
		of := v.DeskSources(OfListing(listingID), OfDealing(listingID), OfNetwork())
		none := Kept[*candidateFacts]{}
		if err := q.scan1([]any{&f.listing}, "SELECT seq FROM listing WHERE id = ?", listingID); err != nil {
			return none, err
		}
		if err := q.candidateAudience(v, listingID, f); err != nil {
			return none, err
		}
		var row where
		row.add("n.listing_id = ?", listingID)
		q.candidateDealing(v, &row)
		fits, fitArgs := candidateRow(v)
		status, statusArgs := candidateStatus(v)
		err := q.each(func(r *sql.Rows) error {
			var c candidateRowOf
			err := r.Scan(&c.seq, &c.fits, &c.CompanyID, &c.IsOwn, &c.NegotiationID, &c.Status, &c.EndedFrom, &c.OfferSendStatus,
				timeColumn{&c.OfferedAt})
			f.rows, of = append(f.rows, c), append(of, OfCompany(c.CompanyID))
			return err
		}, "SELECT c.seq, "+fits+", c.id, "+v.ownCompany()+", n.id, "+status+", n.offer_send_status, n.offered_at FROM negotiation n JOIN "+
			"company c ON c.id = n.buyer_company_id WHERE "+row.String(),
			slices.Concat(fitArgs, []any{v.InstitutionID}, statusArgs, row.args)...)
		f.all = f.kept(nil)
		f.key = keyPart(fmt.Sprint(f.isShowing, f.isLimited, f.isRest, f.rest, f.all.in, f.all.dropped))
		return Kept[*candidateFacts]{Value: f, Of: of, Bytes: 510*len(f.rows) + 80*len(f.rest)}, err
	})
}
