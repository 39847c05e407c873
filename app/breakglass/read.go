package breakglass

import (
	"cmp"
	"errors"
	"fmt"

	"tsunagu/app/deal"
	"tsunagu/app/disclosure"
	"tsunagu/app/duty"
	"tsunagu/app/history"
	"tsunagu/app/listing"
	"tsunagu/app/negotiation"
	"tsunagu/app/web"
	"tsunagu/store"
)

// glassLines writes the lines of an opening and of each reading: into the ledger, into the office's
// own log, and into the log of each institution concerned. If that fails, nothing is read. The lines
// say what was read without its content; for a document the ledger names the file.
func glassLines(tx *store.Tx, by web.Actor, b *store.BreakGlass, sides *glassSides, event, detail, file string) error {
	line := store.LedgerLine{Kind: web.LedgerBreakGlass, ListingID: b.ListingID, Level: int(disclosure.L4), UserID: by.ID(),
		ClientID: by.User.ClientID,
		Basis:    "緊急閲覧（" + deal.BreakGlassGround(b.Ground).Label() + "）", Subject: cmp.Or(file, detail), IP: by.IP}
	subject := "listing"
	if sides.listing != nil {
		line.CompanyID = sides.listing.CompanyID
	} else {
		subject = "negotiation"
		line.NegotiationID, line.CompanyID, line.BuyerCompanyID = sides.row.ID, sides.row.SellerCompanyID, sides.row.BuyerCompanyID
		if sides.sf == "" { // the seller's ledger must not mention a negotiation that its bank does not know
			line.ListingID, line.CompanyID = "", sides.row.BuyerCompanyID
		}
		if sides.bf == "" { // nor the buyer's what the seller's bank recorded
			line.BuyerCompanyID = ""
		}
	}
	if err := tx.AddLedger(line); err != nil {
		return fmt.Errorf("%w: %w", store.ErrUnavailable, err)
	}
	lines := []store.AuditLine{by.Line(event, "break_glass", b.ID, "ok", detail)}
	for _, institution := range sides.notified() {
		l := by.Line(event, subject, targetOf(b), "ok", detail)
		l.InstitutionID = institution
		lines = append(lines, l)
	}
	for _, l := range lines {
		if err := tx.AddAudit(l); err != nil {
			return fmt.Errorf("%w: %w", store.ErrUnavailable, err)
		}
	}
	return nil
}

// openedGlass is an opening by which the actor may read now, and its sides; else ErrNotFound.
func openedGlass(tx *store.Tx, by web.Actor, id string) (*store.BreakGlass, *glassSides, error) {
	b, err := tx.OpenBreakGlass(id, by.ID())
	if err != nil {
		return nil, nil, err
	}
	_, sides, err := glassTarget(&tx.Q, deal.BreakGlassKind(b.Kind), targetOf(b))
	return b, sides, err
}

// readGlass returns the opened content, after the lines about it have been written.
func (a Room) readGlass(tx *store.Tx, by web.Actor, id string) (*officeGlassContent, error) {
	b, sides, err := openedGlass(tx, by, id)
	if err != nil {
		return nil, err
	}
	out, what := &officeGlassContent{}, "案件の概要・詳細"
	switch {
	case sides.kind.IsDuties():
		out.Duties, err = glassDuties(&tx.Q, by, sides)
		what = sides.kind.Label()
	case sides.listing != nil:
		out.SellerBusiness, err = glassListing(&tx.Q, sides.listing)
	default:
		out.Negotiation, err = a.glassNegotiation(&tx.Q, sides)
		what = "交渉の当事者とメッセージ"
	}
	if err != nil {
		return nil, err
	}
	return out, glassLines(tx, by, b, sides, "break_glass.read", what, "")
}

// glassDuties is what one institution recorded.
func glassDuties(q *store.Q, by web.Actor, sides *glassSides) (*duty.Opened, error) {
	if sides.listing != nil {
		return duty.OpenListing(q, by, sides.listing)
	}
	of := store.InChargeOfBF
	if sides.kind == deal.BreakGlassSellerDuties {
		of = store.InChargeOfSF
	}
	return duty.OpenNegotiation(q, by, sides.row, of)
}

