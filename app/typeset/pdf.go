package typeset

import (
	"bytes"
	"compress/zlib"
	"crypto/sha256"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf16"
)

// sheet is a page's drawing. y counts from the page's top.
type sheet struct {
	bytes.Buffer
	ink    *ink
	images map[int]bool
}

func num(v float64) string {
	return strconv.FormatFloat(math.Round(v*100)/100, 'f', -1, 64)
}

// text draws a line whose em box begins at y. The font has one weight: bold is drawn with an outline.
func (o *sheet) text(l line, size, x, y float64, bold bool, stretch float64) {
	if len(l.clusters) == 0 {
		return
	}
	o.WriteString("BT /F " + num(size) + " Tf ")
	if stretch != 0 {
		o.WriteString(num(stretch) + " Tc ")
	}
	if bold {
		o.WriteString("2 Tr " + num(size*.03) + " w ")
	}
	o.WriteString("1 0 0 1 " + num(x) + " " + num(pageHeight-y-size*.88) + " Tm <")
	for _, c := range l.clusters {
		fmt.Fprintf(o, "%04X", o.ink.slot(c))
	}
	o.WriteString("> Tj")
	if stretch != 0 {
		o.WriteString(" 0 Tc")
	}
	if bold {
		o.WriteString(" 0 Tr")
	}
	o.WriteString(" ET\n")
}

func (o *sheet) rule(x1, y1, x2, y2 float64) {
	fmt.Fprintf(o, "q 0.5 w 0.55 G %s %s m %s %s l S Q\n", num(x1), num(pageHeight-y1), num(x2), num(pageHeight-y2))
}

func (o *sheet) fill(x, y, w, h float64) {
	fmt.Fprintf(o, "q 0.93 g %s %s %s %s re f Q\n", num(x), num(pageHeight-y-h), num(w), num(h))
}

func (o *sheet) image(n int, x, y, w, h float64) {
	o.images[n] = true
	fmt.Fprintf(o, "q %s 0 0 %s %s %s cm /P%d Do Q\n", num(w), num(h), num(x), num(pageHeight-y-h), n)
}

// write draws the pages and packs them. Title and number stand at each page's head, but for the first, which has the
// title large; the foot and the page's number at its foot.
func (s *setter) write(p *Paper) ([]byte, error) {
	set := func(text string, width float64) (out []line) {
		if text != "" {
			out = s.lines(text, smallSize, width)
		}
		return out
	}
	number := set(p.Number, textWidth/2)
	room := textWidth - 12
	for _, l := range number {
		room = min(room, textWidth-l.width-12)
	}
	title := set(p.Title, room)
	foot := set(p.Foot, textWidth-80)
	const step = smallSize * 1.4
	top := margin - 14 + step*float64(max(len(title), len(number)))
	low := margin - 14 + step*float64(max(len(foot), 1))
	dealt := pages(s.items, pageHeight-top-low-20)
	k := &ink{f: s.f, slots: map[string]int{}}
	var sheets []*sheet
	for n, page := range dealt {
		o := &sheet{ink: k, images: map[int]bool{}}
		sheets = append(sheets, o)
		for i, l := range number {
			o.text(l, smallSize, pageWidth-margin-l.width, margin-20+step*float64(i), false, 0)
		}
		for i, l := range title {
			if n > 0 {
				o.text(l, smallSize, margin, margin-20+step*float64(i), false, 0)
			}
		}
		for _, it := range page {
			if it.draw != nil {
				it.draw(o, top+6+it.y, it.top)
			}
		}
		under := pageHeight - low - 4
		o.rule(margin, under-4, pageWidth-margin, under-4)
		for i, l := range foot {
			o.text(l, smallSize, margin, under+step*float64(i), false, 0)
		}
		count := measured(s.clusters(fmt.Sprintf("%d／%dページ", n+1, len(dealt))), smallSize)
		o.text(count, smallSize, pageWidth-margin-count.width, under, false, 0)
	}
	return s.pack(p, k, sheets), nil
}

// packed is a stream as it stands in the file.
func packed(b []byte) []byte {
	var out bytes.Buffer
	z := zlib.NewWriter(&out)
	_, _ = z.Write(b) // a buffer takes everything
	_ = z.Close()
	return out.Bytes()
}

// utf16Hex is a text as PDF writes it where it may be any language.
func utf16Hex(s string) string {
	var out strings.Builder
	for _, u := range utf16.Encode([]rune(s)) {
		fmt.Fprintf(&out, "%04X", u)
	}
	return out.String()
}

// objects are numbered from 1.
type objects struct {
	bytes.Buffer
	at []int
}

func (b *objects) add(text string) int {
	b.at = append(b.at, b.Len())
	fmt.Fprintf(b, "%d 0 obj\n%s\nendobj\n", len(b.at), text)
	return len(b.at)
}

func (b *objects) stream(dict string, data []byte) int {
	b.at = append(b.at, b.Len())
	fmt.Fprintf(b, "%d 0 obj\n<<%s /Length %d>>\nstream\n", len(b.at), dict, len(data))
	b.Write(data)
	b.WriteString("\nendstream\nendobj\n")
	return len(b.at)
}

