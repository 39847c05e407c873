package negotiation

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"tsunagu/app/anonymity"
	"tsunagu/app/deal"
	"tsunagu/app/disclosure"
	"tsunagu/app/mail"
	"tsunagu/app/match"
	"tsunagu/app/persons"
	"tsunagu/app/web"
	"tsunagu/store"
)

// sides are the actor's sides as the store writes them, one letter each.
func (d *Dealing) sides() string {
	return map[deal.Actor]string{deal.ActorBUY: store.SideBuyer, deal.ActorBF: store.SideBF, deal.ActorSF: store.SideSF,
		deal.ActorBoth: store.SideBF + store.SideSF}[d.As]
}

// writableTypes are the channels into which one side may write now (domain.md 4 Messages): BUY↔BF
// as soon as the buyer knows of the row, BF↔SF from status 1, none after the end or the contract,
// nor with a buyer that is disabled.
func (d *Dealing) writableTypes(as deal.Actor) []int {
	out := []int{}
	at := d.NegotiationStatus()
	if as == deal.ActorNone || !d.exists() || at == deal.NegotiationSigned || at == deal.NegotiationBroken {
		return out
	}
	if deal.CompanyStatus(d.BuyerStatus) == deal.CompanyDisabled {
		return out
	}
	if d.IsBuyerSide() && d.buyerKnows() {
		out = append(out, int(deal.MessageBUYtoBF))
	}
	if d.As != deal.ActorBUY && d.NegotiationStatus() != deal.NegotiationNone {
		out = append(out, int(deal.MessageBFtoSF))
	}
	return out
}

// MayWrite says that the actor's side may write into a channel now: second eyes send what who is in charge wrote.
func (d *Dealing) MayWrite(messageType int) bool {
	return slices.Contains(d.writableTypes(d.As), messageType)
}

// closed says what of a message of the other bank's is closed to the actor: its text where it
// was written while names were open that are closed now, its file too when the negotiation is
// over (domain.md 3.5, 4).
func (d *Dealing) closed(m *store.Message) (body, file bool) {
	at := deal.NegotiationStatus(m.AtStatus)
	switch {
	case d.As == deal.ActorSF && m.OriginatorType == int(deal.OriginatorBF):
		body = deal.BuyerNameOpen(at) && !deal.BuyerNameOpen(d.NegotiationStatus())
	case d.As == deal.ActorBF && m.OriginatorType == int(deal.OriginatorSF):
		body = at.NamesOpen() && !d.NegotiationStatus().NamesOpen()
	default:
		return false, false
	}
	return body, body || d.NegotiationStatus() == deal.NegotiationBroken
}

// mine says that the actor's side wrote the message.
func (d *Dealing) mine(m *store.Message) bool {
	switch deal.MessageOriginatorType(m.OriginatorType) {
	case deal.OriginatorBUY:
		return d.As == deal.ActorBUY
	case deal.OriginatorBF:
		return d.isBF()
	case deal.OriginatorSF:
		return d.IsSF()
	}
	return false
}

// namesSender says whether the actor may know whose message it is now (domain.md 3.5): SF knows the
// buyer's bank from status 1 to 5 alone, BF the seller's bank as far as it sees the listing.
func (d *Dealing) namesSender(m *store.Message) bool {
	switch {
	case d.As == deal.ActorSF && m.OriginatorType == int(deal.OriginatorBF):
		return disclosure.AllowedBuyer(disclosure.BuyerOverview, "inChargeFinancialInstitutionId", d.BuyerView())
	case d.As == deal.ActorBF && m.OriginatorType == int(deal.OriginatorSF):
		return disclosure.AllowedListing(disclosure.Overview, "inChargeFinancialInstitutionId", d.Level(), true)
	}
	return true
}

