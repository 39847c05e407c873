package render

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/japanese"
)

// Layout of a text on A4, in points.
const (
	paperWidth, paperHeight = 595.0, 842.0
	paperMargin             = 48.0
	textSize                = 10.0
	textLead                = 17.0
	tabStop                 = 4  // ems
	linesOnPage             = 43 // (paperHeight - 2*paperMargin) / textLead
	lineEms                 = (paperWidth - 2*paperMargin) / textSize
	hangEms                 = 2 // how far punctuation may stand beyond the end of a line
)

// notFirst are characters that must not begin a line.
const notFirst = "、。，．・：；？！」』）］｝〉》】〕”’,.:;?!)]}ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ゛゜％%"

// text is a plain text broken into lines and pages.
type text struct {
	face   *face
	lines  []string
	glyphs map[glyphKey]*glyphMask
}

type glyphKey struct {
	r    rune
	size float64
}

type glyphMask struct {
	*image.Alpha
	origin image.Point
}

// decodeText reads UTF-8, with or without a byte order mark, or else CP932.
func decodeText(b []byte) string {
	b = bytes.TrimPrefix(b, []byte("\ufeff"))
	if utf8.Valid(b) {
		return string(b)
	}
	if out, err := japanese.ShiftJIS.NewDecoder().Bytes(b); err == nil {
		return string(out)
	}
	return strings.ToValidUTF8(string(b), "\ufffd")
}

func openText(b []byte) (pages, error) {
	f, err := newFace()
	if err != nil {
		return nil, err
	}
	t := &text{face: f, glyphs: map[glyphKey]*glyphMask{}}
	for line := range strings.Lines(strings.NewReplacer("\r\n", "\n", "\r", "\n", "\f", "\n").Replace(decodeText(b))) {
		if !t.set(strings.TrimSuffix(line, "\n")) {
			return nil, ErrPages
		}
	}
	if len(t.lines) == 0 {
		t.lines = []string{""}
	}
	return t, nil
}

// set breaks a line of the text into lines of the page's width; false when the text has more than
// MaxPages pages.
func (t *text) set(line string) bool {
	var out strings.Builder
	at, begin, blank := 0.0, 0, -1 // position in ems; start of the current line, its last blank
	runes := []rune(line)
	flush := func(end int) {
		out.Reset()
		for _, r := range runes[begin:end] {
			out.WriteRune(r)
		}
		t.lines = append(t.lines, out.String())
		begin, blank = end, -1
	}
	for i, r := range runes {
		w := t.advance(r, at)
		if at+w > lineEms && i > begin && !(at+w <= lineEms+hangEms && strings.ContainsRune(notFirst, r)) {
			end := i
			if blank > begin && isWord(r) && isWord(runes[i-1]) {
				end = blank + 1 // break at the blank, if there is one, instead of within a word
			}
			flush(end)
			if at = 0; len(t.lines) > MaxPages*linesOnPage {
				return false
			}
			for _, r := range runes[begin:i] {
				at += t.advance(r, at)
			}
			w = t.advance(r, at)
		}
		if at += w; r == ' ' || r == '\t' || r == ',' {
			blank = i
		}
	}
	flush(len(runes))
	return len(t.lines) <= MaxPages*linesOnPage
}

func isWord(r rune) bool { return r > ' ' && r < 0x2000 }

// advance is by how much a character at position at moves the position, in ems.
func (t *text) advance(r rune, at float64) float64 {
	if r == '\t' {
		return float64(tabStop*(int(at/tabStop)+1)) - at
	}
	return t.face.width(r)
}

func (t *text) sizes() ([]Size, error) {
	out := make([]Size, (len(t.lines)+linesOnPage-1)/linesOnPage)
	for i := range out {
		out[i] = Size{paperWidth, paperHeight}
	}
	return out, nil
}

func (t *text) close() {}

func (t *text) draw(page, width, height int) (*image.RGBA, error) {
	out := image.NewRGBA(image.Rect(0, 0, width, height))
	draw.Draw(out, out.Rect, image.White, image.Point{}, draw.Src)
	scale := float64(width) / paperWidth
	ink := image.NewUniform(color.Gray{20})
	first := (page - 1) * linesOnPage
	for i, line := range t.lines[first:min(first+linesOnPage, len(t.lines))] {
		at, y := 0.0, (paperMargin+float64(i)*textLead+textSize)*scale
		for _, r := range line {
			if r != '\t' {
				g := t.glyph(r, textSize*scale)
				to := g.Rect.Add(image.Pt(int((paperMargin+at*textSize)*scale+.5), int(y)).Sub(g.origin))
				draw.DrawMask(out, to, ink, image.Point{}, g.Alpha, image.Point{}, draw.Over)
			}
			at += t.advance(r, at)
		}
	}
	return out, nil
}

func (t *text) glyph(r rune, size float64) *glyphMask {
	k := glyphKey{r, size}
	g := t.glyphs[k]
	if g == nil {
		if len(t.glyphs) > 4000 { // limit for a text that uses very many different characters
			clear(t.glyphs)
		}
		a, origin := t.face.stencil(r, size)
		g = &glyphMask{a, origin}
		t.glyphs[k] = g
	}
	return g
}
