package store

import (
	"database/sql"
	"encoding/json"
)

// The lists of ids here go to SQLite as one JSON text: the statement is the same for any number of
// ids, so it stays prepared. CROSS JOIN makes the list the outer loop: left to itself the planner
// reads the whole table for every list.
const eachID = " FROM json_each(?) j CROSS JOIN "

// MaintainedRecords are the records of those of the given companies that the viewer maintains, by
// id.
func (q *Q) MaintainedRecords(v Viewer, ids []string) (map[string]*CompanyRecord, error) {
	b, err := json.Marshal(ids)
	if err != nil {
		return nil, err
	}
	var w where
	q.maintainedCompany(v, &w)
	seqs, err := codes[int64](q, "SELECT c.seq"+eachID+"company c ON c.id = j.value WHERE "+w.String(), append([]any{string(b)}, w.args...)...)
	if err != nil {
		return nil, err
	}
	out := make(map[string]*CompanyRecord, len(seqs))
	for ; len(seqs) > 0; seqs = seqs[min(batchSize, len(seqs)):] {
		batch := make([]CompanyRecord, min(batchSize, len(seqs)))
		if err := q.maintainedBatch(v, seqs[:len(batch)], batch); err != nil {
			return nil, err
		}
		for i := range batch {
			out[batch[i].ID] = &batch[i]
		}
	}
	return out, nil
}

// FirstPersons are the oldest users, or persons in charge, of companies that the viewer maintains
// who have not been stopped, by company.
func (q *Q) FirstPersons(v Viewer, companyIDs []string) (map[string]*User, error) {
	b, err := json.Marshal(companyIDs)
	if err != nil {
		return nil, err
	}
	var w where
	w.add("u.role IN (" + codeRoleSEL + ", " + codeRoleBUY + ") AND u.status IN (" + codeUserUnapproved + ", " + codeUserEnabled + ")")
	q.visibleUser(v, &w)
	found, err := list[User](q, "SELECT "+names[User]("u")+eachID+"user u ON u.client_id = j.value WHERE "+w.String()+" ORDER BY u.seq",
		append([]any{string(b)}, w.args...)...)
	if err != nil {
		return nil, err
	}
	out := map[string]*User{}
	for i := range found {
		if out[found[i].ClientID] == nil {
			out[found[i].ClientID] = &found[i]
		}
	}
	return out, nil
}

// TakenLogins are those of the given folded login IDs that are in use.
func (q *Q) TakenLogins(folded []string) (map[string]bool, error) {
	b, err := json.Marshal(folded)
	if err != nil {
		return nil, err
	}
	out := map[string]bool{}
	err = q.each(func(r *sql.Rows) error {
		var s string
		if err := r.Scan(&s); err != nil {
			return err
		}
		out[s] = true
		return nil
	}, "SELECT u.login_folded"+eachID+"user u ON u.login_folded = j.value WHERE u.role <> "+codeRoleSEL, string(b))
	return out, err
}
