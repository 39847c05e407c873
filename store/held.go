package store

import "time"

// HeldText is a message or an offer with a name that its reader may not know yet (domain.md 0.7): it
// has not been sent, and is its own institution's alone. Codes are those of app/deal.
type HeldText struct {
	ID             string    `db:"id"`
	State          int       `db:"state"`
	InstitutionID  string    `db:"institution_id"` // whose user wrote it
	ListingID      string    `db:"listing_id"`
	NegotiationID  string    `db:"negotiation_id"` // "" of an offer
	MessageType    int       `db:"message_type"`   // 0 is an offer
	OriginatorType int       `db:"originator_type"`
	CompanyIDs     []string  `db:"company_ids"` // to whom it offers, as its writer named them
	Body           string    `db:"body"`
	FileID         *string   `db:"file_id"`
	UserID         string    `db:"user_id"` // who wrote it
	Held           time.Time `db:"held"`
	DecidedBy      string    `db:"decided_by"`
	Decided        time.Time `db:"decided"`
	Reason         string    `db:"reason"`
	Version        int       `db:"version"`
}

// IsOffer says that it is no message.
func (h *HeldText) IsOffer() bool { return h.MessageType == 0 }

// HoldText keeps a text that waits.
func (t *Tx) HoldText(h *HeldText) error {
	h.ID, h.Held, h.Version = NewID(), t.now, 1
	return insert(t, "held_text", h)
}

// HeldText by id, of the viewer's own institution; ErrNotFound.
func (q *Q) HeldText(v Viewer, id string) (*HeldText, error) {
	var w where
	w.add("h.id = ?", id)
	q.visibleHeldText(v, &w)
	return get[HeldText](q, "SELECT "+names[HeldText]("h")+" FROM held_text h WHERE "+w.String(), w.args...)
}

// HeldTexts are those of the viewer's institution that wait or were sent back, the oldest first, of a
// listing or of a negotiation ("" = all).
func (q *Q) HeldTexts(v Viewer, listingID, negotiationID string) ([]HeldText, error) {
	var w where
	q.visibleHeldText(v, &w)
	w.add("h.state IN (" + codeHeldWaiting + ", " + codeHeldReturned + ")")
	if listingID != "" {
		w.add("h.listing_id = ?", listingID)
	}
	if negotiationID != "" {
		w.add("h.negotiation_id = ?", negotiationID)
	}
	return list[HeldText](q, "SELECT "+names[HeldText]("h")+" FROM held_text h WHERE "+w.String()+" ORDER BY h.seq", w.args...)
}

// DecideHeldText writes what became of a text, as it was read; ErrStale. One that was sent is kept
// without its words, which stand where it went.
func (t *Tx) DecideHeldText(h *HeldText) error {
	seen := h.Version
	h.Version++
	h.Decided = t.now
	return update(t, "held_text", h, "id = ? AND version = ?", h.ID, seen)
}

// DropHeldText takes back a text that was not sent; ErrStale. Its file goes with it, unless it stays
// with what is sent instead.
func (t *Tx) DropHeldText(h *HeldText, keepsFile bool) error {
	if err := t.execOne("DELETE FROM held_text WHERE id = ? AND version = ? AND state IN ("+codeHeldWaiting+", "+codeHeldReturned+")", h.ID,
		h.Version); err != nil {
		return err
	}
	if h.FileID == nil || keepsFile {
		return nil
	}
	_, err := t.exec("DELETE FROM file WHERE id = ?", *h.FileID)
	return err
}

// ReturnHeldTexts sends back all that waits in a negotiation.
func (t *Tx) ReturnHeldTexts(negotiationID, reason string) error {
	_, err := t.exec("UPDATE held_text SET state = "+codeHeldReturned+", reason = ?, decided = ?, version = version + 1 WHERE negotiation_id = ? "+
		"AND state = "+codeHeldWaiting, reason, ms(t.now), negotiationID)
	return err
}

// DropHeldTexts takes away what waits or was sent back in a negotiation, or of the offers of a
// listing, and is the institution's: it is in charge no more.
func (t *Tx) DropHeldTexts(institutionID, listingID, negotiationID string) error {
	found, err := list[HeldText](&t.Q,
		"SELECT "+names[HeldText]("h")+" FROM held_text h WHERE h.institution_id = ? AND h.state IN ("+codeHeldWaiting+", "+
			"1) AND h.listing_id = ? AND h.negotiation_id = ?",
		institutionID, listingID, negotiationID)
	if err != nil {
		return err
	}
	for i := range found {
		if err := t.DropHeldText(&found[i], false); err != nil {
			return err
		}
	}
	return nil
}

// ForgetHeldTexts takes away the traces of offers that were let pass before the moment.
func (t *Tx) ForgetHeldTexts(before time.Time, limit int) (int64, error) {
	return t.exec("DELETE FROM held_text WHERE seq IN (SELECT seq FROM held_text WHERE state = "+codeHeldSent+" AND decided < ? LIMIT ?)",
		ms(before), limit)
}

// KnowsSeller says that an institution knows the seller of a listing by name now, as the bank of a
// buyer to whom it is open.
func (q *Q) KnowsSeller(institutionID, listingID string) (knows bool, err error) {
	err = q.scan1([]any{&knows}, "SELECT EXISTS (SELECT 1 FROM negotiation n WHERE n.listing_id = ? AND n.bf_id = ? AND n.status "+
		listOfNamesOpen+")", listingID, institutionID)
	return knows, err
}

// IsReleased says that a name was let pass in a negotiation: the ledger has the line.
func (q *Q) IsReleased(listingID, negotiationID, kind string) (released bool, err error) {
	err = q.scan1([]any{&released}, "SELECT EXISTS (SELECT 1 FROM ledger l WHERE l.listing_id = ? AND l.negotiation_id = ? "+
		"AND l.kind = ?)", listingID, negotiationID, kind)
	return released, err
}

// Approaches are the negotiations of a listing that its bank knows of, in the order in which it
// learned of them: by its own offer, or by the beginning.
func (q *Q) Approaches(listingID string) ([]string, error) {
	return codes[string](q,
		`SELECT n.id FROM negotiation n JOIN negotiation_history h ON h.negotiation_id = n.id AND h.event IN ('offer_send', 'start')
		WHERE n.listing_id = ? GROUP BY n.id ORDER BY min(h.seq)`, listingID)
}
