package store

import (
	"cmp"
	"maps"
	"slices"

	"tsunagu/store/index"
)

// The best buyers for a listing are among those that look for its industry, of whom there are a few in a hundred: what a
// need gives for the industry is known of all its values before any buyer is scored, and bounds what the others can
// reach. So buyers are scored by what their industries give, the most first, until nobody else can stand on the page.

// wholeRanking is the depth of a page from which all buyers are scored at once.
const wholeRanking = 500

// bestBuyers are the candidates with the best scores, as a ranking that holds for the page and the least score that are
// asked for; nil where that takes all candidates.
func (s *scored) bestBuyers(c *companyQuestion, sc *BuyerScoring, all, candidates *companiesFound, sheets []*index.Sheet) *ranking {
	need := c.s.Offset + c.s.Limit
	if sc.IsWorst || sc.Least == 0 && (!sc.ByScore || need > wholeRanking) || len(sheets) != 1 {
		return nil
	}
	sheet := sheets[0]
	levels := s.industryLevels(candidates.t, sheet)
	if len(levels) == 0 {
		return nil
	}
	top := sheet.Base + sheet.Most() // what a need can reach that gives the most in each column
	reach := func(points int8) int {
		return min(top, bestScore) - int(levels[0].points) + int(points)
	}
	r := &ranking{of: all, kept: map[rankedPart]*companiesFound{}}
	done, some := candidates.t.Bits(), candidates.t.Bits()
	defer done.Free()
	defer some.Free()
	for i, l := range levels {
		some.AndNotBits(some)
		for _, set := range l.sets {
			some.Or(set)
		}
		candidates.public.Among(some.AndNotBits(done), func(slot uint32) {
			if score := sheet.Best(s.needs.At(slot)); score >= 0 {
				r.byScore[score] = append(r.byScore[score], slot)
			}
		})
		done.OrBits(some)
		rest := 0 // what those can reach of whom no industry is sought, or one that is not worth anything
		if rest = reach(0); i+1 < len(levels) {
			rest = max(rest, reach(levels[i+1].points))
		}
		if rest = max(rest, 0); rest < bestScore && (sc.Least > rest || sc.Least == 0 && r.from(rest+1) >= need) {
			for _, slots := range r.byScore {
				slices.Sort(slots)
			}
			for score := range max(rest+1, sc.Least) { // others may have as much
				r.byScore[score] = nil
			}
			return r
		}
	}
	return nil
}

// industryLevel are the companies with a need whose industry gives so many points.
type industryLevel struct {
	points int8
	sets   []*index.Set
}

// industryLevels are those that give any points, the most first.
func (s *scored) industryLevels(t *index.Table, sheet *index.Sheet) []industryLevel {
	by := map[int8][]*index.Set{}
	for _, code := range t.Values(needsIndustry) {
		n := s.needValues.codeOf(scoredIndustry, scoredValue{text: code})
		if int(n)+1 >= len(sheet.Points[scoredIndustry]) { // of a later edition
			continue
		}
		if points := sheet.At(scoredIndustry, n); points > 0 {
			by[points] = append(by[points], t.Set(needsIndustry, code))
		}
	}
	var out []industryLevel
	for _, points := range slices.SortedFunc(maps.Keys(by), func(a, b int8) int { return cmp.Compare(b, a) }) {
		out = append(out, industryLevel{points, by[points]})
	}
	return out
}
