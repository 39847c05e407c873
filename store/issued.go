package store

import "time"

// IssuedPaper is a paper that the product made (発行書面, papers.md 1): what was handed out once is handed out again byte for byte. It is
// never changed. A [Paper] is another thing: a signed paper that waits for a second user.
type IssuedPaper struct {
	ID             string    `db:"id"`
	Number         string    `db:"number"`     // random, printed on the paper
	Kind           int       `db:"kind"`       // issued.Kind
	Form           int       `db:"form"`       // version of its form
	Level          int       `db:"level"`      // disclosure.Level of what it carries of the listing; 0 for nothing
	BuyerView      int       `db:"buyer_view"` // disclosure.BuyerView of what it carries of the buyer; 0 for nothing
	Of             InCharge  `db:"record_kind"`
	NegotiationID  string    `db:"negotiation_id"`
	ListingID      string    `db:"listing_id"`
	CompanyID      string    `db:"company_id"` // of a listing or a negotiation the seller's
	BuyerCompanyID string    `db:"buyer_company_id"`
	InstitutionID  string    `db:"institution_id"` // whose it is, or in charge of the buyer whose it is
	ClientID       string    `db:"client_id"`      // whose it is: an institution or a buyer company
	Recipient      string    `db:"recipient"`      // for whom, in words without a name
	Source         string    `db:"source"`         // hash of what it was made from; "" where each is made anew
	FileID         string    `db:"file_id"`
	SHA256         string    `db:"sha256"`
	Creator        string    `db:"creator"` // "" for the owner's link
	Created        time.Time `db:"created"`
}

// client is whose papers a viewer reads: a buyer's user those of its company, a bank's user those of the bank.
func (v Viewer) client() string {
	if v.IsBuyer() {
		return v.BuyerID
	}
	return v.InstitutionID
}

// issuedTo is the condition of rows of `i` that the viewer's own side made about a record.
func issuedTo(v Viewer, of InCharge, id string) *where {
	w := &where{}
	column := map[InCharge]string{InChargeOfCompany: "i.company_id", InChargeOfListing: "i.listing_id", InChargeOfBF: "i.negotiation_id",
		InChargeOfSF: "i.negotiation_id"}[of]
	w.add("i.record_kind = ? AND "+column+" = ? AND "+column+" <> ''", of, id)
	w.add("i.client_id = ?", v.client())
	return w
}

// IssuedPapers are the viewer's own side's of a record, the newest first. The caller has read the record first, and leaves out those that
// carry more than the viewer may read now.
func (q *Q) IssuedPapers(v Viewer, of InCharge, id string) ([]IssuedPaper, error) {
	w := issuedTo(v, of, id)
	return list[IssuedPaper](q, "SELECT "+names[IssuedPaper]("i")+" FROM issued_paper i WHERE "+w.String()+" ORDER BY i.seq DESC", w.args...)
}

// IssuedOfCompany are the viewer's own side's of a company: about it, its listings, the negotiations in which it is on that side, and
// what it made of others' listings; the newest first. As with IssuedPapers.
func (q *Q) IssuedOfCompany(v Viewer, companyID string) ([]IssuedPaper, error) {
	return list[IssuedPaper](q, "SELECT "+names[IssuedPaper]("i")+" FROM issued_paper i WHERE i.client_id = ? AND (i.company_id = ? AND "+
		"i.record_kind <> ? OR i.buyer_company_id = ? AND i.record_kind IN (?, ?)) ORDER BY i.seq DESC", v.client(), companyID, InChargeOfBF,
		companyID, InChargeOfListing, InChargeOfBF)
}

// IssuedPaper by id, of the viewer's own side; ErrNotFound. Whether he may read it is asked of its record.
func (q *Q) IssuedPaper(v Viewer, id string) (*IssuedPaper, error) {
	return get[IssuedPaper](q, "SELECT "+names[IssuedPaper]("i")+" FROM issued_paper i WHERE i.id = ? AND i.client_id = ?", id, v.client())
}

// LastIssued is the newest paper of the same kind, record, owner and form as p; ErrNotFound.
func (q *Q) LastIssued(p *IssuedPaper) (*IssuedPaper, error) {
	return get[IssuedPaper](q, "SELECT "+names[IssuedPaper]("i")+" FROM issued_paper i WHERE i.kind = ? AND i.record_kind = ? AND "+
		"i.negotiation_id = ? AND i.listing_id = ? AND i.company_id = ? AND i.buyer_company_id = ? AND i.client_id = ? ORDER BY i.seq DESC "+
		"LIMIT 1",
		p.Kind, p.Of, p.NegotiationID, p.ListingID, p.CompanyID, p.BuyerCompanyID, p.ClientID)
}

// CreateIssued writes a paper; its file has a row already. ErrDuplicate where the number is taken.
func (t *Tx) CreateIssued(p *IssuedPaper, by string) error {
	p.ID, p.Creator, p.Created = NewID(), by, t.now
	return insert(t, "issued_paper", p)
}

// AgreedLink is the newest link of a matter by which somebody agreed, at the given moment at the latest; ErrNotFound.
func (q *Q) AgreedLink(kind, subjectID string, by time.Time) (*LinkKey, error) {
	return get[LinkKey](q, "SELECT "+names[LinkKey]("k")+" FROM link_key k WHERE k.kind = ? AND k.subject_id = ? AND k.decision = "+
		"'agreed' AND k.used <= ? ORDER BY k.used DESC LIMIT 1", kind, subjectID, ms(by))
}

// ConfirmedPaper is the newest signed paper of a matter that a second user confirmed, at the given moment at the latest; ErrNotFound.
func (q *Q) ConfirmedPaper(kind, subjectID string, by time.Time) (*Paper, error) {
	return get[Paper](q, "SELECT "+names[Paper]("p")+" FROM paper p WHERE p.kind = ? AND p.subject_id = ? AND p.confirmed <= ? "+
		"ORDER BY p.confirmed DESC LIMIT 1", kind, subjectID, ms(by))
}
