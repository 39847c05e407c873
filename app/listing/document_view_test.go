package listing_test

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/listing"
	"tsunagu/app/render"
	"tsunagu/app/web"
	"tsunagu/store"
)

// pdfPages is a PDF of so many pages, each with a text, with what PDFs tell of themselves.
func pdfPages(n int, text string) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%%PDF-1.7\n1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj\n9 0 obj <</Title(INFO-%s)/Author(AUTHOR-%s)>> endobj\n2 0 obj <</Type/Pages/MediaBox[0 0 595 842]/Count %d/Kids[", text, text, n)
	for i := range n {
		fmt.Fprintf(&b, "%d 0 R ", 10+2*i)
	}
	b.WriteString("]>> endobj\n")
	for i := range n {
		content := fmt.Sprintf("BT /F 20 Tf 50 500 Td (%s page %d) Tj ET", text, i+1)
		fmt.Fprintf(&b, "%d 0 obj <</Type/Page/Parent 2 0 R/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>/Contents %d 0 R>> endobj\n", 10+2*i, 11+2*i)
		fmt.Fprintf(&b, "%d 0 obj <</Length %d>>\nstream\n%s\nendstream endobj\n", 11+2*i, len(content), content)
	}
	b.WriteString("trailer <</Root 1 0 R/Info 9 0 R>>\n%%EOF")
	return b.Bytes()
}

// photograph is a JPEG whose EXIF tells where it was taken.
func photograph(where string) []byte {
	var b bytes.Buffer
	if err := jpeg.Encode(&b, image.NewGray(image.Rect(0, 0, 60, 40)), nil); err != nil {
		panic(err)
	}
	exif := append([]byte("Exif\x00\x00II*\x00\x08\x00\x00\x00\x00\x00"), where...)
	out := append([]byte{0xff, 0xd8, 0xff, 0xe1, 0, byte(len(exif) + 2)}, exif...)
	return append(out, b.Bytes()[2:]...)
}

// TestViewOnlyGivesPicturesAlone: whoever has no grant to download gets the pixels of a document with
// his name in them, and of the file itself not a byte, not a word and not a trait, by any call.
func TestViewOnlyGivesPicturesAlone(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	row := tk.Named()
	const secret = "KOUBOU-98765"
	var chart bytes.Buffer
	if err := png.Encode(&chart, image.NewGray(image.Rect(0, 0, 50, 50))); err != nil {
		t.Fatal(err)
	}
	note := "機密の注記" + secret
	originals := map[string][]byte{"PDF": pdfPages(3, secret), "写真": photograph("GPS-" + secret),
		"表": append(bytes.Clone(chart.Bytes()), "TEXT-"+secret...), "覚書": []byte("一行目\r\n" + note + "\r\n三行目の文")}
	ids := map[string]string{}
	for name, b := range originals {
		ids[name] = tk.FinA.Upload(listing.DocumentPath+"UploadDocument",
			map[string]any{"sellerBusinessId": tk.Listing, "kind": 1, "title": "資料" + name}, "原本_"+secret+".bin",
			b).Want(200).JSON()["documentId"].(string)
		tk.Grant(ids[name], row, nil).Want(200)
	}
	hexOf := func(s string) string {
		out := ""
		for _, u := range utf16.Encode([]rune(s)) {
			out += fmt.Sprintf("%04X", u)
		}
		return out
	}
	words := []string{secret, note, "原本_", hexOf(secret), strings.ToLower(hexOf(secret)), hex.EncodeToString([]byte(secret)), "三行目の文", "%PDF",
		"Exif", "\x89PNG"}
	for _, c := range []*apptest.Caller{tk.BuyB, tk.FinB} {
		var answers []apptest.Result
		for name, id := range ids {
			open := c.ViewDocument(id, row).Want(200)
			viewing := open.JSON()["viewing"].(string)
			answers = append(answers, open, c.OpenDocument("GetDocument", id, row).Want(200), c.OpenDocument("DownloadDocument", id, row).Want(400))
			for page := range open.JSON()["shapes"].([]any) {
				r := drawn(c, id, row, viewing, page+1, 640).Want(200)
				if img, err := jpeg.Decode(strings.NewReader(r.Body)); err != nil || img.Bounds().Dx() != 640 {
					t.Errorf("%s: %v", name, err)
				}
				answers = append(answers, r)
			}
		}
		answers = append(answers, granted(c, row).Want(200).HasNot("fileSize"))
		for _, r := range answers {
			r.HasNot(words...)
			for h := range r.Header {
				for _, v := range r.Header[h] {
					if strings.Contains(v, secret) || strings.Contains(v, "原本") {
						t.Errorf("header %s: %s", h, v)
					}
				}
			}
			for _, name := range []string{"PDF", "覚書"} { // what JPEGs have in common, two have
				for b := originals[name]; len(b) >= 16; b = b[1:] {
					if strings.Contains(r.Body, string(b[:16])) {
						t.Fatalf("16 bytes of %s are in an answer: %q", name, b[:16])
					}
				}
			}
		}
	}
	// With the grant it is the file itself.
	tk.Grant(ids["PDF"], row, map[string]any{"isDownload": true}).Want(200)
	granted(tk.BuyB, row).Want(200).Has(`"fileSize"`)
	if r := tk.BuyB.OpenDocument("DownloadDocument", ids["PDF"], row).Want(200); r.Body != string(originals["PDF"]) {
		t.Error("the download is not the file")
	}
	if !slices.Equal(render.Media, []string{"application/pdf", "image/png", "image/jpeg", "text/plain"}) {
		t.Error("what is drawn")
	}
	for _, m := range append(slices.Clone(render.Media), "application/zip",
		"application/vnd.openxmlformats-officedocument.wordprocessingml.document") {
		if deal.IsViewable(m) != render.Draws(m) {
			t.Errorf("%s is viewable: %v, and is drawn: %v", m, deal.IsViewable(m), render.Draws(m))
		}
	}
}

