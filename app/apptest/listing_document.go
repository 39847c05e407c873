package apptest

import (
	"archive/zip"
	"bytes"
	"database/sql"
	"net/url"
	"os"
	"path/filepath"
	"testing"
	"time"

	"tsunagu/app/deal"
	"tsunagu/app/listing"
	"tsunagu/app/render"
	"tsunagu/store"
)

// Pdf is a PDF of one empty page.
const Pdf = "%PDF-1.7\n1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj\n2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 595 842]>> endobj\n" +
	"3 0 obj <</Type/Page/Parent 2 0 R>> endobj\ntrailer <</Root 1 0 R>>\n%%EOF"

// TestRender draws documents for all platforms of the tests, as one server does for all its readers.
// Its compiled library is kept for the next test run.
var TestRender = render.New(render.Options{Cache: filepath.Join(os.TempDir(), "tsunagu-test-render"), Limit: time.Minute,
	Wait: 10 * time.Minute, Queue: 1000})

// Document adds a document to a listing and returns its id.
func (t *Talks) Document(listingID, title string, content []byte) string {
	t.T.Helper()
	return t.FinA.Upload(listing.DocumentPath+"UploadDocument",
		map[string]any{"sellerBusinessId": listingID, "kind": int(deal.DocumentMemorandum), "title": title}, "元のファイル名.pdf",
		content).Want(200).JSON()["documentId"].(string)
}

// DocumentOf is a document of a listing as SF sees it.
func (c *Caller) DocumentOf(listingID, id string) map[string]any {
	c.P.T.Helper()
	for _, d := range c.Get(listing.DocumentPath + "GetDocumentList?sellerBusinessId=" + listingID).Want(200).JSON()["documentList"].([]any) {
		if d := d.(map[string]any); d["documentId"] == id {
			return d
		}
	}
	return nil
}

// Grant discloses a document in the version that SF sees now.
func (t *Talks) Grant(id, negotiation string, fields map[string]any) Result {
	t.T.Helper()
	return t.FinA.Post(listing.DocumentPath+"GrantDocument", With(map[string]any{"documentId": id,
		"version": t.FinA.DocumentOf(t.Listing, id)["version"], "buyerNegotiationId": negotiation, "isDownload": false}, fields))
}

func (t *Talks) Revoke(id, negotiation string) Result {
	t.T.Helper()
	return t.FinA.Post(listing.DocumentPath+"RevokeDocument", map[string]any{"documentId": id, "buyerNegotiationId": negotiation})
}

func (c *Caller) OpenDocument(call, id, negotiation string) Result {
	c.P.T.Helper()
	return c.Get(listing.DocumentPath + call + "?" + url.Values{"documentId": {id}, "buyerNegotiationId": {negotiation}}.Encode())
}

func (c *Caller) ViewDocument(id, negotiation string) Result {
	c.P.T.Helper()
	return c.OpenDocument("ViewDocument", id, negotiation)
}

// RivalNamed creates a negotiation of the rival buyer in status 3, beside that of buyer B.
func (t *Talks) RivalNamed() string {
	t.T.Helper()
	return t.Negotiation(t.Listing, t.RivalBuyer, t.BID, deal.NegotiationRealName, true)
}

// LedgerOf are the lines of one kind in a listing's ledger, the newest first.
func (t *Talks) LedgerOf(kind string) []store.LedgerLine {
	t.T.Helper()
	var out []store.LedgerLine
	t.Read(func(q *store.Q) error {
		lines, err := q.LedgerOfListing(t.Listing)
		for _, l := range lines {
			if l.Kind == kind {
				out = append(out, l)
			}
		}
		return err
	})
	return out
}

// Docx is a file with the ZIP directory of a Word document.
func Docx(t testing.TB) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	if _, err := w.Create("word/document.xml"); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// SQLExec changes the database directly, as a fault would.
func (p *Platform) SQLExec(statement string) {
	p.T.Helper()
	p.sql(func(db *sql.DB) error { _, err := db.Exec(statement); return err })
}

// TrySQL is SQLExec where the database may refuse it.
func (p *Platform) TrySQL(statement string) (err error) {
	p.T.Helper()
	p.sql(func(db *sql.DB) error { _, err = db.Exec(statement); return nil })
	return err
}

// SQLScan reads one value from the database directly.
func (p *Platform) SQLScan(query string, into any) {
	p.T.Helper()
	p.sql(func(db *sql.DB) error { return db.QueryRow(query).Scan(into) })
}

func (p *Platform) sql(do func(*sql.DB) error) {
	p.T.Helper()
	db, err := sql.Open("sqlite", "file:"+filepath.Join(p.App.Store.Dir(), store.DatabaseFile)+"?_pragma=busy_timeout(5000)")
	if err != nil {
		p.T.Fatal(err)
	}
	defer db.Close()
	if err := do(db); err != nil {
		p.T.Fatal(err)
	}
}
