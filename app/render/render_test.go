package render

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"image/png"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
)

const tryConfined = "try-confined"

// TestMain lets the test binary run as the worker, as the program does.
func TestMain(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == Command {
		os.Exit(Work(os.Stdin, os.Stdout, os.Args[2]))
	}
	if len(os.Args) == 2 && os.Args[1] == tryConfined {
		os.Exit(confined())
	}
	code := m.Run()
	shared.Close()
	os.Exit(code)
}

// shared keeps the compiled library for the next test run, as compiling takes seconds.
var shared = New(Options{Cache: testCache(), Limit: time.Minute, Wait: patience})

// patience is long enough for a busy machine: the tests do not measure time with it.
const patience = 5 * time.Minute

func testCache() string { return filepath.Join(os.TempDir(), "tsunagu-test-render") }

// small is a pool of one process with short limits.
func small(t *testing.T, limit time.Duration, queue int) *Pool {
	p := New(Options{Cache: testCache(), Workers: 1, Queue: queue, Limit: limit, Wait: patience})
	t.Cleanup(p.Close)
	return p
}

var mark = []string{"湊 一郎　霧晴環境（湊星銀行）", "2026/11/21 10:00　複写・転送禁止"}

func doc(key, media string, b []byte) Document {
	return Document{key, media, func() ([]byte, error) { return b, nil }}
}

func drawn(t *testing.T, p *Pool, d Document, page, width int, mark []string) *image.RGBA {
	t.Helper()
	pic, err := p.Draw(context.Background(), t.Name(), d, page, width, mark)
	if err != nil {
		t.Fatalf("page %d of %s: %v", page, d.Key, err)
	}
	if dir := os.Getenv("TSUNAGU_TEST_PICTURES"); dir != "" { // to be inspected by eye
		_ = os.WriteFile(filepath.Join(dir, d.Key+".jpg"), pic.JPEG, 0o644)
	}
	img, err := jpeg.Decode(bytes.NewReader(pic.JPEG))
	if err != nil || img.Bounds().Dx() != pic.Width || img.Bounds().Dy() != pic.Height {
		t.Fatalf("page %d of %s: %v, %v", page, d.Key, err, img)
	}
	out := image.NewRGBA(img.Bounds())
	draw.Draw(out, out.Rect, img, image.Point{}, draw.Src)
	return out
}

// share is the share of a picture's pixels for which is holds.
func share(img *image.RGBA, is func(c color.RGBA) bool) float64 {
	n := 0
	for y := range img.Rect.Dy() {
		for x := range img.Rect.Dx() {
			if is(img.RGBAAt(x, y)) {
				n++
			}
		}
	}
	return float64(n) / float64(img.Rect.Dx()*img.Rect.Dy())
}

func isBlack(c color.RGBA) bool  { return c.G < 90 }
func notWhite(c color.RGBA) bool { return c.G < 240 }

// pdfOf is a PDF of the given objects; the first one is the catalog.
func pdfOf(objects ...string) []byte {
	var b bytes.Buffer
	b.WriteString("%PDF-1.7\n")
	for i, o := range objects {
		fmt.Fprintf(&b, "%d 0 obj %s endobj\n", i+1, o)
	}
	b.WriteString("trailer <</Root 1 0 R>>\n%%EOF")
	return b.Bytes()
}

func stream(dict, content string) string {
	return fmt.Sprintf("<<%s/Length %d>>\nstream\n%s\nendstream", dict, len(content), content)
}

// paged is a PDF of n empty pages.
func paged(n int) []byte {
	objects := []string{"<</Type/Catalog/Pages 2 0 R>>", ""}
	var kids strings.Builder
	for i := range n {
		fmt.Fprintf(&kids, "%d 0 R ", i+3)
		objects = append(objects, "<</Type/Page/Parent 2 0 R>>")
	}
	objects[1] = fmt.Sprintf("<</Type/Pages/Kids[%s]/Count %d/MediaBox[0 0 595 842]>>", kids.String(), n)
	return pdfOf(objects...)
}

// boxed is a PDF of one page with the given page box.
func boxed(box string) []byte {
	return pdfOf("<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>", "<</Type/Page/Parent 2 0 R/MediaBox["+box+"]>>")
}

