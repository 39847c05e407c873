package company_test

import (
	"context"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/listing"
	"tsunagu/app/mail"
	"tsunagu/app/negotiation"
	"tsunagu/app/upkeep"
	"tsunagu/app/web"
	"tsunagu/store"
)

func bankStatus(c *apptest.Caller, companyID string, from deal.CompanyStatus, event string) apptest.Result {
	c.P.T.Helper()
	return c.Send("PUT", "/api/BuyerCompany/ChangeCompanyStatus",
		map[string]any{"companyId": companyID, "expectedStatus": int(from), "event": event})
}

// A buyer that its bank disables is out at once, as if it had never been (domain.md 0.8).
func TestDisabledBuyerIsOut(t *testing.T) {
	const login = "buy@b.example.jp"
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	need := tk.FinB.Needs(tk.BuyerB)
	interested := tk.BuyB.Post(apptest.NegotiationBase+"CreateBuyerNegotiationByBuyerAsync",
		map[string]any{"sellerBusinessId": tk.Listing}).Want(200).JSON()["buyerNegotiationId"].(string)
	live := tk.Published(nil)
	row := tk.FinB.Post(apptest.NegotiationBase+"StartNegotiation",
		map[string]any{"sellerBusinessId": live, "companyId": tk.BuyerB}).Want(200).JSON()["buyerNegotiationId"].(string)
	offered := tk.Published(nil)
	offer := tk.FinA.Post(apptest.NegotiationBase+"UpdateBuyerNegotiationOfferSendStatusAsync",
		map[string]any{"sellerBusinessId": offered, "companyId": tk.Candidate(offered, tk.BuyerB), "offerSendStatus": 1,
			"offerMessage": "ご検討ください。"}).
		Want(200).JSON()["buyerNegotiationId"].(string)
	tk.Reset(login).Want(200)
	link := tk.MailedKey(login)
	in := tk.Sign(login, apptest.TestPassword).Want(200).JSON()
	waiting := waitingMails(tk.Marketplace.Banks.Platform, tk.BuyerB)
	if waiting == 0 {
		t.Fatal("no mail waits to begin with")
	}
	search := func() bool {
		r := tk.FinA.Get("/api/BuyerCompany/SearchCompanyAsync?limit=200").Want(200)
		return slices.Contains(tk.FinA.Candidates(tk.Listing, nil).CompanyIDs(), tk.BuyerB) &&
			strings.Contains(r.Body, tk.Searched(tk.AID, tk.BuyerB))
	}
	needs := func() apptest.Result {
		return tk.FinA.Get("/api/Needs/GetNeedsList?clientType=1&clientId=" + tk.Searched(tk.AID, tk.BuyerB))
	}
	if needs().Want(200).Has(`"needsId"`); !search() {
		t.Fatal("not to be found to begin with")
	}

	// What is under way its bank ends first, each for its reason.
	bankStatus(tk.FinB, tk.BuyerB, deal.CompanyEnabled, "disable").Want(409).Has("先に案件や交渉を終了してください")
	tk.BuyB.Get(apptest.ProbePath).Want(200)
	tk.FinB.To(row, 1, 9, map[string]any{"endReason": 1}).Want(200)
	sf, mails := tk.FinA.Row(row), len(tk.Mails("fin@a.example.jp"))
	bankStatus(tk.FinB, tk.BuyerB, deal.CompanyEnabled, "disable").Want(200)

	tk.BuyB.Get(apptest.ProbePath).Want(401)
	tk.Visitor().Form("/token", url.Values{"grant_type": {"refresh_token"}, "refreshToken": {in["refreshToken"].(string)}}).Want(401)
	tk.Sign(login, apptest.TestPassword).Want(400).SameAs(tk.Sign(login, "wrong-"+apptest.TestPassword)).SameAs(tk.Sign("nobody@b.example.jp",
		apptest.TestPassword))
	for range 3 { // counted alike: with the two above they lock
		tk.Sign(login, apptest.TestPassword).Want(400)
	}
	tk.Sign(login, apptest.TestPassword).Want(429)
	tk.SetByKey(link, "Mizuumi-no-Hotori-7").Want(400).Has("not_available")
	if n := waitingMails(tk.Marketplace.Banks.Platform, tk.BuyerB); n != 0 {
		t.Errorf("%d mails wait for a buyer that is gone", n)
	}
	tk.Reset(login).Want(200).SameAs(tk.Reset("nobody@b.example.jp"))
	if n := waitingMails(tk.Marketplace.Banks.Platform, tk.BuyerB); n != 0 {
		t.Error("the reminder, or the lock, mails it")
	}
	tk.FinB.Post("/api/BuyerCompanyUser/RegistUser", apptest.UserBody(tk.BuyerB, "more@b.example.jp"))
	if len(tk.Mails("more@b.example.jp")) != 0 {
		t.Error("a new user of it is mailed")
	}

	// To others it is not there, and its offers are declined as any other.
	if search() {
		t.Error("it is found")
	}
	for _, path := range []string{"/api/BuyerCompany/GetCompanyOverViewAsync?companyId=%",
		"/api/BuyerCompany/GetCompanyDetailsAsync?companyId=%", "/api/Needs/GetNeedsList?clientType=1&clientId=%"} {
		for _, id := range []string{tk.BuyerB, tk.Searched(tk.AID, tk.BuyerB), tk.Candidate(tk.Listing, tk.BuyerB), tk.Partner(live, tk.BuyerB)} {
			tk.FinA.Get(strings.Replace(path, "%", id, 1)).SameAs(tk.FinA.Get(strings.Replace(path, "%", store.NewID(), 1)))
		}
	}
	if r := needs(); r.Status == 200 && strings.Contains(r.Body, `"needsId"`) {
		t.Errorf("its needs are read: %s", r.Body)
	}
	tk.FinB.Get("/api/Needs/GetNeeds?needsId=" + need).Want(200)
	if v := tk.FinA.Row(offer); v["offerSendStatus"] != 8.0 || v["status"] != 0.0 {
		t.Errorf("the offer: %v", v["offerSendStatus"])
	}
	(apptest.Result{T: t, Body: tk.EverythingOf(tk.FinA, offer)}).HasNot("無効", "disabled", "clear_interest", `"side":"system"`,
		`"side":"office"`)
	if now := tk.FinA.Row(row); now["version"] != sf["version"] || len(tk.Mails("fin@a.example.jp")) != mails {
		t.Errorf("SF is told more than that the talks ended: %v", now)
	}
	if v := tk.FinB.Row(interested); v["interestStatus"] != 0.0 || v["isApprovalMe"] != false {
		t.Errorf("its interest: %v", v["interestStatus"])
	}
	for _, r := range []apptest.Result{tk.FinB.Deed("UpdateBuyerNegotiationInterestStatusAsync", interested,
		map[string]any{"interestStatus": 2}), tk.FinB.Deed("UpdateBuyerNegotiationInterestStatusAsync", interested,
		map[string]any{"interestStatus": 1}),
		tk.FinB.Deed("StartNegotiation", interested, nil), tk.FinB.Say(interested, 1, "ご連絡ください。"),
		tk.FinA.Post(apptest.NegotiationBase+"LongListOfferSend", map[string]any{"sellerBusinessId": live,
			"companyIds": tk.CandidatesOf(live, tk.BuyerB), "offerMessage": "は"})} {
		if r.Status != 409 && r.Status != 400 {
			t.Errorf("%d %s", r.Status, r.Body)
		}
	}

	// Back again: its users sign in anew, what was open stays at an end.
	bankStatus(tk.FinB, tk.BuyerB, deal.CompanyDisabled, "enable").Want(200)
	tk.Clock.Add(31 * time.Minute)
	tk.FinA, tk.FinB = tk.SignIn("fin@a.example.jp"), tk.SignIn("fin@b.example.jp")
	tk.BuyB.Get(apptest.ProbePath).Want(401)
	tk.SetByKey(link, "Mizuumi-no-Hotori-7").Want(400)
	tk.Visitor().Form("/token", url.Values{"grant_type": {"refresh_token"}, "refreshToken": {in["refreshToken"].(string)}}).Want(401)
	tk.SignIn(login).Get(apptest.ProbePath).Want(200)
	if !search() {
		t.Error("it is not found again")
	}
	needs().Want(200).Has(`"needsId"`)
	if n := waitingMails(tk.Marketplace.Banks.Platform, tk.BuyerB); n != 0 {
		t.Errorf("%d mails come back", n)
	}
}

