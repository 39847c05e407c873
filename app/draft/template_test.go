package draft_test

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"tsunagu/app/apptest"
	"tsunagu/app/draft"
	"tsunagu/app/issued"
	"tsunagu/store"
)

var number = regexp.MustCompile(`20\d{6}-[2-9A-Z]{8}`)

// neutral is a text without numbers that are drawn anew in each world.
func neutral(text, id string) string {
	return strings.ReplaceAll(number.ReplaceAllString(text, ""), id[len(id)-8:], "")
}

func (w *world) lines(query string) (out string) {
	w.T.Helper()
	db := apptest.OpenRaw(w.T.(*testing.T), w.App.Store.Dir())
	if err := db.QueryRowContext(context.Background(), query).Scan(&out); err != nil {
		w.T.Fatal(err)
	}
	return out
}

func kindOf(c *apptest.Caller, kind int) body {
	c.P.T.Helper()
	for _, x := range c.Get(listPath).Want(200).JSON()["kindList"].([]any) {
		if x.(body)["kind"] == float64(kind) {
			return x.(body)
		}
	}
	return nil
}

// Templates are kept in versions that stay; a stale form is refused, a form sent twice makes one, a
// withdrawal puts the next one into force.
func TestTemplatesHaveVersions(t *testing.T) {
	c := apptest.NewConsole(apptest.NewPlatform(t))
	k := kindOf(c.FadA, letter)
	if k["inForce"].(body)["templateId"] != draft.SampleID(issued.KindLetterOfIntent) || k["version"] != 0.0 {
		t.Errorf("%v", k)
	}
	key := body{"requestKey": store.NewID()}
	first := save(c.FadA, letter, 0, draft.Document("{{売手会社名}} 御中"), key).Want(200).JSON()["templateId"].(string)
	save(c.FadA, letter, 0, draft.Document("{{売手会社名}} 御中"), key).Want(200).Has(first) // the same form again
	save(c.FadA, letter, 0, draft.Document("{{買手会社名}}"), nil).Want(409).Has(`"code":"stale"`)
	save(c.FadA, letter, 7, draft.Document("{{買手会社名}}"), nil).Want(409)
	save(c.FadA, letter, 1, draft.Document("{{売手会社名}} 御中"), nil).Want(422).Has("同じファイル")
	save(c.FadA, letter, 1, draft.Document("x"), body{"reason": " "}).Want(422).Has(`"field":"reason"`)
	save(c.FadA, 99, 0, draft.Document("x"), nil).Want(422).Has(`"field":"kind"`)
	second := save(c.FadA, letter, 1, draft.Document("{{売手会社名}} 様"), nil).Want(200).JSON()["templateId"].(string)
	network := save(c.Office, letter, 0, draft.Document("ネットワーク {{案件名}}"), nil).Want(200).JSON()["templateId"].(string)
	if k = kindOf(c.FadA, letter); k["inForce"].(body)["templateId"] != second || len(k["versionList"].([]any)) != 2 ||
		len(k["otherList"].([]any)) != 2 {
		t.Errorf("%v", k)
	}
	if b := c.FadA.Get(filePath + first).Want(200).Body; b != string(draft.Document("{{売手会社名}} 御中")) {
		t.Error("the first version is another file")
	}
	c.FadA.Get(filePath + network).Want(200)
	c.FadA.Get(filePath + draft.SampleID(issued.KindNDA)).Want(200)
	text := docxText(t, []byte(c.FadA.Get(filePath+second+"&isExample=true").Want(200).Body))
	has(t, "example", text, "株式会社みほん食品 様")
	// Another institution, and the office, know nothing of A's own.
	for _, other := range []*apptest.Caller{c.FadB, c.Office} {
		other.Get(filePath + first).SameAs(other.Get(filePath + store.NewID()))
		other.Get(listPath).Want(200).HasNot(first, second, "最初の版\",\"userName\":\"admin@a")
		other.Get("/api/Office/GetAuditList?limit=100").Want(200).HasNot(first, second)
	}
	c.Office.Get("/api/Office/GetAuditList?limit=100").Want(200).Has("Wordの書式の新しい版の保存")
	if k = kindOf(c.FadB, letter); k["inForce"].(body)["templateId"] != network || len(k["versionList"].([]any)) != 0 {
		t.Errorf("%v", k)
	}
	// The network's older version is the office's.
	save(c.Office, letter, 1, draft.Document("次 {{案件名}}"), nil).Want(200)
	c.FadA.Get(filePath + network).Want(400)
	c.Office.Get(filePath + network).Want(200)
	end := body{"kind": letter, "version": 2, "reason": "使わない"}
	c.FadA.Post(endPath, apptest.With(end, body{"version": 1})).Want(409)
	c.FadA.Post(endPath, apptest.With(end, body{"reason": ""})).Want(422)
	c.FadA.Post(endPath, end).Want(200)
	c.FadA.Post(endPath, end).Want(200) // a second click
	c.FadA.Post(endPath, apptest.With(end, body{"version": 3})).Want(409).Has("取り下げる書式がありません")
	c.FadB.Post(endPath, body{"kind": letter, "version": 0, "reason": "ない"}).Want(409)
	if k = kindOf(c.FadA, letter); k["inForce"].(body)["label"] != "ネットワークの書式" || len(k["versionList"].([]any)) != 3 || k["version"] != 3.0 {
		t.Errorf("%v", k)
	}
	save(c.FadA, letter, 3, draft.Document("また {{案件名}}"), nil).Want(200)
	if n := c.Count("SELECT count(*) FROM audit WHERE event IN ('draft_template_saved', 'draft_template_withdrawn')"); n != 6 {
		t.Errorf("%d audit lines", n)
	}
	db := apptest.OpenRaw(t, c.App.Store.Dir())
	for _, s := range []string{"UPDATE draft_template SET reason = 'x'", "DELETE FROM draft_template"} {
		if _, err := db.ExecContext(context.Background(), s); err == nil || !strings.Contains(err.Error(), "a version of a template is not") {
			t.Errorf("%s: %v", s, err)
		}
	}
}

