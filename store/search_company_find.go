package store

import (
	"slices"
	"strings"

	"tsunagu/store/index"
)

// companiesFound are the companies that a search finds: what the viewer's institution has in charge,
// and of what every bank may know the others.
type companiesFound struct {
	t           *index.Table
	own, public *index.Rows
	both        *index.Rows // own ones among the public
	none        *index.Rows
	inCharge    *index.Set

	key    candidatesKey // all that they hang on
	chosen *selections   // where they are kept; nil where they are not
}

// of are some of the companies by themselves, found in the same way.
func (f *companiesFound) of(some *index.Rows, inCharge *index.Set) *companiesFound {
	own := some.In(inCharge)
	return &companiesFound{t: f.t, own: own, public: some, both: own, none: f.none, inCharge: inCharge, key: f.key, chosen: f.chosen}
}

// free gives back what was found for the moment and is nowhere kept.
func (f *companiesFound) free() {
	for _, rows := range []*index.Rows{f.own, f.public, f.both} {
		rows.Free()
	}
}

// candidatesKey is what a search has asked, and in whose name, and what narrows it for a listing.
type candidatesKey struct {
	selectionKey
	isOwn, isNotOwn bool
	facts, kept     string // of the listing, and which candidates are kept
}

func (f *companiesFound) count() int { return f.own.Count() + f.public.Count() - f.both.Count() }

// has says that a company is one of them.
func (f *companiesFound) has(slot uint32) bool {
	return f.own.Has(slot) || f.public.Has(slot) && !f.both.Has(slot)
}

// bits are all of them.
func (f *companiesFound) bits() *index.Bits {
	left := f.both.AddTo(f.t.Bits())
	defer left.Free()
	return f.own.AddTo(f.public.AddTo(f.t.Bits()).AndNotBits(left))
}

// page is one page of them in the order of the search.
func (f *companiesFound) page(s *CompanySearch) []uint32 {
	u := &index.Union{A: f.own, B: f.public, Both: f.both}
	switch s.Sort {
	case SortCreated:
		u.ByA, u.ByB = byCreated, byCreated
	case SortSalesAmount:
		u.ByA, u.ByB = bySales, bySales
	case SortPrefecture:
		u.ByA, u.ByB = byPrefecture, byPrefecture
	case SortCompanyName: // the others after the own ones
		own := &index.Union{A: f.own, B: f.none, Both: f.none, ByA: byName, ByB: byName}
		out := own.Page(s.IsAscending, s.Offset, s.Limit)
		u.A, u.ByB = f.none, byShown
		return append(out, u.Page(false, s.Offset-f.own.Count(), s.Limit-len(out))...)
	default:
		u.ByA, u.ByB = byModified, byShown
	}
	return u.Page(s.IsAscending, s.Offset, s.Limit)
}

// companyQuestion is a search for companies as the index is asked it.
type companyQuestion struct {
	v             Viewer
	s             *CompanySearch
	ed            *edition
	key           candidatesKey
	stopped       []string
	chosen, pages *selections // where what is found is kept; nil where it is not
}

// companyQuestion says how the index is asked; nil where SQL has to tell.
func (q *Q) companyQuestion(v Viewer, s *CompanySearch) (*companyQuestion, error) {
	if v.IsBuyer() {
		return nil, nil
	}
	find := q.searchable
	if s.IDs != nil || s.IsOwn { // SQL finds these soon enough
		find = q.edition
	}
	ed, err := find()
	if err != nil || ed == nil || ed.listings == nil {
		return nil, err
	}
	c := &companyQuestion{v: v, s: s, ed: ed}
	if c.stopped, err = q.StoppedInstitutions(); err != nil {
		return nil, err
	}
	statuses := slices.Clone(s.Statuses) // nil, which is any, stays nil
	slices.Sort(statuses)                // one key whatever their order
	c.key = candidatesKey{selectionKey: selectionKey{string(s.contentKey()), v.InstitutionID, string(keysOf(nil, statuses)), s.IsTrial,
		s.NameFolded, false, strings.Join(c.stopped, " ")}, isOwn: s.IsOwn, isNotOwn: s.IsNotOwn}
	if s.IDs == nil && !s.IsInLongList { // else they are found soon enough
		if !without(cacheSelections) {
			c.chosen = q.search.chosen
		}
		if s.Limit <= atOnce && !without(cachePages) {
			c.pages = q.search.pages
		}
	}
	return c, nil
}

