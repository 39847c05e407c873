package drawn

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strconv"
	"time"

	"tsunagu/store/master"
)

// The weights of filters that leave many rows, some, and nearly none.
const (
	wide   = 6
	middle = 3
	narrow = 1
)

func flag(weight int, name string) filter {
	return filter{weight, func(_ *rand.Rand, _ *Login, v values) { v[name] = true }}
}

// nothing is no filter, for calls with few filters.
var nothing = filter{middle, func(*rand.Rand, *Login, values) {}}

// oneOf sets one of some parameters that exclude each other.
func oneOf(weight int, names ...string) filter {
	return filter{weight, func(r *rand.Rand, _ *Login, v values) { v[pick(r, names)] = true }}
}

// anyOf sets at least one of some parameters that can be combined.
func anyOf(weight int, names ...string) filter {
	return filter{weight, func(r *rand.Rand, _ *Login, v values) {
		for _, name := range some(r, names, 1+r.IntN(len(names))) {
			v[name] = true
		}
	}}
}

func pick[T any](r *rand.Rand, of []T) T { return of[r.IntN(len(of))] }

// some draws n values, in their original order.
func some[T any](r *rand.Rand, of []T, n int) (out []T) {
	at := r.Perm(len(of))[:min(n, len(of))]
	slices.Sort(at)
	for _, i := range at {
		out = append(out, of[i])
	}
	return out
}

// industriesIn filters by some large classes, small ones, or both.
func industriesIn(name string) filter {
	var large, small []string
	for _, l := range master.Industries() {
		large = append(large, l.Code)
		for _, s := range l.Small {
			small = append(small, s.Code)
		}
	}
	return filter{wide, func(r *rand.Rand, _ *Login, v values) {
		var x industries
		which := r.IntN(3)
		if which != 1 {
			x.Category = some(r, large, 1+r.IntN(4))
		}
		if which != 0 {
			x.SubCategory = some(r, small, 1+r.IntN(8))
		}
		v[name] = x
	}}
}

// prefecturesIn filters by at least least and at most most prefectures.
func prefecturesIn(name string, least, most int) filter {
	var codes []string
	for _, p := range master.Prefectures() {
		codes = append(codes, p.Code)
	}
	return filter{wide, func(r *rand.Rand, _ *Login, v values) { v[name] = some(r, codes, least+r.IntN(most-least+1)) }}
}

func keysOf(list string) (keys []int) {
	for _, i := range master.Items(list) {
		if i.Key > 0 {
			keys = append(keys, i.Key)
		}
	}
	return keys
}

// itemsIn filters by some items of a list.
func itemsIn(name, list string, most int) filter {
	keys := keysOf(list)
	return filter{wide, func(r *rand.Rand, _ *Login, v values) {
		var out []string
		for _, k := range some(r, keys, 1+r.IntN(most)) {
			out = append(out, strconv.Itoa(k))
		}
		v[name] = out
	}}
}

// between filters by a lower key, an upper one, or both; the upper is never below the lower, as both lists
// have the same order.
func between(from, fromList, to, toList string) filter {
	low, high := keysOf(fromList), keysOf(toList)
	return filter{wide, func(r *rand.Rand, _ *Login, v values) {
		which := r.IntN(3)
		i := r.IntN(len(low) - 1)
		if which != 1 {
			v[from] = low[i]
		}
		if which != 0 {
			v[to] = high[min(i+1+r.IntN(len(high)-1-i), len(high)-1)]
		}
	}}
}

// people filters by the number of employees: by one or both ends, or by both in one value, as the screens send
// it.
var people = filter{wide, func(r *rand.Rand, _ *Login, v values) {
	from := r.IntN(120)
	low, high := strconv.Itoa(from), strconv.Itoa(from+1+r.IntN(250))
	switch r.IntN(4) {
	case 0:
		v["numberOfManagersFrom"] = low
	case 1:
		v["numberOfManagersTo"] = high
	case 2:
		v["numberOfManagersFrom"], v["numberOfManagersTo"] = low, high
	default:
		v["numberOfManagers"] = low + "," + high
	}
}}

// Drawn days lie between a while ago and far ahead, where the periods of listings are.
const (
	daysPast  = 30
	daysAhead = 400
)

func day(r *rand.Rand) time.Time {
	return time.Now().AddDate(0, 0, r.IntN(daysPast+daysAhead)-daysPast)
}

// dueIn filters by a first day and, if to is given, by a last day or both.
func dueIn(from, to string) filter {
	return filter{wide, func(r *rand.Rand, _ *Login, v values) {
		first, which := day(r), r.IntN(3)
		if to == "" || which != 1 {
			v[from] = first.Format(time.DateOnly)
		}
		if to != "" && which != 0 {
			v[to] = first.AddDate(0, 0, 1+r.IntN(daysAhead)).Format(time.DateOnly)
		}
	}}
}

// about filters by one of the login's ids.
func about(name string, of func(*Login) []string) filter {
	return filter{narrow, func(r *rand.Rand, l *Login, v values) {
		if ids := of(l); len(ids) > 0 {
			v[name] = pick(r, ids)
		}
	}}
}

// amongSome filters by some dozens of the login's ids.
func amongSome(name string, of func(*Login) []string) filter {
	return filter{narrow, func(r *rand.Rand, l *Login, v values) {
		ids := of(l)
		if len(ids) == 0 {
			return
		}
		var out []string
		for range 1 + r.IntN(40) {
			out = append(out, pick(r, ids))
		}
		v[name] = out
	}}
}

func listingsOf(l *Login) []string { return l.Listings }
func buyersOf(l *Login) []string   { return l.Buyers }
func sellersOf(l *Login) []string  { return l.Sellers }
func dealsOf(l *Login) []string    { return l.Deals }

// statuses filters by some states of negotiations, as JSON text.
func statuses(name string, codes ...int) filter {
	return filter{middle, func(r *rand.Rand, _ *Login, v values) {
		b, err := json.Marshal(some(r, codes, 1+r.IntN(4)))
		if err != nil {
			panic(err) // numbers always marshal
		}
		v[name] = string(b)
	}}
}

func upTo(weight int, name string, most int) filter {
	return filter{weight, func(r *rand.Rand, _ *Login, v values) { v[name] = 1 + r.IntN(most) }}
}
