package marketprice

import (
	"slices"
	"time"

	"tsunagu/store"
	"tsunagu/store/master"
)

// What a value is (market_figure.kind).
const (
	price = iota + 1
	salesMultiple
	ebitdaMultiple
	months
)

const (
	dealsAtLeast  = 3 // behind a figure, and between two figures of a cell
	banksAtLeast  = 3 // whose sellers they are
	othersAtLeast = 2 // deals that none of the banks knows of as a party
)

// cell is a place for a figure. A deal stands in one cell of a kind alone, so that no two cells can be subtracted from one another.
type cell struct {
	class string
	band  int
	kind  int
}

// valued is a deal with its value in a cell.
type valued struct {
	id, sf, bf string
	value      int64
}

// areEnough says that deals may stand behind a figure: there are three of three sellers' banks, and whichever bank reads it and knows its
// own deals, on either side, there are two that it does not know.
func areEnough(deals []valued) bool {
	sellers, parts := map[string]bool{}, map[string]int{}
	for _, d := range deals {
		sellers[d.sf] = true
		parts[d.sf]++
		if d.bf != d.sf {
			parts[d.bf]++
		}
	}
	if len(deals) < dealsAtLeast || len(sellers) < banksAtLeast {
		return false
	}
	for _, n := range parts {
		if len(deals)-n < othersAtLeast {
			return false
		}
	}
	return true
}

// mayReplace says that a figure of deals may take the place of one that was published of others: whoever compares both must find the rule
// kept by the deals that came, so that he sees a change of several and never of one. Deals that were taken back or corrected meanwhile
// change nothing by themselves.
func mayReplace(deals []valued, published []string) bool {
	further := slices.DeleteFunc(slices.Clone(deals), func(d valued) bool { return slices.Contains(published, d.id) })
	return areEnough(deals) && areEnough(further)
}

// median of values; of an even number the middle of the two in the middle.
func median(deals []valued) int64 {
	values := make([]int64, len(deals))
	for i, d := range deals {
		values[i] = d.value
	}
	slices.Sort(values)
	n := len(values)
	if n%2 == 1 {
		return values[n/2]
	}
	return (values[n/2-1] + values[n/2]) / 2
}

// rounded is a median in the steps in which it is told: amounts of 千円 by 500万円 below 1億円, 5,000万円 below 10億円, 1億円 above; months
// of days; multiples in tenths, that of the EBITDA by halves.
func rounded(kind int, value int64) int64 {
	to := func(step int64) int64 { return (value + step/2) / step * step }
	switch kind {
	case price:
		switch {
		case value < 100_000:
			return max(to(5_000), 5_000)
		case value < 1_000_000:
			return to(50_000)
		}
		return to(100_000)
	case salesMultiple:
		return max((value+5)/10, 1)
	case ebitdaMultiple:
		return max((value+25)/50*5, 5)
	}
	return max((value+15)/30, 1)
}

// step is how many deals there are at least, in words that do not count them.
func step(n int) int {
	for _, s := range []int{20, 10, 5} {
		if n >= s {
			return s
		}
	}
	return dealsAtLeast
}

// cellsOf puts each deal into its cells. A deal of several large classes stands in the first of them. Multiples are in hundredths, times in
// days: they are rounded after the median.
func cellsOf(deals []store.MarketDeal) map[cell][]valued {
	out := map[cell][]valued{}
	for i := range deals {
		d := &deals[i]
		class := ""
		for _, code := range d.Industries {
			if l, ok := master.LargeOf(code); ok {
				class = l.Code
				break
			}
		}
		if _, ok := master.FindItem(master.SalesAmount, d.Band); class == "" || !ok {
			continue
		}
		add := func(kind int, value int64) {
			c := cell{class, d.Band, kind}
			out[c] = append(out[c], valued{d.ID, d.SF, d.BF, value})
		}
		if !d.Published.IsZero() && d.Signed.After(d.Published) {
			add(months, int64(d.Signed.Sub(d.Published)/(24*time.Hour)))
		}
		if d.Price == nil || *d.Price <= 0 {
			continue
		}
		add(price, *d.Price)
		if d.Sales != nil && *d.Sales > 0 {
			add(salesMultiple, *d.Price*100 / *d.Sales)
		}
		if d.Ebitda != nil && *d.Ebitda > 0 {
			add(ebitdaMultiple, *d.Price*100 / *d.Ebitda)
		}
	}
	return out
}

// quarterOf is the first moment of a moment's quarter in Japan.
func quarterOf(at time.Time) time.Time {
	day := at.In(store.JST)
	return time.Date(day.Year(), (day.Month()-1)/3*3+1, 1, 0, 0, 0, 0, store.JST)
}
