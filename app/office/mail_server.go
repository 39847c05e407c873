package office

import (
	"cmp"
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/signin"
	"tsunagu/app/web"
	"tsunagu/store"
)

// Whoever runs the mail server reads every link that goes out, also those that set a bank user's
// password. So a change asks for the password again, never carries the stored password to another
// server, and where the office has more than one person it waits for a second one.

// Names of what the history of the settings says of the mail server.
const (
	settingMailServer   = store.SettingMailServer
	settingMailPassword = "mailServerPassword"
)

// MailServerFields are a mail server as a person enters it.
type MailServerFields struct {
	Host string `json:"host" limit:"120" doc:"メールサーバーの名前。空は、メールサーバーを使わない"`
	Port int    `json:"port" doc:"ポート番号。0は、暗号化の方式の標準"`
	TLS  string `json:"tls" enum:"starttls,tls,none" doc:"暗号化の方式"`
	User string `json:"user" limit:"120" doc:"ユーザ名。空は、ログインしない"`
	From string `json:"from" doc:"差出人のアドレス"`
}

// officeMailServer is the mail server by which this network sends mail. Its password is in no answer.
type officeMailServer struct {
	MailServerFields
	IsMailSent  bool `json:"isMailSent" doc:"メールサーバーが設定されている"`
	IsFixed     bool `json:"isFixed" doc:"起動のときの指定が使われていて、画面では変更できない"`
	HasPassword bool `json:"hasPassword" doc:"パスワードが登録されている"`
	IsMailHeld  bool `json:"isMailHeld" doc:"復元のあと、送信を止めている"`
	Version     int  `json:"version"`

	WaitingCount int                 `json:"waitingCount" doc:"送信を待っているメール"`
	Asked        *askedMailServer    `json:"asked,omitempty" doc:"二人目の確認を待つ変更"`
	ProblemList  []officeMailProblem `json:"problemList" doc:"最近送れなかったメール。新しい順に3通まで"`
}

// askedMailServer is a change that a second person of the office has to confirm.
type askedMailServer struct {
	MailServerFields
	HasPassword bool   `json:"hasPassword"`
	UserName    string `json:"userName" doc:"変更を申し出た方"`
	Version     int    `json:"version"`
	WhyNot      string `json:"whyNot" doc:"この利用者が確認できない理由。空は、確認できる"`
}

// officeMailProblem is a mail that the server did not take.
type officeMailProblem struct {
	Label   string `json:"label"`
	Created string `json:"created" doc:"UTC"`
	State   int    `json:"state" doc:"0 送信待ち、2 送信できず"`
	Error   string `json:"error" doc:"メールサーバーの答え。売手の担当者あてでは空"`
}

type mailServerInput struct {
	MailServerFields
	MailPassword string `json:"mailPassword,omitempty" limit:"200" doc:"メールサーバーのパスワード。空は、いまのまま（サーバーとユーザ名が同じとき）"`
	Version      int    `json:"version" doc:"画面が見ている版"`
	Password     string `json:"password,omitempty" doc:"自分の今のパスワード。空は、少し前の本人確認による"`
	Code         string `json:"code,omitempty" doc:"2段階認証を設定しているとき、確認コードかリカバリーコード"`
}

type mailServerDecision struct {
	IsConfirmed bool   `json:"isConfirmed" doc:"false は、申し出を取りやめる"`
	Version     int    `json:"version" doc:"画面が見ている申し出の版"`
	Password    string `json:"password,omitempty" doc:"自分の今のパスワード。空は、少し前の本人確認による"`
	Code        string `json:"code,omitempty" doc:"2段階認証を設定しているとき、確認コードかリカバリーコード"`
}

// mailServerSaved says whether the change is in force.
type mailServerSaved struct {
	IsWaiting bool `json:"isWaiting" doc:"事務局の二人目の確認を待つ"`
}

// testMail is what became of a test mail.
type testMail struct {
	To         string `json:"to"`
	IsMailSent bool   `json:"isMailSent" doc:"メールサーバーに渡した。デモでは渡さない"`
	IsTaken    bool   `json:"isTaken" doc:"メールサーバーが受け付けた"`
	Detail     string `json:"detail" doc:"結果の説明"`
	Answer     string `json:"answer" doc:"受け付けなかったメールサーバーの答え"`
}

