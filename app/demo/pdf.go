package demo

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf16"
)

// demoPDF writes a simple PDF of A4 pages: lines of text in a Japanese font that the reader's
// program provides. A line that begins with "# " is a title, with "## " a heading; "--" is a rule.
func demoPDF(pages ...string) []byte {
	var b bytes.Buffer
	var offsets []int
	object := func(format string, args ...any) {
		offsets = append(offsets, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n"+format+"\nendobj\n", append([]any{len(offsets)}, args...)...)
	}
	b.WriteString("%PDF-1.7\n%\xe3\x81\x82\n")
	const firstPage = 6 // objects 1 to 5 are catalog, page tree and font
	kids := make([]string, len(pages))
	for i := range pages {
		kids[i] = fmt.Sprintf("%d 0 R", firstPage+2*i)
	}
	object("<< /Type /Catalog /Pages 2 0 R /Lang (ja) >>")
	object("<< /Type /Pages /Kids [%s] /Count %d /MediaBox [0 0 595 842] >>", strings.Join(kids, " "), len(pages))
	object("<< /Type /Font /Subtype /Type0 /BaseFont /HeiseiKakuGo-W5 /Encoding /UniJIS-UTF16-H /DescendantFonts [4 0 R] >>")
	object("<< /Type /Font /Subtype /CIDFontType0 /BaseFont /HeiseiKakuGo-W5 /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >> /FontDescriptor 5 0 R /DW 1000 /W [1 95 500] >>")
	object("<< /Type /FontDescriptor /FontName /HeiseiKakuGo-W5 /Flags 4 /FontBBox [-92 -250 1010 922] /ItalicAngle 0 /Ascent 859 /Descent -140 /CapHeight 709 /StemV 114 >>")
	for i, page := range pages {
		content := demoPage(page, i+1, len(pages))
		object("<< /Type /Page /Parent 2 0 R /Resources << /Font << /F 3 0 R >> >> /Contents %d 0 R >>", firstPage+2*i+1)
		object("<< /Length %d >>\nstream\n%s\nendstream", len(content), content)
	}
	start := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(offsets)+1)
	for _, o := range offsets {
		fmt.Fprintf(&b, "%010d 00000 n \n", o)
	}
	fmt.Fprintf(&b, "trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(offsets)+1, start)
	return b.Bytes()
}

// demoPage is the content stream of one page.
func demoPage(text string, page, pages int) string {
	var b strings.Builder
	write := func(x, y, size int, s string) {
		hex := ""
		for _, u := range utf16.Encode([]rune(s)) {
			hex += fmt.Sprintf("%04X", u)
		}
		fmt.Fprintf(&b, "BT /F %d Tf %d %d Td <%s> Tj ET\n", size, x, y, hex)
	}
	y := 770
	for line := range strings.Lines(text) {
		switch line = strings.TrimSpace(line); {
		case strings.HasPrefix(line, "# "):
			y -= 20
			write(56, y, 22, line[2:])
			y -= 36
		case strings.HasPrefix(line, "## "):
			y -= 16
			write(56, y, 14, line[3:])
			y -= 26
		case line == "--":
			fmt.Fprintf(&b, "0.6 w 56 %d m 539 %d l S\n", y+4, y+4)
			y -= 18
		default:
			for x, cell := range strings.Split(line, "|") { // cells of a table
				write(56+x*150, y, 11, strings.TrimSpace(cell))
			}
			y -= 20
		}
	}
	write(56, 40, 9, fmt.Sprintf("架空の会社の、見本の資料です　%d／%d", page, pages))
	return b.String()
}
