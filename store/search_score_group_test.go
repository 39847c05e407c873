package store

import (
	"math/rand/v2"
	"strconv"
	"testing"

	"tsunagu/store/index"
	"tsunagu/store/words"
)

// worthOfPair is a rule for one value of each side, and 0 where a side says nothing.
func worthOfPair(a, b string) int {
	if a == "" || b == "" {
		return 0
	}
	n := 7
	for _, r := range a + ":" + b {
		n = (n*31 + int(r)) % 1009
	}
	return n%21 - 5
}

// someConcepts are concepts of which some meet others.
func someConcepts() []int {
	return words.Concepts("介護、老人ホーム、デイサービス、金属加工、プレス、飲食、レストラン")
}

func fitByPairs(l *ScoredContent, n *ScoredNeed) int {
	first := func(list []string) string {
		if len(list) > 0 {
			return list[0]
		}
		return ""
	}
	number := func(n int) string {
		if n == 0 {
			return ""
		}
		return strconv.Itoa(n)
	}
	of := 0
	for i, wanted := range n.Concepts {
		for k, said := range l.Concepts {
			if p := []int{-4, 2, 7}[words.Meet(wanted, said)]; i+k == 0 || p > of {
				of = p
			}
		}
	}
	return 20 + of + worthOfPair(first(l.IndustryTypes), first(n.AcquisitionIndustry)) +
		worthOfPair(l.PrefectureCode, first(n.AcquisitionRegion)) +
		worthOfPair(number(l.SalesPrice), number(n.AcquisitionPrice)) + worthOfPair(number(l.SalesAmount), number(n.AcquisitionAnnualSales))
}

// A needGroup finds for each listing the score of the best of its needs, as if each need were scored
// alone, whichever companies do not count, and however small its room.
func TestNeedGroups(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	concepts := someConcepts()
	limited := 0
	for round := range 60 {
		s := &scored{needValues: &scoredValues{}, contentValues: &scoredValues{}, needs: &index.Records{}, contents: &index.Records{}}
		entry := func(values *scoredValues) []byte {
			e := &scoredEntry{values: values}
			for _, column := range []int{scoredIndustry, scoredPlace} {
				for range r.IntN(3) {
					e.add(column, scoredValue{text: strconv.Itoa(1 + r.IntN(6))})
				}
			}
			for range r.IntN(3) {
				e.concepts([]int{concepts[r.IntN(len(concepts))]})
			}
			for _, column := range []int{scoredPrice, scoredSales} {
				e.add(column, scoredValue{a: int64(r.IntN(4))})
			}
			e.add(scoredPeople, scoredValue{a: int64(r.IntN(3))})
			e.add(scoredAsset, scoredValue{})
			return e.take()
		}
		slots := index.New(&index.Schema{}).Edit()
		needs, contents := s.needs.Edit(), s.contents.Edit()
		companies, listings := uint32(r.IntN(40)), uint32(1+r.IntN(60))
		for slot := range max(companies, listings) {
			slots.Put(slot, nil)
		}
		for slot := range companies {
			for range r.IntN(3) {
				needs.Add(slot, entry(s.needValues))
			}
		}
		for slot := range listings {
			if contents.Put(slot); r.IntN(10) > 0 {
				contents.Add(slot, entry(s.contentValues))
			}
		}
		s.needs, s.contents = needs.Done(), contents.Done()
		of := slots.Done()
		rows := func(below uint32) *index.Bits {
			return of.Bits().Or(of.Rows()).Keep(func(slot uint32) bool { return slot < below })
		}
		out := map[uint32][]uint32{}
		for range r.IntN(30) {
			slot := uint32(r.IntN(int(listings)))
			out[slot] = append(out[slot], uint32(r.IntN(40)))
		}
		fit := Fit{Of: fitByPairs}
		if round%3 > 0 { // limits some of the scores
			fit.Near, fit.MostApart = r.IntN(12)-2, 18+r.IntN(20)
		}
		score := s.by(fit)
		c := newNeedGroup(score, s.needs, rows(companies))
		if round%2 == 0 {
			c.room = 10
		}
		best := c.best(rows(listings), s.contents, out)
		for slot := range listings {
			want := -1
			for company := range companies {
				if index.SetOf(out[slot]).Has(company) {
					continue
				}
				want = max(want, bestOf(sheets(s.contents.At(slot), score.ofListing), s.needs.At(company)))
			}
			if want == fit.MostApart {
				limited++
			}
			if int(best[slot]) != want {
				t.Fatalf("listing %d of round %d: %d, want %d", slot, round, best[slot], want)
			}
		}
	}
	if limited < 20 {
		t.Errorf("only %d scores are the limit", limited)
	}
}
