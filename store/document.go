package store

import "time"

// Document is a file about a listing's company (企業概要書 …). It belongs to the listing, so it moves with
// it to another institution. FileID is the current edition; nobody can open an earlier one.
type Document struct {
	ID        string    `db:"id"`
	ListingID string    `db:"listing_id"`
	Kind      int       `db:"kind"`
	Title     string    `db:"title"`
	FileID    string    `db:"file_id"`
	Edition   int       `db:"edition"`
	Removed   time.Time `db:"removed"`

	Stamp
}

// DocumentEdition is one file that a document showed.
type DocumentEdition struct {
	DocumentID string    `db:"document_id"`
	Edition    int       `db:"edition"`
	FileID     string    `db:"file_id"`
	Creator    string    `db:"creator"`
	Created    time.Time `db:"created"`
}

// DocumentGrant lets one buyer's side open one document, whatever edition it shows.
type DocumentGrant struct {
	DocumentID     string    `db:"document_id"`
	BuyerCompanyID string    `db:"buyer_company_id"`
	MayDownload    bool      `db:"may_download"`
	Until          string    `db:"until"` // the last day, in Japan; "" is without an end
	Creator        string    `db:"creator"`
	Created        time.Time `db:"created"`
	Revoked        time.Time `db:"revoked"`
}

// GrantedDocument is a document with the grant by which a buyer's side reads it.
type GrantedDocument struct {
	Document
	MayDownload bool
	Until       string
	Granted     time.Time
}

// documentsMade is the order in which documents were added; equal times are sorted by id, which
// contains the time too.
const documentsMade = " ORDER BY d.created, d.id"

// Documents lists a listing's documents for the institution in charge of it; nothing for anyone else.
func (q *Q) Documents(v Viewer, listingID string) ([]Document, error) {
	var w where
	w.add("d.listing_id = ?", listingID)
	q.ownDocument(v, &w)
	return list[Document](q, "SELECT "+names[Document]("d")+documentFrom+w.String()+documentsMade, w.args...)
}

// HasDocuments says whether the network has any document.
func (q *Q) HasDocuments() (has bool, err error) {
	err = q.scan1([]any{&has}, "SELECT EXISTS (SELECT 1 FROM document)")
	return has, err
}

// Document by id for the institution in charge of its listing; ErrNotFound.
func (q *Q) Document(v Viewer, id string) (*Document, error) {
	var w where
	w.add("d.id = ?", id)
	q.ownDocument(v, &w)
	return get[Document](q, "SELECT "+names[Document]("d")+documentFrom+w.String(), w.args...)
}

const documentFrom = " FROM document d JOIN listing l ON l.id = d.listing_id WHERE "

// GrantedDocuments are the documents that the buyer's side of one negotiation may open now.
func (q *Q) GrantedDocuments(v Viewer, negotiationID string) ([]GrantedDocument, error) {
	var w where
	w.add("n.id = ?", negotiationID)
	q.grantedDocument(v, &w)
	return q.grantedDocuments(&w)
}

// GrantedDocument by id and negotiation; ErrNotFound.
func (q *Q) GrantedDocument(v Viewer, negotiationID, id string) (*GrantedDocument, error) {
	var w where
	w.add("n.id = ? AND d.id = ?", negotiationID, id)
	q.grantedDocument(v, &w)
	found, err := q.grantedDocuments(&w)
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, ErrNotFound
	}
	return &found[0], nil
}

func (q *Q) grantedDocuments(w *where) ([]GrantedDocument, error) {
	var out []GrantedDocument
	type row struct {
		Document
		MayDownload bool      `db:"may_download"`
		Until       string    `db:"until"`
		Granted     time.Time `db:"granted"`
	}
	found, err := list[row](q, "SELECT "+names[Document]("d")+", g.may_download, g.until, g.created FROM document d JOIN document_grant "+
		"g ON g.document_id = d.id "+
		"JOIN negotiation n ON n.listing_id = d.listing_id AND n.buyer_company_id = g.buyer_company_id WHERE "+w.String()+documentsMade,
		w.args...)
	for _, r := range found {
		out = append(out, GrantedDocument(r))
	}
	return out, err
}

// LiveGrant is a grant that opens a document now, with the row of its buyer.
type LiveGrant struct {
	DocumentGrant
	NegotiationID string `db:"negotiation_id"`
}

