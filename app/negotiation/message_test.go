package negotiation_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/store"
)

func TestMessageChannels(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	id := tk.Started()
	tk.BuyB.Say(id, 1, "買手から担当へ\n二行目 <b>&").Want(200)
	tk.FinB.Say(id, 1, "担当から買手へ").Want(200)
	tk.FinB.Say(id, 2, "買手銀行から売手銀行へ").Want(200)
	tk.FinA.Say(id, 2, "売手銀行から買手銀行へ").Want(200)

	tk.BuyB.Thread(id).Want(200).Has(`買手から担当へ\n二行目 <b>&`, "担当から買手へ").HasNot("売手銀行へ", "買手銀行へ", "蒼陵信用金庫A")
	tk.FinA.Thread(id).Want(200).Has("売手銀行へ", "買手銀行へ").HasNot("担当から買手へ", "買手から担当へ", "利用者 fin@b", "利用者 buy@b")
	tk.FinB.Thread(id).Want(200).Has("売手銀行へ", "買手銀行へ", "担当から買手へ", "買手から担当へ", "利用者 buy@b").HasNot("利用者 fin@a")

	none := tk.FinC.Thread(store.NewID()).Want(400)
	for _, c := range []*apptest.Caller{tk.Rival, tk.FinC, tk.BuyA} {
		c.Thread(id).SameAs(none)
		c.Say(id, 1, "x").SameAs(none)
		c.Post(apptest.NegotiationBase+"AlreadyRead", map[string]any{"buyerNegotiationId": id}).SameAs(none)
	}
	tk.BuyB.Say(id, 2, "越境").SameAs(none)
	tk.FinA.Say(id, 1, "越境").SameAs(none)
	tk.BuyB.Say(id, 1, " \n ").Want(422).Has(`"messageBody"`)
	tk.BuyB.Say(id, 1, strings.Repeat("あ", 4001)).Want(422).Has("4000文字以内")
	tk.BuyB.Say(id, 1, strings.Repeat("あ", 4000)).Want(200)
	tk.FinA.Post(apptest.NegotiationBase+"CreateBuyerNegotiationMessageAsync",
		map[string]any{"buyerNegotiationId": id, "messageType": 2, "messageBody": "x",
			"messageOriginatorType": 2}).Want(422).Has(`"messageOriginatorType"`)
	tk.FinA.Post(apptest.NegotiationBase+"CreateBuyerNegotiationMessageAsync",
		map[string]any{"buyerNegotiationId": id, "messageType": 2, "messageBody": "x", "sendClientId": tk.BID}).Want(422).Has(`"sendClientId"`)
}

func TestReadMarks(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	id := tk.Started()
	tk.BuyB.Say(id, 1, "一つめ").Want(200)
	first := tk.FinA.Say(id, 2, "売手から").Want(200).JSON()["buyerNegotiationMessageId"]
	tk.FinA.Say(id, 2, "売手から二つめ").Want(200)
	unread := func(c *apptest.Caller) float64 {
		t.Helper()
		return c.Get(apptest.NegotiationBase + "GetUnreadCounts").Want(200).JSON()["unreadCount"].(float64)
	}
	if got := []float64{unread(tk.FinB), unread(tk.FinA), unread(tk.BuyB), unread(tk.Rival), unread(tk.FinC)}; got[0] != 3 ||
		got[1]+got[2]+got[3]+got[4] != 0 {
		t.Errorf("unread %v", got)
	}
	for _, row := range tk.FinB.Get(apptest.NegotiationBase + "GetUnreadCounts").Want(200).JSON()["unreadList"].([]any) {
		if v := row.(map[string]any); v["side"] != "bf" {
			t.Errorf("the side on which BF reads: %v", v)
		}
	}
	if v := tk.SecondB.Row(id); v["unreadCount"] != 3.0 || v["isUnreadMessage"] != true || v["unreadByType"].(map[string]any)["2"] != 2.0 {
		t.Errorf("row: %v %v", v["unreadCount"], v["unreadByType"])
	}
	tk.FinB.Post(apptest.NegotiationBase+"AlreadyRead", map[string]any{"buyerNegotiationId": id, "buyerNegotiationMessageId": first,
		"messageType": 2}).Want(200)
	if got := unread(tk.FinB); got != 2 {
		t.Errorf("unread %v, want the buyer's and the second of SF's", got)
	}
	mark := func(c *apptest.Caller, body string) map[string]any {
		for _, m := range c.Thread(id).Want(200).JSON()["messageList"].([]any) {
			if m := m.(map[string]any); m["messageBody"] == body {
				return m
			}
		}
		t.Fatalf("no message %q", body)
		return nil
	}
	if m := mark(tk.FinA, "売手から"); m["readStatus"] != 1.0 || m["readStatusModifier"] != nil {
		t.Errorf("SF sees %v", m)
	}
	if m := mark(tk.SecondB, "売手から"); m["readStatus"] != 1.0 || m["readStatusModifier"] != "利用者 fin@b.example.jp" {
		t.Errorf("BF sees %v", m)
	}
	if m := mark(tk.FinA, "売手から二つめ"); m["readStatus"] != 0.0 {
		t.Errorf("SF sees %v", m)
	}
	tk.SecondB.Post(apptest.NegotiationBase+"AlreadyRead", map[string]any{"buyerNegotiationId": id}).Want(200)
	if got := unread(tk.FinB); got != 0 {
		t.Errorf("unread %v", got)
	}
}

