package store

// AuditInspection is the subject of audit lines about files for inspectors; the office reads no such line (notDuties).
const AuditInspection = "inspection"

// InspectedAudit are the lines of an institution's own users about a listing or a negotiation with its documents or messages, about the
// files that were made of it, and about some papers; oldest first, at most so many. user "" is all of them.
func (q *Q) InspectedAudit(institution, kind, id string, papers []string, user string, most int) ([]AuditLine, error) {
	w := &where{}
	of, table := "message", "SELECT m.id FROM message m WHERE m.negotiation_id = ?"
	if kind == "listing" { // who read it stands in the ledger, without a name: a colleague may be of a buyer's team
		w.add("a.event NOT IN ('listing_view', 'document.view', 'document.pages', 'document.download')")
		of, table = "document", "SELECT d.id FROM document d WHERE d.listing_id = ?"
	}
	w.add("a.subject_kind IN (?, ?) AND a.subject_id = ? OR a.subject_kind = ? AND a.subject_id IN ("+table+") OR "+
		"a.subject_kind = 'issued_paper' AND a.subject_id IN ("+marks(len(papers))+")",
		append([]any{kind, AuditInspection, id, of, id}, anyOf(papers)...)...)
	w.add("a.institution_id IN "+continuedBy, institution, institution)
	w.add("a.client_id IN "+continuedBy, institution, institution)
	if user != "" {
		w.add("a.user_id = ?", user)
	}
	return list[AuditLine](q, "SELECT "+names[AuditLine]("a")+" FROM audit a WHERE "+w.String()+" ORDER BY a.seq LIMIT ?", append(w.args, most)...)
}

// OwnReadings are the lines of a negotiation in the ledger that say that the institution's own users read, oldest first.
func (q *Q) OwnReadings(institution, listingID, negotiationID string) ([]LedgerLine, error) {
	return list[LedgerLine](q, "SELECT "+names[LedgerLine]("l")+" FROM ledger l WHERE l.listing_id = ? AND l.negotiation_id = ? AND "+
		"l.buyer_company_id <> '' AND l.kind IN ('view', 'download', 'issue') AND l.institution_id IN "+continuedBy+" AND l.client_id IN "+
		continuedBy+" ORDER BY l.seq", listingID, negotiationID, institution, institution, institution, institution)
}
