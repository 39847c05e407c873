package app

import (
	"errors"

	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/store"
)

// An offer to a buyer whose running negotiation SF sees only anonymously is a row of its own to SF, and a
// line in the negotiation to BF (domain.md 0.4).

// noteOffer tells BF of such an offer in the negotiation that it stands beside.
func (a *App) noteOffer(tx *store.Tx, by actor, note *dealing, event deal.OfferEvent, e deal.OfferEffects) error {
	n, err := tx.NegotiationOf(note.ListingID, note.BuyerCompanyID)
	if err != nil {
		return err
	}
	row, err := tx.NegotiationRowOf(n.ID)
	if err != nil {
		return err
	}
	d, err := a.dealingOf(&tx.Q, actor{role: by.role, session: by.session, ip: by.ip}, row)
	if err != nil {
		return err
	}
	line := deal.Line{BF: true, Text: "売手側金融機関から、この買手へのオファーが届きました。売手側金融機関には、この交渉の買手への連絡であることは分かりません。\n\n" + note.OfferMessage}
	if event == deal.OfferWithdraw {
		line.Text = "売手側金融機関が、この買手へのオファーを取り下げました。"
	}
	if err := tx.UpdateNegotiation(&d.Negotiation, "", store.SideBF); err != nil {
		return err
	}
	if err := d.say(tx, line); err != nil {
		return err
	}
	if e.MailBF {
		return a.tell(tx, d, sideBF, mail.OfferToConfirm, mail.Data{})
	}
	return nil
}

// joinedNote is the offer that has stood beside a negotiation, whose name opens now, with what it says
// taken over; nil where there is none.
func (a *App) joinedNote(tx *store.Tx, n *store.Negotiation) (*store.Negotiation, error) {
	note, err := tx.NoteOf(n.ListingID, n.BuyerCompanyID)
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	n.OfferSendStatus, n.OfferMessage, n.OfferedBy, n.OfferedAt = note.OfferSendStatus, note.OfferMessage, note.OfferedBy, note.OfferedAt
	if n.NextActionSF == "" && n.PersonSF == "" {
		n.NextActionSF, n.PersonSF = note.NextActionSF, note.PersonSF
	}
	return note, nil
}

// foldNote ends an offer that stands beside a negotiation in it, as its bank knows now that they are one.
func (a *App) foldNote(tx *store.Tx, by actor, note *store.Negotiation) error {
	n, err := tx.NegotiationOf(note.ListingID, note.BuyerCompanyID)
	if err != nil {
		return err
	}
	if _, err := a.joinedNote(tx, n); err != nil {
		return err
	}
	if err := tx.UpdateNegotiation(n, by.id(), store.SideBF+store.SideSF); err != nil {
		return err
	}
	return tx.JoinNote(note, n)
}
