package store

import "time"

// OutboxMail is a mail that waits to be sent. It is written in the transaction of what caused it
// (domain.md 7). Body is sealed with the key file and erased after sending.
type OutboxMail struct {
	ID          string    `db:"id"`
	Kind        string    `db:"kind"`
	Address     string    `db:"address"`
	UserID      string    `db:"user_id"`
	Subject     string    `db:"subject"`
	Body        []byte    `db:"body"`
	MessageID   string    `db:"message_id"`
	State       int       `db:"state"`
	Attempts    int       `db:"attempts"`
	NextAttempt time.Time `db:"next_attempt"`
	Error       string    `db:"error"`
	SubjectID   string    `db:"subject_id"` // what it is about, for the ten-minute rule of messages
	Gathered    string    `db:"gathered"`   // of a mail that waits for others: what it lists so far, as its writer encodes it
	Created     time.Time `db:"created"`
	Sent        time.Time `db:"sent"`
}

// States of an outbox mail.
const (
	MailWaiting = 0
	MailSent    = 1
	MailDead    = 2
)

// MailWithdrawn is the error text of a mail whose receiver may not act any more. Such a mail is not sent
// later either.
const MailWithdrawn = "宛先の企業または金融機関が利用できなくなったため、送信を取りやめました。"

// WithdrawMail cancels a waiting mail for good.
func (t *Tx) WithdrawMail(id string) error {
	return t.execOne("UPDATE outbox SET state = "+codeMailDead+", body = NULL, error = ? WHERE id = ? AND state = "+codeMailWaiting,
		MailWithdrawn, id)
}

// DropMail deletes a waiting mail, as if it had never been written: that it was withdrawn would say something to the office.
func (t *Tx) DropMail(id string) error {
	return t.execOne("DELETE FROM outbox WHERE id = ? AND state = "+codeMailWaiting, id)
}

// DropPasscodes deletes the waiting mails with a passcode for a seller, which go to an address and not to a user, as DropMail does.
func (t *Tx) DropPasscodes(companySeq uint32) error {
	_, err := t.exec("DELETE FROM outbox WHERE kind = 'passcode' AND state = "+codeMailWaiting+" AND subject_id IN ("+
		"SELECT l.id FROM listing l JOIN company c ON c.id = l.company_id WHERE c.seq = ?1 UNION ALL SELECT n.id FROM negotiation n "+
		"JOIN listing l ON l.id = n.listing_id JOIN company c ON c.id = l.company_id WHERE c.seq = ?1)", companySeq)
	return err
}

// WithdrawMails cancels the waiting mails of some kinds about a subject to an address; their content is erased.
func (t *Tx) WithdrawMails(kinds []string, address, subjectID, why string) error {
	_, err := t.exec("UPDATE outbox SET state = "+codeMailDead+", body = NULL, error = ? WHERE kind IN ("+marks(len(kinds))+
		") AND address = ? AND subject_id = ? AND state = "+codeMailWaiting, append(append([]any{why}, anyOf(kinds)...), address, subjectID)...)
	return err
}

// WithdrawMailsAbout cancels the waiting mails of some kinds about a subject, to whatever address.
func (t *Tx) WithdrawMailsAbout(kinds []string, subjectID, why string) error {
	_, err := t.exec("UPDATE outbox SET state = "+codeMailDead+", body = NULL, error = ? WHERE kind IN ("+marks(len(kinds))+
		") AND subject_id = ? AND state = "+codeMailWaiting, append(append([]any{why}, anyOf(kinds)...), subjectID)...)
	return err
}

// LatestMailState is the state of the newest mail of some kinds about a subject to an address; ErrNotFound.
func (q *Q) LatestMailState(kinds []string, address, subjectID string) (state int, err error) {
	err = q.scan1([]any{&state}, "SELECT state FROM outbox WHERE kind IN ("+marks(len(kinds))+
		") AND address = ? AND subject_id = ? ORDER BY seq DESC LIMIT 1", append(anyOf(kinds), address, subjectID)...)
	return state, err
}

