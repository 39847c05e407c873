package app

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/store"
)

// notices counts the mails about messages to an address.
func (p *platform) notices(address string) int {
	n := 0
	for _, m := range p.mails(address) {
		if m.Kind == mail.MessageReceived {
			n++
		}
	}
	return n
}

func TestMessageChannels(t *testing.T) {
	tk := newTalks(newPlatform(t))
	id := tk.started()
	tk.buyB.say(id, 1, "買手から担当へ\n二行目 <b>&").want(200)
	tk.finB.say(id, 1, "担当から買手へ").want(200)
	tk.finB.say(id, 2, "買手銀行から売手銀行へ").want(200)
	tk.finA.say(id, 2, "売手銀行から買手銀行へ").want(200)

	tk.buyB.thread(id).want(200).has(`買手から担当へ\n二行目 <b>&`, "担当から買手へ").hasNot("売手銀行へ", "買手銀行へ", "蒼陵信用金庫A")
	tk.finA.thread(id).want(200).has("売手銀行へ", "買手銀行へ").hasNot("担当から買手へ", "買手から担当へ", "利用者 fin@b", "利用者 buy@b")
	tk.finB.thread(id).want(200).has("売手銀行へ", "買手銀行へ", "担当から買手へ", "買手から担当へ", "利用者 buy@b").hasNot("利用者 fin@a")

	none := tk.finC.thread(store.NewID()).want(400)
	for _, c := range []*caller{tk.rival, tk.finC, tk.buyA} {
		c.thread(id).sameAs(none)
		c.say(id, 1, "x").sameAs(none)
		c.post(negotiationBase+"AlreadyRead", map[string]any{"buyerNegotiationId": id}).sameAs(none)
	}
	tk.buyB.say(id, 2, "越境").sameAs(none)
	tk.finA.say(id, 1, "越境").sameAs(none)
	tk.buyB.say(id, 1, " \n ").want(422).has(`"messageBody"`)
	tk.buyB.say(id, 1, strings.Repeat("あ", 4001)).want(422).has("4000文字以内")
	tk.buyB.say(id, 1, strings.Repeat("あ", 4000)).want(200)
	tk.finA.post(negotiationBase+"CreateBuyerNegotiationMessageAsync", map[string]any{"buyerNegotiationId": id, "messageType": 2, "messageBody": "x", "messageOriginatorType": 2}).want(422).has(`"messageOriginatorType"`)
	tk.finA.post(negotiationBase+"CreateBuyerNegotiationMessageAsync", map[string]any{"buyerNegotiationId": id, "messageType": 2, "messageBody": "x", "sendClientId": tk.bID}).want(422).has(`"sendClientId"`)
}

func TestReadMarks(t *testing.T) {
	tk := newTalks(newPlatform(t))
	id := tk.started()
	tk.buyB.say(id, 1, "一つめ").want(200)
	first := tk.finA.say(id, 2, "売手から").want(200).json()["buyerNegotiationMessageId"]
	tk.finA.say(id, 2, "売手から二つめ").want(200)
	unread := func(c *caller) float64 {
		t.Helper()
		return c.get(negotiationBase + "GetUnreadCounts").want(200).json()["unreadCount"].(float64)
	}
	if got := []float64{unread(tk.finB), unread(tk.finA), unread(tk.buyB), unread(tk.rival), unread(tk.finC)}; got[0] != 3 || got[1]+got[2]+got[3]+got[4] != 0 {
		t.Errorf("unread %v", got)
	}
	if v := tk.secondB.row(id); v["unreadCount"] != 3.0 || v["isUnreadMessage"] != true || v["unreadByType"].(map[string]any)["2"] != 2.0 {
		t.Errorf("row: %v %v", v["unreadCount"], v["unreadByType"])
	}
	tk.finB.post(negotiationBase+"AlreadyRead", map[string]any{"buyerNegotiationId": id, "buyerNegotiationMessageId": first, "messageType": 2}).want(200)
	if got := unread(tk.finB); got != 2 {
		t.Errorf("unread %v, want the buyer's and the second of SF's", got)
	}
	mark := func(c *caller, body string) map[string]any {
		for _, m := range c.thread(id).want(200).json()["messageList"].([]any) {
			if m := m.(map[string]any); m["messageBody"] == body {
				return m
			}
		}
		t.Fatalf("no message %q", body)
		return nil
	}
	if m := mark(tk.finA, "売手から"); m["readStatus"] != 1.0 || m["readStatusModifier"] != nil {
		t.Errorf("SF sees %v", m)
	}
	if m := mark(tk.secondB, "売手から"); m["readStatus"] != 1.0 || m["readStatusModifier"] != "利用者 fin@b.example.jp" {
		t.Errorf("BF sees %v", m)
	}
	if m := mark(tk.finA, "売手から二つめ"); m["readStatus"] != 0.0 {
		t.Errorf("SF sees %v", m)
	}
	tk.secondB.post(negotiationBase+"AlreadyRead", map[string]any{"buyerNegotiationId": id}).want(200)
	if got := unread(tk.finB); got != 0 {
		t.Errorf("unread %v", got)
	}
}

