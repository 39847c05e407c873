package office

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"image"
	"image/color"
	_ "image/jpeg"
	"image/png"

	"tsunagu/app/web"
	"tsunagu/store"
)

const logoWidth, logoHeight = 480, 120 // largest size of the stored picture, in pixels

const logoSideMax = 4000 // largest side of an uploaded picture, in pixels

const logoPixelsMax = 2_000_000 // of an uploaded picture: decoded, a pixel may take 15 bytes

const logoBytesMax = 2 << 20 // of an uploaded file

const logoSideMin = 24 // a smaller picture is taken for a mistake

const logoBodyMax = 3_000_000 // bytes of the call's body: base64 adds a third

// officeLogo is an uploaded picture; an empty one removes the logo.
type officeLogo struct {
	Picture []byte `json:"picture,omitempty" doc:"PNG または JPEG（base64）。省略するとロゴなし"`
}

// drawLogo decodes an upload and returns it as a small PNG, or says what is wrong with it.
func drawLogo(b []byte) ([]byte, string) {
	if len(b) > logoBytesMax {
		return nil, "ロゴの画像は2MBまでです。小さくしてから、もう一度選んでください。"
	}
	size, format, err := image.DecodeConfig(bytes.NewReader(b))
	if err != nil || format != "png" && format != "jpeg" {
		return nil, "ロゴの画像を読み取れません。PNG または JPEG のファイルを選んでください。"
	}
	if size.Width > logoSideMax || size.Height > logoSideMax {
		return nil, "ロゴの画像が大きすぎます。縦横それぞれ4,000ピクセル以内にしてください。"
	}
	if size.Width*size.Height > logoPixelsMax {
		return nil, "ロゴの画像が大きすぎます。全体で200万ピクセル以内（例：2,000×1,000）にしてください。"
	}
	if size.Width < logoSideMin || size.Height < logoSideMin {
		return nil, "ロゴの画像が小さすぎます。縦横それぞれ24ピクセル以上にしてください。"
	}
	picture, _, err := image.Decode(bytes.NewReader(b))
	if err != nil {
		return nil, "ロゴの画像が壊れています。別のファイルを選んでください。"
	}
	var out bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&out, shrink(picture, logoWidth, logoHeight)); err != nil {
		return nil, "ロゴの画像を読み取れません。PNG または JPEG のファイルを選んでください。"
	}
	return out.Bytes(), ""
}

// shrink scales a picture down to fit; each pixel is the mean of the source pixels that it
// replaces. A smaller picture keeps its size.
func shrink(src image.Image, width, height int) *image.NRGBA {
	b := src.Bounds()
	w, h := b.Dx(), b.Dy()
	if w > width {
		w, h = width, max(1, b.Dy()*width/b.Dx())
	}
	if h > height {
		w, h = max(1, b.Dx()*height/b.Dy()), height
	}
	out := image.NewNRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			var r, g, bl, al, n uint64
			for sy := b.Min.Y + y*b.Dy()/h; sy < max(b.Min.Y+(y+1)*b.Dy()/h, b.Min.Y+y*b.Dy()/h+1); sy++ {
				for sx := b.Min.X + x*b.Dx()/w; sx < max(b.Min.X+(x+1)*b.Dx()/w, b.Min.X+x*b.Dx()/w+1); sx++ {
					pr, pg, pb, pa := src.At(sx, sy).RGBA()
					r, g, bl, al, n = r+uint64(pr), g+uint64(pg), bl+uint64(pb), al+uint64(pa), n+1
				}
			}
			out.Set(x, y, color.RGBA64{uint16(r / n), uint16(g / n), uint16(bl / n), uint16(al / n)})
		}
	}
	return out
}

// saveLogo stores a new logo, or removes it.
func saveLogo(tx *store.Tx, by web.Actor, in *officeLogo) error {
	var c web.Check
	var picture []byte
	hash := ""
	if len(in.Picture) > 0 {
		var problem string
		if picture, problem = drawLogo(in.Picture); problem != "" {
			c.Fail("picture", problem)
			return c.Err()
		}
		sum := sha256.Sum256(picture)
		hash = hex.EncodeToString(sum[:8])
	}
	was, err := tx.LogoHash()
	if err != nil {
		return err
	}
	if err := tx.PutLogo(picture, hash); err != nil {
		return err
	}
	changes := settingChanges{kind: store.ChangeLogo}
	changes.add("logo", was, hash)
	return changes.keep(tx, by, "logo_updated")
}
