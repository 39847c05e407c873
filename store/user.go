package store

import "time"

// User is every person with an account or a record: buyers' users, sellers' persons in charge,
// banks' users, the office (SPEC.md 3 User; domain.md 1). Codes are those of app/deal.
type User struct {
	ID           string `db:"id"`
	Role         int    `db:"role"`
	ClientType   int    `db:"client_type"`
	ClientID     string `db:"client_id"` // buyer or seller company, institution, or "" for the office
	LoginID      string `db:"login_id"`
	LoginFolded  string `db:"login_folded"`
	UserName     string `db:"user_name"`
	UserNameKana string `db:"user_name_kana"`
	Department   string `db:"department"`
	Position     string `db:"position"`
	Phone1       string `db:"phone1"`
	Phone2       string `db:"phone2"`
	Fax          string `db:"fax"`
	Status       int    `db:"status"`
	SystemType   int    `db:"system_type"`
	UserType     int    `db:"user_type"`
	MemberType   int    `db:"member_type"`
	RegistType   int    `db:"regist_type"`

	RegistSendMail       bool      `db:"regist_send_mail"`
	TrialSendMail        bool      `db:"trial_send_mail"`
	PasswordHash         string    `db:"password_hash"`
	IsNeedPasswordChange bool      `db:"is_need_password_change"`
	PasswordChanged      time.Time `db:"password_changed"`

	Approver   int       `db:"approver"`    // deal.ApproverState
	AdmittedBy string    `db:"admitted_by"` // who last decided Approver; "" where no decision was needed
	Admitted   time.Time `db:"admitted"`
	LoginBy    string    `db:"login_by"` // who set the login ID, and so may own its mailbox

	IsMailedAll bool `db:"is_mailed_all"` // of a bank: mails about all that the institution has, not only about what is his or nobody's
	Business    int  `db:"business"`      // deal.Business of a bank's user

	Stamp
}

// Stamp is who wrote a row when, and its version for optimistic locking.
type Stamp struct {
	Version  int       `db:"version"`
	Creator  string    `db:"creator"`
	Created  time.Time `db:"created"`
	Modifier string    `db:"modifier"`
	Modified time.Time `db:"modified"`
}

// touch stamps a row that the user writes now: a new one gets version 1.
func (t *Tx) touch(s *Stamp, userID string) {
	s.Version++
	s.Modifier, s.Modified = userID, t.now
	if s.Created.IsZero() {
		s.Creator, s.Created = userID, t.now
	}
}

// User by id; ErrNotFound.
func (q *Q) User(id string) (*User, error) {
	return get[User](q, "SELECT "+names[User]("u")+" FROM user u WHERE u.id = ?", id)
}

// UserByLogin finds the user who signs in with this folded ID; sellers' persons in charge cannot
// sign in.
func (q *Q) UserByLogin(folded string) (*User, error) {
	return get[User](q, "SELECT "+names[User]("u")+" FROM user u WHERE u.login_folded = ? AND u.role <> "+codeRoleSEL, folded)
}

// UsersOf lists a client's users of one role, the oldest first.
func (q *Q) UsersOf(clientID string, role int) ([]User, error) {
	return list[User](q, "SELECT "+names[User]("u")+" FROM user u WHERE u.client_id = ? AND u.role = ? ORDER BY u.seq", clientID, role)
}

// DealUsersOf are the users of an institution who work on deals: all of its bank users but those who work on lending alone
// (team.md 2), to whom a deal does not exist.
func (q *Q) DealUsersOf(institutionID string) ([]User, error) {
	return list[User](q, "SELECT "+names[User]("u")+" FROM user u WHERE u.client_id = ? AND u.role = "+codeRoleFIN+
		" AND u.business <> "+codeBusinessLending+" ORDER BY u.seq", institutionID)
}

// CreateUser writes a new user; ErrDuplicate when the login ID exists anywhere.
func (t *Tx) CreateUser(u *User, by string) error {
	if u.ID == "" {
		u.ID = NewID()
	}
	t.touch(&u.Stamp, by)
	u.LoginBy = by
	return insert(t, "user", u)
}

// UpdateUser writes a user as the caller saw it; ErrStale, ErrDuplicate.
func (t *Tx) UpdateUser(u *User, by string) error {
	seen := u.Version
	t.touch(&u.Stamp, by)
	return update(t, "user", u, "id = ? AND version = ?", u.ID, seen)
}

// ClientCompany is what of a company decides whether its users take part in the network.
type ClientCompany struct {
	InstitutionID string    `db:"institution_id"` // in charge of it
	Status        int       `db:"status"`
	IsTrial       bool      `db:"is_trial"`
	TrialUntil    time.Time `db:"trial_until"`
}

// ClientCompany is the company for which users act; ErrNotFound.
func (q *Q) ClientCompany(id string) (*ClientCompany, error) {
	return get[ClientCompany](q, "SELECT "+names[ClientCompany]("c")+" FROM company c WHERE c.id = ?", id)
}

// InstitutionOf is the institution for which the user acts: a bank user's own, for a buyer or
// seller the one in charge of the company, "" for the office.
func (q *Q) InstitutionOf(u *User) (string, error) {
	switch u.ClientType {
	case 3:
		return u.ClientID, nil
	case 1, 2:
		var id string
		err := q.scan1([]any{&id}, "SELECT institution_id FROM company WHERE id = ?", u.ClientID)
		return id, err
	}
	return "", nil
}
