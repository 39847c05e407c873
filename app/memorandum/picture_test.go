package memorandum_test

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"regexp"
	"strings"
	"testing"

	"tsunagu/app/apptest"
	"tsunagu/store"
)

func photograph(t *testing.T, secret string) []byte {
	t.Helper()
	img := image.NewRGBA(image.Rect(0, 0, 60, 40))
	for x := range 60 {
		img.Set(x, 20, color.RGBA{255, 0, 0, 255})
	}
	var b bytes.Buffer
	if err := jpeg.Encode(&b, img, nil); err != nil {
		t.Fatal(err)
	}
	exif := append([]byte("Exif\x00\x00II*\x00\x08\x00\x00\x00\x00\x00"), secret...)
	out := append([]byte{0xff, 0xd8, 0xff, 0xe1, 0, byte(len(exif) + 2)}, exif...)
	return append(out, b.Bytes()[2:]...)
}

// bomb is a PNG of a few bytes that says it has so many pixels.
func bomb(w, h uint32) []byte {
	head := append([]byte("IHDR"), make([]byte, 13)...)
	binary.BigEndian.PutUint32(head[4:], w)
	binary.BigEndian.PutUint32(head[8:], h)
	head[12], head[13] = 8, 6
	out := append([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\x0d"), head...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(head))
}

// A picture goes out as pixels alone, and only what is one is taken; below the level of names somebody has looked at it.
func TestPictures(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	const secret = "GPS-35.6895"
	raw := photograph(t, secret)
	id := upload(w.FinA, w.Listing, raw).Want(200).JSON()["pictureId"].(string)
	if again := upload(w.FinA, w.Listing, raw).Want(200).JSON()["pictureId"]; again != id {
		t.Errorf("a second press made another picture")
	}
	if r := view(w.FinA, w.Listing, id).Want(200); strings.Contains(r.Body, "Exif") || strings.Contains(r.Body, secret) {
		t.Errorf("metadata go out")
	} else if _, err := jpeg.Decode(strings.NewReader(r.Body)); err != nil {
		t.Error(err)
	}
	var large bytes.Buffer
	if err := png.Encode(&large, image.NewGray(image.Rect(0, 0, 3000, 1500))); err != nil {
		t.Fatal(err)
	}
	other := upload(w.FinA, w.Listing, large.Bytes()).Want(200).JSON()["pictureId"].(string)
	if c, err := png.DecodeConfig(strings.NewReader(view(w.FinA, w.Listing, other).Want(200).Body)); err != nil || c.Width != 1400 ||
		c.Height != 700 {
		t.Errorf("%+v %v", c, err)
	}
	for why, b := range map[string][]byte{"text": []byte("no picture"), "PDF": []byte(apptest.Pdf), "bomb": bomb(60_000, 60_000),
		"just too many": bomb(30_001, 1_000), "no pixels": bomb(0, 4), "cut off": raw[:len(raw)/2], "head alone": bomb(4, 4)} {
		if r := upload(w.FinA, w.Listing, b); r.Status != 422 || !strings.Contains(r.Body, "画像を読み取れません") {
			t.Errorf("%s: %d %s", why, r.Status, r.Body)
		}
	}
	upload(w.FinA, w.Listing, append(bytes.Clone(raw), make([]byte, 21<<20)...)).Want(413)
	none := view(w.FinA, w.Listing, store.NewID()).Want(400)
	for _, c := range []*apptest.Caller{w.FinB, w.BuyB} {
		view(c, w.Listing, id).SameAs(view(c, store.NewID(), id).Want(400))
		upload(c, w.Listing, raw).SameAs(upload(c, store.NewID(), raw).Want(400))
	}
	placed := func(isNameless bool) body {
		return content(nil, section("outline", "概要です。", 3, body{"pictureId": id, "caption": "工場の外観", "isNameless": isNameless}))
	}
	save(w.FinA, w.Listing, 0, placed(false)).Want(200)
	w.FinA.Post(base+"IssueMemorandum", at(w.Listing, 1, 3, true)).Want(422).Has("1枚目の画像", "社名や人物が写っていない")
	_, pdf := text(t, w.FinA, w.Listing, 1, 4)
	save(w.FinA, w.Listing, 1, placed(true)).Want(200)
	paper, below := text(t, w.FinA, w.Listing, 2, 3)
	for _, b := range []string{pdf, below} {
		if !regexp.MustCompile(`/Subtype ?/Image`).MatchString(b) || strings.Contains(b, secret) {
			t.Errorf("the paper is without the picture, or has its metadata")
		}
	}
	if !strings.Contains(paper, "工場の外観") {
		t.Errorf("%s", paper)
	}
	twice := content(nil, section("outline", "", 3, body{"pictureId": id, "caption": "", "isNameless": true}),
		section("history", "", 3, body{"pictureId": id, "caption": "", "isNameless": true}))
	save(w.FinA, w.Listing, 2, twice).Want(422).Has("ほかの場所にもあります")
	// One that stands nowhere goes a day later, with its file's row; the one that stands stays.
	w.Clock.Add(25 * 3600e9)
	w.FinA = w.SignIn("fin@a.example.jp")
	save(w.FinA, w.Listing, 2, content(nil, section("outline", "変えた。", 3, body{"pictureId": id, "caption": "", "isNameless": true}))).Want(200)
	view(w.FinA, w.Listing, other).SameAs(none)
	view(w.FinA, w.Listing, id).Want(200)
}
