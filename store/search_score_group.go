package store

import (
	"cmp"
	"math"
	"slices"

	"tsunagu/store/index"
)

// needGroup holds the needs of many buyers and finds the best need for a listing. It works on groups,
// because both sides have few different values. In each column, listings that are worth the same to
// every value of the needs are one kind. For each pair of kinds in the two set columns (industry,
// place) the points of both are summed once, and of the needs that are equal in all other columns
// only the best is kept. Only these are then compared in the other columns.
type needGroup struct {
	s      *scoring
	needs  []groupedNeed
	others []groupedOthers
	values [scoredColumns]groupedValues
	kinds  [scoredColumns]groupedKinds

	rests     []groupedOthers // combinations of kinds of listings in the columns besides industry and place
	restAt    map[groupedOthers]int32
	restWorth [][]int16 // points of each of rests for each of others
	room      int       // how many more numbers restWorth may hold
}

type groupedNeed struct {
	entry           string
	company         uint32
	industry, place int32
	others          int32
}

// groupedOthers holds the columns that are no sets: values of needs, or kinds of listings.
type groupedOthers [scoredColumns - scoredSets]int32

// groupedValues are the different codes that needs have in a column.
type groupedValues struct {
	codes [][]uint32
	at    map[string]int32
}

func (v *groupedValues) numberOf(codes []uint32) int32 {
	key := index.AppendCodes(nil, true, codes...)
	n, ok := v.at[string(key)]
	if !ok {
		if v.at == nil {
			v.at = map[string]int32{}
		}
		n = int32(len(v.codes))
		v.codes, v.at[string(key)] = append(v.codes, slices.Clone(codes)), n
	}
	return n
}

// groupedKinds are the kinds of listings in a column, with the points of each for the values of
// needs.
type groupedKinds struct {
	worth [][]int8
	of    map[string]int32 // kinds by what listings say
	at    map[string]int32 // kinds by their points
}

// groupedRoom is the most numbers that restWorth holds.
const groupedRoom = 4 << 20

func newNeedGroup(s *scoring, r *index.Records, companies *index.Bits) *needGroup {
	c := &needGroup{s: s, restAt: map[groupedOthers]int32{}, room: groupedRoom}
	others := map[groupedOthers]int32{}
	companies.Keep(func(slot uint32) bool {
		index.Entries(r.At(slot), scoredColumns, scoredSets, func(entry string, codes [][]uint32) {
			n := groupedNeed{entry: entry, company: slot, industry: c.values[scoredIndustry].numberOf(codes[scoredIndustry]),
				place: c.values[scoredPlace].numberOf(codes[scoredPlace])}
			var o groupedOthers
			for i := range o {
				o[i] = c.values[scoredSets+i].numberOf(codes[scoredSets+i])
			}
			var ok bool
			if n.others, ok = others[o]; !ok {
				n.others = int32(len(c.others))
				c.others, others[o] = append(c.others, o), n.others
			}
			c.needs = append(c.needs, n)
		})
		return true
	})
	return c
}

// sheet is the score sheet of a listing with a content.
func (c *needGroup) sheet(record string) (sheet *index.Sheet) {
	for _, s := range sheets(record, c.s.ofListing) {
		sheet = s
	}
	return sheet
}

// kind is a listing's kind in a column, by what it says there; record is its whole content.
func (c *needGroup) kind(column int, says, record string) int32 {
	k := &c.kinds[column]
	if n, ok := k.of[says]; ok {
		return n
	}
	if k.of == nil {
		k.of, k.at = map[string]int32{}, map[string]int32{}
	}
	sheet, values := c.sheet(record), c.values[column].codes
	worth, key := make([]int8, len(values)), make([]byte, len(values))
	for i, codes := range values {
		for j, code := range codes { // an empty set gives no points
			p := sheet.At(column, code)
			if j == 0 {
				worth[i] = p
			}
			worth[i] = max(worth[i], p)
		}
		key[i] = byte(worth[i])
	}
	n, ok := k.at[string(key)]
	if !ok {
		n = int32(len(k.worth))
		k.worth, k.at[string(key)] = append(k.worth, worth), n
	}
	k.of[says] = n
	return n
}

