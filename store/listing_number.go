package store

// NumberOfListings is the public number of listings: those in their period, whoever asks
// (SPEC.md 7 GetNumberOfSellerBusiness).
func (q *Q) NumberOfListings() (int, error) {
	if ed, err := q.searchable(); err != nil {
		return 0, err
	} else if ed != nil && ed.listings != nil {
		now, err := q.showingNow(ed.listings)
		if err != nil {
			return 0, err
		}
		stopped, err := q.StoppedInstitutions()
		if err != nil {
			return 0, err
		}
		b := ed.listings.Bits().Or(now.set)
		defer b.Free()
		for _, id := range stopped {
			b.AndNot(ed.listings.Set(listingInCharge, id))
		}
		return b.Count(), nil
	}
	var n int
	err := q.scan1([]any{&n}, `SELECT count(*) FROM listing l JOIN listing_content p ON p.listing_id = l.id AND p.side = 2
		WHERE l.status = 1 AND p.start_date <= ?1 AND p.due_date >= ?1 AND `+running("l.institution_id"), q.Today())
	return n, err
}
