package inquiry

import (
	"strconv"

	"tsunagu/app/company"
	"tsunagu/app/console"
	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/web"
	"tsunagu/store"
)

// Statuses are the states of an inquiry.
var Statuses = statuses(deal.InquiryOpen, deal.InquiryPending, deal.InquiryDone)

func statuses(all ...deal.InquiryStatus) (out []console.OfficeCode) {
	for _, s := range all {
		out = append(out, console.OfficeCode{Code: strconv.Itoa(int(s)), Label: s.Label()})
	}
	return out
}

// officeInquiry is a question that somebody sent to the office.
type officeInquiry struct {
	InquiryID    string `json:"inquiryId"`
	CaseNumber   string `json:"caseNumber" doc:"送信者が知っている受付番号"`
	Kind         int    `json:"kind" doc:"GetEnumerations の inquiryKind"`
	Name         string `json:"name"`
	NameKana     string `json:"nameKana"`
	Organisation string `json:"organisation"`
	MailAddress  string `json:"mailAddress"`
	Phone        string `json:"phone"`
	Body         string `json:"body"`
	IsMember     bool   `json:"isMember" doc:"ログインした利用者からの問い合わせ"`
	Status       int    `json:"status" doc:"0 未対応、2 対応中、1 完了"`
	StatusLabel  string `json:"statusLabel"`
	Note         string `json:"note" doc:"事務局の覚え書き"`
	IsRead       bool   `json:"isRead" doc:"送信者が、すべての回答を読んだ。会員でない方では、リンクを開いた"`
	Created      string `json:"created" doc:"UTC"`
}

type officeInquiryList struct {
	InquiryList []officeInquiry `json:"inquiryList"`
	AllCount    int             `json:"allCount"`
}

type officeInquiriesQuery struct {
	Status string `query:"status" enum:"0,1,2," doc:"空はすべて"`
	Word   string `query:"word" maxLength:"100" doc:"受付番号。番号でなければ何も見つからない"`
	web.OfficePaging
}

type inquiryRef struct {
	InquiryID string `query:"inquiryId" required:"true"`
}

// officeThread is an inquiry with what was written since.
type officeThread struct {
	Inquiry     officeInquiry   `json:"inquiry"`
	MessageList []officeMessage `json:"messageList" doc:"古い順"`
}

// officeMessage is one text of a thread, with its writer.
type officeMessage struct {
	IsOffice bool   `json:"isOffice" doc:"事務局の回答。ほかは送信者の返信"`
	UserName string `json:"userName" doc:"書いた人。会員でない方は、お問い合わせのお名前"`
	Body     string `json:"body"`
	At       string `json:"at" doc:"UTC"`
}

// officeInquiryMark records how far the office is.
type officeInquiryMark struct {
	InquiryID string `json:"inquiryId"`
	Expected  int    `json:"expectedStatus" enum:"0,1,2" doc:"画面が見ている状態"`
	Status    int    `json:"status" enum:"0,1,2"`
	Note      string `json:"note,omitempty" limit:"1000"`
}

// officeAnswer is an answer to the sender.
type officeAnswer struct {
	InquiryID string `json:"inquiryId"`
	Expected  int    `json:"expectedStatus" enum:"0,1,2" doc:"画面が見ている状態"`
	Count     int    `json:"messageCount" doc:"画面が見ているやりとりの数。ほかの人の回答と重ならないように"`
	Status    int    `json:"status" enum:"1,2" doc:"回答のあとの状態。1 完了、2 対応中"`
	Body      string `json:"body" limit:"2000"`
}

// Calls are the console's calls, and those of the senders.
func (a Room) Calls() {
	web.Add(a.Platform, web.OfficeCall("GET", "GetInquiryList", web.ADM, "すべての問い合わせ", "問い合わせの一覧"),
		func(r *web.Request, in *officeInquiriesQuery) (*officeInquiryList, error) {
			return web.Reading(r, func(q *store.Q) (*officeInquiryList, error) { return Inquiries(q, in) })
		})
	web.Add(a.Platform, web.OfficeCall("GET", "GetInquiry", web.ADM, "すべての問い合わせ", "問い合わせ一件と、そのやりとり"),
		func(r *web.Request, in *inquiryRef) (*officeThread, error) {
			return web.Reading(r, func(q *store.Q) (*officeThread, error) { return readOfficeThread(q, in.InquiryID) })
		})
	type mark struct{ Body officeInquiryMark }
	web.Add(a.Platform, web.OfficeCall("POST", "MarkInquiry", web.ADM, "すべての問い合わせ", "問い合わせの対応の記録"),
		func(r *web.Request, in *mark) (web.Nothing, error) {
			return web.Nothing{}, r.Write(func(tx *store.Tx) error { return markInquiry(tx, r.Actor, &in.Body) })
		})
	type answer struct{ Body officeAnswer }
	web.Add(a.Platform, web.OfficeCall("POST", "AnswerInquiry", web.ADM, "すべての問い合わせ", "問い合わせへの回答。送信者にメールで知らせる"),
		func(r *web.Request, in *answer) (web.Nothing, error) {
			return web.Nothing{}, r.Write(func(tx *store.Tx) error { return a.answerInquiry(tx, r.Actor, &in.Body) })
		})
	a.senderCalls()
}

