package topic

import (
	"fmt"

	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/web"
	"tsunagu/store"
)

// TellTopics mails the notices that have begun since and are to be mailed.
func (a Room) TellTopics(r *web.JobRun) error {
	var ids []string
	if err := r.Read(func(q *store.Q) (err error) { ids, err = q.UntoldTopics(); return err }); err != nil {
		return err
	}
	return r.Each(ids, func(tx *store.Tx, id string) (string, error) {
		told, err := a.tell(tx, id)
		if err != nil || !told {
			return "", err
		}
		return "知らせたお知らせ", nil
	})
}

// tell mails a notice to whom it is for, if it has begun and was not mailed before. The mail says that there is one, and
// nothing of it: a notice may be for one institution.
func (a Room) tell(tx *store.Tx, id string) (bool, error) {
	t, err := tx.UntoldTopic(id)
	if err != nil || t == nil {
		return false, err
	}
	if err := tx.TopicTold(id); err != nil {
		return false, err
	}
	us, err := receivers(&tx.Q, t)
	if err != nil {
		return false, err
	}
	kind, count := mail.TopicPublished, 0
	if t.Importance > 0 {
		kind = mail.TopicImportant
	}
	for i := range us {
		if !isMailed(&us[i], t.Importance > 0) {
			continue
		}
		if err := a.MailUser(tx, kind, &us[i], t.ID, mail.Data{Link: a.BaseURL + "/mypage"}); err != nil {
			return false, err
		}
		count++
	}
	return true, tx.AddAudit(web.Actor{}.Line("topic_mailed", "topic", t.ID, "ok", fmt.Sprintf("%d通", count)))
}

// receivers are the users who may sign in and whom a notice is for.
func receivers(q *store.Q, t *store.Topic) (out []store.User, err error) {
	us, err := q.TopicUsers(t)
	if err != nil {
		return nil, err
	}
	for i := range us {
		s, err := web.TakingPartOf(q, &us[i])
		if err != nil {
			return nil, err
		}
		if us[i].Status == int(deal.UserEnabled) && !s.IsGone() && !s.IsOut(q.Now()) {
			out = append(out, us[i])
		}
	}
	return out, nil
}

// isMailed says that a user gets the mail: whoever has an address of an important notice, of another who wants mails.
func isMailed(u *store.User, isImportant bool) bool {
	_, err := mail.ParseAddress(u.LoginID)
	return err == nil && (isImportant || u.RegistSendMail)
}
