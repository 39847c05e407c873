package typeset

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// TestLinesEndWhereTheyMay holds the breaks of lines of a given width in ems, as | (禁則).
func TestLinesEndWhereTheyMay(t *testing.T) {
	f, err := font()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		ems  float64
		want string
	}{
		{5, "あいうえお|かきくけこ"},
		{5, "あいうえ|お。かき"},                  // 行頭禁則: the character before comes along
		{5, "あいう|え」。かき"},                  // two of them
		{5, "あいうえ|おっかさ"},                  // small kana
		{5, "あいうコー|ヒーを飲む"},                // ー, twice
		{5, "あいうえ|人々の町"},                  // 々
		{5, "あいうえ|「かきくけ|こ」"},              // 行末禁則
		{5, "あいう|『「か|き」』"},                // two of them
		{5, "あいうえ|……かき"},                  // 分離禁則
		{5, "あいうえ|――かき"},                  //
		{5, "あいう|2026年|12月"},              // a number and its unit
		{6, "あいうえ|12,345円で|す"},            //
		{6, "あいうえ|５６７８％で|す"},              //
		{5, "あいうえ|￥1234567|890"},          // a sign before an amount; a number wider than a line ends where the line does
		{6, "電話|03-1234-|5678"},           //
		{9, "電話は|03-1234-5678です"},         // a number in one piece
		{6, "あいうえ|第３条の規定|により"},            // 第 and its number
		{8, "連絡先は|info@a.co.jpです"},        // a word in one piece
		{7, "the Tokyo |Stock |Exchange"}, // blanks hang
		{5, "あいうえお　|かきくけこ"},               // a full blank, too
		{3.5, "ｱｲｳｴｵｶ|ｷｯｸｱ"},              // half width: at the small ｯ, which would begin a line
		{5, "あいうえ葛\U000E0100|おかき"},        // a character with its variation selector is one
		{5, "𠮷𠮷𠮷𠮷𠮷|𠮷"},                    // beyond the BMP
	} {
		cs := f.clusters(strings.ReplaceAll(c.want, "|", ""), func(rs ...rune) { t.Errorf("no glyph for %c", rs) })
		var got []string
		for _, l := range fold(cs, 10, c.ems*10) {
			text := ""
			for _, k := range l.clusters {
				text += k.text
			}
			got = append(got, text)
		}
		want := strings.Split(c.want, "|")
		for i := range want {
			want[i] = strings.TrimRight(want[i], " 　")
		}
		if !slices.Equal(got, want) {
			t.Errorf("%v ems: %s, want %s", c.ems, strings.Join(got, "|"), strings.Join(want, "|"))
		}
	}
}

// TestNoLineBreaksARule tries many widths on a text that has everything.
func TestNoLineBreaksARule(t *testing.T) {
	f, err := font()
	if err != nil {
		t.Fatal(err)
	}
	text := "株式会社「髙橋」（以下『甲』という。）は、2026年12月31日までに12,345千円を支払う……。――ただし、ＡＢＣ－１２３（コーヒー・ショップ）を除く！" +
		"連絡先はTEL 03-1234-5678、info@example.co.jp。人々は「あっ」と言った。"
	all := text
	for ems := 15.0; ems < 40; ems += .5 {
		whole := ""
		for i, l := range fold(f.clusters(text, func(...rune) {}), 10, ems*10) {
			line := ""
			for _, c := range l.clusters {
				line += c.text
			}
			rs := []rune(line)
			if i > 0 && (strings.ContainsRune(notFirst, rs[0])) {
				t.Errorf("%v ems: a line begins with %c", ems, rs[0])
			}
			if strings.ContainsRune(notLast, rs[len(rs)-1]) {
				t.Errorf("%v ems: a line ends with %c", ems, rs[len(rs)-1])
			}
			if l.width > ems*10+.01 {
				t.Errorf("%v ems: a line of %v points", ems, l.width)
			}
			whole += line
		}
		if strings.ReplaceAll(whole, " ", "") != strings.ReplaceAll(all, " ", "") {
			t.Errorf("%v ems: %s", ems, whole)
		}
	}
}

