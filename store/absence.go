package store

import "time"

// Absence is when a bank's user is away, and who looks after what is his meanwhile (代理, team.md 1). A user has one at most.
type Absence struct {
	UserID   string    `db:"user_id"`
	FirstDay string    `db:"first_day"` // YYYY-MM-DD in Japan, as LastDay, which is included
	LastDay  string    `db:"last_day"`
	DeputyID string    `db:"deputy_id"` // "" for nobody
	Creator  string    `db:"creator"`
	Created  time.Time `db:"created"`
}

// IsOn says whether a day is in it.
func (a *Absence) IsOn(day string) bool { return a.FirstDay <= day && day <= a.LastDay }

// Absence is a user's, if it is not over; ErrNotFound.
func (q *Q) Absence(userID string) (*Absence, error) {
	return get[Absence](q, "SELECT "+names[Absence]("a")+" FROM absence a WHERE a.user_id = ? AND a.last_day >= ?", userID, q.Today())
}

// AbsencesFor are those that are not over in which a user is the deputy, the first to begin first.
func (q *Q) AbsencesFor(deputyID string) ([]Absence, error) {
	return list[Absence](q, "SELECT "+names[Absence]("a")+" FROM absence a WHERE a.deputy_id = ? AND a.last_day >= ? ORDER BY a.first_day, "+
		"a.user_id", deputyID, q.Today())
}

// AbsencesOf are those of an institution's users that are not over.
func (q *Q) AbsencesOf(institutionID string) ([]Absence, error) {
	return list[Absence](q, "SELECT "+names[Absence]("a")+" FROM user u JOIN absence a ON a.user_id = u.id WHERE u.client_id = ? AND "+
		"u.role = "+codeRoleFIN+" AND a.last_day >= ? ORDER BY a.first_day, a.user_id", institutionID, q.Today())
}

// StandsFor are the user himself and those whose deputy he is today.
func (q *Q) StandsFor(userID string) ([]string, error) {
	absent, err := codes[string](q, "SELECT a.user_id FROM absence a WHERE a.deputy_id = ? AND ? BETWEEN a.first_day AND a.last_day "+
		"ORDER BY a.user_id", userID, q.Today())
	return append([]string{userID}, absent...), err
}

// SetAbsence writes a user's absence in place of the one before.
func (t *Tx) SetAbsence(a *Absence, by string) error {
	if err := t.EndAbsence(a.UserID); err != nil {
		return err
	}
	a.Creator, a.Created = by, t.now
	return insert(t, "absence", a)
}

// EndAbsence ends a user's absence, if there is one.
func (t *Tx) EndAbsence(userID string) error {
	_, err := t.exec("DELETE FROM absence WHERE user_id = ?", userID)
	return err
}
