package store

import "time"

// AvoidedCompany is a company to which a seller's owner does not want to be offered (打診しない先; papers.md 2), as the
// bank in charge of the seller typed it. What was taken off or replaced stays as history.
type AvoidedCompany struct {
	ID                          string    `db:"id"`
	CompanyID                   string    `db:"company_id"` // the seller
	Name                        string    `db:"name"`
	NameFolded                  string    `db:"name_folded"` // as company_details.name_folded
	CorporateRegistrationNumber string    `db:"corporate_registration_number"`
	Note                        string    `db:"note"`
	Removed                     time.Time `db:"removed"` // zero while it holds
	RemovedBy                   string    `db:"removed_by"`
	RemovedReason               string    `db:"removed_reason"`

	Stamp
}

// AvoidedCompanies are a seller's, those that hold and those that were taken off, the latest first, at most limit of each.
func (q *Q) AvoidedCompanies(v Viewer, companyID string, isRemoved bool, limit int) ([]AvoidedCompany, error) {
	var w where
	w.add("a.company_id = ? AND (a.removed IS NOT NULL) = ?", companyID, isRemoved)
	q.maintainedCompany(v, &w)
	return list[AvoidedCompany](q, "SELECT "+names[AvoidedCompany]("a")+" FROM avoided_company a JOIN company c ON c.id = a.company_id WHERE "+
		w.String()+" ORDER BY coalesce(a.removed, 0) DESC, a.seq DESC LIMIT ?", append(w.args, limit)...)
}

// AvoidedCompany is one that holds, by its id and its seller's; ErrNotFound.
func (q *Q) AvoidedCompany(v Viewer, companyID, id string) (*AvoidedCompany, error) {
	var w where
	w.add("a.company_id = ? AND a.id = ?", companyID, id)
	q.maintainedCompany(v, &w)
	return get[AvoidedCompany](q, "SELECT "+names[AvoidedCompany]("a")+" FROM avoided_company a JOIN company c ON c.id = a.company_id WHERE "+
		w.String(), w.args...)
}

// CreateAvoidedCompany writes a new one; ErrDuplicate where the same holds already.
func (t *Tx) CreateAvoidedCompany(a *AvoidedCompany, by string) error {
	a.ID = NewID()
	t.touch(&a.Stamp, by)
	return insert(t, "avoided_company", a)
}

// UpdateAvoidedCompany writes one as the caller saw it; ErrStale.
func (t *Tx) UpdateAvoidedCompany(a *AvoidedCompany, by string) error {
	seen := a.Version
	t.touch(&a.Stamp, by)
	return update(t, "avoided_company", a, "id = ? AND version = ? AND removed IS NULL", a.ID, seen)
}

// RemoveAvoidedCompany takes one off as the caller saw it; ErrStale.
func (t *Tx) RemoveAvoidedCompany(a *AvoidedCompany, by, reason string) error {
	a.Removed, a.RemovedBy, a.RemovedReason = t.now, by, reason
	return t.UpdateAvoidedCompany(a, by)
}

// AvoidedBuyer is a buyer in the viewer's charge that a line of a seller's list means.
type AvoidedBuyer struct {
	AvoidedID string `db:"avoided_id"`
	CompanyID string `db:"company_id"`
	Seq       uint32 `db:"seq"`
	Name      string `db:"name"`
}

// AvoidedBuyers are the buyers in the viewer's charge that a seller's list means. Other banks' buyers are none of them, whether
// the list means them or not (domain.md 0.4).
func (q *Q) AvoidedBuyers(v Viewer, companyID string) ([]AvoidedBuyer, error) {
	var w where
	w.add("c.kind = ?", Buyer)
	q.maintainedCompany(v, &w)
	return list[AvoidedBuyer](q, "SELECT m.avoided_id, c.id, c.seq, m.company_name FROM ("+meant("a.company_id = ?")+") m JOIN company c ON "+
		"c.id = m.company_id WHERE "+w.String()+" ORDER BY m.name_folded, c.seq", append([]any{companyID, companyID}, w.args...)...)
}

