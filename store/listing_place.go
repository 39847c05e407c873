package store

import (
	"cmp"
	"database/sql"
	"slices"
	"strconv"
	"strings"
)

// PublishedPlace is all that a content tells of where its company is (domain.md 0.2): the prefecture
// where SF chose to tell it, else the regions that SF chose. The company's actual place is used in
// no search, score, count or figure.
func (c *ListingContent) PublishedPlace() (prefecture string, regions []int) {
	if c.IsPrefecturePublic && c.PrefectureCode != "" {
		return c.PrefectureCode, nil
	}
	return "", c.PublicRegion
}

// tellsPrefecture is true for contents (a table alias) whose published place is a prefecture.
func tellsPrefecture(c string) string {
	return "(" + c + ".is_prefecture_public = 1 AND " + c + ".prefecture_code <> '')"
}

// ShownPlace is how many listings publish the same prefecture or region. Both fields are empty for
// listings that publish no place.
type ShownPlace struct {
	PrefectureCode string
	Region         int
	Count          int
}

// ShownPlaces counts the listings in their period that the viewer may know of, by published place
// and in total. A listing that publishes several regions counts in each of them.
func (q *Q) ShownPlaces(v Viewer) (places []ShownPlace, count int, err error) {
	if places, count, err = q.indexedPlaces(v); places != nil || err != nil {
		return places, count, err
	}
	var w where
	showing, showingArgs := q.showing()
	w.add(showing, showingArgs...)
	q.visibleListing(v, &w)
	const from = " FROM listing l JOIN listing_content p ON p.listing_id = l.id AND p.side = " + codeSidePublished
	if err := q.scan1([]any{&count}, "SELECT count(*)"+from+" WHERE "+w.String(), w.args...); err != nil {
		return nil, 0, err
	}
	places, tells := []ShownPlace{}, tellsPrefecture("p")
	return places, count, q.each(func(r *sql.Rows) error {
		var s ShownPlace
		err := r.Scan(&s.PrefectureCode, &s.Region, &s.Count)
		places = append(places, s)
		return err
	}, "SELECT CASE WHEN "+tells+" THEN p.prefecture_code ELSE '' END, coalesce(CAST(r.code AS INTEGER), 0), count(*)"+from+
		" LEFT JOIN listing_code r ON r.listing_id = l.id AND r.side = "+codeSidePublished+" AND r.field = 'region' AND NOT "+tells+" WHERE "+
		w.String()+" GROUP BY 1, 2 ORDER BY 1, 2", w.args...)
}

// indexedPlaces is ShownPlaces by the index; nil where the index cannot answer.
func (q *Q) indexedPlaces(v Viewer) (places []ShownPlace, count int, err error) {
	ed, err := q.searchable()
	if err != nil || ed == nil || ed.listings == nil {
		return nil, 0, err
	}
	t := ed.listings
	now, err := q.showingNow(ed)
	if err != nil {
		return nil, 0, err
	}
	b, err := q.visibleIndex(ed).visibleListing(v, true)
	if err != nil {
		return nil, 0, err
	}
	defer b.Free()
	count = b.And(now.set).Count()
	tell := b.Copy().And(t.Set(contentPlacePublic, ""))
	regions := b.Copy().AndNotBits(tell)
	silent := regions.Copy()
	defer func() { tell.Free(); regions.Free(); silent.Free() }()
	places = []ShownPlace{}
	for _, code := range t.Values(contentPlace) {
		some := tell.Copy().And(t.Set(contentPlace, code))
		if n := some.Count(); n > 0 {
			places = append(places, ShownPlace{PrefectureCode: code, Count: n})
		}
		some.Free()
	}
	for _, key := range t.Values(contentRegion) {
		some := regions.Copy().And(t.Set(contentRegion, key))
		if n := some.Count(); n > 0 {
			s := ShownPlace{Count: n}
			if s.Region, err = strconv.Atoi(key); err != nil {
				return nil, 0, err
			}
			places = append(places, s)
			silent.AndNot(t.Set(contentRegion, key))
		}
		some.Free()
	}
	if n := silent.Count(); n > 0 {
		places = append(places, ShownPlace{Count: n})
	}
	slices.SortFunc(places, func(x, y ShownPlace) int {
		return cmp.Or(strings.Compare(x.PrefectureCode, y.PrefectureCode), cmp.Compare(x.Region, y.Region))
	})
	return places, count, nil
}
