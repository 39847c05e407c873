package render

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestMain lets the test binary be the worker, as the program is.
func TestMain(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == Command {
		os.Exit(Work(os.Stdin, os.Stdout, os.Args[2]))
	}
	code := m.Run()
	if shared != nil {
		shared.Close()
	}
	os.Exit(code)
}

var shared *Pool

// cache is kept between runs: to compile the library takes seconds.
func cache() string { return filepath.Join(os.TempDir(), "tsunagu-test-render") }

func pool() *Pool {
	if shared == nil {
		shared = New(Options{Cache: cache(), Limit: time.Minute})
	}
	return shared
}

var mark = []string{"湊 一郎　霧晴環境（湊星銀行）", "2026/11/21 10:00　複写・転送禁止"}

func doc(key, media string, b []byte) Document {
	return Document{key, media, func() ([]byte, error) { return b, nil }}
}

func drawn(t *testing.T, p *Pool, d Document, page, width int, mark []string) image.Image {
	t.Helper()
	pic, err := p.Draw(context.Background(), "reader", d, page, width, mark)
	if err != nil {
		t.Fatalf("page %d of %s: %v", page, d.Key, err)
	}
	img, err := jpeg.Decode(bytes.NewReader(pic.JPEG))
	if err != nil || img.Bounds().Dx() != pic.Width || img.Bounds().Dy() != pic.Height {
		t.Fatalf("page %d of %s: %v, %v", page, d.Key, err, img)
	}
	if dir := os.Getenv("TSUNAGU_TEST_PICTURES"); dir != "" { // to be looked at
		_ = os.WriteFile(filepath.Join(dir, d.Key+".jpg"), pic.JPEG, 0o644)
	}
	return img
}

// darkness is the share of a picture's pixels that are nearly black.
func darkness(img image.Image) float64 {
	g := image.NewGray(img.Bounds())
	draw.Draw(g, g.Rect, img, img.Bounds().Min, draw.Src)
	n := 0
	for _, p := range g.Pix {
		if p < 90 {
			n++
		}
	}
	return float64(n) / float64(len(g.Pix))
}

func TestTextIsDrawn(t *testing.T) {
	d := doc("text", "text/plain", []byte("髙﨑①𠮷野家 ABC 123\r\nタブ\t区切り\t1,234\n"+"長い行が続くと、折り返される。「括弧」も、行の頭に来ない。English words are not torn apart where it can be helped at all, hopefully.\n\U000F0000\U0010FFFD\n"))
	if img := drawn(t, pool(), d, 1, 1280, mark); darkness(img) < 0.002 {
		t.Error("nothing is drawn")
	}
}

func TestHeldUpright(t *testing.T) {
	src := image.NewRGBA(image.Rect(0, 0, 3, 2))
	src.Set(0, 0, color.White)
	for how, at := range map[int]image.Point{1: {0, 0}, 2: {2, 0}, 3: {2, 1}, 4: {0, 1}, 5: {0, 0}, 6: {1, 0}, 7: {1, 2}, 8: {0, 2}} {
		if got := turnPicture(src, how); got.RGBAAt(at.X, at.Y).A != 255 || how >= 5 != (got.Rect.Dx() == 2) {
			t.Errorf("%d: %v", how, got)
		}
	}
}

func TestPDFIsDrawn(t *testing.T) {
	b, err := os.ReadFile("/tmp/demo.pdf")
	if err != nil {
		t.Skip()
	}
	began := time.Now()
	img := drawn(t, pool(), doc("pdf", "application/pdf", b), 1, 1280, mark)
	t.Log(time.Since(began), darkness(img))
	for i := range 3 {
		began = time.Now()
		drawn(t, pool(), doc("pdf", "application/pdf", b), i+1, 1280, mark)
		t.Log(time.Since(began))
	}
	if _, err := pool().Open(context.Background(), "x", doc("broken", "application/pdf", []byte("%PDF-1.7 x"))); !errors.Is(err, ErrBroken) {
		t.Error(err)
	}
}
