package store

// KeepOut adds a newly admitted institution to every listing that is kept from some
// institutions (isRest), until SF releases it (domain.md 3.4). SF itself is never kept out.
func (t *Tx) KeepOut(institutionID string) error {
	_, err := t.exec(`INSERT OR IGNORE INTO listing_code (listing_id, side, field, code)
		SELECT c.listing_id, c.side, 'rest', ?1 FROM listing_content c JOIN listing l ON l.id = c.listing_id WHERE c.is_rest = 1 AND l.institution_id <> ?1`, institutionID)
	return err
}

// Coordinates are what a listing publishes of where its company stands (domain.md 3.3).
type Coordinates struct {
	Industries   []string // small classes
	LargeClasses []string
	Prefectures  []string // where the company may be by what is published; nil for anywhere
	SalesAmount  int      // band
}

// CountAlike counts the companies that share the coordinates, in the network and among those
// in charge of the institution, and all companies of the network. Only numbers leave it.
func (q *Q) CountAlike(institutionID string, c Coordinates) (network, own, size int, err error) {
	ed, err := q.searchable()
	if err != nil {
		return 0, 0, 0, err
	}
	if ed != nil && ed.companies != nil {
		t := ed.companies
		b := t.Bits().Or(t.Rows()).AndNot(t.Set(companyStatus, "2"))
		defer b.Free()
		size = b.Count()
		b.And(t.Set(companyBand, smallNumber(c.SalesAmount)))
		keepClasses(t, b, companyIndustry, companyLarge, c.Industries, c.LargeClasses)
		keepAny(t, b, companyPlace, c.Prefectures)
		network = b.Count()
		return network, b.And(t.Set(companyInCharge, institutionID)).Count(), size, nil
	}
	var w where
	w.add("c.status <> 2")
	classes(&w, "EXISTS (SELECT 1 FROM company_industry i WHERE i.company_id = c.id AND (%))", "i.code", c.Industries, c.LargeClasses)
	in(&w, "c.prefecture_code", c.Prefectures)
	w.add("c.sales_amount = ?", c.SalesAmount)
	err = q.scan1([]any{&network, &own, &size}, "SELECT count(*), coalesce(sum(c.institution_id = ?), 0), (SELECT count(*) FROM company WHERE status <> 2) FROM company c WHERE "+w.String(),
		append([]any{institutionID}, w.args...)...)
	return network, own, size, err
}
