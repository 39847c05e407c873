package public_test

import (
	"strings"
	"testing"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/public"
	"tsunagu/app/web"
	"tsunagu/store"
)

func TestSendInquiry(t *testing.T) {
	p := apptest.NewPlatform(t)
	number := p.Visitor().Post("/api/Public/SendInquiry", apptest.Inquiry()).Want(200).JSON()["caseNumber"].(string)
	for address, kind := range map[string]mail.Kind{"taro@aoba.example.jp": mail.InquiryReceived,
		"office@network.example.jp": mail.InquiryNotice} {
		ms := p.Mails(address)
		if len(ms) != 1 || ms[0].Kind != kind || !strings.Contains(ms[0].Text, number) {
			t.Fatalf("mails to %s: %v", address, ms)
		}
		// What was typed must not reach a third person's mailbox.
		for _, typed := range []string{"山田", "あおば商事", "参加の条件"} {
			if strings.Contains(ms[0].Text+ms[0].HTML+ms[0].Subject, typed) {
				t.Errorf("mail to %s says %q", address, typed)
			}
		}
	}
	p.Read(func(q *store.Q) error {
		is, err := q.Inquiries(10)
		if err != nil {
			return err
		}
		if len(is) != 1 || is[0].Phone != "03-0123-4567" || is[0].Body != "参加の条件を\n教えてください。" || is[0].UserID != "" {
			t.Errorf("stored %+v", is)
		}
		return nil
	})
}

// The confirm step shows what will be stored, and stores nothing.
func TestCheckInquiry(t *testing.T) {
	p := apptest.NewPlatform(t)
	p.Visitor().Post("/api/Public/CheckInquiry", apptest.Inquiry()).Want(200).Has(`"phone":"03-0123-4567"`, `"body":"参加の条件を\n教えてください。"`)
	p.Visitor().Post("/api/Public/CheckInquiry", map[string]any{"kind": 0, "name": "", "mailAddress": "", "body": ""}).Want(422).Has(`"kind"`,
		`"name"`, `"mailAddress"`, `"body"`)
	p.Read(func(q *store.Q) error {
		is, err := q.Inquiries(10)
		if len(is) != 0 {
			t.Errorf("stored %+v", is)
		}
		return err
	})
}

func TestSendInquiryAsMember(t *testing.T) {
	p := apptest.NewPlatform(t)
	f := p.User(deal.RoleFIN, p.Institution("9981", "湊星銀行"), "fin@a.example.jp")
	p.SignIn("fin@a.example.jp").Post("/api/Public/SendInquiry", apptest.Inquiry()).Want(200)
	(&apptest.Caller{P: p, Token: "not a token"}).Post("/api/Public/SendInquiry", apptest.Inquiry()).Want(200)
	p.Read(func(q *store.Q) error {
		is, err := q.Inquiries(10)
		if err != nil {
			return err
		}
		if len(is) != 2 || is[1].UserID != f.ID || is[0].UserID != "" {
			t.Errorf("stored %+v", is)
		}
		return nil
	})
}

// An inquiry sent twice, by a double click or after a lost answer, is stored once; another content,
// or the same much later, is a new one.
func TestSendInquiryAgain(t *testing.T) {
	p := apptest.NewPlatform(t)
	send := func(changes map[string]any) string {
		return p.Visitor().Post("/api/Public/SendInquiry", apptest.With(apptest.Inquiry(), changes)).Want(200).Body
	}
	first := send(nil)
	if again := send(nil); again != first {
		t.Errorf("%s and %s", first, again)
	}
	if n := len(p.Mails("taro@aoba.example.jp")); n != 1 {
		t.Errorf("%d mails", n)
	}
	if other := send(map[string]any{"body": "別の質問です。"}); other == first {
		t.Error("another question is taken for the same")
	}
	p.Clock.Add(public.InquiryAgain + web.ThrottleMailbox.Pause)
	if later := send(nil); later == first {
		t.Error("the same question of another day is lost")
	}
}

