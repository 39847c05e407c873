package marketprice

import (
	"maps"
	"slices"
	"strings"
	"time"

	"tsunagu/app/web"
	"tsunagu/store"
)

// MakeEdition publishes the figures of the quarter that has begun, of the deals signed before it. It is made once: what happens in the
// quarter changes nothing of it.
func (a Room) MakeEdition(r *web.JobRun) error {
	var due bool
	if err := r.Read(func(q *store.Q) (err error) {
		due, err = isDue(q)
		return err
	}); err != nil || !due {
		return err
	}
	return r.Piece("edition", func(tx *store.Tx) (string, error) {
		if due, err := isDue(&tx.Q); err != nil || !due {
			return "", err
		}
		return "見直した四半期", publish(tx)
	})
}

func isDue(q *store.Q) (bool, error) {
	last, err := q.LastMarketEdition()
	return last < quarterOf(q.Now()).Format(time.DateOnly), err
}

func publish(tx *store.Tx) error {
	begin := quarterOf(tx.Now())
	quarter := begin.Format(time.DateOnly)
	if err := tx.CreateMarketEdition(quarter); err != nil {
		return err
	}
	deals, err := tx.MarketDeals(begin)
	if err != nil {
		return err
	}
	is, err := tx.MarketFigures()
	if err != nil {
		return err
	}
	published := map[cell][]string{}
	for _, f := range is {
		if published[cell{f.Class, f.Band, f.Kind}], err = tx.MarketFigureDeals(f.Seq); err != nil {
			return err
		}
	}
	cells := cellsOf(deals)
	for _, c := range slices.SortedFunc(maps.Keys(cells), cell.compare) {
		behind := cells[c]
		if !mayReplace(behind, published[c]) {
			continue
		}
		ids := make([]string, len(behind))
		for i, d := range behind {
			ids[i] = d.id
		}
		if err := tx.PublishMarketFigure(&store.MarketFigure{Class: c.class, Band: c.band, Kind: c.kind, Quarter: quarter,
			Value: rounded(c.kind, median(behind)), Deals: step(len(behind))}, ids); err != nil {
			return err
		}
	}
	return nil
}

func (c cell) compare(o cell) int {
	if n := strings.Compare(c.class, o.class); n != 0 {
		return n
	}
	return (c.band-o.band)*10 + c.kind - o.kind
}
