package negotiation_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/store"
)

// What a side is shown of a row, all of it: the row by id, its place in the side's list, its
// thread. Two such texts are equal only where nothing at all can be noticed.
func shown(c *apptest.Caller, listing, id string) string {
	c.P.T.Helper()
	var b strings.Builder
	lists := []string{"PartnerListByBuyerFinancial"}
	if c.P.UserOf(c).Role == int(deal.RoleFIN) {
		lists = append(lists, "PartnerListBySellerFinancial")
	}
	for i := range lists {
		lists[i] += "?sellerBusinessId=" + listing
	}
	for _, path := range append(lists, "GetBuyerNegotiationAsync?buyerNegotiationId="+id,
		"GetBuyerNegotiationMessageListAsync?buyerNegotiationId="+id) {
		r := c.Get(apptest.NegotiationBase + path)
		fmt.Fprintf(&b, "%s %d %s\n", path, r.Status, r.Body)
	}
	return b.String()
}

// TestVersionsPerSide makes every deed on a row, on the clock moved on, and looks at it from the
// three sides before and after: to whom it shows, his version moves; to whom it does not, nothing
// moves, to the byte.
func TestVersionsPerSide(t *testing.T) {
	type sides struct{ buyer, bf, sf bool }
	all, buying := sides{true, true, true}, sides{buyer: true, bf: true}
	bf, sf, banks := sides{bf: true}, sides{sf: true}, sides{bf: true, sf: true}
	pdf := []byte("%PDF-1.7 x")
	p := apptest.NewPlatform(t)
	tk := apptest.NewTalks(p)
	office := tk.Office()
	id, listing := "", tk.Listing
	step := func(what string, want sides, do func()) {
		t.Helper()
		if id == "" {
			do()
			return
		}
		p.Clock.Add(time.Second)
		on := map[string]*apptest.Caller{"buyer": tk.BuyB, "bf": tk.FinB, "sf": tk.FinA}
		before, version := map[string]string{}, map[string]int{}
		see := func(into map[string]string, versions map[string]int) {
			for _, side := range []string{"buyer", "bf", "sf"} { // the buyer first: its reading opens an offer
				c := on[side]
				into[side] = shown(c, listing, id)
				if r := c.Get(apptest.NegotiationBase + "GetBuyerNegotiationAsync?buyerNegotiationId=" + id); r.Status == 200 {
					versions[side] = int(r.JSON()["version"].(float64))
				}
			}
		}
		see(before, version)
		do()
		after, now := map[string]string{}, map[string]int{}
		see(after, now)
		for side, expected := range map[string]bool{"buyer": want.buyer, "bf": want.bf, "sf": want.sf} {
			same, moved := before[side] == after[side], now[side] != version[side]
			if expected && (same || !moved) {
				t.Errorf("%s: %s sees nothing of it (answers the same %v, version moved %v)", what, side, same, moved)
			}
			if !expected && (!same || moved) {
				t.Errorf("%s: %s can tell:\n%s", what, side, apptest.Difference(before[side], after[side]))
			}
		}
	}
	ok := func(r apptest.Result) { t.Helper(); r.Want(200) }
	offer := func(c *apptest.Caller, from, to int) apptest.Result {
		return c.Deed("UpdateBuyerNegotiationOfferSendStatusAsync", id,
			map[string]any{"fromOfferSendStatus": from, "offerSendStatus": to, "offerMessage": "ご検討ください。"})
	}
	finance := func(from, to int, fields map[string]any) {
		t.Helper()
		ok(tk.FinB.Deed("UpdateFinancialSupportStatus", id, apptest.With(fields,
			map[string]any{"fromFinancialSupportStatus": from, "financialSupportStatus": to})))
	}

	// A row at 0 that SF knows by its own offer alone.
	step("offer", all, func() {
		id = tk.FinA.Post(apptest.NegotiationBase+"UpdateBuyerNegotiationOfferSendStatusAsync",
			map[string]any{"sellerBusinessId": tk.Listing, "companyId": tk.Candidate(tk.Listing, tk.BuyerB), "offerSendStatus": 1,
				"offerMessage": "ご検討ください。"}).Want(200).JSON()["buyerNegotiationId"].(string)
	})
	step("interest", buying, func() {
		ok(tk.BuyB.Post(apptest.NegotiationBase+"CreateBuyerNegotiationByBuyerAsync", map[string]any{"sellerBusinessId": listing}))
	})
	step("no interest", buying, func() {
		ok(tk.BuyB.Deed("UpdateBuyerNegotiationInterestStatusAsync", id, map[string]any{"interestStatus": 1}))
	})
	step("decline of an offer", banks, func() { ok(offer(tk.FinB, 1, 8)) })
	step("offer again", banks, func() { ok(offer(tk.FinA, 8, 1)) })
	step("forwarding", all, func() { ok(offer(tk.FinB, 1, 2)) })
	step("withdrawal of an offer that has reached the buyer", all, func() { ok(offer(tk.FinA, 3, 9)) })
	step("financing at 0", bf, func() { finance(0, 1, nil) })
	step("financing at 0, on", bf, func() { finance(1, 2, map[string]any{"financingConsent": true}) })
	step("consent at 0", buying, func() { ok(tk.BuyB.Consent(tk.Listing, tk.BuyB.RowVersion(id))) })
	step("plan of BF", bf, func() { ok(tk.FinB.Deed("UpdateNextAction", id, map[string]any{"date": "2026-12-01"})) })
	step("plan of SF", sf, func() { ok(tk.FinA.Deed("UpdateNextAction", id, map[string]any{"date": "2026-12-02"})) })

	step("start", all, func() { ok(tk.FinB.Deed("StartNegotiation", id, nil)) })
	step("financing at 1", bf, func() {
		finance(2, 3, map[string]any{"desiredAmount": 1, "ownFunds": 1, "fundsPurpose": "x"})
	})
	step("a paper of BF's", bf, func() {
		ok(tk.FinB.Upload(apptest.NegotiationBase+"AttachPaper", map[string]any{"buyerNegotiationId": id, "version": tk.FinB.RowVersion(id),
			"kind": "realname_consent"}, "同意書.pdf", pdf))
	})
	step("a paper of BF's taken back", bf, func() {
		paper := tk.FinB.Row(id)["papers"].([]any)[0].(map[string]any)["paperId"]
		ok(tk.FinB.Post(apptest.NegotiationBase+"CancelPaper", map[string]any{"paperId": paper}))
	})
	step("real-name consent", buying, func() { ok(tk.BuyB.Deed("RealNameConsent", id, nil)) })
	step("request", all, func() { ok(tk.FinB.To(id, 1, 2, nil)) })
	step("financing that SF is told of", banks, func() { finance(3, 4, nil) })
	step("financing that SF is not told of", bf, func() { finance(4, 4, map[string]any{"desiredAmount": 2}) })
	key, passcode := "", ""
	step("request to the owner", sf, func() { key, passcode = tk.OwnerKey(id) })
	step("owner's answer", sf, func() { ok(tk.OwnerDecides(key, passcode, true)) })
	step("approval", all, func() { ok(tk.FinA.Deed("NegotiationApprove", id, map[string]any{"isApproval": true})) })
	step("milestone", all, func() { ok(tk.FinB.Milestone(id, deal.MilestoneTopInterview, nil)) })
	step("milestone, price", banks, func() {
		ok(tk.FinB.Milestone(id, deal.MilestoneIntent, map[string]any{"amount": 150_000}))
	})
	proposal := func() map[string]any {
		return map[string]any{"proposalId": tk.FinB.Proposals(id)[0]["proposalId"], "comment": "価格をご確認ください。"}
	}
	step("price sent back", banks, func() { ok(tk.FinA.Deed("ReturnMilestone", id, proposal())) })
	step("price taken back", banks, func() { ok(tk.FinB.Deed("WithdrawMilestone", id, proposal())) })
	step("milestone, price again", banks, func() {
		ok(tk.FinB.Milestone(id, deal.MilestoneIntent, map[string]any{"amount": 150_000}))
	})
	step("price confirmed", all, func() { ok(tk.FinA.Confirm(id)) })
	step("conditions", all, func() { ok(tk.FinB.To(id, 3, 4, nil)) })
	step("milestone, contract", banks, func() {
		ok(tk.FinA.Milestone(id, deal.MilestoneContract, map[string]any{"date": "2027-01-10", "skips": []int{3, 4}}))
	})
	step("milestone, closing", banks, func() {
		ok(tk.FinA.Milestone(id, deal.MilestoneClosing, map[string]any{"date": "2027-02-10"}))
	})
	step("days confirmed", all, func() { ok(tk.FinB.Confirm(id)) })
	step("proposal", banks, func() { ok(tk.FinB.To(id, 4, 5, nil)) })
	step("proposal taken back", banks, func() {
		ok(tk.FinB.Deed("NegotiationStatusChange", id, map[string]any{"fromStatus": 4, "status": 4, "move": "withdraw_contract"}))
	})
	step("proposal again", banks, func() { ok(tk.FinB.To(id, 4, 5, nil)) })
	step("contract", all, func() { ok(tk.FinA.To(id, 4, 5, nil)) })
	step("contract taken back", all, func() {
		ok(office.Post("/api/Office/ReopenSellerBusiness", map[string]any{"sellerBusinessId": tk.Listing, "version": tk.Version(tk.Listing),
			"comment": "解除"}))
	})
	step("change of BF", all, func() { ok(office.ChangeCharge(tk.BuyerB, tk.CID())); tk.FinB = tk.FinC })
	step("end", all, func() { ok(tk.FinA.To(id, 4, 9, map[string]any{"endReason": 2})) })
	step("disposal", all, func() { ok(tk.FinB.Deed("ConfirmDisposal", id, nil)) })
	step("request to reopen", all, func() { ok(tk.FinB.To(id, 9, 1, nil)) })
	step("new consent", all, func() { ok(tk.BuyB.Consent(tk.Listing, tk.BuyB.RowVersion(id))) })
	step("reopening", all, func() { ok(tk.FinA.To(id, 9, 1, nil)) })

	// A row at 0 that ends before it began shows to SF by its offer alone.
	id, listing = "", tk.Published(nil)
	step("offer", all, func() {
		id = tk.FinA.Post(apptest.NegotiationBase+"UpdateBuyerNegotiationOfferSendStatusAsync",
			map[string]any{"sellerBusinessId": listing, "companyId": tk.Candidate(listing, tk.BuyerB), "offerSendStatus": 1,
				"offerMessage": "ご検討ください。"}).Want(200).JSON()["buyerNegotiationId"].(string)
	})
	step("change of BF at 0", bf, func() { ok(office.ChangeCharge(tk.BuyerB, tk.BID)); tk.FinB = tk.SignIn("fin@b.example.jp") })
	step("end at 0", bf, func() { ok(tk.FinB.To(id, 0, 9, map[string]any{"endReason": 1})) })
	// The listing's end is for all to see; of the row, that the offer is withdrawn, for the banks.
	sf0 := tk.FinA.RowVersion(id)
	ok(tk.FinA.Post(apptest.ListingBase+"ConcludeOutside", map[string]any{"sellerBusinessId": listing, "version": tk.Version(listing),
		"comment": "外で成約"}))
	if tk.BuyB.Get(apptest.NegotiationBase + "GetBuyerNegotiationAsync?buyerNegotiationId=" + id).Want(400); tk.FinA.RowVersion(id) == sf0 {
		t.Error("the withdrawal of an offer that never reached the buyer: SF's version did not move")
	}
}

