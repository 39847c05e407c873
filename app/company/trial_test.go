package company_test

import (
	"testing"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
)

const trialOverview = "/api/BuyerCompany/GetCompanyOverViewAsync?companyId="

// A trial looks at what everybody may look at, for 30 days, and does nothing (domain.md 6).
func TestTrial(t *testing.T) {
	m := apptest.NewMarketplace(apptest.NewPlatform(t))
	listing := m.Published(nil)
	id, buyer := m.FinA.Trial("trial@buyer.example.jp")
	m.FinA.Get(trialOverview+id).Want(200).Has(`"isTrial":true`, `"trialEnd":"2026-12-21"`, `"status":3`).HasNot("isTrialOver")
	buyer.Get("/api/BuyerCompany/GetCompanyOverViewAsync").Want(200).Has(`"isTrial":true`, `"trialEnd":"2026-12-21"`)
	// It is nobody else's to see, and found by its bank alone.
	m.FinB.Get(trialOverview + id).Want(400)
	m.FinA.Get("/api/BuyerCompany/SearchCompanyAsync?isTrial=true").Want(200).Has(`"allCount":1`, id, `"trialEnd"`)
	m.FinB.Get("/api/BuyerCompany/SearchCompanyAsync?isTrial=true").Want(200).Has(`"allCount":0`)

	// L1 and no more.
	if ids := buyer.Search(""); len(ids) != 1 {
		t.Errorf("a trial finds %v", ids)
	}
	apptest.SeeOverview(buyer, listing).Want(200).Has(`"level":1`)
	refused := func(r apptest.Result) { t.Helper(); r.Want(409).Has("お試し", "本登録") }
	refused(buyer.Post(apptest.NegotiationBase+"CreateBuyerNegotiationByBuyerAsync", map[string]any{"sellerBusinessId": listing}))
	for _, interest := range []int{1, 2} {
		refused(buyer.Post(apptest.NegotiationBase+"UpdateBuyerNegotiationInterestStatusAsync",
			map[string]any{"sellerBusinessId": listing, "interestStatus": interest}))
	}
	refused(buyer.Consent(listing, 0))
	refused(m.FinA.Post(apptest.NegotiationBase+"CreateBuyerNegotiationByBuyerAsync",
		map[string]any{"sellerBusinessId": listing, "companyId": id}))
	refused(m.FinA.Post(apptest.NegotiationBase+"StartNegotiation", map[string]any{"sellerBusinessId": listing, "companyId": id}))
	m.FinA.Post(apptest.NegotiationBase+"UpdateBuyerNegotiationOfferSendStatusAsync",
		map[string]any{"sellerBusinessId": listing, "companyId": id, "offerSendStatus": 1, "offerMessage": "ご検討ください。"}).Want(409)
	buyer.Get(apptest.NegotiationBase + "GetBuyerNegotiationAsync?sellerBusinessId=" + listing).Has(`"blocked":"お試し`).HasNot(`"blocked":""`)

	// A row that came about by whatever way opens nothing either.
	m.Negotiation(listing, id, m.AID, deal.NegotiationAnonymous, true)
	apptest.SeeOverview(buyer, listing).Want(200).Has(`"level":1`)
	m.FinA.Get("/api/SellerBusiness/GetSellerBusinessOverViewAsync?sellerBusinessId=" + listing + "&companyId=" +
		id).Want(200).Has(`"level":1`)

	// A further user comes in when the bank agrees, without a registration.
	second := buyer.Post("/api/BuyerCompanyUser/RegistUser", apptest.UserBody("", "second@buyer.example.jp")).Want(200).Text()
	m.FinA.Post("/api/BuyerCompanyUser/RegistUser", apptest.With(apptest.UserBody(id, "second@buyer.example.jp"),
		map[string]any{"userId": second, "version": 1, "status": 2})).Want(200)
	m.SetByKey(m.MailedKey("second@buyer.example.jp"), apptest.TestPassword).Want(200)

	// The last day, and the moment after it: its users are out as those of a disabled company.
	m.Clock.Add(time.Date(2026, 12, 21, 14, 59, 0, 0, time.UTC).Sub(m.Clock.Now()))
	buyer = m.SignIn("trial@buyer.example.jp")
	if ids := buyer.Search(""); len(ids) != 1 {
		t.Errorf("on the last day it finds %v", ids)
	}
	m.Clock.Add(time.Date(2026, 12, 21, 15, 0, 0, 0, time.UTC).Sub(m.Clock.Now()))
	apptest.SeeOverview(buyer, listing).Want(401)
	buyer.Get("/api/BuyerCompany/GetCompanyOverViewAsync").Want(401)
	m.Sign("trial@buyer.example.jp", apptest.TestPassword).Want(400).SameAs(m.Sign("trial@buyer.example.jp", "wrong-"+apptest.TestPassword))
	mails := len(m.Mails("trial@buyer.example.jp"))
	m.Reset("trial@buyer.example.jp").Want(200)
	if len(m.Mails("trial@buyer.example.jp")) != mails {
		t.Error("a trial that is over is mailed a link")
	}
	m.FinA = m.SignIn("fin@a.example.jp")
	m.FinA.Get(trialOverview + id).Want(200).Has(`"isTrialOver":true`)
	// By its registration it comes back, and only so.
	m.FinA.Send("PUT", "/api/BuyerCompany/ReSendCreateMail", map[string]any{"companyId": id}).Want(200)
	m.OpenRegistration(m.RegistrationKey("trial@buyer.example.jp")).Want(200).Has(`"isSignedUp":true`)
	m.FinA.Post("/api/BuyerCompany/CreateUpdateCompanyDetailsAsync",
		apptest.With(apptest.DetailsBody, map[string]any{"companyId": id, "companyName": "株式会社ためし"})).Want(200)
	buyer.Get("/api/BuyerCompany/GetCompanyOverViewAsync").Want(401) // what was open stays at an end
	m.SignIn("trial@buyer.example.jp").Get("/api/BuyerCompany/GetCompanyOverViewAsync").Want(200).Has(`"status":1`)
}

