package draft

import (
	"archive/zip"
	"bytes"
	"fmt"
	"strings"
)

// Samples are written as Word itself writes a document: with styles, settings, fonts, properties, a header and a footer.

// block is a piece of a sample's body.
type block interface{ xml() string }

type (
	title   string
	heading string
	text    string   // one paragraph; empty for a blank line
	kept    string   // a paragraph on the page of what follows
	item    string   // an indented paragraph
	right   string   // a paragraph on the right
	table   struct { // the last row is repeated where it has the marks of a list
		widths []int // in twentieths of a point; together 9,060
		rows   [][]string
		head   bool // the first row is a heading, again on each page
		kept   bool // the rows stay on one page
	}
)

func escape(s string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(s)
}

func paragraph(style, properties, s string) string {
	if style != "" {
		properties = `<w:pStyle w:val="` + style + `"/>` + properties
	}
	if properties != "" {
		properties = "<w:pPr>" + properties + "</w:pPr>"
	}
	if s == "" {
		return "<w:p>" + properties + "</w:p>"
	}
	return "<w:p>" + properties + `<w:r><w:t xml:space="preserve">` + escape(s) + "</w:t></w:r></w:p>"
}

func (b title) xml() string   { return paragraph("Title", "", string(b)) }
func (b heading) xml() string { return paragraph("Heading1", "", string(b)) }
func (b text) xml() string    { return paragraph("", "", string(b)) }
func (b kept) xml() string    { return paragraph("", "<w:keepNext/>", string(b)) }
func (b item) xml() string    { return paragraph("", `<w:ind w:left="420" w:hanging="210"/>`, string(b)) }
func (b right) xml() string   { return paragraph("", `<w:jc w:val="right"/>`, string(b)) }

func (b table) xml() string {
	var out strings.Builder
	out.WriteString(`<w:tbl><w:tblPr><w:tblStyle w:val="TableGrid"/>` +
		`<w:tblW w:w="9060" w:type="dxa"/><w:tblLayout w:type="fixed"/></w:tblPr><w:tblGrid>`)
	for _, w := range b.widths {
		fmt.Fprintf(&out, `<w:gridCol w:w="%d"/>`, w)
	}
	out.WriteString("</w:tblGrid>")
	for i, row := range b.rows {
		isHead := b.head && i == 0
		out.WriteString("<w:tr><w:trPr><w:cantSplit/>")
		if isHead {
			out.WriteString("<w:tblHeader/>")
		}
		out.WriteString("</w:trPr>")
		together := ""
		if b.kept && i < len(b.rows)-1 {
			together = "<w:keepNext/>"
		}
		for j, cell := range row {
			shade := ""
			if isHead || !b.head && j == 0 {
				shade = `<w:shd w:val="clear" w:color="auto" w:fill="EAF0F4"/>`
			}
			fmt.Fprintf(&out, `<w:tc><w:tcPr><w:tcW w:w="%d" w:type="dxa"/>%s</w:tcPr>%s</w:tc>`, b.widths[j], shade, paragraph("", together, cell))
		}
		out.WriteString("</w:tr>")
	}
	out.WriteString("</w:tbl>")
	return out.String() + paragraph("", "", "")
}

const (
	xmlHead   = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` + "\n"
	wordSpace = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"`
	relSpace  = `xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"`
	wordType  = "application/vnd.openxmlformats-officedocument.wordprocessingml."
	relType   = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
)

