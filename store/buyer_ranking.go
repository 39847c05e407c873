package store

import (
	"sync"

	"tsunagu/store/index"
)

// ranking holds the buyers that a search found, by score. Buyers with the same score are sorted
// only when a page contains some of them.
type ranking struct {
	of      *companiesFound
	byScore [bestScore + 1][]uint32 // in ascending order
	rest    []uint32                // buyers without a score

	mu   sync.Mutex
	kept map[rankedPart]*companiesFound
}

const (
	bestScore = 100
	noScore   = -1
)

// keptParts is the most parts of a ranking that stay sorted in memory.
const keptParts = 4

// bytes is how much memory the ranking takes at most.
func (r *ranking) bytes() int {
	n := r.from(0) + len(r.rest)
	return 4*n + min(16*n, keptParts*(r.of.public.Bytes()+4096)) + 4096
}

// rankedPart selects the buyers with a score, or those with at least that score.
type rankedPart struct {
	score   int
	isLeast bool
}

type rankingKey struct {
	of               candidatesKey
	content, weights string
	isCandidate      bool
}

// rank ranks all buyers that were found; of these only the candidates have a score.
func rank(all, candidates *companiesFound, score func(slot uint32) int) *ranking {
	r := &ranking{of: all, kept: map[rankedPart]*companiesFound{}}
	n := candidates.public.Count()
	slots, scores := make([]uint32, 0, n), make([]int8, 0, n)
	var counts [bestScore + 2]int
	candidates.public.Each(func(slot uint32) {
		points := int8(max(score(slot), noScore))
		slots, scores = append(slots, slot), append(scores, points)
		counts[points+1]++
	})
	sorted := make([]uint32, n)
	var at [bestScore + 2]int
	begin := 0
	for i, n := range counts {
		at[i], begin = begin, begin+n
	}
	for i, slot := range slots {
		points := scores[i] + 1
		sorted[at[points]] = slot
		at[points]++
	}
	r.rest = sorted[:counts[0]]
	for i := range r.byScore {
		r.byScore[i] = sorted[at[i+1]-counts[i+1] : at[i+1]]
	}
	if all != candidates { // a buyer that is no candidate has no score either
		left := all.bits()
		for _, slots := range r.byScore {
			left.Remove(slots)
		}
		r.rest = nil
		all.t.Take(left).Each(func(slot uint32) { r.rest = append(r.rest, slot) })
	}
	return r
}

// from is how many buyers have at least the given score.
func (r *ranking) from(least int) (n int) {
	for _, slots := range r.byScore[least:] {
		n += len(slots)
	}
	return n
}

// part returns a part of the ranking in the form in which a search finds buyers.
func (r *ranking) part(p rankedPart, rows func() *index.Rows) *companiesFound {
	r.mu.Lock()
	defer r.mu.Unlock()
	f := r.kept[p]
	if f == nil {
		if len(r.kept) == keptParts {
			clear(r.kept)
		}
		f = r.of.of(rows(), r.of.inCharge)
		r.kept[p] = f
	}
	return f
}

// least selects the buyers with at least the given score.
func (r *ranking) least(least int) *companiesFound {
	return r.part(rankedPart{least, true}, func() *index.Rows {
		some := r.of.t.Bits()
		for _, slots := range r.byScore[least:] {
			some.Add(slots)
		}
		return r.of.t.Take(some)
	})
}

// page is one page of the ranking with the scores, best or worst first. Buyers without a score come
// last, or not at all where a least score is given. Buyers with equal scores stand in the order of
// the search.
func (r *ranking) page(s *CompanySearch, least int, isWorst bool) (page []uint32, scores []int) {
	offset := s.Offset
	take := func(score int, slots []uint32) {
		if len(page) == s.Limit || offset >= len(slots) {
			offset = max(offset-len(slots), 0)
			return
		}
		some := *s
		some.Offset, some.Limit = offset, s.Limit-len(page)
		for _, slot := range r.part(rankedPart{score, false}, func() *index.Rows { return r.of.t.RowsOf(slots) }).page(&some) {
			page, scores = append(page, slot), append(scores, score)
		}
		offset = 0
	}
	for i := least; i <= bestScore; i++ {
		score := i
		if !isWorst {
			score = bestScore + least - i
		}
		take(score, r.byScore[score])
	}
	if least == 0 {
		take(noScore, r.rest)
	}
	return page, scores
}
