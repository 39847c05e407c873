package sheet

import (
	"math"
	"slices"

	"github.com/xuri/excelize/v2"
)

// Board is a small sheet with tables of figures and charts placed on it.
type Board struct {
	b    *Book
	name string
	cols int
	end  int // the last row with something in it
}

// Board begins a small sheet with columns of these widths.
func (b *Book) Board(name string, p Page, widths ...float64) *Board {
	b.sheet(name, p)
	height, own := 18.0, true
	b.keep(b.f.SetSheetProps(name, &excelize.SheetPropsOptions{DefaultRowHeight: &height, CustomHeight: &own}))
	// excelize puts the width set last first; readers of the file expect columns from left to right.
	for i, w := range slices.Backward(widths) {
		col, err := excelize.ColumnNumberToName(i + 1)
		b.keep(err)
		b.keep(b.f.SetColWidth(name, col, col, w))
	}
	return &Board{b: b, name: name, cols: len(widths)}
}

// Put writes a cell.
func (s *Board) Put(col, row int, v any, l Look) {
	at := cellAt(col, row, false)
	s.b.keep(s.b.f.SetCellValue(s.name, at, value(v)))
	s.b.keep(s.b.f.SetCellStyle(s.name, at, at, s.b.look(l)))
	s.end = max(s.end, row)
}

// Span writes a cell over several columns.
func (s *Board) Span(col, to, row int, v any, l Look) {
	s.Put(col, row, v, l)
	s.b.keep(s.b.f.MergeCell(s.name, cellAt(col, row, false), cellAt(to, row, false)))
	s.b.keep(s.b.f.SetCellStyle(s.name, cellAt(col, row, false), cellAt(to, row, false), s.b.look(l)))
}

// Height sets the height of a row in points.
func (s *Board) Height(row int, points float64) {
	s.b.keep(s.b.f.SetRowHeight(s.name, row, points))
}

// Count is one line of a block: how many there are of something.
type Count struct {
	Label string
	N     int
}

// Block writes a table of counts with their shares of whole, three columns wide: the section's
// name, heads, lines, a closing line. An empty total omits the closing line. It returns where the
// lines are.
func (s *Board) Block(col, row int, section, head, unit string, counts []Count, whole int, total string) Range {
	s.Span(col, col+2, row, section, Section)
	s.Put(col, row+1, head, HeadLeft)
	s.Put(col+1, row+1, unit, HeadRight)
	s.Put(col+2, row+1, "割合", HeadRight)
	r := Range{s.name, col, row + 2, row + 1 + max(len(counts), 1)}
	if len(counts) == 0 {
		s.Span(col, col+2, row+2, "該当なし", Plainly)
	}
	for i, c := range counts {
		s.Put(col, r.from+i, c.Label, Plainly)
		s.Put(col+1, r.from+i, c.N, Number)
		s.Put(col+2, r.from+i, share(c.N, whole), Share)
	}
	if total != "" {
		s.Put(col, r.to+1, total, Total)
		s.Put(col+1, r.to+1, whole, TotalNumber)
		s.Put(col+2, r.to+1, share(whole, whole), TotalShare)
	}
	return r
}

func share(n, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return float64(n) / float64(whole)
}

// Range is where the lines of a block are: names in the first column, counts in the next.
type Range struct {
	sheet    string
	col      int
	from, to int
}

// First is the range of the first n lines.
func (r Range) First(n int) Range {
	r.to = min(r.to, r.from+n-1)
	return r
}

// Chart draws a block's counts over the cells between two corners: horizontal bars, or vertical
// ones where the lines have an order of their own.
func (s *Board) Chart(title, description string, r Range, standing bool, col, row, toCol, toRow int) {
	from := cellAt(col, row, false)
	kind, gap := excelize.Bar, uint(45)
	if standing {
		kind = excelize.Col
	}
	small := excelize.Font{Family: Font, Size: 9, Color: ink2}
	s.b.keep(s.b.f.AddChart(s.name, from, &excelize.Chart{
		Type: kind, GapWidth: &gap,
		Series: []excelize.ChartSeries{{
			Name:       ref(r.sheet, cellAt(r.col+1, r.from-1, true), cellAt(r.col+1, r.from-1, true)),
			Categories: ref(r.sheet, cellAt(r.col, r.from, true), cellAt(r.col, r.to, true)),
			Values:     ref(r.sheet, cellAt(r.col+1, r.from, true), cellAt(r.col+1, r.to, true)),
			Fill:       excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{Indigo}},
			DataLabel:  excelize.ChartDataLabel{Font: small},
		}},
		Title: excelize.ChartTitle{Paragraph: []excelize.RichTextRun{{Text: title,
			Font: &excelize.Font{Family: Font, Size: 11, Bold: true, Color: Indigo}}}},
		Legend:   excelize.ChartLegend{Position: "none"},
		PlotArea: excelize.ChartPlotArea{ShowVal: true, NumFmt: excelize.ChartNumFmt{CustomNumFmt: "#,##0"}},
		XAxis:    excelize.ChartAxis{ReverseOrder: !standing, Font: small},
		YAxis:    excelize.ChartAxis{None: true, Font: small, Minimum: new(float64)},
		Fill:     excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{paper}},
		Border: excelize.LineOptions{Type: excelize.LineSolid, Width: 0.75,
			Fill: excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{line}}},
		Dimension: s.size(col, row, toCol, toRow),
		Format:    excelize.GraphicOptions{AltText: description},
	}))
	s.end = max(s.end, toRow)
}

// size is the size in pixels of a picture that covers the cells. excelize converts it back to the
// cell where the picture ends; the file stores cells, so the picture covers them in every program.
func (s *Board) size(col, row, toCol, toRow int) excelize.ChartDimension {
	width, height := 0, 0
	for c := col; c <= toCol; c++ {
		name, err := excelize.ColumnNumberToName(c)
		s.b.keep(err)
		w, err := s.b.f.GetColWidth(s.name, name)
		s.b.keep(err)
		width += int(w*8 + 0.5)
	}
	for r := row; r <= toRow; r++ {
		h, err := s.b.f.GetRowHeight(s.name, r)
		s.b.keep(err)
		height += int(math.Ceil(4.0 / 3.4 * h))
	}
	return excelize.ChartDimension{Width: uint(max(width, 100)), Height: uint(max(height, 100))}
}

// Close sets the print area.
func (s *Board) Close() {
	s.b.keep(s.b.f.SetDefinedName(&excelize.DefinedName{Name: "_xlnm.Print_Area", Scope: s.name,
		RefersTo: ref(s.name, "$A$1", cellAt(s.cols, s.end, true))}))
}