// groupedListing is a listing with its kinds: the pair for the set columns, and the one for the
// others.
type groupedListing struct {
	pair uint64
	rest int32
	slot uint32
}

func (c *needGroup) listing(slot uint32, record string) groupedListing {
	var says [scoredColumns]string
	index.Columns(record, scoredSets, says[:])
	var o groupedOthers
	for i := range o {
		o[i] = c.kind(scoredSets+i, says[scoredSets+i], record)
	}
	rest, ok := c.restAt[o]
	if !ok {
		rest = int32(len(c.rests))
		c.rests, c.restWorth, c.restAt[o] = append(c.rests, o), append(c.restWorth, nil), rest
	}
	return groupedListing{uint64(c.kind(scoredIndustry, says[scoredIndustry], record))<<32 | uint64(c.kind(scoredPlace, says[scoredPlace],
		record)), rest, slot}
}

// worthOf is the points of a rest for each of the others of needs.
func (c *needGroup) worthOf(rest int32) []int16 {
	if w := c.restWorth[rest]; w != nil {
		return w
	}
	if c.room -= len(c.others); c.room < 0 {
		clear(c.restWorth)
		c.room = groupedRoom
	}
	w := make([]int16, len(c.others))
	for i, kind := range c.rests[rest] {
		worth := c.kinds[scoredSets+i].worth[kind]
		for k := range c.others {
			w[k] += int16(worth[c.others[k][i]])
		}
	}
	c.restWorth[rest] = w
	return w
}

// best are the best scores of listings by their numbers, -1 for none. out has for a listing the
// companies that do not count.
func (c *needGroup) best(listings *index.Bits, contents *index.Records, out map[uint32][]uint32) []int8 {
	var best []int8
	var all []groupedListing
	listings.Keep(func(slot uint32) bool {
		for len(best) <= int(slot) {
			best = append(best, -1)
		}
		if record := contents.At(slot); record != "" && len(c.needs) > 0 {
			all = append(all, c.listing(slot, record))
		}
		return true
	})
	slices.SortFunc(all, func(a, b groupedListing) int { return cmp.Or(cmp.Compare(a.pair, b.pair), cmp.Compare(a.rest, b.rest)) })
	sums, most := make([]int16, len(c.needs)), make([]int16, len(c.others))
	known := groupedListing{rest: -1}
	var score int8
	for i, l := range all {
		if i == 0 || l.pair != all[i-1].pair {
			industry, place := c.kinds[scoredIndustry].worth[l.pair>>32], c.kinds[scoredPlace].worth[uint32(l.pair)]
			for k := range most {
				most[k] = math.MinInt16 / 2
			}
			for k := range c.needs {
				n := &c.needs[k]
				sums[k] = int16(industry[n.industry]) + int16(place[n.place])
				most[n.others] = max(most[n.others], sums[k])
			}
			known.rest = -1
		}
		worth := c.worthOf(l.rest)
		if without := out[l.slot]; len(without) > 0 {
			for k := range c.needs {
				if n := &c.needs[k]; !slices.Contains(without, n.company) {
					best[l.slot] = max(best[l.slot], int8(c.s.base+int(sums[k]+worth[n.others])))
				}
			}
			continue
		}
		if l.rest != known.rest {
			top := int16(math.MinInt16)
			for k, n := range most {
				top = max(top, n+worth[k])
			}
			known, score = l, int8(c.s.base+int(top))
		}
		best[l.slot] = score
	}
	return best
}

// first is the company with the best need, by isBefore the first of several equal ones.
func (c *needGroup) first(record string, out []uint32, isBefore func(a, b uint32) bool) (company uint32) {
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
