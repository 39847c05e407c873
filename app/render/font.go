package render

import (
	"image"
	"math"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"

	"tsunagu/app/typeface"
)

// face is the font with which text and watermarks are drawn (Noto Sans JP: JIS and beyond the BMP).
type face struct {
	f      *sfnt.Font
	buf    sfnt.Buffer
	widths map[rune]float64 // of an em
}

var parsed = sync.OnceValues(func() (*sfnt.Font, error) {
	return sfnt.ParseReaderAt(strings.NewReader(typeface.Regular()))
})

// newFace is the font for one goroutine.
func newFace() (*face, error) {
	f, err := parsed()
	return &face{f: f, widths: map[rune]float64{}}, err
}

// unseen says that a character takes no space: direction marks, joiners, variation selectors.
func unseen(r rune) bool {
	return unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Variation_Selector, r)
}

// glyph of a character; 0 is none.
func (f *face) glyph(r rune) sfnt.GlyphIndex {
	g, err := f.f.GlyphIndex(&f.buf, r)
	if err != nil {
		return 0
	}
	return g
}

// width of a character, in ems. One that the font lacks is a box as wide as an ideograph.
func (f *face) width(r rune) float64 {
	if w, ok := f.widths[r]; ok {
		return w
	}
	w := 1.0
	if unseen(r) {
		w = 0
	} else if g := f.glyph(r); g != 0 {
		const ppem = 1000
		if a, err := f.f.GlyphAdvance(&f.buf, g, fixed.I(ppem), font.HintingNone); err == nil {
			w = float64(a) / 64 / ppem
		}
	}
	f.widths[r] = w
	return w
}

// length of a text, in ems.
func (f *face) length(s string) (w float64) {
	for _, r := range s {
		w += f.width(r)
	}
	return w
}

// turn is a rotation and shift: from the coordinates of a text, whose base line begins at the
// origin, to those of the page.
type turn struct{ x, y, cos, sin float64 }

func (t turn) at(x, y float64) (float32, float32) {
	return float32(t.x + x*t.cos - y*t.sin), float32(t.y + x*t.sin + y*t.cos)
}

// trace adds a text's outlines to a rasterizer.
func (f *face) trace(z *vector.Rasterizer, s string, size float64, t turn) {
	x := 0.0
	for _, r := range s {
		f.traceRune(z, r, size, x, t)
		x += f.width(r) * size
	}
}

func (f *face) traceRune(z *vector.Rasterizer, r rune, size, x float64, t turn) {
	if unseen(r) || r == ' ' || r == '　' {
		return
	}
	g := f.glyph(r)
	if g == 0 {
		f.traceBox(z, size, x, t)
		return
	}
	segments, err := f.f.LoadGlyph(&f.buf, g, fixed.Int26_6(math.Round(size*64)), nil)
	if err != nil {
		f.traceBox(z, size, x, t)
		return
	}
	at := func(p fixed.Point26_6) (float32, float32) { return t.at(x+float64(p.X)/64, float64(p.Y)/64) }
	for _, s := range segments {
		ax, ay := at(s.Args[0])
		bx, by := at(s.Args[1])
		cx, cy := at(s.Args[2])
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			z.ClosePath()
			z.MoveTo(ax, ay)
		case sfnt.SegmentOpLineTo:
			z.LineTo(ax, ay)
		case sfnt.SegmentOpQuadTo:
			z.QuadTo(ax, ay, bx, by)
		case sfnt.SegmentOpCubeTo:
			z.CubeTo(ax, ay, bx, by, cx, cy)
		}
	}
	z.ClosePath()
}

// traceBox draws a box for a character that the font lacks, so that the reader sees that something
// is there.
func (f *face) traceBox(z *vector.Rasterizer, size, x float64, t turn) {
	rect := func(in float64, back bool) {
		corners := [][2]float64{{x + size*(.1+in), -size * (.8 - in)}, {x + size*(.9-in), -size * (.8 - in)},
			{x + size*(.9-in), -size*in + size*.05}, {x + size*(.1+in), -size*in + size*.05}}
		for i := range corners {
			c := corners[i]
			if back {
				c = corners[len(corners)-1-i]
			}
			if px, py := t.at(c[0], c[1]); i == 0 {
				z.MoveTo(px, py)
			} else {
				z.LineTo(px, py)
			}
		}
		z.ClosePath()
	}
	rect(0, false)
	rect(.07, true)
}

// stencil draws one character unrotated as a mask, and returns where the base line begins in it.
func (f *face) stencil(r rune, size float64) (*image.Alpha, image.Point) {
	w, h := int(math.Ceil(size*(f.width(r)+.4))), int(math.Ceil(size*1.5))
	z := vector.NewRasterizer(w, h)
	origin := image.Pt(int(size*.2), int(size*1.1))
	f.traceRune(z, r, size, 0, turn{float64(origin.X), float64(origin.Y), 1, 0})
	out := image.NewAlpha(image.Rect(0, 0, w, h))
	z.Draw(out, out.Rect, image.Opaque, image.Point{})
	return out, origin
}
