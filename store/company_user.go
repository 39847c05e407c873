package store

import (
	"database/sql"
	"time"
)

// VisibleUser is a user that the viewer may know of: a colleague, or one of a company that the
// viewer maintains; ErrNotFound.
func (q *Q) VisibleUser(v Viewer, id string) (*User, error) {
	var w where
	w.add("u.id = ?", id)
	q.visibleUser(v, &w)
	return get[User](q, "SELECT "+names[User]("u")+" FROM user u WHERE "+w.String(), w.args...)
}

// VisibleUsers lists the users of a client with one role that the viewer may know of, the
// oldest first. A client that is not the viewer's has none.
func (q *Q) VisibleUsers(v Viewer, clientID string, role int) ([]User, error) {
	var w where
	w.add("u.client_id = ? AND u.role = ?", clientID, role)
	q.visibleUser(v, &w)
	return list[User](q, "SELECT "+names[User]("u")+" FROM user u WHERE "+w.String()+" ORDER BY u.seq", w.args...)
}

// AuditOfCompany lists what the institution in charge and the company itself did to a company that
// the viewer maintains, and to its users and needs, the newest first. What others read or did is
// not in it: that would tell who is interested.
func (q *Q) AuditOfCompany(v Viewer, companyID string, limit int) ([]AuditLine, error) {
	if _, err := q.MaintainedCompany(v, companyID); err != nil {
		return nil, err
	}
	return list[AuditLine](q, "SELECT "+names[AuditLine]("l")+` FROM audit l WHERE l.institution_id IN `+continuedBy+` AND l.subject_id IN (
		SELECT ? UNION ALL SELECT id FROM user WHERE client_id = ? UNION ALL SELECT id FROM needs WHERE client_id = ?
		UNION ALL SELECT import_id FROM company_imported WHERE company_id = ?) ORDER BY l.seq DESC LIMIT ?`, v.InstitutionID, v.InstitutionID,
		companyID, companyID, companyID, companyID, limit)
}

// WaitingUser is somebody whom a buyer has added, with the company's name.
type WaitingUser struct {
	ID, ClientID, UserName, CompanyName string
	Created                             time.Time
}

// WaitingUsers are the users whom buyers that the viewer maintains have added themselves and who
// were not approved yet: no link to set a password was mailed. The oldest come first.
func (q *Q) WaitingUsers(v Viewer) ([]WaitingUser, error) {
	var w where
	w.add("u.role = " + codeRoleBUY + " AND u.client_type = " + codeClientBuyer + " AND u.status = " + codeUserUnapproved +
		" AND u.regist_type = 1 AND u.password_hash = ''")
	w.add("NOT EXISTS (SELECT 1 FROM link_key k WHERE k.kind = ? AND k.subject_id = u.id)", LinkPassword)
	q.maintainedCompany(v, &w)
	out := []WaitingUser{}
	err := q.each(func(r *sql.Rows) error {
		var u WaitingUser
		var created int64
		if err := r.Scan(&u.ID, &u.ClientID, &u.UserName, &u.CompanyName, &created); err != nil {
			return err
		}
		u.Created = time.UnixMilli(created)
		out = append(out, u)
		return nil
	}, "SELECT u.id, u.client_id, u.user_name, coalesce(d.company_name, ''), u.created FROM user u CROSS JOIN company c ON c.id = "+
		"u.client_id LEFT JOIN company_details d ON d.company_id = c.id WHERE "+w.String()+" ORDER BY u.seq", w.args...)
	return out, err
}
