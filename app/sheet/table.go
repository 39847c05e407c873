package sheet

import (
	"slices"

	"github.com/xuri/excelize/v2"
)

// Column is a column of a table: its heading, its width in half-width characters, its look.
type Column struct {
	Head  string
	Width float64
	Look  Look
}

// Table is a sheet with one long list, written row by row: a title, a remark, the headings, the
// rows. The headings stay visible when scrolling, are repeated on every page, and have the filter.
type Table struct {
	b       *Book
	name    string
	columns []Column
	w       *excelize.StreamWriter
	row     int
	cells   []any
	closed  bool
}

// headRow is the row of the headings, and MaxRows how many rows an Excel sheet can hold below it.
const (
	headRow = 3
	MaxRows = 1<<20 - headRow
)

// Table begins a sheet of one long list.
func (b *Book) Table(name string, p Page, title, remark string, columns []Column) *Table {
	t := &Table{b: b, name: name, columns: columns, row: headRow, cells: make([]any, len(columns))}
	b.sheet(name, p)
	if b.err != nil {
		return t
	}
	w, err := b.f.NewStreamWriter(name)
	if b.keep(err); err != nil {
		return t
	}
	t.w = w
	for i, c := range slices.Backward(columns) { // from the last to the first, as in Board
		b.keep(w.SetColWidth(i+1, i+1, c.Width))
	}
	b.keep(w.SetPanes(&excelize.Panes{Freeze: true, XSplit: 2, YSplit: headRow, TopLeftCell: cellAt(3, headRow+1, false),
		ActivePane: "bottomRight",
		Selection:  []excelize.Selection{{SQRef: cellAt(1, headRow+1, false), ActiveCell: cellAt(1, headRow+1, false), Pane: "bottomRight"}}}))
	top := make([]any, len(columns))
	for i := range top {
		top[i] = excelize.Cell{StyleID: b.look(Section), Value: ""}
	}
	top[0] = excelize.Cell{StyleID: b.look(Section), Value: value(title)}
	b.keep(w.SetRow("A1", top, excelize.RowOpts{Height: 24}))
	b.keep(w.SetRow("A2", []any{excelize.Cell{StyleID: b.look(Note), Value: value(remark)}}, excelize.RowOpts{Height: 18}))
	heads := make([]any, len(columns))
	for i, c := range columns {
		heads[i] = excelize.Cell{StyleID: b.look(Head), Value: value(c.Head)}
	}
	b.keep(w.SetRow(cellAt(1, headRow, false), heads, excelize.RowOpts{Height: 34}))
	b.tables = append(b.tables, t)
	return t
}

// Row writes the next row.
func (t *Table) Row(values ...any) error {
	if t.b.err != nil {
		return t.b.err
	}
	t.row++
	lines := 1
	for i, c := range t.columns {
		v := value(values[i])
		t.cells[i] = excelize.Cell{StyleID: t.b.look(c.Look), Value: v}
		if s, ok := v.(string); ok && c.Look == Wrapped {
			lines = max(lines, linesOf(s, c.Width*1.1-2))
		}
	}
	// The height is set here, as not every program computes it.
	t.b.keep(t.w.SetRow(cellAt(1, t.row, false), t.cells, excelize.RowOpts{Height: min(6+14*float64(lines), excelize.MaxRowHeight)}))
	return t.b.err
}

// linesOf is how many lines a text takes in a width, counted in half-width characters.
func linesOf(s string, width float64) int {
	lines, used := 1, 0.0
	for _, r := range s {
		w := 2.0
		if r < 0x100 || r >= 0xff61 && r <= 0xff9f {
			w = 1
		}
		if r == '\n' || used+w > width {
			lines++
			used = 0
		}
		if r != '\n' {
			used += w
		}
	}
	return lines
}

// Rows is how many rows there are.
func (t *Table) Rows() int { return t.row - headRow }

func (t *Table) close() {
	if t.closed || t.b.err != nil {
		return
	}
	t.closed = true
	b, last := t.b, len(t.columns)
	end := max(t.row, headRow+1)
	b.keep(b.f.AutoFilter(t.name, cellAt(1, headRow, false)+":"+cellAt(last, end, false), nil))
	b.keep(b.f.SetDefinedName(&excelize.DefinedName{Name: "_xlnm.Print_Titles", Scope: t.name, RefersTo: ref(t.name, "$1", "$3")}))
	b.keep(b.f.SetDefinedName(&excelize.DefinedName{Name: "_xlnm.Print_Area", Scope: t.name,
		RefersTo: ref(t.name, "$A$1", cellAt(last, end, true))}))
	b.keep(t.w.Flush())
}