// QueueMail writes a mail into the outbox. Without a time of its own it is due at once.
func (t *Tx) QueueMail(m *OutboxMail) error {
	if m.ID == "" {
		m.ID = NewID()
	}
	if m.Created = t.now; m.NextAttempt.IsZero() {
		m.NextAttempt = t.now
	}
	return insert(t, "outbox", m)
}

// GatheringMail is the mail about a subject to a receiver that still waits for others; ErrNotFound. One that is due is
// no longer changed: it may be on its way.
func (q *Q) GatheringMail(address, userID, subjectID string) (*OutboxMail, error) {
	return get[OutboxMail](q, "SELECT "+names[OutboxMail]("o")+" FROM outbox o WHERE o.address = ? AND o.subject_id = ? AND "+
		"o.user_id = ? AND o.state = "+codeMailWaiting+" AND o.gathered <> '' AND o.attempts = 0 AND "+
		"o.next_attempt > ? AND o.created <= ? ORDER BY o.seq DESC LIMIT 1",
		address, subjectID, userID, ms(q.now), ms(q.now))
}

// AddToMail rewrites a waiting mail with one thing more in it. Its time stays.
func (t *Tx) AddToMail(m *OutboxMail) error {
	return t.execOne("UPDATE outbox SET kind = ?, subject = ?, body = ?, gathered = ? WHERE id = ? AND state = "+codeMailWaiting,
		m.Kind, m.Subject, m.Body, m.Gathered, m.ID)
}

// DueMails lists the mails that may be sent now, the oldest first.
func (q *Q) DueMails(limit int) ([]OutboxMail, error) {
	return list[OutboxMail](q,
		"SELECT "+names[OutboxMail]("o")+" FROM outbox o WHERE o.state = "+codeMailWaiting+" AND o.next_attempt <= ? ORDER BY "+
			"o.seq LIMIT ?", ms(q.now), limit)
}

// WaitingMails counts the mails that wait to be sent.
func (q *Q) WaitingMails() (n int, err error) {
	err = q.scan1([]any{&n}, "SELECT count(*) FROM outbox WHERE state = "+codeMailWaiting)
	return n, err
}

// FailedMails lists the newest mails, waiting or given up, of which an attempt has failed.
func (q *Q) FailedMails(limit int) ([]OutboxRow, error) {
	return list[OutboxRow](q, "SELECT "+names[OutboxRow]("o")+" FROM "+outboxRows+" WHERE o.state IN ("+codeMailWaiting+", "+codeMailDead+
		") AND o.error <> '' ORDER BY o.seq DESC LIMIT ?", limit)
}

// MailsDueNow makes every waiting mail due: a new mail server need not wait for the next attempt of the old one.
func (t *Tx) MailsDueNow() error {
	_, err := t.exec("UPDATE outbox SET next_attempt = ? WHERE state = "+codeMailWaiting, ms(t.now))
	return err
}

// Mails lists the newest outbox mails. The demo alone shows them to people.
func (q *Q) Mails(limit int) ([]OutboxMail, error) {
	return list[OutboxMail](q, "SELECT "+names[OutboxMail]("o")+" FROM outbox o ORDER BY o.seq DESC LIMIT ?", limit)
}

// SearchMails lists the newest outbox mails to addresses that hold a text ("" = all), and how
// many there are. The demo alone shows them to people.
func (q *Q) SearchMails(to string, limit, offset int) ([]OutboxMail, int, error) {
	var w where
	w.add("o.body IS NOT NULL")
	if to != "" {
		w.add(`o.address LIKE ? ESCAPE '\'`, like(to))
	}
	var n int
	if err := q.scan1([]any{&n}, "SELECT count(*) FROM outbox o WHERE "+w.String(), w.args...); err != nil {
		return nil, 0, err
	}
	ms, err := list[OutboxMail](q, "SELECT "+names[OutboxMail]("o")+" FROM outbox o WHERE "+w.String()+
		" ORDER BY o.created DESC, o.seq DESC LIMIT ? OFFSET ?", append(w.args, limit, offset)...)
	return ms, n, err
}

