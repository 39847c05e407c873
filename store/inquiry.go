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

// Inquiries lists the newest first, for the office.
func (q *Q) Inquiries(limit int) ([]Inquiry, error) {
	return list[Inquiry](q, "SELECT "+names[Inquiry]("i")+" FROM inquiry i ORDER BY i.seq DESC LIMIT ?", limit)
}