// Whose version is stale is told so; what he cannot see makes nobody stale.
func TestStaleBySide(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	id := tk.Hoped()
	seen := tk.FinA.RowVersion(id)
	tk.FinB.Deed("UpdateNextAction", id, map[string]any{"date": "2026-12-01"}).Want(200)
	ask := map[string]any{"buyerNegotiationId": id, "version": seen, "userId": tk.PersonID, "ppapMailaddress": "second@canary.example.co.jp"}
	tk.FinA.Post(apptest.NegotiationBase+"RequestOwnerConsent", ask).Want(200)
	tk.FinA.Post(apptest.NegotiationBase+"RequestOwnerConsent", ask).Want(409).Has(`"stale"`)
	// Two deeds that both sides see, each on what it saw: one of them is too late.
	a, b := tk.FinA.RowVersion(id), tk.FinB.RowVersion(id)
	end := func(version int) map[string]any {
		return map[string]any{"buyerNegotiationId": id, "version": version, "fromStatus": 2, "status": 9, "endReason": 1}
	}
	answers := apptest.Together(2, func(i int) apptest.Result {
		if i == 0 {
			return tk.FinA.Post(apptest.NegotiationBase+"NegotiationStatusChange", end(a))
		}
		return tk.FinB.Post(apptest.NegotiationBase+"NegotiationStatusChange", end(b))
	})
	if answers[0].Status+answers[1].Status != 200+409 {
		t.Errorf("%d %s, %d %s", answers[0].Status, answers[0].Body, answers[1].Status, answers[1].Body)
	}
	// Another side's number is not the own one.
	if tk.FinB.RowVersion(id) == tk.FinA.RowVersion(id) {
		t.Error("both sides have the same number: they would not be told apart here")
	}
	tk.FinB.Post(apptest.NegotiationBase+"ConfirmDisposal", map[string]any{"buyerNegotiationId": id,
		"version": tk.FinA.RowVersion(id)}).Want(409)
	tk.Read(func(q *store.Q) error {
		n, err := q.NegotiationRowOf(id)
		if err == nil && (n.Version == n.VersionBF || n.Version == n.VersionSF) {
			t.Error("the row's own version is shown")
		}
		return err
	})
}
