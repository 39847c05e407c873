package persons

import (
	"errors"
	"slices"

	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
)

// Own says what a user need not look after: colleagues are in charge of it. What he is in charge of, as a deputy too, and what
// nobody is in charge of is his. Without one (nil) all of the institution's is asked for.
type Own struct {
	by     web.Actor
	stands []string // the user, and whose deputy he is today
	others store.Work
}

// OwnOf is that of a user of a bank today.
func OwnOf(q *store.Q, by web.Actor) (*Own, error) {
	stands, err := q.StandsFor(by.ID())
	if err != nil {
		return nil, err
	}
	others, err := q.OthersWork(by.Viewer, stands)
	return &Own{by, stands, others}, err
}

// IsOthers says that colleagues are in charge of a record.
func (o *Own) IsOthers(of store.InCharge, seq uint32) bool {
	return o != nil && o.others.IsOthers(of, seq)
}

// AreOthers is IsOthers for records by their ids.
func (o *Own) AreOthers(q *store.Q, of store.InCharge, ids []string) (map[string]bool, error) {
	out := map[string]bool{}
	if o == nil {
		return out, nil
	}
	seqs, err := q.InChargeSeqs(o.by.Viewer, of, ids)
	for id, seq := range seqs {
		out[id] = o.IsOthers(of, seq)
	}
	return out, err
}

// IsOthersRow says that colleagues are in charge of each side of a negotiation on which the bank stands.
func (o *Own) IsOthersRow(n *store.DeskNegotiation) bool {
	if o == nil {
		return false
	}
	bank := o.by.Institution()
	return (n.BFID != bank || o.IsOthers(store.InChargeOfBF, n.Seq)) && (n.SFID != bank || o.IsOthers(store.InChargeOfSF, n.Seq))
}

// IsOthersPlan says that a company's next action is a colleague's: it is whom it names, else who is in charge.
func (o *Own) IsOthersPlan(c *store.PlannedCompany) bool {
	if o == nil || c.UserID == "" {
		return o.IsOthers(store.InChargeOfCompany, c.Seq)
	}
	return !slices.Contains(o.stands, c.UserID)
}

// IsOthersNext says that a negotiation's next action is a colleague's: it is whom it names, whoever is in charge; else who is.
func (o *Own) IsOthersNext(n *store.DeskNegotiation) bool {
	if o == nil {
		return false
	}
	person := n.PersonSF
	if n.BFID == o.by.Institution() {
		person = n.PersonBF
	}
	if person == "" {
		return o.IsOthersRow(n)
	}
	return !slices.Contains(o.stands, person)
}

// MayPlan says that a user may be named for the next action of a record: an enabled one of the actor's bank, and of the record's team
// where the bank shows records to these alone (team.md 2).
func MayPlan(q *store.Q, by web.Actor, userID, recordID string) (bool, error) {
	u, err := q.User(userID)
	if errors.Is(err, store.ErrNotFound) {
		return false, nil
	}
	if err != nil || web.RoleOf(u) != deal.RoleFIN || u.ClientID != by.Institution() || u.Status != int(deal.UserEnabled) {
		return false, err
	}
	return web.MayBeTold(q, u, recordID)
}
