package app

import (
	"strings"
	"testing"
	"time"

	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/web"
	"tsunagu/store"
)

func TestSettings(t *testing.T) {
	p := newPlatform(t)
	c := newConsole(p)
	s := c.office.get("/api/Office/GetSettings").want(200).json()
	save := func(changes map[string]any) result {
		p.clock.Add(time.Second)
		return c.office.send("PUT", "/api/Office/UpdateSettings", with(s, changes))
	}
	save(map[string]any{"networkName": "", "officeMail": "x", "officePhone": "1"}).want(422).has(`"networkName"`, `"officeMail"`, `"officePhone"`)
	save(map[string]any{"networkName": "新しい名前", "isAccountRequestEnabled": false}).want(200)
	save(map[string]any{"networkName": "古い画面から"}).want(409)
	p.visitor().get("/api/Public/GetNetwork").want(200).has("新しい名前", `"isAccountRequestEnabled":false`)
	p.visitor().post(registAccountRequest, accountRequest()).want(409)
}

func TestTextVersions(t *testing.T) {
	p := newPlatform(t)
	c := newConsole(p)
	publish := func(version int, body string) result {
		return c.office.post("/api/Office/PublishText", map[string]any{"kind": "nda", "version": version, "title": "秘密保持契約", "body": body})
	}
	publish(1, "").want(422).has(`"body"`)
	publish(1, "第1条 新しい文章").want(200)
	publish(1, "第1条 古い画面から").want(409).has("stale")
	publish(2, "第1条 新しい文章").want(409).has("unchanged")
	p.visitor().get("/api/Public/GetText?kind=nda").want(200).has("新しい文章", `"version":2`)
	c.office.get("/api/Office/GetTextList").want(200).has(`"kind":"terms"`, `"kind":"company"`, `"version":1`)

	// What is agreed to is the source; how it is shown changes neither version nor hash.
	const source = "# 総則\n秘密を**守ります**。<script>x</script>"
	publish(2, source).want(200)
	buyer := p.user(deal.RoleFIN, c.bankA, "reader@a.example.jp")
	agreement := p.signIn(buyer.LoginID).get("/api/SellerBusiness/GetConfidentialityAgreement").want(200).json()
	if agreement["body"] != source || agreement["hash"] != web.TextHash("秘密保持契約", source) || agreement["version"] != 3.0 || agreement["html"] != "<h2>総則</h2>\n<p>秘密を<strong>守ります</strong>。</p>" {
		t.Errorf("agreement %v", agreement)
	}
	version := func(n string) result { return c.office.get("/api/Office/GetTextVersion?kind=nda&version=" + n) }
	version("2").want(200).has("新しい文章", `"version":2`, web.TextHash("秘密保持契約", "第1条 新しい文章"))
	version("4").want(400)
	version("0").want(422)
	c.office.post("/api/Office/PreviewText", map[string]any{"body": source}).want(200).has(`<h2>総則`).hasNot("script")
	c.office.post("/api/Office/PreviewText", map[string]any{"body": strings.Repeat("あ", 50_001)}).want(422)
	p.visitor().post("/api/Office/PreviewText", map[string]any{"body": "x"}).want(401)
}

