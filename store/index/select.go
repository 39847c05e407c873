package index

import (
	"cmp"
	"math"
	"math/bits"
	"slices"
)

// Clause is one condition on rows: to be in any of some sets or spans, or to meet all conditions of a case, which have no
// cases themselves; with IsNot none of that.
type Clause struct {
	Sets  []*Set
	Bits  []*Bits // like Sets
	Spans []Span
	Cases [][]Clause
	IsNot bool
}

// Span are the rows whose number in a column lies between two, where the least int64 stands for a missing number.
type Span struct {
	t         *Table
	column    int
	low, high int64
}

// Between is a span of a column.
func (t *Table) Between(column int, low, high int64) Span { return Span{t, column, low, high} }

// In returns the rows that are in a set too.
func (r *Rows) In(s *Set) *Rows {
	if r.many != nil {
		return r.t.Select(Clause{Sets: []*Set{s}}, Clause{Bits: []*Bits{r.many}})
	}
	out := &Rows{t: r.t}
	for _, slot := range r.few {
		if s.Has(slot) {
			out.few = append(out.few, slot)
		}
	}
	out.n = len(out.few)
	return out
}

// Rows are selected rows of a table that are used many times: they never change.
type Rows struct {
	t     *Table
	n     int
	few   []uint32 // in ascending order, if there are few
	many  *Bits
	lines lines
}

// isFew says whether sorting n rows is faster than going along a whole order to find them.
func (t *Table) isFew(n int) bool { return n <= 16+t.Count()/128 }

// Select returns the rows for which all of the conditions hold, page by page, so that the data in
// use stays in the processor's cache. Without a condition these are all rows.
func (t *Table) Select(clauses ...Clause) *Rows {
	clauses = t.chosen(clauses)
	found := gathering{t: t}
	defer found.free()
	var page pageBits
	for i := range t.pages {
		if left := choose(clauses, i, &page); left > 0 {
			found.add(i, &page, left)
		}
	}
	return found.rows()
}

// SelectParts returns, for each part, the rows for which its own conditions and the shared ones
// hold. The shared conditions are evaluated once.
func (t *Table) SelectParts(shared []Clause, parts ...[]Clause) []*Rows {
	if len(parts) == 1 { // its own conditions may leave fewer rows than the shared ones
		return []*Rows{t.Select(slices.Concat(shared, parts[0])...)}
	}
	shared = t.chosen(shared)
	found, out := make([]gathering, len(parts)), make([]*Rows, len(parts))
	for k := range found {
		found[k].t = t
		defer found[k].free()
	}
	var page, part pageBits
	for i := range t.pages {
		left := choose(shared, i, &page)
		if left == 0 {
			continue
		}
		for k, clauses := range parts {
			part = page
			if left := narrowAll(clauses, i, &part, left); left > 0 {
				found[k].add(i, &part, left)
			}
		}
	}
	for k := range found {
		out[k] = found[k].rows()
	}
	return out
}

// Narrow drops from b the rows for which not all of the conditions hold.
func (b *Bits) Narrow(clauses ...Clause) *Bits {
	clauses = bySize(slices.Clone(clauses))
	for i := range len(b.w) / pageWords {
		if page := b.page(i); !page.isEmpty() {
			narrowAll(clauses, i, page, page.count())
		}
	}
	return b
}

// chosen are conditions in the order in which they are evaluated, with the condition that a row exists.
func (t *Table) chosen(clauses []Clause) []Clause {
	return bySize(append(slices.Clone(clauses), Clause{Sets: []*Set{t.Rows()}}))
}

// bySize sorts conditions, those that leave the fewest rows first.
func bySize(clauses []Clause) []Clause {
	slices.SortStableFunc(clauses, func(a, b Clause) int { return cmp.Compare(a.size(), b.size()) })
	return clauses
}

// choose finds the rows of a page for which the conditions hold, and says how many there are.
func choose(clauses []Clause, i int, to *pageBits) int {
	if len(clauses[0].Cases) > 0 {
		for j := range to {
			to[j] = math.MaxUint64
		}
		return narrowAll(clauses, i, to, pageSlots)
	}
	clauses[0].fill(i, to, nil)
	return narrowAll(clauses[1:], i, to, to.count())
}

