package topic

import (
	"fmt"

	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/web"
	"tsunagu/store"
)

// Job is the job that mails notices.
const Job = "topics"

// mailedAtOnce is how many users a notice is mailed to in one transaction: everybody else's writes wait for it (some 10 ms).
const mailedAtOnce = 15

// TellTopics mails the notices that have begun since and are to be mailed, and goes on with those of which some mails are left.
func (a Room) TellTopics(r *web.JobRun) error {
	var ids []string
	if err := r.Read(func(q *store.Q) (err error) { ids, err = q.UntoldTopics(); return err }); err != nil {
		return err
	}
	for i, id := range ids {
		r.Progress(i, len(ids))
		for last, upto := int64(0), int64(0); ; last = upto {
			if err := r.Rest(); err != nil {
				return err
			}
			if err := r.Piece(id, func(tx *store.Tx) (did string, err error) {
				var isTold bool
				if upto, isTold, err = a.tell(tx, id); isTold {
					did = "知らせたお知らせ"
				}
				return did, err
			}); err != nil {
				return err
			}
			if upto == 0 || upto == last { // nobody is left, or a piece was not kept: the next run goes on
				break
			}
		}
	}
	return nil
}

// tell mails a notice that has begun to the next of those whom it is for. upto is the number of the last of them, 0 where none are left or
// it failed; isTold says that this piece was the last. The mail says that there is a notice, and nothing of it: it may be for one institution.
func (a Room) tell(tx *store.Tx, id string) (upto int64, isTold bool, err error) {
	t, err := tx.UntoldTopic(id)
	if err != nil || t == nil {
		return 0, false, err
	}
	us, err := tx.TopicUsers(t, t.MailedUpto, mailedAtOnce)
	if err != nil {
		return 0, false, err
	}
	isFirst := t.MailedUpto == 0
	kind := mail.TopicPublished
	if t.Importance > 0 {
		kind = mail.TopicImportant
	}
	for i := range us {
		u := &us[i]
		t.MailedUpto = u.Seq
		isFor, err := isReceiver(&tx.Q, &u.User)
		if err != nil {
			return 0, false, err
		}
		if !isFor || !isMailed(&u.User, t.Importance > 0) {
			continue
		}
		if err := a.MailUser(tx, kind, &u.User, t.ID, mail.Data{Link: a.BaseURL + "/mypage"}); err != nil {
			return 0, false, err
		}
		t.MailedCount++
	}
	if isTold = len(us) < mailedAtOnce; !isTold {
		upto = t.MailedUpto
	}
	if err := tx.TopicMailed(t, isTold); err != nil {
		return 0, false, err
	}
	switch { // a notice that is stopped on the way has the first of the two lines
	case isTold:
		err = tx.AddAudit(web.Actor{}.Line("topic_mailed", "topic", t.ID, "ok", fmt.Sprintf("%d通", t.MailedCount)))
	case isFirst:
		err = tx.AddAudit(web.Actor{}.Line("topic_mailing", "topic", t.ID, "ok", ""))
	}
	return upto, isTold, err
}

// reachOf counts whom a notice is shown to and to how many of them it would be mailed.
func reachOf(q *store.Q, t *store.Topic) (out topicReach, err error) {
	for behind := int64(0); ; {
		us, err := q.TopicUsers(t, behind, 1000)
		if err != nil || len(us) == 0 {
			return out, err
		}
		for i := range us {
			isFor, err := isReceiver(q, &us[i].User)
			if err != nil {
				return out, err
			}
			if isFor {
				out.UserCount++
			}
			if isFor && isMailed(&us[i].User, t.Importance > 0) {
				out.MailCount++
			}
		}
		behind = us[len(us)-1].Seq
	}
}

// isReceiver says that a user of a notice's audience may sign in, and so reads it.
func isReceiver(q *store.Q, u *store.User) (bool, error) {
	if u.Status != int(deal.UserEnabled) {
		return false, nil
	}
	out, err := web.IsOut(q, u)
	return !out, err
}

// isMailed says that a user gets the mail: whoever has an address of an important notice, of another who wants mails.
func isMailed(u *store.User, isImportant bool) bool {
	_, err := mail.ParseAddress(u.LoginID)
	return err == nil && (isImportant || u.RegistSendMail)
}
