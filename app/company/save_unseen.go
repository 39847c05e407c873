package company

import (
	"errors"
	"time"

	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/web"
	"tsunagu/store"
)

// CannotRegister is all that a user is told of a company that his institution has in another team (team.md 2).
const CannotRegister = "登録できません。管理者に確認してください。"

// errNumbersWait answers every new number while an import of the institution runs, whichever it is: that one of them alone has to
// wait would tell a user of another team that a colleague is registering it.
var errNumbersWait = &web.Problem{Title: "Conflict", Status: 409, Code: "claimed",
	Detail: "ほかの登録を処理しているため、いまは法人番号と顧客番号を保存できません。少し待ってから、もう一度保存してください。入力した内容は残っています。"}

// unseenProblem is the refusal of a number that a company has which the actor may not know of.
type unseenProblem struct {
	*web.Problem
	companyID string // never in the answer
}

func (u *unseenProblem) Unwrap() error { return u.Problem }

// takesNumber refuses a 法人番号 or 顧客番号, new to a company, that the institution has in a company of the same kind which the actor's
// team may not know of. A number that stands twice already is left, until it is changed.
func takesNumber(tx *store.Tx, by web.Actor, kind int, field, corporate, customer string) error {
	if by.Viewer.Team == "" || corporate == "" && customer == "" {
		return nil
	}
	isRunning, err := tx.IsImportRunning(by.Institution(), kind)
	if err != nil {
		return err
	}
	if isRunning {
		return errNumbersWait
	}
	id, err := tx.UnseenCompany(by.Viewer, kind, corporate, customer)
	if err != nil || id == "" {
		return err
	}
	if field == "" {
		return &unseenProblem{web.Conflict(deal.NotAllowed, CannotRegister), id}
	}
	p := *web.Invalid(field, CannotRegister)
	p.Detail = CannotRegister
	return &unseenProblem{&p, id}
}

// approvesNumber is takesNumber for a buyer that has registered itself, with a number of its own choice, and is let in now.
func approvesNumber(tx *store.Tx, by web.Actor, kind int, companyID string) error {
	if by.Viewer.Team == "" {
		return nil
	}
	d, err := tx.CompanyDetails(companyID)
	if errors.Is(err, store.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	return takesNumber(tx, by, kind, "", d.CorporateRegistrationNumber, "")
}

// tellUnseen keeps what a refusal for a company of another team leaves, after the refused transaction has been rolled back.
func (a Room) tellUnseen(r *web.Request, err error) error {
	var u *unseenProblem
	if !errors.As(err, &u) {
		return err
	}
	if told := r.Write(func(tx *store.Tx) error {
		_, err := a.TellUnseen(tx, r.Actor, []string{u.companyID}, true)
		return err
	}); told != nil {
		return told // nobody learns anything that is not written down
	}
	return err
}

// EventUnseen is the audit's event of such a refusal. It is none of the company's history, which its team reads.
const EventUnseen = "company_unseen"

const (
	unseenPause = 24 * time.Hour // between two mails about the same user and company
	unseenCases = 20             // the most case numbers in a mail
)

// TellUnseen writes down that the actor was refused companies of other teams, and mails the administrators of the institution about
// those that they were not told of yet today; without a mail where isMailed is false. Where there is no administrator the office is
// told: all others of the institution may be kept from the company.
func (a Room) TellUnseen(tx *store.Tx, by web.Actor, companyIDs []string, isMailed bool) (told bool, err error) {
	d := mail.Data{Link: a.BaseURL + "/office"}
	for _, id := range companyIDs {
		number := web.CaseNumber("C", id)
		isKnown, err := tx.HasDone(EventUnseen, by.ID(), id, tx.Now().Add(-unseenPause))
		if err != nil {
			return false, err
		}
		if err := tx.AddAudit(by.Line(EventUnseen, "company", id, "refused", number)); err != nil {
			return false, err
		}
		if isKnown {
			continue
		}
		if d.Count++; d.Count <= unseenCases {
			d.Cases = append(d.Cases, number)
		}
	}
	if d.Count == 0 || !isMailed {
		return false, nil
	}
	subject := companyIDs[0] + ":" + by.ID()
	has, err := HasAdministrator(&tx.Q, by.Institution(), deal.UserEnabled)
	if err != nil {
		return false, err
	}
	if !has {
		return true, a.MailOffice(tx, mail.CompanyUnseen, subject, d)
	}
	us, err := tx.UsersOf(by.Institution(), int(deal.RoleFAD))
	for i := range us {
		if err == nil && us[i].Status == int(deal.UserEnabled) {
			err = a.MailUser(tx, mail.CompanyUnseen, &us[i], subject, d)
		}
	}
	return true, err
}
