package store

import (
	"bytes"
	"database/sql"
	"slices"
	"strconv"
	"strings"
	"sync"

	"tsunagu/store/index"
	"tsunagu/store/master"
	"tsunagu/store/words"
)

// The match score at size (domain.md 8). The rule is the caller's, a Fit; here stands what it looks
// at: of each living need and of each published content its values, by columns whose points do not
// hang on one another. So a Fit is asked once for each pair of values, and not for each pair of a
// listing and a need. Values are numbered as they are met.

// Fit says how well a listing fits a need.
type Fit struct {
	// Of is the score, 0 to 100. Of either it may be given a part, the rest left empty. A concept that meets a wanted one (words.Meet) is
	// not worth less than one that is apart from it.
	Of func(l *ScoredContent, n *ScoredNeed) int
	// A listing whose industry is worth less than Near beside what an unknown one is worth has at most MostApart with a need that names
	// industries. 0 limits nothing.
	Near, MostApart int
}

// ScoredContent is a content with what is worked out of it for the score.
type ScoredContent struct {
	*ListingContent
	FilledIn, Fillable int
	Concepts           []int // of its title and its description
}

// ScoredNeed is a need with what is worked out of it for the score.
type ScoredNeed struct {
	*Needs
	Concepts []int // of its title and its detail
}

// ContentToScore is a content as a Fit is asked for it.
func ContentToScore(c *ListingContent) *ScoredContent {
	filled, fillable := c.Filled()
	return &ScoredContent{c, filled, fillable, conceptsOf(c.BusinessName, c.Description)}
}

// NeedToScore is a need as a Fit is asked for it.
func NeedToScore(n *Needs) *ScoredNeed { return &ScoredNeed{n, words.Concepts(n.FreeTextFolded)} }

// conceptsOf: of the published texts everybody may read these (L1). The searchable text is no use: it also names the classes, which have
// points of their own.
func conceptsOf(title, description string) []int {
	return words.Concepts(writtenIn(title, description))
}

// writtenIn is a published text as its concepts are sought in it.
func writtenIn(title, description string) string { return master.Fold(title + "\n" + description) }

// Filled says how many of the fields that the completeness of a listing is measured by, all of them
// for everybody to read (L1), are filled in, and how many there are.
func (c *ListingContent) Filled() (filled, fillable int) {
	prefecture, regions := c.PublishedPlace()
	for _, is := range []bool{c.BusinessName != "", c.Description != "", len(c.IndustryTypes) > 0, prefecture != "" || len(regions) > 0,
		c.SalesAmount != 0, c.OperatingProfitBand != 0,
		c.SalesPrice != 0 || c.SalesPriceTo != 0, c.ManagersFrom != nil || c.ManagersTo != nil, c.WillingnessToSell != 0,
		len(c.SalesAsset) > 0, len(c.NegotiationTarget) > 0, len(c.AssignmentReason) > 0} {
		fillable++
		if is {
			filled++
		}
	}
	return filled, fillable
}

// Columns of the score. The first ones are sets of values of which the best counts.
const (
	scoredIndustry = iota
	scoredPlace
	scoredWords // concepts of the texts
	scoredPrice
	scoredSales // with the time wished for, or the willingness and what is filled in
	scoredPeople
	scoredAsset // with the schemes
	scoredColumns

	scoredSets = scoredPrice
)

// scoredValue is one value of a column: a code of text, or numbers.
type scoredValue struct {
	text    string
	a, b, c int64
}

// scoredValues numbers the values of the columns. It only grows: editions of the index hold the numbers.
type scoredValues struct {
	mu   sync.RWMutex
	code [scoredColumns]map[scoredValue]uint32
	all  [scoredColumns][]scoredValue
}

func (s *scoredValues) codeOf(column int, v scoredValue) uint32 {
	s.mu.RLock()
	n, ok := s.code[column][v]
	s.mu.RUnlock()
	if ok {
		return n
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if n, ok = s.code[column][v]; ok {
		return n
	}
	if s.code[column] == nil {
		s.code[column] = map[scoredValue]uint32{}
	}
	v.text = strings.Clone(v.text) // it was a piece of a row
	n = uint32(len(s.all[column]))
	s.code[column][v], s.all[column] = n, append(s.all[column], v)
	return n
}

// known is the number of a value that was met.
func (s *scoredValues) known(column int, v scoredValue) (uint32, bool) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	n, ok := s.code[column][v]
	return n, ok
}

// now are the values numbered so far.
func (s *scoredValues) now() [scoredColumns][]scoredValue {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.all
}

// scored is what an edition of the index knows for the score: needs by company, published contents
// by listing.
type scored struct {
	needs, contents           *index.Records
	needValues, contentValues *scoredValues
}

