package listing

import (
	"slices"
	"strings"

	"tsunagu/app/deal"
	"tsunagu/app/disclosure"
	"tsunagu/app/mail"
	"tsunagu/app/negotiation"
	"tsunagu/app/web"
	"tsunagu/store"
)

// GrantDocument opens a document to one buyer and its bank, or changes on which terms. The level
// is asked for anew at every reading; here it says only that the grant means something. Both are told
// by mail when it opens, not of other terms.
func (a Room) GrantDocument(tx *store.Tx, by web.Actor, in *GrantInput) error {
	d, grants, err := ownDocument(tx, by, in.DocumentID, in.Version)
	if err != nil {
		return err
	}
	n, err := receiver(tx, by, d, in.BuyerNegotiationID)
	if err != nil {
		return err
	}
	f, err := tx.File(d.FileID)
	if err != nil {
		return err
	}
	var c web.Check
	c.Date("until", "期限", in.Until, false)
	c.Ok(in.Until == "" || in.Until >= tx.Today(), "until", "期限は今日以降の日付にしてください。")
	c.Ok(in.IsDownload || deal.IsViewable(f.MediaType), "isDownload",
		"Word・Excel・PowerPointのファイルは画面に表示できません。ダウンロードを許可するか、PDFに差し替えてから開示してください。")
	if err := c.Err(); err != nil {
		return err
	}
	kind := deal.DocumentKind(d.Kind)
	isSame := slices.ContainsFunc(grants, func(g store.LiveGrant) bool {
		return g.BuyerCompanyID == n.BuyerCompanyID && g.MayDownload == in.IsDownload && g.Until == in.Until
	})
	if isSame {
		return nil
	}
	if err := tx.PutDocumentGrant(&store.DocumentGrant{DocumentID: d.ID, BuyerCompanyID: n.BuyerCompanyID, MayDownload: in.IsDownload,
		Until: in.Until}, by.ID()); err != nil {
		return err
	}
	if err := tx.AddLedger(documentLine("grant", by, d, n, grantBasis(in.IsDownload, in.Until))); err != nil {
		return err
	}
	if err := n.Say(tx, deal.DocumentGranted(kind, in.IsDownload)); err != nil {
		return err
	}
	isOpen := slices.ContainsFunc(grants, func(g store.LiveGrant) bool { return g.BuyerCompanyID == n.BuyerCompanyID })
	for _, side := range []string{negotiation.SideBuyer, negotiation.SideBF} {
		if isOpen || side == negotiation.SideBF && n.Facts.IsOneBank { // the bank opened it itself
			continue
		}
		deals := negotiation.In(a.Platform)
		if err := deals.MailSide(tx, mail.DocumentGranted, n, side, n.ID+":document", deals.RoomLink(n, side)); err != nil {
			return err
		}
	}
	return tx.AddAudit(by.Line("document.grant", "document", d.ID, "ok", "negotiation="+n.ID))
}

func revokeDocument(tx *store.Tx, by web.Actor, in *revokeInput) error {
	d, err := tx.Document(by.Viewer, in.DocumentID)
	if err != nil {
		return err
	}
	n, err := receiver(tx, by, d, in.BuyerNegotiationID)
	if err != nil {
		return err
	}
	grants, err := tx.LiveGrants(d.ListingID)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(grants, func(g store.LiveGrant) bool { return g.DocumentID == d.ID && g.NegotiationID == n.ID })
	if i < 0 {
		return web.Conflict("not_allowed", "この資料は、この買手に開示されていません。画面を読み込み直して、開示先を確認してください。")
	}
	return endGrant(tx, by, d, &grants[i])
}

// endGrant takes a grant back, with a line in the ledger and in the history that both sides read.
func endGrant(tx *store.Tx, by web.Actor, d *store.Document, g *store.LiveGrant) error {
	n, err := receiver(tx, by, d, g.NegotiationID)
	if err != nil {
		return err
	}
	if err := tx.RevokeDocumentGrant(d.ID, g.BuyerCompanyID); err != nil {
		return err
	}
	if err := tx.AddLedger(documentLine("revoke", by, d, n, grantBasis(g.MayDownload, g.Until))); err != nil {
		return err
	}
	if err := n.Say(tx, deal.DocumentRevoked(deal.DocumentKind(d.Kind))); err != nil {
		return err
	}
	return tx.AddAudit(by.Line("document.revoke", "document", d.ID, "ok", "negotiation="+n.ID))
}

