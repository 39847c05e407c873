package store

import (
	"slices"

	"tsunagu/store/index"
	"tsunagu/store/words"
)

// scoring asks a Fit for pairs of values and turns its answers into the sheets by which records are
// scored.
type scoring struct {
	of              *scored
	fit             Fit
	base            int // the score of a listing and a need without any values
	contents, needs [scoredColumns][]scoredValue
	rows            map[string][]int8
	pairs           [scoredColumns][]int8 // points by content and need, of columns where they are remembered
	words           [words.Meets + 1]int8 // points by how concepts meet
	areWordsKnown   [words.Meets + 1]bool
}

func (s *scored) by(fit Fit) *scoring {
	base := fit.Of(&ScoredContent{ListingContent: &ListingContent{}}, &ScoredNeed{Needs: &Needs{}})
	return &scoring{of: s, fit: fit, base: base, contents: s.contentValues.now(), needs: s.needValues.now(),
		rows: map[string][]int8{}}
}

// byWeights is by for a Fit that everybody shares who uses the same weights; "" is nobody else's.
func (q *Q) byWeights(of *scored, fit Fit, weights string) (*scoring, error) {
	s := of.by(fit)
	if weights == "" {
		return s, nil
	}
	return s, s.remembered(q, of, weights)
}

// points is how many points one pair of values adds to, or takes from, the score without values.
func (s *scoring) points(column int, content, need uint32) int8 {
	if pairs := s.pairs[column]; pairs != nil {
		return pairs[int(content)*len(s.needs[column])+int(need)]
	}
	if column != scoredWords {
		return int8(s.fit.Of(s.contents[column][content].ofListing(column), s.needs[column][need].ofNeed(column)) - s.base)
	}
	return s.worthOfWords(s.meeting(content, need))
}

// meeting is how a content's concept meets a need's, by their codes.
func (s *scoring) meeting(content, need uint32) words.Meeting {
	return words.Meet(int(s.needs[scoredWords][need].a), int(s.contents[scoredWords][content].a))
}

// worthOfWords are the points for concepts that meet so, beside what none are worth. There are too many pairs of concepts to ask for each.
func (s *scoring) worthOfWords(m words.Meeting) int8 {
	if !s.areWordsKnown[m] {
		wanted, said := words.Example(m)
		s.words[m] = int8(s.fit.Of(&ScoredContent{ListingContent: &ListingContent{}, Concepts: []int{said}},
			&ScoredNeed{Needs: &Needs{}, Concepts: []int{wanted}}) - s.base)
		s.areWordsKnown[m] = true
	}
	return s.words[m]
}

// limit puts the limit of what is apart on a sheet; isOfNeed says whose the sheet is, own what it says of the industry.
func (s *scoring) limit(sheet *index.Sheet, isOfNeed bool, own []uint32) {
	if s.fit.MostApart == 0 || isOfNeed && len(own) == 0 {
		return
	}
	sheet.Near, sheet.MostApart, sheet.IsEmptyNear = int8(s.fit.Near), s.fit.MostApart, !isOfNeed
}

// ofListing is the sheet that scores needs for a listing, by the codes of its content.
func (s *scoring) ofListing(codes [][]uint32) *index.Sheet {
	return s.sheet("l", codes, &s.needs, s.points)
}

// ofNeed is the sheet that scores contents for a need, by the need's codes.
func (s *scoring) ofNeed(codes [][]uint32) *index.Sheet {
	return s.sheet("n", codes, &s.contents, func(column int, need, content uint32) int8 { return s.points(column, content, need) })
}

func (s *scoring) sheet(side string, codes [][]uint32, others *[scoredColumns][]scoredValue,
	points func(column int, own, other uint32) int8) *index.Sheet {
	own := make([][]uint32, scoredColumns)
	sheet := &index.Sheet{Base: s.base, Sets: scoredSets, Points: make([][]int8, scoredColumns)}
	var key [64]byte
	s.limit(sheet, side == "n", codes[scoredIndustry])
	for column := range own {
		own[column] = slices.Clone(codes[column])
		k := index.AppendCodes(append(append(key[:0], side...), byte(column)), true, codes[column]...)
		row := s.rows[string(k)]
		if row == nil {
			row = make([]int8, len(others[column])+1) // never empty, so that its address identifies it
			for i := range row {
				row[i] = index.Unset
			}
			if column == scoredWords {
				s.fillWords(row, side == "n", own[column])
			}
			s.rows[string(k)] = row
		}
		sheet.Points[column] = row
	}
	sheet.Missing = func(column int, code uint32) int8 {
		if len(own[column]) == 0 { // an empty set: the wish is unknown
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

// fillWords writes the points of all concepts for some of the other side. Most are apart, and to ask for each of thousands would take longer
// than to score the rows.
func (s *scoring) fillWords(row []int8, isOfNeed bool, own []uint32) {
	apart, values, others := int8(0), s.contents[scoredWords], s.of.needValues
	if len(own) > 0 {
		apart = s.worthOfWords(words.Apart)
	}
	for i := range row {
		row[i] = apart
	}
	if isOfNeed {
		values, others = s.needs[scoredWords], s.of.contentValues
	}
	for _, code := range own {
		concept := int(values[code].a)
		words.Around(concept, func(other int) {
			at, ok := others.known(scoredWords, scoredValue{a: int64(other)})
			if !ok || int(at) >= len(row)-1 { // in no text, or of a later edition
				return
			}
			wanted, said := other, concept
			if isOfNeed {
				wanted, said = concept, other
			}
			row[at] = max(row[at], s.worthOfWords(words.Meet(wanted, said)))
		})
	}
}

// sheets are one sheet for each entry of a record; the best score of all counts.
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