// endless is a page that draws a form ten times, which draws another form ten times, and so on:
// 10^12 drawings.
func endless() []byte {
	objects := []string{"<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 595 842]>>",
		"<</Type/Page/Parent 2 0 R/Resources<</XObject<</A 5 0 R>>>>/Contents 4 0 R>>", stream("", "/A Do")}
	for i := range 12 {
		objects = append(objects, stream(fmt.Sprintf("/Type/XObject/Subtype/Form/BBox[0 0 595 842]/Resources<</XObject<</A %d 0 R>>>>", i+6),
			strings.Repeat("/A Do ", 10)))
	}
	return pdfOf(append(objects, stream("/Type/XObject/Subtype/Form/BBox[0 0 595 842]", strings.Repeat("0 0 m 595 842 l S ", 100)))...)
}

func TestHardNamesAreDrawn(t *testing.T) {
	f, err := newFace()
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range "髙﨑①𠮷野家纊鄧Ⅷ㈱㌔～―∥－￥ｱ" {
		if f.glyph(r) == 0 {
			t.Errorf("the font lacks %c", r)
		}
	}
	text := func(s string) *image.RGBA {
		return drawn(t, shared, doc("text "+s, "text/plain", []byte(s)), 1, 1280, mark)
	}
	blank := share(text(" "), isBlack)
	for _, s := range []string{"𠮷", "髙", "\U000F0000", "\ufffd", "\x07"} { // drawn as a box where the font lacks them
		if got := share(text(strings.Repeat(s, 20)), isBlack); got <= blank+.0001 {
			t.Errorf("%q: nothing is seen", s)
		}
	}
	cp932 := []byte{0xfb, 0xfc, 0xed, 0x95, 0x87, 0x40} // 髙﨑①
	if got := decodeText(cp932); got != "髙﨑①" {
		t.Errorf("CP932 is read as %q", got)
	}
	if got := decodeText([]byte("\ufeff𠮷")); got != "𠮷" {
		t.Errorf("UTF-8 with its mark is read as %q", got)
	}
}

func TestTextIsSet(t *testing.T) {
	long := "長い行が続くと、折り返される。" + strings.Repeat("あ", 34) + "、次の行。"
	p, err := openText([]byte("短い\r\n" + long + "\n\nEnglish " + strings.Repeat("word ", 40) + "\n"))
	if err != nil {
		t.Fatal(err)
	}
	lines := p.(*text).lines
	if lines[0] != "短い" || lines[3] != "" || strings.Join(lines[1:3], "") != long {
		t.Errorf("%q", lines)
	}
	for _, l := range lines {
		if strings.HasPrefix(l, "、") || strings.HasPrefix(l, "ord") || p.(*text).face.length(l) > lineEms+hangEms {
			t.Errorf("line %q", l)
		}
	}
	if _, err := openText(bytes.Repeat([]byte("行\n"), MaxPages*linesOnPage)); err != nil {
		t.Errorf("%d pages: %v", MaxPages, err)
	}
	if _, err := openText(bytes.Repeat([]byte("行\n"), MaxPages*linesOnPage+1)); err != ErrPages {
		t.Errorf("more than %d pages: %v", MaxPages, err)
	}
}

// A PDF names fonts that it does not embed, as old ones do: the built-in font is used instead.
func TestPDFWithoutItsFont(t *testing.T) {
	b := pdfOf("<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 595 842]>>",
		"<</Type/Page/Parent 2 0 R/Resources<</Font<</F 5 0 R>>>>/Contents 4 0 R>>",
		stream("", "BT /F 40 Tf 50 500 Td <795E6238682A5F0F4F1A793E> Tj ET"),
		"<</Type/Font/Subtype/Type0/BaseFont/MS-Gothic/Encoding/UniJIS-UTF16-H/DescendantFonts[6 0 R]>>",
		"<</Type/Font/Subtype/CIDFontType0/BaseFont/MS-Gothic/CIDSystemInfo<</Registry(Adobe)/Ordering(Japan1)/Supplement 2>>/FontDescriptor 7 0 R>>",
		"<</Type/FontDescriptor/FontName/MS-Gothic/Flags 4/FontBBox[0 -136 1000 859]/ItalicAngle 0/Ascent 859/Descent -140/CapHeight 709/StemV 80>>")
	if got := share(drawn(t, shared, doc("no font", "application/pdf", b), 1, 960, mark), isBlack); got < .003 {
		t.Errorf("the text is not drawn: %v", got)
	}
}