// indexedCompanies are the companies that a search finds, where the index can tell; nil where
// SQL has to.
func (q *Q) indexedCompanies(v Viewer, s *CompanySearch) (*companiesFound, error) {
	c, err := q.companyQuestion(v, s)
	if c == nil || err != nil {
		return nil, err
	}
	return q.companiesFound(c)
}

// companyPage is one page of what a search finds; nil where SQL has to find it.
func (q *Q) companyPage(c *companyQuestion) (*foundPage, error) {
	return selectedOrError(c.pages, c.ed, c.s.onePage(c.key), func() (*foundPage, int, error) {
		f, err := q.companiesFound(c)
		if f == nil || err != nil {
			return nil, 0, err
		}
		p := &foundPage{slots: f.page(c.s), count: f.count()}
		return p, p.bytes(), nil
	})
}

// companiesFound are the companies that a search finds; nil where SQL has to find them. It is
// companyConditions said in sets.
func (q *Q) companiesFound(c *companyQuestion) (*companiesFound, error) {
	v, s, t := c.v, c.s, c.ed.companies
	f := &companiesFound{t: t, none: t.None(), key: c.key, chosen: c.chosen}
	f.own, f.public, f.both = f.none, f.none, f.none
	var publicOnes func() *index.Bits
	f.inCharge, publicOnes = q.visibleIndex(c.ed).foundCompany(v, c.stopped)
	content, err := q.fewCompanies(v, s)
	if err != nil {
		return nil, err
	}
	if s.NeedsFolded != "" {
		set, err := needsWords.find(q, t, s.NeedsFolded)
		if set == nil || err != nil {
			return nil, err
		}
		content = append(content, index.Clause{Sets: []*index.Set{set}})
	}
	inCharge := index.Clause{Sets: []*index.Set{f.inCharge}}
	own := []index.Clause{inCharge, {Sets: []*index.Set{t.Set(companyKind, smallNumber(s.Kind))}}}
	if s.Statuses != nil {
		own = append(own, anyOfField(t, companyStatus, numbers(s.Statuses)))
	}
	if s.IsTrial {
		own = append(own, index.Clause{Sets: []*index.Set{t.Set(companyTrial, "")}})
	}
	parts := [][]index.Clause{own}
	hasPublic := s.Kind == Buyer && !s.IsOwn && !s.IsTrial && s.NameFolded == "" && (s.Statuses == nil || slices.Contains(s.Statuses,
		companyIsPublic))
	if hasPublic {
		public := index.Clause{Bits: []*index.Bits{publicOnes()}}
		parts = append(parts, []index.Clause{public}, []index.Clause{public, inCharge})
	}
	find := c.parts(t, content, parts)
	choose := func(key selectionKey, part int, keep func(uint32) bool) *index.Rows {
		key.asked = c.key.asked
		return selected(f.chosen, c.ed, key, func() (*index.Rows, int) {
			rows := find(part)
			if keep != nil {
				rows = rows.Keep(keep)
			}
			return rows, rows.Bytes()
		})
	}
	if !s.IsNotOwn {
		key := selectionKey{institution: v.InstitutionID, own: c.key.own, isTrial: s.IsTrial, name: s.NameFolded}
		var keep func(uint32) bool
		if s.NameFolded != "" {
			keep = func(slot uint32) bool { return strings.Contains(t.Text(0, slot), s.NameFolded) }
		}
		f.own = choose(key, 0, keep)
	}
	if hasPublic {
		key := selectionKey{isPublic: true, stopped: c.key.stopped}
		f.public = choose(key, 1, nil)
		key.institution = v.InstitutionID
		f.both = choose(key, 2, nil)
	}
	return f, nil
}