// TestPagesBearTheirReader: the same page is another picture for each reader, and a viewing is of use
// to nobody but who began it.
func TestPagesBearTheirReader(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	row, rival := tk.Named(), tk.RivalNamed()
	id, other := tk.Document(tk.Listing, "企業概要書", pdfPages(2, "x")), tk.Document(tk.Listing, "別の資料", pdfPages(2, "y"))
	for _, d := range []string{id, other} {
		tk.Grant(d, row, nil).Want(200)
		tk.Grant(d, rival, nil).Want(200)
	}
	viewed := func(c *apptest.Caller, id, row string) string {
		t.Helper()
		return c.ViewDocument(id, row).Want(200).JSON()["viewing"].(string)
	}
	pixels := func(r apptest.Result) image.Image {
		t.Helper()
		img, err := jpeg.Decode(strings.NewReader(r.Want(200).Body))
		if err != nil {
			t.Fatal(err)
		}
		return img
	}
	differ := func(a, b image.Image) (n int) {
		for y := range a.Bounds().Dy() {
			for x := range a.Bounds().Dx() {
				p, _, _, _ := a.At(x, y).RGBA()
				q, _, _, _ := b.At(x, y).RGBA()
				if max(p, q)-min(p, q) > 0x1000 {
					n++
				}
			}
		}
		return n
	}
	mine := viewed(tk.BuyB, id, row)
	first := pixels(drawn(tk.BuyB, id, row, mine, 1, 640))
	for name, img := range map[string]image.Image{"its bank": pixels(drawn(tk.FinB, id, row, viewed(tk.FinB, id, row), 1, 640)),
		"the rival": pixels(drawn(tk.Rival, id, rival, viewed(tk.Rival, id, rival), 1, 640)),
		"SF":        pixels(drawn(tk.FinA, id, "", viewed(tk.FinA, id, ""), 1, 640))} {
		if n := differ(first, img); n < 2000 {
			t.Errorf("%s has the same picture but for %d pixels", name, n)
		}
	}
	if n := differ(first, pixels(drawn(tk.BuyB, id, row, mine, 1, 640))); n != 0 {
		t.Errorf("the same page again differs in %d pixels", n)
	}

	none := drawn(tk.FinC, store.NewID(), row, mine, 1, 640).Want(400)
	drawn(tk.FinC, id, row, mine, 1, 640).SameAs(none)
	drawn(tk.BuyA, id, row, mine, 1, 640).SameAs(none)
	drawn(tk.Rival, id, row, mine, 1, 640).SameAs(none)
	over := drawn(tk.BuyB, id, row, "", 1, 640).Want(422).Has("viewing_over", "もう一度開いてください")
	for why, r := range map[string]apptest.Result{
		"another reader's":        drawn(tk.FinB, id, row, mine, 1, 640),
		"another's of the rival":  drawn(tk.Rival, id, rival, mine, 1, 640),
		"for another document":    drawn(tk.BuyB, other, row, mine, 1, 640),
		"by a bank's other buyer": drawn(tk.FinB, id, rival, viewed(tk.FinB, id, row), 1, 640),
		"of another sign-in":      drawn(tk.SignIn("buy@b.example.jp"), id, row, mine, 1, 640),
		"changed":                 drawn(tk.BuyB, id, row, mine[:len(mine)-2]+"AA", 1, 640),
		"of nobody":               drawn(tk.BuyB, id, row, strings.Repeat("A", 200), 1, 640),
		"not even of a viewing":   drawn(tk.BuyB, id, row, "x!", 1, 640),
		"SF's own, as the bank's": drawn(tk.FinA, id, "", mine, 1, 640),
	} {
		if r.Status != 422 || r.Body != over.Body {
			t.Errorf("a viewing %s: %d %s", why, r.Status, web.Truncate(r.Body, 200))
		}
	}
	var v listing.Viewing
	sealed, err := base64.RawURLEncoding.DecodeString(mine)
	if err == nil {
		sealed, err = tk.App.Keys.Open(sealed)
	}
	if err := apptest.ErrorsOf(err, json.Unmarshal(sealed, &v)); err != nil {
		t.Fatal(err)
	}
	for why, change := range map[string]func(*listing.Viewing){
		"of another document": func(v *listing.Viewing) { v.Document = other }, "of another file": func(v *listing.Viewing) { v.File = other },
		"of another user":           func(v *listing.Viewing) { v.User = tk.UserOf(tk.FinB).ID },
		"of another session":        func(v *listing.Viewing) { v.Session = "x" },
		"under another negotiation": func(v *listing.Viewing) { v.Under = rival }, "without an id": func(v *listing.Viewing) { v.ID = "" },
		"over":    func(v *listing.Viewing) { v.At = v.At.Add(-listing.ViewingFor - time.Second) },
		"to come": func(v *listing.Viewing) { v.At = v.At.Add(time.Hour) },
	} {
		is := v
		change(&is)
		if r := drawn(tk.BuyB, id, row, listing.In(tk.App.Platform).SealViewing(&is), 1, 640); r.Status != 422 || r.Body != over.Body {
			t.Errorf("a viewing %s: %d %s", why, r.Status, web.Truncate(r.Body, 200))
		}
	}
	drawn(tk.BuyB, id, row, listing.In(tk.App.Platform).SealViewing(&v), 1, 640).Want(200)
	drawn(tk.BuyB, id, row, mine, 3, 1_000_000).Want(422).Has(`"page"`, `"width"`, "1から2まで")
	drawn(tk.BuyB, id, row, mine, 0, 640).Want(422).Has(`"page"`).HasNot(`"width"`)
	tk.Clock.Add(listing.ViewingFor + time.Second)
	tk.BuyB, tk.FinA = tk.SignIn("buy@b.example.jp"), tk.SignIn("fin@a.example.jp")
	drawn(tk.BuyB, id, row, mine, 1, 640).SameAs(over)
	again := viewed(tk.BuyB, id, row)
	drawn(tk.BuyB, id, row, again, 2, 640).Want(200)
	d := tk.FinA.DocumentOf(tk.Listing, id)
	tk.FinA.Upload(listing.DocumentPath+"ChangeDocument", map[string]any{"documentId": id, "version": d["version"], "kind": 1,
		"title": "企業概要書"}, "b.pdf", pdfPages(1, "z")).Want(200)
	drawn(tk.BuyB, id, row, again, 1, 640).SameAs(over)
}