// TestTableOverThreePages: title, number and heading row on each page, each row once and in one piece.
func TestTableOverThreePages(t *testing.T) {
	var rows [][]string
	for i := range 50 {
		rows = append(rows, []string{fmt.Sprintf("R%03d", i), strings.Repeat("内容の文です。", 5) + fmt.Sprintf("E%03d", i), fmt.Sprintf("%d千円", i)})
	}
	got := textOf(t, write(t, Heading("一覧"), Table{Columns: []Column{{"番号", 10, false}, {"内容", 40, false}, {"金額", 15, true}}, Rows: rows}))
	if len(got) != 3 {
		t.Fatalf("%d pages", len(got))
	}
	next := 0
	for i, page := range got {
		text := strings.Join(page, "\n")
		for _, want := range []string{"確認の書面", "20261127-7K3F9QXM", "番号 内容 金額", fmt.Sprintf("%d／3ページ", i+1), "写し"} {
			if strings.Count(text, want) != 1 {
				t.Errorf("page %d has %d times %s:\n%s", i+1, strings.Count(text, want), want, text)
			}
		}
		for _, r := range regexp.MustCompile(`R\d{3}`).FindAllString(text, -1) {
			if r != fmt.Sprintf("R%03d", next) {
				t.Errorf("page %d: %s, want R%03d", i+1, r, next)
			}
			if !strings.Contains(text, fmt.Sprintf("E%03d", next)) {
				t.Errorf("page %d: the end of row %d is on another page", i+1, next)
			}
			next++
		}
	}
	if next != len(rows) {
		t.Errorf("%d rows", next)
	}
}

// TestTallRow: a row taller than a page goes on, and nothing of it is lost.
func TestTallRow(t *testing.T) {
	var lines []string
	for i := range 150 {
		lines = append(lines, fmt.Sprintf("L%03d", i))
	}
	got := textOf(t, write(t, Table{Columns: []Column{{Title: "番号", Width: 1}, {Title: "内容", Width: 4}},
		Rows: [][]string{{"一", strings.Join(lines, "\n")}}},
		Fields{{"備考", strings.Join(lines, "\n")}}))
	var all []string
	for i, page := range got {
		all = append(all, regexp.MustCompile(`L\d{3}`).FindAllString(strings.Join(page, "\n"), -1)...)
		if len(page) < 4 {
			t.Errorf("page %d: %q", i+1, page)
		}
	}
	if !slices.Equal(all, append(slices.Clone(lines), lines...)) {
		t.Errorf("%d lines", len(all))
	}
}

// TestHeadingIsNotAlone moves a heading down a page, line by line: it never stands at the foot alone, nor does one line of a paragraph.
func TestHeadingIsNotAlone(t *testing.T) {
	moved := 0
	for n := range 45 {
		for name, after := range map[string]Block{"text": Text(strings.Repeat("段落の文です。", 40)), "fields": Fields{{"Q項目", "値"}},
			"table": Table{Columns: []Column{{Title: "Q列"}}, Rows: [][]string{{"Q値"}, {"値"}}}} {
			s := &setter{seen: map[string]bool{}}
			s.f, _ = font()
			if err := s.paper(&Paper{Title: "題", Blocks: []Block{Text(strings.Repeat("行\n", n) + "行"), Heading("見出し"), after}}); err != nil {
				t.Fatal(err)
			}
			dealt := pages(s.items, 700)
			for i, page := range dealt {
				last := page[len(page)-1]
				if last.keep {
					t.Errorf("%d lines, then %s: page %d ends with what belongs to the next one", n, name, i+1)
				}
				if end := last.y + last.height; end > 700.01 {
					t.Errorf("%d lines, then %s: page %d is %v long", n, name, i+1, end)
				}
			}
			if len(dealt) > 1 {
				moved++
			}
		}
	}
	if moved < 10 {
		t.Errorf("only %d papers have two pages", moved)
	}
}

// A form is filled in and signed on one page, and small print is not alone on the next one.
func TestFormAndNoteStay(t *testing.T) {
	moved := 0
	for n := range 45 {
		s := &setter{seen: map[string]bool{}}
		s.f, _ = font()
		if err := s.paper(&Paper{Title: "題", Blocks: []Block{Text(strings.Repeat("行\n", n) + "行"), Heading("書面で回答されるとき"),
			Form{{"回答", "□ 承諾する\n□ 承諾しない"}, {"日付", ""}, {"会社名", ""}, {"署名", "\n"}}, Note("この欄の記入は要りません。")}}); err != nil {
			t.Fatal(err)
		}
		dealt := pages(s.items, 700)
		if last := dealt[len(dealt)-1]; len(last) < 6 { // heading, four rows, note
			t.Errorf("after %d lines, %d items of the form are on the last page", n, len(last))
		}
		if len(dealt) > 1 {
			moved++
		}
		for _, b := range []Block{Fields{{"項目", "値"}, {"最後", "値"}}, Table{Columns: []Column{{Title: "列"}}, Rows: [][]string{{"値"}, {"最後"}}},
			Text("段落")} {
			s := &setter{seen: map[string]bool{}, f: s.f}
			if err := s.paper(&Paper{Title: "題", Blocks: []Block{Text(strings.Repeat("行\n", n) + "行"), b, Note("知り得る内容だけで作成したものです。")}}); err != nil {
				t.Fatal(err)
			}
			if dealt := pages(s.items, 700); len(dealt[len(dealt)-1]) < 2 {
				t.Errorf("after %d lines and %T, the note is alone on its page", n, b)
			}
		}
	}
	if moved < 5 {
		t.Errorf("only %d papers have two pages", moved)
	}
}

