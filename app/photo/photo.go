// Package photo holds photographs upright, for all that draw them.
package photo

import (
	"bytes"
	"encoding/binary"
	"image"
)

// Upright turns a photograph; how is EXIF's orientation, 1 to 8. Where there is nothing to turn it is the picture itself.
func Upright(src *image.RGBA, how int) *image.RGBA {
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

// Orientation is how the camera was held, 1 to 8, by a JPEG's EXIF part; 1 where there is none, and for any other file.
func Orientation(b []byte) int {
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
