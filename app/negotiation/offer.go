package negotiation

import (
	"cmp"
	"errors"
	"slices"
	"unicode/utf8"

	"tsunagu/app/company"
	"tsunagu/app/deal"
	"tsunagu/app/disclosure"
	"tsunagu/app/mail"
	"tsunagu/app/web"
	"tsunagu/store"
)

// offerEvents are the states that a caller asks for, and what they mean.
var offerEvents = map[deal.OfferSendStatus]deal.OfferEvent{
	deal.OfferWaiting: deal.OfferSend, deal.OfferSent: deal.OfferForward, deal.OfferDeclined: deal.OfferDecline,
	deal.OfferWithdrawn: deal.OfferWithdraw,
}

// SendOffer moves one offer: SF sends or withdraws it, BF forwards or declines it (domain.md 4).
func (a Room) SendOffer(tx *store.Tx, by web.Actor, in *OfferInput) (*MovedNegotiation, error) {
	event, ok := offerEvents[deal.OfferSendStatus(in.OfferSendStatus)]
	if !ok {
		return nil, web.Invalid("offerSendStatus", "オファーの状態を選んでください。")
	}
	var c web.Check
	c.Prose(in, "offerMessage", "オファーのメッセージ", &in.OfferMessage, false)
	if err := c.Err(); err != nil {
		return nil, err
	}
	var d *Dealing
	var err error
	if in.BuyerNegotiationID != "" {
		d, err = byID(&tx.Q, by, in.BuyerNegotiationID, in.Version)
		if err == nil && d.As == deal.ActorBF && d.NoteStatus != 0 && (event == deal.OfferForward || event == deal.OfferDecline) {
			return a.answerNote(tx, by, d, event, deal.OfferSendStatus(in.FromOfferSendStatus))
		}
		isPartner := false
		if err == nil {
			isPartner, err = company.IsAnonymousPartner(&tx.Q, by, &d.Negotiation)
		}
		if err == nil && event == deal.OfferSend && d.As == deal.ActorSF && d.OfferedAt.IsZero() && isPartner {
			err = web.Conflict(deal.NotAllowed, deal.OfferRunning) // it is not a candidate by this id
		}
	} else {
		company := in.CompanyID
		if company == "" {
			company = in.BuyerCompanyID
		}
		if d, err = a.Offered(&tx.Q, by, in.SellerBusinessID, company); err == nil && sfKnows(d) && store.IsStale(in.Version, d.VersionSeen()) {
			err = web.ErrStale
		}
	}
	if err != nil {
		return nil, err
	}
	if event == deal.OfferForward && d.As == deal.ActorBoth && d.Facts.Offer != deal.OfferWaiting {
		event = deal.OfferSend // to its own buyer a bank sends at once
	}
	seen := deal.OfferSendStatus(in.FromOfferSendStatus)
	switch {
	case event == deal.OfferForward && d.isBF():
		err = namesInForwarded(&tx.Q, by, d)
	case event == deal.OfferSend && d.IsSF():
		buyer := cmp.Or(in.CompanyID, in.BuyerCompanyID)
		if in.BuyerNegotiationID != "" { // the row is meant, whatever stands beside it
			if buyer = d.BuyerCompanyID; d.As == deal.ActorSF {
				buyer = company.In(a.Platform).IDsAt(company.PlaceCandidates, d.ListingSeq).Company(d.BuyerCompanyID, d.BuyerSeq,
					disclosure.BuyerSearch)
			}
		}
		if _, err := decideOffer(d, event, &seen, in.OfferMessage); err != nil {
			return nil, err
		}
		held, err := holdsOffer(tx, by, d.SellerCompanyID, d.ListingID, []string{buyer}, in.OfferMessage, &in.HeldOfferInput)
		if err != nil || held != "" {
			return &MovedNegotiation{SellerBusinessID: d.ListingID, HeldTextID: held}, err
		}
	}
	if err != nil {
		return nil, err
	}
	if err := a.MoveOffer(tx, by, d, event, &seen, in.OfferMessage); err != nil {
		return nil, err
	}
	return d.moved(), nil
}

