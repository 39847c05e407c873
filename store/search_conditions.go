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

// indexedRanges is the part of ListingSearch.content that is about prices, people and the period.
func (s *ListingSearch) indexedRanges(t *index.Table, b *index.Bits, working bool) {
	if s.PriceLow != nil || s.PriceHigh != nil {
		s.keepPrices(t, b, working)
	}
	if s.ManagersFrom != nil || s.ManagersTo != nil {
		s.keepPeople(t, b, working)
	}
	if s.DueFrom != "" {
		due, notDay := dayNumber(s.DueFrom)
		if notDay != nil { // no listing is due that late
			b.And(index.SetOf(nil))
			return
		}
		column := contentDue
		if working {
			column += workingColumns
		}
		b.KeepBetween(t, column, due, math.MaxInt64)
	}
}

func (s *ListingSearch) keepPrices(t *index.Table, b *index.Bits, working bool) {
	from, to := uint8(contentPriceFrom), uint8(contentPriceTo)
	if working {
		from, to = from+workingFields, to+workingFields
	}
	some := b.Copy()
	if s.PriceLow != nil {
		keepAny(t, some, from, numbers(s.PriceLow))
	}
	if s.PriceHigh != nil {
		keepAny(t, some, to, numbers(s.PriceHigh))
	}
	nothingSaid := t.Bits().Or(t.Set(from, "0")).And(t.Set(to, "0"))
	b.AndBits(some.OrBits(nothingSaid).Or(t.Set(to, smallNumber(priceOpen))))
	some.Free()
	nothingSaid.Free()
}

// keepPeople keeps the rows whose number of people may lie in the range, if either end of it is
// known.
func (s *ListingSearch) keepPeople(t *index.Table, b *index.Bits, working bool) {
	from, to := contentManagersFrom, contentManagersTo
	if working {
		from, to = from+workingColumns, to+workingColumns
	}
	unknown := func(b *index.Bits, column int) *index.Bits { return b.Copy().KeepBetween(t, column, unset, unset) }
	noFrom, noTo := unknown(b, from), unknown(b, to)
	neither := unknown(noFrom, to)
	for _, some := range []*index.Bits{b, noFrom, noTo} {
		some.AndNotBits(neither)
	}
	if s.ManagersFrom != nil {
		b.KeepBetween(t, to, *s.ManagersFrom, math.MaxInt64).OrBits(noTo)
	}
	if s.ManagersTo != nil {
		some := b.Copy().AndBits(noFrom)
		b.KeepBetween(t, from, unset+1, *s.ManagersTo).OrBits(some)
		some.Free()
	}
	noFrom.Free()
	noTo.Free()
	neither.Free()
}
