package listing_test

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image/jpeg"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/listing"
	"tsunagu/app/mail"
	"tsunagu/app/web"
	"tsunagu/store"
)

func TestDocumentIsReadByGrantAlone(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	row, rival := tk.Named(), tk.RivalNamed()
	id, other := tk.Document(tk.Listing, "企業概要書2026", []byte(apptest.Pdf)), tk.Document(tk.Listing, "別の資料", []byte(apptest.Pdf+"2"))
	none := tk.FinC.ViewDocument(store.NewID(), row).Want(400)

	// Nobody but SF has it before the grant, not even who stands at L4.
	granted(tk.BuyB, row).Want(200).Has(`"isOpen":true`).HasNot("企業概要書2026", id)
	for _, c := range []*apptest.Caller{tk.BuyB, tk.FinB, tk.Rival, tk.BuyA, tk.FinC} {
		c.ViewDocument(id, row).SameAs(none)
		c.OpenDocument("GetDocument", id, row).SameAs(none)
		c.OpenDocument("DownloadDocument", id, row).SameAs(none)
	}
	told := func(address string) int {
		n := 0
		for _, m := range tk.Mails(address) {
			if m.Kind == mail.DocumentGranted {
				n++
				for _, name := range append([]string{"企業概要書", "別の資料", apptest.BuyerBName}, apptest.SellerNames...) {
					if strings.Contains(m.Subject+m.Text, name) {
						t.Errorf("the mail to %s says %s:\n%s", address, name, m.Text)
					}
				}
			}
		}
		return n
	}
	tk.Grant(id, row, nil).Want(200)
	// The buyer and its bank are told, nobody else, and each once where several are opened or the terms change.
	tk.Grant(id, row, map[string]any{"until": "2026-12-30"}).Want(200)
	third := tk.Document(tk.Listing, "三つ目の資料", []byte(apptest.Pdf))
	tk.Grant(third, row, nil).Want(200)
	tk.Revoke(third, row).Want(200)
	tk.Grant(id, row, nil).Want(200)
	for address, want := range map[string]int{"buy@b.example.jp": 1, "fin@b.example.jp": 1, "rival@b.example.jp": 0, "fin@a.example.jp": 0,
		"buy@a.example.jp": 0, "fin@c.example.jp": 0} {
		if got := told(address); got != want {
			t.Errorf("%s has %d mails of documents, want %d", address, got, want)
		}
	}
	granted(tk.BuyB, row).Want(200).Has("企業概要書2026", `"isDownload":false`, `"edition":1`).HasNot("元のファイル名", other, "別の資料", "Count",
		"利用者 fin@a")
	granted(tk.FinB, row).Want(200).Has("企業概要書2026")
	for _, c := range []*apptest.Caller{tk.BuyB, tk.FinB, tk.SecondB} {
		r := viewPage(c, id, row, 1).Want(200)
		if img, err := jpeg.Decode(strings.NewReader(r.Body)); err != nil || img.Bounds().Dx() != 960 ||
			r.Header.Get("Content-Type") != "application/octet-stream" || !strings.HasPrefix(r.Header.Get("Content-Disposition"), "attachment") ||
			r.Header.Get("Cache-Control") != "no-store" || r.Header.Get("X-Content-Type-Options") != "nosniff" ||
			!strings.Contains(r.Header.Get("Content-Security-Policy"), "sandbox") {
			t.Errorf("view: %v %v", err, r.Header)
		}
		c.OpenDocument("DownloadDocument", id, row).SameAs(none)
		c.ViewDocument(other, row).SameAs(none)
	}
	// The watermark names the reader, and nobody else.
	tk.BuyB.OpenDocument("GetDocument", id, row).Want(200).Has(`"isOwn":false`).HasNot("湊星", "fin@a", "元のファイル名")
	tk.BuyB.ViewDocument(id, row).Want(200).Has("利用者 buy@b.example.jp　"+apptest.BuyerBName+"（蒼陵信用金庫）", "2026/11/21 10:00　複写・転送禁止").HasNot("湊星",
		"fin@a", "元のファイル名")
	tk.FinB.ViewDocument(id, row).Want(200).Has("利用者 fin@b.example.jp　蒼陵信用金庫").HasNot(apptest.BuyerBName)
	// A rival at L4 of the same bank has no trace of it; its own bank must say for which buyer it reads.
	for _, c := range []*apptest.Caller{tk.Rival, tk.FinB} {
		granted(c, rival).Want(200).Has(`"isOpen":true`, `"documentList":[]`)
		c.ViewDocument(id, rival).SameAs(none)
		c.ViewDocument(id, "").SameAs(none)
	}
	granted(tk.Rival, row).SameAs(none)
	tk.Rival.ViewDocument(id, row).SameAs(none)
	tk.Rival.Thread(rival).Want(200).HasNot("資料")
	tk.BuyB.Thread(row).Want(200).Has("資料（企業概要書）が開示されました。画面で閲覧できます。").HasNot("企業概要書2026")
	granted(tk.FinA, row).SameAs(none) // SF has a list of its own
	tk.FinB.Get(listing.DocumentPath + "GetDocumentList?sellerBusinessId=" + tk.Listing).SameAs(none)

	// With the right to download it is a file under SF's title.
	tk.Grant(id, row, map[string]any{"isDownload": true, "until": "2026-12-31"}).Want(200)
	if r := tk.BuyB.OpenDocument("DownloadDocument", id, row).Want(200); r.Body != apptest.Pdf ||
		r.Header.Get("Content-Type") != "application/pdf" || !strings.Contains(r.Header.Get("Content-Disposition"), "2026.pdf") {
		t.Errorf("download: %v", r.Header)
	}
	d := tk.FinA.DocumentOf(tk.Listing, id)
	g := d["grants"].([]any)[0].(map[string]any)
	if d["viewCount"] != 5.0 || d["downloadCount"] != 1.0 || len(d["grants"].([]any)) != 1 || g["viewCount"] != 5.0 ||
		g["until"] != "2026-12-31" || g["lastRead"] == "" {
		t.Errorf("SF sees %v", d)
	}
	// SF reads its own without a grant, and is not counted among the buyers.
	tk.SecondA.ViewDocument(id, "").Want(200)
	tk.FinA.OpenDocument("DownloadDocument", id, "").Want(200)
	if d := tk.FinA.DocumentOf(tk.Listing, id); d["viewCount"] != 5.0 {
		t.Errorf("SF's own reading counts: %v", d)
	}
	list := tk.FinA.Get(listing.DocumentPath + "GetDocumentList?sellerBusinessId=" + tk.Listing).Want(200).JSON()
	if buyers := apptest.ViewText(list["buyerList"]); !strings.Contains(buyers, apptest.BuyerBName) ||
		!strings.Contains(buyers, "黒潮ライバル株式会社") || strings.Contains(buyers, apptest.BuyerAName) {
		t.Errorf("buyers %s", buyers)
	}
}

