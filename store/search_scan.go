package store

import (
	"fmt"
	"sort"
)

// To read everything, tables are read each from its beginning to its end, in the order in which
// they are kept, and put together here: to look a row up for every row of another would take far
// longer, most of all where rows are long.

// numbering finds rows' numbers by their ids. It is asked in about the order in which it was told.
type numbering struct {
	ids     []byte   // one after another
	ends    []uint32 // where each ends
	seqs    []uint32
	byID    []uint32 // places, where they were not told in order
	last    int      // the place found last
	isMixed bool
}

func (n *numbering) id(i int) []byte {
	begin := uint32(0)
	if i > 0 {
		begin = n.ends[i-1]
	}
	return n.ids[begin:n.ends[i]]
}

func (n *numbering) add(id string, seq uint32) {
	i := len(n.ends)
	n.isMixed = n.isMixed || i > 0 && string(n.id(i-1)) >= id
	n.ids = append(n.ids, id...)
	n.ends, n.seqs = append(n.ends, uint32(len(n.ids))), append(n.seqs, seq)
}

// told ends the adding.
func (n *numbering) told() {
	if !n.isMixed {
		return
	}
	n.byID = make([]uint32, len(n.ends))
	for i := range n.byID {
		n.byID[i] = uint32(i)
	}
	sort.Slice(n.byID, func(a, b int) bool { return string(n.id(int(n.byID[a]))) < string(n.id(int(n.byID[b]))) })
}

func (n *numbering) place(i int) int {
	if n.isMixed {
		return int(n.byID[i])
	}
	return i
}

// find is where an id was told among the others, and its number.
func (n *numbering) find(id string) (place int, seq uint32, err error) {
	for i := n.last; i < min(n.last+2, len(n.ends)); i++ { // the same again, or the next
		if p := n.place(i); string(n.id(p)) == id {
			n.last = i
			return p, n.seqs[p], nil
		}
	}
	i := sort.Search(len(n.ends), func(i int) bool { return string(n.id(n.place(i))) >= id })
	if i == len(n.ends) || string(n.id(n.place(i))) != id {
		return 0, 0, fmt.Errorf("store: a row belongs to %q, which is not there", id)
	}
	n.last = i
	p := n.place(i)
	return p, n.seqs[p], nil
}

// nobody is the number of what the index does not hold: those of SQLite begin with 1.
const nobody = 0

// owner is the number of the row to which a row belongs, as the number itself or as the id.
type owner struct {
	of  *numbering
	seq uint32
}

func (o *owner) Scan(v any) (err error) {
	switch v := v.(type) {
	case int64:
		o.seq = uint32(v)
	case string:
		_, o.seq, err = o.of.find(v)
	default:
		err = fmt.Errorf("store: a row belongs to %T", v)
	}
	return err
}
