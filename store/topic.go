package store

import (
	"slices"
	"time"
)

// Topic is a notice of the office to its members (SPEC.md 3, 7 Topics/GetTopics). Dates are days in
// Japan; an empty end means no end. A topic that is not public is a draft.
type Topic struct {
	ID        string    `db:"id"`
	Title     string    `db:"title"`
	Body      string    `db:"body"`
	StartDate string    `db:"start_date"`
	EndDate   string    `db:"end_date"`
	IsPublic  bool      `db:"is_public"`
	Creator   string    `db:"creator"`
	Created   time.Time `db:"created"`
	Modifier  string    `db:"modifier"`
	Modified  time.Time `db:"modified"`

	Audience      int       `db:"audience"`       // deal.TopicAudience
	InstitutionID string    `db:"institution_id"` // of an audience of one institution, else ""
	Importance    int       `db:"importance"`     // 1 is important
	IsMailed      bool      `db:"is_mailed"`      // it is to be mailed, too
	MailedAt      time.Time `db:"mailed_at"`      // to everybody; zero while some are left
	MailedUpto    int64     `db:"mailed_upto"`    // number of the last user who was looked at so far
	MailedCount   int       `db:"mailed_count"`   // how many were mailed so far
}

// TopicSearch is a search for notices. Ended includes those whose time is over.
type TopicSearch struct {
	Ended         bool
	Ascending     bool
	Limit, Offset int
}

// Topics lists the notices that the viewer may read today, by start date, and their number. Drafts and
// notices that have not begun are never included.
func (q *Q) Topics(v Viewer, s TopicSearch) ([]Topic, int, error) {
	var w where
	q.visibleTopic(v, &w)
	if !s.Ended {
		w.add("t.end_date = '' OR t.end_date >= ?", q.Today())
	}
	var n int
	if err := q.scan1([]any{&n}, "SELECT count(*) FROM topic t WHERE "+w.String(), w.args...); err != nil {
		return nil, 0, err
	}
	order := "DESC"
	if s.Ascending {
		order = "ASC"
	}
	ts, err := list[Topic](q, "SELECT "+names[Topic]("t")+" FROM topic t WHERE "+w.String()+" ORDER BY t.start_date "+order+", t.id "+order+
		" LIMIT ? OFFSET ?", append(w.args, s.Limit, s.Offset)...)
	return ts, n, err
}

// CreateTopic writes a new topic.
func (t *Tx) CreateTopic(x *Topic, by string) error {
	x.ID, x.Creator, x.Modifier, x.Created, x.Modified = NewID(), by, by, t.now, t.now
	return insert(t, "topic", x)
}

// ClosedTopics are the ids of the notices that the user closed.
func (q *Q) ClosedTopics(userID string) ([]string, error) {
	return codes[string](q, "SELECT topic_id FROM topic_closed WHERE user_id = ? ORDER BY topic_id", userID)
}

// CloseTopic closes a notice for the viewer who may read it; ErrNotFound. isNew is false where it was closed before.
func (t *Tx) CloseTopic(v Viewer, id string) (isNew bool, err error) {
	var w where
	w.add("t.id = ?", id)
	t.visibleTopic(v, &w)
	if _, err := get[Topic](&t.Q, "SELECT "+names[Topic]("t")+" FROM topic t WHERE "+w.String(), w.args...); err != nil {
		return false, err
	}
	n, err := t.exec("INSERT OR IGNORE INTO topic_closed (topic_id, user_id, at) VALUES (?, ?, ?)", id, v.UserID, ms(t.now))
	return n > 0, err
}

// untoldTopic is true for rows of `t` (topic) that have begun, are to be mailed and were not.
func (q *Q) untoldTopic(w *where) {
	w.add("t.is_public = 1 AND t.is_mailed = 1 AND t.mailed_at IS NULL AND t.start_date <= ?1 AND (t.end_date = '' OR t.end_date >= ?1)",
		q.Today())
}

// UntoldTopics are the ids of the notices whose mails are due.
func (q *Q) UntoldTopics() ([]string, error) {
	var w where
	q.untoldTopic(&w)
	return codes[string](q, "SELECT t.id FROM topic t WHERE "+w.String()+" ORDER BY t.id", w.args...)
}

// UntoldTopic is the notice if its mails are due, else nil.
func (q *Q) UntoldTopic(id string) (*Topic, error) {
	ids, err := q.UntoldTopics()
	if err != nil || !slices.Contains(ids, id) {
		return nil, err
	}
	return get[Topic](q, "SELECT "+names[Topic]("t")+" FROM topic t WHERE t.id = ?", id)
}

// TopicMailed records how far the mails of a notice have come (MailedUpto, MailedCount), and where isAll that all are in the outbox.
func (t *Tx) TopicMailed(x *Topic, isAll bool) error {
	if isAll {
		x.MailedAt = t.now
	}
	return t.execOne("UPDATE topic SET mailed_upto = ?, mailed_count = ?, mailed_at = ? WHERE id = ? AND mailed_at IS NULL", x.MailedUpto,
		x.MailedCount, ms(x.MailedAt), x.ID)
}

// TopicUser is a user whom a notice may be for.
type TopicUser struct {
	Seq int64 `db:"seq,given"` // in the order of which a notice is mailed
	User
}

// TopicUsers are the first users, of every status, of the roles and the institution that a notice is for behind the one of a number.
func (q *Q) TopicUsers(x *Topic, behind int64, limit int) ([]TopicUser, error) {
	return list[TopicUser](q, "SELECT "+names[TopicUser]("u")+" FROM user u WHERE u.seq > ? AND CASE ? WHEN 0 THEN "+
		"u.role IN ("+codeRoleBUY+", "+codeRoleFIN+") WHEN 1 THEN u.role = "+codeRoleFIN+" WHEN 2 THEN u.role = "+codeRoleBUY+
		" ELSE u.role = "+codeRoleFIN+" AND u.client_id = ? END ORDER BY u.seq LIMIT ?", behind, x.Audience, x.InstitutionID, limit)
}