// scoredEntry puts an entry of the records together.
type scoredEntry struct {
	values *scoredValues
	codes  [scoredColumns][]uint32
	bytes  []byte
	text   bytes.Buffer // room

	isTold bool // on a tape
	told   []byte
}

func (e *scoredEntry) add(column int, v scoredValue) {
	if n := e.values.codeOf(column, v); !slices.Contains(e.codes[column], n) {
		e.codes[column] = append(e.codes[column], n)
	}
}

// take is the entry, whose bytes are there until the next one.
func (e *scoredEntry) take() []byte {
	if e.isTold {
		e.tell()
	}
	e.bytes = e.bytes[:0]
	for column := range e.codes {
		e.bytes = index.AppendCodes(e.bytes, column < scoredSets, e.codes[column]...)
		e.codes[column] = e.codes[column][:0]
	}
	return e.bytes
}

func (e *scoredEntry) concepts(of []int) {
	for _, n := range of {
		e.add(scoredWords, scoredValue{a: int64(n)})
	}
}

func people(from, to sql.NullInt64) scoredValue {
	return scoredValue{a: orUnset(from), b: orUnset(to)}
}

// indexedNeed is what the index keeps of a living need.
type indexedNeed struct {
	price, sales scoredValue
	from, to     sql.NullInt64 // managers
	lists        string        // its codes, each with its field
	text         string        // folded
}

// need is the entry of a need, whose company learns what is sought.
func (e *scoredEntry) need(n *indexedNeed, companies *index.Edit, company uint32) ([]byte, error) {
	companies.Add(company, needsPrice, pair(int(n.price.a), int(n.price.b)))
	for part := range strings.FieldsSeq(n.lists) {
		if code, ok := strings.CutPrefix(part, "industry:"); ok {
			addClass(companies, company, needsIndustry, needsLarge, code)
		}
	}
	e.concepts(words.Concepts(n.text))
	e.add(scoredPrice, n.price)
	e.add(scoredSales, n.sales)
	e.add(scoredPeople, people(n.from, n.to))
	assets, err := e.lists(n.lists)
	e.add(scoredAsset, scoredValue{text: assets})
	return e.take(), err
}

// loadNeeds reads living needs, those of some companies, or all, of which the numbers are told: into the companies'
// index, and what the score looks at.
func (q *Q) loadNeeds(companies *index.Edit, to *scored, ids map[string]bool, of *numbering, on *keptTape) error {
	cond, args, err := among("c", ids)
	if err != nil {
		return err
	}
	e, entry := to.needs.Edit(), &scoredEntry{values: to.needValues, isTold: on != nil}
	company, from := "n.client_id", "needs n"
	if ids != nil {
		company, from = "c.seq", "company c CROSS JOIN needs n ON n.client_id = c.id"
		if err := q.each(func(r *sql.Rows) error {
			var seq uint32
			err := r.Scan(&seq)
			e.Put(seq)
			on.row(tapeNeeds, seq)
			return err
		}, "SELECT c.seq FROM company c WHERE "+cond, args...); err != nil {
			return err
		}
	}
	o := owner{of: of}
	var n indexedNeed
	if err := q.each(func(r *sql.Rows) error {
		if err := r.Scan(&o, &n.price.a, &n.price.b, &n.sales.a, &n.sales.b, &n.from, &n.to, &n.text, &n.lists); err != nil {
			return err
		}
		bytes, err := entry.need(&n, companies, o.seq)
		e.Add(o.seq, bytes)
		on.entry(tapeNeeds, o.seq, entry)
		return err
	}, "SELECT "+company+`, n.acquisition_price, n.acquisition_price_to, n.acquisition_annual_sales, n.acquisition_deadline, n.managers_from, n.managers_to,
		n.free_text_folded, coalesce((SELECT group_concat(i.field || ':' || i.code, ' ') FROM needs_code i WHERE i.needs_id = n.id), '')
		FROM `+from+" WHERE n.status = "+codeNeedsLiving+" AND "+cond, args...); err != nil {
		return err
	}
	to.needs = e.Done()
	return nil
}

// lists adds the industries and places among the lists of a need or a content, and returns what
// its assets and schemes are.
func (e *scoredEntry) lists(lists string) (assets string, err error) {
	for part := range strings.FieldsSeq(lists) {
		field, code, _ := strings.Cut(part, ":")
		switch field {
		case "industry":
			e.add(scoredIndustry, scoredValue{text: code})
		case "prefecture":
			e.add(scoredPlace, scoredValue{text: code})
		case "area", "region":
			var v scoredValue
			v.a, err = strconv.ParseInt(code, 10, 64)
			e.add(scoredPlace, v)
		case "asset", "target":
			assets += field[:1] + code + " "
		}
		if err != nil {
			return "", err
		}
	}
	return assets, nil
}