// holdsOffer looks through an offer's message before it is sent: it refuses a name, or keeps the text
// for an approver where that is asked for, and says under which id.
func holdsOffer(tx *store.Tx, by web.Actor, companyID, listingID string, to []string, text string, in *HeldOfferInput) (string, error) {
	if in.HeldTextID != "" {
		again, err := returnedText(tx, by, in.HeldTextID, listingID, "")
		if err != nil {
			return "", err
		}
		if err := tx.DropHeldText(again, false); err != nil {
			return "", err
		}
	}
	n, err := NamesInOffer(&tx.Q, companyID, listingID, text)
	switch {
	case err != nil:
		return "", err
	case len(n.Hits) > 0 && in.IsApprovalAsked:
		return holdOffer(tx, by, listingID, to, text, n)
	case len(n.Hits) > 0:
		return "", n.refusal()
	}
	return "", noteOfferHits(tx, by, companyID, listingID, text)
}

// sfKnows says that SF knows of the row already; else it must not learn of it by a version.
func sfKnows(d *Dealing) bool {
	return d.exists() && (d.As == deal.ActorBoth || deal.SFSees(d.NegotiationStatus(), d.Facts.EndedFrom, d.Facts.Offer))
}

// Offered is the row of a listing in charge and a buyer that every bank may find, or what would
// be it. It may be a row that SF knows nothing of. The buyer is named by its id among the listing's
// candidates, an own one by its own: an id of the search, offered to two listings, would be one buyer in
// both, and a name in the one a name in the other. Where SF sees their negotiation only anonymously, the offer
// stands beside it: SF must not learn by it who negotiates (domain.md 0.4).
func (a Room) Offered(q *store.Q, by web.Actor, listingID, companyID string) (*Dealing, error) {
	l, err := q.Listing(by.Viewer, listingID)
	if err != nil {
		return nil, err
	}
	if err := q.MustManage(by.Viewer, l); err != nil {
		return nil, err
	}
	k, err := company.In(a.Platform).KnownCompany(q, by, store.Buyer, companyID)
	if err != nil {
		return nil, err
	}
	isOwn := k.View == disclosure.BuyerInCharge
	if !isOwn && (k.IDs.Kind != company.PlaceCandidates || k.IDs.Number != l.Seq) {
		return nil, store.ErrNotFound
	}
	n, err := q.NegotiationOf(listingID, k.ID)
	isNote := err == nil && n.OfferedAt.IsZero()
	if isNote {
		if isNote, err = company.IsAnonymousPartner(q, by, n); err != nil {
			return nil, err
		}
	}
	if isNote {
		n, err = q.NoteOf(listingID, k.ID)
	}
	var row *store.NegotiationRow
	switch {
	case err == nil:
		row, err = q.NegotiationRowOf(n.ID)
	case errors.Is(err, store.ErrNotFound):
		if row, err = q.UnbegunNegotiation(listingID, k.ID); err == nil {
			row.IsNote = isNote
		}
	}
	if err != nil {
		return nil, err
	}
	return DealingOf(q, by, row)
}

// decideOffer says what an offer's move would do, or why it cannot be.
func decideOffer(d *Dealing, event deal.OfferEvent, seen *deal.OfferSendStatus, message string) (deal.OfferEffects, error) {
	e, refusal := deal.DecideOffer(deal.OfferFacts{Exists: d.exists(), Status: d.Facts.Offer, Negotiation: d.NegotiationStatus(),
		IsAvoided: d.Facts.IsAvoided && d.As == deal.ActorBoth, IsShown: d.Facts.ListingStatus == deal.ListingShowing && d.Facts.InPeriod,
		IsStopped: d.IsStopped, InAudience: d.InAudience, BuyerStatus: d.Facts.BuyerStatus, IsTrial: d.IsTrial, AcceptsOffers: d.IsSendOfferMail,
		MessageRunes: utf8.RuneCountInString(message), Owed: d.Facts.Owed[deal.GateOutward],
	}, event, seen, d.As)
	if refusal != nil {
		return e, refusal
	}
	return e, nil
}

