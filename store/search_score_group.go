package store

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"tsunagu/store/index"
	"tsunagu/store/words"
)

// needGroup holds the needs of many buyers and finds the best need for a listing. It works on groups,
// because both sides have few different values. In each column, listings that are worth the same to
// every value of the needs are one kind. For each pair of kinds in the set columns of few values (industry,
// place) the points of both are summed once, and of the needs that are equal in all other columns
// only the best is kept. Only these are then compared in the other columns. Words have too many values for
// kinds, but a listing's meet those of a few needs: all others are worth as much as words that are apart.
type needGroup struct {
	s      *scoring
	needs  []groupedNeed
	others []groupedOthers
	values [scoredColumns]groupedValues
	kinds  [scoredColumns]groupedKinds

	rests     []groupedOthers // combinations of kinds of listings in the columns that are no sets
	restAt    map[groupedOthers]int32
	restWorth [][]int16 // points of each of rests for each of others
	room      int       // how many more numbers restWorth may hold

	words groupedWords
}

// groupedWords are the words of the needs.
type groupedWords struct {
	needs       [][]int32             // the needs with each value
	apart       []int8                // the worth of each value for a listing whose words are all apart from it
	met         map[uint32][]metWords // by the code of a listing
	worth, none []int8                // room; the worth for a listing without words
}

// metWords is a value that a listing's concept meets, and its worth.
type metWords struct {
	value int32
	worth int8
}

type groupedNeed struct {
	entry           string
	company         uint32
	industry, place int32
	words           int32
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
				place: c.values[scoredPlace].numberOf(codes[scoredPlace]),
				words: c.values[scoredWords].numberOf(codes[scoredWords])}
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
	c.groupWords()
	return c
}

func (c *needGroup) groupWords() {
	values := c.values[scoredWords].codes
	w := &c.words
	w.needs, w.met = make([][]int32, len(values)), map[uint32][]metWords{}
	w.apart, w.none, w.worth = make([]int8, len(values)), make([]int8, len(values)), make([]int8, len(values))
	for k := range c.needs {
		w.needs[c.needs[k].words] = append(w.needs[c.needs[k].words], int32(k))
	}
	for i, codes := range values {
		if len(codes) > 0 {
			w.apart[i] = c.s.worthOfWords(words.Apart)
		}
	}
}

// metBy are the values that a listing's concept meets.
func (c *needGroup) metBy(code uint32) []metWords {
	met, ok := c.words.met[code]
	if !ok {
		for i, codes := range c.values[scoredWords].codes {
			best := words.Apart
			for _, wanted := range codes {
				best = max(best, c.s.meeting(code, wanted))
			}
			if best != words.Apart {
				met = append(met, metWords{int32(i), c.s.worthOfWords(best)})
			}
		}
		c.words.met[code] = met
	}
	return met
}

// worthOfWords is what a listing's words are worth for each value of the needs, until the next call.
func (c *needGroup) worthOfWords(codes []uint32) []int8 {
	if len(codes) == 0 {
		return c.words.none
	}
	copy(c.words.worth, c.words.apart)
	for _, code := range codes {
		for _, m := range c.metBy(code) {
			c.words.worth[m.value] = max(c.words.worth[m.value], m.worth)
		}
	}
	return c.words.worth
}

// isApart says of a kind of industry which values of the needs are limited by it.
func (c *needGroup) isApart(worth int8, value int32) bool {
	return c.s.fit.MostApart > 0 && len(c.values[scoredIndustry].codes[value]) > 0 && int(worth) < c.s.fit.Near
}

// total is a score of its points beside the base.
func (c *needGroup) total(points int, isApart bool) int {
	if isApart {
		return min(c.s.base+points, c.s.fit.MostApart)
	}
	return c.s.base + points
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
	pair  uint64
	words string
	rest  int32
	slot  uint32
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
		record)), says[scoredWords], rest, slot}
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

// bestOthers is the best of the needs that are equal in the columns that are no sets, and are limited or not: for listings without words,
// and for those whose words are apart from all that is wanted.
type bestOthers struct {
	others int32
	most   [2]int16
}

// pairOfKinds is what the needs are worth for listings of one kind in the columns of industry and place.
type pairOfKinds struct {
	sums    []int16 // by need
	isApart []bool
	best    [2][]bestOthers // those that are not limited, and those that are
	at      [2][]int32      // room: where best has each of others, from 1
}

func (p *pairOfKinds) of(c *needGroup, pair uint64) {
	industry, place := c.kinds[scoredIndustry].worth[pair>>32], c.kinds[scoredPlace].worth[uint32(pair)]
	for i := range p.best {
		p.best[i] = p.best[i][:0]
		clear(p.at[i])
	}
	for k := range c.needs {
		n := &c.needs[k]
		p.sums[k], p.isApart[k] = int16(industry[n.industry])+int16(place[n.place]), c.isApart(industry[n.industry], n.industry)
		which := 0
		if p.isApart[k] {
			which = 1
		}
		at := &p.at[which][n.others]
		if *at == 0 {
			p.best[which] = append(p.best[which], bestOthers{n.others, [2]int16{math.MinInt16 / 2, math.MinInt16 / 2}})
			*at = int32(len(p.best[which]))
		}
		b := &p.best[which][*at-1]
		b.most[0], b.most[1] = max(b.most[0], p.sums[k]), max(b.most[1], p.sums[k]+int16(c.words.apart[n.words]))
	}
}

// top is the best score for a listing with some words.
func (p *pairOfKinds) top(c *needGroup, codes []uint32, worth []int16) int {
	score := -1
	with := min(len(codes), 1)
	for which, best := range p.best {
		top := int16(math.MinInt16)
		for i := range best {
			top = max(top, best[i].most[with]+worth[best[i].others])
		}
		if len(best) > 0 {
			score = max(score, c.total(int(top), which == 1))
		}
	}
	for _, code := range codes {
		for _, m := range c.metBy(code) {
			for _, k := range c.words.needs[m.value] {
				score = max(score, c.total(int(p.sums[k]+int16(m.worth)+worth[c.needs[k].others]), p.isApart[k]))
			}
		}
	}
	return score
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
	slices.SortFunc(all, func(a, b groupedListing) int {
		return cmp.Or(cmp.Compare(a.pair, b.pair), cmp.Compare(a.rest, b.rest), strings.Compare(a.words, b.words))
	})
	p := &pairOfKinds{sums: make([]int16, len(c.needs)), isApart: make([]bool, len(c.needs)),
		at: [2][]int32{make([]int32, len(c.others)), make([]int32, len(c.others))}}
	known := groupedListing{rest: -1}
	var score int8
	var codes []uint32
	for i, l := range all {
		if i == 0 || l.pair != all[i-1].pair {
			p.of(c, l.pair)
			known.rest = -1
		}
		if l.rest == known.rest && l.words == known.words && len(out[l.slot]) == 0 {
			best[l.slot] = score
			continue
		}
		codes = index.Codes(codes[:0], l.words)
		worth := c.worthOf(l.rest)
		if without := out[l.slot]; len(without) > 0 {
			words := c.worthOfWords(codes)
			for k := range c.needs {
				if n := &c.needs[k]; !slices.Contains(without, n.company) {
					best[l.slot] = max(best[l.slot], int8(c.total(int(p.sums[k]+int16(words[n.words])+worth[n.others]), p.isApart[k])))
				}
			}
			continue
		}
		known, score = l, int8(p.top(c, codes, worth))
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
