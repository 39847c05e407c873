package render

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"image/draw"
	_ "image/jpeg" // a supported format of documents
	_ "image/png"
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
	p := &picture{content: b, turned: orientation(b)}
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
		return turnPicture(fit(src, height, width), p.turned), nil
	}
	return turnPicture(fit(src, width, height), p.turned), nil
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

// turnPicture turns a photograph upright; how is EXIF's orientation, 1 to 8.
func turnPicture(src *image.RGBA, how int) *image.RGBA {
	if how <= 1 || how > 8 {
		return src
	}
	w, h := src.Rect.Dx(), src.Rect.Dy()
	out := image.NewRGBA(image.Rect(0, 0, w, h))
	if how >= 5 {
		out = image.NewRGBA(image.Rect(0, 0, h, w))
	}
	for y := range h {
		for x := range w {
			toX, toY := x, y
			if how == 2 || how == 3 || how == 7 || how == 8 {
				toX = w - 1 - x
			}
			if how == 3 || how == 4 || how == 6 || how == 7 {
				toY = h - 1 - y
			}
			if how >= 5 {
				toX, toY = toY, toX
			}
			copy(out.Pix[out.PixOffset(toX, toY):][:4], src.Pix[src.PixOffset(x, y):][:4])
		}
	}
	return out
}

// orientation is the orientation of the camera in a JPEG's EXIF data; 1 where there is none.
func orientation(b []byte) int {
	for at := 2; at+4 <= len(b) && b[at] == 0xff; {
		kind, size := b[at+1], int(binary.BigEndian.Uint16(b[at+2:]))
		if kind == 0xda || size < 2 || at+2+size > len(b) {
			break
		}
		if body := b[at+4 : at+2+size]; kind == 0xe1 && bytes.HasPrefix(body, []byte("Exif\x00\x00")) {
			return tiffOrientation(body[6:])
		}
		at += 2 + size
	}
	return 1
}

func tiffOrientation(b []byte) int {
	var order binary.ByteOrder = binary.LittleEndian
	if bytes.HasPrefix(b, []byte("MM")) {
		order = binary.BigEndian
	}
	if len(b) < 8 {
		return 1
	}
	at := int64(order.Uint32(b[4:]))
	if at+2 > int64(len(b)) {
		return 1
	}
	for n, entry := int64(order.Uint16(b[at:])), at+2; n > 0 && entry+12 <= int64(len(b)); n, entry = n-1, entry+12 {
		if order.Uint16(b[entry:]) == 0x112 {
			if v := int(order.Uint16(b[entry+8:])); v >= 1 && v <= 8 {
				return v
			}
		}
	}
	return 1
}