// pack makes the file: font and pictures, then the pages, then what leads to them.
func (s *setter) pack(p *Paper, k *ink, sheets []*sheet) []byte {
	b := &objects{}
	b.WriteString("%PDF-1.7\n%\xE2\xE3\xCF\xD3\n")
	font := s.packFont(b, k)
	var images []int
	for _, i := range s.pictures {
		images = append(images, b.stream(fmt.Sprintf("/Type /XObject /Subtype /Image /Width %d /Height %d /ColorSpace /DeviceRGB "+
			"/BitsPerComponent 8 /Filter %s", i.width, i.height, i.filter), i.data))
	}
	// A page is three objects further on than its drawing; the list of pages comes after the last of them.
	list := len(b.at) + 2*len(sheets) + 1
	kids := ""
	for _, o := range sheets {
		content := b.stream("/Filter /FlateDecode", packed(o.Bytes()))
		used := ""
		for n, id := range images {
			if o.images[n+1] {
				used += fmt.Sprintf("/P%d %d 0 R ", n+1, id)
			}
		}
		page := b.add(fmt.Sprintf("<</Type /Page /Parent %d 0 R /MediaBox [0 0 %s %s] /Contents %d 0 R "+
			"/Resources <</Font <</F %d 0 R>> /XObject <<%s>>>>>>", list, num(pageWidth), num(pageHeight), content, font, used))
		kids += fmt.Sprintf("%d 0 R ", page)
	}
	b.add(fmt.Sprintf("<</Type /Pages /Count %d /Kids [%s]>>", len(sheets), kids))
	root := b.add(fmt.Sprintf("<</Type /Catalog /Pages %d 0 R /Lang (ja-JP) /ViewerPreferences <</DisplayDocTitle true>>>>", list))
	at := p.At.UTC().Format("D:20060102150405Z")
	info := b.add(fmt.Sprintf("<</Title <FEFF%s> /CreationDate (%s) /ModDate (%s)>>", utf16Hex(p.Title), at, at))
	id := sha256.Sum256(b.Bytes())
	xref := b.Len()
	fmt.Fprintf(b, "xref\n0 %d\n0000000000 65535 f \n", len(b.at)+1)
	for _, at := range b.at {
		fmt.Fprintf(b, "%010d 00000 n \n", at)
	}
	fmt.Fprintf(b, "trailer\n<</Size %d /Root %d 0 R /Info %d 0 R /ID [<%x> <%x>]>>\nstartxref\n%d\n%%%%EOF\n",
		len(b.at)+1, root, info, id[:16], id[:16], xref)
	return b.Bytes()
}

// packFont embeds what of the font the paper uses.
func (s *setter) packFont(b *objects, k *ink) int {
	file := k.subset()
	sum := sha256.Sum256(file)
	tag := make([]byte, 6) // a subset has a name of its own
	for i := range tag {
		tag[i] = 'A' + sum[i]%26
	}
	name := "/" + string(tag) + "+NotoSansJP-Regular"
	data := b.stream(fmt.Sprintf("/Filter /FlateDecode /Length1 %d", len(file)), packed(file))
	descriptor := b.add(fmt.Sprintf("<</Type /FontDescriptor /FontName %s /Flags 4 /FontBBox [%d %d %d %d] /ItalicAngle 0 /Ascent %d "+
		"/Descent %d /CapHeight 733 /StemV 80 /FontFile2 %d 0 R>>", name, s.f.xMin, s.f.yMin, s.f.xMax, s.f.yMax, s.f.ascent, s.f.descent, data))
	var widths strings.Builder
	for _, c := range k.used {
		fmt.Fprintf(&widths, "%d ", c.width)
	}
	cid := b.add(fmt.Sprintf("<</Type /Font /Subtype /CIDFontType2 /BaseFont %s /CIDSystemInfo <</Registry (Adobe) /Ordering (Identity) "+
		"/Supplement 0>> /FontDescriptor %d 0 R /CIDToGIDMap /Identity /DW 1000 /W [1 [%s]]>>", name, descriptor, widths.String()))
	unicode := b.stream("/Filter /FlateDecode", packed([]byte(k.toUnicode())))
	return b.add(fmt.Sprintf("<</Type /Font /Subtype /Type0 /BaseFont %s /Encoding /Identity-H /DescendantFonts [%d 0 R] /ToUnicode %d 0 R>>",
		name, cid, unicode))
}

// toUnicode says which text a slot is: UTF-16, so that 𠮷 is two units and is copied as itself.
func (k *ink) toUnicode() string {
	var out strings.Builder
	out.WriteString("/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n" +
		"/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def\n/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n" +
		"1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n")
	const most = 100 // entries in a part, as PDF has it
	for from := 0; from < len(k.used); from += most {
		part := k.used[from:min(from+most, len(k.used))]
		fmt.Fprintf(&out, "%d beginbfchar\n", len(part))
		for i, c := range part {
			fmt.Fprintf(&out, "<%04X> <%s>\n", from+i+1, utf16Hex(c.text))
		}
		out.WriteString("endbfchar\n")
	}
	out.WriteString("endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n")
	return out.String()
}
