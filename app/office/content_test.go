package office_test

import (
	"strings"
	"testing"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/web"
	"tsunagu/store"
)

func TestSettings(t *testing.T) {
	p := apptest.NewPlatform(t)
	c := apptest.NewConsole(p)
	s := c.Office.Get("/api/Office/GetSettings").Want(200).JSON()
	save := func(changes map[string]any) apptest.Result {
		p.Clock.Add(time.Second)
		return c.Office.Send("PUT", "/api/Office/UpdateSettings", apptest.With(s, changes))
	}
	save(map[string]any{"networkName": "", "officeMail": "x", "officePhone": "1"}).Want(422).Has(`"networkName"`, `"officeMail"`,
		`"officePhone"`)
	save(map[string]any{"networkName": "新しい名前", "isAccountRequestEnabled": false}).Want(200)
	save(map[string]any{"networkName": "古い画面から"}).Want(409)
	p.Visitor().Get("/api/Public/GetNetwork").Want(200).Has("新しい名前", `"isAccountRequestEnabled":false`)
	p.Visitor().Post(apptest.RegistAccountRequest, apptest.AccountRequest()).Want(409)
}

func TestTextVersions(t *testing.T) {
	p := apptest.NewPlatform(t)
	c := apptest.NewConsole(p)
	publish := func(version int, body string) apptest.Result {
		return c.Office.Post("/api/Office/PublishText", map[string]any{"kind": "nda", "version": version, "title": "秘密保持契約", "body": body})
	}
	publish(1, "").Want(422).Has(`"body"`)
	publish(1, "第1条 新しい文章").Want(200)
	publish(1, "第1条 古い画面から").Want(409).Has("stale")
	publish(2, "第1条 新しい文章").Want(409).Has("unchanged")
	p.Visitor().Get("/api/Public/GetText?kind=nda").Want(200).Has("新しい文章", `"version":2`)
	c.Office.Get("/api/Office/GetTextList").Want(200).Has(`"kind":"terms"`, `"kind":"company"`, `"version":1`)

	// The source text is what users agree to; a change of how it is rendered changes neither version
	// nor hash.
	const source = "# 総則\n秘密を**守ります**。<script>x</script>"
	publish(2, source).Want(200)
	buyer := p.User(deal.RoleFIN, c.BankA, "reader@a.example.jp")
	agreement := p.SignIn(buyer.LoginID).Get("/api/SellerBusiness/GetConfidentialityAgreement").Want(200).JSON()
	if agreement["body"] != source || agreement["hash"] != web.TextHash("秘密保持契約", source) || agreement["version"] != 3.0 ||
		agreement["html"] != "<h2>総則</h2>\n<p>秘密を<strong>守ります</strong>。</p>" {
		t.Errorf("agreement %v", agreement)
	}
	version := func(n string) apptest.Result { return c.Office.Get("/api/Office/GetTextVersion?kind=nda&version=" + n) }
	version("2").Want(200).Has("新しい文章", `"version":2`, web.TextHash("秘密保持契約", "第1条 新しい文章"))
	version("4").Want(400)
	version("0").Want(422)
	c.Office.Post("/api/Office/PreviewText", map[string]any{"body": source}).Want(200).Has(`<h2>総則`).HasNot("script")
	c.Office.Post("/api/Office/PreviewText", map[string]any{"body": strings.Repeat("あ", 50_001)}).Want(422)
	p.Visitor().Post("/api/Office/PreviewText", map[string]any{"body": "x"}).Want(401)
}

