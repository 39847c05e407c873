package index

import "math/bits"

// Write writes the table for ReadTable: what was put into it, and what takes long to work out of that.
func (t *Table) Write(w *Writer) {
	w.Uint(uint64(t.pages))
	facets := make([]Facet, len(t.sets))
	for f, i := range t.facets {
		facets[i] = f
	}
	w.Uint(uint64(len(t.sets)))
	for i, s := range t.sets {
		w.Uint(uint64(facets[i].Field))
		w.String(facets[i].Value)
		s.write(w)
	}
	for _, column := range t.ints {
		for _, n := range column {
			n.write(w)
		}
	}
	for _, column := range t.texts {
		for _, c := range column {
			c.write(w)
		}
	}
	for by, o := range t.orders {
		if t.schema.Orders[by].IsKept {
			o.write(w)
		}
	}
}

// ReadTable reads a table of the schema with which it was written.
func ReadTable(r *Reader, s *Schema) (*Table, error) {
	t := New(s)
	t.pages = r.Count(max(1, pageSlots/chunkSlots*(s.Ints+s.Texts)))
	chunks := t.pages * pageSlots / chunkSlots
	t.sets = t.sets[:0]
	var facets []Facet
	for range r.Count(3) {
		field := r.Uint()
		f := Facet{uint8(field), r.String()}
		set := readSet(r, t.pages)
		if field > 255 || len(t.sets) > 0 && !set.isIn(t.sets[0]) {
			r.Fail()
		}
		if r.err != nil {
			return nil, r.err
		}
		facets, t.sets = append(facets, f), append(t.sets, set)
	}
	if len(t.sets) == 0 || !t.nameSets(facets) {
		r.Fail()
		return nil, r.err
	}
	there := t.chunksInUse(chunks)
	for column := range t.ints {
		t.ints[column] = readChunks(r, there, readNumbers)
	}
	for column := range t.texts {
		t.texts[column] = readChunks(r, there, readTexts)
	}
	if r.err != nil {
		return nil, r.err
	}
	t.slice()
	for by := range t.orders {
		if s.Orders[by].IsKept {
			t.orders[by] = readOrder(r, t, by)
		}
	}
	return t, r.err
}

// nameSets puts the sets under their facets, the first of which is that of all rows.
func (t *Table) nameSets(facets []Facet) bool {
	for i, f := range facets {
		if _, ok := t.facets[f]; (f == all) != (i == 0) || ok && i > 0 {
			return false
		}
		if t.facets[f] = i; i == 0 {
			continue
		}
		for int(f.Field) >= len(t.values) {
			t.values = append(t.values, nil)
		}
		t.values[f.Field] = append(t.values[f.Field], f.Value)
	}
	return true
}

// chunksInUse says of each chunk whether there are rows in it, whose numbers and texts have to be there.
func (t *Table) chunksInUse(chunks int) []bool {
	there := make([]bool, chunks)
	if len(t.sets) > 0 {
		t.Rows().Each(func(slot uint32) { there[slot>>chunkShift] = true })
	}
	return there
}

// readChunks reads a column.
func readChunks[C any](r *Reader, there []bool, read func(*Reader) *C) []*C {
	out := make([]*C, len(there))
	for i := range out {
		if out[i] = read(r); out[i] == nil && there[i] {
			r.Fail()
		}
		if r.err != nil {
			return nil
		}
	}
	return out
}

// How the pages of a set are written.
const (
	pageNone = iota
	pageFew
	pageBitmap
)

func (s *Set) write(w *Writer) {
	w.Uint(uint64(len(s.pages)))
	for _, p := range s.pages {
		switch {
		case p == nil:
			w.Uint(pageNone)
		case p.words == nil:
			w.Uint(pageFew)
			w.Uint(uint64(len(p.few)))
			write16(w, p.few)
		default:
			w.Uint(pageBitmap)
			write64(w, p.words[:])
		}
	}
}

// readSet reads a set of the slots of so many pages.
func readSet(r *Reader, pages int) *Set {
	n := r.Count(1)
	if n > pages {
		r.Fail()
		return empty
	}
	s := &Set{pages: make([]*page, n)}
	for i := range s.pages {
		p := &page{}
		switch r.Uint() {
		case pageNone:
			continue
		case pageFew:
			if p.n = r.Count(2); p.n > maxSparse {
				r.Fail()
				return empty
			}
			p.few = make([]uint16, p.n)
			read16(r, p.few)
			for k, low := range p.few {
				if low >= pageSlots || k > 0 && low <= p.few[k-1] {
					r.Fail()
				}
			}
		case pageBitmap:
			p.words = new(pageBits)
			read64(r, p.words[:])
			for _, w := range p.words {
				p.n += bits.OnesCount64(w)
			}
		default:
			r.Fail()
		}
		if p.n == 0 {
			r.Fail()
		}
		if r.err != nil {
			return empty
		}
		s.pages[i], s.n = p, s.n+p.n
	}
	return s
}

