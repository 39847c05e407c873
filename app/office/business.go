package office

import (
	"strconv"

	"tsunagu/app/company"
	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/web"
	"tsunagu/store"
)

// officeBusinessDeed says what a bank's user works on.
type officeBusinessDeed struct {
	UserID   string `json:"userId"`
	Version  int    `json:"version" doc:"画面が見ている版"`
	Business int    `json:"business" minimum:"0" maximum:"2" doc:"業務。0 M&Aと融資、1 M&A、2 融資"`
}

func (a Room) officeBusinessCalls() {
	web.Add(a.Platform, web.OfficeCall("POST", "ChangeBusiness", web.ADM|web.FAD, "管理者：自機関の利用者。事務局：管理者のいない金融機関の利用者",
		"利用者の業務（M&A、融資）。次の操作から、見えるものが変わる"),
		func(r *web.Request, in *struct{ Body officeBusinessDeed }) (web.Nothing, error) {
			return web.Nothing{}, r.Write(func(tx *store.Tx) error { return a.changeBusiness(tx, r.Actor, &in.Body) })
		})
}

// changeBusiness sets what a bank's user works on (業務, team.md 2). It is in force with his next request: his sessions end, and with
// a change to lending alone the address of his calendar and the mails that wait for him.
func (a Room) changeBusiness(tx *store.Tx, by web.Actor, in *officeBusinessDeed) error {
	u, err := managedUser(&tx.Q, by, in.UserID)
	if err != nil {
		return err
	}
	to := deal.Business(in.Business)
	if deal.Business(u.Business) == to {
		return nil // a second click
	}
	if u.Version != in.Version {
		return store.ErrStale
	}
	if why, err := whyNotBusiness(&tx.Q, by, u, to); err != nil {
		return err
	} else if why != "" {
		return web.Conflict(deal.NotAllowed, why)
	}
	from := u.Business
	if u.Business = int(to); to == deal.BusinessLending {
		u.IsMailedAll = false
		if err := tx.LeaveWork(u.ID); err != nil {
			return err
		}
	}
	if err := tx.UpdateUser(u, by.ID()); err != nil {
		return err
	}
	if err := tx.RevokeSessionsOf(u.ID, "", "business changed"); err != nil {
		return err
	}
	if err := company.UserDeed(tx, by, "business_changed", u, "from="+strconv.Itoa(from)+" to="+strconv.Itoa(u.Business)); err != nil {
		return err
	}
	if u.Status == int(deal.UserEnabled) {
		if err := a.MailUser(tx, mail.BusinessChanged, u, u.ID, mail.Data{Link: a.BaseURL + "/"}); err != nil {
			return err
		}
	}
	return company.In(a.Platform).TellWatchers(tx, mail.UserChanged, u, by.Role == deal.RoleADM)
}

// whyNotBusiness says why the actor may not change what a user works on; "" where he may.
func whyNotBusiness(q *store.Q, by web.Actor, u *store.User, to deal.Business) (string, error) {
	if deal.Role(u.Role) != deal.RoleFIN {
		return "業務を決められるのは、金融機関の利用者だけです。", nil
	}
	if by.Role == deal.RoleADM {
		has, err := company.HasOwnAdministrator(q, u.ClientID)
		if err != nil || has {
			return "この金融機関には管理者がいます。利用者の業務は、金融機関の管理者が決めます。", err
		}
	}
	if to != deal.BusinessLending {
		return "", nil
	}
	n, err := q.LiveWorkOf(u.ID)
	if err != nil {
		return "", err
	}
	absences, err := q.AbsencesFor(u.ID)
	return whyNotLendingAlone(n, deal.ApproverState(u.Approver).MayApprove(), len(absences) > 0), err
}

// whyNotLendingAlone says why a user cannot change to lending alone: what he works on would lie where nobody may look after it.
// "" where he can.
func whyNotLendingAlone(inCharge int, isApprover, isDeputy bool) string {
	switch {
	case inCharge > 0:
		return "この利用者は、進行中の企業・案件・交渉の主担当です。先に「担当の状況」で、ほかの人に引き継いでください。"
	case isDeputy:
		return "この利用者は、不在の人の代理です。先に、その人に代理を変えてもらってください。"
	case isApprover:
		return "この利用者は承認者です。先に、承認者から外してください。"
	}
	return ""
}
