package listfile

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"tsunagu/app/sheet"
	"tsunagu/app/web"
	"tsunagu/store"
)

// MaxRows is the most rows of a list that are written into one file.
const MaxRows = 10_000

// Choice says what kind of file a list becomes.
type Choice struct {
	Format   string `query:"format" enum:"xlsx,csv," doc:"省略は csv"`
	Encoding string `query:"encoding" enum:"utf8,cp932," doc:"CSVの文字コード。省略は utf8（BOM付き）。cp932 は表せない文字があると 422"`
}

// Encoded is the answer of a list's call. Its rows are what the caller may see: the file is written from them
// and from nothing else, so that no column can hold more than the screen (domain.md, rule 1).
type Encoded interface {
	EncodedList() (name string, rows [][]byte, count int)
}

// File is a list of the screens as a file. R is a row of the answer.
type File[R any] struct {
	Path, Noun, Unit string
	Name             string // without the ending
	Title            string // on the screen and on the sheet
	Columns          []Column[R]
	IsClosed         func(row *R) bool // nothing of the row is open to the buyer for whom the list is asked; nil for never
}

// Column is a column: how it looks in a workbook, and its cell. A day is a time in store.JST, a number an int.
type Column[R any] struct {
	sheet.Column
	Cell func(row *R) any
}

// Write reads the list in one snapshot, writes the file, and then the audit line with the number of rows.
func Write[R any](a *web.Platform, r *web.Request, f File[R], format *Choice, list func(*store.Q) (Encoded, error)) (*web.Download, error) {
	under := web.StateOf[UnderWay](a)
	if !under.Begin() {
		return nil, ErrBusy
	}
	defer under.End()
	var rows [][]byte
	var about sheet.About
	if err := r.Read(func(q *store.Q) error {
		found, err := list(q)
		if err != nil {
			return err
		}
		var count int
		if _, rows, count = found.EncodedList(); count > len(rows) {
			return tooManyRows(f.Noun, f.Unit, count)
		}
		about, err = AboutOf(q, r.Actor, f.Title)
		return err
	}); err != nil {
		return nil, err
	}
	name, kind := f.Name+".csv", format.Encoding
	var d *web.Download
	var err error
	if format.Format == "xlsx" {
		name, kind = f.Name+".xlsx", "Excel"
		d, err = writeBook(a, f, name, rows, about)
	} else {
		d, err = a.WriteSheet(name, web.CSVEncoding{Encoding: format.Encoding}, func(w *sheet.Writer) error { return writeCSV(w, f, rows) })
	}
	if err != nil {
		return nil, err
	}
	return r.Audited(d, "list_exported", strings.TrimSpace(fmt.Sprintf("%s %d%s %s", f.Title, len(rows), f.Unit, kind)))
}

func tooManyRows(noun, unit string, count int) error {
	return &web.Problem{Title: "Unprocessable entity", Status: 422, Code: "invalid", Detail: fmt.Sprintf(
		"条件に合う%sが%s%sあります。一度に書き出せるのは%s%sまでです。条件を絞り込んでから、もう一度お試しください。",
		noun, web.Grouped(int64(count)), unit, web.Grouped(MaxRows), unit)}
}

// cells are the values of an encoded row; none of one that is closed.
func (f *File[R]) cells(encoded []byte) ([]any, error) {
	var row R
	if err := json.Unmarshal(encoded, &row); err != nil || f.IsClosed != nil && f.IsClosed(&row) {
		return nil, err
	}
	out := make([]any, len(f.Columns))
	for i, c := range f.Columns {
		out[i] = c.Cell(&row)
	}
	return out, nil
}

// each calls do with the values of the rows that are open.
func (f *File[R]) each(rows [][]byte, do func(cells []any) error) error {
	for _, encoded := range rows {
		cells, err := f.cells(encoded)
		if err == nil && cells != nil {
			err = do(cells)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func writeCSV[R any](w *sheet.Writer, f File[R], rows [][]byte) error {
	line := make([]string, len(f.Columns))
	for i, c := range f.Columns {
		line[i] = strings.ReplaceAll(c.Head, "\n", "")
	}
	if err := w.Header(line); err != nil {
		return err
	}
	return f.each(rows, func(cells []any) error {
		for i, cell := range cells {
			switch v := cell.(type) {
			case time.Time:
				if line[i] = ""; !v.IsZero() {
					line[i] = v.Format(time.DateOnly)
				}
			default:
				line[i] = fmt.Sprint(v)
			}
		}
		return w.Write(line)
	})
}

// AboutOf is whose file it is, the office's where no institution asks, and of when.
func AboutOf(q *store.Q, by web.Actor, title string) (o sheet.About, err error) {
	o = sheet.About{Title: title, Owner: "事務局", Mark: "取扱注意", At: q.Now().In(store.JST)}
	if id := by.Institution(); id != "" {
		institution, err := q.Institution(id)
		if err != nil {
			return o, err
		}
		o.Owner = institution.Name
	}
	o.Origin, err = q.Setting(store.SettingNetworkName)
	return o, err
}

func writeBook[R any](a *web.Platform, f File[R], name string, rows [][]byte, about sheet.About) (*web.Download, error) {
	return Book(a, name, about, func(b *sheet.Book) error {
		columns := make([]sheet.Column, len(f.Columns))
		for i, c := range f.Columns {
			columns[i] = c.Column
		}
		remark := fmt.Sprintf("%s　%s 現在　%s%s", about.Owner, about.At.Format("2006/01/02 15:04"), web.Grouped(int64(len(rows))), f.Unit)
		t := b.Table(f.Title, sheet.Page{TabColor: sheet.Indigo}, f.Title, remark, columns)
		return f.each(rows, func(cells []any) error {
			if err := t.Row(cells...); err != nil {
				return fmt.Errorf("%w: %w", store.ErrUnavailable, err)
			}
			return nil
		})
	})
}
