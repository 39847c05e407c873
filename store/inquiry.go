package store

import "time"

// Inquiry is what somebody asked the office (SPEC.md 7 Public/SendInquiry; domain.md 9).
// Kind is a deal.InquiryKind; Status a deal.InquiryStatus; Note is the office's own; IsRead says that the sender
// has read all answers.
type Inquiry struct {
	ID           string    `db:"id"`
	Kind         int       `db:"kind"`
	Name         string    `db:"name"`
	NameKana     string    `db:"name_kana"`
	Organisation string    `db:"organisation"`
	Mail         string    `db:"mail"`
	Phone        string    `db:"phone"`
	Body         string    `db:"body"`
	UserID       string    `db:"user_id"` // "" for a visitor
	Status       int       `db:"status"`
	Note         string    `db:"note"`
	Created      time.Time `db:"created"`
	IsRead       bool      `db:"is_read"`
}

// InquiryMessage is one text of the thread that follows an inquiry: an answer of the office's, or a reply of the sender's.
type InquiryMessage struct {
	ID        string    `db:"id"`
	InquiryID string    `db:"inquiry_id"`
	IsOffice  bool      `db:"is_office"`
	UserID    string    `db:"user_id"` // "" for a visitor
	Body      string    `db:"body"`
	Created   time.Time `db:"created"`
}

// CreateInquiry stores a new one.
func (t *Tx) CreateInquiry(i *Inquiry) error {
	i.ID, i.Created, i.IsRead = NewID(), t.now, true
	return insert(t, "inquiry", i)
}

// SameInquiry is the number of an inquiry with the same content that was sent later than since, by a
// second press of the button or after a lost answer; ErrNotFound.
func (q *Q) SameInquiry(i *Inquiry, since time.Time) (string, error) {
	same, err := get[Inquiry](q, "SELECT "+names[Inquiry]("i")+" FROM inquiry i WHERE i.created >= ? AND i.mail = ? AND i.kind = ? AND "+
		"i.name = ? AND i.name_kana = ? AND i.organisation = ? AND i.phone = ? AND i.body = ? AND ifnull(i.user_id, '') = ? ORDER BY "+
		"i.seq LIMIT 1",
		ms(since), i.Mail, i.Kind, i.Name, i.NameKana, i.Organisation, i.Phone, i.Body, i.UserID)
	if err != nil {
		return "", err
	}
	return same.ID, nil
}

// Inquiries lists the newest first, for the office.
func (q *Q) Inquiries(limit int) ([]Inquiry, error) {
	return list[Inquiry](q, "SELECT "+names[Inquiry]("i")+" FROM inquiry i ORDER BY i.seq DESC LIMIT ?", limit)
}

// Inquiry by id, for the office; ErrNotFound.
func (q *Q) Inquiry(id string) (*Inquiry, error) {
	return get[Inquiry](q, "SELECT "+names[Inquiry]("i")+" FROM inquiry i WHERE i.id = ?", id)
}

// OwnInquiry is one that the user sent himself; ErrNotFound.
func (q *Q) OwnInquiry(userID, id string) (*Inquiry, error) {
	return get[Inquiry](q, "SELECT "+names[Inquiry]("i")+" FROM inquiry i WHERE i.id = ? AND i.user_id = ? AND i.user_id <> ''", id, userID)
}

// OwnInquiries are those that the user sent, the newest first.
func (q *Q) OwnInquiries(userID string, p Page) ([]Inquiry, int, error) {
	var w where
	w.add("i.user_id = ? AND i.user_id <> ''", userID)
	return page[Inquiry](q, "i", "inquiry i", &w, "i.seq DESC", p)
}

// InquiryMessages are the thread of an inquiry, oldest first.
func (q *Q) InquiryMessages(inquiryID string) ([]InquiryMessage, error) {
	return list[InquiryMessage](q, "SELECT "+names[InquiryMessage]("m")+" FROM inquiry_message m WHERE m.inquiry_id = ? "+
		"ORDER BY m.seq", inquiryID)
}

// AddInquiryMessage adds a text to the thread and leaves the inquiry in a status, if it stands in the one that the
// writer saw; ErrStale. An answer of the office's is unread by the sender; who replies has read all.
func (t *Tx) AddInquiryMessage(m *InquiryMessage, seen, status int) error {
	if err := t.execOne("UPDATE inquiry SET status = ?, is_read = ? WHERE id = ? AND status = ?", status, !m.IsOffice, m.InquiryID,
		seen); err != nil {
		return err
	}
	m.ID, m.Created = NewID(), t.now
	return insert(t, "inquiry_message", m)
}

// ReadInquiry marks the answers of the user's own inquiry as read.
func (t *Tx) ReadInquiry(id string) error {
	return t.execOne("UPDATE inquiry SET is_read = 1 WHERE id = ?", id)
}
