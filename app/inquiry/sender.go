package inquiry

import (
	"time"

	"tsunagu/app/auth"
	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/public"
	"tsunagu/app/web"
	"tsunagu/store"
)

const day = 24 * time.Hour

// ownInquiry is an inquiry as its sender sees it.
type ownInquiry struct {
	InquiryID   string `json:"inquiryId"`
	CaseNumber  string `json:"caseNumber"`
	Kind        int    `json:"kind" doc:"GetEnumerations の inquiryKind"`
	StatusLabel string `json:"statusLabel"`
	IsUnread    bool   `json:"isUnread" doc:"まだ読んでいない回答がある"`
	Created     string `json:"created" doc:"UTC"`
}

type ownInquiryList struct {
	InquiryList []ownInquiry `json:"inquiryList" doc:"新しい順"`
	AllCount    int          `json:"allCount"`
	UnreadCount int          `json:"unreadCount" doc:"このうち、まだ読んでいない回答のあるもの"`
}

// senderThread is an inquiry with its answers, for its sender. Who of the office answered is not in it.
type senderThread struct {
	CaseNumber  string          `json:"caseNumber"`
	Kind        int             `json:"kind" doc:"GetEnumerations の inquiryKind"`
	StatusLabel string          `json:"statusLabel"`
	Body        string          `json:"body"`
	Created     string          `json:"created" doc:"UTC"`
	IsUnread    bool            `json:"isUnread"`
	MessageList []senderMessage `json:"messageList" doc:"古い順"`
}

type senderMessage struct {
	IsOffice bool   `json:"isOffice" doc:"事務局の回答。ほかは自分の返信"`
	Body     string `json:"body"`
	At       string `json:"at" doc:"UTC"`
}

type inquiryReply struct {
	InquiryID string `json:"inquiryId"`
	Body      string `json:"body" limit:"2000"`
}

type inquiryRead struct {
	InquiryID string `json:"inquiryId"`
}

type inquiryKey struct {
	Key string `json:"key"`
}

type inquiryKeyReply struct {
	Key  string `json:"key"`
	Body string `json:"body" limit:"2000"`
}

func (a Room) senderCalls() {
	const own = "自分が送った問い合わせ"
	call := func(method, path string, callers web.Callers, records, summary string) web.Call {
		return web.Call{Method: method, Path: path, Area: "public", Callers: callers, MaxBody: 64 << 10, Records: records, Summary: summary,
			Spec: "domain 9"}
	}
	web.Add(a.Platform, call("GET", "/api/Inquiry/GetInquiryList", web.FIN|web.LEN|web.BUY, own, "送った問い合わせの一覧"),
		func(r *web.Request, in *struct{ web.OfficePaging }) (*ownInquiryList, error) {
			return web.Reading(r, func(q *store.Q) (*ownInquiryList, error) { return readOwnList(q, r.Actor, in.Page()) })
		})
	web.Add(a.Platform, call("GET", "/api/Inquiry/GetInquiry", web.FIN|web.LEN|web.BUY, own, "送った問い合わせと、そのやりとり"),
		func(r *web.Request, in *inquiryRef) (*senderThread, error) {
			return web.Reading(r, func(q *store.Q) (*senderThread, error) {
				i, err := q.OwnInquiry(r.ID(), in.InquiryID)
				if err != nil {
					return nil, err
				}
				return threadOf(q, i)
			})
		})
	type ref struct{ Body inquiryRead }
	web.Add(a.Platform, call("POST", "/api/Inquiry/MarkRead", web.FIN|web.LEN|web.BUY, own, "回答を読んだことの記録"),
		func(r *web.Request, in *ref) (web.Nothing, error) {
			return web.Nothing{}, r.Write(func(tx *store.Tx) error {
				i, err := tx.OwnInquiry(r.ID(), in.Body.InquiryID)
				if err != nil || i.IsRead {
					return err
				}
				if err := tx.ReadInquiry(i.ID); err != nil {
					return err
				}
				return tx.AddAudit(r.Line("inquiry_read", "inquiry", i.ID, "ok", ""))
			})
		})
	type reply struct{ Body inquiryReply }
	web.Add(a.Platform, call("POST", "/api/Inquiry/ReplyInquiry", web.FIN|web.LEN|web.BUY, own, "問い合わせへの返信"),
		func(r *web.Request, in *reply) (web.Nothing, error) {
			return web.Nothing{}, r.Write(func(tx *store.Tx) error {
				i, err := tx.OwnInquiry(r.ID(), in.Body.InquiryID)
				if err != nil {
					return err
				}
				var c web.Check
				c.Prose(&in.Body, "body", "返信", &in.Body.Body, true)
				if err := c.Err(); err != nil {
					return err
				}
				return a.reply(tx, r, i, in.Body.Body)
			})
		})
	a.visitorCalls(call)
}