// The watermark of each reader changes the picture, on white paper and on a black photograph alike.
func TestMarkIsSeen(t *testing.T) {
	other := []string{"別の 読者　蒼陵信用金庫", mark[1]}
	night := image.NewGray(image.Rect(0, 0, 900, 600))
	var b bytes.Buffer
	if err := png.Encode(&b, night); err != nil {
		t.Fatal(err)
	}
	for name, d := range map[string]Document{"paper": doc("blank", "application/pdf", paged(1)), "night": doc("night", "image/png", b.Bytes()),
		"strip": doc("strip", "application/pdf", boxed("0 0 2000 60"))} {
		one, two := drawn(t, shared, d, 1, 960, mark), drawn(t, shared, d, 1, 960, other)
		differ := 0
		for i := range one.Pix {
			if d := int(one.Pix[i]) - int(two.Pix[i]); d > 16 || d < -16 {
				differ++
			}
		}
		if differ < len(one.Pix)/200 {
			t.Errorf("%s: the pictures of two readers differ in %d of %d", name, differ, len(one.Pix))
		}
	}
	if got := share(drawn(t, shared, doc("blank", "application/pdf", paged(1)), 1, 960, mark), notWhite); got < .02 || got > .3 {
		t.Errorf("%v of an empty page is the mark", got)
	}
	if _, err := shared.Draw(context.Background(), "x", doc("blank", "application/pdf", paged(1)), 1, 960, nil); err == nil {
		t.Error("a page without a mark")
	}
}

// deep is a PNG with 16 bits per colour channel.
func deep(width, height int) []byte {
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewNRGBA64(image.Rect(0, 0, 1, 1))); err != nil {
		panic(err)
	}
	out := b.Bytes()
	binary.BigEndian.PutUint32(out[16:], uint32(width))
	binary.BigEndian.PutUint32(out[20:], uint32(height))
	// The checksum is wrong; the size is checked before it.
	return out
}

func TestWhatIsNotDrawn(t *testing.T) {
	locked := append(bytes.TrimSuffix(paged(1), []byte("trailer <</Root 1 0 R>>\n%%EOF")),
		[]byte("9 0 obj <</Filter/Standard/V 1/R 2/P -4/O("+strings.Repeat("o", 32)+")/U("+strings.Repeat("u",
			32)+")>> endobj\ntrailer <</Root 1 0 R/Encrypt 9 0 R/ID[(0123456789abcdef)(0123456789abcdef)]>>\n%%EOF")...)
	big := append(paged(2), bytes.Repeat([]byte("\n% padding"), maxBytes/10-100)...)
	for name, x := range map[string]struct {
		media string
		b     []byte
		want  error
		pages int
	}{
		"500 pages":        {"application/pdf", paged(500), nil, 500},
		"501 pages":        {"application/pdf", paged(501), ErrPages, 0},
		"20 MiB":           {"application/pdf", big, nil, 2},
		"more than 20 MiB": {"application/pdf", append(big, make([]byte, 1<<20)...), ErrHeavy, 0},
		"no PDF":           {"application/pdf", []byte("%PDF-1.7 nothing"), ErrBroken, 0},
		"half a PDF":       {"application/pdf", paged(3)[:60], ErrBroken, 0},
		"locked":           {"application/pdf", locked, ErrLocked, 0},
		"pages in a ring": {"application/pdf", pdfOf("<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[2 0 R]/Count 2000000000>>"),
			errAny, 0},
		"arrays a million deep": {"application/pdf", pdfOf("<</Type/Catalog/Pages 2 0 R/X"+strings.Repeat("[", 1_000_000)+">>",
			"<</Type/Pages/Kids[]/Count 0>>"), errAny, 0},
		"half a picture":         {"image/png", []byte("\x89PNG\r\n\x1a\n...."), ErrBroken, 0},
		"picture of 4 gigapixel": {"image/png", deep(65_000, 65_000), errAny, 0},
		"another type":           {"application/zip", []byte("PK"), ErrBroken, 0},
		"20 MiB of lines":        {"text/plain", bytes.Repeat([]byte("a\n"), 10<<20), ErrPages, 0},
		"one line of 20 MiB":     {"text/plain", bytes.Repeat([]byte("a"), 20<<20), ErrPages, 0},
		"no text":                {"text/plain", nil, nil, 1},
	} {
		sizes, err := shared.Open(context.Background(), name, doc(name, x.media, x.b))
		if x.want == errAny && err != nil {
			continue
		}
		if !errors.Is(err, x.want) || len(sizes) != x.pages {
			t.Errorf("%s: %d pages, %v", name, len(sizes), err)
		}
	}
	// Page boxes without usable dimensions become pages that can be drawn.
	for _, box := range []string{"0 0 1e9 1e9", "0 0 0 0", "0 0 1 1000000", "0 0 1000000 1", "5 5 -900 -900", "nan nan nan nan",
		"0 0 99999999999999999999 1"} {
		img := drawn(t, shared, doc("box "+box, "application/pdf", boxed(box)), 1, maxWidth, mark)
		if n := img.Rect.Dx() * img.Rect.Dy(); n > maxPixels || img.Rect.Dy() > maxSide {
			t.Errorf("box %s: %v", box, img.Rect)
		}
	}
	for _, x := range [][2]int{{0, 960}, {2, 960}, {1, 961}, {1, 0}, {-1, 960}} {
		if _, err := shared.Draw(context.Background(), "x", doc("one", "application/pdf", paged(1)), x[0], x[1], mark); err != ErrNoPage {
			t.Errorf("page %d at %d: %v", x[0], x[1], err)
		}
	}
	// After all of them the pool draws as before.
	drawn(t, shared, doc("after", "application/pdf", paged(1)), 1, 960, mark)
}

