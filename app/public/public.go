package public

import (
	"errors"
	"time"

	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/web"
	"tsunagu/store"
)

// networkTextAnswer is one of the network's own texts in its current version (domain.md 9).
type networkTextAnswer struct {
	Kind    string `json:"kind" enum:"terms,privacy,company,nda"`
	Title   string `json:"title"`
	Body    string `json:"body" doc:"もとの文章（Markdown または簡単な HTML）"`
	HTML    string `json:"html" doc:"画面に出す安全な HTML"`
	Version int    `json:"version"`
	Created string `json:"created" doc:"この版の公開日時（UTC）"`
}

// faqRow is one question with its answer.
type faqRow struct {
	FaqID    string `json:"faqId"`
	Category string `json:"category"`
	Question string `json:"question"`
	Answer   string `json:"answer" doc:"もとの文章（Markdown または簡単な HTML）"`
	HTML     string `json:"html" doc:"画面に出す安全な HTML"`
}

type faqAnswer struct {
	FaqList []faqRow `json:"faqList"`
}

// inquiryInput is a question to the office (domain.md 9 /contact).
type inquiryInput struct {
	Kind         int    `json:"kind" doc:"GetEnumerations の inquiryKind"`
	Name         string `json:"name" limit:"40"`
	NameKana     string `json:"nameKana,omitempty" limit:"40"`
	Organisation string `json:"organisation,omitempty" limit:"80" doc:"会社名・所属"`
	MailAddress  string `json:"mailAddress"`
	Phone        string `json:"phone,omitempty"`
	Body         string `json:"body" limit:"2000"`
}

// receivedAnswer is the number by which the office refers to what was sent.
type receivedAnswer struct {
	CaseNumber string `json:"caseNumber" doc:"受付番号"`
}

func (a Room) Calls() {
	web.Add(a.Platform, web.Call{
		Method: "GET", Path: "/api/Public/GetText", Area: "public", Callers: web.Anyone, PasswordDue: true,
		Records: "公開の文章", Summary: "利用規約、プライバシーポリシー、運営会社、秘密保持契約", Spec: "domain 9",
	},
		func(r *web.Request, in *struct {
			Kind string `query:"kind" enum:"terms,privacy,company,nda" required:"true"`
		}) (*networkTextAnswer, error) {
			return web.Reading(r, func(q *store.Q) (out *networkTextAnswer, err error) {
				t, err := q.NetworkText(in.Kind)
				if err == nil {
					out = &networkTextAnswer{t.Kind, t.Title, t.Body, web.ProseHTML(t.Body), t.Version, web.ServerTime(t.Created)}
				}
				return out, err
			})
		})
	web.Add(a.Platform, web.Call{
		Method: "GET", Path: "/api/Public/GetFaqList", Area: "public", Callers: web.Anyone, PasswordDue: true,
		Records: "公開の文章", Summary: "よくある質問", Spec: "domain 9 /faq",
	},
		func(r *web.Request, _ *struct{}) (*faqAnswer, error) {
			out := &faqAnswer{FaqList: []faqRow{}}
			return web.Reading(r, func(q *store.Q) (*faqAnswer, error) {
				fs, err := q.FAQs()
				for _, f := range fs {
					out.FaqList = append(out.FaqList, faqRow{f.ID, f.Category, f.Question, f.Answer, web.ProseHTML(f.Answer)})
				}
				return out, err
			})
		})
	web.Add(a.Platform, web.Call{
		Method: "POST", Path: "/api/Public/CheckInquiry", Area: "public", Callers: web.Anyone, MaxBody: 64 << 10, PasswordDue: true,
		Records: "なし", Summary: "問い合わせの確認。保存される形で返す", Spec: "domain 9 /contact/confirm",
	},
		func(_ *web.Request, in *struct{ Body inquiryInput }) (*inquiryInput, error) {
			return &in.Body, checkInquiry(&in.Body)
		})
	web.Add(a.Platform, web.Call{
		Method: "POST", Path: "/api/Public/SendInquiry", Area: "public", Callers: web.Anyone, MaxBody: 64 << 10, PasswordDue: true,
		Records: "なし", Summary: "事務局への問い合わせ", Spec: "SPEC 7 Other; domain 7, 9",
	},
		func(r *web.Request, in *struct{ Body inquiryInput }) (*receivedAnswer, error) {
			if err := checkInquiry(&in.Body); err != nil {
				return nil, err
			}
			if err := r.TakeWithMailbox(web.ThrottleInquiry, in.Body.MailAddress); err != nil {
				return nil, err
			}
			// A signed-in member is stored as the sender; with an expired token the sender is a visitor.
			if r.Raw.Header.Get("Authorization") != "" {
				member := web.Call{Callers: web.PlatformDoor.Callers, PasswordDue: true}
				if err := a.Gate(r, member); err != nil && !errors.Is(err, web.ErrUnauthorized) {
					return nil, err
				}
			}
			return web.Writing(r, func(tx *store.Tx) (*receivedAnswer, error) {
				return a.saveInquiry(tx, r.Actor, &in.Body)
			})
		})
}

func checkInquiry(in *inquiryInput) error {
	var c web.Check
	c.Code("kind", "お問い合わせの種類", in.Kind, true, func(v int) bool { return deal.InquiryKind(v).Known() })
	c.Text(in, "name", "お名前", &in.Name, true)
	c.Kana(in, "nameKana", "お名前（カナ）", &in.NameKana, false)
	c.Text(in, "organisation", "会社名・所属", &in.Organisation, false)
	c.Mail("mailAddress", "メールアドレス", &in.MailAddress, true)
	c.Phone("phone", "電話番号", &in.Phone, false)
	c.Prose(in, "body", "お問い合わせ内容", &in.Body, true)
	return c.Err()
}

// InquiryAgain is how long an inquiry with the same content counts as the same one, sent twice.
const InquiryAgain = time.Hour

// saveInquiry stores a checked inquiry and mails the office and the sender. The mails contain
// nothing that was typed: otherwise anybody could send texts to any address through the form.
func (a Room) saveInquiry(tx *store.Tx, by web.Actor, in *inquiryInput) (*receivedAnswer, error) {
	if err := checkInquiry(in); err != nil {
		return nil, err
	}
	i := &store.Inquiry{Kind: in.Kind, Name: in.Name, NameKana: in.NameKana, Organisation: in.Organisation, Mail: in.MailAddress,
		Phone: in.Phone, Body: in.Body, UserID: by.ID()}
	if id, err := tx.SameInquiry(i, tx.Now().Add(-InquiryAgain)); err == nil {
		return &receivedAnswer{web.CaseNumber("Q", id)}, nil
	} else if !errors.Is(err, store.ErrNotFound) {
		return nil, err
	}
	if err := tx.CreateInquiry(i); err != nil {
		return nil, err
	}
	d := mail.Data{CaseNumber: web.CaseNumber("Q", i.ID)}
	if by.User != nil {
		d.Name = by.User.UserName
	}
	if err := a.MailTo(tx, mail.InquiryReceived, in.MailAddress, by.ID(), i.ID, d); err != nil {
		return nil, err
	}
	if err := a.MailOffice(tx, mail.InquiryNotice, i.ID, mail.Data{CaseNumber: d.CaseNumber}); err != nil {
		return nil, err
	}
	return &receivedAnswer{d.CaseNumber}, tx.AddAudit(by.Line("inquiry", "inquiry", i.ID, "ok", ""))
}
