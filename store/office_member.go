package store

import "time"

// AccountRequest by id, for the office; ErrNotFound.
func (q *Q) AccountRequest(id string) (*AccountRequest, error) {
	return get[AccountRequest](q, "SELECT "+names[AccountRequest]("r")+" FROM account_request r WHERE r.id = ?", id)
}

// SearchAccountRequests lists the newest first and counts them; status nil is all.
func (q *Q) SearchAccountRequests(status *int, p Page) ([]AccountRequest, int, error) {
	var w where
	if status != nil {
		w.add("r.status = ?", *status)
	}
	return page[AccountRequest](q, "r", "account_request r", &w, "r.seq DESC", p)
}

// DecideAccountRequest stores the decision on a request as the caller saw it; ErrStale.
func (t *Tx) DecideAccountRequest(r *AccountRequest, seen int, by string) error {
	r.DecidedBy, r.Decided = &by, t.now
	return update(t, "account_request", r, "id = ? AND status = ?", r.ID, seen)
}

// InstitutionByCode finds the active member with a 金融機関コード; ErrNotFound, also for "".
func (q *Q) InstitutionByCode(code string) (*Institution, error) {
	return get[Institution](q, "SELECT "+names[Institution]("i")+" FROM institution i WHERE i.code = ? AND i.code <> '' AND i.status = "+
		codeInstitutionRunning, code)
}

// SearchInstitutions lists all members by code; each word must be in a name, its kana or the code.
func (q *Q) SearchInstitutions(word string, p Page) ([]Institution, int, error) {
	var w where
	w.words(word, "i.name", "i.name_kana", "i.short_name", "i.code")
	return page[Institution](q, "i", "institution i", &w, "i.code, i.seq", p)
}

// UserSearch is a search of the office or of an administrator. Institution "" is all; for an
// administrator it is always his own. OwnUsers leaves out users of companies.
type UserSearch struct {
	Word        string
	Role        int // 0 is all
	Status      int // 0 is all
	Institution string
	OwnUsers    bool // without the users of the companies in the institution's charge
	Approver    *int // deal.ApproverState of a bank's or the office's user; nil is all
	Page
}

// managedUser is true for rows of `u` (user) with `c` (its company, LEFT JOIN) that the office
// manages, or one institution's administrator. Nobody sees sellers' persons in charge here: their
// names would tell whose company is for sale.
func managedUser(w *where, institution string, ownUsers bool) {
	w.add("u.role <> " + codeRoleSEL)
	switch {
	case ownUsers:
		w.add("u.client_type = "+codeClientInstitution+" AND u.client_id = ?", institution)
	case institution != "":
		w.add("u.client_type = "+codeClientInstitution+" AND u.client_id = ? OR c.institution_id = ?", institution, institution)
	}
}

const managedUsers = "user u LEFT JOIN company c ON c.id = u.client_id AND u.client_type = " + codeClientBuyer

// SearchManagedUsers lists the users by login ID and counts them.
func (q *Q) SearchManagedUsers(s UserSearch) ([]User, int, error) {
	var w where
	managedUser(&w, s.Institution, s.OwnUsers)
	w.words(s.Word, "u.user_name", "u.user_name_kana", "u.login_id")
	if s.Role != 0 {
		w.add("u.role = ?", s.Role)
	}
	if s.Status != 0 {
		w.add("u.status = ?", s.Status)
	}
	if s.Approver != nil {
		w.add("u.role IN ("+codeRoleFIN+", "+codeRoleADM+") AND u.approver = ?", *s.Approver)
	}
	return page[User](q, "u", managedUsers, &w, "u.login_folded, u.seq", s.Page)
}

// ManagedUser is one managed user by id; ErrNotFound.
func (q *Q) ManagedUser(institution string, ownUsers bool, id string) (*User, error) {
	var w where
	w.add("u.id = ?", id)
	managedUser(&w, institution, ownUsers)
	return get[User](q, "SELECT "+names[User]("u")+" FROM "+managedUsers+" WHERE "+w.String(), w.args...)
}

// SignIns is how many sessions of a user are running (not idle since the moment) and when the last
// one began.
func (q *Q) SignIns(userID string, idleSince time.Time) (running int, last time.Time, err error) {
	err = q.scan1([]any{&running, timeColumn{&last}}, "SELECT coalesce(sum(revoked IS NULL AND expires > ? AND last_seen > ?), 0), "+
		"max(created) FROM session WHERE user_id = ?", ms(q.now), ms(idleSince), userID)
	return running, last, err
}

// LoginFailures counts the failed sign-ins with a login ID since the moment.
func (q *Q) LoginFailures(idHash string, since time.Time) (n int, err error) {
	err = q.scan1([]any{&n}, "SELECT count(*) FROM login_failure WHERE id_hash = ? AND at >= ?", idHash, ms(since))
	return n, err
}
