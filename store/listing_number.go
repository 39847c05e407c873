package store

// NumberOfListings is the public number of listings, the same for every caller: those in their
// period that everybody may see (SPEC.md 7 GetNumberOfSellerBusiness). A listing that is kept from
// any institution does not count: otherwise a bank would learn how many are hidden from it.
func (q *Q) NumberOfListings() (int, error) {
	if ed, err := q.searchable(); err != nil {
		return 0, err
	} else if ed != nil && ed.listings != nil {
		b, err := q.visibleIndex(ed).openListing()
		if err != nil {
			return 0, err
		}
		defer b.Free()
		return b.Count(), nil
	}
	var n int
	var w where
	q.openListing(&w)
	err := q.scan1([]any{&n}, "SELECT count(*) FROM listing l JOIN listing_content p ON p.listing_id = l.id AND p.side = "+codeSidePublished+
		" WHERE "+w.String(), w.args...)
	return n, err
}
