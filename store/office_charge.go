package store

import "time"

// OfficeCompany is a company as the office sees it: which institution's customer it is, and how
// many listings and negotiations it has. No name, no place, no amount (domain.md 9, last
// paragraph).
type OfficeCompany struct {
	ID               string    `db:"id"`
	Kind             int       `db:"kind"`
	InstitutionID    string    `db:"institution_id"`
	RegistrationID   string    `db:"registration_id"` // 顧客番号 of the institution in charge
	Status           int       `db:"status"`
	Version          int       `db:"version"`
	Created          time.Time `db:"created"`
	ListingCount     int       `db:"listing_count"`
	NegotiationCount int       `db:"negotiation_count"` // from 1 to 4
}

const officeCompanies = `(SELECT c.seq, c.id, c.kind, c.institution_id, c.registration_id, c.status, c.version, c.created,
	(SELECT count(*) FROM listing l WHERE l.company_id = c.id) listing_count,
	(SELECT count(*) FROM negotiation n WHERE n.buyer_company_id = c.id AND n.status ` + codesLive + `) +
	(SELECT count(*) FROM listing l JOIN negotiation n ON n.listing_id = l.id
		WHERE l.company_id = c.id AND n.status ` + codesLive + `) negotiation_count
	FROM company c) o`

// OfficeCompanies are the companies with this id, or with this 顧客番号 at any institution: the office
// looks up what an institution has told it, and cannot search.
func (q *Q) OfficeCompanies(key string, p Page) ([]OfficeCompany, int, error) {
	var w where
	w.add("o.seq IN ("+numbersCalled+")", key)
	return page[OfficeCompany](q, "o", officeCompanies, &w, "o.seq DESC", p)
}

// ListingsOfCompany are all listings of a seller, which the office moves together.
func (q *Q) ListingsOfCompany(companyID string) ([]Listing, error) {
	ls, err := list[Listing](q, "SELECT "+names[Listing]("l")+" FROM listing l WHERE l.company_id = ? ORDER BY l.seq", companyID)
	for i := range ls {
		q.lapse(&ls[i])
	}
	return ls, err
}

// NegotiationsOfCompany are all negotiations of a company, as buyer or as seller, which the office
// moves together.
func (q *Q) NegotiationsOfCompany(companyID string) ([]NegotiationRow, error) {
	var w where
	// Two lists by two indexes: for OR across two tables SQLite reads every negotiation of the network.
	w.add("n.seq IN (SELECT b.seq FROM negotiation b WHERE b.buyer_company_id = ? UNION ALL SELECT s.seq FROM listing o JOIN negotiation s "+
		"ON s.listing_id = o.id WHERE o.company_id = ?)", companyID, companyID)
	return q.negotiationRows(negotiationFrom, &w, " ORDER BY n.seq")
}

// HandOverPapers gives the papers of one matter to the institution now in charge; papers that still
// wait for a second user of the old institution are cancelled.
func (t *Tx) HandOverPapers(kind, subjectID, institutionID string) error {
	if err := t.CancelPapers(kind, subjectID); err != nil {
		return err
	}
	_, err := t.exec("UPDATE paper SET institution_id = ? WHERE kind = ? AND subject_id = ?", institutionID, kind, subjectID)
	return err
}

// HandOverAudience adapts a listing's list of institutions kept out to a new institution in charge:
// the new one is never on the list, and the old one is added, as a newly admitted one would be
// (domain.md 3.4), until the new one removes it.
func (t *Tx) HandOverAudience(listingID, from, to string) error {
	if _, err := t.exec("DELETE FROM listing_code WHERE listing_id = ? AND field = 'rest' AND code = ?", listingID, to); err != nil {
		return err
	}
	_, err := t.exec(`INSERT OR IGNORE INTO listing_code (listing_id, side, field, code)
		SELECT listing_id, side, 'rest', ? FROM listing_content WHERE listing_id = ? AND is_rest = 1`, from, listingID)
	return err
}