func TestTopicsAndFaqByTheOffice(t *testing.T) {
	p := newPlatform(t)
	c := newConsole(p)
	p.user(deal.RoleFIN, c.bankA, "fin@a.example.jp")
	fin := p.signIn("fin@a.example.jp")

	topic := map[string]any{"title": "保守のお知らせ", "body": "夜間に停止します。", "startDate": "2026-11-21", "endDate": "2026-11-30", "isPublic": false}
	c.office.post("/api/Office/SaveTopic", with(topic, map[string]any{"title": "", "startDate": "x", "endDate": "2026-01-01"})).want(422).has(`"title"`, `"startDate"`, `"endDate"`)
	id := c.office.post("/api/Office/SaveTopic", topic).want(200).text()
	fin.get("/api/Topics/GetTopics").want(200).hasNot("保守のお知らせ")
	rows := c.office.get("/api/Office/GetTopicList?limit=100").want(200).has("保守のお知らせ").json()["topicList"].([]any)
	seen := rows[0].(map[string]any)
	for _, r := range rows {
		if r.(map[string]any)["topicId"] == id {
			seen = r.(map[string]any)
		}
	}
	c.office.post("/api/Office/SaveTopic", with(seen, map[string]any{"isPublic": true})).want(200)
	c.office.post("/api/Office/SaveTopic", with(seen, map[string]any{"title": "古い画面から"})).want(409)
	fin.get("/api/Topics/GetTopics").want(200).has("保守のお知らせ")

	faq := map[string]any{"category": "その他", "question": "試験の質問ですか。", "answer": "はい。", "isPublic": true}
	c.office.post("/api/Office/SaveFaq", with(faq, map[string]any{"question": "", "answer": ""})).want(422).has(`"question"`, `"answer"`)
	id = c.office.post("/api/Office/SaveFaq", faq).want(200).text()
	p.visitor().get("/api/Public/GetFaqList").want(200).has("試験の質問ですか。")
	for _, r := range c.office.get("/api/Office/GetFaqList?limit=100").want(200).json()["faqList"].([]any) {
		if row := r.(map[string]any); row["faqId"] == id {
			c.office.post("/api/Office/SaveFaq", with(row, map[string]any{"isPublic": false})).want(200)
			c.office.post("/api/Office/SaveFaq", row).want(409)
		}
	}
	p.visitor().get("/api/Public/GetFaqList").want(200).hasNot("試験の質問ですか。")
}

func TestInquiriesOfTheOffice(t *testing.T) {
	p := newPlatform(t)
	c := newConsole(p)
	p.visitor().post("/api/Public/SendInquiry", inquiry()).want(200)
	row := c.office.get("/api/Office/GetInquiryList?status=0").want(200).has(`"allCount":1`).json()["inquiryList"].([]any)[0].(map[string]any)
	mark := func(expected, status int) result {
		return c.office.post("/api/Office/MarkInquiry", map[string]any{"inquiryId": row["inquiryId"], "expectedStatus": expected, "status": status, "note": "電話で回答"})
	}
	mark(0, 1).want(200)
	mark(0, 1).want(409)
	c.office.post("/api/Office/MarkInquiry", map[string]any{"inquiryId": "no", "expectedStatus": 0, "status": 1}).want(400)
	c.office.get("/api/Office/GetInquiryList?status=0").want(200).has(`"allCount":0`)
	c.office.get("/api/Office/GetInquiryList").want(200).has("電話で回答")
}

// The office sees a listing's published title and nothing behind it.
func TestOfficeStopsAListing(t *testing.T) {
	m := newMarketplace(newPlatform(t))
	m.user(deal.RoleADM, web.OfficeClient, "office@n.example.jp")
	office := m.signInOffice("office@n.example.jp")
	draft, _ := m.draft(map[string]any{"businessName": "公開前の題名"})
	id := m.published(map[string]any{"businessName": "公開された題名"})
	list := office.get("/api/Office/GetSellerBusinessList").want(200).has(id, draft, "公開された題名").hasNot("公開前の題名").json()
	m.read(func(q *store.Q) error {
		w, err := q.ListingContent(id, store.Working)
		if err != nil {
			return err
		}
		if w.CompanyName == "" || w.RepresentativeName == "" || w.Address == "" {
			t.Fatal("nothing to leak")
		}
		l, err := q.OfficeListing(id)
		if err == nil {
			office.get("/api/Office/GetSellerBusinessList").hasNot(w.CompanyName, w.RepresentativeName, w.Address, w.Phone, w.Description, l.CompanyID)
		}
		return err
	})
	office.get("/api/Office/GetSellerBusinessList?word=公開前").want(200).has(`"allCount":0`)
	version := 0.0
	for _, r := range list["listingList"].([]any) {
		if row := r.(map[string]any); row["sellerBusinessId"] == id {
			version = row["version"].(float64)
		}
	}
	stop := func(version float64, comment string) result {
		return office.post("/api/Office/StopSellerBusiness", map[string]any{"sellerBusinessId": id, "version": version, "comment": comment})
	}
	stop(version, " ").want(422).has(`"comment"`)
	stop(version-1, "規約違反").want(409).has("stale")
	stop(version, "規約違反").want(200)
	stop(version+1, "規約違反").want(409)
	m.read(func(q *store.Q) error {
		l, err := q.OfficeListing(id)
		if err != nil {
			return err
		}
		if l.Status != int(deal.ListingDisabled) || l.StopReason != "規約違反" {
			t.Errorf("listing %+v", l)
		}
		h, err := q.ListingHistory(id)
		if err == nil && (h[0].Side != "office" || h[0].Comment != "規約違反") {
			t.Errorf("history %+v", h[0])
		}
		return err
	})
	office.post("/api/Office/StopSellerBusiness", map[string]any{"sellerBusinessId": "no", "version": 1, "comment": "x"}).want(400)
}