// AvoidedOfListing are the numbers of the buyers in the viewer's charge that the list of a listing's seller means.
func (q *Q) AvoidedOfListing(v Viewer, listingID string) ([]uint32, error) {
	var w where
	w.add("c.kind = ?", Buyer)
	q.maintainedCompany(v, &w)
	const ofListing = "a.company_id = (SELECT l.company_id FROM listing l WHERE l.id = ?)"
	return codes[uint32](q, "SELECT DISTINCT c.seq FROM ("+meant(ofListing)+") m JOIN company c ON c.id = m.company_id WHERE "+w.String(),
		append([]any{listingID, listingID}, w.args...)...)
}

// IsAvoided says whether a seller's list means a buyer. Who asks knows the buyer's name. Nearly all sellers have no list,
// which is kept: a page of negotiations asks for each row.
func (q *Q) IsAvoided(sellerID, buyerID string) (is bool, err error) {
	has, err := Keep(q, hasAvoidedKey{sellerID}, func() (Kept[bool], error) {
		k := Kept[bool]{Of: []Source{OfCompany(sellerID)}, Bytes: 50}
		err := q.scan1([]any{&k.Value}, "SELECT EXISTS (SELECT 1 FROM avoided_company a WHERE a.company_id = ? AND a.removed IS NULL)", sellerID)
		return k, err
	})
	if !has || err != nil {
		return false, err
	}
	return is, q.scan1([]any{&is}, "SELECT EXISTS (SELECT 1 FROM avoided_company a JOIN company_details d ON "+avoids+
		" WHERE a.company_id = ? AND a.removed IS NULL AND d.company_id = ?)", sellerID, buyerID)
}

type hasAvoidedKey struct{ sellerID string }

// AvoidedHope is a negotiation in which a buyer asked for real names, of a seller that has a list of whom to avoid.
type AvoidedHope struct {
	ID             string `db:"id"`
	BuyerCompanyID string `db:"buyer_company_id"`
	IsAvoided      bool   `db:"is_avoided"`
}

// AvoidedHopes are the viewer's as the seller's bank, which knows these buyers' names.
func (q *Q) AvoidedHopes(v Viewer) ([]AvoidedHope, error) {
	var w where
	w.add(v.isSF()+" AND n.status = "+codeNegotiationHope, v.InstitutionID)
	q.visibleNegotiation(v, &w)
	return list[AvoidedHope](q, "SELECT n.id, n.buyer_company_id, max("+avoids+") FROM negotiation n JOIN listing l ON l.id = n.listing_id "+
		"JOIN avoided_company a ON a.company_id = l.company_id AND a.removed IS NULL JOIN company_details d ON d.company_id = "+
		"n.buyer_company_id WHERE "+w.String()+" GROUP BY n.id, n.buyer_company_id", w.args...)
}

// meant is a query of whom those lines of lists mean that hold and are of a kind, which has one argument and is asked for
// twice: each of the two ways to mean somebody has an index of its own.
func meant(of string) string {
	by := func(index, column string) string {
		return "SELECT a.id AS avoided_id, d.company_id, d.company_name, d.name_folded FROM avoided_company a CROSS JOIN company_details d " +
			"INDEXED BY " + index + " ON d." + column + " = a." + column + " AND d." + column + " <> '' WHERE a.removed IS NULL AND " + of
	}
	return by("company_details_folded", "name_folded") + " UNION " + by("company_details_number", "corporate_registration_number")
}

// avoids is true for a line `a` of a list and the details `d` of a company that it means: the same name without its legal form, or
// the same 法人番号.
const avoids = "(a.name_folded <> '' AND a.name_folded = d.name_folded OR a.corporate_registration_number <> '' AND " +
	"a.corporate_registration_number = d.corporate_registration_number)"