// MoveOffer decides an offer's move and stores what it does.
func (a Room) MoveOffer(tx *store.Tx, by web.Actor, d *Dealing, event deal.OfferEvent, seen *deal.OfferSendStatus, message string) error {
	e, err := decideOffer(d, event, seen, message)
	if err != nil {
		return err
	}
	side := SideSF
	switch event {
	case deal.OfferSend:
		d.OfferMessage, d.OfferedBy, d.OfferedAt = message, by.ID(), tx.Now()
		if e.CreateRow {
			d.StatusAt = tx.Now()
		}
	case deal.OfferForward, deal.OfferDecline:
		side = SideBF
	case deal.OfferOpen:
		side = SideBuyer
	}
	d.OfferSendStatus = int(e.Status)
	if err := d.Save(tx, by, "offer_"+string(event)); err != nil {
		return err
	}
	if err := d.Note(tx, by, side, "offer_"+string(event), d.Status, 0, ""); err != nil {
		return err
	}
	d.Facts.Offer = e.Status
	if d.IsNote {
		return a.noteOffer(tx, by, d, event, e)
	}
	if e.MailBF {
		if err := a.Tell(tx, d, SideBF, mail.OfferToConfirm, mail.Data{}); err != nil {
			return err
		}
	}
	if e.MailBUY {
		return a.Tell(tx, d, SideBuyer, mail.OfferReceived, mail.Data{})
	}
	return nil
}

// openOffer notes that the buyer has read its offer.
func (a Room) openOffer(tx *store.Tx, by web.Actor, d *Dealing) error {
	return a.MoveOffer(tx, by, d, deal.OfferOpen, nil, "")
}

// sendOffers offers a listing to many buyers with one message. One id that the caller may not
// know of refuses the whole call; a buyer that cannot be offered to is skipped and counted.
func (a Room) sendOffers(tx *store.Tx, by web.Actor, in *longListOfferInput) (*longListOfferResult, error) {
	var c web.Check
	c.Prose(in, "offerMessage", "オファーのメッセージ", &in.OfferMessage, true)
	ids := slices.Compact(slices.Sorted(slices.Values(in.CompanyIDs)))
	c.Ok(len(ids) > 0, "companyIds", "オファーを送る買手を選んでください。")
	c.Ok(len(ids) <= web.MaxLongList, "companyIds", "一度に送れるのは1,000社までです。")
	if err := c.Err(); err != nil {
		return nil, err
	}
	ds := make([]*Dealing, 0, len(ids))
	for _, id := range ids {
		d, err := a.Offered(&tx.Q, by, in.SellerBusinessID, id)
		if err != nil {
			return nil, err
		}
		ds = append(ds, d)
	}
	out := &longListOfferResult{AllCount: len(ids), SkippedList: []longListSkipped{}}
	var err error
	if out.HeldTextID, err = holdsOffer(tx, by, ds[0].SellerCompanyID, in.SellerBusinessID, ids, in.OfferMessage,
		&in.HeldOfferInput); err != nil || out.HeldTextID != "" {
		return out, err
	}
	for i, d := range ds {
		err := a.MoveOffer(tx, by, d, deal.OfferSend, nil, in.OfferMessage)
		var refusal *deal.Refusal
		switch {
		case err == nil:
			out.SentCount++
		case errors.As(err, &refusal) && refusal.Code == deal.NotAllowed:
			out.SkippedCount++
			out.SkippedList = append(out.SkippedList, longListSkipped{ids[i], refusal.Detail})
		default:
			return nil, err
		}
	}
	return out, tx.AddAudit(by.Line("offer.long_list", "listing", in.SellerBusinessID, "ok", ""))
}
