package web

import (
	"time"

	"tsunagu/app/deal"
	"tsunagu/store"
)

// PeriodsOf are all versions of the terms that the office has set: what has begun goes on by the
// terms of its beginning.
func PeriodsOf(q *store.Q) (deal.Schedule, error) {
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

// TermsOf are the terms for what begins now.
func TermsOf(q *store.Q) (deal.Terms, error) {
	s, err := PeriodsOf(q)
	return s.At(q.Now()), err
}

// LastMoment is the end of a day, for mails that name the day.
func LastMoment(day string) time.Time {
	d, _ := deal.ParseDate(day)
	return d.Add(24*time.Hour - time.Minute)
}

// Seconds rounds a wait up for Retry-After.
func Seconds(d time.Duration) int { return int(d/time.Second) + 1 }

// ZeroTime is the zero time, "not set".
var ZeroTime time.Time

// Day is the day in Japan on which something happened, without its hour: a column to filter by.
func Day(t time.Time) time.Time {
	y, m, d := t.In(store.JST).Date()
	return time.Date(y, m, d, 0, 0, 0, 0, store.JST)
}

// SetupLife is how long the one-time link of the first start is good for; the next start
// prints a new one.
const SetupLife = 24 * time.Hour