func (a Room) officeMailServerCalls() {
	web.Add(a.Platform, web.OfficeCall("GET", "GetMailServer", web.ADM, "ネットワーク", "メールサーバーの設定と、送信の状態"),
		func(r *web.Request, _ *struct{}) (*officeMailServer, error) {
			return web.Reading(r, func(q *store.Q) (*officeMailServer, error) { return a.readMailServer(q, r.Actor) })
		})
	web.Add(a.Platform, signin.InBody(web.OfficeCall("PUT", "UpdateMailServer", web.ADM, "ネットワーク", "メールサーバーの設定の変更")),
		func(r *web.Request, in *struct{ Body mailServerInput }) (*mailServerSaved, error) {
			defer a.Nudge()
			return a.saveMailServer(r, &in.Body)
		})
	web.Add(a.Platform, signin.InBody(web.OfficeCall("POST", "DecideMailServer", web.ADM, "ネットワーク", "メールサーバーの変更の、二人目による確認または取りやめ")),
		func(r *web.Request, in *struct{ Body mailServerDecision }) (web.Nothing, error) {
			defer a.Nudge()
			return web.Nothing{}, a.decideMailServer(r, &in.Body)
		})
	web.Add(a.Platform, web.OfficeCall("POST", "SendTestMail", web.ADM, "自分", "自分あてのテストメールと、メールサーバーの答え"),
		func(r *web.Request, _ *struct{ Body struct{} }) (*testMail, error) { return a.sendTestMail(r) })
}

func fieldsOfMailServer(s *mail.Server) MailServerFields {
	if s == nil {
		return MailServerFields{TLS: string(mail.StartTLS)}
	}
	return MailServerFields{s.Host, s.Port, string(s.TLS), s.User, s.From}
}

// words are the server in a line of the settings' history.
func (f MailServerFields) words() string {
	if f.Host == "" {
		return ""
	}
	return strings.Join([]string{f.Host + ":" + strconv.Itoa(mail.SMTP{TLS: mail.TLSMode(f.TLS), Port: f.Port}.PortOrUsual()), f.TLS,
		cmp.Or(f.User, "ログインなし"), f.From}, "、")
}

func (a Room) readMailServer(q *store.Q, by web.Actor) (*officeMailServer, error) {
	out := &officeMailServer{ProblemList: []officeMailProblem{}}
	s, err := web.MailServerOf(q, store.SettingMailServer)
	if err != nil {
		return nil, err
	}
	out.MailServerFields = fieldsOfMailServer(s)
	if s != nil {
		out.HasPassword, out.Version = len(s.Password) > 0, s.Version
	}
	if x := a.SMTP; x != nil {
		out.MailServerFields = MailServerFields{x.Host, x.Port, string(x.TLS), x.User, x.From}
		out.IsFixed, out.HasPassword = true, x.Password != ""
	}
	if out.IsMailSent, err = a.HasMailServer(q); err != nil {
		return nil, err
	}
	held, err := q.Held()
	if err != nil {
		return nil, err
	}
	out.IsMailHeld = !held.Since.IsZero()
	asked, err := web.MailServerOf(q, store.SettingMailServerAsked)
	if err != nil {
		return nil, err
	}
	if asked != nil {
		who, err := q.User(asked.By)
		if err != nil {
			return nil, err
		}
		out.Asked = &askedMailServer{MailServerFields: fieldsOfMailServer(asked), HasPassword: len(asked.Password) > 0,
			UserName: who.UserName, Version: asked.Version}
		if asked.By == by.ID() {
			out.Asked.WhyNot = "ご自身の申し出は確認できません。事務局のほかの承認者に依頼してください。"
		} else if _, out.Asked.WhyNot, err = web.SecondPair(q, by, asked.By); err != nil {
			return nil, err
		}
	}
	office, err := q.Setting(store.SettingOfficeMail)
	if err != nil {
		return nil, err
	}
	if out.WaitingCount, err = q.WaitingMails(); err != nil {
		return nil, err
	}
	failed, err := q.FailedMails(3)
	for i := range failed {
		row := mailRowOf(&failed[i], office)
		out.ProblemList = append(out.ProblemList, officeMailProblem{row.Label, row.Created, row.State, row.Error})
	}
	return out, err
}

