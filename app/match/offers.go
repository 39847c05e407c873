package match

import (
	"errors"
	"strings"
	"sync"
	"time"

	"tsunagu/app/anonymity"
	"tsunagu/store"
	"tsunagu/store/master"
)

// What milder wordings are made with: the country's places, the product's own bands, and what a listing publishes. Nobody's record is read:
// an offer for a name is the same whether somebody has that name or not.

// areas are where municipalities and prefectures lie, in words that a text may have.
func areas() map[string]anonymity.Area {
	out, shared := map[string]anonymity.Area{}, map[string]bool{}
	put := func(name string, a anonymity.Area) {
		before, ok := out[name]
		switch {
		case !ok && !shared[name]:
			out[name] = a
		case ok && before != a:
			if before.Prefecture = ""; before.Region != a.Region { // 府中市
				before, shared[name] = anonymity.Area{}, true
			}
			out[name] = before
		}
	}
	for _, p := range master.Prefectures() {
		a := anonymity.Area{Prefecture: p.Name, Region: regionWord(p.Code)}
		put(p.Name, a)
		for _, c := range master.Cities(p.Code) {
			put(c.FullName, a)
			if c.Name != c.FullName {
				put(c.Name, a)
			}
			if stem := strings.TrimRight(c.Name, "市区町村"); stem != c.Name {
				put(stem, a)
			}
		}
	}
	return out
}

// regionWord is the region of a prefecture as one says it in a text.
func regionWord(prefecture string) string {
	r, ok := master.RegionOf(prefecture)
	if !ok || r.Name == "北海道" {
		return r.Name
	}
	return r.Name + "地方"
}

// PublishedArea is where a listing says that it is, as far as one place goes: both parts are empty where it tells of several or of all.
func PublishedArea(w *store.ListingContent) *anonymity.Area {
	prefecture, regions := w.PublishedPlace()
	if p, ok := master.FindPrefecture(prefecture); ok {
		return &anonymity.Area{Prefecture: p.Name, Region: regionWord(p.Code)}
	}
	out := &anonymity.Area{}
	if len(regions) == 1 {
		if i, ok := master.FindItem(master.RegionItems, regions[0]); ok && len(i.PrefectureCodes) > 0 &&
			len(i.PrefectureCodes) < len(master.Prefectures()) {
			out.Region = regionWord(i.PrefectureCodes[0])
		}
	}
	return out
}

var bands = sync.OnceValue(func() (out struct{ people, sales, profit []anonymity.Band }) {
	of := func(list string, yen int64, isOpen int64) (all []anonymity.Band) {
		for i := range master.EachItem(list) {
			lower, upper, _ := master.Bounds(list, i.Key)
			b := anonymity.Band{Label: i.Label}
			if lower != nil {
				b.Min = new(*lower * yen)
			}
			if upper != nil {
				b.Max = new(*upper*yen - isOpen)
			}
			all = append(all, b)
		}
		return all
	}
	const thousand = 1_000 // the lists of amounts count thousands of yen
	out.people, out.sales, out.profit = of(master.Peoples, 1, 0), of(master.SalesAmount, thousand, 1), of(master.Profit, thousand, 1)
	return out
})

// OffersAbout gives the hits in texts about a listing their milder wordings, with the place that all its readers know. The writer may be on
// either side: nothing else of it is read.
func OffersAbout(q *store.Q, listingID string, texts map[string]string, hits []anonymity.Hit) ([]anonymity.Hit, error) {
	w, err := q.ListingContent(listingID, store.Published)
	if errors.Is(err, store.ErrNotFound) {
		return WithOffers(texts, hits, q.Now(), &anonymity.Area{}), nil
	}
	if err != nil {
		return nil, err
	}
	return WithOffers(texts, hits, q.Now(), PublishedArea(w)), nil
}

// WithOffers gives hits their milder wordings. published is nil for a text that is about no listing.
func WithOffers(texts map[string]string, hits []anonymity.Hit, now time.Time, published *anonymity.Area) []anonymity.Hit {
	b := bands()
	return anonymity.WithOffers(texts, hits, anonymity.Offering{Year: now.Year(), People: b.people, Sales: b.sales, Profit: b.profit,
		Places: AnonymityPlaces(), Published: published})
}
