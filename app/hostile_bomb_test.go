package app_test

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
	"image/png"
	"io"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/web"
)

// storedZip is an archive of n empty entries of about 100 bytes each.
func storedZip(t testing.TB, n int) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for i := range n {
		if _, err := w.CreateHeader(&zip.FileHeader{Name: fmt.Sprint(i), Method: zip.Store}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := w.Create("word/document.xml"); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// blownZip is a Word file of some kilobytes that unpacks to size bytes.
func blownZip(t testing.TB, size int64) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	f, err := w.Create("word/document.xml")
	if err != nil {
		t.Fatal(err)
	}
	zeros := make([]byte, 1<<20)
	for range size >> 20 {
		if _, err := f.Write(zeros); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// liar changes an archive so that each entry claims the length of the whole archive: overlapping
// entries unpack to much more than the sum of their sizes.
func liar(b []byte) []byte {
	b = bytes.Clone(b)
	for at := 0; ; at += 4 {
		i := bytes.Index(b[at:], []byte("PK\x01\x02"))
		if i < 0 {
			return b
		}
		at += i
		binary.LittleEndian.PutUint32(b[at+20:], uint32(len(b)-1)) // compressed size
	}
}

// wide is a PNG that claims to have so many pixels, without data.
func wide(width, height uint32) []byte {
	var b bytes.Buffer
	b.WriteString("\x89PNG\r\n\x1a\n")
	chunk := func(name string, data []byte) {
		_ = binary.Write(&b, binary.BigEndian, uint32(len(data)))
		body := append([]byte(name), data...)
		b.Write(body)
		_ = binary.Write(&b, binary.BigEndian, crc32.ChecksumIEEE(body))
	}
	header := make([]byte, 13)
	binary.BigEndian.PutUint32(header, width)
	binary.BigEndian.PutUint32(header[4:], height)
	header[8], header[9] = 16, 6 // 16 bits of each of red, green, blue and alpha
	chunk("IHDR", header)
	chunk("IDAT", []byte{0x78, 0x9c, 3, 0, 0, 0, 0, 1})
	chunk("IEND", nil)
	return b.Bytes()
}

func form(fields map[string]string, name string, content []byte) (string, []byte) {
	var b bytes.Buffer
	for k, v := range fields {
		fmt.Fprintf(&b, "--x\r\nContent-Disposition: form-data; name=%q\r\n\r\n%s\r\n", k, v)
	}
	fmt.Fprintf(&b, "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=%q\r\n\r\n", name)
	b.Write(content)
	b.WriteString("\r\n--x--\r\n")
	return "multipart/form-data; boundary=x", b.Bytes()
}

// TestDrillBombs: a small file that becomes large when decoded is refused, and takes less than 64
// MiB while it is checked (trust.md G8). Tables of this kind are tested in app/sheet.
func TestDrillBombs(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	w.User(deal.RoleADM, web.OfficeClient, "office@n.example.jp")
	office, row := w.SignInOffice("office@n.example.jp"), w.Started()
	message := map[string]string{"buyerNegotiationId": row, "messageType": "2"}
	var squeezed bytes.Buffer
	z := gzip.NewWriter(&squeezed)
	_, _ = io.Copy(z, io.LimitReader(&apptest.Metre{}, 200<<20))
	_ = z.Close()
	var grey bytes.Buffer
	_ = png.Encode(&grey, image.NewNRGBA64(image.Rect(0, 0, 3900, 3900)))
	var parts strings.Builder
	for i := range 300_000 {
		fmt.Fprintf(&parts, "--x\r\nContent-Disposition: form-data; name=\"a%d\"\r\n\r\n1\r\n", i)
	}
	const say = apptest.NegotiationBase + "CreateBuyerNegotiationMessageAsync"
	type bomb struct {
		who               *apptest.Caller
		path, contentType string
		body              []byte
		header            [2]string
		status            int
	}
	attached := func(content []byte) bomb {
		contentType, body := form(message, "資料.docx", content)
		return bomb{w.FinB, say, contentType, body, [2]string{}, 415}
	}
	logo := func(picture []byte) bomb {
		return bomb{office, "/api/Office/SaveLogo", "application/json",
			[]byte(`{"picture":"` + base64.StdEncoding.EncodeToString(picture) + `"}`), [2]string{}, 422}
	}
	text := func(body string) bomb { return bomb{w.FinB, say, "application/json", []byte(body), [2]string{}, 422} }
	honest := attached(apptest.Docx(t))
	honest.status = 200
	packed := text("")
	packed.body, packed.header = squeezed.Bytes(), [2]string{"Content-Encoding", "gzip"}
	many := text(parts.String() + "--x--\r\n")
	many.contentType = "multipart/form-data; boundary=x"
	var most uint64
	var longest time.Duration
	for name, b := range map[string]bomb{
		"a Word file":                         honest,
		"archive of 180,000 entries":          attached(storedZip(t, 180_000)),
		"archive that unpacks to a gigabyte":  attached(blownZip(t, 1<<30)),
		"archive whose entries overlap":       attached(liar(storedZip(t, 50))),
		"archive in an archive":               attached(append([]byte("PK\x03\x04"), blownZip(t, 1<<20)[:200]...)),
		"XML whose entities multiply":         attached([]byte(`<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]><l>&b;</l>`)),
		"SVG":                                 attached([]byte(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`)),
		"picture of 50,000 by 50,000 pixels":  logo(wide(50_000, 50_000)),
		"picture of 3,900 by 3,900 pixels":    logo(grey.Bytes()),
		"picture of 3,900 by 3,900, no data":  logo(wide(3_900, 3_900)),
		"JSON a million deep":                 text(strings.Repeat("[", 1_000_000)),
		"JSON of a million fields":            text("{" + strings.Repeat(`"a":1,`, 150_000) + `"b":1}`),
		"JSON that is compressed":             packed,
		"form of 300,000 parts":               many,
		"form whose fields are two megabytes": text(`{"messageBody":"` + strings.Repeat("あ", 700_000) + `"}`),
	} {
		req := httptest.NewRequest("POST", b.path, bytes.NewReader(b.body))
		req.Host = "localhost:8080"
		req.Header.Set("Content-Type", b.contentType)
		req.Header.Set("Authorization", "Bearer "+b.who.Token)
		if b.header[0] != "" {
			req.Header.Set(b.header[0], b.header[1])
		}
		rec := httptest.NewRecorder()
		runtime.GC()
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		began := time.Now()
		w.App.ServeHTTP(rec, req)
		took := time.Since(began)
		runtime.ReadMemStats(&after)
		// TotalAlloc includes freed memory: more than was in use at any time.
		taken := after.TotalAlloc - before.TotalAlloc
		if b.status != 200 {
			most, longest = max(most, taken), max(longest, took)
		}
		if rec.Code != b.status || strings.Contains(rec.Body.String(), `"internal"`) {
			t.Errorf("%s: %d %s, want %d", name, rec.Code, web.Truncate(rec.Body.String(), 300), b.status)
		}
		if taken > 64<<20 {
			t.Errorf("%s: %d MiB were taken", name, taken>>20)
		}
		t.Logf("%s (%d KiB): %d, %d MiB, %v", name, len(b.body)>>10, rec.Code, taken>>20, took.Round(time.Millisecond))
	}
	t.Logf("FIGURE bombs: at most %d MiB and %v each", most>>20, longest.Round(time.Millisecond))
	var kept int
	w.SQLScan("SELECT count(*) FROM file", &kept)
	if kept != 1 {
		t.Errorf("%d files were kept", kept)
	}
}
