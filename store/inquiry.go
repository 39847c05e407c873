package store

import "time"

// Inquiry is what somebody asked the office (SPEC.md 7 Public/SendInquiry; domain.md 9).
// Kind is a deal.InquiryKind; Status 0 open, 1 answered; Note is the office's own.
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
}

// CreateInquiry stores a new one.
func (t *Tx) CreateInquiry(i *Inquiry) error {
	i.ID, i.Created = NewID(), t.now
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