// visitorCalls are those of a sender without an account, by the link of the mail. The link is no decision: it opens the
// thread until it ends.
func (a Room) visitorCalls(call func(method, path string, callers web.Callers, records, summary string) web.Call) {
	const linked = "リンクの問い合わせ"
	type key struct{ Body inquiryKey }
	web.Add(a.Platform, call("POST", "/api/Public/GetInquiryByKey", web.ByKey, linked, "問い合わせのやりとり（メールのリンク）"),
		func(r *web.Request, in *key) (out *senderThread, err error) {
			err = r.Write(func(tx *store.Tx) error {
				i, err := inquiryByKey(&tx.Q, in.Body.Key)
				if err != nil {
					return err
				}
				if out, err = threadOf(&tx.Q, i); err != nil || i.IsRead {
					return err
				}
				if err := tx.ReadInquiry(i.ID); err != nil {
					return err
				}
				return tx.AddAudit(r.Line("inquiry_read", "inquiry", i.ID, "ok", ""))
			})
			return out, err
		})
	type keyReply struct{ Body inquiryKeyReply }
	web.Add(a.Platform, call("POST", "/api/Public/ReplyInquiryByKey", web.ByKey, linked, "問い合わせへの返信（メールのリンク）"),
		func(r *web.Request, in *keyReply) (web.Nothing, error) {
			return web.Nothing{}, r.Write(func(tx *store.Tx) error {
				i, err := inquiryByKey(&tx.Q, in.Body.Key)
				if err != nil {
					return err
				}
				var c web.Check
				c.Prose(&in.Body, "body", "返信", &in.Body.Body, true)
				if err := c.Err(); err != nil {
					return err
				}
				return a.reply(tx, r, i, in.Body.Body)
			})
		})
}

func readOwnList(q *store.Q, by web.Actor, p store.Page) (*ownInquiryList, error) {
	is, n, err := q.OwnInquiries(by.ID(), p)
	if err != nil {
		return nil, err
	}
	out := &ownInquiryList{InquiryList: []ownInquiry{}, AllCount: n}
	for i := range is {
		x := &is[i]
		if !x.IsRead {
			out.UnreadCount++
		}
		out.InquiryList = append(out.InquiryList, ownInquiry{x.ID, web.CaseNumber("Q", x.ID), x.Kind, deal.InquiryStatus(x.Status).Label(),
			!x.IsRead, web.ServerTime(x.Created)})
	}
	return out, nil
}

func threadOf(q *store.Q, i *store.Inquiry) (*senderThread, error) {
	ms, err := q.InquiryMessages(i.ID)
	out := &senderThread{CaseNumber: web.CaseNumber("Q", i.ID), Kind: i.Kind, StatusLabel: deal.InquiryStatus(i.Status).Label(), Body: i.Body,
		Created: web.ServerTime(i.Created), IsUnread: !i.IsRead, MessageList: []senderMessage{}}
	for _, m := range ms {
		out.MessageList = append(out.MessageList, senderMessage{m.IsOffice, m.Body, web.ServerTime(m.Created)})
	}
	return out, err
}

// inquiryByKey is a visitor's inquiry by the link of its newest mail.
func inquiryByKey(q *store.Q, key string) (*store.Inquiry, error) {
	k, err := q.LinkKey(auth.HashSecret(key))
	if err != nil {
		return nil, err
	}
	if k.Kind != store.LinkInquiry || !k.Alive(q.Now()) {
		return nil, store.ErrNotFound
	}
	return q.Inquiry(k.SubjectID)
}

// reply adds a reply of the sender's, which puts the inquiry before the office again. The same text sent twice within an
// hour is one. Replies are throttled as inquiries are, once it is known that the thread is the sender's.
func (a Room) reply(tx *store.Tx, r *web.Request, i *store.Inquiry, body string) error {
	if err := a.Throttle.Take(tx.Now(), web.ThrottleInquiry, r.IP); err != nil {
		return err
	}
	ms, err := tx.InquiryMessages(i.ID)
	if err != nil {
		return err
	}
	if n := len(ms); n > 0 && !ms[n-1].IsOffice && ms[n-1].Body == body && ms[n-1].Created.After(tx.Now().Add(-public.InquiryAgain)) {
		return nil
	}
	if err := tx.AddInquiryMessage(&store.InquiryMessage{InquiryID: i.ID, UserID: r.ID(), Body: body}, i.Status,
		int(deal.InquiryOpen)); err != nil {
		return err
	}
	if err := a.MailOffice(tx, mail.InquiryReplied, i.ID, mail.Data{CaseNumber: web.CaseNumber("Q", i.ID)}); err != nil {
		return err
	}
	return tx.AddAudit(r.Line("inquiry_replied", "inquiry", i.ID, "ok", ""))
}
