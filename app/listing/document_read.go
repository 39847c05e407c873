package listing

import (
	"errors"
	"fmt"
	"strings"

	"tsunagu/app/deal"
	"tsunagu/app/disclosure"
	"tsunagu/app/negotiation"
	"tsunagu/app/web"
	"tsunagu/store"
)

// documentReading is one caller with one document before him: as the institution in charge of it, or on
// the buyer's side of the negotiation in which it was granted.
type documentReading struct {
	doc        *store.Document
	file       *store.File
	isOwn      bool
	isDownload bool
	until      string
	line       store.LedgerLine // but for its kind
}

// ReadDocument decides who reads what, at the moment of reading. A document that is not the
// caller's to open is none. A bank with several buyers says as which one's it reads.
func ReadDocument(q *store.Q, by web.Actor, in *DocumentQuery) (*documentReading, error) {
	out := &documentReading{line: store.LedgerLine{UserID: by.ID(), ClientID: by.User.ClientID, InstitutionID: by.Institution(), IP: by.IP}}
	d, err := q.Document(by.Viewer, in.DocumentID)
	switch {
	case err == nil:
		l, err := web.OwnListing(q, by, d.ListingID, nil)
		if err != nil {
			return nil, err
		}
		out.doc, out.isOwn, out.isDownload = d, true, true
		out.line.CompanyID, out.line.Level, out.line.Basis = l.CompanyID, int(disclosure.InCharge), "担当金融機関"
	case !errors.Is(err, store.ErrNotFound) || in.BuyerNegotiationID == "":
		return nil, err
	default:
		row, err := q.NegotiationRow(by.Viewer, in.BuyerNegotiationID)
		if err != nil {
			return nil, err
		}
		n, err := negotiation.DealingOf(q, by, row)
		if err != nil {
			return nil, err
		}
		level := n.Level()
		if !n.IsBuyerSide() || !disclosure.AllowedListing(disclosure.Overview, "documents", level, !by.Viewer.IsBuyer()) {
			return nil, store.ErrNotFound
		}
		g, err := q.GrantedDocument(by.Viewer, n.ID, in.DocumentID)
		if err != nil {
			return nil, err
		}
		out.doc, out.isDownload, out.until = &g.Document, g.MayDownload, g.Until
		out.line.CompanyID, out.line.BuyerCompanyID, out.line.NegotiationID, out.line.Level = n.SellerCompanyID, n.BuyerCompanyID, n.ID, int(level)
		out.line.Basis = grantBasis(g.MayDownload, g.Until) + "、実名交渉の承認（" + japanDate(n.ApprovedAt) + "）"
	}
	out.line.ListingID, out.line.Subject = out.doc.ListingID, out.doc.FileID
	out.file, err = q.File(out.doc.FileID)
	return out, err
}

// readDocumentSheet is what stands around the pages. It is no reading yet: the pages are.
func readDocumentSheet(q *store.Q, by web.Actor, in *DocumentQuery) (*documentSheet, error) {
	r, err := ReadDocument(q, by, in)
	if err != nil {
		return nil, err
	}
	return &documentSheet{DocumentID: r.doc.ID, SellerBusinessID: r.doc.ListingID, BuyerNegotiationID: r.line.NegotiationID,
		KindLabel: deal.DocumentKind(r.doc.Kind).Label(), Title: r.doc.Title,
		Edition: r.doc.Edition, IsViewable: deal.IsViewable(r.file.MediaType), IsDownload: r.isDownload, IsOwn: r.isOwn, Until: r.until}, nil
}

// RecordReading writes down that a document is read: who, when, from where. Where it cannot be
// written nothing is given out (503).
func RecordReading(tx *store.Tx, by web.Actor, r *documentReading, kind, more string) error {
	r.line.Kind = kind
	if err := tx.AddLedger(r.line); err != nil {
		return fmt.Errorf("%w: %w", store.ErrUnavailable, err)
	}
	return auditReading(tx, by, r, kind, more)
}

func auditReading(tx *store.Tx, by web.Actor, r *documentReading, kind, more string) error {
	if err := tx.AddAudit(by.Line("document."+kind, "document", r.doc.ID, "ok", fmt.Sprintf("edition=%d", r.doc.Edition)+more)); err != nil {
		return fmt.Errorf("%w: %w", store.ErrUnavailable, err)
	}
	return nil
}

// saveDocument gives out the file of a document, to whom that was granted.
func (a Room) saveDocument(tx *store.Tx, by web.Actor, in *DocumentQuery) (*web.Download, error) {
	r, err := ReadDocument(&tx.Q, by, in)
	if err != nil {
		return nil, err
	}
	if !r.isDownload {
		return nil, store.ErrNotFound
	}
	if err := RecordReading(tx, by, r, "download", ""); err != nil {
		return nil, err
	}
	out, err := a.SendFile(r.file)
	if err != nil {
		return nil, err
	}
	// The reader knows it by the name that SF gave it, not by what the file is called at SF's.
	out.Name = r.fileName()
	return out, nil
}

// fileName is what a download is called.
func (r *documentReading) fileName() string {
	ext := map[string]string{
		"application/pdf": ".pdf", "image/png": ".png", "image/jpeg": ".jpg",
		"application/vnd.openxmlformats-officedocument.wordprocessingml.document":   ".docx",
		"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet":         ".xlsx",
		"application/vnd.openxmlformats-officedocument.presentationml.presentation": ".pptx",
	}[r.file.MediaType]
	if ext == "" {
		if ext = ".txt"; strings.HasSuffix(strings.ToLower(r.file.Name), ".csv") {
			ext = ".csv"
		}
	}
	return strings.NewReplacer("/", "／", `\`, "＼").Replace(r.doc.Title) + ext
}