func TestAttachments(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	id := tk.Started()
	send := func(name string, content []byte) apptest.Result {
		return tk.FinB.Upload(apptest.NegotiationBase+"CreateBuyerNegotiationMessageAsync",
			map[string]any{"buyerNegotiationId": id, "messageType": 2, "messageBody": "添付します"}, name, content)
	}
	for _, x := range []struct {
		name, content string
		status        int
	}{
		{"資料.pdf", "%PDF-1.7 x", 200}, {"../../etc/数字.csv", "a,b\n1,2\n", 200}, {"図.png", "\x89PNG\r\n\x1a\n....", 200},
		{"資料.pdf", "MZ\x90\x00\x03", 415}, {"頁.pdf", "<html><script>", 415}, {"空.pdf", "", 415}, {"箱.docx", "PK\x03\x04 no zip", 415},
		{"図.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\" onload=\"alert(1)\"/>", 415}, {"文.txt", "\ufeff \n<a href=x>", 415},
	} {
		if r := send(x.name, []byte(x.content)); r.Status != x.status {
			t.Errorf("%s: %d %s", x.name, r.Status, r.Body)
		}
	}
	send("大きい.pdf", append([]byte("%PDF-1.7 "), bytes.Repeat([]byte("x"), deal.AttachmentBytes)...)).Want(413)
	found := map[string]string{}
	for _, m := range tk.FinA.Thread(id).Want(200).JSON()["messageList"].([]any) {
		if m := m.(map[string]any); m["existsAttachedFile"] == true {
			found[m["attachedFileName"].(string)] = m["buyerNegotiationMessageId"].(string)
		}
	}
	if len(found) != 3 || found["数字.csv"] == "" {
		t.Fatalf("files %v", found)
	}
	// On disk nothing is called what its sender called it, and nothing is left of what was refused.
	kept, err := filepath.Glob(filepath.Join(tk.App.Store.Dir(), store.FilesDir, "*", "*"))
	if err != nil || len(kept) != 3 {
		t.Errorf("kept %v %v", kept, err)
	}
	for _, file := range kept {
		if !regexp.MustCompile(`^[A-Za-z0-9_-]{43}$`).MatchString(filepath.Base(file)) {
			t.Errorf("%s is not a random name", file)
		}
	}
	path := apptest.NegotiationBase + "DownloadAttachedFile?buyerNegotiationMessageId="
	r := tk.FinA.Get(path + found["資料.pdf"]).Want(200)
	if r.Body != "%PDF-1.7 x" || !strings.HasPrefix(r.Header.Get("Content-Disposition"), "attachment") ||
		!strings.Contains(r.Header.Get("Content-Security-Policy"), "sandbox") ||
		r.Header.Get("Cache-Control") != "no-store" || r.Header.Get("X-Content-Type-Options") != "nosniff" ||
		r.Header.Get("Content-Length") != fmt.Sprint(len(r.Body)) {
		t.Errorf("download: %q %v", r.Body, r.Header)
	}
	none := tk.FinA.Get(path + store.NewID()).Want(400)
	for _, c := range []*apptest.Caller{tk.BuyB, tk.Rival, tk.FinC} {
		c.Get(path + found["資料.pdf"]).SameAs(none)
	}
	system := tk.FinA.Thread(id).Want(200).JSON()["messageList"].([]any)[0].(map[string]any)["buyerNegotiationMessageId"].(string)
	tk.FinA.Get(path + system).SameAs(none)
	// A file that is cut short or missing on the disk is not handed out as if it were whole.
	for _, file := range kept {
		if err := os.Truncate(file, 1); err != nil {
			t.Fatal(err)
		}
	}
	tk.FinA.Get(path + found["資料.pdf"]).Want(500).Has(`"internal"`).HasNot("%PDF")
	for _, file := range kept {
		if err := os.Remove(file); err != nil {
			t.Fatal(err)
		}
	}
	tk.FinA.Get(path + found["資料.pdf"]).Want(500).Has(`"internal"`)
}

var idText = regexp.MustCompile(`[0-9a-f-]{8,}`)

