package store

import (
	"errors"
	"time"
)

// Activity is what a bank's user noted of a call or a visit about a record that the institution works on (活動記録, team.md 1). It is
// the institution's own: nobody else learns that it is there.
type Activity struct {
	ID            string   `db:"id"`
	Of            InCharge `db:"kind"`
	RecordSeq     uint32   `db:"record_seq"`
	InstitutionID string   `db:"institution_id"`
	Day           string   `db:"day"`   // when it took place, YYYY-MM-DD
	Means         int      `db:"means"` // deal.ActivityMeans
	Counterpart   string   `db:"counterpart"`
	Body          string   `db:"body"`

	Stamp
}

// ActivityOf names what an activity is about: a company, or a negotiation, of which it is the own side.
type ActivityOf struct{ CompanyID, NegotiationID string }

// activitiesOf is true for rows of `a` about a record that the viewer's institution works on, and says which kind and number a new
// one gets; ErrNotFound for any other record. What a bank noted on either side of a negotiation is one list: it may have stood on both
// before the other side changed hands.
func (q *Q) activitiesOf(v Viewer, of ActivityOf) (w *where, kind InCharge, seq uint32, err error) {
	id, kinds, own := of.CompanyID, []InCharge{InChargeOfCompany}, []InCharge{}
	if id == "" {
		id, kinds = of.NegotiationID, []InCharge{InChargeOfBF, InChargeOfSF}
	}
	for _, k := range kinds {
		found, err := q.InChargeSeq(v, k, id)
		if errors.Is(err, ErrNotFound) {
			continue
		}
		if err != nil {
			return nil, 0, 0, err
		}
		if seq, own = found, append(own, k); kind == 0 {
			kind = k
		}
	}
	if v.Team != "" { // the other side's are its team's
		kinds = own
	}
	if kind == 0 {
		return nil, 0, 0, ErrNotFound
	}
	w = &where{}
	w.add("a.record_seq = ? AND a.kind IN ("+marks(len(kinds))+") AND a.institution_id = ?", append(append([]any{seq}, anyOf(kinds)...),
		v.InstitutionID)...)
	return w, kind, seq, nil
}

// Activities are a page of a record's, the newest day first, and the count of all; ErrNotFound for a record that the viewer's
// institution does not work on.
func (q *Q) Activities(v Viewer, of ActivityOf, p Page) ([]Activity, int, error) {
	w, _, _, err := q.activitiesOf(v, of)
	if err != nil {
		return nil, 0, err
	}
	return page[Activity](q, "a", "activity a", w, "a.day DESC, a.seq DESC", p)
}

// Activity is one of a record's; ErrNotFound.
func (q *Q) Activity(v Viewer, of ActivityOf, id string) (*Activity, error) {
	w, _, _, err := q.activitiesOf(v, of)
	if err != nil {
		return nil, err
	}
	w.add("a.id = ?", id)
	return get[Activity](q, "SELECT "+names[Activity]("a")+" FROM activity a WHERE "+w.String(), w.args...)
}

// NewActivity is one about a record that the viewer's institution works on, not written yet; ErrNotFound for any other record.
func (q *Q) NewActivity(v Viewer, of ActivityOf) (*Activity, error) {
	_, kind, seq, err := q.activitiesOf(v, of)
	return &Activity{Of: kind, RecordSeq: seq, InstitutionID: v.InstitutionID}, err
}

// CreateActivity writes a new one.
func (t *Tx) CreateActivity(a *Activity, by string) error {
	a.ID = NewID()
	t.touch(&a.Stamp, by)
	return insert(t, "activity", a)
}

// UpdateActivity writes one as the caller saw it; ErrStale.
func (t *Tx) UpdateActivity(a *Activity, by string) error {
	seen := a.Version
	t.touch(&a.Stamp, by)
	return update(t, "activity", a, "id = ? AND version = ?", a.ID, seen)
}

// DeleteActivity deletes one as the caller saw it; ErrStale.
func (t *Tx) DeleteActivity(a *Activity) error {
	return t.execOne("DELETE FROM activity WHERE id = ? AND version = ?", a.ID, a.Version)
}

// CompanyNextAction is when a bank turns to its customer next, and what for (次回対応).
type CompanyNextAction struct {
	CompanySeq    uint32 `db:"company_seq"`
	InstitutionID string `db:"institution_id"`
	Day           string `db:"day"`  // YYYY-MM-DD; "" where it is done
	Body          string `db:"body"` // what is to be done
	UserID        string `db:"user_id"`

	Stamp
}

// CompanyNextAction is that of a company in the viewer's charge, with version 0 where there never was one; ErrNotFound for any
// other company.
func (q *Q) CompanyNextAction(v Viewer, companyID string) (*CompanyNextAction, error) {
	seq, err := q.InChargeSeq(v, InChargeOfCompany, companyID)
	if err != nil {
		return nil, err
	}
	found, err := list[CompanyNextAction](q, "SELECT "+names[CompanyNextAction]("a")+
		" FROM company_next_action a WHERE a.company_seq = ? AND a.institution_id = ?", seq, v.InstitutionID)
	if err != nil || len(found) == 0 {
		return &CompanyNextAction{CompanySeq: seq, InstitutionID: v.InstitutionID}, err
	}
	return &found[0], nil
}

// PutCompanyNextAction writes one as the caller saw it; ErrStale.
func (t *Tx) PutCompanyNextAction(a *CompanyNextAction, by string) error {
	seen := a.Version
	t.touch(&a.Stamp, by)
	if seen == 0 {
		return insert(t, "company_next_action", a)
	}
	return update(t, "company_next_action", a, "company_seq = ? AND version = ?", a.CompanySeq, seen)
}

// EndCompanyNextAction deletes what an institution planned for a company that is not in its charge any more.
func (t *Tx) EndCompanyNextAction(companyID string) error {
	_, err := t.exec("DELETE FROM company_next_action WHERE company_seq = (SELECT c.seq FROM company c WHERE c.id = ?)", companyID)
	return err
}

// PlannedCompany is a company with the next action that its bank planned.
type PlannedCompany struct {
	Seq      uint32    `db:"seq"`
	ID       string    `db:"id"`
	Kind     int       `db:"kind"`
	Name     string    `db:"name"`
	Day      string    `db:"day"`
	Body     string    `db:"body"`
	UserID   string    `db:"user_id"` // "" where it is whose the company is, or who was named may not act any more
	Modified time.Time `db:"modified"`
}

// PlannedCompanies are the companies in the viewer's charge, except disabled ones, that have a next action up to a day, the first
// day first.
func (q *Q) PlannedCompanies(v Viewer, until string) ([]PlannedCompany, error) {
	if v.IsBuyer() {
		return nil, nil
	}
	t := inChargeTable[InChargeOfCompany]
	return list[PlannedCompany](q, "SELECT c.seq, c.id, c.kind, coalesce(d.company_name, '') AS name, a.day, a.body, "+
		"coalesce(u.id, '') AS user_id, a.modified FROM company_next_action a CROSS JOIN company c ON c.seq = a.company_seq "+
		"LEFT JOIN company_details d ON d.company_id = c.id LEFT JOIN user u ON u.id = a.user_id AND u.client_id = a.institution_id AND "+
		"u.status = "+codeUserEnabled+" WHERE a.institution_id = ? AND a.day <> '' AND a.day <= ? AND "+v.own(InChargeOfCompany)+" AND "+t.live+
		" ORDER BY a.day, c.seq", v.InstitutionID, until, v.InstitutionID)
}
