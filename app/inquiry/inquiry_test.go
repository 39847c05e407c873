package inquiry_test

import (
	"fmt"
	"regexp"
	"slices"
	"testing"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
)

const sendPath = "/api/Public/SendInquiry"

// ask sends an inquiry and returns its id.
func ask(c *apptest.Caller, body string) (id string) {
	c.P.T.Helper()
	in := apptest.Inquiry()
	in["body"] = body
	c.Post(sendPath, in).Want(200)
	c.P.SQLScan("SELECT id FROM inquiry WHERE body = '"+body+"'", &id)
	return id
}

func answer(office *apptest.Caller, id string, expected, count, status int, body string) apptest.Result {
	office.P.T.Helper()
	return office.Post("/api/Office/AnswerInquiry", map[string]any{"inquiryId": id, "expectedStatus": expected, "messageCount": count,
		"status": status, "body": body})
}

// A member's inquiry is a thread between him and the office, and nobody else's.
func TestThreadOfAMember(t *testing.T) {
	c := apptest.NewConsole(apptest.NewPlatform(t))
	c.Write(func(tx *store.Tx) error { return tx.SetSetting(store.SettingOfficeMail, "desk@n.example.jp", "") })
	c.User(deal.RoleFIN, c.BankA, "fin@a.example.jp")
	c.User(deal.RoleFIN, c.BankA, "fin2@a.example.jp")
	c.User(deal.RoleFIN, c.BankB, "fin@b.example.jp")
	fin, colleague, other := c.SignIn("fin@a.example.jp"), c.SignIn("fin2@a.example.jp"), c.SignIn("fin@b.example.jp")
	id := ask(fin, "操作を教えてください。")
	number := web.CaseNumber("Q", id)

	fin.Get("/api/Inquiry/GetInquiryList").Want(200).Has(number, "未対応", `"unreadCount":0`)
	c.Office.Post("/api/Office/MarkInquiry", map[string]any{"inquiryId": id, "expectedStatus": 0, "status": 2, "note": "山田さんに確認"}).Want(200)
	answer(c.Office, id, 2, 0, 1, " ").Want(422).Has(`"body"`)
	answer(c.Office, id, 2, 0, 1, "画面の右上から開けます。").Want(200)
	answer(c.Office, id, 2, 0, 1, "画面の右上から開けます。").Want(409) // sent twice
	answer(c.Office, id, 1, 0, 1, "別の人の回答です。").Want(409)    // over a colleague's answer
	answer(c.Office, store.NewID(), 0, 0, 1, "回答").Want(400)
	c.Office.Get("/api/Office/GetInquiry?inquiryId="+id).Want(200).Has("画面の右上から開けます。", "利用者 office@n.example.jp", "完了", `"isRead":false`)

	// The mail says that there is an answer, with the number in its subject, and not which.
	mails := c.Mails("fin@a.example.jp")
	if len(mails) != 1 {
		t.Fatalf("%d mails", len(mails))
	}
	last := mails[0]
	if !regexp.MustCompile(number+"）に回答しました").MatchString(last.Subject) || regexp.MustCompile("右上|操作を教えて").MatchString(last.Text+last.HTML) {
		t.Error(last.Subject, last.Text)
	}
	fin.Get("/api/Inquiry/GetInquiryList").Want(200).Has(`"isUnread":true`, `"unreadCount":1`, "完了")
	thread := fin.Get("/api/Inquiry/GetInquiry?inquiryId="+id).Want(200).Has("画面の右上から開けます。", `"isUnread":true`)
	thread.HasNot("office@n", "山田さんに確認", "利用者")
	fin.Post("/api/Inquiry/MarkRead", map[string]any{"inquiryId": id}).Want(200)
	fin.Get("/api/Inquiry/GetInquiryList").Want(200).Has(`"unreadCount":0`)
	c.Office.Get("/api/Office/GetInquiry?inquiryId=" + id).Want(200).Has(`"isRead":true`)

	// A reply puts it before the office again; the same text twice is one.
	for range 2 {
		fin.Post("/api/Inquiry/ReplyInquiry", map[string]any{"inquiryId": id, "body": "右上に見つかりません。"}).Want(200)
	}
	fin.Post("/api/Inquiry/ReplyInquiry", map[string]any{"inquiryId": id, "body": ""}).Want(422).Has(`"body"`)
	c.Office.Get("/api/Office/GetInquiryList?status=0").Want(200).Has(number)
	if n := len(c.Office.Get("/api/Office/GetInquiry?inquiryId=" + id).Want(200).JSON()["messageList"].([]any)); n != 2 {
		t.Errorf("%d texts in the thread, want 2", n)
	}
	if n := len(c.Mails("desk@n.example.jp")); n != 2 { // the inquiry and the reply
		t.Errorf("%d mails to the office, want 2", n)
	}

	// Nobody else learns of it: no colleague, no other bank, no administrator, no visitor.
	nowhere := fin.Get("/api/Inquiry/GetInquiry?inquiryId=" + store.NewID()).Want(400)
	for _, stranger := range []*apptest.Caller{colleague, other} {
		stranger.Get("/api/Inquiry/GetInquiry?inquiryId=" + id).Want(400).SameAs(nowhere)
		stranger.Get("/api/Inquiry/GetInquiryList").Want(200).Has(`"allCount":0`).HasNot(number)
		stranger.Post("/api/Inquiry/ReplyInquiry", map[string]any{"inquiryId": id, "body": "割込み"}).Want(400)
		stranger.Post("/api/Inquiry/MarkRead", map[string]any{"inquiryId": id}).Want(400)
	}
	c.FadA.Get("/api/Office/GetInquiry?inquiryId=" + id).Want(400)
	answer(c.FadA, id, 0, 2, 1, "管理者の回答").Want(400)
	c.FadA.Get("/api/Office/GetAuditList?limit=100").Want(200).HasNot("inquiry_answered", "問い合わせへの回答")
	fin.Get("/api/Office/GetInquiry?inquiryId=" + id).Want(401)
	c.Visitor().Get("/api/Inquiry/GetInquiry?inquiryId=" + id).Want(401)

	for event, want := range map[string]int{"inquiry": 1, "inquiry_begun": 1, "inquiry_answered": 1, "inquiry_read": 1, "inquiry_replied": 1} {
		var n int
		c.SQLScan(fmt.Sprintf("SELECT count(*) FROM audit WHERE event = '%s' AND subject_id = '%s'", event, id), &n)
		if n != want {
			t.Errorf("%d lines of %s, want %d", n, event, want)
		}
	}
}

