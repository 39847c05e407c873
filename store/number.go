package store

import (
	"database/sql"
	"encoding/json"
)

// Ids that are made for one context encode a row's number. These functions find the row of a number.
// The caller decides whether the id is valid and who may be told.

// CompanyNumbered is the company with a number; ErrNotFound.
func (q *Q) CompanyNumbered(seq uint32) (*Company, error) {
	var w where
	w.add("c.seq = ?", seq)
	return q.company(w)
}

// IsFound says whether the viewer's searches find a company.
func (q *Q) IsFound(v Viewer, id string) (is bool, err error) {
	var w where
	w.add("c.id = ?", id)
	q.foundCompany(v, &w)
	n := 0
	err = q.scan1([]any{&n}, "SELECT count(*) FROM company c WHERE "+w.String(), w.args...)
	return n > 0, err
}

// OwnListingNumbered is the id of the listing with a number, if it is in the charge of the viewer's
// institution; ErrNotFound.
func (q *Q) OwnListingNumbered(v Viewer, seq uint32) (id string, err error) {
	if v.IsBuyer() {
		return "", ErrNotFound
	}
	err = q.scan1([]any{&id}, "SELECT l.id FROM listing l WHERE l.seq = ? AND "+v.ownListing(), seq, v.InstitutionID)
	return id, err
}

// NeedsNumbered is the id of the need with a number; ErrNotFound.
func (q *Q) NeedsNumbered(seq uint32) (id string, err error) {
	err = q.scan1([]any{&id}, "SELECT d.id FROM needs d WHERE d.seq = ?", seq)
	return id, err
}

// CompanyIDsNumbered are the ids of companies by their numbers.
func (q *Q) CompanyIDsNumbered(seqs []uint32) (map[uint32]string, error) {
	out := make(map[uint32]string, len(seqs))
	if len(seqs) == 0 {
		return out, nil
	}
	b, err := json.Marshal(seqs)
	if err != nil {
		return nil, err
	}
	err = q.each(func(r *sql.Rows) error {
		var seq uint32
		var id string
		err := r.Scan(&seq, &id)
		out[seq] = id
		return err
	}, "SELECT c.seq, c.id"+eachID+"company c ON c.seq = CAST(j.value AS INTEGER)", string(b))
	return out, err
}

// MaintainedNumbers are the numbers of those of the ids whose companies the viewer maintains, by id.
func (q *Q) MaintainedNumbers(v Viewer, ids []string) (map[string]uint32, error) {
	out := make(map[string]uint32, len(ids))
	if len(ids) == 0 {
		return out, nil
	}
	b, err := json.Marshal(ids)
	if err != nil {
		return nil, err
	}
	var w where
	q.maintainedCompany(v, &w)
	err = q.each(func(r *sql.Rows) error {
		var seq uint32
		var id string
		err := r.Scan(&seq, &id)
		out[id] = seq
		return err
	}, "SELECT c.seq, c.id"+eachID+"company c ON c.id = j.value WHERE "+w.String(), append([]any{string(b)}, w.args...)...)
	return out, err
}
