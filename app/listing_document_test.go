package app

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

	"tsunagu/app/deal"
	"tsunagu/app/listing"
	"tsunagu/app/web"
	"tsunagu/store"
)

func TestDocumentIsReadByGrantAlone(t *testing.T) {
	tk := newTalks(newPlatform(t))
	row, rival := tk.named(), tk.rivalNamed()
	id, other := tk.document(tk.listing, "企業概要書2026", []byte(pdf)), tk.document(tk.listing, "別の資料", []byte(pdf+"2"))
	none := tk.finC.viewDocument(store.NewID(), row).want(400)

	// Nobody but SF has it before the grant, not even who stands at L4.
	tk.buyB.granted(row).want(200).has(`"isOpen":true`).hasNot("企業概要書2026", id)
	for _, c := range []*caller{tk.buyB, tk.finB, tk.rival, tk.buyA, tk.finC} {
		c.viewDocument(id, row).sameAs(none)
		c.openDocument("GetDocument", id, row).sameAs(none)
		c.openDocument("DownloadDocument", id, row).sameAs(none)
	}
	tk.grant(id, row, nil).want(200)
	tk.buyB.granted(row).want(200).has("企業概要書2026", `"isDownload":false`, `"edition":1`).hasNot("元のファイル名", other, "別の資料", "Count", "利用者 fin@a")
	tk.finB.granted(row).want(200).has("企業概要書2026")
	for _, c := range []*caller{tk.buyB, tk.finB, tk.secondB} {
		r := c.viewPage(id, row, 1).want(200)
		if img, err := jpeg.Decode(strings.NewReader(r.body)); err != nil || img.Bounds().Dx() != 960 || r.header.Get("Content-Type") != "application/octet-stream" || !strings.HasPrefix(r.header.Get("Content-Disposition"), "attachment") ||
			r.header.Get("Cache-Control") != "no-store" || r.header.Get("X-Content-Type-Options") != "nosniff" || !strings.Contains(r.header.Get("Content-Security-Policy"), "sandbox") {
			t.Errorf("view: %v %v", err, r.header)
		}
		c.openDocument("DownloadDocument", id, row).sameAs(none)
		c.viewDocument(other, row).sameAs(none)
	}
	// The watermark names the reader, and nobody else.
	tk.buyB.openDocument("GetDocument", id, row).want(200).has(`"isOwn":false`).hasNot("湊星", "fin@a", "元のファイル名")
	tk.buyB.viewDocument(id, row).want(200).has("利用者 buy@b.example.jp　"+buyerBName+"（蒼陵信用金庫）", "2026/11/21 10:00　複写・転送禁止").hasNot("湊星", "fin@a", "元のファイル名")
	tk.finB.viewDocument(id, row).want(200).has("利用者 fin@b.example.jp　蒼陵信用金庫").hasNot(buyerBName)
	// A rival at L4 of the same bank has no trace of it; its own bank must say for which buyer it reads.
	for _, c := range []*caller{tk.rival, tk.finB} {
		c.granted(rival).want(200).has(`"isOpen":true`, `"documentList":[]`)
		c.viewDocument(id, rival).sameAs(none)
		c.viewDocument(id, "").sameAs(none)
	}
	tk.rival.granted(row).sameAs(none)
	tk.rival.viewDocument(id, row).sameAs(none)
	tk.rival.thread(rival).want(200).hasNot("資料")
	tk.buyB.thread(row).want(200).has("資料（企業概要書）が開示されました。画面で閲覧できます。").hasNot("企業概要書2026")
	tk.finA.granted(row).sameAs(none) // SF has a list of its own
	tk.finB.get(listing.DocumentPath + "GetDocumentList?sellerBusinessId=" + tk.listing).sameAs(none)

	// With the right to download it is a file under SF's title.
	tk.grant(id, row, map[string]any{"isDownload": true, "until": "2026-12-31"}).want(200)
	if r := tk.buyB.openDocument("DownloadDocument", id, row).want(200); r.body != pdf || r.header.Get("Content-Type") != "application/pdf" || !strings.Contains(r.header.Get("Content-Disposition"), "2026.pdf") {
		t.Errorf("download: %v", r.header)
	}
	d := tk.finA.documentOf(tk.listing, id)
	g := d["grants"].([]any)[0].(map[string]any)
	if d["viewCount"] != 5.0 || d["downloadCount"] != 1.0 || len(d["grants"].([]any)) != 1 || g["viewCount"] != 5.0 || g["until"] != "2026-12-31" || g["lastRead"] == "" {
		t.Errorf("SF sees %v", d)
	}
	// SF reads its own without a grant, and is not counted among the buyers.
	tk.secondA.viewDocument(id, "").want(200)
	tk.finA.openDocument("DownloadDocument", id, "").want(200)
	if d := tk.finA.documentOf(tk.listing, id); d["viewCount"] != 5.0 {
		t.Errorf("SF's own reading counts: %v", d)
	}
	list := tk.finA.get(listing.DocumentPath + "GetDocumentList?sellerBusinessId=" + tk.listing).want(200).json()
	if buyers := viewText(list["buyerList"]); !strings.Contains(buyers, buyerBName) || !strings.Contains(buyers, "黒潮ライバル株式会社") || strings.Contains(buyers, buyerAName) {
		t.Errorf("buyers %s", buyers)
	}
}

