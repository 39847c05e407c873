package typeset

import (
	"bytes"
	"image"
	"image/draw"
	"image/jpeg"
	"image/png"

	xdraw "golang.org/x/image/draw"

	"tsunagu/app/photo"
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
		how = photo.Orientation(b)
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
	flat = photo.Upright(flat, how)
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
		flat = photo.Upright(flat, photo.Orientation(b))
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