// messages is a negotiation's thread as the actor may read it.
func messages(q *store.Q, by web.Actor, negotiationID string) (*negotiationMessageList, error) {
	row, err := q.NegotiationRow(by.Viewer, negotiationID)
	if err != nil {
		return nil, err
	}
	d, err := DealingOf(q, by, row)
	if err != nil {
		return nil, err
	}
	found, err := q.Messages(d.ID, d.sides())
	if err != nil {
		return nil, err
	}
	reads, err := q.MessageReads(d.ID)
	if err != nil {
		return nil, err
	}
	institutions, err := q.InstitutionNames()
	if err != nil {
		return nil, err
	}
	people := map[string]*store.User{}
	person := func(id string) (*store.User, error) {
		if u, ok := people[id]; ok || id == "" {
			return u, nil
		}
		u, err := q.User(id)
		people[id] = u
		return u, err
	}
	// The earlier bank's users are another institution's to the one that has taken over.
	named := func(u *store.User) bool {
		return u != nil && (by.Viewer.IsBuyer() || u.ClientID == by.User.ClientID || deal.Role(u.Role) == deal.RoleBUY)
	}
	out := &negotiationMessageList{MessageList: make([]negotiationMessage, 0, len(found)), WritableTypes: d.writableTypes(d.actsAs)}
	for i := range found {
		m := &found[i]
		v := negotiationMessage{BuyerNegotiationMessageID: m.ID, BuyerNegotiationID: d.ID, IsMine: d.mine(m),
			MessageOriginatorType: m.OriginatorType, MessageType: m.MessageType, Created: web.ServerTime(m.Created)}
		if m.OriginatorType != int(deal.OriginatorSystem) {
			if v.SendUserType = int(deal.UserTypeFIN); m.OriginatorType == int(deal.OriginatorBUY) {
				v.SendUserType = int(deal.UserTypeBUY)
			}
			if d.namesSender(m) {
				v.SendClientID, v.SendFinancialName = m.ClientID, institutions[m.ClientID]
			}
			if v.IsMine || m.MessageType == int(deal.MessageBUYtoBF) {
				u, err := person(m.UserID)
				if err != nil {
					return nil, err
				}
				if named(u) {
					v.SendUserName = u.UserName
				}
			}
		}
		closedBody, closedFile := d.closed(m)
		if v.IsClosed = closedBody; !closedBody {
			v.MessageBody = m.Body
		}
		if m.FileID != nil && closedFile {
			v.IsClosed = true
		} else if m.FileID != nil {
			f, err := q.File(*m.FileID)
			if err != nil {
				return nil, err
			}
			v.ExistsAttachedFile, v.AttachedFileName, v.AttachedFileSize = true, f.Name, f.Size
		}
		for _, r := range reads[m.ID] {
			own := strings.Contains(d.sides(), r.Side)
			if own == v.IsMine && d.As != deal.ActorBoth {
				continue // my mark on what I received, the other end's on what I sent
			}
			v.ReadStatus, v.ReadStatusModified = 1, web.ServerTime(r.At)
			if own {
				u, err := person(r.UserID)
				if err != nil {
					return nil, err
				}
				if named(u) {
					v.ReadStatusModifier = u.UserName
				}
			}
		}
		out.MessageList = append(out.MessageList, v)
	}
	return out, nil
}

