package store

import (
	"fmt"
	"strings"
	"time"
)

// OfficeListing is a sale listing as the office sees it: metadata, and of the content the
// published title and period alone (domain.md 9, last paragraph).
type OfficeListing struct {
	ID            string    `db:"id"`
	InstitutionID string    `db:"institution_id"`
	Status        int       `db:"status"` // as stored: 0 to 4
	IsSuspended   bool      `db:"is_suspended"`
	PublishedAt   time.Time `db:"published_at"`
	Version       int       `db:"version"`
	Modified      time.Time `db:"modified"`
	BusinessName  string    `db:"business_name"` // "" where nothing was published
	StartDate     string    `db:"start_date"`
	DueDate       string    `db:"due_date"`
}

// officeListings joins listings with the few columns that the office may see, under the alias o. %s
// stands for the listings' numbers.
const officeListings = `(SELECT l.seq, l.id, l.institution_id, l.status, l.is_suspended, l.published_at, l.version, l.modified,
	coalesce(p.business_name, '') business_name, coalesce(p.start_date, '') start_date, coalesce(p.due_date, '') due_date
	FROM listing l LEFT JOIN listing_content p ON p.listing_id = l.id AND p.side = ` + codeSidePublished + ` WHERE l.seq IN (%s)) o`

// OfficeListingSearch is what the office asks for; zero values do not restrict, Status nil is all.
type OfficeListingSearch struct {
	Word        string // in the published title
	End         string // the last characters of the id
	Status      *int   // as stored
	Institution string
	Page
}

// SearchOfficeListings lists the newest first and counts them. Contents are read only for the page, and
// a title is searched in an index of titles.
func (q *Q) SearchOfficeListings(s OfficeListingSearch) ([]OfficeListing, int, error) {
	from := "listing l"
	var w where
	if strings.TrimSpace(s.Word) != "" {
		from = "listing_content p INDEXED BY listing_content_title CROSS JOIN listing l ON l.id = p.listing_id"
		w.add("p.side = " + codeSidePublished)
		w.words(s.Word, "p.business_name")
	}
	if s.End != "" {
		w.add("substr(l.id, -8) = ?", s.End)
	}
	if s.Status != nil {
		w.add("l.status = ?", *s.Status)
	}
	if s.Institution != "" {
		w.add("l.institution_id = ?", s.Institution)
	}
	var n int
	if err := q.scan1([]any{&n}, "SELECT count(*) FROM "+from+" WHERE "+w.String(), w.args...); err != nil {
		return nil, 0, err
	}
	rows, err := list[OfficeListing](q, "SELECT "+names[OfficeListing]("o")+" FROM "+fmt.Sprintf(officeListings, "SELECT l.seq FROM "+from+
		" WHERE "+w.String()+" ORDER BY l.seq DESC LIMIT ? OFFSET ?")+" ORDER BY o.seq DESC",
		append(w.args, s.Limit, s.Offset)...)
	return rows, n, err
}

// OfficeListing by id, as it is stored: the office stops it without reading it; ErrNotFound.
func (q *Q) OfficeListing(id string) (*Listing, error) {
	return q.oneListing("SELECT "+names[Listing]("l")+" FROM listing l WHERE l.id = ?", id)
}

// OutboxRow is a mail of the outbox without its subject and body. ReceiverRole is the receiver's
// role, 0 if the receiver is no user.
type OutboxRow struct {
	ID           string    `db:"id"`
	Kind         string    `db:"kind"`
	Address      string    `db:"address"`
	ReceiverRole int       `db:"receiver_role"`
	State        int       `db:"state"`
	Attempts     int       `db:"attempts"`
	NextAttempt  time.Time `db:"next_attempt"`
	Error        string    `db:"error"`
	HasBody      bool      `db:"has_body"`
	Created      time.Time `db:"created"`
	Sent         time.Time `db:"sent"`
}

const outboxRows = `(SELECT b.seq, b.id, b.kind, b.address, coalesce(u.role, 0) receiver_role, b.state, b.attempts, b.next_attempt, b.error,
	b.body IS NOT NULL has_body, b.created, b.sent FROM outbox b LEFT JOIN user u ON u.id = b.user_id) o`

// OutboxSearch is what the office asks for; zero values do not restrict.
type OutboxSearch struct {
	State   *int
	Kind    string
	Address string
	Page
}

// SearchOutbox lists the newest first and counts them. A search by address finds only receivers
// whom the office may know: users who sign in, the office itself, and receivers of mails of the
// open kinds. A search must not reveal a seller's person either.
func (q *Q) SearchOutbox(s OutboxSearch, openKinds []string, officeMail string) ([]OutboxRow, int, error) {
	counted := "outbox o"
	var w where
	if s.State != nil {
		w.add("o.state = ?", *s.State)
	}
	if s.Kind != "" {
		w.add("o.kind = ?", s.Kind)
	}
	if s.Address != "" {
		counted = outboxRows
		w.add("o.receiver_role > 1 OR o.address = ? OR o.kind IN ("+marks(len(openKinds))+")", append([]any{officeMail}, anyOf(openKinds)...)...)
		w.words(s.Address, "o.address")
	}
	return pageOf[OutboxRow](q, "o", outboxRows, counted, &w, "o.seq DESC", s.Page)
}

// RetryMail queues a dead mail again; ErrNotFound where it is not dead or its body was erased.
func (t *Tx) RetryMail(id string) error {
	n, err := t.exec("UPDATE outbox SET state = "+codeMailWaiting+", attempts = 0, next_attempt = ?, error = '' WHERE id = ? AND state = "+codeMailDead+" AND body "+
		"IS NOT NULL", ms(t.now), id)
	if err == nil && n == 0 {
		err = ErrNotFound
	}
	return err
}

// RetriableMails counts the dead mails whose body is still stored.
func (q *Q) RetriableMails() (n int, err error) {
	err = q.scan1([]any{&n}, "SELECT count(*) FROM outbox WHERE state = "+codeMailDead+" AND body IS NOT NULL")
	return n, err
}

// RetryMails queues every dead mail again whose body is still stored, and counts them.
func (t *Tx) RetryMails() (int64, error) {
	return t.exec("UPDATE outbox SET state = "+codeMailWaiting+", attempts = 0, next_attempt = ?, error = '' WHERE state = "+codeMailDead+" AND body IS NOT NULL", ms(t.now))
}
