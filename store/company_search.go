package store

import (
	"database/sql"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"tsunagu/store/words"
)

// CompanySearch are the conditions of a search for companies (SPEC.md 7 Search parameter
// vocabulary). Empty lists and zero values do not restrict. Codes are the masters'.
type CompanySearch struct {
	Kind          int
	IsOwn         bool     // only those in the charge of the viewer's institution
	IsNotOwn      bool     // only the others
	Statuses      []int    // of company data; other banks' companies are always public (1)
	IsTrial       bool     // only own trial companies
	IDs           []string // nil: all; empty: none
	Numbers       []uint32 // those of IDs, where the caller knows them; nil: they are looked up
	NameFolded    string   // compared with own companies only: no other bank may learn a name
	Industries    []string // small classes
	LargeClasses  []string
	SalesAmounts  []int         // bands
	Prefectures   []string      // where the company is
	Needs         []words.Asked // each in a text of a need, or what it is widened by
	Without       []string      // what they are not widened by
	NeedsClasses  []string      // industries sought: small classes
	NeedsLarge    []string
	PriceLow      []int  // acquisitionPrice: the keys whose amount is at most the price sought; 0 is open
	PriceHigh     []int  // acquisitionPriceTo: the keys whose amount is at least it
	IsInLongList  bool   // only buyers in one of the institution's long lists
	LongListOf    string // in long lists of this listing; "" is any listing
	ChargeFilter         // of own companies
	Sort          string
	IsAscending   bool
	Limit, Offset int
}

// Sorts of a company search. Sorting by name orders only the own companies; the others follow.
const (
	SortModified    = "modified"
	SortCreated     = "created"
	SortCompanyName = "companyName"
	SortSalesAmount = "salesAmount"
	SortPrefecture  = "prefecture"
)

// FoundCompany is a row of a company search. CompanyName is for those who maintain it. Needs are the living ones, the
// latest first: a viewer who may know of a found company may know of these too (visibleNeeds).
type FoundCompany struct {
	Company
	CompanyName string
	Needs       []Needs
}

// SearchCompanies is one page of the companies that the viewer may know of, and how many there are
// in all. Other banks' buyers are found only by what is open to every bank (domain.md 3.5,
// "search"), not by name, number, memo, or status.
func (q *Q) SearchCompanies(v Viewer, s *CompanySearch) ([]FoundCompany, int, error) {
	if c, err := q.companyQuestion(v, s); err != nil {
		return nil, 0, err
	} else if c != nil {
		p, err := q.companyPage(c)
		if err != nil {
			return nil, 0, err
		}
		if p != nil {
			out, err := q.foundCompanies(p.slots)
			return out, p.count, err
		}
	}
	var w where
	if err := q.companyConditions(v, s, &w); err != nil {
		return nil, 0, err
	}
	from := " FROM company c LEFT JOIN company_details d ON d.company_id = c.id WHERE " + w.String()
	count := 0
	if err := q.scan1([]any{&count}, "SELECT count(*)"+from, w.args...); err != nil {
		return nil, 0, err
	}
	order, orderArgs, err := q.companyOrder(v, s)
	if err != nil {
		return nil, 0, err
	}
	args := append(append([]any{}, w.args...), orderArgs...)
	out := []FoundCompany{}
	err = q.each(func(r *sql.Rows) error {
		c, _, err := scanCompany(r)
		if err == nil {
			out = append(out, *c)
		}
		return err
	}, "SELECT "+companyColumns+from+" ORDER BY "+order+" LIMIT ? OFFSET ?", append(args, s.Limit, s.Offset)...)
	if err != nil {
		return nil, 0, err
	}
	buyers := []string{}
	for i := range out {
		if out[i].Kind == Buyer {
			buyers = append(buyers, out[i].ID)
		}
	}
	needs, err := q.NeedsOfCompanies(v, buyers)
	for i := range out {
		out[i].Needs = needs[out[i].ID]
	}
	return out, count, err
}

type companyKey struct{ seq uint32 }

// foundCompanies reads companies by their numbers, in the order of these.
func (q *Q) foundCompanies(seqs []uint32) ([]FoundCompany, error) {
	found, err := keepMany(q, seqs, func(seq uint32) any { return companyKey{seq} },
		func(missing []uint32) (map[uint32]Kept[*FoundCompany], error) {
			found, err := readCards(q, companyCards, missing, scanCompanyCard, func(seqs []any) (map[uint32]*FoundCompany, error) {
				out, err := q.companiesWithCards(seqs)
				found := make(map[uint32]*FoundCompany, len(out))
				for seq, c := range out {
					found[seq] = c.found
				}
				return found, err
			})
			out := make(map[uint32]Kept[*FoundCompany], len(found))
			for seq, c := range found {
				bytes := 1200 + len(c.Remark) + len(c.FinancialMemo)
				for i := range c.Needs {
					bytes += 900 + len(c.Needs[i].Detail)
				}
				out[seq] = Kept[*FoundCompany]{c, []Source{OfCompany(c.ID)}, bytes}
			}
			return out, err
		})
	if err != nil {
		return nil, err
	}
	out := make([]FoundCompany, len(seqs))
	for i, seq := range seqs {
		if found[seq] == nil {
			return nil, fmt.Errorf("store: the index tells of a company %d that is not there", seq)
		}
		out[i] = *found[seq]
	}
	return out, nil
}