// The office does not wait: what is under way ends with the buyer, and SF reads that it ended and no
// more. Files that were granted close, and the owner is asked no longer.
func TestOfficeDisablesABuyerAtOnce(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	office := tk.Office()
	hope := tk.Hoped()
	key, passcode := tk.OwnerKey(hope)
	row := tk.Negotiation(tk.Listing, tk.RivalBuyer, tk.BID, deal.NegotiationRealName, true)
	document := tk.Document(tk.Listing, "企業概要書", []byte(apptest.Pdf))
	tk.Grant(document, row, map[string]any{"isDownload": true}).Want(200)
	download := listing.DocumentPath + "DownloadDocument?" + url.Values{"documentId": {document}, "buyerNegotiationId": {row}}.Encode()
	tk.Rival.Get(download).Want(200)
	tk.FinB.Get(download).Want(200)
	told := tk.KindsTo(mail.NegotiationStatusChanged, "fin@a.example.jp")
	office.OfficeStatus(tk.BuyerB, "disable").Want(200)
	office.OfficeStatus(tk.RivalBuyer, "disable").Want(200)

	tk.Rival.Get(download).Want(401)
	tk.FinB.Get(download).Want(400)
	tk.Visitor().Post(apptest.NegotiationBase+"GetOwnerConsentByKey", map[string]any{"key": key, "passcode": passcode}).Want(400)
	tk.OwnerDecides(key, passcode, true).Want(400)
	for _, id := range []string{hope, row} {
		v := tk.FinA.Row(id)
		end := v["end"].(map[string]any)
		if v["status"] != 9.0 || end["reasonLabel"] != "その他の事情" || end["by"] != negotiation.SideSystem {
			t.Errorf("SF reads %v", end)
		}
	}
	(apptest.Result{T: t, Body: tk.EverythingOf(tk.FinA, hope)}).HasNot("無効", "事務局", "コンプライアンス")
	if n := tk.KindsTo(mail.NegotiationStatusChanged, "fin@a.example.jp") - told; n != 2 {
		t.Errorf("SF got %d mails", n)
	}
	if n := waitingMails(tk.Marketplace.Banks.Platform, tk.BuyerB); n != 0 {
		t.Errorf("%d mails to the buyer", n)
	}
	if tk.KindsTo(mail.CompanyStatusChanged, "fin@b.example.jp") != 2 {
		t.Error("its bank is not told")
	}
}