func TestDocumentGrantEnds(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	row := tk.Named()
	id := tk.Document(tk.Listing, "決算書 三期分", []byte(apptest.Pdf))
	none := tk.FinC.ViewDocument(store.NewID(), row).Want(400)
	closed := func(why string) {
		t.Helper()
		for _, c := range []*apptest.Caller{tk.BuyB, tk.FinB} {
			if r := c.ViewDocument(id, row); r.Status != 400 || r.Body != none.Body {
				t.Errorf("%s: %d %s", why, r.Status, r.Body)
			}
			granted(c, row).Want(200).HasNot("決算書 三期分")
		}
		if d := tk.FinA.DocumentOf(tk.Listing, id); d != nil && len(d["grants"].([]any)) != 0 {
			t.Errorf("%s: SF sees the grant %v", why, d["grants"])
		}
	}
	open := func() { t.Helper(); tk.Grant(id, row, nil).Want(200); tk.BuyB.ViewDocument(id, row).Want(200) }

	open()
	tk.Revoke(id, row).Want(200)
	closed("revoked")
	tk.Revoke(id, row).Want(409)
	tk.BuyB.Thread(row).Has("資料（企業概要書）の開示が終了しました。")

	tk.Grant(id, row, map[string]any{"until": "2026-11-20"}).Want(422).Has(`"until"`)
	tk.Grant(id, row, map[string]any{"until": "2026-11-31"}).Want(422).Has(`"until"`)
	tk.Grant(id, row, map[string]any{"until": "2026-11-21"}).Want(200)
	tk.BuyB.ViewDocument(id, row).Want(200)
	tk.Clock.Add(14 * time.Hour) // midnight in Japan
	tk.FinA, tk.FinB, tk.BuyB, tk.FinC = tk.SignIn("fin@a.example.jp"), tk.SignIn("fin@b.example.jp"), tk.SignIn("buy@b.example.jp"), tk.SignIn("fin@c.example.jp")
	closed("after its last day")

	open()
	for _, status := range []deal.NegotiationStatus{deal.NegotiationAnonymous, deal.NegotiationHope} { // whatever takes the level away
		tk.SetNegotiation(row, func(n *store.Negotiation) { n.Status = int(status) })
		closed(status.Label())
		tk.FinA.Post(listing.DocumentPath+"GrantDocument", map[string]any{"documentId": id,
			"version": tk.FinA.DocumentOf(tk.Listing, id)["version"], "buyerNegotiationId": row, "isDownload": true}).Want(409)
	}
	tk.SetNegotiation(row, func(n *store.Negotiation) { n.Status = int(deal.NegotiationRealName) })
	tk.BuyB.ViewDocument(id, row).Want(200)

	// The end closes it, and a negotiation that is taken up again begins without it.
	tk.FinB.To(row, 3, 9, map[string]any{"endReason": 1}).Want(200)
	closed("after the end")
	tk.Grant(id, row, nil).Want(409)
	tk.Clock.Add(time.Minute)
	tk.SetNegotiation(row, func(n *store.Negotiation) { n.Status, n.ApprovedAt = int(deal.NegotiationRealName), tk.Clock.Now() })
	closed("taken up again")
	open()

	// A replacement keeps the grant and says so; a deletion ends it.
	d := tk.FinA.DocumentOf(tk.Listing, id)
	change := map[string]any{"documentId": id, "version": d["version"], "kind": 2, "title": "決算書 三期分（更新）"}
	tk.FinA.Upload(listing.DocumentPath+"ChangeDocument", change, "b.docx", apptest.Docx(t)).Want(422).Has(`"file"`, "画面での閲覧だけ")
	tk.FinA.Upload(listing.DocumentPath+"ChangeDocument", change, "b.pdf", []byte(apptest.Pdf+"新")).Want(200)
	tk.FinA.Upload(listing.DocumentPath+"ChangeDocument", change, "b.pdf", []byte(apptest.Pdf)).Want(409)
	// not what SF saw
	tk.FinA.Post(listing.DocumentPath+"GrantDocument", map[string]any{"documentId": id, "version": d["version"], "buyerNegotiationId": row,
		"isDownload": true}).Want(409)
	tk.BuyB.ViewDocument(id, row).Want(200).Has(`"edition":2`)
	granted(tk.BuyB, row).Has("三期分（更新）", `"edition":2`)
	tk.BuyB.Thread(row).Has("資料（決算書）が新しい版に差し替えられました。")
	tk.FinA.Post(listing.DocumentPath+"ChangeDocument", apptest.With(change,
		map[string]any{"version": tk.FinA.DocumentOf(tk.Listing, id)["version"], "title": "名前だけ"})).Want(200)
	granted(tk.BuyB, row).Has("名前だけ", `"edition":2`)
	ref := map[string]any{"documentId": id, "version": tk.FinA.DocumentOf(tk.Listing, id)["version"]}
	tk.FinB.Post(listing.DocumentPath+"DeleteDocument", ref).SameAs(none)
	tk.FinA.Post(listing.DocumentPath+"DeleteDocument", ref).Want(200)
	closed("deleted")
	tk.FinA.ViewDocument(id, "").SameAs(none)
	tk.FinA.Post(listing.DocumentPath+"DeleteDocument", ref).SameAs(none)

	// What happened to it stands in the ledger, by the title and edition, without any user's name.
	tk.FinA.Get(apptest.ListingBase+"GetDisclosureLedger?sellerBusinessId="+tk.Listing).Want(200).Has("資料の開示の取消し", "資料の閲覧", "名前だけ（第1版）",
		"名前だけ（第2版）", `"documentId":"`+id+`"`, "資料の開示（閲覧のみ、2026/11/21まで）").HasNot("利用者")
}

