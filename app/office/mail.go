package office

import (
	"slices"
	"strconv"

	"tsunagu/app/console"
	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/web"
	"tsunagu/store"
)

// mailStates are the states of an outbox mail.
var mailStates = []console.OfficeCode{
	{strconv.Itoa(store.MailWaiting), "送信待ち"}, {strconv.Itoa(store.MailSent), "送信済み"}, {strconv.Itoa(store.MailDead), "送信できず"},
}

// openMailKinds are mails to people who are no users yet and with whom the office itself deals.
var openMailKinds = []string{string(mail.AccountRequestReceived), string(mail.AccountRequestNotice), string(mail.AccountRequestApproved),
	string(mail.AccountRequestRejected),
	string(mail.InquiryReceived), string(mail.InquiryNotice)}

// officeMailRow is a mail of the outbox, without its subject and body. For a mail to a seller's
// person the address is missing, too: it would tell whose company is for sale (domain.md, rule 1).
type officeMailRow struct {
	MailID      string `json:"mailId"`
	Kind        string `json:"kind"`
	Label       string `json:"label"`
	To          string `json:"to" doc:"売手の担当者あてでは空"`
	State       int    `json:"state" doc:"0 送信待ち、1 送信済み、2 送信できず"`
	Attempts    int    `json:"attempts"`
	NextAttempt string `json:"nextAttempt" doc:"送信待ちのときの次の送信（UTC）"`
	Error       string `json:"error" doc:"メールサーバーの答え。売手の担当者あてでは空"`
	CanRetry    bool   `json:"canRetry" doc:"もう一度送信できる"`
	Created     string `json:"created" doc:"UTC"`
	Sent        string `json:"sent" doc:"UTC"`
}

type officeMailList struct {
	MailList   []officeMailRow `json:"mailList"`
	AllCount   int             `json:"allCount"`
	IsMailSent bool            `json:"isMailSent" doc:"メールサーバーが設定されている"`
	IsMailHeld bool            `json:"isMailHeld" doc:"復元のあと、送信を止めている"`
	RetryCount int             `json:"retryCount" doc:"送信できず、もう一度送信できるメール（全体）"`
}

type officeMailsQuery struct {
	State string `query:"state" enum:"0,1,2," doc:"空はすべて"`
	Kind  string `query:"kind" maxLength:"50"`
	To    string `query:"to" maxLength:"100" doc:"宛先の一部"`
	web.OfficePaging
}

type officeMailRetry struct {
	MailID string `json:"mailId"`
}

// officeMailsRetried is how many mails were put back into the queue.
type officeMailsRetried struct {
	Count int `json:"count"`
}

func (a Room) officeMailCalls() {
	web.Add(a.Platform, web.OfficeCall("GET", "GetMailList", web.ADM, "すべての送信メール。本文なし、売手の担当者の宛先なし", "送信メールの一覧"),
		func(r *web.Request, in *officeMailsQuery) (*officeMailList, error) {
			return web.Reading(r, func(q *store.Q) (*officeMailList, error) { return a.Mails(q, in) })
		})
	type body struct{ Body officeMailRetry }
	web.Add(a.Platform, web.OfficeCall("POST", "RetryMail", web.ADM, "送信できなかったメール", "送信のやり直し"),
		func(r *web.Request, in *body) (web.Nothing, error) {
			defer a.Nudge()
			return web.Nothing{}, r.Write(func(tx *store.Tx) error {
				if err := tx.RetryMail(in.Body.MailID); err != nil {
					return err
				}
				return tx.AddAudit(r.Line("mail_retried", "mail", in.Body.MailID, "ok", ""))
			})
		})
	web.Add(a.Platform, web.OfficeCall("POST", "RetryAllMail", web.ADM, "送信できなかったメールのうち、本文が残っているもの", "送信できなかったメールすべての送信のやり直し"),
		func(r *web.Request, _ *struct{ Body struct{} }) (*officeMailsRetried, error) {
			defer a.Nudge()
			return web.Writing(r, func(tx *store.Tx) (out *officeMailsRetried, err error) {
				n, err := tx.RetryMails()
				if err != nil {
					return nil, err
				}
				out = &officeMailsRetried{int(n)}
				return out, tx.AddAudit(r.Line("mails_retried", "mail", "", "ok", strconv.FormatInt(n, 10)+"通"))
			})
		})
}

// Mails are the mails of the outbox that a search of the office finds.
func (a Room) Mails(q *store.Q, in *officeMailsQuery) (*officeMailList, error) {
	office, err := q.Setting(store.SettingOfficeMail)
	if err != nil {
		return nil, err
	}
	ms, n, err := q.SearchOutbox(store.OutboxSearch{State: console.OptionalInt(in.State), Kind: in.Kind, Address: in.To, Page: in.Page()},
		openMailKinds, office)
	if err != nil {
		return nil, err
	}
	held, err := q.Held()
	if err != nil {
		return nil, err
	}
	out := &officeMailList{MailList: []officeMailRow{}, AllCount: n, IsMailHeld: !held.Since.IsZero()}
	if out.IsMailSent, err = a.HasMailServer(q); err != nil {
		return nil, err
	}
	if out.RetryCount, err = q.RetriableMails(); err != nil {
		return nil, err
	}
	for i := range ms {
		out.MailList = append(out.MailList, mailRowOf(&ms[i], office))
	}
	return out, nil
}

// mailRowOf is a mail as the office may know it; office is the office's own address.
func mailRowOf(m *store.OutboxRow, office string) officeMailRow {
	row := officeMailRow{MailID: m.ID, Kind: m.Kind, Label: mail.Kind(m.Kind).Label(), State: m.State, Attempts: m.Attempts,
		CanRetry: m.State == store.MailDead && m.HasBody, Created: web.ServerTime(m.Created), Sent: web.ServerTime(m.Sent)}
	if m.State == store.MailWaiting {
		row.NextAttempt = web.ServerTime(m.NextAttempt)
	}
	if m.ReceiverRole > int(deal.RoleSEL) || m.Address == office || slices.Contains(openMailKinds, m.Kind) {
		row.To, row.Error = m.Address, m.Error
	}
	return row
}
