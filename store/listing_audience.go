package store

// KeepOut adds a newly admitted institution to every listing that is kept from some institutions
// (isRest), until SF lets it see the listing (domain.md 3.4). SF itself is never kept out.
func (t *Tx) KeepOut(institutionID string) error {
	_, err := t.exec(`INSERT OR IGNORE INTO listing_code (listing_id, side, field, code)
		SELECT c.listing_id, c.side, 'rest', ?1 FROM listing_content c JOIN listing l ON l.id = c.listing_id WHERE c.is_rest = 1 AND l.institution_id <> ?1`, institutionID)
	return err
}

// Coordinates are the industry, place and size that a listing publishes of its company (domain.md
// 3.3).
type Coordinates struct {
	Industries   []string // small classes
	LargeClasses []string
	Prefectures  []string // where the company may be according to what is published; nil is anywhere
	Regions      []int    // the regions of these, for listings that tell no prefecture
	SalesAmount  int      // band
}

// Alike counts those with the same coordinates, among what a bank may see anyway (domain.md 0.1).
type Alike struct {
	Visible int // others' listings that it can find, public buyers, and its own companies
	Own     int // of these its own companies
	Size    int // all that it may see, whatever their coordinates
}

// CountAlike counts those that share the coordinates among what the bank finds when it searches:
// other banks' listings by what they publish, each counted by itself because nobody may know which
// belong to one company; public buyers; and all companies in its own charge. What the bank may not
// see changes no number: other banks' sellers, drafts, limited listings and hidden buyers.
func (q *Q) CountAlike(v Viewer, c Coordinates) (a Alike, err error) {
	if a, err = q.companiesAlike(v, c); err != nil {
		return a, err
	}
	others := ListingSearch{IsNotOwn: true}
	all, err := q.countListings(v, &others)
	if err != nil {
		return a, err
	}
	others.Industries, others.LargeClasses, others.Prefectures, others.Regions, others.SalesAmounts = c.Industries, c.LargeClasses,
		c.Prefectures, c.Regions, []int{c.SalesAmount}
	alike, err := q.countListings(v, &others)
	a.Visible, a.Size = a.Visible+alike, a.Size+all
	return a, err
}

// companiesAlike is CountAlike of companies alone.
func (q *Q) companiesAlike(v Viewer, c Coordinates) (a Alike, err error) {
	ed, err := q.searchable()
	if err != nil {
		return a, err
	}
	if ed != nil && ed.companies != nil {
		t := ed.companies
		b, own, err := q.visibleIndex(ed).countedCompany(v)
		if err != nil {
			return a, err
		}
		defer b.Free()
		a.Size = b.Count()
		b.And(t.Set(companyBand, smallNumber(c.SalesAmount)))
		keepClasses(t, b, companyIndustry, companyLarge, c.Industries, c.LargeClasses)
		keepAny(t, b, companyPlace, c.Prefectures)
		a.Visible = b.Count()
		a.Own = b.And(own).Count()
		return a, nil
	}
	var visible where
	q.countedCompany(v, &visible)
	if err := q.scan1([]any{&a.Size}, "SELECT count(*) FROM company c WHERE "+visible.String(), visible.args...); err != nil {
		return a, err
	}
	classes(&visible, "EXISTS (SELECT 1 FROM company_industry i WHERE i.company_id = c.id AND (%))", "i.code", c.Industries, c.LargeClasses)
	in(&visible, "c.prefecture_code", c.Prefectures)
	visible.add("c.sales_amount = ?", c.SalesAmount)
	err = q.scan1([]any{&a.Visible, &a.Own}, "SELECT count(*), coalesce(sum(c.institution_id = ?), 0) FROM company c WHERE "+
		visible.String(), append([]any{v.InstitutionID}, visible.args...)...)
	return a, err
}
