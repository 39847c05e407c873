package upkeep

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/replica"
	"tsunagu/app/web"
	"tsunagu/store"
)

// SendMails sends what is due. Without a mail server, in the demo, and after a restore until the
// office lets it go, mail waits in the outbox.
func (a Room) SendMails(ctx context.Context) {
	if a.Demo {
		return
	}
	for ctx.Err() == nil {
		var due []store.OutboxMail
		var server *mail.SMTP
		if err := a.Store.Read(ctx, func(q *store.Q) (err error) {
			if held, err := q.Held(); err != nil || !held.Since.IsZero() {
				return err
			}
			if server, err = a.MailServer(q); err == nil && server != nil {
				due, err = q.DueMails(20)
			}
			return err
		}); err != nil || len(due) == 0 {
			if err != nil && ctx.Err() == nil {
				a.Log.Error("outbox", "err", err)
			}
			return
		}
		for i := range due {
			goOn, err := a.sendMail(ctx, *server, &due[i])
			if err != nil {
				a.Log.Error("outbox", "mail", due[i].ID, "err", err)
			}
			if err != nil || !goOn {
				return
			}
		}
	}
}

// IsWithdrawn lays a mail aside whose receiver's client has been disabled or stopped since it was
// written, by whatever way: what is in it is not for it any more. That it was stopped an institution is
// told all the same.
func (a Room) IsWithdrawn(ctx context.Context, o *store.OutboxMail) (out bool, err error) {
	if o.UserID == "" || o.Kind == string(mail.InstitutionStopped) {
		return false, nil
	}
	isAlone := false
	if err := a.Store.Read(ctx, func(q *store.Q) error {
		u, err := q.User(o.UserID)
		if errors.Is(err, store.ErrNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		may, alone, err := web.MayBeMailed(q, u, mail.Kind(o.Kind), o.SubjectID)
		out, isAlone = !may, alone
		if err == nil && !out && o.Gathered != "" {
			out, err = lostNegotiation(q, u, o.SubjectID)
		}
		return err
	}); err != nil || !out {
		return false, err
	}
	return true, a.Store.Write(ctx, func(tx *store.Tx) error {
		if isAlone {
			return tx.DropMail(o.ID)
		}
		return tx.WithdrawMail(o.ID)
	})
}

// lostNegotiation says that a user is not to be told of a negotiation any more. A gathered mail has waited, and meanwhile he
// may have been stopped, or the company may have come into another institution's charge.
func lostNegotiation(q *store.Q, u *store.User, id string) (bool, error) {
	if deal.UserStatus(u.Status) != deal.UserEnabled {
		return true, nil
	}
	institution, err := q.InstitutionOf(u)
	if err != nil {
		return false, err
	}
	by, err := web.ActorOf(q, u, institution)
	if err != nil {
		return false, err
	}
	_, err = q.NegotiationRow(by.Viewer, id)
	if errors.Is(err, store.ErrNotFound) {
		return true, nil
	}
	return false, err
}

// isOfAnother notes, on a machine of two, that a mail is about to be sent, and waits until that is at the target too. If
// this machine is lost then, the other one knows that the mail may have gone, and does not send it again (SettleSending).
// What cannot be noted there is not sent: perhaps another machine leads by now.
func (a Room) isOfAnother(ctx context.Context, o *store.OutboxMail) (bool, error) {
	if !replica.Of(a.Platform).Pair {
		return false, nil
	}
	ctx, answer := a.Store.Answering(context.WithoutCancel(ctx))
	if err := a.Store.Write(ctx, func(tx *store.Tx) error { return tx.NoteSending(o.ID, a.Store.Now().Add(sendingFor)) }); err != nil {
		return true, err
	}
	return false, answer.Wait(ctx)
}

// sendingFor: a mail of which it was noted that it is about to be sent, and which was not, is due again after this.
const sendingFor = 10 * time.Minute

// SettleSending lays aside what the leader before was about to send when it was lost: it may have been received. The
// office sees these mails and can send them again. It runs before any mail is sent. It writes also where there is nothing
// to lay aside: that proves that this machine can write, and that the target confirms it.
func (a Room) SettleSending(ctx context.Context) (n int64, err error) {
	err = a.Store.Write(ctx, func(tx *store.Tx) (err error) {
		if n, err = tx.SettleSending(); err != nil {
			return err
		}
		return tx.SetSetting(store.SettingLed, a.Store.Now().Format(time.RFC3339), "")
	})
	return n, err
}

// sendMail tries one mail and writes down what became of it. A server that cannot be reached ends
// the round: the others wait as they are, without an attempt being counted against them.
func (a Room) sendMail(ctx context.Context, server mail.SMTP, o *store.OutboxMail) (goOn bool, err error) {
	if out, err := a.IsWithdrawn(ctx, o); err != nil || out {
		return err == nil, err
	}
	var m mail.Message
	plain, err := a.Keys.Open(o.Body)
	if err == nil {
		err = json.Unmarshal(plain, &m)
	}
	state, next, problem, goOn := store.MailSent, time.Time{}, "", true
	if err != nil {
		state, problem = store.MailDead, err.Error()
	} else if out, err := a.isOfAnother(ctx, o); err != nil || out {
		return false, err
	} else if err := server.Send(ctx, m); err != nil {
		if ctx.Err() != nil && !replica.Of(a.Platform).Pair {
			return false, nil // going down; it stays waiting
		}
		wait, again := mail.NextAttempt(o.Attempts + 1)
		state, next, problem = store.MailWaiting, a.Store.Now().Add(wait), err.Error()
		if !again || mail.IsPermanent(err) {
			state = store.MailDead
		}
		goOn = !mail.IsUnreachable(err)
	}
	// Also while going down: a mail that the server took must not be sent again at the next start.
	return goOn, a.Store.Write(context.WithoutCancel(ctx), func(tx *store.Tx) error {
		return tx.MarkMail(o.ID, state, o.Attempts+1, next, problem)
	})
}
