package store

import "database/sql"

// DealPrice is what a bank knows of the price of a negotiation: the amounts that both banks confirmed, and the band that the
// listing shows.
type DealPrice struct {
	Closed, Intent      *int64 // 成約金額, and the price of the 意向表明; 千円
	SalesPrice, SalesTo int    // item keys, as published
	NegotiationID       string
}

// EachDealPrice calls f with the negotiations in which the viewer's institution takes part. The caller keeps to those that its lists show.
func (q *Q) EachDealPrice(v Viewer, f func(*DealPrice)) error {
	return q.each(func(r *sql.Rows) error {
		p := &DealPrice{}
		if err := r.Scan(&p.NegotiationID, &p.Closed, &p.Intent, &p.SalesPrice, &p.SalesTo); err != nil {
			return err
		}
		f(p)
		return nil
	}, "SELECT n.id, "+amountOf(codeMilestoneClosed)+", "+amountOf(codeMilestoneIntent)+", c.sales_price, c.sales_price_to "+
		"FROM negotiation n JOIN listing_content c ON c.listing_id = n.listing_id AND c.side = "+codeSidePublished+
		" WHERE "+v.ofBF()+" OR "+v.ofSF()+" ORDER BY n.seq", v.InstitutionID, v.InstitutionID)
}

// amountOf is the amount of a negotiation's milestone, which both banks confirmed.
func amountOf(milestone string) string {
	return "(SELECT m.amount FROM milestone m WHERE m.negotiation_id = n.id AND m.kind = " + milestone + ")"
}
