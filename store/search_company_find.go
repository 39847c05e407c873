package store

import (
	"slices"
	"strconv"
	"strings"

	"tsunagu/store/index"
	"tsunagu/store/words"
)

// companiesFound are the companies that a search finds: own ones, in the charge of the viewer's
// institution, and others, by what every bank may know of them.
type companiesFound struct {
	t           *index.Table
	own, public *index.Rows
	both        *index.Rows // companies that are both own and public
	none        *index.Rows
	inCharge    *index.Set

	key candidatesKey // everything that the result depends on
}

// of restricts the result to some of its companies.
func (f *companiesFound) of(some *index.Rows, inCharge *index.Set) *companiesFound {
	own := some.In(inCharge)
	return &companiesFound{t: f.t, own: own, public: some, both: own, none: f.none, inCharge: inCharge, key: f.key}
}

// free returns bits that are used for a moment only and not cached.
func (f *companiesFound) free() {
	for _, rows := range []*index.Rows{f.own, f.public, f.both} {
		rows.Free()
	}
}

// candidatesKey is a cache key: the search, the viewer's institution, and the listing whose
// candidates are sought.
type candidatesKey struct {
	asked           string
	institution     string // whose own companies are found
	own             string // their statuses
	reach           *reach // of his team
	isTrial         bool
	name            string
	stopped         string // stopped institutions, whose companies are not public
	isOwn, isNotOwn bool
	facts, kept     string // keys of candidateFacts and keptCandidates
}

func (f *companiesFound) count() int { return f.own.Count() + f.public.Count() - f.both.Count() }

// bits are all of them.
func (f *companiesFound) bits() *index.Bits {
	left := f.both.AddTo(f.t.Bits())
	defer left.Free()
	return f.own.AddTo(f.public.AddTo(f.t.Bits()).AndNotBits(left))
}

// page is one page of the companies, in the order of the search.
func (f *companiesFound) page(s *CompanySearch) []uint32 {
	u := &index.Union{A: f.own, B: f.public, Both: f.both}
	switch s.Sort {
	case SortCreated:
		u.ByA, u.ByB = byCreated, byCreated
	case SortSalesAmount:
		u.ByA, u.ByB = bySales, bySales
	case SortPrefecture:
		u.ByA, u.ByB = byPrefecture, byPrefecture
	case SortCompanyName: // other banks' companies follow the own ones
		own := &index.Union{A: f.own, B: f.none, Both: f.none, ByA: byName, ByB: byName}
		out := own.Page(s.IsAscending, s.Offset, s.Limit)
		u.A, u.ByB = f.none, byShown
		return append(out, u.Page(false, s.Offset-f.own.Count(), s.Limit-len(out))...)
	default:
		u.ByA, u.ByB = byModified, byShown
	}
	return u.Page(s.IsAscending, s.Offset, s.Limit)
}

// companyQuestion is a search for companies in the form for the index.
type companyQuestion struct {
	v       Viewer
	s       *CompanySearch
	ed      *edition
	key     candidatesKey
	stopped []string
	// What is not cached: results of few rows, which are found fast, and long pages, which are rarely
	// asked for again.
	isFewRows, isLongPage bool

	terms []words.Term // of the needs
}