// MailSentSince says whether a mail of this kind about this subject went to the address
// since the moment: at most one message notice in ten minutes per thread.
func (q *Q) MailSentSince(kind, address, subjectID string, since time.Time) (bool, error) {
	var n int
	err := q.scan1([]any{&n}, "SELECT count(*) FROM outbox WHERE kind = ? AND address = ? AND subject_id = ? AND created >= ?", kind,
		address, subjectID, ms(since))
	return n > 0, err
}

// deadMailLife is how long after it was written the office may queue a dead mail again. After that
// its content is out of date.
const deadMailLife = 14 * 24 * time.Hour

// MarkMail writes the result of sending. A sent mail loses its body, so that nobody but the
// receiver reads a link or a passcode. A dead mail keeps its sealed body for two weeks, so that the
// office can send it again once the receiver's server works.
func (t *Tx) MarkMail(id string, state, attempts int, next time.Time, problem string) error {
	if state == MailWaiting {
		return t.execOne("UPDATE outbox SET attempts = ?, next_attempt = ?, error = ? WHERE id = ? AND state = "+codeMailWaiting, attempts,
			ms(next), problem,
			id)
	}
	if state == MailSent {
		return t.execOne("UPDATE outbox SET state = "+codeMailSent+", attempts = ?, error = '', sent = ?, body = NULL WHERE id = ? AND state = "+codeMailWaiting, attempts,
			ms(t.now), id)
	}
	if _, err := t.exec("UPDATE outbox SET body = NULL WHERE state = "+codeMailDead+" AND body IS NOT NULL AND created < ?",
		ms(t.now.Add(-deadMailLife))); err != nil {
		return err
	}
	return t.execOne("UPDATE outbox SET state = "+codeMailDead+", attempts = ?, error = ? WHERE id = ? AND state = "+codeMailWaiting, attempts,
		problem, id)
}

// mailSending is the error text of a mail that is about to be sent, as another machine may read it.
const mailSending = "送信の途中です。"

// NoteSending writes down that a waiting mail is about to be sent, and when it is due again if nothing comes of it.
func (t *Tx) NoteSending(id string, again time.Time) error {
	return t.execOne("UPDATE outbox SET next_attempt = ?, error = ? WHERE id = ? AND state = "+codeMailWaiting, ms(again), mailSending, id)
}

// SettleSending makes the mails that were about to be sent undeliverable: nobody knows whether they were.
func (t *Tx) SettleSending() (int64, error) {
	return t.exec("UPDATE outbox SET state = "+codeMailDead+", error = ? WHERE state = "+codeMailWaiting+" AND error = ?",
		"送信の途中で、別の機械に引き継ぎました。すでに届いている可能性があるため、送り直していません。", mailSending)
}

// GiveUpMails marks waiting mails that were written before a moment as undeliverable, at most limit
// at a time. Without that, a network without a mail server would one day send them all at once, out
// of date.
func (t *Tx) GiveUpMails(before time.Time, problem string, limit int) (int64, error) {
	return t.exec("UPDATE outbox SET state = "+codeMailDead+", error = ? WHERE seq IN (SELECT seq FROM outbox WHERE state = "+codeMailWaiting+" AND created < ? LIMIT ?)",
		problem, ms(before), limit)
}

// SettleMails marks everything queued before the moment as sent, and erases its body. The demo uses
// it for its invented past, whose mails never had a server.
func (t *Tx) SettleMails(before time.Time) error {
	_, err := t.exec("UPDATE outbox SET state = "+codeMailSent+", sent = created, body = NULL WHERE state = "+codeMailWaiting+" AND created < ?", ms(before))
	return err
}
