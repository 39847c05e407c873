package store

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
	"strings"
)

// To read everything, tables are read each from its beginning to its end, in the order in which
// they are kept, and put together here: to look a row up for every row of another would take far
// longer, most of all where rows are long.

// numbering finds rows' numbers by their ids. It is asked in about the order in which it was told.
type numbering struct {
	keys    []idKey
	seqs    []uint32
	others  map[string]int // the places of ids that have no key
	byKey   []uint32       // places, where they were not told in order
	last    int            // the place found last
	isMixed bool

	sampled []idKey // each of so many keys in order, all of which the processor can have at hand
}

const sampledEach = 64

// idKey is an id as NewID makes them, in less than half the room.
type idKey struct{ high, low uint64 }

func (k idKey) compare(o idKey) int {
	if c := cmp.Compare(k.high, o.high); c != 0 {
		return c
	}
	return cmp.Compare(k.low, o.low)
}

// keyOf is the key of an id, which sorts as the id does; not every id has one.
func keyOf(id string) (k idKey, ok bool) {
	if len(id) != 36 || id[8] != '-' || id[13] != '-' || id[18] != '-' || id[23] != '-' {
		return k, false
	}
	for i, at := range [16]int{0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34} {
		high, low := hexDigit(id[at]), hexDigit(id[at+1])
		if high|low > 15 {
			return k, false
		}
		if i < 8 {
			k.high = k.high<<8 | uint64(high<<4|low)
		} else {
			k.low = k.low<<8 | uint64(high<<4|low)
		}
	}
	return k, k != idKey{}
}

func hexDigit(c byte) byte {
	switch {
	case c >= '0' && c <= '9':
		return c - '0'
	case c >= 'a' && c <= 'f':
		return c - 'a' + 10
	}
	return 255
}

// reserve makes room for about so many ids: to grow into it takes twice the room.
func (n *numbering) reserve(ids int) {
	n.keys, n.seqs = make([]idKey, 0, ids), make([]uint32, 0, ids)
}

func (n *numbering) add(id string, seq uint32) {
	i := len(n.keys)
	k, ok := keyOf(id)
	if !ok {
		if n.others == nil {
			n.others = map[string]int{}
		}
		n.others[strings.Clone(id)], k = i, idKey{}
	}
	n.isMixed = n.isMixed || i > 0 && n.keys[i-1].compare(k) >= 0
	n.keys, n.seqs = append(n.keys, k), append(n.seqs, seq)
}

// done ends the adding.
func (n *numbering) done() {
	if n.isMixed {
		n.byKey = make([]uint32, len(n.keys))
		for i := range n.byKey {
			n.byKey[i] = uint32(i)
		}
		slices.SortFunc(n.byKey, func(a, b uint32) int { return n.keys[a].compare(n.keys[b]) })
	}
	n.sampled = make([]idKey, 0, len(n.keys)/sampledEach+1)
	for i := 0; i < len(n.keys); i += sampledEach {
		n.sampled = append(n.sampled, n.keys[n.place(i)])
	}
}

func (n *numbering) place(i int) int {
	if n.isMixed {
		return int(n.byKey[i])
	}
	return i
}

// find is where an id was told among the others, and its number.
func (n *numbering) find(id string) (place int, seq uint32, err error) {
	k, ok := keyOf(id)
	if !ok {
		if p, ok := n.others[id]; ok {
			return p, n.seqs[p], nil
		}
		return 0, 0, noRow(id)
	}
	for i := n.last; i < min(n.last+2, len(n.keys)); i++ { // the same again, or the next
		if p := n.place(i); n.keys[p] == k {
			n.last = i
			return p, n.seqs[p], nil
		}
	}
	after := sort.Search(len(n.sampled), func(i int) bool { return n.sampled[i].compare(k) > 0 })
	from := max(0, after-1) * sampledEach
	i := from + sort.Search(min(sampledEach, len(n.keys)-from), func(i int) bool { return n.keys[n.place(from+i)].compare(k) >= 0 })
	if i == len(n.keys) || n.keys[n.place(i)] != k {
		return 0, 0, noRow(id)
	}
	n.last = i
	p := n.place(i)
	return p, n.seqs[p], nil
}

func noRow(id string) error { return fmt.Errorf("store: a row belongs to %q, which is not there", id) }

// rowsAbout is about how many rows a table has, to make room for them.
func (q *Q) rowsAbout(table string) (n int, err error) {
	const most = 1 << 22 // who has more can let it grow
	err = q.scan1([]any{&n}, "SELECT coalesce(max(seq), 0) FROM "+table)
	return min(n, most), err
}

// nobody is the number of what the index does not hold: those of SQLite begin with 1.
const nobody = 0

// owner is the number of the row to which a row belongs, as the number itself or as the id.
type owner struct {
	of      *numbering
	isLoose bool // an id that was not told is nobody's
	seq     uint32
}

func (o *owner) Scan(v any) (err error) {
	switch v := v.(type) {
	case int64:
		o.seq = uint32(v)
	case string:
		if _, o.seq, err = o.of.find(v); o.isLoose {
			err = nil
		}
	default:
		err = fmt.Errorf("store: a row belongs to %T", v)
	}
	return err
}
