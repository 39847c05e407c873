package report_test

import (
	"archive/zip"
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"tsunagu/app/apptest"
)

// reportBook is a report as a spreadsheet program reads it, and the parts of its file.
type reportBook struct {
	t     testing.TB
	f     *excelize.File
	parts map[string]string
}

func book(r apptest.Result) *reportBook {
	r.T.Helper()
	r.Want(200)
	f, err := excelize.OpenReader(strings.NewReader(r.Body))
	if err != nil {
		r.T.Fatal(err)
	}
	r.T.Cleanup(func() { f.Close() })
	z, err := zip.NewReader(bytes.NewReader([]byte(r.Body)), int64(len(r.Body)))
	if err != nil {
		r.T.Fatal(err)
	}
	b := &reportBook{r.T, f, map[string]string{}}
	for _, p := range z.File {
		in, err := p.Open()
		if err != nil {
			r.T.Fatal(err)
		}
		text, err := io.ReadAll(in)
		if err != nil {
			r.T.Fatal(err)
		}
		b.parts[p.Name] = string(text)
	}
	return b
}

// rows are the rows of a list, each as a map by heading.
func (b *reportBook) rows(sheet string, raw bool) []map[string]string {
	b.t.Helper()
	all, err := b.f.GetRows(sheet, excelize.Options{RawCellValue: raw})
	if err != nil || len(all) < 3 {
		b.t.Fatalf("%s: %v, %d rows", sheet, err, len(all))
	}
	out := []map[string]string{}
	for _, cells := range all[3:] {
		row := map[string]string{}
		for i, head := range all[2] {
			if i < len(cells) {
				row[strings.ReplaceAll(head, "\n", "")] = cells[i]
			}
		}
		out = append(out, row)
	}
	return out
}

// counts are the lines of a section's block: the count right of each name.
func (b *reportBook) counts(sheet, section string) map[string]string {
	b.t.Helper()
	all, err := b.f.GetRows(sheet, excelize.Options{RawCellValue: true})
	if err != nil {
		b.t.Fatal(err)
	}
	for y, cells := range all {
		for x, cell := range cells {
			if cell != section {
				continue
			}
			out := map[string]string{}
			for _, line := range all[y+2:] {
				if x+1 >= len(line) || line[x] == "" {
					break
				}
				out[line[x]] = line[x+1]
			}
			return out
		}
	}
	b.t.Fatalf("%s has no block %s", sheet, section)
	return nil
}

// hasNot fails if a text is in any part of the file.
func (b *reportBook) hasNot(texts ...string) {
	b.t.Helper()
	for name, part := range b.parts {
		for _, s := range texts {
			if strings.Contains(part, s) {
				b.t.Errorf("%s holds %q", name, s)
			}
		}
	}
}
