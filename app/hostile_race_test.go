package app

import (
	"net/http"
	"slices"
	"testing"
)

// race makes deeds twenty times at once, by turns, and returns how many won; the others must
// have been told that the state moved on, or that the thing is gone.
func race(t *testing.T, deeds ...func() result) (won int) {
	t.Helper()
	for _, r := range together(20, func(i int) result { return deeds[i%len(deeds)]() }) {
		switch r.status {
		case http.StatusOK:
			won++
		case http.StatusConflict, http.StatusBadRequest:
		default:
			t.Errorf("%d %s", r.status, r.body)
		}
	}
	return won
}

// TestRaces lets two sides, two tabs and a link decide at the same time (domain.md 2, 3.1, 4):
// one wins, and what the loser did leaves nothing.
func TestRaces(t *testing.T) {
	status := func(c *caller, id string, from, to int) func() result {
		body := map[string]any{"buyerNegotiationId": id, "version": c.rowVersion(id), "fromStatus": from, "status": to}
		return func() result { return c.post(negotiationBase+"NegotiationStatusChange", body) }
	}
	history := func(t *testing.T, w *watcher) int { t.Helper(); return tableRows(t, w, "negotiation_history") }

	t.Run("a contract proposed by both sides", func(t *testing.T) {
		tk := newTalks(newPlatform(t))
		id := tk.bargained()
		tk.dated(id)
		if won := race(t, status(tk.finA, id, 4, 5), status(tk.finB, id, 4, 5)); won != 1 {
			t.Errorf("%d proposals", won)
		}
		// Nobody's proposal counted as the other's confirmation.
		if got := tk.finA.row(id)["status"]; got != float64(4) {
			t.Errorf("status %v", got)
		}
	})

	t.Run("a contract confirmed and ended", func(t *testing.T) {
		tk := newTalks(newPlatform(t))
		id := tk.proposed()
		w := newWatcher(t, tk.platform)
		before := history(t, w)
		end := map[string]any{"buyerNegotiationId": id, "version": tk.finB.rowVersion(id), "fromStatus": 4, "status": 9, "endReason": 1}
		won := race(t, status(tk.finA, id, 4, 5), func() result { return tk.finB.post(negotiationBase+"NegotiationStatusChange", end) })
		row, listing := tk.finB.row(id), tk.finA.get(listingBase+"GetSellerBusinessOverViewAsync?sellerBusinessId="+tk.listing).want(200).json()
		concluded := row["status"] == float64(5)
		if won != 1 || history(t, w) != before+1 || !concluded && row["status"] != float64(9) || concluded != (listing["status"] == float64(2)) {
			t.Errorf("%d won, row %v, listing %v", won, row["status"], listing["status"])
		}
	})

	t.Run("a consent by the buyer and its bank", func(t *testing.T) {
		tk := newTalks(newPlatform(t))
		o := tk.buyB.post(negotiationBase+"CreateBuyerNegotiationByBuyerAsync", map[string]any{"sellerBusinessId": tk.listing}).want(200).json()
		a := tk.buyB.get(listingBase + "GetConfidentialityAgreement").want(200).json()
		w := newWatcher(t, tk.platform)
		before := history(t, w)
		body := map[string]any{"sellerBusinessId": tk.listing, "version": o["version"], "agreementVersion": a["version"], "agreementHash": a["hash"]}
		if won := race(t, func() result { return tk.buyB.post(listingBase+"Consent", body) }); won != 1 || history(t, w) != before+1 {
			t.Errorf("%d consents, %d lines", won, history(t, w)-before)
		}
	})

	t.Run("a listing saved in two tabs", func(t *testing.T) {
		tk := newTalks(newPlatform(t))
		version := tk.version(tk.listing)
		save := func(title string) func() result {
			body := with(listingOverviewBody, map[string]any{"sellerBusinessId": tk.listing, "version": version, "businessName": title})
			return func() result { return tk.finA.post(listingBase+"CreateUpdateSellerBusinessOverviewAsync", body) }
		}
		if won := race(t, save("【東海】一つ目の表題"), save("【東海】二つ目の表題")); won != 1 {
			t.Errorf("%d saved", won)
		}
	})

	t.Run("a company saved in two tabs", func(t *testing.T) {
		tk := newTalks(newPlatform(t))
		path := "/api/BuyerCompany/CreateUpdateCompanyOverviewAsync"
		seen := tk.finB.get("/api/BuyerCompany/GetCompanyOverViewAsync?companyId=" + tk.rivalBuyer).want(200).json()
		body := with(overviewBody, map[string]any{"companyId": tk.rivalBuyer, "version": seen["version"]})
		if won := race(t, func() result { return tk.finB.post(path, body) }); won != 1 {
			t.Errorf("%d saved", won)
		}
	})

	t.Run("the owner approves while the bank edits", func(t *testing.T) {
		tk := newTalks(newPlatform(t))
		id, _ := tk.draft(nil)
		key, passcode := tk.request(id)
		edit := with(listingOverviewBody, map[string]any{"sellerBusinessId": id, "version": tk.version(id), "businessName": "【東海】後から変えた表題"})
		race(t, func() result { return tk.decide(key, passcode, true) }, func() result { return tk.finA.post(listingBase+"CreateUpdateSellerBusinessOverviewAsync", edit) })
		// Whoever came first: what others see is nothing, or what the owner read; never the edit.
		tk.finB.get(listingBase + "SearchSellerBusinessAsync?limit=99999999").want(200).hasNot("後から変えた表題")
		approved := slices.Contains(tk.finB.search(""), id)
		if approved {
			tk.finB.get(listingBase + "GetSellerBusinessOverViewAsync?sellerBusinessId=" + id).want(200).has(`"businessName":"【東海】精密部品の加工"`).hasNot("後から変えた表題")
		} else {
			tk.decide(key, passcode, true).want(400)
		}
	})

	t.Run("the owner decides for and against", func(t *testing.T) {
		tk := newTalks(newPlatform(t))
		id, _ := tk.draft(nil)
		key, passcode := tk.request(id)
		if won := race(t, func() result { return tk.decide(key, passcode, true) }, func() result { return tk.decide(key, passcode, false) }); won != 1 {
			t.Errorf("%d decisions", won)
		}
	})

	t.Run("the names refused by one side and ended by the other", func(t *testing.T) {
		tk := newTalks(newPlatform(t))
		id := tk.hoped()
		reject := map[string]any{"buyerNegotiationId": id, "version": tk.finA.rowVersion(id), "isApproval": false, "status": 1, "comment": "時期を改めてお願いします。", "ownerReason": "同業のため。"}
		end := map[string]any{"buyerNegotiationId": id, "version": tk.finB.rowVersion(id), "fromStatus": 2, "status": 9, "endReason": 1}
		if won := race(t, func() result { return tk.finA.post(negotiationBase+"NegotiationApprove", reject) }, func() result {
			return tk.finB.post(negotiationBase+"NegotiationStatusChange", end)
		}); won != 1 {
			t.Errorf("%d won", won)
		}
	})
}
