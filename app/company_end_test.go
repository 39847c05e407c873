package app

import (
	"context"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"tsunagu/app/deal"
	"tsunagu/app/listing"
	"tsunagu/app/mail"
	"tsunagu/app/negotiation"
	"tsunagu/app/upkeep"
	"tsunagu/app/web"
	"tsunagu/store"
)

func (c *caller) bankStatus(companyID string, from deal.CompanyStatus, event string) result {
	c.p.t.Helper()
	return c.send("PUT", "/api/BuyerCompany/ChangeCompanyStatus", map[string]any{"companyId": companyID, "expectedStatus": int(from), "event": event})
}

// A buyer that its bank disables is out at once, as if it had never been (domain.md 0.8).
func TestDisabledBuyerIsOut(t *testing.T) {
	const login = "buy@b.example.jp"
	tk := newTalks(newPlatform(t))
	need := tk.finB.needs(tk.buyerB)
	interested := tk.buyB.post(negotiationBase+"CreateBuyerNegotiationByBuyerAsync", map[string]any{"sellerBusinessId": tk.listing}).want(200).json()["buyerNegotiationId"].(string)
	live := tk.published(nil)
	row := tk.finB.post(negotiationBase+"StartNegotiation", map[string]any{"sellerBusinessId": live, "companyId": tk.buyerB}).want(200).json()["buyerNegotiationId"].(string)
	offered := tk.published(nil)
	offer := tk.finA.post(negotiationBase+"UpdateBuyerNegotiationOfferSendStatusAsync", map[string]any{"sellerBusinessId": offered, "companyId": tk.candidate(offered, tk.buyerB), "offerSendStatus": 1, "offerMessage": "ご検討ください。"}).
		want(200).json()["buyerNegotiationId"].(string)
	tk.reset(login).want(200)
	link := tk.mailedKey(login)
	in := tk.sign(login, testPassword).want(200).json()
	waiting := tk.waitingMails(tk.buyerB)
	if waiting == 0 {
		t.Fatal("no mail waits to begin with")
	}
	search := func() bool {
		r := tk.finA.get("/api/BuyerCompany/SearchCompanyAsync?limit=200").want(200)
		return slices.Contains(tk.finA.candidates(tk.listing, nil).companyIDs(), tk.buyerB) && strings.Contains(r.body, tk.searched(tk.aID, tk.buyerB))
	}
	needs := func() result {
		return tk.finA.get("/api/Needs/GetNeedsList?clientType=1&clientId=" + tk.searched(tk.aID, tk.buyerB))
	}
	if needs().want(200).has(`"needsId"`); !search() {
		t.Fatal("not to be found to begin with")
	}

	// What is under way its bank ends first, each for its reason.
	tk.finB.bankStatus(tk.buyerB, deal.CompanyEnabled, "disable").want(409).has("先に案件や交渉を終了してください")
	tk.buyB.get(probePath).want(200)
	tk.finB.to(row, 1, 9, map[string]any{"endReason": 1}).want(200)
	sf, mails := tk.finA.row(row), len(tk.mails("fin@a.example.jp"))
	tk.finB.bankStatus(tk.buyerB, deal.CompanyEnabled, "disable").want(200)

	tk.buyB.get(probePath).want(401)
	tk.visitor().form("/token", url.Values{"grant_type": {"refresh_token"}, "refreshToken": {in["refreshToken"].(string)}}).want(401)
	tk.sign(login, testPassword).want(400).sameAs(tk.sign(login, "wrong-"+testPassword)).sameAs(tk.sign("nobody@b.example.jp", testPassword))
	for range 3 { // counted alike: with the two above they lock
		tk.sign(login, testPassword).want(400)
	}
	tk.sign(login, testPassword).want(429)
	tk.setByKey(link, "Mizuumi-no-Hotori-7").want(400).has("not_available")
	if n := tk.waitingMails(tk.buyerB); n != 0 {
		t.Errorf("%d mails wait for a buyer that is gone", n)
	}
	tk.reset(login).want(200).sameAs(tk.reset("nobody@b.example.jp"))
	if n := tk.waitingMails(tk.buyerB); n != 0 {
		t.Error("the reminder, or the lock, mails it")
	}
	tk.finB.post("/api/BuyerCompanyUser/RegistUser", userBody(tk.buyerB, "more@b.example.jp"))
	if len(tk.mails("more@b.example.jp")) != 0 {
		t.Error("a new user of it is mailed")
	}

	// To others it is not there, and its offers are declined as any other.
	if search() {
		t.Error("it is found")
	}
	for _, path := range []string{"/api/BuyerCompany/GetCompanyOverViewAsync?companyId=%", "/api/BuyerCompany/GetCompanyDetailsAsync?companyId=%", "/api/Needs/GetNeedsList?clientType=1&clientId=%"} {
		for _, id := range []string{tk.buyerB, tk.searched(tk.aID, tk.buyerB), tk.candidate(tk.listing, tk.buyerB), tk.partner(live, tk.buyerB)} {
			tk.finA.get(strings.Replace(path, "%", id, 1)).sameAs(tk.finA.get(strings.Replace(path, "%", store.NewID(), 1)))
		}
	}
	if r := needs(); r.status == 200 && strings.Contains(r.body, `"needsId"`) {
		t.Errorf("its needs are read: %s", r.body)
	}
	tk.finB.get("/api/Needs/GetNeeds?needsId=" + need).want(200)
	if v := tk.finA.row(offer); v["offerSendStatus"] != 8.0 || v["status"] != 0.0 {
		t.Errorf("the offer: %v", v["offerSendStatus"])
	}
	(result{t: t, body: tk.everythingOf(tk.finA, offer)}).hasNot("無効", "disabled", "clear_interest", `"side":"system"`, `"side":"office"`)
	if now := tk.finA.row(row); now["version"] != sf["version"] || len(tk.mails("fin@a.example.jp")) != mails {
		t.Errorf("SF is told more than that the talks ended: %v", now)
	}
	if v := tk.finB.row(interested); v["interestStatus"] != 0.0 || v["isApprovalMe"] != false {
		t.Errorf("its interest: %v", v["interestStatus"])
	}
	for _, r := range []result{tk.finB.deed("UpdateBuyerNegotiationInterestStatusAsync", interested, map[string]any{"interestStatus": 2}), tk.finB.deed("UpdateBuyerNegotiationInterestStatusAsync", interested, map[string]any{"interestStatus": 1}),
		tk.finB.deed("StartNegotiation", interested, nil), tk.finB.say(interested, 1, "ご連絡ください。"),
		tk.finA.post(negotiationBase+"LongListOfferSend", map[string]any{"sellerBusinessId": live, "companyIds": tk.candidatesOf(live, tk.buyerB), "offerMessage": "は"})} {
		if r.status != 409 && r.status != 400 {
			t.Errorf("%d %s", r.status, r.body)
		}
	}

	// Back again: its users sign in anew, what was open stays at an end.
	tk.finB.bankStatus(tk.buyerB, deal.CompanyDisabled, "enable").want(200)
	tk.clock.Add(31 * time.Minute)
	tk.finA, tk.finB = tk.signIn("fin@a.example.jp"), tk.signIn("fin@b.example.jp")
	tk.buyB.get(probePath).want(401)
	tk.setByKey(link, "Mizuumi-no-Hotori-7").want(400)
	tk.visitor().form("/token", url.Values{"grant_type": {"refresh_token"}, "refreshToken": {in["refreshToken"].(string)}}).want(401)
	tk.signIn(login).get(probePath).want(200)
	if !search() {
		t.Error("it is not found again")
	}
	needs().want(200).has(`"needsId"`)
	if n := tk.waitingMails(tk.buyerB); n != 0 {
		t.Errorf("%d mails come back", n)
	}
}