// parts finds any of some parts of what a search asks of companies themselves: the first time all of
// them, as that takes hardly longer than one.
func (c *companyQuestion) parts(t *index.Table, content []index.Clause, parts [][]index.Clause) func(int) *index.Rows {
	var found []*index.Rows
	return func(part int) *index.Rows {
		if found != nil {
			return found[part]
		}
		shared := append(c.s.indexedContent(t), content...)
		if len(shared) == 0 { // each begins with what it has least of
			return t.Select(parts[part]...)
		}
		found = t.SelectParts(shared, parts...)
		return found[part]
	}
}

// fewCompanies are the conditions that leave a few rows, which SQL knows.
func (q *Q) fewCompanies(v Viewer, s *CompanySearch) (out []index.Clause, err error) {
	add := func(set *index.Set) { out = append(out, index.Clause{Sets: []*index.Set{set}}) }
	if s.IDs != nil {
		set, err := q.idSet("company", s.IDs)
		if err != nil {
			return nil, err
		}
		add(set)
	}
	if s.IsInLongList {
		var lists where
		if s.LongListOf != "" {
			lists.add("g.listing_id = ?", s.LongListOf)
		} else { // lists of all listings would tell which of their candidates another bank's buyer is
			lists.add("c.institution_id = ?", v.InstitutionID)
		}
		q.visibleLongList(v, &lists)
		set, err := q.seqSet("SELECT c.seq FROM long_list g JOIN long_list_company m ON m.long_list_id = g.id JOIN company c ON c.id = "+
			"m.company_id WHERE "+lists.String(), lists.args...)
		if err != nil {
			return nil, err
		}
		add(set)
	}
	return out, nil
}

// indexedContent is what a search asks of a company itself, whoever may know of it.
func (s *CompanySearch) indexedContent(t *index.Table) []index.Clause {
	out := []index.Clause{}
	if s.SalesAmounts != nil {
		out = append(out, anyOfField(t, companyBand, numbers(s.SalesAmounts)))
	}
	if s.Prefectures != nil {
		out = append(out, index.Clause{Bits: rowsOfValues(t, companyPlace, s.Prefectures)})
	}
	classes := func(smallField, largeField uint8, small, large []string) {
		if len(small)+len(large) > 0 {
			c := anyOfField(t, smallField, small)
			c.Bits = rowsOfValues(t, largeField, large)
			out = append(out, c)
		}
	}
	classes(companyIndustry, companyLarge, s.Industries, s.LargeClasses)
	classes(needsIndustry, needsLarge, s.NeedsClasses, s.NeedsLarge)
	if s.PriceLow != nil || s.PriceHigh != nil {
		var key [128]byte
		out = append(out, index.Clause{Bits: []*index.Bits{rowsOfCondition(t, string(keysOf(key[:0], s.PriceLow, s.PriceHigh)), func(b *index.Bits) {
			some := pairs(t, needsPrice, s.PriceLow, s.PriceHigh)
			b.AndBits(some)
			some.Free()
		})}})
	}
	return out
}

// contentKey tells apart what searches ask of companies themselves.
func (s *CompanySearch) contentKey() []byte {
	key := keysOf(make([]byte, 0, 160), []int{s.Kind}, s.SalesAmounts, s.PriceLow, s.PriceHigh)
	for _, codes := range [][]string{s.Prefectures, s.Industries, s.LargeClasses, s.NeedsClasses, s.NeedsLarge} {
		for _, code := range codes {
			key = append(append(key, code...), ' ')
		}
		// None asked for, and none of them: each has a mark, or a word that begins with one would do for it.
		mark := byte('+')
		if codes == nil {
			mark = '-'
		}
		key = append(key, '/', mark)
	}
	return append(key, s.NeedsFolded...)
}

// anyOfField is the condition to have one of the values.
func anyOfField(t *index.Table, field uint8, values []string) (c index.Clause) {
	for _, v := range values {
		c.Sets = append(c.Sets, t.Set(field, v))
	}
	return c
}