// companyQuestion prepares a search for the index; nil where SQL has to answer.
func (q *Q) companyQuestion(v Viewer, s *CompanySearch) (*companyQuestion, error) {
	if v.IsBuyer() {
		return nil, nil
	}
	find := q.searchable
	if s.IDs != nil || s.IsOwn { // SQL finds these fast enough
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
	statuses := slices.Clone(s.Statuses) // nil, which means any, stays nil
	slices.Sort(statuses)                // the key must not depend on their order
	if c.terms, err = q.terms(s.Needs, s.Without); err != nil {
		return nil, err
	}
	c.key = candidatesKey{asked: string(s.contentKey(c.terms)), institution: v.InstitutionID, own: string(keysOf(nil, statuses)),
		isTrial: s.IsTrial, name: s.NameFolded, stopped: strings.Join(c.stopped, " "), isOwn: s.IsOwn, isNotOwn: s.IsNotOwn}
	if c.key.reach, err = q.reach(v); err != nil {
		return nil, err
	}
	c.isFewRows = s.IDs != nil || s.IsInLongList || s.isAny() || isByCharge(s.Sort)
	c.isLongPage = c.isFewRows || s.Limit > atOnce
	return c, nil
}

// companyPage is one page of what a search finds; nil where SQL has to find it.
func (q *Q) companyPage(c *companyQuestion) (*foundPage, error) {
	return orSQL(remember(q, c.ed, lookup[*foundPage]{cache: cachePages, isAlone: c.isLongPage, key: c.s.onePage(c.key), of: companyTable,
		find: func() (Kept[*foundPage], error) {
			if exact, err := q.exactFirst(c.s.Needs, c.s.Without, c.s.Sort, c.s.IsAscending); exact != nil || err != nil {
				if err != nil {
					return noPage(err)
				}
				return q.exactCompanyPage(c)
			}
			f, err := q.companiesFound(c)
			if f == nil || err != nil {
				return noPage(err)
			}
			defer f.free()
			page := f.page
			if c.s.IsOwn && isByCharge(c.s.Sort) {
				rows, err := q.companiesByCharge(c, f)
				if err != nil {
					return noPage(err)
				}
				page = func(*CompanySearch) []uint32 { return rows }
			}
			return (&foundPage{slots: page(c.s), count: f.count()}).kept()
		}}))
}

// companiesByCharge is a page of own companies by who works on them or when next.
func (q *Q) companiesByCharge(c *companyQuestion, f *companiesFound) ([]uint32, error) {
	var rows []uint32
	f.own.Each(func(slot uint32) { rows = append(rows, slot) })
	return q.pageByCharge(c.v, InChargeOfCompany, c.s.Sort, c.s.IsAscending, rows, c.s.Offset, c.s.Limit)
}

// exactCompanyPage is a page of those whose needs have each word itself, and then of the others.
func (q *Q) exactCompanyPage(c *companyQuestion) (Kept[*foundPage], error) {
	var exact, rest []index.Clause
	other := index.Clause{}
	for _, term := range c.terms {
		sets, err := needsWords.find(q, c.ed, words.Term{Word: term.Word})
		if sets == nil || err != nil {
			return noPage(err)
		}
		exact = append(exact, index.Clause{Sets: sets})
		other.Cases = append(other.Cases, []index.Clause{{Sets: sets, IsNot: true}})
	}
	rest = append(rest, other)
	out, s := &foundPage{}, *c.s
	for _, some := range [][]index.Clause{exact, rest} {
		f, err := q.companiesFound(c, some...)
		if f == nil || err != nil {
			return noPage(err)
		}
		if s.Limit > 0 {
			page := f.page(&s)
			out.slots, s.Limit = append(out.slots, page...), s.Limit-len(page)
		}
		out.count += f.count()
		s.Offset = max(c.s.Offset-out.count, 0)
		f.free()
	}
	return out.kept()
}

// companiesFound are the companies that a search finds and for which some clauses hold; nil where SQL has to find them.
func (q *Q) companiesFound(c *companyQuestion, some ...index.Clause) (*companiesFound, error) {
	shared, own, public, err := q.companyClauses(c)
	if shared == nil || err != nil {
		return nil, err
	}
	shared = append(shared, some...)
	t := c.ed.companies
	inCharge := own[0]
	f := &companiesFound{t: t, none: t.None(), key: c.key, inCharge: inCharge.Sets[0]}
	f.own, f.public, f.both = f.none, f.none, f.none
	parts := [][]index.Clause{own}
	if public != nil {
		parts = append(parts, public, append(slices.Clone(public), inCharge))
	}
	found := t.SelectParts(shared, parts...)
	if f.own = found[0]; c.s.NameFolded != "" {
		f.own = found[0].Keep(c.isNamed)
		found[0].Free()
	}
	if len(found) > 1 {
		f.public, f.both = found[1], found[2]
	}
	return f, nil
}

// companiesAmong drops from some companies those that a search does not find; nil where SQL has to find them.
func (q *Q) companiesAmong(v Viewer, s *CompanySearch, among *index.Bits) (*index.Bits, error) {
	c, err := q.companyQuestion(v, s)
	var shared, own, public []index.Clause
	if c != nil && err == nil {
		shared, own, public, err = q.companyClauses(c)
	}
	if shared == nil || err != nil {
		among.Free()
		return nil, err
	}
	among.Narrow(shared...)
	found := among.Copy().Narrow(own...)
	if s.NameFolded != "" {
		found.Keep(c.isNamed)
	}
	if public != nil {
		found.OrBits(among.Narrow(append(public, index.Clause{Sets: own[0].Sets, IsNot: true})...))
	}
	among.Free()
	return found, nil
}

// isNamed says that a company has the name sought.
func (c *companyQuestion) isNamed(slot uint32) bool {
	return strings.Contains(c.ed.companies.Text(0, slot), c.s.NameFolded)
}

// companyClauses is companyConditions written with sets, but for the name; keep the two equal: the conditions on all
// companies, on own ones, in charge first, and on what every bank finds, nil where a search finds none of these. All are nil where SQL has
// to find them.
func (q *Q) companyClauses(c *companyQuestion) (shared, own, public []index.Clause, err error) {
	v, s, t := c.v, c.s, c.ed.companies
	if shared, err = q.fewCompanies(v, s, c.ed); err != nil {
		return nil, nil, nil, err
	}
	shared = append(shared, c.content()...)
	for _, term := range c.terms {
		sets, err := needsWords.find(q, c.ed, term)
		if sets == nil || err != nil {
			return nil, nil, nil, err
		}
		shared = append(shared, index.Clause{Sets: sets})
	}
	inCharge, publicOnes, err := q.visibleIndex(c.ed).foundCompany(v, c.stopped)
	if err != nil {
		return nil, nil, nil, err
	}
	own = []index.Clause{{Sets: []*index.Set{inCharge}}, {Sets: []*index.Set{t.Set(companyKind, smallNumber(s.Kind))}}}
	if s.Statuses != nil {
		own = append(own, anyOfField(t, companyStatus, numbers(s.Statuses)))
	}
	if s.IsTrial {
		own = append(own, index.Clause{Sets: []*index.Set{t.Set(companyTrial, "")}})
	}
	if s.IsNotOwn { // the condition only selects some of the parts
		own = append(own, index.Clause{})
	}
	if s.Kind == Buyer && !s.IsOwn && !s.IsTrial && s.NameFolded == "" && (s.Statuses == nil || slices.Contains(s.Statuses,
		companyIsPublic)) {
		buyers, err := publicOnes()
		if err != nil {
			return nil, nil, nil, err
		}
		public = []index.Clause{{Bits: []*index.Bits{buyers}}}
	}
	return append([]index.Clause{}, shared...), own, public, nil
}

// fewCompanies are the conditions that match few rows, which SQL looks up.
func (q *Q) fewCompanies(v Viewer, s *CompanySearch, ed *edition) (out []index.Clause, err error) {
	add := func(set *index.Set) { out = append(out, index.Clause{Sets: []*index.Set{set}}) }
	if s.IDs != nil {
		if s.Numbers != nil {
			add(index.SetOf(s.Numbers))
		} else if set, err := q.idSet("company", s.IDs); err != nil {
			return nil, err
		} else {
			add(set)
		}
	}
	if s.IsInLongList {
		var lists where
		if s.LongListOf != "" {
			lists.add("g.listing_id = ?", s.LongListOf)
		} else { // own ones only: another bank's buyer could be recognized among the lists' candidates
			lists.add(v.ownCompany(), v.InstitutionID)
		}
		q.visibleLongList(v, &lists)
		set, err := q.seqSet("SELECT c.seq FROM long_list g JOIN long_list_company m ON m.long_list_id = g.id JOIN company c ON c.id = "+
			"m.company_id WHERE "+lists.String(), lists.args...)
		if err != nil {
			return nil, err
		}
		add(set)
	}
	if !s.isAny() {
		return out, nil
	}
	own, _, err := q.visibleIndex(ed).foundCompany(v, nil)
	if err != nil {
		return nil, err
	}
	add(own)
	with := func(isNot bool) func(set *index.Set) {
		return func(set *index.Set) { out = append(out, index.Clause{Sets: []*index.Set{set}, IsNot: isNot}) }
	}
	err = s.narrow(q, v, InChargeOfCompany, with(false), with(true))
	return out, err
}

// content is the search's conditions on the company itself, independent of the viewer.
func (c *companyQuestion) content() (out []index.Clause) {
	t, s := c.ed.companies, c.s
	if s.SalesAmounts != nil {
		out = append(out, anyOfField(t, companyBand, numbers(s.SalesAmounts)))
	}
	if s.Prefectures != nil {
		out = append(out, anyOfField(t, companyPlace, s.Prefectures))
	}
	for _, x := range []struct {
		smallField, largeField uint8
		small, large           []string
	}{{companyIndustry, companyLarge, s.Industries, s.LargeClasses}, {needsIndustry, needsLarge, s.NeedsClasses, s.NeedsLarge}} {
		if len(x.small)+len(x.large) > 0 {
			out = append(out, anyClass(t, x.smallField, x.largeField, x.small, x.large))
		}
	}
	if s.PriceLow != nil || s.PriceHigh != nil {
		out = append(out, index.Clause{Sets: pairs(t, needsPrice, s.PriceLow, s.PriceHigh)})
	}
	return out
}

// contentKey is a cache key of the conditions of content and of the needs' words.
func (s *CompanySearch) contentKey(terms []words.Term) []byte {
	key := keysOf(make([]byte, 0, 160), []int{s.Kind}, s.SalesAmounts, s.PriceLow, s.PriceHigh)
	for _, codes := range [][]string{s.Prefectures, s.Industries, s.LargeClasses, s.NeedsClasses, s.NeedsLarge} {
		for _, code := range codes {
			key = append(append(key, code...), ' ')
		}
		// Each list begins with a mark: a missing list and an empty list differ, and neither can be confused
		// with a word.
		mark := byte('+')
		if codes == nil {
			mark = '-'
		}
		key = append(key, '/', mark)
	}
	for _, term := range terms {
		for _, word := range append([]string{term.Word}, term.Also...) {
			key = append(strconv.AppendQuote(key, word), ' ')
		}
		key = append(strconv.AppendQuote(key, keyOfKinds(term.Kinds)), '/')
		for _, deed := range term.Deeds {
			key = strconv.AppendQuote(strconv.AppendQuote(key, deed.Name), keyOfKinds(deed.Kinds))
		}
		key = append(key, '/')
	}
	return key
}

// anyOfField is the condition to have one of the values.
func anyOfField(t *index.Table, field uint8, values []string) (c index.Clause) {
	for _, v := range values {
		c.Sets = append(c.Sets, t.Set(field, v))
	}
	return c
}

// anyClass is the condition to have one of the small classes of industries, or any of the large ones.
func anyClass(t *index.Table, smallField, largeField uint8, small, large []string) index.Clause {
	c := anyOfField(t, smallField, small)
	c.Sets = append(c.Sets, anyOfField(t, largeField, large).Sets...)
	return c
}
