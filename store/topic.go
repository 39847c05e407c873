package store

import "time"

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
}

// TopicSearch is a search for notices. Ended includes those whose time is over.
type TopicSearch struct {
	Ended         bool
	Ascending     bool
	Limit, Offset int
}

// Topics lists the notices that members may read today, by start date, and their number. Drafts and
// notices that have not begun are never included.
func (q *Q) Topics(s TopicSearch) ([]Topic, int, error) {
	var w where
	w.add("t.is_public = 1 AND t.start_date <= ?", q.Today())
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
