package store

import (
	"cmp"
	"maps"
	"slices"

	"tsunagu/store/index"
)

// The best of many rows are among those with the right industry, a few in a hundred. The points for each industry
// are known before any row is scored, and they bound what all other rows can reach. So rows are scored by level,
// those with the most points for industry first, until no other row can be on the page. Of listings, whose industry can be apart from
// what is wanted, all that are reach no more than a Fit lets them.

// industryLevel is the rows whose industry lets them reach at most the score reach.
type industryLevel struct {
	reach int
	sets  []*index.Set
}

// industryLevels are the levels that can reach more than rest, the most that rows of all other
// industries can reach.
func industryLevels(t *index.Table, field uint8, values *scoredValues, sheets []*index.Sheet) (levels []industryLevel, rest int) {
	type known struct {
		code   uint32
		set    *index.Set
		points []int
	}
	var codes []known
	most := make([]int, len(sheets)) // the most points that any industry gives
	for _, text := range t.Values(field) {
		k := known{values.codeOf(scoredIndustry, scoredValue{text: text}), t.Set(field, text), make([]int, len(sheets))}
		for i, s := range sheets {
			if int(k.code)+1 < len(s.Points[scoredIndustry]) { // a larger code is of a later edition
				k.points[i] = max(int(s.At(scoredIndustry, k.code)), 0)
			}
			most[i] = max(most[i], k.points[i])
		}
		codes = append(codes, k)
	}
	top := make([]int, len(sheets)) // the score with the most points in every column
	for i, s := range sheets {
		top[i] = min(s.Base+s.Most(), bestScore)
	}
	reach := func(points []int, isRest bool) (n int) {
		for i, s := range sheets {
			one := top[i] - most[i] + points[i]
			if s.MostApart > 0 && points[i] < int(s.Near) && !(isRest && s.IsEmptyNear) {
				one = min(one, s.MostApart)
			}
			n = max(n, one)
		}
		return n
	}
	rest = reach(make([]int, len(sheets)), true)
	by := map[int][]*index.Set{}
	for _, k := range codes {
		if n := reach(k.points, false); n > rest {
			by[n] = append(by[n], k.set)
		}
	}
	for _, n := range slices.SortedFunc(maps.Keys(by), func(a, b int) int { return cmp.Compare(b, a) }) {
		levels = append(levels, industryLevel{n, by[n]})
	}
	return levels, rest
}

// inLevels calls f with the rows of one level after another and with the score that the rows after it can reach at
// most. It stops when f returns true, and says whether it did.
func inLevels(t *index.Table, levels []industryLevel, rest int, f func(rows *index.Bits, after int) bool) bool {
	done, rows := t.Bits(), t.Bits()
	defer done.Free()
	defer rows.Free()
	for i, l := range levels {
		rows.AndNotBits(rows)
		for _, set := range l.sets {
			rows.Or(set)
		}
		after := rest
		if i+1 < len(levels) {
			after = levels[i+1].reach
		}
		rows.AndNotBits(done)
		if after < bestScore && f(rows, after) {
			return true
		}
		done.OrBits(rows)
	}
	return false
}

// wholeRanking is the page depth from which all rows are scored at once.
const wholeRanking = 500

// bestBuyers are the candidates with the best scores, as a ranking that is correct for the asked page and least score;
// nil where that takes all candidates.
func (s *scored) bestBuyers(c *companyQuestion, sc *BuyerScoring, all, candidates *companiesFound, sheets []*index.Sheet) *ranking {
	need := c.s.Offset + c.s.Limit
	if sc.IsWorst || sc.Least == 0 && (!sc.ByScore || need > wholeRanking) || len(sheets) == 0 {
		return nil
	}
	r := &ranking{of: all, kept: map[rankedPart]*companiesFound{}}
	levels, rest := industryLevels(candidates.t, needsIndustry, s.needValues, sheets)
	least := max(rest+1, sc.Least, 0) // scores up to rest are never complete
	if !inLevels(candidates.t, levels, rest, func(rows *index.Bits, after int) bool {
		candidates.public.Among(rows, func(slot uint32) {
			if score := bestOf(sheets, s.needs.At(slot)); score >= least {
				r.byScore[score] = append(r.byScore[score], slot)
			}
		})
		if sc.Least <= after && (sc.Least > 0 || r.from(after+1) < need) {
			return false
		}
		for score := range max(after+1, sc.Least) { // scores up to after are not complete
			r.byScore[score] = nil
		}
		return true
	}) {
		return nil
	}
	for _, slots := range r.byScore {
		slices.Sort(slots)
	}
	return r
}

// reached are the candidates with at least a score. How many they are takes a look at each, but not at all of it.
func (s *scored) reached(all, candidates *companiesFound, sheets []*index.Sheet, least int) *companiesFound {
	some := all.t.Bits()
	for _, sheet := range sheets {
		reach := sheet.Reach(least)
		candidates.public.Each(func(slot uint32) {
			if !some.Has(slot) && reach.Has(s.needs.At(slot)) {
				some.Put(slot)
			}
		})
	}
	return all.of(all.t.Take(some), all.inCharge)
}

// bestListings are the listings of b with the best scores, and the scores, correct for the asked page and least score;
// nil where that takes all of them.
func (s *scored) bestListings(t *index.Table, b, shown *index.Bits, search *ListingSearch, sc *ListingScoring,
	sheets []*index.Sheet) (*index.Bits, *index.Scores) {
	need := search.Offset + search.Limit
	if sc.Least == 0 && (!sc.ByScore || search.IsAscending || need > wholeRanking) || len(sheets) == 0 {
		return nil, nil
	}
	best, scores := t.Bits(), b.Scores()
	levels, rest := industryLevels(t, contentIndustry, s.contentValues, sheets)
	if inLevels(t, levels, rest, func(rows *index.Bits, after int) bool {
		some := rows.Copy().AndBits(b).AndBits(shown)
		scores.Add(some, func(slot uint32) int { return bestOf(sheets, s.contents.At(slot)) })
		best.OrBits(some)
		some.Free()
		least := max(after+1, sc.Least) // scores up to after are not complete
		if sc.Least <= after && (sc.Least > 0 || scores.From(best, least) < need) {
			return false
		}
		best.Keep(func(slot uint32) bool { return scores.Of(slot) >= least })
		return true
	}) {
		return best, scores
	}
	best.Free()
	return nil, nil
}
