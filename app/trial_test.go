package app

import (
	"testing"
	"time"

	"tsunagu/app/deal"
)

// trial is a trial buyer of the bank with a user who has set a password.
func (c *caller) trial(loginID string) (id string, user *caller) {
	c.p.t.Helper()
	id = c.post("/api/BuyerCompany/CreateUpdateCompanyOverviewAsync", with(overviewBody, map[string]any{"isTrial": true})).want(200).text()
	c.post("/api/BuyerCompanyUser/RegistUser", map[string]any{"clientId": id, "loginId": loginID, "userName": "試田 栞"}).want(200)
	c.p.setByKey(c.p.mailedKey(loginID), testPassword).want(200)
	return id, c.p.signIn(loginID)
}

const trialOverview = "/api/BuyerCompany/GetCompanyOverViewAsync?companyId="

// A trial looks at what everybody may look at, for 30 days, and does nothing (domain.md 6).
func TestTrial(t *testing.T) {
	m := newMarketplace(newPlatform(t))
	listing := m.published(nil)
	id, buyer := m.finA.trial("trial@buyer.example.jp")
	m.finA.get(trialOverview+id).want(200).has(`"isTrial":true`, `"trialEnd":"2026-12-21"`, `"status":3`).hasNot("isTrialOver")
	buyer.get("/api/BuyerCompany/GetCompanyOverViewAsync").want(200).has(`"isTrial":true`, `"trialEnd":"2026-12-21"`)
	// It is nobody else's to see, and found by its bank alone.
	m.finB.get(trialOverview + id).want(400)
	m.finA.get("/api/BuyerCompany/SearchCompanyAsync?isTrial=true").want(200).has(`"allCount":1`, id, `"trialEnd"`)
	m.finB.get("/api/BuyerCompany/SearchCompanyAsync?isTrial=true").want(200).has(`"allCount":0`)

	// L1 and no more.
	if ids := buyer.search(""); len(ids) != 1 {
		t.Errorf("a trial finds %v", ids)
	}
	seeOverview(buyer, listing).want(200).has(`"level":1`)
	refused := func(r result) { t.Helper(); r.want(409).has("お試し", "本登録") }
	refused(buyer.post(negotiationBase+"CreateBuyerNegotiationByBuyerAsync", map[string]any{"sellerBusinessId": listing}))
	for _, interest := range []int{1, 2} {
		refused(buyer.post(negotiationBase+"UpdateBuyerNegotiationInterestStatusAsync", map[string]any{"sellerBusinessId": listing, "interestStatus": interest}))
	}
	refused(buyer.consent(listing, 0))
	refused(m.finA.post(negotiationBase+"CreateBuyerNegotiationByBuyerAsync", map[string]any{"sellerBusinessId": listing, "companyId": id}))
	refused(m.finA.post(negotiationBase+"StartNegotiation", map[string]any{"sellerBusinessId": listing, "companyId": id}))
	m.finA.post(negotiationBase+"UpdateBuyerNegotiationOfferSendStatusAsync", map[string]any{"sellerBusinessId": listing, "companyId": id, "offerSendStatus": 1, "offerMessage": "ご検討ください。"}).want(409)
	buyer.get(negotiationBase + "GetBuyerNegotiationAsync?sellerBusinessId=" + listing).has(`"blocked":"お試し`).hasNot(`"blocked":""`)

	// A row that came about by whatever way opens nothing either.
	m.negotiation(listing, id, m.aID, deal.NegotiationAnonymous, true)
	seeOverview(buyer, listing).want(200).has(`"level":1`)
	m.finA.get("/api/SellerBusiness/GetSellerBusinessOverViewAsync?sellerBusinessId=" + listing + "&companyId=" + id).want(200).has(`"level":1`)

	// A further user comes in when the bank agrees, without a registration.
	second := buyer.post("/api/BuyerCompanyUser/RegistUser", userBody("", "second@buyer.example.jp")).want(200).text()
	m.finA.post("/api/BuyerCompanyUser/RegistUser", with(userBody(id, "second@buyer.example.jp"), map[string]any{"userId": second, "version": 1, "status": 2})).want(200)
	m.setByKey(m.mailedKey("second@buyer.example.jp"), testPassword).want(200)

	// The last day, and the moment after it: its users are out as those of a disabled company.
	m.clock.Add(time.Date(2026, 12, 21, 14, 59, 0, 0, time.UTC).Sub(m.clock.Now()))
	buyer = m.signIn("trial@buyer.example.jp")
	if ids := buyer.search(""); len(ids) != 1 {
		t.Errorf("on the last day it finds %v", ids)
	}
	m.clock.Add(time.Date(2026, 12, 21, 15, 0, 0, 0, time.UTC).Sub(m.clock.Now()))
	seeOverview(buyer, listing).want(401)
	buyer.get("/api/BuyerCompany/GetCompanyOverViewAsync").want(401)
	m.sign("trial@buyer.example.jp", testPassword).want(400).sameAs(m.sign("trial@buyer.example.jp", "wrong-"+testPassword))
	mails := len(m.mails("trial@buyer.example.jp"))
	m.reset("trial@buyer.example.jp").want(200)
	if len(m.mails("trial@buyer.example.jp")) != mails {
		t.Error("a trial that is over is mailed a link")
	}
	m.finA = m.signIn("fin@a.example.jp")
	m.finA.get(trialOverview + id).want(200).has(`"isTrialOver":true`)
	// By its registration it comes back, and only so.
	m.finA.send("PUT", "/api/BuyerCompany/ReSendCreateMail", map[string]any{"companyId": id}).want(200)
	m.openRegistration(m.registrationKey("trial@buyer.example.jp")).want(200).has(`"isSignedUp":true`)
	m.finA.post("/api/BuyerCompany/CreateUpdateCompanyDetailsAsync", with(detailsBody, map[string]any{"companyId": id, "companyName": "株式会社ためし"})).want(200)
	buyer.get("/api/BuyerCompany/GetCompanyOverViewAsync").want(401) // what was open stays at an end
	m.signIn("trial@buyer.example.jp").get("/api/BuyerCompany/GetCompanyOverViewAsync").want(200).has(`"status":1`)
}