func narrowAll(clauses []Clause, i int, to *pageBits, left int) int {
	for k := range clauses {
		if left == 0 {
			break
		}
		left = clauses[k].narrow(i, to, left)
	}
	return left
}

// None are no rows.
func (t *Table) None() *Rows { return &Rows{t: t} }

// Take makes Rows of b, which the caller must not use afterwards.
func (t *Table) Take(b *Bits) *Rows {
	r := &Rows{t: t, n: b.Count()}
	if t.isFew(r.n) {
		r.few = b.slots(r.n)
		b.Free()
	} else {
		r.many = b // Rows keeps b
	}
	return r
}

// RowsOf makes Rows of slots, which must be in ascending order and must not change afterwards.
func (t *Table) RowsOf(slots []uint32) *Rows {
	if t.isFew(len(slots)) {
		return &Rows{t: t, n: len(slots), few: slots}
	}
	return t.Take(t.Bits().Add(slots))
}

// size is how many rows a condition leaves at most; where that is unknown, a number above all
// others, the greater the longer the condition takes.
func (c *Clause) size() int {
	const unknown = 1 << 40
	switch {
	case len(c.Spans) > 0:
		return 2 * unknown
	case c.IsNot || len(c.Bits) > 0:
		return unknown
	}
	n := 0
	for _, s := range c.Sets {
		n += s.n
	}
	for _, clauses := range c.Cases {
		least := unknown
		for k := range clauses {
			least = min(least, clauses[k].size())
		}
		n += least
	}
	return n
}

// costs are estimates, in nanoseconds, of looking at one row of a page after another, for each row, and of looking at the
// whole page.
func (c *Clause) costs(i int) (row, page int) {
	row, page = 2, 100
	for _, s := range c.Sets {
		switch p := s.page(i); {
		case p == nil:
		case p.words != nil:
			row, page = row+1, page+30
		default:
			row, page = row+2+3*bits.Len(uint(p.n)), page+p.n
		}
	}
	row, page = row+len(c.Bits), page+30*len(c.Bits)
	for _, s := range c.Spans {
		row, page = row+10, page+100
		if s.low > absent+1 {
			page += 1000
		}
		if s.high < math.MaxInt64 {
			page += 1000
		}
	}
	for _, clauses := range c.Cases {
		for k := range clauses {
			r, p := clauses[k].costs(i)
			row, page = row+r, page+p
		}
	}
	return row, page
}

func (c *Clause) has(i int, low uint16) bool {
	for _, s := range c.Sets {
		if p := s.page(i); p != nil && p.has(low) {
			return !c.IsNot
		}
	}
	slot := uint32(i)<<pageShift | uint32(low)
	for _, b := range c.Bits {
		if b.Has(slot) {
			return !c.IsNot
		}
	}
	for _, s := range c.Spans {
		if n := s.t.Int(s.column, slot); s.low <= n && n <= s.high {
			return !c.IsNot
		}
	}
	for _, clauses := range c.Cases {
		isAll := true
		for k := 0; k < len(clauses) && isAll; k++ {
			isAll = clauses[k].has(i, low)
		}
		if isAll {
			return !c.IsNot
		}
	}
	return c.IsNot
}

// fill sets to to the rows of a page that are in the sets, bits and spans. For spans only the rows of among are looked at.
func (c *Clause) fill(i int, to, among *pageBits) {
	var pages [8]*pageBits // usually enough for all
	whole := pages[:0]
	for _, s := range c.Sets {
		if p := s.page(i); p != nil && p.words != nil {
			whole = append(whole, p.words)
		}
	}
	for _, b := range c.Bits {
		if (i+1)*pageWords <= len(b.w) {
			whole = append(whole, b.page(i))
		}
	}
	to.unite(whole)
	for _, s := range c.Sets {
		if p := s.page(i); p != nil && p.words == nil {
			to.put(p.few)
		}
	}
	for k := range c.Spans {
		some := *among
		c.Spans[k].keep(i, &some)
		to.or(&some)
	}
}

