package office

import (
	"context"
	"errors"

	"tsunagu/app/auth"
	"tsunagu/app/company"
	"tsunagu/app/console"
	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/web"
	"tsunagu/store"
)

// officeApproverDeed makes a user a second pair of eyes, or takes it from him.
type officeApproverDeed struct {
	UserID  string `json:"userId"`
	Version int    `json:"version" doc:"画面が見ている版"`
	Reason  string `json:"reason" limit:"500" doc:"本人であることを確かめた方法、または外す理由。監査ログに残る"`
}

// officeUserTasks are the users about whom the actor, who manages them, has to decide.
type officeUserTasks struct {
	WaitingCount int `json:"waitingCount" doc:"承認者としての確認を待つ利用者"`
	FormerCount  int `json:"formerCount" doc:"確認の仕組みの前からの承認者で、まだ確認されていない利用者"`
	LoginCount   int `json:"loginCount" doc:"確認を待つログインIDの変更"`
}

const approverRecords = "管理者：自機関の利用者。事務局：管理者のいない金融機関の利用者と、事務局の利用者"

func (a Room) officeApproverCalls() {
	type body struct{ Body officeApproverDeed }
	for _, d := range []struct {
		name, summary string
		event         deal.ApproverEvent
	}{
		{"ConfirmApprover", "承認者（書面などを確認する二人目）としての確認", deal.ApproverConfirm},
		{"WithdrawApprover", "承認者から外す。次の操作から確認できなくなる", deal.ApproverWithdraw},
	} {
		c := web.OfficeCall("POST", d.name, web.ADM|web.FAD, approverRecords, d.summary)
		if d.name == "ConfirmApprover" {
			c = c.Freshly()
		}
		web.Add(a.Platform, c,
			func(r *web.Request, in *body) (web.Nothing, error) {
				return web.Nothing{}, r.Write(func(tx *store.Tx) error { return a.moveApprover(tx, r.Actor, &in.Body, d.event) })
			})
	}
	web.Add(a.Platform, web.OfficeCall("GET", "GetUserTasks", web.ADM|web.FAD, approverRecords, "利用者について、確認を待つものの件数"),
		func(r *web.Request, _ *struct{}) (*officeUserTasks, error) {
			return web.Reading(r, func(q *store.Q) (out *officeUserTasks, err error) {
				institution, own, err := console.Managed(r.Actor)
				if err != nil {
					return nil, err
				}
				s, err := q.UserTasks(institution, own)
				out = &officeUserTasks{s.Waiting, s.Former, s.Logins}
				return out, err
			})
		})
}

// moveApprover applies one administrator's decision about a user as approver: nominate, admit, or
// withdraw the right.
func (a Room) moveApprover(tx *store.Tx, by web.Actor, in *officeApproverDeed, event deal.ApproverEvent) error {
	u, err := managedUser(&tx.Q, by, in.UserID)
	if err != nil {
		return err
	}
	if u.Version != in.Version {
		return store.ErrStale
	}
	if why, err := whyNotAdmit(&tx.Q, by, u, event); err != nil {
		return err
	} else if why != "" {
		return web.Conflict(deal.NotAllowed, why)
	}
	next, refusal := deal.MoveApprover(deal.ApproverState(u.Approver), event)
	if refusal != nil {
		return refusal
	}
	var c web.Check
	label := "外す理由"
	if event == deal.ApproverConfirm {
		label = "本人であることを確かめた方法"
	}
	c.Prose(in, "reason", label, &in.Reason, true)
	if err := c.Err(); err != nil {
		return err
	}
	web.Admit(tx, u, by.ID())
	u.Approver = int(next)
	if err := tx.UpdateUser(u, by.ID()); err != nil {
		return err
	}
	return a.tellApprover(tx, by, u, in.Reason)
}

