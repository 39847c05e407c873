package index

import (
	"cmp"
	"math/bits"
	"slices"
)

// Clause is one condition on rows: to be in any of some sets, or with IsNot in none of them.
type Clause struct {
	Sets  []*Set
	Bits  []*Bits // like Sets
	IsNot bool
}

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
	clauses = t.bySize(clauses)
	found := gathering{t: t}
	defer found.free()
	var page, some pageBits
	for i := range t.pages {
		if choose(clauses, i, &page, &some) {
			found.add(i, &page)
		}
	}
	return found.rows()
}

// SelectParts returns, for each part, the rows for which its own conditions and the shared ones
// hold. The shared conditions are evaluated once.
func (t *Table) SelectParts(shared []Clause, parts ...[]Clause) []*Rows {
	shared = t.bySize(shared)
	found, out := make([]gathering, len(parts)), make([]*Rows, len(parts))
	for k := range found {
		found[k].t = t
		defer found[k].free()
	}
	var page, part, some pageBits
	for i := range t.pages {
		if !choose(shared, i, &page, &some) {
			continue
		}
		for k, clauses := range parts {
			part = page
			if narrowAll(clauses, i, &part, &some) {
				found[k].add(i, &part)
			}
		}
	}
	for k := range found {
		out[k] = found[k].rows()
	}
	return out
}

// bySize sorts conditions, those that leave the fewest rows first, and adds the condition that a row
// exists.
func (t *Table) bySize(clauses []Clause) []Clause {
	clauses = append(slices.Clone(clauses), Clause{Sets: []*Set{t.Rows()}})
	slices.SortStableFunc(clauses, func(a, b Clause) int { return cmp.Compare(a.size(), b.size()) })
	return clauses
}

// choose finds the rows of a page for which the conditions hold, and says whether there are any.
// some is scratch memory.
func choose(clauses []Clause, i int, to, some *pageBits) bool {
	clauses[0].fill(i, to)
	if !clauses[0].fewAt(i) {
		return narrowAll(clauses[1:], i, to, some)
	}
	any := uint64(0)
	for j, w := range to {
		for left := w; left != 0; left &= left - 1 {
			low := bits.TrailingZeros64(left)
			for k := range clauses[1:] {
				if !clauses[1+k].has(i, uint16(j<<6|low)) {
					w &^= 1 << low
					break
				}
			}
		}
		to[j] = w
		any |= w
	}
	return any != 0
}

func narrowAll(clauses []Clause, i int, to, some *pageBits) bool {
	for k := range clauses {
		if !clauses[k].narrow(i, to, some) {
			return false
		}
	}
	return true
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
// others.
func (c *Clause) size() int {
	if c.IsNot || len(c.Bits) > 0 {
		return 1 << 40
	}
	n := 0
	for _, s := range c.Sets {
		n += s.n
	}
	return n
}

// fewAt says whether a page of a condition that consists of sets has so few rows that they are
// handled one by one.
func (c *Clause) fewAt(i int) bool {
	n := 0
	for _, s := range c.Sets {
		if p := s.page(i); p != nil {
			n += p.n
		}
	}
	return len(c.Bits) == 0 && n <= 80
}

func (c *Clause) has(i int, low uint16) bool {
	for _, s := range c.Sets {
		if p := s.page(i); p != nil && p.has(low) {
			return !c.IsNot
		}
	}
	for _, b := range c.Bits {
		if b.Has(uint32(i)<<pageShift | uint32(low)) {
			return !c.IsNot
		}
	}
	return c.IsNot
}

// fill sets to to the rows of a page.
func (c *Clause) fill(i int, to *pageBits) {
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

// narrow drops the rows for which the condition does not hold, and says whether any are left. some
// is scratch memory.
func (c *Clause) narrow(i int, to, some *pageBits) bool {
	by := some
	switch { // a single set or bits needs no union
	case len(c.Sets) == 0 && len(c.Bits) == 1 && (i+1)*pageWords <= len(c.Bits[0].w):
		by = c.Bits[0].page(i)
	case len(c.Sets) == 1 && len(c.Bits) == 0 && c.Sets[0].page(i) != nil && c.Sets[0].page(i).words != nil:
		by = c.Sets[0].page(i).words
	default:
		c.fill(i, some)
	}
	left := uint64(0)
	if c.IsNot {
		for j := range to {
			to[j] &^= by[j]
			left |= to[j]
		}
		return left != 0
	}
	for j := range to {
		to[j] &= by[j]
		left |= to[j]
	}
	return left != 0
}

func (p *pageBits) or(o *pageBits) {
	for j := 0; j < pageWords; j += 4 { // the most frequent loop of searches
		p[j] |= o[j]
		p[j+1] |= o[j+1]
		p[j+2] |= o[j+2]
		p[j+3] |= o[j+3]
	}
}
