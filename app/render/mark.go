package render

import (
	"image"
	"image/color"
	"image/draw"
	"math"

	"golang.org/x/image/vector"
)

const (
	markAngle = -math.Pi / 7
	markLead  = 1.4 // height of a line, in ems
)

// paintMark draws the watermark all over a page: dark on light pixels, and light on dark ones.
func paintMark(img *image.RGBA, lines []string) {
	f, err := newFace()
	if err != nil {
		panic(err) // the font is built in; no page may go out without the watermark
	}
	size := max(11, math.Round(float64(img.Rect.Dx())/46))
	wide := 0.0
	for _, l := range lines {
		wide = max(wide, f.length(l)*size)
	}
	mask := markMask(f, lines, size, wide)
	dark, light := image.NewUniform(color.NRGBA{150, 20, 30, 46}), image.NewUniform(color.NRGBA{255, 255, 255, 54})
	sin, cos := math.Sincos(markAngle)
	stepX, stepY := wide+size*4, size*(float64(len(lines))*markLead+4)
	w, h := float64(img.Rect.Dx()), float64(img.Rect.Dy())
	// Rotated, the block has to cover the page's diagonal.
	reach := math.Hypot(w, h)/2 + stepY
	row := 0
	for y := -reach; y < reach; y += stepY {
		for x := -reach - stepX - float64(row%2)*stepX/2; x < reach; x += stepX {
			at := image.Pt(int(w/2+x*cos-y*sin), int(h/2+x*sin+y*cos)).Sub(mask.origin)
			for _, layer := range []struct {
				by  int
				ink image.Image
			}{{1, light}, {0, dark}} {
				to := mask.Rect.Add(at).Add(image.Pt(layer.by, layer.by))
				draw.DrawMask(img, to, layer.ink, image.Point{}, mask.Alpha, image.Point{}, draw.Over)
			}
		}
		row++
	}
}

type mask struct {
	*image.Alpha
	origin image.Point // where the first line begins
}

// markMask is the rotated block of lines, once.
func markMask(f *face, lines []string, size, wide float64) mask {
	high := size * (float64(len(lines))*markLead + 1)
	sin, cos := math.Sincos(markAngle)
	// The rotated corners of the block give its size.
	minX, minY, maxX, maxY := 0.0, 0.0, 0.0, 0.0
	for _, c := range [][2]float64{{-size, -size * 1.2}, {wide + size, -size * 1.2}, {-size, high}, {wide + size, high}} {
		x, y := c[0]*cos-c[1]*sin, c[0]*sin+c[1]*cos
		minX, minY, maxX, maxY = min(minX, x), min(minY, y), max(maxX, x), max(maxY, y)
	}
	w, h := int(math.Ceil(maxX-minX)), int(math.Ceil(maxY-minY))
	z := vector.NewRasterizer(w, h)
	for i, l := range lines {
		down := float64(i) * markLead * size
		f.trace(z, l, size, turn{-minX - down*sin, -minY + down*cos, cos, sin})
	}
	out := image.NewAlpha(image.Rect(0, 0, w, h))
	z.Draw(out, out.Rect, image.Opaque, image.Point{})
	return mask{out, image.Pt(int(-minX), int(-minY))}
}