// A trial is begun with a new buyer by its bank, and by nobody and nothing else.
func TestTrialIsNotGivenLater(t *testing.T) {
	b := newBanks(newPlatform(t))
	save := func(c *caller, id string, isTrial bool) result {
		version := 0.0
		if id != "" {
			version = b.finA.get(trialOverview + id).want(200).json()["version"].(float64)
		}
		return c.post("/api/BuyerCompany/CreateUpdateCompanyOverviewAsync", with(overviewBody, map[string]any{"companyId": id, "version": version, "isTrial": isTrial}))
	}
	save(b.finA, b.buyerA, true).want(422).has(`"isTrial"`)
	save(b.buyA, b.buyerA, true).want(422).has(`"isTrial"`)
	save(b.finA, b.buyerA, false).want(200)
	b.finA.post("/api/SellerCompany/CreateUpdateCompanyOverviewAsync", with(overviewBody, map[string]any{"isTrial": true})).want(422)
	id := save(b.finA, "", true).want(200).text()
	save(b.finA, id, false).want(422).has(`"isTrial"`)
}

// From a trial to a full buyer: by the bank's own details, and by the buyer's registration.
func TestTrialBecomesFull(t *testing.T) {
	m := newMarketplace(newPlatform(t))
	listing := m.published(nil)
	id, _ := m.finA.trial("trial@buyer.example.jp")
	m.clock.Add(40 * 24 * time.Hour)
	m.finA = m.signIn("fin@a.example.jp")
	m.finA.post("/api/BuyerCompany/CreateUpdateCompanyDetailsAsync", with(detailsBody, map[string]any{"companyId": id, "companyName": "株式会社ためし"})).want(200)
	buyer := m.signIn("trial@buyer.example.jp")
	buyer.get("/api/BuyerCompany/GetCompanyOverViewAsync").want(200).has(`"status":1`).hasNot("rial")
	buyer.post(negotiationBase+"CreateBuyerNegotiationByBuyerAsync", map[string]any{"sellerBusinessId": listing}).want(200)

	const login = "trial2@buyer.example.jp"
	id, _ = m.finA.trial(login)
	m.finA.send("PUT", "/api/BuyerCompany/ReSendCreateMail", map[string]any{"companyId": id}).want(200)
	key := m.registrationKey(login)
	m.openRegistration(key).want(200).has(`"isSignedUp":true`, `"isPasswordSet":true`)
	// Who signs in already keeps login and password: a mailed key must not take them over.
	m.register(key, "株式会社ためし二", login).want(422).has(`"user.password"`)
	body := registration(key, "株式会社ためし二", "other@buyer.example.jp")
	delete(body["user"].(map[string]any), "password")
	m.visitor().post("/api/Public/RegistBuyerCompanyByKey", body).want(422).has(`"user.loginId"`)
	body["user"].(map[string]any)["loginId"] = login
	m.visitor().post("/api/Public/RegistBuyerCompanyByKey", body).want(200)
	buyer = m.signIn(login) // the trial goes on until the bank has decided
	buyer.get("/api/BuyerCompany/GetCompanyOverViewAsync").want(200).has(`"status":11`, `"isTrial":true`)
	buyer.post(negotiationBase+"CreateBuyerNegotiationByBuyerAsync", map[string]any{"sellerBusinessId": listing}).want(409)
	m.finA.decideRegistration(id, "approve", "").want(200)
	buyer.post(negotiationBase+"CreateBuyerNegotiationByBuyerAsync", map[string]any{"sellerBusinessId": listing}).want(200)
}