var errAny = errors.New("any")

// A page whose drawing never ends has its process killed and is refused for a while; the next
// document is drawn.
func TestHangingPageIsKilled(t *testing.T) {
	p := small(t, time.Minute, 4)
	hang := doc("endless", "application/pdf", endless())
	if _, err := p.Open(context.Background(), "x", hang); err != nil {
		t.Fatal(err)
	}
	p.mu.Lock()
	p.idle[0].limit = 3 * time.Second // of this process alone: the next one has the usual limit
	p.mu.Unlock()
	if _, err := p.Draw(context.Background(), "x", hang, 1, 960, mark); err != ErrHeavy {
		t.Fatalf("endless page: %v", err)
	}
	p.mu.Lock()
	if p.heavy[task{"endless", 1}].IsZero() || len(p.idle) != 0 || p.busy != 0 {
		t.Errorf("heavy %v, idle %d, busy %d", p.heavy, len(p.idle), p.busy)
	}
	p.mu.Unlock()
	if _, err := p.Draw(context.Background(), "y", hang, 1, 960, mark); err != ErrHeavy {
		t.Errorf("endless page again: %v", err)
	}
	drawn(t, p, doc("next", "application/pdf", paged(1)), 1, 960, mark)
}

// A process that was killed is replaced, and the reader gets the page without an error.
func TestKilledProcessIsReplaced(t *testing.T) {
	p := small(t, time.Minute, 4)
	d := doc("three", "application/pdf", paged(3))
	drawn(t, p, d, 1, 960, mark)
	p.mu.Lock()
	first := p.idle[0].cmd.Process
	p.mu.Unlock()
	if err := first.Kill(); err != nil {
		t.Fatal(err)
	}
	drawn(t, p, d, 2, 960, mark)
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.idle) != 1 || p.idle[0].cmd.Process.Pid == first.Pid || len(p.heavy) != 0 {
		t.Errorf("idle %v, heavy %v", p.idle, p.heavy)
	}
}