func TestDocumentUpload(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	send := func(name string, content []byte, changes map[string]any) apptest.Result {
		return tk.FinA.Upload(listing.DocumentPath+"UploadDocument",
			apptest.With(map[string]any{"sellerBusinessId": tk.Listing, "kind": 1, "title": "資料"}, changes), name, content)
	}
	files := func() int {
		n := 0
		_ = filepath.WalkDir(filepath.Join(tk.App.Store.Dir(), store.FilesDir), func(_ string, e os.DirEntry, err error) error {
			if err == nil && !e.IsDir() {
				n++
			}
			return err
		})
		return n
	}
	before := files()
	for _, x := range []struct {
		name    string
		content []byte
		status  int
	}{
		{"実行.pdf", []byte("MZ\x90\x00\x03"), 415}, {"頁.pdf", []byte("<html><script>alert(1)</script>"), 415},
		{"図.svg", []byte(`<svg xmlns="http://www.w3.org/2000/svg" onload="x()"/>`), 415},
		{"箱.docx", []byte("PK\x03\x04 no zip"), 415}, {"空.pdf", nil, 415}, {"GIFAR.gif", []byte("GIF89a/*" + apptest.Pdf), 415},
		{"後から.pdf", []byte("<!--" + apptest.Pdf), 415},
		{"途中.png", []byte("\x89PNG\r\n\x1a\n...."), 422}, {"爆弾.png", pngBomb(), 422},
		{"大きい.pdf", append([]byte("%PDF-1.7 "), bytes.Repeat([]byte("x"), deal.AttachmentBytes)...), 413},
	} {
		if r := send(x.name, x.content, nil); r.Status != x.status {
			t.Errorf("%s: %d %s", x.name, r.Status, web.Truncate(r.Body, 300))
		}
	}
	send("", nil, nil).Want(422).Has(`"file"`)
	send("a.pdf", []byte(apptest.Pdf), map[string]any{"title": " 　 ", "kind": 77}).Want(422).Has(`"title"`, `"kind"`)
	send("a.pdf", []byte(apptest.Pdf), map[string]any{"title": strings.Repeat("あ", 61)}).Want(422).Has(`"title"`)
	send("a.pdf", []byte(apptest.Pdf), map[string]any{"companyId": tk.BuyerA}).Want(422)
	if n := files(); n != before {
		t.Errorf("%d files left behind by refused uploads", n-before)
	}
	// A PDF that is something else besides is served as bytes for the viewer, never drawn by the browser.
	row := tk.Named()
	id := send(`..\..\etc/passwd.html`, []byte(apptest.Pdf+"<script>alert(1)</script>PK\x03\x04"),
		map[string]any{"title": "../../../etc/2025/3期"}).Want(200).JSON()["documentId"].(string)
	if d := tk.FinA.DocumentOf(tk.Listing, id); d["fileName"] != "passwd.html.pdf" || d["isViewable"] != true {
		t.Errorf("kept as %v", d)
	}
	tk.Grant(id, row, map[string]any{"isDownload": true}).Want(200)
	if r := viewPage(tk.BuyB, id, row, 1).Want(200); r.Header.Get("Content-Type") != "application/octet-stream" ||
		strings.Contains(r.Body, "script") {
		t.Errorf("view %v", r.Header)
	}
	if r := tk.BuyB.OpenDocument("DownloadDocument", id, row).Want(200); strings.ContainsAny(r.Header.Get("Content-Disposition"), `/\`) ||
		r.Header.Get("Content-Type") != "application/pdf" {
		t.Errorf("download %v", r.Header)
	}
	// What the viewer cannot draw is granted for download only.
	word := send("資料.docx", apptest.Docx(t), nil).Want(200).JSON()["documentId"].(string)
	tk.Grant(word, row, nil).Want(422).Has(`"isDownload"`, "PDFに差し替えてから")
	tk.Grant(word, row, map[string]any{"isDownload": true}).Want(200)
	tk.BuyB.ViewDocument(word, row).Want(422).Has("画面に表示できません", "ご依頼ください")
	tk.FinA.ViewDocument(word, "").Want(422).Has("画面に表示できません", "ダウンロードして")
	tk.FinC.ViewDocument(word, row).Want(400)
	tk.BuyB.OpenDocument("GetDocument", word, row).Want(200).Has(`"isViewable":false`)
	tk.BuyB.OpenDocument("DownloadDocument", word, row).Want(200)
	send("図.png", picture(40, 30), nil).Want(200)
	for n := 3; n < deal.DocumentsMax; n++ {
		send("a.pdf", []byte(apptest.Pdf), nil).Want(200)
	}
	send("a.pdf", []byte(apptest.Pdf), nil).Want(422).Has("50件まで")
}

// TestDocumentLedger: every reading is a line before a byte goes out; where the line cannot be
// written, nothing goes out.
func TestDocumentLedger(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	row := tk.Named()
	id := tk.Document(tk.Listing, "企業概要書", []byte(apptest.Pdf))
	tk.Grant(id, row, map[string]any{"isDownload": true}).Want(200)
	tk.Clock.Add(time.Minute)
	tk.BuyB.ViewDocument(id, row).Want(200)
	views := tk.LedgerOf("view")
	want := store.LedgerLine{Kind: "view", ListingID: tk.Listing, CompanyID: tk.Seller, BuyerCompanyID: tk.BuyerB, NegotiationID: row,
		Level: 4, UserID: tk.UserOf(tk.BuyB).ID, ClientID: tk.BuyerB, InstitutionID: tk.BID,
		Basis: "資料の開示（ダウンロード可）、実名交渉の承認（2026/11/21）", IP: "192.0.2.1", Method: store.MethodPassword}
	got := views[0]
	if !got.At.Equal(tk.Clock.Now()) || got.Subject == "" {
		t.Errorf("line %+v", got)
	}
	got.Seq, got.At, got.Prev, got.Hash, got.Subject = 0, time.Time{}, "", "", ""
	if got != want {
		t.Errorf("line %+v, want %+v", got, want)
	}
	if g := tk.LedgerOf("grant"); len(g) != 1 || g[0].UserID != tk.UserOf(tk.FinA).ID || g[0].BuyerCompanyID != tk.BuyerB ||
		g[0].Subject != views[0].Subject {
		t.Errorf("grant %+v", g)
	}
	downloads, audits := len(tk.LedgerOf("download")), auditCount(tk.Marketplace.Banks.Platform, "document.")
	tk.SQLExec("CREATE TRIGGER ledger_broken BEFORE INSERT ON ledger BEGIN SELECT RAISE(ABORT, 'no more lines'); END")
	for _, call := range []string{"ViewDocument", "DownloadDocument"} {
		for _, c := range []*apptest.Caller{tk.BuyB, tk.FinB} {
			c.OpenDocument(call, id, row).Want(503).HasNot("PDF-1.7")
		}
		tk.FinA.OpenDocument(call, id, "").Want(503).HasNot("PDF-1.7")
	}
	if r := tk.Revoke(id, row); r.Status < 500 {
		t.Errorf("revoked without a line: %d", r.Status)
	}
	tk.SQLExec("DROP TRIGGER ledger_broken")
	if auditCount(tk.Marketplace.Banks.Platform, "document.") != audits || len(tk.LedgerOf("download")) != downloads {
		t.Error("a reading that did not happen left a line")
	}
	tk.BuyB.OpenDocument("DownloadDocument", id, row).Want(200)
	if n := len(tk.LedgerOf("download")); n != downloads+1 {
		t.Errorf("%d lines of downloads", n)
	}
	tk.Read(func(q *store.Q) error { return q.VerifyChains() })
}

// auditCount counts the audit's lines of events that begin so.
func auditCount(p *apptest.Platform, prefix string) (n int) {
	p.T.Helper()
	p.SQLScan("SELECT count(*) FROM audit WHERE event LIKE '"+prefix+"%'", &n)
	return n
}

// pngBomb says that it is a picture of four gigapixels.
func pngBomb() []byte {
	b := picture(1, 1)
	binary.BigEndian.PutUint32(b[16:], 65_535)
	binary.BigEndian.PutUint32(b[20:], 65_535)
	binary.BigEndian.PutUint32(b[29:], crc32.ChecksumIEEE(b[12:29]))
	return b
}