// tellApprover writes the audit lines of a changed approver's right, and mails the user and those
// who supervise him.
func (a Room) tellApprover(tx *store.Tx, by web.Actor, u *store.User, detail string) error {
	event, kind := "approver_withdrawn", mail.ApproverWithdrawn
	if u.Approver == int(deal.ApproverConfirmed) {
		event, kind = "approver_confirmed", mail.ApproverConfirmed
	}
	if err := company.UserDeed(tx, by, event, u, detail); err != nil {
		return err
	}
	if err := a.MailUser(tx, kind, u, u.ID, mail.Data{}); err != nil {
		return err
	}
	return company.In(a.Platform).TellWatchers(tx, mail.UserChanged, u, by.Role == deal.RoleADM)
}

// whyNotAdmit says why the actor may not decide about a user as approver; "" where he may.
func whyNotAdmit(q *store.Q, by web.Actor, u *store.User, event deal.ApproverEvent) (string, error) {
	status, role := deal.UserStatus(u.Status), deal.Role(u.Role)
	switch {
	case u.ID == by.ID():
		return "ご自身については決められません。ほかの方に依頼してください。", nil
	case role != deal.RoleFIN && role != deal.RoleADM:
		return "承認者になれるのは、金融機関の利用者と事務局の利用者だけです。", nil
	case event == deal.ApproverConfirm && web.RoleOf(u) == deal.RoleLEN:
		return "業務が融資だけの利用者は、承認者になれません。先に業務を変更してください。", nil
	case event == deal.ApproverConfirm && status != deal.UserUnapproved && status != deal.UserEnabled:
		return "停止中または退会の利用者は、承認者として確認できません。先に利用の停止を解除してください。", nil
	case by.Role == deal.RoleFAD:
		return "", nil
	case role == deal.RoleFIN:
		// When a user is to be admitted, a stopped administrator counts as an administrator, too: otherwise the
		// office could stop him first and then decide alone.
		statuses := []deal.UserStatus{deal.UserEnabled}
		if event == deal.ApproverConfirm {
			statuses = append(statuses, deal.UserUnapproved, deal.UserBlocked)
		}
		has, err := company.HasAdministrator(q, u.ClientID, statuses...)
		if err != nil || !has {
			return "", err
		}
		return "この金融機関には管理者がいます。承認者の確認は、金融機関の管理者が行います。", nil
	case event == deal.ApproverWithdraw:
		return "", nil
	}
	me, err := q.User(by.ID())
	if err != nil {
		return "", err
	}
	makers, err := web.MakersOf(q, u)
	if err != nil || deal.ApproverState(me.Approver).MayApprove() && !makers[me.ID] {
		return "", err
	}
	return "登録した方と、承認者でない方は確認できません。事務局のほかの承認者に依頼するか、つなぐが動いているパソコンで、コマンド tsunagu confirm-approver を実行してください。", nil
}

// ErrNoOfficeUser says that no office user who could be an approver has this login ID.
var ErrNoOfficeUser = errors.New("このログインIDの事務局の利用者がいないか、停止されています")

// ConfirmApprover admits one of the office's users from the command line of the machine: an office
// of two users has no third one who could do it on the screen.
func (a Room) ConfirmApprover(ctx context.Context, loginID string) error {
	return a.Store.Write(ctx, func(tx *store.Tx) error {
		u, err := tx.UserByLogin(auth.FoldLoginID(loginID))
		if errors.Is(err, store.ErrNotFound) {
			return ErrNoOfficeUser
		}
		if err != nil {
			return err
		}
		if status := deal.UserStatus(u.Status); u.Role != int(deal.RoleADM) || status != deal.UserUnapproved && status != deal.UserEnabled {
			return ErrNoOfficeUser
		}
		web.Admit(tx, u, "")
		if err := tx.UpdateUser(u, ""); err != nil {
			return err
		}
		return a.tellApprover(tx, web.Actor{}, u, "tsunagu confirm-approver")
	})
}
