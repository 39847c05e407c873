package app

import (
	"errors"
	"time"

	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/store"
)

// networkTextAnswer is one of the network's own texts in its present version (domain.md 9).
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

// inquiryInput is what somebody asks the office (domain.md 9 /contact).
type inquiryInput struct {
	Kind         int    `json:"kind" doc:"GetEnumerations の inquiryKind"`
	Name         string `json:"name"`
	NameKana     string `json:"nameKana,omitempty"`
	Organisation string `json:"organisation,omitempty" doc:"会社名・所属"`
	MailAddress  string `json:"mailAddress"`
	Phone        string `json:"phone,omitempty"`
	Body         string `json:"body"`
}

// receivedAnswer gives the number under which the office speaks of what was sent.
type receivedAnswer struct {
	CaseNumber string `json:"caseNumber" doc:"受付番号"`
}

// Bounds of an inquiry, in characters.
const (
	maxName        = 40
	maxInquiryBody = 2000
)

func (a *App) publicCalls() {
	add(a.Platform, call{
		method: "GET", path: "/api/Public/GetText", area: "public", callers: anyone, passwordDue: true,
		records: "公開の文章", summary: "利用規約、プライバシーポリシー、運営会社、秘密保持契約", spec: "domain 9",
	},
		func(r *request, in *struct {
			Kind string `query:"kind" enum:"terms,privacy,company,nda" required:"true"`
		}) (*networkTextAnswer, error) {
			return reading(r, func(q *store.Q) (out *networkTextAnswer, err error) {
				t, err := q.NetworkText(in.Kind)
				if err == nil {
					out = &networkTextAnswer{t.Kind, t.Title, t.Body, proseHTML(t.Body), t.Version, serverTime(t.Created)}
				}
				return out, err
			})
		})
	add(a.Platform, call{
		method: "GET", path: "/api/Public/GetFaqList", area: "public", callers: anyone, passwordDue: true,
		records: "公開の文章", summary: "よくある質問", spec: "domain 9 /faq",
	},
		func(r *request, _ *struct{}) (*faqAnswer, error) {
			out := &faqAnswer{FaqList: []faqRow{}}
			return reading(r, func(q *store.Q) (*faqAnswer, error) {
				fs, err := q.FAQs()
				for _, f := range fs {
					out.FaqList = append(out.FaqList, faqRow{f.ID, f.Category, f.Question, f.Answer, proseHTML(f.Answer)})
				}
				return out, err
			})
		})
	add(a.Platform, call{
		method: "POST", path: "/api/Public/CheckInquiry", area: "public", callers: anyone, maxBody: 64 << 10, passwordDue: true,
		records: "なし", summary: "問い合わせの確認。保存される形で返す", spec: "domain 9 /contact/confirm",
	},
		func(_ *request, in *struct{ Body inquiryInput }) (*inquiryInput, error) {
			return &in.Body, checkInquiry(&in.Body)
		})
	add(a.Platform, call{
		method: "POST", path: "/api/Public/SendInquiry", area: "public", callers: anyone, maxBody: 64 << 10, passwordDue: true,
		records: "なし", summary: "事務局への問い合わせ", spec: "SPEC 7 Other; domain 7, 9",
	},
		func(r *request, in *struct{ Body inquiryInput }) (*receivedAnswer, error) {
			if err := checkInquiry(&in.Body); err != nil {
				return nil, err
			}
			if err := r.takeWithMailbox(throttleInquiry, in.Body.MailAddress); err != nil {
				return nil, err
			}
			// Members write as themselves; whose token has ended writes as a visitor.
			if r.raw.Header.Get("Authorization") != "" {
				if err := a.gate(r, platformDoor); err != nil && !errors.Is(err, errUnauthorized) {
					return nil, err
				}
			}
			return writing(r, func(tx *store.Tx) (*receivedAnswer, error) {
				return a.saveInquiry(tx, r.actor, &in.Body)
			})
		})
}

// takeWithMailbox counts a visitor's deed against its network address and against the mailbox
// that will get a mail about it, so that nobody's mailbox is filled by a stranger.
func (r *request) takeWithMailbox(rule throttleRule, address string) error {
	now := r.p.Store.Now()
	if err := r.p.throttle.take(now, rule, r.ip); err != nil {
		return err
	}
	return r.p.throttle.take(now, throttleMailbox, rule.name+" "+r.p.Keys.HashLoginID(address))
}

func checkInquiry(in *inquiryInput) error {
	var c check
	c.code("kind", "お問い合わせの種類", in.Kind, true, func(v int) bool { return deal.InquiryKind(v).Known() })
	c.text("name", "お名前", &in.Name, true, maxName)
	c.kana("nameKana", "お名前（カナ）", &in.NameKana, false, maxName)
	c.text("organisation", "会社名・所属", &in.Organisation, false, 80)
	c.mail("mailAddress", "メールアドレス", &in.MailAddress, true)
	c.phone("phone", "電話番号", &in.Phone, false)
	c.prose("body", "お問い合わせ内容", &in.Body, true, maxInquiryBody)
	return c.err()
}

// inquiryAgain is how long an inquiry that says the same is the same one, sent again.
const inquiryAgain = time.Hour

// saveInquiry stores a checked inquiry and mails the office and the sender. The mails carry
// nothing of what was typed: the form must not send a stranger's words to another stranger.
func (a *App) saveInquiry(tx *store.Tx, by actor, in *inquiryInput) (*receivedAnswer, error) {
	if err := checkInquiry(in); err != nil {
		return nil, err
	}
	i := &store.Inquiry{Kind: in.Kind, Name: in.Name, NameKana: in.NameKana, Organisation: in.Organisation, Mail: in.MailAddress, Phone: in.Phone, Body: in.Body, UserID: by.id()}
	if id, err := tx.SameInquiry(i, tx.Now().Add(-inquiryAgain)); err == nil {
		return &receivedAnswer{caseNumber("Q", id)}, nil
	} else if !errors.Is(err, store.ErrNotFound) {
		return nil, err
	}
	if err := tx.CreateInquiry(i); err != nil {
		return nil, err
	}
	d := mail.Data{CaseNumber: caseNumber("Q", i.ID)}
	if by.user != nil {
		d.Name = by.user.UserName
	}
	if err := a.mailTo(tx, mail.InquiryReceived, in.MailAddress, by.id(), i.ID, d); err != nil {
		return nil, err
	}
	if err := a.mailOffice(tx, mail.InquiryNotice, i.ID, mail.Data{CaseNumber: d.CaseNumber}); err != nil {
		return nil, err
	}
	return &receivedAnswer{d.CaseNumber}, tx.AddAudit(by.line("inquiry", "inquiry", i.ID, "ok", ""))
}

// mailOffice mails the office, at the address of the settings.
func (a *Platform) mailOffice(tx *store.Tx, kind mail.Kind, subjectID string, d mail.Data) error {
	office, err := tx.Setting(store.SettingOfficeMail)
	if err != nil {
		return err
	}
	address, err := mail.ParseAddress(office)
	if err != nil {
		return nil // none set: the office finds it in its console
	}
	d.Link = a.BaseURL + "/office"
	return a.mailTo(tx, kind, address, "", subjectID, d)
}
