package store

import "time"

// Decisions on a registration; "" waits for the bank.
const (
	RegistrationApproved = "approved"
	RegistrationReturned = "returned"
	RegistrationReplaced = "replaced" // the bank saved the details itself
)

// Registration is what a buyer entered by its registration link, and the bank's decision on it
// (domain.md 6).
type Registration struct {
	ID                 string    `db:"id"`
	CompanyID          string    `db:"company_id"`
	UserID             string    `db:"user_id"`
	Submitted          time.Time `db:"submitted"`
	Known              string    `db:"known"`   // JSON: what was stored before
	Entered            string    `db:"entered"` // JSON: what the buyer entered
	TermsVersion       int       `db:"terms_version"`
	TermsHash          string    `db:"terms_hash"`
	DeclarationVersion int       `db:"declaration_version"` // 反社会的勢力排除の表明
	DeclarationHash    string    `db:"declaration_hash"`
	IP                 string    `db:"ip"`
	Decision           string    `db:"decision"`
	Comment            string    `db:"comment"`
	Decided            time.Time `db:"decided"`
	DecidedBy          string    `db:"decided_by"`
}

// CreateRegistration writes a registration that waits for the bank; ErrDuplicate where one is
// waiting already.
func (t *Tx) CreateRegistration(r *Registration) error {
	r.ID, r.Submitted = NewID(), t.now
	return insert(t, "registration", r)
}

// Registrations of a company that the viewer maintains, the oldest first.
func (q *Q) Registrations(v Viewer, companyID string) ([]Registration, error) {
	var w where
	w.add("r.company_id = ?", companyID)
	q.maintainedCompany(v, &w)
	return list[Registration](q, "SELECT "+names[Registration]("r")+" FROM registration r JOIN company c ON c.id = r.company_id WHERE "+
		w.String()+" ORDER BY r.submitted, r.id", w.args...)
}

// WaitingRegistration of a company; ErrNotFound.
func (q *Q) WaitingRegistration(companyID string) (*Registration, error) {
	return get[Registration](q, "SELECT "+names[Registration]("r")+" FROM registration r WHERE r.company_id = ? AND r.decision = ''",
		companyID)
}

// DecideRegistration records the decision on a company's waiting registration, if there is one.
func (t *Tx) DecideRegistration(companyID, decision, comment, by string) error {
	_, err := t.exec("UPDATE registration SET decision = ?, comment = ?, decided = ?, decided_by = ? WHERE company_id = ? AND "+
		"decision = ''", decision, comment, ms(t.now), by, companyID)
	return err
}