// Two administrators at once write one version.
func TestTemplatesAtOnce(t *testing.T) {
	c := apptest.NewConsole(apptest.NewPlatform(t))
	done := 0
	for _, r := range apptest.Together(4, func(i int) apptest.Result {
		return save(c.FadA, letter, 0, draft.Document(fmt.Sprint("{{案件名}}", i)), nil)
	}) {
		if r.Status == 200 {
			done++
		} else {
			r.Want(409)
		}
	}
	if n := c.Count("SELECT count(*) FROM draft_template"); done != 1 || n != 1 {
		t.Errorf("%d saved, %d versions", done, n)
	}
}

// A template that cannot be used is refused with what and where, and nothing is kept of it, neither row nor file.
func TestTemplateIsChecked(t *testing.T) {
	c := apptest.NewConsole(apptest.NewPlatform(t))
	with := func(name, content string) []byte {
		good := draft.Document("{{案件名}}")
		z, err := zip.NewReader(bytes.NewReader(good), int64(len(good)))
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		w := zip.NewWriter(&b)
		for _, f := range z.File {
			if f.Name != name {
				if err := w.Copy(f); err != nil {
					t.Fatal(err)
				}
			}
		}
		f, err := w.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write([]byte(content)); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	files := c.Count("SELECT count(*) FROM file")
	for name, x := range map[string]struct {
		file   []byte
		status int
		want   []string
	}{
		"macro":   {with("word/vbaProject.bin", "x"), 422, []string{"部品「word/vbaProject.bin」：マクロが入っています"}},
		"bomb":    {with("word/media/a.png", strings.Repeat("\x00", 8<<20)), 422, []string{"部品「word/media/a.png」：部品が大きすぎる"}},
		"broken":  {with("word/styles.xml", "<w:styles"), 422, []string{"部品「word/styles.xml」：部品が壊れています"}},
		"doctype": {with("word/styles.xml", "<!DOCTYPE a><a/>"), 422, []string{"文書の型の宣言"}},
		"unknown field": {draft.Document("{{案件名}}", "{{社長の好物}}様", "{{売上高}}"), 422,
			[]string{"本文 第2段落「{{社長の好物}}様」：「{{社長の好物}}」という項目はありません", "本文 第3段落",
				"一覧「{{#業績}}」"}},
		"unclosed": {draft.Document("{{案件名"), 422, []string{"本文 第1段落「{{案件名」", "閉じられていません"}},
		"text":     {[]byte("会社名"), 422, []string{"Word文書（.docx）ではありません"}},
		"pdf":      {[]byte("%PDF-1.7 x"), 422, []string{"Word文書（.docx）ではありません"}},
		"zip":      {[]byte("PK\x03\x04 nothing"), 415, nil},
	} {
		for _, path := range []string{savePath, testPath} {
			r := c.FadA.Upload(path, body{"kind": letter, "version": 0, "reason": "試す"}, "書式.docx", x.file)
			if r.Status != x.status {
				t.Errorf("%s: %d %s", name, r.Status, r.Body)
			}
			r.Has(x.want...)
		}
	}
	c.FadA.Upload(savePath, body{"kind": letter, "version": 0, "reason": "試す"}, "", nil).Want(422).Has(`"field":"file"`)
	r := c.FadA.Upload(testPath, body{"kind": letter, "version": 0}, "書式.docx",
		draft.Document("{{売手会社名}}", "{{#業績}}{{年度}}{{/業績}}")).Want(200).JSON()
	if f := r["fieldList"].([]any); len(f) != 3 || f[0].(body)["level"] != "実名承認後" || f[1].(body)["list"] != "業績" ||
		len(r["unusedList"].([]any)) < 5 {
		t.Errorf("%v", r)
	}
	if n := c.Count("SELECT count(*) FROM draft_template"); n != 0 {
		t.Errorf("%d versions", n)
	}
	if n := c.Count("SELECT count(*) FROM file"); n != files {
		t.Errorf("%d files more", n-files)
	}
	kept := 0
	if err := filepath.WalkDir(filepath.Join(c.App.Store.Dir(), store.FilesDir), func(_ string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			kept++
		}
		return err
	}); err != nil || kept != files {
		t.Errorf("%d files on disk, %d rows: %v", kept, files, err)
	}
}

