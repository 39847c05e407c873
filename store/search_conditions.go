package store

import (
	"maps"
	"math"
	"slices"
	"strconv"
	"sync"

	"tsunagu/store/index"
)

// conditionCache keeps the rows of one edition that fit a condition with many possible values, few of which are asked
// for: a price, a date, a number of people. The next edition takes it over with the rows that have changed since, and
// checks those when the condition is asked for again.
type conditionCache struct {
	mu      sync.Mutex
	of      map[string]conditionRows
	order   []string // the oldest first
	changed []uint32 // since the first of them was found
}

type conditionRows struct {
	rows *index.Bits
	seen int // of the changed ones
}

const (
	derivedConditions = "known"
	maxConditions     = 256 // a bit for each row: 32 MB at a million companies
	maxChanged        = 1024
)

// rowsOfCondition are the rows that narrow leaves over of all, which are everybody's who asks.
func rowsOfCondition(t *index.Table, condition string, narrow func(*index.Bits)) *index.Bits {
	x, _ := t.Derived.LoadOrStore(derivedConditions, &conditionCache{of: map[string]conditionRows{}})
	k := x.(*conditionCache)
	k.mu.Lock()
	was, ok := k.of[condition]
	k.mu.Unlock()
	ok = ok && !without(cacheConditions)
	if ok && was.seen == len(k.changed) {
		return was.rows
	}
	rows := t.Bits()
	if ok {
		changed := t.Bits().Or(index.SetOf(k.changed[was.seen:]))
		rows.OrBits(was.rows).AndNotBits(changed)
		narrow(changed)
		rows.OrBits(changed)
		changed.Free()
	} else {
		narrow(rows.Or(t.Rows()))
	}
	rows = rows.Own()
	k.mu.Lock()
	defer k.mu.Unlock()
	if _, ok := k.of[condition]; !ok {
		if len(k.order) == maxConditions {
			delete(k.of, k.order[0])
			k.order = k.order[1:]
		}
		k.order = append(k.order, condition)
	}
	k.of[condition] = conditionRows{rows, len(k.changed)}
	return rows
}

// rowsOfValues are the rows with each of some values of a field that has few of them, each with many rows.
func rowsOfValues(t *index.Table, field uint8, values []string) (out []*index.Bits) {
	for _, v := range values {
		out = append(out, rowsOfCondition(t, string(append([]byte{'v', field}, v...)), func(b *index.Bits) { b.And(t.Set(field, v)) }))
	}
	return out
}

// carryConditions takes over what is known of the table before.
func carryConditions(was, is *index.Table, slots []uint32) {
	x, ok := was.Derived.Load(derivedConditions)
	if !ok {
		return
	}
	k := x.(*conditionCache)
	k.mu.Lock()
	defer k.mu.Unlock()
	if len(k.changed)+len(slots) <= maxChanged {
		is.Derived.Store(derivedConditions, &conditionCache{of: maps.Clone(k.of), order: slices.Clone(k.order), changed: slices.Concat(k.changed, slots)})
	}
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
func (s *ListingSearch) indexedRanges(t *index.Table, b *index.Bits, working bool) {
	keep := func(condition []byte, narrow func(*index.Bits)) {
		if working { // the own ones are few
			narrow(b)
			return
		}
		b.AndBits(rowsOfCondition(t, string(condition), narrow))
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
		due, err := dayNumber(s.DueFrom)
		if err != nil { // nothing is said for so long
			b.And(index.SetOf(nil))
			return
		}
		column := contentDue
		if working {
			column += workingColumns
		}
		keep(strconv.AppendInt(append(key[:0], 'd'), due, 10), func(b *index.Bits) { b.KeepBetween(t, column, due, math.MaxInt64) })
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

// keepPeople keeps what may lie in the range, where anything is known of either end.
func (s *ListingSearch) keepPeople(t *index.Table, b *index.Bits, working bool) {
	from, to := contentManagersFrom, contentManagersTo
	if working {
		from, to = from+workingColumns, to+workingColumns
	}
	without := func(b *index.Bits, column int) *index.Bits { return b.Copy().KeepBetween(t, column, unset, unset) }
	noFrom, noTo := without(b, from), without(b, to)
	neither := without(noFrom, to)
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
