package store

import "time"

// HeldText is a message or an offer that contains a name its reader may not know yet (domain.md
// 0.7). It has not been sent, and only its writer's institution can see it. Codes are those of
// app/deal.
type HeldText struct {
	ID             string    `db:"id"`
	State          int       `db:"state"`
	InstitutionID  string    `db:"institution_id"` // whose user wrote it
	ListingID      string    `db:"listing_id"`
	NegotiationID  string    `db:"negotiation_id"` // "" for an offer
	MessageType    int       `db:"message_type"`   // 0 is an offer
	OriginatorType int       `db:"originator_type"`
	CompanyIDs     []string  `db:"company_ids"` // the companies that it is offered to, by the ids that its writer used
	Body           string    `db:"body"`
	FileID         *string   `db:"file_id"`
	UserID         string    `db:"user_id"` // who wrote it
	Held           time.Time `db:"held"`
	DecidedBy      string    `db:"decided_by"`
	Decided        time.Time `db:"decided"`
	Reason         string    `db:"reason"`
	Version        int       `db:"version"`
}

// IsOffer says whether the text is an offer and not a message.
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

// DecideHeldText writes the decision on a text as the caller saw it; ErrStale. A text that was sent
// is kept without its words, which are stored where it was sent.
func (t *Tx) DecideHeldText(h *HeldText) error {
	seen := h.Version
	h.Version++
	h.Decided = t.now
	return update(t, "held_text", h, "id = ? AND version = ?", h.ID, seen)
}

// DropHeldText deletes a text that was not sent; ErrStale. Its file is deleted too, unless
// keepsFile: then what is sent instead uses it.
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

// DropHeldTexts deletes an institution's texts that wait or were sent back, in a negotiation or for
// offers of a listing, because it is no longer in charge.
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

// ForgetHeldTexts deletes the records of offers that were released before the moment.
func (t *Tx) ForgetHeldTexts(before time.Time, limit int) (int64, error) {
	return t.exec("DELETE FROM held_text WHERE seq IN (SELECT seq FROM held_text WHERE state = "+codeHeldSent+" AND decided < ? LIMIT ?)",
		ms(before), limit)
}

// KnowsSeller says whether the viewer's institution, or his team of it, knows the seller of a listing by name now, as the bank of
// a buyer to whom the name is open.
func (q *Q) KnowsSeller(v Viewer, listingID string) (knows bool, err error) {
	err = q.scan1([]any{&knows}, "SELECT EXISTS (SELECT 1 FROM negotiation n WHERE n.listing_id = ? AND "+v.isBF()+" AND n.status "+
		listOfNamesOpen+")", listingID, v.InstitutionID)
	return knows, err
}

// IsReleased says whether an approver has released a name in a negotiation: the ledger has a line
// for it.
func (q *Q) IsReleased(listingID, negotiationID, kind string) (released bool, err error) {
	err = q.scan1([]any{&released}, "SELECT EXISTS (SELECT 1 FROM ledger l WHERE l.listing_id = ? AND l.negotiation_id = ? "+
		"AND l.kind = ?)", listingID, negotiationID, kind)
	return released, err
}

// Approaches are the negotiations of a listing that its bank knows of, in the order in which it
// learned of them: by its own offer, or when they began.
func (q *Q) Approaches(listingID string) ([]string, error) {
	return codes[string](q,
		`SELECT n.id FROM negotiation n JOIN negotiation_history h ON h.negotiation_id = n.id AND h.event IN ('offer_send', 'start')
		WHERE n.listing_id = ? GROUP BY n.id ORDER BY min(h.seq)`, listingID)
}