// What the office or an administrator has in force is what the desk chooses from; a template that is no longer in force is not used.
func TestDraftsAreMadeOfWhatIsInForce(t *testing.T) {
	w := newWorld(t)
	id := w.Named()
	ref := "buyerNegotiationId=" + id
	w.FinB.Get(formsPath+ref).Want(200).Has("意向表明書", "ネットワークの書式", `"isSample":true`).HasNot("企業概要書")
	w.FinA.Get(formsPath + ref).Want(200).Has("基本合意書").HasNot("意向表明書")
	w.FinA.Get(formsPath+"sellerBusinessId="+w.Listing).Want(200).Has("企業概要書", "委任状").HasNot("意向表明書")
	own := save(w.fadB, letter, 0, draft.Document("{{売手会社名}} 御中", "{{買手代表者名}}", "{{意向表明額}}"), nil).Want(200).JSON()["templateId"].(string)
	w.FinB.Get(formsPath+ref).Want(200).Has(own, "自機関の書式")
	w.FinC.Get(formsPath + ref).HasNot(own)
	w.FinB.Get(checkPath+ref+"&templateId="+own).Want(200).Has(`"name":"意向表明額"`, "登録されていません", `"filledCount":2`, `"isDisclosing":true`).
		HasNot("カナリア", "山本")
	first := w.FinB.Post(makePath, body{"buyerNegotiationId": id, "templateId": own}).Want(200)
	again := w.FinB.Post(makePath, body{"buyerNegotiationId": id, "templateId": own}).Want(200) // a second click, or nothing changed
	again.SameAs(first)
	text := docxText(t, w.paper(first.JSON()["issuedPaperId"].(string)))
	has(t, "draft", text, "カナリア製作所 御中", "山本 一郎", "【意向表明額】")
	if n := w.Count("SELECT count(*) FROM issued_paper WHERE level = 4 AND record_kind = 3 AND form = 1 AND kind = 34"); n != 1 {
		t.Errorf("%d papers", n)
	}
	if n := w.Count("SELECT count(*) FROM ledger WHERE kind = 'issue' AND level = 4"); n != 1 {
		t.Errorf("%d lines of the ledger", n)
	}
	if n := w.Count("SELECT count(*) FROM audit WHERE event = 'draft_made' AND detail LIKE 'template=" + own + " hash=%'"); n != 2 {
		t.Errorf("%d audit lines", n)
	}
	// Another bank's own template, and one of another record's kind.
	other := save(w.fadA, letter, 0, draft.Document("A {{売手会社名}}"), nil).Want(200).JSON()["templateId"].(string)
	w.FinB.Post(makePath, body{"buyerNegotiationId": id, "templateId": other}).
		SameAs(w.FinB.Post(makePath, body{"buyerNegotiationId": id, "templateId": store.NewID()}).Want(400))
	w.FinB.Post(makePath, body{"buyerNegotiationId": id, "templateId": w.all[issued.KindMemorandum]}).Want(422)
	w.FinB.Post(makePath, body{"buyerNegotiationId": id, "templateId": own, "side": "sf"}).Want(400)
	w.FinB.Post(makePath, body{"buyerNegotiationId": id, "templateId": own, "side": "x"}).Want(422)
	// A newer version: the old choice is refused, the paper stays.
	save(w.fadB, letter, 1, draft.Document("新しい {{売手会社名}}"), nil).Want(200)
	w.FinB.Post(makePath, body{"buyerNegotiationId": id, "templateId": own}).Want(409).Has("書式を選び直してください")
	w.FinB.Get(checkPath + ref + "&templateId=" + own).Want(400)
	if docxText(t, w.paper(first.JSON()["issuedPaperId"].(string))) != text {
		t.Error("the paper changed")
	}
	// The samples, as they are, for each record that they are for.
	for kind, c := range map[issued.Kind]struct {
		by  *apptest.Caller
		ref body
	}{issued.KindAdvisory: {w.FinB, body{"buyerNegotiationId": id}}, issued.KindPowerOfAttorney: {w.FinA, body{"sellerBusinessId": w.Listing}},
		issued.KindFinalChecklist: {w.FinA, body{"buyerNegotiationId": id}},
		issued.KindBasicAgreement: {w.FinB, body{"buyerNegotiationId": id}}} {
		text, _ := w.made(c.by, c.ref, draft.SampleID(kind))
		has(t, kind.Label(), text, "見本（つなぐに組み込みの書式）")
		hasNot(t, kind.Label(), text, "{{")
		if kind == issued.KindFinalChecklist {
			has(t, kind.Label(), text, "表明保証", "競業避止", "カナリア製作所", "霧晴環境")
		}
	}
}

