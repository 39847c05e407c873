package store

import (
	"cmp"
	"database/sql"
	"slices"
	"strconv"
	"strings"
)

// ShownPlace is how many listings publish the same place: a prefecture where the seller's bank
// chose to tell it, else the region alone. Both are empty where neither is told.
type ShownPlace struct {
	PrefectureCode string
	Region         int
	Count          int
}

// ShownPlaces counts the listings in their period that the viewer may know of by the place that
// they publish. Where a listing publishes no more than its region its prefecture is not read.
func (q *Q) ShownPlaces(v Viewer) ([]ShownPlace, error) {
	if out, err := q.indexedPlaces(v); out != nil || err != nil {
		return out, err
	}
	var w where
	w.add("l.status = 1 AND p.start_date <= ? AND p.due_date >= ?", q.Today(), q.Today())
	q.visibleListing(v, &w)
	out := []ShownPlace{}
	err := q.each(func(r *sql.Rows) error {
		var s ShownPlace
		if err := r.Scan(&s.PrefectureCode, &s.Region, &s.Count); err != nil {
			return err
		}
		out = append(out, s)
		return nil
	}, `SELECT CASE WHEN p.is_prefecture_public = 1 THEN p.prefecture_code ELSE '' END AS prefecture, p.region, count(*)
		FROM listing l JOIN listing_content p ON p.listing_id = l.id AND p.side = 2 WHERE `+w.String()+" GROUP BY 1, 2 ORDER BY 1, 2", w.args...)
	return out, err
}

// indexedPlaces is ShownPlaces by the index, nil where it cannot tell.
func (q *Q) indexedPlaces(v Viewer) ([]ShownPlace, error) {
	ed, err := q.searchable()
	if err != nil || ed == nil || ed.listings == nil {
		return nil, err
	}
	t := ed.listings
	now, err := q.showingNow(t)
	if err != nil {
		return nil, err
	}
	b, err := q.visibleInIndex(v, t, now, true)
	if err != nil {
		return nil, err
	}
	defer b.Free()
	b.And(now.set)
	out := []ShownPlace{}
	for _, place := range t.Values(listingShownPlace) {
		some := t.Bits().Or(t.Set(listingShownPlace, place)).AndBits(b)
		if n := some.Count(); n > 0 {
			prefecture, region, isTold := strings.Cut(place, ":")
			if !isTold {
				prefecture, region = "", place
			}
			s := ShownPlace{PrefectureCode: prefecture, Count: n}
			if s.Region, err = strconv.Atoi(region); err != nil {
				return nil, err
			}
			out = append(out, s)
		}
		some.Free()
	}
	slices.SortFunc(out, func(x, y ShownPlace) int {
		return cmp.Or(strings.Compare(x.PrefectureCode, y.PrefectureCode), cmp.Compare(x.Region, y.Region))
	})
	return out, nil
}
