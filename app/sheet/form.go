package sheet

import (
	"slices"

	"github.com/xuri/excelize/v2"
)

// Form adds a sheet to be filled in and read in again: the headings stand in the first row, and below them is nothing but
// the given rows. A column has a style of its own, which the cells get that somebody types into it.
func (b *Book) Form(name string, columns []Column, rows ...[]string) {
	b.sheet(name, Page{TabColor: Indigo})
	if b.err != nil {
		return
	}
	w, err := b.f.NewStreamWriter(name)
	if b.keep(err); err != nil {
		return
	}
	for i, c := range slices.Backward(columns) { // from the last to the first, as in Board
		b.keep(w.SetColWidth(i+1, i+1, c.Width))
		b.keep(w.SetColStyle(i+1, i+1, b.look(c.Look)))
	}
	b.keep(w.SetPanes(&excelize.Panes{Freeze: true, YSplit: 1, TopLeftCell: "A2", ActivePane: "bottomLeft",
		Selection: []excelize.Selection{{SQRef: "A2", ActiveCell: "A2", Pane: "bottomLeft"}}}))
	heads := make([]any, len(columns))
	for i, c := range columns {
		heads[i] = excelize.Cell{StyleID: b.look(Head), Value: value(c.Head)}
	}
	b.keep(w.SetRow("A1", heads, excelize.RowOpts{Height: 34}))
	for n, row := range rows {
		cells := make([]any, len(row))
		for i, s := range row {
			cells[i] = excelize.Cell{StyleID: b.look(columns[i].Look), Value: value(s)}
		}
		b.keep(w.SetRow(cellAt(1, n+2, false), cells))
	}
	b.keep(w.Flush())
}
