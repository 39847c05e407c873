package app_test

import (
	"net/http"
	"slices"
	"testing"

	"tsunagu/app/apptest"
)

// race makes calls twenty times at once, in turn, and returns how many succeeded; the others must
// have been told that the state has changed, or that the record is gone.
func race(t *testing.T, deeds ...func() apptest.Result) (won int) {
	t.Helper()
	for _, r := range apptest.Together(20, func(i int) apptest.Result { return deeds[i%len(deeds)]() }) {
		switch r.Status {
		case http.StatusOK:
			won++
		case http.StatusConflict, http.StatusBadRequest:
		default:
			t.Errorf("%d %s", r.Status, r.Body)
		}
	}
	return won
}

// TestRaces lets two sides, two browser tabs and a link decide at the same time (domain.md 2, 3.1,
// 4): one succeeds, and the others leave nothing.
func TestRaces(t *testing.T) {
	status := func(c *apptest.Caller, id string, from, to int) func() apptest.Result {
		body := map[string]any{"buyerNegotiationId": id, "version": c.RowVersion(id), "fromStatus": from, "status": to}
		return func() apptest.Result { return c.Post(apptest.NegotiationBase+"NegotiationStatusChange", body) }
	}
	history := func(t *testing.T, w *apptest.Watcher) int {
		t.Helper()
		return apptest.TableRows(t, w, "negotiation_history")
	}

	t.Run("a contract proposed by both sides", func(t *testing.T) {
		tk := apptest.NewTalks(apptest.NewPlatform(t))
		id := tk.InConditions()
		tk.Dated(id)
		if won := race(t, status(tk.FinA, id, 4, 5), status(tk.FinB, id, 4, 5)); won != 1 {
			t.Errorf("%d proposals", won)
		}
		// No proposal was counted as the other side's confirmation.
		if got := tk.FinA.Row(id)["status"]; got != float64(4) {
			t.Errorf("status %v", got)
		}
	})

	t.Run("a contract confirmed and ended", func(t *testing.T) {
		tk := apptest.NewTalks(apptest.NewPlatform(t))
		id := tk.Proposed()
		w := apptest.NewWatcher(t, tk.Platform)
		before := history(t, w)
		end := map[string]any{"buyerNegotiationId": id, "version": tk.FinB.RowVersion(id), "fromStatus": 4, "status": 9, "endReason": 1}
		won := race(t, status(tk.FinA, id, 4, 5), func() apptest.Result {
			return tk.FinB.Post(apptest.NegotiationBase+"NegotiationStatusChange",
				end)
		})
		row, listing := tk.FinB.Row(id), tk.FinA.Get(apptest.ListingBase+"GetSellerBusinessOverViewAsync?sellerBusinessId="+tk.Listing).Want(200).JSON()
		concluded := row["status"] == float64(5)
		if won != 1 || history(t, w) != before+1 || !concluded && row["status"] != float64(9) || concluded != (listing["status"] == float64(2)) {
			t.Errorf("%d won, row %v, listing %v", won, row["status"], listing["status"])
		}
	})

	t.Run("a consent by the buyer and its bank", func(t *testing.T) {
		tk := apptest.NewTalks(apptest.NewPlatform(t))
		o := tk.BuyB.Post(apptest.NegotiationBase+"CreateBuyerNegotiationByBuyerAsync",
			map[string]any{"sellerBusinessId": tk.Listing}).Want(200).JSON()
		a := tk.BuyB.Get(apptest.ListingBase + "GetConfidentialityAgreement").Want(200).JSON()
		w := apptest.NewWatcher(t, tk.Platform)
		before := history(t, w)
		body := map[string]any{"sellerBusinessId": tk.Listing, "version": o["version"], "agreementVersion": a["version"],
			"agreementHash": a["hash"]}
		if won := race(t, func() apptest.Result { return tk.BuyB.Post(apptest.ListingBase+"Consent", body) }); won != 1 ||
			history(t, w) != before+1 {
			t.Errorf("%d consents, %d lines", won, history(t, w)-before)
		}
	})

	t.Run("a listing saved in two tabs", func(t *testing.T) {
		tk := apptest.NewTalks(apptest.NewPlatform(t))
		version := tk.Version(tk.Listing)
		save := func(title string) func() apptest.Result {
			body := apptest.With(apptest.ListingOverviewBody, map[string]any{"sellerBusinessId": tk.Listing, "version": version,
				"businessName": title})
			return func() apptest.Result {
				return tk.FinA.Post(apptest.ListingBase+"CreateUpdateSellerBusinessOverviewAsync", body)
			}
		}
		if won := race(t, save("【東海】一つ目の表題"), save("【東海】二つ目の表題")); won != 1 {
			t.Errorf("%d saved", won)
		}
	})

	t.Run("a company saved in two tabs", func(t *testing.T) {
		tk := apptest.NewTalks(apptest.NewPlatform(t))
		path := "/api/BuyerCompany/CreateUpdateCompanyOverviewAsync"
		seen := tk.FinB.Get("/api/BuyerCompany/GetCompanyOverViewAsync?companyId=" + tk.RivalBuyer).Want(200).JSON()
		body := apptest.With(apptest.OverviewBody, map[string]any{"companyId": tk.RivalBuyer, "version": seen["version"]})
		if won := race(t, func() apptest.Result { return tk.FinB.Post(path, body) }); won != 1 {
			t.Errorf("%d saved", won)
		}
	})

	t.Run("the owner approves while the bank edits", func(t *testing.T) {
		tk := apptest.NewTalks(apptest.NewPlatform(t))
		id, _ := tk.Draft(nil)
		key, passcode := tk.Request(id)
		edit := apptest.With(apptest.ListingOverviewBody, map[string]any{"sellerBusinessId": id, "version": tk.Version(id),
			"businessName": "【東海】後から変えた表題"})
		race(t, func() apptest.Result { return tk.Decide(key, passcode, true) }, func() apptest.Result {
			return tk.FinA.Post(apptest.ListingBase+"CreateUpdateSellerBusinessOverviewAsync", edit)
		})
		// Whichever came first: others see nothing, or what the owner read; never the edit.
		tk.FinB.Get(apptest.ListingBase + "SearchSellerBusinessAsync?limit=99999999").Want(200).HasNot("後から変えた表題")
		approved := slices.Contains(tk.FinB.Search(""), id)
		if approved {
			tk.FinB.Get(apptest.ListingBase + "GetSellerBusinessOverViewAsync?sellerBusinessId=" +
				id).Want(200).Has(`"businessName":"【東海】精密部品の加工"`).HasNot("後から変えた表題")
		} else {
			tk.Decide(key, passcode, true).Want(400)
		}
	})

	t.Run("the owner decides for and against", func(t *testing.T) {
		tk := apptest.NewTalks(apptest.NewPlatform(t))
		id, _ := tk.Draft(nil)
		key, passcode := tk.Request(id)
		if won := race(t, func() apptest.Result { return tk.Decide(key, passcode, true) },
			func() apptest.Result { return tk.Decide(key, passcode, false) }); won != 1 {
			t.Errorf("%d decisions", won)
		}
	})

	t.Run("the names refused by one side and ended by the other", func(t *testing.T) {
		tk := apptest.NewTalks(apptest.NewPlatform(t))
		id := tk.Hoped()
		reject := map[string]any{"buyerNegotiationId": id, "version": tk.FinA.RowVersion(id), "isApproval": false, "status": 1,
			"comment": "時期を改めてお願いします。", "ownerReason": "同業のため。"}
		end := map[string]any{"buyerNegotiationId": id, "version": tk.FinB.RowVersion(id), "fromStatus": 2, "status": 9, "endReason": 1}
		if won := race(t, func() apptest.Result { return tk.FinA.Post(apptest.NegotiationBase+"NegotiationApprove", reject) },
			func() apptest.Result {
				return tk.FinB.Post(apptest.NegotiationBase+"NegotiationStatusChange", end)
			}); won != 1 {
			t.Errorf("%d won", won)
		}
	})
}