func TestTopicsAndFaqByTheOffice(t *testing.T) {
	p := apptest.NewPlatform(t)
	c := apptest.NewConsole(p)
	p.User(deal.RoleFIN, c.BankA, "fin@a.example.jp")
	fin := p.SignIn("fin@a.example.jp")

	topic := map[string]any{"title": "保守のお知らせ", "body": "夜間に停止します。", "startDate": "2026-11-21", "endDate": "2026-11-30", "isPublic": false}
	c.Office.Post("/api/Office/SaveTopic", apptest.With(topic, map[string]any{"title": "", "startDate": "x",
		"endDate": "2026-01-01"})).Want(422).Has(`"title"`, `"startDate"`, `"endDate"`)
	id := c.Office.Post("/api/Office/SaveTopic", topic).Want(200).Text()
	fin.Get("/api/Topics/GetTopics").Want(200).HasNot("保守のお知らせ")
	rows := c.Office.Get("/api/Office/GetTopicList?limit=100").Want(200).Has("保守のお知らせ").JSON()["topicList"].([]any)
	seen := rows[0].(map[string]any)
	for _, r := range rows {
		if r.(map[string]any)["topicId"] == id {
			seen = r.(map[string]any)
		}
	}
	c.Office.Post("/api/Office/SaveTopic", apptest.With(seen, map[string]any{"isPublic": true})).Want(200)
	c.Office.Post("/api/Office/SaveTopic", apptest.With(seen, map[string]any{"title": "古い画面から"})).Want(409)
	fin.Get("/api/Topics/GetTopics").Want(200).Has("保守のお知らせ")

	faq := map[string]any{"category": "その他", "question": "試験の質問ですか。", "answer": "はい。", "isPublic": true}
	c.Office.Post("/api/Office/SaveFaq", apptest.With(faq, map[string]any{"question": "", "answer": ""})).Want(422).Has(`"question"`,
		`"answer"`)
	id = c.Office.Post("/api/Office/SaveFaq", faq).Want(200).Text()
	p.Visitor().Get("/api/Public/GetFaqList").Want(200).Has("試験の質問ですか。")
	for _, r := range c.Office.Get("/api/Office/GetFaqList?limit=100").Want(200).JSON()["faqList"].([]any) {
		if row := r.(map[string]any); row["faqId"] == id {
			c.Office.Post("/api/Office/SaveFaq", apptest.With(row, map[string]any{"isPublic": false})).Want(200)
			c.Office.Post("/api/Office/SaveFaq", row).Want(409)
		}
	}
	p.Visitor().Get("/api/Public/GetFaqList").Want(200).HasNot("試験の質問ですか。")
}

func TestInquiriesOfTheOffice(t *testing.T) {
	p := apptest.NewPlatform(t)
	c := apptest.NewConsole(p)
	p.Visitor().Post("/api/Public/SendInquiry", apptest.Inquiry()).Want(200)
	row := c.Office.Get("/api/Office/GetInquiryList?status=0").Want(200).Has(`"allCount":1`).JSON()["inquiryList"].([]any)[0].(map[string]any)
	mark := func(expected, status int) apptest.Result {
		return c.Office.Post("/api/Office/MarkInquiry", map[string]any{"inquiryId": row["inquiryId"], "expectedStatus": expected,
			"status": status, "note": "電話で回答"})
	}
	mark(0, 1).Want(200)
	mark(0, 1).Want(409)
	c.Office.Post("/api/Office/MarkInquiry", map[string]any{"inquiryId": "no", "expectedStatus": 0, "status": 1}).Want(400)
	c.Office.Get("/api/Office/GetInquiryList?status=0").Want(200).Has(`"allCount":0`)
	c.Office.Get("/api/Office/GetInquiryList").Want(200).Has("電話で回答")
}

