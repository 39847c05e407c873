package store

import "database/sql"

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
