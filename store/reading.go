package store

import "time"

// Reading is one look of a session at content of L3 or L4 of a listing: its lines in the disclosure ledger and in the
// audit log, which names the session (domain.md 3.5; trust.md Audit).
type Reading struct {
	Ledger LedgerLine
	Audit  AuditLine
}

// AddReading writes the lines of a reading, unless both stand already: of the same session, reader, content, level, basis
// and address, no older than the window, and younger than the publication of what others read of the listing. A page
// that fetches again what it shows adds no line then; a line says that its session read the content within the window
// from that moment on. Content that is published at the moment of a line counts as changed after it, and lines of a clock
// that was ahead do not count.
func (t *Tx) AddReading(r *Reading, window time.Duration) error {
	is, err := t.isRecorded(r, window)
	if err != nil || is {
		return err
	}
	if err := t.AddLedger(r.Ledger); err != nil {
		return err
	}
	return t.AddAudit(r.Audit)
}

func (q *Q) isRecorded(r *Reading, window time.Duration) (is bool, err error) {
	l, a := &r.Ledger, &r.Audit
	if a.SessionID == "" {
		return false, nil
	}
	err = q.scan1([]any{&is}, `WITH since(at) AS (SELECT max(?, coalesce((SELECT published_at FROM listing WHERE id = ?), 0)))
		SELECT EXISTS (SELECT 1 FROM audit a, since s WHERE a.session_id = ? AND a.at > s.at AND a.at <= ? AND a.event = ? AND
		a.user_id = ? AND a.subject_kind = ? AND a.subject_id = ? AND a.result = ? AND a.detail = ? AND a.ip = ?)
		AND EXISTS (SELECT 1 FROM ledger l, since s WHERE l.listing_id = ? AND l.at > s.at AND l.at <= ? AND l.kind = ? AND l.company_id = ?
		AND l.buyer_company_id = ? AND l.negotiation_id = ? AND l.level = ? AND l.user_id = ? AND l.client_id = ? AND l.institution_id = ?
		AND l.basis = ? AND l.subject = ? AND l.ip = ?)`,
		ms(q.now.Add(-window)), l.ListingID,
		a.SessionID, ms(q.now), a.Event, a.UserID, a.SubjectKind, a.SubjectID, a.Result, a.Detail, a.IP,
		l.ListingID, ms(q.now), l.Kind, l.CompanyID, l.BuyerCompanyID, l.NegotiationID, l.Level, l.UserID, l.ClientID, l.InstitutionID,
		l.Basis, l.Subject, l.IP)
	return is, err
}

// LedgerNumbered are the lines of the listings ("L") or negotiations ("N") whose ids end so, oldest first.
func (q *Q) LedgerNumbered(prefix, end string) ([]LedgerLine, error) {
	of := "l.listing_id IN (SELECT x.id FROM listing x INDEXED BY listing_number WHERE substr(x.id, -8) = ?1)"
	if prefix == "N" {
		of = "l.listing_id IN (SELECT n.listing_id FROM negotiation n INDEXED BY negotiation_number WHERE substr(n.id, -8) = ?1) AND " +
			"substr(l.negotiation_id, -8) = ?1"
	}
	return list[LedgerLine](q, "SELECT "+names[LedgerLine]("l")+" FROM ledger l WHERE "+of+" ORDER BY l.seq", end)
}
