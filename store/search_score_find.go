package store

import (
	"cmp"
	"slices"

	"tsunagu/store/index"
)

// scoring asks a Fit for pairs of values and makes of its answers the sheets by which records are scored.
type scoring struct {
	fit             Fit
	base            int // of a listing and a need of which nothing is known
	contents, needs [scoredColumns][]scoredValue
	rows            map[string][]int8
}

func (s *scored) by(fit Fit) *scoring {
	return &scoring{fit: fit, base: fit(&ListingContent{}, 0, 0, &Needs{}), contents: s.contentValues.now(), needs: s.needValues.now(), rows: map[string][]int8{}}
}

// points is what one pair of values gives more, or less, than knowing nothing.
func (s *scoring) points(column int, content, need uint32) int8 {
	c, filled, fillable := s.contents[column][content].ofListing(column)
	n := s.needs[column][need].ofNeed(column)
	return int8(s.fit(&c, filled, fillable, &n) - s.base)
}

// ofListing is the sheet for needs, by the codes of one content.
func (s *scoring) ofListing(codes [][]uint32) *index.Sheet {
	return s.sheet("l", codes, &s.needs, s.points)
}

// ofNeed is the sheet for contents, by the codes of one need.
func (s *scoring) ofNeed(codes [][]uint32) *index.Sheet {
	return s.sheet("n", codes, &s.contents, func(column int, need, content uint32) int8 { return s.points(column, content, need) })
}

func (s *scoring) sheet(side string, codes [][]uint32, others *[scoredColumns][]scoredValue, points func(column int, own, other uint32) int8) *index.Sheet {
	own := make([][]uint32, scoredColumns)
	sheet := &index.Sheet{Base: s.base, Sets: scoredSets, Points: make([][]int8, scoredColumns)}
	var key [64]byte
	for column := range own {
		own[column] = slices.Clone(codes[column])
		k := index.AppendCodes(append(append(key[:0], side...), byte(column)), true, codes[column]...)
		row := s.rows[string(k)]
		if row == nil {
			row = make([]int8, len(others[column])+1) // never empty, so that its place tells it from others
			for i := range row {
				row[i] = index.Unset
			}
			s.rows[string(k)] = row
		}
		sheet.Points[column] = row
	}
	sheet.Missing = func(column int, code uint32) int8 {
		if len(own[column]) == 0 { // an empty set: it is not known what is wished for
			return 0
		}
		most := int8(index.Unset)
		for _, c := range own[column] {
			most = max(most, points(column, c, code))
		}
		return most
	}
	return sheet
}

// sheets are one for each entry of a record, of which the best counts.
func sheets(record string, sheet func(codes [][]uint32) *index.Sheet) (out []*index.Sheet) {
	index.Entries(record, scoredColumns, scoredSets, func(_ string, codes [][]uint32) { out = append(out, sheet(codes)) })
	return out
}

func bestOf(sheets []*index.Sheet, record string) int {
	best := -1
	for _, s := range sheets {
		best = max(best, s.Best(record))
	}
	return best
}

// crowd are the needs of many buyers, of which the best counts for a listing. The needs are asked in
// the order of what their industries give, and no further than any of the rest could be better.
type crowd struct {
	s      *scoring
	needs  []crowdNeed
	by     map[uint32][]int // by industry
	any    []int            // that name none
	values [scoredColumns]map[uint32]bool
	empty  [scoredSets]bool
	orders map[*int8][]step
	bounds map[*int8]int
}

type crowdNeed struct {
	entry   string
	company uint32
}

// step are the needs with an industry that gives so many points.
type step struct {
	points int
	needs  []int
}

func newCrowd(s *scoring, r *index.Records, companies *index.Bits) *crowd {
	c := &crowd{s: s, by: map[uint32][]int{}, orders: map[*int8][]step{}, bounds: map[*int8]int{}}
	for column := range c.values {
		c.values[column] = map[uint32]bool{}
	}
	companies.Keep(func(slot uint32) bool {
		index.Entries(r.At(slot), scoredColumns, scoredSets, func(entry string, codes [][]uint32) {
			i := len(c.needs)
			c.needs = append(c.needs, crowdNeed{entry, slot})
			for column, codes := range codes {
				for _, code := range codes {
					c.values[column][code] = true
				}
				if len(codes) == 0 {
					c.empty[column] = true
				}
			}
			for _, code := range codes[scoredIndustry] {
				c.by[code] = append(c.by[code], i)
			}
			if len(codes[scoredIndustry]) == 0 {
				c.any = append(c.any, i)
			}
		})
		return true
	})
	return c
}

// sheet is that of a listing with a content.
func (c *crowd) sheet(record string) (sheet *index.Sheet) {
	for _, s := range sheets(record, c.s.ofListing) {
		sheet = s
	}
	return sheet
}

// best is the best score of a listing; out are companies that do not count for it.
func (c *crowd) best(record string, out []uint32) int {
	sheet, best := c.sheet(record), -1
	if sheet == nil || len(c.needs) == 0 {
		return best
	}
	rest := sheet.Base
	for column := 1; column < scoredColumns; column++ {
		rest += c.bound(sheet, column)
	}
	for _, step := range c.order(sheet) {
		if best >= rest+step.points {
			break
		}
		for _, i := range step.needs {
			if n := &c.needs[i]; !slices.Contains(out, n.company) {
				best = max(best, sheet.Best(n.entry))
			}
		}
	}
	return best
}

// first is the company whose need is the best one, the first in an order of equal ones.
func (c *crowd) first(record string, out []uint32, isBefore func(a, b uint32) bool) (company uint32) {
	sheet, best := c.sheet(record), -1
	for i := range c.needs {
		n := &c.needs[i]
		if slices.Contains(out, n.company) {
			continue
		}
		if score := sheet.Best(n.entry); score > best || score == best && isBefore(n.company, company) {
			best, company = score, n.company
		}
	}
	return company
}

func (c *crowd) at(sheet *index.Sheet, column int, code uint32) int {
	p := &sheet.Points[column][code]
	if *p == index.Unset {
		*p = sheet.Missing(column, code)
	}
	return int(*p)
}

// bound is the most that a column gives to any of the needs.
func (c *crowd) bound(sheet *index.Sheet, column int) int {
	key := &sheet.Points[column][0]
	if most, ok := c.bounds[key]; ok {
		return most
	}
	most := index.Unset
	if column < scoredSets && c.empty[column] {
		most = 0
	}
	for code := range c.values[column] {
		most = max(most, c.at(sheet, column, code))
	}
	c.bounds[key] = most
	return most
}

func (c *crowd) order(sheet *index.Sheet) []step {
	key := &sheet.Points[scoredIndustry][0]
	if steps, ok := c.orders[key]; ok {
		return steps
	}
	var steps []step
	if len(c.any) > 0 {
		steps = append(steps, step{0, c.any})
	}
	for code, needs := range c.by {
		steps = append(steps, step{c.at(sheet, scoredIndustry, code), needs})
	}
	slices.SortFunc(steps, func(a, b step) int { return cmp.Compare(b.points, a.points) })
	c.orders[key] = steps
	return steps
}