// document writes the parts of a document in the order of Word, not packed, so that its hash does not hang on who packs it.
func document(name, mark string, body []block) []byte {
	var b strings.Builder
	for _, x := range body {
		b.WriteString(x.xml())
	}
	override := func(part, kind string) string {
		return `<Override PartName="/` + part + `" ContentType="` + kind + `"/>`
	}
	relation := func(id, kind, target string) string {
		return `<Relationship Id="` + id + `" Type="` + kind + `" Target="` + target + `"/>`
	}
	const relations = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">`
	parts := []struct{ name, content string }{
		{"[Content_Types].xml", `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
			`<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
			`<Default Extension="xml" ContentType="application/xml"/>` + override("word/document.xml", wordType+"document.main+xml") +
			override("word/styles.xml", wordType+"styles+xml") + override("word/settings.xml", wordType+"settings+xml") +
			override("word/fontTable.xml", wordType+"fontTable+xml") + override("word/header1.xml", wordType+"header+xml") +
			override("word/footer1.xml", wordType+"footer+xml") +
			override("docProps/core.xml", "application/vnd.openxmlformats-package.core-properties+xml") +
			override("docProps/app.xml", "application/vnd.openxmlformats-officedocument.extended-properties+xml") + `</Types>`},
		{"_rels/.rels", relations + relation("rId1", relType+"officeDocument", "word/document.xml") +
			relation("rId2", "http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties", "docProps/core.xml") +
			relation("rId3", relType+"extended-properties", "docProps/app.xml") + `</Relationships>`},
		{"word/document.xml", `<w:document ` + wordSpace + ` ` + relSpace + `><w:body>` + b.String() +
			`<w:sectPr><w:headerReference w:type="default" r:id="rId4"/><w:footerReference w:type="default" r:id="rId5"/>` +
			`<w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1701" w:right="1418" w:bottom="1418" w:left="1418" w:header="851" ` +
			`w:footer="680" w:gutter="0"/></w:sectPr></w:body></w:document>`},
		{"word/_rels/document.xml.rels", relations + relation("rId1", relType+"styles", "styles.xml") +
			relation("rId2", relType+"settings", "settings.xml") + relation("rId3", relType+"fontTable", "fontTable.xml") +
			relation("rId4", relType+"header", "header1.xml") + relation("rId5", relType+"footer", "footer1.xml") + `</Relationships>`},
		{"word/header1.xml", `<w:hdr ` + wordSpace + `>` + paragraph("Header", "", mark) + `</w:hdr>`},
		{"word/footer1.xml", `<w:ftr ` + wordSpace + `>` + footer + `</w:ftr>`},
		{"word/styles.xml", styles},
		{"word/settings.xml", `<w:settings ` + wordSpace + `><w:zoom w:percent="100"/><w:defaultTabStop w:val="840"/>` +
			`<w:characterSpacingControl w:val="compressPunctuation"/><w:compat><w:compatSetting w:name="compatibilityMode" ` +
			`w:uri="http://schemas.microsoft.com/office/word" w:val="15"/></w:compat><w:themeFontLang w:val="en-US" w:eastAsia="ja-JP"/>` +
			`</w:settings>`},
		{"word/fontTable.xml", `<w:fonts ` + wordSpace + `><w:font w:name="游明朝"><w:altName w:val="Yu Mincho"/><w:charset w:val="80"/>` +
			`<w:family w:val="roman"/><w:pitch w:val="variable"/></w:font></w:fonts>`},
		{"docProps/core.xml", `<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" ` +
			`xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" ` +
			`xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:title>` + escape(name) + `</dc:title><dc:language>ja-JP</dc:language>` +
			`</cp:coreProperties>`},
		{"docProps/app.xml", `<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties">` +
			`<Application>Tsunagu</Application></Properties>`},
	}
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, p := range parts {
		f, err := w.CreateHeader(&zip.FileHeader{Name: p.name, Method: zip.Store})
		if err == nil {
			_, err = f.Write([]byte(xmlHead + p.content))
		}
		if err != nil {
			panic(err) // into memory
		}
	}
	if err := w.Close(); err != nil {
		panic(err)
	}
	return out.Bytes()
}

// footer has the number of the paper, and the pages.
var footer = `<w:p><w:pPr><w:pStyle w:val="Footer"/><w:jc w:val="center"/></w:pPr>` +
	`<w:r><w:t xml:space="preserve">書面番号 {{` + fieldNumber + `}}　</w:t></w:r>` + pageCode("PAGE") + `<w:r><w:t>／</w:t></w:r>` +
	pageCode("NUMPAGES") + `</w:p>`

func pageCode(code string) string {
	return `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> ` + code + ` </w:instrText></w:r>` +
		`<w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>1</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`
}

var styles = `<w:styles ` + wordSpace + `><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="游明朝" w:hAnsi="游明朝" w:eastAsia="游明朝"/>` +
	`<w:sz w:val="21"/><w:lang w:val="en-US" w:eastAsia="ja-JP"/></w:rPr></w:rPrDefault>` +
	`<w:pPrDefault><w:pPr><w:spacing w:after="0" w:line="340" ` +
	`w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults>` +
	`<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:pPr><w:jc w:val="both"/></w:pPr></w:style>` +
	`<w:style w:type="paragraph" w:styleId="Title"><w:name w:val="Title"/><w:basedOn w:val="Normal"/>` +
	`<w:pPr><w:spacing w:before="120" w:after="240"/>` +
	`<w:jc w:val="center"/></w:pPr><w:rPr><w:b/><w:sz w:val="32"/></w:rPr></w:style>` +
	`<w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/><w:basedOn w:val="Normal"/><w:pPr><w:keepNext/>` +
	`<w:spacing w:before="240" w:after="60"/><w:outlineLvl w:val="0"/></w:pPr><w:rPr><w:b/><w:sz w:val="23"/></w:rPr></w:style>` +
	`<w:style w:type="paragraph" w:styleId="Header"><w:name w:val="header"/><w:basedOn w:val="Normal"/><w:pPr><w:jc w:val="right"/></w:pPr>` +
	`<w:rPr><w:color w:val="B3261E"/><w:sz w:val="18"/></w:rPr></w:style>` +
	`<w:style w:type="paragraph" w:styleId="Footer"><w:name w:val="footer"/><w:basedOn w:val="Normal"/>` +
	`<w:rPr><w:sz w:val="18"/></w:rPr></w:style>` +
	`<w:style w:type="table" w:default="1" w:styleId="TableNormal"><w:name w:val="Normal Table"/><w:tblPr><w:tblCellMar>` +
	`<w:left w:w="100" w:type="dxa"/><w:right w:w="100" w:type="dxa"/></w:tblCellMar></w:tblPr></w:style>` +
	`<w:style w:type="table" w:styleId="TableGrid"><w:name w:val="Table Grid"/><w:basedOn w:val="TableNormal"/><w:tblPr><w:tblBorders>` +
	border("top") + border("left") + border("bottom") + border("right") + border("insideH") + border("insideV") +
	`</w:tblBorders></w:tblPr></w:style></w:styles>`

func border(side string) string {
	return `<w:` + side + ` w:val="single" w:sz="4" w:space="0" w:color="808080"/>`
}
