package store

import "tsunagu/store/index"

// A bank's negotiations lie far apart among those of all banks, and so do their numbers in the index: to look up the
// listing and the buyer of each takes most of the time of a search. So both are cached side by side, for all of a bank's
// rows.

// parties are some negotiations with the numbers of their listings and buyers, at the same places.
type parties struct{ slots, listings, buyers []uint32 }

func (p *parties) add(t *index.Table, slot uint32) {
	p.slots = append(p.slots, slot)
	p.listings = append(p.listings, uint32(t.Int(negotiationListing, slot)))
	p.buyers = append(p.buyers, uint32(t.Int(negotiationBuyer, slot)))
}

// partiesOf looks up rows in the order in which they come.
func partiesOf(t *index.Table, each func(func(slot uint32)), rows int) *parties {
	p := &parties{make([]uint32, 0, rows), make([]uint32, 0, rows), make([]uint32, 0, rows)}
	each(func(slot uint32) { p.add(t, slot) })
	return p
}

// eachOf goes through some rows as they come.
func eachOf(slots []uint32) func(func(slot uint32)) {
	return func(f func(slot uint32)) {
		for _, slot := range slots {
			f(slot)
		}
	}
}

// keep drops from b those rows for which is is false; b holds no others than these.
func (p *parties) keep(b *index.Bits, is func(i int) bool) {
	for i, slot := range p.slots {
		if b.Has(slot) && !is(i) {
			b.Drop(slot)
		}
	}
}

// of are the listings or buyers of those rows that are in b, as rows of their own table.
func (p *parties) of(b *index.Bits, numbers []uint32, t *index.Table) *index.Bits {
	out := t.Bits()
	for i, slot := range p.slots {
		if b.Has(slot) {
			out.Put(numbers[i])
		}
	}
	return out
}

// bankRows are the rows of negotiations that the viewer's bank and team know of on a side.
type bankRows struct {
	bankRowsKey
	set *index.Set
}

// bankRowsKey belongs into the keys of what is found among them.
type bankRowsKey struct {
	field       uint8
	institution string
	reach       *reach
}

// partiesKey is the cache key of the rows of a bank on one side.
type partiesKey struct{ bankRowsKey }

// bankParties are the rows of a bank on a side, in ascending order.
func (q *Q) bankParties(of bankRows, ed *edition) (*parties, error) {
	t, set := ed.negotiations, of.set
	kept := func(p *parties) (Kept[*parties], error) {
		return Kept[*parties]{Value: p, Bytes: 12 * cap(p.slots)}, nil
	}
	return remember(q, ed, lookup[*parties]{cache: cacheParties, key: partiesKey{of.bankRowsKey}, mends: negotiationTable,
		isRows: true,
		find:   func() (Kept[*parties], error) { return kept(partiesOf(t, set.Each, set.Count())) },
		mend: func(was *parties, changed []uint32) (Kept[*parties], error) {
			return kept(was.mended(t, set, changed))
		}})
}

// mended are the rows of a set, of which some have changed since.
func (p *parties) mended(t *index.Table, set *index.Set, changed []uint32) *parties {
	i, isSame := 0, true
	for _, slot := range changed { // both in ascending order
		for i < len(p.slots) && p.slots[i] < slot {
			i++
		}
		was, is := i < len(p.slots) && p.slots[i] == slot, set.Has(slot)
		if was != is || is && (int64(p.listings[i]) != t.Int(negotiationListing, slot) || int64(p.buyers[i]) != t.Int(negotiationBuyer, slot)) {
			isSame = false
			break
		}
	}
	if isSame {
		return p
	}
	anew := index.SetOf(changed)
	out := &parties{}
	i = 0
	set.Each(func(slot uint32) {
		for i < len(p.slots) && p.slots[i] < slot {
			i++
		}
		if i == len(p.slots) || p.slots[i] != slot || anew.Has(slot) {
			out.add(t, slot)
			return
		}
		out.slots, out.listings, out.buyers = append(out.slots, slot), append(out.listings, p.listings[i]), append(out.buyers, p.buyers[i])
	})
	return out
}