// LiveGrants lists the grants that open a listing's documents now. The caller has read Documents
// first, because grants are for the institution in charge alone.
func (q *Q) LiveGrants(listingID string) ([]LiveGrant, error) {
	cond, args := q.liveGrant()
	return list[LiveGrant](q, "SELECT "+names[DocumentGrant]("g")+", n.id FROM document d JOIN document_grant g ON g.document_id = d.id "+
		"JOIN negotiation n ON n.listing_id = d.listing_id AND n.buyer_company_id = g.buyer_company_id WHERE d.listing_id = ? AND "+cond+
		" ORDER BY g.created, g.buyer_company_id",
		append([]any{listingID}, args...)...)
}

// DocumentReadings counts what the buyers' sides opened of a listing's documents.
type DocumentReadings struct {
	DocumentID     string    `db:"document_id"`
	BuyerCompanyID string    `db:"buyer_company_id"`
	Views          int       `db:"views"`
	Downloads      int       `db:"downloads"`
	Last           time.Time `db:"last"`
}

// DocumentReadings counts from the ledger; it is for the institution in charge alone.
func (q *Q) DocumentReadings(listingID string) ([]DocumentReadings, error) {
	return list[DocumentReadings](q, `SELECT e.document_id, l.buyer_company_id, sum(l.kind = 'view'), sum(l.kind = 'download'), max(l.at)
		FROM ledger l JOIN document_edition e ON e.file_id = l.subject WHERE l.listing_id = ? AND l.kind IN ('view', 'download') AND l.buyer_company_id <> ''
		GROUP BY e.document_id, l.buyer_company_id`, listingID)
}

// DocumentName is the document that a file belongs to, and the number of its edition.
type DocumentName struct {
	FileID     string `db:"file_id"`
	DocumentID string `db:"document_id"`
	Title      string `db:"title"`
	Edition    int    `db:"edition"`
}

// DocumentNames are the names of all files of a listing's documents, those removed included, by
// file; for the words of its ledger.
func (q *Q) DocumentNames(listingID string) (map[string]DocumentName, error) {
	found, err := list[DocumentName](q,
		`SELECT e.file_id, e.document_id, d.title, e.edition FROM document_edition e JOIN document d ON d.id = e.document_id WHERE d.listing_id = ?`, listingID)
	out := map[string]DocumentName{}
	for _, n := range found {
		out[n.FileID] = n
	}
	return out, err
}

// CreateDocument writes a new document with its first edition; its file has a row already.
func (t *Tx) CreateDocument(d *Document, by string) error {
	d.ID, d.Edition = NewID(), 1
	t.touch(&d.Stamp, by)
	if err := insert(t, "document", d); err != nil {
		return err
	}
	return t.addEdition(d, by)
}

// UpdateDocument writes a document as the caller saw it; ErrStale.
func (t *Tx) UpdateDocument(d *Document, by string) error {
	seen := d.Version
	t.touch(&d.Stamp, by)
	return update(t, "document", d, "id = ? AND version = ? AND removed IS NULL", d.ID, seen)
}

// ReplaceDocument makes another file the document's current edition.
func (t *Tx) ReplaceDocument(d *Document, fileID, by string) error {
	d.FileID, d.Edition = fileID, d.Edition+1
	if err := t.UpdateDocument(d, by); err != nil {
		return err
	}
	return t.addEdition(d, by)
}

func (t *Tx) addEdition(d *Document, by string) error {
	return insert(t, "document_edition", &DocumentEdition{DocumentID: d.ID, Edition: d.Edition, FileID: d.FileID, Creator: by, Created: t.now})
}

// PutDocumentGrant writes a buyer's grant and replaces an earlier one, revoked or not.
func (t *Tx) PutDocumentGrant(g *DocumentGrant, by string) error {
	g.Creator, g.Created, g.Revoked = by, t.now, time.Time{}
	_, err := t.exec(`INSERT INTO document_grant (document_id, buyer_company_id, may_download, until, creator, created, revoked) VALUES (?, ?, ?, ?, ?, ?, NULL)
		ON CONFLICT (document_id, buyer_company_id) DO UPDATE SET may_download = excluded.may_download, until = excluded.until, creator = excluded.creator, created = excluded.created, revoked = NULL`,
		g.DocumentID, g.BuyerCompanyID, g.MayDownload, g.Until, by, ms(t.now))
	return err
}

// RevokeDocumentGrant ends a buyer's grant; ErrStale where there is none.
func (t *Tx) RevokeDocumentGrant(documentID, buyerCompanyID string) error {
	return t.execOne("UPDATE document_grant SET revoked = ? WHERE document_id = ? AND buyer_company_id = ? AND revoked IS NULL", ms(t.now),
		documentID, buyerCompanyID)
}