// The office does not wait: what is under way ends with the buyer, and SF reads that it ended and no
// more. Files that were granted close, and the owner is asked no longer.
func TestOfficeDisablesABuyerAtOnce(t *testing.T) {
	tk := newTalks(newPlatform(t))
	office := tk.office()
	hope := tk.hoped()
	key, passcode := tk.ownerKey(hope)
	row := tk.negotiation(tk.listing, tk.rivalBuyer, tk.bID, deal.NegotiationRealName, true)
	document := tk.document(tk.listing, "企業概要書", []byte(pdf))
	tk.grant(document, row, map[string]any{"isDownload": true}).want(200)
	download := listing.DocumentPath + "DownloadDocument?" + url.Values{"documentId": {document}, "buyerNegotiationId": {row}}.Encode()
	tk.rival.get(download).want(200)
	tk.finB.get(download).want(200)
	told := tk.kindsTo(mail.NegotiationStatusChanged, "fin@a.example.jp")
	office.officeStatus(tk.buyerB, "disable").want(200)
	office.officeStatus(tk.rivalBuyer, "disable").want(200)

	tk.rival.get(download).want(401)
	tk.finB.get(download).want(400)
	tk.visitor().post(negotiationBase+"GetOwnerConsentByKey", map[string]any{"key": key, "passcode": passcode}).want(400)
	tk.ownerDecides(key, passcode, true).want(400)
	for _, id := range []string{hope, row} {
		v := tk.finA.row(id)
		end := v["end"].(map[string]any)
		if v["status"] != 9.0 || end["reasonLabel"] != "その他の事情" || end["by"] != negotiation.SideSystem {
			t.Errorf("SF reads %v", end)
		}
	}
	(result{t: t, body: tk.everythingOf(tk.finA, hope)}).hasNot("無効", "事務局", "コンプライアンス")
	if n := tk.kindsTo(mail.NegotiationStatusChanged, "fin@a.example.jp") - told; n != 2 {
		t.Errorf("SF got %d mails", n)
	}
	if n := tk.waitingMails(tk.buyerB); n != 0 {
		t.Errorf("%d mails to the buyer", n)
	}
	if tk.kindsTo(mail.CompanyStatusChanged, "fin@b.example.jp") != 2 {
		t.Error("its bank is not told")
	}
}

