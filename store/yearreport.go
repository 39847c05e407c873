package store

import (
	"database/sql"
	"time"
)

// SupportRegistration is an institution's registration as an M&A支援機関 in one version (compliance.md 3).
type SupportRegistration struct {
	InstitutionID string    `db:"institution_id"`
	Version       int       `db:"version"`
	Number        string    `db:"number"`
	ExpiresOn     string    `db:"expires_on"` // YYYY-MM-DD, "" where it was not typed
	Qualified     *int64    `db:"qualified"`  // 資格者数
	Creator       string    `db:"creator"`
	Created       time.Time `db:"created"`
}

// SupportRegistration is an institution's newest; ErrNotFound.
func (q *Q) SupportRegistration(institution string) (*SupportRegistration, error) {
	return get[SupportRegistration](q, "SELECT "+names[SupportRegistration]("r")+" FROM support_registration r WHERE r.institution_id = ? "+
		"ORDER BY r.version DESC LIMIT 1", institution)
}

// AddSupportRegistration writes the version after the one that the caller saw, 0 for none; ErrStale.
func (t *Tx) AddSupportRegistration(r *SupportRegistration, seen int, by string) error {
	var last int
	if err := t.scan1([]any{&last}, "SELECT coalesce(max(version), 0) FROM support_registration WHERE institution_id = ?",
		r.InstitutionID); err != nil {
		return err
	}
	if last != seen {
		return ErrStale
	}
	r.Version, r.Creator, r.Created = seen+1, by, t.now
	return insert(t, "support_registration", r)
}

// YearNegotiation is a negotiation that had begun before the end of a year.
type YearNegotiation struct {
	ID                string
	IsBF, IsSF        bool // the asking institution is in charge of the buyer, of the seller
	Status            int  // now: a deal that was taken back is none
	SellerID, BuyerID string
	SellerSeq         uint32
	BuyerSeq          uint32
	Started           time.Time
	Named             time.Time // when the names were opened first, zero where they were not
	Signed            time.Time // since when it has been signed
	Closed            string    // day of the closing, "" for none
	ClosedFor         *int64    // 成約金額, 千円
}

// EachYearNegotiation calls f with the negotiations that had begun before a moment and that the viewer may know of.
func (q *Q) EachYearNegotiation(v Viewer, end time.Time, f func(*YearNegotiation)) error {
	var w where
	w.add("n.is_note = 0 AND n.started_at < ?", ms(end))
	q.visibleNegotiation(v, &w)
	moved := func(which, to string) string {
		return "(SELECT " + which + "(h.at) FROM negotiation_history h WHERE h.negotiation_id = n.id AND h.to_status = " + to +
			" AND h.from_status <> h.to_status)"
	}
	return q.each(func(r *sql.Rows) error {
		n := &YearNegotiation{}
		if err := r.Scan(&n.ID, &n.IsBF, &n.IsSF, &n.Status, &n.SellerID, &n.SellerSeq, &n.BuyerID, &n.BuyerSeq, timeColumn{&n.Started},
			timeColumn{&n.Named}, timeColumn{&n.Signed}, &n.Closed, &n.ClosedFor); err != nil {
			return err
		}
		f(n)
		return nil
	}, "SELECT n.id, "+v.isBF()+", "+v.isSF()+", n.status, s.id, s.seq, b.id, b.seq, n.started_at, "+
		moved("min", codeNegotiationRealName)+", "+moved("max", codeNegotiationSigned)+", coalesce(m.date, ''), m.amount FROM negotiation n "+
		"JOIN listing l ON l.id = n.listing_id JOIN company s ON s.id = l.company_id JOIN company b ON b.id = n.buyer_company_id "+
		"LEFT JOIN milestone m ON m.negotiation_id = n.id AND m.kind = "+codeMilestoneClosed+" WHERE "+w.String()+" ORDER BY n.seq",
		append([]any{v.InstitutionID, v.InstitutionID}, w.args...)...)
}

// YearListing is a listing in the viewer's charge.
type YearListing struct {
	SellerID  string
	Published time.Time // when it came to be shown first, zero where it never was
	Outside   time.Time // when it was recorded as signed outside of the platform, zero where it is not
}

// EachYearListing calls f with the listings of the viewer's institution.
func (q *Q) EachYearListing(v Viewer, f func(*YearListing)) error {
	return q.each(func(r *sql.Rows) error {
		l := &YearListing{}
		if err := r.Scan(&l.SellerID, timeColumn{&l.Published}, timeColumn{&l.Outside}); err != nil {
			return err
		}
		f(l)
		return nil
	}, "SELECT l.company_id, (SELECT min(h.at) FROM listing_history h WHERE h.listing_id = l.id AND h.to_status = "+codeListingShowing+
		" AND h.from_status <> h.to_status), CASE WHEN l.status = "+codeListingConcluded+" AND l.is_concluded_outside = 1 THEN "+
		"l.concluded_at END FROM listing l WHERE "+v.ownListing()+" ORDER BY l.seq", v.InstitutionID)
}

// YearCompany is a company in the viewer's charge.
type YearCompany struct {
	ID          string    `db:"id"`
	Kind        int       `db:"kind"`
	SalesAmount int       `db:"sales_amount"` // item key
	Created     time.Time `db:"created"`
	Industries  []string
}

// YearCompanies are those of the viewer's institution, by id.
func (q *Q) YearCompanies(v Viewer) (map[string]*YearCompany, error) {
	out := map[string]*YearCompany{}
	if err := q.each(func(r *sql.Rows) error {
		c := &YearCompany{}
		err := r.Scan(&c.ID, &c.Kind, &c.SalesAmount, timeColumn{&c.Created})
		out[c.ID] = c
		return err
	}, "SELECT c.id, c.kind, c.sales_amount, c.created FROM company c WHERE "+v.ownCompany()+" ORDER BY c.seq", v.InstitutionID); err != nil {
		return nil, err
	}
	return out, q.each(func(r *sql.Rows) error {
		var id, code string
		err := r.Scan(&id, &code)
		if c := out[id]; c != nil {
			c.Industries = append(c.Industries, code)
		}
		return err
	}, "SELECT i.company_id, i.code FROM company c JOIN company_industry i ON i.company_id = c.id WHERE "+v.ownCompany()+
		" ORDER BY c.seq, i.code", v.InstitutionID)
}

// CompanyDuties are all records of a kind that an institution made about companies, the oldest first, with those that were replaced.
func (q *Q) CompanyDuties(institution string, kind int) ([]Duty, error) {
	return list[Duty](q, "SELECT "+names[Duty]("d")+" FROM duty d WHERE d.institution_id = ? AND d.record_kind = 1 AND d.kind = ? "+
		"ORDER BY d.seq", institution, kind)
}