// isIn says that all slots are in another set too.
func (s *Set) isIn(o *Set) bool {
	for i, p := range s.pages {
		if p == nil {
			continue
		}
		in := o.page(i)
		if in == nil {
			return false
		}
		if p.words != nil && in.words != nil {
			for j, w := range p.words {
				if w&^in.words[j] != 0 {
					return false
				}
			}
			continue
		}
		isIn := true
		p.each(func(low uint16) { isIn = isIn && in.has(low) })
		if !isIn {
			return false
		}
	}
	return true
}

func (n *numbers) write(w *Writer) {
	switch {
	case n == nil:
		w.Uint(0)
		return
	case n.one != nil:
		w.Uint(1)
		write8(w, n.one[:])
	case n.two != nil:
		w.Uint(2)
		write16(w, n.two[:])
	case n.four != nil:
		w.Uint(4)
		write32(w, n.four[:])
	default:
		w.Uint(8)
		write64(w, n.all[:])
	}
	w.Int(n.low)
}

func readNumbers(r *Reader) *numbers {
	n := &numbers{}
	switch r.Uint() {
	case 0:
		return nil
	case 1:
		n.one = new([chunkSlots]uint8)
		read8(r, n.one[:])
	case 2:
		n.two = new([chunkSlots]uint16)
		read16(r, n.two[:])
	case 4:
		n.four = new([chunkSlots]uint32)
		read32(r, n.four[:])
	case 8:
		n.all = new([chunkSlots]uint64)
		read64(r, n.all[:])
	default:
		r.Fail()
	}
	n.low = r.Int()
	return n
}

func (c *texts) write(w *Writer) {
	if c == nil {
		w.Uint(0)
		return
	}
	w.Uint(1)
	for i := range chunkSlots {
		w.Uint(uint64(c.at[i+1] - c.at[i]))
	}
	w.String(c.all)
}

func readTexts(r *Reader) *texts {
	switch r.Uint() {
	case 0:
		return nil
	case 1:
	default:
		r.Fail()
		return nil
	}
	c, end := &texts{}, uint64(0)
	for i := range chunkSlots {
		if end += uint64(r.Count(1)); end > 1<<31 {
			r.Fail()
		}
		c.at[i+1] = uint32(end)
	}
	if n := r.Count(1); uint64(n) == end {
		c.all = r.text(n)
	} else {
		r.Fail()
	}
	if r.err != nil {
		return nil
	}
	return c
}

func (o *order) write(w *Writer) {
	w.Uint(uint64(len(o.blocks)))
	for _, b := range o.blocks {
		w.Uint(uint64(len(b)))
		write32(w, b)
	}
}

// readOrder reads an order of a table's rows: each of them stands in it once, where it belongs.
func readOrder(r *Reader, t *Table, by int) *order {
	if int64(t.Count()) > r.most(4) {
		r.Fail()
	}
	if r.err != nil {
		return nil
	}
	o := &order{blocks: make([][]uint32, 0, r.Count(1+4))}
	slots, last := make([]uint32, t.Count()), uint32(0)
	for range cap(o.blocks) {
		n := r.Count(4)
		if n == 0 || n > len(slots) {
			r.Fail()
			return nil
		}
		b := slots[:n:n]
		read32(r, b)
		for i, slot := range b {
			// As each comes after the one before, none comes twice.
			if !t.Rows().Has(slot) || len(o.blocks)+i > 0 && t.compare(by, last, slot) >= 0 {
				r.Fail()
				return nil
			}
			last = slot
		}
		o.blocks, slots = append(o.blocks, b), slots[n:]
	}
	if len(slots) > 0 {
		r.Fail()
	}
	return o
}

// Write writes the records for ReadRecords.
func (r *Records) Write(w *Writer) {
	w.Uint(uint64(len(r.chunks)))
	for _, c := range r.chunks {
		c.write(w)
	}
}

// ReadRecords reads records whose entries have columns for a Sheet, the first of which hold sets: each
// of the codes of a column is below its number of values.
func ReadRecords(r *Reader, sets int, values []int) (*Records, error) {
	out := &Records{chunks: make([]*texts, r.Count(1))}
	for i := range out.chunks {
		c := readTexts(r)
		if c != nil && !areEntries(c, sets, values) {
			r.Fail()
		}
		if r.err != nil {
			return nil, r.err
		}
		out.chunks[i] = c
	}
	return out, r.err
}

// areEntries says that a chunk can be read by a Sheet.
func areEntries(c *texts, sets int, values []int) bool {
	for i := range chunkSlots {
		for at, end := int(c.at[i]), int(c.at[i+1]); at < end; {
			for column, most := range values {
				n, ok := uint32(1), true
				if column < sets {
					if n, at, ok = safeNumber(c.all, at, end); !ok || int(n) > end-at {
						return false
					}
				}
				for range n {
					var code uint32
					if code, at, ok = safeNumber(c.all, at, end); !ok || int64(code) >= int64(most) {
						return false
					}
				}
			}
		}
	}
	return true
}

// safeNumber is number where nobody knows yet what stands there.
func safeNumber(s string, at, end int) (n uint32, next int, ok bool) {
	for shift := 0; at < end && shift < 32; shift += 7 {
		c := s[at]
		at++
		n |= uint32(c&0x7f) << shift
		if c < 0x80 {
			return n, at, true
		}
	}
	return 0, at, false
}