// TestPagesEndWithTheRight: what ends the right to a document ends it for the pages of one that is open.
func TestPagesEndWithTheRight(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	row := tk.Named()
	id := tk.Document(tk.Listing, "企業概要書", pdfPages(25, "x"))
	none := drawn(tk.FinC, store.NewID(), row, "x", 1, 640).Want(400)
	var viewing string
	open := func() {
		t.Helper()
		tk.Grant(id, row, nil).Want(200)
		viewing = tk.BuyB.ViewDocument(id, row).Want(200).JSON()["viewing"].(string)
		drawn(tk.BuyB, id, row, viewing, 1, 640).Want(200)
	}
	open()
	tk.Revoke(id, row).Want(200)
	drawn(tk.BuyB, id, row, viewing, 2, 640).SameAs(none)
	open()
	// Taken back while the page is drawn: it does not go out.
	tk.SQLExec("CREATE TRIGGER taken_back AFTER INSERT ON audit WHEN NEW.event = 'document.pages' BEGIN UPDATE document_grant SET revoked = 1; END")
	drawn(tk.BuyB, id, row, viewing, 11, 640).SameAs(none)
	tk.SQLExec("DROP TRIGGER taken_back")
	open()
	tk.SetNegotiation(row, func(n *store.Negotiation) { n.Status = int(deal.NegotiationHope) })
	drawn(tk.BuyB, id, row, viewing, 2, 640).SameAs(none)
	tk.SetNegotiation(row, func(n *store.Negotiation) { n.Status = int(deal.NegotiationRealName) })
	drawn(tk.BuyB, id, row, viewing, 2, 640).Want(200)
	tk.FinB.To(row, 3, 9, map[string]any{"endReason": 1}).Want(200)
	drawn(tk.BuyB, id, row, viewing, 2, 640).SameAs(none)
}