// A template is tried with a deal by its number; the number of another's deal is as one that is not there, and nothing is kept.
func TestTemplateIsTried(t *testing.T) {
	w := newWorld(t)
	id := w.Named()
	try := func(c *apptest.Caller, number, template string) apptest.Result {
		return c.Post(tryPath, body{"caseNumber": number, "templateId": template})
	}
	talk, sale := "N-"+id[len(id)-8:], "L-"+w.Listing[len(w.Listing)-8:]
	text := docxText(t, []byte(try(w.FinB, talk, w.all[issued.KindLetterOfIntent]).Want(200).Body))
	has(t, "trial", text, "売手会社名=カナリア製作所", "書面番号=（試し）")
	try(w.FinA, sale, w.all[issued.KindMemorandum]).Want(200)
	none := try(w.FinB, "L-12345678", w.all[issued.KindMemorandum]).Want(400).Has("自機関の担当にありません")
	try(w.FinB, sale, w.all[issued.KindMemorandum]).SameAs(none)
	try(w.FinC, talk, w.all[issued.KindLetterOfIntent]).SameAs(try(w.FinC, "N-12345678", w.all[issued.KindLetterOfIntent]).Want(400))
	try(w.FinB, "あれ", w.all[issued.KindLetterOfIntent]).Want(422).Has("番号")
	try(w.FinA, talk, w.all[issued.KindMemorandum]).Want(422)
	if n := w.Count("SELECT count(*) FROM issued_paper"); n != 0 {
		t.Errorf("%d papers", n)
	}
	if n := w.Count("SELECT count(*) FROM ledger WHERE kind = 'issue' AND subject LIKE '%（試し）'"); n != 2 {
		t.Errorf("%d lines of the ledger", n)
	}
	if n := w.Count("SELECT count(*) FROM audit WHERE event = 'draft_tried'"); n != 2 {
		t.Errorf("%d audit lines", n)
	}
}

// What people write in the product is text in a draft, whatever it is.
func TestValuesAreTextInDrafts(t *testing.T) {
	w := newWorld(t)
	listing := w.Published(body{"businessName": "<w:t>&題", "description": "一行目\n{{売手代表者名}}\n二行目 𠮷髙﨑①"})
	ref := body{"sellerBusinessId": listing}
	template := save(w.office, memorandum, 1, draft.Document("〔{{案件名}}〕〔{{案件の概要}}〕"), nil).Want(200).JSON()["templateId"].(string)
	text, _ := w.made(w.FinA, ref, template)
	has(t, "draft", text, "〔&lt;w:t&gt;&amp;題〕", "〔一行目{{売手代表者名}}二行目 𠮷髙﨑①〕")
	hasNot(t, "draft", text, "金糸")
}

// After a merger the templates of the absorbed bank bind nobody; papers that were made stay.
func TestTemplatesAfterMerger(t *testing.T) {
	w := newWorld(t)
	own := save(w.fadB, letter, 0, draft.Document("{{売手会社名}}"), nil).Want(200).JSON()["templateId"].(string)
	id := w.Named()
	w.FinB.Post(makePath, body{"buyerNegotiationId": id, "templateId": own}).Want(200)
	w.Write(func(tx *store.Tx) error {
		b, err := tx.Institution(w.BID)
		if err != nil {
			return err
		}
		b.MergedInto = w.AID
		if err := tx.UpdateInstitution(b, ""); err != nil {
			return err
		}
		_, err = tx.MergeInstitutions(&store.MergerMove{Absorbed: w.BID, Surviving: w.AID, Name: "B"})
		return err
	})
	w.FinA.Get(formsPath + "buyerNegotiationId=" + id + "&side=bf").Want(200).Has("意向表明書").HasNot(own)
	w.FinA.Post(makePath, body{"buyerNegotiationId": id, "side": "bf", "templateId": own}).Want(409)
	if n := w.Count("SELECT count(*) FROM issued_paper WHERE client_id = '" + w.AID + "'"); n != 1 {
		t.Errorf("%d papers", n)
	}
}
