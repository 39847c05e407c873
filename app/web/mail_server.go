package web

import (
	"encoding/json"
	"fmt"

	"tsunagu/app/mail"
	"tsunagu/store"
)

// MailServerOf reads a stored mail server; nil where none is set. key is store.SettingMailServer or
// store.SettingMailServerAsked.
func MailServerOf(q *store.Q, key string) (*mail.Server, error) {
	v, err := q.Setting(key)
	if err != nil || v == "" {
		return nil, err
	}
	s := &mail.Server{}
	if err := json.Unmarshal([]byte(v), s); err != nil {
		return nil, fmt.Errorf("setting %s: %w", key, err)
	}
	return s, nil
}

// MailServer is the server by which mail goes out now, with the style of the settings: that of the start
// command, else the one set in the console; nil where there is none.
func (a *Platform) MailServer(q *store.Q) (*mail.SMTP, error) {
	style, err := mailStyle(q)
	if err != nil {
		return nil, err
	}
	if a.SMTP != nil {
		server := *a.SMTP
		server.Style = style
		return &server, nil
	}
	s, err := MailServerOf(q, store.SettingMailServer)
	if err != nil || s == nil || s.Host == "" {
		return nil, err
	}
	server := &mail.SMTP{Host: s.Host, Port: s.Port, TLS: s.TLS, User: s.User, From: s.From, Roots: a.SMTPRoots, Style: style}
	if len(s.Password) > 0 {
		password, err := a.Keys.Open(s.Password)
		if err != nil {
			return nil, fmt.Errorf("the mail server's password: %w", err)
		}
		server.Password = string(password)
	}
	return server, nil
}

// HasMailServer says whether mail goes out from here. The demo shows its mails instead.
func (a *Platform) HasMailServer(q *store.Q) (bool, error) {
	if a.Demo || a.SMTP != nil {
		return !a.Demo, nil
	}
	s, err := MailServerOf(q, store.SettingMailServer)
	return s != nil && s.Host != "", err
}

// TellsByMail says whether a screen may say that a mail was sent: there is a server, and mail is not held
// after a restore; or the demo, which shows its mails.
func (a *Platform) TellsByMail(q *store.Q) (bool, error) {
	if a.Demo {
		return true, nil
	}
	has, err := a.HasMailServer(q)
	if err != nil || !has {
		return false, err
	}
	held, err := q.Held()
	if err != nil {
		return false, err
	}
	return held.Since.IsZero(), nil
}

// mailSender is the address that mails come from.
func (a *Platform) mailSender(q *store.Q) (string, error) {
	if a.SMTP != nil {
		return a.MailFrom, nil
	}
	s, err := MailServerOf(q, store.SettingMailServer)
	if err != nil || s == nil || s.Host == "" {
		return a.MailFrom, err
	}
	return s.From, nil
}