// The queue is limited, in total and for each reader; a cancelled call leaves it.
func TestQueue(t *testing.T) {
	p := small(t, time.Minute, 2)
	reading, draws := make(chan bool), doc("slow", "application/pdf", paged(1))
	draws.Read = func() ([]byte, error) { reading <- true; <-reading; return paged(1), nil }
	blank := doc("blank", "application/pdf", paged(1))
	done := make(chan error, 3)
	ask := func(ctx context.Context, reader string, d Document) {
		_, err := p.Draw(ctx, reader, d, 1, 960, mark)
		done <- err
	}
	waiting := func(n int) {
		t.Helper()
		for deadline := time.Now().Add(patience); ; runtime.Gosched() {
			p.mu.Lock()
			got := len(p.waiting)
			p.mu.Unlock()
			if got == n {
				return
			}
			if time.Now().After(deadline) {
				t.Fatalf("%d wait, not %d", got, n)
			}
		}
	}
	go ask(context.Background(), "a", draws)
	<-reading
	ctx, leave := context.WithCancel(context.Background())
	go ask(ctx, "b", blank)
	waiting(1)
	go ask(context.Background(), "c", blank)
	waiting(2)
	if _, err := p.Draw(context.Background(), "d", blank, 1, 960, mark); err != ErrBusy {
		t.Errorf("one too many: %v", err)
	}
	leave()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("who left: %v", err)
	}
	waiting(1)
	reading <- true
	for range 2 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	// A reader with many calls has one process at a time, and few calls in the queue.
	p = New(Options{Cache: testCache(), Workers: 2, Queue: 100, Limit: time.Minute, Wait: patience})
	t.Cleanup(p.Close)
	ctx, leave = context.WithCancel(context.Background())
	many := make(chan error, perReader+1)
	go func() { _, err := p.Draw(ctx, "a", draws, 1, 960, mark); many <- err }()
	<-reading
	for range perReader {
		go func() { _, err := p.Draw(ctx, "a", blank, 1, 960, mark); many <- err }()
	}
	for n := 0; n < perReader; runtime.Gosched() {
		p.mu.Lock()
		n = len(p.waiting)
		p.mu.Unlock()
	}
	if _, err := p.Draw(ctx, "a", blank, 1, 960, mark); err != ErrBusy {
		t.Errorf("one too many of one reader: %v", err)
	}
	drawn(t, p, blank, 1, 960, mark) // another reader's page
	leave()
	for range perReader + 1 {
		<-many
	}
	reading <- true
}

// The cache folder holds the compiled library of this version, for this user alone, and nothing of any
// document.
func TestCacheFolder(t *testing.T) {
	dir := t.TempDir()
	old := filepath.Join(dir, "library-0.0.1", "wazero")
	if err := os.MkdirAll(old, 0o700); err != nil {
		t.Fatal(err)
	}
	p := New(Options{Cache: dir, Limit: time.Minute})
	t.Cleanup(p.Close)
	p.Warm()
	drawn(t, p, doc("秘密", "text/plain", []byte("秘密の文書")), 1, 960, mark)
	if _, err := os.Stat(old); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("another version's folder: %v", err)
	}
	files := 0
	if err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || path == dir {
			return err
		}
		info, err := e.Info()
		if err == nil && runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 && e.IsDir() {
			t.Errorf("%s is open to others: %v", path, info.Mode())
		}
		if !e.IsDir() {
			files++
		}
		return err
	}); err != nil || files != 1 {
		t.Errorf("%d files, %v", files, err)
	}
	cmd, err := p.command()
	if err != nil || cmd.Env == nil || len(cmd.Env) != 0 || cmd.Dir == "" || strings.HasPrefix(dir, cmd.Dir+"/") {
		t.Errorf("the process gets %q in %q, %v", cmd.Env, cmd.Dir, err)
	}
	p.Close()
	if _, err := p.Open(context.Background(), "x", doc("x", "text/plain", nil)); err != ErrNoWorker {
		t.Errorf("after its end: %v", err)
	}
	// A pool that is closed while a process works ends that process, and waits for it.
	cold := New(Options{Cache: t.TempDir(), Limit: time.Minute})
	var left sync.WaitGroup
	left.Go(cold.Warm) // it compiles for seconds
	for {
		cold.mu.Lock()
		busy := cold.busy
		cold.mu.Unlock()
		if busy > 0 {
			break
		}
		runtime.Gosched()
	}
	cold.Close()
	if cold.mu.Lock(); cold.busy != 0 || len(cold.idle) != 0 {
		t.Errorf("%d processes work, %d are idle after the end", cold.busy, len(cold.idle))
	}
	cold.mu.Unlock()
	left.Wait()
	var none *Pool
	if _, err := none.Open(context.Background(), "x", doc("x", "text/plain", nil)); err != ErrNoWorker {
		t.Errorf("without a pool: %v", err)
	}
	lost := New(Options{Command: []string{filepath.Join(dir, "no such program")}})
	if _, err := lost.Open(context.Background(), "x", doc("x", "text/plain", nil)); !errors.Is(err, ErrNoWorker) {
		t.Errorf("without a program: %v", err)
	}
}
