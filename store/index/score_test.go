package index

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// After any edits records hold what a map holds, and earlier records still hold what they did.
func TestRecordsAreAMap(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	now, want := &Records{}, map[uint32]string{}
	type moment struct {
		r    *Records
		want map[uint32]string
	}
	var past []moment
	for range 60 {
		e, next := now.Edit(), map[uint32]string{}
		for slot, s := range want {
			next[slot] = s
		}
		put := map[uint32]bool{}
		for range 1 + r.IntN(40) {
			slot := uint32(r.IntN(5000))
			if r.IntN(3) == 0 || !put[slot] {
				if put[slot] {
					continue // a row is put once
				}
				put[slot], next[slot] = true, ""
				e.Put(slot)
			}
			for range r.IntN(3) {
				entry := fmt.Sprint(r.IntN(1000))
				e.Add(slot, []byte(entry))
				next[slot] += entry
			}
		}
		past = append(past, moment{now, want})
		now, want = e.Done(), next
		for _, m := range append(past[max(0, len(past)-3):], moment{now, want}) {
			for slot := range uint32(6000) {
				if got := m.r.At(slot); got != m.want[slot] {
					t.Fatalf("row %d holds %q, want %q", slot, got, m.want[slot])
				}
			}
		}
	}
}

// A sheet adds up the points of the codes, takes the best one of a set, and looks each up once; the
// best of a row's entries counts. Codes of any size are read back as written.
func TestSheet(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		const columns, sets, base = 4, 2, 40
		asked := map[string]int{}
		worth := func(column int, code uint32) int8 { return int8((int(code)*7+column*13)%40 - 15) }
		s := &Sheet{Base: base, Sets: sets, Points: make([][]int8, columns), Missing: func(column int, code uint32) int8 {
			asked[fmt.Sprint(column, code)]++
			return worth(column, code)
		}}
		for c := range s.Points {
			s.Points[c] = slices.Repeat([]int8{Unset}, 40_000)
		}
		limited(r, s)
		var record []byte
		var written []string
		best := -1
		for range r.IntN(4) {
			sum, all := base, make([][]uint32, columns)
			isApart := false
			begin := len(record)
			for c := range columns {
				n, most := 1, -1000
				if c < sets {
					n = r.IntN(4)
				}
				for range n {
					code := uint32([]int{r.IntN(5), 100 + r.IntN(60), r.IntN(40_000)}[r.IntN(3)])
					all[c] = append(all[c], code)
					most = max(most, int(worth(c, code)))
				}
				if n > 0 {
					sum += most
				}
				if c == 0 {
					isApart = n == 0 && !s.IsEmptyNear && 0 < s.Near || n > 0 && most < int(s.Near)
				}
				record = AppendCodes(record, c < sets, all[c]...)
			}
			if s.MostApart > 0 && isApart {
				sum = min(sum, s.MostApart)
			}
			best = max(best, sum)
			written = append(written, fmt.Sprint(string(record[begin:]), all))
		}
		for range 2 {
			if got := s.Best(string(record)); got != best {
				t.Fatalf("%d, want %d", got, best)
			}
		}
		for what, n := range asked {
			if n != 1 {
				t.Errorf("%s was asked for %d times", what, n)
			}
		}
		if len(written) > 0 {
			parts := make([]string, columns)
			Columns(string(record), sets, parts)
			if first := strings.Join(parts, ""); !strings.HasPrefix(written[0], first+"[") {
				t.Fatalf("columns %q of %q", parts, written[0])
			}
		}
		var read []string
		Entries(string(record), columns, sets, func(entry string, codes [][]uint32) { read = append(read, fmt.Sprint(entry, codes)) })
		if !slices.Equal(read, written) {
			t.Fatalf("entries %q, want %q", read, written)
		}
	}
}

// limited lets most sheets limit what is apart.
func limited(r *rand.Rand, s *Sheet) {
	if r.IntN(4) > 0 {
		s.Near, s.MostApart, s.IsEmptyNear = int8(r.IntN(20)-5), 30+r.IntN(50), r.IntN(2) == 0
	}
}

// A row reaches what its best entry is worth, and no more, whatever the points are: also where they are negative, a set is
// empty, or a row has no entry.
func TestReach(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	reached := 0
	for range 2000 {
		const columns, sets, codes = 4, 2, 6
		s := &Sheet{Base: r.IntN(50), Sets: sets, Points: make([][]int8, columns)}
		for c := range s.Points {
			for range codes {
				s.Points[c] = append(s.Points[c], int8(r.IntN(60)-20))
			}
			s.Points[c] = append(s.Points[c], Unset)
		}
		limited(r, s)
		s.Missing = func(int, uint32) int8 { panic("all points are known") }
		var record []byte
		for range r.IntN(4) {
			for c := range columns {
				own := make([]uint32, 1)
				if c < sets {
					own = make([]uint32, r.IntN(4))
				}
				for i := range own {
					own[i] = uint32(r.IntN(codes))
				}
				record = AppendCodes(record, c < sets, own...)
			}
		}
		best := s.Best(string(record))
		for _, least := range []int{1, best - 1, best, best + 1, 40, 200} {
			if least < 1 {
				continue
			}
			is := s.Reach(least).Has(string(record))
			if is != (best >= least) {
				t.Fatalf("a row worth %d reaches %d: %v", best, least, is)
			}
			if is {
				reached++
			}
		}
	}
	if reached < 1000 {
		t.Errorf("only %d rows reach anything", reached)
	}
}

// A page by score equals the page after sorting all rows by score.
func TestPageByScore(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 200 {
		e, scores, numbers := New(testSchema).Edit(), map[uint32]int{}, map[uint32]int64{}
		for slot := range uint32(1 + r.IntN(400)) {
			numbers[slot] = int64(r.IntN(5))
			e.Put(slot, []int64{numbers[slot], 0}, "")
			scores[slot] = r.IntN(12)*9 - 1
		}
		table := e.Done()
		b := table.Bits().Or(table.Rows()).Keep(func(uint32) bool { return r.IntN(3) > 0 })
		isAscending, isNoneFirst, offset, limit := r.IntN(2) == 0, r.IntN(2) == 0, r.IntN(150), r.IntN(60)
		var want []uint32
		b.Keep(func(slot uint32) bool { want = append(want, slot); return true })
		slices.SortFunc(want, func(x, y uint32) int {
			a, c := scores[x], scores[y]
			switch {
			case a < 0 != (c < 0):
				if a < 0 == isNoneFirst {
					return -1
				}
				return 1
			case a != c && isAscending:
				return cmp.Compare(a, c)
			case a != c:
				return cmp.Compare(c, a)
			}
			return cmp.Or(cmp.Compare(numbers[y], numbers[x]), cmp.Compare(y, x))
		})
		want = want[min(offset, len(want)):]
		want = want[:min(limit, len(want))]
		s := b.Score(func(slot uint32) int { return scores[slot] })
		got := s.Page(b, isAscending, isNoneFirst, offset, limit, func(equal *Bits, need int) (Walker, func()) {
			return table.Cursor(0, equal, false, need), func() {}
		})
		if !slices.Equal(got, want) {
			t.Fatalf("%v, want %v", got, want)
		}
		for slot, n := range scores {
			if b.Has(slot) && s.Of(slot) != n {
				t.Fatalf("row %d: %d, want %d", slot, s.Of(slot), n)
			}
		}
		b.Free()
	}
}
