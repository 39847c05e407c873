package store

import "time"

// LoginChange is a new login ID for a user that a second person has to confirm. Until then no mail
// goes to it and nobody can sign in with it.
type LoginChange struct {
	UserID      string    `db:"user_id"`
	LoginID     string    `db:"login_id"`
	Reason      string    `db:"reason"`
	RequestedBy string    `db:"requested_by"`
	Requested   time.Time `db:"requested"`
}

// LoginChange is the waiting change of a user's login ID; ErrNotFound.
func (q *Q) LoginChange(userID string) (*LoginChange, error) {
	return get[LoginChange](q, "SELECT "+names[LoginChange]("l")+" FROM login_change l WHERE l.user_id = ?", userID)
}

// PutLoginChange stores a waiting change, in place of an older one of the same user.
func (t *Tx) PutLoginChange(l *LoginChange) error {
	if err := t.DropLoginChange(l.UserID); err != nil {
		return err
	}
	l.Requested = t.now
	return insert(t, "login_change", l)
}

// DropLoginChange deletes a user's waiting change, once it is decided or before a newer one is
// stored.
func (t *Tx) DropLoginChange(userID string) error {
	_, err := t.exec("DELETE FROM login_change WHERE user_id = ?", userID)
	return err
}

// CountUsers counts the own users of an institution with a role in one of the statuses.
func (q *Q) CountUsers(institutionID string, role int, statuses ...int) (n int, err error) {
	args := []any{institutionID, role}
	for _, s := range statuses {
		args = append(args, s)
	}
	err = q.scan1([]any{&n}, "SELECT count(*) FROM user u WHERE u.client_id = ? AND u.client_type = "+codeClientInstitution+
		" AND u.role = ? AND u.status IN ("+marks(len(statuses))+")", args...)
	return n, err
}

// UserTasks counts the users about whom an administrator or the office has to decide something.
type UserTasks struct {
	Waiting, Former, Logins int
}

// UserTasks counts bank and office users who wait to be approvers, those who are approvers only
// because they were there before that had to be decided, and login IDs that wait for confirmation.
// Institution "" is the office's own.
func (q *Q) UserTasks(institution string, own bool) (s UserTasks, err error) {
	var w where
	managedUser(&w, institution, own)
	if !own {
		// Where a bank has an administrator, its users are for the administrator to decide, not for
		// the office.
		w.add("u.role = " + codeRoleADM + " OR NOT EXISTS (SELECT 1 FROM user f WHERE f.client_id = u.client_id AND f.role = " + codeRoleFAD +
			" AND f.status IN (" + codeUserUnapproved + ", " + codeUserEnabled + ", " + codeUserBlocked + "))")
	}
	w.add("u.status IN (" + codeUserUnapproved + ", " + codeUserEnabled + ")")
	err = q.scan1([]any{&s.Waiting, &s.Former}, "SELECT coalesce(sum(u.approver = "+codeApproverWaits+" AND u.business <> "+
		codeBusinessLending+"), 0), coalesce(sum(u.approver = "+
		codeApproverFormer+"), 0) FROM "+managedUsers+" WHERE u.role IN ("+codeRoleFIN+", "+codeRoleADM+") AND "+w.String(), w.args...)
	if err != nil {
		return s, err
	}
	var l where
	managedUser(&l, institution, false)
	err = q.scan1([]any{&s.Logins}, "SELECT count(*) FROM "+managedUsers+" JOIN login_change x ON x.user_id = u.id WHERE "+l.String(),
		l.args...)
	return s, err
}

// LoginChanges are the waiting changes, the oldest first: all, or those of one institution's users
// and of the companies in its charge.
func (q *Q) LoginChanges(institution string) ([]LoginChange, error) {
	var w where
	managedUser(&w, institution, false)
	return list[LoginChange](q, "SELECT "+names[LoginChange]("x")+" FROM "+managedUsers+" JOIN login_change x ON x.user_id = u.id WHERE "+
		w.String()+" ORDER BY x.requested, x.user_id", w.args...)
}
