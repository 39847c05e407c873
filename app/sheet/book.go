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

// Book is an Excel workbook that is written once and prints well. Only a Grid has formulas, which are constants of this program.
// Its parts are
// kept in temporary files in the given folder, so that a hundred thousand rows take little memory.
// It keeps the first error, which Save returns.
type Book struct {
	f      *excelize.File
	dir    string
	looks  map[Look]int
	about  About
	begun  bool // the first sheet is in use
	tables []*Table
	grids  []*Grid
	err    error
}

// About is what stands on every printed page and in the file's properties.
type About struct {
	Title  string // of the report
	Owner  string // the institution whose report it is
	Mark   string // the confidentiality note: 取扱注意
	Origin string // who runs the platform
	At     time.Time
}

// Page says how a sheet is printed: A4 landscape, as wide as one page.
type Page struct {
	OnOnePage bool
	TabColor  string
}

// NewBook begins a workbook with its temporary files in dir.
func NewBook(dir string, about About) *Book {
	b := &Book{f: excelize.NewFile(excelize.Options{TmpDir: dir}), dir: dir, looks: map[Look]int{}, about: about}
	b.keep(b.f.SetDefaultFont(Font))
	at := about.At.UTC().Format(time.RFC3339)
	b.keep(b.f.SetDocProps(&excelize.DocProperties{Title: about.Title, Creator: about.Owner, LastModifiedBy: about.Owner,
		Category: about.Mark,
		Language: "ja", Created: at, Modified: at}))
	b.keep(b.f.SetAppProps(&excelize.AppProperties{Application: "Microsoft Excel", Company: about.Origin}))
	return b
}

func (b *Book) keep(err error) {
	if b.err == nil {
		b.err = err
	}
}

// sheet adds an empty sheet after the others.
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
		// The blank ends the font size: a text that begins with a digit would be read as part of it.
		OddHeader: `&L&9 ` + onPaper(b.about.Origin) + `&C&9 ` + onPaper(b.about.Title) + `&R&"-,Bold"&10&KB3261E ` + onPaper(b.about.Mark),
		OddFooter: `&L&9 ` + onPaper(b.about.Owner) + `&C&9 &P / &N&R&9 ` + b.about.At.Format("2006/01/02 15:04") + " 現在",
	}))
}

// onPaper is a text for a page's header or footer: shortened, and with ampersands escaped, which
// begin a format code there.
func onPaper(s string) string {
	if runes := []rune(s); len(runes) > 40 {
		s = string(runes[:39]) + "…"
	}
	return strings.ReplaceAll(s, "&", "&&")
}

// value is a cell's value as written into the file: texts are neutralised and freed of characters
// that a spreadsheet cannot hold, absent numbers are empty cells.
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
		// A spreadsheet knows no time zone: the local date and time are written as if they were UTC.
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

// cellAt is the name of a cell, $A$1 when absolute. Columns and rows count from 1.
func cellAt(col, row int, absolute bool) string {
	name, err := excelize.CoordinatesToCellName(col, row, absolute)
	if err != nil {
		panic(err) // columns and rows come from this program, never from input
	}
	return name
}

// Save closes the tables and writes the file.
func (b *Book) Save(path string) error {
	for _, t := range b.tables {
		t.close()
	}
	for _, g := range b.grids {
		g.close()
	}
	if b.err != nil {
		return b.err
	}
	// A chart adds the default content types of pictures in random order.
	kinds := b.f.ContentTypes.Defaults
	sort.Slice(kinds, func(i, j int) bool { return kinds[i].Extension < kinds[j].Extension })
	// excelize holds the whole file in memory unless a ZIP writer of one's own is given.
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