// CreateMessage sends a message into a channel of the actor's (SPEC.md 7). The text is kept as
// it was typed; screens escape it.
func (a Room) CreateMessage(tx *store.Tx, by web.Actor, in *MessageInput, file *store.File) (*sentMessage, error) {
	row, err := tx.NegotiationRow(by.Viewer, in.BuyerNegotiationID)
	if err != nil {
		return nil, err
	}
	d, err := DealingOf(&tx.Q, by, row)
	if err != nil {
		return nil, err
	}
	var again *store.HeldText // that was sent back
	if in.HeldTextID != "" {
		if again, err = returnedText(tx, by, in.HeldTextID, d.ListingID, d.ID); err != nil {
			return nil, err
		}
	}
	keepsFile := again != nil && in.KeepsFile && file == nil && again.FileID != nil
	var c web.Check
	c.Prose(in, "messageBody", "メッセージ", &in.MessageBody, file == nil && !keepsFile)
	kind := deal.MessageType(in.MessageType)
	c.Ok(kind == deal.MessageBUYtoBF || kind == deal.MessageBFtoSF, "messageType", "送り先を選んでください。")
	from := deal.MessageOriginatorType(in.MessageOriginatorType)
	switch own := map[deal.Actor]deal.MessageOriginatorType{deal.ActorBUY: deal.OriginatorBUY, deal.ActorBF: deal.OriginatorBF,
		deal.ActorSF: deal.OriginatorSF, deal.ActorBoth: deal.OriginatorBF}[d.As]; {
	case from == 0:
		from = own
	case d.As == deal.ActorBoth && (from == deal.OriginatorBF || from == deal.OriginatorSF && kind == deal.MessageBFtoSF):
	default:
		c.Ok(from == own, "messageOriginatorType", "この立場では送れません。")
	}
	if err := c.Err(); err != nil {
		return nil, err
	}
	if !d.MayWrite(in.MessageType) {
		switch {
		case d.As == deal.ActorBUY && kind == deal.MessageBFtoSF, d.As == deal.ActorSF && kind == deal.MessageBUYtoBF:
			return nil, store.ErrNotFound
		case d.isBF() && deal.CompanyStatus(d.BuyerStatus) == deal.CompanyDisabled:
			return nil, web.Conflict("not_allowed", "この買手企業は無効になっているため、メッセージは送れません。")
		case d.isBF() && kind == deal.MessageBUYtoBF && !d.buyerKnows():
			return nil, web.Conflict("not_allowed", "この案件は、まだ買手に知らせていません。オファーを買手へ送ると、メッセージを送れます。")
		case d.ShownStatus() == deal.NegotiationNone:
			return nil, web.Conflict("not_allowed", "匿名交渉を開始すると、相手方の金融機関にメッセージを送れます。")
		}
		return nil, web.Conflict("not_allowed", "交渉が終わっているため、メッセージは送れません（現在の状態："+d.NegotiationStatus().Label()+"）。")
	}
	m := d.message(by, kind, from, in.MessageBody)
	texts := map[string]string{"messageBody": m.Body}
	switch {
	case file != nil:
		if err := tx.CreateFile(file, by.ID()); err != nil {
			return nil, err
		}
		m.FileID, texts["fileName"] = &file.ID, file.Name
	case keepsFile:
		f, err := tx.File(*again.FileID)
		if err != nil {
			return nil, err
		}
		m.FileID, texts["fileName"] = &f.ID, f.Name
	}
	if again != nil {
		if err := tx.DropHeldText(again, keepsFile); err != nil {
			return nil, err
		}
	}
	names, err := NamesIn(&tx.Q, by, d, kind, from, texts)
	switch {
	case err != nil:
		return nil, err
	case len(names.Hits) > 0 && in.IsApprovalAsked:
		return holdMessage(tx, by, d, m, names)
	case len(names.Hits) > 0:
		return nil, names.refusal()
	}
	near, err := nearHits(&tx.Q, d, kind, texts)
	if err != nil {
		return nil, err
	}
	return &sentMessage{BuyerNegotiationMessageID: m.ID, BuyerNegotiationID: d.ID}, a.PostMessage(tx, by, d, m, near)
}

// message is one of the actor's, as things stand.
func (d *Dealing) message(by web.Actor, kind deal.MessageType, from deal.MessageOriginatorType, body string) *store.Message {
	return &store.Message{ID: store.NewID(), NegotiationID: d.ID, MessageType: int(kind), OriginatorType: int(from), UserID: by.ID(),
		ClientID: by.User.ClientID, Body: body, AtStatus: d.Status}
}

