package store

import (
	"math"
	"strconv"

	"tsunagu/store/index"
)

// conditionKey is a condition with many possible values, few of which are asked for: a price, a date, a number of people.
type conditionKey struct {
	of    table
	asked string
}

// rowsOfCondition are the rows of a table that narrow leaves over of all.
func (q *Q) rowsOfCondition(ed *edition, of table, asked string, narrow func(*index.Bits)) (*index.Bits, error) {
	t := ed.table(of)
	found := func(rows *index.Bits) (Kept[*index.Bits], error) {
		rows = rows.Own()
		return Kept[*index.Bits]{Value: rows, Bytes: rows.Bytes()}, nil
	}
	return remember(q, ed, lookup[*index.Bits]{cache: cacheConditions, key: conditionKey{of, asked}, mends: of, isRows: true,
		find: func() (Kept[*index.Bits], error) {
			rows := t.Bits().Or(t.Rows())
			narrow(rows)
			return found(rows)
		},
		mend: func(was *index.Bits, changed []uint32) (Kept[*index.Bits], error) {
			anew := t.Bits().Or(index.SetOf(changed))
			rows := t.BitsOf(was).AndNotBits(anew)
			narrow(anew.And(t.Rows()))
			rows.OrBits(anew)
			anew.Free()
			return found(rows)
		}})
}

// rowsOfValues are the companies with each of some values of a field that has few of them, each with many rows.
func (q *Q) rowsOfValues(ed *edition, field uint8, values []string) (out []*index.Bits, err error) {
	for _, v := range values {
		rows, err := q.rowsOfCondition(ed, companyTable, string(append([]byte{'v', field}, v...)), func(b *index.Bits) {
			b.And(ed.companies.Set(field, v))
		})
		if err != nil {
			return nil, err
		}
		out = append(out, rows)
	}
	return out, nil
}

// keysOf adds to a condition the keys that it asks for in each of some fields; nil is any.
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
func (s *ListingSearch) indexedRanges(q *Q, ed *edition, b *index.Bits, working bool) (err error) {
	t := ed.listings
	keep := func(condition []byte, narrow func(*index.Bits)) {
		if working { // the own ones are few
			narrow(b)
			return
		}
		rows, failed := q.rowsOfCondition(ed, listingTable, string(condition), narrow)
		if failed != nil {
			err = failed
			return
		}
		b.AndBits(rows)
	}
	var key [128]byte
	if s.PriceLow != nil || s.PriceHigh != nil {
		keep(keysOf(append(key[:0], 'p'), s.PriceLow, s.PriceHigh), func(b *index.Bits) { s.keepPrices(t, b, working) })
	}
	if s.ManagersFrom != nil || s.ManagersTo != nil {
		condition := append(key[:0], 'm')
		for _, n := range []*int64{s.ManagersFrom, s.ManagersTo} {
			if n != nil {
				condition = strconv.AppendInt(condition, *n, 10)
			}
			condition = append(condition, ' ')
		}
		keep(condition, func(b *index.Bits) { s.keepPeople(t, b, working) })
	}
	if s.DueFrom != "" {
		due, notDay := dayNumber(s.DueFrom)
		if notDay != nil { // nothing is said for so long
			b.And(index.SetOf(nil))
			return err
		}
		column := contentDue
		if working {
			column += workingColumns
		}
		keep(strconv.AppendInt(append(key[:0], 'd'), due, 10), func(b *index.Bits) { b.KeepBetween(t, column, due, math.MaxInt64) })
	}
	return err
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

// keepPeople keeps what may lie in the range, where anything is known of either end.
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
