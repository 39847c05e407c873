package store

// NumberOfListings is the public number of listings: those in their period, whoever asks
// (SPEC.md 7 GetNumberOfSellerBusiness).
func (q *Q) NumberOfListings() (int, error) {
	var n int
	err := q.scan1([]any{&n}, `SELECT count(*) FROM listing l JOIN listing_content p ON p.listing_id = l.id AND p.side = 2
		WHERE l.status = 1 AND p.start_date <= ?1 AND p.due_date >= ?1`, q.Today())
	return n, err
}