// photograph is a JPEG that is wider than high, but says in its EXIF part that it is to be turned, and where it was taken.
func photograph(t *testing.T) []byte {
	img := image.NewRGBA(image.Rect(0, 0, 400, 200))
	for y := range 200 {
		for x := range 400 {
			img.Set(x, y, color.RGBA{uint8(x), uint8(y), 90, 255})
		}
	}
	var plain bytes.Buffer
	if err := jpeg.Encode(&plain, img, nil); err != nil {
		t.Fatal(err)
	}
	exif := []byte("Exif\x00\x00MM\x00*\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00\x06\x00\x00GPS 35.6812 139.7671")
	head := binary.BigEndian.AppendUint16([]byte{0xFF, 0xD8, 0xFF, 0xE1}, uint16(len(exif)+2))
	return append(append(head, exif...), plain.Bytes()[2:]...)
}

func TestPictures(t *testing.T) {
	b := write(t, Picture{Data: photograph(t), Caption: "外観"})
	if !bytes.Contains(b, []byte("/Width 200 /Height 400")) {
		t.Error("the photograph is not turned upright")
	}
	if bytes.Contains(b, []byte("GPS")) || bytes.Contains(b, []byte("Exif")) {
		t.Error("the file tells where the photograph was taken")
	}
	var small, wide bytes.Buffer
	if err := png.Encode(&small, image.NewNRGBA(image.Rect(0, 0, 40, 20))); err != nil {
		t.Fatal(err)
	}
	if err := png.Encode(&wide, image.NewGray(image.Rect(0, 0, 4000, 300))); err != nil {
		t.Fatal(err)
	}
	b = write(t, Picture{Data: small.Bytes()}, Picture{Data: wide.Bytes(), Caption: "推移"})
	if !bytes.Contains(b, []byte("/Width 40 /Height 20")) ||
		!bytes.Contains(b, []byte("/Width 1338 /Height 100")) {
		t.Errorf("the pictures are not as large as the paper needs them: %q", regexp.MustCompile(`/Width \d+ /Height \d+`).FindAll(b, -1))
	}
	if lines := textOf(t, b)[0]; !slices.Contains(lines, "推移") {
		t.Errorf("%q", lines)
	}
	huge := bytes.Clone(small.Bytes())
	binary.BigEndian.PutUint32(huge[16:], 60000)
	binary.BigEndian.PutUint32(huge[20:], 60000)
	for i, broken := range [][]byte{nil, []byte("GIF89a"), small.Bytes()[:60], photograph(t)[:200], huge} {
		_, err := Write(&Paper{Title: "題", Blocks: []Block{Picture{Data: small.Bytes()}, Picture{Data: broken}}})
		if e, ok := err.(*PictureError); !ok || e.Number != 2 || !strings.Contains(err.Error(), "2枚目の画像") {
			t.Errorf("%d: %v", i, err)
		}
	}
}

func TestTableAsItMustBe(t *testing.T) {
	for _, table := range []Table{{}, {Columns: []Column{{}}, Rows: [][]string{{"a", "b"}}},
		{Columns: []Column{{}, {}}, Rows: [][]string{{"a"}}}} {
		if _, err := Write(&Paper{Title: "題", Blocks: []Block{table}}); err != errTable {
			t.Errorf("%+v: %v", table, err)
		}
	}
}

func usual() *Paper {
	p := &Paper{Title: "開示台帳の報告", Number: "20261127-7K3F9QXM", At: day, Heads: []Field{{"宛先", "株式会社𠮷田商店 御中"}}}
	for i := range 3 {
		p.Blocks = append(p.Blocks, Heading(fmt.Sprintf("%d．概要", i+1)), Text(strings.Repeat("この書面は、だれが、いつ、何を知ったかを示します。", 10)))
	}
	table := Table{Columns: []Column{{"日時", 20, false}, {"内容", 60, false}}}
	for i := range 20 {
		table.Rows = append(table.Rows, []string{"2026年11月27日", fmt.Sprintf("実名を開示しました（%d件目）。", i)})
	}
	p.Blocks = append(p.Blocks, table)
	return p
}

// TestThousandPapers: memory does not grow with the papers that were written (issue 22).
func TestThousandPapers(t *testing.T) {
	p := usual()
	used := func(n int) uint64 {
		for i := range n {
			p.Number = fmt.Sprint(i)
			if _, err := Write(p); err != nil {
				t.Fatal(err)
			}
		}
		runtime.GC()
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before := used(20)
	if after := used(1000); after > before+1<<20 {
		t.Errorf("%d KiB before, %d KiB after", before>>10, after>>10)
	}
}

func BenchmarkWrite(b *testing.B) {
	p := usual()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Write(p); err != nil {
			b.Fatal(err)
		}
	}
}