func TestDocumentGrantEnds(t *testing.T) {
	tk := newTalks(newPlatform(t))
	row := tk.named()
	id := tk.document(tk.listing, "決算書 三期分", []byte(pdf))
	none := tk.finC.viewDocument(store.NewID(), row).want(400)
	closed := func(why string) {
		t.Helper()
		for _, c := range []*caller{tk.buyB, tk.finB} {
			if r := c.viewDocument(id, row); r.status != 400 || r.body != none.body {
				t.Errorf("%s: %d %s", why, r.status, r.body)
			}
			c.granted(row).want(200).hasNot("決算書 三期分")
		}
		if d := tk.finA.documentOf(tk.listing, id); d != nil && len(d["grants"].([]any)) != 0 {
			t.Errorf("%s: SF sees the grant %v", why, d["grants"])
		}
	}
	open := func() { t.Helper(); tk.grant(id, row, nil).want(200); tk.buyB.viewDocument(id, row).want(200) }

	open()
	tk.revoke(id, row).want(200)
	closed("revoked")
	tk.revoke(id, row).want(409)
	tk.buyB.thread(row).has("資料（企業概要書）の開示が終了しました。")

	tk.grant(id, row, map[string]any{"until": "2026-11-20"}).want(422).has(`"until"`)
	tk.grant(id, row, map[string]any{"until": "2026-11-31"}).want(422).has(`"until"`)
	tk.grant(id, row, map[string]any{"until": "2026-11-21"}).want(200)
	tk.buyB.viewDocument(id, row).want(200)
	tk.clock.Add(14 * time.Hour) // midnight in Japan
	tk.finA, tk.finB, tk.buyB, tk.finC = tk.signIn("fin@a.example.jp"), tk.signIn("fin@b.example.jp"), tk.signIn("buy@b.example.jp"), tk.signIn("fin@c.example.jp")
	closed("after its last day")

	open()
	for _, status := range []deal.NegotiationStatus{deal.NegotiationAnonymous, deal.NegotiationHope} { // whatever takes the level away
		tk.setNegotiation(row, func(n *store.Negotiation) { n.Status = int(status) })
		closed(status.Label())
		tk.finA.post(listing.DocumentPath+"GrantDocument", map[string]any{"documentId": id, "version": tk.finA.documentOf(tk.listing, id)["version"], "buyerNegotiationId": row, "isDownload": true}).want(409)
	}
	tk.setNegotiation(row, func(n *store.Negotiation) { n.Status = int(deal.NegotiationRealName) })
	tk.buyB.viewDocument(id, row).want(200)

	// The end closes it, and a negotiation that is taken up again begins without it.
	tk.finB.to(row, 3, 9, map[string]any{"endReason": 1}).want(200)
	closed("after the end")
	tk.grant(id, row, nil).want(409)
	tk.clock.Add(time.Minute)
	tk.setNegotiation(row, func(n *store.Negotiation) { n.Status, n.ApprovedAt = int(deal.NegotiationRealName), tk.clock.Now() })
	closed("taken up again")
	open()

	// A replacement keeps the grant and says so; a deletion ends it.
	d := tk.finA.documentOf(tk.listing, id)
	change := map[string]any{"documentId": id, "version": d["version"], "kind": 2, "title": "決算書 三期分（更新）"}
	tk.finA.upload(listing.DocumentPath+"ChangeDocument", change, "b.docx", docx(t)).want(422).has(`"file"`, "画面での閲覧だけ")
	tk.finA.upload(listing.DocumentPath+"ChangeDocument", change, "b.pdf", []byte(pdf+"新")).want(200)
	tk.finA.upload(listing.DocumentPath+"ChangeDocument", change, "b.pdf", []byte(pdf)).want(409)
	tk.finA.post(listing.DocumentPath+"GrantDocument", map[string]any{"documentId": id, "version": d["version"], "buyerNegotiationId": row, "isDownload": true}).want(409) // not what SF saw
	tk.buyB.viewDocument(id, row).want(200).has(`"edition":2`)
	tk.buyB.granted(row).has("三期分（更新）", `"edition":2`)
	tk.buyB.thread(row).has("資料（決算書）が新しい版に差し替えられました。")
	tk.finA.post(listing.DocumentPath+"ChangeDocument", with(change, map[string]any{"version": tk.finA.documentOf(tk.listing, id)["version"], "title": "名前だけ"})).want(200)
	tk.buyB.granted(row).has("名前だけ", `"edition":2`)
	ref := map[string]any{"documentId": id, "version": tk.finA.documentOf(tk.listing, id)["version"]}
	tk.finB.post(listing.DocumentPath+"DeleteDocument", ref).sameAs(none)
	tk.finA.post(listing.DocumentPath+"DeleteDocument", ref).want(200)
	closed("deleted")
	tk.finA.viewDocument(id, "").sameAs(none)
	tk.finA.post(listing.DocumentPath+"DeleteDocument", ref).sameAs(none)

	// What happened to it stands in the ledger, by the title and edition, without any user's name.
	tk.finA.get(listingBase+"GetDisclosureLedger?sellerBusinessId="+tk.listing).want(200).has("資料の開示の取消し", "資料の閲覧", "名前だけ（第1版）", "名前だけ（第2版）", `"documentId":"`+id+`"`, "資料の開示（閲覧のみ、2026/11/21まで）").hasNot("利用者")
}

