package app

import (
	"strings"
	"testing"
	"time"

	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/public"
	"tsunagu/app/web"
	"tsunagu/store"
)

func inquiry() map[string]any {
	return map[string]any{"kind": 1, "name": "山田 太郎", "organisation": "あおば商事", "mailAddress": "taro@aoba.example.jp", "phone": "０３ー0123−4567", "body": "参加の条件を\r\n教えてください。"}
}

func TestSendInquiry(t *testing.T) {
	p := newPlatform(t)
	number := p.visitor().post("/api/Public/SendInquiry", inquiry()).want(200).json()["caseNumber"].(string)
	for address, kind := range map[string]mail.Kind{"taro@aoba.example.jp": mail.InquiryReceived, "office@network.example.jp": mail.InquiryNotice} {
		ms := p.mails(address)
		if len(ms) != 1 || ms[0].Kind != kind || !strings.Contains(ms[0].Text, number) {
			t.Fatalf("mails to %s: %v", address, ms)
		}
		// A stranger's words must not reach a third person's mailbox through us.
		for _, typed := range []string{"山田", "あおば商事", "参加の条件"} {
			if strings.Contains(ms[0].Text+ms[0].HTML+ms[0].Subject, typed) {
				t.Errorf("mail to %s says %q", address, typed)
			}
		}
	}
	p.read(func(q *store.Q) error {
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
	p := newPlatform(t)
	p.visitor().post("/api/Public/CheckInquiry", inquiry()).want(200).has(`"phone":"03-0123-4567"`, `"body":"参加の条件を\n教えてください。"`)
	p.visitor().post("/api/Public/CheckInquiry", map[string]any{"kind": 0, "name": "", "mailAddress": "", "body": ""}).want(422).has(`"kind"`, `"name"`, `"mailAddress"`, `"body"`)
	p.read(func(q *store.Q) error {
		is, err := q.Inquiries(10)
		if len(is) != 0 {
			t.Errorf("stored %+v", is)
		}
		return err
	})
}

func TestSendInquiryAsMember(t *testing.T) {
	p := newPlatform(t)
	f := p.user(deal.RoleFIN, p.institution("9981", "湊星銀行"), "fin@a.example.jp")
	p.signIn("fin@a.example.jp").post("/api/Public/SendInquiry", inquiry()).want(200)
	(&caller{p, "not a token"}).post("/api/Public/SendInquiry", inquiry()).want(200)
	p.read(func(q *store.Q) error {
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

// An inquiry sent twice, by a double click or because the answer got lost, is one; whoever says
// something else, or the same much later, asks anew.
func TestSendInquiryAgain(t *testing.T) {
	p := newPlatform(t)
	send := func(changes map[string]any) string {
		return p.visitor().post("/api/Public/SendInquiry", with(inquiry(), changes)).want(200).body
	}
	first := send(nil)
	if again := send(nil); again != first {
		t.Errorf("%s and %s", first, again)
	}
	if n := len(p.mails("taro@aoba.example.jp")); n != 1 {
		t.Errorf("%d mails", n)
	}
	if other := send(map[string]any{"body": "別の質問です。"}); other == first {
		t.Error("another question is taken for the same")
	}
	p.clock.Add(public.InquiryAgain + web.ThrottleMailbox.Pause)
	if later := send(nil); later == first {
		t.Error("the same question of another day is lost")
	}
}

func TestSendInquiryInvalid(t *testing.T) {
	p := newPlatform(t)
	bad := map[string]any{"kind": 8, "name": " ", "mailAddress": "a@b, c@d", "phone": "123", "body": strings.Repeat("あ", public.MaxInquiryBody+1)}
	p.visitor().post("/api/Public/SendInquiry", bad).want(422).has(`"kind"`, `"name"`, `"mailAddress"`, `"phone"`, `"body"`)
	p.visitor().post("/api/Public/SendInquiry", map[string]any{"kind": 0, "name": "", "mailAddress": "", "body": ""}).want(422).has(`"kind"`, `"name"`, `"mailAddress"`, `"body"`).hasNot(`"phone"`)
	withUser := inquiry()
	withUser["userId"] = "somebody"
	p.visitor().post("/api/Public/SendInquiry", withUser).want(422)
	p.read(func(q *store.Q) error {
		is, err := q.Inquiries(10)
		if len(is) != 0 {
			t.Errorf("stored %+v", is)
		}
		return err
	})
}

func TestSendInquiryIsThrottled(t *testing.T) {
	p := newPlatform(t)
	for i := range web.ThrottleMailbox.Burst {
		p.visitor().post("/api/Public/SendInquiry", with(inquiry(), map[string]any{"body": strings.Repeat("あ", i+1)})).want(200)
	}
	r := p.visitor().post("/api/Public/SendInquiry", inquiry()).want(429).has("too_many")
	if r.header.Get("Retry-After") == "" {
		t.Error("no Retry-After")
	}
	if n := len(p.mails("taro@aoba.example.jp")); n != web.ThrottleMailbox.Burst {
		t.Errorf("%d mails", n)
	}
	other := inquiry()
	other["mailAddress"] = "hanako@aoba.example.jp"
	p.visitor().post("/api/Public/SendInquiry", other).want(200)
	p.clock.Add(web.ThrottleMailbox.Pause)
	p.visitor().post("/api/Public/SendInquiry", inquiry()).want(200)
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
	p := newPlatform(t)
	for kind, title := range map[string]string{"terms": "利用規約", "privacy": "プライバシーポリシー", "company": "運営会社", "nda": "秘密保持契約"} {
		p.visitor().get("/api/Public/GetText?kind="+kind).want(200).has(`"title":"`+title+`"`, `"version":1`, `"created":"2026-11-21T01:00:00"`)
	}
	p.write(func(tx *store.Tx) error {
		return tx.AddNetworkText(&store.NetworkText{Kind: "terms", Title: "利用規約", Body: "改定後", Hash: web.TextHash("利用規約", "改定後")}, "")
	})
	p.visitor().get("/api/Public/GetText?kind=terms").want(200).has("改定後", `"version":2`).hasNot("第1条")
	p.visitor().get("/api/Public/GetText?kind=secret").want(422)
	p.visitor().get("/api/Public/GetText").want(422)

	faqs := p.visitor().get("/api/Public/GetFaqList").want(200).json()["faqList"].([]any)
	if len(faqs) != len(public.FirstFAQs) || faqs[0].(map[string]any)["question"] != public.FirstFAQs[0].Question {
		t.Errorf("%d questions, first %v", len(faqs), faqs[0])
	}
	for _, f := range public.FirstFAQs {
		if f.Category == "" || f.Question == "" || f.Answer == "" {
			t.Errorf("incomplete: %+v", f)
		}
	}
}
