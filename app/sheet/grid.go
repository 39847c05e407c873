package sheet

import (
	"fmt"
	"slices"
	"strings"

	"github.com/xuri/excelize/v2"
)

// Grid is a sheet that is written row by row, whose cells may be worked out from others: a calculation that its reader follows and goes on
// with (papers.md 2).
type Grid struct {
	b        *Book
	name     string
	w        *excelize.StreamWriter
	cols, at int
	closed   bool
}

// At is the place of a cell. Columns and rows count from 1.
type At struct{ Col, Row int }

// Cell is a cell of a Grid, or several columns in one.
type Cell struct {
	Value any
	Look  Look
	Span  int // columns; 0 is one

	formula string // by Calc alone
}

// formula is a text that only a constant of this program can be: the type has no name outside of this package, so that what is known at
// run time alone, as what somebody typed, is not assignable to it.
type formula string

// Calc is a cell that is worked out from other cells: {1} in f is the first of them. value is what it comes to now, for programs that show
// a file without working it out.
func Calc(value int64, l Look, f formula, of ...At) Cell {
	text := string(f)
	for i, a := range of {
		place := fmt.Sprintf("{%d}", i+1)
		if !strings.Contains(text, place) {
			panic("sheet: the formula " + string(f) + " has no " + place)
		}
		text = strings.ReplaceAll(text, place, cellAt(a.Col, a.Row, false))
	}
	if strings.ContainsAny(text, "{}") {
		panic("sheet: the formula " + string(f) + " has more places than cells")
	}
	return Cell{Value: value, Look: l, formula: text}
}

// Grid begins such a sheet with columns of these widths.
func (b *Book) Grid(name string, p Page, widths ...float64) *Grid {
	g := &Grid{b: b, name: name, cols: len(widths)}
	b.sheet(name, p)
	if b.err != nil {
		return g
	}
	w, err := b.f.NewStreamWriter(name)
	if b.keep(err); err != nil {
		return g
	}
	g.w = w
	for i, width := range slices.Backward(widths) { // from the last to the first, as in Board
		b.keep(w.SetColWidth(i+1, i+1, width))
	}
	b.grids = append(b.grids, g)
	return g
}

// Row writes the next row, so high in points, and says which it is. A cell without a value in the middle of others is there with its look.
func (g *Grid) Row(height float64, cells ...Cell) (row int) {
	g.at++
	if g.b.err != nil {
		return g.at
	}
	out, col := []any{}, 1
	for _, c := range cells {
		v := value(c.Value)
		if v == nil {
			v = ""
		}
		style := g.b.look(c.Look)
		out = append(out, excelize.Cell{StyleID: style, Value: v, Formula: c.formula})
		last := col + max(c.Span, 1) - 1
		for range last - col {
			out = append(out, excelize.Cell{StyleID: style, Value: ""})
		}
		if last > col {
			g.b.keep(g.w.MergeCell(cellAt(col, g.at, false), cellAt(last, g.at, false)))
		}
		col = last + 1
	}
	g.b.keep(g.w.SetRow(cellAt(1, g.at, false), out, excelize.RowOpts{Height: height}))
	return g.at
}

// Next is the row that Row writes next.
func (g *Grid) Next() int { return g.at + 1 }

// Lines is how many lines a text takes in a cell so wide.
func Lines(text string, width float64) int { return linesOf(text, width*1.05-2) }

func (g *Grid) close() {
	if g.closed || g.b.err != nil {
		return
	}
	g.closed = true
	g.b.keep(g.b.f.SetDefinedName(&excelize.DefinedName{Name: "_xlnm.Print_Area", Scope: g.name,
		RefersTo: ref(g.name, "$A$1", cellAt(g.cols, max(g.at, 1), true))}))
	g.b.keep(g.w.Flush())
}
