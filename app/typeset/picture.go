package typeset

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/draw"
	"image/jpeg"
	"image/png"

	xdraw "golang.org/x/image/draw"
)

const (
	picturePixels  = 50_000_000
	pictureSharp   = 200.0 / 72 // pixels a point: what a printer shows
	pictureNatural = 72.0 / 120 // points a pixel of a picture that is small
	pictureTallest = 420.0
	pictureQuality = 88
)

// picture is drawn again from its pixels: a photograph's metadata tells where it was taken.
type picture struct {
	data          []byte
	filter        string
	width, height int
}

func (s *setter) picture(b Picture) error {
	p, w, h, err := drawn(b.Data)
	if err != nil {
		return &PictureError{len(s.pictures) + 1}
	}
	s.pictures = append(s.pictures, p)
	n := len(s.pictures)
	caption := s.lines(b.Caption, smallSize, textWidth)
	s.add(item{gap: 8, height: h, keep: b.Caption != "", draw: func(o *sheet, y float64, _ bool) {
		o.image(n, (pageWidth-w)/2, y, w, h)
	}})
	for i, l := range caption {
		if b.Caption == "" {
			break
		}
		s.add(item{height: smallSize * rowGap, keep: i+1 < len(caption), draw: func(o *sheet, y float64, _ bool) {
			o.text(l, smallSize, (pageWidth-l.width)/2, y+smallSize*(rowGap-1)/2, false, 0)
		}})
	}
	return nil
}

// drawn is a picture, upright and as sharp as the paper needs it, and its size in points.
func drawn(b []byte) (*picture, float64, float64, error) {
	c, kind, err := image.DecodeConfig(bytes.NewReader(b))
	if err != nil || c.Width < 1 || c.Height < 1 || int64(c.Width)*int64(c.Height) > picturePixels {
		return nil, 0, 0, image.ErrFormat
	}
	src, _, err := image.Decode(bytes.NewReader(b))
	if err != nil {
		return nil, 0, 0, err
	}
	pw, ph := c.Width, c.Height
	how := 1
	if kind == "jpeg" {
		how = orientation(b)
	}
	if how >= 5 {
		pw, ph = ph, pw
	}
	scale := min(pictureNatural, textWidth/float64(pw), pictureTallest/float64(ph))
	w, h := float64(pw)*scale, float64(ph)*scale
	tw, th := min(pw, max(1, int(w*pictureSharp))), min(ph, max(1, int(h*pictureSharp)))
	if how >= 5 {
		tw, th = th, tw
	}
	flat := image.NewRGBA(image.Rect(0, 0, tw, th))
	draw.Draw(flat, flat.Rect, image.White, image.Point{}, draw.Src)
	if tw == c.Width && th == c.Height {
		draw.Draw(flat, flat.Rect, src, src.Bounds().Min, draw.Over)
	} else {
		xdraw.ApproxBiLinear.Scale(flat, flat.Rect, src, src.Bounds(), draw.Over, nil)
	}
	flat = upright(flat, how)
	p := &picture{width: flat.Rect.Dx(), height: flat.Rect.Dy()}
	if kind == "jpeg" {
		var out bytes.Buffer
		if err := jpeg.Encode(&out, flat, &jpeg.Options{Quality: pictureQuality}); err != nil {
			return nil, 0, 0, err
		}
		p.data, p.filter = out.Bytes(), "/DCTDecode"
		return p, w, h, nil
	}
	raw := make([]byte, 0, p.width*p.height*3)
	for i := 0; i < len(flat.Pix); i += 4 {
		raw = append(raw, flat.Pix[i:i+3]...)
	}
	p.data, p.filter = packed(raw), "/FlateDecode"
	return p, w, h, nil
}

// Redraw is a picture drawn again from its pixels, upright and at most so many pixels wide or high: no metadata stays (where a photograph
// was taken). pixels bounds what is opened at all. A PNG stays one unless it takes more than so many bytes.
func Redraw(b []byte, pixels int64, side, most int) ([]byte, error) {
	c, kind, err := image.DecodeConfig(bytes.NewReader(b))
	if err != nil || c.Width < 1 || c.Height < 1 || int64(c.Width)*int64(c.Height) > pixels || kind != "png" && kind != "jpeg" {
		return nil, image.ErrFormat
	}
	src, _, err := image.Decode(bytes.NewReader(b))
	if err != nil {
		return nil, err
	}
	scale := min(1, float64(side)/float64(max(c.Width, c.Height)))
	flat := image.NewRGBA(image.Rect(0, 0, max(1, int(float64(c.Width)*scale)), max(1, int(float64(c.Height)*scale))))
	draw.Draw(flat, flat.Rect, image.White, image.Point{}, draw.Src)
	if scale == 1 {
		draw.Draw(flat, flat.Rect, src, src.Bounds().Min, draw.Over)
	} else {
		xdraw.ApproxBiLinear.Scale(flat, flat.Rect, src, src.Bounds(), draw.Over, nil)
	}
	if kind == "jpeg" {
		flat = upright(flat, orientation(b))
	}
	var out bytes.Buffer
	if kind == "png" {
		if err := png.Encode(&out, flat); err != nil || out.Len() <= most {
			return out.Bytes(), err
		}
		out.Reset()
	}
	err = jpeg.Encode(&out, flat, &jpeg.Options{Quality: pictureQuality})
	return out.Bytes(), err
}

// upright turns a photograph; how is EXIF's orientation, 1 to 8.
func upright(src *image.RGBA, how int) *image.RGBA {
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
			tx, ty := x, y
			switch how {
			case 2:
				tx = w - 1 - x
			case 3:
				tx, ty = w-1-x, h-1-y
			case 4:
				ty = h - 1 - y
			case 5:
				tx, ty = y, x
			case 6:
				tx, ty = h-1-y, x
			case 7:
				tx, ty = h-1-y, w-1-x
			case 8:
				tx, ty = y, w-1-x
			}
			out.SetRGBA(tx, ty, src.RGBAAt(x, y))
		}
	}
	return out
}

// orientation of a JPEG file by its EXIF part; 1 where there is none.
func orientation(b []byte) int {
	for at := 2; at+4 <= len(b) && b[at] == 0xFF; {
		marker, size := b[at+1], int(binary.BigEndian.Uint16(b[at+2:]))
		end := at + 2 + size
		if marker == 0xDA || size < 2 || end > len(b) {
			return 1
		}
		if part := b[at+4 : end]; marker == 0xE1 && bytes.HasPrefix(part, []byte("Exif\x00\x00")) {
			return tiffOrientation(part[6:])
		}
		at = end
	}
	return 1
}

func tiffOrientation(t []byte) int {
	var order binary.ByteOrder = binary.BigEndian
	if bytes.HasPrefix(t, []byte("II")) {
		order = binary.LittleEndian
	}
	if len(t) < 8 {
		return 1
	}
	at := int64(order.Uint32(t[4:]))
	if at+2 > int64(len(t)) {
		return 1
	}
	for i := range int64(order.Uint16(t[at:])) {
		tag := at + 2 + 12*i
		if tag+12 > int64(len(t)) {
			return 1
		}
		if order.Uint16(t[tag:]) == 0x0112 {
			if how := int(order.Uint16(t[tag+8:])); how >= 1 && how <= 8 {
				return how
			}
			return 1
		}
	}
	return 1
}
