package app

import (
	"strings"
	"testing"
)

// A new listing whose answer got lost on the way is sent again by its form: it stays one listing,
// with what was sent last. The form's key is the user's own and says nothing to anybody else.
func TestListingIsMadeOnce(t *testing.T) {
	m := newMarketplace(newPlatform(t))
	const key = "0192f3b0-1111-4222-8333-944445555666"
	body := with(listingOverviewBody, map[string]any{"companyId": m.seller, "requestKey": key})
	save := func(c *caller, changes map[string]any) result {
		return c.post(listingBase+"CreateUpdateSellerBusinessOverviewAsync", with(body, changes))
	}
	count := func(c *caller) float64 {
		return c.get(listingBase + "SearchSellerBusinessAsync?isOnlyPersonInCharge=true").want(200).json()["allCount"].(float64)
	}
	first := save(m.finA, nil).want(200).json()
	again := save(m.finA, map[string]any{"businessName": "【東海】精密部品の切削"}).want(200).json()
	if first["sellerBusinessId"] != again["sellerBusinessId"] || again["version"].(float64) <= first["version"].(float64) || count(m.finA) != 1 {
		t.Errorf("%v and %v of %v listings", first, again, count(m.finA))
	}
	id := first["sellerBusinessId"].(string)
	seeOverview(m.finA, id).want(200).has("精密部品の切削").hasNot("精密部品の加工")

	// Another form makes another one, and so does none; another's key is another key.
	save(m.finA, map[string]any{"requestKey": "0192f3b0-1111-4222-8333-944445555667"}).want(200)
	save(m.finA, map[string]any{"requestKey": ""}).want(200)
	if other := save(m.secondA, nil).want(200).json(); other["sellerBusinessId"] == id || count(m.finA) != 4 {
		t.Errorf("a colleague's form is taken for one's own: %v, %v", other, count(m.finA))
	}
	seller := m.finB.seller("蒼陵の売手株式会社")
	save(m.finB, map[string]any{"companyId": seller}).want(200).hasNot(id)
	if count(m.finB) != 1 || count(m.finA) != 4 {
		t.Error("another bank's listing was made or found by the key")
	}
	save(m.finA, map[string]any{"requestKey": strings.Repeat("x", 36)}).want(422).has("requestKey")
	save(m.finA, map[string]any{"businessName": ""}).want(422).has("businessName")

	// Somebody else has worked on it since, or the seller is asked: the form is out of date.
	stale := save(m.finA, map[string]any{"companyId": m.finA.seller("別の売手株式会社")}).want(409)
	m.secondA.post(listingBase+"CreateUpdateSellerBusinessOverviewAsync", with(listingOverviewBody, map[string]any{"sellerBusinessId": id, "version": again["version"], "businessName": "【東海】同僚の直し"})).want(200)
	save(m.finA, nil).sameAs(stale)
	seeOverview(m.finA, id).want(200).has("同僚の直し")
	if count(m.finA) != 4 {
		t.Error("a stale form made a listing")
	}
}

// Who has consented before the talk began is told of the condition that is left, and nobody else.
func TestLockNamesTheConditionThatIsLeft(t *testing.T) {
	tk := newTalks(newPlatform(t))
	const consent, start = "秘密保持契約に同意すると表示されます", "交渉を開始すると表示されます"
	seeOverview(tk.buyB, tk.listing).has(consent).hasNot(start)
	o := tk.buyB.post(negotiationBase+"CreateBuyerNegotiationByBuyerAsync", map[string]any{"sellerBusinessId": tk.listing}).want(200).json()
	seeOverview(tk.buyB, tk.listing).has(consent).hasNot(start)
	tk.buyB.consent(tk.listing, int(o["version"].(float64))).want(200)
	for _, see := range []func(*caller, string) result{seeOverview, seeDetails} {
		see(tk.buyB, tk.listing).has(`"level":1`, "担当の金融機関が"+start).hasNot(consent)
		see(tk.finB, tk.listing).has(start).hasNot(consent, "担当の金融機関が"+start)
		see(tk.buyA, tk.listing).has(consent).hasNot(start)
		see(tk.finA, tk.listing).hasNot(consent, start)
	}
	tk.finB.deed("StartNegotiation", o["buyerNegotiationId"].(string), nil).want(200)
	seeOverview(tk.buyB, tk.listing).has(`"level":3`).hasNot(consent, start)
}
