package render

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	_ "image/jpeg" // a supported format of documents
	_ "image/png"

	"tsunagu/app/photo"
)

const (
	picturePixels = 50_000_000 // of a picture file (deal.DocumentPixels)
	pictureBytes  = 400 << 20  // bytes of a decoded picture
)

// picture is a picture file as a document of one page. Only its pixels are used, never its
// metadata.
type picture struct {
	content []byte
	size    Size
	turned  int // EXIF's orientation, 1 to 8
}

func openPicture(b []byte) (pages, error) {
	c, _, err := image.DecodeConfig(bytes.NewReader(b))
	switch {
	case err != nil || c.Width < 1 || c.Height < 1:
		return nil, ErrBroken
	case int64(c.Width)*int64(c.Height) > picturePixels || int64(c.Width)*int64(c.Height)*depth(c.ColorModel) > pictureBytes:
		return nil, ErrHeavy
	}
	p := &picture{content: b, turned: photo.Orientation(b)}
	p.size = Size{float64(c.Width), float64(c.Height)}
	if p.turned >= 5 {
		p.size = Size{float64(c.Height), float64(c.Width)}
	}
	return p, nil
}

// depth is how many bytes a pixel takes in memory, at most. Decoding a progressive JPEG takes more
// for a while; the memory limit of the process covers that.
func depth(m color.Model) int64 {
	if m == color.RGBA64Model || m == color.NRGBA64Model {
		return 8
	}
	return 4
}

func (p *picture) sizes() ([]Size, error) { return []Size{p.size}, nil }
func (p *picture) close()                 {}

func (p *picture) draw(_, width, height int) (*image.RGBA, error) {
	src, _, err := image.Decode(bytes.NewReader(p.content))
	if err != nil {
		return nil, ErrBroken
	}
	if p.turned >= 5 {
		return photo.Upright(fit(src, height, width), p.turned), nil
	}
	return photo.Upright(fit(src, width, height), p.turned), nil
}

// fit scales a picture to a size, on white; each pixel is the mean of the source pixels that it
// replaces.
func fit(src image.Image, width, height int) *image.RGBA {
	b := src.Bounds()
	sums, counts := make([]uint32, width*4), make([]uint32, width)
	out := image.NewRGBA(image.Rect(0, 0, width, height))
	row := image.NewRGBA(image.Rect(0, 0, b.Dx(), 1))
	first, last := make([]int, width), make([]int, width)
	for x := range width {
		first[x] = x * b.Dx() / width
		last[x] = max((x+1)*b.Dx()/width, first[x]+1)
	}
	read := -1
	for y := range height {
		clear(sums)
		clear(counts)
		from := y * b.Dy() / height
		for sy := from; sy < max((y+1)*b.Dy()/height, from+1); sy++ {
			if sy != read {
				draw.Draw(row, row.Rect, image.White, image.Point{}, draw.Src)
				draw.Draw(row, row.Rect, src, image.Pt(b.Min.X, b.Min.Y+sy), draw.Over)
				read = sy
			}
			for x := range width {
				for sx := first[x]; sx < last[x]; sx++ {
					p := row.Pix[sx*4 : sx*4+3]
					sums[x*4] += uint32(p[0])
					sums[x*4+1] += uint32(p[1])
					sums[x*4+2] += uint32(p[2])
				}
				counts[x] += uint32(last[x] - first[x])
			}
		}
		for x := range width {
			at, n := out.PixOffset(x, y), counts[x]
			out.Pix[at], out.Pix[at+1], out.Pix[at+2], out.Pix[at+3] = uint8(sums[x*4]/n), uint8(sums[x*4+1]/n), uint8(sums[x*4+2]/n), 255
		}
	}
	return out
}
