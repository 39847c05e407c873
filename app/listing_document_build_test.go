package app

import (
	"archive/zip"
	"bytes"
	"database/sql"
	"image"
	"image/png"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"tsunagu/app/deal"
	"tsunagu/app/listing"
	"tsunagu/app/render"
	"tsunagu/store"
)

// pdf is a PDF of one empty page.
const pdf = "%PDF-1.7\n1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj\n2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 595 842]>> endobj\n" +
	"3 0 obj <</Type/Page/Parent 2 0 R>> endobj\ntrailer <</Root 1 0 R>>\n%%EOF"

// testRender draws for all platforms of the tests, as one server's would for all its readers. What it
// compiles once stays for the next run.
var testRender = render.New(render.Options{Cache: filepath.Join(os.TempDir(), "tsunagu-test-render"), Limit: time.Minute, Wait: 10 * time.Minute, Queue: 1000})

// TestMain lets the test binary be the process that draws pages, as the program is.
func TestMain(m *testing.M) { runTests(m) }

// runTests runs the tests of a room, or draws where the program was started to draw.
func runTests(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == render.Command {
		os.Exit(render.Work(os.Stdin, os.Stdout, os.Args[2]))
	}
	code := m.Run()
	testRender.Close()
	os.Exit(code)
}

// document puts a document on a listing and returns its id.
func (t *talks) document(listingID, title string, content []byte) string {
	t.t.Helper()
	return t.finA.upload(listing.DocumentPath+"UploadDocument", map[string]any{"sellerBusinessId": listingID, "kind": int(deal.DocumentMemorandum), "title": title}, "元のファイル名.pdf", content).want(200).json()["documentId"].(string)
}

// documentOf is a document of a listing as SF keeps it.
func (c *caller) documentOf(listingID, id string) map[string]any {
	c.p.t.Helper()
	for _, d := range c.get(listing.DocumentPath + "GetDocumentList?sellerBusinessId=" + listingID).want(200).json()["documentList"].([]any) {
		if d := d.(map[string]any); d["documentId"] == id {
			return d
		}
	}
	return nil
}

// grant discloses a document as SF sees it now.
func (t *talks) grant(id, negotiation string, fields map[string]any) result {
	t.t.Helper()
	return t.finA.post(listing.DocumentPath+"GrantDocument", with(map[string]any{"documentId": id, "version": t.finA.documentOf(t.listing, id)["version"], "buyerNegotiationId": negotiation, "isDownload": false}, fields))
}

func (t *talks) revoke(id, negotiation string) result {
	t.t.Helper()
	return t.finA.post(listing.DocumentPath+"RevokeDocument", map[string]any{"documentId": id, "buyerNegotiationId": negotiation})
}

// granted lists what the caller may open by a negotiation.
func (c *caller) granted(negotiation string) result {
	c.p.t.Helper()
	return c.get(listing.DocumentPath + "GetGrantedDocumentList?buyerNegotiationId=" + negotiation)
}

func (c *caller) openDocument(call, id, negotiation string) result {
	c.p.t.Helper()
	return c.get(listing.DocumentPath + call + "?" + url.Values{"documentId": {id}, "buyerNegotiationId": {negotiation}}.Encode())
}

func (c *caller) viewDocument(id, negotiation string) result {
	c.p.t.Helper()
	return c.openDocument("ViewDocument", id, negotiation)
}

// viewPage opens a document and asks for one of its pages.
func (c *caller) viewPage(id, negotiation string, page int) result {
	c.p.t.Helper()
	r := c.viewDocument(id, negotiation)
	if r.status != 200 {
		return r
	}
	return c.drawn(id, negotiation, r.json()["viewing"].(string), page, 960)
}

// drawn asks for a page of an opened document.
func (c *caller) drawn(id, negotiation, viewing string, page, width int) result {
	c.p.t.Helper()
	return c.get(listing.DocumentPath + "ViewDocumentPage?" + url.Values{"documentId": {id}, "buyerNegotiationId": {negotiation}, "viewing": {viewing}, "page": {strconv.Itoa(page)}, "width": {strconv.Itoa(width)}}.Encode())
}

// rivalNamed is a row of the rival buyer at 3, beside that of buyer B.
func (t *talks) rivalNamed() string {
	t.t.Helper()
	return t.negotiation(t.listing, t.rivalBuyer, t.bID, deal.NegotiationRealName, true)
}

// ledgerOf are the lines of a kind of a listing's ledger, the newest first.
func (t *talks) ledgerOf(kind string) []store.LedgerLine {
	t.t.Helper()
	var out []store.LedgerLine
	t.read(func(q *store.Q) error {
		lines, err := q.LedgerOfListing(t.listing)
		for _, l := range lines {
			if l.Kind == kind {
				out = append(out, l)
			}
		}
		return err
	})
	return out
}

// docx is a Word file as far as its directory tells.
func docx(t testing.TB) []byte {
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

// sqlExec changes the database behind the product's back, as a fault would.
func (p *platform) sqlExec(statement string) {
	p.t.Helper()
	p.sql(func(db *sql.DB) error { _, err := db.Exec(statement); return err })
}

// sqlScan reads one value of it.
func (p *platform) sqlScan(query string, into any) {
	p.t.Helper()
	p.sql(func(db *sql.DB) error { return db.QueryRow(query).Scan(into) })
}

func (p *platform) sql(do func(*sql.DB) error) {
	p.t.Helper()
	db, err := sql.Open("sqlite", "file:"+filepath.Join(p.a.Store.Dir(), store.DatabaseFile)+"?_pragma=busy_timeout(5000)")
	if err != nil {
		p.t.Fatal(err)
	}
	defer db.Close()
	if err := do(db); err != nil {
		p.t.Fatal(err)
	}
}

// picture is a PNG of a size.
func picture(width, height int) []byte {
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, width, height))); err != nil {
		panic(err)
	}
	return b.Bytes()
}
