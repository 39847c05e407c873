package app

import (
	"tsunagu/app/deal"
	"tsunagu/store"
)

// periodsOf are all versions of the terms that the office has set: what has begun goes on by the
// terms of its beginning.
func periodsOf(q *store.Q) (deal.Schedule, error) {
	return store.Keep(q, periodsKey{}, func() (store.Kept[deal.Schedule], error) {
		out, err := readPeriods(q)
		return store.Kept[deal.Schedule]{Value: out, Of: []store.Source{store.OfNetwork()}, Bytes: 500 * len(out)}, err
	})
}

type periodsKey struct{}

func readPeriods(q *store.Q) (deal.Schedule, error) {
	rows, err := q.Periods()
	var out deal.Schedule
	var values map[string]int
	for i, r := range rows {
		if i == 0 || r.Version != rows[i-1].Version {
			values = map[string]int{}
		}
		values[r.Item] = r.Value
		if i == len(rows)-1 || rows[i+1].Version != r.Version {
			out = append(out, deal.TermsSince{Since: r.Created, Terms: deal.TermsOf(values)})
		}
	}
	return out, err
}

// termsOf are the terms for what begins now.
func termsOf(q *store.Q) (deal.Terms, error) {
	s, err := periodsOf(q)
	return s.At(q.Now()), err
}