// BuyersOf are the buyers of found negotiations, by the numbers that the rows have of them. They are shared and must not
// be changed.
func (q *Q) BuyersOf(rows []*NegotiationRow) (map[uint32]*Company, error) {
	var seqs []uint32
	for _, row := range rows {
		seqs = append(seqs, row.BuyerSeq)
	}
	slices.Sort(seqs)
	found, err := q.foundCompanies(slices.Compact(seqs))
	out := make(map[uint32]*Company, len(found))
	for i := range found {
		out[found[i].Seq] = &found[i].Company
	}
	return out, err
}

// FoundCompanyIDs are the ids of all companies that a search finds, in its order.
func (q *Q) FoundCompanyIDs(v Viewer, s *CompanySearch) ([]string, error) {
	var w where
	if err := q.companyConditions(v, s, &w); err != nil {
		return nil, err
	}
	order, orderArgs := s.order(v)
	return codes[string](q, "SELECT c.id FROM company c LEFT JOIN company_details d ON d.company_id = c.id WHERE "+w.String()+" ORDER BY "+
		order, append(append([]any{}, w.args...), orderArgs...)...)
}

// isAll says whether a search has no condition.
func (s *CompanySearch) isAll() bool {
	return reflect.DeepEqual(*s, CompanySearch{Kind: s.Kind, Sort: s.Sort, IsAscending: s.IsAscending, Limit: s.Limit, Offset: s.Offset})
}

// companyConditions adds a search's conditions, and those of the viewer, on rows of `c` (company)
// joined LEFT with `d` (company_details).
func (q *Q) companyConditions(v Viewer, s *CompanySearch, w *where) error {
	w.add("c.kind = ?", s.Kind)
	q.foundCompany(v, w)
	own := func(cond string, params ...any) {
		w.add(v.ownCompany()+" AND ("+cond+")", append([]any{v.InstitutionID}, params...)...)
	}
	if s.IsOwn {
		own("1")
	}
	if s.IsNotOwn {
		w.add("c.institution_id <> ?", v.InstitutionID)
	}
	if s.IsTrial {
		own("c.is_trial = 1")
	}
	s.conditions(v, InChargeOfCompany, w, "c.seq", v.ownCompany())
	in(w, "c.status", s.Statuses)
	if s.IDs != nil {
		w.add("c.id IN ("+marks(len(s.IDs))+")", anyOf(s.IDs)...)
	}
	if s.NameFolded != "" {
		own(`d.name_folded LIKE ? ESCAPE '\'`, like(s.NameFolded))
	}
	classes(w, "EXISTS (SELECT 1 FROM company_industry i WHERE i.company_id = c.id AND (%))", "i.code", s.Industries, s.LargeClasses)
	in(w, "c.sales_amount", s.SalesAmounts)
	in(w, "c.prefecture_code", s.Prefectures)
	if s.IsInLongList {
		var lists where
		lists.add("m.company_id = c.id")
		if s.LongListOf != "" {
			lists.add("g.listing_id = ?", s.LongListOf)
		} else { // own ones only: another bank's buyer could be recognized among the lists' candidates
			lists.add(v.ownCompany(), v.InstitutionID)
		}
		q.visibleLongList(v, &lists)
		w.add("EXISTS (SELECT 1 FROM long_list_company m JOIN long_list g ON g.id = m.long_list_id WHERE "+lists.String()+")", lists.args...)
	}
	terms, err := q.terms(s.Needs, s.Without)
	if err != nil {
		return err
	}
	for _, term := range terms {
		cond, args, err := q.needsHave(term)
		if err != nil {
			return err
		}
		w.add(cond, args...)
	}
	classes(w, "EXISTS (SELECT 1 FROM needs n JOIN needs_code i ON i.needs_id = n.id AND i.field = 'industry' WHERE n.client_id = c.id "+
		"AND n.status = "+codeNeedsLiving+" AND (%))", "i.code", s.NeedsClasses, s.NeedsLarge)
	if s.PriceLow != nil || s.PriceHigh != nil {
		// One need has to meet both bounds of the price.
		var n where
		in(&n, "n.acquisition_price", s.PriceLow)
		in(&n, "n.acquisition_price_to", s.PriceHigh)
		w.add("EXISTS (SELECT 1 FROM needs n WHERE n.client_id = c.id AND n.status = "+codeNeedsLiving+" AND "+n.String()+")", n.args...)
	}
	return nil
}

