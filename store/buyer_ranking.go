package store

import (
	"sync"

	"tsunagu/store/index"
)

// ranking are found buyers by their score. Those with the same score are put in order when a page
// lies among them.
type ranking struct {
	of      *companiesFound
	byScore [bestScore + 1][]uint32 // in ascending order
	rest    []uint32                // who has none

	mu   sync.Mutex
	kept map[rankedPart]*companiesFound
}

const (
	bestScore = 100
	noScore   = -1
)

// keptParts bounds those of a ranking that are kept in order.
const keptParts = 4

// bytes is how much memory the ranking takes at most.
func (r *ranking) bytes() int {
	n := r.from(0) + len(r.rest)
	return 4*n + min(16*n, keptParts*(r.of.public.Bytes()+4096)) + 4096
}

// rankedPart are the buyers with a score, or with at least it.
type rankedPart struct {
	score   int
	isLeast bool
}

type rankingKey struct {
	of               candidatesKey
	content, weights string
	isCandidate      bool
}

// rank ranks all that were found, of whom the candidates have a score.
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
	if all != candidates { // who is no candidate has none either
		left := all.bits()
		for _, slots := range r.byScore {
			left.Remove(slots)
		}
		r.rest = nil
		all.t.Take(left).Each(func(slot uint32) { r.rest = append(r.rest, slot) })
	}
	return r
}

// from is how many have at least a score.
func (r *ranking) from(least int) (n int) {
	for _, slots := range r.byScore[least:] {
		n += len(slots)
	}
	return n
}

// part are buyers as they are found by a search.
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

// least are those with at least a score.
func (r *ranking) least(least int) *companiesFound {
	return r.part(rankedPart{least, true}, func() *index.Rows {
		some := r.of.t.Bits()
		for _, slots := range r.byScore[least:] {
			some.Add(slots)
		}
		return r.of.t.Take(some)
	})
}

// page is one page of the ranking with the scores, the best first or the worst, and who has none at
// the end, unless a score is wanted at least. Equal ones stand in the order of the search.
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
