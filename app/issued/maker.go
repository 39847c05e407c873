package issued

import (
	"slices"

	"tsunagu/app/web"
	"tsunagu/store"
)

// Subject is the record that a paper is about: of a negotiation one of its sides.
type Subject struct {
	Of store.InCharge
	ID string
}

// Maker is a kind of paper that may be made about a kind of record. The room that makes it registers it with [Room.Makes]; who asks has
// been found to work on the record, on that side, before either function is called. What of the record he may know at his level, the
// maker asks itself.
type Maker struct {
	Kind Kind
	Of   store.InCharge
	// Offer is what the screen says of the paper; nil where it cannot be made for this reader now, and nothing shall be said of it.
	Offer func(q *store.Q, by web.Actor, id string) (*Offer, error)
	// Make composes the paper. Where Offer is nil it is not called; the answer is store.ErrNotFound.
	Make func(tx *store.Tx, by web.Actor, id string) (*Paper, error)
}

// Offer is a paper that can be made.
type Offer struct {
	Text    string // what the paper is, and to whom it goes, in a sentence
	Blocked string // why it cannot be made yet, and what to do; "" where it can
}

type makers struct{ all []Maker }

// Makes registers a maker; before the first request.
func (a Room) Makes(m Maker) {
	s := web.StateOf[makers](a.Platform)
	s.all = append(s.all, m)
}

// makersOf are those of a record on a side.
func (a Room) makersOf(of store.InCharge) []Maker {
	return slices.DeleteFunc(slices.Clone(web.StateOf[makers](a.Platform).all), func(m Maker) bool { return m.Of != of })
}