// The outbox shows kind and state; of a seller's person neither address nor what its server
// said, and a search by address does not find it.
func TestOutboxOfTheOffice(t *testing.T) {
	p := newPlatform(t)
	c := newConsole(p)
	seller := &store.Company{Kind: store.Seller, InstitutionID: c.bankA, Status: int(deal.CompanyEnabled)}
	p.write(func(tx *store.Tx) error { return tx.CreateCompany(seller, "") })
	owner := p.user(deal.RoleSEL, seller.ID, "owner@secret-maker.example.jp")
	p.reset("admin@a.example.jp").want(200)
	p.write(func(tx *store.Tx) error {
		if err := p.a.MailUser(tx, mail.ListingApprovalRequest, owner, "", mail.Data{CaseNumber: "L-1", Link: "https://n.example.jp/x?key=secretkey", Expires: tx.Now().Add(time.Hour)}); err != nil {
			return err
		}
		return p.a.MailTo(tx, mail.Passcode, "boss@secret-maker.example.jp", "", "", mail.Data{Passcode: "01234567"})
	})
	kill := func() {
		p.write(func(tx *store.Tx) error {
			ms, err := tx.Mails(100)
			for _, m := range ms {
				if err == nil && m.State == store.MailWaiting {
					err = tx.MarkMail(m.ID, store.MailDead, 9, time.Time{}, "550 <"+m.Address+"> unknown")
				}
			}
			return err
		})
	}
	kill()
	c.office.get("/api/Office/GetSummary").want(200).has(`"deadMailCount":3`, `"waitingMailCount":0`)
	list := c.office.get("/api/Office/GetMailList?state=2").want(200).has("listing_approval_request", "passcode", "admin@a.example.jp", "550").
		hasNot("secret-maker", "secretkey", "01234567", "password-set", `"subject"`, `"body"`).json()
	c.office.get("/api/Office/GetMailList?to=secret").want(200).has(`"allCount":0`)
	c.office.get("/api/Office/GetMailList?to=admin@a").want(200).has(`"allCount":1`)

	id := list["mailList"].([]any)[0].(map[string]any)["mailId"]
	c.office.post("/api/Office/RetryMail", map[string]any{"mailId": id}).want(200)
	c.office.post("/api/Office/RetryMail", map[string]any{"mailId": id}).want(400) // no longer dead
	c.office.get("/api/Office/GetMailList?state=0").want(200).has(`"allCount":1`, `"attempts":0`)

	p.clock.Add(15 * 24 * time.Hour) // a link lives no longer: the bodies go with the next dead mail
	kill()
	office := p.signInOffice("office@n.example.jp")
	for _, r := range office.get("/api/Office/GetMailList?state=2").want(200).json()["mailList"].([]any) {
		row := r.(map[string]any)
		if row["mailId"] != id && row["canRetry"] != false {
			t.Errorf("%v can still be sent", row)
		}
	}
}