func TestAttachments(t *testing.T) {
	tk := newTalks(newPlatform(t))
	id := tk.started()
	send := func(name string, content []byte) result {
		return tk.finB.upload(negotiationBase+"CreateBuyerNegotiationMessageAsync", map[string]any{"buyerNegotiationId": id, "messageType": 2, "messageBody": "添付します"}, name, content)
	}
	for _, x := range []struct {
		name, content string
		status        int
	}{
		{"資料.pdf", "%PDF-1.7 x", 200}, {"../../etc/数字.csv", "a,b\n1,2\n", 200}, {"図.png", "\x89PNG\r\n\x1a\n....", 200},
		{"資料.pdf", "MZ\x90\x00\x03", 415}, {"頁.pdf", "<html><script>", 415}, {"空.pdf", "", 415}, {"箱.docx", "PK\x03\x04 no zip", 415},
		{"図.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\" onload=\"alert(1)\"/>", 415}, {"文.txt", "\ufeff \n<a href=x>", 415},
	} {
		if r := send(x.name, []byte(x.content)); r.status != x.status {
			t.Errorf("%s: %d %s", x.name, r.status, r.body)
		}
	}
	send("大きい.pdf", append([]byte("%PDF-1.7 "), bytes.Repeat([]byte("x"), deal.AttachmentBytes)...)).want(413)
	found := map[string]string{}
	for _, m := range tk.finA.thread(id).want(200).json()["messageList"].([]any) {
		if m := m.(map[string]any); m["existsAttachedFile"] == true {
			found[m["attachedFileName"].(string)] = m["buyerNegotiationMessageId"].(string)
		}
	}
	if len(found) != 3 || found["数字.csv"] == "" {
		t.Fatalf("files %v", found)
	}
	// On disk nothing is called what its sender called it, and nothing is left of what was refused.
	kept, err := filepath.Glob(filepath.Join(tk.a.Store.Dir(), store.FilesDir, "*", "*"))
	if err != nil || len(kept) != 3 {
		t.Errorf("kept %v %v", kept, err)
	}
	for _, file := range kept {
		if !regexp.MustCompile(`^[A-Za-z0-9_-]{43}$`).MatchString(filepath.Base(file)) {
			t.Errorf("%s is not a random name", file)
		}
	}
	path := negotiationBase + "DownloadAttachedFile?buyerNegotiationMessageId="
	r := tk.finA.get(path + found["資料.pdf"]).want(200)
	if r.body != "%PDF-1.7 x" || !strings.HasPrefix(r.header.Get("Content-Disposition"), "attachment") || !strings.Contains(r.header.Get("Content-Security-Policy"), "sandbox") ||
		r.header.Get("Cache-Control") != "no-store" || r.header.Get("X-Content-Type-Options") != "nosniff" || r.header.Get("Content-Length") != fmt.Sprint(len(r.body)) {
		t.Errorf("download: %q %v", r.body, r.header)
	}
	none := tk.finA.get(path + store.NewID()).want(400)
	for _, c := range []*caller{tk.buyB, tk.rival, tk.finC} {
		c.get(path + found["資料.pdf"]).sameAs(none)
	}
	system := tk.finA.thread(id).want(200).json()["messageList"].([]any)[0].(map[string]any)["buyerNegotiationMessageId"].(string)
	tk.finA.get(path + system).sameAs(none)
	// What the disk has lost a part of, or all of, is not handed out for the whole.
	for _, file := range kept {
		if err := os.Truncate(file, 1); err != nil {
			t.Fatal(err)
		}
	}
	tk.finA.get(path + found["資料.pdf"]).want(500).has(`"internal"`).hasNot("%PDF")
	for _, file := range kept {
		if err := os.Remove(file); err != nil {
			t.Fatal(err)
		}
	}
	tk.finA.get(path + found["資料.pdf"]).want(500).has(`"internal"`)
}

