package negotiation

import (
	"slices"

	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
)

// standsAs is the side on which the actor stands for a part in his teams (team.md 2): who may only confirm or look acts on none.
func (d *Dealing) standsAs(q *store.Q, by web.Actor, part store.Part) (deal.Actor, error) {
	if by.Viewer.Team == "" {
		return d.As, nil
	}
	by.Viewer.Part = part
	return StandsIn(q, by, &d.Negotiation)
}

// mustAct refuses a bank's user who is not in charge of its side, where a call also lets others confirm.
func (d *Dealing) mustAct(side deal.Actor) error {
	if d.actsAs != side && d.actsAs != deal.ActorBoth && d.actsAs != deal.ActorBUY {
		return store.ErrNotFound
	}
	return nil
}

// moves are those of the sides that the actor is in charge of, and the one that a second pair of eyes confirms by a paper.
func (d *Dealing) moves(q *store.Q, by web.Actor) ([]deal.Move, error) {
	if d.actsAs == d.As {
		return deal.Moves(d.Facts, d.As), nil
	}
	out := deal.Moves(d.Facts, d.actsAs)
	confirms, err := d.standsAs(q, by, store.PartConfirms)
	if err != nil || d.paper == nil || confirms == deal.ActorNone {
		return out, err
	}
	isIt := func(m deal.Move) bool { return m.Kind == paperMoves[d.paper.Kind] }
	confirmed := slices.DeleteFunc(deal.Moves(d.Facts, confirms), func(m deal.Move) bool { return !isIt(m) })
	return append(slices.DeleteFunc(out, isIt), confirmed...), nil
}