// PostMessage stores a message, whose file has its row, and mails the other end. The audit's detail
// is in codes, never a word of the text.
func (a Room) PostMessage(tx *store.Tx, by web.Actor, d *Dealing, m *store.Message, detail string) error {
	kind, from := deal.MessageType(m.MessageType), deal.MessageOriginatorType(m.OriginatorType)
	if err := tx.CreateMessage(m); err != nil {
		return err
	}
	if err := tx.AddAudit(by.Line("message.create", "message", m.ID, "ok", detail)); err != nil {
		return err
	}
	if d.As == deal.ActorBoth && kind == deal.MessageBFtoSF && d.Facts.IsOneBank {
		return nil // nobody else is at the other end
	}
	to := SideBF
	switch {
	case kind == deal.MessageBUYtoBF && from != deal.OriginatorBUY:
		to = SideBuyer
	case kind == deal.MessageBFtoSF && from == deal.OriginatorBF:
		to = SideSF
	}
	return a.MailSide(tx, mail.MessageReceived, d, to, d.ID+":"+kind.String(), a.RoomLink(d, to)+"&message=unread")
}

// MailSide tells a side of a negotiation of a kind that may be held back, each address at most once about a subject in the
// minutes of the terms (domain.md 7).
func (a Room) MailSide(tx *store.Tx, kind mail.Kind, d *Dealing, to, subject, link string) error {
	users, err := a.receivers(tx, d, to)
	if err != nil {
		return err
	}
	terms, err := web.TermsOf(&tx.Q)
	if err != nil {
		return err
	}
	since := tx.Now().Add(-time.Duration(terms.MessageMailMinutes) * time.Minute)
	for i := range users {
		u := &users[i]
		address, err := mail.ParseAddress(u.LoginID)
		if err != nil || u.Status != int(deal.UserEnabled) || !u.RegistSendMail {
			continue
		}
		if sent, err := tx.MailSentSince(string(kind), address, subject, since); err != nil {
			return err
		} else if sent {
			continue
		}
		data := mail.Data{CaseNumber: web.CaseNumber("N", d.ID), Link: link, IsDeputy: u.IsDeputy}
		if err := a.MailUser(tx, kind, &u.User, subject, data); err != nil {
			return err
		}
	}
	return nil
}

// receivers are who gets mails on a side: of a buyer all its users.
func (a Room) receivers(tx *store.Tx, d *Dealing, side string) (out []persons.Receiver, err error) {
	switch side {
	case SideBF:
		return persons.In(a.Platform).Receivers(tx, d.BFID, store.InChargeOfBF, d.ID)
	case SideSF:
		return persons.In(a.Platform).Receivers(tx, d.SFID, store.InChargeOfSF, d.ID)
	}
	us, err := tx.UsersOf(d.BuyerCompanyID, int(deal.RoleBUY))
	for i := range us {
		out = append(out, persons.Receiver{User: us[i]})
	}
	return out, err
}

// RoomLink leads a side into a negotiation: to its messages and documents, not only to its listing.
func (a Room) RoomLink(d *Dealing, side string) string {
	query := "?negotiation=" + d.ID
	if side == SideBuyer {
		query = "?tab=negotiation"
	}
	return a.LinkFor(d, side) + query
}

// checkMessage warns of what would name somebody in messages between banks before names are open, and in offers (domain.md 3.3).
func checkMessage(q *store.Q, by web.Actor, in *messageCheckInput) (*messageCheck, error) {
	out := &messageCheck{AnonymityWarnings: []anonymity.Hit{}}
	texts := map[string]string{"messageBody": in.MessageBody, "fileName": in.FileName}
	own, about := []anonymity.OwnNames(nil), in.SellerBusinessID
	if in.BuyerNegotiationID != "" {
		row, err := q.NegotiationRow(by.Viewer, in.BuyerNegotiationID)
		if err != nil {
			return nil, err
		}
		d, err := DealingOf(q, by, row)
		if err != nil {
			return nil, err
		}
		from := cmp.Or(map[deal.Actor]deal.MessageOriginatorType{deal.ActorBUY: deal.OriginatorBUY, deal.ActorSF: deal.OriginatorSF}[d.As],
			deal.OriginatorBF)
		about = d.ListingID
		names, err := NamesIn(q, by, d, deal.MessageType(in.MessageType), from, texts)
		if err != nil {
			return nil, err
		}
		if out.AnonymityWarnings = append(out.AnonymityWarnings, names.Hits...); d.NegotiationStatus().NamesOpen() ||
			in.MessageType == int(deal.MessageBUYtoBF) {
			return out, nil
		}
		// The writer's own names alone: a hit on the other's would tell who it is.
		if own, err = writersNames(q, d); err != nil {
			return nil, err
		}
	} else {
		l, err := q.Listing(by.Viewer, in.SellerBusinessID)
		if err != nil {
			return nil, err
		}
		if err := q.MustManage(by.Viewer, l); err != nil {
			return nil, err
		}
		if own, err = match.NamesOfSeller(q, l.CompanyID, l.ID); err != nil {
			return nil, err
		}
		out.AnonymityWarnings = append(out.AnonymityWarnings, anonymity.FindNames(texts, own, match.AnonymityPlaces())...)
	}
	hits, err := match.OffersAbout(q, about, texts, anonymity.MergeHits(out.AnonymityWarnings, match.AnonymityHits(texts, own)))
	return &messageCheck{AnonymityWarnings: hits}, err
}

