package activity

import (
	"errors"

	"tsunagu/app/deal"
	"tsunagu/app/negotiation"
	"tsunagu/app/persons"
	"tsunagu/app/web"
	"tsunagu/store"
)

// check checks a next action; prefix is where it stands in the form.
func (in *NextActionSet) check(c *web.Check, q *store.Q, by web.Actor, prefix string) error {
	c.Date(prefix+"date", "次回対応日", in.Date, false)
	var own web.Check
	own.Text(in, "body", "すること", &in.Body, false)
	for _, e := range own.Errors {
		c.Fail(prefix+e.Field, e.Detail)
	}
	c.Ok(in.Body == "" || in.Date != "", prefix+"date", "いつするかを、次回対応日に入れてください。")
	if in.UserID == "" {
		return nil
	}
	u, err := q.User(in.UserID)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return err
	}
	c.Ok(err == nil && web.RoleOf(u) == deal.RoleFIN && u.ClientID == by.Institution() && u.Status == int(deal.UserEnabled),
		prefix+"userId", notTheBank)
	return nil
}

// setNext writes the next action of a company, or of the actor's side of a negotiation. What stands already is no change: a form
// that is sent again finds its own.
func setNext(tx *store.Tx, by web.Actor, of ActivityOf, in *NextActionSet) error {
	if of.CompanyID != "" {
		_, err := setCompanyNext(tx, by, of.CompanyID, in)
		return err
	}
	n, err := tx.Negotiation(by.Viewer, of.BuyerNegotiationID)
	if err != nil {
		return err
	}
	isBF, _, err := tx.StandsOn(by.Viewer, n)
	if err != nil {
		return err
	}
	day, person := n.NextActionBF, n.PersonBF
	if !isBF {
		day, person = n.NextActionSF, n.PersonSF
	}
	if day == in.Date && person == in.UserID {
		return nil
	}
	_, err = negotiation.UpdateNextAction(tx, by, &negotiation.NextActionInput{BuyerNegotiationID: of.BuyerNegotiationID,
		Version: in.Version, Date: in.Date, UserID: in.UserID})
	return err
}

// setCompanyNext writes that of a company, and returns it as it stands.
func setCompanyNext(tx *store.Tx, by web.Actor, companyID string, in *NextActionSet) (*store.CompanyNextAction, error) {
	x, err := tx.CompanyNextAction(by.Viewer, companyID)
	if err != nil {
		return nil, err
	}
	if in.Date == "" {
		in.UserID = ""
	}
	if x.Day == in.Date && x.Body == in.Body && x.UserID == in.UserID {
		return x, nil
	}
	if x.Version != in.Version {
		return nil, web.ErrStale
	}
	if in.UserID != "" {
		if may, err := persons.MayPlan(&tx.Q, by, in.UserID, companyID); err != nil {
			return nil, err
		} else if !may {
			return nil, web.Invalid("userId", notTheBank)
		}
	}
	x.Day, x.Body, x.UserID = in.Date, in.Body, in.UserID
	if err := tx.PutCompanyNextAction(x, by.ID()); err != nil {
		return nil, err
	}
	return x, tx.AddAudit(by.Line("company_next_action", "company", companyID, "ok", ""))
}

// saveNext writes a company's next action by itself: planned, changed, or done.
func saveNext(tx *store.Tx, by web.Actor, in *companyNextInput) (*companyNextAction, error) {
	if _, err := tx.InChargeSeq(by.Viewer, store.InChargeOfCompany, in.CompanyID); err != nil {
		return nil, err
	}
	var c web.Check
	if err := in.check(&c, &tx.Q, by, ""); err != nil {
		return nil, err
	}
	if err := c.Err(); err != nil {
		return nil, err
	}
	x, err := setCompanyNext(tx, by, in.CompanyID, &in.NextActionSet)
	if err != nil {
		return nil, err
	}
	names, err := userNames(&tx.Q, by)
	if err != nil {
		return nil, err
	}
	return nextOf(x, names), nil
}