// glassListing is a listing as a buyer at L4 sees it, by the same allow-list.
func glassListing(q *store.Q, l *store.Listing) (*officeGlassListing, error) {
	names, err := q.InstitutionNames()
	if err != nil {
		return nil, err
	}
	out := &officeGlassListing{IsPublished: true, Documents: []officeGlassPaper{}}
	c, err := q.ListingContent(l.ID, store.Published)
	if errors.Is(err, store.ErrNotFound) {
		out.IsPublished = false
		c, err = q.ListingContent(l.ID, store.Working)
	}
	if err != nil {
		return nil, err
	}
	c.CompanyName = disclosure.DisplayName(c.CompanyName, true)
	v := &listing.ListingView{Listing: l, Content: c, Level: disclosure.L4, IsFIN: true, SfName: names[l.InstitutionID]}
	v.At(q.Now())
	out.OverView, out.Details = v.Overview(), v.Details()
	docs, err := q.DocumentsOfListing(l.ID)
	if err != nil {
		return nil, err
	}
	for _, d := range docs {
		f, err := q.File(d.FileID)
		if err != nil {
			return nil, err
		}
		out.Documents = append(out.Documents, officeGlassPaper{d.FileID, deal.DocumentKind(d.Kind).Label(), d.Title, d.Edition, f.Size})
	}
	return out, nil
}

// everySide reads all of a thread.
const everySide = store.SideBuyer + store.SideBF + store.SideSF

// glassNegotiation is a negotiation with both names, as far as the two banks know each other.
func (a Room) glassNegotiation(q *store.Q, sides *glassSides) (*officeGlassNegotiation, error) {
	row := sides.row
	out := &officeGlassNegotiation{SellerName: disclosure.DisplayName(row.PublishedCompany, sides.sf != ""), Timeline: []officeGlassEvent{},
		MessageList: []officeGlassMessage{}}
	var err error
	if out.Buyer, err = negotiation.In(a.Platform).BuyerOf(q, store.Viewer{InstitutionID: row.BFID}, &negotiation.Dealing{NegotiationRow: row},
		disclosure.BuyerStatus3, true); err != nil {
		return nil, err
	}
	lines, err := q.NegotiationHistory(row.ID)
	if err != nil {
		return nil, err
	}
	for _, h := range lines {
		out.Timeline = append(out.Timeline, officeGlassEvent{web.ServerTime(h.At), history.Label(h.Event), h.Side})
	}
	found, err := q.Messages(row.ID, everySide)
	if err != nil {
		return nil, err
	}
	people := map[string]string{}
	for i := range found {
		m := &found[i]
		v := officeGlassMessage{MessageType: m.MessageType, MessageOriginatorType: m.OriginatorType,
			OriginatorLabel: deal.MessageOriginatorType(m.OriginatorType).Label(), Body: m.Body, Created: web.ServerTime(m.Created)}
		if _, known := people[m.UserID]; !known && m.UserID != "" {
			u, err := q.User(m.UserID)
			if err != nil {
				return nil, err
			}
			people[m.UserID] = u.UserName
		}
		v.UserName = people[m.UserID]
		if m.FileID != nil {
			f, err := q.File(*m.FileID)
			if err != nil {
				return nil, err
			}
			v.FileID, v.FileName, v.FileSize = f.ID, f.Name, f.Size
		}
		out.MessageList = append(out.MessageList, v)
	}
	return out, nil
}

// downloadGlass returns a file of the opened record: a document of the listing, or a file attached
// to a message of the negotiation; for any other file ErrNotFound.
func (a Room) downloadGlass(tx *store.Tx, by web.Actor, in *officeGlassFile) (*web.Download, error) {
	b, sides, err := openedGlass(tx, by, in.BreakGlassID)
	if err != nil {
		return nil, err
	}
	name, file := "", ""
	switch {
	case sides.kind.IsDuties():
		opened, err := glassDuties(&tx.Q, by, sides)
		if err != nil {
			return nil, err
		}
		if kind := opened.FileOf(in.FileID); kind != "" {
			name, file = "確認事項の書面（"+kind+"）", in.FileID
		}
	case sides.listing != nil:
		docs, err := tx.DocumentsOfListing(b.ListingID)
		if err != nil {
			return nil, err
		}
		for _, d := range docs {
			if d.FileID == in.FileID {
				name, file = fmt.Sprintf("資料（%s、第%d版）", deal.DocumentKind(d.Kind).Label(), d.Edition), d.FileID
			}
		}
	default:
		found, err := tx.Messages(sides.row.ID, everySide)
		if err != nil {
			return nil, err
		}
		for _, m := range found {
			if m.FileID != nil && *m.FileID == in.FileID {
				name = "メッセージの添付ファイル"
			}
		}
	}
	if name == "" {
		return nil, store.ErrNotFound
	}
	f, err := tx.File(in.FileID)
	if err != nil {
		return nil, err
	}
	if err := glassLines(tx, by, b, sides, "break_glass.read", name, file); err != nil {
		return nil, err
	}
	return a.SendFile(f)
}