func TestSendInquiryInvalid(t *testing.T) {
	p := apptest.NewPlatform(t)
	bad := map[string]any{"kind": 8, "name": " ", "mailAddress": "a@b, c@d", "phone": "123", "body": strings.Repeat("あ", 2001)}
	p.Visitor().Post("/api/Public/SendInquiry", bad).Want(422).Has(`"kind"`, `"name"`, `"mailAddress"`, `"phone"`, `"body"`)
	p.Visitor().Post("/api/Public/SendInquiry", map[string]any{"kind": 0, "name": "", "mailAddress": "", "body": ""}).Want(422).Has(`"kind"`,
		`"name"`, `"mailAddress"`, `"body"`).HasNot(`"phone"`)
	withUser := apptest.Inquiry()
	withUser["userId"] = "somebody"
	p.Visitor().Post("/api/Public/SendInquiry", withUser).Want(422)
	p.Read(func(q *store.Q) error {
		is, err := q.Inquiries(10)
		if len(is) != 0 {
			t.Errorf("stored %+v", is)
		}
		return err
	})
}

func TestSendInquiryIsThrottled(t *testing.T) {
	p := apptest.NewPlatform(t)
	for i := range web.ThrottleMailbox.Burst {
		p.Visitor().Post("/api/Public/SendInquiry", apptest.With(apptest.Inquiry(), map[string]any{"body": strings.Repeat("あ", i+1)})).Want(200)
	}
	r := p.Visitor().Post("/api/Public/SendInquiry", apptest.Inquiry()).Want(429).Has("too_many")
	if r.Header.Get("Retry-After") == "" {
		t.Error("no Retry-After")
	}
	if n := len(p.Mails("taro@aoba.example.jp")); n != web.ThrottleMailbox.Burst {
		t.Errorf("%d mails", n)
	}
	other := apptest.Inquiry()
	other["mailAddress"] = "hanako@aoba.example.jp"
	p.Visitor().Post("/api/Public/SendInquiry", other).Want(200)
	p.Clock.Add(web.ThrottleMailbox.Pause)
	p.Visitor().Post("/api/Public/SendInquiry", apptest.Inquiry()).Want(200)
}

func TestThrottle(t *testing.T) {
	now := time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)
	rule := web.ThrottleRule{Name: "test", Burst: 2, Pause: time.Minute}
	for _, c := range []struct {
		name string
		who  []string
		ok   []bool
	}{
		{"one address", []string{"192.0.2.1", "192.0.2.1", "192.0.2.1"}, []bool{true, true, false}},
		{"two addresses", []string{"192.0.2.1", "192.0.2.1", "192.0.2.2"}, []bool{true, true, true}},
		{"one household", []string{"2001:db8::1", "2001:db8::2", "2001:db8::ffff:3"}, []bool{true, true, false}},
		{"two households", []string{"2001:db8::1", "2001:db8::2", "2001:db8:0:1::3"}, []bool{true, true, true}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var x web.Throttle
			for i, who := range c.who {
				if got := x.Take(now, rule, who) == nil; got != c.ok[i] {
					t.Errorf("%d: %s let through: %v", i, who, got)
				}
			}
		})
	}
	var x web.Throttle
	_, _ = x.Take(now, rule, "a"), x.Take(now, rule, "a")
	if x.Take(now.Add(-time.Hour), rule, "a") == nil {
		t.Error("a clock set back must not let more through")
	}
	if x.Take(now.Add(rule.Pause), rule, "a") != nil {
		t.Error("a pause later one more goes through")
	}
}

func TestTexts(t *testing.T) {
	p := apptest.NewPlatform(t)
	for kind, title := range map[string]string{"terms": "利用規約", "privacy": "プライバシーポリシー", "company": "運営会社", "nda": "秘密保持契約"} {
		p.Visitor().Get("/api/Public/GetText?kind="+kind).Want(200).Has(`"title":"`+title+`"`, `"version":1`, `"created":"2026-11-21T01:00:00"`)
	}
	p.Write(func(tx *store.Tx) error {
		return tx.AddNetworkText(&store.NetworkText{Kind: "terms", Title: "利用規約", Body: "改定後", Hash: web.TextHash("利用規約", "改定後")}, "")
	})
	p.Visitor().Get("/api/Public/GetText?kind=terms").Want(200).Has("改定後", `"version":2`).HasNot("第1条")
	p.Visitor().Get("/api/Public/GetText?kind=secret").Want(422)
	p.Visitor().Get("/api/Public/GetText").Want(422)

	faqs := p.Visitor().Get("/api/Public/GetFaqList").Want(200).JSON()["faqList"].([]any)
	if len(faqs) != len(public.FirstFAQs) || faqs[0].(map[string]any)["question"] != public.FirstFAQs[0].Question {
		t.Errorf("%d questions, first %v", len(faqs), faqs[0])
	}
	for _, f := range public.FirstFAQs {
		if f.Category == "" || f.Question == "" || f.Answer == "" {
			t.Errorf("incomplete: %+v", f)
		}
	}
}
