package store

import "slices"

// AuditInspection is the subject of audit lines about files for inspectors; the office reads no such line (notDuties).
const AuditInspection = "inspection"

// InspectedAudit are the lines of an institution's own users about a listing or a negotiation with its documents or messages, about the
// files that were made of it, about some papers and their signed copies; oldest first, at most so many. user "" is all of them.
func (q *Q) InspectedAudit(institution, kind, id string, papers []string, user string, most int) ([]AuditLine, error) {
	w := &where{}
	of, table := "message", "SELECT m.id FROM message m WHERE m.negotiation_id = ?"
	if kind == "listing" { // who read it stands in the ledger, without a name: a colleague may be of a buyer's team
		w.add("a.event NOT IN ('listing_view', 'document.view', 'document.pages', 'document.download')")
		of, table = "document", "SELECT d.id FROM document d WHERE d.listing_id = ?"
	}
	w.add("a.subject_kind IN (?, ?) AND a.subject_id = ? OR a.subject_kind = ? AND a.subject_id IN ("+table+") OR "+
		"a.subject_kind = 'issued_paper' AND a.subject_id IN ("+marks(len(papers))+") OR a.subject_kind = 'signed_copy' AND a.subject_id IN "+
		"(SELECT s.id FROM signed_copy s WHERE s.paper_id IN ("+marks(len(papers))+"))",
		slices.Concat([]any{kind, AuditInspection, id, of, id}, anyOf(papers), anyOf(papers))...)
	w.add("a.institution_id IN "+continuedBy, institution, institution)
	w.add("a.client_id IN "+continuedBy, institution, institution)
	if user != "" {
		w.add("a.user_id = ?", user)
	}
	return list[AuditLine](q, "SELECT "+names[AuditLine]("a")+" FROM audit a WHERE "+w.String()+" ORDER BY a.seq LIMIT ?",
		append(w.args, most)...)
}

// OwnReadings are the lines of a negotiation in the ledger that say that the institution's own users read, oldest first.
func (q *Q) OwnReadings(institution, listingID, negotiationID string) ([]LedgerLine, error) {
	return list[LedgerLine](q, "SELECT "+names[LedgerLine]("l")+" FROM ledger l WHERE l.listing_id = ? AND l.negotiation_id = ? AND "+
		"l.buyer_company_id <> '' AND l.kind IN ('view', 'download', 'issue') AND l.institution_id IN "+continuedBy+" AND l.client_id IN "+
		continuedBy+" ORDER BY l.seq", listingID, negotiationID, institution, institution, institution, institution)
}

// CasesNumbered are the ids of the listings and negotiations whose ids end so; prefix "" asks for both. Whether the viewer may know of one
// is asked of it.
func (q *Q) CasesNumbered(prefix, end string) (listings, negotiations []string, err error) {
	if prefix == "L" || prefix == "" {
		if listings, err = codes[string](q, "SELECT l.id FROM listing l INDEXED BY listing_number WHERE substr(l.id, -8) = ?", end); err != nil {
			return nil, nil, err
		}
	}
	if prefix == "N" || prefix == "" {
		negotiations, err = codes[string](q, "SELECT n.id FROM negotiation n INDEXED BY negotiation_number WHERE substr(n.id, -8) = ?", end)
	}
	return listings, negotiations, err
}

// CompaniesByNumber are the viewer's own companies with a 法人番号.
func (q *Q) CompaniesByNumber(v Viewer, number string) ([]string, error) {
	return codes[string](q, "SELECT c.id FROM company_details d INDEXED BY company_details_number JOIN company c ON c.id = d.company_id "+
		"WHERE d.corporate_registration_number = ? AND d.corporate_registration_number <> '' AND "+v.ownCompany()+" ORDER BY c.seq",
		number, v.InstitutionID)
}

// AskedNames are the requests for a real-name negotiation by which a buyer's name was opened to the sellers' banks, the newest first.
func (q *Q) AskedNames(buyerID, event string) ([]NegotiationHistory, error) {
	return list[NegotiationHistory](q, "SELECT "+names[NegotiationHistory]("h")+" FROM negotiation n JOIN negotiation_history h ON "+
		"h.negotiation_id = n.id AND h.event = ? WHERE n.buyer_company_id = ? ORDER BY h.seq DESC", event, buyerID)
}

// OwnDeeds are the lines of an institution's own users about a company and its listings, the newest first. Who only read a listing
// stands in the ledger.
func (q *Q) OwnDeeds(institution, companyID string) ([]AuditLine, error) {
	return list[AuditLine](q, "SELECT "+names[AuditLine]("a")+" FROM audit a WHERE (a.subject_kind = 'company' AND a.subject_id = ?1 OR "+
		"a.subject_kind = 'listing' AND a.subject_id IN (SELECT l.id FROM listing l WHERE l.company_id = ?1) AND a.event <> 'listing_view') "+
		"AND a.result = 'ok' AND a.institution_id = ?2 AND a.client_id = ?2 ORDER BY a.seq DESC", companyID, institution)
}