// content is the entry of a published content.
func (e *scoredEntry) content(x *indexedSide) ([]byte, error) {
	isShown := x.isPrefecturePublic && x.prefecture != ""
	lists := &e.text
	lists.Reset()
	c := ListingContent{BusinessName: x.name, SalesAmount: x.sales, OperatingProfitBand: x.profit, SalesPrice: x.price,
		SalesPriceTo: x.priceTo, WillingnessToSell: x.willingness, Description: x.description}
	if x.managersFrom.Valid || x.managersTo.Valid {
		c.ManagersFrom = new(int64)
	}
	some := []int{0} // of the lists it only matters whether there is anything in them
	for part := range strings.FieldsSeq(x.lists) {
		switch field, _, _ := strings.Cut(part, ":"); field {
		case "rest":
			continue
		case "region":
			if isShown {
				continue
			}
			c.PublicRegion = some
		case "asset":
			c.SalesAsset = some
		case "target":
			c.NegotiationTarget = some
		case "reason":
			c.AssignmentReason = some
		}
		lists.WriteString(part)
		lists.WriteByte(' ')
	}
	assets, err := e.lists(lists.String())
	if err != nil {
		return nil, err
	}
	if len(e.codes[scoredIndustry]) > 0 {
		c.IndustryTypes = []string{""}
	}
	c.IsPrefecturePublic = true // else its code is not read, nor its regions where it is
	if isShown {
		c.PrefectureCode = x.prefecture
		e.add(scoredPlace, scoredValue{text: x.prefecture})
	}
	filled, fillable := c.Filled()
	e.concepts(conceptsOf(x.name, x.description))
	e.add(scoredPrice, scoredValue{a: int64(x.price), b: int64(x.priceTo)})
	e.add(scoredSales, scoredValue{a: int64(x.sales), b: int64(x.willingness), c: int64(filled)<<8 + int64(fillable)})
	e.add(scoredPeople, people(x.managersFrom, x.managersTo))
	e.add(scoredAsset, scoredValue{text: assets})
	return e.take(), nil
}

// ofListing is a content of which nothing is filled in but one value of a column.
func (v *scoredValue) ofListing(column int) *ScoredContent {
	of := &ScoredContent{ListingContent: &ListingContent{}}
	c := of.ListingContent
	switch column {
	case scoredIndustry:
		c.IndustryTypes = []string{v.text}
	case scoredPlace:
		if v.text != "" {
			c.IsPrefecturePublic, c.PrefectureCode = true, v.text
		} else {
			c.PublicRegion = []int{int(v.a)}
		}
	case scoredPrice:
		c.SalesPrice, c.SalesPriceTo = int(v.a), int(v.b)
	case scoredSales:
		c.SalesAmount, c.WillingnessToSell = int(v.a), int(v.b)
		of.FilledIn, of.Fillable = int(v.c>>8), int(v.c&0xff)
	case scoredPeople:
		c.ManagersFrom, c.ManagersTo = v.people()
	case scoredAsset:
		c.SalesAsset, c.NegotiationTarget = v.assets()
	}
	return of
}

// ofNeed is a need of which nothing is filled in but one value of a column.
func (v *scoredValue) ofNeed(column int) *ScoredNeed {
	of := &ScoredNeed{Needs: &Needs{}}
	n := of.Needs
	switch column {
	case scoredIndustry:
		n.AcquisitionIndustry = []string{v.text}
	case scoredPlace:
		if v.text != "" {
			n.AcquisitionRegion = []string{v.text}
		} else {
			n.AcquisitionRegionArea = []int{int(v.a)}
		}
	case scoredPrice:
		n.AcquisitionPrice, n.AcquisitionPriceTo = int(v.a), int(v.b)
	case scoredSales:
		n.AcquisitionAnnualSales, n.AcquisitionDeadline = int(v.a), int(v.b)
	case scoredPeople:
		n.ManagersFrom, n.ManagersTo = v.people()
	case scoredAsset:
		n.AcquisitionAsset, n.NegotiationTarget = v.assets()
	}
	return of
}

func (v *scoredValue) people() (from, to *int64) {
	if v.a != unset {
		from = &v.a
	}
	if v.b != unset {
		to = &v.b
	}
	return from, to
}

func (v *scoredValue) assets() (assets, schemes []int) {
	for part := range strings.FieldsSeq(v.text) {
		n, _ := strconv.Atoi(part[1:]) // what is no number was 0 to SQLite too
		if part[0] == 'a' {
			assets = append(assets, n)
		} else {
			schemes = append(schemes, n)
		}
	}
	return assets, schemes
}