// InquiriesQuery and InquiryRow are the list's query and row, for its file.
type (
	InquiriesQuery = officeInquiriesQuery
	InquiryRow     = officeInquiry
)

// Inquiries are the questions to the office.
func Inquiries(q *store.Q, in *InquiriesQuery) (*officeInquiryList, error) {
	out := &officeInquiryList{InquiryList: []officeInquiry{}}
	_, end := company.ReadCaseNumber(in.Word)
	if end == "" && in.Word != "" {
		return out, nil
	}
	is, n, err := q.SearchInquiries(console.OptionalInt(in.Status), end, in.Page())
	out.AllCount = n
	for i := range is {
		out.InquiryList = append(out.InquiryList, officeRow(&is[i]))
	}
	return out, err
}

func officeRow(i *store.Inquiry) officeInquiry {
	return officeInquiry{InquiryID: i.ID, CaseNumber: web.CaseNumber("Q", i.ID), Kind: i.Kind, Name: i.Name, NameKana: i.NameKana,
		Organisation: i.Organisation, MailAddress: i.Mail, Phone: i.Phone, Body: i.Body, IsMember: i.UserID != "", Status: i.Status,
		StatusLabel: deal.InquiryStatus(i.Status).Label(), Note: i.Note, IsRead: i.IsRead, Created: web.ServerTime(i.Created)}
}

func readOfficeThread(q *store.Q, id string) (*officeThread, error) {
	i, err := q.Inquiry(id)
	if err != nil {
		return nil, err
	}
	ms, err := q.InquiryMessages(id)
	if err != nil {
		return nil, err
	}
	out := &officeThread{Inquiry: officeRow(i), MessageList: []officeMessage{}}
	for _, m := range ms {
		name := i.Name
		if m.UserID != "" {
			u, err := q.User(m.UserID)
			if err != nil {
				return nil, err
			}
			name = u.UserName
		}
		out.MessageList = append(out.MessageList, officeMessage{m.IsOffice, name, m.Body, web.ServerTime(m.Created)})
	}
	return out, nil
}

func markInquiry(tx *store.Tx, by web.Actor, m *officeInquiryMark) error {
	var c web.Check
	c.Prose(m, "note", "覚え書き", &m.Note, false)
	if err := c.Err(); err != nil {
		return err
	}
	if err := tx.MarkInquiry(m.InquiryID, m.Expected, m.Status, m.Note); err != nil {
		return err
	}
	event := map[int]string{int(deal.InquiryOpen): "inquiry_reopened", int(deal.InquiryDone): "inquiry_done",
		int(deal.InquiryPending): "inquiry_begun"}[m.Status]
	return tx.AddAudit(by.Line(event, "inquiry", m.InquiryID, "ok", ""))
}

// answerInquiry adds the office's answer and tells the sender by mail: a member of his screen, a visitor of a link. The
// mail holds nothing of either text.
func (a Room) answerInquiry(tx *store.Tx, by web.Actor, in *officeAnswer) error {
	i, err := tx.Inquiry(in.InquiryID)
	if err != nil {
		return err
	}
	var c web.Check
	c.Prose(in, "body", "回答", &in.Body, true)
	if err := c.Err(); err != nil {
		return err
	}
	ms, err := tx.InquiryMessages(i.ID)
	if err != nil {
		return err
	}
	if len(ms) != in.Count {
		return store.ErrStale
	}
	if err := tx.AddInquiryMessage(&store.InquiryMessage{InquiryID: i.ID, IsOffice: true, UserID: by.ID(), Body: in.Body}, in.Expected,
		in.Status); err != nil {
		return err
	}
	if err := a.tellSender(tx, i); err != nil {
		return err
	}
	return tx.AddAudit(by.Line("inquiry_answered", "inquiry", i.ID, "ok", ""))
}

// tellSender mails the sender that there is an answer. A member whose login ID is no mail address, or who is out, gets
// none; the address that he typed is not his account's, and a link to it would open the thread to whoever reads there.
func (a Room) tellSender(tx *store.Tx, i *store.Inquiry) error {
	d := mail.Data{CaseNumber: web.CaseNumber("Q", i.ID)}
	if i.UserID != "" {
		u, err := tx.User(i.UserID)
		if err != nil {
			return err
		}
		d.Link = a.BaseURL + "/mypage/contact/" + i.ID
		return a.MailUser(tx, mail.InquiryAnswered, u, i.ID, d)
	}
	life := deal.InquiryLinkDays * day
	link, _, err := a.NewLink(tx, &store.LinkKey{Kind: store.LinkInquiry, SubjectID: i.ID}, "/contact/answer", life, false)
	if err != nil {
		return err
	}
	d.Link, d.Expires = link, tx.Now().Add(life)
	return a.MailTo(tx, mail.InquiryAnswer, i.Mail, "", i.ID, d)
}