// checkMailServer reads what a person entered. The stored password goes to no other server than the one
// that it was entered for.
func (a Room) checkMailServer(in *mailServerInput, now *mail.Server) (*mail.Server, error) {
	var c web.Check
	c.Text(in, "host", "メールサーバーの名前", &in.Host, false)
	if in.Host == "" {
		return nil, c.Err()
	}
	c.Ok(!strings.ContainsAny(in.Host, " /:@"), "host", "メールサーバーの名前は、smtp.example.jp の形で入力してください。")
	c.Ok(in.Port >= 0 && in.Port <= 65535, "port", "ポート番号は、1から65535の間で入力してください。")
	c.Text(in, "user", "ユーザ名", &in.User, false)
	c.Mail("from", "差出人のアドレス", &in.From, true)
	s := &mail.Server{Host: in.Host, Port: in.Port, TLS: mail.TLSMode(in.TLS), User: in.User, From: in.From}
	switch isSame := now != nil && now.Host == s.Host && now.Port == s.Port && now.TLS == s.TLS && now.User == s.User; {
	case s.User == "":
		c.Ok(in.MailPassword == "", "user", "パスワードだけが入力されています。ユーザ名も入力してください。")
	case in.MailPassword != "":
		c.Text(in, "mailPassword", "メールサーバーのパスワード", &in.MailPassword, true)
		s.Password = a.Keys.Seal([]byte(in.MailPassword))
	case isSame && len(now.Password) > 0:
		s.Password = now.Password
	default:
		c.Fail("mailPassword", "メールサーバーのパスワードを入力してください。サーバーやユーザ名を変えたときは、登録してあるパスワードは使われません。")
	}
	return s, c.Err()
}

func (a Room) saveMailServer(r *web.Request, in *mailServerInput) (out *mailServerSaved, err error) {
	if err := a.mayChangeMailServer(r, in.Password, in.Code); err != nil {
		return nil, err
	}
	err = signin.In(a.Platform).AfterProof(r, in.Password, in.Code, func(tx *store.Tx, u *store.User) error {
		now, err := web.MailServerOf(&tx.Q, store.SettingMailServer)
		if err != nil {
			return err
		}
		version := 0
		if now != nil {
			version = now.Version
		}
		if version != in.Version {
			return store.ErrStale
		}
		next, err := a.checkMailServer(in, now)
		if err != nil {
			return err
		}
		if now == nil && next == nil {
			return web.Invalid("host", "メールサーバーの名前を入力してください。")
		}
		if next == nil { // an empty host is stored, so that its version goes on
			next = &mail.Server{TLS: mail.StartTLS}
		}
		next.Version, next.By = version+1, u.ID
		alone, err := isOnlyOfficeUser(&tx.Q, u.ID)
		if err != nil {
			return err
		}
		out = &mailServerSaved{IsWaiting: !alone}
		if alone {
			return a.applyMailServer(tx, r.Actor, now, next)
		}
		if err := putMailServer(tx, store.SettingMailServerAsked, next, u.ID); err != nil {
			return err
		}
		if err := tx.AddAudit(r.Line("mail_server_asked", "network", "network", "ok", fieldsOfMailServer(next).words())); err != nil {
			return err
		}
		return a.tellOffice(tx, mail.MailServerChanged, settingsPath)
	})
	return out, err
}

// mayChangeMailServer refuses without a proof, where the start command has decided, and in the demo, whose logins are
// published: it must connect nowhere.
func (a Room) mayChangeMailServer(r *web.Request, password, code string) error {
	if err := signin.In(a.Platform).MayGoOn(r, password, code); err != nil {
		return err
	}
	switch {
	case a.Demo:
		return web.Conflict(deal.NotAllowed, "デモでは、メールサーバーを設定できません。メールは「デモのメール」で読めます。")
	case a.SMTP != nil:
		return web.Conflict(deal.NotAllowed, "メールサーバーは、つなぐを起動するときに指定されています。画面で設定するには、起動の指定（-smtp-host など）を外してください。")
	}
	return nil
}

// isOnlyOfficeUser says that nobody else of the office has ever been in. A stopped colleague counts: else
// one could stop him and decide alone.
func isOnlyOfficeUser(q *store.Q, userID string) (bool, error) {
	for _, s := range []deal.UserStatus{deal.UserEnabled, deal.UserBlocked} {
		us, err := q.UsersOfRole(int(deal.RoleADM), int(s))
		if err != nil {
			return false, err
		}
		for i := range us {
			if us[i].ID != userID && us[i].PasswordHash != "" {
				return false, nil
			}
		}
	}
	return true, nil
}

func (a Room) decideMailServer(r *web.Request, in *mailServerDecision) error {
	if err := a.mayChangeMailServer(r, in.Password, in.Code); err != nil {
		return err
	}
	return signin.In(a.Platform).AfterProof(r, in.Password, in.Code, func(tx *store.Tx, _ *store.User) error {
		asked, err := web.MailServerOf(&tx.Q, store.SettingMailServerAsked)
		if err != nil {
			return err
		}
		if asked == nil || asked.Version != in.Version {
			return store.ErrStale
		}
		now, err := web.MailServerOf(&tx.Q, store.SettingMailServer)
		if err != nil {
			return err
		}
		if !in.IsConfirmed {
			if err := putMailServer(tx, store.SettingMailServerAsked, nil, r.ID()); err != nil {
				return err
			}
			return tx.AddAudit(r.Line("mail_server_refused", "network", "network", "ok", fieldsOfMailServer(asked).words()))
		}
		ok, why, err := web.SecondPair(&tx.Q, r.Actor, asked.By)
		if err != nil {
			return err
		}
		if !ok {
			return web.Conflict(deal.NotAllowed, cmp.Or(why, "ご自身の申し出は確認できません。事務局のほかの承認者に依頼してください。"))
		}
		return a.applyMailServer(tx, r.Actor, now, asked)
	})
}

