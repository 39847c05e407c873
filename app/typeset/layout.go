package typeset

import (
	"errors"
	"strings"
)

// Points: A4, and the sizes of the type.
const (
	pageWidth, pageHeight = 595.28, 841.89
	margin                = 56.69 // 20 mm
	textWidth             = pageWidth - 2*margin
	titleSize             = 16
	headingSize           = 12
	textSize              = 10.5
	rowSize               = 9.5
	smallSize             = 8.5
	cellPad               = 4
	rowGap                = 1.7 // of its size, from one base line to the next
	cellGap               = 1.45
	tallRow               = 24 // lines: a row of more is parted, some lines at a time
	tallPart              = 8
	evenGap               = 1.5 // ems: a line that lacks more is not stretched
)

// item is what stays on one page: a line, a row of a table, a picture.
type item struct {
	gap    float64 // above it, not at the head of a page
	height float64
	keep   bool  // on the page of the next one
	again  *item // goes above it where it begins a page: the heading row of its table
	draw   func(s *sheet, y float64, top bool)
}

// setter turns a paper into items.
type setter struct {
	f        *face
	seen     map[string]bool
	missing  []rune
	items    []item
	pictures []*picture
}

func (s *setter) clusters(text string) []cluster {
	return s.f.clusters(text, func(rs ...rune) {
		if !s.seen[string(rs)] {
			s.seen[string(rs)] = true
			s.missing = append(s.missing, rs...)
		}
	})
}

// lines of a text with several paragraphs.
func (s *setter) lines(text string, size, width float64) (out []line) {
	for p := range strings.SplitSeq(strings.ReplaceAll(text, "\r\n", "\n"), "\n") {
		out = append(out, fold(s.clusters(p), size, width)...)
	}
	return out
}

func (s *setter) add(i item) { s.items = append(s.items, i) }

// keepFrom keeps the items from this one to the last on the page of what comes next.
func (s *setter) keepFrom(from int) {
	for i := max(from, 0); i < len(s.items); i++ {
		s.items[i].keep = true
	}
}

func (s *setter) paper(p *Paper) error {
	for i, l := range s.lines(p.Title, titleSize, textWidth) {
		s.add(item{height: titleSize * 1.5, keep: true, draw: func(o *sheet, y float64, _ bool) {
			o.text(l, titleSize, (pageWidth-l.width)/2, y+titleSize*.25, true, 0)
		}})
		if i == 0 {
			s.items[len(s.items)-1].gap = 4
		}
	}
	s.add(item{height: 8, keep: true})
	s.fields(p.Heads, false)
	for _, b := range p.Blocks {
		if err := s.block(b); err != nil {
			return err
		}
	}
	s.clusters(p.Number + p.Foot + "0123456789／ページ")
	return nil
}

func (s *setter) block(b Block) error {
	switch b := b.(type) {
	case Heading:
		for i, l := range s.lines(string(b), headingSize, textWidth) {
			s.add(item{height: headingSize * 1.5, keep: true, draw: func(o *sheet, y float64, _ bool) {
				o.text(l, headingSize, margin, y+headingSize*.25, true, 0)
			}})
			if i == 0 {
				s.items[len(s.items)-1].gap = 14
			}
		}
	case Text:
		s.text(string(b), textSize, 6)
	case Note:
		s.keepFrom(len(s.items) - 1)
		s.text(string(b), smallSize, 4)
	case Fields:
		s.fields(b, true)
	case Form:
		from := len(s.items)
		s.fields(b, true)
		s.keepFrom(from)
		s.items[len(s.items)-1].keep = false
	case Table:
		return s.table(b)
	case Picture:
		return s.picture(b)
	default:
		return errors.New("typeset: an unknown kind of block")
	}
	return nil
}

// text sets paragraphs. Their first two lines stay together, and their last two.
func (s *setter) text(text string, size, gap float64) {
	for n, p := range strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n") {
		ls := fold(s.clusters(p), size, textWidth)
		for i, l := range ls {
			stretch := 0.0
			if lack := textWidth - l.width; !l.last && lack > 0 && lack <= evenGap*size && len(l.clusters) > 1 {
				stretch = lack / float64(len(l.clusters)-1)
			}
			it := item{height: size * rowGap, keep: len(ls) > 1 && (i == 0 || i == len(ls)-2),
				draw: func(o *sheet, y float64, _ bool) { o.text(l, size, margin, y+size*(rowGap-1)/2, false, stretch) }}
			if i == 0 && n == 0 {
				it.gap = gap
			}
			s.add(it)
		}
	}
}

// fields sets rows of label and value; those of a paper's head without lines around them.
func (s *setter) fields(fields []Field, boxed bool) {
	w := grid([]Column{{Width: 18}, {Width: 82}})
	if boxed {
		w = grid([]Column{{Width: 27}, {Width: 73}})
	}
	for i, f := range fields {
		cells := [][]line{s.lines(f.Label, rowSize, w[0]-2*cellPad), s.lines(f.Value, rowSize, w[1]-2*cellPad)}
		gap := 0.0
		if i == 0 {
			gap = 8
		}
		s.row(row{widths: w, cells: cells, plain: !boxed, shade: boxed, gap: gap})
	}
}

