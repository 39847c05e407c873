package store

// NumberOfListings is the public number of listings: those in their period that everybody may see,
// whoever asks (SPEC.md 7 GetNumberOfSellerBusiness). One that is kept from anybody is not among
// them: else a bank would learn how many are hidden from it.
func (q *Q) NumberOfListings() (int, error) {
	if ed, err := q.searchable(); err != nil {
		return 0, err
	} else if ed != nil && ed.listings != nil {
		t := ed.listings
		now, err := q.showingNow(t)
		if err != nil {
			return 0, err
		}
		stopped, err := q.StoppedInstitutions()
		if err != nil {
			return 0, err
		}
		b := t.Bits().Or(now.set).AndNot(t.Set(listingLimited, "")).AndNot(t.Set(listingRest, ""))
		defer b.Free()
		for _, id := range stopped {
			b.AndNot(t.Set(listingInCharge, id))
		}
		return b.Count(), nil
	}
	var n int
	err := q.scan1([]any{&n}, `SELECT count(*) FROM listing l JOIN listing_content p ON p.listing_id = l.id AND p.side = 2
		WHERE l.status = 1 AND p.start_date <= ?1 AND p.due_date >= ?1 AND p.is_limited = 0 AND p.is_rest = 0 AND `+running("l.institution_id"), q.Today())
	return n, err
}
