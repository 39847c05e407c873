package store

import (
	"encoding/json"
	"time"
)

// AccountRequest is an institution's wish to join (SPEC.md 3 Account request; domain.md 6).
// Status is a deal.AccountRequestStatus.
type AccountRequest struct {
	ID            string    `db:"id"`
	Status        int       `db:"status"`
	Fields        string    `db:"fields"` // the institution as it asked to be, as JSON
	Reason        string    `db:"reason"`
	InstitutionID *string   `db:"institution_id"` // once approved
	DecidedBy     *string   `db:"decided_by"`
	Decided       time.Time `db:"decided"`
	Created       time.Time `db:"created"`
}

// Institution is the institution that the request describes. It is not a member yet, so it has no
// id.
func (r *AccountRequest) Institution() (*Institution, error) {
	i := &Institution{}
	return i, json.Unmarshal([]byte(r.Fields), i)
}

// CreateAccountRequest stores a wish to join with the institution's fields.
func (t *Tx) CreateAccountRequest(i *Institution) (*AccountRequest, error) {
	b, err := json.Marshal(i)
	if err != nil {
		return nil, err
	}
	r := &AccountRequest{ID: NewID(), Fields: string(b), Created: t.now}
	return r, insert(t, "account_request", r)
}

// AccountRequests lists the newest first, for the office.
func (q *Q) AccountRequests(limit int) ([]AccountRequest, error) {
	return list[AccountRequest](q, "SELECT "+names[AccountRequest]("r")+" FROM account_request r ORDER BY r.seq DESC LIMIT ?", limit)
}