// applyMailServer puts a mail server in force, with its history, and tells the office.
func (a Room) applyMailServer(tx *store.Tx, by web.Actor, was, next *mail.Server) error {
	if err := putMailServer(tx, store.SettingMailServer, next, by.ID()); err != nil {
		return err
	}
	if err := putMailServer(tx, store.SettingMailServerAsked, nil, by.ID()); err != nil {
		return err
	}
	changes := settingChanges{kind: store.ChangeNetwork}
	changes.add(settingMailServer, fieldsOfMailServer(was).words(), fieldsOfMailServer(next).words())
	had, has := "", ""
	if was != nil {
		had = string(was.Password)
	}
	if has = string(next.Password); had != has {
		changes.add(settingMailPassword, map[bool]string{true: "登録あり"}[had != ""], map[bool]string{true: "新しく登録"}[has != ""])
	}
	if err := changes.keep(tx, by, "mail_server_updated"); err != nil {
		return err
	}
	if err := tx.MailsDueNow(); err != nil {
		return err
	}
	return a.tellOffice(tx, mail.MailServerChanged, settingsPath)
}

const settingsPath = "/office/settings"

// tellOffice mails everybody of the office, also who did it: a stranger at his console is found out by him first.
func (a Room) tellOffice(tx *store.Tx, kind mail.Kind, path string) error {
	all, err := tx.UsersOfRole(int(deal.RoleADM), int(deal.UserEnabled))
	for i := range all {
		if err := a.MailUser(tx, kind, &all[i], "network", mail.Data{Link: a.BaseURL + path}); err != nil {
			return err
		}
	}
	return err
}

// throttleTestMail bounds how often a person lets the server connect.
var throttleTestMail = web.ThrottleRule{Name: "test mail", Burst: 10, Pause: time.Minute}

// testMailWait is how long a person waits for the mail server's answer.
const testMailWait = 15 * time.Second

// sendTestMail hands a mail to the mail server at once and answers what the server said. The demo writes
// it into its outbox.
func (a Room) sendTestMail(r *web.Request) (*testMail, error) {
	address, err := mail.ParseAddress(r.User.LoginID)
	if err != nil {
		return nil, web.Conflict("no_address", "あなたのログインIDはメールアドレスではないため、テストメールを送れません。")
	}
	data := mail.Data{Link: a.BaseURL + "/office/mail", Name: r.User.UserName, Department: r.User.Department}
	out := &testMail{To: address}
	if a.Demo {
		out.Detail = "デモでは、メールは送信されません。「デモのメール」で読めます。"
		return out, r.Write(func(tx *store.Tx) error { return a.MailTo(tx, mail.TestMail, address, r.ID(), r.ID(), data) })
	}
	if err := a.Throttle.Take(a.Store.Now(), throttleTestMail, r.ID()); err != nil {
		return nil, err
	}
	var server *mail.SMTP
	var m mail.Message
	if err := r.Read(func(q *store.Q) error {
		if server, err = a.MailServer(q); err == nil && server != nil {
			m, err = a.ComposeMail(q, store.NewID(), mail.TestMail, address, data)
		}
		return err
	}); err != nil {
		return nil, err
	}
	if server == nil {
		return nil, web.Conflict("no_mail_server", "メールサーバーが設定されていません。先に、メールサーバーを設定してください。")
	}
	server.Timeout = testMailWait
	out.IsMailSent = true
	failure := server.Send(r, m)
	result := "ok"
	if out.IsTaken = failure == nil; out.IsTaken {
		out.Detail = "メールサーバーが受け付けました。届いたことを、受信箱で確かめてください。"
	} else {
		result, out.Detail, out.Answer = "refused", mail.Explain(failure), mail.Answer(failure)
	}
	return out, r.Write(func(tx *store.Tx) error {
		return tx.AddAudit(r.Line("test_mail", "network", "network", result, out.Answer))
	})
}

// putMailServer stores a mail server; nil for none.
func putMailServer(tx *store.Tx, key string, s *mail.Server, by string) error {
	if s == nil {
		return tx.SetSetting(key, "", by)
	}
	b, err := json.Marshal(s)
	if err != nil {
		return err
	}
	return tx.SetSetting(key, string(b), by)
}
