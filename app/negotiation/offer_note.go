package negotiation

import (
	"errors"

	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/web"
	"tsunagu/store"
)

// An offer to a buyer whose running negotiation SF sees only anonymously is a row of its own to SF, and
// stands in the negotiation for BF, which passes it on or declines it like any offer (domain.md 0.4). What
// SF sees of it goes the same way as what it sees of an offer to anybody.

// noteWaits says that such an offer waits for BF beside the row.
func (d *Dealing) noteWaits() bool {
	return d.As == deal.ActorBF && d.NoteStatus == int(deal.OfferWaiting)
}

func furtherOfferOf(note *store.Negotiation) *furtherOffer {
	status := deal.OfferSendStatus(note.OfferSendStatus)
	o := &furtherOffer{OfferSendStatus: int(status), OfferSendStatusLabel: status.Label(), OfferedAt: web.ServerTime(note.OfferedAt)}
	if status != deal.OfferWithdrawn {
		o.OfferMessage = note.OfferMessage
	}
	return o
}

// noteBeside is the offer that stands beside a row, as a side of that row deals with it.
func noteBeside(q *store.Q, by web.Actor, d *Dealing) (*Dealing, error) {
	note, err := q.NoteOf(d.ListingID, d.BuyerCompanyID)
	if err != nil {
		return nil, err
	}
	row, err := q.NegotiationRowOf(note.ID)
	if err != nil {
		return nil, err
	}
	out, err := DealingOf(q, web.Actor{Role: by.Role, Session: by.Session, IP: by.IP}, row)
	if err == nil {
		out.As = d.As
	}
	return out, err
}

// answerNote is BF's forwarding or declining of the offer beside a row that it knows.
func (a Room) answerNote(tx *store.Tx, by web.Actor, d *Dealing, event deal.OfferEvent, seen deal.OfferSendStatus) (*MovedNegotiation,
	error) {
	note, err := noteBeside(&tx.Q, by, d)
	if err != nil {
		return nil, err
	}
	if event == deal.OfferForward {
		if err := namesInForwarded(&tx.Q, by, note); err != nil {
			return nil, err
		}
	}
	if err := a.MoveOffer(tx, by, note, event, &seen, ""); err != nil {
		return nil, err
	}
	row, err := tx.NegotiationRow(by.Viewer, d.ID)
	if err != nil {
		return nil, err
	}
	if d, err = DealingOf(&tx.Q, by, row); err != nil {
		return nil, err
	}
	return d.moved(), nil
}

// openNote notes that the buyer reads the offer that its bank passed on.
func (a Room) openNote(tx *store.Tx, by web.Actor, d *Dealing) error {
	note, err := noteBeside(&tx.Q, by, d)
	if err != nil {
		return err
	}
	return a.MoveOffer(tx, by, note, deal.OfferOpen, nil, "")
}

// noteOffer tells the negotiation that an offer stands beside of the offer's move: BF reads it, and the
// buyer what BF passes on.
func (a Room) noteOffer(tx *store.Tx, by web.Actor, note *Dealing, event deal.OfferEvent, e deal.OfferEffects) error {
	n, err := tx.NegotiationOf(note.ListingID, note.BuyerCompanyID)
	if err != nil {
		return err
	}
	row, err := tx.NegotiationRowOf(n.ID)
	if err != nil {
		return err
	}
	d, err := DealingOf(&tx.Q, web.Actor{Role: by.Role, Session: by.Session, IP: by.IP}, row)
	if err != nil {
		return err
	}
	sides := store.SideBF
	var lines []deal.Line
	switch event {
	case deal.OfferSend:
		lines = []deal.Line{{BF: true, Text: "売手側金融機関から、この買手へのオファーが届きました。売手側金融機関には、この交渉の買手への連絡であることは分かりません。買手へ送るか、見送るかを選べます。\n\n" +
			note.OfferMessage}}
	case deal.OfferWithdraw:
		lines = []deal.Line{{BF: true, Text: "売手側金融機関が、この買手へのオファーを取り下げました。"}}
	case deal.OfferForward:
		sides += store.SideBuyer
		lines = []deal.Line{{BF: true, Text: "オファーを買手へ送りました。"}, {BUY: true, Text: "売手側金融機関から、この案件へのオファーが届きました。\n\n" + note.OfferMessage}}
	case deal.OfferDecline:
		lines = []deal.Line{{BF: true, Text: "オファーを見送りました。"}}
	}
	if err := tx.UpdateNegotiation(&d.Negotiation, "", sides); err != nil {
		return err
	}
	if err := d.Say(tx, lines...); err != nil {
		return err
	}
	switch {
	case e.MailBF:
		return a.Tell(tx, d, SideBF, mail.OfferToConfirm, mail.Data{})
	case e.MailBUY:
		return a.Tell(tx, d, SideBuyer, mail.OfferReceived, mail.Data{})
	}
	return nil
}

// joinedNote is the offer that has stood beside a negotiation, whose name opens now, with what it says
// taken over; nil where there is none.
func joinedNote(tx *store.Tx, n *store.Negotiation) (*store.Negotiation, error) {
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

// FoldNote ends an offer that stands beside a negotiation in it, as its bank knows now that they are one.
func FoldNote(tx *store.Tx, by web.Actor, note *store.Negotiation) error {
	n, err := tx.NegotiationOf(note.ListingID, note.BuyerCompanyID)
	if err != nil {
		return err
	}
	if _, err := joinedNote(tx, n); err != nil {
		return err
	}
	if err := tx.UpdateNegotiation(n, by.ID(), store.SideBF+store.SideSF); err != nil {
		return err
	}
	return tx.JoinNote(note, n)
}
