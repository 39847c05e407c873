package photo

import (
	"image"
	"image/color"
	"testing"
)

func TestPictureIsHeldUpright(t *testing.T) {
	src := image.NewRGBA(image.Rect(0, 0, 3, 2))
	src.Set(0, 0, color.White)
	for how, at := range map[int]image.Point{1: {0, 0}, 2: {2, 0}, 3: {2, 1}, 4: {0, 1}, 5: {0, 0}, 6: {1, 0}, 7: {1, 2}, 8: {0, 2}} {
		if got := Upright(src, how); got.RGBAAt(at.X, at.Y).A != 255 || how >= 5 != (got.Rect.Dx() == 2) {
			t.Errorf("%d: %v", how, got)
		}
	}
	exif := []byte("\xff\xd8\xff\xe1\x00\x22Exif\x00\x00II*\x00\x08\x00\x00\x00\x01\x00\x12\x01\x03\x00\x01\x00\x00\x00\x06\x00\x00\x00\x00\x00\x00\x00")
	if got := Orientation(exif); got != 6 {
		t.Errorf("held as %d", got)
	}
	for n := range exif { // truncated at each length
		Orientation(exif[:n])
	}
}
