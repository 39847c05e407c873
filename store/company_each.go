package store

import (
	"database/sql"
	"errors"
)

// CompanyRecord is a company with everything that the institution in charge stores about it.
// Details are the zero value where none were entered yet.
type CompanyRecord struct {
	Company
	Details    CompanyDetails
	HasDetails bool
}

// EachMaintained calls f with the companies that the viewer maintains and that a search finds, in
// its order, without its pages: a few hundred at a time, so that an export of any size takes the
// memory of one batch. The order and the rows come from one snapshot. f must not keep the batch
// after it returns.
func (q *Q) EachMaintained(v Viewer, s *CompanySearch, f func([]CompanyRecord) error) error {
	var w where
	if err := q.companyConditions(v, s, &w); err != nil {
		return err
	}
	q.maintainedCompany(v, &w)
	order, orderArgs := s.order(v)
	// Only the order is held in memory as a whole, eight bytes per company.
	seqs, err := codes[int64](q, "SELECT c.seq FROM company c LEFT JOIN company_details d ON d.company_id = c.id WHERE "+w.String()+
		" ORDER BY "+order,
		append(append([]any{}, w.args...), orderArgs...)...)
	if err != nil {
		return err
	}
	batch := make([]CompanyRecord, batchSize)
	for ; len(seqs) > 0; seqs = seqs[min(batchSize, len(seqs)):] {
		some := batch[:min(batchSize, len(seqs))]
		if err := q.maintainedBatch(v, seqs[:len(some)], some); err != nil {
			return err
		}
		if err := f(some); err != nil {
			return err
		}
	}
	return nil
}

const batchSize = 500

// fullBatch fills up the last batch by repeating its last value. All batches then use the same
// statements, and the last one does not add statements of its own length to the cache.
func fullBatch[T any](values []T) []T {
	out := make([]T, batchSize)
	for i := range out {
		out[i] = values[min(i, len(values)-1)]
	}
	return out
}

// maintainedBatch fills the records of the companies, in the order of their numbers.
func (q *Q) maintainedBatch(v Viewer, seqs []int64, out []CompanyRecord) error {
	clear(out)
	bySeq, byID := make(map[int64]*CompanyRecord, len(seqs)), make(map[string]*CompanyRecord, len(seqs))
	for i, seq := range seqs {
		bySeq[seq] = &out[i]
	}
	var w where
	in(&w, "c.seq", fullBatch(seqs))
	q.maintainedCompany(v, &w)
	if err := q.each(func(r *sql.Rows) error {
		var seq int64
		var c Company
		if err := r.Scan(append([]any{&seq}, dests(&c)...)...); err != nil {
			return err
		}
		c.IndustryTypes, c.MAReasons = []string{}, []int{}
		bySeq[seq].Company = c
		byID[c.ID] = bySeq[seq]
		return nil
		// NOT INDEXED: the planner would otherwise read all of the institution's companies for every
		// batch.
	}, "SELECT c.seq, "+names[Company]("c")+" FROM company c NOT INDEXED WHERE "+w.String(), w.args...); err != nil {
		return err
	}
	if len(byID) != len(out) {
		return errors.New("store: a company went away within its transaction")
	}
	ids := make([]string, len(out))
	for i := range out {
		ids[i] = out[i].ID
	}
	var d where
	in(&d, "d.company_id", fullBatch(ids))
	if err := q.each(func(r *sql.Rows) error {
		var d CompanyDetails
		if err := r.Scan(dests(&d)...); err != nil {
			return err
		}
		c := byID[d.CompanyID]
		c.Details, c.HasDetails = d, true
		return nil
	}, "SELECT "+names[CompanyDetails]("d")+" FROM company_details d WHERE "+d.String(), d.args...); err != nil {
		return err
	}
	var l where
	in(&l, "company_id", fullBatch(ids))
	if err := q.each(func(r *sql.Rows) error {
		var id, code string
		if err := r.Scan(&id, &code); err != nil {
			return err
		}
		byID[id].IndustryTypes = append(byID[id].IndustryTypes, code)
		return nil
	}, "SELECT company_id, code FROM company_industry WHERE "+l.String()+" ORDER BY company_id, code", l.args...); err != nil {
		return err
	}
	return q.each(func(r *sql.Rows) error {
		var id string
		var reason int
		if err := r.Scan(&id, &reason); err != nil {
			return err
		}
		byID[id].MAReasons = append(byID[id].MAReasons, reason)
		return nil
	}, "SELECT company_id, reason FROM company_reason WHERE "+l.String()+" ORDER BY company_id, reason", l.args...)
}