// A visitor reads the answer by the link of the newest mail, and replies there.
func TestThreadOfAVisitor(t *testing.T) {
	c := apptest.NewConsole(apptest.NewPlatform(t))
	id := ask(c.Visitor(), "加盟について教えてください。")
	address := apptest.Inquiry()["mailAddress"].(string)
	var seen []string
	key := func() string {
		t.Helper()
		var found []string
		for _, m := range c.Mails(address) {
			if k := regexp.MustCompile(`/contact/answer\?key=(\S+)`).FindStringSubmatch(m.Text); k != nil {
				found = append(found, k[1])
			}
		}
		for _, k := range found {
			if !slices.Contains(seen, k) {
				seen = append(seen, k)
				return k
			}
		}
		t.Fatal("no new link")
		return ""
	}
	read := func(key string) apptest.Result {
		return c.Visitor().Post("/api/Public/GetInquiryByKey", map[string]any{"key": key})
	}
	answer(c.Office, id, 0, 0, 2, "資料をお送りします。").Want(200)
	first := key()
	read(first).Want(200).Has("資料をお送りします。", "加盟について", "対応中").HasNot("利用者", "office@n")
	nowhere := read("x").Want(400)
	c.Visitor().Post("/api/Public/ReplyInquiryByKey", map[string]any{"key": first, "body": "届きました。"}).Want(200)
	c.Visitor().Post("/api/Public/ReplyInquiryByKey", map[string]any{"key": "x", "body": "届きました。"}).Want(400)
	c.Office.Get("/api/Office/GetInquiry?inquiryId="+id).Want(200).Has("届きました。", "未対応")

	// A new answer has a new link; the old one and a link whose days are over open nothing.
	answer(c.Office, id, 0, 2, 1, "よろしくお願いします。").Want(200)
	second := key()
	read(first).Want(400).SameAs(nowhere)
	read(second).Want(200).Has("よろしくお願いします。")
	c.Clock.Add(deal.InquiryLinkDays*24*time.Hour + time.Minute)
	read(second).Want(400).SameAs(nowhere)
}

func TestRepliesAreThrottled(t *testing.T) {
	c := apptest.NewConsole(apptest.NewPlatform(t))
	c.User(deal.RoleFIN, c.BankA, "fin@a.example.jp")
	fin := c.SignIn("fin@a.example.jp")
	id := ask(fin, "質問です。")
	last := 0
	for i := range web.ThrottleInquiry.Burst {
		last = fin.Post("/api/Inquiry/ReplyInquiry", map[string]any{"inquiryId": id, "body": fmt.Sprint("返信", i)}).Status
	}
	if last != 429 {
		t.Errorf("status %d after many replies, want 429", last)
	}
}
