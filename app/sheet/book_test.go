package sheet

import (
	"archive/zip"
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"
)

// write makes a small workbook with everything that a Book can hold.
func write(t *testing.T, rows int) string {
	t.Helper()
	dir := t.TempDir()
	b := NewBook(dir, About{Title: "表題", Owner: "2星&銀行", Mark: "取扱注意", Origin: "網", At: time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC)})
	defer b.Close()
	board := b.Board("概要", Page{OnOnePage: true}, 20, 8, 8)
	one := b.Table("一覧", Page{}, "一覧", "注記", []Column{{"番号", 8, Centred}, {"名前", 20, Wrapped}, {"金額", 12, Number}})
	two := b.Table("二覧", Page{}, "二覧", "注記", []Column{{"番号", 8, Centred}, {"名前", 20, Wrapped}})
	loss := int64(-1234)
	for i := range rows {
		for _, err := range []error{one.Row(i, "=名前\x00\x08", &loss), two.Row("007", "改行\r\nあり")} {
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	r := board.Block(1, 1, "別", "名", "社", []Count{{"甲", 3}, {"乙", 1}}, 4, "合計")
	board.Chart("図", "説明", r, false, 1, 8, 3, 20)
	board.Close()
	path := filepath.Join(dir, "out.xlsx")
	if err := b.Save(path); err != nil {
		t.Fatal(err)
	}
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != 1 {
		t.Errorf("%v %v", left, err)
	}
	return path
}

// The same report gives the same file, byte for byte, whatever the order is in which excelize
// writes its parts.
func TestBookIsTheSameFile(t *testing.T) {
	first, err := os.ReadFile(write(t, 5))
	if err != nil {
		t.Fatal(err)
	}
	for range 8 {
		again, err := os.ReadFile(write(t, 5))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(first, again) {
			t.Fatal("two files of the same content differ")
		}
	}
}

func TestBook(t *testing.T) {
	path := write(t, 3)
	z, err := zip.OpenReader(path)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	if z.File[0].Name != "[Content_Types].xml" {
		t.Errorf("begins with %s", z.File[0].Name)
	}
	f, err := excelize.OpenFile(path) // reads every part and verifies its checksum
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for at, want := range map[string]string{"A4": "0", "B4": "'=名前", "C4": "▲1,234"} {
		if got, err := f.GetCellValue("一覧", at); err != nil || got != want {
			t.Errorf("%s: %q %v, want %q", at, got, err, want)
		}
	}
	for at, want := range map[string]string{"A4": "007", "B4": "改行\nあり"} {
		if got, err := f.GetCellValue("二覧", at); err != nil || got != want {
			t.Errorf("%s: %q %v, want %q", at, got, err, want)
		}
	}
	h, err := f.GetHeaderFooter("一覧")
	if err != nil || !strings.HasPrefix(h.OddFooter, "&L&9 2星&&銀行&C") || !strings.Contains(h.OddHeader, "取扱注意") {
		t.Errorf("%+v %v", h, err)
	}
	if panes, err := f.GetPanes("一覧"); err != nil || !panes.Freeze || panes.YSplit != headRow {
		t.Errorf("%+v %v", panes, err)
	}
}

// A table without rows is written as a sheet, too.
func TestEmptyBook(t *testing.T) {
	f, err := excelize.OpenFile(write(t, 0))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if rows, err := f.GetRows("一覧"); err != nil || len(rows) != headRow {
		t.Errorf("%v %v", rows, err)
	}
}