// keep drops from a page the rows that are not of the span. Slices take as long for one row as for all of a page.
func (s *Span) keep(i int, of *pageBits) {
	const oneByOne = 1000
	if sliced := s.t.sliced[s.column]; sliced != nil && of.count() > oneByOne {
		sliced.keepBetween(i, of, s.low, s.high)
		return
	}
	const words, chunks = chunkSlots / 64, pageSlots / chunkSlots
	for c, chunk := range s.t.ints[s.column][min(i*chunks, len(s.t.ints[s.column])):] {
		if c == chunks {
			break
		}
		chunk.keepBetween((*[words]uint64)(of[c*words:]), s.low, s.high)
	}
}

// unite sets p to the union of some pages. This is the most frequent loop of searches, so it reads
// as many pages as possible before it writes.
func (p *pageBits) unite(of []*pageBits) {
	switch len(of) {
	case 0:
		*p = pageBits{}
		return
	case 1:
		*p = *of[0]
		return
	case 2:
		a, b := of[0], of[1]
		for j := range p {
			p[j] = a[j] | b[j]
		}
		return
	}
	a, b, c := of[0], of[1], of[2]
	for j := range p {
		p[j] = a[j] | b[j] | c[j]
	}
	for of = of[3:]; len(of) >= 2; of = of[2:] {
		a, b := of[0], of[1]
		for j := range p {
			p[j] |= a[j] | b[j]
		}
	}
	if len(of) == 1 {
		p.or(of[0])
	}
}

// narrow drops from a page with so many rows those for which the condition does not hold, and says how many are left.
func (c *Clause) narrow(i int, to *pageBits, left int) int {
	if len(c.Cases) == 0 {
		return c.narrowPlain(i, to, left)
	}
	if row, page := c.costs(i); left*row < page {
		return c.pick(i, to)
	}
	var by pageBits
	c.fill(i, &by, to)
	for _, clauses := range c.Cases { // which have no cases of their own
		some, n := *to, left
		for k := 0; k < len(clauses) && n > 0; k++ {
			n = clauses[k].narrowPlain(i, &some, n)
		}
		by.or(&some)
	}
	return to.cut(&by, c.IsNot)
}

// narrowPlain is narrow for a condition without cases.
func (c *Clause) narrowPlain(i int, to *pageBits, left int) int {
	if row, page := c.costs(i); left*row < page {
		return c.pick(i, to)
	}
	switch { // a single set or bits needs no union
	case len(c.Sets) == 0 && len(c.Bits) == 1 && len(c.Spans) == 0 && (i+1)*pageWords <= len(c.Bits[0].w):
		return to.cut(c.Bits[0].page(i), c.IsNot)
	case len(c.Sets) == 1 && len(c.Bits) == 0 && len(c.Spans) == 0 && c.Sets[0].page(i) != nil && c.Sets[0].page(i).words != nil:
		return to.cut(c.Sets[0].page(i).words, c.IsNot)
	}
	var by pageBits
	c.fill(i, &by, to)
	return to.cut(&by, c.IsNot)
}

// cut drops the rows that are not in by, or with isNot those that are, and says how many are left.
func (p *pageBits) cut(by *pageBits, isNot bool) int {
	if isNot {
		for j := range p {
			p[j] &^= by[j]
		}
	} else {
		for j := range p {
			p[j] &= by[j]
		}
	}
	return p.count()
}

// pick is narrow for few rows, one after another.
func (c *Clause) pick(i int, to *pageBits) (left int) {
	for j, w := range to {
		if w == 0 {
			continue
		}
		kept := w
		for ; w != 0; w &= w - 1 {
			low := bits.TrailingZeros64(w)
			if !c.has(i, uint16(j<<6|low)) {
				kept &^= 1 << low
			}
		}
		to[j] = kept
		left += bits.OnesCount64(kept)
	}
	return left
}

func (p *pageBits) count() (n int) {
	for _, w := range p {
		n += bits.OnesCount64(w)
	}
	return n
}

func (p *pageBits) isEmpty() bool {
	for _, w := range p {
		if w != 0 {
			return false
		}
	}
	return true
}

func (p *pageBits) or(o *pageBits) {
	for j := 0; j < pageWords; j += 4 { // the most frequent loop of searches
		p[j] |= o[j]
		p[j+1] |= o[j+1]
		p[j+2] |= o[j+2]
		p[j+3] |= o[j+3]
	}
}