// grid is how wide columns are, in points.
func grid(columns []Column) (out []float64) {
	sum := 0.0
	for _, c := range columns {
		sum += share(c)
	}
	for _, c := range columns {
		out = append(out, share(c)/sum*textWidth)
	}
	return out
}

func share(c Column) float64 {
	if c.Width > 0 {
		return c.Width
	}
	return 1
}

var errTable = errors.New("typeset: a table without columns, or a row that has not as many cells as there are columns")

func (s *setter) table(t Table) error {
	if len(t.Columns) == 0 {
		return errTable
	}
	w := grid(t.Columns)
	right := make([]bool, len(w))
	var titles [][]line
	for i, c := range t.Columns {
		right[i] = c.Right
		titles = append(titles, s.lines(c.Title, rowSize, w[i]-2*cellPad))
	}
	s.row(row{widths: w, cells: titles, right: right, bold: true, filled: true, gap: 8, keep: len(t.Rows) > 0})
	head := s.items[len(s.items)-1]
	for _, r := range t.Rows {
		if len(r) != len(w) {
			return errTable
		}
		var cells [][]line
		for i, c := range r {
			cells = append(cells, s.lines(c, rowSize, w[i]-2*cellPad))
		}
		s.row(row{widths: w, cells: cells, right: right, again: &head})
	}
	return nil
}

// row of a table or of fields.
type row struct {
	widths              []float64
	cells               [][]line
	right               []bool
	plain, bold, filled bool // without rules; a heading row
	shade               bool // of the first cell, a label
	gap                 float64
	keep                bool
	again               *item
}

// row sets a row as one item, or, where it is taller than what fits well on a page, as several.
func (s *setter) row(r row) {
	n := 0
	for _, c := range r.cells {
		n = max(n, len(c))
	}
	if n <= tallRow || r.bold {
		s.add(r.part(0, n, n))
		return
	}
	for from := 0; from < n; from += tallPart {
		s.add(r.part(from, min(from+tallPart, n), n))
	}
}

// part is the lines from…to of a row that has n.
func (r row) part(from, to, n int) item {
	height := float64(to-from) * rowSize * cellGap
	above, below := 0.0, 0.0
	if from == 0 {
		above = cellPad
	}
	if to == n {
		below = cellPad
	}
	height += above + below
	it := item{height: height, keep: r.keep, again: r.again}
	if from == 0 {
		it.gap = r.gap
	}
	it.draw = func(o *sheet, y float64, top bool) {
		if r.filled {
			o.fill(margin, y, textWidth, height)
		} else if r.shade {
			o.fill(margin, y, r.widths[0], height)
		}
		x := margin
		for i, c := range r.cells {
			for k := from; k < min(to, len(c)); k++ {
				at := x + cellPad
				if r.right != nil && r.right[i] {
					at = x + r.widths[i] - cellPad - c[k].width
				}
				o.text(c[k], rowSize, at, y+above+float64(k-from)*rowSize*cellGap+rowSize*(cellGap-1)/2, r.bold, 0)
			}
			x += r.widths[i]
		}
		if !r.plain {
			r.rules(o, y, height, from == 0 || top, to == n)
		}
	}
	return it
}

func (r row) rules(o *sheet, y, height float64, above, below bool) {
	x := margin
	o.rule(x, y, x, y+height)
	for _, w := range r.widths {
		x += w
		o.rule(x, y, x, y+height)
	}
	if above {
		o.rule(margin, y, margin+textWidth, y)
	}
	if below {
		o.rule(margin, y+height, margin+textWidth, y+height)
	}
}

// placed is an item on a page, y from the top.
type placed struct {
	item
	y   float64
	top bool
}

// pages deals the items out. What is kept together goes to the next page together, unless no page is long enough.
func pages(items []item, height float64) (out [][]placed) {
	var page []placed
	y := 0.0
	turn := func() { out, page, y = append(out, page), nil, 0 }
	put := func(it item) {
		if len(page) == 0 && it.again != nil {
			page = append(page, placed{*it.again, 0, true})
			y = it.again.height
		}
		if len(page) > 0 {
			y += it.gap
		}
		page = append(page, placed{it, y, len(page) == 0})
		y += it.height
	}
	for i := 0; i < len(items); {
		end, need := i+1, items[i].gap+items[i].height
		for end < len(items) && items[end-1].keep {
			need += items[end].gap + items[end].height
			end++
		}
		if need > height { // too long to be kept together
			end, need = i+1, items[i].gap+items[i].height
		}
		if len(page) > 0 && y+need > height+.01 {
			turn()
		}
		for ; i < end; i++ {
			put(items[i])
		}
	}
	return append(out, page)
}