func TestOneMailInTenMinutes(t *testing.T) {
	tk := newTalks(newPlatform(t))
	id := tk.started()
	other := tk.rival.post(negotiationBase+"CreateBuyerNegotiationByBuyerAsync", map[string]any{"sellerBusinessId": tk.listing}).want(200).json()["buyerNegotiationId"].(string)
	tk.finB.say(id, 2, "一").want(200)
	tk.finB.say(id, 2, "二").want(200)
	tk.finB.say(id, 1, "買手へ").want(200)
	if a, second, buyer := tk.notices("fin@a.example.jp"), tk.notices("fin2@a.example.jp"), tk.notices("buy@b.example.jp"); a != 1 || second != 1 || buyer != 1 {
		t.Errorf("notices %d %d %d", a, second, buyer)
	}
	for _, m := range tk.mails("fin@a.example.jp") {
		(result{t: t, body: m.Subject + m.Text + m.HTML}).hasNot("霧晴", "カナリア", "150", "東海")
	}
	tk.buyB.say(id, 1, "返事").want(200)
	tk.rival.say(other, 1, "別の交渉").want(200) // a thread of its own
	if n := tk.notices("fin@b.example.jp"); n != 2 {
		t.Errorf("BF has %d notices of two threads", n)
	}
	tk.clock.Add(10*time.Minute + time.Second)
	tk.signIn("fin@b.example.jp").say(id, 2, "三").want(200)
	if n := tk.notices("fin@a.example.jp"); n != 2 {
		t.Errorf("%d notices after ten minutes", n)
	}
}

func TestAnonymityWarning(t *testing.T) {
	tk := newTalks(newPlatform(t))
	id := tk.started()
	check := func(c *caller, messageType int, body string) result {
		return c.post(negotiationBase+"CheckMessage", map[string]any{"buyerNegotiationId": id, "messageType": messageType, "messageBody": body, "fileName": "霧晴環境.pdf"}).want(200)
	}
	check(tk.finB, 2, "霧晴環境の山本です。03-1234-5678").has("messageBody", "fileName", "霧晴環境", "03-1234-5678")
	check(tk.finB, 2, "カナリア製作所でしょうか").hasNot("カナリア") // whose name it is must not be told
	check(tk.finA, 2, "カナリア製作所です").has("カナリア製作所")
	check(tk.buyB, 1, "霧晴環境です").hasNot("霧晴環境")
	tk.finC.post(negotiationBase+"CheckMessage", map[string]any{"buyerNegotiationId": id, "messageType": 2, "messageBody": "x"}).want(400)
	tk.finA.post(negotiationBase+"CheckMessage", map[string]any{"sellerBusinessId": tk.listing, "messageBody": "カナリア製作所のご案内"}).want(200).has("カナリア製作所")
	tk.finB.post(negotiationBase+"CheckMessage", map[string]any{"sellerBusinessId": tk.listing, "messageBody": "カナリア製作所"}).want(400).hasNot("カナリア")
}

// After the end SF may no more know whose bank wrote to it, BF the seller's only while it still
// sees the listing (domain.md 3.5); what they wrote before the names opened stays readable.
func TestSenderAfterTheEnd(t *testing.T) {
	tk := newTalks(newPlatform(t))
	id := tk.started()
	tk.finB.say(id, 2, "買手銀行から").want(200)
	tk.finA.say(id, 2, "売手銀行から").want(200)
	tk.finA.thread(id).want(200).has("蒼陵信用金庫", tk.bID)
	tk.finB.thread(id).want(200).has("湊星銀行", tk.aID)
	tk.buyB.thread(id).want(200).hasNot("湊星銀行", tk.aID)

	tk.finA.to(id, 1, 9, map[string]any{"endReason": 2}).want(200)
	tk.finA.thread(id).want(200).has("買手銀行から", "湊星銀行").hasNot("蒼陵信用金庫", tk.bID)
	if s := viewText(tk.finA.row(id)); strings.Contains(s, "蒼陵信用金庫") || strings.Contains(s, tk.bID) {
		t.Errorf("the row names the buyer's bank: %s", s)
	}
	tk.finB.thread(id).want(200).has("売手銀行から", "湊星銀行", "蒼陵信用金庫") // L1: a bank sees whose listing it is
	tk.finA.post(listingBase+"ChangeAudience", map[string]any{"sellerBusinessId": tk.listing, "version": tk.version(tk.listing), "isLimited": true}).want(200)
	tk.finB.thread(id).want(200).has("売手銀行から", "蒼陵信用金庫").hasNot("湊星銀行", tk.aID)
	if s := viewText(tk.finB.row(id)); strings.Contains(s, "湊星銀行") || strings.Contains(s, tk.aID) {
		t.Errorf("the row names the seller's bank: %s", s)
	}
}
