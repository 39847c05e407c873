package master

import (
	"slices"
	"strings"
)

// thousandsPerMillion turns the 百万円 of the money lists into the 千円 of the
// amounts of companies and listings.
const thousandsPerMillion = 1_000

// BandOf returns the choice whose range holds the value, for showing an
// amount as a band (domain.md section 3.5) and for filling salesAmount from the
// figures. The value is in 千円 for AnnualSales, SalesAmount, Profit and
// OperatingProfit, whose ranges include their lower end only, and in persons
// for Peoples, whose ranges include both ends. It is false for a value below
// the first range and for the lists that are not ranges.
func BandOf(list string, value int64) (Item, bool) {
	unit, closed := int64(thousandsPerMillion), int64(0)
	switch list {
	case AnnualSales, SalesAmount, Profit, OperatingProfit:
	case Peoples:
		unit, closed = 1, 1
	default:
		return Item{}, false
	}
	for _, i := range loadLists()[list].Items {
		if (i.Min == nil || value >= *i.Min*unit) && (i.Max == nil || value < *i.Max*unit+closed) {
			return i, true
		}
	}
	return Item{}, false
}

// Bounds returns the limits of a choice in the unit of the stored values:
// 千円 for the money lists, else the unit of the list (persons, months). A nil
// limit is open. It is false when the list does not have the key.
func Bounds(list string, key int) (lower, upper *int64, ok bool) {
	i, ok := FindItem(list, key)
	if !ok {
		return nil, nil, false
	}
	unit := int64(1)
	if loadLists()[list].Unit == "百万円" {
		unit = thousandsPerMillion
	}
	scale := func(b *int64) *int64 {
		if b == nil {
			return nil
		}
		return new(*b * unit)
	}
	return scale(i.Min), scale(i.Max), true
}

// WideBand is the label of the wide band that holds a value: width neighbouring choices are joined
// into one band, counted from the lowest. If one width divides another, its bands lie inside the
// other's.
func WideBand(list string, value int64, width int) (string, bool) {
	i, ok := BandOf(list, value)
	if !ok || width <= 1 {
		return i.Label, ok
	}
	items := loadLists()[list].Items
	at := slices.IndexFunc(items, func(x Item) bool { return x.Key == i.Key })
	first := at - at%width
	last := min(first+width, len(items)) - 1
	if first == last {
		return i.Label, true
	}
	// A label is 「…以上…未満」; an open end is left out.
	from, _, above := strings.Cut(items[first].Label, "以上")
	_, to, both := strings.Cut(items[last].Label, "以上")
	if above {
		from += "以上"
	} else {
		from = ""
	}
	if !both {
		to = items[last].Label
	}
	return from + to, true
}
