package listing_test

import (
	"strings"
	"testing"

	"tsunagu/app/apptest"
)

// A new listing whose answer got lost on the way is sent again by its form: it stays one listing,
// with what was sent last. The form's key is the user's own and says nothing to anybody else.
func TestListingIsMadeOnce(t *testing.T) {
	m := apptest.NewMarketplace(apptest.NewPlatform(t))
	const key = "0192f3b0-1111-4222-8333-944445555666"
	body := apptest.With(apptest.ListingOverviewBody, map[string]any{"companyId": m.Seller, "requestKey": key})
	save := func(c *apptest.Caller, changes map[string]any) apptest.Result {
		return c.Post(apptest.ListingBase+"CreateUpdateSellerBusinessOverviewAsync", apptest.With(body, changes))
	}
	count := func(c *apptest.Caller) float64 {
		return c.Get(apptest.ListingBase + "SearchSellerBusinessAsync?isOnlyPersonInCharge=true").Want(200).JSON()["allCount"].(float64)
	}
	first := save(m.FinA, nil).Want(200).JSON()
	again := save(m.FinA, map[string]any{"businessName": "【東海】精密部品の切削"}).Want(200).JSON()
	if first["sellerBusinessId"] != again["sellerBusinessId"] || again["version"].(float64) <= first["version"].(float64) ||
		count(m.FinA) != 1 {
		t.Errorf("%v and %v of %v listings", first, again, count(m.FinA))
	}
	id := first["sellerBusinessId"].(string)
	apptest.SeeOverview(m.FinA, id).Want(200).Has("精密部品の切削").HasNot("精密部品の加工")

	// Another form makes another one, and so does none; another's key is another key.
	save(m.FinA, map[string]any{"requestKey": "0192f3b0-1111-4222-8333-944445555667"}).Want(200)
	save(m.FinA, map[string]any{"requestKey": ""}).Want(200)
	if other := save(m.SecondA, nil).Want(200).JSON(); other["sellerBusinessId"] == id || count(m.FinA) != 4 {
		t.Errorf("a colleague's form is taken for one's own: %v, %v", other, count(m.FinA))
	}
	seller := m.FinB.Seller("蒼陵の売手株式会社")
	save(m.FinB, map[string]any{"companyId": seller}).Want(200).HasNot(id)
	if count(m.FinB) != 1 || count(m.FinA) != 4 {
		t.Error("another bank's listing was made or found by the key")
	}
	save(m.FinA, map[string]any{"requestKey": strings.Repeat("x", 36)}).Want(422).Has("requestKey")
	save(m.FinA, map[string]any{"businessName": ""}).Want(422).Has("businessName")

	// Somebody else has worked on it since, or the seller is asked: the form is out of date.
	stale := save(m.FinA, map[string]any{"companyId": m.FinA.Seller("別の売手株式会社")}).Want(409)
	m.SecondA.Post(apptest.ListingBase+"CreateUpdateSellerBusinessOverviewAsync",
		apptest.With(apptest.ListingOverviewBody, map[string]any{"sellerBusinessId": id, "version": again["version"],
			"businessName": "【東海】同僚の直し"})).Want(200)
	save(m.FinA, nil).SameAs(stale)
	apptest.SeeOverview(m.FinA, id).Want(200).Has("同僚の直し")
	if count(m.FinA) != 4 {
		t.Error("a stale form made a listing")
	}
}

// Who has consented before the talk began is told of the condition that is left, and nobody else.
func TestLockNamesTheConditionThatIsLeft(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	const consent, start = "秘密保持契約に同意すると表示されます", "交渉を開始すると表示されます"
	apptest.SeeOverview(tk.BuyB, tk.Listing).Has(consent).HasNot(start)
	o := tk.BuyB.Post(apptest.NegotiationBase+"CreateBuyerNegotiationByBuyerAsync",
		map[string]any{"sellerBusinessId": tk.Listing}).Want(200).JSON()
	apptest.SeeOverview(tk.BuyB, tk.Listing).Has(consent).HasNot(start)
	tk.BuyB.Consent(tk.Listing, int(o["version"].(float64))).Want(200)
	for _, see := range []func(*apptest.Caller, string) apptest.Result{apptest.SeeOverview, apptest.SeeDetails} {
		see(tk.BuyB, tk.Listing).Has(`"level":1`, "担当の金融機関が"+start).HasNot(consent)
		see(tk.FinB, tk.Listing).Has(start).HasNot(consent, "担当の金融機関が"+start)
		see(tk.BuyA, tk.Listing).Has(consent).HasNot(start)
		see(tk.FinA, tk.Listing).HasNot(consent, start)
	}
	tk.FinB.Deed("StartNegotiation", o["buyerNegotiationId"].(string), nil).Want(200)
	apptest.SeeOverview(tk.BuyB, tk.Listing).Has(`"level":3`).HasNot(consent, start)
}