// TestPagesInTheBooks (ledger and audit log): an opening is one line of the ledger however many
// pages follow; which tens of pages went out stands in the audit log, before they do.
func TestPagesInTheBooks(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	row := tk.Named()
	id := tk.Document(tk.Listing, "企業概要書", pdfPages(25, "x"))
	tk.Grant(id, row, nil).Want(200)
	viewing := tk.BuyB.ViewDocument(id, row).Want(200).JSON()["viewing"].(string)
	details := func() (out []string) {
		tk.Read(func(q *store.Q) error {
			lines, _, err := q.SearchAudit(store.AuditSearch{Page: store.Page{Limit: 1000}})
			for _, l := range lines {
				if l.Event == "document.view" || l.Event == "document.pages" {
					out = append(out, l.Event+" "+l.Detail)
				}
			}
			slices.Reverse(out)
			return err
		})
		return out
	}
	for _, page := range []int{1, 2, 10, 11, 1, 12, 11} {
		drawn(tk.BuyB, id, row, viewing, page, 640).Want(200)
	}
	tk.SQLExec("CREATE TRIGGER audit_broken BEFORE INSERT ON audit BEGIN SELECT RAISE(ABORT, 'no more lines'); END")
	drawn(tk.BuyB, id, row, viewing, 25, 640).Want(503)
	drawn(tk.BuyB, id, row, viewing, 20, 640).Want(200)
	tk.SQLExec("DROP TRIGGER audit_broken")
	drawn(tk.BuyB, id, row, viewing, 25, 640).Want(200)
	want := []string{"document.view edition=1 pages=1-10", "document.pages edition=1 pages=11-20", "document.pages edition=1 pages=21-25"}
	if got := details(); !slices.Equal(got, want) {
		t.Errorf("lines %q", got)
	}
	if n := len(tk.LedgerOf("view")); n != 1 {
		t.Errorf("%d lines of the ledger", n)
	}
	tk.BuyB.ViewDocument(id, row).Want(200)
	if n := len(tk.LedgerOf("view")); n != 2 {
		t.Errorf("%d lines after the second opening", n)
	}
}