// needsHave is true for rows of `c` (company) whose living needs have a term.
func (q *Q) needsHave(term words.Term) (cond string, args []any, err error) {
	has := func(texts []string) string {
		return "EXISTS (SELECT 1 FROM needs n WHERE n.client_id = c.id AND n.status = " + codeNeedsLiving + " AND (" +
			strings.Join(texts, " OR ") + "))"
	}
	const text = `n.free_text_folded LIKE ? ESCAPE '\'`
	var alone, groups []string
	var more []any
	for _, all := range append([][]string{{term.Word}}, term.Alternatives()...) {
		if len(all) == 1 {
			alone, args = append(alone, text), append(args, like(all[0]))
			continue
		}
		var parts []string
		for _, word := range all {
			parts, more = append(parts, has([]string{text})), append(more, like(word))
		}
		groups = append(groups, strings.Join(parts, " AND "))
	}
	if len(term.Kinds)+len(term.Deeds) > 0 {
		rows, err := q.plainOfKinds(kindSets(term), "SELECT c.seq, '', n.free_text_folded FROM needs n JOIN company c ON c.id = n.client_id "+
			"WHERE n.status = "+codeNeedsLiving)
		if err != nil {
			return "", nil, err
		}
		groups, more = append(groups, isOneOf("c.seq")), append(more, rows[0])
		for i, deed := range term.Deeds {
			named, does := isOneOf("c.seq"), []string(nil)
			if deed.Of != "" {
				named, more = has([]string{text})+" OR "+named, append(more, like(deed.Of))
			}
			more = append(more, rows[i+1])
			for _, word := range deed.Does {
				does, more = append(does, text), append(more, like(word))
			}
			groups = append(groups, "("+named+") AND "+has(does))
		}
	}
	return "(" + strings.Join(append([]string{has(alone)}, groups...), " OR ") + ")", append(args, more...), nil
}

// companyOrder is order, with the companies first whose needs have each word of the question itself, where exactFirst says so.
func (q *Q) companyOrder(v Viewer, s *CompanySearch) (order string, args []any, err error) {
	terms, err := q.exactFirst(s.Needs, s.Without, s.Sort, s.IsAscending)
	if err != nil {
		return "", nil, err
	}
	order, args = s.order(v)
	var exact where
	for _, term := range terms {
		cond, args, err := q.needsHave(words.Term{Word: term.Word})
		if err != nil {
			return "", nil, err
		}
		exact.add(cond, args...)
	}
	if terms != nil {
		order, args = "("+exact.String()+") DESC, "+order, append(exact.args, args...)
	}
	return order, args, nil
}

// order is the ORDER BY of a search over the same rows, with its arguments.
func (s *CompanySearch) order(v Viewer) (order string, args []any) {
	direction := " DESC"
	if s.IsAscending {
		direction = " ASC"
	}
	// Other banks' companies are sorted by the last change of what the viewer can see of them.
	modified, args := "CASE WHEN c.institution_id = ? THEN c.modified ELSE c.shown_modified END", []any{v.InstitutionID}
	if s.IsOwn {
		modified, args = "c.modified", nil // there are none; an index has them in this order
	}
	order = modified + direction
	if s.IsOwn && isByCharge(s.Sort) {
		order, args = chargeOrderBy(v, InChargeOfCompany, s.Sort, "c.seq", direction)
		return order + ", c.seq DESC", args
	}
	switch s.Sort {
	case SortCreated:
		order, args = "c.created"+direction, nil
	case SortSalesAmount:
		order, args = "c.sales_amount"+direction, nil
	case SortPrefecture:
		order, args = "c.prefecture_code"+direction, nil
	case SortCompanyName:
		order = "c.institution_id = ? DESC, CASE WHEN c.institution_id = ? THEN coalesce(d.name_folded, '') END" + direction + ", " +
			modified + " DESC"
		args = append([]any{v.InstitutionID, v.InstitutionID}, args...)
	}
	return order + ", c.seq DESC", args
}

// in restricts a column to the values; nil does not restrict, an empty list matches nothing.
func in[T any](w *where, column string, values []T) {
	if values != nil {
		w.add(column+" IN ("+marks(len(values))+")", anyOf(values)...)
	}
}

// classes restricts to small classes or whole large ones; % in the frame is replaced by the
// condition.
func classes(w *where, frame, column string, small, large []string) {
	if len(small)+len(large) == 0 {
		return
	}
	cond := column + " IN (" + marks(len(small)) + ") OR substr(" + column + ", 1, 2) IN (" + marks(len(large)) + ")"
	w.add(strings.Replace(frame, "%", cond, 1), append(anyOf(small), anyOf(large)...)...)
}