// receiver is a row of the document's listing at which names are open.
func receiver(tx *store.Tx, by web.Actor, d *store.Document, negotiationID string) (*negotiation.Dealing, error) {
	row, err := tx.NegotiationRow(by.Viewer, negotiationID)
	if err != nil {
		return nil, err
	}
	n, err := negotiation.DealingOf(&tx.Q, by, row)
	if err != nil {
		return nil, err
	}
	if n.ListingID != d.ListingID || !n.IsSF() {
		return nil, store.ErrNotFound
	}
	if !n.NegotiationStatus().NamesOpen() {
		return nil, web.Conflict("not_allowed", "資料を開示できるのは、実名交渉の承認後だけです（現在の状態："+n.ShownStatus().Label()+"）。")
	}
	return n, nil
}

func tellOfDocument(tx *store.Tx, by web.Actor, negotiationID string, line deal.Line) error {
	row, err := tx.NegotiationRow(by.Viewer, negotiationID)
	if err != nil {
		return err
	}
	n, err := negotiation.DealingOf(&tx.Q, by, row)
	if err != nil {
		return err
	}
	return n.Say(tx, line)
}

// documentLine is the ledger's line of what SF disclosed to a buyer, or took back. The file's id
// says which edition it was.
func documentLine(kind string, by web.Actor, d *store.Document, n *negotiation.Dealing, basis string) store.LedgerLine {
	return store.LedgerLine{Kind: kind, ListingID: d.ListingID, CompanyID: n.SellerCompanyID, BuyerCompanyID: n.BuyerCompanyID,
		NegotiationID: n.ID, Level: int(disclosure.L4),
		UserID: by.ID(), ClientID: n.BuyerCompanyID, InstitutionID: n.BFID, Basis: basis, Subject: d.FileID, IP: by.IP}
}

// grantBasis is a grant in words.
func grantBasis(isDownload bool, until string) string {
	basis := "資料の開示（閲覧のみ"
	if isDownload {
		basis = "資料の開示（ダウンロード可"
	}
	if until != "" {
		basis += "、" + strings.ReplaceAll(until, "-", "/") + "まで"
	}
	return basis + "）"
}

// grantedDocuments is what the buyer's side of a negotiation may open now. Before the names are
// open, and after the end, that is nothing, whatever SF keeps.
func grantedDocuments(q *store.Q, by web.Actor, negotiationID string) (*grantedDocumentList, error) {
	row, err := q.NegotiationRow(by.Viewer, negotiationID)
	if err != nil {
		return nil, err
	}
	n, err := negotiation.DealingOf(q, by, row)
	if err != nil {
		return nil, err
	}
	if !n.IsBuyerSide() {
		return nil, store.ErrNotFound
	}
	out := &grantedDocumentList{DocumentList: []grantedDocument{}}
	if out.IsOpen = n.Level() >= disclosure.L4 && n.NegotiationStatus().NamesOpen(); !out.IsOpen {
		return out, nil
	}
	found, err := q.GrantedDocuments(by.Viewer, n.ID)
	if err != nil {
		return nil, err
	}
	for i := range found {
		d := &found[i]
		f, err := q.File(d.FileID)
		if err != nil {
			return nil, err
		}
		size := f.Size
		if !d.MayDownload { // it is one of the file's own traits
			size = 0
		}
		out.DocumentList = append(out.DocumentList, grantedDocument{DocumentID: d.ID, Kind: d.Kind, KindLabel: deal.DocumentKind(d.Kind).Label(),
			Title: d.Title, FileSize: size,
			IsViewable: deal.IsViewable(f.MediaType), IsDownload: d.MayDownload, Until: d.Until, Edition: d.Edition,
			Granted: web.ServerTime(d.Granted), Modified: web.ServerTime(d.Modified)})
	}
	return out, nil
}
