package typeset

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// textOf is what a reader finds and copies: each page's lines as pdftotext gives them.
func textOf(t *testing.T, b []byte) [][]string {
	t.Helper()
	if _, err := exec.LookPath("pdftotext"); err != nil {
		t.Fatal("this machine has no pdftotext: install poppler-utils (apt-get install poppler-utils), as make test does")
	}
	file := filepath.Join(t.TempDir(), "paper.pdf")
	if err := os.WriteFile(file, b, 0o600); err != nil {
		t.Fatal(err)
	}
	var said bytes.Buffer
	cmd := exec.Command("pdftotext", "-raw", "-enc", "UTF-8", file, "-")
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil || said.Len() > 0 {
		t.Fatalf("pdftotext: %v, %s", err, said.String())
	}
	var pages [][]string
	for page := range strings.SplitSeq(strings.TrimSuffix(string(out), "\f"), "\f") {
		pages = append(pages, strings.Split(strings.TrimSuffix(page, "\n"), "\n"))
	}
	return pages
}

var day = time.Date(2026, 11, 27, 7, 0, 0, 0, time.UTC)

func write(t *testing.T, blocks ...Block) []byte {
	t.Helper()
	b, err := Write(&Paper{Title: "確認の書面", Number: "20261127-7K3F9QXM",
		Heads: []Field{{"宛先", "湊星銀行 御中"}}, Foot: "写し", At: day, Blocks: blocks})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// hard are names and addresses that other programs draw as holes, split, or give back as another character: beyond the BMP,
// compatibility ideographs, two characters with one glyph (〜～, ①➀, 金 and U+F90A), variation sequences, half width.
func hard() (out []string) {
	for _, name := range []string{"𠮷田", "髙橋", "山﨑", "𠮷野", "濵田", "渡邉", "渡邊", "齋藤", "齊藤", "德永", "黑澤", "瀨戸", "栁澤", "𣘺本", "𡈽方", "𩸽谷",
		"𠀋島", "𦥑杵", "﨟戸", "塚本", "福田", "神谷", "祥雲", "靖国", "冨樫", "嶋﨑", "圡屋", "槗爪", "淸水", "祐天寺", "惠曻", "仭田", "葛\U000E0100城", "葛\U000E0100飾",
		"辻\U000E0100井", "金子", "⾦子"} {
		for _, form := range []string{"株式会社%s商店", "㈱%s製作所", "%s㈲", "ＮＰＯ法人%s会"} {
			out = append(out, strings.Replace(form, "%s", name, 1))
		}
	}
	for _, place := range []string{"東京都葛\U000E0100飾区①番町", "大阪府➀丁目", "北海道札幌市北㉕条西Ⅲ丁目", "京都府〇〇町字ヶ原", "愛知県一宮市ﾄﾖﾀﾋﾞﾙ㍻館",
		"鹿児島県奄美市～〜町", "沖縄県№12−3", "福岡県𠮷塚ヶ丘（旧㐂町）", "三重県桒名市", "奈良県大和郡山市｢髙塔｣ﾏﾝｼｮﾝ"} {
		for _, number := range []string{"1-2-3", "１－２－３", "一丁目２番地の３", "123番地4号室", "〒100-0001", "A棟㊤"} {
			out = append(out, place+number)
		}
	}
	return out
}

func TestHardNamesAreCopiedAsTyped(t *testing.T) {
	names := hard()
	if len(names) < 200 {
		t.Fatalf("only %d names", len(names))
	}
	find := func(b []byte) {
		t.Helper()
		var lines []string
		for _, page := range textOf(t, b) {
			lines = append(lines, page...)
		}
		for _, n := range names {
			if !slices.Contains(lines, n) {
				near := slices.IndexFunc(lines, func(l string) bool { return len([]rune(l)) == len([]rune(n)) && strings.HasPrefix(l, n[:3]) })
				if near >= 0 {
					t.Errorf("%+q is copied as %+q", n, lines[near])
				} else {
					t.Errorf("%+q is not found", n)
				}
			}
		}
	}
	find(write(t, Text(strings.Join(names, "\n"))))
	var rows [][]string
	for _, n := range names {
		rows = append(rows, []string{n})
	}
	find(write(t, Table{Columns: []Column{{Title: "名称"}}, Rows: rows}))
	find(write(t, Note(strings.Join(names, "\n"))))
}

func TestTitleIsReadByPrograms(t *testing.T) {
	b, err := Write(&Paper{Title: "𠮷田㈱の書面", Number: "20261127-7K3F9QXM", At: day})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"/Title <FEFFD842DFB77530323130" + "6E66F89762>", "/Lang (ja-JP)", "/CreationDate (D:20261127070000Z)"} {
		if !bytes.Contains(b, []byte(want)) {
			t.Errorf("the file has no %s", want)
		}
	}
}

func TestMissingGlyphIsNamed(t *testing.T) {
	for _, p := range []*Paper{
		{Title: "絵😀"}, {Title: "題", Number: "😀"}, {Title: "題", Foot: "😀"}, {Title: "題", Heads: []Field{{"宛先", "😀"}}},
		{Title: "題", Blocks: []Block{Heading("😀")}}, {Title: "題", Blocks: []Block{Text("😀")}}, {Title: "題", Blocks: []Block{Note("😀")}},
		{Title: "題", Blocks: []Block{Fields{{"😀", ""}}}}, {Title: "題", Blocks: []Block{Table{Columns: []Column{{Title: "😀"}}}}},
		{Title: "題", Blocks: []Block{Table{Columns: []Column{{Title: "列"}}, Rows: [][]string{{"😀"}}}}},
	} {
		b, err := Write(p)
		if _, ok := err.(*GlyphError); !ok || b != nil || !strings.Contains(err.Error(), "「😀」（U+1F600）") {
			t.Errorf("%+v: %v", p, err)
		}
	}
	_, err := Write(&Paper{Title: "𓀀と\U0001F600と\U0001F600", Blocks: []Block{Text("山\U000E01EF")}})
	e, ok := err.(*GlyphError)
	if !ok || string(e.Runes) != "𓀀😀山\U000E01EF" || !strings.Contains(err.Error(), "「山\U000E01EF」（U+5C71 U+E01EF）") {
		t.Errorf("%v", err)
	}
}

func TestSamePaperSameBytes(t *testing.T) {
	make := func(number string) []byte {
		b, err := Write(&Paper{Title: "題", Number: number, At: day, Heads: []Field{{"宛先", "𠮷田"}}, Blocks: []Block{Heading("一"), Text("本文"),
			Table{Columns: []Column{{Title: "列", Width: 1}}, Rows: [][]string{{"値"}}}, Picture{Data: photograph(t), Caption: "外観"}}})
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	if !bytes.Equal(make("1"), make("1")) {
		t.Error("the same paper has other bytes")
	}
	if bytes.Equal(make("1"), make("2")) {
		t.Error("another number has the same bytes")
	}
}
