package index

import "math"

// Unset stands for points that nobody has asked for yet.
const Unset = math.MinInt8

// Sheet tells what entries of Records are worth: so many points to begin with, and for each column
// those of its code. The first columns hold sets, of which the best code counts and an empty one is
// worth nothing more and nothing less. What the codes mean is the caller's.
type Sheet struct {
	Base    int
	Sets    int
	Points  [][]int8                           // by column and code
	Missing func(column int, code uint32) int8 // for points that are Unset

	// An entry whose first column is worth less than Near has at most MostApart. IsEmptyNear: one with an empty set there is not limited.
	// MostApart 0 limits nothing.
	Near        int8
	MostApart   int
	IsEmptyNear bool
}

// isApart says whether an entry is limited, by the worth of its first column, 0 of an empty set.
func (s *Sheet) isApart(worth int8, isEmpty bool) bool {
	return s.MostApart > 0 && worth < s.Near && !(isEmpty && s.IsEmptyNear)
}

// Best is the worth of the best of a row's entries, -1 where it has none.
func (s *Sheet) Best(record string) int {
	best := -1
	for at := 0; at < len(record); {
		sum, isApart := s.Base, false
		for column, points := range s.Points {
			n := uint32(1)
			if column < s.Sets {
				if n, at = number(record, at); n == 0 {
					if column == 0 {
						isApart = s.isApart(0, true)
					}
					continue
				}
			}
			most := int8(Unset)
			for range n {
				var code uint32
				code, at = number(record, at)
				p := points[code]
				if p == Unset {
					p = s.At(column, code)
				}
				most = max(most, p)
			}
			if column == 0 {
				isApart = s.isApart(most, false)
			}
			sum += int(most)
		}
		if isApart {
			sum = min(sum, s.MostApart)
		}
		best = max(best, sum)
	}
	return best
}

// At are the points of a code.
func (s *Sheet) At(column int, code uint32) int8 {
	p := &s.Points[column][code]
	if *p == Unset {
		*p = s.Missing(column, code)
	}
	return *p
}

// Most is the most that an entry can be worth beside the base.
func (s *Sheet) Most() (sum int) {
	for column, points := range s.Points {
		most := int8(0) // an empty set is worth as much
		if column >= s.Sets {
			most = Unset
		}
		for code := range len(points) - 1 { // its last place is nobody's
			most = max(most, s.At(column, uint32(code)))
		}
		sum += int(most)
	}
	return sum
}

// Reach tells which rows are worth at least a number. For that most rows need not be read to their ends.
type Reach struct {
	of    *Sheet
	least int
	rest  []int // the least that the columns from each on can add
}

// Reach is what tells it for a number above 0.
func (s *Sheet) Reach(least int) *Reach {
	r := &Reach{s, least, make([]int, len(s.Points)+1)}
	for column := len(s.Points) - 1; column >= 0; column-- {
		low := int8(math.MaxInt8)
		if column < s.Sets {
			low = 0 // of an empty set
		}
		for code := range len(s.Points[column]) - 1 { // its last place is nobody's
			low = min(low, s.At(column, uint32(code)))
		}
		if low == math.MaxInt8 { // no row has a code of this column
			low = 0
		}
		r.rest[column] = r.rest[column+1] + int(low)
	}
	return r
}

// Has says whether the best of a row's entries is worth at least the number.
func (r *Reach) Has(record string) bool {
	s := r.of
	for at := 0; at < len(record); {
		sum, isApart := s.Base, s.MostApart > 0 && r.least > s.MostApart // until the first column says more
		for column, points := range s.Points {
			if !isApart && sum+r.rest[column] >= r.least {
				return true
			}
			n := uint32(1)
			if column < s.Sets {
				if n, at = number(record, at); n == 0 {
					isApart = isApart && (column > 0 || s.isApart(0, true))
					continue
				}
			}
			most := int8(Unset)
			for range n {
				var code uint32
				code, at = number(record, at)
				most = max(most, points[code]) // each was asked for by Reach
			}
			isApart = isApart && (column > 0 || s.isApart(most, false))
			sum += int(most)
		}
		if !isApart && sum >= r.least {
			return true
		}
	}
	return false
}

// Entries calls f with each entry of a row and the codes of its columns, of which the first ones are
// sets. Both are f's only during the call.
func Entries(record string, columns, sets int, f func(entry string, codes [][]uint32)) {
	codes := make([][]uint32, columns)
	for at := 0; at < len(record); {
		begin := at
		for column := range codes {
			n := uint32(1)
			if column < sets {
				n, at = number(record, at)
			}
			codes[column] = codes[column][:0]
			for range n {
				var code uint32
				code, at = number(record, at)
				codes[column] = append(codes[column], code)
			}
		}
		f(record[begin:at], codes)
	}
}

// none is how rows without a score are kept.
const none = math.MaxUint8

// Scores are those of some rows, from 0 to 100; a row may have none.
type Scores struct {
	by []uint8
}

// Scores are none yet, with room for those of all rows of b's table.
func (b *Bits) Scores() *Scores {
	s := &Scores{by: make([]uint8, len(b.w)*64)}
	for i := range s.by {
		s.by[i] = none
	}
	return s
}

// Add asks f for the score of each row in b; what is below 0 is none.
func (s *Scores) Add(b *Bits, f func(slot uint32) int) {
	b.Keep(func(slot uint32) bool {
		if n := f(slot); n >= 0 {
			s.by[slot] = uint8(n)
		}
		return true
	})
}

// Score asks f for the score of each row in b.
func (b *Bits) Score(f func(slot uint32) int) *Scores {
	s := b.Scores()
	s.Add(b, f)
	return s
}

// From is how many of the rows in b have at least a score.
func (s *Scores) From(b *Bits, least int) (n int) {
	b.Keep(func(slot uint32) bool {
		if s.Of(slot) >= least {
			n++
		}
		return true
	})
	return n
}

// Of is a row's score, -1 for none.
func (s *Scores) Of(slot uint32) int {
	if n := s.by[slot]; n != none {
		return int(n)
	}
	return -1
}

// Page is one page of the rows in b, which have been scored: the best first or the worst, those
// without a score at the end or the beginning, and equal ones as walk goes over them. So only those
// are put in order among which the page lies.
func (s *Scores) Page(b *Bits, isAscending, isNoneFirst bool, offset, limit int,
	walk func(equal *Bits, need int) (Walker, func())) []uint32 {
	var counts [none + 1]int
	b.Keep(func(slot uint32) bool { counts[s.by[slot]]++; return true })
	order := make([]int, 0, none+1)
	if isNoneFirst {
		order = append(order, none)
	}
	for n := range none {
		if !isAscending {
			n = none - 1 - n
		}
		order = append(order, n)
	}
	if !isNoneFirst {
		order = append(order, none)
	}
	var out []uint32
	for _, n := range order {
		if len(out) == limit {
			break
		}
		if offset >= counts[n] {
			offset -= counts[n]
			continue
		}
		equal := b.Copy().Keep(func(slot uint32) bool { return s.by[slot] == uint8(n) })
		w, free := walk(equal, min(counts[n], offset+limit-len(out)))
		out = append(out, Page(w, offset, limit-len(out))...)
		free()
		equal.Free()
		offset = 0
	}
	return out
}
