package demo

import (
	"encoding/json"
	"fmt"
	"net/url"
	"regexp"

	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/web"
	"tsunagu/store"
)

// Only the demo shows its mails: whoever plays the seller needs the links and passcodes, which
// outside the demo only the receiver reads (domain.md 7, 9 /mail).

// demoMailRow is one decrypted mail of the demo's outbox.
type demoMailRow struct {
	MailID   string `json:"mailId"`
	Kind     string `json:"kind"`
	Label    string `json:"label" doc:"メールの種類"`
	To       string `json:"to"`
	Subject  string `json:"subject"`
	Text     string `json:"text"`
	Link     string `json:"link" doc:"本文のリンク。ないときは空"`
	Passcode string `json:"passcode" doc:"本文のパスコード。ないときは空"`
	Created  string `json:"created" doc:"送信日時（UTC）"`
}

type demoMailsInput struct {
	PageNumber int `query:"pageNumber" default:"1" minimum:"1" maximum:"1000000"`
	Limit      int `query:"limit" default:"50" minimum:"1" maximum:"200"`
	// To narrows to one receiver, by any part of the address.
	To string `query:"to" maxLength:"254"`
}

type demoMailsAnswer struct {
	MailList []demoMailRow `json:"mailList"`
	AllCount int           `json:"allCount"`
}

// demoLoginRow is one login of the demo, as printed at the start.
type demoLoginRow struct {
	LoginID  string `json:"loginId"`
	Password string `json:"password"`
	Label    string `json:"label" doc:"どの立場の利用者か"`
	Path     string `json:"path" doc:"ログインする画面"`
}

type demoLoginsAnswer struct {
	LoginList []demoLoginRow `json:"loginList"`
}

func (a Room) MailCalls() {
	web.Add(a.Platform, web.Call{
		Method: "GET", Path: "/api/Demo/GetMails", Area: "demo", Callers: web.Anyone, PasswordDue: true,
		Records: "デモだけ", Summary: "デモのメール", Spec: "domain 7, 9 /mail",
	},
		func(r *web.Request, in *demoMailsInput) (*demoMailsAnswer, error) {
			if !a.Demo {
				return nil, web.ErrNotAvailable
			}
			out := &demoMailsAnswer{MailList: []demoMailRow{}}
			return web.Reading(r, func(q *store.Q) (*demoMailsAnswer, error) {
				ms, n, err := q.SearchMails(in.To, in.Limit, (in.PageNumber-1)*in.Limit)
				if err != nil {
					return nil, err
				}
				out.AllCount = n
				for i := range ms {
					row, err := a.openMail(&ms[i])
					if err != nil {
						return nil, err
					}
					out.MailList = append(out.MailList, row)
				}
				return out, nil
			})
		})
	web.Add(a.Platform, web.Call{
		Method: "GET", Path: "/api/Demo/GetLogins", Area: "demo", Callers: web.Anyone, PasswordDue: true,
		Records: "デモだけ", Summary: "デモのログイン", Spec: "domain 9 /mail",
	},
		func(r *web.Request, _ *struct{}) (*demoLoginsAnswer, error) {
			if !a.Demo {
				return nil, web.ErrNotAvailable
			}
			return &demoLoginsAnswer{demoLogins()}, nil
		})
}

var (
	mailLink     = regexp.MustCompile(`https?://[^\s<>"]+`)
	mailPasscode = regexp.MustCompile(`(?m)^\s*([0-9]{4}[ -]?[0-9]{4})\s*$`)
)

// openMail decrypts a mail for the demo's inbox. Its link is the first one in the text; the contact
// link at the end follows it.
func (a Room) openMail(o *store.OutboxMail) (demoMailRow, error) {
	row := demoMailRow{MailID: o.ID, Kind: o.Kind, Label: mail.Kind(o.Kind).Label(), To: o.Address, Subject: o.Subject,
		Created: web.ServerTime(o.Created)}
	plain, err := a.Keys.Open(o.Body)
	if err != nil {
		return row, fmt.Errorf("mail %s: %w", o.ID, err)
	}
	var m mail.Message
	if err := json.Unmarshal(plain, &m); err != nil {
		return row, fmt.Errorf("mail %s: %w", o.ID, err)
	}
	row.Text = m.Text
	for _, l := range mailLink.FindAllString(m.Text, -1) {
		if l != a.BaseURL+"/contact" {
			row.Link = l
			break
		}
	}
	if p := mailPasscode.FindStringSubmatch(m.Text); p != nil {
		row.Passcode = p[1]
	}
	return row, nil
}

// demoLogins are the demo's fixed logins, with the role in a deal that each can play.
func demoLogins() []demoLoginRow {
	var rows []demoLoginRow
	for _, p := range demoPeople {
		path := "/office"
		if p.role == deal.RoleFIN || p.role == deal.RoleLEN || p.role == deal.RoleBUY {
			path = "/login?loginId=" + url.QueryEscape(p.loginID)
		}
		rows = append(rows, demoLoginRow{LoginID: p.loginID, Password: DemoPassword, Label: p.who, Path: path})
	}
	return rows
}