// TestWhatCannotBeDrawn: who opens it learns what is wrong and what to do; no reading is recorded,
// and the file itself is not given out instead.
func TestWhatCannotBeDrawn(t *testing.T) {
	p := apptest.NewPlatform(t)
	p.App.Render = render.New(render.Options{Cache: filepath.Join(os.TempDir(), "tsunagu-test-render"), Workers: 1, Limit: 10 * time.Second})
	t.Cleanup(p.App.Render.Close)
	tk := apptest.NewTalks(p)
	row := tk.Named()
	locked := strings.Replace(apptest.Pdf, "trailer <<", "9 0 obj <</Filter/Standard/V 1/R 2/P -4/O("+strings.Repeat("o",
		32)+")/U("+strings.Repeat("u", 32)+")>> endobj\ntrailer <</Encrypt 9 0 R/ID[(0123456789abcdef)(0123456789abcdef)]", 1)
	for name, x := range map[string]struct {
		content []byte
		code    string
		others  string
		own     string
	}{
		"壊れた資料":    {[]byte("%PDF-1.7 SECRET nothing"), "document_broken", "担当の金融機関に、ファイルの差替え", "元のファイルを確認して"},
		"鍵のある資料":   {[]byte(locked), "document_locked", "パスワードを外したPDFへの差替えをご依頼", "外したPDFに差し替えて"},
		"多すぎる頁":    {pdfPages(501, "SECRET"), "document_pages", "資料の分割をご依頼", "分割して"},
		"途中で切れた写真": {photograph("SECRET")[:120], "", "", ""},
		"長すぎる文章":   {bytes.Repeat([]byte("SECRET\n"), 200_000), "document_pages", "資料の分割をご依頼", "分割して"},
	} {
		r := tk.FinA.Upload(listing.DocumentPath+"UploadDocument", map[string]any{"sellerBusinessId": tk.Listing, "kind": 1, "title": name},
			"a.pdf", x.content)
		if x.code == "" { // not even accepted
			r.Want(422)
			continue
		}
		id := r.Want(200).JSON()["documentId"].(string)
		tk.Grant(id, row, nil).Want(200)
		views := len(tk.LedgerOf("view"))
		tk.BuyB.ViewDocument(id, row).Want(422).Has(x.code, x.others).HasNot("SECRET", x.own)
		tk.FinA.ViewDocument(id, "").Want(422).Has(x.code, x.own).HasNot("SECRET", x.others)
		tk.FinC.ViewDocument(id, row).Want(400)
		if n := len(tk.LedgerOf("view")); n != views {
			t.Errorf("%s: %d lines of a reading that did not happen", name, n-views)
		}
	}
	for err, status := range map[error]int{render.ErrHeavy: 422, render.ErrBusy: 503, render.ErrNoWorker: 503, render.ErrNoPage: 422} {
		problem, isOurs := web.ToProblem(listing.In(p.App.Platform).Undrawn(err, false))
		if problem.Status != status || isOurs || status == 503 && problem.RetryAfter == 0 {
			t.Errorf("%v: %+v", err, problem)
		}
	}
	// No process, no pages; everything else goes on.
	id := tk.Document(tk.Listing, "企業概要書", []byte(apptest.Pdf))
	tk.Grant(id, row, nil).Want(200)
	p.App.Render.Close()
	r := tk.BuyB.ViewDocument(id, row).Want(503).Has("表示の準備ができません").HasNot("PDF-1.7")
	if r.Header.Get("Retry-After") == "" {
		t.Error("no word of when to try again")
	}
	granted(tk.BuyB, row).Want(200).Has("企業概要書")
}
