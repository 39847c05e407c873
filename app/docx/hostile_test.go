package docx

import (
	"archive/zip"
	"bytes"
	"fmt"
	"strings"
	"testing"
)

// A file that is not safe or not whole is refused with what is wrong and where.
func TestRead(t *testing.T) {
	good := body(para("{{会社名}}"))
	related := func(kind, target, mode string) map[string]string {
		return map[string]string{"word/_rels/document.xml.rels": fmt.Sprintf(docRels,
			`<Relationship Id="rId9" Type="`+relTypes+kind+`" Target="`+target+`"`+mode+`/>`)}
	}
	const external = ` TargetMode="External"`
	for _, c := range []struct {
		name    string
		changes map[string]string
		want    string
	}{
		{"macro part", map[string]string{"word/vbaProject.bin": "x"}, "部品「word/vbaProject.bin」：マクロが入っています"},
		{"macro type", map[string]string{typesPart: strings.ReplaceAll(types, wordTypes+"document.main+xml",
			"application/vnd.ms-word.document.macroEnabled.main+xml")}, "部品「word/document.xml」：マクロが入っています"},
		{"macro relation", related("vbaProject", "image.png", ""), "マクロが入っています"},
		{"template", map[string]string{typesPart: strings.ReplaceAll(types, "document.main+xml", "template.main+xml")}, "テンプレート（.dotx）"},
		{"workbook", map[string]string{typesPart: strings.ReplaceAll(types, wordTypes+"document.main+xml",
			"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"), "word/document.xml": ""}, "埋め込まれています|Excelブック|ありません"},
		{"embedded", map[string]string{"word/embeddings/oleObject1.bin": "x"}, "埋め込まれています"},
		{"embedded workbook", map[string]string{"word/embeddings/book.xlsx": "x"}, "埋め込まれています"},
		{"OLE relation", related("oleObject", "file:///c:/x", external), "埋め込まれています"},
		{"chunk", related("aFChunk", "header1.xml", ""), "埋め込まれています"},
		{"outside picture", related("image", "https://x.example.jp/a.png", external), "文書の外のファイルやアドレスを読み込む"},
		{"outside template", related("attachedTemplate", `file:///\\host\share\a.dotm`, external), "部品「word/_rels/document.xml.rels」：文書の外"},
		{"link to a file", related("hyperlink", "file:///c:/x", external), "文書の外"},
		{"part missing", related("image", "media/none.png", ""), "部品「word/media/none.png」がありません"},
		{"doctype", map[string]string{"word/document.xml": strings.Replace(good, "<w:document",
			`<!DOCTYPE x [<!ENTITY a "aaaa">]><w:document`, 1)}, "部品「word/document.xml」：文書の型の宣言"},
		{"doctype elsewhere", map[string]string{"customXml/item1.xml": `<!DOCTYPE x><x/>`}, "部品「customXml/item1.xml」：文書の型の宣言"},
		{"entity", map[string]string{"word/document.xml": strings.Replace(good, "{{", "&a;{{", 1)}, "部品「word/document.xml」：部品が壊れています"},
		{"cut", map[string]string{"word/document.xml": good[:len(good)-20]}, "部品「word/document.xml」：部品が壊れています"},
		{"wrong end", map[string]string{"word/document.xml": strings.Replace(good, "</w:body>", "</w:bodi>", 1)}, "壊れています"},
		{"another encoding", map[string]string{"word/document.xml": strings.Replace(good, "UTF-8", "Shift_JIS", 1)}, "壊れています"},
		{"bad bytes", map[string]string{"word/document.xml": strings.Replace(good, "会", "\xff", 1)}, "壊れています"},
		{"header cut", map[string]string{"word/header1.xml": "<w:hdr"}, "部品「word/header1.xml」：部品が壊れています"},
		{"no document", map[string]string{"word/document.xml": ""}, "部品「word/document.xml」がありません"},
		{"no types", map[string]string{typesPart: ""}, "Word文書（.docx）として読み込めません"},
		{"no relations", map[string]string{rootRels: ""}, "Word文書（.docx）として読み込めません"},
		{"deep", map[string]string{"word/document.xml": body(strings.Repeat("<w:x>", 200) + strings.Repeat("</w:x>", 200))}, "大きすぎるか"},
		{"many elements", map[string]string{"word/document.xml": body(strings.Repeat("<w:p/>", mostElements))}, "部品「word/document.xml」：部品が大きすぎる"},
		{"bomb", map[string]string{"word/media/image2.png": strings.Repeat("\x00", 4<<20)}, "部品「word/media/image2.png」：部品が大きすぎる"},
		{"path", map[string]string{"word/../../etc/x.xml": "<a/>"}, "部品の名前が正しくありません"},
		{"two of a name", map[string]string{"word/Document.xml": good}, "同じ名前の部品が二つあります"},
		{"two documents", map[string]string{typesPart: strings.Replace(types, "wordprocessingml.header+xml",
			"wordprocessingml.document.main+xml", 1)},
			"部品「word/header1.xml」"},
		{"no word", map[string]string{"word/document.xml": `<document xmlns="urn:x"><p>{{会社名}}</p></document>`}, "部品「word/document.xml」"},
	} {
		_, err := Read(file(t, parts(good, c.changes)))
		if err == nil {
			t.Errorf("%s: taken", c.name)
			continue
		}
		found := false
		for _, w := range strings.Split(c.want, "|") {
			found = found || strings.Contains(err.Error(), w)
		}
		if !found {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	for name, b := range map[string][]byte{"empty": nil, "text": []byte("会社名"), "zip": file(t, map[string]string{"a.txt": "x"}),
		"cut": file(t, parts(good, nil))[:600], "only a head": []byte("PK\x03\x04")} {
		if _, err := Read(b); err == nil || !strings.Contains(err.Error(), "Word文書（.docx）として読み込めません") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := Read([]byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1rest")); err == nil || !strings.Contains(err.Error(), "パスワード") {
		t.Errorf("old or locked: %v", err)
	}
	if _, err := Read(append([]byte("PK\x03\x04"), make([]byte, MostBytes)...)); err == nil || !strings.Contains(err.Error(), "20MB") {
		t.Errorf("large: %v", err)
	}
	many := map[string]string{}
	for i := range mostParts {
		many[fmt.Sprintf("customXml/item%d.xml", i)] = "<a/>"
	}
	if _, err := Read(file(t, parts(good, many))); err == nil || !strings.Contains(err.Error(), "部品が多すぎます") {
		t.Errorf("many parts: %v", err)
	}
	// A link that a reader clicks is none that the document fetches.
	for _, target := range []string{"https://bank.example.jp/", "mailto:a@bank.example.jp"} {
		if _, err := Read(file(t, parts(good, related("hyperlink", target, external)))); err != nil {
			t.Errorf("%s: %v", target, err)
		}
	}
}

// A part whose bytes do not fit its checksum, and one that says it is smaller than it is.
func TestDamagedZip(t *testing.T) {
	good := file(t, parts(body(para("{{会社名}}")), nil))
	at := bytes.Index(good, []byte("word/media/image1.png")) + len("word/media/image1.png")
	b := bytes.Clone(good)
	b[at+3] ^= 0xff
	if _, err := Read(b); err == nil || !strings.Contains(err.Error(), "部品「word/media/image1.png」：部品が壊れています") {
		t.Errorf("checksum: %v", err)
	}
	var lying bytes.Buffer
	w := zip.NewWriter(&lying)
	f, err := w.CreateRaw(&zip.FileHeader{Name: typesPart, Method: zip.Store, UncompressedSize64: 1, CompressedSize64: uint64(len(types))})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Write([]byte(types)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := Read(lying.Bytes()); err == nil || !strings.Contains(err.Error(), "壊れています") {
		t.Errorf("size: %v", err)
	}
	locked := bytes.Clone(good)
	for i := bytes.Index(locked, []byte("PK\x01\x02")); i >= 0 && i+10 < len(locked); {
		locked[i+8] |= 1
		next := bytes.Index(locked[i+4:], []byte("PK\x01\x02"))
		if next < 0 {
			break
		}
		i += 4 + next
	}
	if _, err := Read(locked); err == nil || !strings.Contains(err.Error(), "暗号化") {
		t.Errorf("locked: %v", err)
	}
}