// AlreadyRead marks as read what the actor's side reads.
func AlreadyRead(tx *store.Tx, by web.Actor, in *AlreadyReadInput) error {
	row, err := tx.NegotiationRow(by.Viewer, in.BuyerNegotiationID)
	if err != nil {
		return err
	}
	d, err := DealingOf(&tx.Q, by, row)
	if err != nil {
		return err
	}
	if in.BuyerNegotiationMessageID != "" {
		m, err := tx.Message(in.BuyerNegotiationMessageID)
		if err != nil {
			return err
		}
		if m.NegotiationID != d.ID {
			return store.ErrNotFound
		}
	}
	if d.As = d.actsAs; d.As == deal.ActorNone {
		return nil // who may only look reads for nobody
	}
	for _, side := range strings.Split(d.sides(), "") {
		if err := tx.MarkRead(d.ID, side, in.MessageType, in.BuyerNegotiationMessageID, by.ID()); err != nil {
			return err
		}
	}
	return nil
}

// unreadOf counts one negotiation's unread messages, by channel.
func unreadOf(q *store.Q, by web.Actor, d *Dealing) (all int, byType map[int]int, err error) {
	byType = map[int]int{}
	if !d.exists() {
		return 0, byType, nil
	}
	counts, err := q.UnreadMessages(by.Viewer, d.ID)
	for _, c := range counts {
		all += c.Count
		byType[c.MessageType] += c.Count
	}
	return all, byType, err
}

// downloadAttachment opens the file of a message that the actor may read. What the buyer's side
// opens from L3 on is written into the ledger.
func (a Room) downloadAttachment(tx *store.Tx, by web.Actor, messageID string) (*web.Download, error) {
	m, err := tx.Message(messageID)
	if err != nil {
		return nil, err
	}
	row, err := tx.NegotiationRow(by.Viewer, m.NegotiationID)
	if err != nil {
		return nil, err
	}
	d, err := DealingOf(&tx.Q, by, row)
	if err != nil {
		return nil, err
	}
	readable, err := tx.Messages(d.ID, d.sides())
	if err != nil {
		return nil, err
	}
	if _, closed := d.closed(m); closed || m.FileID == nil || !slices.ContainsFunc(readable,
		func(r store.Message) bool { return r.ID == m.ID }) {
		return nil, store.ErrNotFound
	}
	f, err := tx.File(*m.FileID)
	if err != nil {
		return nil, err
	}
	if level := d.Level(); d.IsBuyerSide() && !d.mine(m) && level >= disclosure.L3 && level <= disclosure.L4 {
		if err := tx.AddLedger(store.LedgerLine{Kind: "download", ListingID: d.ListingID, CompanyID: d.SellerCompanyID,
			BuyerCompanyID: d.BuyerCompanyID, NegotiationID: d.ID, Level: int(level),
			UserID: by.ID(), ClientID: by.User.ClientID, InstitutionID: by.Institution(), Basis: "メッセージの添付", Subject: f.ID, IP: by.IP}); err != nil {
			return nil, err
		}
	}
	if err := tx.AddAudit(by.Line("message.download", "message", m.ID, "ok", "")); err != nil {
		return nil, err
	}
	return a.SendFile(f)
}