// A mail that waits is looked at once more before it is sent, by whatever way its receiver went.
func TestMailOfWhoIsGoneIsWithdrawn(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	tk.Reset("buy@b.example.jp").Want(200)
	tk.Reset("rival@b.example.jp").Want(200)
	link := tk.MailedKey("buy@b.example.jp")
	tk.MoveCompany(tk.BuyerB, deal.CompanyDisabled)
	tk.SetByKey(link, "Mizuumi-no-Hotori-7").Want(400).Has("not_available") // each door looks for itself
	sent := map[string]int{}
	for {
		var due []store.OutboxMail
		tk.Read(func(q *store.Q) (err error) { due, err = q.DueMails(50); return err })
		if len(due) == 0 {
			break
		}
		for i := range due {
			out, err := upkeep.In(tk.App.Platform).IsWithdrawn(context.Background(), &due[i])
			if err != nil {
				t.Fatal(err)
			}
			if !out {
				sent[due[i].Address]++
				tk.Write(func(tx *store.Tx) error { return tx.MarkMail(due[i].ID, store.MailSent, 1, web.ZeroTime, "") })
			}
		}
	}
	if sent["buy@b.example.jp"] != 0 || sent["rival@b.example.jp"] == 0 {
		t.Errorf("sent: %v", sent)
	}
	var kept int
	tk.SQLScan("SELECT count(*) FROM outbox WHERE address = 'buy@b.example.jp' AND body IS NOT NULL", &kept)
	if kept != 0 {
		t.Error("what was withdrawn can be sent again")
	}
}

// waitingMails are the mails that wait for users of a company.
func waitingMails(p *apptest.Platform, companyID string) (n int) {
	p.T.Helper()
	p.SQLScan("SELECT count(*) FROM outbox WHERE state = 0 AND user_id IN (SELECT id FROM user WHERE client_id = '"+companyID+"')", &n)
	return n
}
