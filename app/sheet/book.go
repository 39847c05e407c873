package sheet

import (
	"fmt"
	"io"
	"sort"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/xuri/excelize/v2"
)

// Book is an Excel workbook that is made once, printed well and holds no formula. Its parts go
// through the temporary folder it was given, so that a hundred thousand rows take little memory.
// The first error stays and is what Save returns.
type Book struct {
	f      *excelize.File
	dir    string
	looks  map[Look]int
	about  About
	begun  bool // the first sheet has its name
	tables []*Table
	err    error
}

// About is what stands on every printed page and in the file's properties.
type About struct {
	Title  string // the report
	Owner  string // whose it is
	Mark   string // how it is to be treated: 取扱注意
	Origin string // who runs the platform
	At     time.Time
}

// Page says how a sheet is printed: A4 landscape, as wide as one page.
type Page struct {
	OnOnePage bool
	TabColor  string
}

// NewBook begins a workbook whose temporary files lie in a folder.
func NewBook(dir string, about About) *Book {
	b := &Book{f: excelize.NewFile(excelize.Options{TmpDir: dir}), dir: dir, looks: map[Look]int{}, about: about}
	b.keep(b.f.SetDefaultFont(Font))
	at := about.At.UTC().Format(time.RFC3339)
	b.keep(b.f.SetDocProps(&excelize.DocProperties{Title: about.Title, Creator: about.Owner, LastModifiedBy: about.Owner, Category: about.Mark,
		Language: "ja", Created: at, Modified: at}))
	b.keep(b.f.SetAppProps(&excelize.AppProperties{Application: "Microsoft Excel", Company: about.Origin}))
	return b
}

func (b *Book) keep(err error) {
	if b.err == nil {
		b.err = err
	}
}

// sheet makes an empty sheet, in the order of the calls.
func (b *Book) sheet(name string, p Page) {
	if !b.begun { // a new file has one sheet already
		b.begun = true
		b.keep(b.f.SetSheetName("Sheet1", name))
	} else {
		_, err := b.f.NewSheet(name)
		b.keep(err)
	}
	yes, no, a4, landscape, one, height := true, false, 9, "landscape", 1, 0
	if p.OnOnePage {
		height = 1
	}
	props := &excelize.SheetPropsOptions{FitToPage: &yes}
	if p.TabColor != "" {
		props.TabColorRGB = &p.TabColor
	}
	b.keep(b.f.SetSheetProps(name, props))
	b.keep(b.f.SetSheetView(name, 0, &excelize.ViewOptions{ShowGridLines: &no}))
	b.keep(b.f.SetPageLayout(name, &excelize.PageLayoutOptions{Size: &a4, Orientation: &landscape, FitToWidth: &one, FitToHeight: &height}))
	side, top, bottom, edge := 0.4, 0.75, 0.65, 0.3
	b.keep(b.f.SetPageMargins(name, &excelize.PageLayoutMarginsOptions{Left: &side, Right: &side, Top: &top, Bottom: &bottom, Header: &edge,
		Footer: &edge, Horizontally: &yes}))
	b.keep(b.f.SetHeaderFooter(name, &excelize.HeaderFooterOptions{
		// The blank ends the size: a text that begins with a digit would go on with it.
		OddHeader: `&L&9 ` + onPaper(b.about.Origin) + `&C&9 ` + onPaper(b.about.Title) + `&R&"-,Bold"&10&KB3261E ` + onPaper(b.about.Mark),
		OddFooter: `&L&9 ` + onPaper(b.about.Owner) + `&C&9 &P / &N&R&9 ` + b.about.At.Format("2006/01/02 15:04") + " 現在",
	}))
}

// onPaper is a text for a page's head or foot: short, and an ampersand begins no code there.
func onPaper(s string) string {
	if runes := []rune(s); len(runes) > 40 {
		s = string(runes[:39]) + "…"
	}
	return strings.ReplaceAll(s, "&", "&&")
}

// value is a cell's value as it goes into the file: texts neutral and without characters that a
// spreadsheet cannot hold, absent numbers as empty cells.
func value(v any) any {
	switch v := v.(type) {
	case string:
		return Neutral(text(v))
	case *int64:
		if v == nil {
			return ""
		}
		return *v
	case time.Time:
		if v.IsZero() {
			return ""
		}
		// A spreadsheet knows no time zone: what the wall shows is what it keeps.
		return time.Date(v.Year(), v.Month(), v.Day(), v.Hour(), v.Minute(), v.Second(), 0, time.UTC)
	}
	return v
}

func text(s string) string {
	s = strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n")
	return strings.Map(func(r rune) rune {
		if r < 0x20 && r != '\n' && r != '\t' || r == 0x7f || r == utf8.RuneError || r&0xfffe == 0xfffe {
			return -1
		}
		return r
	}, s)
}

// ref names a range of a sheet, for charts and printing.
func ref(sheet, from, to string) string { return fmt.Sprintf("'%s'!%s:%s", sheet, from, to) }

// cellAt is the name of a cell, $A$1 where it is absolute. Columns and rows count from 1.
func cellAt(col, row int, absolute bool) string {
	name, err := excelize.CoordinatesToCellName(col, row, absolute)
	if err != nil {
		panic(err) // columns and rows are ours
	}
	return name
}

// Save closes the tables and writes the file.
func (b *Book) Save(path string) error {
	for _, t := range b.tables {
		t.close()
	}
	if b.err != nil {
		return b.err
	}
	// A chart brings the kinds of pictures with it, in an order left to chance.
	kinds := b.f.ContentTypes.Defaults
	sort.Slice(kinds, func(i, j int) bool { return kinds[i].Extension < kinds[j].Extension })
	// excelize would gather the whole file in memory; it asks whoever writes the ZIP for that only.
	z := &parts{dir: b.dir}
	defer z.remove()
	b.f.SetZipWriter(func(io.Writer) excelize.ZipWriter { return z })
	if err := b.f.Write(io.Discard); err != nil {
		return err
	}
	return z.join(path)
}

// Close removes the temporary files.
func (b *Book) Close() error { return b.f.Close() }
