package sheet

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"unicode/utf16"

	"golang.org/x/text/encoding/japanese"
)

func read(t *testing.T, file []byte) ([]Row, *Reader, error) {
	t.Helper()
	r, err := Open(bytes.NewReader(file), DefaultLimits)
	if err != nil {
		return nil, nil, err
	}
	var rows []Row
	for {
		row, err := r.Next()
		if err == io.EOF {
			return rows, r, nil
		}
		if err != nil {
			return rows, r, err
		}
		rows = append(rows, row)
	}
}

func TestRead(t *testing.T) {
	sjis := func(s string) string {
		b, err := japanese.ShiftJIS.NewEncoder().String(s)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	wide := func(s string, order func(uint16) []byte) string {
		var b []byte
		for _, u := range utf16.Encode([]rune("\ufeff" + s)) {
			b = append(b, order(u)...)
		}
		return string(b)
	}
	little := func(u uint16) []byte { return []byte{byte(u), byte(u >> 8)} }
	big := func(u uint16) []byte { return []byte{byte(u >> 8), byte(u)} }
	two := []Row{{1, []string{"企業名", "備考"}}, {2, []string{"青嵐", "甲"}}}
	for name, c := range map[string]struct {
		file      string
		encoding  Encoding
		separator rune
		rows      []Row
	}{
		"UTF-8":                  {"企業名,備考\n青嵐,甲\n", UTF8, ',', two},
		"no line end at the end": {"企業名,備考\n青嵐,甲", UTF8, ',', two},
		"BOM, CRLF":              {"\ufeff企業名,備考\r\n青嵐,甲\r\n", UTF8, ',', two},
		"BOM twice":              {"\ufeff\ufeff企業名,備考\r\n青嵐,甲\r\n", UTF8, ',', two},
		"CR alone":               {"企業名,備考\r青嵐,甲\r", UTF8, ',', two},
		"CP932":                  {sjis("企業名,備考\r\n青嵐,甲\r\n"), CP932, ',', two},
		"semicolons":             {sjis("企業名;備考\r\n青嵐;甲\r\n"), CP932, ';', two},
		"tabs":                   {"企業名\t備考\n青嵐\t甲", UTF8, '\t', two},
		"UTF-16, little end":     {wide("企業名\t備考\r\n青嵐\t甲\r\n", little), UTF16, '\t', two},
		"UTF-16, big end":        {wide("企業名,備考\n青嵐,甲", big), UTF16, ',', two},
		"NULs and end mark":      {"企業名,備考\n青\x00嵐,甲\n\x1a\x00\x00", UTF8, ',', two},
		"declared separator":     {"sep=;\r\n企業名;備考\r\n青,嵐;甲", UTF8, ';', []Row{{2, []string{"企業名", "備考"}}, {3, []string{"青,嵐", "甲"}}}},
		"quotes": {"a,b\n\"x, \"\"y\"\"\r\n2行目\",  \"q\"\n", UTF8, ',',
			[]Row{{1, []string{"a", "b"}}, {2, []string{"x, \"y\"\n2行目", "q"}}}},
		"quotes inside":        {"a,b\nx\"y\"z,5\"\n", UTF8, ',', []Row{{1, []string{"a", "b"}}, {2, []string{`x"y"z`, `5"`}}}},
		"separators in quotes": {"\"a;b;c\",d\n1,2\n", UTF8, ',', []Row{{1, []string{"a;b;c", "d"}}, {2, []string{"1", "2"}}}},
		"empty rows count":     {"\n,,\na,b\n\n  ,\nc\n", UTF8, ',', []Row{{3, []string{"a", "b"}}, {6, []string{"c"}}}},
		"ragged": {"a,b,c\n1\n1,2,3,4\n", UTF8, ',',
			[]Row{{1, []string{"a", "b", "c"}}, {2, []string{"1"}}, {3, []string{"1", "2", "3", "4"}}}},
		"kept zeros": {"a,b\n\"=\"\"0123\"\"\",=\"007\"\n", UTF8, ',', []Row{{1, []string{"a", "b"}}, {2, []string{"0123", "007"}}}},
		"neutral":    {"a,b\n'=1+1,'＋81\n", UTF8, ',', []Row{{1, []string{"a", "b"}}, {2, []string{"=1+1", "＋81"}}}},
		"empty":      {"", UTF8, ',', nil},
		"BOM alone":  {"\ufeff", UTF8, ',', nil},
	} {
		rows, r, err := read(t, []byte(c.file))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if r.Encoding != c.encoding || r.Separator != c.separator || !reflect.DeepEqual(rows, c.rows) {
			t.Errorf("%s: %v %q %v, want %v %q %v", name, r.Encoding, r.Separator, rows, c.encoding, c.separator, c.rows)
		}
	}
}

func TestRefusals(t *testing.T) {
	for name, c := range map[string]struct {
		file, says string
		row        int
	}{
		"a ZIP":          {"PK\x03\x04\x14\x00", "xlsx", 0},
		"xls":            {"\xd0\xcf\x11\xe0\xa1\xb1", "xls", 0},
		"PDF":            {"%PDF-1.7", "PDF", 0},
		"web page":       {"\r\n<html><table>", "ウェブページ", 0},
		"mail":           {"\x1b$B4k6H\x1b(B,b\n", "ISO-2022-JP", 0},
		"open quote":     {"a,b\n1,2\n\"x,y\n3,4\n", "3行目で始まる引用符", 3},
		"endless quote":  {"a,b\n\"" + strings.Repeat("x\n", 1<<20), "引用符", 2},
		"one line":       {strings.Repeat("x", 2<<20), "長すぎます", 1},
		"NULs":           {"a" + strings.Repeat("\x00", 2<<20), "長すぎます", 1},
		"many columns":   {strings.Repeat("a,", 300), "列が多すぎます", 1},
		"too many rows":  {strings.Repeat("a\n", DefaultLimits.Rows+2), "行数が多すぎます", DefaultLimits.Rows + 2},
		"too many bytes": {strings.Repeat("a,b\n", 26<<20), "100MB", 0},
	} {
		_, _, err := read(t, []byte(c.file))
		var refusal *Refusal
		if !errors.As(err, &refusal) || !strings.Contains(refusal.Detail, c.says) || refusal.Row != c.row {
			t.Errorf("%s: %v, want row %d and %q", name, err, c.row, c.says)
		}
	}
}

// bomb generates a huge file without holding it in memory: one endless line, or endless columns.
type bomb struct {
	unit     string
	size, at int64
}

func (b *bomb) Read(p []byte) (int, error) {
	if b.at >= b.size {
		return 0, io.EOF
	}
	n := copy(p, strings.Repeat(b.unit, len(p)/len(b.unit)+1))
	n = int(min(int64(n), b.size-b.at))
	b.at += int64(n)
	return n, nil
}

func (b *bomb) Seek(offset int64, whence int) (int64, error) {
	b.at = offset
	if whence == io.SeekEnd {
		b.at += b.size
	}
	return b.at, nil
}

// TestBombs: a line of a gigabyte and a million columns are refused before they are read to the
// end.
func TestBombs(t *testing.T) {
	limits := DefaultLimits
	for name, b := range map[string]*bomb{"gigabyte": {unit: "x", size: 1 << 30}, "line within the size": {unit: "あ", size: limits.Bytes},
		"million columns": {unit: "a,", size: 2_000_000}, "quotes": {unit: `"`, size: limits.Bytes}} {
		r, err := Open(b, limits)
		if err == nil {
			_, err = r.Next()
		}
		var refusal *Refusal
		if !errors.As(err, &refusal) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestCP932 compares the encoded bytes with those that Windows writes.
func TestCP932(t *testing.T) {
	for text, want := range map[string]string{
		"髙": "\xfb\xfc", "﨑": "\xfa\xb1", "①": "\x87\x40", "㈱": "\x87\x8a", "№": "\x87\x82", "Ⅰ": "\x87\x54", "ⅰ": "\xfa\x40", "∵": "\x81\xe6",
		"￢": "\x81\xca", "≡": "\x81\xdf", "纊": "\xfa\x5c",
		"ソ": "\x83\x5c", "ｿ": "\xbf", "〜": "\x81\x60", "～": "\x81\x60", "−": "\x81\x7c", "—": "\x81\x5c", "表": "\x95\x5c",
	} {
		var b bytes.Buffer
		w := NewWriter(&b, CP932)
		if err := w.Write([]string{text}); err != nil || w.Flush() != nil {
			t.Fatal(err)
		}
		if _, lost := w.Lost(); lost > 0 || b.String() != `"`+want+"\"\r\n" {
			t.Errorf("%s: % x, want % x, lost %d", text, b.String(), want, lost)
		}
	}
	var b bytes.Buffer
	w := NewWriter(&b, CP932)
	_ = w.Header([]string{"a", "b"})
	for range 10 {
		_ = w.Write([]string{"x", "𠮷野家と鷗é"})
	}
	first, count := w.Lost()
	if count != 10 || len(first) != maxLost || first[0] != (Lost{2, 2, '𠮷', "𠮷野家と鷗é"}) {
		t.Errorf("%d %v", count, first)
	}
}

// TestThereAndBack: whatever is written is read back unchanged, and no cell is a formula.
func TestThereAndBack(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	alphabet := []rune("=+-@'\"＝＋－＠,;\t\r\n 　0123aあ髙㈱ソ～ｶﾞ")
	for round := range 500 {
		encoding := Encoding(round % 2)
		var b bytes.Buffer
		w := NewWriter(&b, encoding)
		want := [][]string{{"a", "b", "c", "d"}}
		_ = w.Header(want[0])
		for range 5 {
			cells := []string{"x"} // not empty, as an empty row is skipped
			for range 3 {
				var s []rune
				for range random.IntN(8) {
					s = append(s, alphabet[random.IntN(len(alphabet))])
				}
				cells = append(cells, string(s))
			}
			want = append(want, cells)
			_ = w.Write(cells)
		}
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
		rows, _, err := read(t, b.Bytes())
		if err != nil || len(rows) != len(want) {
			t.Fatalf("%v, %d rows of %d in %q", err, len(rows), len(want), b.String())
		}
		for i := range want {
			for k, cell := range want[i] {
				cell = strings.ReplaceAll(strings.ReplaceAll(cell, "\r\n", "\n"), "\r", "\n")
				if rows[i].Cells[k] != cell {
					t.Fatalf("%q became %q", want[i][k], rows[i].Cells[k])
				}
				if written := Neutral(want[i][k]); strings.IndexAny(written, starts) == 0 {
					t.Fatalf("%q is a formula", written)
				}
			}
		}
	}
}