// A trial is begun with a new buyer by its bank, and by nobody and nothing else.
func TestTrialIsNotGivenLater(t *testing.T) {
	b := apptest.NewBanks(apptest.NewPlatform(t))
	save := func(c *apptest.Caller, id string, isTrial bool) apptest.Result {
		version := 0.0
		if id != "" {
			version = b.FinA.Get(trialOverview + id).Want(200).JSON()["version"].(float64)
		}
		return c.Post("/api/BuyerCompany/CreateUpdateCompanyOverviewAsync",
			apptest.With(apptest.OverviewBody, map[string]any{"companyId": id, "version": version, "isTrial": isTrial}))
	}
	save(b.FinA, b.BuyerA, true).Want(422).Has(`"isTrial"`)
	save(b.BuyA, b.BuyerA, true).Want(422).Has(`"isTrial"`)
	save(b.FinA, b.BuyerA, false).Want(200)
	b.FinA.Post("/api/SellerCompany/CreateUpdateCompanyOverviewAsync",
		apptest.With(apptest.OverviewBody, map[string]any{"isTrial": true})).Want(422)
	id := save(b.FinA, "", true).Want(200).Text()
	save(b.FinA, id, false).Want(422).Has(`"isTrial"`)
}

// From a trial to a full buyer: by the bank's own details, and by the buyer's registration.
func TestTrialBecomesFull(t *testing.T) {
	m := apptest.NewMarketplace(apptest.NewPlatform(t))
	listing := m.Published(nil)
	id, _ := m.FinA.Trial("trial@buyer.example.jp")
	m.Clock.Add(40 * 24 * time.Hour)
	m.FinA = m.SignIn("fin@a.example.jp")
	m.FinA.Post("/api/BuyerCompany/CreateUpdateCompanyDetailsAsync",
		apptest.With(apptest.DetailsBody, map[string]any{"companyId": id, "companyName": "株式会社ためし"})).Want(200)
	buyer := m.SignIn("trial@buyer.example.jp")
	buyer.Get("/api/BuyerCompany/GetCompanyOverViewAsync").Want(200).Has(`"status":1`).HasNot("rial")
	buyer.Post(apptest.NegotiationBase+"CreateBuyerNegotiationByBuyerAsync", map[string]any{"sellerBusinessId": listing}).Want(200)

	const login = "trial2@buyer.example.jp"
	id, _ = m.FinA.Trial(login)
	m.FinA.Send("PUT", "/api/BuyerCompany/ReSendCreateMail", map[string]any{"companyId": id}).Want(200)
	key := m.RegistrationKey(login)
	m.OpenRegistration(key).Want(200).Has(`"isSignedUp":true`, `"isPasswordSet":true`)
	// Who signs in already keeps login and password: a mailed key must not take them over.
	m.Register(key, "株式会社ためし二", login).Want(422).Has(`"user.password"`)
	body := apptest.Registration(key, "株式会社ためし二", "other@buyer.example.jp")
	delete(body["user"].(map[string]any), "password")
	m.Visitor().Post("/api/Public/RegistBuyerCompanyByKey", body).Want(422).Has(`"user.loginId"`)
	body["user"].(map[string]any)["loginId"] = login
	m.Visitor().Post("/api/Public/RegistBuyerCompanyByKey", body).Want(200)
	buyer = m.SignIn(login) // the trial goes on until the bank has decided
	buyer.Get("/api/BuyerCompany/GetCompanyOverViewAsync").Want(200).Has(`"status":11`, `"isTrial":true`)
	buyer.Post(apptest.NegotiationBase+"CreateBuyerNegotiationByBuyerAsync", map[string]any{"sellerBusinessId": listing}).Want(409)
	decideRegistration(m.FinA, id, "approve", "").Want(200)
	buyer.Post(apptest.NegotiationBase+"CreateBuyerNegotiationByBuyerAsync", map[string]any{"sellerBusinessId": listing}).Want(200)
}