func TestDocumentUpload(t *testing.T) {
	tk := newTalks(newPlatform(t))
	send := func(name string, content []byte, changes map[string]any) result {
		return tk.finA.upload(listing.DocumentPath+"UploadDocument", with(map[string]any{"sellerBusinessId": tk.listing, "kind": 1, "title": "資料"}, changes), name, content)
	}
	files := func() int {
		n := 0
		_ = filepath.WalkDir(filepath.Join(tk.a.Store.Dir(), store.FilesDir), func(_ string, e os.DirEntry, err error) error {
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
		{"実行.pdf", []byte("MZ\x90\x00\x03"), 415}, {"頁.pdf", []byte("<html><script>alert(1)</script>"), 415}, {"図.svg", []byte(`<svg xmlns="http://www.w3.org/2000/svg" onload="x()"/>`), 415},
		{"箱.docx", []byte("PK\x03\x04 no zip"), 415}, {"空.pdf", nil, 415}, {"GIFAR.gif", []byte("GIF89a/*" + pdf), 415}, {"後から.pdf", []byte("<!--" + pdf), 415},
		{"途中.png", []byte("\x89PNG\r\n\x1a\n...."), 422}, {"爆弾.png", pngBomb(), 422}, {"大きい.pdf", append([]byte("%PDF-1.7 "), bytes.Repeat([]byte("x"), deal.AttachmentBytes)...), 413},
	} {
		if r := send(x.name, x.content, nil); r.status != x.status {
			t.Errorf("%s: %d %s", x.name, r.status, web.Truncate(r.body, 300))
		}
	}
	send("", nil, nil).want(422).has(`"file"`)
	send("a.pdf", []byte(pdf), map[string]any{"title": " 　 ", "kind": 77}).want(422).has(`"title"`, `"kind"`)
	send("a.pdf", []byte(pdf), map[string]any{"title": strings.Repeat("あ", 61)}).want(422).has(`"title"`)
	send("a.pdf", []byte(pdf), map[string]any{"companyId": tk.buyerA}).want(422)
	if n := files(); n != before {
		t.Errorf("%d files left behind by refused uploads", n-before)
	}
	// A PDF that is something else besides is served as bytes for the viewer, never drawn by the browser.
	row := tk.named()
	id := send(`..\..\etc/passwd.html`, []byte(pdf+"<script>alert(1)</script>PK\x03\x04"), map[string]any{"title": "../../../etc/2025/3期"}).want(200).json()["documentId"].(string)
	if d := tk.finA.documentOf(tk.listing, id); d["fileName"] != "passwd.html.pdf" || d["isViewable"] != true {
		t.Errorf("kept as %v", d)
	}
	tk.grant(id, row, map[string]any{"isDownload": true}).want(200)
	if r := tk.buyB.viewPage(id, row, 1).want(200); r.header.Get("Content-Type") != "application/octet-stream" || strings.Contains(r.body, "script") {
		t.Errorf("view %v", r.header)
	}
	if r := tk.buyB.openDocument("DownloadDocument", id, row).want(200); strings.ContainsAny(r.header.Get("Content-Disposition"), `/\`) || r.header.Get("Content-Type") != "application/pdf" {
		t.Errorf("download %v", r.header)
	}
	// What the viewer cannot draw is granted for download only.
	word := send("資料.docx", docx(t), nil).want(200).json()["documentId"].(string)
	tk.grant(word, row, nil).want(422).has(`"isDownload"`, "PDFに差し替えてから")
	tk.grant(word, row, map[string]any{"isDownload": true}).want(200)
	tk.buyB.viewDocument(word, row).want(422).has("画面に表示できません", "ご依頼ください")
	tk.finA.viewDocument(word, "").want(422).has("画面に表示できません", "ダウンロードして")
	tk.finC.viewDocument(word, row).want(400)
	tk.buyB.openDocument("GetDocument", word, row).want(200).has(`"isViewable":false`)
	tk.buyB.openDocument("DownloadDocument", word, row).want(200)
	send("図.png", picture(40, 30), nil).want(200)
	for n := 3; n < deal.DocumentsMax; n++ {
		send("a.pdf", []byte(pdf), nil).want(200)
	}
	send("a.pdf", []byte(pdf), nil).want(422).has("50件まで")
}

// TestDocumentLedger: every reading is a line before a byte goes out; where the line cannot be
// written, nothing goes out.
func TestDocumentLedger(t *testing.T) {
	tk := newTalks(newPlatform(t))
	row := tk.named()
	id := tk.document(tk.listing, "企業概要書", []byte(pdf))
	tk.grant(id, row, map[string]any{"isDownload": true}).want(200)
	tk.clock.Add(time.Minute)
	tk.buyB.viewDocument(id, row).want(200)
	views := tk.ledgerOf("view")
	want := store.LedgerLine{Kind: "view", ListingID: tk.listing, CompanyID: tk.seller, BuyerCompanyID: tk.buyerB, NegotiationID: row, Level: 4, UserID: tk.userOf(tk.buyB).ID, ClientID: tk.buyerB, InstitutionID: tk.bID,
		Basis: "資料の開示（ダウンロード可）、実名交渉の承認（2026/11/21）", IP: "192.0.2.1"}
	got := views[0]
	if !got.At.Equal(tk.clock.Now()) || got.Subject == "" {
		t.Errorf("line %+v", got)
	}
	got.Seq, got.At, got.Prev, got.Hash, got.Subject = 0, time.Time{}, "", "", ""
	if got != want {
		t.Errorf("line %+v, want %+v", got, want)
	}
	if g := tk.ledgerOf("grant"); len(g) != 1 || g[0].UserID != tk.userOf(tk.finA).ID || g[0].BuyerCompanyID != tk.buyerB || g[0].Subject != views[0].Subject {
		t.Errorf("grant %+v", g)
	}
	downloads, audits := len(tk.ledgerOf("download")), tk.auditCount("document.")
	tk.sqlExec("CREATE TRIGGER ledger_broken BEFORE INSERT ON ledger BEGIN SELECT RAISE(ABORT, 'no more lines'); END")
	for _, call := range []string{"ViewDocument", "DownloadDocument"} {
		for _, c := range []*caller{tk.buyB, tk.finB} {
			c.openDocument(call, id, row).want(503).hasNot("PDF-1.7")
		}
		tk.finA.openDocument(call, id, "").want(503).hasNot("PDF-1.7")
	}
	if r := tk.revoke(id, row); r.status < 500 {
		t.Errorf("revoked without a line: %d", r.status)
	}
	tk.sqlExec("DROP TRIGGER ledger_broken")
	if tk.auditCount("document.") != audits || len(tk.ledgerOf("download")) != downloads {
		t.Error("a reading that did not happen left a line")
	}
	tk.buyB.openDocument("DownloadDocument", id, row).want(200)
	if n := len(tk.ledgerOf("download")); n != downloads+1 {
		t.Errorf("%d lines of downloads", n)
	}
	tk.read(func(q *store.Q) error { return q.VerifyChains() })
}

// auditCount counts the audit's lines of events that begin so.
func (p *platform) auditCount(prefix string) (n int) {
	p.t.Helper()
	p.sqlScan("SELECT count(*) FROM audit WHERE event LIKE '"+prefix+"%'", &n)
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