// The office sees a listing's published title and no other content of it.
func TestOfficeStopsAListing(t *testing.T) {
	m := apptest.NewMarketplace(apptest.NewPlatform(t))
	m.User(deal.RoleADM, web.OfficeClient, "office@n.example.jp")
	office := m.SignInOffice("office@n.example.jp")
	draft, _ := m.Draft(map[string]any{"businessName": "公開前の題名"})
	id := m.Published(map[string]any{"businessName": "公開された題名"})
	list := office.Get("/api/Office/GetSellerBusinessList").Want(200).Has(id, draft, "公開された題名").HasNot("公開前の題名").JSON()
	m.Read(func(q *store.Q) error {
		w, err := q.ListingContent(id, store.Working)
		if err != nil {
			return err
		}
		if w.CompanyName == "" || w.RepresentativeName == "" || w.Address == "" {
			t.Fatal("nothing to leak")
		}
		l, err := q.OfficeListing(id)
		if err == nil {
			office.Get("/api/Office/GetSellerBusinessList").HasNot(w.CompanyName, w.RepresentativeName, w.Address, w.Phone, w.Description,
				l.CompanyID)
		}
		return err
	})
	office.Get("/api/Office/GetSellerBusinessList?word=公開前").Want(200).Has(`"allCount":0`)
	version := 0.0
	for _, r := range list["listingList"].([]any) {
		if row := r.(map[string]any); row["sellerBusinessId"] == id {
			version = row["version"].(float64)
		}
	}
	stop := func(version float64, comment string) apptest.Result {
		return office.Post("/api/Office/StopSellerBusiness", map[string]any{"sellerBusinessId": id, "version": version, "comment": comment})
	}
	stop(version, " ").Want(422).Has(`"comment"`)
	stop(version-1, "規約違反").Want(409).Has("stale")
	stop(version, "規約違反").Want(200)
	stop(version+1, "規約違反").Want(409)
	m.Read(func(q *store.Q) error {
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
	office.Post("/api/Office/StopSellerBusiness", map[string]any{"sellerBusinessId": "no", "version": 1, "comment": "x"}).Want(400)
}

// The outbox shows kind and state. For a mail to a seller's person it shows neither the address nor
// the mail server's answer, and a search by address does not find it.
func TestOutboxOfTheOffice(t *testing.T) {
	p := apptest.NewPlatform(t)
	c := apptest.NewConsole(p)
	seller := &store.Company{Kind: store.Seller, InstitutionID: c.BankA, Status: int(deal.CompanyEnabled)}
	p.Write(func(tx *store.Tx) error { return tx.CreateCompany(seller, "") })
	owner := p.User(deal.RoleSEL, seller.ID, "owner@secret-maker.example.jp")
	p.Reset("admin@a.example.jp").Want(200)
	p.Write(func(tx *store.Tx) error {
		if err := p.App.MailUser(tx, mail.ListingApprovalRequest, owner, "",
			mail.Data{CaseNumber: "L-1", Bank: mail.Bank{Name: "湊星銀行"},
				Link: "https://n.example.jp/x?key=secretkey", Expires: tx.Now().Add(time.Hour)}); err != nil {
			return err
		}
		return p.App.MailTo(tx, mail.Passcode, "boss@secret-maker.example.jp", "", "", mail.Data{Passcode: "01234567"})
	})
	kill := func() {
		p.Write(func(tx *store.Tx) error {
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
	c.Office.Get("/api/Office/GetSummary").Want(200).Has(`"deadMailCount":3`, `"waitingMailCount":0`)
	list := c.Office.Get("/api/Office/GetMailList?state=2").Want(200).Has("listing_approval_request", "passcode", "admin@a.example.jp", "550").
		HasNot("secret-maker", "secretkey", "01234567", "password-set", `"subject"`, `"body"`).JSON()
	c.Office.Get("/api/Office/GetMailList?to=secret").Want(200).Has(`"allCount":0`)
	c.Office.Get("/api/Office/GetMailList?to=admin@a").Want(200).Has(`"allCount":1`)

	id := list["mailList"].([]any)[0].(map[string]any)["mailId"]
	c.Office.Post("/api/Office/RetryMail", map[string]any{"mailId": id}).Want(200)
	c.Office.Post("/api/Office/RetryMail", map[string]any{"mailId": id}).Want(400) // no longer dead
	c.Office.Get("/api/Office/GetMailList?state=0").Want(200).Has(`"allCount":1`, `"attempts":0`)

	p.Clock.Add(15 * 24 * time.Hour) // longer than a link is valid: bodies are deleted with the next dead mail
	kill()
	office := p.SignInOffice("office@n.example.jp")
	for _, r := range office.Get("/api/Office/GetMailList?state=2").Want(200).JSON()["mailList"].([]any) {
		row := r.(map[string]any)
		if row["mailId"] != id && row["canRetry"] != false {
			t.Errorf("%v can still be sent", row)
		}
	}
}
