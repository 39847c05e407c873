package store

import (
	"math"
	"strconv"

	"tsunagu/store/index"
)

// keysOf appends to a cache key the keys that a condition asks for in each of some fields; nil is
// any.
func keysOf(condition []byte, fields ...[]int) []byte {
	for _, keys := range fields {
		for _, k := range keys {
			condition = append(strconv.AppendInt(condition, int64(k), 10), ' ')
		}
		condition = strconv.AppendBool(append(condition, '/'), keys == nil)
	}
	return condition
}

// between is the condition to have a number between two in a column.
func between(t *index.Table, column int, low, high int64) index.Clause {
	return index.Clause{Spans: []index.Span{t.Between(column, low, high)}}
}

// indexedRanges is the part of ListingSearch.content that is about prices, people and the period.
func (s *ListingSearch) indexedRanges(t *index.Table, working bool) (out []index.Clause) {
	if s.PriceLow != nil || s.PriceHigh != nil {
		out = append(out, s.prices(t, working))
	}
	if s.ManagersFrom != nil || s.ManagersTo != nil {
		out = append(out, s.people(t, working)...)
	}
	if s.DueFrom != "" {
		due, notDay := dayNumber(s.DueFrom)
		if notDay != nil { // no listing is due that late
			return []index.Clause{{}}
		}
		column := contentDue
		if working {
			column += workingColumns
		}
		out = append(out, between(t, column, due, math.MaxInt64))
	}
	return out
}

// prices is the condition to be within both bounds sought, to name none, or to be open.
func (s *ListingSearch) prices(t *index.Table, working bool) index.Clause {
	from, to := uint8(contentPriceFrom), uint8(contentPriceTo)
	if working {
		from, to = from+workingFields, to+workingFields
	}
	var bounds []index.Clause
	if s.PriceLow != nil {
		bounds = append(bounds, anyOfField(t, from, numbers(s.PriceLow)))
	}
	if s.PriceHigh != nil {
		bounds = append(bounds, anyOfField(t, to, numbers(s.PriceHigh)))
	}
	nothing := []string{"0"}
	open := anyOfField(t, to, []string{smallNumber(priceOpen)})
	open.Cases = [][]index.Clause{bounds, {anyOfField(t, from, nothing), anyOfField(t, to, nothing)}}
	return open
}

// people are the conditions that the number of people may lie in the range, and that either end of it is known.
func (s *ListingSearch) people(t *index.Table, working bool) (out []index.Clause) {
	from, to := contentManagersFrom, contentManagersTo
	if working {
		from, to = from+workingColumns, to+workingColumns
	}
	if s.ManagersFrom != nil {
		few := between(t, to, unset+1, *s.ManagersFrom-1)
		few.IsNot = true
		out = append(out, few)
	}
	if s.ManagersTo != nil {
		out = append(out, between(t, from, unset, *s.ManagersTo))
	}
	known := index.Clause{Spans: []index.Span{t.Between(from, unset+1, math.MaxInt64), t.Between(to, unset+1, math.MaxInt64)}}
	return append(out, known)
}
