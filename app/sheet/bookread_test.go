package sheet

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"
)

// rowsOf reads a file to its end.
func rowsOf(file []byte, limits Limits) (notice string, rows []Row, err error) {
	r, err := Open(bytes.NewReader(file), limits)
	if err != nil {
		return "", nil, err
	}
	for {
		row, err := r.Next()
		if err == io.EOF {
			return r.Notice, rows, nil
		}
		if err != nil {
			return r.Notice, rows, err
		}
		rows = append(rows, row)
	}
}

// A workbook as a program writes it: texts, numbers with all their digits whatever is shown, days, zeros that a format
// shows, values of formulas, and the first sheet that is shown alone.
func TestWorkbook(t *testing.T) {
	f := excelize.NewFile()
	style := func(s *excelize.Style) int {
		id, err := f.NewStyle(s)
		if err != nil {
			t.Fatal(err)
		}
		return id
	}
	format := func(code string) int { return style(&excelize.Style{CustomNumFmt: &code}) }
	cells := []struct {
		value any
		style int
		want  string
	}{
		{"株式会社つなぐ", 0, "株式会社つなぐ"},
		{7990001900001, 0, "7990001900001"},
		{350000, format(`#,##0,`), "350000"}, // shown as 350
		{-12000.5, format(`#,##0;"▲"#,##0`), "-12000.5"},
		{0.1 + 0.2, 0, "0.3"},
		{600042, format(`0000000`), "0600042"},
		{4500002, format(`000"-"0000`), "4500002"},
		{time.Date(1975, 4, 1, 0, 0, 0, 0, time.UTC), style(&excelize.Style{NumFmt: 14}), "1975/4/1"},
		{27485, format(`[$-411]ggge"年"m"月"d"日"`), "1975/4/1"},
		{1975, format(`0"年"`), "1975"},
		{"'=1+1", 0, "=1+1"}, // as this program writes a text that begins like a formula
		{"一行目\n二行目_x0041_", 0, "一行目\n二行目A"},
		{true, 0, "TRUE"},
	}
	for i, c := range cells {
		at := cellAt(i+1, 3, false)
		for _, err := range []error{f.SetCellValue("Sheet1", at, c.value), f.SetCellStyle("Sheet1", at, at, c.style)} {
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, err := range []error{f.SetCellFormula("Sheet1", "B4", `HYPERLINK("https://x.example.jp/")`), f.SetCellValue("Sheet1", "B6", "六"),
		f.SetSheetName("Sheet1", "企業")} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"秘密", "ほか"} {
		if _, err := f.NewSheet(name); err != nil {
			t.Fatal(err)
		}
		if err := f.SetCellValue(name, "A1", name); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.MoveSheet("秘密", "企業"); err != nil {
		t.Fatal(err)
	}
	if err := f.SetSheetVisible("秘密", false); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := f.Write(&b); err != nil {
		t.Fatal(err)
	}
	notice, rows, err := rowsOf(b.Bytes(), DefaultLimits)
	if err != nil || len(rows) != 3 {
		t.Fatalf("%v %v", rows, err)
	}
	if !strings.Contains(notice, "「企業」だけ") {
		t.Errorf("notice %q", notice)
	}
	for i, c := range cells {
		if got := rows[0].Cells[i]; got != c.want {
			t.Errorf("%v: %q, want %q", c.value, got, c.want)
		}
	}
	if rows[0].Number != 3 || rows[1].Number != 4 || rows[1].Cells[1] != withoutValue || rows[2].Number != 6 || rows[2].Cells[1] != "六" {
		t.Errorf("%v", rows)
	}
	if strings.Contains(fmt.Sprint(rows), "秘密") {
		t.Error("a hidden sheet was read")
	}
}

// parted is a workbook of given parts; those that are not given are the least that a workbook needs.
func parted(t *testing.T, given map[string]string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	all := map[string]string{
		"_rels/.rels":     `<Relationships><Relationship Id="r1" Type="x/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
		"xl/workbook.xml": `<workbook xmlns:r="r"><sheets><sheet name="一" sheetId="1" r:id="r1"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="r1" Type="x/worksheet" Target="worksheets/sheet1.xml"/>` +
			`<Relationship Id="r2" Type="x/sharedStrings" Target="/xl/sharedStrings.xml"/></Relationships>`,
		"xl/sharedStrings.xml":     `<sst><si><r><t>企業</t></r><rPh sb="0" eb="2"><t>キギョウ</t></rPh><r><t>名</t></r></si></sst>`,
		"xl/worksheets/sheet1.xml": `<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c></row></sheetData></worksheet>`,
	}
	for name, content := range given {
		all[name] = content
	}
	for name, content := range all {
		w, err := z.Create(name)
		if err == nil {
			_, err = io.WriteString(w, content)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

const sheetPart = "xl/worksheets/sheet1.xml"

// Readings beside the characters are no part of a text.
func TestWorkbookReadings(t *testing.T) {
	_, rows, err := rowsOf(parted(t, nil), DefaultLimits)
	if err != nil || len(rows) != 1 || rows[0].Cells[0] != "企業名" {
		t.Errorf("%v %v", rows, err)
	}
}

// Workbooks that are broken, or made to swell, are refused in words, and reading them takes little memory (trust.md G8).
func TestWorkbookBombs(t *testing.T) {
	sheet := func(rows string) string { return "<worksheet><sheetData>" + rows + "</sheetData></worksheet>" }
	cell := func(s string) string {
		return sheet(`<row r="1"><c r="A1" t="inlineStr"><is><t>` + s + `</t></is></c></row>`)
	}
	// The collector comes often, so that what is measured is what the reading holds, not what it has let go.
	defer debug.SetGCPercent(debug.SetGCPercent(25))
	const large = 64 << 20
	many := func(s string, bytes int) string { return strings.Repeat(s, bytes/len(s)) }
	var noise strings.Builder // does not pack well, as the bound of the packing would refuse it first
	for i := uint32(0); noise.Len() < large; i++ {
		fmt.Fprintf(&noise, "%08x", crc32.ChecksumIEEE([]byte{byte(i), byte(i >> 8), byte(i >> 16)}))
	}
	small := DefaultLimits
	small.Rows, small.Columns, small.Cell, small.Record = 2, 3, 5, 12
	lying := parted(t, map[string]string{sheetPart: cell(many("a", 1<<20))})
	if at := bytes.LastIndex(lying, []byte(sheetPart)) - 46 + 24; at > 0 { // the size in the list of parts
		copy(lying[at:], []byte{100, 0, 0, 0})
	}
	for name, c := range map[string]struct {
		file   []byte
		limits Limits
		says   string
	}{
		"no workbook":     {[]byte("PK\x03\x04rest"), DefaultLimits, "xlsx"},
		"a ZIP of others": {parted(t, map[string]string{"_rels/.rels": "<x/>"}), DefaultLimits, "xlsx"},
		"no such sheet":   {parted(t, map[string]string{"xl/workbook.xml": "<workbook/>"}), DefaultLimits, "xlsx"},
		"a sheet elsewhere": {parted(t, map[string]string{"xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="r1" Type="x/worksheet" ` +
			`TargetMode="External" Target="https://x.example.jp/sheet1.xml"/></Relationships>`}), DefaultLimits, "xlsx"},
		"cut off": {parted(t, map[string]string{sheetPart: `<worksheet><sheetData><row r="1"><c r="A1"><v>1</v></c>`}),
			DefaultLimits, "xlsx"},
		"rows go back":    {parted(t, map[string]string{sheetPart: sheet(`<row r="3"/><row r="2"/>`)}), DefaultLimits, "xlsx"},
		"text of nowhere": {parted(t, map[string]string{sheetPart: sheet(`<row r="1"><c t="s"><v>9</v></c></row>`)}), DefaultLimits, "xlsx"},
		"entities": {parted(t, map[string]string{sheetPart: `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>` +
			cell("&b;")}), DefaultLimits, "xlsx"},
		"an outer entity": {parted(t, map[string]string{sheetPart: `<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>` +
			cell("&a;")}), DefaultLimits, "xlsx"},
		"lies of its size": {lying, DefaultLimits, "xlsx"},
		"swells":           {parted(t, map[string]string{sheetPart: cell(many("a", large))}), DefaultLimits, "大きすぎる"},
		"a long token":     {parted(t, map[string]string{sheetPart: cell(noise.String())}), DefaultLimits, "大きすぎる"},
		"a long attribute": {parted(t, map[string]string{sheetPart: `<worksheet a="` + noise.String() + `"/>`}), DefaultLimits, "大きすぎる"},
		"a deep tree":      {parted(t, map[string]string{sheetPart: many("<a>", 1<<20)}), DefaultLimits, "大きすぎる"},
		"strange elements": {parted(t, map[string]string{sheetPart: sheet(many("<a/>", 1<<20))}), DefaultLimits, "大きすぎる"},
		"many texts": {parted(t, map[string]string{"xl/sharedStrings.xml": "<sst>" + swelling(bookTextCount+1,
			"<si><t>%x</t></si>")}), DefaultLimits, "大きすぎる"},
		"large texts": {parted(t, map[string]string{"xl/sharedStrings.xml": "<sst><si>" +
			many("<t>"+noise.String()[:30_000]+"</t></si><si>", 40<<20)}), DefaultLimits, "大きすぎる"},
		"many styles": {parted(t, map[string]string{"xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="r2" Type="x/styles" Target="s"/>` +
			`<Relationship Id="r1" Type="x/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
			"xl/s": "<s><cellXfs>" + swelling(bookOther/16, `<xf a="%08x"/>`)}), DefaultLimits, "大きすぎる"},
		"many parts":   {parted(t, partsBy(bookParts+1)), DefaultLimits, "大きすぎる"},
		"a long list":  {parted(t, map[string]string{strings.Repeat("a", 60_000): "", strings.Repeat("b", 60_000): ""}), DefaultLimits, ""},
		"many rows":    {parted(t, map[string]string{sheetPart: sheet(`<row r="4"><c><v>1</v></c></row>`)}), small, "2行まで"},
		"many columns": {parted(t, map[string]string{sheetPart: sheet(`<row r="1"><c r="D1"><v>1</v></c></row>`)}), small, "3列まで"},
		"a long cell":  {parted(t, map[string]string{sheetPart: cell("あいうえおか")}), small, "5文字まで"},
		"no cell":      {parted(t, map[string]string{sheetPart: sheet(`<row r="1"><c r="1A"><v>1</v></c></row>`)}), DefaultLimits, "xlsx"},
	} {
		t.Run(name, func(t *testing.T) {
			runtime.GC()
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, rows, err := rowsOf(c.file, c.limits)
			runtime.ReadMemStats(&after)
			var refusal *Refusal
			if c.says == "" {
				if err != nil {
					t.Errorf("%v", err)
				}
				return
			}
			if !errors.As(err, &refusal) || !strings.Contains(refusal.Detail, c.says) {
				t.Errorf("%d rows, %v, want %q", len(rows), err, c.says)
			}
			if grown := int64(after.HeapInuse) - int64(before.HeapInuse); grown > 64<<20 {
				t.Errorf("%d MiB more", grown>>20)
			}
		})
	}
}

func swelling(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, crc32.ChecksumIEEE([]byte{byte(i), byte(i >> 8), byte(i >> 16)}))
	}
	return b.String()
}

func partsBy(n int) map[string]string {
	out := map[string]string{}
	for i := range n {
		out[fmt.Sprint("xl/", i)] = ""
	}
	return out
}

// A list of parts that is larger than its bound is given up before it is read to its end.
func TestWorkbookOfEndlessList(t *testing.T) {
	names := map[string]string{}
	for i := range 100 {
		names[fmt.Sprint(i, strings.Repeat("a", 60_000))] = ""
	}
	if _, _, err := rowsOf(parted(t, names), DefaultLimits); err == nil || !strings.Contains(err.Error(), "大きすぎる") {
		t.Errorf("%v", err)
	}
}

// The form that is to be filled in has its headings in the first row, and texts in its cells.
func TestForm(t *testing.T) {
	dir := t.TempDir()
	b := NewBook(dir, About{})
	defer b.Close()
	b.Form("企業", []Column{{"名前", 20, Typed}, {"番号", 10, Typed}}, []string{"=名前", "007"})
	b.Form("例", []Column{{"名前", 20, Typed}})
	path := dir + "/form.xlsx"
	if err := b.Save(path); err != nil {
		t.Fatal(err)
	}
	f, err := excelize.OpenFile(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for at, want := range map[string]string{"A1": "名前", "B1": "番号", "A2": "'=名前", "B2": "007"} {
		if got, err := f.GetCellValue("企業", at); err != nil || got != want {
			t.Errorf("%s: %q %v", at, got, err)
		}
	}
	id, err := f.GetColStyle("企業", "B")
	if err != nil {
		t.Fatal(err)
	}
	if s, err := f.GetStyle(id); err != nil || s.CustomNumFmt == nil && s.NumFmt != 49 {
		t.Errorf("%+v %v", s, err)
	}
}
