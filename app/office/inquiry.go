package office

import (
	"tsunagu/app/company"
	"tsunagu/app/web"
	"tsunagu/store"
)

// inquiryStatuses are the states of an inquiry.
var inquiryStatuses = []officeCode{{"0", "未対応"}, {"1", "対応済み"}}

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
	Status       int    `json:"status" doc:"0 未対応、1 対応済み"`
	Note         string `json:"note" doc:"事務局の覚え書き"`
	Created      string `json:"created" doc:"UTC"`
}

type officeInquiryList struct {
	InquiryList []officeInquiry `json:"inquiryList"`
	AllCount    int             `json:"allCount"`
}

type officeInquiriesQuery struct {
	Status string `query:"status" enum:"0,1," doc:"空はすべて"`
	Word   string `query:"word" maxLength:"100" doc:"受付番号。番号でなければ何も見つからない"`
	web.OfficePaging
}

// officeInquiryMark marks an inquiry as answered or as open again.
type officeInquiryMark struct {
	InquiryID string `json:"inquiryId"`
	Expected  int    `json:"expectedStatus" enum:"0,1" doc:"画面が見ている状態"`
	Status    int    `json:"status" enum:"0,1"`
	Note      string `json:"note,omitempty" limit:"1000"`
}

func (a Room) officeInquiryCalls() {
	web.Add(a.Platform, web.OfficeCall("GET", "GetInquiryList", web.ADM, "すべての問い合わせ", "問い合わせの一覧"),
		func(r *web.Request, in *officeInquiriesQuery) (*officeInquiryList, error) {
			return web.Reading(r, func(q *store.Q) (*officeInquiryList, error) { return Inquiries(q, in) })
		})
	type body struct{ Body officeInquiryMark }
	web.Add(a.Platform, web.OfficeCall("POST", "MarkInquiry", web.ADM, "すべての問い合わせ", "問い合わせの対応の記録"),
		func(r *web.Request, in *body) (web.Nothing, error) {
			return web.Nothing{}, r.Write(func(tx *store.Tx) error {
				m := &in.Body
				var c web.Check
				c.Prose(m, "note", "覚え書き", &m.Note, false)
				if err := c.Err(); err != nil {
					return err
				}
				err := tx.MarkInquiry(m.InquiryID, m.Expected, m.Status, m.Note)
				if err != nil {
					return err
				}
				event := "inquiry_done"
				if m.Status == 0 {
					event = "inquiry_reopened"
				}
				return tx.AddAudit(r.Line(event, "inquiry", m.InquiryID, "ok", ""))
			})
		})
}

// Inquiries are the questions to the office.
func Inquiries(q *store.Q, in *officeInquiriesQuery) (*officeInquiryList, error) {
	out := &officeInquiryList{InquiryList: []officeInquiry{}}
	_, end := company.ReadCaseNumber(in.Word)
	if end == "" && in.Word != "" {
		return out, nil
	}
	is, n, err := q.SearchInquiries(optionalInt(in.Status), end, in.Page())
	out.AllCount = n
	for _, i := range is {
		out.InquiryList = append(out.InquiryList, officeInquiry{i.ID, web.CaseNumber("Q", i.ID), i.Kind, i.Name, i.NameKana, i.Organisation,
			i.Mail, i.Phone, i.Body, i.UserID != "", i.Status, i.Note, web.ServerTime(i.Created)})
	}
	return out, err
}