func TestOneMailInTenMinutes(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	tk.MailedAll()
	id := tk.Started()
	other := tk.Rival.Post(apptest.NegotiationBase+"CreateBuyerNegotiationByBuyerAsync",
		map[string]any{"sellerBusinessId": tk.Listing}).Want(200).JSON()["buyerNegotiationId"].(string)
	tk.FinB.Say(id, 2, "一").Want(200)
	tk.FinB.Say(id, 2, "二").Want(200)
	tk.FinB.Say(id, 1, "買手へ").Want(200)
	if a, second, buyer := tk.Notices("fin@a.example.jp"), tk.Notices("fin2@a.example.jp"), tk.Notices("buy@b.example.jp"); a != 1 ||
		second != 1 || buyer != 1 {
		t.Errorf("notices %d %d %d", a, second, buyer)
	}
	for _, m := range tk.Mails("fin@a.example.jp") {
		// Without its links, whose ids may hold any digits.
		text := idText.ReplaceAllString(m.Subject+m.Text+m.HTML, "")
		(apptest.Result{T: t, Body: text}).HasNot("霧晴", "カナリア", "150", "東海")
	}
	tk.BuyB.Say(id, 1, "返事").Want(200)
	tk.Rival.Say(other, 1, "別の交渉").Want(200) // a thread of its own
	if n := tk.Notices("fin@b.example.jp"); n != 2 {
		t.Errorf("BF has %d notices of two threads", n)
	}
	tk.Clock.Add(10*time.Minute + time.Second)
	tk.SignIn("fin@b.example.jp").Say(id, 2, "三").Want(200)
	if n := tk.Notices("fin@a.example.jp"); n != 2 {
		t.Errorf("%d notices after ten minutes", n)
	}
}

func TestAnonymityWarning(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	id := tk.Started()
	check := func(c *apptest.Caller, messageType int, body string) apptest.Result {
		return c.Post(apptest.NegotiationBase+"CheckMessage", map[string]any{"buyerNegotiationId": id, "messageType": messageType,
			"messageBody": body, "fileName": "霧晴環境.pdf"}).Want(200)
	}
	check(tk.FinB, 2, "霧晴環境の山本です。03-1234-5678").Has("messageBody", "fileName", "霧晴環境", "03-1234-5678")
	check(tk.FinB, 2, "カナリア製作所でしょうか").HasNot("カナリア") // whose name it is must not be told
	check(tk.FinA, 2, "カナリア製作所です").Has("カナリア製作所")
	check(tk.BuyB, 1, "霧晴環境です").HasNot("霧晴環境")
	tk.FinC.Post(apptest.NegotiationBase+"CheckMessage", map[string]any{"buyerNegotiationId": id, "messageType": 2,
		"messageBody": "x"}).Want(400)
	tk.FinA.Post(apptest.NegotiationBase+"CheckMessage", map[string]any{"sellerBusinessId": tk.Listing,
		"messageBody": "カナリア製作所のご案内"}).Want(200).Has("カナリア製作所")
	tk.FinB.Post(apptest.NegotiationBase+"CheckMessage", map[string]any{"sellerBusinessId": tk.Listing,
		"messageBody": "カナリア製作所"}).Want(400).HasNot("カナリア")
}

// After the end SF may no more know whose bank wrote to it, BF the seller's only while it still
// sees the listing (domain.md 3.5); what they wrote before the names opened stays readable.
func TestSenderAfterTheEnd(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	id := tk.Started()
	tk.FinB.Say(id, 2, "買手銀行から").Want(200)
	tk.FinA.Say(id, 2, "売手銀行から").Want(200)
	tk.FinA.Thread(id).Want(200).Has("蒼陵信用金庫", tk.BID)
	tk.FinB.Thread(id).Want(200).Has("湊星銀行", tk.AID)
	tk.BuyB.Thread(id).Want(200).HasNot("湊星銀行", tk.AID)

	tk.FinA.To(id, 1, 9, map[string]any{"endReason": 2}).Want(200)
	tk.FinA.Thread(id).Want(200).Has("買手銀行から", "湊星銀行").HasNot("蒼陵信用金庫", tk.BID)
	if s := apptest.ViewText(tk.FinA.Row(id)); strings.Contains(s, "蒼陵信用金庫") || strings.Contains(s, tk.BID) {
		t.Errorf("the row names the buyer's bank: %s", s)
	}
	tk.FinB.Thread(id).Want(200).Has("売手銀行から", "湊星銀行", "蒼陵信用金庫") // L1: a bank sees whose listing it is
	tk.FinA.Post(apptest.ListingBase+"ChangeAudience", map[string]any{"sellerBusinessId": tk.Listing, "version": tk.Version(tk.Listing),
		"isLimited": true}).Want(200)
	tk.FinB.Thread(id).Want(200).Has("売手銀行から", "蒼陵信用金庫").HasNot("湊星銀行", tk.AID)
	if s := apptest.ViewText(tk.FinB.Row(id)); strings.Contains(s, "湊星銀行") || strings.Contains(s, tk.AID) {
		t.Errorf("the row names the seller's bank: %s", s)
	}
}
