package sheet

import (
	"archive/zip"
	"bytes"
	"io"
	"path/filepath"
	"strings"
	"testing"
)

// calculation is a sheet in which the third cell is the sum of two that somebody typed.
func calculation(t *testing.T, first any) string {
	t.Helper()
	b := NewBook(t.TempDir(), About{})
	g := b.Grid("計算", Page{}, 20, 12, 12)
	row := g.Next()
	g.Row(18, Cell{Value: first, Span: 1}, Cell{Value: int64(2)}, Calc(5, Plainly, "{1}+{2}", At{2, row}, At{2, row}))
	path := filepath.Join(t.TempDir(), "a.xlsx")
	if err := b.Save(path); err != nil {
		t.Fatal(err)
	}
	z, err := zip.OpenReader(path)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	f, err := z.Open("xl/worksheets/sheet1.xml")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out bytes.Buffer
	if _, err := io.Copy(&out, f); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// What somebody typed stays a text, whatever it looks like; a formula is one of ours, with the value that it comes to.
func TestFormulasAreOurs(t *testing.T) {
	for _, typed := range []string{"=1+1", "+1", "-1", "@SUM(1)", "=HYPERLINK(\"x\")", "\t=1"} {
		s := calculation(t, typed)
		if n := strings.Count(s, "<f>"); n != 1 || !strings.Contains(s, "<f>B1+B1</f><v>5</v>") {
			t.Errorf("%q: %d formulas in %s", typed, n, s)
		}
	}
}

// A formula has exactly the cells that it names.
func TestFormulasNameTheirCells(t *testing.T) {
	for f, of := range map[formula][]At{"{1}+{2}": {{1, 1}}, "{1}": {{1, 1}, {2, 1}}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s with %d cells is written", f, len(of))
				}
			}()
			Calc(0, Plainly, f, of...)
		}()
	}
}
