package docx

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"testing"
)

const (
	types = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ` +
		`ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>` +
		`<Default Extension="png" ContentType="image/png"/>` +
		`<Override PartName="/word/document.xml" ` +
		`ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/>` +
		`<Override PartName="/word/header1.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.header+xml"/></Types>`
	relTypes = `http://schemas.openxmlformats.org/officeDocument/2006/relationships/`
	rels     = `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">` +
		`<Relationship Id="rId1" Type="` + relTypes + `officeDocument" Target="word/document.xml"/></Relationships>`
	docRels = `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">` +
		`<Relationship Id="rId1" Type="` + relTypes + `header" Target="header1.xml"/>%s</Relationships>`
	space = ` xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"`
)

func body(inner string) string {
	return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` + "\n" + `<w:document` + space + `><w:body>` + inner +
		`<w:sectPr><w:pgSz w:w="11906" w:h="16838"/></w:sectPr></w:body></w:document>`
}

func para(runs ...string) string {
	var b strings.Builder
	b.WriteString(`<w:p><w:pPr><w:jc w:val="left"/></w:pPr>`)
	for i, r := range runs {
		fmt.Fprintf(&b, `<w:r><w:rPr><w:sz w:val="%d"/></w:rPr><w:t xml:space="preserve">%s</w:t></w:r>`, 20+i, r)
	}
	return b.String() + `</w:p>`
}

func row(cells ...string) string {
	return `<w:tr><w:tc><w:tcPr/>` + strings.Join(cells, `</w:tc><w:tc><w:tcPr/>`) + `</w:tc></w:tr>`
}

// parts are those of a whole document; changes replace or add some, and an empty one goes.
func parts(document string, changes map[string]string) map[string]string {
	out := map[string]string{typesPart: types, rootRels: rels, "word/document.xml": document,
		"word/_rels/document.xml.rels": fmt.Sprintf(docRels, ""),
		"word/header1.xml":             `<?xml version="1.0"?><w:hdr` + space + `>` + para("社外秘") + `</w:hdr>`,
		"word/media/image1.png":        "\x89PNG\r\n"}
	for name, s := range changes {
		if out[name] = s; s == "" {
			delete(out, name)
		}
	}
	return out
}

func file(t *testing.T, of map[string]string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, name := range slices.Sorted(maps.Keys(of)) {
		f, err := w.Create(name)
		if err == nil {
			_, err = io.WriteString(f, of[name])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func unzipped(t *testing.T, b []byte) map[string]string {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		all, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		out[f.Name] = string(all)
	}
	return out
}

func filled(t *testing.T, document string, v *Values) string {
	t.Helper()
	x, err := Read(file(t, parts(document, nil)))
	if err != nil {
		t.Fatal(err)
	}
	out, err := x.Fill(v)
	if err != nil {
		t.Fatal(err)
	}
	return unzipped(t, out)["word/document.xml"]
}

func named(name, value string) *Values { return &Values{Texts: map[string]string{name: value}} }

// A field is found however Word split it, keeps the look of the run in which it begins, and leaves everything else as it was.
func TestFieldInSeveralRuns(t *testing.T) {
	head, tail := para("前文 &amp; そのまま", "&#x3042;"), para("後文 &quot;")
	for _, c := range []struct{ name, in, want string }{
		{"one run", para("甲：{{会社名}}（以下「甲」）"), para("甲：株式会社①（以下「甲」）")},
		{"two runs", para("甲：{{会", "社名}}様"), para("甲：株式会社①", "様")},
		{"each letter", para("{", "{", "会", "社", "名", "}", "}"), para("株式会社①", "", "", "", "", "", "")},
		{"two in a text", para("{{会社名}}と{{ 会社名 }}"), para("株式会社①と株式会社①")},
		{"one ends where one begins", para("a{{会社名", "}}{{会社名}", "}b"), para("a株式会社①", "株式会社①", "b")},
		{"spell checked", strings.Replace(para("{{会社", "名}}"), "</w:r><w:r>", `</w:r><w:proofErr w:type="spellStart"/><w:r>`, 1),
			strings.Replace(para("株式会社①", ""), "</w:r><w:r>", `</w:r><w:proofErr w:type="spellStart"/><w:r>`, 1)},
	} {
		if got, want := filled(t, body(head+c.in+tail), named("会社名", "株式会社①")), body(head+c.want+tail); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, got, want)
		}
	}
}

// A value is text: lines break, nothing in it is XML, and nothing in it is a field again.
func TestValuesAreText(t *testing.T) {
	open, end := `<w:t xml:space="preserve">`, `</w:t>`
	for _, c := range []struct{ value, want string }{
		{"一行目\r\n二行目\n", "一行目" + end + "<w:br/>" + open + "二行目" + end + "<w:br/>" + open},
		{`</w:t><w:t>&"<!--]]>`, `&lt;/w:t&gt;&lt;w:t&gt;&amp;"&lt;!--]]&gt;`},
		{"{{会社名}}{{秘密}}", "{{会社名}}{{秘密}}"},
		{"{{#一覧}}", "{{#一覧}}"},
		{"a\tb\x00\x01\ufffe", "a" + end + "<w:tab/>" + open + "b"},
		{"𠮷野家 髙﨑①", "𠮷野家 髙﨑①"},
	} {
		got := filled(t, body(para("〔{{会社名}}〕")), named("会社名", c.value))
		if want := body(para("〔" + c.want + "〕")); got != want {
			t.Errorf("%q: %s\nwant %s", c.value, got, want)
		}
		if _, err := Read(file(t, parts(got, nil))); err != nil && !strings.Contains(c.value, "{{#") {
			t.Errorf("%q: what is made cannot be read again: %v", c.value, err)
		}
	}
	// Two values that only together would be a field.
	got := filled(t, body(para("{{甲}}{{乙}}")), &Values{Texts: map[string]string{"甲": "{{", "乙": "丙}}", "丙": "秘密"}})
	if !strings.Contains(got, "{{丙}}") || strings.Contains(got, "秘密") {
		t.Errorf("expanded again: %s", got)
	}
}

func TestLists(t *testing.T) {
	v := &Values{Texts: map[string]string{"会社名": "甲社"}, Lists: map[string][]map[string]string{
		"業績": {{"年度": "2024", "売上高": "1"}, {"年度": "2025", "売上高": "2"}, {"年度": "2026", "売上高": "3"}}}}
	head := row(para("年度"), para("売上高"))
	figures := func(year, sales string) string { return row(para(year), para(sales)) }
	table := func(rows string) string {
		return body(`<w:tbl><w:tblPr/><w:tblGrid/>` + head + rows + `</w:tbl>` + para("以上"))
	}
	three := figures("2024", "1") + figures("2025", "2") + figures("2026", "3")
	for _, c := range []struct{ name, in, want string }{
		{"a row", table(figures("{{#業績}}{{年度}}", "{{売上高}}{{/業績}}")), table(three)},
		{"rows of marks", table(row(para("{{#業績}}"), para("")) + figures("{{年度}}", "{{売上高}}") + row(para("{{/業績}}"), para(""))), table(three)},
		{"two rows", table(figures("{{＃業績}}年", "{{年度}}") + figures("売", "{{売上高}}{{／業績}}")),
			table(figures("年", "2024") + figures("売", "1") + figures("年", "2025") + figures("売", "2") + figures("年", "2026") + figures("売", "3"))},
		{"a paragraph", body(para("{{#業績}}{{年度}}年 {{会社名}}{{/業績}}")), body(para("2024年 甲社") + para("2025年 甲社") + para("2026年 甲社"))},
		{"paragraphs", body(para("前") + para("{{#業績}}") + para("{{年", "度}}") + para("{{売上高}}") + para("{{/業績}}") + para("後")),
			body(para("前") + para("2024", "") + para("1") + para("2025", "") + para("2") + para("2026", "") + para("3") + para("後"))},
		{"a table within paragraphs", body(para("{{#業績}}") + `<w:tbl>` + row(para("{{年度}}")) + `</w:tbl>` + para("{{/業績}}")),
			body(`<w:tbl>` + row(para("2024")) + `</w:tbl><w:tbl>` + row(para("2025")) + `</w:tbl><w:tbl>` + row(para("2026")) + `</w:tbl>`)},
	} {
		if got := filled(t, c.in, v); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}

// What is not changed is byte for byte what it was, parts, their order and their packed bytes alike; the same again gives the same file.
func TestTheRestStays(t *testing.T) {
	in := file(t, parts(body(para("{{会社名}}")), map[string]string{"customXml/item1.xml": `<?xml version="1.0"?><a b='{{会社名}}'/>`}))
	x, err := Read(in)
	if err != nil {
		t.Fatal(err)
	}
	out, err := x.Fill(named("会社名", "甲社"))
	if err != nil {
		t.Fatal(err)
	}
	again, err := x.Fill(named("会社名", "甲社"))
	if err != nil || !bytes.Equal(out, again) {
		t.Errorf("another file: %v", err)
	}
	a, _ := zip.NewReader(bytes.NewReader(in), int64(len(in)))
	b, err := zip.NewReader(bytes.NewReader(out), int64(len(out)))
	if err != nil || len(a.File) != len(b.File) {
		t.Fatal(err, len(b.File))
	}
	for i := range a.File {
		if a.File[i].Name != b.File[i].Name {
			t.Errorf("%s stands at the place of %s", b.File[i].Name, a.File[i].Name)
		}
		before, after := raw(t, a.File[i]), raw(t, b.File[i])
		if same := bytes.Equal(before, after); same != (a.File[i].Name != "word/document.xml") {
			t.Errorf("%s: same %v", a.File[i].Name, same)
		}
	}
	// Without a field nothing at all changes.
	x, err = Read(file(t, parts(body(para("なし")), nil)))
	if err != nil {
		t.Fatal(err)
	}
	if out, err := x.Fill(&Values{}); err != nil || unzipped(t, out)["word/document.xml"] != body(para("なし")) {
		t.Error(err)
	}
}

func raw(t *testing.T, f *zip.File) []byte {
	t.Helper()
	r, err := f.OpenRaw()
	if err != nil {
		t.Fatal(err)
	}
	b, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Each thing that is wrong in the text is named with its place, all of them at once.
func TestProblemsHavePlaces(t *testing.T) {
	for _, c := range []struct {
		name, document string
		want           []string
	}{
		{"unclosed", body(para("甲") + para("乙は{{会社名")), []string{"本文 第2段落「乙は{{会社名」：「{{会社名」が「}}」で閉じられていません。"}},
		{"unclosed before another", body(para("{{会社名 {{住所}}")), []string{"本文 第1段落", "「{{会社名 」が「}}」で閉じられていません。"}},
		{"unopened", body(para("会社名}}")), []string{"本文 第1段落「会社名}}」：「}}」の前に「{{」がありません。"}},
		{"empty", body(para("{{ }}")), []string{"項目の名前がありません"}},
		{"line", body(`<w:p><w:r><w:t>{{会社</w:t><w:br/><w:t>名}}</w:t></w:r></w:p>`), []string{"途中に改行や図があるか"}},
		{"three", body(para("{{{会社名}}}")), []string{"かっこの数が違います"}},
		{"wide", body(para("｛｛会社名｝｝")), []string{"全角の｛｛ ｝｝"}},
		{"over paragraphs", body(para("{{会社") + para("名}}")), []string{"第1段落", "閉じられていません", "第2段落", "前に「{{」がありません"}},
		{"list unclosed", body(para("{{#業績}}{{年度}}")), []string{"一覧「{{#業績}}」が「{{/業績}}」で閉じられていません。"}},
		{"list unopened", body(para("{{/業績}}")), []string{"始まりの「{{#業績}}」がありません"}},
		{"lists crossed", body(para("{{#業績}}") + para("{{年度}}{{/役員}}")), []string{"ほかの名前「{{/役員}}」で閉じられています"}},
		{"list in a list", body(para("{{#業績}}") + para("{{#役員}}{{氏名}}{{/役員}}") + para("{{/業績}}")), []string{"ほかの一覧は置けません"}},
		{"list out of a table", body(`<w:tbl>` + row(para("{{#業績}}{{年度}}")) + `</w:tbl>` + para("{{/業績}}")), []string{"同じ表の行か"}},
		{"empty list", body(para("{{#業績}}") + para("{{/業績}}")), []string{"差し込む項目がありません"}},
		{"reaching", body(`<w:p><w:r><w:instrText> INCLUDE</w:instrText></w:r>` +
			`<w:r><w:instrText>PICTURE "http://x/y.png" </w:instrText></w:r></w:p>`),
			[]string{"文書の外を読み込みます"}},
		{"reaching simply", body(`<w:p><w:fldSimple w:instr="DDEAUTO c:\\x"><w:r><w:t>x</w:t></w:r></w:fldSimple></w:p>`),
			[]string{"文書の外を読み込みます"}},
		{"two at once", body(para("{{甲") + `<w:tbl>` + row(para("x")) + row(para("y"), para("{{乙")) + `</w:tbl>`),
			[]string{"本文 第1段落「{{甲」", "表1の2行目「{{乙」"}},
	} {
		_, err := Read(file(t, parts(c.document, nil)))
		wantRefusal(t, c.name, err, c.want...)
	}
	x, err := Read(file(t, parts(body(para("{{会社名}}")+para("x")+para("{{ない}}")+`<w:tbl>`+row(para("x"))+`</w:tbl><w:tbl>`+row(para("a"))+
		row(para("b"))+row(para("c"))+row(para("d"), para("{{年度}}"))+`</w:tbl>`+para("{{#一覧}}{{年度}}{{/一覧}}")+
		para("{{#業績}}{{住所}}{{年度}}{{会社名}}{{/業績}}")), map[string]string{
		"word/header1.xml": `<w:hdr` + space + `>` + para("{{頭}}") + `</w:hdr>`})))
	if err != nil {
		t.Fatal(err)
	}
	v := &Values{Texts: map[string]string{"会社名": "甲社"}, Lists: map[string][]map[string]string{"業績": {{"年度": "1"}}}}
	_, err = x.Fill(v)
	wantRefusal(t, "unknown", err, "本文 第3段落「{{ない}}」：「{{ない}}」という項目はありません。", "表2の4行目「{{年度}}」：「{{年度}}」は、一覧「{{#業績}}」と",
		"一覧「{{#一覧}}」という項目はありません。", "「{{住所}}」という項目は、一覧「業績」にありません。", "ヘッダー1 第1段落「{{頭}}」：「{{頭}}」という項目はありません。")
	if strings.Contains(err.Error(), "「{{会社名}}」という") {
		t.Errorf("a known field is named: %v", err)
	}
	x, err = Read(file(t, parts(body(para("{{#業績}}{{年度}}{{/業績}}")), nil)))
	if err != nil {
		t.Fatal(err)
	}
	_, err = x.Fill(&Values{Lists: map[string][]map[string]string{"業績": {}}})
	wantRefusal(t, "no rows", err, "業績")
}

func wantRefusal(t *testing.T, name string, err error, parts ...string) {
	t.Helper()
	var r *Refusal
	if !errors.As(err, &r) {
		t.Errorf("%s: not refused: %v", name, err)
		return
	}
	for _, p := range parts {
		if !strings.Contains(err.Error(), p) {
			t.Errorf("%s: %q is not in %q", name, p, err)
		}
	}
}

// Text boxes are written twice, for new and for old programs; both are filled.
func TestTextBoxes(t *testing.T) {
	box := func(s string) string { return `<w:txbxContent>` + para(s) + `</w:txbxContent>` }
	in := func(s string) string {
		return strings.Replace(body(`<w:p><w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing>`+
			box(s)+`</w:drawing></mc:Choice><mc:Fallback>`+
			`<w:pict>`+box(s)+`</w:pict></mc:Fallback></mc:AlternateContent></w:r></w:p>`), `<w:document`, `<w:document xmlns:mc="x"`, 1)
	}
	if got := filled(t, in("{{会社名}}"), named("会社名", "甲社")); got != in("甲社") {
		t.Error(got)
	}
}

// 200 pages are read and filled.
func TestTwoHundredPages(t *testing.T) {
	var b, want strings.Builder
	for i := range 200 * 40 {
		b.WriteString(para("第"+number(i)+"条 ", "{{会", "社名}}は、次のとおりとする。"))
		want.WriteString(para("第"+number(i)+"条 ", "甲社", "は、次のとおりとする。"))
	}
	if got := filled(t, body(b.String()), named("会社名", "甲社")); got != body(want.String()) {
		t.Error("another text")
	}
}