// A mail that waits is looked at once more before it is sent, by whatever way its receiver went.
func TestMailOfWhoIsGoneIsWithdrawn(t *testing.T) {
	tk := newTalks(newPlatform(t))
	tk.reset("buy@b.example.jp").want(200)
	tk.reset("rival@b.example.jp").want(200)
	link := tk.mailedKey("buy@b.example.jp")
	tk.moveCompany(tk.buyerB, deal.CompanyDisabled)
	tk.setByKey(link, "Mizuumi-no-Hotori-7").want(400).has("not_available") // each door looks for itself
	sent := map[string]int{}
	for {
		var due []store.OutboxMail
		tk.read(func(q *store.Q) (err error) { due, err = q.DueMails(50); return err })
		if len(due) == 0 {
			break
		}
		for i := range due {
			out, err := upkeep.In(tk.a.Platform).IsWithdrawn(context.Background(), &due[i])
			if err != nil {
				t.Fatal(err)
			}
			if !out {
				sent[due[i].Address]++
				tk.write(func(tx *store.Tx) error { return tx.MarkMail(due[i].ID, store.MailSent, 1, web.ZeroTime, "") })
			}
		}
	}
	if sent["buy@b.example.jp"] != 0 || sent["rival@b.example.jp"] == 0 {
		t.Errorf("sent: %v", sent)
	}
	var kept int
	tk.sqlScan("SELECT count(*) FROM outbox WHERE address = 'buy@b.example.jp' AND body IS NOT NULL", &kept)
	if kept != 0 {
		t.Error("what was withdrawn can be sent again")
	}
}

// waitingMails are the mails that wait for users of a company.
func (p *platform) waitingMails(companyID string) (n int) {
	p.t.Helper()
	p.sqlScan("SELECT count(*) FROM outbox WHERE state = 0 AND user_id IN (SELECT id FROM user WHERE client_id = '"+companyID+"')", &n)
	return n
}
